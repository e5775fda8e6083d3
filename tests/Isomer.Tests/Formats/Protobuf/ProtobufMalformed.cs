using Isomer.Battery;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Malformed input: a value or the one exception, with the place.</summary>
public class ProtobufMalformed
{
    [ProtoContract]
    public class Simple
    {
        [ProtoMember(1)]
        public int Number { get; set; }

        [ProtoMember(2)]
        public string? Text { get; set; }
    }

    [ProtoContract]
    public class Outer
    {
        [ProtoMember(1)]
        public Simple? Inner { get; set; }

        [ProtoMember(2)]
        public List<Simple>? Items { get; set; }

        [ProtoMember(3, IsPacked = true)]
        public List<int>? Fixed { get; set; }

        [ProtoMember(4, IsPacked = true)]
        public double[]? Doubles { get; set; }
    }

    [Theory]
    [InlineData("0896")]
    [InlineData("08")]
    [InlineData("120561")]
    [InlineData("0001")]
    [InlineData("080100")]
    [InlineData("0E01")]
    [InlineData("0F01")]
    [InlineData("0A0161")]
    [InlineData("1001")]
    [InlineData("0C")]
    [InlineData("230801")]
    [InlineData("23080144")]
    [InlineData("08FFFFFFFF7F")]
    [InlineData("08FFFFFFFFFFFFFFFFFF7F")]
    [InlineData("08FFFFFFFFFFFFFFFFFFFF01")]
    [InlineData("128080808008")]
    [InlineData("12FFFFFFFFFFFFFFFFFF01")]
    [InlineData("0D010000")]
    [InlineData("09010000")]
    [InlineData("8080808010 01")]
    [InlineData("80808080808080808001 01")]
    public void Refused(string hex) => Refuses<Simple>(hex);

