using System.Xml;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>What no member takes: passed over and told of, or refused.</summary>
internal ref partial struct XmlSource
{
    void UnknownElement(XmlTable table)
    {
        if (_profile.Options.Unknown == XmlUnknown.Refuse)
            throw new WireFormatException($"The element '{XmlScanner.ToUtf16(_scanner.LocalName)}' is none of a '{table.Model.Type}'.")
            { Offset = _openedAt };
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
            throw new WireFormatException(
                $"The attribute '{XmlScanner.ToUtf16(_scanner.LocalNameOf(attribute))}' is none of a '{table.Model.Type}'.")
            { Offset = attribute.NameStart };
        if (_events is null)
            return;
        var node = _events.Document.CreateAttribute(XmlScanner.ToUtf16(_scanner.PrefixOf(attribute)),
            XmlScanner.ToUtf16(_scanner.LocalNameOf(attribute)), _scanner.NamespaceText(attribute.Namespace));
        node.Value = XmlScanner.ToUtf16(_scanner.ValueOf(attribute));
        _events.UnknownAttribute(node, Target(), _scanner.Input, attribute.ValueStart, table.ExpectedAttributes);
    }

    /// <summary>One node of text that no member takes: up to the next markup, or a section.</summary>
    void UnknownText()
    {
        int at = _scanner.Position;
        bool refuses = _profile.Options.Unknown == XmlUnknown.Refuse;
        if (_events is null && !refuses)
        {
            _scanner.SkipText();
            return;
        }
        bool isSection = _scanner.PeekPiece() == XmlPiece.Section;
        bool isWhite = false;
        if (!isSection)
            // White space before it was passed over, and is part of it.
            _scanner.BackOverWhite();
        string text = XmlScanner.ToUtf16(isSection ? _scanner.ReadSection() : _scanner.ReadPiece(out isWhite));
        // White space by reference may be no text.
        if (isWhite)
            return;
        if (refuses && text.Length > 0)
            throw new WireFormatException("Text stands where no member takes it.") { Offset = at };
        XmlNode? node = _events is null
            ? null
            : isSection ? _events.Document.CreateCDataSection(text) : _events.Document.CreateTextNode(text);
        if (node is not null)
            _events!.UnknownText(node, Target(), _scanner.Input, _scanner.Position);
    }
}
