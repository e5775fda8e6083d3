using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

#pragma warning disable SYSLIB0011, SYSLIB0050, SYSLIB0051 // BinaryFormatter is the original

/// <summary>
/// Constructors and callbacks that change a collection before the whole graph has been read, hand its comparer on, or have it filled beside
/// an object that stands for another: what comes out is what BinaryFormatter gives, or is refused where that comes apart.
/// </summary>
public class ChangedEarlyTests
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
    public class Noted : ListDictionary
    {
        public string? Title;
    }

    /// <summary>Does something with what it holds, in its constructor.</summary>
    [Serializable]
    public sealed class Doer : ISerializable
    {
        public object Held;
        public object? Made;
        readonly string _deed;

        public Doer(string deed, object held) => (_deed, Held) = (deed, held);

        Doer(SerializationInfo info, StreamingContext context)
        {
            (_deed, Held) = (info.GetString("deed")!, info.GetValue("held", typeof(object))!);
            switch (_deed)
            {
                case "copy with the comparer":
                    ((IDeserializationCallback)Held).OnDeserialization(this);
                    Made = Held is Dictionary<Key, int> map ? new Dictionary<Key, int>(map, map.Comparer)
                        : new HashSet<Key>((HashSet<Key>)Held, ((HashSet<Key>)Held).Comparer);
                    break;
                case "add":
                    ((IDictionary)Held).Add(new Key("z"), 9);
                    break;
                case "clear":
                    ((IDictionary)Held).Clear();
                    break;
                case "count":
                    int count = 0;
                    foreach (object? _ in (IEnumerable)Held)
                        count++;
                    Made = count;
                    break;
                case "change":
                    ((Noted)Held).Title = "changed";
                    ((Noted)Held).Add(new Key("z"), 9);
                    break;
                case "fill and pass over":
                    try
                    {
                        ((IDeserializationCallback)Held).OnDeserialization(this);
                    }
                    catch (WireFormatException)
                    {
                    }
                    break;
                default:
                    break;
            }
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("deed", _deed);
            info.AddValue("held", Held);
        }
    }

    /// <summary>Stands for a text, and may be given out within itself.</summary>
    [Serializable]
    public sealed class Stand : IObjectReference
    {
        public object? Back;

        public object GetRealObject(StreamingContext context) => "real";
    }

    static readonly NrbfOptions[] s_options =
    [
        .. ((ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection]).Select(static tier => new NrbfOptions
        {
            KnownTypes =
            [
                typeof(Key), typeof(Noted), typeof(Doer), typeof(Stand), typeof(Dictionary<Key, int>), typeof(HashSet<Key>),
                typeof(SortedList<Key, int>), typeof(Looker), typeof(Tuple<object, object>),
            ],
            Convention = Convention.Fields.WithTier(tier),
        })
    ];

    static T Filled<T>(T table, int count = 2) where T : IDictionary
    {
        for (int i = 0; i < count; i++)
            table.Add(new Key($"k{i}"), i);
        return table;
    }

    /// <summary>The object as BinaryFormatter and each tier here has it.</summary>
    static IEnumerable<T> Read<T>(T value)
    {
        byte[] payload = Nrbf.Serialize(value, s_options[0]);
        yield return (T)new BinaryFormatter().Deserialize(new MemoryStream(payload));
        foreach (var options in s_options)
            yield return (T)Nrbf.Deserialize<object>(payload, options)!;
    }

    [Fact]
    public void A_comparer_that_is_handed_on_is_the_payloads()
    {
        foreach (var doer in Read(new Doer("copy with the comparer", Filled(new Dictionary<Key, int>()))))
        {
            var made = (Dictionary<Key, int>)doer.Made!;
            Assert.Equal(s_usual, made.Comparer.GetType());
            Assert.Equal(s_usual, ((Dictionary<Key, int>)doer.Held).Comparer.GetType());
            // A guard would refuse a key that is set twice.
            made[new("k0")] = 5;
            Assert.Equal((2, 5), (made.Count, made[new("k0")]));
        }
        foreach (var doer in Read(new Doer("copy with the comparer", new HashSet<Key> { new("a"), new("b") })))
            Assert.Equal(s_usual, ((HashSet<Key>)doer.Made!).Comparer.GetType());
    }

    static readonly Type s_usual = EqualityComparer<Key>.Default.GetType();

    [Fact]
    public void What_is_added_to_a_table_before_its_entries_is_not_lost_without_a_word()
    {
        foreach (object table in (object[])[Filled(new Dictionary<Key, int>()), Filled(new Hashtable())])
        {
            byte[] payload = Nrbf.Serialize(new Doer("add", table), s_options[0]);
            Assert.ThrowsAny<Exception>(() => new BinaryFormatter().Deserialize(new MemoryStream(payload)));
            foreach (var options in s_options)
            {
                var error = Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Doer>(payload, options));
                // One that can still be filled by whoever asks for it has nothing to add to, there as here.
                if (table is Hashtable)
                    Assert.IsType<NullReferenceException>(error.InnerException);
                else
                    Assert.Contains("before it had its entries", error.Message, StringComparison.Ordinal);
            }
        }
        // This one adds its entries to what is there.
        foreach (var doer in Read(new Doer("add", Filled(new OrderedDictionary()))))
            Assert.Equal(["z", "k0", "k1"], ((OrderedDictionary)doer.Held).Keys.Cast<Key>().Select(static k => k.Name));
    }

    [Fact]
    public void What_is_taken_out_of_a_list_or_chain_stays_out()
    {
        foreach (object table in (object[])[Filled(new ListDictionary()), Filled(new SortedList<Key, int>()), Filled(new Noted())])
            foreach (var doer in Read(new Doer("clear", table)))
                Assert.Empty((IDictionary)doer.Held);
    }

    /// <summary>All empty arrays of a program are one object.</summary>
    [Fact]
    public void Empty_lists_can_be_added_to()
    {
        object[] graph = [.. Enumerable.Range(0, 3).Select(static _ => new Doer("add", new SortedList<Key, int>()))];
        foreach (object[] back in Read(graph))
            Assert.All(back, static d => Assert.Single((IDictionary)((Doer)d).Held));
    }

    [Fact]
    public void A_table_within_another_can_be_asked_before_it_is_filled()
    {
        foreach (var doer in Read(new Doer("count", Filled(new HybridDictionary(20), 12))))
            Assert.Equal((0, 12), ((int)doer.Made!, ((ICollection)doer.Held).Count));
    }

    [Fact]
    public void Beside_a_stand_in_what_a_constructor_changed_stays()
    {
        var stand = new Stand();
        stand.Back = new object[] { stand };
        object[] graph = [stand.Back, new Doer("change", Filled(new Noted { Title = "t" }))];
        foreach (object[] back in Read(graph))
        {
            Assert.Equal("real", ((object[])back[0])[0]);
            var noted = (Noted)((Doer)back[1]).Held;
            Assert.Equal(("changed", 3), (noted.Title, noted.Count));
        }
    }

    /// <summary>What stands for another in a class that derives from a chain, as its value.</summary>
    [Fact]
    public void A_stand_in_is_replaced_in_a_chain()
    {
        var stand = new Stand();
        var noted = new Noted { { "a", stand }, { new Key("b"), stand } };
        stand.Back = noted;
        object[] graph = [stand, noted, new Doer("count", noted)];
        foreach (object[] back in Read(graph))
            Assert.Equal(["real", "real"], ((Noted)back[1]).Values.Cast<object>());
    }

    /// <summary>Looks each key up.</summary>
    [Serializable]
    public sealed class Looker(IDictionary held)
    {
        public IDictionary Held = held;

        [OnDeserialized]
        void Look(StreamingContext context)
        {
            foreach (object key in Held.Keys.Cast<object>().ToArray())
                _ = Held[key];
        }
    }

    /// <summary>
    /// Two keys that lead to one another, so that to compare them does not end: asked by a callback, or beside an object that stands for
    /// another, before they were checked.
    /// </summary>
    [Fact]
    public void Keys_that_do_not_end_are_refused_before_anybody_asks_them()
    {
        var stand = new Stand();
        stand.Back = new object[] { stand };
        foreach (var table in (IDictionary[])[new ListDictionary(), new HybridDictionary()])
        {
            Tuple<object, object>[] keys = [Tuple.Create<object, object>(table, 1), Tuple.Create<object, object>(table, 2)];
            foreach (var key in keys)
                table.Add(key, 1);
            var second = typeof(Tuple<object, object>).GetField("m_Item2", BindingFlags.Instance | BindingFlags.NonPublic)!;
            second.SetValue(keys[0], keys[1]);
            second.SetValue(keys[1], keys[0]);
            foreach (object graph in (object[])[new object[] { keys[0], new Looker(table) }, new object[] { stand.Back, table }])
            {
                var stream = new MemoryStream();
                new BinaryFormatter().Serialize(stream, graph);
                byte[] payload = stream.ToArray();
                foreach (var options in s_options)
                    Assert.Contains("would not end",
                        Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(payload, options)).Message,
                        StringComparison.Ordinal);
            }
        }
    }

    [Fact]
    public void A_guard_does_not_stay_where_filling_fails()
    {
        var twice = new Dictionary<Key, int> { [new("k0")] = 0, [new("k1")] = 1, [new("k2")] = 2 };
        foreach (var key in twice.Keys)
            if (key.Name == "k1")
                key.Name = "k0";
        byte[] payload = Nrbf.Serialize(new Doer("fill and pass over", twice), s_options[0]);
        foreach (var options in s_options)
            Assert.Contains("in part",
                Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<Doer>(payload, options)).Message, StringComparison.Ordinal);
    }
}
