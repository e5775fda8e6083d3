using System.Data;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>One way in which random sets are compared with what the framework makes of them.</summary>
abstract class TableComparison
{
    public abstract string Name { get; }

    /// <summary>Draws a case and compares it: null, or what differs, whose first line tells of which kind it is.</summary>
    public abstract string? Compare(Choices choices, TableRun run);

    /// <summary>A set of any kind; once in eight of a class that makes its own schema.</summary>
    protected static DataSet Drawn(Choices choices, IReadOnlyList<Type>? only = null, bool hasEnums = false)
    {
        var tables = new RichTables(new DrawnRandom(choices), only, hasEnums);
        if (choices.Below(8) != 7)
            return tables.Set();
        DataSet typed = choices.Below(6) switch
        {
            0 => new ShopSet(),
            1 => new HandMadeSetTests.Computed(),
            2 => new HandMadeSetTests.Twice(),
            3 => new HandMadeSetTests.Related(),
            4 => new HandMadeSetTests.Nested(),
            _ => new TableXmlTests.Generated
            {
                SchemaSerializationMode = choices.Once(2)
                    ? SchemaSerializationMode.ExcludeSchema
                    : SchemaSerializationMode.IncludeSchema
            },
        };
        tables.Fill(typed);
        return typed;
    }

    /// <summary>The set as a text for a report.</summary>
    protected static string Shown(DataSet set) =>
        string.Concat(
            ((XmlWriteMode[])[XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram]).Select(
                mode => $"\n{Outcome.Of(() => DataXmlTests.Original(set, new DataXmlOptions { WriteMode = mode }))}"));
}

/// <summary>
/// Random cases of a comparison, as <see cref="DifferentialRun"/> runs those of types: a fixed number from a fixed seed, or
/// ISOMER_DIFFERENTIAL_SECONDS from a seed of the clock, which is printed; ISOMER_DIFFERENTIAL_SEED repeats a run. What differs is made
/// smaller, number by number, before it is shown. A case that takes more than a minute of processor time is given up and told with its
/// form, seed and number.
/// </summary>
/// <param name="comparison">What is compared.</param>
/// <param name="print">Where the run tells of itself.</param>
/// <param name="limit">The processor time that a case may take: a minute, where it is not told.</param>
sealed class TableRun(TableComparison comparison, Action<string> print, TimeSpan? limit = null)
{
    const int MostFindings = 10;
    static readonly TimeSpan s_shrinkTime = TimeSpan.FromSeconds(20);
    static readonly string? s_trace = Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_TRACE");

    readonly TimeSpan _limit = limit ?? TimeSpan.FromMinutes(1);
    readonly Dictionary<string, int> _reasons = [];
    long _comparisons, _refusals;
    bool _shrinks;
    int _case;
    string _step = "";

    /// <summary>
    /// Leaves what is done next in a file, for a run that does not end: ISOMER_DIFFERENTIAL_FROM begins at the case. The case itself is not
    /// shown, for that the framework is asked, which may be what does not end.
    /// </summary>
    void Trace(string step)
    {
        _step = step;
        if (s_trace is not null && !_shrinks)
            File.WriteAllText(s_trace, $"case {_case}: {step}");
    }

    /// <summary>Counts a comparison that a case makes by itself.</summary>
    public void Count(bool isRefused)
    {
        _comparisons++;
        _refusals += isRefused ? 1 : 0;
    }

    public void Run(int cases, int seed = 1)
    {
        int seconds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SECONDS"), CultureInfo.InvariantCulture,
            out int s) ? s : 0;
        if (seconds > 0)
            (cases, seed) = (int.MaxValue, Environment.TickCount & 0xFFFFFF);
        if (int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_SEED"), CultureInfo.InvariantCulture, out int given))
            seed = given;
        _ = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_DIFFERENTIAL_FROM"), CultureInfo.InvariantCulture, out int from);
        print($"{comparison.Name}: seed {seed}");
        var watch = Stopwatch.StartNew();
        var findings = new Dictionary<string, string>();
        int at = from;
        for (; at < cases && findings.Count < MostFindings && (seconds == 0 || watch.Elapsed.TotalSeconds < seconds); at++)
        {
            _case = at;
            Trace("drawn");
            var choices = new Choices(unchecked((seed * 1_000_003) + at));
            if (!Compare(choices, _limit, out string? found))
            {
                string endless = $"{comparison.Name}, seed {seed}, case {at} does not end: {_step}, more than {_limit.TotalSeconds:0.###} s of processor time";
                print(endless);
                findings.TryAdd(KindOf(_step), endless);
            }
            else if (found is { } finding && !findings.ContainsKey(KindOf(finding)))
            {
                // Said before it is made smaller, which may not end.
                print($"case {at}: {finding.Split('\n')[0]}");
                findings.Add(KindOf(finding), $"case {at}: {Shrunk(choices.Drawn, finding)}");
            }
        }
        print($"{comparison.Name}: {at - from:N0} cases, {_comparisons:N0} comparisons, {_refusals:N0} of them refused, {watch.Elapsed.TotalSeconds:N0} s" + string.Concat(_reasons.OrderByDescending(r => r.Value).Take(8).Select(r => $"\n  {r.Value} {r.Key}")));
        Assert.True(findings.Count == 0,
            $"{comparison.Name}, seed {seed}: {findings.Count} kinds of difference\n\n" + string.Join("\n\n", findings.Values));
        // Comparisons that are refused compare nothing.
        Assert.True(_comparisons - _refusals > (at - from) / 4,
            $"{comparison.Name}: {_comparisons - _refusals} comparisons of {at - from} cases");
    }

