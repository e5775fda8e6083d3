using System.Data;
using Isomer.Tabular;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>Rows that a table takes whole, as the framework's own arrays: they are what rows added one by one are.</summary>
public class StoredRowsTests
{
    [Fact]
    public void Random_sets_come_back()
    {
        for (int seed = 0; seed < 200; seed++)
        {
            var set = new RandomTables(seed, plain: seed % 2 == 0).Set();
            var back = Compact.Deserialize<DataSet>(Compact.Serialize(set));
            Assert.Null(TableDifference.Of(set, back) is { } difference ? $"seed {seed}: {difference}" : null);
        }
    }

    static (Table Part, DataTable Table, DataColumn[] Columns) Packed(DataTable table)
    {
        var types = new ColumnTypes(Convention.Plain);
        var clone = table.Clone();
        return (new TableTaking(types, packs: true).Take(table, typeof(DataTable), null), clone, [.. clone.Columns.Cast<DataColumn>()]);
    }

    static DataTable Mixed()
    {
        var table = new DataTable("T");
        table.Columns.Add("Id", typeof(int)).AutoIncrement = true;
        table.Columns.Add("Name", typeof(string));
        table.Columns.Add("Key", typeof(Guid));
        table.Columns.Add("Day", typeof(DateTime));
        table.Columns.Add("Zero", typeof(double));
        for (int i = 0; i < 200; i++)
            table.Rows.Add(i, i % 3 == 0 ? DBNull.Value : "n" + (i % 20),
                i % 5 == 0 ? DBNull.Value : new Guid(i, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10), new DateTime(2024, 3, 31).AddMinutes(i * 15), -0.0);
        table.AcceptChanges();
        table.Rows[1].Delete();
        table.Rows[2]["Name"] = "changed";
        table.Rows[3]["Day"] = DBNull.Value;
        table.Rows.Add(1000, "added");
        return table;
    }

    [Fact]
    public void Rows_in_all_states_are_taken_whole()
    {
        var table = Mixed();
        var (part, clone, columns) = Packed(table);
        Assert.True(StoredRows.TryLoad(clone, part, columns, new ColumnTypes(Convention.Plain), (int)RowStates.AllRecords(part.States)));
        Assert.Equal(part.States, Records.Of(clone).States);
        var back = Compact.Deserialize<DataTable>(Compact.Serialize(table));
        Assert.Null(TableDifference.Of(table, back));
        Assert.Equal(DataSetDateTime.UnspecifiedLocal, back.Columns["Day"]!.DateTimeMode);
    }

    [Fact]
    public void A_table_so_loaded_lives_on()
    {
        var table = Mixed();
        var back = Compact.Deserialize<DataTable>(Compact.Serialize(table));
        foreach (var t in new[] { table, back })
        {
            for (int i = 0; i < 300; i++)
                t.Rows.Add(null, "more " + i, Guid.Empty, new DateTime(2025, 1, 1), i / 2.0);
            t.Rows[5].Delete();
            t.Rows[7]["Name"] = DBNull.Value;
            t.Rows[2].RejectChanges();
            t.Rows.RemoveAt(10);
            t.PrimaryKey = [t.Columns["Id"]!];
        }
        Assert.Null(TableDifference.Of(table, back));
        Assert.Equal(table.Select("Name like 'more 1%'", "Zero desc").Select(r => r["Id"]),
            back.Select("Name like 'more 1%'", "Zero desc").Select(r => r["Id"]));
        Assert.Equal(table.GetChanges()!.Rows.Count, back.GetChanges()!.Rows.Count);
        back.AcceptChanges();
        table.AcceptChanges();
        Assert.Null(TableDifference.Of(table, back));
    }

