using System.Diagnostics;
using Xunit;

namespace Isomer.Tests.Formats.Mono;

/// <summary>The program of tests/mono: compiled once a run, where mono is.</summary>
static class MonoProgram
{
    static readonly Lazy<(string? Path, string? Reason)> s_made = new(Make);

    /// <summary>The folder of the sources and of the payloads that mono has made.</summary>
    public static string Sources { get; } = Path.Combine(Cli.Tool.Root, "tests", "mono");

    /// <summary>Whether mono is here, with SoapFormatter; a test that needs it says so and ends where not.</summary>
    public static void Need() => Assert.SkipWhen(s_made.Value.Path is null, s_made.Value.Reason ?? "");

    static (string?, string?) Make()
    {
        string folder = Directory.CreateTempSubdirectory("isomer-mono").FullName;
        AppDomain.CurrentDomain.ProcessExit += (_, _) => Directory.Delete(folder, recursive: true);
        string made = Path.Combine(folder, "IsomerMono.exe");
        try
        {
            Run("UTC", "mcs", "-out:" + made, "-r:System.Runtime.Serialization.Formatters.Soap.dll", "-r:System.Data.dll",
                Path.Combine(Sources, "Program.cs"), Path.Combine(Sources, "Hosted.cs"), Path.Combine(Sources, "Shapes.cs"),
                Path.Combine(Sources, "Sets.cs"));
            return (made, null);
        }
        catch (System.ComponentModel.Win32Exception)
        {
            return (null,
                "no mono here: install mono-runtime, mono-mcs, libmono-system-runtime-serialization-formatters-soap4.0-cil and libmono-system-data4.0-cil");
        }
    }

    /// <summary>Runs the program over a folder.</summary>
    public static void Run(string verb, string format, string folder, string zone = "UTC") =>
        Run(zone, "mono", s_made.Value.Path!, verb, format, folder);

    static void Run(string zone, string file, params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo(file, arguments)
            { RedirectStandardError = true, RedirectStandardOutput = true, Environment = { ["TZ"] = zone } })!;
        var error = process.StandardError.ReadToEndAsync();
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{file} {string.Join(' ', arguments)}: {process.ExitCode}\n{error.Result}\n{output}");
    }
}
