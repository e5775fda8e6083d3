using System.Reflection;
using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of contracts that the night runs of 2026-11-27 asked for: causes that meet, and what both make (<see cref="DialectRuleTests"/>).
/// </summary>
public class ContractMeetingRuleTests
{
    const string Contracts = "http://schemas.datacontract.org/2004/07/C0",
        Instance = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"",
        Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'",
        Arrays = "xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'",
        Start = $"<T0 xmlns='{Contracts}' {Instance} {Z} {Arrays}>",
        States = "fields of the framework's classes that no object has are refused";

    const string Keeps = """
        [DataContract]
        public class T0 : IExtensibleDataObject
        {
        [DataMember] public string B0 { get; set; }
        [DataMember] public T0 C0 { get; set; }
        public ExtensionDataObject ExtensionData { get; set; }
        }
        """;

    static ContractXmlDialect Xml => new(ContractXmlForm.Text);

    /// <summary>The framework's writer of texts takes no instruction: by another writer the whole object is compared.</summary>
    [Fact]
    public void What_stands_behind_an_instruction_is_seen()
    {
        var types = new DialectCase(Xml, "public class T0\n{\npublic XmlNode[] A0 { get; set; }\npublic int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, XmlWays.TextReader);
        var finding = types.Read($"{Start}<A0>t<?pi x?></A0><B0>2</B0></T0>");
        Assert.Equal("none", finding.Difference);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void What_stands_behind_an_instruction_is_seen_with_what_is_kept()
    {
        var types = new DialectCase(Xml, Keeps.Replace("string B0", "XmlNode[] B0", StringComparison.Ordinal),
            0, 0, 0, 0, 0, 0, 1, XmlWays.TextReader);
        var finding = types.Read($"{Start}<B0>t<?pi x?></B0><e xmlns=''>2</e></T0>");
        Assert.Equal("none", finding.Difference);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    /// <summary>The original would write elements, which it cannot read, had it seen such an array first behind the interface.</summary>
    [Fact]
    public void Bytes_behind_an_interface_make_those_in_objects_no_elements()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic IEnumerable<byte> A0 { get; } = new byte[] { 1 };\npublic object B0 { get; set; }\n}\n");
        Assert.Equal("none", types.Write(root => root).Difference);
        var finding = types.Write(root =>
        {
            root.B0 = new byte[] { 1, 2 };
            return root;
        });
        Assert.Equal("none", finding.Difference);
        Assert.Contains(">AQI=<", Encoding.UTF8.GetString((byte[])finding.Original!.Result!), StringComparison.Ordinal);
    }

    /// <summary>What two rules took out of what was shown is compared, where both are needed.</summary>
    [Fact]
    public void Attributes_of_what_is_nil_in_a_kept_element_whose_size_is_told()
    {
        var types = new DialectCase(Xml, Keeps, 0, 0, 3);
        var finding = types.Read(
            $"{Start.Replace("<T0", "<T0 z:Id='1'", StringComparison.Ordinal)}<e xmlns=''><f x='1' i:nil='true'>a</f><f/></e><B0 z:Id='2'>b</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("attributes of a kept element that is nil, white space that is its text, and declarations for that are kept"
            + " + the size of an unknown element is not told", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"2\""));
    }

    [Fact]
    public void A_queue_whose_array_is_null_around_a_text()
    {
        var types = new DialectCase(Xml, "public class T0\n{\npublic Queue<int> A0 { get; set; }\npublic int A { get; set; }\n}\n");
        const string Document = $"{Start}<A>2</A><A0 xmlns:a='http://schemas.datacontract.org/2004/07/System.Collections.Generic'><a:_array i:nil=' true '>a</a:_array><a:_head>0</a:_head><a:_size>0</a:_size><a:_tail>0</a:_tail><a:_version>0</a:_version></A0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<A>2<", "<A>x<", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_part_of_an_array_that_is_null_around_items_in_a_required_member()
    {
        var types = new DialectCase(Xml,
            "[DataContract]\npublic class T0\n{\n[DataMember(IsRequired = true, EmitDefaultValue = false)] public ArraySegment<int> A0 { get; set; }\n[DataMember] public int A { get; set; }\n}\n");
        const string Document = $"{Start}<A>2</A><A0 xmlns:a='http://schemas.datacontract.org/2004/07/System'><a:_array i:nil='true' xmlns:b='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><b:int>1</b:int></a:_array><a:_count>1</a:_count><a:_offset>1</a:_offset></A0></T0>";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<A>2<", "<A>x<", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("\" 1\"")]
    [InlineData("1")]
    public void ContractJson_a_queue_that_ends_elsewhere(string tail)
    {
        var types = new DialectCase(new ContractJsonDialect(), "public class T0\n{\npublic int A { get; set; }\npublic Queue<int> A0 { get; set; }\n}\n");
        string document = """{"A":2,"A0":{"_array":[],"_head":0,"_size":0,"_tail":TAIL,"_version":0}}"""
            .Replace("TAIL", tail, StringComparison.Ordinal);
        var finding = types.Read(document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(":2,", ":[],", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("""{"Key":"a","Value":{"B0":1}}""", "a")]
    [InlineData("""{"$type":"T1"}""", "$type")]
    public void ContractJson_a_dictionary_of_the_other_form_within_an_entry(string other, string place)
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, T0> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n[DataMember] public Dictionary<int, T0> C0 { get; set; }\n}\n");
        string document = """{"A0":[{"Key":"k","Value":{"C0":OTHER,"B0":3}}],"B0":2}""".Replace("OTHER", other, StringComparison.Ordinal);
        var finding = types.Read(document);
        Assert.Equal("only ours refuses", finding.Difference);
        Assert.Contains(place, finding.Ours!.Refusal!.Message, StringComparison.Ordinal);
        types.Excuses("a dictionary is read in both forms, and refused where its keys are none", finding);
        types.DoesNotExcuse(types.AsIfOf(finding,
            document.Replace(":3}", ":[]}", StringComparison.Ordinal).Replace(other, "[]", StringComparison.Ordinal)));
    }

