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
        Try(() =>
        {
            var mapping = new System.Xml.Serialization.SoapReflectionImporter().ImportTypeMapping(typeof(Flat));
            var text = new StringWriter();
            new IsomerXmlSerializer(mapping).Serialize(text, new Flat { Price = 2.50m });
            return text.ToString().ReplaceLineEndings(" ");
        });
        static void Try(Func<string> what)
        {
            try { Console.WriteLine(what()); } catch (NotSupportedException e) { Console.WriteLine("refused: " + e.Message); }
        }
        public class Order { public int Id { get; set; } public Line Line { get; set; } }
        public class Line { public decimal Price { get; set; } }
        public class Flat { public decimal Price { get; set; } }
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
        Assert.Equal(6, lines.Length);
        Assert.All(lines[..4], line => Assert.StartsWith("refused: Type 'Order' cannot be serialized: this application was trimmed", line));
        // What has no members has lost none.
        Assert.Equal("[1,2]", lines[4]);
        // By a mapping of the framework's importer no model is made, which would ask: the SOAP encoding asks by itself.
        Assert.StartsWith("refused: Type 'Flat' cannot be serialized: this application was trimmed", lines[5]);
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
        Assert.Contains(">2.50</Price>", lines[5], StringComparison.Ordinal);
    }

    static readonly Assembly[] Libraries = [typeof(Json).Assembly, typeof(AspNetCore.WebFormat).Assembly];

    /// <summary>Methods that carry a value of any type: generic ones, and those that are given its type, or object, and a place to write to or read from.</summary>
    static bool Carries(MethodBase method) =>
        (method.IsGenericMethodDefinition && method.GetGenericArguments().Any(a => method.GetParameters().Any(p => p.ParameterType == a) || (method as MethodInfo)?.ReturnType == a))
        || (method.GetParameters().Any(p => p.ParameterType == typeof(Type) || p.ParameterType == typeof(object)) && method.Name is var name
            && Array.Exists(["Serialize", "Deserialize", "Read", "Write", "Copy", "Of", "Load", "Save", ".ctor"], word => name.StartsWith(word, StringComparison.Ordinal)));

    /// <summary>Those that need no members, and why.</summary>
    static readonly Dictionary<string, string> Without = new()
    {
        ["FormatterRename"] = "names types and members, and carries none",
        ["JsonTokenWriter"] = "a scalar, or a node",
        ["NrbfClassRecord"] = "gives what was read",
        ["SoapFault"] = "holds a detail, which the format writes",
        ["Node"] = "a scalar directly; of anything else a trimmed application is told by name when it asks",
        ["NodeValue"] = "a scalar",
        ["Scalars"] = "tells what a type is",
    };

    static IEnumerable<Type> Exported => Libraries.SelectMany(a => a.GetExportedTypes()).Where(t => !t.IsInterface && !t.IsEnum && !typeof(Attribute).IsAssignableFrom(t) && !typeof(Delegate).IsAssignableFrom(t));

    static IEnumerable<MethodBase> CarriersOf(Type type) =>
        type.GetMembers(BindingFlags.Public | BindingFlags.Static | BindingFlags.Instance | BindingFlags.DeclaredOnly).OfType<MethodBase>()
            // What takes numbers of fixed width alone needs nothing of them.
            .Where(m => Carries(m) && !(m.IsGenericMethodDefinition && m.GetGenericArguments().All(a => (a.GenericParameterAttributes & GenericParameterAttributes.NotNullableValueTypeConstraint) != 0)));

    static bool Warns(MemberInfo member) => member.IsDefined(typeof(RequiresUnreferencedCodeAttribute), false) && member.IsDefined(typeof(RequiresDynamicCodeAttribute), false);

    /// <summary>The compiler warns at each call of a facade in an application that is to be trimmed or compiled ahead of time.</summary>
    [Fact]
    public void Every_facade_says_that_it_needs_members_and_code() => Assert.Empty(Exported.Where(t => !Warns(t) && !Without.ContainsKey(t.Name))
        .SelectMany(CarriersOf).Where(m => !Warns(m)).Select(m => $"{m.DeclaringType}.{m.Name}").Distinct());

    /// <summary>A reason that nothing needs any more is an error too.</summary>
    [Fact]
    public void Reasons_are_needed() => Assert.All(Without.Keys, name => Assert.Contains(Exported, t => t.Name == name && !Warns(t) && CarriersOf(t).Any(m => !Warns(m))));

    [Fact]
    public void All_formats_are_among_them() => Assert.Superset(
        new HashSet<string>([
            "Json", "Compact", "Protobuf", "ContractXml", "ContractJson", "Xml", "Nrbf", "Soap", "Format", "DeepCopy", "Tables", "DataXml",
            "ContractXmlSerializer", "NetContractXmlSerializer", "ContractJsonSerializer", "IsomerXmlSerializer", "IsomerXmlSerializerFactory", "IsomerBinaryFormatter", "IsomerSoapFormatter",
            "HttpClientExtensions", "IsomerContent", "CustomFormat`1", "ClassFormat`1", "ClassFormat`2", "StructFormat`3", "Values`2",
            "IsomerServices", "IsomerResults", "IsomerResult`1", "IsomerBody`1", "WebFormat",
        ]),
        Exported.Where(Warns).Select(t => t.Name).ToHashSet());
}
