using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters.Binary;
using Isomer.Tests.Differential;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // BinaryFormatter is the original

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Random graphs, with cycles, of objects and of objects that stand for others (IObjectReference), these behind each kind of place: where
/// BinaryFormatter reads the payload, so do Nrbf and Soap, and no object that stands for another is left anywhere but where BinaryFormatter
/// leaves it.
/// </summary>
public class StandInGraphTests
{
    const int Graphs = 40;

    [Serializable]
    public class Item
    {
        public Item? Next;
        public StandIn? Direct;
        public object? Any;
    }

    [Serializable]
    public struct Pair
    {
        public StandIn? S;
        public Item? I;
    }

    [Serializable]
    public class StandIn : IObjectReference
    {
        public static readonly StandIn It = new();

        public Item? Back;
        public object? Any;

        public object GetRealObject(StreamingContext context) => It;
    }

    [Serializable]
    public class Fixed
    {
        public readonly StandIn? S;

        public Fixed(StandIn? s) => S = s;
    }

    static readonly Dictionary<string, Func<StandIn, Item?, object>> s_kinds = new()
    {
        ["object"] = (s, _) => s,
        ["read-only field"] = (s, _) => new Fixed(s),
        ["struct"] = (s, i) => new Pair { S = s, I = i },
        ["array"] = (s, _) => new[] { s, null, s },
        ["jagged array"] = (s, _) => new StandIn[][] { [s] },
        ["grid"] = (s, _) => new[,] { { s, s } },
        ["queue"] = (s, _) => new Queue<StandIn?>([s, null, s]),
        ["stack"] = (s, _) => new Stack<StandIn>([s, s]),
        ["set"] = (s, _) => new HashSet<StandIn> { s },
        ["linked list"] = (s, _) => new LinkedList<StandIn>([s, s]),
        ["list of structs"] = (s, i) => new List<Pair> { new() { S = s, I = i } },
        ["list of objects"] = (s, i) => new List<object?> { s, i, new Pair { S = s } },
        ["list of lists"] = (s, _) => new List<List<StandIn>> { new() { s } },
        ["collection"] = (s, _) => new Collection<StandIn> { s },
        ["read-only collection"] = (s, _) => new ReadOnlyCollection<StandIn>([s]),
        ["read-only list"] = (s, _) => new ReadOnlyCollection<StandIn>(new List<StandIn> { s }),
        ["dictionary"] = (s, _) => new Dictionary<string, StandIn> { ["a"] = s },
        ["dictionary of structs"] = (s, i) => new Dictionary<int, Pair> { [1] = new() { S = s, I = i } },
        ["keys"] = (s, _) => new Dictionary<StandIn, int> { [s] = 1 },
        ["sorted dictionary"] = (s, _) => new SortedDictionary<string, StandIn> { ["a"] = s, ["b"] = s },
        ["sorted dictionary of structs"] = (s, _) => new SortedDictionary<string, Pair> { ["a"] = new() { S = s } },
        ["sorted list"] = (s, _) => new SortedList<string, StandIn> { ["a"] = s },
        ["read-only dictionary"] = (s, _) => new ReadOnlyDictionary<string, StandIn>(new Dictionary<string, StandIn> { ["a"] = s }),
        ["read-only sorted dictionary"] =
            (s, _) => new ReadOnlyDictionary<string, StandIn>(new SortedDictionary<string, StandIn> { ["a"] = s }),
        ["tuple"] = (s, i) => Tuple.Create(s, i),
        ["value tuple"] = (s, i) => (s, i),
        ["pair"] = (s, i) => new KeyValuePair<StandIn, Item?>(s, i),
        ["entry"] = (s, i) => new DictionaryEntry("a", s),
        ["segment"] = (s, _) => new ArraySegment<StandIn>([s]),
        ["hashtable"] = (s, i) => new Hashtable { ["a"] = s, ["b"] = i },
        ["keys of a hashtable"] = (s, i) => new Hashtable { [s] = i },
        ["array list"] = (s, i) => new ArrayList { s, i, s },
        ["old queue"] = (s, _) => new Queue(new[] { s }),
        ["old stack"] = (s, _) => new Stack(new[] { s }),
        ["old sorted list"] = (s, _) => new SortedList { ["a"] = s },
    };

    static readonly Type[] s_known =
        [typeof(Item), typeof(Pair), typeof(StandIn), typeof(Fixed),
            .. s_kinds.Values.Select(make => make(StandIn.It, new Item()).GetType()).Distinct()];

    public static TheoryData<string> Kinds => [.. s_kinds.Keys];

