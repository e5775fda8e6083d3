using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>What a payload that is being read knows: its objects by their numbers, what is open, what was promised and waits.</summary>
internal sealed class NrbfReading
{
    readonly Dictionary<int, object> _objects = new(NrbfIds.Instance);
    readonly Queue<NrbfPromise> _promised = new();
    NrbfClassInfo? _last;
    int _lastId;

    public NrbfFrame[] Frames = new NrbfFrame[16];

    /// <summary>What waits for the whole graph.</summary>
    public Completion Completion { get; } = new();

    public bool TryFind(int id, [NotNullWhen(true)] out object? value) => _objects.TryGetValue(id, out value);

    public void Register(int id, object value) => _objects[id] = value;

    public void Enqueue(NrbfPromise promise) => _promised.Enqueue(promise);

    public bool TryDequeue(out NrbfPromise promise) => _promised.TryDequeue(out promise);

    /// <summary>The class that an object told: mostly the one that was asked for last.</summary>
    public NrbfClassInfo Last(NrbfIndex index, int id, int at)
    {
        if (_last is null || _lastId != id)
            (_last, _lastId) = (index.ClassOf(id, at), id);
        return _last;
    }

    /// <summary>Opens a class or array. What cannot be promised (a value that is replaced when it is whole, structs in each other) ends at four times the depth.</summary>
    public void Push(int top, NrbfFrame frame, int maxDepth)
    {
        if (top >= Frames.Length)
            Array.Resize(ref Frames, Frames.Length * 2);
        Frames[top] = frame;
        if (top > (long)maxDepth * 4)
            throw new WireFormatException($"The payload nests deeper than {nameof(Limits)}.{nameof(Limits.MaxDepth)} allows, in what cannot be read one after the other.");
        if ((top & 15) == 15 && !RuntimeHelpers.TryEnsureSufficientExecutionStack())
            throw new WireFormatException("The payload nests deeper than the stack of this thread allows.");
    }
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
}

/// <summary>An object that has been given out, to be read later.</summary>
internal readonly record struct NrbfPromise(object Value, int Id, int Offset, TypeModel Model);
