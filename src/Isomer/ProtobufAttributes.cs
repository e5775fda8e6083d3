namespace Isomer;

/// <summary>How a number, date or message is written; the numbers are those of protobuf-net's DataFormat.</summary>
public enum ProtobufFormat
{
    /// <summary>Integers as varints, messages with their length before them.</summary>
    Default = 0,
    /// <summary>Signed integers as zig-zag varints: short also for small negative ones (sint32, sint64).</summary>
    ZigZag = 1,
    /// <summary>Equal to <see cref="Default"/>.</summary>
    TwosComplement = 2,
    /// <summary>Four or eight bytes (fixed32, fixed64); a date as ticks, a Guid of level 300 as 16 bytes.</summary>
    FixedSize = 3,
    /// <summary>Messages between a start and an end tag, without a length.</summary>
    Group = 4,
    /// <summary>Dates and durations as google.protobuf.Timestamp and Duration.</summary>
    WellKnown = 5,
}

/// <summary>In which form dates, durations, decimals and Guids are written; as protobuf-net's CompatibilityLevel.</summary>
public enum ProtobufLevel
{
    /// <summary>As the level around it says; in the end <see cref="Level200"/>.</summary>
    NotSpecified = 0,
    /// <summary>The messages of protobuf-net's bcl.proto.</summary>
    Level200 = 200,
    /// <summary>Dates and durations as google.protobuf.Timestamp and Duration, the others as in 200.</summary>
    Level240 = 240,
    /// <summary>Also decimals and Guids as strings.</summary>
    Level300 = 300,
}

/// <summary>Which members of a type count without an attribute.</summary>
public enum ProtobufImplicit
{
    /// <summary>Only members that bear an attribute count.</summary>
    None = 0,
    /// <summary>Public fields and properties.</summary>
    AllPublic = 1,
    /// <summary>All fields, private ones too.</summary>
    AllFields = 2,
}

/// <summary>Makes a type a protobuf message. protobuf-net's own attributes are understood as well, by name.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum, Inherited = false)]
public sealed class ProtobufContractAttribute : Attribute
{
    /// <summary>The name in a schema.</summary>
    public string? Name { get; init; }

    /// <summary>Which members count without an attribute; numbered by name.</summary>
    public ProtobufImplicit ImplicitFields { get; init; }

    /// <summary>The first number that is given to those.</summary>
    public int ImplicitFirstTag { get; init; } = 1;

    /// <summary>Whether members without a number are given one by their names.</summary>
    public bool InferTagFromName { get; init; }

    /// <summary>Added to the order of each [DataMember].</summary>
    public int DataMemberOffset { get; init; }

    /// <summary>Whether objects are made without running a constructor.</summary>
    public bool SkipConstructor { get; init; }

    /// <summary>Whether the members count of a type that is a collection too.</summary>
    public bool IgnoreListHandling { get; init; }

    /// <summary>Whether values are written as groups.</summary>
    public bool IsGroup { get; init; }

    /// <summary>Whether a derived type that is not declared is written as the nearest that is.</summary>
    public bool IgnoreUnknownSubTypes { get; init; }

    /// <summary>Whether only [ProtobufMember] counts, and not [DataMember] or [XmlElement].</summary>
    public bool UseProtoMembersOnly { get; init; }

    /// <summary>
    /// Whether Google's generated code is the example where it and protobuf-net differ, as for the classes that <c>isomer schema
    /// from-proto</c> prints: a number that is wider than its field is cut to it, and one item of a packed list is packed, none is not
    /// written.
    /// </summary>
    public bool GoogleRules { get; init; }

    /// <summary>A type with conversion operators to and from this one, which is written instead.</summary>
    public Type? Surrogate { get; init; }
}

/// <summary>Gives a member its field number.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class ProtobufMemberAttribute(int number) : Attribute
{
    /// <summary>The field number, 1 to 536,870,911.</summary>
    public int Number { get; } = number;

    /// <summary>The name in a schema.</summary>
    public string? Name { get; init; }

    /// <summary>The name in JSON, where it is not the schema's in camel case.</summary>
    public string? JsonName { get; init; }

    /// <summary>How it is written.</summary>
    public ProtobufFormat DataFormat { get; init; }

    /// <summary>Whether numbers of a collection are written in one piece.</summary>
    public bool IsPacked { get; init; }

    /// <summary>Whether it is written even at its default.</summary>
    public bool IsRequired { get; init; }

    /// <summary>Whether reading replaces a collection rather than adding to it.</summary>
    public bool OverwriteList { get; init; }

    /// <summary>The oneof that it belongs to in a schema.</summary>
    public string? OneOf { get; init; }
}

