using System.Buffers;
using System.Numerics;

namespace Isomer.Formats;

/// <summary>What stands for a number or a boolean under each of the rules: the same at reading and at writing.</summary>
internal static class JsonInfosetNumbers
{
    static readonly SearchValues<char> s_characters =
        SearchValues.Create("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

    public static bool IsNumber(ReadOnlySpan<char> text, JsonInfosetRules rules) => rules switch
    {
        JsonInfosetRules.Unchecked => true,
        JsonInfosetRules.Lenient =>
            !text.IsEmpty && (char.IsAsciiDigit(text[0]) || text[0] is '-' or 'I' or 'N') && !text.ContainsAnyExcept(s_characters),
        _ => IsStrict(text),
    };

    public static bool IsBoolean(ReadOnlySpan<char> text, JsonInfosetRules rules) =>
        rules == JsonInfosetRules.Unchecked || text is "true" or "false";

    /// <summary>-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?, in bytes or characters: a number by every rule.</summary>
    public static bool IsStrict<T>(ReadOnlySpan<T> text) where T : unmanaged, IBinaryInteger<T>
    {
        int at = Is(text, 0, '-') ? 1 : 0;
        int digits = Digits(text, ref at);
        if (digits == 0 || (digits > 1 && Is(text, at - digits, '0')))
            return false;
        if (Is(text, at, '.'))
        {
            at++;
            if (Digits(text, ref at) == 0)
                return false;
        }
        if (Is(text, at, 'e') || Is(text, at, 'E'))
        {
            at++;
            if (Is(text, at, '+') || Is(text, at, '-'))
                at++;
            if (Digits(text, ref at) == 0)
                return false;
        }
        return at == text.Length;
    }

    static bool Is<T>(ReadOnlySpan<T> text, int at, char what) where T : unmanaged, IBinaryInteger<T> =>
        at < text.Length && text[at] == T.CreateTruncating(what);

    static int Digits<T>(ReadOnlySpan<T> text, ref int at) where T : unmanaged, IBinaryInteger<T>
    {
        int from = at;
        while (at < text.Length && text[at] >= T.CreateTruncating('0') && text[at] <= T.CreateTruncating('9'))
            at++;
        return at - from;
    }
}
