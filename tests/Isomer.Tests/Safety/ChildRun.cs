using System.Diagnostics;
using System.Text;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Runs explicit tests in a process of their own, with a limit of memory and time: for input that kills the process, or never ends, where
/// the library fails.
/// </summary>
public static class ChildRun
{
    /// <param name="tests">A class all of whose tests are explicit.</param>
    /// <param name="megabytes">What its heap may have at most.</param>
    /// <param name="minutes">How long it may take, on a busy machine.</param>
    /// <param name="environment">What it is told beside.</param>
    /// <param name="host">What the runtime is told of it, before its own name.</param>
    public static void Of(Type tests, int megabytes, int minutes, IReadOnlyDictionary<string, string>? environment = null,
        params string[] host)
    {
        var info = new ProcessStartInfo("dotnet") { RedirectStandardOutput = true, RedirectStandardError = true };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>())
            info.Environment[name] = value;
        foreach (string argument in (string[])[.. host, tests.Assembly.Location, "-noColor", "-explicit", "only", "-class",
            tests.FullName!])
            info.ArgumentList.Add(argument);
        info.Environment["DOTNET_GCHeapHardLimit"] = $"{(long)megabytes << 20:X}";
        info.Environment["DOTNET_DbgEnableMiniDump"] = "0";
        using var process = Process.Start(info)!;
        var output = new StringBuilder();
        // What it said last: of what killed it.
        var last = new Queue<string?>();
        process.OutputDataReceived += (_, line) =>
        {
            lock (output)
                output.AppendLine(line.Data);
        };
        process.ErrorDataReceived += (_, line) =>
        {
            lock (output)
            {
                last.Enqueue(line.Data);
                if (last.Count > 60)
                    last.Dequeue();
            }
        };
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        if (!process.WaitForExit(TimeSpan.FromMinutes(minutes)))
        {
            process.Kill(entireProcessTree: true);
            Assert.Fail($"It did not end within {minutes} minutes.\n{Said()}");
        }
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"It ended with {process.ExitCode}.\n{Said()}");
        Assert.Contains("Errors: 0, Failed: 0, Skipped: 0, Not Run: 0", Said(), StringComparison.Ordinal);
        Assert.DoesNotContain("Total: 0,", Said(), StringComparison.Ordinal);

        string Said()
        {
            lock (output)
                return output + string.Join('\n', last);
        }
    }

    /// <summary>Runs on a thread with a stack of this size; what it throws comes out.</summary>
    public static void OnStack(int kilobytes, Action action)
    {
        System.Runtime.ExceptionServices.ExceptionDispatchInfo? thrown = null;
        var thread = new Thread(
            () =>
            {
                try
                {
                    action();
                }
                catch (Exception e)
                {
                    thrown = System.Runtime.ExceptionServices.ExceptionDispatchInfo.Capture(e);
                }
            },
            kilobytes * 1024);
        thread.Start();
        thread.Join();
        thrown?.Throw();
    }
}
