using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What every command has in common: help, codes, and what goes to which stream.</summary>
public class CommandLineTests
{
    [Theory]
    [InlineData("--help")]
    [InlineData("lab", "--help")]
    [InlineData("lab", "compare", "--help")]
    [InlineData("lab", "report", "--help")]
    [InlineData("inspect", "--help")]
    [InlineData("convert", "--help")]
    [InlineData("diff", "--help")]
    [InlineData("schema", "--help")]
    [InlineData("formats", "--help")]
    [InlineData("completion", "--help")]
    public void Help_has_examples_and_exit_codes(params string[] arguments)
    {
        ToolResult result = Tool.Run(arguments);
        Assert.Equal(0, result.Code);
        Assert.Contains("Usage:\n  isomer", result.Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("Examples:", result.Output, StringComparison.Ordinal);
        Assert.Contains("130  Ctrl-C", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("isomer-cli", result.Output, StringComparison.Ordinal);
        Assert.Empty(result.Error);
    }

    [Theory]
    [InlineData("bogus")]
    [InlineData("inspect", "--bogus")]
    [InlineData("diff", "one")]
    [InlineData("schema")]
    [InlineData("lab", "--scenario", "bogus")]
    [InlineData("lab", "--link", "fast")]
    [InlineData("lab", "--slow-start", "10")]
    [InlineData("inspect", "/no/such/file")]
    public void Wrong_usage_is_2_and_a_message_on_standard_error(params string[] arguments)
    {
        ToolResult result = Tool.Run(arguments);
        Assert.Equal(2, result.Code);
        Assert.Empty(result.Output);
        Assert.StartsWith("isomer: ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void The_version_is_that_of_the_package() => Assert.StartsWith("0.", Tool.Run("--version").Output, StringComparison.Ordinal);

    [Fact]
    public void It_completes_itself()
    {
        Assert.Contains("inspect", Tool.Run("[suggest:10]", "isomer ins").Output.Split('\n', StringSplitOptions.TrimEntries));
        Assert.Contains("compact", Tool.Run("[suggest:25]", "isomer convert --to compa").Output, StringComparison.Ordinal);
        foreach (string shell in (string[])["bash", "zsh", "fish", "pwsh"])
            Assert.Contains("[suggest:", Tool.Run("completion", shell).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Formats_are_those_of_the_library()
    {
        Node list = Json.ParseNode(Tool.Run("formats").Output)!;
        Assert.Equal(((Format[])[.. Format.All, Isomer.Nrbf.Format, Isomer.Soap.Format, Isomer.Containers.Resources, Isomer.Containers.Resx, Isomer.Containers.ViewState, Isomer.Containers.Session, Isomer.Nrbf.RecordsFormat]).Select(f => f.Name), list.Select("$[*].name").Select(n => (string)n!));
    }
}
