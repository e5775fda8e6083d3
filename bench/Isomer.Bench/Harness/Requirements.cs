namespace Isomer.Bench.Harness;

/// <summary>What is measured against the peer.</summary>
public enum Measure
{
    /// <summary>The peer's time over ours: at least.</summary>
    Faster,

    /// <summary>Our time over the peer's: at most.</summary>
    Within,

    /// <summary>Our bytes over the peer's: at most.</summary>
    Bytes,

    /// <summary>Our allocation over the peer's, or over our own result when there is no peer: at most.</summary>
    Allocation,
}

/// <summary>A figure that Isomer has to reach.</summary>
public sealed record Requirement(string Case, string Ours, string? Peer, string Verb, Measure Measure, double Limit)
{
    public string Label => $"{Case}: {Ours} {Verb}, {Measure switch
    {
        Measure.Faster => $"times faster than {Peer}",
        Measure.Within => $"time over that of {Peer}",
        Measure.Bytes => $"bytes over those of {Peer}",
        _ => $"allocation over that of {Peer ?? "the array returned"}",
    }}";

    public bool AtLeast => Measure == Measure.Faster;
}

/// <summary>What a run says of the required ratios.</summary>
public static class Requirements
{
    /// <summary>Prints those that this run can judge; nothing when Isomer did not take part.</summary>
    public static void Print(TextWriter output, IReadOnlyList<Requirement> required, IReadOnlyList<Race> races, ResultFile file)
    {
        var rows = new List<string[]>();
        foreach (Requirement requirement in required)
        {
            if (Judge(requirement, races) is not { } measured)
                continue;
            bool met = requirement.AtLeast ? measured.Value >= requirement.Limit : measured.Value <= requirement.Limit;
            bool sure = requirement.AtLeast
                ? measured.Low >= requirement.Limit || measured.High < requirement.Limit
                : measured.High <= requirement.Limit || measured.Low > requirement.Limit;
            string verdict = (met ? "met" : "MISSED") + (sure ? "" : ", not certain");
            rows.Add([requirement.Label, (requirement.AtLeast ? ">= " : "<= ") + Text.Ratio(requirement.Limit),
                Text.Ratio(measured.Value), $"{Text.Ratio(measured.Low)} .. {Text.Ratio(measured.High)}", verdict]);
            file.Requirement(requirement, verdict, measured);
        }
        if (rows.Count == 0)
            return;
        output.WriteLine("Required ratios");
        rows.Insert(0, ["what", "required", "measured", "95 %", "verdict"]);
        Text.Table(output, rows, 4);
        output.WriteLine();
    }

    static Interval? Judge(Requirement requirement, IReadOnlyList<Race> races)
    {
        Race? race = races.FirstOrDefault(r => r.Case == requirement.Case);
        Entry? ours = race?.Entries.FirstOrDefault(e => e.Name == requirement.Ours);
        Entry? peer = requirement.Peer is null ? ours : race?.Entries.FirstOrDefault(e => e.Name == requirement.Peer);
        Operation? mine = Of(ours, requirement.Verb);
        Operation? theirs = Of(peer, requirement.Verb);
        if (ours is null || peer is null || mine is null || theirs is null)
            return null;
        return requirement.Measure switch
        {
            Measure.Faster => Statistics.Ratio95(theirs.Samples, mine.Samples),
            Measure.Within => Statistics.Ratio95(mine.Samples, theirs.Samples),
            Measure.Bytes => Exactly((double)ours.Bytes!.Value / peer.Bytes!.Value),
            _ => Exactly(mine.Allocated / (requirement.Peer is null ? (double)ours.Bytes! : theirs.Allocated)),
        };
    }

    static Operation? Of(Entry? entry, string verb) =>
        verb switch { "write" => entry?.Write, "write kept" => entry?.WriteKept, _ => entry?.Read };

    static Interval Exactly(double value) => new(value, value, value);
}
