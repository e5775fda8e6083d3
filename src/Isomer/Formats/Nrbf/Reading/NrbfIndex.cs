using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Where each object of a payload stands, and what its classes are: found by passing over all records once, without recursion and without
/// making an object. After that a reference leads to its object whether it stands before or behind.
/// </summary>
internal sealed partial class NrbfIndex
{
    /// <summary>
    /// A null of a run takes no byte and eight in memory: so many for each byte of the payload, and so many more, may be in runs.
    /// </summary>
    const int NullsPerByte = 10, SomeNulls = 1 << 13;

    /// <summary>
    /// Nullables take their size in memory where they are null, too: arrays of them may together have so much for each byte of the payload,
    /// and so much more. (Counted as the items that they are, 24 bytes for the null of a decimal were 258 times the payload.)
    /// </summary>
    const int RoomPerByte = 20, SomeRoom = 1 << 16;

    /// <summary>
    /// A container has many payloads, and some of them room that nothing took (lists with a capacity of 5,000): so much more of it, once,
    /// which is 1.2 MB of nodes.
    /// </summary>
    const int SomeInContainer = 1 << 15;

    const int KeptFrames = 1 << 10, KeptWithin = 1 << 10, KeptArrays = 8, KeptClasses = 16;

    readonly Dictionary<int, string> _libraries = [];
    readonly List<NrbfClassInfo> _told = [];
    readonly NrbfArrayInfo?[] _arrays = new NrbfArrayInfo?[KeptArrays];
    int _nextArray;
    Frame[] _frames = new Frame[16];
    int _depth;
    long _nulls, _nested, _room;

    // Where there were more nulls than are left, if all are to be counted: whether the payload has more by itself is known at its end.
    bool _goesOn;
    int _beyond = -1;

    /// <summary>A class or array whose values are being passed over.</summary>
    struct Frame
    {
        public NrbfClassInfo? Class;
        public int Next;
        public int Count;
        public int Start;
    }

    /// <summary>
    /// Where the objects end that stand within others, by where they begin: for who reads one without those in it. Kept only if asked for.
    /// </summary>
    Dictionary<int, int>? _ends;
    NrbfOptions? _options;
    TypeModel? _root;
    bool _isRead;
    int _start;
    int _end;

    // The classes that were asked for last, by the last bits of their numbers: mostly they are asked for again.
    readonly NrbfClassInfo?[] _recent = new NrbfClassInfo?[KeptClasses];

    // Where objects are only counted: their numbers, and the classes by theirs.
    NrbfNumbers? _numbers;
    Dictionary<int, NrbfClassInfo>? _classes;
    bool _hasRoot;

    // That of the payload within which was read last.
    NrbfIndex? _within;

    /// <summary>The number of the root.</summary>
    public int Root { get; private set; }

    /// <summary>Whether there is one: a message of remoting may have all its values in itself.</summary>
    public bool HasRoot { get; private set; }

    /// <summary>The objects by their numbers.</summary>
    public NrbfObjects Objects { get; } = new();

    /// <summary>
    /// Of records that no type is asked for. (Where they do not say what members are, the types of the options do: the framework's, and the
    /// known ones.)
    /// </summary>
    /// <param name="payload">The records.</param>
    /// <param name="options">Which types are known.</param>
    /// <param name="outer">What they stand in, whose bounds they share; null if they are the whole.</param>
    public static NrbfIndex Of(ReadOnlySpan<byte> payload, NrbfOptions options, NrbfIndex? outer = null)
    {
        if (outer is null)
        {
            var whole = new NrbfIndex { _ends = [], _isRead = true, _options = options };
            whole.Bound(payload.Length);
            whole.Over(payload);
            return whole;
        }
        var index = outer.Within(options);
        (index._nulls, index._nested, index._room, index._goesOn) = (outer._nulls, outer._nested, outer._room, true);
        index.Over(payload);
        if (index._beyond >= 0)
            throw TooManyNulls(index._beyond, isAlone: outer._nulls - index._nulls > MostNulls(payload.Length));
        outer.EndWithin(index);
        return index;
    }

    /// <summary>Where the payload ends that begins here, within what this is the index of.</summary>
    public int FindEnd(ReadOnlySpan<byte> begin, NrbfOptions options)
    {
        var index = Within(options);
        index.Bound(begin.Length);
        index.Over(begin);
        return index._end;
    }

    /// <summary>One for all within, one after the other: an index is five kilobytes, a payload twenty bytes.</summary>
    NrbfIndex Within(NrbfOptions options)
    {
        // To clear a table takes time by the most that was ever in it, for each of the small payloads behind a large one.
        if (_within is { } last && (last._libraries.Count > KeptWithin || last._ends!.Count > KeptWithin))
            _within = null;
        var index = _within ??= new NrbfIndex { _ends = [], _isRead = true };
        index.Clear();
        index._ends!.Clear();
        index._options = options;
        return index;
    }

