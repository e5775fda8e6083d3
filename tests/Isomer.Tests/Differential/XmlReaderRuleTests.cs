using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules about what the framework's dictionary readers give to a type that reads its own XML excuse their case, and not a fault beside it
/// (<see cref="DialectRuleTests"/>).
/// </summary>
public class XmlReaderRuleTests
{
    const string Seeing = "var seen = new System.Text.StringBuilder(); int depth = r.Depth; bool whole = r.IsEmptyElement; "
        + "do { seen.Append($\"{r.NodeType} {r.Name}={r.Value};\"); } while (r.Read() && r.Depth > depth); "
        + "if (!whole) r.Read(); A = seen.ToString();",
        Moving = "r.ReadStartElement(); r.MoveToContent(); A = r.NodeType == XmlNodeType.Element ? r.ReadElementContentAsString() "
            + ": r.ReadContentAsString(); while (r.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None)) r.Skip(); "
            + "r.ReadEndElement();",
        Leaving = "A = r.GetAttribute(\"x\"); r.ReadStartElement();";

    [Theory]
    [InlineData(Seeing, XmlWays.DictionaryText, "<T0><E0><e> t </e></E0><B0>2</B0></T0>", "Text that a reader gives in pieces is one.")]
    [InlineData(Moving, XmlWays.DictionaryBinary, "<T0><E0> <e>t</e></E0><B0>2</B0></T0>",
        "White space that a reader gives as text is text.")]
    [InlineData(Moving, XmlWays.DictionaryBinary, "<T0 xml:space='preserve'><E0>\t</E0><B0>2</B0></T0>",
        "White space that a reader gives as text is text.")]
    [InlineData(Leaving, XmlWays.DictionaryBinary, "<T0><E0 x='1'><e>t</e></E0><B0>2</B0></T0>",
        "What an IXmlSerializable leaves of its element is passed over.")]
    [InlineData(Leaving, XmlWays.DictionaryBinary, "<T0><E0 x='1'/><B0>2</B0></T0>",
        "What an IXmlSerializable leaves of its element is passed over.")]
    public void What_a_type_reads_by_itself(string reading, int way, string document, string reason)
    {
        var types = new DialectCase(new XmlDialect(), $$"""
            public class T0
            {
            public T1 E0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1 : IXmlSerializable
            {
            public string A; public int N;
            public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteElementString("e", A); }
            public void ReadXml(XmlReader r) { {{reading}} }
            }
            """, 0, 0, 0, 0, 1, way);
        var finding = types.Read(document);
        Assert.Null(finding.Ours!.Refusal);
        types.Excuses(reason, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfChanged(finding, made => made.E0.A += "x"));
    }
}
