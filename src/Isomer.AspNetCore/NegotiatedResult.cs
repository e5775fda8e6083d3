using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Ahead;
using Isomer.Model;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace Isomer.AspNetCore;

/// <summary>
/// What a handler behind <c>WithIsomer()</c> returned, as an answer in the format that the client accepts: a value, and what
/// <c>TypedResults</c> wrap around one (Ok, Created, NotFound, ...). What says its content itself is let pass: texts, files, problem
/// details, JSON under options of its own.
/// </summary>
[RequiresUnreferencedCode(TrimmingNotes.Members), RequiresDynamicCode(TrimmingNotes.Code)]
internal sealed class NegotiatedResult(object? value, Type type, int statusCode) : IResult
{
    static readonly ConcurrentDictionary<Type, bool> s_tellsSubtypes = new();

    /// <summary>Results of a value and a status; the last two have a place too.</summary>
    static readonly Type[] s_ofValues =
    [
        typeof(Ok<>), typeof(NotFound<>), typeof(BadRequest<>), typeof(Conflict<>), typeof(UnprocessableEntity<>),
        typeof(InternalServerError<>), typeof(Created<>), typeof(Accepted<>),
    ];

    public Task ExecuteAsync(HttpContext httpContext) => Answers.NegotiateAsync(httpContext, value, type, statusCode);

    /// <summary>What is answered for what a handler returned.</summary>
    /// <param name="returned">That.</param>
    /// <param name="declared">What the handler says that it returns.</param>
    /// <param name="context">The request, whose answer is told the place of what was created.</param>
    /// <remarks>
    /// Nothing but this code asks for the places' property, and no interface has it: trimmed away it made 201s without a Location.
    /// </remarks>
    [DynamicDependency("Location", typeof(Created<>)), DynamicDependency("Location", typeof(Accepted<>))]
    public static object? Of(object? returned, Type declared, HttpContext context)
    {
        if (returned is INestedHttpResult nested)
            return Of(nested.Result, typeof(IResult), context);
        if (returned is null)
            return declared == typeof(void) || declared == typeof(string) || typeof(IResult).IsAssignableFrom(declared)
                ? null : new NegotiatedResult(null, declared, StatusCodes.Status200OK);
        if (returned is not IResult)
            return returned is string ? returned : new NegotiatedResult(returned, TypeOf(returned, declared), StatusCodes.Status200OK);
        var type = returned.GetType();
        if (!type.IsGenericType || !s_ofValues.Contains(type.GetGenericTypeDefinition())
            || (returned as IValueHttpResult)?.Value is not { } value || value is string or ProblemDetails
            || (returned as IStatusCodeHttpResult)?.StatusCode is not { } status)
            return returned;
        if (type.GetProperty("Location")?.GetValue(returned) is string location)
            context.Response.Headers.Location = location;
        return new NegotiatedResult(value, TypeOf(value, type.GetGenericArguments()[0]), status);
    }

    /// <summary>
    /// What the value is written as: the declared type where it tells its subtypes apart, so that the client finds which one it is, else
    /// what it is; as ASP.NET Core has it.
    /// </summary>
    static Type TypeOf(object value, Type declared)
    {
        if (declared != typeof(object))
            return declared.IsInstanceOfType(value) && (Tells(declared) || IsUnnamed(value.GetType(), declared))
                ? declared : value.GetType();
        // Behind object the base that names it as a subtype tells it.
        for (var type = value.GetType(); type is not null && type != typeof(object); type = type.BaseType)
            if (Tells(type))
                return type;
        return value.GetType();
    }

    /// <summary>
    /// Whether a collection is of a class that no shape names in an application that was trimmed (an iterator, say, of LINQ or of the
    /// program's own), and has the items that are declared: as what is declared it is the same then.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070",
        Justification = "What is declared, and the shape of it, keep the interface by which items are asked for.")]
    static bool IsUnnamed(Type type, Type declared)
    {
        if (!Trimming.WasDone || type == declared || ReadyShapes.Names(type))
            return false;
        return ItemsOf(type) is { } items && ItemsOf(declared) == items;

        static Type? ItemsOf(Type type) => type.GetInterfaces().Append(type)
            .Where(static t => t.IsGenericType && t.GetGenericTypeDefinition() == typeof(IEnumerable<>)).ToArray() is [var only]
                ? only : null;
    }

    static bool Tells(Type type) => s_tellsSubtypes.GetOrAdd(type, TellsSubtypes);

    /// <summary>What cannot be described tells none: who writes it says why.</summary>
    static bool TellsSubtypes(Type type)
    {
        try
        {
            return Convention.Plain.ModelOf(type) is { Subtypes.Length: > 0 } model && model is not DynamicModel;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>What a handler gives when it has been waited for.</summary>
    public static Type DeclaredBy(MethodInfo handler)
    {
        var type = handler.ReturnType;
        return type == typeof(Task) || type == typeof(ValueTask) ? typeof(void)
            : type.IsGenericType && type.GetGenericTypeDefinition() is var open && (open == typeof(Task<>) || open == typeof(ValueTask<>))
                ? type.GetGenericArguments()[0] : type;
    }
}
