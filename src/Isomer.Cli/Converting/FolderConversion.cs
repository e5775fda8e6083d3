using Isomer.Cli.Converting.Items;
using Isomer.Cli.Converting.Shards;
using Isomer.Cli.Payloads;

namespace Isomer.Cli.Converting;

/// <summary>What is done about files that are there.</summary>
enum Existing { Refuse, Overwrite, Skip }

/// <param name="Jobs">How many files at a time.</param>
/// <param name="KeepExtension">Whether a.xml becomes a.xml.json rather than a.json.</param>
/// <param name="InPlace">Whether each file is replaced by its new form, under its name.</param>
/// <param name="Shard">Which part of the files; null for all.</param>
/// <param name="Shards">What the shards keep beside their results; null where nothing is written.</param>
sealed record FolderRules(int Jobs, bool DryRun, Existing Existing, bool KeepExtension, bool InPlace, Shard? Shard = null,
    ShardFolder? Shards = null);

/// <summary>All files of a folder, several at a time, each with its status line; the exit code is the worst.</summary>
static class FolderConversion
{
    public static async Task<int> RunAsync(string from, string to, ConversionRules rules, FolderRules folder,
        Func<string, string, Payload, Converted, string> statusOf, CancellationToken stop)
    {
        if (rules.To is null)
            throw new CliException(ExitCode.Usage,
                $"{(folder.InPlace ? "--in-place" : "A folder")} needs --to: no name says what is written.");
        Format format = Conversion.TargetOf(rules, null).Format;
        List<PlannedFile> files = folder.InPlace ? PlannedFile.InPlace(from)
            : PlannedFile.Of(from, to, PlannedFile.ExtensionOf(rules), folder.KeepExtension, goesOn: folder.Existing == Existing.Skip);
        if (folder.Shard is { } shard)
            files.RemoveAll(f => !shard.Has(f.Relative));
        if (!folder.DryRun && folder.Shards is null)
            PartFile.RemoveLeft(files);
        int worst = ExitCode.Ok, failed = 0, skipped = 0;
        var gate = new Lock();
        var parallel = new ParallelOptions { MaxDegreeOfParallelism = Math.Max(1, folder.Jobs), CancellationToken = stop };
        await Parallel.ForEachAsync(files, parallel, async (file, stop) =>
        {
            string status;
            string? trace = null;
            int code = ExitCode.Ok;
            bool skip = folder.Existing == Existing.Skip && File.Exists(file.Target);
            try
            {
                if (folder.InPlace)
                    (status, skip) = await ReplaceAsync(file, format, rules, folder.DryRun, statusOf, stop).ConfigureAwait(false);
                else
                    status = skip
                        ? $"skip  {file.Relative}: {file.Target} is there"
                        : "ok    " + await ConvertAsync(file, rules, folder, statusOf, stop).ConfigureAwait(false);
            }
            catch (Exception e) when (e is not OperationCanceledException)
            {
                (code, status) = (Root.CodeOf(e), $"FAIL  {file.Relative}: {Root.MessageOf(e, mayTrace: false)}");
                trace = Root.TraceOf(e);
            }
            lock (gate)
            {
                // One line for each file, whatever its name is.
                Terminal.Note(Terminal.InLine(status) + trace);
                failed += code == ExitCode.Ok ? 0 : 1;
                skipped += skip ? 1 : 0;
                worst = Math.Max(worst, code);
            }
        }).ConfigureAwait(false);
        string were = skipped == 0 ? "" : $"; {skipped} there already";
        Terminal.Note(
            $"{files.Count - failed - skipped} of {Conversion.Count(files.Count, "file")} converted{were}{(folder.DryRun ? " (nothing written)" : "")}.");
        return worst;
    }

