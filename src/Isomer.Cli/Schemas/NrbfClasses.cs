using System.Reflection.Metadata;
using Isomer.Conventions;
using Isomer.Formats;

namespace Isomer.Cli.Schemas;

/// <summary>A class, struct or enum that payloads name, with all that they say of it.</summary>
sealed class NrbfClass(string name, int arity)
{
    /// <summary>With its namespace, nested ones behind a plus, without arity.</summary>
    public string Name { get; } = name;

    public int Arity { get; } = arity;

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

    public HashSet<NrbfClass> Interfaces { get; } = [];

    public bool IsEnum => Underlying != NrbfPrimitive.None;

    /// <summary>It has no objects, and is called as interfaces are.</summary>
    public bool IsInterface => Count == 0 && Fields.Count == 0 && Simple is ['I', >= 'A' and <= 'Z', ..];

    public bool IsStruct => Count > 0 && IsInline && Base is null && Collection is null && !IsEnum;

    public string Simple => Name[(Name.LastIndexOfAny(['.', '+']) + 1)..];

    public bool DerivesFrom(NrbfClass other) => ReferenceEquals(this, other) || Base?.DerivesFrom(other) == true;
}

/// <summary>A field, as it is declared; object where payloads do not agree.</summary>
sealed class NrbfField(string name, string type)
{
    public string Name { get; } = name;

    /// <summary>The name of its type as the payload has it, with generic parameters as T1, T2.</summary>
    public string Type { get; private set; } = type;

    /// <summary>A class that derives from its class names it with the class: so it is private.</summary>
    public bool IsPrivate { get; set; }

    public void Meet(string type) => Type = Type == type ? type : "System.Object";
}

/// <summary>
/// The classes of payloads of BinaryFormatter, found in what the payloads themselves say: names, fields, what fields are declared as; which
/// class derives from which, as far as it shows (a private field of a base is named with it, and what stands where a class is declared
/// derives from that).
/// </summary>
sealed class NrbfClasses
{
    static readonly TypeNameParseOptions s_parsing = new() { MaxNodes = 64 };

    readonly Dictionary<string, NrbfClass> _classes = new(StringComparer.Ordinal);
    readonly Dictionary<string, int> _closed = new(StringComparer.Ordinal);

    public IEnumerable<NrbfClass> All => _classes.Values;

    /// <summary>
    /// The names of the types that objects are of, generic ones with their arguments, with how many objects there are of each.
    /// </summary>
    public IReadOnlyDictionary<string, int> Closed => _closed;

    public NrbfClass? Find(string open) => _classes.GetValueOrDefault(open);

    public void Add(NrbfDocument document)
    {
        object[] objects = [.. document.Objects];
        foreach (var record in objects.OfType<NrbfClassRecord>())
            Add(record);
        foreach (object value in objects)
            if (value is NrbfClassRecord record)
                for (int i = 0; i < record.Values.Length; i++)
                    Relate(record.Values[i], record.Header.Members[i]);
            else if (value is NrbfArrayRecord { Item.TypeName: not null } array)
                foreach (object? item in array.Items)
                    Relate(item, array.Item);
    }

    /// <summary>The name as it is parsed; null if it is none.</summary>
    public static TypeName? Parse(string name) => TypeName.TryParse(name, out var parsed, s_parsing) ? parsed : null;

    /// <summary>
    /// The name of the class that is to be declared, without generic arguments; null of the framework's types and of what C# cannot name.
    /// </summary>
    static (string Open, int Arity)? OpenOf(TypeName name)
    {
        var open = name.IsConstructedGenericType ? name.GetGenericTypeDefinition() : name;
        if (!open.IsSimple || IsFramework(open.FullName))
            return null;
        string full = open.FullName;
        int tick = full.IndexOf('`', StringComparison.Ordinal);
        string plain = tick < 0 ? full : full[..tick];
        int arity = name.IsConstructedGenericType ? name.GetGenericArguments().Length : 0;
        // A generic class within another shares its parameters: that is not told apart here.
        return (tick < 0) == (arity == 0) && plain.Split('.', '+').All(static p => Printing.Identifiers.IsCSharp(p))
            && (tick < 0 || !full.AsSpan(tick).Contains('+')) ? (plain, arity) : null;
    }

