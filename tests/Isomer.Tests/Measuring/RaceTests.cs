using System.Diagnostics;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Measuring;

/// <summary>
/// How the lab and the benchmarks measure: order, warm-up, intervals, noise, allocation. Alone, for code that other tests compile is
/// counted.
/// </summary>
[Collection(Alone.Name)]
[JudgedAlone("times")]
public sealed class RaceTests
{
    static readonly byte[] s_payload = [1];

    internal static void Spin(double microseconds)
    {
        long until = Stopwatch.GetTimestamp() + (long)(microseconds * Stopwatch.Frequency / 1e6);
        while (Stopwatch.GetTimestamp() < until)
        {
        }
    }

    static Contestant Of(string name, Func<byte[]> write) => new(name, "1", write, bytes => bytes, _ => true);

    static RaceRules Rules(double seconds, ulong seed = 1) =>
        new(TimeSpan.FromSeconds(seconds), seed, false) { MinWarmUp = TimeSpan.FromSeconds(0.3), Block = 4 };

    /// <summary>One sample of each in every round, in an order that is the seed's.</summary>
    [Fact]
    public void Samples_are_interleaved_in_an_order_of_the_seed()
    {
        string Order(ulong seed)
        {
            string[] names = ["a", "b", "c", "d"];
            var random = new SplitMix64(seed);
            return string.Join(' ', Enumerable.Range(0, 5).Select(_ => string.Concat(random.Shuffle([.. names]))));
        }
        Assert.Equal(Order(7), Order(7));
        Assert.NotEqual(Order(7), Order(8));
        Assert.All(Order(7).Split(' '), round => Assert.Equal("abcd", string.Concat(round.Order())));
        Assert.True(Order(7).Split(' ').Distinct().Count() > 1);

        var called = new List<char>();
        var race = new Race("x", [.. "abc".Select(c => Of(c.ToString(), () =>
        {
            called.Add(c);
            Spin(1500); // longer than a sample must be: one call each
            return s_payload;
        }) with { Read = null })], null);
        race.Run(Rules(0.1));
        // The last calls are those that count allocations; before them whole rounds, in which each comes once.
        char[] rounds = [.. called.SkipLast(3 * 4).TakeLast(race.Rounds * 3)];
        Assert.True(race.Rounds >= 9);
        Assert.All(rounds.Chunk(3), round => Assert.Equal("abc", string.Concat(round.Order())));
        Assert.True(rounds.Chunk(3).Select(r => string.Concat(r)).Distinct().Count() > 1);
    }

    /// <summary>
    /// What is slow at first, as all code is before it is compiled anew, has its warm-up behind it when samples are taken.
    /// </summary>
    [Fact]
    public void Warm_up_goes_on_until_medians_stand_still()
    {
        int calls = 0;
        var race = new Race("x", [Of("settles", () =>
        {
            Spin(200 + (4000 * Math.Exp(-calls++ / 40.0)));
            return s_payload;
        })], null);
        race.Run(new RaceRules(TimeSpan.FromSeconds(1), 1, false) { MinWarmUp = TimeSpan.FromSeconds(3), Block = 4 });
        Operation write = race.Entries[0].Write!;
        Assert.True(Statistics.Median(write.Samples) < 600_000, string.Join(' ', write.Samples));
        // What never stands still is said not to.
        var random = new Random(3);
        var restless = new Race("x", [Of("restless", () =>
        {
            Spin(random.Next(2) == 0 ? 300 : 3000);
            return s_payload;
        })], null);
        // As long as it takes on a machine that does other things, too, to have samples to compare.
        for (double seconds = 0.2; seconds < 10 && restless.Entries[0].Write is not { Drift: < double.PositiveInfinity }; seconds *= 2)
            restless.Run(Rules(seconds));
        Assert.True(double.IsFinite(restless.Entries[0].Write!.Drift));
    }

    /// <summary>
    /// A call that is shorter than the clock's tick does not make a batch of millions: that was 40 s of a race of a second and a half.
    /// </summary>
    [Fact]
    public void Batches_of_the_fastest_are_no_longer_than_a_sample_must_be()
    {
        long calls = 0;
        var operation = new Operation(() =>
        {
            calls++;
            Spin(0.03);
            return s_payload;
        });
        operation.Rush(2000, TimeSpan.FromSeconds(2));
        long before = calls;
        operation.Settle(4);
        Assert.True(operation.Batch * operation.Settled > 0.5e6, $"{operation.Batch} calls of {operation.Settled} ns");
        // The clock alone, which is asked twice, takes 20 ns at least: a sample of 1.1 ms has 55,000 calls at most.
        Assert.True(calls - before < 400_000, $"{calls - before} calls for one block");
    }

