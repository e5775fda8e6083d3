using System.ComponentModel;
using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// Rows that are to be written within rows, however many levels deep: writers go there by recursion, the framework's too, and rows in a circle (keys of input, constraints that are off) would end the process.
/// </summary>
internal static class TableNesting
{
    // A cell of the last is as deep as a document may be, the elements around rows counted.
    const int MaxLevel = TableXml.MaxDepth - 4;

    /// <summary>Refuses rows that stand in a circle, or deeper than they could be read again.</summary>
    public static void Check(IListSource value)
    {
        var tables = value is DataSet set ? set.Tables.Cast<DataTable>() : ((DataTable)value).DataSet?.Tables.Cast<DataTable>() ?? [(DataTable)value];
        var levels = new Dictionary<DataRow, int>();
        foreach (var table in InCircles([.. tables]))
            foreach (DataRow row in table.Rows)
                if (row.RowState != DataRowState.Deleted)
                    Check(row, levels);
    }

    /// <summary>Tables whose rows may stand within rows of the same table. Only there can rows be deeper than there are tables.</summary>
    static HashSet<DataTable> InCircles(HashSet<DataTable> tables)
    {
        while (tables.RemoveWhere(t => !t.ChildRelations.Cast<DataRelation>().Any(r => r.Nested && tables.Contains(r.ChildTable))) > 0)
        {
        }
        return tables;
    }

    /// <summary>How deep a row stands, without recursion: parents come first.</summary>
    static void Check(DataRow row, Dictionary<DataRow, int> levels)
    {
        const int IsOpen = -1;
        var open = new Stack<DataRow>([row]);
        while (open.TryPeek(out var at))
        {
            if (levels.TryGetValue(at, out int known) && known != IsOpen)
            {
                open.Pop();
                continue;
            }
            levels[at] = IsOpen;
            int level = 0;
            bool waits = false;
            foreach (DataRelation relation in at.Table.ParentRelations)
            {
                if (!relation.Nested)
                    continue;
                foreach (var parent in at.GetParentRows(relation))
                {
                    if (!levels.TryGetValue(parent, out int above))
                        waits = true;
                    else if (above == IsOpen)
                        throw new NotSupportedException($"A row of table '{parent.Table.TableName}' stands within itself by way of the relation '{relation.RelationName}': set {nameof(DataRelation.Nested)} to false, or change its keys.");
                    else
                        level = Math.Max(level, above + 1);
                    if (waits)
                    {
                        open.Push(parent);
                        break;
                    }
                }
                if (waits)
                    break;
            }
            if (waits)
                continue;
            if (level > MaxLevel)
                throw new NotSupportedException($"Rows of table '{at.Table.TableName}' stand within rows more than {MaxLevel} levels deep, which nothing reads again: set {nameof(DataRelation.Nested)} of their relation to false.");
            levels[at] = level;
            open.Pop();
        }
    }
}
