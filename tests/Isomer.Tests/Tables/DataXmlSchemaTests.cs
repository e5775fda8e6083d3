using System.Data;
using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// The schema alone: <c>WriteXmlSchema</c> and <c>ReadXmlSchema</c> of the framework, byte for byte and column by column, under the limits
/// that input has.
/// </summary>
public class DataXmlSchemaTests
{
    static readonly XNamespace s_data = "urn:schemas-microsoft-com:xml-msdata";

    /// <summary>
    /// All that the framework says of sets, tables, columns and relations in its own namespace: a list that a later framework would have to
    /// add to.
    /// </summary>
    static readonly string[] s_annotations =
    [
        "AcceptRejectRule", "AllowDBNull", "AutoIncrement", "AutoIncrementSeed", "AutoIncrementStep", "Caption", "CaseSensitive",
        "ColumnName", "ConstraintName", "ConstraintOnly", "DataType", "DateTimeMode", "DefaultValue",
        "DeleteRule", "DisplayExpression", "EnforceConstraints", "Expression", "IsDataSet", "IsNested", "Locale", "MainDataTable",
        "MinimumCapacity", "Ordinal", "Prefix", "PrimaryKey", "ReadOnly", "RelationName", "Relationship",
        "UpdateRule", "UseCurrentLocale", "child", "childkey", "parent", "parentkey", "schemafragmentcount",
    ];

