namespace Isomer.Tests.Nodes;

/// <summary>
/// Random trees, with what makes formats stumble in names, texts and shapes. Plain ones have no numbers beyond those of a double.
/// </summary>
static class Trees
{
    static readonly string[] s_names =
        ["a", "b", "Id", "b c", "", "@id", "@xmlns", "@xmlns:p", "@p:x", "p:y", "#text", "#content", "1", "2", "3:double", "4:bytes",
            "5:group", "n", "n:item", "$type", "ä", "xml", "@xml:lang", "x\u0001y", "item", "\ud83d\ude00"];
    static readonly string[] s_texts = ["", " ", "x", "Köln", "a<b>&\"'", "\r\n", "\t", " x ", "]]>", "\u0000", "\u001b[31m", "true", "12",
        "urn:p", "/Date(0)/", "\ud83d\ude00", "\n\u0003abc"];

    public static Node? Create(Random random, int depth, bool plain = false)
    {
        int kind = random.Next(depth <= 0 ? 9 : 14);
        switch (kind)
        {
            case 0:
                return null;
            case 1:
                return random.Next(2) == 0;
            case 2:
                return random.NextInt64() >> random.Next(plain ? 12 : 0, 64);
            case 3:
                return new NodeValue(Math.Round(random.NextDouble() * 1000, 3));
            case 4 when !plain:
                return new NodeValue(new decimal(random.Next(), 0, 0, random.Next(2) == 0, (byte)random.Next(6)));
            case 5 when !plain:
                object[] others = [new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc), DateTime.UnixEpoch.AddTicks(random.Next()),
                    Guid.Parse("00112233-4455-6677-8899-aabbccddeeff"), new byte[] { 1, 2, 3 },
                    TimeSpan.FromSeconds(random.Next(100000)), new DateTimeOffset(2024, 5, 6, 7, 8, 9, TimeSpan.FromMinutes(-90)),
                    new DateOnly(2024, 1, 1), (byte)7, 1.5f, 'c', 5UL, (short)-3, Half.One];
                return new NodeValue(others[random.Next(others.Length)]);
            case <= 8:
                return s_texts[random.Next(s_texts.Length)];
            case <= 10:
                var array = new NodeArray();
                for (int i = random.Next(4); i > 0; i--)
                    array.Add(Create(random, depth - 1, plain));
                return array;
            default:
                var o = new NodeObject();
                for (int i = random.Next(5); i > 0; i--)
                    o[s_names[random.Next(s_names.Length)]] = Create(random, depth - 1, plain);
                return o;
        }
    }
}
