using System.Diagnostics;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>A run that waits for what does not come ends within seconds when it is told to.</summary>
[JudgedAlone("a process must have begun before it is stopped")]
public class StoppedRunTests
{
    [Theory]
    [InlineData("-", "out.compact", "--items", "--from", "json")] // standard input that stays open
    [InlineData("a.ndjson", "pipe", "--to", "csv")] // a pipe that nobody reads
    public async Task A_blocked_run_ends(string from, string to, params string[] more)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals of Unix");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.ndjson"], "{\"a\":1}\n");
        Tool.Shell($"mkfifo '{folder["pipe"]}'");
        string[] before = [.. Directory.EnumerateFiles(folder[""]).Order()];
        using Process process = Tool.Start(["convert", from == "-" ? from : folder[from], folder[to], .. more]);
        await Task.Delay(5_000, TestContext.Current.CancellationToken);
        Assert.False(process.HasExited, "ended before it was told to");
        Tool.Shell($"kill -TERM {process.Id}");
        // It was two minutes.
        Assert.True(process.WaitForExit(60_000), "still there after a minute");
        Assert.NotEqual(0, process.ExitCode);
        Assert.Equal(before, Directory.EnumerateFiles(folder[""]).Order());
    }
}
