using Isomer.Calls;
using Isomer.Tests.Safety;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Errors name the member at fault; unknown fields of a hierarchy stay; what nests costs no more than it is long.</summary>
[JudgedAlone("times")]
public class ProtobufPlaces
{
    [ProtoContract]
    public class Thrower
    {
        int _b;

        [ProtoMember(1)]
        public int A { get; set; }

        [ProtoMember(2)]
        public int B { get => _b; set => _b = value == 9 ? throw new InvalidOperationException("no nine") : value; }

        [ProtoMember(3)]
        public Thrower? Inner { get; set; }

        [ProtoMember(4)]
        public List<Thrower>? List { get; set; }

        [ProtoMember(5)]
        public Picky? Picky { get; set; }

        [ProtoMember(6)]
        public DateTime Date { get; set; }

        [ProtoMember(7)]
        public short Short { get; set; }

        [ProtoMember(8)]
        public List<short>? Shorts { get; set; }
    }

    [ProtoContract]
    public class Picky(int x)
    {
        [ProtoMember(1)]
        public int X { get; } = x == 3 ? throw new InvalidOperationException("no three") : x;
    }

    [Theory]
    [InlineData("0801 1009 0802", "$.B")]
    [InlineData("1009", "$.B")]
    [InlineData("1A021009 0802", "$.Inner.B")]
    [InlineData("2200 22021009 22020801 0802", "$.List[1].B")]
    [InlineData("1A04 2202 1009 0802", "$.Inner.List[0].B")]
    [InlineData("2A020803 0802", "$.Picky")]
    [InlineData("320408021009 0802", "$.Date")]
    [InlineData("38FFFF03 0802", "$.Short")]
    [InlineData("4001 40FFFF03 0802", "$.Shorts[1]")]
    [InlineData("1A020A0A 0802", "$.Inner.A")]
    [InlineData("1A0408011A0A 0802", "$.Inner.Inner")]
    public void The_member_that_failed_is_named(string hex, string path)
    {
        byte[] bytes = FromHex(hex);
        foreach (var tier in Tiers())
        {
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Thrower>(bytes, tier)).Path);
            Assert.Equal(path, Assert.Throws<WireFormatException>(() => Protobuf.Deserialize<Thrower>(new MemoryStream(bytes), tier)).Path);
        }
    }

    [ProtoContract, ProtoInclude(5, typeof(Derived))]
    public class Base
    {
        [ProtoMember(1)]
        public int A { get; set; }

        public UnknownFields? Rest { get; set; }
    }

    [ProtoContract, ProtoInclude(6, typeof(Further), DataFormat = DataFormat.Group)]
    public class Derived : Base
    {
        [ProtoMember(1)]
        public int B { get; set; }
    }

    [ProtoContract]
    public class Further : Derived
    {
        [ProtoMember(1)]
        public int C { get; set; }
    }

    [Theory]
    [InlineData("2A080801C80209D00207" + "0803" + "C80211", "C80211" + "2A06C80209D00207")]
    [InlineData("C80211" + "2A050801C80209" + "0803", "C80211" + "2A03C80209")]
    [InlineData("2A050801C802090803", "2A03C80209")]
    [InlineData("2A0733080AC8020734" + "0803", "2A0533C8020734")]
    [InlineData("2A03C802092A03C8020A", "2A06C80209C8020A")]
    public void Unknown_fields_of_derived_layers_are_kept_by_the_base(string hex, string kept)
    {
        foreach (var tier in Tiers())
            foreach (var read in (Func<Base>[])[() => Protobuf.Deserialize<Base>(FromHex(hex), tier),
                () => Protobuf.Deserialize<Base>(new Drip(FromHex(hex)), tier), () => Protobuf.Deserialize<Derived>(FromHex(hex), tier)])
            {
                var value = read();
                Assert.Equal(Fields(FromHex(kept)), Fields(value.Rest!.Bytes.ToArray()));
                // Twice there and back nothing is lost, and nothing is added.
                byte[] again = Protobuf.Serialize(value, tier);
                var twice = Protobuf.Deserialize<Base>(again, tier);
                Assert.Equal(value.Rest.Bytes.ToArray(), twice.Rest!.Bytes.ToArray());
                Assert.Equal(again, Protobuf.Serialize(twice, tier));
                Assert.Equal((value.A, ((Derived)value).B), (twice.A, ((Derived)twice).B));
            }

        // Pieces of one message are one.
        static string Fields(byte[] bytes)
        {
            var all = new UnknownFields(bytes);
            var derived = all.GetAll<UnknownOnly>(5).Select(f => f.Rest!).ToList();
            var further = derived.SelectMany(f => f.GetAll<UnknownOnly>(6)).Select(f => f.Rest!);
            string Of(IEnumerable<UnknownFields> layers) =>
                string.Join(',', layers.SelectMany(f => f.GetAll<int>(41))) + "/"
                    + string.Join(',', layers.SelectMany(f => f.GetAll<int>(42)));
            return $"{Of([all])};{Of(derived)};{Of(further)}";
        }
    }

    [ProtoContract]
    public class UnknownOnly
    {
        public UnknownFields? Rest { get; set; } = new();
    }

    [Fact]
    public void Classes_of_a_proto_keep_unknown_fields()
    {
        var type = CompiledProto.Type("Everything");
        byte[] bytes = FromHex("F8C00105" + "FAC0010161");
        Assert.Equal(bytes, Protobuf.Serialize(Protobuf.Deserialize(bytes, type), type));
        Assert.Contains(": Extensible", ProtobufSchema.Parse("syntax = \"proto3\"; message M { int32 a = 1; }").ToCSharp(protobufNet: true),
            StringComparison.Ordinal);
    }

    [ProtoContract, ProtoInclude(3, typeof(Node))]
    public class Link
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)]
        public Link? Next { get; set; }

        [ProtoMember(2)]
        public byte[]? Ballast { get; set; }
    }

    [ProtoContract]
    public class Node : Link;

    /// <summary>Each level is looked through for its type, which in groups was depth times size.</summary>
    [Fact]
    public void Nested_groups_of_a_hierarchy_take_linear_time()
    {
        var options = ProtobufOptions.Default with { Limits = ProtobufOptions.Default.Limits with { MaxDepth = 100_000 } };
        long Time(int depth, int small)
        {
            var bytes = new List<byte>();
            for (int i = 0; i < depth; i++)
                bytes.Add(0x0B);
            for (int i = 0; i < small; i++)
                bytes.AddRange([0x12, 0]);
            for (int i = 0; i < depth; i++)
                bytes.Add(0x0C);
            byte[] all = [.. bytes];
            var watch = ThreadTime.Start();
            Assert.NotNull(Protobuf.Deserialize<Link>(all, options));
            return (long)watch.ElapsedMilliseconds;
        }
        Exception? failed = null;
        // 400 levels over 400,000 fields: 160 million fields to pass over without the memory of where groups end, one to two seconds.
        var thread = new Thread(() =>
        {
            try
            {
                Time(400, 1000);
                Assert.InRange(Time(400, 400_000), 0, 500);
            }
            catch (Exception e)
            {
                failed = e;
            }
        }, 64 << 20);
        thread.Start();
        thread.Join();
        Assert.Null(failed);
    }

    static readonly ProtobufSchema s_any = ProtobufSchema.Parse(
        "syntax = \"proto3\"; import \"google/protobuf/any.proto\"; message M { google.protobuf.Any any = 1; M next = 2; bytes ballast = 3; }");

    [Fact]
    public void An_Any_in_an_Any_is_not_copied()
    {
        byte[] inner = [0x1A, .. Length(10_000), .. new byte[10_000]];
        for (int i = 0; i < 200; i++)
        {
            byte[] url = [0x0A, 1, (byte)'M'];
            byte[] any = [.. url, 0x12, .. Length(inner.Length), .. inner];
            inner = [0x0A, .. Length(any.Length), .. any];
        }
        s_any.ToJson("M", inner);
        long before = GC.GetAllocatedBytesForCurrentThread();
        string json = s_any.ToJson("M", inner);
        long used = GC.GetAllocatedBytesForCurrentThread() - before;
        Assert.InRange(used, 0, (100 * inner.Length) + (1 << 20));
        Assert.Equal(inner, s_any.FromJson("M", json));

        static byte[] Length(int value) => [.. new UnknownFields().Also(f => f.Append(1, value)).Bytes[1..]];
    }

    [Fact]
    public void A_raised_limit_does_not_exhaust_the_stack()
    {
        const int depth = 20_000;
        var sizes = new int[depth];
        var parts = new List<byte[]>();
        int length = 0;
        for (int i = 0; i < depth; i++)
        {
            byte[] head = [0x12, .. new UnknownFields().Also(f => f.Append(1, length)).Bytes[1..]];
            parts.Add(length == 0 ? [0x12, 0] : head);
            length += parts[^1].Length;
        }
        parts.Reverse();
        byte[] bytes = [.. parts.SelectMany(p => p)];
        var options = new ProtobufJsonOptions
        { Protobuf = ProtobufOptions.Default with { Limits = ProtobufOptions.Default.Limits with { MaxDepth = 1_000_000 } } };
        Exception? thrown = null;
        var thread = new Thread(() => thrown = Record.Exception(() => s_any.ToJson("M", bytes, options)), 256 << 10);
        thread.Start();
        thread.Join();
        Assert.IsType<WireFormatException>(thrown);
    }

    [Fact]
    public void A_table_column_of_objects_is_refused_as_input()
    {
        int refused = 0;
        for (int number = 1; number < 100; number++)
            foreach (int wire in (int[])[0, 1, 2, 3, 5])
            {
                byte[] bytes = [.. new UnknownFields().Also(f => f.Append(1, (number << 3) | wire)).Bytes[1..], 2, 0x0A, 0, 0, 0, 0, 0, 0];
                foreach (var tier in Tiers())
                    if (Record.Exception(() => Protobuf.Deserialize(bytes, typeof(Isomer.Tabular.TableValues), tier)) is { } e)
                        refused += Assert.IsType<WireFormatException>(
                            e is NotSupportedException ? throw new InvalidOperationException(e.ToString()) : e).Message.Contains("any type",
                                StringComparison.Ordinal) ? 1 : 0;
            }
        Assert.True(refused > 0);
    }
}

