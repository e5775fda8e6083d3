using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Random types, values, options and edited documents, Json against System.Text.Json.</summary>
public class JsonDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void AsSystemTextJson() => new DifferentialRun(new JsonDifferentialDialect(), output.WriteLine).Run(600, 3);
}

/// <summary>Where the two differ on purpose: each is a line of docs/json.md.</summary>
static class JsonDifferentialDeviations
{
    public static string? ReasonOf(Finding finding)
    {
        string text = finding.Document is null ? "" : System.Text.Encoding.UTF8.GetString(finding.Document);
        string theirs = finding.Original?.Refusal?.Message ?? "", ours = finding.Ours?.Refusal?.Message ?? "";
        return finding.Difference switch
        {
            "only the original refuses" when theirs.Contains("Properties that start with '$' are not allowed", StringComparison.Ordinal) => "a name with a dollar that is no metadata",
            _ => null,
        };
    }
}
