using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Fresh;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Features;

/// <summary>
/// Asks all questions in processes of their own: a stack overflow cannot be caught, and is an answer too. A process that ended goes on
/// behind the question that ended it.
/// </summary>
static class FeatureProcess
{
    public const string Command = "lab-features";

    /// <summary>
    /// Of the child's own processor time, so that a busy machine makes nobody one who gives no answer; and by the clock, for one that
    /// sleeps for ever.
    /// </summary>
    static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10), s_mostPatience = TimeSpan.FromMinutes(2);

    /// <summary>About how long a contestant's answers take, and the most that all may.</summary>
    public const double SecondsEach = 0.7;
    public const double MostSeconds = 60;

    /// <summary>
    /// The child: says the number of each question, asks it, and says the answer. Arguments: the first question, and the contestants.
    /// </summary>
    public static int Run(ReadOnlySpan<string> arguments)
    {
        if (OperatingSystem.IsLinux())
            _ = ProcessControl(NotDumpable, 0);
        string[] names = [.. arguments[1..]];
        int count = Probe.All.Count;
        for (int i = int.Parse(arguments[0], CultureInfo.InvariantCulture); i < names.Length * count; i++)
        {
            System.Console.Out.WriteLine(i);
            System.Console.Out.Flush();
            LabPeer peer = LabPeers.Named(names[i / count]);
            Probe probe = Probe.All[i % count];
            Answer answer = HostileProbes.OnStack(1 << 20, () => probe.Of(peer), e => new Answer(Verdict.No, Probe.Refused(e)));
            System.Console.Out.WriteLine($"{i}\t{answer.Verdict}\t{answer.Said.ReplaceLineEndings(" ")}");
        }
        return ExitCode.Ok;
    }

    const int NotDumpable = 4; // PR_SET_DUMPABLE, to 0

    /// <summary>It is meant to end: where core files are written, each end would leave 100 MB in the user's folder.</summary>
    [DllImport("libc", EntryPoint = "prctl"), DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    static extern int ProcessControl(int option, nuint value);

    /// <summary>The matrix: a row for each contestant, an answer for each question.</summary>
    public static async Task<List<FeatureResult>> AskAsync(IReadOnlyList<LabPeer> peers, double seconds, CancellationToken stop)
    {
        LabPeer[] asked = [.. peers.Where(Respondent.IsAsked)];
        var budget = new Budget(seconds, 0);
        int groups = Math.Min(Environment.ProcessorCount, 2);
        var answers = await Task.WhenAll(
            Enumerable.Range(0, groups)
                .Select(g => AskGroupAsync([.. asked.Where((_, i) => i % groups == g).Select(p => p.Name)], budget, stop)))
                    .ConfigureAwait(false);
        var all = answers.SelectMany(a => a).ToDictionary(a => a.Key, a => a.Value);
        return
        [
            .. asked.Select(p => new FeatureResult
            {
                Name = p.Name,
                Version = p.Version,
                Options = p.Options,
                Ours = p.IsOurs,
                Answers = [
                    .. Probe.All.Select(
                        q => all.TryGetValue((p.Name, q.Id), out Answer? answer)
                            ? new FeatureAnswer(q.Id, answer.Verdict, answer.Said)
                            : new FeatureAnswer(q.Id, Verdict.NotAsked, "no time was left"))],
            }),
        ];
    }

    static async Task<Dictionary<(string, string), Answer>> AskGroupAsync(string[] names, Budget budget, CancellationToken stop)
    {
        var answers = new Dictionary<(string, string), Answer>();
        int count = Probe.All.Count, next = 0;
        void Keep(int question, Answer answer)
        {
            answers[(names[question / count], Probe.All[question % count].Id)] = answer;
            next = question + 1;
        }
        while (next < names.Length * count && budget.Left > 0)
        {
            using Process process = SelfProcess.Start([Command, next.ToString(CultureInfo.InvariantCulture), .. names]);
            int? open = null;
            string end = "ends the process";
            try
            {
                while (budget.Left > 0 && await LineAsync(process, stop).ConfigureAwait(false) is { } line)
                {
                    string[] parts = line.Split('\t');
                    int question = int.Parse(parts[0], CultureInfo.InvariantCulture);
                    open = parts.Length == 1 ? question : null;
                    if (parts.Length == 3)
                        Keep(question, new Answer(Enum.Parse<Verdict>(parts[1]), parts[2]));
                }
            }
            catch (TimeoutException)
            {
                end = $"no answer in {s_patience.TotalSeconds} seconds of processor time";
            }
            finally
            {
                process.Kill(); // which one that has ended does not mind
            }
            if (budget.Left <= 0)
                break;
            if (open is { } last)
                Keep(last, new Answer(Verdict.Ends, end));
            else if (next < names.Length * count)
                // a bug of ours
                throw new InvalidOperationException(
                    $"The process that asks for features ended between two questions, before {next} of {names.Length * count}.");
        }
        return answers;
    }

    /// <summary>The next line of the child; it has run out of patience with one that works without end.</summary>
    static async Task<string?> LineAsync(Process process, CancellationToken stop)
    {
        Task<string?> line = process.StandardOutput.ReadLineAsync(stop).AsTask();
        long start = Stopwatch.GetTimestamp();
        TimeSpan? begun = TimeOf(process);
        while (await Task.WhenAny(line, Task.Delay(200, stop)).ConfigureAwait(false) != line)
        {
            if (TimeOf(process) - begun > s_patience || Stopwatch.GetElapsedTime(start) > s_mostPatience)
                throw new TimeoutException();
        }
        return await line.ConfigureAwait(false);
    }

    /// <summary>Null when it has ended: then its last line is there soon.</summary>
    static TimeSpan? TimeOf(Process process)
    {
        try
        {
            return process.TotalProcessorTime;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
