using Isomer.Battery;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfCompact;

/// <summary>Whatever the bytes: a value or WireFormatException, in bounded time and memory.</summary>
public class CompactHostile
{
    public class Deep { public Deep? Next { get; set; } public List<Deep>? Many { get; set; } public object? Any { get; set; } }

    static readonly CompactOptions[] Variants =
    [
        CompactOptions.Default,
        CompactOptions.Default with { Schema = CompactSchema.Embedded, References = References.Preserve },
        CompactOptions.Default with { Schema = CompactSchema.Fingerprint },
        CompactOptions.Default with { Checksum = true },
    ];

    static readonly CompactOptions Registered =
        CompactOptions.Default with { Convention = Convention.Plain.WithSubtype<object, Dog>("Dog", 7) };

    /// <summary>Payloads, each with types to read it as: its own, and others that make the adapter work.</summary>
    static IEnumerable<(byte[] Bytes, Func<byte[], object?>[] Readers)> Payloads()
    {
        foreach (var o in Variants)
        {
            var options = o with { Convention = Registered.Convention };
            yield return (Compact.Serialize(Scalarful.Full, options), [Read<Scalarful>, Read<CompactCompatibility.Box<int>>]);
            yield return (Compact.Serialize(Collections.Full, options), [Read<Collections>, Read<Scalarful>]);
            yield return (Compact.Serialize(new Zoo { Animals = [new Dog(), new Cat(), null, new Animal { Name = "é" }] }, options),
                [Read<Zoo>, Read<CompactCompatibility.Box<List<Animal>>>]);
            yield return (Compact.Serialize<object?[]>(
                [1, "x", new[] { 1.5 }, new List<object?> { null, 2m }, new Dog(),
                    new Dictionary<string, object?> { ["k"] = DateTime.MaxValue }], options), [Read<object?[]>, Read<List<int>>]);
            var shared = new CompactCompatibility.Pair { First = new() { Value = 1, Others = [new() { Value = 2 }] } };
            yield return (Compact.Serialize(shared, options),
                [Read<CompactCompatibility.Pair>, Read<CompactCompatibility.PairWithoutUnknown>]);
            yield return (Compact.Serialize(new CompactCompatibility.V1 { Id = 5, Numbers = [1, 2], Inner = new() }, options),
                [Read<CompactCompatibility.V1>, Read<CompactCompatibility.V2>]);
            yield return (Compact.Serialize(new int[][] { [1, 2], [], [3] }, options), [Read<int[][]>, Read<List<HashSet<long>>>]);
            yield return (Compact.Serialize(new Empty[5], options), [Read<Empty[]>, Read<List<Empty>>]);
        }

        static object? Read<T>(byte[] bytes) => Compact.Deserialize<T>(bytes, Registered);
    }

    static void Try(byte[] bytes, Func<byte[], object?> read)
    {
        try
        {
            read(bytes);
        }
        catch (WireFormatException e)
        {
            Assert.Equal("Compact", e.Format);
            Assert.InRange(e.Offset, 0, bytes.Length);
        }
    }

    [Fact]
    public void EveryPrefixIsRefused()
    {
        foreach (var (bytes, readers) in Payloads())
            foreach (var read in readers)
                for (int length = 0; length < bytes.Length; length++)
                    Assert.Equal("Compact", Assert.Throws<WireFormatException>(() => read(bytes[..length])).Format);
    }

    [Fact]
    public void EveryByteFlipped()
    {
        foreach (var (bytes, readers) in Payloads())
            for (int i = 0; i < bytes.Length; i++)
                foreach (byte mask in new byte[] { 0x01, 0x80, 0xFF, 0x02 })
                {
                    byte[] flipped = [.. bytes];
                    flipped[i] ^= mask;
                    foreach (var read in readers)
                        Try(flipped, read);
                }
    }

    [Fact]
    public void RandomMutations()
    {
        int seed = MutationSeed.Value;
        TestContext.Current.TestOutputHelper?.WriteLine($"ISOMER_FUZZ_SEED={seed}");
        var random = new Random(seed);
        var payloads = Payloads().ToArray();
        for (int round = 0; round < 100_000; round++)
        {
            var (bytes, readers) = payloads[random.Next(payloads.Length)];
            var mutant = new List<byte>(bytes);
            for (int n = random.Next(1, 5); n > 0 && mutant.Count > 0; n--)
            {
                int at = random.Next(mutant.Count);
                switch (random.Next(5))
                {
                    case 0: mutant[at] = (byte)random.Next(256); break;
                    case 1: mutant.RemoveRange(at, Math.Min(random.Next(8), mutant.Count - at)); break;
                    case 2:
                        mutant.InsertRange(at,
                        bytes.AsSpan(at % bytes.Length, Math.Min(random.Next(16), bytes.Length - (at % bytes.Length)))); break;
                    case 3: mutant[at] = new byte[] { 0, 1, 2, 3, 0x7F, 0x80, 0xFE, 0xFF }[random.Next(8)]; break;
                    default: mutant[at]++; break;
                }
            }
            byte[] input = [.. mutant];
            try
            {
                Try(input, readers[random.Next(readers.Length)]);
            }
            catch (Exception e) when (e is not Xunit.Sdk.XunitException)
            {
                throw new InvalidOperationException($"Seed {seed}, round {round}, input {System.Convert.ToHexString(input)}", e);
            }
        }
    }

