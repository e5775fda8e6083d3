using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Rules of contracts that collections of other classes than the declared ones, read-only types and references of classes asked for
/// (<see cref="DialectRuleTests"/>).
/// </summary>
public class ContractWiderRuleTests
{
    static ContractXmlDialect Xml => new(ContractXmlForm.Text);

    static dynamic Make(object root, string name) => Activator.CreateInstance(root.GetType().Assembly.GetType("C0." + name)!)!;

    [Fact]
    public void Entries_of_a_dictionary_of_another_class()
    {
        var types = new DialectCase(new ContractJsonDialect(), """
            public class T0
            {
            public Dictionary<string, T1> A0 { get; set; }
            }
            public class T1
            {
            public int B1 { get; set; }
            }
            public class T2 : Dictionary<string, T1>
            {
            }
            """);
        var finding = types.Write(root =>
        {
            root.A0 = Make(root, "T2");
            root.A0.Add("k", Make(root, "T1"));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("entries of a dictionary of another class than the declared one are those of the declared one", finding);
        types.DoesNotExcuse(types.As(finding, "\"B1\":0", "\"B1\":1"));
        types.DoesNotExcuse(types.As(finding, "\"Key\"", "\"key\""));
    }

    [Fact]
    public void Items_of_a_collection_of_another_class()
    {
        var types = new DialectCase(new ContractJsonDialect(), """
            public class T0
            {
            public List<T1> A0 { get; set; }
            public object B0 { get; set; }
            }
            public class T1
            {
            public int B1 { get; set; }
            }
            public class T2 : List<T1>
            {
            }
            """);
        var finding = types.Write(root =>
        {
            root.A0 = Make(root, "T2");
            root.A0.Add(Make(root, "T1"));
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("items of a collection of another class than the declared one need not be known", finding);
        types.DoesNotExcuse(types.As(finding, "\"__type\":\"T1:#C0\",", ""));
    }

    const string ReadOnly = """
        [DataContract]
        public class T0
        {
        [DataMember] public string A0 { get; }
        [DataMember] public string B0 { get; set; }
        public string C0 { get => B0; set => B0 = value; }
        }
        """;

    [Fact]
    public void A_member_without_a_setter_is_passed_over()
    {
        const string Reason = "a member without a setter under SerializeReadOnlyTypes is passed over at reading";
        var json = new DialectCase(new ContractJsonDialect(), ReadOnly, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9);
        var read = json.Read("""{"A0":null,"B0":"b"}""");
        Assert.Equal("only the original refuses", read.Difference);
        json.Excuses(Reason, read);
        json.DoesNotExcuse(json.As(read, "<B0>b", "<B0>c"));
        var xml = new DialectCase(Xml, ReadOnly, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9);
        var taken = xml.Read("<T0 xmlns='http://schemas.datacontract.org/2004/07/C0' xmlns:i='http://www.w3.org/2001/XMLSchema-instance'><A0 i:nil='true'/><B0>b</B0></T0>");
        Assert.Equal("only the original refuses", taken.Difference);
        xml.Excuses(Reason, taken);
        xml.DoesNotExcuse(xml.As(taken, "<B0>b", "<B0>c"));
    }

    const string Required = "a type with references and required members is refused where it is declared";

    static DialectCase Referred(string attributes, string declared) => new(Xml, $$"""
        [DataContract]{{attributes}}
        public class T0
        {
        [DataMember] public {{declared}} A0 { get; set; }
        [DataMember] public string B0 { get; set; }
        }
        [DataContract(IsReference = true)]
        public class T1
        {
        [DataMember(IsRequired = true)] public int A1 { get; set; }
        }
        """);

    [Fact]
    public void A_type_with_references_and_required_members_that_is_known()
    {
        var types = Referred("[KnownType(typeof(T1))]", "object");
        var finding = types.Write(root =>
        {
            root.A0 = 1;
            root.B0 = "b";
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses(Required, finding);
        types.DoesNotExcuse(types.As(finding, "<B0>b", "<B0>c"));
    }

    [Fact]
    public void A_type_with_references_and_required_members_that_is_declared()
    {
        var types = Referred("", "T1");
        var finding = types.Write(root =>
        {
            root.B0 = "b";
            return root;
        });
        Assert.Equal("only ours refuses", finding.Difference);
        types.Excuses(Required, finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("another")) });
        var met = types.Write(root =>
        {
            root.A0 = Make(root, "T1");
            return root;
        });
        Assert.Equal("none", met.Difference);
    }
}
