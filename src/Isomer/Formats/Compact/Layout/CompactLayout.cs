namespace Isomer.Formats;

/// <summary>All types that can occur in a payload, as wire types; the root is where reading begins.</summary>
internal sealed class CompactLayout
{
    /// <summary>The most entries a table may have: beyond it a type's graph is taken to be endless.</summary>
    public const int MaxTypes = 16_384;

    /// <summary>
    /// How many objects that take no bytes may stand inside one that does: a bound on the work that a byte can ask for.
    /// </summary>
    const int FreeWeight = 64;

    public CompactLayout(CompactType root, IReadOnlyList<CompactType> table)
    {
        Root = root;
        Table = table;
        foreach (var type in table)
            type.Pack();
        var weights = new Dictionary<CompactType, int>();
        foreach (var type in table)
            Measure(type, weights, 0);
    }

    public CompactType Root { get; }

    public IReadOnlyList<CompactType> Table { get; }

    /// <summary>Computes <see cref="CompactType.MinSize"/> and refuses objects that contain themselves without a marker between.</summary>
    static int Measure(CompactType type, Dictionary<CompactType, int> weights, int depth)
    {
        if (weights.TryGetValue(type, out int known))
            return known >= 0 ? known : throw new WireFormatException($"The layout's type {type} contains itself without end.");
        if (depth > 256)
            throw new WireFormatException("The layout nests objects within objects more than 256 deep.");
        weights[type] = -1;
        int weight = 1;
        switch (type.Kind)
        {
            case CompactKind.Enum:
                type.MinSize = Isomer.Model.Scalars.Width(type.Scalar);
                break;
            case CompactKind.Object:
                // Of its value; the slot of a reference may be a null of one byte.
                long size = type.BlockSize;
                long total = 1;
                foreach (var member in type.Members)
                {
                    if (member.IsPacked)
                        continue;
                    // An alias takes no bytes of its own: what it stands for counts, or a chain of them would be free.
                    var slot = member.Type.Kind == CompactKind.Alias ? member.Type.Item! : member.Type;
                    if (slot is { Kind: CompactKind.Object, IsReference: false })
                        total += Measure(slot, weights, depth + 1);
                    size += member.IsOptional ? 1 : SlotSize(slot);
                }
                type.MinSize = type.IsReference ? 1 : (int)Math.Min(size, int.MaxValue / 2);
                weight = (int)Math.Min(total, int.MaxValue / 2);
                if (weight > FreeWeight + size)
                    throw new WireFormatException($"The layout's type {type} is made of too many objects that take no bytes.");
                break;
            case CompactKind.Alias:
                weight = type.Item!.Kind == CompactKind.Object ? Measure(type.Item, weights, depth + 1) : 1;
                type.MinSize = type.Item.Kind == CompactKind.Enum ? Isomer.Model.Scalars.Width(type.Item.Scalar) : MinSizeOf(type.Item);
                break;
            default:
                type.MinSize = 1;
                break;
        }
        weights[type] = weight;
        return weight;
    }

    static int SlotSize(CompactType type) =>
        type.Kind == CompactKind.Scalar ? ScalarSize(type) : Math.Max(type.MinSize, type.Kind == CompactKind.Object ? 0 : 1);

    static int ScalarSize(CompactType type) =>
        type.Scalar == Isomer.Model.Scalar.Decimal ? CompactDecimal.MinLength : Math.Max(Isomer.Model.Scalars.Width(type.Scalar), 1);

    /// <summary>The fewest bytes of one value in a slot of this type.</summary>
    public static int MinSizeOf(CompactType type) => type.Kind == CompactKind.Scalar ? ScalarSize(type) : type.MinSize;
}
