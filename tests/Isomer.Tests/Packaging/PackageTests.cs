using System.IO.Compression;
using System.Reflection.Metadata;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using Isomer.Tests.Cli;
using Xunit;

namespace Isomer.Tests.Packaging;

/// <summary>What `dotnet pack` makes: what is in the packages, and that fresh projects of each kind work with nothing but them.</summary>
[BeginsEarly]
public partial class PackageTests(Packed packed) : IClassFixture<Packed>
{
    static string[] Names(ZipArchive archive) => [.. archive.Entries.Select(e => e.FullName)];

    static string Text(ZipArchive archive, string name)
    {
        using var reader = new StreamReader(archive.GetEntry(name)!.Open());
        return reader.ReadToEnd();
    }

    static byte[] Bytes(ZipArchive archive, string name)
    {
        using var all = new MemoryStream();
        using (Stream stream = archive.GetEntry(name)!.Open())
            stream.CopyTo(all);
        return all.ToArray();
    }

    [Fact]
    public void The_library_has_documentation_the_tool_and_the_targets_and_depends_on_nothing()
    {
        using ZipArchive archive = packed.Open("Isomer.0*.nupkg");
        string[] names = Names(archive);
        foreach (string name in new[] { "lib/net10.0/Isomer.dll", "lib/net10.0/Isomer.xml", "buildTransitive/Isomer.targets",
            "tools/net10.0/isomer-shapes.dll", "tools/net10.0/isomer-shapes.runtimeconfig.json", "analyzers/dotnet/cs/Isomer.Analyzers.dll",
            "analyzers/dotnet/cs/Isomer.Analyzers.CodeFixes.dll" })
            Assert.Contains(name, names);
        // The tool takes the package's library: a second one would be twice the size, and might be another.
        Assert.Single(names, n => n.EndsWith("/Isomer.dll", StringComparison.Ordinal) && n.StartsWith("lib/", StringComparison.Ordinal));
        Assert.DoesNotContain("tools/net10.0/Isomer.dll", names);
        Assert.DoesNotContain(Nuspec(archive).Descendants(), e => e.Name.LocalName == "dependency");
    }

    /// <summary>It uses what is internal to the library: another version of that may have none of it.</summary>
    [Fact]
    public void The_package_for_the_web_asks_for_the_library_of_its_own_version()
    {
        using ZipArchive archive = packed.Open("Isomer.AspNetCore.0*.nupkg");
        XElement nuspec = Nuspec(archive);
        string version = nuspec.Descendants().Single(e => e.Name.LocalName == "version").Value;
        XElement asked = Assert.Single(nuspec.Descendants(), e => e.Name.LocalName == "dependency");
        Assert.Equal(("Isomer", $"[{version}]"), (asked.Attribute("id")!.Value, asked.Attribute("version")!.Value));
    }

    static XElement Nuspec(ZipArchive archive)
    {
        using Stream stream = archive.Entries.Single(e => e.FullName.EndsWith(".nuspec", StringComparison.Ordinal)).Open();
        return XDocument.Load(stream).Root!;
    }

    [Theory]
    [InlineData("Isomer.0*.nupkg")]
    [InlineData("Isomer.AspNetCore.0*.nupkg")]
    [InlineData("Isomer.Cli.0*.nupkg")]
    public void Each_says_what_it_is_under_which_licence_with_a_readme_without_dead_links(string package)
    {
        using ZipArchive archive = packed.Open(package);
        XElement metadata = Nuspec(archive).Elements().Single(e => e.Name.LocalName == "metadata");
        string Of(string name) => metadata.Elements().Single(e => e.Name.LocalName == name).Value;
        Assert.Equal("MIT", Of("license"));
        Assert.NotEqual("Package Description", Of("description"));
        byte[] icon = Bytes(archive, Of("icon"));
        Assert.True(icon.AsSpan(1).StartsWith("PNG"u8));
        Assert.InRange(icon.Length, 200, 10_000);
        string readme = Text(archive, Of("readme"));
        Assert.StartsWith("# ", readme, StringComparison.Ordinal);
        Assert.DoesNotContain("<!--", readme, StringComparison.Ordinal);
        Assert.All(Link().Matches(readme), l => Assert.Matches("^(https?:|#)", l.Groups[1].Value));
        // No place of the machine that made it is in what people install.
        Assert.DoesNotContain(Tool.Root, readme, StringComparison.Ordinal);
    }

