using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Isomer.Cli.Converting;

/// <summary>
/// The names of what is being written, beside its place. Each is of one run alone, whose machine and process it tells: of two that write
/// one file, neither writes into what the other is about to move, and what a run that was killed left behind is known as that.
/// </summary>
static partial class PartFile
{
    /// <summary>The longest name that file systems have, in bytes.</summary>
    const int MaxName = 255;

    static readonly string s_machine =
        Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(Environment.MachineName)))[..8].ToLowerInvariant();
    static int s_count;

    /// <summary>A name that no other has.</summary>
    public static string NameFor(string path)
    {
        string name = Path.GetFileName(path);
        while (true)
        {
            string own = string.Create(CultureInfo.InvariantCulture,
                $".{s_machine}-{Environment.ProcessId:x}-{Interlocked.Increment(ref s_count):x}{Target.Part}");
            string part = Path.Combine(Path.GetDirectoryName(path) ?? "",
                Encoding.UTF8.GetByteCount(name) + own.Length <= MaxName ? name + own : own);
            if (!File.Exists(part))
                return part;
        }
    }

    /// <summary>
    /// Removes what runs that were killed left beside these files: parts of this machine whose process is gone, and those of earlier
    /// versions, which had the file's name alone.
    /// </summary>
    public static void RemoveLeft(IEnumerable<PlannedFile> files)
    {
        foreach (var folder in files.GroupBy(f => Path.GetDirectoryName(Path.GetFullPath(f.Target))!))
        {
            if (!Directory.Exists(folder.Key))
                continue;
            HashSet<string>? names = null;
            foreach (string part in Directory.EnumerateFiles(folder.Key, "*" + Target.Part))
            {
                names ??= [.. folder.Select(f => Path.GetFileName(f.Target))];
                if (IsLeft(Path.GetFileName(part), names))
                    File.Delete(part);
            }
        }
    }

    /// <summary>
    /// Removes what runs that were killed left beside one file: only what has that file's name and tells this machine and a process that
    /// is gone. Nothing of it keeps a run from going on.
    /// </summary>
    public static void RemoveLeft(string path)
    {
        try
        {
            path = Path.GetFullPath(Target.PlaceOf(path));
            string name = Path.GetFileName(path);
            if (Path.GetDirectoryName(path) is not { } folder || !Directory.Exists(folder))
                return;
            foreach (string part in Directory.EnumerateFiles(folder, "*" + Target.Part))
                if (Path.GetFileName(part) is var own && own.StartsWith(name, StringComparison.Ordinal) && IsLeft(own, n => n == name)
                    && !IsOpen(part))
                    File.Delete(part);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // A folder that is not listed, or not ours: what is wrong with it is told where it is written to.
        }
    }

    /// <summary>Whether somebody writes it: another machine that has this one's name, as containers may.</summary>
    static bool IsOpen(string part)
    {
        try
        {
            using var file = new FileStream(part, FileMode.Open, FileAccess.ReadWrite, FileShare.None);
            return false;
        }
        catch (IOException)
        {
            return true;
        }
    }

    static bool IsLeft(string part, HashSet<string> names) =>
        names.Contains(part[..^Target.Part.Length]) || IsLeft(part, n => n.Length == 0 || names.Contains(n));

    static bool IsLeft(string part, Func<string, bool> isOne)
    {
        Match match = Own().Match(part);
        return match.Success && match.Groups["machine"].Value == s_machine && isOne(match.Groups["name"].Value)
            && int.TryParse(match.Groups["process"].ValueSpan, NumberStyles.HexNumber, CultureInfo.InvariantCulture, out int process)
            && !IsAlive(process);
    }

    static bool IsAlive(int process)
    {
        try
        {
            using var alive = Process.GetProcessById(process);
            return true;
        }
        catch (ArgumentException)
        {
            return false;
        }
    }

    [GeneratedRegex(@"^(?<name>.*)\.(?<machine>[0-9a-f]{8})-(?<process>[0-9a-f]{1,8})-[0-9a-f]{1,8}\.part$", RegexOptions.Singleline)]
    private static partial Regex Own();
}
