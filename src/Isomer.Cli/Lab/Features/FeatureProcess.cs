using System.Diagnostics;
using System.Globalization;
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
    static readonly TimeSpan s_patience = TimeSpan.FromSeconds(10);

    /// <summary>About how long all of it takes.</summary>
    public const double Seconds = 9;

    /// <summary>The child: says the number of each question, asks it, and says the answer. Arguments: the first question, and the contestants.</summary>
    public static int Run(ReadOnlySpan<string> arguments)
    {
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

    /// <summary>The matrix: a row for each contestant, an answer for each question.</summary>
    public static async Task<List<FeatureResult>> AskAsync(IReadOnlyList<LabPeer> peers, double seconds, CancellationToken stop)
    {
        LabPeer[] asked = [.. peers.Where(Respondent.IsAsked)];
        var budget = new Budget(seconds, 0);
        int groups = Math.Min(Environment.ProcessorCount, 2);
        var answers = await Task.WhenAll(Enumerable.Range(0, groups).Select(g => AskGroupAsync([.. asked.Where((_, i) => i % groups == g).Select(p => p.Name)], budget, stop))).ConfigureAwait(false);
        var all = answers.SelectMany(a => a).ToDictionary(a => a.Key, a => a.Value);
        return
        [
            .. asked.Select(p => new FeatureResult
            {
                Name = p.Name,
                Version = p.Version,
                Options = p.Options,
                Ours = p.IsOurs,
                Answers = [.. Probe.All.Select(q => all.TryGetValue((p.Name, q.Id), out Answer? answer) ? new FeatureAnswer(q.Id, answer.Verdict, answer.Said) : new FeatureAnswer(q.Id, Verdict.NotAsked, "no time was left"))],
            }),
        ];
    }

    static async Task<Dictionary<(string, string), Answer>> AskGroupAsync(string[] names, Budget budget, CancellationToken stop)
    {
        var answers = new Dictionary<(string, string), Answer>();
        int count = Probe.All.Count, next = 0;
        while (next < names.Length * count && budget.Left > 0)
        {
            using Process process = SelfProcess.Start([Command, next.ToString(CultureInfo.InvariantCulture), .. names]);
            int open = -1;
            string? end = null;
            while (end is null)
            {
                string? line;
                try
                {
                    line = await process.StandardOutput.ReadLineAsync(stop).AsTask().WaitAsync(s_patience, stop).ConfigureAwait(false);
                }
                catch (Exception e) when (e is TimeoutException or OperationCanceledException)
                {
                    process.Kill();
                    stop.ThrowIfCancellationRequested();
                    end = $"no answer in {s_patience.TotalSeconds} seconds";
                    break;
                }
                if (line is null)
                {
                    await process.WaitForExitAsync(stop).ConfigureAwait(false);
                    end = "ends the process";
                }
                else if (line.Split('\t') is [var number, var verdict, var said])
                {
                    next = int.Parse(number, CultureInfo.InvariantCulture);
                    answers[(names[next / count], Probe.All[next++ % count].Id)] = new Answer(Enum.Parse<Verdict>(verdict), said);
                    open = -1;
                }
                else
                {
                    open = int.Parse(line, CultureInfo.InvariantCulture);
                }
                if (budget.Left <= 0 && end is null)
                {
                    process.Kill();
                    return answers;
                }
            }
            if (open < 0 && next < names.Length * count)
                throw new InvalidOperationException($"the process that asks for features ended with code {process.ExitCode}"); // between two questions: a bug of ours
            if (open >= 0)
            {
                answers[(names[open / count], Probe.All[open % count].Id)] = new Answer(Verdict.Ends, end);
                next = open + 1;
            }
        }
        return answers;
    }
}
