using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

#pragma warning disable CA1044, CA1051, CA1710, CA2227

/// <summary>
/// Kinds of difference from DataContractSerializer that the widened generator met, where ours differs on purpose (docs/contractxml.md) or
/// did differ.
/// </summary>
public class WidenedKindTests
{
    [DataContract]
    public class Above
    {
        [DataMember] public int A { get; set; } = 1; public virtual int B { get; set; } = 2; [DataMember]
        public virtual int C { get; set; } = 3;
    }
    [DataContract]
    public class Over : Above
    {
        [DataMember] public override int B { get; set; } = 5; [DataMember]
        public override int C { get; set; } = 6;
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static string Theirs(object value, Type? type = null)
    {
        var stream = new MemoryStream();
        new DataContractSerializer(type ?? value.GetType()).WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    /// <summary>The original looks at no override: one that alone bears [DataMember] is lost.</summary>
    [Fact]
    public void An_override_is_a_member_where_what_it_overrides_is_none()
    {
        Assert.DoesNotContain("<B>", Theirs(new Over()), StringComparison.Ordinal);
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            byte[] bytes = ContractXml.Serialize(new Over { B = 7 }, options);
            Assert.Contains("<B>7</B>", Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
            Assert.Equal(7, ContractXml.Deserialize<Over>(bytes, options).B);
            Assert.Equal(Theirs(new Over()),
                Encoding.UTF8.GetString(
                    ContractXml.Serialize(new Over(), options with { Convention = Convention.DataContract.WithLosses().WithTier(tier) })));
        }
    }

    [DataContract] public struct Blind { [DataMember] public int X { set { _ = value; } } }
    [DataContract] public class BlindClass : Above { [DataMember] public int X { set { _ = value; } } }
    public class HasNullable { public Blind? B; public int N; }
    [DataContract, KnownType(typeof(BlindClass))] public class Knows { [DataMember] public object? O; }

    [Fact]
    public void A_nullable_of_a_struct_without_a_getter_is_refused_at_once()
    {
        Assert.Contains("<N>0</N>", Theirs(new HasNullable()), StringComparison.Ordinal);
        Assert.Contains("without a getter", Assert.ThrowsAny<NotSupportedException>(() => ContractXml.Serialize(new HasNullable())).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_known_type_without_a_getter_is_refused_when_it_is_met()
    {
        Assert.ThrowsAny<InvalidDataContractException>(() => Theirs(new Knows()));
        Assert.Null(ContractXml.Deserialize<Knows>(ContractXml.Serialize(new Knows())).O);
        Assert.Contains("without a getter",
            Assert.ThrowsAny<NotSupportedException>(() => ContractXml.Serialize(new Knows { O = new BlindClass() })).Message,
            StringComparison.Ordinal);
    }

    public class Line : Queue<int>;
    public class HasLine { public Line? L; }

    [Fact]
    public void A_class_that_derives_from_a_queue_is_refused_also_where_it_is_null()
    {
        Assert.Contains("i:nil", Theirs(new HasLine()), StringComparison.Ordinal);
        Assert.ThrowsAny<NotSupportedException>(() => ContractXml.Serialize(new HasLine()));
        Assert.ThrowsAny<InvalidDataContractException>(() => Theirs(new HasLine { L = new Line() }));
    }

    [DataContract(Namespace = "", Name = "L")]
    public class Lists
    {
        [DataMember] public List<int>? Items; [DataMember] public Dictionary<string, int> Map { get; } = []; [DataMember]
        public string? Text;
    }

    /// <summary>A CDATA section among elements is text, whatever is in it and whoever reads it.</summary>
    [Theory]
    [InlineData("<L><Items><![CDATA[]]></Items></L>")]
    [InlineData("<L><Map><![CDATA[ ]]></Map></L>")]
    [InlineData("<L><![CDATA[]]><Text>a</Text></L>")]
    public void An_empty_section_among_elements_is_refused_over_every_reader(string document)
    {
        var nodes = new XmlDocument { PreserveWhitespace = true };
        nodes.LoadXml(document);
        foreach (var open in (Func<XmlReader>[])[() => XmlReader.Create(new StringReader(document)), () => new XmlNodeReader(nodes),
            () => new XmlTextReader(new StringReader(document))])
        {
            Assert.ThrowsAny<Exception>(() => new DataContractSerializer(typeof(Lists)).ReadObject(open()));
            Assert.ThrowsAny<Exception>(() => new ContractXmlSerializer(typeof(Lists)).ReadObject(open()));
        }
        Assert.Throws<WireFormatException>(() => ContractXml.FromText<Lists>(document));
    }

    [Fact]
    public void An_empty_section_in_a_text_is_an_empty_text()
    {
        using var reader = XmlReader.Create(new StringReader("<L><Text><![CDATA[]]></Text></L>"));
        Assert.Equal("", ((Lists)new ContractXmlSerializer(typeof(Lists)).ReadObject(reader)!).Text);
    }

    /// <summary>The original does not look at what it passes over.</summary>
    [Fact]
    public void A_character_that_XML_has_no_place_for_is_refused_wherever_it_stands()
    {
        byte[] document = Encoding.UTF8.GetBytes("<L><Unknown><![CDATA[\0]]></Unknown><Text>a</Text></L>");
        Assert.Equal("a",
            ((Lists)new DataContractSerializer(typeof(Lists)).ReadObject(
                XmlDictionaryReader.CreateTextReader(document, XmlDictionaryReaderQuotas.Max))!).Text);
        Assert.Contains("no place for", Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Lists>(document)).Message,
            StringComparison.Ordinal);
    }

    [DataContract(Namespace = "", Name = "K")]
    public class Keeps : IExtensibleDataObject { [DataMember] public int Z; public ExtensionDataObject? ExtensionData { get; set; } }

    const string Nil = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance'";

    static string Kept(string document) => Encoding.UTF8.GetString(ContractXml.Serialize(ContractXml.FromText<Keeps>(document)));

    static string KeptThere(string document) =>
        Theirs(new DataContractSerializer(typeof(Keeps)).ReadObject(XmlReader.Create(new StringReader(document)))!);

    /// <summary>Of an unknown element: that it is not nil need not be said, and what is neither is refused.</summary>
    [Fact]
    public void What_an_unknown_element_says_of_nil_is_read()
    {
        foreach (string inside in (string[])["<u i:nil='false'/>", "<u i:nil=' 0 '>a</u>", "<u i:nil='1'/>", "<u i:nil='true'/>",
            "<u><v i:nil='false'>a</v></u>"])
            Assert.Equal(KeptThere($"<K {Nil}>{inside}<Z>1</Z></K>"), Kept($"<K {Nil}>{inside}<Z>1</Z></K>"));
        Assert.ThrowsAny<SerializationException>(() => KeptThere($"<K {Nil}><u i:nil='True'/><Z>1</Z></K>"));
        Assert.Throws<WireFormatException>(() => Kept($"<K {Nil}><u i:nil='True'/><Z>1</Z></K>"));
        // The original loses other attributes of one that is nil.
        Assert.DoesNotContain("x=", KeptThere($"<K {Nil}><u i:nil='true' x='5'/><Z>1</Z></K>"), StringComparison.Ordinal);
        Assert.Contains("x=\"5\"", Kept($"<K {Nil}><u i:nil='true' x='5'/><Z>1</Z></K>"), StringComparison.Ordinal);
    }
}
