using System.Data;
using System.Globalization;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What a reader of nested documents and DiffGrams found: documents that <c>ReadXml</c> refuses were read, computed keys were lost, and
/// sets were refused for tables that they do not write.
/// </summary>
public class TreeLinkTests
{
    static DataSet Two(Type? type = null, bool isComputed = false, bool isCaseSensitive = false)
    {
        var set = new DataSet("S") { CaseSensitive = isCaseSensitive };
        DataTable outer = set.Tables.Add("A"), inner = set.Tables.Add("B");
        var id = outer.Columns.Add("id", type ?? typeof(int));
        inner.Columns.Add("id", typeof(int));
        var up = inner.Columns.Add("up", type ?? typeof(int));
        set.Relations.Add(
            new DataRelation("r", isComputed ? outer.Columns.Add("twice", typeof(int), "id * 2") : id, up, createConstraints: false)
            { Nested = true });
        return set;
    }

    static string DiffGram(string rows, string behind = "") =>
        $"<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><S>{rows}</S>{behind}</diffgr:diffgram>";

    static void Alike(string document, Func<DataSet> target, XmlReadMode mode = XmlReadMode.Auto, bool? isRefused = null)
    {
        DataXmlTests.ReadsAlike(Encoding.UTF8.GetBytes(document), target, mode, document);
        if (isRefused is { } refused)
            Assert.Equal(refused,
                Record.Exception(
                    () => DataXml.Fill(target(), Encoding.UTF8.GetBytes(document),
                        new DataXmlOptions { ReadMode = mode })) is WireFormatException);
    }

    static readonly string[] s_orders =
    [
        "<A><id>{0}</id><B><id>10</id></B></A><A><id>{1}</id><B><id>11</id></B></A>",
        "<A><id>{0}</id></A><A><id>{1}</id><B><id>10</id></B></A>", "<A><id>{0}</id><B><id>10</id></B></A><A><id>{1}</id></A>",
        "<A><id>{0}</id></A><A><id>{1}</id></A><B><id>10</id><up>{1}</up></B>", "<A><B><id>10</id></B></A><A><B><id>11</id></B></A>",
    ];

    /// <summary>A row within two that have one key, where no constraint forbids that: the framework finds two parents.</summary>
    [Theory]
    [InlineData(typeof(int), "1", "1")]
    [InlineData(typeof(int), "1", "2")]
    [InlineData(typeof(string), "a", "A")]
    [InlineData(typeof(string), "a", "a ")]
    [InlineData(typeof(string), "a", "b")]
    [InlineData(typeof(decimal), "1", "1.0")]
    [InlineData(typeof(double), "1", "1.0")]
    [InlineData(typeof(Guid), "00000000-0000-0000-0000-000000000001", "00000000-0000-0000-0000-000000000001")]
    [InlineData(typeof(DateTimeOffset), "2020-01-01T00:00:00Z", "2020-01-01T01:00:00+01:00")]
    public void Keys_that_come_twice(Type type, string first, string second)
    {
        foreach (bool isCaseSensitive in (bool[])[false, true])
            foreach (string order in s_orders)
                Alike($"<S>{string.Format(CultureInfo.InvariantCulture, order, first, second)}</S>",
                    () => Two(type, isCaseSensitive: isCaseSensitive));
    }

    [Fact]
    public void A_row_with_two_parents_is_refused()
    {
        Alike($"<S>{string.Format(CultureInfo.InvariantCulture, s_orders[0], 1, 1)}</S>", () => Two(), isRefused: true);
        Alike(DiffGram(
            "<A diffgr:id='A1' msdata:rowOrder='0'><id>1</id><B diffgr:id='B1' msdata:rowOrder='0'><id>10</id><up>1</up></B></A><A diffgr:id='A2' msdata:rowOrder='1'><id>1</id><B diffgr:id='B2' msdata:rowOrder='1'><id>11</id><up>1</up></B></A>"),
            () => Two(), XmlReadMode.DiffGram, isRefused: true);
    }

