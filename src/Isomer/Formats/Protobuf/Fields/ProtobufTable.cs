using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// What the sink and the source know about a type: a record for each member, and for reading a look-up from tag to member
/// that needs one load for the tags of one byte. A type of a hierarchy has a look-up for each layer.
/// </summary>
internal sealed class ProtobufTable : MemberTable
{
    static readonly int Slot = ModelSlot.Next();

    readonly object?[] _constants;
    Place? _place;

    ProtobufTable(ObjectModel model) : base(model)
    {
        var members = model.Members;
        var facts = model.Details as ProtobufTypeFacts;
        Records = new ProtobufRecord[members.Length];
        Gathers = new ProtobufGather[members.Length];
        GatherBit = new byte[members.Length];
        LayerOf = new byte[members.Length];
        _constants = new object?[members.Length];
        bool wrapped = false;
        int gathered = 0;
        for (int i = 0; i < members.Length; i++)
        {
            var about = members[i].Details as ProtobufMemberFacts ?? ProtobufMembers.Numbered(members[i], i, null);
            var field = new ProtobufField($"{model.Type.Name}.{members[i].ClrName}", members[i].Model, about);
            Records[i] = field.Self;
            LayerOf[i] = (byte)about.Layer;
            _constants[i] = members[i].Default;
            MayOmit |= members[i].Default is not null;
            wrapped |= field.ValueWrap != ProtobufWrap.None;
            Gathers[i] = GatherOf(members[i], field);
            if (Gathers[i] != ProtobufGather.None || field.Encoding == ProtobufEncoding.Raw)
                GatherBit[i] = (byte)gathered++;
        }
        if (gathered > 63)
            throw new NotSupportedException(
                $"Type '{model.Type}' has {gathered} members that are arrays or otherwise made at once, of which a Protobuf message can have 63. Make some of them lists.");
        OneOfs = ProtobufOneOf.Others(model, Records, LayerOf);
        MergeParts(gathered);
        Exclusive = ProtobufOneOf.Exclusive(Records, LayerOf);
        var layers = facts?.Layers ?? [new ProtobufLayer(model.Type, [])];
        IsLayered = layers.Length > 1;
        IsGroup = facts?.IsGroup ?? false;
        IsSpecial = IsLayered || Exclusive is not null;
        TakesRuns = !MayOmit && !IsSpecial && !wrapped;
        Layers = new ProtobufLayerTable[layers.Length];
        for (int i = 0; i < Layers.Length; i++)
            Layers[i] = new ProtobufLayerTable(this, layers, i);
        for (int i = 0; i < Layers.Length - 1; i++)
            Layers[i].KeepsBelow = Layers[i].UnknownFields >= 0 && Layers[i + 1].UnknownFields < 0;
        HasWrapped = wrapped;
        bool isOfHierarchy = IsLayered || !layers[0].Includes.IsEmpty;
        TakesPieces = layers.Length > 1 && layers[^1].Includes.IsEmpty && Layers[^1].UnknownFields < 0
            && Enumerable.Range(0, members.Length).All(i => LayerOf[i] < layers.Length - 1 || TakesPiecesOf(i));
        IsPlain = !isOfHierarchy && !wrapped;
        RunSizes = new int[members.Length];
        foreach (var run in model.Runs)
            RunSizes[run.First] = run.Count * ProtobufValues.Room;
        // Behind a wrapped value there is its wrapper to be left, which the short way does not ask for; of a hierarchy the block tells it.
        if (isOfHierarchy)
            Small = SmallOfLayers();
        else if (!wrapped)
            (Small, Wide) = (Layers[0].Small, Layers[0].Wide);
        BlockMask = isOfHierarchy ? ~0 : 0;
    }

    /// <summary>One for each member.</summary>
    public ProtobufRecord[] Records { get; }

    /// <summary>The record of a member by the index that a shape gave.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref ProtobufRecord RecordAt(int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Records), index);

    public byte[] LayerOf { get; }

    public ProtobufGather[] Gathers { get; }

    /// <summary>The bit that says of a member that is gathered whether it has been.</summary>
    public byte[] GatherBit { get; }

    public bool IsLayered { get; }

    /// <summary>Whether writing has to look after layers, or after oneofs.</summary>
    public bool IsSpecial { get; }

    public bool IsGroup { get; }

    public bool HasWrapped { get; }

    /// <summary>
    /// Whether the innermost layer of a type without derived ones may come in several pieces, each read as it is met: nothing in it has
    /// to be gathered, taken back, or merged with what an earlier piece said.
    /// </summary>
    public bool TakesPieces { get; }

