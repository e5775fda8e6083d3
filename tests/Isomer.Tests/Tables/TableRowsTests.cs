using System.Data;
using System.Data.SqlTypes;
using System.Numerics;
using System.Text;
using Isomer.Tests.Core;
using Newtonsoft.Json;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>The form of rows, compared with Json.NET's DataTableConverter and DataSetConverter.</summary>
public class TableRowsTests
{
    static readonly JsonOptions s_rows = new() { Tables = TableForm.Rows, Escaping = JsonEscaping.Relaxed };

    public sealed class Holder
    {
        public DataTable? Table { get; set; }

        public List<DataSet>? Sets { get; set; }
    }

    static DataTable People()
    {
        var table = new DataTable("People");
        table.Columns.Add("id", typeof(long));
        table.Columns.Add("name", typeof(string));
        table.Columns.Add("height", typeof(double));
        table.Columns.Add("born", typeof(DateTime));
        table.Columns.Add("alive", typeof(bool));
        table.Rows.Add(1L, "Ann \"é\"", 1.75, new DateTime(1990, 1, 2, 3, 4, 5), true);
        table.Rows.Add(2L, "Bob", 1.5, new DateTime(1991, 1, 2, 3, 4, 5).AddTicks(1234567), false);
        table.Rows.Add(3L, DBNull.Value, DBNull.Value, DBNull.Value, DBNull.Value);
        return table;
    }

    static IEnumerable<JsonOptions> Tiers()
    {
        yield return s_rows;
        yield return s_rows with { Convention = Wires.Reflected };
    }

    [Fact]
    public void WrittenAsJsonNetWritesIt()
    {
        foreach (var options in Tiers())
        {
            Assert.Equal(JsonConvert.SerializeObject(People()), Json.ToText(People(), options));
            var set = new DataSet();
            set.Tables.Add(People());
            set.Tables.Add(new DataTable("Empty"));
            Assert.Equal(JsonConvert.SerializeObject(set), Json.ToText(set, options));
            var holder = new Holder { Table = People(), Sets = [set] };
            Assert.Equal(JsonConvert.SerializeObject(holder), Json.ToText(holder, options));
            Assert.Equal("null", Json.ToText<DataTable?>(null, options));
        }
    }

