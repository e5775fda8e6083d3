using System.Globalization;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Links;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// What the figures come to, in sentences: the smallest, the fastest, the best over each line, by how much, and what it does not carry.
/// Each is made of the figures alone: where two cannot be told apart it says so, and where nothing was measured it says nothing.
/// </summary>
static class Conclusion
{
    /// <summary>
    /// The case that the first screen is about: the user's own, or else the one that people mean by "an ordinary answer of a service".
    /// </summary>
    public static CaseResult? Headline(LabResults results)
    {
        CaseResult[] timed = [.. results.Cases.Where(c => c.Entrants.Any(e => e.Both is not null))];
        return timed.FirstOrDefault(c => c.Id.StartsWith("own/", StringComparison.Ordinal))
            ?? timed.FirstOrDefault(c => c.Id == "records/query")
            ?? timed.FirstOrDefault(c => c.Id.EndsWith("/query", StringComparison.Ordinal))
            ?? timed.FirstOrDefault(c => c.Id == LabPlan.HeadlineCase) ?? timed.FirstOrDefault(c => LabPlan.Travels(c.Id))
            ?? timed.FirstOrDefault();
    }

    /// <summary>Those whose names a verdict begins with: what they do not carry belongs beside it.</summary>
    public static IReadOnlyList<string> Winners(LabResults results, CaseResult c)
    {
        var names = new List<string?> { Sized(c).FirstOrDefault()?.Name, Timed(c).FirstOrDefault()?.Name };
        names.AddRange(LinksOf(results).Select(l => Ranked(results, c, l).FirstOrDefault()?.Offer.Entrant.Name));
        return [.. names.OfType<string>().Distinct()];
    }

    /// <summary>None where none was asked for: then nothing is said of lines.</summary>
    public static IReadOnlyList<LinkProfile> LinksOf(LabResults results) => results.Links;

    /// <summary>By the time of a request, each contestant once, by its quickest way.</summary>
    public static IReadOnlyList<Delivery> Ranked(LabResults results, CaseResult c, LinkProfile link) =>
        [.. c.Entrants.Select(e => Delivery.Best(results, c.Id, e, link)).OfType<Delivery>().OrderBy(d => d.RequestMs)];

    static IEnumerable<EntrantResult> Sized(CaseResult c) =>
        c.Entrants.Where(e => e.Bytes is not null && e.Reason is null).OrderBy(e => e.Bytes);

    static IEnumerable<EntrantResult> Timed(CaseResult c) =>
        c.Entrants.Where(e => e.Both is not null && e.Reason is null).OrderBy(e => e.Both);

    /// <summary>The sentences of a case: smallest, fastest, and one for its lines.</summary>
    public static IReadOnlyList<(string Head, string Text)> Of(LabResults results, CaseResult c) =>
        [.. new[] { Smallest(results, c), Fastest(results, c), BestOnLinks(results, c) }.OfType<(string, string)>()];

    /// <summary>Of a case among many: the smallest and the fastest, without what they do not carry.</summary>
    public static IReadOnlyList<(string Head, string Text)> Short(CaseResult c)
    {
        var alone = new LabResults();
        return [.. new[] { Smallest(alone, c), Fastest(alone, c) }.OfType<(string, string)>()];
    }

    static (string, string)? Smallest(LabResults results, CaseResult c)
    {
        EntrantResult[] all = [.. Sized(c)];
        if (all.Length == 0)
            return null;
        EntrantResult first = all[0];
        EntrantResult[] equal = [.. all.TakeWhile(e => e.Bytes == first.Bytes)];
        string text = $"{Names(equal)}, {Show.Bytes(first.Bytes)} bytes";
        foreach (EntrantResult other in Compared(equal, all))
            text += $"; {other.Name} needs {More(other.Bytes!.Value, first.Bytes!.Value)}";
        (EntrantResult Entrant,
            PackedResult Packed)[] packed = [.. all.SelectMany(e => e.Packed.Select(p => (e, p))).OrderBy(x => x.p.Bytes)];
        bool isPacked = packed.Length > 0 && packed[0].Packed.Bytes < first.Bytes;
        if (isPacked)
        {
            EntrantResult[] least = [
                .. packed.Where(x => x.Packed.Bytes == packed[0].Packed.Bytes && x.Packed.Name == packed[0].Packed.Name)
                    .Select(x => x.Entrant)];
            text += $". Compressed, the smallest {(least.Length == 1 ? "is" : "are")} {Names(least)} by {packed[0].Packed.Name}, {Show.Bytes(packed[0].Packed.Bytes)} bytes";
        }
        return ("Smallest", text + "." + Without(results, first, named: equal.Length > 1 || isPacked));
    }

