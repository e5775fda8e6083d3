using System.Data;
using System.Text;
using Isomer.Cli;
using Isomer.Cli.Converting.Rows;
using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Cli;

#pragma warning disable SYSLIB0038 // both forms of the original

/// <summary>isomer convert over rows: every form into every other and back, databases among them.</summary>
public sealed class RowConversionTests
{
    static readonly RowRules s_rules = new(null, null, null, false, null, false, false, false);

    static Task<int> Convert(string from, string to, RowRules? rules = null) =>
        RowConversion.RunAsync(RowPlace.In(from, rules?.From), RowPlace.Out(to, null)!, rules ?? s_rules,
            TestContext.Current.CancellationToken);

    const string Csv = "id,name,day,paid,total,ok,key,note\r\n"
        + "1,\"Smith, \"\"Anna\"\"\",2020-01-02,2020-01-02T03:04:05.5,1.25,true,00112233-4455-6677-8899-aabbccddeeff,\r\n"
        + "-2,Köln 😀,2024-02-29,1999-12-31T23:59:59,-0.5,false,ffffffff-ffff-ffff-ffff-ffffffffffff,\"\"\r\n"
        + "9223372036854775807,\" \",,,,,,\"a\nb\"\r\n";

    /// <summary>From CSV by another form to CSV: the bytes that there were.</summary>
    [Theory]
    [InlineData("b.json")]
    [InlineData("b.ndjson")]
    [InlineData("b.xml")]
    [InlineData("b.compact")]
    [InlineData("b.tsv")]
    [InlineData("b.db")]
    public async Task Rows_go_by_another_form_and_come_back(string between)
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder["a.csv"], Csv, TestContext.Current.CancellationToken);
        var rules = s_rules with { Table = between == "b.db" ? "orders" : null, Verify = between != "b.db" };
        // A document of one table needs no name of it.
        Assert.Equal(0, await Convert(folder["a.csv"], folder[between], rules));
        Assert.Equal(0, await Convert(folder[between], folder["c.csv"], rules));
        Assert.Equal(Csv, await File.ReadAllTextAsync(folder["c.csv"], TestContext.Current.CancellationToken));
        Assert.Empty(Directory.GetFiles(folder[""], "*.part"));
    }

    /// <summary>Random tables of every type that CSV has, through every file's form, each read back and compared.</summary>
    [Fact]
    public async Task Nothing_is_lost_unsaid()
    {
        using var folder = new TemporaryFolder();
        Type[] types = [typeof(bool), typeof(byte), typeof(short), typeof(int), typeof(long), typeof(double), typeof(decimal),
            typeof(string), typeof(byte[]), typeof(Guid), typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan)];
        for (int seed = 0; seed < 40; seed++)
        {
            var random = new Random(seed);
            var table = new DataTable("T");
            for (int i = 0; i < 6; i++)
                table.Columns.Add("c" + i, types[random.Next(types.Length)]);
            for (int r = 0; r < 20; r++)
                table.Rows.Add(
                    [.. table.Columns.Cast<DataColumn>()
                        .Select(c => random.Next(6) == 0 ? DBNull.Value : RandomTables.Types[c.DataType](random))]);
            string start = folder[$"{seed}.compact"];
            await using (var file = File.Create(start))
                await Tables.WriteCompactAsync(file, table.CreateDataReader(),
                    cancellationToken: TestContext.Current.CancellationToken);
            foreach (string form in (string[])["csv", "ndjson", "json", "xml"])
                Assert.Equal(0, await Convert(start, folder[$"{seed}.{form}"], s_rules with { Verify = true }));
            Assert.Equal(0, await Convert(start, folder["all.db"], s_rules with { Table = "t" + seed }));
            Assert.Equal(0, await Convert(folder["all.db"], folder[$"{seed}.of.csv"], s_rules with { Table = "t" + seed }));
            Assert.Equal(File.ReadLines(folder[$"{seed}.csv"]).Count(), File.ReadLines(folder[$"{seed}.of.csv"]).Count());
        }
    }

    [Fact]
    public async Task Tables_of_payloads_are_rows()
    {
        using var folder = new TemporaryFolder();
        var set = new DataSet("Shop");
        var orders = set.Tables.Add("Orders");
        orders.Columns.Add("Id", typeof(int));
        orders.Rows.Add(7);
        set.Tables.Add("Empty").Columns.Add("x", typeof(string));
        File.WriteAllBytes(folder["set.compact"], Compact.Serialize(set));
        File.WriteAllBytes(folder["schema.xml"],
            DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }));
        File.WriteAllBytes(folder["plain.xml"], DataXml.Serialize(set));
