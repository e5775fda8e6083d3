using System.Globalization;
using System.Text;

namespace Isomer.Cli.Converting.Shards;

/// <summary>
/// One of so many parts of the work. Who has which part follows from names and lengths alone, so that every node comes to the same
/// without asking another, and a node that runs again does just what it did before.
/// </summary>
/// <param name="Number">Which, from 1.</param>
/// <param name="Count">Of how many.</param>
readonly record struct Shard(int Number, int Count)
{
    /// <summary>More would be a name for each file.</summary>
    const int MaxCount = 1_000_000;

    public static Shard Parse(string text)
    {
        string[] parts = text.Split('/');
        return parts.Length == 2 && int.TryParse(parts[0], NumberStyles.None, CultureInfo.InvariantCulture, out int number)
            && int.TryParse(parts[1], NumberStyles.None, CultureInfo.InvariantCulture, out int count)
            && number >= 1 && number <= count && count <= MaxCount
            ? new Shard(number, count)
            : throw new CliException(ExitCode.Usage,
                $"--shard takes I/N, the I-th of N parts: 3/8. '{text}' is none: I goes from 1 to N, N to {MaxCount}.");
    }

    /// <summary>
    /// Whether a file of a folder is of this part. Its name alone decides, and not its place in the list: a file that is added while
    /// shards run moves no other.
    /// </summary>
    /// <param name="relative">Its name inside the folder.</param>
    public bool Has(string relative)
    {
        // FNV-1a over UTF-8, its bits mixed once more: names that count up differ in few of them. It must stay as it is: nodes may run
        // different versions.
        ulong hash = 14695981039346656037;
        foreach (byte b in Encoding.UTF8.GetBytes(relative.Replace(Path.DirectorySeparatorChar, '/')))
            hash = (hash ^ b) * 1099511628211;
        hash = (hash ^ hash >> 33) * 0xff51afd7ed558ccd;
        hash ^= hash >> 33;
        return (int)(hash % (ulong)Count) == Number - 1;
    }

    /// <summary>As part of a file's name: in the order of the parts when sorted.</summary>
    public string Label => string.Create(CultureInfo.InvariantCulture, $"{Number:00000}-of-{Count:00000}");

    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Number}/{Count}");
}
