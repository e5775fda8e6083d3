using System.Collections;
using System.Runtime.Serialization;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>What is known because it is the root, or an item of it; types that are no contracts; objects that stand for others.</summary>
public class RootTests
{
    public class Node { public int N; public object? Next; }
    public class Parent { public int A; }
    public class Child : Parent { public Parent? Held; }
    public class Holder { public object? O; }
    public class Wrap { public List<Holder>? L; public Holder? H; }
    public struct Struct { public object? O; }

    [Fact]
    public void The_roots_type_and_that_of_its_items_are_known()
    {
        var oracle = new ContractOracle();
        oracle.Check(new Dictionary<string, object> { ["a"] = new Dictionary<string, object> { ["b"] = 1 } });
        oracle.Check(new List<object> { 1, new List<object> { 2 } });
        oracle.Check(new Hashtable { ["a"] = new Hashtable { ["b"] = 1 } });
        oracle.Check(new ArrayList { 1, new ArrayList { 2 } });
        oracle.Check(new object[] { 1, new object[] { 2 } });
        oracle.Check(new object[] { 1, new List<object> { 2 } });
        oracle.Check(new Node { N = 1, Next = new Node { N = 2, Next = new Node() } });
        oracle.Check(new InvalidOperationException("a", new InvalidOperationException("b")));
        oracle.Check(new InvalidOperationException("a", new ArgumentException("b")));
        oracle.Check(new Child { Held = new Parent { A = 1 } });
        oracle.Check(new Child { Held = new Child() });
        oracle.Check(new List<Holder> { new() { O = new Holder() } });
        oracle.Check(new[] { new Holder { O = new Holder() } });
        oracle.Check(new Dictionary<string, Holder> { ["a"] = new() { O = new Holder() } });
        oracle.Check(new List<Holder> { new() { O = new List<Holder>() } });
        oracle.Check(new List<List<Holder>> { new() { new Holder { O = new Holder() } } });
        oracle.Check(new List<List<Holder>> { new() { new Holder { O = new List<Holder>() } } });
        oracle.Check(new Wrap { L = [new Holder { O = new Holder() }] });
        oracle.Check(new Wrap { H = new Holder { O = new Wrap() } });
        oracle.Check(new Struct { O = new Struct { O = 1 } });
        oracle.Check<Struct?>(new Struct { O = new Struct { O = 1 } });
        oracle.Check(new KeyValuePair<string, object>("a", new KeyValuePair<string, object>("b", 1)));
        oracle.Check(new List<KeyValuePair<string, object>> { new("a", new KeyValuePair<string, object>("b", 1)) });
        oracle.Check(new Dictionary<string, object> { ["a"] = new KeyValuePair<string, object>("b", 1) });
        oracle.Done();
    }

    public class NoContract(int n) { public int N { get; set; } = n; }
    public class Has { public int A; public NoContract? B; }
    public class HasMany { public int A; public List<NoContract>? L; }
    public class HasType { public int A; public Type? T; }
    public class HasStream { public int A; public Stream? T; }
    public class HasPointer { public IntPtr C; }

    [Fact]
    public void Types_that_are_no_contracts_fail_only_where_something_of_them_stands()
    {
        var oracle = new ContractOracle();
        oracle.Check(new Has { A = 1 });
        oracle.Check(new Has { A = 1, B = new(3) });
        oracle.Check(new HasMany { A = 1 });
        oracle.Check(new HasMany { A = 1, L = [] });
        oracle.Check(new HasMany { A = 1, L = [null!] });
        oracle.Check(new HasMany { A = 1, L = [new(4)] });
        oracle.Check(new List<NoContract>());
        oracle.Check(new List<NoContract> { null! });
        oracle.Check(Array.Empty<NoContract>());
        oracle.Check(new Dictionary<string, NoContract>());
        oracle.Check(new Dictionary<string, NoContract> { ["a"] = null! });
        oracle.Check<NoContract?>(null);
        oracle.Check(new HasType { A = 1 });
        oracle.Check(new HasType { A = 1, T = typeof(int) });
        oracle.Check(new HasStream { A = 1 });
        oracle.Check(new HasStream { A = 1, T = Stream.Null });
        oracle.Check(new HasPointer());
        const string Start = "<RootTests.Has xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A>3</A>";
        foreach (string rest in (string[])["", "<B><N>1</N></B>", "<B i:nil='true'/>", "<B/>"])
            oracle.CheckRead('x', $"{Start}{rest}</RootTests.Has>", typeof(Has));
        foreach (string rest in (string[])["", ",\"B\":{}", ",\"B\":null", ",\"B\":{\"N\":1}"])
            oracle.CheckRead('j', $"{{\"A\":3{rest}}}", typeof(Has));
        oracle.Done();
    }

