using System.Globalization;
using System.Text;

namespace Isomer.Nodes;

/// <summary>Characters of a regular expression: ranges and categories, or all others.</summary>
internal sealed class PathRegexpSet
{
    const int All = (1 << 30) - 1;

    readonly List<(int First, int Last)> _ranges = [];
    bool _isOrdered = true;
    int _categories;

    /// <summary>Whether it is all characters but these.</summary>
    public bool IsNegated { get; init; }

    /// <summary>The set of one character.</summary>
    public static PathRegexpSet Of(int character)
    {
        var set = new PathRegexpSet();
        set.Add(character, character);
        return set;
    }

    /// <summary>What a dot stands for: all but the ends of lines.</summary>
    public static PathRegexpSet Dot { get; } = Dotted();

    static PathRegexpSet Dotted()
    {
        var set = new PathRegexpSet { IsNegated = true };
        set.Add('\n', '\n');
        set.Add('\r', '\r');
        set.Order();
        return set;
    }

    public void Add(int first, int last)
    {
        _ranges.Add((first, last));
        _isOrdered = _ranges.Count == 1;
    }

    /// <summary>
    /// Puts the ranges in order, none of them within another, so that a character is looked for by halves. To be called when all are there.
    /// </summary>
    public void Order()
    {
        if (_isOrdered)
            return;
        _ranges.Sort();
        int kept = 0;
        for (int i = 1; i < _ranges.Count; i++)
        {
            if (_ranges[i].First <= _ranges[kept].Last + 1)
                _ranges[kept] = (_ranges[kept].First, Math.Max(_ranges[kept].Last, _ranges[i].Last));
            else
                _ranges[++kept] = _ranges[i];
        }
        _ranges.RemoveRange(kept + 1, _ranges.Count - kept - 1);
        _isOrdered = true;
    }

    /// <summary>The characters of a category (<c>L</c>, <c>Lu</c>), or all others; false if there is none of the name.</summary>
    public bool TryAddCategory(string name, bool isNegated)
    {
        int found = 0;
        for (int category = 0; category < 30; category++)
            if (Names[category].StartsWith(name, StringComparison.Ordinal))
                found |= 1 << category;
        // Surrogates are no characters.
        if (found == 0 || name.Length is 0 or > 2 || name == "Cs")
            return false;
        _categories |= isNegated ? All & ~found : found;
        return true;
    }

    // In the order of UnicodeCategory.
    static readonly string[] Names =
    [
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Pc", "Pd", "Ps", "Pe",
        "Pi", "Pf",
        "Po", "Sm", "Sc", "Sk", "So", "Cn",
    ];

    public bool Contains(int character)
    {
        bool isHere = _categories != 0 && (_categories >> (int)CategoryOf(character) & 1) != 0;
        for (int low = 0, high = _ranges.Count - 1; !isHere && low <= high;)
        {
            int middle = (low + high) / 2;
            if (character < _ranges[middle].First)
                high = middle - 1;
            else if (character > _ranges[middle].Last)
                low = middle + 1;
            else
                isHere = true;
        }
        return isHere != IsNegated;
    }

    static UnicodeCategory CategoryOf(int character) =>
        Rune.TryCreate(character, out var rune) ? Rune.GetUnicodeCategory(rune) : UnicodeCategory.Surrogate;
}
