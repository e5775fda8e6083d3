using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Random types, values, options and edited documents, through a format and its original in one process. CI runs a fixed number of
/// cases from a fixed seed; ISOMER_DIFFERENTIAL_SECONDS=3600 runs for an hour from a seed of the clock, which is printed, and
/// ISOMER_DIFFERENTIAL_SEED repeats a run, from the case of ISOMER_DIFFERENTIAL_FROM on. What differs is shrunk and printed as C#.
/// ISOMER_DIFFERENTIAL_TRACE names a file that holds the comparison at work, for an original that ends the process.
/// </summary>
public sealed class DifferentialRun(Dialect dialect, Action<string> print)
{
    const int CasesPerAssembly = 40;
    const int MostFindings = 12;

    /// <summary>
    /// How much a long run may add to the process. The originals keep each type that they have seen: ten minutes of ContractXml's texts
    /// took 23 GB and were killed before they could tell anything. The short form has no bound: in the whole test run, where the process is
    /// large already, it made of a comparison none at all, and said nothing.
    /// </summary>
    const long MostMemory = 10L << 30;

    /// <summary>
    /// How many pieces of memory a long run may have mapped: the kernel gives a process 65,530, and ends one that wants more. Each type
    /// that is emitted takes some; DOTNET_EnableWriteXorExecute=0 makes them fewer.
    /// </summary>
    const int MostMappings = 55_000;
    static readonly TimeSpan ShrinkTime = TimeSpan.FromSeconds(20);

    /// <summary>Also beyond that time: on a busy machine it is over before anything was tried.</summary>
    const int LeastTries = 300;

    static readonly string? s_trace = Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_TRACE");

    readonly Dictionary<string, int> _documented = [];
    readonly Dictionary<string, int> _reasons = [];
    long _comparisons, _refusals;

    /// <summary>Runs and fails with all findings. The number of cases is the short form's.</summary>
    public void Run(int cases, int seed = 1)
    {
        var findings = Find(cases, seed);
        Assert.True(findings.Count == 0, $"{dialect.Name}: {findings.Count} kinds of difference\n\n" + string.Join("\n\n", findings));
    }

    public IReadOnlyList<Finding> Find(int cases, int seed)
    {
        int seconds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SECONDS"), CultureInfo.InvariantCulture,
            out int s) ? s : 0;
        if (seconds > 0)
            (cases, seed) = (int.MaxValue, Environment.TickCount & 0xFFFFFF);
        if (int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SEED"), CultureInfo.InvariantCulture, out int given))
            seed = given;
        print($"{dialect.Name}: seed {seed}");
        var watch = Stopwatch.StartNew();
        var findings = new Dictionary<string, Finding>();
        _ = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_FROM"), CultureInfo.InvariantCulture, out int from);
        long memory = Environment.WorkingSet;
        bool GoesOn() => seconds == 0
            || (watch.Elapsed.TotalSeconds < seconds && Environment.WorkingSet - memory < MostMemory && Mappings() < MostMappings);
        for (int at = from / CasesPerAssembly * CasesPerAssembly; at < cases && findings.Count < MostFindings
            && GoesOn(); at += CasesPerAssembly)
        {
            var seeds = Enumerable.Range(at, Math.Min(CasesPerAssembly, cases - at)).Select(i => unchecked((seed * 1_000_003) + i))
                .ToList();
            Batch(seeds, collectible: at / CasesPerAssembly % 4 == 3, findings);
        }
        // A case is compared at least once.
        Assert.True(findings.Count == MostFindings || seconds > 0 || _comparisons >= cases - from,
            $"{dialect.Name}: {_comparisons} comparisons of {cases} cases");
        var refused = _reasons.OrderByDescending(r => r.Value).Take(4).Select(r => $"\n  {r.Value} refused: {r.Key}");
        var documented = _documented.OrderByDescending(d => d.Value).Select(d => $"\n  {d.Value} documented: {d.Key}");
        print($"{dialect.Name}: {_comparisons:N0} comparisons, {_refusals:N0} of them refused by both, {watch.Elapsed.TotalSeconds:N0} s"
            + string.Concat(refused) + string.Concat(documented));
        return [.. findings.Values];
    }

    static int Mappings() => File.Exists("/proc/self/maps") ? File.ReadLines("/proc/self/maps").Count() : 0;

    void Batch(List<int> seeds, bool collectible, Dictionary<string, Finding> findings)
    {
        // The types are drawn first and compiled together; then each case goes on with its own choices.
        var drawn = seeds.Select((seed, i) => (Choices: new Choices(seed), Space: "C" + i))
            .Select(c => (c.Choices, c.Space, Code: PlanCompiler.Code(dialect.Grammar.Make(c.Choices), c.Space))).ToList();
        var assembly = PlanCompiler.Compile(drawn.Select(d => d.Code), collectible);
        foreach (var (choices, space, code) in drawn)
        {
            if (One(choices, assembly, space, code) is not { } finding || findings.ContainsKey(KindOf(finding)))
                continue;
            var shrunk = Shrink(choices.Drawn, finding);
            findings.Add(KindOf(finding), shrunk);
            // A long run tells at once, while it goes on.
            print($"{dialect.Name}: a kind of difference\n{shrunk}");
        }
    }

    /// <summary>
    /// What a writer of the caller's or the code of a type throws passes in both, and nothing of the same words that we throw; the drop-ins
    /// throw what the original does of a type that is no contract.
    /// </summary>
    static bool IsOfBoth(Exception? original, Exception ours) =>
        original?.GetType() == ours.GetType()
            && ((original.Message == ours.Message && ours.TargetSite?.Module.Assembly != typeof(WireFormatException).Assembly)
                || ours is System.Runtime.Serialization.InvalidDataContractException)
        // XmlSerializer wraps it.
        || (original?.InnerException is { } inner && IsOfBoth(inner, ours));

