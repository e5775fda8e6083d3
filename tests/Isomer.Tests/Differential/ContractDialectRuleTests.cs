using System.Text;
using System.Xml;
using Isomer.Tests.Formats;
using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules for contracts excuse their case, and not a fault beside it (<see cref="DialectRuleTests"/>).</summary>
public class ContractDialectRuleTests
{
    const string Nil = "xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"",
        Start = $"<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' {Nil}>";

    const string Keeps = """
        [DataContract]
        public class T0 : IExtensibleDataObject
        {
        [DataMember] public string B0 { get; set; }
        [DataMember] public string C0 { get; set; }
        public ExtensionDataObject ExtensionData { get; set; }
        }
        """;

    static dynamic Make(object root, string name) => Activator.CreateInstance(root.GetType().Assembly.GetType("C0." + name)!)!;

    [Fact]
    public void A_member_again_needs_no_known_type()
    {
        static DialectCase Types(string further) => new(new ContractXmlDialect(ContractXmlForm.Text), $$"""
            [DataContract]{{further}}
            public class T0
            {
            [DataMember] public T2 M0 { get; set; }
            [DataMember] public object N0 { get; set; }
            }
            [DataContract]
            public class T1
            {
            [DataMember] public T4 A1 { get; set; }
            }
            [DataContract]
            public class T2 : T1
            {
            [DataMember] public new T3 A1 { get; set; }
            [DataMember] public string B2 { get; set; }
            }
            [DataContract]
            public class T3
            {
            [DataMember] public int C3 { get; set; }
            }
            [DataContract]
            public class T4
            {
            [DataMember] public int D4 { get; set; }
            }
            [DataContract]
            public class T5
            {
            [DataMember] public int E5 { get; set; }
            }
            """);
        object Value(dynamic root, bool holdsAnother)
        {
            root.M0 = Make(root, "T2");
            root.M0.A1 = Make(root, "T3");
            root.M0.B2 = "b";
            if (holdsAnother)
                root.N0 = Make(root, "T5");
            return root;
        }

        var types = Types("");
        var finding = types.Write(root => Value(root, false));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "C3>0<", "C3>1<"));
        // As if ours had written what is unknown elsewhere, too.
        var known = Types("[KnownType(typeof(T5))]").Write(root => Value(root, true));
        Assert.Equal("only the original refuses", known.Difference);
        types.DoesNotExcuse(types.Write(root => Value(root, true)) with { Ours = known.Ours, Difference = known.Difference });
    }

    /// <summary>Where the interface of a collection is declared, the collection that stands there is missed.</summary>
    [Fact]
    public void A_member_again_needs_no_known_collection()
    {
        static DialectCase Types(string declared) => new(new ContractXmlDialect(ContractXmlForm.Text), $$"""
            public class T0
            {
            public T2 M0 { get; set; }
            public object N0 { get; set; }
            public int O0 { get; set; }
            }
            public class T1
            {
            public T0 A1 { get; set; }
            }
            public class T2 : T1
            {
            public new {{declared}} A1 { get; set; }
            }
            """);
        object Value(dynamic root, object? beside)
        {
            root.M0 = Make(root, "T2");
            root.M0.A1 = new List<int> { 1 };
            root.N0 = beside;
            return root;
        }

        var types = Types("IList<int>");
        var finding = types.Write(root => Value(root, null));
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type", finding);
        types.DoesNotExcuse(types.As(finding, "O0>0<", "O0>1<"));
        types.DoesNotExcuse(types.As(finding, "int>1<", "int>2<"));
        var array = types.Write(root =>
        {
            root.M0 = Make(root, "T2");
            root.M0.A1 = new[] { 1 };
            return root;
        });
        Assert.Equal("only the original refuses", array.Difference);
        types.Excuses("a member that a derived class has again with another type needs no known type", array);
        types.DoesNotExcuse(types.As(array, "int>1<", "int>2<"));
        // As if ours had written what is unknown elsewhere.
        var other = types.Write(root => Value(root, new List<long> { 1 }));
        Assert.NotNull(other.Ours!.Refusal);
        types.DoesNotExcuse(other with { Ours = finding.Ours, Difference = "only the original refuses" });
    }

    static byte[] InBinary(string document)
    {
        var root = new XmlDocument { PreserveWhitespace = true };
        root.LoadXml(document);
        using var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
            root.DocumentElement!.WriteTo(writer);
        return stream.ToArray();
    }

    /// <summary>The same over a reader of the caller's.</summary>
    [Fact]
    public void White_space_behind_kept_elements_through_a_binary_reader()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 0, 0, 0, 0, 1, XmlWays.DictionaryBinary);
        const string Document = $"{Start}<A0><q y='1' xmlns='urn:p'/> </A0><B0>b</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("white space between kept elements is no text", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">b<", ">c<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("y='1'", "y='2'", StringComparison.Ordinal)));
    }

    /// <summary>White space that is text in binary: with references kept, what it stands in is counted without it.</summary>
    [Fact]
    public void White_space_behind_kept_elements_in_binary()
    {
        const string Reason = "white space between kept elements is no text",
            Document = $"{Start}<A0 z:Id='5' xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><p:q p:x='' y='1' xmlns:p='urn:p'/> </A0><B0>b</B0></T0>";
        foreach (bool preserves in (bool[])[false, true])
        {
            var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), Keeps, 0, 0, preserves ? 3 : 0);
            var finding = types.Read(InBinary(Document));
            types.Excuses(preserves ? "an empty element in an unknown one is written in one tag + " + Reason : Reason, finding);
            types.DoesNotExcuse(types.AsIfOf(finding, InBinary(Document.Replace(">b<", ">c<", StringComparison.Ordinal))));
            types.DoesNotExcuse(types.AsIfOf(finding, InBinary(Document.Replace("y='1'", "y='2'", StringComparison.Ordinal))));
            types.DoesNotExcuse(types.As(finding, "</A0>", "<r/></A0>"));
        }
    }

    [Fact]
    public void A_required_member_that_is_left_out_before_a_refusal()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0
            {
            [DataMember(IsRequired = true, EmitDefaultValue = false)] public string A0 { get; set; }
            [DataMember] public T1 B0 { get; set; }
            }
            public class T1 : IXmlSerializable
            {
            public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) => throw new ArgumentException("told");
            public void ReadXml(XmlReader r) => r.Skip();
            }
            """);
        var finding = types.Write(root =>
        {
            root.B0 = Make(root, "T1");
            return root;
        }) with
        { Difference = "an exception of another kind" };
        Assert.Equal("told", finding.Ours!.Refusal!.Message);
        types.Excuses("a required member that is left out is told at the end of its object", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new ArgumentException("another")) });
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new FormatException("told")) });
    }

    [Fact]
    public void Known_types_of_one_name()
    {
        // All types but the root are known.
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "public class T0\n{\npublic int A0 { get; set; }\n}\n[CollectionDataContract(Name = \"c\")]\npublic class T1 : List<int>\n{\n}\n[CollectionDataContract(Name = \"c\")]\npublic class T2 : List<DateTime>\n{\n}\n",
            1, 3, 0, 0);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("known types of one name are refused at first use", finding);
        types.DoesNotExcuse(
            finding with
            {
                Original =
                new Outcome(Encoding.UTF8.GetBytes(finding.Original!.ToString().Replace(">0<", ">1<", StringComparison.Ordinal)), null)
            });
    }

    /// <summary>One of them may be a type of the framework's.</summary>
    [Fact]
    public void Known_types_of_one_name_with_an_array()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "public class T0\n{\npublic int A0 { get; set; }\n}\npublic class T1 : Queue<int>\n{\n}\n", 1, 3, 0, 3, 0);
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("known types of one name are refused at first use", finding);
        types.DoesNotExcuse(finding with { Original = new Outcome("<T0/>"u8.ToArray(), null) });
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("\"\"")]
    public void Nothing_for_a_dictionary_without_a_setter(string nothing)
    {
        // Dictionaries are objects.
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; } = new();\n[DataMember] public double B0 { get; set; }\n}\n",
            0, 0, 2);
        string document = $$"""{"A0":{{nothing}},"B0":NaN}""";
        var finding = types.Read(document);
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("NaN", "1", StringComparison.Ordinal)));
    }

    [Fact]
    public void Sizes_of_kept_elements()
    {
        const string Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'",
            Document =
                $"<T0 z:Id='1' xmlns='http://schemas.datacontract.org/2004/07/C0' {Nil} {Z}><A0><q xmlns='urn:p'>1</q></A0><B0>b</B0></T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps, 0, 0, 3);
        var finding = types.Read(Document);
        types.Excuses("the size of an unknown element is not told", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("</q>", "</q><q xmlns='urn:p'>1</q>", StringComparison.Ordinal)));
    }

    [Fact]
    public void Kept_types_without_a_namespace()
    {
        const string Document = $"{Start}<A0><q i:type='nosuch:T1' xmlns='urn:p'>1</q></A0><B0>b</B0></T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read(Document);
        types.Excuses("an unknown element whose type is in no namespace stays in its own", finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
        types.DoesNotExcuse(types.As(finding, "urn:p", "urn:o"));
        types.DoesNotExcuse(types.As(finding, "\"T1\"", "\"T2\""));
    }

    [Fact]
    public void What_is_no_item_through_a_reader()
    {
        // An XmlReader that gives no white space.
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<int, double> A0 { get; } = new();\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, 4);
        const string Document = $"{Start}<A0 xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:x><a:Key>0</a:Key></a:x></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        Assert.Contains("is an invalid XmlNodeType", finding.Original!.Refusal!.Message, StringComparison.Ordinal);
        types.Excuses("what is no item in a collection without a setter is passed over", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">2<", ">3<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<B0>2</B0>", "", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_reference_to_what_is_kept()
    {
        const string Z = "xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'";
        string document = Start.Replace(">", $" {Z}>", StringComparison.Ordinal)
            + "<A0 z:Id='7'>t</A0><B0>b</B0><C0 z:Ref='7' i:nil='true'/></T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read(document);
        types.Excuses("a reference to what an unknown element holds is refused", finding);
        types.DoesNotExcuse(types.AsIfOf(types.Read(document.Replace("z:Ref='7'", "", StringComparison.Ordinal)), document));
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace("z:Ref='7'", "z:Ref='8'", StringComparison.Ordinal)));
    }

    [Fact]
    public void White_text_that_is_kept()
    {
        const string Reason = "attributes of a kept element that is nil, white space that is its text, and declarations for that are kept",
            Document = $"{Start}<A0> </A0><B0>b</B0></T0>";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Keeps);
        var finding = types.Read(Document);
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, "> <", ">\t<"));
        types.DoesNotExcuse(types.As(types.Read(Document.Replace("<A0> </A0>", "<A0/>", StringComparison.Ordinal)), "<A0/>", "<A0> </A0>"));
        // A member's own text, where an unknown element of its name is white.
        var named = types.Read($"{Start}<A0><B0> </B0></A0><B0></B0></T0>");
        types.Excuses(Reason, named);
        types.DoesNotExcuse(types.As(named, "<B0/>", "<B0> </B0>"));
    }

    [Fact]
    public void Kept_elements_behind_a_member_that_is_left_out()
    {
        const string Reason = "unknown elements behind a member that is left out are kept";
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            public class T0 : IExtensibleDataObject
            {
            [DataMember(EmitDefaultValue = false)] public string A0 { get; set; }
            [DataMember] public string B0 { get; set; }
            public ExtensionDataObject ExtensionData { get; set; }
            }
            """);
        var finding = types.Read($"{Start}<A0 i:nil='true'/><A1><q>1</q></A1><B0>b</B0></T0>");
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.As(finding, ">b<", ">c<"));
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
        types.DoesNotExcuse(types.As(types.Read($"{Start}<A0 i:nil='true'/><B0>b</B0></T0>"), "<B0>", "<A1><q>1</q></A1><B0>"));
    }

    [Fact]
    public void A_prefix_that_is_not_declared_through_a_reader()
    {
        // The reader is binary.
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            "[DataContract]\npublic class T0\n{\n[DataMember] public List<XmlQualifiedName> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 1, 9);
        const string Document = $"{Start}<A0 xmlns:a='http://schemas.microsoft.com/2003/10/Serialization/Arrays'><a:QName>2020-01-02T03:04:05</a:QName></A0><B0>2</B0></T0>";
        var finding = types.Read(Document);
        types.Excuses("a qualified name whose prefix is not declared is refused", finding);
        types.DoesNotExcuse(types.AsIfOf(types.Read(Document.Replace("2020-01-02T03:04:05", "n", StringComparison.Ordinal)), Document));
    }

    [Fact]
    public void Names_over_plain_XML()
    {
        // Settings, known types and tier by default; the fifth way.
        var types = new DialectCase(new ContractJsonDialect(), """
            [DataContract]
            public class T0
            {
            [DataMember] public T2 M0 { get; set; }
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
            """, 0, 0, 0, 0, 0, 0, 4);
        var finding = types.Write(root =>
        {
            root.M0 = Make(root, "T2");
            root.M0.C2 = 3;
            return root;
        });
        types.Excuses("names that no element of XML can have", finding);
        types.DoesNotExcuse(types.As(finding, ">3<", ">4<"));
        types.DoesNotExcuse(types.As(finding, "C2", "C3"));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("[]")]
    public void An_empty_dictionary_where_there_is_none(string empty)
    {
        // The simple format.
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 2);
        string document = $$"""{"A0":{{empty}},"B0":5}""";
        var finding = types.Read(document);
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, document.Replace('5', '6')));
        types.DoesNotExcuse(types.AsIfOf(types.Read("""{"A0":{"k":1},"B0":5}"""), document));
    }

    [Fact]
    public void An_empty_dictionary_where_there_is_none_in_plain_XML()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 2, 0, 0, 0, 4);
        const string Document = "<root type='object'><A0 type='object'/><B0 type='number'>5</B0></root>";
        var finding = types.Read(Document);
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace('5', '6')));
    }

    [Fact]
    public void An_empty_dictionary_of_a_member_that_is_set_elsewhere()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, int> A0 { get; }\n[DataMember] public T1 B0 { get; set; }\n}\n[DataContract]\npublic class T1\n{\n[DataMember] public Dictionary<string, int> A0 { get; set; }\n}\n",
            0, 0, 2);
        var finding = types.Read("""{"A0":{},"B0":{"A0":{}}}""");
        types.Excuses("an empty dictionary is nothing that is lost", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":{},"B0":{}}"""));
        types.DoesNotExcuse(types.AsIfOf(finding, """{"A0":{},"B0":{"A0":{"k":1}}}"""));
    }

    [Fact]
    public void A_dictionary_in_the_other_form_under_an_encoded_name()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember(Name = \"_x0020_A0\")] public Dictionary<Guid, int?> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n");
        const string Document = """{" A0":{"Key":"00112233-4455-6677-8899-aabbccddeeff","Value":0},"B0":5}""";
        var finding = types.Read(Document);
        types.Excuses("a dictionary is read in both forms, and refused where its keys are none", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, """{"B0":"x"}"""));
    }

    [Fact]
    public void An_empty_array_in_plain_XML()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public List<int[]> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n",
            0, 0, 0, 0, 0, 0, 4);
        const string Document = "<root type='object'><A0 type='array'><item type='array'/></A0><B0 type='number'>5</B0></root>";
        var finding = types.Read(Document);
        types.Excuses("an empty element that is an array is an empty array", finding);
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace(">5<", ">6<", StringComparison.Ordinal)));
        types.DoesNotExcuse(types.AsIfOf(finding, Document.Replace("<item type='array'/>", "", StringComparison.Ordinal)));
        // Beside a character that XML has no place for.
        types.Excuses("an empty element that is an array is an empty array",
            types.Read(Document.Replace("</root>", "<C0 type='string'>&#x1;</C0></root>", StringComparison.Ordinal)));
    }

    [Fact]
    public void A_dictionary_in_the_other_form_of_a_blind_class()
    {
        var types = new DialectCase(new ContractJsonDialect(),
            "[DataContract]\npublic class T0\n{\n[DataMember] public Dictionary<string, T1> A0 { get; set; }\n[DataMember] public int B0 { get; set; }\n}\n[DataContract]\npublic class T1\n{\n[DataMember] public int C1 { set => _c = value; }\nprivate int _c;\n}\n");
        var finding = types.Read("""{"A0":{"k":"1"},"B0":5}""");
        types.Excuses("a dictionary is read in both forms, and refused where its values are none", finding);
        types.DoesNotExcuse(types.AsIfOf(types.Read("""{"B0":5}"""), """{"A0":{"k":"1"}}"""));
    }

    [Fact]
    public void A_writer_that_throws_before_a_blind_type_is_met()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Binary), """
            [DataContract]
            [KnownType(typeof(T2))]
            public class T0
            {
            [DataMember] public T1 A0 { get; set; }
            [DataMember] public object B0 { get; set; }
            }
            public class T1 : IXmlSerializable
            {
            public XmlSchema GetSchema() => null;
            public void WriteXml(XmlWriter w) { w.WriteProcessingInstruction("pi", "x"); }
            public void ReadXml(XmlReader r) { r.Skip(); }
            }
            [DataContract]
            public class T2
            {
            [DataMember] public int C2 { set => _c = value; }
            private int _c;
            }
            """);
        var found = types.Write(root =>
        {
            root.A0 = Make(root, "T1");
            return root;
        });
        var finding = found with { Difference = "an exception of another kind" };
        types.Excuses("a known type with a data member without a getter is refused when a value of it is met", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new ArgumentException("another")) });
        // As if a writer of ours had failed there.
        types.DoesNotExcuse(finding with { Ours = Outcome.Of(() => Failing.WriteXml(System.Xml.XmlWriter.Create(new StringBuilder()))) });
    }

    static class Failing
    {
        public static object? WriteXml(System.Xml.XmlWriter writer)
        {
            writer.Dispose();
            throw new NullReferenceException("ours");
        }
    }

    [Fact]
    public void A_known_type_that_is_blind()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), """
            [DataContract]
            [KnownType(typeof(T1))]
            public class T0
            {
            [DataMember] public object A0 { get; set; }
            [DataMember] public int B0 { get; set; }
            }
            [DataContract]
            public class T1
            {
            [DataMember] public int C1 { set => _c = value; }
            private int _c;
            }
            """);
        const string Reason = "a known type with a data member without a getter is refused when a value of it is met";
        var finding = types.Write(root =>
        {
            root.B0 = 5;
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Reason, finding);
        types.DoesNotExcuse(types.As(finding, ">5<", ">6<"));
    }

    [Fact]
    public void A_struct_that_is_blind_where_it_is_declared()
    {
        static DialectCase Types(string declared) => new(new ContractXmlDialect(ContractXmlForm.Text), $$"""
            [DataContract]
            public class T0
            {
            [DataMember] public List<{{declared}}> A0 { get; set; }
            [DataMember] public int B0 { get; set; }
            }
            [DataContract]
            public struct T1
            {
            [DataMember] public int C1 { set => _c = value; }
            private int _c;
            }
            """);
        var types = Types("T1");
        var finding = types.Write(root => root);
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses("a struct with a data member without a getter is refused at first use", finding);
        // As if ours had refused one that nothing declares.
        var elsewhere = Types("int");
        elsewhere.DoesNotExcuse(elsewhere.Write(root => root) with { Ours = finding.Ours, Difference = finding.Difference });
    }
}
