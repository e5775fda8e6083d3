using System.Xml;
using Isomer.Conventions;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>XML that comes as it is: nodes, and what types write that serialize themselves.</summary>
internal ref partial struct XmlSink
{
    internal void RawStart(string prefix, string name, string ns)
    {
        Enter();
        CloseStart();
        if (prefix is "xsi" or "xsd" || ns is XmlNames.Xsi or XmlNames.Xsd)
            _state.IsUsual = false;
        ref var frame = ref _state.Push();
        frame.Kind = XmlFrameKind.Element;
        frame.Names = null;
        frame.Place = new XmlPlace(new XmlElementFacts(name, ns, _root.Model, false), XmlPlaceKind.Element);
        frame.Outside = _state.Prefixes.Count;
        frame.Plain = _plain;
        frame.Break = _break;
        frame.Prefix = prefix;
        BreakLine();
        _out.Put((byte)'<');
        WriteName(prefix, name);
        _tag = _state.Prefixes.Use(prefix, ns, frame.Outside) ? Tag.Due : Tag.Open;
        _plain = -1;
        if (_break > 0)
            _break += _profile.IndentSize;
    }

    internal void RawAttribute(string prefix, string name, string ns, string value, bool onlyNew)
    {
        if (_state.Count == 0)
            throw new NotSupportedException(
                $"'{_root.Model.Type}' brings an element of its own ([XmlSchemaProvider] with IsAny), but writes an attribute before it.");
        if (ns != XmlNames.Xmlns)
        {
            BeginAttribute(name, ns, prefix);
            XmlEscape.Write(ref _out, value, XmlEscaping.StrictAttribute);
            _out.Put((byte)'"');
            return;
        }
        string declared = prefix.Length == 0 ? "" : name;
        if (!onlyNew || _state.Prefixes.NamespaceOf(declared) != value)
            Declare(declared, value);
    }

    internal void RawText(string text)
    {
        if (text.Length == 0)
            return;
        CloseStart();
        _break = 0;
        XmlEscape.Write(ref _out, text, _profile.Escaping);
        _out.Reserve(Room);
    }

    internal void RawCData(string text)
    {
        CloseStart();
        _break = 0;
        _out.Write("<![CDATA["u8);
        WriteUtf8(text.Replace("]]>", "]]]]><![CDATA[>", StringComparison.Ordinal));
        _out.Write("]]>"u8);
    }

    /// <summary>A comment or instruction.</summary>
    internal void RawMarkup(string open, string text, string close)
    {
        CloseStart();
        BreakLine();
        WriteUtf8(open);
        WriteUtf8(text);
        WriteUtf8(close);
    }

    /// <summary>An element that was written with an end tag keeps it, as XmlElement does.</summary>
    internal void RawEnd(bool isEmpty)
    {
        if (!isEmpty && _tag != Tag.Closed)
        {
            CloseStart();
            _break = 0;
        }
        EndTag();
    }

    /// <summary>An element like the open one, with all prefixes that are in scope.</summary>
    internal readonly void BeginWrapper(XmlWriter writer)
    {
        if (_state.Count == 0)
        {
            // A root that brings its own element.
            writer.WriteStartElement("root");
            return;
        }
        ref var frame = ref Top;
        writer.WriteStartElement(frame.Prefix, XmlConvert.EncodeLocalName(XmlConvert.DecodeName(frame.Place.Name))!, frame.Place.Namespace);
        foreach (var (prefix, ns) in _state.Prefixes.InScope())
            if (prefix == frame.Prefix)
                continue;
            else if (prefix.Length > 0)
                writer.WriteAttributeString("xmlns", prefix, null, ns);
            else if (ns.Length > 0)
                // The element has a prefix: what is written without a namespace falls into the default one, as in the original.
                writer.WriteAttributeString("", "xmlns", XmlNames.Xmlns, ns);
    }
}
