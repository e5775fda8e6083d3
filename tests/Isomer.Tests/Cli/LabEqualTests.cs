using System.Diagnostics;
using Isomer.Cli.Lab;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Two contestants that are the same but for their names: nobody is first, in no sentence, whatever the race was like.</summary>
[JudgedAlone("a race of contestants")]
public sealed class LabEqualTests
{
    /// <summary>Json, and as long a wait before each call as is said.</summary>
    sealed class Peer(string name, double microseconds, bool isOurs = false) : LabPeer
    {
        public override string Name => name;

        public override string Version => "1";

        public override bool IsOurs => isOurs;

        public override PeerCalls For<T>(LabCase<T> @case) => new(() =>
        {
            Spin();
            return Json.Serialize(@case.Value);
        }, bytes =>
        {
            Spin();
            return Json.Deserialize<T>(bytes)!;
        });

        void Spin()
        {
            long start = Stopwatch.GetTimestamp();
            while (Stopwatch.GetElapsedTime(start).TotalMicroseconds < microseconds)
            {
            }
        }
    }

    static CaseResult Raced(double seconds, ulong seed, params LabPeer[] peers)
    {
        var @case = new LabCase<List<int>> { Id = "own/Twins", Title = "twins", Value = [1, 2, 3] };
        return new CaseRunner(@case, peers, static _ => true)
            .Run(seconds, double.PositiveInfinity, isFirst: false, seed, CancellationToken.None).Result;
    }

    static string[] Sentences(CaseResult c)
    {
        var results = new LabResults { Links = [LinkProfile.Parse("lan"), LinkProfile.Parse("geo")] };
        results.Scenarios.Add(new ScenarioResult("own", "", "", "") { Cases = { c } });
        return [.. Conclusion.Of(results, c).Select(s => $"{s.Head}: {s.Text}")];
    }

    /// <summary>
    /// In a short race and in a longer one. Other work on the machine may part them in one race; it does not in three.
    /// </summary>
    [Theory]
    [InlineData(0.05)]
    [InlineData(1.5)]
    public void Of_two_that_are_equal_none_is_first(double seconds)
    {
        for (int attempt = 1; ; attempt++)
        {
            CaseResult c = Raced(seconds, (ulong)attempt, new Peer("Isomer Left", 100, isOurs: true), new Peer("Right", 100),
                new Peer("Slow", 300));
            string[] sentences = Sentences(c);
            string[] wrong = [.. sentences.Where(s => !Together(s))];
            Assert.Equal(3, sentences.Length);
            // Who takes three times as long is not among them, unless the noise is as large.
            if (c.Noise < 0.5)
                Assert.DoesNotContain("Slow", sentences[1].Split(';')[0], StringComparison.Ordinal);
            if (wrong.Length == 0)
                return;
            Assert.True(attempt < 3, string.Join('\n', wrong));
        }
    }

    /// <summary>Whether each of its parts that begins with one of them begins with both.</summary>
    static bool Together(string sentence) =>
        sentence.Split(": ", 2)[1].Split("; ").All(part => !part.Contains("Left", StringComparison.Ordinal)
            || part.Contains("Right", StringComparison.Ordinal));
}
