using Isomer.Tests.Ahead;

namespace Isomer.Tests.Core;

/// <summary>
/// JsonOptions.Graph on everything that the core's tests have: every type, every collection, every reference, with nothing lost.
/// </summary>
public sealed class GraphUnderTest : WireUnderTest
{
    static readonly JsonTypes s_types = JsonTypes.None.WithAssembly(typeof(GraphUnderTest).Assembly);

    public override string Name => "Graph";

    public override bool KeepsNaNBits => false;

    public override bool HasNames => true;

    // One for each convention and setup: a convention of its own for each call would compile every shape anew.
    static readonly System.Runtime.CompilerServices.ConditionalWeakTable<Convention,
        System.Collections.Concurrent.ConcurrentDictionary<Setup, JsonOptions>> s_options = [];

    static JsonOptions Options<T>(Convention convention, Setup setup)
    {
        var options = s_options.GetValue(convention, _ => [])
            .GetOrAdd(setup, static (setup, convention) => Make(convention, setup), convention);
        ReadyUnderTest.For(options.Convention, typeof(T));
        return options;
    }

    static JsonOptions Make(Convention convention, Setup setup) => JsonOptions.Graph with
    {
        Convention = convention is PlainConvention plain ? plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) : convention,
        Types = s_types,
        Omit = setup.OmitDefaults ? JsonOmit.WhenDefault : JsonOmit.Never,
        MergeNested = setup.Merge,
        Limits = new Limits { MaxDepth = 500 },
    };

    /// <summary>What could not come back is an error at writing that says so, and nothing else is.</summary>
    public override bool Carries<T>(T value, Convention convention, Setup setup)
    {
        try
        {
            Write(value, convention, setup);
            return true;
        }
        catch (NotSupportedException e)
        {
            return !e.Message.Contains("JsonTypes.None.With<", StringComparison.Ordinal)
                && !e.Message.Contains("in JSON its type would be lost", StringComparison.Ordinal);
        }
    }

    public override byte[] Write<T>(T value, Convention convention, Setup setup) => Json.Serialize(value, Options<T>(convention, setup));

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) =>
        Json.Deserialize<T>(bytes, Options<T>(convention, setup));
}
