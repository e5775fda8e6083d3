using System.Collections;
using System.Data;
using System.Net;
using System.Text;
using Isomer.Cli;
using Isomer.Cli.Lab.Contestants;
using Isomer.Cli.Lab.Data;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Isomer.Cli.Payloads;
using Isomer.Measuring;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// The lab over what people bring: rows of any query, types of their own, files as they have them; and what it says where that cannot be
/// measured.
/// </summary>
[BeginsEarly]
[JudgedAlone("races of contestants")]
public sealed class LabOwnDataTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static QueryRows Read(params (string Name, Type Type, object?[] Values)[] columns)
    {
        var table = new DataTable();
        foreach (var (name, type, _) in columns)
            table.Columns.Add(new DataColumn("c" + table.Columns.Count, type) { Caption = name });
        for (int i = 0; i < columns[0].Values.Length; i++)
            table.Rows.Add([.. columns.Select(c => c.Values[i] ?? DBNull.Value)]);
        using DataTableReader reader = table.CreateDataReader();
        return QueryRows.Read(reader);
    }

    /// <summary>Each column by itself: as it is, as something near it, or left out; always with the reason.</summary>
    [Fact]
    public void Columns_are_carried_or_left_out_one_by_one()
    {
        QueryRows rows = Read(
            ("id", typeof(int), [1, 2]), ("day", typeof(DateOnly), [new DateOnly(2024, 1, 2), null]),
            ("hour", typeof(TimeOnly), [new TimeOnly(3, 4), new TimeOnly(5, 6)]),
            ("address", typeof(IPAddress), [IPAddress.Loopback, null]), ("tags", typeof(string[]), [new[] { "a" }, Array.Empty<string>()]),
            ("bits", typeof(BitArray), [new BitArray([true, false]), null]),
            ("mixed", typeof(object), [1, "x"]), ("link", typeof(Uri), [new Uri("http://localhost"), null]));
        Assert.Equal(["c0", "c1", "c2", "c3", "c4", "c5", "c6"], rows.Columns.Select(c => c.Name));
        Assert.Equal([typeof(int), typeof(DateTime), typeof(TimeSpan), typeof(string), typeof(string[]), typeof(string), null],
            rows.Columns.Select(c => c.Type));
        Assert.Equal([1, new DateTime(2024, 1, 2), new TimeSpan(3, 4, 0), "127.0.0.1", "10", 1], rows.Rows[0].Where((_, i) => i != 4));
        Assert.Equal([(true, true), (true, true), (true, true), (true, true), (true, false), (true, true), (false, false)],
            rows.Columns.Select(c => (c.IsInRecord, c.IsInSet)));
        Assert.Collection(rows.Notes,
            n => Assert.Equal("column c1 (DateOnly) goes as DateTime: most contestants have no DateOnly.", n),
            n => Assert.Equal("column c2 (TimeOnly) goes as TimeSpan: most contestants have no TimeOnly.", n),
            n => Assert.Equal("column c3 (IPAddress) goes as String: no contestant has the type IPAddress.", n),
            n => Assert.StartsWith("column c4 (String[]) goes in rows and records; the DataSet is without it", n, StringComparison.Ordinal),
            n => Assert.StartsWith("column c5 (BitArray) goes as String", n, StringComparison.Ordinal),
            n => Assert.StartsWith("column c6 (Object) goes in rows of object alone: its values are of several types (Int32, String)", n,
                StringComparison.Ordinal),
            n => Assert.Equal("column c7 (Uri) is left out: hardly any contestant has the type Uri.", n));
        Assert.Equal(["c0", "c1", "c2", "c3", "c5"], rows.ToDataSet().Tables[0].Columns.Cast<DataColumn>().Select(c => c.ColumnName));
    }

    /// <summary>
    /// A class as people write it: a property for each column in its type, nullable only where there are nulls; every serializer finds its
    /// members.
    /// </summary>
    [Fact]
    public void A_record_type_is_made_of_the_columns()
    {
        QueryRows rows = Read(("id", typeof(int), [1, 2]), ("price", typeof(decimal), [1.50m, null]),
            ("name", typeof(string), [null, "Köln"]), ("mixed", typeof(object), [1, "x"]));
        IList records = RecordType.Of(rows);
        Type row = records.GetType().GetGenericArguments()[0];
        Assert.Equal([("c0", typeof(int)), ("c1", typeof(decimal?)), ("c2", typeof(string))],
            row.GetProperties().Select(p => (p.Name, p.PropertyType)));
        const string Expected = """[{"c0":1,"c1":1.50,"c2":null},{"c0":2,"c1":null,"c2":"Köln"}]""";
        Assert.Equal(Expected,
            Encoding.UTF8.GetString(
                Json.Serialize(records, records.GetType(), JsonOptions.Default with { Escaping = JsonEscaping.Relaxed })));
        Assert.Equal(Expected,
            System.Text.Json.JsonSerializer.Serialize(records, records.GetType(),
                new System.Text.Json.JsonSerializerOptions
                { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping }));
        Assert.Contains("<c2>Köln</c2>", Encoding.UTF8.GetString(ContractXml.Format.Serialize(records, records.GetType())),
            StringComparison.Ordinal);
        Assert.True(row.IsDefined(typeof(SerializableAttribute), false) && row.IsPublic && !row.Assembly.IsDynamic);
    }

    /// <summary>
    /// A query's own names, twice the same among them, and rows of three kinds of race; the reasons stand on the console.
    /// </summary>
    [Fact]
    public void Rows_of_a_query_race_as_records_rows_and_a_DataSet()
    {
        using (var connection = new SqliteConnection($"Data Source={_folder["shop.db"]};Pooling=False"))
        {
            connection.Open();
            using SqliteCommand command = connection.CreateCommand();
            command.CommandText =
                "create table t (id int, name text, at datetime); insert into t values (1, 'x', '2024-01-02'), (2, null, null)";
            command.ExecuteNonQuery();
        }
        string[] quick = ["--db", _folder["shop.db"], "--seconds", "0.05", "--launches", "0", "--link", "none", "--out", _folder["out"],
            "--seed", "3"];
        ToolResult run = Tool.Run(
            ["lab", "--query", "select a.*, b.id, count(*) as \"how many\" from t a join t b on a.id = b.id group by a.id", "--only",
                "Isomer Json", "--only", "Json.NET", "--only", "DataSet.WriteXml", .. quick]);
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("column 4 ('id') is called id_2: there is one of this name already.", run.Error, StringComparison.Ordinal);
        Assert.Contains("column 5 ('how many') is called how_many: a member's name has letters, digits and _.", run.Error,
            StringComparison.Ordinal);
        LabResults results = LabResults.Load(_folder["out"]);
        Assert.Equal(["records/query", "rows/query", "dataset/query"], results.Cases.Select(c => c.Id));
        Assert.All(results.Cases.First().Entrants, e => Assert.Null(e.Reason));
        Assert.StartsWith("\n2 records (records/query):", run.Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);

        ToolResult none = Tool.Run(["lab", "--query", "select * from t where id > 9", .. quick]);
        Assert.Equal(2, none.Code);
        Assert.EndsWith("isomer: The query has no rows: there is nothing to measure.", none.Error.TrimEnd(), StringComparison.Ordinal);
    }

    /// <summary>What PostgreSQL has and serializers have not, by its address as people write it.</summary>
    [Fact]
    public void Columns_of_PostgreSQL_go_one_by_one()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        server.Execute("create type pair_of_lab as (x int, y text)");
        const string Query = "select '(1,x)'::pair_of_lab as c, '24:00'::time as z, 1 as id, inet '10.0.0.1' as a, int4range(1, 5) as r, array[1,2] as n, jsonb '{\"x\":1}' as j, timestamptz '2024-01-02 03:04:05+00' as t, point(1,2) as p, array[1,null] as h, interval '1 month' as i";
        var notes = new List<string>();
        using LabData data = LabData.Query(Converting.UrlOf(server.Connection), Query, notes.Add);
        IList records = data.Records();
        Assert.Equal(["id", "a", "r", "n", "j", "t", "p"], records.GetType().GetGenericArguments()[0].GetProperties().Select(p => p.Name));
        object?[] row = Assert.Single(data.Rows());
        Assert.Equal([1, "10.0.0.1", "[1,5)"], row[..3]);
        Assert.Equal("{\"x\": 1}", row[4]);
        Assert.Equal(["c", "z", "a", "r", "n", "p", "h", "i"], notes.Select(n => n.Split(' ')[1]));
        Assert.Contains("column h (integer[]) is left out: the driver cannot read it", string.Join('\n', notes), StringComparison.Ordinal);
        Assert.Equal(["id", "a", "r", "j", "t", "p"], data.Wide(9).Tables[0].Columns.Cast<DataColumn>().Select(c => c.ColumnName));
    }

    /// <summary>
    /// Of a column with values of several types each is looked at: an array of two dimensions put five of six contestants out.
    /// </summary>
    [Fact]
    public void One_of_several_types_that_nobody_has_leaves_the_column_out()
    {
        using var table = new DataTable { Columns = { { "a", typeof(object) }, { "b", typeof(object) } } };
        table.Rows.Add(1, new int[1, 1]);
        table.Rows.Add("x", new[] { 1 });
        using DataTableReader reader = table.CreateDataReader();
        QueryRows rows = QueryRows.Read(reader);
        Assert.Equal(["a"], rows.Columns.Select(c => c.Name));
        Assert.Contains("is left out: hardly any contestant has the type Int32[,].", rows.Notes[^1], StringComparison.Ordinal);
    }

    /// <summary>
    /// An array in a cell stands behind object: serializers are told of its type, or one such column would put them all out.
    /// </summary>
    [Fact]
    public void An_array_in_a_row_does_not_put_contestants_out()
    {
        List<object?[]> plain = [[1, "a", null], [2, null, "b"]], arrays = [[1, "a", new[] { 1, 2 }], [2, null, new[] { "x", "y" }]];
        string[] Carried(List<object?[]> rows)
        {
            var @case = new LabCase<List<object?[]>> { Id = "rows/query", Title = "rows", Rows = rows.Count, Value = rows };
            return [.. LabPeers.All.Where(p => p.TakesPart(@case)).Select(p => @case.Enter(p))
                .Where(e => e.Contestant is not null && new Entry(e.Contestant).Failure is null).Select(e => e.Peer.Name)];
        }
        // An array of ContractJson behind object does not say what its items are, there as here: it comes back as object[].
        Assert.Equal(["Isomer ContractJson", "DataContractJsonSerializer"], Carried(plain).Except(Carried(arrays)));
    }

    static class Converting
    {
        public static string UrlOf(string connection)
        {
            var parts = new Npgsql.NpgsqlConnectionStringBuilder(connection);
            return $"postgres://{parts.Username}{(parts.Password is { Length: > 0 } password ? ":" + Uri.EscapeDataString(password) : "")}@{parts.Host}:{parts.Port}/{parts.Database}";
        }
    }

    internal static string Own(string file, Type? type = null, JsonOptions? json = null, Action<string>? say = null, string? from = null)
    {
        (Type read,
            object value) =
                OwnType.Read(Payload.Read(file), type ?? typeof(PayloadCommandTests.Sample), from, json, say ?? (s => Assert.Fail(s)));
        return Encoding.UTF8.GetString(Json.Serialize(value, read));
    }

    /// <summary>Lines by their name or by what is in them; of a line's type, or of the list's.</summary>
    [Fact]
    public void Lines_of_JSON_are_a_list()
    {
        const string Lines = "{\"Id\":1,\"Name\":\"a\"}\n\n{\"Id\":2,\"Name\":\"b\"}\r\n",
            List = """[{"Id":1,"Name":"a"},{"Id":2,"Name":"b"}]""";
        Assert.Equal(List, Own(_folder.Write("a.ndjson", Lines)));
        Assert.Equal(List, Own(_folder.Write("a.txt", Lines)));
        Assert.Equal(List, Own(_folder.Write("b.txt", Lines), typeof(List<PayloadCommandTests.Sample>)));
        Assert.Equal(List, Own(_folder.Write("c.txt", List), typeof(PayloadCommandTests.Sample[])));
        Assert.Equal("""[{"Id":1,"Name":null}]""", Own(_folder.Write("one.jsonl", """{"Id":1}""")));
        Assert.Equal("List<Sample>", OwnType.NameOf(typeof(List<PayloadCommandTests.Sample>)));
        CliException broken = Assert.Throws<CliException>(() => Own(_folder.Write("bad.ndjson", "{\"Id\":1}\n{\"Id\":\"x\"}\n")));
        Assert.Equal(ExitCode.Corrupt, broken.Code);
        Assert.Contains("line 2", broken.Message, StringComparison.Ordinal);
    }

    /// <summary>ASP.NET's JSON is no empty object: it is read as it was asked for, and what the type has not is told.</summary>
    [Fact]
    public void Json_of_others_is_read_as_it_is()
    {
        string web = _folder.Write("web.json", """{"id":7,"name":"x"}"""), relaxed = _folder.Write("five.json", "{Id: 7, Name: 'x',}");
        CliException empty = Assert.Throws<CliException>(() => Own(web));
        Assert.Equal(ExitCode.Usage, empty.Code);
        Assert.Contains("has no member for anything in ", empty.Message, StringComparison.Ordinal);
        Assert.Contains("($.id, $.name). --web", empty.Message, StringComparison.Ordinal);
        foreach (JsonOptions options in (JsonOptions[])[JsonOptions.Web, JsonOptions.Default with { IgnoreCase = true },
            JsonOptions.Default with { Naming = JsonNaming.Camel }])
            Assert.Equal("""{"Id":7,"Name":"x"}""", Own(web, json: options));
        Assert.Equal("""{"Id":7,"Name":"x"}""", Own(relaxed, json: JsonOptions.Default with { Leniency = JsonLeniency.Json5 }));
        var said = new List<string>();
        Assert.Equal("""{"Id":7,"Name":null}""", Own(_folder.Write("part.json", """{"Id":7,"name":"x"}"""), say: said.Add));
        Assert.Contains("Sample has no member for $.name of ", Assert.Single(said), StringComparison.Ordinal);
        string[] asked = ["lab", typeof(PayloadCommandTests).Assembly.Location, "--type", typeof(PayloadCommandTests.Sample).FullName!,
            "--seconds", "0.1", "--launches", "0", "--link", "none", "--only", "Isomer Json", "-q", "--out", _folder["out"]];
        foreach (string[] option in (string[][])[["--data", web, "--web"], ["--data", web, "--naming", "camel"],
            ["--data", _folder.Write("both.json", "{id: 7, name: 'x',}"), "--ignore-case", "--lenient"]])
        {
            ToolResult run = Tool.Run([.. asked, .. option]);
            Assert.True(run.Code == 0, run.Error);
        }
    }

    public static class Factories
    {
        public static object Throws() => throw new InvalidOperationException("the server is away");

        public static object? Nothing() => null;

        public static T Of<T>() where T : new() => new();

        public static object Both() => throw new InvalidOperationException("the one that is not generic");

        public static object Both<T>() => typeof(T);

        public static object Ends()
        {
            Environment.Exit(0);
            return "";
        }

        public static object Cycle()
        {
            var itself = new Cyclic();
            return itself.Next = itself;
        }
    }

    /// <summary>Neither XmlSerializer nor Xml carries it.</summary>
    public sealed class Cyclic
    {
        public Cyclic? Next { get; set; }
    }

    /// <summary>What cannot be measured is told in a sentence, with a code that a CI run notices, and no trace.</summary>
    [Theory]
    [InlineData(2, "Factories.Throws threw InvalidOperationException: the server is away", "@", "--factory", "#.Throws")]
    [InlineData(2, "gave null", "@", "--factory", "#.Nothing")]
    [InlineData(2, "Factories.Of is generic, and nothing says of which type", "@", "--factory", "#.Of")]
    [InlineData(2, "the one that is not generic", "@", "--factory", "#.Both")]
    [InlineData(2, "ended the process (Environment.Exit) before the command was done", "@", "--factory", "#.Ends")]
    [InlineData(2, "has no static method 'Missing'", "@", "--factory", "#.Missing")]
    [InlineData(2, "--scenario names what the lab brings along", "@", "--factory", "#.Throws", "--scenario", "rows")]
    [InlineData(2, "--only Nothing: no contestant's name contains that; there are Isomer Json", "--only", "Nothing")]
    [InlineData(2, "Either an assembly or --db", "@", "--db", "x.db", "--query", "select 1")]
    [InlineData(2, "--db and --query go together", "--db", "x.db")]
    [InlineData(2, "--seconds: a number above 0", "--seconds", "-1")]
    [InlineData(2, "There is no file", "compare", "/no/such/results.json", "/no/such/results.json")]
    [InlineData(2, "There is no file", "report", "/no/such/results.json")]
    public void What_cannot_be_measured_is_told(int code, string said, params string[] arguments)
    {
        ToolResult run = Tool.Run(
            ["lab", .. arguments.Select(
                a => a.Replace("@", typeof(Factories).Assembly.Location, StringComparison.Ordinal)
                    .Replace("#", typeof(Factories).FullName, StringComparison.Ordinal))]);
        Assert.Equal(code, run.Code);
        Assert.StartsWith("isomer: ", run.Error, StringComparison.Ordinal);
        Assert.Contains(said, run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
    }

    /// <summary>Before the race: after it all that was measured would be lost. What was not there is not made.</summary>
    [Fact]
    public void Where_no_results_can_be_written_is_told_before_the_run()
    {
        string file = _folder.Write("file", "x");
        foreach (string place in (string[])[file, Path.Combine(file, "in"), "/proc/isomer-lab", "/dev/null"])
        {
            if (place[0] == '/' && place.Length < 20 && !OperatingSystem.IsLinux())
                continue;
            ToolResult run = Tool.Run("lab", "-s", "messages", "--only", "Compact", "--seconds", "60", "--out", place);
            Assert.Equal(2, run.Code);
            Assert.StartsWith($"isomer: --out {place}: no results can be written there: ", run.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("seed", run.Error, StringComparison.Ordinal);
        }
        Isomer.Cli.Lab.Results.ResultFiles.RefuseUnlessWritable(_folder["new/deep/er"]);
        Assert.Equal(["file"], Directory.GetFileSystemEntries(_folder.Path).Select(Path.GetFileName));
    }

    /// <summary>Of a process that something within ended there are no figures, which is no fault of the tool.</summary>
    [Theory]
    [InlineData("1 2.5 3 4096 0.5\n", 5)]
    [InlineData("", 0)]
    [InlineData("1 2\n", 0)]
    [InlineData("a b c d e\n", 0)]
    public void Figures_of_a_process_are_five_or_none(string said, int count) =>
        Assert.Equal(count, Isomer.Cli.Lab.Fresh.FreshProcess.Parse(said)?.Length ?? 0);

    [Fact]
    public void Nothing_measured_fails_the_run()
    {
        ToolResult run = Tool.Run("lab", typeof(Factories).Assembly.Location, "--factory", typeof(Factories).FullName + ".Cycle", "--only",
            "Isomer Xml", "--only", "XmlSerializer", "--seconds", "0.1", "--launches", "0", "--link", "none", "-q", "--out",
            _folder["out"]);
        Assert.True(run.Code == 1, run.Error);
        Assert.Contains("Nothing was measured: no contestant carries it.", run.Error, StringComparison.Ordinal);
        Assert.False(Directory.Exists(_folder["out"]));
    }

    /// <summary>Files that are no results of the lab: another JSON, damaged, of another version.</summary>
    [Theory]
    [InlineData("""{"scenarios":1}""", "holds no results of the lab")]
    [InlineData("[]", "holds no results of the lab")]
    [InlineData("{", "holds no results of the lab, or they are damaged")]
    [InlineData("""{"version":7,"scenarios":[],"environment":{}}""", "is of version 7")]
    public void Wrong_files_are_told(string content, string said)
    {
        string file = _folder.Write("x.json", content);
        foreach (string[] command in (string[][])[["compare", file, file], ["report", file]])
        {
            ToolResult run = Tool.Run(["lab", .. command]);
            Assert.Equal(3, run.Code);
            Assert.StartsWith("isomer: ", run.Error, StringComparison.Ordinal);
            Assert.Contains(said, run.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
        }
        Assert.False(File.Exists(_folder["report.html"]));
    }
}
