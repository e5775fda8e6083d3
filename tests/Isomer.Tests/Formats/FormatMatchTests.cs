using System.Text;
using System.Text.Json;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// What a format says of bytes before they are read (<see cref="Format.Match"/>): of its own more than nothing, and nothing of what its
/// readers would refuse at the first sign. The tests of the tool alone asked it (a mutant lived).
/// </summary>
public class FormatMatchTests
{
    [Serializable]
    public class Order
    {
        public int Number { get; set; }
        public string? Name { get; set; }
        public DateTime When { get; set; }
    }

    static readonly Order s_order = new() { Number = 7, Name = "text", When = new DateTime(2026, 11, 27, 0, 0, 0, DateTimeKind.Utc) };

    static readonly string[] s_white = ["", " ", "\n", "\r\n\t ", "\uFEFF", "\uFEFF "];

    static FormatMatch Of(Format format, string text) => format.Match(Encoding.UTF8.GetBytes(text));

    /// <summary>Each ASCII sign behind the bracket: a document of that name is likely if XmlReader reads it, and nothing else is.</summary>
    [Fact]
    public void Xml_is_what_XmlReader_reads()
    {
        for (char sign = '\0'; sign < 0x80; sign++)
        {
            string document = $"<{sign}/>";
            var expected = sign is '?' or '!' || IsXml(document) ? FormatMatch.Likely : FormatMatch.No;
            foreach (string white in s_white)
                Assert.True(Of(Xml.Format, white + document) == expected, $"{(int)sign:X2} {document}");
        }
        string[] documents =
        [
            "<?xml version='1.0'?><a/>", "<!-- c --><a/>", "<!DOCTYPE a><a/>", "<é/>", "<_/>", "<a:b xmlns:a='c'/>", "<?pi?><a/>", "<語>x</語>",
        ];
        foreach (string document in documents)
        {
            Assert.True(IsXml(document), document);
            foreach (string white in s_white[..5])
                Assert.Equal(FormatMatch.Likely, Of(Xml.Format, white.Trim(' ', '\r', '\n', '\t') + document));
        }
        foreach (string other in new[] { "", " ", "<", " <", "a", "\uFEFF", "{}", "[1]", "a<b/>" })
            Assert.Equal(FormatMatch.No, Of(Xml.Format, other));
    }

