using System.Diagnostics;

namespace Isomer.Mutants;

/// <summary>
/// Runs the tests of a room in a copy of their folder. A mutant is killed by a test that fails, a process that ends, and one that does not:
/// by its processor time.
/// </summary>
internal sealed class Trial : IDisposable
{
    const long MostMemory = 8L << 30;

    readonly string _folder;
    readonly byte[] _library;
    readonly Dictionary<string, TimeSpan> _usual = [];

    public Trial(string tests)
    {
        // Beside the folder itself, for tests look upwards from their own for what is committed.
        _folder = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(tests).TrimEnd('/'))!, $"mutants-{Environment.ProcessId}");
        foreach (string file in Directory.GetFiles(tests, "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(_folder, Path.GetRelativePath(tests, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
            if (!OperatingSystem.IsWindows())
                File.SetUnixFileMode(copy, File.GetUnixFileMode(file));
        }
        _library = File.ReadAllBytes(Library);
    }

    string Library => Path.Combine(_folder, "Isomer.dll");

    /// <summary>How the mutant was killed; null if it lives.</summary>
    public string? Of(Mutant mutant)
    {
        var (room, tests) = Rooms.Of(mutant.Room);
        if (!_usual.TryGetValue(room, out var usual))
        {
            File.WriteAllBytes(Library, _library);
            string? failing = Run(tests, TimeSpan.MaxValue, out usual);
            if (failing is not null)
                throw new InvalidOperationException($"The tests of '{room}' fail without a change: {failing}");
            _usual.Add(room, usual);
        }
        byte[] changed = [.. _library];
        mutant.Bytes.CopyTo(changed, mutant.Offset);
        File.WriteAllBytes(Library, changed);
        return Run(tests, (3 * usual) + TimeSpan.FromSeconds(30), out _);
    }

    string? Run(string[] tests, TimeSpan most, out TimeSpan used)
    {
        var start = new ProcessStartInfo(Path.Combine(_folder, "Isomer.Tests"), ["-noColor", "-stopOnFail", "-maxThreads", "2", .. tests])
        { RedirectStandardOutput = true, RedirectStandardError = true, WorkingDirectory = _folder };
        using var process = Process.Start(start)!;
        string? failed = null;
        bool hasTotal = false;
        process.OutputDataReceived += (_, e) =>
        {
            if (failed is null && e.Data is { } line && line.EndsWith("[FAIL]", StringComparison.Ordinal))
                failed = line.Trim();
            if (e.Data?.Contains("Total: ", StringComparison.Ordinal) == true)
                hasTotal = true;
        };
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        used = default;
        string? ended = null;
        var clock = Stopwatch.StartNew();
        while (!process.WaitForExit(500))
        {
            process.Refresh();
            used = process.TotalProcessorTime;
            ended = used > most ? "runs on"
                // One that waits for itself takes no processor time.
                : clock.Elapsed / 4 > most ? "waits"
                : process.WorkingSet64 > MostMemory ? "takes all memory" : null;
            if (ended is null)
                continue;
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            return ended;
        }
        process.WaitForExit();
        return failed ?? (process.ExitCode != 0 || !hasTotal ? $"the process ended with {process.ExitCode}" : null);
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
