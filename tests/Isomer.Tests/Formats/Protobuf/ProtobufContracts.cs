using System.ComponentModel;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Which members count, under which numbers; what is left out; construction, callbacks, surrogates, registration.</summary>
public class ProtobufContracts
{
    [ProtoContract, DataContract, XmlType]
    public class Precedence
    {
        [ProtoMember(1), DataMember(Order = 2), XmlElement(Order = 3)]
        public int A { get; set; }

        [DataMember(Order = 4), XmlElement(Order = 5)]
        public int B { get; set; }

        [XmlElement(Order = 6)]
        public int C { get; set; }

        [ProtoMember(7), ProtoIgnore]
        public int D { get; set; }

        [DataMember(Order = 0)]
        public int E { get; set; }

        [DataMember]
        public int F { get; set; }
    }

    [Fact]
    public void Attributes_have_an_order() => Is("080120023003", new Precedence { A = 1, B = 2, C = 3, D = 4, E = 5, F = 6 }, reads: false);

    [DataContract, ProtoContract(DataMemberOffset = 10)]
    public class Offset
    {
        [DataMember(Order = 2)]
        public int A { get; set; }
    }

    [ProtoContract(ImplicitFields = ImplicitFields.AllPublic, ImplicitFirstTag = 3)]
    public class Implied
    {
        public int B;
        public int A { get; set; }
        [ProtoIgnore] public int C { get; set; }
        internal int D;
    }

    [ProtoContract(ImplicitFields = ImplicitFields.AllFields)]
    public class AllFields
    {
        readonly int _z;

        public AllFields()
        {
        }

        public AllFields(int z) => _z = z;

        public int A { get; set; }
    }

    [DataContract, ProtoContract(InferTagFromName = true)]
    public class Inferred
    {
        [DataMember] public int B { get; set; }
        [DataMember] public int A { get; set; }
        [DataMember(Order = 1)] public int First { get; set; }
    }

    [ProtoContract, ProtoPartialMember(1, "A"), ProtoPartialMember(2, "B", DataFormat = DataFormat.ZigZag), ProtoPartialIgnore("C")]
    public class Partial
    {
        public int A { get; set; }
        public int B { get; set; }
        [ProtoMember(3)] public int C { get; set; }
    }

    [Fact]
    public void Numbers_are_found()
    {
        Is("6001", new Offset { A = 1 });
        Is("18012002", new Implied { A = 1, B = 2, C = 3, D = 4 }, reads: false);
        Is("08021001", new AllFields(1) { A = 2 });
        Is("080110021803", new Inferred { A = 1, B = 2, First = 3 });
        Is("08011003", new Partial { A = 1, B = -2, C = 3 }, reads: false);
    }

    [ProtobufContract]
    public class Own
    {
        [ProtobufMember(1)] public int A { get; set; }
        [ProtobufMember(2, IsPacked = true)] public int[]? B { get; set; }
        [ProtobufMember(3), ProtobufIgnore] public int C { get; set; }
        [ProtobufMember(4), ProtobufNullWrappedValue] public List<string?>? D { get; set; }
        [ProtobufMember(5), ProtobufCompatibilityLevel(ProtobufLevel.Level300)] public decimal E { get; set; }
    }

    [Fact]
    public void Isomers_own_attributes() =>
        Is("08011202020322030A016122002A03312E35", new Own { A = 1, B = [2, 3], D = ["a", null], E = 1.5m });

    [ProtoContract]
    public class Twice
    {
        [ProtoMember(1)] public int A { get; set; }
        [ProtoMember(1)] public int B { get; set; }
    }

    [ProtoContract]
    public class TooLarge
    {
        [ProtoMember(536870912)] public int A { get; set; }
    }

    [ProtoContract]
    public class Largest
    {
        [ProtoMember(536870911)] public int A { get; set; }
    }

    [ProtoContract, ProtoReserved(3, 5)]
    public class Clashing
    {
        [ProtoMember(4)] public int A { get; set; }
    }

