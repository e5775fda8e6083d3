using System.Collections.Immutable;

namespace Isomer.Conventions;

/// <summary>What is registered in code about a type.</summary>
internal sealed record ProtobufRule(Type Type, Func<ProtobufContract, ProtobufContract> Rule);

internal sealed record ProtobufSettings(
    ShapeTier Tier,
    ProtobufLevel Level,
    bool OmitsZeros,
    bool WritesKind,
    bool ProtobufOnly,
    bool NumbersMembers,
    ImmutableArray<ProtobufRule> Rules,
    ImmutableDictionary<Type, Surrogate> Surrogates,
    ImmutableDictionary<Type, Type> OpenSurrogates)
{
    /// <summary>Whether null and empty collections differ everywhere.</summary>
    public bool WrapsCollections { get; init; }

    /// <summary>Whether Google's generated code is the example where it and protobuf-net differ.</summary>
    public bool IsGoogle { get; init; }

    /// <summary>The level of tuples where a member that holds them has another than the convention; else not specified.</summary>
    public ProtobufLevel TupleLevel { get; init; }

    /// <summary>Full names of attributes, or namespaces, that are passed over where they are not obeyed.</summary>
    public ImmutableArray<string> IgnoredAttributes { get; init; } = [];

    public static ProtobufSettings Default { get; } = new(
        ShapeTier.Auto, ProtobufLevel.Level200, true, false, false, false, [], ImmutableDictionary<Type, Surrogate>.Empty,
        ImmutableDictionary<Type, Type>.Empty);
}
