using System.Runtime.Versioning;
using Isomer.Cli.Converting;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What takes the place of a file has its rights, goes through links, and takes none of a device.</summary>
public class TargetTests
{
    const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite,
        Shared = Private | UnixFileMode.GroupRead | UnixFileMode.OtherRead;

    static ToolResult Run(params string[] arguments)
    {
        ToolResult run = Tool.Run(["convert", .. arguments]);
        Assert.True(run.Code == 0, string.Join(' ', arguments) + ": " + run.Error);
        return run;
    }

    /// <summary>A folder of secrets is not readable by all when it was converted.</summary>
    [Fact, UnsupportedOSPlatform("windows")]
    public void Rights_stay_what_they_are()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "rights of Unix");
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["d"]);
        File.WriteAllText(folder["d/s.json"], "{\"a\":1}");
        File.SetUnixFileMode(folder["d/s.json"], Private);
        Run(folder["d/s.json"], folder["new.compact"]);
        Assert.Equal(Private, File.GetUnixFileMode(folder["new.compact"]));
        Run(folder["d"], folder["out"], "--to", "compact");
        Assert.Equal(Private, File.GetUnixFileMode(folder["out/s.compact"]));
        Run(folder["d"], "--in-place", "--to", "compact");
        Assert.Equal(Private, File.GetUnixFileMode(folder["d/s.json"]));
        // What is replaced has its own, whatever it is made of.
        File.WriteAllText(folder["open.json"], "{}");
        File.SetUnixFileMode(folder["open.json"], Shared | UnixFileMode.GroupWrite);
        Run(folder["new.compact"], folder["open.json"], "--force");
        Assert.Equal(Shared | UnixFileMode.GroupWrite, File.GetUnixFileMode(folder["open.json"]));
        File.WriteAllText(folder["a.ndjson"], "{\"a\":1}\n{\"a\":2}\n");
        File.SetUnixFileMode(folder["a.ndjson"], Private);
        Run(folder["a.ndjson"], folder["b.compact"], "--items");
        Assert.Equal(Private, File.GetUnixFileMode(folder["b.compact"]));
        Run(folder["a.ndjson"], folder["b.csv"]);
        Assert.Equal(Private, File.GetUnixFileMode(folder["b.csv"]));
    }

    /// <summary>It told of a file of its own making that could not be found.</summary>
    [Fact]
    public void A_folder_that_is_not_there_is_named()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.json"], "{\"a\":1}");
        ToolResult run = Tool.Run("convert", folder["a.json"], folder["none/b.json"]);
        Assert.Equal(2, run.Code);
        Assert.Contains($"there is no folder '{folder["none"]}'", run.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(".part", run.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_link_leads_to_the_file_that_is_replaced()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights there");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.json"], "{\"a\":1}");
        File.WriteAllText(folder["old.json"], "{}");
        File.CreateSymbolicLink(folder["link.json"], folder["old.json"]);
        Run(folder["a.json"], folder["link.json"], "--force");
        Assert.NotNull(new FileInfo(folder["link.json"]).LinkTarget);
        Assert.Equal("{\"a\":1}", File.ReadAllText(folder["old.json"]));
    }

    /// <summary>As root, a file would take the place of the device.</summary>
    [Fact]
    public void A_device_is_written_to()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "devices of Unix");
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder["a.json"], "{\"a\":1}");
        // Not /dev/null itself, which the whole machine would miss. Of its own process: this one's standard output is the test run's.
        ToolResult run = Tool.RunAlone([], "convert", folder["a.json"], "/dev/stdout", "--to", "json");
        Assert.Equal((0, "{\"a\":1}"), (run.Code, run.Output));
        Target.Save("/proc/self/comm", "isomer"u8.ToArray(), force: true);
        Assert.Equal(2, Tool.RunAlone([], "convert", folder["a.json"], "/dev/stdout", "--to", "json", "--verify").Code);
    }

    /// <summary>A link to a folder above gave each file forty names; a pipe is waited for without end.</summary>
    [Fact]
    public void Folders_with_links_and_pipes()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links and pipes of Unix");
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["d/deep"]);
        File.WriteAllText(folder["d/s.json"], "{\"a\":1}");
        File.WriteAllText(folder["d/deep/t.json"], "{\"a\":2}");
        File.CreateSymbolicLink(folder["d/u.json"], folder["d/s.json"]);
        Directory.CreateSymbolicLink(folder["d/loop"], folder["d"]);
        Directory.CreateSymbolicLink(folder["d/deep/up"], "..");
        Tool.Shell($"mkfifo '{folder["d/p.json"]}'");
        Run(folder["d"], folder["out"], "--to", "compact");
        Assert.Equal(["deep/t.compact", "s.compact", "u.compact"],
            Directory.EnumerateFiles(folder["out"], "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(folder["out"], f))
                .Order(StringComparer.Ordinal));
        File.Delete(folder["d/u.json"]);
        Run(folder["d"], "--in-place", "--to", "compact");
        Assert.NotEqual((byte)'{', File.ReadAllBytes(folder["d/deep/t.json"])[0]);
    }
}
