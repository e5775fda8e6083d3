using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

/// <summary>Whatever the text: a graph or WireFormatException, and no more memory than the envelope is worth.</summary>
public class EnvelopeHostileTests
{
    static Exception? Read(byte[] payload) => Record.Exception(() => Soap.Deserialize<object>(payload, EnvelopeGraphTests.Options));

    static Exception? Check(byte[] payload, string what)
    {
        long most = (payload.Length * 100L) + (1 << 20);
        var (error, allocated) = Measure(payload);
        // What is made at the first use of types is none of the envelope's.
        if (allocated >= most)
            (error, allocated) = Measure(payload);
        Assert.True(error is null or WireFormatException { Format: "Soap", Offset: >= 0, Path: not null, Line: > 0 },
            $"{what}: {error}\n{Encoding.UTF8.GetString(payload[..Math.Min(payload.Length, 4000)])}");
        Assert.True(allocated < most,
            $"{what}: {allocated} bytes of {payload.Length}\n{error}\n{Encoding.UTF8.GetString(payload[..Math.Min(payload.Length, 4000)])}");
        return error;
    }

    static (Exception? Error, long Allocated) Measure(byte[] payload)
    {
        long before = GC.GetAllocatedBytesForCurrentThread();
        var error = Read(payload);
        return (error, GC.GetAllocatedBytesForCurrentThread() - before);
    }

    const string Begin = "<s:Envelope xmlns:s='http://schemas.xmlsoap.org/soap/envelope/' xmlns:e='http://schemas.xmlsoap.org/soap/encoding/' xmlns:x='http://www.w3.org/2001/XMLSchema-instance' xmlns:d='http://www.w3.org/2001/XMLSchema' "
        +
        "xmlns:l='http://schemas.microsoft.com/clr/ns/System' xmlns:c='http://schemas.microsoft.com/clr/ns/System.Collections' xmlns:t='http://schemas.microsoft.com/clr/nsassem/Isomer.Tests.Formats.OfNrbf/Any'><s:Body>",
            End = "</s:Body></s:Envelope>";

    static byte[] Envelope(string body) => Encoding.UTF8.GetBytes(Begin + body + End);

    static WireFormatException Refused(string body, string because)
    {
        byte[] payload = Envelope(body);
        var error = Assert.IsType<WireFormatException>(Check(payload, body[..Math.Min(body.Length, 200)]));
        Assert.Contains(because, error.Message, StringComparison.Ordinal);
        return error;
    }

    public static TheoryData<string> Names => [.. NrbfGraphs.All.Keys];

    [Theory, MemberData(nameof(Names))]
    public void Every_prefix_is_refused(string name)
    {
        byte[] payload = Soap.Serialize(NrbfGraphs.All[name](), EnvelopeGraphTests.Options);
        // Of the line's end behind it nothing is missed.
        for (int length = 0, step = 1 + (payload.Length / 200); length < payload.Length - 2; length += step)
            Assert.IsType<WireFormatException>(Read(payload[..length]));
    }

    [Theory, MemberData(nameof(Names))]
    public void Any_mutation_is_read_or_refused(string name)
    {
        byte[] payload = Soap.Serialize(NrbfGraphs.All[name](), EnvelopeGraphTests.Options);
        var random = new Random(name.Length * 31 + payload.Length);
        int begin = payload.AsSpan().IndexOf("Body>"u8);
        Read(payload);
        byte[][] words = [
            .. ((string[])["ref-1", "ref-2", "ref-3", "#ref-1", "xsd:int", "xsd:anyType", "SOAP-ENC:string", "SOAP-ENC:base64", "[9]",
                "[2,2]", "xsi:null=\"1\"", "href=\"#ref-2\"", "id=\"ref-1\"", "&#0;", "<item/>", "a1:"]).Select(Encoding.UTF8.GetBytes)];
        for (int i = 0; i < 200; i++)
        {
            var damaged = new List<byte>(payload);
            for (int n = random.Next(1, 4); n > 0; n--)
            {
                int at = random.Next(begin, damaged.Count);
                switch (random.Next(4))
                {
                    case 0:
                        damaged[at] = (byte)random.Next(32, 127);
                        break;
                    case 1:
                        damaged.InsertRange(at, words[random.Next(words.Length)]);
                        break;
                    case 2:
                        damaged.RemoveRange(at, Math.Min(random.Next(1, 30), damaged.Count - at));
                        break;
                    default:
                        // A number becomes another.
                        int digit = damaged.FindIndex(at, static b => b is >= (byte)'0' and <= (byte)'9');
                        if (digit >= 0)
                            damaged[digit] = (byte)random.Next('0', '9' + 1);
                        break;
                }
            }
            Check([.. damaged], $"{name}, {i}");
        }
    }

