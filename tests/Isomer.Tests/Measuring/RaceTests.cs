using System.Diagnostics;
using Xunit;

namespace Isomer.Tests.Measuring;

/// <summary>How the lab and the benchmarks measure: order, warm-up, intervals, noise, allocation.</summary>
public sealed class RaceTests
{
    static readonly byte[] s_payload = [1];

    static void Spin(double microseconds)
    {
        long until = Stopwatch.GetTimestamp() + (long)(microseconds * Stopwatch.Frequency / 1e6);
        while (Stopwatch.GetTimestamp() < until)
        {
        }
    }

    static Contestant Of(string name, Func<byte[]> write) => new(name, "1", write, bytes => bytes, _ => true);

    static RaceRules Rules(double seconds, ulong seed = 1) => new(TimeSpan.FromSeconds(seconds), seed, false) { MinWarmUp = TimeSpan.FromSeconds(0.3), Block = 4 };

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

    /// <summary>What is slow at first, as all code is before it is compiled anew, has its warm-up behind it when samples are taken.</summary>
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
        restless.Run(Rules(0.2));
        Assert.True(double.IsFinite(restless.Entries[0].Write!.Drift));
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
        race.Run(new RaceRules(TimeSpan.FromSeconds(30), 1, false) { MinWarmUp = TimeSpan.FromSeconds(10), Limit = TimeSpan.FromSeconds(1) });
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
        Assert.Equal([null, "what was read is not what was written", null, "NotSupportedException: no"], race.Entries[0].Ways.Select(w => w.Failure));
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
}
