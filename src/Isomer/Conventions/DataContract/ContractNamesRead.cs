using System.Text;

namespace Isomer.Conventions;

/// <summary>
/// Names and namespaces of known types as input had them, as strings that are there already: made anew they were 168 bytes for each object
/// whose type is named. Only what named a type is kept, so that input adds nothing but what types have.
/// </summary>
internal static class ContractNamesRead
{
    /// <summary>By the last bytes and the length; two that collide replace each other.</summary>
    static readonly string?[] Kept = new string?[256];

    public static string Of(ReadOnlySpan<byte> utf8) =>
        Kept[PlaceOf(utf8)] is { } kept && Ascii.Equals(utf8, kept) ? kept : Encoding.UTF8.GetString(utf8);

    /// <summary>A text that has named a type.</summary>
    public static void Keep(string text)
    {
        if (text.Length is 0 or > 256 || !Ascii.IsValid(text))
            return;
        Span<byte> utf8 = stackalloc byte[256];
        utf8 = utf8[..Encoding.UTF8.GetBytes(text, utf8)];
        ref string? place = ref Kept[PlaceOf(utf8)];
        if (!ReferenceEquals(place, text))
            place = text;
    }

    static int PlaceOf(ReadOnlySpan<byte> text)
    {
        uint hash = (uint)text.Length;
        foreach (byte b in text.Length > 12 ? text[^12..] : text)
            hash = (hash * 31) + b;
        return (int)(hash & 255);
    }
}
