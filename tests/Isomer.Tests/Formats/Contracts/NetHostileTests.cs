using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What input can do to the fields of collections, and objects that make others: an error, never an object of a broken state or a type that
/// nobody named.
/// </summary>
public sealed class NetHostileTests
{
    static ContractXmlOptions Options(params Type[] known) => new() { NetDataContract = true, KnownTypes = [.. known] };

    static string Of<T>(T value, params (string From, string To)[] changes)
    {
        string text = ContractXml.ToText(value, Options(typeof(T)));
        foreach (var (from, to) in changes)
        {
            Assert.Contains(from, text, StringComparison.Ordinal);
            text = text.Replace(from, to, StringComparison.Ordinal);
        }
        return text;
    }

    static void Refuses<T>(string part, T value, params (string From, string To)[] changes)
    {
        string text = Of(value, changes);
        var error = Assert.Throws<WireFormatException>(() => ContractXml.FromText<T>(text, Options(typeof(T))));
        Assert.Contains(part, error.Message, StringComparison.Ordinal);
        Assert.True(error.Offset >= 0 && error.Path is not null);
    }

    [Fact]
    public void FieldsOfABrokenStateAreRefused()
    {
        Refuses("_size", new List<int> { 1 }, ("_size>1<", "_size>2<"));
        Refuses("_size", new List<int> { 1 }, ("_size>1<", "_size>-1<"));
        Refuses("_items", new List<int> { 1 }, ("<_items z:Id=\"2\" z:Size=\"1\"><int>1</int></_items>", "<_items i:nil=\"true\"/>"));
        Refuses("_items", new List<int> { 1 }, ("<_items z:Id=\"2\" z:Size=\"1\"><int>1</int></_items>", ""));
        Refuses("_size", new List<int> { 1 }, ("<_size>1</_size>", ""));
        Refuses("twice", new List<int> { 1 }, ("<_size>1</_size>", "<_size>1</_size><_size>1</_size>"));
        Refuses("_head", new Queue<int>([1]), ("_head>0<", "_head>5<"));
        Refuses("_size", new Queue<int>([1]), ("_size>1<", "_size>2147483647<"));
        Refuses("_size", new Stack<int>([1]), ("_size>1<", "_size>3<"));
        Refuses("Count", new LinkedList<int>([1]), ("0\" xmlns=\"\">1</Count>", "0\" xmlns=\"\">3</Count>"));
        Refuses("Items", new SortedSet<int>([1, 2]), (">2</Count>", ">1</Count>"));
        Refuses("twice", new HashSet<int> { 1, 2 }, (">2</int>", ">1</int>"));
        Refuses("twice", new Dictionary<int, int> { [1] = 1, [2] = 2 }, ("<key>2</key>", "<key>1</key>"));
        Refuses("twice", new SortedList<int, int> { [1] = 1, [2] = 2 },
            ("<int>1</int><int>2</int></keys>", "<int>2</int><int>2</int></keys>"));
        Refuses("m_length", new BitArray(8), ("m_length>8<", "m_length>800<"));
        Refuses("m_length", new BitArray(8), ("m_length>8<", "m_length>-8<"));
        Refuses("_set", new SortedDictionary<int, int>(), ("<_set z:Id=\"2\"", "<_set i:nil=\"true\" z:Id=\"2\""));
        Refuses("twice", new Dictionary<string, int> { ["a"] = 1 }, ("</ArrayOf", "<Comparer i:nil=\"true\" xmlns=\"\"/></ArrayOf"));
    }

    [Fact]
    public void FieldsComeInAnyOrder()
    {
        string text = Of(new Dictionary<string, int>(StringComparer.OrdinalIgnoreCase) { ["a"] = 1 });
        int from = text.IndexOf("<Comparer ", StringComparison.Ordinal), to = text.IndexOf("<HashSize", StringComparison.Ordinal),
            end = text.IndexOf("</ArrayOf", StringComparison.Ordinal);
        text = text[..from] + text[to..end] + "<Unknown><x/></Unknown>" + text[from..to] + text[end..];
        Assert.Equal(1, ContractXml.FromText<Dictionary<string, int>>(text, Options())["A"]);
        foreach (var order in Enum.GetValues<ContractXmlOrder>())
            Assert.Equal(1, ContractXml.FromText<Dictionary<string, int>>(text, Options() with { Order = order })["A"]);
    }

