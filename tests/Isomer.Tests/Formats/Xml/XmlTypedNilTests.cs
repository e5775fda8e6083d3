using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA1819

/// <summary>An element that is nil and names a type too: <c>xsi:nil</c> beside <c>xsi:type</c>.</summary>
public class XmlTypedNilTests
{
    const string Spaces = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:q='http://microsoft.com/wsdl/types/' xmlns:n='urn:n'";

    public enum Color { Red }
    public struct Point { public int X; }
    [XmlInclude(typeof(Derived)), XmlInclude(typeof(Spaced))] public class Base { public int A; }
    public class Derived : Base { public int D; }
    [XmlType(Namespace = "urn:n")] public class Spaced : Base { public int S; }

    public class Holder
    {
        [XmlElement(IsNullable = true)] public Base? Nullable;
        public Base? Plain;
        public object? Any;
        [XmlElement(IsNullable = true)] public object? NullableAny;
        public int? Number;
        public Color? Colour;
        public Point? Place;
        public Point Struct;
        [XmlElement(IsNullable = true)] public string? Text;
        public byte[]? Bytes;
        [XmlElement(IsNullable = true)] public byte[]? NullableBytes;
        [XmlElement(IsNullable = true)] public XmlQualifiedName? Name;
        [XmlElement("one", typeof(Base), IsNullable = true), XmlElement("two", typeof(int))] public object? Choice;
        public List<Base>? List;
        public Base[]? Array;
        [XmlArray(IsNullable = true)] public Base[]? NullableArray;
        [XmlElement("flat", IsNullable = true)] public List<Base>? Flat;
        [XmlElement(IsNullable = true)] public XmlElement? Node;
        public int Z;
    }

    public class Listing { public object? Any; public List<Point>? List; public int Z; }
    public class Arraying { public object? Any; public Point[]? Array; public int Z; }
    public class Collecting
    {
        public object? Any; public System.Collections.ObjectModel.Collection<Point>? Collection
        {
            get; set;
        }
        public int Z;
    }

    static readonly string[] s_types = ["Base", "n:Spaced", "Spaced", "n:Base", "nosuch", "xsd:int", "xsd:string", "q:guid", "",
        "nosuch:Base", "Holder", "Color", "ArrayOfBase", "Derived"];

    /// <summary>Places of a class, where a subtype may be named.</summary>
    static readonly string[] s_places = ["<Nullable #/>", "<Plain #/>", "<one #/>", "<Array><Base #/></Array>", "<List><Base #/></List>",
        "<flat #/>", "<Any xsi:type='Holder'><Nullable #/></Any>", "<Nullable #><A>1</A></Nullable>"];

    static readonly string[] s_others = ["<Any #/>", "<NullableAny #/>", "<Number #/>", "<Colour #/>", "<Place #/>", "<Struct #/>",
        "<Text #/>", "<Bytes #/>", "<NullableBytes #/>", "<Name #/>", "<two #/>", "<List #/>", "<Array #/>", "<NullableArray #/>"];

    static string Document(string place, string type, string nil) =>
        $"<Holder {Spaces}>{place.Replace("#", $"xsi:type='{type}' xsi:nil='{nil}'", StringComparison.Ordinal)}<Z>1</Z></Holder>";

    public static TheoryData<string> Places() => [.. s_places, .. s_others];

    [Theory, MemberData(nameof(Places))]
    public void What_a_nil_element_names_is_read_as_by_the_original(string place)
    {
        foreach (string type in s_types)
            foreach (string nil in (string[])["true", "1", " true ", "false"])
                if (type != "Derived" || nil == "false" || s_others.Contains(place))
                    XmlOracle.SameReading<Holder>(Document(place, type, nil));
    }

    /// <summary>docs/xml.md: XmlSerializer passes over the element and reads what follows as the subtype, or as the node.</summary>
    [Theory]
    [InlineData("<Nullable #/>", "Derived")]
    [InlineData("<one #/>", "Derived")]
    [InlineData("<Array><Base #/></Array>", "Derived")]
    [InlineData("<flat #/>", "Derived")]
    [InlineData("<Node #/>", "Derived")]
    [InlineData("<Node #/>", "nosuch")]
    public void A_nil_subtype_is_null_and_what_follows_is_read(string place, string type)
    {
        foreach (var tier in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = tier };
            var holder = Xml.FromText<Holder>(Document(place, type, "true"), options)!;
            Assert.Equal(1, holder.Z);
            Assert.Null(holder.Nullable ?? holder.Choice ?? holder.Node);
            Assert.True(holder.Array is null or [null]);
            Assert.True(holder.Flat is null or [] or [null]);
        }
    }

    /// <summary>Also beneath a default namespace, where an unprefixed name means a type without one: docs/xml.md.</summary>
    [Fact]
    public void A_nil_element_in_what_an_unprefixed_name_names()
    {
        string document = $"<Holder {Spaces} xmlns='urn:d'><Any xsi:type='Unspaced' xmlns:k='urn:d'><B xmlns='' xsi:type='Unspaced' xsi:nil='true'/><C xmlns='' xsi:type='nosuch' xsi:nil='true'/></Any></Holder>";
        var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithNamespace("urn:d") };
        Assert.Contains("nosuch",
            Assert.Throws<WireFormatException>(
                () => Xml.FromText<Including>(document.Replace("Holder", "Including", StringComparison.Ordinal), options)).Message,
                    StringComparison.Ordinal);
        var read = Xml.FromText<Including>(
            document.Replace("Holder", "Including", StringComparison.Ordinal).Replace("nosuch", "Unspaced", StringComparison.Ordinal),
            options)!;
        Assert.Equal((null, null), Assert.IsType<Unspaced>(read.Any) is var any ? (any.B, any.C) : default);
    }

    [XmlInclude(typeof(Unspaced))] public class Including { public object? Any; }
    [XmlType(Namespace = "")]
    public class Unspaced { [XmlElement(IsNullable = true)] public Unspaced? B; [XmlElement(IsNullable = true)] public Unspaced? C; }

    /// <summary>As a member it is an empty one.</summary>
    [Theory]
    [InlineData("ArrayOfPoint")]
    [InlineData("xsd:base64Binary")]
    public void A_nil_collection_behind_object_is_null(string type)
    {
        foreach (string nil in (string[])["true", "false"])
        {
            XmlOracle.SameReading<Listing>(
                Document("<Any #><Point/></Any>", type, nil).Replace("Holder", "Listing", StringComparison.Ordinal));
            XmlOracle.SameReading<Arraying>(Document("<Any #/>", type, nil).Replace("Holder", "Arraying", StringComparison.Ordinal));
            XmlOracle.SameReading<Collecting>(Document("<Any #/>", type, nil).Replace("Holder", "Collecting", StringComparison.Ordinal));
            XmlOracle.SameReading<Collecting>(
                Document("<Collection #/>", type, nil).Replace("Holder", "Collecting", StringComparison.Ordinal));
        }
    }
}
