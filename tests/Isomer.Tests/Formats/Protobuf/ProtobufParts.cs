using System.Numerics;
using Google.Protobuf;
using Isomer.Calls;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;
using Everyone = Isomer.Tests.Everything.Everything;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Values that are scalars in the class and messages on the wire, in several pieces: what merges, and what the last piece replaces.
/// </summary>
public class ProtobufParts
{
    /// <summary>
    /// Pieces of dates, durations and wrappers, each with some of its fields, among others: read as Google's code reads them.
    /// </summary>
    [Fact]
    public void Pieces_of_well_known_types_merge_as_in_Googles_code()
    {
        var type = CompiledProto.Type("Everything");
        var random = new Random(11);
        foreach (var tier in Tiers())
            for (int run = 0; run < 1000; run++)
            {
                byte[] bytes = Pieces(random);
                var theirs = Everyone.Parser.WithDiscardUnknownFields(true).ParseFrom(bytes);
                foreach (object? ours in new[] { Protobuf.Deserialize(bytes, type, tier),
                    Protobuf.Deserialize(new Drip(bytes), type, tier) })
                    Assert.True(theirs.Equals(Everyone.Parser.ParseFrom(Protobuf.Serialize(ours, type, tier))),
                        $"run {run}: {Convert.ToHexString(bytes)}\n{theirs}\n{Everyone.Parser.ParseFrom(Protobuf.Serialize(ours, type, tier))}");
                // And so by the schema, without a class.
                string json = s_schema.ToJson("isomer.everything.Everything", bytes);
                Assert.True(theirs.Equals(JsonParser.Default.Parse<Everyone>(json)),
                    $"run {run}: {Convert.ToHexString(bytes)}\n{theirs}\n{json}");
            }
    }

    /// <summary>Google's code tells zeros by their bits, and so writes the sign of one.</summary>
    [Fact]
    public void The_sign_of_a_zero_in_a_wrapper_stays()
    {
        var type = CompiledProto.Type("Everything");
        foreach (var message in new[] { new Everyone { FloatValue = -0f }, new Everyone { DoubleValue = -0d },
            new Everyone { DoubleValue = 0d, FloatValue = 0f } })
            foreach (var tier in Tiers())
                Assert.Equal(Convert.ToHexString(message.ToByteArray()),
                    Convert.ToHexString(Protobuf.Serialize(Protobuf.Deserialize(message.ToByteArray(), type, tier), type, tier)));
    }

    static readonly ProtobufSchema s_schema = ProtobufSchema.Parse(CompiledProto.Text("everything.proto"));

    static byte[] Pieces(Random random)
    {
        var bytes = new MemoryStream();
        var output = new CodedOutputStream(bytes);
        for (int count = random.Next(2, 9); count > 0; count--)
        {
            int number = new[] { 1, 11, 12, 11, 12, 21, 22, 24, 25, 26, 27, 28, 29, 31, 30, 19 }[random.Next(16)];
            byte[] content = number switch
            {
                1 => [0x08, 1],
                11 or 12 or 19 => Time(random),
                25 => random.Next(2) == 0 ? [] : [0x0D, .. BitConverter.GetBytes(random.Next(1, 9) / 2f)],
                26 => random.Next(2) == 0 ? [] : [0x09, .. BitConverter.GetBytes(random.Next(1, 9) / 2d)],
                28 or 29 => random.Next(2) == 0 ? [] : [0x0A, 1, (byte)random.Next(65, 70)],
                31 => [0x0A, 1, (byte)random.Next(65, 67),
                    .. Enumerable.Range(0, random.Next(2)).SelectMany(_ => Prefixed(0x12, Time(random)))],
                27 => random.Next(2) == 0 ? [] : [0x08, 1],
                _ => random.Next(2) == 0 ? [] : [0x08, (byte)random.Next(1, 9), 0x08, (byte)random.Next(1, 9)],
            };
            output.WriteTag(number, WireFormat.WireType.LengthDelimited);
            output.WriteBytes(ByteString.CopyFrom(content));
        }
        output.Flush();
        return bytes.ToArray();
    }

    static byte[] Prefixed(byte tag, byte[] content) => [tag, (byte)content.Length, .. content];

