using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

/// <summary>
/// What was read is written again as BinaryFormatter writes it again that read it: random graphs of many types, in both tiers. Before,
/// lists and tables had the room and the count of changes of new ones, and so hashed entries came in another order.
/// </summary>
public class RewrittenGraphTests(ITestOutputHelper output)
{
    static readonly NrbfOptions[] s_options =
    [
        .. ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection]).Select(static tier => new NrbfOptions
        {
            KnownTypes = [.. RewrittenGraphs.Known],
            Convention = Convention.Fields.WithTier(tier),
        })
    ];

    static byte[] Original(object graph)
    {
        var stream = new MemoryStream();
        new BinaryFormatter().Serialize(stream, graph);
        return stream.ToArray();
    }

    static byte[] OriginalAgain(byte[] payload) => Original(new BinaryFormatter().Deserialize(new MemoryStream(payload)));

    [Fact]
    public void As_BinaryFormatter_writes_it_again()
    {
        const int Graphs = 1500;
        int compared = 0;
        for (int seed = 0; seed < Graphs; seed++)
        {
            object graph = new RewrittenGraphs(new Random(seed)).Root();
            byte[] first = Original(graph);
            byte[]? again = null;
            try
            {
                again = OriginalAgain(first);
            }
            catch (System.Runtime.Serialization.SerializationException)
            {
                // It does not read what it wrote: keys that it asks before they are there.
            }
            foreach (var options in s_options)
            {
                Assert.Equal(first, Nrbf.Serialize(graph, options));
                byte[] ours = Nrbf.Serialize(Nrbf.Deserialize<object>(first, options)!, options);
                if (again is null)
                    continue;
                Assert.True(ours.AsSpan().SequenceEqual(again),
                    $"{seed}: {first.Length} bytes, again {again.Length}, ours {ours.Length}, {ours.AsSpan().CommonPrefixLength(again)}");
                compared++;
            }
        }
        output.WriteLine($"{compared} compared");
        Assert.InRange(compared, Graphs * 19 / 10, Graphs * 2);
    }
}
