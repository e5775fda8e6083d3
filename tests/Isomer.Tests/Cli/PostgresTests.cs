using Isomer.Cli.Lab.Data;
using Isomer.Cli.Lab.Results;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>isomer lab --db with a PostgreSQL server, really asked.</summary>
[JudgedAlone("servers that are started")]
public sealed class PostgresTests
{
    const string Fill = """
        create schema if not exists isomer_test;
        drop table if exists isomer_test.orders;
        create table isomer_test.orders (id int primary key, big bigint, small smallint, name text, price numeric(10,2), rate double precision, single real, at timestamp, zoned timestamptz, day date, ok boolean, uid uuid, raw bytea);
        insert into isomer_test.orders select i, i * 10000000000, i, case when i % 3 = 0 then null else 'Köln ' || i end, i * 1.25, i / 7.0, i / 4.0, timestamp '2024-01-02 03:04:05' + i * interval '1 hour', timestamptz '2024-01-02 03:04:05+00' + i * interval '1 hour',
          date '2024-01-02' + i, i % 2 = 0, '00112233-4455-6677-8899-aabbccddeeff', '\x0102ff' from generate_series(1, 50) i;
        """;

    [Fact]
    public void Rows_of_a_server_are_measured()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        server.Execute(Fill);
        const string Query = "select * from isomer_test.orders order by id";
        List<object?[]> rows = LabDatabase.Query(server.Connection, Query, ClrColumns.ReadRows);
        Assert.Equal(50, rows.Count);
        Assert.Equal(
            [typeof(int), typeof(long), typeof(short), typeof(string), typeof(decimal), typeof(double), typeof(float), typeof(DateTime),
                typeof(DateTime), typeof(DateOnly), typeof(bool), typeof(Guid), typeof(byte[])], rows[0].Select(v => v!.GetType()));
        Assert.Null(rows[2][3]);
        Assert.Equal((1, "Köln 1", 1.25m), (rows[0][0], rows[0][3], rows[0][4]));

        using var folder = new TemporaryFolder();
        ToolResult run = Tool.Run("lab", "--db", server.Connection, "--query", Query, "--seconds", "0.1", "--launches", "0", "--link",
            "none", "--only", "Isomer Json", "--only", "Isomer Compact", "-q", "--out", folder["out"]);
        Assert.True(run.Code == 0, run.Error);
        LabResults results = LabResults.Load(folder["out"]);
        Assert.Equal(["records/query", "rows/query", "dataset/query"], results.Cases.Select(c => c.Id));
        foreach (string name in (string[])["Isomer Json", "Isomer Compact"])
            Assert.Null(results.Cases.Last().Entrants.Single(e => e.Name == name).Reason);
        Assert.Null(results.Cases.First().Entrants.Single(e => e.Name == "Isomer Compact").Reason);
        ToolResult wrong = Tool.Run("lab", "--db", server.Connection, "--query", "select * from nowhere", "--out", folder["no"]);
        Assert.Equal(2, wrong.Code);
        Assert.Contains("The database says", wrong.Error, StringComparison.Ordinal);
    }
}
