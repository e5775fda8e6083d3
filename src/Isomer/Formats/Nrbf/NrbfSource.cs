using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The reading end of NRBF. A reference leads to the record of its object (<see cref="NrbfIndex"/>), which is read there and then, as if it stood in its place; deeper than
/// <see cref="Limits.MaxDepth"/> the object is made, and read when it is its turn (<see cref="Drain"/>). So depth is data here too.
/// </summary>
#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
internal ref partial struct NrbfSource : ISource
{
    const int MostReplacements = 100;

    readonly NrbfOptions _options;
    readonly NrbfIndex _index;
    readonly NrbfReading _state;
    readonly TypeModel _root;
    NrbfBytes _in;
    int _top = -1;

    // What the value that comes is, where it is a primitive; None for a record.
    NrbfPrimitive _primitive;

    // Of the record that was opened: its number, and where to go on behind it (-1: behind the record itself).
    int _identity;
    int _return = -1;
    object? _referenced;
    object? _awaited;
    SurrogateModel? _carried;
    int _nulls;

    public NrbfSource(NrbfOptions options, ReadOnlySpan<byte> payload, TypeModel root)
    {
        _options = options;
        _root = root;
        _index = NrbfIndex.Of(payload);
        _state = new NrbfReading();
        _in = new NrbfBytes(payload);
        if (!_index.TryFind(_index.Root, out _in.At))
            throw _in.Fail("The root is not in the payload.");
    }

    public static SourceTraits Traits => SourceTraits.TracksReferences | SourceTraits.TracksCarried | SourceTraits.Bulks | SourceTraits.PointsForward;

    public readonly bool Merges => false;

    public readonly int Position => _in.At;

    /// <summary>What is open, the outermost first.</summary>
    public readonly ReadOnlySpan<NrbfFrame> Open => _state is null ? default : _state.Frames.AsSpan(0, _top + 1);

    /// <summary>The root and all that hangs on it; into the target, if there is one.</summary>
    public object Root(object? target = null)
    {
        SkipLibraries();
        int start = _in.At;
        var record = _in.Peek();
        if (record == NrbfRecord.String)
            return CheckRoot(Text(), start);
        var type = TypeAt(start);
        if (target is not null && type != target.GetType())
            throw new WireFormatException($"The payload holds a '{type}', the target is a '{target.GetType()}'.") { Offset = start };
        if (!(Nullable.GetUnderlyingType(_root.Type) ?? _root.Type).IsAssignableFrom(type) && !typeof(IObjectReference).IsAssignableFrom(type))
            throw new WireFormatException($"The payload holds a '{type}', not a '{_root.Type}'.") { Offset = start };
        _awaited = target;
        object root = Exact(_options.Convention.ModelOf(type), _index.Root, -1);
        Drain();
        return CheckRoot(root, start);
    }

    readonly object CheckRoot(object root, int start) => (Nullable.GetUnderlyingType(_root.Type) ?? _root.Type).IsInstanceOfType(root)
        ? root : throw new WireFormatException($"The payload holds a '{root.GetType()}', not a '{_root.Type}'.") { Offset = start };

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
        _state.Completion.Finish();
    }

    public Head Head(TypeModel model)
    {
        _carried = null;
        return Find(model);
    }

    public Head BeginCarried(TypeModel model)
    {
        var head = Find(model);
        _carried = head == Shapes.Head.Value ? (SurrogateModel)model : null;
        return head;
    }

    /// <summary>What stands where a reference is expected: null, an object that is there, or the record of one.</summary>
    Head Find(TypeModel model)
    {
        CheckRecord(model.Type);
        if (TakeNull())
            return Shapes.Head.Null;
        if (_in.Peek() != NrbfRecord.Reference)
            return Enter(_in.At, -1, model);
        int start = _in.At++;
        int id = _in.Int32();
        if (_state.TryFind(id, out object? known))
            return Refer(known);
        if (!_index.TryFind(id, out int offset))
            throw new WireFormatException($"Object {id} is referred to and is not in the payload.") { Offset = start };
        return Enter(offset, _in.At, model);
    }

    /// <summary>The class of the payload may say that a primitive stands where the reader's has an object.</summary>
    readonly void CheckRecord(Type? expected)
    {
        if (_primitive != NrbfPrimitive.None)
            throw new WireFormatException($"A value of {_primitive} stands where a '{expected}' is expected.") { Offset = _in.At };
    }

    Head Refer(object value)
    {
        _referenced = value;
        return Shapes.Head.Reference;
    }

    /// <summary>The record of an object: to be read here if it is of the declared type, else read, or promised.</summary>
    Head Enter(int offset, int back, TypeModel declared)
    {
        _in.At = offset;
        SkipLibraries();
        var record = _in.Peek();
        if (record is NrbfRecord.String or NrbfRecord.PrimitiveTyped)
        {
            object leaf = record == NrbfRecord.String ? Text() : Typed();
            GoBack(back);
            return Refer(leaf);
        }
        int start = _in.At;
        var type = TypeAt(start);
        int id = MemoryMarshal.Read<int>(_in.Payload[(start + 1)..]);
        bool isDeep = _top >= _options.Limits.MaxDepth;
        bool isReplaced = IsReplaced(type);
        if (type == declared.Type && !isDeep && !isReplaced && declared is not DynamicModel)
        {
            (_identity, _return) = (id, back);
            return Shapes.Head.Value;
        }
        if (!declared.Type.IsAssignableFrom(type) && !isReplaced)
            throw new WireFormatException($"A '{type}' stands where a '{declared.Type}' is expected.") { Offset = start };
        if (_options.Convention.ModelOf(type) is var model && isDeep && !isReplaced && Promise(model, id, start) is { } promised)
        {
            if (back < 0)
                _index.Pass(ref _in, isKnown: true);
            else
                _in.At = back;
            return Refer(promised);
        }
        return Refer(Exact(model, id, back));
    }

    /// <summary>The object whose record is open, whatever its type.</summary>
    object Exact(TypeModel model, int id, int back)
    {
        switch (model)
        {
            case ScalarModel { Scalar: not Scalar.Bytes } scalar:
                object boxed = Boxed(scalar);
                Register(id, boxed);
                GoBack(back);
                return boxed;
            case EnumModel e:
                object number = Enum(e) is var bits ? BoxedScalars.EnumOf(e.Type, e.Underlying, bits) : null!;
                Register(id, number);
                GoBack(back);
                return number;
            case DynamicModel when model.Type == typeof(object) && ClassAt(_in.At).Members.Length == 0:
                object plain = new();
                Register(id, plain);
                GoBack(back);
                return plain;
            case DynamicModel when !model.Type.IsArray:
                throw new WireFormatException($"A '{model.Type}' is nothing that can be made.") { Offset = _in.At };
            case DynamicModel:
                object array = Rectangular(model.Type, id);
                GoBack(back);
                return array;
        }
        (_identity, _return) = (id, back);
        _carried = model as SurrogateModel;
        object value = Codecs<NrbfSink, NrbfSource>.Of(model).ReadExactObject(ref this);
        if (IsReplaced(model.Type))
            value = Replaced(value);
        else if (!model.Type.IsValueType)
            return value;
        Register(id, value);
        return value;
    }

    /// <summary>Whether objects of it stand for others: references lead to these, but for those from within.</summary>
    static bool IsReplaced(Type type) => typeof(IObjectReference).IsAssignableFrom(type);

    static object Replaced(object value)
    {
        // What is given may stand for another in turn.
        for (int i = 0; value is IObjectReference reference; i++)
        {
            object? real = i == MostReplacements ? null : reference.GetRealObject(new StreamingContext(StreamingContextStates.All));
            if (ReferenceEquals(real, value))
                return value;
            value = real ?? throw new WireFormatException($"A '{value.GetType()}' stands for nothing.");
        }
        return value;
    }

    void GoBack(int back)
    {
        if (back >= 0)
            _in.At = back;
    }

    /// <summary>An object that exists before it is read; null for one that cannot.</summary>
    object? Promise(TypeModel model, int id, int offset)
    {
        // What makes a value of fields needs what they hold whole: objects may come later, collections may not.
        bool isPart = _top >= 0 && _state.Frames[_top].IsPart;
        object? value = model switch
        {
            ObjectModel when !model.Type.IsValueType => RuntimeHelpers.GetUninitializedObject(model.Type),
            SurrogateModel { Surrogate: { IsInPlace: true } surrogate } when !(isPart && surrogate is IFieldsSurrogate { IsWhole: true }) => RuntimeHelpers.GetUninitializedObject(model.Type),
            SequenceModel { Bulk: Scalar.None } sequence when !isPart => Array.CreateInstance(sequence.ElementType, LengthAt(offset)),
            _ => null,
        };
        if (value is null)
            return null;
        _state.Register(id, value);
        _state.Enqueue(new NrbfPromise(value, id, offset, model));
        return value;
    }

    int LengthAt(int offset)
    {
        var there = new NrbfBytes(_in.Payload, offset);
        bool isOther = there.Byte() == (byte)NrbfRecord.Array;
        there.Int32();
        return isOther ? NrbfArrayShape.Read(ref there).Count : there.Int32();
    }

    void SkipLibraries()
    {
        while (_in.Peek() == NrbfRecord.Library)
        {
            _in.Take(5);
            _in.Text();
        }
    }

    /// <summary>Whether null stands here: in an array nulls in a row are one record.</summary>
    bool TakeNull()
    {
        if (_nulls > 0)
        {
            _nulls--;
            return true;
        }
        switch (_in.Peek())
        {
            case NrbfRecord.Null:
                _in.At++;
                return true;
            case NrbfRecord.Nulls256:
                _in.At++;
                _nulls = _in.Byte() - 1;
                return true;
            case NrbfRecord.Nulls:
                _in.At++;
                _nulls = _in.Int32() - 1;
                return true;
            default:
                return false;
        }
    }

    public readonly int Subtype(TypeModel model) => throw new InvalidOperationException("Types are told by their names.");

    public readonly object Reference() => _referenced!;

    public int Identity()
    {
        int identity = _identity;
        _identity = 0;
        return identity > 0 ? identity : -1;
    }

    public object? Awaited()
    {
        object? awaited = _awaited;
        _awaited = null;
        return awaited;
    }

    public readonly void Register(int identity, object value)
    {
        if (identity > 0)
            _state.Register(identity, value);
    }

    public readonly void Completed(TypeModel model, object value, object? carrier) => _state.Completion.Add(model, value, carrier);

    public readonly void EndCarried(TypeModel model, int identity, object? value)
    {
        if (value is not null)
            Register(identity, value);
    }

    public bool TryNull() => _primitive == NrbfPrimitive.None && TakeNull();

    public MemberTable BeginObject(TypeModel model)
    {
        NrbfTable table;
        if (_carried is { } carried && ReferenceEquals(carried.Carrier, model))
            table = NrbfTable.OfCarried(carried);
        else
            table = NrbfTable.Of(model);
        _carried = null;
        var info = OpenClass(table.Type);
        Push(new NrbfFrame { Class = info, Map = info.MapTo(table), Model = model, IsPart = table.IsCarrier });
        return table;
    }

    /// <summary>Passes over the head of a class record; a struct may stand elsewhere, as an object of its own.</summary>
    NrbfClassInfo OpenClass(Type expected)
    {
        CheckRecord(expected);
        SkipLibraries();
        if (_in.Peek() == NrbfRecord.Reference)
        {
            int reference = _in.At++;
            int target = _in.Int32();
            if (!_index.TryFind(target, out int offset))
                throw new WireFormatException($"Object {target} is referred to and is not in the payload.") { Offset = reference };
            _return = _in.At;
            _in.At = offset;
            SkipLibraries();
        }
        int start = _in.At;
        var info = ClassAt(start);
        if (TypeOf(info, start) is var type && type != expected)
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
                return _state.Last(_index, _in.Int32(), start);
            case NrbfRecord.SystemClassWithMembersAndTypes or NrbfRecord.ClassWithMembersAndTypes:
                var info = _index.ClassOf(id, start);
                _in.At = info.Body;
                return info;
            default:
                throw new WireFormatException("A class is expected here.") { Offset = start };
        }
    }

    readonly Type TypeOf(NrbfClassInfo info, int at) => info.Type ??= _options.Types.Find(info.Name, _root, at);

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
            _in.Skip(_primitive);
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
        int count = ArrayHead(((SequenceModel)model).ElementType, out var primitive);
        Push(new NrbfFrame { Model = model, Items = primitive, Count = count });
        return count;
    }

    /// <summary>Passes over the head of an array of one dimension; the number of its items.</summary>
    int ArrayHead(Type element, out NrbfPrimitive primitive)
    {
        int start = _in.At;
        var record = (NrbfRecord)_in.Byte();
        _in.Int32();
        primitive = NrbfPrimitive.None;
        switch (record)
        {
            case NrbfRecord.PrimitiveArray:
                int length = _in.Int32();
                primitive = _in.Primitive();
                return primitive == NrbfPrimitives.Of(element) ? length : throw new WireFormatException($"An array of {primitive} stands where one of '{element}' is expected.") { Offset = start };
            case NrbfRecord.StringArray or NrbfRecord.ObjectArray:
                return _in.Int32();
            case NrbfRecord.Array:
                int count = NrbfArrayShape.Read(ref _in).Count;
                primitive = NrbfIndex.Details(ref _in, _in.Kind());
                return count;
            default:
                throw new WireFormatException("An array is expected here.") { Offset = start };
        }
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
            for (int i = 0; i < count; i++)
                items[i] = (T)(object)_in.Char();
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

    public void Bulk<T>(TypeModel model, List<T> target) where T : unmanaged => target.AddRange(Bulk<T>(model));

    public readonly int BeginMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly bool NextKey(TypeModel model, int index, int count) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void MapValue(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void EndMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly ComparerCode Comparer() => throw new InvalidOperationException("A comparer is a field.");

    public readonly string ExtraName() => throw new InvalidOperationException("No member is beside the others.");
}
