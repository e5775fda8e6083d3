using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// A dictionary that has entries already is added to: one without a setter, as the original has it, and one that Fill is given. A key that
/// is there is refused, and the others are taken.
/// </summary>
public class FilledMapTests
{
    // One without a contract is made by its constructor.
    public class Holder
    {
        public Dictionary<string, int> D { get; } = new() { ["a"] = 1 };
    }

    static string Entries(string key) =>
        $"""<D xmlns:a="http://schemas.microsoft.com/2003/10/Serialization/Arrays"><a:KeyValueOfstringint><a:Key>{key}</a:Key><a:Value>2</a:Value></a:KeyValueOfstringint></D>""";

    [Theory]
    [InlineData("a", false)]
    [InlineData("b", true)]
    public void Without_a_setter(string key, bool isTaken)
    {
        const string Namespace = "http://schemas.datacontract.org/2004/07/Isomer.Tests.Formats.Contracts";
        string document = $"<FilledMapTests.Holder xmlns='{Namespace}'>{Entries(key)}</FilledMapTests.Holder>";
        var oracle = new ContractOracle("x");
        oracle.CheckRead('x', document, typeof(Holder));
        oracle.Done();
        if (isTaken)
            Assert.Equal(2, ContractXml.FromText<Holder>(document)!.D.Count);
        else
            Assert.Contains("same key", Assert.Throws<WireFormatException>(() => ContractXml.FromText<Holder>(document)).Message,
                StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(ContractXmlForm.Text)]
    [InlineData(ContractXmlForm.Binary)]
    public void That_Fill_is_given(ContractXmlForm form)
    {
        var options = new ContractXmlOptions { Form = form };
        byte[] document = ContractXml.Serialize(new Dictionary<string, int> { ["b"] = 2 }, options);
        var target = new Dictionary<string, int> { ["a"] = 1 };
        ContractXml.Fill(target, document, options);
        Assert.Equal(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, target);
        Assert.Throws<WireFormatException>(() => ContractXml.Fill(target, document, options));
    }

    [Fact]
    public void ContractJson_that_Fill_is_given()
    {
        byte[] document = ContractJson.Serialize(new Dictionary<string, int> { ["b"] = 2 });
        var target = new Dictionary<string, int> { ["a"] = 1 };
        ContractJson.Fill(target, document);
        Assert.Equal(new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 }, target);
        Assert.Throws<WireFormatException>(() => ContractJson.Fill(target, document));
    }
}
