using System.Text;
using System.Text.RegularExpressions;

namespace Isomer.Cli.Payloads;

/// <summary>Text in UTF-16 and UTF-32, with a mark or without one, as the UTF-8 that formats are read from.</summary>
static partial class TextForms
{
    /// <summary>The encoding that the first bytes show, and how long its mark is. None for UTF-8 and for what is no text.</summary>
    public static (Encoding Encoding, string Name, int Mark)? Of(ReadOnlySpan<byte> head) => head switch
    {
        [0xFF, 0xFE, 0, 0, ..] => (Utf32(false), "UTF-32", 4),
        [0, 0, 0xFE, 0xFF, ..] => (Utf32(true), "UTF-32 (big-endian)", 4),
        [0xFF, 0xFE, ..] => (Utf16(false), "UTF-16", 2),
        [0xFE, 0xFF, ..] => (Utf16(true), "UTF-16 (big-endian)", 2),
        // Without a mark: what JSON and XML begin with, in twice or four times as many bytes. The first two characters are ASCII in both,
        // by which an empty message of protobuf and the length of the next one are told from them.
        [var c, 0, 0, 0, _, _, 0, 0, ..] when Begins(c) => (Utf32(false), "UTF-32", 0),
        [0, 0, 0, var c, 0, 0, _, _, ..] when Begins(c) => (Utf32(true), "UTF-32 (big-endian)", 0),
        [var c, 0, not 0, 0, ..] when Begins(c) => (Utf16(false), "UTF-16", 0),
        [0, var c, 0, not 0, ..] when Begins(c) => (Utf16(true), "UTF-16 (big-endian)", 0),
        _ => null,
    };

    /// <summary>
    /// The encoding that the first bytes show, if they are text in it: two small numbers of a binary format look as the beginning of one.
    /// </summary>
    public static (Encoding Encoding, string Name, int Mark)? OfText(ReadOnlySpan<byte> head)
    {
        if (Of(head) is not var (encoding, name, mark))
            return null;
        // A character that is cut off at the end is no matter of the first bytes.
        var decoder = encoding.GetDecoder();
        char[] text = new char[encoding.GetMaxCharCount(head.Length)];
        try
        {
            int count = decoder.GetChars(head[mark..], text, flush: false);
            return Looks.IsText(Encoding.UTF8.GetBytes(text, 0, count)) ? (encoding, name, mark) : null;
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
    }

    static bool Begins(byte c) =>
        c is (byte)'{' or (byte)'[' or (byte)'<' or (byte)'"' or (byte)'/' or (byte)' ' or (byte)'\r' or (byte)'\n' or (byte)'\t';

    static UnicodeEncoding Utf16(bool bigEndian) => new(bigEndian, byteOrderMark: false, throwOnInvalidBytes: true);

    static UTF32Encoding Utf32(bool bigEndian) => new(bigEndian, byteOrderMark: false, throwOnInvalidCharacters: true);

    /// <summary>The text as UTF-8; null if it is none in that encoding.</summary>
    public static (string Name, byte[] Inner)? TryOpen(ReadOnlySpan<byte> bytes)
    {
        if (Of(bytes) is not var (encoding, name, mark))
            return null;
        string text;
        try
        {
            text = encoding.GetString(bytes[mark..]);
        }
        catch (DecoderFallbackException)
        {
            return null;
        }
        byte[] inner = Encoding.UTF8.GetBytes(WithoutDeclaredEncoding(text));
        return Looks.IsText(inner) ? (name, inner) : null;
    }

    /// <summary>An XML declaration names the encoding that the text had, which is another now.</summary>
    static string WithoutDeclaredEncoding(string text)
    {
        if (!text.StartsWith("<?xml", StringComparison.Ordinal))
            return text;
        int end = text.IndexOf("?>", StringComparison.Ordinal);
        return end < 0 ? text : DeclaredEncoding().Replace(text[..end], "") + text[end..];
    }

    [GeneratedRegex("""\s+encoding\s*=\s*("[^"]*"|'[^']*')""", RegexOptions.CultureInvariant)]
    private static partial Regex DeclaredEncoding();
}
