using System.Xml;
using System.Xml.Linq;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// The comparison of values tells nodes of XML apart by what they hold. A node is a sequence of the nodes in it, and as that two texts were
/// the same, and two elements of other names.
/// </summary>
public class DeepNodeTests
{
    static string? Difference(object? a, object? b) => new Deep(keepsNaNBits: false).Difference(a, b);

    static XmlElement Read(string xml)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(xml);
        return document.DocumentElement!;
    }

    /// <summary>A node of each kind, with a name or a value, in a document of its own.</summary>
    static XmlNode Made(string kind, string what)
    {
        var document = new XmlDocument();
        switch (kind)
        {
            case "element": return document.CreateElement(what);
            case "prefix": return document.CreateElement(what, "n", "urn:n");
            case "namespace": return document.CreateElement("p", "n", what);
            case "attribute": return document.CreateAttribute(what);
            case "text": return document.CreateTextNode(what);
            case "cdata": return document.CreateCDataSection(what);
            case "comment": return document.CreateComment(what);
            case "instruction": return document.CreateProcessingInstruction("p", what);
            case "target": return document.CreateProcessingInstruction(what, "p");
            case "declaration": return document.CreateXmlDeclaration("1.0", what == "a" ? "utf-8" : "utf-16", null);
            case "reference": return document.CreateEntityReference(what);
            case "white space": return document.CreateWhitespace(what == "a" ? " " : "\n");
            case "significant": return document.CreateSignificantWhitespace(what == "a" ? " " : "\n");
            case "type":
                document.XmlResolver = null;
                return document.CreateDocumentType("r", null, null, $"<!ELEMENT {what} ANY>");
            case "fragment":
                var fragment = document.CreateDocumentFragment();
                fragment.AppendChild(document.CreateTextNode(what));
                return fragment;
            case "document":
                document.LoadXml($"<{what}/>");
                return document;
            case "value":
                var attribute = document.CreateAttribute("n");
                attribute.Value = what;
                return attribute;
            default: throw new ArgumentException(kind);
        }
    }

    static XObject MadeOfLinq(string kind, string what) => kind switch
    {
        "element" => new XElement(what),
        "namespace" => new XElement(XName.Get("n", what)),
        "attribute" => new XAttribute(what, "v"),
        "value" => new XAttribute("n", what),
        "text" => new XText(what),
        "cdata" => new XCData(what),
        "comment" => new XComment(what),
        "instruction" => new XProcessingInstruction("p", what),
        "target" => new XProcessingInstruction(what, "p"),
        "type" => new XDocumentType("r", null, null, $"<!ELEMENT {what} ANY>"),
        "declaration" => new XDocument(new XDeclaration("1.0", what == "a" ? "utf-8" : "utf-16", null), new XElement("r")),
        "document" => new XDocument(new XElement(what)),
        _ => throw new ArgumentException(kind),
    };

    static readonly string[] s_kinds = ["element", "prefix", "namespace", "attribute", "text", "cdata", "comment", "instruction", "target",
        "declaration", "reference", "white space", "significant", "type", "fragment", "document", "value"];

    static readonly string[] s_kindsOfLinq = ["element", "namespace", "attribute", "value", "text", "cdata", "comment", "instruction",
        "target", "type", "declaration", "document"];

    public static TheoryData<bool, string> Kinds() =>
        [.. s_kinds.Select(k => new TheoryDataRow<bool, string>(false, k)),
            .. s_kindsOfLinq.Select(k => new TheoryDataRow<bool, string>(true, k))];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Nodes_of_each_kind_differ_by_what_they_hold(bool isLinq, string kind)
    {
        object Of(string what) => isLinq ? MadeOfLinq(kind, what) : Made(kind, what);
        Assert.Null(Difference(Of("a"), Of("a")));
        Assert.NotNull(Difference(Of("a"), Of("b")));
        // Behind object, as an item, and in a member of a class.
        Assert.NotNull(Difference(new[] { Of("a") }, new[] { Of("b") }));
        Assert.NotNull(Difference(new Holder { Held = Of("a") }, new Holder { Held = Of("b") }));
        Assert.Null(Difference(new Holder { Held = Of("a") }, new Holder { Held = Of("a") }));
    }

    sealed class Holder
    {
        public object? Held { get; set; }
    }

    [Fact]
    public void Nodes_of_two_kinds_differ_also_where_they_say_the_same()
    {
        Assert.NotNull(Difference(Made("text", "a"), Made("cdata", "a")));
        Assert.NotNull(Difference(Made("white space", "a"), Made("significant", "a")));
        Assert.NotNull(Difference(MadeOfLinq("text", "a"), MadeOfLinq("cdata", "a")));
        Assert.NotNull(Difference(Made("element", "a"), MadeOfLinq("element", "a")));
        Assert.NotNull(Difference(Made("text", "a"), "a"));
    }

    [Theory]
    [InlineData("<a><b>0</b></a>", "<a><b>1</b></a>")]
    [InlineData("<a><b x='0'/></a>", "<a><b x='1'/></a>")]
    [InlineData("<a><b x='0'/></a>", "<a><b y='0'/></a>")]
    [InlineData("<a><b x='0'/></a>", "<a><b/></a>")]
    [InlineData("<a><b/></a>", "<a><c/></a>")]
    [InlineData("<a><b/></a>", "<a><b></b></a>")]
    [InlineData("<a><b/></a>", "<a xmlns='urn:a'><b/></a>")]
    [InlineData("<a><b xmlns='urn:a'/></a>", "<a><b xmlns='urn:b'/></a>")]
    [InlineData("<a><b/><c/></a>", "<a><c/><b/></a>")]
    [InlineData("<a><b>t</b></a>", "<a><b><![CDATA[t]]></b></a>")]
    [InlineData("<a>t<!--c--></a>", "<a>t<!--d--></a>")]
    [InlineData("<a> <b/></a>", "<a><b/></a>")]
    public void What_is_deep_in_an_element_is_compared(string first, string second)
    {
        foreach (var read in (Func<string, object>[])[Read, xml => XElement.Parse(xml, LoadOptions.PreserveWhitespace)])
        {
            Assert.Null(Difference(read(first), read(first)));
            Assert.NotNull(Difference(read(first), read(second)));
            Assert.NotNull(Difference(read(second), read(first)));
        }
    }

    [Fact]
    public void Text_in_two_nodes_is_not_text_in_one()
    {
        var (one, two) = (Read("<a>bc</a>"), Read("<a>b</a>"));
        two.AppendChild(two.OwnerDocument.CreateTextNode("c"));
        Assert.Equal(one.OuterXml, two.OuterXml);
        Assert.NotNull(Difference(one, two));
    }

    [Fact]
    public void Values_do_not_read_as_more_nodes()
    {
        Assert.NotNull(Difference(Read("<a x=\"1'&gt;&lt;Attribute y=1'1'\"/>"), Read("<a x='1' y='1'/>")));
        Assert.NotNull(Difference(Read("<a>t&gt;&lt;Comment #comment=1'c'</a>"), Read("<a>t<!--c--></a>")));
    }
}
