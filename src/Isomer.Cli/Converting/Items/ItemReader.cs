using System.Runtime.CompilerServices;
using Isomer.Cli.Payloads;
using Isomer.Formats;
using Isomer.Nodes;

namespace Isomer.Cli.Converting.Items;

/// <summary>A value of a stream.</summary>
/// <param name="Value">A node, or a value of the type that was asked for.</param>
/// <param name="Source">What stood there, where a type was asked for and the format tells it: what the type has no member for is
/// lost.</param>
/// <param name="From">The format of what stood there.</param>
readonly record struct Item(object? Value, Node? Source, Format From);

/// <summary>Items from a stream, one at a time: nodes, or values of a type.</summary>
static class ItemReader
{
    // As whole payloads are read: files of settings have comments, and commas at the end.
    static readonly JsonOptions s_usual = new() { Leniency = JsonLeniency.Comments | JsonLeniency.TrailingCommas };

    public static IAsyncEnumerable<Item> ReadAsync(PeekedInput input, ItemForm form, Type? type, JsonOptions? json, int maxItem,
        CancellationToken stop)
    {
        if (form is not (ItemForm.JsonArray or ItemForm.JsonLines))
            return FramesAsync(input, form, type, maxItem, stop);
        input.SkipMark();
        return JsonAsync(input, form == ItemForm.JsonArray, type, json ?? s_usual, stop);
    }

    static async IAsyncEnumerable<Item> FramesAsync(PeekedInput input, ItemForm form, Type? type, int maxItem,
        [EnumeratorCancellation] CancellationToken stop)
    {
        using var frames = new FrameReader(input, form == ItemForm.CompactItems ? Framing.Compact : Framing.Varint, isText: false, maxItem);
        var layouts = new CompactStreamLayouts();
        while (true)
        {
            stop.ThrowIfCancellationRequested();
            if (Next(frames, form, type, layouts) is not { } item)
                yield break;
            yield return item;
        }
    }

    static Item? Next(FrameReader frames, ItemForm form, Type? type, CompactStreamLayouts layouts)
    {
        if (!frames.TryRead(wait: true, out ReadOnlySpan<byte> frame))
            return null;
        if (form == ItemForm.CompactItems && frame.IsEmpty)
            return null; // the index of a table's batches follows
        Format format = form == ItemForm.CompactItems ? Compact.Format : Protobuf.Format;
        ReadOnlySpan<byte> whole = form == ItemForm.CompactItems ? layouts.Whole(frame) : frame;
        try
        {
            return type is null ? new Item(format.ParseNode(whole), null, format)
                : new Item(format.Deserialize(whole, type), form == ItemForm.CompactItems ? format.ParseNode(whole) : null, format);
        }
        catch (WireFormatException e)
        {
            throw new CliException(ExitCode.Corrupt, $"Item {frames.Count - 1}: {e.Message}", e);
        }
    }

    static async IAsyncEnumerable<Item> JsonAsync(Stream input, bool isArray, Type? type, JsonOptions json,
        [EnumeratorCancellation] CancellationToken stop)
    {
        Format format = Json.Format.With(json);
        IAsyncEnumerable<Node?> items = isArray
            ? Json.ReadArrayAsync<Node?>(input, json, stop)
            : Json.ReadLinesAsync<Node?>(input, json, stop);
        await foreach (Node? item in items.ConfigureAwait(false))
            yield return type is null
                ? new Item(item, null, format)
                : new Item(Json.Deserialize(Json.Serialize(item), type, json), item, format);
    }
}
