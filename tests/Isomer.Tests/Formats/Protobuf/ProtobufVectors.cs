using System.ComponentModel;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>The byte-exact cases of protobuf-net's own tests, first half: numbers, lists, null wrapping.</summary>
public class ProtobufVectors
{
    [ProtoContract]
    public class Test1
    {
        [ProtoMember(1, IsRequired = true, DataFormat = DataFormat.TwosComplement)]
        public int A { get; set; }
    }

    [ProtoContract]
    public class Test2
    {
        [ProtoMember(2)]
        public string? B { get; set; }
    }

    [ProtoContract]
    public class Test3
    {
        [ProtoMember(3)]
        public Test1? C { get; set; }
    }

    public enum Four { Zero, Three = 3 }

    [ProtoContract]
    public class Test4
    {
        [ProtoMember(4)]
        public Four D { get; set; }
    }

    [ProtoContract]
    public class Blob
    {
        [ProtoMember(1)]
        public byte[]? Foo { get; set; }
    }

    [Fact]
    public void Case_1_to_5_samples()
    {
        Is("089601", new Test1 { A = 150 });
        Is("120774657374696E67", new Test2 { B = "testing" });
        Is("1A03089601", new Test3 { C = new Test1 { A = 150 } });
        Is("2003", new Test4 { D = Four.Three });
        Is("0A03010203", new Blob { Foo = [1, 2, 3] });
    }

    [ProtoContract]
    public class Pair
    {
        [ProtoMember(1)]
        public int First { get; set; }

        [ProtoMember(2)]
        public int Second { get; set; }
    }

    [Fact]
    public void Case_6_order_and_duplicates()
    {
        Reads("1082010896 01", new Pair { First = 150, Second = 130 });
        Reads("089601088201", new Pair { First = 130 });
    }

    [ProtoContract]
    public class Twos
    {
        [ProtoMember(1, DataFormat = DataFormat.TwosComplement), DefaultValue(123456)]
        public int Value { get; set; } = 123456;
    }

    [ProtoContract]
    public class Zig
    {
        [ProtoMember(1, DataFormat = DataFormat.ZigZag), DefaultValue(123456)]
        public int Value { get; set; } = 123456;
    }

    [Theory]
    [InlineData(0, "0800")]
    [InlineData(1, "0801")]
    [InlineData(-1, "08FFFFFFFFFFFFFFFFFF01")]
    [InlineData(-2, "08FEFFFFFFFFFFFFFFFF01")]
    [InlineData(123456, "")]
    public void Case_7_twos_complement(int value, string hex) => Is(hex, new Twos { Value = value });

    [Theory]
    [InlineData(0, "0800")]
    [InlineData(1, "0802")]
    [InlineData(2, "0804")]
    [InlineData(-1, "0801")]
    [InlineData(-2, "0803")]
    public void Case_8_zigzag(int value, string hex) => Is(hex, new Zig { Value = value });

    [Fact]
    public void Case_9_ends_and_overflows()
    {
        Refuses<Twos>("08");
        Refuses<Twos>("08FFFFFFFFFFFFFFFFFFFFFFFF");
    }

    [ProtoContract]
    public class Lists
    {
        [ProtoMember(1)]
        public List<int>? List { get; set; }

        [ProtoMember(3)]
        public int[]? Array { get; set; }

        [ProtoMember(4)]
        public Custom? Custom { get; set; }
    }

    public class Custom : List<int>;

    [ProtoContract]
    public class Packed
    {
        [ProtoMember(1, IsPacked = true)]
        public List<int>? List { get; set; }

        [ProtoMember(3, IsPacked = true)]
        public int[]? Array { get; set; }

        [ProtoMember(4, IsPacked = true)]
        public Custom? Custom { get; set; }
    }

