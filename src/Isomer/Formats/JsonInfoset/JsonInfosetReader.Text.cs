using System.Buffers;
using System.Text;
using System.Xml;
using Isomer.Wire.Text;

namespace Isomer;

internal sealed partial class JsonInfosetReader
{
    static readonly SearchValues<byte> s_stops = SearchValues.Create(
        [.. "\"\\"u8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]);

    static readonly SearchValues<byte> s_nameBytes = SearchValues.Create("-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"u8);

    static readonly SearchValues<byte> s_delimiters = SearchValues.Create(",]} \t\r\n"u8);

    static readonly UTF8Encoding s_strictUtf8 = new(false, true);

    readonly string _root;
    readonly string _item;
    int _nameCharacters;
    char[] _nameScratch = new char[64];

    /// <summary>The first byte that is not white space, or -1 at the end; the position is at it.</summary>
    int PeekByte()
    {
        while (true)
        {
            var rest = _input.Rest;
            for (int i = 0; i < rest.Length; i++)
            {
                byte next = rest[i];
                if (next is not ((byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n'))
                {
                    _input.Position += i;
                    return next;
                }
                if (next == (byte)'\n')
                {
                    _line++;
                    _lineStart = _input.Offset + i + 1;
                }
            }
            _input.Position += rest.Length;
            if (!_input.More())
                return -1;
        }
    }

    /// <summary>
    /// Finds the quote that closes the string whose content begins at the position; everything up to it is in memory then.
    /// </summary>
    int FindQuote(out bool escaped)
    {
        escaped = false;
        int at = 0;
        while (true)
        {
            var rest = _input.Rest;
            int stop = at < rest.Length ? rest[at..].IndexOfAny(s_stops) : -1;
            at = stop < 0 ? rest.Length : at + stop;
            if (at > _options.Limits.MaxStringLength)
                throw Error($"A string is longer than {_options.Limits.MaxStringLength} bytes (Limits.MaxStringLength).");
            if (at >= rest.Length || (rest[at] == (byte)'\\' && at + 1 >= rest.Length))
            {
                int had = rest.Length;
                if (!_input.More() || _input.Rest.Length == had)
                    throw Error("A string is not closed.");
                continue;
            }
            if (rest[at] == (byte)'"')
                return at;
            if (rest[at] != (byte)'\\')
                throw Error($"A string contains the control character U+{rest[at]:X4}.");
            escaped = true;
            at += 2;
        }
    }

    /// <summary>The string whose content begins at the position.</summary>
    string TakeString()
    {
        int length = FindQuote(out bool escaped);
        string value = Decode(_input.Rest[..length], escaped);
        _input.Position += length + 1;
        return value;
    }

    string Decode(ReadOnlySpan<byte> content, bool escaped)
    {
        if (!escaped)
        {
            try
            {
                return s_strictUtf8.GetString(content);
            }
            catch (DecoderFallbackException e)
            {
                throw Error("A string is not valid UTF-8.", e);
            }
        }
        char[] scratch = ArrayPool<char>.Shared.Rent(content.Length);
        try
        {
            return Utf8Strings.TryDecode(content, scratch, out int written, loose: true)
                ? new string(scratch, 0, written)
                : throw Error("A string has an invalid escape, or is not valid UTF-8.");
        }
        finally
        {
            ArrayPool<char>.Shared.Return(scratch);
        }
    }

    /// <summary>A name and its colon. One of plain ASCII, without escapes, is the name of its element.</summary>
    string ReadName(out bool isElementName)
    {
        if (PeekByte() != '"')
            throw Unexpected("a name in quotes");
        _input.Position++;
        int length = FindQuote(out bool escaped);
        var content = _input.Rest[..length];
        isElementName = !escaped && length > 0 && !content.ContainsAnyExcept(s_nameBytes) && (char.IsAsciiLetter((char)content[0]) || content[0] == (byte)'_');
        string name = isElementName ? Atomize(content) : Decode(content, escaped);
        _input.Position += length + 1;
        if (PeekByte() != ':')
            throw Unexpected("':'");
        _input.Position++;
        return name;
    }

    /// <summary>Names come from the table, so that whoever compares them by reference may; but the table does not grow without bound.</summary>
    string Atomize(ReadOnlySpan<byte> name)
    {
        if (name.Length > _nameScratch.Length)
            _nameScratch = new char[Math.Max(name.Length, _nameScratch.Length * 2)];
        Encoding.ASCII.GetChars(name, _nameScratch);
        if (NameTable.Get(_nameScratch, 0, name.Length) is { } known)
            return known;
        if (name.Length > _options.MaxNameCharacters - _nameCharacters)
        {
            return _options.RefusesNames
                ? throw Error($"The names have more than {_options.MaxNameCharacters} characters together (MaxNameTableCharCount).")
                : new string(_nameScratch, 0, name.Length);
        }
        _nameCharacters += name.Length;
        return NameTable.Add(_nameScratch, 0, name.Length);
    }

    /// <summary>Behind an opening brace: the value of __type, if that is the first name, exactly so written.</summary>
    string? TryReadTypeName()
    {
        if (PeekByte() != '"')
            return null;
        var name = "\"__type\""u8;
        while (_input.Rest.Length < name.Length)
        {
            int had = _input.Rest.Length;
            if (!_input.More() || _input.Rest.Length == had)
                return null;
        }
        if (!_input.Rest.StartsWith(name))
            return null;
        _input.Position += name.Length;
        if (PeekByte() != ':')
            throw Unexpected("':'");
        _input.Position++;
        if (PeekByte() != '"')
            throw Unexpected("a string, as the value of __type");
        _input.Position++;
        return TakeString();
    }

    string ReadLiteral(string literal)
    {
        string token = ReadToken();
        return token == literal ? literal : throw Error($"Expected '{literal}', found '{token}'.");
    }

    string ReadNumber()
    {
        string token = ReadToken();
        if (!JsonInfosetNumbers.IsNumber(token, _options.Rules))
            throw Error($"'{token}' is not a number.");
        return token;
    }

    /// <summary>Everything up to white space, a comma or a closing bracket.</summary>
    string ReadToken()
    {
        int at = 0;
        while (true)
        {
            var rest = _input.Rest;
            int stop = rest[at..].IndexOfAny(s_delimiters);
            int length = stop < 0 ? rest.Length : at + stop;
            if (length > _options.Limits.MaxStringLength)
                throw Error($"A number is longer than {_options.Limits.MaxStringLength} bytes (Limits.MaxStringLength).");
            if (stop < 0 && _input.More() && _input.Rest.Length > length)
            {
                at = length;
                continue;
            }
            string token = Decode(_input.Rest[..length], escaped: false);
            _input.Position += length;
            return token;
        }
    }
}
