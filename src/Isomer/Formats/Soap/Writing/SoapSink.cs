using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The writing end of SOAP. No object is written within another: a reference is its number, and the object waits its turn
/// (<see cref="Root"/>), so depth is data. Only values stand in their place: an element under the name of the member, or <c>item</c>, which
/// is announced first and written when the value comes.
/// </summary>
internal ref partial struct SoapSink : IGraphSink
{
    static readonly byte[] s_item = "item"u8.ToArray(), s_array = "SOAP-ENC:Array"u8.ToArray();

    readonly SoapOptions _options;
    readonly SoapWriting _state;
    readonly SoapNaming _names;
    OutputBuffer _out;

    // The element of the value that comes next, and what is declared there.
    byte[] _tag;
    Type? _declared;

    // Whether the value says what it is.
    bool _isTyped;

    // The object that is open, until its tag has been written: what its members hold is told first.
    SoapTable? _due;
    Type?[] _told;
    bool[] _absent;
    int _optional;

    // The number of the object that comes next; 0 for a struct in its place.
    int _id;

    // The class that the fields which come next are those of.
    SurrogateModel? _carried;

    // In an array: nulls before what comes, for those at its end are left out.
    bool _isItem;
    int _nulls;

    // How many boxed structs are open within one another.
    int _inline;

    // An array of bytes that is open.
    bool _isBase64;
    SoapThree _three;
    int _waiting;

    // The elements of the structs that are open, and of the object around them.
    SoapOpen[] _open;
    int _depth;

    public SoapSink(SoapOptions options, OutputTarget target)
    {
        _options = options;
        _names = options.Names;
        _state = new SoapWriting();
        _out.Begin(target);
        _told = new Type?[16];
        _absent = new bool[16];
        _open = new SoapOpen[4];
        _tag = s_item;
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

    /// <summary>Root and all that hangs on it: the root is written as what waits first.</summary>
    public void Root(object? value)
    {
        if (value is null)
            throw new NotSupportedException("SOAP has no envelope for null: SoapFormatter refuses it too. Write an object that holds it.");
        var mark = WrittenGraph.Begin();
        try
        {
            _out.Write(Opening);
            _state.IdOf(value, out _);
            while (_state.TryTake(out object next, out int id))
                Top(next, id);
            _out.Write(Closing);
        }
        catch
        {
            WrittenGraph.Abandon(mark);
            throw;
        }
        WrittenGraph.Finish(mark);
    }

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about
    /// <summary>The envelope of an object that has these entries.</summary>
    public static byte[] Alone(SoapOptions options, SerializationInfo entries)
    {
        var sink = new SoapSink(options, default);
        try
        {
            sink._out.Write(Opening);
            sink._state.IdOf(entries, out _);
            sink._state.TryTake(out _, out sink._id);
            sink.Entries(entries);
            while (sink._state.TryTake(out object next, out int id))
                sink.Top(next, id);
            sink._out.Write(Closing);
            return sink._out.ToArray();
        }
        finally
        {
            sink.Release();
        }
    }
#pragma warning restore SYSLIB0050

    static ReadOnlySpan<byte> Closing => "</SOAP-ENV:Body>\r\n</SOAP-ENV:Envelope>\r\n"u8;

    internal static ReadOnlySpan<byte> Opening =>
        ("<SOAP-ENV:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:SOAP-ENC=\"http://schemas.xmlsoap.org/soap/encoding/\" "u8
            +
        "xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:clr=\"http://schemas.microsoft.com/soap/encoding/clr/1.0\" SOAP-ENV:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\">\r\n<SOAP-ENV:Body>\r\n"u8);

    /// <summary>An object as an element of its own.</summary>
    void Top(object value, int id)
    {
        _id = id;
        _isItem = _isTyped = false;
        var type = value.GetType();
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
            case EnumModel e:
                BoxedEnum(value, e);
                break;
            case DynamicModel when type == typeof(object):
                Tag(_names.Of(type));
                Close();
                break;
            case DynamicModel:
                throw new NotSupportedException(
                    $"A '{type}' cannot be written: {Refused.WhyNot(type) ?? "it is no data"}. Mark the field that holds it [NonSerialized], or set it to null.");
            case SurrogateModel { Surrogate: not IFieldsSurrogate }:
                throw CarriedByUser.NotDeclared(type);
            default:
                _carried = model as SurrogateModel;
                Codecs<SoapSink, SoapSource>.Of(model).WriteExactObject(ref this, value);
                break;
        }
    }

    public MemberTable BeginObject(TypeModel model)
    {
        var table = SoapTable.Of(model, _carried, _names);
        _carried = null;
        _due = table;
        if (table.Members.Length > _told.Length)
        {
            _told = new Type?[table.Members.Length * 2];
            _absent = new bool[table.Members.Length * 2];
        }
        _told.AsSpan(0, table.Members.Length).Clear();
        _absent.AsSpan(0, table.Members.Length).Clear();
        _optional = table.OptionalCount;
        return table;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
        if (!((SoapTable)table).Members[index].IsCarriedByUser)
            _told[index] = type;
    }

    public bool OptionalMember(MemberTable table, int index, bool present)
    {
        // The first time it is told, the second time written.
        if (_due is not null && _optional > 0)
        {
            _optional--;
            _absent[index] = !present;
        }
        else if (present)
            Member(table, index);
        return present;
    }

    public void Member(MemberTable table, int index)
    {
        if (_due is not null)
            Header();
        var members = (SoapTable)table;
        _tag = members.Tags[index];
        _declared = members.Members[index].Declared;
        _isItem = false;
        _isTyped = _options.TypeStyle == SoapTypeStyle.TypesAlways || (members.AreEntries && IsTypedEntry(_declared));
    }

    public void NullMember(MemberTable table, int index)
    {
        Member(table, index);
        Null();
    }

    public void EndObject(MemberTable table)
    {
        if (_due is not null)
            Header();
        Close();
    }

    public void BeginArray(TypeModel model, int count)
    {
        if (((SequenceModel)model).ElementType == typeof(byte))
            BeginBase64();
        else
            ArrayTag(((SequenceModel)model).ElementType, [count], null);
    }

    public void Item(int index)
    {
        if (_isBase64)
            return;
        _tag = s_item;
        _declared = _open[_depth - 1].Item;
        _isItem = true;
        _isTyped = _options.TypeStyle == SoapTypeStyle.TypesAlways;
    }

    public void EndArray(TypeModel model)
    {
        if (_isBase64)
        {
            EndBase64();
            return;
        }
        // Nulls at the end are left out.
        _nulls = 0;
        Close();
    }

    public void Null()
    {
        if (_isItem)
        {
            _nulls++;
            return;
        }
        _out.Put((byte)'<');
        _out.Write(_tag);
        if (_declared == typeof(object))
            _out.Write(" xsi:type=\"xsd:anyType\""u8);
        _out.Write(" xsi:null=\"1\"/>\r\n"u8);
    }

    /// <summary>
    /// Of nullables alone, for a reference is never followed by its object: mono reads their values as zero where they do not say what they
    /// are.
    /// </summary>
    public void Present() => _isTyped = true;

    public bool Reference(object value)
    {
        FlushNulls();
        _out.Put((byte)'<');
        _out.Write(_tag);
        _out.Write(" href=\"#ref-"u8);
        Number(_state.IdOf(value, out _));
        _out.Write("\"/>\r\n"u8);
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

    /// <summary>Nulls before an item that is none.</summary>
    void FlushNulls()
    {
        for (; _nulls > 0; _nulls--)
            _out.Write("<item xsi:null=\"1\"/>\r\n"u8);
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

/// <summary>An element that is open.</summary>
/// <param name="Tag">Its name, without a prefix.</param>
/// <param name="Prefix">The number of its prefix; 0 for none.</param>
/// <param name="Item">Of an array: what its items are declared as.</param>
internal readonly record struct SoapOpen(byte[] Tag, int Prefix, Type? Item);
