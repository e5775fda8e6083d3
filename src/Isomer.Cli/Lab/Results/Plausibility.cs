using System.Globalization;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// What cannot be, or can hardly be, across a run: a part that takes longer than the whole, samples that were still falling, a fresh
/// process that gives another figure; and races that had no quiet. Each is said with its numbers beside the results; no figure is taken
/// away.
/// </summary>
static class Plausibility
{
    /// <summary>The first of each two is a part of the second: the same values, and fewer of them or fewer of their members.</summary>
    static readonly (string Part, string Whole)[] s_parts =
    [
        ("datacontract/parents", "datacontract/children"), ("northwind/contracts", "northwind/orders"),
        ("messages/test1", "messages/test3"),
        ("polymorphic/plain", "polymorphic/exotic"), ("polymorphic/exotic", "polymorphic/dataset"),
    ];

    /// <summary>What speaks against figures, the gravest first.</summary>
    public static List<string> Doubts(LabResults results) =>
        [.. Fresh(results), .. results.Cases.SelectMany(Fallen), .. Parts(results), .. results.Cases.Select(Rough).OfType<string>()];

    /// <summary>More noise than this, and a race tells who is several times as fast, not by how much.</summary>
    public const double Noisy = 0.25;
    const int FewRounds = 9;

    /// <summary>Why the figures of a case are only rough ones; null if they are not.</summary>
    public static string? Rough(CaseResult c)
    {
        if (c.SizeOnly || c.Rounds == 0)
            return null;
        var parts = new List<string>();
        if (c.Noise > Noisy)
            parts.Add($"{c.Reference} against itself differs by up to {Show.Percent(c.Noise)}");
        if (c.CodeMoved)
            parts.Add("code was still being compiled while it was measured");
        if (2 * c.Unsettled > c.Operations)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"{c.Unsettled} of {c.Operations} operations had not settled"));
        if (c.Rounds < FewRounds)
            parts.Add(string.Create(CultureInfo.InvariantCulture, $"there was time for {c.Rounds} rounds only"));
        return parts.Count == 0
            ? null
            : $"{c.Id}: rough figures: {string.Join(", ", parts)}. More time (--seconds) or a quieter machine gives surer ones.";
    }

    static IEnumerable<string> Fresh(LabResults results)
    {
        foreach (RecheckResult r in results.Rechecks.Where(r => !r.Agrees))
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{r.Case}: {r.Name}, {r.What}: {Show.Us(r.Here)} us here, {Show.Us(r.Fresh)} us in a fresh process{Slower(r)}.");
    }

    /// <summary>Less is within what two races differ by anyhow.</summary>
    const double SameMachine = 0.1;

    static bool IsOtherMachine(RecheckResult r) => r.Slower is { } slower && Math.Abs(slower - 1) > SameMachine;

    /// <summary>What was taken out of the figures of the fresh process, which has one race and so one pace.</summary>
    static string Beside(LabResults results) => results.Rechecks.Find(IsOtherMachine) is not { } other ? ""
        : string.Create(CultureInfo.InvariantCulture,
            $", beside the machine, which took {other.Slower:0.00} times as long there for what is always the same");

    static string Slower(RecheckResult r) => IsOtherMachine(r) ? $", {Show.Us(r.Beside)} us beside the machine" : "";

    static IEnumerable<string> Fallen(CaseResult c)
    {
        foreach (EntrantResult e in c.Entrants)
        {
            foreach (var (what, timing) in new[] { ("write", e.Write), ("read", e.Read) }.Concat(
                e.Contracts.Select(k => (k.Name, k.Timing))))
            {
                if (timing is { Fell: true })
                    yield return $"{c.Id}: {e.Name}, {what}: became faster while it was sampled: its median, {Show.Us(timing.Median)} us, is more than it takes in the end.";
            }
        }
    }

    static IEnumerable<string> Parts(LabResults results)
    {
        Dictionary<string, CaseResult> cases = results.Cases.Where(c => !c.SizeOnly).ToDictionary(c => c.Id);
        CaseResult[] tables = [
            .. results.Cases.Where(
                c => !c.SizeOnly && c.Rows > 0 && c.Id == string.Create(CultureInfo.InvariantCulture, $"dataset/{c.Rows}"))
                    .OrderBy(c => c.Rows)];
        foreach (var (part, whole) in s_parts.Concat(tables.Zip(tables.Skip(1), (a, b) => (a.Id, b.Id))))
        {
            if (!cases.TryGetValue(part, out CaseResult? small) || !cases.TryGetValue(whole, out CaseResult? large))
                continue;
            double noise = Math.Max(small.Noise ?? 0, large.Noise ?? 0), slower = Math.Max(1, small.SlowerThan(large));
            foreach (EntrantResult e in small.Entrants)
            {
                EntrantResult? other = large.Entrants.Find(o => o.Name == e.Name);
                foreach (var (what, a, b) in new[] { ("write", e.Write, other?.Write), ("read", e.Read, other?.Read) })
                {
                    if (a is not null && b is not null && a.Low > b.High * slower && a.Median > b.Median * slower * (1 + noise))
                        yield return $"{part}: {e.Name}, {what}: {Show.Us(a.Median)} us, which is more than the {Show.Us(b.Median)} us of {whole}, of which it is a part.";
                }
            }
        }
    }

    /// <summary>Counts that no run can have: results that were damaged, or a bug of the lab.</summary>
    public static IEnumerable<string> Impossible(CaseResult c)
    {
        foreach (var (count, what) in new[] { (c.Unsettled, "had not settled"), (c.Falling, "became faster while they were sampled") })
        {
            if (count < 0 || count > c.Operations)
                yield return string.Create(CultureInfo.InvariantCulture,
                    $"{c.Id}: {count} of {c.Operations} operations {what}: there are not so many.");
        }
    }

    /// <summary>Operations of a race of which nobody can say whether their samples fell; of the one that runs twice, both.</summary>
    static int TooFew(CaseResult c) => c.Rounds < Measuring.Race.FewestToFall
        ? c.Operations
        : c.Entrants.Sum(e => (e.Name == c.Reference ? 2 : 1) * new[] { e.Write, e.Read }.Concat(e.Contracts.Select(k => k.Timing))
            .Count(t => t?.Samples.Count < Measuring.Race.FewestToFall));

    /// <summary>What was looked at, in a sentence, for the page.</summary>
    public static string Said(LabResults results)
    {
        int agree = results.Rechecks.Count(r => r.Agrees);
        int falling = results.Cases.Sum(c => c.Falling), operations = results.Cases.Where(c => !c.SizeOnly).Sum(c => c.Operations);
        int few = results.Cases.Where(c => !c.SizeOnly).Sum(TooFew);
        double noise = results.Rechecks.Select(r => r.Noise).DefaultIfEmpty().Max();
        string fresh = results.Rechecks.Count == 0 ? "No figure was measured again in a fresh process"
            : string.Create(CultureInfo.InvariantCulture,
                $"{agree} of {results.Rechecks.Count} figures that were measured again in a fresh process came out within {(noise > RecheckResult.Most ? $"{Show.Percent(noise)}, which is the noise of these races" : $"{Show.Percent(RecheckResult.Most)} of them")}{Beside(results)}");
        string untold = few == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $" ({few} others had too few samples to tell)");
        int raced = results.Cases.Count(c => !c.SizeOnly && c.Rounds > 0), rough = results.Cases.Count(c => Rough(c) is not null);
        return string.Create(CultureInfo.InvariantCulture,
            $"{fresh}; {raced - rough} of {raced} races were quiet; {falling} of {operations - few} operations became faster while they were sampled{untold}; {Parts(results).Count()} took longer for a part than for the whole.");
    }
}
