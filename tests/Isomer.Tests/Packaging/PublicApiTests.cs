using System.Reflection;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Packaging;

/// <summary>
/// What others build on is written down beside each library and changes only on purpose. `ISOMER_UPDATE_API=1` writes it anew;
/// docs/versioning.md says what a removed or changed line means for the version.
/// </summary>
public class PublicApiTests
{
    [Theory]
    [InlineData("Isomer", typeof(Json))]
    [InlineData("Isomer.AspNetCore", typeof(AspNetCore.WebFormat))]
    public void What_others_see_is_what_is_written_down(string project, Type type)
    {
        string path = Path.Combine(Tool.Root, "src", project, "PublicApi.txt");
        string[] now = PublicApi.Of(type.Assembly);
        if (Environment.GetEnvironmentVariable("ISOMER_UPDATE_API") == "1")
            File.WriteAllText(path, string.Join('\n', now) + "\n");
        string[] before = File.ReadAllLines(path);
        string[] difference = [.. before.Except(now).Select(l => "- " + l), .. now.Except(before).Select(l => "+ " + l)];
        Assert.True(difference.Length == 0,
            $"The public API is not what {Path.GetRelativePath(Tool.Root, path)} says:\n{string.Join('\n', difference)}\n"
            + "If it is to be so: ISOMER_UPDATE_API=1 dotnet run --project tests/Isomer.Tests -c Release -- -class Isomer.Tests.Packaging.PublicApiTests, and read docs/versioning.md on what it does to the version.");
        Assert.Equal(now, before);
    }

    public abstract class Sample<T> where T : class, new()
    {
        protected Sample(int count = 3) => Count = count;
        public int Count { get; protected set; }
        public required string? Name { get; init; }
        public string? this[int index] => null;
        public abstract bool Try(in T value, out string text);
        protected internal virtual IReadOnlyList<int?>? All(params string[] names) => null;
        internal void Hidden() { }
        private protected void AlsoHidden() { }
        public enum Kind : byte { One = 1 }
        public const string Word = "w";
        public static readonly object Empty = new();
        public event Action? Changed { add { } remove { } }
    }

    /// <summary>The text tells what a caller could notice: a missing piece here would be a change that no test sees.</summary>
    [Fact]
    public void The_text_tells_what_a_caller_can_notice()
    {
        const string Name = "Isomer.Tests.Packaging.PublicApiTests.Sample<T>";
        string[] lines = [
            .. PublicApi.Of(Assembly.GetExecutingAssembly()).Where(l => l.Contains("PublicApiTests.Sample", StringComparison.Ordinal))
                .Select(l => l.Replace(Name, "S", StringComparison.Ordinal))];
        Assert.Equal(
            [
                "S.Count { get; protected set; } -> int", "S.Kind.One = 1", "S.new(int count = 3)", "S[int index]",
                "abstract S.Try(in T value, out string text) -> bool", "abstract class S where T : class, new()",
                "const S.Word = \"w\" -> string", "enum(byte) S.Kind",
                "event S.Changed -> Action", "required S.Name { get; init; } -> string?", "static readonly S.Empty -> object",
                "virtual S.All(params string[] names) -> IReadOnlyList<int?>?",
            ], lines.Select(l => l.Replace("S.Item[int index] { get; } -> string?", "S[int index]", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal));
    }
}
