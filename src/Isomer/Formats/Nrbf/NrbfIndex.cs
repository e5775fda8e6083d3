using System.Buffers.Binary;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Model;
using Isomer.Wire.Text;

namespace Isomer.Formats;

/// <summary>
/// Where each object of a payload stands, and what its classes are: found by passing over all records once, without recursion and without making an object. After that a
/// reference leads to its object whether it stands before or behind.
/// </summary>
internal sealed class NrbfIndex
{
    /// <summary>A null of a run takes no byte and eight in memory: so many for each byte of the payload, and so many more, may be in runs.</summary>
    const int NullsPerByte = 10, SomeNulls = 1 << 13;

    const int KeptFrames = 1 << 10;

    readonly Dictionary<int, string> _libraries = [];
    Frame[] _frames = new Frame[16];
    int _depth;
    long _nulls;

    /// <summary>A class or array whose values are being passed over.</summary>
    struct Frame
    {
        public NrbfClassInfo? Class;
        public int Next;
        public int Count;
        public int Start;
    }

    /// <summary>Where the objects end that stand within others, by where they begin: for who reads one without those in it. Kept only if asked for.</summary>
    Dictionary<int, int>? _ends;
    NrbfOptions? _options;
    TypeModel? _root;
    int _start;
    int _end;

    // The class that was asked for last: mostly it is asked for again.
    NrbfClassInfo? _last;

    /// <summary>The number of the root.</summary>
    public int Root { get; private set; }

    /// <summary>The objects by their numbers.</summary>
    public NrbfObjects Objects { get; } = new();

    /// <summary>Of records that no type is asked for.</summary>
    public static NrbfIndex Of(ReadOnlySpan<byte> payload)
    {
        var index = new NrbfIndex { _ends = [] };
        index.Over(payload);
        return index;
    }

    /// <summary>Of a payload that is read as a declared type: it says what members are of which the payload does not.</summary>
    public void Begin(ReadOnlySpan<byte> payload, NrbfOptions options, TypeModel root)
    {
        (_options, _root) = (options, root);
        Over(payload);
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        Objects.Clear();
        _libraries.Clear();
        if (_frames.Length > KeptFrames)
            _frames = new Frame[16];
        else
            System.Array.Clear(_frames);
        (_depth, _options, _root, _last) = (0, null, null, null);
    }

    /// <summary>
    /// Where the payload ends at whose beginning these bytes stand; false if more of it is to come. What is wrong with it and would not be better with more bytes is thrown, and all
    /// that is wrong if no more can come.
    /// </summary>
    public static bool TryFindEnd(ReadOnlySpan<byte> begin, NrbfOptions options, bool isAll, out int end)
    {
        try
        {
            var index = new NrbfIndex();
            index.Begin(begin, options, options.Convention.ModelOf(typeof(object)));
            end = index._end;
            return true;
        }
        catch (WireFormatException e) when (e.IsCut && !isAll)
        {
            end = 0;
            return false;
        }
    }

    void Over(ReadOnlySpan<byte> payload)
    {
        _nulls = (long)payload.Length * NullsPerByte + SomeNulls;
        var bytes = new NrbfBytes(payload);
        Header(ref bytes);
        bool isCall = NrbfRemoting.Pass(ref bytes);
        while (bytes.Peek() != NrbfRecord.End)
            Pass(ref bytes, isKnown: false);
        if (!IsThere(Root))
            throw new WireFormatException(isCall ? "The payload is a call of remoting whose values stand in the call itself: there is no object to be read." : $"The root, object {Root}, is not in the payload.") { Offset = 1 };
        _end = bytes.At + 1;
    }

    bool IsThere(int id)
    {
        ref var found = ref Objects.Find(id);
        return !Unsafe.IsNullRef(ref found) && found.IsObject;
    }

    /// <summary>What is known of the object that is referred to.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ref NrbfObject Of(int id, int at)
    {
        ref var found = ref Objects.Find(id);
        if (Unsafe.IsNullRef(ref found) || !found.IsObject)
            throw Unresolved(id, at);
        return ref found;
    }

    static WireFormatException Unresolved(int id, int at) => new($"Object {id} is referred to and is not in the payload.") { Offset = at };

