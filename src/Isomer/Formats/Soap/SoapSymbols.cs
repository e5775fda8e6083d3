namespace Isomer.Formats;

/// <summary>
/// Byte strings of an envelope by number, from 0 on: ids, namespaces, names. Hashed with the runtime's secret, so that input cannot choose
/// them to fall into one bucket.
/// </summary>
internal sealed class SoapSymbols
{
    struct Entry
    {
        public int Start;
        public int Length;
        public int Hash;
        public int Next;
    }

    int[] _buckets = new int[16];
    Entry[] _entries = new Entry[16];
    byte[] _bytes = new byte[256];
    int _used;

    public int Count { get; private set; }

    public ReadOnlySpan<byte> this[int number] => _bytes.AsSpan(_entries[number].Start, _entries[number].Length);

    /// <summary>The number of the string, which is entered if it is new.</summary>
    public int Of(ReadOnlySpan<byte> text)
    {
        var mixed = new HashCode();
        mixed.AddBytes(text);
        int hash = mixed.ToHashCode();
        for (int i = _buckets[hash & (_buckets.Length - 1)] - 1; i >= 0; i = _entries[i].Next)
            if (_entries[i].Hash == hash && this[i].SequenceEqual(text))
                return i;
        if (Count == _entries.Length)
            Grow();
        if (_bytes.Length - _used < text.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, _used + text.Length));
        text.CopyTo(_bytes.AsSpan(_used));
        ref int bucket = ref _buckets[hash & (_buckets.Length - 1)];
        _entries[Count] = new Entry { Start = _used, Length = text.Length, Hash = hash, Next = bucket - 1 };
        _used += text.Length;
        return (bucket = ++Count) - 1;
    }

    void Grow()
    {
        Array.Resize(ref _entries, Count * 2);
        _buckets = new int[Count * 2];
        for (int i = 0; i < Count; i++)
        {
            ref int bucket = ref _buckets[_entries[i].Hash & (_buckets.Length - 1)];
            _entries[i].Next = bucket - 1;
            bucket = i + 1;
        }
    }
}
