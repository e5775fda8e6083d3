using System.Buffers;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Formats;

/// <summary>
/// Makes a text say a node, and leaves it as it is wherever it does so already. Members are found by name and keep their order; items of
/// arrays are compared from both ends, and what is between is changed, added or removed. What is new is laid out like what stands beside
/// it.
/// </summary>
internal sealed class JsonTextUpdate
{
    readonly JsonOptions _compact;
    readonly string _newLine;
    readonly ReadOnlyMemory<byte> _colon;
    readonly string _unit;

    JsonTextUpdate(JsonTextValue root, JsonOptions options)
    {
        _compact = options;
        var first = FirstIndented(root, "");
        (_newLine, _unit) = first ?? ("", "");
        _colon = FirstColon(root) ?? (first is null ? ":"u8.ToArray() : ": "u8.ToArray());
    }

    public static byte[] Of(ReadOnlyMemory<byte> text, Node? node, JsonOptions given)
    {
        // What a node is written by: identities and types of objects are none of a text's.
        var options = new JsonOptions
        {
            Escaping = given.Escaping,
            Encoder = given.Encoder,
            Numbers = given.Numbers & JsonNumbers.NamedFloats,
            Dates = given.Dates,
            DateFormat = given.DateFormat,
            DateZone = given.DateZone,
            Duplicates = given.Duplicates,
            Leniency = given.Leniency | JsonLeniency.Comments | JsonLeniency.TrailingCommas,
            Limits = given.Limits,
            // A text in which they may stand says them so, and a name in quotes would be another node.
            BareFloats = (given.Leniency & JsonLeniency.Numbers) != 0,
        };
        var (before, value, behind) = JsonTextParser.Parse(text, options);
        // As a text says it: what only .NET knows, and other libraries' nodes, are what their JSON is.
        node = JsonWithin.ParseNode(JsonWithin.Serialize(node, options), options);
        var written = options with { BareFloats = options.BareFloats && (given.Numbers & JsonNumbers.NamedFloats) == 0 };
        new JsonTextUpdate(value, written).Update(value, node, "");
        var output = new ArrayBufferWriter<byte>(text.Length + 64);
        output.Write(before.Span);
        value.WriteTo(output);
        output.Write(behind.Span);
        return output.WrittenSpan.ToArray();
    }

