using System.Data;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// DataSets and DataTables in BinaryFormatter's format. What is read is also in <see cref="TableXmlTests"/>, as one of its forms.
/// </summary>
public class TableEntriesTests
{
    static object Fresh(object value) => value is DataSet set ? set.Copy() : ((DataTable)value).Copy();

    /// <summary>Byte for byte, wherever BinaryFormatter can write the set.</summary>
    [Fact]
    public void The_bytes_are_the_originals()
    {
        int written = 0;
        for (int seed = 0; seed < 120; seed++)
        {
            object value = seed % 3 == 0
                ? new RandomTables(seed).Set().Tables.Cast<DataTable>().FirstOrDefault() ?? (object)new DataTable("t")
                : new RandomTables(seed).Set();
            byte[] original;
            try
            {
                original = NrbfTests.Original(Fresh(value));
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
                Assert.ThrowsAny<Exception>(() => Nrbf.Serialize(Fresh(value), value.GetType()));
                continue;
            }
            written++;
            Assert.Equal((seed, Convert.ToHexString(original)),
                (seed, Convert.ToHexString(Nrbf.Serialize(Fresh(value), value.GetType()))));
        }
        Assert.True(written > 20, $"{written}");
    }

    [Serializable]
    sealed class Holder
    {
        public DataSet? Set;
        public object? Table;
        public List<DataTable>? Tables;
    }

    /// <summary>Within other objects, shared, behind object; known where it is declared or named, and only there.</summary>
    [Fact]
    public void They_are_objects_as_others()
    {
        var set = new DataSet("Shop");
        var table = set.Tables.Add("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        var holder = new Holder { Set = set, Table = table, Tables = [table, table] };
        byte[] bytes = Nrbf.Serialize(holder);
        Assert.Equal(NrbfTests.Original(holder), bytes);
        var copy = Nrbf.Deserialize<Holder>(bytes);
        Assert.Null(TableDifference.Of(set, copy.Set!));
        Assert.Same(copy.Table, copy.Tables![0]);
        Assert.Same(copy.Table, copy.Tables[1]);
        Assert.Null(TableDifference.Of(table, (DataTable)copy.Table!, true));
        byte[] alone = Nrbf.Serialize(set);
        Assert.Contains("KnownTypes", Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<object>(alone)).Message,
            StringComparison.Ordinal);
        Assert.IsType<DataSet>(Nrbf.Deserialize<object>(alone, new NrbfOptions { KnownTypes = [typeof(DataSet)] }));
    }

    [Serializable]
    sealed class Pair
    {
        public object? First;
        public object? Second;
        public DataTable? Third;
    }

    /// <summary>
    /// A table is not made in its place, and is known by its number all the same: behind object first, and where it is declared.
    /// </summary>
    [Theory, InlineData(ShapeTier.Emitted), InlineData(ShapeTier.Reflection)]
    public void A_table_is_one_wherever_it_is_referred_to(ShapeTier tier)
    {
        var table = new DataTable("Orders");
        table.Columns.Add("Id", typeof(int));
        table.Rows.Add(7);
        var pair = new Pair { First = table, Second = table, Third = table };
        var convention = Convention.Fields.WithTier(tier);
        foreach (var back in (Pair[])[
            Nrbf.Deserialize<Pair>(Nrbf.Serialize(pair), new NrbfOptions { Convention = convention }),
            Soap.Deserialize<Pair>(Soap.Serialize(pair), new SoapOptions { Convention = convention })])
        {
            Assert.Same(back.First, back.Second);
            Assert.Same(back.First, back.Third);
            Assert.Equal(7, back.Third!.Rows[0]["Id"]);
        }
    }

    public static MatrixTheoryData<string, bool> Versions =>
        new(["1.0.3300.0", "1.0.5000.0", "2.0.0.0", "4.0.0.0"], [false, true]);

