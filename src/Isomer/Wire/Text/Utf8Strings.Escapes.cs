// Utf8Strings, escapes: a backslash and what follows, and unescaping to UTF-8 (for names, and for dates and numbers in
// strings, which are then read as if they had no escapes).
//
// Contract: content is what stands between the quotes. Invalid escapes make the answer false. Rare, so written for clarity.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

internal static partial class Utf8Strings
{
    /// <summary>Content to UTF-8 without escapes; the destination is at least as long as the content.</summary>
    internal static bool TryUnescape(ReadOnlySpan<byte> content, Span<byte> destination, out int written)
    {
        written = 0;
        int at = 0;
        while (at < content.Length)
        {
            int escape = content[at..].IndexOf((byte)'\\');
            ReadOnlySpan<byte> run = escape < 0 ? content[at..] : content.Slice(at, escape);
            run.CopyTo(destination[written..]);
            written += run.Length;
            at += run.Length;
            if (escape >= 0)
            {
                if (!TryReadEscape(content, ref at, out int scalar))
                {
                    return false;
                }
                // The escape that is gone was two bytes for one, or six for at most three, or twelve for four.
                written += EncodeAny(ref destination[written], scalar);
            }
        }
        return true;
    }

    /// <summary>The scalar value of the escape that begins at <paramref name="at"/>; moves behind it.</summary>
    private static bool TryReadEscape(ReadOnlySpan<byte> content, ref int at, out int scalar)
    {
        scalar = 0;
        if (at + 1 >= content.Length)
        {
            return false;
        }
        byte letter = content[at + 1];
        if (letter != (byte)'u')
        {
            at += 2;
            scalar = letter switch
            {
                (byte)'"' or (byte)'\\' or (byte)'/' => letter,
                (byte)'b' => '\b',
                (byte)'f' => '\f',
                (byte)'n' => '\n',
                (byte)'r' => '\r',
                (byte)'t' => '\t',
                _ => -1,
            };
            return scalar >= 0;
        }
        scalar = ReadHex(content, at + 2);
        at += BytesPerChar;
        if ((scalar & ~0x7FF) != 0xD800)
        {
            return scalar >= 0;
        }
        // A high surrogate, and right behind it \u and a low one; anything else is half a character.
        if (scalar >= 0xDC00 || content.Length - at < BytesPerChar || content[at] != (byte)'\\' || content[at + 1] != (byte)'u')
        {
            return false;
        }
        int low = ReadHex(content, at + 2);
        if ((low & ~0x3FF) != 0xDC00)
        {
            return false;
        }
        at += BytesPerChar;
        scalar = 0x10000 + ((scalar - 0xD800) << 10) + (low - 0xDC00);
        return true;
    }

    /// <summary>The UTF-16 unit of an escape \uXXXX, if one stands here.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool TryReadUnit(ReadOnlySpan<byte> content, int at, out char character)
    {
        character = '\0';
        if (content.Length - at < BytesPerChar)
        {
            return false;
        }
        ref byte start = ref Unsafe.Add(ref MemoryMarshal.GetReference(content), at);
        if (Unsafe.ReadUnaligned<ushort>(ref start) != ('\\' | ('u' << 8)))
        {
            return false;
        }
        ref sbyte values = ref MemoryMarshal.GetReference(HexValues);
        int first = Unsafe.Add(ref values, Unsafe.Add(ref start, 2));
        int second = Unsafe.Add(ref values, Unsafe.Add(ref start, 3));
        int third = Unsafe.Add(ref values, Unsafe.Add(ref start, 4));
        int fourth = Unsafe.Add(ref values, Unsafe.Add(ref start, 5));
        int value = (first * 4096) + (second * 256) + (third * 16) + fourth;
        character = (char)value;
        return Math.Min(Math.Min(first, second), Math.Min(third, fourth)) >= 0;
    }

    /// <summary>By byte: the value of a hexadecimal digit, -1 for anything else.</summary>
    private static ReadOnlySpan<sbyte> HexValues =>
    [
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1,
        -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, 10, 11, 12, 13, 14, 15, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
    ];

    /// <summary>Four hexadecimal digits, or -1.</summary>
    private static int ReadHex(ReadOnlySpan<byte> content, int at)
    {
        if (content.Length - at < 4)
        {
            return -1;
        }
        int value = 0;
        foreach (byte digit in content.Slice(at, 4))
        {
            int number = digit is >= (byte)'0' and <= (byte)'9'
                ? digit - '0'
                : (digit | 0x20) is >= 'a' and <= 'f' ? (digit | 0x20) - 'a' + 10 : -1;
            if (number < 0)
            {
                return -1;
            }
            value = value * 16 + number;
        }
        return value;
    }

    private static int EncodeAny(ref byte destination, int scalar)
    {
        if (scalar >= 0x80)
        {
            return Encode(ref destination, 0, scalar);
        }
        destination = (byte)scalar;
        return 1;
    }
}
