using Xunit;

namespace Isomer.Tests.Differential;

/// <summary>
/// Random contracts, values, options and edited documents against the framework's serializers in one process.
/// </summary>
public class ContractDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void Text() => new DifferentialRun(new ContractXmlDialect(ContractXmlForm.Text), output.WriteLine).Run(100);

    [Fact]
    public void Binary() => new DifferentialRun(new ContractXmlDialect(ContractXmlForm.Binary), output.WriteLine).Run(120);

    [Fact]
    public void Json() => new DifferentialRun(new ContractJsonDialect(), output.WriteLine).Run(120);
}