    [Fact]
    public void LengthsThatLieAllocateNothing()
    {
        Lie(Compact.Serialize(new double[1]), 9, b => Compact.Deserialize<double[]>(b));
        Lie(Compact.Serialize(new string[1]), 2, b => Compact.Deserialize<string[]>(b));
        Lie(Compact.Serialize(new byte[1]), 2, b => Compact.Deserialize<byte[]>(b));
        Lie(Compact.Serialize("x"), 2, b => Compact.Deserialize<string>(b));
        Lie(Compact.Serialize(new Empty[1]), 2, b => Compact.Deserialize<Empty[]>(b));
        Lie(Compact.Serialize(new Dictionary<int, int> { [1] = 1 }), 9, b => Compact.Deserialize<Dictionary<int, int>>(b));
        Lie(Compact.Serialize(new List<int> { 1 }), 5, b => Compact.Deserialize<List<int>>(b));

        // The length stands this many bytes from the end; it is made to claim two billion.
        static void Lie(byte[] bytes, int fromEnd, Func<byte[], object> read)
        {
            byte[] lie = [.. bytes[..^fromEnd], 0xF0, 0xFF, 0xFF, 0xFF, 0x7F, .. bytes[^(fromEnd - 1)..]];
            Assert.Throws<WireFormatException>(() => read(lie));
            Assert.InRange(Allocated.Least(100_000, () => Assert.Throws<WireFormatException>(() => read(lie))), 0, 100_000);
        }
    }

    [Fact]
    public void DepthOfAMillion()
    {
        byte[] one = Compact.Serialize(new Deep { Next = new Deep() });
        byte[] two = Compact.Serialize(new Deep { Next = new Deep { Next = new Deep() } });
        // What one more level adds, a million times.
        int tail = 1 + 1 + 1 + 3;
        byte[] deep = [.. one[..^tail], .. Enumerable.Repeat((byte)1, 1_000_000), .. new byte[] { 0, 0, 0 }];
        Assert.Equal(1, two.Length - one.Length - 2);
        var raised = CompactOptions.Default with { Limits = new Limits { MaxDepth = int.MaxValue } };
        foreach (var options in new[] { CompactOptions.Default, raised,
            raised with { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) } })
        {
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Deep>(deep, options));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<CompactCompatibility.Box<Deep>>(deep, options));
        }
        var chain = new Deep();
        for (int i = 0; i < 1_000_000; i++)
            chain = new Deep { Next = chain };
        Assert.Throws<NotSupportedException>(() => Compact.Serialize(chain));
        Assert.Throws<NotSupportedException>(() => Compact.Serialize(chain, raised));
        var circle = new Deep();
        circle.Next = circle;
        Assert.Throws<NotSupportedException>(() => Compact.Serialize(circle));
    }

    [Fact]
    public void DepthIsCountedExactly()
    {
        for (int depth = 60; depth < 70; depth++)
        {
            var chain = new Deep();
            for (int i = 1; i < depth; i++)
                chain = new Deep { Next = chain };
            var exact = CompactOptions.Default with { Limits = new Limits { MaxDepth = depth } };
            byte[] bytes = Compact.Serialize(chain, exact);
            Compact.Deserialize<Deep>(bytes, exact);
            var less = CompactOptions.Default with { Limits = new Limits { MaxDepth = depth - 1 } };
            Assert.Throws<NotSupportedException>(() => Compact.Serialize(chain, less));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Deep>(bytes, less));
        }
    }

    [Fact]
    public void CollidingKeysStayLinear()
    {
        // Keys that nobody chose, then keys that all have the hash 0.
        var keys = Enumerable.Range(0, 100_000).ToDictionary(i => i * 31L, i => 0);
        Compact.Deserialize<Dictionary<long, int>>(Compact.Serialize(keys));
        var watch = ThreadTime.Start();
        var hostile = new KeyValuePair<long, byte>[100_000];
        for (int i = 0; i < hostile.Length; i++)
            hostile[i] = new((long)i << 32 | (uint)i, 0);
        Assert.Throws<WireFormatException>(
            () => Compact.Deserialize<HashSet<long>>(Compact.Serialize(hostile.Select(p => p.Key).ToArray())));
        Assert.True(watch.Elapsed < TimeSpan.FromSeconds(5));
    }

    [Fact]
    public void UserExceptionsAreWrappedWithThePlace()
    {
        byte[] bytes = Compact.Serialize(new CompactCompatibility.Box<string> { Value = "1.x" });
        byte[] versions = Compact.Serialize(new CompactCompatibility.Box<Version> { Value = new Version(1, 2) });
        int at = versions.AsSpan().IndexOf("1.2"u8);
        versions[at + 2] = (byte)'x';
        var e = Assert.Throws<WireFormatException>(() => Compact.Deserialize<CompactCompatibility.Box<Version>>(versions));
        Assert.Equal("$.Value", e.Path);
        Assert.Equal("Compact", e.Format);
        Assert.NotNull(e.InnerException);
        Assert.NotEmpty(bytes);
    }

    [Fact]
    public void ChecksumFindsEveryFlippedBit()
    {
        byte[] bytes = Compact.Serialize(Collections.Full, CompactOptions.Default with { Checksum = true });
        for (int i = 1; i < bytes.Length; i++)
            for (int bit = 0; bit < 8; bit++)
            {
                byte[] flipped = [.. bytes];
                flipped[i] ^= (byte)(1 << bit);
                Assert.Contains("checksum", Assert.Throws<WireFormatException>(() => Compact.Deserialize<Collections>(flipped)).Message,
                    StringComparison.Ordinal);
            }
    }
}