    bool TakesPiecesOf(int member) => Gathers[member] == ProtobufGather.None && OneOfs?[member] is null
        && Records[member].Field is { ValueWrap: ProtobufWrap.None, CollectionWrap: ProtobufWrap.None } field
        && !(field.Kind == ProtobufKind.Scalar && field.HasParts);

    /// <summary>No hierarchy, no wrapped members: a message of it ends where its bytes do.</summary>
    public bool IsPlain { get; }

    /// <summary>Of the members of a oneof the others; null if there is none.</summary>
    public int[]?[]? OneOfs { get; }

    /// <summary>Of the members of a oneof: what must not be written beside them.</summary>
    public (ulong Own, ulong Others)[]? Exclusive { get; }

    /// <summary>Bytes that the run which starts with a member can take.</summary>
    public int[] RunSizes { get; }

    /// <summary>The root base first.</summary>
    public ProtobufLayerTable[] Layers { get; }

    /// <summary>
    /// The look-up by the first byte of the tag, for what needs nothing else to be done. A type without hierarchy has 256 entries. One of
    /// a hierarchy has a block of 256 that knows nothing, then one for each layer, in which <see cref="Further"/> stands where the next
    /// begins.
    /// </summary>
    public int[] Small { get; } = ProtobufLayerTable.Nothing;

    /// <summary>All bits where <see cref="Small"/> has a block for each layer, else none: what is left of the reader's block.</summary>
    public int BlockMask { get; }

    /// <summary>An entry of <see cref="Small"/>: the next layer begins, as a message with its length.</summary>
    public const int Further = -2;

    int[] SmallOfLayers() => [.. ProtobufLayerTable.Nothing, .. Layers.SelectMany(EntriesOf)];

    static IEnumerable<int> EntriesOf(ProtobufLayerTable layer) => layer.KeepsBelow
        ? ProtobufLayerTable.Nothing
        : layer.Small.Select(e =>
            e >= 0 ? e : e < ProtobufLayerTable.Unknown && e == layer.NextEntry ? Further : ProtobufLayerTable.Unknown);

    /// <summary>The look-up of its one layer by tags of two bytes, as far as there are members.</summary>
    public int[] Wide { get; } = [];

    public static ProtobufTable Of(TypeModel model) => Unsafe.As<ProtobufTable?>(model.GetSlot(Slot)) ?? Create(model);

    /// <summary>The table of the type that the hierarchy begins with.</summary>
    public ProtobufTable Root => field ??= Of(Model.Convention.ModelOf(((ProtobufTypeFacts)Model.Details!).Layers[0].Type));

    /// <summary>
    /// Where this type is among the derived types of a model, -1 if it is that model's own, null if it is none of them. The model that
    /// asked last is remembered.
    /// </summary>
    public int? PlaceIn(TypeModel declared)
    {
        if (_place is { } known && known.Declared == declared)
            return known.Index;
        int index = -1;
        if (declared.Type != Model.Type)
        {
            var subtypes = declared.Subtypes;
            for (index = 0; index < subtypes.Length && subtypes[index].Type != Model.Type; index++)
            {
            }
            if (index == subtypes.Length)
                return null;
        }
        _place = new(declared, index);
        return index;
    }

    sealed record Place(TypeModel Declared, int Index);

    /// <summary>
    /// By the first byte of a message for which this type, the base of a hierarchy, is declared: the place among its derived types of the
    /// one that the message is, where nothing else in it has to be looked at; -1 where more must be looked at.
    /// </summary>
    int[] _choices = ProtobufLayerTable.Nothing;

