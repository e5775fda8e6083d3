using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using System.Xml;

namespace Isomer.Wire.Xml;

/// <summary>Which bytes mean something in XML.</summary>
internal static class XmlChars
{
    const byte Name = 1;
    const byte Start = 2;

    static ReadOnlySpan<byte> Classes =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, // - . 0-9
        0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 3, // A-Z _
        0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, // a-z
    ];

    /// <summary>
    /// Where a run of plain character data ends: at a control character but tab and line feed, at &amp; or &lt;, and wherever the end of a
    /// CDATA section or U+FFFE and U+FFFF may begin (at some brackets and bytes 0xEF more, too); -1 if it does not. As fast as a
    /// SearchValues, whose code would be compiled at the first text longer than 31 bytes (1 ms of 20).
    /// </summary>
    public static int IndexOfTextStop(ReadOnlySpan<byte> text)
    {
        ref byte first = ref MemoryMarshal.GetReference(text);
        int at = 0;
        if (Vector256.IsHardwareAccelerated)
        {
            // A bracket or 0xEF means something only before another, or before 0xBF: commas of CJK begin with 0xEF too.
            for (; at + 33 <= text.Length; at += 32)
            {
                var bytes = Vector256.LoadUnsafe(ref first, (nuint)at);
                var next = Vector256.LoadUnsafe(ref first, (nuint)at + 1);
                var stops = Vector256.Equals(bytes, Vector256.Create((byte)'<')) | Vector256.Equals(bytes, Vector256.Create((byte)'&'))
                    | (Vector256.Equals(bytes, Vector256.Create((byte)']')) & Vector256.Equals(next, bytes))
                    | (Vector256.Equals(bytes, Vector256.Create((byte)0xEF)) & Vector256.Equals(next, Vector256.Create((byte)0xBF)))
                    | Vector256.AndNot(Vector256.LessThan(bytes, Vector256.Create((byte)0x20)),
                        Vector256.Equals(bytes, Vector256.Create((byte)'\t')) | Vector256.Equals(bytes, Vector256.Create((byte)'\n')));
                if (stops != Vector256<byte>.Zero)
                    return at + BitOperations.TrailingZeroCount(stops.ExtractMostSignificantBits());
            }
        }
        for (; at < text.Length; at++)
            if (text[at] is (< 0x20 and not ((byte)'\t' or (byte)'\n')) or (byte)'<' or (byte)'&' or (byte)']' or 0xEF)
                return at;
        return -1;
    }

    /// <summary>
    /// Whether no byte is a control character nor begins U+FFFE or U+FFFF. For short text, where the code of a SearchValues
    /// would be compiled at the first call for the two attributes of a root (1 ms of 20).
    /// </summary>
    public static bool ArePlain(ReadOnlySpan<byte> text)
    {
        ref byte first = ref MemoryMarshal.GetReference(text);
        int at = 0;
        for (; at + 16 <= text.Length; at += 16)
        {
            var bytes = Vector128.LoadUnsafe(ref first, (nuint)at);
            if ((Vector128.LessThan(bytes, Vector128.Create((byte)0x20)) | Vector128.Equals(bytes, Vector128.Create((byte)0xEF)))
                != Vector128<byte>.Zero)
                return false;
        }
        for (; at < text.Length; at++)
            if (text[at] is < 0x20 or 0xEF)
                return false;
        return true;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsWhite(byte b) => b <= ' ' && b is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t';

    /// <summary>Whether an ASCII byte may stand in a name, after its first; the colon is not one of them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsName(byte b) => b < 0x80 && (Classes[b] & Name) != 0;

    /// <summary>Whether an ASCII byte may begin a name.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsStart(byte b) => b < 0x80 && (Classes[b] & Start) != 0;

    /// <summary>The length of a character from U+0080 that may stand in a name, or 0.</summary>
    public static int OtherName(ReadOnlySpan<byte> text, bool first)
    {
        if (Rune.DecodeFromUtf8(text, out var rune, out int length) != OperationStatus.Done || !rune.IsBmp)
            return 0;
        char c = (char)rune.Value;
        return (first ? XmlConvert.IsStartNCNameChar(c) : XmlConvert.IsNCNameChar(c)) ? length : 0;
    }

    /// <summary>Whether there is nothing in it but XML's own white space: a space that does not break is text.</summary>
    public static bool IsWhite(string? text) => !text.AsSpan().ContainsAnyExcept(" \t\r\n");

    public static bool IsWhite(ReadOnlySpan<byte> text)
    {
        foreach (byte b in text)
            if (!IsWhite(b))
                return false;
        return true;
    }

    /// <summary>Without the white space around it.</summary>
    public static ReadOnlySpan<byte> Trim(ReadOnlySpan<byte> text)
    {
        while (text.Length > 0 && IsWhite(text[0]))
            text = text[1..];
        while (text.Length > 0 && IsWhite(text[^1]))
            text = text[..^1];
        return text;
    }
}
