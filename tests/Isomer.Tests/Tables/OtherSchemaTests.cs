using System.Data;
using System.Globalization;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Schemas that others than DataSet wrote: the designer of typed sets, xsd.exe, people. What the framework passes over of them, or unfolds,
/// is read as it reads it.
/// </summary>
public class OtherSchemaTests
{
    const string Head = "<xs:schema id='S' xmlns:xs='http://www.w3.org/2001/XMLSchema' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'>";

    static string Wrap(string before, string tables) =>
        Head + before + "<xs:element name='S' msdata:IsDataSet='true'><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>"
        + tables + "</xs:choice></xs:complexType></xs:element></xs:schema>";

    /// <summary>What reading gives: the schema that is written of it, or that it is refused.</summary>
    static string Result(Action<DataSet> read)
    {
        var set = new DataSet();
        return Record.Exception(() => read(set)) is null ? set.GetXml() + set.GetXmlSchema() : "refused";
    }

    static string Compare(string schema, string rows)
    {
        byte[] alone = Encoding.UTF8.GetBytes(schema), within = Encoding.UTF8.GetBytes($"<S>{schema}{rows}</S>");
        string theirs = Result(set => set.ReadXmlSchema(new MemoryStream(alone))),
            document = Result(set => set.ReadXml(new MemoryStream(within), XmlReadMode.ReadSchema));
        // What a default value does not fit into is asked there alone.
        if (theirs != "refused")
            Assert.Equal(theirs, Result(set => DataXml.ReadXmlSchema(set, alone)));
        if (document != "refused")
            Assert.Equal(document, Result(set => DataXml.Fill(set, within, new DataXmlOptions { ReadMode = XmlReadMode.ReadSchema })));
        return theirs;
    }

