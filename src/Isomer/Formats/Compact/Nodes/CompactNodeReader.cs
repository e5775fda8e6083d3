using System.Globalization;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Nodes;

namespace Isomer.Formats;

/// <summary>
/// Reads a value into nodes by the payload's own layout. The bytes of scalars, lengths and counts are read and checked by a
/// <see cref="CompactSource"/>, as for any other reader; here is the way from type to type.
/// </summary>
/// <remarks>
/// What comes out is a tree of bounded size, so that all that walks nodes may be fed with it: never a cycle, never deeper
/// than Limits.MaxDepth, and not much larger written out than the payload, though parts of it are shared.
/// </remarks>
internal ref partial struct CompactNodeReader
{
    /// <summary>
    /// How many bytes may be written that do not stand in the payload as often: of objects that are referred to again (a tree that is
    /// shared on each of 30 levels is a thousand million), of names, which stand in the layout once. Beyond them, so many for each byte of
    /// the payload.
    /// </summary>
    const long MaxRepeated = 1L << 20;
    const long RepeatedPerByte = 64;

    /// <summary>Objects may take no bytes, but so many of them for each byte of the payload no type of anyone has.</summary>
    const long MaxObjectsPerByte = 8;

    readonly CompactLayout _layout;
    readonly CompactNodeNames _names = new();
    readonly List<Entry>? _objects;
    readonly NodePlaces? _places;
    readonly int _maxDepth;
    readonly long _maxRepeated;
    CompactSource _source;
    long _objectsLeft;
    long _repeated;
    int _depth;
    int _deepest;

    public CompactNodeReader(CompactLayout layout, CompactFrame frame, CompactOptions options, ReadOnlySpan<byte> payload,
        NodePlaces? places = null)
    {
        _places = places;
        _layout = layout;
        _objects = frame.HasReferences ? [] : null;
        _maxDepth = options.Limits.MaxDepth;
        _maxRepeated = MaxRepeated + (RepeatedPerByte * payload.Length);
        _objectsLeft = MaxObjectsPerByte * (payload.Length + 1L);
        _source = new CompactSource(null!, options, payload[..frame.End], frame.ValueAt, frame.HasReferences);
    }

    /// <summary>An object that can be referred to.</summary>
    struct Entry
    {
        /// <summary>It; where it is not done, only if it is an object.</summary>
        public Node? Node;
        public bool IsDone;
        /// <summary>Whether there is a reference to it from inside, which needs its $id.</summary>
        public bool IsCalled;
        /// <summary>Its bytes, with those of what it refers to.</summary>
        public long Weight;
        /// <summary>The levels of it.</summary>
        public int Height;
    }

    public readonly int Position => _source.Position;

    public Node? Read()
    {
        var result = Value(_layout.Root, null);
        _source.End();
        return result;
    }

    Node? Value(CompactType type, CompactSubtype? subtype)
    {
        int start = _source.Position;
        var node = ValueOf(type, subtype);
        if (_places is not null && node is not null)
            _places.Add(node, start, _source.Position - start);
        return node;
    }

    /// <summary>
    /// A value as it is declared. What a hostile layout may lead round in circles is a loop, each turn of which takes a byte.
    /// </summary>
    Node? ValueOf(CompactType type, CompactSubtype? subtype)
    {
        while (true)
        {
            switch (type.Kind)
            {
                case CompactKind.Scalar:
                    return type == CompactDynamic.NumberText ? CompactNodeValues.Number(_source.String()) : Scalar(type.Scalar);
                case CompactKind.Enum:
                    return Enum(type);
                case CompactKind.Nullable or CompactKind.Option:
                    if (_source.TryNull())
                        return null;
                    type = type.Item!;
                    break;
                case CompactKind.Alias:
                    type = type.Item!;
                    break;
                case CompactKind.Dynamic:
                    if (Tagged() is not { } actual)
                        return null;
                    subtype = _names.Of(type, actual);
                    type = actual;
                    break;
                default:
                    return type.IsReference ? Referenced(type, subtype) : Exact(type, subtype, -1);
            }
        }
    }

    Node? Referenced(CompactType type, CompactSubtype? subtype)
    {
        byte mark = _source.Byte();
        var exact = type;
        switch (mark)
        {
            case CompactMark.Null:
                return null;
            case CompactMark.Reference when _objects is not null:
                return Shared();
            case CompactMark.Value:
                break;
            case CompactMark.Subtype:
                ulong index = _source.Varint();
                if (index >= (ulong)type.Subtypes.Length)
                    throw new WireFormatException($"The writer's type {type} has no subtype at {index}.");
                subtype = type.Subtypes[(int)index];
                exact = subtype.Type;
                break;
            default:
                throw new WireFormatException($"{mark} is no marker of a value here.");
        }
        return _objects is not null && type.HasIdentity ? Identified(exact, subtype) : Exact(exact, subtype, -1);
    }

    Node? Identified(CompactType exact, CompactSubtype? subtype)
    {
        int id = _objects!.Count;
        _objects.Add(default);
        long start = _source.Position + _repeated;
        int deepest = _deepest;
        _deepest = _depth;
        var node = Exact(exact, subtype, id);
        ref var entry = ref CollectionsMarshal.AsSpan(_objects)[id];
        if (entry.IsCalled)
        {
            var called = (NodeObject)entry.Node!;
            if (called.Contains("$id"))
                throw new WireFormatException("An object that refers to itself has a member $id, which is needed to say so.");
            called.Insert(0, "$id", new NodeValue(NameOf(id)));
        }
        entry = new Entry { Node = node, IsDone = true, Weight = _source.Position + _repeated - start, Height = _deepest - _depth };
        _deepest = Math.Max(_deepest, deepest);
        return node;
    }

    /// <summary>An object that came before.</summary>
    Node? Shared()
    {
        ulong id = _source.Varint();
        if (id >= (ulong)_objects!.Count)
            throw new WireFormatException($"A reference points to object {id} of {_objects.Count}.");
        ref var entry = ref CollectionsMarshal.AsSpan(_objects)[(int)id];
        if (!entry.IsDone)
        {
            if (entry.Node is null)
                throw new WireFormatException(
                    "A collection contains itself, or a value that is written as another; a tree of nodes cannot.");
            entry.IsCalled = true;
            CountObject();
            var call = new NodeObject();
            call.Append("$ref", new NodeValue(NameOf((int)id)));
            return call;
        }
        Repeat(entry.Weight);
        CompactLimits.EnterSlow(_maxDepth - _depth - entry.Height);
        _deepest = Math.Max(_deepest, _depth + entry.Height);
        return entry.Node;
    }

    void Repeat(long bytes)
    {
        _repeated += bytes;
        if (_repeated > _maxRepeated)
            throw new WireFormatException(
                $"The payload refers to its objects and names so often that as a tree it would be larger than {_maxRepeated} bytes.");
    }

    static string NameOf(int id) => id.ToString(CultureInfo.InvariantCulture);

    /// <summary>A value whose marker has been read; with references its number, else -1.</summary>
    Node? Exact(CompactType type, CompactSubtype? subtype, int id)
    {
        if (type.Kind is not (CompactKind.Object or CompactKind.Sequence or CompactKind.Map))
        {
            // A surrogate is written by its carrier as that is declared. No level of nodes, but one of the stack.
            CompactLimits.EnterSlow(0);
            return Value(type.Kind is CompactKind.Alias or CompactKind.Option ? type.Item! : type, subtype);
        }
        CompactLimits.EnterSlow(_maxDepth - ++_depth);
        _deepest = Math.Max(_deepest, _depth);
        Node? result = type.Kind switch
        {
            CompactKind.Object => Object(type, subtype, Open(id)),
            CompactKind.Sequence => Sequence(type),
            _ when type.Key is { Kind: CompactKind.Scalar, Scalar: Model.Scalar.String } => Map(type, subtype, Open(id)),
            _ => Pairs(type),
        };
        _depth--;
        return result;
    }

    /// <summary>A new object, known before its members are read, so that these can refer to it.</summary>
    NodeObject Open(int id)
    {
        CountObject();
        var result = new NodeObject();
        if (id >= 0)
            CollectionsMarshal.AsSpan(_objects)[id].Node = result;
        return result;
    }

    void CountObject()
    {
        if (--_objectsLeft < 0)
            throw new WireFormatException("The payload has too many objects that take no bytes.");
    }
}
