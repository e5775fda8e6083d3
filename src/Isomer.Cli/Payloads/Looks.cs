using System.Buffers;
using System.Text;
using System.Text.Unicode;

namespace Isomer.Cli.Payloads;

/// <summary>
/// What bytes look like that are of none of our formats, so that a user is told what they have; and what is plainly text, which no binary
/// format is.
/// </summary>
static class Looks
{
    static readonly (byte[] Head, string What)[] s_heads =
    [
        ([0x89, .. "PNG"u8], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"), ([.. "GIF8"u8], "a GIF image"),
        ([.. "%PDF-"u8], "a PDF"),
        ([.. "PK\u0003\u0004"u8], "a ZIP archive (.zip, .nupkg, .docx, .xlsx)"), ([.. "7z"u8, 0xBC, 0xAF], "a 7z archive"),
        ([.. "Rar!"u8], "a RAR archive"),
        ([0x7F, .. "ELF"u8], "a program (ELF)"), ([.. "MZ"u8], "a program or assembly (PE); --assembly takes those"),
        ([.. "PAR1"u8], "Apache Parquet"),
        ([.. "Obj\u0001"u8], "Apache Avro"), ([.. "ARROW1"u8], "Apache Arrow"), ([.. "\u00d9\u00d9\u00f7"u8], "CBOR"),
        ([.. "SQLite format 3\0"u8], "a database of SQLite, whose rows `isomer convert FILE OUT --table NAME` takes"),
    ];

    // Control characters that no text has: all but tab, line feed, form feed and carriage return.
    static readonly SearchValues<byte> s_controls =
        SearchValues.Create([.. Enumerable.Range(0, 32).Select(i => (byte)i).Where(b => b is not (9 or 10 or 12 or 13)), 0x7F]);

    /// <summary>Whether bytes are UTF-8 without control characters.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="isCut">Whether they are only the first ones, so that the last character may lack bytes.</param>
    public static bool IsText(ReadOnlySpan<byte> bytes, bool isCut = false)
    {
        if (bytes.ContainsAny(s_controls))
            return false;
        if (Utf8.IsValid(bytes))
            return true;
        for (int cut = 1; isCut && cut <= 3 && cut < bytes.Length; cut++)
            if (Utf8.IsValid(bytes[..^cut]))
                return bytes[^cut] >= 0xC2;
        return false;
    }

    /// <summary>What they are, as a noun; null for binary of no known kind.</summary>
    public static string? Describe(ReadOnlySpan<byte> bytes)
    {
        foreach (var (head, what) in s_heads)
            if (bytes.StartsWith(head))
                return what;
        return IsText(bytes) ? DescribeText(bytes) : null;
    }

    static string DescribeText(ReadOnlySpan<byte> bytes)
    {
        string text = Encoding.UTF8.GetString(bytes[..Math.Min(bytes.Length, 1 << 14)]).TrimStart('\uFEFF');
        string[] lines = [.. text.Split('\n').Select(l => l.TrimEnd('\r')).Where(l => l.Length > 0 && l[0] != '#').Take(20)];
        // The last line may be cut off.
        if (bytes.Length > 1 << 14 && lines.Length > 1)
            lines = lines[..^1];
        if (lines.Length == 0)
            return "blank text";
        if (text.TrimStart().StartsWith("<!doctype html", StringComparison.OrdinalIgnoreCase)
            || text.TrimStart().StartsWith("<html", StringComparison.OrdinalIgnoreCase))
            return "HTML, which is no XML";
        if (lines[0] is "---" || lines[0].StartsWith("%YAML", StringComparison.Ordinal)
            || (lines.All(IsYaml) && lines.Any(l => l.Contains(':', StringComparison.Ordinal))))
            return "YAML";
        if (lines[0][0] == '[' && lines[0][^1] == ']' && lines.Skip(1).Any(l => l.Contains('=', StringComparison.Ordinal)))
            return "INI or TOML";
        foreach (char separator in (char[])[',', '\t', ';', '|'])
            if (lines.Length > 1 && Separators(lines[0], separator) is > 0 and var count
                && lines.All(l => Separators(l, separator) == count))
                return separator is ',' or '\t'
                    ? $"{(separator == ',' ? "CSV" : "TSV")}, whose rows `isomer convert FILE OUT --from {(separator == ',' ? "csv" : "tsv")}` takes"
                    : $"CSV, whose rows `isomer convert FILE OUT --from csv --separator '{separator}'` takes";
        return "plain text";
    }

    /// <summary>`key: value`, `- item`, or what is indented below one.</summary>
    static bool IsYaml(string line)
    {
        string content = line.TrimStart();
        if (content.StartsWith("- ", StringComparison.Ordinal) || content == "-" || (content.Length < line.Length && content.Length > 0))
            return true;
        int colon = content.IndexOf(':', StringComparison.Ordinal);
        return colon > 0 && (colon == content.Length - 1 || content[colon + 1] == ' ') && !content.AsSpan(0, colon).Contains(' ');
    }

    static int Separators(string line, char separator)
    {
        int count = 0;
        bool quoted = false;
        foreach (char c in line)
        {
            quoted ^= c == '"';
            count += c == separator && !quoted ? 1 : 0;
        }
        return count;
    }
}
