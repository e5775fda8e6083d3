using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>What no member takes: passed over and told of, or refused.</summary>
internal ref partial struct XmlSource
{
    void UnknownElement(XmlTable table)
    {
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException($"The element '{XmlScanner.ToUtf16(_scanner.LocalName)}' is none of a '{table.Model.Type}'.") { Offset = _openedAt };
        int at = _openedAt;
        SkipElement();
        _events?.UnknownElement(_scanner.Input, at, _scanner.Position, table.Expected);
    }

    readonly void UnknownAttribute(XmlTable table, in XmlAttributeSpan attribute)
    {
        if (table.AnyAttributes >= 0 || attribute.Namespace == XmlNamespaces.SchemaInstance)
            return;
        string name = XmlScanner.ToUtf16(_scanner.LocalNameOf(attribute));
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException($"The attribute '{name}' is none of a '{table.Model.Type}'.") { Offset = attribute.NameStart };
        _events?.UnknownAttribute(name, _scanner.NamespaceText(attribute.Namespace), XmlScanner.ToUtf16(_scanner.ValueOf(attribute)), _scanner.Input, attribute.NameStart);
    }

    void UnknownText()
    {
        int at = _scanner.Position;
        var text = _scanner.ReadText();
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException("Text stands where no member takes it.") { Offset = at };
        _events?.UnknownText(XmlScanner.ToUtf16(text), _scanner.Input, at);
    }
}
