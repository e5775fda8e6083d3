using System.Runtime.Serialization;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>DataSets in their binary form: the schema of each table is a payload of its own, whatever style the outer one has.</summary>
internal ref partial struct NrbfSink
{
    readonly byte[] NestedPayload(SerializationInfo entries) => Nested(_options, entries);

    /// <summary>The payload of these entries, as it stands in an envelope too.</summary>
    public static byte[] Nested(NrbfOptions options, SerializationInfo entries) =>
        RootOf(options.TypeStyle == NrbfTypeStyle.TypesAlways ? options : options with { TypeStyle = NrbfTypeStyle.TypesAlways }, entries,
            []);

    /// <summary>The payload of an object that has these entries.</summary>
    public static byte[] Alone(NrbfOptions options, SerializationInfo entries) => RootOf(options, entries, null);

    /// <summary>
    /// A payload whose root are these entries; with the zeros behind it that one within another has, if its texts are asked for.
    /// </summary>
    static byte[] RootOf(NrbfOptions options, SerializationInfo entries, List<(int Start, int Length)>? texts)
    {
        var sink = new NrbfSink(options, null) { _long = texts };
        try
        {
            sink.Begin(entries);
            sink._state.TryTake(out _, out sink._id);
            sink.Entries(entries);
            sink.End();
            var written = sink._out.Written;
            byte[] payload = new byte[texts is null ? written.Length : CapacityOf(written.Length, texts)];
            written.CopyTo(payload);
            return payload;
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>
    /// How long the buffer of a MemoryStream is that this was written to: the framework takes all of it, with zeros behind the end. It
    /// doubles from 256 on, but where one text or array is longer than that.
    /// </summary>
    static int CapacityOf(int length, List<(int Start, int Length)> texts)
    {
        const int least = 256, chunk = 1 << 16;
        int capacity = 0;
        foreach (var (start, size) in texts)
        {
            Grow(start);
            for (int end = start, rest = size; rest > 0; rest -= chunk)
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
