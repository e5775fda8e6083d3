using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Reflection;
using System.Runtime.Loader;
using System.Text.RegularExpressions;
using Isomer.Analyzers.Ahead;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Diagnostics;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// Calls whose types have ready-made shapes go by methods of which the trimmer and the ahead-of-time compiler do not warn, and the compiler
/// does not either; all others warn as before.
/// </summary>
public partial class ShapedCallTests
{
    /// <summary>Says of a program what a project with IsomerShapes says of itself.</summary>
    internal sealed class Properties(bool makesShapes) : AnalyzerConfigOptionsProvider
    {
        sealed class Of(bool makesShapes) : AnalyzerConfigOptions
        {
            public override bool TryGetValue(string key, [NotNullWhen(true)] out string? value) =>
                (value = makesShapes && key == "build_property.IsomerShapes" ? "true" : null) is not null;
        }

        public override AnalyzerConfigOptions GlobalOptions => new Of(makesShapes);

        public override AnalyzerConfigOptions GetOptions(SyntaxTree tree) => GlobalOptions;

        public override AnalyzerConfigOptions GetOptions(AdditionalText textFile) => GlobalOptions;
    }

    /// <summary>Tells of each call as the SDK's analyzers do: IL2026 of what bears the attribute, itself or by its class.</summary>
#pragma warning disable RS1036, RS1038, RS1041, RS2008 // no compiler loads it
    [DiagnosticAnalyzer(LanguageNames.CSharp)]
    internal sealed class Warner : DiagnosticAnalyzer
    {
        static readonly DiagnosticDescriptor s_members = new("IL2026", "", "{0}", "Trimming", DiagnosticSeverity.Warning, true);
        static readonly DiagnosticDescriptor s_code = new("IL3050", "", "{0}", "AOT", DiagnosticSeverity.Warning, true);
#pragma warning restore RS1036, RS1038, RS1041, RS2008

        public override ImmutableArray<DiagnosticDescriptor> SupportedDiagnostics => [s_members, s_code];

        public override void Initialize(AnalysisContext context)
        {
            context.EnableConcurrentExecution();
            context.ConfigureGeneratedCodeAnalysis(GeneratedCodeAnalysisFlags.None);
            context.RegisterOperationAction(static c =>
            {
                var method = ((Microsoft.CodeAnalysis.Operations.IInvocationOperation)c.Operation).TargetMethod;
                if (method.GetAttributes().Concat(method.ContainingType.GetAttributes())
                    .Any(a => a.AttributeClass!.Name == "RequiresUnreferencedCodeAttribute"))
                    foreach (var rule in new[] { s_members, s_code })
                        c.ReportDiagnostic(Diagnostic.Create(rule, c.Operation.Syntax.GetLocation(), method));
            }, OperationKind.Invocation);
        }
    }

    const string Types = """
        public class Order { public int Id { get; set; } internal class Inner { public int A { get; set; } } private class Hidden { }
            public static byte[] OfHidden() => Json.Serialize(new Hidden()); }
        file class OfFile { public int A { get; set; } }
        public static class Shop
        {
            public static PlainConvention Convention { get; } = Isomer.Convention.Plain.WithSubtype<object, Order>("o");
            public static PlainConvention Changing => Isomer.Convention.Plain;
            public static DataContractConvention OfContracts { get; } = Isomer.Convention.DataContract;
            public static JsonOptions Options { get; } = new() { Convention = Convention };
            public static readonly JsonOptions Made = Options with { Naming = JsonNaming.Camel };
            public static JsonOptions Set { get; set; } = new();
            public static JsonOptions Given() => new();
        }
        static class Handing { public static byte[] On<T>(T value) => Json.Serialize(value); }
        """;

    static (Compilation Before, Compilation After, int Calls) Led(
        string statements, bool makesShapes = true, LanguageVersion version = LanguageVersion.CSharp14, bool mayLead = true,
        params MetadataReference[] more)
    {
        var options = new CSharpParseOptions(version);
        if (mayLead)
            options = options.WithFeatures([new("InterceptorsNamespaces", "Other;Isomer.Generated")]);
        var before = CSharpCompilation.Create("Led" + Guid.NewGuid().ToString("N"),
            [
                CSharpSyntaxTree.ParseText("using System; using System.IO; using System.Linq.Expressions; using Isomer;\n"
                    + statements + "\n" + Types, options, "Program.cs"),
            ],
            [.. Analyzed.References, .. more],
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
        CSharpGeneratorDriver
            .Create([new CallInterceptor().AsSourceGenerator()], parseOptions: options, optionsProvider: new Properties(makesShapes))
            .RunGeneratorsAndUpdateCompilation(before, out var after, out var told, TestContext.Current.CancellationToken);
        Assert.Empty(told);
        Assert.Empty(after.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning));
        int calls = after.SyntaxTrees.Skip(1).Sum(t => Place().Count(t.ToString()));
        return (before, after, calls);
    }

