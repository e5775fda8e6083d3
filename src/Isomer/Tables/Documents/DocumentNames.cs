using System.Runtime.InteropServices;
using System.Text;
using Isomer.Wire.Xml;

namespace Isomer.Tabular;

/// <summary>
/// The names of a document that is recorded, by their bytes and the number of their namespace. Behind each name stands mostly the one that
/// stood behind it before, as rows repeat: that one is compared first.
/// </summary>
internal ref struct DocumentNames(XmlTapeNames names, ReadOnlySpan<byte> document)
{
    // Of a hundred million names, as they come by chance, none shares its bucket with so many.
    const int MostInBucket = 40;

    readonly ReadOnlySpan<byte> _document = document;
    // The texts of namespaces by their numbers: one of a megabyte would else be decoded and hashed for each new name in it.
    readonly Dictionary<int, string> _spaces = [];
    Entry[] _entries = new Entry[32];
    int[] _buckets = new int[64];
    // The first is none: numbers of entries count from 1.
    int _count = 1;
    int _last;

    struct Entry
    {
        public int Start;
        public int Length;
        public int Namespace;
        public int Hash;
        public int Number;
        // The name behind this one when it was met last, and the next entry of its bucket.
        public int Follower;
        public int Next;
    }

    /// <summary>The number of a name on the tape.</summary>
    /// <param name="scan">Who knows what its namespace's number stands for.</param>
    /// <param name="start">Where it begins.</param>
    /// <param name="length">How long it is, its prefix included.</param>
    /// <param name="prefixLength">How long that is; 0 for none.</param>
    /// <param name="space">Its namespace.</param>
    public int Number(in XmlScanner scan, int start, int length, int prefixLength, int space)
    {
        var name = _document.Slice(start, length);
        ref int follower = ref _entries[_last].Follower;
        if (follower == 0 || !Is(_entries[follower], name, space))
            follower = Find(scan, name, start, prefixLength, space);
        _last = follower;
        return _entries[_last].Number;
    }

    readonly bool Is(in Entry entry, ReadOnlySpan<byte> name, int space) =>
        entry.Length == name.Length && entry.Namespace == space && _document.Slice(entry.Start, entry.Length).SequenceEqual(name);

    int Find(in XmlScanner scan, ReadOnlySpan<byte> name, int start, int prefixLength, int space)
    {
        // The hash has a seed of the process; whoever chose names that meet in it all the same is read by XmlTextReader, whose table is
        // proof against them.
        var hash = new HashCode();
        hash.Add(space);
        hash.AddBytes(name);
        int code = hash.ToHashCode();
        int met = 0;
        for (int i = _buckets[code & (_buckets.Length - 1)]; i != 0; i = _entries[i].Next)
        {
            if (_entries[i].Hash == code && Is(_entries[i], name, space))
                return i;
            if (++met > MostInBucket)
                throw new WireFormatException("Too many names have one hash.");
        }
        if (_count == _entries.Length)
            Grow();
        int skip = prefixLength == 0 ? 0 : prefixLength + 1;
        ref int bucket = ref _buckets[code & (_buckets.Length - 1)];
        _entries[_count] = new Entry
        {
            Start = start,
            Length = name.Length,
            Namespace = space,
            Hash = code,
            Number = names.NumberOfAtoms(names.Table.Add(Encoding.UTF8.GetString(name[..prefixLength])),
                names.Table.Add(Encoding.UTF8.GetString(name[skip..])), SpaceOf(scan, space)),
            Next = bucket,
        };
        return bucket = _count++;
    }

    readonly string SpaceOf(in XmlScanner scan, int space)
    {
        ref string? text = ref CollectionsMarshal.GetValueRefOrAddDefault(_spaces, space, out _);
        return text ??= names.Table.Add(scan.NamespaceText(space));
    }

    void Grow()
    {
        // Followers are kept: whoever holds a place in the old array writes to it in vain, and is asked again.
        Array.Resize(ref _entries, _entries.Length * 2);
        _buckets = new int[_entries.Length * 2];
        for (int i = 1; i < _count; i++)
        {
            ref int bucket = ref _buckets[_entries[i].Hash & (_buckets.Length - 1)];
            (_entries[i].Next, bucket) = (bucket, i);
        }
    }
}
