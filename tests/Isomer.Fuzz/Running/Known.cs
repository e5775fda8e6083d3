using System.Text.RegularExpressions;

namespace Isomer.Fuzz.Running;

/// <summary>
/// Broken promises that are known and not mended yet. They are printed and do not fail a run; each has a reason, and goes from here when it
/// is mended.
/// </summary>
static class Known
{
    static readonly (string Pattern, string Reason)[] s_all =
    [
    ];

    /// <summary>Why a finding is let pass; null if it is not known.</summary>
    /// <param name="file">Its file's name without extension: target~kind.</param>
    public static string? ReasonOf(string file) => Array.Find(s_all, k => Regex.IsMatch(file, "^(" + k.Pattern + ")$")).Reason;
}
