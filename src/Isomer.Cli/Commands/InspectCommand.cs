using System.CommandLine;
using System.Globalization;
using System.Text;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>`inspect`: what is in a file, without its types.</summary>
static class InspectCommand
{
    const int DefaultRows = 500;
    const int HexBytes = 16;

    public static Command Create()
    {
        var file = new Argument<string>("file")
        { Description = "The payload; - or nothing for standard input", Arity = ArgumentArity.ZeroOrOne };
        var from = CommonOptions.FormatOption("--from", "The format, if it should not be found out");
        var path = new Option<string?>("--path")
        { Description = "Only what a JSONPath (RFC 9535) selects: $.orders[3].freight, $..price", HelpName = "PATH" };
        var hex = new Option<bool>("--hex") { Description = "The first bytes of each value beside it" };
        var stats = new Option<bool>("--stats") { Description = "Counts and bytes by kind and by member instead of the tree" };
        var rows = new Option<int>("--rows")
        {
            Description = $"How many rows at most (default {DefaultRows}; 0 for all)",
            DefaultValueFactory = _ => DefaultRows,
            HelpName = "N"
        };
        var raw = new Option<bool>("--raw") { Description = "Do not look inside compression, base64 and UTF-16" };
        var json = new JsonReading();
        var output = CommonOptions.Output("table", "json");
        return new Command("inspect",
            "Shows what is in a payload: its format, and a tree with offset, length, kind and value. Loads no types.")
        {
            file, from, path, hex, stats, rows, raw, output, json.Lenient,
        }.Runs(result =>
            result.GetValue(stats) && (CommonOptions.IsGiven(result, rows) || result.GetValue(hex))
            ? throw new CliException(ExitCode.Usage, "--stats counts, and has no rows of the tree: --rows and --hex are for the tree.")
            : Run(result.GetValue(file), result.GetValue(from), result.GetValue(path), result.GetValue(hex), result.GetValue(stats),
            result.GetValue(rows), result.GetValue(raw), result.GetValue(output), json.Of(result))).WithExamples(
            "isomer inspect order.bin",
            "isomer inspect order.json.gz --path '$.lines[*].price'",
            "curl -s URL | isomer inspect --stats",
            "isomer inspect order.bin --hex --output json | jq .rows");
    }

    /// <summary>A file without any options.</summary>
    public static int RunPlain(string file) =>
        Root.Guard(() => Run(file, null, null, hex: false, stats: false, DefaultRows, raw: false, output: null, jsonOptions: null));

    static int Run(string? file, string? from, string? path, bool hex, bool stats, int limit, bool raw, string? output,
        JsonOptions? jsonOptions)
    {
        if (limit < 0)
            throw new CliException(ExitCode.Usage, "--rows: a number of rows, or 0 for all.");
        Payload payload = Payload.Read(file, !raw);
        Sniffed sniffed = Sniffer.Sniff(payload, from, jsonOptions);
        if (!sniffed.HasNode)
        {
            Terminal.Note(
                $"{payload.Name}: {sniffed.Format.Name}, {payload.Bytes.Length} bytes. This format does not say its names: convert with --type shows it.");
            return ExitCode.Ok;
        }
        var selected = path is null ? [new TreeRow("$", "$", sniffed.Node, 0)] : Select(sniffed.Node, path);
        bool json = CommonOptions.WantsJson(output);
        if (stats)
        {
            Terminal.Write(new TreeStatistics(sniffed, payload, selected.Select(r => r.Node)).Text(json));
            return ExitCode.Ok;
        }
        List<TreeRow> all = [.. selected.SelectMany(r => TreeRow.Walk(r.Path, r.Label, r.Node, 0))];
        List<TreeRow> shown = limit > 0 && all.Count > limit ? all[..limit] : all;
        Terminal.Write(json ? ToJson(payload, sniffed, shown, hex) : ToTable(payload, sniffed, shown, hex));
        if (shown.Count < all.Count)
            Terminal.Note($"{all.Count - shown.Count} more rows; --rows 0 shows all.");
        if (path is not null && all.Count == 0)
            Terminal.Note($"{path} selects nothing.");
        return path is not null && all.Count == 0 ? ExitCode.Different : ExitCode.Ok;
    }

