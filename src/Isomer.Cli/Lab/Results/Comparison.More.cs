using System.Globalization;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Links;

namespace Isomer.Cli.Lab.Results;

/// <summary>
/// What else two runs have: sizes of compressed payloads, peak memory, transfers, and what each contestant carries. Results of earlier
/// versions that lack some of it are compared by what they have.
/// </summary>
sealed partial class Comparison
{
    /// <summary>Two libraries of one compression differ by less; the payload's own size is compared to the byte.</summary>
    const double MinPackedPart = 0.01;

    /// <summary>The collector decides when memory is given back: peaks of one program differ by a few megabytes.</summary>
    const double MinPeakKib = 4096, MinPeakPart = 0.25;

    /// <summary>
    /// The shaper is honest to 2 ms, in either run, and the samples of one are taken within a moment: on a machine with a load of 20 to 50
    /// transfers of the same bytes differed by 0.84 to 3.95 from run to run, each sample of one from each of the other (2026-11-29). What
    /// goes over a line are bytes, so where these are the same the difference is the machine's, and tells what others have to exceed.
    /// </summary>
    const double MinTransferMs = 4, MinTransferPart = 0.05;
    const int MinSends = 3;

    readonly List<string> _gained = [];

    /// <summary>By how much transfers of the same bytes took longer, in order, of each line and protocol.</summary>
    readonly SortedDictionary<(string Link, string Protocol), double[]> _sames = [];
    int _answers, _lost, _fewSends, _unpacked;

    void Packed(string id, EntrantResult before, EntrantResult after)
    {
        foreach (PackedResult old in before.Packed)
        {
            if (after.Packed.Find(p => p.Name == old.Name) is { } now)
                Size(id, before.Name, old.Name, old.Bytes, now.Bytes);
            else
                _unpacked++;
        }
        if (before.Gzip is { } was && after.Gzip is { } gzip && !before.Packed.Exists(p => p.Name == Packing.Gzip))
            Size(id, before.Name, Packing.Gzip, was, gzip);
    }

    void Size(string id, string name, string packing, long before, long after)
    {
        double ratio = Change.RatioOf(before, after);
        _changes.Add(new Change(id, name, packing + " bytes", before, after, ratio, ratio, Math.Abs(ratio - 1) > MinPackedPart, 0));
    }

    void Peak(ColdResult before, ColdResult after)
    {
        if (before.PeakKib is not { } was || after.PeakKib is not { } now)
            return;
        double ratio = Change.RatioOf(was, now);
        _changes.Add(new Change(before.Case, before.Name, "peak memory, KiB", was, now, ratio, ratio,
            Math.Abs(now - was) >= MinPeakKib && Math.Abs(ratio - 1) > MinPeakPart, 0));
    }

    void Features()
    {
        if (_before.Features.Count == 0)
            return;
        if (_after.Features.Count == 0)
        {
            _unasked.Add("what they carry (features)");
            return;
        }
        foreach (FeatureResult old in _before.Features)
        {
            if (_after.Features.Find(f => f.Name == old.Name) is not { } now)
            {
                if (!IsAsked(old.Name) || IsWider)
                    _unasked.Add($"features, {old.Name}");
                else
                    _gone.Add($"features, {old.Name}: the later run has no such contestant");
                continue;
            }
            foreach (FeatureAnswer was in old.Answers.Where(a => a.Verdict != Verdict.NotAsked))
            {
                string what = $"features, {old.Name}, {Probe.All.FirstOrDefault(p => p.Id == was.Probe)?.Title ?? was.Probe}";
                if (now.Answers.Find(a => a.Probe == was.Probe) is not { } answer || answer.Verdict == Verdict.NotAsked)
                {
                    _unasked.Add(what);
                    continue;
                }
                _answers++;
                string said = $"{what}: it was {Word(was.Verdict)}, and is {Word(answer.Verdict)} ({answer.Said})";
                if (answer.Verdict > was.Verdict)
                {
                    _gone.Add(said);
                    _lost++;
                }
                else if (answer.Verdict < was.Verdict)
                    _gained.Add(said);
            }
        }
    }

