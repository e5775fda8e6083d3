using System.Globalization;
using System.Text;

namespace Isomer.Formats;

internal enum ProtoTokenKind
{
    End,
    Name,
    Number,
    Text,
    Symbol,
}

/// <summary>A word of a .proto file. Of a text <see cref="Text"/> is what it says, not how it was written.</summary>
internal readonly record struct ProtoToken(ProtoTokenKind Kind, string Text, int Offset, string? Comment);

/// <summary>Cuts a .proto file into words. Comments that stand right before a word go with it.</summary>
internal static class ProtoTokens
{
    /// <summary>
    /// The most characters of a name, also of one with dots: names are looked up in each scope around, so that their lengths multiply.
    /// </summary>
    public const int MaxName = 1000;

    public static List<ProtoToken> Of(string text, string path)
    {
        var tokens = new List<ProtoToken>();
        var comment = new StringBuilder();
        int at = text.StartsWith('\uFEFF') ? 1 : 0;
        while (at < text.Length)
        {
            char c = text[at];
            if (char.IsWhiteSpace(c))
            {
                // A blank line parts a comment from what follows.
                if (c == '\n' && at + 1 < text.Length && text[at + 1] is '\n' or '\r')
                    comment.Clear();
                at++;
                continue;
            }
            if (c == '/' && at + 1 < text.Length && text[at + 1] is '/' or '*')
            {
                at = Comment(text, at, path, comment, IsTrailing(text, at));
                continue;
            }
            int start = at;
            var (kind, word) = Word(text, ref at, path);
            tokens.Add(new ProtoToken(kind, word, start, comment.Length == 0 ? null : comment.ToString().TrimEnd('\n')));
            comment.Clear();
        }
        tokens.Add(new ProtoToken(ProtoTokenKind.End, "", at, null));
        return tokens;
    }

    /// <summary>One that stands behind a word on its line says nothing of the next.</summary>
    static bool IsTrailing(string text, int at)
    {
        for (int i = at - 1; i >= 0 && text[i] != '\n'; i--)
            if (!char.IsWhiteSpace(text[i]))
                return true;
        return false;
    }

    static int Comment(string text, int at, string path, StringBuilder comment, bool isTrailing)
    {
        string content;
        int end;
        if (text[at + 1] == '/')
        {
            end = text.IndexOf('\n', at);
            end = end < 0 ? text.Length : end;
            content = text[(at + 2)..end].TrimEnd('\r');
        }
        else
        {
            end = text.IndexOf("*/", at + 2, StringComparison.Ordinal);
            if (end < 0)
                throw Error(path, text, at, "A comment does not end");
            content = string.Join('\n', text[(at + 2)..end].Split('\n').Select(l => l.Trim().TrimStart('*').Trim()));
            end += 2;
        }
        if (!isTrailing)
            comment.Append(content.StartsWith(' ') ? content[1..] : content).Append('\n');
        return end;
    }

    static readonly string[] s_singles = [.. Enumerable.Range(0, 128).Select(c => ((char)c).ToString())];

    /// <summary>Dots and brackets come by the thousand: with a string for each a hostile text took 135 times its length.</summary>
    static string Single(char c) => c < s_singles.Length ? s_singles[c] : c.ToString();

    static (ProtoTokenKind, string) Word(string text, ref int at, string path)
    {
        int start = at;
        char c = text[at];
        if (char.IsAsciiLetter(c) || c == '_')
        {
            while (at < text.Length && (char.IsAsciiLetterOrDigit(text[at]) || text[at] == '_'))
                at++;
            return at - start <= MaxName
                ? (ProtoTokenKind.Name, at - start == 1 ? Single(c) : text[start..at])
                : throw Error(path, text, start, $"A name is longer than {MaxName} characters");
        }
        if (char.IsAsciiDigit(c) || (c == '.' && at + 1 < text.Length && char.IsAsciiDigit(text[at + 1])))
        {
            bool isHex = text.AsSpan(at).StartsWith("0x", StringComparison.OrdinalIgnoreCase);
            while (at < text.Length
                && (char.IsAsciiLetterOrDigit(text[at]) || text[at] == '.'
                    || (text[at] is '+' or '-' && text[at - 1] is 'e' or 'E' && !isHex)))
                at++;
            return (ProtoTokenKind.Number, text[start..at]);
        }
        if (c is not ('"' or '\''))
        {
            at++;
            return (ProtoTokenKind.Symbol, Single(c));
        }
        at++;
        var bytes = new List<byte>();
        while (true)
        {
            if (at >= text.Length || text[at] == '\n')
                throw Error(path, text, start, "A text does not end");
            if (text[at] == c)
                break;
            if (text[at] == '\\')
                Escape(text, ref at, bytes);
            else
                bytes.AddRange(Encoding.UTF8.GetBytes(char.IsSurrogatePair(text, at) ? text[at..(at++ + 2)] : text[at].ToString()));
            at++;
        }
        at++;
        return (ProtoTokenKind.Text, Encoding.UTF8.GetString([.. bytes]));
    }

    static void Escape(string text, ref int at, List<byte> bytes)
    {
        at++;
        char c = at < text.Length ? text[at] : '\\';
        int plain = "abfnrtv".IndexOf(c, StringComparison.Ordinal);
        if (plain >= 0)
            bytes.Add((byte)"\a\b\f\n\r\t\v"[plain]);
        else if (c is 'x' or 'X')
            bytes.Add((byte)Digits(text, ref at, 2, 16));
        else if (c is 'u' or 'U')
            bytes.AddRange(Encoding.UTF8.GetBytes(char.ConvertFromUtf32((int)Digits(text, ref at, c == 'u' ? 4 : 8, 16))));
        else if (c is >= '0' and <= '7')
        {
            at--;
            bytes.Add((byte)Digits(text, ref at, 3, 8));
        }
        else
            bytes.AddRange(Encoding.UTF8.GetBytes(c.ToString()));
    }

    static long Digits(string text, ref int at, int most, int radix)
    {
        long value = 0;
        for (int i = 0; i < most && at + 1 < text.Length && char.IsAsciiHexDigit(text[at + 1])
            && (radix == 16 || text[at + 1] is >= '0' and <= '7'); i++)
            value = value * radix + int.Parse(text.AsSpan(++at, 1), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
        return value is > 0x10FFFF or (>= 0xD800 and < 0xE000) ? '\uFFFD' : value;
    }

    /// <summary>What is wrong, with its place.</summary>
    public static WireFormatException Error(string path, string text, int offset, string problem)
    {
        int line = text.AsSpan(0, Math.Min(offset, text.Length)).Count('\n') + 1;
        int column = offset - (offset == 0 ? -1 : text.LastIndexOf('\n', Math.Min(offset, text.Length) - 1));
        return new WireFormatException($"{problem} (in '{path}').") { Format = ".proto", Offset = offset, Line = line, Column = column };
    }
}
