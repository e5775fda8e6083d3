using System.Collections.Concurrent;
using Microsoft.AspNetCore.Http;

namespace Isomer.AspNetCore;

/// <summary>Writes values into answers: into the server's own buffers, item by item where they come so and the format can.</summary>
internal abstract class Answers
{
    static readonly ConcurrentDictionary<Type, Answers?> s_ofItems = new();

    public static Task WriteAsync(HttpContext context, WebFormat format, object? value, Type type)
    {
        context.Response.ContentType = format.ContentType;
        return value is not null && s_ofItems.GetOrAdd(value.GetType(), static t => Make(t)) is { } items
            ? items.WriteItemsAsync(context, format, value)
            : WriteWholeAsync(context, format, value, type);
    }

    static async Task WriteWholeAsync(HttpContext context, WebFormat format, object? value, Type type)
    {
        // Whole before its first byte is sent: what cannot be written is an error with a status of its own, and no torn answer.
        byte[] payload = format.Format.Serialize(value, type);
        context.Response.ContentLength = payload.Length;
        await context.Response.BodyWriter.WriteAsync(payload, context.RequestAborted).ConfigureAwait(false);
    }

    /// <summary>The writer of items, of a type that is an IAsyncEnumerable; null for any other.</summary>
    static Answers? Make(Type type) =>
        Array.Find(type.GetInterfaces(), static i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IAsyncEnumerable<>)) is { } items
            ? (Answers)Activator.CreateInstance(typeof(OfItems<>).MakeGenericType(items.GetGenericArguments()))!
            : null;

    protected abstract Task WriteItemsAsync(HttpContext context, WebFormat format, object value);

    sealed class OfItems<T> : Answers
    {
        protected override async Task WriteItemsAsync(HttpContext context, WebFormat format, object value)
        {
            var items = (IAsyncEnumerable<T>)value;
            if (format.Items is { } options)
            {
                await Json.WriteArrayAsync(context.Response.BodyWriter, items, options, context.RequestAborted).ConfigureAwait(false);
                return;
            }
            var list = new List<T>();
            await foreach (var item in items.WithCancellation(context.RequestAborted).ConfigureAwait(false))
                list.Add(item);
            await WriteWholeAsync(context, format, list, typeof(List<T>)).ConfigureAwait(false);
        }
    }
}
