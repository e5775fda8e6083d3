using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Values that are read again at each place that refers to them: what they make counts, and not their bytes alone.</summary>
public class NrbfAgainTests
{
    [Serializable]
    public struct Part
    {
        public object[]? A;
    }

    [Serializable]
    public class Holder
    {
        public object? Box;
        public Part[]? Values;
    }

    /// <summary>
    /// Twenty bytes are an array of half a million nulls without a number: made anew for each of 20,000 references they were 80 GB of a
    /// payload of 100 KB.
    /// </summary>
    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Nulls_count_each_time(ShapeTier tier)
    {
        const int Nulls = 500_000, References = 20_000;
        byte[] payload = Nrbf.Serialize(new Holder { Box = new Part { A = new object[1000] }, Values = new Part[3] }, s_options);
        // The array of the box goes into its struct, without a number; the items of the other refer to the box.
        byte[] reference = [9, 5, 0, 0, 0], array = [0x10, 5, 0, 0, 0, 0xE8, 3, 0, 0, 0x0E, 0xE8, 3, 0, 0];
        int inStruct = payload.AsSpan().IndexOf(reference), items = payload.AsSpan().IndexOf((byte[])[1, 0xFA, 0xFF, 0xFF, 0xFF]),
            own = payload.AsSpan().IndexOf(array);
        Assert.True(inStruct > 0 && items > inStruct && own > items);
        byte[] nulls = [0x10, 0xFF, 0xFF, 0xFF, 0xFF, .. BitConverter.GetBytes(Nulls), 0x0E, .. BitConverter.GetBytes(Nulls)];
        byte[] head = payload[(inStruct + reference.Length)..items];
        // Its number of items stands behind the kind and the rank.
        int count = head.AsSpan().IndexOf((byte[])[3, 0, 0, 0]);
        Assert.True(count > 0);
        BitConverter.GetBytes(References).CopyTo(head, count);
        byte[] hostile = [.. payload[..inStruct], .. nulls, .. head,
            .. Enumerable.Repeat((byte[])[9, 3, 0, 0, 0], References).SelectMany(static r => r), 0x0B];
        var options = s_options with { Convention = Convention.Fields.WithTier(tier) };
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Holder>(hostile, options));
        Assert.Contains("more often", error.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, hostile.Length * 100L);
    }

    static readonly NrbfOptions s_options = new() { KnownTypes = [typeof(Holder), typeof(Part)] };
}
