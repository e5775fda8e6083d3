using Isomer.Tests.Docs;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>
/// The compliance suite of JSONPath, all of its cases: what is selected, in one of the orders that RFC 9535 allows, at which places, and
/// what is no path. tests/jsonpath-suite.sh fetches it; where it is not, the test says so.
/// </summary>
public class JsonPathSuiteTests
{
    [Fact]
    public void Every_case_of_the_compliance_suite_is_answered_as_it_says()
    {
        string file = Path.Combine(DocFiles.Root, "artifacts", "jsonpath", "cts.json");
        Assert.SkipUnless(File.Exists(file), "the suite is not there (tests/jsonpath-suite.sh)");
        var cases = Json.ParseNode(File.ReadAllText(file))!["tests"]!.As<NodeArray>();
        Assert.True(cases.Count > 600, $"{cases.Count} cases");
        var wrong = cases.Select(each => (Name: each!["name"]!.As<string>(), Fault: Fault(each)))
            .Where(each => each.Fault is not null).ToList();
        Assert.True(wrong.Count == 0, string.Join('\n', wrong.Select(each => $"{each.Name}: {each.Fault}")));
    }

    static string? Fault(Node suite)
    {
        string selector = suite["selector"]!.As<string>();
        if (suite["invalid_selector"] is not null)
            return Record.Exception(() => NodePath.Parse(selector)) is FormatException ? null : $"{selector} is no path and is taken";
        try
        {
            var document = suite["document"];
            var path = NodePath.Parse(selector);
            var found = path.Locate(document).ToList();
            if (!Node.DeepEquals(new NodeArray(path.Select(document)), new NodeArray(found.Select(each => each.Value))))
                return $"{selector}: Select and Locate differ";
            var values = new NodeArray(found.Select(each => each.Value));
            var places = new NodeArray(found.Select(each => Node.From(each.Path)));
            return Allowed(suite).Any(each => Node.DeepEquals(each.Values, values) && Node.DeepEquals(each.Places, places)) ? null
                : $"{selector} over {document} is {values} at {places}";
        }
        catch (FormatException error)
        {
            return $"{selector} is refused: {error.Message}";
        }
    }

    /// <summary>One answer, or several where the order is free.</summary>
    static IEnumerable<(Node? Values, Node? Places)> Allowed(Node suite) => suite["results"] is NodeArray results
        ? results.Zip(suite["results_paths"]!.As<NodeArray>())
        : [(suite["result"], suite["result_paths"])];
}
