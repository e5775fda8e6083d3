using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>Rules for two types of one contract name (<see cref="DialectRuleTests"/>).</summary>
public class NamesakeRuleTests
{
    const string Types = """
        [DataContract]
        public class T0
        {
        [DataMember] public int A0 { get; set; }
        }
        [DataContract(Name = "T0")]
        public class T1
        {
        [DataMember(IsRequired = true)] public int B1 { get; set; }
        }

        """;

    /// <summary>The original looks among known types first, of which the second one is the only one.</summary>
    [Fact]
    public void The_name_of_the_declared_type()
    {
        var types = new DialectCase(new ContractJsonDialect(), Types, 1, 3, 0, 0, 0, 2);
        var finding = types.Read("""{"__type":"T0:#C0","A0":1}""");
        Assert.Equal("only the original refuses", finding.Difference);
        types.Excuses("the name of the declared type is that of the declared type, also where a known type has it", finding);
        types.DoesNotExcuse(types.As(finding, ">1<", ">2<"));
    }

    /// <summary>Both refuse two known types of one name; ours does through the drop-in, by the exception of contracts.</summary>
    [Fact]
    public void Two_known_types_of_one_name_by_exceptions_of_two_kinds()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Types, 1, 0, 0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        var finding = types.Read("""
            <T0 xmlns="http://schemas.datacontract.org/2004/07/C0" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="T0"/>
            """);
        Assert.IsType<InvalidOperationException>(finding.Original!.Refusal);
        Assert.IsType<System.Runtime.Serialization.InvalidDataContractException>(finding.Ours!.Refusal);
        types.Excuses("known types of one name are refused at first use", finding with { Difference = "an exception of another kind" });
    }

    /// <summary>The original refuses the document before it looks for known types; so does the drop-in without one of them.</summary>
    [Fact]
    public void Two_known_types_of_one_name_before_a_document_that_is_none()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text), Types, 1, 0, 0, 0, 0, 0, 0, 0, 1, XmlWays.Document);
        var finding = types.Read("<T0 xmlns:i=\"http:");
        Assert.IsType<System.Runtime.Serialization.InvalidDataContractException>(finding.Ours!.Refusal);
        types.Excuses("known types of one name are refused at first use", finding with { Difference = "an exception of another kind" });
    }

    /// <summary>
    /// What the original says of two known dictionaries of one name is told through a JSON writer of the caller's, too, which threw its own
    /// refusal of an object without an end in place of that.
    /// </summary>
    [Fact]
    public void Two_known_dictionaries_through_a_json_writer()
    {
        var types = new DialectCase(new ContractJsonDialect(), """
            public class T0
            {
            public object A0 { get; set; }
            public int B0 { get; set; }
            }

            """, 1, 0, 3, 2, 0, 0, 0, 0, 3, 2, 0, 6);
        var finding = types.Write(root =>
        {
            root.A0 = Activator.CreateInstance(root.GetType());
            return root;
        });
        Assert.Equal("only the original refuses", finding.Difference);
        Assert.Contains("cannot be added to list of known types", finding.Original!.Refusal!.Message, StringComparison.Ordinal);
        types.Excuses("two known collections of the same items are taken", finding);
    }
}
