namespace Isomer.Tabular;

/// <summary>One of the types that columns may have, and how a vector of it is built and read.</summary>
internal abstract class ColumnType(string name, Type type)
{
    /// <summary>The name in data.</summary>
    public string Name { get; } = name;

    public Type Type { get; } = type;

    /// <param name="measures">Whether the bounds of what is built are asked for.</param>
    /// <param name="isKeptHere">Whether what is built is only read here.</param>
    public abstract ColumnBuilder NewBuilder(bool measures = false, bool isKeptHere = false);

    /// <summary>
    /// The vector of values that lie in one array, with a bit for each that is null; null if this type has them in another form.
    /// </summary>
    public virtual TableValues? TryTake(Array values, System.Collections.BitArray areNull) => null;

    /// <summary>The values of a column of a table as a blob, without a box for each; null if this type has them in another form.</summary>
    public virtual TableValues? TryPack(System.Data.DataColumn column, RecordNumbers records, PackedWriter packing) => null;

    /// <summary>Whether packed values can go into an array in which the framework keeps them.</summary>
    public virtual bool CanStore(TableValues values, Array store) => false;

    /// <summary>Puts them there, and sets the bits of those that are null.</summary>
    public virtual void Store(TableValues values, Array store, System.Collections.BitArray nulls) => throw new NotSupportedException(Name);

    /// <summary>A cursor over a vector, which must hold exactly this many records.</summary>
    public abstract ColumnCursor Open(TableValues values, int records);
}

/// <summary>Gathers the values of one column. Cleared and used again for each batch of a stream.</summary>
internal abstract class ColumnBuilder
{
    /// <summary>Whether what is built is measured too.</summary>
    public bool Measures { get; init; }

    /// <summary>Whether what is built is only read here: strings that repeat are not put together then.</summary>
    public bool IsKeptHere { get; init; }

    /// <summary>What was built last, if it is measured.</summary>
    public ColumnBounds Bounds { get; protected set; }

    /// <summary>Adds a value; null or DBNull is a null.</summary>
    public abstract void Add(object? value);

    /// <summary>The vector of what was added since the last call.</summary>
    /// <param name="packing">Where columns are packed; null where they stay arrays.</param>
    public abstract TableValues Build(PackedWriter? packing = null);
}

/// <summary>Reads a vector record by record.</summary>
internal abstract class ColumnCursor
{
    public bool IsNull { get; protected set; }

    /// <summary>Whether any record may be null.</summary>
    public bool MayBeNull { get; protected init; } = true;

    /// <summary>How many records there are up to and with the current one.</summary>
    protected int Passed { get; set; }

    /// <summary>The current value as the column has it; DBNull for null.</summary>
    public abstract object Value { get; }

    /// <summary>Goes to the next record; there is one.</summary>
    public abstract void Next();

    /// <summary>
    /// Goes to a record, the current one or one behind it: who reads a row asks few of its columns, or none where rows are passed over.
    /// </summary>
    public void To(int record)
    {
        if (Passed <= record)
            Move(record);
    }

    /// <summary>Goes on to a record that comes.</summary>
    protected virtual void Move(int record)
    {
        while (Passed <= record)
            Next();
    }

    /// <summary>Marks the records that are null, or those that are not. All of them, wherever the cursor is.</summary>
    public abstract void SelectNulls(Span<bool> records, bool isNull);

    /// <summary>Marks the records whose values lie between these; an end that is null is none, an open range has not its ends.</summary>
    public abstract void SelectRange(Span<bool> records, object? least, object? greatest, bool isOpen);

    protected static bool IsWithin(object value, object? least, object? greatest, bool isOpen)
    {
        if (least is not null && FilterValues.Compare(value, least) is var low && (isOpen ? low <= 0 : low < 0))
            return false;
        return greatest is null || (FilterValues.Compare(value, greatest) is var high && (isOpen ? high < 0 : high <= 0));
    }

    /// <summary>An end of a range as a value of the column.</summary>
    protected static object Bound(object value, Type type) =>
        !typeof(IComparable).IsAssignableFrom(type)
            ? throw new ArgumentException($"values of type {type.Name} have no order: ask whether they are null.")
        : FilterValues.TryConvert(value, type, out object? converted)
            ? converted!
            : throw new ArgumentException($"'{value}' ({value.GetType().Name}) is no value of type {type.Name}.");
}

