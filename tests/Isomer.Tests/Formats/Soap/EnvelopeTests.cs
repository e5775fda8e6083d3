using System.Collections;
using System.Globalization;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

#pragma warning disable SYSLIB0050, SYSLIB0051 // the patterns of an older age are what is tested

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>
/// Envelopes as .NET Framework writes them: its numbers, prefixes, escapes and lines. The forms are those of published envelopes of it
/// (ReportStorage, CookieContainer, exceptions); where none was found, docs/soap.md says so.
/// </summary>
public class EnvelopeTests
{
    const string Library = "Shop%2C%20Version%3D1.0.0.0%2C%20Culture%3Dneutral%2C%20PublicKeyToken%3Dnull";

    static readonly SoapOptions Options = new()
    {
        KnownTypes = [typeof(Order), typeof(Stored), typeof(Note), typeof(Shape), typeof(Size), typeof(Exception),
            typeof(InvalidOperationException)],
        Renames = [FormatterRename.OfLibrary("Isomer.Tests", "Shop, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
            FormatterRename.OfType(typeof(Order), "My.Order"), FormatterRename.OfType(typeof(Note), "My.Order+Note"),
            FormatterRename.OfType(typeof(Stored), "My.Stored"), FormatterRename.OfType(typeof(Shape), "My.Look.Shape"),
            FormatterRename.OfType(typeof(Size), "My.Look.Size")],
    };

    static readonly SoapOptions[] Tiers = [Options with { Convention = Convention.Fields.WithTier(ShapeTier.Emitted) },
        Options with { Convention = Convention.Fields.WithTier(ShapeTier.Reflection) }];

    public enum Shape
    {
        Round,
        Square,
    }

    [Serializable]
    public struct Size
    {
        public int Width;
        public int Height;
    }

    [Serializable]
    public class Note
    {
        public string? Text;
    }

    [Serializable]
    public class Base
    {
#pragma warning disable IDE0044, CS0414 // a field of a base, which is written under its name
        string _secret = "s";
#pragma warning restore IDE0044, CS0414
    }

    [Serializable]
    public class Order : Base
    {
        public Shape Shape;
        public Size Size;
        public Note? Note;
        public object? Any;
        public ArrayList? List;
        public string? Empty;
        public DateTime When;
        public TimeSpan Span;
        public double Rate;
        public byte[]? Bytes;
        public Note[]? Notes;
        public int[][]? Jagged;
        public int? Maybe;
    }

    [Serializable]
    public class Stored : ISerializable
    {
        public Stored()
        {
        }

        protected Stored(SerializationInfo info, StreamingContext context)
        {
            foreach (var entry in info)
                Read.Add($"{entry.Name}={entry.Value}");
            Read.Add(info.GetInt32("Count").ToString(CultureInfo.InvariantCulture));
            Read.Add(info.GetValue("Shape", typeof(Shape))!.ToString()!);
            Read.Add(((Size)info.GetValue("Size", typeof(Size))!).Width.ToString(CultureInfo.InvariantCulture));
            Read.Add(info.GetBoolean("Is").ToString());
            Read.Add(info.GetDouble("Rate").ToString(CultureInfo.InvariantCulture));
            Read.Add(info.GetValue("Maybe", typeof(int?))!.ToString()!);
        }

        public List<string> Read { get; } = [];

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("Count", 3);
            info.AddValue("Band0", new Note { Text = "n" });
            info.AddValue("Is", true);
            info.AddValue("Tag", "");
            info.AddValue("Shape", Shape.Square);
            info.AddValue("Size", new Size { Width = 5 });
            info.AddValue("Image", null, typeof(object));
            info.AddValue("Comparer", null, typeof(IComparer));
            info.AddValue("At", new DateTime(2007, 1, 2, 12, 30, 50, DateTimeKind.Utc));
            info.AddValue("Rate", 0.72);
            info.AddValue("Any", "text", typeof(object));
            info.AddValue("Maybe", 7);
        }
    }

    static string Body(object graph, SoapOptions options)
    {
        string text = Encoding.UTF8.GetString(Soap.Serialize(graph, options));
        const string begin = "<SOAP-ENV:Envelope xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\" xmlns:SOAP-ENC=\"http://schemas.xmlsoap.org/soap/encoding/\" xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\" xmlns:clr=\"http://schemas.microsoft.com/soap/encoding/clr/1.0\" SOAP-ENV:encodingStyle=\"http://schemas.xmlsoap.org/soap/encoding/\">\r\n<SOAP-ENV:Body>\r\n",
            end = "</SOAP-ENV:Body>\r\n</SOAP-ENV:Envelope>\r\n";
        Assert.StartsWith(begin, text, StringComparison.Ordinal);
        Assert.EndsWith(end, text, StringComparison.Ordinal);
        return text[begin.Length..^end.Length];
    }

