using System.Collections.ObjectModel;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Formats;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA2227 // as people declare it

/// <summary>Members that are nodes of XML: what XmlSerializer makes of them, by every way of reading and in both tiers.</summary>
public class XmlNodeMemberTests
{
    [XmlRoot("H")]
    public class One
    {
        readonly List<string> _set = [];
        XmlElement? _a;
        [XmlAnyElement]
        public XmlElement? A
        {
            get => _a;
            set
            {
                _a = value;
                _set.Add(value?.OuterXml ?? "null");
            }
        }
        [XmlIgnore] public bool ASpecified;
        public int B;
        public string Shown => $"{string.Join(" then ", _set)} {ASpecified} {B}";
    }

    [XmlRoot("H")]
    public class Both
    {
        [XmlAnyElement("x"), XmlAnyElement] public XmlElement? A;
        [XmlElement("i", typeof(int)), XmlAnyElement(Namespace = "urn:none", Name = "y")] public object? C;
        public int B;
        public string Shown => $"{A?.OuterXml} {C} {B}";
    }

    [XmlRoot("H")]
    public class Choice
    {
        [XmlElement("i", typeof(int)), XmlAnyElement] public object? A;
        public int B;
        public string Shown => $"{(A as XmlElement)?.OuterXml ?? A} {B}";
    }

    [XmlRoot("H")]
    public class Linq
    {
        [XmlAnyElement] public XElement? A;
        public int B;
        public string Shown => $"{A} {B}";
    }

    [XmlRoot("H")]
    public class Members
    {
        public XmlElement? A;
        [XmlElement(IsNullable = true)] public XmlElement? N;
        public XElement? L;
        public Collection<XmlElement?>? Many;
        public int B;
        public string Shown => $"{A?.OuterXml ?? "null"} {N?.OuterXml ?? "null"} {L?.ToString(SaveOptions.DisableFormatting) ?? "null"} "
            + $"{string.Join(',', (Many ?? []).Select(m => m?.OuterXml ?? "null"))} {B}";
    }

    static readonly int[] Ways = [XmlWays.Bytes, XmlWays.Stream, XmlWays.PlainReader, 4, XmlWays.TextReader, XmlWays.Nodes,
        XmlWays.Document, XmlWays.DictionaryText, XmlWays.DictionaryBinary, 10];

    static string Shown(Type type, Func<object?> read)
    {
        try
        {
            // One tag or two tells the reader alone.
            return ((string)type.GetProperty("Shown")!.GetValue(read())!).Replace("></x>", " />", StringComparison.Ordinal);
        }
        catch (Exception e) when (e is InvalidOperationException or WireFormatException)
        {
            return "refused";
        }
    }

    static string Theirs(Type type, byte[] document, int way) => Shown(type, () => way <= XmlWays.Stream
        ? new XmlSerializer(type).Deserialize(new MemoryStream(document))
        : XmlWays.Read(way, document, new XmlSerializer(type).Deserialize));

