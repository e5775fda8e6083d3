using Isomer.Tests.Cli;
using Isomer.Tests.Formats.OfProtobuf;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Runs the tests of unloading in a fresh process, where no other test has been.</summary>
[JudgedAlone("contexts that the collector has yet to let go")]
public class UnloadProcessTests
{
    [Theory]
    [InlineData(typeof(UnloadTests), 18)]
    [InlineData(typeof(ProtobufUnload), 3)]
    public void Contexts_unload(Type tests, int count)
    {
        var run =
            Tool.Execute("dotnet", [typeof(UnloadTests).Assembly.Location, "-noColor", "-explicit", "only", "-class", tests.FullName!], []);
        Assert.True(run.Code == 0, run.Output);
        Assert.Contains($"Total: {count}, Errors: 0, Failed: 0, Skipped: 0, Not Run: 0", run.Output, StringComparison.Ordinal);
    }
}
