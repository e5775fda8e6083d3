using System.Runtime.CompilerServices;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// What a payload that is being written knows: which object has which number, what waits to be written, which libraries and classes have been told. One counter numbers
/// objects and libraries; each time an object is met it counts, whether the object is new or not, and so do values that get a negative number. (So BinaryFormatter counts, and
/// so do the bytes.)
/// </summary>
internal sealed class NrbfWriting
{
    readonly ObjectNumbers _numbers = ObjectNumbers.Take(byEquals: false);
    readonly Dictionary<string, int> _libraries = new(StringComparer.Ordinal);
    readonly Dictionary<string, NrbfClass> _classes = new(StringComparer.Ordinal);
    readonly Queue<(object Value, int Id)> _queue = new();
    int[] _ids = new int[64];
    int _next = 1;
    object? _previous;
    int _previousId;

    /// <summary>The number of an object, and whether it is met for the first time.</summary>
    public int IdOf(object value, out bool isNew)
    {
        if (ReferenceEquals(value, _previous))
        {
            isNew = false;
            return _previousId;
        }
        int number = _numbers.Find(value, out int place, out int hash), id = _next++;
        isNew = number == 0;
        if (isNew)
        {
            number = _numbers.Add(value, place, hash);
            if (number > _ids.Length)
                Array.Resize(ref _ids, _ids.Length * 2);
            _ids[number - 1] = id;
        }
        _previous = value;
        return _previousId = _ids[number - 1];
    }

    /// <summary>The number of a value in its place.</summary>
    public int NextInline() => -_next++;

    /// <summary>The number of an object that is written later, if it has not been met before.</summary>
    public int Enqueue(object value)
    {
        int id = IdOf(value, out bool isNew);
        if (isNew)
            _queue.Enqueue((value, id));
        return id;
    }

    /// <summary>What waits longest.</summary>
    public bool TryDequeue(out object value, out int id)
    {
        if (_queue.TryDequeue(out var next))
        {
            (value, id) = next;
            return true;
        }
        (value, id) = (null!, 0);
        return false;
    }

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

    /// <summary>The class that was told under this name; null for none.</summary>
    public NrbfClass? ClassOf(string name) => _classes.GetValueOrDefault(name);

    /// <summary>Tells a class. Of several of one name the first stays.</summary>
    public void Add(string name, NrbfClass told) => _classes.TryAdd(name, told);

    /// <summary>Gives back what was lent.</summary>
    public void Return() => _numbers.Return();
}

/// <summary>A class that has been told: later objects refer to it by the number of the first.</summary>
internal sealed record NrbfClass(int Id, string[] Names, Type[]? EntryTypes)
{
    /// <summary>Whether an object of these members, and of entries of these types, can refer to it.</summary>
    public bool Takes(ReadOnlySpan<string> names, Type[]? entryTypes) =>
        names.SequenceEqual(Names) && (EntryTypes ?? []).AsSpan().SequenceEqual(entryTypes ?? []);
}
