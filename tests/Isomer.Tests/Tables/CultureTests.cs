using System.Data;
using System.Globalization;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.OfTables;

/// <summary>
/// The thread's culture decides nothing: other digits (fa-IR, ar-SA), calendars (th-TH, he-IL), signs (sv-SE has U+2212), cases (tr-TR),
/// separators.
/// </summary>
public class CultureTests
{
    public static TheoryData<string> Cultures => ["ar-SA", "fa-IR", "th-TH", "sv-SE", "he-IL", "tr-TR", "de-DE", "ja-JP", "cs-CZ"];

    static readonly (string Name, Func<DataSet, byte[]> Write, Func<byte[], DataSet> Read)[] s_forms =
    [
        ("Xml", static s => Xml.Serialize(s), static b => Xml.Deserialize<DataSet>(b)!),
        ("ContractXml", static s => ContractXml.Serialize(s), static b => ContractXml.Deserialize<DataSet>(b)!),
        ("ContractJson", static s => ContractJson.Serialize(s), static b => ContractJson.Deserialize<DataSet>(b)!),
        ("Json", static s => Json.Serialize(s), static b => Json.Deserialize<DataSet>(b)!),
        ("fastJSON", static s => Json.Serialize(s, JsonOptions.FastJson), static b => Json.Deserialize<DataSet>(b, JsonOptions.FastJson)!),
        ("Compact", static s => Compact.Serialize(s), static b => Compact.Deserialize<DataSet>(b)!),
        ("Protobuf", static s => Protobuf.Serialize(s), static b => Protobuf.Deserialize<DataSet>(b)!),
        ("Nrbf", static s => Nrbf.Serialize(s), static b => Nrbf.Deserialize<DataSet>(b)!),
        ("Soap", static s => Soap.Serialize(s), static b => Soap.Deserialize<DataSet>(b)!),
        ("DataXml", static s => DataXml.Serialize(s, s_withSchema), static b =>
        {
            var set = new DataSet();
            DataXml.Fill(set, b);
            return set;
        }),
    ];

    static readonly DataXmlOptions s_withSchema = new() { WriteMode = XmlWriteMode.WriteSchema };

    static DataSet Make(int seed)
    {
        var set = new RandomTables(seed, document: true).Set();
        // A new set takes the culture of the thread that makes it.
        set.Locale = CultureInfo.InvariantCulture;
        foreach (DataTable table in set.Tables)
            table.Locale = CultureInfo.InvariantCulture;
        return set;
    }

    static void In(string culture, Action work)
    {
        var before = CultureInfo.CurrentCulture;
        CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo(culture);
        try
        {
            work();
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Theory, MemberData(nameof(Cultures))]
    public void Sets_in_all_forms(string culture)
    {
        int compared = 0;
        for (int seed = 1; seed <= 8; seed++)
            foreach (var (name, write, read) in s_forms)
            {
                var set = Make(seed);
                byte[]? expected = null;
                DataSet? usual = null;
                var refused = Record.Exception(() => usual = read(expected = write(set)));
                In(culture, () =>
                {
                    byte[]? bytes = null;
                    DataSet? here = null;
                    var error = Record.Exception(() => here = read(bytes = write(set)));
                    Assert.Equal(refused?.GetType(), error?.GetType());
                    Assert.True(expected is null == bytes is null, $"{name}, seed {seed}");
                    Assert.True(expected is null || expected.AsSpan().SequenceEqual(bytes), $"{name}, seed {seed}: other bytes");
                    // What it holds is asked by writing it: fastJSON's form says no culture, and a new set has that of the thread; so has a
                    // SqlString, which the framework does not compare with one of another.
                    string? difference = usual is null || write(usual).AsSpan().SequenceEqual(write(here!)) ? null : "other values";
                    Assert.True(difference is null, $"{name}, seed {seed}: {difference}");
                });
                compared += usual is null ? 0 : 1;
            }
        Assert.True(compared > 60, $"{compared} compared");
    }

    [Theory, MemberData(nameof(Cultures))]
    public void Graphs_of_BinaryFormatter_and_envelopes(string culture)
    {
        var options = new SoapOptions { KnownTypes = NrbfTests.Options.KnownTypes, WritesGenerics = true };
        int compared = 0;
        foreach (var (name, make) in NrbfGraphs.All)
        {
            object graph = make();
            byte[] nrbf = Nrbf.Serialize(graph, NrbfTests.Options);
            byte[]? soap = null;
            var refused = Record.Exception(() => soap = Soap.Serialize(graph, options));
            object? usual = soap is null ? null : Record.Exception(() => Soap.Deserialize<object>(soap, options)) is null
                ? Soap.Deserialize<object>(soap, options) : null;
            In(culture, () =>
            {
                Assert.True(nrbf.AsSpan().SequenceEqual(Nrbf.Serialize(graph, NrbfTests.Options)), name);
                Assert.Null(SameGraph.Difference(NrbfTests.Original(nrbf), Nrbf.Deserialize<object>(nrbf, NrbfTests.Options)));
                if (refused is not null)
                    return;
                Assert.True(soap!.AsSpan().SequenceEqual(Soap.Serialize(graph, options)), name);
                if (usual is not null)
                    Assert.Null(SameGraph.Difference(usual, Soap.Deserialize<object>(soap, options)));
            });
            compared++;
        }
        Assert.True(compared > 100, $"{compared} compared");
    }
}
