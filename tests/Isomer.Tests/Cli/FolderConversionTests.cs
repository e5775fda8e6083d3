using System.Text;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>`convert` of a folder: no file is lost, none is half there, and a run that was interrupted goes on.</summary>
public sealed class FolderConversionTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public FolderConversionTests() => Directory.CreateDirectory(_folder["in/deep"]);

    public void Dispose() => _folder.Dispose();

    string[] Written(string folder = "out") => Directory.Exists(_folder[folder])
        ? [.. Directory.EnumerateFiles(_folder[folder], "*", SearchOption.AllDirectories)
            .Select(f => Path.GetRelativePath(_folder[folder], f)).Order(StringComparer.Ordinal)] : [];

    ToolResult Convert(params string[] more) => Tool.Run(["convert", _folder["in"], _folder["out"], "--to", "compact", .. more]);

    [Theory]
    [InlineData("--jobs", "1")]
    [InlineData("--jobs", "4")]
    [InlineData("--force", "--dry-run")]
    [InlineData("--force", "--verify")]
    public void Two_sources_of_one_target_are_told_before_anything_is_written(params string[] more)
    {
        _folder.Write("in/deep/a.json", "{\"a\":1}");
        _folder.Write("in/deep/a.xml", "<a/>");
        _folder.Write("in/b.json", "{}");
        ToolResult result = Convert(more);
        Assert.Equal(2, result.Code);
        Assert.Contains("deep/a.json, deep/a.xml", result.Error, StringComparison.Ordinal);
        Assert.Contains("--keep-extension", result.Error, StringComparison.Ordinal);
        Assert.Empty(Written());
        Assert.Equal(0, Convert([.. more, "--keep-extension"]).Code);
        string[] expected = more.Contains("--dry-run") ? [] : ["b.json.compact", "deep/a.json.compact", "deep/a.xml.compact"];
        Assert.Equal(expected, Written());
    }

    /// <summary>a.json of a.xml would take the place of a.json, which is a source too.</summary>
    [Fact]
    public void A_result_does_not_take_the_place_of_a_source()
    {
        _folder.Write("in/a.xml", "<a/>");
        _folder.Write("in/a.xml.json", "{\"mine\":1}");
        ToolResult result = Tool.Run("convert", _folder["in"], _folder["in"], "--to", "json", "--keep-extension", "--force");
        Assert.Equal(2, result.Code);
        Assert.Equal("{\"mine\":1}", File.ReadAllText(_folder["in/a.xml.json"]));
        Assert.Equal(["a.xml", "a.xml.json"], Written("in"));
    }

    [Fact]
    public void What_is_there_is_left_and_the_rest_goes_on()
    {
        for (int i = 0; i < 5; i++)
            _folder.Write($"in/{i}.json", $"{{\"i\":{i}}}");
        Directory.CreateDirectory(_folder["out"]);
        _folder.Write("out/2.compact", "mine");
        ToolResult refused = Convert();
        Assert.Equal(2, refused.Code);
        Assert.Contains("--skip-existing", refused.Error, StringComparison.Ordinal);
        File.Delete(_folder["out/4.compact"]);
        ToolResult result = Convert("--skip-existing");
        Assert.True(result.Code == 0, result.Error);
        Assert.Contains("1 of 5 files converted; 4 there already", result.Error, StringComparison.Ordinal);
        Assert.Equal("mine", File.ReadAllText(_folder["out/2.compact"]));
        Assert.Equal(4, (int)Compact.ParseNode(File.ReadAllBytes(_folder["out/4.compact"]))!["i"]!);
        Assert.Equal(2, Convert("--skip-existing", "--force").Code);
        Assert.Equal(0, Tool.Run("convert", _folder["in/2.json"], _folder["out/2.compact"], "--skip-existing").Code);
        Assert.Equal("mine", File.ReadAllText(_folder["out/2.compact"]));
    }

    /// <summary>What a first run wrote below the folder is no source of the second.</summary>
    [Fact]
    public void Results_inside_of_the_folder_are_not_converted_again()
    {
        _folder.Write("in/a.json", "{}");
        for (int run = 0; run < 2; run++)
            Assert.Equal(0, Tool.Run("convert", _folder["in"], _folder["in/done"], "--to", "compact", "--skip-existing").Code);
        Assert.Equal(["a.json", "deep", "done/a.compact"], (string[])["a.json", "deep", .. Written("in").Except(["a.json"])]);
    }

    /// <summary>
    /// Results beside their sources, of a run that was killed at its second file: what it wrote is no source of the next, nor is the rest
    /// of what it was writing.
    /// </summary>
    [Theory]
    [InlineData("a.compact", "b.compact")]
    [InlineData("a.json.compact", "b.json.compact", "--keep-extension")]
    public void Results_beside_their_sources_are_not_converted_again(string first, string second, params string[] options)
    {
        _folder.Write("in/a.json", "{\"i\":1}");
        _folder.Write("in/b.json", "{\"i\":2}");
        string[] command = ["convert", _folder["in"], _folder["in"], "--to", "compact", .. options];
        Assert.Equal(0, Tool.Run(command).Code);
        Assert.Equal(((string[])["a.json", "b.json", first, second]).Order(StringComparer.Ordinal),
            Written("in").Order(StringComparer.Ordinal));
        File.Move(_folder["in/" + second], _folder[$"in/{second}.part"]);
        ToolResult result = Tool.Run([.. command, "--skip-existing"]);
        Assert.True(result.Code == 0, result.Error);
        Assert.Contains("1 of 2 files converted; 1 there already", result.Error, StringComparison.Ordinal);
        Assert.Equal(2, (int)Compact.ParseNode(File.ReadAllBytes(_folder["in/" + second]))!["i"]!);
    }

    /// <summary>The system refuses to write more than a few blocks, as a full disk does.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Where_the_disk_is_full_no_part_stays_behind(bool ofFolder)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "needs ulimit -f");
        _folder.Write("in/big.json", Encoding.UTF8.GetBytes($"[\"{new string('x', 1 << 20)}\"]"));
        string source = ofFolder ? _folder["in"] : _folder["in/big.json"], target = ofFolder ? _folder["out"] : _folder["big.compact"];
        ToolResult result = Tool.Shell(
            $"trap '' XFSZ; ulimit -f 64; export DOTNET_EnableWriteXorExecute=0; exec dotnet '{Tool.Dll}' convert '{source}' '{target}' --to compact");
        Assert.Equal(2, result.Code);
        Assert.Contains("big.compact", result.Error, StringComparison.Ordinal);
        Assert.Empty(Written());
        Assert.Equal(["in/big.json"], Written("."));
    }

    /// <summary>--from is named only where some format does read the bytes.</summary>
    [Fact]
    public void The_remedy_is_named_where_it_helps()
    {
        foreach (byte[] hopeless in (byte[][])[[], [0xFF, 0xFE, 0x00, 0x01],
            [0, 1, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0, 11]])
        {
            ToolResult result = Tool.RunWith(hopeless, "inspect");
            Assert.NotEqual(0, result.Code);
            Assert.DoesNotContain("--from", result.Error, StringComparison.Ordinal);
        }
        // A layout that is longer than the payload: Compact in its first byte, and not readable by any type.
        Assert.DoesNotContain("--from", Tool.RunWith([0x01, 0xE8, 0x07, 200, 201, 202, 203, 204, 205, 206], "inspect").Error,
            StringComparison.Ordinal);
    }

    [Fact]
    public void And_is_named_there()
    {
        byte[] payload = Compact.Serialize(new Version(1, 2, 3), new CompactOptions { Schema = CompactSchema.Fingerprint });
        ToolResult result = Tool.RunWith(payload, "inspect");
        Assert.NotEqual(0, result.Code);
        Assert.Contains("--from compact", result.Error, StringComparison.Ordinal);
    }
}
