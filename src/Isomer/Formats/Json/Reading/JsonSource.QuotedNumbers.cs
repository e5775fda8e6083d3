using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Numerics;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Numbers in quotes that are spelled otherwise than outside of them: +1, 01, .5, 5., escapes. What System.Text.Json takes there (as values
/// with ReadFromString, and as keys of maps) is what the framework's parser of each type takes, of the whole content.
/// </summary>
internal ref partial struct JsonSource
{
    /// <summary>From behind the quote that opens; goes behind the one that closes, or nowhere.</summary>
    bool TryQuotedNumber<T>(out T value) where T : struct, INumberBase<T>
    {
        value = default;
        if (!TryContent(out var content, out byte[]? rented, out int length))
            return false;
        bool read = TryParse(content, out value);
        Return(rented);
        if (read)
            _position += length + 1;
        return read;
    }

    /// <summary>What stands up to the quote that closes, unescaped (into rented memory), and its length as it stands there.</summary>
    readonly bool TryContent(out ReadOnlySpan<byte> content, out byte[]? rented, out int length)
    {
        rented = null;
        content = default;
        length = Utf8Strings.FindEnd(ref Here, _length - _position, 0, out bool escaped);
        if (length < 0)
            return false;
        content = Text.Slice(_position, length);
        if (!escaped)
            return true;
        rented = ArrayPool<byte>.Shared.Rent(length);
        bool valid = TryUnescape(content, rented, out int written);
        content = rented.AsSpan(0, written);
        if (!valid)
            Return(rented);
        return valid;
    }

    // The type parameter is known when this is compiled, so nothing is boxed and one line is left.
    static bool TryParse<T>(ReadOnlySpan<byte> text, out T value) where T : struct, INumberBase<T>
    {
        int used = 0;
        bool read;
        if (typeof(T) == typeof(int))
            read = Utf8Parser.TryParse(text, out int number, out used) & Is(number, out value);
        else if (typeof(T) == typeof(uint))
            read = Utf8Parser.TryParse(text, out uint number, out used) & Is(number, out value);
        else if (typeof(T) == typeof(long))
            read = Utf8Parser.TryParse(text, out long number, out used) & Is(number, out value);
        else if (typeof(T) == typeof(ulong))
            read = Utf8Parser.TryParse(text, out ulong number, out used) & Is(number, out value);
        else if (typeof(T) == typeof(decimal))
            read = Utf8Parser.TryParse(text, out decimal number, out used) & Is(number, out value);
        else if (typeof(T) == typeof(float))
            read = Utf8Parser.TryParse(text, out float number, out used) & float.IsFinite(number) & Is(number, out value);
        else if (typeof(T) == typeof(double))
            read = Utf8Parser.TryParse(text, out double number, out used) & double.IsFinite(number) & Is(number, out value);
        else if (typeof(T) == typeof(BigInteger))
            // Not known there. Its parser takes quadratic time.
            return T.TryParse(text[..Math.Min(text.Length, LongestToken)], NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture,
                out value) && text.Length <= LongestToken;
        else
            // Of Half with commas, of 128 bits with white space around: as there.
            return T.TryParse(text, CultureInfo.InvariantCulture, out value) && T.IsFinite(value);
        return read && used == text.Length;
    }

    static bool Is<TOne, T>(TOne number, out T value) where TOne : struct where T : struct
    {
        value = (T)(object)number;
        return true;
    }
}
