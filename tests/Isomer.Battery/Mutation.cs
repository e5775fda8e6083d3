namespace Isomer.Battery;

/// <summary>Payloads that were good.</summary>
public static class Mutation
{
    /// <summary>One to three changes: a bit, some bytes gone or twice, a byte that means something to the format or none.</summary>
    /// <param name="good">The payload; it stays as it is.</param>
    /// <param name="random">Of a seed that a failure prints.</param>
    /// <param name="words">The bytes that mean something.</param>
    public static byte[] Break(byte[] good, Random random, ReadOnlySpan<byte> words)
    {
        ArgumentNullException.ThrowIfNull(good);
        ArgumentNullException.ThrowIfNull(random);
        var bytes = new List<byte>(good);
        for (int i = random.Next(1, 4); i > 0; i--)
        {
            int at = random.Next(bytes.Count);
            switch (random.Next(5))
            {
                case 0:
                    bytes[at] ^= (byte)(1 << random.Next(8));
                    break;
                case 1:
                    bytes.RemoveRange(at, Math.Min(random.Next(1, 9), bytes.Count - at));
                    break;
                case 2:
                    bytes.InsertRange(at, bytes.GetRange(at, Math.Min(random.Next(1, 30), bytes.Count - at)));
                    break;
                case 3:
                    bytes[at] = words[random.Next(words.Length)];
                    break;
                default:
                    bytes[at] = (byte)random.Next(256);
                    break;
            }
            if (bytes.Count == 0)
                bytes.Add(0);
        }
        return [.. bytes];
    }
}
