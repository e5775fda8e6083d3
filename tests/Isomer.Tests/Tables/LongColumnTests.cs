using System.Data;
using System.Data.Common;
using System.Globalization;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows whose columns take more than the 64 KB from which on a writer sets a run of bytes aside: by every format of rows. Rows as NRBF lost
/// every such column without a word (found by a reader's generators on 2026-11-27).
/// </summary>
public class LongColumnTests
{
    const int Rows = 17_000;

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    static readonly Dictionary<Type, Func<int, object>> s_makers = new()
    {
        [typeof(bool)] = i => i % 3 == 0,
        [typeof(byte)] = i => (byte)i,
        [typeof(sbyte)] = i => (sbyte)i,
        [typeof(short)] = i => (short)(i * 3),
        [typeof(ushort)] = i => (ushort)(i * 3),
        [typeof(int)] = i => i * 1_000_003,
        [typeof(uint)] = i => (uint)i * 1_000_003,
        [typeof(long)] = i => i * 1_000_000_000_039,
        [typeof(ulong)] = i => (ulong)i * 1_000_000_000_039,
        [typeof(float)] = i => i / 8f,
        [typeof(double)] = i => i / 8.0,
        [typeof(decimal)] = i => i / 8m,
        [typeof(DateTime)] = i => new DateTime(2020, 1, 1).AddMinutes(i),
        [typeof(TimeSpan)] = i => TimeSpan.FromSeconds(i),
        [typeof(char)] = i => (char)('a' + (i % 20)),
        [typeof(Guid)] = i => new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        [typeof(string)] = i => "text " + i.ToString(CultureInfo.InvariantCulture),
        [typeof(byte[])] = i => new[] { (byte)i, (byte)(i >> 8) },
    };

    static readonly Dictionary<string, (Func<Stream, IDataReader, Task> Write, Func<Stream, DataTable, ValueTask<DbDataReader>> Read)>
        s_forms = new()
        {
            ["compact"] = ((o, r) => Tables.WriteCompactAsync(o, r, cancellationToken: Stop),
                (i, _) => Tables.ReadCompactAsync(i, cancellationToken: Stop)),
            ["json"] = ((o, r) => Tables.WriteJsonAsync(o, r, cancellationToken: Stop),
                (i, s) => Tables.ReadJsonAsync(i, s, cancellationToken: Stop)),
            ["lines"] = ((o, r) => Tables.WriteJsonLinesAsync(o, r, cancellationToken: Stop),
                (i, s) => Tables.ReadJsonLinesAsync(i, s, cancellationToken: Stop)),
            ["xml"] = ((o, r) => Tables.WriteXmlAsync(o, r, cancellationToken: Stop),
                (i, s) => Tables.ReadXmlAsync(i, s, cancellationToken: Stop)),
            ["csv"] = ((o, r) => Tables.WriteCsvAsync(o, r, cancellationToken: Stop),
                (i, s) => Tables.ReadCsvAsync(i, s, cancellationToken: Stop)),
            ["nrbf"] = ((o, r) => Tables.WriteNrbfAsync(o, r, cancellationToken: Stop),
                (i, _) => Tables.ReadNrbfAsync(i, cancellationToken: Stop)),
        };

    public static TheoryData<string> Forms => [.. s_forms.Keys];

    [Theory, MemberData(nameof(Forms))]
    public async Task A_long_column_of_each_type_comes_back(string form)
    {
        var (write, read) = s_forms[form];
        foreach (var (type, make) in s_makers)
        {
            var table = new DataTable("Table");
            table.Columns.Add("Long", type);
            table.Columns.Add("Row", typeof(int));
            for (int i = 0; i < Rows; i++)
                table.Rows.Add(make(i), i);
            var stream = new MemoryStream();
            await write(stream, table.CreateDataReader());
            stream.Position = 0;
            await using var reader = await read(stream, table.Clone());
            int count = 0;
            for (; await reader.ReadAsync(Stop); count++)
            {
                Assert.Equal(count, reader.GetInt32(1));
                Assert.Equal(make(count), reader.GetValue(0));
            }
            Assert.Equal((type, Rows), (type, count));
        }
    }

    /// <summary>A table of which a payload or a text tells nothing has no rows, by a reader as in a DataTable.</summary>
    [Fact]
    public async Task A_table_without_states_has_no_rows()
    {
        var table = new Table { States = null!, Columns = [] };
        var frames = new MemoryStream();
        await Compact.WriteStreamAsync(frames, [table], cancellationToken: Stop);
        frames.Position = 0;
        await using var rows = await Tables.ReadCompactAsync(frames, cancellationToken: Stop);
        Assert.False(await rows.ReadAsync(Stop));
        Assert.False(Json.FromText<DbDataReader>("""{"States":null,"Columns":[]}""")!.Read());
    }
}
