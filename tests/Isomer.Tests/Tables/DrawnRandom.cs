using Isomer.Tests.Differential;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Chance that is drawn from <see cref="Choices"/>: what was made of it is a list of numbers, which can be repeated and made smaller.
/// </summary>
sealed class DrawnRandom(Choices choices) : Random
{
    public override int Next() => choices.Below(int.MaxValue);

    public override int Next(int maxValue) => choices.Below(maxValue);

    public override int Next(int minValue, int maxValue) => (int)NextInt64(minValue, maxValue);

    // Three draws of 21 bits: 0 stays the smallest.
    public override long NextInt64() =>
        ((long)choices.Below(1 << 21) << 42) | ((long)choices.Below(1 << 21) << 21) | (uint)choices.Below(1 << 21);

    public override long NextInt64(long maxValue) => NextInt64(0, maxValue);

    public override long NextInt64(long minValue, long maxValue)
    {
        ulong range = unchecked((ulong)maxValue - (ulong)minValue);
        return range <= int.MaxValue ? minValue + choices.Below((int)range) : unchecked(minValue + (long)((ulong)NextInt64() * 2 % range));
    }

    protected override double Sample() => choices.Below(int.MaxValue) / (double)int.MaxValue;

    public override double NextDouble() => Sample();

    public override float NextSingle() => choices.Below(1 << 24) / (float)(1 << 24);

    public override void NextBytes(byte[] buffer) => NextBytes(buffer.AsSpan());

    public override void NextBytes(Span<byte> buffer)
    {
        foreach (ref byte b in buffer)
            b = (byte)choices.Below(256);
    }
}
