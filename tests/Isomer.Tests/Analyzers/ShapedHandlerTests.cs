using Isomer.Analyzers.Ahead;
using Isomer.Tests.Cli;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// What handlers of minimal endpoints return has shapes where Isomer answers for them, and ASP.NET Core has its metadata; the calls that
/// look at handlers are led past their warnings, and a body of which nobody would warn is told of.
/// </summary>
public partial class ShapedHandlerTests
{
    const string Types = """
        public class Order { public int Id { get; set; } }
        public struct Point { public int X { get; set; } }
        static class Hides { private class Hidden { } static void Map(Microsoft.AspNetCore.Routing.IEndpointRouteBuilder app) => app.MapGet("/", () => new Hidden()); }
        """;

    static CSharpCompilation Program(string statements) => CSharpCompilation.Create("Handlers" + Guid.NewGuid().ToString("N"),
        [
            CSharpSyntaxTree.ParseText("""
                using System; using System.Collections.Generic; using System.Threading.Tasks; using Isomer; using Isomer.AspNetCore;
                using Microsoft.AspNetCore.Builder; using Microsoft.AspNetCore.Http; using Microsoft.AspNetCore.Http.HttpResults;
                using Microsoft.Extensions.DependencyInjection;
                var builder = WebApplication.CreateSlimBuilder(args);
                builder.Services.AddIsomer();
                var app = builder.Build();

                """ + statements + "\n" + Types, s_options, "Program.cs"),
        ],
        [.. Analyzed.References, .. Analyzed.Web],
        new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));

    static readonly CSharpParseOptions s_options =
        new CSharpParseOptions(LanguageVersion.CSharp14).WithFeatures([new("InterceptorsNamespaces", "Isomer.Generated")]);

    static Compilation Generated(Compilation program, bool makesShapes = true)
    {
        CSharpGeneratorDriver.Create([new CallInterceptor().AsSourceGenerator()], parseOptions: s_options,
            optionsProvider: new ShapedCallTests.Properties(makesShapes))
            .RunGeneratorsAndUpdateCompilation(program, out var after, out _, TestContext.Current.CancellationToken);
        Assert.Empty(after.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning));
        return after;
    }

    /// <summary>What the tool is told of each handler, whatever its delegate is made of.</summary>
    [Theory]
    [InlineData("""app.MapGet("/", () => new Order());""", "Order")]
    [InlineData("""app.MapGroup("/a").MapPost("/", async Task<List<Order?>> (int id) => { await Task.Yield(); return []; });""",
        "System.Collections.Generic.List<Order>")]
    [InlineData("""app.MapMethods("/", ["PUT"], Results<Ok<Order>, NotFound<Point>, NoContent> (int id) => TypedResults.NoContent());""", "Order", "Point")]
    [InlineData("""Func<int, ValueTask<Point?>> find = id => new(new Point()); app.MapGet("/", find);""", "Point?")]
    [InlineData("""app.MapGet("/", Order[] () => []); app.MapFallback(static () => TypedResults.Ok(new Order()));""", "Order", "Order[]")]
    [InlineData("""app.MapGet("/", All); static IAsyncEnumerable<Order> All() => throw new Exception();""",
        "System.Collections.Generic.IAsyncEnumerable<Order>")]
    // What is declared is less than what is given.
    [InlineData("""app.MapGet("/", object (int id) => id == 1 ? new Order() : new Point[1]);""", "Order", "Point[]")]
    [InlineData("""app.MapGet("/", async Task<object?> (int id) => { await Task.Yield(); if (id == 1) return new Order(); return id switch { 2 => new Point(), _ => null }; });""",
        "Order", "Point")]
    [InlineData("""app.MapGet("/", IComparable () => { object Local() => new Order(); Local(); return 5; });""", "System.IComparable", "int")]
    [InlineData("""app.MapGet("/", Find); static IReadOnlyList<Order> Find(int id) { return new Order[1]; }""",
        "Order[]", "System.Collections.Generic.IReadOnlyList<Order>")]
    [InlineData("""app.MapGet("/", () => "a").AddEndpointFilter(async (c, next) => c.Arguments.Count > 0 ? new Order() : await next(c));""", "Order")]
    [InlineData("""app.MapGet("/", IResult (int id) => { object o = new Order(); return id == 1 ? Results.Ok(o) : TypedResults.NotFound<object>(new Point()); });""",
        "Order", "Point")]
    [InlineData("""app.MapGet("/", IResult (int id) => id == 1 ? Results.Ok<object>(5) : Results.CreatedAtRoute("a", new { id }, (object?)null));""")]
    [InlineData("""
        app.MapGet("/", () => "text"); app.MapGet("/1", () => Task.CompletedTask); app.MapGet("/2", () => { });
        app.MapGet("/3", object? (object? o) => o ?? null); app.MapGet("/4", () => Results.NotFound()); app.MapGet("/5", (HttpContext c) => Task.CompletedTask);
        app.MapGet("/6", () => new { A = 1 });
        """)]
    public void What_handlers_return_is_told(string statements, params string[] types)
    {
        var after = Generated(Program(statements));
        Assert.Equal(types.Select(t => t + " 0 True"),
            after.Assembly.GetAttributes().Where(a => a.AttributeClass!.Name == nameof(IsomerShapeAttribute))
                .Select(a => $"{a.ConstructorArguments[0].Value} {string.Join(' ', a.NamedArguments.Select(n => n.Value.Value))}")
                .Order(StringComparer.Ordinal));
    }

    /// <summary>
    /// A library's handlers, and what else its tables do not tell, are told whether it makes shapes or not: those are the application's.
    /// </summary>
    [Fact]
    public void A_library_tells_what_its_handlers_return()
    {
        const string Code = """
            using System; using Isomer; using Microsoft.AspNetCore.Builder; using Microsoft.AspNetCore.Routing;
            public class Order { public int Id { get; set; } } class Inner { public int Id { get; set; } } class Behind { public int Id { get; set; } }
            public static class Orders
            {
                public static void Map(IEndpointRouteBuilder app) => app.MapGet("/orders", () => new Order());
                public static object? Read(byte[] bytes) => Compact.Deserialize(bytes, typeof(Inner));
                public static byte[] Write(Order order) => Json.Serialize(order);
                public static byte[] Any() => Json.Serialize<object?>(new Behind());
            }
            """;
        string[] Told(OutputKind kind, CSharpParseOptions options)
        {
            var before = CSharpCompilation.Create("Library", [CSharpSyntaxTree.ParseText(Code, options, "Orders.cs")],
                [.. Analyzed.References, .. Analyzed.Web],
                new CSharpCompilationOptions(kind, nullableContextOptions: NullableContextOptions.Enable));
            CSharpGeneratorDriver.Create([new CallInterceptor().AsSourceGenerator()], parseOptions: options,
                optionsProvider: new ShapedCallTests.Properties(false))
                .RunGeneratorsAndUpdateCompilation(before, out var after, out _, TestContext.Current.CancellationToken);
            Assert.DoesNotContain(after.GetDiagnostics(TestContext.Current.CancellationToken),
                d => d.Severity >= DiagnosticSeverity.Warning && d.Id != "CS5001");
            return [.. after.Assembly.GetAttributes().Where(a => a.AttributeClass!.Name == nameof(IsomerShapeAttribute))
                .Select(a => $"{a.ConstructorArguments[0].Value} {string.Join(' ', a.NamedArguments.Select(n => n.Value.Value))}")
                .Order(StringComparer.Ordinal)];
        }
        string[] expected = ["Behind 1 True", "Inner 2 True", "Order 0 True"];
        Assert.Equal(expected, Told(OutputKind.DynamicallyLinkedLibrary, new CSharpParseOptions(LanguageVersion.CSharp14)));
        Assert.Equal(expected, Told(OutputKind.DynamicallyLinkedLibrary, s_options));
        Assert.Empty(Told(OutputKind.ConsoleApplication, new CSharpParseOptions(LanguageVersion.CSharp14)));
    }

    /// <summary>The metadata that ASP.NET Core asks for, where the application adds Isomer; of a stream of items, and of these.</summary>
    [Theory]
    [InlineData("""app.MapGet("/", () => new Order()); app.MapGet("/1", () => new Point());""", true)]
    [InlineData("""app.MapGet("/", All); app.MapGet("/1", () => new Point()); static IAsyncEnumerable<Order> All() => throw new Exception();""",
        true, "ItemsOf<global::Order>(type, options)\n            ?? ")]
    [InlineData("""app.MapGet("/", () => "text");""", false)]
    public void Their_metadata_is_told_where_there_are_some(string statements, bool isTold, string items = "")
    {
        string text = Generated(Program(statements)).SyntaxTrees.Last().ToString();
        Assert.Equal(isTold, text.Contains("class Answers", StringComparison.Ordinal));
        Assert.Equal(isTold, text.Contains("=> Answers.Add(global::Microsoft.Extensions.DependencyInjection.IsomerServices.AddIsomer(@services, @configure));",
            StringComparison.Ordinal));
        if (isTold)
            Assert.Contains("=>\n            " + items + "Of<global::Order>(type, options)\n            ?? Of<global::Point>(type, options)", text, StringComparison.Ordinal);
    }

    /// <summary>The tool makes shapes of them where an assembly of the program has Isomer answer for handlers.</summary>
    [Theory]
    [InlineData("""app.MapGroup("/a").WithIsomer().MapGet("/", () => new Order());""", "Order 0")]
    [InlineData("""app.MapGet("/", () => new Order()); app.MapIsomerOpenApi();""",
        "HttpValidationProblemDetails 0", "ProblemDetails 0", "Order 0")]
    [InlineData("""app.MapGet("/", IResult () => Results.NoContent()).Produces<Order>(201).WithIsomer();""", "Order 0")]
    [InlineData("""app.MapGet("/", () => new Order());""")]
    // What stands in a call alone is in the tables of the compiled code.
    [InlineData("""app.MapGet("/", IResult (int id) => id == 1 ? Results.Ok(new Order()) : TypedResults.NotFound(new Point())).WithIsomer();""",
        "Order 0", "Point 0")]
    [InlineData("""app.MapGet("/", IResult () => Results.Ok<object>(new Order())).WithIsomer();""", "Order 0", "Object 0")]
    [InlineData("""app.MapGet("/", IResult () => Results.Ok(new Order()));""")]
    public void Shapes_are_made_where_Isomer_answers(string statements, params string[] roots)
    {
        using var folder = new TemporaryFolder();
        var after = Generated(Program(statements));
        using (var file = File.Create(folder[after.AssemblyName + ".dll"]))
            Assert.True(after.Emit(file, cancellationToken: TestContext.Current.CancellationToken).Success);
        var found = Isomer.Cli.Ahead.ShapeRoots.Of(
            Isomer.Cli.Payloads.UserTypes.Load(new FileInfo(folder[after.AssemblyName + ".dll"])), Assert.Fail);
        Assert.Equal(roots, found.Select(r => $"{r.Type.Name} {(int)r.Called}"));
        Assert.All(found, r => Assert.Equal(ShapeFamilies.Plain | ShapeFamilies.Lossless,
            r.Any & (ShapeFamilies.Plain | ShapeFamilies.Lossless)));
    }

    [Fact]
    public async Task What_looks_at_handlers_is_led_past_its_warnings()
    {
        var before = Program("""app.MapGroup("/a").WithIsomer().MapGet("/", () => new Order()); app.MapGet("/b", () => 1).WithIsomer(); app.MapIsomerOpenApi("/c");""");
        string text = Generated(before).SyntaxTrees.Last().ToString();
        foreach (string call in new[] { "WithIsomer<global::Microsoft.AspNetCore.Routing.RouteGroupBuilder>(@builder);",
            "WithIsomer<global::Microsoft.AspNetCore.Builder.RouteHandlerBuilder>(@builder);", "MapIsomerOpenApi(@endpoints, @pattern, @configure);" })
            Assert.Contains("=> global::Microsoft.Extensions.DependencyInjection.IsomerServices." + call, text, StringComparison.Ordinal);
        // What is left are the three MapGet, which ASP.NET Core's own generator leads elsewhere.
        Assert.Equal(2 * 3, await ShapedCallTests.WarnedAsync(before, new ShapedCallTests.Warner(), new ShapedCallSuppressor()));
        Assert.Equal(2 * 6, await ShapedCallTests.WarnedAsync(before, new ShapedCallTests.Warner()));
        Assert.DoesNotContain("IsomerServices", string.Concat(Generated(before, makesShapes: false).SyntaxTrees.Skip(1)), StringComparison.Ordinal);
    }

    sealed class Project(params string[] properties) : AnalyzerConfigOptionsProvider
    {
        sealed class Of(string[] properties) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out string? value) =>
                (value = properties.Contains(key.Replace("build_property.", "", StringComparison.Ordinal)) ? "true" : null) is not null;
        }

        public override AnalyzerConfigOptions GlobalOptions => new Of(properties);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;
    }

    /// <summary>The program on the rule's page is told of where it is trimmed or compiled ahead of time, and makes no shapes.</summary>
    [Theory]
    [InlineData(1, "EnableAotAnalyzer")]
    [InlineData(1, "EnableTrimAnalyzer")]
    [InlineData(0)]
    [InlineData(0, "EnableAotAnalyzer", "IsomerShapes")]
    public async Task A_body_without_a_shape_is_told(int told, params string[] properties)
    {
        string page = await File.ReadAllTextAsync(Path.Combine(Tool.Root, "docs", "analyzers", "ISO0201.md"), TestContext.Current.CancellationToken);
        var program = Program(page.ReplaceLineEndings("\n").Split("```csharp\n")[1].Split("```")[0]);
        Assert.Empty(program.GetDiagnostics(TestContext.Current.CancellationToken).Where(d => d.Severity >= DiagnosticSeverity.Warning));
        var found = await program.WithAnalyzers([new BodyAnalyzer()], new AnalyzerOptions([], new Project(properties)))
            .GetAnalyzerDiagnosticsAsync(TestContext.Current.CancellationToken);
        Assert.Equal(told, found.Length);
        Assert.All(found, d => Assert.StartsWith("'Order' is read by members", d.GetMessage(null), StringComparison.Ordinal));
    }
}
