using Isomer.Aot;
using Isomer.Tests.Cli;
using Isomer.Tests.Formats.Contracts;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// The contracts' corpus, 175 types and a thousand values of them, in every format by Native AOT: what it reads and writes again, and
/// what it says of payloads that are cut, is what the ordinary application does. Only what is refused aloud may differ.
/// </summary>
[BeginsEarly]
public class AotCorpusTests
{
    /// <summary>Its order goes by the hashes of texts, which are others in each process.</summary>
    static readonly string[] s_unordered = ["System.Collections.Hashtable"];

    /// <summary>Both are built of these files.</summary>
    static string Project(bool isAot)
    {
        string tests = Path.Combine(Tool.Root, "tests");
        string sources = string.Concat(
            new[] { "Isomer.Aot/Program.cs", "Isomer.Tests/Formats/Contracts/CorpusTypes.cs" }
                .Append(isAot ? "Isomer.Aot/Keys.cs" : "Isomer.Tests/Formats/Contracts/CorpusValues.cs")
                .Select(file => $"""<Compile Include="{Path.Combine(tests, file)}" />"""));
        string properties = isAot
            ? "<PublishAot>true</PublishAot><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>"
            : "<DefineConstants>$(DefineConstants);MAKES</DefineConstants>";
        return PublishedTests.Project(
            properties + "<AllowUnsafeBlocks>true</AllowUnsafeBlocks><LangVersion>14</LangVersion>"
                + PublishedTests.Warns + "<NoWarn>$(NoWarn);CS0618;CS0612;SYSLIB0050;SYSLIB0051;ISO0000</NoWarn>",
            sources);
    }

    /// <summary>
    /// What no shape names, or one of another family, is refused there, or what it is in the ordinary application: nothing is lost in
    /// silence. Two minutes of a machine.
    /// </summary>
    [Fact]
    public void What_no_shape_names_is_refused_by_Native_AOT_or_what_it_is_elsewhere()
    {
        Assert.SkipWhen(Environment.GetEnvironmentVariable("ISOMER_PUBLISH_AOT") is null, "ISOMER_PUBLISH_AOT=1 asks for it");
        using var folder = new TemporaryFolder();
        string source = $"""<Compile Include="{Path.Combine(Tool.Root, "tests", "Isomer.Aot", "Unnamed.cs")}" />""";
        foreach (string name in new[] { "ordinary", "aot" })
        {
            Directory.CreateDirectory(folder[name]);
            folder.Write(Path.Combine(name, "Aot.csproj"), PublishedTests.Project(
                (name == "aot" ? "<PublishAot>true</PublishAot><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>" : "")
                    + PublishedTests.Warns + "<NoWarn>$(NoWarn);CS0618;SYSLIB0050;SYSLIB0051;ISO0000</NoWarn>",
                source));
        }
        var built = PublishedTests.Dotnet("build", folder["ordinary"], "-o", folder["out"]);
        Assert.True(built.Code == 0, built.Output);
        string[] expected = PublishedTests.Run("dotnet", folder[Path.Combine("out", "Aot.dll")]);
        var published = PublishedTests.Dotnet("publish", folder["aot"], "-o", folder["published"]);
        PublishedTests.CheckPublished(published);
        PublishedTests.CheckWarnings(published);
        string[] actual = PublishedTests.Run(folder[Path.Combine("published", OperatingSystem.IsWindows() ? "Aot.exe" : "Aot")]);
        Assert.Equal(expected.Length, actual.Length);
        Assert.True(expected.Length > 400, $"{expected.Length} lines");
        Assert.Equal([], expected.Zip(actual)
            .Where(p => p.First != p.Second && !s_unordered.Any(u => p.First.Contains(u))
                && !p.Second.Contains(": -NotSupportedException: ", StringComparison.Ordinal)
                && !p.Second.Contains(": -ContractRefusedException: ", StringComparison.Ordinal))
            .Select(p => $"expected {p.First}\nactual   {p.Second}"));
        // Both happen.
        Assert.InRange(actual.Count(line => line.Contains("this application was trimmed", StringComparison.Ordinal)), 100, 400);
        Assert.InRange(actual.Count(line => line.Contains(": +", StringComparison.Ordinal)), 50, 400);
    }

    /// <summary>Keys that do not end are refused there, too.</summary>
    static void CheckKeys(string program)
    {
        string[] lines = PublishedTests.Run(program, "keys");
        Assert.Equal(18, lines.Length);
        Assert.All(lines[..16], line => Assert.Contains("Refused as hostile", line, StringComparison.Ordinal));
        Assert.All(lines[16..], line => Assert.EndsWith(": read", line, StringComparison.Ordinal));
    }

    /// <summary>Five minutes of a machine, so only where it is asked for.</summary>
    [Fact]
    public void Native_AOT_reads_and_writes_the_corpus_as_the_ordinary_application_does_and_refuses_keys_that_do_not_end()
    {
        Assert.SkipWhen(Environment.GetEnvironmentVariable("ISOMER_PUBLISH_AOT") is null, "ISOMER_PUBLISH_AOT=1 asks for it");
        using var folder = new TemporaryFolder();
        foreach (string name in new[] { "ordinary", "aot" })
        {
            Directory.CreateDirectory(folder[name]);
            folder.Write(Path.Combine(name, "Roots.cs"), Naming.File(CorpusValues.All().Select(v => v.Type)));
            folder.Write(Path.Combine(name, "Aot.csproj"), Project(name == "aot"));
        }
        var built = PublishedTests.Dotnet("build", folder["ordinary"], "-o", folder["out"]);
        Assert.True(built.Code == 0, built.Output);
        string ordinary = folder[Path.Combine("out", "Aot.dll")], payloads = folder["payloads.txt"];
        File.WriteAllLines(payloads, PublishedTests.Run("dotnet", ordinary, "make"));
        string[] expected = PublishedTests.Run("dotnet", ordinary, "again", payloads);
        Assert.True(expected.Length > 15_000, $"{expected.Length} lines");

        var published = PublishedTests.Dotnet("publish", folder["aot"], "-o", folder["published"]);
        PublishedTests.CheckPublished(published);
        PublishedTests.CheckWarnings(published);
        string program = folder[Path.Combine("published", OperatingSystem.IsWindows() ? "Aot.exe" : "Aot")];
        CheckKeys(program);
        string[] actual = PublishedTests.Run(program, "again", payloads);
        Assert.Equal(expected.Length, actual.Length);
        var different = expected.Zip(actual).Where(p => p.First != p.Second && !s_unordered.Any(u => p.First.Contains(u))).ToArray();
        var refused = different.Where(p => p.Second.Contains(": -NotSupportedException: Type '", StringComparison.Ordinal)
            && p.Second.Contains("this application was trimmed", StringComparison.Ordinal)).ToArray();
        TestContext.Current.SendDiagnosticMessage(
            $"{expected.Length} lines, {refused.Length} refused, executable of {new FileInfo(program).Length:n0} bytes");
        Assert.Equal([], different.Except(refused).Select(p => $"expected {p.First}\nactual   {p.Second}").Take(20));
        // Refused are two: an exception of a class that no declaration names, in Nrbf and in Soap.
        Assert.True(refused.Length <= 2, $"{refused.Length} of {expected.Length} are refused:\n" + string.Join("\n", refused.Take(20)));
    }
}
