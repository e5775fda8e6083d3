using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;
using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>Which characters an XML text may not contain as they are, and what is written for them.</summary>
internal enum XmlEscaping
{
    /// <summary>Text as DataContractSerializer writes it: CR and what XML 1.0 has no place for as references.</summary>
    ContractText,
    /// <summary>An attribute in double quotes as DataContractSerializer writes it.</summary>
    ContractAttribute,
    /// <summary>Text as XmlWriter writes it; what XML 1.0 has no place for is refused.</summary>
    StrictText,
    /// <summary>An attribute in double quotes as XmlWriter writes it.</summary>
    StrictAttribute,
    /// <summary>As StrictText, with CR as a reference: for a text that is read again before it is written.</summary>
    StrictKept,
    /// <summary>
    /// Text as XmlTextWriter writes it, which looks at no text: ends of lines as they are, what XML 1.0 has no place for as references.
    /// </summary>
    LooseText = 6,
    /// <summary>An attribute in double quotes as XmlTextWriter writes it.</summary>
    LooseAttribute = 7,
}

/// <summary>
/// Writes strings as character data: short ASCII by a load, a narrowing, a test and a store, as Utf8Strings does for Json; longer
/// text and other scripts in runs (<see cref="Utf8Runs"/>) up to what XML writes otherwise.
/// </summary>
internal static class XmlEscape
{
    const int Piece = 2048;
    const int BytesPerChar = 8;
    const int Slack = 32;

    /// <summary>By the low four bits of a character: one bit for each value of its high four bits, set if it may stand as it is.</summary>
    static ReadOnlySpan<byte> Allowed =>
    [
        0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFD, 0xFD, 0xFC, 0xF4, 0xFC, 0xF4, 0xFC, // text: not & < > CR, but TAB LF
        0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xF4, 0xFC, 0xF4, 0xFC, // attribute: nor " TAB LF
        0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFD, 0xFC, 0xFC, 0xF4, 0xFC, 0xF4, 0xFC, // text where a line ends in CR LF
        0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFD, 0xFD, 0xFC, 0xF4, 0xFD, 0xF4, 0xFC, // loose text: as text, and CR
        0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFC, 0xF8, 0xFC, 0xFC, 0xFD, 0xFC, 0xFC, 0xF4, 0xFC, 0xF4, 0xFC, // loose attribute: nor " LF CR
    ];

    static readonly bool EndsLinesInTwo = Environment.NewLine.Length == 2;

    /// <summary>Where in the table the row of an escaping begins.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static int RowOf(XmlEscaping escaping) =>
        EndsLinesInTwo && escaping == XmlEscaping.StrictText
            ? 32
            : (((int)escaping & 1) * 16) + (escaping >= XmlEscaping.LooseText ? 48 : 0);

    /// <summary>Writes a string of any length.</summary>
    public static void Write(ref OutputBuffer output, ReadOnlySpan<char> text, XmlEscaping escaping)
    {
        while (text.Length > Piece)
        {
            int most = Utf8Strings.SplitPoint(text, Piece);
            // CR LF is one end of a line.
            if (text[most - 1] == '\r' && text[most] == '\n')
                most--;
            WritePiece(ref output, text[..most], escaping);
            text = text[most..];
        }
        WritePiece(ref output, text, escaping);
    }

    static void WritePiece(ref OutputBuffer output, ReadOnlySpan<char> text, XmlEscaping escaping) =>
        output.Advance(Write(ref output.Reserve((text.Length * BytesPerChar) + Slack), text, escaping));

    /// <summary>Bytes to reserve for a text, of which stores may overrun the end.</summary>
    public static int MaxLength(int chars) => checked((chars * BytesPerChar) + Slack);

