using System.Data;
using System.Data.SqlTypes;
using System.Numerics;
using System.Xml.Linq;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // both forms of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// What random sets found once they had it (<see cref="RichQuirks"/>): counters of all types, names that are one only with their namespace,
/// tables without columns, original values in sets that are filled again.
/// </summary>
public class OddTablesTests
{
    static readonly Format[] s_formats = [Json.Format, Compact.Format, Protobuf.Format];

    static IEnumerable<(string Name, DataSet Set)> Copies(DataSet set)
    {
        foreach (var format in s_formats)
            yield return (format.Name, format.Deserialize<DataSet>(format.Serialize(set)));
        yield return ("DeepCopy", DeepCopy.Of(set)!);
    }

    public static TheoryData<Type> Counters =>
        [typeof(short), typeof(int), typeof(long), typeof(decimal), typeof(BigInteger), typeof(SqlInt64), typeof(SqlDecimal)];

    /// <summary>A column of decimals that counts was refused when it was read, and so were those of System.Data.SqlTypes.</summary>
    [Theory, MemberData(nameof(Counters))]
    public void Columns_of_every_type_count_on(Type type)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        var column = table.Columns.Add("n", type);
        (column.AutoIncrement, column.AutoIncrementSeed, column.AutoIncrementStep) = (true, 5, 2);
        Assert.Equal(type, column.DataType);
        table.Columns.Add("a", typeof(string));
        for (int i = 0; i < 3; i++)
            table.Rows.Add(null, "x");
        table.AcceptChanges();
        table.Rows[1].Delete();
        table.Rows[2]["a"] = "y";
        foreach (var (name, copy) in Copies(set))
        {
            Assert.Equal((name, null), (name, TableDifference.Of(set, copy)));
            // And go on.
            copy.Tables[0].Rows.Add(null, "z");
            Assert.Equal((name, "11"), (name, copy.Tables[0].Rows[3][0].ToString()));
        }
        set.RemotingFormat = SerializationFormat.Binary;
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set))!));
        // Which BinaryFormatter does not write.
        if (type != typeof(SqlDecimal))
            Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(NrbfTests.Original(set))!));
    }

    /// <summary>
    /// The next number is the last that is put into its column: rows that are being edited, and values beyond an Int64, moved it on or were
    /// refused.
    /// </summary>
    [Fact]
    public void The_next_number_is_what_it_was()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        var column = table.Columns.Add("n", typeof(decimal));
        (column.AutoIncrement, column.AutoIncrementStep) = (true, 1);
        table.Rows.Add();
        column.AutoIncrement = false;
        table.Rows.Add(decimal.MaxValue);
        column.AutoIncrement = true;
        var far = set.Tables.Add("Far");
        var id = far.Columns.Add("n", typeof(int));
        (id.AutoIncrement, id.AutoIncrementStep) = (true, long.MinValue);
        far.Columns.Add("a", typeof(int));
        far.Rows.Add(null, 1);
        far.Rows[0].BeginEdit();
        far.Rows[0]["a"] = 2;
        foreach (var (name, copy) in Copies(set))
            Assert.Equal((name, null), (name, TableDifference.Of(set, copy)));
    }

    [Fact]
    public void Tables_are_told_apart_by_their_namespaces()
    {
        var set = new DataSet("S") { Namespace = "urn:set" };
        set.Tables.Add(new DataTable("T") { Namespace = "" });
        set.Tables.Add(new DataTable("T") { Namespace = "urn:set" });
        set.Tables[0].Columns.Add("a", typeof(int));
        set.Tables[1].Columns.Add("b", typeof(int));
        foreach (var (name, copy) in Copies(set))
            Assert.Equal((name, null), (name, TableDifference.Of(set, copy)));
    }

    /// <summary>A table that nests in tables of two namespaces must have its own, also where that is the set's.</summary>
    [Fact]
    public void A_table_nests_in_tables_of_two_namespaces()
    {
        var set = new DataSet("S") { Namespace = "urn:set" };
        foreach (var (name, ns) in (ReadOnlySpan<(string, string)>)[("A", "urn:set"), ("B", "urn:b"), ("C", "urn:set")])
        {
            var table = new DataTable(name) { Namespace = ns };
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("up", typeof(int));
            set.Tables.Add(table);
        }
        foreach (string parent in (string[])["A", "B"])
            set.Relations.Add(parent, set.Tables[parent]!.Columns["id"]!, set.Tables["C"]!.Columns["up"]!, false).Nested = true;
        foreach (var (name, copy) in Copies(set))
            Assert.Equal((name, null), (name, TableDifference.Of(set, copy)));
        set.RemotingFormat = SerializationFormat.Binary;
        byte[] payload = NrbfTests.Original(set);
        // BinaryFormatter refuses what it wrote.
        Assert.Throws<System.Runtime.Serialization.SerializationException>(() => NrbfTests.Original(payload));
        Assert.Null(TableDifference.Of(set, Nrbf.Deserialize<DataSet>(payload)!));
    }

    /// <summary>In its binary form a table has a namespace of its own, "" too: within a table of another it took that one's.</summary>
    [Fact]
    public void A_binary_table_keeps_that_it_has_no_namespace()
    {
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
        foreach (var (name, ns) in (ReadOnlySpan<(string, string)>)[("Outer", "urn:outer"), ("Inner", "")])
        {
            var table = new DataTable(name) { Namespace = ns };
            table.Columns.Add("id", typeof(int));
            set.Tables.Add(table);
        }
        set.Relations.Add("r", set.Tables[0].Columns[0], set.Tables[1].Columns[0], false).Nested = true;
        byte[] payload = NrbfTests.Original(set);
        var back = Nrbf.Deserialize<DataSet>(payload)!;
        Assert.Equal("", back.Tables[1].Namespace);
        Assert.Null(TableDifference.Of((DataSet)NrbfTests.Original(payload), back));
    }

    /// <summary>The framework's clone gives a relation the foreign key of its columns.</summary>
    [Fact]
    public void A_copy_has_no_key_for_a_relation_that_has_none()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        set.Relations.Add("r", table.Columns[0], table.Columns[1], createConstraints: false);
        table.Constraints.Add(new ForeignKeyConstraint("fk", table.Columns[0], table.Columns[1]));
        Assert.Null(set.Relations[0].ChildKeyConstraint);
        var copy = DeepCopy.Of(set)!;
        Assert.Null(copy.Relations[0].ChildKeyConstraint);
        Assert.Equal(["Constraint1", "fk"], copy.Tables[0].Constraints.Cast<Constraint>().Select(static c => c.ConstraintName));
    }

    /// <summary>
    /// Computed columns are set aside while rows come: what rows that were there had as original values was lost, also of those that the
    /// document does not name.
    /// </summary>
    [Fact]
    public void Rows_that_are_there_keep_their_original_values()
    {
        static DataSet Made(int rows)
        {
            var set = new DataSet("S");
            var table = set.Tables.Add("T");
            table.Columns.Add("id", typeof(int));
            table.Columns.Add("size", typeof(string), "IIF(id > 2, 'many', 'few')").ColumnMapping = MappingType.Hidden;
            table.Columns.Add("twice", typeof(int), "id * 2");
            for (int i = 0; i < rows; i++)
                table.Rows.Add(i + 1);
            set.AcceptChanges();
            if (rows > 3)
            {
                table.Rows[3].Delete();
                table.Rows[2]["id"] = 1;
            }
            return set;
        }
        foreach (var write in (XmlWriteMode[])[XmlWriteMode.IgnoreSchema, XmlWriteMode.DiffGram])
            foreach (var mode in (XmlReadMode[])[XmlReadMode.Auto, XmlReadMode.ReadSchema, XmlReadMode.IgnoreSchema,
                XmlReadMode.InferSchema])
            {
                byte[] document = DataXml.Serialize(Made(2), new DataXmlOptions { WriteMode = write });
                DataSet theirs = Made(4), ours = Made(4);
                theirs.ReadXml(new MemoryStream(document), mode);
                DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = mode });
                Assert.Equal("many", ours.Tables[0].Rows[3]["size", DataRowVersion.Original]);
                Assert.Equal((write, mode, null), (write, mode, TableDifference.Of(theirs, ours)));
            }
    }

    /// <summary>
    /// A table alone is written with all that nests in its rows: what is two levels below it was not asked whether it has another
    /// namespace, or a prefix, and lost them.
    /// </summary>
    [Fact]
    public void What_nests_two_levels_below_a_table_has_its_namespace()
    {
        var set = new DataSet("S");
        foreach (var (name, ns) in (ReadOnlySpan<(string, string)>)[("A", ""), ("B", ""), ("C", "urn:c")])
        {
            var table = new DataTable(name) { Namespace = ns };
            table.Columns.Add("id", typeof(int));
            set.Tables.Add(table);
        }
        for (int i = 0; i < 2; i++)
            set.Relations.Add(set.Tables[i].Columns[0], set.Tables[i + 1].Columns[0]).Nested = true;
        foreach (DataTable table in set.Tables)
            table.Rows.Add(1);
        string text = DataXml.ToText(set.Tables[0]);
        Assert.Equal(System.Text.Encoding.UTF8.GetString(DataXmlTests.Original(set.Tables[0], new DataXmlOptions())), text);
        Assert.Contains("<C xmlns=\"urn:c\">", text, StringComparison.Ordinal);
    }

    sealed class Texts : DataTable
    {
        public Texts() => Columns.Add("N", typeof(string));
    }

    /// <summary>A payload that has a class's column of texts count its rows made it one of numbers, in silence.</summary>
    [Theory, InlineData("", ""), InlineData(",\"Values\":{\"Strings\":[\"a\"]}", "U")]
    public void A_column_of_a_class_keeps_its_type(string values, string states)
    {
        string text = $$$"""{"Name":"T","Columns":[{"Name":"N","Type":"String","AutoNumber":{"Seed":0,"Step":1,"Next":5}{{{values}}}}],"States":"{{{states}}}"}""";
        string message = Assert.Throws<WireFormatException>(() => Json.FromText<Texts>(text)).Message;
        Assert.Contains("Column 'N' is of type String, which cannot number its rows", message, StringComparison.Ordinal);
        Assert.Equal(typeof(string),
            Json.FromText<Texts>(
                text.Replace(",\"AutoNumber\":{\"Seed\":0,\"Step\":1,\"Next\":5}", "", StringComparison.Ordinal))!.Columns[0].DataType);
    }

    /// <summary>
    /// Rows of a table without columns were read without their schema when one of them was not plain, and the framework would have inferred
    /// columns.
    /// </summary>
    [Fact]
    public void Rows_without_columns_are_read_behind_their_schema()
    {
        var table = new DataTable("bare");
        table.Rows.Add();
        table.Rows.Add();
        byte[] document = DataXmlTests.Original(table, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema });
        document = System.Text.Encoding.UTF8.GetBytes(
            System.Text.Encoding.UTF8.GetString(document).Replace("msdata:MainDataTable=\"bare\" ", "", StringComparison.Ordinal)
                .Replace("<bare />", "<bare>text</bare>", StringComparison.Ordinal));
        DataTable theirs = table.Clone(), ours = table.Clone();
        Assert.Equal(theirs.ReadXml(new MemoryStream(document)), DataXml.Fill(ours, document));
        Assert.Equal((2, null), (ours.Rows.Count, TableDifference.Of(theirs, ours)));
    }

    /// <summary>A fraction in JSON is a Decimal or a Double before it is its column's: these types were refused.</summary>
    [Fact]
    public async Task Numbers_of_types_that_Convert_does_not_know_come_from_JSON()
    {
        var table = new DataTable("T");
        table.Columns.Add("Half", typeof(Half));
        table.Columns.Add("Int128", typeof(Int128));
        table.Columns.Add("UInt128", typeof(UInt128));
        table.Rows.Add((Half)0.0001072, (Int128)(-5), (UInt128)5);
        table.Rows.Add(Half.MaxValue, Int128.MinValue, UInt128.MaxValue);
        var stream = new MemoryStream();
        await Tables.WriteJsonLinesAsync(stream, table.CreateDataReader(), cancellationToken: TestContext.Current.CancellationToken);
        stream.Position = 0;
        await using var rows =
            await Tables.ReadJsonLinesAsync(stream, table.Clone(), cancellationToken: TestContext.Current.CancellationToken);
        foreach (DataRow row in table.Rows)
        {
            Assert.True(rows.Read());
            Assert.Equal(row.ItemArray, Enumerable.Range(0, 3).Select(rows.GetValue));
        }
        // The first row is looked at when the reader is opened.
        var large = await Assert.ThrowsAsync<WireFormatException>(async () =>
            await Tables.ReadJsonLinesAsync(new MemoryStream("{\"Half\":70000.5}"u8.ToArray()), table.Clone(),
                cancellationToken: TestContext.Current.CancellationToken));
        Assert.Contains("'Half'", large.Message, StringComparison.Ordinal);
    }

    /// <summary>
    /// Errors of rows without columns: the framework begins an element for each and ends none, so that what it writes is no XML.
    /// </summary>
    [Fact]
    public void Errors_of_rows_without_columns_are_XML()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        foreach (string error in (string[])["first", "second"])
        {
            var row = table.NewRow();
            table.Rows.Add(row);
            row.RowError = error;
        }
        var options = new DataXmlOptions { WriteMode = XmlWriteMode.DiffGram };
        Assert.Throws<System.Xml.XmlException>(
            () => XDocument.Parse(System.Text.Encoding.UTF8.GetString(DataXmlTests.Original(set, options))));
        byte[] document = DataXml.Serialize(set, options);
        Assert.Equal(["first", "second"],
            XDocument.Parse(System.Text.Encoding.UTF8.GetString(document)).Descendants("T")
                .Attributes(XName.Get("Error", "urn:schemas-microsoft-com:xml-diffgram-v1")).Select(static a => a.Value));
    }

    /// <summary>
    /// A table whose root says that it is nil came as an empty one from ContractJson, where the framework and ContractXml have null.
    /// </summary>
    [Theory, InlineData("true"), InlineData(" 1 ")]
    public void A_table_that_is_nil_is_null(string nil)
    {
        byte[] json = System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(
            $"""<DataTable xmlns="http://schemas.datacontract.org/2004/07/System.Data" p:nil="{nil}" xmlns:p="http://www.w3.org/2001/XMLSchema-instance" />""");
        Assert.Null(new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(DataTable)).ReadObject(new MemoryStream(json)));
        Assert.Null(ContractJson.Deserialize<DataTable>(json));
    }

    /// <summary>
    /// What had been put into a row that is being edited was lost, in silence, where its column had been made one to be read alone since.
    /// </summary>
    [Fact]
    public void An_edit_of_a_column_that_is_to_be_read_alone_by_now_is_kept()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("a", typeof(string));
        table.Columns.Add("b", typeof(string));
        table.Rows.Add("old", "old");
        set.AcceptChanges();
        table.Rows[0].BeginEdit();
        (table.Rows[0]["a"], table.Rows[0]["b"]) = ("new", "new");
        table.Columns["a"]!.ReadOnly = true;
        set.RemotingFormat = SerializationFormat.Binary;
        foreach (var (name, copy) in Copies(set).Append(("Nrbf", Nrbf.Deserialize<DataSet>(NrbfTests.Original(set))!)))
        {
            Assert.Equal((name, "new", true),
                (name, copy.Tables[0].Rows[0]["a", DataRowVersion.Proposed], copy.Tables[0].Columns["a"]!.ReadOnly));
            Assert.Equal((name, null), (name, TableDifference.Of(set, copy)));
        }
    }

    /// <summary>
    /// Of rows behind a schema that has no table, ours inferred one, and another culture of the set, where the document was understood by
    /// itself.
    /// </summary>
    [Fact]
    public void Nothing_is_inferred_behind_a_schema_that_has_no_table()
    {
        byte[] document = """
            <S><xs:schema id="S" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata"><xs:element name="S" msdata:IsDataSet="true" msdata:UseCurrentLocale="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded" /></xs:complexType></xs:element></xs:schema><T><a>1</a></T></S>
            """u8.ToArray();
        DataSet theirs = new(), ours = new();
        Assert.Equal(theirs.ReadXml(new MemoryStream(document)), DataXml.Fill(ours, document));
        Assert.Empty(theirs.Tables);
        Assert.Null(TableDifference.Of(theirs, ours));
    }

    /// <summary>
    /// A contract serializer of the framework never comes back from an empty element of a set, which is why it is not asked here; of a
    /// start and an end it makes an empty set.
    /// </summary>
    [Theory, InlineData("<DataSet/>"), InlineData("<DataSet></DataSet>")]
    public void An_empty_element_of_a_set_is_an_empty_set(string document)
    {
        byte[] xml = System.Text.Encoding.UTF8.GetBytes(document);
        Assert.Null(TableDifference.Of(new DataSet(), ContractXml.Deserialize<DataSet>(xml)!));
        Assert.Null(
            TableDifference.Of(new DataSet(),
                ContractJson.Deserialize<DataSet>(System.Text.Json.JsonSerializer.SerializeToUtf8Bytes(document))!));
        if (!document.EndsWith("/>", StringComparison.Ordinal))
            Assert.Null(
                TableDifference.Of(
                    (DataSet)new System.Runtime.Serialization.DataContractSerializer(typeof(DataSet)).ReadObject(new MemoryStream(xml))!,
                    ContractXml.Deserialize<DataSet>(xml)!));
    }

    /// <summary>
    /// An array or object of JSON in a column of objects: the reader said of which type of ours that could not be written, and gave a
    /// remedy that is none.
    /// </summary>
    [Theory, InlineData("[1]", "NodeArray"), InlineData("{}", "NodeObject")]
    public async Task What_has_parts_in_JSON_is_no_value_of_a_column_of_objects(string cell, string kind)
    {
        using var table = new DataTable("T");
        table.Columns.Add("o", typeof(object));
        var e = await Assert.ThrowsAsync<WireFormatException>(
            async () =>
                await Tables.ReadJsonLinesAsync(new MemoryStream(System.Text.Encoding.UTF8.GetBytes($"{{\"o\":{cell}}}")), table,
                    cancellationToken: TestContext.Current.CancellationToken));
        Assert.Contains("Column 'o' is of type Object", e.Message, StringComparison.Ordinal);
        Assert.Contains("it is a " + kind, e.Message, StringComparison.Ordinal);
    }

    public static TheoryData<string> Whites => ["ContractXml", "ContractXmlBinary", "ContractJson"];

    /// <summary>
    /// White space that was all that a cell of System.Data.SqlTypes, or of objects, had was lost in silence: its writer does not mark it,
    /// and the readers of contracts show it all the same.
    /// </summary>
    [Theory, MemberData(nameof(Whites))]
    public void White_space_of_contracts_is_a_text(string name)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("chars", typeof(SqlChars));
        table.Columns.Add("text", typeof(SqlString));
        table.Columns.Add("any", typeof(object));
        table.Columns.Add("plain", typeof(string));
        foreach (string white in (string[])[" ", "\n", "\t \n"])
            table.Rows.Add(1, new SqlChars(white.ToCharArray()), new SqlString(white), white, white);
        set.AcceptChanges();
        foreach (DataRow row in table.Rows)
            row["id"] = 2;
        var format = Format.All.Single(f => f.Name == name);
        byte[] payload = format.Serialize(set);
        var copy = format.Deserialize<DataSet>(payload);
        foreach (var version in (DataRowVersion[])[DataRowVersion.Original, DataRowVersion.Current])
            foreach (DataRow row in copy.Tables[0].Rows)
                Assert.Equal(Enumerable.Repeat(row["plain", version], 4),
                    [new string(((SqlChars)row["chars", version]).Value), ((SqlString)row["text", version]).Value, row["any", version],
                        table.Rows[copy.Tables[0].Rows.IndexOf(row)]["plain", version]]);
        var contract = new System.Runtime.Serialization.DataContractSerializer(typeof(DataSet));
        object theirs = name switch
        {
            "ContractXml" => contract.ReadObject(new MemoryStream(payload))!,
            "ContractJson" =>
                new System.Runtime.Serialization.Json.DataContractJsonSerializer(typeof(DataSet)).ReadObject(new MemoryStream(payload))!,
            _ => contract.ReadObject(System.Xml.XmlDictionaryReader.CreateBinaryReader(payload, System.Xml.XmlDictionaryReaderQuotas.Max))!,
        };
        Assert.Null(TableDifference.Of((DataSet)theirs, copy));
    }

    /// <summary>
    /// A table alone, of RemotingFormat Xml, that nests in a circle of tables without a namespace ended the process, or went round for a
    /// minute before: the framework looks for its namespace upwards.
    /// </summary>
    [Theory]
    [InlineData("AB BA", "A B", "C D")]
    [InlineData("AB BC CA", "A B C", "D")]
    [InlineData("AB BC CB CD", "B C D", "A")]
    [InlineData("AA AB", "", "A B C D")]
    public void A_table_in_a_circle_has_no_schema(string nested, string refused, string written)
    {
        var set = new DataSet("S");
        foreach (string name in (string[])["A", "B", "C", "D"])
            set.Tables.Add(name).Columns.AddRange([new DataColumn("Id", typeof(int)), new DataColumn("Up", typeof(int))]);
        foreach (string pair in nested.Split(' '))
        {
            var relation = new DataRelation(pair, set.Tables[pair[..1]]!.Columns["Id"]!, set.Tables[pair[1..]]!.Columns["Up"]!,
                createConstraints: false);
            set.Relations.Add(relation);
            relation.Nested = true;
        }
        foreach (string name in refused.Split(' ', StringSplitOptions.RemoveEmptyEntries))
        {
            Assert.Contains("nests in a circle",
                Assert.Throws<NotSupportedException>(() => Nrbf.Serialize(set.Tables[name]!)).Message, StringComparison.Ordinal);
            Assert.Contains("nests in a circle",
                Assert.Throws<NotSupportedException>(() => Soap.Serialize(set.Tables[name]!)).Message, StringComparison.Ordinal);
        }
        foreach (string name in written.Split(' '))
            Assert.Equal(name, Nrbf.Deserialize<DataTable>(Nrbf.Serialize(set.Tables[name]!)).TableName);
    }
}
