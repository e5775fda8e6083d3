// Utf8Strings, decoding: the content between quotes that has escapes.
//
// Contract: the destination has as many characters as the content bytes. Invalid UTF-8 and invalid escapes make the answer false, and
// so does half a surrogate pair where it is not kept (loose).
//
// Text that is all \uXXXX, as System.Text.Json writes any other script, with spaces and punctuation between: sixty-four bytes are looked
// at in one go. One mask has the escapes, and shifted it says what they cover; the bits that are left are the characters, of which each
// is taken without asking whether it is an escape: words end where nothing foretells it, and two missed branches a word cost more than
// the four digits of every character.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

internal static partial class Utf8Strings
{
    /// <summary>Bytes that are looked at, and how many of them an escape may begin in to lie whole among them.</summary>
    private const int Window = 64;
    private const int LastStart = Window - BytesPerChar;

    /// <summary>
    /// Content between quotes to UTF-16; the destination has as many characters as the content bytes. Loose: half a surrogate pair is kept.
    /// </summary>
    internal static bool TryDecode(ReadOnlySpan<byte> content, Span<char> destination, out int written, bool loose = false)
    {
        written = 0;
        int at = 0;
        int to = 0;
        while (at < content.Length)
        {
            if (Avx2.IsSupported && content.Length - at > Window)
            {
                int taken = DecodeWindow(ref Unsafe.Add(ref MemoryMarshal.GetReference(content), at),
                    ref Unsafe.Add(ref MemoryMarshal.GetReference(destination), to), ref to);
                if (taken < 0)
                {
                    return false;
                }
                at += taken;
                if (taken >= LastStart)
                {
                    continue;
                }
            }
            byte next = content[at];
            if (next == (byte)'\\')
            {
                if (TryReadUnit(content, at, out char unit))
                {
                    at += BytesPerChar;
                    destination[to++] = unit;
                    continue;
                }
                if (!TryReadEscape(content, ref at, out int scalar))
                {
                    return false;
                }
                destination[to++] = (char)scalar;
                continue;
            }
            if (next < 0x80 && at + 1 < content.Length && content[at + 1] == (byte)'\\')
            {
                destination[to++] = (char)next;
                at++;
                continue;
            }
            ReadOnlySpan<byte> run = content[at..];
            int escape = run.IndexOf((byte)'\\');
            run = escape < 0 ? run : run[..escape];
            ref byte start = ref MemoryMarshal.GetReference(run);
            if (!Utf8Runs.IsValid(ref start, run.Length, out int units))
            {
                return false;
            }
            Utf8Runs.Read(ref start, run.Length, ref Unsafe.As<char, ushort>(ref destination[to]), units);
            to += units;
            at += run.Length;
        }
        written = to;
        // Raw UTF-8 that is valid has whole pairs only: what is not whole came from escapes.
        return loose || Utf8Runs.AreWhole(destination[..to]);
    }

    /// <summary>
    /// ASCII and \uXXXX up to anything else, or up to the window's end; how many bytes, -1 where an escape has other than hexadecimals.
    /// There is one byte behind the window, and as much room as it is long.
    /// </summary>
    private static int DecodeWindow(ref byte source, ref char destination, ref int written)
    {
        Vector256<byte> lower = Vector256.LoadUnsafe(ref source);
        Vector256<byte> upper = Vector256.LoadUnsafe(ref source, 32);
        ulong beyond = Bits(lower, upper);
        ulong slashes = Bits(Vector256.Equals(lower, Vector256.Create((byte)'\\')), Vector256.Equals(upper, Vector256.Create((byte)'\\')));
        ulong letters = Bits(
            Vector256.Equals(Vector256.LoadUnsafe(ref source, 1), Vector256.Create((byte)'u')),
            Vector256.Equals(Vector256.LoadUnsafe(ref source, 33), Vector256.Create((byte)'u')));
        ulong escapes = slashes & letters;
        int limit = BitOperations.TrailingZeroCount((slashes & ~letters) | beyond | (1UL << LastStart));
        ulong covered = (escapes << 1) | (escapes << 2) | (escapes << 3) | (escapes << 4) | (escapes << 5);
        ulong within = (1UL << limit) - 1;
        if ((escapes & within) == 0)
        {
            ref ushort wide = ref Unsafe.As<char, ushort>(ref destination);
            for (int i = 0; i < limit; i += 16)
            {
                Avx2.ConvertToVector256Int16(Vector128.LoadUnsafe(ref source, (nuint)i)).AsUInt16().StoreUnsafe(ref wide, (nuint)i);
            }
            written += limit;
            return limit;
        }
        ref sbyte values = ref MemoryMarshal.GetReference(HexValues);
        int bad = 0;
        int to = 0;
        for (ulong starts = ~covered & within; starts != 0; starts &= starts - 1)
        {
            int place = BitOperations.TrailingZeroCount(starts);
            ref byte here = ref Unsafe.Add(ref source, place);
            int isEscape = -(int)((escapes >> place) & 1);
            // A digit that is none is -1 and makes the sum negative.
            int value = (Unsafe.Add(ref values, Unsafe.Add(ref here, 2)) << 12) | (Unsafe.Add(ref values, Unsafe.Add(ref here, 3)) << 8)
                | (Unsafe.Add(ref values, Unsafe.Add(ref here, 4)) << 4) | (int)Unsafe.Add(ref values, Unsafe.Add(ref here, 5));
            bad |= value & isEscape;
            Unsafe.Add(ref destination, to++) = (char)((value & isEscape) | (here & ~isEscape));
        }
        written += to;
        // The last escape may reach behind the limit.
        return bad < 0 ? -1 : limit + BitOperations.TrailingZeroCount(~(covered >> limit));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Bits(Vector256<byte> lower, Vector256<byte> upper) =>
        (uint)Avx2.MoveMask(lower) | ((ulong)(uint)Avx2.MoveMask(upper) << 32);
}