    /// <summary>A key that is computed is not in the document, and goes to the rows within all the same.</summary>
    [Fact]
    public void A_computed_key_reaches_the_rows_within()
    {
        const string document = "<S><A><id>1</id><B><id>10</id></B></A><A><id>2</id><B><id>11</id></B></A></S>";
        Alike(document, () => Two(isComputed: true), isRefused: false);
        var set = Two(isComputed: true);
        DataXml.Fill(set, Encoding.UTF8.GetBytes(document));
        Assert.Equal([2, 4], set.Tables["B"]!.Rows.Cast<DataRow>().Select(static r => (int)r["up"]));
    }

    /// <summary>Errors are told by the names of columns as they are written.</summary>
    [Theory, InlineData("id", false), InlineData("ID", true), InlineData("nothing", true)]
    public void Errors_of_columns_in_another_case(string name, bool isRefused) =>
        Alike(DiffGram("<A diffgr:id='A1' msdata:rowOrder='0' diffgr:hasErrors='true'><id>1</id></A>",
            $"<diffgr:errors><A diffgr:id='A1' diffgr:Error='e'><{name} diffgr:Error='bad'/></A></diffgr:errors>"), () => Two(),
                XmlReadMode.DiffGram, isRefused);

    /// <summary>What was before a change draws a number of a column that counts, of which there may be none any more.</summary>
    [Theory, InlineData(typeof(int), int.MaxValue), InlineData(typeof(int), int.MaxValue - 2), InlineData(typeof(long), long.MaxValue),
        InlineData(typeof(short), short.MaxValue)]
    public void Numbers_at_their_end(Type type, long last)
    {
        foreach (long step in (long[])[1, 5, -1])
            foreach (string behind in (string[])["",
                $"<diffgr:before><A diffgr:id='A1' msdata:rowOrder='0'><id>{last}</id><x>b</x></A></diffgr:before>",
                $"<diffgr:before><A diffgr:id='A1' msdata:rowOrder='0'><id>1</id><x>b</x></A><A diffgr:id='A9' msdata:rowOrder='1'><id>{last}</id><x>b</x></A></diffgr:before>"])
                foreach (string id in (string[])[$"<id>{last}</id>", ""])
                    Alike(DiffGram(
                        $"<A diffgr:id='A1' msdata:rowOrder='0'{(behind.Length > 0 ? " diffgr:hasChanges='modified'" : "")}>{id}<x>a</x></A>",
                        behind), () =>
                    {
                        var set = new DataSet("S");
                        var table = set.Tables.Add("A");
                        table.Columns.Add(
                            new DataColumn("id", type) { AutoIncrement = true, AutoIncrementSeed = last, AutoIncrementStep = step });
                        table.Columns.Add("x");
                        return set;
                    }, XmlReadMode.DiffGram);
    }

