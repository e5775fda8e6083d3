using System.Data;
using System.Text;
using Isomer.Formats;
using Isomer.Model;
using Isomer.Tabular;
using Isomer.Wire;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>The pieces of fastJSON's two forms of DataSets: its $schema, and the XSD.</summary>
public class OptimizedTablesTests
{
    static DataSet Sample()
    {
        var set = new DataSet("MyDS");
        var t1 = set.Tables.Add("T1");
        t1.Columns.Add("id", typeof(int));
        t1.Columns.Add("g", typeof(Guid));
        t1.Columns.Add("d", typeof(DateTime));
        t1.Columns.Add("b", typeof(byte[]));
        set.Tables.Add("T2").Columns.Add("only", typeof(string));
        return set;
    }

    [Fact]
    public void InfoIsTriples() => Assert.Equal(
        ["T1", "id", "System.Int32", "T1", "g", "System.Guid", "T1", "d", "System.DateTime", "T1", "b", "System.Byte[]", "T2", "only",
            "System.String"],
        OptimizedTables.Info(Sample(), false));

    [Fact]
    public void InfoIsReadBack()
    {
        foreach (bool qualified in new[] { false, true })
        {
            var copy = new DataSet();
            OptimizedTables.Make(copy, "MyDS", OptimizedTables.Info(Sample(), qualified), null);
            Assert.Null(TableDifference.Of(Sample(), copy));
        }
    }

    [Theory]
    [InlineData("System.Int32, mscorlib, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089")]
    [InlineData("System.Int32, System.Private.CoreLib")]
    [InlineData("System.Int32")]
    public void TypesOfAnyVersion(string name)
    {
        var table = new DataTable();
        OptimizedTables.Make(table, "T", ["T", "a", name], null);
        Assert.Equal(typeof(int), table.Columns["a"]!.DataType);
    }

