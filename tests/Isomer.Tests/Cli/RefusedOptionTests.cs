using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Options that mean nothing for what they are given with: they are refused with the reason, as an unknown one is.</summary>
public sealed class RefusedOptionTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public RefusedOptionTests()
    {
        _folder.Write("a.json", "[{\"a\":1}]");
        _folder.Write("a.xml", "<a><b>1</b></a>");
        _folder.Write("i.xml", "<ArrayOfInt><int>1</int></ArrayOfInt>");
        _folder.Write("a.csv", "a\n1\n");
        Directory.CreateDirectory(_folder["in"]);
        File.WriteAllText(_folder["in/a.json"], "1");
    }

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("--naming is about the members of a type", "convert", "@a.json", "@o.xml", "--naming", "camel")]
    [InlineData("--web is about the members of a type", "convert", "@in", "@o", "--to", "compact", "--web")]
    [InlineData("--ignore-case is about the members of a type", "diff", "@a.json", "@a.json", "--ignore-case")]
    [InlineData("--lenient is about JSON: Xml to Compact has none", "convert", "@a.xml", "@o.compact", "--lenient")]
    [InlineData("--web is about JSON: Xml to Compact has none", "convert", "@i.xml", "@o.compact", "--web", "--type", "List<int>", "--from", "xml")]
    [InlineData("--lenient is about JSON: rows", "convert", "@a.csv", "@o.json", "--lenient")]
    [InlineData("--separator stands between the fields of CSV", "convert", "@a.json", "@o.xml", "--separator", ";")]
    [InlineData("--separator stands between the fields of CSV", "convert", "@a.json", "@o.xml", "--rows", "--separator", ";")]
    [InlineData("--tolerance: how far apart numbers may be", "diff", "@a.json", "@a.json", "--tolerance", "-1")]
    [InlineData("--tolerance: how far apart numbers may be", "diff", "@a.json", "@a.json", "--tolerance", "NaN")]
    [InlineData("--tolerance: how far apart numbers may be", "diff", "@a.json", "@a.json", "--tolerance", "Infinity")]
    [InlineData("--limit: a number of differences", "diff", "@a.json", "@a.json", "--limit", "-1")]
    [InlineData("--jobs is for the files of a folder", "convert", "@a.json", "@o.xml", "-j", "4")]
    [InlineData("--jobs is for the files of a folder", "convert", "@a.csv", "@o.json", "--jobs", "1")]
    [InlineData("--jobs: how many files at a time, 1 or more", "convert", "@in", "@o", "--to", "xml", "-j", "0")]
    [InlineData("--jobs: how many files at a time, 1 or more", "convert", "@in", "--in-place", "--to", "xml", "-j", "-1")]
    [InlineData("--rows: a number of rows, or 0 for all", "inspect", "@a.json", "--rows", "-5")]
    [InlineData("--stats counts, and has no rows", "inspect", "@a.json", "--stats", "--rows", "5")]
    [InlineData("--web is about JSON: it is read of --data", "lab", "!", "--factory", "No.Such", "--web")]
    [InlineData("--launches: a number of processes", "lab", "--launches", "-1")]
    public void What_means_nothing_is_refused(string said, params string[] arguments)
    {
        ToolResult run = Tool.Run([.. arguments.Select(
            a => a == "!" ? typeof(RefusedOptionTests).Assembly.Location : a[0] == '@' ? _folder[a[1..]] : a)]);
        Assert.True(run.Code == 2, $"{run.Code} {run.Output} {run.Error}");
        Assert.StartsWith("isomer: " + said, run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(Directory.GetFileSystemEntries(_folder.Path).Select(Path.GetFileName), n => n!.StartsWith('o'));
    }

    /// <summary>The same options where they mean something.</summary>
    [Theory]
    [InlineData("convert", "@in", "@o", "--to", "xml", "-j", "2")]
    [InlineData("convert", "@in", "@o", "--to", "xml", "--lenient")]
    [InlineData("convert", "@a.csv", "@o.json", "--separator", ";")]
    [InlineData("convert", "@a.json", "@o.csv", "--rows", "--separator", ";")]
    [InlineData("diff", "@a.json", "@a.json", "--tolerance", "0")]
    [InlineData("inspect", "@a.json", "--rows", "0")]
    [InlineData("convert", "@a.json", "@o.compact", "--lenient")]
    public void What_means_something_is_taken(params string[] arguments)
    {
        ToolResult run = Tool.Run([.. arguments.Select(a => a[0] == '@' ? _folder[a[1..]] : a)]);
        Assert.True(run.Code == 0, run.Error);
    }
}
