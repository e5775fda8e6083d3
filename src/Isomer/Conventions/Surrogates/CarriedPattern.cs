using System.Text;
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

    // What makes an automaton is bounded in states by the runtime (10,000), and not in what tells its characters apart: a thousand sets of
    // two Chinese characters took 38 s and 1.37 GB to make, 4,000 letters without case more than 7 minutes; ".{9000}" took 944 MB to match.
    // A hundred ASCII characters without categories take less than a millisecond; 256 with categories took 100 ms, and a payload may have
    // many.
    const int MostOfAutomaton = 100, MostStates = 1_000;

    public static Regex Make(string pattern, RegexOptions options, TimeSpan timeout)
    {
        if (pattern.Length > MostCharacters)
            throw new WireFormatException($"A pattern has {pattern.Length} characters, more than the {MostCharacters} that are taken.");
        options &= ~RegexOptions.Compiled;
        // The other engine finds what this one finds, and has its ten seconds.
        if (pattern.Length > MostOfAutomaton || !Ascii.IsValid(pattern)
            || pattern.Contains(@"\p", StringComparison.OrdinalIgnoreCase) || StatesOf(pattern) > MostStates)
            options &= ~RegexOptions.NonBacktracking;
        try
        {
            return new Regex(pattern, options, timeout > TimeSpan.Zero && timeout < s_longest ? timeout : s_longest);
        }
        catch (NotSupportedException e)
        {
            throw new WireFormatException($"A pattern has what {nameof(RegexOptions.NonBacktracking)} does not take: {e.Message}", e);
        }
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
