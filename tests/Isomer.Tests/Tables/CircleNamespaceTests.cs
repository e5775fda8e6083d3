using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// Documents that give another namespace to a set whose tables nest in a circle. Of some the framework's process ended by its stack (each
/// was seen to, in a process of its own): these are refused. The others are read as there.
/// </summary>
public class CircleNamespaceTests
{
    /// <summary>A set by its namespace, those of its tables (none is inherited), and which nests in which.</summary>
    static DataSet Set(string space, string?[] spaces, params (int Parent, int Child)[] nestings)
    {
        var set = new DataSet("S") { Namespace = space };
        for (int i = 0; i < spaces.Length; i++)
        {
            var table = set.Tables.Add("T" + i);
            if (spaces[i] is { } own)
                table.Namespace = own;
            table.Columns.Add("id", typeof(int));
            for (int k = 0; k < nestings.Length; k++)
                table.Columns.Add("k" + k, typeof(int));
        }
        for (int k = 0; k < nestings.Length; k++)
            set.Relations.Add("r" + k, set.Tables[nestings[k].Parent].Columns["id"]!, set.Tables[nestings[k].Child].Columns["k" + k]!, false)
                .Nested = true;
        return set;
    }

    static DataSet Of(string kind, string space) => kind switch
    {
        "two" => Set(space, [null, null], (0, 1), (1, 0)),
        "three" => Set(space, [null, null, null], (0, 1), (1, 2), (2, 0)),
        // Those that nest are told also where they have a namespace of their own.
        "above one with a namespace" => Set(space, [null, "urn:o", null], (1, 1), (2, 1), (1, 2)),
        "below one" => Set(space, [null, "urn:own", "urn:own"], (0, 1), (1, 2), (2, 1)),
        "of their own" => Set(space, ["urn:own", "urn:own", null], (0, 1), (1, 0)),
        _ => Set(space, [null, null], (0, 0), (0, 1)),
    };

    static byte[] Schema(string space, string more = "") => Encoding.UTF8.GetBytes($"""
        <S xmlns='{space}'><xs:schema id='S' targetNamespace='{space}' xmlns='{space}' xmlns:xs='http://www.w3.org/2001/XMLSchema'
            xmlns:msdata='urn:schemas-microsoft-com:xml-msdata' elementFormDefault='qualified'>
          <xs:element name='S' msdata:IsDataSet='true' {more}><xs:complexType><xs:choice minOccurs='0' maxOccurs='unbounded'>
            <xs:element name='T0'><xs:complexType><xs:sequence><xs:element name='id' type='xs:int' minOccurs='0'/></xs:sequence>
            </xs:complexType></xs:element></xs:choice></xs:complexType></xs:element>
        </xs:schema><T0><id>1</id></T0></S>
        """);

    static (byte[] Document, XmlReadMode Mode)[] Others =>
    [
        ("<S xmlns='urn:x'><T0><id>1</id></T0></S>"u8.ToArray(), XmlReadMode.InferSchema),
        ("<S xmlns='urn:x'><T0><id>1</id></T0></S>"u8.ToArray(), XmlReadMode.InferTypedSchema),
        (Schema("urn:x"), XmlReadMode.ReadSchema),
        (Schema("urn:x"), XmlReadMode.Auto),
    ];

    static void Refused(DataSet set, byte[] document, XmlReadMode mode)
    {
        foreach (var read in (Action[])[() => DataXml.Fill(set, document, new DataXmlOptions { ReadMode = mode }),
            () => DataXml.Fill(set, new MemoryStream(document), new DataXmlOptions { ReadMode = mode })])
            Assert.Contains("nest in a circle", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);
    }

