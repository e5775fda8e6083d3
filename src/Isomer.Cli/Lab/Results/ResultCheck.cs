using System.Globalization;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// Whether what was read from a file can be results: what no run writes is found before anything is made of it. That nothing is null
/// which must not be, reading has asked already, but for what stands in lists and what constructors take.
/// </summary>
static class ResultCheck
{
    /// <summary>What is wrong with them; null if nothing is.</summary>
    public static string? Problem(LabResults results) =>
        Nulls(results) ?? Doubles(results.Cases) ?? results.Cases.Select(Of).FirstOrDefault(p => p is not null)
            ?? results.Cold.Select(Of).Concat(results.Outside.Select(Of)).Concat(results.Transfers.Select(t => Of(t, results.Links)))
                .Concat(results.Rechecks.Select(Of)).FirstOrDefault(p => p is not null);

    static string? Nulls(LabResults results)
    {
        IEnumerable<IReadOnlyList<object?>> lists = [results.Scenarios, results.Cold, results.Features, results.Links, results.Transfers,
            results.Rechecks, results.Outside, results.Problems, results.Only,
            .. results.Scenarios.Where(s => s is not null).Select(s => s.Cases),
            .. results.Features.Where(f => f is not null).Select(f => f.Answers)];
        if (lists.Any(l => l.Contains(null)) || results.Environment.ContainsValue(null!))
            return "null stands in a list.";
        foreach (CaseResult c in results.Cases)
        {
            if (c.Entrants.Contains(null!) || c.Restless.Contains(null!)
                || c.Entrants.Exists(e => e.Packed.Contains(null!) || e.Contracts.Contains(null!)))
                return $"null stands in a list of {c.Id}.";
        }
        return Texts(results).Contains(null) ? "a name or a text is left out." : null;
    }

    /// <summary>What constructors take, who is given null of what is left out.</summary>
    static IEnumerable<string?> Texts(LabResults results) =>
        results.Scenarios.SelectMany(s => (string?[])[s.Name, s.Article, s.Title, s.What])
            .Concat(results.Cases.SelectMany(c => c.Entrants).SelectMany(e => e.Packed).Select(p => p.Name))
            .Concat(results.Rechecks.SelectMany(r => (string?[])[r.Case, r.Name, r.What]))
            .Concat(results.Features.SelectMany(f => f.Answers).SelectMany(a => (string?[])[a.Probe, a.Said]))
            .Concat(results.Links.SelectMany(l => (string?[])[l.Name, l.Source]));

    static string? Doubles(IEnumerable<CaseResult> cases) =>
        cases.GroupBy(c => c.Id).FirstOrDefault(g => g.Count() > 1) is { } twice ? $"{twice.Key} is there twice." : null;

    static string? Of(CaseResult c)
    {
        if (c.Entrants.GroupBy(e => e.Name).FirstOrDefault(g => g.Count() > 1) is { } twice)
            return $"{c.Id} has {twice.Key} twice.";
        if (!IsCount(c.Noise ?? 0))
            return $"{c.Id} has a noise of {Said(c.Noise!.Value)}.";
        if (!IsCount(c.Pace ?? 0))
            return $"{c.Id} has a pace of {Said(c.Pace!.Value)}.";
        foreach (EntrantResult e in c.Entrants)
        {
            if (e is { Reason: null, Bytes: null })
                return $"{c.Id}, {e.Name}: neither a size nor a reason why there is none.";
            if (e.Bytes < 0 || e.Gzip < 0 || e.Packed.Exists(p => p.Bytes < 0 || !IsCount(p.PackUs) || !IsCount(p.UnpackUs)))
                return $"{c.Id}, {e.Name}: a size or time below nothing.";
            foreach (var (what, timing) in e.Contracts.Select(k => (k.Name, k.Timing)).Prepend(("read", e.Read)).Prepend(("write", e.Write)))
            {
                if (Of(timing) is { } wrong)
                    return $"{c.Id}, {e.Name}, {what}: {wrong}";
            }
        }
        return null;
    }

    static string? Of(OutsideResult o) => (o.Bytes < 0 ? "a size below nothing." : Of(o.Write) ?? Of(o.Read)) is { } wrong
        ? $"{o.Case}, {o.Name}: {wrong}"
        : null;

    static string? Of(Timing? timing)
    {
        if (timing is null)
            return null;
        IEnumerable<double> numbers =
            [timing.Median, timing.Low, timing.High, timing.P95, timing.Min, timing.Allocated ?? 0, .. timing.Samples];
        foreach (double number in numbers)
            if (!IsCount(number))
                return $"a figure of {Said(number)}.";
        return null;
    }

    static string? Of(ColdResult c) =>
        c.FirstUse.Append(c.Median).Append(c.Low).Append(c.High).Append(c.PeakKib ?? 0).Append(c.CpuMs ?? 0).All(IsCount)
            && (c.Reason is not null || c.FirstUse.Count > 0)
            ? null
            : $"{c.Case}, {c.Name}: a first use that cannot be.";

    static string? Of(TransferResult t, List<Links.LinkProfile> links) =>
        t.Bytes >= 0 && t.Samples.TrueForAll(IsCount) && IsCount(t.Ms) && IsCount(t.BoundMs)
            && links.TrueForAll(l => l.DownMbit > 0 && l.UpMbit > 0 && IsCount(l.RttMs) && l.InitialWindow >= 0)
            ? null
            : $"{t.Link}, {t.Case}, {t.Name}: a transfer that cannot be.";

    static string? Of(RecheckResult r) =>
        IsCount(r.Here) && IsCount(r.Fresh) && IsCount(r.Noise) && r.Slower is not <= 0 && IsCount(r.Slower ?? 1) ? null : $"{r.Case}, {r.Name}: a second figure that cannot be.";

    static bool IsCount(double number) => number >= 0 && double.IsFinite(number);

    static string Said(double number) => number.ToString(CultureInfo.InvariantCulture);
}
