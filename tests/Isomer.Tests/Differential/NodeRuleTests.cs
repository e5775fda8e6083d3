using System.Text;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules about nodes of XML excuse their case, and not a fault beside it (<see cref="DialectRuleTests"/>).</summary>
public class NodeRuleTests
{
    const string Xsi = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"",
        Start = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Xsi}>";

    const string Nodes = """
        public class T0
        {
        public System.Xml.Linq.XElement A0 { get; set; }
        public XmlElement C0 { get; set; }
        public int B0 { get; set; }
        public List<System.Xml.Linq.XElement> D0 { get; set; }
        }
        """;

    [Theory]
    [InlineData("<A0/>")]
    [InlineData("<A0></A0>")]
    [InlineData("<A0 i:nil='true'/>")]
    [InlineData("<C0/>")]
    [InlineData("<D0><XElement i:nil='true'><x/></XElement></D0>")]
    public void Xml_an_element_without_a_node(string inside)
    {
        var types = new DialectCase(new XmlDialect(), Nodes);
        string document = $"<T0 {Xsi}>{inside}<B0>2</B0></T0>";
        var finding = types.Read(document);
        types.Excuses("An element without one in it is null where a node is declared.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("<A0> <x y='1'/></A0>", XmlWays.Document)]
    [InlineData("<C0> <x y='1'/></C0>", XmlWays.Document)]
    [InlineData("<C0><![CDATA[ ]]><x y='1'/></C0>", XmlWays.PlainReader)]
    [InlineData("<C0> <x y='1'><C0> <z/></C0></x></C0>", XmlWays.Document)]
    public void Xml_white_space_before_a_node(string inside, int way)
    {
        var types = new DialectCase(new XmlDialect(), Nodes, 0, 0, 0, 0, 1, way);
        string document = $"<T0>{inside}<B0>2</B0></T0>";
        var finding = types.Read(document);
        types.Excuses("White space before a node is passed over.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("<A0><x y='1'/><z/></A0>")]
    [InlineData("<A0><x y='1'/>t</A0>")]
    [InlineData("<C0><x y='1'/><z/></C0>")]
    public void Xml_what_stands_behind_a_node(string inside)
    {
        var types = new DialectCase(new XmlDialect(), Nodes);
        string document = $"<T0>{inside}<B0>2</B0></T0>";
        var finding = types.Read(document);
        types.Excuses("What stands behind a node is passed over.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    /// <summary>The second of a name is no member's: it is kept as it is, with what stands behind its node.</summary>
    [Fact]
    public void Xml_what_stands_behind_a_node_that_comes_twice()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            public System.Xml.Linq.XElement A0 { get; set; }
            public int B0 { get; set; }
            [XmlAnyElement] public Collection<object> C0 { get; set; }
            }
            """);
        string document = "<T0><A0><x y='1'/><![CDATA[ ]]></A0><A0><x y='2'/><![CDATA[ ]]></A0><B0>2</B0></T0>";
        var finding = types.Read(document);
        types.Excuses("What stands behind a node is passed over.", finding);
        foreach (string fault in (string[])[">2<", "y='1'", "y='2'"])
            types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(fault,
                fault.Replace("2", "3", StringComparison.Ordinal).Replace("1", "4", StringComparison.Ordinal), StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_an_element_without_a_node_in_lists_of_lists()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic List<List<System.Xml.Linq.XElement>> D0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        const string Document = $"<T0 {Xsi}><D0><ArrayOfXElement><XElement i:nil='true'/></ArrayOfXElement></D0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An element without one in it is null where a node is declared.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    /// <summary>The original loses its place at the node, and does not come to what both refuse.</summary>
    [Fact]
    public void Xml_what_is_refused_behind_an_element_without_a_node()
    {
        var types = new DialectCase(new XmlDialect(), Nodes);
        const string Document = "<T0><A0/><B0>x</B0><D0/></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("An element without one in it is null where a node is declared.", finding);
        // As if ours had refused the member itself.
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<A0/>", "<A0>t</A0>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_what_stands_behind_a_node_in_a_list()
    {
        var types = new DialectCase(new XmlDialect(), Nodes);
        const string Document =
            $"<T0 {Xsi}><B0>2</B0><D0><XElement i:nil='true'/><XElement><x/><y/></XElement><XElement><z/></XElement></D0></T0>";
        var finding = types.Read(Document);
        Assert.NotNull(types.Reason(finding));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<z/>", "<a/>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_comments_in_nodes_are_not_those_in_values()
    {
        var types = new DialectCase(new XmlDialect(),
            "public class T0\n{\npublic XmlElement C0 { get; set; }\npublic XmlQualifiedName B0 { get; set; }\n}\n");
        const string Document = "<T0><C0><a><!-- c --></a></C0><B0><!-- d -->b</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Comments and instructions in a simple value are passed over everywhere.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<!-- c -->", "", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_white_space_among_nodes_behind_object()
    {
        var types = new DialectCase(new XmlDialect(), "public class T0\n{\npublic object A0 { get; set; }\npublic int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 1, XmlWays.DictionaryBinary);
        const string Document = "<T0><A0> <x/> <y/></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("White space that a reader gives as text is text.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<y/>", "t<y/>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_an_override_of_one_accessor()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0 : T1
            {
            public override List<object> A1 { get => base.A1; }
            public int B0 { get; set; }
            }
            public class T1
            {
            public virtual List<object> A1 { get; set; }
            }
            """);
        const string Document = "<T0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("An override of one accessor has the other of its base.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_a_flat_array_in_runs_with_text_between()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            [XmlElement] public int[] A0 { get => _ofA0; set { _ofA0 = value; _log += "A0 "; } }
            public int B0 { get; set; }
            private int[] _ofA0; private string _log;
            }
            """);
        const string Document = "<T0><A0>1</A0> <A0>2</A0><![CDATA[t]]><A0>4</A0><B0>3</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("Arrays that come are set where they end, and lists where they come or at the end.", finding);
        types.DoesNotExcuse(
            types.AsIfChanged(finding,
                root => ((object)root).GetType()
                    .GetField("_log", System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.SetValue(
                        (object)root, "A0 A0 A0 ")));
    }

    [Fact]
    public void Xml_a_hidden_member_of_any_name()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T1
            {
            [XmlAnyElement] public XmlElement A0 { get; set; }
            public int B1 { get; set; }
            }
            public class T0 : T1
            {
            public new XmlElement A0 { get; }
            }
            """);
        var finding = types.Write(root =>
        {
            var node = new System.Xml.XmlDocument().CreateElement("a");
            ((object)root).GetType().GetField("<A0>k__BackingField",
                System.Reflection.BindingFlags.NonPublic | System.Reflection.BindingFlags.Instance)!.SetValue((object)root, node);
            root.B1 = 2;
            return root;
        });
        types.Excuses("A member that one without a setter hides keeps its own value.", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void Xml_a_flat_array_in_runs_whose_setter_keeps_the_first_value()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            [XmlElement] public int[] A0 { get => _ofA0; set { _ofA0 ??= value; _log += "A0 "; } }
            public int B0 { get; set; }
            private int[] _ofA0; private string _log;
            }
            """);
        const string Document = "<T0><A0>1</A0><A0>2</A0><B0>3</B0><A0>4</A0></T0>";
        var finding = types.Read(Document);
        types.Excuses("A flat array is set at the end of each run of its elements.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">3<", ">5<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">5<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, "<T0><A0>1</A0><B0>3</B0><A0>4</A0></T0>"));
    }

    [Fact]
    public void Xml_what_stands_behind_a_node_of_a_flat_collection_by_hand()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T0
            {
            [XmlElement(ElementName = "e")] public T1 A0 { get; set; }
            public int B0 { get; set; }
            }
            public class T1 : List<System.Xml.Linq.XElement>
            {
            }
            """);
        const string Document = "<T0><e><x y='1'/>t</e><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("What stands behind a node is passed over.", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    [Fact]
    public void Xml_what_is_refused_in_a_hidden_member()
    {
        var types = new DialectCase(new XmlDialect(), """
            public class T1
            {
            public object A0 { get; set; }
            }
            public class T0 : T1
            {
            public new object A0 => null;
            public int B0 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            root.B0 = 2;
            ((object)root).GetType().BaseType!.GetProperty("A0")!.SetValue((object)root, new List<object>());
            return root;
        });
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("A member that one without a setter hides keeps its own value.", finding);
        types.DoesNotExcuse(finding with { Original = new Outcome("<T0><B0>3</B0></T0>"u8.ToArray(), null) });
    }

    [Theory]
    [InlineData("<A0/>")]
    [InlineData("<A0></A0>")]
    [InlineData("<C0> </C0>")]
    [InlineData("<A0 i:nil='false'/>")]
    [InlineData("<_x0020_E0/>")]
    public void ContractXml_an_element_without_a_node(string inside)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public System.Xml.Linq.XElement A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n[DataMember] public XmlElement C0 { get; set; }\n[DataMember(Order = 1)] public int D0 { get; set; }\n[DataMember(Name = \"_x0020_E0\")] public XmlElement E0 { get; set; }\n}\n");
        string document = $"{Start}{inside}<D0>2</D0></T0>";
        var finding = types.Read(document);
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractXml_an_element_without_a_node_to_which_another_refers()
    {
        // References are kept.
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public XmlElement A0 { get; set; }\n[DataMember] public int D0 { get; set; }\n[DataMember] public XmlElement E0 { get; set; }\n}\n",
            0, 0, 3);
        const string Document = $"<T0 z:Id='1' xmlns='http://schemas.datacontract.org/2004/07/C0' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/' {Xsi}>"
            + "<A0 z:Id='4' i:nil='false'/><D0>2</D0><E0 z:Ref='4' i:nil='true'/></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractXml_nodes_of_any_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public XmlNode[] A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n");
        const string Document = $"{Start}<A0 i:type='x:anyType' xmlns:x='http://www.w3.org/2001/XMLSchema'><q y='1'/></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("nodes may say that they are of any type", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    const string Keeps = """
        [DataContract]
        public class T0 : IExtensibleDataObject
        {
        [DataMember] public string B0 { get; set; }
        public ExtensionDataObject ExtensionData { get; set; }
        }
        """;

    [Fact]
    public void ContractXml_an_empty_element_in_what_is_kept()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}<A0 y='1'><q></q></A0><B0>b</B0></T0>");
        types.Excuses("an empty element in an unknown one is written in one tag", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "y=\"1\"", "y=\"2\""));
        types.DoesNotExcuse(types.As(finding, "<q/>", "<r/>"));
    }

    [Fact]
    public void ContractXml_a_value_that_is_kept()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}<A0 i:type='x:int' xmlns:x='http://www.w3.org/2001/XMLSchema'> 5</A0><B0>b</B0></T0>");
        types.Excuses("a value that is kept is its text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "> 5<", "> 6<"));
        types.DoesNotExcuse(types.As(finding, "> 5<", ">  5<"));
    }

    /// <summary>The only element in it is no item.</summary>
    [Fact]
    public void ContractXml_a_size_of_what_is_no_item()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 3);
        const string Document = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Xsi} xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><A0 z:Size='1'><x/></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a collection that tells another size than it has is read as it is", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<B0>2<", "<B0>3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractXml_a_size_through_a_reader()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public int[] A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 3, 0, 0, 0, 1, XmlWays.PlainReader);
        const string Document = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Xsi} xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><A0 z:Size='1' xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:int>1</a:int><a:int>2</a:int></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("a collection that tells another size than it has is read as it is", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<B0>2<", "<B0>3<", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractXml_white_space_before_a_node()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public System.Xml.Linq.XElement A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        const string Document = $"{Start}<A0> <x y='1'/></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("white space that a reader gives as text", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    [Fact]
    public void Contracts_a_struct_that_is_blind_and_generic()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember] public List<T1<int>> A0 { get; set; }
            }
            [DataContract]
            public struct T1<T>
            {
            [DataMember] public List<int> C1 { set => _c = value; }
            private List<int> _c;
            }
            """);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("a struct with a data member without a getter is refused at first use", finding);
    }
}