    static void Alike(string kind, string space, byte[] document, XmlReadMode mode)
    {
        DataSet theirs = Of(kind, space), ours = Of(kind, space);
        var refused = Record.Exception(() => theirs.ReadXml(new MemoryStream(document), mode));
        var own = Record.Exception(() => DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = mode }));
        Assert.Equal(refused is null, own is null);
        if (refused is null)
            Assert.Null(TableDifference.Of(theirs, ours));
        else
            Assert.DoesNotContain("nest in a circle", own!.Message, StringComparison.Ordinal);
    }

    [Theory, InlineData("two"), InlineData("three"), InlineData("above one with a namespace"), InlineData("below one")]
    public void A_circle_gets_no_other_namespace(string kind)
    {
        foreach (string space in (string[])["", "urn:a"])
        {
            foreach (var (document, mode) in Others)
                Refused(Of(kind, space), document, mode);
            Assert.Throws<WireFormatException>(() => DataXml.ReadXmlSchema(Of(kind, space), Schema("urn:x")));
        }
        Refused(Of(kind, "urn:a"), "<S><T0><id>1</id></T0></S>"u8.ToArray(), XmlReadMode.InferSchema);
        // That which it has.
        Alike(kind, "urn:a", "<S xmlns='urn:a'><T0><id>1</id></T0></S>"u8.ToArray(), XmlReadMode.InferSchema);
        Alike(kind, "urn:a", Schema("urn:a"), XmlReadMode.ReadSchema);
        Alike(kind, "urn:a", Schema("urn:a", "msdata:DataSetNamespace='urn:a'"), XmlReadMode.ReadSchema);
        Alike(kind, "", "<S><T0><id>2</id></T0></S>"u8.ToArray(), XmlReadMode.InferSchema);
    }

    [Theory, InlineData("two"), InlineData("above one with a namespace")]
    public void A_schema_names_no_other_for_the_set(string kind)
    {
        foreach (string space in (string[])["", "urn:a"])
            Refused(Of(kind, space), Schema("urn:a", "msdata:DataSetNamespace='urn:q'"), XmlReadMode.ReadSchema);
    }

    /// <summary>Where the root is a row, the set gets the namespace of its first table, whatever that of the document is.</summary>
    [Theory, InlineData(""), InlineData("urn:a")]
    public void A_row_gives_a_set_the_namespace_of_its_first_table(string space) =>
        Refused(Set(space, ["urn:own", null, null], (1, 2), (2, 1)), Encoding.UTF8.GetBytes($"<T0 xmlns='{space}'><id>1</id></T0>"),
            XmlReadMode.InferSchema);

    /// <summary>Nobody tells those that have namespaces of their own, and no table is told twice that nests in itself.</summary>
    [Theory, InlineData("of their own"), InlineData("in itself")]
    public void Where_no_circle_is_met_a_set_gets_another(string kind)
    {
        foreach (string space in (string[])["", "urn:a"])
            foreach (var (document, mode) in Others)
                Alike(kind, space, document, mode);
    }

    static DataSet WithFirst(string space)
    {
        var set = new DataSet("s") { Namespace = space };
        set.Tables.Add(new DataTable("T0", "urn:table") { Columns = { "id" } });
        return set;
    }

    /// <summary>Of each the framework's process was seen to end, in a process of its own: the document makes the circle itself.</summary>
    [Theory]
    [InlineData("<x><u><x><x/></x></u><x/>t</x>")]
    [InlineData("<x xmlns='urn:a'><u><x><x /></x></u><x />&#10;</x>")]
    [InlineData("<x><x></x><u><x><x><x></x></x></x></u></x>")]
    [InlineData("<x><x></x><u><x><u></u><u></u></x>t</u></x>")]
    [InlineData("<x><x></x><u><x>t</x><x><x>t</x></x></u></x>")]
    public void A_circle_of_elements_is_refused_where_the_first_table_has_another_namespace(string text)
    {
        byte[] document = Encoding.UTF8.GetBytes(text);
        foreach (var mode in new[] { XmlReadMode.InferSchema, XmlReadMode.InferTypedSchema })
            Assert.Throws<WireFormatException>(() => DataXml.Fill(WithFirst(""), document, new DataXmlOptions { ReadMode = mode }));
        // The framework comes back from a set without tables, and from one whose tables have its namespace.
        foreach (var make in new Func<DataSet>[] { () => new DataSet("s"), () => WithFirst("urn:table") })
        {
            DataSet theirs = make(), ours = make();
            var expected = Record.Exception(() => theirs.ReadXml(new MemoryStream(document), XmlReadMode.InferSchema));
            var actual = Record.Exception(() => DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = XmlReadMode.InferSchema }));
            Assert.Equal(expected is null, actual is null);
            if (expected is null)
                Assert.Null(TableDifference.Of(theirs, ours));
        }
    }

    /// <summary>
    /// Of 24,000 random documents whose root is the set (each element in it has elements or attributes) none ended the framework's process.
    /// </summary>
    [Theory]
    [InlineData("<r xmlns='urn:a'><u><y><z>1</z></y><y><z>2</z></y></u><u><w>3</w></u></r>")]
    [InlineData("<x.y><T1><id>1</id><x.y>true</x.y></T1></x.y>")]
    [InlineData("<x><T0 xmlns='urn:table'><id>1</id></T0><u><x><a>1</a><b>2</b></x></u><u><x><a>1</a><b>2</b></x></u></x>")]
    [InlineData("<r><u><x><u><x a='1'/></u></x></u></r>")]
    public void A_document_whose_root_is_the_set_is_read(string text)
    {
        byte[] document = Encoding.UTF8.GetBytes(text);
        DataSet theirs = WithFirst(""), ours = WithFirst("");
        theirs.ReadXml(new MemoryStream(document), XmlReadMode.InferSchema);
        DataXml.Fill(ours, document, new DataXmlOptions { ReadMode = XmlReadMode.InferSchema });
        Assert.Null(TableDifference.Of(theirs, ours));
    }
}
