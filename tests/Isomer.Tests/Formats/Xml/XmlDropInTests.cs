using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>IsomerXmlSerializer in place of XmlSerializer, by the one name.</summary>
public class XmlDropInTests
{
    [XmlRoot("order", Namespace = "urn:o")]
    public class Order
    {
        public int Id; [XmlAttribute] public string? Ref; public Line[]? Lines; [XmlElement(Namespace = "urn:x")]
        public string? X;
    }

    public class Free { public Line[]? Lines; }
    public class Line { public decimal Price; }
    public class Special : Line { public int More; }

    static readonly Order Sample = new() { Id = 1, Ref = "r", Lines = [new() { Price = 1.5m }], X = "x" };

    static string Original(Action<XmlSerializer, StringBuilder> write, XmlSerializer serializer)
    {
        var text = new StringBuilder();
        write(serializer, text);
        return text.ToString();
    }

    [Fact]
    public void Text_writers_say_their_encoding()
    {
        var (expected, actual) = (new StringWriter(), new StringWriter());
        new XmlSerializer(typeof(Order)).Serialize(expected, Sample);
        new IsomerXmlSerializer(typeof(Order)).Serialize(actual, Sample);
        Assert.Equal(expected.ToString(), actual.ToString());
        Assert.Equal(expected.ToString(), Xml.ToText(Sample));
        Assert.Equal(1, ((Order)new IsomerXmlSerializer(typeof(Order)).Deserialize(new StringReader(actual.ToString()))!).Id);
    }

    public static TheoryData<string> Settings => ["plain", "indent", "noDeclaration", "attributes", "tabs"];

    static XmlWriterSettings SettingsOf(string name) => name switch
    {
        "indent" => new XmlWriterSettings { Indent = true },
        "noDeclaration" => new XmlWriterSettings { OmitXmlDeclaration = true },
        "attributes" => new XmlWriterSettings { Indent = true, NewLineOnAttributes = true },
        "tabs" => new XmlWriterSettings { Indent = true, IndentChars = "\t", NewLineChars = "\r\n" },
        _ => new XmlWriterSettings(),
    };

    [Theory]
    [MemberData(nameof(Settings))]
    public void Writers_of_the_framework_get_the_same(string settings)
    {
        string expected = Original((s, text) => { using var w = XmlWriter.Create(text, SettingsOf(settings)); s.Serialize(w, Sample); },
            new XmlSerializer(typeof(Order)));
        var actual = new StringBuilder();
        using (var writer = XmlWriter.Create(actual, SettingsOf(settings)))
            new IsomerXmlSerializer(typeof(Order)).Serialize(writer, Sample);
        Assert.Equal(expected, actual.ToString());
    }

    [Fact]
    public void A_writer_may_stand_within_an_element()
    {
        var document = new XDocument();
        using (var writer = document.CreateWriter())
        {
            writer.WriteStartElement("outer");
            new IsomerXmlSerializer(typeof(Order)).Serialize(writer, Sample);
            writer.WriteEndElement();
        }
        using var reader = document.Root!.FirstNode!.CreateReader();
        Assert.Equal(1.5m, ((Order)new IsomerXmlSerializer(typeof(Order)).Deserialize(reader)!).Lines![0].Price);
    }

    [Fact]
    public void A_reader_moves_behind_the_element_and_keeps_its_prefixes()
    {
        const string text = "<all xmlns:k='urn:o' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><k:order><k:Id>7</k:Id><k:Lines><k:Line i:type='k:Special'><k:Price>1</k:Price><k:More>5</k:More></k:Line></k:Lines></k:order><next/></all>";
        using var reader = XmlReader.Create(new StringReader(text));
        reader.Read();
        reader.Read();
        var serializer = new IsomerXmlSerializer(typeof(Order), [typeof(Special)]);
        Assert.True(serializer.CanDeserialize(reader));
        var order = (Order)serializer.Deserialize(reader)!;
        Assert.Equal((7, 5), (order.Id, Assert.IsType<Special>(order.Lines![0]).More));
        Assert.Equal("next", reader.LocalName);
    }

    static readonly XmlSerializerNamespaces[] Prefixes =
    [
        Of(), Of("", ""), Of("o", "urn:o"), Of("", "urn:o"), Of("a", "urn:a", "x", "urn:x"), Of("", "urn:x"),
        Of("xsi", "http://www.w3.org/2001/XMLSchema-instance"), Of("q1", "urn:q"), Of("p", "urn:o", "", "urn:o"),
    ];

    static XmlSerializerNamespaces Of(params string[] pairs)
    {
        var result = new XmlSerializerNamespaces();
        for (int i = 0; i < pairs.Length; i += 2)
            result.Add(pairs[i], pairs[i + 1]);
        return result;
    }

    [Fact]
    public void Prefixes_of_the_caller_are_used_as_the_original_uses_them()
    {
        foreach (object value in new object[] { Sample, new List<object> { 1, Guid.Empty, null! }, new Line(), 5, "text" })
        {
            foreach (var namespaces in Prefixes)
            {
                var (expected, actual) = (new MemoryStream(), new MemoryStream());
                new XmlSerializer(value.GetType()).Serialize(expected, value, namespaces);
                new IsomerXmlSerializer(value.GetType()).Serialize(actual, value, namespaces);
                Assert.Equal(Encoding.UTF8.GetString(expected.ToArray()), Encoding.UTF8.GetString(actual.ToArray()));
            }
        }
    }

