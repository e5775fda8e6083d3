using System.Text;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>The places that errors tell: found without end, and inside of what was given (found by the fuzzer).</summary>
public class ErrorPlaceTests
{
    [ProtobufContract]
    public class Message
    {
        [ProtobufMember(1)]
        public byte[]? Bytes { get; set; }

        [ProtobufMember(2)]
        public int[]? Numbers { get; set; }
    }

    [Fact]
    public void A_length_that_goes_around_ends_the_search_for_the_path()
    {
        // 400 bytes of content, then a length of minus 300: added to the place it led back into the content, again and again.
        byte[] payload = [0x0A, 0x90, 0x03, .. new byte[400], 0x12, 0xD4, 0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
        var error = Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Message>(payload));
        Assert.Equal("$.Numbers[0]", error.Path);
    }

    [Fact]
    public void Offsets_are_those_of_the_bytes_that_were_given_in_every_encoding()
    {
        string xml = "<a>яя</b>";
        foreach (var (encoding, declaration) in new[] { (Encoding.Unicode, "utf-16"), (Encoding.BigEndianUnicode, "utf-16"),
            (Encoding.Latin1, "iso-8859-1") })
        {
            string text = $"<?xml version='1.0' encoding='{declaration}'?>" + (encoding == Encoding.Latin1 ? xml.Replace('я', 'é') : xml);
            byte[] bytes = [.. encoding.Preamble, .. encoding.GetBytes(text)];
            int expected = encoding.Preamble.Length + encoding.GetByteCount(text[..text.IndexOf("</b>", StringComparison.Ordinal)]);
            var error = Assert.Throws<WireFormatException>(() => Xml.Format.ParseNode(bytes));
            Assert.InRange(error.Offset, expected, bytes.Length);
            Assert.InRange(Assert.Throws<WireFormatException>(() => Xml.Deserialize<string>(bytes)).Offset, 0, bytes.Length);
            Assert.InRange(Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<string>(bytes)).Offset, 0, bytes.Length);
        }
        foreach (var encoding in new[] { Encoding.Unicode, Encoding.BigEndianUnicode })
        {
            byte[] json = encoding.GetBytes("[\"яяяя\" x]");
            Assert.Equal(encoding.GetByteCount("[\"яяяя\" "),
                Assert.Throws<WireFormatException>(() => ContractJson.Deserialize<string[]>(json)).Offset);
            Assert.Equal(encoding.GetByteCount("[\"яяяя\" "),
                Assert.Throws<WireFormatException>(() => ContractJson.Format.ParseNode(json)).Offset);
        }
    }
}
