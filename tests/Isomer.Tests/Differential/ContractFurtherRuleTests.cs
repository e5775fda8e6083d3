using System.Reflection;
using System.Runtime.Serialization;
using System.Text;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules of contracts that the evening runs of 2026-11-27 asked for (<see cref="DialectRuleTests"/>).</summary>
public class ContractFurtherRuleTests
{
    const string Contracts = "http://schemas.datacontract.org/2004/07/C0",
        Instance = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"",
        Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'",
        Arrays = "xmlns:q='http://schemas.microsoft.com/2003/10/Serialization/Arrays'",
        Start = $"<T0 xmlns='{Contracts}' {Instance} {Z} {Arrays}>",
        Null = "what follows a collection without a setter that holds null is taken for one by the original",
        Again = "a member that a derived class has again with another type needs no known type",
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

    [Fact]
    public void An_element_without_a_node_where_a_type_parameter_is_declared()
    {
        var types = new DialectCase(Xml, """
            [DataContract]
            public class T0
            {
            [DataMember] public T1<System.Xml.Linq.XElement> A0 { get; set; }
            [DataMember] public int B0 { get; set; }
            }
            [DataContract]
            public class T1<T>
            {
            [DataMember] public T A1 { get; set; }
            [DataMember] public int B1 { get; set; }
            }
            """);
        var finding = types.Read($"{Start}<A0><A1 i:nil='false'/><B1>1</B1></A0><B0>2</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an element without one in it is null where a node is declared", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, "<A1 i:nil=\"true\"/>", "<A1><x xmlns=''/></A1>"));
    }

    [Fact]
    public void Known_collections_of_the_same_items()
    {
        // All types but the root are known, and List<object>.
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic object A0 { get; set; }\npublic int B0 { get; set; }\n}\npublic class T1 : List<object>\n{\n}\npublic class T2\n{\n}\n",
            1, 3, 0, 0, 3, 1);
        var finding = types.Write(root =>
        {
            root.A0 = (dynamic)Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T2")!)!;
            root.B0 = 2;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("two known collections of the same items are taken", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void Known_types_of_one_name_beside_what_is_refused()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic int A0 { get; set; }\n}\n[CollectionDataContract(Name = \"c\")]\npublic class T1 : List<int>\n{\n}\n[CollectionDataContract(Name = \"c\")]\npublic class T2 : List<DateTime>\n{\n}\n",
            1, 3, 0, 0);
        var finding = types.Read($"{Start}<A0>x</A0></T0>") with { Difference = "an exception of another kind" };
        Assert.NotNull(finding.Original!.Refusal);
        types.Excuses("known types of one name are refused at first use", finding);
        var read = types.Read($"{Start}<A0>1</A0></T0>");
        types.DoesNotExcuse(finding with { Document = read.Document });
    }

    [Fact]
    public void Known_types_of_one_name_beside_a_member_without_a_setter()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic List<T3> A0 { get; set; } = new();\n}\npublic class T1 : List<int?>\n{\n}\npublic class T2 : Queue<int?>\n{\n}\n[DataContract]\npublic class T3\n{\n[DataMember] public int A3 { get; } = 7;\n}\n",
            1, 3, 0, 0, 3);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(
            "known types of one name are refused at first use + a data member without a setter is refused at first use", finding);
        types.DoesNotExcuse(finding with { Original = new Outcome("<T0/>"u8.ToArray(), null) });
    }

    [Fact]
    public void A_collection_of_interfaces_that_a_derived_class_has_again()
    {
        var types = new DialectCase(Xml, """
            [KnownType(typeof(T1))]
            public class T0
            {
            public HashSet<IList<int?>> A0 { get => _ofA0 ??= new HashSet<IList<int?>>(); }
            private HashSet<IList<int?>> _ofA0;
            }
            public class T1 : T0
            {
            public new IDictionary<string, IList<int>> A0;
            public int B1 { get; set; }
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            made.A0 = new Dictionary<string, IList<int>>();
            made.B1 = 2;
            return made;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Again, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void A_collection_without_a_setter_that_a_derived_class_has_again()
    {
        // References are kept.
        var types = new DialectCase(Xml, """
            [KnownType(typeof(T1))]
            public class T0
            {
            public IEnumerable<int?> A0 { get; } = new List<int?> { 1 };
            }
            public class T1 : T0
            {
            public new uint A0 { get; set; }
            public int B1 { get; set; }
            }
            """, 0, 0, 3);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            made.B1 = 2;
            return made;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Again, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void An_interface_over_a_field_that_hides_a_member()
    {
        var types = new DialectCase(Xml, """
            [KnownType(typeof(T1))]
            public class T0
            {
            public int A0;
            }
            public class T1 : T0
            {
            public new IList<bool> A0 { get => _ofA0 ??= new List<bool>(); }
            public int B1 { get; set; }
            private IList<bool> _ofA0;
            }
            """);
        var finding = types.Write(root =>
        {
            dynamic made = Activator.CreateInstance(((object)root).GetType().Assembly.GetType("C0.T1")!)!;
            made.B1 = 2;
            return made;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Again, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void A_kept_value_that_is_none_of_its_enum()
    {
        var types = new DialectCase(Xml, Keeps + "\npublic enum T1 : byte\n{\nE0,\n}\n", 1, 3, 0);
        var finding = types.Read($"{Start}<A0 i:type='T1'>0</A0><B0>b</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a value that is kept is its text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
    }

    /// <summary>A property without a setter that is no collection is no member, and becomes none.</summary>
    [Fact]
    public void What_follows_a_collection_that_holds_null_beside_what_is_no_member()
    {
        var types = new DialectCase(Xml, """
            public class T0
            {
            public T1 A4 { get; set; }
            public int B0 { get; set; }
            public bool Y0 { get; }
            public ArraySegment<int> Y1 { get; }
            public XmlElement Y2 { get; }
            public IList<int> Z0 { get; }
            }
            public record struct T1
            {
            }
            """);
        var finding = types.WriteItems();
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Null, finding);
        types.DoesNotExcuse(types.As(finding, ">0<", ">1<"));
    }

    [Fact]
    public void What_follows_an_interface_that_holds_null_where_references_are_kept()
    {
        var types = new DialectCase(Xml,
            "[DataContract]\npublic class T0\n{\n[DataMember] public int B0 { get; set; }\n[DataMember] public IList<T0> Z0 { get; }\n}\n",
            0, 0, 3);
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
        types.Excuses(Null, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    /// <summary>The original reads it, and fails where it writes what it has read.</summary>
    [Fact]
    public void What_is_read_with_a_collection_that_holds_null()
    {
        var types = new DialectCase(Xml, """
            [DataContract]
            public class T0
            {
            [DataMember] public List<T0> A0 { get; set; }
            [DataMember] public int B0 { get; set; }
            [DataMember] public double[] Z0 { get; }
            }
            """);
        var finding = types.Read($"{Start}<A0><T0><Z0 i:nil='true'/></T0><T0 i:nil='true'/></A0><B0>2</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Null, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    /// <summary>A list is written without its identity then.</summary>
    [Fact]
    public void A_list_that_follows_a_collection_without_a_setter_that_holds_null()
    {
        var types = new DialectCase(Xml, """
            [KnownType(typeof(T1))]
            public class T0
            {
            public IList<List<List<T1>>> Z0 { get; }
            public int B0 { get; set; }
            }
            public class T1 : T0
            {
            }
            """, 0, 0, 3);
        var finding = types.Write(root =>
        {
            var type = ((object)root).GetType().Assembly.GetType("C0.T1")!;
            var inner = typeof(List<>).MakeGenericType(type);
            var outer = (System.Collections.IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(inner))!;
            var filled = (System.Collections.IList)Activator.CreateInstance(inner)!;
            filled.Add(Activator.CreateInstance(type));
            outer.Add(filled);
            outer.Add(Activator.CreateInstance(inner));
            var items = (System.Collections.IList)Activator.CreateInstance(typeof(List<>).MakeGenericType(outer.GetType()))!;
            items.Add(outer);
            root.GetType().GetField("<Z0>k__BackingField", BindingFlags.NonPublic | BindingFlags.Instance)!.SetValue(root, items);
            root.B0 = 2;
            return root;
        });
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses(Null, finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, " z:Id=\"4\"", " z:Id=\"9\""));
    }

    [Fact]
    public void A_prefix_that_means_another_namespace_than_the_kept_text_says()
    {
        var types = new DialectCase(Xml,
            "[DataContract]\npublic class T0 : IExtensibleDataObject\n{\n[DataMember] public XmlQualifiedName A0 { get; set; }\n[DataMember] public int B0 { get; set; }\npublic ExtensionDataObject ExtensionData { get; set; }\n}\n");
        var finding = types.Read($"{Start}<A0 xmlns:q='{Contracts}' xmlns:a='urn:q' i:type='q:int' xmlns=''>a:n</A0><B0>2</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("attributes of a kept element that is nil, white space that is its text, and declarations for that are kept", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, "i:type=\"b:int\"", "i:type=\"a:int\""));
    }

    [Fact]
    public void An_identity_of_no_characters_at_what_is_passed_over()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic Dictionary<string, int> A0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Read(
            $"{Start}<A0><q:KeyValueOfstringint><q:Key>a</q:Key><q:Value>1</q:Value><q:Value z:Id=''>3</q:Value></q:KeyValueOfstringint></A0><B0>2</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("what is passed over may say anything of nil and identities", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    /// <summary>In elements of many names, beside a key that is white space.</summary>
    [Fact]
    public void White_space_as_text_around_entries_that_hold_two_values()
    {
        var types = new DialectCase(Xml,
            "public class T0\n{\npublic Dictionary<string, T0> A0 { get; set; }\npublic int B0 { get; set; }\n}\n", 0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        const string Value = "<q:Value xmlns:c='http://schemas.datacontract.org/2004/07/C0'> <c:A0> <q:KeyValueOfstringT02Yi3Wezb> <q:Key> </q:Key> <q:Value> <c:B0>4</c:B0> </q:Value> </q:KeyValueOfstringT02Yi3Wezb> </c:A0> <c:B0>3</c:B0> </q:Value>";
        var finding = types.Read(
            $"{Start} <A0> <q:KeyValueOfstringT02Yi3Wezb> <q:Key> </q:Key> {Value} {Value} </q:KeyValueOfstringT02Yi3Wezb> </A0> <B0>2</B0> </T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("white space that a reader gives as text", finding);
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
        types.DoesNotExcuse(types.As(finding, ">4<", ">5<"));
    }

    [Fact]
    public void White_space_within_a_kept_element_beneath_one_with_an_attribute()
    {
        var types = new DialectCase(Xml, Keeps);
        var finding = types.Read($"{Start}<A0 x='1'><C0> <C0/> </C0></A0><B0>b</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("white space between kept elements is no text", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "x=\"1\"", "x=\"2\""));
    }

    [Fact]
    public void A_type_deep_in_a_kept_element_whose_prefix_is_declared_outside()
    {
        var types = new DialectCase(Xml, Keeps);
        var finding = types.Read(
            $"{Start}<e xmlns:b='{Contracts}'><q:f><q:g><q:h i:type='b:T0'><b:B0>2</b:B0></q:h><q:h i:nil='true'/></q:g></q:f></e><B0>b</B0></T0>");
        Assert.Equal("the bytes differ", finding.Difference);
        types.Excuses("the type of an element in an unknown one keeps its namespace", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">2<", ">3<"));
    }

    [Fact]
    public void A_kept_collection_that_tells_another_size()
    {
        var types = new DialectCase(Xml, Keeps, 0, 0, 3);
        var finding = types.Read(
            $"{Start.Replace("<T0", "<T0 z:Id='1'", StringComparison.Ordinal)}<A0 z:Id='2' z:Size='4'><q:int>1</q:int><q:int>3</q:int></A0><B0>b</B0></T0>");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a collection that tells another size than it has is read as it is", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">3<", ">4<"));
    }

    [Theory]
    [InlineData("_sign>-1<", "_sign>-2<")]
    [InlineData("_size>2<", "_size>3<")]
    [InlineData("_tail>0<", "_tail>1<")]
    public void States_that_no_object_has(string right, string wrong)
    {
        var types = new DialectCase(Xml, "public class T0\n{\npublic Queue<int> A0 { get; set; }\npublic System.Numerics.BigInteger C0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        string document = Encoding.UTF8.GetString((byte[])types.Write(root =>
        {
            root.A0 = new Queue<int>([1, 2]);
            root.C0 = -System.Numerics.BigInteger.Pow(2, 70);
            root.B0 = 2;
            return root;
        }).Ours!.Result!);
        Assert.Contains(right, document, StringComparison.Ordinal);
        var finding = types.Read(document.Replace(right, wrong, StringComparison.Ordinal));
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("<B0>2<", "<B0>x<", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_part_of_no_array_that_begins_within_it()
    {
        var types = new DialectCase(Xml, "public class T0\n{\npublic ArraySegment<int> A0 { get; set; }\npublic int B0 { get; set; }\n}\n",
            0, 0, 3);
        var finding = types.Read(
            $"{Start}<A0 xmlns:a='http://schemas.datacontract.org/2004/07/System'><a:_array z:Id='2' z:Size='3' i:nil='true'><q:int>1</q:int></a:_array><a:_count>1</a:_count><a:_offset>1</a:_offset></A0><B0>2</B0></T0>");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
    }

    [Fact]
    public void ContractJson_states_that_no_object_has()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic Queue<int> A0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Read("""{"A0":{"_array":[1,2],"_head":0,"_size":2,"_tail":1,"_version":1},"B0":2}""");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(States, finding);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":null,"B0":"x"}"""));
    }

    [Fact]
    public void ContractJson_lists_of_an_interface_of_no_collection()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "public class T0\n{\npublic List<IReadOnlyList<object>> A0 { get; set; }\npublic int B0 { get; set; }\n}\n");
        var finding = types.Write(root =>
        {
            root.A0 = new List<IReadOnlyList<object>> { new object[] { 1 } };
            root.B0 = 2;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("arrays are written where an interface of no collection is declared", finding);
        types.DoesNotExcuse(types.As(finding, "\"B0\":2", "\"B0\":3"));
        types.DoesNotExcuse(types.As(finding, "[1]", "[2]"));
    }

    /// <summary>Over a text the place of a refusal is one of characters.</summary>
    [Fact]
    public void ContractJson_what_is_no_JSON_behind_names_beyond_ASCII()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public int B0 { get; set; }\n[DataMember(Name = \"éééA0\")] public object A0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 2);
        var finding = types.Read("""{"B0":2,"éééA0":{"ééééA0":7922816251426433 7593543950335}}""");
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("what is no JSON is refused", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"B0":x,"éééA0":{"ééééA0":1}}"""));
    }

    /// <summary>A [Serializable] class has fields: the property that hides one is none of the members.</summary>
    [Fact]
    public void ContractJson_a_dictionary_that_a_derived_class_hides()
    {
        var types = new DialectCase(new ContractJsonDialect(), """
            [Serializable]
            [KnownType(typeof(T1))]
            public class T0
            {
            public Dictionary<Guid, int> A0;
            public int B0;
            }
            [Serializable]
            public class T1 : T0
            {
            public new bool A0 { get; }
            }
            """);
        const string Document = """{"__type":"T1:#C0","A0":{"a":1},"B0":2,"<A0>k__BackingField":true}""";
        var finding = types.Read(Document);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("a dictionary is read in both forms, and refused where its keys are none", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(":2,", ":\"x\",", StringComparison.Ordinal).Replace("""{"a":1}""", "[]", StringComparison.Ordinal)));
    }
}
