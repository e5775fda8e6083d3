using System.Collections.Immutable;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>The kinds of descriptor in a layout. The numbers are on the wire.</summary>
internal enum CompactKind : byte
{
    Scalar = 0,
    Enum = 1,
    /// <summary>A nullable value type: in a packed block one presence bit, elsewhere a marker byte.</summary>
    Nullable = 2,
    /// <summary>Another optional value: always a marker byte.</summary>
    Option = 3,
    Sequence = 4,
    Map = 5,
    Dynamic = 6,
    Object = 7,
    /// <summary>The form of another type: an entry for a type that is carried as one that needs none.</summary>
    Alias = 8,
}

/// <summary>
/// What is on the wire for one type, as a layout says it: enough to find one's way through a payload without the CLR type.
/// Made from a model (<see cref="CompactLayoutBuilder"/>) or from a payload (<see cref="CompactLayoutParser"/>).
/// </summary>
internal sealed class CompactType(CompactKind kind)
{
    /// <summary>From here on a reference to a type means an entry of the table; below it a scalar's or a reserved number.</summary>
    public const int FirstIndex = 64;

    /// <summary>The scalars, by number.</summary>
    public static readonly ImmutableArray<CompactType> OfScalar =
        [.. Enumerable.Range(0, (int)Scalar.Bytes + 1).Select(n => new CompactType(CompactKind.Scalar) { Scalar = (Scalar)n })];

    public CompactKind Kind { get; } = kind;

    /// <summary>Which scalar; for an enum the underlying one.</summary>
    public Scalar Scalar { get; set; }

    /// <summary>Whether a marker byte stands before a value.</summary>
    public bool IsReference { get; set; }

    /// <summary>Whether, where references are kept, each value that is written whole takes the next number.</summary>
    public bool HasIdentity { get; set; }

    /// <summary>Whether the byte 0 may stand in place of the count (<see cref="Shapes.SinkTraits.KeepsDefaultArrays"/>).</summary>
    public bool MayBeNoArray => Kind == CompactKind.Sequence && !IsReference;

    /// <summary>Whether the byte 0 and the code of a comparer may stand before the count (<see cref="Shapes.Absence.ToldBy"/>).</summary>
    public bool MayTellComparer => IsReference && !HasComparer
        && (Kind == CompactKind.Sequence ? Item : Kind == CompactKind.Map ? Key : null)
            is { Kind: CompactKind.Scalar, Scalar: Scalar.String };

    /// <summary>For collections: whether the code of a comparer stands before the count.</summary>
    public bool HasComparer { get; set; }

    /// <summary>What is inside: an optional's value, a sequence's item, a map's value.</summary>
    public CompactType? Item { get; set; }

    /// <summary>The type of a map's keys.</summary>
    public CompactType? Key { get; set; }

    public CompactMember[] Members { get; set; } = [];

    public CompactSubtype[] Subtypes { get; set; } = [];

    /// <summary>The type's name, where it is known.</summary>
    public string? Name { get; set; }

    /// <summary>For enums with an embedded schema.</summary>
    public ImmutableArray<EnumName> Named { get; set; } = [];

    /// <summary>Whether the members and subtypes are told by name though the schema is hashed, because two hashes are equal.</summary>
    public bool NeedsNames { get; private set; }

    /// <summary>Finds out whether it does.</summary>
    public void SetNeedsNames() => NeedsNames = Members.Select(m => m.Hash).Distinct().Count() < Members.Length
        || Subtypes.Where(s => s.Hash is not null).GroupBy(s => s.Hash).Any(g => g.Count() > 1);

    /// <summary>The place in the table, or -1 for scalars and the types that need no entry.</summary>
    public int Index { get; set; } = -1;

    /// <summary>The model that it was made from; null if it came from a payload.</summary>
    public TypeModel? Model { get; set; }

    /// <summary>Bytes of presence bits at the start of the packed block.</summary>
    public int BitBytes { get; private set; }

    /// <summary>Bytes of the packed block of an object, 0 if it has none.</summary>
    public int BlockSize { get; private set; }

    /// <summary>The fewest bytes of a value where this type is declared, its marker included.</summary>
    public int MinSize { get; set; }

    public bool IsFixed => Kind is CompactKind.Scalar or CompactKind.Enum && Isomer.Model.Scalars.Width(Scalar) > 0;

    /// <summary>Lays the packed members out, by the rule of <see cref="PackedLayout"/>.</summary>
    public void Pack()
    {
        int bits = 0;
        foreach (var member in Members)
            if (member.IsPacked)
                member.Bit = member.Type.Kind == CompactKind.Nullable ? bits++ : -1;
        BitBytes = (bits + 7) / 8;
        int offset = BitBytes;
        foreach (var member in Members)
        {
            if (!member.IsPacked)
                continue;
            member.Offset = offset;
            offset += Isomer.Model.Scalars.Width(member.Scalar);
        }
        BlockSize = offset;
    }

    /// <summary>How messages call it. Looks one level in only: a hostile layout may be a circle.</summary>
    public override string ToString() => Kind switch
    {
        CompactKind.Nullable or CompactKind.Option => $"optional {Item!.Simple}",
        CompactKind.Sequence => $"sequence of {Item!.Simple}",
        CompactKind.Map => $"map of {Key!.Simple} to {Item!.Simple}",
        _ => Simple,
    };

    string Simple => Kind switch
    {
        CompactKind.Scalar => Scalar.ToString(),
        CompactKind.Enum => $"{Name ?? "enum"} over {Scalar}",
        CompactKind.Object => Name ?? "object",
        _ => Kind.ToString().ToLowerInvariant(),
    };
}

/// <summary>One member, as a layout says it.</summary>
internal sealed class CompactMember(CompactType type)
{
    public CompactType Type { get; } = type;

    /// <summary>The name, where it is known.</summary>
    public string? Name { get; set; }

    /// <summary>The hash of the name.</summary>
    public uint Hash { get; set; }

    /// <summary>Whether a byte before the value says that it is there.</summary>
    public bool IsOptional { get; set; }

    /// <summary>Whether it stands in the packed block.</summary>
    public bool IsPacked { get; set; }

    /// <summary>The place in the packed block.</summary>
    public int Offset { get; set; }

    /// <summary>The number of the presence bit, or -1.</summary>
    public int Bit { get; set; } = -1;

    /// <summary>The scalar of a packed member.</summary>
    public Scalar Scalar => (Type.Kind == CompactKind.Nullable ? Type.Item! : Type).Scalar;

    public override string ToString() => Name ?? $"#{Hash:x8}";
}

/// <summary>One subtype, as a layout says it.</summary>
internal sealed class CompactSubtype(CompactType type)
{
    public CompactType Type { get; } = type;

    public int? Number { get; set; }

    public string? Name { get; set; }

    public uint? Hash { get; set; }

    public override string ToString() => Name ?? Number?.ToString(System.Globalization.CultureInfo.InvariantCulture) ?? $"#{Hash:x8}";
}