    [Theory, MemberData(nameof(Kinds))]
    public void Are_read_as_by_the_original(string kind)
    {
        var random = new Random(1);
        int read = 0;
        for (int graph = 0; graph < Graphs; graph++)
        {
            Item root = Graph(random, s_kinds[kind]);
            byte[] payload = NrbfTests.Original(root);
            if (Outcome.Of(() => new BinaryFormatter().Deserialize(new MemoryStream(payload))).Result is not { } original)
                continue;
            read++;
            string left = string.Join("; ", Left(original));
            foreach (var convention in new[] { Convention.Fields.WithTier(ShapeTier.Emitted),
                Convention.Fields.WithTier(ShapeTier.Reflection) })
            {
                var ours =
                    Nrbf.Deserialize<Item>(payload, NrbfTests.Options with { KnownTypes = [.. s_known], Convention = convention });
                Assert.True(string.Join("; ", Left(ours!)) == left,
                    $"graph {graph}, {convention.Tier}: {string.Join("; ", Left(ours!))}; the original: {left}");
                var soap = new SoapOptions { KnownTypes = [.. s_known], WritesGenerics = true, Convention = convention };
                var envelope = Soap.Deserialize<Item>(Soap.Serialize(root, soap), soap);
                Assert.True(string.Join("; ", Left(envelope!)) == left,
                    $"graph {graph}, an envelope, {convention.Tier}: {string.Join("; ", Left(envelope!))}; the original: {left}");
            }
        }
        Assert.True(read > Graphs / 3, $"only {read} graphs were read by the original");
    }

    /// <summary>
    /// What is put in place of a stand-in counts as no change of the list: what was read is written the same from then on.
    /// </summary>
    [Theory]
    [InlineData("list of objects")]
    [InlineData("list of lists")]
    [InlineData("array list")]
    [InlineData("dictionary")]
    [InlineData("collection")]
    public void Are_written_the_same_when_read_again(string kind)
    {
        var random = new Random(2);
        for (int graph = 0; graph < Graphs; graph++)
        {
            byte[] payload = NrbfTests.Original(Graph(random, s_kinds[kind]));
            if (Outcome.Of(() => new BinaryFormatter().Deserialize(new MemoryStream(payload))).Result is null)
                continue;
            var options = NrbfTests.Options with { KnownTypes = [.. s_known] };
            byte[] written = Nrbf.Serialize(Nrbf.Deserialize<Item>(payload, options), options);
            Assert.Equal(Convert.ToHexString(written),
                Convert.ToHexString(Nrbf.Serialize(Nrbf.Deserialize<Item>(written, options), options)));
        }
    }

    static Item Graph(Random random, Func<StandIn, Item?, object> make)
    {
        Item[] items = [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => new Item())];
        StandIn[] standIns = [.. Enumerable.Range(0, random.Next(1, 3)).Select(_ => new StandIn())];
        Item? AnItem() => random.Next(4) == 0 ? null : items[random.Next(items.Length)];
        StandIn One() => standIns[random.Next(standIns.Length)];
        foreach (Item item in items)
        {
            item.Next = AnItem();
            item.Any = random.Next(2) == 0 ? make(One(), AnItem()) : null;
            item.Direct = random.Next(3) == 0 ? One() : null;
        }
        foreach (StandIn standIn in standIns)
        {
            standIn.Back = AnItem();
            standIn.Any = random.Next(2) == 0 ? make(One(), AnItem()) : null;
        }
        items[0].Any ??= make(One(), AnItem());
        return items[0];
    }

    /// <summary>Where objects are left that stand for others: by the fields of all objects, the framework's own included.</summary>
    static List<string> Left(object root)
    {
        var left = new List<string>();
        var seen = new HashSet<object>(ReferenceEqualityComparer.Instance);
        Look(root, "");
        return left;

        void Look(object? value, string path)
        {
            if (value is null or string or Type or Pointer or Delegate || value.GetType().IsPrimitive)
                return;
            if (value is StandIn)
            {
                if (value != StandIn.It)
                    left.Add(path);
                return;
            }
            if (!value.GetType().IsValueType && !seen.Add(value))
                return;
            if (value is Array array)
            {
                int i = 0;
                foreach (object? item in array)
                    Look(item, $"{path}[{i++}]");
                return;
            }
            for (var level = value.GetType(); level is not null && level != typeof(object); level = level.BaseType)
                foreach (var field in level.GetFields(
                    BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                    if (!field.FieldType.IsPointer && !field.FieldType.IsPrimitive && field.FieldType != typeof(SerializationInfo)
                        && !field.Name.Contains("omparer", StringComparison.Ordinal))
                        Look(field.GetValue(value), $"{path}.{field.Name}");
        }
    }
}
