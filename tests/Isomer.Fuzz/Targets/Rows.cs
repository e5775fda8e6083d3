using System.Data;
using System.Text;

namespace Isomer.Fuzz.Targets;

/// <summary>
/// CSV: by the columns of a table, by the types that are found, as texts, without a header. What was read is written, and read again as it
/// was.
/// </summary>
sealed class Rows() : Target("Csv", Language.Csv)
{
    static readonly CsvOptions[] s_options = [CsvOptions.Default, CsvOptions.Default, new() { IsTextOnly = true, Separator = ';' },
        new() { HasHeader = false }];

    public override IEnumerable<byte[]> Seeds
    {
        get
        {
            yield return Write(Table(), CsvOptions.Default);
            yield return Write(Table(), new() { Separator = ';', NewLine = "\n", WritesMark = true });
            yield return "id,text,when\r\n1,\"a \"\"b\"\"\r\nc\",2020-01-02\r\n,,\r\n"u8.ToArray();
            yield return Encoding.Unicode.GetPreamble().Concat(Encoding.Unicode.GetBytes("a\té\n1\t2\n")).ToArray();
        }
    }

    public override int Ways => s_options.Length * 2;

    /// <summary>docs/security.md: a column takes the framework one to two kilobytes, here in two tables; a window is 256 KB.</summary>
    public override long MemoryBound(int length) => (200L * length) + (2 << 20) + (4000L * Math.Min(length, 16_384));

    static DataTable Table()
    {
        var table = new DataTable();
        foreach (var (name, type) in ((string, Type)[])[("id", typeof(int)), ("text", typeof(string)), ("when", typeof(DateTime)),
            ("price", typeof(decimal)), ("ratio", typeof(double)), ("is", typeof(bool)), ("key", typeof(Guid)),
            ("at", typeof(DateTimeOffset)), ("bytes", typeof(byte[]))])
            table.Columns.Add(name, type);
        table.Rows.Add(1, "a,b", new DateTime(2020, 1, 2), 1.50m, 1e-7, true, Guid.Empty,
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), new byte[] { 1, 2 });
        table.Rows.Add(null, "", DateTime.MaxValue, -0.01m, double.MaxValue, false, null, null, Array.Empty<byte>());
        return table;
    }

    static byte[] Write(DataTable table, CsvOptions options)
    {
        var stream = new MemoryStream();
        Isomer.Tables.WriteCsvAsync(stream, table.CreateDataReader(), options).GetAwaiter().GetResult();
        return stream.ToArray();
    }

    static List<object?[]> Read(Stream stream, DataTable? schema, CsvOptions options)
    {
        using var rows = Isomer.Tables.ReadCsvAsync(stream, schema, options).AsTask().GetAwaiter().GetResult();
        return Isomer.Tables.ToRows(rows);
    }

    public override int Try(Input input, int way)
    {
        int which = way % s_options.Length;
        var options = s_options[which];
        var schema = which == 0 ? Table() : null;
        List<object?[]> rows = [];
        if (Refusal($"way {which}", input.Array.Length, () => rows = Read(new MemoryStream(input.Array), schema, options)) is not null)
            return 1;
        if (way % Ways < s_options.Length || rows.Count == 0)
            return 1;
        var table = new DataTable();
        using (var again = Isomer.Tables.ReadCsvAsync(new MemoryStream(input.Array), schema, options).AsTask().GetAwaiter().GetResult())
            for (int i = 0; i < again.FieldCount; i++)
                table.Columns.Add(again.GetName(i), again.GetFieldType(i));
        foreach (var row in rows)
            table.Rows.Add(row);
        byte[] written = Write(table, options);
        var back = Read(new MemoryStream(written), table.Clone(), options);
        if (back.Count != rows.Count)
            throw new BrokenPromiseException("rows", $"{rows.Count} rows were written, {back.Count} came back");
        for (int r = 0; r < rows.Count; r++)
            for (int c = 0; c < rows[r].Length; c++)
                if (!Equals(rows[r][c], back[r][c])
                    && !(rows[r][c] is byte[] bytes && back[r][c] is byte[] other && bytes.AsSpan().SequenceEqual(other)))
                    throw new BrokenPromiseException("value", $"row {r}, column {c}: {rows[r][c]} became {back[r][c]}");
        return 3;
    }
}
