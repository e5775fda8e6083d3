using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
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
            Assert.Equal(ours, Shown(Isomer.Xml.Deserialize<Holder>(document,
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
            Assert.Equal("<x /> null  3", Shown(Isomer.Xml.Deserialize<Holder>(document,
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
            Assert.Empty(Isomer.Xml.FromText<Beneath>("<Beneath/>",
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
}
