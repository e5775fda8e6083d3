using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011, SYSLIB0051 // BinaryFormatter is the original

/// <summary>
/// Keys that make ready in [OnDeserialized] what they are found by (a hash that is kept, a text in lower case). The framework's tables fill
/// themselves behind all of these callbacks, as IDeserializationCallback; before, a set of two came back with one, and a key stood in the
/// place of another hash.
/// </summary>
public class ReadyKeyTests
{
    [Serializable]
    public class Key : IComparable, IComparable<Key>
    {
        public string Name;

        [NonSerialized] int _hash;
        [NonSerialized] string? _lower;

        public Key(string name)
        {
            Name = name;
            Ready(default);
        }

        [OnDeserialized]
        void Ready(StreamingContext context)
        {
            _lower = Name.ToLowerInvariant();
            _hash = _lower.Length * 31 + _lower[0];
        }

        public override int GetHashCode() => _hash;

        public override bool Equals(object? obj) => obj is Key other && other._lower == _lower;

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public int CompareTo(Key? other) => string.CompareOrdinal(_lower, other?._lower);
    }

    /// <summary>Counts in [OnDeserialized] what its tables hold then.</summary>
    [Serializable]
    public class Holder
    {
        public Dictionary<Key, int> Map = [];
        public ListDictionary List = [];
        public List<Key> Keys = [];

        [NonSerialized] public string? Seen;

        [OnDeserialized]
        void Look(StreamingContext context) => Seen = $"{Map.Count} {List.Count} {Keys.Count}";
    }

    /// <summary>Its own field is there in its callback, and what it derives from is filled behind that.</summary>
    [Serializable]
    public class Titled : SortedDictionary<Key, string>
    {
        public string? Title;

        [NonSerialized] public string? Seen;

        [OnDeserialized]
        void Look(StreamingContext context) => Seen = $"{Title} {Count}";
    }

    /// <summary>What it compares by is made ready in its callback.</summary>
    [Serializable]
    public class ReadyComparer : IEqualityComparer<string>, IComparer<string>, IEqualityComparer, IComparer
    {
        public int Length = 1;

        [NonSerialized] Func<string, string>? _part;

        public ReadyComparer() => Ready(default);

        [OnDeserialized]
        void Ready(StreamingContext context) => _part = text => text[..Length];

        public int GetHashCode(string text) => _part!(text).GetHashCode(StringComparison.Ordinal);

        public bool Equals(string? a, string? b) => _part!(a!) == _part(b!);

        public int Compare(string? a, string? b) => string.CompareOrdinal(_part!(a!), _part(b!));

        int IEqualityComparer.GetHashCode(object text) => GetHashCode((string)text);

        bool IEqualityComparer.Equals(object? a, object? b) => Equals((string?)a, (string?)b);

        int IComparer.Compare(object? a, object? b) => Compare((string?)a, (string?)b);
    }

    [Serializable]
    public class ReadyMap : Dictionary<string, int>
    {
        public ReadyMap(IEqualityComparer<string> comparer) : base(comparer)
        {
        }

        // Of a class without it the original cannot read what it wrote.
        protected ReadyMap(SerializationInfo info, StreamingContext context) : base(info, context)
        {
        }
    }

    static object[] ReadyTables()
    {
        var own = new ReadyComparer();
        string[] keys = ["ax", "bx", "cx"];
        return
        [
            new Hashtable(keys.ToDictionary(k => k, k => 1), (IEqualityComparer)own), new HashSet<string>(keys, own),
            new SortedSet<string>(keys, own), keys.ToDictionary(k => k, k => 1, own),
            new ReadyMap(own) { ["ax"] = 1, ["bx"] = 1, ["cx"] = 1 },
            new SortedDictionary<string, int>(keys.ToDictionary(k => k, k => 1), own),
            new SortedList<string, int>(keys.ToDictionary(k => k, k => 1), own), new SortedList(keys.ToDictionary(k => k, k => 1), own),
            new ConcurrentDictionary<string, int>(keys.Select(k => KeyValuePair.Create(k, 1)), own),
            new OrderedDictionary(own) { { "ax", 1 }, { "bx", 1 }, { "cx", 1 } },
        ];
    }

    static string FoundShort(object table)
    {
        string[] keys = ["a", "b", "c"];
        int found = table switch
        {
            HashSet<string> set => keys.Count(set.Contains),
            SortedSet<string> set => keys.Count(set.Contains),
            IDictionary map => keys.Count(map.Contains),
            _ => throw new ArgumentException(table.GetType().ToString()),
        };
        return $"{found} of {((IEnumerable)table).Cast<object>().Count()}";
    }