    /// <summary>
    /// A plateau is no proof: a contestant stands still at ten times its time, with code still to come. It is not sampled before that has
    /// come. The code is real: a method for each of the first calls, as tiers bring it.
    /// </summary>
    [Fact]
    public void Warm_up_waits_until_no_more_code_is_compiled() => Attempts.OfThree(() =>
    {
        int calls = 0;
        var race = new Race("x", [Of("plateau", () =>
        {
            bool cold = calls < 400;
            if (cold && calls++ % 10 == 0)
                Compile();
            Spin(cold ? 2000 : 200);
            return s_payload;
        }) with { Read = null }], null);
        race.Run(new RaceRules(TimeSpan.FromSeconds(0.5), 1, false) { MinWarmUp = TimeSpan.FromSeconds(4), Block = 4 });
        Assert.False(race.IsCodeMoving);
        Assert.Equal(0, race.Falling);
        Assert.True(Statistics.Median(race.Entries[0].Write!.Samples) < 600_000, string.Join(' ', race.Entries[0].Write!.Samples));
    });

    /// <summary>A round in which code was compiled is not kept; what compiles for ever is measured all the same, and told.</summary>
    [Fact]
    public void Rounds_in_which_code_is_compiled_do_not_count() => Attempts.OfThree(() =>
    {
        int calls = 0;
        var sometimes = new Race("x", [Of("sometimes", () =>
        {
            if (++calls % 97 == 0)
                Compile();
            Spin(1500);
            return s_payload;
        }) with { Read = null }], null);
        sometimes.Run(Rules(1.5));
        Assert.True(sometimes.Discarded > 0);
        Assert.Equal(sometimes.Rounds, sometimes.Entries[0].Write!.Samples.Length);
        var always = new Race("x", [Of("always", () =>
        {
            Compile();
            Spin(1500);
            return s_payload;
        }) with { Read = null }], null);
        always.Run(Rules(0.2));
        Assert.True(always.IsCodeMoving);
        Assert.True(always.Entries[0].Write!.Samples.Length >= 2);
    });

    /// <summary>One that makes code at each call is named, is measured with it, and does not keep the others from coming to rest.</summary>
    [Fact]
    public void Who_compiles_for_ever_is_known() => Attempts.OfThree(() =>
    {
        var race = new Race("x", [Of("always", () =>
        {
            Compile();
            Spin(300);
            return s_payload;
        }) with { Read = null }, Of("steady", () =>
        {
            Spin(300);
            return s_payload;
        }) with { Read = null }], null);
        race.Run(new RaceRules(TimeSpan.FromSeconds(1), 1, false) { MinWarmUp = TimeSpan.FromSeconds(6), Block = 4 });
        Assert.Equal(["always"], race.Restless);
        Assert.False(race.IsCodeMoving);
        Assert.True(race.Discarded < race.Rounds, $"{race.Discarded} of {race.Rounds}");
        Assert.Equal(race.Rounds, race.Entries[0].Write!.Samples.Length);
    });

    internal static void Compile()
    {
        var method = new System.Reflection.Emit.DynamicMethod("", typeof(int), []);
        var il = method.GetILGenerator();
        il.Emit(System.Reflection.Emit.OpCodes.Ldc_I4_1);
        il.Emit(System.Reflection.Emit.OpCodes.Ret);
        method.CreateDelegate<Func<int>>()();
    }

    [Fact]
    public void Samples_that_fall_are_found() => Attempts.OfThree(() =>
    {
        // Warming up ends after a second and a half whatever happens, and the samples of the second after that fall to a quarter.
        long start = Stopwatch.GetTimestamp();
        var race = new Race("x", [Of("falls", () =>
        {
            Spin(300 + (40_000 * Math.Exp(-Stopwatch.GetElapsedTime(start).TotalSeconds / 0.7)));
            return s_payload;
        }) with { Read = null }, Of("steady", () =>
        {
            Spin(1000);
            return s_payload;
        }) with { Read = null }], null);
        race.Run(
            new RaceRules(TimeSpan.FromSeconds(2), 1, false)
            { MinWarmUp = TimeSpan.FromSeconds(1), Block = 4, Limit = TimeSpan.FromSeconds(3) });
        Assert.Equal([true, false], race.Entries.Select(e => Race.IsFalling(e.Write!)));
        Assert.Equal(1, race.Falling);
    });

    /// <summary>Each sample that is kept has the yardstick's time beside it, and the race tells their median.</summary>
    [Fact]
    public void The_pace_of_the_machine_is_told()
    {
        var race = new Race("x", [Of("a", () => s_payload), Of("b", () => s_payload)], "a");
        Assert.True(double.IsNaN(race.Pace));
        race.Run(Rules(0.1));
        Operation[] all = [.. race.Entries.SelectMany(e => e.Operations)];
        Assert.All(all, o => Assert.Equal(o.Samples.Length, o.Paces.Length));
        Assert.Equal(Statistics.Median([.. all.SelectMany(o => o.Paces)]), race.Pace);
        Assert.True(race.Pace > 1000 && all.SelectMany(o => o.Paces).Min() * 100 > race.Pace);
    }

