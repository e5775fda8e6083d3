using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Whatever the bytes: a graph or WireFormatException, and no more memory than the payload is worth.</summary>
public class NrbfHostileTests
{
    static Exception? Read(byte[] payload) => Record.Exception(() => Nrbf.Deserialize<object>(payload, NrbfTests.Options));

    static void Check(byte[] payload, string what)
    {
        var (error, allocated) = Measure(payload);
        long most = (payload.Length * 100L) + (1 << 20);
        // A table of the process's types that grows (in a run of all tests it holds tens of thousands) is paid for by one reading, a
        // payload's own cost by each.
        if (allocated >= most)
            (error, allocated) = Measure(payload);
        Assert.True(error is null or WireFormatException { Format: "Nrbf", Offset: >= 0, Path: not null }, $"{what}: {error}");
        Assert.True(allocated < most, $"{what}: {allocated} bytes of {payload.Length}");
    }

    static (Exception?, long) Measure(byte[] payload)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Read(payload);
        return (error, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    public static TheoryData<string> Names => [.. NrbfGraphs.All.Keys];

    [Theory, MemberData(nameof(Names))]
    public void Every_prefix_is_refused(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        for (int length = 0, step = 1 + (payload.Length / 500); length < payload.Length; length += step)
            Assert.IsType<WireFormatException>(Read(payload[..length]));
    }

    /// <summary>Of each graph; ISOMER_NRBF_MUTATIONS says how many of all together (100000 for a long run).</summary>
    static readonly int s_mutations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_NRBF_MUTATIONS"), out int all)
        ? Math.Max(1, all / NrbfGraphs.All.Count)
        : 300;

    [Theory, MemberData(nameof(Names))]
    public void Any_mutation_is_read_or_refused(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        var random = new Random(name.Length * 31 + payload.Length);
        Read(payload);
        for (int i = 0; i < s_mutations; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(18) : (byte)random.Next(256);
            Check(damaged, $"{name}, {i}");
        }
    }

    [Fact]
    public void Types_outside_of_the_set_are_named_and_not_made()
    {
        byte[] payload = NrbfTests.Original(new object[] { new Exception("x"), new Link() });
        var error = Assert.Throws<WireFormatException>(
            () => Nrbf.Deserialize<object>(payload, new NrbfOptions { KnownTypes = [typeof(Exception)] }));
        Assert.Contains("Link", error.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(NrbfOptions.KnownTypes), error.Message, StringComparison.Ordinal);
        Assert.Equal("$[1]", error.Path);
    }

    /// <summary>A class of the set that can be none of an object: abstract ones, delegates, object with members.</summary>
    [Theory, InlineData("System.Object"), InlineData("System.EventHandler"), InlineData("System.Delegate"), InlineData("System.Type"),
        InlineData("System.Array"), InlineData("System.ValueType"),
        InlineData("System.Collections.IList"), InlineData("System.Int32"), InlineData("System.String"),
        InlineData("System.Nullable`1[[System.Int32]]"), InlineData("System.Collections.Generic.List`1")]
    public void No_name_of_a_class_ends_the_process(string name)
    {
        foreach (bool hasMember in new[] { false, true })
        {
            var payload = new MemoryStream();
            var writer = new BinaryWriter(payload);
            writer.Write(Convert.FromHexString("0001000000FFFFFFFF0100000000000000" + "04" + "01000000"));
            writer.Write(name);
            writer.Write(hasMember ? 1 : 0);
            if (hasMember)
            {
                writer.Write("m");
                writer.Write((byte)2);
                writer.Write((byte)9);
                writer.Write(1);
            }
            writer.Write((byte)11);
            Check(payload.ToArray(), name);
            Assert.True(Record.Exception(() => Nrbf.Deserialize<Heard>(payload.ToArray(), NrbfTests.Options)) is WireFormatException,
                name);
        }
    }

    [Fact]
    public void A_claimed_length_allocates_nothing()
    {
        // An array of 2^31 - 101 bytes in 28 bytes of payload.
        byte[] payload = Convert.FromHexString("0001000000FFFFFFFF01000000000000000F010000009BFFFF7F02" + "0B");
        Check(payload, "bytes");
        Assert.IsType<WireFormatException>(Read(payload));
        // An array of 2^31 - 1 nulls.
        payload = Convert.FromHexString("0001000000FFFFFFFF010000000000000010" + "01000000" + "FFFFFF7F" + "0E" + "FFFFFF7F" + "0B");
        Check(payload, "nulls");
        Assert.IsType<WireFormatException>(Read(payload));
    }

    /// <summary>
    /// Nulls of a run take no bytes, and structs take their size: 100 KB of padding behind an array of a million structs, of one dimension
    /// and of two.
    /// </summary>
    [Theory, InlineData("00" + "01000000" + "00000F00"), InlineData("02" + "02000000" + "00000F00" + "01000000")]
    public void A_run_of_nulls_makes_no_structs(string shape)
    {
        string name = typeof(Place).FullName!;
        byte[] payload =
        [
            .. Convert.FromHexString("0001000000FFFFFFFF0100000000000000" + "0701000000" + shape + "03"), (byte)name.Length,
            .. System.Text.Encoding.ASCII.GetBytes(name),
            .. Convert.FromHexString("0E00000F000B"), .. new byte[100_000],
        ];
        Check(payload, shape);
        Assert.Contains("cannot be in a payload", Assert.IsType<WireFormatException>(Read(payload)).Message, StringComparison.Ordinal);
    }
}
