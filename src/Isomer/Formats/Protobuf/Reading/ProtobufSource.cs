using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// The reading end of Protobuf. Fields come in any order and number: a member is given wherever one stands; what can not be
/// added to is gathered first (<see cref="ProtobufGather"/>). Every length is checked against the message around it.
/// </summary>
internal ref partial struct ProtobufSource : ISource
{
    /// <summary>
    /// How the value at hand is read: 0 in its natural form; the same behind a tag of one byte that has not been passed yet; else
    /// 1 + its wire type; or one of these.
    /// </summary>
    /// <remarks>
    /// That a tag is not passed by itself saves one of two trips of the position through memory a field. Measured with the other
    /// changes of that commit: Test3 33 to 29 ns, Test2 30 to 28; the orders the same within the noise.
    /// </remarks>
    const int Natural = 0;

    const int Ahead = -1;

    const int Absent = 16;

    const int IsNull = 17;

    const int Root = 18;

    const int Gathered = 19;

    ProtobufOptions _options;
    ProtobufInput? _input;
    ref byte _start;
    int _length;
    int _maxItems;
    int _maxString;
    int _shortText;
    ProtobufField _root;
    ProtobufScratch _scratch;
    int _pos;
    int _end;
    int _how;
    ref ProtobufRecord _record;
    ProtobufFrame[] _frames;
    int _depth;
    int _capacity;
    /// <summary>
    /// 1 for a stream: the fields of an object at the root, and the items of the list at the root or in that, may still ask for more of it;
    /// all below stands in the window and is read as from an array.
    /// </summary>
    int _streamed;

    int _subtype;

    /// <summary>
    /// Where the content of a message begins of which <see cref="FindInOne"/> has seen that each of its layers is in one piece; else -1.
    /// </summary>
    int _soleAt;

    /// <summary>
    /// Where in <see cref="ProtobufTable.Small"/> the block begins of the layer that is being read, of the innermost object of a hierarchy.
    /// </summary>
    int _block;

    bool _jumps;
    bool _takesBack;
    bool _rootScalar;
    bool _isWhole;
    bool _dropsBits;
    List<ProtobufPiece>? _pieces;
    byte[]? _raw;

    /// <summary>
    /// Where groups end that have been passed over, by where they start: a hierarchy is looked through before it is read, at each of its
    /// levels, and a group has no length. Without this the time was depth times size: 200 KB of nested groups took a second.
    /// </summary>
    Dictionary<int, int>? _groupEnds;

    /// <summary>Begins, in place as the sink does.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Begin(ReadOnlySpan<byte> payload, ProtobufOptions options, ProtobufField root)
    {
        _options = options;
        _maxItems = options.Limits.MaxItems;
        _maxString = options.Limits.MaxStringLength;
        _shortText = Math.Min(_maxString, Utf8Short.Window);
        _start = ref MemoryMarshal.GetReference(payload);
        _length = _end = payload.Length;
        _record = ref root.Self;
        _root = root;
        _how = Root;
        _soleAt = -1;
        _dropsBits = root.IsGoogle;
        _scratch = ProtobufScratch.Take();
        _frames = _scratch.Frames;
        _capacity = Math.Min(Math.Min(_frames.Length, ProtobufFrame.FirstSize), options.Limits.MaxDepth);
    }

    /// <summary>Reads from a stream field by field.</summary>
    public void Begin(ProtobufInput input, ProtobufOptions options, ProtobufField root)
    {
        Begin(input.Window, options, root);
        _input = input;
        _streamed = 1;
    }

    public static SourceTraits Traits => SourceTraits.Gathers | SourceTraits.Bulks;

    public readonly bool Merges => true;

    /// <summary>The place in the window.</summary>
    public readonly int Position => _pos;

    /// <summary>Where the innermost of what is being read ends.</summary>
    public readonly int End => _end;

    /// <summary>How many messages and collections are open.</summary>
    public readonly int Depth => _depth;

    public readonly void Release()
    {
        if (!ReferenceEquals(_frames, _scratch.Frames) || _root.IsCollectible)
            _scratch.Return(_scratch.Bytes, _scratch.Open, _frames, _root);
        _scratch.Return();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Head Head(TypeModel model) => _how == IsNull ? Shapes.Head.Null : model.IsPolymorphic ? ExactType(model) : Shapes.Head.Value;

    public readonly int Subtype(TypeModel model) => _subtype;

    public readonly Head BeginCarried(TypeModel model) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model, int identity, object? value) => throw new NotSupportedException();

    public readonly object Reference() => throw new InvalidOperationException("Protobuf has no references.");

    public readonly int Referred() => 0;

    public readonly int Identity() => -1;

    public readonly object? Awaited() => null;

    public readonly void Completed(TypeModel model, object value, object? carrier)
    {
    }

    public readonly void Register(int identity, object value)
    {
    }

    public readonly bool TryNull() => _how == IsNull;

    public readonly bool Packed(MemberTable table) => false;

    public readonly ref byte Block(int size) => throw new NotSupportedException("Protobuf has no packed blocks.");

    public readonly bool OptionalMember() => !_takesBack;

    public readonly string ExtraName() => throw new NotSupportedException("Protobuf has no names.");

    public readonly ComparerCode Comparer() => ComparerCode.Default;

    public readonly object? Dynamic(TypeModel declared) => throw new NotSupportedException($"A '{declared.Type}' has no form in protobuf.");

    /// <summary>Where the value stands, of a natural one.</summary>
    readonly int At
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _pos - _how;
    }

    /// <summary>Passes the tag, where that has not been done: for all that is not read in one go.</summary>
    void Settle()
    {
        if (_how != Ahead)
            return;
        _pos++;
        _how = Natural;
    }

    public void Skip(TypeModel model)
    {
        Settle();
        if (_how < Absent)
            SkipValue(_record.Field.Number, _how == Natural ? _record.Field.WireType : _how - 1);
        _pieces = null;
        _raw = null;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public MemberTable BeginObject(TypeModel model)
    {
        var table = ProtobufTable.Of(model);
        ref var frame = ref Push();
        if (_how <= Natural)
        {
            int length = ReadLength(At);
            frame.End = _end;
            _end = _pos + length;
            frame.State.IsPlain = table.IsPlain;
        }
        else
        {
            BeginOther(ref frame);
            frame.State.IsPlain = _how == Root && _input is null && table.IsPlain;
        }
        if (table.BlockMask != 0)
            BeginLayers(ref frame, table);
        return table;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    ref ProtobufFrame Push()
    {
        if (_depth >= _capacity)
            Grow();
        ref var frame = ref Frame(_depth++);
        frame.Pieces = null;
        frame.State = default;
        return ref frame;
    }

    /// <summary>A frame within the depth, which is never more than there are.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    readonly ref ProtobufFrame Frame(int index) => ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(_frames), index);

    [MethodImpl(MethodImplOptions.NoInlining)]
    void Grow()
    {
        // The capacity is never more than the limit, so that the limit is met here and nowhere else.
        if (_depth >= _options.Limits.MaxDepth)
            throw new WireFormatException($"The input nests deeper than Limits.MaxDepth ({_options.Limits.MaxDepth}).");
        if (!RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("The input nests deeper than the stack of this thread allows.");
        if (_depth >= _frames.Length)
            Array.Resize(ref _frames, Math.Max(2 * _frames.Length, ProtobufFrame.FirstSize));
        // Every 16 levels the stack is looked at again.
        _capacity = Math.Min(Math.Min(_frames.Length, _depth + ProtobufFrame.FirstSize), _options.Limits.MaxDepth);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void BeginOther(ref ProtobufFrame frame)
    {
        frame.End = _end;
        switch (_how)
        {
            case Root:
                break;
            case Absent:
                _end = _pos;
                break;
            case Gathered:
                frame.Pieces = _pieces;
                frame.Piece = 0;
                frame.Resume = _pos;
                (_pos, _end) = (_pieces![0].Start, _pieces[0].End);
                _pieces = null;
                break;
            case 1 + 2:
                int length = ReadLength();
                _end = _pos + length;
                break;
            case 1 + 3:
                frame.State.Group = _record.Field.Number;
                break;
            default:
                throw WrongWire("a message");
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public int NextMember(MemberTable table, int previous)
    {
        var own = Unsafe.As<ProtobufTable>(table);
        int pos = _pos;
        if (pos < _end)
        {
            int place = (_block & own.BlockMask) + Unsafe.Add(ref _start, pos);
            int entry = Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(own.Small), (uint)place);
            if (entry >= 0 && _depth > _streamed)
            {
                int index = entry & ProtobufLayerTable.IndexMask;
                // Two branches with constants: the place of the value must not wait for what the look-up says. Measured: 245 to 214 us.
                if (entry <= ProtobufLayerTable.IndexMask)
                {
                    _how = Ahead;
                }
                else
                {
                    _how = (entry >> ProtobufLayerTable.HowShift) - 1;
                    _pos = pos + 1;
                }
                _record = ref Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(own.Records), index);
                return index;
            }
        }
        else if (pos == _end && Frame(_depth - 1).State.IsPlain)
        {
            return -1;
        }
        return NextFurther(own);
    }

    /// <summary>Tags of two bytes, which are nearly as fast; then all else.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    int NextFurther(ProtobufTable own)
    {
        if (own.BlockMask != 0)
            return NextOfLayers(own);
        int pos = _pos;
        if (pos < _end - 1 && _depth > _streamed)
        {
            int tag = Unsafe.ReadUnaligned<ushort>(ref Unsafe.Add(ref _start, pos));
            int[] wide = own.Wide;
            // The second byte at its place, seven bits further down: beyond the table if it is not the last.
            int place = (tag & 0x7F) | (tag >> 8 << 7);
            if ((tag & 0x80) != 0 && (uint)place < (uint)wide.Length && wide[place] is var entry and >= 0)
            {
                int member = entry & ProtobufLayerTable.IndexMask;
                _pos = pos + 2;
                _how = entry <= ProtobufLayerTable.IndexMask ? Natural : (entry >> ProtobufLayerTable.HowShift) - 1;
                _record = ref own.Records[member];
                return member;
            }
        }
        return NextOther(own);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void EndObject(MemberTable table)
    {
        ref var frame = ref Frame(--_depth);
        _end = frame.End;
        if (frame.Pieces is not null)
            _pos = frame.Resume;
    }

    readonly WireFormatException WrongWire(string expected) => _how == IsNull
        // Its wrapper has been read.
        ? ProtobufErrors.Behind(
            $"Field '{_record.Field.Name}' (number {_record.Field.Number}) is {expected}, which cannot be null, but its wrapper is empty.")
        : new($"Field '{_record.Field.Name}' (number {_record.Field.Number}) is {expected}, but has wire type {(_how <= Natural ? _record.Field.WireType : _how - 1)}.");
}