    /// <summary>Differences of one kind are reported once: places and names in them do not make another kind.</summary>
    static string KindOf(Finding finding) =>
        System.Text.RegularExpressions.Regex.Replace(
            finding.Step + finding.Difference.Split('\n')[0] + finding.Original?.Refusal?.GetType() + finding.Ours?.Refusal?.Message,
            @"'[^']*'|""[^""]*""|\$[^ :]*|[0-9]+|\b[CTE][0-9]+\b|[A-Za-z_é]+[0-9]+|became.*|line.*", "~");

    Finding? One(Choices choices, Assembly assembly, string space, string code)
    {
        var types = assembly.GetTypes()
            .Where(t => t.Namespace == space && !t.IsNested && (dialect.TakesOpenTypes || !(t.IsInterface || t.IsGenericTypeDefinition)))
                .OrderBy(t => t.Name, StringComparer.Ordinal).ToList();
        var type = dialect.Root(types[0], choices);
        var options = dialect.Options(choices, types);
        object? value = dialect.Values(choices, types).Of(type);
        Finding? Compare(string step, byte[]? document, Func<object?> original, Func<object?> ours, out Outcome first, out Outcome second)
        {
            _comparisons++;
            if (s_trace is not null)
                File.WriteAllText(s_trace, new Finding(step, "at work", code, type, options, document, null, null).ToString());
            (first, second) = (Outcome.Of(original), Outcome.Of(ours));
            string? difference = dialect.Difference(first, second)
                ?? (second.Refusal is null || IsOfBoth(first.Refusal, second.Refusal)
                    || second.Refusal is WireFormatException or NotSupportedException or System.Runtime.Serialization.SerializationException
                        or InvalidOperationException ? null : "an exception of another kind");
            if (difference is null)
            {
                if (second.Refusal is { } refusal)
                {
                    // A run that is refused most of the time for one reason compares little: the report tells.
                    _refusals++;
                    string why = System.Text.RegularExpressions.Regex.Replace(refusal.Message.Split(" Path:")[0], "'[^']{6,}'|[0-9]+", "~");
                    _reasons[why] = _reasons.GetValueOrDefault(why) + 1;
                }
                return null;
            }
            var finding = new Finding(step, difference, code, type, options, document, first, second)
            { Value = document is null ? value : null };
            if (dialect.Excuse(finding) is not { } reason)
                return finding;
            _documented[reason] = _documented.GetValueOrDefault(reason) + 1;
            return null;
        }
        if (Compare("write", null, () => dialect.OriginalWrite(value, type, options), () => dialect.OurWrite(value, type, options),
            out var written, out var ours) is { } found)
            return found;
        if (ours.Result is byte[] mine && dialect.Further(value, mine, type, options) is { } further)
            return new("further", further, code, type, options, mine, null, ours);
        if (written.Result is not byte[] document)
            return null;
        if (Compare("read", document, () => dialect.OriginalRead(document, type, options), () => dialect.OurRead(document, type, options),
            out _, out _) is { } lost)
            return lost;
        if (FurtherRead(document) is { } unfilled)
            return unfilled;
        for (int i = 0; i < dialect.EditsPerCase; i++)
        {
            byte[] edited = dialect.Edit(document, type, options, choices);
            if (Compare("read edited", edited, () => dialect.OriginalRead(edited, type, options),
                () => dialect.OurRead(edited, type, options), out _, out _) is { } difference)
                return difference;
            if (FurtherRead(edited) is { } other)
                return other;
        }
        return null;

        Finding? FurtherRead(byte[] read) =>
            dialect.FurtherRead(read, type, options) is { } further
                ? new("further read", further, code, type, options, read, null, null)
                : null;
    }

    /// <summary>Shorter lists of choices and smaller numbers, as long as a difference of one kind stays.</summary>
    Finding Shrink(IReadOnlyList<int> choices, Finding finding)
    {
        var watch = Stopwatch.StartNew();
        var best = (List: choices.ToList(), Finding: finding);
        string kind = KindOf(finding);
        var compiled = new Dictionary<string, Assembly>();
        int tries = 0;
        bool GoesOn() => watch.Elapsed < ShrinkTime || tries < LeastTries;
        bool Try(List<int> list)
        {
            if (!GoesOn())
                return false;
            tries++;
            var again = new Choices(list);
            try
            {
                string code = PlanCompiler.Code(dialect.Grammar.Make(again), "C0");
                if (!compiled.TryGetValue(code, out var assembly))
                    compiled.Add(code, assembly = PlanCompiler.Compile([code], collectible: true));
                if (One(again, assembly, "C0", code) is not { } smaller || KindOf(smaller) != kind)
                    return false;
                best = ([.. again.Drawn], smaller);
                return true;
            }
            catch (InvalidOperationException)
            {
                // The smaller types are no C#.
                return false;
            }
        }
        for (bool better = true; better && GoesOn();)
        {
            better = false;
            for (int size = Math.Max(1, best.List.Count / 2); size > 0; size /= 2)
                for (int at = 0; at + size <= best.List.Count;)
                {
                    var without = best.List.ToList();
                    without.RemoveRange(at, size);
                    if (Try(without) && best.List.Count < without.Count + size)
                        better = true;
                    else
                        at += size;
                }
            for (int at = 0; at < best.List.Count; at++)
                foreach (int smaller in (int[])[0, best.List[at] / 2, best.List[at] - 1])
                    if (at < best.List.Count && smaller >= 0 && smaller < best.List[at])
                    {
                        var less = best.List.ToList();
                        less[at] = smaller;
                        if (Try(less))
                        {
                            better = true;
                            break;
                        }
                    }
        }
        return best.Finding;
    }
}
