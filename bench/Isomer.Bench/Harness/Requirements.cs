using Isomer.Bench.Peers;

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

/// <summary>The table of required ratios, and what a run says of them.</summary>
public static class Requirements
{
    /// <summary>Array headers, rounding to eight bytes.</summary>
    const double AllocationSlack = 1.005;

    static readonly Requirement[] All =
    [
        new(Catalogue.Orders, Ours.Json, StjSourceGenerated.Id, "write", Measure.Faster, 2.5),
        new(Catalogue.Orders, Ours.Json, StjSourceGenerated.Id, "write kept", Measure.Faster, 2.5),
        new(Catalogue.Orders, Ours.Json, StjSourceGenerated.Id, "read", Measure.Faster, 3),
        new(Catalogue.Orders, Ours.Json, JsonNet.Id, "write", Measure.Faster, 5),
        new(Catalogue.Orders, Ours.Json, JsonNet.Id, "write kept", Measure.Faster, 5),
        new(Catalogue.Orders, Ours.Json, JsonNet.Id, "read", Measure.Faster, 6),
        new(Catalogue.Orders, Ours.Compact, GoogleProtobuf.Id, "write", Measure.Faster, 4),
        new(Catalogue.Orders, Ours.Compact, GoogleProtobuf.Id, "write kept", Measure.Faster, 4),
        new(Catalogue.Orders, Ours.Compact, GoogleProtobuf.Id, "read", Measure.Faster, 2.5),
        new(Catalogue.Orders, Ours.Compact, BinaryFormatterPeer.Id, "write", Measure.Faster, 45),
        new(Catalogue.Orders, Ours.Compact, BinaryFormatterPeer.Id, "write kept", Measure.Faster, 45),
        new(Catalogue.Orders, Ours.Compact, BinaryFormatterPeer.Id, "read", Measure.Faster, 16),
        new(Catalogue.Orders, Ours.Compact, DeepClone.Id, "read", Measure.Within, 1.4),
        new(Catalogue.Orders, Ours.Compact, StjSourceGenerated.Id, "write", Measure.Bytes, 0.31),
        new(Catalogue.Doubles, Ours.Compact, Memcpy.Id, "write", Measure.Within, 1.3),
        new(Catalogue.Doubles, Ours.Compact, Memcpy.Id, "read", Measure.Within, 1.3),
        new(Catalogue.Orders, Ours.Json, null, "write kept", Measure.Allocation, 0.001),
        new(Catalogue.Orders, Ours.Compact, null, "write kept", Measure.Allocation, 0.001),
        new(Catalogue.Orders, Ours.Json, null, "write", Measure.Allocation, AllocationSlack),
        new(Catalogue.Orders, Ours.Json, DeepClone.Id, "read", Measure.Allocation, AllocationSlack),
        new(Catalogue.Orders, Ours.Compact, null, "write", Measure.Allocation, AllocationSlack),
        new(Catalogue.Orders, Ours.Compact, DeepClone.Id, "read", Measure.Allocation, AllocationSlack),
    ];

    /// <summary>Prints those that this run can judge; nothing when Isomer did not take part.</summary>
    public static void Print(TextWriter output, IReadOnlyList<Race> races, ResultFile file)
    {
        var rows = new List<string[]>();
        foreach (Requirement requirement in All)
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

    static Operation? Of(Entry? entry, string verb) => verb switch { "write" => entry?.Write, "write kept" => entry?.WriteKept, _ => entry?.Read };

    static Interval Exactly(double value) => new(value, value, value);
}
