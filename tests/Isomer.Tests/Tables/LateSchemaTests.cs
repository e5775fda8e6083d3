using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What stands before the schema of a document that is read into tables: what the schema says of constraints holds all the same.
/// </summary>
public class LateSchemaTests
{
    static string Schema(bool enforces) => $"""
        <xs:schema id="S" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
         <xs:element name="S" msdata:IsDataSet="true"{(enforces ? "" : " msdata:EnforceConstraints=\"False\"")}><xs:complexType>
          <xs:choice minOccurs="0" maxOccurs="unbounded"><xs:element name="T"><xs:complexType>
           <xs:sequence><xs:element name="a" type="xs:string" minOccurs="0"/></xs:sequence>
          </xs:complexType></xs:element></xs:choice></xs:complexType>
         </xs:element>
        </xs:schema>
        """;

    const string Row = "<T><a>x</a></T>";

    public static MatrixTheoryData<string, XmlReadMode> Cases => new(
        ["", " \n", "text", "<!-- c -->", "<?p x?>", "<![CDATA[text]]>", "text<!-- c -->", Row, "text" + Row],
        [XmlReadMode.Auto, XmlReadMode.ReadSchema, XmlReadMode.IgnoreSchema]);

    [Theory, MemberData(nameof(Cases))]
    public void Sets_are_as_the_framework_makes_them(string before, XmlReadMode mode)
    {
        foreach (bool enforces in (bool[])[false, true])
            foreach (bool enforced in (bool[])[false, true])
                foreach (bool hasTables in (bool[])[false, true])
                    foreach (string rows in (string[])["", Row + Row])
                    {
                        byte[] document = Encoding.UTF8.GetBytes($"<S>{before}{Schema(enforces)}{rows}</S>");
                        DataSet theirs = Made(enforced, hasTables), ours = Made(enforced, hasTables);
                        var understood = theirs.ReadXml(new MemoryStream(document), mode);
                        Assert.Equal(understood, DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = mode }));
                        Assert.Equal(theirs.EnforceConstraints, ours.EnforceConstraints);
                        Assert.Null(TableDifference.Of(theirs, ours));
                    }
    }

    static DataSet Made(bool enforced, bool hasTables)
    {
        var set = new DataSet("S");
        if (hasTables)
            set.ReadXmlSchema(new StringReader(Schema(true)));
        set.EnforceConstraints = enforced;
        return set;
    }
}
