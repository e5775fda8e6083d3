using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// What an envelope that is being read knows: its objects by their ids, the types of its names, what is open, what was promised and waits.
/// </summary>
internal sealed class SoapReading(SoapDocument document)
{
    readonly object?[] _objects = new object?[document.Ids];
    readonly bool[] _begun = new bool[document.Ids];
    byte[]? _taken;
    readonly Type?[] _types = new Type?[document.Names];
    readonly Queue<SoapPromise> _promised = new();

    public SoapFrame[] Frames = new SoapFrame[16];

    /// <summary>Items that arrays may still have beyond those that stand in them.</summary>
    public long Missing;

    /// <summary>
    /// Bytes of elements that may still be read once more: of structs that are referred to, and of what is met within itself before it is
    /// an object.
    /// </summary>
    public long Again;

    /// <summary>What values may still take at once that take much whatever they hold.</summary>
    public long Room;

    /// <summary>What the payloads within may have together, once there was one.</summary>
    public NrbfIndex? Nested;

    /// <summary>What waits for the whole graph.</summary>
    public Completion Completion { get; } = new();

    /// <summary>What stands for others and is being read.</summary>
    public FormatterStandIns StandIns { get; } = new();

    /// <summary>Structs in boxes that are being read.</summary>
    public FormatterBoxes Boxes { get; } = new();

    /// <summary>All objects that have been made.</summary>
    public IEnumerable<object> Made => _objects.OfType<object>();

    /// <summary>The object of this id, if it is there; null if not, or for no id.</summary>
    public object? Find(int id) => _objects[id];

    public void Register(int id, object value) => _objects[id] = value;

    /// <summary>Begins to read the object of this id; false if that has begun before.</summary>
    public bool TryBegin(int id) => id == 0 || !_begun[id] && (_begun[id] = true);

    /// <summary>How many collections have been made of the object of this id beside the first.</summary>
    public ref byte TakenOf(int id) => ref (_taken ??= new byte[_objects.Length])[id];

    /// <summary>The type of a name, where it was looked up before.</summary>
    public ref Type? TypeOf(int name) => ref _types[name];

    public void Enqueue(SoapPromise promise) => _promised.Enqueue(promise);

    public bool TryDequeue(out SoapPromise promise) => _promised.TryDequeue(out promise);

    /// <summary>Opens an object or array.</summary>
    public void Push(int top, in SoapFrame frame, int maxDepth) => FormatterFrames.Push(ref Frames, top, frame, maxDepth, "envelope");
}

/// <summary>An object or array that is open.</summary>
internal struct SoapFrame
{
    ulong _taken;
    ulong[]? _takenMore;

    /// <summary>The element of the object.</summary>
    public int Node;

    /// <summary>The element in it that comes next.</summary>
    public int Next;

    /// <summary>The element that is being read; 0 before the first.</summary>
    public int Current;

    /// <summary>Of an object: behind the member that was read last. Of an array: the item that is being read.</summary>
    public int Index;

    public bool IsArray;

    /// <summary>Of an array: what its items are declared as.</summary>
    public Type? Item;

    /// <summary>Of an array of bytes that is text: the bytes.</summary>
    public byte[]? Bytes;

    /// <summary>Whether a value is made of what is in it, which therefore must be whole.</summary>
    public bool IsPart;

    /// <summary>Whether what is in it is copied (<see cref="FormatterShared"/>).</summary>
    public FormatterCopies Copies;

    public readonly bool IsTaken(int member) =>
        member < 64 ? (_taken >> member & 1) != 0 : _takenMore is not null && (_takenMore[member >> 6] >> (member & 63) & 1) != 0;

    public void Take(int member, int members)
    {
        if (member < 64)
            _taken |= 1UL << member;
        else
            (_takenMore ??= new ulong[(members + 63) >> 6])[member >> 6] |= 1UL << (member & 63);
    }
}

/// <summary>An object that has been given out, to be read later.</summary>
internal readonly record struct SoapPromise(object Value, int Node, TypeModel Model);