    [Fact]
    public void ContractJson_what_follows_a_null_for_a_list_that_is_there()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic List<T0> A0 { get; set; }\npublic int B0 { get; set; }\npublic List<int> C0 { get; } = new();\n}\n");
        var finding = types.Read("""{"A0":[{"C0":null},null],"B0":2}""");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void ContractJson_white_space_behind_a_sign_over_JSON_as_XML()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Version A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 3);
        var finding = types.Read("""{"A0":{"_Build":- 1,"_Major":1,"_Minor":2,"_Revision":-1},"B0":2}""");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what is no JSON is what the reader of the caller's makes of it", finding);
        types.DoesNotExcuse(types.As(finding, ">2</B0>", ">3</B0>"));
    }

    [Fact]
    public void ContractJson_a_list_of_the_contract_of_what_a_known_list_holds()
    {
        // T1 is known, and with it Collection<object>.
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public IReadOnlyList<object> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\npublic class T1 : List<Collection<object>>\n{\n}\n",
            1, 3, 0, 0);
        var finding = types.Write(root =>
        {
            root.A0 = new List<object> { 5 };
            return root;
        });
        Assert.Equal("none", finding.Difference);
    }

    /// <summary>Where no type is told, entries have the names of a KeyValuePair's fields there.</summary>
    [Fact]
    public void ContractJson_dictionaries_in_an_interface_of_no_collection()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic IReadOnlyList<Dictionary<string, int>> A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 3);
        var finding = types.Write(root =>
        {
            root.A0 = new[] { new Dictionary<string, int> { ["a"] = 1 } };
            root.B0 = 2;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("arrays are written where an interface of no collection is declared", finding);
        types.DoesNotExcuse(types.As(finding, "\"B0\":2", "\"B0\":3"));
        types.DoesNotExcuse(types.As(finding, "\"value\":1", "\"value\":3"));
    }

    /// <summary>Over JSON as XML the document ends where it was cut off.</summary>
    [Fact]
    public void ContractJson_an_empty_dictionary_in_what_is_cut_off()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic int B0 { get; set; }\npublic IDictionary<string, object> C0 { get; }\n}\n", 0, 0, 2, 0, 0, 0, 3);
        var finding = types.Read("""{"B0":2,"C0":{},""");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void What_follows_an_array_that_is_null_where_references_are_kept()
    {
        var types = new DialectCase(Xml,
            "[DataContract]\npublic class T0\n{\n[DataMember] public int B0 { get; set; }\n[DataMember] public T0[] Z0 { get; }\n}\n", 0, 0, 3);
        var finding = types.Write(root =>
        {
            Type type = ((object)root).GetType();
            var items = Array.CreateInstance(type, 2);
            items.SetValue(Activator.CreateInstance(type), 0);
            items.SetValue(Activator.CreateInstance(type), 1);
            type.GetField("<Z0>k__BackingField", BindingFlags.NonPublic | BindingFlags.Instance)!.SetValue(root, items);
            root.B0 = 2;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    /// <summary>In binary, beside white space around an entry that holds two values, which is no difference itself.</summary>
    [Theory]
    [InlineData("<C0/>")]
    [InlineData("<C0> </C0>")]
    [InlineData("<C0><!-- c --></C0>")]
    public void An_element_without_a_node_beside_entries_that_hold_two_values(string empty)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary),
            "public class T0\n{\npublic Dictionary<string, int> A0 { get; set; }\npublic int B0 { get; set; }\npublic System.Xml.Linq.XElement C0 { get; set; }\npublic int D0 { get; set; }\n}\n");
        const string Entry = " <q:KeyValueOfstringint> <q:Key>k</q:Key> <q:Value>1</q:Value> <q:Value> </q:Value> </q:KeyValueOfstringint> ";
        var finding = types.Read(Binary($"{Start} <A0>{Entry}</A0> <B0>2</B0> {empty} <D0>4</D0> </T0>"));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, ">4<", ">5<"));
    }

    /// <summary>Without it the original would take the element for an object, and refuse the text behind those in it.</summary>
    [Fact]
    public void White_space_beside_a_text_in_a_kept_element()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps);
        var finding = types.Read(Binary($"{Start}<A0>\n  <q:e>\n <q:f></q:f>\n <q:g></q:g>&lt;x/&gt;</q:e>\n </A0><B0>b</B0></T0>"));
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("an empty element in an unknown one is written in one tag + white space between kept elements is no text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "&lt;x", "&lt;y"));
    }

    [Fact]
    public void A_comment_in_a_kept_element_with_text()
    {
        var types = new DialectCase(Xml, Keeps);
        var finding = types.Read($"{Start}<e xmlns=''> <f xmlns='urn:o'>a</f>text<!-- c --><g></g> </e><B0>b</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("an empty element in an unknown one is written in one tag + comments in an unknown element are none of it", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">text<", ">texts<"));
    }

    /// <summary>Around a key that is white space, and a node that keeps its own.</summary>
    [Fact]
    public void White_space_as_text_around_what_keeps_its_own()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic Dictionary<string, T0> A0 { get; set; }\npublic int B0 { get; set; }\npublic XmlElement C0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        const string Around = "xmlns:c='http://schemas.datacontract.org/2004/07/C0'", Entry = "q:KeyValueOfstringT02Yi3Wezb";
        var finding = types.Read(
            $"{Start} <A0> <{Entry}> <q:Key> </q:Key> <q:Value {Around}> <c:A0> <{Entry}> <q:Key>k</q:Key> <q:Value> <c:B0>4</c:B0> </q:Value> </{Entry}> </c:A0> <c:B0>3</c:B0> <c:C0> <p:a xmlns:p='urn:p'> <p:c/>t</p:a> </c:C0> </q:Value> </{Entry}> </A0> <B0>2</B0> </T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("white space that a reader gives as text", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, ">t<", ">u<"));
    }

    /// <summary>Half a surrogate pair the writer of an XDocument refuses, which ours comes to.</summary>
    [Fact]
    public void What_a_writer_refuses_behind_a_list_that_is_null()
    {
        var types = new DialectCase(Xml, """
            public class T0
            {
            public List<T0> A0 { get; set; }
            public string D0 { get; set; }
            public IList<int> Z0 { get; }
            }
            """, 0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        var finding = types.Write(root =>
        {
            Type type = ((object)root).GetType();
            var items = (System.Collections.IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
            items.Add(Activator.CreateInstance(type));
            dynamic last = Activator.CreateInstance(type)!;
            last.D0 = "\ud800";
            items.Add((object)last);
            type.GetProperty("A0")!.SetValue(root, items);
            return root;
        });
        Assert.IsNotType<ArgumentException>(finding.Original!.Refusal);
        Assert.IsType<ArgumentException>(finding.Ours!.Refusal);
        finding = finding with { Difference = "an exception of another kind" };
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new ArgumentException("another")) });
    }

    [Fact]
    public void A_list_that_a_derived_class_hides_before_what_follows_a_list_that_is_null()
    {
        var types = new DialectCase(Xml, """
            [KnownType(typeof(T1))]
            public class T0
            {
            public List<int> A0;
            public int B0;
            public List<T0> L0;
            }
            public class T1 : T0
            {
            public new bool A0;
            public IList<int> Z0 { get; }
            }
            """);
        var finding = types.Write(root =>
        {
            Type type = ((object)root).GetType(), derived = type.Assembly.GetType("C0.T1")!;
            var items = (System.Collections.IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(type))!;
            items.Add(Activator.CreateInstance(derived));
            items.Add(Activator.CreateInstance(derived));
            type.GetField("A0")!.SetValue(items[0], new List<int> { 1 });
            type.GetField("L0")!.SetValue(root, items);
            root.B0 = 2;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type"
            + " + what follows a collection without a setter that holds null is taken for one by the original"
            + " + a member that a derived class has again with another type is written as it is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void What_is_kept_behind_a_member_that_is_left_out_has_an_identity()
    {
        var types = new DialectCase(Xml, """
            [DataContract]
            public class T0 : IExtensibleDataObject
            {
            [DataMember] public T0 A0 { get; set; }
            [DataMember(EmitDefaultValue = false)] public List<int> B0 { get; set; }
            [DataMember] public string C0 { get; set; }
            public ExtensionDataObject ExtensionData { get; set; }
            }
            """, 0, 0, 3);
        var finding = types.Read(
            $"{Start.Replace("<T0", "<T0 z:Id='1'", StringComparison.Ordinal)}<A0 z:Id='2'><B0 i:nil='true'/><B0 z:Id='3'>7</B0></A0><C0 z:Id='4'>b</C0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("unknown elements behind a member that is left out are kept", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "<C0 z:Id=\"4\"", "<C0 z:Id=\"2\""));
    }

    static byte[] Binary(string text)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(text);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            document.DocumentElement!.WriteTo(writer);
        return stream.ToArray();
    }
}
