using System.Diagnostics;
using System.Globalization;
using Isomer.Bench.Peers;

namespace Isomer.Bench.Harness;

/// <summary>
/// What a fresh process does: one contestant, one write, one read. Touches no other, so that nothing but this one is loaded
/// and compiled. Prints four times in milliseconds since the start of Main.
/// </summary>
public static class ColdChild
{
    public const string Command = "cold-child";
    public const string Nothing = "nothing";

    public static int Run(string group, string name, long start)
    {
        Func<Contestant>? make = name == Nothing ? null : Group.Of(group).Cold(name);
        double made = Since(start);
        double ready = made, written = made, read = made;
        if (make != null)
        {
            Contestant contestant = make();
            ready = Since(start);
            byte[] bytes = contestant.Write!();
            written = Since(start);
            object copy = contestant.Read!(bytes);
            read = Since(start);
            if (!contestant.Verify(copy))
                throw new InvalidOperationException($"{name}: what was read is not what was written");
        }
        Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{made:R} {ready:R} {written:R} {read:R}"));
        return 0;
    }

    static double Since(long start) => Stopwatch.GetElapsedTime(start).TotalMilliseconds;
}
