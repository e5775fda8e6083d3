using System.Diagnostics;
using System.Globalization;
using Isomer.Cli.Lab.Features;
using Isomer.Cli.Lab.Results;
using Isomer.Cli.Lab.Scenarios;
using Microsoft.Data.Sqlite;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Runs of other kinds: one's own type and rows, the matrix alone, against a baseline, stopped early.</summary>
[BeginsEarly]
[JudgedAlone("races of contestants")]
public sealed class LabRunTests
{
    /// <summary>The matrix alone, and the answers that nobody would want to give.</summary>
    [Fact]
    public void Who_makes_what_the_data_names_is_shown()
    {
        using var folder = new TemporaryFolder();
        string[] arguments = ["lab", "-s", "features", "--only", "BinaryFormatter", "--only", "Json.NET", "--only", "ServiceStack",
            "--only", "XmlSerializer", "--link", "none", "-q", "--out", folder["out"]];
        // Where core files are wanted, the processes that end leave none.
        ToolResult result = OperatingSystem.IsLinux()
            ? Tool.Shell(
                $"cd '{folder.Path}' && (ulimit -c unlimited 2>/dev/null || true; dotnet '{Tool.Dll}' {string.Join(' ', arguments)})")
            : Tool.Run(arguments);
        Assert.True(result.Code == 0, result.Error);
        Assert.Empty(Directory.GetFiles(folder.Path));
        LabResults results = LabResults.Load(folder["out"]);
        Assert.Empty(results.Cases);
        FeatureAnswer Of(string name, string probe) => results.Features.Single(f => f.Name == name).Answers.Single(a => a.Probe == probe);
        Assert.Equal(["Json.NET", "ServiceStack.Text", "XmlSerializer", "BinaryFormatter"], results.Features.Select(f => f.Name));
        Assert.Equal(Verdict.Ends, Of("XmlSerializer", "deep").Verdict);
        Assert.Equal((Verdict.No, "makes what the data names"), (Of("Json.NET", "types").Verdict, Of("Json.NET", "types").Said));
        Assert.Equal("makes what the data names", Of("BinaryFormatter", "types").Said);
        Assert.Contains("MB for", Of("BinaryFormatter", "damage").Said, StringComparison.Ordinal);
        Assert.Equal((Verdict.Yes, Verdict.Yes), (Of("BinaryFormatter", "cycle").Verdict, Of("BinaryFormatter", "deep").Verdict));
        Assert.Equal("takes what was cut off for whole", Of("ServiceStack.Text", "damage").Said);
    }

    /// <summary>
    /// A usual run times in each scenario whom it is about and asks the others their size; whoever is named is timed. What is left out is a
    /// contestant of the usual run, or the list of them would say nothing.
    /// </summary>
    [Fact]
    public void A_usual_run_times_whom_a_scenario_is_about()
    {
        using var folder = new TemporaryFolder();
        Dictionary<string, EntrantResult> Of(string only)
        {
            ToolResult run = Tool.Run(["lab", "-s", "datacontract", "--seconds", "0.2", "--launches", "1", "--link", "none", "-q", "--out",
                folder["out"], .. only.Length > 0 ? (string[])["--only", only] : []]);
            Assert.True(run.Code == 0, run.Error);
            return LabResults.Load(folder["out"]).Cases.Single(c => c.Id == "datacontract/children").Entrants.ToDictionary(e => e.Name);
        }

        var usual = Of("");
        string[] sized = ["Isomer Xml", "XmlSerializer", "Isomer Nrbf", "BinaryFormatter", "Isomer Soap", "Isomer Protobuf"];
        Assert.All(sized, name => Assert.True(usual[name].Bytes > 0 && usual[name].Write is null && usual[name].Read is null, name));
        Assert.Equal(sized.Order(), usual.Values.Where(e => e.Reason is null && e.Write is null).Select(e => e.Name).Order());
        // The verdict names the smallest compressed: it would name another where they were left out of that.
        Assert.All(sized, name => Assert.Equal(["gzip", "brotli"], usual[name].Packed.Select(p => p.Name)));
        // Nor are they started afresh.
        Assert.Equal(usual.Values.Where(e => e.Write is not null).Select(e => e.Name).Order(),
            LabResults.Load(folder["out"]).Cold.Select(c => c.Name).Order());
        Assert.All(Of("XmlSerializer").Values, e => Assert.True(e.Both > 0, e.Name));
    }

