using System.Collections.Concurrent;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// How payloads of one foreign layout are read as one model: which of the writer's members, subtypes and types are which
/// of the reader's. Made of the layout once, then remembered.
/// </summary>
internal sealed class CompactPlan(byte[] bytes, CompactLayout writer, CompactRoot root)
{
    readonly ConcurrentDictionary<(CompactType, TypeModel), CompactMatch> _matches = new();
    TypeModel?[]? _models;

    public byte[] Bytes { get; } = bytes;

    public CompactLayout Writer { get; } = writer;

    public CompactRoot Root { get; } = root;

    public CompactMatch Match(CompactType writer, TypeModel reader)
    {
        var key = (writer, reader);
        return _matches.TryGetValue(key, out var match) ? match : _matches.GetOrAdd(key, new CompactMatch(writer, reader));
    }

    /// <summary>The reader's model for an entry of the writer's table, where nothing at the place declares it; or null.</summary>
    public TypeModel? ModelOf(CompactType type) => type.Index < 0 ? null : (_models ??= Pair())[type.Index];

    /// <summary>Walks both graphs side by side: what stands at the same place is the same type.</summary>
    TypeModel?[] Pair()
    {
        var models = new TypeModel?[Writer.Table.Count];
        var open = new Queue<(CompactType, TypeModel)>();
        open.Enqueue((Writer.Root, Root.Model));
        while (open.TryDequeue(out var pair))
        {
            var (type, model) = pair;
            if (model is SurrogateModel surrogate && type.Kind is not (CompactKind.Alias or CompactKind.Option))
            {
                open.Enqueue((type, surrogate.Carrier));
                continue;
            }
            if (type.Index < 0 || models[type.Index] is not null)
                continue;
            models[type.Index] = model;
            foreach (var part in Parts(type, model))
                open.Enqueue(part);
        }
        return models;
    }

    IEnumerable<(CompactType, TypeModel)> Parts(CompactType type, TypeModel model)
    {
        switch (type.Kind, model)
        {
            case (CompactKind.Alias or CompactKind.Option, SurrogateModel s):
                yield return (type.Item!, s.Carrier);
                break;
            case (CompactKind.Nullable or CompactKind.Option, OptionalModel o):
                yield return (type.Item!, o.Value);
                break;
            case (CompactKind.Sequence, SequenceModel s):
                yield return (type.Item!, s.Element);
                break;
            case (CompactKind.Map, MapModel m):
                yield return (type.Key!, m.Key);
                yield return (type.Item!, m.Value);
                break;
            case (CompactKind.Object or CompactKind.Dynamic, ObjectModel or DynamicModel):
                var match = Match(type, model);
                for (int i = 0; i < type.Members.Length; i++)
                    if (match.Members[i] >= 0)
                        yield return (type.Members[i].Type, ((ObjectModel)model).Members[match.Members[i]].Model);
                for (int i = 0; i < type.Subtypes.Length; i++)
                    if (match.Subtypes[i] >= 0)
                        yield return (type.Subtypes[i].Type, model.Subtypes[match.Subtypes[i]].Model);
                break;
        }
    }
}

/// <summary>Which of a writer's members and subtypes are which of a reader's.</summary>
internal sealed class CompactMatch : MemberTable
{
    public CompactMatch(CompactType writer, TypeModel reader) : base(reader)
    {
        Writer = writer;
        var names = reader is ObjectModel o ? CompactNames.Of(o) : null;
        // What nothing takes need not be of a type that the reader's member could hold.
        Members = [
            .. writer.Members.Select(
                m => names?.Find(m) is >= 0 and var own && !Merging.IsDropped((ObjectModel)reader, own, merges: true) ? own : -1)];
        Subtypes = [.. writer.Subtypes.Select(s => Find(s, reader))];
        Order = [.. Enumerable.Range(0, Members.Length).Where(i => writer.Members[i].IsPacked),
            .. Enumerable.Range(0, Members.Length).Where(i => !writer.Members[i].IsPacked)];
    }

    public CompactType Writer { get; }

    /// <summary>For each of the writer's members the reader's index, or -1.</summary>
    public int[] Members { get; }

    /// <summary>For each of the writer's subtypes the reader's index, or -1.</summary>
    public int[] Subtypes { get; }

    /// <summary>The writer's members in the order of their bytes: the packed ones, then the rest.</summary>
    public int[] Order { get; }

    static int Find(CompactSubtype subtype, TypeModel model)
    {
        var subtypes = model.Subtypes;
        if (subtype.Number is { } number)
            for (int i = 0; i < subtypes.Length; i++)
                if (subtypes[i].Number == number)
                    return i;
        if (subtype.Name is not null || subtype.Hash is not null)
            for (int i = 0; i < subtypes.Length; i++)
                if (subtypes[i].Name is { } name && (subtype.Name is { } known ? known == name : subtype.Hash == CompactHash.OfName(name)))
                    return i;
        return -1;
    }
}

/// <summary>The members of a reader's type by name and by hash: a name of today is stronger than a former name of another.</summary>
internal sealed class CompactNames
{
    static readonly int Slot = ModelSlot.Next();

    readonly Dictionary<string, int> _byName = new(StringComparer.Ordinal);
    readonly Dictionary<uint, int> _byHash = [];

    CompactNames(ObjectModel model)
    {
        for (int i = 0; i < model.Members.Length; i++)
            Add(model.Members[i].Name, i);
        for (int i = 0; i < model.Members.Length; i++)
            foreach (string alias in model.Members[i].Aliases)
                Add(alias, i);
    }

    public static CompactNames Of(ObjectModel model) =>
        (CompactNames?)model.GetSlot(Slot) ?? model.SetSlot(Slot, new CompactNames(model));

    public int Find(CompactMember member) => member.Name is null
        ? _byHash.GetValueOrDefault(member.Hash, -1)
        : _byName.GetValueOrDefault(member.Name, -1);

    void Add(string name, int index)
    {
        _byName.TryAdd(name, index);
        _byHash.TryAdd(CompactHash.OfName(name), index);
    }
}
