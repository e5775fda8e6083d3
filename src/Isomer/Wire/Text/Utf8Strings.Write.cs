// Utf8Strings, writing: a .NET string as the content of a JSON string (the quotes are the caller's).
//
// Contract: the caller has reserved MaxLength(chars); the bytes written are returned. Escaping per EscapeMode. A surrogate
// without its partner becomes U+FFFD, as in System.Text.Json, unless the mode keeps it. A caller that cuts a long text into pieces
// cuts at SplitPoint.
//
// One pass: load, narrow, test, store. Up to 32 characters that need nothing done to them are two overlapping loads and two
// overlapping stores, without a loop; the length is the only thing branched on.
// Measured (2-core AMD EPYC with AVX-512, .NET 10.0.12, 32,768 strings a round, medians of 61 interleaved rounds). Time of
// Utf8JsonWriter.WriteStringValue with the same encoder (which also writes quotes and comma) divided by ours:
//   5-20 ASCII characters 3.7 (21 ns to 5.5), 40-100 1.4 (29 to 21), 20-40 with 5 % others 2.1 (Html) and 1.6 (Relaxed), 20-40
//   all others 3.0 (Html), 0.7 (Relaxed: 47 ns to 69). Verdict: own code, one pass; text of other scripts in runs (Utf8Runs, or
//   Utf8Strings.Hex where all of it is escaped).
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

internal static partial class Utf8Strings
{
    private const int BytesPerChar = 6;
    private const int Slack = 32;

    private static ReadOnlySpan<byte> Hex => "0123456789ABCDEF0123456789abcdef"u8;

    /// <summary>By code: the letter behind the backslash, for those below '"' that have one.</summary>
    private static ReadOnlySpan<byte> ShortForms => "\0\0\0\0\0\0\0\0btn\0fr\0\0"u8;

    internal static int MaxLength(int chars) => checked(chars * BytesPerChar + Slack);

    /// <summary>At most <paramref name="most"/> characters, without parting a surrogate pair.</summary>
    internal static int SplitPoint(ReadOnlySpan<char> text, int most)
        => text.Length <= most ? text.Length : most > 1 && char.IsHighSurrogate(text[most - 1]) ? most - 1 : most;

