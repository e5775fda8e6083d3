using Isomer.Cli.Converting.Rows;
using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What `isomer convert` writes it reads again, whatever its form, its compression and what is said of it.</summary>
#pragma warning disable SYSLIB0038 // payloads have it
public class OwnOutputTests
{
    static void Run(params string[] arguments)
    {
        ToolResult run = Tool.Run(["convert", .. arguments]);
        Assert.True(run.Code == 0, string.Join(' ', arguments) + ": " + run.Error);
    }

    public static TheoryData<string, string> Items => new(
        from format in new[] { "protobuf", "compact", "json" } from packed in new[] { "", ".gz", ".br", ".zlib" } select (format, packed));

    /// <summary>Small files too are unpacked where the format is named.</summary>
    [Theory]
    [MemberData(nameof(Items))]
    public void Items_in_small_files(string format, string packed)
    {
        using var folder = new TemporaryFolder();
        const string text = "{\"c\":85}\n{}\n{\"d\":true}\n";
        File.WriteAllText(folder["a.ndjson"], text);
        string between = folder["b." + (format == "json" ? "ndjson" : format) + packed];
        Run(folder["a.ndjson"], between, "--to", format, "--items");
        if (packed.Length > 0)
            Assert.NotEqual((byte)'{', File.ReadAllBytes(between)[0]);
        Run(between, folder["c.ndjson"], "--from", format, "--items");
        string[] lines = File.ReadAllText(folder["c.ndjson"]).Split('\n', StringSplitOptions.RemoveEmptyEntries);
        // Protobuf without a schema has numbers for names.
        Assert.Equal(format == "protobuf" ? 3 : text.Count(c => c == '\n'), lines.Length);
        if (format != "protobuf")
            Assert.Equal(text, File.ReadAllText(folder["c.ndjson"]));
    }

    public static TheoryData<string, string> Rows => new(
        from form in new[] { "csv", "tsv", "ndjson", "json", "xml", "compact", "nrbf", "soap" }
        from packed in new[] { "", ".gz", ".br", ".zlib" }
        select (form, packed));

    [Theory]
    [MemberData(nameof(Rows))]
    public void Rows_in_small_files(string form, string packed)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], "x,h\r\n1,a\r\n2,b\r\n");
        string between = folder["b." + form + packed];
        Run(folder["a.csv"], between, "--to", form, "--rows");
        Run(between, folder["c.csv"], "--from", form, "--rows");
        Assert.Equal("x,h\r\n1,a\r\n2,b\r\n", File.ReadAllText(folder["c.csv"]));
    }

    /// <summary>The marks of zlib are two bytes that text may begin with.</summary>
    [Fact]
    public void Text_that_begins_as_zlib_does()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.csv"], "x }\u0001\n1\n");
        Run(folder["a.csv"], folder["a.ndjson"]);
        Assert.Equal("{\"x }\\u0001\":1}\n", File.ReadAllText(folder["a.ndjson"]));
    }

    [Theory]
    [InlineData("[{\"c\":85},{},{\"d\":true}]", "{\"c\":85}\n{}\n{\"d\":true}\n")]
    [InlineData("{\n \"a\": 1\n}", "{\"a\":1}\n")]
    [InlineData("5", "5\n")]
    [InlineData("{\"a\":1}\n{\"b\":2}\n", "{\"a\":1}\n{\"b\":2}\n")]
    public void Lines_are_the_items_of_an_array(string text, string lines)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.json"], text);
        Run(folder["a.json"], folder["b.ndjson"], "--from", "json");
        Assert.Equal(lines, File.ReadAllText(folder["b.ndjson"]));
        Run(folder["a.json"], folder["c.json"], "--from", "json", "--to", "json", "--ndjson");
        Assert.Equal(lines, File.ReadAllText(folder["c.json"]));
    }

    /// <summary>Lines may be any values, and none, where the file's name or `--from` says that they are lines.</summary>
    [Theory]
    [InlineData("5\n6\n", "[5,6]")]
    [InlineData("5\n{\"a\":1}\nnull\n\"x\"\n", "[5,{\"a\":1},null,\"x\"]")]
    [InlineData("", "[]")]
    [InlineData("\n\n", "[]")]
    public void Lines_of_any_values(string text, string json)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.ndjson"], text);
        Run(folder["a.ndjson"], folder["b.json"]);
        Assert.Equal(json, File.ReadAllText(folder["b.json"]));
        Run(folder["a.ndjson"], folder["c.json"], "--from", "json", "--items");
        Assert.Equal(json, File.ReadAllText(folder["c.json"]));
        Directory.CreateDirectory(folder["in"]);
        File.Copy(folder["a.ndjson"], folder["in/a.ndjson"]);
        Run(folder["in"], folder["out"], "--to", "compact");
        Run(folder["out/a.compact"], folder["d.json"]);
        Assert.Equal(json, File.ReadAllText(folder["d.json"]));
    }

    /// <summary>A set says in its entries how it was written, which no member of it has.</summary>
    [Theory]
    [InlineData(System.Data.SerializationFormat.Xml)]
    [InlineData(System.Data.SerializationFormat.Binary)]
    public void Sets_of_a_formatter(System.Data.SerializationFormat form)
    {
        using var folder = new TemporaryFolder();
        var set = new System.Data.DataSet("S1") { RemotingFormat = form };
        set.Tables.Add("T").Columns.Add("id", typeof(int));
        set.Tables[0].Rows.Add(7);
        File.WriteAllBytes(folder["a.bin"], Nrbf.Serialize(set));
        foreach (string to in (string[])["xml", "compact", "json", "contractxml", "contractjson"])
            Run(folder["a.bin"], folder["b." + to], "--from", "nrbf", "--to", to, "--type", "System.Data.DataSet");
        var back = Xml.Deserialize<System.Data.DataSet>(File.ReadAllBytes(folder["b.xml"]))!;
        Assert.Equal(("S1", 7), (back.DataSetName, back.Tables["T"]!.Rows[0]["id"]));
    }

    /// <summary>One record out for each in: one of no bytes has no line.</summary>
    [Fact]
    public void Records_are_not_lost_between_lines()
    {
        ToolResult run = Tool.RunWith("{\"a\":1}\n{}\n{\"a\":2}\n", "convert", "--records", "--from", "json", "--to", "protobuf",
            "--out-frames", "lines");
        Assert.Equal(2, run.Code);
        Assert.Contains("Record 2", run.Error, StringComparison.Ordinal);
        run = Tool.RunWith("\uFEFF{\"a\":1}\n{\"a\":2}\n", "convert", "--records", "--from", "json", "--to", "json");
        Assert.Equal((0, "{\"a\":1}\n{\"a\":2}\n"), (run.Code, run.Output));
    }

    /// <summary>A decimal is compared with the double that its text is; the framework's conversion gives another for many.</summary>
    [Fact]
    public void Decimals_beside_doubles()
    {
        Assert.True(RowText.AreSame(0.0000000000000000000000000001m, 1E-28));
        Assert.False(RowText.AreSame(0.1m, 0.2));
        var random = new Random(5);
        for (int i = 0; i < 2000; i++)
        {
            var value = (decimal)RandomTables.Types[typeof(decimal)](random);
            Assert.True(RowText.AreSame(value, double.Parse(value.ToString(System.Globalization.CultureInfo.InvariantCulture),
                System.Globalization.CultureInfo.InvariantCulture)), $"{value}");
        }
    }
}
