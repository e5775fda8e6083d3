using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.Tables;

/// <summary>
/// White space that counts (xml:space) within a schema. The framework's reader does not show it to ReadXmlSchema, nor to the ReadXml of a
/// table; to that of a set it does, where it is an error of the schema.
/// </summary>
public class WhiteSchemaTests
{
    const string Schema = """
         <xs:schema id="S" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
          <xs:element name="S" msdata:IsDataSet="true"> <xs:complexType>
           <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="T"><xs:complexType>
            <xs:sequence> <xs:element name="a" type="xs:string" minOccurs="0"/> </xs:sequence>
           </xs:complexType></xs:element></xs:choice></xs:complexType>
          </xs:element>
         </xs:schema>
        """;

    static readonly byte[] s_document = Encoding.UTF8.GetBytes($"<S xml:space=\"preserve\">\n{Schema}\n<T><a>x</a></T></S>");

    static readonly byte[] s_schema = Encoding.UTF8.GetBytes(
        Schema.Trim().Replace("<xs:schema ", "<xs:schema xml:space=\"preserve\" ", StringComparison.Ordinal));

    [Theory, InlineData("T"), InlineData("")]
    public void A_table_passes_over_it(string name)
    {
        DataTable theirs = new(name), ours = new(name);
        var mode = theirs.ReadXml(new MemoryStream(s_document));
        Assert.Equal(mode, DataXml.Fill(ours, s_document));
        Assert.Null(TableDifference.Of(theirs, ours, true));
        Assert.Equal(name.Length, ours.Rows.Count);
    }

    [Fact]
    public void A_set_does_not()
    {
        Assert.Throws<System.Xml.Schema.XmlSchemaException>(() => new DataSet().ReadXml(new MemoryStream(s_document)));
        Assert.Contains("text is not allowed", Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(s_document)).Message,
            StringComparison.Ordinal);
    }

    [Theory, InlineData(false), InlineData(true)]
    public void Schemas_alone_pass_over_it(bool isWhole)
    {
        byte[] schema = isWhole ? s_document : s_schema;
        DataSet theirs = new(), ours = new();
        theirs.ReadXmlSchema(new MemoryStream(schema));
        DataXml.ReadXmlSchema(ours, schema);
        Assert.Null(TableDifference.Of(theirs, ours));
        Assert.Single(ours.Tables);
        DataTable their = new(), our = new();
        their.ReadXmlSchema(new MemoryStream(schema));
        DataXml.ReadXmlSchema(our, schema);
        Assert.Null(TableDifference.Of(their, our, true));
    }
}
