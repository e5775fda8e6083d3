using System.Data;
using System.Globalization;
using System.Text;
using Isomer.Tabular;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Keys that rows within have from their row, of hostile documents: chosen to have one hash, and computed by what a schema in the document
/// says.
/// </summary>
public class NestedKeyTests
{
    static DataSet Two(Type type, string expression)
    {
        var set = new DataSet("S");
        DataTable outer = set.Tables.Add("A"), inner = set.Tables.Add("B");
        outer.Columns.Add("a", type);
        inner.Columns.Add("id", typeof(int));
        var key = outer.Columns.Add("k", type, expression);
        set.Relations.Add(new DataRelation("r", key, inner.Columns.Add("up", type), createConstraints: false) { Nested = true });
        return set;
    }

    /// <summary>A document with the schema of the set before its rows.</summary>
    static byte[] WithSchema(DataSet set, string rows)
    {
        using var schema = new StringWriter(CultureInfo.InvariantCulture);
        set.WriteXmlSchema(schema);
        string text = schema.ToString();
        return Encoding.UTF8.GetBytes($"<S>{text[(text.IndexOf("?>", StringComparison.Ordinal) + 2)..]}{rows}</S>");
    }

    static string Repeated(string row, int count) => new StringBuilder().Insert(0, row, count).ToString();

    /// <summary>Fifty thousand numbers that all hash to 0 took the square of their number.</summary>
    [Fact]
    public void Keys_of_one_hash_cost_no_more_than_others()
    {
        var set = new DataSet("S");
        DataTable outer = set.Tables.Add("A"), inner = set.Tables.Add("B");
        set.Relations.Add(
            new DataRelation("r", outer.Columns.Add("id", typeof(long)), inner.Columns.Add("up", typeof(long)), createConstraints: false)
            { Nested = true });
        inner.Columns.Add("b", typeof(int));
        var document = new StringBuilder("<S>");
        for (long x = 1; x <= 50_000; x++)
            document.Append(CultureInfo.InvariantCulture, $"<A><id>{(x << 32) | x}</id></A>");
        document.Append("<A><id>5</id><B><b>7</b></B></A></S>");
        byte[] bytes = Encoding.UTF8.GetBytes(document.ToString());
        var time = ThreadTime.Start();
        DataXml.Fill(set, bytes);
        Assert.InRange(time.ElapsedMilliseconds, 0, 3000);
        Assert.Equal((50_001, 5L), (outer.Rows.Count, (long)inner.Rows[0]["up"]));
    }

