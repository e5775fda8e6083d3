using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using System.Xml.XPath;
using System.Xml.Xsl;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What people do with the infoset: XPath, XSLT, XDocument, serializers on top; and what hostile input cannot do.</summary>
[Collection(Alone.Name)]
public class JsonInfosetUseTests
{
    const string Text = "{\"orders\":[{\"id\":1,\"lines\":[{\"qty\":2},{\"qty\":5}]},{\"id\":2,\"lines\":[]}],\"ship to\":\"Ulm\"}";

    /// <summary>As everywhere: U+FFFD in its place would change the value in silence.</summary>
    [Fact]
    public void HalfASurrogatePairInATextIsRefused()
    {
        var error = Assert.Throws<WireFormatException>(() => JsonInfoset.FromText("[\"a\ud83d\"]"));
        Assert.Equal(("JsonInfoset", 3L), (error.Format, error.Offset));
    }

    [Fact]
    public void XPath()
    {
        var document = new XPathDocument(JsonInfoset.FromText(Text)).CreateNavigator();
        Assert.Equal(7.0, document.Evaluate("sum(//qty)"));
        Assert.Equal(2.0, document.Evaluate("count(/root/orders/item)"));
        Assert.Equal("Ulm", document.Evaluate("string(//*[@item='ship to'])"));
    }

    [Fact]
    public void XsltFromJsonToJson()
    {
        const string Sheet = """
            <xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
              <xsl:template match="/">
                <root type="object">
                  <ids type="array"><xsl:for-each select="//id"><item type="number"><xsl:value-of select="."/></item></xsl:for-each></ids>
                  <a:item xmlns:a="item" item="total qty" type="number"><xsl:value-of select="sum(//qty)"/></a:item>
                </root>
              </xsl:template>
            </xsl:stylesheet>
            """;
        var transform = new XslCompiledTransform();
        transform.Load(XmlReader.Create(new StringReader(Sheet)));
        var stream = new MemoryStream();
        using (var writer = JsonInfoset.CreateWriter(stream, new JsonInfosetOptions { LeaveOpen = true }))
            transform.Transform(JsonInfoset.FromText(Text), writer);
        Assert.Equal("{\"ids\":[1,2],\"total qty\":7}", Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Fact]
    public void XDocumentBothWays()
    {
        var xml = XDocument.Load(JsonInfoset.FromText(Text));
        Assert.Equal(
            XDocument.Load(JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(Text), XmlDictionaryReaderQuotas.Max))
                .ToString(), xml.ToString());
        xml.Root!.Add(new XElement("more", new XAttribute("type", "boolean"), true));
        var stream = new MemoryStream();
        using (var writer = JsonInfoset.CreateWriter(stream, new JsonInfosetOptions { LeaveOpen = true }))
            xml.Save(writer);
        Assert.Equal(Text[..^1] + ",\"more\":true}", Encoding.UTF8.GetString(stream.ToArray()));
    }

    [Fact]
    public void XmlDocumentAndOuterXml()
    {
        var document = new XmlDocument();
        document.Load(JsonInfoset.FromText(Text));
        using var reader = JsonInfoset.FromText(Text);
        reader.Read();
        string outer = reader.ReadOuterXml();
        Assert.Equal(document.DocumentElement!.OuterXml, outer);
        using var theirs = JsonReaderWriterFactory.CreateJsonReader(Encoding.UTF8.GetBytes(Text), XmlDictionaryReaderQuotas.Max);
        theirs.Read();
        Assert.Equal(theirs.ReadOuterXml(), outer);
        using var sub = JsonInfoset.FromText(Text);
        Assert.True(sub.ReadToFollowing("lines"));
        using var subtree = sub.ReadSubtree();
        Assert.Equal(2, XDocument.Load(subtree).Root!.Elements().Count());
    }

    [DataContract(Name = "root", Namespace = "")]
    public class Place
    {
        [DataMember(Order = 1)]
        public string? City { get; set; }

        [DataMember(Order = 2)]
        public int Size { get; set; }

        [DataMember(Order = 3)]
        public bool IsOld { get; set; }

        [DataMember(Order = 4)]
        public decimal Area { get; set; }
    }

    [Fact]
    public void DataContractSerializerAndXmlSerializerReadIt()
    {
        const string Json = "{\"City\":\"Ulm\\n\",\"Size\":126,\"IsOld\":true,\"Area\":118.69}";
        var place = (Place)new DataContractSerializer(typeof(Place)).ReadObject(JsonInfoset.FromText(Json))!;
        Assert.Equal(("Ulm\n", 126, true, 118.69m), (place.City, place.Size, place.IsOld, place.Area));
        place = (Place)new XmlSerializer(typeof(Place), new XmlRootAttribute("root")).Deserialize(JsonInfoset.FromText(Json))!;
        Assert.Equal(("Ulm\n", 126, true, 118.69m), (place.City, place.Size, place.IsOld, place.Area));
    }

