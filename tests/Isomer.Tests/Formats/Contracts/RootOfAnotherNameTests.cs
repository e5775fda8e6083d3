using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What was written as a base class, or as an object, is read as the class that it is: the root may have the name of a class above, or
/// that of an object, as the original has it.
/// </summary>
public class RootOfAnotherNameTests
{
    [DataContract(Name = "Above", Namespace = "urn:a")]
    [KnownType(typeof(Middle))]
    [KnownType(typeof(Below))]
    public class Above
    {
        [DataMember] public int A { get; set; }
    }

    [DataContract(Name = "Middle", Namespace = "urn:a")]
    public class Middle : Above;

    [DataContract(Name = "Below", Namespace = "urn:b")]
    public class Below : Middle;

    [DataContract(Name = "Part", Namespace = "urn:a")]
    public struct Part
    {
        [DataMember] public int A { get; set; }
    }

    [DataContract(Name = "Choice", Namespace = "urn:a")]
    public enum Choice
    {
        [EnumMember] One,
        [EnumMember] Two,
    }

    [CollectionDataContract(Name = "Numbers", Namespace = "urn:a", ItemName = "n")]
    public class Numbers : List<int>;

    [CollectionDataContract(Name = "Further", Namespace = "urn:a", ItemName = "n")]
    public class Further : Numbers;

    [XmlRoot("Own", Namespace = "urn:a")]
    public class Own : IXmlSerializable
    {
        public string? Seen { get; set; }
        public XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => Seen = reader.ReadOuterXml();
        public void WriteXml(XmlWriter writer) => writer.WriteString(Seen);
    }

    static readonly Type[] s_types = [typeof(Above), typeof(Middle), typeof(Below), typeof(Part), typeof(Choice), typeof(Numbers),
        typeof(Further), typeof(Own), typeof(int), typeof(string), typeof(byte[]), typeof(List<int>), typeof(Dictionary<string, int>),
        typeof(XElement), typeof(object)];

    const string Declarations = "xmlns:a='urn:a' xmlns:b='urn:b' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'";

    static readonly string[] s_names = ["a:Above", "a:Middle", "b:Below", "a:Below", "a:Part", "a:Choice", "a:Numbers", "a:Further", "a:Own",
        "z:anyType", "x:anyType", "z:int", "x:int", "z:string", "q"];

    static readonly string[] s_contents = ["/>", " i:nil='true'/>", "><a:A>1</a:A>", "><a:n>1</a:n>", ">1", ">Two", " i:type='a:Middle'><a:A>1</a:A>",
        " i:type='b:Below'><a:A>1</a:A>", " i:type='a:Part'><a:A>1</a:A>", " i:type='a:Choice'>Two", " i:type='x:int'>1"];

    static object? Try(Func<object?> read)
    {
        try
        {
            return read() is { } value ? Shown(value) : "null";
        }
        catch (Exception e)
            when (e is WireFormatException or SerializationException or XmlException or FormatException or NotSupportedException)
        {
            return null;
        }
    }

    static string Shown(object value) => value switch
    {
        Above above => $"{above.GetType()} {above.A}",
        Part part => $"part {part.A}",
        Own own => $"own {own.Seen}",
        byte[] bytes => Convert.ToHexString(bytes),
        IEnumerable<int> items => $"{value.GetType()} {string.Join(' ', items)}",
        _ => $"{value.GetType()} {value}"
    };

    [Fact]
    public void Roots_are_taken_and_refused_as_by_the_original()
    {
        int taken = 0;
        foreach (var type in s_types)
            foreach (string name in s_names)
                foreach (string content in s_contents)
                {
                    string document = $"<{name} {Declarations}{content}{(content.EndsWith("/>", StringComparison.Ordinal) ? "" : $"</{name}>")}";
                    byte[] bytes = Encoding.UTF8.GetBytes(document);
                    object? original = Try(() => new DataContractSerializer(type).ReadObject(new MemoryStream(bytes)));
                    object? ours = Try(() => ContractXml.Deserialize(bytes, type));
                    // A null struct, a value of another type at the root, and nodes where an object is declared: told.
                    if (type == typeof(object) || (type == typeof(Below) && content.Contains("Middle", StringComparison.Ordinal))
                        || (original is "null" && type.IsValueType)
                        || (content.Contains("i:type", StringComparison.Ordinal)
                            && !(typeof(Above).IsAssignableFrom(type) && content.Contains("a:A", StringComparison.Ordinal))))
                        continue;
                    Assert.True(Equals(original, ours), $"{type} {document}: {original ?? "refused"}, {ours ?? "refused"}");
                    taken += original is null ? 0 : 1;
                }
        Assert.True(taken > 60, $"{taken} taken");
    }

    [Fact]
    public void IsStartObject_says_so()
    {
        foreach (var type in s_types)
            foreach (string name in s_names)
                foreach (bool isNamed in (bool[])[false, true])
                {
                    string document = $"<{name} {Declarations}/>";
                    using var first = XmlReader.Create(new StringReader(document));
                    using var second = XmlReader.Create(new StringReader(document));
                    var theirs = isNamed ? new DataContractSerializer(type, "q", "") : new DataContractSerializer(type);
                    var ours = isNamed ? new ContractXmlSerializer(type, "q", "") : new ContractXmlSerializer(type);
                    bool original = theirs.IsStartObject(first);
                    Assert.True(original == ours.IsStartObject(second), $"{type} {document}, named {isNamed}: {original}");
                }
    }

    [Fact]
    public void A_root_that_the_options_name_has_that_name_alone()
    {
        var options = new ContractXmlOptions { RootName = "q", RootNamespace = "" };
        Assert.NotNull(ContractXml.FromText<Below>($"<q {Declarations}/>", options));
        foreach (string name in (string[])["z:anyType", "a:Middle", "b:Below"])
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<Below>($"<{name} {Declarations}/>", options));
    }

    [Fact]
    public void What_was_written_as_an_object_comes_back()
    {
        foreach (var form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary])
        {
            var options = new ContractXmlOptions { Form = form, KnownTypes = [typeof(Below)] };
            var value = new Below { A = 3 };
            Assert.Equal(3, ContractXml.Deserialize<Below>(ContractXml.Serialize<object>(value, options), options)!.A);
            Assert.Equal(3, ContractXml.Deserialize<Below>(ContractXml.Serialize<Above>(value, options), options)!.A);
        }
    }
}
