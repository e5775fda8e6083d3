using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The writing end of NRBF. No object is written within another: a reference is its number, and the object waits its turn
/// (<see cref="Root"/>), so depth is data. Only structs stand in their place.
/// </summary>
internal ref partial struct NrbfSink : IGraphSink
{
    readonly NrbfOptions _options;
    readonly NrbfWriting _state;
    readonly FormatterNames _names;
    OutputBuffer _out;

    // The object that is open, until its header has been written: what its members hold is told first.
    FormatterTable? _due;
    NrbfWritten? _known;
    int _dueId;
    int _optional;

    // The number of the object that comes next; 0 for a struct in its place.
    int _id;

    // The class that the fields which come next are those of.
    SurrogateModel? _carried;

    // Whether the place is declared as a nullable or object, where a primitive says which it is.
    bool _isTyped;

    // Whether the items of the array that is open say which primitive each is: its type tells the type that is carried as one.
    bool _itemsAreTyped;

    // In an array: nulls in a row are one record, but for arrays of arrays and of several dimensions, where each is one.
    bool _isItem, _nullsAreApart;
    int _nulls;

    // Of an array of objects: how many were met before it. And whether an array is open.
    int _itemsFrom;
    bool _isArrayOpen;

    // How many structs behind interfaces are open within one another.
    int _inline;

    // Of a payload within another: long texts and arrays, by where they begin and how long they are.
    List<LongWrite>? _long;

    public NrbfSink(NrbfOptions options, OutputTarget target)
    {
        _options = options;
        _names = options.Names;
        _state = NrbfWriting.Begin();
        _out.Begin(target);
    }

    public static SinkTraits Traits =>
        SinkTraits.TracksReferences | SinkTraits.TracksCarried | SinkTraits.KeepsRuntimeTypes | SinkTraits.Bulks | SinkTraits.Foretells
        | SinkTraits.PointsForward;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _out;

    public void Release()
    {
        _out.Dispose();
        _state?.Return();
    }

    /// <summary>Header, root and all that hangs on it: the root is written as what waits first.</summary>
    public void Root(object? value)
    {
        if (value is null)
            throw new NotSupportedException("NRBF has no payload for null: BinaryFormatter refuses it too. Write an object that holds it.");
        var mark = WrittenGraph.Begin();
        try
        {
            try
            {
                Begin(value);
                End();
            }
            catch (NrbfOutOfOrder)
            {
                BeginInOrder(value);
            }
        }
        catch
        {
            WrittenGraph.Abandon(mark);
            throw;
        }
        WrittenGraph.Finish(mark);
    }

    void Begin(object root)
    {
        int id = _state.IdOf(root, out _);
        _out.Put((byte)NrbfRecord.Header);
        _out.Put(id);
        _out.Put(-1);
        _out.Put(1);
        _out.Put(0);
    }

    /// <summary>What waits, and what that brings along.</summary>
    void End()
    {
        while (_state.TryTake(out object next, out int id))
        {
            int before = _state.Next;
            Top(next, id);
            if (_state.IsLate)
                OrderLate(next, before);
        }
        _out.Put((byte)NrbfRecord.End);
    }

    /// <summary>An object as a record of its own.</summary>
    void Top(object value, int id)
    {
        _id = id;
        _isItem = false;
        if (value is string text)
        {
            _out.Put((byte)NrbfRecord.String);
            _out.Put(id);
            Lps(text);
            return;
        }
        var type = value.GetType();
        var known = _state.Of(type);
        _known = known;
        if ((_state.IsInOrder || (known.Codec is null && IsOrdered(known))) && TopInOrder(value, id, known))
            return;
        if (known.Codec is { } codec)
        {
            _carried = known.Model as SurrogateModel;
            codec.WriteExactObject(ref this, value);
            return;
        }
        if (value is Array array && !type.IsSZArray)
        {
            Rectangular(array);
            return;
        }
        var model = _options.Convention.ModelOf(type);
        switch (model)
        {
            case ScalarModel when value is not byte[]:
                BoxedPrimitive(value, type);
                break;
            case EnumModel:
                BoxedEnum(value, type);
                break;
            // The commonest array of all, which no shape gives whole, for elsewhere it is a scalar: 10 MB item by item took 12 ms.
            case SequenceModel when type == typeof(byte[]):
                Bulk<byte>(model, (byte[])value);
                break;
            case SequenceModel when NrbfPrimitives.AreTruths(model):
                Bulk<bool>(model, (bool[])value);
                break;
            case DynamicModel when type == typeof(object):
                Simple(_names.Of(type), id, []);
                break;
            case DynamicModel:
                throw new NotSupportedException(
                    $"A '{type}' cannot be written: {Refused.WhyNot(type) ?? "it is no data"}. Mark the field that holds it [NonSerialized], or set it to null.");
            case SurrogateModel { Surrogate: not IFieldsSurrogate }:
                throw CarriedByUser.NotDeclared(type);
            default:
                _carried = model as SurrogateModel;
                var found = Codecs<NrbfSink, NrbfSource>.Of(model);
                if (Codecs<NrbfSink, NrbfSource>.IsMade(model))
                    (known.Model, known.Codec) = (model, found);
                found.WriteExactObject(ref this, value);
                break;
        }
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = FormatterTable.Of(model, _carried, _names);
        _carried = null;
        if (_id == 0)
        {
            FlushNulls();
            _id = _state.NextInline();
        }
        _due = table;
        _dueId = _id;
        _id = 0;
        _isTyped = false;
        if (table.IsForetold)
            _state.Clear(table.Members.Length);
        _optional = table.OptionalCount;
        return table;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
        if (!((FormatterTable)table).Members[index].IsCarriedByUser)
            _state.Told[index].Type = type;
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        // The first time it is told, the second time written.
        if (_due is not null && _optional > 0)
        {
            _optional--;
            _state.Absent[index] = !present;
        }
        else if (present)
            Member(table, index);
        return present;
    }

    public void Member(MemberTable table, int index)
    {
        if (_due is not null)
            Header();
        _isItem = _isTyped = false;
    }

    public void NullMember(MemberTable table, int index)
    {
        var member = ((FormatterTable)table).Members[index];
        if (member.IsCarriedByUser && NrbfPrimitives.Of(member.Declared) != NrbfPrimitive.None)
            throw CarriedByUser.NoNull(((FormatterTable)table).Type, member.Name, member.Declared);
        Member(table, index);
        _out.Put((byte)NrbfRecord.Null);
    }

    public void EndObject(MemberTable table)
    {
        if (_due is not null)
            Header();
        _id = 0;
    }

    public void BeginArray(TypeModel model, int count)
    {
        var item = ((SequenceModel)model).Element;
        ArrayHeader(((SequenceModel)model).ElementType, count, isCarried: item is SurrogateModel);
        _isArrayOpen = true;
        _itemsFrom = item.Type.IsValueType || _state.IsInOrder ? int.MaxValue : _state.Count;
        _itemsAreTyped = IsCarriedAsPrimitive(item);
        _id = 0;
    }

    /// <summary>Whether a surrogate carries the type as a primitive.</summary>
    static bool IsCarriedAsPrimitive(TypeModel model) =>
        model is SurrogateModel carried
            && (NrbfPrimitives.Of(carried.Carrier.Type) != NrbfPrimitive.None || IsCarriedAsPrimitive(carried.Carrier));

    public void Item(int index)
    {
        _isItem = true;
        _isTyped = _itemsAreTyped;
    }

    public void EndArray(TypeModel model)
    {
        FlushNulls();
        _isArrayOpen = false;
        if (_state.Count > _itemsFrom)
            _state.AddItems(_itemsFrom);
    }

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged
    {
        if (typeof(T) == typeof(char))
        {
            Chars(model, MemoryMarshal.Cast<T, char>(items));
            return;
        }
        ArrayHeader(typeof(T), items.Length);
        _id = 0;
        var bytes = MemoryMarshal.AsBytes(items);
        _long?.Add(new(_out.WholePosition, bytes.Length, typeof(T) == typeof(byte) ? int.MaxValue : LongWrite.OfNumbers));
        if (bytes.Length >= OutputBuffer.LargeSize)
            _out.WriteLarge(bytes);
        else
            _out.Write(bytes);
    }

    /// <summary>Units are written as the text that they are: a pair is one character, in four bytes.</summary>
    void Chars(TypeModel model, ReadOnlySpan<char> items)
    {
        BeginArray(model, items.Length);
        _isArrayOpen = false;
        int start = _out.WholePosition;
        int length = BytesOf(items, "An array of chars", "Write its units as numbers (UInt16), or replace the half.");
        Strict.GetBytes(items, MemoryMarshal.CreateSpan(ref _out.Reserve(length), length));
        _out.Advance(length);
        AddText(start);
    }

    /// <summary>Tells of the text that ends here, where it is asked: pieces of it end between characters.</summary>
    void AddText(int start)
    {
        if (_long is null)
            return;
        int length = _out.WholePosition - start;
        var text = MemoryMarshal.CreateReadOnlySpan(ref Unsafe.Subtract(ref _out.Here, length), length);
        while (!text.IsEmpty)
        {
            int piece = Math.Min(text.Length, LongWrite.OfTexts);
            while (piece < text.Length && (text[piece] & 0xC0) == 0x80)
                piece--;
            _long.Add(new(start, piece, piece));
            start += piece;
            text = text[piece..];
        }
    }

    public void Null()
    {
        if (_isItem && !_nullsAreApart)
            _nulls++;
        else
            _out.Put((byte)NrbfRecord.Null);
    }

    /// <summary>Of nullables alone, for a reference is never followed by its object.</summary>
    public void Present() => _isTyped = true;

    public bool Reference(object value)
    {
        FlushNulls();
        _out.Put((byte)NrbfRecord.Reference);
        int id = _state.IdOf(value, out bool isNew);
        _out.Put(id);
        if (isNew && _state.Members is not null && !_isItem)
            _state.Keep(value, id);
        return true;
    }

    public bool BeginCarried(TypeModel model, object? value) =>
        value is null ? WriteNull() : ((SurrogateModel)model).Surrogate is IFieldsSurrogate && Reference(value);

    bool WriteNull()
    {
        Null();
        return true;
    }

    public readonly void EndCarried(TypeModel model)
    {
    }

    /// <summary>Nulls in an array: one record for all in a row.</summary>
    void FlushNulls()
    {
        if (_nulls == 0)
            return;
        if (_nulls == 1)
        {
            _out.Put((byte)NrbfRecord.Null);
        }
        else if (_nulls < 256)
        {
            _out.Put((byte)NrbfRecord.Nulls256);
            _out.Put((byte)_nulls);
        }
        else
        {
            _out.Put((byte)NrbfRecord.Nulls);
            _out.Put(_nulls);
        }
        _nulls = 0;
    }

    public readonly void Subtype(TypeModel declared, int index) => throw new InvalidOperationException("Types are told by their names.");

    public readonly void Comparer(ComparerCode comparer) => throw new InvalidOperationException("A comparer is a field.");

    public readonly void ExtraMember(MemberTable table, string name) =>
        throw new InvalidOperationException("No member is beside the others.");

    public readonly void BeginMap(TypeModel model, int count) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void Key(TypeModel model, int index) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void MapValue(TypeModel model) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly void EndMap(TypeModel model, int count) => throw new InvalidOperationException("Maps are the fields that they have.");

    public readonly ref byte Block(int size) => throw new InvalidOperationException("Members stand in their order.");

    public readonly ref byte BeginRun(MemberTable table, int first) =>
        throw new InvalidOperationException("Members are written one by one.");

    public readonly ref byte Put<T>(ref byte cursor, MemberTable table, int index, T value)
        where T : unmanaged => throw new InvalidOperationException("Members are written one by one.");

    public readonly ref byte PutNull(ref byte cursor, MemberTable table, int index) =>
        throw new InvalidOperationException("Members are written one by one.");

    public readonly void EndRun(ref byte cursor) => throw new InvalidOperationException("Members are written one by one.");
}
