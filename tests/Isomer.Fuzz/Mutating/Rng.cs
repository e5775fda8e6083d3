namespace Isomer.Fuzz.Mutating;

/// <summary>SplitMix64: the same numbers from the same seed in every version of the runtime.</summary>
sealed class Rng(ulong seed)
{
    ulong _state = seed;

    public ulong Next()
    {
        ulong z = _state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }

    /// <summary>From 0 to below the bound; 0 where there is nothing to choose from.</summary>
    public int Next(int bound) => bound <= 1 ? 0 : (int)(Next() % (uint)bound);

    public T Of<T>(IReadOnlyList<T> items) => items[Next(items.Count)];
}
