using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// What formats of our own take they give back: collection classes with members of their own, and the order and sameness that a comparer
/// makes. What cannot come back is refused when it is written.
/// </summary>
public class CollectionMemberTests
{
    public class Page : List<int>
    {
        public string? Title { get; set; }

        public int Number;

        public int Total { get; private set; }

        public Page Of(int total)
        {
            Total = total;
            return this;
        }
    }

    public class Table : Dictionary<string, int>
    {
        public string? Title { get; set; }
    }

    public class Numbers : Dictionary<long, int>
    {
        public string? Title { get; set; }
    }

    public class Headers() : Dictionary<string, string>(StringComparer.OrdinalIgnoreCase)
    {
        public int Version { get; set; }
    }

    public class Pile : Stack<int>
    {
        public string? Title;
    }

    public class Line : ConcurrentQueue<int>
    {
        public string? Title;
    }

    public class Sum : Collection<int>
    {
        public long Total { get; private set; }

        protected override void InsertItem(int index, int item)
        {
            base.InsertItem(index, item);
            Total += item;
        }
    }

    public class Preset : List<int>
    {
        public Preset() => Add(-1);

        public string? Title { get; set; }
    }

    public class Basket(string owner) : ObservableCollection<int>
    {
        public string Owner { get; } = owner;
    }

    public class Branch : List<Branch?>
    {
        public string? Title { get; set; }
    }

    public class Old : ArrayList
    {
        public string? Title;
    }

    public class OldTable : Hashtable
    {
        public string? Title;
    }

    /// <summary>A member of the name that the items have.</summary>
    public class Taken : HashSet<int>
    {
        public string? Items { get; set; }
    }

    public class Names : List<int>
    {
        [Skip]
        public string? Title { get; set; }
    }

    public class ReadOnly(IList<int> items) : ReadOnlyCollection<int>(items)
    {
        public string? Title { get; set; }
    }

    public sealed class Falling : IComparer<int>
    {
        public int Compare(int x, int y) => y.CompareTo(x);
    }

    public class Fallen() : SortedSet<int>(new Falling());

    /// <summary>A way of ours that gives back all that it took.</summary>
    public sealed record Way(string Name, Func<object, Type, object?> Through)
    {
        public override string ToString() => Name;
    }