    static void Is(object graph, string expected, SoapOptions? options = null)
    {
        foreach (var tier in Tiers)
        {
            var given = options is null ? tier : options with { Convention = tier.Convention };
            string body = Body(graph, given);
            Assert.Equal(expected.ReplaceLineEndings("\r\n"), body);
        }
    }

    [Fact]
    public void Objects_values_and_references()
    {
        var note = new Note { Text = "a \"b\" & 'c' <d>\r\n\0\u0001λ" };
        var order = new Order
        {
            Shape = Shape.Square,
            Size = new() { Width = 1 },
            Note = note,
            Any = note,
            List = [1, "x", note, null],
            Empty = "",
            When = new DateTime(2017, 9, 20, 14, 31, 1, 602, DateTimeKind.Utc).AddTicks(9024),
            Span = new TimeSpan(400, 1, 2, 3, 4),
            Rate = 0.1,
            Bytes = [1, 2, 3, 4]
        };
        Is(order, $"""
            <a1:Order id="ref-1" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/My/{Library}">
            <Shape>Square</Shape>
            <Size>
            <Width>1</Width>
            <Height>0</Height>
            </Size>
            <Note href="#ref-3"/>
            <Any href="#ref-3"/>
            <List href="#ref-4"/>
            <Empty id="ref-5"></Empty>
            <When>2017-09-20T14:31:01.6029024Z</When>
            <Span>P1Y1M10DT1H2M3.0040000S</Span>
            <Rate>0.1</Rate>
            <Bytes href="#ref-6"/>
            <Notes xsi:null="1"/>
            <Jagged xsi:null="1"/>
            <Maybe xsi:null="1"/>
            <Base_x002B__secret id="ref-7">s</Base_x002B__secret>
            </a1:Order>
            <a1:Order_x002B_Note id="ref-3" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/My/{Library}">
            <Text id="ref-8">a &#34;b&#34; &#38; &#39;c&#39; &#60;d&#62;
            &#0;&#1;λ</Text>
            </a1:Order_x002B_Note>
            <a3:ArrayList id="ref-4" xmlns:a3="http://schemas.microsoft.com/clr/ns/System.Collections">
            <_items href="#ref-9"/>
            <_size>4</_size>
            <_version>4</_version>
            </a3:ArrayList>
            <SOAP-ENC:Array id="ref-6" xsi:type="SOAP-ENC:base64">AQIDBA==</SOAP-ENC:Array>
            <SOAP-ENC:Array id="ref-9" SOAP-ENC:arrayType="xsd:anyType[4]">
            <item xsi:type="xsd:int">1</item>
            <item id="ref-10" xsi:type="SOAP-ENC:string">x</item>
            <item href="#ref-3"/>
            </SOAP-ENC:Array>

            """);
    }

    [Fact]
    public void Entries_say_what_text_does_not() => Is(new Stored(), $"""
            <a1:Stored id="ref-1" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/My/{Library}">
            <Count>3</Count>
            <Band0 href="#ref-3"/>
            <Is>true</Is>
            <Tag id="ref-4"></Tag>
            <Shape xsi:type="a2:Shape" xmlns:a2="http://schemas.microsoft.com/clr/nsassem/My.Look/{Library}">Square</Shape>
            <Size xsi:type="a2:Size" xmlns:a2="http://schemas.microsoft.com/clr/nsassem/My.Look/{Library}">
            <Width>5</Width>
            <Height>0</Height>
            </Size>
            <Image xsi:type="xsd:anyType" xsi:null="1"/>
            <Comparer xsi:null="1"/>
            <At xsi:type="xsd:dateTime">2007-01-02T12:30:50.0000000Z</At>
            <Rate>0.72</Rate>
            <Any id="ref-5" xsi:type="SOAP-ENC:string">text</Any>
            <Maybe>7</Maybe>
            </a1:Stored>
            <a1:Order_x002B_Note id="ref-3" xmlns:a1="http://schemas.microsoft.com/clr/nsassem/My/{Library}">
            <Text id="ref-6">n</Text>
            </a1:Order_x002B_Note>

            """);

    [Theory, InlineData(0), InlineData(1)]
    public void Entries_are_text_until_they_are_asked_for(int tier)
    {
        var back = Soap.Deserialize<Stored>(Soap.Serialize(new Stored(), Tiers[tier]), Tiers[tier]);
        Assert.Equal(
            ["Count=3", "Band0=" + typeof(Note), "Is=true", "Tag=", "Shape=Square", "Size=" + typeof(Size), "Image=", "Comparer=",
                "At=" + new DateTime(2007, 1, 2, 12, 30, 50), "Rate=0.72", "Any=text", "Maybe=7", "3", "Square", "5", "True", "0.72", "7"],
                    back.Read);
    }