    internal static int Write(ref byte destination, ReadOnlySpan<char> text, EscapeMode mode)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        int count = text.Length;
        Vector128<byte> allowed = EscapeTables.ForAscii(mode);
        if (count >= 8)
        {
            if (count <= 16)
            {
                Vector128<byte> ends = Narrow(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, (nuint)(count - 8)));
                if (EscapeTables.Refused(ends, allowed) == Vector128<byte>.Zero)
                {
                    Unsafe.WriteUnaligned(ref destination, ends.AsUInt64().ToScalar());
                    Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count - 8), ends.AsUInt64().GetElement(1));
                    return count;
                }
            }
            else if (count <= 32)
            {
                Vector128<byte> head = Load16(ref source);
                Vector128<byte> tail = Load16(ref Unsafe.Add(ref source, count - 16));
                if ((EscapeTables.Refused(head, allowed) | EscapeTables.Refused(tail, allowed)) == Vector128<byte>.Zero)
                {
                    head.StoreUnsafe(ref destination);
                    tail.StoreUnsafe(ref destination, (nuint)(count - 16));
                    return count;
                }
            }
        }
        else if (count >= 4)
        {
            Vector128<ushort> both = Vector128.Create(
                Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref source)),
                Unsafe.ReadUnaligned<ulong>(ref Unsafe.As<ushort, byte>(ref Unsafe.Add(ref source, count - 4)))).AsUInt16();
            Vector128<byte> ends = Narrow(both, both);
            if (EscapeTables.Refused(ends, allowed) == Vector128<byte>.Zero)
            {
                Unsafe.WriteUnaligned(ref destination, ends.AsUInt32().ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, count - 4), ends.AsUInt32().GetElement(1));
                return count;
            }
        }
        else if (count < 4 && count > 0 && IsAllowed3(ref source, count, mode))
        {
            // First, middle and last are all that there are.
            destination = (byte)source;
            Unsafe.Add(ref destination, count >> 1) = (byte)Unsafe.Add(ref source, count >> 1);
            Unsafe.Add(ref destination, count - 1) = (byte)Unsafe.Add(ref source, count - 1);
            return count;
        }
        return WriteAny(ref destination, text, mode);
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static bool IsAllowed3(ref ushort source, int count, EscapeMode mode)
        => EscapeTables.IsAllowed((char)source, mode) && EscapeTables.IsAllowed((char)Unsafe.Add(ref source, count >> 1), mode)
            && EscapeTables.IsAllowed((char)Unsafe.Add(ref source, count - 1), mode);

    /// <summary>Runs of what stands as it is, in any script, and between them what does not.</summary>
    private static int WriteRuns(ref byte destination, ReadOnlySpan<char> text, EscapeMode mode)
    {
        ref byte allowed = ref EscapeTables.RowOf(mode);
        bool isRelaxed = (mode & ~EscapeMode.KeepHalves) == EscapeMode.Relaxed;
        RunStops stops = isRelaxed ? RunStops.Relaxed : RunStops.None;
        int at = 0;
        int to = 0;
        while (true)
        {
            at += Utf8Runs.Write(ref Unsafe.Add(ref destination, to), text[at..], ref allowed, stops, out int written);
            to += written;
            if (at >= text.Length)
            {
                return to;
            }
            do
            {
                to = EscapeOne(ref destination, to, text, ref at, mode);
            }
            while (at < text.Length
                && (text[at] < 0x80 ? !EscapeTables.IsAllowed(text[at], mode) : char.IsSurrogate(text[at]) && isRelaxed));
        }
    }

    /// <summary>The character that ended a run.</summary>
    private static int EscapeOne(ref byte destination, int to, ReadOnlySpan<char> text, ref int at, EscapeMode mode)
    {
        char character = text[at++];
        if (character < 0x80)
        {
            return EscapeAscii(ref destination, to, character, mode);
        }
        if (char.IsHighSurrogate(character) && at < text.Length && char.IsLowSurrogate(text[at]))
        {
            // Only where pairs are escaped: else they are of the run.
            to = EscapeHex(ref destination, to, character);
            return EscapeHex(ref destination, to, text[at++]);
        }
        if (!char.IsSurrogate(character))
        {
            return EscapeHex(ref destination, to, character);
        }
        return mode == EscapeMode.Minimal
            ? Encode(ref destination, to, '\uFFFD')
            : EscapeHex(ref destination, to, Keeps(mode) ? character : '\uFFFD');
    }

    /// <summary>Whether half a surrogate pair is written as its escape.</summary>
    private static bool Keeps(EscapeMode mode) => mode >= EscapeMode.FastJsonAscii;

    private static int WriteAny(ref byte destination, ReadOnlySpan<char> text, EscapeMode mode)
    {
        if ((mode & ~EscapeMode.KeepHalves) is EscapeMode.Minimal or EscapeMode.Relaxed or EscapeMode.FastJsonMinimal)
        {
            return WriteRuns(ref destination, text, mode);
        }
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        Vector128<byte> allowed = EscapeTables.ForAscii(mode);
        int at = 0;
        int to = 0;
        while (at < text.Length)
        {
            int left = text.Length - at;
            uint refused;
            if (left >= 32 && Avx2.IsSupported)
            {
                Vector256<byte> block = EscapeTables.Narrow32(ref Unsafe.Add(ref source, at));
                block.StoreUnsafe(ref destination, (nuint)to);
                refused = EscapeTables.Refused(block, allowed).ExtractMostSignificantBits();
                if (refused == 0)
                {
                    at += 32;
                    to += 32;
                    continue;
                }
            }
            else if (left >= 32)
            {
                Vector128<byte> block = Load16(ref Unsafe.Add(ref source, at));
                Vector128<byte> next = Load16(ref Unsafe.Add(ref source, at + 16));
                block.StoreUnsafe(ref destination, (nuint)to);
                next.StoreUnsafe(ref destination, (nuint)to + 16);
                Vector128<byte> first = EscapeTables.Refused(block, allowed);
                Vector128<byte> second = EscapeTables.Refused(next, allowed);
                if ((first | second) == Vector128<byte>.Zero)
                {
                    at += 32;
                    to += 32;
                    continue;
                }
                refused = first.ExtractMostSignificantBits() | (second.ExtractMostSignificantBits() << 16);
            }
            else if (left >= 8)
            {
                // Two loads that may overlap, side by side in one test; what is clean in both is stored from both.
                int shift = Math.Min(left, 16) - 8;
                Vector128<byte> block =
                    Narrow(Vector128.LoadUnsafe(ref source, (nuint)at), Vector128.LoadUnsafe(ref source, (nuint)(at + shift)));
                uint bits = EscapeTables.Refused(block, allowed).ExtractMostSignificantBits();
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, to), block.AsUInt64().ToScalar());
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, to + shift), block.AsUInt64().GetElement(1));
                refused = (bits & 0xFF) | ((bits >> 8) << shift) | (1U << (shift + 8));
            }
            else
            {
                refused = EscapeTables.IsAllowed(text[at], mode) ? 2U : 1U;
                Unsafe.Add(ref destination, to) = (byte)text[at];
            }
            int clean = BitOperations.TrailingZeroCount(refused);
            at += clean;
            to += clean;
            if (at < text.Length && !EscapeTables.IsAllowed(text[at], mode))
            {
                // By a copy: a variable whose address is taken does not live in a register.
                int from = at;
                to = Escape(ref destination, to, text, ref from, mode);
                at = from;
            }
        }
        return to;
    }

    /// <summary>
    /// Characters from <paramref name="from"/> on that are not plain ASCII, until the first that is; nothing beyond ASCII stays as it is.
    /// </summary>
    private static int Escape(ref byte destination, int to, ReadOnlySpan<char> text, ref int from, EscapeMode mode)
    {
        if (mode == EscapeMode.Contract)
        {
            return EscapeForContract(ref destination, to, text, ref from);
        }
        int at = from;
        if (Avx2.IsSupported && text[at] >= 0x80)
        {
            at += WriteHexRun(ref Unsafe.Add(ref destination, to), text[at..], mode, out int written);
            to += written;
            if (at > from)
            {
                from = at;
                return to;
            }
        }
        do
        {
            char character = text[at++];
            if (character < 0x80)
            {
                to = EscapeAscii(ref destination, to, character, mode);
            }
            else if (!char.IsSurrogate(character))
            {
                to = EscapeHex(ref destination, to, character);
            }
            else if (char.IsHighSurrogate(character) && at < text.Length && char.IsLowSurrogate(text[at]))
            {
                to = EscapeHex(ref destination, to, character);
                to = EscapeHex(ref destination, to, text[at++]);
            }
            else
            {
                to = EscapeHex(ref destination, to, Keeps(mode) ? character : '\uFFFD');
            }
        }
        while (at < text.Length && !EscapeTables.IsAllowed(text[at], mode));
        from = at;
        return to;
    }

    private static int EscapeAscii(ref byte destination, int to, char character, EscapeMode mode)
    {
        bool isFastJson = mode is EscapeMode.FastJsonAscii or EscapeMode.FastJsonMinimal;
        byte letter = character < 16 ? (isFastJson && character is '\b' or '\f' ? (byte)0 : ShortForms[character])
            : character == '\\' ? (byte)'\\'
            : character == '"' && (mode & ~EscapeMode.KeepHalves) != EscapeMode.Html ? (byte)'"' : (byte)0;
        if (letter == 0)
        {
            return EscapeHex(ref destination, to, character);
        }
        Unsafe.Add(ref destination, to) = (byte)'\\';
        Unsafe.Add(ref destination, to + 1) = letter;
        return to + 2;
    }

    private static int EscapeHex(ref byte destination, int to, char character, int digits = 0)
    {
        // All four digits at once: nibbles into bytes, the first lowest, and 7 or 39 more for letters.
        uint nibbles = ((uint)character >> 12) | ((uint)character & 0x0F00) | (((uint)character & 0xF0) << 12)
            | (((uint)character & 0x0F) << 24);
        uint letters = ((nibbles + 0x06060606) >> 4) & 0x01010101;
        ref byte place = ref Unsafe.Add(ref destination, to);
        Unsafe.WriteUnaligned(ref place, (ushort)('\\' | ('u' << 8)));
        Unsafe.WriteUnaligned(ref Unsafe.Add(ref place, 2), nibbles + 0x30303030 + (letters * (digits == 0 ? 7U : 39U)));
        return to + BytesPerChar;
    }

    /// <summary>UTF-8 of a character from U+0080, two or three bytes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int EncodePlane0(ref byte destination, int to, uint character)
    {
        ref byte place = ref Unsafe.Add(ref destination, to);
        if (character < 0x800)
        {
            Unsafe.WriteUnaligned(ref place, (ushort)(0x80C0 | (character >> 6) | ((character & 0x3F) << 8)));
            return to + 2;
        }
        Unsafe.WriteUnaligned(ref place, (ushort)(0x80E0 | (character >> 12) | ((character << 2) & 0x3F00)));
        Unsafe.Add(ref place, 2) = (byte)(0x80 | (character & 0x3F));
        return to + 3;
    }

    /// <summary>UTF-8 of a scalar value from U+0080.</summary>
    private static int Encode(ref byte destination, int to, int scalar)
    {
        ref byte place = ref Unsafe.Add(ref destination, to);
        if (scalar < 0x800)
        {
            place = (byte)(0xC0 | (scalar >> 6));
            Unsafe.Add(ref place, 1) = (byte)(0x80 | (scalar & 0x3F));
            return to + 2;
        }
        if (scalar < 0x10000)
        {
            place = (byte)(0xE0 | (scalar >> 12));
            Unsafe.Add(ref place, 1) = (byte)(0x80 | ((scalar >> 6) & 0x3F));
            Unsafe.Add(ref place, 2) = (byte)(0x80 | (scalar & 0x3F));
            return to + 3;
        }
        place = (byte)(0xF0 | (scalar >> 18));
        Unsafe.Add(ref place, 1) = (byte)(0x80 | ((scalar >> 12) & 0x3F));
        Unsafe.Add(ref place, 2) = (byte)(0x80 | ((scalar >> 6) & 0x3F));
        Unsafe.Add(ref place, 3) = (byte)(0x80 | (scalar & 0x3F));
        return to + 4;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Load16(ref ushort source)
        => Narrow(Vector128.LoadUnsafe(ref source), Vector128.LoadUnsafe(ref source, 8));

    /// <summary>What does not fit a byte becomes 0 or 255, neither of which any mode lets through.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static Vector128<byte> Narrow(Vector128<ushort> lower, Vector128<ushort> upper)
        => Sse2.IsSupported
            ? Sse2.PackUnsignedSaturate(lower.AsInt16(), upper.AsInt16())
            : Vector128.NarrowWithSaturation(lower, upper);
}
