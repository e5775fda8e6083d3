using System.ComponentModel;
using System.Data;
using System.Runtime.CompilerServices;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Tabular;

/// <summary>
/// Rows that are to be written within rows, however many levels deep: writers go there by recursion, the framework's too, and rows in a
/// circle (keys of input, constraints that are off) would end the process.
/// </summary>
internal static class TableNesting
{
    // A cell of the last is as deep as a document may be, the elements around rows counted.
    const int MaxLevel = TableXml.MaxDepth - 4;

    /// <summary>
    /// Refuses rows that stand in a circle, or deeper than they could be read again; and lets the framework's writer know of all rows
    /// (<see cref="HiddenState.KeepNestedParents"/>).
    /// </summary>
    /// <param name="value">A set or a table.</param>
    /// <param name="withSchema">Whether its schema is written too.</param>
    /// <param name="written">The tables that are written for a table, if they are more than itself.</param>
    public static void Check(IListSource value, bool withSchema = true, DataTable[]? written = null)
    {
        if (!Features.Tables)
            throw Features.TablesAreLeftOut(value.GetType());
        foreach (var table in TableXml.TablesOf((IXmlSerializable)value))
            HiddenState.KeepNestedParents(table);
        if (withSchema && value is DataSet set)
            foreach (DataTable table in set.Tables)
                HeldExpression.Check(table);
        if (!HasNested(value))
            return;
        if (withSchema)
            CheckSchema(value);
        // Tables whose rows may stand within rows of the same table, and those above them. Only there can rows be deeper than there are
        // tables.
        var circles = InCircles(TableXml.TablesOf((IXmlSerializable)value), Below, AboveOrItself);
        var levels = new Dictionary<DataRow, int>();
        // Of a table its own rows are written, and those of tables that depend on it where these are asked for, with all within them: what
        // stands in a circle elsewhere in its set is nothing to it.
        foreach (var table in value is DataTable own && circles.Count > 0 ? written ?? [own] : (IEnumerable<DataTable>)circles)
            foreach (DataRow row in table.Rows)
                if (row.RowState != DataRowState.Deleted)
                    Check(row, levels);
    }

    /// <summary>
    /// Refuses a set in which tables without a namespace nest in a circle that the framework's writer of schemas comes to, whether they
    /// have rows or not: it looks for the namespace of each in those that it nests in (XmlTreeGen.FindTargetNamespace), and goes round for
    /// ever. It begins with tables that nest in none, in themselves, or in several. Circles that none of these leads to are not met; nor
    /// does it go there for a table alone.
    /// </summary>
    public static void CheckSchema(IListSource value)
    {
        if (value is not DataSet set || !HasNested(set))
            return;
        // Namespaces are asked for only where there are circles: for one that is inherited the framework goes up to the outermost table.
        var round = InCircles(set.Tables.Cast<DataTable>(), Above, BelowButItself);
        if (round.Count > 0)
            round = InCircles(round.Where(HasNoNamespace), Above, BelowButItself);
        if (round.Count == 0)
            return;
        var reached = new HashSet<DataTable>();
        var open = new Stack<DataTable>(
            set.Tables.Cast<DataTable>().Where(static t => AboveOrItself(t).Take(2).ToArray() is not [var only] || only == t));
        while (open.TryPop(out var table))
        {
            if (round.Contains(table))
                throw CircleOf(table);
            if (reached.Add(table))
                foreach (var below in Below(table))
                    open.Push(below);
        }
    }

    /// <summary>
    /// Refuses a table alone in a circle that is written by its entries (the schema and DiffGram of RemotingFormat Xml): the framework
    /// looks for the namespace of the table itself, and so upwards from it, a level a call: the process ends by its stack, or goes round
    /// until then.
    /// </summary>
    public static void CheckSchemaAbove(DataTable table)
    {
        if (!HasNested(table) || !HasNoNamespace(table))
            return;
        HashSet<DataTable> reached = [table];
        var open = new Stack<DataTable>(reached);
        while (open.TryPop(out var one))
            foreach (var above in Above(one))
                if (HasNoNamespace(above) && reached.Add(above))
                    open.Push(above);
        if (InCircles(reached, Above, BelowButItself).Count > 0)
            throw CircleOf(table);
    }

    /// <summary>
    /// Refuses a document that gives another namespace to a set, where the framework does not come back: it tells each table that has none
    /// of its own and nests, by its list, in one at most, and all that nest in that, whatever they have, round and round until the process
    /// has ended by its stack. (To a set without a namespace it gives one without telling the tables, but not by each document.) Where the
    /// root of the schema is no set, the set gets the namespace of its first table.
    /// </summary>
    /// <param name="target">What is read into, as it is before a schema.</param>
    /// <param name="space">The namespace of the schema, or of the document of which one is inferred.</param>
    /// <param name="named">Others that the schema names for the set.</param>
    public static void CheckNamespace(IListSource target, string space, Func<IEnumerable<string>>? named = null)
    {
        if ((target as DataSet ?? (target as DataTable)?.DataSet) is not { } set || !HasNested(set))
            return;
        if ((space != set.Namespace || set.Tables[0].Namespace != set.Namespace
                || named?.Invoke().Any(other => other.Length > 0 && other != set.Namespace) == true)
            && InCircles(set.Tables.Cast<DataTable>(), BelowButItself, Above)
                .Any(static t => HiddenState.InheritsNamespace(t) && HiddenState.NestedParentsOf(t) <= 1))
            throw new WireFormatException(
                $"The document gives a set the namespace '{space}' whose tables nest in a circle, which the framework does not come back from.");
    }