    [Fact]
    public void Rows_are_added_one_by_one_where_something_looks_at_them()
    {
        var types = new ColumnTypes(Convention.Plain);
        bool Loads(DataTable table, Action<DataTable>? change = null)
        {
            var (part, clone, columns) = Packed(table);
            change?.Invoke(clone);
            return StoredRows.TryLoad(clone, part, columns, types, (int)RowStates.AllRecords(part.States));
        }
        Assert.True(Loads(Mixed()));
        // The key of a class, whose index is made anew (ClassStateTests).
        Assert.True(Loads(Mixed(), t => t.PrimaryKey = [t.Columns[0]]));
        Assert.False(Loads(Mixed(), t => t.Rows.Add(5)));
        var computed = Mixed();
        computed.Columns.Add("Twice", typeof(int), "Id * 2");
        Assert.False(Loads(computed));
        var edited = Mixed();
        edited.Rows[0].BeginEdit();
        Assert.False(Loads(edited));
        var local = Mixed().Clone();
        local.Columns["Day"]!.DateTimeMode = DataSetDateTime.Local;
        local.Rows.Add(1, "x", Guid.Empty, DateTime.Now);
        Assert.False(Loads(local));
        Assert.Null(TableDifference.Of(local, Compact.Deserialize<DataTable>(Compact.Serialize(local))));
        // A date of another kind than its column's, which only input has.
        var (part, clone, columns) = Packed(Mixed());
        part.Columns[3]!.Values = new TableValues
        {
            Packed = ColumnPacking.Pack(new PackedWriter(), ColumnCodings.Of<DateTime>()!,
                [.. Enumerable.Repeat(new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc), (int)RowStates.AllRecords(part.States))], null,
                0)
        };
        Assert.False(StoredRows.TryLoad(clone, part, columns, types, (int)RowStates.AllRecords(part.States)));
        Assert.Empty(clone.Rows);
    }

    /// <summary>
    /// Columns are packed from the arrays in which the framework has them; where a later framework has them elsewhere, it is only slower,
    /// which this tells.
    /// </summary>
    [Theory]
    [InlineData(typeof(int)), InlineData(typeof(double)), InlineData(typeof(DateTime)), InlineData(typeof(decimal)),
        InlineData(typeof(string)), InlineData(typeof(Guid)), InlineData(typeof(byte[])), InlineData(typeof(DateTimeOffset))]
    public void The_array_of_a_column_is_known(Type type)
    {
        var table = new DataTable("T");
        var column = table.Columns.Add("a", type);
        table.Rows.Add(RandomTables.Types[type](new Random(1)));
        table.Rows.Add(DBNull.Value);
        var (values, nulls) = Isomer.Conventions.ColumnStores.Of(column)!.Value;
        Assert.True(values.GetType() == type.MakeArrayType() || values.GetType() == typeof(object[]), values.GetType().Name);
        Assert.Equal(type.IsValueType && values.GetType() != typeof(object[]), nulls is not null);
        // Of rows that are not in the order in which they were made, and of those that are gone, too.
        table.Rows.Add(RandomTables.Types[type](new Random(2)));
        table.Rows.RemoveAt(0);
        table.Rows.InsertAt(table.NewRow(), 0);
        table.AcceptChanges();
        Assert.Null(TableDifference.Of(table, Compact.Deserialize<DataTable>(Compact.Serialize(table)), true));
    }

    /// <summary>A table without a namespace stays so, also within one that has one, whose it would inherit.</summary>
    [Fact]
    public void A_namespace_is_not_inherited_by_a_table_that_has_none()
    {
        foreach (string? own in (string?[])["", "urn:c", null])
        {
            var set = new DataSet("S");
            DataTable outer = set.Tables.Add("P"), inner = set.Tables.Add("C");
            outer.Namespace = "urn:p";
            if (own is not null)
                inner.Namespace = own;
            outer.Columns.Add("id", typeof(int));
            inner.Columns.Add("up", typeof(int));
            set.Relations.Add(new DataRelation("r", outer.Columns[0], inner.Columns[0], false) { Nested = true });
            foreach (var copy in (DataSet[])[Json.Deserialize<DataSet>(Json.Serialize(set)),
                Compact.Deserialize<DataSet>(Compact.Serialize(set)), DeepCopy.Of(set)!])
                Assert.Null(TableDifference.Of(set, copy));
        }
    }

    /// <summary>
    /// docs/tables.md, "What is kept": a relation that was made without constraints before a key of its columns refers to none, as one that
    /// was made behind it does.
    /// </summary>
    [Fact]
    public void A_relation_without_constraints_refers_to_the_key_that_it_referred_to()
    {
        foreach (bool isFirst in (bool[])[true, false])
        {
            var set = new DataSet("S");
            DataTable outer = set.Tables.Add("P"), inner = set.Tables.Add("C");
            outer.Columns.Add("id", typeof(int));
            inner.Columns.Add("up", typeof(int));
            var relation = new DataRelation("r", outer.Columns[0], inner.Columns[0], false);
            if (isFirst)
                set.Relations.Add(relation);
            inner.Constraints.Add("fk", outer.Columns[0], inner.Columns[0]);
            if (!isFirst)
                set.Relations.Add(relation);
            Assert.Equal(isFirst ? null : "fk", relation.ChildKeyConstraint?.ConstraintName);
            Assert.Equal(isFirst ? null : "fk",
                Json.Deserialize<DataSet>(Json.Serialize(set)).Relations[0].ChildKeyConstraint?.ConstraintName);
        }
    }
}
