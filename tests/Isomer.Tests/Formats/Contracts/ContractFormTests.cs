using System.Collections;
using System.Runtime.Serialization;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Forms of single values: qualified names as items, nil on numbers, parts of arrays, names as keys.</summary>
public class ContractFormTests
{
    [DataContract(Name = "H_{0}", Namespace = "")]
    public class H<T> { [DataMember] public T? V; }
    public class Two { public XmlQualifiedName? A, B; }
    [CollectionDataContract] public class Names : List<XmlQualifiedName>;

    [Fact]
    public void Qualified_names_have_a_prefix_of_their_own_wherever_they_are_declared_so()
    {
        var (a, b) = (new XmlQualifiedName("a", "urn:q"), new XmlQualifiedName("b"));
        foreach (bool preserves in (bool[])[false, true])
        {
            var oracle = new ContractOracle(preserves ? "xb" : "xbj") { Preserves = preserves };
            oracle.Check(new List<XmlQualifiedName?> { a, b, null, XmlQualifiedName.Empty });
            oracle.Check(new[] { a, new XmlQualifiedName("b", "urn:q") });
            oracle.Check(new Dictionary<XmlQualifiedName, XmlQualifiedName?> { [a] = b, [b] = null });
            oracle.Check(new Dictionary<string, XmlQualifiedName> { ["k"] = a });
            oracle.Check(new H<List<XmlQualifiedName>> { V = [a, XmlQualifiedName.Empty] });
            oracle.Check(new List<object> { a });
            oracle.Check(new H<XmlQualifiedName> { V = a });
            oracle.Check(new H<XmlQualifiedName>());
            oracle.Check(new Two());
            oracle.Check(new Two { A = a, B = b });
            oracle.Check(new Names { a });
            oracle.Check(new H<object> { V = XmlQualifiedName.Empty });
            oracle.Check(XmlQualifiedName.Empty);
            oracle.Done();
        }
    }

    [Fact]
    public void A_part_of_an_array_is_what_it_consists_of()
    {
        var oracle = new ContractOracle { KnownTypes = [typeof(ArraySegment<int>)] };
        oracle.Check(new H<ArraySegment<int>> { V = new([1, 2, 3], 1, 1) });
        oracle.Check(new ArraySegment<int>([1, 2, 3], 1, 1));
        oracle.Check(new H<ArraySegment<int>>());
        oracle.Check(new ArraySegment<byte>([1, 2, 3], 1, 1));
        oracle.Check(new H<object> { V = new ArraySegment<int>([1]) });
        oracle.Done();
    }

    public static TheoryData<Type, string, string> Scalars => new()
    {
        { typeof(int), "int", "5" }, { typeof(bool), "boolean", "true" }, { typeof(long), "long", "5" }, { typeof(double), "double", "5" },
        { typeof(decimal), "decimal", "5" },
        { typeof(DateTime), "dateTime", "2020-01-02T00:00:00" }, { typeof(Guid), "guid", "00112233-4455-6677-8899-aabbccddeeff" },
        { typeof(char), "char", "65" }, { typeof(TimeSpan), "duration", "P1D" },
        { typeof(byte), "unsignedByte", "5" }, { typeof(ulong), "unsignedLong", "5" }, { typeof(float), "float", "5" },
        { typeof(short), "short", "5" },
    };

    [Theory]
    [MemberData(nameof(Scalars))]
    public void Nil_is_heeded_where_the_original_heeds_it(Type type, string name, string text)
    {
        const string I = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'", Ser = "http://schemas.microsoft.com/2003/10/Serialization/";
        var oracle = new ContractOracle();
        foreach (string content in (string[])["", text, "  "])
        {
            oracle.CheckRead('x', $"<{name} xmlns='{Ser}' {I} i:nil='true'>{content}</{name}>", type);
            oracle.CheckRead('x', $"<H_{name} xmlns='' {I}><V i:nil='true'>{content}</V></H_{name}>", typeof(H<>).MakeGenericType(type));
            oracle.CheckRead('x', $"<ArrayOf{name} xmlns='{Ser}Arrays' {I}><{name} i:nil='true'>{content}</{name}></ArrayOf{name}>",
                typeof(List<>).MakeGenericType(type));
            oracle.CheckRead('x', $"<ArrayOf{name} xmlns='{Ser}Arrays' {I}><{name} i:nil='true'>{content}</{name}></ArrayOf{name}>",
                type.MakeArrayType());
        }
        oracle.Done();
    }