/// <summary>A column type whose values lie in one array of a vector.</summary>
/// <typeparam name="T">The type of the items.</typeparam>
internal partial class ColumnType<T>(string name, Type type, Func<TableValues, T[]?> get, Action<TableValues, T[]> set)
    : ColumnType(name, type)
{
    public ColumnType(string name, Func<TableValues, T[]?> get, Action<TableValues, T[]> set) : this(name, typeof(T), get, set)
    {
    }

    /// <summary>Whether a value of the column is null in another way than null and DBNull.</summary>
    protected internal virtual bool IsNull(object value) => false;

    protected internal virtual T From(object value) => (T)value;

    protected internal virtual object To(T item) => item!;

    /// <summary>Puts the items into their array as they are.</summary>
    internal void Keep(TableValues values, T[] items) => set(values, items);

    /// <summary>Puts the items into their array.</summary>
    protected internal virtual void Pack(TableValues values, T[] items) => set(values, items);

    protected virtual T[] Unpack(TableValues values) => get(values) ?? [];

    public sealed override ColumnBuilder NewBuilder(bool measures = false, bool isKeptHere = false) =>
        new Builder<T>(this) { Measures = measures, IsKeptHere = isKeptHere };

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

    public sealed override ColumnCursor Open(TableValues values, int records)
    {
        if (values.Packed is null)
            return new ColumnCursor<T>(this, Unpack(values), values.Nulls, records);
        var (items, nulls) = ColumnPacking.Unpack(Coding ?? throw new WireFormatException($"Values of type {Name} are never packed."),
            values.Packed, records);
        return new ColumnCursor<T>(this, items, nulls, records);
    }

    /// <summary>How the items are packed; null if they are not.</summary>
    static ColumnCoding<T>? Coding => field ??= ColumnCodings.Of<T>();

    public sealed override bool CanStore(TableValues values, Array store) =>
        Type == typeof(T) && values.Packed is not null && Coding is not null
            && (store.GetType() == typeof(T[]) || store.GetType() == typeof(object[]));

    public sealed override void Store(TableValues values, Array store, System.Collections.BitArray nulls)
    {
        var objects = store.GetType() == typeof(object[]) ? (object?[])store : null;
        var (items, areNull) = ColumnPacking.Unpack(Coding!, values.Packed!, store.Length, objects is null ? (T[])store : null);
        if (ReferenceEquals(items, store))
            return;
        int next = 0;
        for (int i = 0; i < store.Length; i++)
        {
            bool isNull = typeof(T).IsValueType ? areNull is not null && (areNull[i >> 3] & (1 << (i & 7))) != 0 : items[i] is null;
            if (isNull)
                nulls[i] = true;
            else if (objects is not null)
                objects[i] = items[typeof(T).IsValueType ? next++ : i];
            else
                ((T[])store)[i] = items[typeof(T).IsValueType ? next++ : i];
        }
    }

    /// <summary>Null if items of this type, or these, are not packed.</summary>
    internal static TableValues? TryPack(PackedWriter packing, ReadOnlySpan<T> items, byte[]? nulls, int records) =>
        Coding is { } coding && ColumnPacking.Pack(packing, coding, items, nulls, records) is { } packed
            ? new TableValues { Packed = packed }
            : null;
}

