using System.Data;
using System.Text;
using Isomer.Cli;
using Isomer.Cli.Converting.Rows;
using Xunit;

namespace Isomer.Tests.Cli;

#pragma warning disable SYSLIB0038 // the binary form is what is asked for

/// <summary>isomer convert over rows with moments in UTC, and --verify of what a form does not have.</summary>
public sealed class RowZoneTests
{
    static readonly RowRules s_rules = new(null, null, null, false, null, Verify: false, Force: true, DryRun: false);

    static CancellationToken Stop => TestContext.Current.CancellationToken;

    static Task<int> Convert(string from, string to, RowRules rules, string? form = null) =>
        RowConversion.RunAsync(RowPlace.In(from, null), RowPlace.Out(to, form)!, rules, Stop);

    static DataTable Dated()
    {
        var table = new DataTable("T");
        table.Columns.Add("At", typeof(DateTime)).DateTimeMode = DataSetDateTime.Utc;
        table.Columns.Add("Local", typeof(DateTime));
        table.Rows.Add(new DateTime(2020, 7, 2, 3, 4, 5, DateTimeKind.Utc), new DateTime(2020, 7, 2, 3, 4, 5));
        return table;
    }

    /// <summary>A value of Compact goes by the reader of its table, which tells no mode: the moment became a local date.</summary>
    [Fact]
    public async Task A_table_that_is_a_value_keeps_its_moments()
    {
        using var folder = new TemporaryFolder();
        File.WriteAllBytes(folder["a.compact"], Compact.Serialize(Dated()));
        Assert.Equal(0, await Convert(folder["a.compact"], folder["b.xml"], s_rules with { Verify = true }, "xml"));
        Assert.Contains("<At>2020-07-02T03:04:05Z</At>", File.ReadAllText(folder["b.xml"]), StringComparison.Ordinal);
        var set = new DataSet();
        set.ReadXml(folder["b.xml"], XmlReadMode.ReadSchema);
        Assert.Equal((DataSetDateTime.Utc, DataSetDateTime.UnspecifiedLocal),
            (set.Tables[0].Columns["At"]!.DateTimeMode, set.Tables[0].Columns["Local"]!.DateTimeMode));
    }

    /// <summary>A moment in UTC and a date of no zone that show one clock are two things.</summary>
    [Fact]
    public void A_clock_is_no_moment()
    {
        var clock = new DateTime(2020, 7, 2, 3, 4, 5);
        var moment = DateTime.SpecifyKind(clock, DateTimeKind.Utc);
        Assert.False(RowText.AreSame(clock, moment));
        Assert.False(RowText.AreSame(moment, clock));
        Assert.False(RowText.AreSame(clock, new DateTimeOffset(moment)));
        Assert.False(RowText.AreSame(new DateOnly(2020, 7, 2), moment.Date));
        Assert.True(RowText.AreSame(moment, new DateTimeOffset(2020, 7, 2, 5, 4, 5, TimeSpan.FromHours(2))));
        Assert.True(RowText.AreSame(moment, moment.ToLocalTime()));
        Assert.True(RowText.AreSame(new DateOnly(2020, 7, 2), clock.Date));
    }

    static DataSet Of(string columns, string more = "", string attributes = "")
    {
        var set = new DataSet();
        DataXml.ReadXmlSchema(set, Encoding.UTF8.GetBytes($"""
            <xs:schema id="S" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:msdata="urn:schemas-microsoft-com:xml-msdata">
            <xs:element name="S" msdata:IsDataSet="true"><xs:complexType><xs:choice minOccurs="0" maxOccurs="unbounded">
            <xs:element name="T" {attributes}><xs:complexType><xs:sequence>{columns}</xs:sequence></xs:complexType></xs:element>
            </xs:choice></xs:complexType></xs:element>{more}</xs:schema>
            """));
        return set;
    }

    static DataSet Related(bool hasKey = false, bool isNested = false)
    {
        var set = new DataSet("S");
        DataTable one = set.Tables.Add("One"), two = set.Tables.Add("Two");
        one.Columns.Add("Id", typeof(int));
        two.Columns.Add("Of", typeof(int));
        set.Relations.Add(new DataRelation("R", one.Columns[0], two.Columns[0], createConstraints: false) { Nested = isNested });
        if (hasKey)
            one.PrimaryKey = [one.Columns[0]];
        return set;
    }

    public static TheoryData<string> Kinds => [.. s_sets.Keys];

