using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// Computed columns of tables that are being filled: they take what the data has, and are computed once, when all rows are there. The framework
/// would compute an aggregate again with every row: 3,000 took a second, 30,000 a hundred.
/// </summary>
internal readonly struct HeldExpressions
{
    readonly List<(DataColumn Column, string Expression)>? _held;

    HeldExpressions(List<(DataColumn, string)>? held) => _held = held;

    /// <summary>Takes the expressions of a set.</summary>
    public static HeldExpressions Of(DataSet set)
    {
        List<(DataColumn, string)>? held = null;
        foreach (DataTable table in set.Tables)
            Hold(table, ref held);
        return new(held);
    }

    /// <summary>Takes the expressions of a table.</summary>
    public static HeldExpressions Of(DataTable table)
    {
        List<(DataColumn, string)>? held = null;
        Hold(table, ref held);
        return new(held);
    }

    static void Hold(DataTable table, ref List<(DataColumn, string)>? held)
    {
        List<DataColumn>? computed = null;
        foreach (DataColumn column in table.Columns)
            if (column.Expression.Length > 0)
                (computed ??= []).Add(column);
        foreach (var column in computed ?? [])
            (held ??= []).Add((column, column.Expression));
        // The last first, which no other needs any more.
        for (int i = (computed?.Count ?? 0) - 1; i >= 0; i--)
        {
            computed![i].Expression = "";
            computed[i].ReadOnly = false;
        }
    }

    /// <summary>Gives them back; the rows are there.</summary>
    public void Restore()
    {
        if (_held is null)
            return;
        // All are of one set.
        var first = _held[0].Column.Table!;
        long most = first.Rows.Count;
        foreach (DataTable table in first.DataSet?.Tables.Cast<DataTable>() ?? [])
            most = Math.Max(most, table.Rows.Count);
        foreach (var (column, expression) in _held)
        {
            TableGuard.CheckAggregate(column.Table!.TableName, expression, column.Table.Rows.Count, most);
            column.Expression = expression;
        }
    }
}
