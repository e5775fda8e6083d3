using Isomer.Cli;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What the shell is told: a limit is no damage, and a type that throws is neither the payload's fault nor the tool's.</summary>
public sealed class ExitCodeTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>In each format that nests, to whichever command.</summary>
    [Theory]
    [InlineData("json")]
    [InlineData("xml")]
    [InlineData("contractjson")]
    [InlineData("contractxml")]
    public void A_limit_of_depth_is_a_limit(string format)
    {
        const int Depth = 2000;
        string nested = format is "xml" or "contractxml"
            ? string.Concat(Enumerable.Repeat("<a>", Depth)) + string.Concat(Enumerable.Repeat("</a>", Depth))
            : new string('[', Depth) + new string(']', Depth);
        string file = _folder.Write("deep", nested);
        foreach (string[] command in (string[][])[["inspect", file, "--from", format], ["convert", file, "-", "--from", format, "--to", "compact"],
            ["diff", file, file, "--left-format", format, "--right-format", format], ["schema", file, "--from", format]])
        {
            ToolResult run = Tool.Run(command);
            Assert.True(run.Code == ExitCode.Limit, $"{string.Join(' ', command)}: {run.Code} {run.Error}");
        }
        // Among lines and items, too, and in a folder.
        if (format != "json")
            return;
        Assert.Equal(ExitCode.Limit, Tool.RunWith("[1]\n" + nested + "\n", "convert", "-", "-", "--items", "--to", "compact").Code);
        Directory.CreateDirectory(_folder["in"]);
        File.WriteAllText(_folder["in/a.json"], nested);
        Assert.Equal(ExitCode.Limit, Tool.Run("convert", _folder["in"], _folder["out"], "--to", "compact").Code);
        // A name that reads as a limit makes none of what is damaged.
        Assert.Equal(ExitCode.Corrupt, Tool.RunWith("{\"(Limits.MaxDepth)\":x}", "inspect", "-").Code);
    }

    public sealed class Getter
    {
        public int Value { get => throw new InvalidOperationException("by itself"); set { } }
    }

    public sealed class Argument
    {
        public int Value { get => throw new ArgumentException("by itself"); set { } }
    }

    public sealed class Setter
    {
        public int Value { get => 1; set => throw new InvalidOperationException("by itself"); }
    }

    public sealed class Constructor
    {
        public Constructor() => throw new InvalidOperationException("by itself");

        public int Value { get; set; }
    }

    public static class Inner
    {
        static readonly int s_value = Fail();

        public static int Value => s_value;

        static int Fail() => throw new InvalidOperationException("by itself");
    }

    public sealed class Static
    {
        public int Value { get => Inner.Value; set => _ = Inner.Value; }
    }

    /// <summary>One code for all members, and which of them threw.</summary>
    [Theory]
    [InlineData(typeof(Getter), "get_Value threw InvalidOperationException: by itself")]
    [InlineData(typeof(Argument), "get_Value threw ArgumentException: by itself")]
    [InlineData(typeof(Setter), "set_Value threw InvalidOperationException: by itself")]
    [InlineData(typeof(Constructor), "ctor threw InvalidOperationException: by itself")]
    [InlineData(typeof(Static), "Fail threw InvalidOperationException: by itself")]
    public void A_type_that_throws_has_one_code(Type type, string said)
    {
        string[] named = ["--type", type.FullName!, "--assembly", type.Assembly.Location];
        foreach (string to in (string[])["compact", "xml"])
        {
            ToolResult run = Tool.RunWith("{\"Value\":7}", ["convert", "-", "-", "--to", to, .. named]);
            Assert.True(run.Code == ExitCode.Usage, $"{run.Code} {run.Error}");
            Assert.Contains(said, run.Error, StringComparison.Ordinal);
            Assert.DoesNotContain("   at ", run.Error, StringComparison.Ordinal);
        }
        Assert.Equal(ExitCode.Usage, Tool.RunWith("{\"Value\":7}\n{\"Value\":8}\n", ["convert", "-", "-", "--to", "ndjson", "--items", .. named]).Code);
        if (type == typeof(Constructor))
            return; // it throws before anything is read
        // What is no fault of the type is damage as before.
        Assert.Equal(ExitCode.Corrupt, Tool.RunWith("{\"Value\":x}", ["convert", "-", "-", "--to", "compact", "--from", "json", .. named]).Code);
    }
}
