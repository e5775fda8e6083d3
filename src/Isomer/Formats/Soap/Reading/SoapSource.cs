using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// The reading end of SOAP, over the elements of an envelope (<see cref="SoapDocument"/>). A reference leads to the element of its object,
/// which is read there and then, as if it stood in its place; deeper than <see cref="Limits.MaxDepth"/> the object is made, and read when
/// it is its turn (<see cref="Drain"/>). So depth is data here too.
/// </summary>
internal ref partial struct SoapSource : IGraphSource
{
    /// <summary>
    /// What is left out at the end of an array takes no byte and eight in memory: so many for each byte of the envelope, and so many more.
    /// </summary>
    const int MissingPerByte = 4, SomeMissing = 1 << 13;

    /// <summary>In place of an element: an item that an array has by its length, and that does not stand in it.</summary>
    const int None = -1;

    readonly SoapOptions _options;
    readonly SoapDocument _document;
    readonly SoapReading _state;
    readonly TypeModel _root;
    readonly ReadOnlySpan<byte> _in;
    int _top = -1;

    // The element of the value that comes.
    int _node;

    // What is declared there.
    Type _expected = typeof(object);

    // The id of the object that was opened.
    int _identity;
    object? _referenced;
    object? _awaited;
    SurrogateModel? _carried;

    public SoapSource(SoapOptions options, ReadOnlySpan<byte> payload, TypeModel root)
    {
        _options = options;
        _root = root;
        _in = XmlInput.ToUtf8(payload, XmlRules.Soap, out _);
        _document = SoapDocument.Of(_in);
        _state = new SoapReading(_document)
        {
            Missing = ((long)_in.Length * MissingPerByte) + SomeMissing,
            Again = _in.Length * 4L,
            Room = FormatterShared.RoomFor(_in.Length)
        };
        _node = _document.Root;
    }

    public static SourceTraits Traits =>
        SourceTraits.TracksReferences | SourceTraits.TracksCarried | SourceTraits.Bulks | SourceTraits.PointsForward;

    public readonly bool Merges => false;

    /// <summary>Where the element stands that is being read.</summary>
    public readonly int Position => _document is null ? 0 : At;

    readonly int At => _node >= 0 ? _document[_node].Offset : _top >= 0 ? _document[_state.Frames[_top].Node].Offset : 0;

    public readonly SoapDocument? Document => _document;

    /// <summary>What is open, the outermost first.</summary>
    public readonly ReadOnlySpan<SoapFrame> Open => _state is null ? default : _state.Frames.AsSpan(0, _top + 1);

    readonly WireFormatException Fail(string problem, Exception? inner = null) => new(problem, inner) { Offset = At };

    /// <summary>The root and all that hangs on it; into the target, if there is one.</summary>
    public object Root(object? target = null)
    {
        int start = _node;
        if (_document[start].IsReference)
            start = _node = _document.TargetOf(_document[start].Id);
        if (_document[start].IsReference || _document[start].IsNull)
            throw Fail("The root is null, or refers to what refers to another.");
        var type = TypeAt(start, typeof(object));
        if (target is not null && type != target.GetType())
            throw Fail($"The envelope holds a '{type}', the target is a '{target.GetType()}'.");
        if ((!RootType.IsAssignableFrom(type) && !FormatterReplacing.IsReplaced(type)) || FieldMembers.IsCarrier(type))
            throw NotRoot(type);
        var model = _options.Convention.ModelOf(type);
        _awaited = FormatterReplacing.Fill(model, target);
        object root = Exact(model, start);
        Drain();
        return RootType.IsInstanceOfType(root) ? root : throw NotRoot(root.GetType());
    }

    readonly Type RootType => Nullable.GetUnderlyingType(_root.Type) ?? _root.Type;

    readonly WireFormatException NotRoot(Type type) =>
        new($"The envelope holds a '{type}', not a '{_root.Type}'.") { Offset = _document[_document.Root].Offset };

    /// <summary>Reads what has been referred to and not read, and completes what waited for that.</summary>
    void Drain()
    {
        while (_state.TryDequeue(out var promised))
        {
            (_node, _expected) = (promised.Node, promised.Model.Type);
            (_identity, _awaited) = (_document[promised.Node].Id, promised.Value);
            _carried = promised.Model as SurrogateModel;
            Codecs<SoapSink, SoapSource>.Of(promised.Model).ReadExactObject(ref this);
        }
        _state.StandIns.Finish(_state.Made, _state.Completion);
        _state.Completion.Finish();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = SoapTable.Of(model, _carried, _options.Names);
        _carried = null;
        if (table.Room > 0 && (_state.Room -= table.Room) < 0)
            throw FormatterShared.NoRoom(table.Type, At);
        Push(OpenObject(table.Type), isArray: false, table.IsCarrier, copies: table.Copies);
        return table;
    }

    /// <summary>The element of an object or struct, which may stand elsewhere and must be of the type.</summary>
    int OpenObject(Type expected)
    {
        if (_node == None)
            throw Fail($"An item of '{expected}' is missing.");
        int node = Follow(_node);
        ref readonly var element = ref _document[node];
        if (element.IsNull)
            throw Fail($"Null stands where a '{expected}' is expected.");
        // A struct is read again each time, for nothing keeps it; so is what is met within itself and is no object before it is whole.
        if (node != _node && expected.IsValueType)
            ReadAgain(node);
        if (TypeAt(node, expected) is var type && type != expected)
            throw new WireFormatException($"A '{type}' stands where a '{expected}' is expected.") { Offset = element.Offset };
        if (element.TextLength > 0 && !XmlChars.IsWhite(_document.TextOf(_in, element)))
            throw new WireFormatException($"Text stands where the members of a '{expected}' are expected.") { Offset = element.Offset };
        return node;
    }

    void ReadAgain(int node)
    {
        ref readonly var element = ref _document[node];
        int end = element.End < _document.Count ? _document[element.End].Offset : _in.Length;
        if ((_state.Again -= end - element.Offset) < 0)
            throw new WireFormatException(
                "Values are referred to more often than an envelope of this length may, or one is needed to make itself.")
            { Offset = element.Offset };
    }

    /// <summary>The element that one refers to, or itself.</summary>
    readonly int Follow(int node)
    {
        if (!_document[node].IsReference)
            return node;
        int target = _document.TargetOf(_document[node].Id);
        return !_document[target].IsReference ? target : throw Fail("An element refers to one that refers to another.");
    }

    void Push(int node, bool isArray, bool isPart, Type? item = null, FormatterCopies copies = FormatterCopies.None) =>
        _state.Push(++_top,
            new SoapFrame { Node = node, Next = node + 1, IsArray = isArray, IsPart = isPart, Copies = copies, Item = item },
            _options.Limits.MaxDepth);

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw new InvalidOperationException("Members stand in their order.");

    public readonly bool OptionalMember() => true;

    public int NextMember(MemberTable table, int previous)
    {
        var members = (SoapTable)table;
        ref var frame = ref _state.Frames[_top];
        while (frame.Next < _document[frame.Node].End)
        {
            int node = _node = frame.Current = frame.Next;
            ref readonly var element = ref _document[node];
            frame.Next = element.End;
            int found = members.Find(_document.LocalOf(element.Name), frame.Index, frame);
            if (found == -1)
                continue;
            if (found < 0)
                throw Fail($"The member '{SoapText.NameOf(_document.LocalOf(element.Name))}' comes twice.");
            frame.Take(found, members.Members.Length);
            frame.Index = found + 1;
            _expected = members.Members[found].Declared;
            return found;
        }
        return -1;
    }

    /// <summary>What comes is passed over by going on behind it.</summary>
    public readonly void Skip(TypeModel model)
    {
    }

    public void EndObject(MemberTable table) => Pop();

    void Pop()
    {
        _node = _state.Frames[_top].Node;
        _state.Frames[_top--] = default;
    }

    public int BeginArray(TypeModel model)
    {
        var element = ((SequenceModel)model).ElementType;
        int node = OpenArray(model.Type, out var shape);
        if (element == typeof(byte) && shape is null)
        {
            byte[] bytes = Base64At(node);
            Push(node, isArray: true, isPart: false, element);
            _state.Frames[_top].Bytes = bytes;
            return bytes.Length;
        }
        int count = LengthOf(node, shape, element);
        Push(node, isArray: true, isPart: false, element);
        return count;
    }

    /// <summary>The element of an array of one dimension, which must be of the type.</summary>
    int OpenArray(Type expected, out SoapArray? shape)
    {
        int node = Follow(_node);
        ref readonly var element = ref _document[node];
        if (TypeAt(node, expected) is var type && type != expected)
            throw new WireFormatException($"A '{type}' stands where a '{expected}' is expected.") { Offset = element.Offset };
        shape = element.Array < 0 ? null : _document.ArrayOf(element.Array);
        if (!(expected == typeof(byte[]) && shape is null) && element.TextLength > 0 && !XmlChars.IsWhite(_document.TextOf(_in, element)))
            throw new WireFormatException("Text stands where the items of an array are expected.") { Offset = element.Offset };
        return node;
    }

    /// <summary>
    /// The number of items: what the array says, of which those that are null may be left out at the end; without that as many as there
    /// are. Of structs and numbers none may be left out, for these take their size in memory.
    /// </summary>
    readonly int LengthOf(int node, SoapArray? shape, Type element)
    {
        int there = 0;
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
            there = Math.Max(_document.PositionOf(child), there) + 1;
        there += shape?.Offset ?? 0;
        int length = shape is { Lengths: [>= 0 and var said, ..] } ? said : there;
        if (shape is { Lengths.Length: > 1 })
            throw new WireFormatException("An array of several dimensions stands where one of one is expected.")
            { Offset = _document[node].Offset };
        if (there > length || there < 0)
            throw new WireFormatException($"{there} items do not fit into an array of {length}.") { Offset = _document[node].Offset };
        CheckItems(node, length);
        CheckMissing(node, length, element);
        return length;
    }

    readonly void CheckItems(int node, long count)
    {
        if (count > _options.Limits.MaxItems)
            throw new WireFormatException(
                $"A collection of {count} items is longer than {nameof(Limits)}.{nameof(Limits.MaxItems)} ({_options.Limits.MaxItems}).")
            { Offset = _document[node].Offset };
    }

    readonly void CheckMissing(int node, int length, Type element)
    {
        int there = 0;
        for (int child = node + 1; child < _document[node].End; child = _document[child].End)
            there++;
        bool hasDefault = !element.IsValueType || Nullable.GetUnderlyingType(element) is not null;
        if (there < length && (!hasDefault || (_state.Missing -= length - there) < 0))
            throw new WireFormatException($"{length} items of '{element}' are said to be here, and {there} are.")
            { Offset = _document[node].Offset };
    }

    public bool NextItem(int index, int count)
    {
        if (index >= count)
            return false;
        ref var frame = ref _state.Frames[_top];
        frame.Index = index;
        _expected = frame.Item!;
        if (frame.Bytes is not null)
            return true;
        int next = frame.Next;
        var shape = _document[frame.Node].Array is >= 0 and var array ? _document.ArrayOf(array) : null;
        if (next >= _document[frame.Node].End || index < (shape?.Offset ?? 0)
            || (_document.PositionOf(next) is >= 0 and var position && position > index))
        {
            _node = frame.Current = None;
            return true;
        }
        if (_document.PositionOf(next) is >= 0 and var said && said < index)
            throw new WireFormatException("Items of an array do not come in their order.") { Offset = _document[next].Offset };
        _node = frame.Current = next;
        frame.Next = _document[next].End;
        return true;
    }

    public void EndArray(TypeModel model) => Pop();

    public readonly int BeginMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly bool NextKey(TypeModel model, int index, int count) =>
        throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void MapValue(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void EndMap(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly ComparerCode Comparer() => throw new InvalidOperationException("A comparer is a field.");

    public readonly string ExtraName() => throw new InvalidOperationException("No member is beside the others.");
}
