using System.Globalization;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

#pragma warning disable CS0649, CA1051, CA1819

/// <summary>What hostile documents may cost, and what they may make: nothing but the mapping's types, within limits.</summary>
public class SoapSafetyTests
{
    public class Node { public int Id; public Node? Next; public object? O; public List<int>? List; public int[]? Ints; }
    public class Thrower { public int A { get => 0; set => throw new ArithmeticException("no"); } }

    const string Head = "<root xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:e='http://schemas.xmlsoap.org/soap/encoding/' xmlns:f='http://www.w3.org/2003/05/soap-encoding'>";

    static readonly IsomerXmlSerializer s_nodes = new(new SoapReflectionImporter().ImportTypeMapping(typeof(Node)));

    static object? Read(string content, string? style = null, IsomerXmlSerializer? serializer = null)
    {
        using var reader = XmlReader.Create(new StringReader(Head + content + "</root>"));
        reader.ReadStartElement();
        return (serializer ?? s_nodes).Deserialize(reader, style);
    }

    static WireFormatException Refused(string content, string? style = null, IsomerXmlSerializer? serializer = null) =>
        Assert.IsType<WireFormatException>(Assert.Throws<InvalidOperationException>(() => Read(content, style, serializer)).InnerException);

    static string Many(int count, Func<int, string> each) => string.Concat(Enumerable.Range(0, count).Select(each));

    [Fact]
    public void Errors_say_where_and_what()
    {
        var error = Refused("<Node>\n<Next href='#nowhere'/></Node>");
        Assert.Contains("nowhere", error.Message, StringComparison.Ordinal);
        Assert.Equal("Xml", error.Format);
        Assert.True(error.Line >= 2);
        error = Refused("<Node><Id xsi:type='xsd:string'>x</Id></Node>");
        Assert.Contains("Node.Id", error.Message, StringComparison.Ordinal);
        Assert.Contains("System.String", error.Message, StringComparison.Ordinal);
        var thrower = new IsomerXmlSerializer(new SoapReflectionImporter().ImportTypeMapping(typeof(Thrower)));
        Assert.IsType<ArithmeticException>(Refused("<Thrower><A>1</A></Thrower>", null, thrower).InnerException);
    }

    [Theory]
    [InlineData("<Node><Id>1</Id><Id>x</Id><O/></Node>", "$.Node.Id[1]")]
    [InlineData("<Node><Id>1</Id><Next><Id>x</Id></Next><Next/></Node>", "$.Node.Next.Id")]
    [InlineData("<Node><Next/><Next><Id/></Next></Node>", "$.Node.Next[1].Id")]
    [InlineData("<Node><Next href='nowhere'/></Node>", "$.Node.Next")]
    [InlineData("<Node><Id xsi:type='no:such'>1</Id></Node>", "$.Node.Id")]
    [InlineData("<Node><Ints e:arrayType='xsd:int[2]'><i>1</i><i>x</i></Ints><Id>2</Id></Node>", "$.Node.Ints.i[1]")]
    [InlineData("<Node><u><Id>x</Id></u><Id>x</Id></Node>", "$.Node.Id")]
    [InlineData("<Node><Id>1</Id>", "$.Node.Id")]
    public void Errors_name_the_element(string content, string path) => Assert.Equal(path, Refused(content).Path);

    [Fact]
    public void Errors_of_setters_name_their_member()
    {
        var thrower = new IsomerXmlSerializer(new SoapReflectionImporter().ImportTypeMapping(typeof(Thrower)));
        Assert.Equal("$.Thrower.A", Refused("<Thrower><A>1</A></Thrower>", null, thrower).Path);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(SoapOracle.Soap12)]
    public void Deep_documents_are_refused(string? style)
    {
        const int Deep = 100_000;
        Assert.Contains("MaxDepth", Refused("<Node>" + Many(Deep, _ => "<Next>") + Many(Deep, _ => "</Next>") + "</Node>", style).Message,
            StringComparison.Ordinal);
        Assert.Contains("MaxDepth", Refused("<Node><O>" + Many(Deep, _ => "<a>") + Many(Deep, _ => "</a>") + "</O></Node>", style).Message,
            StringComparison.Ordinal);
        Assert.Contains("MaxDepth", Refused("<Node><u>" + Many(Deep, _ => "<a>") + Many(Deep, _ => "</a>") + "</u></Node>", style).Message,
            StringComparison.Ordinal);
        Assert.Contains("MaxDepth",
            Refused("<Node><O e:arrayType='xsd:anyType[1]' f:itemType='xsd:anyType'>"
                + Many(Deep, _ => "<i e:arrayType='xsd:anyType[1]' f:itemType='xsd:anyType'>") + Many(Deep, _ => "</i>") + "</O></Node>",
                    style).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Long_chains_of_references_are_not_deep()
    {
        const int Long = 20_000;
        var root = (Node)Read(
            "<Node><Next href='#0'/></Node>" + Many(Long, i => $"<Node id='{i}'><Id>{i}</Id><Next href='#{i + 1}'/></Node>")
                + $"<Node id='{Long}'/>")!;
        int count = 0;
        for (var node = root.Next; node is not null; node = node.Next)
            count++;
        Assert.Equal(Long + 1, count);
    }

    [Fact]
    public void Long_chains_are_written_flat()
    {
        var first = new Node();
        var last = first;
        for (int i = 0; i < 20_000; i++)
            last = last.Next = new Node { Id = i };
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text))
        {
            writer.WriteStartElement("root");
            s_nodes.Serialize(writer, first);
            writer.WriteEndElement();
        }
        Assert.Contains("id20001", text.ToString(), StringComparison.Ordinal);
        using var deep = XmlWriter.Create(Stream.Null);
        deep.WriteStartElement("root");
        Assert.IsType<NotSupportedException>(
            Assert.Throws<InvalidOperationException>(() => s_nodes.Serialize(deep, first, null, SoapOracle.Soap12)).InnerException);
    }

