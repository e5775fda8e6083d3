using System.Data;
using System.Globalization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Tables that nest in two others: by a schema that was inferred, which makes hidden keys, and by relations that somebody set so, of which
/// the framework refuses some and has them all the same.
/// </summary>
public class NestedTwiceTests
{
    static DataSet Inferred()
    {
        var set = new DataSet("S");
        set.ReadXml(new StringReader("<S><A><x>1</x><C><v>1</v></C></A><B><y>2</y><C><v>2</v></C></B></S>"), XmlReadMode.InferSchema);
        set.Locale = CultureInfo.InvariantCulture;
        set.AcceptChanges();
        return set;
    }

    static DataSet Set(bool isRefused)
    {
        var set = new DataSet("S");
        var child = set.Tables.Add("C");
        if (isRefused)
            child.Namespace = "";
        foreach (string name in (string[])["a", "b"])
        {
            child.Columns.Add(name, typeof(int));
            var parent = set.Tables.Add(name.ToUpperInvariant());
            parent.Columns.Add("id", typeof(int));
            parent.Rows.Add(1);
            var relation = set.Relations.Add(name, parent.Columns[0], child.Columns[name]!, false);
            var refusal = Record.Exception(() => relation.Nested = true);
            Assert.Equal(isRefused && name == "b", refusal is ArgumentException);
            Assert.True(relation.Nested);
        }
        child.Rows.Add(1, DBNull.Value);
        child.Rows.Add(DBNull.Value, 1);
        set.AcceptChanges();
        return set;
    }

    static DataSet Of(string kind) => kind == "inferred" ? Inferred() : Set(isRefused: kind == "refused");

    static void Same(DataSet set, DataSet? back)
    {
        Assert.Null(TableDifference.Of(set, back!));
        Assert.All(back!.Relations.Cast<DataRelation>(), static r => Assert.True(r.Nested));
    }

    /// <summary>The binary form has each relation with what it says, and the framework does not ask again.</summary>
    [Theory, InlineData("inferred"), InlineData("set"), InlineData("refused")]
    public void The_binary_form_and_the_full_form_bring_them_back(string kind)
    {
        var set = Of(kind);
        foreach (var format in (Format[])[Json.Format, Compact.Format, Protobuf.Format])
            Same(set, format.Deserialize<DataSet>(format.Serialize(set)));
        Same(set, DeepCopy.Of(set));
        set.RemotingFormat = SerializationFormat.Binary;
        byte[] payload = NrbfTests.SameAsOriginal(set);
        Same(set, (DataSet)NrbfTests.Original(payload));
        Same(set, Nrbf.Deserialize<DataSet>(payload));
        Same(set, Soap.Deserialize<DataSet>(Soap.Serialize(set)));
    }

    /// <summary>In a set that has a namespace the framework takes that of the inner table away, in its binary form too.</summary>
    [Fact]
    public void The_full_form_keeps_no_namespace_of_the_inner_table()
    {
        var set = Set(isRefused: true);
        set.Namespace = "urn:s";
        Assert.Equal(("", "urn:s"), (set.Tables["C"]!.Namespace, set.Tables["A"]!.Namespace));
        foreach (var format in (Format[])[Json.Format, Compact.Format, Protobuf.Format])
            Same(set, format.Deserialize<DataSet>(format.Serialize(set)));
        Same(set, DeepCopy.Of(set));
        set.RemotingFormat = SerializationFormat.Binary;
        byte[] payload = Nrbf.Serialize(set);
        Same((DataSet)NrbfTests.Original(payload), Nrbf.Deserialize<DataSet>(payload));
    }

    /// <summary>
    /// docs/tables.md: of a schema the framework makes two nested relations only where their keys are hidden ones that it has made by
    /// itself.
    /// </summary>
    [Theory, InlineData("inferred"), InlineData("set")]
    public void A_schema_brings_back_those_with_hidden_keys(string kind)
    {
        var set = Of(kind);
        var options = new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema };
        byte[] document = DataXml.Serialize(set, options);
        Assert.Equal(DataXmlTests.Original(set, options), document);
        var theirs = new DataSet();
        if (kind == "inferred")
        {
            theirs.ReadXml(new MemoryStream(document));
            Same(theirs, DataXml.Deserialize<DataSet>(document));
            theirs.AcceptChanges();
            Same(theirs, Xml.Deserialize<DataSet>(Xml.Serialize(theirs)));
            return;
        }
        Assert.Contains("two nested relations", Assert.Throws<ArgumentException>(() => theirs.ReadXml(new MemoryStream(document))).Message,
            StringComparison.Ordinal);
        Assert.Contains("two nested relations",
            Assert.Throws<WireFormatException>(() => DataXml.Deserialize<DataSet>(document)).Message, StringComparison.Ordinal);
    }
}
