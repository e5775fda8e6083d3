using System.Globalization;
using System.Text;

namespace Isomer.Printing;

/// <summary>
/// How printers of source text (C#, .proto) put down what came from a schema or a payload: all of it through here, so that none of it can
/// end the literal or the comment in which it stands, nor look like something else than it is.
/// </summary>
internal static class Quoting
{
    /// <summary>
    /// A string literal of C#. What ends a line there (also U+0085, U+2028 and U+2029), what is not seen and what turns the direction of
    /// writing are escapes.
    /// </summary>
    public static string CSharp(string value)
    {
        var text = new StringBuilder(value.Length + 2).Append('"');
        for (int i = 0; i < value.Length; i++)
        {
            char c = value[i];
            bool isSeen = IsSeen(value, i, out int length);
            if (c is '"' or '\\')
                text.Append('\\').Append(c);
            else if (isSeen)
                text.Append(value, i, length);
            else
                for (int at = i; at < i + length; at++)
                    text.Append(c switch { '\n' => "\\n", '\r' => "\\r", '\t' => "\\t", _ => $"\\u{(int)value[at]:x4}" });
            i += length - 1;
        }
        return text.Append('"').ToString();
    }

    /// <summary>A string literal of .proto, whose escapes are bytes of UTF-8 in octal: every version of protoc reads those.</summary>
    public static string Proto(string value)
    {
        var text = new StringBuilder(value.Length + 2).Append('"');
        for (int i = 0; i < value.Length; i++)
        {
            char c = value[i];
            bool isSeen = IsSeen(value, i, out int length);
            if (c is '"' or '\\')
                text.Append('\\').Append(c);
            else if (isSeen)
                text.Append(value, i, length);
            else if (c is '\n' or '\r' or '\t')
                text.Append(c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
            else
                foreach (byte b in Encoding.UTF8.GetBytes(value.Substring(i, length)))
                    text.Append('\\').Append(Convert.ToString(b, 8).PadLeft(3, '0'));
            i += length - 1;
        }
        return text.Append('"').ToString();
    }

    /// <summary>Text for a comment that ends with its line.</summary>
    public static string Line(string value) => string.Join(' ', Lines(value));

    /// <summary>The lines of a comment, by all that ends a line of C#; what is not seen is U+FFFD.</summary>
    public static IEnumerable<string> Lines(string value)
    {
        var line = new StringBuilder();
        for (int i = 0; i < value.Length; i++)
        {
            if (value[i] is '\n' or '\r' or '\u0085' or '\u2028' or '\u2029')
            {
                i += value[i] == '\r' && i + 1 < value.Length && value[i + 1] == '\n' ? 1 : 0;
                yield return line.ToString();
                line.Clear();
                continue;
            }
            bool isSeen = IsSeen(value, i, out int length) || value[i] == '\t';
            line.Append(isSeen ? value.Substring(i, length) : "\uFFFD");
            i += length - 1;
        }
        yield return line.ToString();
    }

    /// <summary>A text as XML in a comment of documentation, each further line with what lines there begin with.</summary>
    public static string Documentation(string value, string begin) =>
        string.Join('\n' + begin, Lines(value)).Replace("&", "&amp;", StringComparison.Ordinal)
            .Replace("<", "&lt;", StringComparison.Ordinal).Replace(">", "&gt;", StringComparison.Ordinal);

    /// <summary>Whether the character there is what it looks like, and of how many units it is.</summary>
    static bool IsSeen(string value, int at, out int length)
    {
        length = char.IsSurrogatePair(value, at) ? 2 : 1;
        return CharUnicodeInfo.GetUnicodeCategory(value, at) switch
        {
            UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator
                or UnicodeCategory.Surrogate
                or UnicodeCategory.PrivateUse or UnicodeCategory.OtherNotAssigned => false,
            UnicodeCategory.SpaceSeparator => value[at] == ' ',
            _ => true,
        };
    }
}
