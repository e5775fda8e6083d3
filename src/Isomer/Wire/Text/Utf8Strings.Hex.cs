// Utf8Strings, \uXXXX: text of other scripts as the modes write it that let no character beyond ASCII through, System.Text.Json's
// default among them.
//
// Contract: where MaxLength(rest of the text) may be stored, the run of characters is written that are allowed or whose escape has
// hexadecimals; the caller goes on with what has a short form, and with surrogates. Four characters at a time: their sixteen digits
// are made at once, and a shuffle by which of the four are ASCII puts each into its place, without a branch for the spaces between words.
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Runtime.Intrinsics.X86;

namespace Isomer.Wire.Text;

internal static partial class Utf8Strings
{
    /// <summary>
    /// By which of four characters are written as they are: where 24 bytes come from among their digits and themselves, and what stands
    /// between.
    /// </summary>
    private static class HexPlaces
    {
        internal static readonly byte[] Digits = Make(static (lane, place) => place < 2 ? -1 : (lane * 4) + place - 2, -1);
        internal static readonly byte[] Characters = Make(static (_, _) => -1, 0);
        internal static readonly byte[] Constants = MakeConstants();

        // Per mask 32 bytes: 24 of them count.
        private static byte[] Make(Func<int, int, int> ofEscape, int ofCharacter)
        {
            byte[] made = new byte[16 * 32];
            made.AsSpan().Fill(0x80);
            for (int mask = 0; mask < 16; mask++)
            {
                int to = mask * 32;
                for (int lane = 0; lane < 4; lane++)
                {
                    bool isRaw = (mask >> lane & 1) != 0;
                    for (int place = 0; place < (isRaw ? 1 : BytesPerChar); place++)
                    {
                        int from = !isRaw ? ofEscape(lane, place) : ofCharacter < 0 ? -1 : lane;
                        made[to++] = from < 0 ? (byte)0x80 : (byte)from;
                    }
                }
            }
            return made;
        }

        private static byte[] MakeConstants()
        {
            byte[] made = new byte[16 * 32];
            for (int mask = 0; mask < 16; mask++)
            {
                int to = mask * 32;
                for (int lane = 0; lane < 4; lane++)
                {
                    bool isRaw = (mask >> lane & 1) != 0;
                    if (!isRaw)
                    {
                        made[to] = (byte)'\\';
                        made[to + 1] = (byte)'u';
                    }
                    to += isRaw ? 1 : BytesPerChar;
                }
            }
            return made;
        }
    }

    /// <summary>
    /// Control characters and the backslash may have short forms, and surrogates are looked at in pairs: they end the run.
    /// </summary>
    private static int WriteHexRun(ref byte destination, ReadOnlySpan<char> text, EscapeMode mode, out int written)
    {
        ref ushort source = ref Unsafe.As<char, ushort>(ref MemoryMarshal.GetReference(text));
        ref byte digitPlaces = ref MemoryMarshal.GetArrayDataReference(HexPlaces.Digits);
        ref byte characterPlaces = ref MemoryMarshal.GetArrayDataReference(HexPlaces.Characters);
        ref byte constants = ref MemoryMarshal.GetArrayDataReference(HexPlaces.Constants);
        Vector128<byte> allowed = EscapeTables.ForAscii(mode);
        Vector128<byte> hex = Vector128.LoadUnsafe(ref MemoryMarshal.GetReference(Hex));
        // In the modes without short forms of control characters the rest of them have hexadecimals too: nothing else is in question.
        Vector128<ushort> quote = Vector128.Create((ushort)((mode & ~EscapeMode.KeepHalves) == EscapeMode.Html ? '\\' : '"'));
        int at = 0;
        int to = 0;
        for (; text.Length - at >= 8; at += 8)
        {
            Vector128<ushort> block = Vector128.LoadUnsafe(ref source, (nuint)at);
            Vector128<ushort> ends = Vector128.Equals(block & Vector128.Create((ushort)0xF800), Vector128.Create((ushort)0xD800))
                | Vector128.LessThan(block, Vector128.Create((ushort)0x20)) | Vector128.Equals(block, quote)
                | Vector128.Equals(block, Vector128.Create((ushort)'\\'));
            if (ends != Vector128<ushort>.Zero)
            {
                break;
            }
            Vector128<byte> narrow = Sse2.PackUnsignedSaturate(block.AsInt16(), block.AsInt16());
            uint raw = ~(uint)Sse2.MoveMask(EscapeTables.Refused(narrow, allowed)) & 0xFF;
            if (raw == 0xFF)
            {
                Unsafe.WriteUnaligned(ref Unsafe.Add(ref destination, to), narrow.AsUInt64().ToScalar());
                to += 8;
                continue;
            }
            // The digits in the order of writing: high byte first, high half first.
            Vector128<ushort> turned = (block << 8) | (block >>> 8);
            Vector128<byte> high = (turned >>> 4).AsByte() & Vector128.Create((byte)0x0F);
            Vector128<byte> low = turned.AsByte() & Vector128.Create((byte)0x0F);
            Vector128<byte> first = Ssse3.Shuffle(hex, Sse2.UnpackLow(high, low));
            Vector128<byte> second = Ssse3.Shuffle(hex, Sse2.UnpackHigh(high, low));
            nuint place = (raw & 15) * 32;
            ref byte target = ref Unsafe.Add(ref destination, to);
            (Ssse3.Shuffle(first, Vector128.LoadUnsafe(ref digitPlaces, place))
                | Ssse3.Shuffle(narrow, Vector128.LoadUnsafe(ref characterPlaces, place))
                | Vector128.LoadUnsafe(ref constants, place)).StoreUnsafe(ref target);
            (Ssse3.Shuffle(first, Vector128.LoadUnsafe(ref digitPlaces, place + 16))
                | Ssse3.Shuffle(narrow, Vector128.LoadUnsafe(ref characterPlaces, place + 16))
                | Vector128.LoadUnsafe(ref constants, place + 16)).StoreUnsafe(ref target, 16);
            int length = (4 * BytesPerChar) - ((BytesPerChar - 1) * BitOperations.PopCount(raw & 15));
            narrow = Sse2.ShiftRightLogical128BitLane(narrow, 4);
            place = (raw >> 4) * 32;
            (Ssse3.Shuffle(second, Vector128.LoadUnsafe(ref digitPlaces, place))
                | Ssse3.Shuffle(narrow, Vector128.LoadUnsafe(ref characterPlaces, place))
                | Vector128.LoadUnsafe(ref constants, place)).StoreUnsafe(ref target, (nuint)length);
            (Ssse3.Shuffle(second, Vector128.LoadUnsafe(ref digitPlaces, place + 16))
                | Ssse3.Shuffle(narrow, Vector128.LoadUnsafe(ref characterPlaces, place + 16))
                | Vector128.LoadUnsafe(ref constants, place + 16)).StoreUnsafe(ref target, (nuint)length + 16);
            to += (8 * BytesPerChar) - ((BytesPerChar - 1) * BitOperations.PopCount(raw));
        }
        written = to;
        return at;
    }
}