    static string Word(Verdict verdict) => verdict switch
    {
        Verdict.Yes => "yes",
        Verdict.Partly => "in part",
        Verdict.No => "no",
        _ => "the end of the process",
    };

    void Transfers()
    {
        var after = _after.Transfers.GroupBy(Key).ToDictionary(g => g.Key, g => g.First());
        var unasked = new SortedSet<string>(StringComparer.Ordinal);
        foreach (var line in _before.Transfers.Where(
            o => after.TryGetValue(Key(o), out TransferResult? now) && now.Bytes == o.Bytes && IsSent(o, now))
            .GroupBy(static o => (o.Link, o.Protocol)))
            _sames[line.Key] = [.. line.Select(o => Change.RatioOf(o.Ms, after[Key(o)].Ms)).Order()];
        foreach (TransferResult old in _before.Transfers)
        {
            LinkProfile? line = _after.Links.Find(l => l.Name == old.Link);
            if (line is null || line != _before.Links.Find(l => l.Name == old.Link))
            {
                unasked.Add(line is null ? $"link {old.Link}" : $"link {old.Link}, which was another line");
                continue;
            }
            // Whose case or contestant is gone has been told.
            if (!after.TryGetValue(Key(old), out TransferResult? now))
                continue;
            if (!IsSent(old, now))
            {
                _fewSends++;
                continue;
            }
            // Of a line that is added by arithmetic the samples are the rest.
            double added = Math.Max(0, old.Ms - Measuring.Statistics.Median([.. old.Samples])),
                addedNow = Math.Max(0, now.Ms - Measuring.Statistics.Median([.. now.Samples]));
            double low = Change.RatioOf(old.Samples.Max() + added, now.Samples.Min() + addedNow);
            double high = Change.RatioOf(old.Samples.Min() + added, now.Samples.Max() + addedNow), ratio = Change.RatioOf(old.Ms, now.Ms);
            string who = old.Name + (old.Packing.Length > 0 ? " with " + old.Packing : "");
            double least = _sames.TryGetValue((old.Link, old.Protocol), out double[]? same)
                ? Math.Max(MinTransferPart, OffOne(same)) : MinTransferPart;
            _changes.Add(new Change(old.Case, who, $"{old.Link}, {old.Protocol}, ms", old.Ms, now.Ms, low, high,
                old.Bytes != now.Bytes && (low > 1 || high < 1) && Math.Abs(now.Ms - old.Ms) > MinTransferMs
                && Math.Abs(ratio - 1) > least, 0));
        }
        _unasked.AddRange(unasked);
    }

    static bool IsSent(TransferResult before, TransferResult after) =>
        Math.Min(before.Samples.Count, after.Samples.Count) >= MinSends && before.How == after.How;

    /// <summary>How far the farthest of ratios, in order, is from one.</summary>
    static double OffOne(double[] ratios) => Math.Max(ratios[^1] - 1, 1 - ratios[0]);

    static (string Link, string Case, string Name, string Packing, string Protocol) Key(TransferResult t) =>
        (t.Link, t.Case, t.Name, t.Packing, t.Protocol);

    /// <summary>What the table has no place for.</summary>
    IEnumerable<string> More()
    {
        if (_answers > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"Of {_answers} answers about what they carry {_lost} became worse and {_gained.Count} better.");
        foreach (string gained in _gained)
            yield return "better: " + gained;
        foreach (var ((link, protocol), same) in _sames)
            if (OffOne(same) > MinTransferPart)
                yield return string.Create(CultureInfo.InvariantCulture,
                    $"{link}, {protocol}: transfers of the same bytes took {same[0]:0.00} to {same[^1]:0.00} times as long in the later run ({same.Length} of them): that is the machine, and of other bytes less is noise.");
        if (_fewSends > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{_fewSends} transfers were computed or sent fewer than {MinSends} times in a run, which tells no change.");
        if (_unpacked > 0)
            yield return string.Create(CultureInfo.InvariantCulture,
                $"{_unpacked} compressed payloads of the earlier run were not measured by the later one.");
    }
}
