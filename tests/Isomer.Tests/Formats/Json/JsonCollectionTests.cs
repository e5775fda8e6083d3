using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Collections and keys of every kind, against System.Text.Json where it knows them.</summary>
public class JsonCollectionTests
{
    public record Item(int Id, string? Name);

    [Fact]
    public void Sequences()
    {
        Item[] items = [new(1, "a"), new(2, null), null!];
        JsonCheck.Same(items);
        JsonCheck.Same(items.ToList());
        JsonCheck.Same<IEnumerable<Item>>(items);
        JsonCheck.Same<IList<Item>>(items);
        JsonCheck.Same<IReadOnlyList<Item>>(items);
        JsonCheck.Same<ICollection<int>>([1, 2]);
        JsonCheck.Same<ISet<int>>(new HashSet<int> { 1, 2 });
        JsonCheck.Same(new HashSet<string> { "a", "b" });
        JsonCheck.Same(new SortedSet<int> { 3, 1 });
        JsonCheck.Same(new LinkedList<int>([1, 2]));
        JsonCheck.Same(new Queue<int>([1, 2]));
        JsonCheck.SameText(new Stack<int>([1, 2]));
        JsonCheck.Same(new Collection<int> { 1 });
        JsonCheck.Same(new ObservableCollection<int> { 1 });
        JsonCheck.SameText(new ReadOnlyCollection<int>([1]));
        JsonCheck.Same(new ConcurrentQueue<int>([1, 2]));
        JsonCheck.Same(ImmutableArray.Create(1, 2));
        JsonCheck.Same(ImmutableList.Create(1, 2));
        JsonCheck.Same(ImmutableHashSet.Create(1));
        JsonCheck.Same(ImmutableQueue.Create(1, 2));
        JsonCheck.SameText(FrozenSet.Create(1));
        JsonCheck.SameText(new ArrayList { 1, "a", null });
        JsonCheck.Same(Array.Empty<int>());
        JsonCheck.Same<int[]?>(null);
        JsonCheck.Same(new int?[] { 1, null });
        JsonCheck.Same(new int[][] { [1], [], null!, [2, 3] });
        JsonCheck.SameText(Enumerable.Range(0, 5));
        JsonCheck.SameReading<int[]>(" [ 1 , 2\t,\r\n3 ] ");
    }

    /// <summary>A deviation: a stack comes back in its own order; System.Text.Json turns it round each time.</summary>
    [Fact]
    public void StacksKeepTheirOrder() =>
        Assert.Equal([2, 1], Json.FromText<Stack<int>>(Json.ToText(new Stack<int>([1, 2]))));

    [Fact]
    public void Maps()
    {
        var map = new Dictionary<string, Item?> { ["a"] = new(1, "x"), [""] = null, ["é\"<\n"] = new(2, null) };
        JsonCheck.Same(map);
        JsonCheck.Same<IDictionary<string, Item?>>(map);
        JsonCheck.Same<IReadOnlyDictionary<string, Item?>>(map);
        JsonCheck.Same(new SortedDictionary<string, int> { ["b"] = 1, ["a"] = 2 });
        JsonCheck.Same(new SortedList<string, int> { ["b"] = 1, ["a"] = 2 });
        JsonCheck.Same(new ConcurrentDictionary<string, int>(new Dictionary<string, int> { ["a"] = 1 }));
        JsonCheck.Same(ImmutableDictionary<string, int>.Empty.Add("a", 1));
        JsonCheck.Same(ImmutableSortedDictionary<string, int>.Empty.Add("a", 1));
        JsonCheck.SameText(new Hashtable { ["a"] = 1 });
        JsonCheck.SameText(new OrderedDictionary<string, int> { ["z"] = 1, ["a"] = 2 });
        JsonCheck.SameText(new Dictionary<string, int> { ["a"] = 1 }.ToFrozenDictionary());
        JsonCheck.Same(new Dictionary<string, Dictionary<int, List<string>>> { ["x"] = new() { [1] = ["y"] } });
        JsonCheck.Same(new Dictionary<string, int>());
        JsonCheck.SameReading<Dictionary<string, int>>("""{"a":1,"a":2," b ":3}""");
    }

