using System.Data;
using System.Text;
using Isomer.Tests.Core;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Whatever the bytes: a table or WireFormatException, in time and memory that the input's size bounds.</summary>
public class TableHostile
{
    static readonly int s_iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 1500;

    static readonly JsonOptions s_rows = new() { Tables = TableForm.Rows };

    static byte[] Mutate(byte[] bytes, Random random)
    {
        byte[] copy = (byte[])bytes.Clone();
        switch (random.Next(4))
        {
            case 0:
                return copy[..random.Next(copy.Length)];
            case 1:
                for (int i = random.Next(1, 6); i > 0; i--)
                    copy[random.Next(copy.Length)] = (byte)random.Next(256);
                return copy;
            case 2:
                copy[random.Next(copy.Length)] ^= (byte)(1 << random.Next(8));
                return copy;
            default:
                int from = random.Next(copy.Length);
                int length = Math.Min(random.Next(1, 40), copy.Length - from);
                copy.AsSpan(random.Next(copy.Length - length + 1), length).CopyTo(copy.AsSpan(from));
                return copy;
        }
    }

    static void Survives(Func<object?> read)
    {
        try
        {
            read();
        }
        catch (WireFormatException e)
        {
            Assert.NotEmpty(e.Message);
            Assert.NotNull(e.Format);
        }
    }

    [Fact]
    public void MutatedSets()
    {
        var random = new Random(11);
        byte[][] json = [.. Enumerable.Range(0, 10).Select(i => Json.Serialize(new RandomTables(i).Set()))];
        byte[][] compact = [.. Enumerable.Range(0, 10).Select(i => Compact.Serialize(new RandomTables(i).Set()))];
        for (int i = 0; i < s_iterations; i++)
        {
            byte[] text = Mutate(json[i % json.Length], random);
            Survives(() => Json.Deserialize<DataSet>(text));
            byte[] bytes = Mutate(compact[i % compact.Length], random);
            Survives(() => Compact.Deserialize<DataSet>(bytes));
        }
    }

    [Fact]
    public void MutatedTablesReadersAndRows()
    {
        var random = new Random(12);
        byte[] table = Compact.Serialize(new RandomTables(3).Alone());
        byte[] rows = Json.Serialize(new RandomTables(5).Alone(), new JsonOptions());
        byte[] plain = """[{"a":1,"b":"2020-01-02T03:04:05","c":[1,2],"d":[{"x":1}],"e":null},{"a":1.5,"b":"x","f":true}]"""u8.ToArray();
        for (int i = 0; i < s_iterations; i++)
        {
            byte[] mutated = Mutate(table, random);
            Survives(() => Compact.Deserialize<DataTable>(mutated));
            Survives(() => Drained(Compact.Deserialize<IDataReader>(mutated)));
            byte[] text = Mutate(rows, random);
            Survives(() => Json.Deserialize<DataTable>(text, new JsonOptions { Convention = Wires.Reflected }));
            byte[] row = Mutate(plain, random);
            Survives(() => Json.Deserialize<DataTable>(row, s_rows));
        }
    }

    static object? Drained(IDataReader? reader)
    {
        try
        {
            return reader is null ? null : Tables.ToRows(reader);
        }
        catch (WireFormatException e) when (e.Format is null)
        {
            // Met after the facade has returned: a value that its column's type does not have.
            return null;
        }
    }

    static WireFormatException Refused(string json) => Wires.RefusesJson<DataTable>(json);

    static string One(string column, string states = "U", string more = "") =>
        $$"""{"Name":"T","Columns":[{{column}}],"States":"{{states}}"{{more}}}""";

