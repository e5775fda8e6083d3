using System.Collections.Immutable;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

internal sealed record DataContractSettings(
    ShapeTier Tier,
    ImmutableArray<Type> KnownTypes,
    ImmutableDictionary<Type, Surrogate> Surrogates,
    ISerializationSurrogateProvider? Provider,
    bool ReadOnlyTypes,
    bool Losses,
    ImmutableArray<string> Ignored,
    bool IsShared = false,
    bool IsNamed = false,
    // Whether it is for formats of our own.
    bool IsOwn = false)
{
    public static DataContractSettings Default { get; } =
        new(ShapeTier.Auto, [], ImmutableDictionary<Type, Surrogate>.Empty, null, false, false, []);
}
