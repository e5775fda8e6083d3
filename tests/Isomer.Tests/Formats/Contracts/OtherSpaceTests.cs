using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>A space that XML does not call white (U+00A0, U+2003) is text, which is not passed over.</summary>
public class OtherSpaceTests
{
    [DataContract(Name = "N", Namespace = "")]
    public class Nodes
    {
        [DataMember] public XElement? A;
        [DataMember] public XmlElement? B;
    }

    public static TheoryData<ContractXmlForm, string, string> Places =>
        [.. from form in (ContractXmlForm[])[ContractXmlForm.Text, ContractXmlForm.Binary]
            from member in (string[])["A", "B"]
            from space in (string[])["\u00a0", "\u2003", "\u0085", "\u2028"]
            select (form, member, space)];

    [Theory]
    [MemberData(nameof(Places))]
    public void Before_a_node_it_is_refused(ContractXmlForm form, string member, string space)
    {
        string text = $"<N><{member}>{space}<a/></{member}></N>";
        var stream = new MemoryStream();
        using (var writer = form == ContractXmlForm.Binary
            ? XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false)
            : XmlDictionaryWriter.CreateTextWriter(stream, new UTF8Encoding(false), ownsStream: false))
            XElement.Parse(text, LoadOptions.PreserveWhitespace).WriteTo(writer);
        byte[] document = stream.ToArray();
        using var reader = form == ContractXmlForm.Binary
            ? XmlDictionaryReader.CreateBinaryReader(document, XmlDictionaryReaderQuotas.Max)
            : XmlDictionaryReader.CreateTextReader(document, XmlDictionaryReaderQuotas.Max);
        Assert.ThrowsAny<Exception>(() => new DataContractSerializer(typeof(Nodes)).ReadObject(reader));
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            Assert.Throws<WireFormatException>(() => ContractXml.Deserialize<Nodes>(document,
                new ContractXmlOptions { Form = form, Convention = Convention.DataContract.WithTier(tier) }));
    }

    /// <summary>Between elements of a document that no type describes it stays.</summary>
    [Theory]
    [InlineData("\u00a0")]
    [InlineData("\u2003")]
    public void Between_elements_of_a_node_it_stays(string space)
    {
        static string Shown(string text) =>
            Json.ToText(Xml.Format.ParseNode(Encoding.UTF8.GetBytes($"<a><b>1</b>{text}<c>2</c></a>")),
                JsonOptions.Default with { Escaping = JsonEscaping.Minimal });

        Assert.Equal(Shown("x"), Shown(space).Replace(space, "x", StringComparison.Ordinal));
        Assert.NotEqual(Shown(" "), Shown(space));
    }
}