    [Fact]
    public void Ones_own_type_and_ones_own_rows()
    {
        using var folder = new TemporaryFolder();
        string data = folder.Write("data.json", """{"Id":7,"Name":"mine"}""");
        string[] quick = ["--seconds", "0.1", "--launches", "0", "--link", "none", "--only", "Isomer", "--only", "Json.NET", "-q", "--out",
            folder["out"]];
        ToolResult own = Tool.Run(
            ["lab", typeof(PayloadCommandTests).Assembly.Location, "--type", typeof(PayloadCommandTests.Sample).FullName!, "--data", data,
                .. quick]);
        Assert.True(own.Code == 0, own.Error);
        Assert.Empty(own.Output);
        LabResults results = LabResults.Load(folder["out"]);
        CaseResult c = Assert.Single(results.Cases);
        Assert.Equal("own/Sample", c.Id);
        // The process that raced became one that counts calls from the first.
        Assert.Equal(!OperatingSystem.IsWindows(),
            results.Environment["jit"].Contains("DOTNET_TC_CallCountingDelayMs=0", StringComparison.Ordinal));
        // One's own type is raced in every contract; who has no method for one says so.
        Assert.Equal(Contracts.All, c.Entrants.Single(e => e.Name == "Isomer Json").Contracts.Select(x => x.Name));
        Assert.Equal([Contracts.ToStream, Contracts.FromStream],
            c.Entrants.Single(e => e.Name == "Json.NET").Contracts.Select(x => x.Name));
        Assert.All(c.Entrants.SelectMany(e => e.Contracts),
            x => Assert.True(x.Reason is null && x.Timing is { Median: > 0, Samples.Count: >= 2 }, $"{x.Name}: {x.Reason}"));
        EntrantResult json = c.Entrants.Single(e => e.Name == "Isomer Json");
        Assert.True(json.Contracts[0].Timing!.Allocated < json.Write!.Allocated); // no array for the result
        string html = System.Net.WebUtility.HtmlDecode(File.ReadAllText(folder["out/report.html"]));
        Assert.Contains("<caption>By contract, us: Sample of ", html, StringComparison.Ordinal);
        Assert.Contains("none<small>has no method for it", html, StringComparison.Ordinal);
        Assert.Contains("\nBy contract, us:", File.ReadAllText(folder["out/results.md"]), StringComparison.Ordinal);
        string[][] csv = [.. File.ReadAllLines(folder["out/results.csv"]).Select(l => l.Split(','))];
        int column = Array.IndexOf(csv[0], "from_readonlysequence_us");
        Assert.Equal(json.Contracts[2].Timing!.Median.ToString("R", CultureInfo.InvariantCulture),
            csv.Single(l => l[0] == "own" && l[3] == "Isomer Json")[column]);
        Assert.All(c.Entrants.Where(e => !e.Ours || e.Name == "Isomer Json"), e => Assert.Null(e.Reason));
        string[] quickest = ["--seconds", "0.1", "--launches", "0", "--link", "none", "--only", "Isomer Json", "-q", "--out",
            folder["out"]];
        Assert.Equal(0,
            Tool.Run(
                ["lab", typeof(PayloadCommandTests).Assembly.Location, "--factory", typeof(PayloadCommandTests.Sample).FullName + ".Create",
                    .. quickest]).Code);

        using (var connection = new SqliteConnection($"Data Source={folder["shop.db"]};Pooling=False"))
        {
            connection.Open();
            using SqliteCommand command = connection.CreateCommand();
            command.CommandText =
                "create table t (a int, b nvarchar, c datetime); insert into t values (1, 'x', '2024-01-02'), (2, null, null)";
            command.ExecuteNonQuery();
        }
        ToolResult rows = Tool.Run(["lab", "--db", folder["shop.db"], "--query", "select * from t", .. quickest]);
        Assert.True(rows.Code == 0, rows.Error);
        Assert.Equal(["records/query", "rows/query", "dataset/query"], LabResults.Load(folder["out"]).Cases.Select(r => r.Id));
        Assert.Equal(2, Tool.Run(["lab", "--db", folder["shop.db"], "--query", "select * from nowhere", .. quickest]).Code);
    }

