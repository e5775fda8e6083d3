using System.Globalization;
using System.Text;

namespace Isomer.Cli.Payloads;

/// <summary>Where a payload's bytes go: by kind of value, and by member name.</summary>
sealed class TreeStatistics
{
    sealed class Line
    {
        public long Count;
        public long Bytes;
        public bool IsPlaced;
    }

    readonly Sniffed _sniffed;
    readonly Payload _payload;
    readonly SortedDictionary<string, Line> _kinds = new(StringComparer.Ordinal);
    readonly Dictionary<string, Line> _members = new(StringComparer.Ordinal);
    int _depth;

    public TreeStatistics(Sniffed sniffed, Payload payload, IEnumerable<Node?> roots)
    {
        (_sniffed, _payload) = (sniffed, payload);
        foreach (Node? root in roots)
        {
            foreach (TreeRow row in TreeRow.Walk("$", "$", root, 0))
            {
                _depth = Math.Max(_depth, row.Depth);
                Count(_kinds, _sniffed.KindOf(row.Node), row.Node);
                if (row.IsMember && row.Node is not (NodeObject or NodeArray))
                    Count(_members, row.Label, row.Node);
            }
        }
    }

    void Count(IDictionary<string, Line> lines, string key, Node? node)
    {
        if (!lines.TryGetValue(key, out Line? line))
            lines[key] = line = new Line();
        line.Count++;
        if (!_sniffed.Places.TryGet(node, out _, out int length))
            return;
        line.Bytes += length;
        line.IsPlaced = true;
    }

    /// <summary>The bytes of scalars are data; the rest is names, marks and structure.</summary>
    long Data => _kinds.Where(k => k.Key is not ("Object" or "Array")).Sum(k => k.Value.Bytes);

    IEnumerable<KeyValuePair<string, Line>> Largest =>
        _members.OrderByDescending(m => m.Value.Bytes).ThenByDescending(m => m.Value.Count).Take(25);

    public string Text(bool json)
    {
        if (json)
            return Json.ToText<Node>(ToNode(), Commands.InspectCommand.Readable) + "\n";
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture,
            $"{_sniffed.Format.Name}, {_payload.Bytes.Length} bytes, depth {_depth}, {_kinds.Values.Sum(k => k.Count)} values\n");
        if (_sniffed.Places.Count > 0)
            text.Append(CultureInfo.InvariantCulture, $"data {Data} bytes, names and structure {_payload.Bytes.Length - Data} bytes\n");
        Table(text, "kind", _kinds);
        Table(text, "member", Largest);
        return text.ToString();
    }

    static void Table(StringBuilder text, string title, IEnumerable<KeyValuePair<string, Line>> lines)
    {
        text.Append(CultureInfo.InvariantCulture, $"\n{title,-24} {"count",9} {"bytes",10}\n");
        foreach (var (key, line) in lines)
            text.Append(CultureInfo.InvariantCulture, $"{key,-24} {line.Count,9} {(line.IsPlaced ? line.Bytes : "-"),10}\n");
    }

    NodeObject ToNode()
    {
        static NodeObject Lines(IEnumerable<KeyValuePair<string, Line>> lines)
        {
            var o = new NodeObject();
            foreach (var (key, line) in lines)
                o[key] = new NodeObject { ["count"] = line.Count, ["bytes"] = line.IsPlaced ? line.Bytes : null };
            return o;
        }
        return new NodeObject
        {
            ["format"] = _sniffed.Format.Name,
            ["bytes"] = _payload.Bytes.Length,
            ["dataBytes"] = _sniffed.Places.Count > 0 ? Data : null,
            ["depth"] = _depth,
            ["kinds"] = Lines(_kinds),
            ["members"] = Lines(Largest),
        };
    }
}