    NrbfClass? ClassOf(TypeName name)
    {
        if (OpenOf(name) is not var (open, arity))
            return null;
        string key = arity == 0 ? open : $"{open}`{arity}";
        if (!_classes.TryGetValue(key, out var found))
            _classes.Add(key, found = new NrbfClass(open, arity));
        return found;
    }

    static bool IsPrimitive(string type) =>
        type.StartsWith("System.", StringComparison.Ordinal) && Enum.TryParse<NrbfPrimitive>(type.AsSpan(7), out var primitive)
            && primitive is not (NrbfPrimitive.None or NrbfPrimitive.Null or NrbfPrimitive.String);

    /// <summary>
    /// Whether the type is the framework's and may be named: one of every closed set, or an exception, which is not. Nothing is loaded: the
    /// library is there.
    /// </summary>
    public static bool IsFramework(string name) =>
        NamedTypes.IsStandard(name) || IsException(name)
            || name is "System.Collections.CollectionBase" or "System.Collections.DictionaryBase";

    static bool IsException(string name) =>
        typeof(object).Assembly.GetType(name) is { IsPublic: true, IsGenericType: false } type && type.IsAssignableTo(typeof(Exception));

    void Add(NrbfClassRecord record)
    {
        if (record.Header.Library is null && IsException(record.TypeName))
            _closed[record.TypeName] = _closed.GetValueOrDefault(record.TypeName) + 1;
        // What has no library is the framework's, and either known or no concern of anyone.
        if (record.Header.Library is null || Parse(record.TypeName) is not { } name || ClassOf(name) is not { } made)
            return;
        _closed[record.TypeName] = _closed.GetValueOrDefault(record.TypeName) + 1;
        made.Count++;
        made.IsInline &= record.Id < 0;
        if (record.Header.Members is [{ Name: "value__", Kind: NrbfKind.Primitive } number])
        {
            made.Underlying = number.Primitive;
            if (made.Numbers.Count < 1000)
                made.Numbers.Add(Convert.ToDecimal(record.Values[0], System.Globalization.CultureInfo.InvariantCulture));
            return;
        }
        string[] arguments = name.IsConstructedGenericType ? [.. name.GetGenericArguments().Select(static a => a.FullName)] : [];
        made.Collection ??= CollectionOf(record.Header.Members);
        var holder = made;
        foreach (var member in record.Header.Members)
        {
            if (made.Collection is not null && IsOfCollection(member.Name))
            {
                if (Parse(made.Collection) is { } collection)
                    Declare(collection, null);
                continue;
            }
            int plus = member.Name.IndexOf('+', StringComparison.Ordinal);
            if (plus > 0 && !Printing.Identifiers.IsCSharp(member.Name.AsSpan(0, plus)))
                plus = -1;
            string field = member.Name[(plus + 1)..];
            if (plus > 0)
                holder = BaseOf(made, holder, member.Name[..plus]);
            // A primitive that is declared as an object: a nullable, whose value is written as one.
            string type = member.Kind == NrbfKind.SystemClass && IsPrimitive(member.TypeName!)
                ? $"System.Nullable`1[[{member.TypeName}, mscorlib]]"
                : NrbfBoxes.NameOf(member);
            if (Parse(type) is { } declared)
                Declare(declared, member.Library);
            int parameter = plus > 0 ? -1 : Array.FindIndex(arguments, a => a == (Parse(type)?.FullName ?? type));
            if (parameter >= 0)
                type = $"T{parameter + 1}";
            var owner = plus > 0 ? holder : made;
            if (owner.Fields.TryGetValue(field, out var known))
                known.Meet(type);
            else
                owner.Fields.Add(field, known = new NrbfField(field, type));
            known.IsPrivate |= plus > 0;
        }
    }