    [Fact]
    public void A_length_is_not_believed()
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int i = 0; i < 50; i++)
            Read("<Node><Ints e:arrayType='xsd:int[2147483647]'><i>1</i></Ints></Node>");
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 10_000_000);
    }

    /// <summary>Each further level is a type that the runtime keeps for ever.</summary>
    [Fact]
    public void Arrays_of_arrays_are_bounded()
    {
        Assert.IsType<int[][][]>(((Node)Read("<Node><O e:arrayType='xsd:int[][][1]'/></Node>")!).O);
        Assert.Contains("nested", Refused("<Node><O e:arrayType='xsd:int" + Many(100_000, _ => "[]") + "[1]'/></Node>").Message,
            StringComparison.Ordinal);
    }

    /// <summary>One array of many items that many lists point to would be the product of both.</summary>
    [Fact]
    public void Copies_of_one_array_are_bounded()
    {
        string Document(int lists, int items) =>
            "<Node href='#0'/>" + Many(lists, i => $"<Node id='{i}'><List href='#a'/></Node>") + "<e:Array id='a' e:arrayType='xsd:int[]'>"
                + Many(items, i => "<i>1</i>") + "</e:Array>";
        Read(Document(100, 1_000));
        Assert.Contains("copies", Refused(Document(5_000, 5_000)).Message, StringComparison.Ordinal);
        // An array itself is one, however many point to it.
        Read(Document(5_000, 5_000).Replace("List", "Ints", StringComparison.Ordinal));
    }

    [Fact]
    public void Cost_is_linear()
    {
        string Document(int count) =>
            "<Node><Next href='#0'/></Node>"
                + Many(count,
                    i => string.Create(CultureInfo.InvariantCulture,
                        $"<Node id='{i}'><Id>{i}</Id><O xsi:type='xsd:int'>5</O><Next href='#{count - 1 - i}'/></Node>"));
        Read(Document(1_000));
        string text = Document(20_000);
        long before = GC.GetAllocatedBytesForCurrentThread();
        var watch = ThreadTime.Start();
        Read(text);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (100L * text.Length) + 1_000_000);
        Assert.InRange(watch.ElapsedMilliseconds, 0, 5_000);
    }

    [Fact]
    public void Nothing_but_known_types_is_made()
    {
        foreach (string type in new[] { "System.IO.FileInfo", "FileInfo", "Node[]", "Isomer.Tests.Formats.OfSoap.SoapSafetyTests+Thrower",
            "Thrower" })
            Assert.IsAssignableFrom<XmlNode[]>(((Node)Read($"<Node><O xsi:type='{type}'><A>1</A></O></Node>")!).O);
        Assert.Contains("not known", Refused("<Node><O e:arrayType='Thrower[1]'><i/></O></Node>").Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<!DOCTYPE Node [<!ENTITY a 'b'>]><Node><Id>1</Id></Node>")]
    [InlineData("<!DOCTYPE Node><Node/>")]
    public void Document_types_are_refused(string document)
    {
        Assert.Throws<InvalidOperationException>(() => s_nodes.Deserialize(new StringReader(document)));
        Assert.Throws<InvalidOperationException>(() => s_nodes.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(document))));
        using var reader = XmlReader.Create(new StringReader(document), new XmlReaderSettings { DtdProcessing = DtdProcessing.Parse });
        Assert.Throws<InvalidOperationException>(() => s_nodes.Deserialize(reader));
    }

    /// <summary>Every end of a document, and every byte of it changed: a value or the one exception.</summary>
    [Fact]
    public void Whatever_the_bytes()
    {
        const string Whole = Head
            + "<Node id='r'><Id xsi:type='xsd:int'>1</Id><Next href='#a'/><O e:arrayType='xsd:anyType[2]'><i xsi:type='xsd:int'>1</i><i href='#r'/></O><List href='#l'/></Node><Node id='a'><Ints xsi:nil='true'/></Node><e:Array id='l' e:arrayType='xsd:int[1]'><i>5</i></e:Array></root>";
        var random = new Random(7);
        for (int i = 0; i < 3_000; i++)
        {
            var text = new StringBuilder(Whole);
            for (int edit = random.Next(3); edit >= 0; edit--)
            {
                int at = random.Next(Head.Length, text.Length - 10);
                if (random.Next(3) == 0)
                    text.Remove(at, random.Next(1, 8));
                else
                    text[at] = "<>/'#=:[]1aix \0"[random.Next(15)];
            }
            if (random.Next(4) == 0)
                text.Length = random.Next(Head.Length, text.Length);
            try
            {
                using var reader = XmlReader.Create(new StringReader(text.ToString()));
                reader.ReadStartElement();
                s_nodes.Deserialize(reader);
            }
            catch (InvalidOperationException e) when (e.InnerException is WireFormatException or XmlException)
            {
            }
            catch (XmlException)
            {
            }
        }
    }
}