#pragma warning disable SYSLIB0050
        set.RemotingFormat = SerializationFormat.Binary;
#pragma warning restore SYSLIB0050
        File.WriteAllBytes(folder["set.bin"], Nrbf.Serialize(set));
        foreach (string name in (string[])["set.compact", "schema.xml", "plain.xml", "set.bin"])
        {
            Assert.Equal(0, await Convert(folder[name], folder["out.csv"], s_rules with { Table = "Orders", Force = true }));
            Assert.Equal("Id\r\n7\r\n", File.ReadAllText(folder["out.csv"]));
            if (name == "plain.xml")
                continue;
            var error =
                await Assert.ThrowsAnyAsync<Exception>(() => Convert(folder[name], folder["out.csv"], s_rules with { Force = true }));
            Assert.Contains("'Orders'", error.Message, StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// Rows become a DiffGram and BinaryFormatter's table, as the framework writes them, and come back from where their columns are said.
    /// </summary>
    [Fact]
    public async Task Rows_go_into_DiffGrams_and_binary_tables()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], Csv);
        var stop = TestContext.Current.CancellationToken;
        var rules = s_rules with { Table = "T", Verify = true };
        Assert.Equal(0,
            await RowConversion.RunAsync(RowPlace.In(folder["a.csv"], null), RowPlace.Out(folder["b.bin"], "nrbf")!, rules, stop));
        var table = Nrbf.Deserialize<System.Data.DataTable>(File.ReadAllBytes(folder["b.bin"]));
        Assert.Equal(("T", 3, 8), (table.TableName, table.Rows.Count, table.Columns.Count));
        // The form is told by --from, and found without it.
        foreach (string? from in (string?[])["nrbf", null])
        {
            Assert.Equal(0,
                await RowConversion.RunAsync(RowPlace.In(folder["b.bin"], from), RowPlace.Out(folder["c.csv"], null)!,
                    s_rules with { Force = true }, stop));
            Assert.Equal(Csv, File.ReadAllText(folder["c.csv"]));
        }
        // Named or not, text around it is taken off.
        File.WriteAllText(folder["b.b64"], System.Convert.ToBase64String(File.ReadAllBytes(folder["b.bin"])));
        foreach (string? from in (string?[])["nrbf", null])
        {
            Assert.Equal(0,
                await RowConversion.RunAsync(RowPlace.In(folder["b.b64"], from), RowPlace.Out(folder["c.csv"], null)!,
                    s_rules with { Force = true }, stop));
            Assert.Equal(Csv, File.ReadAllText(folder["c.csv"]));
        }
        Assert.Equal(0,
            await RowConversion.RunAsync(RowPlace.In(folder["a.csv"], null), RowPlace.Out(folder["d.xml"], "diffgram")!, rules, stop));
        table.Clear();
        table.ReadXml(folder["d.xml"]);
        Assert.Equal(3, table.Rows.Count);
        Assert.Contains("without a schema",
            (await Assert.ThrowsAsync<CliException>(
                () => RowConversion.RunAsync(RowPlace.In(folder["d.xml"], "diffgram"), RowPlace.Out(folder["e.csv"], null)!, s_rules,
                    stop))).Message, StringComparison.Ordinal);
        // As a serializer writes it: the schema, and the DiffGram.
        var set = new DataSet("S");
        set.Tables.Add("Orders").Columns.Add("Id", typeof(int));
        set.Tables[0].Rows.Add(7);
        File.WriteAllBytes(folder["f.xml"], Xml.Serialize(set));
        Assert.Equal(0,
            await RowConversion.RunAsync(RowPlace.In(folder["f.xml"], "diffgram"), RowPlace.Out(folder["g.csv"], null)!, s_rules, stop));
        Assert.Equal("Id\r\n7\r\n", File.ReadAllText(folder["g.csv"]));
        ToolResult run = Tool.Run("convert", folder["a.csv"], folder["h.bin"], "--to", "nrbf");
        Assert.True(run.Code == 0, run.Error);
        Assert.Equal("Table", Nrbf.Deserialize<DataTable>(File.ReadAllBytes(folder["h.bin"])).TableName);
    }

    static Task<int> Convert(string from, string? fromForm, string to, string toForm, RowRules rules) =>
        RowConversion.RunAsync(RowPlace.In(from, fromForm), RowPlace.Out(to, toForm)!, rules, TestContext.Current.CancellationToken);

    static DataSet Edited()
    {
        var set = new DataSet("Shop");
        DataTable orders = set.Tables.Add("Orders"), lines = set.Tables.Add("Lines");
        set.Tables["Orders"]!.PrimaryKey = [orders.Columns.Add("Id", typeof(int))];
        orders.Columns.Add(new DataColumn("Day", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        orders.Columns.Add("Name", typeof(string)).MaxLength = 20;
        lines.Columns.Add("Order", typeof(int));
        lines.Columns.Add("Sum", typeof(decimal));
        set.Relations.Add(new DataRelation("OrderLines", orders.Columns["Id"]!, lines.Columns["Order"]!));
        for (int i = 0; i < 4; i++)
        {
            orders.Rows.Add(i, new DateTime(2020, 1, 2, 3, 4, i, DateTimeKind.Utc), "n" + i);
            lines.Rows.Add(i, i + 0.5m);
        }
        set.AcceptChanges();
        orders.Rows[0]["Name"] = "changed";
        orders.Rows[1].RowError = "wrong";
        orders.Rows[1].SetColumnError("Day", "late");
        lines.Rows[3].Delete();
        orders.Rows.Add(9, DBNull.Value, "new");
        return set;
    }

    /// <summary>
    /// States, original values, errors, keys and relations go from a form that has them into one that has them, and moments stay in UTC.
    /// </summary>
    [Fact]
    public async Task Whole_sets_go_into_DiffGrams_and_binary_tables()
    {
        using var folder = new TemporaryFolder();
        var set = Edited();
        File.WriteAllBytes(folder["a.compact"], Compact.Serialize(set));
        File.WriteAllBytes(folder["a.soap"], Soap.Serialize(set));
        File.WriteAllBytes(folder["a.xml"], Xml.Serialize(set));
        File.WriteAllBytes(folder["a.bin"], Nrbf.Serialize(set));
        var rules = s_rules with { Verify = true, Force = true };
        foreach (var (name, form) in ((string, string?)[])[("a.compact", null), ("a.soap", null), ("a.xml", null), ("a.xml", "diffgram"),
            ("a.bin", "nrbf"), ("a.bin", null)])
        {
            Assert.Equal(0, await Convert(folder[name], form, folder["b.bin"], "nrbf", rules));
            var back = Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder["b.bin"]));
            Assert.Equal((name, null), (name, TableDifference.Of(set, back)));
            Assert.Equal(0, await Convert(folder[name], form, folder["b.soap"], "soap", rules));
            Assert.Equal((name, null), (name, TableDifference.Of(set, Soap.Deserialize<DataSet>(File.ReadAllBytes(folder["b.soap"])))));
            Assert.Equal(0, await Convert(folder[name], form, folder["c.xml"], "diffgram", rules));
            var into = set.Clone();
            into.ReadXml(folder["c.xml"], XmlReadMode.DiffGram);
            Assert.Equal((name, null), (name, TableDifference.Of(set, into)));
            // One table of it.
            Assert.Equal(0, await Convert(folder[name], form, folder["d.bin"], "nrbf", rules with { Table = "Orders" }));
            Assert.Equal((name, null),
                (name, TableDifference.Of(set.Tables["Orders"]!, Nrbf.Deserialize<DataTable>(File.ReadAllBytes(folder["d.bin"])),
                    alone: true)));
        }
        ToolResult run = Tool.Run("convert", folder["a.compact"], folder["e.xml"], "--to", "diffgram", "--rows", "--verify");
        Assert.True(run.Code == 0 && run.Error.Contains("with their states", StringComparison.Ordinal), run.Error);
        // Compressed, and read back from there.
        Assert.Equal(0, await Convert(folder["a.compact"], null, folder["f.xml.gz"], "diffgram", rules with { Compress = "gzip" }));
        // Rows of a document are nobody's change, as those of a table that was loaded.
        File.WriteAllBytes(folder["rows.xml"], DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }));
        Assert.Equal(0, await Convert(folder["rows.xml"], null, folder["g.bin"], "nrbf", rules));
        var loaded = Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder["g.bin"]));
        Assert.Equal((5, 1, DataRowState.Unchanged),
            (loaded.Tables["Orders"]!.Rows.Count, loaded.Relations.Count, loaded.Tables["Orders"]!.Rows[0].RowState));
    }

    /// <summary>Standard input is there once, and a set on it goes whole as one in a file does, verified too.</summary>
    [Fact]
    public void Standard_input_goes_whole()
    {
        using var folder = new TemporaryFolder();
        var set = Edited();
        byte[] diffGram = DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram });
        File.WriteAllBytes(folder["a.xsd"], DataXml.WriteXmlSchema(set));
        (byte[] Input, string From,
            string[] More)[] inputs = [(Nrbf.Serialize(set), "nrbf", []), (Compact.Serialize(set), "compact", []),
                (Soap.Serialize(set), "soap", []), (diffGram, "diffgram", ["--schema", folder["a.xsd"]])];
        foreach (var (input, from, more) in inputs)
        {
            ToolResult run =
                Tool.RunWith(input, ["convert", "-", folder[from + ".bin"], "--from", from, "--to", "nrbf", "--rows", "--verify", .. more]);
            Assert.True(
                run.Code == 0 && run.Error.Contains("standard input -> ", StringComparison.Ordinal)
                    && run.Error.Contains("with their states", StringComparison.Ordinal), run.Error);
            Assert.Equal((from, null),
                (from, TableDifference.Of(set, Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder[from + ".bin"])))));
        }
        // Rows of one table, and rows alone, compared too.
        ToolResult rows =
            Tool.RunWith(Nrbf.Serialize(set), "convert", "-", folder["a.csv"], "--from", "nrbf", "--table", "Orders", "--verify");
        Assert.True(rows.Code == 0, rows.Error);
        Assert.StartsWith("Id,Day,Name\r\n0,2020-01-02T03:04:00Z,changed\r\n", File.ReadAllText(folder["a.csv"]), StringComparison.Ordinal);
    }

    /// <summary>What was written is compared with its source by its schema too: a DiffGram has neither keys nor lengths.</summary>
    [Fact]
    public async Task Whole_sets_are_verified_with_their_schemas()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder["a.bin"], Nrbf.Serialize(Edited()));
        RowPlace from = RowPlace.In(folder["a.bin"], "nrbf"), to = RowPlace.Out(folder["b.bin"], "nrbf")!;
        var whole = (await WholeTables.OfAsync(from, to, s_rules, TestContext.Current.CancellationToken))!;
        byte[] written = whole.Write();
        whole.Verify(written);
        Action<DataSet>[] changes =
        [
            static s => s.Tables["Orders"]!.Columns["Name"]!.MaxLength = 21,
            static s => s.Tables["Orders"]!.Columns["Name"]!.Caption = "another",
            static s => s.Relations[0].Nested = true,
            static s => s.Tables["Lines"]!.Columns["Sum"]!.AllowDBNull = false,
            static s => s.ExtendedProperties["a"] = "b",
        ];
        foreach (var change in changes)
        {
            var other = Edited();
            change(other);
            other.RemotingFormat = SerializationFormat.Binary;
            Assert.Equal(ExitCode.Lossy, Assert.Throws<CliException>(() => whole.Verify(Nrbf.Serialize(other))).Code);
        }
        // Extended properties have no order: many of them stand in as many orders in two tables.
        var forth = Edited();
        var reversed = Edited();
        for (int i = 0; i < 50; i++)
        {
            forth.Tables["Orders"]!.ExtendedProperties[$"p{i}"] = "v";
            reversed.Tables["Orders"]!.ExtendedProperties[$"p{49 - i}"] = "v";
        }
        (forth.RemotingFormat, reversed.RemotingFormat) = (SerializationFormat.Binary, SerializationFormat.Binary);
        File.WriteAllBytes(folder["p.bin"], Nrbf.Serialize(forth));
        (await WholeTables.OfAsync(RowPlace.In(folder["p.bin"], "nrbf"), to, s_rules, TestContext.Current.CancellationToken))!
            .Verify(Nrbf.Serialize(reversed));
        // Sets of all kinds pass where they are the same.
        int passed = 0;
        for (int seed = 0; seed < 120; seed++)
        {
            var set = new RichTables(new Random(seed),
                [.. BinaryTablesTests.Types.Where(static t => t != typeof(System.Data.SqlTypes.SqlString))]).Set();
            if (Record.Exception(() => File.WriteAllBytes(folder["r.bin"], Nrbf.Serialize(set))) is not null
                || await Record.ExceptionAsync(
                    () => WholeTables.OfAsync(RowPlace.In(folder["r.bin"], "nrbf"), to, s_rules,
                        TestContext.Current.CancellationToken)) is not null
                || await WholeTables.OfAsync(RowPlace.In(folder["r.bin"], "nrbf"), to, s_rules,
                    TestContext.Current.CancellationToken) is not { } any)
                continue;
            // Halves of characters are refused.
            byte[] bytes = [];
            if (Record.Exception(() => bytes = any.Write()) is NotSupportedException)
                continue;
            // What is refused is another set.
            var error = Record.Exception(() => any.Verify(bytes));
            DataSet? back = null;
            _ = Record.Exception(() => back = Nrbf.Deserialize<DataSet>(bytes));
            bool isSame = back is not null
                && TableDifference.Of(Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder["r.bin"]))!, back) is null;
            Assert.True(error is null || !isSame, $"{seed}: {error}");
            passed += isSame ? 1 : 0;
        }
        Assert.True(passed > 40, $"{passed}");
    }

    /// <summary>A set of a class that is not known here goes as rows, which is told; with its class it goes whole.</summary>
    [Fact]
    public async Task Sets_of_a_class_go_whole_with_it()
    {
        using var folder = new TemporaryFolder();
        var set = new TableXmlTests.Generated();
        set.Tables[0].Rows.Add(7, "Ann");
        set.AcceptChanges();
        set.Tables[0].Rows[0]["Name"] = "Bea";
        File.WriteAllBytes(folder["a.bin"], Nrbf.Serialize(set));
        Assert.Equal(0, await Convert(folder["a.bin"], "nrbf", folder["b.xml"], "diffgram", s_rules with { Table = "Customers" }));
        Assert.DoesNotContain("hasChanges", File.ReadAllText(folder["b.xml"]), StringComparison.Ordinal);
        Assert.Equal(0,
            await Convert(folder["a.bin"], "nrbf", folder["c.xml"], "diffgram",
                s_rules with { Type = typeof(TableXmlTests.Generated), Verify = true }));
        Assert.Contains("hasChanges=\"modified\"", File.ReadAllText(folder["c.xml"]), StringComparison.Ordinal);
        // Without its schema in the payload its rows are read with the class, and refused without.
        set.SchemaSerializationMode = SchemaSerializationMode.ExcludeSchema;
        File.WriteAllBytes(folder["d.bin"], Nrbf.Serialize(set));
        Assert.Equal(0,
            await Convert(folder["d.bin"], "nrbf", folder["e.csv"], "csv", s_rules with { Type = typeof(TableXmlTests.Generated) }));
        Assert.Equal("Id,Name,Twice\r\n7,Bea,14\r\n", File.ReadAllText(folder["e.csv"]));
        Assert.Contains("ExcludeSchema",
            (await Assert.ThrowsAsync<WireFormatException>(
                () => Convert(folder["d.bin"], "nrbf", folder["f.csv"], "csv", s_rules with { Table = "Customers" }))).Message,
                    StringComparison.Ordinal);
    }

    /// <summary>A DiffGram does not say its columns: a schema says them, a class, or they are inferred.</summary>
    [Fact]
    public async Task A_DiffGram_alone_is_read_where_its_columns_are_said()
    {
        using var folder = new TemporaryFolder();
        var set = Edited();
        File.WriteAllBytes(folder["a.xml"], DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram }));
        File.WriteAllBytes(folder["a.xsd"], DataXml.WriteXmlSchema(set));
        const string Rows = "Id,Day,Name\r\n0,2020-01-02T03:04:00Z,changed\r\n1,2020-01-02T03:04:01Z,n1\r\n2,2020-01-02T03:04:02Z,n2\r\n3,2020-01-02T03:04:03Z,n3\r\n9,,new\r\n";
        var rules = s_rules with { Table = "Orders", Force = true };
        Assert.Equal(0, await Convert(folder["a.xml"], "diffgram", folder["b.csv"], "csv", rules with { Schema = folder["a.xsd"] }));
        Assert.Equal(Rows, File.ReadAllText(folder["b.csv"]));
        Assert.Equal(0, await Convert(folder["a.xml"], "diffgram", folder["b.csv"], "csv", rules with { Schema = "infer" }));
        Assert.Equal(Rows, File.ReadAllText(folder["b.csv"]));
        // As the framework infers it: all are texts.
        Assert.Equal(0, await Convert(folder["a.xml"], "diffgram", folder["b.ndjson"], "ndjson", rules with { Schema = "infer" }));
        Assert.StartsWith("{\"Id\":\"0\",", File.ReadAllText(folder["b.ndjson"]), StringComparison.Ordinal);
        // The set as a whole.
        Assert.Equal(0,
            await Convert(folder["a.xml"], "diffgram", folder["c.bin"], "nrbf", s_rules with { Schema = folder["a.xsd"], Verify = true }));
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder["c.bin"]))));
        Assert.Contains("--schema",
            (await Assert.ThrowsAsync<CliException>(() => Convert(folder["a.xml"], "diffgram", folder["d.csv"], "csv", rules))).Message,
            StringComparison.Ordinal);
        Assert.Contains("no class of DataSet",
            (await Assert.ThrowsAsync<CliException>(
                () => Convert(folder["a.xml"], "diffgram", folder["d.csv"], "csv", rules with { Type = typeof(string) }))).Message,
                    StringComparison.Ordinal);
        Assert.Contains("give one of them",
            (await Assert.ThrowsAsync<CliException>(
                () => Convert(folder["a.xml"], "diffgram", folder["d.csv"], "csv",
                    rules with { Type = typeof(DataSet), Schema = "infer" }))).Message, StringComparison.Ordinal);
        // More names than a schema is inferred of.
        string many = string.Concat(Enumerable.Range(0, 1500).Select(static i => $"<c{i}>1</c{i}>"));
        File.WriteAllText(folder["many.xml"],
            $"<diffgr:diffgram xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><S><T>{many}</T></S></diffgr:diffgram>");
        Assert.Contains("nfer",
            (await Assert.ThrowsAsync<WireFormatException>(
                () => Convert(folder["many.xml"], "diffgram", folder["d.csv"], "csv", s_rules with { Schema = "infer" }))).Message,
                    StringComparison.Ordinal);
        ToolResult run = Tool.Run("convert", folder["a.xml"], "-", "--from", "diffgram", "--to", "csv", "--table", "Orders", "--schema",
            folder["a.xsd"]);
        Assert.Equal((0, Rows), (run.Code, run.Output));
    }

    /// <summary>A database's moments are in UTC; as dates they would be loaded as local ones of no zone.</summary>
    [Fact]
    public void Moments_of_a_database_keep_that_they_are_in_UTC()
    {
        var table = new DataTable("T");
        table.Columns.Add("at", typeof(DateTime));
        table.Rows.Add(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Unspecified));
        table.Rows.Add(DBNull.Value);
        using var rows = new DocumentRows(new OfServer(table.CreateDataReader()));
        Assert.Equal(typeof(DateTimeOffset), rows.GetFieldType(0));
        Assert.True(rows.Read());
        Assert.Equal(new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero), rows.GetValue(0));
        Assert.True(rows.Read());
        Assert.IsType<DBNull>(rows.GetValue(0));
    }

    sealed class OfServer(DataTableReader rows) : RowsAround(rows)
    {
        public override string GetDataTypeName(int ordinal) => "timestamp with time zone";
    }

    static async Task<CliException> Refused(string from, string to, RowRules rules) =>
        await Assert.ThrowsAsync<CliException>(() => Convert(from, to, rules));

    [Fact]
    public async Task What_cannot_be_is_told()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], "id\n1\n");
        Assert.Contains("--table", (await Refused(folder["a.csv"], folder["a.db"], s_rules)).Message, StringComparison.Ordinal);
        Assert.Equal(0, await Convert(folder["a.csv"], folder["a.db"], s_rules with { Table = "t" }));
        Assert.Contains("--append", (await Refused(folder["a.csv"], folder["a.db"], s_rules with { Table = "t" })).Message,
            StringComparison.Ordinal);
        Assert.Equal(0, await Convert(folder["a.csv"], folder["a.db"], s_rules with { Table = "t", Appends = true }));
        Assert.Equal(0,
            await Convert(folder["a.db"], folder["b.csv"], s_rules with { Query = "select count(*) as n, sum(id) as s from t" }));
        Assert.Equal("n,s\r\n2,2\r\n", File.ReadAllText(folder["b.csv"]));
        Assert.Contains("--force", (await Refused(folder["a.csv"], folder["b.csv"], s_rules)).Message, StringComparison.Ordinal);
        Assert.Contains("no such table", (await Refused(folder["a.db"], folder["c.csv"], s_rules with { Table = "nowhere" })).Message,
            StringComparison.Ordinal);
        Assert.Contains("give one", (await Refused(folder["a.db"], folder["c.csv"], s_rules)).Message, StringComparison.Ordinal);
        File.WriteAllText(folder["bad.csv"], "id,b\n1\n");
        await Assert.ThrowsAsync<WireFormatException>(() => Convert(folder["bad.csv"], folder["c.ndjson"]));
        Assert.False(File.Exists(folder["c.ndjson"]));
        Assert.Empty(Directory.GetFiles(folder[""], "*.part"));
        // A failure within a table leaves the database as it was.
        File.WriteAllText(folder["late.ndjson"], string.Concat(Enumerable.Repeat("{\"a\":1}\n", 3000)) + "{\"a\":[1]}\n");
        await Assert.ThrowsAsync<WireFormatException>(
            () => Convert(folder["late.ndjson"], folder["a.db"], s_rules with { Table = "late" }));
        Assert.Contains("no such table", (await Refused(folder["a.db"], folder["c.csv"], s_rules with { Table = "late" })).Message,
            StringComparison.Ordinal);
    }

    /// <summary>The tool itself: what a folder, a value and rows are is told apart by what is given.</summary>
    [Fact]
    public void The_command_takes_rows()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], "id;name\n1;a\n");
        ToolResult run = Tool.Run("convert", folder["a.csv"], "-", "--to", "ndjson", "--separator", ";");
        Assert.Equal((0, "{\"id\":1,\"name\":\"a\"}\n"), (run.Code, run.Output));
        run = Tool.RunWith("[{\"id\":1},{\"id\":2}]", "convert", "-", folder["b.csv"], "--from", "json");
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("2 rows", run.Error, StringComparison.Ordinal);
        Assert.Equal("id\r\n1\r\n2\r\n", File.ReadAllText(folder["b.csv"]));
        // Without a word of rows JSON is a value, as ever.
        run = Tool.RunWith("[{\"id\":1}]", "convert", "-", "-", "--to", "xml");
        Assert.DoesNotContain("rows", run.Error, StringComparison.Ordinal);
        Assert.Equal(2, Tool.Run("convert", folder["a.csv"], folder["a.unknown"]).Code);
    }

    [Fact]
    public async Task A_server_takes_and_gives_rows()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], Csv);
        var connection = new Npgsql.NpgsqlConnectionStringBuilder(server.Connection);
        string url = $"postgres://{connection.Username}:{connection.Password}@{connection.Host}:{connection.Port}/{connection.Database}";
        server.Execute("create schema if not exists isomer_rows; drop table if exists isomer_rows.orders");
        var rules = s_rules with { Table = "isomer_rows.orders" };
        Assert.Equal(0, await Convert(folder["a.csv"], url, rules));
        Assert.Contains("--append", (await Refused(folder["a.csv"], url, rules)).Message, StringComparison.Ordinal);
        Assert.Equal(0, await Convert(url, folder["b.csv"], rules));
        Assert.Equal(Csv, File.ReadAllText(folder["b.csv"]));
        ToolResult run = Tool.Run("convert", "--from", url, "--query", "select sum(total) as total, count(*) as n from isomer_rows.orders",
            "-", "--to", "csv");
        Assert.Equal((0, "total,n\r\n0.75,3\r\n"), (run.Code, run.Output));
        // Every type, by COPY and back.
        var table = new DataTable();
        Type[] types = [typeof(bool), typeof(short), typeof(int), typeof(long), typeof(float), typeof(double), typeof(decimal),
            typeof(string), typeof(byte[]), typeof(Guid), typeof(DateTime), typeof(DateOnly), typeof(TimeSpan)];
        foreach (Type type in types)
            table.Columns.Add(type.Name, type);
        table.Rows.Add(true, (short)-1, 2, -3L, 1.5f, 1e-300, 1.50m, "ä\n", new byte[] { 1, 255 }, Guid.AllBitsSet,
            new DateTime(2020, 1, 2, 3, 4, 5, 123), new DateOnly(2020, 2, 29), TimeSpan.FromMilliseconds(-12345));
        table.Rows.Add([.. types.Select(_ => (object)DBNull.Value)]);
        await using (var file = File.Create(folder["all.compact"]))
            await Tables.WriteCompactAsync(file, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        Assert.Equal(0, await Convert(folder["all.compact"], url, s_rules with { Table = "every type" }));
        Assert.Equal(0, await Convert(url, folder["back.compact"], s_rules with { Table = "every type" }));
        await using var before = await Tables.ReadCompactAsync(File.OpenRead(folder["all.compact"]),
            cancellationToken: TestContext.Current.CancellationToken);
        await using var after = await Tables.ReadCompactAsync(File.OpenRead(folder["back.compact"]),
            cancellationToken: TestContext.Current.CancellationToken);
        while (before.Read())
        {
            Assert.True(after.Read());
            for (int i = 0; i < types.Length; i++)
            {
                Assert.Equal(before.GetFieldType(i), after.GetFieldType(i));
                Assert.True(RowText.AreSame(before.GetValue(i), after.GetValue(i)),
                    $"{types[i]}: {before.GetValue(i)} became {after.GetValue(i)}");
            }
        }
        Assert.False(after.Read());
    }

    [Theory]
    [InlineData("postgres://u:p%40ss@host:5433/shop?sslmode=verify-full&application_name=x",
        "Host=host;Port=5433;Username=u;Password=p@ss;Database=shop;SSL Mode=VerifyFull;Application Name=x")]
    [InlineData("postgresql://host/shop", "Host=host;Port=5432;Database=shop")]
    [InlineData("postgres://host/shop?user=u&application_name=my-app&sslmode=require", "Host=host;Port=5432;Database=shop;Username=u;Application Name=my-app;SSL Mode=Require")]
    [InlineData("Host=a;Database=b", "Host=a;Database=b")]
    public void Addresses_are_connections(string address, string connection)
    {
        var (expected, made) = (new Npgsql.NpgsqlConnectionStringBuilder(connection),
            new Npgsql.NpgsqlConnectionStringBuilder(PostgresUrl.ToConnection(address)));
        Assert.Equal(
            (expected.Host, expected.Port, expected.Username, expected.Password, expected.Database, expected.SslMode,
                expected.ApplicationName),
                    (made.Host, made.Port, made.Username, made.Password, made.Database, made.SslMode, made.ApplicationName));
        Assert.Contains("nonsense", Assert.Throws<CliException>(() => PostgresUrl.ToConnection("postgres://h/d?nonsense=1")).Message,
            StringComparison.Ordinal);
    }
}
