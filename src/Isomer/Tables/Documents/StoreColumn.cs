using System.Collections;
using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// The values of a column as the framework will keep them, an array of its own kind that grows while rows come in any order.
/// </summary>
internal abstract class StoreColumn
{
    /// <summary>For a column; null if its values cannot be handed over as they are.</summary>
    public static StoreColumn? Of(DataColumn column)
    {
        if (HiddenState.EmptyStoreOf(column, 1)?.GetType().GetElementType() is not { } type)
            return null;
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => new StoreColumn<bool>(),
            TypeCode.Char => new StoreColumn<char>(),
            TypeCode.SByte => new StoreColumn<sbyte>(),
            TypeCode.Byte => new StoreColumn<byte>(),
            TypeCode.Int16 => new StoreColumn<short>(),
            TypeCode.UInt16 => new StoreColumn<ushort>(),
            TypeCode.Int32 => new StoreColumn<int>(),
            TypeCode.UInt32 => new StoreColumn<uint>(),
            TypeCode.Int64 => new StoreColumn<long>(),
            TypeCode.UInt64 => new StoreColumn<ulong>(),
            TypeCode.Single => new StoreColumn<float>(),
            TypeCode.Double => new StoreColumn<double>(),
            TypeCode.Decimal => new StoreColumn<decimal>(),
            TypeCode.String => new StoreColumn<string>(),
            // Those of the local zone are kept as UTC and turned when they are handed over.
            TypeCode.DateTime => column.DateTimeMode == DataSetDateTime.Local ? null : new DateStore(column.DateTimeMode),
            _ => type == typeof(TimeSpan) ? new StoreColumn<TimeSpan>() : type == typeof(DateTimeOffset) ? new StoreColumn<DateTimeOffset>()
                : type == typeof(Guid) ? new StoreColumn<Guid>() : type == typeof(object) ? new StoreColumn<object>() : null,
        };
    }

    /// <summary>Sets the value of a record, whatever it was before.</summary>
    public abstract void Set(int record, object value);

    /// <summary>Whether the value of a record is this one.</summary>
    public abstract bool Has(int record, object value);

    /// <summary>The array of all records in this order.</summary>
    public abstract Array Take(ReadOnlySpan<int> order, out BitArray areNull);
}

internal class StoreColumn<T> : StoreColumn
{
    const int Fewest = 8;

    T[] _items = new T[Fewest];
    bool[] _areNull = new bool[Fewest];

    protected virtual T Kept(object value) => (T)value;

    public sealed override void Set(int record, object value)
    {
        if (record >= _items.Length)
        {
            Array.Resize(ref _items, Math.Max(record + 1, _items.Length * 2));
            Array.Resize(ref _areNull, _items.Length);
        }
        bool isNull = _areNull[record] = value is DBNull;
        _items[record] = isNull ? default! : Kept(value);
    }

    public sealed override bool Has(int record, object value) =>
        value is DBNull ? _areNull[record] : !_areNull[record] && EqualityComparer<T>.Default.Equals(_items[record], Kept(value));

    public sealed override Array Take(ReadOnlySpan<int> order, out BitArray areNull)
    {
        var items = new T[order.Length];
        areNull = new BitArray(order.Length);
        for (int i = 0; i < order.Length; i++)
        {
            items[i] = _items[order[i]];
            if (_areNull[order[i]])
                areNull[i] = true;
        }
        return items;
    }
}

internal sealed class DateStore(DataSetDateTime mode) : StoreColumn<DateTime>
{
    protected override DateTime Kept(object value) => CellTexts.Kept((DateTime)value, mode);
}
