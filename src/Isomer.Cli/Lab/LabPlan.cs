using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Lab;

/// <summary>What a run is to do.</summary>
sealed record LabPlan
{
    public required IReadOnlyList<Scenario> Scenarios { get; init; }
    public required Func<LabData> Data { get; init; }
    public IReadOnlyList<LinkProfile> Links { get; init; } = [];
    public ulong Seed { get; init; }
    public bool Full { get; init; }

    /// <summary>Only contestants whose name contains one of these.</summary>
    public IReadOnlyList<string> Only { get; init; } = [];

    /// <summary>For all races together.</summary>
    public double RaceSeconds { get; init; }

    /// <summary>For everything together: each step gets what is left for it. None where the user said how long, or wants it all.</summary>
    public double? TotalSeconds { get; init; }

    /// <summary>For each link.</summary>
    public double LinkSeconds { get; init; }
    public int Launches { get; init; }

    /// <summary>Whether all contestants are asked what they can carry: it depends on no data.</summary>
    public bool Features { get; init; }
    public bool Quiet { get; init; }

    /// <summary>First uses and memory are those of these cases.</summary>
    public static readonly string[] ColdCases = ["polymorphic/plain", "rows/employees"];

    /// <summary>Cases whose payloads go over the links.</summary>
    public static bool Travels(string id) => id.StartsWith("dataset/", StringComparison.Ordinal) || id is "northwind/orders" or "datacontract/children" or "rows/employees" || id.StartsWith("own/", StringComparison.Ordinal) || id.EndsWith("/query", StringComparison.Ordinal);

    /// <summary>About what a launch of a fresh process takes.</summary>
    public const double LaunchSeconds = 0.45;
}
