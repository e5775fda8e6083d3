using System.CommandLine;
using System.CommandLine.Completions;
using System.Diagnostics;
using Isomer.Cli.Lab;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Fresh;
using Isomer.Cli.Lab.Links;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;

namespace Isomer.Cli.Commands;

/// <summary>`lab`: measure everything, on this machine, now.</summary>
static class LabCommand
{
    /// <summary>Not a race: what each contestant can carry.</summary>
    const string FeaturesName = "features";
    static readonly string[] s_names = [.. Scenario.All.Select(s => s.Name), FeaturesName];
    static readonly Argument<FileInfo?> s_assembly = new("assembly")
    { Description = "A .dll with a type of your own, to measure that instead", Arity = ArgumentArity.ZeroOrOne };
    static readonly Option<string?> s_type = CommonOptions.Type();
    static readonly Option<string?> s_data = new("--data")
    { Description = "A file with a value of your type, in any format", HelpName = "FILE" };
    static readonly Option<string?> s_from = CommonOptions.FormatOption("--from", "The format of that file, if it should not be found out");
    static readonly Option<string?> s_factory = new("--factory")
    { Description = "A static method of your assembly that makes the value: My.Samples.Create", HelpName = "METHOD" };
    static readonly Option<string?> s_db = new("--db")
    {
        Description = "A SQLite file, postgres://... or a PostgreSQL connection string, to measure the rows of --query",
        HelpName = "DATABASE"
    };
    static readonly Option<string?> s_query = new("--query") { Description = "The query", HelpName = "SQL" };
    static readonly Option<string[]> s_scenario = new("--scenario", "-s")
    { Description = $"Only these: {string.Join(", ", s_names)}", HelpName = "NAME", AllowMultipleArgumentsPerToken = true };
    static readonly Option<string[]> s_only = new("--only")
    { Description = "Only contestants whose name contains this", HelpName = "TEXT", AllowMultipleArgumentsPerToken = true };
    static readonly Option<string[]> s_link = new("--link", "-l")
    {
        Description = "Send payloads over these lines: a name (massi-2006-fit, cable-2006, 3g, 4g, lan, ...) or down/up/rtt in Mbit/s and ms; none for none. Default: massi-2006-fit, 4g and local",
        HelpName = "LINK",
        AllowMultipleArgumentsPerToken = true
    };
    static readonly Option<int?> s_slowStart = new("--slow-start")
    {
        Description = $"Lines begin with a small window, as TCP does after a pause: {LinkProfile.UsualWindow} bytes, or as many as given (4380 in 2006)",
        HelpName = "BYTES",
        Arity = ArgumentArity.ZeroOrOne
    };
    static readonly Option<string?> s_parquet = new("--parquet")
    {
        Description = "Apache Parquet beside the DataSets: a folder in which `npm install hyparquet-writer hyparquet` was run, or a program of your own (docs/lab.md)",
        HelpName = "FOLDER"
    };
    static readonly Option<bool> s_all = new("--all")
    { Description = "Every contestant in every case; else those that people choose from, and in each scenario those of its article" };
    static readonly Option<string?> s_again = new(AgainProcess.Option) { Hidden = true };
    static readonly Option<bool> s_full = new("--full")
    { Description = "The long run: all sizes timed, more samples, launches and transfers; about half an hour" };
    static readonly Option<double?> s_seconds = new("--seconds")
    { Description = "How long the races take together (default 140 at most; 900 with --full)", HelpName = "N" };
    static readonly Option<int?> s_launches = new("--launches")
    {
        Description = "Fresh processes for each contestant's first use (default 2, of other cases than the first screen's 1; 15 with --full; 0 for none, and nothing is measured again in one)",
        HelpName = "N"
    };
    static readonly Option<ulong?> s_seed = new("--seed") { Description = "The seed of the order of samples; printed", HelpName = "N" };
    static readonly Option<DirectoryInfo> s_out = new("--out")
    {
        Description = "Where the results go (default isomer-lab)",
        HelpName = "DIR",
        DefaultValueFactory = _ => new DirectoryInfo("isomer-lab")
    };
    static readonly Option<string?> s_baseline = new("--baseline")
    { Description = "Results of an earlier run to compare with", HelpName = "FILE" };
    static readonly Option<string?> s_failIf = new("--fail-if")
    { Description = "With --baseline: exit 1 if a figure is worse, as worse:5% (and always if one is gone, or nothing could be compared)", HelpName = "RULE" };
    static readonly JsonReading s_json = new();
    static readonly Option<bool> s_quiet = new("--quiet", "-q") { Description = "No progress, no summary" };

