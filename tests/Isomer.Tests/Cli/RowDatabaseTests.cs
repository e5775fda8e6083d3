using System.Data;
using System.Globalization;
using System.Numerics;
using Isomer.Cli;
using Isomer.Cli.Converting.Rows;
using Isomer.Tests.OfTables;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Rows of databases: what SQLite holds whatever it was declared, and what PostgreSQL has and .NET has not, arrives as it is or is refused
/// with row and column.
/// </summary>
public class RowDatabaseTests
{
    static readonly RowRules s_rules = new(null, null, null, false, null, false, false, false);

    static Task<int> Convert(string from, string to, RowRules rules) =>
        RowConversion.RunAsync(RowPlace.In(from, null), RowPlace.Out(to, null)!, rules, TestContext.Current.CancellationToken);

    static void Execute(string path, string sql)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    static async Task<string> Lines(string file, string table, TemporaryFolder folder, string name)
    {
        Assert.Equal(0, await Convert(file, folder[name], s_rules with { Table = table }));
        return File.ReadAllText(folder[name]);
    }

    [Theory]
    [InlineData("INTEGER", "1.5", "1.5")]
    [InlineData("INTEGER", "1700000000000", "1700000000000")]
    [InlineData("INT", "9223372036854775807", "9223372036854775807")]
    [InlineData("TINYINT", "-1", "-1")]
    [InlineData("BOOLEAN", "2", "2")]
    [InlineData("BOOLEAN", "0.5", "0.5")]
    [InlineData("BOOLEAN", "1", "true")]
    [InlineData("DECIMAL", "0.12345678901234567", "0.12345678901234566")]
    [InlineData("DECIMAL_TEXT", "'0.12345678901234567890123456789012'", "\"0.12345678901234567890123456789012\"")]
    [InlineData("DECIMAL_TEXT", "'1.50'", "1.50")]
    [InlineData("DECIMAL_TEXT", "'1e-40'", "\"1e-40\"")]
    [InlineData("DATETIME", "'10:00'", "\"10:00\"")]
    [InlineData("DATETIME", "'1/5'", "\"1/5\"")]
    [InlineData("DATETIME", "'2020-02-29'", "\"2020-02-29T00:00:00\"")]
    [InlineData("DATETIME", "'2020-02-29 12:30:01.25'", "\"2020-02-29T12:30:01.25\"")]
    [InlineData("DATETIME", "'2020-02-29T12:30:01Z'", "\"2020-02-29T12:30:01Z\"")]
    [InlineData("DATETIME", "'2020-02-29T12:30:01+02:00'", "\"2020-02-29T12:30:01\\u002B02:00\"")]
    [InlineData("DATETIME", "1700000000", "1700000000")]
    [InlineData("UNIQUEIDENTIFIER", "'x'", "\"x\"")]
    [InlineData("REAL", "3", "3")]
    public async Task What_SQLite_holds_stays_what_it_is(string type, string value, string json)
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], $"create table t (v {type}); insert into t values ({value})");
        Assert.Equal($"{{\"v\":{json}}}\n", await Lines(folder["a.db"], "t", folder, "a.ndjson"));
    }

    /// <summary>
    /// A column without a type took that of its first row; a text beside it would have become a number in the table that is made of it
    /// ('01' was 1, and nothing said), and was refused until columns were declared as they are there.
    /// </summary>
    [Theory]
    [InlineData("v", "1), ('01'", "1 01")]
    [InlineData("v", "2.5), ('1'", "2.5 1")]
    [InlineData("v", "1), ('a'", "1 a")]
    [InlineData("v", "'1'), ('01'", "1 01")]
    [InlineData("v UNIQUEIDENTIFIER", "'6f9619ff-8b86-d011-b42d-00cf4fc964ff'), ('nope'", "6f9619ff-8b86-d011-b42d-00cf4fc964ff nope")]
    public async Task A_text_that_would_become_a_number_is_refused(string column, string values, string? kept)
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], $"create table t ({column}); insert into t values ({values})");
        var rules = s_rules with { Table = "t" };
        if (kept is null)
        {
            var error = await Assert.ThrowsAsync<CliException>(() => Convert(folder["a.db"], folder["b.db"], rules));
            Assert.Contains("Row 1, column 'v'", error.Message, StringComparison.Ordinal);
            Assert.False(File.Exists(folder["b.db"]));
            return;
        }
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], rules));
        var back = new List<string>();
        using var connection = new SqliteConnection($"Data Source={folder["b.db"]};Pooling=False");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "select v from t order by rowid";
        using var rows = command.ExecuteReader();
        while (rows.Read())
            back.Add($"{rows.GetValue(0)}");
        Assert.Equal(kept, string.Join(' ', back));
    }

    /// <summary>Names that SQLite has rules for and no list: numbers stay numbers.</summary>
    [Theory]
    [InlineData("INT8", "5", "5")]
    [InlineData("UNSIGNED BIG INT", "5000000000", "5000000000")]
    [InlineData("MEDIUMINT", "6", "6")]
    [InlineData("NUMBER", "8.5", "8.5")]
    [InlineData("NUMBER", "'8.x'", "\"8.x\"")]
    [InlineData("DOUBLE PRECISION", "1.5", "1.5")]
    [InlineData("BOOL", "1", "true")]
    [InlineData("LONG", "5000000000", "5000000000")]
    [InlineData("ANY", "5", "5")]
    [InlineData("JSON", "'[1]'", "\"[1]\"")]
    public async Task Other_names_of_types(string type, string value, string json)
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], $"create table t (v {type}); insert into t values ({value})");
        Assert.Equal($"{{\"v\":{json}}}\n", await Lines(folder["a.db"], "t", folder, "a.ndjson"));
    }

    /// <summary>A table that is there may make other values of what it is given; then nothing is added.</summary>
    [Fact]
    public async Task Appended_to_SQLite_is_what_was_given()
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], "create table t (a DECIMAL(20,4), b INTEGER, c TEXT); create table u (a DECIMAL(20,4), b INTEGER, c TEXT)");
        var rules = s_rules with { Table = "t", Appends = true };
        foreach (string wrong in (string[])["a,b,c\n12345678901234567.89,1,x\n", "a,b,c\n1,x,x\n1,007,x\n"])
        {
            File.WriteAllText(folder["w.csv"], wrong);
            CliException error = await Assert.ThrowsAsync<CliException>(() => Convert(folder["w.csv"], folder["a.db"], rules));
            Assert.Equal(ExitCode.Lossy, error.Code);
            Assert.Contains("column", error.Message, StringComparison.Ordinal);
        }
        File.WriteAllText(folder["g.csv"], "a,b,c\n1.5,7,x\n-2,8,y\n");
        Assert.Equal(0, await Convert(folder["g.csv"], folder["a.db"], rules));
        Assert.Equal("{\"a\":1.5,\"b\":7,\"c\":\"x\"}\n{\"a\":-2,\"b\":8,\"c\":\"y\"}\n",
            await Lines(folder["a.db"], "t", folder, "t.ndjson"));
    }

    /// <summary>In COPY's binary form the server takes the bytes of one type for those of another.</summary>
    [Fact]
    public async Task Appended_to_PostgreSQL_is_what_was_given()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        using var folder = new TemporaryFolder();
        string url = Url(server);
        int number = 0;
        async Task<string> Append(string type, string json)
        {
            string table = string.Create(CultureInfo.InvariantCulture, $"appended{Environment.ProcessId}_{number++}");
            server.Execute($"create table {table} (v {type})");
            File.WriteAllText(folder[table + ".ndjson"], $"{{\"v\":{json}}}\n");
            try
            {
                await Convert(folder[table + ".ndjson"], url, s_rules with { Table = table, Appends = true });
            }
            catch (CliException e)
            {
                return e.Code == ExitCode.Usage && e.Message.Contains("'v'", StringComparison.Ordinal) ? "refused" : e.ToString();
            }
            Assert.Equal(0, await Convert(url, folder[table + ".out.csv"], s_rules with { Query = $"select v::text as v from {table}" }));
            return File.ReadAllText(folder[table + ".out.csv"]);
        }

        foreach (var (type, json, expected) in new[]
        {
            ("float8", "86400000000", "86400000000"), ("float8", "1.5", "1.5"), ("int8", "1.5", "refused"), ("int4", "5", "5"),
            ("int4", "5000000000", "refused"), ("int2", "70000", "refused"), ("numeric", "5", "5"), ("numeric(20,4)", "7", "7.0000"),
            ("float4", "5", "refused"), ("timestamp", "1", "refused"), ("timestamptz", "1.5", "refused"), ("money", "1", "refused"),
            ("int8", "\"12345678\"", "refused"), ("uuid", "\"1234567890123456\"", "refused"), ("bytea", "\"abc\"", "refused"),
            ("jsonb", "\"[1]\"", "[1]"), ("text", "5", "5"), ("varchar(5)", "\"abc\"", "abc"), ("boolean", "true", "true"),
            ("float8", "9007199254740993", "refused"),
        })
        {
            string told = await Append(type, json);
            Assert.True(told == expected || told == $"v\r\n{expected}\r\n" || told == $"{{\"v\":\"{expected}\"}}\n", $"{type}, {json}: {told}");
        }
    }

    /// <summary>An expression has no declared type: that of the first row is none of the second's.</summary>
    [Fact]
    public async Task Expressions_of_SQLite()
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], "create table t (v INTEGER)");
        Assert.Equal(0,
            await Convert(folder["a.db"], folder["a.ndjson"], s_rules with { Query = "select 1 as v union all select 1.5" }));
        Assert.Equal("{\"v\":1}\n{\"v\":1.5}\n", File.ReadAllText(folder["a.ndjson"]));
        Assert.Contains("empty",
            (await Assert.ThrowsAsync<CliException>(() => Convert(folder["a.db"], folder["b.ndjson"], s_rules with { Query = " " }))).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Numbers of rows and milliseconds are wider than 32 bits, in forms that have types too.</summary>
    [Fact]
    public async Task Integers_of_SQLite_have_64_bits()
    {
        using var folder = new TemporaryFolder();
        Execute(folder["a.db"], "create table t (id INTEGER PRIMARY KEY, ms INT); insert into t values (1, 1700000000000), (2, 5)");
        foreach (string form in (string[])["xml", "csv", "compact"])
        {
            Assert.Equal(0, await Convert(folder["a.db"], folder["b." + form], s_rules with { Table = "t", Verify = true }));
            Assert.Equal("{\"id\":1,\"ms\":1700000000000}\n{\"id\":2,\"ms\":5}\n", await Lines(folder["b." + form], null!, folder, form + ".ndjson"));
        }
    }

    /// <summary>Random tables of the types that SQLite can tell apart: each value and each type comes back.</summary>
    [Fact]
    public async Task Rows_come_back_from_SQLite()
    {
        using var folder = new TemporaryFolder();
        Type[] types = [typeof(bool), typeof(byte), typeof(short), typeof(int), typeof(long), typeof(double), typeof(decimal),
            typeof(string), typeof(byte[]), typeof(Guid), typeof(DateTime)];
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var table = new DataTable("T");
            for (int i = 0; i < 5; i++)
                table.Columns.Add("c" + i, types[random.Next(types.Length)]).DateTimeMode = DataSetDateTime.UnspecifiedLocal;
            foreach (DataColumn column in table.Columns)
                if (column.DataType == typeof(DateTime) && random.Next(2) == 0)
                    column.DateTimeMode = DataSetDateTime.Utc;
            for (int r = 0; r < 10; r++)
                table.Rows.Add([.. table.Columns.Cast<DataColumn>().Select(c => Value(c, random))]);
            string start = folder[$"{seed}.compact"], end = folder[$"{seed}.back.compact"];
            await using (var file = File.Create(start))
                await Tables.WriteCompactAsync(file, new TableRows(table), cancellationToken: TestContext.Current.CancellationToken);
            Assert.Equal(0, await Convert(start, folder["all.db"], s_rules with { Table = "t" + seed }));
            Assert.Equal(0, await Convert(folder["all.db"], end, s_rules with { Table = "t" + seed }));
            CancellationToken stop = TestContext.Current.CancellationToken;
            await using var first = await Tables.ReadCompactAsync(File.OpenRead(start), cancellationToken: stop);
            await using var second = await Tables.ReadCompactAsync(File.OpenRead(end), cancellationToken: stop);
            while (first.Read())
            {
                Assert.True(second.Read());
                for (int i = 0; i < first.FieldCount; i++)
                {
                    Assert.Equal(first.GetFieldType(i), second.GetFieldType(i));
                    Assert.True(RowText.AreSame(first.GetValue(i), second.GetValue(i)),
                        $"seed {seed}, {first.GetFieldType(i)}: {first.GetValue(i)} became {second.GetValue(i)}");
                }
            }
            Assert.False(second.Read());
        }

        static object Value(DataColumn column, Random random)
        {
            if (random.Next(6) == 0)
                return DBNull.Value;
            object value = RandomTables.Types[column.DataType](random);
            return value is DateTime date
                ? DateTime.SpecifyKind(date, column.DateTimeMode == DataSetDateTime.Utc ? DateTimeKind.Utc : DateTimeKind.Unspecified)
                : value is string text && !text.IsNormalized() ? "x" : value;
        }
    }

    /// <summary>A column of several types keeps each; what has no form beside others is refused, not made a number or a text.</summary>
    [Fact]
    public async Task Mixed_columns_keep_their_values()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.ndjson"], "{\"a\":\"1\"}\n{\"a\":0.5}\n{\"a\":7}\n{\"a\":null}\n");
        Assert.Equal(0, await Convert(folder["a.ndjson"], folder["a.db"], s_rules with { Table = "t" }));
        Assert.Equal("{\"a\":\"1\"}\n{\"a\":0.5}\n{\"a\":7}\n{\"a\":null}\n", await Lines(folder["a.db"], "t", folder, "b.ndjson"));
        File.WriteAllText(folder["c.ndjson"], "{\"a\":\"x\"}\n{\"a\":true}\n");
        CliException refused =
            await Assert.ThrowsAsync<CliException>(() => Convert(folder["c.ndjson"], folder["new.db"], s_rules with { Table = "t" }));
        Assert.Contains("Row 1, column 'a'", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(folder["new.db"]));
    }

    [Fact]
    public async Task Halves_of_pairs_are_refused()
    {
        using var folder = new TemporaryFolder();
        var table = new DataTable("T");
        table.Columns.Add("c");
        table.Rows.Add("whole \U0001F600");
        table.Rows.Add("half \ud800");
        await using (var file = File.Create(folder["a.compact"]))
            await Tables.WriteCompactAsync(file, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        foreach (string to in (string[])["a.db", "a.ndjson", "a.json", "a.csv", "a.xml"])
        {
            var error = await Assert.ThrowsAnyAsync<Exception>(() => Convert(folder["a.compact"], folder[to], s_rules with { Table = "T" }));
            Assert.True(error is CliException or NotSupportedException, to + ": " + error);
            Assert.Contains(to == "a.xml" ? "U+D800" : "Row 1, column 'c'", error.Message, StringComparison.Ordinal);
            Assert.False(File.Exists(folder[to]), to);
        }
    }

    [Fact]
    public void A_database_is_no_stream()
    {
        ToolResult run = Tool.RunWith("a\n1\n", "convert", "-", "-", "--from", "csv", "--to", "sqlite", "--table", "x");
        Assert.Equal(2, run.Code);
        Assert.Contains("is a file", run.Error, StringComparison.Ordinal);
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["e.ndjson"], "");
        run = Tool.Run("convert", folder["e.ndjson"], folder["e.db"], "--table", "t");
        Assert.Equal(2, run.Code);
        Assert.Contains("columns", run.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(folder["e.db"]));
    }

    /// <summary>They were texts, which sort as such and have no sum. SQLite has no number of 20 digits.</summary>
    [Fact]
    public async Task Numbers_without_bounds_and_halves_are_numbers()
    {
        using var folder = new TemporaryFolder();
        using var table = new DataTable();
        table.Columns.Add("b", typeof(BigInteger));
        table.Columns.Add("i", typeof(Int128));
        table.Columns.Add("u", typeof(UInt128));
        table.Columns.Add("h", typeof(Half));
        table.Rows.Add(BigInteger.Pow(10, 60) + 7, Int128.MinValue, UInt128.MaxValue, Half.MaxValue);
        table.Rows.Add(new BigInteger(-5), (Int128)5, (UInt128)5, Half.Epsilon);
        table.Rows.Add(DBNull.Value, DBNull.Value, DBNull.Value, DBNull.Value);
        using (var file = File.Create(folder["a.compact"]))
            await Tables.WriteCompactAsync(file, table.CreateDataReader(),
                cancellationToken: TestContext.Current.CancellationToken);
        var rules = s_rules with { Table = "t" };
        Assert.Equal(0, await Convert(folder["a.compact"], folder["a.db"], rules));
        Assert.Equal(0, await Convert(folder["a.db"], folder["s.ndjson"], s_rules with
        {
            Query = "select h, typeof(h) as th, b, typeof(b) as tb from t where h > 1"
        }));
        Assert.Equal($"{{\"h\":65504,\"th\":\"real\",\"b\":\"{table.Rows[0][0]}\",\"tb\":\"text\"}}\n",
            (await File.ReadAllTextAsync(folder["s.ndjson"], TestContext.Current.CancellationToken))
                .Replace("65504.0", "65504", StringComparison.Ordinal));

        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        string url = Url(server);
        Assert.Equal(0, await Convert(folder["a.compact"], url, rules));
        Assert.Equal(0, await Convert(url, folder["p.ndjson"], s_rules with
        {
            Query = "select b, i, u, h, pg_typeof(b)::text as tb, pg_typeof(i)::text as ti, pg_typeof(u)::text as tu, pg_typeof(h)::text as th from t order by b"
        }));
        const string Kinds = "\"tb\":\"numeric\",\"ti\":\"numeric\",\"tu\":\"numeric\",\"th\":\"real\"}";
        Assert.Equal(
            [
                "{\"b\":-5,\"i\":5,\"u\":5,\"h\":5.9604645E-08," + Kinds,
                $"{{\"b\":{table.Rows[0][0]},\"i\":{Int128.MinValue},\"u\":{UInt128.MaxValue},\"h\":65504," + Kinds,
                "{\"b\":null,\"i\":null,\"u\":null,\"h\":null," + Kinds
            ], await File.ReadAllLinesAsync(folder["p.ndjson"], TestContext.Current.CancellationToken));
    }

    /// <summary>What PostgreSQL has and .NET has not; the driver gives 1998 for the year 294276, and the year 1 for -infinity.</summary>
    [Fact]
    public async Task Values_of_a_server_that_have_no_form()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        using var folder = new TemporaryFolder();
        string url = Url(server);
        foreach (string value in (string[])["'294276-01-01'::timestamp", "'-infinity'::timestamptz", "'infinity'::date", "'0044-03-15 BC'::date",
            "'24:00'::time", "interval '1 month'", "1e40::numeric + 0.5", "'NaN'::numeric", "0.1234567890123456789012345678901234567::numeric",
            "'12:00+02'::timetz", "array[1,null]", "void_in('x')", "to_tsvector('a b')",
            "'10.0.0.1/24'::inet", "'::1/64'::inet", "'{10.0.0.1,10.0.0.2/8}'::inet[]"])
            foreach (string to in (string[])["a.ndjson", "a.csv"])
            {
                var rules = s_rules with { Query = $"select 1 as n, {value} as v" };
                var error = await Assert.ThrowsAsync<CliException>(() => Convert(url, folder[to], rules));
                Assert.Equal(ExitCode.Usage, error.Code);
                Assert.Contains("Row 0, column 'v'", error.Message, StringComparison.Ordinal);
                Assert.Contains("::text", error.Message, StringComparison.Ordinal);
                Assert.False(File.Exists(folder[to]));
            }
        Assert.Equal(0, await Convert(url, folder["b.ndjson"], s_rules with
        {
            Query = "select '08:00:2b:01:02:03'::macaddr as m, '9999-12-31 23:59:59.999999'::timestamp as t, '0001-01-01'::timestamp as f, array[1,2] as a, '::1'::inet as i, '{10.0.0.1,NULL}'::inet[] as l"
        }));
        Assert.Equal(
            "{\"m\":\"08:00:2b:01:02:03\",\"t\":\"9999-12-31T23:59:59.999999\",\"f\":\"0001-01-01T00:00:00\",\"a\":[1,2],\"i\":\"::1\",\"l\":[\"10.0.0.1\",null]}\n",
            File.ReadAllText(folder["b.ndjson"]));

        // A tick below the microsecond is told; a password is not.
        File.WriteAllText(folder["p.ndjson"], "{\"d\":\"2020-01-01T00:00:00.1234567Z\"}\n{\"d\":\"2020-01-01T00:00:00.123456Z\"}\n");
        string told = url.Replace("postgres:@", "postgres:secret@", StringComparison.Ordinal);
        ToolResult run = Tool.Run("convert", folder["p.ndjson"], "--to", told, "--table", "ticks" + Environment.ProcessId);
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("column 'd': 1 value", run.Error, StringComparison.Ordinal);
        Assert.Contains("postgres:***@", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("secret", run.Error, StringComparison.Ordinal);

        // So is an offset; a name that the server would cut off is refused.
        File.WriteAllText(folder["o.ndjson"], "{\"d\":\"2020-01-02T03:04:05+05:30\"}\n{\"d\":\"2020-01-02T03:04:05Z\"}\n");
        run = Tool.Run("convert", folder["o.ndjson"], "--to", url, "--table", "offsets" + Environment.ProcessId);
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains("column 'd': 1 values lost their offset", run.Error, StringComparison.Ordinal);
        string longName = new('n', 64);
        File.WriteAllText(folder["l.ndjson"], $"{{\"{longName}\":1}}\n");
        run = Tool.Run("convert", folder["l.ndjson"], "--to", url, "--table", "long" + Environment.ProcessId);
        Assert.Contains($"'{longName}' has more than the 63 bytes", run.Error, StringComparison.Ordinal);
        run = Tool.Run("convert", folder["o.ndjson"], "--to", url, "--table", longName);
        Assert.Contains($"'{longName}' has more than the 63 bytes", run.Error, StringComparison.Ordinal);

        // An address in --from leaves one argument, whose name says the compression.
        run = Tool.Run("convert", "--from", told, "--query", "select 1 as a", folder["g.csv.gz"]);
        Assert.True(run.Code == 0, run.Error);
        Assert.Equal(0x1F, File.ReadAllBytes(folder["g.csv.gz"])[0]);
    }

    static string Url(Postgres server)
    {
        var connection = new Npgsql.NpgsqlConnectionStringBuilder(server.Connection);
        return string.Create(CultureInfo.InvariantCulture,
            $"postgres://{connection.Username}:{connection.Password}@{connection.Host}:{connection.Port}/{connection.Database}");
    }
}
