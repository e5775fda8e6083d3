using System.Globalization;
using System.Xml;
using Isomer.Wire;

namespace Isomer.Formats;

/// <summary>
/// The prefixes in scope while writing, by the rules of XmlWriter, for its generated prefixes depend on them: each element
/// has an entry for its own prefix, whether that is new or not, and a generated prefix is named after the number of entries.
/// </summary>
internal sealed class XmlPrefixes : Lent<XmlPrefixes>
{
    Entry[] _entries = new Entry[32];
    int _count;
    int _aliases;

    XmlOuterScope? _outer;

    enum Kind : byte
    {
        /// <summary>As it is declared outside: nothing is written.</summary>
        Implied,
        /// <summary>To be declared at the end of the start tag.</summary>
        Due,
        Written,
    }

    struct Entry
    {
        public string Prefix;
        public string Namespace;
        public Kind Kind;
    }

    public int Count => _count;

    public static XmlPrefixes Take(XmlOuterScope? outer)
    {
        var prefixes = Take();
        prefixes._count = 0;
        prefixes._aliases = 0;
        prefixes._outer = outer;
        return prefixes;
    }

    public void Return()
    {
        _outer = null;
        GiveBack();
    }

    public void Restore(int count) => _count = count;

    /// <summary>An element whose prefix means what it means outside.</summary>
    public void AddImplied(string prefix, string ns) => Add(prefix, ns, Kind.Implied);

    /// <summary>The prefix of this namespace as XmlWriter looks it up; null if it has none or that is hidden.</summary>
    public string? Find(string ns)
    {
        for (int i = _count - 1; i >= 0; i--)
        {
            if (_entries[i].Namespace != ns)
                continue;
            string prefix = _entries[i].Prefix;
            for (int k = i + 1; k < _count; k++)
                if (_entries[k].Prefix == prefix)
                    return null;
            return prefix;
        }
        if (_outer?.PrefixOf(ns) is { } outside && IndexOf(outside) < 0)
        {
            // Not before: elements around that have the prefix have it for what it means here.
            _outer.Keep(outside, ns);
            return outside;
        }
        return ns == XmlNames.Xml ? "xml" : ns.Length == 0 && NamespaceOf("") is "" ? "" : null;
    }

    /// <summary>Each prefix with what it stands for here.</summary>
    public List<(string Prefix, string Namespace)> InScope()
    {
        var result = new List<(string, string)>();
        for (int i = 0; i < _count; i++)
            if (IndexOf(_entries[i].Prefix) == i)
                result.Add((_entries[i].Prefix, _entries[i].Namespace));
        return result;
    }

    /// <summary>What a prefix stands for, or null.</summary>
    public string? NamespaceOf(string prefix)
    {
        int index = IndexOf(prefix);
        return index >= 0
            ? _entries[index].Namespace
            : _outer?.NamespaceOf(prefix) is { } outside ? outside : prefix.Length == 0 ? "" : prefix == "xml" ? XmlNames.Xml : null;
    }

    /// <summary>A prefix that an element or attribute uses; declared at the end of the tag where it is not yet.</summary>
    /// <returns>Whether something is due.</returns>
    public bool Use(string prefix, string ns, int outside)
    {
        int index = IndexOf(prefix);
        if (index >= outside)
            return _entries[index].Namespace == ns
                ? false
                : throw new NotSupportedException(
                    $"The prefix '{prefix}' stands for two namespaces in one element: '{_entries[index].Namespace}' and '{ns}'.");
        bool due = NamespaceOf(prefix) != ns;
        Add(prefix, ns, due ? Kind.Due : Kind.Implied);
        return due;
    }

    /// <summary>A declaration that is written where it stands. Whether it is to be written.</summary>
    public bool Declare(string prefix, string ns, int outside)
    {
        int index = IndexOf(prefix);
        if (index < outside)
        {
            Add(prefix, ns, Kind.Written);
            return true;
        }
        if (_entries[index].Namespace != ns)
            throw new NotSupportedException(
                $"The prefix '{prefix}' stands for two namespaces in one element: '{_entries[index].Namespace}' and '{ns}'.");
        if (_entries[index].Kind == Kind.Written)
            return false;
        _entries[index].Kind = Kind.Written;
        return true;
    }

    /// <summary>The next declaration that is due, last first; false if there is none.</summary>
    public bool NextDue(int outside, out string prefix, out string ns)
    {
        for (int i = _count - 1; i >= outside; i--)
        {
            if (_entries[i].Kind != Kind.Due)
                continue;
            _entries[i].Kind = Kind.Written;
            (prefix, ns) = (_entries[i].Prefix, _entries[i].Namespace);
            return true;
        }
        prefix = ns = "";
        return false;
    }

    /// <summary>p3: as XmlWriter names the prefix of an attribute that has none.</summary>
    public string Generate()
    {
        string name = "p" + _count.ToString(CultureInfo.InvariantCulture);
        if (NamespaceOf(name) is null)
            return name;
        for (int i = 0; ; i++)
            if (NamespaceOf(name + i.ToString(CultureInfo.InvariantCulture)) is null)
                return name + i.ToString(CultureInfo.InvariantCulture);
    }

    /// <summary>q1: as XmlSerializer names the prefix of a namespace that it declares itself.</summary>
    public string NextAlias(HashSet<string>? used)
    {
        string name;
        do
            name = "q" + (++_aliases).ToString(CultureInfo.InvariantCulture);
        while (used?.Contains(name) == true);
        return name;
    }

    int IndexOf(string prefix)
    {
        for (int i = _count - 1; i >= 0; i--)
            if (_entries[i].Prefix == prefix)
                return i;
        return -1;
    }

    void Add(string prefix, string ns, Kind kind)
    {
        if (_count == _entries.Length)
            Array.Resize(ref _entries, _count * 2);
        _entries[_count++] = new Entry { Prefix = prefix, Namespace = ns, Kind = kind };
    }
}

/// <summary>
/// The prefixes that a caller's writer has where the value is to stand. It tells prefixes of namespaces and not the other way round,
/// so those that were used are kept.
/// </summary>
internal sealed class XmlOuterScope(XmlWriter writer)
{
    public List<(string Prefix, string Namespace)> Used { get; } = [];

    public string? PrefixOf(string ns)
    {
        foreach (var (known, of) in Used)
            if (of == ns)
                return known;
        return ns.Length == 0 ? null : writer.LookupPrefix(ns);
    }

    public void Keep(string prefix, string ns)
    {
        if (NamespaceOf(prefix) is null)
            Used.Add((prefix, ns));
    }

    public string? NamespaceOf(string prefix)
    {
        foreach (var (known, of) in Used)
            if (known == prefix)
                return of;
        return null;
    }
}

/// <summary>Namespaces that every document may use.</summary>
internal static class XmlNames
{
    public const string Xml = "http://www.w3.org/XML/1998/namespace";
    public const string Xmlns = "http://www.w3.org/2000/xmlns/";
    public const string Xsi = Conventions.XmlTypeNames.Xsi;
    public const string Xsd = Conventions.XmlTypeNames.Xsd;
    public const string MsTypes = Conventions.XmlTypeNames.MsTypes;
}
