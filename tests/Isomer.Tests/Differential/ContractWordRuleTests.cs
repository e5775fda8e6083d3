using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of contracts that know their cause by what is said in a refusal, and by the types and the document: each excuses its case. Of what
/// ours refuses they excuse nothing else.
/// </summary>
public class ContractWordRuleTests
{
    const string Start = "<T0 xmlns=\"http://schemas.datacontract.org/2004/07/C0\" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\" "
        + "xmlns:x=\"http://www.w3.org/2001/XMLSchema\" xmlns:q=\"http://schemas.microsoft.com/2003/10/Serialization/Arrays\"";

    static string Types(string members, string further, string interfaces = "") =>
        $"[DataContract]\npublic class T0{interfaces}\n{{\n{members}\n[DataMember] public int B0 {{ get; set; }}\n}}\n{further}";

    const string Keeps = "public ExtensionDataObject ExtensionData { get; set; }";

    [Theory]
    [InlineData("a CDATA section among elements is text, also an empty one", "[DataMember] public T0 A0 { get; set; }", "",
        "><A0><![CDATA[]]></A0><B0>2</B0>")]
    [InlineData("a character reference without digits is refused", "[DataMember] public string A0 { get; set; }", "",
        "><A0>a&#x;b</A0><B0>2</B0>")]
    [InlineData("a date where a TimeOnly is expected is refused", "[DataMember] public TimeOnly A0 { get; set; }", "",
        "><A0>2020-01-02T03:04:05</A0><B0>2</B0>")]
    [InlineData("a qualified name with two colons is refused", "[DataMember] public XmlQualifiedName A0 { get; set; }", "",
        "><A0>x:y:z</A0><B0>2</B0>")]
    [InlineData("a value of another type at the root is refused", "", "", " i:type='x:int'>2")]
    [InlineData("an enumerable without a setter takes items",
        "[DataMember] public IEnumerable<int> A0 { get { return _a; } }\nList<int> _a = new();", "", "><A0><q:int>1</q:int></A0><B0>2</B0>")]
    [InlineData("null of a class with a data member without a getter is read", "[DataMember] public T1 A0 { get; set; }",
        "[DataContract]\npublic class T1\n{\nint _a;\n[DataMember] public int A1 { set => _a = value; }\n}\n",
        "><A0 i:nil='true'/><B0>2</B0>")]
    [InlineData("a CDATA section of an unknown element is text", Keeps, "", "><A0 y='1'><b><![CDATA[t]]></b></A0><B0>2</B0>")]
    [InlineData("two empty byte arrays stay two", "[DataMember] public byte[] A0 { get; set; }\n[DataMember] public byte[] A1 { get; set; }",
        "", "><A0/><A1/><B0>2</B0>")]
    public void ContractXml_what_is_read(string reason, string members, string further, string inside)
    {
        // Two byte arrays are compared with references kept.
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            Types(members, further, members == Keeps ? " : IExtensibleDataObject" : ""), 0, 0, reason.StartsWith("two", StringComparison.Ordinal) ? 3 : 0);
        var finding = types.Read($"{Start}{inside}</T0>");
        types.Excuses(reason, finding);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(types.AsIfOf(finding, $"{Start}><B0>x</B0></T0>"));
    }

    /// <summary>White space in a name is dropped, where the original makes it a part of the name that it reads.</summary>
    [Fact]
    public void ContractXml_white_space_in_a_name()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            Types("[DataMember] public XmlQualifiedName A0 { get; set; }", ""));
        string document = $"{Start}><A0>x: y</A0><B0>2</B0></T0>";
        var finding = types.Read(document) with { Step = "read edited" };
        types.Excuses("white space in a qualified name is dropped", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("x: y", "x: z", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData(XmlWays.Nodes, "document types are refused", "<!DOCTYPE T0>", "<B0>2</B0>")]
    [InlineData(XmlWays.Bytes, "a character that XML has no place for is refused wherever it stands", "",
        "<A0><![CDATA[\u0001]]></A0><B0>2</B0>")]
    public void ContractXml_what_is_read_by_a_way(int way, string reason, string before, string inside)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Types("", ""), 0, 0, 0, 0, 0, 0,
            way == XmlWays.Bytes ? 0 : 1, way);
        var finding = types.Read($"{before}{Start}>{inside}</T0>");
        types.Excuses(reason, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, $"{Start}><B0>x</B0></T0>"));
    }

    [Fact]
    public void A_member_without_a_setter_is_refused_at_first_use()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            Types("[DataMember] public T1 A0 { get; set; }", "[DataContract]\npublic class T1\n{\n[DataMember] public int A1 { get; }\n}\n"));
        var finding = types.Write(root => root);
        types.Excuses("a data member without a setter is refused at first use", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("Type 'C0.T0' cannot be written.")) });
    }

    [Theory]
    [InlineData("[DataMember] public T1 A0 { get; set; }", "")]
    [InlineData("[DataMember] public T1 A0 { get; }", "[CollectionDataContract()]\n")]
    public void A_class_of_a_queue_is_refused_where_it_is_null(string member, string mark)
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Types(member, $"{mark}public class T1 : Queue<int>\n{{\n}}\n"));
        var finding = types.Write(root => root);
        types.Excuses("a class that derives from a queue or a stack is refused also where it is null", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("Type 'C0.T0' cannot be written.")) });
    }

    [Theory]
    [InlineData("a byte order mark is passed over", "", "", "\ufeff{\"B0\":2}")]
    [InlineData("a date where a TimeOnly is expected is refused", "[DataMember] public TimeOnly A0 { get; set; }", "",
        """{"A0":"2020-01-02T03:04:05","B0":2}""")]
    [InlineData("a __type that is no string is a member", "", "", """{"B0":2,"Z":{"__type":5}}""")]
    [InlineData("an object of another type where a qualified name is expected is refused",
        "[DataMember] public XmlQualifiedName A0 { get; set; }\n[DataMember] public T0 C0 { get; set; }", "", """{"A0":{"__type":"T0:#C0"},"B0":2}""")]
    [InlineData("what is no JSON is refused", "", "", """{"B0":2,"Z":1""")]
    [InlineData("what is no JSON is refused", "", "", """{"B0":2,"Z":{1}}""")]
    [InlineData("a type that cannot stand there is refused", "[DataMember] public T1 A0 { get; set; }\n[DataMember] public T2 C0 { get; set; }",
        "[DataContract]\n[KnownType(typeof(T2))]\npublic class T1\n{\n}\n[DataContract]\npublic class T2\n{\n}\n", """{"A0":{"__type":"T2:#C0"},"B0":2}""")]
    [InlineData("what is no JSON is what the reader of the caller's makes of it", "", "", """{"B0":1 2}""", 3)]
    [InlineData("a number that an enum cannot hold is refused", "[DataMember] public T1 A0 { get; set; }", "public enum T1 : byte { E0 }\n",
        """{"A0":300,"B0":2}""")]
    public void ContractJson_what_is_read(string reason, string members, string further, string document, int way = 0)
    {
        var types = new DialectCase(new ContractJsonDialect(), Types(members, further), 0, 0, 0, 0, 0, 0, way);
        var finding = types.Read(document);
        types.Excuses(reason, finding);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(types.AsIfOf(finding, """{"B0":"x"}"""));
    }

    [Theory]
    [InlineData("ICloneable", "new[] { 1 }", new[] { 3, 0 })]
    [InlineData("IReadOnlyList<int>", "new List<int> { 1 }", new[] { 0 })]
    public void ContractJson_an_array_where_an_interface_of_no_collection_is_declared(string declared, string made, int[] known)
    {
        // An int[] is known in the first; no type is named.
        var types = new DialectCase(new ContractJsonDialect(), Types($"[DataMember] public {declared} A0 {{ get; set; }} = {made};", ""),
            [0, .. known, 0, 3]);
        var finding = types.Write(root => root);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("arrays are written where an interface of no collection is declared", finding);
        types.DoesNotExcuse(types.As(finding, "\"B0\":0", "\"B0\":1"));
        types.DoesNotExcuse(types.As(finding, "[1]", "[2]"));
    }

    /// <summary>With references kept, where a property with a setter would have an identity.</summary>
    [Fact]
    public void What_follows_a_collection_without_a_setter_that_holds_null()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            public class T0
            {
            public List<T0> C0 { get => _ofC0 is null ? null : new List<T0>(_ofC0); }
            public int B0 { get; set; }
            [IgnoreDataMember] public List<T0> _ofC0;
            }
            """, 0, 0, 3);
        var finding = types.Write(root =>
        {
            root.B0 = 2;
            root._ofC0 = (dynamic)Activator.CreateInstance(typeof(List<>).MakeGenericType(((object)root).GetType()))!;
            for (int i = 0; i < 2; i++)
                ((System.Collections.IList)root._ofC0).Add(Activator.CreateInstance(((object)root).GetType()));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what follows a collection without a setter that holds null is taken for one by the original", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, "z:Id=\"2\"", "z:Id=\"3\""));
    }

    /// <summary>
    /// Where a key is __type, which the framework's reader of JSON fails at where it is no string, and makes an attribute of where it is.
    /// </summary>
    [Fact]
    public void ContractJson_names_over_plain_XML_beside_a_key()
    {
        // The simple format over plain XML.
        var types = new DialectCase(new ContractJsonDialect(), """
            [DataContract]
            public class T0
            {
            [DataMember] public T2 M0 { get; set; }
            [DataMember] public Dictionary<string, List<int>> N0 { get; set; } = new() { ["__type"] = new() { 1 } };
            [DataMember] public Dictionary<string, string> O0 { get; set; } = new() { ["__type"] = "a" };
            }
            [DataContract]
            public class T1
            {
            [DataMember(Name = "a b")] public int A1 { get; set; }
            }
            [DataContract]
            public class T2 : T1
            {
            [DataMember] public int C2 { get; set; }
            }
            """, 0, 0, 2, 0, 0, 0, 4);
        var finding = types.Write(root =>
        {
            root.M0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.M0.C2 = 3;
            return root;
        });
        types.Excuses("names that no element of XML can have", finding);
        types.DoesNotExcuse(types.As(finding, ">3<", ">4<"));
        types.DoesNotExcuse(types.As(finding, ">a<", ">b<"));
    }

    [Theory]
    [InlineData("a comma at the end of an object that is followed by more is taken", """[{"q":-0},{"q":"},","A0":2,},null]""")]
    [InlineData("text behind the element in the string of a node is refused", """[{"A0":2,"B0":"<a b=\"1\"><d>t<\/d><\/a>:"}]""")]
    public void ContractJson_what_is_read_in_a_list(string reason, string document)
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[CollectionDataContract]\npublic class T0 : List<T1>\n{\n}\n[DataContract]\npublic class T1\n{\n[DataMember] public int A0 { get; set; }\n[DataMember] public XmlElement B0 { get; set; }\n}\n");
        var finding = types.Read(document);
        types.Excuses(reason, finding);
        string another = document.Replace(":2,", ":3,", StringComparison.Ordinal);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(types.AsIfOf(finding, document.Replace(":2,", ":x,", StringComparison.Ordinal)));
        else
            types.DoesNotExcuse(types.AsIfOf(finding, another));
    }

    [Fact]
    public void ContractJson_names_over_plain_XML_beside_a_type_without_a_namespace()
    {
        // Types are always told.
        var types = new DialectCase(new ContractJsonDialect(), """
            [DataContract(Namespace = "")]
            public class T0
            {
            [DataMember] public int A0 { get; set; }
            [DataMember] public Dictionary<string, T0> B0 { get; set; }
            }
            """, 0, 0, 2, 2, 0, 0, 4);
        var finding = types.Write(root =>
        {
            root.B0 = (dynamic)Activator.CreateInstance(typeof(Dictionary<,>).MakeGenericType(typeof(string), ((object)root).GetType()))!;
            root.B0["\""] = (dynamic)Activator.CreateInstance(((object)root).GetType())!;
            return root;
        });
        types.Excuses("names that no element of XML can have", finding);
        types.DoesNotExcuse(types.As(finding, ">0<", ">1<"));
        types.DoesNotExcuse(types.As(finding, " __type=\"T0\"", ""));
    }
}