    /// <summary>Of a payload that is read as a declared type: it says what members are of which the payload does not.</summary>
    public void Begin(ReadOnlySpan<byte> payload, NrbfOptions options, TypeModel root)
    {
        (_options, _root) = (options, root);
        Bound(payload.Length);
        Over(payload);
    }

    /// <summary>Of records of which nothing is asked but how many objects there are of each class: where these stand is not kept.</summary>
    public void Count(ReadOnlySpan<byte> payload, NrbfOptions options)
    {
        (_options, _isRead, _hasRoot) = (options, true, false);
        _numbers ??= new NrbfNumbers();
        _classes ??= new Dictionary<int, NrbfClassInfo>(NrbfIds.Instance);
        Bound(payload.Length);
        Over(payload);
    }

    /// <summary>
    /// Whether a payload of this length may be read that stands within: all that do, and those within them, are at most twice as long as
    /// the whole.
    /// </summary>
    public bool TryNest(int length) => (_nested -= length) >= 0;

    /// <summary>Whether an array may be made that takes so much memory for its nullables.</summary>
    public bool TryRoom(long bytes) => (_room -= bytes) >= 0;

    /// <summary>Of a payload within another, which has what nulls and payloads that one has left.</summary>
    public void BeginWithin(NrbfIndex outer, ReadOnlySpan<byte> payload, NrbfOptions options, TypeModel root)
    {
        (_options, _root, _nulls, _nested, _room) = (options, root, outer._nulls, outer._nested, outer._room);
        Over(payload);
    }

    /// <summary>Of what is no payload, and has payloads within: what all of these may have together.</summary>
    public static NrbfIndex OfEnvelope(int length)
    {
        var index = new NrbfIndex();
        index.Bound(length);
        return index;
    }

    /// <summary>An index of a file of payloads, which may be as many as it has entries.</summary>
    public static NrbfIndex OfContainer(int length)
    {
        var index = OfEnvelope(length);
        index._nulls += SomeInContainer - SomeNulls;
        return index;
    }

    /// <summary>What that has left.</summary>
    public void EndWithin(NrbfIndex inner) => (_nulls, _nested, _room) = (inner._nulls, inner._nested, inner._room);

    /// <summary>Forgets the records of the last payload.</summary>
    public void Clear()
    {
        Objects.Clear();
        _libraries.Clear();
        _told.Clear();
        if (_frames.Length > KeptFrames)
            _frames = new Frame[16];
        else
            System.Array.Clear(_frames);
        System.Array.Clear(_arrays);
        System.Array.Clear(_recent);
        _numbers?.Clear();
        _classes?.Clear();
        (_depth, _options, _root, _nextArray, _goesOn, _beyond) = (0, null, null, 0, false, -1);
    }

    /// <summary>
    /// Where the payload ends at whose beginning these bytes stand; false if more of it is to come. What is wrong with it and would not be
    /// better with more bytes is thrown, and all that is wrong if no more can come.
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

    /// <summary>What a payload of this length may have.</summary>
    void Bound(int length) => (_nulls, _nested, _room) = (MostNulls(length), length * 2L, ((long)length * RoomPerByte) + SomeRoom);

    static long MostNulls(int length) => ((long)length * NullsPerByte) + SomeNulls;

    void Over(ReadOnlySpan<byte> payload)
    {
        var bytes = new NrbfBytes(payload);
        Header(ref bytes);
        bool isCall = NrbfRemoting.Pass(ref bytes);
        _start = _block = bytes.At;
        try
        {
            while (bytes.Peek() != NrbfRecord.End)
                Pass(ref bytes, isKnown: false);
        }
        catch (WireFormatException e) when (Placed(e, ref bytes))
        {
            throw;
        }
        HasRoot = _numbers is null ? IsThere(Root) : _hasRoot;
        if (!HasRoot && !(isCall && _isRead))
            throw new WireFormatException(
                isCall
                    ? "The payload is a call of remoting whose values stand in the call itself: there is no object to be read."
                    : $"The root, object {Root}, is not in the payload.")
            { Offset = 1 };
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

    /// <summary>The classes that have been told, in the order of the payload, each with how many objects of it there are.</summary>
    public IReadOnlyList<NrbfClassInfo> Classes => _told;

    /// <summary>The numbers of all objects.</summary>
    public IEnumerable<int> Ids => Objects.Ids;

    /// <summary>The class that the object told.</summary>
    public NrbfClassInfo ClassOf(int id, int at)
    {
        ref var recent = ref _recent[id & (KeptClasses - 1)];
        if (recent is { } last && last.Id == id)
            return last;
        NrbfClassInfo? info;
        if (_classes is not null)
        {
            _classes.TryGetValue(id, out info);
        }
        else
        {
            ref var found = ref Objects.Find(id);
            info = Unsafe.IsNullRef(ref found) ? null : found.Class;
        }
        return info is not null && info.Id == id
            ? recent = info
            : throw new WireFormatException($"Object {id} tells no class.") { Offset = at };
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
}
