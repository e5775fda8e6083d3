using System.Globalization;
using System.Text;

namespace Isomer.Nodes;

/// <summary>Characters of a regular expression: ranges and categories, or all others.</summary>
internal sealed class PathRegexpSet
{
    const int All = (1 << 30) - 1;

    readonly List<(int First, int Last)> _ranges = [];
    int _categories;

    /// <summary>Whether it is all characters but these.</summary>
    public bool IsNegated { get; init; }

    /// <summary>One character.</summary>
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
        return set;
    }

    public void Add(int first, int last) => _ranges.Add((first, last));

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
        "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "No", "Zs", "Zl", "Zp", "Cc", "Cf", "Cs", "Co", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
        "Po", "Sm", "Sc", "Sk", "So", "Cn",
    ];

    public bool Contains(int character)
    {
        bool isHere = _categories != 0 && (_categories >> (int)CategoryOf(character) & 1) != 0;
        for (int i = 0; !isHere && i < _ranges.Count; i++)
            isHere = character >= _ranges[i].First && character <= _ranges[i].Last;
        return isHere != IsNegated;
    }

    static UnicodeCategory CategoryOf(int character) =>
        Rune.TryCreate(character, out var rune) ? Rune.GetUnicodeCategory(rune) : UnicodeCategory.Surrogate;
}
