using System.Text;
using Isomer.Formats;

namespace Isomer.Fuzz.Mutating;

/// <summary>Values (0), members (1) and names (2).</summary>
sealed class JsonStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } = Texts(
        "null", "true", "false", "0", "-0", "1", "-1", "1.0", "1e400", "-1e400", "1E5", "0.1e-5", "2147483648", "-2147483649",
        "9223372036854775808", "18446744073709551616", "340282366920938463463374607431768211456",
        "79228162514264337593543950336", "NaN", "\"NaN\"", "\"Infinity\"", "Infinity", "{}", "[]", "\"\"", "\"\\u0000\"", "\"\\ud800\"",
        "\"\\ud83d\\ude00\"", "\"$\"", "\"$id\"", "\"$ref\"", "\"$type\"", "\"$values\"",
        "\"$types\"", "\"$i\"", "\"$schema\"", "\"$map\"", "\"__type\"", "\"__type\":\"Leaf:#Isomer.Fuzz.Targets\"", "\"$type\":\"Leaf\"",
        "\"$ref\":\"1\"", "\"$id\":\"1\"", "\"$i\":1", "/**/", "//\n", "'a'", ",", ":", "+1", ".5", "5.", "0x1F", "\uFEFF",
        "\"2024-02-30\"", "\"2024-01-02T03:04:05.1234567+14:00\"", "\"0001-01-01T00:00:00+10:00\"", "\"9999-12-31T23:59:59.9999999Z\"",
        "\"\\/Date(0)\\/\"", "\"\\/Date(-62135596800000+1400)\\/\"", "\"24:00:00\"", "\"-10675199.02:48:05.4775808\"",
        "\"00000000-0000-0000-0000-000000000000\"", "\"AAECAw==\"", "\"AA=\"", "\"1.2.3.4\"", "\"http://[\"", "\"\\x\"", "\"a", "[[", "{\"",
        "{\"Next\":", "{\"Key\":1,\"Value\":2}", "[1,2]", "\"é\\n\"", "1e-400", "123456789012345678901234567890.123456789");

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        var open = new Stack<(int Start, int Name)>();
        int name = -1;
        for (int at = 0; at < input.Length && parts.Count < 4000;)
        {
            int start = at;
            switch (input[at])
            {
                case (byte)'{' or (byte)'[':
                    open.Push((at, name));
                    name = -1;
                    at++;
                    continue;
                case (byte)'}' or (byte)']':
                    at++;
                    if (open.TryPop(out var opened))
                        Add(parts, opened.Start, at, opened.Name);
                    name = -1;
                    continue;
                case (byte)'"':
                    for (at++; at < input.Length && input[at] != '"'; at++)
                        at += input[at] == '\\' ? 1 : 0;
                    at = Math.Min(at + 1, input.Length);
                    int next = at;
                    while (next < input.Length && input[next] is (byte)' ' or (byte)'\n' or (byte)'\r')
                        next++;
                    if (next < input.Length && input[next] == ':')
                    {
                        parts.Add(new(start, at, 2));
                        name = start;
                        at = next + 1;
                        continue;
                    }
                    Add(parts, start, at, name);
                    name = -1;
                    continue;
                case (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t' or (byte)',' or (byte)':':
                    at++;
                    continue;
                default:
                    while (at < input.Length
                        && input[at] is not ((byte)',' or (byte)'}' or (byte)']' or (byte)' ' or (byte)'\n' or (byte)':' or (byte)'"'
                            or (byte)'{' or (byte)'['))
                        at++;
                    at = Math.Max(at, start + 1);
                    Add(parts, start, at, name);
                    name = -1;
                    continue;
            }
        }
    }

    static void Add(List<Part> parts, int start, int end, int name)
    {
        parts.Add(new(start, end, 0));
        if (name >= 0)
            parts.Add(new(name, end, 1));
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random)
    {
        string before = random.Of(["[", "{\"Next\":", "{\"a\":", "{\"Children\":[", "{\"Self\":", "{\"Any\":", "{\"Inner\":"]);
        string after = (before[^1] == '[' ? "]" : "") + (before[0] == '{' ? "}" : "");
        string inner = Encoding.Latin1.GetString(part);
        var text = new StringBuilder();
        for (int i = 0; i < depth; i++)
            text.Append(before);
        text.Append(kind == 0 ? inner : "1");
        for (int i = 0; i < depth; i++)
            text.Append(after);
        return Encoding.Latin1.GetBytes(
            kind switch { 1 => inner + ",\"z\":" + text, 2 => inner + ":" + text + ",\"y\"", _ => text.ToString() });
    }
}
