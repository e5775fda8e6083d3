using System.Collections;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Members and types of a mapping, read through every kind of reader of a caller's: values, events and their places as XmlSerializer has
/// them.
/// </summary>
public class XmlMembersReaderTests
{
    static readonly string[] s_parts =
    [
        " ", "\n", "a", " b ", "<![CDATA[x]]>", "<!-- c -->", "<?p i?>", "&#32;", "&amp;", "<T>t</T>", "<T> <![CDATA[t]]> </T>", "<T> </T>",
        "<T><!-- c --> </T>",
        "<T xml:space='preserve'> </T>", "<Q> q </Q>", "<Q a='1'/>", "<N>5</N>", "<N> 6 </N>", "<L><int>1</int> <int> 2 </int><x/></L>",
        "<I><X>1</X> text <Y/></I>", "<p:O xmlns:p='urn:p'>o</p:O>",
    ];

    public class Inner
    {
        public int X { get; set; }
    }

    static XmlReflectionMember Member<T>(string name) => new() { MemberName = name, MemberType = typeof(T) };

    static XmlReflectionMember[] Members => [Member<string>("T"), Member<int>("N"), Member<List<int>>("L"), Member<Inner>("I")];

    public static TheoryData<string> Mappings => ["wrapped", "bare", "named", "first", "type"];

    static XmlMapping Mapping(string name) => name switch
    {
        "wrapped" => new XmlReflectionImporter().ImportMembersMapping("Texts", "", Members, true),
        "bare" => new XmlReflectionImporter().ImportMembersMapping("Texts", "", Members, false),
        "named" => new XmlReflectionImporter().ImportMembersMapping("Texts", "urn:t", Members, true),
        "first" =>
            new XmlReflectionImporter().ImportMembersMapping("Texts", "",
                [Member<string>("A") is var first && (first.IsReturnValue = true) ? first : first, .. Members], true),
        _ => new XmlReflectionImporter().ImportTypeMapping(typeof(XmlDropInSurfaceTests.Texts)),
    };

    [Theory]
    [MemberData(nameof(Mappings))]
    public void Every_reader_gives_what_the_original_makes_of_it(string name)
    {
        var mapping = Mapping(name);
        var (told, toldByOurs) = (new List<string>(), new List<string>());
        var (original, own) = (XmlSerializer.FromMappings([mapping])[0]!, IsomerXmlSerializer.FromMappings([mapping])[0]!);
        var (listened, ownListened) = (XmlSerializer.FromMappings([mapping])[0]!, IsomerXmlSerializer.FromMappings([mapping])[0]!);
        listened.UnknownNode += (_, e) => told.Add(Node(e));
        listened.UnknownElement += (_, e) => told.Add(Element(e));
        ownListened.UnknownNode += (_, e) => toldByOurs.Add(Node(e));
        ownListened.UnknownElement += (_, e) => toldByOurs.Add(Element(e));
        var random = new Random(24);
        int read = 0;
        for (int i = 0; i < 150; i++)
        {
            string content = string.Concat(Enumerable.Range(0, random.Next(1, 7)).Select(_ => s_parts[random.Next(s_parts.Length)]));
            string document = $"<Texts{(name == "named" ? " xmlns='urn:t'" : "")} xmlns:q='urn:q'>{content}</Texts>";
            foreach (bool hasEvents in new[] { false, true })
            {
                foreach (var open in XmlDropInSurfaceTests.Readers(document))
                {
                    string expected = Outcome((hasEvents ? listened : original).Deserialize, Opened(open, name == "bare"), told);
                    Assert.Equal(document + "\n" + expected,
                        document + "\n" + Outcome((hasEvents ? ownListened : own).Deserialize, Opened(open, name == "bare"), toldByOurs));
                    read += expected[0] == '!' ? 0 : 1;
                }
            }
        }
        Assert.True(read > 500, $"Only {read} documents were read.");
    }

    // Members without an element around them stand in one of the caller's.
    static XmlReader Opened(Func<XmlReader> open, bool isWithin)
    {
        var reader = open();
        if (isWithin)
        {
            reader.MoveToContent();
            reader.Read();
        }
        return reader;
    }

    static string Node(XmlNodeEventArgs e) => $"node {e.NodeType} {e.Name} {e.Text} {e.LineNumber},{e.LinePosition}";

    static string Element(XmlElementEventArgs e) => $"element {e.Element.OuterXml} {e.ExpectedElements} {e.LineNumber},{e.LinePosition}";

    static string Outcome(Func<XmlReader, object?> read, XmlReader reader, List<string> told)
    {
        told.Clear();
        try
        {
            string value = Shown(read(reader));
            return $"{value} at {reader.NodeType} {reader.Name}\n{string.Join('\n', told)}";
        }
        catch (InvalidOperationException)
        {
            return "!refused";
        }
    }

    static string Shown(object? value) => value switch
    {
        null => "null",
        string text => $"\"{text}\"",
        Inner inner => $"X={inner.X}",
        XmlDropInSurfaceTests.Texts texts => $"[{Shown(texts.T)}, {texts.N}, {Shown(texts.L)}]",
        IEnumerable items => $"[{string.Join(", ", items.Cast<object?>().Select(Shown))}]",
        _ => value.ToString()!,
    };

    [Fact]
    public void Entities_left_to_the_reader_are_resolved_and_bounded()
    {
        var serializer = IsomerXmlSerializer.FromMappings([Mapping("wrapped")])[0]!;
        Assert.Equal("[\"afiveb\", 0, null, null]",
            Shown(serializer.Deserialize(Left("<!DOCTYPE Texts [<!ENTITY e 'five'>]><Texts><T>a&e;b</T></Texts>"))));
        string bomb = "<!DOCTYPE Texts [<!ENTITY a 'aaaaaaaaaa'>"
            + string.Concat(
                Enumerable.Range('b', 9).Select(c => $"<!ENTITY {(char)c} '{string.Concat(Enumerable.Repeat($"&{(char)(c - 1)};", 10))}'>"))
                    + "]><Texts><T>&j;</T></Texts>";
        var error = Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(Left(bomb)));
        Assert.Contains("Entities", error.InnerException!.Message, StringComparison.Ordinal);
        // Deeper than any that are meant, which whoever makes nodes of them would go into by recursion; in what nobody expects, and in
        // attributes.
        string chain = "<!DOCTYPE Texts [<!ENTITY a0 'x'>"
            + string.Concat(Enumerable.Range(1, 20_000).Select(static i => $"<!ENTITY a{i} '&a{i - 1};'>")) + "]>";
        serializer.UnknownNode += static (_, _) => { };
        foreach (string content in new[] { "<T>&a20000;</T>", "<Unknown>&a20000;</Unknown>", "<Unknown a='&a20000;'/>" })
            Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(Left(chain + "<Other>" + content + "</Other>")));
        // Encoded members have no entities, there as here.
        var encoded = new SoapReflectionImporter().ImportTypeMapping(typeof(XmlDropInSurfaceTests.Texts));
        Assert.Throws<InvalidOperationException>(() => XmlSerializer.FromMappings([encoded])[0]!.Deserialize(Left(bomb)));
        Assert.Throws<InvalidOperationException>(() => IsomerXmlSerializer.FromMappings([encoded])[0]!.Deserialize(Left(bomb)));

        // What follows the document type, which is the caller's reader's.
        static XmlTextReader Left(string document)
        {
            var reader = new XmlTextReader(new StringReader(document))
            { DtdProcessing = DtdProcessing.Parse, EntityHandling = EntityHandling.ExpandCharEntities };
            reader.MoveToContent();
            return reader;
        }
    }
}
