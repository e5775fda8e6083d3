using System.Runtime.CompilerServices;
using Isomer.Calls;
using Isomer.Formats;

namespace Isomer;

/// <summary>
/// Streams of items: each a frame of its length (a varint) and a payload that can be read alone. Memory is that of one
/// item, however many there are.
/// </summary>
public static partial class Compact
{
    /// <summary>Writes items as they come.</summary>
    public static async Task WriteStreamAsync<T>(Stream output, IAsyncEnumerable<T> items, CompactOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        await foreach (var item in items.WithCancellation(cancellationToken).ConfigureAwait(false))
            await WriteFrameAsync(output, item, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Writes items one after the other.</summary>
    public static async Task WriteStreamAsync<T>(Stream output, IEnumerable<T> items, CompactOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(output);
        ArgumentNullException.ThrowIfNull(items);
        foreach (var item in items)
            await WriteFrameAsync(output, item, options, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Reads items as they are asked for. A frame that is cut off or bad ends in a <see cref="WireFormatException"/> whose
    /// <see cref="WireFormatException.GoodItems"/> says how many items came whole before it.
    /// </summary>
    public static IAsyncEnumerable<T> ReadStreamAsync<T>(Stream input, CompactOptions? options = null,
        CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(input);
        return ReadFramesAsync<T>(input, options, null, null, cancellationToken);
    }

    /// <summary>
    /// Reads items as they are asked for, with what passes over that which follows a frame of no bytes; null where that is an error.
    /// </summary>
    internal static IAsyncEnumerable<T> ReadFramesAsync<T>(Stream input, CompactOptions? options,
        Func<CompactInput, CancellationToken, ValueTask>? afterEmpty, Action<long>? begins, CancellationToken cancellationToken) =>
        ReadFramesAsync<T>(input, new ReadAhead(input), new CompactStreamLayouts(), options, afterEmpty, begins, cancellationToken);

    static async IAsyncEnumerable<T> ReadFramesAsync<T>(Stream input, ReadAhead ahead, CompactStreamLayouts layouts,
        CompactOptions? options, Func<CompactInput, CancellationToken, ValueTask>? afterEmpty, Action<long>? begins,
        [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ahead.Begin();
        var bytes = new CompactInput(input);
        long behind = 0;
        try
        {
            int most = (options ?? CompactOptions.Default).Limits.MaxStreamItem;
            for (long good = 0; await bytes.FillAsync(1, cancellationToken).ConfigureAwait(false); good++)
            {
                int head = CompactVarint.LengthFrom(bytes.Span[0]);
                if (!await bytes.FillAsync(head, cancellationToken).ConfigureAwait(false))
                    throw CutOff(bytes, good, "its length");
                CompactVarint.Get(bytes.Span, out ulong length);
                if (length > (ulong)Math.Min(most, Array.MaxLength - head))
                    throw new WireFormatException($"An item of {length} bytes is longer than {most} (Limits.MaxStreamItem).")
                    { Format = FormatName, GoodItems = good, Offset = bytes.Offset };
                begins?.Invoke(bytes.Offset);
                bytes.Skip(head);
                if (length == 0 && afterEmpty is not null)
                {
                    await afterEmpty(bytes, cancellationToken).ConfigureAwait(false);
                    behind = bytes.Offset;
                    good--;
                    continue;
                }
                if (!await bytes.FillAsync((int)length, cancellationToken).ConfigureAwait(false))
                    throw CutOff(bytes, good, $"a frame of {length} bytes, of which {bytes.Span.Length} are there");
                var item = ReadFrame<T>(bytes, (int)length, good, layouts, options);
                bytes.Skip((int)length);
                behind = bytes.Offset;
                yield return item;
            }
        }
        finally
        {
            ahead.End(bytes.Offset + bytes.Span.Length - behind);
            bytes.Dispose();
        }
    }

    /// <summary>How many bytes it took.</summary>
    internal static async ValueTask<long> WriteFrameAsync<T>(Stream stream, T item, CompactOptions? options,
        CancellationToken cancellationToken)
    {
        byte[] payload = Serialize(item, options);
        byte[] head = new byte[CompactVarint.MaxLength];
        int length = CompactVarint.Put(ref head[0], (ulong)payload.Length);
        await stream.WriteAsync(head.AsMemory(0, length), cancellationToken).ConfigureAwait(false);
        await stream.WriteAsync(payload, cancellationToken).ConfigureAwait(false);
        return length + payload.LongLength;
    }

    static T ReadFrame<T>(CompactInput input, int length, long good, CompactStreamLayouts layouts, CompactOptions? options)
    {
        var frame = input.Span[..length];
        try
        {
            // A fingerprint that is the reader's own needs no more; another is read by the layout that a frame before it told.
            return Deserialize<T>(HasLayoutOf<T>(frame, options) ? frame : layouts.Whole(frame), options);
        }
        catch (WireFormatException e)
        {
            e.GoodItems = good;
            e.Offset = Math.Max(e.Offset, 0) + input.Offset;
            throw;
        }
    }

    static bool HasLayoutOf<T>(ReadOnlySpan<byte> frame, CompactOptions? options) =>
        CompactStreamLayouts.IsFingerprint(frame) && !typeof(Node).IsAssignableFrom(typeof(T))
        && frame[1..].StartsWith(CompactRoot.Of(ModelOf(typeof(T), options ?? CompactOptions.Default)).Prefix(CompactSchema.Fingerprint));

    static WireFormatException CutOff(CompactInput input, long good, string what) =>
        new($"The stream ends in the middle of {what}.") { Format = FormatName, GoodItems = good, Offset = input.Offset };
}
