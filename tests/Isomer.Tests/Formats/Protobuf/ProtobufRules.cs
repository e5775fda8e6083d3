using System.Runtime.Serialization;
using System.Xml.Serialization;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// The rules of protobuf-net that its own byte-exact cases do not show: every scalar in every form, levels, members, registration.
/// </summary>
public class ProtobufRules
{
    [ProtoContract]
    public class Integers
    {
        [ProtoMember(1)] public int Int { get; set; }
        [ProtoMember(2, DataFormat = DataFormat.ZigZag)] public int Zig { get; set; }
        [ProtoMember(4, DataFormat = DataFormat.FixedSize)] public int Fixed { get; set; }
        [ProtoMember(5, DataFormat = DataFormat.TwosComplement)] public int Twos { get; set; }
        [ProtoMember(6)] public short Short { get; set; }
        [ProtoMember(7, DataFormat = DataFormat.FixedSize)] public sbyte FixedSByte { get; set; }
        [ProtoMember(8)] public sbyte SByte { get; set; }
        [ProtoMember(9, DataFormat = DataFormat.ZigZag)] public long ZigLong { get; set; }
        [ProtoMember(10, DataFormat = DataFormat.FixedSize)] public long FixedLong { get; set; }
        [ProtoMember(11, DataFormat = DataFormat.FixedSize)] public byte FixedByte { get; set; }
        [ProtoMember(12, DataFormat = DataFormat.FixedSize)] public ulong FixedULong { get; set; }
        [ProtoMember(13)] public uint UInt { get; set; }
        [ProtoMember(14)] public nint NInt { get; set; }
        [ProtoMember(15)] public nuint NUInt { get; set; }
        [ProtoMember(16)] public char Char { get; set; }
        [ProtoMember(17, DataFormat = DataFormat.FixedSize)] public DayOfWeek Ignored { get; set; }
        [ProtoMember(18, DataFormat = DataFormat.FixedSize)] public ushort FixedUShort { get; set; }
        [ProtoMember(19, DataFormat = DataFormat.ZigZag)] public bool IgnoredBool { get; set; }
        [ProtoMember(20, DataFormat = DataFormat.Group)] public string? IgnoredText { get; set; }
    }

    [Fact]
    public void Every_integer_in_every_form()
    {
        Is("08FFFFFFFFFFFFFFFFFF01", new Integers { Int = -1 });
        Is("1001", new Integers { Zig = -1 });
        Is("25FFFFFFFF", new Integers { Fixed = -1 });
        Is("28FFFFFFFFFFFFFFFFFF01", new Integers { Twos = -1 });
        Is("0880808080F8FFFFFFFF01", new Integers { Int = int.MinValue });
        Is("30FFFFFFFFFFFFFFFFFF01", new Integers { Short = -1 });
        Is("3DFFFFFFFF", new Integers { FixedSByte = -1 });
        Is("40FFFFFFFFFFFFFFFFFF01", new Integers { SByte = -1 });
        Is("48FFFFFFFFFFFFFFFFFF01", new Integers { ZigLong = long.MinValue });
        Is("51FFFFFFFFFFFFFFFF", new Integers { FixedLong = -1 });
        Is("5DFF000000", new Integers { FixedByte = 255 });
        Is("61FFFFFFFFFFFFFFFF", new Integers { FixedULong = ulong.MaxValue });
        Is("68FFFFFFFF0F", new Integers { UInt = uint.MaxValue });
        Is("70FFFFFFFFFFFFFFFFFF01", new Integers { NInt = -1 });
        Is("7801", new Integers { NUInt = 1 });
        Is("800141 880101 950102000000 980101 A2010161",
            new Integers { Char = 'A', Ignored = DayOfWeek.Monday, FixedUShort = 2, IgnoredBool = true, IgnoredText = "a" });
        // Any non-zero is true, and any width is read where it fits.
        Reads("980105", new Integers { IgnoredBool = true });
        Reads("0D01000000 110200000000000000 2003", new Integers { Int = 1, Zig = 2, Fixed = 3 });
        Refuses<Integers>("40FF01");
        Refuses<Integers>("800180808004");
    }

