using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Microsoft.CodeAnalysis.Operations;

namespace Isomer.Analyzers.Ahead;

/// <summary>
/// What handlers of minimal endpoints return: <c>app.MapGet("/orders", () => new Order())</c>. Behind <c>WithIsomer()</c> Isomer writes
/// it, and <c>MapIsomerOpenApi()</c> describes it; no call names its type. So the tool is told of the types that handlers return, under
/// no family of its own: it takes them for what is handed to any format of the program, where one of its assemblies calls these two.
/// ASP.NET Core asks for metadata of each type, too, whoever writes it: what the application's own resolvers do not know,
/// <see cref="Metadata"/> tells it.
/// </summary>
/// <remarks>
/// A handler whose delegate is declared as nothing but <see cref="Delegate"/> is not seen. ASP.NET Core's own generator does not see it
/// either, and warns of it at the endpoint; so it does of one that returns a type parameter.
/// </remarks>
static class ShapedHandlers
{
    const string Begins = "Answers.Add(", Filters = "AddEndpointFilter";

    /// <summary>The calls that look at handlers. They are led past their warnings, as those are that name types.</summary>
    public static bool AreServedBy(IMethodSymbol method) => method.Name is "WithIsomer" or "MapIsomerOpenApi" && IsOfServices(method)
        || IsBegun(method);

    /// <summary>A description of the application has those of its problems, too, which no handler names.</summary>
    public static IEnumerable<ITypeSymbol> DescribedBy(IMethodSymbol method, Compilation compilation) =>
        method.Name != "MapIsomerOpenApi" ? []
        : new[] { "Microsoft.AspNetCore.Mvc.ProblemDetails", "Microsoft.AspNetCore.Http.HttpValidationProblemDetails" }
            .Select(compilation.GetTypeByMetadataName).OfType<ITypeSymbol>();

    /// <summary>Whether a web application has Isomer added to it.</summary>
    public static bool IsBegun(IMethodSymbol method) => method.Name == "AddIsomer" && IsOfServices(method);

    static bool IsOfServices(IMethodSymbol method) =>
        method.ContainingType is { Name: "IsomerServices", ContainingAssembly.Name: "Isomer.AspNetCore" };

    /// <summary>The call that adds Isomer, with the metadata.</summary>
    public static string Told(string call) => Begins + call + ")";

    public static bool IsTold(string method) => method.Contains(Begins);

    /// <summary>The class by which ASP.NET Core finds these types; nothing where there are none.</summary>
    public static string Metadata(IReadOnlyList<string> asks) => asks.Count == 0 ? "" : """

            file sealed class Answers : global::System.Text.Json.Serialization.Metadata.IJsonTypeInfoResolver
            {
                public static global::Microsoft.Extensions.DependencyInjection.IServiceCollection Add(
                    global::Microsoft.Extensions.DependencyInjection.IServiceCollection services) =>
                    global::Microsoft.Extensions.DependencyInjection.HttpJsonServiceExtensions.ConfigureHttpJsonOptions(
                        services, static o => o.SerializerOptions.TypeInfoResolverChain.Add(new Answers()));

                public global::System.Text.Json.Serialization.Metadata.JsonTypeInfo? GetTypeInfo(
                    global::System.Type type, global::System.Text.Json.JsonSerializerOptions options) =>
                    ASKS;

                [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "REASON")]
                [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "REASON")]
                static global::System.Text.Json.Serialization.Metadata.JsonTypeInfo? Of<T>(
                    global::System.Type type, global::System.Text.Json.JsonSerializerOptions options) => type != typeof(T) ? null
                    : global::System.Text.Json.Serialization.Metadata.JsonMetadataServices.CreateValueInfo<T>(
                        options, global::Isomer.IsomerJsonConverter.For<T>(global::Isomer.JsonOptions.Web));

                static global::System.Text.Json.Serialization.Metadata.JsonTypeInfo? ItemsOf<T>(
                    global::System.Type type, global::System.Text.Json.JsonSerializerOptions options) =>
                    type != typeof(global::System.Collections.Generic.IAsyncEnumerable<T>) ? null
                    : global::System.Text.Json.Serialization.Metadata.JsonMetadataServices
                        .CreateIAsyncEnumerableInfo<global::System.Collections.Generic.IAsyncEnumerable<T>, T>(options, new());
            }

        """.Replace("\r\n", "\n").Replace("REASON", ShapedCalls.Reason)
            .Replace("ASKS", string.Join("\n            ?? ", asks.OrderBy(a => a, StringComparer.Ordinal)));

    public static bool MayBe(SyntaxNode node) => MayBeAnswer(node) || (node is InvocationExpressionSyntax
    {
        ArgumentList.Arguments.Count: > 0, Expression: MemberAccessExpressionSyntax { Name.Identifier.ValueText: { } name }
    } && (name.StartsWith("Map", StringComparison.Ordinal) || name == Filters));

    /// <summary><c>Results.Ok&lt;object&gt;(order)</c>, whose value is written as what it is.</summary>
    static bool MayBeAnswer(SyntaxNode node) => node is InvocationExpressionSyntax
    {
        ArgumentList.Arguments.Count: > 0,
        Expression: MemberAccessExpressionSyntax
        {
            Expression: IdentifierNameSyntax { Identifier.ValueText: "Results" or "TypedResults" }
                or MemberAccessExpressionSyntax { Name.Identifier.ValueText: "Results" or "TypedResults" }
        }
    };

