using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>Documents that the original did not write: order, pieces, unknown things, forms of values, refusals.</summary>
public class XmlReadingTests
{
    public class Part { public int A; public string? B; }

    public class Thing
    {
        public int A { get; set; }
        public string? B;
        [XmlAttribute] public int At;
        [XmlElement("f")] public List<int>? Flat;
        [XmlElement("g")] public int[]? Gathered;
        [XmlElement("p")] public Part[]? Parts;
        public List<string>? L;
        public int[]? Array;
        public int? N;
        public Part? P;
        public DateTime D;
        public bool Bool;
        public decimal M;
        public double F;
        public Guid G;
        public byte[]? Bytes;
        public object? O;
        public TimeSpan T;
        public char C;
        public List<int> Filled = [1];
        [XmlIgnore] public bool QSpecified;
        public int Q;
    }

    public static TheoryData<string> Documents =>
    [
        "<Thing/>",
        "<Thing></Thing>",
        "<Thing>  <A>1</A>  <!-- c --> <?pi x?> <B>b</B></Thing>",
        "<Thing><B>b</B><A>1</A></Thing>",
        "<Thing At='5' x='1' xmlns:y='urn:y' y:At='6'><A>1</A></Thing>",
        "<Thing><A>1</A><A>2</A></Thing>",
        "<Thing><f>1</f><f>2</f><A>1</A><f>3</f></Thing>",
        "<Thing><g>1</g><f>9</f><g>2</g><A>1</A><g>3</g><g>4</g><f>8</f></Thing>",
        "<Thing><p><A>1</A></p><g>1</g><p><A>2</A></p><g>2</g><p/></Thing>",
        "<Thing><unknown a='1'><A>7</A></unknown><A>1</A></Thing>",
        "<Thing>text<A>1</A>more</Thing>",
        "<Thing><L/></Thing>",
        "<Thing><L><string>a</string><other/><string xmlns='urn:x'>no</string><string/></L></Thing>",
        "<Thing><L><string>a</string></L><L><string>b</string></L></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><L xsi:nil='true'/><Array xsi:nil='1'/><B xsi:nil='true'/><P xsi:nil='true'/><N xsi:nil='true'/></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><N xsi:nil='false'>5</N></Thing>",
        "<Thing><N/></Thing>",
        "<Thing><A/></Thing>",
        "<Thing><A> 12 </A></Thing>",
        "<Thing><A>+12</A></Thing>",
        "<Thing><A>012</A></Thing>",
        "<Thing><A>1.0</A></Thing>",
        "<Thing><A>99999999999</A></Thing>",
        "<Thing><A>1<!-- c -->2</A></Thing>",
        "<Thing><A><![CDATA[12]]></A></Thing>",
        "<Thing><A>&#49;2</A></Thing>",
        "<Thing><A><x/></A></Thing>",
        "<Thing><B>  </B></Thing>",
        "<Thing><B> a </B></Thing>",
        "<Thing><B><![CDATA[  ]]></B></Thing>",
        "<Thing><B>a<![CDATA[<b>]]>c</B></Thing>",
        "<Thing><B>&lt;&amp;&gt;&quot;&apos;&#x41;</B></Thing>",
        "<Thing><B>a\r\nb\rc</B></Thing>",
        "<Thing><B>&undefined;</B></Thing>",
        "<Thing><B>&#0;</B></Thing>",
        "<Thing><B>a</Thing>",
        "<Thing><B>a</B></thing>",
        "<Thing><Bool>1</Bool></Thing>", "<Thing><Bool>True</Bool></Thing>", "<Thing><Bool> false </Bool></Thing>",
        "<Thing><D>2020-01-02</D></Thing>", "<Thing><D>2020-01-02T03:04:05</D></Thing>",
        "<Thing><D>2020-01-02T03:04:05.1234567Z</D></Thing>",
        "<Thing><D>2020-01-02T03:04:05+02:00</D></Thing>", "<Thing><D>2020-01-02Z</D></Thing>", "<Thing><D>03:04:05</D></Thing>",
        "<Thing><D>2020-01</D></Thing>",
        "<Thing><D>2020-01-02T03:04</D></Thing>", "<Thing><D>2020-01-02T24:00:00</D></Thing>",
        "<Thing><D>2020-01-02T03:04:05+02</D></Thing>", "<Thing><D>01/02/2020</D></Thing>",
        "<Thing><D>2020-01-02T03:04:05.123456789</D></Thing>",
        "<Thing><M>1.50</M></Thing>", "<Thing><M>1e2</M></Thing>", "<Thing><M>-.5</M></Thing>", "<Thing><M>1,000</M></Thing>",
        "<Thing><M>+1</M></Thing>",
        "<Thing><F>INF</F></Thing>", "<Thing><F>-INF</F></Thing>", "<Thing><F>NaN</F></Thing>", "<Thing><F>1e5</F></Thing>",
        "<Thing><F>Infinity</F></Thing>", "<Thing><F>.5</F></Thing>", "<Thing><F>-0</F></Thing>", "<Thing><F>1E999</F></Thing>",
        "<Thing><G>{01234567-89ab-cdef-0123-456789abcdef}</G></Thing>", "<Thing><G>x</G></Thing>",
        "<Thing><Bytes>AQ ID\n</Bytes></Thing>", "<Thing><Bytes>!!</Bytes></Thing>", "<Thing><Bytes/></Thing>",
        "<Thing><T>PT1M</T></Thing>", "<Thing><T>-P1DT2H3M4.5S</T></Thing>", "<Thing><T>1:00</T></Thing>",
        "<Thing><C>65</C></Thing>", "<Thing><C>A</C></Thing>",
        "<Thing><O/></Thing>", "<Thing><O>text</O></Thing>", "<Thing><O a='1'><x/></O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:s='http://www.w3.org/2001/XMLSchema'><O xsi:type='s:int'>5</O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:s='http://www.w3.org/2001/XMLSchema'><O xsi:type='s:token'> a  b </O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:s='http://www.w3.org/2001/XMLSchema'><O xsi:type='s:date'>2020-01-02</O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:s='http://www.w3.org/2001/XMLSchema'><O xsi:type='s:hexBinary'>01ff</O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><O xsi:type='Part'><A>1</A></O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><O xsi:type='ArrayOfInt'><int>1</int></O></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><P xsi:type='Part'><A>1</A></P></Thing>",
        "<Thing xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='Thing' xsi:schemaLocation='a b'/>",
        "<Thing><Filled><int>2</int></Filled></Thing>", "<Thing><Q>5</Q></Thing>",
        "<t:Thing xmlns:t=''/>", "<Thing xmlns='urn:x'/>", "<x:Thing xmlns:x='urn:x'/>", "<thing/>", "<Thing", "", "   ",
        "<Thing/><Thing/>", "<Thing/>text", "<?xml version='1.0'?><Thing/>", " <?xml version='1.0'?><Thing/>",
        "<Thing><y:A xmlns:y=''>1</y:A></Thing>", "<Thing><A xmlns='urn:x'>1</A></Thing>", "<Thing xmlns:y='urn:y'><y:A>1</y:A></Thing>",
        "<Thing><x:A>1</x:A></Thing>", "<Thing At='1' At='2'/>", "<Thing At='x'/>", "<Thing At=' 7 '/>",
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Is_read_or_refused_as_by_the_original(string document) => XmlOracle.SameReading<Thing>(document);

    public class Ordered
    {
        [XmlElement(Order = 1)] public int A; [XmlElement(Order = 2)] public int B; [XmlElement("c", Order = 3)]
        public List<int>? C;
    }

    [Theory]
    [InlineData("<Ordered><A>1</A><B>2</B><c>3</c><c>4</c></Ordered>")]
    [InlineData("<Ordered><B>2</B><A>1</A></Ordered>")]
    [InlineData("<Ordered><A>1</A><x/><B>2</B></Ordered>")]
    [InlineData("<Ordered><c>1</c><A>1</A><c>2</c></Ordered>")]
    public void Order_is_enforced_as_by_the_original_if_asked(string document)
    {
        XmlOracle.SameReading<Ordered>(document);
        Assert.All(XmlOracle.Tiers, t => Assert.InRange(Xml.FromText<Ordered>(document, new XmlOptions { Convention = t }).A, 0, 1));
    }

    [Fact]
    public void By_default_nothing_is_lost_for_its_order()
    {
        var read = Xml.FromText<Ordered>("<Ordered><B>2</B><c>1</c><A>1</A></Ordered>");
        Assert.Equal((1, 2, 1), (read.A, read.B, read.C!.Single()));
        Assert.Throws<WireFormatException>(() => Xml.FromText<Ordered>("<Ordered><A>1</A><A>2</A></Ordered>"));
    }

    public class Mixed { [XmlText(typeof(string)), XmlElement("p", typeof(Part))] public object[]? Items; public int A; }
    public class Text
    {
        [XmlText] public string? T; public int A; [XmlAnyAttribute] public XmlAttribute[]? Rest; [XmlAnyElement]
        public XmlElement[]? More;
    }
    public class Number { [XmlText] public int T; }

    [Theory]
    [InlineData("<Mixed>a<p><A>1</A></p> b <p/>c</Mixed>")]
    [InlineData("<Mixed>a<A>1</A>b<p/>c</Mixed>")]
    [InlineData("<Mixed>  <p/>  </Mixed>")]
    public void Mixed_content(string document) => XmlOracle.SameReading<Mixed>(document);

    [Theory]
    [InlineData("<Text>a<A>1</A>b</Text>")]
    [InlineData("<Text x='1' y:z='2' xmlns:y='urn:y'> a <B/><C c='1'>t</C></Text>")]
    [InlineData("<Text xmlns='urn:other'/>")]
    public void Text_and_what_is_left_over(string document) => XmlOracle.SameReading<Text>(document);

    [Theory]
    [InlineData("<Number>5</Number>")]
    [InlineData("<Number> 5 </Number>")]
    [InlineData("<Number/>")]
    [InlineData("<Number>x</Number>")]
    public void Numbers_as_text(string document) => XmlOracle.SameReading<Number>(document);

    [Fact]
    public void Errors_tell_where()
    {
        var error = Assert.Throws<WireFormatException>(() => Xml.FromText<Thing>("<Thing>\n  <P>\n    <A>x</A>\n  </P>\n</Thing>"));
        Assert.Equal(("Xml", 3, "$.Thing.P.A"), (error.Format, error.Line, error.Path));
        Assert.Equal(21, error.Offset);
    }

    [Fact]
    public void Interleaved_arrays_are_read_in_linear_time()
    {
        var text = new StringBuilder("<Thing>");
        for (int i = 0; i < 20_000; i++)
            text.Append("<g>").Append(i).Append("</g><f>").Append(i).Append("</f>");
        text.Append("</Thing>");
        var watch = ThreadTime.Start();
        var read = Xml.FromText<Thing>(text.ToString());
        Assert.Equal((20_000, 20_000, 19_999), (read.Gathered!.Length, read.Flat!.Count, read.Gathered[^1]));
        Assert.True(watch.ElapsedMilliseconds < 3000, $"{watch.ElapsedMilliseconds} ms");
    }
}
