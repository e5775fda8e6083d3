using System.Diagnostics;
using System.Globalization;
using Isomer.Fuzz.Coverage;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>What a run is given.</summary>
sealed record Settings(string Folder, TimeSpan Time, ulong Seed, int Workers, string? Only, bool Covers);

/// <summary>
/// The parent: starts workers with a bound on their memory, watches that each goes on, and keeps the input of each that hangs or dies.
/// </summary>
sealed class Supervisor(Settings settings)
{
    static readonly TimeSpan s_hang = TimeSpan.FromSeconds(20);
    const string HeapLimit = "0x40000000"; // 1 GB

    readonly Findings _findings = new(Path.Combine(settings.Folder, "findings"));
    readonly Stopwatch _clock = Stopwatch.StartNew();
    string _program = typeof(Supervisor).Assembly.Location;
    int _blocks;
    long _inputs, _readings;

    /// <returns>How many promises were found broken.</returns>
    public int Run()
    {
        Directory.CreateDirectory(settings.Folder);
        foreach (string old in _findings.Files.ToList())
            (new[] { old, Path.ChangeExtension(old, ".txt") }).ToList().ForEach(File.Delete);
        if (settings.Covers)
            Instrument();
        Say($"seed {settings.Seed}, {settings.Workers} workers, {settings.Time.TotalSeconds:0} s, {Catalog.All.Count} targets, {(_blocks == 0 ? "no coverage" : $"{_blocks} blocks")}");
        var threads = Enumerable.Range(0, settings.Workers).Select(i => new Thread(() => Keep(i))).ToList();
        threads.ForEach(t => t.Start());
        threads.ForEach(t => t.Join());
        double seconds = _clock.Elapsed.TotalSeconds;
        Say($"seed {settings.Seed}: {_inputs} inputs, {_readings} readings in {seconds:0} s: {_inputs / seconds:0} inputs/s, {_readings / seconds:0} readings/s; {_findings.Count} findings");
        int known = 0;
        foreach (string finding in _findings.Files)
        {
            if (Known.ReasonOf(Path.GetFileNameWithoutExtension(finding)) is not { } reason)
                continue;
            Say($"known: {Path.GetFileNameWithoutExtension(finding)}: {reason}");
            known++;
        }
        foreach (string finding in _findings.Files.Where(f => Known.ReasonOf(Path.GetFileNameWithoutExtension(f)) is null))
            Say($"finding: {finding}\n    {string.Join("\n    ", File.ReadLines(Path.ChangeExtension(finding, ".txt")).Take(4).Select(l => l.Length > 300 ? l[..300] + "..." : l))}");
        return _findings.Count - known;
    }

    /// <summary>A copy of this program whose library counts what runs in it.</summary>
    void Instrument()
    {
        string folder = Path.Combine(settings.Folder, "instrumented"), here = AppContext.BaseDirectory;
        if (Directory.Exists(folder))
            Directory.Delete(folder, recursive: true);
        foreach (string file in Directory.EnumerateFiles(here, "*", SearchOption.AllDirectories))
        {
            string copy = Path.Combine(folder, Path.GetRelativePath(here, file));
            Directory.CreateDirectory(Path.GetDirectoryName(copy)!);
            File.Copy(file, copy);
        }
        var (image, blocks) = Instrumenter.Instrument(File.ReadAllBytes(typeof(Json).Assembly.Location));
        File.WriteAllBytes(Path.Combine(folder, "Isomer.dll"), image);
        (_program, _blocks) = (Path.Combine(folder, Path.GetFileName(_program)), blocks);
    }

