using System.Runtime.CompilerServices;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// What a payload that is being written knows: which object has which number, what waits to be written, which libraries and classes have
/// been told. One counter numbers objects and libraries; each time an object is met it counts, whether the object is new or not, and so do
/// values that get a negative number. (So BinaryFormatter counts, and so do the bytes.) The thread lends it, so that a call allocates its
/// result alone.
/// </summary>
internal sealed partial class NrbfWriting : Lent<NrbfWriting>
{
    readonly Dictionary<string, int> _libraries = new(StringComparer.Ordinal);
    readonly Dictionary<string, NrbfClass> _classes = new(StringComparer.Ordinal);
    readonly NrbfWrittenTypes _types = new();
    readonly FormatterObjects _objects = new();
    int _next;
    object? _previous;
    int _previousId;

    /// <summary>Of the members of the class that is open: the type of what each holds, where it has been foretold.</summary>
    public NrbfHeld[] Told { get; private set; } = new NrbfHeld[16];

    /// <summary>Of the members of the class that is open: whether it is left out.</summary>
    public bool[] Absent { get; private set; } = new bool[16];

    public static NrbfWriting Begin()
    {
        var state = Take();
        state._objects.Begin();
        state._next = 1;
        state.IsInOrder = state.IsLate = false;
        return state;
    }

    /// <summary>Forgets all that was met: it comes again, in order.</summary>
    public void BeginAgain()
    {
        _objects.Return();
        Forget();
        _objects.Begin();
        _next = 1;
        (IsInOrder, IsLate) = (true, false);
    }

    /// <summary>Forgets the caller's objects and types and gives back what was lent.</summary>
    public void Return()
    {
        _objects.Return();
        Forget();
        GiveBack();
    }

    void Forget()
    {
        _libraries.Clear();
        _classes.Clear();
        _types.Clear();
        Array.Clear(Told);
        _previous = null;
        ForgetOrder();
    }

    /// <summary>What is known of a type.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NrbfWritten Of(Type type) => _types.Of(type);

    /// <summary>Room for what is told of so many members.</summary>
    public void Clear(int members)
    {
        if (members > Told.Length)
            (Told, Absent) = (new NrbfHeld[members * 2], new bool[members * 2]);
        Told.AsSpan(0, members).Clear();
        Absent.AsSpan(0, members).Clear();
    }

    /// <summary>The number of an object, and whether it is met for the first time.</summary>
    public int IdOf(object value, out bool isNew)
    {
        if (ReferenceEquals(value, _previous))
        {
            isNew = false;
            return _previousId;
        }
        _previous = value;
        return _previousId = _objects.NumberOf(value, _next++, out isNew);
    }

    /// <summary>
    /// Whether this very object is the one that was asked for last: then BinaryFormatter looks at nothing else and refers to it, also where
    /// a box of a struct would stand in its place.
    /// </summary>
    public bool IsPrevious(object value) => ReferenceEquals(value, _previous);

    /// <summary>The number of a value in its place.</summary>
    public int NextInline() => -_next++;

    /// <summary>What was met first of all that has not been written.</summary>
    public bool TryTake(out object value, out int id) => _objects.TryTake(out value, out id);

    /// <summary>The number of a library, and whether it is met for the first time.</summary>
    public int LibraryOf(string name, out bool isNew)
    {
        isNew = !_libraries.TryGetValue(name, out int id);
        if (isNew)
        {
            _libraries.Add(name, id = _next++);
            // Also an object that was met just before is looked up again.
            _previous = name;
            _previousId = id;
        }
        return id;
    }

    /// <summary>The class that was told under this name, if one was.</summary>
    public bool TryFindClass(string name, out NrbfClass told) => _classes.TryGetValue(name, out told);

    /// <summary>Tells a class; false if another of its name was told, which stays.</summary>
    public bool Add(string name, NrbfClass told) => _classes.TryAdd(name, told);
}

/// <summary>A class that has been told: later objects refer to it by the number of the first.</summary>
internal readonly record struct NrbfClass(int Id, string[] Names, Type[]? EntryTypes)
{
    /// <summary>Whether an object of these members, and of entries of these types, can refer to it.</summary>
    public bool Takes(ReadOnlySpan<string> names, Type[]? entryTypes) =>
        names.SequenceEqual(Names) && (EntryTypes ?? []).AsSpan().SequenceEqual(entryTypes ?? []);
}