    /// <summary>A set that says everything of itself.</summary>
    static DataSet All()
    {
        var set = new DataSet("S")
        {
            Namespace = "urn:s",
            Prefix = "p",
            CaseSensitive = true,
            Locale = CultureInfo.GetCultureInfo("de-DE"),
            EnforceConstraints = false
        };
        set.ExtendedProperties["who"] = "me";
        var outer = set.Tables.Add("Outer");
        var inner = set.Tables.Add("Inner table");
        outer.MinimumCapacity = 200;
        foreach (var table in (DataTable[])[outer, inner])
            (table.CaseSensitive, table.Locale) = (false, CultureInfo.GetCultureInfo("sv-SE"));
        var id = outer.Columns.Add("id", typeof(int));
        (id.AutoIncrement, id.AutoIncrementSeed, id.AutoIncrementStep, id.ReadOnly, id.Caption) = (true, 5, 7, true, "The number");
        outer.Columns.Add("at", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        outer.Columns.Add("guid", typeof(Guid)).DefaultValue = Guid.Empty;
        outer.Columns.Add("text", typeof(string)).MaxLength = 10;
        outer.Columns.Add("twice", typeof(int), "id * 2");
        outer.Columns.Add(new DataColumn("attribute", typeof(int), null, MappingType.Attribute));
        outer.Columns.Add(new DataColumn("hidden", typeof(int), null, MappingType.Hidden));
        var of = inner.Columns.Add("of", typeof(int));
        var linked = inner.Columns.Add("linked", typeof(int));
        var key = inner.Columns.Add("key", typeof(int));
        outer.PrimaryKey = [id];
        inner.PrimaryKey = [key];
        outer.Constraints.Add(new UniqueConstraint("unique text", outer.Columns["text"]!));
        set.Relations.Add(new DataRelation("nested", id, of) { Nested = true });
        var rule = set.Relations.Add("ruled", id, linked).ChildKeyConstraint!;
        (rule.AcceptRejectRule, rule.DeleteRule, rule.UpdateRule) = (AcceptRejectRule.Cascade, Rule.SetNull, Rule.None);
        set.Relations.Add(new DataRelation("loose", outer.Columns["hidden"]!, linked, createConstraints: false));
        inner.Constraints.Add(new ForeignKeyConstraint("alone", outer.Columns["attribute"]!, key));
        return set;
    }

    static byte[] Original(DataSet set)
    {
        var stream = new MemoryStream();
        set.WriteXmlSchema(stream);
        return stream.ToArray();
    }

    static byte[] Original(DataTable table, bool hierarchy)
    {
        var stream = new MemoryStream();
        table.WriteXmlSchema(stream, hierarchy);
        return stream.ToArray();
    }

    // A default may be a character that XML does not have, which the framework writes by its number.
    static XElement Parsed(string text)
    {
        using var reader =
            System.Xml.XmlReader.Create(new System.IO.StringReader(text), new System.Xml.XmlReaderSettings { CheckCharacters = false });
        return XElement.Load(reader);
    }

    // A set of several namespaces is several schemas, one behind the other.
    static IEnumerable<string> Annotations(byte[] schema) =>
        Parsed($"<all>{Regex.Replace(Encoding.UTF8.GetString(schema), @"<\?xml[^>]*\?>|\uFEFF", "")}</all>").Descendants()
        .SelectMany(static e => e.Attributes().Where(static a => a.Name.Namespace == s_data).Select(static a => a.Name.LocalName)
            .Concat(e.Name.Namespace == s_data
                ? [e.Name.LocalName,
                    .. e.Attributes().Where(static a => a.Name.NamespaceName.Length == 0 && a.Name.LocalName != "name")
                        .Select(static a => a.Name.LocalName)]
                : []));

    [Fact]
    public void Every_annotation_is_written_and_read()
    {
        var found = new SortedSet<string>(StringComparer.Ordinal);
        var sets = new List<DataSet> { All() };
        for (int seed = 0; seed < 200; seed++)
            sets.Add(seed % 2 == 0 ? new RandomTables(seed, document: seed % 4 == 0).Set() : new RichTables(new Random(seed)).Set());
        int same = 0;
        for (int i = 0; i < sets.Count; i++)
        {
            var original = Outcome.Of(() => Original(sets[i]));
            var ours = Outcome.Of(() => DataXml.WriteXmlSchema(sets[i]));
            Assert.Equal(original.Refusal is null, ours.Refusal is null);
            if (original.Result is not byte[] schema)
                continue;
            Assert.Equal(Encoding.UTF8.GetString(schema), Encoding.UTF8.GetString((byte[])ours.Result!));
            found.UnionWith(Annotations(schema));
            ReadsAlike(schema, static () => new DataSet("new"), $"set {i}");
            same++;
        }
        foreach (DataTable table in All().Tables)
            foreach (bool hierarchy in (bool[])[false, true])
            {
                var original = Outcome.Of(() => Original(table, hierarchy));
                var ours = Outcome.Of(() => DataXml.WriteXmlSchema(table, new DataXmlOptions { WriteHierarchy = hierarchy }));
                Assert.Equal(original.Refusal is null, ours.Refusal is null);
                if (original.Result is not byte[] schema)
                    continue;
                Assert.Equal(Encoding.UTF8.GetString(schema), Encoding.UTF8.GetString((byte[])ours.Result!));
                found.UnionWith(Annotations(schema));
                DataTable theirs = new(), read = new();
                var known = Outcome.Of(() => { theirs.ReadXmlSchema(new MemoryStream(schema)); return true; });
                var result = Outcome.Of(() => { DataXml.ReadXmlSchema(read, schema); return true; });
                Assert.Equal(known.Refusal is null, result.Refusal is null);
                if (known.Refusal is null)
                    Assert.Null(TableDifference.Of(theirs, read, true));
            }
        Assert.True(same > 150, $"{same}");
        Assert.True(s_annotations.SequenceEqual(found), string.Join(", ", found));
    }

    static void ReadsAlike(byte[] schema, Func<DataSet> target, string what)
    {
        DataSet theirs = target(), ours = target();
        var original = Outcome.Of(() => { theirs.ReadXmlSchema(new MemoryStream(schema)); return true; });
        var result = Outcome.Of(() => { DataXml.ReadXmlSchema(ours, schema); return true; });
        Assert.True(result.Refusal is null or WireFormatException { Format: "DataXml" }, $"{what}: {result.Refusal}");
        Assert.True(original.Refusal is null == result.Refusal is null,
            $"{what}: theirs {original.Refusal}, ours {result.Refusal}\n{Encoding.UTF8.GetString(schema)}");
        if (original.Refusal is null)
            Assert.True(TableDifference.Of(theirs, ours) is not { } difference,
                $"{what}: {TableDifference.Of(theirs, ours)}\n{Encoding.UTF8.GetString(schema)}");
    }

    /// <summary>Of documents with rows their schema is read, or what they say of themselves; no row is.</summary>
    [Fact]
    public void Documents_with_rows()
    {
        for (int seed = 0; seed < 40; seed++)
            foreach (var mode in (XmlWriteMode[])[XmlWriteMode.WriteSchema, XmlWriteMode.IgnoreSchema])
                if (Outcome.Of(
                    () => DataXmlTests.Original(new RandomTables(seed, document: true).Set(),
                        new DataXmlOptions { WriteMode = mode })).Result is byte[] document)
                    ReadsAlike(document, static () => new DataSet("new"), $"seed {seed}, {mode}");
        var stream = new MemoryStream("<S><T><a>1</a></T></S>"u8.ToArray());
        var read = new DataSet();
        DataXml.ReadXmlSchema(read, stream);
        Assert.Equal((1, 0), (read.Tables["T"]!.Columns.Count, read.Tables["T"]!.Rows.Count));
        Assert.True(stream.CanRead);
        Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(), default(ReadOnlySpan<byte>)));
        Assert.Throws<ArgumentException>(
            () => DataXml.ReadXmlSchema(new DataView(new DataTable()).Table!.DataSet is null ? new Other() : new Other(), "<a/>"u8));
    }

    sealed class Other : System.ComponentModel.IListSource
    {
        public bool ContainsListCollection => false;

        public System.Collections.IList GetList() => Array.Empty<int>();
    }

    /// <summary>
    /// As documents with rows: no type by any name, no document type, no expression that names a type, nothing to infer without a bound.
    /// </summary>
    [Fact]
    public void What_is_not_taken()
    {
        const string begin = "<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'><xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice><xs:element name='T'><xs:complexType><xs:sequence>",
            end = "</xs:sequence></xs:complexType></xs:element></xs:choice></xs:complexType></xs:element></xs:schema>";
        foreach (string hostile in (string[])
        [
            begin + "<xs:element name='a' msdata:DataType='System.Diagnostics.Process, System.Diagnostics.Process'/>" + end,
            begin + "<xs:element name='a' msdata:DataType='Nobody.Knows, Nowhere'/>" + end,
            begin + "<xs:element name='a' type='xs:string' msdata:Expression=\"Convert('x', 'System.Diagnostics.Process')\"/>" + end,
            "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>",
            "<S>" + string.Concat(Enumerable.Range(0, 2000).Select(static i => $"<t{i}><a>1</a></t{i}>")) + "</S>",
        ])
        {
            byte[] bytes = Encoding.UTF8.GetBytes(hostile);
            Assert.Equal("DataXml", Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(), bytes)).Format);
        }
    }

    /// <summary>What a schema says need not be inferred: a document that has one may have as many tables and names as it says.</summary>
    [Theory, InlineData(301, 1), InlineData(10, 120)]
    public void A_schema_before_many_rows_is_read(int tables, int columns)
    {
        var set = new DataSet("S");
        for (int i = 0; i < tables; i++)
        {
            var table = set.Tables.Add("T" + i);
            for (int k = 0; k < columns; k++)
                table.Columns.Add($"c{i}_{k}", typeof(int));
            table.Rows.Add([.. Enumerable.Range(0, columns).Select(static n => (object)n)]);
        }
        byte[] document = DataXml.Serialize(set, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });
        var described = new DataSet();
        DataXml.ReadXmlSchema(described, document);
        Assert.Equal((tables, columns), (described.Tables.Count, described.Tables[0].Columns.Count));
        Assert.Contains("to be inferred",
            Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(), DataXml.Serialize(set))).Message,
            StringComparison.Ordinal);
    }

    /// <summary>An element of a schema's namespace somewhere among the rows is no schema: all is inferred, and counted.</summary>
    [Theory, InlineData("<A><xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'/></A>"),
        InlineData("<xs:x xmlns:xs='http://www.w3.org/2001/XMLSchema'/>")]
    public void What_is_no_schema_is_counted(string first)
    {
        byte[] document = Encoding.UTF8.GetBytes(
            $"<S>{first}{string.Concat(Enumerable.Range(0, 2000).Select(static i => $"<T{i}><a>1</a></T{i}>"))}</S>");
        Assert.Contains("to be inferred", Assert.Throws<WireFormatException>(() => DataXml.Fill(new DataSet(), document)).Message,
            StringComparison.Ordinal);
        Assert.Contains("to be inferred", Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(), document)).Message,
            StringComparison.Ordinal);
    }

    /// <summary>A stream's own exception comes through, and a schema that has no form leaves nothing in it.</summary>
    [Fact]
    public void A_stream_has_all_of_a_schema_or_nothing()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a");
        var closed = new MemoryStream();
        closed.Dispose();
        Assert.Throws<ObjectDisposedException>(() => DataXml.WriteXmlSchema(closed, set));
        Assert.Throws<ObjectDisposedException>(() => DataXml.WriteXmlSchema(closed, table));
        table.Columns.Add(new DataColumn("b", typeof(DateOnly), null, MappingType.Attribute));
        var open = new MemoryStream();
        Assert.Throws<NotSupportedException>(() => DataXml.WriteXmlSchema(open, set));
        Assert.Equal(0, open.Length);
    }
}