    /// <summary>Seconds, nanoseconds, both or neither, zero too.</summary>
    static byte[] Time(Random random)
    {
        var result = new List<byte>();
        if (random.Next(2) == 0)
            result.AddRange([0x08, (byte)random.Next(3)]);
        if (random.Next(2) == 0)
            result.AddRange([0x10, (byte)random.Next(2), .. random.Next(5) == 0 ? (byte[])[0x58, 3] : []]);
        // Nanoseconds that ticks can carry.
        for (int i = 0; i < result.Count; i++)
            if (result[i] == 0x10)
                result[i + 1] = (byte)(result[i + 1] * 100);
        return [.. result];
    }

    [ProtobufContract]
    public class Times
    {
        [ProtobufMember(1)] public DateTime At { get; set; }
        [ProtobufMember(2)] public TimeSpan? Within { get; set; }
        [ProtobufMember(3)] public DateTimeOffset Offset { get; set; }
        [ProtobufMember(4)] public int Number { get; set; }
        [ProtobufMember(5)] public Times? Inner { get; set; }
        [ProtobufMember(6)] public Dictionary<int, DateTime>? Map { get; set; }
        [ProtobufMember(7)] public List<DateTime>? List { get; set; }
        [ProtobufMember(8)] public int[]? Array { get; set; }
        [ProtobufMember(16)] public DateTime? Late { get; set; }
    }

    static DateTime At(int seconds, int ticks) => DateTime.UnixEpoch.AddSeconds(seconds).AddTicks(ticks);

    static ProtobufConvention Level240(ProtobufConvention convention) => convention.WithLevel(ProtobufLevel.Level240);

    [Fact]
    public void Timestamps_and_durations_merge()
    {
        Reads("0A020805 2001 0A021064", new Times { At = At(5, 1), Number = 1 }, Level240);
        // Both orders, three pieces, zero as a value of its own, an empty piece, groups, tags of two bytes.
        Reads("0A021064 0A020805 0A021000 1A00", new Times { At = At(5, 0), Offset = At(0, 0) }, Level240);
        Reads("0A020805 0A021064 0A00 0A020806", new Times { At = At(6, 1) }, Level240);
        Reads("0B0805 0C 12021064 0B1064 0C 12020807", new Times { At = At(5, 1), Within = new TimeSpan(70_000_001) }, Level240);
        Reads("8201020805 0A020801 8201021064 0A021064", new Times { At = At(1, 1), Late = At(5, 1) }, Level240);
        // The offset of a DateTimeOffset, which is a field of the same message.
        Reads("1A06 0805 1064 1878 2001 1A020806",
            new Times { Offset = new DateTimeOffset(At(6, 1)).ToOffset(TimeSpan.FromHours(1)), Number = 1 }, Level240);
        // A fixed64 is a value of its own, and no piece of the message.
        Reads("0A020805 0900C02698FF843800 0A021064", new Times { At = At(5, 1) }, Level240);
        Reads("0A020805 0900C02698FF843800", new Times { At = DateTime.SpecifyKind(new DateTime(2020, 5, 31), DateTimeKind.Unspecified) },
            Level240);
        // Items of lists are values of their own.
        Reads("3A020805 3A021064", new Times { List = [At(5, 0), At(0, 1)] }, Level240);
    }

    [Fact]
    public void They_merge_in_messages_that_come_in_pieces_and_in_entries_of_maps()
    {
        Reads("2A040A020805 2001 2A040A021064", new Times { Inner = new() { At = At(5, 1) }, Number = 1 }, Level240);
        Reads("2A0A 0A020805 2002 12020801 2001 2A0A 0A021064 0A020807 4001",
            new Times { Inner = new() { At = At(7, 1), Number = 2, Within = TimeSpan.FromSeconds(1), Array = [1] }, Number = 1 }, Level240);
        Reads("320A 0801 12020805 12021064 32040802 1200", new Times { Map = new() { [1] = At(5, 1), [2] = At(0, 0) } }, Level240);
        // Each message on its own: what one said is nothing to the next.
        foreach (var tier in Tiers(Level240))
        {
            var list = Protobuf.Deserialize<List<Times>>(FromHex("0A08 0A020805 0A021064 0A04 0A020801 0A08 0A021064 0A020802"), tier);
            Assert.Equal([At(5, 1), At(1, 0), At(2, 1)], list.Select(t => t.At));
        }
    }

