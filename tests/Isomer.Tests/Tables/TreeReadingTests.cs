using System.Data;
using System.Text;
using Isomer.Tabular;
using Isomer.Wire.Xml;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows within rows, and DiffGrams, that are read into arrays at once: which documents are, and that nobody sees a difference.
/// (<see cref="TableDifferentialTests"/> compares what is read.)
/// </summary>
public class TreeReadingTests
{
    static DataSet Shop(bool isHidden = false)
    {
        var set = new DataSet("Shop");
        var orders = set.Tables.Add("Order");
        var lines = set.Tables.Add("Line");
        var parts = set.Tables.Add("Part");
        var key = orders.Columns.Add("Id", typeof(int));
        (key.AutoIncrement, key.ColumnMapping) = (isHidden, isHidden ? MappingType.Hidden : MappingType.Element);
        orders.Columns.Add("Customer");
        var of = lines.Columns.Add("Order_Id", typeof(int));
        of.ColumnMapping = key.ColumnMapping;
        var line = lines.Columns.Add("Line_Id", typeof(long));
        line.AutoIncrement = true;
        lines.Columns.Add("Price", typeof(decimal));
        var within = parts.Columns.Add("Line_Id", typeof(long));
        parts.Columns.Add("Bytes", typeof(byte[]));
        parts.Columns.Add("Name");
        orders.PrimaryKey = [key];
        set.Relations.Add("ol", key, of).Nested = true;
        set.Relations.Add("lp", line, within).Nested = true;
        for (int i = 0; i < 20; i++)
        {
            orders.Rows.Add(i, "c" + i);
            for (int k = 0; k < i % 4; k++)
            {
                var row = lines.Rows.Add(i, null, k + 0.5m);
                parts.Rows.Add(row["Line_Id"], k == 1 ? Array.Empty<byte>() : new byte[k], k == 2 ? DBNull.Value : "n");
            }
        }
        set.AcceptChanges();
        return set;
    }

    static DataSet Changed(DataSet set)
    {
        var lines = set.Tables["Line"]!;
        lines.Rows[0]["Price"] = 9m;
        lines.Rows[3].Delete();
        lines.Rows[4].RowError = "wrong";
        lines.Rows[5].SetColumnError("Price", "too high & more");
        lines.Rows.Add(2, null, 7m);
        foreach (DataRow row in set.Tables["Part"]!.Rows)
            if (row.RowState == DataRowState.Unchanged && row.Table.Rows.IndexOf(row) % 3 == 0)
                row["Name"] = "changed";
        return set;
    }

    static bool IsReadHere(DataSet target, byte[] document)
    {
        var scan = new XmlScanner(document, RowScan.Rules);
        try
        {
            if (document.AsSpan().StartsWith("<diffgr"u8))
                return TreeReading.TryReadDiffGram(target, ref scan);
            scan.ReadStart();
            return TreeReading.TryReadRows(target, scan, target.Namespace, target.DataSetName);
        }
        finally
        {
            scan.Dispose();
        }
    }