    /// <summary>A user's type lives in a context of its own, and its value comes from a file in any format.</summary>
    [Fact]
    public void Ones_own_data_is_of_any_format()
    {
        using var folder = new TemporaryFolder();
        string assembly = typeof(PayloadCommandTests).Assembly.Location, type = typeof(PayloadCommandTests.Sample).FullName!;
        string Written(Format format) =>
            folder.Write("data" + format.FileExtensions[0], format.Serialize(new PayloadCommandTests.Sample { Id = 7, Name = "mine" }));
        Assert.All(Format.All, format => Assert.Equal("""{"Id":7,"Name":"mine"}""",
            LabOwnDataTests.Own(Written(format),
                from: format.Name is "Protobuf" or "ContractJson" or "ContractXmlBinary" ? format.Name : null)));
        ToolResult run = Tool.Run(
            ["lab", assembly, "--type", type, "--data", Written(Protobuf.Format), "--from", "Protobuf", "--only", "Isomer Json",
                "--seconds", "0.05", "--launches", "0", "--link", "none", "-q", "--out", folder["out"]]);
        Assert.True(run.Code == 0, run.Error);
        Assert.Equal("""{"Id":7,"Name":"mine"}""".Length,
            LabResults.Load(folder["out"]).Cases.Single().Entrants.Single(e => e.Name == "Isomer Json").Bytes!.Value);
        Type found = Isomer.Cli.Payloads.UserTypes.Find(new FileInfo(assembly), type);
        Assert.NotSame(typeof(PayloadCommandTests.Sample), found);
        Assert.NotSame(System.Runtime.Loader.AssemblyLoadContext.Default,
            System.Runtime.Loader.AssemblyLoadContext.GetLoadContext(found.Assembly));
    }

    /// <summary>In CI: today's run against one that is kept.</summary>
    [Fact]
    public void A_baseline_that_was_better_fails_the_run()
    {
        using var folder = new TemporaryFolder();
        string[] quick = ["lab", "--full", "-s", "rows", "--only", "Isomer Compact", "--seconds", "0.05", "--launches", "0", "--link",
            "none"];
        ToolResult first = Tool.Run([.. quick, "--out", folder["first"]]);
        Assert.True(first.Code == 0, first.Error);
        LabResults better = LabResults.Load(folder["first"]);
        Assert.All(better.Cases, c => Assert.Equal(Contracts.All.Length, c.Entrants[0].Contracts.Count)); // --full
        EntrantResult e = better.Cases.First().Entrants[0];
        better.Cases.First().Entrants[0] = e with { Bytes = e.Bytes / 2 };
        folder.Write("better.json", better.ToJson());
        ToolResult second = Tool.Run([.. quick, "--out", folder["second"], "--baseline", folder["better.json"], "--fail-if", "worse:5%"]);
        Assert.Equal(1, second.Code);
        Assert.Contains("worse: rows/employees, Isomer Compact, bytes", second.Error, StringComparison.Ordinal);
        Assert.Equal(0, Tool.Run([.. quick, "--out", folder["second"], "--baseline", folder["first"], "--fail-if", "worse:100000%"]).Code);
        Assert.Equal(2, Tool.Run([.. quick, "--fail-if", "worse:5%"]).Code);
    }

    [Fact]
    public void Ctrl_C_keeps_what_is_done()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("sends a signal");
        using var folder = new TemporaryFolder();
        using Process process = Tool.Start("lab", "--full", "-s", "messages", "-s", "northwind", "--only", "Isomer Json", "--seconds", "20",
            "--out", folder["out"]);
        // The code of all comes first, and the second case is announced when the first is done.
        while (process.StandardError.ReadLine() is { } line && !line.StartsWith("[3/", StringComparison.Ordinal))
        {
        }
        Tool.Shell($"kill -INT {process.Id}");
        process.StandardOutput.ReadToEnd();
        string rest = process.StandardError.ReadToEnd();
        Assert.True(process.WaitForExit(60_000));
        Assert.Equal(130, process.ExitCode);
        Assert.Contains("Stopped early", rest, StringComparison.Ordinal);
        LabResults results = LabResults.Load(folder["out"]);
        Assert.True(results.Partial);
        Assert.Single(results.Cases);
        Assert.Contains("stopped early", File.ReadAllText(folder["out/report.html"]), StringComparison.Ordinal);
    }
}
