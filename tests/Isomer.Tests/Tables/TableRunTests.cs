using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>What a run of random sets tells.</summary>
public class TableRunTests
{
    /// <summary>The framework of its second case never comes back, of however many numbers that is drawn.</summary>
    sealed class Endless : TableComparison
    {
        int _cases;

        public override string Name => "Endless";

        public override string? Compare(Choices choices, TableRun run)
        {
            bool ends = _cases++ != 1;
            return run.Differs("reads", () => Spun(ends), static () => 1, static (_, _) => null, static _ => false, static _ => false,
                static () => "");
        }

        static object? Spun(bool ends)
        {
            while (!ends)
                Thread.SpinWait(1);
            return 1;
        }
    }

    [Fact]
    public void A_case_that_does_not_end_is_told()
    {
        // Only Linux says what another thread has taken.
        Assert.SkipUnless(OperatingSystem.IsLinux(), "ended on Linux alone");
        var comparison = new Endless();
        List<string> told = [];
        var e = Assert.ThrowsAny<Exception>(() => new TableRun(comparison, told.Add, TimeSpan.FromSeconds(0.2)).Run(3));
        string seed = told[0].Split(": ")[1];
        Assert.Contains($"Endless, {seed}, case ", e.Message, StringComparison.Ordinal);
        Assert.Contains(" does not end: reads, the framework's, more than 0.2 s of processor time", e.Message, StringComparison.Ordinal);
        // The cases behind it are compared all the same.
        Assert.Contains("3 cases", told[^1], StringComparison.Ordinal);
    }
}
