namespace Isomer.Tests.Differential;

/// <summary>
/// The one source of chance of a random case. Types, values, options and edits all draw from it, so a list of numbers is a
/// whole case: it can be repeated, and it can be shrunk without any generator knowing how (fewer and smaller numbers give a
/// smaller case). Generators keep one rule: 0 is the simplest choice. A list that has ended gives zeros.
/// </summary>
public sealed class Choices
{
    readonly Random? _random;
    readonly IReadOnlyList<int> _given;
    readonly List<int> _drawn = [];

    public Choices(int seed) => (_random, _given) = (new Random(seed), []);

    public Choices(IReadOnlyList<int> given) => _given = given;

    /// <summary>What has been drawn so far.</summary>
    public IReadOnlyList<int> Drawn => _drawn;

    /// <summary>A number from 0 to below the bound.</summary>
    public int Below(int bound)
    {
        int at = _drawn.Count;
        int value = at < _given.Count ? _given[at] : _random?.Next(bound) ?? 0;
        value = bound <= 1 ? 0 : value % bound;
        _drawn.Add(value);
        return value;
    }

    /// <summary>True once in so many times; 0 is false.</summary>
    public bool Once(int inSoMany) => Below(inSoMany) == inSoMany - 1;

    public T Of<T>(params ReadOnlySpan<T> items) => items[Below(items.Length)];

    public int Int32() => Below(int.MaxValue) ^ (Once(2) ? -1 : 0);

    public long Int64() => ((long)Int32() << 32) ^ Int32();

    /// <summary>From 0 to the bound, small numbers far more often.</summary>
    public int Few(int bound) => Below(Below(bound + 1) + 1);
}
