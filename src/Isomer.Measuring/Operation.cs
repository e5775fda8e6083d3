using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Isomer.Measuring;

/// <summary>One verb of one contestant, and what has been measured of it. Times are nanoseconds per call.</summary>
public sealed class Operation
{
    /// <summary>A sample takes at least this long, so that the clock's resolution does not matter.</summary>
    const double ShortSample = 1e6;

    /// <summary>
    /// What a sample of a call takes at least that allocates much: every few of those cost a collection, so that only a sample of many
    /// has its fair share of them.
    /// </summary>
    /// <remarks>
    /// Question: does a sample begin from a collected heap? Until 2026-11-30 it did, with eight calls at most, behind as many that were
    /// not timed: what a call then returned lay in memory that the collection had freed and the cache still held. Compact's 136 KB of
    /// Northwind were written in 57 to 82 us, in a loop that just goes on in 135 to 250; Google's in 390 and 500. Ratios of 6 where the
    /// loop's is 4 flattered whoever is fast. Candidates, a default run of the lab each, a minute apart: (a) as it was; (b) no collection,
    /// 5 ms, as many calls before; (c) no collection, 10 ms, one call before. One contestant that runs twice differs from itself by 5.8,
    /// 5.0, 3.7 % in the mean, half of an interval is 17, 12, 9 % of its ratio, 2, 8, 7 of 11 races are quiet, in rounds of 6 to 19,
    /// 11 to 35, 11 to 31: collections took half of the rounds' time. Verdict: (c).
    /// </remarks>
    const double LongSample = 10e6;

    const int Much = 85_000;
    const int MostCalls = 1 << 24;
    const double Still = 0.03;

    /// <summary>
    /// By how much a batch may grow at once. A single call of 50 ns is too short for the clock: taken for nothing, it made a batch of
    /// eleven million, and the first block of each such contestant took seconds.
    /// </summary>
    const double MostGrowth = 64;

    readonly Func<byte[]>? _write;
    readonly Func<byte[], object>? _read;
    readonly Action? _act;
    readonly byte[] _payload;
    readonly List<double> _samples = new(Race.MaxRounds + 1); // a list that grows brings code of its own into the rounds
    readonly List<double> _paces = new(Race.MaxRounds + 1);
    int _kept;
    int _batch = 1;

    public Operation(Func<byte[]> write) => (_write, _payload) = (write, []);

    public Operation(Func<byte[], object> read, byte[] payload) => (_read, _payload) = (read, payload);

    public Operation(Action act) => (_act, _payload) = (act, []);

    public double[] Samples => [.. _samples];

    /// <summary>What the yardstick took before each sample, in nanoseconds.</summary>
    public double[] Paces => [.. _paces];

    public double Allocated { get; private set; }

    /// <summary>The median of the last block of the warm-up.</summary>
    public double Settled { get; private set; } = double.NaN;

    /// <summary>How far the medians of the last two blocks of the warm-up were apart.</summary>
    public double Drift { get; private set; } = double.PositiveInfinity;

    double[] _block = [];
    bool _isStill;

    /// <summary>Samples in each of the last blocks of those that are kept.</summary>
    const int KeptBlock = 4;

    /// <summary>
    /// Whether the last two blocks agree, of the warm-up or, where that was too short to tell, of the samples that are kept. A warm-up of
    /// one block tells nothing, and where that was all that there was time for, all 36 operations of a race were called unsettled.
    /// </summary>
    public bool IsSettled => _isStill || (_kept >= 2 * KeptBlock
        && Agree(_samples.GetRange(_kept - (2 * KeptBlock), KeptBlock), _samples.GetRange(_kept - KeptBlock, KeptBlock)));

    /// <summary>
    /// Their medians are close, or their samples lie among each other. On a machine whose noise is more than a few per cent medians alone
    /// never agree, and blocks that only drift lie apart.
    /// </summary>
    static bool Agree(IReadOnlyList<double> before, IReadOnlyList<double> after) =>
        Math.Abs((Statistics.Median([.. after]) / Statistics.Median([.. before])) - 1) <= Still
            || (after.Min() <= before.Max() && after.Max() >= before.Min());

    public int Batch => _batch;

    /// <summary>In how many passes of the warm-up in a row code was compiled while it ran.</summary>
    public int CompiledInARow { get; set; }

    /// <summary>It makes code at its calls for ever: what it compiles does not tell whether the others have come to rest.</summary>
    public bool IsRestless { get; set; }

    double _rushed;

