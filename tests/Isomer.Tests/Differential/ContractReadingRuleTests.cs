using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules for what contracts read excuse their case, and not a fault beside it (<see cref="DialectRuleTests"/>).</summary>
public class ContractReadingRuleTests
{
    const string Instance = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"",
        Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'",
        Arrays = "xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'",
        Start = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Instance} {Z} {Arrays}>";

    const string Keeps = """
        [DataContract]
        public class T0 : IExtensibleDataObject
        {
        [DataMember] public string B0 { get; set; }
        [DataMember] public T0 C0 { get; set; }
        public ExtensionDataObject ExtensionData { get; set; }
        }
        """;

    static byte[] Binary(string document)
    {
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            XElement.Parse(document, LoadOptions.PreserveWhitespace).WriteTo(writer);
        return stream.ToArray();
    }

    /// <summary>XmlTextReader calls white space text that a decimal reference says, and XDocument's reader calls all of it so.</summary>
    [Theory]
    [InlineData(XmlWays.TextReader, "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'>&#32;<C0>&#32;</C0><B0>b</B0></T0>")]
    [InlineData(XmlWays.TextReader, "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'><B0>&#32;</B0><C0>&#32;</C0></T0>")]
    [InlineData(XmlWays.Nodes, "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'><B0>&#32;</B0><C0>&#32;</C0></T0>")]
    [InlineData(XmlWays.Document, "<T0 xmlns='http://schemas.datacontract.org/2004/07/C0'><B0> </B0><C0> </C0></T0>")]
    public void White_space_that_a_reader_gives_as_text(int way, string document)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 0, 0, 0, 0, 1, way);
        var finding = types.Read(document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("white space that a reader gives as text", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("<B0>", "<B0>c", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("</T0>", "<D0>1</D0></T0>", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("<A0><![CDATA[1]]>t</A0>")]
    [InlineData("<A0 y='1'><b><![CDATA[t]]></b></A0>")]
    public void Sections_in_kept_elements(string inside)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}{inside}<B0>b</B0></T0>");
        types.Excuses("a CDATA section of an unknown element is text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "t</", "u</"));
    }

    [Theory]
    [InlineData(" <!-- c -->")]
    [InlineData("<!-- c --> <!-- c -->")]
    public void White_space_before_a_comment_in_a_kept_element(string before)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        var finding = types.Read(Binary($"{Start}<A0 i:type='T0'><D0>{before}97</D0></A0><B0>b</B0></T0>"));
        types.Excuses("white space before a comment in an unknown element is a part of its text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "97<", "98<"));
    }

    [Fact]
    public void White_space_before_a_kept_text_beside_a_character_that_XML_has_no_place_for()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}<B0>b&#x1;</B0><C1> 97</C1></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("white space before a text is a part of it in an unknown element and to an IXmlSerializable", finding);
        types.DoesNotExcuse(types.As(finding, ">b", ">c"));
        types.DoesNotExcuse(types.As(finding, "97<", "98<"));
    }

    [Fact]
    public void White_space_before_a_text_that_reads_itself()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember] public T1 A0 { get; set; }
            [DataMember] public int B0 { get; set; }
            }
            public class T1 : IXmlSerializable
            {
            public string A; public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteString(A); }
            public void ReadXml(XmlReader r) { r.ReadStartElement(); r.MoveToContent(); A = r.ReadContentAsString(); r.ReadEndElement(); }
            }
            """);
        var finding = types.Read($"{Start}<A0> a</A0><B0>2</B0></T0>");
        types.Excuses("white space before a text is a part of it in an unknown element and to an IXmlSerializable", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, " a<", "  a<"));
    }

    /// <summary>White space of the node is kept.</summary>
    [Fact]
    public void White_space_that_a_reader_gives_as_text_around_a_node()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember] public System.Xml.Linq.XElement A0 { get; set; }
            [DataMember] public T1 B0 { get; set; }
            }
            [DataContract]
            public class T1
            {
            [DataMember] public T2 C1 { get; set; }
            }
            [DataContract]
            public class T2
            {
            [DataMember] public int D2 { get; set; }
            }
            """, 0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        const string Document = $"{Start}\n<A0>\n<p>\n<q/>t</p>\n</A0>\n<B0>\n<C1>\n<D2>2</D2>\n</C1>\n</B0>\n</T0>";
        var finding = types.Read(Document);
        Assert.Equal("only the original refuses", finding.Difference);
        Assert.NotNull(types.Reason(finding));
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, ">t<", ">u<"));
    }

    [Fact]
    public void A_null_behind_a_collection_without_a_setter_that_is_nil()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "public class T0\n{\npublic List<int> A0 { get; } = new();\npublic List<T0> A1 { get; set; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Read($"{Start}<A1><T0><A0 i:nil='true'/></T0><T0 i:nil='true'/></A1><B0>2</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void A_kept_value_that_is_none_of_its_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}<A0 i:type='x:int' xmlns:x='http://www.w3.org/2001/XMLSchema'/><B0>b</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a value that is kept is its text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
    }

    [Fact]
    public void An_element_with_an_identity_that_has_no_node()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public System.Xml.Linq.XElement A0 { get; set; }\n[DataMember] public T0 B0 { get; set; }\n[DataMember] public int C0 { get; set; }\n}\n",
            0, 0, 3);
        var finding = types.Read($"{Start.Replace("<T0 ", "<T0 z:Id='1' ", StringComparison.Ordinal)}<A0 z:Id='2'></A0><B0 z:Id='3'><C0>4</C0></B0><C0>2</C0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, ">4<", ">3<"));
    }

    [Fact]
    public void White_space_of_a_kept_element_beside_that_of_what_reads_itself()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0 : IExtensibleDataObject
            {
            [DataMember] public T1 A0 { get; set; }
            [DataMember] public string B0 { get; set; }
            public ExtensionDataObject ExtensionData { get; set; }
            }
            public class T1 : IXmlSerializable
            {
            public string A; public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteElementString("e", A); }
            public void ReadXml(XmlReader r) { A = r.ReadInnerXml(); }
            }
            """, 0, 0, 0, 0, 0, 0, 1, XmlWays.DictionaryBinary);
        const string Document = $"{Start}<A0> <e>t</e> </A0><B0>b</B0><D0><q y='1' xmlns='urn:p'/> </D0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("white space between kept elements is no text", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">b<", ">c<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("</e> </A0>", "</e></A0>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Attributes_of_a_kept_value_of_a_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read($"{Start}<A0 i:type='x:int' x='1' xmlns:x='http://www.w3.org/2001/XMLSchema'>5</A0><B0>b</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("a value that is kept is its text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"2\""));
    }

    [Fact]
    public void Text_before_an_element_of_a_kept_one()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        var finding = types.Read(Binary($"{Start}<T0><unknown xmlns=''>1<!-- c --><q>5</q></unknown> </T0><B0>b</B0></T0>"));
        Assert.Equal("only ours refuses", finding.Difference);
        Assert.StartsWith("text before an element of an unknown one is refused", types.Reason(finding), StringComparison.Ordinal);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new WireFormatException("another")) });
    }

    [Fact]
    public void Text_behind_an_element_of_a_kept_one()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        var finding = types.Read(Binary($"{Start}<T0 i:type='T0'><B0>c</B0>text<C0><B0>e</B0></C0></T0><B0>b</B0></T0>"));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("text behind an element of an unknown one is kept", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">d<"));
        types.DoesNotExcuse(types.As(finding, ">c<", ">d<"));
    }

    [Fact]
    public void What_follows_a_collection_without_a_setter_that_is_nil()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "public class T0\n{\npublic List<List<T0>> A0 { get; } = new();\npublic int B0 { get; set; }\n}\n");
        var finding = types.Read($"{Start}<A0><ArrayOfT0><T0><A0 i:nil='true'/></T0></ArrayOfT0><ArrayOfT0/></A0><B0>2</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void What_follows_a_collection_without_a_setter_that_holds_null()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember] public int A0 { get; set; }
            [DataMember] public int[] B0 { get; }
            [DataMember] public List<List<T0>> A1 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            var list = Activator.CreateInstance(typeof(List<>).MakeGenericType(((object)root).GetType()))!;
            root.A1 = (dynamic)Activator.CreateInstance(typeof(List<>).MakeGenericType(list.GetType()))!;
            ((System.Collections.IList)root.A1).Add(list);
            dynamic item = Activator.CreateInstance(((object)root).GetType())!;
            item.A1 = (dynamic)Activator.CreateInstance(typeof(List<>).MakeGenericType(list.GetType()))!;
            ((System.Collections.IList)list).Add(item);
            ((System.Collections.IList)list).Add(Activator.CreateInstance(((object)root).GetType()));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, "A0>0<", "A0>1<"));
    }

    [Theory]
    [InlineData(XmlWays.Bytes)]
    [InlineData(XmlWays.DictionaryText)]
    public void White_space_before_a_text_in_a_kept_element(int way)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 0, 0, 0, 0, 1, way);
        const string Document = $"{Start}<A0> 97</A0><B0>b</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("white space before a text is a part of it in an unknown element and to an IXmlSerializable", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "97<", "98<"));
        types.DoesNotExcuse(types.As(finding, " 97<", "  97<"));
    }

    [Fact]
    public void White_space_before_a_text_in_a_kept_element_in_binary()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        {
            writer.WriteStartElement("T0", "http://schemas.datacontract.org/2004/07/C0");
            writer.WriteStartElement("A0");
            writer.WriteString("\t");
            writer.WriteString("1");
            writer.WriteEndElement();
            writer.WriteElementString("B0", "b");
            writer.WriteEndElement();
        }
        var finding = types.Read(stream.ToArray());
        types.Excuses("white space before a text is a part of it in an unknown element and to an IXmlSerializable", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "1<", "2<"));
        types.DoesNotExcuse(types.As(finding, "\t1<", "\t\t1<"));
    }

    /// <summary>The list is called by a line with the node's type, too, and stays empty.</summary>
    [Fact]
    public void An_element_without_a_node_beside_an_empty_list_of_nodes()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public XmlElement A0 { get; set; }\n[DataMember] public List<XmlElement> B0 { get; set; }\n[DataMember] public int C0 { get; set; }\n}\n");
        var finding = types.Read($"{Start}<A0/><B0/><C0>2</C0></T0>");
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void A_kept_type_without_a_name()
    {
        const string Document = $"{Start}<A0 i:type='q:'><D0>1</D0></A0><B0>b</B0></T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read(Document);
        types.Excuses("an unknown element whose type is in no namespace stays in its own", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
    }

    [Theory]
    [InlineData(ContractXmlForm.Text, 0)]
    [InlineData(ContractXmlForm.Text, 3)]
    [InlineData(ContractXmlForm.Binary, 0)]
    [InlineData(ContractXmlForm.Binary, 3)]
    public void Identities_in_kept_elements(ContractXmlForm form, int preserves)
    {
        const string Reason = "an identity in a kept element is one of an object",
            Document = $"{Start}<A0 y='1'><D0 z:Id='2'>1</D0></A0><B0 z:Id='3'>b</B0><C0><B0 z:Ref='3' i:nil='true'/></C0></T0>";
        var types = new DialectCase(new ContractXmlDialect(form), Keeps, 0, 0, preserves);
        byte[] Bytes(string text) => form == ContractXmlForm.Text ? Encoding.UTF8.GetBytes(text) : Binary(text);
        var finding = types.Read(Bytes(Document));
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
        types.DoesNotExcuse(types.AsIfOf(finding,
            Bytes(Document.Replace("<C0><B0 z:Ref='3' i:nil='true'/></C0>", "<C0><B0>c</B0></C0>", StringComparison.Ordinal))));
        // The root has the identity, too.
        string twice = Document.Replace("<T0 ", "<T0 z:Id='2' ", StringComparison.Ordinal);
        var refused = types.Read(Bytes(twice));
        Assert.Equal("only ours refuses", refused.Difference);
        Assert.StartsWith(Reason, types.Reason(refused), StringComparison.Ordinal);
        // As if ours had refused what is given twice to objects.
        string objects = Document.Replace("<B0 z:Id='3'>", "<B0 z:Id='1'>", StringComparison.Ordinal).Replace("<T0 ", "<T0 z:Id='1' ",
            StringComparison.Ordinal);
        types.DoesNotExcuse(types.AsIfOf(finding, Bytes(objects)));
    }

    [Fact]
    public void Identities_in_kept_elements_beside_tags()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        var finding = types.Read(Binary($"{Start}<A0 y='1'><D0 z:Id='2'/>t</A0><B0>b</B0></T0>"));
        types.Excuses(
            "an identity in a kept element is one of an object + an empty element in an unknown one is written in one tag", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
    }

    [Theory]
    [InlineData(ContractXmlForm.Text)]
    [InlineData(ContractXmlForm.Binary)]
    public void Another_type_at_a_collection_without_a_setter(ContractXmlForm form)
    {
        // Arrays of numbers are known.
        var types = new DialectCase(new ContractXmlDialect(form), """
            [DataContract]
            public class T0
            {
            [DataMember] public Dictionary<string, int> A0 { get; } = new();
            [DataMember] public int B0 { get; set; }
            [DataMember] public List<long> C0 { get; set; }
            }
            """, 0, 3, 0);
        byte[] Bytes(string text) => form == ContractXmlForm.Text ? Encoding.UTF8.GetBytes(text) : Binary(text);
        const string Document = $"{Start}<A0 i:type='q:ArrayOfint'/><B0>2</B0></T0>";
        var finding = types.Read(Bytes(Document));
        types.Excuses("a collection without a setter that says another type is refused, also where it is empty", finding);
        // As if ours had refused something else, or what has a setter.
        types.DoesNotExcuse(types.AsIfOf(finding, Bytes($"{Start}<A0/><B0>x</B0></T0>")));
        const string Other = $"{Start}<B0>2</B0><C0 i:type='q:ArrayOfint'/></T0>";
        Assert.Equal("none", types.Read(Bytes(Other)).Difference);
        types.DoesNotExcuse(types.AsIfOf(types.Read(Bytes($"{Start}<B0>2</B0></T0>")), Bytes(Other)));
    }

    [Fact]
    public void A_member_again_of_what_counts_its_attributes()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [Serializable]
            public class T0 : T1
            {
            public new T2 A1;
            public int B0;
            }
            [Serializable]
            public class T1
            {
            public T3 A1;
            }
            [Serializable]
            public class T2 : IXmlSerializable
            {
            public string A; public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteString(A); }
            public void ReadXml(XmlReader r) { A = r.GetAttribute("x") + r.AttributeCount; r.Skip(); }
            }
            [Serializable]
            public class T3 : IXmlSerializable
            {
            public string A; public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteString(A); }
            public void ReadXml(XmlReader r) { A = r.GetAttribute("x") + r.AttributeCount; r.Skip(); }
            }
            """, 1, 0, 0, 0, 0);
        var finding = types.Write(root =>
        {
            root.A1 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            return root;
        });
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("a member that a derived class has again with another type is written as it is declared", finding);
        types.DoesNotExcuse(types.As(finding, "B0>0<", "B0>1<"));
    }

    [Fact]
    public void A_dictionary_hidden_behind_its_interface_needs_no_known_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            public class T0
            {
            public T2 M0 { get; set; }
            public object N0 { get; set; }
            }
            public class T1
            {
            public IDictionary<string, int> A1 { get; set; }
            }
            public class T2 : T1
            {
            public new int? A1 { get; set; }
            }
            """);
        static object Value(dynamic root, object? beside)
        {
            root.M0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            ((object)root.M0).GetType().BaseType!.GetProperty("A1")!.SetValue((object)root.M0, new Dictionary<string, int> { ["k"] = 1 });
            root.N0 = (dynamic?)beside;
            return root;
        }

        var finding = types.Write(root => Value(root, null));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type", finding);
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
    }

    const string Required = """
        [DataContract]
        public class T0
        {
        [DataMember(IsRequired = true)] public Dictionary<string, int> A0 { get; }
        [DataMember] public int B0 { get; set; }
        [DataMember(IsRequired = true)] public int C0 { get; set; }
        }
        """;

    [Theory]
    [InlineData("""{"A0":{},"B0":5,"C0":6}""")]
    [InlineData("""{"A0":{},"B0":05,"C0":06}""")]
    public void ContractJson_nothing_for_a_required_dictionary(string document)
    {
        // The simple format.
        var types = new DialectCase(new ContractJsonDialect(), Required, 0, 0, 2);
        var finding = types.Read(document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace('5', '7')));
        // As if ours did not miss a member that is required.
        types.DoesNotExcuse(types.AsIfOf(types.Read("""{"A0":{},"B0":5}"""), """{"A0":{},"B0":5,"C0":0}"""));
    }

    [Theory]
    [InlineData("""{"A0":{"":null,"x":""")]
    [InlineData("""{"A0":{"":null""")]
    public void ContractJson_a_dictionary_in_the_other_form_that_is_cut(string document)
    {
        // JSON as XML.
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, string> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 3);
        var finding = types.Read(document);
        if (finding.Difference == "none")
            Assert.NotNull(finding.Ours!.Refusal);
        else
            types.Excuses("a dictionary is read in both forms", finding);
    }

    [Fact]
    public void A_size_that_a_text_in_a_kept_element_tells()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 3);
        const string Document = $"{Start}<A0 z:Size='0'>INF</A0><B0>b</B0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a collection that tells another size than it has is read as it is", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">b<", ">c<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">INF<", ">NaN<", StringComparison.Ordinal)));
    }

    [Fact]
    public void Attributes_of_a_kept_element_that_tells_its_size()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 3);
        var finding = types.Read($"{Start}<A0 z:Size='0' y='1' xmlns='urn:o'/><B0>b</B0></T0>");
        types.Excuses("attributes of a kept element that is nil, white space that is its text, and declarations for that are kept", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "y=\"1\"", "y=\"2\""));
    }

    [Fact]
    public void A_list_of_dictionaries_that_hides_a_member_needs_no_known_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            public class T0
            {
            public T2 M0 { get; set; }
            }
            public class T1
            {
            public int A1 { get; set; }
            }
            public class T2 : T1
            {
            public new IList<IDictionary<string, int>> A1 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            root.M0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.M0.A1 = new List<IDictionary<string, int>>();
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type", finding);
    }

    /// <summary>Ours reads what the original refuses, and the original's own writer fails at a known type.</summary>
    [Fact]
    public void What_cannot_be_shown_for_a_blind_known_type()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            public class T0
            {
            public object A0 { get; set; }
            }
            [DataContract]
            public class T1
            {
            int _a;
            [DataMember] public int A1 { set => _a = value; }
            }
            """, 1, 0, 0, 0);
        var finding = types.Read($"{Start}<A0>t</A0></T0>") with { Difference = "an exception of another kind" };
        Assert.IsType<InvalidDataContractException>(finding.Ours!.Refusal);
        Assert.IsType<SerializationException>(finding.Original!.Refusal);
        types.Excuses("a known type with a data member without a getter is refused when a value of it is met", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new InvalidDataContractException("Another.")) });
    }
}
