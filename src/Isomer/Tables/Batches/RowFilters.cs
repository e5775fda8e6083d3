namespace Isomer.Tabular;

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