    /// <summary>Calls until it has been called often enough to be compiled anew, or the time is up.</summary>
    public void Rush(int calls, TimeSpan limit)
    {
        long start = Stopwatch.GetTimestamp(), allocated = GC.GetAllocatedBytesForCurrentThread();
        int done = 0;
        for (; done < calls && (done < 2 || Stopwatch.GetElapsedTime(start) < limit); done++)
            Run(1);
        _rushed = Stopwatch.GetElapsedTime(start).TotalNanoseconds / done;
        Allocated = (double)(GC.GetAllocatedBytesForCurrentThread() - allocated) / done;
    }

    /// <summary>What a sample will about take, in nanoseconds, as the last pass of calls has it: before there is a batch.</summary>
    public double ExpectedSample
    {
        get
        {
            double call = Math.Max(_rushed, 1);
            return call * (BatchOf(call) + LeadIn);
        }
    }

    /// <summary>A block of samples of the warm-up; fits the batch to the time that a call takes now.</summary>
    public void Settle(int most)
    {
        if (double.IsNaN(Settled))
            MeasureAllocation();
        double atLeast = AtLeast;
        // A first block of batches that grow would have as its median that of no batch.
        for (int last = 0; double.IsNaN(Settled) && last != _batch && Time(_batch) * _batch is var took && took < atLeast / 2;)
            (last, _batch) = (_batch,
                (int)Math.Min(MostCalls, Math.Ceiling(_batch * Math.Clamp(1.1 * atLeast / Math.Max(took, 1), 1, MostGrowth))));
        int size = Settled > 20e6 ? 3 : most;
        var block = new double[size];
        for (int i = 0; i < size; i++)
        {
            block[i] = Sample();
            if (block[i] * _batch < atLeast)
                _batch = (int)Math.Min(MostCalls, Math.Min(Math.Ceiling(1.1 * atLeast / Math.Max(block[i], 0.1)), _batch * MostGrowth));
        }
        double median = Statistics.Median(block);
        Drift = Math.Abs(median / Settled - 1) is var drift && double.IsNaN(drift) ? double.PositiveInfinity : drift;
        Settled = median;
        _isStill = _block.Length > 0 && Agree(_block, block);
        _block = block;
        _batch = BatchOf(median);
    }

    double AtLeast => AllocatesMuch ? LongSample : ShortSample;

    /// <summary>How many calls of so many nanoseconds make a sample.</summary>
    int BatchOf(double call) => (int)Math.Clamp(Math.Ceiling(1.1 * AtLeast / call), 1, MostCalls);

    /// <summary>How long a sample takes.</summary>
    public double SampleTime => Settled * (_batch + LeadIn);

    bool AllocatesMuch => Allocated > Much;

    /// <summary>Calls before a sample that are not timed: the first one meets what the contestant before it left in the caches.</summary>
    int LeadIn => AllocatesMuch ? 1 : 0;

    public void Measure()
    {
        _paces.Add(Yardstick.Time());
        _samples.Add(Sample());
    }

    /// <summary>
    /// Ends a round: its samples count, or not. Both do the same work, so that neither brings code that the other has not had.
    /// </summary>
    public void End(bool isKept)
    {
        _kept = isKept ? _samples.Count : _kept;
        _samples.RemoveRange(_kept, _samples.Count - _kept);
        _paces.RemoveRange(_kept, _paces.Count - _kept);
    }

    double Sample()
    {
        Run(LeadIn);
        return Time(_batch);
    }

    /// <summary>Bytes allocated per call by this thread, in a pass of its own.</summary>
    public void MeasureAllocation()
    {
        int calls = Math.Clamp(_batch, 3, 64);
        Run(1);
        long before = GC.GetAllocatedBytesForCurrentThread();
        Run(calls);
        Allocated = (double)(GC.GetAllocatedBytesForCurrentThread() - before) / calls;
    }

    double Time(int calls)
    {
        long start = Stopwatch.GetTimestamp();
        Run(calls);
        // Not by way of a TimeSpan, whose tick of 100 ns is longer than many a call.
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency) / calls;
    }

    /// <summary>
    /// Compiled once and without a profile: otherwise the JIT would inline the contestant that it met most often
    /// and call the others.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    void Run(int calls)
    {
        if (_write is { } write)
        {
            for (int i = 0; i < calls; i++)
                GC.KeepAlive(write());
        }
        else if (_act is { } act)
        {
            for (int i = 0; i < calls; i++)
                act();
        }
        else if (_read is { } read)
        {
            byte[] payload = _payload;
            for (int i = 0; i < calls; i++)
                GC.KeepAlive(read(payload));
        }
    }
}