    /// <summary>
    /// The types that the endpoint's handler returns, or a filter around it, or that stand behind <see cref="object"/> in an answer; null
    /// where there are none that can be named.
    /// </summary>
    public static ShapedCall? Of(SemanticModel model, SyntaxNode node, CancellationToken cancellation) =>
        !MayBe(node) ? null
        : MayBeAnswer(node) ? OfAnswer(model, node, cancellation)
        : model.GetOperation(node, cancellation) is IInvocationOperation { TargetMethod: { } method } call
            && method.ContainingNamespace.ToDisplayString() is "Microsoft.AspNetCore.Builder" or "Microsoft.AspNetCore.Http"
            && call.Arguments.FirstOrDefault(a => a.Parameter?.Type.Name == (method.Name == Filters ? "Func" : nameof(Delegate)))
                ?.Value is { } handler
            && Returned(handler, model, cancellation) is { Count: > 0 } types
            ? Returned(types) : null;

    static ShapedCall? OfAnswer(SemanticModel model, SyntaxNode node, CancellationToken cancellation) =>
        model.GetOperation(node, cancellation) is IInvocationOperation
        {
            TargetMethod.ContainingType: { Name: "Results" or "TypedResults", ContainingNamespace: { } space }
        } call && space.ToDisplayString() == "Microsoft.AspNetCore.Http"
            && call.Arguments.Where(a => a.Parameter is { Type.SpecialType: SpecialType.System_Object, Name: not "routeValues" })
                .SelectMany(a => ReturnedValues.Behind(a.Value)).Where(t => ShapedCalls.AreNamed([t], model)).ToList() is
            { Count: > 0 } types
            ? Returned(types) : null;

    static ShapedCall Returned(List<ITypeSymbol> types) => new(null, types, 0, null, true, string.Join("\n", types.SelectMany(Asks)));

    /// <summary>How the resolver is asked for a type: of a stream of items, for these too.</summary>
    static IEnumerable<string> Asks(ITypeSymbol type)
    {
        if (ShapedCall.ItemOf(type) is var item && !ReferenceEquals(item, type))
            yield return Ask("ItemsOf", item);
        yield return Ask("Of", item);
    }

    static string Ask(string method, ITypeSymbol type) =>
        method + "<" + type.ToDisplayString(SymbolDisplayFormat.FullyQualifiedFormat) + ">(type, options)";

    /// <summary>
    /// Those of the delegate as it was before it became a <see cref="Delegate"/>, and those of what its code gives: a Dog where it is
    /// declared to return an Animal, or <see cref="object"/>.
    /// </summary>
    static List<ITypeSymbol> Returned(IOperation handler, SemanticModel model, CancellationToken cancellation)
    {
        while (handler is IConversionOperation conversion)
            handler = conversion.Operand;
        if (handler.Type is not INamedTypeSymbol { DelegateInvokeMethod.ReturnType: { } declared })
            return [];
        IOperation? code = (handler as IDelegateCreationOperation)?.Target switch
        {
            IAnonymousFunctionOperation lambda => lambda.Body,
            IMethodReferenceOperation { Method: { } method } => CodeOf(method, model, cancellation),
            _ => null,
        };
        return [.. (code is null ? [] : ReturnedValues.Of(code)).Prepend(declared).SelectMany(Within)
            .Where(t => ShapedCalls.AreNamed([t], model)).Distinct<ITypeSymbol>(SymbolEqualityComparer.Default)];
    }

    /// <summary>The code of a method of the program's own.</summary>
    static IOperation? CodeOf(IMethodSymbol method, SemanticModel model, CancellationToken cancellation)
    {
        if (method.DeclaringSyntaxReferences is not [{ } only])
            return null;
        SyntaxNode node = only.GetSyntax(cancellation);
        SemanticModel its = node.SyntaxTree == model.SyntaxTree ? model : model.Compilation.GetSemanticModel(node.SyntaxTree);
        return its.GetOperation(node, cancellation);
    }

    /// <summary>
    /// What is waited for, and the values of <c>TypedResults</c>, one or one of several: an Order of
    /// <c>Task&lt;Results&lt;Ok&lt;Order&gt;, NotFound&gt;&gt;</c>. Of texts, <see cref="object"/> and other answers nothing is told.
    /// </summary>
    static IEnumerable<ITypeSymbol> Within(ITypeSymbol type) => type switch
    {
        { SpecialType: SpecialType.System_String or SpecialType.System_Object or SpecialType.System_Void } => [],
        INamedTypeSymbol { Name: "Task" or "ValueTask", ContainingNamespace: { } space } task
            when space.ToDisplayString() == "System.Threading.Tasks" => task.TypeArguments.SelectMany(Within),
        INamedTypeSymbol result when result.AllInterfaces.Append(result).Any(IsAnswer) => result.TypeArguments.SelectMany(Within),
        _ => [type],
    };

    static bool IsAnswer(INamedTypeSymbol type) =>
        type is { Name: "IResult", ContainingNamespace: { } space } && space.ToDisplayString() == "Microsoft.AspNetCore.Http";
}
