using System.Collections;
using System.Formats.Nrbf;
using System.Text;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Payloads without types: as records, which are those of System.Formats.Nrbf, and as nodes.</summary>
public class NrbfRecordTests
{
    public static TheoryData<string> Graphs => [.. NrbfGraphs.All.Keys];

    [Theory, MemberData(nameof(Graphs))]
    public void Records_are_those_of_NrbfDecoder(string name)
    {
        byte[] bytes = NrbfTests.Original(NrbfGraphs.All[name]());
        // Theirs refuses members of one name, which a class derived from a list has in the original.
        if (name is "list of one's own" or "lists of one's own")
            return;
        // Theirs does not read arrays that begin at another number than 0.
        if (name == "offset in a member")
            return;
        if (name is "offset" or "offset of two")
        {
            Assert.NotEqual(0, Assert.IsType<NrbfArrayRecord>(Nrbf.Read(bytes).Root).LowerBounds[0]);
            return;
        }
        var root = NrbfDecoder.Decode(new MemoryStream(bytes), out _);
        var document = Nrbf.Read(bytes);
        Same(root, document.Root, "$", []);
    }

    internal static void Same(object? theirs, object? ours, string path, HashSet<SerializationRecordId> seen)
    {
        switch (theirs)
        {
            case ClassRecord record when ours is NrbfClassRecord mine:
                Assert.True(
                    record.TypeNameMatches(typeof(object))
                        || mine.TypeName.StartsWith(record.TypeName.FullName.Split('[')[0], StringComparison.Ordinal),
                            $"{path}: {record.TypeName.FullName}, {mine.TypeName}");
                Assert.Equal(record.MemberNames, mine.MemberNames);
                if (seen.Add(record.Id))
                    foreach (string member in record.MemberNames)
                        Same(record.GetRawValue(member), mine[member], $"{path}.{member}", seen);
                break;
            case ClassRecord record:
                // Theirs has a class for Guid and its like in some places; ours is what stands there.
                Assert.Fail($"{path}: {record.TypeName.FullName}, {ours}");
                break;
            case ArrayRecord array:
                var items = Assert.IsType<NrbfArrayRecord>(ours);
                Assert.Equal(array.Lengths.ToArray(), items.Lengths);
                if (seen.Add(array.Id) && array is SZArrayRecord<SerializationRecord> records)
                    foreach (var (their, my) in records.GetArray().Zip(items.Items))
                        Same(their, my, $"{path}[]", seen);
                if (array is SZArrayRecord<string> texts)
                    Assert.Equal(texts.GetArray(), items.Items);
                if (array is SZArrayRecord<int> numbers)
                    Assert.Equal(numbers.GetArray(), items.ToArray<int>());
                if (array is SZArrayRecord<byte> bytes)
                    Assert.Equal(bytes.GetArray(), items.ToArray<byte>());
                break;
            case PrimitiveTypeRecord primitive:
                Same(primitive.Value, ours, path, seen);
                break;
            default:
                Assert.True(
                    Equals(theirs,
                        ours is NrbfClassRecord { MemberNames: ["m_value" or "value__"] } boxed ? boxed[boxed.MemberNames[0]] : ours),
                            $"{path}: {theirs}, {ours}");
                break;
        }
    }

    /// <summary>What stands in a payload more than once is one record; a chain of any length is read without recursion.</summary>
    [Fact]
    public void Shared_objects_are_one_record()
    {
        object[] shared = [new ArrayList { 1 }, null!, null!];
        shared[1] = shared[0];
        shared[2] = shared;
        var root = Assert.IsType<NrbfArrayRecord>(Nrbf.Read(NrbfTests.Original(shared)).Root);
        Assert.Same(root.Items[0], root.Items[1]);
        Assert.Same(root, root.Items[2]);
        Assert.Equal(3, root.Count);
        object chain = "end";
        for (int i = 0; i < 100_000; i++)
            chain = new object[] { chain };
        int depth = 0;
        for (object? at = Nrbf.Read(Nrbf.Serialize(chain)).Root; at is NrbfArrayRecord one; at = one.Items[0])
            depth++;
        Assert.Equal(100_000, depth);
    }

