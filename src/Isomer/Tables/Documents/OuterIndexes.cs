using System.Data;
using System.Xml;

namespace Isomer.Tabular;

/// <summary>
/// Indexes of the keys of rows that others stand within, kept while the framework reads rows. It looks for the outer row of each inner one,
/// and where no constraint has an index it makes one of all outer rows anew each time: 4,000 of them, with two rows each, took 13.6
/// seconds, and take 0.1 with the index kept. A view that is sorted by the key is what keeps one by the public API.
/// </summary>
internal sealed class OuterIndexes : IDisposable
{
    readonly List<DataView> _views = [];

    /// <summary>
    /// Keeps the indexes of these tables in whose rows the document has others. Of a table in which none stand the framework makes no
    /// index, and one breaks in which two rows are of one key and one place (msdata:rowOrder).
    /// </summary>
    public void Hold(IEnumerable<DataTable> tables, XmlTape document)
    {
        List<(DataRelation Relation, string Sort)> wanted = [];
        foreach (var table in tables)
            foreach (DataRelation relation in table.ChildRelations)
                if (relation.Nested && !HasIndex(relation) && SortOf(relation.ParentColumns) is { } sort)
                    wanted.Add((relation, sort));
        if (wanted.Count == 0)
            return;
        var nested = NestedNames.Of(document, wanted.Select(static w => (NameOf(w.Relation.ParentTable), NameOf(w.Relation.ChildTable))));
        foreach (var (relation, sort) in wanted)
            if (nested.Contains((NameOf(relation.ParentTable), NameOf(relation.ChildTable)))
                && !_views.Exists(v => v.Table == relation.ParentTable && v.Sort == sort))
                _views.Add(new DataView(relation.ParentTable) { Sort = sort });
    }

    static string NameOf(DataTable table) => XmlConvert.EncodeLocalName(table.TableName)!;

    static bool HasIndex(DataRelation relation)
    {
        foreach (Constraint constraint in relation.ParentTable.Constraints)
            if (constraint is UniqueConstraint unique && unique.Columns.AsSpan().SequenceEqual(relation.ParentColumns))
                return true;
        return false;
    }

    /// <summary>
    /// The columns as a view is told them; null for names that have no form there, and for types whose values may not be comparable: the
    /// framework compares these only where rows stand within rows.
    /// </summary>
    static string? SortOf(DataColumn[] columns) =>
        Array.TrueForAll(columns, static c => !c.ColumnName.Contains(',', StringComparison.Ordinal) && HasOrder(c.DataType))
            ? string.Join(',', columns.Select(static c => $"[{c.ColumnName}]"))
            : null;

    static bool HasOrder(Type type) =>
        Type.GetTypeCode(type) is >= TypeCode.Boolean and <= TypeCode.String || type == typeof(Guid) || type == typeof(TimeSpan)
            || type == typeof(DateTimeOffset);

    public void Dispose()
    {
        foreach (var view in _views)
            view.Dispose();
        _views.Clear();
    }
}
