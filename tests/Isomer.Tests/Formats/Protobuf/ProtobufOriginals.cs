using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Where a run against protobuf-net's and Google's own tests found a difference: the bytes and the refusals are theirs.</summary>
public class ProtobufOriginals
{
    [ProtoContract]
    public record Numbers
    {
        [ProtoMember(1)]
        public int Int { get; set; }

        [ProtoMember(2)]
        public uint UInt { get; set; }

        [ProtoMember(3, DataFormat = DataFormat.ZigZag)]
        public int Zig { get; set; }

        [ProtoMember(4)]
        public short Short { get; set; }

        [ProtoMember(5)]
        public DayOfWeek Day { get; set; }

        [ProtoMember(6)]
        public byte Byte { get; set; }

        [ProtoMember(7)]
        public Wide Enum { get; set; }
    }

    public enum Wide : uint
    {
        None,
    }

    /// <summary>32 bits, or a negative number in ten bytes: protobuf-net's rule. What is wider would be another number.</summary>
    [Theory]
    [InlineData("08FFFFFFFF0F", -1)]
    [InlineData("08FFFFFFFFFFFFFFFFFF01", -1)]
    [InlineData("0880808080F8FFFFFFFF01", int.MinValue)]
    [InlineData("09FFFFFFFFFFFFFFFF", -1)]
    [InlineData("090000008FFFFFFFFF", null)]
    [InlineData("0900000080FFFFFFFF", int.MinValue)]
    [InlineData("09FFFFFF7FFFFFFFFF", null)]
    [InlineData("090000008000000000", null)]
    [InlineData("08FFFFFFFF7F", null)]
    [InlineData("0880808080F0FFFFFFFF01", null)]
    public void Numbers_of_32_bits(string hex, int? expected)
    {
        if (expected is { } number)
            Reads(hex, new Numbers { Int = number });
        else if (hex == "090000008FFFFFFFFF")
            Reads(hex, new Numbers { Int = unchecked((int)0x8F000000) });
        else
            Refuses<Numbers>(hex);
    }

    [Fact]
    public void Numbers_of_32_bits_in_other_types()
    {
        Reads("10FFFFFFFFFFFFFFFFFF01", new Numbers { UInt = uint.MaxValue });
        Refuses<Numbers>("10FFFFFFFF7F");
        Refuses<Numbers>("110000000001000000");
        Reads("18FFFFFFFF0F", new Numbers { Zig = int.MinValue });
        Reads("18FFFFFFFFFFFFFFFFFF01", new Numbers { Zig = int.MinValue });
        // Of 33 bits: as 64 bits un-zigzagged it would have been -2147483649, whose low half is 2147483647.
        Refuses<Numbers>("188180808010");
        Refuses<Numbers>("18FEFFFFFF1F");
        Reads("20FFFFFFFF0F", new Numbers { Short = -1 });
        Refuses<Numbers>("2080808002");
        Reads("28FFFFFFFF0F", new Numbers { Day = (DayOfWeek)(-1) });
        Reads("28FFFFFFFFFFFFFFFFFF01", new Numbers { Day = (DayOfWeek)(-1) });
        Refuses<Numbers>("28FFFFFFFF7F");
        Refuses<Numbers>("3080808080808080808001");
        Refuses<Numbers>("30FFFFFFFFFFFFFFFFFF01");
        Reads("38FFFFFFFFFFFFFFFFFF01", new Numbers { Enum = (Wide)uint.MaxValue });
    }

    [Fact]
    public void By_Googles_rules_they_are_cut()
    {
        static ProtobufConvention Google(ProtobufConvention c) => c.WithGoogleRules();
        Reads("08FFFFFFFF7F", new Numbers { Int = -1 }, Google);
        Reads("0881808080F0FFFFFFFF01", new Numbers { Int = 1 }, Google);
        Reads("1081808080F0FFFFFFFF01", new Numbers { UInt = 1 }, Google);
        Reads("188180808010", new Numbers { Zig = -1 }, Google);
        Reads("2881808080808001", new Numbers { Day = DayOfWeek.Monday }, Google);
        Reads("08FFFFFFFFFFFFFFFFFF7F", new Numbers { Int = -1 }, Google);
        Refuses<Numbers>("08FFFFFFFFFFFFFFFFFF7F");
        // Another wire type is another field to Google, which here nobody keeps.
        Reads("0D010000001005", new Numbers { UInt = 5 }, Google);
        Reads("0D010000001005", new Numbers { Int = 1, UInt = 5 });
    }