static class FluentExtensions
{
    public static T Also<T>(this T value, Action<T> action)
    {
        action(value);
        return value;
    }
}

/// <summary>Where an error is said to be that is found when a wrapper has been read.</summary>
public class ProtobufWrapperPlaces
{
    [ProtobufContract]
    public class Wrapped
    {
        [ProtobufMember(2)]
        public int Next { get; set; }

        [ProtobufMember(3)]
        [ProtobufNullWrappedValue(AsGroup = true)]
        public List<int>? Groups { get; set; }

        [ProtobufMember(4)]
        [ProtobufNullWrappedValue]
        public List<int>? Messages { get; set; }
    }

    [ProtobufContract]
    public class Nested
    {
        [ProtobufMember(2, DataFormat = ProtobufFormat.Group)]
        public Nested? Inner { get; set; }

        [ProtobufMember(3, IsPacked = true)]
        public List<double>? Doubles { get; set; }

        [ProtobufMember(4)]
        public Nested? Message { get; set; }
    }

    /// <summary>Packed items that end within one of them: where they are, not where that one would end.</summary>
    [Theory]
    [InlineData("131A0901000000000000800014190000000000000000", "$.Inner.Doubles[0]")]
    [InlineData("220B1A090100000000000080001A080000000000000000", "$.Message.Doubles[0]")]
    public void Of_packed_items_that_do_not_fit(string hex, string path)
    {
        byte[] bytes = Convert.FromHexString(hex);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            foreach (var read in new Func<object?>[] { () => Protobuf.Deserialize<Nested>(bytes, options),
                () => Protobuf.Deserialize<Nested>(new MemoryStream(bytes), options),
                () => Protobuf.Deserialize<Nested>(new ProtobufCheck.Drip(bytes), options) })
                Assert.Equal(path, Assert.Throws<WireFormatException>(read).Path);
        }
    }

    /// <summary>So also a value that reaches beyond its wrapper.</summary>
    [Fact]
    public void Of_a_value_beyond_its_wrapper()
    {
        byte[] bytes = Convert.FromHexString("22020880011001");
        foreach (var read in new Func<object?>[] { () => Protobuf.Deserialize<Wrapped>(bytes),
            () => Protobuf.Deserialize<Wrapped>(new MemoryStream(bytes)),
            () => Protobuf.Deserialize<Wrapped>(new ProtobufCheck.Drip(bytes)) })
            Assert.Equal("$.Messages[0]", Assert.Throws<WireFormatException>(read).Path);
    }

    /// <summary>
    /// An empty wrapper of a value that cannot be null: the place is the item's, not what follows, however the bytes come.
    /// </summary>
    [Theory]
    [InlineData("1B1C1001", "$.Groups[0]")]
    [InlineData("1B08011C1B1C1001", "$.Groups[1]")]
    [InlineData("22001001", "$.Messages[0]")]
    [InlineData("2200", "$.Messages[0]")]
    public void Of_an_item_that_cannot_be_null(string hex, string path)
    {
        byte[] bytes = Convert.FromHexString(hex);
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            foreach (var read in new Func<object?>[] { () => Protobuf.Deserialize<Wrapped>(bytes, options),
                () => Protobuf.Deserialize<Wrapped>(new MemoryStream(bytes), options),
                () => Protobuf.Deserialize<Wrapped>(new ProtobufCheck.Drip(bytes), options) })
            {
                var error = Assert.Throws<WireFormatException>(read);
                Assert.Equal(path, error.Path);
                Assert.Contains("cannot be null", error.Message, StringComparison.Ordinal);
            }
        }
    }
}