    // What is in a collection may refer to it before it is made: that its own fields are it, or that another is made of it, ends in an
    // error or a value.
    [Fact]
    public void CollectionsThatAreMadeOfWhatIsNotMadeYetAreValuesOrErrors()
    {
        string only = Of(new ReadOnlyCollection<object>(new List<object> { 1 }), ("<list z:Id=\"2\"", "<list z:Ref=\"1\"/><x z:Id=\"2\""),
            ("</list>", "</x>"));
        ReadOrRefuse<ReadOnlyCollection<object>>(only);
        string outer = Of(new ReadOnlyCollection<int>(new ObservableCollection<int>([1])),
            ("<a:items z:Id=\"3\"", "<a:items z:Ref=\"1\"/><a:x z:Id=\"3\""), ("</a:items>", "</a:x>"));
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<ReadOnlyCollection<int>>(outer, Options()));
        var map = new SortedDictionary<string, object> { ["a"] = new SortedDictionary<string, object>() };
        string tree = Of(map);
        int inner = tree.LastIndexOf("<_set z:Id", StringComparison.Ordinal),
            end = tree.IndexOf("</_set>", inner, StringComparison.Ordinal);
        Assert.True(inner > tree.IndexOf("<_set", StringComparison.Ordinal));
        ReadOrRefuse<SortedDictionary<string, object>>(tree[..inner] + "<_set z:Ref=\"2\"/>" + tree[(end + 7)..]);
    }

    static void ReadOrRefuse<T>(string text)
    {
        try
        {
            Assert.NotNull(ContractXml.FromText<T>(text, Options(typeof(T))));
        }
        catch (WireFormatException error)
        {
            Assert.NotNull(error.Path);
        }
    }

    [Fact]
    public void CapacitiesAreNotAllocated()
    {
        string text = Of(new Dictionary<string, int> { ["a"] = 1 }, (">3</HashSize>", ">100000000</HashSize>"));
        string set = Of(new HashSet<int> { 1 }, (">3</Capacity>", ">100000000</Capacity>"));
        string builder = Of(new StringBuilder("ab"), (">16</Capacity>", ">1000000000</Capacity>"));
        ContractXml.FromText<Dictionary<string, int>>(text, Options());
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Single(ContractXml.FromText<Dictionary<string, int>>(text, Options()));
        Assert.Single(ContractXml.FromText<HashSet<int>>(set, Options()));
        Assert.Equal("ab", ContractXml.FromText<StringBuilder>(builder, Options()).ToString());
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 5_000_000);
    }

    [Fact]
    public void OnlyTypesOfTheClosedSetAreMade()
    {
        const string Process = "System.Diagnostics.Process";
        Refuses(Process, new List<object> { 1 }, ("z:Type=\"System.Int32\"", $"z:Type=\"{Process}\""));
        Refuses("comparer", new Dictionary<string, int>(),
            ("System.Collections.Generic.GenericEqualityComparer`1[[System.String, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089]]",
                "System.Data.comparer"));
        Refuses("System.Object[]", new Dictionary<string, int> { ["a"] = 1 },
            ("System.Collections.Generic.KeyValuePair`2[[System.String, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089],[System.Int32, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089]][]",
                "System.Object[]"));
        // Of no generic type are new ones made because input names them.
        Refuses("List`1", new List<object> { 1 },
            ("z:Type=\"System.Int32\"",
                "z:Type=\"System.Collections.Generic.List`1[[System.Collections.Generic.List`1[[System.Int32]]]]\""));
        Refuses("HashSet", new Dictionary<string, int>(),
            ("z:Type=\"System.Collections.Generic.GenericEqualityComparer`1[[", "z:Type=\"System.Collections.Generic.HashSet`1[["));
    }

    [Fact]
    public void OnlyCulturesOfTheMachineAreMade()
    {
        var map = new Dictionary<string, int>(StringComparer.InvariantCulture);
        string text = Of(map, ("<a:m_name z:Id=\"5\"/>", "<a:m_name>xx-made-up</a:m_name>"));
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<Dictionary<string, int>>(text, Options()));
        Assert.DoesNotContain(CultureInfo.GetCultures(CultureTypes.AllCultures), c => c.Name == "xx-made-up");
    }

    [Fact]
    public void KeysThatCollideAreRefused()
    {
        long[] keys = [.. Enumerable.Range(0, 2000).Select(i => ((long)i << 32) | (uint)i)];
        Assert.Contains("collide",
            Assert.Throws<WireFormatException>(() => NetCollectionTests.Again(keys.ToDictionary(k => k, _ => 1), Options())).Message,
            StringComparison.Ordinal);
        Assert.Contains("collide", Assert.Throws<WireFormatException>(() => NetCollectionTests.Again(keys.ToHashSet(), Options())).Message,
            StringComparison.Ordinal);
        Assert.Contains("collide",
            Assert.Throws<WireFormatException>(
                () => NetCollectionTests.Again(new Hashtable(keys.ToDictionary(k => k, _ => 1)), Options())).Message,
                    StringComparison.Ordinal);
        var ordered = new OrderedDictionary();
        foreach (long key in keys)
            ordered.Add(key, 1);
        Assert.Contains("collide",
            Assert.Throws<WireFormatException>(() => NetCollectionTests.Again(ordered, Options(typeof(DictionaryEntry)))).Message,
            StringComparison.Ordinal);
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // what makes other objects is a type of an older age
    [Serializable]
    public sealed class Singleton : ISerializable
    {
        public static readonly Singleton One = new();

        public void GetObjectData(SerializationInfo info, StreamingContext context) => info.SetType(typeof(SingletonHolder));
    }

    [Serializable]
    public sealed class SingletonHolder : IObjectReference, ISerializable
    {
        public SingletonHolder()
        {
        }

        SingletonHolder(SerializationInfo info, StreamingContext context)
        {
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
        }

        public object GetRealObject(StreamingContext context) => Singleton.One;
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    [DataContract(Namespace = "")]
    public class HasSingleton
    {
        [DataMember] public Singleton? S { get; set; }

        [DataMember] public Version? V { get; set; }
    }

    [Fact]
    public void ObjectsThatMakeOthersAreReadIfTheyAreKnownAndNotWritten()
    {
        Assert.Contains("SetType",
            Assert.Throws<NotSupportedException>(
                () => ContractXml.Serialize(new HasSingleton { S = Singleton.One }, Options(typeof(SingletonHolder)))).Message,
                    StringComparison.Ordinal);
        string holder = $"z:FactoryType=\"a:SingletonHolder\" z:Type=\"{typeof(SingletonHolder).FullName}\" z:Assembly=\"x\"";
        string document = $"<HasSingleton z:Id=\"1\" xmlns:z=\"http://schemas.microsoft.com/2003/10/Serialization/\" xmlns:a=\"urn:a\"><S z:Id=\"2\" {holder}/></HasSingleton>";
        Assert.Same(Singleton.One, ContractXml.FromText<HasSingleton>(document, Options(typeof(SingletonHolder))).S);
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<HasSingleton>(document, Options()));
        Assert.Contains("expected",
            Assert.Throws<WireFormatException>(
                () => ContractXml.FromText<HasSingleton>(
                    document.Replace("S z:", "V z:", StringComparison.Ordinal).Replace("</S>", "</V>", StringComparison.Ordinal),
                    Options(typeof(SingletonHolder)))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void PrefixesAndMutationsEndInAValueOrTheOneException()
    {
        var random = new Random(11);
        var options = Options(typeof(NetCollectionTests.Holder));
        foreach (var (name, original, _) in NetCollectionVectors.Documents)
        {
            var type = NetCollectionVectors.Values[name].GetType();
            byte[] payload = Encoding.UTF8.GetBytes(original);
            for (int i = 0; i < ContractXmlReadingTests.Iterations / 40; i++)
            {
                byte[] changed = i % 4 == 0 ? payload[..random.Next(payload.Length)] : [.. payload];
                for (int k = i % 4 == 0 ? 0 : random.Next(3) + 1; k > 0; k--)
                    changed[random.Next(changed.Length)] = random.Next(2) == 0
                        ? (byte)random.Next(256)
                        : (byte)"<>/=\"'&;: xai0-19[]`"[random.Next(20)];
                try
                {
                    ContractXml.Deserialize(changed, i % 2 == 0 ? type : typeof(object), options with { KnownTypes = [type] });
                }
                catch (WireFormatException e)
                {
                    Assert.NotNull(e.Path);
                }
            }
        }
    }
}
