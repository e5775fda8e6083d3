using System.Buffers;
using System.Runtime.InteropServices;
using System.Text;

namespace Isomer;

/// <summary>
/// Lays a text out anew, without reading it, one member or item a line. Plain Json's way; or fastJSON's, with a space on both sides
/// of a colon and empty containers opened too. Or takes all white space out. Strings are left as they are; so are comments, but for
/// their place.
/// </summary>
internal static class JsonBeautifier
{
    /// <summary>fastJSON's layout.</summary>
    public static byte[] Beautify(ReadOnlySpan<byte> text, JsonOptions options) => LayOut(text, options, " : "u8, opensEmpty: true);

    /// <summary>The layout that plain Json writes.</summary>
    public static byte[] Indent(ReadOnlySpan<byte> text, JsonOptions options) => LayOut(text, options, ": "u8, opensEmpty: false);

    static byte[] LayOut(ReadOnlySpan<byte> text, JsonOptions options, ReadOnlySpan<byte> colon, bool opensEmpty)
    {
        var output = new ArrayBufferWriter<byte>(text.Length + (text.Length / 2) + 16);
        byte[] newLine = Encoding.ASCII.GetBytes(options.NewLine);
        int depth = 0;
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
                    break;
                default:
                    output.Write([next]);
                    break;
            }
        }
        return output.WrittenSpan.ToArray();
    }

    /// <summary>Without white space between tokens.</summary>
    public static byte[] Minify(ReadOnlySpan<byte> text)
    {
        var output = new ArrayBufferWriter<byte>(Math.Max(text.Length, 1));
        for (int at = 0; at < text.Length; at++)
        {
            byte next = text[at];
            if (next is (byte)' ' or (byte)'\t' or (byte)'\r' or (byte)'\n')
                continue;
            int length = next is (byte)'"' or (byte)'\'' ? StringLength(text[at..]) : 1;
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
