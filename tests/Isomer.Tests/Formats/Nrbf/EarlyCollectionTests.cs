using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

/// <summary>
/// Who looks into a collection while the graph is still being read (the constructor of an ISerializable, GetRealObject, [OnDeserialized])
/// sees what he sees with BinaryFormatter: collections whose fields are set are full, and tables that fill themselves are not. Before, all
/// that wait for the whole graph were empty, without a word.
/// </summary>
public class EarlyCollectionTests
{
    [Serializable]
    public class Key(string name) : IComparable, IComparable<Key>
    {
        public string Name = name;

        public override int GetHashCode() => Name.GetHashCode(StringComparison.Ordinal);

        public override bool Equals(object? obj) => obj is Key other && other.Name == Name;

        public int CompareTo(object? obj) => CompareTo((Key?)obj);

        public int CompareTo(Key? other) => string.CompareOrdinal(Name, other?.Name);
    }

    [Serializable]
    public class Lines : CollectionBase
    {
        public void Add(object item) => List.Add(item);

        protected override void OnInsert(int index, object? value) => Calls++;

        [NonSerialized] public int Calls;
    }

    [Serializable]
    public class Fixed : ReadOnlyCollectionBase
    {
        public Fixed(params object[] items) => InnerList.AddRange(items);
    }

    [Serializable]
    public class Keyed : KeyedCollection<string, Key>
    {
        protected override string GetKeyForItem(Key item) => item.Name;
    }

    [Serializable]
    public class Noted : ListDictionary
    {
        public string? Title;
    }

    [Serializable]
    public class Ranked : SortedList<Key, int>
    {
        public string? Title;
    }

    [Serializable]
    public class OwnOrder : IComparer, IComparer<string>
    {
        public int Sign = -1;

        public int Compare(object? x, object? y) => Sign * string.CompareOrdinal((string?)x, (string?)y);

        public int Compare(string? x, string? y) => Sign * string.CompareOrdinal(x, y);
    }

    /// <summary>Counts in its constructor, and copies what it is given.</summary>
    [Serializable]
    public sealed class Holder : ISerializable
    {
        public object Held;
        public int Count;
        public string Copied;

        public Holder(object held) => (Held, Count, Copied) = (held, CountOf(held), Copy(held));

        Holder(SerializationInfo info, StreamingContext context)
        {
            Held = info.GetValue("held", typeof(object))!;
            (Count, Copied) = (CountOf(Held), Copy(Held));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("held", Held);

        static int CountOf(object held) => held is IDictionary map ? map.Count : ((ICollection)held).Count;

        static string Copy(object held)
        {
            var all = new List<string> { (held as Noted)?.Title ?? (held as Ranked)?.Title ?? "" };
            foreach (object? item in (IEnumerable)held)
                all.Add(item switch
                {
                    DictionaryEntry entry => $"{Told(entry.Key)}={Told(entry.Value)}",
                    KeyValuePair<Key, int> pair => $"{Told(pair.Key)}={pair.Value}",
                    KeyValuePair<string, int> pair => $"{pair.Key}={pair.Value}",
                    _ => Told(item),
                });
            return string.Join(" ", all);
        }

        static string Told(object? value) => value is Key key ? key.Name : $"{value}";
    }

    /// <summary>As <see cref="Holder"/>, by [OnDeserialized].</summary>
    [Serializable]
    public sealed class Asker(object held)
    {
        public object Held = held;

        [NonSerialized] public int Count = -1;

        [OnDeserialized]
        void Look(StreamingContext context) => Count = Held is IDictionary map ? map.Count : ((ICollection)Held).Count;
    }

    static T Filled<T>(T table, params object[] keys) where T : IDictionary
    {
        for (int i = 0; i < keys.Length; i++)
            table.Add(keys[i], i);
        return table;
    }

    static readonly Type[] s_known =
    [
        typeof(Key), typeof(Lines), typeof(Fixed), typeof(Keyed), typeof(OwnOrder), typeof(Holder), typeof(Asker), typeof(Noted),
        typeof(Adder), typeof(Ranked), typeof(SortedList<Key, int>), typeof(SortedList<string, int>), typeof(Dictionary<string, int>),
    ];

    static readonly NrbfOptions[] s_options =
    [
        new() { KnownTypes = [.. s_known] },
        new() { KnownTypes = [.. s_known], Convention = Convention.Fields.WithTier(ShapeTier.Reflection) },
    ];