    /// <summary>Below four minutes, with what starting, the last step and writing down take.</summary>
    const double DefaultSeconds = 215;

    public static Command Create()
    {
        s_link.CompletionSources.Add(_ => LinkProfile.All.Select(l => new CompletionItem(l.Name)));
        s_scenario.CompletionSources.Add(s_names);
        Command lab =
            new Command("lab", "Measures the formats and their rivals, every one with --all: bytes, microseconds, memory, first use, and what a line makes of it.")
        {
            s_assembly, s_type, s_data, s_from, s_factory, s_db, s_query, s_scenario, s_only, s_all, s_again, s_link, s_slowStart,
            s_parquet, s_full, s_seconds, s_launches, s_seed, s_out, s_baseline, s_failIf, s_quiet,
        }.Runs(RunAsync).WithExamples(
            "isomer lab                                                    what people choose from, in under four minutes",
            "isomer lab My.dll --type My.Order --data orders.json          your type, your data",
            "isomer lab My.dll --type My.Order --data web.ndjson --web     lines of ASP.NET's JSON",
            "isomer lab My.dll --factory My.Samples.Create --link 3g       over a slow line",
            "isomer lab --link geo --slow-start                            as a connection has it after a pause",
            "isomer lab --scenario features                                who carries cycles, subtypes, hostile bytes",
            "isomer lab --db shop.db --query 'select * from orders'        your rows",
            "isomer lab --baseline isomer-lab-old --fail-if worse:5%       in CI",
            "isomer lab compare old/results.json new/results.json");
        lab.Add(CreateCompare());
        lab.Add(CreateReport());
        s_json.AddTo(lab);
        return lab;
    }

    static Command CreateCompare()
    {
        var before = new Argument<string>("before") { Description = "results.json of a run, or its folder" };
        var after = new Argument<string>("after") { Description = "The same of another" };
        var failIf = new Option<string?>("--fail-if") { Description = "Exit 1 if a figure is worse, as worse:5% (and always if one is gone, or nothing could be compared)", HelpName = "RULE" };
        var all = new Option<bool>("--all") { Description = "Also what is within the noise" };
        return new Command("compare", "Compares two runs, figure by figure, and says what changed beyond the noise.")
            { before, after, failIf, all }
            .Runs(r =>
            {
                double? threshold = r.GetValue(failIf) is { } rule ? Comparison.Threshold(rule) : null;
                var comparison = Comparison.Of(LabResults.Load(r.GetValue(before)!), LabResults.Load(r.GetValue(after)!));
                return Judge(comparison, threshold, r.GetValue(all));
            }).WithExamples("isomer lab compare old/results.json new/results.json --fail-if worse:5%");
    }

    static Command CreateReport()
    {
        var file = new Argument<string>("results") { Description = "results.json of a run, or its folder" };
        return new Command("report", "Writes the report of a run anew, beside its results.") { file }.Runs(r =>
        {
            string path = r.GetValue(file)!;
            string folder = Directory.Exists(path) ? path : Path.GetDirectoryName(Path.GetFullPath(path))!;
            LabResults results = LabResults.Load(path);
            results.Judge();
            ResultFiles.Write(folder, results);
            Terminal.Note($"Written: {Path.Combine(folder, "report.html")}");
            return Failed(results) ? ExitCode.Different : ExitCode.Ok;
        }).WithExamples("isomer lab report isomer-lab/results.json");
    }