    [ProtoContract]
    public class UnsignedZigZag
    {
        [ProtoMember(1, DataFormat = DataFormat.ZigZag)] public uint A { get; set; }
    }

    public class NoContract
    {
        public int A { get; set; }
    }

    [ProtoContract, ProtoInclude(5, typeof(Twice))]
    public class Foster { }

    [Fact]
    public void Bad_contracts_are_refused_at_first_use()
    {
        NotSupported(new Twice(), "'A'", "'B'", "1");
        NotSupported(new TooLarge(), "536870912");
        Is("F8FFFFFF0F01", new Largest { A = 1 });
        NotSupported(new Clashing(), "'A'", "3 to 5");
        NotSupported(new UnsignedZigZag(), "ZigZag");
        NotSupported(new NoContract(), "ProtobufContract", "ProtobufModel");
        NotSupported(new Foster(), nameof(Twice), nameof(Foster));
    }

    [ProtoContract]
    public class Zeros
    {
        [ProtoMember(1)] public bool Enabled { get; set; } = true;
        [ProtoMember(2)] public double Number { get; set; }
        [ProtoMember(3)] public decimal Money { get; set; }
        [ProtoMember(4)] public string? Text { get; set; }
        [ProtoMember(5), DefaultValue(5)] public int Five { get; set; } = 5;
        [ProtoMember(6)] public int Conditional { get; set; }
        [ProtoMember(7)] public int Named { get; set; }
        public bool NamedSpecified { get; set; }

        public bool ShouldSerializeConditional() => Conditional >= 0;
    }

    [Fact]
    public void What_is_left_out()
    {
        Is("3000", new Zeros { Enabled = false, Number = -0.0, Money = 0.00m, Text = null }, reads: false);
        Is("220028003800", new Zeros { Enabled = false, Text = "", Five = 0, Conditional = -1, NamedSpecified = true }, reads: false);
        // The honest form of a member that starts as true.
        var options = new ProtobufOptions { Convention = Convention.Protobuf.WithZeros() };
        Assert.True(Protobuf.Deserialize<Zeros>(Protobuf.Serialize(new Zeros { Enabled = false })).Enabled);
        Assert.False(Protobuf.Deserialize<Zeros>(Protobuf.Serialize(new Zeros { Enabled = false }, options), options).Enabled);
        Assert.True(Protobuf.Deserialize<Zeros>(FromHex("3805")).NamedSpecified);
    }

    [ProtoContract(SkipConstructor = true)]
    public class Skipped
    {
        public Skipped() => Ran = true;

        public bool Ran { get; }

        [ProtoMember(1)] public int A { get; set; }
    }

    [ProtoContract]
    public class Hidden
    {
        Hidden() => Way = "private";

        public Hidden(int a) => (A, Way) = (a, "public");

        public string Way { get; }

        [ProtoMember(1)] public int A { get; private set; }

        [ProtoMember(2)] public int B { get; } = 5;
    }

    [ProtoContract]
    public record struct Positional([property: ProtoMember(1)] int A, [property: ProtoMember(2)] string B);

    [ProtoContract]
    public class Events
    {
        public List<string> Log { get; } = [];

        [ProtoMember(1)] public int A { get; set; }

        [ProtoBeforeSerialization] void Before() => Log.Add("before");

        [ProtoAfterSerialization] void After() => Log.Add("after");

        [ProtoBeforeDeserialization] void Reading() => Log.Add("reading " + A);

        [ProtoAfterDeserialization] void Read() => Log.Add("read " + A);
    }

    [Fact]
    public void Construction_and_callbacks()
    {
        foreach (var tier in Tiers())
        {
            Assert.False(Protobuf.Deserialize<Skipped>(FromHex("0801"), tier).Ran);
            var hidden = Protobuf.Deserialize<Hidden>(FromHex("08011007"), tier);
            Assert.Equal((1, 7, "private"), (hidden.A, hidden.B, hidden.Way));
            var events = new Events { A = 1 };
            Protobuf.Serialize(events, tier);
            Assert.Equal(["before", "after"], events.Log);
            Assert.Equal(["reading 0", "read 5"], Protobuf.Deserialize<Events>(FromHex("0805"), tier).Log);
        }
        Is("0801120162", new Positional(1, "b"));
    }

