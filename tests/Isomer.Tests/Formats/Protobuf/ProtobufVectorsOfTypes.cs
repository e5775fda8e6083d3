using System.Runtime.Serialization;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>The byte-exact cases of protobuf-net's own tests, second half: dates and their like, tuples, hierarchies, roots.</summary>
public class ProtobufVectorsOfTypes
{
    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level240)]
    public class Lists240
    {
        [ProtoMember(1)]
        public List<DateTime>? Dates { get; set; }

        [ProtoMember(2)]
        public List<TimeSpan>? Times { get; set; }
    }

    [ProtoContract]
    public class MapLevels
    {
        [ProtoMember(1)]
        public Dictionary<int, DateTime>? First { get; set; }

        [ProtoMember(2), CompatibilityLevel(CompatibilityLevel.Level240)]
        public Dictionary<int, DateTime>? Second { get; set; }

        [ProtoMember(4)]
        public Dictionary<string, TimeSpan>? Fourth { get; set; }

        [ProtoMember(5), CompatibilityLevel(CompatibilityLevel.Level240)]
        public Dictionary<string, TimeSpan>? Fifth { get; set; }
    }

    static DateTime Utc(int year, int month, int day) => new(year, month, day, 0, 0, 0, DateTimeKind.Utc);

    [Fact]
    public void Case_29_and_30_levels_of_collections()
    {
        Is("0A060880E7CBF60512 0308901C", new Lists240 { Dates = [Utc(2020, 5, 31)], Times = [TimeSpan.FromMinutes(60)] });
        Is("0A080801120408DA9F02 120A080212060880E7CBF605 22090A0161120408021001 2A080A0162120308901C", new MapLevels
        {
            First = new() { [1] = new(2020, 5, 31) },
            Second = new() { [2] = Utc(2020, 5, 31) },
            Fourth = new() { ["a"] = TimeSpan.FromHours(1) },
            Fifth = new() { ["b"] = TimeSpan.FromHours(1) },
        });
    }

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class HasGuid
    {
        [ProtoMember(1)]
        public Guid Text { get; set; }

        [ProtoMember(2, DataFormat = DataFormat.FixedSize)]
        public Guid Bytes { get; set; }
    }

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class HasDecimal
    {
        [ProtoMember(1)]
        public decimal Value { get; set; }
    }

    [Fact]
    public void Case_31_and_32_level_300()
    {
        var guid = Guid.Parse("9d058b10-c153-43a5-a18a-070492c41c22");
        Is("0A24" + Convert.ToHexString("9d058b10-c153-43a5-a18a-070492c41c22"u8) + "12109D058B10C15343A5A18A070492C41C22",
            new HasGuid { Text = guid, Bytes = guid });
        Is("0A073132332E343530", new HasDecimal { Value = 123.450m });
    }

    [Fact]
    public void Case_33_to_35_dates_at_the_root()
    {
        Is("0A040801100F", TimeSpan.MinValue);
        Is("0A00", TimeSpan.Zero);
        Is("0A040802100F", TimeSpan.MaxValue);
        Is("0A0808B6C7C1F0141004", new TimeSpan(32, 10, 25, 32, 123));
        Is("0A040801100F", default(DateTime));
        Is("0A040802100F", DateTime.MaxValue);
        var date = new DateTime(2019, 9, 27, 10, 25, 32, 123);
        Is("0A0908B6E788A4AE5B1004", date);
        Is("0A0B08B6E788A4AE5B10041801", DateTime.SpecifyKind(date, DateTimeKind.Utc), c => c.WithDateTimeKind());
        Is("0A0408E2E4010A08089083F2D60B1003", new List<DateTime> { new(2010, 2, 1), new DateTime(1970, 1, 1).AddSeconds(1567506632) });
        Is("0A0708B2A8F30610030A0808A092BDF0051004",
            new List<TimeSpan> { TimeSpan.FromSeconds(7236121), TimeSpan.FromMilliseconds(789030032) });
    }

    [ProtoContract]
    public class Durations
    {
        [ProtoMember(1), CompatibilityLevel(CompatibilityLevel.Level240)]
        public TimeSpan Value { get; set; }
    }

    [Theory]
    [InlineData(0.9, "0A061080D293AD03")]
    [InlineData(1.1, "0A0708011080C2D72F")]
    [InlineData(-0.9, "0A0B1080AEECD2FCFFFFFFFF01")]
    [InlineData(-1.0, "0A0B08FFFFFFFFFFFFFFFFFF01")]
    [InlineData(-1.1, "0A1608FFFFFFFFFFFFFFFFFF011080BEA8D0FFFFFFFFFF01")]
    public void Case_36_durations(double seconds, string hex) => Is(hex, new Durations { Value = TimeSpan.FromSeconds(seconds) });

    [ProtoContract]
    public class DateAndTime
    {
        [ProtoMember(1)]
        public DateOnly Date { get; set; }

        [ProtoMember(2)]
        public TimeOnly Time { get; set; }
    }

    [ProtoContract]
    public class DatesAndTimes
    {
        [ProtoMember(1)]
        public DateOnly[]? Dates { get; set; }

        [ProtoMember(2)]
        public TimeOnly[]? Times { get; set; }
    }

    [Fact]
    public void Case_37_dates_and_times()
    {
        var (date, time) = (new DateOnly(2023, 9, 27), new TimeOnly(11, 55, 32, 904));
        Is("08E58B2D10808585B0BF0C", new DateAndTime { Date = date, Time = time });
        Is("08E58B2D10808585B0BF0C", new DatesAndTimes { Dates = [date], Times = [time] });
    }

    [ProtoContract]
    public class GuidData
    {
        [ProtoMember(1)]
        public Guid Bar { get; set; }
    }

    [ProtoContract]
    public class DecimalData
    {
        [ProtoMember(1)]
        public decimal Value { get; set; }
    }

    [Fact]
    public void Case_38_to_40_guid_and_decimal()
    {
        Is("0A120933221100554477661188 99AABBCCDDEEFF", new GuidData { Bar = Guid.Parse("00112233445566778899AABBCCDDEEFF") });
        Reads("0A12090000000000000000110000000000000000", new GuidData());
        Reads("0A00", new GuidData());
        var value = new DecimalData();
        foreach (var tier in Tiers())
            value = Protobuf.Deserialize<DecimalData>(FromHex("0A1208C08DC9B8C0B4B8E23E10DE9CBF82021838"), tier);
        Is("0A1208C08DC9B8C0B4B8E23E10DE9CBF82021838", value);
        Assert.Equal(28, (decimal.GetBits(value.Value)[3] >> 16) & 0xFF);
    }

    public sealed class BasicTuple(int foo, string bar)
    {
        public int Foo { get; } = foo;

        public string Bar { get; } = bar;
    }

    public sealed class ReversedTuple(string bar, int foo)
    {
        public int Foo { get; } = foo;

        public string Bar { get; } = bar;
    }

    [ProtoContract]
    public class HasTuple
    {
        [ProtoMember(1)]
        public BasicTuple? Tuple { get; set; }
    }

    [Fact]
    public void Case_41_and_42_tuples()
    {
        Is("0A07087B1203616263", new HasTuple { Tuple = new(123, "abc") });
        Is("087B1203616263", new BasicTuple(123, "abc"));
        Is("0A03616263107B", new ReversedTuple("abc", 123));
        Is("087B12036465661A0C0801120361626312 03646566", (123, "def", (1, new[] { "abc", "def" })));
        Is("0801120161", (1, "a"));
        Is("0801120161", Tuple.Create(1, "a"));
        Is("0801120161", KeyValuePair.Create(1, "a"));
        Is("0801120161", new { Id = 1, Name = "a" });
    }

    [ProtoContract, ProtoInclude(2, typeof(Sub1))]
    public class Base1
    {
        [ProtoMember(10)]
        public int Id { get; set; }
    }

    [ProtoContract]
    public class Sub1 : Base1
    {
        [ProtoMember(11)]
        public string? Name { get; set; }
    }

    [ProtoContract, ProtoInclude(4, typeof(B))]
    public class A
    {
        [ProtoMember(1)]
        public int X { get; set; }
    }

    [ProtoContract, ProtoInclude(5, typeof(C))]
    public class B : A
    {
        [ProtoMember(2)]
        public int Y { get; set; }
    }

    [ProtoContract]
    public class C : B
    {
        [ProtoMember(3)]
        public int Z { get; set; }
    }

    [Fact]
    public void Case_43_and_44_hierarchies()
    {
        Is<Base1>("12055A0361626350B960", new Sub1 { Id = 12345, Name = "abc" });
        Is("12055A0361626350B960", new Sub1 { Id = 12345, Name = "abc" });
        Is<A>("22082A0318950610C803087B", new C { X = 123, Y = 456, Z = 789 });
        Is<B>("22082A0318950610C803087B", new C { X = 123, Y = 456, Z = 789 });
    }

    [ProtoContract, ProtoInclude(3, typeof(Pairs))]
    public class Holder
    {
        [ProtoMember(2)]
        public string? Ok { get; set; }
    }

    [ProtoContract]
    public class Pairs : Holder
    {
        [ProtoMember(1)]
        public List<OuterPair>? Items { get; set; }
    }

    [ProtoContract]
    public class OuterPair
    {
        [ProtoMember(1)]
        public string? Key { get; set; }

        [ProtoMember(2)]
        public InnerPair? Value { get; set; }
    }

    [ProtoContract]
    public class InnerPair
    {
        [ProtoMember(1)]
        public string? Key { get; set; }

        [ProtoMember(2)]
        public string? Value { get; set; }
    }

    [ProtoContract, ProtoInclude(3, typeof(NestedMap))]
    public class MapHolder
    {
        [ProtoMember(2)]
        public string? Ok { get; set; }
    }

    [ProtoContract]
    public class NestedMap : MapHolder
    {
        [ProtoMember(1)]
        public Dictionary<string, Dictionary<string, string>>? Items { get; set; }
    }

    [Fact]
    public void Case_46_and_56_nested_pairs()
    {
        Is<MapHolder>("1A130A110A03616263120A0A0364656612036768691202 6F6B",
            new NestedMap { Ok = "ok", Items = new() { ["abc"] = new() { ["def"] = "ghi" } } });
        Is<Holder>("1A130A110A03616263120A0A0364656612036768691202 6F6B",
            new Pairs { Ok = "ok", Items = [new() { Key = "abc", Value = new() { Key = "def", Value = "ghi" } }] });
        Is("0A110A03616263120A0A036465661203676869",
            new Dictionary<string, Dictionary<string, string>> { ["abc"] = new() { ["def"] = "ghi" } });
    }

    [ProtoContract, ProtoInclude(10, typeof(Middle))]
    public class Outer
    {
        public UnknownFields? OfOuter { get; set; }
    }

    [ProtoContract, ProtoInclude(10, typeof(Inner))]
    public class Middle : Outer
    {
        public UnknownFields? OfMiddle { get; set; }
    }

    [ProtoContract]
    public class Inner : Middle
    {
        [ProtoMember(1), CompatibilityLevel(CompatibilityLevel.Level240)]
        public DateTime Date { get; set; }

        public UnknownFields? OfInner { get; set; }
    }

    [Fact]
    public void Case_45_unknown_fields_of_each_layer()
    {
        var (outer, middle, inner) = (new UnknownFields(), new UnknownFields(), new UnknownFields());
        inner.Append(40, "a");
        inner.Append(41, "b");
        middle.Append(42, "c");
        outer.Append(43, "d");
        foreach (var tier in Tiers())
        {
            const string Hex = "521652100A0608A0B7C48F06C2020161CA020162D2020163DA020164";
            var value = Protobuf.Deserialize<Outer>(FromHex(Hex), tier);
            Assert.Equal(Hex, Convert.ToHexString(Protobuf.Serialize(value, tier)));
            Assert.Equal(inner.Bytes.ToArray(), Assert.IsType<Inner>(value).OfInner!.Bytes.ToArray());
            Assert.Equal(middle.Bytes.ToArray(), ((Inner)value).OfMiddle!.Bytes.ToArray());
            Assert.Equal(outer.Bytes.ToArray(), value.OfOuter!.Bytes.ToArray());
        }
    }

    [ProtoContract(IgnoreUnknownSubTypes = true)]
    public class Lenient
    {
        [ProtoMember(42)]
        public int Id { get; set; }
    }

    public class Unknown : Lenient;

    [Fact]
    public void Case_47_unknown_subtypes() => Is<Lenient>("D0022A", new Unknown { Id = 42 }, reads: false);

    [ProtoContract]
    public class SmallerObject
    {
        [ProtoMember(1)]
        public string? Bar { get; set; }
    }

    [ProtoContract]
    public class BiggerObject
    {
        [ProtoMember(1)]
        public string? Bar { get; set; }

        [ProtoMember(2)]
        public float B { get; set; }

        [ProtoMember(3, DataFormat = DataFormat.FixedSize)]
        public int C { get; set; }
    }

    [ProtoContract]
    public class Bigger48
    {
        [ProtoMember(1)]
        public string? A { get; set; }

        [ProtoMember(2)]
        public float B { get; set; }

        [ProtoMember(3, DataFormat = DataFormat.FixedSize)]
        public int C { get; set; }
    }

    [Fact]
    public void Case_48_fixed() => Is("0A03616263159A59E4431D7B000000", new Bigger48 { A = "abc", B = 456.7f, C = 123 });

    [Fact]
    public void Case_49_groups()
    {
        Reads("1B0896011C", new ProtobufVectors.Test3 { C = new() { A = 150 } });
        Reads("1B0896011C", new ProtobufVectors.Test2());
        Refuses<ProtobufVectors.Test3>("1B089601");
        Refuses<ProtobufVectors.Test2>("1B089601");
    }

    public enum Simple { Zero, One }

    [Fact]
    public void Case_52_and_53_roots()
    {
        Is("0801", Simple.One);
        Is("080108020803", new List<int> { 1, 2, 3 });
        Is("0A03010203", new List<int> { 1, 2, 3 }, options: new() { PackedRoots = true });
    }

    [ProtoContract]
    public class NullableMap
    {
        [ProtoMember(2)]
        public Dictionary<int, decimal?>? Data { get; set; }
    }

    [Fact]
    public void Case_54_nullable_map() =>
        Is("1209080C120508D902180212020843", new NullableMap { Data = new() { [12] = 34.5m, [67] = null } });

    [ProtoContract]
    public class NestedKeys
    {
        [ProtoMember(42)]
        public Dictionary<int[], int>? Data { get; set; }
    }

    [ProtoContract]
    public class NestedValues
    {
        [ProtoMember(42)]
        public Dictionary<int, List<string>>? Data { get; set; }
    }

    [ProtoContract]
    public class PackedValues
    {
        [ProtoMember(7)]
        public Dictionary<int, List<int>>? Data { get; set; }
    }

    [Fact]
    public void Case_55_lists_in_maps()
    {
        Is("D202020A00", new NestedKeys { Data = new() { [[]] = 0 } }, reads: false);
        Is("D202020807", new NestedKeys { Data = new() { [[7]] = 0 } }, reads: false);
        Is("D202040A020405", new NestedKeys { Data = new() { [[4, 5]] = 0 } }, reads: false);
        Is("D2020C080112036465661203676869", new NestedValues { Data = new() { [1] = ["def", "ghi"] } });
        Is("3A06080112020102", new PackedValues { Data = new() { [1] = [1, 2] } });
    }

    public enum V { V0, V1, V2 }

    [ProtoContract]
    public class Enums
    {
        [ProtoMember(3)]
        public V[]? Values { get; set; }
    }

    [Fact]
    public void Case_57_enums()
    {
        Is("180018011802", new Enums { Values = [V.V0, V.V1, V.V2] });
        Is("080008010802", new List<V> { V.V0, V.V1, V.V2 });
    }

    [ProtoContract]
    public class Memories
    {
        [ProtoMember(1)]
        public Memory<byte> Data { get; set; }
    }

    [ProtoContract]
    public class ReadOnlyMemories
    {
        [ProtoMember(1)]
        public ReadOnlyMemory<byte> Data { get; set; }
    }

    [ProtoContract]
    public class Segments
    {
        [ProtoMember(1)]
        public ArraySegment<byte> Data { get; set; }
    }

    [Fact]
    public void Case_58_memory()
    {
        foreach (var tier in Tiers())
        {
            Assert.Equal("0A03010203",
                Convert.ToHexString(Protobuf.Serialize(new Memories { Data = new byte[] { 1, 2, 3 } }, tier)));
            Assert.Equal("0A03010203",
                Convert.ToHexString(Protobuf.Serialize(new ReadOnlyMemories { Data = new byte[] { 1, 2, 3 } }, tier)));
            Assert.Equal("0A03010203",
                Convert.ToHexString(Protobuf.Serialize(new Segments { Data = new byte[] { 1, 2, 3 } }, tier)));
            Assert.Equal([1, 2, 3], Protobuf.Deserialize<Memories>(FromHex("0A03010203"), tier).Data.ToArray());
            Assert.Equal([1, 2, 3], Protobuf.Deserialize<Segments>(FromHex("0A03010203"), tier).Data.ToArray());
        }
    }

    [ProtoContract]
    public class Manual
    {
        [ProtoMember(1)]
        public int Value { get; set; }

        [ProtoMember(2)]
        public string? Text { get; set; }

        [ProtoMember(3, DataFormat = DataFormat.Group)]
        public ProtobufVectors.Empty? Group { get; set; }

        [ProtoMember(4)]
        public ProtobufVectors.Empty? Message { get; set; }
    }

    [Fact]
    public void Case_59_every_kind() =>
        Is("082A12106162636465666768696A6B6C6D6E6F701B1C2200",
            new Manual { Value = 42, Text = "abcdefghijklmnop", Group = new(), Message = new() });

    [ProtoContract]
    public class Longs
    {
        [ProtoMember(1)]
        public long Value { get; set; }
    }

    [Fact]
    public void Case_60_long() => Is("08FFFFFFFFFFFFFFFF7F", new Longs { Value = long.MaxValue });
}