    /// <summary>The item's other bytes belong to the field behind it, of which a stream may not have brought anything yet.</summary>
    [Theory]
    [InlineData("2807 1A0180 1A0101", "$.Fixed[0]", 4)]
    [InlineData("1A0101 1A020180 220100", "$.Fixed[1]", 5)]
    [InlineData("2209000000000000000000 1A0101", "$.Doubles[0]", 2)]
    public void PackedItemsEndWhereTheirLengthSays(string hex, string path, int offset)
    {
        byte[] bytes = Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal));
        foreach (var read in new Func<Outer?>[] { () => Protobuf.Deserialize<Outer>(bytes),
            () => Protobuf.Deserialize<Outer>(new MemoryStream(bytes)), () => Protobuf.Deserialize<Outer>(new Byte(bytes)) })
        {
            var error = Assert.Throws<WireFormatException>(read);
            Assert.Equal((path, offset), (error.Path, error.Offset));
        }
    }

    /// <summary>One byte a call.</summary>
    sealed class Byte(byte[] bytes) : MemoryStream(bytes)
    {
        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, 1)]);
    }

    [Theory]
    [InlineData("0A7F0801")]
    [InlineData("0A02089601")]
    [InlineData("12030800")]
    [InlineData("2207000000000000F03F")]
    [InlineData("22090000000000000000 00")]
    [InlineData("1A02018F")]
    [InlineData("0B0801")]
    [InlineData("0B08011C")]
    public void Refused_within(string hex) => Refuses<Outer>(hex);

    [Fact]
    public void Accepted_forms_of_integers()
    {
        Reads("0D01000000", new Simple { Number = 1 });
        Reads("090100000000000000", new Simple { Number = 1 });
        Reads("08FFFFFFFF0F", new Simple { Number = -1 });
        Reads("088180808000", new Simple { Number = 1 });
        Reads("", new Simple());
    }

    [Fact]
    public void Text_that_is_not_utf8()
    {
        Reads("1202C328", new Simple { Text = "\uFFFD(" });
        Refuses<Simple>("1202C328", options: new() { StrictUtf8 = true });
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new Simple { Text = "a\uD800b" }));
    }

    [ProtoContract]
    public class Bcl
    {
        [ProtoMember(1)]
        public DateTime Date { get; set; }

        [ProtoMember(2)]
        public decimal Number { get; set; }

        [ProtoMember(3), CompatibilityLevel(CompatibilityLevel.Level300)]
        public decimal Text { get; set; }

        [ProtoMember(4), CompatibilityLevel(CompatibilityLevel.Level300)]
        public Guid Guid { get; set; }

        [ProtoMember(5), CompatibilityLevel(CompatibilityLevel.Level300)]
        public DateTime Stamp { get; set; }

        [ProtoMember(6)]
        public DateOnly Day { get; set; }

        [ProtoMember(7)]
        public Guid Raw { get; set; }
    }

    [Theory]
    [InlineData("0A0408021009")]
    [InlineData("0A0408021803")]
    [InlineData("0A040804100F")]
    [InlineData("0A0C08FEFFFFFFFFFFFFFFFF011000")]
    [InlineData("1205080118C601")]
    [InlineData("120708011080808080 10")]
    [InlineData("1A03782E31")]
    [InlineData("22037A7A7A")]
    [InlineData("2A0B08FFFFFFFFFFFFFFFF7F10 00")]
    [InlineData("30FFFFFFFF0F")]
    [InlineData("3A080900000000000000")]
    public void Refused_values(string hex) => Refuses<Bcl>(hex);

    [Fact]
    public void An_error_tells_the_place()
    {
        var error = Refuses<Outer>("12020801 12040801 1005");
        Assert.Equal("$.Items[1].Text", error.Path);
        Assert.Equal(9, error.Offset);
        Assert.Contains("Simple.Text", error.Message, StringComparison.Ordinal);
    }

    [ProtoContract]
    public class Node
    {
        [ProtoMember(1)]
        public Node? Next { get; set; }

        [ProtoMember(2, DataFormat = DataFormat.Group)]
        public Node? Group { get; set; }
    }

    [Fact]
    public void Depth_is_limited()
    {
        Node Nested(int depth) => depth == 1 ? new Node() : new Node { Next = Nested(depth - 1) };
        foreach (var tier in Tiers())
        {
            byte[] bytes = Protobuf.Serialize(Nested(512), tier);
            Assert.NotNull(Protobuf.Deserialize<Node>(bytes, tier));
            Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(Nested(513), tier));
            byte[] deeper = Protobuf.Serialize(Nested(513), tier with { Limits = new() { MaxDepth = 513 } });
            Assert.Contains("MaxDepth", Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Node>(deeper, tier)).Message,
                StringComparison.Ordinal);
            byte[] groups = [.. Enumerable.Repeat((byte)0x13, 100_000)];
            Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Node>(groups, tier));
            Assert.Throws<WireFormatException>(
                () => Protobuf.Deserialize<Simple>([.. Enumerable.Repeat((byte)0x23, 100_000)], tier));
            var cycle = new Node();
            cycle.Next = cycle;
            Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(cycle, tier));
        }
    }

    [Fact]
    public void Nothing_is_allocated_for_a_length_that_is_only_claimed()
    {
        byte[] claim = FromHex("12FFFFFFFF03");
        Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Simple>(claim));
        Assert.InRange(
            Allocated.Least(
                200_000,
                () => Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Simple>(new MemoryStream(claim)))),
            0,
            200_000);
    }

    [Fact]
    public void Items_are_limited()
    {
        var options = new ProtobufOptions { Limits = new() { MaxItems = 3 } };
        Reads("120012001200", new Outer { Items = [new(), new(), new()] }, options: options);
        Refuses<Outer>("1200120012001200", options: options);
        Refuses<Outer>("1A0401020304", options: options);
    }

    [ProtoContract]
    public class Untyped
    {
        [ProtoMember(1)]
        public object? Anything { get; set; }
    }

    [ProtoContract]
    public class Typed
    {
        [ProtoMember(1)]
        public Type? Type { get; set; }
    }

    [Fact]
    public void Types_are_never_found_in_input()
    {
        NotSupported(new Untyped(), "Anything", "object");
        NotSupported(new Typed(), "Type");
    }
}