    static async Task<int> RunAsync(ParseResult r, CancellationToken stop)
    {
        PromptTiers.Ensure();
        LabPlan plan = PlanOf(r);
        LabResults? baseline = r.GetValue(s_baseline) is { } file ? LabResults.Load(file) : null;
        double? threshold = r.GetValue(s_failIf) is { } rule ? Comparison.Threshold(rule) : null;
        if (threshold is not null && baseline is null)
            throw new CliException(ExitCode.Usage, "--fail-if needs --baseline.");
        string folder = r.GetValue(s_out)!.FullName;
        if (plan.Again is null)
            ResultFiles.RefuseUnlessWritable(folder);
        if (!plan.Quiet || plan.Again is null)
            Terminal.Note($"seed {plan.Seed}");
        LabResults results = await Task.Run(() => new LabRun(plan, Environment.GetCommandLineArgs()[1..]).RunAsync(stop),
            CancellationToken.None).ConfigureAwait(false);
        if (plan.Again is { } again)
        {
            await File.WriteAllBytesAsync(again.Out, results.ToJson(), stop).ConfigureAwait(false);
            return ExitCode.Ok;
        }
        if (!results.Partial && results.Cases.Any() && !results.Cases.Any(c => c.Entrants.Exists(e => e.Reason is null)))
            throw new CliException(ExitCode.Different, $"Nothing was measured: no contestant carries it. {WhyNothing(results)}");
        ResultFiles.Write(folder, results);
        if (!plan.Quiet)
            Terminal.Write(Summary.Of(results));
        Terminal.Note(
            $"{(results.Partial ? "Stopped early; kept what was done. " : "")}{Show.Duration(results.Seconds)}. Report: {Path.Combine(folder, "report.html")}");
        bool failed = Failed(results);
        int judged = ExitCode.Ok;
        if (baseline is not null)
        {
            judged = Judge(Comparison.Of(baseline, results), threshold, all: false);
        }
        return results.Partial ? ExitCode.Interrupted : failed ? ExitCode.Different : judged;
    }

    /// <summary>The reasons, the commonest first.</summary>
    static string WhyNothing(LabResults results) =>
        string.Join("; ",
            results.Cases.SelectMany(c => c.Entrants).GroupBy(e => e.Reason).OrderByDescending(g => g.Count()).Take(3)
                .Select(g => $"{g.First().Name}: {g.Key}"));

    static bool Failed(LabResults results)
    {
        foreach (string problem in results.Problems)
            Terminal.Note($"{Root.Name}: {problem}");
        return results.Problems.Count > 0;
    }

    /// <summary>
    /// Nothing to compare, and something that is gone, fail with or without a rule: a check that looked at nothing has not passed.
    /// </summary>
    static int Judge(Comparison comparison, double? threshold, bool all)
    {
        Terminal.Write(comparison.ToText(all, threshold));
        if (comparison.Nothing is { } nothing)
            Terminal.Note($"{Root.Name}: {nothing}");
        foreach (string gone in comparison.Gone)
            Terminal.Note($"{Root.Name}: gone: {gone}");
        List<Change> worse = threshold is { } by ? comparison.Worse(by) : [];
        foreach (Change c in worse)
            Terminal.Note(
                $"{Root.Name}: worse: {c.Case}, {c.Name}, {c.What}: {(c.Before == 0 ? Show.Bytes(c.After) + " where there was nothing" : Show.Percent(c.Ratio - 1) + " more")}");
        return comparison.Nothing is not null || comparison.Gone.Count > 0 || worse.Count > 0 ? ExitCode.Different : ExitCode.Ok;
    }