    static NotSupportedException CircleOf(DataTable table) =>
        new($"Table '{table.TableName}' nests in a circle of tables, none of which has a namespace: its schema cannot be written. Set {nameof(DataRelation.Nested)} of a relation to false, or give a table a {nameof(DataTable.Namespace)}.");

    static bool HasNested(IListSource value)
    {
        if ((value as DataSet ?? ((DataTable)value).DataSet) is { } set)
            foreach (DataRelation relation in set.Relations)
                if (relation.Nested)
                    return true;
        return false;
    }

    /// <summary>The tables that it nests in, but for itself; one as often as it nests in it.</summary>
    static IEnumerable<DataTable> Above(DataTable table) => AboveOrItself(table).Where(t => t != table);

    static IEnumerable<DataTable> AboveOrItself(DataTable table) =>
        table.ParentRelations.Cast<DataRelation>().Where(static r => r.Nested).Select(static r => r.ParentTable);

    /// <summary>The tables that nest in it.</summary>
    static IEnumerable<DataTable> Below(DataTable table) =>
        table.ChildRelations.Cast<DataRelation>().Where(static r => r.Nested).Select(static r => r.ChildTable);

    static IEnumerable<DataTable> BelowButItself(DataTable table) => Below(table).Where(t => t != table);

    /// <summary>
    /// The tables from which a circle of these is reached: what is left when each is taken away that leads to none that is there, each
    /// relation looked at once from either end.
    /// </summary>
    /// <param name="tables">The tables that count.</param>
    /// <param name="next">Where a table leads.</param>
    /// <param name="before">Which tables lead there: the same ways from their other ends.</param>
    static HashSet<DataTable> InCircles(IEnumerable<DataTable> tables, Func<DataTable, IEnumerable<DataTable>> next,
        Func<DataTable, IEnumerable<DataTable>> before)
    {
        HashSet<DataTable> left = [.. tables];
        var ways = left.ToDictionary(static t => t, t => next(t).Count(left.Contains));
        var ends = new Stack<DataTable>(ways.Where(static w => w.Value == 0).Select(static w => w.Key));
        while (ends.TryPop(out var end))
        {
            left.Remove(end);
            foreach (var table in before(end))
                if (ways.TryGetValue(table, out int count))
                {
                    ways[table] = count - 1;
                    if (count == 1)
                        ends.Push(table);
                }
        }
        return left;
    }

    static bool HasNoNamespace(DataTable table) =>
        string.IsNullOrEmpty(TypeOf(table) is { IsEmpty: false } type ? type.Namespace : table.Namespace);

    /// <summary>The name of its type in a schema, which the framework asks before the table's own namespace.</summary>
    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_TypeName")]
    static extern XmlQualifiedName TypeOf(DataTable table);

    /// <summary>
    /// What the framework throws of a set that has no form in XML: columns of types that XmlSerializer does not write, or does not write
    /// where they stand.
    /// </summary>
    public static bool HasNoForm(Exception e) => e is ArgumentException or InvalidOperationException or DataException or XmlException
        // Of a table whose relations lead to tables that are not written.
        or NullReferenceException;

    public static NotSupportedException NoForm(object value, Exception e) =>
        value is IListSource source && TableTexts.Refusal(source, e) is { } refusal ? refusal
        : e is NullReferenceException && value is DataTable table
            && table.ParentRelations.Cast<DataRelation>().FirstOrDefault(static r => r.Nested) is { } nesting
            ? new(
                $"Table '{table.TableName}' nests in table '{nesting.ParentTable.TableName}', and has no schema alone. Write its DataSet, a copy of the table, or set {nameof(DataRelation.Nested)} of relation '{nesting.RelationName}' to false.", e)
            : new($"The {value.GetType().Name} has no form in XML: {e.Message} Choose another format, or other types and mappings of its columns.", e);

    /// <summary>
    /// How many levels stand within a row, without recursion: those within it come first. They are asked for as writers ask, from the
    /// parent: a row that is being edited has other children than the rows have that call it their parent.
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
                    throw new NotSupportedException(
                        $"Rows of table '{at.Row.Table.TableName}' have rows within rows more than {MaxLevel} levels deep, which nothing reads again: set {nameof(DataRelation.Nested)} of their relation to false.");
                levels[at.Row] = level;
                continue;
            }
            var child = at.Children.Current;
            if (!levels.TryGetValue(child, out int known))
                Open(child);
            else if (known == IsOpen)
                throw new NotSupportedException(
                    $"A row of table '{child.Table.TableName}' stands within itself: set {nameof(DataRelation.Nested)} of its relation to false, or change its keys.");
        }

        void Open(DataRow next)
        {
            if (levels.TryAdd(next, IsOpen))
                open.Push((next, Children(next).GetEnumerator()));
        }
    }

    static IEnumerable<DataRow> Children(DataRow row) =>
        row.Table.ChildRelations.Cast<DataRelation>().Where(r => r.Nested).SelectMany(row.GetChildRows);
}
