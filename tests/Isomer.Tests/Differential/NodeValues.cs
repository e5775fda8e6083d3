using System.Xml;
using System.Xml.Linq;

namespace Isomer.Tests.Differential;

/// <summary>Nodes of XML for members that are declared so.</summary>
static class NodeValues
{
    /// <summary>How XElement is called in a case's code.</summary>
    public const string Linq = "System.Xml.Linq.XElement";

    static readonly string[] s_documents =
    [
        "<a/>", "<a>0</a>", "<a b='1' c=''><d>t</d></a>", "<p:a xmlns:p='urn:p' p:b='1'><p:c/>t<d xmlns='urn:d'>1</d></p:a>",
        "<a xmlns='urn:a'><b xmlns=''/></a>", "<a>t<![CDATA[<c>]]><!-- c --><?pi x?></a>", "<a></a>",
        "<a xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>",
    ];

    public static IReadOnlyList<object> Made { get; } =
        [.. s_documents.Select(Element), .. s_documents.Select(d => XElement.Parse(d, LoadOptions.PreserveWhitespace)), .. Several()];

    static XmlElement Element(string xml)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(xml);
        return document.DocumentElement!;
    }

    /// <summary>Attributes and what is in an element, as contracts have them.</summary>
    static IEnumerable<XmlNode[]> Several() =>
        s_documents.Select(Element).Select(e => (XmlNode[])[.. e.Attributes.Cast<XmlNode>(), .. e.ChildNodes.Cast<XmlNode>()]);
}
