using System.Data;
using Isomer.Bench.Data;
using Isomer.Bench.Harness;

namespace Isomer.Bench.Peers;

#pragma warning disable SYSLIB0038 // the form that people are leaving
/// <summary>DataSets against the framework's own ways to write them: the article's 19 columns, few and many rows, and fastJSON's.</summary>
public sealed class TablesGroup : Group
{
    const string Large = "19 columns x 8000";
    const string Small = "19 columns x 100";
    const string FastJson = "fastJSON's set";
    const string Rows = "rows";

    static Peer[] Peers() =>
        [.. Ours.Peers, new DataSetBinaryFormatter(SerializationFormat.Binary), new DataSetBinaryFormatter(SerializationFormat.Xml),
            new DataSetXml()];

    public override string Name => "tables";

    public override IReadOnlyList<Lineup> Cases => field ??= MakeCases(Peers());

    static Lineup[] MakeCases(Peer[] peers) =>
    [
        Of(Large, DataSetBinaryFormatter.Binary, 60, peers, () => WideTable.Create(8000), WideTable.Same),
        Of(Small, DataSetBinaryFormatter.Binary, 15, peers, () => WideTable.Create(100), WideTable.Same),
        Of(FastJson, DataSetBinaryFormatter.Binary, 15, peers, WideTable.FastJson, WideTable.Same),
        // Types are inferred, so not the same: as many rows.
        Of<DataTable>(Rows, JsonNet.Id, 15, [new JsonRows(), new JsonNet()], () => WideTable.Create(1000).Tables[0],
            (a, b) => a.Rows.Count == b.Rows.Count),
    ];

    public override IReadOnlyList<Requirement> Requirements =>
    [
        new(Large, Ours.Compact, DataSetBinaryFormatter.Binary, "write", Measure.Faster, 3),
        new(Large, Ours.Compact, DataSetBinaryFormatter.Binary, "read", Measure.Faster, 2),
        new(Large, Ours.Compact, DataSetBinaryFormatter.Binary, "write", Measure.Bytes, 0.75),
        new(Large, Ours.Compact, DataSetXml.Id, "write", Measure.Faster, 5),
        new(Large, Ours.Compact, DataSetXml.Id, "read", Measure.Faster, 5),
        new(Small, Ours.Compact, DataSetBinaryFormatter.Binary, "write", Measure.Bytes, 0.5),
        new(FastJson, Ours.Json, DataSetBinaryFormatter.Xml, "write", Measure.Faster, 8),
        new(FastJson, Ours.Json, DataSetBinaryFormatter.Xml, "read", Measure.Faster, 4),
        new(Rows, JsonRows.Id, JsonNet.Id, "write", Measure.Faster, 3),
        new(Rows, JsonRows.Id, JsonNet.Id, "read", Measure.Faster, 2),
    ];
}
