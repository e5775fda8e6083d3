using System.Buffers;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Isomer.Tabular;

/// <summary>
/// The different ones among texts, or pieces of them, each with its place. The hash is the program's own secret, and who meets too many
/// others in its slots gives up: texts that are chosen to collide make nothing slow.
/// </summary>
internal sealed class TextTable : IDisposable
{
    static readonly ulong s_secret = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8)),
        s_second = BitConverter.ToUInt64(RandomNumberGenerator.GetBytes(8));

    readonly int[] _slots;
    readonly Piece[] _different;
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
        _different = ArrayPool<Piece>.Shared.Rent(Math.Max(1, most));
        _mask = size - 1;
        _most = most;
        _mostProbes = 1024 + (8L * count);
    }

    public int Count { get; private set; }

    public void Dispose()
    {
        ArrayPool<int>.Shared.Return(_slots);
        _different.AsSpan(0, Count).Clear();
        ArrayPool<Piece>.Shared.Return(_different);
    }

    /// <summary>
    /// A text or a part of one, with its first and last eight bytes: all of it where it has sixteen at most, so that what it is compared
    /// with is not fetched from elsewhere.
    /// </summary>
    readonly record struct Piece(string Text, int Start, int Length, ulong First, ulong Last);

    /// <summary>The place of a piece; -1 where there are more than the table takes, or too many collide.</summary>
    public int PlaceOf(string text, int start, int length)
    {
        var piece = text.AsSpan(start, length);
        var (first, last) = Ends(piece);
        int slot = (int)(Hash(piece, first, last) >> 32) & _mask;
        while (_slots[slot] is not 0 and var taken)
        {
            ref var held = ref _different[taken - 1];
            if (held.First == first && held.Last == last && held.Length == length
                && (length <= 8 || held.Text.AsSpan(held.Start, length).SequenceEqual(piece)))
                return taken - 1;
            slot = (slot + 1) & _mask;
            if (++_probes > _mostProbes)
                return -1;
        }
        if (Count == _most)
            return -1;
        _different[Count] = new Piece(text, start, length, first, last);
        _slots[slot] = ++Count;
        return Count - 1;
    }

    public string[] ToArray()
    {
        string[] texts = new string[Count];
        for (int i = 0; i < texts.Length; i++)
        {
            var (text, start, length, _, _) = _different[i];
            texts[i] = length == text.Length ? text : text.Substring(start, length);
        }
        return texts;
    }

    /// <summary>
    /// The first and the last eight bytes, which overlap in a shorter text; of fewer than four characters, numbers that no other text of
    /// that length has.
    /// </summary>
    static (ulong First, ulong Last) Ends(ReadOnlySpan<char> text)
    {
        ref byte first = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(text));
        int length = text.Length * sizeof(char);
        return length >= 8 ? (Long(ref first, 0), Long(ref first, length - 8))
            : length >= 4 ? (Int(ref first, 0), Int(ref first, length - 4))
            : (length == 0 ? 0UL : text[0], 0);
    }

    /// <summary>
    /// Of texts of eight characters at most one multiplication, of longer ones one for each eight; a loop with one for each four and one
    /// for what is left of it took twice the time. Two secrets: who chooses texts does not know which give a product of zero.
    /// </summary>
    static ulong Hash(ReadOnlySpan<char> text, ulong first, ulong last)
    {
        int length = text.Length * sizeof(char);
        ulong seed = s_second ^ (uint)length;
        if (length > 16)
        {
            ref byte start = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(text));
            for (int at = 8; at < length - 8; at += 16)
                seed = Product(Long(ref start, at) ^ s_secret, Long(ref start, Math.Min(at + 8, length - 8)) ^ seed);
        }
        return Product(first ^ s_secret, last ^ seed);
    }

    static ulong Long(ref byte first, int at) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.Add(ref first, at));

    static ulong Int(ref byte first, int at) => Unsafe.ReadUnaligned<uint>(ref Unsafe.Add(ref first, at));

    /// <summary>Both halves of it.</summary>
    static ulong Product(ulong a, ulong b)
    {
        ulong high = Math.BigMul(a, b, out ulong low);
        return high ^ low;
    }
}
