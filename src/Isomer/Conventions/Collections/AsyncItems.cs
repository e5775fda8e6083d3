using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Items that come one by one, as a value: what writes them as they come asks the surrogate of their type for them.</summary>
internal interface IAsyncItems
{
    /// <summary>Whether all of them are there, as in what was read.</summary>
    bool AreRead(object source);

    /// <summary>Hands them to who knows what to do with items of any type.</summary>
    TResult Hand<TResult>(object source, IAsyncItemsTaker<TResult> taker);
}

/// <summary>Takes items of any type.</summary>
internal interface IAsyncItemsTaker<out TResult>
{
    TResult Take<T>(IAsyncEnumerable<T> items);
}

/// <summary>Finds the surrogate of an <see cref="IAsyncEnumerable{T}"/> and of classes that are one.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class AsyncItems
{
    /// <summary>The interface that a type is or has; null if it has none, or is a collection beside.</summary>
    public static Type? InterfaceOf(Type type) =>
        typeof(System.Collections.IEnumerable).IsAssignableFrom(type) ? null : Collections.Closed(type, typeof(IAsyncEnumerable<>));

    /// <summary>Null for a struct, too: it would be boxed for each question.</summary>
    public static Surrogate? Find(Type type) => !type.IsValueType && InterfaceOf(type) is { } items
        ? (Surrogate)Activator.CreateInstance(typeof(AsyncItemsSurrogate<,>).MakeGenericType(type, items.GetGenericArguments()[0]))!
        : null;

    /// <summary>Why a type is none that a convention knows, and what to do: an error's words.</summary>
    public static string Refusal(Type type, Type items) => type.IsValueType && items != type
        ? $"'{type}' is a struct of items that come one by one: declare it as {PlainSubtypes.NameFor(items)}, or make it a class."
        : $"'{type}' is no value here. {Refusal(items.GetGenericArguments()[0])}";

    /// <summary>Why they are not written, and what to do: an error's words.</summary>
    public static string Refusal(Type item) =>
        $"Items of an IAsyncEnumerable<{PlainSubtypes.NameFor(item)}> come one by one, and nothing waits for them here: write the value by Json.SerializeAsync (without references, CyclesAsNull and type names), " +
        "the items alone by Json.WriteArrayAsync or WriteLinesAsync, Compact.WriteStreamAsync or Protobuf.WriteItemsAsync, or collect them first.";
}

/// <summary>
/// Carries items that come one by one as a list of them: so they are read, and so they are described. Written are only those that have been
/// read; of others a format that can wait for them takes <see cref="IAsyncItems"/>.
/// </summary>
internal sealed class AsyncItemsSurrogate<TSource, T> : Surrogate<TSource, List<T>>, IAsyncItems
    where TSource : class
{
    internal override bool IsOfValues => true;

    internal override IAsyncItems AsyncItems => this;

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = "A sentence about a type, of which its name is asked.")]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "A sentence about a type, of which its name is asked.")]
    public override List<T> ToCarrier(TSource value) =>
        value is ReadItems<T> read ? read.Items : throw new NotSupportedException(Conventions.AsyncItems.Refusal(typeof(T)));

    public override TSource FromCarrier(List<T> carrier) => new ReadItems<T>(carrier) as TSource
        ?? throw new NotSupportedException(
            $"'{typeof(TSource)}' cannot be made of items that were read: declare the member as IAsyncEnumerable<{PlainSubtypes.NameFor(typeof(T))}>.");

    public bool AreRead(object source) => source is ReadItems<T>;

    public TResult Hand<TResult>(object source, IAsyncItemsTaker<TResult> taker) => taker.Take((IAsyncEnumerable<T>)source);
}

/// <summary>Items that were read, one by one.</summary>
internal sealed class ReadItems<T>(List<T> items) : IAsyncEnumerable<T>
{
    public List<T> Items { get; } = items;

#pragma warning disable CS1998 // all are there
    public async IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default)
    {
        foreach (var item in Items)
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return item;
        }
    }
#pragma warning restore CS1998
}
