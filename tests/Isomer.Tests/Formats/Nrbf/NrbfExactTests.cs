using Xunit;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>Payloads as nodes record by record: kept as JSON, they are the same bytes again; changed there, they are changed.</summary>
public class NrbfExactTests
{
    public static TheoryData<string> Names => [.. NrbfGraphs.All.Keys];

    static Format Records => Nrbf.RecordsFormat;

    static Node Kept(Node node) => Json.ParseNode(Json.Serialize<Node>(node))!;

    [Theory, MemberData(nameof(Names))]
    public void The_bytes_are_the_same_again(string name)
    {
        byte[] bytes = NrbfTests.Original(NrbfGraphs.All[name]());
        var node = Records.ParseNode(bytes)!;
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(Records.WriteNode(node)));
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(Records.WriteNode(Kept(node))));
    }

    /// <summary>
    /// What is damaged is refused, or is the same nodes again. (Lengths of texts may be written longer than they need to be.)
    /// </summary>
    [Theory, MemberData(nameof(Names))]
    public void What_is_damaged_is_refused_or_kept(string name)
    {
        byte[] payload = NrbfTests.Original(NrbfGraphs.All[name]());
        var random = new Random(payload.Length + name.Length);
        for (int i = 0; i < 200; i++)
        {
            byte[] damaged = [.. payload];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(17, damaged.Length)] = random.Next(3) == 0 ? (byte)random.Next(24) : (byte)random.Next(256);
            Node node;
            try
            {
                node = Records.ParseNode(damaged)!;
            }
            catch (WireFormatException)
            {
                continue;
            }
            byte[] written = Records.WriteNode(node);
            if (written.Length == damaged.Length)
                Assert.Equal(Convert.ToHexString(damaged), Convert.ToHexString(written));
            else
                Assert.True(Node.DeepEquals(node, Records.ParseNode(written)), name);
        }
    }

    /// <summary>
    /// Values that text has no form for, kinds of arrays and runs that BinaryFormatter does not write, what stands before and behind.
    /// </summary>
    [Fact]
    public void Rare_records_are_kept()
    {
        byte[] bytes =
        [
            .. new NrbfPayload().Hex("1001000000" + "0A000000")
                .Hex("0806" + "010000000000F87F").Hex("080B" + "00000080").Hex("0801" + "07").Hex("080D" + "00000000000000C0")
                    .Hex("0805" + "05" + "312E323030").Hex("0803" + "E282AC")
                .Hex("0D01").Hex("0E01000000").Hex("0A").Hex("0902000000").Text(2, "").End(),
            1, 2, 3,
        ];
        Assert.Equal(Convert.ToHexString(bytes), Convert.ToHexString(Records.WriteNode(Kept(Records.ParseNode(bytes)!))));
    }

    [Serializable]
    sealed class Server
    {
        public string? Host;
        public int Port;
        public Server? Next;
    }

    [Fact]
    public void What_is_changed_is_changed()
    {
        byte[] bytes = Nrbf.Serialize(new Server { Host = "localhost", Port = 80, Next = new() { Host = "elsewhere", Port = 81 } });
        var records = Records.ParseNode(bytes)!;
        records.SelectFirst("$..[?@.text=='localhost']")!["text"] = "db.example.com";
        ((NodeArray)records.SelectFirst("$..[?@.like==1].values")!)[1] = 8081;
        var server = Nrbf.Deserialize<Server>(Records.WriteNode(records));
        Assert.Equal(("db.example.com", 80, "elsewhere", 8081), (server.Host, server.Port, server.Next!.Host, server.Next.Port));
    }

    [Theory]
    [InlineData("""{"a":1}""", "'root' and 'records'")]
    [InlineData("""{"root":1,"header":-1,"records":[{"id":1,"like":5,"values":[]}]}""", "$.records[0]: No class was told by 5")]
    [InlineData("""{"root":1,"header":-1,"records":[{"id":1,"class":"A","members":[{"name":"x","type":"Int32"}],"values":["a"]}]}""",
        "values[0]: '\"a\"' is no Int32")]
    [InlineData("""{"root":1,"header":-1,"records":[{"id":1,"class":"A","members":[{"name":"x","type":"Int32"}],"values":[]}]}""",
        "There are 0 values; the class has 1 members")]
    [InlineData("""{"root":1,"header":-1,"records":[{"id":1,"array":"Object","short":true,"length":2,"items":[null]}]}""",
        "There are 1 items; the array says 2")]
    [InlineData("""{"root":1,"header":-1,"records":[7]}""", "A record is an object")]
    [InlineData("""{"root":1,"header":-1,"records":[{"typed":"17","value":1}]}""", "'17' is no primitive")]
    public void Other_nodes_are_refused_with_their_place(string json, string said) =>
        Assert.Contains(said,
            Assert.Throws<NotSupportedException>(
                () => Records.WriteNode(Json.ParseNode(System.Text.Encoding.UTF8.GetBytes(json)))).Message,
                    StringComparison.Ordinal);
}
