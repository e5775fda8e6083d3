using System.Buffers;
using System.Collections;
using System.Data;
using System.Runtime.CompilerServices;
using Isomer.Conventions;

namespace Isomer.Tabular;

/// <summary>Packed without a box for each value: from the array in which the framework has them, where that is known.</summary>
internal partial class ColumnType<T>
{
    public sealed override TableValues? TryPack(DataColumn column, RecordNumbers records, PackedWriter packing)
    {
        if (Type != typeof(T) || Coding is null)
            return null;
        int[] numbers = records.All;
        if (ColumnStores.Of(column) is ({ } kept, var bits))
        {
            if (kept.GetType() == typeof(T[]) && (bits is not null || !typeof(T).IsValueType))
                return PackKept(packing, (T[])kept, bits, records);
            if (kept.GetType() == typeof(object[]) && PackKept(packing, (object?[])kept, numbers) is { } packed)
                return packed;
        }
        if (HiddenState.StoreOf(column, numbers) is ({ } store, { } areNull) && store.GetType() == typeof(T[]))
        {
            var items = (T[])store;
            Show(items);
            return areNull.HasAnySet() ? PackSome(packing, items, areNull) : TryPack(packing, items, null, numbers.Length);
        }
        return HiddenState.ValuesOf(column, numbers) is { } values ? PackSome(packing, values) : null;
    }

    /// <summary>Of the array in which the framework has them, which stays as it is.</summary>
    static TableValues? PackKept(PackedWriter packing, T[] kept, BitArray? areNull, RecordNumbers records)
    {
        int[] numbers = records.All;
        bool someAreNull = typeof(T).IsValueType && areNull!.HasAnySet();
        if (records.AreInOrder && !someAreNull && typeof(T) != typeof(double) && typeof(T) != typeof(float))
            return TryPack(packing, kept.AsSpan(numbers[0], numbers.Length), null, numbers.Length);
        var lent = ArrayPool<T>.Shared.Rent(Math.Max(1, numbers.Length));
        byte[]? nulls = null;
        int count = 0;
        if (someAreNull)
        {
            for (int i = 0; i < numbers.Length; i++)
                if (areNull![numbers[i]])
                    (nulls ??= new byte[(numbers.Length + 7) >> 3])[i >> 3] |= (byte)(1 << (i & 7));
                else
                    lent[count++] = kept[numbers[i]];
        }
        else
        {
            foreach (int number in numbers)
                lent[count++] = kept[number];
        }
        Show(lent.AsSpan(0, count));
        return PackLent(packing, lent, count, nulls, numbers.Length);
    }

    /// <summary>Packs the values of an array of objects; null where one is of another type.</summary>
    static TableValues? PackKept(PackedWriter packing, object?[] kept, int[] numbers)
    {
        var lent = ArrayPool<T>.Shared.Rent(Math.Max(1, numbers.Length));
        byte[]? nulls = null;
        int count = 0;
        for (int i = 0; i < numbers.Length; i++)
        {
            object? value = kept[numbers[i]];
            if (value is T item)
            {
                lent[count++] = item;
            }
            else if (value is not (null or DBNull))
            {
                lent.AsSpan(0, count).Clear();
                ArrayPool<T>.Shared.Return(lent);
                return null;
            }
            else if (typeof(T).IsValueType)
            {
                (nulls ??= new byte[(numbers.Length + 7) >> 3])[i >> 3] |= (byte)(1 << (i & 7));
            }
            else
            {
                lent[count++] = default!;
            }
        }
        return PackLent(packing, lent, count, nulls, numbers.Length);
    }

    static TableValues? PackLent(PackedWriter packing, T[] lent, int count, byte[]? nulls, int records)
    {
        var packed = TryPack(packing, lent.AsSpan(0, count), nulls, records);
        if (!typeof(T).IsValueType)
            lent.AsSpan(0, count).Clear();
        ArrayPool<T>.Shared.Return(lent);
        return packed;
    }

    /// <summary>The table holds -0.0 and shows 0.0: what it shows is carried, in every format.</summary>
    static void Show(Span<T> items)
    {
        if (typeof(T) == typeof(double))
            foreach (ref var item in items)
                Unsafe.As<T, double>(ref item) += 0.0;
        else if (typeof(T) == typeof(float))
            foreach (ref var item in items)
                Unsafe.As<T, float>(ref item) += 0.0f;
    }

    static TableValues? PackSome(PackedWriter packing, T[] items, BitArray areNull)
    {
        byte[] nulls = new byte[(items.Length + 7) >> 3];
        areNull.CopyTo(nulls, 0);
        int count = 0;
        for (int i = 0; i < items.Length; i++)
        {
            bool isNull = (nulls[i >> 3] & (1 << (i & 7))) != 0;
            if (!typeof(T).IsValueType)
                items[i] = isNull ? default! : items[i];
            else if (!isNull)
                items[count++] = items[i];
        }
        return TryPack(packing, typeof(T).IsValueType ? items.AsSpan(0, count) : items, typeof(T).IsValueType ? nulls : null, items.Length);
    }

    static TableValues? PackSome(PackedWriter packing, object[] values)
    {
        var items = new T[values.Length];
        var areNull = new BitArray(values.Length);
        for (int i = 0; i < values.Length; i++)
        {
            if (values[i] is T item)
                items[i] = item;
            else if (values[i] is null or DBNull)
                areNull[i] = true;
            else
                return null;
        }
        return areNull.HasAnySet() ? PackSome(packing, items, areNull) : TryPack(packing, items, null, items.Length);
    }
}