    /// <summary>A table alone is written with its own rows: those of other tables of its set may stand in a circle.</summary>
    [Fact]
    public void A_circle_elsewhere_is_nothing_to_a_table_alone()
    {
        var set = new DataSet("S") { EnforceConstraints = false };
        foreach (string name in (string[])["A", "C", "D"])
        {
            var table = set.Tables.Add(name);
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("up", typeof(int));
            table.Rows.Add(1, 1);
        }
        set.Relations.Add(new DataRelation("cd", set.Tables["C"]!.Columns[0], set.Tables["D"]!.Columns[1], false) { Nested = true });
        set.Relations.Add(new DataRelation("dc", set.Tables["D"]!.Columns[0], set.Tables["C"]!.Columns[1], false) { Nested = true });
        var alone = set.Tables["A"]!;
        foreach (var mode in Enum.GetValues<XmlWriteMode>())
            foreach (bool hierarchy in (bool[])[false, true])
            {
                var options = new DataXmlOptions { WriteMode = mode, WriteHierarchy = hierarchy };
                Assert.Equal(Encoding.UTF8.GetString(DataXmlTests.Original(alone, options)),
                    Encoding.UTF8.GetString(DataXml.Serialize(alone, options)));
                Assert.Contains("within itself",
                    Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set.Tables["C"]!, options)).Message,
                    StringComparison.Ordinal);
            }
        alone.RemotingFormat = SerializationFormat.Xml;
        Assert.Equal(Convert.ToHexString(Formats.OfNrbf.NrbfTests.Original(alone)), Convert.ToHexString(Nrbf.Serialize(alone)));
        Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set));
    }

    /// <summary>
    /// With all tables that depend on it, those also are written to which a relation leads that does not nest: a circle within them ended
    /// the process.
    /// </summary>
    [Fact]
    public void A_circle_in_the_hierarchy_is_refused_behind_a_relation_that_does_not_nest()
    {
        var set = new DataSet("S") { EnforceConstraints = false };
        foreach (string name in (string[])["A", "C", "D"])
        {
            var table = set.Tables.Add(name);
            foreach (string column in (string[])["id", "up", "other"])
                table.Columns.Add(column, typeof(int));
            table.Rows.Add(1, 1, 1);
        }
        void Relate(string parent, string child, int column, bool nests) =>
            set.Relations.Add(
                new DataRelation(parent + child, set.Tables[parent]!.Columns[0], set.Tables[child]!.Columns[column], false)
                { Nested = nests });
        Relate("A", "C", 1, false);
        Relate("C", "D", 1, true);
        Relate("D", "C", 2, true);
        var alone = set.Tables["A"]!;
        foreach (var mode in Enum.GetValues<XmlWriteMode>())
        {
            var options = new DataXmlOptions { WriteMode = mode };
            Assert.Equal(Encoding.UTF8.GetString(DataXmlTests.Original(alone, options)),
                Encoding.UTF8.GetString(DataXml.Serialize(alone, options)));
            Assert.Contains("within itself",
                Assert.Throws<NotSupportedException>(() => DataXml.Serialize(alone, options with { WriteHierarchy = true })).Message,
                StringComparison.Ordinal);
        }
    }

    /// <summary>Rows of tables whose relations lead round, and no row within itself: all that there is to write is written.</summary>
    [Fact]
    public void Relations_that_lead_round_without_a_row_within_itself()
    {
        var set = new DataSet("S");
        foreach (string name in (string[])["A", "B"])
        {
            set.Tables.Add(name).Columns.Add("id", typeof(int));
            set.Tables[name]!.Columns.Add("up", typeof(int));
        }
        set.Relations.Add(new DataRelation("ab", set.Tables["A"]!.Columns[0], set.Tables["B"]!.Columns[1], false) { Nested = true });
        set.Relations.Add(new DataRelation("ba", set.Tables["B"]!.Columns[0], set.Tables["A"]!.Columns[1], false) { Nested = true });
        set.Tables["A"]!.Rows.Add(1, DBNull.Value);
        set.Tables["B"]!.Rows.Add(10, 1);
        set.Tables["A"]!.Rows.Add(2, 10);
        set.Tables["B"]!.Rows.Add(20, 2);
        set.Tables["A"]!.Rows.Add(3, 77);
        foreach (var mode in Enum.GetValues<XmlWriteMode>())
        {
            byte[] document = DataXmlTests.Original(set, new DataXmlOptions { WriteMode = mode });
            Assert.Equal(Encoding.UTF8.GetString(document),
                Encoding.UTF8.GetString(DataXml.Serialize(set, new DataXmlOptions { WriteMode = mode })));
            if (mode != XmlWriteMode.DiffGram)
            {
                DataXmlTests.ReadsAlike(document, set.Clone, XmlReadMode.Auto, $"{mode}");
                continue;
            }
            // The framework makes an index while a row has a place and is not there yet, and so cannot read what it wrote; the index that
            // is kept here was made before.
            Assert.IsType<NullReferenceException>(
                Record.Exception(() => set.Clone().ReadXml(new MemoryStream(document), XmlReadMode.DiffGram)));
            DataSet ours = set.Clone();
            DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = XmlReadMode.DiffGram });
            Assert.Null(TableDifference.Of(set, ours));
        }
        foreach (DataTable table in set.Tables)
            Assert.Equal(Encoding.UTF8.GetString(DataXmlTests.Original(table, new DataXmlOptions())),
                Encoding.UTF8.GetString(DataXml.Serialize(table)));
        Assert.Equal(Convert.ToHexString(Formats.OfNrbf.NrbfTests.Original(set)), Convert.ToHexString(Nrbf.Serialize(set)));
    }
}