    static IEnumerable<Way> AllWays()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier);
            yield return new($"DeepCopy, {tier}",
                (v, type) => DeepCopy.Of(v, type, convention.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType)));
            foreach (var references in new[] { References.None, References.Preserve })
            {
                var compact = new CompactOptions { Convention = convention, References = references };
                yield return new($"Compact, {references}, {tier}",
                    (v, type) => Compact.Deserialize(Compact.Serialize(v, type, compact), type, compact));
                var embedded = compact with { Schema = CompactSchema.Embedded };
                yield return new($"Compact with its layout, {references}, {tier}",
                    (v, type) => Compact.Deserialize(Compact.Serialize(v, type, embedded), type, embedded));
            }
            var graph = JsonOptions.Graph with { Convention = convention };
            yield return new($"Graph, {tier}", (v, type) => Json.Deserialize(Json.Serialize(v, type, graph), type, graph));
        }
    }

    public static TheoryData<Way> Ways => [.. AllWays()];

    static int[] Some(Random random) => [.. Enumerable.Range(0, random.Next(6)).Select(_ => random.Next(-9, 10))];

    static T Filled<T>(T collection, IEnumerable<int> items, Action<T, int> add)
    {
        foreach (int item in items)
            add(collection, item);
        return collection;
    }

    /// <summary>A value, and what is to be seen of it afterwards.</summary>
    static IEnumerable<(object Value, Func<object, string> Seen)> Values(Random random)
    {
        string? title = random.Next(4) switch { 0 => null, 1 => "", var n => new string('t', n) };
        var items = Some(random);
        static (object, Func<object, string>) Of<T>(T value, Func<T, string> seen) => (value!, o => seen((T)o));

        yield return Of(Filled(new Page { Title = title, Number = random.Next(3) }.Of(random.Next(3)), items, (p, i) => p.Add(i)),
            p => $"{p.Title is null}{p.Title} {p.Number} {p.Total}: {string.Join(',', p)}");
        yield return Of(Filled(new Table { Title = title }, items, (t, i) => t[$"k{i}"] = i), t => $"{t.Title}: {string.Join(',', t)}");
        yield return Of(Filled(new Numbers { Title = title }, items, (t, i) => t[i] = i), t => $"{t.Title}: {string.Join(',', t)}");
        yield return Of(Filled(new Headers { Version = random.Next(3) }, items, (t, i) => t[$"k{i}"] = $"v{i}"),
            t => $"{t.Version}: {string.Join(',', t)} {t.ContainsKey($"K{items.FirstOrDefault()}")}");
        yield return Of(Filled(new Pile { Title = title }, items, (t, i) => t.Push(i)), t => $"{t.Title}: {string.Join(',', t)}");
        yield return Of(Filled(new Line { Title = title }, items, (t, i) => t.Enqueue(i)), t => $"{t.Title}: {string.Join(',', t)}");
        yield return Of(Filled(new Sum(), items, (t, i) => t.Add(i)), t => $"{t.Total}: {string.Join(',', t)}");
        yield return Of(Filled(new Preset { Title = title }, items, (t, i) => t.Insert(0, i)), t => $"{t.Title}: {string.Join(',', t)}");
        yield return Of(Filled(new Basket(title ?? "o"), items, (t, i) => t.Add(i)), t => $"{t.Owner}: {string.Join(',', t)}");
        yield return Of(Filled(new Branch { Title = title }, items, (t, i) => t.Add(i < 0 ? null : new Branch { Title = $"b{i}" })),
            t => $"{t.Title}: {string.Join(',', t.Select(b => b?.Title ?? "null"))}");
        yield return Of(Filled(new Old { Title = title }, items, (t, i) => t.Add(i)), t => $"{t.Title}: {string.Join(',', t.ToArray())}");
        yield return Of(Filled(new OldTable { Title = title }, items, (t, i) => t[i] = i),
            t => $"{t.Title}: {string.Join(',', t.Keys.Cast<int>().Order())}");
        yield return Of(Filled(new Taken { Items = title }, items, (t, i) => t.Add(i)), t => $"{t.Items}: {string.Join(',', t)}");
        yield return Of(Filled(new Fallen(), items, (t, i) => t.Add(i)), t => string.Join(',', t));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void Members_and_items_come_back(Way way)
    {
        for (int seed = 0; seed < 40; seed++)
            foreach (var (value, seen) in Values(new Random(seed)))
            {
                object copy = way.Through(value, value.GetType())!;
                Assert.Same(value.GetType(), copy.GetType());
                Assert.NotSame(value, copy);
                Assert.Equal(seen(value), seen(copy));
            }
    }

    public class Holder
    {
        public Page? Page { get; set; }

        public List<Table?>? Tables { get; set; }
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void They_stand_within_others(Way way)
    {
        var holder = new Holder { Page = new Page { 1 }.Of(9), Tables = [null, new Table { ["a"] = 1 }] };
        holder.Tables[1]!.Title = "t";
        var copy = (Holder)way.Through(holder, typeof(Holder))!;
        Assert.Equal((9, 1, "t", 1), (copy.Page!.Total, copy.Page.Count, copy.Tables![1]!.Title, copy.Tables[1]!["a"]));
        Assert.Null(copy.Tables[0]);
        Assert.Null(((Holder)way.Through(new Holder(), typeof(Holder))!).Page);
    }

    [Fact]
    public void A_collection_that_contains_itself_comes_back()
    {
        var branch = new Branch { Title = "t" };
        branch.Add(branch);
        var preserve = new CompactOptions { References = References.Preserve };
        foreach (var copy in new[] { DeepCopy.Of(branch), Compact.Deserialize<Branch>(Compact.Serialize(branch, preserve), preserve),
            Json.Deserialize<Branch>(Json.Serialize(branch, JsonOptions.Graph), JsonOptions.Graph) })
        {
            Assert.Same(copy, copy[0]);
            Assert.Equal("t", copy.Title);
        }
    }

    [Fact]
    public void In_JSON_they_are_their_items_as_in_System_Text_Json()
    {
        Page page = [1, 2];
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize(page), Json.ToText(page));
        var table = new Table { ["a"] = 1 };
        Assert.Equal(System.Text.Json.JsonSerializer.Serialize(table), Json.ToText(table));
    }

    [Fact]
    public void Members_that_are_skipped_are_no_reason_for_an_object() =>
        Assert.Equal("[1]", Json.ToText(new Names { 1 }, JsonOptions.Graph));

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_class_whose_items_cannot_be_added_is_refused_by_name(Way way)
    {
        var error = Assert.Throws<NotSupportedException>(() => way.Through(new ReadOnly([1]) { Title = "t" }, typeof(ReadOnly)));
        Assert.Contains("'Title'", error.Message, StringComparison.Ordinal);
        Assert.Contains("Surrogate", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Items_from_outside_are_bounded_and_refused_as_input()
    {
        var error = Assert.Throws<WireFormatException>(
            () => Json.FromText<Table>("""{"Items":[{"Key":"a","Value":1},{"Key":"a","Value":2}]}""", JsonOptions.Graph));
        Assert.Equal("$.Items", error.Path);
        string colliding = string.Join(',', Enumerable.Range(1, 2000).Select(i => $$"""{"Key":{{((long)i << 32) | (uint)i}},"Value":1}"""));
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            Assert.Contains("hostile",
                Assert.Throws<WireFormatException>(() => Json.FromText<Numbers>($$"""{"Items":[{{colliding}}]}""", graph)).Message,
                StringComparison.Ordinal);
        }
        Assert.Empty(Json.FromText<Page>("""{"Items":null}""", JsonOptions.Graph)!);
    }

    static readonly IComparer<int> s_falling = Comparer<int>.Create((a, b) => b - a);
    static readonly IEqualityComparer<int> s_odd = EqualityComparer<int>.Create((a, b) => a % 2 == b % 2, a => a % 2);

    /// <summary>Collections with a comparer that no name tells; each with its like that has the usual one.</summary>
    static readonly (object Unusual, object Usual)[] s_compared =
    [
        (new SortedSet<int>(s_falling) { 1, 2 }, new SortedSet<int> { 1, 2 }),
        (new HashSet<int>(s_odd) { 1, 2 }, new HashSet<int> { 1, 2 }),
        (new Dictionary<int, int>(s_odd) { [1] = 2 }, new Dictionary<int, int> { [1] = 2 }),
        (new SortedDictionary<int, int>(s_falling) { [1] = 2 }, new SortedDictionary<int, int> { [1] = 2 }),
        (new SortedList<int, int>(s_falling) { [1] = 2 }, new SortedList<int, int> { [1] = 2 }),
        (new ConcurrentDictionary<int, int>(s_odd) { [1] = 2 }, new ConcurrentDictionary<int, int> { [1] = 2 }),
        (new OrderedDictionary<int, int>(s_odd) { [1] = 2 }, new OrderedDictionary<int, int> { [1] = 2 }),
        (ImmutableSortedSet.Create(s_falling, 1, 2), ImmutableSortedSet.Create(1, 2)),
        (ImmutableHashSet.Create(s_odd, 1, 2), ImmutableHashSet.Create(1, 2)),
        (ImmutableDictionary.Create<int, int>(s_odd).Add(1, 2), ImmutableDictionary.Create<int, int>().Add(1, 2)),
        (new[] { 1, 2 }.ToFrozenSet(s_odd), new[] { 1, 2 }.ToFrozenSet()),
        (new PriorityQueue<int, int>([(1, 2)], s_falling), new PriorityQueue<int, int>([(1, 2)])),
        (new Hashtable(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new Hashtable { ["a"] = 1 }),
        (new SortedList(StringComparer.Ordinal) { ["a"] = 1 }, new SortedList { ["a"] = 1 }),
        (new OrderedDictionary(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new OrderedDictionary { ["a"] = 1 }),
        (new ListDictionary(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, new ListDictionary { ["a"] = 1 }),
        (new HybridDictionary(caseInsensitive: true) { ["a"] = 1 }, new HybridDictionary { ["a"] = 1 }),
    ];

    [Theory]
    [MemberData(nameof(Ways))]
    public void A_comparer_that_could_not_be_read_back_is_refused(Way way)
    {
        foreach (var (unusual, usual) in s_compared)
        {
            var type = usual is FrozenSet<int> ? typeof(FrozenSet<int>) : usual.GetType();
            Assert.NotNull(way.Through(usual, type));
            var error = Assert.Throws<NotSupportedException>(() => way.Through(unusual, type));
            Assert.Contains("comparer", error.Message, StringComparison.Ordinal);
        }
    }
}
