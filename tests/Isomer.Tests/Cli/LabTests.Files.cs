using Isomer.Cli.Lab.Results;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Files of results that were changed by others.</summary>
public sealed partial class LabTests
{
    /// <summary>
    /// Each kind of node of a real file, once left out, once null, once another kind: it is refused as input, by the file's name, or all
    /// that the lab makes of it can be made.
    /// </summary>
    [Fact]
    public void Results_that_lack_something_are_told_by_name_or_taken()
    {
        using var folder = new TemporaryFolder();
        LabResults whole = LabResults.Load(run.Folder["out"]);
        // Of what there is many of, few are as good: the report of each takes its time.
        foreach (CaseResult c in whole.Cases)
            c.Entrants.RemoveRange(3, c.Entrants.Count - 3);
        whole.Scenarios.RemoveRange(1, whole.Scenarios.Count - 1);
        whole.Cold.RemoveAll(c => !c.Case.StartsWith(whole.Scenarios[0].Name + "/", StringComparison.Ordinal));
        whole.Features.RemoveRange(2, whole.Features.Count - 2);
        whole.Transfers.RemoveRange(4, whole.Transfers.Count - 4);
        NodeObject node = (NodeObject)Json.ParseNode(whole.ToJson())!;
        string file = folder["results.json"];
        LabResults before = LabResults.Load(run.Folder["out"]);
        int refused = 0, taken = 0;
        var seen = new HashSet<string>();
        Assert.Equal("", Of(node));
        Mutate(node, "");
        Assert.True(refused > 300 && taken > 50, $"{refused} refused, {taken} taken");

        void Mutate(Node? at, string shape)
        {
            (string Name, Node? Value, Action<Node?> Set, Action Remove)[] children = at switch
            {
                NodeObject o =>
                    [.. o.ToArray().Select(p => (p.Key, p.Value, (Action<Node?>)(v => o[p.Key] = v), (Action)(() => o.Remove(p.Key))))],
                NodeArray a =>
                    [.. a.Take(2).ToArray().Select((v, i) =>
                        (i == 0 ? "0" : "n", v, (Action<Node?>)(n => a[i] = n), (Action)(() => { })))],
                _ => [],
            };
            foreach (var (name, value, set, remove) in children)
            {
                // Names of the environment, and of what stands twice in a list, say nothing new.
                string place = $"{shape}.{name}";
                if (!seen.Add(place))
                    continue;
                foreach (Node? other in (Node?[])[null, "x", -1, true, new NodeArray(), new NodeObject(), new NodeArray((Node?)null)])
                {
                    set(other);
                    Check($"{place} = {other?.ToString() ?? "null"}");
                }
                remove();
                Check(place + " left out");
                set(value);
                Mutate(value, place);
            }
        }

        void Check(string what)
        {
            string said = Of(node);
            if (said.Length == 0)
                taken++;
            else
                refused++;
            Assert.True(said.Length == 0 || said.Contains(file, StringComparison.Ordinal), $"{what}: {said}");
        }

        string Of(Node changed)
        {
            File.WriteAllBytes(file, Json.Serialize(changed));
            try
            {
                LabResults results = LabResults.Load(file);
                results.Judge();
                _ = Isomer.Cli.Lab.Report.HtmlReport.Of(results) + Markdown.Of(results) + Csv.Of(results) + Summary.Of(results);
                foreach (Comparison comparison in (Comparison[])[Comparison.Of(before, results), Comparison.Of(results, before)])
                    _ = comparison.ToText(all: true, 0.05) + comparison.Nothing;
                return "";
            }
            catch (Isomer.Cli.CliException e) when (e.Code == Isomer.Cli.ExitCode.Corrupt)
            {
                return e.Message;
            }
        }
    }
}
