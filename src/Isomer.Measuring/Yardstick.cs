using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Isomer.Measuring;

/// <summary>
/// A calculation that is always the same and needs no memory but a table of 8 KB: how long it takes tells how fast the machine is at that
/// moment.
/// </summary>
/// <remarks>
/// A machine that others share runs for seconds at half its speed. Six figures of a race, measured again in a fresh process, came to
/// 1.5 to 2.6 times as much in one run, and to 1.0 to 1.6 in the next: a loop of Python's beside them took 340 and 180 ms. Without a
/// yardstick nobody could tell that from what a fresh process is slower by.
/// </remarks>
public static class Yardstick
{
    /// <summary>About 60 us in all, where a sample takes 1,000 and more.</summary>
    const int Passes = 12;

    static readonly ushort[] s_table = Filled();
    static uint s_sum;

    /// <summary>How long the calculation takes now, in nanoseconds.</summary>
    public static double Time()
    {
        long start = Stopwatch.GetTimestamp();
        s_sum += Calculate(s_table, Passes);
        return (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
    }

    static ushort[] Filled()
    {
        var random = new SplitMix64(1);
        var table = new ushort[4096];
        for (int i = 0; i < table.Length; i++)
            table[i] = (ushort)random.Next();
        return table;
    }

    /// <summary>
    /// A chain of multiplications, sums beside it, a branch that nobody foretells and look-ups: what serializers' code is made of. A chain
    /// alone hardly slows where another program uses the core's other half.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization | MethodImplOptions.NoInlining)]
    static uint Calculate(ushort[] table, int passes)
    {
        uint chain = 1, sum = 2, drawn = 3;
        for (int pass = 0; pass < passes; pass++)
        {
            for (int i = 0; i < table.Length; i++)
            {
                uint value = table[i];
                chain = (chain ^ value) * 16777619;
                sum += value + (value >> 3);
                if ((value & 64) == 0)
                    drawn ^= sum + (uint)i;
                else
                    drawn += table[(int)(value >> 4)];
            }
        }
        return chain ^ sum ^ drawn;
    }
}
