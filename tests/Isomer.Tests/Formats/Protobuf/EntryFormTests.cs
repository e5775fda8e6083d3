using ProtoBuf;
using Xunit;
using static Isomer.Tests.Formats.OfProtobuf.ProtobufCheck;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>
/// Forms of keys and values of dictionaries, items and wrapped values, as protobuf-net 3.4.40 writes them: a dictionary that is no map to
/// it (by its key, by a collection as value, by DisableMap) has entries that the formats of [ProtoMap] do not reach, and a collection in
/// an entry has the level of the convention.
/// </summary>
public class EntryFormTests
{
    [ProtoContract]
    public class Zig<TKey, TValue> where TKey : notnull
    {
        [ProtoMember(1), ProtoMap(KeyFormat = DataFormat.ZigZag, ValueFormat = DataFormat.ZigZag)]
        public Dictionary<TKey, TValue>? Map { get; set; }
    }

    [ProtoContract]
    public class Disabled
    {
        [ProtoMember(1), ProtoMap(DisableMap = true, KeyFormat = DataFormat.ZigZag, ValueFormat = DataFormat.ZigZag)]
        public Dictionary<int, int>? Map { get; set; }
    }

    const string MinusOne = "FFFFFFFFFFFFFFFFFF01";

    [Fact]
    public void Formats_count_in_maps()
    {
        Is("0A0408011001", new Zig<int, int> { Map = new() { [-1] = -1 } });
        Is("0A050A01611001", new Zig<string, int> { Map = new() { ["a"] = -1 } });
        Is("0A0408011001", new Zig<DayOfWeek, int> { Map = new() { [DayOfWeek.Monday] = -1 } });
        Is("0A0408011001", new Zig<int, int?> { Map = new() { [-1] = -1 } });
    }

    [Fact]
    public void Formats_do_not_count_in_other_dictionaries()
    {
        Is("0A16 08" + MinusOne + "10" + MinusOne, new Disabled { Map = new() { [-1] = -1 } });
        Is("0A21 08" + MinusOne + "1214" + MinusOne + MinusOne, new Zig<int, List<int>> { Map = new() { [-1] = [-1, -1] } });
        Is("0A16 08" + MinusOne + "10" + MinusOne, new Zig<int, int[]> { Map = new() { [-1] = [-1] } });
        Is("0A23 08" + MinusOne + "1216 08" + MinusOne + "10" + MinusOne,
            new Zig<int, Dictionary<int, int>> { Map = new() { [-1] = new() { [-1] = -1 } } });
        Is("0A0D 0801 10" + MinusOne, new Zig<bool, int> { Map = new() { [true] = -1 } });
        Is("0A0D 0861 10" + MinusOne, new Zig<char, int> { Map = new() { ['a'] = -1 } });
        Is("0A0D 0A00 10" + MinusOne, new Zig<Guid, int> { Map = new() { [Guid.Empty] = -1 } });
        Is("0A14 09000000000000F03F 10" + MinusOne, new Zig<double, int> { Map = new() { [1] = -1 } });
        Is("0A16 08" + MinusOne + "10" + MinusOne, new Zig<nint, int> { Map = new() { [-1] = -1 } });
    }

    [ProtoContract, CompatibilityLevel(CompatibilityLevel.Level300)]
    public class New<TKey, TValue> where TKey : notnull
    {
        [ProtoMember(1)]
        public Dictionary<TKey, TValue>? Map { get; set; }
    }

    [Fact]
    public void A_collection_in_an_entry_has_the_level_of_the_convention()
    {
        var day = new DateTime(2020, 5, 31, 0, 0, 0, DateTimeKind.Unspecified);
        var utc = DateTime.SpecifyKind(day, DateTimeKind.Utc);
        Is("0A08 0801 12 04 08DA9F02", new New<int, List<DateTime>> { Map = new() { [1] = [day] } });
        Is("0A0C 0801 1208 0801 120408DA9F02", new New<int, Dictionary<int, DateTime>> { Map = new() { [1] = new() { [1] = day } } });
        Is("0A0A 0801 12060880E7CBF605", new New<bool, DateTime> { Map = new() { [true] = utc } });
        Is("0A0E 0801 120A 0A060880E7CBF605 1001", new New<int, List<(DateTime, int)>> { Map = new() { [1] = [(utc, 1)] } });
        Is("0A0A 0801 12 06 0880E7CBF605", new New<int, List<DateTime>> { Map = new() { [1] = [utc] } },
            c => c.WithLevel(ProtobufLevel.Level240));
    }

    [ProtoContract]
    public class Packed<T>
    {
        [ProtoMember(1, IsPacked = true)]
        public List<T>? Items { get; set; }
    }

    /// <summary>protobuf-net refuses them in one piece. They are read so all the same.</summary>
    [Fact]
    public void Integers_of_the_machine_are_not_packed()
    {
        Is("08010802", new Packed<nint> { Items = [1, 2] });
        Is("08010802", new Packed<nuint> { Items = [1, 2] });
        Is("0A06 0801 1001 1002", new New<int, List<nint>> { Map = new() { [1] = [1, 2] } });
        Reads("0A020102", new Packed<nint> { Items = [1, 2] });
        Is("0A020102", new Packed<long> { Items = [1, 2] });
    }

    [ProtobufContract(GoogleRules = true)]
    public class Signs
    {
        [ProtobufMember(1)]
        public double Double { get; set; }

        [ProtobufMember(2)]
        public float Single { get; set; }

        [ProtobufMember(3)]
        public Dictionary<int, double>? Map { get; set; }
    }

    /// <summary>So do Google's C++, Java and Python; protobuf-net has one zero.</summary>
    [Fact]
    public void The_sign_of_a_zero_is_written_by_Googles_rules()
    {
        Is("090000000000000080 1500000080 1A0B 0801 110000000000000080",
            new Signs { Double = -0d, Single = -0f, Map = new() { [1] = -0d } });
        Is("", new Signs { Double = 0, Single = 0 });
    }

    [ProtoContract]
    public class Wrapped<T> where T : struct
    {
        [ProtoMember(1), NullWrappedValue]
        public T? Value { get; set; }
    }

    [Fact]
    public void Zeros_in_wrappers()
    {
        Is("0A020800", new Wrapped<DayOfWeek> { Value = DayOfWeek.Sunday });
        Is("0A00", new Wrapped<DateOnly> { Value = default(DateOnly) });
        Is("0A00", new Wrapped<TimeOnly> { Value = default(TimeOnly) });
        Is("0A00", new Wrapped<int> { Value = 0 });
        Reads("0A00", new Wrapped<DayOfWeek> { Value = DayOfWeek.Sunday });
        Reads("0A020800", new Wrapped<DateOnly> { Value = default(DateOnly) });
    }
}
