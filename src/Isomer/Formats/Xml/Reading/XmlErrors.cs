using System.Text;
using Isomer.Wire;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Makes the one exception of what went wrong; the path is found afterwards, by going over the document once more.</summary>
internal static class XmlErrors
{
    const int DeepestPath = 64;

    /// <param name="e">What went wrong.</param>
    /// <param name="input">The document.</param>
    /// <param name="position">Where the value began that was read last.</param>
    /// <param name="read">How far it was read: what code of the type refuses is the element that ended there, or is still open.</param>
    /// <param name="rules">Which XML it is.</param>
    public static WireFormatException Place(Exception e, ReadOnlySpan<byte> input, int position, int read, XmlRules rules)
    {
        var text = XmlInput.Failed<XmlScanner>(input, rules, out int skipped);
        var error = TextErrors.Place(e, "Xml", text, position);
        error.Path = e is WireFormatException
            ? PathTo(text[..(int)error.Offset], withEnded: false)
            : PathTo(text[..Math.Min(read, text.Length)], withEnded: true);
        XmlInput.Move(error, input, text, skipped);
        return error;
    }

    /// <summary>The elements that are open at the end of the text: $.Orders.Order[3].Freight</summary>
    static string PathTo(ReadOnlySpan<byte> text, bool withEnded)
    {
        (string Name, int Index, Dictionary<string, int> Children)? ended = null;
        var open = new List<(string Name, int Index, Dictionary<string, int> Children)> { ("$", 0, []) };
        for (int at = 0; at < text.Length;)
        {
            int tag = text[at..].IndexOf((byte)'<');
            if (tag < 0)
                break;
            at += tag + 1;
            var rest = text[at..];
            if (rest.StartsWith("!--"u8) || rest.StartsWith("![CDATA["u8) || rest.StartsWith("?"u8))
            {
                var end = rest[0] == '?' ? "?>"u8 : rest[1] == '-' ? "-->"u8 : "]]>"u8;
                int length = rest.IndexOf(end);
                if (length < 0)
                    break;
                at += length + end.Length;
                continue;
            }
            if (rest.StartsWith("/"u8))
            {
                if (open.Count > 1)
                {
                    ended = open[^1];
                    open.RemoveAt(open.Count - 1);
                }
                continue;
            }
            int close = EndOfTag(rest);
            int name = rest.IndexOfAny(" \t\r\n/>"u8);
            string called = Encoding.UTF8.GetString(rest[..Math.Min(name < 0 ? rest.Length : name, 200)]);
            var siblings = open[^1].Children;
            int number = siblings.TryGetValue(called, out int before) ? before + 1 : 0;
            siblings[called] = number;
            ended = null;
            if (close > 0 && rest[close - 1] == '/')
            {
                ended = (called, number, siblings);
                at += close;
                continue;
            }
            open.Add((called, number, []));
            if (close < 0)
                break;
            at += close;
        }
        if (withEnded && ended is { } last)
            open.Add(last);
        var path = new StringBuilder();
        foreach (var (called, number, _) in open.Take(DeepestPath))
        {
            path.Append(path.Length == 0 ? "" : ".").Append(called);
            if (number > 0)
                path.Append('[').Append(number).Append(']');
        }
        return path.ToString();
    }

    static int EndOfTag(ReadOnlySpan<byte> tag)
    {
        byte quote = 0;
        for (int i = 0; i < tag.Length; i++)
        {
            byte b = tag[i];
            if (quote != 0)
                quote = b == quote ? (byte)0 : quote;
            else if (b is (byte)'"' or (byte)'\'')
                quote = b;
            else if (b == (byte)'>')
                return i;
        }
        return -1;
    }
}
