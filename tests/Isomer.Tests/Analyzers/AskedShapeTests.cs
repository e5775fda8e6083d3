using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Analyzers.Ahead;
using Isomer.Cli.Ahead;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Xunit;

namespace Isomer.Tests.Analyzers;

/// <summary>
/// What the generator tells the tool of calls whose types the tables of the compiled code do not have; and the lists of facades that the
/// analyzers, the generator and the tool go by.
/// </summary>
public class AskedShapeTests
{
    const string Types = """
        public class Order { public int Id { get; set; } }
        public static class Shop
        {
            public static PlainConvention Convention { get; } = Isomer.Convention.Plain.WithSubtype<object, Order>("o");
            public static JsonOptions Options { get; } = new() { Convention = Convention, Indented = true };
        }
        """;

    /// <summary>The list of the analyzers, whose types are in the way of others where they are seen.</summary>
    internal static (string Name, int Families)[] Facades { get; } =
    [
        .. ((Array)OfAnalyzers("Facades").GetField("All", BindingFlags.Static | BindingFlags.NonPublic)!.GetValue(null)!).Cast<ITuple>()
            .Select(f => ((string)f[0]!, (int)f[2]!)),
    ];

    static Type OfAnalyzers(string name) => typeof(CallInterceptor).Assembly.GetType("Isomer.Analyzers." + name, throwOnError: true)!;

    static string[] Asked(string statements)
    {
        var options = new CSharpParseOptions(LanguageVersion.CSharp14).WithFeatures([new("InterceptorsNamespaces", "Isomer.Generated")]);
        var program = CSharpCompilation.Create("Asked",
            [
                CSharpSyntaxTree.ParseText("using System; using System.Collections.Generic; using System.IO; using Isomer;\n" + statements + "\n"
                    + Types, options),
            ],
            [.. Analyzed.References, .. Analyzed.Web],
            new CSharpCompilationOptions(OutputKind.ConsoleApplication, nullableContextOptions: NullableContextOptions.Enable));
        CSharpGeneratorDriver.Create([new CallInterceptor().AsSourceGenerator()], parseOptions: options,
            optionsProvider: new ShapedCallTests.Properties(true))
            .RunGeneratorsAndUpdateCompilation(program, out var after, out _, TestContext.Current.CancellationToken);
        Assert.Empty(after.GetDiagnostics().Where(d => d.Severity >= DiagnosticSeverity.Warning));
        return
        [
            .. after.Assembly.GetAttributes().Where(a => a.AttributeClass!.Name == nameof(IsomerShapeAttribute))
                .Select(a => $"{a.ConstructorArguments[0].Value} {string.Join(' ', a.NamedArguments.Select(n => n.Value.Value))}"),
        ];
    }

    /// <summary>The type, the number of its families, the property of its convention, and that a call asks.</summary>
    [Theory]
    [InlineData("Json.Serialize(new Order());")]
    [InlineData("Json.Serialize(new Order(), new JsonOptions { Indented = true }); DeepCopy.Of(new Order());")]
    [InlineData("Json.Serialize(new List<Order?>(), JsonOptions.FastJson);", "System.Collections.Generic.List<Order> 32 True")]
    [InlineData("Json.Serialize(new Order(), JsonOptions.Graph); Json.ToText(new Order(), JsonOptions.Graph);", "Order 128 True")]
    [InlineData("Json.Serialize(new Order(), Shop.Options);", "Order 1 Shop Convention True")]
    [InlineData("Compact.Serialize(new Order(), new() { Convention = Shop.Convention });", "Order 2 Shop Convention True")]
    [InlineData("DeepCopy.Of(new Order(), Shop.Convention);", "Order 2 Shop Convention True")]
    [InlineData("DeepCopy.Of(new Order(), typeof(Order));", "Order 256 True")]
    [InlineData("Protobuf.Deserialize(new byte[0], typeof(Order));", "Order 16 True")]
    [InlineData("new ContractXmlSerializer(typeof(Order));", "Order 4 True")]
    [InlineData("ContractJsonSerializer s = new(typeof(Order[]), \"root\");", "Order[] 4 True")]
    // Behind object, where a format writes what it meets there.
    [InlineData("Json.Serialize<object>(new Order());", "Order 1 True")]
    [InlineData("object o = new Order(); Json.Serialize(o); Compact.Serialize(o);", "Order 1 True")]
    [InlineData("object? o = null; o = new Order(); object? p = o; Json.ToText(p ?? new List<Order>());", "Order 1 True",
        "System.Collections.Generic.List<Order> 1 True")]
    [InlineData("object[] many = [new Order()]; Json.Serialize<object>(many);", "object[] 1 True")]
    [InlineData("Order? none = null; Json.Serialize((object?)none, Shop.Options);", "object 1 Shop Convention True",
        "Order 1 Shop Convention True")]
    [InlineData("DeepCopy.Of<object>(new Order()); Nrbf.Serialize<object>(new Order());", "Order 256 True", "Order 64 True")]
    [InlineData("Isomer.AspNetCore.IsomerResults.Ok<object>(new Order());", "Order 1 True")]
    [InlineData("Json.Serialize<object>(1); Json.Serialize<object?>((IDisposable?)null); Json.Serialize<object>(new { A = 1 });")]
    [InlineData("object o = 1, p = o; while (o is null) { o = p; p = o; } Json.Serialize(o); Compact.Serialize<object>(new Order());")]
    [InlineData("Json.Serialize<dynamic>(1, JsonOptions.FastJson); Json.Deserialize(\"\"u8, typeof(List<>));")]
    public void What_the_tool_is_told(string statements, params string[] asked) => Assert.Equal(asked, Asked(statements));

    /// <summary>The one list of the analyzers, that of the tool, and what the library has: a static class with a handle.</summary>
    [Fact]
    public void The_facades_are_the_same_everywhere()
    {
        string[] facades =
        [
            .. typeof(Json).Assembly.GetExportedTypes()
                .Where(t => t is { IsAbstract: true, IsSealed: true, Namespace: nameof(Isomer) }
                    && t.GetProperty(nameof(Format), BindingFlags.Public | BindingFlags.Static) is { } handle
                    && handle.PropertyType == typeof(Format))
                .Select(t => t.Name).Order(),
        ];
        Assert.Equal(facades, Facades.Select(f => f.Name).Order());
        Assert.Equal(
            Facades.Append((nameof(DeepCopy), (int)ShapeFamilies.DeepCopy)).Order(),
            CallRoots.OfCalls.Select(f => (f.Key, (int)f.Value)).Order());
        Assert.Equal(Enum.GetValues<ShapeFamilies>().Select(f => (f.ToString(), (int)f)),
            OfAnalyzers("Families").GetEnumValues().Cast<object>().Select(f => (f.ToString()!, (int)f)));
    }
}