    static string Ours(Type type, byte[] document, int way, ShapeTier tier)
    {
        var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) };
        return Shown(type, () => way switch
        {
            XmlWays.Bytes => Xml.Deserialize(document, type, options),
            XmlWays.Stream => Xml.Deserialize(new MemoryStream(document), type, options),
            _ => XmlWays.Read(way, document, new IsomerXmlSerializer(type, options).Deserialize),
        });
    }

    static void Same(Type type, string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        foreach (int way in Ways)
            foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
                Assert.True(Theirs(type, bytes, way) == Ours(type, bytes, way, tier),
                    $"{XmlWays.NameOf(way)}, {tier}: {Theirs(type, bytes, way)} became {Ours(type, bytes, way, tier)}");
    }

    /// <summary>Of elements of any name for one node the last one counts, and the setter is called for each.</summary>
    [Theory]
    [InlineData(typeof(One), "<H><x>1</x><y>2</y><B>3</B></H>")]
    [InlineData(typeof(One), "<H><x/><B>3</B><B>4</B></H>")]
    [InlineData(typeof(One), "<H><B>3</B><B>4</B><x/><y/></H>")]
    [InlineData(typeof(Linq), "<H><x>1</x><y>2</y><B>3</B></H>")]
    [InlineData(typeof(Both), "<H><x>1</x><x>2</x><y>3</y><B>3</B></H>")]
    [InlineData(typeof(Both), "<H><y>3</y><x>1</x><x>2</x><B>3</B></H>")]
    [InlineData(typeof(Choice), "<H><y>3</y><i>1</i><B>3</B></H>")]
    [InlineData(typeof(Choice), "<H><i>1</i><y>3</y><i>4</i><B>3</B></H>")]
    [InlineData(typeof(Choice), "<H><i>1</i><y>3</y><z/><B>3</B></H>")]
    public void The_last_element_of_any_name(Type type, string document) => Same(type, document);

    [Fact]
    public void A_second_element_of_any_name_is_refused_by_default()
    {
        var refusal = Assert.Throws<WireFormatException>(() => Xml.Deserialize<Linq>("<H><x>1</x><y>2</y></H>"u8));
        Assert.Contains("XmlSerializer takes the last", refusal.Message, StringComparison.Ordinal);
    }

    const string Start = "<H xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>";

    /// <summary>An XmlElement that is nil is null, whatever is in it and whether or not null is written so.</summary>
    [Theory]
    [InlineData("<A xsi:nil='true'><x/></A>")]
    [InlineData("<A xsi:nil=' 1 '>t</A>")]
    [InlineData("<A xsi:nil='false'><x/></A>")]
    [InlineData("<A xsi:nil='True'><x/></A>")]
    [InlineData("<N xsi:nil='true'><x/></N>")]
    [InlineData("<N xsi:nil='True'><x/></N>")]
    [InlineData("<L xsi:nil='True'><x/></L>")]
    [InlineData("<L xsi:nil='true'><x/></L>")]
    [InlineData("<Many><XmlElement xsi:nil='true'/><XmlElement><x/></XmlElement></Many>")]
    [InlineData("<Many><XmlElement xsi:nil='True'/></Many>")]
    public void Nodes_that_are_nil(string member) => Same(typeof(Members), $"{Start}{member}<B>3</B></H>");

    /// <summary>Readers of the framework's dictionaries give it as text, and pass over it where content is looked for.</summary>
    [Theory]
    [InlineData("<A> <x/></A>", true)]
    [InlineData("<A> </A>", true)]
    [InlineData("<A>&#32;<x/></A>", true)]
    [InlineData("<N> \n<x/></N>", true)]
    [InlineData("<L> <x/></L>", true)]
    [InlineData("<L>&#10;<x/></L>", true)]
    [InlineData("<A>t<x/></A>", false)]
    [InlineData("<A><![CDATA[t]]><x/></A>", false)]
    [InlineData("<L>t<x/></L>", false)]
    [InlineData("<L>t</L>", false)]
    public void White_space_before_a_node(string member, bool isWhite)
    {
        byte[] bytes = Encoding.UTF8.GetBytes($"{Start}{member}<B>3</B></H>");
        foreach (int way in Ways)
            foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
                // Other readers that give it as text XmlSerializer refuses (ToldNodeDeviationTests).
                if (!isWhite || Theirs(typeof(Members), bytes, way) != "refused")
                    Assert.Equal(Theirs(typeof(Members), bytes, way), Ours(typeof(Members), bytes, way, tier));
    }

    /// <summary>The element is the root itself, and what it says of nil is part of it: null cannot be written there.</summary>
    [Fact]
    public void A_root_that_says_nil()
    {
        byte[] document = "<x xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:nil='true'><y/></x>"u8.ToArray();
        var theirs = (XElement)new XmlSerializer(typeof(XElement)).Deserialize(new MemoryStream(document))!;
        Assert.Equal(theirs.ToString(), Xml.Deserialize<XElement>(document)!.ToString());
        var node = (XmlElement)new XmlSerializer(typeof(XmlElement)).Deserialize(new MemoryStream(document))!;
        Assert.Equal(node.OuterXml, Xml.Deserialize<XmlElement>(document)!.OuterXml);
    }
}
