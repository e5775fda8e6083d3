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
        var circles = InCircles([.. tables]);
        // Of a table alone its own rows are written, with those within them: what stands in a circle elsewhere in its set is nothing to it.
        foreach (var table in value is DataTable own && circles.Count > 0 ? [own] : circles)
            foreach (DataRow row in table.Rows)
                if (row.RowState != DataRowState.Deleted)
                    Check(row, levels);
    }

    /// <summary>What the framework throws of a set that has no form in XML: columns of types that XmlSerializer does not write, or does not write where they stand.</summary>
    public static bool HasNoForm(Exception e) => e is ArgumentException or InvalidOperationException or DataException or System.Xml.XmlException
        // Of a table whose relations lead to tables that are not written.
        or NullReferenceException;

    public static NotSupportedException NoForm(object value, Exception e) => new($"The {value.GetType().Name} has no form in XML: {e.Message} Choose another format, or other types and mappings of its columns.", e);

    /// <summary>Tables whose rows may stand within rows of the same table. Only there can rows be deeper than there are tables.</summary>
    static HashSet<DataTable> InCircles(HashSet<DataTable> tables)
    {
        while (tables.RemoveWhere(t => !t.ChildRelations.Cast<DataRelation>().Any(r => r.Nested && tables.Contains(r.ChildTable))) > 0)
        {
        }
        return tables;
    }

    /// <summary>
    /// How many levels stand within a row, without recursion: those within it come first. They are asked for as writers ask, from the parent: a row that is being edited has other children than the rows have that call it their parent.
    /// </summary>
    static void Check(DataRow row, Dictionary<DataRow, int> levels)
    {
        const int IsOpen = -1;
        var open = new Stack<(DataRow Row, IEnumerator<DataRow> Children)>();
        Open(row);
        while (open.TryPeek(out var at))
        {
            if (!at.Children.MoveNext())
            {
                open.Pop();
                int level = Children(at.Row).Select(c => levels[c] + 1).DefaultIfEmpty().Max();
                if (level > MaxLevel)
                    throw new NotSupportedException($"Rows of table '{at.Row.Table.TableName}' have rows within rows more than {MaxLevel} levels deep, which nothing reads again: set {nameof(DataRelation.Nested)} of their relation to false.");
                levels[at.Row] = level;
                continue;
            }
            var child = at.Children.Current;
            if (!levels.TryGetValue(child, out int known))
                Open(child);
            else if (known == IsOpen)
                throw new NotSupportedException($"A row of table '{child.Table.TableName}' stands within itself: set {nameof(DataRelation.Nested)} of its relation to false, or change its keys.");
        }

        void Open(DataRow next)
        {
            if (levels.TryAdd(next, IsOpen))
                open.Push((next, Children(next).GetEnumerator()));
        }
    }

    static IEnumerable<DataRow> Children(DataRow row) => row.Table.ChildRelations.Cast<DataRelation>().Where(r => r.Nested).SelectMany(row.GetChildRows);
}
