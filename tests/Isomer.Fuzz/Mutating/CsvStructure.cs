using System.Text;

namespace Isomer.Fuzz.Mutating;

/// <summary>CSV: records (0) and fields (1), in quotes or not.</summary>
sealed class CsvStructure : Structure
{
    public override IReadOnlyList<byte[]> Words { get; } = Texts(
        ",", ";", "\t", "\"", "\"\"", "\r", "\n", "\r\n", "\n\n", "\"\n\"", "\",\"", "\uFEFF", " ", "id", "Column1", "Column2", "a,a",
        "true", "False", "0", "-0", "007", "+1", "1e5", "1e400", "1e-400", "-", "1.50", ".5", "1,5", "NaN", "9223372036854775807",
        "9223372036854775808", "79228162514264337593543950335", "0.0000000000000000000000000001", "1.23456789012345678901234567890",
        "2020-02-30", "2020-01-02", "2020-01-02T03:04:05", "2020-01-02 03:04:05.1234567", "2020-01-02T03:04:05.12345678",
        "2020-01-02T03:04:05+14:00",
        "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "6f9619ff-8b86-d011-b42d-00c04fc964ff", "=1+1", "\u00A0", "é", "😀");

    public override void Find(ReadOnlySpan<byte> input, List<Part> parts)
    {
        int record = 0, field = 0;
        bool isQuoted = false;
        for (int at = 0; at < input.Length && parts.Count < 4000; at++)
        {
            if (input[at] == '"')
                isQuoted = !isQuoted;
            if (isQuoted || input[at] is not ((byte)',' or (byte)';' or (byte)'\n'))
                continue;
            parts.Add(new(field, at, 1));
            field = at + 1;
            if (input[at] != '\n')
                continue;
            parts.Add(new(record, at + 1, 0));
            record = at + 1;
        }
    }

    public override byte[] Nest(ReadOnlySpan<byte> part, int kind, int depth, Rng random) =>
        Encoding.Latin1.GetBytes(
            new StringBuilder().Insert(0, Encoding.Latin1.GetString(part) + (kind == 1 ? "," : ""), Math.Min(depth, 200)).ToString());
}
