using System.Runtime.Serialization;
using System.Runtime.Serialization.Formatters;
using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0011, SYSLIB0050 // the API of an older age is what is tested

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>IsomerSoapFormatter in SoapFormatter's place, faults, and what other writers of SOAP do.</summary>
public class EnvelopeDropInTests
{
    static IsomerSoapFormatter Ours => new(EnvelopeGraphTests.Options);

    static byte[] Written(IFormatter formatter, object graph)
    {
        var stream = new MemoryStream();
        formatter.Serialize(stream, graph);
        return stream.ToArray();
    }

    [Fact]
    public void It_writes_and_reads_envelopes()
    {
        var graph = new Link { Value = 1, Next = new() { Value = 2 } };
        Assert.Equal(Soap.Serialize(graph, EnvelopeGraphTests.Options), Written(Ours, graph));
        Assert.Equal(2, ((Link)Ours.Deserialize(new MemoryStream(Written(Ours, graph)))).Next!.Value);
        string simple = Encoding.UTF8.GetString(
            Written(new IsomerSoapFormatter(EnvelopeGraphTests.Options)
            { AssemblyFormat = FormatterAssemblyStyle.Simple, TypeFormat = FormatterTypeStyle.TypesAlways }, graph));
        Assert.Contains("/Isomer.Tests\">", simple, StringComparison.Ordinal);
        Assert.Contains("<Value xsi:type=\"xsd:int\">", simple, StringComparison.Ordinal);
        Assert.Equal((FormatterAssemblyStyle.Full, FormatterTypeStyle.TypesWhenNeeded, TypeFilterLevel.Full),
            (Ours.AssemblyFormat, Ours.TypeFormat, Ours.FilterLevel));
        Assert.Null(new IsomerSoapFormatter(null, new StreamingContext(StreamingContextStates.File)).SurrogateSelector);
    }

