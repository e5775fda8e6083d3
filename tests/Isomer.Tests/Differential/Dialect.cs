namespace Isomer.Tests.Differential;

/// <summary>Options of both sides, drawn together, and how they print in a report.</summary>
public sealed record OptionPair(object? Original, object? Ours, string Text)
{
    public override string ToString() => Text;
}

/// <summary>
/// One format and its original: which types a case has, how each side writes and reads, how a document is edited. Whatever differs
/// and is meant to differ (docs say so), <see cref="Documented"/> names.
/// </summary>
public abstract class Dialect
{
    public abstract string Name { get; }

    public virtual Grammar Grammar { get; } = new();

    /// <summary>
    /// Are generic types that are not closed, and interfaces, among those that it is given? A closed set is made of them.
    /// </summary>
    public virtual bool TakesOpenTypes => false;

    public virtual RandomValues Values(Choices choices, IReadOnlyList<Type> types) => new(choices, types);

    /// <summary>The type to write as: the case's root, or something around it.</summary>
    public virtual Type Root(Type root, Choices choices) => choices.Below(6) switch
    {
        4 => typeof(List<>).MakeGenericType(root),
        5 => typeof(Dictionary<,>).MakeGenericType(typeof(string), root),
        _ => root,
    };

    public abstract OptionPair Options(Choices choices, IReadOnlyList<Type> types);

    public abstract byte[] OriginalWrite(object? value, Type type, OptionPair options);
    public abstract byte[] OurWrite(object? value, Type type, OptionPair options);
    public abstract object? OriginalRead(byte[] bytes, Type type, OptionPair options);
    public abstract object? OurRead(byte[] bytes, Type type, OptionPair options);

    public abstract byte[] Edit(byte[] document, Choices choices);

    /// <summary>An edit that may know what the document is of.</summary>
    public virtual byte[] Edit(byte[] document, Type type, OptionPair options, Choices choices) => Edit(document, choices);

    /// <summary>More that must hold of what ours wrote or read (tiers, streams, text): what does not, or null.</summary>
    public virtual string? Further(object? value, byte[] ours, Type type, OptionPair options) => null;

    /// <summary>More that must hold of reading a document by ours (Fill): what does not, or null.</summary>
    public virtual string? FurtherRead(byte[] document, Type type, OptionPair options) => null;

    /// <summary>Where two outcomes differ; null where both refused or both have equal results.</summary>
    public virtual string? Difference(Outcome original, Outcome ours) => Outcome.Difference(original, ours);

    /// <summary>Is a new serializer of the original made for each type, at a cost? Then fewer documents a case would waste it.</summary>
    public virtual int EditsPerCase => 8;

    /// <summary>
    /// Whether the original makes of another document what ours makes of the finding's. A rule that excuses a difference alters exactly its
    /// cause in the document and asks this: nothing else is excused then. Another difference may remain that another rule excuses
    /// (<see cref="IsTold"/>). Two refusals are the same only where the original takes the document as it is, so that the alteration is
    /// what it refuses, and ours refuses the altered one in the same place and words: its refusal has nothing to do with what was altered.
    /// Where the original loses its place by the cause it comes without it to what it refuses for another cause
    /// (<paramref name="comesFurther"/>), which another rule must excuse.
    /// </summary>
    protected bool MakesTheSameOf(Finding finding, byte[] altered, bool comesFurther = false)
    {
        var original = Outcome.Of(() => OriginalRead(altered, finding.Type, finding.Options));
        if (original.Refusal is not null && finding.Ours!.Refusal is { } refusal
            && (finding.Original!.Refusal is not null
                || Outcome.Of(() => OurRead(altered, finding.Type, finding.Options)).Refusal is not { } again
                || Words(again) != Words(refusal)))
            return false;
        return Difference(original, finding.Ours!) is not { } difference
            || ((comesFurther || original.Refusal is null || finding.Original!.Refusal is not null)
                && IsTold(finding with { Document = altered, Original = original, Difference = difference, IsOursOfDocument = false }));
    }

    /// <summary>
    /// What a refusal says and the path that it names, without the numbers of lines and bytes, which an alteration moves, and without
    /// prefixes of XML, which it may need others of.
    /// </summary>
    protected static string Words(Exception refusal)
    {
        for (; refusal.InnerException is { } inner && refusal is not WireFormatException; refusal = inner)
        {
        }
        string unnumbered =
            System.Text.RegularExpressions.Regex.Replace(refusal.Message, @"(Offset: |[Ll]ine:? |[Cc]olumn:? |position )\d+", "$1");
        return System.Text.RegularExpressions.Regex.Replace(unnumbered, @"Path: \S+",
            path => System.Text.RegularExpressions.Regex.Replace(path.Value, @"(?<=[./])[^./:\[]+:", ""));
    }

