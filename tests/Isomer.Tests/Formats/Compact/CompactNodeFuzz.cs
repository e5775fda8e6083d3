using Isomer.Battery;
using Isomer.Conventions;
using Isomer.Tests.Safety;
using Xunit;
using Tree = Isomer.Node;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>
/// Whatever the bytes, ParseNode gives a tree, which JSON can write, or WireFormatException; as nodes of a declared type
/// the same. ISOMER_FUZZ_ITERATIONS scales the random part (100,000), ISOMER_FUZZ_SEED repeats a run.
/// </summary>
public class CompactNodeFuzz(ITestOutputHelper output)
{
    static readonly CompactOptions Registered =
        CompactOptions.Default with { Convention = Convention.Plain.WithSubtype<object, Dog>("Dog", 7) };

    static readonly JsonOptions Lenient = new() { Numbers = JsonNumbers.NamedFloats, Limits = new Limits { MaxDepth = 300 } };

    static byte[][] Payloads { get; } = [.. Make()];

    static IEnumerable<byte[]> Make()
    {
        foreach (var schema in new[] { CompactSchema.Embedded, CompactSchema.Hashed })
            foreach (var references in Enum.GetValues<References>())
            {
                var options = Registered with { Schema = schema, References = references };
                var circle = new Node { Value = 1, Others = [new Node { Value = 2 }] };
                circle.Others.Add(circle.Others[0]);
                if (references == References.Preserve)
                    circle.Next = circle.Others[0]!.Next = circle;
                yield return Compact.Serialize(circle, options);
                yield return Compact.Serialize(Scalarful.Full, options);
                yield return Compact.Serialize(Collections.Full, options);
                yield return Compact.Serialize(new Zoo { Animals = [new Dog(), new Cat(), null, new Animal { Name = "é" }] }, options);
                yield return Compact.Serialize<object?[]>(
                    [1, "x", new[] { 1.5 }, new List<object?> { null, 2m }, new Dog(),
                        new Dictionary<string, object?> { ["k"] = DateTime.MaxValue }], options);
                yield return Compact.Serialize(new[] { new CompactNodeTests.Optional { A = 1, B = 2 }, new CompactNodeTests.Optional() },
                    options);
                yield return Compact.Serialize(new Empty[5], options);
                yield return Compact.Serialize(
                    new CompactNodeRoundTrips.Holder
                    { Extra = Json.ParseNode("""{"a":[1e400,{"b":null}],"c":"d"}"""), Any = new NodeArray(1, "x") }, options);
            }
    }

    static readonly Action<byte[]>[] Readers =
    [
        b => Json.Serialize(Compact.ParseNode(b), Lenient),
        b => Json.Serialize(Compact.ParseNode(b), Lenient),
        b => Compact.Deserialize<CompactNodeRoundTrips.Holder>(b, Registered),
        b => Compact.Deserialize<CompactNodeRoundTrips.Changed>(b, Registered),
        b => Compact.Deserialize<Tree>(b, Registered),
    ];

    static void Try(byte[] bytes, int reader, string what)
    {
        try
        {
            Readers[reader](bytes);
        }
        catch (WireFormatException e)
        {
            if (e.Format != "Compact" || e.Offset < 0 || e.Offset > bytes.Length)
                throw new InvalidOperationException($"{what}, reader {reader}, input {System.Convert.ToHexString(bytes)}", e);
        }
        catch (Exception e)
        {
            throw new InvalidOperationException($"{what}, reader {reader}, input {System.Convert.ToHexString(bytes)}", e);
        }
    }

    [Fact]
    public void EveryPrefixIsRefused()
    {
        foreach (byte[] bytes in Payloads)
            for (int length = 0; length < bytes.Length; length++)
                Assert.Equal("Compact", Assert.Throws<WireFormatException>(() => Compact.ParseNode(bytes[..length])).Format);
    }

    [Fact]
    public void EveryByteFlipped()
    {
        foreach (byte[] bytes in Payloads)
            for (int i = 0; i < bytes.Length; i++)
                foreach (byte mask in (ReadOnlySpan<byte>)[0x01, 0x80, 0xFF, 0x02])
                {
                    byte[] flipped = [.. bytes];
                    flipped[i] ^= mask;
                    for (int reader = 1; reader < Readers.Length; reader++)
                        Try(flipped, reader, $"byte {i} ^ {mask}");
                }
    }

