using System.Data;
using Isomer.Cli.Lab.Data;
using Isomer.Cli.Lab.Outside;
using Isomer.Cli.Lab.Report;
using Isomer.Cli.Lab.Results;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Apache Parquet in the lab's report, by a program of others: a real one where it is there, and ones that only seem to be.
/// </summary>
public sealed class LabOutsideTests
{
    static CancellationToken Stop => TestContext.Current.CancellationToken;

    static DataTable Wide(int rows)
    {
        var table = new DataTable("Table");
        foreach (var (name, type) in WideRows.Columns)
            table.Columns.Add(name, ClrColumns.TypeOf(type));
        foreach (object?[] row in WideRows.Create(rows))
            table.Rows.Add(row);
        return table;
    }

    static string Program(TemporaryFolder folder, string says)
    {
        string path = folder["program"];
        File.WriteAllText(path, "#!/bin/sh\n" + says + "\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return path;
    }

    const string Said = """{"writer":"fake 1.0","options":"none","bytes":1234,"write":[10,12,11],"read":[5,7,6]}""";

    [Fact]
    public async Task A_program_gets_the_columns_and_its_figures_are_taken()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the program is a script of a shell");
        using var folder = new TemporaryFolder();
        OutsideResult result = await OutsideParquet.MeasureAsync(Program(folder, $"cat > '{folder["asked.json"]}'\necho '{Said}'"),
            "dataset/20", Wide(20), 0.2, Stop);
        Assert.Equal((null, "fake 1.0", 1234L, 11d, 6d),
            (result.Reason, result.Name, result.Bytes, result.Write!.Median, result.Read!.Median));
        var asked = Json.Deserialize<OutsideParquet.Request>(File.ReadAllBytes(folder["asked.json"]), JsonOptions.Web);
        Assert.Equal((0.2, 19), (asked.Seconds, asked.Columns.Length));
        Assert.Equal(
            ["int32", "int32", "int32", "string", "string", "string", "string", "string", "string", "string", "string", "timestamp",
                "timestamp", "timestamp", "decimal", "double", "bool", "uuid", "string"], asked.Columns.Select(static c => c.Type));
        Assert.All(asked.Columns, static c => Assert.Equal(20, c.Values.Length));
        Assert.Equal((true, 2), (asked.Columns[18].Nullable, asked.Columns[14].Scale));
    }

    [Theory]
    [InlineData("cat > /dev/null; echo 'Error: no module' >&2; exit 3", "ended with 3: Error: no module")]
    [InlineData("exit 0", "Json")]
    [InlineData("cat > /dev/null; echo rubbish", "Json")]
    [InlineData("cat > /dev/null; echo '{\"writer\":\"fake\",\"bytes\":1,\"write\":[],\"read\":[1]}'", "no times")]
    [InlineData("cat > /dev/null; echo '{\"writer\":\"fake\",\"bytes\":-1,\"write\":[1],\"read\":[1]}'", "no bytes")]
    [InlineData("cat > /dev/null; echo '{\"writer\":\"fake\",\"bytes\":1,\"write\":[-1],\"read\":[1]}'", "no times")]
    [InlineData("cat > /dev/null; yes x | head -c 30000000", "Json")]
    public async Task What_goes_wrong_is_the_reason(string says, string reason)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the program is a script of a shell");
        using var folder = new TemporaryFolder();
        OutsideResult result = await OutsideParquet.MeasureAsync(Program(folder, says), "dataset/20", Wide(20), 0.2, Stop);
        Assert.Contains(reason, result.Reason, StringComparison.Ordinal);
        Assert.Null(result.Bytes);
    }

    [Fact]
    public async Task A_folder_without_a_writer_and_no_program_are_told()
    {
        using var folder = new TemporaryFolder();
        Assert.Contains("npm install", (await OutsideParquet.MeasureAsync(folder[""], "dataset/20", Wide(2), 0.2, Stop)).Reason,
            StringComparison.Ordinal);
        Assert.NotNull((await OutsideParquet.MeasureAsync(folder["nowhere"], "dataset/20", Wide(2), 0.2, Stop)).Reason);
    }

    static LabResults Results(params OutsideResult[] outside) => new()
    {
        Scenarios = [
            new ScenarioResult("dataset", "002", "DataSets", "What.")
                { Cases = [
                    new CaseResult
                        { Id = "dataset/20", Title = "20 rows", Rows = 20,
                            Entrants = [
                                new EntrantResult
                                    { Name = "Isomer Compact", Version = "1", Options = "defaults", Ours = true, Bytes = 777 }] }] }],
        Outside = [.. outside],
    };

    /// <summary>
    /// The report says who wrote and measured it, and where nobody did, how to have it; also where results are read again.
    /// </summary>
    [Fact]
    public void The_report_says_who_measured_it()
    {
        var measured = new OutsideResult
        {
            Case = "dataset/20",
            Name = "fake <b> 1.0",
            Bytes = 1234,
            Write = new Timing { Median = 11, Low = 11, High = 11 },
            Read = new Timing { Median = 6, Low = 6, High = 6 }
        };
        using var folder = new TemporaryFolder();
        ResultFiles.Write(folder["out"], Results(measured));
        var results = LabResults.Load(folder["out"]);
        string html = HtmlReport.Of(results), text = Markdown.Of(results);
        foreach (string said in (string[])["by another program", "in a process of its own", "1,234", "777", "Isomer Compact"])
        {
            Assert.Contains(said, html, StringComparison.Ordinal);
            Assert.Contains(said, text, StringComparison.Ordinal);
        }
        Assert.Contains("fake &lt;b&gt; 1.0", html, StringComparison.Ordinal);
        Assert.Contains("| 20 rows | fake <b> 1.0 | 1,234 | 11.0 | 6.00 |", text, StringComparison.Ordinal);
        string without = HtmlReport.Of(Results());
        Assert.Contains("npm install hyparquet-writer hyparquet", without, StringComparison.Ordinal);
        Assert.Contains("npm install hyparquet-writer hyparquet", Markdown.Of(Results()), StringComparison.Ordinal);
        Assert.Contains("it ended", HtmlReport.Of(Results(new OutsideResult { Case = "dataset/20", Name = "x", Reason = "it ended" })),
            StringComparison.Ordinal);
    }

    /// <summary>With hyparquet-writer, in a folder that ISOMER_PARQUET names: it reads what it wrote, or says that it does not.</summary>
    [Fact]
    public async Task Parquet_is_written_and_read()
    {
        string? folder = Environment.GetEnvironmentVariable("ISOMER_PARQUET");
        Assert.SkipWhen(folder is null,
            "no writer of Parquet here: npm install hyparquet-writer hyparquet in a folder, and name it by ISOMER_PARQUET");
        OutsideResult result = await OutsideParquet.MeasureAsync(folder!, "dataset/1000", Wide(1000), 0.4, Stop);
        Assert.Null(result.Reason);
        Assert.StartsWith("hyparquet-writer ", result.Name, StringComparison.Ordinal);
        Assert.InRange(result.Bytes!.Value, 50_000, 200_000);
    }
}
