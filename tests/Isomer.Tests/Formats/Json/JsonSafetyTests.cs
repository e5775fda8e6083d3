using System.Diagnostics;
using System.Text;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Hostile input: a value or a WireFormatException, whatever the bytes; never more memory than 64 KB and 1,000 times the
/// input; never a hang. ISOMER_FUZZ_ITERATIONS scales the random part (100,000), ISOMER_FUZZ_SEED repeats a run.
/// </summary>
public class JsonSafetyTests(ITestOutputHelper output)
{
    const long FreeBytes = 64 << 10;
    const long BytesPerByte = 1000;

    sealed record Case(byte[] Payload, Action<byte[]>[] Readers);

    static Case Make<T>(T value, JsonOptions? options = null)
    {
        var tiers = JsonCheck.Tiers(options).ToArray();
        return new Case(Json.Serialize(value, tiers[0]),
        [
            bytes => Json.Deserialize<T>(bytes, tiers[0]),
            bytes => Json.Deserialize<T>(bytes, tiers[1]),
            bytes => Json.ParseNode(bytes, tiers[0]),
            bytes => Json.Deserialize<object>(bytes, tiers[0]),
            bytes => Json.Deserialize<JsonGraphTests.Leaf>(bytes, tiers[0]),
        ]);
    }

    /// <summary>200 payloads of many types, most of them some hundred bytes long.</summary>
    static readonly Case[] Cases = [.. Enumerable.Range(0, 200).Select(CaseOf)];

    static Case CaseOf(int seed)
    {
        var random = new Random(seed);
        JsonPolymorphismTests.Animal cat = new JsonPolymorphismTests.Cat { Name = "c" + seed, Friend = new JsonPolymorphismTests.Dog { Barks = seed } };
        var graph = new JsonPolymorphismTests.Graph { Name = "g", Shared1 = [1, seed], Map = [] };
        graph.Self = graph;
        graph.Shared2 = graph.Shared1;
        graph.Map["me"] = graph;
        return (seed % 10) switch
        {
            0 => Make(cat),
            1 => Make(cat, new JsonOptions { TypeAnywhere = true }),
            2 => Make(graph, new JsonOptions { References = References.Preserve }),
            3 => Make(Enumerable.Range(0, 9).ToDictionary(i => i * random.Next(), i => random.NextDouble())),
            4 => Make((Guid.NewGuid(), DateTime.UtcNow, TimeSpan.FromTicks(random.NextInt64()), (decimal)random.NextDouble(), System.Numerics.BigInteger.One << random.Next(200))),
            5 => Make(new int[][] { [1, 2], [], [random.Next()] }),
            6 => Make(new JsonGraphTests.Leaf?[] { new(seed, "é\"\\\n", 1e-9), null }, JsonOptions.Pretty),
            7 => Make(new Dictionary<string, object> { ["a"] = new object[] { 1, "x", null!, true }, ["b"] = new Dictionary<string, string> { ["c"] = "d" } }, new JsonOptions { Leniency = (JsonLeniency)7, Duplicates = JsonMembers.Refuse }),
            8 => Make(new JsonObjectTests.WithRequired { Id = seed, Name = "n" }, new JsonOptions { Numbers = JsonNumbers.ReadFromString | JsonNumbers.WriteAsString | JsonNumbers.NamedFloats, IgnoreCase = true }),
            _ => Make(new JsonGraphTests.Maker(seed).Make(typeof(JsonGraphTests.Node1), 4) as JsonGraphTests.Node1, new JsonOptions { Omit = JsonOmit.WhenDefault, EnumsAsNames = true }),
        };
    }

