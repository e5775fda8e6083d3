using Isomer.Calls;
using Isomer.Tests.Core;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Whatever the bytes: a value or the one exception, the same from memory and from a stream, and on both tiers.</summary>
public class ProtobufFuzz
{
    [ProtoContract, ProtoInclude(20, typeof(Derived))]
    public class Everything
    {
        [ProtoMember(1)]
        public int Int { get; set; }

        [ProtoMember(2)]
        public string? Text { get; set; }

        [ProtoMember(3)]
        public List<Everything>? Children { get; set; }

        [ProtoMember(4)]
        public int[]? Array { get; set; }

        [ProtoMember(5, IsPacked = true)]
        public double[]? Doubles { get; set; }

        [ProtoMember(6)]
        public Dictionary<string, int>? Map { get; set; }

        [ProtoMember(7)]
        public DateTime? Date { get; set; }

        [ProtoMember(8)]
        public decimal Money { get; set; }

        [ProtoMember(9)]
        public Guid Guid { get; set; }

        [ProtoMember(10, DataFormat = DataFormat.Group)]
        public Everything? Group { get; set; }

        [ProtoMember(11), NullWrappedValue]
        public List<string?>? Nulls { get; set; }

        [ProtoMember(12), NullWrappedCollection]
        public List<int>? Wrapped { get; set; }

        [ProtoMember(13), CompatibilityLevel(CompatibilityLevel.Level300)]
        public DateTime Stamp { get; set; } = DateTime.UnixEpoch;

        [ProtoMember(14), CompatibilityLevel(CompatibilityLevel.Level300)]
        public decimal MoneyText { get; set; }

        [ProtoMember(15)]
        public (int, string) Tuple { get; set; }

        [ProtoMember(16)]
        public byte[]? Bytes { get; set; }

        [ProtoMember(17, DataFormat = DataFormat.ZigZag)]
        public long Long { get; set; }

        [ProtoMember(18)]
        public List<List<int>>? Nested { get; set; }

        [ProtoMember(19)]
        public Dictionary<int, List<string>>? Lists { get; set; }

        public UnknownFields? Rest { get; set; }

        [ProtoMember(22)]
        public DateTimeOffset Offset { get; set; }

        [ProtoMember(23)]
        public Int128 Big { get; set; }
    }

    [ProtoContract]
    public class Derived : Everything
    {
        [ProtoMember(1)]
        public float Extra { get; set; }

        [ProtoMember(2)]
        public string[]? More { get; set; }
    }

    static Everything Sample(int depth) => new Derived
    {
        Int = -5,
        Text = "text ü",
        Array = [1, 2, 300],
        Doubles = [1.5, -2],
        Map = new() { ["a"] = 1, ["b"] = 0 },
        Date = new(2020, 1, 2),
        Money = 12.34m,
        Guid = new("00112233445566778899AABBCCDDEEFF"),
        Nulls = ["x", null],
        Wrapped = [],
        Stamp = new(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        MoneyText = -1.10m,
        Tuple = (3, "t"),
        Bytes = [1, 2, 3],
        Long = -9,
        Nested = [[1], [], [2, 3]],
        Lists = new() { [1] = ["p", "q"] },
        Children = depth == 0 ? null : [Sample(depth - 1), new Everything { Int = 1 }],
        Group = depth == 0 ? null : new Everything { Text = "g" },
        Extra = 2.5f,
        More = ["m"],
        Rest = new(ProtobufCheck.FromHex("F00701")),
        Offset = new(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
        Big = -12345678901234567,
    };

    [Fact]
    public void The_sample_itself_comes_back()
    {
        foreach (var tier in ProtobufCheck.Tiers())
        {
            byte[] bytes = Protobuf.Serialize(Sample(2), tier);
            var back = Protobuf.Deserialize<Everything>(bytes, tier);
            Assert.Null(new Deep(true).Difference(Sample(2), back));
            Assert.Equal(bytes, Protobuf.Serialize(back, tier));
        }
    }

    [Fact]
    public void Every_prefix()
    {
        byte[] bytes = Protobuf.Serialize(Sample(1));
        for (int i = 0; i < bytes.Length; i++)
            Try(bytes[..i]);
    }

    [Fact]
    public void Mutations()
    {
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 4000;
        byte[][] seeds = [Protobuf.Serialize(Sample(0)), Protobuf.Serialize(Sample(1)),
            Protobuf.Serialize(Sample(1), ProtobufOptions.Grouped)];
        var random = new Random(12345);
        for (int i = 0; i < iterations; i++)
        {
            byte[] bytes = (byte[])seeds[i % seeds.Length].Clone();
            for (int flips = random.Next(1, 6); flips > 0; flips--)
            {
                int at = random.Next(bytes.Length);
                switch (random.Next(4))
                {
                    case 0:
                        bytes[at] ^= (byte)(1 << random.Next(8));
                        break;
                    case 1:
                        bytes[at] = (byte)random.Next(256);
                        break;
                    case 2:
                        bytes = [.. bytes[..at], .. bytes[random.Next(bytes.Length)..]];
                        break;
                    default:
                        int from = random.Next(bytes.Length);
                        bytes = [.. bytes[..at], .. bytes[from..Math.Min(from + random.Next(40), bytes.Length)], .. bytes[at..]];
                        break;
                }
                if (bytes.Length == 0)
                    bytes = [8];
            }
            Try(bytes);
        }
    }

    static void Try(byte[] bytes)
    {
        string?[] results = new string?[3];
        var tiers = ProtobufCheck.Tiers();
        results[0] = Outcome(() => Protobuf.Deserialize<Everything>(bytes, tiers[0]));
        results[1] = Outcome(() => Protobuf.Deserialize<Everything>(bytes, tiers[1]));
        results[2] = Outcome(() => Protobuf.Deserialize<Everything>(new MemoryStream(bytes), tiers[0]));
        Assert.True(results[0] == results[1] && results[0] == results[2], Convert.ToHexString(bytes) + "\n" + string.Join("\n", results));
    }

    static string Outcome(Func<Everything> read)
    {
        try
        {
            var value = read();
            try
            {
                return Convert.ToHexString(Protobuf.Serialize(value));
            }
            catch (NotSupportedException e)
            {
                return e.Message;
            }
        }
        catch (WireFormatException)
        {
            return "refused";
        }
    }
}
