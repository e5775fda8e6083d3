using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// The layers of a hierarchy in any number of pieces, at any place, with fields that nobody knows between them: what is read is what the
/// message says with each layer's pieces put together, which is protobuf's own rule for pieces of a message.
/// </summary>
public class ProtobufLayersTests
{
    [ProtoContract]
    [ProtoInclude(10, typeof(Leaf)), ProtoInclude(11, typeof(Middle)), ProtoInclude(12, typeof(Gathered)), ProtoInclude(300, typeof(Wide))]
    [ProtoInclude(13, typeof(InGroup), DataFormat = DataFormat.Group)]
    public class Base
    {
        [ProtoMember(1)] public int Id { get; set; }
        [ProtoMember(2)] public List<string> Names { get; set; } = [];
        [ProtoMember(3)] public Base? Nested { get; set; }
    }

    /// <summary>All of its members can be read piece by piece.</summary>
    [ProtoContract]
    public class Leaf : Base
    {
        [ProtoMember(1)] public int Number { get; set; }
        [ProtoMember(2)] public List<int> Numbers { get; set; } = [];
        [ProtoMember(3)] public Dictionary<int, int> Map { get; set; } = [];
        [ProtoMember(4)] public Part? Part { get; set; }
    }

    [ProtoContract]
    public class Part
    {
        [ProtoMember(1)] public int X { get; set; }
        [ProtoMember(2)] public List<int> Items { get; set; } = [];
    }

    [ProtoContract, ProtoInclude(5, typeof(Deep)), ProtoInclude(6, typeof(DeepGathered))]
    public class Middle : Base
    {
        [ProtoMember(1)] public int Height { get; set; }
    }

    [ProtoContract]
    public class Deep : Middle
    {
        [ProtoMember(1)] public List<int> Numbers { get; set; } = [];
        [ProtoMember(2)] public string? Text { get; set; }
    }

    [ProtoContract]
    public class DeepGathered : Middle
    {
        [ProtoMember(1)] public int[]? Numbers { get; set; }
    }

    /// <summary>Its members have to be gathered among all pieces, or merge with what an earlier one said.</summary>
    [ProtoContract]
    public class Gathered : Base
    {
        [ProtoMember(1)] public int[]? Numbers { get; set; }
        [ProtoMember(2), CompatibilityLevel(CompatibilityLevel.Level240)] public DateTime When { get; set; }
        [ProtoMember(4)] public Base? Nested2 { get; set; }
    }

    /// <summary>The tag of its layer has two bytes.</summary>
    [ProtoContract]
    public class Wide : Base
    {
        [ProtoMember(1)] public int Width { get; set; }
        [ProtoMember(2)] public List<int> Numbers { get; set; } = [];
    }

    [ProtoContract]
    public class InGroup : Base
    {
        [ProtoMember(1)] public int Depth { get; set; }
        [ProtoMember(2)] public List<int> Numbers { get; set; } = [];
    }

    [ProtoContract]
    public class Holder
    {
        [ProtoMember(1)] public Base? One { get; set; }
        [ProtoMember(2)] public List<Base> All { get; set; } = [];
    }

    /// <summary>A message: fields of its own in their order, and perhaps a layer below.</summary>
    sealed record Layer(List<byte[]> Fields, int Below, Layer? Inner);

    [Fact]
    public void Pieces_in_any_order_say_what_they_say_together()
    {
        var random = new Random(170316);
        int several = 0;
        for (int i = 0; i < 400; i++)
        {
            var message = RandomBase(random, 0);
            byte[] whole = Whole(message, random.Next(2) == 0);
            byte[] scattered = Scattered(message, random);
            several += scattered.Length > whole.Length ? 1 : 0;
            string hex = $"{Convert.ToHexString(whole)}\n{Convert.ToHexString(scattered)}";
            foreach (var tier in Tiers())
            {
                var expected = Protobuf.Deserialize<Base>(whole, tier);
                Same(expected, Protobuf.Deserialize<Base>(scattered, tier), tier, hex);
                Same(expected, Protobuf.Deserialize<Base>(new Drip(scattered), tier), tier, hex);
                byte[] holder = [.. Field(1, scattered), .. Field(2, scattered), .. Field(2, whole), .. Field(2, scattered)];
                foreach (var held in new[] { Protobuf.Deserialize<Holder>(holder, tier),
                    Protobuf.Deserialize<Holder>(new Drip(holder), tier) })
                {
                    Same(expected, held.One, tier, hex);
                    Assert.Equal(3, held.All.Count);
                    foreach (var item in held.All)
                        Same(expected, item, tier, hex);
                }
            }
        }
        Assert.True(several > 200, $"{several} of 400 messages came in pieces.");
    }

