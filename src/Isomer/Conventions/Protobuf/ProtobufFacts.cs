using System.Collections.Immutable;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>What the Protobuf convention knows of a member: <see cref="MemberModel.Details"/>.</summary>
internal sealed record ProtobufMemberFacts
{
    public required int Number { get; init; }

    public ProtobufFormat Format { get; init; }

    public ProtobufLevel Level { get; init; } = ProtobufLevel.Level200;

    /// <summary>The convention's: protobuf-net gives it to collections in the entries of dictionaries, whatever the member's is.</summary>
    public ProtobufLevel CommonLevel { get; init; } = ProtobufLevel.Level200;

    public bool IsPacked { get; init; }

    /// <summary>Whether a value that is zero is left out. Not so for members with conditions, required ones, tuples.</summary>
    public bool OmitsZero { get; init; }

    /// <summary>Whether the convention writes zeros; a map asks, whose nullables have a rule of their own.</summary>
    public bool WritesZeros { get; init; }

    /// <summary>Whether a date's Kind is written too.</summary>
    public bool WritesKind { get; init; }

    public ProtobufFormat KeyFormat { get; init; }

    public ProtobufFormat ValueFormat { get; init; }

    /// <summary>Whether [ProtoMap(DisableMap = true)] stands there: the formats of key and value do not count then.</summary>
    public bool DisablesMap { get; init; }

    public ProtobufWrap ValueWrap { get; init; }

    public ProtobufWrap CollectionWrap { get; init; }

    /// <summary>0 for the members of the root base, 1 for those of the type derived from it, and so on.</summary>
    public int Layer { get; init; }

    /// <summary>Whether it holds, as bytes, the fields of its layer that no member has.</summary>
    public bool IsUnknownFields { get; init; }

    public string? OneOf { get; init; }

    /// <summary>The name in a schema, where one was given.</summary>
    public string? SchemaName { get; init; }

    public string? JsonName { get; init; }

    public bool IsRequired { get; init; }

    /// <summary>
    /// Whether its type is one that the library carries others in: what has no form in there is the input's fault, not the type's.
    /// </summary>
    public bool IsOfCarrier { get; init; }

    /// <summary>Whether Google's generated code is the example where it and protobuf-net differ.</summary>
    public bool IsGoogle { get; init; }
}

/// <summary>Whether there is a message around something that may be null.</summary>
internal enum ProtobufWrap : byte
{
    None,
    Length,
    Group,
}

/// <summary>What the Protobuf convention knows of a type: <see cref="ObjectModel.Details"/>.</summary>
/// <param name="Type">The type.</param>
/// <param name="Layers">The root base first, the type itself last: each a message within the one before.</param>
/// <param name="IsGroup">Whether values are written as groups wherever they stand.</param>
/// <param name="Name">The name in a schema, where one was given.</param>
internal sealed record ProtobufTypeFacts(Type Type, ImmutableArray<ProtobufLayer> Layers, bool IsGroup, string? Name)
{
    public ImmutableArray<ProtobufReservation> Reserved { get; init; } = [];

    /// <summary>Whether Google's generated code is the example where it and protobuf-net differ.</summary>
    public bool IsGoogle { get; init; }

    /// <summary>Whether it was made a message without any attribute: a tuple.</summary>
    public bool IsTuple { get; init; }
}

/// <summary>One level of a hierarchy.</summary>
/// <param name="Type">The type that it belongs to.</param>
/// <param name="Includes">All types that derive from it directly.</param>
internal sealed record ProtobufLayer(Type Type, ImmutableArray<ProtobufInclude> Includes);

/// <summary>A derived type and the field in its base that holds what it adds.</summary>
internal sealed record ProtobufInclude(int Number, Type Type, bool IsGroup);

/// <summary>Numbers or a name that are not to be used.</summary>
internal sealed record ProtobufReservation(int From, int To, string? Name);

/// <summary>What has been said about a type, by attributes and by registration together.</summary>
internal sealed record ProtobufContract(Type Type)
{
    public bool IsProto { get; init; }

    public bool IsDataContract { get; init; }

    public bool IsXmlType { get; init; }

    public bool IsAny => IsProto || IsDataContract || IsXmlType;

    public string? Name { get; init; }

    public ProtobufImplicit Implicit { get; init; }

    public int ImplicitFirst { get; init; } = 1;

    public bool InfersFromName { get; init; }

    public int DataMemberOffset { get; init; }

    public bool SkipsConstructor { get; init; }

    public bool IgnoresListHandling { get; init; }

    public bool IsGroup { get; init; }

    public bool IgnoresUnknownSubtypes { get; init; }

    public Type? Surrogate { get; init; }

    /// <summary>Whether Google's generated code is the example where it and protobuf-net differ.</summary>
    public bool IsGoogle { get; init; }

    public MethodInfo? Factory { get; init; }

    public ProtobufLevel Level { get; init; }

    public ImmutableArray<ProtobufInclude> Includes { get; init; } = [];

    public ImmutableArray<ProtobufReservation> Reserved { get; init; } = [];

    /// <summary>Fields registered in code, and [ProtoPartialMember]: by member name.</summary>
    public ImmutableDictionary<string, ProtobufMark> Partial { get; init; } = ImmutableDictionary<string, ProtobufMark>.Empty;

    public ImmutableHashSet<string> Ignored { get; init; } = [];

    /// <summary>Cases registered in code (<see cref="ProtobufCases"/>): by member name.</summary>
    public ImmutableDictionary<string, ProtobufCaseOf[]> Cases { get; init; } = ImmutableDictionary<string, ProtobufCaseOf[]>.Empty;

    /// <summary>Methods registered in code to run around writing and reading.</summary>
    public Callbacks? Callbacks { get; init; }
}

/// <summary>What has been said about a member.</summary>
internal sealed record ProtobufMark
{
    public int Number { get; init; }

    public string? Name { get; init; }

    public ProtobufFormat Format { get; init; }

    public bool IsPacked { get; init; }

    public bool IsRequired { get; init; }

    public bool Overwrites { get; init; }

    public string? OneOf { get; init; }

    public string? JsonName { get; init; }

    public ProtobufFormat KeyFormat { get; init; }

    public ProtobufFormat ValueFormat { get; init; }

    public bool DisablesMap { get; init; }

    public ProtobufWrap ValueWrap { get; init; }

    public ProtobufWrap CollectionWrap { get; init; }

    public ProtobufLevel Level { get; init; }

    public object? Default { get; init; }

    /// <summary>Of one case of a member: its type.</summary>
    public Type? Case { get; init; }

    /// <summary>Whether the number stands, rather than being found by name.</summary>
    public bool IsPinned { get; init; } = true;
}
