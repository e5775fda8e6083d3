using System.Data;
using System.Text;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// What a query FOR XML gives: elements one behind another, with a schema before them or without. The mode Fragment took one root alone.
/// </summary>
public class DataXmlFragmentTests
{
    const string Schema = "<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema' id='S'><xs:element name='Z'><xs:complexType><xs:sequence><xs:element name='q' type='xs:int'/></xs:sequence></xs:complexType></xs:element></xs:schema>";

    public static TheoryData<string> Fragments =>
    [
        "<T0><id>1</id></T0><T0><id>2</id></T0>", "<S><T0><id>1</id></T0></S>", "<S><T0><id>1</id></T0></S><S><T0><id>2</id></T0></S>",
        "text<T0><id>1</id></T0> more <U><x>q</x></U>", "<T0 a='1'/> <T0 a='2'/>\n<U><x>1</x></U>", "", "   ",
        "<?xml version='1.0'?><T0><id>1</id></T0>", "<!--c--><T0><id>1</id></T0><!--d--><T0><id>2</id></T0>", "<T0><id>1</id></T0><bad>",
        "<T0><id>1</id></T0></T0>", "<x:T0 xmlns:x='u'/><T0><id>3</id></T0>",
        "<R><T0><id>1</id></T0></R><T0><id>5</id></T0>", "<T0><id>1</id></T0>text<T0><id>2</id></T0>",
        "<T0><id>1</id></T0><![CDATA[x]]><T0><id>2</id></T0>", "<?pi x?><U><x>a<!-- -->b</x></U><U/>",
        Schema + "<Z><q>1</q></Z><Z><q>2</q></Z>",
        "<Z><q>0</q></Z>" + Schema + "<Z><q>1</q></Z>", "<T0><id>x</id></T0>", "<!DOCTYPE a><T0/>", "&#10;<S><T0><id>1</id></T0></S>",
        "<T0><id>1</id><U><x>in</x></U></T0><U><x>out</x></U>",
    ];

    static DataSet Known()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T0");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("a", typeof(string)).ColumnMapping = MappingType.Attribute;
        set.Tables.Add("U").Columns.Add("x", typeof(string));
        return set;
    }

    [Theory, MemberData(nameof(Fragments))]
    public void Many_roots_are_read_as_the_framework_reads_them(string fragment)
    {
        var options = new DataXmlOptions { ReadMode = XmlReadMode.Fragment };
        foreach (bool isKnown in (bool[])[true, false])
            foreach (var encoding in (Encoding[])[Encoding.UTF8, Encoding.Unicode])
            {
                byte[] bytes = [.. encoding.GetPreamble(), .. encoding.GetBytes(fragment)];
                DataSet theirs = isKnown ? Known() : new(), ours = isKnown ? Known() : new(), ofText = isKnown ? Known() : new();
                var refused = Record.Exception(() => theirs.ReadXml(new MemoryStream(bytes), XmlReadMode.Fragment));
                var error = Record.Exception(() => Assert.Equal(XmlReadMode.Fragment, DataXml.Fill(ours, bytes, options)));
                if (refused is null)
                {
                    Assert.Null(error);
                    Assert.Null(TableDifference.Of(theirs, ours));
                    if (!isKnown)
                        Assert.Null(TableDifference.Of(theirs, DataXml.FromText<DataSet>(fragment, options)));
                }
                else
                    Assert.IsType<WireFormatException>(error);
            }
    }

    /// <summary>
    /// The framework stops at a text beside its roots, and has not seen what is behind it; ours reads to the end.
    /// </summary>
    [Theory, InlineData("&#10;<Gen"), InlineData("text<T0><id>1</id>"), InlineData("&#10;<T0></U>")]
    public void What_is_no_XML_is_refused_behind_a_text(string fragment)
    {
        Known().ReadXml(new MemoryStream(Encoding.UTF8.GetBytes(fragment)), XmlReadMode.Fragment);
        var refused = Assert.Throws<WireFormatException>(
            () => DataXml.Fill(Known(), Encoding.UTF8.GetBytes(fragment), new DataXmlOptions { ReadMode = XmlReadMode.Fragment }));
        Assert.IsType<System.Xml.XmlException>(refused.InnerException);
        Assert.True(EarlyRefusals.IsNoXml(Encoding.UTF8.GetBytes(fragment), isFragment: true));
    }

    /// <summary>What may not stand in documents may not stand here: the same gate.</summary>
    [Fact]
    public void Fragments_are_vetted()
    {
        var options = new DataXmlOptions { ReadMode = XmlReadMode.Fragment };
        string typed = Schema.Replace("type='xs:int'",
            "type='xs:string' msdata:DataType='System.Diagnostics.Process, System' xmlns:msdata='urn:schemas-microsoft-com:xml-msdata'",
            StringComparison.Ordinal);
        foreach (string fragment in (string[])["<!DOCTYPE a [<!ENTITY b 'c'>]><T0><id>1</id></T0>", typed + "<Z><q>1</q></Z>",
            "<T0/>" + typed, string.Concat(Enumerable.Repeat("<a>", 300))])
            Assert.Throws<WireFormatException>(() => DataXml.Fill(Known(), Encoding.UTF8.GetBytes(fragment), options));
        // Deep ones as documents are.
        Assert.Throws<WireFormatException>(
            () => DataXml.Fill(Known(),
                Encoding.UTF8.GetBytes(
                    "<T0/>" + string.Concat(Enumerable.Repeat("<a>", 300)) + string.Concat(Enumerable.Repeat("</a>", 300))), options));
    }
}
