using System.Globalization;
using Isomer.Cli.Converting.Items;
using Isomer.Cli.Payloads;
using Isomer.Nodes;

namespace Isomer.Cli.Converting.Shards;

/// <summary>
/// One part of a folder's files or of a file's lines, for engines that start the same command on many nodes and start it again
/// where one fails. A result is written beside its place and moved there whole; a shard that has finished is marked; whatever is
/// killed, and however often, each result is there once.
/// </summary>
static class ShardConversion
{
    /// <param name="from">A folder, or a file of lines.</param>
    /// <param name="to">The folder of the results.</param>
    /// <param name="rules">How payloads are converted.</param>
    /// <param name="folder">How a folder is, and which part of it.</param>
    /// <param name="json">What was said of JSON.</param>
    /// <param name="statusOf">What is told of a file.</param>
    /// <param name="stop">Ends it.</param>
    public static async Task<int> RunAsync(string from, string to, ConversionRules rules, FolderRules folder, string json,
        Func<string, string, Payload, Converted, string> statusOf, CancellationToken stop)
    {
        Shard shard = folder.Shard!.Value;
        if (rules.To is null)
            throw new CliException(ExitCode.Usage, "--shard needs --to.");
        bool ofFolder = Directory.Exists(from);
        if (!ofFolder && !File.Exists(from))
            throw new CliException(ExitCode.Usage, $"There is no '{from}'.");
        if (File.Exists(to))
            throw new CliException(ExitCode.Usage, $"'{to}' is a file; shards write into a folder.");
        if (ofFolder
            && Path.TrimEndingDirectorySeparator(Path.GetFullPath(from)) == Path.TrimEndingDirectorySeparator(Path.GetFullPath(to)))
            throw new CliException(ExitCode.Usage, "Shards write into another folder than they read.");
        if (!ofFolder)
            RefuseUnlessLines(from, rules);
        if (folder.DryRun)
        {
            return ofFolder ? await FolderConversion.RunAsync(from, to, rules, folder, statusOf, stop).ConfigureAwait(false)
                : await LinesAsync(from, to, shard, null, rules, stop).ConfigureAwait(false);
        }
        NodeObject plan = PlanOf(from, ofFolder, shard, rules, folder.KeepExtension, json);
        ShardFolder work = ShardFolder.Open(to, shard, plan, folder.Existing == Existing.Skip);
        if (work.IsDone)
        {
            Terminal.Note($"Shard {shard} is done already.");
            return ExitCode.Ok;
        }
        int code = ofFolder
            ? await FolderConversion.RunAsync(from, to, rules, folder with { Existing = Existing.Skip, Shards = work }, statusOf, stop)
                .ConfigureAwait(false)
            : await LinesAsync(from, to, shard, work, rules, stop).ConfigureAwait(false);
        if (code != ExitCode.Ok)
            return code; // not marked: it is done again, for what is not there yet
        NodeObject after = PlanOf(from, ofFolder, shard, rules, folder.KeepExtension, json);
        if (!Json.Serialize(after).AsSpan().SequenceEqual(Json.Serialize(plan)))
        {
            throw new CliException(ExitCode.Usage, $"'{from}' was written to while its shard {shard} was read: its parts are no longer "
                + "the same. Begin anew when it is whole.");
        }
        work.Finish(new NodeObject
        {
            ["shard"] = shard.ToString(),
            ["machine"] = Environment.MachineName,
            ["ended"] = DateTime.UtcNow.ToString("O", CultureInfo.InvariantCulture),
        });
        return code;
    }