    [Theory, InlineData(false), InlineData(true)]
    public void What_the_framework_writes_is_read_here(bool isHidden)
    {
        foreach (var set in (DataSet[])[Shop(isHidden), Changed(Shop(isHidden))])
            foreach (var mode in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.DiffGram])
            {
                byte[] document = DataXmlTests.Original(set, new DataXmlOptions { WriteMode = mode });
                var (ours, theirs) = (set.Clone(), set.Clone());
                Assert.True(IsReadHere(ours, document), $"{mode}");
                theirs.ReadXml(new MemoryStream(document));
                Assert.Null(TableDifference.Of(theirs, ours));
                // Keys find their rows, relations too, and the next DiffGram has the same numbers of rows.
                Assert.Equal(theirs.Tables[0].Rows[7].GetChildRows("ol").Length, ours.Tables[0].Rows[7].GetChildRows("ol").Length);
                Assert.NotNull(ours.Tables[0].Rows.Find(ours.Tables[0].Rows[7]["Id"]));
                Assert.Equal(Text(theirs), Text(ours));
                foreach (var each in (DataSet[])[theirs, ours])
                {
                    each.Tables[0].Rows.Add(isHidden ? null : 1000, "next");
                    each.Tables[1].Rows.Add(each.Tables[0].Rows[^1]["Id"], null, 1m);
                    each.RejectChanges();
                }
                Assert.Null(TableDifference.Of(theirs, ours));
            }
    }

    static string Text(DataSet set) =>
        Encoding.UTF8.GetString(DataXmlTests.Original(set, new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram }));

    public static TheoryData<string, string> Others => new()
    {
        { "a place twice", "msdata:rowOrder=\"1\"~msdata:rowOrder=\"0\"" },
        { "a place beyond", "msdata:rowOrder=\"1\"~msdata:rowOrder=\"99\"" },
        { "a place that is none", "msdata:rowOrder=\"1\"~msdata:rowOrder=\" 1\"" },
        { "a column that is not there", "<Price>~<Extra>1</Extra><Price>" },
        { "text beside cells", "<Price>~x<Price>" },
        { "a comment in what was before", "<diffgr:before>~<diffgr:before><!-- c -->" },
        { "an error of a row without errors", "<diffgr:errors>~<diffgr:errors><Order diffgr:id=\"Order1\" diffgr:Error=\"e\" />" },
        { "a value that is none", "<Price>0.5~<Price>x" },
        { "cut", "</diffgr:diffgram>~" },
    };

    /// <summary>Anything else is the framework's, which finds the set as it was.</summary>
    [Theory, MemberData(nameof(Others))]
    public void Other_documents_are_not_touched(string what, string change)
    {
        string text = Text(Changed(Shop()));
        int at = text.IndexOf(change.Split('~')[0], StringComparison.Ordinal);
        Assert.True(at > 0, what);
        byte[] document = Encoding.UTF8.GetBytes(text.Remove(at, change.Split('~')[0].Length).Insert(at, change.Split('~')[1]));
        var target = Shop().Clone();
        Assert.False(IsReadHere(target, document), what);
        Assert.Null(TableDifference.Of(Shop().Clone(), target));
        DataXmlTests.ReadsAlike(document, Shop().Clone, XmlReadMode.Auto, what);
    }

    /// <summary>
    /// Whoever listens is told of each row; rows that are there are merged; a table that nests in itself has an order of its own.
    /// </summary>
    [Fact]
    public void Other_sets_are_the_frameworks()
    {
        byte[] document = Encoding.UTF8.GetBytes(Text(Changed(Shop())));
        var listened = Shop().Clone();
        int told = 0;
        listened.Tables[1].RowChanged += (_, _) => told++;
        Assert.False(IsReadHere(listened, document));
        DataXml.Fill(listened, document);
        Assert.True(told > 0);
        Assert.False(IsReadHere(Shop(), document));
        DataXmlTests.ReadsAlike(document, () => Shop(), XmlReadMode.Auto, "rows that are there");
        var circular = new DataSet("S");
        var table = circular.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        circular.Relations.Add(new DataRelation("r", table.Columns[0], table.Columns[1], false) { Nested = true });
        Assert.False(IsReadHere(circular, "<S><T><id>1</id><T><id>2</id></T></T></S>"u8.ToArray()));
        DataXmlTests.ReadsAlike("<S><T><id>1</id><T><id>2</id></T></T></S>"u8.ToArray(), circular.Clone, XmlReadMode.Auto, "in itself");
    }

    /// <summary>
    /// White space by a decimal reference is text to the framework's reader of text, in rows within rows, flat ones and DiffGrams.
    /// </summary>
    [Theory]
    [InlineData("&#32;")]
    [InlineData("&#32;&#32;")]
    [InlineData("&#9;")]
    [InlineData("&#10;")]
    [InlineData("&#13;")]
    [InlineData(" &#32;")]
    [InlineData("&#x20;")]
    public void White_space_by_reference(string white)
    {
        foreach (bool nests in (bool[])[true, false])
        {
            var set = new DataSet("S");
            var (above, within) = (set.Tables.Add("P"), set.Tables.Add("C"));
            above.Columns.Add("id", typeof(int));
            above.Columns.Add("s", typeof(string));
            within.Columns.Add("id", typeof(int));
            within.Columns.Add("s", typeof(string));
            set.Relations.Add(new DataRelation("r", above.Columns[0], within.Columns[0], false) { Nested = nests });
            DataXmlTests.ReadsAlike(
                Encoding.UTF8.GetBytes($"<S><P><id>1</id><s>{white}</s>{(nests ? $"<C><s>{white}</s></C>" : "")}</P></S>"), set.Clone,
                XmlReadMode.Auto, white);
            DataXmlTests.ReadsAlike(
                Encoding.UTF8.GetBytes(
                    $"<diffgr:diffgram xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' xmlns:diffgr='urn:schemas-microsoft-com:xml-diffgram-v1'><S><P diffgr:id='P1' msdata:rowOrder='0'><id>1</id><s>{white}</s></P></S></diffgr:diffgram>"),
                set.Clone, XmlReadMode.DiffGram, "DiffGram " + white);
        }
    }

    /// <summary>Each schema looks at what is declared around it: not each of thousands at thousands.</summary>
    [Fact]
    public void Schemas_within_declarations_are_bounded()
    {
        const int Many = 4000;
        string document = "<S " + string.Concat(Enumerable.Range(0, Many).Select(i => $"xmlns:a{i}='u{i}' "))
            + "xmlns:x='http://www.w3.org/2001/XMLSchema'>"
            + string.Concat(Enumerable.Repeat("<x:schema><x:element name='q'/></x:schema>", Many)) + "</S>";
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Throws<WireFormatException>(() => DataXml.Fill(new DataSet(), Encoding.UTF8.GetBytes(document)));
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 400_000_000);
    }

    /// <summary>What breaks a key is refused when all rows are there, as by ReadXml.</summary>
    [Fact]
    public void Constraints_count()
    {
        var set = Shop();
        set.EnforceConstraints = false;
        set.Tables[1].Rows[0]["Order_Id"] = 555;
        string text = Text(set).Replace("<Id>2</Id>", "<Id>1</Id>", StringComparison.Ordinal);
        Assert.Contains("Failed to enable constraints",
            Assert.Throws<WireFormatException>(() => DataXml.Fill(Shop().Clone(), Encoding.UTF8.GetBytes(text))).Message,
            StringComparison.Ordinal);
    }

    /// <summary>Half a megabyte of rows of nothing is left to who sees that it is nothing.</summary>
    [Fact]
    public void Rows_of_nothing_are_bounded()
    {
        var set = new DataSet("S");
        var (wide, within) = (set.Tables.Add("W"), set.Tables.Add("N"));
        for (int i = 0; i < 1000; i++)
            wide.Columns.Add("c" + i, typeof(decimal));
        within.Columns.Add("c0", typeof(decimal));
        set.Relations.Add(new DataRelation("r", wide.Columns[0], within.Columns[0], false) { Nested = true });
        byte[] document = Encoding.UTF8.GetBytes($"<S>{string.Concat(Enumerable.Repeat("<W/>", 100_000))}</S>");
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Contains("rows of 1000 columns", Assert.Throws<WireFormatException>(() => DataXml.Fill(set, document)).Message,
            StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000_000);
    }
}