    [Fact]
    public void References_must_lead_to_one_element()
    {
        Refused("<t:Link id='r'><Next href='#x'/></t:Link>", "'x' is referred to and is not in the envelope");
        Refused("<t:Link id='r'/><t:Link id='r'/>", "given to two elements");
        Refused("<t:Link id='r'><Next href='http://a/'/></t:Link>", "outside of the envelope");
        Refused("<t:Link id='r'><Next id='a' href='#r'/></t:Link>", "has an id and refers to another");
        Refused("<t:Link id='r' href='#r'/>", "has an id and refers to another");
        Refused("<t:Link id='r'><Next href='#a'/><Any/></t:Link><t:Link href='#b'/>", "referred to and is not");
        Refused("<t:Link><Value>1</Value><Value>2</Value></t:Link>", "comes twice");
        // To an element that is of another kind.
        Assert.IsType<WireFormatException>(Read(Envelope("<t:Link id='r'><Next href='#s'/></t:Link><e:string id='s'>a</e:string>")));
        Refused("<t:Link><Value>a</Value></t:Link>", "is no 'System.Int32'");
        // Whatever the namespace, as long as there is one.
        Refused("<q:T xmlns:q='a'/>", "'T' of the namespace 'a' is no type of the CLR");
        Refused("<T/>", "neither its name nor xsi:type says it");
        Assert.Equal("$.Next.Value", Refused("<t:Link><Next href='#n'/></t:Link><t:Link id='n'><Value>1.5</Value></t:Link>", "is no").Path);
    }

    [Fact]
    public void A_document_type_is_refused()
    {
        byte[] payload = Encoding.UTF8.GetBytes("<!DOCTYPE a [<!ENTITY b 'bb'>]>" + Begin + "<e:string>&b;</e:string>" + End);
        Assert.Contains("document type", Assert.IsType<WireFormatException>(Read(payload)).Message, StringComparison.Ordinal);
        Refused("<e:string>&b;</e:string>", "five entities");
    }

    [Fact]
    public void Types_outside_of_the_set_are_named_and_not_made()
    {
        byte[] payload = Soap.Serialize(new object[] { new Exception("x"), new Link() });
        var error = Assert.Throws<WireFormatException>(
            () => Soap.Deserialize<object>(payload, new SoapOptions { KnownTypes = [typeof(Exception)] }));
        Assert.Contains("Link", error.Message, StringComparison.Ordinal);
        Assert.Contains(nameof(SoapOptions.KnownTypes), error.Message, StringComparison.Ordinal);
        Assert.Equal("$[1]", error.Path);
        Assert.True(error.Line > 3);
    }

    [Theory, InlineData("l:Object"), InlineData("l:EventHandler"), InlineData("l:Delegate"), InlineData("l:Type"), InlineData("l:Array"),
        InlineData("l:ValueType"), InlineData("l:Enum"), InlineData("l:Int32"), InlineData("l:String"), InlineData("l:Void"),
        InlineData("c:IList"), InlineData("e:Array"), InlineData("d:anyType"), InlineData("d:nothing"), InlineData("s:Fault"),
        InlineData("s:Envelope"), InlineData("l:Nullable_x0060_1_x005B__x005B_System.Int32_x005D__x005D_"), InlineData("c:ArrayList"),
        InlineData("c:Hashtable"), InlineData("l:UnitySerializationHolder"), InlineData("l:DBNull"), InlineData("l:WeakReference"),
        InlineData("t:Only"), InlineData("t:Entered"), InlineData("t:Places"), InlineData("t:Registry")]
    public void No_name_of_a_class_ends_the_process(string name)
    {
        foreach (string content in new[] { "", "text", "<m>1</m>", "<m_value>1</m_value>", "<_items href='#a'/><_size>1</_size>",
            "<Data>1</Data><UnityType>2</UnityType>", "<x id='a'/>" })
            foreach (string attributes in new[] { "", " id='r'", " x:null='1'", " e:arrayType='d:int[2]'", $" x:type='{name}'",
                " e:arrayType='l:Object[,][3]'", $" e:arrayType='{name}[1]'", " x:type='e:base64'" })
            {
                Check(Envelope($"<{name}{attributes}>{content}</{name}>"), name);
                Check(Envelope(
                    $"<e:Array e:arrayType='d:anyType[1]'><item x:type='{name}'{(attributes.Contains("type=", StringComparison.Ordinal) && attributes.Contains("x:", StringComparison.Ordinal) ? "" : attributes)}>{content}</item></e:Array>"),
                        name);
                Check(Envelope($"<t:Faces><Value x:type='{name}'>{content}</Value></t:Faces>"), name);
            }
    }

