using System.Diagnostics;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Measuring;

/// <summary>What races do with the time they are given: code of all at once, limits that hold, what has settled by its samples.</summary>
[Collection(Alone.Name)]
[JudgedAlone("times")]
public sealed class RaceTimeTests
{
    static readonly byte[] s_payload = [1];

    static Contestant Of(string name, Action call) => new(name, "1", () =>
    {
        call();
        return s_payload;
    }, bytes => bytes, _ => true)
    { Read = null };

    /// <summary>
    /// The compiler works on the code of one race while another is called: each pass goes over all of them, and each race then begins with
    /// code at rest, with one pass of its own where a race by itself has five at least.
    /// </summary>
    [Fact]
    public void Code_of_all_races_is_compiled_together() => Attempts.OfThree(() =>
    {
        var order = new List<char>();
        Race[] races = [.. "ab".Select(c =>
        {
            int calls = 0;
            return new Race(c.ToString(), [Of(c.ToString(), () =>
            {
                if (calls++ < 120)
                    RaceTests.Compile();
                RaceTests.Spin(2000); // longer than a sample must be: one call each
                order.Add(c);
            })], null);
        })];
        order.Clear();
        Race.Compile(races, TimeSpan.FromSeconds(20), TimeSpan.FromSeconds(10));
        string passes = string.Concat(order.Chunk(40).Select(p => p.Distinct().Count() == 1 ? p[0] : '?'));
        Assert.StartsWith("ababab", passes, StringComparison.Ordinal);
        Assert.All(races, r => Assert.False(r.IsCodeMoving));
        order.Clear();
        races[0].Run(new RaceRules(TimeSpan.FromSeconds(0.2), 1, false) { MinWarmUp = TimeSpan.FromSeconds(2), Block = 4 });
        Assert.False(races[0].IsCodeMoving);
        // A pass of 40, two blocks of four and more, and what fits into a tenth of a second.
        Assert.True(order.Count < 200, $"{order.Count} calls");
        Assert.True(races[0].Rounds >= 9);
    });

    /// <summary>
    /// Passes over many races end when they compile fewer methods than there are operations: the last four of eight took 21 of 47 s for 205
    /// methods of 17,930. One contestant that compiles at its calls for ever would have kept them at it until the time was up.
    /// </summary>
    [Fact]
    public void What_is_left_of_the_code_is_each_races_own() => Attempts.OfThree(() =>
    {
        int calls = 0, others = 0;
        Race[] races = [new Race("a", [Of("a", () =>
        {
            if (calls++ % 40 == 0)
                RaceTests.Compile();
        })], null), .. Enumerable.Range(0, 9).Select(i => new Race("b" + i, [Of("b" + i, () => others++)], null))];
        long start = Stopwatch.GetTimestamp();
        Race.Compile(races, TimeSpan.FromSeconds(30), TimeSpan.FromSeconds(10));
        Assert.True(Stopwatch.GetElapsedTime(start).TotalSeconds < 10, $"{Stopwatch.GetElapsedTime(start)}, {calls} calls");
        Assert.InRange(others, 9 * 40, int.MaxValue);
    });

    /// <summary>
    /// What a race will take is known of its calls, so that each has its share of the time by what it is, not by what was thought.
    /// </summary>
    [Fact]
    public void Calls_tell_what_a_race_takes() => Attempts.OfThree(() =>
    {
        Race[] races = [.. new[] { 2000, 20_000 }.Select(us => new Race("r", [Of("r", () => RaceTests.Spin(us))], null))];
        Race.Compile(races, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(0.5));
        double[] expected = [.. races.Select(r => r.Expected(block: 4).TotalSeconds)];
        // 17 samples of one call each, and 0.8 s.
        Assert.InRange(expected[0], 0.8 + (17 * 0.0019), 0.8 + (17 * 0.003));
        Assert.InRange(expected[1], 0.8 + (17 * 0.0199), 0.8 + (17 * 0.03));
        // One that allocates much is sampled behind a collection, for 5 ms and not one, and has as many calls before that are not timed.
        var small = new Race("s", [Of("s", () => RaceTests.Spin(100))], null);
        var much = new Race("m", [Of("m", () =>
        {
            GC.KeepAlive(new byte[200_000]);
            RaceTests.Spin(100);
        })], null);
        Race.Compile([small, much], TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(0.5));
        Assert.InRange(small.Expected(4).TotalSeconds, 0.8 + (17 * 0.001), 0.8 + (17 * 0.002));
        Assert.InRange(much.Expected(4).TotalSeconds, 0.8 + (17 * (0.006 + (8 * 2 * 0.0001))), 0.8 + (17 * 0.02));
    });

    /// <summary>
    /// Behind its limit a race keeps the rounds it needs though code still moves, and says so. It once threw away up to a hundred more, and
    /// the races behind it had a second each.
    /// </summary>
    [Fact]
    public void A_limit_is_kept_though_code_still_moves()
    {
        var race = new Race("x", [.. Enumerable.Range(0, 6).Select(i => Of("c" + i, () =>
        {
            RaceTests.Compile();
            RaceTests.Spin(20_000);
        }))], null);
        long start = Stopwatch.GetTimestamp();
        race.Run(
            new RaceRules(TimeSpan.FromSeconds(30), 1, false)
            { MinWarmUp = TimeSpan.FromSeconds(10), Block = 4, Limit = TimeSpan.FromSeconds(1) });
        // Two blocks at the most, five rounds: 2 s of calls. A hundred rounds are 12 s.
        Assert.True(Stopwatch.GetElapsedTime(start).TotalSeconds < 9, $"{Stopwatch.GetElapsedTime(start)}, {race.Discarded} discarded");
        Assert.True(race.IsCodeMoving);
        Assert.InRange(race.Rounds, 5, 20);
    }

    /// <summary>
    /// Where there is time for one block of the warm-up alone, the samples tell who has settled: one that stands still has, one that goes
    /// on changing has not.
    /// </summary>
    [Fact]
    public void Samples_tell_who_has_settled() => Attempts.OfThree(() =>
    {
        double microseconds = 1500;
        Operation[] operations = [.. new[] { 1, 1.3 }.Select(growth => new Operation(() => RaceTests.Spin(microseconds *= growth)))];
        for (int i = 0; i < operations.Length; i++, microseconds = 1500)
        {
            operations[i].Settle(4);
            Assert.True(double.IsInfinity(operations[i].Drift), "more than one block");
            for (int round = 1; round <= 8; round++)
            {
                Assert.False(operations[i].IsSettled);
                operations[i].Measure();
                operations[i].End(isKept: true);
            }
        }
        Assert.Equal([true, false], operations.Select(o => o.IsSettled));
    });
}
