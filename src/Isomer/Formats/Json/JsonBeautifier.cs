using System.Buffers;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// Lays a text out anew, without reading it, one member or item a line. Plain Json's way; or fastJSON's, with a space on both sides
/// of a colon and empty containers opened too. Or takes all white space out, and comments. Strings and, laid out, comments are left as
/// they are, and what white space parted stays parted: 1 2 does not become 12.
/// </summary>
internal static class JsonBeautifier
{
    /// <summary>
    /// What fastJSON's layout is by default: that of <see cref="JsonOptions.FastJson"/>, which an application may have left out.
    /// </summary>
    public static JsonOptions Usual { get; } = new() { IndentSize = 3 };

    /// <summary>Lays the text out as fastJSON does.</summary>
    public static byte[] Beautify(ReadOnlySpan<byte> text, JsonOptions options) => LayOut(text, options, " : "u8, opensEmpty: true);

    /// <summary>fastJSON's layout for a text of which nothing is known: a line is as wide as it is deep.</summary>
    public static byte[] BeautifyAny(ReadOnlySpan<byte> text, JsonOptions options) =>
        LayOut(text, options, " : "u8, opensEmpty: true, options.Limits.MaxDepth);

    /// <summary>The layout that plain Json writes.</summary>
    public static byte[] Indent(ReadOnlySpan<byte> text, JsonOptions options, int depth = 0) =>
        LayOut(text, options, ": "u8, opensEmpty: false, depth: depth);

    static byte[] LayOut(ReadOnlySpan<byte> text, JsonOptions options, ReadOnlySpan<byte> colon, bool opensEmpty,
        int mostDepth = int.MaxValue, int depth = 0)
    {
        bool parted = false;
        var output = new ArrayBufferWriter<byte>(text.Length + (text.Length / 2) + 16);
        byte[] newLine = Encoding.ASCII.GetBytes(options.NewLine);
        for (int at = 0; at < text.Length; at++)
        {
            byte next = text[at];
            switch (next)
            {
                case (byte)'"' or (byte)'\'':
                    int length = StringLength(text[at..]);
                    output.Write(text.Slice(at, length));
                    at += length - 1;
                    break;
                case (byte)'{' or (byte)'[' when !opensEmpty && at + 1 < text.Length && text[at + 1] == next + 2:
                    output.Write(text.Slice(at++, 2));
                    break;
                case (byte)'{' or (byte)'[':
                    if (depth >= mostDepth)
                        throw JsonErrors.Place(
                            new WireFormatException($"The text nests deeper than {mostDepth} levels (Limits.MaxDepth).") { Offset = at },
                            text, at);
                    output.Write([next]);
                    Break(output, newLine, ++depth, options);
                    break;
                case (byte)'}' or (byte)']':
                    depth = Math.Max(depth - 1, 0);
                    Break(output, newLine, depth, options);
                    output.Write([next]);
                    break;
                case (byte)',':
                    output.Write([next]);
                    Break(output, newLine, depth, options);
                    break;
                case (byte)':':
                    output.Write(colon);
                    break;
                case (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n':
                    parted = true;
                    break;
                case (byte)'/' when CommentLength(text[at..]) is var comment and > 0:
                    output.Write(text.Slice(at, comment));
                    // What follows must not become a part of it.
                    Break(output, newLine, depth, options);
                    at += comment - 1;
                    break;
                default:
                    Part(output, ref parted, next);
                    output.Write([next]);
                    break;
            }
        }
        return output.WrittenSpan.ToArray();
    }

    /// <summary>A space between two words that had one.</summary>
    static void Part(ArrayBufferWriter<byte> output, ref bool parted, byte next)
    {
        if (parted && IsWord(next) && output.WrittenCount > 0 && IsWord(output.WrittenSpan[^1]))
            output.Write(" "u8);
        parted = false;
    }

    static bool IsWord(byte character) =>
        character is (byte)'+' or (byte)'-' or (byte)'.' or (byte)'_' or (byte)'$' or >= 0x80 || char.IsAsciiLetterOrDigit((char)character);

    /// <summary>Without the end of the line that ends it; 0 if there is none.</summary>
    internal static int CommentLength(ReadOnlySpan<byte> text)
    {
        if (text.StartsWith("//"u8))
            return text.IndexOfAny((byte)'\r', (byte)'\n') is var end and >= 0 ? end : text.Length;
        if (!text.StartsWith("/*"u8))
            return 0;
        return text[2..].IndexOf("*/"u8) is var close and >= 0 ? close + 4
            : throw JsonErrors.Place(new WireFormatException("A comment is not closed.") { Offset = text.Length }, text, text.Length);
    }

    /// <summary>Without white space and comments between tokens.</summary>
    public static byte[] Minify(ReadOnlySpan<byte> text)
    {
        var output = new ArrayBufferWriter<byte>(Math.Max(text.Length, 1));
        bool parted = false;
        for (int at = 0; at < text.Length; at++)
        {
            byte next = text[at];
            int length = next == (byte)'/' ? CommentLength(text[at..]) : 0;
            if (length > 0 || next is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
            {
                parted = true;
                at += Math.Max(length, 1) - 1;
                continue;
            }
            Part(output, ref parted, next);
            length = next is (byte)'"' or (byte)'\'' ? StringLength(text[at..]) : 1;
            output.Write(text.Slice(at, length));
            at += length - 1;
        }
        return output.WrittenSpan.ToArray();
    }

    static int StringLength(ReadOnlySpan<byte> text)
    {
        int at = 1;
        while (at < text.Length && text[at] != text[0])
            at += text[at] == (byte)'\\' ? 2 : 1;
        return at < text.Length ? at + 1
            : throw JsonErrors.Place(new WireFormatException("A string is not closed.") { Offset = text.Length }, text, text.Length);
    }

    static void Break(ArrayBufferWriter<byte> output, byte[] newLine, int depth, JsonOptions options)
    {
        output.Write(newLine);
        int width = depth * options.IndentSize;
        output.GetSpan(width)[..width].Fill((byte)options.IndentCharacter);
        output.Advance(width);
    }
}