    static (string, string)? Fastest(LabResults results, CaseResult c)
    {
        EntrantResult[] all = [.. Timed(c)];
        if (all.Length == 0)
            return null;
        EntrantResult first = all[0];
        EntrantResult[] equal = [.. all.TakeWhile(e => IsTie(e, first, c))];
        string text = equal.Length > 1
            ? $"{Names(equal)}, which cannot be told apart: about {Show.Us(first.Both)} us to write and read it"
            : $"{first.Name}, {Show.Us(first.Both)} us to write and read it";
        foreach (EntrantResult other in Compared(equal, all))
            text += $"; {other.Name} takes {More(other.Both!.Value, first.Both!.Value)}";
        return ("Fastest", text + "." + Without(results, first, named: equal.Length > 1));
    }

    /// <summary>Within the noise of the race, or a tie by its samples in both directions.</summary>
    static bool IsTie(EntrantResult e, EntrantResult first, CaseResult c) => ReferenceEquals(e, first)
        || e.Both <= first.Both * (1 + NoiseOf(c)) || (e.Write!.Tie && e.Read!.Tie);

    /// <summary>Of a race that was too short to say how noisy it is, so much that it is called rough.</summary>
    static double NoiseOf(CaseResult c) => c.Noise ?? Plausibility.Noisy;

    static (string, string)? BestOnLinks(LabResults results, CaseResult c)
    {
        var parts = new List<string>();
        var winners = new List<EntrantResult>();
        foreach (LinkProfile link in LinksOf(results))
        {
            IReadOnlyList<Delivery> ranked = Ranked(results, c, link);
            if (ranked.Count == 0)
                continue;
            Delivery first = ranked[0];
            if (!winners.Contains(first.Offer.Entrant))
                winners.Add(first.Offer.Entrant);
            Delivery[] equal = [.. ranked.TakeWhile(d => IsSame(d, first, c))];
            string text = equal.Length > 1
                ? $"over {link.Name} {Names([.. equal.Select(d => NameOf(d.Offer))])}, which cannot be told apart, about {Show.Ms(first.RequestMs)} ms a request"
                : $"over {link.Name} {NameOf(first.Offer)}, {Show.Ms(first.RequestMs)} ms a request";
            Delivery? rival =
                ranked.FirstOrDefault(d => d.Offer.Entrant.Ours != first.Offer.Entrant.Ours && !Remoting.IsAround(d.Offer.Entrant));
            if (rival is not null && Array.IndexOf(equal, rival) < 0)
                text += $" ({NameOf(rival.Offer)} {More(rival.RequestMs, first.RequestMs)})";
            if (link.IsLine && ranked.Count > 1 && IsSame(ranked[^1], first, c))
                text += ": the line decides, no format does";
            parts.Add(text);
        }
        if (parts.Count == 0)
            return null;
        string all = string.Join("; ", parts);
        return ("On your line",
            char.ToUpperInvariant(all[0]) + all[1..] + "."
                + string.Concat(
                    winners.Where(w => w != Sized(c).FirstOrDefault() && w != Timed(c).FirstOrDefault())
                        .Select(w => Without(results, w, named: true))));
    }

