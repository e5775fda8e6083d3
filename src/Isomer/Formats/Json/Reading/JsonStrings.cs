using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Isomer.Formats;

/// <summary>Which bytes of a JSON text stand inside strings: 64 at a time, from block to block.</summary>
internal struct JsonStrings
{
    public const int Block = 64;

    // All bits if the last block ended inside a string; 1 if its last byte was a backslash that escapes the next.
    ulong _inside;
    ulong _escapes;

    /// <summary>A bit for each byte of the block from an opening quote on, up to the byte before the closing one.</summary>
    /// <param name="block">64 bytes.</param>
    /// <param name="length">How many bytes of the block belong to the text.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ulong Inside(ref byte block, int length)
    {
        ulong quotes = Equal(ref block, (byte)'"');
        ulong backslashes = Equal(ref block, (byte)'\\');
        if ((backslashes | _escapes) != 0)
            quotes &= ~Escaped(backslashes, length);
        // Prefix XOR: each bit becomes the parity of the quotes up to it.
        quotes ^= quotes << 1;
        quotes ^= quotes << 2;
        quotes ^= quotes << 4;
        quotes ^= quotes << 8;
        quotes ^= quotes << 16;
        quotes ^= quotes << 32;
        quotes ^= _inside;
        _inside = (ulong)((long)quotes >> 63);
        return quotes;
    }

    /// <summary>A bit for each byte of the block that is this value when the bits of the mask are set in it.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ulong Equal(ref byte block, byte value, byte mask = 0)
    {
        if (Vector512.IsHardwareAccelerated)
            return Vector512.Equals(Vector512.LoadUnsafe(ref block) | Vector512.Create(mask), Vector512.Create(value))
                .ExtractMostSignificantBits();
        var sought = Vector256.Create(value);
        var first = Vector256.Equals(Vector256.LoadUnsafe(ref block) | Vector256.Create(mask), sought);
        var second = Vector256.Equals(Vector256.LoadUnsafe(ref block, 32) | Vector256.Create(mask), sought);
        return first.ExtractMostSignificantBits() | ((ulong)second.ExtractMostSignificantBits() << 32);
    }

    ulong Escaped(ulong backslashes, int length)
    {
        ulong escaped = _escapes;
        _escapes = 0;
        backslashes &= ~escaped;
        while (backslashes != 0)
        {
            int at = BitOperations.TrailingZeroCount(backslashes);
            if (at == length - 1)
            {
                _escapes = 1;
                break;
            }
            escaped |= 2UL << at;
            backslashes &= ~(3UL << at);
        }
        return escaped;
    }

    /// <summary>The block at this place; what is missing at the end is white space.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref byte BlockAt(ReadOnlySpan<byte> text, int at, Span<byte> scratch)
    {
        if (text.Length - at >= Block)
            return ref Unsafe.Add(ref MemoryMarshal.GetReference(text), at);
        scratch.Fill((byte)' ');
        text[at..].CopyTo(scratch);
        return ref MemoryMarshal.GetReference(scratch);
    }
}

/// <summary>Finds where a text that comes in pieces may be cut between two values.</summary>
internal struct JsonCommas
{
    JsonStrings _strings;

    /// <summary>Where the last comma stands, in the piece that comes next, that is outside of strings; -1 if there is none.</summary>
    public int Last(ReadOnlySpan<byte> piece)
    {
        Span<byte> scratch = stackalloc byte[JsonStrings.Block];
        int last = -1;
        for (int at = 0; at < piece.Length; at += JsonStrings.Block)
        {
            ref byte block = ref JsonStrings.BlockAt(piece, at, scratch);
            ulong commas =
                JsonStrings.Equal(ref block, (byte)',') & ~_strings.Inside(ref block, Math.Min(piece.Length - at, JsonStrings.Block));
            if (commas != 0)
                last = at + 63 - BitOperations.LeadingZeroCount(commas);
        }
        return last;
    }
}
