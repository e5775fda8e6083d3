using System.Text.RegularExpressions;

namespace Isomer.Conventions;

/// <summary>
/// A regular expression out of a payload. It is not compiled to code, and matches for as long as the payload says or ten seconds: it may
/// be made so that it never ends.
/// </summary>
internal static class CarriedPattern
{
    public const int MostCharacters = 4096;

    static readonly TimeSpan s_longest = TimeSpan.FromSeconds(10);

    /// <summary>So many states an automaton may have that is made of a payload's pattern.</summary>
    const int MostStates = 100_000;

    public static Regex Make(string pattern, RegexOptions options, TimeSpan timeout)
    {
        if (pattern.Length > MostCharacters)
            throw new WireFormatException($"A pattern has {pattern.Length} characters, more than the {MostCharacters} that are taken.");
        if ((options & RegexOptions.NonBacktracking) != 0 && StatesOf(pattern) > MostStates)
            throw new WireFormatException(
                $"The counts of a pattern for {nameof(RegexOptions.NonBacktracking)} may make more than {MostStates} states of it.");
        return new Regex(pattern, options & ~RegexOptions.Compiled, timeout > TimeSpan.Zero && timeout < s_longest ? timeout : s_longest);
    }

    /// <summary>
    /// At most so many states the pattern has: as if each of its counts were within all the others, for what is within what takes a parser
    /// to tell.
    /// </summary>
    static long StatesOf(string pattern)
    {
        long states = Math.Max(1, pattern.Length);
        for (int i = 0; i < pattern.Length && states <= MostStates; i++)
        {
            if (pattern[i] != '{')
                continue;
            long most = 0, number = 0;
            for (i++; i < pattern.Length && (char.IsAsciiDigit(pattern[i]) || pattern[i] == ','); i++)
            {
                number = pattern[i] == ',' ? 0 : Math.Min(number * 10 + pattern[i] - '0', MostStates + 1);
                most = Math.Max(most, number);
            }
            states *= Math.Max(1, most);
            // What ended the digits may begin others.
            i--;
        }
        return states;
    }
}
