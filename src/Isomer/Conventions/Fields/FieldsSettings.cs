using System.Collections.Immutable;

namespace Isomer.Conventions;

internal sealed record FieldsSettings(ShapeTier Tier, ImmutableDictionary<Type, Surrogate> Surrogates, bool TakesUnmarked, bool RequiresAll,
    SurrogateChoice? Choice = null)
{
    public static FieldsSettings Default { get; } = new(ShapeTier.Auto, ImmutableDictionary<Type, Surrogate>.Empty, false, false);
}
