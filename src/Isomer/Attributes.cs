namespace Isomer;

/// <summary>Names, orders or includes a member, in every format that follows the plain convention.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class MemberAttribute : Attribute
{
    /// <summary>Includes the member, also a private one, under its own name.</summary>
    public MemberAttribute()
    {
    }

    /// <summary>Includes the member under this name.</summary>
    public MemberAttribute(string name) => Name = name;

    /// <summary>The name on the wire; null for the member's own.</summary>
    public string? Name { get; }

    /// <summary>Former names, accepted at reading: how a member is renamed without losing old data.</summary>
    public string[] Aliases { get; init; } = [];

    /// <summary>The place among the members: lower first; 0 where not given.</summary>
    public int Order { get; init; }

    /// <summary>Whether absence at reading is an error.</summary>
    public bool Required { get; init; }

    /// <summary>A <see cref="Surrogate{T, TCarrier}"/> with a public parameterless constructor, for this member alone.</summary>
    public Type? Surrogate { get; init; }
}

/// <summary>Leaves a member out.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class SkipAttribute : Attribute;

/// <summary>Chooses the constructor that reading uses; its parameters are matched to members by name.</summary>
[AttributeUsage(AttributeTargets.Constructor)]
public sealed class CreatorAttribute : Attribute;

/// <summary>On a base type or interface: declares a subtype that may stand where the base is declared.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true, Inherited = false)]
public sealed class SubtypeAttribute : Attribute
{
    /// <summary>A subtype known by its number and its simple name.</summary>
    public SubtypeAttribute(Type type, int number) => (Type, Number) = (type, number);

    /// <summary>A subtype known by a name.</summary>
    public SubtypeAttribute(Type type, string name) => (Type, Name) = (type, name);

    /// <summary>A subtype known by a number in binary formats and by a name in text formats.</summary>
    public SubtypeAttribute(Type type, int number, string name) => (Type, Number, Name) = (type, number, name);

    /// <summary>The type that a value of the declared type may have.</summary>
    public Type Type { get; }

    /// <summary>The number by which binary formats tell the subtype; null where a name alone is given.</summary>
    public int? Number { get; }

    /// <summary>The name by which text formats tell the subtype; null for the simple name of the type.</summary>
    public string? Name { get; }
}

/// <summary>
/// On a derived type: declares it a subtype of a base that does not know it. Takes effect where the type or its assembly is
/// registered with a convention (<c>WithSubtypesOf</c>), so that the set of types stays the caller's choice.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true, Inherited = false)]
public sealed class SubtypeOfAttribute : Attribute
{
    /// <summary>Known by a name.</summary>
    public SubtypeOfAttribute(Type baseType, string name) => (BaseType, Name) = (baseType, name);

    /// <summary>Known by a number and a name.</summary>
    public SubtypeOfAttribute(Type baseType, int number, string name) => (BaseType, Number, Name) = (baseType, number, name);

    /// <summary>The base type or interface.</summary>
    public Type BaseType { get; }

    /// <summary>The number by which binary formats tell the type; null where a name alone is given.</summary>
    public int? Number { get; }

    /// <summary>The name by which text formats tell the type.</summary>
    public string? Name { get; }
}

/// <summary>Carries the type as another, in every format: see <see cref="Surrogate{T, TCarrier}"/>.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum)]
public sealed class CarriedByAttribute(Type surrogate) : Attribute
{
    /// <summary>A surrogate with a public parameterless constructor; an open generic one for a generic type.</summary>
    public Type Surrogate { get; } = surrogate;
}
