using System.Buffers;

namespace Isomer.Tabular;

/// <summary>Byte arrays: the lengths, then all bytes.</summary>
internal sealed class BinaryCoding : ColumnCoding<byte[]?>
{
    const long MostBytes = 1 << 29;

    public override bool TryWrite(PackedWriter to, ReadOnlySpan<byte[]?> values)
    {
        long bytes = 0;
        foreach (byte[]? value in values)
            bytes += value!.Length;
        return bytes < MostBytes && base.TryWrite(to, values);
    }

    public override void Write(PackedWriter to, ReadOnlySpan<byte[]?> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        for (int i = 0; i < values.Length; i++)
            lent[i] = values[i]!.Length;
        Integers.Write(to, lent.AsSpan(0, values.Length));
        ArrayPool<long>.Shared.Return(lent);
        foreach (byte[]? value in values)
            to.Write(value);
    }

    public override void Read(ref PackedReader from, Span<byte[]?> values)
    {
        long[] lent = ArrayPool<long>.Shared.Rent(Math.Max(1, values.Length));
        try
        {
            Integers.Read(ref from, lent.AsSpan(0, values.Length));
            for (int i = 0; i < values.Length; i++)
            {
                if (lent[i] < 0)
                    throw from.Wrong($"a length of {lent[i]} bytes");
                values[i] = lent[i] == 0 ? [] : from.Take(lent[i]).ToArray();
            }
        }
        finally
        {
            ArrayPool<long>.Shared.Return(lent);
        }
    }
}