    // Whether the original sees it in a constructor: it fills some tables later, and fails over the arrays of an untyped list. Others are
    // no longer marked [Serializable] in this framework.
    static (object Collection, bool IsThere)[] Collections() =>
    [
        (Filled(new ListDictionary(), "a", "b"), true),
        (Filled(new ListDictionary(), new Key("k"), new Key("l"), "m", 4), true),
        (Filled(new ListDictionary(new OwnOrder()), "a", "b"), true),
        (Filled(new HybridDictionary(), "a", "b"), true),
        (Filled(new HybridDictionary(true), "a", "b"), true),
        (Filled(new HybridDictionary(), new Key("k"), new Key("l")), true),
        (Filled(new SortedList<Key, int>(), new Key("k"), new Key("l")), true),
        (Filled(new SortedList<string, int>(new OwnOrder()), "a", "b"), true),
        (Filled(new SortedList(), new Key("k"), new Key("l")), false),
        (Filled(new SortedList(new OwnOrder()), "a", "b"), true),
        (Filled(new Noted { Title = "t" }, "a", "b"), true),
        (Filled(new Noted { Title = "t" }, new Key("k"), new Key("l")), true),
        (Filled(new Ranked { Title = "t" }, new Key("k"), new Key("l")), true),
        (Filled(new Hashtable(StringComparer.OrdinalIgnoreCase), "a"), false),
        (Filled(new OrderedDictionary(), "a", "b"), false),
        (Filled(new Dictionary<string, int>(), "a", "b"), false),
        (new Lines { "x", 1 }, false),
        (new Fixed("x", 1), false),
        (new Keyed { new("x"), new("y") }, false),
    ];

    [Fact]
    public void A_constructor_of_entries_sees_what_is_in_them()
    {
        var soap = new SoapOptions { KnownTypes = [.. s_known], WritesGenerics = true };
        foreach (var (collection, isThere) in Collections())
        {
            var holder = new Holder(collection);
            foreach (var options in s_options)
            {
                byte[] payload = Nrbf.Serialize(holder, options);
                if (isThere)
                    Assert.Equal((holder.Count, holder.Copied), Told((Holder)new BinaryFormatter().Deserialize(new MemoryStream(payload))));
                var read = Nrbf.Deserialize<Holder>(payload, options)!;
                Assert.Equal((holder.Count, holder.Copied), Told(read));
                // What is there in the end.
                Assert.Equal(holder.Copied, new Holder(read.Held).Copied);
                // Behind its collection, and before it.
                var both = Nrbf.Deserialize<object[]>(Nrbf.Serialize<object[]>([collection, holder, collection], options), options)!;
                Assert.Equal((holder.Count, holder.Copied), Told((Holder)both[1]));
                Assert.Same(both[0], ((Holder)both[1]).Held);
            }
            Assert.Equal((holder.Count, holder.Copied), Told(Soap.Deserialize<Holder>(Soap.Serialize(holder, soap), soap)!));
        }

        static (int, string) Told(Holder holder) => (holder.Count, holder.Copied);
    }

    [Fact]
    public void A_callback_sees_what_is_in_its_members()
    {
        foreach (var (collection, isThere) in Collections())
            foreach (var options in s_options)
            {
                var asker = new Asker(collection);
                int count = new Holder(collection).Count;
                byte[] payload = Nrbf.Serialize(asker, options);
                if (isThere)
                    Assert.Equal(count, ((Asker)new BinaryFormatter().Deserialize(new MemoryStream(payload))).Count);
                Assert.Equal(count, Nrbf.Deserialize<Asker>(payload, options)!.Count);
            }
    }

    /// <summary>The table of keys is the payload's, and GetKeyForItem is not asked: a key that has changed is found as it was.</summary>
    [Fact]
    public void A_key_that_changed_since_is_found_as_there()
    {
        var keyed = new Keyed { new("x"), new("y") };
        keyed[1].Name = "z";
        byte[] payload = Nrbf.Serialize(keyed, s_options[0]);
        var original = (Keyed)new BinaryFormatter().Deserialize(new MemoryStream(payload));
        foreach (var there in (Keyed[])[original, .. s_options.Select(o => Nrbf.Deserialize<Keyed>(payload, o)!)])
            Assert.Equal((2, true, false, "z"), (there.Count, there.Contains("y"), there.Contains("z"), there["y"].Name));
    }