    [Fact]
    public void What_is_refused_is_a_SerializationException()
    {
        byte[] link = Written(Ours, new Link());
        var unknown = Assert.Throws<SerializationException>(() => new IsomerSoapFormatter().Deserialize(new MemoryStream(link)));
        Assert.Contains("KnownTypes", unknown.Message, StringComparison.Ordinal);
        Assert.IsType<WireFormatException>(unknown.InnerException);
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream()));
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream([1, 2, 3])));
        Assert.Throws<SerializationException>(() => Ours.Deserialize(new MemoryStream(link[..^20])));
        Assert.Throws<SerializationException>(() => new IsomerSoapFormatter().Serialize(new MemoryStream(), new List<int>()));
        Assert.Throws<ArgumentNullException>(() => Ours.Serialize(new MemoryStream(), null!));
        Assert.Throws<ArgumentNullException>(() => Ours.Deserialize(null!));
    }

    [Serializable]
    class New
    {
        public int Id = 5;
    }

    [Serializable]
    class Old
    {
        public int Id = 7;
        public DayOfWeek[]? Days = [DayOfWeek.Friday];
    }

    [Fact]
    public void A_binder_is_a_filter_beside_the_closed_set()
    {
        byte[] bytes = Soap.Serialize(new Old());
        var known = new SoapOptions { KnownTypes = [typeof(New)] };
        var binder = new AskedBinder(static n => n.EndsWith("Old", StringComparison.Ordinal) ? typeof(New) : null);
        var read = Assert.IsType<New>(new IsomerSoapFormatter(known) { Binder = binder }.Deserialize(new MemoryStream(bytes)));
        Assert.Equal(7, read.Id);
        Assert.Equal(["Isomer.Tests.Formats.OfSoap.EnvelopeDropInTests+Old, Isomer.Tests", "System.DayOfWeek, mscorlib"], binder.Asked);
        Assert.Throws<SerializationException>(
            () => new IsomerSoapFormatter(known) { Binder = new AskedBinder(static _ => typeof(Old)) }.Deserialize(
                new MemoryStream(bytes)));
        Assert.Throws<SerializationException>(
            () => new IsomerSoapFormatter(known) { Binder = new AskedBinder(static _ => null) }.Deserialize(new MemoryStream(bytes)));
        Assert.Throws<InvalidOperationException>(
            () => new IsomerSoapFormatter(known)
            { Binder = new AskedBinder(static _ => throw new InvalidOperationException()) }.Deserialize(new MemoryStream(bytes)));
    }

    const string Begin = "<SOAP-ENV:Envelope xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:SOAP-ENC='http://schemas.xmlsoap.org/soap/encoding/' xmlns:SOAP-ENV='http://schemas.xmlsoap.org/soap/envelope/'>",
        End = "</SOAP-ENV:Envelope>";

    static T Read<T>(string body) =>
        Soap.Deserialize<T>(Encoding.UTF8.GetBytes($"{Begin}<SOAP-ENV:Body>{body}</SOAP-ENV:Body>{End}"),
            EnvelopeGraphTests.Options);

    /// <summary>As a server of remoting answers: the detail stands in the fault, with its type.</summary>
    [Fact]
    public void Faults()
    {
        var fault = (SoapFault)Read<object>("""
            <SOAP-ENV:Fault id="ref-1"><faultcode id="ref-2">SOAP-ENV:Server</faultcode><faultstring id="ref-3">thrown</faultstring>
            <detail xsi:type="a1:ServerFault" xmlns:a1="http://schemas.microsoft.com/clr/ns/System.Runtime.Serialization.Formatters"><exceptionType id="ref-4">System.Exception, mscorlib</exceptionType><message id="ref-5">m</message><stackTrace id="ref-6">at</stackTrace></detail></SOAP-ENV:Fault>
            """);
        Assert.Equal(("SOAP-ENV:Server", "thrown", null), (fault.Code, fault.Text, fault.Actor));
        var detail = Assert.IsType<SoapServerFault>(fault.Detail);
        Assert.Equal(("System.Exception, mscorlib", "m", "at"), (detail.ExceptionType, detail.Message, detail.StackTrace));
        foreach (var tier in EnvelopeGraphTests.Tiers)
        {
            byte[] written = Soap.Serialize(fault, tier);
            Assert.Contains("<SOAP-ENV:Fault id=\"ref-1\">", Encoding.UTF8.GetString(written), StringComparison.Ordinal);
            Assert.Null(SameGraph.Difference(fault, Soap.Deserialize<SoapFault>(written, tier)));
        }
        Assert.Throws<WireFormatException>(() => Read<Link>("<SOAP-ENV:Fault/>"));
    }

    /// <summary>Forms of SOAP 1.1 that the originals do not write, or only read.</summary>
    [Fact]
    public void Other_forms_are_read()
    {
        string link = $"xmlns:t='http://schemas.microsoft.com/clr/nsassem/{typeof(Link).Namespace}/Isomer.Tests'";
        Assert.Equal(5, Read<object>("<SOAP-ENC:int>5</SOAP-ENC:int>"));
        Assert.Equal([1, 2],
            Read<int[]>(
                "<SOAP-ENC:Array SOAP-ENC:arrayType='xsd:int[]'><SOAP-ENC:int>1</SOAP-ENC:int> <!-- two --> <x>2</x></SOAP-ENC:Array>"));
        Assert.Equal((string?[])["a", null, "b", null],
            Read<string?[]>(
                "<SOAP-ENC:Array SOAP-ENC:arrayType='xsd:string[4]'><x xsi:type='xsd:string'>a</x><x SOAP-ENC:position='[2]'>b</x></SOAP-ENC:Array>")
                    .AsEnumerable());
        Assert.Equal((string?[])[null, null, "a"],
            Read<string?[]>("<SOAP-ENC:Array SOAP-ENC:arrayType='xsd:string[3]' SOAP-ENC:offset='[2]'><x>a</x></SOAP-ENC:Array>")
                .AsEnumerable());
        // Objects within one another, without ids.
        Assert.Equal((1, 2),
            Read<Link>($"<t:Link {link}><Value>1</Value><Next><!-- c --><Value>2</Value></Next></t:Link>") is var a
                ? (a.Value, a.Next!.Value)
                : default);
        // Headers, the root behind what it refers to, what is nil by the later schema, instructions, CDATA, a mark.
        var b = Soap.Deserialize<Link>(
            Encoding.UTF8.GetBytes(
                $"\uFEFF<?xml version='1.0' encoding='utf-8'?>\n<?a b?>{Begin}<SOAP-ENV:Header><h:x xmlns:h='u' SOAP-ENV:mustUnderstand='1'><y id='ref-1'/></h:x></SOAP-ENV:Header><SOAP-ENV:Body><t:Link id='n' {link}><Value><![CDATA[7]]></Value><Next xsi:nil='true'/></t:Link><t:Link SOAP-ENC:root='1' {link}><Next href='#n'/></t:Link></SOAP-ENV:Body>{End}"),
                    EnvelopeGraphTests.Options);
        Assert.Equal((7, null), (b.Next!.Value, b.Next.Next));
        // UTF-16.
        Assert.Equal("ä",
            Soap.Deserialize<string>(
                [0xFF, 0xFE,
                    .. Encoding.Unicode.GetBytes($"{Begin}<SOAP-ENV:Body><SOAP-ENC:string>ä</SOAP-ENC:string></SOAP-ENV:Body>{End}")]));
        // Line ends stay, as under the reader of SoapFormatter.
        Assert.Equal("a\r\nb\rc\n", Read<string>("<SOAP-ENC:string>a\r\nb\rc\n</SOAP-ENC:string>"));
        Assert.Equal(DateTime.MinValue.Date, Read<DateTime>("<xsd:dateTime>0001-01-01T00:00:00.0000000+07:00</xsd:dateTime>").Date);
        Assert.Equal(TimeSpan.FromDays(361.5), Read<TimeSpan>("<xsd:duration>P1Y1DT12H</xsd:duration>"));
    }

    [Fact]
    public void Durations()
    {
        foreach (var span in new[] { TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue, new TimeSpan(1), new TimeSpan(-1),
            TimeSpan.FromDays(360), TimeSpan.FromDays(-30), new TimeSpan(1, 2, 3, 4, 5) })
            Assert.Equal(span, Soap.Deserialize<TimeSpan[]>(Soap.Serialize(new[] { span }))[0]);
        foreach (string wrong in new[] { "", "P1", "PT", "1D", "P-1D", "PT1.12345678S", "P1D1D", "P1DT1D", "PT1S1H", "P99999999999Y",
            "P1.5D", "PT.5S" })
            Assert.Throws<WireFormatException>(() => Read<TimeSpan>($"<xsd:duration>{wrong}</xsd:duration>"));
    }

    /// <summary>
    /// Without types: what is met again, cycles, arrays of any rank, text that nothing says more of; every graph has nodes or is too deep.
    /// </summary>
    [Fact]
    public void Nodes()
    {
        Node? Of(object graph) => Soap.Format.ParseNode(Soap.Serialize(graph, EnvelopeGraphTests.Options));
        string Text(object graph) => Encoding.UTF8.GetString(Json.Serialize(Of(graph)));
        var link = new Link { Value = 1 };
        link.Next = link;
        Assert.Equal("""{"$type":"Isomer.Tests.Formats.OfNrbf.Link, Isomer.Tests","$id":"ref-1","Value":"1","Next":{"$ref":"ref-1"}}""",
            Text(link));
        Assert.Equal("""[[1,2],[3,4]]""", Text(new[,] { { 1, 2 }, { 3, 4 } }));
        Assert.Equal("""["a",true,"Friday",[1],2.5]""", Text(new object[] { "a", true, DayOfWeek.Friday, new[] { 1 }, 2.5m }));
        Assert.Equal("\"text\"", Text("text"));
        foreach (string name in NrbfGraphs.All.Keys)
            Assert.True(Record.Exception(() => Of(NrbfGraphs.All[name]())) is null or WireFormatException { Format: "Soap", Offset: >= 0 },
                name);
        Assert.Throws<WireFormatException>(() => Soap.Format.ParseNode("<a/>"u8));
    }

    [Fact]
    public void It_is_found_by_its_name()
    {
        Assert.Same(Soap.Format, Format.Find("soap"));
        Assert.Equal(FormatMatch.Certain, Soap.Format.Match(Soap.Serialize("a")));
        Assert.Equal(FormatMatch.No, Soap.Format.Match("<a/>"u8));
    }
}
