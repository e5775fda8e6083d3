using System.Collections;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// What MaxItemsInObjectGraph counts: the least that DataContractJsonSerializer takes is the least that is taken here, at writing and at
/// reading, on each tier. Entries of dictionaries in the simple form counted three times, and the bytes of an array one each at reading.
/// </summary>
public class ContractJsonCountTests
{
    [DataContract]
    public class Item
    {
        [DataMember] public int Number { get; set; }
        [DataMember] public object? Any { get; set; }
    }

    public class Holder { public Dictionary<string, Item?>? Items { get; set; } }

    static readonly object[] s_values =
    [
        new Dictionary<string, Item?> { ["a"] = null, [""] = new() },
        new Dictionary<string, Item?> { ["b"] = new() },
        new Dictionary<string, int> { ["a"] = 1, ["b"] = 2 },
        new Dictionary<string, object> { ["a"] = 1, ["b"] = new Item() },
        new Dictionary<int, Item?> { [1] = new(), [2] = null },
        new SortedDictionary<string, Item> { ["b"] = new() },
        new Dictionary<string, Dictionary<string, int>> { ["a"] = new() { ["b"] = 1, ["c"] = 2 }, ["d"] = [] },
        new Dictionary<string, Item>(),
        new Hashtable { ["a"] = 1 },
        new Holder { Items = new() { ["a"] = new(), ["b"] = null } },
        new Holder { Items = [] },
        new Item { Any = new Dictionary<string, int> { ["a"] = 1 } },
        new List<Item?> { new(), null },
        new List<Dictionary<string, int>> { new() { ["a"] = 1 } },
        Array.Empty<int>(),
        new List<byte[]> { new byte[20], Array.Empty<byte>() },
        new byte[] { 1, 2, 3 },
        new List<byte> { 1, 2, 3 },
        new Item { Any = "text" },
    ];

    public static TheoryData<int, bool> Cases() =>
        [.. from i in Enumerable.Range(0, s_values.Length) from isSimple in (bool[])[true, false] select (i, isSimple)];

    static DataContractJsonSerializerSettings Settings(bool isSimple, int most) => new()
    {
        UseSimpleDictionaryFormat = isSimple,
        MaxItemsInObjectGraph = most,
        KnownTypes = [typeof(Item), typeof(Dictionary<string, int>)]
    };

    static int Least(Action<int> work)
    {
        for (int most = 0; most < 40; most++)
            try
            {
                work(most);
                return most;
            }
            catch (Exception e) when (e is SerializationException or NotSupportedException)
            {
            }
        return -1;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void The_least_is_the_originals(int at, bool isSimple)
    {
        object value = s_values[at];
        var type = value.GetType();
        byte[] document = [];
        int written = Least(most =>
        {
            using var stream = new MemoryStream();
            new DataContractJsonSerializer(type, Settings(isSimple, most)).WriteObject(stream, value);
            document = stream.ToArray();
        });
        Assert.InRange(written, 1, 39);
        int read = Least(most => new DataContractJsonSerializer(type, Settings(isSimple, most)).ReadObject(new MemoryStream(document)));
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Promoted, ShapeTier.Reflection])
        {
            ContractJsonOptions By(int most) =>
                ContractJsonOptions.Of(Settings(isSimple, most)) with { Convention = Convention.DataContract.WithTier(tier) };
            Assert.Equal((written, read), (Least(most => ContractJson.Serialize(value, type, By(most))),
                Least(most => ContractJson.Deserialize(document, type, By(most)))));
        }
    }
}