    [Fact]
    public void They_merge_at_the_root()
    {
        Reads("0A020805 0A021064", At(5, 1), Level240);
        Reads("0A020805 1001 0B1064 0C", new DateTimeOffset(At(5, 1)), Level240);
        Reads<TimeSpan?>("0A020805 0A020806 0A021064", new TimeSpan(60_000_001), Level240);
        Reads("0A040801 1005 0A020802", new DateTime(1970, 1, 2));
    }

    /// <summary>
    /// The forms of bcl.proto, and those that are text or bytes: protobuf-net reads each anew, so that the last one counts whole.
    /// </summary>
    [ProtobufContract]
    public class Old
    {
        [ProtobufMember(1)] public DateTime At { get; set; }
        [ProtobufMember(2)] public TimeSpan Within { get; set; }
        [ProtobufMember(3)] public decimal Price { get; set; }
        [ProtobufMember(4)] public Guid Id { get; set; }
        [ProtobufMember(5)] public Int128 Large { get; set; }
        [ProtobufMember(6)] public BigInteger Larger { get; set; }
    }

    [Fact]
    public void What_is_of_bcl_proto_is_replaced_by_the_last_piece()
    {
        Reads("0A04 0806 1004 0A02 0802", new Old { At = new DateTime(1970, 1, 2) });
        Reads("1204 0806 1003 1202 0802", new Old { Within = TimeSpan.FromDays(1) });
        Reads("1A04 080F 1802 1A02 080F", new Old { Price = 15 });
        Reads("1A0131 1A0133", new Old { Price = 3 }, c => c.WithLevel(ProtobufLevel.Level300));
        Reads("2212 09 3322110055447766 11 8899AABBCCDDEEFF 2209 09 0100000000000000", new Old { Id = new Guid(1, 0, 0, new byte[8]) });
        Reads("2A020001 2A0105 32020001 320107", new Old { Large = 5, Larger = 7 });
    }

    [ProtoBuf.ProtoContract]
    public class Wrapped
    {
        [ProtoBuf.ProtoMember(1), ProtoBuf.NullWrappedValue] public int? Number { get; set; }
        [ProtoBuf.ProtoMember(2), ProtoBuf.NullWrappedValue] public string? Text { get; set; }
        [ProtoBuf.ProtoMember(3), ProtoBuf.NullWrappedValue(AsGroup = true)] public DateTime? At { get; set; }
        [ProtoBuf.ProtoMember(4), ProtoBuf.NullWrappedValue] public Times? Fillable { get; set; }
        [ProtoBuf.ProtoMember(5), ProtoBuf.NullWrappedValue] public ProtobufPieces.Record? Made { get; set; }
        [ProtoBuf.ProtoMember(6), ProtoBuf.NullWrappedValue] public List<DateTime?>? Items { get; set; }
        [ProtoBuf.ProtoMember(7), ProtoBuf.NullWrappedValue] public Dictionary<int, int?>? Map { get; set; }
        [ProtoBuf.ProtoMember(8), ProtoBuf.NullWrappedValue] public Dictionary<int, ProtobufPieces.Record?>? Records { get; set; }
        [ProtoBuf.ProtoMember(9)] public int Between { get; set; }
    }

