using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>oneof: the last member in the input is the one that is set, by attributes and by unions of the type's own.</summary>
public class ProtobufOneOfs
{
    [ProtobufContract]
    public class Choice
    {
        [ProtobufMember(1)] public int Id { get; set; }
        [ProtobufMember(2, OneOf = "pick")] public string? Text { get; set; }
        [ProtobufMember(3, OneOf = "pick")] public int? Number { get; set; }
        [ProtobufMember(4, OneOf = "pick")] public Leaf? Leaf { get; set; }
        [ProtobufMember(5, OneOf = "pick")] public Animal? Animal { get; set; }
        [ProtobufMember(6, OneOf = "pick")] public DateTime? Date { get; set; }
        [ProtobufMember(7, OneOf = "pick"), ProtobufNullWrappedValue] public long? Wrapped { get; set; }
        [ProtobufMember(8, OneOf = "other")] public byte[]? Bytes { get; set; }
        [ProtobufMember(9, OneOf = "other")] public bool Truth { get; set; }
        [ProtobufMember(10)] public List<int>? Rest { get; set; }
    }

    [ProtobufContract]
    public record Pair([property: ProtobufMember(1, OneOf = "x")] string? Left, [property: ProtobufMember(2, OneOf = "x")] string? Right);

    [ProtobufContract]
    public class Leaf
    {
        [ProtobufMember(1)] public int A { get; set; }
        [ProtobufMember(2)] public int B { get; set; }
    }

    [ProtobufContract, ProtobufInclude(5, typeof(Dog))]
    public class Animal
    {
        [ProtobufMember(1)] public int Age { get; set; }
        [ProtobufMember(2)] public int[]? Numbers { get; set; }
    }

    [ProtobufContract]
    public class Dog : Animal
    {
        [ProtobufMember(1)] public int Bark { get; set; }
    }

    static int Set(Choice c) =>
        (c.Text is null ? 0 : 1) + (c.Number is null ? 0 : 1) + (c.Leaf is null ? 0 : 1) + (c.Animal is null ? 0 : 1)
            + (c.Date is null ? 0 : 1) + (c.Wrapped is null ? 0 : 1);

    [Theory]
    [InlineData("1A00" + "12", "")]
    [InlineData("120161" + "1805", "Number")]
    [InlineData("1805" + "120161", "Text")]
    [InlineData("120161" + "22020801", "Leaf")]
    [InlineData("22020801" + "0807" + "22021002", "Leaf+")]
    [InlineData("22020801" + "1805" + "22021002", "Leaf-")]
    [InlineData("2A020801" + "2A022A00" + "5001", "Dog")]
    [InlineData("2A022A00" + "1805" + "2A020801", "Animal")]
    [InlineData("2A031202" + "", "")]
    [InlineData("1805" + "3A020803" + "5001", "Wrapped")]
    [InlineData("3A020803" + "3203080110" + "", "")]
    [InlineData("3A020803" + "32020802", "Date")]
    [InlineData("32020802" + "120162" + "5005", "Text")]
    public void The_last_one_stays(string hex, string expected)
    {
        byte[] bytes = Convert.FromHexString(hex);
        foreach (var options in Tiers())
            foreach (var read in new Func<Choice>[] { () => Protobuf.Deserialize<Choice>(bytes, options),
                () => Protobuf.Deserialize<Choice>(new Trickle(bytes), options),
                () => Protobuf.Fill(new Choice { Text = "old" }, bytes, options),
                () => Protobuf.Fill(new Choice { Animal = new(), Leaf = new() { A = 9 } }, bytes, options) })
            {
                if (expected.Length == 0)
                {
                    Assert.Throws<WireFormatException>(read);
                    continue;
                }
                var choice = read();
                Assert.Equal(1, Set(choice));
                Assert.True(expected switch
                {
                    "Number" => choice.Number == 5,
                    "Text" => choice.Text is "a" or "b",
                    "Leaf" => choice.Leaf!.A is 1,
                    "Leaf+" => choice.Leaf is { A: 1, B: 2 },
                    "Leaf-" => choice.Leaf is { A: 0, B: 2 },
                    "Dog" => choice.Animal is Dog { Age: 1 },
                    "Animal" => choice.Animal is not Dog && choice.Animal!.Age == 1,
                    "Wrapped" => choice.Wrapped == 3,
                    _ => choice.Date is not null,
                });
            }
    }

