using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Packaging;

/// <summary>
/// A trimmed application loses members that only a serializer uses: nothing of that is silent. The application is really published
/// and trimmed; where the trimmer and the framework for it cannot be had, that part is skipped.
/// </summary>
public class TrimmingTests
{
    const string Program = """
        using Isomer;
        var order = new Order { Id = 1, Line = new Line { Price = 2.50m } };
        Try(() => System.Text.Encoding.UTF8.GetString(Json.Serialize(order)));
        Try(() => Json.Deserialize<Order>("{\"Id\":1,\"Line\":{\"Price\":2.50}}"u8).Line.Price.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Try(() => Compact.Deserialize<Order>(Compact.Serialize(order)).Line.Price.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Try(() => System.Text.Encoding.UTF8.GetString(ContractXml.Serialize(order)));
        Try(() => System.Text.Encoding.UTF8.GetString(Json.Serialize(new[] { 1, 2 })));
        static void Try(Func<string> what)
        {
            try { Console.WriteLine(what()); } catch (NotSupportedException e) { Console.WriteLine("refused: " + e.Message); }
        }
        public class Order { public int Id { get; set; } public Line Line { get; set; } }
        public class Line { public decimal Price { get; set; } }
        """;

    static string Project(string further) => $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><AssemblyName>Trimmed</AssemblyName>
            <PublishTrimmed>true</PublishTrimmed><SelfContained>true</SelfContained><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>
            <SuppressTrimAnalysisWarnings>false</SuppressTrimAnalysisWarnings><NuGetAudit>false</NuGetAudit>
          </PropertyGroup>
          <ItemGroup><Reference Include="{typeof(Json).Assembly.Location}" />{further}</ItemGroup>
        </Project>
        """;

    /// <summary>What the trimmed program prints, a line for each call, and what the compiler and the trimmer warned of.</summary>
    static (string[] Lines, string Warnings) Publish(string further)
    {
        string folder = Directory.CreateTempSubdirectory("isomer-trimmed").FullName;
        try
        {
            File.WriteAllText(Path.Combine(folder, "Trimmed.csproj"), Project(further));
            File.WriteAllText(Path.Combine(folder, "Program.cs"), Program);
            var built = Tool.Execute("dotnet", ["publish", folder, "-c", "Release", "-o", Path.Combine(folder, "out"), "-v", "q", "--nologo"], []);
            Assert.SkipWhen(built.Output.Contains("NU110", StringComparison.Ordinal) || built.Output.Contains("NU130", StringComparison.Ordinal), "the trimmer or its framework cannot be restored here");
            Assert.True(built.Code == 0, built.Output);
            var run = Tool.Execute(Path.Combine(folder, "out", OperatingSystem.IsWindows() ? "Trimmed.exe" : "Trimmed"), [], []);
            Assert.True(run.Code == 0, run.Output);
            return (run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries), built.Output);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void A_trimmed_application_is_refused_types_with_members()
    {
        var (lines, warnings) = Publish("");
        Assert.Equal(5, lines.Length);
        Assert.All(lines[..4], line => Assert.StartsWith("refused: Type 'Order' cannot be serialized: this application was trimmed", line));
        // What has no members has lost none.
        Assert.Equal("[1,2]", lines[4]);
        Assert.Contains("IL2026", warnings, StringComparison.Ordinal);
    }

    [Fact]
    public void An_application_that_keeps_its_types_says_so()
    {
        var (lines, _) = Publish("""<TrimmerRootAssembly Include="Trimmed" /><RuntimeHostConfigurationOption Include="Isomer.MembersAreKept" Value="true" />""");
        Assert.Equal("""{"Id":1,"Line":{"Price":2.50}}""", lines[0]);
        Assert.Equal("2.50", lines[1]);
        Assert.Equal("2.50", lines[2]);
        Assert.Contains("<Line><Price>2.50</Price></Line>", lines[3], StringComparison.Ordinal);
        Assert.Equal("[1,2]", lines[4]);
    }

    public static TheoryData<Type> Facades => [.. typeof(Json).Assembly.GetExportedTypes().Where(t =>
        t.Namespace == "Isomer" && (typeof(XmlObjectSerializer).IsAssignableFrom(t) || t.Name.EndsWith("XmlSerializer", StringComparison.Ordinal)
            || t.GetMethods(BindingFlags.Public | BindingFlags.Static).Any(m => m.IsGenericMethod && (m.Name.StartsWith("Serialize", StringComparison.Ordinal) || m.Name.StartsWith("Deserialize", StringComparison.Ordinal)))))];

    /// <summary>The compiler warns at each call of a facade in an application that is to be trimmed or compiled ahead of time.</summary>
    [Theory]
    [MemberData(nameof(Facades))]
    public void Every_facade_says_that_it_needs_members_and_code(Type facade)
    {
        Assert.NotNull(facade.GetCustomAttribute<RequiresUnreferencedCodeAttribute>());
        Assert.NotNull(facade.GetCustomAttribute<RequiresDynamicCodeAttribute>());
    }

    [Fact]
    public void All_formats_are_among_them() =>
        Assert.Superset(new HashSet<string>(["Json", "Compact", "Protobuf", "ContractXml", "ContractJson", "Xml", "ContractXmlSerializer", "ContractJsonSerializer", "IsomerXmlSerializer"]), Facades.Select(f => f.Data.Name).ToHashSet());
}
