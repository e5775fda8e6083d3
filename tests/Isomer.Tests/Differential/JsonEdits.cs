using System.Globalization;
using System.Text;

namespace Isomer.Tests.Differential;

/// <summary>
/// Edits a JSON document as people, other programs and attackers do: members doubled, dropped, moved, renamed, of another kind,
/// numbers and texts spelled otherwise, comments, commas and white space. The result need not be JSON.
/// </summary>
public sealed class JsonEdits(Choices choices)
{
    static readonly string[] Spellings =
    [
        "null", "0", "1", "-1", "1.0", "1e0", "1E+2", "-0", "00", "01", "1.", ".5", "+1", "1e400", "-1e-400", "12345678901234567890",
        "123456789012345678901234567890.5", "0.1000", "NaN", "\"NaN\"", "\"Infinity\"", "\"1\"", "\"-1.5\"", "\" 1\"",
        "true", "false", "True", "\"true\"", "\"\"", "\"a\"", "\"\\u0061\"", "\"\\ud83d\\ude00\"", "\"\\ud800\"", "\"\\x\"", "\"a\nb\"",
        "'a'", "[]", "{}", "[null]", "[[1]]", "{\"a\":1}", "{\"\":null}",
        "\"2020-01-02\"", "\"2020-01-02T03:04:05+05:30\"", "\"2020-13-02\"", "\"AAECAw==\"", "\"AAECAw\"", "\"AAEC\\nAw==\"",
        "\"00112233-4455-6677-8899-aabbccddeeff\"", "\"1.02:03:04\"", "\"E0\"", "\"e1\"", "\"E0, E1\"", "\"T0\"", "",
        "{\"$id\":\"1\"}", "{\"$ref\":\"1\"}", "{\"$type\":\"T1\"}", "\"\\/Date(1)\\/\"",
    ];

    /// <summary>The document with one to three edits; as it was, where it is no JSON.</summary>
    public string Edit(string document)
    {
        if (JsonTree.Parse(document) is not { } root)
            return document;
        int edits = 1 + choices.Few(2);
        for (int i = 0; i < edits; i++)
        {
            var all = root.All;
            Change(all[choices.Below(all.Count)], all);
        }
        var text = new StringBuilder();
        bool spaced = choices.Once(3);
        root.Print(text, () => Space(text, spaced));
        if (choices.Once(12))
            text.Insert(choices.Below(text.Length + 1),
                choices.Of(" ", "\n", "/**/", "//\n", ",", "\ufeff", "}", "]", "\"", "\0", ":", "\u00a0"));
        if (choices.Once(25))
            text.Length = choices.Below(text.Length + 1);
        return text.ToString();
    }

    void Change(JsonTree item, List<JsonTree> all)
    {
        switch (choices.Below(4))
        {
            case 0 when item.Members is { } members:
                ChangeMembers(members, all);
                break;
            case 0 or 1 when item.Items is { } items:
                int place = choices.Below(items.Count + 1);
                if (choices.Once(2) && place < items.Count)
                    items.RemoveAt(place);
                else
                    items.Insert(place, choices.Once(2) && items.Count > 0 ? items[choices.Below(items.Count)] : Spelled());
                break;
            case 2:
                // Another part of the document, so that types and places no longer fit.
                Become(item, all[choices.Below(all.Count)]);
                break;
            case 3 when item.Raw.StartsWith('"'):
                item.Raw = Escaped(item.Raw);
                break;
            case 3 when item.Raw.Length > 0 && char.IsAsciiDigit(item.Raw[^1]):
                item.Raw = choices.Of("\"" + item.Raw + "\"", item.Raw + "e0", item.Raw + "0", "-" + item.Raw, item.Raw + ".0",
                    item.Raw + "99999999999999999999", " " + item.Raw + " ");
                break;
            default:
                Become(item, Spelled());
                break;
        }
    }

    void ChangeMembers(List<(string Name, JsonTree Value)> members, List<JsonTree> all)
    {
        if (members.Count == 0 || choices.Once(5))
        {
            string[] names = ["\"x\"", "\"\"", "\"$id\"", "\"$type\"", "\"$ref\"", "\"$values\"", "\"__type\"", "\"A0\"", "\"\\u0041\"",
                "\"length\""];
            members.Insert(choices.Below(members.Count + 1),
                (choices.Of(names),
                    choices.Once(2) ? all[choices.Below(all.Count)] is var other && other.Raw.Length > 0 ? other : Spelled() : Spelled()));
            return;
        }
        int at = choices.Below(members.Count);
        var (name, value) = members[at];
        switch (choices.Below(6))
        {
            case 0:
                members.RemoveAt(at);
                break;
            case 1:
                members.Insert(choices.Below(members.Count + 1), (name, choices.Once(2) ? Spelled() : value));
                break;
            case 2:
                int to = choices.Below(members.Count);
                (members[at], members[to]) = (members[to], members[at]);
                break;
            case 3:
                members[at] = (choices.Of(name.ToLowerInvariant(), name.ToUpperInvariant(), Escaped(name),
                    name.Insert(name.Length - 1, "x"), name.Trim('"')), value);
                break;
            case 4:
                members[at] = (members[choices.Below(members.Count)].Name, value);
                break;
            default:
                members[at] = (name, Spelled());
                break;
        }
    }

    static void Become(JsonTree item, JsonTree other)
    {
        // A part that holds the place itself would hold itself.
        if (!other.All.Contains(item))
            (item.Raw, item.Members, item.Items) = (other.Raw, other.Members, other.Items);
    }

    JsonTree Spelled() => new() { Raw = choices.Of(Spellings) };

    /// <summary>One character of a text written as an escape.</summary>
    string Escaped(string raw)
    {
        int at = 1 + choices.Below(Math.Max(1, raw.Length - 2));
        return at < raw.Length - 1 && char.IsAsciiLetterOrDigit(raw[at]) && raw[at - 1] != '\\' && !raw.Contains('\\')
            ? raw[..at] + "\\u" + ((int)raw[at]).ToString(choices.Once(2) ? "X4" : "x4", CultureInfo.InvariantCulture) + raw[(at + 1)..]
            : raw;
    }

    void Space(StringBuilder text, bool spaced)
    {
        if (spaced)
            text.Append(choices.Of("", " ", "\n", "\r\n", "\t", "", "", choices.Once(40) ? "/* c */" : ""));
    }
}
