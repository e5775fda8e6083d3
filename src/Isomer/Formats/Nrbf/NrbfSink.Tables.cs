using System.Runtime.Serialization;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>DataSets in their binary form: the schema of each table is a payload of its own, whatever style the outer one has.</summary>
internal ref partial struct NrbfSink
{
    readonly byte[] NestedPayload(SerializationInfo entries) => Nested(_options, entries);

    /// <summary>The payload of these entries, as it stands in an envelope too.</summary>
    public static byte[] Nested(NrbfOptions options, SerializationInfo entries)
    {
        var sink = new NrbfSink(options.TypeStyle == NrbfTypeStyle.TypesAlways ? options : options with { TypeStyle = NrbfTypeStyle.TypesAlways }, null) { _long = [] };
        try
        {
            return sink.RootOfEntries(entries);
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>The payload of an object that has these entries.</summary>
    public static byte[] Alone(NrbfOptions options, SerializationInfo entries)
    {
        var sink = new NrbfSink(options, null);
        try
        {
            sink.Begin(entries);
            sink._state.TryTake(out _, out sink._id);
            sink.Entries(entries);
            sink.End();
            return sink._out.ToArray();
        }
        finally
        {
            sink.Release();
        }
    }

    /// <summary>A payload whose root are these entries.</summary>
    byte[] RootOfEntries(SerializationInfo entries)
    {
        Begin(entries);
        _state.TryTake(out _, out _id);
        Entries(entries);
        End();
        var written = _out.Written;
        byte[] padded = new byte[CapacityOf(written.Length, _long!)];
        written.CopyTo(padded);
        return padded;
    }

    /// <summary>
    /// How long the buffer of a MemoryStream is that this was written to: the framework takes all of it, with zeros behind the end. It doubles from 256 on, but where one text or array is longer than that.
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
