using System.Buffers.Binary;
using Isomer.Model;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// Where each object of a payload stands, and what its classes are: found by passing over all records once, without recursion and without making an object. After that a
/// reference leads to its object whether it stands before or behind.
/// </summary>
internal sealed class NrbfIndex
{
    /// <summary>A null of a run takes no byte and eight in memory: so many for each byte of the payload, and so many more, may be in runs.</summary>
    const int NullsPerByte = 10, SomeNulls = 1 << 13;

    readonly Dictionary<int, int> _offsets = new(NrbfIds.Instance);
    readonly Dictionary<int, NrbfClassInfo> _classes = new(NrbfIds.Instance);
    readonly Dictionary<int, string> _libraries = new(NrbfIds.Instance);
    Frame[] _frames = new Frame[16];
    int _depth;
    long _nulls;

    /// <summary>A class or array whose values are being passed over.</summary>
    struct Frame
    {
        public NrbfClassInfo? Class;
        public int Next;
        public int Count;
    }

    readonly NrbfDeclared _declared;

    NrbfIndex(int length, NrbfDeclared declared) => (_nulls, _declared) = ((long)length * NullsPerByte + SomeNulls, declared);

    /// <summary>The number of the root.</summary>
    public int Root { get; private set; }

    public static NrbfIndex Of(ReadOnlySpan<byte> payload, NrbfOptions options, TypeModel root)
    {
        var index = new NrbfIndex(payload.Length, new NrbfDeclared(options, root));
        var bytes = new NrbfBytes(payload);
        index.Header(ref bytes);
        bool isCall = NrbfRemoting.Pass(ref bytes);
        while (bytes.Peek() != NrbfRecord.End)
            index.Pass(ref bytes, isKnown: false);
        if (!index._offsets.ContainsKey(index.Root))
            throw new WireFormatException(isCall ? "The payload is a call of remoting whose values stand in the call itself: there is no object to be read." : $"The root, object {index.Root}, is not in the payload.") { Offset = 1 };
        return index;
    }

    /// <summary>Where the record of the object stands that is referred to.</summary>
    public int OffsetOf(int id, int at) =>
        _offsets.TryGetValue(id, out int offset) ? offset : throw new WireFormatException($"Object {id} is referred to and is not in the payload.") { Offset = at };

    /// <summary>The class that the object told.</summary>
    public NrbfClassInfo ClassOf(int id, int at) =>
        _classes.TryGetValue(id, out var info) ? info : throw new WireFormatException($"Object {id} tells no class.") { Offset = at };

    /// <summary>The library of this number.</summary>
    public string? LibraryOf(int id) => _libraries.GetValueOrDefault(id);

    void Header(ref NrbfBytes bytes)
    {
        if (bytes.Peek() != NrbfRecord.Header || bytes.Remaining < 17)
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
            while (_depth > bottom && IsThrough(ref bytes))
                _depth--;
        }
        while (_depth > bottom);
    }

    /// <summary>Whether nothing of the innermost is left; primitives of it are passed over.</summary>
    bool IsThrough(ref NrbfBytes bytes)
    {
        ref var frame = ref _frames[_depth - 1];
        if (frame.Class is not { } info)
            return frame.Next >= frame.Count;
        while (frame.Next < frame.Count && info.Kinds[frame.Next] == NrbfKind.Primitive)
            bytes.Skip(info.Primitives[frame.Next++]);
        return frame.Next >= frame.Count;
    }

    void Record(ref NrbfBytes bytes, bool isKnown)
    {
        int start = bytes.At;
        var record = bytes.Peek();
        bool isTop = _depth == 0;
        bytes.Byte();
        switch (record)
        {
            case NrbfRecord.Library:
                int library = bytes.Int32();
                string name = bytes.String();
                if (!isKnown && (!_libraries.TryAdd(library, name) || _offsets.ContainsKey(library)))
                    throw new WireFormatException($"The number {library} is given to two libraries, or to an object too.") { Offset = start };
                // It stands before the record that it is for.
                return;
            case NrbfRecord.ClassWithId:
                int id = bytes.Int32();
                Enter(id, start, isKnown);
                Open(ClassOf(bytes.Int32(), start));
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
            throw new WireFormatException("The payload has more nulls than one of its size may have.") { Offset = start };
        frame.Next += count;
    }

    void Enter(int id, int offset, bool isKnown)
    {
        if (isKnown)
            return;
        if (id == 0 || (id != -1 && (_libraries.ContainsKey(id) || !_offsets.TryAdd(id, offset))))
            throw new WireFormatException($"The number {id} is given to two objects, or is none.") { Offset = offset };
    }

    /// <summary>The value counts when it has been opened: what is in it comes before what is behind it.</summary>
    void Open(NrbfClassInfo info)
    {
        Step();
        Push(new Frame { Class = info, Count = info.Members.Length });
    }

    void Open(int count)
    {
        Step();
        Push(new Frame { Count = count });
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
            Open(known);
            return;
        }
        Enter(id, start, isKnown);
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
            _declared.Find(name, members, kinds, primitives, start);
        }
        int library = record is NrbfRecord.ClassWithMembersAndTypes or NrbfRecord.ClassWithMembers ? bytes.Int32() : 0;
        if (library != 0 && !_libraries.ContainsKey(library))
            throw new WireFormatException($"The library {library} of the class '{name}' has not been told.") { Offset = start };
        var info = new NrbfClassInfo(name, members, kinds, primitives, library, bytes.At);
        _classes.Add(id, info);
        Open(info);
    }

    /// <summary>The same, where a library that is named must have been told.</summary>
    NrbfPrimitive CheckedDetails(ref NrbfBytes bytes, NrbfKind kind)
    {
        var primitive = Details(ref bytes, kind);
        if (kind == NrbfKind.Class && BinaryPrimitives.ReadInt32LittleEndian(bytes.Payload[(bytes.At - 4)..]) is var library && !_libraries.ContainsKey(library))
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
            Step();
        }
        else
        {
            Open(shape.Count);
        }
    }
}

/// <summary>Numbers that a payload chose, spread by a secret: it cannot choose them so that all fall into one bucket.</summary>
internal sealed class NrbfIds : IEqualityComparer<int>
{
    readonly uint _secret = (uint)Random.Shared.Next() | 1;

    public static NrbfIds Instance { get; } = new();

    public bool Equals(int x, int y) => x == y;

    public int GetHashCode(int id)
    {
        uint mixed = (uint)id * _secret;
        return (int)(mixed ^ (mixed >> 15));
    }
}