    /// <summary>Where the record of the object stands that is referred to.</summary>
    public int OffsetOf(int id, int at) => Of(id, at).Offset;

    /// <summary>Behind the object that begins here and stands within another.</summary>
    public int EndOf(int start) => _ends![start];

    /// <summary>The numbers of all objects.</summary>
    public IEnumerable<int> Ids => Objects.Ids;

    /// <summary>The class that the object told.</summary>
    public NrbfClassInfo ClassOf(int id, int at)
    {
        if (_last is { } last && last.Id == id)
            return last;
        ref var found = ref Objects.Find(id);
        return !Unsafe.IsNullRef(ref found) && found.Class is { } info && info.Id == id ? _last = info : throw new WireFormatException($"Object {id} tells no class.") { Offset = at };
    }

    /// <summary>The library of this number.</summary>
    public string? LibraryOf(int id) => _libraries.GetValueOrDefault(id);

    void Header(ref NrbfBytes bytes)
    {
        if (bytes.Payload.Length > 0 && bytes.Peek() != NrbfRecord.Header)
            throw new WireFormatException("This is no NRBF: no header stands at its beginning.") { Offset = 0 };
        if (bytes.Remaining < 17)
            throw bytes.Fail("This is no NRBF: no header stands at its beginning.");
        bytes.Byte();
        Root = bytes.Int32();
        bytes.Int32();
        int major = bytes.Int32(), minor = bytes.Int32();
        if (major != 1 || minor != 0)
            throw new WireFormatException($"The version of the payload is {major}.{minor}; there is only 1.0.") { Offset = 9 };
    }

    /// <summary>Passes over one value, a record with all that stands in it. What is known already is not entered again.</summary>
    public void Pass(ref NrbfBytes bytes, bool isKnown)
    {
        int bottom = _depth;
        do
        {
            Record(ref bytes, isKnown);
            while (_depth > bottom && IsThrough(ref bytes, isKnown))
                if (_frames[--_depth].Start is var start && _depth > 0 && !isKnown)
                    _ends?.TryAdd(start, bytes.At);
        }
        while (_depth > bottom);
    }

    /// <summary>
    /// Whether nothing of the innermost is left. What most values are is passed over here, as fast as it can be: primitives without records, references, nulls, primitives with
    /// their type before them, short strings. Anything else, and the last bytes of the payload, are for <see cref="Record"/>.
    /// </summary>
    bool IsThrough(ref NrbfBytes bytes, bool isKnown)
    {
        ref var frame = ref _frames[_depth - 1];
        int next = frame.Next, count = frame.Count, at = bytes.At;
        // So that the longest of these, but for strings, need no look at the end.
        int last = bytes.Payload.Length - 16;
        ref byte start = ref MemoryMarshal.GetReference(bytes.Payload);
        int[]? widths = frame.Class?.Widths;
        while (next < count)
        {
            if (widths is not null && widths[next] is not 0 and var width)
            {
                bytes.At = at;
                int record = frame.Class!.Records[next];
                if (width > 0)
                    bytes.Pass(width);
                else
                    for (int i = next; i < record; i++)
                        bytes.Skip(frame.Class.Primitives[i]);
                (next, at) = (record, bytes.At);
                continue;
            }
            if (at > last)
                break;
            switch ((NrbfRecord)Unsafe.Add(ref start, at))
            {
                case NrbfRecord.Reference:
                    at += 5;
                    break;
                case NrbfRecord.Null:
                    at++;
                    break;
                case NrbfRecord.PrimitiveTyped when NrbfPrimitives.Width((NrbfPrimitive)Unsafe.Add(ref start, at + 1)) is > 0 and var size:
                    at += 2 + size;
                    break;
                case NrbfRecord.String when !isKnown && Unsafe.Add(ref start, at + 5) is < 128 and var length && length <= last - at && Utf8Strings.IsAscii(ref Unsafe.Add(ref start, at + 6), length):
                    Enter(Unsafe.ReadUnaligned<int>(ref Unsafe.Add(ref start, at + 1)), at, isKnown);
                    at += 6 + length;
                    break;
                default:
                    (frame.Next, bytes.At) = (next, at);
                    return false;
            }
            next++;
        }
        (frame.Next, bytes.At) = (next, at);
        return next >= count;
    }

