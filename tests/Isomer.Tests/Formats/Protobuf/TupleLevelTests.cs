using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// A tuple has no level of its own: its dates, durations, decimals and Guids have the form of the member in which it stands. The bytes are
/// those that protobuf-net 3.4.40 writes of the same classes.
/// </summary>
public class TupleLevelTests
{
    static readonly DateTime s_day = new(2020, 5, 31, 0, 0, 0, DateTimeKind.Utc);

    [ProtoContract]
    public class Told
    {
        [ProtoMember(1), CompatibilityLevel(CompatibilityLevel.Level240)]
        public (TimeSpan, byte) Pair { get; set; }
    }

    [Fact]
    public void Of_a_member() => Is("0A070A0308901C1001", new Told { Pair = (TimeSpan.FromHours(1), 1) });

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class Whole
    {
        [ProtoMember(1)]
        public (TimeSpan, decimal) Pair { get; set; }

        [ProtoMember(2)]
        public List<(TimeSpan, decimal)>? List { get; set; }

        [ProtoMember(3)]
        public Dictionary<int, (TimeSpan, decimal)>? Map { get; set; }

        [ProtoMember(4)]
        public List<KeyValuePair<string, decimal>>? Pairs { get; set; }

        [ProtoMember(5)]
        public ((decimal, int), int)? Nested { get; set; }
    }

    [Fact]
    public void Of_a_type_also_in_collections_and_in_tuples() =>
        Is("0A0A 0A0308901C 1203312E35  120A 0A0308A038 1203322E35  1A0E 0801 120A 0A0308A038 1203322E35  2208 0A0161 1203312E35"
            + "2A0B 0A07 0A03312E35 1001 1002",
            new Whole
            {
                Pair = (TimeSpan.FromHours(1), 1.5m),
                List = [(TimeSpan.FromHours(2), 2.5m)],
                Map = new() { [1] = (TimeSpan.FromHours(2), 2.5m) },
                Pairs = [new("a", 1.5m)],
                Nested = ((1.5m, 1), 2),
            });

    public record Amount(decimal Value, TimeSpan Within);

    public record Amounts(Dictionary<int, decimal> Map, List<decimal> List);

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class OfRecords
    {
        [ProtoMember(1)]
        public Amount? One { get; set; }

        [ProtoMember(2)]
        public Amounts? Many { get; set; }
    }

    [Fact]
    public void Of_positional_records() => Is("0A08 0A04312E3235 1200  120C 0A05 0801 120132 1203312E35", new OfRecords
    {
        One = new(1.25m, default),
        Many = new(new() { [1] = 2m }, [1.5m]),
    });

    [ProtoContract]
    public class WellKnown
    {
        [ProtoMember(1, DataFormat = DataFormat.WellKnown)]
        public (DateTime, byte) Pair { get; set; }
    }

    [Fact]
    public void Of_a_member_that_is_well_known() => Is("0A0A 0A060880E7CBF605 1001", new WellKnown { Pair = (s_day, 1) });

    [ProtoContract]
    public class Mixed
    {
        [ProtoMember(1)]
        public (decimal, Held?) Old { get; set; }

        [ProtoMember(2), CompatibilityLevel(CompatibilityLevel.Level300)]
        public (decimal, Held?) New { get; set; }
    }

    [ProtoContract]
    public class Held
    {
        [ProtoMember(1)]
        public decimal Value { get; set; }
    }

    /// <summary>protobuf-net refuses one tuple at two levels. A contract in it has its own level at each.</summary>
    [Fact]
    public void One_tuple_at_two_levels()
    {
        var value = new Mixed { Old = (1.5m, new Held { Value = 1.5m }), New = (1.5m, new Held { Value = 1.5m }) };
        Is("0A0E 0A04080F1802 1206 0A04080F1802  120D 0A03312E35 1206 0A04080F1802", value);
        const string Lo = """{"lo":"15","signScale":2}""";
        Assert.Equal("""{"Old":{"Item1":LO,"Item2":{"Value":LO}},"New":{"Item1":"1.5","Item2":{"Value":LO}}}"""
            .Replace("LO", Lo, StringComparison.Ordinal), Protobuf.ToJson(value));
        Same(value, Protobuf.FromJson<Mixed>(Protobuf.ToJson(value)), ProtobufOptions.Default, "");
    }

    [Fact]
    public void Under_a_convention_with_a_level_of_its_own()
    {
        Is("0A08 0A04312E3235 1200", new OfRecords { One = new(1.25m, default) }, c => c.WithLevel(ProtobufLevel.Level240));
        Is("0A0A 0A0308901C 1203312E35", (TimeSpan.FromHours(1), 1.5m).ToTuple() is var t ? new List<Tuple<TimeSpan, decimal>> { t } : [],
            c => c.WithLevel(ProtobufLevel.Level300));
    }
}
