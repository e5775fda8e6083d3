using System.Collections.Immutable;

namespace Isomer.Model;

/// <summary>
/// One member of the closed set of types that may stand where a base is declared. Known on the wire by a small number, by
/// a name, or both; a format uses what it can.
/// </summary>
public sealed class Subtype
{
    readonly Convention _convention;
    TypeModel? _model;

    internal Subtype(Convention convention, Type type, int? number, string? name)
    {
        _convention = convention;
        Type = type;
        Number = number;
        Name = name;
    }

    /// <summary>The CLR type of the subtype.</summary>
    public Type Type { get; }

    /// <summary>The number it was registered under.</summary>
    public int? Number { get; }

    /// <summary>The name it was registered under.</summary>
    public string? Name { get; }

    /// <summary>The name on the wire of a text format: the registered one, or the number, or nothing.</summary>
    public string? Discriminator => Name ?? Number?.ToString(System.Globalization.CultureInfo.InvariantCulture);

    /// <summary>Its model. For a case of a union, the case's own.</summary>
    public TypeModel Model { get => _model ??= _convention.ModelOf(Type); internal init => _model = value; }
}

/// <summary>Finds a subtype by CLR type, for hierarchies too wide for a chain of comparisons.</summary>
internal sealed class SubtypeIndex
{
    readonly Dictionary<Type, int> _byType = [];

    public SubtypeIndex(ImmutableArray<Subtype> subtypes)
    {
        // Of two of one type (in Xml they are in two namespaces) the first is written.
        for (int i = 0; i < subtypes.Length; i++)
            _byType.TryAdd(subtypes[i].Type, i);
    }

    /// <summary>The index of the type among the subtypes, or -1.</summary>
    public int Find(Type type) => _byType.TryGetValue(type, out int index) ? index : -1;
}
