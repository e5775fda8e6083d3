using System.Buffers.Text;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using System.Text;

namespace Isomer.Wire.Xml;

/// <summary>Character data, references, the XML declaration.</summary>
internal ref partial struct XmlScanner
{
    /// <summary>
    /// The character data from here to the next tag: what stands in the input if that is all there is to it, else a copy with
    /// references, CDATA sections and line ends resolved and comments left out.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ReadOnlySpan<byte> ReadText()
    {
        var rest = Input[_position..];
        int length = _isEmpty ? 0 : XmlChars.IndexOfTextStop(rest);
        if (length < 0 || length > _rules.MaxText || _isEmpty || rest[length] != (byte)'<' || length + 1 >= rest.Length
            || rest[length + 1] is (byte)'!' or (byte)'?')
            return ReadTextSlowly(keeps: true);
        _position += length;
        return rest[..length];
    }

    /// <summary>The character data from here to the next tag as a string.</summary>
    public string ReadString()
    {
        // Up to 31 ASCII characters with nothing special about them: one load, one test.
        if (Left >= 33 && !_isEmpty)
        {
            var block = Vector256.LoadUnsafe(ref Here);
            var stops = Vector256.Equals(block, Vector256.Create((byte)'<')) | Vector256.Equals(block, Vector256.Create((byte)'&'))
                | Vector256.Equals(block, Vector256.Create((byte)']'))
                | Vector256.LessThan(block.AsSByte(), Vector256.Create((sbyte)' ')).AsByte();
            int length = System.Numerics.BitOperations.TrailingZeroCount(stops.ExtractMostSignificantBits());
            if (length < 32 && Unsafe.Add(ref Here, length) == (byte)'<' && Unsafe.Add(ref Here, length + 1) is not ((byte)'!' or (byte)'?')
                && length <= _rules.MaxText)
            {
                string value = length == 0 ? "" : Wire.Text.Utf8Strings.WidenAscii(ref Here, length);
                _position += length;
                return value;
            }
        }
        return ToUtf16(ReadText());
    }

    /// <summary>Text of <see cref="ReadText"/> as a string: also the lone surrogates that references may stand for.</summary>
    public static string ToUtf16(ReadOnlySpan<byte> text)
    {
        if (text.Length == 0)
            return "";
        if (text.Length <= 16
            && Wire.Text.Utf8Strings.TryWidenAscii(ref System.Runtime.InteropServices.MemoryMarshal.GetReference(text), text.Length,
                out string ascii))
            return ascii;
        return Wire.Text.Utf8Runs.ToText(text);
    }

    public void SkipText()
    {
        if (!_isEmpty)
            ReadTextSlowly(keeps: false);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    ReadOnlySpan<byte> ReadTextSlowly(bool keeps, XmlTextEnd end = XmlTextEnd.Tag)
    {
        if (_isEmpty)
            return default;
        int from = _position;
        int at = from;
        int kept = -1;
        // What is kept of the text since the last markup begins here.
        int piece = 0;
        int pieceAt = from;
        Span<byte> character = stackalloc byte[4];
        while (true)
        {
            int run = XmlChars.IndexOfTextStop(Input[at..]);
            at = run < 0 ? _length : at + run;
            _position = at;
            if (at >= _length)
                throw UnexpectedEnd();
            byte stop = Input[at];
            switch (stop)
            {
                case (byte)'<' when end != XmlTextEnd.Markup && at + 1 < _length && Input[at + 1] is (byte)'!' or (byte)'?':
                    Keep(ref kept, Input[from..at], keeps);
                    EndPiece(ref kept, piece, Input[pieceAt..at]);
                    if (Input[at..].StartsWith("<![CDATA["u8))
                        ReadCData(ref kept, keeps);
                    else if (end == XmlTextEnd.Comment)
                        return CheckLength(_scope.Text.AsSpan(0, kept));
                    else
                        SkipMarkup();
                    from = at = pieceAt = _position;
                    piece = kept;
                    continue;
                case (byte)'<':
                    if (kept < 0)
                        return CheckLength(Input[from..at]);
                    Keep(ref kept, Input[from..at], keeps);
                    if (end != XmlTextEnd.Markup)
                        EndPiece(ref kept, piece, Input[pieceAt..at]);
                    return CheckLength(_scope.Text.AsSpan(0, kept));
                case (byte)'&':
                    Keep(ref kept, Input[from..at], keeps);
                    at += ReadReference(Input[at..], at, character, out int length);
                    Keep(ref kept, character[..length], keeps);
                    from = at;
                    continue;
                case (byte)'\r' when _rules.KeepsLineEnds:
                    at++;
                    continue;
                case (byte)'\r':
                    Keep(ref kept, Input[from..at], keeps);
                    Keep(ref kept, "\n"u8, keeps);
                    at += at + 1 < _length && Input[at + 1] == (byte)'\n' ? 2 : 1;
                    from = at;
                    continue;
                case (byte)']':
                    if (Input[at..].StartsWith("]]>"u8))
                        throw Error("']]>' must not stand in text.");
                    at++;
                    continue;
                case 0xEF:
                    if (at + 2 < _length && Input[at + 1] == 0xBF && Input[at + 2] >= 0xBE)
                        throw Error("U+FFFE and U+FFFF must not stand in text.");
                    at++;
                    continue;
                default:
                    throw Error($"The control character U+{stop:X4} must not stand in text.");
            }
        }
    }

    /// <summary>White space alone between two pieces of markup is not kept.</summary>
    readonly void EndPiece(ref int kept, int piece, ReadOnlySpan<byte> written)
    {
        if (_rules.IgnoresWhite && kept > piece && XmlChars.IsWhite(_scope.Text.AsSpan(piece, kept - piece)) && !Preserves
            && !SaysText(written))
            kept = piece;
    }

    /// <summary>Whether white space that stands so in the input is text to the reader whose rules these are.</summary>
    readonly bool SaysText(ReadOnlySpan<byte> written)
    {
        if (!_rules.DecimalIsText)
            return false;
        while (written.IndexOf("&#"u8) is >= 0 and var at)
        {
            written = written[(at + 2)..];
            if (!written.StartsWith("x"u8))
                return true;
        }
        return false;
    }

    readonly ReadOnlySpan<byte> CheckLength(ReadOnlySpan<byte> text) =>
        text.Length <= _rules.MaxText ? text : throw Error($"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");

    readonly void Keep(ref int kept, ReadOnlySpan<byte> more, bool keeps)
    {
        kept = Math.Max(kept, 0);
        if (!keeps)
            return;
        if (kept + more.Length > _rules.MaxText)
            throw Error($"A text is longer than {_rules.MaxText} bytes (Limits.MaxStringLength).");
        if (_scope.Text.Length - kept < more.Length)
            Array.Resize(ref _scope.Text, Math.Max(_scope.Text.Length * 2, kept + more.Length));
        more.CopyTo(_scope.Text.AsSpan(kept));
        kept += more.Length;
    }

    void ReadCData(ref int kept, bool keeps)
    {
        int start = _position + 9;
        int length = Input[start..].IndexOf("]]>"u8);
        if (length < 0)
            throw UnexpectedEnd();
        var content = Input.Slice(start, length);
        CheckCharacters(content);
        if (_rules.KeepsLineEndsInCData)
        {
            Keep(ref kept, content, keeps);
        }
        else
        {
            while (content.IndexOf((byte)'\r') is >= 0 and var cr)
            {
                Keep(ref kept, content[..cr], keeps);
                Keep(ref kept, "\n"u8, keeps);
                content = content[(cr + (cr + 1 < content.Length && content[cr + 1] == (byte)'\n' ? 2 : 1))..];
            }
            Keep(ref kept, content, keeps);
        }
        _position = start + length + 3;
    }

    /// <summary>Refuses the characters that XML has no place for.</summary>
    readonly void CheckCharacters(ReadOnlySpan<byte> text)
    {
        while (XmlChars.IndexOfTextStop(text) is >= 0 and var at)
        {
            bool bad = text[at] < 0x20
                ? text[at] != (byte)'\r'
                : text[at] == 0xEF && at + 2 < text.Length && text[at + 1] == 0xBF && text[at + 2] >= 0xBE;
            if (bad)
                throw Error("A character stands here that XML has no place for.");
            text = text[(at + 1)..];
        }
    }

    /// <summary>Decodes an attribute's value: references, and white space as spaces.</summary>
    readonly ReadOnlySpan<byte> Decode(ReadOnlySpan<byte> raw, int offset)
    {
        if (raw.IndexOfAny((byte)'&', (byte)'\n', (byte)'\r') < 0 && !raw.Contains((byte)'\t'))
            return raw;
        // What a reference stands for is never longer than the reference.
        if (_scope.Value.Length < raw.Length)
            _scope.Value = new byte[Math.Max(raw.Length, 64)];
        int to = 0;
        for (int at = 0; at < raw.Length;)
        {
            byte b = raw[at];
            if (b == (byte)'&')
            {
                at += ReadReference(raw[at..], offset + at, _scope.Value.AsSpan(to), out int length);
                to += length;
                continue;
            }
            if (b == (byte)'\r' && at + 1 < raw.Length && raw[at + 1] == (byte)'\n')
                at++;
            _scope.Value[to++] = XmlChars.IsWhite(b) ? (byte)' ' : b;
            at++;
        }
        return _scope.Value.AsSpan(0, to);
    }

    /// <summary>The length of the reference that stands here; what it stands for, as UTF-8, goes to the destination.</summary>
    readonly int ReadReference(ReadOnlySpan<byte> text, int offset, Span<byte> destination, out int length)
    {
        length = 1;
        int end = text.IndexOf((byte)';');
        var name = end < 0 ? default : text[1..end];
        byte plain = name.SequenceEqual("amp"u8) ? (byte)'&'
            : name.SequenceEqual("lt"u8) ? (byte)'<'
            : name.SequenceEqual("gt"u8) ? (byte)'>'
            : name.SequenceEqual("quot"u8) ? (byte)'"'
            : name.SequenceEqual("apos"u8) ? (byte)'\''
            : (byte)0;
        if (plain != 0)
        {
            destination[0] = plain;
            return end + 1;
        }
        if (name.Length < 2 || name[0] != (byte)'#')
            throw new WireFormatException("Only the five entities of XML and character references are known.") { Offset = offset };
        bool hex = name[1] == (byte)'x';
        // Any number of zeros may stand before.
        var digits = name[(hex ? 2 : 1)..];
        digits = digits[Math.Min(digits.IndexOfAnyExcept((byte)'0') is >= 0 and var zeros ? zeros : digits.Length,
            Math.Max(digits.Length - 1, 0))..];
        bool valid = Utf8Parser.TryParse(digits, out uint code, out int used, hex ? 'x' : 'D') && used == digits.Length
            && XmlChars.IsName(digits[0]) && code <= 0x10FFFF
            && (_rules.AnyReference || code is 9 or 10 or 13 or (>= 0x20 and <= 0xD7FF) or (>= 0xE000 and <= 0xFFFD) or >= 0x10000);
        if (!valid)
            throw new WireFormatException("A character reference is not valid.") { Offset = offset };
        if (Rune.TryCreate(code, out var rune))
        {
            length = rune.EncodeToUtf8(destination);
            return end + 1;
        }
        destination[0] = 0xED;
        destination[1] = (byte)(0x80 | ((code >> 6) & 0x3F));
        destination[2] = (byte)(0x80 | (code & 0x3F));
        length = 3;
        return end + 1;
    }

    /// <summary>&lt;?xml version="1.0" encoding="utf-8" standalone="yes"?&gt;; the encoding is <see cref="XmlInput"/>'s business.</summary>
    void ReadDeclaration()
    {
        int end = Input.IndexOf("?>"u8);
        if (end < 0)
            throw UnexpectedEnd();
        var rest = Input[5..end];
        if (!Pseudo(ref rest, "version"u8, out var version)
            || !(_rules.Instructions ? version.TrimEnd((byte)' ') : version).SequenceEqual("1.0"u8))
            throw Error("The XML declaration must say version 1.0.");
        Pseudo(ref rest, "encoding"u8, out _);
        if (Pseudo(ref rest, "standalone"u8, out var standalone) && !standalone.SequenceEqual("yes"u8) && !standalone.SequenceEqual("no"u8))
            throw Error("The XML declaration's standalone must be 'yes' or 'no'.");
        if (!XmlChars.IsWhite(rest))
            throw Error("The XML declaration is not valid.");
        _position = end + 2;
    }

    /// <summary>Takes a pseudo-attribute of an XML declaration.</summary>
    internal static bool Pseudo(scoped ref ReadOnlySpan<byte> rest, ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        value = default;
        var trimmed = XmlChars.Trim(rest);
        if (trimmed.Length == rest.Length || !trimmed.StartsWith(name))
            return false;
        trimmed = XmlChars.Trim(trimmed[name.Length..]);
        if (trimmed.Length == 0 || trimmed[0] != (byte)'=')
            return false;
        trimmed = XmlChars.Trim(trimmed[1..]);
        if (trimmed.Length == 0 || trimmed[0] is not ((byte)'"' or (byte)'\'')
            || trimmed[1..].IndexOf(trimmed[0]) is not (>= 0 and var length))
            return false;
        value = trimmed.Slice(1, length);
        // The white space behind it counts for the next one.
        rest = trimmed[(length + 2)..];
        return true;
    }
}