    /// <summary>
    /// A schema in the document may compute a key of a thousand texts: it is counted before anything is computed, however long the document
    /// is.
    /// </summary>
    [Theory, InlineData(60), InlineData(800)]
    public void A_key_that_a_schema_computes_is_counted(int rows)
    {
        byte[] document = WithSchema(Two(typeof(string), string.Join("+", Enumerable.Repeat("a", 1000))),
            Repeated("<A><a>01234567890123456789</a></A>", rows));
        long before = GC.GetAllocatedBytesForCurrentThread();
        foreach (var mode in (XmlReadMode[])[XmlReadMode.Auto, XmlReadMode.ReadSchema])
            Assert.Contains("xpression",
                Assert.Throws<WireFormatException>(
                    () => DataXml.Fill(new DataSet(), document, new DataXmlOptions { ReadMode = mode })).Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
        // Described by it first, the target has it as its own.
        var described = new DataSet();
        DataXml.ReadXmlSchema(described, document);
        before = GC.GetAllocatedBytesForCurrentThread();
        byte[] alone = Encoding.UTF8.GetBytes($"<S>{Repeated("<A><a>01234567890123456789</a></A>", rows)}</S>");
        Assert.Contains("xpression", Assert.Throws<WireFormatException>(() => DataXml.Fill(described, alone)).Message,
            StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 20_000_000);
    }

    /// <summary>
    /// A key that the document's schema computes reaches the rows within, as with the framework, whatever the document says of it and
    /// however long it is.
    /// </summary>
    [Theory, InlineData(""), InlineData("<k>7</k>")]
    public void A_key_of_the_documents_schema_reaches_the_rows_within(string said)
    {
        foreach (int count in (int[])[1, 5, 2000])
        {
            var set = new DataSet();
            var rows = new StringBuilder();
            for (int i = 0; i < count; i++)
                rows.Append(CultureInfo.InvariantCulture,
                    $"<A><a>{i}</a>{said.Replace("7", (i + 7).ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)}<B><id>10</id></B></A>");
            byte[] document = WithSchema(Two(typeof(int), "a * 2"), rows.ToString());
            DataXml.Fill(set, document);
            Assert.Equal(Enumerable.Range(0, count).Select(static i => i * 2),
                set.Tables["B"]!.Rows.Cast<DataRow>().Select(static r => (int)r["up"]));
            Assert.Equal(Enumerable.Range(0, count).Select(static i => i * 2),
                set.Tables["A"]!.Rows.Cast<DataRow>().Select(static r => (int)r["k"]));
            if (count > 5)
                continue;
            var theirs = new DataSet();
            theirs.ReadXml(new MemoryStream(document));
            Assert.Null(TableDifference.Of(theirs, set));
            // In a document of others the rows come as they come here.
            byte[] carried = Xml.Serialize(set);
            Assert.Null(
                TableDifference.Of(
                    (DataSet)new System.Xml.Serialization.XmlSerializer(typeof(DataSet)).Deserialize(new MemoryStream(carried))!,
                    Xml.Deserialize<DataSet>(carried)));
        }
    }

    /// <summary>
    /// A key of the target's own reaches the rows within, whether there is a schema in the document or not, and however long it is.
    /// </summary>
    [Theory, InlineData(false), InlineData(true)]
    public void A_key_of_ones_own_reaches_the_rows_within(bool hasSchema)
    {
        foreach (int count in (int[])[1, 300])
        {
            var document = new StringBuilder();
            for (int i = 0; i < count; i++)
                document.Append(CultureInfo.InvariantCulture, $"<A><a>{i}</a><B><id>10</id></B></A>");
            var set = Two(typeof(int), "a * 2");
            DataXml.Fill(set, hasSchema ? WithSchema(set, document.ToString()) : Encoding.UTF8.GetBytes($"<S>{document}</S>"));
            Assert.Equal(Enumerable.Range(0, count).Select(static i => 2 * i),
                set.Tables["B"]!.Rows.Cast<DataRow>().Select(static r => (int)r["up"]));
        }
    }

    /// <summary>Which keys are computed as rows come: what costs the same for each row, and little.</summary>
    [Theory]
    [InlineData("a * 2", true)]
    [InlineData("[a] - 1", true)]
    [InlineData("[c\\]] + 1", false)]
    [InlineData("[C\\]] + 1", false)]
    [InlineData("Len(t)", false)]
    [InlineData("a + t", false)]
    [InlineData("Parent.id", false)]
    public void Keys_that_are_computed_with_their_row(string expression, bool isKept)
    {
        var set = Two(typeof(int), "");
        var outer = set.Tables["A"]!;
        outer.Columns.Add("t");
        outer.Columns.Add("c]", typeof(int), "a * 3");
        var above = set.Tables.Add("P");
        set.Relations.Add(
            new DataRelation("p", above.Columns.Add("id", typeof(int)), outer.Columns.Add("of", typeof(int)), createConstraints: false));
        outer.Columns["k"]!.Expression = expression;
        Assert.Equal(isKept, HeldExpressions.KeysOfNested(outer).Count > 0);
        outer.Columns["k"]!.Expression = string.Join("+", Enumerable.Repeat("a", 16));
        Assert.True(HeldExpressions.KeysOfNested(outer).Count > 0);
        outer.Columns["k"]!.Expression = string.Join("+", Enumerable.Repeat("a", 17));
        Assert.False(HeldExpressions.KeysOfNested(outer).Count > 0);
    }

    /// <summary>
    /// Readers give the key that is computed, and rows within their row have it, as where a set is read: in batches of a document of any
    /// length, by its schema and by another, in a payload's document too.
    /// </summary>
    [Theory, InlineData(""), InlineData("<k>7</k>")]
    public async Task Readers_have_the_keys_that_a_set_has(string said)
    {
        string rows = string.Concat(
            Enumerable.Range(0, 9000)
                .Select(i =>
                    $"<A><a>{i}</a>{said.Replace("7", (i + 7).ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)}<B><id>{i}</id></B></A>"));
        byte[] document = WithSchema(Two(typeof(int), "a * 2"), rows), alone = Encoding.UTF8.GetBytes($"<S>{rows}</S>");
        Assert.True(document.Length > 1 << 18);
        foreach (var (table, column) in ((string, string)[])[("A", "k"), ("B", "up")])
            foreach (bool hasSchema in (bool[])[true, false])
            {
                var keys = new List<int>();
                await using var reader = await (hasSchema
                    ? Tables.ReadXmlAsync(new MemoryStream(document), table)
                    : Tables.ReadXmlAsync(new MemoryStream(alone), Two(typeof(int), "a * 2").Tables[table]!));
                int ordinal = reader.GetOrdinal(column);
                while (await reader.ReadAsync(TestContext.Current.CancellationToken))
                    keys.Add(reader.GetInt32(ordinal));
                Assert.Equal(Enumerable.Range(0, 9000).Select(static i => i * 2), keys);
            }
    }
}
