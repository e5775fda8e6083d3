using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Unknown elements that objects keep: identities, references and qualified names in them; their depth. And XML in JSON.</summary>
public class KeptElementTests
{
    [DataContract(Name = "K", Namespace = "")]
    public class Keeps : IExtensibleDataObject
    {
        [DataMember] public string? A;
        [DataMember] public string? N;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    const string Declared = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' xmlns:x='http://www.w3.org/2001/XMLSchema' xmlns:p='urn:p'";

    static string Again(XmlObjectSerializer serializer, string document)
    {
        var value = serializer.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(document)));
        var stream = new MemoryStream();
        serializer.WriteObject(stream, value);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    [Theory]
    [InlineData("<K z:Id='1' {0}><A z:Id='2'>x</A><B z:Id='3'><c z:Id='4'>t</c><d z:Ref='4' i:nil='true'/><e z:Ref='2' i:nil='true'/></B><N z:Id='5'>y</N></K>")]
    [InlineData("<K z:Id='1' {0}><B z:Id='7'>t</B><A z:Id='2'>x</A><C z:Ref='7' i:nil='true'/><N z:Id='9'>y</N></K>")]
    public void Identities_are_given_anew(string document)
    {
        document = document.Replace("{0}", Declared, StringComparison.Ordinal);
        var preserving = new DataContractSerializerSettings { PreserveObjectReferences = true };
        foreach (var settings in (DataContractSerializerSettings[])[preserving, new()])
            Assert.Equal(Again(new DataContractSerializer(typeof(Keeps), settings), document),
                Again(new ContractXmlSerializer(typeof(Keeps), settings), document));
        // What was written can be read.
        string written = Again(new ContractXmlSerializer(typeof(Keeps), preserving), document);
        Assert.Equal(written, Again(new ContractXmlSerializer(typeof(Keeps), preserving), written));
    }

    [Fact]
    public void A_type_stands_before_a_size()
    {
        string document = $"<K z:Id='1' {Declared}><B z:Id='2' i:type='q:ArrayOfanyType' z:Size='0' xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'/></K>";
        var preserving = new DataContractSerializerSettings { PreserveObjectReferences = true };
        foreach (var serializer in (XmlObjectSerializer[])
            [new DataContractSerializer(typeof(Keeps), preserving), new ContractXmlSerializer(typeof(Keeps), preserving)])
        {
            string again = Again(serializer, document);
            int size = again.IndexOf("Size=", StringComparison.Ordinal);
            Assert.InRange(again.IndexOf("type=", StringComparison.Ordinal), 1, size);
        }
    }