    /// <summary>Tables of texts, which need not wait for their keys, wait for a comparer of the program's own.</summary>
    [Fact]
    public void A_comparer_that_makes_itself_ready_is_asked_behind_that()
    {
        foreach (object table in ReadyTables())
        {
            Assert.Equal("3 of 3", FoundShort(table));
            foreach (var options in s_options)
            {
                byte[] payload = Nrbf.Serialize(table, options);
                if (table is not ConcurrentDictionary<string, int>)
                    Assert.Equal("3 of 3", FoundShort(new BinaryFormatter().Deserialize(new MemoryStream(payload))));
                Assert.Equal("3 of 3", FoundShort(Nrbf.Deserialize<object>(payload, options)!));
            }
        }
    }

    /// <summary>Lists in order, and chains, have their keys before these are ready, and are looked at behind that.</summary>
    [Fact]
    public void Lists_in_order_of_keys_that_make_themselves_ready()
    {
        var chain = new ListDictionary();
        var sorted = new SortedList<Key, string>();
        var untyped = new SortedList();
        foreach (var key in Keys())
        {
            chain.Add(key, key.Name);
            sorted.Add(key, key.Name);
            untyped.Add(key, key.Name);
        }
        foreach (object table in (object[])[chain, sorted, untyped])
            foreach (var options in s_options)
            {
                byte[] payload = Nrbf.Serialize(table, options);
                Assert.Equal("3 of 3", Found(new BinaryFormatter().Deserialize(new MemoryStream(payload))));
                Assert.Equal("3 of 3", Found(Nrbf.Deserialize<object>(payload, options)!));
            }
    }

    static Key[] Keys() => [new("Aa"), new("b"), new("Ccc")];

    static object[] Tables()
    {
        var keys = Keys();
        var hashtable = new Hashtable();
        var ordered = new OrderedDictionary();
        var hybrid = new HybridDictionary(50);
        foreach (var key in keys)
        {
            hashtable[key] = key.Name;
            ordered.Add(key, key.Name);
            hybrid.Add(key, key.Name);
        }
        return
        [
            hashtable, ordered, hybrid, new HashSet<Key>(keys), new SortedSet<Key>(keys), keys.ToDictionary(k => k, k => k.Name),
            new SortedDictionary<Key, string>(keys.ToDictionary(k => k, k => k.Name)),
            new ConcurrentDictionary<Key, string>(keys.Select(k => KeyValuePair.Create(k, k.Name))),
            keys.ToDictionary(k => (k, k.Name.Length), k => k.Name), keys.ToDictionary(k => Tuple.Create(k), k => k.Name),
        ];
    }

    static string Found(object table)
    {
        var keys = Keys();
        int found = table switch
        {
            HashSet<Key> set => keys.Count(set.Contains),
            SortedSet<Key> set => keys.Count(set.Contains),
            Dictionary<(Key, int), string> map => keys.Count(k => map.ContainsKey((k, k.Name.Length))),
            Dictionary<Tuple<Key>, string> map => keys.Count(k => map.ContainsKey(Tuple.Create(k))),
            IDictionary map => keys.Count(map.Contains),
            _ => throw new ArgumentException(table.GetType().ToString()),
        };
        return $"{found} of {((IEnumerable)table).Cast<object>().Count()}";
    }

    static readonly Type[] s_known =
    [
        typeof(Key), typeof(Holder), typeof(Titled), typeof(HashSet<Key>), typeof(SortedSet<Key>), typeof(Dictionary<Key, string>),
        typeof(SortedDictionary<Key, string>), typeof(ConcurrentDictionary<Key, string>), typeof(Dictionary<(Key, int), string>),
        typeof(Dictionary<Tuple<Key>, string>), typeof(SortedList<string, int>), typeof(SortedList<Key, string>), typeof(ReadyComparer),
        typeof(ReadyMap), typeof(HashSet<string>), typeof(SortedSet<string>), typeof(Dictionary<string, int>),
        typeof(SortedDictionary<string, int>), typeof(ConcurrentDictionary<string, int>)
    ];