    [ProtoContract]
    public class Times
    {
        [ProtoMember(1)] public DateTime? At { get; set; }
        [ProtoMember(2)] public TimeSpan? Within { get; set; }
        [ProtoMember(3)] public decimal? Money { get; set; }
        [ProtoMember(4)] public Guid? Id { get; set; }
        [ProtoMember(5, DataFormat = DataFormat.FixedSize)] public Guid? Raw { get; set; }
    }

    [ProtoContract]
    public class FixedTime
    {
        [ProtoMember(1, DataFormat = DataFormat.FixedSize)] public DateTime At { get; set; }
    }

    [ProtoContract]
    public class GroupTime
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)] public DateTime At { get; set; }
    }

    [ProtoContract]
    public class WellKnownTime
    {
        [ProtoMember(1, DataFormat = DataFormat.WellKnown)] public DateTime At { get; set; }
    }

    [ProtoContract]
    public class DayMember
    {
        [ProtoMember(20)] public DateOnly Day { get; set; }
    }

    static readonly DateTime s_day = new(2020, 5, 31);
    static readonly DateTime s_moment = new(2020, 5, 31, 1, 2, 3, 4);
    static readonly DateTime s_before = new(1969, 12, 31, 23, 59, 59, 500);

    static DateTime Utc(DateTime value) => DateTime.SpecifyKind(value, DateTimeKind.Utc);

    /// <summary>The table of the three levels.</summary>
    [Fact]
    public void Dates_decimals_and_guids_at_every_level()
    {
        Is("0A0408DA9F02", new Times { At = s_day });
        Is("0900C02698FF843800", new FixedTime { At = s_day });
        Is("0B08DA9F020C", new GroupTime { At = s_day });
        Is("0A0608DA9F021801", new Times { At = Utc(s_day) }, c => c.WithDateTimeKind());
        Is("0A060880E7CBF605", new WellKnownTime { At = Utc(s_day) });
        Is("0A0908F8EBFF83CD5C1004", new Times { At = s_moment });
        Is("0A040801100F", new Times { At = DateTime.MinValue });
        Is("0A0508E7071004", new Times { At = s_before });
        Is("120408021001", new Times { Within = TimeSpan.FromHours(1) });
        Is("120408021004", new Times { Within = TimeSpan.FromMilliseconds(1) });
        Is("120408021005", new Times { Within = new TimeSpan(1) });
        Is("120508B7171004", new Times { Within = TimeSpan.FromSeconds(-1.5) });
        Is("1A04080F1802", new Times { Money = 1.5m });
        Is("1A0408011805", new Times { Money = -0.01m });
        Is("1A021804", new Times { Money = 0.00m });
        Is("1A1308FFFFFFFFFFFFFFFFFF0110FFFFFFFF0F1801", new Times { Money = decimal.MinValue });
        var id = Guid.Parse("12345678-2345-3456-4567-56789a6789ab");
        Is("221209785634124523563411456756789A6789AB", new Times { Id = id });
        Is("2200", new Times { Id = Guid.Empty });
        Is("A0 01 A7822D", new DayMember { Day = new(2020, 5, 31) });
        foreach (var level in new[] { ProtobufLevel.Level240, ProtobufLevel.Level300 })
        {
            ProtobufConvention Level(ProtobufConvention c) => c.WithLevel(level);
            Is("0A060880E7CBF605", new Times { At = Utc(s_day) }, Level);
            Is("0A0B088B84CCF605108092F401", new Times { At = Utc(s_moment) }, Level);
            Is("0A0B088092B8C398FEFFFFFF01", new Times { At = Utc(DateTime.MinValue) }, Level);
            Is("0A1108FFFFFFFFFFFFFFFFFF011080CAB5EE01", new Times { At = Utc(s_before) }, Level);
            Is("120308901C", new Times { Within = TimeSpan.FromHours(1) }, Level);
            Is("120410C0843D", new Times { Within = TimeSpan.FromMilliseconds(1) }, Level);
            Is("12021064", new Times { Within = new TimeSpan(1) }, Level);
            Is("121608FFFFFFFFFFFFFFFFFF011080B6CA91FEFFFFFFFF01", new Times { Within = TimeSpan.FromSeconds(-1.5) }, Level);
        }
        Is("1A04080F1802", new Times { Money = 1.5m }, c => c.WithLevel(ProtobufLevel.Level240));
        Is("221209785634124523563411456756789A6789AB", new Times { Id = id }, c => c.WithLevel(ProtobufLevel.Level240));
        static ProtobufConvention Last(ProtobufConvention c) => c.WithLevel(ProtobufLevel.Level300);
        Is("1A03312E35", new Times { Money = 1.5m }, Last);
        Is("1A052D302E3031", new Times { Money = -0.01m }, Last);
        Is("1A1E" + Convert.ToHexString("-79228162514264337593543950335"u8), new Times { Money = decimal.MinValue }, Last);
        Is("2224" + Convert.ToHexString("12345678-2345-3456-4567-56789a6789ab"u8), new Times { Id = id }, Last);
        Is("2A101234567823453456456756789A6789AB", new Times { Raw = id }, Last);
        Is("2200", new Times { Id = Guid.Empty }, Last);
        Reads("1A04" + Convert.ToHexString("15e1"u8), new Times { Money = 150 }, Last);
        Reads("2220" + Convert.ToHexString("1234567823453456456756789a6789ab"u8), new Times { Id = id }, Last);
        // A fixed64 is read wherever a date stands, and a group.
        Reads("0900C02698FF843800", new Times { At = s_day });
        Reads("0B08DA9F020C", new Times { At = s_day });
    }

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class Higher
    {
        [ProtoMember(1)] public decimal Of { get; set; }
        [ProtoMember(2), CompatibilityLevel(CompatibilityLevel.Level200)] public decimal Own { get; set; }
    }

    [Fact]
    public void The_members_level_is_before_the_types_and_that_before_the_conventions() =>
        Is("0A0131" + "12020801", new Higher { Of = 1, Own = 1 }, c => c.WithLevel(ProtobufLevel.Level240));

    [ProtoContract]
    public class Collections
    {
        [ProtoMember(1)] public Dictionary<int, string?>? Map { get; set; }
        [ProtoMember(2), NullWrappedValue] public List<int?>? Wrapped { get; set; }
        [ProtoMember(4), NullWrappedCollection] public List<int>? Whole { get; set; }
        [ProtoMember(5)] public (int, int) Tuple { get; set; }
        [ProtoMember(6, IsPacked = true)] public List<int>? Packed { get; set; }
        [ProtoMember(7, DataFormat = DataFormat.Group)] public Dictionary<int, int>? Grouped { get; set; }
        [ProtoMember(8)] public List<byte[]>? Blobs { get; set; }
        [ProtoMember(9)] public List<KeyValuePair<int, string?>>? Pairs { get; set; }
    }

    [Fact]
    public void Collections_and_maps()
    {
        Is("2A0408001000", new Collections());
        Is("0A050801120161 0A021200 0A020802 2A0408001000", new Collections { Map = new() { [1] = "a", [0] = "", [2] = null } },
            reads: false);
        Is("12020801 1200 12020800 2A0408001000", new Collections { Wrapped = [1, null, 0] });
        Is("220408010802 2A0408001000", new Collections { Whole = [1, 2] });
        Is("2A0408001000 3B08011002 3C", new Collections { Grouped = new() { [1] = 2 } });
        Is("2A0408001000 420101 4200", new Collections { Blobs = [[1], []] });
        // Pairs in a list are tuples, whose zeros are written.
        Is("2A0408001000 4A020800", new Collections { Pairs = [new(0, null)] });
        Is("0A050801120161", new Dictionary<int, string> { [1] = "a" });
        // One packed item is written as one that is not; both orders are read, also in one.
        Is("2A0408001000 3001", new Collections { Packed = [1] });
        Reads("3001 32020203", new Collections { Packed = [1, 2, 3] });
        // A key twice: the last one counts. A value that is not there is the default, never null.
        Reads("0A050801120161 0A050801120162 0A020802", new Collections { Map = new() { [1] = "b", [2] = "" } });
        // A null item is an error that names where.
        NotSupported(new ListOfTexts { Texts = ["a", null!] }, "Texts", "null");
    }

    [ProtoContract]
    public class ListOfTexts
    {
        [ProtoMember(1)] public List<string>? Texts { get; set; }
    }

    [DataContract]
    public class OnlyData
    {
        [DataMember(Order = 1)] public int A { get; set; }
        [DataMember(Order = 2, IsRequired = true)] public int B { get; set; }
        [DataMember] public int None { get; set; }
        [ProtoMember(4)] public int Proto { get; set; }
        [XmlElement(Order = 5)] public int Xml { get; set; }
    }

    [XmlType]
    public class OnlyXml
    {
        [XmlElement(Order = 1)] public int A { get; set; }
        [XmlArray(Order = 2)] public List<int>? B { get; set; }
        [XmlAttribute] public int C { get; set; }
        [DataMember(Order = 3)] public int Data { get; set; }
    }

    [DataContract, ProtoContract(UseProtoMembersOnly = true)]
    public class ProtoOnly
    {
        [ProtoMember(1)] public int A { get; set; }
        [DataMember(Order = 2)] public int B { get; set; }
    }

    [ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
    public class Pinned
    {
        [ProtoMember(1)] public int Z { get; set; }
        public int A { get; set; }
    }

    [ProtoContract, ProtoReserved("Gone")]
    public class ReservedName
    {
        [ProtoMember(4)] public int Gone { get; set; }
    }

    [ProtoContract, ProtoReserved(7), ProtoInclude(7, typeof(ReservedDerived))]
    public class ReservedSubtype;

    [ProtoContract]
    public class ReservedDerived : ReservedSubtype;

    [ProtoContract, ProtoInclude(1, typeof(ClashingDerived))]
    public class ClashingBase
    {
        [ProtoMember(1)] public int A { get; set; }
    }

    [ProtoContract]
    public class ClashingDerived : ClashingBase;

    [ProtoContract]
    public class SetOnly
    {
        [ProtoMember(1)] public int A { set => _ = value; }
    }

    [ProtoContract]
    public class Zero
    {
        [ProtoMember(0)] public int A { get; set; }
    }

    [ProtoContract]
    public class GroupedInt
    {
        [ProtoMember(1, DataFormat = DataFormat.Group)] public int A { get; set; }
    }

    [ProtoContract]
    public class WrappedInt
    {
        [ProtoMember(1), NullWrappedValue] public int A { get; set; }
    }

    [Fact]
    public void Members_of_every_family()
    {
        Is("080110002004", new OnlyData { A = 1, None = 3, Proto = 4, Xml = 5 }, reads: false);
        Is("0801 1001 1002", new OnlyXml { A = 1, B = [1, 2], C = 3, Data = 4 }, reads: false);
        Is("0801", new ProtoOnly { A = 1, B = 2 }, reads: false);
        NotSupported(new Pinned(), "'Z'", "'A'", "number 1");
        NotSupported(new ReservedName(), "'Gone'");
        NotSupported(new ReservedSubtype(), "ReservedDerived", "7");
        NotSupported(new ClashingBase(), "'A'", "ClashingDerived", "1");
        NotSupported(new SetOnly(), "SetOnly.A", "getter");
        NotSupported(new Zero(), "'A'", "0");
        NotSupported(new GroupedInt(), "GroupedInt.A", "group");
        NotSupported(new WrappedInt(), "WrappedInt.A", "NullWrappedValue");
        var only = new ProtobufOptions { Convention = Convention.Protobuf.WithProtobufAttributesOnly() };
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new OnlyData(), only));
        Assert.Equal("0801", Convert.ToHexString(Protobuf.Serialize(new ProtoOnly { A = 1, B = 2 }, only)));
    }

    [ProtoContract]
    public class Odd
    {
        [ProtoMember(1)] int _hidden;
        [ProtoMember(2)] int Secret { get; set; }
        [ProtoMember(3)] public List<int> Filled { get; } = [];
        [ProtoMember(4)] public Action? Event { get; set; }
        [ProtoMember(5)] public string? Text => _text;
        string? _text;
        public int Unmarked { get; set; } = 7;

        public Odd()
        {
        }

        public void SetText(string? value) => _text = value;

        public Odd(int hidden, int secret) => (_hidden, Secret) = (hidden, secret);
    }

    [Fact]
    public void Private_members_lists_without_setters_and_properties_set_by_a_method_count_and_delegates_do_not()
    {
        var odd = new Odd(1, 2) { Filled = { 3 } };
        odd.SetText("a");
        Is("0801 1002 1803 2A0161", odd);
    }

    public class Plain
    {
        public int A { get; set; }
        public string? B { get; set; }
        public List<string> Log { get; } = [];
        public bool Made { get; private set; }

        public static Plain Make() => new() { Made = true };

        void Writing() => Log.Add("writing");

        void Wrote() => Log.Add("wrote");

        void Reading() => Log.Add("reading");

        void Read() => Log.Add("read " + A);
    }

    public readonly record struct Money(long Cents);

    [ProtoContract]
    public class Priced
    {
        [ProtoMember(1)] public Money Price { get; set; }
        [ProtoMember(2)] public Generic<int>? Of { get; set; }
    }

    public class Generic<T>
    {
        public T? Value;
    }

    [ProtoContract]
    public class GenericCarrier<T>
    {
        [ProtoMember(1)] public T? Value { get; set; }

        public static implicit operator GenericCarrier<T>(Generic<T> from) => new() { Value = from.Value };

        public static implicit operator Generic<T>(GenericCarrier<T> from) => new() { Value = from.Value };
    }

    [Fact]
    public void Everything_is_registered_in_code()
    {
        var model = new ProtobufModel();
        model.Add(typeof(Plain), "A", "B").SetCallbacks("Writing", "Wrote", "Reading", "Read").SetFactory("Make");
        model.SetSurrogate<Money, long>(m => m.Cents, c => new Money(c)).SetSurrogate(typeof(Generic<>), typeof(GenericCarrier<>));
        var built = model.Build();
        foreach (var tier in Tiers(_ => built))
        {
            var plain = new Plain { A = 1, B = "b" };
            Assert.Equal("0801120162", Convert.ToHexString(Protobuf.Serialize(plain, tier)));
            Assert.Equal(["writing", "wrote"], plain.Log);
            var back = Protobuf.Deserialize<Plain>(FromHex("0801120162"), tier);
            Assert.Equal(["reading", "read 1"], back.Log);
            Assert.True(back.Made);
            Assert.Equal("b", back.B);
            byte[] priced = Protobuf.Serialize(new Priced { Price = new(5), Of = new() { Value = 6 } }, tier);
            Assert.Equal("080512020806", Convert.ToHexString(priced));
            Assert.Equal((5, 6),
                (Protobuf.Deserialize<Priced>(priced, tier).Price.Cents, Protobuf.Deserialize<Priced>(priced, tier).Of!.Value));
        }
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new Plain()));
        Assert.Throws<ArgumentException>(() => new ProtobufModel().Add<Plain>().SetFactory("Missing"));
        var missing = new ProtobufModel();
        missing.Add<Plain>("Missing");
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize(new Plain(), new ProtobufOptions { Convention = missing.Build() }));
    }

    [ProtoContract, ProtoInclude(2, typeof(HookedDerived))]
    public class Hooked
    {
        public List<string> Log { get; } = [];
        [ProtoMember(1)] public int A { get; set; }
        [OnSerializing] void Writing(StreamingContext context) => Log.Add("base writing");
        [OnDeserializing] void Reading(StreamingContext context) => Log.Add("base reading");
        [OnDeserialized] void Read(StreamingContext context) => Log.Add("base read");
    }

    [ProtoContract]
    public class HookedDerived : Hooked
    {
        [ProtoMember(1)] public int B { get; set; }
        [ProtoBeforeSerialization] void Writing() => Log.Add("writing");
        [ProtoAfterDeserialization] void Read() => Log.Add("read");
    }

    [ProtoContract]
    public struct HookedStruct
    {
        [ProtoMember(1)] public int A;
        public int Seen;
        [ProtoAfterDeserialization] void Read() => Seen = A + 1;
    }

    [Fact]
    public void Callbacks_of_both_families_run_base_first_also_in_structs()
    {
        foreach (var tier in Tiers())
        {
            var value = new HookedDerived { A = 1, B = 2 };
            byte[] bytes = Protobuf.Serialize<Hooked>(value, tier);
            Assert.Equal(["base writing", "writing"], value.Log);
            Assert.Equal(["base reading", "base read", "read"], Protobuf.Deserialize<Hooked>(bytes, tier).Log);
            Assert.Equal(6, Protobuf.Deserialize<HookedStruct>(FromHex("0805"), tier).Seen);
        }
    }

    [ProtoContract, ProtoInclude(5, typeof(Dog)), ProtoInclude(6, typeof(Cat))]
    public class Animal
    {
        [ProtoMember(1)] public string? Name { get; set; }
        [ProtoMember(9)] public int Age { get; set; }
    }

    [ProtoContract, ProtoInclude(3, typeof(Puppy))]
    public class Dog : Animal
    {
        [ProtoMember(1)] public int Bark { get; set; }
    }

    [ProtoContract]
    public class Puppy : Dog
    {
        [ProtoMember(1)] public int Tiny { get; set; }
    }

    [ProtoContract]
    public class Cat : Animal;

    [ProtoContract]
    public class Independent : Animal
    {
        [ProtoMember(1)] public int Own { get; set; }
    }

    [ProtoContract, ProtoInclude(2, typeof(Shape))]
    public interface IShape
    {
        [ProtoMember(1)] int Sides { get; set; }
    }

    [ProtoContract]
    public class Shape : IShape
    {
        public int Sides { get; set; }
        [ProtoMember(1)] public int Area { get; set; }
    }

    [Fact]
    public void Hierarchies_from_the_root_down()
    {
        Is<Animal>("2A06 1A020803 0802 0A0161 4801", new Puppy { Name = "a", Age = 1, Bark = 2, Tiny = 3 });
        Is<Puppy>("2A06 1A020803 0802 0A0161 4801", new Puppy { Name = "a", Age = 1, Bark = 2, Tiny = 3 });
        Is<Animal>("2A00", new Dog());
        Is<Animal>("0A0161", new Animal { Name = "a" });
        Reads<Animal>("0A0161 2A020802 2A041A020803 4801", new Puppy { Name = "a", Age = 1, Bark = 2, Tiny = 3 });
        Refuses<Animal>("2A00 3200");
        Refuses<Dog>("0A0161");
        // One whose base does not declare it is a contract of its own, without what it inherits.
        Is("0805", new Independent { Own = 5, Name = "lost" }, reads: false);
        Is<IShape>("1202 0804 0803", new Shape { Sides = 3, Area = 4 });
    }

    [ProtoContract]
    public class Struct
    {
        [ProtoMember(1)] public ProtobufPieces.Point Point { get; set; }
    }

    [Fact]
    public void A_struct_is_always_written_and_a_root_of_null_not_at_all()
    {
        Is("0A00", new Struct());
        Is("0805", 5);
        Is("0800", 0);
        Is("0A00", "");
        Is("0A0408DA9F02", s_day);
        Is("0A020801 0A00", new List<Item> { new() { A = 1 }, new() });
        Assert.Empty(Protobuf.Serialize<string?>(null));
        Assert.Empty(Protobuf.Serialize<Item?>(null));
        Assert.Equal("", Protobuf.Deserialize<string>([]));
        Assert.Empty(Protobuf.Deserialize<List<int>>([]));
        Assert.NotNull(Protobuf.Deserialize<Item>([]));
        Assert.Equal(0, Protobuf.Deserialize<int>([]));
    }

    [ProtoContract]
    public class Item
    {
        [ProtoMember(1)] public int A { get; set; }
    }
}
