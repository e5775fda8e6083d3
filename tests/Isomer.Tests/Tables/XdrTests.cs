using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Documents with a schema of XDR, the form before XSD, in all read modes: what the framework makes of them.</summary>
public class XdrTests
{
    const string Schema = """
        <Schema name="S" xmlns="urn:schemas-microsoft-com:xml-data" xmlns:dt="urn:schemas-microsoft-com:datatypes">
        <ElementType name="Id" dt:type="int" content="textOnly"/><ElementType name="Name" dt:type="string"/>
        <AttributeType name="k" dt:type="boolean"/>
        <ElementType name="Row" content="eltOnly"><attribute type="k"/><element type="Id"/><element type="Name"/></ElementType>
        <ElementType name="Root" content="eltOnly"><element type="Row" maxOccurs="*"/></ElementType>
        </Schema>
        """;

    const string Rows = "<Row xmlns=\"\" k=\"1\"><Id>5</Id><Name>a</Name></Row><Row xmlns=\"\" k=\"0\"><Id>6</Id></Row>";

    public static TheoryData<string, XmlReadMode> Documents => new(
        from document in new[]
        {
            $"<Root>{Schema}{Rows}</Root>", $"<Root>{Rows}{Schema}</Root>", Schema, $"<Root>{Schema}</Root>",
            $"<Root xmlns:x=\"x-schema:#S\">{Schema}{Rows.Replace(" xmlns=\"\"", " xmlns=\"x-schema:#S\"", StringComparison.Ordinal)}</Root>",
        }
        from mode in Enum.GetValues<XmlReadMode>()
        select (document, mode));

    [Theory, MemberData(nameof(Documents))]
    public void Are_read_alike(string document, XmlReadMode mode)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(document);
        DataSet theirs = new(), ours = new();
        Assert.Equal(theirs.ReadXml(new MemoryStream(bytes), mode), DataXml.Fill(ours, bytes, new DataXmlOptions { ReadMode = mode }));
        Assert.Null(TableDifference.Of(theirs, ours));
    }
}
