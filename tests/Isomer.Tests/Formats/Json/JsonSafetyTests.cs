using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Depth, colliding keys, late types, first use by many threads: an error or a value, and never a hang.</summary>
public class JsonSafetyTests
{
    const int Deep = 1_000_000;

    [Theory]
    [InlineData(64)]
    [InlineData(int.MaxValue)]
    public void NestingAMillionDeep(int maxDepth)
    {
        string arrays = new('[', Deep);
        string closed = arrays + new string(']', Deep);
        string objects = string.Concat(Enumerable.Repeat("{\"Child\":", Deep));
        string lists = string.Concat(Enumerable.Repeat("{\"Children\":[", Deep));
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Limits = new Limits { MaxDepth = maxDepth } }))
        {
            foreach (string text in new[] { arrays, closed, objects, objects + "null" + new string('}', Deep), lists })
            {
                Refused<Node>(text, options);
                Refused<object>(text, options);
                Refused<JsonGraphTests.Node1>(text, options);
                Refused<Dictionary<string, object>>(text, options);
            }
            // Passing over needs no stack, and no more than the limit forbids it.
            string skipped = "{\"none\":" + closed + "}";
            if (maxDepth > Deep)
                Assert.NotNull(Json.FromText<JsonGraphTests.Node1>(skipped, options));
            else
                Refused<JsonGraphTests.Node1>(skipped, options);
        }
    }

    [Fact]
    public void WritingAMillionDeep()
    {
        Node tree = new NodeArray();
        for (int i = 0; i < Deep; i++)
            tree = new NodeArray(tree);
        var chain = new JsonGraphTests.Node1();
        for (int i = 0; i < Deep; i++)
            chain = new JsonGraphTests.Node1 { Child = chain };
        foreach (int maxDepth in new[] { 64, int.MaxValue })
        {
            foreach (var options in JsonCheck.Tiers(new JsonOptions { Limits = new Limits { MaxDepth = maxDepth } }))
            {
                Assert.Throws<NotSupportedException>(() => Json.Serialize(tree, options));
                Assert.Throws<NotSupportedException>(() => Json.Serialize(chain, options));
            }
        }
        Assert.True(tree.Clone().Equals(tree));
        Assert.Equal(Deep, tree.Select("$..[0]").Count());
    }

    static void Refused<T>(string text, JsonOptions options) =>
        Assert.NotNull(Assert.Throws<WireFormatException>(() => Json.FromText<T>(text, options)).Path);

    [Fact]
    public void CollidingKeysStayLinear()
    {
        // Multiples of a size that hash tables have: all in one bucket while the table has that size.
        const int Buckets = 36353;
        var keys = Enumerable.Range(0, 50_000).Select(i => (long)i * Buckets).ToArray();
        string map = "{" + string.Join(",", keys.Select(k => $"\"{k}\":1")) + "}";
        string set = "[" + string.Join(",", keys) + "]";
        var watch = ThreadTime.Start();
        foreach (var options in JsonCheck.Tiers())
        {
            Refused<Dictionary<int, int>>(map, options);
            Refused<Dictionary<long, int>>(map, options);
            Refused<HashSet<long>>(set, options);
            Refused<HashSet<int>>(set, options);
            Assert.Equal(50_000,
                Json.FromText<Dictionary<int, int>>("{" + string.Join(",", Enumerable.Range(0, 50_000).Select(k => $"\"{k * 3}\":1")) + "}",
                    options).Count);
            Assert.Equal(50_000, Json.FromText<List<long>>(set, options).Count);
        }
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(10), $"{watch.Elapsed}");
    }

    [Fact]
    public void TypeBehindOtherMembersIsNotReadWithoutBound()
    {
        // Each level is looked over for its $type before it is read: n levels of n bytes.
        var options = new JsonOptions { TypeAnywhere = true, Limits = new Limits { MaxDepth = 5000 } };
        string text = string.Concat(Enumerable.Repeat("{\"Friend\":", 4000)) + "null"
            + string.Concat(Enumerable.Repeat(",\"$type\":7}", 4000));
        var watch = ThreadTime.Start();
        Refused<JsonPolymorphismTests.Animal>(text, options);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5), $"{watch.Elapsed}");
    }

    [Fact]
    public void SixteenThreadsUseTypesForTheFirstTimeAtOnce()
    {
        for (int round = 0; round < 12; round++)
        {
            var convention = round % 3 == 2
                ? Convention.Plain.WithTier(ShapeTier.Reflection)
                : round % 3 == 1 ? Convention.Plain.WithoutFields() : Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase);
            var options = new JsonOptions { Convention = convention };
            object value = new JsonGraphTests.Maker(round).Make(typeof(JsonGraphTests.Node1), 3) ?? new JsonGraphTests.Node1();
            using var barrier = new Barrier(16);
            string[] texts = new string[16];
            var threads = Enumerable.Range(0, 16).Select(i => new Thread(() =>
            {
                barrier.SignalAndWait();
                string text = Json.ToText((JsonGraphTests.Node1)value, options);
                var back = Json.FromText<JsonGraphTests.Node1>(text, options);
                texts[i] = text == Json.ToText(back, options) ? text : "differs";
                Json.FromText<JsonPolymorphismTests.Animal>("""{"$type":"dog","Barks":1}""", options);
            })).ToArray();
            Array.ForEach(threads, t => t.Start());
            Array.ForEach(threads, t => t.Join());
            Assert.All(texts, t => Assert.Equal(texts[0], t));
            Assert.NotEqual("differs", texts[0]);
        }
    }
}
