using System.Globalization;
using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>
/// Writes the content of our document's root to a writer of the framework. The prefixes that the root declares are declared where the
/// original declares them: by the first element that has structure. What stands beside that takes prefixes from the writer.
/// </summary>
internal sealed class XmlBareWriter(XmlWriter writer, XmlSerializerNamespaces? namespaces, HashSet<XmlQualifiedName> structured)
{
    readonly SoapDeclarations _declarations = new(namespaces);
    int _prefixes;
    bool _isDeclared;
    // Within the element that has them.
    bool _isInScope;

    public void Write(byte[] document)
    {
        using var reader = XmlReader.Create(new MemoryStream(document),
            new XmlReaderSettings
            { ConformanceLevel = ConformanceLevel.Document, DtdProcessing = DtdProcessing.Prohibit, CheckCharacters = false });
        reader.MoveToContent();
        if (reader.IsEmptyElement)
            return;
        while (reader.Read())
        {
            switch (reader.NodeType)
            {
                case XmlNodeType.Element:
                    Element(reader);
                    break;
                case XmlNodeType.EndElement when reader.Depth > 0:
                    writer.WriteFullEndElement();
                    _isInScope &= reader.Depth > 1;
                    break;
                default:
                    XmlBridge.CopyContent(reader, writer);
                    break;
            }
        }
    }

    void Element(XmlReader reader)
    {
        bool isEmpty = reader.IsEmptyElement;
        bool isTop = reader.Depth == 1;
        bool declares = isTop && !_isDeclared && (reader.GetAttribute("nil", SoapNames.Xsi) is not null
            || (structured.Contains(new XmlQualifiedName(reader.LocalName, reader.NamespaceURI)) && !IsSimple(reader)));
        if (declares)
        {
            string? prefix = _declarations.PrefixOf(reader.NamespaceURI);
            writer.WriteStartElement(prefix, reader.LocalName, reader.NamespaceURI);
            _declarations.Write(writer, prefix);
            _isDeclared = _isInScope = true;
        }
        else
        {
            writer.WriteStartElement(_isInScope && reader.Prefix.Length > 0 ? reader.Prefix : null, reader.LocalName, reader.NamespaceURI);
        }
        while (reader.MoveToNextAttribute())
            Attribute(reader);
        reader.MoveToElement();
        if (!isEmpty)
            return;
        writer.WriteEndElement();
        if (isTop)
            _isInScope = false;
    }

    /// <summary>A simple value where object is declared.</summary>
    static bool IsSimple(XmlReader reader)
    {
        if (reader.GetAttribute("type", SoapNames.Xsi) is not { } type)
            return false;
        int colon = type.IndexOf(':');
        return reader.LookupNamespace(colon < 0 ? "" : type[..colon]) is SoapNames.Xsd or SoapNames.Clr;
    }

    void Attribute(XmlReader reader)
    {
        if (reader.NamespaceURI == XmlNames.Xmlns)
        {
            // Declarations of elements are the writer's business, but those of names in text are not.
            if (reader.Prefix.Length == 0 || !_isInScope)
                return;
            if (reader.LocalName.StartsWith('q')
                && int.TryParse(reader.LocalName.AsSpan(1), NumberStyles.None, CultureInfo.InvariantCulture, out int number))
                _prefixes = Math.Max(_prefixes, number);
            writer.WriteAttributeString("xmlns", reader.LocalName, XmlNames.Xmlns, reader.Value);
            return;
        }
        string value = reader.Value;
        if (!_isInScope && reader.LocalName == "type" && reader.NamespaceURI == SoapNames.Xsi && value.IndexOf(':') is > 0 and var colon)
            value = PrefixFor(reader.LookupNamespace(value[..colon])!) + value[colon..];
        if (_isInScope || reader.Prefix.Length == 0)
            writer.WriteAttributeString(reader.Prefix, reader.LocalName, reader.NamespaceURI, value);
        else
            writer.WriteAttributeString(reader.LocalName, reader.NamespaceURI, value);
    }

    string PrefixFor(string ns)
    {
        if (writer.LookupPrefix(ns) is { Length: > 0 } known)
            return known;
        string prefix = string.Create(CultureInfo.InvariantCulture, $"q{++_prefixes}");
        writer.WriteAttributeString("xmlns", prefix, null, ns);
        return prefix;
    }
}