    /// <summary>
    /// The noise is that of the processor's part; the way is exact where it is computed, and honest to about 2 ms where it was sent.
    /// </summary>
    static bool IsSame(Delivery a, Delivery b, CaseResult c)
    {
        const double Honest = 2;
        double processor = Math.Max(a.RequestMs - a.LineMs, b.RequestMs - b.LineMs);
        bool isSent = (a.How != TransferRunner.Computed && a.LineMs > Honest) || (b.How != TransferRunner.Computed && b.LineMs > Honest);
        return Math.Abs(a.RequestMs - b.RequestMs) <= (NoiseOf(c) * processor) + (isSent ? Honest : 0);
    }

    /// <summary>
    /// Who the best are compared with: the next, and the next of the other side (ours, or others'). A formatter around our protocol buffers
    /// is of neither side: it stands in the tables.
    /// </summary>
    static IEnumerable<EntrantResult> Compared(EntrantResult[] equal, EntrantResult[] all)
    {
        all = [.. all.Skip(equal.Length).Where(e => !Remoting.IsAround(e))];
        EntrantResult? next = all.FirstOrDefault();
        if (next is null)
            yield break;
        yield return next;
        bool isTold = equal.Any(e => e.Ours != equal[0].Ours) || next.Ours != equal[0].Ours;
        if (!isTold && all.FirstOrDefault(e => e.Ours != equal[0].Ours) is { } other)
            yield return other;
    }

    public static string NameOf(Offer offer) => offer.Entrant.Name + (offer.Packing.Length > 0 ? " with " + offer.Packing : "");

    static string Names(EntrantResult[] equal) => Names([.. equal.Select(e => e.Name)]);

    static string Names(string[] equal) => equal.Length switch
    {
        1 => equal[0],
        <= 4 => string.Join(", ", equal[..^1]) + " and " + equal[^1],
        _ => string.Create(CultureInfo.InvariantCulture, $"{string.Join(", ", equal[..3])} and {equal.Length - 3} others"),
    };

    /// <summary>"12 % more", "2.4 times as much".</summary>
    public static string More(double value, double than)
    {
        double ratio = value / than;
        return ratio < 1.0005 ? "the same" : ratio < 2 ? string.Create(CultureInfo.InvariantCulture, $"{(ratio - 1) * 100:0.#} % more")
            : string.Create(CultureInfo.InvariantCulture, $"{ratio:0.#} times as much");
    }

    /// <summary>A question's head as what one lacks who cannot.</summary>
    static string Noun(Probe p) => p.Id switch
    {
        "names" => "names in the payload",
        "types" => "refusing types that data names",
        "deep" => "surviving deep nesting",
        "damage" => "refusing damaged payloads",
        "newer" => "reading newer payloads",
        "older" => "reading older payloads",
        "out" => "writing in pieces",
        "in" => "reading in pieces",
        _ => p.Title,
    };

    /// <summary>What it was asked and could not, and what it changes or refuses in this run.</summary>
    static string Without(LabResults results, EntrantResult e, bool named = false)
    {
        FeatureResult? asked = results.Features.Find(f => f.Name == e.Name);
        string[] lacks = [
            .. Probe.All.Where(p => asked?.Answers.Find(a => a.Probe == p.Id) is { Verdict: Verdict.No or Verdict.Ends })
                .Select(p => Noun(p))];
        string[] refused =
            [.. results.Cases.Where(c => c.Entrants.Exists(o => o.Name == e.Name && o.Reason is not null)).Select(c => c.Id)];
        var parts = new List<string>();
        if (lacks.Length > 0)
            parts.Add("does without " + string.Join(", ", lacks));
        if (refused.Length > 0)
            parts.Add(
                "cannot carry " + string.Join(", ", refused.Take(3))
                    + (refused.Length > 3 ? string.Create(CultureInfo.InvariantCulture, $" and {refused.Length - 3} more") : ""));
        if (e.Caveat is not null)
            parts.Add("changes: " + e.Caveat);
        return parts.Count == 0 ? "" : $" {(named ? e.Name : "It")} {string.Join("; ", parts)}.";
    }
}
