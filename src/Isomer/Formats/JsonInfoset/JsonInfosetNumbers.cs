using System.Buffers;

namespace Isomer;

/// <summary>What stands for a number or a boolean under each of the rules: the same at reading and at writing.</summary>
internal static class JsonInfosetNumbers
{
    static readonly SearchValues<char> s_characters = SearchValues.Create("+-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz");

    public static bool IsNumber(ReadOnlySpan<char> text, JsonInfosetRules rules) => rules switch
    {
        JsonInfosetRules.Unchecked => true,
        JsonInfosetRules.Lenient => !text.IsEmpty && (char.IsAsciiDigit(text[0]) || text[0] is '-' or 'I' or 'N') && !text.ContainsAnyExcept(s_characters),
        _ => IsStrict(text),
    };

    public static bool IsBoolean(ReadOnlySpan<char> text, JsonInfosetRules rules) => rules == JsonInfosetRules.Unchecked || text is "true" or "false";

    /// <summary>-? (0 | [1-9][0-9]*) (. [0-9]+)? ([eE] [+-]? [0-9]+)?</summary>
    static bool IsStrict(ReadOnlySpan<char> text)
    {
        int at = text is ['-', ..] ? 1 : 0;
        int digits = Digits(text, ref at);
        if (digits == 0 || (digits > 1 && text[at - digits] == '0'))
            return false;
        if (at < text.Length && text[at] == '.')
        {
            at++;
            if (Digits(text, ref at) == 0)
                return false;
        }
        if (at < text.Length && text[at] is 'e' or 'E')
        {
            at++;
            if (at < text.Length && text[at] is '+' or '-')
                at++;
            if (Digits(text, ref at) == 0)
                return false;
        }
        return at == text.Length;
    }

    static int Digits(ReadOnlySpan<char> text, ref int at)
    {
        int from = at;
        while (at < text.Length && char.IsAsciiDigit(text[at]))
            at++;
        return at - from;
    }
}