    static readonly NrbfOptions[] s_options =
    [
        new() { KnownTypes = [.. s_known] },
        new() { KnownTypes = [.. s_known], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    [Fact]
    public void Each_key_is_found()
    {
        var soap = new SoapOptions { KnownTypes = [.. s_known], WritesGenerics = true };
        foreach (object table in Tables())
        {
            Assert.Equal("3 of 3", Found(table));
            foreach (var options in s_options)
            {
                byte[] payload = Nrbf.Serialize(table, options);
                if (table is not (ConcurrentDictionary<Key, string> or HybridDictionary))
                    Assert.Equal("3 of 3", Found(new BinaryFormatter().Deserialize(new MemoryStream(payload))));
                Assert.Equal("3 of 3", Found(Nrbf.Deserialize<object>(payload, options)!));
                // Keys behind the table, and before it.
                object[] both = Nrbf.Deserialize<object[]>(Nrbf.Serialize<object[]>([table, Keys(), table], options), options)!;
                Assert.Equal("3 of 3", Found(both[0]));
                Assert.Same(both[0], both[2]);
            }
            Assert.Equal("3 of 3", Found(Soap.Deserialize<object>(Soap.Serialize(table, soap), soap)!));
        }
    }

    [Fact]
    public void A_callback_sees_what_it_sees_there()
    {
        var holder = new Holder { Map = { [new("a")] = 1 }, List = { { "x", "y" } }, Keys = { new("b") } };
        byte[] payload = Nrbf.Serialize(holder, s_options[0]);
        string? there = ((Holder)new BinaryFormatter().Deserialize(new MemoryStream(payload))).Seen;
        Assert.Equal("0 1 1", there);
        foreach (var options in s_options)
            Assert.Equal(there, Nrbf.Deserialize<Holder>(payload, options)!.Seen);
    }

    [Fact]
    public void A_class_that_derives_from_a_table_has_its_own_fields_in_its_callback()
    {
        var titled = new Titled { Title = "t" };
        foreach (var key in Keys())
            titled.Add(key, key.Name);
        byte[] payload = Nrbf.Serialize(titled, s_options[0]);
        var there = (Titled)new BinaryFormatter().Deserialize(new MemoryStream(payload));
        Assert.Equal(("t 0", "3 of 3"), (there.Seen, Found(there)));
        foreach (var options in s_options)
        {
            var back = Nrbf.Deserialize<Titled>(payload, options)!;
            Assert.Equal((there.Seen, there.Title, Found(there)), (back.Seen, back.Title, Found(back)));
        }
    }

    [Fact]
    public void A_sorted_list_of_another_culture_is_in_the_order_of_who_reads()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = new CultureInfo("en-US");
            var list = new SortedList<string, int> { ["zebra"] = 1, ["\u00e5l"] = 2, ["b"] = 3 };
            byte[] payload = Nrbf.Serialize<object>(list, s_options[0]);
            CultureInfo.CurrentCulture = new CultureInfo("sv-SE");
            foreach (var options in s_options)
            {
                var back = (SortedList<string, int>)Nrbf.Deserialize<object>(payload, options)!;
                Assert.Equal(["b", "zebra", "\u00e5l"], back.Keys);
                Assert.Equal((1, 2, 3), (back["zebra"], back["\u00e5l"], back["b"]));
            }
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Serializable]
    public class Counted(string name)
    {
        public string Name = name;

        [ThreadStatic]
        internal static int t_hashes;

        public override int GetHashCode()
        {
            t_hashes++;
            return Name.GetHashCode(StringComparison.Ordinal);
        }

        public override bool Equals(object? obj) => obj is Counted other && other.Name == Name;
    }

    /// <summary>As often as BinaryFormatter asks it.</summary>
    [Fact]
    public void Each_key_is_asked_for_its_hash_once()
    {
        object[] tables =
        [
            new Hashtable { [new Counted("a")] = 1, [new Counted("b")] = 2 }, new HashSet<Counted> { new("a"), new("b") },
            new Dictionary<Counted, int> { [new("a")] = 1, [new("b")] = 2 }
        ];
        Type[] known = [typeof(Counted), typeof(HashSet<Counted>), typeof(Dictionary<Counted, int>)];
        foreach (object table in tables)
            foreach (var options in s_options)
            {
                byte[] payload = Nrbf.Serialize(table, options with { KnownTypes = [.. known] });
                Counted.t_hashes = 0;
                new BinaryFormatter().Deserialize(new MemoryStream(payload));
                int there = Counted.t_hashes;
                Counted.t_hashes = 0;
                Nrbf.Deserialize<object>(payload, options with { KnownTypes = [.. known] });
                Assert.Equal((2, 2), (there, Counted.t_hashes));
            }
    }
}
