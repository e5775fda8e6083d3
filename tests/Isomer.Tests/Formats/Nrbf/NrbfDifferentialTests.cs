using Isomer.Tests.Differential;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Random [Serializable] types and graphs, against BinaryFormatter in one process.</summary>
public class NrbfDifferentialTests(ITestOutputHelper output)
{
    const int Types = 300, Objects = 1500;

    [Fact]
    public void AsBinaryFormatter()
    {
        var dialect = new NrbfDialect();
        new DifferentialRun(dialect, output.WriteLine).Run(250, 5);
        output.WriteLine($"{dialect.TypesWritten.Count:N0} types, {dialect.ObjectsWritten:N0} objects");
        Assert.True(dialect.TypesWritten.Count >= Types && dialect.ObjectsWritten >= Objects,
            $"{dialect.TypesWritten.Count} types, {dialect.ObjectsWritten} objects");
    }
}
