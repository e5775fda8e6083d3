using System.Data;
using System.Data.SqlTypes;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Half a surrogate pair in any text of a set that is written as XML. DataContractSerializer and DataContractJsonSerializer write U+FFFD,
/// XmlSerializer and the binary XML of contracts throw without a place; every path here refuses it and names the place.
/// </summary>
public class TableTextTests
{
    const string Half = "a\ud800b";

    static readonly Dictionary<string, (Action<DataSet> Set, string Place)> s_texts = new()
    {
        ["row error"] = (s => s.Tables[0].Rows[1].RowError = Half, "Row 1 of table 'T', RowError"),
        ["column error"] = (s => s.Tables[0].Rows[1].SetColumnError(1, Half), "Row 1 of table 'T', error of column 'o'"),
        ["original"] = (s =>
        {
            s.Tables[0].Rows[1][0] = Half;
            s.AcceptChanges();
            s.Tables[0].Rows[1][0] = "y";
        }, "Row 1 of table 'T', column 's'"),
        ["cell"] = (s => s.Tables[0].Rows[1][0] = Half, "Row 1 of table 'T', column 's'"),
        ["char in object"] = (s => s.Tables[0].Rows[1][1] = '\udc00', "Row 1 of table 'T', column 'o'"),
        ["SqlString in object"] = (s => s.Tables[0].Rows[1][1] = new SqlString(Half), "Row 1 of table 'T', column 'o'"),
        ["SqlChars in object"] = (s => s.Tables[0].Rows[1][1] = new SqlChars(Half), "Row 1 of table 'T', column 'o'"),
        ["SqlString"] = (s => s.Tables[0].Rows[1][2] = new SqlString(Half), "Row 1 of table 'T', column 'q'"),
        ["attribute"] = (s =>
        {
            s.Tables[0].Columns[0].ColumnMapping = MappingType.Attribute;
            s.Tables[0].Rows[1][0] = Half;
        }, "Row 1 of table 'T', column 's'"),
        ["caption"] = (s => s.Tables[0].Columns[0].Caption = Half, "Column 's' of table 'T', Caption"),
        ["default"] = (s => s.Tables[0].Columns[0].DefaultValue = Half, "Column 's' of table 'T', DefaultValue"),
        ["expression"] = (s => s.Tables[0].Columns.Add("e", typeof(int), $"len('{Half}')"), "Column 'e' of table 'T', Expression"),
        ["namespace of a column"] = (s => s.Tables[0].Columns[0].Namespace = Half, "Column 's' of table 'T', Namespace or Prefix"),
        ["namespace of a table"] = (s => s.Tables[0].Namespace = Half, "'T'"),
        ["namespace"] = (s => s.Namespace = Half, "Namespace or Prefix"),
        ["name of a table"] = (s => s.Tables[0].TableName = Half, $"Table '{Half}', TableName"),
        ["property of a column"] = (s => s.Tables[0].Columns[0].ExtendedProperties["k"] = Half, "Column 's' of table 'T', extended property 'k'"),
        ["property of a constraint"] =
            (s => s.Tables[0].Constraints[0].ExtendedProperties["k"] = Half, "Constraint 'U' of table 'T', extended property 'k'"),
        ["property of a table"] = (s => s.Tables[0].ExtendedProperties["k"] = Half, "Table 'T', extended property 'k'"),
        ["property of a relation"] = (s => s.Relations[0].ExtendedProperties["k"] = Half, "Relation 'R', extended property 'k'"),
        ["property of the set"] = (s => s.ExtendedProperties["k"] = Half, "DataSet 'S', extended property 'k'"),
    };

    static readonly Dictionary<string, Action<DataSet>> s_names = new()
    {
        ["set"] = s => s.DataSetName = Half,
        ["column"] = s => s.Tables[0].Columns[0].ColumnName = Half,
        ["relation"] = s => s.Relations[0].RelationName = Half,
        ["constraint"] = s => s.Tables[0].Constraints[0].ConstraintName = Half,
        ["property"] = s => s.ExtendedProperties[Half] = "v",
    };

    public static TheoryData<string> Texts => [.. s_texts.Keys];

    public static TheoryData<string> Names => [.. s_names.Keys];

