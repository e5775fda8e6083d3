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

    /// <summary>Are generic types that are not closed, and interfaces, among those that it is given? A closed set is made of them.</summary>
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

    /// <summary>More that must hold of what ours wrote or read (tiers, streams, text): what does not, or null.</summary>
    public virtual string? Further(object? value, byte[] ours, Type type, OptionPair options) => null;

    /// <summary>Where two outcomes differ; null where both refused or both have equal results.</summary>
    public virtual string? Difference(Outcome original, Outcome ours) => Outcome.Difference(original, ours);

    /// <summary>Is a new serializer of the original made for each type, at a cost? Then fewer documents a case would waste it.</summary>
    public virtual int EditsPerCase => 8;

    /// <summary>The documented reason why the two may differ here, or null. Each reason is a line of the format's page.</summary>
    public virtual string? Documented(Finding finding) => null;
}

/// <summary>A difference: the case, and what each side did.</summary>
public sealed record Finding(string Step, string Difference, string Code, Type Type, OptionPair Options, byte[]? Document, Outcome? Original, Outcome? Ours)
{
    public override string ToString() => $"""
        {Step}: {Difference}
        type {Type}, options {Options}
        document {(Document is null ? "none" : new Outcome(Document, null).ToString())}
        original {Original}
        ours     {Ours}
        {Code}
        """;
}