    [Theory]
    [InlineData("[]")]
    [InlineData("""[{"a":1,"b":"x","c":true,"d":1.5,"e":null}]""")]
    [InlineData("""[{"a":1},{"b":2},{"a":3,"b":null}]""")]
    [InlineData("""[{"d":"2020-01-02T03:04:05"},{"d":"2020-01-02T03:04:05.1234567"},{"d":null}]""")]
    [InlineData("""[{"d":"2020-01-02T03:04:05Z"},{"d":"2020-01-02T03:04:05+02:00"}]""")]
    [InlineData("""[{"s":"2020-01-02"},{"s":"12345678-1234-1234-1234-123456789012"}]""")]
    [InlineData("""[{"a":[1,2,3]},{"a":[4]}]""")]
    [InlineData("""[{"a":["x","y"]},{"a":[]}]""")]
    [InlineData("""[{"t":[{"x":1,"y":"a"},{"x":2,"y":"b"}]},{"t":[]}]""")]
    [InlineData("""[{"n":123456789012345678901234567890}]""")]
    [InlineData("""[{"":null,"a b":"é\u0000"}]""", false)]
    public void ReadAsJsonNetReadsIt(string json, bool sameNames = true)
    {
        foreach (var options in Tiers())
        {
            if (!sameNames)
            {
                Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(json, options));
                continue;
            }
            var expected = JsonConvert.DeserializeObject<DataTable>(json)!;
            var actual = Json.FromText<DataTable>(json, options);
            AssertSame(expected, actual);
            var expectedSet = JsonConvert.DeserializeObject<DataSet>($$"""{"T1":{{json}},"T2":[]}""")!;
            var actualSet = Json.FromText<DataSet>($$"""{"T1":{{json}},"T2":[]}""", options);
            Assert.Equal(expectedSet.Tables.Cast<DataTable>().Select(t => t.TableName),
                actualSet.Tables.Cast<DataTable>().Select(t => t.TableName));
            AssertSame(expectedSet.Tables[0], actualSet.Tables[0]);
        }
    }

    static void AssertSame(DataTable expected, DataTable actual)
    {
        Assert.Equal(expected.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType)),
            actual.Columns.Cast<DataColumn>().Select(c => (c.ColumnName, c.DataType)));
        Assert.Equal(expected.Rows.Count, actual.Rows.Count);
        for (int i = 0; i < expected.Rows.Count; i++)
        {
            Assert.Equal(expected.Rows[i].RowState, actual.Rows[i].RowState);
            for (int c = 0; c < expected.Columns.Count; c++)
            {
                if (expected.Rows[i][c] is DataTable nested)
                    AssertSame(nested, (DataTable)actual.Rows[i][c]);
                else
                    Assert.True(TableDifference.Same(expected.Rows[i][c], actual.Rows[i][c]),
                        $"{i}, {c}: {expected.Rows[i][c]} and {actual.Rows[i][c]}");
            }
        }
    }

    [Theory]
    [InlineData("""[{"a":1},{"a":1.5}]""", typeof(double))]
    [InlineData("""[{"a":null},{"a":2}]""", typeof(long))]
    [InlineData("""[{"a":"2020-01-02T03:04:05"},{"a":"soon"}]""", typeof(string))]
    [InlineData("""[{"a":1},{"a":"x"},{"a":true}]""", typeof(object))]
    [InlineData("""[{"a":1},{"a":12345678901234567890123}]""", typeof(BigInteger))]
    [InlineData("""[{"a":[1,"x"]},{"a":[null]}]""", typeof(object))]
    public void WhereJsonNetRoundsOrFailsAllRowsCount(string json, Type type)
    {
        foreach (var options in Tiers())
        {
            var table = Json.FromText<DataTable>(json, options);
            Assert.Equal(type, table.Columns["a"]!.DataType);
            Assert.Equal(Json.FromText<Node>(json), Json.FromText<Node>(Json.ToText(table, options)));
        }
    }

    public sealed class PricedTable : DataTable
    {
        public PricedTable()
        {
            Columns.Add("id", typeof(int));
            Columns.Add("price", typeof(decimal));
            Columns.Add("key", typeof(Guid));
            Columns.Add("blob", typeof(byte[]));
            Columns.Add("day", typeof(DateOnly));
            PrimaryKey = [Columns[0]];
        }
    }

    [Fact]
    public void AClassKnowsItsTypes()
    {
        var table = new PricedTable();
        table.Rows.Add(1, 1234567890123456789.1200m, new Guid("11223344-5566-7788-99aa-bbccddeeff00"), new byte[] { 1, 2 },
            new DateOnly(2020, 1, 2));
        table.Rows.Add(2, DBNull.Value, DBNull.Value, DBNull.Value, DBNull.Value);
        foreach (var options in Tiers())
            Assert.Null(TableDifference.Of(table, Json.FromText<PricedTable>(Json.ToText(table, options), options)));
        string twice = """[{"id":1},{"id":1}]""";
        var e = Assert.Throws<WireFormatException>(() => Json.FromText<PricedTable>(twice, s_rows));
        Assert.Contains("break its constraints", e.Message, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Json.FromText<PricedTable>("""[{"id":1.5}]""", s_rows));
        Assert.Throws<WireFormatException>(() => Json.FromText<PricedTable>("""[{"key":"none"}]""", s_rows));
    }

    [Fact]
    public void SqlTypesAsPlainOnes()
    {
        var table = new DataTable();
        table.Columns.Add("i", typeof(SqlInt32));
        table.Columns.Add("s", typeof(SqlString));
        table.Columns.Add("d", typeof(SqlDecimal));
        table.Rows.Add(new SqlInt32(5), new SqlString("a"), new SqlDecimal(1.50m));
        table.Rows.Add(SqlInt32.Null, SqlString.Null, SqlDecimal.Null);
        Assert.Equal("""[{"i":5,"s":"a","d":1.50},{"i":null,"s":null,"d":null}]""", Json.ToText(table, s_rows));
    }

    [Fact]
    public void DeletedRowsAreAnErrorAtWriting()
    {
        var table = People();
        table.AcceptChanges();
        table.Rows[1].Delete();
        Assert.Contains("Row 1", Assert.Throws<NotSupportedException>(() => Json.ToText(table, s_rows)).Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("1")]
    [InlineData("[1]")]
    [InlineData("[null]")]
    [InlineData("""[{"a":{"b":1}}]""")]
    [InlineData("""[{"a":[{"b":1},2]}]""")]
    [InlineData("""[{"a":1}""")]
    public void Malformed(string json)
    {
        foreach (var options in Tiers())
            Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(json, options));
    }

    [Fact]
    public void AColumnForEachRowIsRefusedEarly()
    {
        var text = new StringBuilder("[");
        for (int i = 0; i < 50_000; i++)
            text.Append(i == 0 ? "" : ",").Append("{\"c").Append(i).Append("\":1}");
        Assert.Contains("only",
            Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(text.Append(']').ToString(), s_rows)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Fill read another table, with types that it inferred, and left the target empty without a word.</summary>
    [Fact]
    public void Rows_are_filled_into_a_table_and_a_set()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = s_rows with { Convention = Convention.Plain.WithTier(tier) };
            var set = new DataSet();
            var table = set.Tables.Add("T");
            table.Columns.Add("a", typeof(decimal));
            table.Columns.Add("b", typeof(Guid));
            table.PrimaryKey = [table.Columns["a"]!];
            table.Rows.Add(1m, Guid.Empty);
            var back = Json.Fill(table,
                """[{"a":0.6374190308212463481206925840,"c":"new"},{"b":"11111111-1111-1111-1111-111111111111","a":3}]"""u8, options);
            Assert.Same(table, back);
            Assert.Equal([1m, 0.6374190308212463481206925840m, 3m], table.Rows.Cast<DataRow>().Select(r => r["a"]));
            Assert.Equal((DBNull.Value, new Guid("11111111-1111-1111-1111-111111111111"), "new"),
                (table.Rows[1]["b"], table.Rows[2]["b"], table.Rows[1]["c"]));
            Assert.Same(set, Json.Fill(set, """{"T":[{"a":4}],"U":[{"x":1}]}"""u8, options));
            Assert.Equal((4, 1L, true), (table.Rows.Count, set.Tables["U"]!.Rows[0]["x"], set.EnforceConstraints));
            // Keys that are there, and what is no value of its column: the constraints hold again behind it.
            Assert.Throws<WireFormatException>(() => Json.Fill(table, """[{"a":5},{"a":"x"}]"""u8, options));
            Assert.Throws<ConstraintException>(() => table.Rows.Add(1m, Guid.Empty));
            Assert.Throws<WireFormatException>(() => Json.Fill(table, """[{"a":4}]"""u8, options));
            Assert.Throws<WireFormatException>(() => Json.Fill(table, "null"u8, options));
            Assert.Throws<WireFormatException>(() => Json.Fill(table, "{}"u8, options));
            foreach (string refused in new[]
                { "[]", """{"T":[{"a":9}]} x""", """{"T":[{"a":9}]}{}""", """{"T":[{"a":9,"z":1}],"V":[1]}""", """{"T":[{"a":9},{"a":9}]}""", """{"T":[{"a":9},{"a":[]}]}""" })
                Assert.Throws<WireFormatException>(() => Json.Fill(set, System.Text.Encoding.UTF8.GetBytes(refused), options));
            Assert.Equal((4, 3, 2, true), (table.Rows.Count, table.Columns.Count, set.Tables.Count, set.EnforceConstraints));
            Assert.Throws<ConstraintException>(() => table.Rows.Add(1m, Guid.Empty));
            var alone = new DataTable("alone");
            alone.PrimaryKey = [alone.Columns.Add("k", typeof(int))];
            alone.Rows.Add(1);
            Assert.Throws<WireFormatException>(() => Json.Fill(alone, """[{"k":2},{"k":2}]"""u8, options));
            Assert.Throws<WireFormatException>(() => Json.Fill(alone, """[{"k":2}] x"""u8, options));
            Assert.Throws<WireFormatException>(() => Json.Fill(alone, """[{"k":2}][]"""u8, options));
            Assert.Equal(1, alone.Rows.Count);
            Assert.Throws<ConstraintException>(() => alone.Rows.Add(1));
        }
    }
}
