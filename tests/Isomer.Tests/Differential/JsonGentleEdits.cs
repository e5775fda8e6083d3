using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;

namespace Isomer.Tests.Differential;

/// <summary>
/// Edits that mostly leave a document one that can be read: other values of the same kind, members moved, dropped, added, the same value in
/// another spelling. Members whose names begin with a dollar tell something: they are moved at most, and not even that where objects are
/// numbered in their order.
/// </summary>
public sealed class JsonGentleEdits(Choices choices)
{
    /// <summary>The document with one to three edits, which change what it says.</summary>
    public string Edit(string document)
    {
        if (JsonTree.Parse(document) is not { } root)
            return document;
        bool numbered = IsNumbered(document);
        for (int edits = 1 + choices.Few(2); edits > 0; edits--)
        {
            var all = root.All.Where(i => !IsMetadata(root, i)).ToList();
            Change(all[choices.Below(all.Count)], all, numbered);
        }
        return Spell(root, numbered);
    }

    /// <summary>The same in other words.</summary>
    public string Respell(string document)
    {
        if (JsonTree.Parse(document) is not { } root)
            return document;
        bool numbered = IsNumbered(document);
        foreach (var item in root.All)
            if (item.Members is { Count: > 1 } members && !numbered && !IsPair(members) && choices.Once(3))
                Move(members);
        return Spell(root, numbered);
    }

    /// <summary>Without one member of the root, whose name is told; null where it has none.</summary>
    public string? Drop(string document, out string name)
    {
        name = "";
        if (IsNumbered(document) || JsonTree.Parse(document) is not { Members: { } members } root
            || members.Where(m => !m.Name.StartsWith("\"$", StringComparison.Ordinal)).ToList() is not { Count: > 0 } own)
            return null;
        var dropped = own[choices.Below(own.Count)];
        members.Remove(dropped);
        name = System.Text.Json.JsonSerializer.Deserialize<string>(dropped.Name)!;
        return root.ToString();
    }

    /// <summary>The key and the value of a dictionary, which stand in this order (docs/from-fastjson.md).</summary>
    static bool IsPair(List<(string Name, JsonTree Value)> members) =>
        members.Count == 2 && members[0].Name == "\"k\"" && members[1].Name == "\"v\"";

    static bool IsNumbered(string document) => document.Contains("\"$i\"", StringComparison.Ordinal);

    /// <summary>Whether it stands behind a name with a dollar.</summary>
    static bool IsMetadata(JsonTree root, JsonTree item) =>
        root.All.Exists(
            o => o.Members?.Exists(m => m.Name.StartsWith("\"$", StringComparison.Ordinal) && m.Value.All.Contains(item)) == true);

    void Move(List<(string Name, JsonTree Value)> members)
    {
        int from = choices.Below(members.Count), to = choices.Below(members.Count);
        var moved = members[from];
        members.RemoveAt(from);
        members.Insert(to, moved);
    }

    void Change(JsonTree item, List<JsonTree> all, bool numbered)
    {
        switch (item)
        {
            case { Members: { } members } when !IsPair(members):
                int own = members.FindIndex(m => !m.Name.StartsWith("\"$", StringComparison.Ordinal));
                switch (choices.Below(4))
                {
                    case 0 when own >= 0 && !numbered:
                        int at = own + choices.Below(members.Count - own);
                        if (!members[at].Name.StartsWith("\"$", StringComparison.Ordinal))
                            members.RemoveAt(at);
                        break;
                    case 1 when !numbered && members.Count > 1:
                        Move(members);
                        break;
                    case 2 when own >= 0:
                        // Twice, of which the last counts.
                        members.Add(members[own]);
                        break;
                    default:
                        members.Insert(numbered ? members.Count : choices.Below(members.Count + 1),
                            (choices.Of("\"unknown\"", "\"x y\"", "\"$other\""),
                                new JsonTree { Raw = choices.Of("1", "null", "\"\"", "[]", "{}", "[{\"a\":[1]}]") }));
                        break;
                }
                break;
            case { Items: { Count: > 0 } items }:
                int place = choices.Below(items.Count);
                if (choices.Once(2) && !numbered)
                    items.Add(items[place]);
                else if (!items[place].ToString().Contains("\"$", StringComparison.Ordinal))
                    items.RemoveAt(place);
                break;
            case { Raw: "true" or "false" }:
                item.Raw = item.Raw == "true" ? "false" : "true";
                break;
            case { Raw: [.., >= '0' and <= '9'] }:
                // Never larger, lest it be too large.
                item.Raw = choices.Of("0", "1", item.Raw[..^1] + "0");
                break;
            case { Raw: ['"', ..] }:
                string shape = ShapeOf(item.Raw);
                var alike = all.Where(o => o.Raw.StartsWith('"') && ShapeOf(o.Raw) == shape).ToList();
                if (alike.Count > 1)
                    item.Raw = alike[choices.Below(alike.Count)].Raw;
                else if (choices.Once(8))
                    item.Raw = "null";
                break;
        }
    }

    static string ShapeOf(string text) => Regex.Replace(Regex.Replace(text, "[0-9]+", "0"), "[A-Za-z]+", "a");

    string Spell(JsonTree root, bool numbered)
    {
        foreach (var item in root.All)
            if (item.Raw.Length > 0 && choices.Once(4))
                item.Raw = Respelled(item.Raw);
        if (!numbered)
            foreach (var members in root.All.Select(i => i.Members).OfType<List<(string Name, JsonTree Value)>>())
                for (int i = 0; i < members.Count; i++)
                    if (!members[i].Name.StartsWith("\"$", StringComparison.Ordinal) && choices.Once(12))
                        members[i] = (Escaped(members[i].Name), members[i].Value);
        var text = new StringBuilder();
        bool spaced = choices.Once(3);
        root.Print(text, () => text.Append(spaced ? choices.Of("", " ", "\n", "\t", "\r\n") : ""));
        return text.ToString();
    }

    string Respelled(string raw) => raw[0] == '"' ? Escaped(raw)
        : raw.Contains('E', StringComparison.Ordinal)
            ? choices.Of(raw.Replace('E', 'e'), raw.Replace("E+", "E", StringComparison.Ordinal))
            : raw;

    /// <summary>One character as an escape.</summary>
    string Escaped(string raw)
    {
        int at = 1 + choices.Below(Math.Max(1, raw.Length - 2));
        return at < raw.Length - 1 && raw[at] is >= ' ' and <= '~' and not ('"' or '\\') && !raw.Contains('\\')
            ? raw[..at] + (raw[at] == '/' ? "\\/" : "\\u" + ((int)raw[at]).ToString("x4", CultureInfo.InvariantCulture)) + raw[(at + 1)..]
            : raw;
    }
}
