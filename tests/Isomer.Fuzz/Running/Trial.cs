using System.Diagnostics;
using Isomer.Fuzz.Targets;

namespace Isomer.Fuzz.Running;

/// <summary>One input tried, and tried again where what it broke may have been the first use of something.</summary>
static class Trial
{
    /// <summary>The longest that an input of the usual length may take.</summary>
    static readonly TimeSpan s_slow = TimeSpan.FromMilliseconds(500);

    /// <returns>What was broken; null if nothing was.</returns>
    public static BrokenPromiseException? Run(Target target, Input input, int way, out int readings)
    {
        readings = 0;
        BrokenPromiseException? broken = Once(target, input, way, ref readings);
        // A first use compiles, and a busy machine is slow; what comes again is the input's.
        for (int again = 0; again < 3 && broken is { Kind: "memory" or "slow" }; again++)
            broken = Once(target, input, way, ref readings, again: true);
        return broken;
    }

    static BrokenPromiseException? Once(Target target, Input input, int way, ref int readings, bool again = false)
    {
        long start = Stopwatch.GetTimestamp();
        TimeSpan cpu = again ? CpuTime.Now : default;
        try
        {
            readings += target.Try(input, way);
        }
        catch (BrokenPromiseException e)
        {
            _ = Loans.Forgotten();
            return e;
        }
        if (Loans.Forgotten() is { Length: > 0 } lent)
            return new BrokenPromiseException("lent", $"not given back: {string.Join(", ", lent)}");
        // The clock costs nothing, and asks too early on a busy machine; then what the thread took is asked.
        TimeSpan took = again ? CpuTime.Now - cpu : Stopwatch.GetElapsedTime(start);
        return took > s_slow ? new BrokenPromiseException("slow", $"{took.TotalMilliseconds} ms for {input.Array.Length} bytes") : null;
    }

    /// <summary>The smallest input found that breaks the same promise.</summary>
    public static byte[] Minimize(byte[] input, Func<byte[], bool> stillBreaks, TimeSpan time)
    {
        long start = Stopwatch.GetTimestamp();
        bool InTime() => Stopwatch.GetElapsedTime(start) < time;
        bool smaller = true;
        while (smaller && InTime())
        {
            smaller = false;
            for (int size = Math.Max(1, input.Length / 2); size > 0 && InTime(); size /= 2)
            {
                for (int at = 0; at + size <= input.Length && InTime();)
                {
                    byte[] without = [.. input.AsSpan(0, at), .. input.AsSpan(at + size)];
                    if (stillBreaks(without))
                        (input, smaller) = (without, true);
                    else
                        at += size;
                }
            }
        }
        return input;
    }
}
