using System.Collections.Immutable;

namespace Isomer.Conventions;

/// <summary>What of fastJSON's parameters decides how a type is seen.</summary>
internal sealed record FastJsonView(bool ShowsReadOnly, bool SkipsConstructors, bool LosesTypes, ImmutableArray<Type> Ignored)
{
    /// <summary>Whether it is for formats of our own.</summary>
    public bool IsOwn { get; init; }

    public bool Equals(FastJsonView? other) =>
        other is not null && ShowsReadOnly == other.ShowsReadOnly && SkipsConstructors == other.SkipsConstructors
        && LosesTypes == other.LosesTypes && IsOwn == other.IsOwn && Ignored.AsSpan().SequenceEqual(other.Ignored.AsSpan());

    public override int GetHashCode() => HashCode.Combine(ShowsReadOnly, SkipsConstructors, LosesTypes, Ignored.Length);
}

internal sealed record FastJsonSettings(
    ShapeTier Tier,
    FastJsonView View,
    ImmutableArray<SubtypeRule> Subtypes,
    ImmutableDictionary<Type, Surrogate> Surrogates)
{
    public static FastJsonSettings Default { get; } = new(
        ShapeTier.Auto, FastJsonRules.Default.View, [], ImmutableDictionary<Type, Surrogate>.Empty);
}