    /// <summary>
    /// A program that goes on has no collection before each few calls, and memory that was just freed is not what it writes to: samples of
    /// what allocates much are calls in a row.
    /// </summary>
    [Fact]
    public void Nothing_is_collected_for_a_sample()
    {
        var race = new Race("x", [Of("large", () =>
        {
            Spin(6000);
            return new byte[100_000];
        }) with { Read = null }], null);
        int before = GC.CollectionCount(2);
        race.Run(Rules(0.5));
        Assert.True(race.Rounds >= 9);
        Assert.InRange(GC.CollectionCount(2) - before, 0, race.Rounds / 2);
    }

    /// <summary>
    /// The race itself is measured: a contestant of known cost comes out at that cost, two that are equal are not told apart, and one that
    /// costs a fifth more is.
    /// </summary>
    [Fact]
    public void Known_costs_are_found()
    {
        Contestant Costs(string name, double microseconds) => Of(name, () =>
        {
            Spin(microseconds);
            return s_payload;
        }) with
        { Read = null };
        // Other work on the machine spoils a race in which the clock is the cost; it does not spoil three, and a race that is wrong is so
        // each time.
        for (int attempt = 1; ; attempt++)
        {
            var race = new Race("x", [Costs("a", 200), Costs("b", 200), Costs("c", 240)], null);
            race.Run(new RaceRules(TimeSpan.FromSeconds(3), 1, false) { MinWarmUp = TimeSpan.FromSeconds(0.5), Block = 4 });
            double[][] samples = [.. race.Entries.Select(e => e.Write!.Samples)];
            double median = Statistics.Median(samples[0]);
            Interval equal = Statistics.Ratio95(samples[0], samples[1]), more = Statistics.Ratio95(samples[2], samples[0]);
            if (median is >= 200_000 and <= 230_000 && equal.Value is >= 0.97 and <= 1.03 && more.Value is >= 1.1 and <= 1.3
                && more.Low > 1.05)
                return;
            Assert.True(attempt < 3,
                $"{median} of 200,000 ns; {equal.Value} where they are equal; {more.Value}, at least {more.Low}, where a fifth is more");
        }
    }

    /// <summary>However little time there is, everyone is sampled, and the limit is kept to within a round.</summary>
    [Fact]
    public void A_limit_is_kept()
    {
        var race = new Race("x", [.. Enumerable.Range(0, 6).Select(i => Of("c" + i, () =>
        {
            Spin(8000);
            return s_payload;
        }) with { Read = null })], null);
        long start = Stopwatch.GetTimestamp();
        race.Run(
            new RaceRules(TimeSpan.FromSeconds(30), 1, false) { MinWarmUp = TimeSpan.FromSeconds(10), Limit = TimeSpan.FromSeconds(1) });
        double unlimited = 30;
        Assert.True(Stopwatch.GetElapsedTime(start).TotalSeconds < unlimited / 2);
        Assert.All(race.Entries, e => Assert.True(e.Write!.Samples.Length >= 2));
    }

    [Fact]
    public void A_contestant_twice_shows_the_noise()
    {
        var race = new Race("x", [Of("a", () => s_payload), Of("b", () => s_payload)], "a");
        Assert.Equal(["a", "b", "a" + Race.Again], race.Entries.Select(e => e.Name));
        race.Run(Rules(0.1));
        Assert.All(race.Entries, e => Assert.True(e.Write!.Samples.Length >= 9 && e.Read!.Samples.Length >= 9));
    }

    [Fact]
    public void Allocation_is_counted_in_a_pass_of_its_own()
    {
        var race = new Race("x", [Of("kilobyte", () => new byte[1000]), Of("nothing", () => s_payload)], null);
        race.Run(Rules(0.1));
        Assert.Equal(1024, race.Entries[0].Write!.Allocated, 8.0);
        Assert.Equal(0, race.Entries[1].Write!.Allocated, 1.0);
    }

    /// <summary>The gate: what does not come back as it was is not timed, and why is kept.</summary>
    [Fact]
    public void A_contestant_that_fails_is_listed_and_not_timed()
    {
        var race = new Race("x",
        [
            Of("sound", () => s_payload),
            Of("wrong", () => s_payload) with { Verify = _ => false, Explain = _ => "$.a: 1 became 2" },
            Of("throws", () => throw new NotSupportedException("no such type")),
        ], null);
        race.Run(Rules(0.05));
        Assert.Equal([null, "$.a: 1 became 2", "NotSupportedException: no such type"], race.Entries.Select(e => e.Failure));
        Assert.Empty(race.Entries.Skip(1).SelectMany(e => e.Operations));
    }

