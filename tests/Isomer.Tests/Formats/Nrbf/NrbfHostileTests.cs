using Xunit;

namespace Isomer.Tests.Formats.Nrbf;

/// <summary>Whatever the bytes: a graph or WireFormatException, and no more memory than the payload is worth.</summary>
public class NrbfHostileTests
{
    static Exception? Read(byte[] payload) => Record.Exception(() => Isomer.Nrbf.Deserialize<object>(payload, NrbfTests.Options));

    static void Check(byte[] payload, string what)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Read(payload);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.True(error is null or WireFormatException { Format: "Nrbf", Offset: >= 0, Path: not null }, $"{what}: {error}");
        Assert.True(allocated < (payload.Length * 100L) + (1 << 20), $"{what}: {allocated} bytes of {payload.Length}");
    }

    public static TheoryData<string> Names => [.. NrbfGraphs.All.Keys];

    [Theory, MemberData(nameof(Names))]
    public void Every_prefix_is_refused(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        for (int length = 0, step = 1 + (payload.Length / 500); length < payload.Length; length += step)
            Assert.IsType<WireFormatException>(Read(payload[..length]));
    }

    [Theory, MemberData(nameof(Names))]
    public void Any_mutation_is_read_or_refused(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        var random = new Random(name.Length * 31 + payload.Length);
        Read(payload);
        for (int i = 0; i < 300; i++)
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
        var error = Assert.Throws<WireFormatException>(() => Isomer.Nrbf.Deserialize<object>(payload, new NrbfOptions { KnownTypes = [typeof(Exception)] }));
        Assert.Contains("Link", error.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(NrbfOptions.KnownTypes), error.Message, StringComparison.Ordinal);
        Assert.Equal("$[1]", error.Path);
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
}
