using System.Globalization;
using System.Text;

namespace Isomer.Tests.Formats;

/// <summary>
/// Random JSON: every kind of value, numbers that no CLR type is exactly, text of several scripts and escapes, white space.
/// </summary>
static class RandomJson
{
    static readonly string[] Numbers = ["0", "-0", "1", "1.0", "1.10", "-12345678901234567890", "12345678901234567.89", "1e400", "1E-7",
        "0.1", "79228162514264337593543950335.5", "9223372036854775808"];
    static readonly string[] Texts = ["", "a", "\\\"", "\\u0041", "ä", "\\u00e4", "жук", "漢字", "😀", "\\ud83d\\ude00", "<b>&'", "\\n\\t",
        "/", "\\/", "a\\u0000b", "2020-01-02T03:04:05Z"];

    public static string Text(Random random, int depth = 3)
    {
        var text = new StringBuilder();
        Value(random, text, depth);
        return text.ToString();
    }

    /// <summary>An object, an array, or neither.</summary>
    public static string Of(Random random, char opening)
    {
        for (; ; )
            if (Text(random) is var text
                && (opening is '{' or '[' ? text.TrimStart()[0] == opening : text.TrimStart()[0] is not ('{' or '[' or 'n')))
                return text;
    }

    static void Space(Random random, StringBuilder text) => text.Append(random.Next(6) == 0 ? random.Next(2) == 0 ? " " : "\n" : "");

    static void Value(Random random, StringBuilder text, int depth)
    {
        Space(random, text);
        switch (random.Next(depth > 0 ? 8 : 5))
        {
            case 0:
                text.Append(random.Next(2) == 0 ? "true" : "false");
                break;
            case 1:
                text.Append("null");
                break;
            case 2:
                text.Append(
                    random.Next(2) == 0
                        ? Numbers[random.Next(Numbers.Length)]
                        : random.Next(-1000, 1000).ToString(CultureInfo.InvariantCulture));
                break;
            case 3 or 4:
                text.Append('"').Append(Texts[random.Next(Texts.Length)]).Append(Texts[random.Next(Texts.Length)]).Append('"');
                break;
            case 5 or 6:
                text.Append('{');
                for (int i = 0, n = random.Next(12); i < n; i++)
                {
                    text.Append(i > 0 ? "," : "").Append('"').Append(Texts[random.Next(Texts.Length)]).Append(i).Append("\":");
                    Value(random, text, depth - 1);
                }
                Space(random, text);
                text.Append('}');
                break;
            default:
                text.Append('[');
                for (int i = 0, n = random.Next(5); i < n; i++)
                {
                    text.Append(i > 0 ? "," : "");
                    Value(random, text, depth - 1);
                }
                Space(random, text);
                text.Append(']');
                break;
        }
        Space(random, text);
    }
}
