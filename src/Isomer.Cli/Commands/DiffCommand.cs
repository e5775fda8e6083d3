using System.CommandLine;
using System.Text;
using Isomer.Cli.Converting;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Commands;

/// <summary>`diff`: the same value, whatever the formats?</summary>
static class DiffCommand
{
    public static Command Create()
    {
        var left = new Argument<string>("left") { Description = "A payload; - for standard input" };
        var right = new Argument<string>("right") { Description = "Another, in any format" };
        var leftFormat = CommonOptions.FormatOption("--left-format", "The format of the left one");
        var rightFormat = CommonOptions.FormatOption("--right-format", "The format of the right one");
        var type = CommonOptions.Type();
        var assembly = CommonOptions.Assembly();
        var order = new Option<bool>("--ignore-order") { Description = "Items may come in another order" };
        var tolerance = new Option<double>("--tolerance")
        { Description = "How far apart numbers may be, relative to the larger: 1e-9", HelpName = "X" };
        var kinds = new Option<bool>("--kinds") { Description = "A date and the text of that date differ" };
        var limit = new Option<int>("--limit")
        { Description = "How many differences are printed (default 100; 0 for all)", DefaultValueFactory = _ => 100, HelpName = "N" };
        var output = CommonOptions.Output("table", "json");
        var json = new JsonReading();
        Command command = new Command("diff", "Compares two payloads by value, in whatever formats. Exit code 1 if they differ.")
        {
            left, right, leftFormat, rightFormat, type, assembly, order, tolerance, kinds, limit, output,
        }.Runs(r =>
        {
            json.RefuseNames(r, r.GetValue(type) is not null);
            if (r.GetValue(tolerance) is not (>= 0 and < double.PositiveInfinity))
                throw new CliException(ExitCode.Usage, "--tolerance: how far apart numbers may be, 0 or more: 1e-9.");
            if (r.GetValue(limit) < 0)
                throw new CliException(ExitCode.Usage, "--limit: a number of differences, or 0 for all.");
            return Run(r.GetValue(left)!, r.GetValue(right)!, r.GetValue(leftFormat), r.GetValue(rightFormat),
                r.GetValue(type) is { } name ? UserTypes.Find(r.GetValue(assembly), name) : null,
                new DiffRules(r.GetValue(tolerance), r.GetValue(order), r.GetValue(kinds)), r.GetValue(limit), r.GetValue(output),
                json.Of(r));
        })
                .WithExamples(
            "isomer diff order.json order.bin",
            "isomer diff old.json new.json --ignore-order --tolerance 1e-9",
            "isomer convert order.json - --to compact | isomer diff order.json -",
            "isomer diff order.json order.xml --type My.Order --assembly My.dll");
        json.AddTo(command);
        return command;
    }

    static int Run(string left, string right, string? leftFormat, string? rightFormat, Type? type, DiffRules rules, int limit,
        string? output, JsonOptions? json)
    {
        List<Difference> found = NodeDiff.Compare(NodeOf(left, leftFormat, type, json), NodeOf(right, rightFormat, type, json), rules);
        List<Difference> shown = limit > 0 && found.Count > limit ? found[..limit] : found;
        if (output == "json")
            Terminal.Write(Json.ToText<Node>(ToNode(found.Count, shown), InspectCommand.Readable) + "\n");
        else
            Terminal.Write(ToText(shown));
        if (shown.Count < found.Count)
            Terminal.Note($"{found.Count - shown.Count} more differences; --limit 0 prints all.");
        return found.Count == 0 ? ExitCode.Ok : ExitCode.Different;
    }

    /// <summary>
    /// The value, through the type if one is given: formats that have only text or numbers for names say no more than that.
    /// </summary>
    static Node? NodeOf(string file, string? format, Type? type, JsonOptions? json)
    {
        Payload payload = Payload.Read(file);
        Sniffed? sniffed = type is not null && format is not null ? null : Sniffer.Sniff(payload, format, json);
        if (type is not null)
            return sniffed is { IsLines: true } && Sniffer.IsJson(sniffed.Format)
                ? LinesOf(payload, type, json)
                : Conversion.ToNode((sniffed?.Format ?? Sniffer.Named(format!, json)).Deserialize(payload.Bytes, type), type);
        return sniffed!.HasNode ? sniffed.Node
            : throw new CliException(ExitCode.Usage,
                $"'{file}' is {sniffed.Format.Name}, which can only be read through a type: give one with --type and --assembly.");
    }

    /// <summary>Each line is a value of the type.</summary>
    static NodeArray LinesOf(Payload payload, Type type, JsonOptions? json)
    {
        Format format = Sniffer.Named(Json.Format.Name, json);
        var items = new NodeArray();
        foreach (Range line in payload.Bytes.AsSpan().Split((byte)'\n'))
            if (payload.Bytes.AsSpan(line).TrimStart("\uFEFF \t\r"u8) is { IsEmpty: false } text)
                items.Add(Conversion.ToNode(format.Deserialize(text, type), type));
        return items;
    }

    static string ToText(List<Difference> found)
    {
        var text = new StringBuilder();
        foreach (Difference d in found)
            text.Append(d.Path).Append('\n').Append("  - ").Append(d.Left).Append('\n').Append("  + ").Append(d.Right).Append('\n');
        return text.ToString();
    }

    static NodeObject ToNode(int count, List<Difference> shown) => new()
    {
        ["count"] = count,
        ["differences"] =
            new NodeArray(shown.Select(d => (Node?)new NodeObject { ["path"] = d.Path, ["left"] = d.Left, ["right"] = d.Right })),
    };
}