    /// <summary>The framework's collection whose fields or entries are among these members.</summary>
    static string? CollectionOf(NrbfMemberType[] members)
    {
        foreach (var member in members)
        {
            string type = NrbfBoxes.NameOf(member);
            string? item = type.EndsWith("[]", StringComparison.Ordinal) ? type[..^2] : null;
            // A list's name has its item's within brackets; an item that is named by its library has two pairs.
            string? argument = Parse(type) is { IsConstructedGenericType: true } generic
                ? generic.GetGenericArguments()[0].AssemblyQualifiedName
                : null;
            string? found = member.Name switch
            {
                "List`1+_items" when item is not null => $"System.Collections.Generic.List`1[[{item}]]",
                "Queue`1+_array" when item is not null => $"System.Collections.Generic.Queue`1[[{item}]]",
                "Stack`1+_array" when item is not null => $"System.Collections.Generic.Stack`1[[{item}]]",
                "Collection`1+items"
                    when argument is not null
                        && !members.Any(static m => m.Name.StartsWith("KeyedCollection`2+", StringComparison.Ordinal)) =>
                    $"System.Collections.ObjectModel.{(members.Any(static m => m.Name.StartsWith("ObservableCollection`1+", StringComparison.Ordinal)) ? "ObservableCollection" : "Collection")}`1[[{argument}]]",
                "ArrayList+_items" => "System.Collections.ArrayList",
                "CollectionBase+list" => "System.Collections.CollectionBase",
                "DictionaryBase+hashtable" => "System.Collections.DictionaryBase",
                "KeyValuePairs"
                    when item is not null && Parse(item) is { IsConstructedGenericType: true } pair
                        && members.Any(static m => m.Name == "HashSize") =>
                    $"System.Collections.Generic.Dictionary`2[{string.Join(',', pair.GetGenericArguments().Select(static a => $"[{a.AssemblyQualifiedName}]"))}]",
                "HashCodeProvider" when members.Any(static m => m.Name == "LoadFactor") && members.Any(static m => m.Name == "HashSize") =>
                    "System.Collections.Hashtable",
                _ => null,
            };
            if (found is not null)
                return found;
        }
        return null;
    }

    /// <summary>Whether it is the collection's own: a field with its name before it, or an entry of a table.</summary>
    static bool IsOfCollection(string member) => member.IndexOf('+', StringComparison.Ordinal) is > 0 and var plus
        ? member.AsSpan(0, plus).Contains('`') || member.AsSpan(0, plus) is "ArrayList" or "CollectionBase" or "DictionaryBase"
        : member is "Version" or "Comparer" or "HashSize" or "KeyValuePairs" or "LoadFactor" or "HashCodeProvider" or "Keys" or "Values";

    /// <summary>
    /// The base class of this name, above those that were met before it: fields come from the class up to its topmost base.
    /// </summary>
    NrbfClass BaseOf(NrbfClass made, NrbfClass below, string simple)
    {
        for (var known = made.Base; known is not null; known = known.Base)
            if (known.Simple == simple)
                return known;
        string full = made.Name[..^made.Simple.Length] + simple;
        var found = _classes.Values.FirstOrDefault(c => c.Name == full && c.Arity == 0)
            ?? _classes.Values.FirstOrDefault(c => c.Simple == simple && c.Arity == 0);
        if (found is null)
            _classes.Add(full, found = new NrbfClass(full, 0));
        if (below is { Base: null, Collection: null } && !found.DerivesFrom(below))
            below.Base = found;
        return found;
    }

    /// <summary>What is named is there, also where no object is of it: items and arguments of what is declared.</summary>
    void Declare(TypeName name, string? library)
    {
        if (name.IsArray)
        {
            Declare(name.GetElementType(), library);
            return;
        }
        if (name.IsConstructedGenericType)
            foreach (var argument in name.GetGenericArguments())
                Declare(argument, argument.AssemblyName?.FullName);
        if (library is not null
            && library.Split(',')[0] is not ("mscorlib" or "System.Private.CoreLib" or "System" or "System.Core" or "netstandard"
                or "System.Runtime"))
            ClassOf(name);
    }

    /// <summary>What stands where a class is declared derives from it.</summary>
    void Relate(object? value, NrbfMemberType declared)
    {
        if (declared.TypeName is null || Parse(declared.TypeName) is not { } name)
            return;
        // What is declared is there, also where every payload has null.
        var above = declared.Library is null ? null : ClassOf(name);
        if (above is null || value is not NrbfClassRecord { Header.Library: not null } record || Parse(record.TypeName) is not { } own
            || ClassOf(own) is not { } below || below == above)
            return;
        if (above.IsInterface)
        {
            below.Interfaces.Add(above);
            return;
        }
        var top = below;
        while (top.Base is not null)
            top = top.Base;
        if (!below.DerivesFrom(above) && !above.DerivesFrom(top) && top.Collection is null)
            top.Base = above;
    }
}