    [Theory]
    [InlineData("System.Diagnostics.Process")]
    [InlineData("System.IO.FileInfo, System.Private.CoreLib")]
    [InlineData("System.Collections.Generic.List`1[[System.IO.FileInfo]]")]
    [InlineData(null)]
    public void OtherTypesAreRefused(string? name) =>
        Assert.Contains("neither built in nor registered",
            Assert.Throws<WireFormatException>(() => OptimizedTables.Make(new DataTable(), "T", ["T", "a", name], null)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void RegisteredTypes()
    {
        var table = new DataTable();
        OptimizedTables.Make(table, "T", ["T", "a", "System.DayOfWeek, mscorlib"],
            name => name.StartsWith("System.DayOfWeek,", StringComparison.Ordinal) ? typeof(DayOfWeek) : null);
        Assert.Equal(typeof(DayOfWeek), table.Columns["a"]!.DataType);
    }

    [Fact]
    public void BrokenInfo() =>
        Assert.Throws<WireFormatException>(() => OptimizedTables.Make(new DataSet(), "S", ["T1", "a"], null));

    [Theory]
    [InlineData("fastJSON.DatasetSchema, fastJSON, Version=2.4.0.0, Culture=neutral, PublicKeyToken=null", true)]
    [InlineData("fastJSON.DatasetSchema, fastJSON, Version=2.1.3.0, Culture=neutral, PublicKeyToken=6b75a806b86095cd", true)]
    [InlineData("fastJSON.DatasetSchema, MyApp", true)]
    [InlineData("fastJSON.DatasetSchema", true)]
    [InlineData("fastJSON.DatasetSchemas, fastJSON", false)]
    public void NamesOfTheSchema(string name, bool expected) => Assert.Equal(expected, OptimizedTables.IsSchemaName(name));

    [Fact]
    public void SchemasOfRandomSetsAreReadAsTheFrameworkReadsThem()
    {
        int read = 0;
        for (int seed = 0; seed < 60; seed++)
        {
            var set = new RandomTables(seed).Set();
            string text;
            var expected = new DataSet();
            try
            {
                text = SchemaText.Of(set);
                if (text.Contains("schemaLocation", StringComparison.Ordinal))
                    continue;
                expected.ReadXmlSchema(new StringReader(text));
            }
            catch (Exception e) when (e is not WireFormatException)
            {
                // What the framework cannot write, or not read back itself: attributes and default values of some types.
                continue;
            }
            var copy = new DataSet();
            SchemaText.Read(text, copy);
            HeldExpressions.Of(copy).Restore();
            Assert.Equal((seed, null), (seed, TableDifference.Of(expected, copy)));
            read++;
        }
        Assert.True(read > 5, $"{read}");
    }

    [Fact]
    public void SchemaOfATable()
    {
        var table = Sample().Tables[0];
        var copy = new DataTable();
        SchemaText.Read(SchemaText.Of(table), copy);
        Assert.Null(TableDifference.Of(table, copy, true));
    }

    static readonly SequenceModel s_rows = (SequenceModel)Convention.Plain.ModelOf(typeof(object[][]));

    static readonly JsonOptions s_options =
        JsonOptions.FastJson with { FastJsonRules = FastJsonRules.Default with { Types = FastJsonTypes.None, UtcDates = false } };

    static string Rows(DataTable table)
    {
        string text = Json.ToText(table, s_options);
        string before = $$"""{"{{table.TableName}}":""";
        Assert.StartsWith(before, text, StringComparison.Ordinal);
        return text[before.Length..^1];
    }

    static void ReadRows(string json, DataTable table)
    {
        var source = default(FastJsonSource);
        source.Begin(Encoding.UTF8.GetBytes(json), s_options.FastJsonProfile, s_rows);
        source.ReadRows(table, s_rows);
        source.End();
    }

    [Fact]
    public void RowsAreArrays()
    {
        var table = Sample().Tables[0];
        table.Rows.Add(1, new Guid("11223344-5566-7788-99aa-bbccddeeff00"), new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            new byte[] { 1, 2, 3 });
        table.Rows.Add(2);
        Assert.Equal("""[[1,"RDMiEWZViHeZqrvM3e7/AA==","2020-01-02T03:04:05","AQID"],[2,null,null,null]]""", Rows(table));
        var copy = table.Clone();
        ReadRows(Rows(table), copy);
        // Rows that are read are unchanged.
        table.AcceptChanges();
        Assert.Null(TableDifference.Of(table, copy, true));
    }

    /// <summary>The usual forms have a way of their own; white space leads past it.</summary>
    [Fact]
    public void CellsAreTheSameHoweverTheyAreSet()
    {
        var table = new DataTable("T");
        foreach (var type in new[] { typeof(int), typeof(string), typeof(Guid), typeof(bool) })
            table.Columns.Add(type.Name, type);
        string[][] cells =
        [
            ["0", "1", "-1", "-0", "2147483647", "-2147483648", "null", "true", "false", "\"7\""],
            ["\"\"", "\"a\"", "\"é\\n\"", "null", "5", "true", $"\"{new string('x', 5000)}\""],
            ["\"MyIRAFVEd2aImaq7zN3u/w==\"", "\"00112233-4455-6677-8899-aabbccddeeff\"", "null",
                "\"{00112233-4455-6677-8899-aabbccddeeff}\"", "\"\\u004DyIRAFVEd2aImaq7zN3u/w==\""],
            ["true", "false", "null", "1", "0", "\"yes\"", "\"OFF\""],
        ];
        var random = new Random(3);
        for (int i = 0; i < 500; i++)
        {
            string[] row = [.. cells.Select(c => c[random.Next(c.Length)])];
            var (tight, loose) = (table.Clone(), table.Clone());
            ReadRows($"[[{string.Join(',', row)}]]", tight);
            ReadRows($"[ [ {string.Join(" , ", row.Select(c => c + " "))} ] ]", loose);
            Assert.Equal(loose.Rows[0].ItemArray, tight.Rows[0].ItemArray);
            Assert.Equal(Expected(row), tight.Rows[0].ItemArray);
            // And where the text ends, an error whatever way it takes.
            string text = $"[[{string.Join(',', row)}]]";
            for (int end = text.Length - 1; end > 0; end -= 1 + (text.Length / 50))
                Assert.Throws<WireFormatException>(() => ReadRows(text[..end], table.Clone()));
        }

        static object[] Expected(string[] row) =>
        [
            row[0] switch { "null" => DBNull.Value, "true" => 1, "false" => 0,
                _ => int.Parse(row[0].Trim('"'), System.Globalization.CultureInfo.InvariantCulture) },
            row[1] switch { "null" => DBNull.Value, "5" => "5", "true" => "true",
                _ => System.Text.Json.JsonSerializer.Deserialize<string>(row[1])! },
            row[2] == "null" ? DBNull.Value : new Guid("00112233-4455-6677-8899-aabbccddeeff"),
            row[3] switch { "null" => DBNull.Value, "true" or "1" or "\"yes\"" => true, _ => false },
        ];
    }

    [Theory]
    [InlineData("[[2147483648]]")]
    [InlineData("[[1.5]]")]
    [InlineData("[[01]]")]
    [InlineData("[[1,\"MyIRAFVEd2aImaq7zN3u/w=*\"]]")]
    [InlineData("[[1,\"MyIRAFVEd2aImaq7zN3u_w==\"]]")]
    [InlineData("[[1,\"MyIRAFVEd2aImaq7zN3u/w==]]")]
    public void CellsThatAreNoneAreRefused(string json) => Assert.Throws<WireFormatException>(() => ReadRows(json, Sample().Tables[0]));

    [Fact]
    public void LongTextIsRefusedByItsLimit()
    {
        string text = Json.ToText(new DataTable("T") { Columns = { "a" }, Rows = { new string('x', 100) } }, JsonOptions.FastJson);
        var limited = JsonOptions.FastJson with { Limits = JsonOptions.FastJson.Limits with { MaxStringLength = 99 } };
        Assert.Contains("MaxStringLength", Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(text, limited)).Message,
            StringComparison.Ordinal);
        limited = limited with { Limits = limited.Limits with { MaxStringLength = 100 } };
        Assert.Equal(100, Json.FromText<DataTable>(text, limited).Rows[0][0].ToString()!.Length);
    }

    [Fact]
    public void ShortRowsAreFilledWithNulls()
    {
        var table = Sample().Tables[0];
        ReadRows("[[],[7]]", table);
        Assert.Equal([DBNull.Value, 7], table.Rows.Cast<DataRow>().Select(r => r[0]));
    }

    /// <summary>
    /// Cells and their separators are written without the sink's events: against arrays of the same values, which take them.
    /// </summary>
    [Fact]
    public void RowsOfAllTypesAreAsArraysOfTheirValuesAre()
    {
        var random = new Random(11);
        string[] texts = [.. Enumerable.Range(0, 60).Select(n => new string('x', n)),
            .. Enumerable.Range(40, 20).Select(n => new string('\u0001', n)), new('é', 300), new('\u0001', 5000), new('y', 40_000)];
        foreach (var options in new[] { JsonOptions.FastJson,
            JsonOptions.FastJson with { Escaping = JsonEscaping.Minimal,
                FastJsonRules = FastJsonRules.Default with { Base64Guids = false, UtcDates = false, Milliseconds = true } } })
        {
            foreach (var (type, make) in RandomTables.Types)
            {
                if (type.Namespace == "System.Data.SqlTypes" || type == typeof(System.Globalization.CultureInfo) || type == typeof(Uri)
                    || type == typeof(object))
                    continue;
                for (int width = 1; width < 5; width++)
                {
                    var table = new DataTable("T");
                    for (int c = 0; c < width; c++)
                        table.Columns.Add($"c{c}", c == 1 ? typeof(string) : type);
                    foreach (string text in texts)
                        table.Rows.Add(
                            [.. Enumerable.Range(0, width).Select(c => random.Next(9) == 0 ? DBNull.Value : c == 1 ? text : make(random))]);
                    object?[][] values =
                        [.. table.Rows.Cast<DataRow>().Select(r => r.ItemArray.Select(v => v is DBNull ? null : v).ToArray())];
                    string rows = Json.ToText(table, options);
                    int at = rows.IndexOf("},\"T\":", StringComparison.Ordinal) + 6;
                    Assert.Equal((type, Json.ToText(values, options)), (type, rows[at..^1]));
                }
            }
        }
    }

    [Theory]
    [InlineData("[[1,2,3,4,5]]")]
    [InlineData("[null]")]
    [InlineData("[[\"a\"]]")]
    [InlineData("[[1,\"no guid\"]]")]
    [InlineData("[[1")]
    public void BrokenRows(string json) => Assert.ThrowsAny<Exception>(() => ReadRows(json, Sample().Tables[0]));

    [Fact]
    public void RowsThatBreakAConstraint()
    {
        var table = Sample().Tables[0];
        table.PrimaryKey = [table.Columns[0]];
        var e = Assert.Throws<WireFormatException>(() => ReadRows("[[1],[2],[1]]", table));
        Assert.Contains("table 'T1'", e.Message, StringComparison.Ordinal);
        Assert.Contains("row 0", e.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void DeletedRowsAreAnErrorAtWriting()
    {
        var table = Sample().Tables[0];
        table.Rows.Add(1);
        table.AcceptChanges();
        table.Rows[0].Delete();
        Assert.Contains("deleted", Assert.Throws<NotSupportedException>(() => Rows(table)).Message, StringComparison.Ordinal);
    }

    static string Schema(string column) => $"""
        <?xml version="1.0" encoding="utf-16"?>
        <xs:schema id="S" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
          <xs:element name="S" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
            <xs:element name="T"><xs:complexType><xs:sequence>{column}</xs:sequence></xs:complexType></xs:element>
          </xs:choice></xs:complexType></xs:element>
        </xs:schema>
        """;

    [Theory]
    [InlineData("""<xs:element name="a" msdata:DataType="System.IO.FileInfo, System.Private.CoreLib" type="xs:anyType" minOccurs="0" />""",
        "FileInfo")]
    [InlineData("""<xs:element name="a" msdata:DataType="System.Collections.Generic.List`1[[System.Diagnostics.Process, System.Diagnostics.Process]], System.Private.CoreLib" type="xs:anyType" />""",
        "neither built in")]
    [InlineData("""<xs:element name="a" type="xs:int" msdata:Expression="Convert('x', 'System.Type')" />""", "Convert")]
    [InlineData("""<xs:element name="a" type="xs:int" msdata:Locale="xx-nowhere-yy" />""", "ulture")]
    [InlineData("""<xs:import schemaLocation="http://example.org/a.xsd" />""", "import")]
    [InlineData("""<xs:element name="a" type="xs:int"><xs:redefine /></xs:element>""", "none needs")]
    [InlineData("""<DataSource xmlns="urn:schemas-microsoft-com:xml-msdatasource" />""", "none needs")]
    public void HostileSchemas(string column, string word)
    {
        var e = Assert.Throws<WireFormatException>(() => SchemaText.Read(Schema(column), new DataSet()));
        Assert.Contains(word, e.Message, StringComparison.Ordinal);
        SchemaText.Read(Schema("""<xs:element name="a" type="xs:int" minOccurs="0" />"""), new DataSet());
    }

    /// <summary>
    /// Each of these, longer, took the framework minutes or overflowed its stack; the longest that is let through does not.
    /// </summary>
    [Theory]
    [InlineData("types", 9_000, 190, "name others")]
    [InlineData("bases", 3_000, 190, "name others")]
    [InlineData("simple", 60_000, 190, "name others")]
    [InlineData("columns", 9_000, 2_000, "side by side")]
    [InlineData("computed", 1_001, 900, "computed columns")]
    public void SchemasThatTheFrameworkWouldRecurseOrCompareWithoutBound(string kind, int tooMany, int most, string word)
    {
        Assert.Contains(word, Assert.Throws<WireFormatException>(() => SchemaText.Read(Of(tooMany), new DataSet())).Message,
            StringComparison.Ordinal);
        bool read = false;
        var thread = new Thread(() =>
        {
            SchemaText.Read(Of(most), new DataSet());
            read = true;
        }, 256 * 1024);
        thread.Start();
        thread.Join();
        Assert.True(read);

        string Of(int count) => kind switch
        {
            "types" =>
                Global(count,
                    "<xs:complexType name=\"A0\"><xs:sequence><xs:element name=\"x\" type=\"xs:int\" /></xs:sequence></xs:complexType>",
                    i => $"<xs:complexType name=\"A{i}\"><xs:sequence><xs:element name=\"x{i}\" type=\"A{i - 1}\" /></xs:sequence></xs:complexType>"),
            "bases" =>
                Global(count,
                    "<xs:complexType name=\"A0\"><xs:sequence><xs:element name=\"x\" type=\"xs:int\" /></xs:sequence></xs:complexType>",
                    i => $"<xs:complexType name=\"A{i}\"><xs:complexContent><xs:extension base=\"A{i - 1}\"><xs:sequence><xs:element name=\"x{i}\" type=\"xs:int\" /></xs:sequence></xs:extension></xs:complexContent></xs:complexType>"),
            "simple" =>
                Global(count, "<xs:simpleType name=\"A0\"><xs:restriction base=\"xs:string\" /></xs:simpleType>",
                    i => $"<xs:simpleType name=\"A{i}\"><xs:restriction base=\"A{i - 1}\" /></xs:simpleType>"),
            "columns" =>
                Schema(string.Concat(
                    Enumerable.Range(0, count).Select(i => $"<xs:element name=\"c{i}\" type=\"xs:int\" minOccurs=\"0\" />"))),
            _ => Schema(
                "<xs:element name=\"c0\" type=\"xs:int\" minOccurs=\"0\" />"
                    + string.Concat(
                        Enumerable.Range(1, count)
                            .Select(i =>
                                $"<xs:element name=\"c{i}\" type=\"xs:int\" msdata:ReadOnly=\"true\" msdata:Expression=\"c{i - 1}+1\" minOccurs=\"0\" />"))),
        };

        static string Global(int count, string first, Func<int, string> next) =>
            Schema($"<xs:element name=\"a\" type=\"A{count}\" />")
                .Replace("</xs:schema>", first + string.Concat(Enumerable.Range(1, count).Select(next)) + "</xs:schema>",
                    StringComparison.Ordinal);
    }

    [Fact]
    public void LongExpressionsInASchema() =>
        Assert.Throws<WireFormatException>(
            () => SchemaText.Read(
                Schema($"""<xs:element name="a" type="xs:int" msdata:Expression="{string.Concat(Enumerable.Repeat("1+", 50_000))}1" />"""),
                new DataSet()));

    [Theory]
    [InlineData("<!DOCTYPE a [<!ENTITY b \"c\">]><xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">&b;</xs:schema>")]
    [InlineData("T1")]
    [InlineData("")]
    [InlineData("<a/>")]
    public void NoSchemaAtAll(string text)
    {
        Assert.Throws<WireFormatException>(() => SchemaText.Read(text, new DataSet()));
        Assert.Throws<WireFormatException>(() => SchemaText.Read(text, new DataTable()));
    }

    [Fact]
    public void DeepSchema() =>
        Assert.Contains("deeper",
            Assert.Throws<WireFormatException>(
                () => SchemaText.Read(string.Concat(Enumerable.Repeat("<a>", 100_000)), new DataSet())).Message, StringComparison.Ordinal);
}