    /// <summary>
    /// Whether both take the document without what is excused, and make the same of it: for causes of which the original makes what ours
    /// never does. What ours makes of the document with the cause is not looked at, so that it must have been made of that document, and
    /// not of one in which another rule's cause stood.
    /// </summary>
    protected bool BothMakeTheSameOf(Finding finding, byte[] altered)
    {
        if (!finding.IsOursOfDocument)
            return false;
        var (original, ours) = (Outcome.Of(() => OriginalRead(altered, finding.Type, finding.Options)),
            Outcome.Of(() => OurRead(altered, finding.Type, finding.Options)));
        if (Difference(original, ours) is not { } difference)
            return original.Refusal is null;
        return (original.Refusal is null || finding.Original!.Refusal is not null)
            && (ours.Refusal is null || finding.Ours!.Refusal is not null)
            && IsTold(finding with { Document = altered, Original = original, Ours = ours, Difference = difference });
    }

    /// <summary>Each set of at most two of some names, and all of them.</summary>
    protected static IEnumerable<List<T>> Some<T>(List<T> all)
    {
        yield return all;
        for (int i = 0; i < Math.Min(all.Count, 12); i++)
            for (int j = i; j < Math.Min(all.Count, 12); j++)
                yield return i == j ? [all[i]] : [all[i], all[j]];
    }

    /// <summary>
    /// Tests of rules put another reading here, which stands for that of the finding's by ours: a rule that reads again sees then what it
    /// would see if ours did that.
    /// </summary>
    internal Func<object?>? StandsForOurs { get; set; }

    /// <summary>What ours makes of the finding's document, anew.</summary>
    protected object? OurReadAgain(Finding finding) =>
        StandsForOurs is { } reading ? reading() : OurRead(finding.Document!, finding.Type, finding.Options);

    /// <summary>Whether both read the document, and what they make of it is the same but for the contents of some fields.</summary>
    protected bool DifferOnlyIn(Finding finding, Func<System.Reflection.FieldInfo, bool> isOf)
    {
        if (finding.Step == "write" || !finding.Difference.StartsWith("the values differ", StringComparison.Ordinal)
            || finding.Document is not { } document)
            return false;
        // Read anew, for what is reported is to stay as it was.
        var (original, ours) = (Outcome.Of(() => OriginalRead(document, finding.Type, finding.Options)),
            Outcome.Of(() => OurReadAgain(finding)));
        return original.Refusal is null && ours.Refusal is null && Difference(ours, finding.Ours!) is null
            && Difference(original, finding.Original!) is null
            && Difference(original with { Result = Objects.Without(original.Result, isOf) },
                ours with { Result = Objects.Without(ours.Result, isOf) }) is null;
    }

    /// <summary>The documented reason why the two may differ here, or null. Each reason is a line of the format's page.</summary>
    public virtual string? Documented(Finding finding) => null;

    /// <summary>How many documented causes may meet in one case.</summary>
    public const int MostCauses = 3;

    /// <summary>
    /// How often a rule may ask the others about what it left, for one number of causes: each asks the original many times.
    /// </summary>
    const int MostQuestions = 150;

    int _further, _questions;
    readonly string?[] _reasons = new string?[MostCauses];

    /// <summary>
    /// The documented reasons why the two differ here, or null. One cause is looked for first, then two that meet, then three: a rule takes
    /// its cause out, and what is left is the question anew, which the others answer. So each of the causes is needed, for where fewer
    /// would do they were found before.
    /// </summary>
    public string? Excuse(Finding finding)
    {
        for (int further = 0; further < MostCauses; further++)
        {
            (_further, _questions) = (further, 0);
            Array.Clear(_reasons);
            if (Documented(finding) is { } reason)
                return string.Join(" + ", _reasons.OfType<string>().Append(reason).Reverse());
        }
        return null;
    }

    /// <summary>
    /// Whether other rules excuse what is left of a difference, its first cause being taken out. Only as many causes as are looked for at
    /// the time (<see cref="Excuse"/>) are taken out. A rule must not ask this of a refusal that its own alteration has brought in.
    /// </summary>
    protected bool IsTold(Finding left)
    {
        if (_further == 0 || ++_questions > MostQuestions)
            return false;
        _further--;
        string? reason = Documented(left);
        _reasons[_further] = reason;
        _further++;
        return reason is not null;
    }
}

/// <summary>A difference: the case, and what each side did.</summary>
public sealed record Finding(string Step, string Difference, string Code, Type Type, OptionPair Options, byte[]? Document,
    Outcome? Original, Outcome? Ours)
{
    /// <summary>What was written; null where a document was read.</summary>
    public object? Value { get; init; }

    /// <summary>
    /// Is what ours made made of this document? Not, where a rule took its cause out of that: the original alone is asked again.
    /// </summary>
    public bool IsOursOfDocument { get; init; } = true;

    public override string ToString() => $"""
        {Step}: {Difference}
        type {Type}, options {Options}
        document {(Document is null ? "none" : new Outcome(Document, null).ToString())}
        original {Original}
        ours     {Ours}
        {Code}
        """;
}
