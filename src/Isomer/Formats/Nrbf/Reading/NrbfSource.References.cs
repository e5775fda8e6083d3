using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>Where a reference is expected: null, an object that is there, the record of one, which is read at once or promised.</summary>
internal ref partial struct NrbfSource
{
    public Head Head(TypeModel model)
    {
        _carried = null;
        return Find(model);
    }

    public Head BeginCarried(TypeModel model)
    {
        if (((SurrogateModel)model).Surrogate is not IFieldsSurrogate)
            return TakeNull() ? Shapes.Head.Null : Shapes.Head.Value;
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
        ref var target = ref _index.Of(id, start);
        if (target.Value is not { } known)
        {
            if (_state.Boxes.Any && _state.Boxes.Find(id, model.Type) is { } box)
                return Refer(box);
            if (target.IsBegun)
                ReadAgain(target.Offset);
            target.IsBegun = true;
            // What most are: an object of the declared class, which another has told. Nothing of it need be looked up again.
            if (target.Class is { IsReplaced: false } info && ReferenceEquals(info.Type, model.Type)
                && _in.Payload[target.Offset] == (byte)NrbfRecord.ClassWithId && _top < _options.Limits.MaxDepth
                && model is not DynamicModel)
            {
                (_identity, _return, _opened) = (id, _in.At, info);
                _in.At = target.Offset;
                return Shapes.Head.Value;
            }
            if (target.Array is { } array && ReferenceEquals(array.Type, model.Type) && _top < _options.Limits.MaxDepth
                && model is not DynamicModel)
            {
                (_identity, _return, _opened) = (id, _in.At, null);
                _in.At = target.Offset;
                return Shapes.Head.Value;
            }
            return Enter(target.Offset, _in.At, model);
        }
        if (_state.StandIns.Any)
            _state.StandIns.Refer(id, known);
        if (_top >= 0 && FormatterShared.IsCharged(_state.Frames[_top].Copies, model.Type))
            CheckShared(known, model.Type, ref target.Taken, start);
        return Refer(Checked(known, model.Type, start));
    }

    /// <summary>A part that something else may be made of, too.</summary>
    readonly void CheckShared(object known, Type declared, ref byte taken, int at)
    {
        if (FormatterShared.IsTooOften(known, declared, ref taken) || (_state.Again -= FormatterShared.Cost(known, declared)) < 0)
            throw FormatterShared.Refusal(known, at);
    }

    /// <summary>Goes from the reference that stands here to the record of its object; where to go on behind it.</summary>
    int Follow()
    {
        int start = _in.At++;
        int id = _in.Int32(), back = _in.At;
        _in.At = _index.OffsetOf(id, start);
        _in.SkipLibraries();
        return back;
    }

    /// <summary>The record that stands here is read once more: passed over first, for its length is charged.</summary>
    void ReadAgain()
    {
        int start = _in.At;
        long nulls = _index.PassedNulls;
        _index.Pass(ref _in, isKnown: true);
        // Arrays without a number of their own are made anew each time, with a reference for each null.
        long length = _in.At - start + ((_index.PassedNulls - nulls) * IntPtr.Size);
        if ((_state.Again -= length) < 0)
            throw new WireFormatException(
                "Values are referred to more often than a payload of this length may, or one is needed to make itself.")
            { Offset = start };
        _in.At = start;
    }

    /// <summary>Of an object that is met within itself, and is none before it is whole.</summary>
    void ReadAgain(int offset)
    {
        int back = _in.At;
        _in.At = offset;
        _in.SkipLibraries();
        ReadAgain();
        _in.At = back;
    }

    /// <summary>The class of the payload may say that a primitive stands where the reader's has an object.</summary>
    readonly void CheckRecord(Type? expected)
    {
        if (_primitive != NrbfPrimitive.None)
            throw new WireFormatException($"A value of {_primitive} stands where a '{expected}' is expected.") { Offset = _in.At };
    }

    /// <summary>
    /// An object that was read elsewhere: what stands for one of the framework's own parts is no object of anyone else's. (Of other types
    /// whoever takes the reference asks.)
    /// </summary>
    static object Checked(object known, Type declared, int at) => known.GetType() == declared || !FieldMembers.IsPart(known) ? known
        : throw new WireFormatException($"A '{known.GetType()}' stands where a '{declared}' is expected.") { Offset = at };

    Head Refer(object value)
    {
        _referenced = value;
        return Shapes.Head.Reference;
    }

    /// <summary>The record of an object: to be read here if it is of the declared type, else read, or promised.</summary>
    Head Enter(int offset, int back, TypeModel declared)
    {
        _in.At = offset;
        _in.SkipLibraries();
        var record = _in.Peek();
        if (record is NrbfRecord.String or NrbfRecord.PrimitiveTyped)
        {
            object leaf = record == NrbfRecord.String ? Text() : Typed();
            GoBack(back);
            return Refer(leaf);
        }
        int start = _in.At;
        var type = TypeAt(start, out var info);
        int id = MemoryMarshal.Read<int>(_in.Payload[(start + 1)..]);
        // An object that stands in its place may have been referred to, and read, before it came.
        if (back < 0 && _state.TryFind(id, out object? before))
        {
            _index.Pass(ref _in, isKnown: true);
            return Refer(Checked(before, declared.Type, start));
        }
        bool isDeep = _top >= _options.Limits.MaxDepth;
        bool isReplaced = info is { IsReplaced: true };
        if (type == typeof(object[]) && !isDeep && AreObjects(declared))
            return Refer(Objects(declared, id, back));
        if (type == declared.Type && !isDeep && !isReplaced && declared is not DynamicModel
            && !NrbfPrimitives.AreTruths(declared))
        {
            (_identity, _return, _opened) = (id, back, info);
            return Shapes.Head.Value;
        }
        // What stands for one of the framework's own parts is no object of anyone else's.
        if ((!declared.Type.IsAssignableFrom(type) && !isReplaced) || (type != declared.Type && FieldMembers.IsCarrier(type)))
            throw new WireFormatException($"A '{type}' stands where a '{declared.Type}' is expected.") { Offset = start };
        var model = _options.Convention.ModelOf(type);
        if (!isDeep || isReplaced || Promise(model, id, start) is not { } promised)
            return Refer(Exact(model, id, back));
        if (back < 0)
            _index.Pass(ref _in, isKnown: true);
        GoBack(back);
        return Refer(promised);
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
            case SequenceModel when model.Type == typeof(byte[]):
                (_identity, _return) = (0, back);
                byte[] bytes = Bulk<byte>(model);
                Register(id, bytes);
                return bytes;
            // No shape asks for these whole, for most formats have an event for each: a million took 2 ms.
            case SequenceModel when NrbfPrimitives.AreTruths(model):
                (_identity, _return) = (0, back);
                bool[] truths = Truths(model);
                Register(id, truths);
                return truths;
            case SequenceModel when AreObjects(model):
                return Objects(model, id, back);
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
        _opened = null;
        _carried = model as SurrogateModel;
        bool isReplaced = FormatterReplacing.IsReplaced(model.Type);
        if (isReplaced)
        {
            _state.StandIns.Open(id);
            _state.Completion.MayBeAsked();
        }
        bool isBox = FormatterBoxes.IsOne(model);
        if (isBox)
            _state.Boxes.Open(id, model);
        object read = Codecs<NrbfSink, NrbfSource>.Of(model).ReadExactObject(ref this);
        if (isBox)
            read = _state.Boxes.Close(read);
        object value = FormatterReplacing.Replaced(read);
        if (isReplaced)
            _state.StandIns.Close(_state.TryFind(id, out object? given) ? given : read, value);
        // Also what was not made in its place, and so not known before.
        Register(id, value);
        return value;
    }

    void GoBack(int back)
    {
        if (back >= 0)
            _in.At = back;
    }

    /// <summary>An object that exists before it is read; null for one that cannot.</summary>
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.Items)]
    object? Promise(TypeModel model, int id, int offset)
    {
        bool isPart = _top >= 0 && _state.Frames[_top].IsPart;
        object? value = model is SequenceModel { Bulk: Scalar.None } sequence && model.Type != typeof(byte[])
            && !NrbfPrimitives.AreTruths(model) && !isPart
            ? Array.CreateInstance(sequence.ElementType, LengthAt(offset, sequence.ElementType)) : FormatterReplacing.Begin(model, isPart);
        if (value is null)
            return null;
        _state.Register(id, value);
        _state.Enqueue(new NrbfPromise(value, id, offset, model));
        return value;
    }

    readonly int LengthAt(int offset, Type element)
    {
        var there = new NrbfBytes(_in.Payload, offset);
        var record = (NrbfRecord)there.Byte();
        // A class may have the name of an array: what stands behind its number is no length then.
        if (record is not (NrbfRecord.Array or NrbfRecord.ObjectArray or NrbfRecord.StringArray or NrbfRecord.PrimitiveArray))
            throw NoArray(offset);
        there.Int32();
        int length = record == NrbfRecord.Array ? NrbfArrayShape.Read(ref there).Count : there.Int32();
        CheckRoom(element, length);
        return length;
    }

    /// <summary>Whether null stands here: in an array nulls in a row are one record.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    bool TakeNull()
    {
        if (_nulls > 0)
        {
            _nulls--;
            return true;
        }
        return _in.Peek() is NrbfRecord.Null or NrbfRecord.Nulls or NrbfRecord.Nulls256 && TakeRun();
    }

    bool TakeRun()
    {
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

    public readonly int Referred() => 0;

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
}