    /// <summary>
    /// Where the repository is told, links lead there: asked of the target alone, for a package is not made again for it.
    /// </summary>
    [Fact]
    public void Links_lead_to_the_repository_where_it_is_told()
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["src/Some"]);
        foreach (string file in new[] { "Directory.Build.props", "Directory.Build.targets", "icon.png" })
            File.Copy(Path.Combine(Tool.Root, "src", file), folder[Path.Combine("src", file)]);
        folder.Write("Directory.Build.props", "<Project />");
        Directory.CreateDirectory(folder["docs"]);
        folder.Write("docs/page.md",
            "# Page\n[a](b.md), [c](../README.md#d), [e](https://example.org/), [f](#g); 100% `[x](y);$(Z)`\n<!-- repository -->\nhidden\n<!-- /repository -->\n<!-- package\nshown\n-->\n");
        folder.Write("src/Some/Some.csproj", """
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup><TargetFramework>net10.0</TargetFramework><PackageReadmeSource>../../docs/page.md</PackageReadmeSource><PackageReadmeFolder>docs/</PackageReadmeFolder></PropertyGroup>
            </Project>
            """);
        string Readme(params string[] options)
        {
            var made = Packed.Dotnet(["msbuild", folder["src/Some/Some.csproj"], "-t:IsomerPackageReadme", .. options]);
            Assert.True(made.Code == 0, made.Output);
            return File.ReadAllText(folder["src/Some/obj/package/README.md"]).TrimEnd();
        }
        Assert.Equal(
            "# Page\n[a](https://example.org/x/blob/main/docs/b.md), [c](https://example.org/x/blob/main/README.md#d), [e](https://example.org/), [f](#g); 100% `[x](https://example.org/x/blob/main/docs/y);$(Z)`\nshown",
            Readme("-p:RepositoryUrl=https://example.org/x.git"));
        Assert.Equal("# Page\na, c, [e](https://example.org/), [f](#g); 100% `x;$(Z)`\nshown", Readme());
    }

    [Theory]
    [InlineData("Isomer")]
    [InlineData("Isomer.AspNetCore")]
    public void Symbols_have_a_package_and_name_sources_as_they_are_everywhere(string name)
    {
        using ZipArchive archive = packed.Open(name + ".0*.snupkg");
        using MetadataReaderProvider provider =
            MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(Bytes(archive, $"lib/net10.0/{name}.pdb")));
        MetadataReader reader = provider.GetMetadataReader();
        string[] documents = [.. reader.Documents.Select(d => reader.GetString(reader.GetDocument(d).Name))];
        Assert.NotEmpty(documents);
#if !DEBUG
        Assert.All(documents, d => Assert.StartsWith("/_", d, StringComparison.Ordinal));
