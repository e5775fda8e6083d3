using Xunit.v3;

namespace Isomer.Tests;

/// <summary>
/// Tests whose verdict hangs on the machine as well: what a measurement says, when a process of others is up, which of two comes first.
/// The reason is told. Where one of them fails beside all the others, .ci/run runs it once more by itself, tells both runs, and counts
/// the second. A failure that comes from the code comes again; no other test is given a second run.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class JudgedAloneAttribute(string because) : Attribute, ITraitAttribute
{
    public string Because => because;

    public IReadOnlyCollection<KeyValuePair<string, string>> GetTraits() => [new("judged", "alone")];
}
