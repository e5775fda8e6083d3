using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Dynamic;
using System.Runtime.CompilerServices;
using Xunit;

namespace Isomer.Battery;

/// <summary>Every collection of the framework, and classes of one's own, in every place.</summary>
public abstract partial class CollectionBattery(WireSet wires) : Battery(wires)
{
    public class Holder<T> { public T? Value { get; set; } public T? Null { get; set; } public int After { get; set; } }

    void Places<T>(T value) where T : notnull
    {
        Wires.RoundTrip(value);
        Wires.RoundTrip(new Holder<T> { Value = value, After = 5 });
        Wires.RoundTrip(new List<T> { value, value });
    }

    public record Item(int A, string? B);

    static readonly int[] Ints = [3, 1, 2, int.MaxValue];
    static readonly string[] Strings = ["b", "a", "", "é"];
    static readonly Item[] Items = [new(1, "a"), new(2, null)];

    public static IEnumerable<T> Iterate<T>(IEnumerable<T> items)
    {
        foreach (var item in items)
            yield return item;
    }

    void Generic<T>(T[] items) where T : notnull
    {
        Places(items);
        Places(new List<T>(items));
        Places(new LinkedList<T>(items));
        Places(new Queue<T>(items));
        Places(new Stack<T>(items));
        Places(new HashSet<T>(items));
        Places(new ObservableCollection<T>(items));
        Places(new Collection<T>(items));
        Places(new ReadOnlyCollection<T>(items));
        Places(new ReadOnlyObservableCollection<T>(new(items)));
        Places(new ReadOnlySet<T>(items.ToHashSet()));
        Places(new ConcurrentBag<T>(items));
        Places(new ConcurrentQueue<T>(items));
        Places(new ConcurrentStack<T>(items));
        Places(new BlockingCollection<T>(new ConcurrentQueue<T>(items)));
        Places(items.ToImmutableArray());
        Places(items.ToImmutableList());
        Places(items.ToImmutableHashSet());
        Places(ImmutableQueue.Create(items));
        Places(ImmutableStack.Create(items));
        Places(items.ToFrozenSet());
        Places<IEnumerable<T>>(items);
        Places(Iterate(items));
        Places<ICollection<T>>(items);
        Places<IList<T>>([.. items]);
        Places<IReadOnlyCollection<T>>(items);
        Places<IReadOnlyList<T>>(items);
        Places<ISet<T>>(items.ToHashSet());
        Places<IReadOnlySet<T>>(items.ToHashSet());
        Places<IImmutableList<T>>(items.ToImmutableList());
        Places<IImmutableSet<T>>(items.ToImmutableHashSet());
        Places<IImmutableQueue<T>>(ImmutableQueue.Create(items));
        Places<IImmutableStack<T>>(ImmutableStack.Create(items));
        Places(new T[][] { items, [], items });
        Places(new List<T[]?> { items, null });
        Places(new Memory<T>(items));
        Places(new ReadOnlyMemory<T>(items));
        Places(new ArraySegment<T>(items, 1, items.Length - 1));
    }

    [Fact]
    public void Sequences_of_numbers() => Generic(Ints);

    [Fact]
    public void Sequences_of_strings() => Generic(Strings);

    [Fact]
    public void Sequences_of_objects() => Generic(Items);

    [Fact]
    public void Sequences_of_structs() => Generic(new[] { (1, "a"), (2, "b") });

    [Fact]
    public void Sorted_ones()
    {
        Places(new SortedSet<int>(Ints));
        Places(new SortedSet<string>(Strings));
        Places(Ints.ToImmutableSortedSet());
        Places(new SortedDictionary<int, string> { [3] = "c", [1] = "a" });
        Places(new SortedList<int, string> { [3] = "c", [1] = "a" });
        Places(new Dictionary<int, string> { [3] = "c", [1] = "a" }.ToImmutableSortedDictionary());
        Places(new PriorityQueue<string, int>([("c", 3), ("a", 1), ("b", 2)]));
        Places(new PriorityQueue<Item, double>([(Items[0], 3.5)]));
    }

    [Fact]
    public void Maps()
    {
        AllMaps(new Dictionary<string, int> { ["b"] = 1, ["a"] = 2, [""] = 3 });
        AllMaps(new Dictionary<int, Item?> { [2] = Items[0], [1] = null });
        AllMaps(new Dictionary<Guid, List<int>> { [Guid.NewGuid()] = [1], [Guid.Empty] = [] });
        AllMaps(new Dictionary<DayOfWeek, DateTime> { [DayOfWeek.Friday] = DateTime.UnixEpoch, [(DayOfWeek)77] = default });
        AllMaps(new Dictionary<(int, string?), int> { [(1, "a")] = 1, [(2, null)] = 2 });
        AllMaps(new Dictionary<Item, int> { [Items[0]] = 1, [Items[1]] = 2 });
        AllMaps(new Dictionary<bool, string> { [true] = "t", [false] = "f" });
        AllMaps(new Dictionary<DateTime, Uri> { [DateTime.UnixEpoch] = new("http://a/") });
        AllMaps(new Dictionary<Version, double?> { [new(1, 2)] = 1.5, [new(1, 3)] = null });
    }

