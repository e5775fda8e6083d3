using System.Data;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows within rows whose relation has no constraint, where the framework reads them: it made an index of all outer rows for each inner
/// one. What that costs is counted in bytes, which no other process changes.
/// </summary>
public class OuterIndexTests
{
    static DataSet Set(int parents, string secondColumn = "b")
    {
        var set = new DataSet("S");
        foreach (string name in (string[])["P", "C"])
        {
            var table = set.Tables.Add(name);
            table.Columns.Add("a", typeof(int));
            table.Columns.Add(secondColumn, typeof(DateTime));
            table.Columns.Add("text", typeof(string));
        }
        DataColumn[] Key(int table) => [set.Tables[table].Columns[0], set.Tables[table].Columns[1]];
        set.Relations.Add(new DataRelation("r", Key(0), Key(1), false) { Nested = true });
        for (int i = 0; i < parents; i++)
            foreach (DataTable table in set.Tables)
                table.Rows.Add(i, new DateTime(2020, 1, 1).AddDays(i), table.TableName + i);
        set.AcceptChanges();
        return set;
    }

    public static TheoryData<string> Ways => ["rows", "schema", "schema into its columns", "DiffGram", "Xml", "ContractXml", "Nrbf"];

    static (byte[] Document, Func<DataSet> Read) Of(DataSet set, string way)
    {
        byte[] document = way switch
        {
            "rows" => DataXml.Serialize(set),
            "schema" or "schema into its columns" => DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema }),
            "DiffGram" => DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram }),
            "Xml" => Xml.Serialize(set),
            "ContractXml" => ContractXml.Serialize(set),
            _ => Nrbf.Serialize(set),
        };
        DataSet Fill(DataSet target, XmlReadMode mode)
        {
            DataXml.Fill(target, document, new DataXmlOptions { ReadMode = mode });
            return target;
        }
        return (document, () => way switch
        {
            "rows" or "schema into its columns" => Fill(set.Clone(), XmlReadMode.IgnoreSchema),
            "schema" => Fill(new DataSet(), XmlReadMode.Auto),
            "DiffGram" => Fill(set.Clone(), XmlReadMode.DiffGram),
            "Xml" => Xml.Deserialize<DataSet>(document)!,
            "ContractXml" => ContractXml.Deserialize<DataSet>(document)!,
            _ => Nrbf.Deserialize<DataSet>(document, new NrbfOptions { KnownTypes = [typeof(DataSet)] })!,
        });
    }

    static long Work(int parents, string way)
    {
        var set = Set(parents);
        var (_, read) = Of(set, way);
        read();
        long before = GC.GetAllocatedBytesForCurrentThread();
        var back = read();
        long work = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.Equal((parents, parents), (back.Tables[0].Rows.Count, back.Tables[1].Rows.Count));
        return work;
    }

    [Theory, MemberData(nameof(Ways))]
    public void The_outer_row_is_found_without_an_index_of_its_own(string way) =>
        Assert.InRange(Work(1200, way) / (double)Work(300, way), 0, 6);

    /// <summary>Names that a view cannot be told, and such that look like words of its own.</summary>
    [Theory, InlineData("x,y"), InlineData("[x]"), InlineData("x] DESC"), InlineData("x DESC"), InlineData("x[y"), InlineData(" x "),
        InlineData("x'y")]
    public void Columns_of_any_name_are_read_alike(string name)
    {
        var set = Set(5, name);
        byte[] document = DataXml.Serialize(set);
        DataSet theirs = set.Clone(), ours = set.Clone();
        var refused = Record.Exception(() => theirs.ReadXml(new MemoryStream(document)));
        Assert.Null(refused);
        DataXml.Fill(ours, document);
        Assert.Null(TableDifference.Of(theirs, ours));
        // No view stays behind.
        ours.Relations.Clear();
        ours.Tables[0].Columns.RemoveAt(0);
    }

    /// <summary>
    /// Two rows of one key at one place, which no index of the framework takes: where no row stands within those the framework makes none.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData("<C diffgr:id='C1' msdata:rowOrder='0'><a>1</a></C>")]
    public void Two_rows_of_one_place_are_read_where_none_stands_within(string more)
    {
        byte[] document = System.Text.Encoding.UTF8.GetBytes(
            "<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><S>"
                + string.Concat(Enumerable.Repeat("<P diffgr:id='P1' msdata:rowOrder='0'><a>0</a></P>", 2)) + more + "</S></diffgr:diffgram>");
        DataSet theirs = Set(0), ours = Set(0);
        theirs.ReadXml(new MemoryStream(document), XmlReadMode.DiffGram);
        DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = XmlReadMode.DiffGram });
        Assert.Null(TableDifference.Of(theirs, ours));
    }
}