/// <summary>A column type whose values are carried as others.</summary>
internal class MappedColumnType<TValue, T>(string name, Func<TableValues, T[]?> get, Action<TableValues, T[]> set, Func<TValue, T> from,
    Func<T, TValue> to)
    : ColumnType<T>(name, typeof(TValue), get, set)
{
    protected internal sealed override T From(object value) => from((TValue)value);

    protected internal sealed override object To(T item)
    {
        try
        {
            return to(item)!;
        }
        catch (Exception e) when (e is ArgumentException or FormatException or OverflowException or InvalidOperationException
            or System.Xml.XmlException or System.Data.SqlTypes.SqlTypeException)
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
    // Of the batch before: the next is mostly as large.
    int _usual;

    /// <summary>What was added since the last vector, without nulls where they take no place.</summary>
    public Span<T> Items => _items.AsSpan(0, _count);

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

    /// <summary>Adds a value that is none of the nulls, without a box; only where the column's values are the items themselves.</summary>
    public void AddItem(T item)
    {
        Append(item);
        _records++;
    }

    void Append(T item)
    {
        if (_count == _items.Length)
            Array.Resize(ref _items, Math.Max(16, _count == 0 ? _usual : _count * 2));
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

    public override TableValues Build(PackedWriter? packing = null)
    {
        if (_nulls is not null)
            Array.Resize(ref _nulls, (_records + 7) >> 3);
        if (Measures)
            Bounds = ColumnMeasure.Of(_items.AsSpan(0, _count), _records, type.Type == typeof(T));
        bool isPacked = false;
        if (packing is not null && ColumnType<T>.TryPack(packing, _items.AsSpan(0, _count), _nulls, _records) is { } values)
        {
            isPacked = true;
        }
        else
        {
            values = new TableValues { Nulls = _nulls };
            var items = _items.Length == _count ? _items : _items[.._count];
            if (IsKeptHere)
                type.Keep(values, items);
            else
                type.Pack(values, items);
        }
        _usual = _count;
        // What was packed is not kept by anybody: the next batch comes into the same array.
        if (!isPacked)
            _items = [];
        else if (!typeof(T).IsValueType)
            _items.AsSpan(0, _count).Clear();
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
    object? _box;
    T _boxed = default!;

    public ColumnCursor(ColumnType<T> type, T[] items, byte[]? nulls, int records)
    {
        _type = type;
        IsOfItems = type.Type == typeof(T);
        MayBeNull = nulls is not null || !typeof(T).IsValueType;
        _items = items;
        _nulls = nulls;
        if (Items(nulls, records) != items.Length)
            throw new WireFormatException(
                $"A column has {items.Length} values of type {type.Name} where its {records} records have {Items(nulls, records)}.");
    }

    /// <summary>Whether the values of the column are the items as they are carried.</summary>
    public bool IsOfItems { get; }

    /// <summary>All items as they are carried; of value types without nulls.</summary>
    public ReadOnlySpan<T> All => _items;

    /// <summary>The item of a record that is not null, wherever the cursor is: only where each record has one, be it null.</summary>
    public T At(int record) => _items[record];

    /// <summary>The item of the current record, as it is carried; only if not null.</summary>
    public T Current => _items[_next - 1];

    public override object Value => IsNull ? DBNull.Value : Box(_items[_next - 1]);

    public override void Next()
    {
        if (typeof(T).IsValueType)
        {
            IsNull = _nulls is not null && (_nulls[Passed >> 3] & (1 << (Passed & 7))) != 0;
            if (!IsNull)
                _next++;
        }
        else
        {
            IsNull = _items[_next++] is null;
        }
        Passed++;
    }

    protected override void Move(int record)
    {
        if (typeof(T).IsValueType && _nulls is not null)
        {
            base.Move(record);
            return;
        }
        Passed = _next = record + 1;
        if (!typeof(T).IsValueType)
            IsNull = _items[record] is null;
    }

    bool IsNullAt(int record) =>
        typeof(T).IsValueType ? _nulls is not null && (_nulls[record >> 3] & (1 << (record & 7))) != 0 : _items[record] is null;

    public override void SelectNulls(Span<bool> records, bool isNull)
    {
        for (int i = 0; i < records.Length; i++)
            records[i] = IsNullAt(i) == isNull;
    }

    public override void SelectRange(Span<bool> records, object? least, object? greatest, bool isOpen)
    {
        (least, greatest) = (least is null ? null : Bound(least, _type.Type), greatest is null ? null : Bound(greatest, _type.Type));
        int next = 0;
        for (int i = 0; i < records.Length; i++)
        {
            bool isNull = IsNullAt(i);
            int at = typeof(T).IsValueType ? next : i;
            next += isNull ? 0 : 1;
            records[i] = !isNull
                && (typeof(T) == _type.Type && typeof(T).IsValueType
                    ? IsIn(_items[at], least, greatest, isOpen)
                    : IsWithin(_type.To(_items[at]), least, greatest, isOpen));
        }
    }

    /// <summary>Without a box for each value.</summary>
    static bool IsIn(T item, object? least, object? greatest, bool isOpen)
    {
        if (IsNaN(item))
            return false;
        if (least is not null && Comparer<T>.Default.Compare(item, (T)least) is var low && (isOpen ? low <= 0 : low < 0))
            return false;
        return greatest is null || (Comparer<T>.Default.Compare(item, (T)greatest) is var high && (isOpen ? high < 0 : high <= 0));
    }

    static bool IsNaN(T item) =>
        item switch { double d => double.IsNaN(d), float f => float.IsNaN(f), Half h => Half.IsNaN(h), _ => false };

    /// <summary>Equal numbers in a row share one box: columns of keys and flags repeat.</summary>
    object Box(T item)
    {
        if (typeof(T) == typeof(int) || typeof(T) == typeof(long) || typeof(T) == typeof(short) || typeof(T) == typeof(byte)
            || typeof(T) == typeof(bool) || typeof(T) == typeof(Guid))
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
            throw new WireFormatException(
                $"The nulls of {records} records take {(records + 7) >> 3} bytes, without further bits; found {nulls.Length} bytes.");
        int count = 0;
        foreach (byte b in nulls)
            count += System.Numerics.BitOperations.PopCount(b);
        return records - count;
    }
}
