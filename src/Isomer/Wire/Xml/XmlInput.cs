using System.Text;
using Isomer.Wire.Text;

namespace Isomer.Wire.Xml;

/// <summary>
/// A document as UTF-8 without a byte order mark, checked. UTF-8 stays where it is; UTF-16 by its mark or its first
/// characters, and other encodings that the XML declaration names, are transcoded first.
/// </summary>
internal static class XmlInput
{
    /// <summary>The document, or a transcoded copy, whose offsets are to be moved by <see cref="Move"/>.</summary>
    public static ReadOnlySpan<byte> ToUtf8(ReadOnlySpan<byte> input, XmlRules rules, out int skipped)
    {
        skipped = 0;
        if (Utf16Of(input) is { } utf16)
            return FromUtf16(input, utf16, rules);
        input = WithoutMark(input, out skipped);
        if (DeclaredEncoding(input) is { } name && !name.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
        {
            if (rules.OnlyUnicode || name.StartsWith("utf-16", StringComparison.OrdinalIgnoreCase))
                throw new WireFormatException($"The XML declaration says encoding '{name}', the document is in UTF-8.") { Offset = 0 };
            return Transcode(input, EncodingOf(name));
        }
        int bad = IndexOfInvalid(input);
        return bad < 0 ? input : throw new WireFormatException("The document is not valid UTF-8.") { Offset = bad };
    }

    /// <summary>The encoding of a document that begins so, if it is not UTF-8; strict. How many bytes of it are a mark.</summary>
    public static Encoding? EncodingOf(ReadOnlySpan<byte> beginning, out int mark)
    {
        var encoding = beginning.Length < 2 ? null : Utf16Of(beginning);
        if (encoding is not null)
        {
            mark = MarkOf(beginning);
            return Strict(encoding);
        }
        var utf8 = WithoutMark(beginning, out mark);
        if (DeclaredEncoding(utf8) is not { } name || name.Equals("utf-8", StringComparison.OrdinalIgnoreCase))
            return null;
        return name.StartsWith("utf-16", StringComparison.OrdinalIgnoreCase)
            ? throw new WireFormatException($"The XML declaration says encoding '{name}', the document is in UTF-8.") { Offset = 0 }
            : Strict(EncodingOf(name));
    }

    static Encoding Strict(Encoding encoding) =>
        Encoding.GetEncoding(encoding.CodePage, EncoderFallback.ExceptionFallback, DecoderFallback.ExceptionFallback);

    /// <summary>
    /// The text that was read when something failed; where that was its preparation, the input itself, in which the path leads to the
    /// place.
    /// </summary>
    public static ReadOnlySpan<byte> Failed<TScan>(ReadOnlySpan<byte> input, XmlRules rules, out int skipped)
        where TScan : struct, IXmlScanner<TScan>, allows ref struct
    {
        try
        {
            return TScan.Prepare(input, rules, out skipped);
        }
        catch (WireFormatException)
        {
            return WithoutMark(input, out skipped);
        }
    }

    /// <summary>The input behind the mark of UTF-8, if it has one.</summary>
    static ReadOnlySpan<byte> WithoutMark(ReadOnlySpan<byte> input, out int skipped)
    {
        skipped = input.StartsWith("\uFEFF"u8) ? 3 : 0;
        return input[skipped..];
    }

    static Encoding? Utf16Of(ReadOnlySpan<byte> input) => input switch
    {
        [0xFF, 0xFE, ..] or [(byte)'<', 0, ..] => Encoding.Unicode,
        [0xFE, 0xFF, ..] or [0, (byte)'<', ..] => Encoding.BigEndianUnicode,
        _ => null,
    };

    static int MarkOf(ReadOnlySpan<byte> utf16) => utf16[0] is (byte)'<' or 0 ? 0 : 2;

    /// <summary>Moves an error's offset from what <see cref="ToUtf8"/> gave to the input that it was given.</summary>
    public static void Move(WireFormatException error, ReadOnlySpan<byte> input, ReadOnlySpan<byte> utf8, int skipped)
    {
        if (utf8.IsEmpty || input.Overlaps(utf8))
            error.Offset += skipped;
        else if (Utf16Of(input) is { } utf16)
            TextErrors.MovedToInput(error, utf8, utf16, MarkOf(input), input.Length);
        else if (DeclaredEncoding(input[skipped..]) is { } name)
            TextErrors.MovedToInput(error, utf8, EncodingOf(name), skipped, input.Length);
    }

    /// <summary>The place of the first bytes that are not UTF-8, or -1.</summary>
    static int IndexOfInvalid(ReadOnlySpan<byte> input)
    {
        if (Utf8Runs.IsValid(input))
            return -1;
        int at = 0;
        while (Rune.DecodeFromUtf8(input[at..], out _, out int length) == System.Buffers.OperationStatus.Done)
            at += length;
        return at;
    }

    static ReadOnlySpan<byte> FromUtf16(ReadOnlySpan<byte> input, Encoding encoding, XmlRules rules)
    {
        var utf8 = Transcode(input[MarkOf(input)..], encoding);
        string? declared = DeclaredEncoding(utf8);
        if (declared is null ? rules.NeedsDeclaredUtf16 : !declared.StartsWith("utf-16", StringComparison.OrdinalIgnoreCase))
            throw new WireFormatException("A document in UTF-16 needs an XML declaration that says so.") { Offset = 0 };
        return utf8;
    }

    static byte[] Transcode(ReadOnlySpan<byte> input, Encoding encoding)
    {
        var strict = Strict(encoding);
        try
        {
            return Encoding.UTF8.GetBytes(strict.GetString(input));
        }
        catch (DecoderFallbackException e)
        {
            throw new WireFormatException($"The document is not valid {encoding.WebName}.", e) { Offset = Math.Max(e.Index, 0) };
        }
    }

    static Encoding EncodingOf(string name)
    {
        try
        {
            return Encoding.GetEncoding(name);
        }
        // Utf-7 is known and refused.
        catch (Exception e) when (e is ArgumentException or NotSupportedException)
        {
            throw new WireFormatException("The XML declaration names an encoding that is not known.", e) { Offset = 0 };
        }
    }

    static string? DeclaredEncoding(ReadOnlySpan<byte> input)
    {
        if (!input.StartsWith("<?xml"u8) || input.IndexOf("?>"u8) is not (> 5 and var end))
            return null;
        var rest = input[5..end];
        XmlScanner.Pseudo(ref rest, "version"u8, out _);
        return XmlScanner.Pseudo(ref rest, "encoding"u8, out var value)
            ? Encoding.UTF8.GetString(value[..Math.Min(value.Length, 64)])
            : null;
    }
}
