using Isomer.Cli.Lab.Links;

namespace Isomer.Cli.Lab.Results;

/// <summary>All that a run found: the report is made of this alone, and results.json is this.</summary>
sealed record LabResults
{
    public const string FileName = "results.json";

    /// <summary>The version of this layout.</summary>
    public int Version { get; init; } = 1;
    public string Tool { get; init; } = "";
    public DateTime Started { get; init; }
    public double Seconds { get; set; }
    public ulong Seed { get; init; }
    public bool Full { get; init; }

    /// <summary>Every contestant was asked for.</summary>
    public bool All { get; init; }

    /// <summary>Which contestants were asked for, by parts of their names; none for no choice.</summary>
    public List<string> Only { get; init; } = [];

    /// <summary>Stopped by Ctrl-C: what is here is whole, but not everything is here.</summary>
    public bool Partial { get; set; }
    public Dictionary<string, string> Environment { get; init; } = [];
    public List<ScenarioResult> Scenarios { get; init; } = [];
    public List<ColdResult> Cold { get; init; } = [];

    /// <summary>The matrix: what each contestant carries.</summary>
    public List<FeatureResult> Features { get; init; } = [];
    public List<LinkProfile> Links { get; init; } = [];
    public List<TransferResult> Transfers { get; init; } = [];

    /// <summary>Figures that were measured a second time, in a fresh process.</summary>
    public List<RecheckResult> Rechecks { get; init; } = [];

    /// <summary>What programs of others measured of themselves.</summary>
    public List<OutsideResult> Outside { get; init; } = [];

    /// <summary>What makes the run fail: a transfer faster than its bound, a count that cannot be.</summary>
    public List<string> Problems { get; init; } = [];

    public IEnumerable<CaseResult> Cases => Scenarios.SelectMany(s => s.Cases);

    /// <summary>Looks at every transfer again: results that were changed or come from elsewhere are judged as a run is.</summary>
    public void Judge()
    {
        Problems.Clear();
        Problems.AddRange(Cases.SelectMany(Plausibility.Impossible));
        foreach (TransferResult t in Transfers)
        {
            if (Links.Find(l => l.Name == t.Link) is { } link)
                Problems.AddRange(TransferRunner.Impossible(t, link));
        }
    }

    static readonly JsonOptions s_json = JsonOptions.Web with
    {
        Numbers = JsonNumbers.NamedFloats,
        Escaping = JsonEscaping.Relaxed,
        Omit = JsonOmit.WhenNull,
        EnumsAsNames = true,
        NullableAnnotations = true
    };

    public byte[] ToJson() => Json.Serialize(this, s_json);

    public static LabResults Load(string path)
    {
        string file = Directory.Exists(path) ? Path.Combine(path, FileName) : path;
        if (!File.Exists(file))
            throw new CliException(ExitCode.Usage, $"There is no file '{file}'.");
        byte[] bytes = File.ReadAllBytes(file);
        LabResults results;
        try
        {
            // Any object of JSON would be results without anything in it: what none of its members says is refused.
            if (Json.ParseNode(bytes) is not NodeObject node || node["version"] is null || node["scenarios"] is null
                || node["environment"] is null)
                throw new CliException(ExitCode.Corrupt,
                    $"'{file}' holds no results of the lab: give the {FileName} of a run, or its folder.");
            results = Json.Deserialize<LabResults>(bytes, s_json);
        }
        catch (WireFormatException e)
        {
            throw new CliException(ExitCode.Corrupt, $"'{file}' holds no results of the lab, or they are damaged: {e.Message}", e);
        }
        if (results.Version != 1)
            throw new CliException(ExitCode.Corrupt, $"'{file}' is of version {results.Version}; this tool reads version 1.");
        return ResultCheck.Problem(results) is not { } problem
            ? results
            : throw new CliException(ExitCode.Corrupt, $"'{file}' holds no results of the lab, or they are damaged: {problem}");
    }
}

sealed record ScenarioResult(string Name, string Article, string Title, string What)
{
    public List<CaseResult> Cases { get; init; } = [];
}