    [Fact]
    public void A_claimed_length_allocates_nothing()
    {
        foreach (string type in new[] { "d:int[2000000000]", "d:anyType[2000000000]", "d:unsignedByte[2147483647]", "d:int[40000,40000]",
            "d:string[2147483647]", "t:Place[100000000]", "d:anyType[-1]", "d:int[99999999999]", "d:anyType[10000,10000]" })
            Refused($"<e:Array e:arrayType='{type}'/>", "");
        Refused("<e:Array e:arrayType='d:anyType[5]' e:offset='[2000000000]'><item/></e:Array>", "do not fit");
        Refused("<e:Array e:arrayType='d:anyType[3]'><item e:position='[2000000000]'/></e:Array>", "do not fit");
        Refused("<e:Array e:arrayType='d:anyType[3]'><item e:position='[2]'/><item e:position='[1]'/></e:Array>", "");
        Refused("<e:Array e:arrayType='d:anyType[1]'><item/><item/></e:Array>", "do not fit");
        Refused("<e:Array e:arrayType='d:int[1,1]'><item>1</item><item>1</item></e:Array>", "More than");
    }

    /// <summary>Depth, of what stands within one another and of what is referred to.</summary>
    [Fact]
    public void Depth_is_bounded_or_data()
    {
        string deep = string.Concat(Enumerable.Repeat("<Next>", 900)) + string.Concat(Enumerable.Repeat("</Next>", 900));
        Check(Envelope($"<t:Link>{deep}</t:Link>"), "in each other");
        deep = string.Concat(Enumerable.Repeat("<Next>", 5000)) + string.Concat(Enumerable.Repeat("</Next>", 5000));
        Refused($"<t:Link>{deep}</t:Link>", "nest deeper");
        // A struct that refers to itself from within is a box that holds itself. As a key of a table it would be asked for its hash for
        // ever.
        const string self = "<c:DictionaryEntry id='r'><_key href='#r'/></c:DictionaryEntry>";
        var box = (System.Collections.DictionaryEntry)Soap.Deserialize<object>(Envelope(self), EnvelopeGraphTests.Options)!;
        Assert.Same(box.Key, ((System.Collections.DictionaryEntry)box.Key).Key);
        Refused("<c:Hashtable><LoadFactor>0.72</LoadFactor><Version>1</Version><HashSize>3</HashSize><Keys href='#k'/><Values href='#v'/>"
            + "</c:Hashtable>"
            + "<e:Array id='k' e:arrayType='d:anyType[1]'><item href='#r'/></e:Array>"
            + $"<e:Array id='v' e:arrayType='d:anyType[1]'><item/></e:Array>{self}", "would not end");
        // Arrays of arrays, each of which may lack items.
        Check(Envelope(
            string.Concat(
                Enumerable.Range(0, 2000)
                    .Select(static i => $"<e:Array id='r{i}' e:arrayType='d:anyType[100]'><item href='#r{i + 1}'/></e:Array>"))
                        + "<e:string id='r2000'/>"), "arrays");
    }

    /// <summary>A struct is read each time it is referred to; how often is bounded.</summary>
    [Fact]
    public void What_is_referred_to_again_and_again_costs_no_more()
    {
        string text = new('a', 20_000);
        string body = "<e:Array e:arrayType='t:Place[2000]'>" + string.Concat(Enumerable.Repeat("<item href='#p'/>", 2000))
            + $"</e:Array><t:Place id='p'><X>1</X><Name>{text}</Name></t:Place>";
        Refused(body, "more often");
        body = "<e:Array e:arrayType='d:anyType[2000]'>" + string.Concat(Enumerable.Repeat("<item href='#p'/>", 2000))
            + $"</e:Array><e:string id='p'>{text}</e:string>";
        Assert.Null(Read(Envelope(body)));
        Check(Envelope(body), "one string");
    }

    /// <summary>Ids and names that were chosen to fall into one bucket of a table without a secret.</summary>
    [Fact]
    public void Many_ids_and_names()
    {
        var body = new StringBuilder("<e:Array e:arrayType='d:anyType[20000]'>");
        for (int i = 0; i < 20000; i++)
            body.Append("<item href='#").Append(i).Append("'/>");
        body.Append("</e:Array>");
        for (int i = 0; i < 20000; i++)
            body.Append("<t:Link id='").Append(i).Append("'><n").Append(i).Append("/></t:Link>");
        Check(Envelope(body.ToString()), "ids");
        Assert.Null(Read(Envelope(body.ToString())));
    }
}
