using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of Xml where the original does not come to a second cause, where it fails only at null, or where one name stands for two things,
/// excuse their case, and not a fault beside it (<see cref="DialectRuleTests"/>).
/// </summary>
public class XmlFurtherRuleTests
{
    const string Xsi = "xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" xmlns:xsd=\"http://www.w3.org/2001/XMLSchema\"";

    static string ByItself(string reading, string writing = "") => $$"""
        public class T1 : IXmlSerializable
        {
        public string A; public int N;
        public XmlSchema GetSchema() => null;
        public void WriteXml(XmlWriter w) { {{writing}} }
        public void ReadXml(XmlReader r) { {{reading}} }
        }
        """;

    [Fact]
    public void A_type_that_is_named_in_nodes_beside_the_end_of_a_line()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic object A0 { get; set; }\npublic string B0 { get; set; }\n"
            + "public Collection<object> C0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.Nodes);
        const string Document = $"<T0 {Xsi}><A0 xsi:type=\"T0\"><C0 /></A0><B0>a\r\nb</B0>"
            + "<C0><anyType xsi:type=\"T0\"><C0 /></anyType><anyType xsi:type=\"xsd:boolean\">true</anyType></C0></T0>";
        var finding = types.Read(Document);
        types.Excuses("A type that is named in nodes is found.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("a\r\nb", "a\nb", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">true<", ">false<", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(XmlWays.Nodes)]
    [InlineData(XmlWays.DictionaryBinary)]
    public void Raw_text_over_nodes(int way)
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\npublic int B0 { get; set; }\n}\n" + ByItself("r.Skip();", "w.WriteRaw(\"<r>1</r>\");"),
            0, 0, 0, 0, 1, way);
        var finding = types.Write(root =>
        {
            root.E0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            return root;
        });
        types.Excuses("What an IXmlSerializable writes raw is what it means over every writer.", finding);
        types.DoesNotExcuse(types.As(finding, "<r>1<", "<r>2<"));
        types.DoesNotExcuse(types.As(finding, "<B0>0<", "<B0>1<"));
    }

    [Fact]
    public void An_element_without_a_node_whose_name_stands_in_a_node_too()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<System.Xml.Linq.XElement> A0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        const string Document = $"<T0 {Xsi}><A0><XElement><a><XElement /></a></XElement><XElement xsi:nil=\"true\" /></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An element without one in it is null where a node is declared.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<XElement /></a>", "</a>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Arrays_of_lists_that_fail_at_null()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public List<T1<int>>[] A0;
            public T1<string> B0;
            public int C0;
            }
            public class T1<T>
            {
            public T B1 { get; set; }
            }
            """);
        var finding = types.Write(root => root);
        Assert.Contains("NullReferenceException", finding.Original!.ToString(), StringComparison.Ordinal);
        types.Excuses("Arrays of lists are written.", finding);
        types.DoesNotExcuse(types.As(finding, "<C0>0<", "<C0>1<"));
    }

    [Fact]
    public void Arrays_in_a_list_that_a_getter_makes()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic List<object[]> A0 { get => _ofA0 ??= new List<object[]>(); }\n"
            + "public List<object> B0 { get => _ofB0 ??= new List<object>(); }\nprivate List<object[]> _ofA0;\nprivate List<object> _ofB0;\n}\n");
        const string Document = $"<T0 {Xsi}><A0><ArrayOfAnyType><anyType xsi:nil=\"true\" /></ArrayOfAnyType></A0><B0><anyType xsi:nil=\"true\" /></B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Arrays in a collection without a setter come back.", finding);
        var without = types.Read(Document.Replace("<anyType xsi:nil=\"true\" /></ArrayOfAnyType>", "</ArrayOfAnyType>", StringComparison.Ordinal));
        types.DoesNotExcuse(types.AsIfOf(without, $"<T0 {Xsi}><A0><ArrayOfAnyType /></A0></T0>"));
    }

    [Fact]
    public void What_the_original_would_refuse_behind_an_early_end()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 E0 { get; set; }\npublic XmlQualifiedName B0 { get; set; }\n}\n"
                + ByItself("A = r.GetAttribute(\"x\"); r.ReadStartElement();"));
        const string Document = "<T0><E0><e/></E0><B0><!-- c -->b</B0></T0>";
        var finding = types.Read(Document);
        Assert.StartsWith("the values differ", finding.Difference, StringComparison.Ordinal);
        types.Excuses("What an IXmlSerializable leaves of its element is passed over. + "
            + "Comments and instructions in a simple value are passed over everywhere.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">b<", ">c<", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_list_with_a_companion_that_is_not_there()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<int> A0 { get; set; }\n[XmlIgnore] public bool A0Specified;\npublic List<int> B0 { get; set; }\n}\n");
        const string Document = "<T0><B0><int>2</int></B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("A list with a companion that the document does not have stays as it is.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfChanged(finding, made => made.B0 = null));
        types.DoesNotExcuse(types.AsIfOf(types.Read("<T0><A0><int>1</int></A0></T0>"), "<T0/>"));
    }

    [Fact]
    public void What_no_serializer_is_made_for_and_no_writer_takes()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public List<int>[] A0 { get; set; }
            public List<T1<int>>[] D0;
            public T1<string> E0;
            public T2 B0 { get; set; } = new T2();
            }
            public class T1<T>
            {
            public T B1 { get; set; }
            }
            public class T2 : IXmlSerializable
            {
            public string A; public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteString("\ufffe"); }
            public void ReadXml(XmlReader r) { r.Skip(); }
            }
            """);
        var finding = types.Write(root => root) with { Difference = "an exception of another kind" };
        Assert.IsType<ArgumentException>(finding.Ours!.Refusal);
        types.Excuses("Arrays of lists are written.", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new ArgumentException("another")) });
    }

    [Fact]
    public void What_no_serializer_is_made_for_beside_a_member_that_hides_an_attribute()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0 : T1
            {
            public new ushort A1;
            public int B0 { get; set; }
            }
            public class T1
            {
            [XmlAttribute(AttributeName = "tA1")] public virtual ushort A1 { get; set; }
            public T2 C1 { get; set; }
            }
            [XmlInclude(typeof(T3))]
            public abstract class T2
            {
            public T0 D2 { get; set; }
            public abstract object E2 { get; set; }
            public T3 F2 { get; set; }
            }
            public class T3 : T2
            {
            public override object E2 { get; set; }
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("only the original refuses", finding.Difference);
        Assert.NotNull(types.Reason(finding));
        types.DoesNotExcuse(types.As(finding, "<B0>0<", "<B0>1<"));
    }

    [Fact]
    public void Arrays_of_lists_by_which_a_type_is_known()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public object A0 { get; set; }
            public List<T1>[] B0 { get; set; }
            public List<int?> C0;
            public int D0;
            }
            public record T1
            {
            }
            """);
        var finding = types.Write(root =>
        {
            root.A0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("Arrays of lists are written.", finding);
        types.DoesNotExcuse(types.As(finding, "<D0>0<", "<D0>1<"));
    }

    [Theory]
    [InlineData(XmlWays.Bytes)]
    [InlineData(XmlWays.DictionaryBinary)]
    public void What_is_refused_in_arrays_under_another_name(int way)
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlArray(ElementName = \"a\")] public List<int?[]> A0 { get; } = new();\npublic int B0 { get; set; }\n}\n",
            0, 0, 0, 0, way == XmlWays.Bytes ? 0 : 1, way);
        var finding = types.Read("<T0><a><ArrayOfInt><int></int></ArrayOfInt></a><B0>2</B0></T0>");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("Arrays in a collection without a setter come back.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><B0>x</B0></T0>"));
    }

    [Fact]
    public void Null_of_arrays_of_arrays()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\n[XmlElement(ElementName = \"e\", IsNullable = true)] public object[][] A0;\npublic int B0;\n}\n");
        var finding = types.Write(root => root);
        types.Excuses("Arrays of arrays of object have an element each.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>0<", "<B0>1<"));
    }

    [Fact]
    public void What_is_refused_in_an_override_of_one_accessor()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0 : T1
            {
            public override List<bool?> A1 { get => base.A1; }
            public int B0 { get; set; }
            }
            public class T1
            {
            public virtual List<bool?> A1 { get; set; }
            }
            """);
        var finding = types.Read("<T0><A1><boolean /></A1><B0>2</B0></T0>");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("An override of one accessor has the other of its base.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><B0>x</B0></T0>"));
    }

    /// <summary>One looks at an attribute alone, and passes over what is in its element.</summary>
    [Theory]
    [InlineData("A = r.GetAttribute(\"x\") + r.AttributeCount; r.Skip();")]
    [InlineData("A = r.ReadInnerXml();")]
    public void A_nil_item(string reading)
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1[] A0 { get; set; }\npublic int B0 { get; set; }\n}\n" + ByItself(reading));
        const string Document = $"<T0 {Xsi}><A0><T1 xsi:nil=\"true\" /></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An item that is nil is null, without ReadXml.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_nil_member_whose_setter_is_called()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\n"
            + "[XmlElement(ElementName = \"e\", IsNullable = true)] public T1 A0 { get => _ofA0; set { _ofA0 = value; _log += \"A0 \"; } }\n"
            + "private T1 _ofA0;\nprivate string _log;\npublic int B0 { get; set; }\n}\n" + ByItself("A = r.ReadInnerXml();"));
        const string Document = $"<T0 {Xsi}><e xsi:nil=\"true\" /><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An item that is nil is null, without ReadXml.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_text_beside_one_that_is_hidden_by_none()
    {
        var types = new DialectCase(new XmlDialect(), """
            [XmlInclude(typeof(T1))]
            public class T0
            {
            [XmlText] public string A0 { get; init; }
            public T0 B0 { get; set; }
            }
            public class T1 : T0
            {
            public new string A0 { get; }
            [XmlText] public string C1 { get; set; }
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("A member that one without a setter hides keeps its own value.", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("The value cannot be written.")) });
    }

    [Theory]
    [InlineData("[XmlAttribute(AttributeName = \"t\", Namespace = \"urn:m\")]")]
    [InlineData("[XmlElement(ElementName = \"t\", Namespace = \"urn:m\")]")]
    public void Attributes_and_elements_with_a_namespace_of_several_types(string mark)
    {
        var types = new DialectCase(new XmlDialect(), $$"""
            public class T0
            {
            public T1<int> A0 { get; set; }
            public T1<double> B0 { get; set; }
            public int C0 { get; set; }
            }
            public class T1<T>
            {
            {{mark}} public T A1 { get; set; }
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("An attribute, or an element, with a namespace of its own may have several types.", finding);
        types.DoesNotExcuse(types.As(finding, "<C0>0<", "<C0>1<"));
    }

    [Fact]
    public void A_comment_that_a_reader_leaves_out_of_a_text()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic XmlElement A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.WithoutComments);
        const string Document = "<T0><A0><a>b<!-- c -->d</a></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Text that a reader gives in pieces is one.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("-->d", "-->e", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_name_without_a_namespace_over_nodes()
    {
        var types = new DialectCase(new XmlDialect(), """
            [XmlInclude(typeof(T1))]
            [XmlType(TypeName = "NT0", Namespace = "urn:a")]
            public class T0
            {
            public object A0 { get; set; }
            public int? B0 { get; set; }
            }
            public class T1 : T0
            {
            public List<int> A1 { get; set; }
            }
            """);
        const string Document = $"<NT0 {Xsi}><A0 xsi:type='T1' xmlns='urn:a'><A0><x y='1'/></A0><B0>2</B0></A0></NT0>";
        var finding = types.Read(Document);
        Assert.StartsWith("the values differ", finding.Difference, StringComparison.Ordinal);
        types.Excuses("The name of a type without a namespace is found beneath a default namespace.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_name_without_a_namespace_beside_items_that_are_dropped()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public T1 A0 { get; set; }
            [XmlElement(ElementName = "e")] public List<int> B0 { get => _ofB0 is null ? null : new List<int>(_ofB0); }
            public int C0 { get; set; }
            private List<int> _ofB0;
            }
            [XmlType(Namespace = "urn:a")]
            public class T1
            {
            public List<object> A1 { get; set; }
            }
            """);
        const string Document = $"<T0 {Xsi}><A0><A1 xmlns='urn:a'><anyType xsi:type='T0'><e xmlns=''>0</e></anyType></A1></A0><C0>2</C0></T0>";
        var finding = types.Read(Document);
        Assert.NotNull(types.Reason(finding));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    /// <summary>What it writes itself, or what stands behind it, no writer takes.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void An_IXmlSerializable_behind_object_beside_what_no_writer_takes(bool inside)
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic object A0 { get; set; }\npublic T1 B0 { get; set; }\n}\n"
            + ByItself("r.Skip();", "w.WriteElementString(\"e\", A);"));
        var finding = types.Write(root =>
        {
            var made = ((object)root).GetType().Assembly.GetType("C0.T1")!;
            root.A0 = (dynamic)Activator.CreateInstance(made)!;
            root.A0.A = inside ? "\ud800" : "";
            root.B0 = (dynamic)Activator.CreateInstance(made)!;
            root.B0.A = inside ? "" : "\ud800";
            return root;
        }) with
        { Difference = "an exception of another kind" };
        Assert.IsType<ArgumentException>(finding.Ours!.Refusal);
        types.Excuses("An IXmlSerializable behind object is written.", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new ArgumentException("another")) });
    }

    [Fact]
    public void What_an_IXmlSerializable_writes_that_no_writer_takes()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 A0 { get; set; }\npublic int B0 { get; set; }\n}\n"
                + ByItself("r.Skip();", "w.WriteElementString(\"e\", A);"),
            0, 0, 0, 0, 1, XmlWays.TextReader);
        var finding = types.Write(root =>
        {
            root.A0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            root.A0.A = "\ufffe";
            return root;
        });
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("Characters that XML 1.0 has no place for are refused on every writer.", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("The value cannot be written.")) });
    }

    [Fact]
    public void Arrays_of_lists_in_items_of_another_name()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public List<List<int>[]> A0 { get; set; }
            [XmlArrayItem("z")] public List<T0> B0 { get; set; }
            public int C0;
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic item = Activator.CreateInstance(((object)root).GetType())!;
            item.A0 = new List<List<int>[]>();
            root.B0 = (dynamic)Activator.CreateInstance(typeof(List<>).MakeGenericType(((object)root).GetType()))!;
            root.B0.Add(item);
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("Arrays of lists are written.", finding);
        types.DoesNotExcuse(types.As(finding, "<C0>0<", "<C0>1<"));
    }

    [Fact]
    public void A_class_that_is_a_list_of_lists_behind_object()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public object A0 { get; set; }
            public T1 B0 { get; set; }
            public int C0 { get; set; }
            }
            public class T1 : List<List<int>>
            {
            public new void Add(List<int> item) { if (Count < 2) base.Add(item); }
            }
            """);
        var finding = types.Write(root =>
        {
            root.A0 = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("A class that is a list of lists is written behind object.", finding);
        types.DoesNotExcuse(types.As(finding, "<C0>0<", "<C0>1<"));
    }

    [Theory]
    [InlineData("A = r.GetAttribute(\"x\"); r.ReadStartElement();", "<T1><e /></T1><T1 xsi:nil=\"true\" />", "What an IXmlSerializable leaves of its element is passed over.")]
    [InlineData("A = r.ReadInnerXml();", "<T1 xsi:nil=\"true\" /><T1>t</T1>", "An element without one in it is null where a node is declared.")]
    public void A_nil_item_beside_another_cause(string reading, string items, string other)
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<T1> A0 { get; set; }\npublic XmlElement C0 { get; set; }\npublic int B0 { get; set; }\n}\n" + ByItself(reading));
        string document = $"<T0 {Xsi}><A0>{items}</A0>{(other.StartsWith("An element", StringComparison.Ordinal) ? "<C0 />" : "")}<B0>2</B0></T0>";
        var finding = types.Read(document);
        Assert.Equal(((string[])[other, "An item that is nil is null, without ReadXml."]).Order(StringComparer.Ordinal),
            types.Reason(finding)!.Split(" + ").Order(StringComparer.Ordinal));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("<T1 xsi:nil=\"true\" />", "", StringComparison.Ordinal)));
    }

    [Fact]
    public void An_override_of_one_accessor_that_is_written()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0 : T1
            {
            public override List<int> A1 { get => base.A1; }
            public int B0 { get; set; }
            }
            public class T1
            {
            [XmlArrayItem(ElementName = "i")] public virtual List<int> A1 { get; set; } = new() { 1 };
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("An override of one accessor has the other of its base.", finding);
        types.DoesNotExcuse(types.As(finding, "<B0>0<", "<B0>1<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
    }

    [Fact]
    public void A_nullable_that_is_refused_and_hidden_by_none()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0 : T1
            {
            public new T2? A1 { get; }
            public int B0 { get; set; }
            }
            public class T1
            {
            public T2? A1 { get; set; } = (T2)1;
            }
            public enum T2
            {
            E0,
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("A member that one without a setter hides keeps its own value.", finding);
        types.DoesNotExcuse(finding with
        {
            Ours = new Outcome(null, new NotSupportedException("The value cannot be written.")),
            Value = null
        });
    }

    /// <summary>The original ends the object before it comes to the place where the document is none.</summary>
    [Fact]
    public void A_document_that_ends_within_what_is_left_early()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic T1 A0 { get; set; }\npublic T1 B0 { get; set; }\n}\n"
                + ByItself("A = r.GetAttribute(\"x\"); r.ReadStartElement();"));
        var finding = types.Read("<T0><A0><b>t</b></A0><B0><T0><?pi x?>t");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("What an IXmlSerializable leaves of its element is passed over.", finding);
    }

    [Fact]
    public void A_section_that_a_binary_reader_gives_as_a_text()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic XmlElement A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.DictionaryBinary);
        const string Document = "<T0><A0><a><![CDATA[1]]>0</a></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Text that a reader gives in pieces is one.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("[1]", "[3]", StringComparison.Ordinal)));
    }

    [Fact]
    public void What_xml_space_says_over_a_reader_that_does_not_look()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 1, XmlWays.DictionaryText);
        var finding = types.Read("<T0><u><q xml:space=\"none\">a</q></u><B0>2</B0></T0>");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("What xml:space says is looked at over every reader.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><B0>x</B0></T0>"));
    }
}
