using System.Globalization;
using Isomer.Cli.Converting;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What a run of one file left when it was killed goes with the next run of that file, and nothing else does.</summary>
public sealed class LeftPartTests : IDisposable
{
    /// <summary>Above what Linux gives a process.</summary>
    const int Gone = 0x7FFFFFF0;

    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>The name that such a process of this machine would have given.</summary>
    string Left(string name, int process)
    {
        string[] parts = Path.GetFileName(PartFile.NameFor(_folder[name]))[(name.Length + 1)..].Split('-');
        string part = string.Create(CultureInfo.InvariantCulture, $"{name}.{parts[0]}-{process:x}-1.part");
        return _folder.Write(part, "half");
    }

    [Theory]
    [InlineData("x.json")]
    [InlineData("x.ndjson", "--items")]
    [InlineData("x.csv", "--rows")]
    public void It_goes_with_the_next_run_of_the_file(string name, params string[] more)
    {
        string own = Left(name, Gone), alive = Left(name, Environment.ProcessId), open = Left(name, Gone - 1), others = Left("y.json", Gone),
            longer = Left("a" + name, Gone), users = _folder.Write(name + ".part", "a user's"),
            foreign = _folder.Write(name + ".00000000-7ffffff0-1.part", "of another machine");
        using (new FileStream(open, FileMode.Open, FileAccess.Write, FileShare.None))
        {
            string[] command = ["convert", _folder.Write("in.json", "[{\"a\":1}]"), _folder[name], .. more];
            Assert.Equal(0, Tool.Run([.. command, "--dry-run"]).Code);
            Assert.True(File.Exists(own));
            ToolResult run = Tool.Run(command);
            Assert.True(run.Code == 0, run.Error);
        }
        Assert.False(File.Exists(own));
        Assert.All((string[])[alive, open, others, longer, users, foreign], f => Assert.True(File.Exists(f), f));
        Assert.Equal(0, Tool.Run(["convert", _folder["in.json"], _folder[name], "--force", .. more]).Code);
        Assert.False(File.Exists(open));
    }
}
