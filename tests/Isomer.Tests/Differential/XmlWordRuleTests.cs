using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of Xml that know their cause by what is said in a refusal, and by the types and the document: each excuses its case. Of what ours
/// refuses they excuse nothing else.
/// </summary>
public class XmlWordRuleTests
{
    const string Xsi = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"";

    static string Types(string members, string further) => $"public class T0\n{{\n{members}\npublic int B0 {{ get; set; }}\n}}\n{further}";

    const string Included =
        "[XmlInclude(typeof(T2))]\n[XmlType(Namespace = \"urn:a\")]\npublic class T1\n{\npublic T1 A1 { get; set; }\n}\n[XmlType(Namespace = \"\")]\npublic class T2 : T1\n{\npublic int A2 { get; set; }\n}\n";

    static DialectCase Case(string types, int way) => new(new XmlDialect(), types, 0, 0, 0, 0, way == XmlWays.Bytes ? 0 : 1, way);

    [Theory]
    [InlineData("A character reference without digits is refused.", "public string A0 { get; set; }", "",
        "<T0><A0>a&#x;b</A0><B0>2</B0></T0>", XmlWays.DictionaryText)]
    [InlineData("A member that hides another and stands elsewhere is taken.", "public T2 A0 { get; set; }",
        "public class T1\n{\npublic int A1 { get; set; }\n}\npublic class T2 : T1\n{\n[XmlElement(ElementName = \"x\")] public new int A1 { get; set; }\n}\n",
        "<T0><A0><x>1</x></A0><B0>2</B0></T0>")]
    [InlineData("Elements in a simple value are refused.", "public object C0 { get; set; }", "",
        $"<T0 {Xsi}><C0 xsi:type=\"xsd:int\"><e>4</e></C0><B0>2</B0></T0>")]
    [InlineData("Elements in a simple value are refused.", "public object C0 { get; set; }", "",
        $"<T0 {Xsi}><C0 xsi:type=\"xsd:string\"><e>4</e></C0><B0>2</B0></T0>", XmlWays.DictionaryText)]
    [InlineData("An element that is nil may name a subtype.", "[XmlElement(IsNullable = true)] public T1 C0 { get; set; }",
        "[XmlInclude(typeof(T2))]\npublic class T1\n{\n}\npublic class T2 : T1\n{\n}\n",
        $"<T0 {Xsi}><C0 xsi:type=\"T2\" xsi:nil=\"true\" /><B0>2</B0></T0>")]
    [InlineData("Arrays of arrays of object have an element each.", "[XmlElement] public object[][] C0 { get; set; }", "",
        $"<T0 {Xsi}><C0><anyType xsi:type=\"xsd:int\">1</anyType></C0><B0>2</B0></T0>")]
    [InlineData("Base64 and hexadecimal text whose last digits are missing is refused.", "public byte[] C0 { get; set; }", "",
        "<T0><C0>AAA</C0><B0>2</B0></T0>")]
    [InlineData("Base64 and hexadecimal text whose last digits are missing is refused.",
        "[XmlElement(DataType = \"hexBinary\")] public byte[] C0 { get; set; }", "", "<T0><C0>ABC</C0><B0>2</B0></T0>")]
    [InlineData("Characters that XML 1.0 has no place for are refused over every reader.", "public string A0 { get; set; }", "",
        "<T0><A0>&#1;</A0><B0>2</B0></T0>", XmlWays.TextReader)]
    [InlineData("Characters that XML 1.0 has no place for are refused over every reader.", "public string A0 { get; set; }", "",
        "<T0><A0>&#1;</A0><B0>2</B0></T0>", XmlWays.DictionaryText)]
    [InlineData("Items are kept where the getter gives a copy.",
        "public List<int> A0 { get => _ofA0 is null ? null : new List<int>(_ofA0); set { _ofA0 = value; } }\nprivate List<int> _ofA0;", "",
        "<T0><A0><int>1</int></A0><B0>2</B0></T0>")]
    [InlineData("An empty element of a struct with a default and a companion is refused.",
        "[DefaultValue((int)1)] public int C0 { get; set; }\n[XmlIgnore] public bool C0Specified;", "", "<T0><C0/><B0>2</B0></T0>")]
    [InlineData("An empty element of a struct with a default and a companion is refused.",
        "[DefaultValue((int)1)] public int C0 { get; set; }\n[XmlIgnore] public bool C0Specified;", "", "<T0><C0/><B0>2</B0></T0>",
        XmlWays.PlainReader)]
    [InlineData("The companion of a member with [XmlText] says whether there was text.",
        "[XmlText] public string A0 { get; set; }\n[XmlIgnore] public bool A0Specified;", "", "<T0>t<B0>2</B0></T0>")]
    public void What_is_read(string reason, string members, string further, string document, int way = XmlWays.Bytes)
    {
        var types = Case(Types(members, further), way);
        var finding = types.Read(document);
        types.Excuses(reason, finding);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(types.AsIfOf(finding, "<T0><B0>x</B0></T0>"));
    }

