using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// What a payload that is being read knows: its objects by their numbers, what is open, what was promised and waits. The thread lends it.
/// </summary>
internal sealed class NrbfReading : Lent<NrbfReading>
{
    const int KeptFrames = 1 << 8;

    readonly Queue<NrbfPromise> _promised = new();

    public NrbfFrame[] Frames = new NrbfFrame[16];

    /// <summary>Where each object stands.</summary>
    public NrbfIndex Index { get; } = new();

    /// <summary>The payload as records, where something is made of these.</summary>
    public NrbfDocument? Document { get; set; }

    /// <summary>
    /// Bytes of records that may still be read once more: of structs that are referred to, and of what is met within itself before it is
    /// an object.
    /// </summary>
    public long Again { get; set; }

    /// <summary>What values may still take at once that take much whatever they hold.</summary>
    public long Room { get; set; }

    /// <summary>The types of arrays that have been met.</summary>
    public NrbfArrayTypes ArrayTypes { get; } = new();

    /// <summary>What waits for the whole graph.</summary>
    public Completion Completion { get; } = new();

    /// <summary>What stands for others and is being read.</summary>
    public FormatterStandIns StandIns { get; } = new();

    /// <summary>Structs in boxes that are being read.</summary>
    public FormatterBoxes Boxes { get; } = new();

    /// <summary>All objects that have been made.</summary>
    public IEnumerable<object> Made => Index.Objects.Ids.Select(id => TryFind(id, out object? value) ? value : null).OfType<object>();

    /// <summary>Forgets the caller's objects and types.</summary>
    public void Return()
    {
        Index.Clear();
        ArrayTypes.Clear();
        (Document, Again) = (null, 0);
        Completion.Clear();
        StandIns.Clear();
        Boxes.Clear();
        _promised.Clear();
        if (Frames.Length > KeptFrames)
            Frames = new NrbfFrame[16];
        GiveBack();
    }

    /// <summary>What is open, for an error. (What is closed is cleared when it is.)</summary>
    public NrbfFrame[] TakeFrames()
    {
        var frames = Frames;
        Frames = new NrbfFrame[16];
        return frames;
    }

    public bool TryFind(int id, [NotNullWhen(true)] out object? value) => Index.Objects.TryFindValue(id, out value);

    public void Register(int id, object value)
    {
        ref var known = ref Index.Objects.Find(id);
        // A number that the index has not entered is that of a string whose number says that it has none.
        if (!Unsafe.IsNullRef(ref known))
            known.Value = value;
    }

    public void Enqueue(NrbfPromise promise) => _promised.Enqueue(promise);

    public bool TryDequeue(out NrbfPromise promise) => _promised.TryDequeue(out promise);

    /// <summary>Opens a class or array.</summary>
    public void Push(int top, in NrbfFrame frame, int maxDepth) => FormatterFrames.Push(ref Frames, top, frame, maxDepth, "payload");
}

/// <summary>A class or array that is open.</summary>
internal struct NrbfFrame
{
    /// <summary>Of a class: as the payload has it.</summary>
    public NrbfClassInfo? Class;

    /// <summary>Of a class: for each member of the payload the reader's.</summary>
    public int[] Map;

    /// <summary>The next member; the item that is being read.</summary>
    public int Next;

    /// <summary>Of an array: the primitive that its items are, which then have no records.</summary>
    public NrbfPrimitive Items;

    /// <summary>Where to go on behind it; -1 where it ends.</summary>
    public int Return;

    /// <summary>Whether a value is made of what is in it, which therefore must be whole.</summary>
    public bool IsPart;

    /// <summary>Whether what is in it is copied (<see cref="FormatterShared"/>).</summary>
    public FormatterCopies Copies;
}

/// <summary>An object that has been given out, to be read later.</summary>
internal readonly record struct NrbfPromise(object Value, int Id, int Offset, TypeModel Model);
