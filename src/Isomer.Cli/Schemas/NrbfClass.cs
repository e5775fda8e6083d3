using Isomer.Formats;

namespace Isomer.Cli.Schemas;

/// <summary>A class, struct or enum that payloads name, with all that they say of it.</summary>
sealed class NrbfClass
{
    /// <param name="name">
    /// Its name as the framework writes it, without arguments: namespace, plus signs, and how many parameters each has.
    /// </param>
    /// <param name="outer">The class that it is nested in.</param>
    public NrbfClass(string name, NrbfClass? outer)
    {
        Name = name;
        Outer = outer;
        (Simple, OwnArity) = NrbfNames.Split(name[(outer is null ? name.LastIndexOf('.') + 1 : outer.Name.Length + 1)..]);
        if (outer is not null)
            outer.IsAround = true;
    }

    public string Name { get; }

    public NrbfClass? Outer { get; }

    public string Namespace => Outer?.Namespace ?? (Name.LastIndexOf('.') is >= 0 and var dot ? Name[..dot] : "");

    /// <summary>What it is called where it is declared.</summary>
    public string Simple { get; }

    /// <summary>How many generic parameters it has beside those of the class that it is nested in.</summary>
    public int OwnArity { get; }

    /// <summary>How many generic parameters it has, with those of the classes that it is nested in.</summary>
    public int Arity => OwnArity + (Outer?.Arity ?? 0);

    /// <summary>Whether classes are nested in it: an interface's may not have been, and an enum's are not.</summary>
    public bool IsAround { get; private set; }

    /// <summary>Its members by the names of their fields.</summary>
    public Dictionary<string, NrbfField> Fields { get; } = new(StringComparer.Ordinal);

    /// <summary>How often an object of it stands in the payloads; 0 if it is only declared or derived from.</summary>
    public int Count { get; set; }

    /// <summary>Whether each object of it stands where it is used, as those of structs do.</summary>
    public bool IsInline { get; set; } = true;

    /// <summary>The type of an enum's numbers, and those that were met.</summary>
    public NrbfPrimitive Underlying { get; set; }

    public SortedSet<decimal> Numbers { get; } = [];

    public NrbfClass? Base { get; set; }

    /// <summary>The framework's collection that it derives from, as its name is parsed.</summary>
    public string? Collection { get; set; }

    /// <summary>The base as a name with arguments, which may be parameters of this class.</summary>
    public string? BaseType { get; set; }

    /// <summary>What is declared as an interface where its objects stand, with arguments as those of the base.</summary>
    public Dictionary<NrbfClass, string> Interfaces { get; } = [];

    public bool IsEnum => Underlying != NrbfPrimitive.None;

    /// <summary>It has no objects, and is called as interfaces are.</summary>
    public bool IsInterface => Count == 0 && Fields.Count == 0 && !IsAround && Simple is ['I', >= 'A' and <= 'Z', ..];

    public bool IsStruct => Count > 0 && IsInline && Base is null && Collection is null && !IsEnum;

    public bool DerivesFrom(NrbfClass other) => ReferenceEquals(this, other) || Base?.DerivesFrom(other) == true;
}

/// <summary>A field, as it is declared; object where payloads do not agree.</summary>
sealed class NrbfField(string name, string type)
{
    public string Name { get; } = name;

    /// <summary>The name of its type as the payload has it, with generic parameters as !1, !2.</summary>
    public string Type { get; private set; } = type;

    /// <summary>A class that derives from its class names it with the class: so it is private.</summary>
    public bool IsPrivate { get; set; }

    public void Meet(string type) => Type = Type == type ? type : "System.Object";
}