    static void Survives(Case c, int reader, byte[] bytes, string how)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        try
        {
            c.Readers[reader](bytes);
        }
        catch (WireFormatException e) when (e.Format == "Json" && e.Offset >= 0 && e.Offset <= bytes.Length && e.Line > 0)
        {
        }
        catch (Exception e)
        {
            Assert.Fail($"{how}, reader {reader}: {Convert.ToBase64String(bytes)}\n{e}");
        }
        long used = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(used <= FreeBytes + (BytesPerByte * bytes.Length), $"{how}: {used} bytes for {bytes.Length}: {Convert.ToBase64String(bytes)}");
    }

    static void Warm()
    {
        // The first use of a type allocates for its model and shape.
        foreach (var c in Cases)
        {
            foreach (var reader in c.Readers)
            {
                try
                {
                    reader(c.Payload);
                    reader("{"u8.ToArray());
                }
                catch (WireFormatException)
                {
                }
            }
            foreach (var reader in c.Readers[..3])
                reader(c.Payload);
        }
    }

    [Fact]
    public void EveryPrefix()
    {
        Warm();
        for (int i = 0; i < Cases.Length; i++)
            for (int length = 0; length < Math.Min(Cases[i].Payload.Length, 300); length++)
                Survives(Cases[i], (i + length) % 5, Cases[i].Payload[..length], $"case {i}, prefix {length}");
    }

    [Fact]
    public void EverySingleByteFlip()
    {
        Warm();
        for (int i = 0; i < Cases.Length; i++)
        {
            byte[] bytes = (byte[])Cases[i].Payload.Clone();
            for (int at = 0; at < Math.Min(bytes.Length, 400); at++)
            {
                foreach (byte mask in (ReadOnlySpan<byte>)[(byte)(1 << (at % 8)), (byte)(1 << ((at + 3) % 8)), 0xFF])
                {
                    bytes[at] ^= mask;
                    Survives(Cases[i], (i + at) % 5, bytes, $"case {i}, byte {at} ^ {mask}");
                    bytes[at] ^= mask;
                }
            }
        }
    }

    [Fact]
    public void RandomMutations()
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 100_000;
        int seed = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_SEED"), out int s) ? s : Environment.TickCount;
        output.WriteLine($"Seed {seed}, {iterations} mutations.");
        Warm();
        var random = new Random(seed);
        byte[] tokens = "{}[],:\"\\/*'-+.0123456789eEtrufalsn $\n\0\xff"u8.ToArray();
        for (int i = 0; i < iterations; i++)
        {
            int index = random.Next(Cases.Length);
            var bytes = Cases[index].Payload.Take(600).ToList();
            for (int changes = 1 + random.Next(4); changes > 0; changes--)
            {
                int at = random.Next(bytes.Count + 1);
                switch (random.Next(6))
                {
                    case 0:
                        bytes.Insert(at, tokens[random.Next(tokens.Length)]);
                        break;
                    case 1 when at < bytes.Count:
                        bytes[at] = tokens[random.Next(tokens.Length)];
                        break;
                    case 2 when at < bytes.Count:
                        bytes[at] = (byte)random.Next(256);
                        break;
                    case 3 when at < bytes.Count:
                        bytes.RemoveRange(at, random.Next(1, Math.Min(20, bytes.Count - at + 1)));
                        break;
                    case 4 when at < bytes.Count:
                        bytes.InsertRange(random.Next(bytes.Count), bytes.GetRange(at, random.Next(1, Math.Min(60, bytes.Count - at + 1))));
                        break;
                    default:
                        var other = Cases[random.Next(Cases.Length)].Payload;
                        int from = random.Next(other.Length);
                        bytes.InsertRange(at, other.AsSpan(from, Math.Min(40, other.Length - from)).ToArray());
                        break;
                }
            }
            Survives(Cases[index], random.Next(5), [.. bytes], $"seed {seed}, mutation {i}");
        }
    }

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
        Assert.Throws<InsufficientExecutionStackException>(() => tree.Clone());
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
        var watch = Stopwatch.StartNew();
        foreach (var options in JsonCheck.Tiers())
        {
            Refused<Dictionary<int, int>>(map, options);
            Refused<Dictionary<long, int>>(map, options);
            Refused<HashSet<long>>(set, options);
            Refused<HashSet<int>>(set, options);
            Assert.Equal(50_000, Json.FromText<Dictionary<int, int>>("{" + string.Join(",", Enumerable.Range(0, 50_000).Select(k => $"\"{k * 3}\":1")) + "}", options).Count);
            Assert.Equal(50_000, Json.FromText<List<long>>(set, options).Count);
        }
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(10), $"{watch.Elapsed}");
    }

    [Fact]
    public void TypeBehindOtherMembersIsNotReadWithoutBound()
    {
        // Each level is looked over for its $type before it is read: n levels of n bytes.
        var options = new JsonOptions { TypeAnywhere = true, Limits = new Limits { MaxDepth = 5000 } };
        string text = string.Concat(Enumerable.Repeat("{\"Friend\":", 4000)) + "null" + string.Concat(Enumerable.Repeat(",\"$type\":7}", 4000));
        var watch = Stopwatch.StartNew();
        Refused<JsonPolymorphismTests.Animal>(text, options);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5), $"{watch.Elapsed}");
    }

    [Fact]
    public void SixteenThreadsUseTypesForTheFirstTimeAtOnce()
    {
        for (int round = 0; round < 12; round++)
        {
            var convention = round % 3 == 2 ? Convention.Plain.WithTier(ShapeTier.Reflection) : round % 3 == 1 ? Convention.Plain.WithoutFields() : Convention.Plain.WithUnknownSubtypes(Model.UnknownSubtypes.WriteAsBase);
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
