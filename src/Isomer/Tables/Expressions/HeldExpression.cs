using System.Data;
using Isomer.Conventions;

namespace Isomer.Tabular;

/// <summary>
/// An expression that is off its column. <c>Parent.x</c> and <c>Child.x</c> name no relation, and were bound to the only one of their
/// table: a schema that is read or inferred may give it another, and the framework, which leaves the expression bound, would not bind it
/// again.
/// </summary>
/// <param name="Column">The column.</param>
/// <param name="Expression">What it shows.</param>
/// <param name="Parent">The relation to a table above that it is bound to.</param>
/// <param name="Child">The one to a table below.</param>
internal readonly record struct HeldExpression(DataColumn Column, string Expression, DataRelation? Parent = null,
    DataRelation? Child = null)
{
    readonly bool _wasInSet = Column.Table?.DataSet is not null;

    /// <summary>
    /// Whether the column is still where it was. A typed set makes its tables anew as it is read, and those of before are in no set:
    /// their expressions have no relations any more, and the new columns have the document's.
    /// </summary>
    public bool IsThere => Column.Table is { } table && (!_wasInSet || table.DataSet is not null);

    public static HeldExpression Of(DataColumn column)
    {
        var (parents, children) = (column.Table!.ParentRelations, column.Table.ChildRelations);
        // Of several it is bound to the one that was the only one, which the framework alone knows.
        var (parent, child) = parents.Count > 1 || children.Count > 1 ? BoundRelations.Of(column, Told(column.Expression)) : default;
        return new(column, column.Expression, Only(parents) ?? parent, Only(children) ?? child);
    }

    static string[] Told(string expression) => [.. ExpressionText.Of(expression).References.Select(r => r.Relation).OfType<string>()];

    /// <summary>What binds it as it was bound.</summary>
    public ExpressionText Binding()
    {
        var text = ExpressionText.Of(Expression);
        string named = text.Named(NameOf(Parent, Column.Table!.ParentRelations), NameOf(Child, Column.Table.ChildRelations));
        return named == Expression ? text : ExpressionText.Of(named);
    }

    /// <summary>
    /// Refuses an expression that is bound to one of several relations and does not name it, as it was bound while there was one: who reads
    /// its text cannot bind it, and neither can the framework.
    /// </summary>
    public static void Check(DataTable table)
    {
        if (table.ParentRelations.Count < 2 && table.ChildRelations.Count < 2)
            return;
        foreach (DataColumn column in table.Columns)
            if (column.Expression.Length > 0 && Of(column).Binding().Text is var named && named != column.Expression)
                throw new NotSupportedException(
                    $"The expression of column '{column.ColumnName}' of table '{table.TableName}' names no relation, and the table has several now: it could not be read again. Name the one that it is bound to: {named}");
    }

    static DataRelation? Only(DataRelationCollection relations) => relations.Count == 1 ? relations[0] : null;

    static string? NameOf(DataRelation? bound, DataRelationCollection relations) => relations.Count > 1 ? bound?.RelationName : null;
}
