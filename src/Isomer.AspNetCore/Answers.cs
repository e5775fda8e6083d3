using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Options;

namespace Isomer.AspNetCore;

/// <summary>Writes values into answers: into the server's own buffers, item by item where they come so and the format can.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2026", Justification = TrimmingNotes.Warned)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = TrimmingNotes.Warned)]
internal abstract class Answers
{
    static readonly ConcurrentDictionary<Type, Answers?> s_ofItems = new();
    static readonly ConditionalWeakTable<TypeModel, object> s_holdItems = [];

    /// <summary>The value in the format that the client accepts; 406 where none of it is spoken here.</summary>
    public static Task NegotiateAsync(HttpContext context, object? value, Type type, int statusCode)
    {
        var options = context.RequestServices.GetRequiredService<IOptions<IsomerWebOptions>>().Value;
        var format = Negotiation.OfAnswer(options, context.Request.Headers.Accept);
        context.Response.StatusCode = format is null ? StatusCodes.Status406NotAcceptable : statusCode;
        return format is null ? Task.CompletedTask : WriteAsync(context, format, value, type);
    }

    /// <summary>The value in a format, which says what it is unless a content type is given.</summary>
    public static Task WriteAsync(HttpContext context, WebFormat format, object? value, Type type, string? contentType = null)
    {
        context.Response.ContentType = contentType ?? format.ContentType;
        return value is not null && s_ofItems.GetOrAdd(value.GetType(), static t => Make(t)) is { } items
            ? items.WriteItemsAsync(context, format, value)
            : WriteWholeAsync(context, format, value, type);
    }

    static async Task WriteWholeAsync(HttpContext context, WebFormat format, object? value, Type type)
    {
        if (format.Items is { } options && HoldsItems(options.Convention.ModelOf(type)))
        {
            await StreamAsync(context, value, type, options).ConfigureAwait(false);
            return;
        }
        // Whole before its first byte is sent: what cannot be written is an error with a status of its own, and no torn answer.
        using var payload = new AnswerBuffer();
        try
        {
            format.Format.Serialize(payload, value, type);
        }
        catch (NotSupportedException) when (format.Items is not null)
        {
            // Perhaps for items behind object, which no declared type tells; what else cannot be written throws here again, before anything
            // is sent.
            await StreamAsync(context, value, type, format.Items).ConfigureAwait(false);
            return;
        }
        context.Response.ContentLength = payload.Written.Length;
        await context.Response.BodyWriter.WriteAsync(payload.Written, context.RequestAborted).ConfigureAwait(false);
    }

    static async Task StreamAsync(HttpContext context, object? value, Type type, JsonOptions options)
    {
        using var answer = new HeldAnswer(context.Response.BodyWriter);
        await Json.SerializeAsync(answer, value, type, options, context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>Whether members of a type, or of what it is made of, are IAsyncEnumerable: such an answer is sent as they come.</summary>
    static bool HoldsItems(TypeModel root)
    {
        if (s_holdItems.TryGetValue(root, out object? known))
            return (bool)known;
        var seen = new HashSet<TypeModel>();
        var open = new Stack<TypeModel>([root]);
        bool holds = false;
        while (!holds && open.TryPop(out var model))
        {
            if (!seen.Add(model))
                continue;
            holds = model is SurrogateModel && ItemsOf(model.Type) is not null;
            foreach (var part in model.Parts)
                open.Push(part);
        }
        s_holdItems.AddOrUpdate(root, holds);
        return holds;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070",
        Justification = "That a type is an IAsyncEnumerable is kept where its items are asked for, as the shape of it does.")]
    static Type? ItemsOf(Type type) =>
        Array.Find([type, .. type.GetInterfaces()],
            static i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>));

    /// <summary>The writer of items, of a type that is an IAsyncEnumerable; null for any other.</summary>
    static Answers? Make(Type type)
    {
        if (ItemsOf(type) is not { } items)
            return null;
        var item = items.GetGenericArguments()[0];
        if (item.IsValueType && !RuntimeFeature.IsDynamicCodeSupported)
            return OfShape.Of(items);
        // Said by name once, so that the code is there for all classes.
        return item == typeof(object) ? new OfItems<object>() : (Answers)Activator.CreateInstance(typeof(OfItems<>).MakeGenericType(item))!;
    }

    protected abstract Task WriteItemsAsync(HttpContext context, WebFormat format, object value);

    static async Task WriteEachAsync<T>(HttpContext context, WebFormat format, IAsyncEnumerable<T> items)
    {
        if (format.Items is { } options)
        {
            using var answer = new HeldAnswer(context.Response.BodyWriter);
            await Json.WriteArrayAsync(answer, items, options, context.RequestAborted).ConfigureAwait(false);
            return;
        }
        var list = new List<T>();
        await foreach (var item in items.WithCancellation(context.RequestAborted).ConfigureAwait(false))
            list.Add(item);
        await WriteWholeAsync(context, format, list, typeof(List<T>)).ConfigureAwait(false);
    }

    sealed class OfItems<T> : Answers
    {
        protected override Task WriteItemsAsync(HttpContext context, WebFormat format, object value) =>
            WriteEachAsync(context, format, (IAsyncEnumerable<T>)value);
    }

    /// <summary>
    /// Where no code can be made, that of structs is there for those that shapes name: who knows them is the surrogate of the stream.
    /// </summary>
    sealed class OfShape(IAsyncItems known) : Answers
    {
        /// <summary>Null where no shape names the stream; it is written as a member of that type is.</summary>
        public static OfShape? Of(Type items)
        {
            try
            {
                return Convention.Plain.ModelOf(items) is SurrogateModel { Surrogate.AsyncItems: { } known } ? new OfShape(known) : null;
            }
            catch (NotSupportedException)
            {
                return null;
            }
        }

        protected override Task WriteItemsAsync(HttpContext context, WebFormat format, object value) =>
            known.Hand(value, new Taker(context, format));

        sealed class Taker(HttpContext context, WebFormat format) : IAsyncItemsTaker<Task>
        {
            public Task Take<T>(IAsyncEnumerable<T> items) => WriteEachAsync(context, format, items);
        }
    }
}
