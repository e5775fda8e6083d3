using System.Runtime.InteropServices;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Numbers that the wire has as memory has are copied run by run: as many runs, of any length, with items that are not packed between.
/// </summary>
public class ProtobufBulkTests
{
    [Fact]
    public void RunsAndSingleItemsInAnyOrderAreOneList()
    {
        var random = new Random(3);
        for (int i = 0; i < 2000; i++)
        {
            var doubles = new List<double>();
            var bytes = new List<byte>();
            for (int parts = random.Next(5); parts > 0; parts--)
            {
                double[] run = [
                    .. Enumerable.Range(0, random.Next(4) == 0 ? 1 : random.Next(40))
                        .Select(_ => BitConverter.Int64BitsToDouble(random.NextInt64()))];
                bool packs = run.Length != 1 || random.Next(2) == 0;
                bytes.AddRange(packs ? [(1 << 3) | 2, .. Varint(run.Length * 8)] : [(1 << 3) | 1]);
                bytes.AddRange(MemoryMarshal.AsBytes(run.AsSpan()).ToArray());
                doubles.AddRange(run);
                if (random.Next(4) == 0)
                {
                    // A field that nobody knows.
                    bytes.AddRange([(15 << 3) | 0, 1]);
                }
            }
            byte[] message = [.. bytes];
            var asArray = Protobuf.Deserialize<Doubles>(message);
            Assert.Equal(doubles.Select(BitConverter.DoubleToInt64Bits), asArray.Items.Select(BitConverter.DoubleToInt64Bits));
            Assert.Equal(doubles.Select(BitConverter.DoubleToInt64Bits),
                Protobuf.Deserialize<DoubleList>(message).Items.Select(BitConverter.DoubleToInt64Bits));
            Assert.Equal(doubles.Count, Protobuf.Deserialize<DoubleList>(new MemoryStream(message)).Items.Count);
            var whole = Protobuf.Serialize(new Doubles { Items = [.. doubles] });
            Assert.Equal(whole, Protobuf.Serialize(new DoubleList { Items = doubles }));
            if (doubles.Count > 1)
                Assert.Equal(
                    [(1 << 3) | 2, .. Varint(doubles.Count * 8), .. MemoryMarshal.AsBytes(CollectionsMarshal.AsSpan(doubles)).ToArray()],
                    whole);
        }
    }

    [Fact]
    public void FixedIntegersComeBack()
    {
        var numbers = new Fixed
        {
            Floats = [1.5f, -0f, float.NaN],
            Ints = [1, -1, int.MinValue],
            Longs = [long.MaxValue, 0],
            Plain = [1, -1, 300],
            Bytes = [1, 2]
        };
        byte[] bytes = Protobuf.Serialize(numbers);
        var read = Protobuf.Deserialize<Fixed>(bytes);
        Assert.Equal(numbers.Floats, read.Floats);
        Assert.Equal(numbers.Ints, read.Ints);
        Assert.Equal(numbers.Longs, read.Longs);
        Assert.Equal(numbers.Plain, read.Plain);
        Assert.Equal(numbers.Bytes, read.Bytes);
        Assert.Equal(Protobuf.Serialize(read), bytes);
        Assert.Equal(12, bytes[1]);
        for (int cut = 0; cut < bytes.Length; cut++)
        {
            try
            {
                Protobuf.Deserialize<Fixed>(bytes.AsSpan(0, cut));
            }
            catch (WireFormatException)
            {
            }
        }
    }

    [Fact]
    public void LimitsHoldForRuns()
    {
        byte[] bytes = Protobuf.Serialize(new Doubles { Items = new double[100] });
        var options = ProtobufOptions.Default with { Limits = Limits.Default with { MaxItems = 99 } };
        Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Doubles>(bytes, options));
        Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<DoubleList>(bytes, options));
        Assert.Equal(100, Protobuf.Deserialize<Doubles>(bytes,
            options with { Limits = Limits.Default with { MaxItems = 100 } }).Items.Length);
        Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Doubles>([(1 << 3) | 2, 7, 0, 0, 0, 0, 0, 0, 0]));
    }

    [Fact]
    public void LargeRunsGoToTargetsWholeAlsoWithinMessages()
    {
        var nested = new Outer
        {
            Name = "a",
            Inner = new Doubles { Items = [.. Enumerable.Range(0, 30_000).Select(i => i / 3.0)] },
            More = [.. Enumerable.Range(0, 20_000).Select(i => -i / 7.0)],
            Last = 5
        };
        byte[] whole = Protobuf.Serialize(nested);
        var kept = new System.Buffers.ArrayBufferWriter<byte>();
        Protobuf.Serialize(kept, nested);
        Assert.Equal(whole, kept.WrittenSpan.ToArray());
        var stream = new MemoryStream();
        Protobuf.Serialize(stream, nested);
        Assert.Equal(whole, stream.ToArray());
        stream.Position = 0;
        var read = Protobuf.Deserialize<Outer>(stream);
        Assert.Equal(nested.Inner.Items, read.Inner!.Items);
        Assert.Equal(nested.More, read.More);
        Assert.Equal((nested.Name, nested.Last), (read.Name, read.Last));
    }

    static byte[] Varint(int value)
    {
        var bytes = new List<byte>();
        for (; value >= 0x80; value >>= 7)
            bytes.Add((byte)(value | 0x80));
        return [.. bytes, (byte)value];
    }

    [ProtobufContract]
    public sealed class Doubles
    {
        [ProtobufMember(1, IsPacked = true)] public double[] Items { get; set; } = [];
    }

    [ProtobufContract]
    public sealed class DoubleList
    {
        [ProtobufMember(1, IsPacked = true)] public List<double> Items { get; set; } = [];
    }

    [ProtobufContract]
    public sealed class Fixed
    {
        [ProtobufMember(1, IsPacked = true)] public float[] Floats { get; set; } = [];
        [ProtobufMember(2, IsPacked = true, DataFormat = ProtobufFormat.FixedSize)] public int[] Ints { get; set; } = [];
        [ProtobufMember(3, IsPacked = true, DataFormat = ProtobufFormat.FixedSize)] public List<long> Longs { get; set; } = [];
        [ProtobufMember(4, IsPacked = true)] public int[] Plain { get; set; } = [];
        [ProtobufMember(5, IsPacked = true)] public List<sbyte> Bytes { get; set; } = [];
    }

    [ProtobufContract]
    public sealed class Outer
    {
        [ProtobufMember(1)] public string Name { get; set; } = "";
        [ProtobufMember(2)] public Doubles? Inner { get; set; }
        [ProtobufMember(3, IsPacked = true)] public List<double> More { get; set; } = [];
        [ProtobufMember(4)] public int Last { get; set; }
    }
}