    void Record(ref NrbfBytes bytes, bool isKnown)
    {
        int start = _start = bytes.At;
        var record = bytes.Peek();
        bool isTop = _depth == 0;
        bytes.Byte();
        switch (record)
        {
            case NrbfRecord.Library:
                int library = bytes.Int32();
                string name = bytes.String();
                if (!isKnown)
                    Enter(library, start).Offset = ~start;
                _libraries.TryAdd(library, name);
                // It stands before the record that it is for.
                return;
            case NrbfRecord.ClassWithId:
                int id = bytes.Int32();
                var told = ClassOf(bytes.Int32(), start);
                if (!isKnown && id != -1)
                    Enter(id, start).Class = told;
                Open(told, ref bytes);
                return;
            case >= NrbfRecord.SystemClassWithMembers and <= NrbfRecord.ClassWithMembersAndTypes:
                Class(ref bytes, record, start, isKnown);
                return;
            case NrbfRecord.String:
                Enter(bytes.Int32(), start, isKnown);
                if (isKnown)
                    bytes.Text();
                else
                    bytes.SkipText();
                break;
            case NrbfRecord.Array:
                Array(ref bytes, start, isKnown);
                return;
            case NrbfRecord.PrimitiveArray:
                Enter(bytes.Int32(), start, isKnown);
                int length = bytes.Count(0, "items");
                bytes.Skip(bytes.Primitive(), length);
                if (_depth > 0)
                    _ends?.TryAdd(start, bytes.At);
                break;
            case NrbfRecord.ObjectArray or NrbfRecord.StringArray:
                Enter(bytes.Int32(), start, isKnown);
                Open(bytes.Count(0, "items"));
                return;
            case NrbfRecord.PrimitiveTyped when !isTop || isKnown:
                bytes.Skip(bytes.Primitive());
                break;
            case NrbfRecord.Reference when !isTop || isKnown:
                bytes.Int32();
                break;
            case NrbfRecord.Null when !isTop || isKnown:
                break;
            case NrbfRecord.Nulls256 or NrbfRecord.Nulls when !isTop || isKnown:
                Nulls(record == NrbfRecord.Nulls ? bytes.Int32() : bytes.Byte(), start, isKnown);
                return;
            default:
                throw new WireFormatException($"A record of kind {(byte)record} cannot stand here.") { Offset = start };
        }
        Step();
    }

    /// <summary>One value of the innermost has been passed.</summary>
    void Step()
    {
        if (_depth > 0)
            _frames[_depth - 1].Next++;
    }

    void Nulls(int count, int start, bool isKnown)
    {
        ref var frame = ref _frames[Math.Max(_depth - 1, 0)];
        if (_depth == 0 || frame.Class is not null || count <= 0 || count > frame.Count - frame.Next)
            throw new WireFormatException($"{count} nulls in a row do not fit here.") { Offset = start };
        if (!isKnown && (_nulls -= count) < 0)
            throw new WireFormatException("The payload has more nulls than one of its size may have.") { Offset = start, IsCut = true };
        frame.Next += count;
    }

    void Enter(int id, int offset, bool isKnown)
    {
        if (!isKnown && id != -1)
            Enter(id, offset);
    }

    /// <summary>Gives the number to what stands here.</summary>
    ref NrbfObject Enter(int id, int offset)
    {
        if (id == 0)
            throw new WireFormatException("The number 0 is that of no object.") { Offset = offset };
        ref var entered = ref Objects.Enter(id, offset, out bool isNew);
        if (!isNew)
            throw new WireFormatException($"The number {id} is given to two objects, or to an object and a library.") { Offset = offset };
        entered.Offset = offset;
        return ref entered;
    }

