using System.Globalization;
using Isomer.Model;

namespace Isomer;

/// <summary>Enums by name: "Red", for flags "Read, Write". A value that names cannot make is written as its number.</summary>
internal static class JsonEnums
{
    public static string? NameOf(EnumModel model, long value)
    {
        if (model.NameOf(value) is { } name)
            return name;
        if (!model.IsFlags || value == 0)
            return null;
        // The larger flags first, as the framework takes them; written in ascending order.
        var parts = new List<string>();
        ulong rest = (ulong)value;
        foreach (var (candidate, bits) in model.Named.OrderByDescending(n => (ulong)n.Value))
        {
            if (bits == 0 || (rest & (ulong)bits) != (ulong)bits)
                continue;
            rest &= ~(ulong)bits;
            parts.Insert(0, candidate);
        }
        return rest == 0 ? string.Join(", ", parts) : null;
    }

    public static bool TryParse(EnumModel model, string text, out long value)
    {
        value = 0;
        if (model.TryParse(text, ignoreCase: true, out value))
            return true;
        if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value))
            return true;
        if (ulong.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out ulong big))
        {
            value = (long)big;
            return true;
        }
        if (!text.Contains(',', StringComparison.Ordinal))
            return false;
        long all = 0;
        foreach (string part in text.Split(','))
        {
            if (!model.TryParse(part.Trim(), ignoreCase: true, out long bits))
                return false;
            all |= bits;
        }
        value = all;
        return true;
    }
}
