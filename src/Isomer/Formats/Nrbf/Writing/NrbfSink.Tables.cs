using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>DataSets in their binary form: the schema of each table is a payload of its own, whatever style the outer one has.</summary>
internal ref partial struct NrbfSink
{
    readonly byte[] NestedPayload(SerializationInfo entries) => Nested(_options, entries);

    /// <summary>A text or an array of numbers, where it begins, and how much of it BinaryFormatter hands to its stream at once.</summary>
    /// <remarks>Bytes as a whole, other numbers in pieces of 4,096 bytes, texts in pieces of 64 KB.</remarks>
    readonly record struct LongWrite(int Start, int Length, int Chunk)
    {
        public const int OfTexts = 1 << 16, OfNumbers = 4096;
    }

    /// <summary>The payload of these entries, as it stands in an envelope too.</summary>
    public static byte[] Nested(NrbfOptions options, SerializationInfo entries) =>
        RootOf(options.TypeStyle == NrbfTypeStyle.TypesAlways ? options : options with { TypeStyle = NrbfTypeStyle.TypesAlways }, entries,
            []);

    /// <summary>The payload of an object that has these entries.</summary>
    public static byte[] Alone(NrbfOptions options, SerializationInfo entries) => RootOf(options, entries, null);

    /// <summary>
    /// A payload whose root are these entries; with the zeros behind it that one within another has, if its texts are asked for.
    /// </summary>
    static byte[] RootOf(NrbfOptions options, SerializationInfo entries, List<LongWrite>? texts)
    {
        var sink = new NrbfSink(options, default) { _long = texts };
        var mark = WrittenGraph.Begin();
        bool isWritten = false;
        try
        {
            sink.Begin(entries);
            sink._state.TryTake(out _, out sink._id);
            sink.Entries(entries);
            sink.End();
            isWritten = true;
            // Large arrays are not in the buffer but set aside, and its whole length counts them in.
            int length = sink._out.WholePosition;
            byte[] payload = sink._out.ToArray(texts is null ? 0 : CapacityOf(length, texts) - length);
            payload.AsSpan(length).Clear();
            return payload;
        }
        finally
        {
            sink.Release();
            if (isWritten)
                WrittenGraph.Finish(mark);
            else
                WrittenGraph.Abandon(mark);
        }
    }

    /// <summary>
    /// How long the buffer of a MemoryStream is that this was written to: the framework takes all of it, with zeros behind the end. It
    /// doubles from 256 on, but where one text or array is longer than that.
    /// </summary>
    static int CapacityOf(int length, List<LongWrite> texts)
    {
        const int least = 256;
        int capacity = 0;
        foreach (var (start, size, chunk) in texts)
        {
            Grow(start);
            for (int end = start, rest = size; rest > 0; rest -= Math.Min(rest, chunk))
            {
                end += Math.Min(rest, chunk);
                if (end > capacity)
                    capacity = Math.Max(end, Math.Max(least, capacity * 2));
            }
        }
        Grow(length);
        return capacity;

        void Grow(int to)
        {
            while (capacity < to)
                capacity = Math.Max(least, capacity * 2);
        }
    }
}
