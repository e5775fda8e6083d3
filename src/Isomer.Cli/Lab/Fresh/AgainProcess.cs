using System.Diagnostics;
using Isomer.Cli.Lab.Results;

namespace Isomer.Cli.Lab.Fresh;

/// <summary>
/// Some of the figures that the verdict speaks of, measured once more by a process of its own, in which other contestants have not shaped
/// the heap, the compiler's profile and the caches. It is the same command line again, so that one's own data and rows are there too.
/// </summary>
static class AgainProcess
{
    /// <summary>The option by which the command line is told that it is that process.</summary>
    public const string Option = "--again";
    static readonly JsonOptions s_json = JsonOptions.Web;

    public static Again Read(string file) => Json.Deserialize<Again>(File.ReadAllBytes(file), s_json);

    /// <summary>The fastest of each side, and the next of the others: those whose distance the verdict tells.</summary>
    public static List<string> NamesFor(CaseResult c)
    {
        EntrantResult[] timed = [.. c.Entrants.Where(e => e.Both is not null).OrderBy(e => e.Both)];
        return [.. timed.Where(e => e.Ours).Take(1).Concat(timed.Where(e => !e.Ours).Take(2)).Select(e => e.Name)];
    }

    /// <summary>Both figures of each contestant, here and there; none if the process gave no answer.</summary>
    public static async Task<List<RecheckResult>> MeasureAsync(CaseResult c, string[] arguments, double seconds, CancellationToken stop)
    {
        List<string> names = NamesFor(c);
        string folder = Directory.CreateTempSubdirectory("isomer-again-").FullName;
        try
        {
            string request = Path.Combine(folder, "request.json"), answer = Path.Combine(folder, LabResults.FileName);
            await File.WriteAllBytesAsync(request, Json.Serialize(new Again(c.Id, names, seconds / 3, answer), s_json), stop)
                .ConfigureAwait(false);
            using Process process = SelfProcess.Start([.. arguments, Option, request]);
            try
            {
                await process.StandardOutput.ReadToEndAsync(stop).ConfigureAwait(false);
                await process.WaitForExitAsync(stop).ConfigureAwait(false);
            }
            finally
            {
                process.Kill(); // which one that has ended does not mind
            }
            if (!File.Exists(answer))
                Terminal.Note(string.Create(System.Globalization.CultureInfo.InvariantCulture,
                    $"{Root.Name}: the process that measures {c.Id} once more ended with exit code {process.ExitCode} and gave no answer."));
            return File.Exists(answer) && LabResults.Load(answer).Cases.FirstOrDefault() is { } fresh ? Compare(c, fresh) : [];
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    public static List<RecheckResult> Compare(CaseResult here, CaseResult fresh)
    {
        var found = new List<RecheckResult>();
        double noise = Math.Max(here.Noise ?? 0, fresh.Noise ?? 0), slower = Math.Round(fresh.SlowerThan(here), 4);
        foreach (EntrantResult again in fresh.Entrants)
        {
            EntrantResult? first = here.Entrants.Find(e => e.Name == again.Name);
            foreach (var (what, a, b) in new[] { ("write", first?.Write, again.Write), ("read", first?.Read, again.Read) })
            {
                if (a is not null && b is not null)
                    found.Add(new RecheckResult(here.Id, again.Name, what, a.Median, b.Median, noise, slower));
            }
        }
        return found;
    }
}
