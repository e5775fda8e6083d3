using System.Text;

namespace Isomer.Formats;

/// <summary>
/// Names of CLR types without their assemblies, so that one name means one type whatever the runtime, version or assembly it was
/// written under: <c>Shop.Pair`2[[System.Int32],[Shop.Line]]</c>.
/// </summary>
internal static class TypeNames
{
    const int Longest = 4096;

    /// <summary>The name of a type.</summary>
    public static string Of(Type type) => Normalise(type.FullName ?? type.Name)!;

    /// <summary>
    /// Any form of a type's name, reduced; null if it is none. Assemblies stand behind a comma, at the end or inside the
    /// brackets of an argument.
    /// </summary>
    public static string? Normalise(string written)
    {
        if (written.Length > Longest)
            return null;
        // A simple name needs no more than a cut.
        int bracket = written.IndexOf('[', StringComparison.Ordinal);
        int comma = written.IndexOf(',', StringComparison.Ordinal);
        if (bracket < 0 || (comma >= 0 && comma < bracket))
            return (comma < 0 ? written : written[..comma]).Trim();
        var result = new StringBuilder(written.Length);
        int at = 0;
        return Name(written, ref at, result, 0, false) ? result.ToString() : null;
    }

    /// <summary>One name, up to the bracket that closes it or the end.</summary>
    static bool Name(string text, ref int at, StringBuilder result, int depth, bool inBrackets)
    {
        if (depth > 16)
            return false;
        while (at < text.Length && text[at] is not (',' or ']'))
        {
            if (text[at] == '[' && !Brackets(text, ref at, result, depth))
                return false;
            else if (at < text.Length && text[at] is not (',' or ']' or '['))
                result.Append(text[at++]);
        }
        while (result.Length > 0 && result[^1] == ' ')
            result.Length--;
        // The assembly, which may not have brackets.
        while (at < text.Length && text[at] != ']')
            at++;
        return inBrackets ? at < text.Length : at == text.Length;
    }

    /// <summary>[], [,] of arrays; [[A, x],[B]] or [A,B] of arguments.</summary>
    static bool Brackets(string text, ref int at, StringBuilder result, int depth)
    {
        int start = at++;
        while (at < text.Length && text[at] is ',' or '*' or ' ')
            at++;
        if (at < text.Length && text[at] == ']')
        {
            result.Append(text, start, ++at - start);
            return true;
        }
        at = start + 1;
        result.Append('[');
        while (true)
        {
            while (at < text.Length && text[at] == ' ')
                at++;
            result.Append('[');
            bool wrapped = at < text.Length && text[at] == '[';
            if (wrapped)
            {
                at++;
                if (!Name(text, ref at, result, depth + 1, true))
                    return false;
                at++;
            }
            else
            {
                while (at < text.Length && text[at] is not (',' or ']' or '['))
                    result.Append(text[at++]);
            }
            result.Append(']');
            while (at < text.Length && text[at] == ' ')
                at++;
            if (at >= text.Length || text[at] is not (',' or ']'))
                return false;
            bool more = text[at] == ',';
            result.Append(text[at++]);
            if (!more)
                return true;
        }
    }
}
