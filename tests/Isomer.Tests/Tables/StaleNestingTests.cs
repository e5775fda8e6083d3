using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// A relation that refused to nest does not nest: all rows are written, where WriteXml loses those that have a parent by it.
/// </summary>
public class StaleNestingTests
{
    static DataSet Refused()
    {
        var set = new DataSet("S");
        foreach (var (name, ns) in new[] { ("A", ""), ("B", "urn:b"), ("C", "") })
        {
            var table = set.Tables.Add(name);
            table.Namespace = ns;
            table.Columns.Add("id", typeof(int));
        }
        var child = set.Tables["C"]!.Columns[0];
        set.Relations.Add("bc", set.Tables["B", "urn:b"]!.Columns[0], child, false).Nested = true;
        var refused = set.Relations.Add("ac", set.Tables["A"]!.Columns[0], child, false);
        Assert.Throws<InvalidOperationException>(() => refused.Nested = true);
        Assert.False(refused.Nested);
        set.Tables["A"]!.Rows.Add(1);
        set.Tables["C"]!.Rows.Add(1);
        set.AcceptChanges();
        return set;
    }

    [Theory, InlineData(XmlWriteMode.IgnoreSchema), InlineData(XmlWriteMode.DiffGram)]
    public void No_row_is_lost(XmlWriteMode mode)
    {
        var options = new DataXmlOptions { WriteMode = mode };
        foreach (bool isTable in (bool[])[false, true])
        {
            var set = Refused();
            var child = set.Tables["C"]!;
            Assert.True(StaleNesting.Has(child));
            System.ComponentModel.IListSource value = isTable ? child : set;
            byte[] lost = DataXmlTests.Original(value, options);
            byte[] ours = DataXml.Serialize(value, options);
            Assert.True(lost.Length < ours.Length);
            Assert.Contains("<C", Encoding.UTF8.GetString(ours), StringComparison.Ordinal);
            Assert.Equal(Encoding.UTF8.GetString(StaleNesting.Without(set, () => DataXmlTests.Original(value, options))),
                Encoding.UTF8.GetString(ours));
            Assert.False(StaleNesting.Has(child));
        }
    }

    /// <summary>On every path that writes a set's document.</summary>
    [Fact]
    public void No_row_is_lost_within_other_formats()
    {
        foreach (var write in (Func<DataSet, string>[])[s => ContractXml.ToText(s), s => Xml.ToText(s),
            s => Encoding.UTF8.GetString(Nrbf.Serialize(s)), s => Encoding.UTF8.GetString(Soap.Serialize(s))])
            Assert.Contains("diffgr:id=\"C1\"", write(Refused()).Replace("&#34;", "\"", StringComparison.Ordinal)
                .Replace("&quot;", "\"", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    /// <summary>
    /// A table that nests has no schema alone: the framework ends by a NullReferenceException. Ours says what to do, and that helps.
    /// </summary>
    [Theory, InlineData(false), InlineData(true)]
    public void A_table_that_nests_has_no_schema_alone(bool hierarchy)
    {
        var set = Refused();
        var child = set.Tables["C"]!;
        var options = new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema, WriteHierarchy = hierarchy };
        Assert.Throws<NullReferenceException>(() => DataXmlTests.Original(child, options));
        foreach (var write in (Action[])[() => DataXml.Serialize(child, options), () => DataXml.WriteXmlSchema(child, options)])
        {
            var refused = Assert.Throws<NotSupportedException>(write);
            foreach (string part in (string[])["'C'", "'B'", "'bc'", "copy", "DataSet", "Nested"])
                Assert.Contains(part, refused.Message, StringComparison.Ordinal);
        }
        DataXml.Serialize(set, options);
        DataXml.Serialize(child.Copy(), options);
        set.Relations["bc"]!.Nested = false;
        DataXml.Serialize(child, options);
        DataXml.WriteXmlSchema(child, options);
    }
}