    /// <summary>What a constructor adds to a list that was prepared is there in the end.</summary>
    [Serializable]
    public sealed class Adder : ISerializable
    {
        public ListDictionary Chain;
        public SortedList<Key, int> Sorted;
        public Keyed Keyed;

        public Adder() =>
            (Chain, Sorted, Keyed) = (Filled(new ListDictionary(), new Key("k")), new() { [new("k")] = 1 }, new() { new Key("k") });

        Adder(SerializationInfo info, StreamingContext context)
        {
            Chain = (ListDictionary)info.GetValue("chain", typeof(ListDictionary))!;
            Sorted = (SortedList<Key, int>)info.GetValue("sorted", typeof(SortedList<Key, int>))!;
            Keyed = (Keyed)info.GetValue("keyed", typeof(Keyed))!;
            Chain.Add(new Key("new"), 2);
            Sorted.Add(new Key("new"), 2);
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("chain", Chain);
            info.AddValue("sorted", Sorted);
            info.AddValue("keyed", Keyed);
        }
    }

    [Fact]
    public void What_a_constructor_adds_stays()
    {
        byte[] payload = Nrbf.Serialize(new Adder(), s_options[0]);
        var original = (Adder)new BinaryFormatter().Deserialize(new MemoryStream(payload));
        foreach (var adder in (Adder[])[original, .. s_options.Select(o => Nrbf.Deserialize<Adder>(payload, o)!)])
            Assert.Equal((2, 2, 2, 1), (adder.Chain.Count, adder.Chain[new Key("new")], adder.Sorted.Count, adder.Keyed.Count));
    }

    /// <summary>Has its tables filled in its constructor, where the framework would fill them later, and copies them.</summary>
    [Serializable]
    public sealed class Filler : ISerializable
    {
        public List<string> Copied = [];
        readonly Dictionary<Key, int> _map;
        readonly HashSet<Key> _set;
        readonly Dictionary<string, int> _texts;

        public Filler(int count, IEqualityComparer<Key>? comparer = null)
        {
            (_map, _set, _texts) = (new(comparer), new(comparer), new(StringComparer.OrdinalIgnoreCase));
            for (int i = 0; i < count; i++)
            {
                _map.Add(new($"k{i}"), i);
                _set.Add(new($"s{i}"));
                _texts.Add($"t{i}", i);
            }
            Copy();
        }

        public (int, int, int) Found => (_map[new("k1")], _set.Contains(new("s1")) ? 1 : 0, _texts["T1"]);

        public (object, object) Comparers => (_map.Comparer, _set.Comparer);

        Filler(SerializationInfo info, StreamingContext context)
        {
            _map = (Dictionary<Key, int>)info.GetValue("map", typeof(Dictionary<Key, int>))!;
            _set = (HashSet<Key>)info.GetValue("set", typeof(HashSet<Key>))!;
            _texts = (Dictionary<string, int>)info.GetValue("texts", typeof(Dictionary<string, int>))!;
            foreach (IDeserializationCallback table in (IDeserializationCallback[])[_map, _set, _texts])
                table.OnDeserialization(this);
            _map.Remove(new("k0"));
            Copy();
        }

        void Copy() =>
            Copied = [.. _map.Select(p => p.Key.Name + p.Value), .. _set.Select(k => k.Name), .. _texts.Select(p => p.Key + p.Value)];

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("map", _map);
            info.AddValue("set", _set);
            info.AddValue("texts", _texts);
        }
    }

    [Serializable]
    public sealed class ByLength : IEqualityComparer<Key>
    {
        public bool Equals(Key? a, Key? b) => a!.Name == b!.Name;

        public int GetHashCode(Key key) => key.Name.Length;
    }

    static readonly NrbfOptions[] s_filling =
    [
        .. s_options.Select(static o => o with
        {
            KnownTypes =
            [
                typeof(Filler), typeof(Key), typeof(ByLength), typeof(Dictionary<Key, int>), typeof(HashSet<Key>),
                typeof(Dictionary<string, int>)
            ],
        })
    ];

