using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// A key that comes twice, in a table that refuses the second. The framework's tables tell it in their error, and its text may not end,
/// though its author wrote a hash and an equality that do: a record that holds itself (until the stack is nearly used up), a tuple that
/// does (the process ended), 25 records of which each holds the next one twice (2 to the 25th parts: until the memory is used up).
/// </summary>
public class RepeatedKeyTests
{
    /// <summary>What the compiler prints holds all that the record holds.</summary>
    [DataContract(IsReference = true)]
    public sealed record Told : IComparable<Told>, IComparable
    {
        [DataMember] public int Id { get; set; }
        [DataMember] public object? Within { get; set; }

        public bool Equals(Told? other) => other?.Id == Id;

        public override int GetHashCode() => Id;

        public int CompareTo(Told? other) => Id.CompareTo(other?.Id);

        public int CompareTo(object? obj) => CompareTo((Told?)obj);
    }

    /// <summary>A record that says itself what is printed.</summary>
    [DataContract(IsReference = true)]
    public sealed record ByHand
    {
        [DataMember] public int Id { get; set; }
        [DataMember] public object? Within { get; set; }

        public bool Equals(ByHand? other) => other?.Id == Id;

        public override int GetHashCode() => Id;

        bool PrintMembers(System.Text.StringBuilder text)
        {
            text.Append(Id);
            return true;
        }
    }

    public class Item<TKey>
    {
        public TKey? Key { get; set; }
    }

    public class Keyed<TKey> : KeyedCollection<TKey, Item<TKey>> where TKey : notnull
    {
        protected override TKey GetKeyForItem(Item<TKey> item) => item.Key!;
    }

    /// <summary>The last one counts.</summary>
    public class Replacing<TKey> : Keyed<TKey> where TKey : notnull
    {
        protected override void InsertItem(int index, Item<TKey> item)
        {
            if (TryGetValue(item.Key!, out var known))
                (index, _) = (Count - 1, Remove(known));
            base.InsertItem(index, item);
        }
    }

    /// <summary>The last one counts.</summary>
    public class ReplacingMap<TKey, TValue> : Dictionary<TKey, TValue> where TKey : notnull
    {
        public new void Add(TKey key, TValue value) => this[key] = value;
    }

    static Told Self(int id)
    {
        var told = new Told { Id = id };
        told.Within = Tuple.Create<object>(told);
        return told;
    }

    static Told Doubled(int id)
    {
        object last = 1;
        for (int i = 0; i < 25; i++)
            last = new Told { Within = Tuple.Create(last, last) };
        return new Told { Id = id, Within = last };
    }

    static ByHand Calm(int id)
    {
        var told = new ByHand { Id = id };
        told.Within = told;
        return told;
    }

    // One test for all: the runner would print what it is given, and that does not end.
    static IEnumerable[] Endless() =>
    [
        new Dictionary<Told, int> { [Self(1)] = 1, [Self(2)] = 2 },
        new Dictionary<Told, int> { [Doubled(1)] = 1, [Doubled(2)] = 2 },
        new Dictionary<object, int> { [Self(1)] = 1, [Self(2)] = 2 },
        new Dictionary<object, int> { [Tuple.Create(Self(1))] = 1, [Tuple.Create(Self(2))] = 2 },
        new Dictionary<KeyValuePair<int, object>, int> { [new(0, Self(1))] = 1, [new(0, Self(2))] = 2 },
        new Hashtable { [Self(1)] = 1, [Self(2)] = 2 },
        new SortedList { [Self(1)] = 1, [Self(2)] = 2 },
        // The old tables tell the key that is there, too.
        new Hashtable { [Self(1)] = 1, [new Told { Id = 2 }] = 2 },
        new SortedList { [Self(1)] = 1, [new Told { Id = 2 }] = 2 },
        new System.Collections.Specialized.OrderedDictionary { [Self(1)] = 1, [new Told { Id = 2 }] = 2 },
        new SortedList<Told, int> { [Self(1)] = 1, [Self(2)] = 2 },
        new SortedDictionary<Told, int> { [Self(1)] = 1, [Self(2)] = 2 },
        // The tree of the table tells its values, too: the key that comes twice is 1.
        new SortedDictionary<int, Told> { [10] = Self(1), [11] = Self(2) },
        new OrderedDictionary<Told, int> { [Self(1)] = 1, [Self(2)] = 2 },
        new Keyed<Told> { new Item<Told> { Key = Self(1) }, new Item<Told> { Key = Self(2) } },
        new Keyed<object> { new Item<object> { Key = Self(1) }, new Item<object> { Key = Self(2) } },
        // Their authors take a second one, and this text would not have been asked. It is refused all the same: who knows what they do.
        new Replacing<Told> { new Item<Told> { Key = Self(1) }, new Item<Told> { Key = Self(2) } },
        new ReplacingMap<Told, int> { [Self(1)] = 1, [Self(2)] = 2 },
    ];

    [Fact]
    public void What_does_not_end_is_not_told()
    {
        foreach (var options in Options())
            foreach (var table in Endless())
            {
                string text = Twice(ContractXml.ToText(table, table.GetType(), options));
                var error = Assert.Throws<WireFormatException>(() => ContractXml.FromText(text, table.GetType(), options));
                Assert.Contains("comes twice", error.Message, StringComparison.Ordinal);
            }
    }

