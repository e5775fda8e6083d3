using System.Data;
using Isomer.Tabular;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>DeepCopy of sets and tables, by the short way and through the carrier: equal, and independent.</summary>
public class TableCopyTests
{
    static readonly int s_seeds = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n)
        ? Math.Max(150, n / 100)
        : 150;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Random(bool plain)
    {
        int shortly = 0;
        for (int seed = 0; seed < s_seeds; seed++)
        {
            var set = new RandomTables(seed, plain).Set();
            Assert.Equal((seed, null), (seed, TableDifference.Of(set, DeepCopy.Of(set))));
            var table = new RandomTables(seed, plain).Alone();
            Assert.Equal((seed, null), (seed, TableDifference.Of(table, DeepCopy.Of(table), true)));
            if (TableCopying.TryCopy(set) is { } copy)
            {
                shortly++;
                Assert.Equal((seed, null), (seed, TableDifference.Of(set, copy)));
                Assert.Equal(set.Tables.Cast<DataTable>().Select(t => t.MinimumCapacity),
                    copy.Tables.Cast<DataTable>().Select(t => t.MinimumCapacity));
            }
        }
        // Of plain ones those whose tables have no culture or case of their own; of the others those without tables.
        Assert.True(plain ? shortly > s_seeds / 3 : shortly < s_seeds / 3, $"{shortly} of {s_seeds}");
    }

    [Fact]
    public void A_copy_is_independent()
    {
        var set = new RandomTables(3, plain: true).Set();
        set.Tables.Add("own").Columns.Add("text");
        set.Tables["own"]!.Rows.Add("a");
        set.AcceptChanges();
        string before = set.GetXml();
        var copy = DeepCopy.Of(set);
        copy.Tables["own"]!.Rows[0][0] = "b";
        copy.Tables["own"]!.Columns.Add("more");
        copy.ExtendedProperties["x"] = "y";
        Assert.Equal(before, set.GetXml());
        Assert.Equal(DataRowState.Unchanged, set.Tables["own"]!.Rows[0].RowState);
        Assert.Equal("b", copy.Tables["own"]!.Rows[0][0]);
        Assert.Null(set.ExtendedProperties["x"]);
    }

    sealed class OwnSet : DataSet;

    /// <summary>What the short way would share or lose.</summary>
    [Fact]
    public void Goes_through_the_carrier()
    {
        byte[] bytes = [1, 2];
        var table = new DataTable("T");
        table.Columns.Add("b", typeof(byte[]));
        table.Rows.Add(bytes);
        Assert.Null(TableCopying.TryCopy(table));
        Assert.NotSame(bytes, DeepCopy.Of(table).Rows[0][0]);
        var property = new DataTable("T");
        property.ExtendedProperties["k"] = bytes;
        Assert.Null(TableCopying.TryCopy(property));
        Assert.NotSame(bytes, DeepCopy.Of(property).ExtendedProperties["k"]);
        var edited = new DataTable("T");
        edited.Columns.Add("n", typeof(int));
        edited.Rows.Add(1);
        edited.Rows[0].BeginEdit();
        edited.Rows[0][0] = 2;
        Assert.Null(TableCopying.TryCopy(edited));
        Assert.Equal(2, DeepCopy.Of(edited).Rows[0][0, DataRowVersion.Proposed]);
        Assert.Null(TableCopying.TryCopy(new OwnSet()));
        Assert.IsType<OwnSet>(DeepCopy.Of(new OwnSet()));
        var computed = new DataTable("T");
        computed.Columns.Add("n", typeof(int));
        computed.Columns.Add("m", typeof(int), "n + 1");
        computed.Rows.Add(1);
        Assert.Null(TableCopying.TryCopy(computed));
        Assert.Equal(2, DeepCopy.Of(computed).Rows[0][1]);
        Assert.NotNull(TableCopying.TryCopy(new DataTable("T")));
    }

    /// <summary>Tables take it over when their set becomes so, and not when they are added to one that is.</summary>
    /// <summary>
    /// Rows that their set did not hold to constraints: a table alone has no way to say so, and is refused as a payload of it is.
    /// </summary>
    [Fact]
    public void Rows_that_break_constraints()
    {
        var set = new DataSet { EnforceConstraints = false };
        var table = set.Tables.Add("T");
        table.PrimaryKey = [table.Columns.Add("n", typeof(int))];
        table.Rows.Add(1);
        table.Rows.Add(1);
        Assert.Equal(2, DeepCopy.Of(set).Tables[0].Rows.Count);
        set.Tables.Remove(table);
        byte[] json = Json.Serialize(table);
        Assert.Contains("constraints", Assert.Throws<WireFormatException>(() => Json.Deserialize<DataTable>(json)).Message,
            StringComparison.Ordinal);
        Assert.Contains("constraints", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(table)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Case_of_tables_in_their_set()
    {
        foreach (bool before in new[] { true, false })
        {
            var set = new DataSet("S") { CaseSensitive = before };
            set.Tables.Add("A");
            set.CaseSensitive = !before;
            set.Tables.Add("B");
            foreach (var copy in Wires.Copies(set).Append(DeepCopy.Of(set)))
                Assert.Null(TableDifference.Of(set, copy));
        }
    }

    /// <summary>Rows are there before constraints are on: a child row may come before its parent, and nothing cascades.</summary>
    [Fact]
    public void Nothing_cascades()
    {
        var set = new DataSet("S");
        var child = set.Tables.Add("Child");
        child.Columns.Add("p", typeof(int));
        var parent = set.Tables.Add("Parent");
        parent.PrimaryKey = [parent.Columns.Add("id", typeof(int))];
        set.Relations.Add("r", parent.Columns["id"]!, child.Columns["p"]!);
        parent.Rows.Add(1);
        parent.Rows.Add(2);
        child.Rows.Add(1);
        child.Rows.Add(2);
        set.AcceptChanges();
        parent.Rows[0][0] = 3;
        parent.Rows[1].Delete();
        Assert.NotNull(TableCopying.TryCopy(set));
        Assert.Null(TableDifference.Of(set, DeepCopy.Of(set)));
    }

    /// <summary>The framework's clone has a key to its own table before one to another.</summary>
    [Fact]
    public void Keys_stay_in_their_order()
    {
        var set = new DataSet("S") { EnforceConstraints = false };
        var (own, other) = (set.Tables.Add("T0"), set.Tables.Add("T1"));
        own.PrimaryKey = [own.Columns.Add("id", typeof(int))];
        var up = own.Columns.Add("up", typeof(int));
        set.Relations.Add("first", other.Columns.Add("id", typeof(int)), up);
        set.Relations.Add("second", own.Columns[0], up);
        Assert.Null(TableDifference.Of(set, DeepCopy.Of(set)!));
        Assert.Equal(["first", "second"], DeepCopy.Of(set)!.Tables[0].Constraints.Cast<Constraint>().Skip(1).Select(c => c.ConstraintName));
    }
}