    [Theory]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Int32s":[1,2]}}""", "2 values")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Int32s":[]}}""", "0 values")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Int64s":[1]}}""", "0 values")]
    [InlineData("""{"Name":"a","Type":"Int32"}""", "0 values")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Nulls":"AA==","Int32s":[]}}""", "0 values")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Nulls":"Aw==","Int32s":[]}}""", "without further bits")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Nulls":"AQAA","Int32s":[]}}""", "found 3 bytes")]
    [InlineData("""{"Name":"","Type":"Int32","Values":{"Int32s":[1]}}""", "no name")]
    [InlineData("""{"Name":"a","Values":{"Int32s":[1]}}""", "neither built in")]
    [InlineData("""{"Name":"a","Type":null,"Values":{"Int32s":[1]}}""", "no type")]
    [InlineData("""{"Name":"a","Type":"Object","Values":{"Kinds":"AQ=="}}""", "type number 1")]
    [InlineData("""{"Name":"a","Type":"Object","Values":{"Kinds":"AQ==","Parts":[{"Type":"Object","Kinds":"AA=="}]}}""",
        "Object themselves")]
    [InlineData("""{"Name":"a","Type":"Object","Values":{"Kinds":"AQ==","Parts":[null]}}""", "null")]
    [InlineData("""{"Name":"a","Type":"String","MaxLength":1,"Values":{"Strings":["abc"]}}""", "a")]
    [InlineData("""{"Name":"a","Type":"Boolean","AutoNumber":{"Seed":1,"Step":1},"Values":{"Booleans":[true]}}""", "number its rows")]
    [InlineData("""{"Name":"a","Type":"Int32","IdleNumber":{"Seed":1,"Step":0},"Values":{"Int32s":[1]}}""", "Step")]
    [InlineData("""{"Name":"a","Type":"Int32","IdleNumber":{"Seed":1,"Step":1,"Next":99999999999999999999},"Values":{"Int32s":[1]}}""",
        "Int64")]
    [InlineData("""{"Name":"a","Type":"Int32","Mapping":77,"Values":{"Int32s":[1]}}""", "MappingType")]
    [InlineData("""{"Name":"a","Type":"Int32","Required":true,"Values":{"Nulls":"AQ==","Int32s":[]}}""", "a")]
    [InlineData("""{"Name":"a","Type":"CultureInfo","Values":{"Strings":["xx-nowhere"]}}""", "Row 0")]
    [InlineData("""null""", "null")]
    [InlineData("""{"Name":"a","Type":"Int32","Values":{"Int32s":[1]}},{"Name":"a","Type":"Int32","Values":{"Int32s":[1]}}""", "'a'")]
    [InlineData("""{"Name":"a","Type":"Int32","Expression":"b +"}""", "T")]
    [InlineData("""{"Name":"a","Type":"Int32","Expression":"Convert('System.IO.FileInfo', 'System.Type')"}""", "names a type")]
    [InlineData("""{"Name":"a","Type":"Int32","Expression":"Sum(Child(x).y)"}""", "T")]
    [InlineData("""{"Name":"a","Type":"Int32","Expression":"a + 1"}""", "T")]
    public void ColumnsThatCannotBe(string column, string word)
    {
        var e = Refused(One(column));
        Assert.Contains(word, e.Message, StringComparison.Ordinal);
        Assert.NotNull(e.Path);
    }

    [Theory]
    [InlineData("X")]
    [InlineData("UU")]
    [InlineData("m")]
    [InlineData("Ü")]
    public void StatesThatCannotBe(string states) => Refused(One("""{"Name":"a","Type":"Int32","Values":{"Int32s":[1]}}""", states));

    [Theory]
    [InlineData(""","Constraints":[null]""")]
    [InlineData(""","Constraints":[{"Name":"x"}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[1]}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[-1]}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":null}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[0,0]}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[0],"Parent":{"Table":1,"Columns":[0]}}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[0],"Parent":{"Table":0,"Columns":[0],"DeleteRule":9}}]""")]
    [InlineData(""","Constraints":[{"Name":"x","Columns":[0]},{"Name":"y","Columns":[0]}]""")]
    [InlineData(""","Errors":[{"Row":1,"Text":"a"}]""")]
    [InlineData(""","Errors":[null]""")]
    [InlineData(""","Errors":[{"Row":0,"Columns":[5],"Texts":["a"]}]""")]
    [InlineData(""","Errors":[{"Row":0,"Columns":[0]}]""")]
    [InlineData(""","Properties":{"Keys":{"Kinds":"AA=="},"Values":{"Kinds":"AA=="}}""")]
    [InlineData(""","Properties":{"Keys":{"Kinds":"AQ=="}}""")]
    [InlineData(""","Locale":"xx-nowhere" """)]
    [InlineData(""","Class":"Nothing" """)]
    [InlineData(""","DisplayExpression":"no such" """)]
    public void TablesThatCannotBe(string more) => Refused(One("""{"Name":"a","Type":"Int32","Values":{"Int32s":[1]}}""", more: more));

    [Fact]
    public void BrokenConstraintsSayWhere()
    {
        var e = Refused(
            One("""{"Name":"a","Type":"Int32","Values":{"Int32s":[1,1]}}""", "UU",
                ""","Constraints":[{"Name":"key","Columns":[0],"IsPrimaryKey":true}]"""));
        Assert.Contains("Table 'T'", e.Message, StringComparison.Ordinal);
        var set = new DataSet("S");
        set.Tables.Add("P").Columns.Add("id", typeof(int));
        set.Tables.Add("C").Columns.Add("p", typeof(int));
        set.Relations.Add("r", set.Tables[0].Columns[0], set.Tables[1].Columns[0]);
        set.EnforceConstraints = false;
        set.Tables[1].Rows.Add(5);
        string json = Json.ToText(set).Replace("\"Unconstrained\":true,", "", StringComparison.Ordinal);
        var broken = Wires.RefusesJson<DataSet>(json);
        Assert.Contains("break its constraints (table 'C', row 0", broken.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void TheSetsOwnNamesCanBeMissing() => Assert.Empty(Json.FromText<DataSet>("{}").Tables);

    [Theory]
    [InlineData("""{"Tables":null}""")]
    [InlineData("""{"Tables":[null]}""")]
    [InlineData("""{"Tables":[{"Name":null}]}""")]
    [InlineData("""{"Tables":[{"Name":"a","Columns":null}]}""")]
    [InlineData("""{"Tables":[{"Name":"a"},{"Name":"A"}],"Relations":[{"Name":"r","Parent":0,"ParentColumns":[0],"Child":1,"ChildColumns":[0]}]}""")]
    [InlineData("""{"Tables":[{"Name":""}]}""")]
    [InlineData("""{"Tables":[],"Relations":[{}]}""")]
    [InlineData("""{"Name":null}""")]
    public void SetsThatCannotBe(string json) => Wires.RefusesJson<DataSet>(json);

    [Fact]
    public void ExpressionsAreBounded()
    {
        Assert.Contains("characters",
            Refused(One($$"""{"Name":"a","Type":"Int32","Expression":"{{string.Concat(Enumerable.Repeat("1+", 5000))}}1"}""")).Message,
            StringComparison.Ordinal);
        string values = string.Join(',', Enumerable.Repeat("1", 20_000));
        var time = ThreadTime.Start();
        var e = Refused(
            One($$$"""{"Name":"a","Type":"Int32","Values":{"Int32s":[{{{values}}}]}},{"Name":"b","Type":"Double","Expression":"a / Sum(a)"}""", new string('U', 20_000)));
        Assert.Contains("too long", e.Message, StringComparison.Ordinal);
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(5));
        // The deepest that is let through does not overflow the stack.
        foreach (string deep in new[] { string.Concat(Enumerable.Repeat("1+", 999)) + "1",
            new string('(', 990) + "1" + new string(')', 990), string.Concat(Enumerable.Repeat("NOT ", 490)) + "1=1",
            new string('-', 1900) + "1" })
        {
            var thread = new Thread(
                () => Survives(() => Json.FromText<DataTable>(One($$"""{"Name":"a","Type":"Int32","Expression":"{{deep}}"}""", "UU"))),
                256 * 1024);
            thread.Start();
            thread.Join();
        }
    }

    /// <summary>Each column computed of the one before: what the framework follows by recursion.</summary>
    [Fact]
    public void ChainsOfExpressionsAreBounded()
    {
        static string chain(int count) =>
            """{"Name":"c0","Type":"Int32","Values":{"Int32s":[1]}}"""
                + string.Concat(
                    Enumerable.Range(1, count).Select(i => $$""",{"Name":"c{{i}}","Type":"Int32","Expression":"c{{i - 1}}+1"}"""));
        Assert.Contains("computed columns", Refused(One(chain(1001), "U")).Message, StringComparison.Ordinal);
        string set = $$"""{"Name":"S","Tables":[{{One(chain(600), "U")}},{{One(chain(600), "U").Replace("\"Name\":\"T\"", "\"Name\":\"U\"", StringComparison.Ordinal)}}]}""";
        Assert.Contains("computed columns", Assert.Throws<WireFormatException>(() => Json.FromText<DataSet>(set)).Message,
            StringComparison.Ordinal);
        object? last = null;
        var thread = new Thread(() => last = Json.FromText<DataTable>(One(chain(1000), "U")).Rows[0][1000], 256 * 1024);
        thread.Start();
        thread.Join();
        Assert.Equal(1001, last);
    }

    [Fact]
    public void ManyConstraintsAreRefused()
    {
        string columns =
            string.Join(',', Enumerable.Range(0, 200).Select(i => $$$"""{"Name":"c{{{i}}}","Type":"Int32","Values":{"Int32s":[]}}"""));
        string constraints =
            string.Join(',', Enumerable.Range(0, 12_000).Select(i => $$"""{"Name":"k{{i}}","Columns":[{{i / 200}},{{i % 200}}]}"""));
        Assert.Contains("more than", Refused(One(columns, "", $",\"Constraints\":[{constraints}]")).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void AHugeCapacityIsNotBelieved()
    {
        string json = One("""{"Name":"a","Type":"Guid","Values":{"Guids":["11223344-5566-7788-99aa-bbccddeeff00"]}}""",
            more: ""","MinimumCapacity":2000000000""");
        Json.FromText<DataTable>(json);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var table = Json.FromText<DataTable>(json);
        Assert.Equal(50, table.MinimumCapacity);
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 1_000_000);
    }

    [Fact]
    public void ThousandsOfColumnsTakeLinearTime()
    {
        var table = new DataTable("T");
        for (int i = 0; i < 20_000; i++)
            table.Columns.Add("column" + i, typeof(int));
        table.Rows.Add();
        byte[] bytes = Compact.Serialize(table);
        var time = ThreadTime.Start();
        Assert.Equal(20_000, Compact.Deserialize<DataTable>(bytes).Columns.Count);
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(10), $"{time.Elapsed}");
    }

    /// <summary>Rows of a table are at least a byte each on the wire: no count is believed that has nothing behind it.</summary>
    [Fact]
    public void RowsWithoutColumnsCostTheirLetters()
    {
        var table = Json.FromText<DataTable>($$"""{"Name":"T","Columns":[],"States":"{{new string('A', 1000)}}"}""");
        Assert.Equal(1000, table.Rows.Count);
    }

    [Fact]
    public void DeepTablesDoNotOverflow() =>
        Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(string.Concat(Enumerable.Repeat("""[{"a":""", 50_000)), s_rows));
}
