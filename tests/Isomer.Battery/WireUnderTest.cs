namespace Isomer.Battery;

/// <summary>What a test asks of whatever format it runs on.</summary>
public sealed record Setup
{
    public static Setup Default { get; } = new();

    public References References { get; init; }

    public bool OmitDefaults { get; init; }

    public bool Merge { get; init; }
}

/// <summary>A format as the tests of the core see it.</summary>
public abstract class WireUnderTest
{
    public abstract string Name { get; }

    /// <summary>Whether the payload of a NaN comes back.</summary>
    public virtual bool KeepsNaNBits => true;

    /// <summary>Whether objects behind declared type object come back as what they were.</summary>
    public virtual bool KeepsDynamicTypes => true;

    /// <summary>Whether the comparer of a string-keyed collection comes back.</summary>
    public virtual bool KeepsComparers => true;

    /// <summary>
    /// Whether arrays and other collections that are made at the end can be referred to; System.Text.Json, and so Json, writes them again.
    /// </summary>
    public virtual bool SharesArrays => true;

    /// <summary>Whether members can be left out, and names that are not members met.</summary>
    public virtual bool HasNames => false;

    /// <summary>Whether every error has a path; one in a head before the value has none.</summary>
    public virtual bool HasPaths => true;

    /// <summary>Whether a decimal zero keeps its sign; System.Text.Json, and so Json, writes none.</summary>
    public virtual bool KeepsDecimalSigns => true;

    /// <summary>Whether the entries of a map that has an order keep it.</summary>
    public virtual bool KeepsMapOrder => true;

    /// <summary>Whether null, empty, and the zeros of either sign are told from one another, and from what is not there.</summary>
    public virtual bool KeepsDefaults => true;

    /// <summary>Whether the format has a form for the value.</summary>
    public virtual bool Carries<T>(T value, Convention convention, Setup setup) => true;

    public abstract byte[] Write<T>(T value, Convention convention, Setup setup);

    public abstract T Read<T>(byte[] bytes, Convention convention, Setup setup);

    public override string ToString() => Name;
}

/// <summary>The same by the handle of a format: all that a format of one's own has to give.</summary>
public abstract class FormatUnderTest : WireUnderTest
{
    public override string Name => Of(Convention.Plain, Setup.Default).Name;

    /// <summary>The format under this convention, as the setup asks, and with <see cref="Limits.MaxDepth"/> of 500.</summary>
    public abstract Format Of(Convention convention, Setup setup);

    public override byte[] Write<T>(T value, Convention convention, Setup setup) => Of(convention, setup).Serialize(value);

    public override T Read<T>(byte[] bytes, Convention convention, Setup setup) => Of(convention, setup).Deserialize<T>(bytes);
}