/// <summary>
/// One of the types that a member declared as a base or an interface may hold, and the number of the field that it stands in then:
/// in a schema a <c>oneof</c> of messages, named as the member. A value of another type is refused at writing.
/// </summary>
/// <example>
/// <code>
/// [ProtobufContract]
/// public class Drawing
/// {
///     [ProtobufMember(1)] public string? Title { get; set; }
///     [ProtobufCase(2, typeof(Circle)), ProtobufCase(3, typeof(Square))] public Shape? Shape { get; set; }
/// }
/// </code>
/// </example>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property, AllowMultiple = true)]
public sealed class ProtobufCaseAttribute(int number, Type type) : Attribute
{
    /// <summary>The field number, of the type that has the member.</summary>
    public int Number { get; } = number;

    /// <summary>The type of the value: a class with a contract of its own.</summary>
    public Type Type { get; } = type;
}

/// <summary>Gives a value of an enum the name that it has in a schema and in JSON.</summary>
[AttributeUsage(AttributeTargets.Field)]
public sealed class ProtobufEnumAttribute : Attribute
{
    /// <summary>The name that the value has in .proto files and JSON; null for the one that it has in C#.</summary>
    public string? Name { get; init; }
}

/// <summary>Leaves a member out.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class ProtobufIgnoreAttribute : Attribute;

/// <summary>On a base type or interface: declares a derived type and the number of the field that holds what it adds.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Interface, AllowMultiple = true, Inherited = false)]
public sealed class ProtobufIncludeAttribute(int number, Type type) : Attribute
{
    /// <summary>The field number, among the members' numbers of the base.</summary>
    public int Number { get; } = number;

    /// <summary>The type that derives from the one that bears the attribute.</summary>
    public Type Type { get; } = type;

    /// <summary><see cref="ProtobufFormat.Group"/> for a group.</summary>
    public ProtobufFormat DataFormat { get; init; }
}

/// <summary>
/// On a derived type: the same from the other side; counts where the type or its assembly is registered
/// (<see cref="ProtobufConvention.WithSubtypesOf(Type)"/>).
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct, AllowMultiple = true, Inherited = false)]
public sealed class ProtobufSubtypeOfAttribute(Type baseType, int number) : Attribute
{
    /// <summary>The type from which the one that bears the attribute derives.</summary>
    public Type BaseType { get; } = baseType;

    /// <summary>The field number in the base.</summary>
    public int Number { get; } = number;
}

/// <summary>How keys and values of a dictionary are written.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class ProtobufMapAttribute : Attribute
{
    /// <summary>How keys are written.</summary>
    public ProtobufFormat KeyFormat { get; init; }

    /// <summary>How values are written.</summary>
    public ProtobufFormat ValueFormat { get; init; }
}

/// <summary>Puts each value in a message of its own, which may be empty: null items of a collection, null and zero of a nullable.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class ProtobufNullWrappedValueAttribute : Attribute
{
    /// <summary>Whether that message is a group.</summary>
    public bool AsGroup { get; init; }
}

/// <summary>Puts a collection in a message of its own, so that null and empty differ.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property)]
public sealed class ProtobufNullWrappedCollectionAttribute : Attribute
{
    /// <summary>Whether that message is a group.</summary>
    public bool AsGroup { get; init; }
}

/// <summary>Numbers, or a name, that no member may have any more.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct | AttributeTargets.Interface | AttributeTargets.Enum, AllowMultiple = true,
    Inherited = false)]
public sealed class ProtobufReservedAttribute : Attribute
{
    /// <summary>Keeps one number from being given to a member.</summary>
    public ProtobufReservedAttribute(int number) => (From, To) = (number, number);

    /// <summary>All numbers from one to another.</summary>
    public ProtobufReservedAttribute(int from, int to) => (From, To) = (from, to);

    /// <summary>Keeps a name from being given to a member.</summary>
    public ProtobufReservedAttribute(string name) => Name = name;

    /// <summary>The first number that is kept from use.</summary>
    public int From { get; }

    /// <summary>The last number that is kept from use.</summary>
    public int To { get; }

    /// <summary>The name that is kept from use; null where numbers are.</summary>
    public string? Name { get; }
}

/// <summary>The form of dates, durations, decimals and Guids of a member, a type and those derived from it, or a whole assembly.</summary>
[AttributeUsage(AttributeTargets.Field | AttributeTargets.Property | AttributeTargets.Class | AttributeTargets.Struct
    | AttributeTargets.Interface | AttributeTargets.Module | AttributeTargets.Assembly)]
public sealed class ProtobufCompatibilityLevelAttribute(ProtobufLevel level) : Attribute
{
    /// <summary>The form that dates, durations, decimals and Guids have.</summary>
    public ProtobufLevel Level { get; } = level;
}