    [Fact]
    public void DataContractJsonSerializerWorksOverOurs()
    {
        var orders = Northwind.Create(20).Orders;
        var serializer = new DataContractJsonSerializer(orders.GetType());
        var theirs = new MemoryStream();
        serializer.WriteObject(theirs, orders);
        var ours = new MemoryStream();
        using (var writer = JsonInfoset.CreateWriter(ours, new JsonInfosetOptions { LeaveOpen = true }))
            serializer.WriteObject(writer, orders);
        Assert.Equal(Encoding.UTF8.GetString(theirs.ToArray()), Encoding.UTF8.GetString(ours.ToArray()));
        object? back = serializer.ReadObject(JsonInfoset.CreateReader(theirs.ToArray()));
        var again = new MemoryStream();
        serializer.WriteObject(again, back);
        Assert.Equal(theirs.ToArray(), again.ToArray());
    }

    [Theory]
    [InlineData("[")]
    [InlineData("{\"a\":")]
    public void AMillionLevelsAreAnError(string open)
    {
        byte[] json = Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat(open, 1_000_000)));
        var reader = JsonInfoset.CreateReader(json);
        var error = Assert.Throws<XmlException>(() =>
        {
            while (reader.Read())
            {
            }
        });
        Assert.Contains("MaxDepth", error.Message);
        // With the limit raised there is no recursion to overflow.
        reader = JsonInfoset.CreateReader(json, new JsonInfosetOptions { Limits = new Limits { MaxDepth = int.MaxValue } });
        Assert.Throws<XmlException>(() =>
        {
            while (reader.Read())
            {
            }
        });
        var writer = JsonInfoset.CreateWriter(Stream.Null);
        Assert.Throws<NotSupportedException>(() =>
        {
            for (int i = 0; i < 1_000_000; i++)
            {
                writer.WriteStartElement(i == 0 ? "root" : "item");
                writer.WriteAttributeString("type", "array");
            }
        });
    }

    [Fact]
    public void QuotasAreLimits()
    {
        Assert.True(Reads("[[1]]", new XmlDictionaryReaderQuotas { MaxDepth = 3 }));
        Assert.False(Reads("[[1]]", new XmlDictionaryReaderQuotas { MaxDepth = 2 }));
        Assert.True(Reads("[[]]", new XmlDictionaryReaderQuotas { MaxDepth = 2 }));
        Assert.True(Reads("\"aaaa\"", new XmlDictionaryReaderQuotas { MaxStringContentLength = 4 }));
        Assert.False(Reads("\"aaaaa\"", new XmlDictionaryReaderQuotas { MaxStringContentLength = 4 }));
        Assert.False(Reads("11111", new XmlDictionaryReaderQuotas { MaxStringContentLength = 4 }));
        Assert.True(Reads("{\"abc\":1,\"abc\":2}", new XmlDictionaryReaderQuotas { MaxNameTableCharCount = 3 }));
        Assert.False(Reads("{\"abc\":1,\"abd\":2}", new XmlDictionaryReaderQuotas { MaxNameTableCharCount = 3 }));

        static bool Reads(string json, XmlDictionaryReaderQuotas quotas) =>
            InfosetTrace.Of(JsonInfoset.CreateReader(Encoding.UTF8.GetBytes(json), quotas)) is not null;
    }

    /// <summary>
    /// A stream is read in constant memory: 40 MB of items, a name of its own each, in less than 4 MB beside the garbage.
    /// </summary>
    [Fact]
    public void AStreamIsReadInConstantMemory()
    {
        static IEnumerable<byte[]> Pieces()
        {
            yield return "[0"u8.ToArray();
            for (int i = 0; i < 400_000; i++)
                yield return Encoding.ASCII.GetBytes($",{{\"name{i:D8}\":\"{new string('x', 60)}\",\"a\":{i}}}");
            yield return "]"u8.ToArray();
        }

        using var reader = JsonInfoset.CreateReader(new PieceStream(Pieces().GetEnumerator()));
        long nodes = 0, before = 0;
        while (reader.Read())
        {
            nodes++;
            if (nodes % 1_000_000 == 0)
            {
                // From the first million on: what the reader itself needs is there by then.
                long now = GC.GetTotalMemory(true);
                before = before == 0 ? now : before;
                Assert.InRange(now - before, long.MinValue, 4_000_000);
            }
        }
        Assert.Equal(400_000 * 8 + 5, nodes);
        Assert.Null(reader.NameTable.Get("name00399999"));
    }

    sealed class PieceStream(IEnumerator<byte[]> pieces) : Stream
    {
        byte[] _piece = [];
        int _at;

        public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

        public override int Read(Span<byte> buffer)
        {
            while (_at == _piece.Length)
            {
                if (!pieces.MoveNext())
                    return 0;
                _piece = pieces.Current;
                _at = 0;
            }
            int count = Math.Min(buffer.Length, _piece.Length - _at);
            _piece.AsSpan(_at, count).CopyTo(buffer);
            _at += count;
            return count;
        }

        public override bool CanRead => true;
        public override bool CanSeek => false;
        public override bool CanWrite => false;
        public override long Length => throw new NotSupportedException();
        public override long Position { get => throw new NotSupportedException(); set => throw new NotSupportedException(); }
        public override void Flush() { }
        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();
        public override void SetLength(long value) => throw new NotSupportedException();
        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
    }
}
