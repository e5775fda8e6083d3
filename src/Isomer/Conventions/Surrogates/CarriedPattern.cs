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

    public static Regex Make(string pattern, RegexOptions options, TimeSpan timeout) => pattern.Length > MostCharacters
        ? throw new WireFormatException($"A pattern has {pattern.Length} characters, more than the {MostCharacters} that are taken.")
        : new Regex(pattern, options & ~(RegexOptions.Compiled | RegexOptions.NonBacktracking),
            timeout > TimeSpan.Zero && timeout < s_longest ? timeout : s_longest);
}
