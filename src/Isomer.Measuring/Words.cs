namespace Isomer.Measuring;

/// <summary>Made-up words of an exact length.</summary>
public static class Words
{
    const string Consonants = "bcdfghklmnprstvz";
    const string Vowels = "aeiou";
    const string Accented = "áâãäåæçèéêíñóôõöøúüß";

    /// <summary>Capitalised words of four to eight letters, with so many letters that are not ASCII.</summary>
    public static string Phrase(SplitMix64 random, int length, int accents, bool apostrophe = false)
    {
        var text = new char[length];
        int word = 4 + random.Below(5);
        for (int i = 0, at = 0; i < length; i++, at++)
        {
            if (at == word && i < length - 3)
            {
                text[i] = ' ';
                at = -1;
                word = 4 + random.Below(5);
                continue;
            }
            string letters = at % 2 == 0 ? Consonants : Vowels;
            char letter = letters[random.Below(letters.Length)];
            text[i] = at == 0 ? char.ToUpperInvariant(letter) : letter;
        }
        if (apostrophe)
            (text[^2], text[^1]) = ('\'', 's');
        while (accents > 0)
        {
            int i = random.Below(length);
            if (text[i] is < 'a' or > 'z')
                continue;
            text[i] = Accented[random.Below(Accented.Length)];
            accents--;
        }
        return new string(text);
    }

    /// <summary>A street and a number.</summary>
    public static string Address(SplitMix64 random, int length, int accents)
    {
        string number = (1 + random.Below(random.Below(3) == 0 ? 2000 : 99)).ToString(System.Globalization.CultureInfo.InvariantCulture);
        return Phrase(random, length - number.Length - 1, accents) + " " + number;
    }

    public static string Capitals(SplitMix64 random, int length) => From(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ", length);

    /// <summary>Five digits; for one in four customers the British form.</summary>
    public static string PostalCode(SplitMix64 random) => random.Below(4) == 0
        ? Capitals(random, 2) + From(random, "123456789", 1) + " " + From(random, "123456789", 1) + Capitals(random, 2)
        : From(random, "0123456789", 5);

    static string From(SplitMix64 random, string letters, int length)
    {
        var text = new char[length];
        for (int i = 0; i < length; i++)
            text[i] = letters[random.Below(letters.Length)];
        return new string(text);
    }
}
