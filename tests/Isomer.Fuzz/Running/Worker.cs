using System.Diagnostics;
using Isomer.Fuzz.Coverage;
using Isomer.Fuzz.Mutating;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>The child process: makes inputs and tries them until time is over, or until one of them ends it.</summary>
sealed class Worker(string folder, int index, ulong seed, TimeSpan time, string? only, int blocks)
{
    const int Batch = 64;

    readonly CoverageMap? _map = CoverageMap.Open(blocks);
    readonly State _state = new(Path.Combine(folder, $"state.{index}"));
    readonly Findings _findings = new(Path.Combine(folder, "findings"));
    readonly HashSet<string> _found = [];
    readonly Input _input = new();
    readonly Rng _random = new(seed);

    /// <summary>The stack is small: what overflows a large one does so sooner.</summary>
    public void Run()
    {
        var thread = new Thread(Loop, 512 << 10);
        thread.Start();
        thread.Join();
    }

    void Loop()
    {
        long start = Stopwatch.GetTimestamp(), refreshed = start;
        Target[] all = [.. Catalog.All];
        var targets = Enumerable.Range(0, all.Length)
            .Where(i => only is null || System.Text.RegularExpressions.Regex.IsMatch(all[i].Name, only)).ToArray();
        var corpora = new Corpus?[all.Length];
        var mutators = Enum.GetValues<Language>().ToDictionary(l => l, l => new Mutator(l));
        var batch = new List<(byte[] Input, int Way)>(Batch);
        for (int turn = _random.Next(targets.Length); Stopwatch.GetElapsedTime(start) < time; turn++)
        {
            int index = targets[turn % targets.Length];
            Target target = all[index];
            if (corpora[index] is not { } corpus)
            {
                // The first use of each way, with what is meant to be read.
                corpus = corpora[index] = new Corpus(target, Path.Combine(folder, "corpus"));
                batch.Clear();
                foreach (byte[] input in corpus.Inputs)
                    for (int way = 0; way < target.Ways; way++)
                        batch.Add((input, way));
                Try(index, target, batch);
                _map?.TakeNew();
            }
            batch.Clear();
            byte[] chosen = corpus.Choose(_random);
            for (int i = 0; i < Batch; i++)
                batch.Add(
                    (mutators[target.Language].Mutate(i % 8 == 7 && batch.Count > 0 ? batch[^1].Input : chosen, corpus.Choose(_random),
                        _random), _random.Next(1 << 20)));
            Try(index, target, batch);
            Keep(target, index, corpus, batch);
            _state.Corpus = corpora.Sum(c => c?.Count ?? 0);
            _state.Blocks = _map?.Reached ?? 0;
            if (Stopwatch.GetElapsedTime(refreshed) > TimeSpan.FromSeconds(20))
            {
                refreshed = Stopwatch.GetTimestamp();
                foreach (Corpus? each in corpora)
                    each?.Refresh();
            }
        }
        _state.Target = -1;
    }

    void Try(int index, Target target, List<(byte[] Input, int Way)> batch)
    {
        foreach (var (input, way) in batch)
        {
            _state.Begin(index, way, input);
            _input.Set(input);
            BrokenPromiseException? broken = Trial.Run(target, _input, way, out int readings);
            _state.Inputs++;
            _state.Readings += readings;
            if (broken is not null)
                Found(index, target, way, input, broken);
        }
    }

    /// <summary>Of a batch in which new blocks ran, the inputs that make them run.</summary>
    void Keep(Target target, int index, Corpus corpus, List<(byte[] Input, int Way)> batch)
    {
        var fresh = new List<int>();
        if (_map?.TakeNew(fresh) != true)
            return;
        _map.Forget(fresh);
        foreach (var (input, way) in batch)
        {
            _state.Begin(index, way, input);
            _input.Set(input);
            _ = Trial.Run(target, _input, way, out _);
            if (_map.TookAny(fresh))
                corpus.Add(input);
            if (fresh.Count == 0)
                break;
        }
        _map.Restore(fresh);
        _map.TakeNew();
    }

    void Found(int index, Target target, int way, byte[] input, BrokenPromiseException broken)
    {
        string signature = Findings.SignatureOf(broken), path = _findings.PathOf(target.Name, signature);
        if (!_found.Add(path) || File.Exists(path))
            return;
        byte[] smallest = Trial.Minimize(input, candidate =>
        {
            _state.Begin(index, way, candidate);
            _state.Inputs++;
            _input.Set(candidate);
            return Trial.Run(target, _input, way, out _) is { } same && Findings.SignatureOf(same) == signature;
        }, TimeSpan.FromSeconds(2));
        _input.Set(smallest);
        broken = Trial.Run(target, _input, way, out _) ?? broken;
        _findings.Save(path, smallest, $"{target.Name}, way {way}: {signature}\n{broken.Message}");
    }
}