    static DataSet Make(Action<DataSet> change)
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        table.Columns.Add("s");
        table.Columns.Add("o", typeof(object));
        table.Columns.Add("q", typeof(SqlString));
        table.Constraints.Add("U", table.Columns[0], false);
        table.Rows.Add("\U0001F600");
        table.Rows.Add("x");
        set.Tables.Add("C").Columns.Add("s");
        set.Relations.Add("R", table.Columns[0], set.Tables[1].Columns[0]);
        set.AcceptChanges();
        change(set);
        return set;
    }

    static readonly (string Name, Action<DataSet> Write)[] s_writers =
    [
        ("ContractXml", s => ContractXml.Serialize(s)),
        ("Binary", s => ContractXml.Serialize(s, ContractXmlOptions.Binary)),
        ("Within", s => ContractXml.Serialize(new object[] { 1, s }, new ContractXmlOptions { KnownTypes = [typeof(DataSet)] })),
        ("ContractJson", s => ContractJson.Serialize(s)),
        ("Xml", s => Xml.Serialize(s)),
        ("Nrbf", s => Nrbf.Serialize(s)),
        ("Soap", s => Soap.Serialize(s)),
        ("DataXml", s => DataXml.Serialize(s, new DataXmlOptions { WriteMode = XmlWriteMode.WriteSchema })),
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void Half_a_pair_is_refused_by_its_place(string text)
    {
        var (change, place) = s_texts[text];
        foreach (var (name, write) in s_writers)
        {
            // Which a plain document does not have, or escapes.
            if (name == "DataXml" && text is "row error" or "column error" or "original" or "name of a table")
                continue;
            var error = Assert.Throws<NotSupportedException>(() => write(Make(change)));
            Assert.True(error.Message.Contains(place, StringComparison.Ordinal), $"{name}: {error.Message}");
            Assert.Contains("half of a surrogate pair", error.Message, StringComparison.Ordinal);
        }
        var stream = new MemoryStream();
        try
        {
            new DataContractSerializer(typeof(DataSet)).WriteObject(stream, Make(change));
            Assert.Contains('\ufffd', Encoding.UTF8.GetString(stream.ToArray()));
        }
        catch (ArgumentException)
        {
        }
        Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(DataSet)).Serialize(new MemoryStream(), Make(change)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Names_are_escaped_as_by_the_framework(string name)
    {
        var change = s_names[name];
        var contract = new MemoryStream();
        new DataContractSerializer(typeof(DataSet)).WriteObject(contract, Make(change));
        Assert.Equal(Encoding.UTF8.GetString(contract.ToArray()), Encoding.UTF8.GetString(ContractXml.Serialize(Make(change))));
        foreach (var (_, write) in s_writers)
            write(Make(change));
        var again = ContractXml.Deserialize<DataSet>(ContractXml.Serialize(Make(change)))!;
        var same = Make(change);
        Assert.Equal(same.DataSetName, again.DataSetName);
        Assert.Equal(same.Tables[0].TableName, again.Tables[0].TableName);
        Assert.Equal(same.Tables[0].Columns[0].ColumnName, again.Tables[0].Columns[0].ColumnName);
        Assert.Equal(same.Relations[0].RelationName, again.Relations[0].RelationName);
        Assert.Equal(same.ExtendedProperties.Keys, again.ExtendedProperties.Keys);
    }

    /// <summary>Arrays of chars are numbers there.</summary>
    [Fact]
    public void Arrays_of_chars_come_back()
    {
        var table = new DataTable("T");
        table.Columns.Add("c", typeof(char[]));
        table.Rows.Add(new[] { 'x', '\ud801' });
        Assert.Equal(['x', '\ud801'], (char[])ContractXml.Deserialize<DataTable>(ContractXml.Serialize(table))!.Rows[0][0]);
        Assert.Equal(['x', '\ud801'], (char[])Xml.Deserialize<DataTable>(Xml.Serialize(table))!.Rows[0][0]);
    }

    /// <summary>A table alone is written without the rows of the others in its set.</summary>
    [Fact]
    public void What_is_not_written_is_not_refused()
    {
        var set = Make(s => s.Tables[0].Rows[1].RowError = Half);
        set.Tables.Add("Other").Columns.Add("a");
        set.Tables["Other"]!.Rows.Add("b");
        var again = ContractXml.Deserialize<DataTable>(ContractXml.Serialize(set.Tables["Other"]!))!;
        Assert.Equal("b", again.Rows[0][0]);
        Assert.Equal("b", Xml.Deserialize<DataTable>(Xml.Serialize(set.Tables["Other"]!))!.Rows[0][0]);
    }

    /// <summary>JSON's numbers have no negative zero where System.Text.Json writes none.</summary>
    [Theory, InlineData("Json"), InlineData("Compact"), InlineData("Protobuf")]
    public void A_negative_zero_keeps_its_sign_and_digits(string form)
    {
        using var table = new DataTable("t");
        table.Columns.Add("d", typeof(decimal)).DefaultValue = -0.000m;
        table.Columns.Add("o", typeof(object));
        table.Rows.Add(-0.00m, -0.0m);
        table.Rows.Add(DBNull.Value, 1.50m);
        table.Rows.Add(decimal.MinValue, "x");
        table.Rows.Add(1.50m, DBNull.Value);
        using var back = form switch
        {
            "Json" => Json.Deserialize<DataTable>(Json.Serialize(table))!,
            "Compact" => Compact.Deserialize<DataTable>(Compact.Serialize(table))!,
            _ => Protobuf.Deserialize<DataTable>(Protobuf.Serialize(table))!,
        };
        Assert.Null(TableDifference.Of(table, back));
        Assert.Equal(decimal.GetBits(-0.00m), decimal.GetBits((decimal)back.Rows[0][0]));
        Assert.Equal(decimal.GetBits(-0.0m), decimal.GetBits((decimal)back.Rows[0][1]));
        Assert.Equal(decimal.GetBits(-0.000m), decimal.GetBits((decimal)back.Columns[0].DefaultValue));
    }

    [Theory, InlineData("\"x\""), InlineData("null"), InlineData("\"1e3\""), InlineData("\"79228162514264337593543950336\"")]
    public void A_text_among_decimals_is_one(string text)
    {
        string json = """{"Name":"t","Columns":[{"Name":"d","Type":"Decimal","Values":{"Strings":["1",TEXT]}}],"States":"UU"}"""
            .Replace("TEXT", text, StringComparison.Ordinal);
        Assert.Throws<WireFormatException>(() => Json.FromText<DataTable>(json));
        Assert.Equal(1m, Json.FromText<DataTable>(json.Replace(text, "\"2\"", StringComparison.Ordinal))!.Rows[0][0]);
    }
}
