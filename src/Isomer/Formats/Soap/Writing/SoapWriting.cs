namespace Isomer.Formats;

/// <summary>
/// What an envelope that is being written knows: which object has which number, what waits to be written, which assemblies and namespaces
/// have been told. One counter numbers objects, strings and assemblies; another the namespaces, whose prefix it is.
/// </summary>
internal sealed class SoapWriting
{
    readonly FormatterObjects _objects = new();
    readonly HashSet<string> _libraries = new(StringComparer.Ordinal);
    readonly Dictionary<string, int> _prefixes = new(StringComparer.Ordinal);
    int _next = 1;
    SoapName? _lastName;
    int _lastPrefix;

    public SoapWriting() => _objects.Begin();

    /// <summary>The number of an object, and whether it is met for the first time.</summary>
    public int IdOf(object value, out bool isNew)
    {
        int id = _objects.NumberOf(value, _next, out isNew);
        if (isNew)
            _next++;
        return id;
    }

    /// <summary>What was met first of all that has not been written.</summary>
    public bool TryTake(out object value, out int id) => _objects.TryTake(out value, out id);

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
    public void Return() => _objects.Return();
}