    /// <summary>These take their cause out, so that a fault beside it is none of theirs.</summary>
    [Theory]
    [InlineData("Names of flags with white space in them are read.", "public T1 A0 { get; set; }",
        "[Flags]\npublic enum T1 { [XmlEnum(\"x E0\")] E0 = 1, E1 = 2 }\n", "<T0><A0>x E0</A0><B0>2</B0></T0>", "x E0", "E1")]
    [InlineData("An empty list in an attribute is read as empty.", "[XmlAttribute] public required List<int> C0 { get; set; }", "",
        "<T0 C0=\"\"><B0>2</B0></T0>", "C0=\"\"", "C0=\"1\"")]
    [InlineData("Names of flags with white space in them are read.", "public T1? A0 { get; set; }",
        "[Flags]\npublic enum T1 { [XmlEnum(\"x E0\")] E0 = 1, E1 = 2 }\n", "<T0><A0>x E&#48;</A0><B0>2</B0></T0>", "x E&#48;", "E1")]
    [InlineData("An empty list in an attribute is read as empty.", "[XmlAttribute(AttributeName = \"c\")] public int[] C0 { get; set; }", "",
        "<T0 c=\"\"><B0>2</B0></T0>", "c=\"\"", "c=\"1\"")]
    [InlineData("An empty list in an attribute is read as empty.", "[XmlAttribute(AttributeName = \"c\")] public Guid[] C0 { get; set; }", "",
        "<T0 c=\"\"><B0>2</B0></T0>", "c=\"\"", "c=\"00000000-0000-0000-0000-000000000001\"")]
    [InlineData("An empty list in an attribute is read as empty.",
        "[XmlAttribute] public List<double> C0 { get => _ofC0; set { _ofC0 = value; _log += \"C0 \"; } }\nprivate List<double> _ofC0;\nprivate string _log;",
        "", "<T0 C0=\"\"><B0>2</B0></T0>", "C0=\"\"", "C0=\"1\"")]
    [InlineData("An included type is found where its base stands in another namespace.", "public T1 C0 { get; set; }", Included,
        $"<T0 {Xsi}><C0><A1 xmlns='urn:a' xsi:type='T2'><A2 xmlns=''>5</A2></A1></C0><B0>2</B0></T0>", ">5<", ">6<")]
    [InlineData("The encoding that a text declares is not looked at.", "public int A0 { get; set; }", "",
        "<?xml version=\"1.0\" encoding=\"a&b\"?><T0><A0>1</A0><B0>2</B0></T0>", ">1<", ">3<", XmlWays.Text)]
    public void What_is_read_beside_a_fault(string reason, string members, string further, string document, string what, string by,
        int way = XmlWays.Bytes)
    {
        var types = Case(Types(members, further), way);
        var finding = types.Read(document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(reason, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        Assert.Contains(what, document, StringComparison.Ordinal);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(what, by, StringComparison.Ordinal)));
    }

    [Fact]
    public void An_included_type_that_is_written()
    {
        var types = Case("""
            [XmlType(Namespace = "urn:a")]
            public class T0
            {
            public T1 C0 { get; set; }
            public int B0 { get; set; }
            }
            [XmlInclude(typeof(T2))]
            public class T1
            {
            }
            public class T2 : T1
            {
            public int A2 { get; set; }
            }
            """, XmlWays.Bytes);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            made.A2 = 5;
            root.C0 = made;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("An included type is found where its base stands in another namespace.", finding);
        types.DoesNotExcuse(types.As(finding, ">0<", ">1<"));
        types.DoesNotExcuse(types.As(finding, ">5<", ">6<"));
    }