    [ProtobufContract(GoogleRules = true)]
    public class Packed
    {
        [ProtobufMember(1, IsPacked = true)]
        public List<int>? Items { get; set; }
    }

    [ProtoContract]
    public class PackedHere
    {
        [ProtoMember(1, IsPacked = true)]
        public List<int>? Items { get; set; }
    }

    [Fact]
    public void Packed_lists_of_one_and_of_none()
    {
        Is("0A0105", new Packed { Items = [5] });
        Is("", new Packed { Items = [] }, reads: false);
        Is("0805", new PackedHere { Items = [5] });
        Is("0A00", new PackedHere { Items = [] }, reads: false);
        Is("", new PackedHere { Items = [] }, options: new() { SkipEmptyPacked = true }, reads: false);
    }

    [ProtoContract]
    public class Wrapped
    {
        [ProtoMember(1), NullWrappedCollection]
        public List<int>? Items { get; set; }

        [ProtoMember(2)]
        public int After { get; set; }
    }

    [Theory]
    [InlineData("0A0508010C0802 1005")]
    [InlineData("0A0508011C0802 1005")]
    [InlineData("0B08012C08020C1005")]
    [InlineData("0A0308010C 1005")]
    public void An_end_of_a_group_within_a_wrapped_list_does_not_end_it(string hex) => Refuses<Wrapped>(hex);

    [Fact]
    public void An_end_of_a_group_behind_a_list_at_the_root_is_refused()
    {
        Refuses<List<int>>("08010C");
        Refuses<List<int>>("08010C0802");
        Refuses<Dictionary<int, int>>("0A00" + "0C");
    }

    [Fact]
    public void A_tag_has_five_bytes_at_most()
    {
        Reads("8880808000 05", new Numbers { Int = 5 });
        Assert.Contains("longer than 5 bytes", Refuses<Numbers>("888080808000 05").Message, StringComparison.Ordinal);
        Refuses<Numbers>("F8808080808000 05");
        var schema = ProtobufSchema.Parse("syntax = \"proto3\"; message M { int32 a = 1; }");
        Assert.Equal("""{"a":5}""", schema.ToJson("M", FromHex("888080800005")));
        Assert.Throws<WireFormatException>(() => schema.ToJson("M", FromHex("88808080800005")));
        Assert.Throws<WireFormatException>(
            () => Protobuf.TryReadPrefix(FromHex("8A808080800001"), ProtobufPrefix.Base128, true, out _, out _, out _));
    }

    [ProtoContract]
    public class Days
    {
        [ProtoMember(1, IsPacked = true)]
        public List<DateOnly>? Dates { get; set; }

        [ProtoMember(2, IsPacked = true)]
        public List<TimeOnly>? Times { get; set; }
    }

    [Fact]
    public void Days_and_times_of_day_are_not_packed()
    {
        Is("080108021001", new Days { Dates = [new(1, 1, 2), new(1, 1, 3)], Times = [new(1)] });
        Reads("0A020102", new Days { Dates = [new(1, 1, 2), new(1, 1, 3)] });
    }

    [Fact]
    public void Zeros_in_maps()
    {
        Is("0A0408011000", new Dictionary<int, DayOfWeek> { [1] = 0 });
        Is("0A0408011200", new Dictionary<int, decimal> { [1] = 0 });
        Is("0A0408011200", new Dictionary<int, Guid> { [1] = default });
        Is("0A0408011200", new Dictionary<int, TimeSpan> { [1] = default });
        Is("0A020801", new Dictionary<int, DateOnly> { [1] = default });
        Is("0A020801", new Dictionary<int, TimeOnly> { [1] = default });
        Is("0A020801", new Dictionary<int, double> { [1] = 0 });
        Is("0A020801", new Dictionary<int, int?> { [1] = 0 }, reads: false);
        Is("0A0408011000", new Dictionary<int, int?> { [1] = 0 }, c => c.WithZeros());
        Is("0A040A001001", new Dictionary<Guid, int> { [default] = 1 });
        Is("0A0408001001", new Dictionary<DayOfWeek, int> { [default] = 1 });
        Is("0A021001", new Dictionary<DateOnly, int> { [default] = 1 });
    }

