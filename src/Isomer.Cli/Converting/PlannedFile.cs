using Isomer.Cli.Converting.Shards;
using Isomer.Cli.Payloads;
namespace Isomer.Cli.Converting;

/// <summary>What a folder's files become: known, and free of collisions, before the first of them is read.</summary>
/// <param name="Source">The file.</param>
/// <param name="Relative">Its name inside the folder.</param>
/// <param name="Target">The file to be written.</param>
sealed record PlannedFile(string Source, string Relative, string Target)
{
    static readonly StringComparer s_paths = OperatingSystem.IsLinux() ? StringComparer.Ordinal : StringComparer.OrdinalIgnoreCase;

    /// <summary>What the names of results end in.</summary>
    public static string ExtensionOf(ConversionRules rules)
    {
        var (format, lines) = Conversion.TargetOf(rules, null);
        return (lines && Sniffer.IsJson(format) ? ".ndjson" : format.FileExtensions[0])
            + (rules.Compress is null ? "" : Compression.ExtensionOf(rules.Compress));
    }

    /// <summary>Every file of a folder, each with a target of its own.</summary>
    /// <param name="extension">What the names of results end in.</param>
    /// <param name="keepExtension">Whether a.xml becomes a.xml.json rather than a.json.</param>
    /// <param name="goesOn">Whether results that are there are left: a run before may have written them.</param>
    public static List<PlannedFile> Of(string from, string to, string extension, bool keepExtension, bool goesOn)
    {
        string root = Path.GetFullPath(from), target = Path.GetFullPath(to);
        // Results inside of the folder are not its files: a run that goes on would take those of the first for sources.
        string? results = s_paths.Equals(Path.TrimEndingDirectorySeparator(root), Path.TrimEndingDirectorySeparator(target))
            ? null
            : Path.TrimEndingDirectorySeparator(target) + Path.DirectorySeparatorChar;
        var files = new List<PlannedFile>();
        foreach (string file in FilesOf(root).Order(StringComparer.Ordinal))
        {
            // Of a run that was killed the rest lies where its results were to be.
            if (ShardFolder.Holds(root, file) || (results is null && file.EndsWith(Converting.Target.Part, StringComparison.Ordinal))
                || (results is not null && file.Length > results.Length && s_paths.Equals(file[..results.Length], results)))
                continue;
            string relative = Path.GetRelativePath(root, file);
            // Of order.json.gz both extensions say what it was.
            string name = keepExtension ? relative + extension : Path.ChangeExtension(Compression.InnerName(relative)!, extension);
            files.Add(new PlannedFile(file, relative, Path.Combine(to, name)));
        }
        if (goesOn && results is null)
            RemoveResults(files);
        RefuseCollisions(files, keepExtension);
        return files;
    }

    /// <summary>
    /// The files within a folder. Links to folders are not followed, for one that leads above gives each file forty names; nor are pipes
    /// and devices read, which may never end.
    /// </summary>
    public static IEnumerable<string> FilesOf(string folder) =>
        new System.IO.Enumeration.FileSystemEnumerable<string>(folder, static (ref entry) => entry.ToSpecifiedFullPath(),
            new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = 0, IgnoreInaccessible = false })
        {
            ShouldIncludePredicate = static (ref entry) => !entry.IsDirectory && IsFile(ref entry),
            ShouldRecursePredicate = static (ref entry) => (entry.Attributes & FileAttributes.ReparsePoint) == 0,
        };

    /// <summary>What has bytes or a length of none; of what is opened to find out, a pipe would wait for whoever writes to it.</summary>
    static bool IsFile(ref System.IO.Enumeration.FileSystemEntry entry) =>
        OperatingSystem.IsWindows() || entry.Length > 0 || UnixKind.IsFile(entry.ToSpecifiedFullPath());

    /// <summary>Where the results of a run before stand beside their sources, they are no sources of this one.</summary>
    static void RemoveResults(List<PlannedFile> files)
    {
        var results = files.Select(f => Path.GetFullPath(f.Target)).Where((target, i) => !s_paths.Equals(target, files[i].Source))
            .ToHashSet(s_paths);
        files.RemoveAll(f => results.Contains(f.Source));
    }

    /// <summary>
    /// A file, or every file of a folder, each to be replaced by its new form. What a run that was interrupted left beside them is not of
    /// them. A file that several names lead to is replaced once, by its own name if that is among them: the links stay.
    /// </summary>
    public static List<PlannedFile> InPlace(string from)
    {
        if (File.Exists(from))
            return [new(from, Path.GetFileName(from), Converting.Target.PlaceOf(from))];
        return [.. FilesOf(Path.GetFullPath(from))
            .Where(f => !f.EndsWith(Converting.Target.Part, StringComparison.Ordinal) && !ShardFolder.Holds(Path.GetFullPath(from), f))
            .Select(f => new PlannedFile(f, Path.GetRelativePath(from, f), RealPlaceOf(f)))
            .GroupBy(f => f.Target, s_paths)
            .Select(static g =>
                g.FirstOrDefault(f => s_paths.Equals(f.Source, f.Target)) ?? g.MinBy(f => f.Source, StringComparer.Ordinal)!)
            .OrderBy(static f => f.Source, StringComparer.Ordinal)];
    }

    /// <summary>The file itself; a link that leads nowhere is told when it is opened.</summary>
    static string RealPlaceOf(string file)
    {
        try
        {
            return Path.GetFullPath(Converting.Target.PlaceOf(file));
        }
        catch (IOException)
        {
            return file; // a link that leads to itself
        }
    }

    static void RefuseCollisions(List<PlannedFile> files, bool keepExtension)
    {
        var collisions = files.GroupBy(f => Path.GetFullPath(f.Target), s_paths).Where(g => g.Skip(1).Any()).ToList();
        if (collisions.Count > 0)
        {
            throw new CliException(ExitCode.Usage,
                $"{Conversion.Count(collisions.Count, "target")} would be written more than once; nothing was written:\n"
                + string.Join('\n',
                    collisions.Take(20).Select(g => $"  {g.First().Target} of {string.Join(", ", g.Select(f => f.Relative))}"))
                + (collisions.Count > 20 ? "\n  ..." : "")
                + (keepExtension ? "" : "\n--keep-extension keeps them apart: a.xml becomes a.xml.json."));
        }
        // Where the results go among the sources, none of them may take the place of another source.
        var sources = files.ToDictionary(f => f.Source, s_paths);
        foreach (PlannedFile file in files)
            if (sources.TryGetValue(Path.GetFullPath(file.Target), out PlannedFile? other) && other != file)
                throw new CliException(ExitCode.Usage,
                    $"'{file.Target}', which {file.Relative} would become, is itself a file to convert; name another folder. Nothing was written.");
    }
}
