using System.ComponentModel;
using System.Data;
using System.Runtime.CompilerServices;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Rows that are to be written within rows, however many levels deep: writers go there by recursion, the framework's too, and rows in a circle (keys of input, constraints that are off) would end the process.
/// </summary>
internal static class TableNesting
{
    // A cell of the last is as deep as a document may be, the elements around rows counted.
    const int MaxLevel = TableXml.MaxDepth - 4;

    /// <summary>Refuses rows that stand in a circle, or deeper than they could be read again.</summary>
    /// <param name="value">A set or a table.</param>
    /// <param name="withSchema">Whether its schema is written too.</param>
    /// <param name="written">The tables that are written for a table, if they are more than itself.</param>
    public static void Check(IListSource value, bool withSchema = true, DataTable[]? written = null)
    {
        var tables = TablesOf(value);
        if (withSchema)
            CheckSchema(value);
        var levels = new Dictionary<DataRow, int>();
        var circles = InCircles([.. tables]);
        // Of a table its own rows are written, and those of tables that depend on it where these are asked for, with all within them: what stands in a circle elsewhere in its set is nothing to it.
        foreach (var table in value is DataTable own && circles.Count > 0 ? written ?? [own] : (IEnumerable<DataTable>)circles)
            foreach (DataRow row in table.Rows)
                if (row.RowState != DataRowState.Deleted)
                    Check(row, levels);
    }

    static IEnumerable<DataTable> TablesOf(IListSource value) =>
        value is DataSet set ? set.Tables.Cast<DataTable>() : ((DataTable)value).DataSet?.Tables.Cast<DataTable>() ?? [(DataTable)value];

    /// <summary>
    /// Refuses a set in which tables without a namespace nest in a circle within one that nests in none, whether they have rows or not: the framework's writer of schemas looks for the namespace of each in
    /// those that it nests in (XmlTreeGen.FindTargetNamespace), and goes round until the process has ended. Circles that stand by themselves it does not come to; nor does it go there for a table alone.
    /// </summary>
    public static void CheckSchema(IListSource value)
    {
        if (value is not DataSet set)
            return;
        HashSet<DataTable> round = [.. set.Tables.Cast<DataTable>().Where(HasNoNamespace)];
        while (round.RemoveWhere(t => !Above(t).Any(round.Contains)) > 0)
        {
        }
        if (round.Count == 0)
            return;
        var reached = new HashSet<DataTable>();
        var open = new Stack<DataTable>(set.Tables.Cast<DataTable>().Where(static t => !Above(t).Any()));
        while (open.TryPop(out var table))
        {
            if (round.Contains(table))
                throw new NotSupportedException($"Table '{table.TableName}' nests in a circle of tables, none of which has a namespace: its schema cannot be written. Set {nameof(DataRelation.Nested)} of a relation to false, or give a table a {nameof(DataTable.Namespace)}.");
            if (reached.Add(table))
                foreach (DataRelation relation in table.ChildRelations)
                    if (relation.Nested)
                        open.Push(relation.ChildTable);
        }
    }

    /// <summary>The tables that it nests in, but for itself.</summary>
    static IEnumerable<DataTable> Above(DataTable table) => table.ParentRelations.Cast<DataRelation>().Where(r => r.Nested && r.ParentTable != table).Select(static r => r.ParentTable);

    static bool HasNoNamespace(DataTable table) => string.IsNullOrEmpty(TypeOf(table) is { IsEmpty: false } type ? type.Namespace : table.Namespace);

    /// <summary>The name of its type in a schema, which the framework asks before the table's own namespace.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_TypeName")]
    static extern XmlQualifiedName TypeOf(DataTable table);

    /// <summary>What the framework throws of a set that has no form in XML: columns of types that XmlSerializer does not write, or does not write where they stand.</summary>
    public static bool HasNoForm(Exception e) => e is ArgumentException or InvalidOperationException or DataException or XmlException
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