    [Theory]
    [InlineData("<K {0}><A>x</A><B i:type='x:QName'>p:n</B><N>y</N></K>")]
    [InlineData("<K {0}><A>x</A><B>p:n</B><C><d>p:m</d></C><N>y</N></K>")]
    [InlineData("<K {0}><A>x</A><B xmlns:q='urn:q'><c i:type='x:QName'>q:n</c><d>12:30</d></B><N>y</N></K>")]
    public void A_qualified_name_keeps_its_meaning(string document)
    {
        document = document.Replace("{0}", Declared, StringComparison.Ordinal);
        foreach (var form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary])
        {
            var options = new ContractXmlOptions { Form = form };
            var first = ContractXml.FromText<Keeps>(document);
            var again = ContractXml.Deserialize<Keeps>(ContractXml.Serialize(first, options), options);
            Assert.Equal(Names(XElement.Parse(document)), Names(XElement.Parse(ContractXml.ToText(again))));
        }
    }

    [Theory]
    [InlineData("<K><A>x</A><B>t<q>5</q></B></K>")]
    [InlineData("<K><A>x</A><B><![CDATA[t]]><q>5</q></B></K>")]
    public void Text_before_elements_is_refused_and_not_dropped(string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        Assert.ThrowsAny<Exception>(() => Again(new DataContractSerializer(typeof(Keeps)), document));
        var error = Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Keeps>(bytes));
        Assert.Contains(nameof(ContractXmlOptions.IgnoreExtensionDataObject), error.Message, StringComparison.Ordinal);
        Assert.Equal("x", ContractXml.Deserialize<Keeps>(bytes, new ContractXmlOptions { IgnoreExtensionDataObject = true }).A);
        Assert.Equal("<K><A>x</A><B><q>5</q></B></K>",
            ContractXml.ToText(ContractXml.FromText<Keeps>("<K><A>x</A><B> <q>5</q> \n</B></K>"))
                .Replace(" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"", "", StringComparison.Ordinal)
                    .Replace("<N i:nil=\"true\"/>", "", StringComparison.Ordinal));
    }

    /// <summary>As elsewhere, such a type is in no namespace.</summary>
    [Theory]
    [InlineData("nosuch:t")]
    [InlineData("nosuch:int")]
    public void The_type_of_a_kept_element_may_have_a_prefix_that_is_not_declared(string name)
    {
        foreach (string content in (string[])["", "5", "<c>5</c>"])
        {
            string document = $"<K {Declared}><A>x</A><B i:type='{name}'>{content}</B></K>";
            Assert.Equal(Outcome(() => Again(new DataContractSerializer(typeof(Keeps)), document)),
                Outcome(() => Again(new ContractXmlSerializer(typeof(Keeps)), document)));
        }
    }

    /// <summary>The original takes what is no name, and writes it so that nobody can read it.</summary>
    [Theory]
    [InlineData("nosuch:a:int")]
    [InlineData("i:a:int")]
    public void The_type_of_a_kept_element_is_a_name(string name)
    {
        string document = $"<K {Declared}><A>x</A><B i:type='{name}'>5</B></K>";
        Assert.NotEqual("refused", Outcome(() => Again(new DataContractSerializer(typeof(Keeps)), document)));
        Assert.Equal("refused", Outcome(() => Again(new ContractXmlSerializer(typeof(Keeps)), document)));
    }

    static string Outcome(Func<string> act)
    {
        try
        {
            return act();
        }
        catch (Exception e) when (e is SerializationException or WireFormatException)
        {
            return "refused";
        }
    }

    /// <summary>Each leaf with what the prefix of its text stands for.</summary>
    static IEnumerable<string> Names(XElement root) => root.Descendants().Where(e => !e.HasElements)
        .Select(e =>
            e.Value.Split(':') is [var prefix, var name] && e.GetNamespaceOfPrefix(prefix) is { } ns
                ? $"{e.Name}={ns}|{name}"
                : $"{e.Name}={e.Value}");

    /// <summary>The stack bounds what a raised limit does not.</summary>
    [Theory]
    [InlineData(ContractXmlForm.Text)]
    [InlineData(ContractXmlForm.Binary)]
    public void Deep_unknown_elements_do_not_overflow_the_stack(ContractXmlForm form)
    {
        byte[] document = Deep(form, 100_000);
        Exception? thrown = null;
        var thread = new Thread(
            () => thrown = Record.Exception(
                () => ContractXml.Deserialize<Keeps>(document,
                    new ContractXmlOptions { Form = form, Limits = new Limits { MaxDepth = 10_000_000 } })), 512 * 1024);
        thread.Start();
        thread.Join();
        Assert.Contains("than the thread's stack allows", Assert.IsType<WireFormatException>(thrown).Message, StringComparison.Ordinal);
    }

    static byte[] Deep(ContractXmlForm form, int depth)
    {
        using var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Text
            ? XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false)
            : XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            writer.WriteStartElement("K");
            for (int i = 0; i < depth; i++)
                writer.WriteStartElement("u");
            for (int i = 0; i <= depth; i++)
                writer.WriteEndElement();
        }
        return stream.ToArray();
    }

    public class HasAny { public object? O; public Keeps? K; }

    [DataContract(Name = "M", Namespace = "")]
    public class KeepsMore : Keeps { [DataMember] public int B; }

    /// <summary>An object that is not of its declared type was written without what it keeps.</summary>
    [Fact]
    public void What_is_kept_is_written_in_json_wherever_the_object_stands()
    {
        var options = new ContractJsonOptions { KnownTypes = [typeof(Keeps), typeof(KeepsMore)] };
        const string Text = """{"K":{"__type":"M","A":"x","Y":[1],"N":null,"B":2},"O":{"__type":"K","A":"x","Y":{"z":2},"N":null}}""";
        Assert.Equal(Text, ContractJson.ToText(ContractJson.FromText<HasAny>(Text, options), options));
    }

    /// <summary>What is strict could not read it again.</summary>
    [Theory]
    [InlineData("INF")]
    [InlineData("-INF")]
    [InlineData("NaN")]
    public void A_number_that_is_kept_is_json_where_that_is_strict(string number)
    {
        var kept = ContractJson.FromText<Keeps>($$"""{"A":"x","Y":{{number}},"N":null}""");
        Assert.Contains(number, ContractJson.ToText(kept), StringComparison.Ordinal);
        Assert.Contains(number,
            Assert.Throws<NotSupportedException>(
                () => ContractJson.ToText(kept, new ContractJsonOptions { IsStrict = true })).Message, StringComparison.Ordinal);
    }

    public class HasXml { public XElement? E; }

    [Fact]
    public void Xml_in_json_is_as_deep_as_the_limit_allows_in_both_directions()
    {
        const int Depth = 50_000;
        string text =
            $$"""{"E":"{{string.Concat(Enumerable.Repeat("<a>", Depth))}}{{string.Concat(Enumerable.Repeat("<\\/a>", Depth))}}"}""";
        var error = Assert.Throws<WireFormatException>(() => ContractJson.FromText<HasXml>(text));
        Assert.Equal("ContractJson", error.Format);
        Assert.Equal("$.E", error.Path);
        Assert.Contains("nest deeper", error.Message, StringComparison.Ordinal);
        // The framework's reader looks, for each element that it adds, at all that are around it: a tenth of that depth takes a hundredth
        // of the minute.
        var top =
            XElement.Parse(string.Concat(Enumerable.Repeat("<a>", Depth / 10)) + string.Concat(Enumerable.Repeat("</a>", Depth / 10)));
        Assert.Contains("MaxDepth",
            Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(new HasXml { E = top })).Message,
            StringComparison.Ordinal);
        foreach (var form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary])
            Assert.Throws<NotSupportedException>(
                () => ContractXml.Serialize(new HasXml { E = top }, new ContractXmlOptions { Form = form }));
    }

    [DataContract(Namespace = "urn:a")]
    public class XmlBase { [DataMember] public XElement[]? E; [DataMember] public Dictionary<string, XElement>? M; }

    [DataContract(Namespace = "urn:b")]
    public class XmlDerived : XmlBase { [DataMember] public XElement? F; [DataMember] public XElement[]? G; }

    /// <summary>Two default namespaces are declared around the items: the outer one is not seen there.</summary>
    [Theory]
    [InlineData(ContractXmlForm.Text)]
    [InlineData(ContractXmlForm.Binary)]
    public void Xml_stands_under_a_base_in_another_namespace(ContractXmlForm form)
    {
        var (a, b) = (XElement.Parse("<a xmlns='urn:q' x='1'><b/></a>"), XElement.Parse("<a p:x='1' xmlns:p='urn:p'><p:b/></a>"));
        var value = new XmlDerived { E = [a, b], M = new() { ["k"] = a }, F = b, G = [b, a] };
        foreach (bool isNet in (bool[])[true, false])
        {
            var options = new ContractXmlOptions
            { Form = form, NetDataContract = isNet, KnownTypes = [typeof(XmlDerived), typeof(XElement)] };
            var back = ContractXml.Deserialize<XmlDerived>(ContractXml.Serialize(value, options), options);
            Assert.Equal(value.E.Select(Plain), back.E!.Select(Plain));
            Assert.Equal(Plain(a), Plain(back.M!["k"]));
            Assert.Equal(Plain(b), Plain(back.F!));
            Assert.Equal(value.G.Select(Plain), back.G!.Select(Plain));
        }
        var oracle = new ContractOracle("xb");
        oracle.Check(value);
        oracle.Done();

        static string Plain(XElement element) =>
            string.Join(' ',
                element.DescendantsAndSelf()
                    .Select(e => e.Name + "(" + string.Join(',', e.Attributes().Where(t => !t.IsNamespaceDeclaration)) + ")"));
    }

    [Fact]
    public void Xml_in_json_has_the_originals_bytes()
    {
        var oracle = new ContractOracle();
        oracle.Check(new HasXml { E = XElement.Parse("<a xmlns='urn:q' x='1'>é<b/>&lt;\n</a>") });
        oracle.Check(new HasXml { E = XElement.Parse("<a p:x='1' xmlns:p='urn:p'><p:b/></a>") });
        oracle.Check(new HasXml());
        oracle.Check(XElement.Parse("<a/>"));
        oracle.Done();
    }
}