    [Fact]
    public void RandomMutations()
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 100_000;
        int seed = MutationSeed.Value;
        output.WriteLine($"Seed {seed}, {iterations} mutations.");
        var random = new Random(seed);
        for (int i = 0; i < iterations; i++)
        {
            byte[] bytes = Payloads[random.Next(Payloads.Length)];
            var mutant = new List<byte>(bytes);
            for (int changes = random.Next(1, 5); changes > 0 && mutant.Count > 0; changes--)
            {
                int at = random.Next(mutant.Count);
                switch (random.Next(6))
                {
                    case 0: mutant[at] = (byte)random.Next(256); break;
                    case 1: mutant.RemoveRange(at, Math.Min(random.Next(8), mutant.Count - at)); break;
                    case 2:
                        mutant.InsertRange(at,
                        bytes.AsSpan(at % bytes.Length, Math.Min(random.Next(16), bytes.Length - (at % bytes.Length)))); break;
                    case 3: mutant[at] = new byte[] { 0, 1, 2, 3, 5, 0x4F, 0x51, 0x7F, 0x80, 0xFE, 0xFF }[random.Next(11)]; break;
                    case 4: mutant[0] ^= 0x40; break;
                    default: mutant[at]++; break;
                }
            }
            Try([.. mutant], random.Next(Readers.Length), $"seed {seed}, mutation {i}");
        }
    }

    [Fact]
    public void DepthOfAMillion()
    {
        byte[] one = Compact.Serialize(new CompactHostile.Deep { Next = new() });
        byte[] deep = [.. one[..^6], .. Enumerable.Repeat((byte)1, 1_000_000), .. new byte[] { 0, 0, 0 }];
        // Nodes and dynamic values that hold nothing but another.
        byte[] any = Compact.Serialize<object?>(null);
        byte[] tags = [.. any[..^1], .. Enumerable.Repeat((byte)(39 * 2 + 1), 1_000_000), 0];
        byte[] lists = [.. any[..^1], .. Enumerable.Repeat<byte[]>([33 * 2 + 1, 1, 3], 1_000_000).SelectMany(b => b), 0];
        // An optional of itself, and a subtype of itself by an alias.
        byte[] option = [0x01, 9, 0x81, 3, 3, 0, 0x81, .. Enumerable.Repeat((byte)1, 1_000_000), 0];
        option[1] = (5 * 2) + 1;
        foreach (byte[] bytes in new[] { deep, tags, lists, option })
            foreach (int maxDepth in new[] { 64, int.MaxValue })
            {
                var options = CompactOptions.Default with { Limits = new Limits { MaxDepth = maxDepth } };
                foreach (Func<object?> read in new Func<object?>[] { () => Compact.ParseNode(bytes, options),
                    () => Compact.Deserialize<Tree>(bytes, options), () => Compact.Deserialize<object>(bytes, options) })
                {
                    try
                    {
                        // Those that are loops end well.
                        Assert.Null(read());
                    }
                    catch (WireFormatException e)
                    {
                        Assert.Equal("Compact", e.Format);
                    }
                }
            }
    }

    public struct Label { public string? Text { get; set; } }

    public class Labelled
    {
        public Label Label { get; set; }
        public bool ShouldSerializeLabel() => true;
    }

    [Fact]
    public void ThePathEndsAtAMarkerBeforeAnObjectWithoutABlock()
    {
        byte[] bytes =
            Compact.Serialize(new Labelled { Label = new() { Text = "x" } }, Registered with { Schema = CompactSchema.Embedded });
        bytes[^2] = 0x7D;
        Assert.Equal("$.Label.Text", Assert.Throws<WireFormatException>(() => Compact.ParseNode(bytes)).Path);
        Assert.Equal("$.Label", Assert.Throws<WireFormatException>(() => Compact.Deserialize<Zoo>(bytes)).Path);
    }

    [Fact]
    public void ObjectsWithoutBytesAreBounded()
    {
        // A sequence of objects, each of 60 members that are objects without members: a byte would be 60 nodes.
        var layout = new List<byte> { 0x81, 7, 4, 0, 0x83, 7, 0, 121 };
        for (byte i = 0; i < 60; i++)
            layout.AddRange([i, 0, 0, 0, .. Number((64 + 2) << 2)]);
        layout.AddRange([1, 7, 0, 1, 1]);
        byte[] bytes = [0x01, .. Number(layout.Count), .. layout, .. Number(100_000), .. new byte[100_000]];
        var watch = ThreadTime.Start();
        Assert.Contains("The payload has too many objects", Assert.Throws<WireFormatException>(() => Compact.ParseNode(bytes)).Message,
            StringComparison.Ordinal);
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(10));

        static byte[] Number(int n) => n < 128 ? [(byte)((n << 1) | 1)]
            : n < 1 << 14 ? [(byte)((n << 2) | 2), (byte)(n >> 6)]
            : [(byte)((n << 3) | 4), (byte)(n >> 5), (byte)(n >> 13)];
    }
}
