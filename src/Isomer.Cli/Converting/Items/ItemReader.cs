using System.Runtime.CompilerServices;
using Isomer.Cli.Payloads;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Cli.Converting.Items;

/// <summary>Items from a stream, one at a time: nodes, or values of a type.</summary>
static class ItemReader
{
    public static IAsyncEnumerable<object?> ReadAsync(PeekedInput input, ItemForm form, Type? type, JsonOptions json, int maxItem, CancellationToken stop)
    {
        if (form is not (ItemForm.JsonArray or ItemForm.JsonLines))
            return FramesAsync(input, form, type, maxItem, stop);
        input.SkipMark();
        return OfJson(type).ReadAsync(input, form == ItemForm.JsonArray, json, stop);
    }

    static JsonItemsOf OfJson(Type? type) => type is null ? new JsonItemsOf<Node?>() : (JsonItemsOf)Activator.CreateInstance(typeof(JsonItemsOf<>).MakeGenericType(type))!;

    static async IAsyncEnumerable<object?> FramesAsync(PeekedInput input, ItemForm form, Type? type, int maxItem, [EnumeratorCancellation] CancellationToken stop)
    {
        using var frames = new FrameReader(input, form == ItemForm.CompactItems ? Framing.Compact : Framing.Varint, isText: false, maxItem);
        var layouts = new CompactStreamLayouts();
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            if (Next(frames, form, type, layouts) is not (true, var value))
                yield break;
            yield return value;
        }
    }

    static (bool Any, object? Value)? Next(FrameReader frames, ItemForm form, Type? type, CompactStreamLayouts layouts)
    {
        if (!frames.TryRead(wait: true, out ReadOnlySpan<byte> frame))
            return null;
        if (form == ItemForm.CompactItems && frame.IsEmpty)
            return (false, null); // the index of a table's batches follows
        Format format = form == ItemForm.CompactItems ? Compact.Format : Protobuf.Format;
        ReadOnlySpan<byte> whole = form == ItemForm.CompactItems ? layouts.Whole(frame) : frame;
        try
        {
            return (true, type is null ? format.ParseNode(whole) : format.Deserialize(whole, type));
        }
        catch (WireFormatException e)
        {
            throw new CliException(ExitCode.Corrupt, $"Item {frames.Count - 1}: {e.Message}", e);
        }
    }

    abstract class JsonItemsOf
    {
        public abstract IAsyncEnumerable<object?> ReadAsync(Stream input, bool isArray, JsonOptions json, CancellationToken stop);
    }

    sealed class JsonItemsOf<T> : JsonItemsOf
    {
        public override async IAsyncEnumerable<object?> ReadAsync(Stream input, bool isArray, JsonOptions json, [EnumeratorCancellation] CancellationToken stop)
        {
            IAsyncEnumerable<T> items = isArray ? Json.ReadArrayAsync<T>(input, json, stop) : Json.ReadLinesAsync<T>(input, json, stop);
            await foreach (T item in items.ConfigureAwait(false))
                yield return item;
        }
    }
}
