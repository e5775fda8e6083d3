using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.Serialization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Isomer.Calls;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>The framework's collections in NetDataContractSerializer's form: the fields and entries that .NET Framework's have.</summary>
public sealed class NetCollectionTests
{
    static ContractXmlOptions Options(params Type[] known) => new() { NetDataContract = true, KnownTypes = [.. known] };

    internal static T Again<T>(T value, ContractXmlOptions options) =>
        ContractXml.Deserialize<T>(ContractXml.Serialize(value, options), options);

    public static TheoryData<ContractXmlForm, ShapeTier> Ways => new()
    {
        { ContractXmlForm.Text, ShapeTier.Auto },
        { ContractXmlForm.Binary, ShapeTier.Auto },
        { ContractXmlForm.Text, ShapeTier.Reflection },
        { ContractXmlForm.Binary, ShapeTier.Reflection },
    };

    static ContractXmlOptions By(ContractXmlOptions options, ContractXmlForm form, ShapeTier tier) =>
        options with
        {
            Form = form,
            Convention = tier == ShapeTier.Auto ? Convention.DataContract : Convention.DataContract.WithTier(tier)
        };

    [Fact]
    public void DocumentsAreTheOriginalsOrSaidToBeOthers()
    {
        int same = 0;
        foreach (var (name, original, ours) in NetCollectionVectors.Documents)
        {
            object value = NetCollectionVectors.Values[name];
            var options = Options(value.GetType());
            string text = ContractXml.ToText(value, value.GetType(), options);
            Assert.Equal(ours ?? original, text);
            same += ours is null ? 1 : 0;
            object back = ContractXml.FromText<object>(text, options);
            Assert.Equal(text, ContractXml.ToText(back, back.GetType(), options));
            // The original of mono names a standard type by i:type, which .NET Framework does not.
            if (name != "od")
                Assert.Equal(Json.ToText(value, value.GetType()),
                    Json.ToText(ContractXml.FromText(original, value.GetType(), options), value.GetType()));
        }
        Assert.True(same > 20);
    }

    // Not those whose callbacks and accessors count on; and in binary XML, which has no empty elements, not those that tell <c/> from
    // <c></c>.
    [Theory]
    [MemberData(nameof(Ways))]
    public void TheCorpusComesBackOrIsRefusedWhenItIsWritten(ContractXmlForm form, ShapeTier tier)
    {
        var failures = new List<string>();
        var refused = new HashSet<string>();
        int count = 0;
        var convention = Convention.DataContract.WithLosses();
        convention = tier == ShapeTier.Auto ? convention : convention.WithTier(tier);
        foreach (var value in CorpusValues.All()
            .Where(v =>
                v.Value is not (null or Callbacks or Overrides)
                    && !(form == ContractXmlForm.Binary && v.Value is HoldsXml or WritesItself or XElement or XmlElement)))
        {
            var options = new ContractXmlOptions
            {
                NetDataContract = true,
                Form = form,
                Convention = convention,
                KnownTypes = [value.Type, value.Value!.GetType(), .. value.KnownTypes, .. Inner(value)]
            };
            byte[] written;
            try
            {
                written = ContractXml.Serialize(value.Value, value.Type, options);
            }
            catch (NotSupportedException e)
            {
                refused.Add(e.Message);
                continue;
            }
            try
            {
                object? back = ContractXml.Deserialize(written, value.Type, options);
                count++;
                var text = options with { Form = ContractXmlForm.Text };
                if (WithoutEmpty(ContractXml.ToText(value.Value, value.Type, text)) is var expected
                    && WithoutEmpty(ContractXml.ToText(back, value.Type, text)) is var actual && expected != actual)
                    failures.Add($"{value.Name}: {expected}\n{actual}");
            }
            catch (NotSupportedException e) when (e.Message.Contains("can be written but not read", StringComparison.Ordinal)
                || e.Message.Contains("without the constructor", StringComparison.Ordinal))
            {
            }
            catch (Exception e) when (e is WireFormatException or NotSupportedException)
            {
                failures.Add($"{value.Name}: {e.Message}\n{(form == ContractXmlForm.Text ? Encoding.UTF8.GetString(written) : "")}");
            }
        }
        Assert.True(failures.Count == 0 && count > 900,
            $"{failures.Count} of {count}:\n{string.Join("\n", failures.Take(10))}\n{string.Join("\n", refused)}");
    }