    void Update(JsonTextValue value, Node? node, string? indent)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        if (value.Parts is not null && node is NodeObject members && value.Node is NodeObject)
            UpdateMembers(value, members, indent);
        else if (value.Parts is not null && node is NodeArray items && value.Node is NodeArray before)
            UpdateItems(value, before, items, indent);
        else if (!Node.DeepEquals(value.Node, node))
            value.Replace(node, Written(node, indent));
    }

    void UpdateMembers(JsonTextValue value, NodeObject members, string? indent)
    {
        var parts = value.Parts!;
        var known = parts.Where(part => members.Contains(part.Name!)).ToDictionary(static part => part.Name!, StringComparer.Ordinal);
        // What is new stands behind the member that it follows in the node.
        var behind = new Dictionary<JsonTextPart, List<string>>();
        var first = new List<string>();
        var place = first;
        foreach (var (name, member) in members)
        {
            if (known.TryGetValue(name, out var part))
            {
                Update(part.Value, member, IndentOf(part));
                behind[part] = place = [];
            }
            else
                place.Add(name);
        }
        if (known.Count == parts.Count && known.Count == members.Count)
            return;
        var result = new List<JsonTextPart>();
        Add(first, 0);
        for (int i = 0; i < parts.Count; i++)
            if (behind.TryGetValue(parts[i], out var names))
            {
                result.Add(parts[i]);
                Add(names, i);
            }
        Put(value, result, indent);

        void Add(List<string> names, int beside)
        {
            foreach (string name in names)
                result.Add(New(name, members[name], parts.Count == 0 ? null : parts[beside], indent));
        }
    }

    void UpdateItems(JsonTextValue value, NodeArray before, NodeArray items, string? indent)
    {
        var parts = value.Parts!;
        int least = Math.Min(before.Count, items.Count), head = 0, tail = 0;
        while (head < least && Node.DeepEquals(before[head], items[head]))
            head++;
        while (tail < least - head && Node.DeepEquals(before[^(tail + 1)], items[^(tail + 1)]))
            tail++;
        int both = least - tail;
        for (int i = head; i < both; i++)
            Update(parts[i].Value, items[i], IndentOf(parts[i]));
        if (before.Count == items.Count)
            return;
        var result = parts[..both];
        for (int i = both; i < items.Count - tail; i++)
            result.Add(New(null, items[i], parts.Count == 0 ? null : parts[Math.Clamp(i, 0, parts.Count - 1)], indent));
        result.AddRange(parts[(parts.Count - tail)..]);
        Put(value, result, indent);
    }

    /// <summary>A member or item, laid out as the one beside it; in what was empty, as the text around.</summary>
    JsonTextPart New(string? name, Node? node, JsonTextPart? beside, string? indent)
    {
        string lead = beside is not null ? Blank(beside.Lead)
            : _newLine.Length > 0 && indent is not null ? _newLine + indent + _unit : "";
        string? own = LastLine(lead);
        return new JsonTextPart(name, new JsonTextValue { Node = node, Text = Written(node, own) })
        {
            Lead = Encoding.ASCII.GetBytes(lead),
            Key = name is null ? default : (byte[])[.. JsonWithin.Serialize(name, _compact), .. _colon.Span],
        };
    }

    void Put(JsonTextValue value, List<JsonTextPart> parts, string? indent)
    {
        bool wasEmpty = value.Parts!.Count == 0;
        value.Parts = parts;
        // The bracket of what was empty goes to a line of its own, unless what stood within has one already.
        if (wasEmpty && _newLine.Length > 0 && indent is not null && !value.Tail.Span.Contains((byte)'\n'))
            value.Tail = (byte[])[.. value.Tail.Span.TrimEnd((byte)' '), .. Encoding.ASCII.GetBytes(_newLine + indent)];
    }

    /// <summary>A value over lines where it stands on a line of its own, else on one line.</summary>
    byte[] Written(Node? node, string? indent)
    {
        byte[] json = JsonWithin.Serialize(node, _compact);
        if (_newLine.Length == 0 || indent is null || node is not (NodeObject { Count: > 0 } or NodeArray { Count: > 0 }))
            return json;
        var laidOut = _compact with
        {
            NewLine = _newLine,
            IndentCharacter = _unit.StartsWith('\t') ? '\t' : ' ',
            IndentSize = Math.Max(_unit.Length, 1),
        };
        string text = Encoding.UTF8.GetString(JsonBeautifier.Indent(json, laidOut));
        return Encoding.UTF8.GetBytes(text.Replace(_newLine, _newLine + indent, StringComparison.Ordinal));
    }

    /// <summary>What a part's own line is indented by; null if it does not begin its line.</summary>
    static string? IndentOf(JsonTextPart part) => LastLine(Blank(part.Lead));

    static string? LastLine(string lead) => lead.LastIndexOf('\n') is var at and >= 0 ? lead[(at + 1)..] : null;

    /// <summary>The white space that stands directly before a name or item: from the last line end on, if there is one.</summary>
    static string Blank(ReadOnlyMemory<byte> lead)
    {
        var span = lead.Span;
        int start = span.Length;
        while (start > 0 && span[start - 1] is (byte)' ' or (byte)'\t')
            start--;
        if (start > 0 && span[start - 1] == (byte)'\n')
            start--;
        if (start > 0 && start < span.Length && span[start] == (byte)'\n' && span[start - 1] == (byte)'\r')
            start--;
        return Encoding.ASCII.GetString(span[start..]);
    }

    /// <summary>How the first part that begins a line is led to: the line end, and by how much more than what is around it.</summary>
    static (string NewLine, string Unit)? FirstIndented(JsonTextValue value, string around)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        foreach (var part in value.Parts ?? [])
        {
            string blank = Blank(part.Lead);
            if (LastLine(blank) is { } indent)
                return (blank.StartsWith('\r') ? "\r\n" : "\n",
                    indent.Length > around.Length && indent.StartsWith(around, StringComparison.Ordinal) ? indent[around.Length..] : "  ");
            if (FirstIndented(part.Value, around) is { } within)
                return within;
        }
        return null;
    }

    /// <summary>The first colon, with the white space around it.</summary>
    static ReadOnlyMemory<byte>? FirstColon(JsonTextValue value)
    {
        RuntimeHelpers.EnsureSufficientExecutionStack();
        foreach (var part in value.Parts ?? [])
        {
            if (part.Name is not null && part.Key[(part.Key.Span.LastIndexOf((byte)'"') + 1)..] is var colon
                && colon.Span.IndexOfAnyExcept(" :\t"u8) < 0)
                return colon;
            if (FirstColon(part.Value) is { } within)
                return within;
        }
        return null;
    }
}