    [Fact]
    public void It_is_what_Google_makes_of_the_same_bytes()
    {
        var type = CompiledProto.Type("Everything");
        var random = new Random(5);
        for (int run = 0; run < 300; run++)
        {
            // Messages one after the other are one, so all members of the oneof come in any order.
            byte[] bytes = [
                .. Enumerable.Range(0, random.Next(2, 5))
                    .SelectMany(i => RandomMessages.BytesOf(new RandomMessages((run * 7) + i, wholeTicks: true).Next()))];
            var theirs = Normal(Tests.Everything.Everything.Parser.ParseFrom(bytes));
            Assert.Equal(theirs, Tests.Everything.Everything.Parser.ParseFrom(Protobuf.Serialize(Protobuf.Deserialize(bytes, type), type)));
        }
    }

    /// <summary>
    /// Merged seconds and nanoseconds of a Duration may differ in sign; they are one time nevertheless, which we write as it has to be.
    /// </summary>
    static Tests.Everything.Everything Normal(Tests.Everything.Everything message)
    {
        if (message.Within is { } within)
        {
            var (seconds, nanos) = Int128.DivRem(((Int128)within.Seconds * 1_000_000_000) + within.Nanos, 1_000_000_000);
            (within.Seconds, within.Nanos) = ((long)seconds, (int)nanos);
        }
        return message;
    }

    [Fact]
    public void Others_are_untouched_and_zero_takes_back_numbers()
    {
        foreach (var options in Tiers())
        {
            var choice = Protobuf.Deserialize<Choice>(Convert.FromHexString("0801" + "120161" + "48014201AA"), options);
            Assert.Equal((1, "a", false), (choice.Id, choice.Text, choice.Truth));
            Assert.Equal([0xAA], choice.Bytes);
            choice = Protobuf.Deserialize<Choice>(Convert.FromHexString("4201AA4801"), options);
            Assert.True(choice is { Bytes: null, Truth: true });
            Assert.Equal(new Pair(null, "b"), Protobuf.Deserialize<Pair>(Convert.FromHexString("0A0161120162"), options));
            Assert.Equal(new Pair("c", null), Protobuf.Deserialize<Pair>(Convert.FromHexString("0A01611201620A0163"), options));
        }
        Assert.Contains("oneof pick {", Protobuf.GetProto<Choice>(), StringComparison.Ordinal);
    }

    /// <summary>protobuf-net's pattern: a struct that holds one of several values and which one it is.</summary>
    [ProtoContract]
    public class Union
    {
        DiscriminatedUnion64Object _union;

        [ProtoMember(1)]
        public int Number { get => _union.Is(1) ? _union.Int32 : 0; set => _union = new(1, value); }

        [ProtoMember(2)]
        public string? Text { get => _union.Is(2) ? (string)_union.Object! : null; set => _union = new(2, value); }

        [ProtoMember(3)]
        public double Double
        {
            get => _union.Is(3) ? BitConverter.Int64BitsToDouble(_union.Int64) : 0; set =>
            _union = new(3, BitConverter.DoubleToInt64Bits(value));
        }

        public bool ShouldSerializeNumber() => _union.Is(1);

        public bool ShouldSerializeText() => _union.Is(2);

        public bool ShouldSerializeDouble() => _union.Is(3);

        public int Which => _union.Discriminator;
    }

    /// <summary>As protobuf-net's: the package is not needed.</summary>
    readonly struct DiscriminatedUnion64Object
    {
        public DiscriminatedUnion64Object(int discriminator, long value) => (Discriminator, Int64) = (discriminator, value);

        public DiscriminatedUnion64Object(int discriminator, object? value) =>
            (Discriminator, Object) = (value is null ? 0 : discriminator, value);

        public int Discriminator { get; }

        public long Int64 { get; }

        public int Int32 => (int)Int64;

        public object? Object { get; }

        public bool Is(int discriminator) => Discriminator == discriminator;
    }

    [Theory]
    [InlineData("", 0, "")]
    [InlineData("0800", 1, "0800")]
    [InlineData("0805120161", 2, "120161")]
    [InlineData("12016119000000000000F03F", 3, "19000000000000F03F")]
    [InlineData("190000000000000000" + "0807", 1, "0807")]
    public void Unions_of_protobuf_net(string read, int which, string written)
    {
        foreach (var options in Tiers())
        {
            var union = Protobuf.Deserialize<Union>(Convert.FromHexString(read), options);
            Assert.Equal(which, union.Which);
            Assert.Equal(written, Convert.ToHexString(Protobuf.Serialize(union, options)));
        }
    }
}