    /// <summary>Without numbers, for all empty arrays that are read are one.</summary>
    static string WithoutEmpty(string text) =>
        Regex.Replace(Regex.Replace(text, " z:(Size=\"0\"|Ref=\"[0-9]+\" i:nil=\"true\")", ""), " z:Id=\"[0-9]+\"", "");

    static IEnumerable<Type> Inner(CorpusValue value) =>
        value.Value is object[] items ? items.OfType<object>().Select(i => i.GetType()) : [];

    [DataContract(Namespace = "")]
    public class Holder
    {
        [DataMember(Order = 1)] public Dictionary<string, int>? Map { get; set; }

        [DataMember(Order = 2)] public IDictionary<string, int>? AnyMap { get; set; }

        [DataMember(Order = 3)] public Queue<string>? Queue { get; set; }

        [DataMember(Order = 4)] public IEnumerable<int>? Items { get; set; }

        [DataMember(Order = 5)] public ICollection<Holder>? Holders { get; set; }

        [DataMember(Order = 6)] public IList? Untyped { get; set; }

        [DataMember(Order = 7)] public IEqualityComparer<string>? Comparer { get; set; }

        [DataMember(Order = 8)] public SortedDictionary<int, List<string>>? Sorted { get; set; }

        [DataMember(Order = 9)] public KeyValuePair<string, Holder?> Pair { get; set; }

        [DataMember(Order = 10)] public object? Any { get; set; }

        [DataMember(Order = 11)] public HashSet<Holder>? Set { get; set; }

        [DataMember(Order = 12)] public IReadOnlyHolder? Unknown { get; set; }
    }

    public interface IReadOnlyHolder;

