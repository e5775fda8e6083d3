using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// Serializers of the framework's: where they are told of, where not, and what the code fix makes of code that holds them in other ways
/// than the pages show.
/// </summary>
public class OriginalsAnalyzerTests
{
    const string Xml = "using System.Xml.Serialization;\n";

    [Theory]
    // kept by the framework
    [InlineData(Xml + "class C { object M() => new XmlSerializer(typeof(int)); }")]
    [InlineData(Xml + "class C { object M() => new XmlSerializer(typeof(int), \"urn:x\"); }")]
    // made once
    [InlineData(Xml + "class C { static readonly XmlSerializer s = new(typeof(int), new XmlRootAttribute(\"x\")); }")]
    [InlineData(Xml + "class C { static XmlSerializer S { get; } = new(typeof(int), new XmlRootAttribute(\"x\")); }")]
    [InlineData(Xml
        + "class C { static readonly Lazy<XmlSerializer> s = new(() => new XmlSerializer(typeof(int), new XmlRootAttribute(\"x\"))); }")]
    [InlineData(Xml
        + "class C { static readonly object s; static C() { s = new XmlSerializer(typeof(int), new XmlRootAttribute(\"x\")); } }")]
    // one of the user's
    [InlineData("class BinaryFormatter; class C { object M() => new BinaryFormatter(); }")]
    [InlineData("using System.Runtime.Serialization.Formatters.Binary;\nclass C { string M() => \"BinaryFormatter\"; /* BinaryFormatter */ }")]
    [InlineData("class C { int SoapFormatter; int M() => SoapFormatter + this.SoapFormatter; }")]
    public async Task Not_told(string code) => Assert.Empty(await new Analyzed(code, usesIsomer: false).IdsAsync());

    [Theory]
    [InlineData("ISO0102", Xml + "class C { object M() => new XmlSerializer(typeof(int), new[] { typeof(string) }); }")]
    // one for each object
    [InlineData("ISO0102", Xml + "class C { readonly XmlSerializer s = new(typeof(int), new XmlRootAttribute(\"x\")); }")]
    [InlineData("ISO0102",
        Xml + "class C { readonly Lazy<XmlSerializer> s = new(() => new XmlSerializer(typeof(int), new XmlRootAttribute(\"x\"))); }")]
    [InlineData("ISO0102", Xml + "class C { static Func<object> s = () => new XmlSerializer(typeof(int), new XmlAttributeOverrides()); }")]
    [InlineData("ISO0101", "class C { object M() => new System.Runtime.Serialization.Formatters.Binary.BinaryFormatter(); }")]
    [InlineData("ISO0105", "class C { void M(NetDataContractSerializer s) { } }")]
    [InlineData("ISO0106", "class C { List<SoapFormatter> s = []; }")]
    public async Task Told(string id, string code) => Assert.Equal([id], await new Analyzed(code, usesIsomer: false).IdsAsync());

    /// <summary>All in all files, with whatever stands around; a file that imports Isomer already does not do so again.</summary>
    [Fact]
    public async Task All_in_a_solution_are_changed_at_once()
    {
        string[] after = await Fixed.AllAsync(
            [
                "// Licence\nusing System.Runtime.Serialization;\n\nclass A\n{\n    DataContractSerializer? _one = new DataContractSerializer(typeof(int)), _two;\n    DataContractSerializer[] All(DataContractSerializer x) => [x, new(typeof(long))];\n}\n",
                "using System.Runtime.Serialization;\nusing Isomer;\nusing Other;\n\nclass B : List<DataContractSerializer>\n{\n    object M(object o) => o is DataContractSerializer d ? d : (System.Runtime.Serialization.DataContractSerializer)o;\n}\nnamespace Other { }\n",
                "class C\n{\n    // none here\n}\n",
            ], "ISO0103");
        Assert.Equal(
            "// Licence\nusing System.Runtime.Serialization;\nusing Isomer;\n\nclass A\n{\n    ContractXmlSerializer? _one = new ContractXmlSerializer(typeof(int)), _two;\n    ContractXmlSerializer[] All(ContractXmlSerializer x) => [x, new(typeof(long))];\n}\n",
            after[0]);
        Assert.Equal(
            "using System.Runtime.Serialization;\nusing Isomer;\nusing Other;\n\nclass B : List<ContractXmlSerializer>\n{\n    object M(object o) => o is ContractXmlSerializer d ? d : (ContractXmlSerializer)o;\n}\nnamespace Other { }\n",
            after[1]);
        Assert.Equal("class C\n{\n    // none here\n}\n", after[2]);
        foreach (string text in after[..2])
            Assert.Empty(new Analyzed(text, usesIsomer: false).Errors);
    }

    [Theory]
    [InlineData("class C\n{\n    object M() => new System.Xml.Serialization.XmlSerializer(typeof(int), new System.Xml.Serialization.XmlRootAttribute(\"x\"));\n}\n",
        "using Isomer;\n\nclass C\n{\n    object M() => new IsomerXmlSerializer(typeof(int), new System.Xml.Serialization.XmlRootAttribute(\"x\"));\n}\n")]
    [InlineData("using System.Xml.Serialization;\n\nclass C\n{\n    XmlSerializer S { get; } = new(typeof(int), new XmlRootAttribute(\"x\"));\n}\n",
        "using System.Xml.Serialization;\nusing Isomer;\n\nclass C\n{\n    IsomerXmlSerializer S { get; } = new(typeof(int), new XmlRootAttribute(\"x\"));\n}\n")]
    [InlineData("using System.Xml.Serialization;\n\nclass C\n{\n    XmlSerializer Make()\n    {\n        return new XmlSerializer(typeof(int), new XmlRootAttribute(\"x\"));\n    }\n}\n",
        "using System.Xml.Serialization;\nusing Isomer;\n\nclass C\n{\n    IsomerXmlSerializer Make()\n    {\n        return new IsomerXmlSerializer(typeof(int), new XmlRootAttribute(\"x\"));\n    }\n}\n")]
    public async Task What_an_XmlSerializer_is_put_into_is_declared_anew(string before, string after)
    {
        Assert.Equal(after, await Fixed.OneAsync(before, "ISO0102"));
        Assert.Equal(after, await Fixed.AllAsync(before, "ISO0102"));
        Assert.Empty(new Analyzed(after, usesIsomer: false).Errors);
    }
}
