using System.Globalization;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// What JSON5 has beyond RFC 8259 (<see cref="JsonLeniency"/>): looked for only where strict reading has failed or would stop
/// short, so that strict text pays nothing for it.
/// </summary>
internal ref partial struct JsonSource
{
    /// <summary>Longer than any number that means something.</summary>
    const int LongestToken = 1100;

    /// <summary>Whether a number does not end where its strict grammar does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool GoesOn(int consumed) => (_leniency & JsonLeniency.Numbers) != 0 && _position + consumed < _length
        && s_tokens.Contains(Unsafe.Add(ref Here, consumed));

    /// <summary>+1, .5, 5., 0x1F, NaN, Infinity; for an integer also 5.0 and 1e3, which are whole.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    T Lenient<T>(bool quoted, string expected) where T : struct, INumberBase<T>
    {
        var token = LenientToken();
        if ((_leniency & JsonLeniency.Numbers) == 0 || !TryParseLenient(token, out T value))
        {
            if (quoted && TryQuotedNumber(out value))
                return value;
            Fail(expected);
            return default;
        }
        return CloseNumber(quoted, token.Length, value);
    }

    readonly ReadOnlySpan<byte> LenientToken()
    {
        var rest = Text.Slice(_position, Math.Min(_length - _position, LongestToken));
        int length = rest.IndexOfAnyExcept(s_tokens);
        return length < 0 ? rest : rest[..length];
    }

    static bool TryParseLenient<T>(ReadOnlySpan<byte> token, out T value) where T : struct, INumberBase<T>
    {
        value = default;
        bool negative = token.Length > 0 && token[0] == (byte)'-';
        var digits = token.Length > 0 && token[0] is (byte)'-' or (byte)'+' ? token[1..] : token;
        if (digits.IsEmpty)
            return false;
        if (digits.Length > 2 && digits[0] == (byte)'0' && digits[1] is (byte)'x' or (byte)'X')
        {
            // Sixteen digits are what a long has.
            return digits.Length <= 18
                && ulong.TryParse(digits[2..], NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out ulong bits)
                && TryConvert(negative ? -(System.Int128)bits : bits, out value);
        }
        if (IsWord(digits, "infinity") || IsWord(digits, "nan"))
        {
            double named = digits.Length == 3 ? double.NaN : negative ? double.NegativeInfinity : double.PositiveInfinity;
            value = T.CreateSaturating(named);
            return typeof(T) == typeof(double) || typeof(T) == typeof(float) || typeof(T) == typeof(Half);
        }
        // A point may be first or last, not alone; zeros may not lead.
        if (!(char.IsAsciiDigit((char)digits[0]) || (digits.Length > 1 && digits[0] == (byte)'.' && char.IsAsciiDigit((char)digits[1])))
            || (digits.Length > 1 && digits[0] == (byte)'0' && char.IsAsciiDigit((char)digits[1])))
            return false;
        if (typeof(T) == typeof(double) || typeof(T) == typeof(float) || typeof(T) == typeof(Half))
            return T.TryParse(token, NumberStyles.Float, CultureInfo.InvariantCulture, out value);
        if (!decimal.TryParse(token, NumberStyles.Float, CultureInfo.InvariantCulture, out decimal exact))
            return false;
        if (typeof(T) == typeof(decimal))
        {
            value = (T)(object)exact;
            return true;
        }
        return exact == decimal.Truncate(exact) && TryConvert((System.Int128)exact, out value);
    }

    static bool TryConvert<T>(Int128 integer, out T value) where T : struct, INumberBase<T>
    {
        value = T.CreateSaturating(integer);
        return typeof(T) == typeof(double) || typeof(T) == typeof(float) || typeof(T) == typeof(Half)
            || System.Int128.CreateSaturating(value) == integer;
    }

    static bool IsWord(ReadOnlySpan<byte> text, string word) => Ascii.EqualsIgnoreCase(text, word);

    // One box for all that is no such number: each that was passed over made one of its own.
    static readonly object s_none = 0L;

    /// <summary>A number of an untyped value that strict grammar does not have: long, decimal, or one of the named doubles.</summary>
    internal bool TryUntyped(out object value)
    {
        value = s_none;
        if ((_leniency & JsonLeniency.Numbers) == 0)
            return false;
        var token = LenientToken();
        if (token.IsEmpty || IsStrictNumber(token))
            return false;
        if (TryParseLenient(token, out long integer) && !token.Contains((byte)'.'))
            value = integer;
        else if (token.IndexOfAny((byte)'e', (byte)'E') < 0 && TryParseLenient(token, out decimal exact))
            value = exact;
        else if (TryParseLenient(token, out double number))
            value = number;
        else
            return false;
        _position += token.Length;
        return true;
    }

    static bool IsStrictNumber(ReadOnlySpan<byte> token)
    {
        int at = token[0] == (byte)'-' ? 1 : 0;
        int digits = Digits(token, at);
        if (digits == 0 || (digits > 1 && token[at] == (byte)'0'))
            return false;
        at += digits;
        if (at < token.Length && token[at] == (byte)'.')
        {
            digits = Digits(token, at + 1);
            if (digits == 0)
                return false;
            at += digits + 1;
        }
        return at == token.Length || token[at] is (byte)'e' or (byte)'E';
    }

    /// <summary>
    /// A name without quotes: up to the colon, or to a line's end or a comment that stand before it, less white space around it. \u0061 in
    /// it is an a, as in a string.
    /// </summary>
    void ReadBareName()
    {
        var rest = Text[_position..];
        int end = rest.IndexOfAny(":\"'{}[],\r\n"u8);
        if (end > 0 && (_leniency & JsonLeniency.Comments) != 0)
        {
            int comment = rest[..end].IndexOf("/*"u8), line = rest[..end].IndexOf("//"u8);
            if (comment >= 0 || line >= 0)
                end = comment < 0 || (line >= 0 && line < comment) ? line : comment;
        }
        if (end <= 0 || rest[end] is not ((byte)':' or (byte)'/' or (byte)'\r' or (byte)'\n'))
            Fail("a name");
        var name = rest[..end];
        for (int all = -1; all != name.Length;)
        {
            all = name.Length;
            name = name.TrimEnd(" \t\v\f"u8);
            name = name.EndsWith("\u00A0"u8) ? name[..^2]
                : name.EndsWith("\u2028"u8) || name.EndsWith("\u2029"u8) || name.EndsWith("\uFEFF"u8) ? name[..^3]
                : name;
        }
        // Two words and a line's end are rather a comma that was forgotten.
        if (name.IsEmpty || (rest[end] is (byte)'\r' or (byte)'\n' && name.ContainsAny(" \t"u8)))
            Fail("a name");
        _nameStart = _position;
        _nameLength = name.Length;
        _nameEscaped = _profile.Options.FastJsonRules is null && name.Contains((byte)'\\');
        _position += end;
    }

    /// <summary>Moves from behind an opening quote to behind the closing one, over whatever stands between.</summary>
    void ScanLenient(byte quote, out int length, out bool escaped)
    {
        int start = _position;
        // Raw control characters become escapes too.
        escaped = true;
        for (; _position < _length && Here != quote; _position++)
            if (Here == (byte)'\\')
                _position++;
        if (_position >= _length)
        {
            // A backslash may have been the last byte.
            _position = _length;
            FailInString();
        }
        length = _position++ - start;
    }

    /// <summary>A string that strict reading has refused, or one in single quotes.</summary>
    string LenientString(byte quote)
    {
        int start = ++_position;
        ScanLenient(quote, out int length, out _);
        if (length > _profile.Options.Limits.MaxStringLength)
            FailTooLong();
        var content = Text.Slice(start, length);
        if (TryLoose(content, out string half))
            return half;
        byte[] text = [.. Strictly(content), (byte)'"'];
        if (!Utf8Strings.TryRead(ref text[0], text.Length, out string value, out _))
            FailInString();
        return value;
    }

    /// <summary>
    /// Names and values of Graph and of fastJSON's texts, which have half a surrogate pair as its escape, and read it back.
    /// </summary>
    readonly bool TryLoose(ReadOnlySpan<byte> content, out string value)
    {
        value = "";
        if (!_profile.KeepsTypes && (_profile.Options.FastJsonRules is null || (_leniency & JsonLeniency.Strings) == 0))
            return false;
        byte[] text = [.. Strictly(content), (byte)'"'];
        return Utf8Strings.TryReadLoose(ref text[0], text.Length, out value, out _);
    }

    /// <summary>The content of a string as strict JSON has it between double quotes.</summary>
    readonly byte[] Strictly(ReadOnlySpan<byte> content)
    {
        bool lenient = (_leniency & JsonLeniency.Strings) != 0;
        var strict = new List<byte>(content.Length + 8);
        for (int i = 0; i < content.Length; i++)
        {
            byte next = content[i];
            if (next == (byte)'"')
                strict.AddRange("\\\""u8);
            else if (next < 0x20 && lenient)
                strict.AddRange(Encoding.ASCII.GetBytes($"\\u{(int)next:X4}"));
            else if (next != (byte)'\\' || i + 1 == content.Length)
                strict.Add(next);
            else if (content[i + 1] == (byte)'\'')
                strict.Add(content[++i]);
            else if (!lenient || "\"\\/bfnrtu"u8.Contains(content[i + 1]))
                strict.AddRange([next, content[++i]]);
            else
                i = Escape(content, i + 1, strict);
        }
        return [.. strict];
    }

    /// <summary>
    /// What JSON5 has behind a backslash, and whatever else stands there as itself; returns the last place that was taken.
    /// </summary>
    static int Escape(ReadOnlySpan<byte> content, int at, List<byte> strict)
    {
        int lineEnd = at;
        while (lineEnd < content.Length && content[lineEnd] is (byte)' ' or (byte)'\t')
            lineEnd++;
        if (lineEnd < content.Length && content[lineEnd] is (byte)'\r' or (byte)'\n')
            return lineEnd + 1 < content.Length && content[lineEnd] == (byte)'\r' && content[lineEnd + 1] == (byte)'\n'
                ? lineEnd + 1
                : lineEnd;
        switch (content[at])
        {
            case (byte)'0' when at + 1 == content.Length || !char.IsAsciiDigit((char)content[at + 1]):
                strict.AddRange("\\u0000"u8);
                return at;
            case (byte)'v':
                strict.AddRange("\\u000B"u8);
                return at;
            case (byte)'x'
                when at + 2 < content.Length && char.IsAsciiHexDigit((char)content[at + 1]) && char.IsAsciiHexDigit((char)content[at + 2]):
                strict.AddRange("\\u00"u8);
                strict.AddRange(content.Slice(at + 1, 2));
                return at + 2;
            default:
                if (content[at] < 0x20)
                    strict.AddRange(Encoding.ASCII.GetBytes($"\\u{(int)content[at]:X4}"));
                else
                    strict.Add(content[at]);
                return at;
        }
    }
}
