using System.Data;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

#pragma warning disable SYSLIB0038 // the binary form of the original

namespace Isomer.Tests.OfTables;

/// <summary>
/// Rows that stand within themselves: the framework asks for them where a relation nests, and in its binary form that comes before the
/// rows. No XML has a place for them.
/// </summary>
public class NestedLoopTests
{
    /// <summary>Rows that are each their own parent, or each that of the other.</summary>
    static DataSet Loops(int second)
    {
        var set = new DataSet("S") { RemotingFormat = SerializationFormat.Binary };
        var table = set.Tables.Add("T");
        table.Columns.Add("id", typeof(int));
        table.Columns.Add("up", typeof(int));
        set.Relations.Add(new DataRelation("r", table.Columns[0], table.Columns[1], false) { Nested = true });
        table.Rows.Add(1, second);
        table.Rows.Add(second, 1);
        return set;
    }

    public static TheoryData<string> Ways => ["BinaryFormatter", "Nrbf", "Json", "Compact", "Protobuf", "DeepCopy"];

    [Theory, MemberData(nameof(Ways))]
    public void Rows_that_stand_within_themselves_come_back(string way)
    {
        foreach (int second in (int[])[1, 2])
        {
            var set = Loops(second);
            var back = way switch
            {
                "BinaryFormatter" => (DataSet)NrbfTests.Original(NrbfTests.Original(set))!,
                "Nrbf" => Nrbf.Deserialize<DataSet>(Nrbf.Serialize(set), new NrbfOptions { KnownTypes = [typeof(DataSet)] }),
                "Json" => Json.Deserialize<DataSet>(Json.Serialize(set)),
                "Compact" => Compact.Deserialize<DataSet>(Compact.Serialize(set)),
                "Protobuf" => Protobuf.Deserialize<DataSet>(Protobuf.Serialize(set)),
                _ => DeepCopy.Of(set),
            };
            Assert.Null(TableDifference.Of(set, back!));
            Assert.True(back!.Relations[0].Nested);
            // What is read is held to the framework's rule from then on.
            back.Relations[0].Nested = false;
            Assert.Throws<DataException>(() => back.Relations[0].Nested = true);
            Assert.Throws<NotSupportedException>(() => DataXml.Serialize(set));
        }
    }
}
