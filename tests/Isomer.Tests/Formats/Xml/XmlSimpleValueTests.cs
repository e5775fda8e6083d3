using System.ComponentModel;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051

/// <summary>Simple values in all places: qualified names, empty elements, times, defaults.</summary>
public class XmlSimpleValueTests
{
    public class Names
    {
        [XmlAttribute] public XmlQualifiedName[]? Q; [XmlAttribute] public XmlQualifiedName? One; [XmlAttribute]
        public int N; public XmlQualifiedName? E; [XmlElement("fl")]
        public XmlQualifiedName[]? Fl; public XmlQualifiedName?[]? Ar; public object? O;
    }
    public class NameText { [XmlText] public XmlQualifiedName? T; [XmlAttribute] public int N; }
    public class NameTexts { [XmlText] public XmlQualifiedName[]? T; }
    [XmlRoot(Namespace = "urn:n")]
    public class NamesIn { public XmlQualifiedName? E; [XmlAttribute] public XmlQualifiedName[]? Q; public object? O; }

    static XmlQualifiedName Q(string name, string ns = "") => new(name, ns);

    [Fact]
    public void Qualified_names_are_written_in_all_places()
    {
        XmlOracle.Same(new Names { Q = [Q("a", "urn:x"), Q("b", "urn:x"), Q("c", "urn:y"), Q("d")], N = 1 });
        XmlOracle.Same(new Names { One = Q("a", "urn:x"), N = 1, Q = [Q("z", "urn:x")] });
        XmlOracle.Same(new Names { One = Q("a"), E = Q("b") });
        XmlOracle.Same(
            new Names
            {
                One = XmlQualifiedName.Empty,
                E = XmlQualifiedName.Empty,
                Q = [],
                Fl = [XmlQualifiedName.Empty],
                Ar = [XmlQualifiedName.Empty, null]
            });
        XmlOracle.Same(new Names { Q = [XmlQualifiedName.Empty] });
        XmlOracle.Same(new Names { Q = [null!] });
        XmlOracle.Same(new Names { Q = [XmlQualifiedName.Empty, Q("a"), null!, Q("b", "urn:x")] });
        XmlOracle.Same(new Names { E = Q("b", "urn:x"), Fl = [Q("b", "urn:x"), Q("c", "urn:y")], Ar = [Q("a", "urn:x"), Q("b")] });
        XmlOracle.Same(new Names { O = Q("b", "urn:x") });
        XmlOracle.Same(new Names { O = Q("b") });
        XmlOracle.Same(new Names { O = XmlQualifiedName.Empty });
        XmlOracle.Same(new NameText { T = Q("b", "urn:x"), N = 1 });
        XmlOracle.Same(new NameText { T = Q("b") });
        XmlOracle.Same(new NameText { T = XmlQualifiedName.Empty });
        XmlOracle.Same(new NameTexts { T = [Q("b", "urn:x")] });
        XmlOracle.Same(new NamesIn { E = Q("b", "urn:n"), Q = [Q("a", "urn:n"), Q("b")], O = Q("c", "urn:n") });
        XmlOracle.Same(new NamesIn { E = Q("b"), O = Q("c") });
        XmlOracle.Same(Q("b", "urn:x"));
        XmlOracle.Same(Q("b"));
        XmlOracle.Same(XmlQualifiedName.Empty);
        XmlOracle.Same<XmlQualifiedName?>(null);
        XmlOracle.Same(new[] { Q("b", "urn:x"), Q("c"), null, Q("d", "urn:x") });
    }

    [Theory]
    [InlineData("<Names One='xs:int' xmlns:xs='urn:1'><E xmlns='urn:z'>a</E><E>b</E><fl xmlns:k='urn:k'>k:a</fl><fl> xs:b </fl><Ar><QName>xs:c</QName></Ar></Names>")]
    [InlineData("<Names One='no:int'/>")]
    [InlineData("<Names One=''/>")]
    [InlineData("<Names One=':a'/>")]
    [InlineData("<Names One='a:'/>")]
    [InlineData("<Names><E>no:int</E></Names>")]
    [InlineData("<Names><E> </E></Names>")]
    [InlineData("<Names><E>a b</E></Names>")]
    [InlineData("<Names><E>a:b:c</E></Names>")]
    [InlineData("<Names xmlns:a='urn:a' Q='a:b  a:c'/>")]
    [InlineData("<Names xmlns:a='urn:a' Q=' a:b '/>")]
    [InlineData("<Names Q=''/>")]
    [InlineData("<Names><E><![CDATA[x]]></E></Names>")]
    public void Qualified_names_are_read(string document) => XmlOracle.SameReading<Names>(document);