    static LabPlan PlanOf(ParseResult r)
    {
        bool full = r.GetValue(s_full);
        FileInfo? assembly = r.GetValue(s_assembly);
        string? database = r.GetValue(s_db), query = r.GetValue(s_query);
        if (database is null != query is null)
            throw new CliException(ExitCode.Usage, "--db and --query go together.");
        string[] links = r.GetValue(s_link) is { Length: > 0 } given ? given : ["massi-2006-fit", "4g", "local"];
        bool own = assembly is not null || database is not null;
        Again? again = r.GetValue(s_again) is { } request ? AgainProcess.Read(request) : null;
        string[] only = r.GetValue(s_only) ?? [];
        foreach (string text in only)
        {
            if (!LabPeers.All.Any(p => p.Name.Contains(text, StringComparison.OrdinalIgnoreCase)))
                throw new CliException(ExitCode.Usage,
                    $"--only {text}: no contestant's name contains that; there are {string.Join(", ", LabPeers.All.Select(p => p.Name))}.");
        }
        if (r.GetValue(s_launches) < 0)
            throw new CliException(ExitCode.Usage, "--launches: a number of processes, or 0 for none.");
        if (r.GetValue(s_seconds) is { } given1 && !(given1 > 0 && double.IsFinite(given1)))
            throw new CliException(ExitCode.Usage, "--seconds: a number above 0.");
        return new LabPlan
        {
            Scenarios = ScenariosOf(r, assembly, database),
            Data = database is not null
                ? () => LabData.Query(database, query!, again is null ? Terminal.Note : _ => { })
                : LabData.Embedded,
            Links = links is ["none"] || again is not null
                ? []
                : [.. links.Select(l => LinkProfile.Parse(l) with { InitialWindow = WindowOf(r) })],
            Seed = r.GetValue(s_seed) ?? (ulong)Stopwatch.GetTimestamp() % 1_000_000,
            Full = full,
            Only = only,
            All = full || r.GetValue(s_all),
            Again = again,
            Own = own,
            RaceSeconds = again?.Seconds ?? r.GetValue(s_seconds) ?? (full ? 900 : own ? 20 : 140),
            TotalSeconds = full || again is not null || r.GetValue(s_seconds) is not null ? null : DefaultSeconds,
            LinkSeconds = full ? 180 : own ? 5 : 6,
            Features = again is null && !own && (r.GetValue(s_scenario) is not { Length: > 0 } named || named.Contains(FeaturesName)),
            Launches = again is not null ? 0 : r.GetValue(s_launches) ?? (full ? 15 : 2),
            Parquet = again is null ? r.GetValue(s_parquet) : null,
            Quiet = again is not null || r.GetValue(s_quiet),
        };
    }

    /// <summary>0 without slow start.</summary>
    static int WindowOf(ParseResult r) => r.GetResult(s_slowStart) is null ? 0
        : r.GetValue(s_slowStart) is not { } given ? LinkProfile.UsualWindow
        : given >= LinkProfile.Mss
            ? given
            : throw new CliException(ExitCode.Usage, $"--slow-start: a window has at least a packet of {LinkProfile.Mss} bytes.");

    static IReadOnlyList<Scenario> ScenariosOf(ParseResult r, FileInfo? assembly, string? database)
    {
        string[] names = r.GetValue(s_scenario) ?? [];
        if (names.Length > 0 && (assembly is not null || database is not null))
            throw new CliException(ExitCode.Usage,
                "--scenario names what the lab brings along; with your own type or rows there is nothing to choose: leave it out.");
        if (assembly is not null && database is not null)
            throw new CliException(ExitCode.Usage, "Either an assembly or --db: one thing at a time.");
        if (r.GetValue(s_data) is null)
            s_json.RefuseWithoutJson(r, "it is read of --data, and none was given");
        if (assembly is not null)
        {
            Action<string> say = r.GetValue(s_again) is null ? Terminal.Note : _ => { };
            return [OwnType.Of(assembly, r.GetValue(s_type), r.GetValue(s_data), r.GetValue(s_from), r.GetValue(s_factory), s_json.Of(r),
                say)];
        }
        if (r.GetValue(s_type) is not null || r.GetValue(s_data) is not null || r.GetValue(s_factory) is not null)
            throw new CliException(ExitCode.Usage, "Name the assembly first: isomer lab My.dll --type ...");
        if (database is not null)
            return [Scenario.Records, .. Scenario.All.Where(s => s.Name is "rows" or "dataset")];
        foreach (string name in names)
        {
            if (!s_names.Contains(name))
                throw new CliException(ExitCode.Usage, $"There is no scenario '{name}'; there are {string.Join(", ", s_names)}.");
        }
        return names.Length == 0 ? Scenario.All : [.. Scenario.All.Where(s => names.Contains(s.Name))];
    }
}
