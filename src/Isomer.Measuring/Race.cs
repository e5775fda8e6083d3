using System.Diagnostics;
using System.Runtime;

namespace Isomer.Measuring;

/// <summary>How long, in which order, and whether to collect garbage between rounds.</summary>
public sealed record RaceRules(TimeSpan Time, ulong Seed, bool CollectBetweenRounds)
{
    /// <summary>However little time is given: figures of code that is not compiled yet are of no use.</summary>
    public TimeSpan MinWarmUp { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>Samples in a block of the warm-up. Many contestants in little time can only have small blocks.</summary>
    public int Block { get; init; } = 9;

    /// <summary>
    /// When everything must have ended, warm-up and all: on a busy machine there are fewer rounds then, and wider intervals. Each
    /// operation still gets two samples.
    /// </summary>
    public TimeSpan Limit { get; init; } = TimeSpan.MaxValue;
}

/// <summary>
/// All contestants of one case against each other. They warm up in turns until their code has stood still and each one's median
/// too, then are sampled in rounds: one sample each, in an order that is random anew in every round, so that whatever drifts
/// (the clock of the CPU, the neighbours, the heap) drifts for all.
/// </summary>
/// <remarks>
/// Medians alone are no proof of a warm contestant: code waits on a plateau for its last compilation, whose turn comes when no other
/// contestant has new code for 100 ms. System.Text.Json stood still at 51 us and came to 14.6 at the sixteenth sample. So the methods that
/// the process has compiled are counted (<see cref="JitInfo"/>, which counts those of the background too): the warm-up ends when a whole
/// pass has added none, and a round in which one was added is not kept.
/// </remarks>
public sealed class Race
{
    public const string Again = " (again)";
    internal const int MaxRounds = 400;
    const int RushCalls = 40;

    /// <summary>A sample that takes longer than this is taken in every fourth round only: the fast need the rounds more.</summary>
    const double Slow = 30e6;
    const int SlowEvery = 4;
    const int MinRounds = 2 * SlowEvery + 1;
    const int FewestRounds = SlowEvery + 1;
    const int MinPasses = 5;
    /// <summary>A median this much above that of the last quarter is one of code or memory that was not what it came to be.</summary>
    const double Fallen = 1.25;

    /// <summary>Who has compiled code in so many passes in a row does it for ever: tiers end long before.</summary>
    const int RestlessPasses = 8;

    /// <summary>
    /// The compiler's queue is begun when nothing new has come for 100 ms, and has been gone through when nothing has come out of it for as
    /// long.
    /// </summary>
    static readonly TimeSpan s_quiet = TimeSpan.FromMilliseconds(120);
    static readonly TimeSpan s_mostQuiet = TimeSpan.FromSeconds(2);

    /// <summary>What a race whose code has come to rest takes to see that.</summary>
    static readonly TimeSpan s_ofCode = TimeSpan.FromSeconds(0.8);

    /// <summary>Of the time for warming up, what code may take; the rest is for medians.</summary>
    const double ForCode = 0.7;

    /// <summary>Of the same, what a pass of calls may take.</summary>
    public const double OfPass = 0.25;

    /// <summary>
    /// Of a pass, for each operation of a race whose code was called before with that of others: six passes of 56 ms each, for a method or
    /// two, took 8.5 of a race's 21 s.
    /// </summary>
    static readonly TimeSpan s_shortShare = TimeSpan.FromMilliseconds(20);

    /// <summary>As often as the time for warming up: code that is still compiled then is not waited for any longer.</summary>
    const int MostWaits = 4;

    readonly Operation[] _operations;

    /// <summary>How many passes of calls the code has had, and how many of the last ones in a row added none.</summary>
    int _passes, _still;

    /// <summary>The reference runs a second time under another name: the difference is the noise floor of this race.</summary>
    public Race(string name, IReadOnlyList<Contestant> contestants, string? reference)
    {
        Case = name;
        Entries = [.. contestants.Select(c => new Entry(c))];
        if (contestants.FirstOrDefault(c => c.Name == reference) is { } again)
            Entries = [.. Entries, new Entry(again, reference + Again)];
        _operations = [.. Entries.SelectMany(e => e.Operations)];
    }

    public string Case { get; }

    public IReadOnlyList<Entry> Entries { get; }

    /// <summary>How many operations take part.</summary>
    public int Operations => _operations.Length;

    /// <summary>How many rounds of samples were taken.</summary>
    public int Rounds { get; private set; }

    /// <summary>Rounds that were not kept, for code was compiled in them.</summary>
    public int Discarded { get; private set; }

    /// <summary>
    /// Whether code was still being compiled when the time for warming up had gone, or in a round that is kept because too many were thrown
    /// away.
    /// </summary>
    public bool IsCodeMoving { get; private set; }