    [Theory]
    [InlineData("<KeyValueOfstringint i:nil='true'><Key>a</Key><Value>1</Value></KeyValueOfstringint>")]
    [InlineData("<KeyValueOfstringint i:nil='true'/>")]
    [InlineData("<KeyValueOfstringint/>")]
    public void An_entry_of_a_map_is_what_it_holds_whatever_nil_says(string entry)
    {
        var oracle = new ContractOracle();
        oracle.CheckRead('x',
            $"<ArrayOfKeyValueOfstringint xmlns='http://schemas.microsoft.com/2003/10/Serialization/Arrays' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>{entry}</ArrayOfKeyValueOfstringint>",
            typeof(Dictionary<string, int>));
        // A type without a name is none.
        oracle.CheckRead('x',
            "<ArrayOfKeyValueOfstringint xmlns='http://schemas.microsoft.com/2003/10/Serialization/Arrays' xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type=''/>",
            typeof(Dictionary<string, int>));
        oracle.Done();
    }

    public class HasBytes { public byte[]? B; }

    /// <summary>Readers over XNode cannot read base64 themselves.</summary>
    [Fact]
    public void Bytes_are_read_from_nodes()
    {
        var value = new HasBytes { B = [1, 2, 3] };
        var document = XDocument.Parse(ContractXml.ToText(value));
        Assert.Equal(value.B, Assert.IsType<HasBytes>(new ContractXmlSerializer(typeof(HasBytes)).ReadObject(document.CreateReader())).B);
        using var wrapped = XmlDictionaryReader.CreateDictionaryReader(document.CreateReader());
        Assert.Equal(value.B, Assert.IsType<HasBytes>(new ContractXmlSerializer(typeof(HasBytes)).ReadObject(wrapped)).B);
    }

    public class HiddenAdd : IEnumerable<int>
    {
        readonly List<int> _items = [];
        void Add(int item) => _items.Add(item);
        public void Take(int item) => Add(item);
        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();
        IEnumerator IEnumerable.GetEnumerator() => _items.GetEnumerator();
    }

    [Fact]
    public void An_Add_that_is_not_public_makes_a_collection()
    {
        var value = new HiddenAdd();
        value.Take(3);
        var oracle = new ContractOracle();
        oracle.Check(value);
        oracle.Done();
    }

    public struct ParsedKey(int a)
    {
        public int A = a;
        public override readonly string ToString() => "k" + A;
        public static ParsedKey Parse(string text) => new(int.Parse(text[1..], null));
    }

    public sealed record ParsedClass(int A)
    {
        public ParsedClass() : this(0) { }
        public int A { get; set; } = A;
        public override string ToString() => "k" + A;
        public static ParsedClass Parse(string text) => new(int.Parse(text[1..], null));
    }

    public struct ShownKey { public int A; public override readonly string ToString() => "k" + A; }
    public struct NamelessKey { public int A; }

    [Fact]
    public void Keys_with_a_text_of_their_own_are_names()
    {
        var oracle = new ContractOracle("j") { IsSimple = true };
        oracle.Check(new Dictionary<ParsedKey, int> { [new(3)] = 1 });
        oracle.Check(new Dictionary<ParsedClass, int> { [new(3)] = 1 });
        oracle.Check(new SortedDictionary<Version, int> { [new(1, 2)] = 1 });
        oracle.Check(new Dictionary<System.Numerics.BigInteger, int> { [1] = 1 });
        oracle.Check(new Dictionary<ShownKey, int> { [new() { A = 3 }] = 1 });
        oracle.Check(new Dictionary<object, int> { [1] = 1, ["b"] = 2, [new Version(1, 2)] = 3 });
        oracle.Check(new H<Dictionary<ParsedKey, Dictionary<ParsedKey, int>>> { V = new() { [new(3)] = new() { [new(4)] = 1 } } });
        oracle.Done();
    }

    /// <summary>The original writes the name of the type, and so loses the key.</summary>
    [Fact]
    public void Keys_without_one_are_refused()
    {
        var options = new ContractJsonOptions { UseSimpleDictionaryFormat = true };
        var error = Assert.Throws<NotSupportedException>(
            () => ContractJson.Serialize(new Dictionary<NamelessKey, int> { [new()] = 1 }, options));
        Assert.Contains(nameof(NamelessKey), error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Qualified_names_come_back_as_keys()
    {
        var options = new ContractJsonOptions { UseSimpleDictionaryFormat = true };
        var map = new Dictionary<XmlQualifiedName, int> { [new("a", "urn:q")] = 1, [new("b")] = 2 };
        Assert.Equal(map,
            ContractJson.Deserialize<Dictionary<XmlQualifiedName, int>>(ContractJson.Serialize(map, options), options));
    }

    [Fact]
    public void What_is_strict_writes_no_number_that_it_could_not_read()
    {
        var strict = new ContractJsonOptions { IsStrict = true };
        foreach (double value in (double[])[double.NaN, double.PositiveInfinity, double.NegativeInfinity])
        {
            Assert.Contains("IsStrict", Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(value, strict)).Message,
                StringComparison.Ordinal);
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(new H<float> { V = (float)value }, strict));
            ContractJson.Serialize(value);
        }
    }
}