    [Fact]
    public void Pieces_of_wrapped_values_merge()
    {
        // A piece without a value says nothing of it; one with zero says zero, as protobuf has it (Google's C# keeps the old value then).
        Reads("0A020805 0A00 4801", new Wrapped { Number = 5, Between = 1 });
        Reads("0A020805 0A020800", new Wrapped { Number = 0 });
        Reads("0A00 0A020805 4802", new Wrapped { Number = 5, Between = 2 });
        Reads("0A0408050806 0A00 0A00 12030A0161 1200 4803", new Wrapped { Number = 6, Text = "a", Between = 3 });
        // A date within a wrapper: pieces of the wrapper, and of what it holds.
        Reads("1B 0A020805 1C 4801 1B 0A021064 1C", new Wrapped { At = At(5, 1), Between = 1 }, Level240);
        Reads("1B 0A020805 0A021064 1C 1B 1C 4802", new Wrapped { At = At(5, 1), Between = 2 }, Level240);
        Reads("1B 1C 1B 0A021064 1C 1B 0A020805 0A020806 1C", new Wrapped { At = At(6, 1) }, Level240);
        Reads("1B 0A020805 1C 1B 0A021004 1C", new Wrapped { At = new DateTime(1970, 1, 1) });
        // Messages in wrappers, those that can be read into and those that are made at once.
        Reads("2206 0A04 0A020805 4801 2206 0A04 0A021064 2200", new Wrapped { Fillable = new() { At = At(5, 1) }, Between = 1 }, Level240);
        Reads("2A04 0A020801 4801 2A04 0A021002 2A08 0A021803 0A021804 4802", new Wrapped { Made = new(1, 2, [3, 4]), Between = 2 });
        // Items and values of maps.
        Reads("3208 0A020805 0A021064 3200 3204 0A020801", new Wrapped { Items = [At(5, 1), null, At(1, 0)] }, Level240);
        Reads("3A08 0801 12020805 1200", new Wrapped { Map = new() { [1] = 5 } });
        Reads("420E 0801 1204 0A020801 1204 0A021002", new Wrapped { Records = new() { [1] = new(1, 2, null) } });
    }

    [ProtoBuf.ProtoContract]
    public class WrappedLists
    {
        [ProtoBuf.ProtoMember(1), ProtoBuf.NullWrappedCollection] public int[]? Array { get; set; }
        [ProtoBuf.ProtoMember(2), ProtoBuf.NullWrappedCollection] public List<int>? List { get; set; }
        [ProtoBuf.ProtoMember(3, OverwriteList = true), ProtoBuf.NullWrappedCollection] public List<int>? Replaced { get; set; } = [9];
        [ProtoBuf.ProtoMember(4), ProtoBuf.NullWrappedCollection]
        public System.Collections.Immutable.ImmutableDictionary<int, Times>? Map { get; set; }
        [ProtoBuf.ProtoMember(9)] public int Between { get; set; }
    }

    [Fact]
    public void Pieces_of_wrapped_collections_add_up()
    {
        Reads("0A020801 4801 0A040802 0803 4802 0A040A020405 0A00 4803",
            new WrappedLists { Array = [1, 2, 3, 4, 5], Between = 3, Replaced = [9] });
        Reads("12020801 4801 12040802 0803 12020804", new WrappedLists { List = [1, 2, 3, 4], Between = 1, Replaced = [9] });
        Reads("1A020801 4801 1A020802 1A020803", new WrappedLists { Replaced = [1, 2, 3], Between = 1 });
        Reads("2208 0A06 0801 12022005 4801 2208 0A06 0802 12022006 220C 0A0A 0803 12022007 12022008 4802", new WrappedLists
        {
            Map = System.Collections.Immutable.ImmutableDictionary.CreateRange(
                [KeyValuePair.Create(1, new Times { Number = 5 }), KeyValuePair.Create(2, new Times { Number = 6 }),
                    KeyValuePair.Create(3, new Times { Number = 8 })]),
            Between = 2,
            Replaced = [9],
        });
    }

    [ProtobufContract]
    public class Choice
    {
        [ProtobufMember(1, OneOf = "x")] public DateTime? At { get; set; }
        [ProtobufMember(2, OneOf = "x")] public string? Text { get; set; }
        [ProtobufMember(3, OneOf = "x")] public DateTimeOffset? Offset { get; set; }
    }

    [Fact]
    public void Another_member_of_a_oneof_ends_what_came_before()
    {
        Reads("0A020805 0A021064", new Choice { At = At(5, 1) }, Level240);
        Reads("0A020805 120161 0A021064", new Choice { At = At(0, 1) }, Level240);
        Reads("0A020805 120161 0A021064 0A020806", new Choice { At = At(6, 1) }, Level240);
        Reads("0A020805 0A020806 0A020807 120161 0A021064 0A0310C801", new Choice { At = At(0, 2) }, Level240);
        Reads("0A020805 1A020801 0A021064 1A021064", new Choice { Offset = At(0, 1) }, Level240);
    }

