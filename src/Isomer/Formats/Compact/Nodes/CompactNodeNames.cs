using System.Globalization;

namespace Isomer.Formats;

/// <summary>What members, subtypes and enum values of one layout are called in nodes: made once for each type that occurs.</summary>
internal sealed class CompactNodeNames
{
    public const string TypeName = "$type";

    readonly Dictionary<CompactType, (string[] Names, long Length)> _members = [];
    readonly Dictionary<CompactType, Dictionary<long, string>> _values = [];
    readonly Dictionary<CompactType, Dictionary<CompactType, CompactSubtype>> _subtypes = [];

    /// <summary>The names of an object's members, each once.</summary>
    /// <param name="type">The type.</param>
    /// <param name="length">Their characters together.</param>
    public string[] Of(CompactType type, out long length)
    {
        if (_members.TryGetValue(type, out var known))
        {
            length = known.Length;
            return known.Names;
        }
        string[] names = [.. type.Members.Select(m => m.ToString())];
        var seen = new HashSet<string>(StringComparer.Ordinal);
        foreach (string name in names)
            if (!seen.Add(name))
                throw new WireFormatException($"The layout's type {type} has two members '{name}'.");
        length = names.Sum(n => (long)n.Length);
        _members[type] = (names, length);
        return names;
    }

    /// <summary>The name of an enum's value; null if it has none, or the layout does not say.</summary>
    public string? Of(CompactType type, long value)
    {
        if (type.Named.IsEmpty)
            return null;
        if (!_values.TryGetValue(type, out var names))
        {
            names = [];
            foreach (var (name, named) in type.Named)
                names.TryAdd(named, name);
            _values.Add(type, names);
        }
        return names.GetValueOrDefault(value);
    }

    /// <summary>As which subtype a type stands where object is declared, if as one.</summary>
    public CompactSubtype? Of(CompactType declared, CompactType type)
    {
        if (declared.Subtypes.Length == 0)
            return null;
        if (!_subtypes.TryGetValue(declared, out var subtypes))
        {
            subtypes = [];
            foreach (var subtype in declared.Subtypes)
                subtypes.TryAdd(subtype.Type, subtype);
            _subtypes.Add(declared, subtypes);
        }
        return subtypes.GetValueOrDefault(type);
    }

    /// <summary>What $type says: the name, else the number, else the hash of the name; null if it has none of these.</summary>
    public static NodeValue? Of(CompactSubtype subtype) => subtype switch
    {
        { Name: { } name } => new NodeValue(name),
        { Number: { } number } => new NodeValue(number),
        { Hash: { } hash } => new NodeValue(string.Create(CultureInfo.InvariantCulture, $"#{hash:x8}")),
        _ => null,
    };
}