    /// <summary>Each contract has a gate of its own: one that is wrong is not timed, and the others are.</summary>
    [Fact]
    public void Ways_are_checked_and_timed_each_by_itself()
    {
        byte[] written = [];
        var race = new Race("x", [Of("a", () => s_payload) with
        {
            Verify = read => read is byte[] bytes && bytes.AsSpan().SequenceEqual(s_payload),
            Ways =
            [
                new Way("right") { Write = () => written = [1], Written = () => written },
                new Way("wrong") { Write = () => written = [2], Written = () => written },
                new Way("reads") { Read = payload => () => payload.ToArray() },
                new Way("throws") { Read = _ => throw new NotSupportedException("no") },
            ],
        }], null);
        race.Run(Rules(0.05));
        Assert.Equal([null, "what was read is not what was written", null, "NotSupportedException: no"],
            race.Entries[0].Ways.Select(w => w.Failure));
        Assert.Equal([true, false, true, false], race.Entries[0].Ways.Select(w => w.Operation?.Samples.Length >= 9));
        Assert.Null(race.Entries[0].Failure);
    }

    [Fact]
    public void What_is_far_out_is_counted()
    {
        Assert.Equal(0, Statistics.FarOut([10, 11, 12, 13, 14]));
        Assert.Equal(2, Statistics.FarOut([10, 11, 12, 13, 14, 15, 16, 100, -80]));
    }

    /// <summary>The interval holds the true median about as often as it says: 95 of 100 times.</summary>
    [Fact]
    public void The_interval_is_one_of_95_percent()
    {
        var random = new Random(11);
        int held = 0;
        const int Trials = 300;
        for (int trial = 0; trial < Trials; trial++)
        {
            // Skewed, as times are: the median of an exponential distribution is ln 2.
            double[] samples = [.. Enumerable.Range(0, 40).Select(_ => -Math.Log(1 - random.NextDouble()))];
            Interval interval = Statistics.Median95(samples);
            Assert.True(interval.Low <= interval.Value && interval.Value <= interval.High);
            held += interval.Low <= Math.Log(2) && Math.Log(2) <= interval.High ? 1 : 0;
        }
        Assert.InRange(held, Trials * 0.89, Trials * 0.99);
        double[] fixedSamples = [5, 1, 4, 2, 3];
        Assert.Equal(Statistics.Median95(fixedSamples), Statistics.Median95(fixedSamples));
        Assert.Equal(3, Statistics.Median95(fixedSamples).Value);
        Assert.Equal(95.05, Statistics.Quantile([.. Enumerable.Range(1, 100).Select(i => (double)i)], 0.95), 9);
    }

    /// <summary>What slowed the machine in a round slowed both: paired, the ratio is as steady as it is.</summary>
    [Fact]
    public void Ratios_are_of_rounds()
    {
        var random = new Random(5);
        double[] below = [.. Enumerable.Range(0, 60).Select(_ => 100 + (random.NextDouble() * 200))];
        double[] above = [.. below.Select(b => b * 1.1)];
        Interval ratio = Statistics.Ratio95(above, below);
        Assert.Equal(1.1, ratio.Value, 9);
        Assert.InRange(ratio.Low, 1.0999, 1.1001);
        Assert.InRange(ratio.High, 1.0999, 1.1001);
    }

    /// <summary>
    /// A machine that runs at half its speed for a while, beginning and ending within a round: rounds drawn as before, the ratio of the
    /// medians had an interval of 0.57 to 2.1, and the median of the rounds' ratios has one of 1.09 to 1.12.
    /// </summary>
    [Fact]
    public void A_machine_that_slows_for_a_while_widens_ratios_little()
    {
        var random = new Random(3);
        double[] above = new double[40], below = new double[40];
        for (int i = 0; i < above.Length; i++)
        {
            // In every tenth round it slows behind the one, in another it is itself again before the other.
            double first = i % 10 < 5 ? 2 : 1, second = i % 10 is > 0 and < 6 ? 2 : 1;
            (above[i], below[i]) = (110 * first * (1 + (0.06 * random.NextDouble())), 100 * second * (1 + (0.06 * random.NextDouble())));
        }
        Interval ratio = Statistics.Ratio95(above, below), apart = Statistics.Ratio95(above, below, areOfOneRun: false);
        Assert.InRange(ratio.Value, 1.07, 1.13);
        Assert.InRange(ratio.High - ratio.Low, 0, 0.06);
        Assert.True(apart.High - apart.Low > 0.3, $"{apart.Low} to {apart.High} where samples are of two runs");
    }
}
