using Isomer.Fuzz.Running;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Inputs that tests/Isomer.Fuzz found to break a promise, each named by its target and the promise: kept now, on every way.
/// </summary>
public class RegressionTests
{
    static readonly string s_folder = Path.Combine(AppContext.BaseDirectory, "regressions");

    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(s_folder, "*.bin").Select(f => Path.GetFileName(f)).Order(StringComparer.Ordinal)];

    [Theory, MemberData(nameof(Files))]
    public void Its_promise_is_kept(string file) => Assert.Empty(Regressions.Broken(Path.Combine(s_folder, file)));
}