    /// <summary>One worker after the other, as long as there is time.</summary>
    void Keep(int index)
    {
        for (ulong generation = 0; _clock.Elapsed < settings.Time; generation++)
        {
            string path = Path.Combine(settings.Folder, $"state.{index}");
            File.Delete(path);
            using var state = new State(path) { Target = -1 };
            TimeSpan rest = settings.Time - _clock.Elapsed;
            using Process worker = Start(_program, "worker", settings.Folder, $"{index}",
                $"{settings.Seed + (ulong)index + (generation << 8)}", $"{rest.TotalSeconds:0}", $"{_blocks}", settings.Only ?? "");
            Task<string> error = worker.StandardError.ReadToEndAsync();
            bool hung = Watch(worker, state, index);
            if (hung)
                worker.Kill(entireProcessTree: true);
            worker.WaitForExit();
            Interlocked.Add(ref _inputs, state.Inputs);
            Interlocked.Add(ref _readings, state.Readings);
            if (hung || worker.ExitCode != 0)
                Died(state, hung ? "hang" : $"death {worker.ExitCode}", error.Result);
        }
    }

    /// <returns>Whether one input takes for ever.</returns>
    bool Watch(Process worker, State state, int index)
    {
        long last = -1;
        // By what the worker took itself, or the machine's other work would look like a hang.
        TimeSpan moved = default, stood = _clock.Elapsed, said = _clock.Elapsed;
        while (!worker.WaitForExit(100))
        {
            if (state.Inputs != last || state.Target < 0)
                (last, moved, stood) = (state.Inputs, TookOf(worker), _clock.Elapsed);
            if (TookOf(worker) - moved > s_hang || _clock.Elapsed - stood > s_hang * 10)
                return true;
            if (_clock.Elapsed - said > TimeSpan.FromSeconds(settings.Time.TotalSeconds > 300 ? 60 : 15))
            {
                said = _clock.Elapsed;
                Say($"{_clock.Elapsed.TotalSeconds,6:0} s  worker {index}: {state.Inputs} inputs, {state.Readings} readings, corpus {state.Corpus}, blocks {state.Blocks}; {_findings.Count} findings");
            }
        }
        return false;
    }

    static TimeSpan TookOf(Process worker)
    {
        try
        {
            return worker.TotalProcessorTime;
        }
        catch (Exception e) when (e is InvalidOperationException or System.ComponentModel.Win32Exception)
        {
            return default; // it has just ended
        }
    }

    void Died(State state, string how, string error)
    {
        if (state.Target < 0)
        {
            Say($"A worker failed by itself:\n{error}");
            _findings.Save(Path.Combine(settings.Folder, "findings", "worker~failed.bin"), [], error);
            return;
        }
        Target target = Catalog.All[state.Target];
        byte[] input = state.Current;
        int way = state.Way;
        string path = _findings.PathOf(target.Name, how);
        if (File.Exists(path))
            return;
        _findings.Save(path, input, $"{target.Name}, way {way}: {how}\n{(error.Length > 4000 ? error[..4000] : error)}");
        byte[] smallest = Trial.Minimize(input, candidate => Kills(target, way, candidate), TimeSpan.FromSeconds(30));
        _findings.Save(path, smallest, $"{target.Name}, way {way}: {how}\n{(error.Length > 4000 ? error[..4000] : error)}");
    }

    bool Kills(Target target, int way, byte[] input)
    {
        string file = Path.Combine(settings.Folder, $"candidate.{Environment.CurrentManagedThreadId}");
        File.WriteAllBytes(file, input);
        using Process process = Start(typeof(Supervisor).Assembly.Location, "try", target.Name, $"{way}", file);
        _ = process.StandardError.ReadToEndAsync();
        bool ended = process.WaitForExit((int)s_hang.TotalMilliseconds);
        if (!ended)
            process.Kill(entireProcessTree: true);
        return !ended || process.ExitCode is not (0 or 1);
    }

    static Process Start(string program, params string[] arguments)
    {
        var info = new ProcessStartInfo("dotnet") { RedirectStandardError = true };
        info.Environment["DOTNET_GCHeapHardLimit"] = HeapLimit;
        info.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        info.ArgumentList.Add(program);
        foreach (string argument in arguments)
            info.ArgumentList.Add(argument);
        return Process.Start(info)!;
    }

    static void Say(string line) => Console.WriteLine(line.ToString(CultureInfo.InvariantCulture));
}