    /// <summary>As Visual Studio has written it into the file of each typed DataSet since 2005, with a table's adapter.</summary>
    [Fact]
    public void The_designers_source_is_passed_over()
    {
        string schema = Wrap("""
            <xs:annotation><xs:appinfo source="urn:schemas-microsoft-com:xml-msdatasource">
              <DataSource DefaultConnectionIndex="0" FunctionsComponentName="Queries" xmlns="urn:schemas-microsoft-com:xml-msdatasource">
                <Connections><Connection AppSettingsObjectName="Settings" IsAppSettingsProperty="true" Name="C" ParameterPrefix="@"
                  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:a a.xsd" /></Connections>
                <Tables><TableAdapter BaseClass="System.ComponentModel.Component" Name="T" minOccurs="lots"><MainSource>
                  <DbSource><SelectCommand><DbCommand CommandType="Text"><CommandText>SELECT a FROM T &lt;&gt; 1</CommandText>
                  </DbCommand></SelectCommand></DbSource></MainSource></TableAdapter></Tables><Sources />
              </DataSource></xs:appinfo><xs:documentation>A <b>set</b>.</xs:documentation></xs:annotation>
            """, "<xs:element name='T'><xs:complexType><xs:sequence><xs:element name='a' type='xs:int'/></xs:sequence></xs:complexType></xs:element>");
        Assert.Contains("name=\"a\"", Compare(schema, "<T><a>1</a></T>"), StringComparison.Ordinal);
        var strange = Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(),
            Encoding.UTF8.GetBytes(schema.Replace("<xs:annotation><xs:appinfo source=\"urn:schemas-microsoft-com:xml-msdatasource\">", "", StringComparison.Ordinal)
                .Replace("</xs:appinfo><xs:documentation>A <b>set</b>.</xs:documentation></xs:annotation>", "", StringComparison.Ordinal))));
        Assert.Contains("<DataSource>, which none needs", strange.Message, StringComparison.Ordinal);
    }

    /// <summary>A relation that is noted for the framework is read, beside notes for others.</summary>
    [Fact]
    public void Relations_beside_other_notes_are_read()
    {
        string schema = Wrap("<xs:annotation><xs:appinfo><other xmlns='urn:o'/><msdata:Relationship name='R' msdata:parent='T' msdata:child='U' "
            + "msdata:parentkey='a' msdata:childkey='b'/><more/></xs:appinfo></xs:annotation>",
            "<xs:element name='T'><xs:complexType><xs:attribute name='a' type='xs:int'/></xs:complexType></xs:element>"
            + "<xs:element name='U'><xs:complexType><xs:attribute name='b' type='xs:int'/><xs:anyAttribute/></xs:complexType></xs:element>");
        Assert.Contains("Relationship", Compare(schema, "<T a='1'/><U b='1'/>"), StringComparison.Ordinal);
    }

    /// <summary>
    /// A schema within a note makes no column, and what is computed in it is nothing: it was marked for later, by a prefix that the reader
    /// of notes does not know.
    /// </summary>
    [Theory]
    [InlineData("xs:appinfo", "<msdata:Relationship name='R' msdata:parent='T' msdata:child='U' msdata:parentkey='a' msdata:childkey='b'>",
        "</msdata:Relationship>")]
    [InlineData("xs:documentation", "<i>", "</i>"), InlineData("xs:appinfo", "", "")]
    public void What_is_computed_within_a_note_is_passed_over(string note, string before, string behind)
    {
        string columns = "<xs:element name='T'><xs:complexType><xs:attribute name='a' type='xs:int'/>"
            + "<xs:attribute name='n' type='xs:int' msdata:ReadOnly='true' msdata:Expression='a + 1'/></xs:complexType></xs:element>"
            + "<xs:element name='U'><xs:complexType><xs:attribute name='b' type='xs:int'/></xs:complexType></xs:element>";
        string schema = Wrap($"<xs:annotation><{note}>{before}{Wrap("", columns)}{behind}</{note}></xs:annotation>", columns);
        Assert.Contains("msdata:Expression=\"a + 1\"", Compare(schema, "<T a='1'/><U b='1'/>"), StringComparison.Ordinal);
    }

    /// <summary>Random schemas of all that may stand in one, and rows of them, with each way of the framework's.</summary>
    [Fact]
    public void Random_schemas_are_read_as_the_framework_reads_them()
    {
        int taken = 0;
        for (int seed = 0; seed < 600; seed++)
        {
            var random = new Random(seed);
            var (schema, rows) = Draw(random);
            try
            {
                taken += Compare(schema, rows) == "refused" ? 0 : 1;
            }
            catch (Xunit.Sdk.XunitException e)
            {
                Assert.Fail($"seed {seed}: {schema} {rows}\n{e.Message}");
            }
        }
        Assert.InRange(taken, 300, 600);
    }

    static (string Schema, string Rows) Draw(Random random)
    {
        int groups = random.Next(4), attributes = random.Next(3), types = random.Next(4);
        var before = new StringBuilder();
        for (int i = 0; i < types; i++)
            before.Append(CultureInfo.InvariantCulture, $"<xs:simpleType name='E{i}'>{Restriction(random, i == 0 ? "xs:string" : "E" + random.Next(i))}</xs:simpleType>");
        for (int i = 0; i < attributes; i++)
            before.Append(CultureInfo.InvariantCulture, $"<xs:attributeGroup name='A{i}'><xs:attribute name='p{i}' type='xs:int'/>{(i > 0 && random.Next(2) == 0 ? $"<xs:attributeGroup ref='A{i - 1}'/>" : "")}</xs:attributeGroup>");
        for (int i = 0; i < groups; i++)
        {
            string kind = random.Next(2) == 0 ? "sequence" : "choice";
            before.Append(CultureInfo.InvariantCulture, $"<xs:group name='G{i}'><xs:{kind}>{Columns(random, $"g{i}", i, types)}</xs:{kind}></xs:group>");
        }
        var tables = new StringBuilder();
        for (int i = 0; i <= random.Next(3); i++)
        {
            string kind = random.Next(3) == 0 ? "choice" : "sequence";
            tables.Append(CultureInfo.InvariantCulture, $"<xs:element name='T{i}'{Occurs(random)}>{(random.Next(3) == 0 ? "<xs:annotation><xs:documentation>Of <i>it</i></xs:documentation></xs:annotation>" : "")}"
                + $"<xs:complexType><xs:{kind}{Occurs(random)}>{Columns(random, $"c{i}", groups, types)}</xs:{kind}>{(attributes > 0 && random.Next(2) == 0 ? $"<xs:attributeGroup ref='A{random.Next(attributes)}'/>" : "")}"
                + $"{(random.Next(4) == 0 ? "<xs:anyAttribute/>" : "")}</xs:complexType></xs:element>");
        }
        return (Wrap(before.ToString(), tables.ToString()), "<T0><c00>1</c00><g00>2</g00></T0><T0 p0='3'><c01>x</c01></T0><T1><c10>4</c10></T1>");
    }

    static string Columns(Random random, string name, int groups, int types)
    {
        var columns = new StringBuilder();
        for (int i = 0; i <= random.Next(4); i++)
        {
            string value = random.Next(3) == 0 ? $" default='{random.Next(3)}'" : "";
            columns.Append(random.Next(4) switch
            {
                0 when groups > 0 => $"<xs:group ref='G{random.Next(groups)}'{(random.Next(3) == 0 ? Occurs(random) : "")}/>",
                1 when types > 0 => $"<xs:element name='{name}{i}' type='E{random.Next(types)}'{value}{Occurs(random)}/>",
                2 => $"<xs:element name='{name}{i}'{value}{Occurs(random)}><xs:simpleType>{Restriction(random, random.Next(2) == 0 ? "xs:string" : "xs:int")}</xs:simpleType></xs:element>",
                _ => $"<xs:element name='{name}{i}' type='xs:{(random.Next(2) == 0 ? "int" : "string")}'{value}{Occurs(random)}/>",
            });
        }
        return columns.ToString();
    }

    static string Occurs(Random random) => random.Next(6) switch
    {
        0 => $" minOccurs='{random.Next(5)}' maxOccurs='{4 + random.Next(2_000_000_000)}'",
        1 => " minOccurs='0'",
        2 => " maxOccurs='unbounded'",
        3 => $" minOccurs='2' maxOccurs='{2 + random.Next(3)}'",
        _ => "",
    };

    static string Restriction(Random random, string of)
    {
        var facets = new StringBuilder();
        for (int i = 0; i < random.Next(4); i++)
            facets.Append((of == "xs:int" ? random.Next(5) : 5 + random.Next(5)) switch
            {
                0 => $"<xs:minInclusive value='{random.Next(2)}'/>",
                1 => $"<xs:maxExclusive value='{2 + random.Next(3)}'/>",
                2 => $"<xs:totalDigits value='{1 + random.Next(3)}'/>",
                3 => "<xs:pattern value='[0-9]*'/>",
                4 => $"<xs:enumeration value='{i}'/>",
                5 => $"<xs:enumeration value='{i}'/>",
                6 => $"<xs:maxLength value='{5 + random.Next(3)}'/>",
                7 => "<xs:minLength value='1'/>",
                8 => "<xs:whiteSpace value='preserve'/>",
                _ => "<xs:pattern value='[0-9]+|x*'/>",
            });
        return $"<xs:restriction base='{of}'>{facets}</xs:restriction>";
    }

    /// <summary>
    /// Patterns and enumerations are not asked: the framework asks them of defaults alone, and forgets them. These are the schemas which
    /// are taken here and refused there.
    /// </summary>
    [Fact]
    public void A_default_that_does_not_fit_its_pattern_is_taken()
    {
        byte[] schema = Encoding.UTF8.GetBytes(Wrap("",
            "<xs:element name='T'><xs:complexType><xs:sequence><xs:element name='a' default='q'><xs:simpleType><xs:restriction base='xs:string'>"
            + "<xs:pattern value='z+'/><xs:enumeration value='zz'/></xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType></xs:element>"));
        Assert.Equal("refused", Result(set => set.ReadXmlSchema(new MemoryStream(schema))));
        var set = new DataSet();
        DataXml.ReadXmlSchema(set, schema);
        Assert.Equal("q", set.Tables[0].Columns[0].DefaultValue);
    }

    /// <summary>Notes in each of many enumerations stand in one each, not side by side.</summary>
    [Fact]
    public void Many_enumerations_with_notes_are_read()
    {
        string values = string.Concat(Enumerable.Range(0, 6000).Select(static i => $"<xs:enumeration value='{i}'>"
            + "<xs:annotation><xs:documentation>The <b>value</b></xs:documentation></xs:annotation></xs:enumeration>"));
        Assert.NotEqual("refused", Compare(Wrap(
            $"<xs:simpleType name='E'><xs:restriction base='xs:string'>{values}</xs:restriction></xs:simpleType>",
            "<xs:element name='T'><xs:complexType><xs:attribute name='a' type='E'/></xs:complexType></xs:element>"), "<T a='5'/>"));
    }

    [Fact]
    public void Very_many_enumerations_are_refused()
    {
        string values = string.Concat(Enumerable.Range(0, 5001).Select(static i => $"<xs:enumeration value='{i}'/>"));
        string Schema(string second) => Wrap($"<xs:simpleType name='E'><xs:restriction base='xs:string'>{values}</xs:restriction></xs:simpleType>"
            + $"<xs:simpleType name='F'><xs:restriction base='E'>{second}</xs:restriction></xs:simpleType>",
            "<xs:element name='T'><xs:complexType><xs:attribute name='a' type='F'/></xs:complexType></xs:element>");
        Assert.NotEqual("refused", Compare(Schema(""), ""));
        var error = Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(), Encoding.UTF8.GetBytes(Schema(values))));
        Assert.Contains("10000 enumerations", error.Message, StringComparison.Ordinal);
    }

    /// <summary>What names others is bounded wherever it stands, however its name is written: 60,000 levels ended the process.</summary>
    [Fact]
    public void Chains_of_names_are_bounded_on_any_path()
    {
        string Chain(int count, Func<int, string> one) => string.Concat(Enumerable.Range(0, count).Select(one));
        string within = "<xs:element name='e'><xs:complexType>"
            + Chain(200, static j => "<xs:sequence>" + string.Concat(Enumerable.Range(j * 300, 300).Select(static i =>
                $"<xs:complexType name='a{i}' base='a{i + 1}'/>")) + "</xs:sequence>") + "</xs:complexType></xs:element>";
        Assert.Equal("refused", Result(set => DataXml.ReadXmlSchema(set, Encoding.UTF8.GetBytes(Head + within + "</xs:schema>"))));
        foreach (string space in (string[])["", " ", "\t", "&#10;"])
            foreach (string chain in (string[])[
                Chain(4000, i => $"<xs:simpleType name='{space}a{i}'><xs:restriction base='{space}{(i == 0 ? "xs:string" : "a" + (i - 1))}'/></xs:simpleType>"),
                Chain(300, i => $"<xs:complexType name='a{i}{space}'><xs:complexContent><xs:extension base='a{Math.Max(0, i - 1)}{space}'/></xs:complexContent></xs:complexType>"),
                Chain(18, i => $"<xs:group name='{space}a{i}'><xs:choice>{(i == 0 ? "<xs:element name='z'/>"
                    : $"<xs:group ref='{space}a{i - 1}'/><xs:group ref='a{i - 1}{space}'/>")}</xs:choice></xs:group>")])
            {
                string type = chain.Contains("group", StringComparison.Ordinal)
                    ? "<xs:complexType><xs:group ref='a17'/></xs:complexType>" : "<xs:complexType><xs:attribute name='q' type='a299'/></xs:complexType>";
                var error = Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(new DataSet(),
                    Encoding.UTF8.GetBytes(Wrap(chain, $"<xs:element name='T'>{type}</xs:element>"))));
                Assert.Matches("name others|unfold to elements", error.Message);
            }
    }

    /// <summary>Each took the framework from 8 s on, without an end for a few more characters.</summary>
    [Fact]
    public void What_the_framework_compares_or_follows_without_bound()
    {
        string Chain(int count, Func<int, string> one) => string.Concat(Enumerable.Range(0, count).Select(one));
        string Nested(int count) => Chain(count, static i => i == 0
            ? "<xs:group name='g0'><xs:sequence><xs:element name='c' type='xs:string'/></xs:sequence></xs:group>"
            : $"<xs:group name='g{i}'><xs:sequence><xs:group ref='g{i - 1}'/><xs:element name='w{i}'><xs:complexType>"
                + $"<xs:group ref='g{i - 1}'/></xs:complexType></xs:element></xs:sequence></xs:group>");
        (string Schema, string Told)[] all =
        [
            (Wrap(Chain(30, static i => i == 0 ? "<xs:simpleType name='u0'><xs:restriction base='xs:int'/></xs:simpleType>"
                : $"<xs:simpleType name='u{i}'><xs:union memberTypes='u{i - 1} u{i - 1}'/></xs:simpleType>"),
                "<xs:element name='T'><xs:complexType><xs:attribute name='x' type='u29' default='abc'/></xs:complexType></xs:element>"), "union"),
            (Wrap(Chain(4000, static i => $"<xs:element name='a{i}' type='xs:string' substitutionGroup='a{i + 1}'/>") + "<xs:element name='a4000'/>",
                "<xs:element name='T'><xs:complexType><xs:sequence><xs:element ref='a4000' maxOccurs='unbounded'/></xs:sequence></xs:complexType></xs:element>"),
                "name others"),
            // Each table in all before it: 2.7 s there, and 5.7 s here.
            (Wrap(Nested(120), "<xs:element name='T'><xs:complexType><xs:group ref='g119'/></xs:complexType></xs:element>"),
                "put tables into others"),
        ];
        Assert.NotEqual("refused",
            Compare(Wrap(Nested(20), "<xs:element name='T'><xs:complexType><xs:group ref='g19'/></xs:complexType></xs:element>"), ""));
        foreach (var (schema, told) in all)
            Assert.Contains(told, Assert.Throws<WireFormatException>(
                () => DataXml.ReadXmlSchema(new DataSet(), Encoding.UTF8.GetBytes(schema))).Message, StringComparison.Ordinal);
        string durations = Wrap("<xs:simpleType name='b'><xs:restriction base='xs:duration'>"
            + Chain(4000, static i => $"<xs:enumeration value='PT{i}S'/>") + "</xs:restriction></xs:simpleType>",
            "<xs:element name='T'><xs:complexType>" + Chain(1000, static i => $"<xs:attribute name='x{i}' type='b' default='PT999S'/>")
            + "</xs:complexType></xs:element>");
        long before = GC.GetAllocatedBytesForCurrentThread();
        var set = new DataSet();
        DataXml.ReadXmlSchema(set, Encoding.UTF8.GetBytes(durations));
        Assert.Equal(1000, set.Tables[0].Columns.Count);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 300L << 20);
    }
}