    /// <summary>What <see cref="Choose"/> remembered for this first byte; -1 for nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static int Choice(TypeModel declared, byte tag) => declared.GetSlot(Slot) is { } table
        ? Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(Unsafe.As<ProtobufTable>(table)._choices), (uint)tag)
        : -1;

    /// <summary>
    /// Remembers which type begins with this tag, where the tag tells it. Two threads may do so at once: one may be forgotten.
    /// </summary>
    public void Choose(byte tag, ProtobufTable found, int place)
    {
        var layer = Layers[0];
        // What a list holds first comes here each time: its tag has been passed.
        if (place < 0 || _choices[tag] == place || Layers.Length > 1 || layer.Small[tag] >= ProtobufLayerTable.Unknown
            || !found.TakesPieces || layer.Below(layer.Small[tag], Model.Convention) != found)
            return;
        int[] choices = [.. _choices];
        choices[tag] = place;
        _choices = choices;
    }

    static ProtobufTable Create(TypeModel model) => model.SetSlot(Slot, new ProtobufTable((ObjectModel)model));

    public override bool OmitsDefault(int index) => _constants[index] is not null;

    /// <summary>
    /// Whether there is an array, or the like, in the message or in one within it. If such a message came in many pieces, each
    /// joined to what is there, reading would be quadratic; so all its pieces are read as one.
    /// </summary>
    static bool HoldsJoined(ObjectModel model, HashSet<TypeModel> seen)
    {
        if (!seen.Add(model))
            return false;
        foreach (var member in model.Members)
        {
            switch (member.Model)
            {
                case CollectionModel when !Merging.CanMerge(member.Model):
                case SurrogateModel { Carrier: CollectionModel }:
                case ObjectModel inner when HoldsJoined(inner, seen):
                    return true;
            }
        }
        return false;
    }

    /// <summary>The bits that gathered members leave are for those whose pieces merge.</summary>
    void MergeParts(int bit)
    {
        for (int i = 0; i < Records.Length; i++)
        {
            var field = Records[i].Field;
            if (field.Kind == ProtobufKind.Scalar && (field.HasParts || field.ValueWrap != ProtobufWrap.None))
                field.MergeParts(
                    new ProtobufParts(field.Number, bit < 63 ? 1UL << bit++ : 0, field.ValueWrap != ProtobufWrap.None,
                        [.. (OneOfs?[i] ?? []).Select(o => Records[o].Field.Number)]));
        }
    }

    static ProtobufGather GatherOf(MemberModel member, ProtobufField field)
    {
        if (field.Encoding == ProtobufEncoding.Raw)
            return ProtobufGather.None;
        bool collection = field.Kind is ProtobufKind.Sequence or ProtobufKind.Map;
        if (collection)
            return field.IsCarried || member.Replaces ? ProtobufGather.First
                : Merging.CanMerge(member.Model) ? ProtobufGather.None
                : ProtobufGather.Second;
        if (field.Kind != ProtobufKind.Message)
            return ProtobufGather.None;
        var model = (ObjectModel)field.Core;
        bool fills = !field.IsCarried && member.CanGet && (member.CanSet || !member.Model.Type.IsValueType)
            && (Merging.CanMerge(member.Model) || Merging.CanJoin(member.Model))
            && model.Construction.Arguments.All(a => a.MemberIndex < 0 || model.Members[a.MemberIndex].CanSet)
            && model.Subtypes.IsEmpty
            && !HoldsJoined(model, []);
        return fills ? ProtobufGather.None : ProtobufGather.First;
    }
}

/// <summary>What a member needs that comes in several pieces.</summary>
internal enum ProtobufGather : byte
{
    /// <summary>Nothing: each piece is added to what is there, or replaces it.</summary>
    None,
    /// <summary>A collection that can only be joined: from the second piece on, all that is left is given at once.</summary>
    Second,
    /// <summary>What can neither be filled nor joined: all pieces are given at once, at the first.</summary>
    First,
}

/// <summary>The look-up of one layer.</summary>
internal sealed class ProtobufLayerTable
{
    /// <summary>An entry of the look-up that names no member.</summary>
    public const int Unknown = -1;

    /// <summary>The entry of the first derived type, where that is a message with its length; of each further one an entry less.</summary>
    public const int FirstInclude = -2;

    public const int IndexMask = 0xFF_FFFF;

    public const int HowShift = 24;

    /// <summary>The look-up of all bytes, where there is nothing to be found.</summary>
    public static readonly int[] Nothing = NothingOf(256);

    const int LargestDense = 1 << 11;

    const int LargestWide = 1 << 8;

    readonly int[] _byNumber = [];
    readonly Dictionary<int, int> _sparse;
    readonly (ProtobufInclude Include, ProtobufTable? Table)[] _below;
    readonly Dictionary<int, int> _entries = [];

