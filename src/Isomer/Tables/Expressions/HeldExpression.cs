using System.Data;

namespace Isomer.Tabular;

/// <summary>
/// An expression that is off its column. <c>Parent.x</c> and <c>Child.x</c> name no relation, and were bound to the only one of their
/// table: a schema that is read or inferred may give it another, and the framework, which leaves the expression bound, would not bind it
/// again.
/// </summary>
/// <param name="Column">The column.</param>
/// <param name="Expression">What it shows.</param>
/// <param name="Parent">The only relation to a table above, when the expression was taken.</param>
/// <param name="Child">The only one to a table below.</param>
internal readonly record struct HeldExpression(DataColumn Column, string Expression, DataRelation? Parent = null,
    DataRelation? Child = null)
{
    public static HeldExpression Of(DataColumn column) =>
        new(column, column.Expression, Only(column.Table!.ParentRelations), Only(column.Table.ChildRelations));

    /// <summary>What binds it as it was bound.</summary>
    public ExpressionText Binding()
    {
        var text = ExpressionText.Of(Expression);
        string named = text.Named(NameOf(Parent, Column.Table!.ParentRelations), NameOf(Child, Column.Table.ChildRelations));
        return named == Expression ? text : ExpressionText.Of(named);
    }

    static DataRelation? Only(DataRelationCollection relations) => relations.Count == 1 ? relations[0] : null;

    static string? NameOf(DataRelation? bound, DataRelationCollection relations) => relations.Count > 1 ? bound?.RelationName : null;
}