    [ProtoContract(Surrogate = typeof(MoneySurrogate))]
    public class Money
    {
        public decimal Amount;
    }

    [ProtoContract]
    public class MoneySurrogate
    {
        [ProtoMember(1)] public long Cents { get; set; }

        public static implicit operator MoneySurrogate(Money m) => new() { Cents = (long)(m.Amount * 100) };

        public static implicit operator Money(MoneySurrogate s) => new() { Amount = s.Cents / 100m };
    }

    public class Animal
    {
        public string? Name;
        public int Age { get; set; }
    }

    public class Dog : Animal
    {
        public int Bark;
    }

    public class Puppy : Dog
    {
        public int Tiny { get; set; }
    }

    [Fact]
    public void Registration_in_code()
    {
        Is("08AC02", new Money { Amount = 3 });
        var model = new ProtobufModel();
        model.Add<Animal>("Name").Add(9, "Age").AddSubType<Dog>(5);
        model.Add<Dog>("Bark").AddSubType<Puppy>(3);
        model.Add<Puppy>("Tiny");
        var built = model.Build();
        Is<Animal>("2A061A020803 0802 0A0161 4801".Replace("2A06", "2A06", StringComparison.Ordinal),
            new Puppy { Name = "a", Age = 1, Bark = 2, Tiny = 3 }, _ => built);
        Is<Animal>("2A00", new Dog(), _ => built);
        Is<Animal>("4801", new Animal { Age = 1 }, _ => built);
        Reads<Animal>("0A0161 4801 2A061A0208030802", new Puppy { Name = "a", Age = 1, Bark = 2, Tiny = 3 }, _ => built);
        Reads<Animal>("2A020802 4801 2A041A020803", new Puppy { Age = 1, Bark = 2, Tiny = 3 }, _ => built);
        Refuses<Dog>("4801", _ => built);
        Reads<Dog>("2A020802", new Dog { Bark = 2 }, _ => built);
        var options = new ProtobufOptions { Convention = built };
        Assert.Throws<NotSupportedException>(() => Protobuf.Serialize<Animal>(new Unknown(), options));
    }

    public class Unknown : Puppy;

    [ProtoContract, ProtoInclude(10, typeof(Left)), ProtoInclude(11, typeof(Right))]
    public abstract class Root
    {
        [ProtoMember(1)] public int Id { get; set; }
    }

    [ProtoContract]
    public class Left : Root;

    [ProtoContract]
    public class Right : Root;

    [ProtobufContract]
    public abstract class Open;

    [ProtobufContract, ProtobufSubtypeOf(typeof(Open), 7)]
    public class Late : Open
    {
        [ProtobufMember(1)] public int A { get; set; }
    }

    [Fact]
    public void Hierarchies()
    {
        Is<Root>("52000805", new Left { Id = 5 });
        Is<Root>("5A000805", new Right { Id = 5 });
        Refuses<Root>("52005A00");
        Refuses<Root>("0805");
        Refuses<Root>("");
        Refuses<Left>("5A00");
        Is<Open>("3A020801", new Late { A = 1 }, c => c.WithSubtypesOf(typeof(Late)));
    }

    [ProtoContract]
    public class Beyond
    {
        [ProtoMember(1)] public DateTimeOffset Offset { get; set; }
        [ProtoMember(2)] public Half Half { get; set; }
        [ProtoMember(3)] public Int128 Int128 { get; set; }
        [ProtoMember(4)] public UInt128 UInt128 { get; set; }
        [ProtoMember(5)] public System.Numerics.BigInteger Big { get; set; }
        [ProtoMember(6)] public int[][]? Jagged { get; set; }
        [ProtoMember(7)] public int[,]? Grid { get; set; }
        [ProtoMember(8)] public List<Dictionary<int, string>>? Maps { get; set; }
        [ProtoMember(9)] public Version? Version { get; set; }
        [ProtoMember(10)] public Uri? Uri { get; set; }
        [ProtoMember(11)] public Memory<byte> Memory { get; set; }
    }

