using System.Data;
using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// The relations to which the framework has bound an expression that names none (<c>Parent.x</c>, <c>Sum(Child.x)</c>): the only ones that
/// its table had then. It does not show them, and would not bind the expression again where there are more now. Where a later framework
/// keeps them elsewhere there is none.
/// </summary>
internal static class BoundRelations
{
    const BindingFlags Own = BindingFlags.Instance | BindingFlags.NonPublic;

    static readonly FieldInfo? s_expression = typeof(DataColumn).GetField("_expression", Own);
    static readonly FieldInfo? s_tree = Type.GetType("System.Data.DataExpression, System.Data.Common")?.GetField("_expr", Own);
    static readonly Type? s_lookup = Type.GetType("System.Data.LookupNode, System.Data.Common");
    static readonly FieldInfo? s_lookupName = Type.GetType("System.Data.LookupNode, System.Data.Common")?.GetField("_relationName", Own);
    static readonly FieldInfo? s_lookupRelation = Type.GetType("System.Data.LookupNode, System.Data.Common")?.GetField("_relation", Own);
    static readonly Type? s_aggregate = Type.GetType("System.Data.AggregateNode, System.Data.Common");
    static readonly FieldInfo? s_aggregateName =
        Type.GetType("System.Data.AggregateNode, System.Data.Common")?.GetField("_relationName", Own);
    static readonly FieldInfo? s_aggregateRelation =
        Type.GetType("System.Data.AggregateNode, System.Data.Common")?.GetField("_relation", Own);
    static readonly FieldInfo? s_left = Type.GetType("System.Data.BinaryNode, System.Data.Common")?.GetField("_left", Own);
    static readonly FieldInfo? s_right = Type.GetType("System.Data.BinaryNode, System.Data.Common")?.GetField("_right", Own);
    static readonly FieldInfo? s_operand = Type.GetType("System.Data.UnaryNode, System.Data.Common")?.GetField("_right", Own);
    static readonly FieldInfo? s_arguments = Type.GetType("System.Data.FunctionNode, System.Data.Common")?.GetField("_arguments", Own);

    /// <summary>
    /// The relation to a table above, and the one to a table below, that names without a relation are bound to. A node may have a name that
    /// the text has not: who bound it again after a document had brought further relations had to name the one that it was bound to.
    /// </summary>
    /// <param name="column">The column.</param>
    /// <param name="told">The relations that its expression names.</param>
    public static (DataRelation? Parent, DataRelation? Child) Of(DataColumn column, IReadOnlyCollection<string> told)
    {
        var (parents, children) = (new List<DataRelation>(), new List<DataRelation>());
        var open = new Stack<object?>();
        open.Push(s_expression?.GetValue(column) is { } expression ? s_tree?.GetValue(expression) : null);
        while (open.TryPop(out object? node))
        {
            if (node is null)
                continue;
            var type = node.GetType();
            if (type == s_lookup && s_lookupRelation?.GetValue(node) is DataRelation parent)
                Add(parents, parent, s_lookupName?.GetValue(node) is null);
            else if (type == s_aggregate && s_aggregateRelation?.GetValue(node) is DataRelation child)
                Add(children, child, s_aggregateName?.GetValue(node) is null);
            foreach (var part in (ReadOnlySpan<FieldInfo?>)[s_left, s_right, s_operand])
                if (part?.DeclaringType?.IsInstanceOfType(node) == true)
                    open.Push(part.GetValue(node));
            if (s_arguments?.DeclaringType?.IsInstanceOfType(node) == true && s_arguments.GetValue(node) is object?[] arguments)
                foreach (object? argument in arguments)
                    open.Push(argument);
        }
        return (Untold(parents), Untold(children));

        // One without a name is it in any case.
        static void Add(List<DataRelation> found, DataRelation relation, bool isUnnamed) =>
            found.Insert(isUnnamed ? 0 : found.Count, relation);

        // Where the text names the relation elsewhere, it is the only one that there is.
        DataRelation? Untold(List<DataRelation> found) =>
            found.Find(r => !told.Contains(r.RelationName, StringComparer.OrdinalIgnoreCase)) ?? found.FirstOrDefault();
    }
}