    /// <summary>
    /// What .NET Framework 1.0 and 1.1 wrote: two texts, and names of their libraries, also of types of columns. (Version 2 tells itself
    /// besides, 4 is as 2: what tells nothing is read alike.) It is what the framework makes of the texts.
    /// </summary>
    [Theory, MemberData(nameof(Versions))]
    public void Payloads_of_each_version_of_the_Framework_are_read(string version, bool isTable)
    {
        string token = $", Version={version}, Culture=neutral, PublicKeyToken=b77a5c561934e089";
        string schema = $"""
            <?xml version="1.0" encoding="utf-16"?>
            <xs:schema id="Shop" xmlns="" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
              <xs:element name="Shop" msdata:IsDataSet="true" msdata:Locale="en-US"><xs:complexType><xs:choice maxOccurs="unbounded">
                <xs:element name="Orders"><xs:complexType><xs:sequence>
                  <xs:element name="Id" msdata:AutoIncrement="true" type="xs:int" />
                  <xs:element name="Key" msdata:DataType="System.Guid, mscorlib{token}" type="xs:string" minOccurs="0" />
                  <xs:element name="Paid" type="xs:dateTime" minOccurs="0" />
                </xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType>
                <xs:unique name="Constraint1" msdata:PrimaryKey="true"><xs:selector xpath=".//Orders" /><xs:field xpath="Id" /></xs:unique>
              </xs:element>
            </xs:schema>
            """;
        const string Rows = """
            <diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">
              <Shop>
                <Orders diffgr:id="Orders1" msdata:rowOrder="0" diffgr:hasChanges="modified"><Id>1</Id>
                  <Key>0f8fad5b-d9cb-469f-a165-70867728950e</Key><Paid>2004-01-02T03:04:05.0000000+01:00</Paid></Orders>
                <Orders diffgr:id="Orders2" msdata:rowOrder="1" diffgr:hasChanges="inserted"><Id>2</Id></Orders>
              </Shop>
              <diffgr:before><Orders diffgr:id="Orders1" msdata:rowOrder="0"><Id>1</Id></Orders></diffgr:before>
            </diffgr:diffgram>
            """;
        byte[] payload = new NrbfPayload().Library(2, "System.Data" + token)
            .Class(1, isTable ? "System.Data.DataTable" : "System.Data.DataSet", 2, ("XmlSchema", "01"), ("XmlDiffGram", "01"))
            .Text(3, schema).Text(4, Rows).End();
        var table = isTable ? Nrbf.Deserialize<DataTable>(payload)! : Nrbf.Deserialize<DataSet>(payload)!.Tables[0];

        var theirs = new DataSet();
        theirs.ReadXmlSchema(new StringReader(schema));
        theirs.ReadXml(new StringReader(Rows), XmlReadMode.DiffGram);
        Assert.Equal(("Orders", 2, typeof(Guid)), (table.TableName, table.Rows.Count, table.Columns["Key"]!.DataType));
        Assert.Null(TableDifference.Of(theirs.Tables[0], table, alone: true));
        Assert.Equal((DataRowState.Modified, DataRowState.Added), (table.Rows[0].RowState, table.Rows[1].RowState));
    }

    /// <summary>Version 1 of .NET Framework told no version; later ones may tell any.</summary>
    [Theory]
    [InlineData("DataSet.RemotingFormat", "binary form")]
    [InlineData("XmlSchemas", "have no 'XmlSchema'")]
    public void What_is_missing_or_binary_is_said(string second, string said)
    {
        var payload = new NrbfPayload().Library(2, "System.Data, Version=2.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089")
            .Class(1, "System.Data.DataSet", 2, ("XmlDiffGram", "01"), (second, "0008")).Text(3, "<a/>").Hex("01000000");
        Assert.Contains(said, Assert.Throws<WireFormatException>(() => Nrbf.Deserialize<DataSet>(payload.End())).Message,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<!DOCTYPE a [<!ENTITY b 'c'>]><xs:schema/>", "<a/>")]
    [InlineData("<a>", "<b/>")]
    [InlineData("</isomer><isomer>", "<b/>")]
    [InlineData("", "")]
    public void What_is_no_schema_is_refused(string schema, string rows)
    {
        byte[] payload = new NrbfPayload().Library(2, "System.Data")
            .Class(1, "System.Data.DataSet", 2, ("XmlSchema", "01"), ("XmlDiffGram", "01")).Text(3, schema).Text(4, rows).End();
        var error = Record.Exception(() => Nrbf.Deserialize<DataSet>(payload));
        Assert.True(error is WireFormatException || (error is null && schema.Length == 0), error?.ToString());
    }
}
