namespace Isomer.Tests.Differential;

/// <summary>
/// Types that write and read their own XML (`IXmlSerializable`), as people do it: by elements, by attributes, as mixed text; whole, by a
/// subtree, node by node, or leaving the reader where they have had enough. What they saw is in a member.
/// </summary>
static class XmlByHand
{
    public static void Write(TypePlan plan, Choices choices)
    {
        plan.Interfaces.Add("IXmlSerializable");
        plan.Further.Add("public string A; public int N;");
        plan.Further.Add("public XmlSchema GetSchema() => null;");
        plan.Further.Add($"public void WriteXml(XmlWriter w) {{ {Writing(choices)} }}");
        plan.Further.Add($"public void ReadXml(XmlReader r) {{ {Reading(choices)} }}");
    }

    static string Writing(Choices choices) => choices.Below(9) switch
    {
        0 => "w.WriteElementString(\"e\", A);",
        1 => "w.WriteAttributeString(\"x\", A); w.WriteElementString(\"e\", \"urn:w\", XmlConvert.ToString(N));",
        2 => "w.WriteString(A); w.WriteElementString(\"b\", \"t\"); w.WriteString(A);",
        3 => "w.WriteStartElement(\"p\", \"q\", \"urn:p\"); w.WriteAttributeString(\"p\", \"x\", \"urn:p\", A); w.WriteAttributeString(\"y\", \"1\"); w.WriteEndElement();",
        4 => "w.WriteCData(\"c&\"); w.WriteComment(\" c \"); w.WriteProcessingInstruction(\"pi\", \"x\"); w.WriteElementString(\"e\", A);",
        5 => "",
        6 => "w.WriteRaw(\"<r>1</r>\");",
        7 => "w.WriteStartElement(\"n\"); w.WriteValue(N); w.WriteEndElement(); w.WriteWhitespace(\" \"); w.WriteStartElement(\"f\"); w.WriteFullEndElement();",
        _ => "w.WriteAttributeString(\"xml\", \"lang\", null, \"de\"); w.WriteStartElement(\"z\"); w.WriteBase64(new byte[] { 1, 2, 3, 4 }, 0, 4); w.WriteEndElement(); w.WriteStartElement(\"c\"); w.WriteChars(\"ab\".ToCharArray(), 0, 2); w.WriteEndElement();",
    };

    static string Reading(Choices choices) => choices.Below(9) switch
    {
        0 => "A = r.ReadInnerXml();",
        1 => "A = r.GetAttribute(\"x\") + r.AttributeCount; r.Skip();",
        2 => "A = r.ReadOuterXml();",
        3 => "var seen = new System.Text.StringBuilder(); int depth = r.Depth; bool whole = r.IsEmptyElement; do { seen.Append($\"{r.NodeType} {r.Name}={r.Value}|{r.NamespaceURI}{r.AttributeCount}{r.Depth - depth}{r.IsEmptyElement};\"); while (r.MoveToNextAttribute()) seen.Append($\"@{r.Name}={r.Value};\"); r.MoveToElement(); } while (r.Read() && r.Depth > depth); if (!whole) r.Read(); A = seen.ToString();",
        4 => "if (r.IsEmptyElement) { r.Read(); return; } r.ReadStartElement(); r.MoveToContent(); A = r.NodeType == XmlNodeType.Element ? r.ReadElementContentAsString() : r.ReadContentAsString(); while (r.NodeType is not (XmlNodeType.EndElement or XmlNodeType.None)) r.Skip(); r.ReadEndElement();",
        5 => "using (var s = r.ReadSubtree()) { s.Read(); A = s.ReadInnerXml(); } r.Read();",
        6 => "A = ((System.Xml.Linq.XElement)System.Xml.Linq.XNode.ReadFrom(r)).ToString(System.Xml.Linq.SaveOptions.DisableFormatting);",
        7 => "var d = new XmlDocument(); d.AppendChild(d.ReadNode(r)); A = d.OuterXml;",
        // Leaves early.
        _ => "A = r.GetAttribute(\"x\"); r.ReadStartElement();",
    };
}