    static bool IsXml(string document)
    {
        try
        {
            using var reader = XmlReader.Create(new StringReader(document), new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
            while (reader.Read())
            {
            }
            return true;
        }
        catch (XmlException)
        {
            return false;
        }
    }

    /// <summary>Each sign at the beginning and what may follow: what JsonDocument reads is possible, and likely if no scalar.</summary>
    [Fact]
    public void Json_is_what_JsonDocument_reads()
    {
        string[] rests = ["", "}", "]", "\"", "1", "1}", "rue", "alse", "ull", "true", "\"a\":1}", "1,2]", ".5"];
        for (char sign = '\0'; sign < 0x80; sign++)
            foreach (string rest in rests)
            {
                JsonValueKind? kind = Kind(sign + rest);
                foreach (string white in s_white)
                {
                    var match = Of(Json.Format, white + sign + rest);
                    if (kind is JsonValueKind.Object or JsonValueKind.Array)
                        Assert.Equal(FormatMatch.Likely, match);
                    else if (kind is not null)
                        Assert.Equal(FormatMatch.Possible, match);
                    else if (!"{[\"-0123456789 \r\n\t".Contains(sign, StringComparison.Ordinal))
                        Assert.Equal(FormatMatch.No, match);
                    // With marks or without, it may be one of contracts.
                    Assert.Equal(match == FormatMatch.No ? FormatMatch.No : FormatMatch.Possible,
                        Of(ContractJson.Format, white + sign + rest));
                }
            }
        foreach (string other in new[] { "", " ", "\uFEFF", "tru", "truf", "nul", "falsd", "<a/>" })
            Assert.Equal(FormatMatch.No, Of(Json.Format, other));
    }

    static JsonValueKind? Kind(string text)
    {
        try
        {
            using var document = JsonDocument.Parse(text);
            return document.RootElement.ValueKind;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    [Fact]
    public void Contracts_have_marks()
    {
        byte[] json = ContractJson.Serialize(s_order);
        Assert.Equal(FormatMatch.Certain, ContractJson.Format.Match(json));
        Assert.Equal(FormatMatch.Certain, Of(ContractJson.Format, "{\"__type\":\"Order:#urn\"}"));
        // Within the first 1,024 bytes.
        for (int space = 1000; space < 1030; space++)
            Assert.Equal(space + "[\"\\/Date(".Length <= 1024 ? FormatMatch.Certain : FormatMatch.Possible,
                Of(ContractJson.Format, "[" + new string(' ', space) + "\"\\/Date(1)\\/\"]"));
        Assert.Equal(FormatMatch.Likely, ContractXml.Format.Match(ContractXml.Serialize(s_order)));
        Assert.Equal(FormatMatch.Likely, ContractXml.Format.Match([0xEF, 0xBB, 0xBF, .. ContractXml.Serialize(s_order)]));
        Assert.Equal(FormatMatch.Likely, ContractXml.Format.Match(ContractXml.Serialize(new List<int> { 1 })));
        Assert.Equal(FormatMatch.No, Of(ContractXml.Format, "<a xmlns='urn:b'/>"));
        Assert.Equal(FormatMatch.No, Of(ContractXml.Format, ""));
        Assert.Equal(FormatMatch.No, Of(ContractXml.Format, "{\"http://schemas.datacontract.org/2004/07/\":1}"));
        byte[] binary = ContractXml.Serialize(s_order, ContractXmlOptions.Binary);
        Assert.Equal(FormatMatch.Likely, ContractXml.BinaryFormat.Match(binary));
        Assert.Equal(FormatMatch.No, ContractXml.BinaryFormat.Match(ContractXml.Serialize(s_order)));
        Assert.Equal(FormatMatch.No, ContractXml.BinaryFormat.Match([]));
    }

    [Fact]
    public void Compact_begins_with_what_it_is()
    {
        byte[] whole = Compact.Serialize(s_order, new CompactOptions { Schema = CompactSchema.Embedded });
        byte[] brief = Compact.Serialize(s_order, new CompactOptions { Schema = CompactSchema.Fingerprint });
        Assert.Equal(FormatMatch.Likely, Compact.Format.Match(whole));
        Assert.Equal(FormatMatch.Possible, Compact.Format.Match(brief));
        for (int first = 0; first < 256; first++)
            if ((first & 15) != 1 || (first & 0x30) == 0x30)
            {
                Assert.Equal(FormatMatch.No, Compact.Format.Match([(byte)first, .. whole[1..]]));
                Assert.Equal(FormatMatch.No, Compact.Format.Match([(byte)first, .. brief[1..]]));
            }
        // The layout behind its length: cut off, missing, or none.
        int layout = whole[1] >> 1;
        Assert.Equal(FormatMatch.Likely, Compact.Format.Match(whole.AsSpan(0, layout + 2)));
        for (int length = 2; length < layout + 2; length++)
            Assert.Equal(FormatMatch.Possible, Compact.Format.Match(whole.AsSpan(0, length)));
        for (int length = 0; length < 2; length++)
            Assert.Equal(FormatMatch.No, Compact.Format.Match(whole.AsSpan(0, length)));
        Assert.Equal(FormatMatch.No, Compact.Format.Match([whole[0], whole[1], .. Enumerable.Repeat((byte)0xFF, layout)]));
    }

    [Fact]
    public void Formatters_have_headers()
    {
        byte[] nrbf = Nrbf.Serialize(s_order);
        Assert.Equal(FormatMatch.Certain, Nrbf.Format.Match(nrbf));
        Assert.Equal(FormatMatch.No, Nrbf.RecordsFormat.Match(nrbf));
        for (int at = 0; at < 18; at++)
        {
            byte[] other = [.. nrbf];
            other[at] ^= 0x10;
            Assert.Equal(at is 0 or (>= 9 and < 17) ? FormatMatch.No : FormatMatch.Certain, Nrbf.Format.Match(other));
            Assert.Equal(FormatMatch.No, Nrbf.Format.Match(nrbf.AsSpan(0, at)));
        }
        Assert.Equal(FormatMatch.Certain, Nrbf.Format.Match(nrbf.AsSpan(0, 18)));
        byte[] soap = Soap.Serialize(s_order);
        Assert.Equal(FormatMatch.Certain, Soap.Format.Match(soap));
        foreach (string needed in new[] { "http://schemas.xmlsoap.org/soap/envelope/", ":Envelope", "http://schemas.microsoft.com/" })
            Assert.Equal(FormatMatch.No, Of(Soap.Format,
                Encoding.UTF8.GetString(soap).Replace("soap/encoding/clr/1.0", "", StringComparison.Ordinal)
                    .Replace(needed, "x", StringComparison.Ordinal)));
    }
}