    [Fact]
    public void The_drop_in_says_that_it_is_the_contract()
    {
        Assert.Throws<InvalidDataContractException>(
            () => new ContractXmlSerializer(typeof(Has)).WriteObject(new MemoryStream(), new Has()));
        Assert.Throws<InvalidDataContractException>(
            () => new ContractXmlSerializer(typeof(NoContract)).WriteObject(new MemoryStream(), new NoContract(1)));
        Assert.Throws<InvalidDataContractException>(
            () => new ContractXmlSerializer(typeof(List<NoContract>)).WriteObject(new MemoryStream(), new List<NoContract> { new(1) }));
    }

#pragma warning disable SYSLIB0050, SYSLIB0051 // the pattern is what is tested
    [DataContract]
    public class Marked : IObjectReference
    {
        public static readonly Marked One = new() { A = 100 };
        [DataMember] public int A;
        public object GetRealObject(StreamingContext context) => A is 1 or 100 ? One : this;
    }

    [Serializable]
    public class Fields : IObjectReference
    {
        static readonly Fields s_one = new() { A = 100 };
        public int A;
        public object GetRealObject(StreamingContext context) => s_one;
    }

    public class Plain : IObjectReference
    {
        static readonly Plain s_one = new() { A = 100 };
        public int A;
        public object GetRealObject(StreamingContext context) => s_one;
    }

    [DataContract]
    public class Gone : IObjectReference
    {
        [DataMember] public int A;
        public object GetRealObject(StreamingContext context) => null!;
    }

    [DataContract]
    public class Other : IObjectReference
    {
        public object GetRealObject(StreamingContext context) => "other";
    }
#pragma warning restore SYSLIB0050, SYSLIB0051

    public class Objects { public object? O, Q; }

    [DataContract]
    public class DerivedOther : Marked
    {
        [DataMember] public int B;
    }

    /// <summary>Of whatever type it is: as the original gives it back, from its stream, a reader, and in JSON.</summary>
    [Fact]
    public void A_root_may_stand_for_an_object_of_another_type()
    {
        Same(new Other());
        Same(new Marked { A = 1 });
        Same(DBNull.Value);
        Same<Other>(null);
        var derived = new MemoryStream();
        new DataContractSerializer(typeof(Marked), [typeof(DerivedOther)]).WriteObject(derived, new DerivedOther { A = 5, B = 6 });
        var back = Assert.IsType<DerivedOther>(
            new ContractXmlSerializer(typeof(Marked), [typeof(DerivedOther)]).ReadObject(new MemoryStream(derived.ToArray())));
        Assert.Equal((5, 6), (back.A, back.B));
        // Where the type is declared there is no place for another.
        Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Other>(ContractXml.Serialize(new Other())));

        static void Same<T>(T? value)
        {
            foreach (var (theirs, ours) in new (XmlObjectSerializer, XmlObjectSerializer)[]
            {
                (new DataContractSerializer(typeof(T)), new ContractXmlSerializer(typeof(T))),
                (new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(T)), new ContractJsonSerializer(typeof(T))),
            })
            {
                var written = new MemoryStream();
                theirs.WriteObject(written, value);
                Assert.Equal(theirs.ReadObject(new MemoryStream(written.ToArray())), ours.ReadObject(new MemoryStream(written.ToArray())));
                if (theirs is DataContractSerializer)
                    Assert.Equal(theirs.ReadObject(XmlReader.Create(new MemoryStream(written.ToArray()))),
                        ours.ReadObject(XmlReader.Create(new MemoryStream(written.ToArray()))));
            }
        }
    }

    [Fact]
    public void What_stands_for_another_object_gives_it()
    {
        var oracle = new ContractOracle { KnownTypes = [typeof(Marked), typeof(Other), typeof(DBNull)] };
        oracle.Check(new Marked { A = 1 });
        oracle.Check(new Fields { A = 1 });
        oracle.Check(new Plain { A = 1 });
        oracle.Check(new Gone());
        oracle.Check(new List<Marked> { new() { A = 1 }, new() { A = 2 } });
        oracle.Check(new Objects { O = new Marked { A = 1 } });
        oracle.Check(new Objects { O = new Other() });
        oracle.Check(new Objects { O = DBNull.Value });
        oracle.Check(DBNull.Value);
        oracle.Done();
        var preserving = new ContractOracle("xb") { KnownTypes = [typeof(Marked)], Preserves = true };
        preserving.Check(new Objects { O = Marked.One, Q = Marked.One });
        preserving.Done();
        Assert.Same(DBNull.Value, ContractXml.Deserialize<DBNull>(ContractXml.Serialize(DBNull.Value)));
        Assert.Same(Marked.One, ContractJson.FromText<Marked>("""{"A":1}"""));
    }
}
