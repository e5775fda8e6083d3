using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>The tool asked within this process says what a process of its own says, for hundreds of tests ask it so.</summary>
public class ToolWithinTests
{
    static readonly byte[] s_json = """{"a":[1,2.5,null],"b":"\u00e9"}"""u8.ToArray();

    public static TheoryData<string> Calls => [
        "inspect -", "inspect - --stats --output json", "inspect - --path $.a[*] --hex", "inspect - --path $.none", "convert - - --to xml",
        "convert - - --to compact --compress gzip", "convert - - --to nowhere", "convert --records --from json --to compact --out-frames be32",
        "diff - missing.json", "schema - --lang typescript", "formats", "completion bash", "convert --help", "convert -", "inspect -- --x"];

    [Theory]
    [MemberData(nameof(Calls))]
    public void Says_what_a_process_says(string call)
    {
        string[] arguments = call.Split(' ');
        Assert.True(ToolWithin.Tells(arguments));
        ToolResult within = ToolWithin.Run(s_json, arguments), alone = Tool.RunAlone(s_json, arguments);
        Assert.Equal((alone.Code, alone.Output, alone.Error), (within.Code, within.Output, within.Error));
        Assert.Equal(alone.Bytes, within.Bytes);
        Assert.NotEqual(0, within.Bytes.Length + within.Error.Length);
    }

    /// <summary>Many at once have their streams each.</summary>
    [Fact]
    public void Streams_are_not_mixed()
    {
        var results = new string[64];
        Parallel.For(0, results.Length, i => results[i] = ToolWithin.Run(System.Text.Encoding.UTF8.GetBytes($"[{i}]"),
            ["convert", "-", "-", "--to", "json", "--from", "json"]).Output);
        Assert.Equal(Enumerable.Range(0, results.Length).Select(i => $"[{i}]"), results.Select(r => r.Trim()));
    }

    [Theory]
    [InlineData("lab")]
    [InlineData("shapes", "x.dll")]
    [InlineData("convert", "a.json", "b.json", "--type", "T", "--assembly", "x.dll")]
    [InlineData("convert", "a.db", "b.csv")]
    public void What_hangs_on_the_process_has_one(params string[] arguments) => Assert.False(ToolWithin.Tells(arguments));
}
