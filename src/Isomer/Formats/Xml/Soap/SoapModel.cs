using System.Collections.Immutable;
using System.Reflection;
using System.Xml;

namespace Isomer.Formats;

internal enum SoapKind
{
    /// <summary>A class or struct with members.</summary>
    Struct,
    /// <summary>object: whatever is known may stand there.</summary>
    Any,
    Array,
    Enum,
    Simple,
    Nullable,
}

/// <summary>A type as a mapping of SoapReflectionImporter has it. Filled once while the mapping is taken over, then left alone.</summary>
internal sealed class SoapType
{
    public required SoapKind Kind { get; init; }

    public required Type Type { get; init; }

    public required string Name { get; init; }

    public required string? Namespace { get; init; }

    public bool IsAbstract { get; init; }

    /// <summary>A collection that is not an array: items are added to it.</summary>
    public bool IsCollection { get; init; }

    /// <summary>Of a simple type, and of the items of an attribute that is a list.</summary>
    public SoapScalar? Scalar { get; init; }

    public SoapEnum? Enum { get; init; }

    /// <summary>What a nullable holds.</summary>
    public SoapType? Base { get; set; }

    /// <summary>In the order in which they are written.</summary>
    public ImmutableArray<SoapMember> Members { get; set; } = [];

    /// <summary>Those that can be read.</summary>
    public ImmutableArray<SoapMember> Settable { get; set; } = [];

    public XmlQualifiedName QualifiedName => new(Name, Namespace);
}

/// <summary>The element of a member or of the root.</summary>
internal sealed record SoapElement(string Name, string? Namespace, bool IsQualified, bool IsNullable, object? Default, SoapType Type)
{
    public string? NamespaceInUse => IsQualified ? Namespace : "";

    /// <summary>The namespace that stands with the name of the type in place of the element's.</summary>
    public string? TypeNamespaceInUse => IsQualified ? Type.Namespace : "";
}

/// <summary>The attribute of a member.</summary>
internal sealed record SoapAttribute(string Name, string? Namespace, object? Default, SoapType Type, bool IsList);

/// <summary>A member of a class, or a parameter of a mapping of members.</summary>
internal sealed class SoapMember
{
    public required string Name { get; init; }

    public required Type Type { get; init; }

    public SoapElement? Element { get; init; }

    public SoapAttribute? Attribute { get; init; }

    public bool IsCollection { get; init; }

    public bool IsArrayLike { get; init; }

    public bool IsReadOnly { get; init; }

    public bool IsReturnValue { get; init; }

    /// <summary>Whether a companion says if it is written.</summary>
    public bool HasSpecified { get; init; }

    /// <summary>Whether the companion is set, too.</summary>
    public bool SetsSpecified { get; init; }

    public MemberInfo? Getter { get; init; }

    public MemberInfo? Setter { get; init; }

    public MemberInfo? Specified { get; init; }

    public MethodInfo? ShouldSerialize { get; init; }

    /// <summary>Whether an element for it may point to an object elsewhere.</summary>
    public bool MayRefer => Element is not null;

    public object? Get(object owner) => Read(Getter, owner);

    public bool IsWritten(object owner) =>
        (Specified is null || Read(Specified, owner) is true)
            && (ShouldSerialize is null || ShouldSerialize.Invoke(owner, BindingFlags.DoNotWrapExceptions, null, null, null) is true);

    static object? Read(MemberInfo? member, object owner) => member switch
    {
        FieldInfo field => field.GetValue(owner),
        PropertyInfo property => property.GetMethod!.Invoke(owner, BindingFlags.DoNotWrapExceptions, null, null, null),
        _ => null,
    };

    /// <summary>Sets it to a value of its own type; what another type has is refused, as a cast would.</summary>
    public void Set(object owner, object? value)
    {
        if (value is null
            ? Type.IsValueType && Nullable.GetUnderlyingType(Type) is null && !owner.GetType().IsValueType
            : !Type.IsInstanceOfType(value))
            throw new WireFormatException(
                $"Member '{owner.GetType()}.{Name}' of type '{Type}' cannot hold {(value is null ? "nil" : $"a value of type '{value.GetType()}'")}.");
        switch (Setter)
        {
            case FieldInfo field:
                field.SetValue(owner, value);
                break;
            case PropertyInfo property:
                property.SetMethod!.Invoke(owner, BindingFlags.DoNotWrapExceptions, null, [value], null);
                break;
        }
    }
}

/// <summary>A whole mapping: of one type, or of members.</summary>
internal sealed class SoapMapping
{
    public required SoapElement Root { get; init; }

    /// <summary>The parameters; default where the mapping is of one type.</summary>
    public ImmutableArray<SoapMember> Members { get; init; }

    public bool HasWrapper { get; init; }

    public bool ChecksWrapper { get; init; }

    public bool WritesAccessors { get; init; }

    /// <summary>The parameter that says whether this one is written, or -1.</summary>
    public int CompanionOf(int index)
    {
        for (int i = 0; i < Members.Length; i++)
            if (Members[i].Name == Members[index].Name + "Specified")
                return i;
        return -1;
    }

    /// <summary>What is named by xsi:type when it is written: classes, structs and enums.</summary>
    public required IReadOnlyDictionary<Type, SoapType> ByType { get; init; }

    /// <summary>The closed set of what input may name.</summary>
    public required IReadOnlyDictionary<XmlQualifiedName, SoapType> ByName { get; init; }
}
