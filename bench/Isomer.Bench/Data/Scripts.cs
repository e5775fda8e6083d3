namespace Isomer.Bench.Data;

/// <summary>Strings of one script each: words with spaces and commas between, as text has them.</summary>
public static class Scripts
{
    const int Strings = 1000;

    public const string Accents = "accents";
    public const string Cyrillic = "cyrillic";
    public const string Cjk = "cjk";
    public const string Mixed = "mixed";
    public const string Ascii = "plain ascii";

    public static IReadOnlyList<string> Names => [Ascii, Accents, Cyrillic, Cjk, Mixed];

    /// <summary>
    /// 1,000 strings of 20 to 120 characters; mixed has a script to each string: ASCII, accents, Greek, Cyrillic, CJK, Hangul, emoji.
    /// </summary>
    public static List<string> Of(string name)
    {
        var random = new SplitMix64(0x5C21);
        return [.. Enumerable.Range(0, Strings)
            .Select(i =>
                Text(random, name == Mixed ? i % 7 : name switch { Ascii => 0, Accents => 1, Cyrillic => 3, _ => 4 },
                    20 + random.Below(101)))];
    }

    static string Text(SplitMix64 random, int script, int length)
    {
        var text = new System.Text.StringBuilder();
        while (text.Length < length)
        {
            int word = script >= 4 ? 2 + random.Below(12) : 2 + random.Below(9);
            for (int i = 0; i < word; i++)
            {
                text.Append(script switch
                {
                    0 => char.ToString((char)('a' + random.Below(26))),
                    // One letter of six has an accent.
                    1 => char.ToString(random.Below(6) == 0 ? (char)(0xE0 + random.Below(23)) : (char)('a' + random.Below(26))),
                    2 => char.ToString((char)(0x3B1 + random.Below(25))),
                    3 => char.ToString((char)(0x430 + random.Below(32))),
                    4 => char.ToString((char)(0x4E00 + random.Below(0x5000))),
                    5 => char.ToString((char)(0xAC00 + random.Below(11172))),
                    _ => char.ConvertFromUtf32(0x1F300 + random.Below(0x200)),
                });
            }
            text.Append(script == 4 ? (random.Below(3) == 0 ? "\u3002" : "\uFF0C") : random.Below(8) == 0 ? ", " : " ");
        }
        return text.ToString();
    }
}
