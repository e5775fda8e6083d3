using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

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

    /// <summary>Somebody has put a DiffGram between a schema and its rows: to a table the document is that.</summary>
    [Theory, InlineData(false), InlineData(true)]
    public void A_DiffGram_behind_a_schema_is_what_the_document_is(bool isSet)
    {
        byte[] document = Encoding.UTF8.GetBytes(
            $"<S>{Schema}<diffgr:diffgram xmlns:diffgr=\"urn:schemas-microsoft-com:xml-diffgram-v1\"/><T><a>x</a></T></S>");
        DataSet theirs = new(), ours = new();
        DataTable their = new("T"), our = new("T");
        var mode = isSet ? theirs.ReadXml(new MemoryStream(document)) : their.ReadXml(new MemoryStream(document));
        Assert.Equal(isSet ? XmlReadMode.ReadSchema : XmlReadMode.DiffGram, mode);
        Assert.Equal(mode, isSet ? DataXml.Fill(ours, document) : DataXml.Fill(our, document));
        Assert.Null(isSet ? TableDifference.Of(theirs, ours) : TableDifference.Of(their, our, true));
    }
}
