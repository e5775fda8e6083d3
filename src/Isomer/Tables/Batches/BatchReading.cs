using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Isomer.Formats;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// The batches of a file. Of a stream that can seek, the index is read first, and what it says has no rows is passed over; else the frames
/// come one after the other, to the index or, where there is none (one batch, an old file, one that was cut off between batches), to the
/// end.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class BatchReading(Stream input, CompactOptions options, ColumnTypes types, RowFilter? where)
{
    /// <summary>The batches, none of more rows than a collection may have: packed columns say no other count.</summary>
    public async IAsyncEnumerable<Table> ReadAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var batches = where is not null && input.CanSeek
            ? ReadFoundAsync(cancellationToken)
            : Compact.ReadFramesAsync<Table>(input, options, PassIndexAsync, Begins, cancellationToken);
        await foreach (var table in batches.ConfigureAwait(false))
        {
            if (table?.States?.Length is { } rows && rows > options.Limits.MaxItems)
                throw new WireFormatException($"A batch of {rows} rows has more than {options.Limits.MaxItems} (Limits.MaxItems).")
                { Format = Compact.FormatName, Offset = Offset };
            yield return table!;
        }
    }

    /// <summary>Where the batch begins that was read last.</summary>
    public long Offset { get; private set; }

    void Begins(long offset) => Offset = offset;

    /// <summary>Behind the empty frame: an index, and perhaps further frames, if files were joined.</summary>
    async ValueTask PassIndexAsync(CompactInput bytes, CancellationToken cancellationToken)
    {
        await bytes.FillAsync(CompactVarint.MaxLength, cancellationToken).ConfigureAwait(false);
        int head = CompactVarint.Get(bytes.Span, out ulong length);
        if (head == 0 || length > (ulong)options.Limits.MaxStreamItem)
            throw Wrong("its length is cut off, or longer than Limits.MaxStreamItem", bytes.Offset);
        int whole = head + (int)length + BatchIndexForm.TrailerLength;
        if (!await bytes.FillAsync(whole, cancellationToken).ConfigureAwait(false))
            throw Wrong("it is cut off", bytes.Offset);
        // The empty frame is a byte of it.
        if (BatchIndexForm.LengthBefore(bytes.Span[(whole - BatchIndexForm.TrailerLength)..whole]) != 1 + head + (long)length)
            throw Wrong("it does not end as it should", bytes.Offset);
        bytes.Skip(whole);
    }

    static WireFormatException Wrong(string why, long offset) =>
        new($"After the batches stands an index that cannot be read: {why}.") { Format = Compact.FormatName, Offset = offset };

    async IAsyncEnumerable<Table> ReadFoundAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        long start = input.Position;
        var statistics = await FindAsync(start, cancellationToken).ConfigureAwait(false);
        input.Position = start;
        if (statistics is null)
        {
            await foreach (var table in Compact.ReadFramesAsync<Table>(input, options, PassIndexAsync, Begins, cancellationToken)
                .ConfigureAwait(false))
                yield return table;
            yield break;
        }
        long at = start;
        for (int batch = 0; batch < statistics.Count; batch++)
        {
            // The first is read in any case, for it has the columns.
            if (batch == 0 || statistics.MayHold(where!, batch))
            {
                input.Position = Offset = at;
                yield return await ReadFrameAsync(statistics.LengthOf(batch), batch, cancellationToken).ConfigureAwait(false);
            }
            at += statistics.LengthOf(batch);
        }
        input.Position = input.Length;
    }

    async ValueTask<Table> ReadFrameAsync(long length, long good, CancellationToken cancellationToken)
    {
        byte[] frame = ArrayPool<byte>.Shared.Rent((int)length);
        int head = 0;
        try
        {
            await input.ReadExactlyAsync(frame.AsMemory(0, (int)length), cancellationToken).ConfigureAwait(false);
            head = CompactVarint.Get(frame.AsSpan(0, (int)length), out ulong payload);
            if (head == 0 || (ulong)head + payload != (ulong)length)
                throw new WireFormatException("The index behind the batches says another length than a batch.")
                { Format = Compact.FormatName, GoodItems = good };
            return Compact.Deserialize<Table>(frame.AsSpan(head, (int)payload), options);
        }
        catch (WireFormatException e)
        {
            e.GoodItems = good;
            e.Offset = Math.Max(e.Offset, 0) + input.Position - length + head;
            throw;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(frame);
        }
    }

    /// <summary>What the index says that stands in these bytes, from <paramref name="offset"/> on.</summary>
    BatchStatistics Statistics(ReadOnlySpan<byte> bytes, long offset, HashSet<string> asked)
    {
        try
        {
            return new BatchStatistics(Compact.Deserialize<BatchIndex>(bytes), types, asked);
        }
        catch (WireFormatException e)
        {
            e.Format ??= Compact.FormatName;
            e.Offset = Math.Max(e.Offset, 0) + offset;
            throw;
        }
    }

    /// <summary>The index of exactly these frames; null where there is none, or one of less, as of files that were joined.</summary>
    async ValueTask<BatchStatistics?> FindAsync(long start, CancellationToken cancellationToken)
    {
        long end = input.Length;
        byte[] trailer = new byte[BatchIndexForm.TrailerLength];
        if (end - start < trailer.Length)
            return null;
        input.Position = end - trailer.Length;
        await input.ReadExactlyAsync(trailer, cancellationToken).ConfigureAwait(false);
        long length = BatchIndexForm.LengthBefore(trailer), framesEnd = end - trailer.Length - length;
        if (length < 2 || length > options.Limits.MaxStreamItem || framesEnd < start)
            return null;
        input.Position = framesEnd;
        byte[] bytes = new byte[length];
        await input.ReadExactlyAsync(bytes, cancellationToken).ConfigureAwait(false);
        int head = CompactVarint.Get(bytes.AsSpan(1), out ulong payload);
        if (CompactVarint.Get(bytes, out ulong empty) != 1 || empty != 0 || head == 0 || 1 + (ulong)head + payload != (ulong)length)
            return null;
        var asked = new HashSet<string>(StringComparer.Ordinal);
        where!.AddColumns(asked);
        var statistics = Statistics(bytes.AsSpan(1 + head), framesEnd + 1 + head, asked);
        long sum = 0;
        for (int i = 0; i < statistics.Count; i++)
        {
            if (statistics.LengthOf(i) is <= 0 or > int.MaxValue
                || statistics.LengthOf(i) - CompactVarint.MaxLength > options.Limits.MaxStreamItem)
                throw Wrong($"a batch of {statistics.LengthOf(i)} bytes", framesEnd);
            sum += statistics.LengthOf(i);
            if (sum > framesEnd - start)
                throw Wrong("its batches are longer than what stands before it", framesEnd);
        }
        return sum == framesEnd - start && statistics.Count > 0 ? statistics : null;
    }
}
