using System.Collections.Immutable;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The members that were found, by their names in C#. One of a base class is hidden by one of the same name on the wire, whether that
/// overrides it or is another (as System.Text.Json has it): under another name both are members. Names count as the same that some naming
/// policy could make the same, for options are not known here: "unitPrice" hides UnitPrice. An override that is left out hides it under any
/// name, and so does what has no value of its own where nothing may be written twice.
/// </summary>
internal sealed class FoundNames
{
    readonly Dictionary<string, List<string>?> _wireNames = new(StringComparer.Ordinal);

    /// <summary>Whether no member that hides it was found.</summary>
    public bool Add(string name, string wireName, bool hidesAll)
    {
        if (!_wireNames.TryGetValue(name, out var wireNames))
            _wireNames.Add(name, hidesAll ? null : [wireName]);
        else if (wireNames is null || wireNames.Exists(known => IsSame(known, wireName)))
            return false;
        else if (hidesAll)
            _wireNames[name] = null;
        else
            wireNames.Add(wireName);
        return true;
    }

    /// <summary>Whether they differ in nothing but case, and in what stands between words.</summary>
    static bool IsSame(string left, string right) =>
        left == right || left.Where(IsOfWord).SequenceEqual(right.Where(IsOfWord), CaseInsensitive.Instance);

    static bool IsOfWord(char c) => c is not ('_' or '-');

    sealed class CaseInsensitive : IEqualityComparer<char>
    {
        public static readonly CaseInsensitive Instance = new();

        public bool Equals(char x, char y) => char.ToUpperInvariant(x) == char.ToUpperInvariant(y);

        public int GetHashCode(char obj) => char.ToUpperInvariant(obj);
    }

    /// <summary>
    /// It is no member after all, and hides none of a base class but as an override: else it is another member, which only has its name.
    /// </summary>
    public void LeaveOut(string name, string wireName, bool hidesAll)
    {
        if (hidesAll)
            _wireNames[name] = null;
        else if (_wireNames[name] is { } wireNames)
            wireNames.Remove(wireName);
        else
            _wireNames.Remove(name);
    }
}

/// <summary>
/// Members in the order in which they were found. One that an attribute leaves out has a place too, which the next of its name on the wire
/// takes (as System.Text.Json has it).
/// </summary>
internal sealed class FoundMembers
{
    readonly List<(MemberModel? Member, int Order)> _found = [];
    readonly Dictionary<string, int> _leftOut = new(StringComparer.Ordinal);
    bool _isOrdered;

    public void Add(MemberModel member, int order, string wireName)
    {
        _isOrdered |= order != 0;
        if (_leftOut.Remove(wireName, out int place))
            _found[place] = (member, order);
        else
            _found.Add((member, order));
    }

    public void LeaveOut(string wireName)
    {
        if (_leftOut.TryAdd(wireName, _found.Count))
            _found.Add(default);
    }

    /// <summary>By order, those of the same order as they were found.</summary>
    public ImmutableArray<MemberModel> InOrder() =>
        [.. (_isOrdered ? _found.OrderBy(f => f.Order) : (IEnumerable<(MemberModel? Member, int Order)>)_found).Select(f => f.Member)
            .OfType<MemberModel>()];
}