    [Fact]
    public void Case_10_and_11_lists()
    {
        Is("08010802080308040805 08E807", new Lists { List = [1, 2, 3, 4, 5, 1000] });
        Is("18011802180318041805 18E807", new Lists { Array = [1, 2, 3, 4, 5, 1000] });
        Is("20012002200320042005 20E807", new Lists { Custom = [1, 2, 3, 4, 5, 1000] });
        Is("0A070102030405E807", new Packed { List = [1, 2, 3, 4, 5, 1000] });
        Is("1A070102030405E807", new Packed { Array = [1, 2, 3, 4, 5, 1000] });
        Is("22070102030405E807", new Packed { Custom = [1, 2, 3, 4, 5, 1000] });
        // Each is read where the other is declared, also mixed, in both orders.
        Reads("0A070102030405E807", new Lists { List = [1, 2, 3, 4, 5, 1000] });
        Reads("180118021803", new Packed { Array = [1, 2, 3] });
        Reads("1801 1A020203 1804", new Packed { Array = [1, 2, 3, 4] });
        Reads("1A020102 1803 1A00 1A0104", new Packed { Array = [1, 2, 3, 4] });
        Reads("0801 0A020203 0804", new Lists { List = [1, 2, 3, 4] });
    }

    [ProtoContract]
    public class Dates
    {
        [ProtoMember(1, IsPacked = true)]
        public List<DateTime>? Values { get; set; }
    }

    [ProtoContract]
    public class Empty;

    [ProtoContract]
    public class Empties
    {
        [ProtoMember(1, IsPacked = true)]
        public List<Empty>? Values { get; set; }
    }

    [Fact]
    public void Case_12_and_13_what_cannot_be_packed()
    {
        Is("0A04089AAB01", new Dates { Values = [new(2000, 1, 1)] });
        Is("0A000A000A00", new Empties { Values = [new(), new(), new()] });
    }

    [ProtoContract]
    public class Maps
    {
        [ProtoMember(4)]
        public Dictionary<int, string>? Plain { get; set; }

        [ProtoMember(5), ProtoMap(KeyFormat = DataFormat.ZigZag)]
        public Dictionary<int, string>? Zig { get; set; }
    }

    [ProtoContract]
    public class ZigMap
    {
        [ProtoMember(4), ProtoMap(KeyFormat = DataFormat.ZigZag)]
        public Dictionary<int, string>? Zig { get; set; }
    }

    [Fact]
    public void Case_14_and_15_maps()
    {
        Is("221008FFFFFFFFFFFFFFFFFF011203616263 2205120364656622070801 1203676869",
            new Maps { Plain = new() { [-1] = "abc", [0] = "def", [1] = "ghi" } });
        Is("22070801120361626322051203646566 22070802 1203676869",
            new ZigMap { Zig = new() { [-1] = "abc", [0] = "def", [1] = "ghi" } });
    }

    [ProtoContract]
    public class Basic
    {
        [ProtoMember(1)]
        public List<int>? Ints { get; set; }
    }

    [ProtoContract]
    public class Item
    {
        [ProtoMember(1, IsRequired = true)]
        public int Value { get; set; }
    }

    [ProtoContract]
    public class BasicSupportNull
    {
        [ProtoMember(1), NullWrappedValue(AsGroup = true)]
        public List<int>? Ints { get; set; }

        [ProtoMember(2), NullWrappedValue(AsGroup = true)]
        public List<int?>? Nullables { get; set; }

        [ProtoMember(3), NullWrappedValue(AsGroup = true)]
        public List<string?>? Strings { get; set; }

        [ProtoMember(4)]
        public List<FourItem>? Objects { get; set; }
    }

    [ProtoContract]
    public class FourItem
    {
        [ProtoMember(4)]
        public int Value { get; set; }
    }

    [ProtoContract]
    public class FourItems
    {
        [ProtoMember(4)]
        public List<Item>? Objects { get; set; }
    }

    [Fact]
    public void Case_16_to_20_lists_with_nulls()
    {
        Is("082A", new Basic { Ints = [42] });
        Is("082A081108090804", new Basic { Ints = [42, 17, 9, 4] });
        Is("0B082A0C", new BasicSupportNull { Ints = [42] });
        Is("13082A14131413081114 1314", new BasicSupportNull { Nullables = [42, null, 17, null] });
        Is("1B0A036162631C1B1C1B0A036465661C1B1C", new BasicSupportNull { Strings = ["abc", null, "def", null] });
        Is("2202202A22022011220220092202 2004",
            new BasicSupportNull { Objects = [new() { Value = 42 }, new() { Value = 17 }, new() { Value = 9 }, new() { Value = 4 }] });
        Is("2202082A2202080C2202080922020804",
            new FourItems { Objects = [new() { Value = 42 }, new() { Value = 12 }, new() { Value = 9 }, new() { Value = 4 }] });
        Is("0A00", new Packed { List = [] });
        Is("082A", new Packed { List = [42] });
        Is("0A042A110904", new Packed { List = [42, 17, 9, 4] });
    }

