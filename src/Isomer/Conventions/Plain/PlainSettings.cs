using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

internal sealed record SubtypeRule(Type Base, Type Derived, int? Number, string? Name);

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed record PlainSettings(
    bool Fields,
    ShapeTier Tier,
    UnknownSubtypes UnknownSubtypes,
    ImmutableArray<SubtypeRule> Subtypes,
    ImmutableDictionary<Type, Surrogate> Surrogates,
    ImmutableDictionary<Type, Type> OpenSurrogates,
    ImmutableArray<string> IgnoredAttributes,
    bool? HiddenSetters = null,
    // Whether it is for formats that give back all that they took.
    bool KeepsAll = false,
    TableForm Tables = TableForm.Full)
{
    /// <summary>Converters of System.Text.Json's, the first that takes a type first.</summary>
    public ImmutableArray<ConverterSet> Converters { get; init; } = [];

    /// <summary>What the program says of members.</summary>
    public ImmutableArray<Func<MemberInfo, MemberRule?>> Rules { get; init; } = [];

    public MemberRule? RuleOf(MemberInfo member)
    {
        for (int i = Rules.Length - 1; i >= 0; i--)
            if (Rules[i](member) is { } rule)
                return rule;
        return null;
    }

    /// <summary>Whether a collection that has no setter takes items, as it does not in System.Text.Json unless it is told to.</summary>
    public bool FillsWithoutSetter { get; init; } = true;

    /// <summary>Whether properties without a public setter are not written, unless they are collections.</summary>
    public bool OmitsReadOnlyProperties { get; init; }

    /// <summary>Whether read-only fields are not written, unless they are collections.</summary>
    public bool OmitsReadOnlyFields { get; init; }

    /// <summary>Whether what a parameter without a default takes must be there.</summary>
    public bool RequiresParameters { get; init; }

    /// <summary>
    /// Whether nothing counts that System.Text.Json does not know: conditions, companions, [NonSerialized], marked callbacks.
    /// </summary>
    public bool IsTheirsAlone { get; init; }

    /// <summary>The options that came with converters, if some did.</summary>
    public JsonSerializerOptions? GivenConverterOptions => Converters is [var set, ..] ? set.Options : null;

    /// <summary>What a converter is called with that an attribute names; null where these are passed over.</summary>
    public JsonSerializerOptions? ConverterOptions => ForeignAttributes.IsIgnored(typeof(JsonConverterAttribute), IgnoredAttributes) ? null
        : GivenConverterOptions ?? JsonSerializerOptions.Default;

    public static PlainSettings Default { get; } = new(
        true, ShapeTier.Auto, UnknownSubtypes.Refuse, [], ImmutableDictionary<Type, Surrogate>.Empty, ImmutableDictionary<Type, Type>.Empty,
        []);

    /// <summary>For another family that asks which members a plain type has: attributes about JSON are none of its business.</summary>
    public static PlainSettings OfMembers =>
        Default with { KeepsAll = true, IgnoredAttributes = ["System.Text.Json.Serialization", "Newtonsoft.Json"] };
}