    /// <summary>Writes where <see cref="MaxLength"/> has been reserved; returns the length.</summary>
    public static int Write(ref byte destination, ReadOnlySpan<char> text, XmlEscaping escaping)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        int count = text.Length;
        var allowed = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Allowed), (nuint)RowOf(escaping));
        if (count is >= 8 and <= 16)
        {
            var ends = Narrow(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, (nuint)(count - 8)));
            if (EscapeTables.Refused(ends, allowed) == Vector128<byte>.Zero)
            {
                Unsafe.WriteUnaligned(ref destination, ends.AsUInt64().ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count - 8), ends.AsUInt64().GetElement(1));
                return count;
            }
        }
        else if (count is > 16 and <= 32)
        {
            var head = Load16(ref source);
            var tail = Load16(ref Unsafe.Add(ref source, count - 16));
            if ((EscapeTables.Refused(head, allowed) | EscapeTables.Refused(tail, allowed)) == Vector128<byte>.Zero)
            {
                head.StoreUnsafe(ref destination);
                tail.StoreUnsafe(ref destination, (nuint)(count - 16));
                return count;
            }
        }
        else if (count is >= 4 and < 8)
        {
            var both = Vector128.Create(
                Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source)),
                Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, count - 4)))).AsUInt16();
            var ends = Narrow(both, both);
            if (EscapeTables.Refused(ends, allowed) == Vector128<byte>.Zero)
            {
                Unsafe.WriteUnaligned(ref destination, ends.AsUInt32().ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count - 4), ends.AsUInt32().GetElement(1));
                return count;
            }
        }
        return WriteAny(ref destination, text, escaping);
    }

    /// <summary>Runs of what may stand as it is, in any script, and between them what may not.</summary>
    static int WriteAny(ref byte destination, ReadOnlySpan<char> text, XmlEscaping escaping)
    {
        ref byte table = ref Unsafe.Add(ref MemoryMarshal.GetReference(Allowed), RowOf(escaping));
        int at = 0;
        int to = 0;
        while (true)
        {
            at += Utf8Runs.Write(ref Unsafe.Add(ref destination, to), text[at..], ref table, RunStops.LastTwo, out int written);
            to += written;
            if (at >= text.Length)
                return to;
            do
                to += Escape(MemoryMarshal.CreateSpan(ref Unsafe.Add(ref destination, to), 16), text, ref at, escaping);
            while (at < text.Length && text[at] is (< ' ' or '&' or '<' or '>') and var next
                && ((Unsafe.Add(ref table, next & 15) >> (next >> 4)) & 1) == 0);
        }
    }

    static int Escape(Span<byte> to, ReadOnlySpan<char> text, ref int at, XmlEscaping escaping)
    {
        char c = text[at++];
        bool strict = escaping is >= XmlEscaping.StrictText and < XmlEscaping.LooseText;
        switch (c)
        {
            case '<':
                return Copy(to, "&lt;"u8);
            case '>':
                return Copy(to, "&gt;"u8);
            case '&':
                return Copy(to, "&amp;"u8);
            case '"':
                return Copy(to, "&quot;"u8);
            case '\r' or '\n' when escaping == XmlEscaping.StrictText:
                // Each way to end a line becomes the one of the platform.
                if (c == '\r' && at < text.Length && text[at] == '\n')
                    at++;
                return Copy(to, EndsLinesInTwo ? "\r\n"u8 : "\n"u8);
            case < ' ' when strict && c is not ('\t' or '\n' or '\r'):
                throw Refused(c);
            case < ' ':
            case '\uFFFE' or '\uFFFF' when !strict:
                return Reference(to, c);
            case '\uFFFE' or '\uFFFF':
                throw Refused(c);
        }
        // Half of a pair: everything else has been written by the run.
        return escaping >= XmlEscaping.StrictText ? throw Refused(c) : Rune.ReplacementChar.EncodeToUtf8(to);
    }

    static int Copy(Span<byte> to, ReadOnlySpan<byte> text)
    {
        text.CopyTo(to);
        return text.Length;
    }

    /// <summary>&amp;#xD;</summary>
    static int Reference(Span<byte> to, char c)
    {
        "&#x"u8.CopyTo(to);
        System.Buffers.Text.Utf8Formatter.TryFormat((uint)c, to[3..], out int length, 'X');
        to[3 + length] = (byte)';';
        return length + 4;
    }

    static NotSupportedException Refused(char c) => new($"XML has no place for the character U+{(int)c:X4}.");

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static Vector128<byte> Load16(ref ushort source) => Narrow(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, 8));

    /// <summary>What does not fit a byte becomes 0 or 255, neither of which is let through.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    static Vector128<byte> Narrow(Vector128<ushort> lower, Vector128<ushort> upper) => Sse2.IsSupported
        ? Sse2.PackUnsignedSaturate(lower.AsInt16(), upper.AsInt16())
        : Vector128.NarrowWithSaturation(lower, upper);
}
