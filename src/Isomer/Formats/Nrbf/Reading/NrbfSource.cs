using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The reading end of NRBF. A reference leads to the record of its object (<see cref="NrbfIndex"/>), which is read there and then, as if it
/// stood in its place; deeper than <see cref="Limits.MaxDepth"/> the object is made, and read when it is its turn (<see cref="Drain"/>). So
/// depth is data here too.
/// </summary>
#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
internal ref partial struct NrbfSource : IGraphSource
{
    /// <summary>Records that are read more than once may together be so many times as long as the payload.</summary>
    const long AgainPerByte = 4;

    readonly NrbfOptions _options;
    readonly NrbfIndex _index;
    readonly NrbfReading _state;
    readonly TypeModel _root;
    readonly FormatterNames _names;
    NrbfBytes _in;
    int _top = -1;
    NrbfFrame[]? _failed;

    // What the value that comes is, where it is a primitive; None for a record.
    NrbfPrimitive _primitive;

    // Of the record that was opened: its number, and where to go on behind it (-1: behind the record itself).
    int _identity;
    int _return = -1;
    object? _referenced;
    object? _awaited;
    SurrogateModel? _carried;
    int _nulls;

    // The class of the record that stands here, where that has just been looked at.
    NrbfClassInfo? _opened;

    /// <summary>Nothing is read yet: what the thread lends must be given back also where that fails.</summary>
    public NrbfSource(NrbfOptions options, ReadOnlySpan<byte> payload, TypeModel root)
    {
        _options = options;
        _root = root;
        _names = options.Names;
        _state = NrbfReading.Take();
        _index = _state.Index;
        _in = new NrbfBytes(payload);
    }

    /// <summary>Passes over the whole payload once, and goes to the root.</summary>
    public void Begin()
    {
        _index.Begin(_in.Payload, _options, _root);
        _state.Again = _in.Payload.Length * AgainPerByte;
        _state.Room = FormatterShared.RoomFor(_in.Payload.Length);
        _in.At = _index.OffsetOf(_index.Root, 1);
    }

    public static SourceTraits Traits =>
        SourceTraits.TracksReferences | SourceTraits.TracksCarried | SourceTraits.Bulks | SourceTraits.PointsForward;

    public readonly bool Merges => false;

    public readonly int Position => _in.At;

    /// <summary>Gives back what the thread lent, but for what is open if something failed: the error's path is made of it.</summary>
    public void Release()
    {
        if (_state is null)
            return;
        if (_top >= 0)
            _failed = _state.TakeFrames();
        _state.Return();
    }

    /// <summary>What was open when something failed, the outermost first.</summary>
    public readonly ReadOnlySpan<NrbfFrame> Open => _failed.AsSpan(0, _failed is null ? 0 : _top + 1);

    /// <summary>The root and all that hangs on it; into the target, if there is one.</summary>
    public object Root(object? target = null)
    {
        _in.SkipLibraries();
        int start = _in.At;
        var record = _in.Peek();
        if (record == NrbfRecord.String)
            return CheckRoot(Text(), start);
        var type = TypeAt(start, out _);
        if (target is not null && type != target.GetType())
            throw new WireFormatException($"The payload holds a '{type}', the target is a '{target.GetType()}'.") { Offset = start };
        if ((!RootType.IsAssignableFrom(type) && !FormatterReplacing.IsReplaced(type)) || FieldMembers.IsCarrier(type))
            throw NotRoot(type, start);
        var model = _options.Convention.ModelOf(type);
        _awaited = FormatterReplacing.Fill(model, target);
        object root = Exact(model, _index.Root, -1);
        Drain();
        return CheckRoot(root, start);
    }

    readonly Type RootType => Nullable.GetUnderlyingType(_root.Type) ?? _root.Type;

    readonly object CheckRoot(object root, int start) => RootType.IsInstanceOfType(root) ? root : throw NotRoot(root.GetType(), start);

    readonly WireFormatException NotRoot(Type type, int start) =>
        new($"The payload holds a '{type}', not a '{_root.Type}'.") { Offset = start };

    /// <summary>Reads what has been referred to and not read, and completes what waited for that.</summary>
    void Drain()
    {
        while (_state.TryDequeue(out var promised))
        {
            _in.At = promised.Offset;
            (_identity, _return, _awaited) = (promised.Id, -1, promised.Value);
            _carried = promised.Model as SurrogateModel;
            _nulls = 0;
            _primitive = NrbfPrimitive.None;
            Codecs<NrbfSink, NrbfSource>.Of(promised.Model).ReadExactObject(ref this);
        }
        _state.StandIns.Finish(_state.Made, _state.Completion);
        _state.Completion.Finish();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = FormatterTable.Of(model, _carried, _names);
        _carried = null;
        if (table.Room > 0 && (_state.Room -= table.Room) < 0)
            throw FormatterShared.NoRoom(table.Type, _in.At);
        var info = OpenClass(table.Type);
        Push(new NrbfFrame { Class = info, Map = info.MapTo(table), IsPart = table.IsCarrier, Copies = table.Copies });
        return table;
    }

    /// <summary>Passes over the head of a class record; a struct may stand elsewhere, as an object of its own.</summary>
    NrbfClassInfo OpenClass(Type? expected)
    {
        CheckRecord(expected);
        if (_opened is { } opened && opened.Type == expected)
        {
            _opened = null;
            _in.At = _in.Peek() == NrbfRecord.ClassWithId ? _in.At + 9 : opened.Body;
            return opened;
        }
        _opened = null;
        _in.SkipLibraries();
        if (_in.Peek() == NrbfRecord.Reference)
        {
            _return = Follow();
            // Nothing keeps a struct that was read.
            ReadAgain();
        }
        int start = _in.At;
        var info = ClassAt(start);
        if (TypeOf(info, start) is var type && expected is not null && type != expected)
            throw new WireFormatException($"A '{type}' stands where a '{expected}' is expected.") { Offset = start };
        return info;
    }

    NrbfClassInfo ClassAt(int start)
    {
        var record = (NrbfRecord)_in.Byte();
        int id = _in.Int32();
        switch (record)
        {
            case NrbfRecord.ClassWithId:
                return ClassOf(id, _in.Int32(), start);
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                var info = _index.ClassOf(id, start);
                _in.At = info.Body;
                return info;
            default:
                throw new WireFormatException("A class is expected here.") { Offset = start };
        }
    }

    /// <summary>
    /// The class of an object that says by a number which it is of: the index has looked it up, if the object itself has a number.
    /// </summary>
    readonly NrbfClassInfo ClassOf(int id, int told, int at)
    {
        ref var known = ref _index.Objects.Find(id);
        return !Unsafe.IsNullRef(ref known) && known.Class is { } info ? info : _index.ClassOf(told, at);
    }

    readonly Type TypeOf(NrbfClassInfo info, int at) => info.Type ?? info.Bind(TypeOf(info.Name, at));

    /// <summary>The type of the closed set; an error that names the remedy if there is none.</summary>
    readonly Type TypeOf(string name, int at) =>
        _options.Types.Find(name, _root) ?? (NrbfTableSurrogates.StandsFor(name) is { } stand ? _options.Types.Find(stand, _root) : null)
            ?? throw new WireFormatException(
        $"The type '{(name.Length <= 200 ? name : name[..200] + "...")}' is not known where '{_root.Type}' is read. If its objects are wanted, name it among {nameof(NrbfOptions)}.{nameof(NrbfOptions.KnownTypes)}.{FrameworkViews.Remedy(name)}")
            { Offset = at };

    void Push(NrbfFrame frame)
    {
        frame.Return = _return;
        _return = -1;
        _state.Push(++_top, frame, _options.Limits.MaxDepth);
    }

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw new InvalidOperationException("Members stand in their order.");

    public readonly bool OptionalMember() => true;

    public int NextMember(MemberTable table, int previous)
    {
        ref var frame = ref _state.Frames[_top];
        var info = frame.Class!;
        while (frame.Next < info.Members.Length)
        {
            int i = frame.Next++;
            _primitive = info.Primitives[i];
            if (frame.Map[i] >= 0)
                return frame.Map[i];
            SkipValue();
        }
        return -1;
    }

    void SkipValue()
    {
        if (_primitive != NrbfPrimitive.None)
            _in.Pass(_primitive);
        else
            _index.Pass(ref _in, isKnown: true);
    }

    public void Skip(TypeModel model) => SkipValue();

    public void EndObject(MemberTable table) => Pop();

    void Pop()
    {
        GoBack(_state.Frames[_top].Return);
        _state.Frames[_top--] = default;
        _primitive = _top >= 0 ? _state.Frames[_top].Items : NrbfPrimitive.None;
    }

    public int BeginArray(TypeModel model)
    {
        var element = ((SequenceModel)model).ElementType;
        int count = ArrayHead(element, out var primitive);
        // One that was promised has been counted.
        if (_awaited is null)
            CheckRoom(element, count);
        Push(new NrbfFrame { Items = primitive });
        return count;
    }

    /// <summary>
    /// Structs that are items take their size in memory whatever they take of the payload: each is a record of five bytes at least, and a
    /// run of nulls is none. Nullables may be null in runs; the memory that they take is counted (<see cref="NrbfIndex.TryRoom"/>).
    /// </summary>
    readonly void CheckRoom(Type element, int count)
    {
        if (!element.IsValueType || NrbfPrimitives.Of(element) != NrbfPrimitive.None)
            return;
        if (Nullable.GetUnderlyingType(element) is null
            ? (long)count * 5 > _in.Payload.Length
            : !_index.TryRoom((long)count * RuntimeHelpers.SizeOf(element.TypeHandle)))
            throw _in.Fail($"{count} items of '{element}' cannot be in a payload of {_in.Payload.Length} bytes.");
    }

    /// <summary>Passes over the head of an array of one dimension; the number of its items.</summary>
    int ArrayHead(Type element, out NrbfPrimitive primitive)
    {
        int start = _in.At;
        var record = (NrbfRecord)_in.Byte();
        int id = _in.Int32();
        primitive = NrbfPrimitive.None;
        switch (record)
        {
            case NrbfRecord.PrimitiveArray:
                int length = _in.Int32();
                primitive = _in.Primitive();
                return primitive == NrbfPrimitives.Of(element)
                    ? length
                    : throw new WireFormatException($"An array of {primitive} stands where one of '{element}' is expected.")
                    { Offset = start };
            case NrbfRecord.StringArray or NrbfRecord.ObjectArray:
                return _in.Int32();
            case NrbfRecord.Array when SaidAt(start, id) is { } said:
                _in.At = start + NrbfArrayInfo.LengthAt;
                int known = _in.Int32();
                _in.At += said.Length;
                primitive = said.Primitive;
                return known;
            case NrbfRecord.Array:
                int count = NrbfArrayShape.Read(ref _in).Count;
                primitive = NrbfIndex.Details(ref _in, _in.Kind());
                return count;
            default:
                throw NoArray(start);
        }
    }

    static WireFormatException NoArray(int offset) => new("An array is expected here.") { Offset = offset };

    /// <summary>What the index knows of the array whose record stands here.</summary>
    readonly NrbfArrayInfo? SaidAt(int start, int id)
    {
        ref var found = ref _index.Objects.Find(id);
        return !Unsafe.IsNullRef(ref found) && found.Offset == start ? found.Array : null;
    }

    public bool NextItem(int index, int count)
    {
        ref var frame = ref _state.Frames[_top];
        frame.Next = index;
        _primitive = frame.Items;
        return index < count;
    }

    public void EndArray(TypeModel model)
    {
        // What could not be an item is not left over: the index has counted the nulls.
        _nulls = 0;
        Pop();
    }

    public T[] Bulk<T>(TypeModel model) where T : unmanaged
    {
        int back = _return;
        _return = -1;
        int count = ArrayHead(typeof(T), out _);
        T[] items;
        if (typeof(T) == typeof(char))
        {
            items = GC.AllocateUninitializedArray<T>(count);
            _in.Chars(MemoryMarshal.Cast<T, char>(items.AsSpan()));
        }
        else
        {
            var bytes = _in.Take(checked(count * Unsafe.SizeOf<T>()));
            items = GC.AllocateUninitializedArray<T>(count);
            bytes.CopyTo(MemoryMarshal.AsBytes(items.AsSpan()));
        }
        GoBack(back);
        return items;
    }

    /// <summary>Any byte but 0 is true: whoever copies a byte that is neither 0 nor 1 has a bool that equals none.</summary>
    bool[] Truths(TypeModel model)
    {
        bool[] truths = Bulk<bool>(model);
        var bytes = MemoryMarshal.AsBytes(truths.AsSpan());
        for (int i = 0; bytes[i..].IndexOfAnyExceptInRange((byte)0, (byte)1) is >= 0 and var next; i++)
            bytes[i += next] = 1;
        return truths;
    }

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => target.AddRange(Bulk<T>(model));

    public readonly int BeginMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly bool NextKey(TypeModel model, int index, int count) =>
        throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void MapValue(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void EndMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly ComparerCode Comparer() => throw new InvalidOperationException("A comparer is a field.");

    public readonly string ExtraName() => throw new InvalidOperationException("No member is beside the others.");
}
