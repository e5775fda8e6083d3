using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>What <see cref="ProtobufDifferential"/> found by its other doors and long runs.</summary>
public class ProtobufDrawnRuleTests
{
    public enum Kind
    {
        None,
        One,
    }

    [ProtobufContract]
    public class Kinds
    {
        [ProtobufMember(1)] public Dictionary<string, Kind?> ByName { get; set; } = [];
        [ProtobufMember(2)] public Dictionary<int, int?> Numbers { get; set; } = [];
    }

    [Fact]
    public void A_zero_that_may_be_null_in_a_map_comes_back_from_JSON()
    {
        var options = new ProtobufJsonOptions { Protobuf = new() { Convention = Convention.Protobuf.WithZeros() } };
        var kinds = new Kinds { ByName = { ["a"] = Kind.None, ["b"] = Kind.One }, Numbers = { [3] = 0 } };
        string json = Protobuf.ToJson(kinds, options);
        var read = Protobuf.FromJson<Kinds>(json, options);
        Assert.Equal(kinds.ByName, read.ByName);
        Assert.Equal(kinds.Numbers, read.Numbers);
        Assert.Equal(Kind.None, Protobuf.FromJson<Kinds>("""{"ByName":{"a":"None"}}""").ByName["a"]);
    }

    [ProtobufContract(GoogleRules = true)]
    public class GoogleOrder
    {
        [ProtobufMember(1)] public GoogleLine? First { get; set; }
        [ProtobufMember(2)] public List<GoogleLine> Lines { get; set; } = [];
        [ProtobufMember(3)] public Dictionary<string, GoogleLine> ByName { get; set; } = [];
        [ProtobufMember(4)] public string? Text { get; set; }
    }

    [ProtobufContract(GoogleRules = true)]
    public class GoogleLine
    {
        [ProtobufMember(1)] public int Number { get; set; }
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    public void Groups_of_classes_by_Googles_rules_are_read(ShapeTier tier)
    {
        var order = new GoogleOrder
        {
            First = new() { Number = 1 },
            Lines = [new() { Number = 2 }, new()],
            ByName = { ["a"] = new() { Number = 3 } },
        };
        var grouped = ProtobufOptions.Grouped with { Convention = Convention.Protobuf.WithTier(tier) };
        byte[] groups = Protobuf.Serialize(order, grouped);
        Assert.Contains((byte)0x0B, groups);
        foreach (var options in new[] { grouped, grouped with { Groups = false } })
        {
            var read = Protobuf.Deserialize<GoogleOrder>(groups, options);
            Assert.Equal(Protobuf.Serialize(order), Protobuf.Serialize(read));
        }
        // A group where text is declared is an unknown field still.
        Assert.Null(Protobuf.Deserialize<GoogleOrder>([0x23, 0x24], grouped).Text);
    }

    [ProtobufContract]
    [ProtobufInclude(100, typeof(Derived))]
    public class Base
    {
    }

    [ProtobufContract]
    public class Derived : Base
    {
    }

    [ProtobufContract]
    public class Owner
    {
        [ProtobufMember(1)] public Derived? First { get; set; }
        [ProtobufMember(2, DataFormat = ProtobufFormat.Group)] public DateTime Time { get; set; }
        [ProtobufMember(3)] public int Last { get; set; }
    }

    [Theory]
    [InlineData("$.First", new byte[] { 0x0B, 0x0C, 0x18, 1 })]
    [InlineData("$.First", new byte[] { 0x0A, 0, 0x18, 1 })]
    [InlineData("$.Time", new byte[] { 0x13, 0x08, 1, 0x1C, 0x18, 1 })]
    public void A_refusal_at_the_end_of_a_message_names_it_and_not_the_next_member(string path, byte[] bytes)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Owner>(bytes, options)).Path);
            Assert.Equal(path,
                Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Owner>(new ProtobufCheck.Drip(bytes), options)).Path);
        }
    }
}