    [ProtobufContract, ProtobufInclude(5, typeof(Derived))]
    public class Base
    {
        [ProtobufMember(1)] public DateTime At { get; set; }
    }

    [ProtobufContract]
    public class Derived : Base
    {
        [ProtobufMember(1)] public DateTime Other { get; set; }
    }

    [Fact]
    public void Each_layer_of_a_hierarchy_merges_its_own() =>
        Reads<Base>("0A020805 2A04 0A020801 0A021064 2A05 0A0310C801", new Derived { At = At(5, 1), Other = At(1, 2) }, Level240);

    /// <summary>More than there are bits for in a frame.</summary>
    [Fact]
    public void A_message_of_a_hundred_dates_merges_all()
    {
        byte[] bytes = [.. Enumerable.Range(1, 100).SelectMany(n => Field(n, [0x08, 5])),
            .. Enumerable.Range(1, 100).SelectMany(n => Field(n, [0x10, 100])), .. Field(80, [8, 6])];
        foreach (var tier in Tiers(Level240))
        {
            object value = Protobuf.Deserialize(bytes, typeof(Hundreds), tier)!;
            for (int n = 1; n <= 100; n++)
                Assert.Equal(n == 80 ? At(6, 1) : At(5, 1), typeof(Hundreds).GetField("f" + n)!.GetValue(value));
        }
    }

    static byte[] Field(int number, byte[] content) =>
        [.. number < 16 ? [(byte)(number << 3 | 2)] : new[] { (byte)((number << 3 | 2) & 0x7F | 0x80), (byte)(number >> 4) },
            (byte)content.Length, .. content];

    /// <summary>A second piece makes the message be looked through once, not each time.</summary>
    [Fact]
    public void A_hundred_thousand_pieces_are_read_in_linear_time()
    {
        Read(100);
        long few = Read(10_000), many = Read(100_000);
        // Ten times as long where it is linear, a hundred times where it is not.
        Assert.True(many < (few * 40) + 400, $"{few} ms for 10,000, {many} ms for 100,000");

        static long Read(int pieces)
        {
            byte[] dates = [.. Enumerable.Range(0, pieces).SelectMany(_ => FromHex("0A020805 2001 8201021064 1A021064"))];
            byte[] wrapped = [.. Enumerable.Range(0, pieces).SelectMany(_ => FromHex("0A020805 1B0A0208051C 2A040A021801"))];
            long start = Environment.TickCount64;
            foreach (var tier in Tiers(Level240))
            {
                Assert.Equal(At(5, 0), Protobuf.Deserialize<Times>(dates, tier).At);
                Assert.Equal(At(0, 1), Protobuf.Deserialize<Times>(new MemoryStream(dates), tier).Late);
                Assert.Equal(pieces, Protobuf.Deserialize<Wrapped>(wrapped, tier).Made!.Items!.Length);
            }
            return Environment.TickCount64 - start;
        }
    }