    static void Keys<T>(params T[] keys) where T : notnull
    {
        var map = keys.ToDictionary(k => k, k => k.ToString()!.Length);
        JsonCheck.Same(map);
        foreach (var options in JsonCheck.Tiers())
            Assert.Equal(map, Json.Deserialize<Dictionary<T, int>>(Json.Serialize(map, options), options));
    }

    [Fact]
    public void KeysOfEveryKindThatTheyKnow()
    {
        Keys(true, false);
        Keys('a', '"', 'é');
        Keys<sbyte>(-1, 1);
        Keys<byte>(1, 2);
        Keys<short>(-1, 1);
        Keys<ushort>(1);
        Keys(int.MinValue, 0, 7);
        Keys(7u);
        Keys(long.MaxValue);
        Keys(ulong.MaxValue);
        Keys(Int128.MinValue);
        Keys(UInt128.MaxValue);
        Keys(1.5, -0.25, 1e300);
        Keys(1.5f);
        Keys((Half)1.5f);
        Keys(1.50m);
        Keys(Guid.Empty, new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11));
        Keys(DayOfWeek.Friday, (DayOfWeek)99);
        Keys(FileAttributes.Archive | FileAttributes.Hidden);
        Keys(new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTime(2021, 1, 1));
        Keys(new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)));
        Keys(TimeSpan.FromSeconds(1.5));
        Keys(new DateOnly(2020, 1, 2));
        Keys(new TimeOnly(1, 2, 3));
        Keys(new Uri("http://a/b"));
        Keys(new Version(1, 2));
    }

    [Fact]
    public void ObjectKeysAreWrittenByWhatTheyAre() =>
        JsonCheck.SameText(new Dictionary<object, int> { [1] = 1, ["a"] = 2, [Guid.Empty] = 3, [DayOfWeek.Friday] = 4, [true] = 5 });

    /// <summary>What System.Text.Json has no form for: docs/json.md.</summary>
    [Fact]
    public void FormsOfTheirOwn()
    {
        Own(new int[,] { { 1, 2 }, { 3, 4 } }, "[[1,2],[3,4]]");
        Own(new string[,,] { { { "a" }, { "b" } } }, """[[["a"],["b"]]]""");
        Own(new Dictionary<Item, int> { [new(1, "a")] = 5 }, """[{"Key":{"Id":1,"Name":"a"},"Value":5}]""");
        Own(new Dictionary<(int, int), string> { [(1, 2)] = "x", [(3, 4)] = "y" },
            """[{"Key":{"Item1":1,"Item2":2},"Value":"x"},{"Key":{"Item1":3,"Item2":4},"Value":"y"}]""");
        Own(new Dictionary<byte[], int>(), "[]");
        Own(new Dictionary<System.Numerics.BigInteger, int> { [5] = 1 }, """{"5":1}""");
        Own<IReadOnlySet<int>>(new HashSet<int> { 1, 2 }, "[1,2]");
        Own((1, "b"), """{"Item1":1,"Item2":"b"}""");
        Own(Tuple.Create(1, "b"), """{"Item1":1,"Item2":"b"}""");
        Own(new KeyValuePair<int, string>(1, "b"), """{"Key":1,"Value":"b"}""");
        Own((1, 2, 3, 4, 5, 6, 7, 8, 9),
            """{"Item1":1,"Item2":2,"Item3":3,"Item4":4,"Item5":5,"Item6":6,"Item7":7,"Rest":{"Item1":8,"Item2":9}}""");
    }

    static void Own<T>(T value, string text)
    {
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal(text, Json.ToText(value, options));
            Assert.Equal(text, Json.ToText(Json.FromText<T>(text, options), options));
        }
    }
}
