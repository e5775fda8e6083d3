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

    /// <summary>Rows for which both conditions hold.</summary>
    public static RowFilter operator &(RowFilter left, RowFilter right) => left.And(right);

    /// <summary>One of them holds.</summary>
    public static RowFilter operator |(RowFilter left, RowFilter right) => left.Or(right);

    /// <summary>Rows for which both conditions hold.</summary>
    public RowFilter And(RowFilter other) => new JoinedFilter(this, other ?? throw new ArgumentNullException(nameof(other)), true);

    /// <summary>One of them holds.</summary>
    public RowFilter Or(RowFilter other) => new JoinedFilter(this, other ?? throw new ArgumentNullException(nameof(other)), false);

    static string Named(string column) => column ?? throw new ArgumentNullException(nameof(column));

    static RangeFilter Of(string column, object? least, object? greatest, bool isOpen) =>
        (least ?? greatest) is null || IsNull(least) || IsNull(greatest)
            ? throw new ArgumentNullException(nameof(least), "Null has no order: ask for IsNull.")
            : new RangeFilter(Named(column), least, greatest, isOpen);

    static bool IsNull(object? value) => value is DBNull or System.Data.SqlTypes.INullable { IsNull: true };

    /// <summary>Adds the names of its columns.</summary>
    internal abstract void AddColumns(ISet<string> names);

    /// <summary>The records of a batch for which it holds.</summary>
    internal abstract bool[] Select(Func<string, ColumnCursor> column, int records);

    /// <summary>Whether there may be such rows, by what is known of each column.</summary>
    internal abstract bool MayHold(Func<string, ColumnBounds> column);
}