    [Fact]
    public void A_name_that_had_to_be_encoded_comes_back()
    {
        XmlOracle.Same(new Names { One = Q("a b", "urn:x"), E = Q("1x", "urn:x") });
        // XmlSerializer decodes it only behind a prefix.
        Assert.Equal(Q("a b"), Xml.FromText<Names>(Xml.ToText(new Names { E = Q("a b") })).E);
        Assert.Equal(Q("a b", "urn:x"), Xml.FromText<Names>(Xml.ToText(new Names { E = Q("a b", "urn:x") })).E);
    }

    public class Late
    {
        public TimeSpan T; public DateTimeOffset D; public TimeSpan? TN; public DateTimeOffset? DN; public DateOnly DO;
        public TimeOnly TO; public Guid G; public DateTime DT; public int I; public bool B;
    }

    [Fact]
    public void Empty_elements_are_the_default_of_the_types_that_came_late()
    {
        foreach (string name in new[] { "T", "D", "TN", "DN", "DO", "TO", "G", "DT", "I", "B" })
            foreach (string content in new[] { "<{0}/>", "<{0}></{0}>", "<{0}> </{0}>", "<{0}><!-- --></{0}>", "<{0} a='b'/>",
                "<{0} xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'/>",
                "<{0} xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:nil='true'></{0}>" })
                XmlOracle.SameReading<Late>("<Late>" + string.Format(null, content, name) + "</Late>");
        XmlOracle.SameReading<TimeSpan>("<TimeSpan/>");
        XmlOracle.SameReading<TimeSpan?>("<TimeSpan/>");
        XmlOracle.SameReading<DateTimeOffset[]>("<ArrayOfDateTimeOffset><dateTimeOffset/></ArrayOfDateTimeOffset>");
    }

    public class Times
    {
        [XmlElement(DataType = "time")] public DateTime T; [XmlAttribute(DataType = "time")]
        public DateTime A; [XmlElement(DataType = "date")] public DateTime D; [XmlElement(DataType = "time")]
        public TimeOnly TO; public DateOnly DO;
    }

    [Fact]
    public void Times_say_what_kind_they_are()
    {
        foreach (var kind in new[] { DateTimeKind.Utc, DateTimeKind.Local, DateTimeKind.Unspecified })
        {
            var at = new DateTime(2020, 1, 2, 3, 4, 5, 6, kind);
            XmlOracle.Same(new Times { T = at, A = at, D = at, TO = new(1, 2, 3) });
        }
        foreach (string time in new[] { "03:04:05", "03:04:05Z", "03:04:05+01:00", "03:04:05.123Z", "03:04:05.1234567-08:00", "24:00:00",
            "3:04:05", " 03:04:05 ", "", "03:04:05.12345678", "03:04", "03:04:05z" })
        {
            XmlOracle.SameReading<Times>($"<Times><T>{time}</T></Times>");
            XmlOracle.SameReading<Times>($"<Times><TO>{time}</TO></Times>");
            XmlOracle.SameReading<Times>($"<Times A='{time}'/>");
        }
        foreach (string date in new[] { "2020-01-02", "2020-01-02Z", "2020-01-02+01:00", " 2020-01-02 ", "2020-01-02T00:00:00", "",
            "20200102" })
        {
            XmlOracle.SameReading<Times>($"<Times><D>{date}</D></Times>");
            XmlOracle.SameReading<Times>($"<Times><DO>{date}</DO></Times>");
        }
    }

    public class Standards
    {
        [DefaultValue('a')] public char C = 'a';
        [DefaultValue(97)] public char C2 = 'a';
        [XmlAttribute, DefaultValue('b')] public char CA = 'b';
        [DefaultValue(double.NaN)] public double D = double.NaN;
        [DefaultValue(float.NaN)] public float F = float.NaN;
        [DefaultValue(typeof(Guid), "00000000-0000-0000-0000-000000000000")] public Guid G;
        [DefaultValue(double.PositiveInfinity)] public double PI = double.PositiveInfinity;
        [DefaultValue(typeof(TimeSpan), "00:00:05")] public TimeSpan T = TimeSpan.FromSeconds(5);
        [DefaultValue(typeof(DateTime), "2020-01-02")] public DateTime DT = new(2020, 1, 2);
        [DefaultValue(typeof(decimal), "1.5")] public decimal M = 1.5m;
        [DefaultValue(-0.0)] public double Z;
    }

    [Fact]
    public void Defaults_of_chars_guids_and_nan_are_written()
    {
        XmlOracle.Same(new Standards());
        XmlOracle.Same(new Standards { C = 'b', D = 1, F = 2, C2 = 'c', Z = -0.0, CA = 'c', PI = 1 });
        XmlOracle.Same(new Standards { D = double.NegativeInfinity, F = 0, G = new Guid(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11) });
    }
}