    /// <summary>Those that make code at their calls for ever. They are measured with it, and nobody waits for them to end.</summary>
    public IReadOnlyList<string> Restless => [.. Entries.Where(e => e.Operations.Any(o => o.IsRestless)).Select(e => e.Name)];

    /// <summary>Operations whose last two warm-up blocks still differed when the time for warming up had gone.</summary>
    public int Unsettled => _operations.Count(o => !o.IsSettled);

    /// <summary>Operations whose samples fell while they were taken: their medians are not to be believed.</summary>
    public int Falling => _operations.Count(IsFalling);

    /// <summary>Of fewer samples nobody can tell whether they fell.</summary>
    public const int FewestToFall = 8;

    /// <summary>What the yardstick took beside the samples that are kept, in nanoseconds; not a number where there are none.</summary>
    public double Pace => Statistics.Median([.. _operations.SelectMany(o => o.Paces)]);

    /// <summary>Whether the median of all samples is far above that of the last quarter of them.</summary>
    /// <remarks>
    /// The machine may just have become faster, and the yardstick would tell; but the last quarter of nine samples is three, and where the
    /// machine has two speeds their yardsticks hide a fall as often as they explain one (tried: a planted fall was missed three times).
    /// </remarks>
    public static bool IsFalling(Operation operation)
    {
        double[] samples = operation.Samples;
        return samples.Length >= FewestToFall
            && Statistics.Median(samples) > Fallen * Statistics.Median(samples.AsSpan(samples.Length * 3 / 4));
    }

    /// <summary>Warms up and measures; stopped early, the samples so far remain.</summary>
    public void Run(RaceRules rules, CancellationToken stop = default)
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan warmUp = rules.Time * 0.5;
        warmUp = warmUp < rules.MinWarmUp ? rules.MinWarmUp : warmUp;
        WarmUp(start, warmUp < rules.Limit / 2 ? warmUp : rules.Limit / 2, rules, stop);
        long begun = start;
        bool IsLate() => Stopwatch.GetElapsedTime(begun) >= rules.Limit;
        // What warming up did not take is the rounds'.
        bool HasTime() => Stopwatch.GetElapsedTime(start) < rules.Time * 0.5 || Stopwatch.GetElapsedTime(begun) < rules.Time;
        start = Stopwatch.GetTimestamp();
        var random = new SplitMix64(rules.Seed);
        Operation[] order = [.. _operations];
        while (!stop.IsCancellationRequested && Rounds < MaxRounds
            && (Rounds < MinRounds || HasTime())
            && (Rounds < FewestRounds || !IsLate()))
        {
            long compiled = JitInfo.GetCompiledMethodCount(), expected = 0;
            foreach (Operation operation in random.Shuffle(order))
            {
                if (Rounds % SlowEvery == 0 || operation.SampleTime < Slow)
                    expected += CompiledBy(operation, operation.Measure);
            }
            // What goes on for ever (a contestant that makes code at each call) must still be measured: it is told. So must those behind
            // it: rounds that were thrown away beyond the limit (28 of 33, at 0.7 s each) were the time of the races after this one.
            bool moved = JitInfo.GetCompiledMethodCount() - compiled != expected;
            if (moved && Discarded < MaxRounds / 4 && !IsLate())
            {
                Discarded++;
                foreach (Operation operation in _operations)
                    operation.End(isKept: false);
                continue;
            }
            IsCodeMoving |= moved;
            Rounds++;
            foreach (Operation operation in _operations)
                operation.End(isKept: true);
            if (rules.CollectBetweenRounds)
                GC.Collect();
        }
        foreach (Operation operation in _operations)
        {
            if (!stop.IsCancellationRequested)
                operation.MeasureAllocation();
        }
    }

    /// <summary>
    /// A race of nothing, to be run before the first: what measures has tiers, too, and came to them in the midst of that race, whose
    /// rounds were thrown away for it (23 of the first 88).
    /// </summary>
    public static void Rehearse()
    {
        byte[] nothing = [];
        var race = new Race("nothing", [new Contestant("nothing", "", () => nothing, bytes => bytes, _ => true)], "nothing");
        race.Run(new RaceRules(TimeSpan.FromSeconds(1.6), 1, false) { MinWarmUp = TimeSpan.FromSeconds(0.4), Block = 4 });
        AwaitCompiler(CancellationToken.None);
    }

