using System.Runtime.CompilerServices;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// What an envelope that is being written knows: which object has which number, what waits to be written, which assemblies and namespaces have been told. One counter numbers objects,
/// strings and assemblies; another the namespaces, whose prefix it is.
/// </summary>
internal sealed class SoapWriting
{
    readonly ObjectNumbers _numbers = ObjectNumbers.Take(byEquals: false);
    readonly HashSet<string> _libraries = new(StringComparer.Ordinal);
    readonly Dictionary<string, int> _prefixes = new(StringComparer.Ordinal);
    readonly Queue<(object Value, int Id)> _queue = new();
    int[] _ids = new int[64];
    int _next = 1;
    SoapName? _lastName;
    int _lastPrefix;

    /// <summary>The number of an object, and whether it is met for the first time.</summary>
    public int IdOf(object value, out bool isNew)
    {
        int number = _numbers.Find(value, out int place, out int hash);
        isNew = number == 0;
        if (isNew)
        {
            number = _numbers.Add(value, place, hash);
            if (number > _ids.Length)
                Array.Resize(ref _ids, _ids.Length * 2);
            _ids[number - 1] = _next++;
        }
        return _ids[number - 1];
    }

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

    /// <summary>An assembly takes a number where it is met for the first time.</summary>
    public void Library(string? name)
    {
        if (name is not null && _libraries.Add(name))
            _next++;
    }

    /// <summary>The number of the prefix that stands for the name's namespace.</summary>
    public int PrefixOf(SoapName name)
    {
        if (ReferenceEquals(name, _lastName))
            return _lastPrefix;
        if (!_prefixes.TryGetValue(name.Namespace!, out int prefix))
            _prefixes.Add(name.Namespace!, prefix = _prefixes.Count + 1);
        _lastName = name;
        return _lastPrefix = prefix;
    }

    /// <summary>Gives back what was lent.</summary>
    public void Return() => _numbers.Return();
}
