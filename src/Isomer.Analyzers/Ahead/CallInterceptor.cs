using System.Collections.Immutable;
using System.Linq;
using System.Text;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// Leads each call that a shape serves (<see cref="ShapedCalls"/>) through a method of the application's own which says that nothing has
/// to be warned of. The facades bear [RequiresUnreferencedCode] and [RequiresDynamicCode], since of most types members are looked for by
/// reflection; the trimmer and the ahead-of-time compiler warn at each call of them, and a warning is silenced for a whole method or not
/// at all. So the call gets a method of its own:
/// <code>
/// [InterceptsLocation(1, "...")]      // Json.Serialize(order) in Program.cs
/// [UnconditionalSuppressMessage("Trimming", "IL2026"), UnconditionalSuppressMessage("AOT", "IL3050")]
/// static byte[] Call0(Order value, JsonOptions? options) => Json.Serialize&lt;Order&gt;(value, options);
/// </code>
/// What the tool cannot find in the compiled code it is told by attributes (<see cref="ShapedCall.Asked"/>), by a library in any case: the
/// application that makes shapes is another project. What handlers of endpoints return is told to ASP.NET Core, too
/// (<see cref="ShapedHandlers.Metadata"/>).
/// </summary>
[Generator(LanguageNames.CSharp)]
public sealed class CallInterceptor : IIncrementalGenerator
{
    static readonly SymbolDisplayFormat s_type = SymbolDisplayFormat.FullyQualifiedFormat.AddMiscellaneousOptions(
        SymbolDisplayMiscellaneousOptions.IncludeNullableReferenceTypeModifier);

    /// <inheritdoc/>
    public void Initialize(IncrementalGeneratorInitializationContext context)
    {
        var isAsked = context.AnalyzerConfigOptionsProvider.Select(static (o, _) => ShapedCalls.AreMade(o.GlobalOptions));
        var calls = context.SyntaxProvider
            .CreateSyntaxProvider(static (node, _) => ShapedCalls.MayBe(node) || ShapedHandlers.MayBe(node), Intercepted)
            .Where(static call => call != default);
        var tells = context.CompilationProvider.Select(static (c, _) => ShapedCalls.AreTold(c));
        context.RegisterImplementationSourceOutput(calls.Collect().Combine(isAsked).Combine(tells), static (output, found) =>
        {
            var ((all, isAsked), tells) = found;
            if (isAsked && !all.IsEmpty)
                output.AddSource("ShapedCalls.g.cs", Source(all));
            else if (tells && Asked(all) is { Length: > 0 } asked)
                output.AddSource("ShapedCalls.g.cs", Head + asked);
        });
    }

    /// <summary>The method as the call sees it, with what it does, where the call is, and what the tool has to be told.</summary>
    static (string? Method, string? Place, string Asked, string Answers) Intercepted(
        GeneratorSyntaxContext context, CancellationToken cancellation)
    {
        // Asked here and not once for all, so that nothing is bound in programs that make no shapes.
        bool areLed = ShapedCalls.AreLed(context.Node.SyntaxTree.Options);
        if ((!areLed && !(ShapedCalls.MayHaveToBeTold(context.Node) && ShapedCalls.AreTold(context.SemanticModel.Compilation)))
            || (ShapedCalls.Of(context.SemanticModel, context.Node, cancellation)
                ?? ShapedHandlers.Of(context.SemanticModel, context.Node, cancellation)) is not { } call)
            return default;
        return call.Method is null || !areLed ? (null, null, call.Asked, call.Answers)
            : context.SemanticModel.GetInterceptableLocation((InvocationExpressionSyntax)context.Node, cancellation) is { } location
            ? (Text(call.Method), location.GetInterceptsLocationAttributeSyntax(), call.Asked, "") : default;
    }

    /// <summary><c>byte[] #(Order value, JsonOptions? options) => Json.Serialize&lt;Order&gt;(value, options);</c></summary>
    static string Text(IMethodSymbol method)
    {
        string parameters = string.Join(", ", method.Parameters.Select(p => Declared(p) + p.Type.ToDisplayString(s_type) + " @" + p.Name));
        string arguments = string.Join(", ", method.Parameters.Select(p => Passed(p.RefKind) + "@" + p.Name));
        string types = !method.IsGenericMethod ? ""
            : "<" + string.Join(", ", method.TypeArguments.Select(t => t.ToDisplayString(s_type))) + ">";
        string call = method.ContainingType.ToDisplayString(s_type) + "." + method.Name + types + "(" + arguments + ")";
        return method.ReturnType.ToDisplayString(s_type) + " #(" + (method.IsExtensionMethod ? "this " : "") + parameters + ") => "
            + (ShapedHandlers.IsBegun(method) ? ShapedHandlers.Told(call) : call) + ";";
    }

    static string Declared(IParameterSymbol parameter) =>
        (parameter.ScopedKind == ScopedKind.None || parameter.RefKind == RefKind.Out ? "" : "scoped ")
        + (parameter.RefKind == RefKind.RefReadOnlyParameter ? "ref readonly " : Passed(parameter.RefKind));

    static string Passed(RefKind kind) => kind switch
    {
        RefKind.None => "",
        RefKind.Ref => "ref ",
        RefKind.Out => "out ",
        _ => "in ",
    };

    const string Head = "// <auto-generated>Calls whose types have ready-made shapes (IsomerShapes).</auto-generated>\n"
        + "#nullable enable\n#pragma warning disable\n";

    static string Asked(ImmutableArray<(string? Method, string? Place, string Asked, string Answers)> calls) =>
        string.Concat(calls.Select(c => c.Asked).Distinct().OrderBy(a => a, System.StringComparer.Ordinal));

    static string Source(ImmutableArray<(string? Method, string? Place, string Asked, string Answers)> calls)
    {
        string metadata = ShapedHandlers.Metadata([.. calls.SelectMany(c => c.Answers.Split('\n')).Where(a => a.Length > 0).Distinct()]);
        var text = new StringBuilder(Head).Append(Asked(calls)).Append("""
            namespace System.Runtime.CompilerServices
            {
                [global::System.AttributeUsage(global::System.AttributeTargets.Method, AllowMultiple = true)]
                file sealed class InterceptsLocationAttribute : global::System.Attribute
                {
                    public InterceptsLocationAttribute(int version, string data) { }
                }
            }
            namespace SPACE
            {
                using global::System.Diagnostics.CodeAnalysis;

                file static class ShapedCalls
                {

            """.Replace("\r\n", "\n").Replace("SPACE", ShapedCalls.Space));
        int number = 0;
        foreach (var same in calls
            .Where(c => c.Method is not null && (metadata.Length > 0 || !ShapedHandlers.IsTold(c.Method))).GroupBy(c => c.Method!)
            .OrderBy(g => g.Key, System.StringComparer.Ordinal))
        {
            foreach (var (_, place, _, _) in same)
                text.Append("        ").Append(place).Append('\n');
            text.Append("        [UnconditionalSuppressMessage(\"Trimming\", \"IL2026\", Justification = Made)]\n")
                .Append("        [UnconditionalSuppressMessage(\"AOT\", \"IL3050\", Justification = Made)]\n")
                .Append("        internal static ").Append(same.Key.Replace("#(", "Call" + number++ + "(")).Append("\n\n");
        }
        return text.Append("        const string Made = \"").Append(ShapedCalls.Reason).Append("\";\n    }\n").Append(metadata).Append("}\n").ToString();
    }
}
