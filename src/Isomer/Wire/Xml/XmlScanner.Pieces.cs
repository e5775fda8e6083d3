using System.Runtime.CompilerServices;

namespace Isomer.Wire.Xml;

/// <summary>What stands at a place of a document, nothing passed over.</summary>
internal enum XmlPiece : byte
{
    /// <summary>A start tag: <see cref="XmlScanner.ReadStart"/>.</summary>
    Start,
    /// <summary>The end of the open element: <see cref="XmlScanner.ReadEnd"/>.</summary>
    End,
    /// <summary>Text up to the next markup: <see cref="XmlScanner.ReadPiece"/>.</summary>
    Text,
    /// <summary><see cref="XmlScanner.ReadSection"/></summary>
    Section,
    /// <summary><see cref="XmlScanner.ReadMarkup"/></summary>
    Comment,
    /// <summary><see cref="XmlScanner.ReadMarkup"/></summary>
    Instruction,
}

/// <summary>Content piece by piece, for what keeps a document's nodes: comments, instructions, sections and white space as well.</summary>
internal ref partial struct XmlScanner
{
    /// <summary>The prefix of the innermost open element.</summary>
    public readonly ReadOnlySpan<byte> Prefix
    {
        get
        {
            ref var element = ref _scope.Elements[_depth - 1];
            return Input.Slice(element.NameStart, element.PrefixLength);
        }
    }

    /// <summary>
    /// Takes the start tag of the innermost open element once more: whatever was passed over behind it stands there again.
    /// </summary>
    public void ReadStartAgain()
    {
        ref var element = ref _scope.Elements[_depth - 1];
        _position = element.NameStart - 1;
        _bindings = element.Outside;
        _depth--;
        ReadStart();
    }

    /// <summary>What comes next within the open element.</summary>
    public readonly XmlPiece PeekPiece()
    {
        if (_isEmpty)
            return XmlPiece.End;
        if (_position >= _length)
            throw UnexpectedEnd();
        if (Here != (byte)'<')
            return XmlPiece.Text;
        return (Left > 1 ? Unsafe.Add(ref Here, 1) : (byte)0) switch
        {
            (byte)'/' => XmlPiece.End,
            (byte)'?' => XmlPiece.Instruction,
            (byte)'!' => Input[_position..].StartsWith("<![CDATA["u8) ? XmlPiece.Section : XmlPiece.Comment,
            _ => XmlPiece.Start,
        };
    }

    /// <summary>The text up to the next markup, and whether it is white space alone, also by reference.</summary>
    public ReadOnlySpan<byte> ReadPiece(out bool isWhite)
    {
        int start = _position;
        var text = ReadTextSlowly(keeps: true, XmlTextEnd.Markup);
        isWhite = XmlChars.IsWhite(text) && !SaysText(Input[start.._position]);
        return text;
    }

    /// <summary>The text of the CDATA section that stands here.</summary>
    public ReadOnlySpan<byte> ReadSection()
    {
        int kept = 0;
        ReadCData(ref kept, keeps: true);
        return CheckLength(_scope.Text.AsSpan(0, kept));
    }

    /// <summary>What is between the brackets of the comment or processing instruction that stands here.</summary>
    public ReadOnlySpan<byte> ReadMarkup()
    {
        int start = _position;
        SkipMarkup();
        return Input[start + 1] == (byte)'?' ? Input[(start + 2)..(_position - 2)] : Input[(start + 4)..(_position - 3)];
    }
}
