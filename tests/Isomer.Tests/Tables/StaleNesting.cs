using System.Data;
using System.Reflection;

namespace Isomer.Tests.OfTables;

/// <summary>
/// The framework keeps a list of each table's nested parents beside its relations, and where <see cref="DataRelation.Nested"/> refuses to
/// be set (a child without a namespace below two parents of different ones) that list keeps the relation: WriteXml then leaves rows out,
/// or refuses them, by a relation that does not nest. <see cref="Without{T}"/> takes this cause out.
/// </summary>
static class StaleNesting
{
    static readonly FieldInfo s_list =
        typeof(DataTable).GetField("_nestedParentRelations", BindingFlags.Instance | BindingFlags.NonPublic)!;

    static DataRelation[] Of(DataTable table) => (DataRelation[])s_list.GetValue(table)!;

    static DataRelation[] True(DataTable table) => [.. table.ParentRelations.Cast<DataRelation>().Where(static r => r.Nested)];

    public static bool Has(DataTable table) => !Of(table).SequenceEqual(True(table));

    /// <summary>What is made while each list is what the relations say.</summary>
    public static T Without<T>(DataSet set, Func<T> make)
    {
        var stale = set.Tables.Cast<DataTable>().Where(Has).Select(t => (Table: t, List: Of(t))).ToList();
        foreach (var (table, _) in stale)
            s_list.SetValue(table, True(table));
        try
        {
            return make();
        }
        finally
        {
            foreach (var (table, list) in stale)
                s_list.SetValue(table, list);
        }
    }
}
