using System.Globalization;
using Xunit;
using Xunit.Sdk;
using Xunit.v3;

[assembly: TestCaseOrderer(typeof(Isomer.Tests.DrawnOrder))]
[assembly: TestCollectionOrderer(typeof(Isomer.Tests.DrawnOrder))]

namespace Isomer.Tests;

/// <summary>
/// The order of tests, and of their classes: one that the number in ISOMER_TEST_ORDER draws, or xunit's own, which never changes, with
/// the classes before all others that take long (<see cref="BeginsEarlyAttribute"/>). Every test must pass in any order
/// (tests/each-alone, ORDERS).
/// </summary>
public sealed class DrawnOrder : ITestCaseOrderer, ITestCollectionOrderer
{
    static readonly int? s_seed = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_TEST_ORDER"), CultureInfo.InvariantCulture,
        out int seed) ? seed : null;

    public IReadOnlyCollection<TTestCase> OrderTestCases<TTestCase>(IReadOnlyCollection<TTestCase> testCases)
        where TTestCase : notnull, ITestCase =>
        s_seed is { } seed ? Drawn(testCases, c => c.UniqueID, seed) : DefaultTestCaseOrderer.Instance.OrderTestCases(testCases);

    public IReadOnlyCollection<TTestCollection> OrderTestCollections<TTestCollection>(IReadOnlyCollection<TTestCollection> testCollections)
        where TTestCollection : ITestCollection =>
        s_seed is { } seed
            ? Drawn(testCollections, c => c.UniqueID, seed)
            : LongFirst(DefaultTestCollectionOrderer.Instance.OrderTestCollections(testCollections));

    /// <summary>What the collection of each class that begins early is called, up to the class's name.</summary>
    static readonly string[] s_long =
        [.. typeof(DrawnOrder).Assembly.GetTypes().Where(t => t.IsDefined(typeof(BeginsEarlyAttribute), inherit: false)).Select(NameOf)];

    internal static string NameOf(Type type) => $"Test collection for {type.FullName} ";

    static bool IsLong(ITestCollection collection) =>
        Array.Exists(s_long, name => collection.TestCollectionDisplayName.StartsWith(name, StringComparison.Ordinal));

    internal static IReadOnlyCollection<TTestCollection> LongFirst<TTestCollection>(IReadOnlyCollection<TTestCollection> collections)
        where TTestCollection : ITestCollection =>
        [.. collections.Where(c => IsLong(c)), .. collections.Where(c => !IsLong(c))];

    /// <summary>The same order for the same number, whatever order they come in.</summary>
    static T[] Drawn<T>(IReadOnlyCollection<T> tests, Func<T, string> id, int seed)
    {
        T[] all = [.. tests.OrderBy(id, StringComparer.Ordinal)];
        new Random(seed).Shuffle(all);
        return all;
    }
}
