using System.Text.RegularExpressions;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>The columns in docs/compact.md: each is what is written, and is read back.</summary>
public partial class PackedColumnVectors
{
    static readonly Dictionary<string, (Func<byte[]> Write, Action<byte[]> Read)> s_vectors = new()
    {
        ["Int32 7 7 7"] = Vector([7, 7, 7]),
        ["Int32 1 2 300"] = Vector([1, 2, 300]),
        ["Int32 1 null 3"] = Vector([1, 3], [0b010], 3),
        ["Int64 1000 1001 1002 1003"] = Vector([1000L, 1001, 1002, 1003]),
        ["Int16 eight times 5, eight times -5"] = Vector<short>([5, 5, 5, 5, 5, 5, 5, 5, -5, -5, -5, -5, -5, -5, -5, -5]),
        ["Int32 fifty times 1, fifty times 1000"] = Vector([.. Enumerable.Repeat(1, 50), .. Enumerable.Repeat(1000, 50)]),
        ["Int64 0, 10^12, 7, and so on, 40 of them"] =
            Vector([.. Enumerable.Range(0, 40).Select(i => i * 7 % 3 == 1 ? 1_000_000_000_000L : i * 7 % 3 == 2 ? 7 : 0)]),
        ["Boolean true false true"] = Vector([true, false, true]),
        ["DateTime 2000-01-01, 2000-01-02, 2000-01-05"] =
            Vector([new DateTime(2000, 1, 1), new DateTime(2000, 1, 2), new DateTime(2000, 1, 5)]),
        ["Double 0.5 1.25 -3"] = Vector([0.5, 1.25, -3]),
        ["Double 1/3"] = Vector([1 / 3.0]),
        ["Decimal 1.50 2.25"] = Vector([1.50m, 2.25m]),
        ["Decimal 1.5 2.25"] = Vector([1.5m, 2.25m]),
        ["Decimal 1.5 2.250 1.00"] = Vector([1.5m, 2.250m, 1.00m]),
        ["Decimal -0.0"] = Vector([-0.0m]),
        ["Guid 00010203-0405-0607-0809-0a0b0c0d0e0f"] = Vector([new Guid("00010203-0405-0607-0809-0a0b0c0d0e0f")]),
        ["String a null é"] = Vector<string?>(["a", null, "é"]),
        ["String x, y and x again, eight times"] = Vector<string?>([.. Enumerable.Repeat<string[]>(["x", "y", "x"], 8).SelectMany(s => s)]),
        ["String (407) 555-0199, (312) 555-0042, (407) 555-0123, (212) 555-0001"] =
            Vector<string?>(["(407) 555-0199", "(312) 555-0042", "(407) 555-0123", "(212) 555-0001"]),
        ["String /a/bc/one.txt, /a/bc/once.txt, and six more"] =
            Vector<string?>([.. "one once oncology oil ogre opal oval oxen".Split(' ').Select(w => "/a/bc/" + w + ".txt")]),
        ["Binary 01 02, nothing, 03"] = Vector<byte[]?>([[1, 2], [], [3]]),
    };

    static (Func<byte[]>, Action<byte[]>) Vector<T>(T[] items, byte[]? nulls = null, int records = -1)
    {
        records = records < 0 ? items.Length : records;
        return (() => ColumnPacking.Pack(new PackedWriter(), ColumnCodings.Of<T>()!, items, nulls, records)!, Check);

        void Check(byte[] bytes)
        {
            var (read, areNull) = ColumnPacking.Unpack(ColumnCodings.Of<T>()!, bytes, records);
            Assert.Equal(items, read);
            Assert.Equal(nulls, areNull);
        }
    }

    [Fact]
    public void Every_vector_is_documented_and_holds()
    {
        var folder = new DirectoryInfo(AppContext.BaseDirectory);
        while (folder is not null && !File.Exists(Path.Combine(folder.FullName, "Isomer.slnx")))
            folder = folder.Parent;
        Assert.SkipWhen(folder is null, "The tests do not run within the repository.");
        string text = File.ReadAllText(Path.Combine(folder!.FullName, "docs", "compact.md"));
        var documented = Row()
            .Matches(
                text[text.IndexOf("| column | bytes |", StringComparison.Ordinal)..text.IndexOf("### Files of batches",
                    StringComparison.Ordinal)])
            .ToDictionary(m => m.Groups[1].Value, m => m.Groups[2].Value);
        Assert.Equal(string.Join("\n", s_vectors.Select(v => $"| {v.Key} | `{Hex(v.Value.Write())}` |")),
            string.Join("\n", documented.Select(d => $"| {d.Key} | `{d.Value}` |")));
        foreach (var (name, hex) in documented)
            s_vectors[name].Read(Convert.FromHexString(hex.Replace(" ", "", StringComparison.Ordinal)));
    }

    static string Hex(byte[] bytes) => string.Join(' ', Convert.ToHexString(bytes).ToLowerInvariant().Chunk(2).Select(c => new string(c)));

    [GeneratedRegex(@"^\| ([^|`]+) \| `([0-9a-f ]+)` \|", RegexOptions.Multiline)]
    private static partial Regex Row();
}
