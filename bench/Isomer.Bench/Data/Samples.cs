namespace Isomer.Bench.Data;

/// <summary>The tiny message: one int, 150 (the first example of the protocol buffers documentation).</summary>
[Serializable]
public sealed class Tiny
{
    public int A { get; set; }
}

/// <summary>A node with children.</summary>
[Serializable]
public sealed class Tree
{
    public string Name { get; set; } = "";
    public List<Tree> Children { get; set; } = [];
}

/// <summary>The values of the cases beside the orders. All are deterministic; each has a seed of its own.</summary>
public static class Samples
{
    public const int Million = 1_000_000;

    public static Tiny Tiny() => new() { A = 150 };

    /// <summary>
    /// 1,000 nodes, 30 levels (System.Text.Json's default depth of 64 allows 32): a chain of 30, and every
    /// other node is hung below a random node that is not at the last level yet.
    /// </summary>
    public static Tree Tree()
    {
        const int Depth = 30;
        var random = new SplitMix64(30);
        Tree root = Node(random);
        var open = new List<(Tree Node, int Level)>();
        Tree tip = root;
        for (int level = 1; level < Depth; level++)
        {
            open.Add((tip, level));
            Tree child = Node(random);
            tip.Children.Add(child);
            tip = child;
        }
        for (int count = Depth; count < 1000; count++)
        {
            (Tree parent, int level) = open[random.Below(open.Count)];
            Tree child = Node(random);
            parent.Children.Add(child);
            if (level + 1 < Depth)
                open.Add((child, level + 1));
        }
        return root;
    }

    static Tree Node(SplitMix64 random) => new() { Name = Words.Phrase(random, 4 + random.Below(12), 0) };

    /// <summary>100 strings of 10,000 characters of made-up words, without a character that needs an escape.</summary>
    public static List<string> AsciiStrings()
    {
        var random = new SplitMix64(128);
        return [.. Enumerable.Range(0, 100).Select(_ => Words.Phrase(random, 10_000, 0))];
    }

    /// <summary>
    /// 100 strings of 10,000 UTF-16 units, runs of 20 in turn: ASCII, Latin-1 (2 bytes of UTF-8), Greek and
    /// Cyrillic (2), CJK (3), emoji (4, surrogate pairs).
    /// </summary>
    public static List<string> UnicodeStrings()
    {
        var random = new SplitMix64(0x10FFFF);
        return [.. Enumerable.Range(0, 100).Select(_ => Unicode(random, 10_000))];
    }

    static string Unicode(SplitMix64 random, int length)
    {
        var text = new char[length];
        for (int i = 0; i < length; i++)
        {
            switch (i / 20 % 6)
            {
                case 0: text[i] = (char)('a' + random.Below(26)); break;
                case 1: text[i] = (char)(0xC0 + random.Below(0x16)); break;
                case 2: text[i] = (char)(0x3B1 + random.Below(25)); break;
                case 3: text[i] = (char)(0x430 + random.Below(32)); break;
                case 4: text[i] = (char)(0x4E00 + random.Below(0x5000)); break;
                default:
                    text[i++] = '\uD83D';
                    text[i] = (char)(0xDE00 + random.Below(0x40));
                    break;
            }
        }
        return new string(text);
    }

    /// <summary>A million doubles in 0 .. 1000 with all 53 bits random: the hardest for text.</summary>
    public static double[] Doubles()
    {
        var random = new SplitMix64(53);
        var values = new double[Million];
        foreach (ref double value in values.AsSpan())
            value = (random.Next() >> 11) * (1.0 / (1UL << 53)) * 1000;
        return values;
    }

    /// <summary>A million ints of every size: 1 to 31 bits, each as often, half of them negative.</summary>
    public static int[] Ints()
    {
        var random = new SplitMix64(31);
        var values = new int[Million];
        foreach (ref int value in values.AsSpan())
        {
            ulong bits = random.Next();
            value = (int)(uint)(bits >> 33) >> (int)(bits % 31);
            value = (bits & 0x1_0000_0000) == 0 ? value : -value;
        }
        return values;
    }

    /// <summary>10,000 distinct keys of 4 to 15 characters.</summary>
    public static Dictionary<string, int> Dictionary()
    {
        var random = new SplitMix64(10_000);
        var values = new Dictionary<string, int>();
        while (values.Count < 10_000)
            values.TryAdd(Words.Phrase(random, 4 + random.Below(12), 0), random.Below(1_000_000));
        return values;
    }

    /// <summary>As a query gives them: 296 rows of 18 columns, strings, integers, dates and nulls.</summary>
    public static List<object[]> Rows()
    {
        var random = new SplitMix64(1);
        return [.. Enumerable.Range(0, 296).Select(i => new object[]
        {
            i, (100000000 + i).ToString(System.Globalization.CultureInfo.InvariantCulture), $"adventure-works\\user{i}",
            "Production Technician - WC60", i % 7 == 0 ? null! : i / 7,
            new DateTime(1970, 1, 1).AddDays(random.Below(9000)), "M", "F", new DateTime(1998, 1, 1).AddDays(random.Below(2000)),
            i % 2 == 0, (short)(i % 100), (short)(i % 70),
            "Production", "Manufacturing", $"{i} Harvest Way", null!, "Seattle", "98104",
        })];
    }

    public static bool SameRows(List<object[]> a, List<object[]> b) =>
        a.Count == b.Count && a.Zip(b).All(pair => pair.First.SequenceEqual(pair.Second));
}
