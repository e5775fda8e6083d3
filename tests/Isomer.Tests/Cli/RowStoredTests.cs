using System.Diagnostics;
using System.Globalization;
using Isomer.Cli;
using Isomer.Cli.Converting;
using Isomer.Cli.Converting.Rows;
using Isomer.Tests.OfTables;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>From SQLite into SQLite: what stands in a table stands in the other one, whatever the columns are declared as.</summary>
public class RowStoredTests
{
    static readonly RowRules s_rules = new(null, "t", null, false, null, false, false, false);

    static readonly string[] s_types =
    [
        "", "INTEGER", "INT8", "REAL", "DOUBLE PRECISION", "TEXT", "VARCHAR(3)", "NUMERIC", "DECIMAL(10,2)", "DECIMAL_TEXT", "BLOB",
        "UNIQUEIDENTIFIER", "DATETIME", "TIMESTAMPTZ", "BOOLEAN", "TINYINT", "ANY_BLOB", "INT32", "UINT8", "ANY",
        "\"odd; ) drop 'table' \"\"t\"\"\"", "\"INTEGER PRIMARY KEY\"",
    ];

    static readonly string[] s_values =
    [
        "1", "-3", "300", "1.5", "3.0", "9e999", "-9e999", "'01'", "'1e3'", "'Infinity'", "'a'", "'6F9619FF-8B86-D011-B42D-00CF4FC964FF'",
        "x'01FF'", "null", "9223372036854775807", "'2020-01-01'", "'2020-12-25T02:00:00Z'", "'true'",
    ];

    static Task<int> Convert(string from, string to, RowRules rules) =>
        RowConversion.RunAsync(RowPlace.In(from, null), RowPlace.Out(to, null)!, rules, TestContext.Current.CancellationToken);

