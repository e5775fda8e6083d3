using System.Diagnostics;
using System.Text.RegularExpressions;
using Isomer.Analyzers.Ahead;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Ahead;

/// <summary>
/// samples/Aot built, published and run in each way that an application can be: the same bytes of every format come out of the ordinary
/// one and out of Native AOT, where no
/// code can be made. Where the compiler for that, or the platform's linker, cannot be had, that part is skipped.
/// </summary>
[BeginsEarly]
public partial class PublishedTests
{
    /// <summary>What a program has no attribute for: see samples/Aot/Program.cs.</summary>
    const string Unknown = "Json Unknown: ";

    internal static string Project(string properties, string sources, string items = "") => $"""
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable><AssemblyName>Aot</AssemblyName>
            <NuGetAudit>false</NuGetAudit><InvariantGlobalization>true</InvariantGlobalization><IsomerShapes>true</IsomerShapes><IsomerTool>dotnet "{Tool.Dll}"</IsomerTool>
            <CppCompilerAndLinker Condition="!Exists('/usr/bin/clang')">gcc</CppCompilerAndLinker>
            {properties}
          </PropertyGroup>
          <ItemGroup><Reference Include="{typeof(Json).Assembly.Location}" />{sources}{items}</ItemGroup>
          <Import Project="{Path.Combine(Tool.Root, "src", "Isomer", "build", "Isomer.targets")}" />
        </Project>
        """;

    static string Sample => $"""<Compile Include="{Path.Combine(Tool.Root, "samples", "Aot")}/*.cs" />""";

    internal static ToolResult Dotnet(params string[] arguments) =>
        Tool.Execute("dotnet", [.. arguments, "-c", "Release", "-v", "q", "--nologo"], [], minutes: 40);

