using System.Runtime.CompilerServices;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Streams of items: each a frame of its length (a varint) and a payload that can be read alone. Memory is that of one
/// item, however many there are.
/// </summary>
public static partial class Compact
{
    /// <summary>Writes items as they come.</summary>
    public static async ValueTask WriteStreamAsync<T>(Stream stream, IAsyncEnumerable<T> items, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(items);
        await foreach (var item in items.WithCancellation(cancellationToken).ConfigureAwait(false))
            await WriteFrameAsync(stream, item, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes items one after the other.</summary>
    public static async ValueTask WriteStreamAsync<T>(Stream stream, IEnumerable<T> items, CompactOptions? options = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        ArgumentNullException.ThrowIfNull(items);
        foreach (var item in items)
            await WriteFrameAsync(stream, item, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads items as they are asked for. A frame that is cut off or bad ends in a <see cref="WireFormatException"/> whose
    /// <see cref="WireFormatException.GoodItems"/> says how many items came whole before it.
    /// </summary>
    public static async IAsyncEnumerable<T> ReadStreamAsync<T>(Stream stream, CompactOptions? options = null, [EnumeratorCancellation] CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(stream);
        using var input = new CompactInput(stream);
        for (long good = 0; await input.FillAsync(1, cancellationToken).ConfigureAwait(false); good++)
        {
            int head = CompactVarint.LengthFrom(input.Span[0]);
            if (!await input.FillAsync(head, cancellationToken).ConfigureAwait(false))
                throw CutOff(input, good, "its length");
            CompactVarint.Get(input.Span, out ulong length);
            if (length > (ulong)(Array.MaxLength - head))
                throw CutOff(input, good, $"a frame of {length} bytes");
            input.Skip(head);
            if (!await input.FillAsync((int)length, cancellationToken).ConfigureAwait(false))
                throw CutOff(input, good, $"a frame of {length} bytes, of which {input.Span.Length} are there");
            var item = ReadFrame<T>(input, (int)length, good, options);
            input.Skip((int)length);
            yield return item;
        }
    }

    static async ValueTask WriteFrameAsync<T>(Stream stream, T item, CompactOptions? options, CancellationToken cancellationToken)
    {
        byte[] payload = Serialize(item, options);
        byte[] head = new byte[CompactVarint.MaxLength];
        int length = CompactVarint.Put(ref head[0], (ulong)payload.Length);
        await stream.WriteAsync(head.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
        await stream.WriteAsync(payload, cancellationToken).ConfigureAwait(false);
    }

    static T ReadFrame<T>(CompactInput input, int length, long good, CompactOptions? options)
    {
        try
        {
            return Deserialize<T>(input.Span[..length], options);
        }
        catch (WireFormatException e)
        {
            e.GoodItems = good;
            e.Offset = Math.Max(e.Offset, 0) + input.Offset;
            throw;
        }
    }

    static WireFormatException CutOff(CompactInput input, long good, string what) =>
        new($"The stream ends in the middle of {what}.") { Format = FormatName, GoodItems = good, Offset = input.Offset };
}
