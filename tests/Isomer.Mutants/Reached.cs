using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;

namespace Isomer.Mutants;

/// <summary>Which tests come by the places of a row of mutants, found by one run of them all, and kept in a file.</summary>
internal sealed class Reached
{
    // Each of these starts processes or builds programs of its own, which no recorder is in, or is long and asks of all formats what others
    // ask of one.
    static readonly string[] s_without =
    [
        "Analyzers.*", "Cli.*", "Docs.*", "Layers.*", "Measuring.*", "Packaging.*", "Web.*", "*.PublishedTests", "*.StackProcessTests",
        "*.RegressionTests", "*.CostModelTests", "*.WaysTests", "*.UnloadTests",
    ];

    readonly Dictionary<string, int[]> _byTest;

    Reached(Dictionary<string, int[]> byTest) => _byTest = byTest;

    /// <summary>
    /// The tests that come by the mutant of this number; none if none does. Those first that come by few others: they are short, and about
    /// little else.
    /// </summary>
    public List<string> Tests(int mutant) =>
        [.. _byTest.Where(t => t.Value.Contains(mutant)).OrderBy(t => t.Value.Length).ThenBy(t => t.Key, StringComparer.Ordinal)
            .Select(t => t.Key)];

    /// <summary>What the file holds, if it was made of these mutants of this library; else all tests run.</summary>
    public static Reached Of(string file, Folder folder, IReadOnlyList<Mutant> mutants)
    {
        string row = Convert.ToHexString(
            SHA256.HashData([.. folder.Original, .. mutants.SelectMany(m => BitConverter.GetBytes(m.Offset))]));
        if (!File.Exists(file))
            File.WriteAllLines(file, [row, .. Run(folder, mutants, Path.GetFullPath(file + ".xml"))]);
        string[] lines = File.ReadAllLines(file);
        if (lines[0] != row)
            throw new InvalidDataException($"{file} was made of other mutants.");
        var byTest = new Dictionary<string, int[]>();
        foreach (string[] parts in lines[1..].Select(l => l.Split(' ')))
            byTest[parts[0]] = [.. parts[1..].Select(p => int.Parse(p, CultureInfo.InvariantCulture))];
        return new Reached(byTest);
    }

    static List<string> Run(Folder folder, IReadOnlyList<Mutant> mutants, string times)
    {
        Weaving.Weave(folder.Source, folder.Library, mutants);
        string records = Path.Combine(folder.Path, "reached");
        // All tests run seldom: how long each took is kept beside the file.
        var start = folder.Start(
            ["-xml", times, .. s_without.SelectMany(c => new[] { "-class-", c[0] == '*' ? c : "Isomer.Tests." + c })]);
        start.Environment["DOTNET_STARTUP_HOOKS"] = typeof(Reached).Assembly.Location;
        start.Environment[Recorder.FileVariable] = records;
        start.Environment[Recorder.CountVariable] = mutants.Count.ToString(CultureInfo.InvariantCulture);
        using var process = Process.Start(start)!;
        // Tests that fail with the calls in the library (what it refers to, how large it is) are no judges of mutants.
        var failed = new HashSet<string>();
        string? total = null;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        while (process.StandardOutput.ReadLine() is { } line)
        {
            if (line.EndsWith("[FAIL]", StringComparison.Ordinal))
                failed.Add(line.Trim().Split(' ', '(')[0]);
            if (line.Contains("Total: ", StringComparison.Ordinal))
                total = line.Trim();
        }
        process.WaitForExit();
        Console.WriteLine($"{total}; not asked: {string.Join(' ', failed)}");
        var lines = File.ReadAllLines($"{records}.{process.Id}");
        return [.. lines.Where(l => !failed.Contains(l.Split(' ')[0]) && !l.StartsWith(Recorder.Nobody, StringComparison.Ordinal))];
    }
}
