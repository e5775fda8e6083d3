using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What a set computes stays bound as it was where a document gives it more relations, and the original values of rows that are read are
/// not computed: ReadXml leaves the expressions in their columns, ours takes them off while rows come.
/// </summary>
public class BoundExpressionTests
{
    const string Odd = @"r [1] \ ] `x`";

    static DataSet Family(string parents, string children, string name = Odd)
    {
        var set = new DataSet("S");
        foreach (string of in (string[])["P", "C"])
        {
            var table = set.Tables.Add(of);
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("n", typeof(int));
        }
        set.Relations.Add(name, set.Tables["P"]!.Columns["id"]!, set.Tables["C"]!.Columns["id"]!);
        set.Tables["C"]!.Columns.Add("e", typeof(string), parents);
        set.Tables["P"]!.Columns.Add("e", typeof(string), children);
        return set;
    }

    /// <summary>The set has one relation before, and the inferred ones besides: two above one table, two below the other.</summary>
    [Theory]
    [InlineData("Parent.n", "Sum(Child.n)")]
    [InlineData("parent . n + 'Parent.n' + Parent.[id]", "Count(child.id) + Max( Child.n )")]
    public void A_relation_that_comes_with_the_document_does_not_unbind(string parents, string children)
    {
        byte[] document = Encoding.UTF8.GetBytes("<S><X><y>1</y><C><id>1</id><n>9</n></C></X><P><id>1</id><n>5</n><Y><z>1</z></Y></P></S>");
        DataSet theirs = Family(parents, children), ours = Family(parents, children);
        theirs.ReadXml(new MemoryStream(document), XmlReadMode.InferSchema);
        Assert.Equal((2, 2), (theirs.Tables["C"]!.ParentRelations.Count, theirs.Tables["P"]!.ChildRelations.Count));
        DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = XmlReadMode.InferSchema });
        Assert.Null(TableDifference.Of(theirs, ours));
        Assert.Equal(parents, ours.Tables["C"]!.Columns["e"]!.Expression);
        // Bound, too: it is computed anew of the row above.
        foreach (var set in (DataSet[])[theirs, ours])
            set.Tables["P"]!.Rows[0]["n"] = 50;
        Assert.Null(TableDifference.Of(theirs, ours));
    }

    /// <summary>
    /// One that was bound while there was one relation and names none cannot be read: the framework writes it and throws when it reads.
    /// </summary>
    [Theory]
    [InlineData("Parent.n", "Sum(Child.n)")]
    [InlineData("Parent.n + 1", "")]
    [InlineData("", "Max(Child.n)")]
    public void Several_relations_are_refused_where_none_is_named(string parents, string children)
    {
        var set = Family(parents, children, "r");
        set.Relations.Add("more", set.Tables["P"]!.Columns["n"]!, set.Tables["C"]!.Columns["n"]!, false);
        set.Tables["P"]!.Rows.Add(1, 5);
        set.Tables["C"]!.Rows.Add(1, 6);
        Func<DataSet, DataSet>[] ways =
        [
            s => Compact.Deserialize<DataSet>(Compact.Serialize(s))!,
            s => Json.Deserialize<DataSet>(Json.Serialize(s, JsonOptions.Graph), JsonOptions.Graph)!,
            s => DeepCopy.Of(s)!,
            s => Nrbf.Deserialize<DataSet>(Nrbf.Serialize(s))!,
            s => Soap.Deserialize<DataSet>(Soap.Serialize(s))!,
            s => Xml.Deserialize<DataSet>(Xml.Serialize(s))!,
            s => ContractXml.Deserialize<DataSet>(ContractXml.Serialize(s))!,
            s => ContractJson.Deserialize<DataSet>(ContractJson.Serialize(s))!,
        ];
        foreach (var format in new[] { SerializationFormat.Xml, (SerializationFormat)1 })
        {
            set.RemotingFormat = format;
            foreach (var way in ways)
            {
                var error = Assert.ThrowsAny<Exception>(() => way(set));
                Assert.True(error is NotSupportedException && error.Message.Contains("([r])", StringComparison.Ordinal), error.ToString());
            }
        }
        var document = new MemoryStream();
        set.WriteXml(document, XmlWriteMode.WriteSchema);
        document.Position = 0;
        Assert.ThrowsAny<Exception>(() => new DataSet().ReadXml(document));
        // Rows without the schema are written, and the remedy is one.
        Assert.NotEmpty(DataXml.Serialize(set));
        if (parents.Length > 0)
            set.Tables["C"]!.Columns["e"]!.Expression = parents.Replace("Parent.", "Parent(r).", StringComparison.Ordinal);
        if (children.Length > 0)
            set.Tables["P"]!.Columns["e"]!.Expression = children.Replace("Child.", "Child(r).", StringComparison.Ordinal);
        foreach (var format in new[] { SerializationFormat.Xml, (SerializationFormat)1 })
        {
            set.RemotingFormat = format;
            foreach (var way in ways)
                Assert.Null(TableDifference.Of(set, way(set)));
        }
    }

    /// <summary>
    /// The second document finds two relations, of which the expression names none: it stays bound to the one that was the only one,
    /// whether a document brought the other or somebody added it.
    /// </summary>
    [Theory]
    [InlineData("Parent.n", "Sum(Child.n)", Odd)]
    [InlineData("IIF(Parent.n > 1, Parent.n * 2, -Parent.id)", "IsNull(Max(Child.n), 0) + Count(Child.id)", Odd)]
    [InlineData("Parent.n", "Sum(Child.n)", "r")]
    [InlineData("Parent.n", "Sum(Child.n)", "n")]
    [InlineData("Parent.n + Parent(r).id", "Sum(Child.n) + Count(Child(r).id)", "r")]
    public void A_second_document_finds_it_bound(string parents, string children, string name)
    {
        byte[] first = Encoding.UTF8.GetBytes("<S><X><y>1</y><C><id>1</id><n>9</n></C></X><P><id>1</id><n>5</n><Y><z>1</z></Y></P></S>");
        foreach (bool isAdded in new[] { false, true })
            foreach (var mode in new[] { XmlReadMode.IgnoreSchema, XmlReadMode.InferSchema, XmlReadMode.Auto })
            {
                DataSet theirs = Family(parents, children, name), ours = Family(parents, children, name);
                foreach (var set in (DataSet[])[theirs, ours])
                    if (isAdded)
                        set.Relations.Add("more", set.Tables["P"]!.Columns["n"]!, set.Tables["C"]!.Columns["n"]!, false);
                if (!isAdded)
                {
                    theirs.ReadXml(new MemoryStream(first), XmlReadMode.InferSchema);
                    DataXml.Fill(ours, first, new DataXmlOptions { ReadMode = XmlReadMode.InferSchema });
                }
                for (int i = 2; i < 4; i++)
                {
                    byte[] second = Encoding.UTF8.GetBytes($"<S><P><id>{i}</id><n>6{i}</n></P><C><id>{i}</id><n>8{i}</n></C></S>");
                    theirs.ReadXml(new MemoryStream(second), mode);
                    DataXml.Fill(ours, second, new DataXmlOptions { ReadMode = mode });
                    Assert.Null(TableDifference.Of(theirs, ours));
                }
                Assert.Equal(parents, ours.Tables["C"]!.Columns["e"]!.Expression);
                Assert.Equal(children, ours.Tables["P"]!.Columns["e"]!.Expression);
            }
    }

    static DataSet Doubled(string expression)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("twice", typeof(int), expression);
        return set;
    }

    /// <summary>An original value that would overflow, of a row that was changed.</summary>
    [Theory, InlineData("id * 2"), InlineData("Sum(id)")]
    public void Original_values_are_not_computed(string expression)
    {
        byte[] document = Encoding.UTF8.GetBytes("""
            <diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">
              <S>
                <T diffgr:id="T1" msdata:rowOrder="0" diffgr:hasChanges="modified"><id>1</id></T>
                <T diffgr:id="T2" msdata:rowOrder="1"><id>4</id></T>
              </S>
              <diffgr:before>
                <T diffgr:id="T1" msdata:rowOrder="0"><id>2147483647</id></T>
              </diffgr:before>
            </diffgr:diffgram>
            """);
        foreach (var encoding in (Encoding[])[Encoding.UTF8, Encoding.Unicode])
        {
            DataSet theirs = Doubled(expression), ours = Doubled(expression);
            byte[] bytes = [.. encoding.GetPreamble(), .. encoding.GetBytes(Encoding.UTF8.GetString(document))];
            theirs.ReadXml(new MemoryStream(bytes), XmlReadMode.DiffGram);
            DataXml.Fill(ours, bytes, new DataXmlOptions { ReadMode = XmlReadMode.DiffGram });
            Assert.Null(TableDifference.Of(theirs, ours));
            Assert.Equal([DataRowState.Modified, DataRowState.Unchanged],
                ours.Tables[0].Rows.Cast<DataRow>().Select(static r => r.RowState));
        }
    }

    /// <summary>A view of original values sees those that were read.</summary>
    [Fact]
    public void Views_of_original_values_have_them()
    {
        byte[] document = Encoding.UTF8.GetBytes("""
            <diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1">
              <S><T diffgr:id="T1" msdata:rowOrder="0" diffgr:hasChanges="modified"><id>1</id></T></S>
              <diffgr:before><T diffgr:id="T1" msdata:rowOrder="0"><id>3</id><twice>6</twice></T></diffgr:before>
            </diffgr:diffgram>
            """);
        var set = Doubled("id * 2");
        using var view = new DataView(set.Tables[0], "", "twice", DataViewRowState.OriginalRows);
        DataXml.Fill(set, document, new DataXmlOptions { ReadMode = XmlReadMode.DiffGram });
        Assert.Equal(0, view.Find(6));
    }
}
