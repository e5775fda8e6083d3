using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// A DiffGram brings a row whose key a deleted row of the set has. The framework's merge then asks the deleted row for the rows above and
/// below it, if anything is computed in its table, and fails; ours computes when all rows are there.
/// </summary>
public class DeletedRowTests
{
    static DataSet Target(bool computes)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        table.PrimaryKey = [table.Columns[0]];
        set.Relations.Add("r", table.Columns[0], table.Columns[1], createConstraints: false);
        var row = table.Rows.Add(10, 1);
        set.AcceptChanges();
        row.Delete();
        if (computes)
            Compute(set);
        return set;
    }

    static void Compute(DataSet set) => set.Tables[0].Columns.Add("sum", typeof(long), "Sum(Child(r).id)");

    [Theory, InlineData("", ""), InlineData(" diffgr:hasChanges='inserted'", ""),
     InlineData(" diffgr:hasChanges='modified'", "<T diffgr:id='T1' msdata:rowOrder='0'><id>10</id><up>7</up></T>")]
    public void A_row_of_its_key_comes_back(string change, string before)
    {
        byte[] document = Encoding.UTF8.GetBytes($"""
            <diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'>
              <S><T diffgr:id='T1' msdata:rowOrder='0'{change}><id>10</id><up>10</up></T></S><diffgr:before>{before}</diffgr:before>
            </diffgr:diffgram>
            """);
        var refuses = Target(computes: true);
        Assert.Throws<DeletedRowInaccessibleException>(() => refuses.ReadXml(new MemoryStream(document)));

        DataSet theirs = Target(computes: false), ours = Target(computes: true);
        theirs.ReadXml(new MemoryStream(document));
        Compute(theirs);
        DataXml.Fill(ours, document);
        Assert.Equal(10L, ours.Tables[0].Rows[0]["sum"]);
        // What is computed of original values is computed anew (docs/tables.md).
        Assert.Null(ComputedAnew.Known(TableDifference.Of(theirs, ours), theirs, ours, document, "Original of "));
    }
}
