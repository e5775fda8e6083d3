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

    /// <summary>
    /// Every contestant in every case, and the case that is there for contracts; else those that people choose from, and those of the
    /// articles in theirs.
    /// </summary>
    public bool All { get; init; }

    /// <summary>A race that is run once more, by a process that was started for that alone.</summary>
    public Again? Again { get; init; }

    /// <summary>Only contestants whose name contains one of these.</summary>
    public IReadOnlyList<string> Only { get; init; } = [];

    /// <summary>For all races together.</summary>
    public double RaceSeconds { get; init; }

    /// <summary>For everything together: each step gets what is left for it. None where the user said how long, or wants it all.</summary>
    public double? TotalSeconds { get; init; }

    /// <summary>How long each link may be measured.</summary>
    public double LinkSeconds { get; init; }
    public int Launches { get; init; }

    /// <summary>Lines that are slower take longer, and loopback takes hardly any time.</summary>
    public double SecondsFor(LinkProfile link) => !link.CanBeShaped ? LinkSeconds / 3 : link.DownMbit < 5 ? LinkSeconds * 2 : LinkSeconds;

    /// <summary>
    /// Whether contestants are asked what they can carry: it depends on no data. Those of which the verdict speaks are asked in any case.
    /// </summary>
    public bool Features { get; init; }

    /// <summary>Whether what is measured is the user's own.</summary>
    public bool Own { get; init; }
    public bool Quiet { get; init; }

    /// <summary>A folder with a writer of Parquet, or a program that has one; null for none.</summary>
    public string? Parquet { get; init; }

    /// <summary>First uses and memory are those of these cases: one of each scenario.</summary>
    public static readonly string[] ColdCases = ["datacontract/children", "rows/employees", "dataset/20", "messages/test3",
        "northwind/orders", "polymorphic/plain"];

    /// <summary>The case that is there only to compare contracts: three times as many operations as others have.</summary>
    public const string ContractsCase = "northwind/contracts";

    /// <summary>Cases whose payloads go over the links.</summary>
    public static bool Travels(string id) =>
        id.StartsWith("dataset/", StringComparison.Ordinal)
            || id is "northwind/orders" or "datacontract/children" or "rows/employees" or "polymorphic/plain"
            || id.StartsWith("own/", StringComparison.Ordinal) || id.EndsWith("/query", StringComparison.Ordinal);

    /// <summary>
    /// Of a run with a deadline only the first screen's case has more than one launch of each: the races need the time more.
    /// </summary>
    public int LaunchesFor(string id) => TotalSeconds is null || id == HeadlineCase ? Launches : Math.Min(Launches, 1);

    /// <summary>What people mean by an ordinary answer of a service: where nothing is the user's own, the verdict is about it.</summary>
    public const string HeadlineCase = "northwind/orders";

    /// <summary>About what a launch of a fresh process takes.</summary>
    public const double LaunchSeconds = 0.4;

    /// <summary>For a program of others: of a case that is timed, and of one of which the size is asked.</summary>
    public const double OutsideSeconds = 2, OutsideSizeSeconds = 0.4;

    /// <summary>For compressing the payloads of a case, and for measuring some figures once more in a fresh process.</summary>
    public const double PackSeconds = 1.5;
    public const double AgainSeconds = 9;
}

/// <summary>What a process that measures once more is asked for, and where it puts its results.</summary>
sealed record Again(string Case, List<string> Names, double Seconds, string Out);