    /// <summary>Where what is taken out holds a name, others have prefixes of other numbers without it.</summary>
    [Fact]
    public void Names_behind_a_member_that_hides_another()
    {
        var types = Case("""
            public class T0
            {
            public T2 A0 { get; set; }
            public XmlQualifiedName B0 { get; set; }
            [XmlAttribute] public XmlQualifiedName C0 { get; set; }
            }
            public class T1
            {
            public string A1 { get; }
            public string D1;
            }
            public class T2 : T1
            {
            public new XmlQualifiedName A1 { get; set; }
            public new string D1 { get; }
            }
            """, XmlWays.Bytes);
        var finding = types.Write(root =>
        {
            root.A0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.A0.A1 = new System.Xml.XmlQualifiedName("a", "urn:x");
            root.B0 = new System.Xml.XmlQualifiedName("b", "urn:y");
            root.C0 = new System.Xml.XmlQualifiedName("c", "urn:z");
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("XmlSerializer fails at some members that hide others, and at overrides of one accessor.", finding);
        types.DoesNotExcuse(types.As(finding, ":b<", ":c<"));
        types.DoesNotExcuse(types.As(finding, "\"urn:y\"", "\"urn:x\""));
        types.DoesNotExcuse(types.As(finding, "\"urn:z\"", "\"urn:x\""));
    }

    [Fact]
    public void A_type_of_a_collectible_assembly()
    {
        var types = new DialectCase(new XmlDialect(), Types("", ""), isCollectible: true);
        var finding = types.WriteItems();
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("Types of a collectible assembly, which XmlSerializer generates none for.", finding);
    }

    [Theory]
    [InlineData("A member that hides one of another type is refused at first use.", "public T1 C0 { get; set; }",
        "public class T1 : T0\n{\npublic new string B0 { get; set; }\n}\n")]
    [InlineData("An attribute on a list that names another type than that of the items is refused.",
        "[XmlAttribute(Type = typeof(string))] public List<int> C0 { get; set; }", "")]
    [InlineData("An enum in an object member that is declared as a number is refused.",
        "[XmlElement(Type = typeof(int))] public object C0 { get; set; } = T1.E1;", "public enum T1 { E0, E1 }\n")]
    [InlineData("An empty text beside elements of an IXmlSerializable is none.", "public T1 C0 { get; set; } = new T1();",
        "public class T1 : IXmlSerializable\n{\npublic string A = \"\"; public XmlSchema GetSchema() => null;\npublic void ReadXml(XmlReader r) { r.Skip(); }\npublic void WriteXml(XmlWriter w) { w.WriteString(A); w.WriteElementString(\"b\", \"t\"); w.WriteString(A); }\n}\n")]
    [InlineData("Arrays of arrays of object have an element each.",
        "[XmlElement] public object[][] C0 { get; set; } = new object[][] { new object[] { 1 } };", "")]
    [InlineData("Bytes are text to a writer that takes none.", "public byte[] C0 { get; set; } = new byte[] { 1, 2, 3 };", "",
        XmlWays.Document)]
    [InlineData("Characters that XML 1.0 has no place for are refused on every writer.", "public string C0 { get; set; } = \"\\u0001\";", "",
        XmlWays.TextReader)]
    [InlineData("Characters that XML 1.0 has no place for are refused on every writer.", "public string C0 { get; set; } = \"\\u0001\";", "",
        XmlWays.DictionaryText)]
    public void What_is_written(string reason, string members, string further, int way = XmlWays.Bytes)
    {
        var types = Case(Types(members, further), way);
        var finding = types.Write(root => root);
        types.Excuses(reason, finding);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("The value cannot be written.")) });
        else if (finding.Difference == "the bytes differ")
            Assert.NotEqual(reason, types.Reason(types.As(finding, "<B0>0<", "<B0>1<")));
    }
}