    [GeneratedRegex(@"InterceptsLocationAttribute\(1, ")]
    private static partial Regex Place();

    internal static async Task<int> WarnedAsync(Compilation compilation, params DiagnosticAnalyzer[] analyzers)
    {
        var found = await compilation.WithAnalyzers([.. analyzers],
            new CompilationWithAnalyzersOptions(new AnalyzerOptions([], new Properties(true)), null, true, false, true))
            .GetAllDiagnosticsAsync(TestContext.Current.CancellationToken);
        Assert.DoesNotContain(found, d => d.Id.StartsWith("AD", StringComparison.Ordinal));
        return found.Count(d => d.Id is "IL2026" or "IL3050" && !d.IsSuppressed);
    }

    /// <summary>What the program's own types call in <see cref="Types"/>: with a private type, with a type parameter, WithSubtype.</summary>
    const int Others = 3;

    [Theory]
    [InlineData("Json.Serialize(new Order());", 1)]
    [InlineData("Isomer.Json.Serialize<Order?>(new Order());", 1)]
    [InlineData("Console.WriteLine(Json.Deserialize<Order>(\"{}\"u8).Id);", 1)]
    [InlineData("Json.Serialize(Json.Deserialize<Order>(Compact.Serialize(1)));", 3)]
    [InlineData("Json.ToText(new[] { (A: 1, B: new Order.Inner()) }, JsonOptions.Pretty);", 1)]
    [InlineData("Func<Order, string> f = o => Json.ToText(o); f(new());", 1)]
    [InlineData("Json.Serialize(options: null, value: new System.Collections.Generic.List<Order?>());", 1)]
    [InlineData("dynamic d = 1; object o = 1; Json.Serialize(o); Json.Serialize<dynamic>(d, (JsonOptions?)null);", 1)]
    [InlineData("Json.Serialize(new Order(), new JsonOptions());", 1)]
    [InlineData("Json.Serialize(new Order(), new JsonOptions { Naming = JsonNaming.Camel, Limits = Limits.Default });", 1)]
    [InlineData("Json.Serialize(new Order(), JsonOptions.FastJson); Json.Serialize(new Order(), JsonOptions.Graph with { Indented = true });",
        2)]
    [InlineData("Json.Serialize(new Order(), Shop.Options); Json.ToText(new Order(), options: Shop.Made with { Indented = true });", 2)]
    [InlineData("Compact.Serialize(new Order(), new CompactOptions { Convention = Shop.Convention });", 1)]
    [InlineData("DeepCopy.Of(new Order()); DeepCopy.Of(new Order(), Shop.Convention); DeepCopy.Of(new Order(), typeof(Order), null);", 3)]
    [InlineData("Json.Serialize((object)new Order(), typeof(Order)); Json.Deserialize(\"{}\"u8, typeof(Order));", 2)]
    [InlineData("Json.Serialize(new Order(), Shop.Options with { TypeNames = JsonTypeNames.Auto });", 0)]
    [InlineData("Json.Serialize(new Order(), new JsonOptions { Convention = Shop.Changing });", 0)]
    [InlineData("Json.Serialize(new Order(), new JsonOptions { Convention = Shop.OfContracts });", 0)]
    [InlineData("Json.Serialize(new Order(), new JsonOptions { Types = JsonTypes.None });", 0)]
    [InlineData("Json.Serialize(new Order(), Shop.Set); Json.Serialize(new Order(), Shop.Given());", 0)]
    [InlineData("JsonOptions local = new(); Json.Serialize(new Order(), local);", 0)]
    [InlineData("Type type = typeof(Order); Json.Serialize((object)new Order(), type); DeepCopy.Of(new Order(), type);", 0)]
    [InlineData("Json.Serialize(new { A = 1 });", 0)]
    [InlineData("Json.Serialize(new[] { new OfFile() });", 0)]
    [InlineData("Expression<Func<Order, byte[]>> f = o => Json.Serialize(o, null);", 0)]
    [InlineData("byte[] Local<T>(T value) => Json.Serialize(value); Local(1);", 0)]
    [InlineData("Other.Json.Serialize(1);namespace Other { static class Json { public static int Serialize<T>(T value) => 1; } }", 0)]
    public async Task Calls_whose_types_are_known_are_led_through_and_others_are_not(string statements, int expected)
    {
        var (before, after, calls) = Led(statements);
        Assert.Equal(expected, calls);
        int all = await WarnedAsync(before, new Warner());
        Assert.True(all >= 2 * (Others + expected), $"{all}");
        Assert.Equal(all - (2 * expected), await WarnedAsync(before, new Warner(), new ShapedCallSuppressor()));

        // It runs as it did, where it runs at all.
        var stream = new MemoryStream();
        Assert.True(after.Emit(stream, cancellationToken: TestContext.Current.CancellationToken).Success);
        stream.Position = 0;
        if (!statements.Contains("Compact.Serialize(1)", StringComparison.Ordinal))
            new AssemblyLoadContext("led", isCollectible: true).LoadFromStream(stream).EntryPoint!.Invoke(null, [Array.Empty<string>()]);
    }

