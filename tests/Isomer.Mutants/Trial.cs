using System.Diagnostics;

namespace Isomer.Mutants;

/// <summary>
/// Runs tests on a changed library. A mutant is killed by a test that fails, a process that ends, and one that does not: by its processor
/// time.
/// </summary>
internal sealed class Trial(Folder folder)
{
    const long MostMemory = 8L << 30;

    // Of the tests that come by a place, some are asked first, then more: most mutants are killed by nearly any of them.
    const int First = 20, Growth = 8;

    // A run that takes less is not measured without the change.
    static readonly TimeSpan s_unmeasured = TimeSpan.FromSeconds(90);

    const string Failed = "[FAIL]", RunsOn = "runs on";

    readonly Dictionary<string, TimeSpan> _usual = [];
    readonly HashSet<string> _passing = [];

    /// <summary>How the mutant was killed by these test methods; null if it lives.</summary>
    public string? ByTests(Mutant mutant, List<string> methods)
    {
        for (int begin = 0, count = First; begin < methods.Count; begin += count, count *= Growth)
            if (Of(mutant, [.. methods.Skip(begin).Take(count).SelectMany(m => new[] { "-method", m })]) is { } how)
                return how;
        return null;
    }

    /// <summary>How the mutant was killed by the tests of these classes; null if it lives.</summary>
    public string? ByClasses(Mutant mutant, IEnumerable<string> classes) => Of(mutant, [.. classes.SelectMany(c => new[] { "-class", c })]);

    string? Of(Mutant mutant, string[] filters)
    {
        byte[] changed = [.. folder.Original];
        mutant.Bytes.CopyTo(changed, mutant.Offset);
        var most = s_unmeasured;
        string? how = Run(changed, filters, most, out _);
        // Whether it is the change that a test fails of, or that all take so long of.
        if (how?.EndsWith(Failed, StringComparison.Ordinal) == true)
        {
            string method = how.Split(' ', '(')[0];
            if (_passing.Add(method) && Run(folder.Original, ["-method", method], TimeSpan.MaxValue, out _) is { } failing)
                throw new InvalidOperationException($"It fails without a change: {failing}");
        }
        else if (how == RunsOn)
        {
            string key = string.Join(' ', filters);
            if (!_usual.TryGetValue(key, out var usual))
            {
                if (Run(folder.Original, filters, TimeSpan.MaxValue, out usual) is { } failing)
                    throw new InvalidOperationException($"It fails without a change: {failing}");
                _usual.Add(key, usual);
            }
            if (Most(usual) > most)
                return Run(changed, filters, Most(usual), out _);
        }
        return how;
    }

    static TimeSpan Most(TimeSpan usual) => (3 * usual) + TimeSpan.FromSeconds(30);

    string? Run(byte[] library, string[] filters, TimeSpan most, out TimeSpan used)
    {
        File.WriteAllBytes(folder.Library, library);
        using var process = Process.Start(folder.Start(["-stopOnFail", .. filters]))!;
        string? failed = null, total = null;
        process.OutputDataReceived += (_, e) =>
        {
            if (e.Data is not { } line)
                return;
            if (failed is null && line.EndsWith(Failed, StringComparison.Ordinal))
                failed = line.Trim();
            if (line.Contains("Total: ", StringComparison.Ordinal))
                total = line.Trim();
        };
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        used = default;
        var (moved, since) = (TimeSpan.Zero, Stopwatch.StartNew());
        while (!process.WaitForExit(200))
        {
            long memory;
            try
            {
                process.Refresh();
                (used, memory) = (process.TotalProcessorTime, process.WorkingSet64);
            }
            catch (Exception e) when (e is InvalidOperationException or System.ComponentModel.Win32Exception)
            {
                // It has ended between the two questions.
                continue;
            }
            if (used - moved > TimeSpan.FromSeconds(1))
            {
                moved = used;
                since.Restart();
            }
            string? ended = used > most ? RunsOn
                // One that waits for itself takes no processor time; one beside other work takes little, but takes it.
                : since.Elapsed > TimeSpan.FromMinutes(2) ? "waits"
                : memory > MostMemory ? "takes all memory" : null;
            if (ended is null)
                continue;
            process.Kill(entireProcessTree: true);
            process.WaitForExit();
            return failed ?? ended;
        }
        process.WaitForExit();
        if (total?.Contains("Total: 0,", StringComparison.Ordinal) == true)
            throw new InvalidOperationException($"No test is asked by {string.Join(' ', filters)}");
        return failed ?? (process.ExitCode != 0 || total is null ? $"the process ended with {process.ExitCode}" : null);
    }
}
