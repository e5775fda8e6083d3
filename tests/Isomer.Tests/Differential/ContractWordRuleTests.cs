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

    [Fact]
    public void A_class_of_a_queue_is_refused_where_it_is_null()
    {
        var types = new DialectCase(new ContractXmlDialect(ContractXmlForm.Text),
            Types("[DataMember] public T1 A0 { get; set; }", "public class T1 : Queue<int>\n{\n}\n"));
        var finding = types.Write(root => root);
        types.Excuses("a class that derives from a queue or a stack is refused also where it is null", finding);
        types.DoesNotExcuse(finding with { Ours = new Outcome(null, new NotSupportedException("Type 'C0.T0' cannot be written.")) });
    }

    [Theory]
    [InlineData("a byte order mark is passed over", "", "", "\ufeff{\"B0\":2}")]
    [InlineData("a date where a TimeOnly is expected is refused", "[DataMember] public TimeOnly A0 { get; set; }", "",
        """{"A0":"2020-01-02T03:04:05","B0":2}""")]
    [InlineData("a number that an enum cannot hold is refused", "[DataMember] public T1 A0 { get; set; }", "public enum T1 : byte { E0 }\n",
        """{"A0":300,"B0":2}""")]
    public void ContractJson_what_is_read(string reason, string members, string further, string document)
    {
        var types = new DialectCase(new ContractJsonDialect(), Types(members, further));
        var finding = types.Read(document);
        types.Excuses(reason, finding);
        if (finding.Difference == "only ours refuses")
            types.DoesNotExcuse(types.AsIfOf(finding, """{"B0":"x"}"""));
    }
}