    /// <summary>Answers in the format that the client accepts: the tool makes shapes under all that the application speaks.</summary>
    [Fact]
    public async Task Answers_of_minimal_endpoints_are_led_through()
    {
        var (before, _, calls) = Led("Func<object> get = () => Isomer.AspNetCore.IsomerResults.Ok(new Order()); "
            + "Func<object> missing = () => Isomer.AspNetCore.IsomerResults.Status<Order?>(404, null);", more: Analyzed.Web);
        Assert.Equal(2, calls);
        Assert.Equal(2 * Others, await WarnedAsync(before, new Warner(), new ShapedCallSuppressor()));
    }

    /// <summary>Nothing is led elsewhere, and so everything warns, where the build makes no shapes or the compiler may not.</summary>
    [Fact]
    public async Task Without_shapes_nothing_is_led_elsewhere()
    {
        const string Call = "Json.Serialize(new Order());";
        Assert.Equal(1, Led(Call).Calls);
        Assert.Equal(0, Led(Call, makesShapes: false).Calls);
        var (before, _, calls) = Led(Call, mayLead: false);
        Assert.Equal(0, calls);
        Assert.Equal(await WarnedAsync(before, new Warner()), await WarnedAsync(before, new Warner(), new ShapedCallSuppressor()));
    }

    /// <summary>Each overload of each facade: the method that is called in its place compiles, whatever its parameters are.</summary>
    [Fact]
    public void Every_overload_of_every_facade_is_led_through()
    {
        var lines = new List<string>();
        foreach (var (facade, _) in AskedShapeTests.Facades)
            foreach (var method in typeof(Json).Assembly.GetType("Isomer." + facade)!.GetMethods(BindingFlags.Public | BindingFlags.Static))
                if ((method.IsGenericMethodDefinition ? method.GetGenericArguments().Length == 1
                        && !method.GetGenericArguments()[0].GetGenericParameterConstraints().Any(c => c != typeof(ValueType))
                        : method.GetParameters().Any(p => p.ParameterType == typeof(Type)))
                    && Carries().IsMatch(method.Name) && !method.Name.EndsWith("Json", StringComparison.Ordinal))
                    lines.Add(Call(facade, method, lines.Count));
        Assert.True(lines.Count > 200, $"{lines.Count}");
        Assert.Equal(lines.Count, Led("return;\nstatic class Calls\n{\n" + string.Join("\n", lines) + "\n}").Calls);
    }

    [GeneratedRegex("^(Serialize|Deserialize|TryDeserialize|Read|Write|Fill|Merge|ToText|FromText|ToNode|FromNode)")]
    private static partial Regex Carries();

    static string Call(string facade, MethodInfo method, int number)
    {
        var of = !method.IsGenericMethodDefinition || (method.GetGenericArguments()[0].GenericParameterAttributes
            & GenericParameterAttributes.ReferenceTypeConstraint) != 0 ? typeof(string) : typeof(int);
        var closed = method.IsGenericMethodDefinition ? method.MakeGenericMethod(of) : method;
        string[] arguments = [.. closed.GetParameters().Select((p, i) => p switch
        {
            { IsOut: true } => "out _",
            { IsIn: true } => "in a" + i.ToString(CultureInfo.InvariantCulture),
            { ParameterType.IsByRef: true } => "ref a" + i.ToString(CultureInfo.InvariantCulture),
            { ParameterType.Name: nameof(Type) } => "typeof(string)",
            { ParameterType.Name: var name } when name.EndsWith("Options", StringComparison.Ordinal) => "null",
            _ => "a" + i.ToString(CultureInfo.InvariantCulture),
        })];
        string parameters = string.Join(", ", closed.GetParameters().Select((p, i) =>
            Name(p.ParameterType.IsByRef ? p.ParameterType.GetElementType()! : p.ParameterType) + " a"
                + i.ToString(CultureInfo.InvariantCulture)));
        return $"static void M{number.ToString(CultureInfo.InvariantCulture)}({parameters}) {{ "
            + $"{facade}.{method.Name}{(method.IsGenericMethodDefinition ? $"<{Name(of)}>" : "")}({string.Join(", ", arguments)}); }}";
    }

    static string Name(Type type) => type.IsGenericType
        ? "global::" + type.GetGenericTypeDefinition().FullName!.Split('`')[0]
            + "<" + string.Join(", ", type.GetGenericArguments().Select(Name)) + ">"
        : type.IsArray ? Name(type.GetElementType()!) + "[]" : "global::" + type.FullName!.Replace('+', '.');
}