    public ProtobufLayerTable(ProtobufTable table, IReadOnlyList<ProtobufLayer> layers, int layer)
    {
        Layer = layer;
        var members = new Dictionary<int, int>();
        for (int i = 0; i < table.Records.Length; i++)
        {
            if (table.LayerOf[i] != layer)
                continue;
            if (table.Records[i].Encoding == ProtobufEncoding.Raw)
                UnknownFields = i;
            else
                members[table.Records[i].Field.Number] = i;
        }
        Includes = layers[layer].Includes.ToDictionary(i => i.Number);
        _below = [.. layers[layer].Includes.Select(i => (i, (ProtobufTable?)null))];
        for (int i = 0; i < _below.Length; i++)
            _entries[_below[i].Include.Number] = FirstInclude - i;
        NextEntry = layer + 1 < layers.Count
            ? FirstInclude - Array.FindIndex(_below, b => b.Include.Type == layers[layer + 1].Type)
            : Unknown;
        Next = layer + 1 < layers.Count ? layers[layer].Includes.First(i => i.Type == layers[layer + 1].Type) : null;
        if (Next is not null)
            NextField = new ProtobufField($"{layers[layer].Type.Name}.{Next.Type.Name}", table.Model,
                new ProtobufMemberFacts { Number = Next.Number, Format = Next.IsGroup ? ProtobufFormat.Group : ProtobufFormat.Default },
                ProtobufPlace.Include);
        _sparse = members;
        int largest = members.Count == 0 ? 0 : members.Keys.Max();
        if (largest < LargestDense)
        {
            _byNumber = new int[largest + 1];
            Array.Fill(_byNumber, Unknown);
            foreach (var (number, index) in members)
                _byNumber[number] = index;
        }
        Small = NothingOf(256);
        for (int tag = 0; tag < 128; tag++)
            Small[tag] = EntryOf(table, tag);
        if (largest is < 16 or >= LargestWide)
            return;
        Wide = NothingOf((largest + 1) << 3);
        for (int tag = 128; tag < Wide.Length; tag++)
            Wide[tag] = EntryOf(table, tag);
    }

    static int[] NothingOf(int length)
    {
        int[] result = new int[length];
        Array.Fill(result, Unknown);
        return result;
    }

    int EntryOf(ProtobufTable table, int tag)
    {
        if (IncludeOf(tag >> 3) is var include and not Unknown)
            return (tag & 7) == 2 ? include : Unknown;
        return Entry(table, Find(tag >> 3), tag & 7);
    }

    public int Layer { get; }

    /// <summary>
    /// The look-up by the first byte of a tag, whatever it is: <see cref="Entry"/>; Unknown where the tag does not end with it, too.
    /// </summary>
    public int[] Small { get; }

    /// <summary>The look-up by the number that the two bytes of a tag make.</summary>
    public int[] Wide { get; } = [];

    /// <summary>The derived types, by the number of their field.</summary>
    public Dictionary<int, ProtobufInclude> Includes { get; }

    /// <summary>The table of the derived type that has this entry here.</summary>
    public ProtobufTable Below(int entry, Convention convention)
    {
        ref var below = ref _below[FirstInclude - entry];
        return below.Table ??= ProtobufTable.Of(convention.ModelOf(below.Include.Type));
    }

    /// <summary>The entry of a derived type by the number of its field; Unknown for a number that is none's.</summary>
    public int IncludeOf(int number) => _entries.GetValueOrDefault(number, Unknown);

    /// <summary>The entry of <see cref="Next"/>, or Unknown.</summary>
    public int NextEntry { get; }

    /// <summary>The include that leads on to the exact type.</summary>
    public ProtobufInclude? Next { get; }

    public ProtobufField? NextField { get; }

    /// <summary>The index of the member that keeps the layer's unknown fields, or -1.</summary>
    public int UnknownFields { get; } = -1;

    /// <summary>Whether that member keeps the unknown fields of the next layer too, which has none of its own.</summary>
    public bool KeepsBelow { get; set; }

    /// <summary>The member of this number, or Unknown.</summary>
    public int Find(int number) => _byNumber.Length > 0
        ? (uint)number < (uint)_byNumber.Length ? _byNumber[number] : Unknown
        : _sparse.GetValueOrDefault(number, Unknown);

    /// <summary>The member of this number for a value with this wire type, which to some fields is none of theirs.</summary>
    public int Find(ProtobufTable table, int number, int wire) =>
        Find(number) is var index and >= 0 && table.Records[index].Field.Accepts(wire) ? index : Unknown;

    /// <summary>
    /// An entry: the member's index, and 1 + how its value is read (0: in its natural form, behind the tag). Unknown where more has to be
    /// done.
    /// </summary>
    public static int Entry(ProtobufTable table, int index, int wire) =>
        index < 0 || wire is 4 or > 5 || table.Gathers[index] != ProtobufGather.None || table.OneOfs?[index] is not null
            || table.Records[index].Field.ValueWrap != ProtobufWrap.None
            || !table.Records[index].Field.Accepts(wire)
            ? Unknown
            : index | ((HowOf(table.Records[index].Field, wire) is var how and > 0 ? how + 1 : 0) << HowShift);

    public static int HowOf(ProtobufField field, int wire) =>
        wire == field.WireType && wire != 3 && field.Encoding is ProtobufEncoding.Natural or ProtobufEncoding.Bcl
            && field.Kind <= ProtobufKind.Message
            ? 0
            : 1 + wire;
}