    /// <summary>What decides which part is whose and what becomes of it; not where the files are: nodes may see them elsewhere.</summary>
    static NodeObject PlanOf(string from, bool ofFolder, Shard shard, ConversionRules rules, bool keepExtension, string json)
    {
        var plan = new NodeObject
        {
            ["shards"] = shard.Count,
            ["source"] = ofFolder ? "folder" : "lines",
            ["to"] = rules.To!.ToLowerInvariant(),
        };
        if (!ofFolder)
        {
            var file = new FileInfo(from);
            plan["bytes"] = file.Length;
            plan["written"] = file.LastWriteTimeUtc.ToString("O", CultureInfo.InvariantCulture);
        }
        Add("from", rules.From?.ToLowerInvariant());
        Add("type", rules.Type?.FullName);
        Add("compress", rules.Compress);
        Add("json", json);
        Add("pretty", rules.Pretty ? "yes" : null);
        Add("ndjson", rules.Lines ? "yes" : null);
        Add("items", rules.Items ? "yes" : null);
        Add("raw", rules.Unwrap ? null : "yes");
        Add("keep-extension", keepExtension ? "yes" : null);
        return plan;

        void Add(string name, string? value)
        {
            if (!string.IsNullOrEmpty(value))
                plan[name] = value;
        }
    }

    static void RefuseUnlessLines(string from, ConversionRules rules)
    {
        var (format, asLines) = Conversion.TargetOf(rules, null);
        if (ItemForms.OfOutput(format, asLines, asked: true, rules.Type is not null) is ItemForm.XmlArray or ItemForm.ContractArray)
        {
            throw new CliException(ExitCode.Usage,
                $"The parts of a file of lines are one behind another the whole, and documents of {format.Name} "
                + "are none. Cut it into files and give their folder.");
        }
        using PeekedInput input = PeekedInput.Open(from);
        // What is small may be in base64 besides.
        IReadOnlyList<string> wrappings = input.Wrappings.Count == 0 && input.IsWhole
            ? Payload.Of(from, input.Head.ToArray(), unwrap: true).Wrappings
            : input.Wrappings;
        if (wrappings.Count > 0)
        {
            throw new CliException(ExitCode.Usage, $"'{from}' is {string.Join(" in ", wrappings)}: shards take its bytes from the "
                + "middle, which needs lines as they are. Unpack it first, or cut it into files and give their folder.");
        }
        if (!JsonLines.AreNamed(from) && !JsonLines.Are(input.Head, Sniffer.Named(Json.Format.Name, rules.Json)))
        {
            throw new CliException(ExitCode.Usage, $"'{from}' is no lines of JSON, the only file that is cut into shards. "
                + $"`isomer convert '{from}' x.ndjson` makes lines of an array; a folder of files is shared out by its names.");
        }
    }

    /// <summary>
    /// The lines that begin in the shard's share of the bytes, to a file of their own: the files of all shards, in the order of their
    /// names, are the whole.
    /// </summary>
    static async Task<int> LinesAsync(string from, string to, Shard shard, ShardFolder? work, ConversionRules rules, CancellationToken stop)
    {
        // A part is to be continued by the next: where a format has items, it is these and no array.
        if (Sniffer.IsJson(Conversion.TargetOf(rules, null).Format))
            rules = rules with { Lines = true };
        var (format, lines) = Conversion.TargetOf(rules, null);
        Format json = Sniffer.Named(Json.Format.Name, rules.Json);
        ItemForm into = ItemForms.OfOutput(format, lines, asked: true, rules.Type is not null);
        if (into == ItemForm.None)
            throw new CliException(ExitCode.Usage, $"{format.Name} is not written item by item.");
        string target = Path.Combine(to, "part-" + shard.Label + PlannedFile.ExtensionOf(rules));
        if (work is not null && File.Exists(target))
        {
            Terminal.Note($"'{target}' is there already."); // it was moved there whole, and the node fell before the mark
            return ExitCode.Ok;
        }
        (long start, long end) range;
        using (var file = new FileStream(from, FileMode.Open, FileAccess.Read, FileShare.Read, 1))
            range = LineRange.Of(file, shard);
        PeekedInput Open() => PeekedInput.OpenRange(from, range.start, range.end);
        using PeekedInput input = Open();
        var plan = new ItemPlan(ItemForm.JsonLines, json, into, format);
        Terminal.Note(
            await ItemConversion.RunAsync(input, Open, target, plan, rules, dryRun: work is null, force: true, stop, work?.Temporary())
            .ConfigureAwait(false));
        return ExitCode.Ok;
    }
}
