using System.Buffers.Binary;
using System.Numerics;
using System.Text;
using System.Xml;

namespace Isomer.Formats;

/// <summary>
/// The names of elements, each one string, found by the bytes that stand in the text: a name that came before costs neither
/// characters nor a NameTable's hash. The name table, which code that compares names by reference asks for, is made when it is
/// asked for.
/// </summary>
/// <remarks>
/// An open-addressing table that looks at no more than eight places, whatever names a text makes up; what finds none, or comes
/// when it is full, is left to the name table. Neither grows without bound.
/// </remarks>
internal sealed class JsonInfosetNames
{
    const int FirstSize = 32;
    const int MostSize = 4096;
    const int Places = 8;

    static readonly string[] s_own = ["root", "item", "type", "__type", "a", "xmlns"];
    static readonly string[] s_ownOthers = ["", "a:item", "xmlns:a"];

    readonly JsonInfosetOptions _options;
    Entry[] _entries = new Entry[FirstSize];
    NameTable? _table;
    int _count;
    int _characters;

    /// <summary>Up to eight bytes are compared as one number, with the length; further ones with the name's characters.</summary>
    struct Entry
    {
        public string? Name;
        public ulong Head;
        public uint Hash;
    }

    public JsonInfosetNames(JsonInfosetOptions options) => _options = options;

    /// <summary>All names so far, and those that are added to it by others.</summary>
    public NameTable Table
    {
        get
        {
            if (_table is not null)
                return _table;
            _table = new NameTable();
            foreach (string own in s_own)
                _table.Add(own);
            foreach (string own in s_ownOthers)
                _table.Add(own);
            foreach (ref readonly var entry in _entries.AsSpan())
                if (entry.Name is not null)
                    _table.Add(entry.Name);
            return _table;
        }
    }

    /// <summary>The name of these bytes, if it is known.</summary>
    public string? Find(ReadOnlySpan<byte> name)
    {
        ulong head = Head(name);
        var entries = _entries;
        uint at = Hash(name, head);
        for (int i = 0; i < Places; i++, at++)
        {
            ref var entry = ref entries[at & (uint)(entries.Length - 1)];
            if (entry.Name is not { } known)
                return null;
            if (entry.Head == head && known.Length == name.Length && (name.Length <= 8 || Ascii.Equals(name[8..], known.AsSpan(8))))
                return known;
        }
        return null;
    }

    /// <summary>A name, in ASCII, that was not found. Null if there are more than the options allow.</summary>
    public string? Add(ReadOnlySpan<byte> name)
    {
        string text = Encoding.ASCII.GetString(name);
        if (Known(text) is { } known)
            text = known;
        else if (name.Length > _options.MaxNameCharacters - _characters)
            return _options.RefusesNames ? null : text;
        else
            _characters += name.Length;
        if (_count * 2 >= _entries.Length && _entries.Length < MostSize)
            Grow();
        ulong head = Head(name);
        bool placed = _count * 2 < MostSize && Place(_entries, new Entry { Name = text, Head = head, Hash = Hash(name, head) });
        if (placed)
            _count++;
        if (!placed || _table is not null)
            text = Table.Add(text);
        return text;
    }

    string? Known(string name)
    {
        if (_table is not null)
            return _table.Get(name);
        int own = Array.IndexOf(s_own, name);
        return own < 0 ? null : s_own[own];
    }

    void Grow()
    {
        var grown = new Entry[_entries.Length * 2];
        foreach (ref readonly var entry in _entries.AsSpan())
        {
            if (entry.Name is not null && !Place(grown, entry))
            {
                Table.Add(entry.Name);
                _count--;
            }
        }
        _entries = grown;
    }

    static bool Place(Entry[] entries, in Entry entry)
    {
        for (uint i = 0; i < Places; i++)
        {
            ref var place = ref entries[(entry.Hash + i) & (uint)(entries.Length - 1)];
            if (place.Name is null)
            {
                place = entry;
                return true;
            }
        }
        return false;
    }

    /// <summary>The first eight bytes; all of a shorter name, in whatever order.</summary>
    static ulong Head(ReadOnlySpan<byte> name) => name.Length switch
    {
        >= 8 => BinaryPrimitives.ReadUInt64LittleEndian(name),
        >= 4 => BinaryPrimitives.ReadUInt32LittleEndian(name) | ((ulong)BinaryPrimitives.ReadUInt32LittleEndian(name[^4..]) << 32),
        > 0 => name[0] | ((uint)name[name.Length / 2] << 8) | ((uint)name[^1] << 16),
        _ => 0,
    };

    static uint Hash(ReadOnlySpan<byte> name, ulong head)
    {
        ulong tail = name.Length > 8 ? BinaryPrimitives.ReadUInt64LittleEndian(name[^8..]) : 0;
        ulong mixed = (head ^ BitOperations.RotateLeft(tail, 27) ^ (uint)name.Length) * 0x9E3779B97F4A7C15;
        return (uint)(mixed >> 40);
    }
}
