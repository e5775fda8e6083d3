using System.IO.Compression;
using System.Text;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What people do with `convert` at its edges: each works, or is refused with its remedy before anything is lost.</summary>
public class ConvertEdgeTests
{
    static ToolResult Run(params string[] arguments)
    {
        ToolResult run = Tool.Run(["convert", .. arguments]);
        Assert.True(run.Code == 0, string.Join(' ', arguments) + ": " + run.Error);
        return run;
    }

    static void Make(string path, params string[] statements)
    {
        using var connection = new SqliteConnection($"Data Source={path};Pooling=False");
        connection.Open();
        foreach (string sql in statements)
        {
            using SqliteCommand command = connection.CreateCommand();
            command.CommandText = sql;
            command.ExecuteNonQuery();
        }
    }

    /// <summary>A date is one where it is the whole of a value; a text that speaks of one is JSON.</summary>
    [Theory]
    [InlineData("{\"d\":\"\\/Date(0)\\/\"}", true)]
    [InlineData("[\"\\/Date(-62135596800000+0100)\\/\"]", true)]
    [InlineData("{\"d\":\"\\/Date(x)\\/\",\"e\":\"\\/Date(1)\\/\"}", true)]
    [InlineData("{\"d\":\"see \\\"\\/Date(0)\\/\\\"\"}", false)]
    [InlineData("{\"d\":\"\\/Date(0)\\/ was 1970\"}", false)]
    [InlineData("{\"d\":\"\\/Date(...)\\/\"}", false)]
    [InlineData("{\"d\":\"\\/Date()\\/\"}", false)]
    public void A_text_that_speaks_of_a_date(string json, bool isContract) =>
        Assert.Equal(isContract, ContractJson.Format.Match(Encoding.UTF8.GetBytes(json)) == FormatMatch.Certain);

    /// <summary>Whoever reads the pipe gets the bytes, and the pipe stays one.</summary>
    [Theory]
    [InlineData("a.json", "a", "--to", "json")]
    [InlineData("a.ndjson", "1,2", "--to", "csv")]
    public void A_pipe_is_written_to(string name, string holds, params string[] more)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "pipes of Unix");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder[name], "{\"a\":1,\"b\":2}\n");
        ToolResult run = Tool.Shell(
            $"cd '{folder[""]}' && mkfifo p && (timeout 60 cat p > got &) && timeout 60 dotnet '{Tool.Dll}' convert {name} p {string.Join(' ', more)}; "
            + "code=$?; sleep 1; test -p p && exit $code");
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains(holds, File.ReadAllText(folder["got"]), StringComparison.Ordinal);
        Assert.Equal(["a", "got", "p"], Directory.EnumerateFiles(folder[""]).Select(f => Path.GetFileNameWithoutExtension(f)!).Order());
    }

    /// <summary>A pipe with a name, as a shell makes one of `&lt;(...)`, is read as standard input is: once, from its beginning.</summary>
    [Theory]
    [InlineData("{\"a\":1,\"b\":2}\n", "", "out.compact")]
    [InlineData("{\"a\":1,\"b\":2}\n", "--to ndjson", "out")]
    [InlineData("[{\"a\":1},{\"a\":2}]", "", "out.xml")]
    [InlineData("{\"a\":1,\"b\":2}\n{\"a\":3,\"b\":4}\n", "--from ndjson", "out.csv")]
    [InlineData("a,b\r\n1,2\r\n", "--from csv", "out.json")]
    [InlineData("a,b\r\n1,2\r\n", "--from csv --table t", "out.db")]
    [InlineData("<T><R><a>1</a><b>x</b></R><R><a>2</a></R></T>", "--from xml", "out.csv")]
    public void A_pipe_is_read(string text, string options, string result)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "pipes of Unix");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["whole"], text);
        Run([folder["whole"], folder["of-" + result], .. options.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        ToolResult run = Tool.Shell(
            $"cd '{folder[""]}' && mkfifo p && (timeout 60 cp whole p &) && timeout 60 dotnet '{Tool.Dll}' convert p {result} {options}");
        Assert.True(run.Code == 0, run.Error);
        if (result != "out.db")
            Assert.Equal(File.ReadAllBytes(folder["of-" + result]), File.ReadAllBytes(folder[result]));
    }

    [Fact]
    public void One_query_has_one_result()
    {
        using var folder = new TemporaryFolder();
        Make(folder["a.db"], "create table t (a int)", "insert into t values (1), (2)");
        foreach (string two in new[] { "select 1; select 2", "select * from t; select * from t where a > 9" })
        {
            ToolResult run = Tool.Run("convert", folder["a.db"], folder["out.csv"], "--query", two);
            Assert.Equal(2, run.Code);
            Assert.Contains("more than one result", run.Error, StringComparison.Ordinal);
            Assert.False(File.Exists(folder["out.csv"]));
        }
        Run(folder["a.db"], folder["out.csv"], "--query", "select a, ';' as b from t; -- all\n");
        Assert.Equal("a,b\r\n1,;\r\n2,;\r\n", File.ReadAllText(folder["out.csv"]));
    }

    [Fact]
    public void A_query_goes_into_a_database()
    {
        using var folder = new TemporaryFolder();
        Make(folder["a.db"], "create table t (a int)", "insert into t values (1), (2)");
        Run(folder["a.db"], folder["b.db"], "--query", "select a * 2 as a from t", "--table", "doubled");
        Run(folder["b.db"], folder["out.csv"], "--table", "doubled");
        Assert.Equal("a\r\n2\r\n4\r\n", File.ReadAllText(folder["out.csv"]));
        Assert.Equal(2, Tool.Run("convert", folder["a.db"], folder["c.csv"], "--query", "select 1", "--table", "t").Code);
        Assert.Equal(2, Tool.Run("convert", folder["a.db"], folder["c.db"], "--query", "select 1").Code);
        Assert.False(File.Exists(folder["c.db"]));
    }

    /// <summary>JSON has such members, and what was written can be read again.</summary>
    [Fact]
    public void Columns_that_differ_by_case_alone()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.ndjson"], "{\"a\":1,\"A\":2}\n{\"a\":3,\"A\":4}\n");
        Run(folder["a.ndjson"], folder["a.csv"], "--verify");
        Run(folder["a.csv"], folder["b.ndjson"]);
        Assert.Equal(File.ReadAllText(folder["a.ndjson"]), File.ReadAllText(folder["b.ndjson"]));
    }

    [Fact]
    public void A_compressed_database_has_its_remedy()
    {
        using var folder = new TemporaryFolder();
        Make(folder["a.db"], "create table t (a int)");
        using (var gzip = new GZipStream(File.Create(folder["a.db.gz"]), CompressionLevel.Optimal))
            gzip.Write(File.ReadAllBytes(folder["a.db"]));
        ToolResult run = Tool.Run("convert", folder["a.db.gz"], folder["out.csv"], "--table", "t");
        Assert.Equal(2, run.Code);
        Assert.Contains("compressed by gzip", run.Error, StringComparison.Ordinal);
        Assert.Contains("decompress it", run.Error, StringComparison.Ordinal);
    }

    /// <summary>A message of which all fields have their defaults has no bytes.</summary>
    [Fact]
    public void An_empty_message_is_read_again()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.json"], "{}");
        Run(folder["a.json"], folder["a.pb"], "--to", "protobuf");
        Assert.Empty(File.ReadAllBytes(folder["a.pb"]));
        Run(folder["a.pb"], folder["b.json"], "--from", "protobuf", "--to", "json");
        Assert.Equal("{}", File.ReadAllText(folder["b.json"]));
    }
}
