using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA2227

/// <summary>
/// Kinds of difference that the widened generator met: types that read their own XML, and collections without a setter that are not there.
/// </summary>
public class XmlWidenedKindTests
{
    public class Own : IXmlSerializable
    {
        public string? A;
        public XmlSchema? GetSchema() => null;
        public void WriteXml(XmlWriter writer) => writer.WriteElementString("e", A);
        public virtual void ReadXml(XmlReader reader) => A = reader.ReadInnerXml();
    }

    [XmlType("named")] public class Typed : Own;
    [XmlType(Namespace = "urn:t")] public class Spaced : Own;
    [XmlRoot("named")] public class Rooted : Own;
    public class Holder<T> { public T? V; }

    /// <summary>A schema type's name is given by the class itself, and XmlSerializer refuses the attribute.</summary>
    [Fact]
    public void A_type_that_writes_itself_has_no_XmlType()
    {
        foreach (var type in (Type[])[typeof(Typed), typeof(Spaced), typeof(Rooted), typeof(Holder<Typed>), typeof(Holder<Spaced>),
            typeof(Holder<Rooted>)])
            Assert.Null(XmlOracle.Compare(Activator.CreateInstance(type), type));
        Assert.Contains("[XmlType]", Assert.ThrowsAny<NotSupportedException>(() => Xml.ToText(new Typed())).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Leaves the reader within its element.</summary>
    public class Early : Own
    {
        public override void ReadXml(XmlReader reader)
        {
            A = reader.GetAttribute("x");
            reader.ReadStartElement();
        }
    }

    public class Before { public Early? E; public int After; }

    /// <summary>
    /// XmlSerializer goes on where the type left its reader, takes the rest for the outer object's, and loses what follows.
    /// </summary>
    [Fact]
    public void What_a_type_leaves_of_its_element_is_passed_over()
    {
        const string Text = "<Before><E x='1'><e>a</e><f/></E><After>5</After></Before>";
        Assert.Equal(0, ((Before)new XmlSerializer(typeof(Before)).Deserialize(new StringReader(Text))!).After);
        foreach (var convention in XmlOracle.Tiers)
        {
            var back = Xml.FromText<Before>(Text, XmlOptions.LikeXmlSerializer with { Convention = convention });
            Assert.Equal(("1", 5), (back.E!.A, back.After));
        }
    }

    public class Absent
    {
        readonly List<int>? _none = null;
        public List<int>? Numbers => _none;
        public List<List<TimeOnly>>? Nested { get; }
        public List<int> There { get; } = [];
        public string? Behind { get; set; }
    }

    /// <summary>Where there is no collection, nothing takes the items: what they are is not asked, as by XmlSerializer.</summary>
    [Theory]
    [InlineData("<Numbers><int>1</int></Numbers>")]
    [InlineData("<Numbers><int>x</int><b><c/></b>text</Numbers>")]
    [InlineData("<Nested><ArrayOfTimeOnly><TimeOnly>2020-01-02T03:04:05Z</TimeOnly></ArrayOfTimeOnly></Nested>")]
    [InlineData("<Numbers xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>")]
    public void Items_for_a_collection_that_is_not_there_are_passed_over(string element)
    {
        string text = $"<Absent>{element}<There><int>2</int></There><Behind>b</Behind></Absent>";
        XmlOracle.SameReading<Absent>(text);
        foreach (var convention in XmlOracle.Tiers)
        {
            var back = Xml.FromText<Absent>(text, XmlOptions.LikeXmlSerializer with { Convention = convention });
            Assert.Equal([2], back.There);
            Assert.Equal("b", back.Behind);
        }
    }
}
