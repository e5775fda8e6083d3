namespace Isomer.Measuring;

/// <summary>
/// The SplitMix64 generator: a 64-bit counter stepped by the golden ratio, and a mixing function.
/// Unlike System.Random with a seed its sequence is fixed by a published algorithm, not by a framework version.
/// </summary>
public sealed class SplitMix64(ulong seed)
{
    ulong _state = seed;

    public ulong Next()
    {
        ulong z = _state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>A number in 0 .. bound - 1, by the high half of a multiplication.</summary>
    public int Below(int bound) => (int)Math.BigMul(Next(), (ulong)bound, out _);

    /// <summary>Fisher-Yates, from the end.</summary>
    public T[] Shuffle<T>(T[] items)
    {
        for (int i = items.Length - 1; i > 0; i--)
        {
            int j = Below(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }
        return items;
    }
}
