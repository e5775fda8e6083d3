// Utf8Runs: whole runs of text of any script between UTF-16 and UTF-8, a vector at a time. Shared by all formats.
//
// The framework transcodes text beyond ASCII a character or two at a time, with a branch for each length, which the spaces between
// words make unforeseeable. Here nothing is branched on within a block: every lane's bytes are made in all the forms that the block
// needs, the right one is chosen by masks, and one byte shuffle from a table closes the gaps. Where Avx2 is not supported the same
// is done character by character.
// Measured (2-core AMD EPYC, .NET 10.0.12, text of 2,000 characters, words of one script with spaces between, least of many rounds in
// turns): docs/decisions/47-other-scripts.md.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Wire.Text;

/// <summary>What ends a run of characters that are written as they are, beside refused ASCII and halves of pairs.</summary>
[Flags]
internal enum RunStops
{
    None = 0,

    /// <summary>U+FFFE and U+FFFF, which XML has no place for.</summary>
    LastTwo = 1,

    /// <summary>What System.Text.Json's relaxed encoder escapes, pairs of surrogates among it.</summary>
    Relaxed = 2,
}

internal static partial class Utf8Runs
{
    /// <summary>How far behind the last byte or character that counts a store may reach.</summary>
    internal const int Slack = 32;

    /// <summary>The most bytes of so many characters, with what stores may overrun.</summary>
    internal static int MaxBytes(int chars) => checked((chars * 3) + Slack);

    /// <summary>Shuffles that close gaps; 12 KB, made when text beyond ASCII first comes.</summary>
    private static class Gaps
    {
        /// <summary>By which of eight lanes of two bytes hold one byte: those lanes' second bytes left out.</summary>
        internal static readonly byte[] OneOrTwo = Make(8, 2, static (mask, lane, b) => b == 0 || (mask >> lane & 1) == 0);

        /// <summary>By which of four lanes of four bytes hold two or more (low half) and three (high half).</summary>
        internal static readonly byte[] OneToThree =
            Make(4, 4, static (mask, lane, b) => b <= (mask >> lane & 1) + (mask >> (lane + 4) & 1));

        /// <summary>By which of eight lanes of two bytes are to be kept.</summary>
        internal static readonly byte[] Kept = Make(8, 2, static (mask, lane, b) => (mask >> lane & 1) != 0);

        private static byte[] Make(int lanes, int width, Func<int, int, int, bool> keeps)
        {
            byte[] made = new byte[256 * 16];
            made.AsSpan().Fill(0x80);
            for (int mask = 0; mask < 256; mask++)
            {
                int to = mask * 16;
                for (int from = 0; from < lanes * width; from++)
                {
                    if (keeps(mask, from / width, from % width))
                    {
                        made[to++] = (byte)from;
                    }
                }
            }
            return made;
        }
    }

    /// <summary>Loaded from (16 - n) on: the indices of the last n bytes of a vector, then nothing.</summary>
    private static ReadOnlySpan<byte> Slide =>
    [
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
        128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128, 128,
    ];

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ref byte Of(byte[] table) => ref MemoryMarshal.GetArrayDataReference(table);
}
