using System.Data;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Computed columns of tables that are being filled: they take what the data has, and are computed once, when all rows are there. The
/// framework would compute an aggregate again with every row: 3,000 took a second, 30,000 a hundred.
/// </summary>
internal readonly struct HeldExpressions
{
    /// <summary>Where a schema that has been looked at keeps an expression: an extended property of its column.</summary>
    public const string Mark = "isomer.expression";

    readonly List<HeldExpression>? _held;

    // What rows that were there before have as original values of computed columns: the framework drops them with the expression.
    readonly Dictionary<(DataColumn Column, DataRow Row), object>? _originals;

    HeldExpressions(List<HeldExpression>? held, Dictionary<(DataColumn, DataRow), object>? originals = null) =>
        (_held, _originals) = (held, originals);

    public int Count => _held?.Count ?? 0;

    /// <summary>Takes the expressions of a set, marked or not.</summary>
    public static HeldExpressions Of(DataSet set) => OfMarks(set.Tables.Cast<DataTable>()).With(Of(set.Tables.Cast<DataTable>()));

    /// <summary>Takes the expressions of a table, marked or not.</summary>
    public static HeldExpressions Of(DataTable table) => OfMarks([table]).With(Of([table]));

    /// <summary>Takes the expressions that columns have.</summary>
    /// <param name="tables">Their tables.</param>
    /// <param name="keepsKeys">Whether keys that rows within have from their row stay computed.</param>
    public static HeldExpressions Of(IEnumerable<DataTable> tables, bool keepsKeys = false)
    {
        List<HeldExpression>? held = null;
        Dictionary<(DataColumn, DataRow), object>? originals = null;
        foreach (var table in tables)
            Hold(table, keepsKeys ? KeysOfNested(table) : [], ref held, ref originals);
        return new(held, originals);
    }

    /// <summary>
    /// Sets keys that a schema has left with their columns and that rows within have from their row, as
    /// <see cref="Of(IEnumerable{DataTable}, bool)"/> keeps those that were there. Returns how many; to be called when the schema is read
    /// and no row is.
    /// </summary>
    public static int SetKeys(IEnumerable<DataTable> tables)
    {
        int set = 0;
        foreach (var table in tables)
            foreach (var column in KeysOfNested(table))
                if (column.ExtendedProperties[Mark] is string expression && TrySet(column, expression))
                {
                    column.ExtendedProperties.Remove(Mark);
                    set++;
                }
        return set;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static bool TrySet(DataColumn column, string expression)
    {
        try
        {
            column.Expression = expression;
            return true;
        }
        catch (Exception e) when (e is ArgumentException or DataException or InvalidCastException or FormatException or OverflowException)
        {
            // What is wrong with it is told at the end, when it is set with the others.
            return false;
        }
    }

    static string ExpressionOf(DataColumn column) =>
        column.Expression.Length > 0 ? column.Expression : HiddenState.PropertiesOf(column)?[Mark] as string ?? "";

    /// <summary>
    /// Columns that rows within their row get from there: they must be there when those come. What is computed with each row is not counted
    /// when all are there, so these are few tokens together, of numbers and their like in the row itself: each row costs at most what
    /// <see cref="Computing"/> lets it cost.
    /// </summary>
    internal static List<DataColumn> KeysOfNested(DataTable table)
    {
        List<DataColumn> keys = [];
        int tokens = 0;
        foreach (DataRelation relation in table.ChildRelations)
            foreach (var column in relation.Nested ? relation.ParentColumns : [])
                if (ExpressionOf(column) is { Length: > 0 } expression && !keys.Contains(column))
                {
                    var text = ExpressionText.Of(expression);
                    tokens += text.Tokens;
                    if (tokens > Computing.StepsPerValue || !IsOfNumbers(column, expression, text))
                        return [];
                    keys.Add(column);
                }
        return keys;
    }

    static bool IsOfNumbers(DataColumn column, string expression, ExpressionText text) =>
        IsNumber(column.DataType) && text.Literals == 0 && !expression.Contains('(', StringComparison.Ordinal)
        && text.References.All(
            r => r.Relatives == Relatives.None && column.Table!.Columns[r.Column] is { } own && ExpressionOf(own).Length == 0
                && IsNumber(own.DataType));

    /// <summary>Whether a value takes the same room whatever it is: sums of texts, and of numbers without a bound, do not.</summary>
    static bool IsNumber(Type type) =>
        Type.GetTypeCode(type) is >= TypeCode.Boolean and <= TypeCode.DateTime || type == typeof(Guid) || type == typeof(TimeSpan)
            || type == typeof(DateTimeOffset);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.Expressions)]
    static void Hold(DataTable table, List<DataColumn> kept, ref List<HeldExpression>? held,
        ref Dictionary<(DataColumn, DataRow), object>? originals)
    {
        List<DataColumn>? computed = null;
        foreach (DataColumn column in table.Columns)
            if (column.Expression.Length > 0 && !kept.Contains(column))
                (computed ??= []).Add(column);
        if (computed is null)
            return;
        foreach (var column in computed)
            (held ??= []).Add(HeldExpression.Of(column));
        foreach (DataRow row in table.Rows)
            if (row.RowState is DataRowState.Modified or DataRowState.Deleted)
                foreach (var column in computed)
                    (originals ??= []).Add((column, row), row[column, DataRowVersion.Original]);
        // The last first, which no other needs any more.
        for (int i = computed.Count - 1; i >= 0; i--)
        {
            computed[i].Expression = "";
            computed[i].ReadOnly = false;
        }
    }

    /// <summary>Takes the expressions that a schema has left with its columns.</summary>
    public static HeldExpressions OfMarks(IEnumerable<DataTable> tables)
    {
        List<HeldExpression>? held = null;
        foreach (var table in tables)
        {
            // Of an element that is a table and its column in one, both have been given it.
            table.ExtendedProperties.Remove(Mark);
            foreach (DataColumn column in table.Columns)
                if (column.ExtendedProperties[Mark] is string expression)
                {
                    column.ExtendedProperties.Remove(Mark);
                    column.ReadOnly = false;
                    (held ??= []).Add(new(column, expression));
                }
        }
        return new(held);
    }

    /// <summary>These and others, whose columns may be gone.</summary>
    public HeldExpressions With(HeldExpressions others) =>
        others._held is null ? this : new([.. _held ?? [], .. others._held], others._originals ?? _originals);

    /// <summary>
    /// Gives them back as <see cref="Restore"/> does, but the original values of rows that were changed or deleted stay what was read, or
    /// what they were before, as the framework leaves them.
    /// </summary>
    public void RestoreCurrent()
    {
        List<(DataColumn Column, DataRow Row, object Value)> originals = [];
        foreach (var (column, _, _, _) in _held?.FindAll(h => h.IsThere) ?? [])
            foreach (DataRow row in column.Table!.Rows)
                if (row.RowState is DataRowState.Modified or DataRowState.Deleted)
                    originals.Add(
                        (column, row,
                            row[column, DataRowVersion.Original] is not DBNull and var read
                                ? read
                                : _originals?.GetValueOrDefault((column, row)) ?? DBNull.Value));
        Set(keepsOriginals: true);
        foreach (var (column, row, value) in originals)
            HiddenState.SetOriginal(column, row, value);
    }

    /// <summary>Gives them back, to the columns that are still there; the rows are.</summary>
    public void Restore() => Set(keepsOriginals: false);

    void Set(bool keepsOriginals) =>
        Computing.Set(_held?.FindAll(h => h.IsThere) ?? [], keepsOriginals);
}
