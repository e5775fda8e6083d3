using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Nodes through JsonOptions.Graph: what is written comes back equal, however often.</summary>
public class GraphNodeTests
{
    public class Holder
    {
        public object? Any { get; set; }

        public Node? Node { get; set; }

        public NodeObject? Object { get; set; }

        public List<Node?>? Nodes { get; set; }

        public Dictionary<string, object?>? Map { get; set; }
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Auto, ShapeTier.Reflection];

    static IEnumerable<JsonOptions> Options() => Tiers.SelectMany(tier => new[] { false, true }.Select(indented =>
        JsonOptions.Graph with
        {
            Indented = indented,
            Convention = Convention.Plain.WithTier(tier).WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType)
        }));

    public static TheoryData<string> Texts() =>
    [
        "5", "5000000000", "12345678901234567.89", "1.10", "1e400", "true", "null", "\"x\"", "\"NaN\"", "{}", "[]",
        "[1,2.5,[3,\"a\",null]]", """{"a":5,"b":{"c":[5000000000]}}""",
        """{"$type":"long","$value":5}""", """{"$id":"1","a":1}""", """{"$ref":"1"}""", """{"$values":[1]}""",
        """{"$$x":1,"$":2,"$$":3,"a$":4}""", """{"$type":"Dog","$value":{"$type":"int","$value":1}}""", """{"$comparer":"Ordinal"}""",
    ];

    [Theory]
    [MemberData(nameof(Texts))]
    public void A_text_of_any_kind(string text)
    {
        var node = Json.ParseNode(text);
        foreach (var options in Options())
        {
            var holder = new Holder
            { Any = node, Node = node, Object = node as NodeObject, Nodes = [node, null], Map = new() { ["a"] = node } };
            for (int i = 0; i < 3; i++)
                holder = Json.FromText<Holder>(Json.ToText(holder, options), options);
            Assert.Equal(node, holder.Any);
            Assert.Equal(node, holder.Node);
            Assert.Equal(node as NodeObject, holder.Object);
            Assert.Equal([node, null], holder.Nodes!);
            Assert.Equal(node, holder.Map!["a"]);
            Assert.Equal(node, Json.FromText<Node?>(Json.ToText(node, options), options));
            Assert.Equal(node, Json.FromText<object?>(Json.ToText<object?>(node, options), options));
        }
    }

    [Fact]
    public void Every_scalar_that_a_node_holds()
    {
        object[] scalars =
        [
            1, 2L, (byte)3, 4.5f, 6.5, double.NaN, double.NegativeInfinity, float.PositiveInfinity, (Half)1.5, Half.NaN, 1.50m,
            Int128.MaxValue, System.Numerics.BigInteger.Pow(10, 50), 'c', "s", true,
            Guid.NewGuid(), new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
            new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)), TimeSpan.FromSeconds(1.5), new DateOnly(2020, 1, 2),
            new TimeOnly(1, 2), new byte[] { 1, 2 },
        ];
        foreach (var options in Options())
        {
            foreach (object scalar in scalars)
            {
                var value = new NodeValue(scalar);
                var tree = new NodeObject { ["a"] = value, ["b"] = new NodeArray { Items = { value, new NodeObject { ["c"] = value } } } };
                foreach (Node node in new Node[] { value, tree })
                {
                    var back = Json.FromText<Holder>(Json.ToText(new Holder { Any = node, Node = node }, options), options);
                    Assert.Equal(node, back.Any);
                    Assert.Equal(node, back.Node);
                    Assert.Equal(node, Json.FromText<Node>(Json.ToText(node, options), options));
                }
            }
        }
    }
}
