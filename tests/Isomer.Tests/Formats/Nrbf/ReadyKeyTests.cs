using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Specialized;
using System.Globalization;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011 // BinaryFormatter is the original

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
        typeof(Dictionary<Tuple<Key>, string>), typeof(SortedList<string, int>)
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
}
