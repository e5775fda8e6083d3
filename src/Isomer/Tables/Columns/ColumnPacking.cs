using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Tabular;

/// <summary>
/// A column as one blob: for each record whether it is null, as integers 0 and 1 (no list but a constant where none is), then the values
/// that are not, by the coding of their type, then zeros where the bounds ask for them. docs/compact.md specifies the bytes.
/// </summary>
internal static class ColumnPacking
{
    /// <summary>The blob of items; null if they are too long for one.</summary>
    /// <param name="lent">Written to and left so.</param>
    /// <param name="coding">Of the items' type.</param>
    /// <param name="items">One for each record that is not null; of classes one for each record, with null in place.</param>
    /// <param name="nulls">The bits of those that are null, or null if none is.</param>
    /// <param name="records">How many records there are.</param>
    public static byte[]? Pack<T>(PackedWriter lent, ColumnCoding<T> coding, ReadOnlySpan<T> items, byte[]? nulls, int records)
    {
        lent.Clear();
        if (!typeof(T).IsValueType)
            return PackObjects(lent, coding, items);
        WriteNulls(lent, nulls, records);
        coding.Write(lent, items);
        return lent.ToArray();
    }

    static byte[]? PackObjects<T>(PackedWriter lent, ColumnCoding<T> coding, ReadOnlySpan<T> items)
    {
        if (!HasNull(items))
        {
            Integers.WriteConstant(lent, 0);
            return coding.TryWrite(lent, items) ? lent.ToArray() : null;
        }
        var some = ArrayPool<T>.Shared.Rent(items.Length);
        byte[] bits = new byte[(items.Length + 7) >> 3];
        int count = 0;
        for (int i = 0; i < items.Length; i++)
        {
            if (items[i] is null)
                bits[i >> 3] |= (byte)(1 << (i & 7));
            else
                some[count++] = items[i];
        }
        WriteNulls(lent, bits, items.Length);
        bool isWritten = coding.TryWrite(lent, some.AsSpan(0, count));
        some.AsSpan(0, count).Clear();
        ArrayPool<T>.Shared.Return(some);
        return isWritten ? lent.ToArray() : null;
    }

    /// <summary>References looked at as numbers, eight at a time: a collection may move what they point to, but a null stays one.</summary>
    static bool HasNull<T>(ReadOnlySpan<T> items) =>
        MemoryMarshal.CreateReadOnlySpan(ref Unsafe.As<T, nint>(ref MemoryMarshal.GetReference(items)), items.Length).Contains(0);

    static void WriteNulls(PackedWriter to, byte[]? nulls, int records)
    {
        if (nulls is null)
        {
            Integers.WriteConstant(to, 0);
            return;
        }
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, records));
        for (int i = 0; i < records; i++)
            lent[i] = (nulls[i >> 3] >> (i & 7)) & 1;
        Integers.Write(to, lent.AsSpan(0, records));
        ArrayPool<long>.Shared.Return(lent);
    }

    /// <summary>The items and nulls, in the form in which <see cref="Pack"/> takes them.</summary>
    /// <param name="coding">Of the items' type.</param>
    /// <param name="packed">The blob.</param>
    /// <param name="records">How many records there are.</param>
    /// <param name="into">What the items are put into where none is null; a new array otherwise.</param>
    public static (T[] Items, byte[]? Nulls) Unpack<T>(ColumnCoding<T> coding, byte[] packed, int records, T[]? into = null)
    {
        var from = new PackedReader(packed);
        byte[]? nulls = ReadNulls(ref from, records, out int count);
        var items = into?.Length == count ? into : new T[count];
        coding.Read(ref from, items);
        from.End();
        if (typeof(T).IsValueType || nulls is null)
            return (items, nulls);
        var spread = new T[records];
        int at = 0;
        for (int i = 0; i < records; i++)
            if ((nulls[i >> 3] & (1 << (i & 7))) == 0)
                spread[i] = items[at++];
        return (spread, null);
    }

    /// <summary>How many records of a blob are null.</summary>
    public static byte[]? ReadNulls(ref PackedReader from, int records, out int count)
    {
        count = records;
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, records));
        try
        {
            var flags = lent.AsSpan(0, records);
            Integers.Read(ref from, flags);
            if (!flags.ContainsAnyExcept(0L))
                return null;
            byte[] nulls = new byte[(records + 7) >> 3];
            for (int i = 0; i < records; i++)
            {
                if ((ulong)flags[i] > 1)
                    throw from.Wrong($"{flags[i]} says neither null nor value");
                nulls[i >> 3] |= (byte)(flags[i] << (i & 7));
                count -= (int)flags[i];
            }
            return nulls;
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
