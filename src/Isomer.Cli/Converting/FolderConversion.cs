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
sealed record FolderRules(int Jobs, bool DryRun, Existing Existing, bool KeepExtension, bool InPlace, Shard? Shard = null, ShardFolder? Shards = null);

/// <summary>All files of a folder, several at a time, each with its status line; the exit code is the worst.</summary>
static class FolderConversion
{
    public static int Run(string from, string to, ConversionRules rules, FolderRules folder, Func<string, string, Payload, Converted, string> statusOf, CancellationToken stop)
    {
        if (rules.To is null)
            throw new CliException(ExitCode.Usage, "A folder needs --to.");
        Format format = Conversion.TargetOf(rules, null).Format;
        List<PlannedFile> files = folder.InPlace ? PlannedFile.InPlace(from) : PlannedFile.Of(from, to, PlannedFile.ExtensionOf(rules), folder.KeepExtension);
        if (folder.Shard is { } shard)
            files.RemoveAll(f => !shard.Has(f.Relative));
        int worst = ExitCode.Ok, failed = 0, skipped = 0;
        var gate = new Lock();
        Parallel.ForEach(files, new ParallelOptions { MaxDegreeOfParallelism = Math.Max(1, folder.Jobs), CancellationToken = stop }, file =>
        {
            string status;
            int code = ExitCode.Ok;
            bool skip = folder.Existing == Existing.Skip && File.Exists(file.Target);
            try
            {
                if (folder.InPlace)
                    (status, skip) = Replace(file, format, rules, folder.DryRun, statusOf);
                else
                    status = skip ? $"skip  {file.Relative}: {file.Target} is there" : "ok    " + Convert(file, rules, folder, statusOf);
            }
            catch (Exception e) when (e is not OperationCanceledException)
            {
                (code, status) = (Root.CodeOf(e), $"FAIL  {file.Relative}: {Root.MessageOf(e)}");
            }
            lock (gate)
            {
                Terminal.Note(status);
                failed += code == ExitCode.Ok ? 0 : 1;
                skipped += skip ? 1 : 0;
                worst = Math.Max(worst, code);
            }
        });
        string were = skipped == 0 ? "" : $"; {skipped} there already";
        Terminal.Note($"{files.Count - failed - skipped} of {Conversion.Count(files.Count, "file")} converted{were}{(folder.DryRun ? " (nothing written)" : "")}.");
        return worst;
    }

    /// <summary>A file whose new form takes its place under its name, once it has been read back and compared. One that has that form already is left: so a run that was interrupted is taken up again.</summary>
    static (string Status, bool Skipped) Replace(PlannedFile file, Format format, ConversionRules rules, bool dryRun, Func<string, string, Payload, Converted, string> statusOf)
    {
        Payload payload = Payload.Read(file.Source, rules.Unwrap) with { Name = file.Relative };
        if (rules.From is null && payload.Wrappings.Count == 0 && format.Match(payload.Bytes) > FormatMatch.No && Sniffer.Sniff(payload, null, rules.Json) is { IsLines: false } known && known.Format.Name == format.Name)
            return ($"skip  {file.Relative}: it is {format.Name} already", true);
        Converted converted = Conversion.Convert(payload, null, rules);
        if (!dryRun)
            Target.Save(file.Target, converted.Stored, force: true, written => Conversion.Verify(converted, payload, written, file.Relative, rules));
        return ("ok    " + statusOf(file.Relative, file.Relative, payload, converted), false);
    }

    static string Convert(PlannedFile file, ConversionRules rules, FolderRules folder, Func<string, string, Payload, Converted, string> statusOf)
    {
        // What another run of the same shard wrote meanwhile is the same.
        bool force = folder.Existing == Existing.Overwrite || folder.Shards is not null;
        Target.RefuseIfThere(file.Target, force);
        Payload payload = Payload.Read(file.Source, rules.Unwrap) with { Name = file.Relative };
        Converted converted = Conversion.Convert(payload, file.Target, rules);
        if (!folder.DryRun)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(file.Target)!);
            Target.Save(file.Target, converted.Stored, force, rules.Verify ? written => Conversion.Verify(converted, payload, written, file.Target, rules) : null, folder.Shards?.Temporary());
        }
        return statusOf(file.Relative, file.Target, payload, converted);
    }
}
