using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Unknown elements in which text stands behind elements, and white space that is written by reference: as DataContractSerializer has them.
/// </summary>
public class MixedUnknownTests
{
    [DataContract(Name = "K", Namespace = "")]
    public class Keeps : IExtensibleDataObject
    {
        [DataMember] public string? A;
        [DataMember] public List<int>? L;
        [DataMember] public string? N;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    public static TheoryData<string> Documents =>
    [
        "<K xmlns=''><A>x</A><Z><q>5</q> t</Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z a='1'><q>5</q>t<r/>u<s>v</s></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z xmlns:p='urn:p'><p:q p:a='2'><r>1</r>m</p:q> <s/> </Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z>\n <q>5</q>\n t &amp;\n</Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z>t<q>5</q></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z><b>x</b> <i>y</i> there</Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z a='1'>t<q>5</q></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z a='1'>t &amp;t<q>5</q> <r>u<s/>v</r> </Z><N>y</N></K>",
        "<K xmlns='' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A>x</A><Z a='1'><q i:nil='1'>t<r/></q><q i:nil='false'>u</q><q i:nil='no'/></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z><y a='1'>t<q>5</q> <r/></y></Z><N>y</N></K>",
        "<K xmlns='' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><A>x</A><Z z:Size='0'/><Z z:Size='2'><q/><q/></Z><N>y</N></K>",
        "<K xmlns='' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><A>x</A><Z z:Type='t' z:Assembly='0'><q/></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z><b>1</b>2<b>3</b> <b>4</b></Z><N>y</N></K>",
        "<K xmlns=''><A>x</A><Z><b/>x<b/> </Z><N>y</N></K>",
        "<K xmlns=''>&#32;<A>x</A>&#x20;&#10; <L>&#x9;</L>&#13;<N>y</N> &#32; </K>",
        "<K xmlns=''><A>x</A>&#32;<Z>&#32;<q/>&#32;</Z><N>&#32;</N></K>",
        "<K xmlns=''><A>x</A>&#32;x<N>y</N></K>",
        "<K xmlns=''><A>x</A>&#65;<N>y</N></K>",
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Mixed_content_and_white_space_by_reference(string document)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        Func<XmlReader>[] readers = [() => XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max),
            () => XmlReader.Create(new MemoryStream(bytes))];
        Action<XmlObjectSerializer, Stream, object>[] writers =
        [
            (s, to, value) => s.WriteObject(to, value),
            InBinary,
        ];
        foreach (var write in writers)
        {
            string expected = Again(new DataContractSerializer(typeof(Keeps)), s => s.ReadObject(new MemoryStream(bytes))!, write);
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var ours = new ContractXmlSerializer(typeof(Keeps),
                    new ContractXmlOptions { Convention = Convention.DataContract.WithTier(tier) });
                Assert.Equal(expected, Again(ours, s => s.ReadObject(new MemoryStream(bytes))!, write));
                foreach (var reader in readers)
                    Assert.Equal(expected, Again(ours, s => s.ReadObject(reader())!, write));
            }
        }
        if (!document.Contains("<Z>t", StringComparison.Ordinal) && !document.Contains(";x", StringComparison.Ordinal)
            && !document.Contains("&#65;", StringComparison.Ordinal))
        {
            // Binary of our own, which is the framework's.
            byte[] binary = ContractXml.Serialize(ContractXml.FromText<Keeps>(document), ContractXmlOptions.Binary);
            string text = ContractXml.ToText(ContractXml.Deserialize<Keeps>(binary, ContractXmlOptions.Binary));
            Assert.Equal(Again(new DataContractSerializer(typeof(Keeps)), s => s.ReadObject(new MemoryStream(bytes))!, writers[0]),
                System.Convert.ToHexString(Encoding.UTF8.GetBytes(text)));
        }
    }

    public class Numbers
    {
        public int[]? A;
        public IList<double>? B;
    }

    /// <summary>
    /// Arrays of scalars, which the original reads whole through an XmlDictionaryReader and item by item through any other.
    /// </summary>
    [Theory]
    [InlineData("<A xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:int>1</a:int><a:x/><a:int>2</a:int></A>")]
    [InlineData("<A xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:int>1</a:int><a:int i:nil='true'/></A>")]
    [InlineData("<B xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:double>1</a:double><x>y</x></B>")]
    [InlineData("<A xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:int>1</a:int>t</A>")]
    public void Unknown_items_of_arrays(string content)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(
            $"<MixedUnknownTests.Numbers xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'>{content}</MixedUnknownTests.Numbers>");
        Func<XmlReader>[] readers =
        [
            () => XmlDictionaryReader.CreateTextReader(bytes, XmlDictionaryReaderQuotas.Max),
            () => XmlReader.Create(new MemoryStream(bytes)),
            () => XmlDictionaryReader.CreateDictionaryReader(XmlReader.Create(new MemoryStream(bytes))),
            () => XElement.Parse(Encoding.UTF8.GetString(bytes)).CreateReader(),
        ];
        Assert.Equal(Read(new DataContractSerializer(typeof(Numbers))), Read(new ContractXmlSerializer(typeof(Numbers))));

        string Read(XmlObjectSerializer serializer) =>
            string.Join(' ',
                readers.Select(
                    r => Again(serializer, s => s.ReadObject(r())!,
                        (s, to, value) => new DataContractSerializer(typeof(Numbers)).WriteObject(to, value))));
    }

    [Fact]
    public void Json_has_no_place_for_it()
    {
        var value = ContractXml.FromText<Keeps>("<K xmlns=''><Z><q>5</q> t</Z></K>");
        Assert.Contains("text beside elements", Assert.Throws<NotSupportedException>(() => ContractJson.Serialize(value)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>How a text is divided into records is not looked at.</summary>
    static void InBinary(XmlObjectSerializer serializer, Stream to, object value)
    {
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            serializer.WriteObject(writer, value);
        using var reader = XmlDictionaryReader.CreateBinaryReader(stream.ToArray(), XmlDictionaryReaderQuotas.Max);
        to.Write(Encoding.UTF8.GetBytes(XElement.Load(reader, LoadOptions.PreserveWhitespace).ToString(SaveOptions.DisableFormatting)));
    }

    static string Again(XmlObjectSerializer serializer, Func<XmlObjectSerializer, object> read,
        Action<XmlObjectSerializer, Stream, object> write)
    {
        try
        {
            var stream = new MemoryStream();
            write(serializer, stream, read(serializer));
            return System.Convert.ToHexString(stream.ToArray());
        }
        catch (Exception e) when (e is SerializationException or WireFormatException)
        {
            return "refused";
        }
    }
}