    [ProtobufContract]
    public class Hundreds
    {
        [ProtobufMember(1)] public DateTime f1;
        [ProtobufMember(2)] public DateTime f2;
        [ProtobufMember(3)] public DateTime f3;
        [ProtobufMember(4)] public DateTime f4;
        [ProtobufMember(5)] public DateTime f5;
        [ProtobufMember(6)] public DateTime f6;
        [ProtobufMember(7)] public DateTime f7;
        [ProtobufMember(8)] public DateTime f8;
        [ProtobufMember(9)] public DateTime f9;
        [ProtobufMember(10)] public DateTime f10;
        [ProtobufMember(11)] public DateTime f11;
        [ProtobufMember(12)] public DateTime f12;
        [ProtobufMember(13)] public DateTime f13;
        [ProtobufMember(14)] public DateTime f14;
        [ProtobufMember(15)] public DateTime f15;
        [ProtobufMember(16)] public DateTime f16;
        [ProtobufMember(17)] public DateTime f17;
        [ProtobufMember(18)] public DateTime f18;
        [ProtobufMember(19)] public DateTime f19;
        [ProtobufMember(20)] public DateTime f20;
        [ProtobufMember(21)] public DateTime f21;
        [ProtobufMember(22)] public DateTime f22;
        [ProtobufMember(23)] public DateTime f23;
        [ProtobufMember(24)] public DateTime f24;
        [ProtobufMember(25)] public DateTime f25;
        [ProtobufMember(26)] public DateTime f26;
        [ProtobufMember(27)] public DateTime f27;
        [ProtobufMember(28)] public DateTime f28;
        [ProtobufMember(29)] public DateTime f29;
        [ProtobufMember(30)] public DateTime f30;
        [ProtobufMember(31)] public DateTime f31;
        [ProtobufMember(32)] public DateTime f32;
        [ProtobufMember(33)] public DateTime f33;
        [ProtobufMember(34)] public DateTime f34;
        [ProtobufMember(35)] public DateTime f35;
        [ProtobufMember(36)] public DateTime f36;
        [ProtobufMember(37)] public DateTime f37;
        [ProtobufMember(38)] public DateTime f38;
        [ProtobufMember(39)] public DateTime f39;
        [ProtobufMember(40)] public DateTime f40;
        [ProtobufMember(41)] public DateTime f41;
        [ProtobufMember(42)] public DateTime f42;
        [ProtobufMember(43)] public DateTime f43;
        [ProtobufMember(44)] public DateTime f44;
        [ProtobufMember(45)] public DateTime f45;
        [ProtobufMember(46)] public DateTime f46;
        [ProtobufMember(47)] public DateTime f47;
        [ProtobufMember(48)] public DateTime f48;
        [ProtobufMember(49)] public DateTime f49;
        [ProtobufMember(50)] public DateTime f50;
        [ProtobufMember(51)] public DateTime f51;
        [ProtobufMember(52)] public DateTime f52;
        [ProtobufMember(53)] public DateTime f53;
        [ProtobufMember(54)] public DateTime f54;
        [ProtobufMember(55)] public DateTime f55;
        [ProtobufMember(56)] public DateTime f56;
        [ProtobufMember(57)] public DateTime f57;
        [ProtobufMember(58)] public DateTime f58;
        [ProtobufMember(59)] public DateTime f59;
        [ProtobufMember(60)] public DateTime f60;
        [ProtobufMember(61)] public DateTime f61;
        [ProtobufMember(62)] public DateTime f62;
        [ProtobufMember(63)] public DateTime f63;
        [ProtobufMember(64)] public DateTime f64;
        [ProtobufMember(65)] public DateTime f65;
        [ProtobufMember(66)] public DateTime f66;
        [ProtobufMember(67)] public DateTime f67;
        [ProtobufMember(68)] public DateTime f68;
        [ProtobufMember(69)] public DateTime f69;
        [ProtobufMember(70)] public DateTime f70;
        [ProtobufMember(71)] public DateTime f71;
        [ProtobufMember(72)] public DateTime f72;
        [ProtobufMember(73)] public DateTime f73;
        [ProtobufMember(74)] public DateTime f74;
        [ProtobufMember(75)] public DateTime f75;
        [ProtobufMember(76)] public DateTime f76;
        [ProtobufMember(77)] public DateTime f77;
        [ProtobufMember(78)] public DateTime f78;
        [ProtobufMember(79)] public DateTime f79;
        [ProtobufMember(80)] public DateTime f80;
        [ProtobufMember(81)] public DateTime f81;
        [ProtobufMember(82)] public DateTime f82;
        [ProtobufMember(83)] public DateTime f83;
        [ProtobufMember(84)] public DateTime f84;
        [ProtobufMember(85)] public DateTime f85;
        [ProtobufMember(86)] public DateTime f86;
        [ProtobufMember(87)] public DateTime f87;
        [ProtobufMember(88)] public DateTime f88;
        [ProtobufMember(89)] public DateTime f89;
        [ProtobufMember(90)] public DateTime f90;
        [ProtobufMember(91)] public DateTime f91;
        [ProtobufMember(92)] public DateTime f92;
        [ProtobufMember(93)] public DateTime f93;
        [ProtobufMember(94)] public DateTime f94;
        [ProtobufMember(95)] public DateTime f95;
        [ProtobufMember(96)] public DateTime f96;
        [ProtobufMember(97)] public DateTime f97;
        [ProtobufMember(98)] public DateTime f98;
        [ProtobufMember(99)] public DateTime f99;
        [ProtobufMember(100)] public DateTime f100;
    }
}