    static Holder Example()
    {
        var map = new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 };
        var holder = new Holder
        {
            Map = map,
            AnyMap = map,
            Queue = new Queue<string>(["a", "b"]),
            Items = new LinkedList<int>([1, 2]),
            Untyped = new ArrayList
                { 1, "a", new Version(1, 2), new Hashtable { ["k"] = new DictionaryEntry(1, "v") }, new StringBuilder("s"),
                    new[] { 1, 2 } },
            Comparer = StringComparer.InvariantCulture,
            Sorted = new SortedDictionary<int, List<string>> { [2] = ["x"], [1] = [] },
            Any = new Stack(new object[] { 1, "b" }),
        };
        holder.Holders = new Collection<Holder>
            { holder, new() { Items = new[] { 1 }, AnyMap = new ConcurrentDictionary<string, int> { ["c"] = 2 } } };
        holder.Pair = new("p", holder);
        holder.Set = [holder];
        return holder;
    }

    static void Check(Holder back)
    {
        Assert.Same(back.Map, back.AnyMap);
        Assert.Equal(1, back.Map!["A"]);
        Assert.Equal(["a", "b"], back.Queue!);
        Assert.IsType<LinkedList<int>>(back.Items);
        Assert.Equal([1, 2], back.Items!);
        var holders = Assert.IsType<Collection<Holder>>(back.Holders);
        Assert.Same(back, holders[0]);
        Assert.IsType<int[]>(holders[1].Items);
        Assert.Equal(2, Assert.IsType<ConcurrentDictionary<string, int>>(holders[1].AnyMap)["c"]);
        var untyped = Assert.IsType<ArrayList>(back.Untyped);
        Assert.Equal([1, "a", new Version(1, 2)], untyped.ToArray()[..3]);
        Assert.Equal(new DictionaryEntry(1, "v"), ((Hashtable)untyped[3]!)["k"]);
        Assert.Equal("s", untyped[4]!.ToString());
        Assert.Equal([1, 2], (int[])untyped[5]!);
        Assert.Same(StringComparer.InvariantCulture, back.Comparer);
        Assert.Equal([1, 2], back.Sorted!.Keys);
        Assert.Equal(["x"], back.Sorted[2]);
        Assert.Same(back, back.Pair.Value);
        Assert.Equal(["b", 1], ((Stack)back.Any!).ToArray());
        Assert.Same(back, Assert.Single(back.Set!));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void AGraphOfThemComesBackWithItsReferences(ContractXmlForm form, ShapeTier tier)
    {
        var options = By(Options(typeof(Holder)), form, tier);
        byte[] written = ContractXml.Serialize(Example(), options);
        Check(ContractXml.Deserialize<Holder>(written, options));
        Check((Holder)ContractXml.Deserialize<object>(written, options));
        Check(Again(Example(), options));
    }

    [Fact]
    public void NamesOfAssembliesMayBeShortOrOfAnotherVersion()
    {
        var options = Options(typeof(Holder));
        string text = ContractXml.ToText(Example(), options);
        string shorter = text.Replace(", Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089", "", StringComparison.Ordinal)
            .Replace(", Version=1.0.0.0, Culture=neutral, PublicKeyToken=null", "", StringComparison.Ordinal);
        Assert.True(shorter.Length < text.Length - 1000);
        Check(ContractXml.FromText<Holder>(shorter, options));
        Check(ContractXml.FromText<Holder>(text.Replace("Version=4.0.0.0", "Version=2.0.0.0", StringComparison.Ordinal), options));
    }

    [Fact]
    public void ACollectionMayContainItself()
    {
        var list = new List<object>();
        list.Add(list);
        var map = new Dictionary<string, object>(StringComparer.OrdinalIgnoreCase);
        map["me"] = map;
        var set = new HashSet<object>();
        set.Add(set);
        var sorted = new SortedList<string, object>();
        sorted["me"] = sorted;
        var queue = new Queue<object>();
        queue.Enqueue(queue);
        T Round<T>(T value) => Again(value, Options(typeof(T)));
        Assert.Same(Round(list) is var l ? l : null, l[0]);
        Assert.Same(Round(map) is var m ? m : null, m["ME"]);
        Assert.Same(Round(set) is var s ? s : null, s.First());
        Assert.Same(Round(sorted) is var d ? d : null, d["me"]);
        Assert.Same(Round(queue) is var q ? q : null, q.Dequeue());
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void SoMayOneThatIsMadeOfAnother(ContractXmlForm form, ShapeTier tier)
    {
        T Round<T>(T value) => Again(value, By(Options(typeof(T), typeof(List<object>)), form, tier));
        var tree = new SortedDictionary<string, object>(StringComparer.OrdinalIgnoreCase);
        tree["me"] = tree;
        Assert.Same(Round(tree) is var t ? t : null, t["ME"]);
        object?[] items = [null];
        var only = new ReadOnlyCollection<object?>(items);
        items[0] = only;
        Assert.Same(Round(only) is var o ? o : null, o[0]);
        var collection = new Collection<object?>();
        collection.Add(collection);
        Assert.Same(Round(collection) is var c ? c : null, c[0]);
        var observed = new ObservableCollection<object?>();
        observed.Add(observed);
        Assert.Same(Round(observed) is var w ? w : null, w[0]);
        var ordered = new OrderedDictionary();
        ordered["me"] = ordered;
        Assert.Same(Again(ordered, By(Options(typeof(OrderedDictionary), typeof(DictionaryEntry)), form, tier)) is var d ? d : null,
            d["me"]);
        var untyped = new SortedList();
        untyped["me"] = untyped;
        Assert.Same(Round(untyped) is var s ? s : null, s["me"]);
        var table = new Hashtable();
        table["me"] = table;
        Assert.Same(Round(table) is var h ? h : null, h["me"]);
        var concurrent = new ConcurrentDictionary<string, object>();
        concurrent["me"] = concurrent;
        Assert.Same(Round(concurrent) is var k ? k : null, k["me"]);
        var linked = new LinkedList<object>();
        linked.AddLast(linked);
        Assert.Same(Round(linked) is var l ? l : null, l.First!.Value);
        var stack = new Stack<object>();
        stack.Push(stack);
        Assert.Same(Round(stack) is var p ? p : null, p.Peek());
    }

    // As in the original, where a comparer is an object among others: one is written once, and so is the culture that two of them have.
    [Fact]
    public void ComparersAndTheirCulturesAreWrittenOnce()
    {
        var (one, other) = (StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase);
        Dictionary<string, int>[] maps = [new(one), new(other), new(one)];
        string text = ContractXml.ToText(maps, Options());
        Assert.Equal(2, Regex.Matches(text, "CultureAwareComparer").Count);
        Assert.Single(Regex.Matches(text, "<a:culture>"));
        Assert.Equal([one, other, one], ContractXml.FromText<Dictionary<string, int>[]>(text, Options()).Select(m => m.Comparer));
    }

    [Serializable]
    public sealed class SelfSerializing : ISerializable
    {
        public object? Me;

        public SelfSerializing()
        {
        }

#pragma warning disable SYSLIB0050, SYSLIB0051 // a type of an older age
        SelfSerializing(SerializationInfo info, StreamingContext context) => Me = info.GetValue("Me", typeof(object));

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("Me", Me);
#pragma warning restore SYSLIB0050, SYSLIB0051
    }

    [Fact]
    public void WhatCannotReferToItselfIsRefusedWhenItIsWritten()
    {
        var own = new SelfSerializing();
        own.Me = own;
        Assert.Contains("contains itself",
            Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(own, Options(typeof(SelfSerializing)))).Message,
            StringComparison.Ordinal);
    }

    [Serializable]
    public sealed class LengthComparer : IEqualityComparer<string>
    {
        public int Factor = 3;

        public bool Equals(string? x, string? y) => x?.Length == y?.Length;

        public int GetHashCode(string obj) => obj.Length * Factor;
    }

    [Fact]
    public void ComparersAreCarriedOrRefused()
    {
        var map = new Dictionary<string, int>(new LengthComparer { Factor = 7 }) { ["ab"] = 1 };
        Assert.Contains(nameof(LengthComparer), Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(map, Options())).Message,
            StringComparison.Ordinal);
        var back = Again(map, Options(typeof(LengthComparer)));
        Assert.Equal(7, Assert.IsType<LengthComparer>(back.Comparer).Factor);
        Assert.Equal(1, back["xy"]);
        object[] each =
        [
            EqualityComparer<string>.Default, StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
            StringComparer.InvariantCultureIgnoreCase,
            StringComparer.Create(System.Globalization.CultureInfo.GetCultureInfo(""),
                System.Globalization.CompareOptions.IgnoreSymbols | System.Globalization.CompareOptions.IgnoreCase),
        ];
        foreach (IEqualityComparer<string> comparer in each)
        {
            Assert.Equal(comparer, Again(new Dictionary<string, int>(comparer) { ["a"] = 1 }, Options()).Comparer);
            Assert.Equal(comparer, Again(new HashSet<string>(comparer) { "a" }, Options()).Comparer);
            Assert.Equal(comparer, Again(new ConcurrentDictionary<string, int>(comparer), Options()).Comparer);
            if (comparer is IComparer<string> order)
            {
                Assert.Equal(order, Again(new SortedList<string, int>(order) { ["a"] = 1 }, Options()).Comparer);
                Assert.Equal(order, Again(new SortedDictionary<string, int>(order) { ["a"] = 1 }, Options()).Comparer);
            }
        }
        // The default one is one object, as it is there.
        string two = ContractXml.ToText(new[] { new Dictionary<string, int>(), new() }, Options());
        Assert.Contains("<Comparer z:Ref=", two, StringComparison.Ordinal);
        Assert.NotNull(ContractXml.FromText<Dictionary<string, int>[]>(two, Options())[1].Comparer);
    }

    public class Derived : List<int>;

    [Serializable]
    public class OwnFields : List<int>
    {
        public int Own = 1;
    }

    [Serializable]
    public class OwnEntries : Dictionary<string, int>;

    [Serializable]
    public class OwnItems : IEnumerable<int>
    {
        public List<int> Inner = [];

        public void Add(int item) => Inner.Add(item);

        public IEnumerator<int> GetEnumerator() => Inner.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => Inner.GetEnumerator();
    }

    [CollectionDataContract(Namespace = "")]
    public class Marked : List<int>;

    [DataContract]
    public class GetOnly
    {
        [DataMember] public List<int> Items { get; } = [];
    }

    public class PlainGetOnly
    {
        public Dictionary<string, int> Items { get; } = [];
    }

    [Fact]
    public void CollectionsOfOnesOwnAreFieldsOrMarkedOrRefused()
    {
        foreach (object value in new object[] { new Derived { 1 }, new OwnFields { 1 }, new OwnEntries(), ImmutableList.Create(1),
            new ConcurrentBag<int>(), new GetOnly(), new PlainGetOnly() })
        {
            string error = Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(value, value.GetType(), Options())).Message;
            Assert.Contains(value.GetType().Name, error.Replace('+', '.'), StringComparison.Ordinal);
        }
        Assert.Equal([1], Again(new OwnItems { 1 }, Options()).Inner);
        string marked = ContractXml.ToText(new Marked { 1 }, Options());
        Assert.Contains("z:Size=\"1\"", marked, StringComparison.Ordinal);
        Assert.Equal([1], ContractXml.FromText<Marked>(marked, Options()));
    }
}
