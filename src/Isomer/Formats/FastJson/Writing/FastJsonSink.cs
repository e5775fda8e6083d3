using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// fastJSON 2.4's form of JSON, to the byte. Types are numbered in a table in the first object, objects by the order in which
/// they appear, and one that comes again is its number:
/// <c>{"$types":{"Zoo, App, Version=1.0.0.0, ...":"1","Cat, App, ...":"2"},"$type":"1","cats":[{"$type":"2","legs":4},{"$i":2}]}</c>.
/// </summary>
/// <remarks>
/// Text is <see cref="JsonSink"/>'s; this is what differs: objects begin with their type, dictionaries that are not keyed by strings
/// are pairs, and Guids, dates and enums have forms of their own (FastJsonSink.Scalars). The table of types is known only at the
/// end: it is put behind the text (<see cref="WriteTypes"/>), and the facade joins the pieces. So nothing is sent before the end.
/// </remarks>
internal ref partial struct FastJsonSink : ISink
{
    JsonSink _json;
    FastJsonProfile _profile;
    FastJsonTypes _types;
    ObjectNumbers? _numbers;
    bool _writesTypes;
    int _objects;

    // Types so far: the last one asked for, and all by number.
    FastJsonTypeName? _lastType;
    int _lastNumber;
    FastJsonNames _names;
    FastJsonTypeName[] _typeNames;
    int _typeCount;
    int _typesAt;

    // An object that was looked up and is not known: entered when it turns out to be one.
    object? _candidate;
    int _place;
    int _hash;

    // Where a key began and its value does, to take a null back.
    int _keyAt;
    int _valueAt;
    bool _isKey;

    // One bit for each object that is open, and for each value of an object member: whether nothing but the text says what dictionaries in
    // it are.
    long _untyped;
    Stack<HashSet<string>>? _lowered;
    string? _lastLowered;

    // The member whose value comes: what $map names.
    JsonTable? _table;
    int _member;
    List<(int Depth, string Name)>? _map;

    /// <summary>Begins in place. The whole is kept: the table of types stands at its beginning and is known at its end.</summary>
    public void Begin(FastJsonProfile profile, FastJsonTypes types)
    {
        _json.Begin(default, profile.Json);
        _profile = profile;
        _writesTypes = profile.WritesTypes;
        _types = types;
        _typesAt = -1;
        _names = FastJsonNames.Take();
        _typeNames = _names.Names;
        _valueAt = -1;
        if (profile.Rules.WritesReferences)
            _numbers = ObjectNumbers.Take(profile.Rules.ReferencesByEquals);
    }

    public static SinkTraits Traits =>
        SinkTraits.TracksReferences | SinkTraits.TracksStructs | SinkTraits.KeepsRuntimeTypes | SinkTraits.Runs | SinkTraits.OmitsDefaults;

    [UnscopedRef]
    public ref OutputBuffer Output => ref _json.Output;

    /// <summary>Where the table of types belongs, or -1.</summary>
    public readonly int TypesAt => _typesAt;

    public void Dispose()
    {
        _numbers?.Return();
        _names?.Return(_typeNames);
        Output.Dispose();
    }

    public MemberTable BeginObject(TypeModel model)
    {
        Register();
        var table = _profile.TableOf(model);
        _json.Enter();
        if (++_objects > _profile.Rules.MaxObjectDepth)
            FailDepth();
        _untyped <<= 1;
        if (_writesTypes)
            WriteType(table.TypeName);
        else if (!table.IsFast)
            Output.Put((byte)'{');
        return table;
    }

    /// <summary>What was looked up is an object indeed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    void Register()
    {
        if (_candidate is not { } value)
            return;
        _numbers!.Add(value, _place, _hash);
        _candidate = null;
    }

    /// <summary><c>{"$type":"1"</c>, or the name in place of the number.</summary>
    void WriteType(FastJsonTypeName type)
    {
        if (_types == FastJsonTypes.EachObject)
        {
            Output.Write("{\"$type\":\""u8);
            Output.Write(type.Text);
            Output.Put((byte)'"');
            return;
        }
        int number = ReferenceEquals(type, _lastType) ? _lastNumber : NumberOf(type);
        ref byte to = ref Output.Reserve(32);
        "{\"$type\":\""u8.CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref to, 32));
        if (_typesAt < 0)
            _typesAt = Output.Position + 1;
        int length = 10 + Utf8Integers.WriteInt32(ref Unsafe.Add(ref to, 10), number);
        Unsafe.Add(ref to, length) = (byte)'"';
        Output.Advance(length + 1);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    int NumberOf(FastJsonTypeName type)
    {
        int index = Array.IndexOf(_typeNames, type, 0, _typeCount);
        if (index < 0)
        {
            index = _typeCount++;
            if (index == _typeNames.Length)
                Array.Resize(ref _typeNames, index * 2);
            _typeNames[index] = type;
        }
        _lastType = type;
        return _lastNumber = index + 1;
    }

    /// <summary>Behind the text: <c>"$types":{"A, ...":"1","B, ...":"2"},</c></summary>
    public void WriteTypes()
    {
        Output.Write("\"$types\":{"u8);
        for (int i = 0; i < _typeCount; i++)
        {
            Output.Write(i == 0 ? "\""u8 : ",\""u8);
            Output.Write(_typeNames[i].Text);
            Output.Write("\":\""u8);
            Output.Advance(Utf8Integers.WriteInt32(ref Output.Reserve(16), i + 1));
            Output.Put((byte)'"');
        }
        Output.Write("},"u8);
    }

    public readonly bool BeginCarried(TypeModel model, object? value) => throw new NotSupportedException();

    public readonly void EndCarried(TypeModel model) => throw new NotSupportedException();

    public bool Reference(object value)
    {
        if (_numbers is null)
            return false;
        int number = _numbers.Find(value, out _place, out _hash);
        if (number == 0)
        {
            _candidate = value;
            return false;
        }
        _candidate = null;
        // At the root level of a list what comes again is written again.
        if (_objects == 0)
            return false;
        ref byte to = ref Output.Reserve(JsonSink.Room);
        "{\"$i\":"u8.CopyTo(System.Runtime.InteropServices.MemoryMarshal.CreateSpan(ref to, 16));
        int length = 6 + Utf8Integers.WriteInt32(ref Unsafe.Add(ref to, 6), number);
        Unsafe.Add(ref to, length) = (byte)'}';
        Output.Advance(length + 1);
        return true;
    }

    public readonly void Foretell(MemberTable table, int index, Type? type)
    {
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Member(MemberTable table, int index)
    {
        _table = Unsafe.As<JsonTable>(table);
        _member = index;
        _json.Member(table, index);
    }

    public void NullMember(MemberTable table, int index) => _json.NullMember(table, index);

    public bool OptionalMember(MemberTable table, int index, bool present) => _json.OptionalMember(table, index, present);

    public void ExtraMember(MemberTable table, string name) => throw new NotSupportedException();

    public ref byte Block(int size) => throw new NotSupportedException();

    public void Bulk<T>(TypeModel model, ReadOnlySpan<T> items) where T : unmanaged => throw new NotSupportedException();

    public void Comparer(ComparerCode comparer) => throw new NotSupportedException();

    public void EndObject(MemberTable table)
    {
        if (_map is not null)
            WriteMap();
        _table = null;
        _objects--;
        _untyped >>= 1;
        _json.Close('{', '}');
    }

    /// <summary><c>,"$map":{"o":"System.Object"}</c>: the members that hold a bare object.</summary>
    void WriteMap()
    {
        bool any = false;
        foreach (var (depth, name) in _map!)
        {
            if (depth != _objects)
                continue;
            Output.Write(any ? ","u8 : ",\"$map\":{"u8);
            any = true;
            Output.Reserve(JsonSink.Room);
            _json.WriteText(_profile.LowerKeys ? name.ToLowerInvariant() : name);
            Output.Write(":\"System.Object\""u8);
        }
        if (any)
            Output.Put((byte)'}');
        int here = _objects;
        _map.RemoveAll(m => m.Depth >= here);
        if (_map.Count == 0)
            _map = null;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Present()
    {
    }

    public void Null()
    {
        if (_valueAt == Output.Position && _profile.OmitsNulls)
        {
            TakeKeyBack();
            return;
        }
        _json.Null();
    }

    /// <summary>The value of a key is null and left out: the key goes too, and nothing that comes is its value.</summary>
    void TakeKeyBack()
    {
        Output.AdvanceTo(ref Unsafe.Subtract(ref Output.Here, _valueAt - _keyAt));
        _valueAt = -1;
        if (_lowered is not null)
            _lowered.Peek().Remove(_lastLowered!);
    }

    public void Subtype(TypeModel declared, int index)
    {
        // Every object says what it is.
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    readonly void FailDepth() => throw new NotSupportedException(
        $"Objects nest deeper than {_profile.Rules.MaxObjectDepth} levels, or one contains itself while references are written inline. Raise FastJsonRules.MaxObjectDepth.");
}

/// <summary>Room for the table of types of one text. It keeps names of types only, which are kept anyway.</summary>
internal sealed class FastJsonNames : Lent<FastJsonNames>
{
    public FastJsonTypeName[] Names = new FastJsonTypeName[8];

    public void Return(FastJsonTypeName[] names)
    {
        Names = names;
        GiveBack();
    }
}
