using System.Buffers;
using System.Text;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Documents as strings.</summary>
internal static class XmlStrings
{
    static ReadOnlySpan<byte> Utf8Declaration => "<?xml version=\"1.0\" encoding=\"utf-8\"?>"u8;

    public static string Of(ReadOnlySpan<byte> document) => document.StartsWith(Utf8Declaration)
        ? "<?xml version=\"1.0\" encoding=\"utf-16\"?>" + Encoding.UTF8.GetString(document[Utf8Declaration.Length..])
        : Encoding.UTF8.GetString(document);

    /// <summary>
    /// The text without a byte order mark and with white space for the encoding that it declares, which says nothing about a string; what
    /// else the declaration says is for the reader to judge. Half a surrogate pair is refused. Tells how many characters were left out at
    /// the beginning.
    /// </summary>
    public static InputText ToUtf8(string text, string format, out int skipped)
    {
        skipped = text.StartsWith('\uFEFF') ? 1 : 0;
        var rest = text.AsSpan(skipped);
        int length;
        try
        {
            length = s_strict.GetByteCount(rest);
        }
        catch (EncoderFallbackException e)
        {
            int line = rest[..e.Index].LastIndexOf('\n') + 1;
            throw new WireFormatException(
                $"The text has half a surrogate pair, U+{(int)e.CharUnknown:X4}, at character {e.Index + skipped}.", e)
            {
                Format = format,
                Offset = e.Index + skipped,
                Line = rest[..e.Index].Count('\n') + 1,
                Column = e.Index - line + 1 + (line == 0 ? skipped : 0),
                Path = format == nameof(Xml) ? "$" : "/",
            };
        }
        byte[] utf8 = ArrayPool<byte>.Shared.Rent(Math.Max(length, 1));
        s_strict.GetBytes(rest, utf8);
        BlankEncoding(utf8.AsSpan(0, length));
        return InputText.Own(utf8, length);
    }

    static readonly UTF8Encoding s_strict = new(false, throwOnInvalidBytes: true);

    static void BlankEncoding(Span<byte> document)
    {
        if (!document.StartsWith("<?xml"u8) || document.IndexOf("?>"u8) is not (> 5 and var end))
            return;
        ReadOnlySpan<byte> rest = document[5..end];
        XmlScanner.Pseudo(ref rest, "version"u8, out _);
        document.Overlaps(rest, out int start);
        if (!XmlScanner.Pseudo(ref rest, "encoding"u8, out _))
            return;
        document.Overlaps(rest, out int stop);
        // Lines stay what they are.
        foreach (ref byte b in document[start..(rest.IsEmpty ? end : stop)])
            b = b == '\n' ? b : (byte)' ';
    }
}