    [Fact]
    public void Every_constructor_gives_the_original_bytes()
    {
        var overrides = new XmlAttributeOverrides();
        overrides.Add(typeof(Line), nameof(Line.Price), new XmlAttributes { XmlAttribute = new XmlAttributeAttribute("price") });
        overrides.Add(typeof(Order), nameof(Order.X), new XmlAttributes { XmlIgnore = true });
        var root = new XmlRootAttribute("renamed") { Namespace = "urn:renamed" };
        Type[] extra = [typeof(Special)];
        var value = new Free { Lines = [new Special { More = 2 }] };
        Same(new XmlSerializer(typeof(Order), "urn:default"), new IsomerXmlSerializer(typeof(Order), "urn:default"), Sample);
        Same(new XmlSerializer(typeof(Line), "urn:default"), new IsomerXmlSerializer(typeof(Line), "urn:default"), new Line());
        Same(new XmlSerializer(typeof(Free), extra), new IsomerXmlSerializer(typeof(Free), extra), value);
        Same(new XmlSerializer(typeof(Order), overrides), new IsomerXmlSerializer(typeof(Order), overrides), Sample);
        Same(new XmlSerializer(typeof(Order), root), new IsomerXmlSerializer(typeof(Order), root), Sample);
        Same(new XmlSerializer(typeof(Free), overrides, extra, new XmlRootAttribute("f"), "urn:d"),
            new IsomerXmlSerializer(typeof(Free), overrides, extra, new XmlRootAttribute("f"), "urn:d"), value);
        Same(new XmlSerializer(typeof(Line), null, null, null, "urn:d", null),
            new IsomerXmlSerializer(typeof(Line), null, null, null, "urn:d", null), new Line());
        Same(new XmlSerializer(typeof(int), new XmlRootAttribute("i")), new IsomerXmlSerializer(typeof(int), new XmlRootAttribute("i")), 5);
        Same(new XmlSerializer(typeof(List<int>), new XmlRootAttribute("l")),
            new IsomerXmlSerializer(typeof(List<int>), new XmlRootAttribute("l")), new List<int> { 1 });
        Same(XmlSerializer.FromTypes([typeof(Line)])[0]!, IsomerXmlSerializer.FromTypes([typeof(Line)])[0]!, new Line());
    }

    static void Same(XmlSerializer original, IsomerXmlSerializer ours, object value)
    {
        var (expected, actual) = (new MemoryStream(), new MemoryStream());
        original.Serialize(expected, value);
        ours.Serialize(actual, value);
        Assert.Equal(Encoding.UTF8.GetString(expected.ToArray()), Encoding.UTF8.GetString(actual.ToArray()));
        actual.Position = 0;
        var again = new MemoryStream();
        original.Serialize(again, ours.Deserialize(actual));
        Assert.Equal(expected.ToArray(), again.ToArray());
    }

    const string Unknown = "<Line zzz='1'><Price>1</Price>text<Q a='b'><R/></Q></Line>";

    [Fact]
    public void Events_tell_of_what_is_not_known()
    {
        var (expected, actual) = (new List<string>(), new List<string>());
        var original = new XmlSerializer(typeof(Line));
        original.UnknownNode += (_, e) => expected.Add($"node {e.NodeType} {e.Name} {e.Text}");
        original.UnknownAttribute += (_, e) => expected.Add($"attribute {e.Attr.OuterXml} {e.ExpectedAttributes}");
        original.UnknownElement += (_, e) => expected.Add($"element {e.Element.OuterXml} {e.ExpectedElements}");
        original.Deserialize(new StringReader(Unknown));
        var ours = new IsomerXmlSerializer(typeof(Line));
        ours.UnknownNode += (_, e) => actual.Add($"node {e.NodeType} {e.Name} {e.Text}");
        ours.UnknownAttribute += (_, e) => actual.Add($"attribute {e.Attr.OuterXml} {e.ExpectedAttributes}");
        ours.UnknownElement += (_, e) => actual.Add($"element {e.Element.OuterXml} {e.ExpectedElements}");
        ours.Deserialize(new StringReader(Unknown));
        Assert.Equal(expected, actual);
    }

    [Theory]
    [InlineData("<wrong/>")]
    [InlineData("<Line><Price>x</Price></Line>")]
    [InlineData("<Line>")]
    [InlineData("")]
    public void Errors_are_the_original_exception(string text)
    {
        var expected = Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(Line)).Deserialize(new StringReader(text)));
        var actual =
            Assert.Throws<InvalidOperationException>(() => new IsomerXmlSerializer(typeof(Line)).Deserialize(new StringReader(text)));
        Assert.StartsWith("There is an error in XML document (", actual.Message, StringComparison.Ordinal);
        Assert.IsType<WireFormatException>(actual.InnerException);
        Assert.NotNull(expected.Message);
    }

    [Fact]
    public void A_type_that_is_refused_is_refused_by_the_constructor() =>
        Assert.Throws<InvalidOperationException>(() => new IsomerXmlSerializer(typeof(XmlTypeCorpus.BadDictionary)));
}
