using System.Buffers;
using System.Text;
using System.Xml;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>Text of an envelope: characters as SoapFormatter escapes them, names that XML has no place for.</summary>
internal static class SoapText
{
    const int Piece = 1024;

    // A reference is eight bytes at most (&#65535;), a character three.
    const int BytesPerChar = 8;

    static readonly SearchValues<char> s_special = SearchValues.Create(
        "&<>\"'\0\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\v\f\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f\ufffe\uffff");

    public static string ToString(ReadOnlySpan<byte> text) => Wire.Xml.XmlScanner.ToUtf16(text);

    /// <summary>
    /// Character data. What means something in XML is a reference by number, and so are the characters that XML 1.0 has no place for,
    /// halves of pairs included: SoapFormatter's reader takes these, and writes most of them raw, which nothing reads. Line ends stay what
    /// they are.
    /// </summary>
    public static void Write(ref OutputBuffer output, scoped ReadOnlySpan<char> text)
    {
        while (text.Length > 0)
        {
            int clean = text.IndexOfAny(s_special);
            var run = clean < 0 ? text : text[..clean];
            text = text[run.Length..];
            Run(ref output, run);
            if (clean >= 0)
            {
                Reference(ref output, text[0]);
                text = text[1..];
            }
        }
    }

    static void Run(ref OutputBuffer output, scoped ReadOnlySpan<char> text)
    {
        while (text.Length > 0)
        {
            var piece = text.Length <= Piece ? text : text[..Piece];
            var destination = System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref output.Reserve(piece.Length * BytesPerChar),
                piece.Length * BytesPerChar);
            var status = System.Text.Unicode.Utf8.FromUtf16(piece, destination, out int read, out int written,
                replaceInvalidSequences: false, isFinalBlock: piece.Length == text.Length);
            output.Advance(written);
            text = text[read..];
            if (status == OperationStatus.InvalidData)
            {
                Reference(ref output, text[0]);
                text = text[1..];
            }
        }
    }

    static void Reference(ref OutputBuffer output, char c)
    {
        var destination = System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref output.Reserve(16), 16);
        "&#"u8.CopyTo(destination);
        System.Buffers.Text.Utf8Formatter.TryFormat((uint)c, destination[2..], out int length);
        destination[length + 2] = (byte)';';
        output.Advance(length + 3);
    }

    /// <summary>A name as an element can have it: + is _x002B_.</summary>
    public static byte[] NameOf(string name) => Encoding.UTF8.GetBytes(XmlConvert.EncodeLocalName(name)!);

    /// <summary>The name that an element's stands for.</summary>
    public static string NameOf(ReadOnlySpan<byte> element)
    {
        string name = ToString(element);
        return name.Contains("_x", StringComparison.Ordinal) ? XmlConvert.DecodeName(name)! : name;
    }
}