    /// <summary>
    /// Tier 1 comes 30 calls after tier 0, in the background, and only when no new tier-0 code has turned up for 100 ms; with a profiled
    /// tier between, twice. Hence passes of calls alone, each followed by the compiler's own time, until two passes in a row have seen no
    /// code compiled.
    /// </summary>
    /// <remarks>
    /// Races that are to follow each other do this together: the compiler works on the code of one while another is called, and each then
    /// begins with code at rest. One after another they waited for it (45 s of 150 in a run of eleven), and the first ones' time was gone.
    /// They end when a pass over all compiles fewer methods than it has operations: eight passes over 294 compiled 12,025, 3,883,
    /// 1,677, 180, 89, 71, 31 and 15, and the last four took 21 of 47 s. What is left each race sees to by itself. (Two races called at
    /// once, or passes without the compiler's own time between, took longer: the compiler has the second core all to itself so.)
    /// </remarks>
    /// <param name="races">Whose code is to come to rest.</param>
    /// <param name="limit">How long that may take; each operation is called once all the same.</param>
    /// <param name="pass">How long a pass may take.</param>
    /// <param name="stop">Ends it.</param>
    public static void Compile(IReadOnlyList<Race> races, TimeSpan limit, TimeSpan pass, CancellationToken stop = default)
    {
        long start = Stopwatch.GetTimestamp();
        int operations = races.Sum(r => r._operations.Length);
        TimeSpan share = pass / Math.Max(1, operations);
        bool isRest = false;
        for (bool isFirst = true; !stop.IsCancellationRequested && !isRest && (isFirst || Stopwatch.GetElapsedTime(start) <= limit);
            isFirst = false)
        {
            long compiled = JitInfo.GetCompiledMethodCount(), expected = 0;
            foreach (Operation operation in races.SelectMany(r => r._operations))
            {
                if (!isFirst && Stopwatch.GetElapsedTime(start) > limit)
                    break;
                expected += CompiledBy(operation, () => operation.Rush(RushCalls, share));
                operation.IsRestless |= operation.CompiledInARow >= RestlessPasses;
            }
            AwaitCompiler(stop);
            long moved = JitInfo.GetCompiledMethodCount() - compiled - expected;
            foreach (Race race in races)
                (race.IsCodeMoving, race._passes, race._still) = (moved != 0, race._passes + 1, moved != 0 ? 0 : race._still + 1);
            isRest = races.All(r => r._passes >= MinPasses && r._still >= 2) || (races.Count > 1 && moved < operations);
        }
    }

    /// <summary>About what a sound race takes behind the code's coming to rest: two blocks, and as many rounds as are asked for.</summary>
    /// <param name="block">Samples in a block.</param>
    public TimeSpan Expected(int block) =>
        TimeSpan.FromTicks((long)(_operations.Sum(o => o.ExpectedSample) * ((2 * block) + MinRounds) / 100)) + s_ofCode;

    /// <summary>Code first (one pass, where it had come to rest before), then blocks of samples, until they agree.</summary>
    void WarmUp(long start, TimeSpan limit, RaceRules rules, CancellationToken stop)
    {
        TimeSpan most = limit * MostWaits < rules.Limit / 2 ? limit * MostWaits : rules.Limit / 2;
        TimeSpan usual = limit * OfPass, shorter = s_shortShare * _operations.Length;
        Compile([this], most * ForCode, _passes > 0 && shorter < usual ? shorter : usual, stop);
        for (int pass = 0; !stop.IsCancellationRequested; pass++)
        {
            foreach (Operation operation in _operations)
            {
                // Each has one block, and so a batch that fits; those after it only as long as there is time.
                if (pass > 0 && Stopwatch.GetElapsedTime(start) > most)
                    return;
                if (pass < 2 || !operation.IsSettled)
                    operation.Settle(rules.Block);
            }
            if (pass > 0 && (Unsettled == 0 || Stopwatch.GetElapsedTime(start) > limit))
                return;
        }
    }

    /// <summary>Until nothing has been compiled for a while.</summary>
    static void AwaitCompiler(CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp(), changed = begun, count = JitInfo.GetCompiledMethodCount();
        while (!stop.IsCancellationRequested && Stopwatch.GetElapsedTime(changed) < s_quiet
            && Stopwatch.GetElapsedTime(begun) < s_mostQuiet)
        {
            Thread.Sleep(10);
            if (JitInfo.GetCompiledMethodCount() is var now && now != count)
                (count, changed) = (now, Stopwatch.GetTimestamp());
        }
    }

    /// <summary>
    /// Lets it run, and counts the methods that are compiled meanwhile on this thread (higher tiers come from another): for one that does
    /// so for ever, these are expected; else none.
    /// </summary>
    static long CompiledBy(Operation operation, Action run)
    {
        long before = JitInfo.GetCompiledMethodCount(currentThread: true);
        run();
        long compiled = JitInfo.GetCompiledMethodCount(currentThread: true) - before;
        operation.CompiledInARow = compiled > 0 ? operation.CompiledInARow + 1 : 0;
        return operation.IsRestless ? compiled : 0;
    }
}