    [Fact]
    public void Types_that_protobuf_net_has_not()
    {
        var value = new Beyond
        {
            Offset = new(1970, 1, 1, 2, 0, 1, TimeSpan.FromHours(2)),
            Half = (Half)1.5,
            Int128 = -2,
            UInt128 = 255,
            Big = 256,
            Jagged = [[1], [], [2, 3]],
            Grid = new[,] { { 1, 2 }, { 3, 4 } },
            Maps = [new() { [1] = "a" }, []],
            Version = new(1, 2),
            Uri = new("x/y", UriKind.Relative),
            Memory = new byte[] { 9 },
        };
        foreach (var tier in Tiers())
        {
            byte[] bytes = Protobuf.Serialize(value, tier);
            Assert.StartsWith("0A05080118F001" + "150000C03F" + "1A01FE" + "2202FF00" + "2A020001" + "32020801" + "3200" + "320408020803",
                Convert.ToHexString(bytes), StringComparison.Ordinal);
            Assert.Equal(Convert.ToHexString(bytes),
                Convert.ToHexString(Protobuf.Serialize(Protobuf.Deserialize<Beyond>(bytes, tier), tier)));
            Assert.Equal(3, Protobuf.Deserialize<Beyond>(bytes, tier).Grid![1, 0]);
        }
    }

    [ProtoContract(IgnoreListHandling = true)]
    public class ListLike : List<int>
    {
        [ProtoMember(1)] public string? Name { get; set; }
    }

    [Fact]
    public void A_collection_may_be_a_message() => Is("0A016E", new ListLike { Name = "n" });

    [ProtoContract]
    public class Hazards
    {
        [ProtoMember(1)] public bool Enabled { get; set; } = true;
        [ProtoMember(2), System.ComponentModel.DefaultValue(5)] public int Wrong { get; set; }
        [ProtoMember(3), System.ComponentModel.DefaultValue(5)] public int Right { get; set; } = 5;
        [ProtoMember(4)] public List<int> Items { get; set; } = [1, 2];
        [ProtoMember(5, OverwriteList = true)] public List<int> Others { get; set; } = [1, 2];
        [ProtoMember(6, IsRequired = true)] public double Required { get; set; } = 1.5;
        [ProtoMember(7)] public Inner Inside { get; set; } = new();
        [ProtoMember(8)] public string Text { get; set; } = "x";
        [ProtoMember(9)] public int? Nullable { get; set; } = 3;
        [ProtoMember(10)] public DateTime Date { get; set; } = new(2020, 1, 1);

        [ProtoContract]
        public class Inner
        {
            [ProtoMember(1)] public DayOfWeek Day { get; set; } = DayOfWeek.Friday;
        }
    }

    [Fact]
    public void What_a_contract_hardly_means_is_told()
    {
        var warnings = Protobuf.GetWarnings<Hazards>();
        Assert.Equal(["Enabled", "Wrong", "Items", "Day"],
            warnings.Select(w => w[(w.LastIndexOf('.', w.IndexOf('\'', 1)) + 1)..w.IndexOf('\'', 1)]));
        // Each is true: the value does not come back.
        var back = Protobuf.Deserialize<Hazards>(
            Protobuf.Serialize(new Hazards { Enabled = false, Wrong = 5, Inside = new() { Day = DayOfWeek.Sunday } }));
        Assert.True(
            back is { Enabled: true, Wrong: 0, Items.Count: 4, Inside.Day: DayOfWeek.Friday, Required: 1.5, Right: 5, Others.Count: 2 });
        Assert.Equal(["Wrong", "Items"],
            Protobuf.GetWarnings<Hazards>(new ProtobufOptions { Convention = Convention.Protobuf.WithZeros() })
                .Select(w => w.Contains("Wrong", StringComparison.Ordinal) ? "Wrong" : "Items"));
        Assert.Empty(Protobuf.GetWarnings<Own>());
    }