sealed record CaseResult
{
    public required string Id { get; init; }
    public required string Title { get; init; }
    public int Rows { get; init; }
    public bool SizeOnly { get; init; }
    public int Rounds { get; init; }

    /// <summary>How long it took, warm-up and all.</summary>
    public double Seconds { get; set; }

    /// <summary>Operations whose last two blocks lay apart when the time for warming up had gone.</summary>
    public int Unsettled { get; init; }

    /// <summary>Operations in all, with the contracts and the contestant that runs twice.</summary>
    public int Operations { get; init; }

    /// <summary>Rounds that were not kept, for code was compiled in them.</summary>
    public int Discarded { get; init; }

    /// <summary>Whether code was still being compiled when the time for warming up had gone.</summary>
    public bool CodeMoved { get; init; }

    /// <summary>Contestants that compile code at their calls for ever, and are measured with it.</summary>
    public List<string> Restless { get; init; } = [];

    /// <summary>Operations that became faster while they were sampled: their figures are too high.</summary>
    public int Falling { get; init; }

    /// <summary>Whether nothing speaks against the figures; if something does, the case is raced once more where there is time.</summary>
    [Skip]
    public bool IsSound => Falling == 0 && Plausibility.Rough(this) is null;

    /// <summary>The contestant that ran twice, under two names.</summary>
    public string? Reference { get; init; }

    /// <summary>How far apart, as a part of one, its two runs may be by their 95 % intervals: smaller differences mean nothing.</summary>
    public double? Noise { get; init; }

    /// <summary>
    /// Microseconds that a calculation took meanwhile which is always the same: how fast the machine was. Null where nothing was timed, and
    /// in results of before it was asked.
    /// </summary>
    public double? Pace { get; init; }

    /// <summary>How many times as long as in another race the machine took; one where either does not tell.</summary>
    public double SlowerThan(CaseResult other) => Pace is > 0 and var here && other.Pace is > 0 and var there ? here / there : 1;

    public List<EntrantResult> Entrants { get; init; } = [];
}

sealed record EntrantResult
{
    public required string Name { get; init; }
    public required string Version { get; init; }
    public required string Options { get; init; }
    public bool Ours { get; init; }

    /// <summary>Why it is not measured; null for one that is.</summary>
    public string? Reason { get; init; }

    /// <summary>What its round trip changes that is let pass.</summary>
    public string? Caveat { get; init; }
    public long? Bytes { get; init; }
    public long? Gzip { get; init; }

    /// <summary>Its payload compressed, where that was measured.</summary>
    public List<PackedResult> Packed { get; init; } = [];
    public Timing? Write { get; init; }
    public Timing? Read { get; init; }

    /// <summary>The other contracts, where the case is raced in all.</summary>
    public List<ContractResult> Contracts { get; init; } = [];

    /// <summary>Microseconds of writing and reading together.</summary>
    public double? Both => Write?.Median + Read?.Median;
}

/// <summary>A payload by a general compression: how small it becomes, and microseconds there and back.</summary>
sealed record PackedResult(string Name, long Bytes, double PackUs, double UnpackUs);

/// <summary>A figure of a race, and the same from a race in a fresh process, in microseconds.</summary>
/// <param name="Case">The race.</param>
/// <param name="Name">The contestant.</param>
/// <param name="What">Writing or reading.</param>
/// <param name="Here">What it took in the race.</param>
/// <param name="Fresh">What it took in the fresh process.</param>
/// <param name="Noise">Of the two races, the one that had more.</param>
/// <param name="Slower">
/// How many times as long the machine took for what is always the same while the fresh process ran; null in results of before that was
/// asked.
/// </param>
sealed record RecheckResult(string Case, string Name, string What, double Here, double Fresh, double Noise, double? Slower = null)
{
    /// <summary>Farther apart than this, one of the two is not what the contestant takes.</summary>
    public const double Most = 0.25;

    /// <summary>What the fresh process would have taken on the machine as it was in the race.</summary>
    [Skip]
    public double Beside => Fresh / (Slower ?? 1);