    /// <summary>
    /// The look through a message for its type makes nothing but the objects, whatever tags stand before the derived type's.
    /// </summary>
    [Fact]
    public void Tags_that_need_a_second_look_allocate_nothing()
    {
        byte[] item = Field(2, [.. Varint(99, 7), .. Varint(1, 5), .. Varint(98, 7), .. Field(300, Varint(1, 5))]);
        byte[] few = [.. Enumerable.Repeat(item, 10).SelectMany(i => i)], many = [.. Enumerable.Repeat(item, 1010).SelectMany(i => i)];
        double Each()
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Protobuf.Deserialize<Holder>(few);
            long middle = GC.GetAllocatedBytesForCurrentThread();
            Protobuf.Deserialize<Holder>(many);
            return (GC.GetAllocatedBytesForCurrentThread() - middle - (middle - before)) / 1000.0;
        }
        Each();
        // An object with its two lists, and its place in the list: less than 200 bytes.
        Assert.InRange(Each(), 0, 200);
    }

    /// <summary>Both orders, at the root and below: the first layer is taken for the type before the second is seen.</summary>
    [Theory]
    [InlineData("52020801 6200")]
    [InlineData("6200 52020801")]
    [InlineData("52020801 0801 5A020801")]
    [InlineData("5A022A00 5A023200")]
    [InlineData("52020801 E21200")]
    public void Two_types_in_one_message_are_refused(string hex)
    {
        Refuses<Base>(hex);
        Refuses<Holder>($"12{FromHex(hex).Length:X2}{hex}");
    }

    static Layer RandomBase(Random random, int depth)
    {
        var fields = Some(random, 4, r => r.Next(depth < 2 ? 3 : 2) switch
        {
            0 => Varint(1, r.Next(1000)),
            1 => Field(2, [(byte)('a' + r.Next(26))]),
            // Objects of a hierarchy within one; of one type, for two would be refused.
            _ => Field(3,
                Whole(new Layer([Varint(1, r.Next(1000))], 10, new Layer([Varint(1, r.Next(9)), Varint(2, r.Next(9))], 0, null)),
                    r.Next(2) == 0)),
        });
        return random.Next(7) switch
        {
            0 => new(fields, 0, null),
            1 or 2 => new(fields, 10, new(Some(random, 6, LeafField), 0, null)),
            3 => new(fields, 12, new(Some(random, 5, GatheredField), 0, null)),
            4 => new(fields, 300, new(Some(random, 5, NumbersField), 0, null)),
            5 => new(fields, 13, new(Some(random, 5, NumbersField), 0, null)),
            _ => new(fields, 11, RandomMiddle(random)),
        };
    }

    static Layer RandomMiddle(Random random)
    {
        var own = Some(random, 3, r => Varint(1, r.Next(1000)));
        int below = random.Next(3) switch { 0 => 5, 1 => 6, _ => 0 };
        byte[] Deep(Random r) => below == 6 || r.Next(2) == 0 ? Varint(1, r.Next(300)) : Field(2, [(byte)('a' + r.Next(26))]);
        return new(own, below, below == 0 ? null : new(Some(random, 5, Deep), 0, null));
    }

    static byte[] LeafField(Random random) => random.Next(4) switch
    {
        0 => Varint(1, random.Next(1000)),
        1 => random.Next(2) == 0 ? Varint(2, random.Next(300)) : Field(2, [1, 2, (byte)random.Next(100)]),
        2 => Field(3, [.. Varint(1, random.Next(4)), .. Varint(2, random.Next(4))]),
        _ => Field(4, [.. Varint(1, random.Next(9)), .. Varint(2, random.Next(9))]),
    };

    static byte[] GatheredField(Random random) => random.Next(3) switch
    {
        0 => Varint(1, random.Next(300)),
        1 => Field(2, Varint(1 + random.Next(2), random.Next(1000))),
        _ => Field(4, Whole(new Layer([Varint(1, random.Next(9))], 10, new Layer([Varint(2, random.Next(9))], 0, null)), true)),
    };

    static byte[] NumbersField(Random random) => Varint(1 + random.Next(2), random.Next(300));

    static List<byte[]> Some(Random random, int most, Func<Random, byte[]> make)
    {
        var fields = new List<byte[]>();
        for (int count = random.Next(most + 1); count > 0; count--)
            fields.Add(random.Next(8) == 0 ? random.Next(2) == 0 ? Varint(99, 7) : Field(1000, [1, 2, 3]) : make(random));
        return fields;
    }

    /// <summary>Each layer in one piece, before its base's fields or behind them.</summary>
    static byte[] Whole(Layer layer, bool first)
    {
        byte[] own = [.. layer.Fields.SelectMany(f => f)];
        byte[] below = layer.Inner is null ? [] : Below(layer.Below, Whole(layer.Inner, first));
        return first ? [.. below, .. own] : [.. own, .. below];
    }

    static byte[] Scattered(Layer layer, Random random)
    {
        var pieces = new List<byte[]>();
        if (layer.Inner is { } inner)
        {
            var fields = new Queue<byte[]>(inner.Fields);
            int count = 1 + random.Next(4);
            int holdsInner = random.Next(count);
            for (int i = 0; i < count; i++)
            {
                var taken = new List<byte[]>();
                for (int take = i == count - 1 ? fields.Count : random.Next(fields.Count + 1); take > 0; take--)
                    taken.Add(fields.Dequeue());
                byte[] content = Scattered(i == holdsInner ? inner with { Fields = taken } : new Layer(taken, 0, null), random);
                // A message may come as a group, whatever its contract says, and the other way.
                pieces.Add(
                    random.Next(4) == 0
                        ? Group(layer.Below, content)
                        : random.Next(4) == 0 ? Field(layer.Below, content) : Below(layer.Below, content));
            }
        }
        var (own, below) = (new Queue<byte[]>(layer.Fields), new Queue<byte[]>(pieces));
        var result = new List<byte>();
        while (own.Count + below.Count > 0)
            result.AddRange(below.Count > 0 && (own.Count == 0 || random.Next(2) == 0) ? below.Dequeue() : own.Dequeue());
        return [.. result];
    }

    static byte[] Below(int number, byte[] content) => number == 13 ? Group(number, content) : Field(number, content);

    static byte[] Group(int number, byte[] content) => [.. Number(number << 3 | 3), .. content, .. Number(number << 3 | 4)];

    static byte[] Field(int number, byte[] content) => [.. Number(number << 3 | 2), .. Number(content.Length), .. content];

    static byte[] Varint(int number, int value) => [.. Number(number << 3), .. Number(value)];

    static byte[] Number(int value) => value < 128 ? [(byte)value] : [(byte)(value | 128), .. Number(value >> 7)];
}
