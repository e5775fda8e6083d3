using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Random types, values, options and edited documents, Json against System.Text.Json.</summary>
public class JsonDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void AsSystemTextJson() => new DifferentialRun(new JsonDifferentialDialect(), output.WriteLine).Run(250, 3);
}

/// <summary>Where the two differ on purpose: each is a line of docs/json.md.</summary>
static class JsonDifferentialDeviations
{
    /// <summary>Whether the path leads through a member without setter.</summary>
    static bool IsTakenByNothing(string code, string path) => path.Split('.', '[', ']').Any(step => step.Length > 1
        && code.Split('\n').Any(line => (line.Contains(" " + step, StringComparison.OrdinalIgnoreCase) || line.Contains('"' + step + '"', StringComparison.OrdinalIgnoreCase)) && (line.Contains("=>", StringComparison.Ordinal) || line.Contains("readonly", StringComparison.Ordinal) || line.Contains("private set", StringComparison.Ordinal) || line.Contains("{ get; }", StringComparison.Ordinal))));

    /// <summary>With numbers out of their quotes.</summary>
    static string Bare(Outcome? outcome) => System.Text.RegularExpressions.Regex.Replace(System.Text.Encoding.UTF8.GetString((byte[])outcome!.Result!), "\"(-?[0-9][-+.0-9Ee]*|NaN|-?Infinity)\"", "$1");

    /// <summary>Without what tells subtypes.</summary>
    static string Untyped(Outcome? outcome) => System.Text.RegularExpressions.Regex.Replace(System.Text.Encoding.UTF8.GetString((byte[])outcome!.Result!), "\\s*\"\\$?(type|kind)\": ?(\"[^\"]*\"|-?[0-9]+),?", "");

    public static string? ReasonOf(Finding finding)
    {
        string text = finding.Document is null ? "" : System.Text.Encoding.UTF8.GetString(finding.Document);
        string theirs = finding.Original?.Refusal?.Message ?? "", ours = finding.Ours?.Refusal?.Message ?? "";
        return finding.Difference switch
        {
            "only the original refuses" when theirs.Contains("Properties that start with '$' are not allowed", StringComparison.Ordinal) => "a name with a dollar that is no metadata",
            "only the original refuses" when theirs.Contains("The metadata property is either not supported by the type", StringComparison.Ordinal) && (!text.Contains("$type", StringComparison.Ordinal) || !finding.Code.Contains("[JsonDerivedType", StringComparison.Ordinal)) => "the name of metadata that the type has not",
            "only ours refuses" when ours.Contains("invalid escape, '\\ud800'", StringComparison.Ordinal) => "half a surrogate pair",
            "only ours refuses" when finding.Options.Text.Contains("Preserve", StringComparison.Ordinal) && text.Contains("$id", StringComparison.Ordinal)
                && finding.Ours!.Refusal is WireFormatException { Path: { } path } && IsTakenByNothing(finding.Code, path) => "identities in a value that nothing takes",
            "only the original refuses" when theirs.StartsWith("'/' is invalid after a property name", StringComparison.Ordinal) && finding.Options.Text.Contains("Comments", StringComparison.Ordinal) => "a comment before a colon",
            "the bytes differ" when finding.Step == "write" && finding.Code.Contains("[JsonExtensionData]", StringComparison.Ordinal) && finding.Code.Contains("WriteAsString", StringComparison.Ordinal) && Bare(finding.Original) == Bare(finding.Ours) => "numbers of extension data",
            "the bytes differ" when finding.Step == "write" && finding.Code.Contains("[JsonDerivedType", StringComparison.Ordinal) && Untyped(finding.Original) == Untyped(finding.Ours) => "the subtype of a value behind object",
            // A JsonElement is equal to nothing, a value to itself.
            _ when (finding.Difference.Contains(" items became ", StringComparison.Ordinal) || finding.Difference.Contains(" is missing", StringComparison.Ordinal)) && finding.Code.Contains("Set<object>", StringComparison.Ordinal) => "a set of values behind object",
            // What no canonical form is put into from outside: a queue, a linked list.
            _ when (finding.Difference.Contains(": a System.Text.Json.JsonElement became a System.", StringComparison.Ordinal) || finding.Difference.Contains(": a System.Text.Json.JsonElement became a Isomer.Node", StringComparison.Ordinal)) && finding.Code.Contains("<object>", StringComparison.Ordinal) => "values behind object",
            "only the original refuses" when theirs.Contains("The '$values' metadata property must be a JSON array", StringComparison.Ordinal) && !finding.Options.Text.Contains("Preserve", StringComparison.Ordinal) => "the name of metadata that the type has not",
            "only the original refuses" when theirs.StartsWith("The JSON property '$type' could not be mapped", StringComparison.Ordinal) => "the name of metadata that the type has not",
            _ => null,
        };
    }
}