    /// <summary>The value counts when it has been opened: what is in it comes before what is behind it. A class of primitives alone is passed over at once.</summary>
    void Open(NrbfClassInfo info, ref NrbfBytes bytes)
    {
        Step();
        if (info.Members.Length == 0 || (info.Records[0] == info.Members.Length && info.Widths[0] > 0))
        {
            bytes.Pass(info.Members.Length == 0 ? 0 : info.Widths[0]);
            if (_depth > 0)
                _ends?.TryAdd(_start, bytes.At);
            return;
        }
        Push(new Frame { Class = info, Count = info.Members.Length, Start = _start });
    }

    void Open(int count)
    {
        Step();
        Push(new Frame { Count = count, Start = _start });
    }

    void Push(Frame frame)
    {
        if (_depth == _frames.Length)
            System.Array.Resize(ref _frames, _depth * 2);
        _frames[_depth++] = frame;
    }

    void Class(ref NrbfBytes bytes, NrbfRecord record, int start, bool isKnown)
    {
        int id = bytes.Int32();
        if (isKnown)
        {
            var known = ClassOf(id, start);
            bytes.At = known.Body;
            Open(known, ref bytes);
            return;
        }
        string name = bytes.String();
        int count = bytes.Count(1, "members");
        string[] members = new string[count];
        for (int i = 0; i < count; i++)
            members[i] = bytes.String();
        var (kinds, primitives) = (new NrbfKind[count], new NrbfPrimitive[count]);
        if (record >= NrbfRecord.SystemClassWithMembersAndTypes)
        {
            for (int i = 0; i < count; i++)
                kinds[i] = bytes.Kind();
            for (int i = 0; i < count; i++)
                primitives[i] = CheckedDetails(ref bytes, kinds[i]);
        }
        else
        {
            (_root is not null ? new NrbfDeclared(_options!, _root) : throw new WireFormatException($"The payload does not say what the members of its '{name}' are (FormatterTypeStyle.TypesWhenNeeded): it is read only as a type that does.") { Offset = start }).Find(name, members, kinds, primitives, start);
        }
        int library = record is NrbfRecord.ClassWithMembersAndTypes or NrbfRecord.ClassWithMembers ? bytes.Int32() : 0;
        if (library != 0 && !IsLibrary(library))
            throw new WireFormatException($"The library {library} of the class '{name}' has not been told.") { Offset = start };
        var info = new NrbfClassInfo(id, name, members, kinds, primitives, library, bytes.At);
        if (id == -1)
            throw new WireFormatException("A class is told by an object without a number.") { Offset = start };
        Enter(id, start).Class = info;
        _start = start;
        Open(info, ref bytes);
    }

    bool IsLibrary(int id) => _libraries.ContainsKey(id);

    /// <summary>The same, where a library that is named must have been told.</summary>
    NrbfPrimitive CheckedDetails(ref NrbfBytes bytes, NrbfKind kind)
    {
        var primitive = Details(ref bytes, kind);
        if (kind == NrbfKind.Class && BinaryPrimitives.ReadInt32LittleEndian(bytes.Payload[(bytes.At - 4)..]) is var library && !IsLibrary(library))
            throw bytes.Fail($"The library {library} of a class has not been told.");
        return primitive;
    }

    /// <summary>What follows the kind of a member or item; which primitive it is.</summary>
    public static NrbfPrimitive Details(ref NrbfBytes bytes, NrbfKind kind)
    {
        switch (kind)
        {
            case NrbfKind.Primitive:
                return bytes.Primitive();
            case NrbfKind.PrimitiveArray:
                bytes.Primitive();
                break;
            case NrbfKind.SystemClass:
                bytes.SkipText();
                break;
            case NrbfKind.Class:
                bytes.SkipText();
                bytes.Int32();
                break;
        }
        return NrbfPrimitive.None;
    }

    void Array(ref NrbfBytes bytes, int start, bool isKnown)
    {
        Enter(bytes.Int32(), start, isKnown);
        var shape = NrbfArrayShape.Read(ref bytes);
        var kind = bytes.Kind();
        var primitive = isKnown ? Details(ref bytes, kind) : CheckedDetails(ref bytes, kind);
        if (kind == NrbfKind.Primitive)
        {
            bytes.Skip(primitive, shape.Count);
            if (_depth > 0)
                _ends?.TryAdd(start, bytes.At);
            Step();
        }
        else
        {
            Open(shape.Count);
        }
    }
}
