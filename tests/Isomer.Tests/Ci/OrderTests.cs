using Xunit;
using Xunit.Sdk;

namespace Isomer.Tests.Ci;

/// <summary>
/// The order in which classes of tests begin: one that takes a minute is not left for the end, where one processor waits for it.
/// </summary>
public class OrderTests
{
    sealed class Collection(string name) : ITestCollection
    {
        public string? TestCollectionClassName => null;
        public string TestCollectionDisplayName => name;
        public IReadOnlyDictionary<string, IReadOnlyCollection<string>> Traits => new Dictionary<string, IReadOnlyCollection<string>>();
        public string UniqueID => name;
        public ITestAssembly TestAssembly => TestContext.Current.TestAssembly!;
    }

    [Fact]
    public void Classes_that_take_long_begin_before_the_others()
    {
        string[] others = ["Test collection for Isomer.Tests.Ahead.AotCorpusTestsOfOthers (id: 1)", "alone",
            "Test collection for X (id: 2)"];
        // As xunit calls it: the name that a class's collection has at this moment.
        string here = TestContext.Current.TestCollection!.TestCollectionDisplayName;
        Assert.StartsWith(DrawnOrder.NameOf(typeof(OrderTests)), here, StringComparison.Ordinal);
        string[] early = [.. ((Type[])[typeof(Ahead.AotCorpusTests), typeof(Cli.LabTests)]).Select(t => DrawnOrder.NameOf(t) + "(id: 3)")];
        Collection[] given = [.. new[] { others[0], early[1], here, others[1], early[0], others[2] }.Select(n => new Collection(n))];
        Assert.Equal([early[1], early[0], others[0], here, others[1], others[2]],
            DrawnOrder.LongFirst(given).Select(c => c.TestCollectionDisplayName));
    }
}
