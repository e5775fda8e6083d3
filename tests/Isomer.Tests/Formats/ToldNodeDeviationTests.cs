using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats;

#pragma warning disable CA1051, CA2227

/// <summary>Differences about nodes of XML that docs/xml.md and docs/contractxml.md tell, each shown on both sides.</summary>
public class ToldNodeDeviationTests
{
    [XmlRoot("H")]
    public class Holder
    {
        public XElement? L;
        public XmlElement? E;
        public List<XElement?>? Many;
        public int B;
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection];

    static readonly XmlSerializer s_original = new(typeof(Holder));

    static string Shown(Holder? read) => $"{read!.L?.ToString() ?? "null"} {read.E?.OuterXml ?? "null"} "
        + $"{string.Join(',', read.Many?.Select(m => m?.ToString() ?? "null") ?? [])} {read.B}";

    static string Theirs(Func<object?> read)
    {
        try
        {
            return Shown((Holder)read()!);
        }
        catch (InvalidOperationException)
        {
            return "refused";
        }
    }

    /// <summary>docs/xml.md: an element without one in it, or that is nil, is null where a node is declared.</summary>
    [Theory]
    [InlineData("<L/><E/><B>3</B>", "<E /> null  3", "null null  3")]
    [InlineData("<L></L><B>3</B>", "refused", "null null  3")]
    [InlineData("<L xsi:nil='true'/><E/><B>3</B>", "<E /> null  3", "null null  3")]
    [InlineData("<E/><B>3</B>", "null <B>3</B>  0", "null null  3")]
    [InlineData("<E></E><B>3</B>", "null null  3", "null null  3")]
    [InlineData("<Many><XElement/><XElement xsi:nil='true'/></Many><B>3</B>", null, "null null null,null 3")]
    [InlineData("<Many><XElement xsi:nil='true'><x/></XElement></Many><B>3</B>", "null null <x /> 3", "null null null 3")]
    public void Xml_an_element_without_a_node(string inside, string? theirs, string ours)
    {
        byte[] document = Encoding.UTF8.GetBytes($"<H xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>{inside}</H>");
        if (theirs is not null)
            Assert.Equal(theirs, Theirs(() => s_original.Deserialize(new MemoryStream(document))));
        else
            Assert.NotEqual(ours, Theirs(() => s_original.Deserialize(new MemoryStream(document))));
        foreach (var tier in Tiers)
            Assert.Equal(ours, Shown(Xml.Deserialize<Holder>(document,
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) })));
    }

    /// <summary>docs/xml.md: white space before a node is passed over, as text of a reader or in a section.</summary>
    [Theory]
    [InlineData("<E> <x/></E>", true)]
    [InlineData("<L> <x/></L>", true)]
    [InlineData("<E><![CDATA[ ]]><x/></E>", false)]
    [InlineData("<L><![CDATA[]]><x/></L>", false)]
    public void Xml_white_space_before_a_node(string inside, bool isOfReader)
    {
        string document = $"<H>{inside}<B>3</B></H>";
        XmlReader Reader() => isOfReader ? XDocument.Parse(document, LoadOptions.PreserveWhitespace).CreateReader()
            : XmlReader.Create(new StringReader(document));
        Assert.Equal("refused", Theirs(() => s_original.Deserialize(Reader())));
        foreach (var tier in Tiers)
        {
            var read = (Holder)new IsomerXmlSerializer(typeof(Holder),
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }).Deserialize(Reader())!;
            Assert.Equal(("x", 3), (read.E?.Name ?? read.L!.Name.LocalName, read.B));
        }
    }

    /// <summary>docs/xml.md: what stands behind a node in its element is passed over.</summary>
    [Fact]
    public void Xml_what_stands_behind_a_node()
    {
        byte[] document = "<H><L><x/><y/></L><B>3</B></H>"u8.ToArray();
        Assert.Equal("<x /> null  0", Theirs(() => s_original.Deserialize(new MemoryStream(document))));
        foreach (var tier in Tiers)
            Assert.Equal("<x /> null  3", Shown(Xml.Deserialize<Holder>(document,
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) })));
    }

    public class Above
    {
        public virtual List<object>? A { get; set; }
    }

    public class Beneath : Above
    {
        public override List<object>? A { get => base.A; }
    }

    /// <summary>docs/xml.md: an override of one accessor has the other of its base class.</summary>
    [Fact]
    public void Xml_an_override_of_one_accessor()
    {
        Assert.Null(((Beneath)new XmlSerializer(typeof(Beneath)).Deserialize(new StringReader("<Beneath/>"))!).A);
        foreach (var tier in Tiers)
            Assert.Empty(Xml.FromText<Beneath>("<Beneath/>",
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }).A!);
    }

    [DataContract(Name = "H", Namespace = "")]
    public class Contract
    {
        [DataMember] public XmlElement? A;
        [DataMember] public XElement? B;
        [DataMember] public XmlNode[]? C;
        [DataMember] public int D;
    }

    /// <summary>
    /// docs/contractxml.md: an element without one in it is null where a node is declared, and nodes may say that they are of any type.
    /// </summary>
    [Theory]
    [InlineData("<A/>")]
    [InlineData("<A></A>")]
    [InlineData("<A> </A>")]
    [InlineData("<B/>")]
    [InlineData("<B></B>")]
    [InlineData("<C i:type='x:anyType' xmlns:x='http://www.w3.org/2001/XMLSchema'><q/></C>")]
    public void ContractXml_an_element_without_a_node(string inside)
    {
        byte[] document = Encoding.UTF8.GetBytes($"<H xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>{inside}<D>3</D></H>");
        Assert.ThrowsAny<Exception>(() => new DataContractSerializer(typeof(Contract)).ReadObject(new MemoryStream(document)));
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            var read = ContractXml.Deserialize<Contract>(document, options);
            Assert.Equal((null, null, inside.StartsWith("<C", StringComparison.Ordinal) ? 1 : 0, 3),
                (read.A, read.B, read.C?.Length ?? 0, read.D));
        }
    }

    [DataContract(Name = "K", Namespace = "")]
    public class Keeps : IExtensibleDataObject
    {
        [DataMember] public int D;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    /// <summary>docs/xml.md: a text that a reader divides where it leaves out a comment is one.</summary>
    [Fact]
    public void Xml_a_text_without_its_comment_in_a_node()
    {
        static XmlReader Reader() => XmlReader.Create(new StringReader("<H><E><x>a<!-- c -->b</x></E></H>"),
            new XmlReaderSettings { IgnoreComments = true });
        Assert.Equal(["a", "b"], ((Holder)s_original.Deserialize(Reader())!).E!.ChildNodes.Cast<XmlNode>().Select(n => n.Value));
        foreach (var tier in Tiers)
            Assert.Equal(["ab"], ((Holder)new IsomerXmlSerializer(typeof(Holder),
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }).Deserialize(Reader())!)
                    .E!.ChildNodes.Cast<XmlNode>().Select(n => n.Value));
    }

    [DataContract(Name = "U", Namespace = "")]
    public class Untyped
    {
        [DataMember] public object? A;
    }

    /// <summary>
    /// docs/contractxml.md: content without the name of a type is nodes where object is declared. What holds nothing but sections that are
    /// empty is an object, as there.
    /// </summary>
    [Theory]
    [InlineData("<A/>", 0)]
    [InlineData("<A x='1'><![CDATA[]]></A>", 0)]
    [InlineData("<A> <![CDATA[]]><!-- c --><![CDATA[]]></A>", 0)]
    [InlineData("<A>t</A>", 1)]
    [InlineData("<A><![CDATA[t]]></A>", 1)]
    [InlineData("<A x='1'><b/></A>", 2)]
    public void ContractXml_content_without_a_type(string inside, int nodes)
    {
        byte[] document = Encoding.UTF8.GetBytes($"<U>{inside}</U>");
        var original = new DataContractSerializer(typeof(Untyped));
        if (nodes == 0)
            Assert.Equal(typeof(object), ((Untyped)original.ReadObject(new MemoryStream(document))!).A!.GetType());
        else
            Assert.ThrowsAny<Exception>(() => original.ReadObject(new MemoryStream(document)));
        foreach (var tier in Tiers)
        {
            var options = new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) };
            object made = ContractXml.Deserialize<Untyped>(document, options).A!;
            Assert.Equal(nodes, made is XmlNode[] all ? all.Length : 0);
            Assert.True(nodes > 0 || made.GetType() == typeof(object));
        }
    }

    /// <summary>docs/contractxml.md: white space before a text in an unknown element is a part of it.</summary>
    [Fact]
    public void ContractXml_white_space_before_a_text_in_what_is_kept()
    {
        const string Document = "<K><D>3</D><u> 97</u></K>";
        var original = new DataContractSerializer(typeof(Keeps));
        var stream = new MemoryStream();
        original.WriteObject(stream, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document)))!);
        Assert.Contains("<u>97</u>", Encoding.UTF8.GetString(stream.ToArray()), StringComparison.Ordinal);
        Assert.Contains("<u> 97</u>", ContractXml.ToText(ContractXml.FromText<Keeps>(Document)), StringComparison.Ordinal);
    }

    /// <summary>docs/contractxml.md: an empty element in an unknown one is written in one tag.</summary>
    [Fact]
    public void ContractXml_an_empty_element_in_what_is_kept()
    {
        const string Document = "<K><D>3</D><u a=\"1\"><v></v></u></K>";
        var original = new DataContractSerializer(typeof(Keeps));
        var stream = new MemoryStream();
        original.WriteObject(stream, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document)))!);
        Assert.Contains("<v></v>", Encoding.UTF8.GetString(stream.ToArray()), StringComparison.Ordinal);
        Assert.Contains("<v/>", ContractXml.ToText(ContractXml.FromText<Keeps>(Document)), StringComparison.Ordinal);
    }

    /// <summary>
    /// docs/contractxml.md: an identity in a kept element is one of an object, so that none is given twice, neither here nor where it is
    /// written.
    /// </summary>
    [Fact]
    public void ContractXml_an_identity_in_what_is_kept()
    {
        const string Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'",
            Document = $"<K {Z}><D>3</D><u a='1'><v z:Id='2'>t</v></u></K>", Twice = $"<K z:Id='2' {Z}><u a='1'><v z:Id='2'>t</v></u></K>";
        var original = new DataContractSerializer(typeof(Keeps), new DataContractSerializerSettings { PreserveObjectReferences = true });
        var stream = new MemoryStream();
        original.WriteObject(stream, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document.Replace("'2'", "'1'"))))!);
        Assert.Equal(2, Encoding.UTF8.GetString(stream.ToArray()).Split("z:Id=\"1\"").Length - 1);
        original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Twice)));
        foreach (var tier in Tiers)
        {
            var options =
                new ContractXmlOptions { PreserveObjectReferences = true, Convention = Convention.DataContract.WithTier(tier) };
            string text = ContractXml.ToText(ContractXml.FromText<Keeps>(Document.Replace("'2'", "'1'"), options), options);
            Assert.Equal(["1", "2"], XElement.Parse(text).DescendantsAndSelf().Attributes().Where(a => a.Name.LocalName == "Id")
                .Select(a => a.Value));
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<Keeps>(Twice, options));
        }
    }

    [DataContract(Name = "U", Namespace = "")]
    public class Unset
    {
        readonly Dictionary<string, int> _a = [];
        [DataMember] public Dictionary<string, int> A => _a;
        [DataMember] public int D;
    }

    /// <summary>
    /// docs/contractxml.md: another known type at a collection without a setter is refused, also where it holds nothing.
    /// </summary>
    [Fact]
    public void ContractXml_another_type_at_a_collection_without_a_setter()
    {
        const string Document = "<U xmlns:i='http://www.w3.org/2001/XMLSchema-instance' "
            + "xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><A i:type='q:ArrayOfint'/><D>3</D></U>";
        Assert.Equal(3, ((Unset)new DataContractSerializer(typeof(Unset), [typeof(int[])]).ReadObject(
            new MemoryStream(Encoding.UTF8.GetBytes(Document)))!).D);
        foreach (var tier in Tiers)
            Assert.Throws<WireFormatException>(() => ContractXml.FromText<Unset>(Document,
                new ContractXmlOptions { KnownTypes = [typeof(int[])], Convention = Convention.DataContract.WithTier(tier) }));
    }

    public class Own : IXmlSerializable
    {
        public string? A;
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void WriteXml(XmlWriter writer) => writer.WriteRaw("<r>1</r>");

        public void ReadXml(XmlReader reader)
        {
            reader.ReadStartElement();
            A = reader.MoveToContent().ToString();
            while (reader.NodeType != XmlNodeType.EndElement)
                reader.Skip();
            reader.ReadEndElement();
        }
    }

    public class Owner { public Own? O; }

    /// <summary>docs/xml.md: white space that a binary reader gives as text is text to a type that reads itself.</summary>
    [Fact]
    public void Xml_white_space_of_a_binary_reader_in_what_reads_itself()
    {
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            XElement.Parse("<Owner><O> <e/></O></Owner>", LoadOptions.PreserveWhitespace).WriteTo(writer);
        XmlReader Reader() => XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
        Assert.Equal("Element", ((Owner)new XmlSerializer(typeof(Owner)).Deserialize(Reader())!).O!.A);
        foreach (var tier in Tiers)
            Assert.Equal("Text", ((Owner)new IsomerXmlSerializer(typeof(Owner),
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }).Deserialize(Reader())!).O!.A);
    }

    /// <summary>docs/xml.md: what is written raw means the same over a writer of nodes.</summary>
    [Fact]
    public void Xml_raw_text_over_nodes()
    {
        static string Written(Action<XmlWriter> write)
        {
            var document = new XmlDocument();
            using (var writer = document.CreateNavigator()!.AppendChild())
                write(writer);
            return document.DocumentElement!.InnerXml;
        }

        var value = new Owner { O = new Own() };
        Assert.Equal("<O>&lt;r&gt;1&lt;/r&gt;</O>", Written(w => new XmlSerializer(typeof(Owner)).Serialize(w, value)));
        foreach (var tier in Tiers)
            Assert.Equal("<O><r>1</r></O>", Written(w => new IsomerXmlSerializer(typeof(Owner),
                XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) }).Serialize(w, value)));
    }

    public class Global<T>
    {
        [XmlAttribute("t", Namespace = "urn:m")] public T? A;
    }

    public class Globals
    {
        public Global<int>? I = new() { A = 1 };
        public Global<double>? D = new() { A = 2 };
    }

    /// <summary>docs/xml.md: an attribute with a namespace of its own may have another type in another class.</summary>
    [Fact]
    public void Xml_an_attribute_of_several_types()
    {
        Assert.ThrowsAny<InvalidOperationException>(() => new XmlSerializer(typeof(Globals)));
        foreach (var tier in Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) };
            var back = Xml.FromText<Globals>(Xml.ToText(new Globals(), options), options);
            Assert.Equal((1, 2), (back.I!.A, back.D!.A));
        }
    }

    public class HiddenText
    {
        public int N { get; set; }
        [XmlText] public string? A { get; set; }
    }

    public class OtherText : HiddenText
    {
        public new string? A { get; }
        [XmlText] public string? B { get; set; }
    }

    /// <summary>docs/xml.md: a text beside one that is hidden by a member without a setter.</summary>
    [Fact]
    public void Xml_a_text_beside_a_hidden_one()
    {
        var value = new OtherText { B = "b" };
        ((HiddenText)value).A = "a";
        var text = new StringWriter();
        new XmlSerializer(typeof(OtherText)).Serialize(text, value);
        Assert.DoesNotContain(">a", text.ToString(), StringComparison.Ordinal);
        Assert.Contains("more than one member with [XmlText]",
            Assert.Throws<NotSupportedException>(() => Xml.ToText(value, XmlOptions.LikeXmlSerializer)).Message,
            StringComparison.Ordinal);
    }
}
