namespace Isomer.Tabular;

/// <summary>One of the types that columns may have, and how a vector of it is built and read.</summary>
internal abstract class ColumnType(string name, Type type)
{
    /// <summary>The name in data.</summary>
    public string Name { get; } = name;

    public Type Type { get; } = type;

    public abstract ColumnBuilder NewBuilder();

    /// <summary>The vector of values that lie in one array, with a bit for each that is null; null if this type has them in another form.</summary>
    public virtual TableValues? TryTake(Array values, System.Collections.BitArray areNull) => null;

    /// <summary>A cursor over a vector, which must hold exactly this many records.</summary>
    public abstract ColumnCursor Open(TableValues values, int records);
}

/// <summary>Gathers the values of one column. Cleared and used again for each batch of a stream.</summary>
internal abstract class ColumnBuilder
{
    /// <summary>Adds a value; null or DBNull is a null.</summary>
    public abstract void Add(object? value);

    /// <summary>The vector of what was added since the last call.</summary>
    public abstract TableValues Build();
}

/// <summary>Reads a vector record by record.</summary>
internal abstract class ColumnCursor
{
    public bool IsNull { get; protected set; }

    /// <summary>The current value as the column has it; DBNull for null.</summary>
    public abstract object Value { get; }

    /// <summary>Goes to the next record; there is one.</summary>
    public abstract void Next();
}

/// <summary>A column type whose values lie in one array of a vector.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
internal class ColumnType<T>(string name, Type type, Func<TableValues, T[]?> get, Action<TableValues, T[]> set) : ColumnType(name, type)
{
    public ColumnType(string name, Func<TableValues, T[]?> get, Action<TableValues, T[]> set) : this(name, typeof(T), get, set)
    {
    }

    /// <summary>Whether a value of the column is null in another way than null and DBNull.</summary>
    protected internal virtual bool IsNull(object value) => false;

    protected internal virtual T From(object value) => (T)value;

    protected internal virtual object To(T item) => item!;

    /// <summary>Puts the items into their array.</summary>
    protected internal virtual void Pack(TableValues values, T[] items) => set(values, items);

    protected virtual T[] Unpack(TableValues values) => get(values) ?? [];

    public sealed override ColumnBuilder NewBuilder() => new Builder<T>(this);

    public sealed override TableValues? TryTake(Array values, System.Collections.BitArray areNull)
    {
        // An array of unsigned numbers is one of signed ones too, for the runtime.
        if (Type != typeof(T) || values.GetType() != typeof(T[]) || (!typeof(T).IsValueType && typeof(T) != typeof(string)))
            return null;
        var taken = new TableValues();
        var items = (T[])values;
        if (!typeof(T).IsValueType)
        {
            for (int i = 0; i < items.Length; i++)
                if (areNull[i])
                    items[i] = default!;
        }
        else if (areNull.HasAnySet())
        {
            byte[] nulls = new byte[(items.Length + 7) >> 3];
            areNull.CopyTo(nulls, 0);
            taken.Nulls = nulls;
            // Another column may have the same array.
            var all = items;
            int count = 0;
            items = new T[all.Length];
            for (int i = 0; i < all.Length; i++)
                if (!areNull[i])
                    items[count++] = all[i];
            Array.Resize(ref items, count);
        }
        Pack(taken, items);
        return taken;
    }

    public sealed override ColumnCursor Open(TableValues values, int records) =>
        new ColumnCursor<T>(this, Unpack(values), values.Nulls, records);
}

/// <summary>A column type whose values are carried as others.</summary>
internal class MappedColumnType<TValue, T>(string name, Func<TableValues, T[]?> get, Action<TableValues, T[]> set, Func<TValue, T> from, Func<T, TValue> to)
    : ColumnType<T>(name, typeof(TValue), get, set)
{
    protected internal sealed override T From(object value) => from((TValue)value);

    protected internal sealed override object To(T item)
    {
        try
        {
            return to(item)!;
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException or InvalidOperationException or System.Xml.XmlException or System.Data.SqlTypes.SqlTypeException)
        {
            throw new WireFormatException($"A value of type {Name} cannot be: {e.Message}", e);
        }
    }
}

internal sealed class Builder<T>(ColumnType<T> type) : ColumnBuilder
{
    T[] _items = [];
    byte[]? _nulls;
    int _count;
    int _records;

    public override void Add(object? value)
    {
        if (value is null or DBNull || type.IsNull(value))
            AddNull();
        else if (typeof(T).IsValueType && value is T item && type.Type == typeof(T))
            Append(item);
        else
            Append(type.From(value));
        _records++;
    }

    void Append(T item)
    {
        if (_count == _items.Length)
            Array.Resize(ref _items, Math.Max(16, _count * 2));
        _items[_count++] = item;
    }

    void AddNull()
    {
        if (!typeof(T).IsValueType)
        {
            Append(default!);
            return;
        }
        int at = _records >> 3;
        if (_nulls is null || at >= _nulls.Length)
            Array.Resize(ref _nulls, Math.Max(at + 1, _records / 4));
        _nulls[at] |= (byte)(1 << (_records & 7));
    }

    public override TableValues Build()
    {
        var values = new TableValues();
        type.Pack(values, _items.Length == _count ? _items : _items[.._count]);
        if (_nulls is not null)
        {
            Array.Resize(ref _nulls, (_records + 7) >> 3);
            values.Nulls = _nulls;
        }
        _items = [];
        _nulls = null;
        _count = _records = 0;
        return values;
    }
}

internal sealed class ColumnCursor<T> : ColumnCursor
{
    readonly ColumnType<T> _type;
    readonly T[] _items;
    readonly byte[]? _nulls;
    int _next;
    int _record;
    object? _box;
    T _boxed = default!;

    public ColumnCursor(ColumnType<T> type, T[] items, byte[]? nulls, int records)
    {
        _type = type;
        _items = items;
        _nulls = nulls;
        if (Items(nulls, records) != items.Length)
            throw new WireFormatException($"A column has {items.Length} values of type {type.Name} where its {records} records have {Items(nulls, records)}.");
    }

    /// <summary>The item of the current record, as it is carried; only if not null.</summary>
    public T Current => _items[_next - 1];

    public override object Value => IsNull ? DBNull.Value : Box(_items[_next - 1]);

    public override void Next()
    {
        if (typeof(T).IsValueType)
        {
            IsNull = _nulls is not null && (_nulls[_record >> 3] & (1 << (_record & 7))) != 0;
            _record++;
            if (!IsNull)
                _next++;
        }
        else
        {
            IsNull = _items[_next++] is null;
        }
    }

    /// <summary>Equal numbers in a row share one box: columns of keys and flags repeat.</summary>
    object Box(T item)
    {
        if (typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(short) || typeof(T) == typeof(byte) || typeof(T) == typeof(bool) || typeof(T) == typeof(Guid))
        {
            if (_box is not null && EqualityComparer<T>.Default.Equals(item, _boxed))
                return _box;
            _boxed = item;
            return _box = _type.To(item);
        }
        return _type.To(item);
    }

    static int Items(byte[]? nulls, int records)
    {
        if (nulls is null || !typeof(T).IsValueType)
            return records;
        if (nulls.Length != (records + 7) >> 3 || ((records & 7) != 0 && nulls[^1] >> (records & 7) != 0))
            throw new WireFormatException($"The nulls of {records} records take {(records + 7) >> 3} bytes, without further bits; found {nulls.Length} bytes.");
        int count = 0;
        foreach (byte b in nulls)
            count += System.Numerics.BitOperations.PopCount(b);
        return records - count;
    }
}