    /// <summary>
    /// A file whose new form takes its place under its name, once it has been read back and compared. One that has that form already is
    /// left: so a run that was interrupted is taken up again.
    /// </summary>
    static async Task<(string Status, bool Skipped)> ReplaceAsync(PlannedFile file, Format format, ConversionRules rules, bool dryRun,
        Func<string, string, Payload, Converted, string> statusOf, CancellationToken stop)
    {
        // The name stays, and says by .gz or .br how the file is compressed.
        rules = rules with { Compress = rules.Compress ?? Compression.OfName(file.Target) };
        using PeekedInput input = PeekedInput.Open(file.Source, rules.Unwrap, file.Relative);
        if (PlanOf(input, null, rules) is { } plan)
        {
            if (plan.From == plan.Into && input.Wrappings.Count == 0 && rules is { From: null, Compress: null, Pretty: false })
            {
                await ItemConversion.ProveAsync(input, plan, rules, stop).ConfigureAwait(false);
                return ($"skip  {file.Relative}: it is {ItemForms.NameOf(plan.Into, plan.Target)} already", true);
            }
            return ("ok    " + await ItemsAsync(input, file, plan, rules, dryRun, force: true, null, stop).ConfigureAwait(false), false);
        }
        Payload payload = input.ReadAll(rules.Unwrap);
        input.Dispose();
        bool mayBe = rules.From is null && payload.Wrappings.Count == 0 && format.Match(payload.Bytes) > FormatMatch.No;
        if (mayBe && Sniffer.Sniff(payload, null, rules.Json) is { IsLines: false } known && known.Format.Name == format.Name)
            return ($"skip  {file.Relative}: it is {format.Name} already", true);
        Converted converted = Conversion.Convert(payload, null, rules);
        if (!dryRun)
            Target.Save(file.Target, converted.Stored, force: true,
                written => Conversion.Verify(converted, payload, written, file.Relative, rules), source: file.Source);
        return ("ok    " + statusOf(file.Relative, file.Relative, payload, converted), false);
    }

    static async Task<string> ConvertAsync(PlannedFile file, ConversionRules rules, FolderRules folder,
        Func<string, string, Payload, Converted, string> statusOf, CancellationToken stop)
    {
        // What another run of the same shard wrote meanwhile is the same.
        bool force = folder.Existing == Existing.Overwrite || folder.Shards is not null;
        Target.RefuseIfThere(file.Target, force);
        using PeekedInput input = PeekedInput.Open(file.Source, rules.Unwrap, file.Relative);
        if (PlanOf(input, file.Target, rules) is { } plan)
        {
            if (!folder.DryRun)
                Directory.CreateDirectory(Path.GetDirectoryName(file.Target)!);
            return await ItemsAsync(input, file, plan, rules, folder.DryRun, force, folder.Shards?.Temporary(), stop).ConfigureAwait(false);
        }
        Payload payload = input.ReadAll(rules.Unwrap);
        Converted converted = Conversion.Convert(payload, file.Target, rules);
        if (!folder.DryRun)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file.Target)!);
            Target.Save(file.Target, converted.Stored, force,
                rules.Verify ? written => Conversion.Verify(converted, payload, written, file.Target, rules) : null,
                folder.Shards?.Temporary(), file.Source);
        }
        return statusOf(file.Relative, file.Target, payload, converted);
    }

    /// <summary>
    /// As a file by itself is converted: item by item where it is long, or where its lines have a type each. A document that is to be read
    /// back is read as a whole.
    /// </summary>
    static ItemPlan? PlanOf(PeekedInput input, string? target, ConversionRules rules) =>
        ItemConversion.PlanOf(input, target, rules) is { } plan
            && !(rules.Verify && plan.Into is ItemForm.XmlArray or ItemForm.ContractArray) ? plan : null;

    static Task<string> ItemsAsync(PeekedInput input, PlannedFile file, ItemPlan plan, ConversionRules rules, bool dryRun, bool force,
        string? temporary, CancellationToken stop) =>
        ItemConversion.RunAsync(input, () => PeekedInput.Open(file.Source, rules.Unwrap), file.Target, plan, rules, dryRun, force, stop,
            temporary);
}
