using System.Globalization;
using System.Numerics;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Enums by name: "Red", for flags "Read, Write". A value that names cannot make is written as its number.</summary>
internal static class JsonEnums
{
    public static string? NameOf(EnumModel model, long value)
    {
        if (model.NameOf(value) is { } name)
            return name;
        if (!model.IsFlags || value == 0)
            return null;
        // What has more bits comes first, as System.Text.Json takes and writes them; of those that have as many the smaller.
        var parts = new List<string>();
        ulong rest = (ulong)value;
        foreach (var (candidate, bits) in model.Named.OrderByDescending(n => BitOperations.PopCount((ulong)n.Value))
            .ThenBy(n => (ulong)n.Value))
        {
            if (bits == 0 || (rest & (ulong)bits) != (ulong)bits)
                continue;
            rest &= ~(ulong)bits;
            parts.Add(candidate);
        }
        return rest == 0 ? string.Join(", ", parts) : null;
    }

    /// <summary>
    /// A name, several with commas between (one may stand at the end), or a number of the underlying type; white space around does not
    /// count.
    /// </summary>
    public static bool TryParse(EnumModel model, string text, out long value)
    {
        text = text.Trim();
        if (model.TryParse(text, ignoreCase: true, out value))
            return true;
        if (text.Length > 0 && (char.IsAsciiDigit(text[0]) || text[0] is '-' or '+'))
            return model.TakesNumbers && TryParseNumber(model, text, out value);
        if (!text.Contains(',', StringComparison.Ordinal))
            return false;
        long all = 0;
        string[] parts = text.Split(',');
        for (int i = 0; i < parts.Length; i++)
        {
            if (i > 0 && i == parts.Length - 1 && parts[i].Length == 0)
                break;
            if (!model.TryParse(parts[i].Trim(), ignoreCase: true, out long bits))
                return false;
            all |= bits;
        }
        value = all;
        return true;
    }

    // Whether it is in the range of a narrower type is looked at where the enum is made of it.
    static bool TryParseNumber(EnumModel model, string text, out long value)
    {
        if (!char.IsAsciiDigit(text[^1]))
        {
            // NUL characters at the end, which the framework's parser passes over.
            value = 0;
            return false;
        }
        if (model.Underlying != Scalar.UInt64)
            return long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);
        bool read = ulong.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out ulong bits64);
        value = (long)bits64;
        return read;
    }
}