    static readonly Dictionary<string, Func<DataSet>> s_sets = new()
    {
        ["a DisplayExpression"] =
            static () => Of("<xs:element name=\"a\" type=\"xs:string\" minOccurs=\"0\"/>", "", "msdata:DisplayExpression=\"a\""),
        ["a named type"] = static () =>
            Of("<xs:element name=\"a\" type=\"Code\"/>",
                "<xs:simpleType name=\"Code\"><xs:restriction base=\"xs:string\"><xs:maxLength value=\"5\"/></xs:restriction></xs:simpleType>"),
        ["a named type without a length"] = static () =>
            Of("<xs:element name=\"a\" type=\"Code\"/>",
                "<xs:simpleType name=\"Code\"><xs:restriction base=\"xs:string\"/></xs:simpleType>"),
        ["a type of a named one"] = static () => Of("<xs:element name=\"a\" type=\"Code\"/>",
            "<xs:simpleType name=\"Code\"><xs:restriction base=\"Text\"><xs:maxLength value=\"5\"/></xs:restriction></xs:simpleType><xs:simpleType name=\"Text\"><xs:restriction base=\"xs:string\"><xs:maxLength value=\"9\"/></xs:restriction></xs:simpleType>"),
        ["a relation without constraints"] = static () => Related(),
        ["a relation without constraints beside a key"] = static () => Related(hasKey: true),
        ["a nested relation without constraints beside a key"] = static () => Related(hasKey: true, isNested: true),
    };

    /// <summary>Good files were refused for what the binary form does not have; one with another length is still.</summary>
    [Theory, MemberData(nameof(Kinds))]
    public async Task What_the_binary_form_does_not_have_is_not_asked_of_it(string kind)
    {
        using var folder = new TemporaryFolder();
        var set = s_sets[kind]();
        var table = set.Tables[0];
        table.Rows.Add(table.Columns[0].DataType == typeof(string) ? "abc" : 7);
        File.WriteAllBytes(folder["a.compact"], Compact.Serialize(set));
        Assert.Equal(0, await Convert(folder["a.compact"], folder["b.bin"], s_rules with { Verify = true }, "nrbf"));
        if (table.Columns[0].DataType != typeof(string))
            return;
        // It is another schema to the letter.
        static string Schema(DataSet set) =>
            System.Text.RegularExpressions.Regex.Replace(Encoding.UTF8.GetString(DataXml.WriteXmlSchema(set)),
                " msdata:(UseCurrentLocale|Locale)=\"[^\"]*\"", "");
        Assert.NotEqual(Schema(set), Schema(Nrbf.Deserialize<DataSet>(File.ReadAllBytes(folder["b.bin"]))!));
        var whole =
            (await WholeTables.OfAsync(RowPlace.In(folder["a.compact"], null), RowPlace.Out(folder["c.bin"], "nrbf")!, s_rules, Stop))!;
        set.Tables[0].Columns[0].MaxLength = 17;
        set.RemotingFormat = SerializationFormat.Binary;
        Assert.Equal(ExitCode.Lossy, Assert.Throws<CliException>(() => whole.Verify(Nrbf.Serialize(set))).Code);
    }

    /// <summary>
    /// PostgreSQL has one type for moments and one for clocks: a column of both is refused with the words of documents, and its own moments
    /// come back as such.
    /// </summary>
    [Fact]
    public async Task A_server_takes_one_kind_of_date_in_a_column()
    {
        using Postgres? server = Postgres.Start();
        if (server is null)
            Assert.Skip("no PostgreSQL here: name one with ISOMER_POSTGRES, or install its server");
        using var folder = new TemporaryFolder();
        var connection = new Npgsql.NpgsqlConnectionStringBuilder(server.Connection);
        string url = $"postgres://{connection.Username}:{connection.Password}@{connection.Host}:{connection.Port}/{connection.Database}";
        server.Execute(
            "create schema if not exists isomer_zones; drop table if exists isomer_zones.good; drop table if exists isomer_zones.bad; drop table if exists isomer_zones.worse");
        const string Head = "id,at\r\n", Moment = "1,2020-07-02T03:04:05Z\r\n", Clock = "2,2020-07-02T03:04:05\r\n";
        async Task<Exception?> Sent(string text, string table)
        {
            File.WriteAllText(folder["a.csv"], text);
            return await Record.ExceptionAsync(() => Convert(folder["a.csv"], url, s_rules with { Table = "isomer_zones." + table }));
        }
        Assert.Null(await Sent(Head + Moment, "good"));
        Assert.Equal(0, await Convert(url, folder["b.csv"], s_rules with { Table = "isomer_zones.good" }));
        Assert.Equal(Head + Moment, File.ReadAllText(folder["b.csv"]));
        Assert.Equal(0, await Convert(url, url, s_rules with { Table = "isomer_zones.good", Appends = true }));
        Assert.Equal(0, await Convert(url, folder["b.csv"], s_rules with { Table = "isomer_zones.good" }));
        Assert.Equal(Head + Moment + Moment, File.ReadAllText(folder["b.csv"]));
        string many = string.Concat(Enumerable.Repeat(Moment, 9000));
        Assert.Contains("does not say that it is in UTC",
            Assert.IsType<NotSupportedException>(await Sent(Head + many + Clock, "bad")).Message, StringComparison.Ordinal);
        Assert.Contains("is in UTC", Assert.IsType<NotSupportedException>(await Sent(Head + Clock + Moment, "worse")).Message,
            StringComparison.Ordinal);
    }
}
