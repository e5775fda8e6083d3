using System.Text;
using System.Text.RegularExpressions;
using Isomer.Tests.Formats;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules that excuse a difference excuse the case that they were written for, and not a fault beside it: the same case, in which ours is
/// made to give another result, stays a finding.
/// </summary>
public class DialectRuleTests
{
    const string Nil = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"";

    static string ByItself(string reading) => $$"""
        public class T1 : IXmlSerializable
        {
        public string A; public int N;
        public XmlSchema GetSchema() => null;
        public void WriteXml(XmlWriter w) { w.WriteElementString("e", A); }
        public void ReadXml(XmlReader r) { {{reading}} }
        }
        """;

    [Fact]
    public void Xml_early_end()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("A = r.GetAttribute(\"x\"); r.ReadStartElement();"));
        var finding = types.Read("<T0><E0 x='1'><e>a</e><f/></E0><B0>5</B0></T0>");
        types.Excuses("What an IXmlSerializable leaves of its element is passed over.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><E0 x='1'/><B0>6</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><E0 x='2'/><B0>5</B0></T0>"));
        // What is no XML comes behind such an element, or before.
        types.Excuses("What an IXmlSerializable leaves of its element is passed over.", types.Read("<T0><E0><e>a</e></E0></T0></T0>"));
        var before = types.Read("<T0><E0 x='1'/></T0>");
        types.DoesNotExcuse(types.AsIfOf(before, "<T0><E0 x='1'/><"));
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><B0>5</B0></T0>"), "<T0><B0/></T0>"));
        // The original must have come to an end before what is no XML.
        types.DoesNotExcuse(types.AsIfTheirsOf(types.Read("<T0><E0 x='1'><e>a</e></E0></T0></T0>"), "<T0><E0 x='2'/></T0>"));
        // Of what both refuse, ours must refuse the same without the cause.
        var refused = types.Read("<T0><E0 x='1'><e>a</e></E0><B0>no</B0></T0>");
        Assert.Equal("only ours refuses", refused.Difference);
        types.Excuses("What an IXmlSerializable leaves of its element is passed over.", refused);
        types.DoesNotExcuse(types.AsIfOf(refused, "<T0><E0 x='1'/><B0>yes</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(refused, "<T0><E0 x='1'></T0>"));
    }

    [Fact]
    public void Xml_member_hidden_by_one_without_a_setter()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public T2 M0 { get; set; }
            public int K0 { get; set; }
            }
            public class T1
            {
            public int N1 { get; set; }
            }
            public class T2 : T1
            {
            public new int N1 => 7;
            public int L2 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.M0 = made;
            root.M0.L2 = 3;
            root.M0.GetType().BaseType.GetProperty("N1").SetValue(root.M0, 5);
            return root;
        });
        types.Excuses("A member that one without a setter hides keeps its own value.", finding);
        types.DoesNotExcuse(types.As(finding, "<L2>3</L2>", "<L2>4</L2>"));
        types.DoesNotExcuse(types.As(finding, "<L2>3</L2>", ""));
    }

    [Fact]
    public void Xml_items_for_no_collection()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(ElementName = \"f\")] public List<int> A0 { get; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Read("<T0><f>1</f><B0>2</B0></T0>");
        types.Excuses("Items for a flat collection that is not there are dropped.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><B0>3</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0/>"));
    }

    [Fact]
    public void Xml_nil_items_that_read_themselves()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<T1> A0 { get; set; }\npublic int B0 { get; set; }\n}\n" + ByItself("A = r.ReadInnerXml();"));
        var finding = types.Read($"<T0 {Nil}><A0><T1>a</T1><T1 i:nil='true'/></A0><B0>2</B0></T0>");
        types.Excuses("An item that is nil is null, without ReadXml.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, $"<T0 {Nil}><A0><T1>b</T1><T1 i:nil='true'/></A0><B0>2</B0></T0>"));
        // Null is what an item became that is not nil.
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><A0><T1>a</T1></A0></T0>"), $"<T0 {Nil}><A0><T1 i:nil='true'/></A0></T0>"));
    }

    [Fact]
    public void Xml_nil_members_that_read_themselves()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(IsNullable = true)] public T1 A0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("A = r.ReadInnerXml();"));
        const string Document = $"<T0 {Nil}><A0 i:nil='true'/><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An item that is nil is null, without ReadXml.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(types.Read(Document.Replace("i:nil='true'", "", StringComparison.Ordinal)), Document));
    }

    [Fact]
    public void Xml_types_named_in_nodes()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic object A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Nodes);
        const string Document = $"<T0 {Nil} xmlns:xsd='http://www.w3.org/2001/XMLSchema'><A0 i:type='xsd:int'>1</A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("A type that is named in nodes is found.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("xsd:int", "xsd:long", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_types_named_in_nodes_beside_comments()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic object A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Nodes);
        const string Document = $"<T0 {Nil} xmlns:xsd='http://www.w3.org/2001/XMLSchema'><A0 i:type='xsd:dateTime'><?pi x?>2020-01-02T03:04:05Z</A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("A type that is named in nodes is found.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("2020", "2021", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_bytes_of_a_reader_that_gives_none()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic byte[] A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Document);
        const string Document = "<T0><A0>AQID</A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Bytes are read from a reader that gives none.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("AQID", "AQIE", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_that_is_written_raw()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("A = r.ReadInnerXml();")
                    .Replace("w.WriteElementString(\"e\", A);", "w.WriteRaw(\"<r>1</r>\");", StringComparison.Ordinal));
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            root.E0 = made;
            return root;
        });
        types.Excuses("What an IXmlSerializable writes raw is set out as what it means.", finding);
        types.DoesNotExcuse(types.As(finding, "<r>1</r>", "<r>2</r>"));
        types.DoesNotExcuse(types.As(finding, "<B0>0</B0>", "<B0>1</B0>"));
    }

    [Fact]
    public void Xml_null_of_one_value_type()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(Type = typeof(int))] public object A0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Write(root =>
        {
            root.B0 = 2;
            return root;
        });
        types.Excuses("Null where one value type is declared on an object is left out.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>2</B0>", "<B0>3</B0>"));
        types.DoesNotExcuse(types.As(finding, "<B0>2</B0>", ""));
    }

    /// <summary>What was put in place of null to ask the question is taken out again: the value is written once more.</summary>
    [Fact]
    public void Xml_null_of_one_value_type_leaves_the_value()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(Type = typeof(int))] public object A0 { get; set; }\n[XmlElement(Type = typeof(int))] public List<object> B0 { get; set; }\n}\n");
        dynamic? value = null;
        var finding = types.Write(root =>
        {
            root.B0 = new List<object?> { 1, null };
            value = root;
            return root;
        });
        types.Excuses("Null where one value type is declared on an object is left out.", finding);
        Assert.Null((object?)value!.A0);
        Assert.Equal([1, null], (List<object?>)value.B0);
    }

    [Fact]
    public void Xml_comments_where_a_reader_gives_them()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic XmlQualifiedName A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1,
            XmlWays.DictionaryText + 1);
        const string Document = "<T0><A0 xmlns:q='urn:x'><!-- c -->q:a</A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Comments and instructions in a simple value are passed over everywhere.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("q:a", "q:b", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("<T0><A0>a&lt;b</A0><B0>2</B0></T0>")]
    [InlineData("<T0><A0>&#x31;0</A0><B0>2</B0></T0>")]
    public void Xml_text_in_pieces(string document)
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic object A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.DictionaryText);
        var finding = types.Read(document);
        types.Excuses("Text that a reader gives in pieces is one.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_white_space_that_is_text()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlText] public string[] A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1,
            XmlWays.DictionaryBinary);
        const string Document = "<T0> <B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("White space that a reader gives as text is text.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("T0> <", "T0>  <", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_zeros_behind_the_root()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Text);
        types.Excuses("U+0000 behind the root is refused.", types.Read("<T0><B0>2</B0></T0>\0"));
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><B0>2</B0></T0>"), "<T0><B0>2</B0></T0>\0"));
    }

    [Fact]
    public void Xml_lists_are_made_later()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public List<int> A0 { get => _ofA0; set { _ofA0 = value; _log += "A0 "; } }
            public int B0 { get => _ofB0; set { _ofB0 = value; _log += "B0 "; } }
            public int C0 { get => _ofC0; set { _ofC0 = value; _log += "C0 "; } }
            private List<int> _ofA0; private int _ofB0; private int _ofC0; private string _log;
            }
            """);
        var finding = types.Read("<T0><B0>1</B0><C0>2</C0></T0>");
        types.Excuses("Arrays that come are set where they end, and lists where they come or at the end.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><C0>2</C0><B0>1</B0></T0>"));
    }

    /// <summary>Where the getter gives a copy the setter is called for each time that the list comes, and not more often.</summary>
    [Fact]
    public void Xml_lists_that_are_copied_are_set_as_often_as_they_come()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public List<int> A0 { get => _ofA0 is null ? null : new List<int>(_ofA0); set { _ofA0 = value; _log += "A0 "; } }
            public int B0 { get => _ofB0; set { _ofB0 = value; _log += "B0 "; } }
            private List<int> _ofA0; private int _ofB0; private string _log;
            }
            """);
        var finding = types.Read("<T0><A0/><A0/><B0>1</B0></T0>");
        types.Excuses("Arrays that come are set where they end, and lists where they come or at the end.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><A0/><A0/><A0/><B0>1</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><A0/><A0/></T0>"));
    }

    /// <summary>A flat array is set at the end of each run of its elements, and not more often.</summary>
    [Fact]
    public void Xml_flat_arrays_are_set_as_often_as_they_come_in_runs()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            [XmlElement] public int[] A0 { get => _ofA0; set { _ofA0 = value; _log += "A0 "; } }
            public int B0 { get => _ofB0; set { _ofB0 = value; _log += "B0 "; } }
            public int C0 { get; set; }
            private int[] _ofA0; private int _ofB0; private string _log;
            }
            """);
        var finding = types.Read("<T0><A0>1</A0><A0>2</A0><B0>3</B0><A0>4</A0><C0>5</C0></T0>");
        types.Excuses("Arrays that come are set where they end, and lists where they come or at the end.", finding);
        types.DoesNotExcuse(
            types.AsIfChanged(finding,
                root => ((object)root).GetType()
                    .GetField("_log", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.SetValue(
                        (object)root, "A0 B0 A0 A0 ")));
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><A0>1</A0><A0>2</A0><A0>4</A0><C0>5</C0></T0>"));
    }

    [Fact]
    public void Xml_document_types_of_a_text()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Text);
        types.Excuses("A document type is refused.", types.Read("<!DOCTYPE a><T0><B0>2</B0></T0>"));
        types.Excuses("A document type is refused.", types.Read("<!DOCTYPE a [<!ENTITY b 'c'>]><T0><B0>2</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><B0>2</B0></T0>"), "<!DOCTYPE a><T0><B0>no</B0></T0>"));
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><B0>2</B0></T0>"), "<T0><B0>no</B0></T0>"));
    }

    [Fact]
    public void Xml_empty_texts_on_writers()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic XmlQualifiedName A0 { get; set; } = XmlQualifiedName.Empty;\npublic int B0 { get; set; }\npublic XmlQualifiedName C0 { get; set; } = XmlQualifiedName.Empty;\n}\n",
            0, 0, 0, 0, 1, XmlWays.DictionaryText);
        var finding = types.Write(root => root);
        types.Excuses("An empty text is two tags on every writer.", finding);
        types.DoesNotExcuse(types.As(finding, "<A0></A0>", "<A0>x</A0>"));
        types.DoesNotExcuse(types.As(finding, "<A0></A0>", ""));
    }

    [Fact]
    public void Xml_arrays_in_a_class_that_is_a_collection_without_a_setter()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 A0 { get; } = new();\npublic int B0 { get; set; }\n}\npublic class T1 : Collection<int[]>\n{\n}\n");
        const string Document = "<T0><A0><ArrayOfInt><int>1</int></ArrayOfInt></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Arrays in a collection without a setter come back.", finding);
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><B0>2</B0></T0>"), "<T0><B0>3</B0></T0>"));
    }

    const string Decimals = "public void Add(decimal? item) { } public IEnumerator<decimal?> GetEnumerator() => null; "
        + "IEnumerator IEnumerable.GetEnumerator() => null;";

    /// <summary>
    /// Fields that a property hides, and arrays of lists: no serializer is made of them. One that fails at the value, or that is made, is
    /// not excused.
    /// </summary>
    [Theory]
    [InlineData("XmlSerializer fails at some members that hide others, and at overrides of one accessor.", "public new string N1 { get; }",
        "public new string N1;")]
    [InlineData("Arrays of lists are written.", "public List<int>[] L2 { get; set; }", "public List<int> L2 { get; set; }")]
    [InlineData("Types that XmlSerializer's code generator fails at.", "public T3[] L2 { get; set; }\n}\npublic class T3 : List<int>\n{",
        "public List<T3> L2 { get; set; }\n}\npublic class T3 : List<int>\n{")]
    [InlineData("Types that XmlSerializer's code generator fails at.",
        "public T3 L2 { get; set; }\n}\npublic class T3 : HashSet<DateTime?>\n{",
        "public T3 L2 { get; set; }\n}\npublic class T3 : HashSet<DateTime>\n{")]
    [InlineData("Types that XmlSerializer's code generator fails at.",
        "public T3 L2 { get; set; }\n}\npublic class T3 : IEnumerable<decimal?>\n{\n" + Decimals,
        "public T3 L2 { get; set; }\n}\npublic class T3 : IEnumerable<decimal>\n{\n"
            + "public void Add(decimal item) { } public IEnumerator<decimal> GetEnumerator() => null; "
            + "IEnumerator IEnumerable.GetEnumerator() => null;")]
    [InlineData("Types that XmlSerializer's code generator fails at.",
        "[XmlArrayItem(ElementName = \"i\", NestingLevel = 1)] public T3[] L2 { get; set; }\n}\npublic class T3 : List<int>\n{",
        "public List<T3> L2 { get; set; }\n}\npublic class T3 : List<int>\n{")]
    [InlineData("Types that XmlSerializer's code generator fails at.",
        "[XmlElement(ElementName = \"f\")] public List<T3> L2 { get; set; }\n}\npublic class T3 : List<int>\n{",
        "public List<T3> L2 { get; set; }\n}\npublic class T3 : List<int>\n{")]
    [InlineData("Types that XmlSerializer's code generator fails at.",
        "[XmlElement(ElementName = \"f\")] public T3 L2 { get; set; }\n}\npublic class T3 : List<List<int>>\n{",
        "public T3 L2 { get; set; }\n}\npublic class T3 : List<List<int>>\n{")]
    public void Xml_types_that_no_serializer_is_made_of(string reason, string cause, string harmless)
    {
        string Types(string member) =>
            $"public class T0\n{{\npublic T2 M0 {{ get; set; }}\npublic int K0 {{ get; set; }}\npublic T6 P0 {{ get; set; }}\n}}\npublic class T1\n{{\npublic string N1;\n}}\npublic class T2 : T1\n{{\n{member}\n}}\npublic class T6\n{{\npublic string N1 = \"q\";\npublic string L2 = \"q\";\n}}\n";
        var types = new DialectCase(new XmlDialect(), Types(cause));
        var finding = types.Write(root =>
        {
            object made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            made.GetType().BaseType!.GetField("N1")!.SetValue(made, "n");
            ((object)root).GetType().GetProperty("M0")!.SetValue(root, made);
            root.K0 = 3;
            ((object)root).GetType().GetProperty("P0")!.SetValue(root,
                Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T6")!));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(reason, finding);
        // Members of the same names in another type are compared.
        types.DoesNotExcuse(types.As(finding, "<N1>q</N1>", ""));
        types.DoesNotExcuse(types.As(finding, "<L2>q</L2>", "<L2>r</L2>"));
        // What is written of the other members is compared with what the original writes without those.
        types.DoesNotExcuse(types.As(finding, "<K0>3</K0>", "<K0>4</K0>"));
        types.DoesNotExcuse(types.As(finding, "<K0>3</K0>", ""));
        var others = new DialectCase(new XmlDialect(), Types(harmless));
        var equal = others.Write(root => root);
        Assert.Equal("none", equal.Difference);
        others.DoesNotExcuse(
            equal with { Original = new Outcome(null, new NullReferenceException()), Difference = "only the original refuses" });
    }

    /// <summary>Two told causes in one type: no serializer is made of either.</summary>
    /// <summary>A value that cannot be moved to the types without the cause is not excused, and ends no run.</summary>
    [Fact]
    public void Xml_items_that_no_serializer_is_made_for_in_a_collection_by_hand()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            public List<int>[] B0 { get; set; }
            }
            public class T1 : List<Collection<string>[]>
            {
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            root.A0 = made;
            made.Add(new[] { new System.Collections.ObjectModel.Collection<string> { "a" } });
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.DoesNotExcuse(finding);
    }

    [Fact]
    public void Xml_two_causes_that_no_serializer_is_made_for()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<int>[] L0 { get; set; }\npublic int A0 { private get => _ofA0; set => _ofA0 = value; }\npublic int K0 { get; set; }\nprivate int _ofA0;\n}\n");
        var finding = types.Write(root =>
        {
            root.K0 = 3;
            return root;
        });
        types.Excuses("Arrays of lists are written. + Collections with an accessor that is not public.", finding);
        types.DoesNotExcuse(types.As(finding, "<K0>3</K0>", "<K0>4</K0>"));
        types.DoesNotExcuse(types.As(finding, "<K0>3</K0>", ""));
    }

    [Fact]
    public void Xml_a_member_that_cannot_be_got_of_a_type_that_is_refused()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 A0 { private get => _ofA0; set => _ofA0 = value; }\npublic int B0 { get; set; }\nprivate T1 _ofA0;\n}\npublic class T1\n{\n[XmlAttribute, XmlElement] public bool C1 { get; set; }\n}\n");
        var finding = types.Write(root => root);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("Collections with an accessor that is not public.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>0</B0>", "<B0>1</B0>"));
    }

    /// <summary>Two told causes on one writer: prefixes that are made up, and empty texts.</summary>
    [Fact]
    public void Xml_made_up_prefixes_beside_empty_texts()
    {
        var types = new DialectCase(new XmlDialect(),
            "[XmlInclude(typeof(T1))]\npublic class T0\n{\npublic T0 A0 { get; set; }\npublic int B0 { get; set; }\n}\npublic class T1 : T0\n{\npublic XmlQualifiedName C1 { get; set; } = XmlQualifiedName.Empty;\n}\n",
            0, 0, 4, 0, 1, 1, 0, 1, XmlWays.TextReader);
        var finding = types.Write(root =>
        {
            object made = root;
            made.GetType().GetProperty("A0")!.SetValue(made, Activator.CreateInstance(made.GetType().Assembly.GetType("C0.T1")!));
            return root;
        });
        types.Excuses("An empty text is two tags on every writer. + Prefixes that are made up are p3 on every writer.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>0</B0>", "<B0>1</B0>"));
    }

    [Fact]
    public void Xml_types_without_a_namespace_whose_members_are_nodes()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(Namespace = \"urn:m\")] public object A0 { get; set; }\n}\n");
        const string Document = $"<T0 {Nil}><A0 i:type='T0' xmlns='urn:m'><A0>0</A0></A0></T0>";
        var finding = types.Read(Document);
        types.Excuses("The name of a type without a namespace is found beneath a default namespace.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<A0>0</A0>", "", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_what_is_refused_in_items_for_no_collection()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(ElementName = \"f\")] public List<T0> A0 { get => _ofA0 is null ? null : new List<T0>(_ofA0); }\nprivate List<T0> _ofA0;\npublic int B0 { get; set; }\n}\n");
        const string Document = $"<T0 {Nil}><f i:type='T9'/><B0>1</B0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("Items for a flat collection that is not there are dropped.", finding);
        types.DoesNotExcuse(types.AsIfTheirsOf(finding, Document.Replace(">1<", ">2<", StringComparison.Ordinal)));
    }

    /// <summary>An element may name the type of what reads itself and be another member's.</summary>
    [Fact]
    public void Xml_early_end_beside_an_element_that_names_the_type()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("A = r.GetAttribute(\"x\"); r.ReadStartElement();"));
        const string Document = $"<T0 {Nil}><E0><e>a</e></E0><B0 i:type='T1'>1</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("What an IXmlSerializable leaves of its element is passed over.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">1<", ">2<", StringComparison.Ordinal)));
    }

    /// <summary>Without what the original fails at, prefixes of types are others.</summary>
    [Fact]
    public void Xml_prefixes_of_types_beside_what_no_serializer_is_made_for()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<object>[] L0 { get; set; }\npublic object A0 { get; set; }\n}\n");
        var finding = types.Write(root =>
        {
            root.L0 = new List<object>[] { [Guid.Empty] };
            root.A0 = Guid.Empty;
            return root;
        });
        types.Excuses("Arrays of lists are written.", finding);
        types.DoesNotExcuse(types.As(finding, "xsi:type=\"q2:guid\"", "xsi:type=\"xsd:string\""));
    }

    /// <summary>Two told causes in one document: what an IXmlSerializable leaves, and a member that is nil.</summary>
    [Fact]
    public void Xml_early_end_beside_a_nil_member()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\n[XmlElement(IsNullable = true)] public T1 F0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("A = r.GetAttribute(\"x\"); r.ReadStartElement();"));
        const string Document = $"<T0 {Nil}><F0 i:nil='true'/><E0 x='1'><e>a</e><f/></E0><B0>5</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("What an IXmlSerializable leaves of its element is passed over. + An item that is nil is null, without ReadXml.",
            finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">5<", ">6<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("x='1'", "x='2'", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_structs_that_are_equal()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1[] A0 { get; set; }\npublic int B0 { get; set; }\n}\npublic struct T1\n{\npublic Collection<int> C1 { get => _ofC1 ??= new Collection<int>(); set => _ofC1 = value; }\nprivate Collection<int> _ofC1;\n}\n");
        var finding = types.Write(root =>
        {
            object made = root;
            made.GetType().GetProperty("A0")!.SetValue(made, Array.CreateInstance(made.GetType().Assembly.GetType("C0.T1")!, 2));
            root.B0 = 2;
            return root;
        });
        Assert.Contains("circular", Formats.OfXml.XmlOracle.Innermost(finding.Original!.Refusal!), StringComparison.Ordinal);
        types.Excuses("A struct whose getter makes what it holds may stand twice.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>2</B0>", "<B0>3</B0>"));
        types.DoesNotExcuse(types.As(finding, "<T1>", "<T2>"));
    }

    [Fact]
    public void Xml_what_writes_itself_behind_object()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic object O0 { get; set; }\npublic List<object> L0 { get; set; }\npublic int B0 { get; set; }\npublic T1 E0 { get; set; }\n}\n"
                + ByItself("A = r.ReadInnerXml();"));
        Finding Written(bool isItem) => types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            made.A = "a";
            root.O0 = isItem ? 1 : (object)made;
            root.L0 = isItem ? new List<object> { 1, made, 2 } : null;
            root.B0 = 2;
            return root;
        });
        foreach (bool isItem in (bool[])[false, true])
        {
            var finding = Written(isItem);
            types.Excuses("An IXmlSerializable behind object is written.", finding);
            types.DoesNotExcuse(types.As(finding, "<B0>2</B0>", "<B0>3</B0>"));
        }
        types.DoesNotExcuse(types.As(Written(true), "int\">2<", "int\">3<"));
    }

    [Fact]
    public void Xml_a_setter_that_is_not_public_in_what_is_included()
    {
        var types = new DialectCase(new XmlDialect(),
            "[XmlInclude(typeof(T1))]\npublic class T0\n{\npublic int B0 { get; set; }\n}\n[XmlRoot(ElementName = \"rT1\", Namespace = \"urn:b\")]\npublic class T1 : T0\n{\npublic Collection<T2> C1 { get; set; }\n}\npublic class T2\n{\npublic object D2 { get; internal set; }\n}\n");
        const string Reason = "An included class with a setter that is not public is refused at first use.";
        types.Excuses(Reason, types.Write(root => root));
        var finding = types.Read("<T0><B0>1</B0></T0>");
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.AsIfTheirsOf(finding, "<T0><B0>2</B0></T0>"));
        // Of one that is not included both fail.
        var met = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic int B0 { get; set; }\npublic T2 C0 { get; set; }\n}\npublic class T2\n{\npublic object D2 { get; internal set; }\n}\n").Read(
                "<T0><B0>1</B0></T0>");
        Assert.NotNull(met.Original!.Refusal);
        Assert.NotNull(met.Ours!.Refusal);
    }

    /// <summary>The original does not find the type, and so does not see what it would refuse.</summary>
    [Fact]
    public void Xml_what_is_refused_in_a_type_without_a_namespace()
    {
        var types = new DialectCase(new XmlDialect(),
            "[XmlInclude(typeof(T1))]\npublic class T0\n{\n[XmlElement(Namespace = \"urn:m\")] public object A0 { get; set; }\npublic int K0 { get; set; }\n}\npublic class T1 : T0\n{\n}\n");
        const string Document = $"<T0 {Nil}><A0 xmlns='urn:m' i:type='T1'><K0 xmlns='' i:nil='true'/></A0></T0>";
        var finding = types.Read(Document);
        types.Excuses("The name of a type without a namespace is found beneath a default namespace.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("i:nil='true'/>", ">no</K0>", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(types.Read(Document.Replace("i:nil='true'/>", ">1</K0>", StringComparison.Ordinal)), Document));
    }

    [Fact]
    public void ContractXml_nil_of_what_is_passed_over()
    {
        const string Start = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Nil}>",
            Entry = "<a:KeyValueOfstringint><a:Key>k</a:Key><a:Value>1</a:Value><q i:nil='maybe'/></a:KeyValueOfstringint>";
        string Document(string entry, string rest) =>
            $"{Start}<A0 xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'>{entry}</A0>{rest}</T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n");
        var finding = types.Read(Document(Entry, "<B0>2</B0>"));
        types.Excuses("what is passed over may say anything of nil and identities", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document(Entry, "<B0>3</B0>")));
        types.DoesNotExcuse(types.AsIfOf(finding, Document(Entry.Replace(">1<", ">4<", StringComparison.Ordinal), "<B0>2</B0>")));
        // As if what a member says of nil had not been looked at.
        var known = types.Read(Document("", "<B0 i:nil='maybe'>2</B0>"));
        types.DoesNotExcuse(types.AsIfOf(known, Document("", "<B0>2</B0>")));
    }

    [Fact]
    public void Contracts_text_in_pieces()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public T1 A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n"
            + ByItself(
                "var seen = new System.Text.StringBuilder(); int depth = r.Depth; do { seen.Append($\"{r.NodeType} {r.Name}={r.Value}|{r.Depth - depth}{r.IsEmptyElement};\"); } while (r.Read() && r.Depth > depth); r.Read(); A = seen.ToString();"));
        const string Document = "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'><A0><e>a&lt;b</e></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("text that an IXmlSerializable reads is one node", finding);
        // White space in front of a text is a piece of it.
        string white = Document.Replace("a&lt;b", " b", StringComparison.Ordinal);
        var inFront = types.Read(white);
        types.Excuses("text that an IXmlSerializable reads is one node", inFront);
        types.DoesNotExcuse(types.AsIfOf(inFront, white.Replace(" b<", "b<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("b</e>", "c</e>", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractJson_items_of_a_queue()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\n[KnownType(typeof(T2))]\npublic class T0\n{\n[DataMember] public object A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n[DataContract]\npublic class T1\n{\n[DataMember] public int C1 { get; set; }\n}\npublic class T2 : Queue<T1>\n{\n}\n");
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            root.A0 = made;
            return root;
        });
        types.Excuses("a class that derives from a queue or a stack makes no items known", finding);
        types.DoesNotExcuse(
            finding with
            {
                Original = new Outcome(
                Encoding.UTF8.GetBytes(
                    Encoding.UTF8.GetString((byte[])finding.Original!.Result!).Replace("0", "1", StringComparison.Ordinal)), null)
            });
    }

    [Fact]
    public void ContractXml_nil_that_is_kept()
    {
        const string Start = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Nil}>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0 : IExtensibleDataObject\n{\n[DataMember] public string B0 { get; set; }\npublic ExtensionDataObject ExtensionData { get; set; }\n}\n");
        var finding = types.Read($"{Start}<A0 i:nil='true' x='1'/><B0>b</B0></T0>");
        types.Excuses("attributes of a kept element that is nil, white space that is its text, and declarations for that are kept",
            finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"2\""));
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"1\" y=\"1\""));
        // As if a member's own element had got an attribute that stood nowhere.
        var nil = types.Read($"{Start}<A0 i:nil='true' x='1'/><B0 i:nil='true'/></T0>");
        types.DoesNotExcuse(types.As(nil, "<B0 i:nil=\"true\"", "<B0 x=\"1\" i:nil=\"true\""));
    }

    [Fact]
    public void ContractXml_member_again()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember] public T2 M0 { get; set; }
            }
            [DataContract]
            public class T1
            {
            [DataMember] public object A1 { get; set; }
            }
            [DataContract]
            public class T2 : T1
            {
            [DataMember] public new int A1 { get; set; }
            [DataMember] public string B2 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.M0 = made;
            root.M0.A1 = 5;
            root.M0.B2 = "b";
            root.M0.GetType().BaseType.GetProperty("A1").SetValue(root.M0, 7L);
            return root;
        });
        types.Excuses("a member that a derived class has again with another type is written as it is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">5<", ">6<"));
        // The type of what stands behind object is needed.
        string text = Encoding.UTF8.GetString((byte[])finding.Ours!.Result!);
        string named = Regex.Match(text, @"<A1 (i:type=""\w+:long""[^>]*)>").Groups[1].Value;
        Assert.NotEqual("", named);
        types.DoesNotExcuse(types.As(finding, " " + named, ""));
    }
}