    /// <summary>Nodes know no path: the selected ones are found again in the tree by identity.</summary>
    static List<TreeRow> Select(Node? root, string path)
    {
        NodePath parsed;
        try
        {
            parsed = NodePath.Parse(path);
        }
        catch (FormatException e)
        {
            throw new CliException(ExitCode.Usage, e.Message, e);
        }
        var rows = new Dictionary<Node, TreeRow>(ReferenceEqualityComparer.Instance);
        foreach (TreeRow row in TreeRow.Walk("$", "$", root, 0))
        {
            if (row.Node is not null)
                rows.TryAdd(row.Node, row);
        }
        return [.. parsed.Select(root)
            .Select(n =>
                n is not null && rows.TryGetValue(n, out TreeRow? row)
                    ? row with { Depth = 0, Label = row.Path }
                    : new TreeRow(path, path, n, 0))];
    }

    static string Head(Payload payload, Sniffed sniffed)
    {
        string wrapped = payload.Wrappings.Count == 0
            ? ""
            : $" in {string.Join(" in ", payload.Wrappings.Reverse())} of {payload.FileSize}";
        return string.Create(CultureInfo.InvariantCulture, $"{sniffed.Name} ({sniffed.MediaType}), {payload.Bytes.Length} bytes{wrapped}");
    }

    static string ToTable(Payload payload, Sniffed sniffed, List<TreeRow> rows, bool hex)
    {
        var text = new StringBuilder(Head(payload, sniffed)).Append('\n');
        text.Append(CultureInfo.InvariantCulture,
            $"{"offset",9} {"length",8}  {"kind",-8} {(hex ? "bytes".PadRight(3 * HexBytes) : "")}value\n");
        foreach (TreeRow row in rows)
        {
            bool placed = sniffed.Places.TryGet(row.Node, out int offset, out int length);
            text.Append(CultureInfo.InvariantCulture,
                $"{(placed ? offset : "-"),9} {(placed ? length : "-"),8}  {sniffed.KindOf(row.Node),-8} ");
            if (hex)
                text.Append(Hex(payload.Bytes, placed ? offset : 0, placed ? length : 0).PadRight(3 * HexBytes));
            text.Append(' ', 2 * row.Depth).Append(Terminal.InLine($"{row.Label}: {NodeDiff.Show(row.Node)}")).Append('\n');
        }
        return text.ToString();
    }

    static string ToJson(Payload payload, Sniffed sniffed, List<TreeRow> rows, bool hex)
    {
        var list = new NodeArray();
        foreach (TreeRow row in rows)
        {
            var o = new NodeObject { ["path"] = row.Path, ["kind"] = sniffed.KindOf(row.Node) };
            if (sniffed.Places.TryGet(row.Node, out int offset, out int length))
            {
                o["offset"] = offset;
                o["length"] = length;
                if (hex)
                    o["hex"] = Hex(payload.Bytes, offset, length);
            }
            if (row.Node is NodeObject or NodeArray)
                o["count"] = row.Node is NodeObject members ? members.Count : ((NodeArray)row.Node).Count;
            else
                o["value"] = row.Node;
            list.Add(o);
        }
        var root = new NodeObject
        {
            ["format"] = sniffed.Format.Name,
            ["mediaType"] = sniffed.MediaType,
            ["bytes"] = payload.Bytes.Length,
            ["fileSize"] = payload.FileSize,
            ["wrappings"] = new NodeArray(payload.Wrappings.Select(w => (Node?)w)),
            ["rows"] = list,
        };
        return Json.ToText<Node>(root, Readable) + "\n";
    }

    public static JsonOptions Readable { get; } =
        JsonOptions.Pretty with { Escaping = JsonEscaping.Minimal, Numbers = JsonNumbers.NamedFloats, NewLine = "\n" };

    static string Hex(byte[] bytes, int offset, int length) =>
        string.Join(' ',
            bytes.AsSpan(offset, Math.Min(length, HexBytes)).ToArray().Select(b => b.ToString("x2", CultureInfo.InvariantCulture)));
}