#endif
    }

    [Fact]
    public void The_tool_has_the_usual_platforms_libraries_alone()
    {
        using ZipArchive archive = packed.Open("Isomer.Cli.0*.nupkg");
        string[] platforms = [
            .. Names(archive).Where(n => n.Contains("/runtimes/", StringComparison.Ordinal))
                .Select(n => n.Split("/runtimes/")[1].Split('/')[0]).Distinct().Order(StringComparer.Ordinal)];
        Assert.Equal(["linux-arm64", "linux-musl-arm64", "linux-musl-x64", "linux-x64", "osx-arm64", "osx-x64", "win-arm64", "win-x64"],
            platforms);
        Assert.DoesNotContain(Names(archive),
            n => n.EndsWith(".xml", StringComparison.Ordinal) && !n.EndsWith("Settings.xml", StringComparison.Ordinal)
                && !n.StartsWith('['));
    }

    [Fact]
    public void The_tool_is_installed_and_runs()
    {
        var installed = Tool.Execute("dotnet",
            ["tool", "install", "Isomer.Cli", "--tool-path", packed["tool"], "--configfile", packed["nuget.config"]], []);
        Assert.True(installed.Code == 0, installed.Output + installed.Error);
        string isomer = packed[Path.Combine("tool", OperatingSystem.IsWindows() ? "isomer.exe" : "isomer")];
        var run = Tool.Execute(isomer, ["convert", "-", "-", "--from", "json", "--to", "xml"], """{"Id":7}"""u8.ToArray());
        Assert.True(run.Code == 0, run.Error);
        Assert.Contains(">7</Id>", run.Output, StringComparison.Ordinal);

        // The lab needs its embedded database and starts itself again: both must be found where the tool is installed.
        string results = packed["lab"];
        var lab = Tool.Execute(isomer,
            ["lab", "-s", "polymorphic", "--only", "Isomer Compact", "--seconds", "0.1", "--launches", "1", "--link", "none", "--out",
                results], []);
        Assert.True(lab.Code == 0, lab.Error);
        Assert.Contains(Isomer.Cli.Lab.Results.LabResults.Load(results).Cold, c => c.Reason is null && c.Median > 0);
    }

    /// <summary>
    /// The properties alone are asked: to make these packages takes three minutes. They were installed and run by hand (decision 90).
    /// </summary>
    [Theory]
    [InlineData("", "")]
    [InlineData("any", "")]
    [InlineData("linux-x64", "true")]
    [InlineData("win-x64", "true")]
    public void The_tool_is_compiled_ahead_of_time_for_platforms_where_that_is_asked_for(string platform, string compiled)
    {
        string project = Path.Combine(Tool.Root, "src", "Isomer.Cli", "Isomer.Cli.csproj");
        string Of(string name, params string[] options)
        {
            var asked = Packed.Dotnet(["msbuild", project, "-getProperty:" + name, .. options]);
            Assert.True(asked.Code == 0, asked.Output);
            return asked.Output.Trim();
        }
        Assert.Equal(compiled, Of("PublishReadyToRun", "-p:Precompile=true", "-p:RuntimeIdentifier=" + platform));
        Assert.Equal("linux-x64;win-x64;any", Of("RuntimeIdentifiers", "-p:Precompile=true"));
        Assert.Equal("", Of("RuntimeIdentifiers"));
    }

    /// <summary>The README's example as it stands in the package, whatever else it may say.</summary>
    string Example()
    {
        using ZipArchive archive = packed.Open("Isomer.0*.nupkg");
        return CSharp().Match(Text(archive, "README.md")).Groups[1].Value;
    }

    static string Csproj(string sdk, string properties, string package = "Isomer") => $"""
        <Project Sdk="{sdk}">
          <PropertyGroup>
            <OutputType>Exe</OutputType><TargetFramework>net10.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings><Nullable>enable</Nullable>
            <NuGetAudit>false</NuGetAudit><InvariantGlobalization>true</InvariantGlobalization><SatelliteResourceLanguages>en</SatelliteResourceLanguages>{properties}
          </PropertyGroup>
          <ItemGroup><PackageReference Include="{package}" Version="0.*" /></ItemGroup>
        </Project>
        """;

    const string Ahead = """
        using Isomer;
        Console.WriteLine(ReadyMade.Serves(typeof(Order), ShapeFamilies.Plain));
        Console.WriteLine(Json.ToText(new Order { Id = 7, Lines = [new Line { Price = 2.50m }] }));
        [IsomerShape] public class Order { public int Id { get; set; } public List<Line> Lines { get; set; } = []; }
        public class Line { public decimal Price { get; set; } }
        """;

    const string Web = """
        using Isomer;
        using Isomer.Http;
        using Isomer.AspNetCore;
        var builder = WebApplication.CreateBuilder(args);
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        builder.Services.AddIsomer();
        var app = builder.Build();
        app.MapPost("/orders", (IsomerBody<Order> body) => IsomerResults.Ok(new Order { Id = body.Value.Id + 1 }));
        await app.StartAsync();
        using var client = new HttpClient { BaseAddress = new Uri(app.Urls.First()) };
        using var answer = await client.PostAsIsomerAsync("orders", new Order { Id = 6 }, Compact.Format);
        Console.WriteLine(answer.Content.Headers.ContentType!.MediaType);
        Console.WriteLine(ReadyMade.Serves(typeof(Order), ShapeFamilies.Lossless));
        // It refers to a type of the web framework: the tool has to load that too.
        [IsomerShape] public class Order { public int Id { get; set; } [System.Text.Json.Serialization.JsonIgnore] public HttpContext? Context { get; } }
        """;

    const string FSharp = """
        open Isomer
        type Shape = Circle of radius: float | Square of side: float
        [<IsomerShape>]
        type Drawing = { Name: string; Shapes: Shape list; Note: string option }
        let drawing = { Name = "two"; Shapes = [ Circle 1.5; Square 2.0 ]; Note = None }
        let again = Compact.Deserialize<Drawing>(Compact.Serialize drawing : byte[])
        printfn "%b %b %b" (ReadyMade.Serves(typeof<Drawing>, ShapeFamilies.Lossless)) (again = drawing) (Json.Deserialize<Drawing>(Json.Serialize drawing : byte[]) = drawing)
        """;

    const string Basic = """
        Imports Isomer
        <IsomerShape(Families:=ShapeFamilies.Plain Or ShapeFamilies.XmlAttributes)>
        Public Class Order
            Public Property Id As Integer
            Public Property Lines As New List(Of Line)
            Public Price As Decimal?
        End Class
        Public Structure Line
            Public Property Product As String
        End Structure
        Module Program
            Sub Main()
                Dim order As New Order With {.Id = 7, .Price = 2.5D}
                order.Lines.Add(New Line With {.Product = "x"})
                Console.WriteLine(ReadyMade.Serves(GetType(Order), ShapeFamilies.Plain) & " " & ReadyMade.Serves(GetType(Order), ShapeFamilies.XmlAttributes))
                Console.WriteLine(Json.ToText(order))
            End Sub
        End Module
        """;

    [Fact]
    public void Fresh_projects_work_with_nothing_but_the_packages()
    {
        packed.Project("Console1", Csproj("Microsoft.NET.Sdk", ""), ("Program.cs", Example()));
        packed.Project("Ahead1", Csproj("Microsoft.NET.Sdk", "<IsomerShapes>true</IsomerShapes>"), ("Program.cs", Ahead));
        packed.Project("Web1", Csproj("Microsoft.NET.Sdk.Web", "<IsomerShapes>true</IsomerShapes>", "Isomer.AspNetCore"),
            ("Program.cs", Web));
        packed.Project("Basic1",
            Csproj("Microsoft.NET.Sdk", "<IsomerShapes>true</IsomerShapes>")
                .Replace("<Nullable>enable</Nullable>", "", StringComparison.Ordinal), ("Program.vb", Basic));
        packed.Project("FSharp1",
            Csproj("Microsoft.NET.Sdk", "<IsomerShapes>true</IsomerShapes>")
                .Replace("</ItemGroup>", "<Compile Include=\"Program.fs\" /></ItemGroup>", StringComparison.Ordinal),
                    ("Program.fs", FSharp));
        packed.Project("Warned1", Csproj("Microsoft.NET.Sdk", ""), ("Program.cs", Warned));
        // By the one package that a web application names: the analyzers come with it.
        packed.Project("Warned2", Csproj("Microsoft.NET.Sdk.Web", "", "Isomer.AspNetCore"), ("Program.cs", Warned));
        string told = packed.Build();

        // The compiler found the analyzers in the package, and has nothing to say of the others.
        Assert.Contains("Warned1/Program.cs(4,56): warning ISO0002: ", told.Replace('\\', '/'), StringComparison.Ordinal);
        Assert.Contains("Warned1/Program.cs(3,9): warning ISO0102: ", told.Replace('\\', '/'), StringComparison.Ordinal);
        Assert.Contains("Warned2/Program.cs(4,56): warning ISO0002: ", told.Replace('\\', '/'), StringComparison.Ordinal);
        Assert.Equal(2, WarningLine().Matches(told).Select(m => m.Value).Distinct().Count());
        Assert.Matches(@"^\d+ bytes of JSON, \d+ of Compact$", packed.Run("Console1")[0]);
        Assert.Equal("34.80", packed.Run("Console1")[1]);
        Assert.Equal(["True", """{"Id":7,"Lines":[{"Price":2.50}]}"""], packed.Run("Ahead1"));
        Assert.Equal(["application/vnd.isomer.compact", "True"], packed.Run("Web1"));
        Assert.Equal(["true true true"], packed.Run("FSharp1"));
        Assert.Equal(["True True", """{"Id":7,"Lines":[{"Product":"x"}],"Price":2.5}"""], packed.Run("Basic1"));
    }

    /// <summary>One file that needs no .NET. What it is told to load (types of an application) comes from outside of it.</summary>
    [Fact]
    public void The_tool_is_one_file_where_it_is_asked_for()
    {
        Assert.SkipUnless(
            OperatingSystem.IsLinux()
                && System.Runtime.InteropServices.RuntimeInformation.OSArchitecture == System.Runtime.InteropServices.Architecture.X64,
                    "made for linux-x64");
        string folder = packed["one"];
        var built = Packed.Dotnet("publish", Path.Combine(Tool.Root, "src", "Isomer.Cli"), "-p:PublishProfile=linux-x64",
            "-p:RunAnalyzers=false", "-o", folder);
        Assert.SkipWhen(built.Code != 0 && new[] { "NU110", "NU130" }.Any(w => built.Output.Contains(w, StringComparison.Ordinal)),
            "the framework to bring along cannot be had here: " + built.Output);
        Assert.True(built.Code == 0, built.Output);
        Assert.Equal(["isomer"], Directory.GetFileSystemEntries(folder).Select(Path.GetFileName));

        var formats = Tool.Execute("/usr/bin/env",
            ["-i", "DOTNET_BUNDLE_EXTRACT_BASE_DIR=" + packed["extracted"], Path.Combine(folder, "isomer"), "formats"], []);
        Assert.True(formats.Code == 0, formats.Error);
        Assert.Contains("Protobuf", formats.Output, StringComparison.Ordinal);

        using var types = new TemporaryFolder();
        string dll = types.Write("App.dll",
            Tests.Ahead.Versions.Compile("App",
                "[IsomerShape(Families = ShapeFamilies.Plain)] public class Order { public int Id { get; set; } public System.Collections.Immutable.ImmutableArray<int> Of { get; set; } }"));
        var made = Tool.Execute("/usr/bin/env",
            ["-i", "DOTNET_BUNDLE_EXTRACT_BASE_DIR=" + packed["extracted"], Path.Combine(folder, "isomer"), "shapes", dll], []);
        Assert.True(made.Code == 0, made.Error);
        Assert.True(File.Exists(types["App.Isomer.dll"]));
    }

    const string Warned = """
        using Isomer;
        Console.WriteLine(Json.FromText<Counter>("{}")!.Value);
        _ = new System.Xml.Serialization.XmlSerializer(typeof(Counter), new System.Xml.Serialization.XmlRootAttribute("c"));
        public class Counter { [Skip] public int A; public int Value { get; private set; } }
        """;

    [GeneratedRegex(@"[^/\\]+\(\d+,\d+\): warning \w+")]
    private static partial Regex WarningLine();

    [GeneratedRegex(@"\]\(([^)]*)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"```csharp\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex CSharp();
}
