namespace Isomer.Tabular;

/// <summary>How the values of a column type are packed. Values that are not null, without gaps.</summary>
internal abstract class ColumnCoding<T>
{
    public abstract void Write(PackedWriter to, ReadOnlySpan<T> values);

    /// <summary>False, with nothing written, where they are too long to be packed together.</summary>
    public virtual bool TryWrite(PackedWriter to, ReadOnlySpan<T> values)
    {
        Write(to, values);
        return true;
    }

    public abstract void Read(ref PackedReader from, Span<T> values);
}

/// <summary>Which types have one. Others (BigInteger, registered classes) stay as they are.</summary>
internal static class ColumnCodings
{
    const long MaxTimeOfDay = TimeSpan.TicksPerDay - 1;

    /// <summary>The coding of items of a type; null if they have none.</summary>
    public static ColumnCoding<T>? Of<T>() => s_all.GetValueOrDefault(typeof(T)) as ColumnCoding<T>;

    static readonly Dictionary<Type, object> s_all = new()
    {
        [typeof(bool)] = new IntegerCoding<bool, byte>(1),
        [typeof(char)] = new IntegerCoding<char, ushort>(),
        [typeof(sbyte)] = new IntegerCoding<sbyte, sbyte>(),
        [typeof(byte)] = new IntegerCoding<byte, byte>(),
        [typeof(short)] = new IntegerCoding<short, short>(),
        [typeof(ushort)] = new IntegerCoding<ushort, ushort>(),
        [typeof(int)] = new IntegerCoding<int, int>(),
        [typeof(uint)] = new IntegerCoding<uint, uint>(),
        [typeof(long)] = new IntegerCoding<long, long>(),
        [typeof(ulong)] = new IntegerCoding<ulong, ulong>(),
        [typeof(Half)] = new IntegerCoding<Half, ushort>(),
        [typeof(TimeSpan)] = new IntegerCoding<TimeSpan, long>(),
        [typeof(DateOnly)] = new IntegerCoding<DateOnly, int>((ulong)DateOnly.MaxValue.DayNumber),
        [typeof(TimeOnly)] = new IntegerCoding<TimeOnly, long>((ulong)MaxTimeOfDay),
        [typeof(DateTime)] = new IntegerCoding<DateTime, long>((ulong)DateTime.MaxValue.Ticks, long.MaxValue >> 1),
        [typeof(DateTimeOffset)] = new DateTimeOffsetCoding(),
        [typeof(float)] = new FloatCoding<float, int>(),
        [typeof(double)] = new FloatCoding<double, long>(),
        [typeof(decimal)] = new DecimalCoding(),
        [typeof(Guid)] = new WideCoding<Guid>(),
        [typeof(Int128)] = new WideCoding<Int128>(),
        [typeof(UInt128)] = new WideCoding<UInt128>(),
        [typeof(string)] = new TextCoding(),
        [typeof(byte[])] = new BinaryCoding(),
    };
}
