using System.Xml.Linq;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ci;

/// <summary>
/// .ci/judge, asked about results that are planted: what failed beside others and is judged alone has one more run, which counts.
/// The second run is the real runner's, of the tests of <see cref="PlantedTests"/>, so that what it picks is what the attribute says.
/// </summary>
public class JudgedAloneTests : IDisposable
{
    const string Unmarked = nameof(PlantedTests.Unmarked), Marked = nameof(PlantedTests.Marked);
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static string NameOf(string method) => $"{typeof(PlantedTests).FullName}.{method}";

    /// <summary>A run of ten tests, of which these failed.</summary>
    void Plant(params string[] failed)
    {
        IEnumerable<XElement> tests = failed.Select(m => Test(m, "Fail")).Append(Test("Fine", "Pass"));
        _folder.Write("all.xml", new XDocument(new XElement("assemblies", new XElement("assembly", new XElement("collection", tests)))).ToString());
        _folder.Write("log", string.Concat(failed.Select(m => $"    {NameOf(m)} [FAIL]\n      Why {m} failed.\n"))
            + $"   Isomer.Tests  Total: 10, Errors: 0, Failed: {failed.Length}, Skipped: 1, Not Run: 2, Time: 1.000s\n");
    }

    static XElement Test(string method, string result) => new("test", new XAttribute("name", NameOf(method)),
        new XAttribute("result", result), new XAttribute("type", typeof(PlantedTests).FullName!), new XAttribute("method", method));

    /// <summary>What the judge says, its last line, and which of the planted tests ran for it.</summary>
    (int Code, string Output, string Last, string[] Ran) Judge(string[] fails, int status = 1)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "a script of bash");
        string ran = _folder.Write("ran", "");
        ToolResult told = Tool.Execute("env",
            [$"{PlantedTests.Ran}={ran}", $"{PlantedTests.Fails}={string.Join(' ', fails)}", Path.Combine(Tool.Root, ".ci", "judge"),
                _folder.Path, $"{status}", "dotnet", typeof(PlantedTests).Assembly.Location, "-explicit", "only"], []);
        return (told.Code, told.Output, told.Output.TrimEnd().Split('\n')[^1], File.ReadAllLines(ran));
    }

    [Fact]
    public void What_passes_alone_has_passed()
    {
        Plant(Marked);
        var (code, output, last, ran) = Judge(fails: []);
        Assert.Equal("7 passed, 0 failed", last);
        Assert.Equal(0, code);
        Assert.Equal([Marked], ran);
        Assert.Contains("failed beside others, passed alone: " + NameOf(Marked), output, StringComparison.Ordinal);
        Assert.Contains("Why Marked failed.", output, StringComparison.Ordinal);
    }

    [Fact]
    public void What_fails_again_has_failed()
    {
        Plant(Marked);
        var (code, output, last, ran) = Judge(fails: [Marked]);
        Assert.Equal("6 passed, 1 failed", last);
        Assert.Equal(1, code);
        Assert.Equal([Marked], ran);
        Assert.DoesNotContain("passed alone:", output, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_not_marked_never_runs_again()
    {
        Plant(Unmarked, Marked);
        var (code, _, last, ran) = Judge(fails: []);
        Assert.Equal("6 passed, 1 failed", last);
        Assert.Equal(1, code);
        Assert.Equal([Marked], ran);
    }

    [Fact]
    public void Without_a_failure_nothing_runs_again()
    {
        Plant();
        var (code, _, last, ran) = Judge(fails: [], status: 0);
        Assert.Equal("7 passed, 0 failed", last);
        Assert.Equal(0, code);
        Assert.Empty(ran);
        // The runner ended badly while its summary tells of nothing: a failure all the same.
        Assert.Equal(1, Judge(fails: [], status: 134).Code);
    }

    /// <summary>It ended with the script before its message: `grep` that finds nothing is a failure of the whole pipe.</summary>
    [Fact]
    public void A_run_that_broke_off_is_a_failure_that_is_told()
    {
        Plant(Marked);
        _folder.Write("log", "Segmentation fault\n");
        var (code, _, last, ran) = Judge(fails: []);
        Assert.Equal("0 passed, 1 failed", last);
        Assert.Equal(1, code);
        Assert.Empty(ran);
    }
}

/// <summary>What is not run but where <see cref="JudgedAloneTests"/> have it run: passes, or fails where it is told so.</summary>
public class PlantedTests
{
    public const string Ran = "ISOMER_PLANTED_RAN", Fails = "ISOMER_PLANTED_FAILS";

    static void Run(string name)
    {
        File.AppendAllText(Environment.GetEnvironmentVariable(Ran)!, name + "\n");
        Assert.DoesNotContain(name, Environment.GetEnvironmentVariable(Fails)!.Split(' '));
    }

    [Fact(Explicit = true)]
    [JudgedAlone("planted")]
    public void Marked() => Run(nameof(Marked));

    [Fact(Explicit = true)]
    public void Unmarked() => Run(nameof(Unmarked));
}
