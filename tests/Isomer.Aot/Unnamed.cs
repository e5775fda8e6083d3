// What no shape names, or one of another family: values behind object, types handed on by generic methods, comparers, classes that are
// collections or serialize themselves. A line for each; AotCorpusTests compares those of the ordinary application with those of Native AOT,
// where each is what it is there, or refused.
using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Globalization;
using System.Numerics;
using System.Runtime.Serialization;
using System.Text;
using Isomer;

[assembly: IsomerShape(typeof(Version), Families = ShapeFamilies.Plain)]
[assembly: IsomerShape(typeof(Complex), Families = ShapeFamilies.Plain)]

object[] boxed =
[
    CultureInfo.InvariantCulture.CompareInfo, CultureInfo.InvariantCulture, new HashSet<string> { "a" }, new HashSet<string>(),
    new SortedSet<int> { 1 }, new LinkedList<string>(), new LinkedList<string>(["a"]), new Hashtable { ["a"] = 1 },
    new Dictionary<string, int> { ["a"] = 1 }, new Dictionary<string, int>(), new UTF8Encoding(true), Encoding.ASCII,
    new CaseInsensitiveComparer(CultureInfo.InvariantCulture), new ListDictionary { ["a"] = 1, ["b"] = 2 },
    new HybridDictionary { ["a"] = 1 }, new ObservableCollection<string> { "x" }, new NameValueCollection { ["a"] = "b" },
    new StringCollection { "a" }, new ArrayList { 1, "x" }, new Queue<int>([1, 2]), new Stack<string>(["1"]),
    new SortedDictionary<string, int> { ["a"] = 1 }, new SortedList<string, int> { ["a"] = 1 }, new Version(1, 2, 3, 4), new Uri("http://x/"),
    new BitArray([true, false]), new StringBuilder("abc"), Tuple.Create(1, "x"), DayOfWeek.Friday, TimeZoneInfo.Utc, Unseen.Two,
    new Tagged { 1, 2 }, new Evt(), new EvtMap { ["q"] = 3 }, new Plain { A = 3 }, new System.Data.SqlTypes.SqlString("x"),
    new InvalidOperationException("no"),
];
for (int i = 0; i < boxed.Length; i++)
{
    object value = boxed[i];
    string name = $"{i} {value.GetType().Name}";
    Line("Nrbf " + name, () => Nrbf.Serialize(new Box { Value = value }));
    Line("Nrbf again " + name, () => Nrbf.Serialize(Nrbf.Deserialize<Box>(Nrbf.Serialize(new Box { Value = value }))));
    Line("Soap " + name, () => Soap.Serialize(new Box { Value = value }));
    Line("Json " + name, () => Json.Serialize(new Dictionary<string, object> { ["v"] = value }));
    Line("Json type " + name, () => Json.Serialize(value, value.GetType()));
    Line("Compact type " + name, () => Compact.Serialize(value, value.GetType()));
    Line("ContractXml type " + name, () => ContractXml.Serialize(value, value.GetType()));
    Line("ContractJson type " + name, () => ContractJson.Serialize(value, value.GetType()));
    Line("Xml type " + name, () => Xml.Serialize(value, value.GetType()));
    Line("Protobuf type " + name, () => Protobuf.Serialize(value, value.GetType()));
    Line("FastJson type " + name, () => Json.Serialize(value, value.GetType(), JsonOptions.FastJson));
}
All("version", new Version(1, 2, 3, 4));
All("complex", new Complex(1, 2));
All("tagged", new Tagged { 1, 2 });
All("headers", new Headers());
All("evt", new Evt());
Line("comparer", () => Compact.Serialize(new ModuloSet(7) { 1, 2, 9 }));
Line("comparer of a map", () => Compact.Serialize(new ModuloMap(7) { [1] = "a", [9] = "b" }));
Line("comparer that is a function", () => Compact.Serialize(new FunctionSet((a, b) => b - a) { 1, 2, 9 }));
Line("comparer in a shape", () => Compact.Serialize(new Sets { Set = new ModuloSet(7) { 1, 8 } }));
Line("usual comparer in a shape", () => Compact.Serialize(new Sets { Set = new ModuloSet(10) { 1, 8 } }));

static void All<T>(string name, T value)
{
    Line("Json " + name, () => Json.Serialize(value));
    Line("Compact " + name, () => Compact.Serialize(value));
    Line("ContractXml " + name, () => ContractXml.Serialize(value));
    Line("ContractJson " + name, () => ContractJson.Serialize(value));
    Line("FastJson " + name, () => Json.Serialize(value, JsonOptions.FastJson));
    Line("Xml " + name, () => Xml.Serialize(value));
    Line("Protobuf " + name, () => Protobuf.Serialize(value));
    Line("Nrbf " + name, () => Nrbf.Serialize(value));
}

static void Line(string name, Func<byte[]> what)
{
    string result;
    try
    {
        result = "+" + Convert.ToBase64String(what());
    }
    catch (Exception e)
    {
        result = $"-{e.GetType().Name}: {e.Message}".ReplaceLineEndings(" ");
    }
    Console.WriteLine($"{name}: {result}");
}

[IsomerShape(Families = ShapeFamilies.Fields), Serializable]
public class Box
{
    public object? Value;
}

[IsomerShape]
public class Sets
{
    public ModuloSet? Set { get; set; }
}

public enum Unseen
{
    One = 1,
    Two = 2,
}

[Serializable]
public class Plain
{
    public int A { get; set; }
}

[Serializable]
public class Tagged : List<int>
{
    public string Tag { get; set; } = "tag";
}

public class Headers : IReadOnlyDictionary<string, int>
{
    readonly Dictionary<string, int> _map = new() { ["h"] = 1 };

    public int this[string key] => _map[key];

    public IEnumerable<string> Keys => _map.Keys;

    public IEnumerable<int> Values => _map.Values;

    public int Count => _map.Count;

    public bool ContainsKey(string key) => _map.ContainsKey(key);

    public bool TryGetValue(string key, out int value) => _map.TryGetValue(key, out value);

    public IEnumerator<KeyValuePair<string, int>> GetEnumerator() => _map.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

[Serializable]
public class Evt : ISerializable
{
    string _text = "unprepared";

    public Evt()
    {
    }

    protected Evt(SerializationInfo info, StreamingContext context) => _text = info.GetString("t")!;

    [OnSerializing]
    void Prepare(StreamingContext context) => _text = "prepared";

    public void GetObjectData(SerializationInfo info, StreamingContext context) => info.AddValue("t", _text);
}

[Serializable]
public class EvtMap : Dictionary<string, int>
{
    public string Own = "own";

    public EvtMap()
    {
    }

    protected EvtMap(SerializationInfo info, StreamingContext context) : base(info, context) => Own = info.GetString("own")!;

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("own", Own);
    }
}

public sealed class Modulo(int divisor) : IComparer<int>, IEqualityComparer<int>
{
    public int Compare(int x, int y) => (x % divisor).CompareTo(y % divisor);

    public bool Equals(int x, int y) => x % divisor == y % divisor;

    public int GetHashCode(int x) => x % divisor;
}

public class ModuloSet(int divisor) : SortedSet<int>(new Modulo(divisor))
{
    public ModuloSet() : this(10)
    {
    }
}

public class ModuloMap(int divisor) : Dictionary<int, string>(new Modulo(divisor))
{
    public ModuloMap() : this(10)
    {
    }
}

public class FunctionSet(Comparison<int> order) : SortedSet<int>(Comparer<int>.Create(order))
{
    public FunctionSet() : this((a, b) => a - b)
    {
    }
}
