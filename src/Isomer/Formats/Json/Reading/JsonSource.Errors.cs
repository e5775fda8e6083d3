using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// What is wrong with a text, in words: what was found, where it begins, and which option would take it. All of it is worked out
/// after something has failed.
/// </summary>
internal ref partial struct JsonSource
{
    static readonly SearchValues<byte> s_tokens =
        SearchValues.Create("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"u8);

    internal readonly WireFormatException Error(string problem, Exception? inner = null) => new(problem, inner) { Offset = _position };

    static WireFormatException ErrorAt(int position, string problem) => new(problem) { Offset = position };

    [MethodImpl(MethodImplOptions.NoInlining)]
    [DoesNotReturn]
    internal readonly void Fail(string expected)
    {
        if (FractionStart() is >= 0 and var start)
            throw ErrorAt(start, $"Expected an integer, found '{Token(start)}'.");
        string found = _position >= _length ? "the end of the text"
            : _position == 0 && Text.StartsWith("\uFEFF"u8) ? "a byte order mark: take it off"
            : Here is > 32 and < 127 ? $"'{Token(_position)}'" : $"the byte 0x{Here:X2}";
        throw Error($"Expected {expected}, found {found}{Remedy()}.");
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    [DoesNotReturn]
    static void FailReading(JsonTable table) => throw new NotSupportedException(table.WhyNotRead);

    [MethodImpl(MethodImplOptions.NoInlining)]
    [DoesNotReturn]
    readonly void FailNull(JsonTable table, int index) =>
        throw Error($"The member '{((Model.ObjectModel)table.Model).Members[index].ClrName}' of '{table.Model.Type}' must not be null, "
            + (table.IsNeverNull(index) ? "as its annotation says (JsonOptions.NullableAnnotations)."
            : "for it has no setter: what it holds is read into ([JsonObjectCreationHandling], JsonOptions.MergeNested). Leave it out of the text, or give it a setter."));

    /// <summary>The number or word that stands there, or the one character.</summary>
    readonly string Token(int position)
    {
        const int Most = 40;
        var rest = Text[position..Math.Min(position + Most, _length)];
        int length = rest.IndexOfAnyExcept(s_tokens);
        return Encoding.ASCII.GetString(rest[..Math.Max(length < 0 ? rest.Length : length, 1)]);
    }

    /// <summary>Where a number begins of which an integer was taken and a point or exponent comes now; -1 if there is none.</summary>
    readonly int FractionStart()
    {
        if (_position >= _length || Here is not ((byte)'.' or (byte)'e' or (byte)'E'))
            return -1;
        int start = _position;
        while (start > 0 && Text[start - 1] is >= (byte)'0' and <= (byte)'9')
            start--;
        if (start == _position)
            return -1;
        if (start > 0 && Text[start - 1] == (byte)'-')
            start--;
        return start > 0 && s_tokens.Contains(Text[start - 1]) ? -1 : start;
    }

    /// <summary>The option that takes what stands here, where there is one.</summary>
    readonly string Remedy()
    {
        if (_position >= _length)
            return "";
        var wanted = Here switch
        {
            (byte)'/' when Text[_position..] is [_, (byte)'/' or (byte)'*', ..] => JsonLeniency.Comments,
            (byte)'\'' => JsonLeniency.SingleQuotes,
            (byte)'}' or (byte)']' when Text[.._position].TrimEnd(" \t\r\n"u8) is [.., (byte)','] => JsonLeniency.TrailingCommas,
            _ => JsonLeniency.None,
        };
        return (wanted & ~_leniency) == 0 ? "" : $" (JsonLeniency.{wanted} takes that)";
    }

    /// <summary>The string that was read last is none of what it should be: shown, and the place is where it begins.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly WireFormatException NoSuch(string what)
    {
        int start = LastStringStart();
        if (start < 0)
            return Error($"A string is not {what}.");
        const int Most = 64;
        var content = Text[(start + 1)..(_position - 1)];
        string shown = content.Length <= Most ? Encoding.UTF8.GetString(content) : Encoding.UTF8.GetString(content[..Most]) + "...";
        return ErrorAt(start, $"'{shown}' is not {what}.");
    }

    /// <summary>
    /// Where the string begins that ends just before the position: at the next quote back that no backslash makes a part of it.
    /// </summary>
    readonly int LastStringStart()
    {
        if (_position < 2 || _position > _length)
            return -1;
        byte quote = Text[_position - 1];
        if (quote is not ((byte)'"' or (byte)'\''))
            return -1;
        for (int start = _position - 2; start >= 0; start--)
        {
            if (Text[start] != quote)
                continue;
            int last = Text[..start].LastIndexOfAnyExcept((byte)'\\');
            if ((start - 1 - last) % 2 == 0)
                return start;
        }
        return -1;
    }

    /// <summary>Some string is broken, which may be read more leniently than its bytes say.</summary>
    [DoesNotReturn]
    readonly void FailInString() =>
        throw Error("A string is not closed, or contains a control character, an invalid escape or invalid UTF-8.");

    /// <summary>The string whose content begins there is broken: says how, and where.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    [DoesNotReturn]
    readonly void FailInString(int start)
    {
        if ((_leniency & (JsonLeniency.SingleQuotes | JsonLeniency.Strings)) != 0)
            FailInString();
        for (int i = start; i < _length;)
        {
            var rest = Text[i..];
            switch (rest[0])
            {
                case (byte)'"':
                    FailInString();
                    break;
                case < (byte)' ' and var control:
                    throw ErrorAt(i, $"A string contains the control character 0x{control:X2}, which must be escaped.");
                case (byte)'\\':
                    int length = EscapeLength(rest);
                    if (length == 0)
                        throw ErrorAt(i,
                            $"A string contains an invalid escape, '{Encoding.UTF8.GetString(rest[..Math.Min(rest.Length, 6)])}'.");
                    i += length;
                    break;
                default:
                    // A character that the end cuts off is all that is left.
                    if (Rune.DecodeFromUtf8(rest, out _, out int bytes) == OperationStatus.InvalidData)
                        throw ErrorAt(i, $"A string contains the byte 0x{rest[0]:X2}, which is not valid UTF-8 there.");
                    i += bytes;
                    break;
            }
        }
        throw ErrorAt(start, "A string is not closed.");
    }

    /// <summary>
    /// How long the escape is that stands here; 0 if it is none, or half a surrogate pair outside of Graph. One that is cut off reaches to
    /// the end.
    /// </summary>
    readonly int EscapeLength(ReadOnlySpan<byte> text)
    {
        if (IsCut(text))
            return text.Length;
        if (text[1] != (byte)'u')
            return "\"\\/bfnrt"u8.Contains(text[1]) ? 2 : 0;
        if (!TryUnit(text, out int unit))
            return 0;
        if (unit is < 0xD800 or > 0xDFFF)
            return 6;
        if (unit < 0xDC00 && IsCut(text[6..]))
            return text.Length;
        return unit < 0xDC00 && TryUnit(text[6..], out int low) && low is >= 0xDC00 and <= 0xDFFF ? 12
            : _profile.KeepsTypes ? 6 : 0;

        static bool IsCut(ReadOnlySpan<byte> text) => text.Length < 6 && "\\u"u8.StartsWith(text[..Math.Min(text.Length, 2)]);

        static bool TryUnit(ReadOnlySpan<byte> text, out int unit)
        {
            unit = 0;
            return text.Length >= 6 && text[0] == (byte)'\\' && text[1] == (byte)'u'
                && System.Buffers.Text.Utf8Parser.TryParse(text.Slice(2, 4), out unit, out int used, 'x') && used == 4;
        }
    }
}
