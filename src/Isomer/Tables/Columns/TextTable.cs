using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Isomer.Tabular;

/// <summary>
/// The different ones among texts, or pieces of them, each with its place. The hash is the program's own secret, and who meets too many others in its slots gives up:
/// texts that are chosen to collide make nothing slow.
/// </summary>
internal sealed class TextTable : IDisposable
{
    const ulong Mix = 0x9E3779B97F4A7C15;

    static readonly ulong s_secret = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));

    readonly int[] _slots;
    readonly (string Text, int Start, int Length)[] _different;
    readonly int _mask;
    readonly int _most;
    readonly long _mostProbes;
    long _probes;

    /// <param name="most">The most different ones.</param>
    /// <param name="count">How many will be looked for.</param>
    public TextTable(int most, int count)
    {
        int size = (int)BitOperations.RoundUpToPowerOf2((uint)Math.Max(16, most * 2));
        _slots = ArrayPool<int>.Shared.Rent(size);
        _slots.AsSpan(0, size).Clear();
        _different = ArrayPool<(string, int, int)>.Shared.Rent(Math.Max(1, most));
        _mask = size - 1;
        _most = most;
        _mostProbes = 1024 + (8L * count);
    }

    public int Count { get; private set; }

    public void Dispose()
    {
        ArrayPool<int>.Shared.Return(_slots);
        _different.AsSpan(0, Count).Clear();
        ArrayPool<(string, int, int)>.Shared.Return(_different);
    }

    /// <summary>The place of a piece; -1 where there are more than the table takes, or too many collide.</summary>
    public int PlaceOf(string text, int start, int length)
    {
        var piece = text.AsSpan(start, length);
        ulong hash = Hash(piece);
        int slot = (int)(hash >> 32) & _mask;
        while (_slots[slot] is not 0 and var taken)
        {
            ref var held = ref _different[taken - 1];
            if (held.Length == length && ((ReferenceEquals(held.Text, text) && held.Start == start) || held.Text.AsSpan(held.Start, length).SequenceEqual(piece)))
                return taken - 1;
            slot = (slot + 1) & _mask;
            if (++_probes > _mostProbes)
                return -1;
        }
        if (Count == _most)
            return -1;
        _different[Count] = (text, start, length);
        _slots[slot] = ++Count;
        return Count - 1;
    }

    public string[] ToArray()
    {
        string[] texts = new string[Count];
        for (int i = 0; i < texts.Length; i++)
        {
            var (text, start, length) = _different[i];
            texts[i] = length == text.Length ? text : text.Substring(start, length);
        }
        return texts;
    }

    static ulong Hash(ReadOnlySpan<char> text)
    {
        var bytes = MemoryMarshal.AsBytes(text);
        ulong hash = s_secret ^ (uint)text.Length;
        ref byte first = ref MemoryMarshal.GetReference(bytes);
        int at = 0;
        for (; at + 8 <= bytes.Length; at += 8)
            hash = Fold(hash ^ Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, at)));
        if (at < bytes.Length && bytes.Length >= 8)
            return Fold(hash ^ Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, bytes.Length - 8)));
        ulong last = 0;
        for (; at < bytes.Length; at += 2)
            last = (last << 16) | Unsafe.ReadUnaligned<char>(ref Unsafe.Add(ref first, at));
        return Fold(hash ^ last);
    }

    static ulong Fold(ulong value)
    {
        ulong high = Math.BigMul(value, Mix, out ulong low);
        return high ^ low;
    }
}