    [Fact]
    public void Members_are_had_by_name_and_type()
    {
        var record = (NrbfClassRecord)Nrbf.Read(NrbfTests.Original(new Version(1, 2, 3))).Root;
        Assert.Equal("System.Version", record.TypeName);
        Assert.Equal("mscorlib", record.AssemblyName);
        Assert.Equal(2, record.Get<int>("_Minor"));
        Assert.True(record.TryGet("_Build", out int build) && build == 3);
        Assert.False(record.TryGet<string>("_Build", out _));
        Assert.False(record.HasMember("Minor"));
        Assert.Contains("_Major, _Minor", Assert.Throws<KeyNotFoundException>(() => record["Minor"]).Message, StringComparison.Ordinal);
        Assert.Contains("'_Build' of a 'System.Version' is a 'System.Int32'",
            Assert.Throws<InvalidCastException>(() => record.Get<string>("_Build")).Message, StringComparison.Ordinal);
        var array = (NrbfArrayRecord)Nrbf.Read(NrbfTests.Original(new[] { 1.5, 2 })).Root;
        Assert.Equal([1.5, 2], array.ToArray<double>());
        Assert.Throws<InvalidCastException>(() => array.ToArray<long>());
    }

    /// <summary>Any bytes: a document whose every value can be had, or one exception with a place.</summary>
    [Fact]
    public void Mutations_are_records_or_refused()
    {
        int seed = MutationSeed.Value;
        TestContext.Current.TestOutputHelper?.WriteLine($"ISOMER_FUZZ_SEED={seed}");
        var random = new Random(seed);
        byte[][] good = [.. NrbfGraphs.All.Values.Select(g => NrbfTests.Original(g())).Where(b => b.Length < 4000)];
        for (int i = 0; i < 20_000; i++)
        {
            byte[] bytes = Mutation.Break(good[i % good.Length], random, [0, 1, 5, 9, 10, 13, 0xFF]);
            try
            {
                foreach (object one in Nrbf.Read(bytes).Objects)
                    _ = one is NrbfClassRecord record
                        ? record.MemberNames.Select(m => record[m]).Count()
                        : one is NrbfArrayRecord array ? array.Items.Count : 0;
            }
            catch (WireFormatException e)
            {
                Assert.True(e.Format == "Nrbf" && e.Offset >= 0 && e.Offset <= bytes.Length, $"seed {seed}, round {i}: {e}");
            }
            try
            {
                Nrbf.Format.ParseNode(bytes);
            }
            catch (WireFormatException e)
            {
                Assert.True(e.Format == "Nrbf" && e.Offset >= 0 && e.Offset <= bytes.Length, $"seed {seed}, round {i}: {e}");
            }
        }
    }

    [Serializable]
    class Order
    {
        public int Id { get; set; }
        public string? Customer;
        public List<Line> Lines { get; } = [];
        public Dictionary<string, decimal> Prices = [];
        public Hashtable Table = new() { [1] = "one" };
        public DayOfWeek Day = DayOfWeek.Friday;
        public Guid Key = new("00112233-4455-6677-8899-aabbccddeeff");
        public object Twice = new List<int> { 1, 2 };
        public object? Again;
        public int[,] Grid = { { 1, 2 }, { 3, 4 } };
        public byte[] Bytes = [1, 2, 3];
        public Queue<string> Queue = new(["a", "b"]);
    }

    [Serializable]
    struct Line
    {
        public string Text;
        public DateTime At;
    }

    [Fact]
    public void Nodes_show_what_a_person_means()
    {
        var order = new Order { Id = 7, Customer = "K\u00f6ln" };
        order.Lines.Add(new Line { Text = "x", At = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc) });
        order.Prices["a"] = 1.50m;
        order.Again = order.Twice;
        string text =
            Json.ToText(Nrbf.Format.ParseNode(NrbfTests.Original(order)), new JsonOptions { Escaping = JsonEscaping.Relaxed });
        Assert.Equal("""
            {"$type":"Isomer.Tests.Formats.OfNrbf.NrbfRecordTests+Order, Isomer.Tests","Id":7,"Customer":"Köln","Lines":[{"$type":"Isomer.Tests.Formats.OfNrbf.NrbfRecordTests+Line, Isomer.Tests","Text":"x","At":"2020-01-02T03:04:05Z"}],"Prices":{"a":1.50},"Table":{"1":"one"},"Day":5,"Key":"00112233-4455-6677-8899-aabbccddeeff","Twice":{"$id":10,"$values":[1,2]},"Again":{"$ref":10},"Grid":[[1,2],[3,4]],"Bytes":"AQID","Queue":["a","b"]}
            """.Trim(), text);
    }
}
