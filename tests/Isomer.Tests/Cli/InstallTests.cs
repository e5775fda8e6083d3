using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>As a user has it: packed, installed from a folder, started by its name.</summary>
public class InstallTests
{
    [Fact]
    public void The_package_installs_and_runs()
    {
        using var folder = new TemporaryFolder();
        string configuration = Tool.Dll.Contains("/Release/", StringComparison.Ordinal) ? "Release" : "Debug";
        ToolResult packed = Tool.Execute("dotnet",
            ["pack", Path.Combine(Tool.Root, "src/Isomer.Cli"), "-c", configuration, "--no-build", "-o", folder["packages"], "-v", "quiet"],
            []);
        Assert.True(packed.Code == 0, packed.Output);
        ToolResult installed =
            Tool.Execute("dotnet", ["tool", "install", "Isomer.Cli", "--tool-path", folder["tools"], "--source", folder["packages"]], []);
        Assert.True(installed.Code == 0, installed.Output + installed.Error);
        string isomer = Path.Combine(folder["tools"], OperatingSystem.IsWindows() ? "isomer.exe" : "isomer");

        ToolResult converted = Tool.Execute(isomer, ["convert", "-", "-", "--to", "compact"], "{\"a\":1}"u8.ToArray());
        Assert.True(converted.Code == 0, converted.Error);
        Assert.Equal(1, (int)Compact.ParseNode(converted.Bytes)!["a"]!);

        // The lab needs its embedded database and starts itself again: both must be found where the tool is installed.
        ToolResult lab = Tool.Execute(isomer,
            ["lab", "-s", "polymorphic", "--only", "Isomer Compact", "--seconds", "0.3", "--launches", "1", "--link", "none", "--out",
                folder["out"]], []);
        Assert.True(lab.Code == 0, lab.Error);
        Assert.Contains(Isomer.Cli.Lab.Results.LabResults.Load(folder["out"]).Cold, c => c.Reason is null && c.Median > 0);
    }
}