    [Fact]
    public void Roots_and_arrays()
    {
        Is("text", "<SOAP-ENC:string id=\"ref-1\">text</SOAP-ENC:string>\n");
        Is(5, "<xsd:int id=\"ref-1\">\n<m_value>5</m_value>\n</xsd:int>\n");
        Is(new object(), "<xsd:anyType id=\"ref-1\">\n</xsd:anyType>\n");
        Is(Array.Empty<object>(), "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"xsd:anyType[0]\">\n</SOAP-ENC:Array>\n");
        Is(new[] { 1, 2 },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"xsd:int[2]\">\n<item>1</item>\n<item>2</item>\n</SOAP-ENC:Array>\n");
        Is(new[] { "a", null, "b", null, null },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"xsd:string[5]\">\n<item id=\"ref-2\">a</item>\n<item xsi:null=\"1\"/>\n<item id=\"ref-3\">b</item>\n</SOAP-ENC:Array>\n");
        Is(new Exception[] { null! },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"a1:Exception[1]\" xmlns:a1=\"http://schemas.microsoft.com/clr/ns/System\">\n</SOAP-ENC:Array>\n");
        Is(new[,] { { 1 }, { 2 } },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"xsd:int[2,1]\">\n<item>1</item>\n<item>2</item>\n</SOAP-ENC:Array>\n");
        Is(new[] { 'a' },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"a1:Char[1]\" xmlns:a1=\"http://schemas.microsoft.com/clr/ns/System\">\n<item>a</item>\n</SOAP-ENC:Array>\n");
        Is(new int[]?[] { [1], null },
            "<SOAP-ENC:Array id=\"ref-1\" SOAP-ENC:arrayType=\"a1:Int32[][2]\" xmlns:a1=\"http://schemas.microsoft.com/clr/ns/System\">\n<item href=\"#ref-2\"/>\n</SOAP-ENC:Array>\n<SOAP-ENC:Array id=\"ref-2\" SOAP-ENC:arrayType=\"xsd:int[1]\">\n<item>1</item>\n</SOAP-ENC:Array>\n");
    }

    [Fact]
    public void Styles()
    {
        string same = new('s', 2);
        string Only(object graph, SoapOptions options) =>
            Body(graph, options with { Renames = Options.Renames, KnownTypes = Options.KnownTypes }).ReplaceLineEndings("\n");
        Assert.Contains("<a1:Order_x002B_Note id=\"ref-1\" xmlns:a1=\"http://schemas.microsoft.com/clr/nsassem/My/Shop\">",
            Only(new Note(), new() { AssemblyStyle = SoapAssemblyStyle.Simple }), StringComparison.Ordinal);
        Assert.Contains("<item xsi:type=\"xsd:string\">ss</item>\n<item xsi:type=\"xsd:string\">ss</item>",
            Only(new object[] { same, same }, new() { TypeStyle = SoapTypeStyle.XsdString }), StringComparison.Ordinal);
        Assert.Contains("<Width xsi:type=\"xsd:int\">7</Width>",
            Only(new Size { Width = 7 }, new() { TypeStyle = SoapTypeStyle.TypesAlways }), StringComparison.Ordinal);
        var none = new DateTime(2020, 1, 2);
        Assert.Contains(none.ToString("yyyy-MM-dd'T'HH:mm:ss.fffffffzzz", CultureInfo.InvariantCulture) + "</item>",
            Only(new[] { none }, new()), StringComparison.Ordinal);
        Assert.Contains("2020-01-02T00:00:00.0000000</item>", Only(new[] { none }, new() { DateStyle = SoapDateStyle.KeepsKind }),
            StringComparison.Ordinal);
        foreach (var style in new[] { SoapTypeStyle.XsdString, SoapTypeStyle.TypesAlways,
            SoapTypeStyle.TypesAlways | SoapTypeStyle.XsdString })
        {
            var options = Options with { TypeStyle = style };
            var back = Soap.Deserialize<Order>(
                Soap.Serialize(new Order { Any = 5, List = ["a"], Maybe = 3, Size = new() { Height = 2 } }, options), options);
            Assert.Equal((5, "a", 3, 2), (back.Any, back.List![0], back.Maybe, back.Size.Height));
        }
    }

    [Fact]
    public void Generics_are_refused_with_the_remedy()
    {
        foreach (object graph in new object[] { new List<int> { 1 }, new[] { new KeyValuePair<int, int>(1, 2) },
            new object[] { new Dictionary<string, int>() } })
        {
            var error = Assert.Throws<NotSupportedException>(() => Soap.Serialize(graph));
            Assert.Contains(nameof(SoapOptions.WritesGenerics), error.Message, StringComparison.Ordinal);
            Assert.NotEmpty(Soap.Serialize(graph, new SoapOptions { WritesGenerics = true }));
        }
        Assert.Throws<NotSupportedException>(() => Soap.Serialize<object?>(null));
    }
}
