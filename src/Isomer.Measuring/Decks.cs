namespace Isomer.Measuring;

/// <summary>A point of a distribution: at this per mille of the sorted values stands this value.</summary>
public readonly record struct Knot(int PerMille, int Value);

/// <summary>How many cards of a deck show this value.</summary>
public readonly record struct Card(int Value, int Count);

/// <summary>
/// Values are dealt from shuffled decks, not drawn one by one: so a histogram or a quartile is met exactly
/// whatever the seed is, and only the order is random. Integers throughout.
/// </summary>
public static class Decks
{
    /// <summary>A shuffled deck with exactly these counts.</summary>
    public static int[] Exact(SplitMix64 random, params ReadOnlySpan<Card> cards)
    {
        var deck = new List<int>();
        foreach (Card card in cards)
            deck.AddRange(Enumerable.Repeat(card.Value, card.Count));
        return random.Shuffle([.. deck]);
    }

    /// <summary>A shuffled deck of <paramref name="count"/> values spaced evenly along the distribution.</summary>
    public static int[] Spread(SplitMix64 random, int count, ReadOnlySpan<Knot> knots) =>
        random.Shuffle(Quantiles(count, knots));

    /// <summary>The values of a deck, sorted.</summary>
    public static int[] Quantiles(int count, ReadOnlySpan<Knot> knots)
    {
        var values = new int[count];
        for (int i = 0, k = 0; i < count; i++)
        {
            long at = 1_000_000L * i / (count - 1);
            while (k < knots.Length - 2 && at > 1000L * knots[k + 1].PerMille)
                k++;
            (Knot low, Knot high) = (knots[k], knots[k + 1]);
            long width = 1000L * (high.PerMille - low.PerMille);
            values[i] = (int)(low.Value + ((high.Value - low.Value) * (at - 1000L * low.PerMille) + width / 2) / width);
        }
        return values;
    }

    /// <summary>Divides a total among so many parts, each at least one, unevenly.</summary>
    public static int[] Split(SplitMix64 random, int total, int parts)
    {
        var sizes = new int[parts];
        Array.Fill(sizes, 1);
        for (int i = parts; i < total; i++)
            sizes[Math.Max(random.Below(parts), random.Below(parts))]++;
        return sizes;
    }
}