    [ProtoContract]
    public class NullCollections
    {
        [ProtoMember(4), NullWrappedCollection]
        public List<Item>? Items { get; set; }
    }

    [ProtoContract]
    public class NullCollectionGroups
    {
        [ProtoMember(4), NullWrappedCollection(AsGroup = true)]
        public List<Item>? Items { get; set; }
    }

    [ProtoContract]
    public class NullCollectionsOfNulls
    {
        [ProtoMember(4), NullWrappedCollection, NullWrappedValue]
        public List<Item?>? Items { get; set; }
    }

    [Fact]
    public void Case_21_to_23_null_and_empty_collections()
    {
        Is("", new NullCollections());
        Is("2200", new NullCollections { Items = [] });
        Is("22040A020800", new NullCollections { Items = [new()] });
        Is("2324", new NullCollectionGroups { Items = [] });
        Is("230A02080024", new NullCollectionGroups { Items = [new()] });
        Is("22060A040A020800", new NullCollectionsOfNulls { Items = [new()] });
        Is("22020A00", new NullCollectionsOfNulls { Items = [null] });
    }

    [ProtoContract]
    public class VanillaMap
    {
        [ProtoMember(4)]
        public Dictionary<int, Item>? Items { get; set; }
    }

    [ProtoContract]
    public class WrappedMap
    {
        [ProtoMember(4), NullWrappedCollection]
        public Dictionary<int, Item>? Items { get; set; }
    }

    [ProtoContract]
    public class WrappedMapValues
    {
        [ProtoMember(4), NullWrappedValue]
        public Dictionary<int, Item?>? Items { get; set; }
    }

    [Fact]
    public void Case_24_to_26_null_maps()
    {
        Is("220412020800", new VanillaMap { Items = new() { [0] = new() } });
        Is("2200", new WrappedMap { Items = [] });
        Is("22060A0412020800", new WrappedMap { Items = new() { [0] = new() } });
        Is("220612040A020800 2208080112040A020801 22020802",
            new WrappedMapValues { Items = new() { [0] = new(), [1] = new() { Value = 1 }, [2] = null } });
    }

    [ProtoContract]
    public class Plain
    {
        [ProtoMember(1)]
        public int? Value { get; set; }
    }

    [ProtoContract]
    public class Wrapped
    {
        [ProtoMember(1), NullWrappedValue]
        public int? Value { get; set; }
    }

    [ProtoContract]
    public class WrappedGroup
    {
        [ProtoMember(1), NullWrappedValue(AsGroup = true)]
        public int? Value { get; set; }
    }

    [Theory]
    [InlineData(null, "", "", "")]
    [InlineData(0, "0800", "0A00", "0B0C")]
    [InlineData(1, "0801", "0A020801", "0B08010C")]
    public void Case_27_null_wrapped_values(int? value, string plain, string wrapped, string group)
    {
        Is(plain, new Plain { Value = value });
        Is(wrapped, new Wrapped { Value = value });
        Is(group, new WrappedGroup { Value = value });
    }

    [ProtoContract]
    public class Nullables
    {
        [ProtoMember(1), NullWrappedValue(AsGroup = true)]
        public List<Item>? Objects { get; set; }

        [ProtoMember(2), NullWrappedValue(AsGroup = true)]
        public List<int?>? Nullable { get; set; }

        [ProtoMember(3), NullWrappedValue(AsGroup = true)]
        public List<string>? Strings { get; set; }

        [ProtoMember(4), NullWrappedValue(AsGroup = true)]
        public List<int>? Ints { get; set; }
    }

    [Fact]
    public void Case_28_supporting_nulls() =>
        Is("0B0A0208010C0B0A0208020C13080114130802141B0A037177651C1B0A037274791C230801242308 0224",
            new Nullables
            { Objects = [new() { Value = 1 }, new() { Value = 2 }], Nullable = [1, 2], Strings = ["qwe", "rty"], Ints = [1, 2] });
}
