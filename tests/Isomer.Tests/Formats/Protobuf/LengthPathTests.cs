using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>A length beyond the input is the message's whose length it is: nothing in that was read, over whatever it comes.</summary>
public class LengthPathTests
{
    [ProtobufContract]
    public class Order
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2)] public Order? Next { get; set; }
        [ProtobufMember(3)] public List<Order>? Further { get; set; }
    }

    sealed class ByteByByte(byte[] bytes) : MemoryStream(bytes)
    {
        public override bool CanSeek => false;

        public override int Read(byte[] buffer, int offset, int count) => base.Read(buffer, offset, Math.Min(1, count));

        public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(1, buffer.Length)]);
    }

    [Theory]
    [InlineData("1205" + "0801", "$.Next")]
    [InlineData("12FFFFFFFFFFFF0A" + "0801", "$.Next")]
    [InlineData("1A05" + "0801", "$.Further[0]")]
    [InlineData("1A020801" + "1A05" + "0801", "$.Further[1]")]
    [InlineData("1206" + "1205" + "0801" + "0802", "$.Next.Next")]
    public void Of_a_message(string hex, string path)
    {
        byte[] bytes = Convert.FromHexString(hex);
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Order>(bytes, options)).Path);
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Order>(new ByteByByte(bytes), options)).Path);
        }
    }
}