    [ProtoContract]
    public class MapOfNullables
    {
        [ProtoMember(1)]
        public Dictionary<string, int?>? Map { get; set; }
    }

    [Fact]
    public void That_a_map_loses_a_zero_is_told()
    {
        Assert.Contains(Protobuf.GetWarnings<MapOfNullables>(),
            w => w.Contains("MapOfNullables.Map", StringComparison.Ordinal) && w.Contains("WithZeros", StringComparison.Ordinal));
        Assert.Empty(Protobuf.GetWarnings<MapOfNullables>(new() { Convention = Convention.Protobuf.WithZeros() }));
    }

    [ProtoContract]
    public class Grouped
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)]
        public Guid Guid { get; set; }

        [ProtoMember(2, DataFormat = DataFormat.Group)]
        public DateOnly Day { get; set; }

        [ProtoMember(3, DataFormat = DataFormat.Group)]
        public TimeOnly Time { get; set; }

        [ProtoMember(4, DataFormat = DataFormat.Group)]
        public List<Guid>? Guids { get; set; }
    }

    [Fact]
    public void Groups_of_Guids()
    {
        Is("0B0933221100554477661188" + "99AABBCCDDEEFF0C" + "1001" + "1802" + "2324",
            new Grouped { Guid = new("00112233445566778899AABBCCDDEEFF"), Day = new(1, 1, 2), Time = new(2), Guids = [default] });
        Assert.Contains("DELIMITED", Protobuf.GetProto<Grouped>(ProtobufSyntax.Edition2023), StringComparison.Ordinal);
    }

    [ProtoContract, ProtoInclude(2, typeof(Bare))]
    public class WithBare
    {
        [ProtoMember(1)]
        public int A { get; set; }
    }

    public class Bare : WithBare;

    [ProtoContract, ProtoInclude(2, typeof(Forgotten))]
    public class WithForgotten;

    public class Forgotten : WithForgotten
    {
        [ProtoMember(1)]
        public int Lost { get; set; }
    }

    [Fact]
    public void A_derived_type_without_a_contract_adds_nothing()
    {
        Is<WithBare>("12000801", new Bare { A = 1 });
        Assert.IsType<Bare>(Protobuf.Deserialize<WithBare>(FromHex("12000801")));
        NotSupported<WithForgotten>(new Forgotten(), "Forgotten", "ProtobufContract");
    }

    public class OfBase
    {
        public string? Name { get; set; }

        public int Age { get; set; }
    }

    public class OfDerived : OfBase
    {
        public int Own { get; set; }
    }

    [Fact]
    public void Members_of_the_base_are_registered_with_the_derived_type()
    {
        var model = new ProtobufModel();
        model.Add<OfDerived>("Own", "Name").Add("Age");
        foreach (var convention in (ProtobufConvention[])[model.Build(), model.Build().WithTier(ShapeTier.Reflection)])
        {
            var options = new ProtobufOptions { Convention = convention };
            byte[] bytes = Protobuf.Serialize(new OfDerived { Own = 1, Name = "a", Age = 2 }, options);
            Assert.Equal("08011201611802", Convert.ToHexString(bytes));
            var back = Protobuf.Deserialize<OfDerived>(bytes, options);
            Assert.Equal((1, "a", 2), (back.Own, back.Name, back.Age));
        }
    }

    [ProtoContract]
    public class Settable
    {
        readonly List<string> _calls = [];

        [ProtoMember(1)]
        public int Plain { get; }

        [ProtoMember(2)]
        public int Hidden { get; private set; }

        int _computed;

        [ProtoMember(3)]
        public int Computed => _computed;

        public void SetPlain(int value) => _calls.Add("plain" + value);

        public void SetHidden(int value)
        {
            _calls.Add("hidden" + value);
            Hidden = value;
        }

        public void SetComputed(int value) => _computed = value;

        public IReadOnlyList<string> Calls() => _calls;
    }

    [Fact]
    public void A_method_SetX_sets_X()
    {
        foreach (var tier in Tiers())
        {
            var back = Protobuf.Deserialize<Settable>(FromHex("080110021803"), tier);
            Assert.Equal((0, 2, 3), (back.Plain, back.Hidden, back.Computed));
            Assert.Equal(["plain1", "hidden2"], back.Calls());
        }
    }

    [Fact]
    public void What_is_declared_as_object_is_written_as_what_it_is()
    {
        object value = new Numbers { Int = 5 };
        foreach (var tier in Tiers())
        {
            Assert.Equal("0805", Convert.ToHexString(Protobuf.Serialize(value, tier)));
            Assert.Equal("0805", Convert.ToHexString(Protobuf.Serialize(value, typeof(object), tier)));
            var stream = new MemoryStream();
            Protobuf.Serialize(stream, value, tier);
            Protobuf.SerializeWithPrefix(stream, value, ProtobufPrefix.Base128, 1, tier);
            Assert.Equal("08050A020805", Convert.ToHexString(stream.ToArray()));
            Assert.Equal(2, Protobuf.Measure(value, tier));
            Assert.Equal(value, Protobuf.DeepClone(value, tier));
            Assert.Equal("08010802", Convert.ToHexString(Protobuf.Serialize((object)new List<int> { 1, 2 }, tier)));
            Assert.Equal("12000801", Convert.ToHexString(Protobuf.Serialize((object)new Bare { A = 1 }, tier)));
            Assert.Empty(Protobuf.Serialize<object?>(null, tier));
            Assert.Throws<NotSupportedException>(() => Protobuf.Deserialize<object>([8, 5], tier));
            Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new object(), tier));
        }
    }

    [Fact]
    public void At_the_end_of_a_stream_with_prefixes()
    {
        var stream = new MemoryStream(FromHex("0A020805"));
        Assert.Equal(5, Protobuf.DeserializeWithPrefixOrDefault<Numbers>(stream, ProtobufPrefix.Base128, 1)!.Int);
        Assert.Null(Protobuf.DeserializeWithPrefixOrDefault<Numbers>(stream, ProtobufPrefix.Base128, 1));
        Assert.Throws<WireFormatException>(() => Protobuf.DeserializeWithPrefix<Numbers>(stream, ProtobufPrefix.Base128, 1));
        Assert.Throws<WireFormatException>(
            () => Protobuf.DeserializeWithPrefixOrDefault<Numbers>(new MemoryStream([0x0A]), ProtobufPrefix.Base128, 1));
    }

    [ProtoContract(Surrogate = typeof(ByConstructor))]
    public class Carried(int value)
    {
        public int Value { get; } = value;

        public Carried(ByConstructor carrier) : this(carrier.V)
        {
        }
    }

    [ProtoContract]
    public class ByConstructor
    {
        ByConstructor()
        {
        }

        public ByConstructor(Carried value) => V = value.Value;

        [ProtoMember(1)]
        public int V { get; set; }
    }

    [Fact]
    public void Surrogates_that_convert_by_constructors()
    {
        foreach (var tier in Tiers())
        {
            Assert.Equal("0807", Convert.ToHexString(Protobuf.Serialize(new Carried(7), tier)));
            Assert.Equal(7, Protobuf.Deserialize<Carried>([8, 7], tier).Value);
        }
    }

    [Fact]
    public void Unknown_fields_have_formats()
    {
        var fields = new UnknownFields();
        fields.Append(40, -1, ProtobufFormat.ZigZag);
        fields.Append(41, 5, ProtobufFormat.FixedSize);
        fields.Append(42, new Numbers { Int = 1 }, ProtobufFormat.Group);
        fields.Append(43, new DateTime(1970, 1, 1, 0, 0, 1, DateTimeKind.Utc), ProtobufFormat.WellKnown);
        Assert.Equal("C00201" + "CD0205000000" + "D3020801D402" + "DA020" + "20801", Convert.ToHexString(fields.Bytes));
        Assert.Equal(-1, fields.Get<int>(40, ProtobufFormat.ZigZag));
        Assert.Equal([-1], fields.GetAll<int>(40, ProtobufFormat.ZigZag));
        Assert.Equal(1, fields.Get<int>(40));
        Assert.True(fields.TryGet(41, out int five, ProtobufFormat.FixedSize));
        Assert.Equal(5, five);
        Assert.Equal(1, fields.Get<Numbers>(42, ProtobufFormat.Group)!.Int);
        Assert.Equal(1, fields.Get<DateTime>(43, ProtobufFormat.WellKnown).Second);
    }
}
