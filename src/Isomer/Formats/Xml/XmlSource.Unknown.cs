using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer;

/// <summary>What no member takes: passed over and told of, or refused.</summary>
internal ref partial struct XmlSource
{
    void UnknownElement(XmlTable table)
    {
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException($"The element '{XmlScanner.ToUtf16(_scanner.LocalName)}' is none of a '{table.Model.Type}'.") { Offset = _openedAt };
        if (_events is null)
            SkipElement();
        else
            TellElement(table.Expected);
    }

    /// <summary>The open element, passed over, as a node with the prefixes that it has.</summary>
    void TellElement(string expected)
    {
        _member = null;
        var element = _state.Nodes.Element(ref _scanner, _events!.Document);
        _events.UnknownElement(element, Target(), _scanner.Input, _scanner.Position, expected);
    }

    readonly void UnknownAttribute(XmlTable table, in XmlAttributeSpan attribute)
    {
        if (table.AnyAttributes >= 0 || (attribute.Namespace == XmlNamespaces.SchemaInstance && _events is null))
            return;
        if (_profile.Options.Unknown == XmlUnknown.Refuse && attribute.Namespace != XmlNamespaces.SchemaInstance)
            throw new WireFormatException($"The attribute '{XmlScanner.ToUtf16(_scanner.LocalNameOf(attribute))}' is none of a '{table.Model.Type}'.") { Offset = attribute.NameStart };
        if (_events is null)
            return;
        var node = _events.Document.CreateAttribute(XmlScanner.ToUtf16(_scanner.PrefixOf(attribute)), XmlScanner.ToUtf16(_scanner.LocalNameOf(attribute)), _scanner.NamespaceText(attribute.Namespace));
        node.Value = XmlScanner.ToUtf16(_scanner.ValueOf(attribute));
        _events.UnknownAttribute(node, Target(), _scanner.Input, attribute.ValueStart, table.ExpectedAttributes);
    }

    void UnknownText()
    {
        int at = _scanner.Position;
        var text = _scanner.ReadText();
        // White space by reference is no text.
        if (text.IsEmpty)
            return;
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException("Text stands where no member takes it.") { Offset = at };
        if (_events is null)
            return;
        if (_scanner.Input[at..].StartsWith("<![CDATA["u8))
        {
            _events.UnknownText(_events.Document.CreateCDataSection(XmlScanner.ToUtf16(text)), Target(), _scanner.Input, _scanner.Position);
            return;
        }
        // White space before it was passed over, and is part of it.
        int from = at;
        while (from > 0 && XmlChars.IsWhite(_scanner.Input[from - 1]))
            from--;
        _events.UnknownText(_events.Document.CreateTextNode(XmlScanner.ToUtf16(_scanner.Input[from..at]) + XmlScanner.ToUtf16(text)), Target(), _scanner.Input, _scanner.Position);
    }
}
