using System.Collections;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Forms that random runs against the original found to differ once, each by itself.</summary>
public class MendedFormTests
{
    [DataContract(Name = "H_{0}", Namespace = "")]
    public class H<T> { [DataMember] public T? V; }

    [DataContract(Name = "Pair", Namespace = "")]
    public class Pair<T> { [DataMember] public T? A; [DataMember] public T? B; }

    const string Spaces = "xmlns='' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:a='urn:a'";

    [Theory]
    [InlineData("a:n")]
    [InlineData(":n")]
    [InlineData("a:")]
    [InlineData("n")]
    [InlineData("")]
    public void A_qualified_name_is_what_the_prefix_says(string text)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', $"<H_QName {Spaces}><V>{text}</V></H_QName>", typeof(H<XmlQualifiedName>));
        oracle.Done();
    }

    /// <summary>
    /// The original takes the second colon, and white space, for a part of the name or of the prefix, and drops a prefix that is not
    /// declared.
    /// </summary>
    [Theory]
    [InlineData("a: n", "n")]
    [InlineData(" a:n ", "n")]
    [InlineData("a :n", null)]
    [InlineData("a:b:n", null)]
    [InlineData("nosuch:n", null)]
    public void A_qualified_name_is_one_or_refused(string text, string? name)
    {
        byte[] document = Encoding.UTF8.GetBytes($"<H_QName {Spaces}><V>{text}</V></H_QName>");
        if (name is null)
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<H<XmlQualifiedName>>(document));
        else
            Assert.Equal(new XmlQualifiedName(name, "urn:a"), ContractXml.Deserialize<H<XmlQualifiedName>>(document).V);
        Assert.NotEqual(new XmlQualifiedName("n", "urn:a"),
            ((H<XmlQualifiedName>)new DataContractSerializer(typeof(H<XmlQualifiedName>)).ReadObject(new MemoryStream(document))!).V);
    }

    [Theory]
    [InlineData("")]
    [InlineData("z:Id=''")]
    [InlineData("z:Id=' '")]
    [InlineData("z:Id='i1'")]
    [InlineData("z:Ref=''")]
    [InlineData("z:Ref='i2'")]
    [InlineData("i:nil='true' z:Id=''")]
    [InlineData("i:nil='true' z:Id='i1'")]
    [InlineData("i:nil='true' z:Ref=''")]
    public void An_identity_is_not_empty(string mark)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', $"<H_string {Spaces}><V {mark}>a</V></H_string>", typeof(H<string>));
        oracle.CheckRead('x', $"<H_anyURI {Spaces}><V {mark}>a</V></H_anyURI>", typeof(H<Uri>));
        oracle.CheckRead('x', $"<H_H_string {Spaces}><V {mark}><V>a</V></V></H_H_string>", typeof(H<H<string>>));
        oracle.CheckRead('x', $"<H_ArrayOfint {Spaces}><V {mark}/></H_ArrayOfint>", typeof(H<List<int>>));
        oracle.CheckRead('x', $"<H_anyType {Spaces}><V {mark} i:type='x:int'>5</V></H_anyType>", typeof(H<object>));
        oracle.CheckRead('x', $"<Pair {Spaces}><A {mark}>5</A></Pair>", typeof(Pair<int?>));
        oracle.Done();
    }

    /// <summary>Members of type Uri are objects that others refer to; at the root one is its text.</summary>
    [Fact]
    public void An_address_that_comes_twice_is_referred_to()
    {
        var link = new Uri("http://a/b");
        var oracle = new ContractOracle("xb") { Preserves = true };
        oracle.Check(new Pair<Uri> { A = link, B = link });
        oracle.Check(new Pair<Uri> { A = link, B = new Uri("http://a/b") });
        oracle.Check(new Pair<object> { A = link, B = link });
        oracle.Check(new List<Uri> { link, link });
        oracle.Check(link);
        oracle.CheckRead('x', $"<Pair {Spaces}><A z:Id='1'>http://a/</A><B z:Ref='1'/></Pair>", typeof(Pair<Uri>));
        oracle.Done();
    }

    /// <summary>
    /// An item of a collection that nothing declares tells its type, even where that is the declared one of a wider collection.
    /// </summary>
    [Fact]
    public void What_stands_behind_object_tells_its_type_in_json()
    {
        var oracle = new ContractOracle("j") { KnownTypes = [typeof(H<int>), typeof(List<H<int>>), typeof(ArrayList)] };
        oracle.Check<object>(new List<H<int>> { new() { V = 1 } });
        oracle.Check(new H<object> { V = new List<H<int>> { new() { V = 1 } } });
        oracle.Check(new H<object> { V = new ArrayList { new H<int> { V = 1 }, 2, "c" } });
        oracle.Check(new H<IEnumerable> { V = new List<H<int>> { new() { V = 1 } } });
        oracle.Check(new H<List<object>> { V = [new H<int> { V = 1 }, new List<H<int>> { new() { V = 1 } }] });
        oracle.Done();
    }

    /// <summary>An ASCII control in a namespace is escaped as any other, which only a name of the data can have.</summary>
    [Fact]
    public void Controls_in_the_namespace_of_a_name_are_escaped()
    {
        var oracle = new ContractOracle("x");
        foreach (string ns in (string[])["urn:\t", "urn:\n", "urn:<>&\"'", "urn:é"])
            oracle.Check(new H<XmlQualifiedName> { V = new("n", ns) });
        oracle.Done();
    }

    /// <summary>In the Net form the root is what its value is, whatever is declared: also a qualified name.</summary>
    [Fact]
    public void A_qualified_name_comes_back_as_the_root_of_the_net_form()
    {
        var net = new ContractXmlOptions { NetDataContract = true };
        var name = new XmlQualifiedName("n", "urn:q");
        foreach (var options in (ContractXmlOptions[])[net, net with { RootName = "r", RootNamespace = "urn:r" }])
        {
            byte[] bytes = ContractXml.Serialize<object>(name, options);
            Assert.Equal(Encoding.UTF8.GetString(ContractXml.Serialize(name, options)), Encoding.UTF8.GetString(bytes));
            Assert.Equal(name, ContractXml.Deserialize<object>(bytes, options));
        }
    }

    /// <summary>Over a writer of the caller's nobody else declares the namespace of its parts.</summary>
    [Fact]
    public void A_time_with_an_offset_behind_object_goes_through_a_callers_writer()
    {
        var value = new H<object> { V = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(1)) };
        var serializer = new NetContractXmlSerializer(new ContractXmlOptions { KnownTypes = [typeof(H<object>)] });
        var text = new StringBuilder();
        using (var writer = XmlDictionaryWriter.CreateDictionaryWriter(XmlWriter.Create(text)))
            serializer.WriteObject(writer, value);
        using var reader = XmlDictionaryReader.CreateDictionaryReader(XmlReader.Create(new StringReader(text.ToString())));
        Assert.Equal(value.V, Assert.IsType<H<object>>(serializer.ReadObject(reader)).V);
    }

    public struct HoldsMap
    {
        public HoldsMap() => Map = [];
        public Dictionary<string, int> Map { get; }
    }

    /// <summary>
    /// A new struct holds no collection. The original takes the struct for an object here, reads foreign memory and may end the process: so
    /// it is not asked.
    /// </summary>
    [Fact]
    public void A_collection_without_a_setter_in_a_struct_is_refused_at_reading()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            byte[] bytes = ContractXml.Serialize(new HoldsMap { Map = { ["a"] = 1 } }, options);
            Assert.Contains("HoldsMap", Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<HoldsMap>(bytes, options)).Message,
                StringComparison.Ordinal);
            var json = new ContractJsonOptions { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Throws<WireFormatException>(
                () => ContractJson.Deserialize<HoldsMap>(ContractJson.Serialize(new HoldsMap { Map = { ["a"] = 1 } }, json),
                    json));
        }
    }

    [Theory]
    [InlineData("&#x;")]
    [InlineData("&#;")]
    public void A_character_reference_has_digits(string reference)
    {
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<H<string>>($"<H_string {Spaces}><V>{reference}</V></H_string>"));
        Assert.Throws<WireFormatException>(
            () => ContractXml.FromText<H<string>>($"<H_string {Spaces} xmlns:n='urn:{reference}'><V>a</V></H_string>"));
    }

    [DataContract(Name = "E", Namespace = "")]
    public class Enumerable
    {
        List<int>? _items;
        [DataMember] public IEnumerable<int> Items => _items ??= [];
    }

    [Fact]
    public void What_an_enumerable_without_a_setter_holds_takes_items()
    {
        var options = new ContractXmlOptions { Convention = Convention.DataContract.WithLosses() };
        var read = ContractXml.FromText<Enumerable>(
            $"<E {Spaces}><Items xmlns:b='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><b:int>5</b:int></Items></E>",
            options);
        Assert.Equal([5], read!.Items);
    }

    /// <summary>An empty name has an identity, too.</summary>
    [Fact]
    public void An_empty_name_that_comes_twice_is_referred_to()
    {
        var oracle = new ContractOracle("xb") { Preserves = true };
        var name = new XmlQualifiedName("n", "urn:a");
        oracle.Check(new Pair<XmlQualifiedName> { A = XmlQualifiedName.Empty, B = XmlQualifiedName.Empty });
        oracle.Check(new Pair<XmlQualifiedName> { A = name, B = name });
        oracle.Check(new Pair<object> { A = XmlQualifiedName.Empty, B = XmlQualifiedName.Empty });
        oracle.Check(new Pair<object> { A = "text", B = "text" });
        oracle.Check(new Pair<object> { A = 5, B = 5 });
        oracle.Done();
    }

    [DataContract(Name = "Base", Namespace = "")]
    [KnownType(typeof(Derived))]
    public class Base { [DataMember] public int A; }

    [DataContract(Name = "Derived", Namespace = "")]
    public class Derived : Base { [DataMember] public int B; }

    /// <summary>Types that a known type names are known too, and white space around a type's name says nothing.</summary>
    [Theory]
    [InlineData("Derived")]
    [InlineData(" Derived")]
    [InlineData("Derived ")]
    [InlineData("\\tBase")]
    [InlineData("De rived")]
    [InlineData("Derived:")]
    public void What_a_known_type_names_is_known(string name)
    {
        foreach (var known in (Type[][])[[typeof(Base)], [typeof(Derived)], [typeof(List<Base>)], []])
        {
            var oracle = new ContractOracle("j") { KnownTypes = known };
            oracle.CheckRead('j', $"{{\"V\":{{\"__type\":\"{name}\",\"A\":1,\"B\":2}}}}", typeof(H<object>));
            oracle.CheckRead('j', $"{{\"V\":{{\"__type\":\"{name}\",\"A\":1,\"B\":2}}}}", typeof(H<Base>));
            oracle.Check(new H<object> { V = new Derived { A = 1, B = 2 } });
            oracle.Check(new H<object> { V = new Base { A = 1 } });
            oracle.Done();
        }
    }

    [DataContract(Name = "W", Namespace = "")]
    public class WithoutSetter
    {
        List<int>? _items;
        [DataMember] public List<int> Items => _items ??= [];
        [DataMember] public Dictionary<string, int>? Map { get; }
    }

    /// <summary>
    /// The original refuses what is no item of a collection without a setter, unless it stands behind one; and the empty map that it wrote
    /// itself.
    /// </summary>
    [Fact]
    public void What_loses_nothing_is_read_into_a_collection_without_a_setter()
    {
        var options = new ContractJsonOptions
        { Convention = Convention.DataContract.WithReadOnlyTypes(), UseSimpleDictionaryFormat = true };
        Assert.Equal([1], ContractJson.FromText<WithoutSetter>("""{"Items":{"other":0,"item":1}}""", options)!.Items);
        Assert.Null(ContractJson.FromText<WithoutSetter>("""{"Map":{}}""", options)!.Map);
        Assert.Throws<WireFormatException>(() => ContractJson.FromText<WithoutSetter>("""{"Map":{"a":1}}""", options));
    }

    [DataContract(Name = "Nowhere", Namespace = "")]
    public class Nowhere : Somewhere { [DataMember] public int B; }

    [DataContract(Name = "Somewhere", Namespace = "urn:s")]
    public class Somewhere { [DataMember] public int A; [DataMember] public object? O; [DataMember] public Somewhere? S; }

    /// <summary>
    /// It would have to be told by the default namespace, which the element itself is in. The root had two declarations of it; elsewhere
    /// the original writes what no reader finds.
    /// </summary>
    [Fact]
    public void A_type_without_a_namespace_is_not_named_in_a_default_namespace()
    {
        Type[] known = [typeof(Nowhere), typeof(Somewhere)];
        var oracle = new ContractOracle("xb") { KnownTypes = known };
        oracle.Check<Somewhere>(new Nowhere { A = 1 });
        oracle.Check(new H<object> { V = new Nowhere { A = 1 } });
        oracle.Check(new H<Somewhere> { V = new() });
        oracle.Done();
        foreach (var (value, type) in ((object, Type)[])[(new Somewhere { O = new Nowhere() }, typeof(Somewhere)),
            (new Somewhere { S = new Nowhere() }, typeof(Somewhere)), (new List<object> { new Nowhere() }, typeof(List<object>))])
        {
            var original = new DataContractSerializer(type, known);
            var stream = new MemoryStream();
            original.WriteObject(stream, value);
            stream.Position = 0;
            Assert.DoesNotContain("Nowhere",
                ContractXml.ToText(original.ReadObject(stream), new ContractXmlOptions { KnownTypes = [.. known, typeof(List<object>)] }),
                StringComparison.Ordinal);
            var options = new ContractXmlOptions { KnownTypes = known };
            Assert.Contains("WithLosses", Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(value, type, options)).Message,
                StringComparison.Ordinal);
            Assert.Equal(stream.ToArray(),
                ContractXml.Serialize(value, type, options with { Convention = Convention.DataContract.WithLosses() }));
        }
    }

    /// <summary>What an unknown element says of itself must be right, wherever it stands.</summary>
    [Theory]
    [InlineData("i:nil='True'")]
    [InlineData("i:nil='true'")]
    [InlineData("z:Id=''")]
    [InlineData("z:Ref=''")]
    [InlineData("z:Ref='i9'")]
    [InlineData("i:type='nosuch:x'")]
    [InlineData("")]
    public void The_tag_of_an_unknown_element_is_looked_at(string mark)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', $"<Pair {Spaces}><A>1</A><unknown {mark}/><B>2</B></Pair>", typeof(Pair<int>));
        oracle.CheckRead('x', $"<Pair {Spaces}><A>1</A><B>2</B><unknown {mark}>text<x i:nil='True'/></unknown></Pair>", typeof(Pair<int>));
        oracle.CheckRead('x', $"<H_ArrayOfint {Spaces}><V><unknown {mark}/></V></H_ArrayOfint>", typeof(H<List<string>>));
        oracle.CheckRead('x',
            $"<H_ArrayOfKeyValueOfstringint {Spaces}><V xmlns:b='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><b:KeyValueOfstringint><b:Key>a</b:Key><unknown {mark}/><b:Value>1</b:Value></b:KeyValueOfstringint><unknown {mark}/></V></H_ArrayOfKeyValueOfstringint>",
            typeof(H<Dictionary<string, int>>));
        oracle.Done();
    }

    /// <summary>So must what a reference says beside, though it is passed over.</summary>
    [Theory]
    [InlineData("i:nil='True'")]
    [InlineData("i:nil='true'")]
    [InlineData("i:nil='false'")]
    [InlineData("i:nil=''")]
    [InlineData("z:Id=''")]
    [InlineData("z:Id='5'")]
    [InlineData("")]
    public void The_tag_of_a_reference_is_looked_at(string mark)
    {
        var oracle = new ContractOracle { KnownTypes = [typeof(H<string>)] };
        oracle.CheckRead('x', $"<Pair {Spaces}><A z:Id='1'>http://a/</A><B z:Ref='1' {mark}/></Pair>", typeof(Pair<Uri>));
        oracle.CheckRead('x', $"<Pair {Spaces}><A z:Id='1'><V>a</V></A><B z:Ref='1' {mark}/></Pair>", typeof(Pair<H<string>>));
        oracle.CheckRead('x', $"<Pair {Spaces}><A z:Id='1' i:type='H_string'><V>a</V></A><B z:Ref='1' {mark}/></Pair>",
            typeof(Pair<object>));
        oracle.CheckRead('x', $"<Pair {Spaces}><A z:Id='1'/><B z:Ref='1' {mark}/></Pair>", typeof(Pair<List<int>>));
        oracle.Done();
    }

    [Theory]
    [InlineData("""{"other":1,"item":2}""")]
    [InlineData("""{"item":1,"item":2}""")]
    [InlineData("""{"item":1,"other":2}""")]
    [InlineData("{}")]
    public void An_object_for_an_array_has_items(string items)
    {
        var oracle = new ContractOracle();
        foreach (var type in (Type[])[typeof(long[]), typeof(IEnumerable<long>), typeof(IList<int>), typeof(IReadOnlyList<double>),
            typeof(List<long>), typeof(HashSet<int>), typeof(IEnumerable<short>), typeof(IEnumerable<string>),
            typeof(ICollection<DateTime>)])
            oracle.CheckRead('j', $"{{\"V\":{items}}}", typeof(H<>).MakeGenericType(type));
        oracle.Done();
    }

    [Theory]
    [InlineData("\u00a0")]
    [InlineData("\u2003")]
    [InlineData(" \n")]
    public void Days_and_times_take_white_space_of_any_kind(string space)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x', $"<H_dateOnly {Spaces}><V>{space}2020-02-29{space}</V></H_dateOnly>", typeof(H<DateOnly>));
        oracle.CheckRead('x', $"<H_timeOnly {Spaces}><V>{space}01:02:03{space}</V></H_timeOnly>", typeof(H<TimeOnly>));
        oracle.Done();
    }
}
