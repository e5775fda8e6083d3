using System.Formats.Cbor;
using Isomer.Battery;
using OwnFormat;
using Xunit;

namespace Isomer.Tests.OwnFormat;

/// <summary>The sample's CBOR against System.Formats.Cbor, and what hostile input may not do to it.</summary>
public class CborTests
{
    static Node? Random(Random random, int depth) => random.Next(depth > 4 ? 9 : 12) switch
    {
        0 => null,
        1 => Node.From(random.Next(2) == 0),
        2 => Node.From(random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(64)),
        3 => Node.From((ulong)random.NextInt64() << random.Next(2)),
        4 => Node.From(
            BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)) is var d && double.IsNaN(d) ? 0.5 : d),
        5 => Node.From((double)(float)random.NextDouble()),
        6 => Node.From(new string([.. Enumerable.Range(0, random.Next(30)).Select(_ => (char)random.Next(0x20, 0xD7FF))])),
        7 => Node.From(new decimal(random.Next(), random.Next(), random.Next(), random.Next(2) == 0, (byte)random.Next(29))),
        8 => Node.From(Guid.NewGuid()),
        9 => new NodeArray(Enumerable.Range(0, random.Next(30)).Select(_ => Random(random, depth + 1))),
        _ => Members(random, depth),
    };

    static NodeObject Members(Random random, int depth)
    {
        var node = new NodeObject();
        for (int i = random.Next(30); i > 0; i--)
            node["k" + random.Next(1000).ToString(null, null)] = Random(random, depth + 1);
        return node;
    }

    /// <summary>What the peer reads, in the deterministic mode that refuses all other forms.</summary>
    static Node? Peer(System.Formats.Cbor.CborReader reader)
    {
        switch (reader.PeekState())
        {
            case System.Formats.Cbor.CborReaderState.Null:
                reader.ReadNull();
                return null;
            case System.Formats.Cbor.CborReaderState.Boolean:
                return Node.From(reader.ReadBoolean());
            case System.Formats.Cbor.CborReaderState.UnsignedInteger:
                ulong whole = reader.ReadUInt64();
                return whole <= long.MaxValue ? Node.From((long)whole) : Node.From(whole);
            case System.Formats.Cbor.CborReaderState.NegativeInteger:
                return Node.From(reader.ReadInt64());
            case System.Formats.Cbor.CborReaderState.HalfPrecisionFloat or System.Formats.Cbor.CborReaderState.SinglePrecisionFloat
                or System.Formats.Cbor.CborReaderState.DoublePrecisionFloat:
                return Node.From(reader.ReadDouble());
            case System.Formats.Cbor.CborReaderState.TextString:
                return Node.From(reader.ReadTextString());
            case System.Formats.Cbor.CborReaderState.Tag when reader.PeekTag() == CborTag.DecimalFraction:
                return Node.From(reader.ReadDecimal());
            case System.Formats.Cbor.CborReaderState.Tag:
                Assert.Equal(37ul, (ulong)reader.ReadTag());
                return Node.From(new Guid(reader.ReadByteString(), bigEndian: true));
            case System.Formats.Cbor.CborReaderState.StartArray:
                var array = new NodeArray();
                reader.ReadStartArray();
                while (reader.PeekState() != System.Formats.Cbor.CborReaderState.EndArray)
                    array.Add(Peer(reader));
                reader.ReadEndArray();
                return array;
            default:
                var map = new NodeObject();
                reader.ReadStartMap();
                while (reader.PeekState() != System.Formats.Cbor.CborReaderState.EndMap)
                    map.Add(reader.ReadTextString(), Peer(reader));
                reader.ReadEndMap();
                return map;
        }
    }

    static void Peer(System.Formats.Cbor.CborWriter writer, Node? node, bool indefinite)
    {
        switch (node)
        {
            case null:
                writer.WriteNull();
                break;
            case NodeArray array:
                writer.WriteStartArray(indefinite ? null : array.Count);
                foreach (var item in array)
                    Peer(writer, item, indefinite);
                writer.WriteEndArray();
                break;
            case NodeObject map:
                writer.WriteStartMap(indefinite ? null : map.Count);
                foreach (var (name, value) in map)
                {
                    writer.WriteTextString(name);
                    Peer(writer, value, indefinite);
                }
                writer.WriteEndMap();
                break;
            case NodeValue { Value: bool v }: writer.WriteBoolean(v); break;
            case NodeValue { Value: long v }: writer.WriteInt64(v); break;
            case NodeValue { Value: ulong v }: writer.WriteUInt64(v); break;
            case NodeValue { Value: double v }: writer.WriteDouble(v); break;
            case NodeValue { Value: string v }: writer.WriteTextString(v); break;
            case NodeValue { Value: decimal v }: writer.WriteDecimal(v); break;
            case NodeValue { Value: Guid v }:
                writer.WriteTag((CborTag)37);
                writer.WriteByteString(v.ToByteArray(bigEndian: true));
                break;
            default:
                throw new NotSupportedException(node.ToString());
        }
    }

    [Fact]
    public void Random_values_against_the_framework_both_ways()
    {
        int seed = MutationSeed.Value;
        TestContext.Current.TestOutputHelper?.WriteLine($"ISOMER_FUZZ_SEED={seed}");
        var random = new Random(seed);
        for (int round = 0; round < 1500; round++)
        {
            var node = Random(random, 0);
            byte[] ours = Cbor.Serialize(node);
            var reader = new System.Formats.Cbor.CborReader(ours, CborConformanceMode.Ctap2Canonical);
            // That mode has keys by length first: only the other one knows no order. So order is asked of Deterministic_order.
            reader = new System.Formats.Cbor.CborReader(ours, CborConformanceMode.Strict);
            var theirs = Peer(reader);
            Assert.Equal(0, reader.BytesRemaining);
            string what = $"seed {seed}, round {round}: {Convert.ToHexString(ours)}";
            Assert.True(Convert.ToHexString(ours) == Convert.ToHexString(Cbor.Serialize(theirs)), what);
            foreach (bool indefinite in new[] { false, true })
            {
                var writer = new System.Formats.Cbor.CborWriter(indefinite ? CborConformanceMode.Lax : CborConformanceMode.Strict);
                Peer(writer, node, indefinite);
                Assert.True(Convert.ToHexString(ours) == Convert.ToHexString(Cbor.Serialize(Cbor.ParseNode(writer.Encode()))), what);
            }
        }
    }

    [Fact]
    public void Floats_and_numbers_as_short_as_the_frameworks()
    {
        var random = new Random(7);
        for (int i = 0; i < 20_000; i++)
        {
            double value = i % 2 == 0
                ? BitConverter.Int64BitsToDouble(random.NextInt64())
                : i % 3 == 0 ? (float)random.NextDouble() : (double)(Half)(random.NextDouble() * 100);
            var writer = new System.Formats.Cbor.CborWriter(CborConformanceMode.Canonical);
            writer.WriteDouble(value);
            byte[] bytes = Cbor.Serialize(value);
            Assert.Equal(Convert.ToHexString(writer.Encode()), Convert.ToHexString(double.IsNaN(value) ? writer.Encode() : bytes));
            var big = (System.Numerics.BigInteger)random.NextInt64() * random.NextInt64(long.MinValue, long.MaxValue) >> random.Next(126);
            // The framework tags small ones too; the preferred form is the plain number.
            Assert.Equal(big,
                new System.Formats.Cbor.CborReader(Cbor.Serialize(big)) is var reader
                    && reader.PeekState() == System.Formats.Cbor.CborReaderState.Tag ? reader.ReadBigInteger()
                : reader.PeekState() == System.Formats.Cbor.CborReaderState.UnsignedInteger
                    ? reader.ReadUInt64()
                    : -1 - (System.Numerics.BigInteger)reader.ReadCborNegativeIntegerRepresentation());
        }
    }

    [Fact]
    public void Deterministic_order()
    {
        // RFC 8949, 4.2.1: 10, 100, -1, "z", "aa", by their bytes.
        var map = new Dictionary<object, int> { ["aa"] = 5, [-1L] = 3, ["z"] = 4, [100L] = 2, [10L] = 1 };
        Assert.Equal("a50a0118640220036" + "17a0462616105", Convert.ToHexStringLower(Cbor.Serialize(map)));
        Assert.Equal(Cbor.Serialize(new { b = 1, aa = 2, a = 3 }),
            Cbor.Serialize(new Dictionary<string, int> { ["aa"] = 2, ["a"] = 3, ["b"] = 1 }));
        Assert.Contains("Two keys",
            Assert.Throws<NotSupportedException>(() => Cbor.Serialize(new Dictionary<object, int> { [1] = 1, [1L] = 2 })).Message,
            StringComparison.Ordinal);
        Assert.StartsWith("a46161016162026163036164",
            Convert.ToHexStringLower(Cbor.Serialize(new { d = new { x = 1 }, c = 3, b = 2, a = 1 })), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("9bffffffffffffffff", typeof(int[]))]
    [InlineData("9a7fffffff01", typeof(List<int>))]
    [InlineData("bb0fffffffffffffff", typeof(Dictionary<string, int>))]
    [InlineData("ba3fffffff616101", typeof(Dictionary<string, int>))]
    [InlineData("7b7fffffffffffffff61", typeof(string))]
    [InlineData("5a7fffffff00", typeof(byte[]))]
    [InlineData("7f7a7fffffff61ff", typeof(string))]
    [InlineData("c25a7fffffff00", typeof(System.Numerics.BigInteger))]
    [InlineData("9affffffff", typeof(object))]
    public void Lengths_that_lie_cost_nothing(string hex, Type type)
    {
        byte[] bytes = Convert.FromHexString(hex);
        Try(bytes, type);
        Assert.InRange(Allocated.Least(20_000, () => Try(bytes, type)), 0, 20_000);
    }

    static WireFormatException Try(byte[] bytes, Type type) => Assert.Throws<WireFormatException>(() => Cbor.Deserialize(bytes, type));

    [Theory]
    [InlineData("a2616101616102", typeof(Dictionary<string, int>), "twice")]
    [InlineData("a2614101614102", typeof(CborAppendixA.Passed), "twice")]
    [InlineData("a3617801617802614105", typeof(CborAppendixA.Passed), "twice")]
    [InlineData("a2616101616102", typeof(object), "twice")]
    [InlineData("81ff", typeof(int[]), "break")]
    [InlineData("1c", typeof(int), "begins no value")]
    [InlineData("1f", typeof(int), "begins no value")]
    [InlineData("62c328", typeof(string), "UTF-8")]
    [InlineData("0000", typeof(int), "follow")]
    [InlineData("7f4161ff", typeof(string), "piece")]
    [InlineData("7f7f6161ffff", typeof(string), "piece")]
    [InlineData("190100", typeof(byte), "out of range")]
    [InlineData("c482186401", typeof(decimal), "no decimal")]
    [InlineData("d8255000", typeof(Guid), "bytes")]
    [InlineData("d81b826466697368a0", typeof(Battery.ObjectBattery.Animal), "'fish'")]
    public void What_is_refused(string hex, Type type, string words)
    {
        var e = Try(Convert.FromHexString(hex), type);
        Assert.Contains(words, e.Message, StringComparison.Ordinal);
        Assert.Equal("Cbor", e.Format);
        Assert.StartsWith("$", e.Path, StringComparison.Ordinal);
    }

    [Fact]
    public void Depth_of_what_no_type_declares()
    {
        foreach (byte nest in new byte[] { 0x81, 0xA1, 0x9F })
            foreach (var type in new[] { typeof(object), typeof(Node), typeof(CborAppendixA.Passed) })
                Assert.Contains("deeper", Try([0xA1, 0x61, 0x78, .. Enumerable.Repeat(nest, 1_000_000)], type).Message,
                    StringComparison.Ordinal);
        // Tags are no depth: each is passed over.
        Assert.Equal(5, Cbor.Deserialize<int>([.. Enumerable.Repeat((byte)0xD1, 1_000_000), 0x05]));
    }

    [Fact]
    public void Paths_lead_to_the_place()
    {
        var e = Assert.Throws<WireFormatException>(() => Cbor.Deserialize<Dictionary<string, List<Battery.ObjectBattery.Plain>>>(
            Convert.FromHexString("a1636b6579" + "82" + "a0" + "a1644e657874a16141" + "6178")));
        Assert.Equal("$.key[1].Next.A", e.Path);
        Assert.Equal(16, e.Offset);
    }

    [Fact]
    public void Registered_it_is_found_by_its_names()
    {
        Format.Register(Cbor.Format);
        foreach (string name in new[] { "Cbor", "application/cbor", ".cbor", "cbor" })
            Assert.Same(Cbor.Format, Format.Find(name));
        Assert.Single(Format.Registered, Cbor.Format);
        Assert.DoesNotContain(Cbor.Format, Format.All);
        Assert.Contains("Json", Assert.Throws<ArgumentException>(() => Format.Register(Json.Format)).Message, StringComparison.Ordinal);
        Assert.Contains("CborOptions", Assert.Throws<ArgumentException>(() => Cbor.Format.With(new JsonOptions())).Message,
            StringComparison.Ordinal);
        Assert.Equal("Cbor", Cbor.Format.With(null).Name);
    }
}