    [ProtoContract]
    public class Collected
    {
        [ProtoMember(1)] public List<int>? Items { get; set; }
        [ProtoMember(2)] public Dictionary<int, string>? Map { get; set; }
        [ProtoMember(3)] public string[]? Array { get; set; }
    }

    [Fact]
    public void Null_and_empty_collections_differ_by_option()
    {
        foreach (var tier in ProtobufCheck.Tiers())
        {
            var options = tier with { Convention = ((ProtobufConvention)tier.Convention).WithEmptyCollections() };
            Assert.Equal("0A00" + "1A00", Convert.ToHexString(Protobuf.Serialize(new Collected { Items = [], Array = [] }, options)));
            var back = Protobuf.Deserialize<Collected>(Convert.FromHexString("0A00" + "1A00"), options);
            Assert.True(back is { Items.Count: 0, Map: null, Array.Length: 0 });
            back = Protobuf.Deserialize<Collected>(Protobuf.Serialize(new Collected { Items = [1, 0], Map = [], Array = ["a", ""] }, options),
                options);
            Assert.True(back is { Items: [1, 0], Map.Count: 0, Array: ["a", ""] });
        }
    }

    [ProtoContract]
    public class Dated
    {
        [ProtoMember(1)] public DateTime Value { get; set; }
        [ProtoMember(2)] public List<DateTime>? Values { get; set; }
    }

    [Fact]
    public void The_kind_is_kept_at_every_level_by_option()
    {
        foreach (var tier in ProtobufCheck.Tiers())
            foreach (var level in new[] { ProtobufLevel.Level200, ProtobufLevel.Level240, ProtobufLevel.Level300 })
            {
                var plain = tier with { Convention = ((ProtobufConvention)tier.Convention).WithLevel(level) };
                var kept = plain with { Convention = ((ProtobufConvention)plain.Convention).WithDateTimeKind() };
                foreach (var kind in Enum.GetValues<DateTimeKind>())
                    foreach (var date in new[] { new DateTime(2020, 5, 31, 1, 2, 3, 4), DateTime.UnixEpoch, new DateTime(1969, 12, 31),
                        DateTime.MinValue, DateTime.MaxValue })
                    {
                        var value = DateTime.SpecifyKind(date, kind);
                        var back =
                            Protobuf.Deserialize<Dated>(
                                Protobuf.Serialize(new Dated { Value = value, Values = [value, value] }, kept), kept);
                        Assert.Equal((value, kind), (back.Value, back.Value.Kind));
                        Assert.All(back.Values!, d => Assert.Equal((value, kind), (d, d.Kind)));
                        // Who does not know of it passes over it.
                        if (level == ProtobufLevel.Level240 && date < DateTime.MaxValue)
                            Assert.Equal(value,
                                Google.Protobuf.WellKnownTypes.Timestamp.Parser.ParseFrom(
                                    Protobuf.Serialize(new Dated { Value = value }, kept).AsSpan(2)).ToDateTime());
                    }
            }
        Assert.Equal("0A060880E7CBF605",
            Convert.ToHexString(
                Protobuf.Serialize(new Dated { Value = new(2020, 5, 31, 0, 0, 0, DateTimeKind.Local) },
                    new ProtobufOptions { Convention = Convention.Protobuf.WithLevel(ProtobufLevel.Level240) })));
    }

#pragma warning disable SYSLIB0011, SYSLIB0050
    [Fact]
    public void A_formatter_for_who_asks_for_one()
    {
        System.Runtime.Serialization.IFormatter formatter = Protobuf.CreateFormatter(typeof(ProtobufVectors.Test1));
        var stream = new MemoryStream();
        formatter.Serialize(stream, new ProtobufVectors.Test1 { A = 150 });
        Assert.Equal("089601", Convert.ToHexString(stream.ToArray()));
        stream.Position = 0;
        Assert.Equal(150, Assert.IsType<ProtobufVectors.Test1>(formatter.Deserialize(stream)).A);
        Assert.Throws<ArgumentException>(() => formatter.Serialize(stream, "x"));
    }
#pragma warning restore SYSLIB0011, SYSLIB0050
}
