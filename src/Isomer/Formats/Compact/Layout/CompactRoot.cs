using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What Compact keeps about one root model: the layout of all that can be reached from it, its bytes, and how payloads of
/// other layouts map to it. Kept in a slot of the model, made once.
/// </summary>
internal sealed class CompactRoot
{
    /// <summary>Layouts of strangers that are remembered, by their bytes in all: a flood of them costs time, not memory.</summary>
    const int MaxPlanBytes = 1 << 17;

    static readonly int Slot = ModelSlot.Next();
    static readonly int ItemSlot = ModelSlot.Next();

    readonly ConcurrentDictionary<PlanKey, CompactPlan> _plans = new();
    readonly byte[]?[] _prefixes = new byte[]?[3];
    FrozenDictionary<Type, CompactType>? _byType;
    long _planBytes;

    CompactRoot(TypeModel model)
    {
        Model = model;
        Layout = CompactLayoutBuilder.Build(model);
        foreach (var type in Layout.Table)
            if (type is { Kind: CompactKind.Sequence or CompactKind.Map, Model: { } collection })
                collection.SetSlot(ItemSlot, CompactItem.Of(type));
        if (Layout.Table.Any(t => t.Model is ObjectModel o && o.Members.Any(Merging.IsPassedOver)))
            OwnPlan = PlanOfOwn();
    }

    /// <summary>How payloads of this very layout are read by the adapter.</summary>
    public CompactPlan PlanOfOwn() => PlanOf(CompactLayoutWriter.Write(Layout, true));

    public TypeModel Model { get; }

    public CompactLayout Layout { get; }

    /// <summary>
    /// How payloads of this very layout are read if members of it are passed over, which reading by position cannot: what
    /// is in them must be walked and its objects numbered. Null where there is no such member, which is almost always.
    /// </summary>
    public CompactPlan? OwnPlan { get; }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static CompactRoot Of(TypeModel model) => (CompactRoot?)model.GetSlot(Slot) ?? Create(model);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static CompactRoot Create(TypeModel model) => model.SetSlot(Slot, new CompactRoot(model));

    /// <summary>What a payload says about its types, between the header and the value.</summary>
    public byte[] Prefix(CompactSchema schema) => _prefixes[(int)schema] ?? CreatePrefix(schema);

    byte[] CreatePrefix(CompactSchema schema)
    {
        byte[] layout = CompactLayoutWriter.Write(Layout, schema == CompactSchema.Embedded);
        byte[] prefix;
        if (schema == CompactSchema.Fingerprint)
        {
            prefix = BitConverter.GetBytes(CompactHash.OfLayout(layout));
        }
        else
        {
            prefix = new byte[CompactVarint.MaxLength + layout.Length];
            int length = CompactVarint.Put(ref prefix[0], (ulong)layout.Length);
            layout.CopyTo(prefix, length);
            prefix = prefix[..(length + layout.Length)];
        }
        return _prefixes[(int)schema] = prefix;
    }

    /// <summary>How a payload with another layout is read as this model.</summary>
    public CompactPlan PlanOf(ReadOnlySpan<byte> layout)
    {
        // Looked up by a hash of the bytes and then compared: two layouts with one hash only push each other out.
        var key = new PlanKey(CompactHash.OfLayout(layout), layout.Length);
        if (_plans.TryGetValue(key, out var plan) && layout.SequenceEqual(plan.Bytes))
            return plan;
        plan = new CompactPlan(layout.ToArray(), CompactLayoutParser.Parse(layout), this);
        if (layout.Length > MaxPlanBytes)
            return plan;
        if (Interlocked.Add(ref _planBytes, layout.Length) > MaxPlanBytes)
        {
            _plans.Clear();
            Interlocked.Exchange(ref _planBytes, layout.Length);
        }
        _plans[key] = plan;
        return plan;
    }

    /// <summary>The entry of the table for a value of exactly this CLR type where nothing declares it, or null.</summary>
    public CompactType? FindDynamic(Type type)
    {
        var found = (_byType ??= Layout.Table
            .Where(t => t.Model is not null and not DynamicModel and not OptionalModel { Access.IsNullable: true })
            .DistinctBy(t => t.Model!.Type)
            .ToFrozenDictionary(t => t.Model!.Type)).GetValueOrDefault(type);
        if (found is not null)
            return found;
        if (FrameworkClasses.PublicTypeOf(type) is { } known)
            return _byType.GetValueOrDefault(known);
        // A case of an F# union has a class of its own, which nothing declares.
        for (var parent = type.BaseType; parent is not null && parent != typeof(object); parent = parent.BaseType)
            if (_byType.GetValueOrDefault(parent) is { Model: ObjectModel { Union: not null } } union)
                return union;
        return null;
    }

    /// <summary>What is known of the items of a collection. It is in the layout of some root, or a built-in of the dynamic ones.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static CompactItem ItemOf(TypeModel model) => Unsafe.As<CompactItem?>(model.GetSlot(ItemSlot)) ?? CreateItem(model);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static CompactItem CreateItem(TypeModel model) => model.SetSlot(ItemSlot, CompactItem.Of(CompactLayoutBuilder.Build(model).Root));

    readonly record struct PlanKey(ulong Hash, int Length);
}

/// <summary>The fewest bytes that an item of a collection, or an entry of a map, takes.</summary>
internal sealed class CompactItem(int minSize)
{
    public int MinSize { get; } = minSize;

    public static CompactItem Of(CompactType collection) => new(SizeOf(collection));

    public static int SizeOf(CompactType collection) =>
        (int)Math.Min(int.MaxValue,
            (long)CompactLayout.MinSizeOf(collection.Item!) + (collection.Key is null ? 0 : CompactLayout.MinSizeOf(collection.Key)));
}
