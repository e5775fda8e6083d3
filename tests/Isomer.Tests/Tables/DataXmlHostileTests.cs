using System.Data;
using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Documents of others: a set or WireFormatException, no code, no address, no more memory and time than they are worth.</summary>
public class DataXmlHostileTests
{
    const string Schema = "<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice maxOccurs='unbounded'>"
        + "<xs:element name='T'><xs:complexType><xs:sequence>COLUMNS</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";

    static string Document(string columns, string rows) => $"<S>{Schema.Replace("COLUMNS", columns, StringComparison.Ordinal)}{rows}</S>";

    static WireFormatException Refused(string document, string because, XmlReadMode mode = XmlReadMode.Auto)
    {
        var error = Assert.Throws<WireFormatException>(() => DataXml.FromText<DataSet>(document, new DataXmlOptions { ReadMode = mode }));
        Assert.Contains(because, error.Message, StringComparison.Ordinal);
        Assert.Equal("DataXml", error.Format);
        return error;
    }

    [Fact]
    public void Nothing_is_no_document()
    {
        Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(default(ReadOnlySpan<byte>)));
        Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(Stream.Null));
        Assert.Throws<WireFormatException>(() => DataXml.FromText<DataSet>(""));
    }

    [Fact]
    public void Declared_entities_are_refused() =>
        Refused("<!DOCTYPE S [<!ENTITY a 'b'><!ENTITY c '&a;&a;&a;'>]><S>&c;</S>", "DTD");

    [Fact]
    public void Types_are_of_the_closed_set()
    {
        Refused(Document("<xs:element name='a' msdata:DataType='System.Diagnostics.Process, System.Diagnostics.Process' type='xs:string'/>",
            ""), "neither built in nor registered");
        Refused(Document("<xs:element name='a' msdata:DataType='System.Type' type='xs:string'/>", ""), "neither built in nor registered");
        Refused(Document("<xs:element name='a' msdata:DataType='System.Object' type='xs:anyType'/>",
            "<T><a xmlns:m='urn:schemas-microsoft-com:xml-msdata' m:InstanceType='System.Type'>System.String</a></T>"),
                "neither built in nor registered");
    }

    [Fact]
    public void What_a_schema_asks_for_is_looked_at_wherever_it_stands()
    {
        string expression = string.Join('+', Enumerable.Repeat("1", 40_000));
        string column = $"<xs:element name='a' msdata:Expression='{expression}' type='xs:int'/>";
        Refused(Document(column, ""), "characters, more than");
        Refused(Schema.Replace("COLUMNS", column, StringComparison.Ordinal), "characters, more than");
        Refused("<S><T><a>1</a></T>" + Schema.Replace("COLUMNS", column, StringComparison.Ordinal) + "</S>", "characters, more than");
        foreach (var mode in Enum.GetValues<XmlReadMode>())
            Refused(Document(column, "<T/>"), "characters, more than", mode);
        Refused(Document("<xs:element name='a' type='xs:int'/>", "")
            .Replace("<xs:element name='S'", "<xs:import namespace='urn:x' schemaLocation='http://127.0.0.1:1/x.xsd'/><xs:element name='S'",
                StringComparison.Ordinal), "which none needs");
    }

    [Fact]
    public void Expressions_are_computed_when_all_rows_are_there()
    {
        string document = Document(
            "<xs:element name='a' type='xs:int'/><xs:element name='b' msdata:Expression='Sum(a)' msdata:ReadOnly='true' type='xs:long' minOccurs='0'/>",
            string.Concat(Enumerable.Range(0, 3000).Select(i => $"<T><a>{i}</a></T>")));
        var set = DataXml.FromText<DataSet>(document);
        Assert.Equal((3000, 2999 * 3000L / 2), (set.Tables["T"]!.Rows.Count, (long)set.Tables["T"]!.Rows[17]["b"]));
        Assert.Equal("Sum(a)", set.Tables["T"]!.Columns["b"]!.Expression);
        // Those of a set that is there stay its own.
        var target = set.Clone();
        DataXml.Fill(target, "<S><T><a>1</a></T><T><a>2</a></T></S>"u8);
        Assert.Equal(3L, target.Tables["T"]!.Rows[0]["b"]);
        Assert.Empty(target.Tables["T"]!.Columns["b"]!.ExtendedProperties);
    }

    [Fact]
    public void Rows_of_nothing_have_no_thousand_columns()
    {
        string columns = string.Concat(
            Enumerable.Range(0, 1000)
                .Select(i => string.Create(CultureInfo.InvariantCulture, $"<xs:element name='c{i}' type='xs:decimal' minOccurs='0'/>")));
        string rows = string.Concat(Enumerable.Repeat("<T/>", 100_000));
        long before = GC.GetAllocatedBytesForCurrentThread();
        // The first of them are read before the whole is looked at.
        Refused(Document(columns, rows), "rows of 1000 columns, and only 0 values");
        Refused($"<S>{rows}<T>{string.Concat(Enumerable.Range(0, 900).Select(i => string.Create(CultureInfo.InvariantCulture, $"<c{i}/>")))}</T></S>", "100001 rows of 900 columns");
        Refused(Document(columns, "<d:diffgram xmlns:d='urn:schemas-microsoft-com:xml-diffgram-v1'><S>" + rows + "</S></d:diffgram>"),
            "100000 rows of 1000 columns");
        Assert.True(GC.GetAllocatedBytesForCurrentThread() - before < 400_000_000, $"{GC.GetAllocatedBytesForCurrentThread() - before}");
        // What every row has is as large as it says.
        string full = string.Concat(
            Enumerable.Repeat(
                $"<T>{string.Concat(Enumerable.Range(0, 50).Select(i => string.Create(CultureInfo.InvariantCulture, $"<c{i}>1</c{i}>")))}</T>",
                5000));
        Assert.Equal(5000, DataXml.FromText<DataSet>($"<S>{full}</S>").Tables[0].Rows.Count);
    }

    static string Repeated(string part, int count) => $"<S>{string.Concat(Enumerable.Repeat(part, count))}</S>";

    static string Numbered(int count, string part) =>
        $"<S>{string.Concat(Enumerable.Range(0, count).Select(i => part.Replace("#", i.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)))}</S>";

    /// <summary>The framework compares each with all: 2,000 tables took five seconds and five thousand times the document.</summary>
    [Fact]
    public void What_is_inferred_is_bounded()
    {
        foreach (var mode in new[] { XmlReadMode.Auto, XmlReadMode.InferSchema, XmlReadMode.InferTypedSchema })
        {
            Refused(Numbered(2000, "<a#><b/></a#>"), "2002 names, 2001 of them of tables", mode);
            Refused(Numbered(2000, "<a# x='1'/>"), "of tables", mode);
            Refused(Numbered(400, "<a# x='1'/>"), "402 names, 401 of them of tables", mode);
            Refused(Numbered(400, "<a#><b/></a#>"), "402 names, 401 of them of tables", mode);
            Refused($"<S>{Numbered(3000, "<b#/>")}</S>", "names", mode);
        }
        var set = DataXml.FromText<DataSet>(Numbered(250, "<a#><b/></a#>"));
        Assert.Equal(250, set.Tables.Count);
        // Where it is known what there is, nothing is inferred.
        Assert.Equal(XmlReadMode.IgnoreSchema,
            DataXml.Fill(new DataSet(), Encoding.UTF8.GetBytes(Numbered(2000, "<a#><b/></a#>")),
                new DataXmlOptions { ReadMode = XmlReadMode.IgnoreSchema }));
    }

    /// <summary>docs/security.md: 350 times the document and 12 MB.</summary>
    [Theory]
    [InlineData("<a><b/></a>")]
    [InlineData("<a x=''/>")]
    [InlineData("<a><b><c/></b></a>")]
    [InlineData("<a><b><c><d>1</d></c></b></a>")]
    [InlineData("<a><b x='1'><c y='1'/></b></a>")]
    [InlineData("<a/>")]
    [InlineData("<a><b/><b/></a>")]
    [InlineData("<a><a><b/></a></a>")]
    [InlineData("<a><b>1</b></a>")]
    [InlineData("<a x='1'>t</a>")]
    public void Memory_is_in_proportion(string part)
    {
        foreach (var mode in new[] { XmlReadMode.Auto, XmlReadMode.InferSchema, XmlReadMode.InferTypedSchema, XmlReadMode.Fragment,
            XmlReadMode.IgnoreSchema })
            foreach (string document in new[] { Repeated(part, 4_000), Repeated(part, 16_000), Numbered(290, "<a#><b/></a#>") })
            {
                byte[] bytes = Encoding.UTF8.GetBytes(document);
                long before = GC.GetAllocatedBytesForCurrentThread();
                var error = Record.Exception(() => DataXml.Deserialize<DataSet>(bytes, new DataXmlOptions { ReadMode = mode }));
                long allocated = GC.GetAllocatedBytesForCurrentThread() - before;
                Assert.True(error is null or WireFormatException, $"{error}");
                Assert.True(allocated < (bytes.Length * 350L) + 12_000_000, $"{mode}, {part}: {allocated} bytes of {bytes.Length}");
            }
    }

    [Fact]
    public void Depth_is_bounded()
    {
        Refused(string.Concat(Enumerable.Repeat("<a>", 100_000)), "nests deeper than");
        Refused(string.Concat(Enumerable.Range(0, 300).Select(i => $"<a{i}>"))
            + string.Concat(Enumerable.Range(0, 300).Reverse().Select(i => $"</a{i}>")), "nests deeper than");
    }

    [Fact]
    public void Damage_is_told()
    {
        byte[][] documents = [.. from seed in Enumerable.Range(0, 12)
            from mode in new[] { XmlWriteMode.IgnoreSchema, XmlWriteMode.WriteSchema, XmlWriteMode.DiffGram }
            select DataXml.Serialize(new RandomTables(seed, document: true).Set(), new DataXmlOptions { WriteMode = mode })];
        var random = new Random(3);
        foreach (byte[] document in documents.Where(d => d.Length > 0))
            for (int i = 0; i < 120; i++)
            {
                byte[] broken = Mutation.Break(document, random, "<>&\"'/= :xsT19"u8);
                var error = Record.Exception(() => DataXml.Deserialize<DataSet>(broken));
                Assert.True(error is null or WireFormatException { Format: "DataXml" }, $"{error}\n{Encoding.UTF8.GetString(broken)}");
            }
    }
}