    /// <summary>Compares a case; false where it does not end.</summary>
    bool Compare(Choices choices, TimeSpan limit, out string? finding)
    {
        string? found = null;
        bool ends = ProcessorWatch.Ends(() => found = comparison.Compare(choices, this), limit);
        finding = found;
        return ends;
    }

    /// <summary>Compares what the framework makes with what ours makes; null if that is the same, or both refuse.</summary>
    /// <param name="step">What is done.</param>
    /// <param name="original">The framework.</param>
    /// <param name="ours">Ours, which is asked first.</param>
    /// <param name="differ">What differs of two results.</param>
    /// <param name="mayRefuse">Whether ours may refuse more: who wrote the document is somebody else. The framework is not asked then,
    /// which may never end.</param>
    /// <param name="mayTake">Whether ours may take more.</param>
    /// <param name="show">The case.</param>
    public string? Differs(string step, Func<object?> original, Func<object?> ours, Func<object, object, string?> differ,
        Func<Exception, bool> mayRefuse, Func<Exception, bool> mayTake, Func<string> show)
    {
        if (!_shrinks)
            _comparisons++;
        Trace($"{step}, ours");
        var mine = Outcome.Of(ours);
        if (mine.Refusal is not (null or WireFormatException or NotSupportedException)
            && !(IsWriting(step)
                && mine.Refusal is InvalidOperationException or ArgumentException or System.Data.DataException or NullReferenceException))
            return $"{step}: an exception of another kind, {mine.Refusal.GetType().Name}\n{mine.Refusal}{show()}";
        if (mine.Refusal is { } refusal && mayRefuse(refusal))
            return Refused("only asked of ours", refusal);
        Trace($"{step}, the framework's");
        var theirs = Outcome.Of(original);
        if (theirs.Refusal is { } their)
            return mine.Refusal is not null
                ? Refused("by both", their)
                : mayTake(their)
                    ? Refused("by the original alone", their)
                    : $"{step}: only the original refuses, {their.Message}\n{their}{show()}";
        if (mine.Refusal is { } own)
            return $"{step}: only ours refuses, {own.Message}\n{own}{show()}";
        return Differing() is { } difference ? $"{step}: {difference}{show()}" : null;

        string? Differing()
        {
            Trace($"{step}, compared");
            return differ(theirs.Result!, mine.Result!);
        }
    }

    /// <summary>Serializers throw at writing what the set throws.</summary>
    static bool IsWriting(string step) => step.EndsWith("writes", StringComparison.Ordinal);

    string? Refused(string by, Exception refusal)
    {
        if (_shrinks)
            return null;
        _refusals++;
        string why = $"{by}: {refusal.GetType().Name} {Regex.Replace(refusal.Message.Split(" Path:")[0], "'[^']*'|[0-9]+", "~")}";
        _reasons[why] = _reasons.GetValueOrDefault(why) + 1;
        return null;
    }

    static string KindOf(string finding) => Regex.Replace(finding.Split('\n')[0], @"'[^']*'|""[^""]*""|[0-9]+|\([A-Za-z]+\)", "~");

    string Shrunk(IReadOnlyList<int> choices, string finding)
    {
        _shrinks = true;
        var watch = Stopwatch.StartNew();
        string kind = KindOf(finding);
        var best = (List: choices.ToList(), Finding: finding);
        bool ends = true;
        bool Try(List<int> list)
        {
            var again = new Choices(list);
            // What does not end is left to itself: one is enough.
            if (!ends || watch.Elapsed > s_shrinkTime
                || !(ends = Compare(again, _limit < s_shrinkTime ? _limit : s_shrinkTime, out string? shown)) || shown is not { } smaller
                || KindOf(smaller) != kind)
                return false;
            best = ([.. again.Drawn], smaller);
            return true;
        }
        for (bool better = true; better && ends && watch.Elapsed < s_shrinkTime;)
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
        _shrinks = false;
        return best.Finding;
    }
}
