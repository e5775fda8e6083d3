using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Frozen;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// The comparer of a set or map that stands behind an interface or within a read-only wrapper comes back in formats of our own. Until
/// 2026-11-30 it was lost without a word: a map that ignored letters' case found other keys when it had been read.
/// </summary>
public class FoundComparerTests
{
    static readonly PlainConvention[] s_tiers = [.. Wires.Tiers(null)];

    static readonly string[] s_texts = ["b", "a"];

    public class Holder<T>
    {
        public int Before { get; set; } = 1;
        public T? Held { get; set; }
        public T? Again { get; set; }
        public int After { get; set; } = 2;
    }

    /// <summary>The members of <see cref="Holder{T}"/> in another order, so that another layout is read.</summary>
    public class Other<T>
    {
        public int After { get; set; }
        public T? Held { get; set; }
        public string? More { get; set; }
    }

    /// <summary>A reader that passes over what it does not have.</summary>
    public class Without
    {
        public int After { get; set; }
    }

    static Holder<T> Held<T>(T value) => new() { Held = value, Again = value };

    static IEnumerable<Func<T, T>> Ways<T>()
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            var open = JsonOptions.Graph with { Convention = tier.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) };
            yield return v => Json.Deserialize<T>(Json.Serialize(v, graph), graph)!;
            yield return v => Json.Deserialize<T>(Json.Serialize(v, open), open)!;
            yield return v => DeepCopy.Of(v, tier);
            foreach (var references in (References[])[References.None, References.Preserve])
            {
                var options = new CompactOptions { Convention = tier, References = references };
                yield return v => Compact.Deserialize<T>(Compact.Serialize(v, options), options)!;
            }
        }
    }

    static void Check<T>(T value, Func<T, string, bool> finds) where T : IEnumerable
    {
        foreach (var way in Ways<Holder<T>>())
        {
            var back = way(Held(value));
            Assert.Equal((1, 2), (back.Before, back.After));
            foreach (var read in (T[])[back.Held!, back.Again!])
            {
                Assert.Equal(value.Cast<object>().Select(i => $"{i}").Order(), read.Cast<object>().Select(i => $"{i}").Order());
                foreach (string key in (string[])["a", "A", "B", "x"])
                    Assert.Equal(finds(value, key), finds(read, key));
            }
        }
        foreach (var way in Ways<T>())
            Assert.Equal(finds(value, "A"), finds(way(value), "A"));
    }

    [Fact]
    public void Behind_interfaces_and_within_wrappers()
    {
        foreach (var comparer in (StringComparer[])[StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase,
            StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase])
        {
            ISet<string>[] sets = [new HashSet<string>(s_texts, comparer), new SortedSet<string>(s_texts, comparer),
                ImmutableHashSet.Create(comparer, s_texts), s_texts.ToFrozenSet(comparer),
                new ReadOnlySet<string>(new SortedSet<string>(s_texts, comparer))];
            foreach (var set in sets)
            {
                Check(set, (s, k) => s.Contains(k));
                Check((IReadOnlySet<string>)set, (s, k) => s.Contains(k));
            }
            Check(new ReadOnlySet<string>(sets[0]), (s, k) => s.Contains(k));
            Check<IImmutableSet<string>>(ImmutableHashSet.Create(comparer, s_texts), (s, k) => s.Contains(k));
            Check<IImmutableSet<string>>(ImmutableSortedSet.Create(comparer, s_texts), (s, k) => s.Contains(k));
            var map = new Dictionary<string, int>(comparer) { ["b"] = 1, ["a"] = 2 };
            IDictionary<string, int>[] maps = [map,
                new SortedDictionary<string, int>(map, comparer), new SortedList<string, int>(map, comparer),
                new ConcurrentDictionary<string, int>(map, comparer), new OrderedDictionary<string, int>(map, comparer),
                map.ToImmutableDictionary(comparer), map.ToFrozenDictionary(comparer), new ReadOnlyDictionary<string, int>(map)];
            foreach (var any in maps)
            {
                Check(any, (m, k) => m.ContainsKey(k));
                Check((IReadOnlyDictionary<string, int>)any, (m, k) => m.ContainsKey(k));
            }
            Check(new ReadOnlyDictionary<string, int>(map), (m, k) => m.ContainsKey(k));
            Check(new ReadOnlyDictionary<string, int>(maps[^1]), (m, k) => m.ContainsKey(k));
            Check<IImmutableDictionary<string, int>>(map.ToImmutableDictionary(comparer), (m, k) => m.ContainsKey(k));
        }
    }

    /// <summary>Bytes are those of before where the comparer is the usual one, and two more where it is not.</summary>
    [Fact]
    public void Bytes_of_usual_comparers()
    {
        IDictionary<string, int> usual = new Dictionary<string, int> { ["a"] = 1 };
        IDictionary<string, int> ordinal = new Dictionary<string, int>(StringComparer.Ordinal) { ["a"] = 1 };
        IDictionary<string, int> any = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        byte[] bytes = Compact.Serialize(usual);
        Assert.Equal(bytes, Compact.Serialize(ordinal));
        Assert.Equal(bytes.Length + 2, Compact.Serialize(any).Length);
        Assert.Equal("""{"a":1}""", Json.ToText(usual, JsonOptions.Graph));
        Assert.Equal("""{"a":1}""", Json.ToText(ordinal, JsonOptions.Graph));
        Assert.Equal("""{"$comparer":"OrdinalIgnoreCase","a":1}""", Json.ToText(any, JsonOptions.Graph));
        Assert.Equal("""{"a":1}""", Json.ToText(any));
    }

    /// <summary>Readers with another layout, with a class in place of the interface, without the member; and nodes.</summary>
    [Fact]
    public void Other_readers()
    {
        IDictionary<string, int> map = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        ISet<string> set = new HashSet<string>(StringComparer.InvariantCultureIgnoreCase) { "a" };
        foreach (var tier in s_tiers)
            foreach (var references in (References[])[References.None, References.Preserve])
            {
                var options = new CompactOptions { Convention = tier, References = references };
                byte[] maps = Compact.Serialize(Held(map), options), sets = Compact.Serialize(Held(set), options);
                byte[] declared = Compact.Serialize(Held((Dictionary<string, int>)map), options);
                Assert.True(Read<Other<IDictionary<string, int>>>(maps).Held!.ContainsKey("A"));
                Assert.True(Read<Other<Dictionary<string, int>>>(maps).Held!.ContainsKey("A"));
                Assert.True(Read<Other<IReadOnlyDictionary<string, int>>>(declared).Held!.ContainsKey("A"));
                Assert.True(Read<Other<ISet<string>>>(sets).Held!.Contains("A"));
                Assert.Contains("A", Read<Other<HashSet<string>>>(sets).Held!);
                Assert.Equal(["a"], Read<Other<List<string>>>(sets).Held!);
                Assert.Equal(2, Read<Without>(maps).After);
                Assert.Equal(2, Read<Without>(sets).After);
                Assert.Equal("""{"a":1}""", Json.ToText(Compact.ParseNode(Compact.Serialize(map, options))));
                Assert.Equal("""["a"]""", Json.ToText(Compact.ParseNode(Compact.Serialize(set, options))));

                T Read<T>(byte[] bytes) => Compact.Deserialize<T>(bytes, options)!;
            }
    }

    [Fact]
    public void A_code_that_is_no_comparer()
    {
        IDictionary<string, int> map = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        byte[] bytes = Compact.Serialize(map), usual = Compact.Serialize<IDictionary<string, int>>(new Dictionary<string, int> { ["a"] = 1 });
        int at = Enumerable.Range(0, usual.Length).First(i => bytes[i] != usual[i]);
        Assert.Equal((0, 2), (bytes[at], bytes[at + 1]));
        foreach (byte code in (byte[])[0, 5, 9, 255])
        {
            bytes[at + 1] = code;
            foreach (var tier in s_tiers)
                Assert.Throws<WireFormatException>(() =>
                    Compact.Deserialize<IDictionary<string, int>>(bytes, new CompactOptions { Convention = tier }));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Dictionary<string, int>>(bytes));
            Assert.Throws<WireFormatException>(() => Compact.ParseNode(bytes));
        }
        bytes[at + 1] = 2;
        // Told twice, or with no array behind it, it would be an empty map, and what follows the map another member.
        foreach (byte[] told in (byte[][])[[0, 2, 0, 2], [0, 2, 0], [0, 2]])
        {
            byte[] cut = [.. bytes[..at], .. told];
            foreach (var tier in s_tiers)
                Assert.Throws<WireFormatException>(() =>
                    Compact.Deserialize<IDictionary<string, int>>(cut, new CompactOptions { Convention = tier }));
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Dictionary<string, int>>(cut));
            Assert.Throws<WireFormatException>(() => Compact.ParseNode(cut));
            byte[] member = Compact.Serialize(new Member { Map = map }), before = bytes[at..];
            int within = member.AsSpan().IndexOf(before);
            cut = [.. member[..within], .. told, .. member[(within + before.Length)..]];
            foreach (var tier in s_tiers)
                Assert.Throws<WireFormatException>(() => Compact.Deserialize<Member>(cut, new CompactOptions { Convention = tier }));
        }
    }

    public class Member
    {
        public IDictionary<string, int>? Map { get; set; }
    }

    sealed class Parity : IEqualityComparer<int>
    {
        public bool Equals(int x, int y) => x % 2 == y % 2;
        public int GetHashCode(int obj) => obj % 2;
    }

    sealed class Lengths : IEqualityComparer<string>
    {
        public bool Equals(string? x, string? y) => x?.Length == y?.Length;
        public int GetHashCode(string obj) => obj.Length;
    }

    /// <summary>A comparer without a name is refused where it is written, as that of a collection that is declared by its class.</summary>
    [Fact]
    public void Comparers_without_a_name()
    {
        foreach (var tier in s_tiers)
        {
            Refused<IDictionary<int, int>>(new Dictionary<int, int>(new Parity()) { [1] = 1 }, tier);
            Refused<IReadOnlySet<int>>(new HashSet<int>(new Parity()) { 1 }, tier);
            Refused(new ReadOnlyDictionary<int, int>(new Dictionary<int, int>(new Parity()) { [1] = 1 }), tier);
            Refused<IDictionary<string, int>>(new Dictionary<string, int>(new Lengths()) { ["a"] = 1 }, tier);
            Refused<IDictionary>(new Hashtable(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 }, tier);
        }
        // An order alone tells no keys apart: what comes back has the items in it.
        Assert.Equal([2, 1], Compact.Deserialize<ISet<int>>(Compact.Serialize<ISet<int>>(
            new SortedSet<int>(Comparer<int>.Create((x, y) => y.CompareTo(x))) { 1, 2 }))!);

        static void Refused<T>(T value, PlainConvention tier)
        {
            Assert.Throws<NotSupportedException>(() => Compact.Serialize(value, new CompactOptions { Convention = tier }));
            Assert.Throws<NotSupportedException>(() => Json.Serialize(value, JsonOptions.Graph with { Convention = tier }));
            Assert.Throws<NotSupportedException>(() => DeepCopy.Of(value, tier));
        }
    }
}
