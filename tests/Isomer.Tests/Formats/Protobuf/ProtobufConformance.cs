using System.Diagnostics;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Google's conformance suite, where its runner is: tests/Isomer.Conformance/build-runner.sh makes it. What is expected to fail stands by
/// name in files beside the script; a test that passes though it stands there fails too.
/// </summary>
public class ProtobufConformance(ITestOutputHelper output)
{
    [Theory]
    [InlineData("schema")]
    [InlineData("classes")]
    public async Task The_suite_passes(string way)
    {
        string? repository = Repository();
        Assert.SkipWhen(repository is null, "The tests do not run within the repository.");
        string folder = Environment.GetEnvironmentVariable("ISOMER_CONFORMANCE") ?? Path.Combine(repository, "artifacts", "conformance");
        string runner = Path.Combine(folder, "conformance_test_runner");
        Assert.SkipUnless(File.Exists(runner),
            "The runner of the conformance suite is not here: tests/Isomer.Conformance/build-runner.sh builds it.");
        string built = Path.Combine(repository, "tests", "Isomer.Conformance");
        string testee = new[] { "Release", "Debug" }.Select(c => Path.Combine(built, "bin", c, "net10.0", "Isomer.Conformance"))
            .FirstOrDefault(File.Exists) ?? "";
        Assert.SkipUnless(testee.Length > 0, "tests/Isomer.Conformance is not built.");
        using var process = Process.Start(
            new ProcessStartInfo(runner,
                ["--enforce_recommended", "--failure_list", Path.Combine(built, $"failures.{way}.txt"), testee, way, folder])
            {
                RedirectStandardError = true,
                RedirectStandardOutput = true,
                WorkingDirectory = Path.GetTempPath(),
            })!;
        var text = process.StandardOutput.ReadToEndAsync();
        string error = await process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        await process.WaitForExitAsync(TestContext.Current.CancellationToken);
        foreach (string line in error.Split('\n').Where(l => l.StartsWith("CONFORMANCE SUITE", StringComparison.Ordinal)))
            output.WriteLine(line);
        Assert.True(process.ExitCode == 0, error + await text);
    }

    static string? Repository()
    {
        for (string? folder = AppContext.BaseDirectory; folder is not null; folder = Path.GetDirectoryName(folder))
            if (File.Exists(Path.Combine(folder, "Isomer.slnx")))
                return folder;
        return null;
    }
}
