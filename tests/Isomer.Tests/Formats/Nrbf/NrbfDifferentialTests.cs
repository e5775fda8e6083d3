using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.Nrbf;

/// <summary>Random [Serializable] types and graphs, against BinaryFormatter in one process.</summary>
public class NrbfDifferentialTests(ITestOutputHelper output)
{
    [Fact]
    public void AsBinaryFormatter() => new DifferentialRun(new NrbfDialect(), output.WriteLine).Run(250, 5);
}
