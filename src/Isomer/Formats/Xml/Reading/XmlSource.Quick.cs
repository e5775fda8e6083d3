using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.Intrinsics;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Short ways for what nearly every document is made of: a line break and indentation before a tag, a number or a short text
/// of ASCII directly before its end tag. Each looks at 32 bytes at once, takes what it is sure of, and leaves all else to
/// the general way. On the 830 orders they take a fifth off the whole read.
/// </summary>
internal ref partial struct XmlSource
{
    const int Width = 32;

    /// <summary>Passes over a line feed and spaces behind it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void SkipIndentation()
    {
        if (_scanner.Left <= Width || _scanner.Here != (byte)'\n' || _scanner.IsEmpty)
            return;
        uint others =
            ~Vector256.Equals(Vector256.LoadUnsafe(ref _scanner.Here, 1), Vector256.Create((byte)' ')).ExtractMostSignificantBits();
        _scanner.Advance(1 + BitOperations.TrailingZeroCount(others));
    }

    /// <summary>Whether the end tag begins behind this many bytes of the element's content.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly bool EndsAfter(int length) =>
        _scanner.Left > length + 1 && Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _scanner.Here, length)) == 0x2F3C;

    /// <summary>Whether the value is the content of an element, so that what stands here is it.</summary>
    readonly bool IsContent
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _origin == Origin.Element && !_scanner.IsEmpty;
    }

    /// <summary>Takes this much content and the end tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void TakeContent(int length)
    {
        _valueAt = _scanner.Position;
        _scanner.Advance(length);
        _scanner.ReadEnd();
    }

    /// <summary>A text of up to 31 printable ASCII characters without references, directly before its end tag.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TryShortText(out string text)
    {
        text = "";
        if (!IsContent || _scanner.Left <= Width + 1)
            return false;
        var bytes = Vector256.LoadUnsafe(ref _scanner.Here);
        uint tags = Vector256.Equals(bytes, Vector256.Create((byte)'<')).ExtractMostSignificantBits();
        // Signed, so that what is not ASCII counts as less than a space, as control characters are.
        uint others = (Vector256.LessThan(bytes.AsSByte(), Vector256.Create((sbyte)' ')).AsByte()
            | Vector256.Equals(bytes, Vector256.Create((byte)'&'))
            | Vector256.Equals(bytes, Vector256.Create((byte)']'))).ExtractMostSignificantBits();
        int length = BitOperations.TrailingZeroCount(tags);
        if (tags == 0 || BitOperations.TrailingZeroCount(others) < length || !EndsAfter(length)
            || (length > 0 && _scanner.Here == (byte)' '))
            return false;
        text = Utf8Strings.WidenAscii(ref _scanner.Here, length);
        TakeContent(length);
        return true;
    }

    /// <summary>A date and time of 19 characters, or 20 with a Z.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TryUsualDate(out DateTime value)
    {
        if (IsContent && _scanner.Left > Width)
        {
            int length = EndsAfter(19) ? 19 : Unsafe.Add(ref _scanner.Here, 19) == (byte)'Z' && EndsAfter(20) ? 20 : 0;
            if (length > 0 && Unsafe.Add(ref _scanner.Here, 10) == (byte)'T'
                && Utf8Dates.TryReadDateTime(ref _scanner.Here, length, out value, out int used) && used == length)
            {
                TakeContent(length);
                return true;
            }
        }
        value = default;
        return false;
    }
}