    void AllMaps<TKey, TValue>(Dictionary<TKey, TValue> map) where TKey : notnull
    {
        Places(map);
        Places<IDictionary<TKey, TValue>>(map);
        Places<IReadOnlyDictionary<TKey, TValue>>(map);
        Places(new ReadOnlyDictionary<TKey, TValue>(map));
        Places(new ConcurrentDictionary<TKey, TValue>(map));
        Places(new OrderedDictionary<TKey, TValue>(map));
        Places(map.ToImmutableDictionary());
        Places<IImmutableDictionary<TKey, TValue>>(map.ToImmutableDictionary());
        Places(map.ToFrozenDictionary());
        Places<IEnumerable<KeyValuePair<TKey, TValue>>>(map);
        Places(map.ToList());
        Places(new Dictionary<string, Dictionary<TKey, TValue>?> { ["in"] = map, ["no"] = null });
    }

    [Fact]
    public void Order_of_an_ordered_dictionary_is_kept()
    {
        var map = new OrderedDictionary<string, int> { ["z"] = 1, ["a"] = 2, ["m"] = 3 };
        Assert.All(Wires.Copies(map, only: w => w.KeepsMapOrder), m => Assert.Equal(map.Keys, m.Keys));
    }

    [Fact]
    public void Untyped_ones()
    {
        Places(new ArrayList { "a", true, null });
        Places(new Queue(new[] { "a", "b" }));
        Places(new Stack(new[] { "a", "b" }));
        Places(new Hashtable { ["a"] = "b", ["c"] = null });
        Places(new SortedList { ["a"] = "b" });
        Places(new OrderedDictionary { ["z"] = "1", ["a"] = "2" });
        Places(new ListDictionary { ["z"] = "1" });
        Places(new HybridDictionary { ["z"] = "1" });
        Places(new StringCollection { "a", "b" });
        Places<IEnumerable>(new object[] { "a" });
        Places<ICollection>(new ArrayList { "a" });
        Places<IList>(new ArrayList { "a" });
        Places<IDictionary>(new Hashtable { ["a"] = "b" });
        Places<IOrderedDictionary>(new OrderedDictionary { ["a"] = "b" });
        Places(new NameValueCollection { { "a", "1" }, { "a", "2" }, { "b", null }, { "", "e" } });
        Places(new StringDictionary { ["a"] = "1", ["b"] = null });
        dynamic expando = new ExpandoObject();
        expando.A = "x";
        Places((ExpandoObject)expando);
    }

    [Fact]
    public void Arrays_of_several_dimensions()
    {
        Places(new int[,] { { 1, 2, 3 }, { 4, 5, 6 } });
        Places(new string?[,] { { "a", null } });
        Places(new double[2, 1, 2] { { { 1, 2 } }, { { 3, 4 } } });
        Places(new Item?[1, 2, 1, 2] { { { { Items[0], null } }, { { null, Items[1] } } } });
        Places(new int[0, 0]);
        Places(new int[2, 0]);
        Places(new byte[,] { { 1, 2 }, { 3, 4 } });
        Places(new int[][,] { new int[,] { { 1 } }, new int[2, 2] });
        Places(new List<int>[,] { { [1], [2, 3] } });
        Wires.RefusesToWrite(new int[0, 3], null, "inner length");
        Wires.RefusesToWrite((int[,])Array.CreateInstance(typeof(int), [2, 2], [0, 1]), null, "starts at 1", "Copy");
        Wires.RefusesToWrite<object>(Array.CreateInstance(typeof(int), [2], [5]), null);
    }

    [Fact]
    public void Empty_ones_and_default_ones()
    {
        Places(Array.Empty<int>());
        Places(new Dictionary<int, int>());
        Places(new Stack<string>());
        Places(ImmutableArray<int>.Empty);
        Wires.RoundTrip(default(ImmutableArray<int>));
        Wires.RoundTrip(new Holder<ImmutableArray<string>?> { Value = [] });
        Wires.RoundTrip<int[]?>(null);
        Wires.RoundTrip<IReadOnlyList<int>?>(null);
        Wires.RoundTrip<Dictionary<string, int>?>(null);
    }

    [Fact]
    public void Comparers_are_kept_where_the_format_can()
    {
        foreach (var comparer in new[] { StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
            StringComparer.InvariantCultureIgnoreCase })
        {
            var map = new Dictionary<string, int>(comparer) { ["Key"] = 1 };
            Wires.RoundTrip(map);
            KeepsComparer(map, m => m.ContainsKey("KEY"));
            KeepsComparer(new HashSet<string>(comparer) { "Key" }, m => m.Contains("KEY"));
            KeepsComparer(new SortedSet<string>(comparer) { "Key" }, m => m.Contains("KEY"));
            KeepsComparer(new SortedDictionary<string, int>(comparer) { ["Key"] = 1 }, m => m.ContainsKey("KEY"));
            KeepsComparer(new SortedList<string, int>(comparer) { ["Key"] = 1 }, m => m.ContainsKey("KEY"));
            KeepsComparer(new OrderedDictionary<string, int>(comparer) { ["Key"] = 1 }, m => m.ContainsKey("KEY"));
            KeepsComparer(new ConcurrentDictionary<string, int>(map, comparer), m => m.ContainsKey("KEY"));
            KeepsComparer(map.ToImmutableDictionary(comparer), m => m.ContainsKey("KEY"));
            KeepsComparer(map.ToFrozenDictionary(comparer), m => m.ContainsKey("KEY"));
            KeepsComparer(map.ToFrozenSet(), m => m.Count == 1);
        }
    }

    void KeepsComparer<T>(T value, Func<T, bool> test)
    {
        Wires.RoundTrip(value);
        foreach (var wire in Wires.All.Where(w => w.KeepsComparers))
            Assert.All(Wires.Tiers(null),
                c => Assert.Equal(test(value), test(wire.Read<T>(wire.Write(value, c, Setup.Default), c, Setup.Default))));
    }
}