    static List<string> Ask(string path, string sql)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = sql;
        using SqliteDataReader reader = command.ExecuteReader();
        var rows = new List<string>();
        while (reader.Read())
            rows.Add(string.Join('|', Enumerable.Range(0, reader.FieldCount).Select(i => reader.GetValue(i))));
        return rows;
    }

    [Fact]
    public async Task Each_value_in_each_column_stays_what_it_is()
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], $"create table t ({string.Join(", ", s_types.Select((t, i) => $"c{i} {t}"))})");
        foreach (string value in s_values)
            Ask(folder["a.db"], $"insert into t values ({string.Join(", ", s_types.Select(_ => value))})");
        string all = $"select {string.Join(", ", s_types.Select((_, i) => $"typeof(c{i}), quote(c{i})"))} from t";
        string declared = "select name, type from pragma_table_info('t') where type <> 'ANY'";
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["b.db"], all));
        Assert.Equal(Ask(folder["a.db"], declared),
            Ask(folder["b.db"], declared).Where(d => !d.StartsWith("c19", StringComparison.Ordinal)));
        // Of a query, whose columns are declared as nothing.
        var query = s_rules with { Query = $"select {string.Join(", ", s_types.Select((_, i) => $"c{i} as c{i}, +c{i} as d{i}"))} from t" };
        Assert.Equal(0, await Convert(folder["a.db"], folder["c.db"], query));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["c.db"], all));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["c.db"], all.Replace("(c", "(d", StringComparison.Ordinal)));
        // And added to what is there.
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules with { Appends = true }));
        Assert.Equal([.. Ask(folder["a.db"], all), .. Ask(folder["a.db"], all)], Ask(folder["b.db"], all));
    }

    static readonly string[] s_texts =
    [
        "x'41FF42'", "x'C3'", "x'EDA080'", "x'C080'", "x'EFBFBD'", "x'F4908080'", "x'31FF'", "x'410042'", "x'00'", "x'4100FF'", "x'C3A4'",
        "x''",
    ];

    /// <summary>SQLite keeps any bytes as a text. The driver makes U+FFFD of what is no UTF-8, and ends texts at a zero.</summary>
    [Fact]
    public async Task Texts_keep_their_bytes()
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], $"create table t ({string.Join(", ", s_types.Select((t, i) => $"c{i} {t}"))})");
        foreach (string text in s_texts)
            Ask(folder["a.db"], $"insert into t values ({string.Join(", ", s_types.Select(_ => $"cast({text} as text)"))})");
        Ask(folder["a.db"], $"insert into t (c0, c1, c5) values (7, cast(x'FF' as text), 'a')");
        string all = $"select {string.Join(", ", s_types.Select((_, i) => $"typeof(c{i}), hex(c{i})"))} from t";
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["b.db"], all));
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules with { Appends = true }));
        Assert.Equal([.. Ask(folder["a.db"], all), .. Ask(folder["a.db"], all)], Ask(folder["b.db"], all));
        var query = s_rules with { Query = $"select {string.Join(", ", s_types.Select((_, i) => $"c{i} as c{i}"))} from t" };
        Assert.Equal(0, await Convert(folder["a.db"], folder["c.db"], query));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["c.db"], all));
    }

    [Fact]
    public async Task Texts_that_are_no_utf8_are_refused_by_a_database_of_utf16()
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], "create table t (v text); insert into t values ('a'), (cast(x'FF' as text))");
        Ask(folder["b.db"], "pragma encoding = 'UTF-16'; create table t (v text)");
        var error = await Assert.ThrowsAsync<CliException>(
            () => Convert(folder["a.db"], folder["b.db"], s_rules with { Appends = true }));
        Assert.Contains("Row 1, column 'v'", error.Message, StringComparison.Ordinal);
        Assert.Empty(Ask(folder["b.db"], "select * from t"));
        // And what is one goes there and comes from there.
        Ask(folder["a.db"], "delete from t where v <> 'a'; insert into t values ('\u00e4' || char(0) || '\U0001F600')");
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules with { Appends = true }));
        Assert.Equal(0, await Convert(folder["b.db"], folder["c.db"], s_rules));
        Assert.Equal(Ask(folder["a.db"], "select hex(v) from t"), Ask(folder["c.db"], "select hex(v) from t"));
    }

    [Theory]
    [InlineData("a.csv"), InlineData("a.tsv"), InlineData("a.ndjson"), InlineData("a.json"), InlineData("a.xml")]
    [InlineData("a.compact"), InlineData("a.diffgram"), InlineData("a.nrbf")]
    public async Task Texts_that_are_no_utf8_are_refused_elsewhere(string name)
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], "create table t (a integer, \"b \"\"\" text); insert into t values (1, 'x'), (2, cast(x'41FF' as text))");
        RowPlace to = RowPlace.Out(folder[name], name[2..] is "diffgram" or "nrbf" ? name[2..] : null)!;
        var error = await Assert.ThrowsAsync<CliException>(
            () => RowConversion.RunAsync(RowPlace.In(folder["a.db"], null), to, s_rules, TestContext.Current.CancellationToken));
        Assert.Equal(ExitCode.Lossy, error.Code);
        Assert.Contains("Row 1, column 'b \"'", error.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(folder[name]));
        // The remedy.
        Assert.Contains("cast(\"b \"\"\" as blob)", error.Message, StringComparison.Ordinal);
        var query = s_rules with { Table = null, Query = "select a, cast(\"b \"\"\" as blob) as b from t" };
        Assert.Equal(0, await RowConversion.RunAsync(RowPlace.In(folder["a.db"], null), to, query, TestContext.Current.CancellationToken));
    }

    /// <summary>Strict tables keep texts of digits in columns of ANY, and others make numbers of them there.</summary>
    [Fact]
    public async Task Columns_of_strict_tables()
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], "create table t (a ANY, i INT) strict; insert into t values ('01', 1), (1.0, 2), (x'00', 3)");
        string all = "select typeof(a), quote(a), typeof(i), quote(i) from t";
        Assert.Equal(0, await Convert(folder["a.db"], folder["b.db"], s_rules));
        Assert.Equal(Ask(folder["a.db"], all), Ask(folder["b.db"], all));
    }

    [Fact]
    public async Task Tables_without_numbers_of_rows_are_added_to()
    {
        using var folder = new TemporaryFolder();
        Ask(folder["t.db"], "create table t (k text primary key, n integer) without rowid; insert into t values ('a', 1)");
        File.WriteAllText(folder["x.ndjson"], """
            {"k":"b","n":2}
            {"k":"c","n":null}
            """);
        Assert.Equal(0, await Convert(folder["x.ndjson"], folder["t.db"], s_rules with { Appends = true }));
        Assert.Equal(["a|1", "b|2", "c|"], Ask(folder["t.db"], "select * from t"));
        File.WriteAllText(folder["y.ndjson"], """
            {"k":"d","n":"4"}
            {"k":"e","n":"05"}
            """);
        var error = await Assert.ThrowsAsync<CliException>(
            () => Convert(folder["y.ndjson"], folder["t.db"], s_rules with { Appends = true }));
        Assert.Contains("column 'n': '4' would be kept as '4'", error.Message, StringComparison.Ordinal);
        Assert.Equal(3, Ask(folder["t.db"], "select * from t").Count);
    }

    /// <summary>Bytes of others may be negative; those of this tool stay bytes.</summary>
    [Theory]
    [InlineData("a.xml"), InlineData("a.compact"), InlineData("a.csv")]
    public async Task Small_numbers_may_be_negative(string name)
    {
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], "create table t (v TINYINT); insert into t values (-3), (0), (200)");
        Assert.Equal(0, await Convert(folder["a.db"], folder[name], s_rules));
        Assert.Equal(0, await Convert(folder[name], folder["b.db"], s_rules));
        Assert.Equal(["-3", "0", "200"], Ask(folder["b.db"], "select v from t"));
    }

    [Fact]
    public async Task Bytes_stay_bytes()
    {
        using var folder = new TemporaryFolder();
        var table = new System.Data.DataTable("t");
        table.Columns.Add("v", typeof(byte));
        table.Rows.Add((byte)200);
        File.WriteAllBytes(folder["a.compact"], Compact.Serialize(table));
        Assert.Equal(0, await Convert(folder["a.compact"], folder["b.db"], s_rules));
        Assert.Equal(0, await Convert(folder["b.db"], folder["c.xml"], s_rules));
        Assert.Contains("xs:unsignedByte", File.ReadAllText(folder["c.xml"]), StringComparison.Ordinal);
    }

    /// <summary>A query that goes on without end blocks the run before anybody listens for the signal.</summary>
    [Theory]
    [InlineData("TERM", 143), InlineData("INT", 130)]
    public async Task A_half_file_goes_with_a_blocked_run(string signal, int code)
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("signals of Linux");
        var stop = TestContext.Current.CancellationToken;
        using var folder = new TemporaryFolder();
        Ask(folder["a.db"], "create table t (v)");
        using Process run = Tool.Start("convert", folder["a.db"], folder["b.ndjson"], "--query",
            "with recursive c(x) as (select 1 union all select x + 1 from c) select x from c where x < 3 or x > 1e15");
        bool HasPart() => Directory.EnumerateFiles(folder.Path, "b.ndjson.*" + Target.Part).Any();
        for (int i = 0; i < 600 && !HasPart(); i++)
            await Task.Delay(100, stop);
        Assert.True(HasPart());
        // It is within the query by then.
        await Task.Delay(1000, stop);
        using Process kill = Process.Start("kill", ["-" + signal, run.Id.ToString(CultureInfo.InvariantCulture)]);
        await run.WaitForExitAsync(stop).WaitAsync(TimeSpan.FromMinutes(2), stop);
        Assert.Equal(code, run.ExitCode);
        Assert.False(HasPart());
        Assert.False(File.Exists(folder["b.ndjson"]));
    }

    [Theory]
    [InlineData("null\n{\"a\":1}\n", true)]
    [InlineData("1\n[2]\n", true)]
    [InlineData("{\"a\":1}\nx\n", true)]
    [InlineData("1\n2\n", false)]
    [InlineData("1\nx\n[2]\n", false)]
    [InlineData("null", false)]
    public void Lines_may_begin_with_any_value(string text, bool are) =>
        Assert.Equal(are, JsonLines.Are(System.Text.Encoding.UTF8.GetBytes(text)));
}
