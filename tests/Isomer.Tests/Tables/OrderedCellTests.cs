using System.Data;
using Xunit;

namespace Isomer.Tests.OfTables;

#pragma warning disable SYSLIB0038 // the form of an older age is what is read

/// <summary>
/// The framework's index asks the cells of unique columns, keys and relations for their order, or their text, and a kilobyte of tuples,
/// each of which holds the next one twice, has 2 to the 18th of either: reading never ended.
/// </summary>
public class OrderedCellTests
{
    static object Tower(int last)
    {
        object tower = last;
        for (int i = 0; i < 18; i++)
            tower = Tuple.Create(tower, tower);
        return tower;
    }

    static DataTable Of(string kind, Type type, object a, object b)
    {
        var set = new DataSet("s") { EnforceConstraints = false };
        var table = set.Tables.Add("t");
        table.Columns.Add("k", type);
        table.Columns.Add("v", typeof(object));
        table.BeginLoadData();
        if (kind is "relation")
        {
            var other = set.Tables.Add("other");
            other.Columns.Add("k", type);
            other.Rows.Add(a);
        }
        // The order of rows in which there is one is not asked of one.
        table.Rows.Add(a, b);
        if (kind == "unique")
            table.Columns[0].Unique = true;
        else if (kind == "key")
            table.PrimaryKey = [table.Columns[0]];
        else if (kind == "relation")
            set.Relations.Add("r", set.Tables["other"]!.Columns[0], table.Columns[0], createConstraints: false);
        return table;
    }

    public static TheoryData<string, Type> Kinds()
    {
        var kinds = new TheoryData<string, Type>();
        foreach (string kind in (string[])["unique", "key", "relation"])
            foreach (var type in new[] { typeof(object), typeof(Tuple<object, object>) })
                kinds.Add(kind, type);
        return kinds;
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Cells_whose_order_does_not_end_are_refused(string kind, Type type)
    {
        var convention = Convention.Plain.WithSubtype<object, Tuple<object, object>>("tuple");
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions { Convention = convention.WithTier(tier), References = References.Preserve };
            var graph = JsonOptions.Graph with { Convention = convention.WithTier(tier) };
            var nrbf = new NrbfOptions
            { Convention = Convention.Fields.WithTier(tier).WithUnmarkedTypes(), KnownTypes = [typeof(Tuple<object, object>)] };
            var hostile = Of(kind, type, Tower(1), 5).DataSet!;
            // In a column that nothing names it stays.
            var honest = Of(kind, type, Tuple.Create<object, object>(1, 2), Tower(1)).DataSet!;
            Refused(() => Compact.Deserialize<DataSet>(Compact.Serialize(hostile, compact), compact));
            Refused(() => Json.Deserialize<DataSet>(Json.Serialize(hostile, graph), graph));
            Assert.Equal(1, Compact.Deserialize<DataSet>(Compact.Serialize(honest, compact), compact).Tables[0].Rows.Count);
            Assert.Equal(1, Json.Deserialize<DataSet>(Json.Serialize(honest, graph), graph).Tables[0].Rows.Count);
            if (kind != "relation")
                Refused(() => Compact.Deserialize<DataTable>(Compact.Serialize(hostile.Tables["t"]!, compact), compact));
            if (type != typeof(object))
                continue;
            hostile.RemotingFormat = honest.RemotingFormat = SerializationFormat.Binary;
            Refused(() => Nrbf.Deserialize<DataSet>(Nrbf.Serialize(hostile, nrbf), nrbf));
            Assert.Equal(1, Nrbf.Deserialize<DataSet>(Nrbf.Serialize(honest, nrbf), nrbf).Tables[0].Rows.Count);
        }

        static void Refused(Func<object?> read) =>
            Assert.Contains("Refused as hostile", Assert.Throws<WireFormatException>(read).Message, StringComparison.Ordinal);
    }
}
