using System.Data;
using System.Data.SqlTypes;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// White space, CDATA sections and comments in cells of the contracts' documents: what DataContractSerializer makes of them, ours does too.
/// (White space behind a CDATA section was lost; of 20,000 such cells 6,825 differed.)
/// </summary>
public class CellWhiteTests
{
    static readonly string[] s_pieces = [" ", "\n", "x", "<![CDATA[y]]>", "<![CDATA[ ]]>", "<!--c-->", "&#32;", "<![CDATA[]]>"];

    static DataSet Make(string kind)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        if (kind != "the row's text")
            table.Columns.Add("a", typeof(string));
        table.Columns.Add(kind switch
        {
            "number" => new DataColumn("b", typeof(int)),
            "SqlString" => new DataColumn("b", typeof(SqlString)),
            "the row's text" => new DataColumn("b", typeof(string), null, MappingType.SimpleContent),
            _ => new DataColumn("b", typeof(string)),
        });
        object[] values = kind switch
        {
            "number" => ["q", 4711],
            "SqlString" => ["q", new SqlString("4711")],
            "the row's text" => ["4711"],
            _ => ["q", "4711"],
        };
        table.Rows.Add(values);
        if (kind == "a row within")
        {
            var within = set.Tables.Add("U");
            within.Columns.Add(new DataColumn("a", typeof(string), null, MappingType.Attribute));
            within.Columns.Add("t", typeof(string));
            set.Relations.Add("r", table.Columns[0], within.Columns[0]).Nested = true;
            within.Rows.Add("q", "4711");
        }
        return set;
    }

    [Theory, InlineData("text"), InlineData("number"), InlineData("SqlString"), InlineData("the row's text"), InlineData("a row within")]
    public void White_space_in_cells_is_what_it_is_to_the_original(string kind)
    {
        var random = new Random(41103);
        var original = new DataContractSerializer(typeof(DataSet));
        string Piece() => s_pieces[random.Next(s_pieces.Length)];
        int read = 0;
        for (int i = 0; i < 600; i++)
        {
            var stream = new MemoryStream();
            original.WriteObject(stream, Make(kind));
            string cell = string.Concat(Enumerable.Range(0, 1 + random.Next(5)).Select(_ => Piece()));
            if (kind == "number")
                cell = random.Next(2) == 0 ? "5" + cell : cell + "5";
            string text = Encoding.UTF8.GetString(stream.ToArray()).Replace(">4711<", $">{cell}<", StringComparison.Ordinal);
            // Between elements, too, behind the schema.
            for (int at = text.IndexOf("</xs:schema>", StringComparison.Ordinal); random.Next(2) == 0 && at > 0;)
                if ((at = text.IndexOf("><", at + 1, StringComparison.Ordinal)) > 0)
                    text = text.Insert(at + 1, random.Next(3) switch { 0 => " ", 1 => "\n  ", _ => "<!--z-->" });
            byte[] document = Encoding.UTF8.GetBytes(text);
            var theirs = Outcome.Of(() => original.ReadObject(new MemoryStream(document)));
            var ours = Outcome.Of(() => ContractXml.Deserialize<DataSet>(document));
            Assert.Equal(theirs.Refusal is null, ours.Refusal is null);
            if (theirs.Refusal is not null)
                continue;
            Assert.Null(TableDifference.Of((DataSet)theirs.Result!, (DataSet)ours.Result!));
            read++;
        }
        Assert.InRange(read, 100, 600);
    }
}