    static (IEnumerable, bool)[] Ending() =>
    [
        (new Dictionary<ByHand, int> { [Calm(1)] = 1, [Calm(2)] = 2 }, false),
        (new Dictionary<object, int> { [Calm(1)] = 1, [Calm(2)] = 2 }, false),
        (new Dictionary<Told, int> { [new() { Id = 1 }] = 1, [new() { Id = 2 }] = 2 }, false),
        (new Hashtable { [new Told { Id = 1 }] = 1, [new Told { Id = 2 }] = 2 }, false),
        (new Keyed<ByHand> { new Item<ByHand> { Key = Calm(1) }, new Item<ByHand> { Key = Calm(2) } }, false),
        (new Replacing<ByHand> { new Item<ByHand> { Key = Calm(1) }, new Item<ByHand> { Key = Calm(2) } }, true),
        (new Replacing<Told> { new Item<Told> { Key = new() { Id = 1 } }, new Item<Told> { Key = new() { Id = 2 } } }, true),
        (new ReplacingMap<Told, int> { [new() { Id = 1 }] = 1, [new() { Id = 2 }] = 2 }, true),
    ];

    /// <summary>What ends is the table's to refuse or to take, as it is for the original.</summary>
    [Fact]
    public void What_ends_is_left_to_the_table()
    {
        foreach (var options in Options())
            foreach (var (table, isTaken) in Ending())
            {
                string text = Twice(ContractXml.ToText(table, table.GetType(), options));
                object? back = null;
                var error = Record.Exception(() => back = ContractXml.FromText(text, table.GetType(), options));
                var original = new DataContractSerializer(table.GetType(), Known);
                using var document = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(text));
                Assert.Equal(Record.Exception(() => original.ReadObject(document)) is null, error is null);
                Assert.Equal(isTaken, error is null);
                if (isTaken)
                    Assert.Single((IEnumerable)back!);
            }
    }

    static readonly Type[] Known =
        [typeof(Told), typeof(ByHand), typeof(Tuple<object>), typeof(Tuple<Told>), typeof(Tuple<object, object>)];

    static IEnumerable<ContractXmlOptions> Options()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            yield return new() { Convention = Convention.DataContract.WithTier(tier), KnownTypes = [.. Known] };
    }

    /// <summary>The second key is the first one then.</summary>
    static string Twice(string document)
    {
        string twice = document.Replace("Id>2<", "Id>1<", StringComparison.Ordinal).Replace("Key>11<", "Key>10<", StringComparison.Ordinal);
        Assert.NotEqual(document, twice);
        return twice;
    }

    [DataContract(Name = "Own", Namespace = "")]
    public class Given
    {
        [DataMember(EmitDefaultValue = false)] public IList? V { get; set; }
        [DataMember(EmitDefaultValue = false)] public IDictionary? W { get; set; }
    }

    [DataContract(Name = "Own", Namespace = "")]
    public class Own<TList, TMap> where TList : IList, new() where TMap : IDictionary, new()
    {
        TList? _list;
        TMap? _map;

        [DataMember] public IList V => _list ??= new TList();
        [DataMember] public IDictionary W => _map ??= new TMap();
    }

    /// <summary>A generic collection behind an interface without types tells what it does not take.</summary>
    [Fact]
    public void What_a_collection_does_not_take_is_not_told()
    {
        object tower = 1;
        for (int i = 0; i < 25; i++)
            tower = Tuple.Create(tower, tower);
        foreach (var options in Options().Select(o => o with { PreserveObjectReferences = true }))
        {
            foreach (var given in new[]
            {
                new Given { V = new ArrayList { tower } }, new Given { W = new Hashtable { ["a"] = tower } },
                new Given { W = new Hashtable { [tower] = 1 } }
            })
            {
                string text = ContractXml.ToText(given, options);
                Refuse<Own<List<int>, Dictionary<string, int>>>(text, options);
                Refuse<Own<Collection<string>, SortedDictionary<string, string>>>(text, options);
                Refuse<Own<ObservableCollection<DateTime>, SortedList<string, DateTime>>>(text, options);
            }
            var honest = ContractXml.FromText<Own<List<int>, Dictionary<string, int>>>(
                ContractXml.ToText(new Given { V = new ArrayList { 1, 2 }, W = new Hashtable { ["a"] = 1 } }, options), options)!;
            Assert.Equal((2, 1), (honest.V.Count, honest.W["a"]));
        }

        static void Refuse<T>(string text, ContractXmlOptions options) =>
            Assert.Matches(" stands where a |Refused as hostile", // a key is asked for its hash before that
                Assert.Throws<WireFormatException>(() => ContractXml.FromText<T>(text, options)).Message);
    }

    public sealed class Marked : Attribute
    {
        public int Id { get; set; }
        public object? Within { get; set; }
    }

    /// <summary>The equality of attributes goes into arrays.</summary>
    [Fact]
    public void Attributes_with_arrays()
    {
        var (a, b) = (new Marked { Within = new object[1] }, new Marked { Within = new object[1] });
        ((object[])a.Within)[0] = a.Within;
        ((object[])b.Within)[0] = b.Within;
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ContractXmlOptions
            {
                Convention = Convention.DataContract.WithTier(tier),
                KnownTypes = [typeof(Marked), typeof(object[])],
                PreserveObjectReferences = true,
            };
            string text = ContractXml.ToText(new List<object> { a, b }, options);
            Assert.Contains("Refused as hostile", Assert.Throws<WireFormatException>(
                () => ContractXml.FromText<HashSet<object>>(text, options)).Message, StringComparison.Ordinal);
        }
    }
}