    [Skip]
    public bool Agrees => Math.Max(Here, Beside) / Math.Min(Here, Beside) - 1 <= Math.Max(Most, Noise);
}

/// <summary>Writing or reading by another contract than an array.</summary>
sealed record ContractResult
{
    public required string Name { get; init; }
    public Timing? Timing { get; init; }

    /// <summary>Why it is not measured; null for one that is.</summary>
    public string? Reason { get; init; }
}

/// <summary>One operation, in microseconds.</summary>
sealed record Timing
{
    public required double Median { get; init; }

    /// <summary>The 95 % interval of the median, by bootstrap.</summary>
    public required double Low { get; init; }
    public required double High { get; init; }
    public double P95 { get; init; }
    public double Min { get; init; }

    /// <summary>Bytes allocated by a call, measured in a pass of its own; null where nobody counted.</summary>
    public double? Allocated { get; init; }

    /// <summary>
    /// Its samples fell while they were taken: the median is far above that of the last quarter, and is not to be believed.
    /// </summary>
    public bool Fell { get; init; }

    /// <summary>Not told apart from the fastest, given the noise.</summary>
    public bool Tie { get; init; }

    /// <summary>Samples far outside (three times the distance of the quartiles beyond them). They are kept and count.</summary>
    public int Outliers { get; init; }
    public List<double> Samples { get; init; } = [];
}

/// <summary>A case by a program of others, which measured itself.</summary>
sealed record OutsideResult
{
    public required string Case { get; init; }

    /// <summary>What it calls its writer.</summary>
    public required string Name { get; init; }
    public string Options { get; init; } = "";

    /// <summary>Why it is not measured; null for one that is.</summary>
    public string? Reason { get; init; }
    public long? Bytes { get; init; }
    public Timing? Write { get; init; }
    public Timing? Read { get; init; }
}

/// <summary>A contestant's first write and read in fresh processes.</summary>
sealed record ColdResult
{
    public required string Case { get; init; }
    public required string Name { get; init; }
    public bool Ours { get; init; }
    public string? Reason { get; init; }

    /// <summary>Milliseconds to the first payload and back, set-up included; one for each launch.</summary>
    public List<double> FirstUse { get; init; } = [];
    public double Median { get; init; }
    public double Low { get; init; }
    public double High { get; init; }

    /// <summary>
    /// Peak resident memory of the process in KiB, above that of a process which makes the data and does nothing with it.
    /// </summary>
    public double? PeakKib { get; init; }

    /// <summary>
    /// Milliseconds of processor time of the whole process (compiler and collector included) for a write and a read, over ten rounds.
    /// </summary>
    public double? CpuMs { get; init; }
}

/// <summary>What a contestant can do beside being fast.</summary>
sealed record FeatureResult
{
    public required string Name { get; init; }
    public required string Version { get; init; }
    public required string Options { get; init; }
    public bool Ours { get; init; }
    public List<FeatureAnswer> Answers { get; init; } = [];
}

/// <summary>One question, and what was seen.</summary>
sealed record FeatureAnswer(string Probe, Verdict Verdict, string Said);

/// <summary>How good an answer is.</summary>
enum Verdict { Yes, Partly, No, Ends, NotAsked }

/// <summary>A payload over a link.</summary>
sealed record TransferResult
{
    public required string Link { get; init; }
    public required string Case { get; init; }
    public required string Name { get; init; }
    public bool Ours { get; init; }

    /// <summary>What the payload was compressed by; nothing for one that was sent as it is.</summary>
    public string Packing { get; init; } = "";
    public required string Protocol { get; init; }
    public long Bytes { get; init; }

    /// <summary>Nothing can be faster than this, by the line's rate and round trip.</summary>
    public double BoundMs { get; init; }

    /// <summary>What it took, or the bound where it was not sent.</summary>
    public double Ms { get; init; }

    /// <summary>"measured", "computed", or "loopback + line time".</summary>
    public required string How { get; init; }
    public List<double> Samples { get; init; } = [];
}
