using System.Buffers;
using Isomer.Cli.Lab.Contestants;
using Isomer.Measuring;

namespace Isomer.Cli.Lab.Scenarios;

/// <summary>
/// The contracts in which a payload is made or taken, beside a new array and an array. Each is measured by itself: how much of an
/// answer is the result's array, and what a stream costs, is the user's question and no detail. What is written to is kept, so that its
/// memory is not the serializer's.
/// </summary>
static class Contracts
{
    public const string Buffer = "to IBufferWriter";
    public const string ToStream = "to Stream";
    public const string Sequence = "from ReadOnlySequence";
    public const string FromStream = "from Stream";

    /// <summary>In the order of tables.</summary>
    public static readonly string[] All = [Buffer, ToStream, Sequence, FromStream];

    /// <summary>What a pipe hands over at a time.</summary>
    const int SegmentSize = 4096;

    public static IReadOnlyList<Way> Of(PeerCalls calls)
    {
        var ways = new List<Way>();
        if (calls.WriteTo is { } writeTo)
        {
            var kept = new ArrayBufferWriter<byte>();
            ways.Add(new Way(Buffer)
            {
                Write = () =>
                {
                    kept.ResetWrittenCount();
                    writeTo(kept);
                },
                Written = () => kept.WrittenSpan.ToArray(),
            });
        }
        if (calls.WriteStream is { } writeStream)
        {
            var kept = new MemoryStream();
            ways.Add(new Way(ToStream)
            {
                Write = () =>
                {
                    kept.SetLength(0);
                    writeStream(kept);
                },
                Written = kept.ToArray,
            });
        }
        if (calls.ReadSequence is { } readSequence)
        {
            ways.Add(new Way(Sequence)
            {
                Read = payload =>
                {
                    ReadOnlySequence<byte> segments = Segments(payload);
                    return () => readSequence(segments);
                },
            });
        }
        if (calls.ReadStream is { } readStream)
            ways.Add(new Way(FromStream) { Read = payload => () => readStream(new MemoryStream(payload, writable: false)) });
        return ways;
    }

    public static ReadOnlySequence<byte> Segments(byte[] payload)
    {
        var first = new Segment(payload.AsMemory(0, Math.Min(SegmentSize, payload.Length)), 0);
        Segment last = first;
        for (int start = SegmentSize; start < payload.Length; start += SegmentSize)
            last = last.Append(payload.AsMemory(start, Math.Min(SegmentSize, payload.Length - start)));
        return new ReadOnlySequence<byte>(first, 0, last, last.Memory.Length);
    }

    sealed class Segment : ReadOnlySequenceSegment<byte>
    {
        public Segment(ReadOnlyMemory<byte> memory, long at) => (Memory, RunningIndex) = (memory, at);

        public Segment Append(ReadOnlyMemory<byte> memory)
        {
            var next = new Segment(memory, RunningIndex + Memory.Length);
            Next = next;
            return next;
        }
    }
}
