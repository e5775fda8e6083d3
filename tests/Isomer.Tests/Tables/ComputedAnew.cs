using System.Data;

namespace Isomer.Tests.OfTables;

/// <summary>
/// docs/tables.md: what is computed is computed when all rows are there. The framework keeps what it computed earlier (aggregates of rows
/// that have changed since, original values, rows that are being edited), and which of them it computes again depends on the order of its
/// reading. So of such values no more is asked than that ours are what the framework has, or what it gives when all is computed again, and
/// that both sets are the same then.
/// </summary>
static class ComputedAnew
{
    /// <summary>The difference; null where it is one of these.</summary>
    public static string? Known(string? difference, object theirs, object ours, params string[] versions) =>
        Known(difference, theirs, ours, document: null, versions);

    /// <summary>The difference of what was read of a document. docs/tables.md: original values are those of the document.</summary>
    public static string? Known(string? difference, object theirs, object ours, byte[]? document, params string[] versions)
    {
        if (difference is null
            || !(versions.Length > 0 ? versions : ["Original of ", "Proposed of "]).Any(
                v => difference.Contains(v, StringComparison.Ordinal))
                    || !Columns(theirs)
                        .Any(c => c.Expression.Length > 0 && difference.Contains($" of {c.ColumnName}: ", StringComparison.Ordinal)))
            return difference;
        try
        {
            List<(object? Value, object? Begun)> had = Values(theirs), have = Values(ours);
            Compute(theirs);
            Compute(ours);
            var anew = Values(ours);
            string? text = document is null ? null : System.Text.Encoding.UTF8.GetString(document);
            // A value that is lost is computed again too, and would never be seen.
            return had.Count != have.Count
                || Enumerable.Range(0, have.Count)
                    .Any(i =>
                        !((object?[])[had[i].Value, anew[i].Value, have[i].Begun]).Any(v => TableDifference.Same(have[i].Value, v))
                            && !IsIn(text, have[i].Value)) ? difference : CarriedSets.Of(theirs, ours);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return difference;
        }
    }

    /// <summary>
    /// All that is computed, of each version that a row keeps. docs/tables.md: an edit begins with what its row has, and what is computed
    /// stays that until it ends; where a column was given its expression in the midst of one it had another.
    /// </summary>
    static List<(object? Value, object? Begun)> Values(object value) =>
        [.. Columns(value).Where(static c => c.Expression.Length > 0).SelectMany(static c => c.Table!.Rows.Cast<DataRow>().SelectMany(r =>
            ((DataRowVersion[])[DataRowVersion.Original, DataRowVersion.Current, DataRowVersion.Proposed]).Select(
                v => (Of(r, c, v), Of(r, c, v == DataRowVersion.Proposed ? DataRowVersion.Current : v)))))];

    static object? Of(DataRow row, DataColumn column, DataRowVersion version) => row.HasVersion(version) ? row[column, version] : null;

    static bool IsIn(string? document, object? value) =>
        document is not null
            && System.Security.SecurityElement.Escape(
                Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture)) is { } text
        && (document.Contains($">{text}<", StringComparison.Ordinal) || document.Contains($"=\"{text}\"", StringComparison.Ordinal));

    /// <summary>
    /// The set, with all that is computed in its own culture: a clone of the framework's may have another than its rows were computed in.
    /// </summary>
    public static DataSet Of(DataSet set)
    {
        RichTables.Quietly(() => Compute(set));
        return set;
    }

    /// <summary>Whether all that a set computes can be computed again. It has lost some of it where it cannot.</summary>
    public static bool IsPossible(DataSet set) => Xunit.Record.Exception(() => Compute(set)) is null;

    static IEnumerable<DataColumn> Columns(object value) => value switch
    {
        DataSet set => set.Tables.Cast<DataTable>().SelectMany(static t => t.Columns.Cast<DataColumn>()),
        DataTable table => table.Columns.Cast<DataColumn>(),
        _ => [],
    };

    static void Compute(object value)
    {
        var computed = Columns(value).Where(static c => c.Expression.Length > 0).Select(static c => (Column: c, c.Expression)).ToList();
        // Twice, for one may need another.
        for (int i = 0; i < 2; i++)
            foreach (var (column, expression) in computed)
            {
                column.Expression = "";
                column.Expression = expression;
            }
    }
}
