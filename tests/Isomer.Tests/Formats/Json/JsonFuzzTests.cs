using System.Runtime.InteropServices;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Hostile input: a value or a WireFormatException, whatever the bytes; never more memory than 64 KB and 1,000 times the
/// input; never a hang. ISOMER_FUZZ_ITERATIONS scales the random part (100,000), ISOMER_FUZZ_SEED repeats a run.
/// </summary>
public class JsonFuzzTests(ITestOutputHelper output)
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
        JsonPolymorphismTests.Animal cat = new JsonPolymorphismTests.Cat
        { Name = "c" + seed, Friend = new JsonPolymorphismTests.Dog { Barks = seed } };
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
            4 => Make(
                (Guid.NewGuid(), DateTime.UtcNow, TimeSpan.FromTicks(random.NextInt64()), (decimal)random.NextDouble(),
                    System.Numerics.BigInteger.One << random.Next(200))),
            5 => Make(new int[][] { [1, 2], [], [random.Next()] }),
            6 => Make(new JsonGraphTests.Leaf?[] { new(seed, "é\"\\\n", 1e-9), null }, JsonOptions.Pretty),
            7 => Make(
                new Dictionary<string, object>
                { ["a"] = new object[] { 1, "x", null!, true }, ["b"] = new Dictionary<string, string> { ["c"] = "d" } },
                        new JsonOptions { Leniency = (JsonLeniency)7, Duplicates = JsonMembers.Refuse }),
            8 => Make(new JsonObjectTests.WithRequired { Id = seed, Name = "n" },
                new JsonOptions
                { Numbers = JsonNumbers.ReadFromString | JsonNumbers.WriteAsString | JsonNumbers.NamedFloats, IgnoreCase = true }),
            _ => Make(new JsonGraphTests.Maker(seed).Make(typeof(JsonGraphTests.Node1), 4) as JsonGraphTests.Node1,
                new JsonOptions { Omit = JsonOmit.WhenDefault, EnumsAsNames = true }),
        };
    }

    static void Survives(Case c, int reader, byte[] bytes, string how)
    {
        long bound = FreeBytes + (BytesPerByte * bytes.Length);
        long used = Allocated.Least(bound, Read);
        Assert.True(used <= bound, $"{how}, reader {reader}: {used} bytes for {bytes.Length}: {Convert.ToBase64String(bytes)}");

        void Read()
        {
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
        }
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
        int seed = MutationSeed.Value;
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

    /// <summary>
    /// The text lies at the very end of its memory: behind it is a page that must not be touched, so that reading one byte
    /// too far ends the process instead of going unnoticed.
    /// </summary>
    [Fact]
    public unsafe void NothingBehindTheTextIsRead()
    {
        if (!OperatingSystem.IsLinux())
            return;
        Warm();
        const int Size = 1 << 16;
        int page = Environment.SystemPageSize;
        byte* memory = (byte*)NativeMemory.AlignedAlloc((nuint)(Size + page), (nuint)page);
        Assert.Equal(0, Protect(memory + Size, (nuint)page, 0));
        try
        {
            var random = new Random(5);
            var options = JsonOptions.Default;
            foreach (var c in Cases)
            {
                for (int round = 0; round < 60; round++)
                {
                    byte[] bytes = c.Payload[..Math.Min(c.Payload.Length, random.Next(1, 800))];
                    if (round % 3 == 0)
                        bytes[random.Next(bytes.Length)] = (byte)"\"\\{[,0:e"[random.Next(8)];
                    var text = new Span<byte>(memory + Size - bytes.Length, bytes.Length);
                    bytes.CopyTo(text);
                    Swallow<Node>(text, options);
                    Swallow<JsonGraphTests.Node1>(text, options);
                    Swallow<JsonPolymorphismTests.Graph>(text,
                        new JsonOptions { References = References.Preserve, Leniency = (JsonLeniency)7 });
                    Swallow<Dictionary<string, decimal>>(text, options);
                    Swallow<(Guid, DateTime, TimeSpan, decimal, System.Numerics.BigInteger)>(text, options);
                }
            }
            foreach (string scalar in new[] { "1", "-", "1.5", "1e", "12345678", "1234567890123456789", "\"", "\"abc", "\"\\u00e",
                "\"2024-01-02T03:04:05", "\"00112233-4455-", "tru", "nul", "0.123456789", "\"é", "\"\xc3" })
            {
                byte[] bytes = System.Text.Encoding.Latin1.GetBytes(scalar);
                var text = new Span<byte>(memory + Size - bytes.Length, bytes.Length);
                bytes.CopyTo(text);
                Swallow<int>(text, options);
                Swallow<ulong>(text, options);
                Swallow<Int128>(text, options);
                Swallow<double>(text, options);
                Swallow<decimal>(text, options);
                Swallow<string>(text, options);
                Swallow<char>(text, options);
                Swallow<Guid>(text, options);
                Swallow<DateTime>(text, options);
                Swallow<DateTimeOffset>(text, options);
                Swallow<TimeSpan>(text, options);
                Swallow<bool?>(text, options);
                Swallow<byte[]>(text, options);
            }
        }
        finally
        {
            Protect(memory + Size, (nuint)page, 3);
            NativeMemory.AlignedFree(memory);
        }
    }

    static void Swallow<T>(ReadOnlySpan<byte> text, JsonOptions options)
    {
        try
        {
            Json.Deserialize<T>(text, options);
        }
        catch (WireFormatException)
        {
        }
    }

    [DllImport("libc", EntryPoint = "mprotect")]
    static extern unsafe int Protect(void* address, nuint length, int protection);
}