    [Theory]
    [InlineData(3, false)]
    [InlineData(3, true)]
    [InlineData(600, false)]
    public void A_constructor_that_has_its_tables_filled_finds_them_full(int count, bool hasComparer)
    {
        byte[] payload = Nrbf.Serialize(new Filler(count, hasComparer ? new ByLength() : null), s_filling[0]);
        var there = (Filler)new BinaryFormatter().Deserialize(new MemoryStream(payload));
        foreach (var options in s_filling)
        {
            var back = Nrbf.Deserialize<Filler>(payload, options)!;
            Assert.Equal(there.Copied, back.Copied);
            Assert.Equal(3 * count - 1, back.Copied.Count);
            Assert.Equal(there.Found, back.Found);
            // The comparers are the payload's again, and the original reads what is written of the tables.
            Assert.Equal(there.Comparers.Item1.GetType(), back.Comparers.Item1.GetType());
            Assert.Equal(there.Comparers.Item2.GetType(), back.Comparers.Item2.GetType());
            Assert.Equal(there.Found, ((Filler)new BinaryFormatter().Deserialize(new MemoryStream(Nrbf.Serialize(back, options)))).Found);
        }
    }

    /// <summary>Keys of one hash are refused there as everywhere.</summary>
    [Fact]
    public void Keys_of_one_hash_are_refused_where_a_constructor_has_the_table_filled()
    {
        byte[] payload = Nrbf.Serialize(new Filler(3_000, new ByLength()), s_filling[0]);
        foreach (var options in s_filling)
            Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Filler>(payload, options));
    }

    /// <summary>Has what it holds filled in its constructor, and counts it; or counts an exception's Data.</summary>
    [Serializable]
    public sealed class Caller : ISerializable
    {
        public object Held;
        public int Count;
        public bool IsFound;

        public Caller(object held) => Held = held;

        Caller(SerializationInfo info, StreamingContext context)
        {
            Held = info.GetValue("held", typeof(object))!;
            (Held as IDeserializationCallback)?.OnDeserialization(this);
            object all = Held is Exception e ? e.Data : Held;
            Count = ((ICollection)all).Count;
            IsFound = all is IDictionary map ? map.Contains(new Key("k1")) : ((SortedSet<Key>)all).Contains(new Key("k1"));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("held", Held);
    }

    static Exception WithData()
    {
        var failure = new InvalidOperationException("m");
        for (int i = 0; i < 3; i++)
            failure.Data.Add(new Key($"k{i}"), i);
        return failure;
    }

    [Fact]
    public void Tables_of_objects_fill_themselves_when_a_constructor_calls_them_back()
    {
        var keys = Enumerable.Range(0, 40).Select(static i => new Key($"k{i}")).ToArray();
        foreach (object held in (object[])[Filled(new Hashtable(), [.. keys]), Filled(new Hashtable(), keys[1]), new SortedSet<Key>(keys),
            new SortedSet<Key> { keys[1] }, WithData()])
        {
            byte[] payload = Nrbf.Serialize(new Caller(held), s_calling[0]);
            var there = (Caller)new BinaryFormatter().Deserialize(new MemoryStream(payload));
            foreach (var options in s_calling)
            {
                var back = Nrbf.Deserialize<Caller>(payload, options)!;
                Assert.Equal((there.Count, there.IsFound), (back.Count, back.IsFound));
                Assert.True(back.IsFound);
                // It is filled once, and has its own comparer, which is written: as there, where hashes that collide change places.
                Assert.Equal(Nrbf.Serialize(there, options), Nrbf.Serialize(back, options));
            }
        }
    }

    /// <summary>A key that comes twice, and one that does not end, are refused when a constructor has the table filled.</summary>
    [Fact]
    public void What_no_table_may_have_is_refused_there()
    {
        var (table, set) = (Filled(new Hashtable(), new Key("k0"), new Key("k1"), new Key("k2")),
            new SortedSet<Key> { new("k0"), new("k1"), new("k2") });
        foreach (Key key in ((Key[])[.. table.Keys.Cast<Key>(), .. set]).Where(static k => k.Name == "k2").ToArray())
            key.Name = "k1";
        foreach (object held in (object[])[table, set])
        {
            byte[] payload = Nrbf.Serialize(new Caller(held), s_calling[0]);
            foreach (var options in s_calling)
                Assert.Contains("twice", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Caller>(payload, options)).Message,
                    StringComparison.Ordinal);
        }
    }

    static readonly NrbfOptions[] s_calling =
    [
        .. s_options.Select(static o => o with
        {
            KnownTypes = [typeof(Caller), typeof(Key), typeof(SortedSet<Key>), typeof(InvalidOperationException)],
        })
    ];
}
