using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

internal sealed record FieldsSettings(ShapeTier Tier, ImmutableDictionary<Type, Surrogate> Surrogates, bool TakesUnmarked, bool RequiresAll,
    SurrogateChoice? Choice = null)
{
    public static FieldsSettings Default { get; } = new(ShapeTier.Auto, ImmutableDictionary<Type, Surrogate>.Empty, false, false);
}