    internal static string[] Run(string program, params string[] arguments)
    {
        var run = Tool.Execute(program, arguments, []);
        Assert.True(run.Code == 0, run.Output + run.Error);
        return run.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    /// <summary>The lines of the ordinary application, built once; with and without ready shapes they are the same.</summary>
    static readonly Lazy<string[]> s_ordinary = new(() =>
    {
        using var folder = new TemporaryFolder();
        folder.Write("Aot.csproj", Project("", Sample));
        var built = Dotnet("build", folder.Path, "-o", folder["out"]);
        Assert.True(built.Code == 0, built.Output);
        string[] ready = Run("dotnet", folder[Path.Combine("out", "Aot.dll")]);
        File.Delete(folder[Path.Combine("out", "Aot.Isomer.dll")]);
        Assert.Equal(Run("dotnet", folder[Path.Combine("out", "Aot.dll")]), ready);
        return ready;
    });

    /// <summary>Where all warnings of a publish are shown, each by itself and those of calls of Isomer among them.</summary>
    internal const string Warns = "<TrimmerSingleWarn>false</TrimmerSingleWarn>";

    /// <summary>
    /// An application that publishes sees no line about the library itself, whose members the trimmer and the ahead-of-time compiler
    /// name first; of the calls in the application there are some, which shows that lines would be seen.
    /// </summary>
    internal static void CheckWarnings(ToolResult built)
    {
        string[] warnings = [.. built.Output.Split('\n').Where(l => Warning().IsMatch(l))];
        Assert.Contains(warnings, l => l.Contains("IL2026", StringComparison.Ordinal));
        Assert.Equal([], warnings.Where(l => OfIsomer().IsMatch(l)).Take(20));
    }

    [GeneratedRegex(@"warning IL\d{4}")]
    private static partial Regex Warning();

    // Batches are in the file of shapes; Isomer.Aot is the application of AotCorpusTests.
    [GeneratedRegex(@"warning IL\d{4}: (Isomer\.(?!Aot\.)|Batches\.)|Isomer\.dll.*warning IL\d{4}|[/\\]src[/\\]Isomer[/\\].*warning IL")]
    private static partial Regex OfIsomer();

    internal static void CheckPublished(ToolResult built)
    {
        Assert.SkipWhen(
            built.Code != 0 && new[] { "NU110", "NU130", "linker" }.Any(w => built.Output.Contains(w, StringComparison.Ordinal)),
            "what publishes so cannot be had here: " + built.Output);
        Assert.True(built.Code == 0, built.Output);
    }

    static string[] Publish(string properties)
    {
        using var folder = new TemporaryFolder();
        folder.Write("Aot.csproj",
            Project(properties + "<UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>" + Warns, Sample));
        var watch = Stopwatch.StartNew();
        var built = Dotnet("publish", folder.Path, "-o", folder["out"]);
        CheckPublished(built);
        CheckWarnings(built);
        string program = folder[Path.Combine("out", OperatingSystem.IsWindows() ? "Aot.exe" : "Aot")];
        TestContext.Current.SendDiagnosticMessage(
            $"{properties}: published in {watch.Elapsed.TotalSeconds:f0} s, {new FileInfo(program).Length:n0} bytes");
        return Run(program);
    }

    /// <summary>Of what has no shape members may be gone: it is refused, with what to do.</summary>
    static void CheckUnknown(string[] lines) => Assert.Contains(lines,
        l => l.StartsWith(Unknown + "refused: Type 'Unknown' cannot be serialized: this application was trimmed",
            StringComparison.Ordinal));

    /// <summary>Two to five minutes of a machine, so only where it is asked for.</summary>
    [Fact]
    public void Native_AOT_writes_and_reads_what_the_ordinary_application_does()
    {
        Assert.SkipWhen(Environment.GetEnvironmentVariable("ISOMER_PUBLISH_AOT") is null, "ISOMER_PUBLISH_AOT=1 asks for it");
        string[] lines = Publish("<PublishAot>true</PublishAot>");
        Assert.Equal(s_ordinary.Value.Where(l => !l.StartsWith(Unknown, StringComparison.Ordinal)),
            lines.Where(l => !l.StartsWith(Unknown, StringComparison.Ordinal)));
        CheckUnknown(lines);
        Assert.True(lines.Length > 50, $"{lines.Length}");
    }

    [Fact]
    public void So_does_one_that_is_trimmed_into_a_single_file()
    {
        string[] lines =
            Publish("<PublishTrimmed>true</PublishTrimmed><PublishSingleFile>true</PublishSingleFile><SelfContained>true</SelfContained>");
        Assert.Equal(s_ordinary.Value.Where(l => !l.StartsWith(Unknown, StringComparison.Ordinal)),
            lines.Where(l => !l.StartsWith(Unknown, StringComparison.Ordinal)));
        CheckUnknown(lines);
    }

    const string Program = """
        using Isomer;
        if (args.Length > 0) Console.WriteLine(System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported);
        try { Console.WriteLine(System.Text.Encoding.UTF8.GetString(Json.Serialize(new Order { Id = 7 }))); } catch (NotSupportedException e) { Console.WriteLine("refused: " + e.Message); }
        [IsomerShape(Families = ShapeFamilies.Plain)] public class Order { public int Id { get; set; } }
        """;

    /// <summary>
    /// The tool does not run while nothing changes, and does when something has; old shapes beside new types are told where no code can
    /// be made, and passed over where it can.
    /// </summary>
    [Fact]
    public void Shapes_are_made_again_when_types_change_and_old_ones_are_not_obeyed()
    {
        using var folder = new TemporaryFolder();
        string shapes = folder[Path.Combine("out", "Aot.Isomer.dll")], app = folder[Path.Combine("out", "Aot.dll")];
        const string Without = """<RuntimeHostConfigurationOption Include="System.Runtime.CompilerServices.RuntimeFeature.IsDynamicCodeSupported" Value="false" />""";
        void Build(string items = "")
        {
            // Not written again where it says the same: a project that is newer than what was built of it is built anew.
            string project = Project("", "", items);
            if (!File.Exists(folder["Aot.csproj"]) || File.ReadAllText(folder["Aot.csproj"]) != project)
                folder.Write("Aot.csproj", project);
            var built = Dotnet("build", folder.Path, "-o", folder["out"]);
            Assert.True(built.Code == 0, built.Output);
        }

        folder.Write("Program.cs", Program);
        Build();
        byte[] first = File.ReadAllBytes(shapes);
        Assert.Equal(["True", """{"Id":7}"""], Run("dotnet", app, "x"));
        Build();
        Assert.Equal(first, File.ReadAllBytes(shapes));

        folder.Write("Program.cs",
            Program.Replace("public int Id", "public string? Name { get; set; } public int Id", StringComparison.Ordinal));
        Build(Without);
        Assert.NotEqual(first, File.ReadAllBytes(shapes));
        Assert.Equal(["False", """{"Name":null,"Id":7}"""], Run("dotnet", app, "x"));

        File.WriteAllBytes(shapes, first);
        Assert.StartsWith(
            "refused: Aot.Isomer: the Plain shape of 'Order' is not obeyed: 'Order' is not what it was. Code cannot be made while this program runs",
            Run("dotnet", app)[0]);
        Build();
        File.WriteAllBytes(shapes, first);
        Assert.Equal("""{"Name":null,"Id":7}""", Run("dotnet", app)[0]);
    }

    /// <summary>
    /// A property for all projects of a solution says it of a library, too, which may hand over nothing by itself. The application has
    /// the shapes of what the library's generic code hands on, makes them again when a type of the library changes, and a clean takes
    /// them away.
    /// </summary>
    [Fact]
    public void A_library_makes_no_file_of_its_own()
    {
        using var folder = new TemporaryFolder();
        foreach (string part in (string[])["app", "lib"])
            Directory.CreateDirectory(folder[part]);
        folder.Write("lib/Lib.csproj", Project("", "").Replace("<OutputType>Exe</OutputType>", "", StringComparison.Ordinal)
            .Replace("<AssemblyName>Aot</AssemblyName>", "", StringComparison.Ordinal));
        folder.Write("app/Aot.csproj", Project("", """<ProjectReference Include="../lib/Lib.csproj" />"""));
        folder.Write("app/Program.cs",
            "using Isomer; Lib.Store.Save(new Lib.Part()); System.Console.WriteLine(ReadyMade.Serves(typeof(Lib.Part), ShapeFamilies.Plain));");
        string app = folder[Path.Combine("app", "bin", "Release", "net10.0", "Aot.dll")], shapes = Path.ChangeExtension(app, ".Isomer.dll");
        byte[]? before = null;
        foreach (string member in (string[])["public int A { get; set; }", "public int A { get; set; } public string? B { get; set; }"])
        {
            folder.Write("lib/Store.cs", $$"""
                namespace Lib;
                public class Part { {{member}} }
                public static class Store { public static string Save<T>(T value) => Isomer.Json.ToText(value); }
                """);
            var built = Dotnet("build", folder["app"]);
            Assert.True(built.Code == 0, built.Output);
            Assert.Equal(["True"], Run("dotnet", app));
            byte[] made = File.ReadAllBytes(shapes);
            Assert.NotEqual(before, made);
            before = made;
        }
        Assert.Empty(Directory.GetFiles(folder["lib"], "Lib.Isomer.dll", SearchOption.AllDirectories));
        Assert.Equal(0, Dotnet("clean", folder["app"]).Code);
        Assert.Empty(Directory.GetFiles(folder["app"], "*.Isomer.dll", SearchOption.AllDirectories));
    }

    const string Alone = """
        using Isomer;
        byte[] bytes = Json.Serialize(new Order { Id = 7, Lines = { new Line { Price = 1.50m } } });
        Console.WriteLine(System.Text.Encoding.UTF8.GetString(Json.Serialize(Json.Deserialize<Order>(bytes))));
        #if TABLES
        Refused(() => Json.Serialize(new System.Data.DataTable("T")));
        #endif
        Console.WriteLine(Json.Beautify("[1]").Replace(Environment.NewLine, ""));
        Refused(() => Json.Serialize(7, JsonOptions.FastJson));
        Refused(() => Json.Serialize(7, new JsonOptions { FastJsonRules = new() }));
        static void Refused(Func<byte[]> what) { try { what(); Console.WriteLine("written"); } catch (NotSupportedException e) { Console.WriteLine(e.Message); } }
        [IsomerShape(Families = ShapeFamilies.Plain)] public class Order { public int Id { get; set; } public List<Line> Lines { get; set; } = []; }
        public class Line { public decimal Price { get; set; } public DateTime? When { get; set; } public Dictionary<string, int>? Tags { get; set; } }
        """;

    static readonly string[] s_alone =
    [
        """{"Id":7,"Lines":[{"Price":1.50,"When":null,"Tags":null}]}""",
        "[   1]",
        "JsonOptions.FastJson cannot be used: this application was built with <IsomerFastJson>false</IsomerFastJson>. Take that out of its project.",
        "JsonOptions.FastJson cannot be used: this application was built with <IsomerFastJson>false</IsomerFastJson>. Take that out of its project.",
    ];

    const string LeftOut = "<IsomerTables>false</IsomerTables><IsomerFastJson>false</IsomerFastJson>";

    [Fact]
    public void What_an_application_leaves_out_is_refused_by_name_in_its_ordinary_build_too()
    {
        using var folder = new TemporaryFolder();
        folder.Write("Program.cs", Alone);
        folder.Write("Aot.csproj", Project(LeftOut + "<DefineConstants>$(DefineConstants);TABLES</DefineConstants>", ""));
        var built = Dotnet("build", folder.Path, "-o", folder["out"]);
        Assert.True(built.Code == 0, built.Output);
        Assert.Equal(
            [
                s_alone[0],
                "'System.Data.DataTable' cannot be used: this application was built with <IsomerTables>false</IsomerTables>. " +
                    "Take that out of its project.",
                .. s_alone[1..],
            ],
            Run("dotnet", folder[Path.Combine("out", "Aot.dll")]));
    }

    /// <summary>
    /// 6.5 MB on 2026-11-27; what names a DataTable has 8 MB more of System.Data. With the package's analyzers, as here, calls whose types
    /// have shapes do not warn, and those with options of their own do. Half a minute of a machine.
    /// </summary>
    [Fact]
    public void Native_AOT_of_Json_alone_is_small()
    {
        Assert.SkipWhen(Environment.GetEnvironmentVariable("ISOMER_PUBLISH_AOT") is null, "ISOMER_PUBLISH_AOT=1 asks for it");
        using var folder = new TemporaryFolder();
        folder.Write("Program.cs", Alone);
        folder.Write("Aot.csproj",
            Project(LeftOut + "<PublishAot>true</PublishAot><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>"
                + Warns, "", $"<Analyzer Include=\"{typeof(CallInterceptor).Assembly.Location}\" />"));
        var built = Dotnet("publish", folder.Path, "-o", folder["out"]);
        CheckPublished(built);
        CheckWarnings(built);
        Assert.DoesNotContain("Json.Deserialize", built.Output, StringComparison.Ordinal);
        string program = folder[Path.Combine("out", OperatingSystem.IsWindows() ? "Aot.exe" : "Aot")];
        Assert.Equal(s_alone, Run(program));
        Assert.InRange(new FileInfo(program).Length, 1_000_000, 7_500_000);
    }
}
