using System.Globalization;
using Isomer.Tabular;

namespace Isomer;

/// <summary>
/// A condition on rows, as a value: what a column must be. <see cref="Tables.ReadCompactAsync"/> gives the rows for which it holds, and
/// reads no batch whose statistics say that there are none.
/// </summary>
/// <example>
/// <code>
/// var where = RowFilter.Between("Ordered", from, to) &amp; RowFilter.Equal("Country", "Italy");
/// await using DbDataReader rows = await Tables.ReadCompactAsync(file, columns: ["Id", "Total"], where: where);
/// </code>
/// </example>
/// <remarks>
/// A null is nothing but null: no range and no value holds for it; nor for a number that is NaN. Numbers may be given as another type that
/// has the same value (5 for a column of Int64). Strings are compared by their UTF-16 units. Columns of bytes, of objects and of types that
/// have no order can only be asked whether they are null.
/// </remarks>
public abstract class RowFilter
{
    private protected RowFilter()
    {
    }

    /// <summary>The column has this value.</summary>
    public static RowFilter Equal(string column, object value) => Between(column, value, value);

    /// <summary>The column has this value or a greater one.</summary>
    public static RowFilter AtLeast(string column, object value) => Of(column, value, null, false);

    /// <summary>The column has this value or a smaller one.</summary>
    public static RowFilter AtMost(string column, object value) => Of(column, null, value, false);

    /// <summary>The column has a greater value.</summary>
    public static RowFilter Above(string column, object value) => Of(column, value, null, true);

    /// <summary>The column has a smaller value.</summary>
    public static RowFilter Below(string column, object value) => Of(column, null, value, true);

    /// <summary>The column has one of these values or one between them.</summary>
    public static RowFilter Between(string column, object least, object greatest)
    {
        ArgumentNullException.ThrowIfNull(least);
        return Of(column, least, greatest ?? throw new ArgumentNullException(nameof(greatest)), false);
    }

    /// <summary>The column is null.</summary>
    public static RowFilter IsNull(string column) => new NullFilter(Named(column), true);

    /// <summary>The column is not null.</summary>
    public static RowFilter IsNotNull(string column) => new NullFilter(Named(column), false);

    /// <summary>Both hold.</summary>
    public static RowFilter operator &(RowFilter left, RowFilter right) => left.And(right);

    /// <summary>One of them holds.</summary>
    public static RowFilter operator |(RowFilter left, RowFilter right) => left.Or(right);

    /// <summary>Both hold.</summary>
    public RowFilter And(RowFilter other) => new JoinedFilter(this, other ?? throw new ArgumentNullException(nameof(other)), true);

    /// <summary>One of them holds.</summary>
    public RowFilter Or(RowFilter other) => new JoinedFilter(this, other ?? throw new ArgumentNullException(nameof(other)), false);

    static string Named(string column) => column ?? throw new ArgumentNullException(nameof(column));

    static RangeFilter Of(string column, object? least, object? greatest, bool isOpen) =>
        (least ?? greatest) is null or DBNull
            ? throw new ArgumentNullException(nameof(least), "Null has no order: ask for IsNull.")
            : new RangeFilter(Named(column), least, greatest, isOpen);

    /// <summary>Adds the names of its columns.</summary>
    internal abstract void AddColumns(ISet<string> names);

    /// <summary>The records of a batch for which it holds.</summary>
    internal abstract bool[] Select(Func<string, ColumnCursor> column, int records);

    /// <summary>Whether there may be such rows, by what is known of each column.</summary>
    internal abstract bool MayHold(Func<string, ColumnBounds> column);
}

/// <summary>Whether a column is null.</summary>
internal sealed class NullFilter(string column, bool isNull) : RowFilter
{
    internal override void AddColumns(ISet<string> names) => names.Add(column);

    internal override bool[] Select(Func<string, ColumnCursor> column1, int records)
    {
        bool[] holds = new bool[records];
        column1(column).SelectNulls(holds, isNull);
        return holds;
    }

    internal override bool MayHold(Func<string, ColumnBounds> column1) =>
        column1(column) is var bounds && (isNull ? bounds.Nulls > 0 : bounds.Nulls < bounds.Rows);
}

/// <summary>Where the values of a column lie; an end that is null is none.</summary>
internal sealed class RangeFilter(string column, object? least, object? greatest, bool isOpen) : RowFilter
{
    internal override void AddColumns(ISet<string> names) => names.Add(column);

    internal override bool[] Select(Func<string, ColumnCursor> column1, int records)
    {
        bool[] holds = new bool[records];
        try
        {
            column1(column).SelectRange(holds, least, greatest, isOpen);
        }
        catch (ArgumentException e)
        {
            throw new ArgumentException($"Column '{column}': {e.Message}", e);
        }
        return holds;
    }

    internal override bool MayHold(Func<string, ColumnBounds> column1)
    {
        var bounds = column1(column);
        if (bounds.Nulls == bounds.Rows)
            return false;
        return (least is null || Compares(bounds.Greatest, least) is not { } high || (isOpen ? high > 0 : high >= 0))
            && (greatest is null || Compares(bounds.Least, greatest) is not { } low || (isOpen ? low < 0 : low <= 0));
    }

    /// <summary>Null where nothing is known, or the value is not one of the column.</summary>
    static int? Compares(object? bound, object value) =>
        bound is null
            ? null
            : FilterValues.TryConvert(value, bound.GetType(), out object? converted) ? FilterValues.Compare(bound, converted!) : null;
}

/// <summary>Both of two, or one of them.</summary>
internal sealed class JoinedFilter(RowFilter left, RowFilter right, bool both) : RowFilter
{
    internal override void AddColumns(ISet<string> names)
    {
        left.AddColumns(names);
        right.AddColumns(names);
    }

    internal override bool[] Select(Func<string, ColumnCursor> column, int records)
    {
        bool[] holds = left.Select(column, records), others = right.Select(column, records);
        for (int i = 0; i < holds.Length; i++)
            holds[i] = both ? holds[i] && others[i] : holds[i] || others[i];
        return holds;
    }

    internal override bool MayHold(Func<string, ColumnBounds> column) =>
        both ? left.MayHold(column) && right.MayHold(column) : left.MayHold(column) || right.MayHold(column);
}

/// <summary>What is known of a column in one batch. Without a least or greatest value anything may be.</summary>
internal readonly record struct ColumnBounds(object? Least, object? Greatest, int Nulls, int Rows);

/// <summary>Values that columns are compared with.</summary>
internal static class FilterValues
{
    /// <summary>A number as another type of number, equal to it; anything else only as what it is.</summary>
    public static bool TryConvert(object value, Type type, out object? converted)
    {
        converted = value;
        if (value.GetType() == type)
            return true;
        if (!IsNumber(value.GetType()) || !IsNumber(type))
            return false;
        try
        {
            converted = Convert.ChangeType(value, type, CultureInfo.InvariantCulture);
            return Convert.ChangeType(converted, value.GetType(), CultureInfo.InvariantCulture).Equals(value);
        }
        catch (OverflowException)
        {
            return false;
        }
    }

    static bool IsNumber(Type type) => !type.IsEnum && Type.GetTypeCode(type) is >= TypeCode.SByte and <= TypeCode.Decimal;

    public static int Compare(object a, object b) =>
        a is string text ? string.CompareOrdinal(text, (string)b) : ((IComparable)a).CompareTo(b);
}
