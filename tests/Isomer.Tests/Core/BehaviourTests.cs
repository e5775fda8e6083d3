using System.ComponentModel;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using System.Xml.Serialization;
using Isomer.Formats;
using Isomer.Shapes;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>Callbacks, conditions, defaults, surrogates, filling.</summary>
public class BehaviourTests
{
    public class Calls
    {
        [Skip] public List<string> Log { get; } = [];
        int _value;
        public int Value { get => _value; set { _value = value; Log.Add("set"); } }
        [OnSerializing] void BaseWriting(StreamingContext context) => Log.Add("base writing");
        [OnSerialized] void BaseWritten(StreamingContext context) => Log.Add("base written");
        [OnDeserializing] void BaseReading(StreamingContext context) => Log.Add("base reading");
        [OnDeserialized] protected void BaseRead() => Log.Add("base read");
        [OnSerializing] protected virtual void Overridden(StreamingContext context) => Log.Add("base virtual");
    }

    public class MoreCalls : Calls, IJsonOnDeserialized, IJsonOnSerializing
    {
        [OnSerializing] void Writing() => Log.Add("writing");
        [OnSerialized] private protected void Written(StreamingContext context) => Log.Add("written");
        [OnDeserializing] internal void Reading(StreamingContext context) => Log.Add("reading");
        [OnDeserialized] public void Read(StreamingContext context) => Log.Add("read");
        [OnSerializing] protected override void Overridden(StreamingContext context) => Log.Add("override");
        void IJsonOnDeserialized.OnDeserialized() => Log.Add("json read");
        void IJsonOnSerializing.OnSerializing() => Log.Add("json writing");
    }

    public struct StructCalls
    {
        public int A;
        [OnSerializing] void Writing(StreamingContext context) => A++;
        [OnDeserialized] void Read(StreamingContext context) => A += 10;
    }

    public record RecordCalls(int A)
    {
        [Skip] public List<string> Log { get; } = [];
        public int B { get; set; }
        [OnDeserializing] void Reading(StreamingContext context) => Log.Add($"reading {A} {B}");
        [OnDeserialized] void Read(StreamingContext context) => Log.Add($"read {A} {B}");
    }

    public class BadCallback { [OnSerialized] int Wrong(string s) => s.Length; }

    [Fact]
    public void Callbacks_run_base_first_around_the_members()
    {
        foreach (var wire in Wires.All)
        {
            foreach (var convention in Wires.Tiers(null))
            {
                var value = new MoreCalls { Value = 5 };
                value.Log.Clear();
                byte[] bytes = wire.Write(value, convention, Setup.Default);
                Assert.Equal(["base writing", "override", "writing", "json writing", "base written", "written"], value.Log);
                var copy = wire.Read<MoreCalls>(bytes, convention, Setup.Default);
                Assert.Equal(["base reading", "reading", "set", "base read", "read", "json read"], copy.Log);
                var record =
                    wire.Read<RecordCalls>(wire.Write(new RecordCalls(1) { B = 2 }, convention, Setup.Default), convention, Setup.Default);
                Assert.Equal(["reading 1 0", "read 1 2"], record.Log);
                Assert.Equal(12,
                    wire.Read<StructCalls>(wire.Write(new StructCalls { A = 1 }, convention, Setup.Default), convention, Setup.Default).A);
            }
        }
        Wires.RefusesToWrite(new BadCallback(), null, nameof(BadCallback), "Wrong", "StreamingContext");
    }

    public class Conditional
    {
        public int Number { get; set; }
        public bool ShouldSerializeNumber() => Number != 7;
        public string? Text { get; set; }
        bool ShouldSerializeText() => Text != "no";
        public int Specified1 { get; set; }
        [XmlIgnore] public bool Specified1Specified { get; set; }
        public List<int>? Items { get; set; }
        [Skip] public bool ItemsSpecified;
        public bool PlainSpecified { get; set; }
        public int Last { get; set; }
    }

    [Fact]
    public void The_type_decides_what_is_written()
    {
        Assert.Equal("""{"PlainSpecified":false,"Last":1}""",
            Wires.ToJson(new Conditional { Number = 7, Text = "no", Specified1 = 3, Last = 1 }));
        foreach (var copy in Wires.Copies(new Conditional { Number = 7, Text = "no", Specified1 = 3, Last = 1 }))
            Assert.Equal((0, null, 0, false, 1), (copy.Number, copy.Text, copy.Specified1, copy.Specified1Specified, copy.Last));
        Wires.RoundTrip(
            new Conditional
            { Number = 1, Text = null, Specified1 = 0, Specified1Specified = true, Items = null, ItemsSpecified = true, Last = 4 },
                    only: w => w.KeepsDefaults);
        Wires.RoundTrip(
            new Conditional { Number = 1, Text = "t", Specified1 = 2, Specified1Specified = true, Items = [1], ItemsSpecified = true });
    }

    public class Defaults
    {
        [DefaultValue(5)] public int Five { get; set; } = 5;
        [DefaultValue("x")] public string? X { get; set; } = "x";
        [DefaultValue(typeof(decimal), "1.5")] public decimal M { get; set; } = 1.5m;
        [DefaultValue(1)] public long Widened { get; set; } = 1;
        [DefaultValue(2)] public int? Nullable { get; set; } = 2;
        public int Zero { get; set; }
        public Guid Guid { get; set; }
        public string? Null { get; set; }
        public (int, int) Pair { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.Never)] public int Always { get; set; }
    }

    public class BadDefault { [DefaultValue("five")] public int A { get; set; } }

    [Fact]
    public void Defaults_are_left_out_on_demand()
    {
        var omit = new Setup { OmitDefaults = true };
        Assert.Equal("""{"Always":0}""", Wires.ToJson(new Defaults(), null, omit));
        Wires.RoundTrip(new Defaults(), null, omit);
        // Zero, null and empty are not these members' defaults, so they must be written.
        Wires.RoundTrip(
            new Defaults
            {
                Five = 0,
                X = null,
                M = 0,
                Widened = 0,
                Nullable = null,
                Zero = 1,
                Guid = Guid.AllBitsSet,
                Null = "",
                Pair = (1, 0),
                Always = 2
            }, null, omit, only: w => w.KeepsDefaults);
        Wires.RefusesToWrite(new BadDefault(), null, nameof(BadDefault), "A", "five");
    }

    [CarriedBy(typeof(MoneySurrogate))]
    public readonly struct Money(decimal amount, string currency)
    {
        public decimal AmountOf() => amount;
        public override string ToString() => FormattableString.Invariant($"{amount} {currency}");
        public static Money Parse(string text) =>
            new(decimal.Parse(text.Split(' ')[0], System.Globalization.CultureInfo.InvariantCulture), text.Split(' ')[1]);
    }

    public sealed class MoneySurrogate : Surrogate<Money, string>
    {
        public override string ToCarrier(Money value) => value.ToString();
        public override Money FromCarrier(string carrier) => Money.Parse(carrier);
    }

    public sealed class Hex : Surrogate<int, string>
    {
        public override string ToCarrier(int value) => value.ToString("x", null);
        public override int FromCarrier(string carrier) => Convert.ToInt32(carrier, 16);
    }

    public sealed class Foreign
    {
        public Foreign(int a, int b, string c) => (A, B, C) = (a, b, c); public Foreign(int a)
        : this(a, 0, "") { }
        public int A; public int B; public string C;
    }
    public readonly record struct ForeignParts(int A, int B, string C);
    public sealed class ForeignSurrogate : Surrogate<Foreign, ForeignParts>
    {
        public override ForeignParts ToCarrier(Foreign value) => new(value.A, value.B, value.C);
        public override Foreign FromCarrier(ForeignParts carrier) => new(carrier.A, carrier.B, carrier.C);
    }

    public sealed class Box<T>(T value, int secret)
    {
        public T Value => value; public int Secret => secret; public Box()
        : this(default!, 0) { }
        public Box(T v) : this(v, 1) { }
    }
    public sealed class BoxSurrogate<T> : Surrogate<Box<T>, T[]>
    {
        public override T[] ToCarrier(Box<T> value) => [value.Value];
        public override Box<T> FromCarrier(T[] carrier) => new(carrier[0], 9);
    }

    public sealed class Trim : Surrogate<string, string>
    {
        public override string ToCarrier(string value) => value.Trim();
        public override string FromCarrier(string carrier) => carrier + "!";
    }

    public class Carried
    {
        public Money Money { get; set; }
        public Money? Maybe { get; set; }
        public Money? No { get; set; }
        public List<Money>? List { get; set; }
        public Dictionary<Money, Money>? Map { get; set; }
        [Member(Surrogate = typeof(Hex))] public int Hex { get; set; }
        public int Plain { get; set; }
    }

    [Fact]
    public void Surrogates_by_type_and_member()
    {
        var value = new Carried
        {
            Money = new(1.50m, "EUR"),
            Maybe = new(2, "USD"),
            List = [new(3, "A"), new(4, "B")],
            Map = new() { [new(5, "C")] = new(6, "D") },
            Hex = 255,
            Plain = 255
        };
        Assert.Equal("""{"Money":"1.50 EUR","Maybe":"2 USD","No":null,"List":["3 A","4 B"],"Map":{"5 C":"6 D"},"Hex":"ff","Plain":255}""",
            Wires.ToJson(value));
        Wires.RoundTrip(value);
        Wires.RoundTrip(new Money(1, "X"));
        Wires.RefusesJson<Money>("null");
        Wires.RefusesJson<Money>("\"nonsense\"");
    }

    [Fact]
    public void Surrogates_by_convention()
    {
        PlainConvention With(PlainConvention c) => c.WithSurrogate(new ForeignSurrogate()).WithSurrogate(typeof(BoxSurrogate<>));
        Wires.RoundTrip(new Foreign(1, 2, "c"), With);
        Wires.RoundTrip<Foreign?>(null, With);
        Wires.RoundTrip(new List<Foreign?> { new(1, 2, "c"), null }, With);
        Wires.RoundTrip(new Dictionary<string, Foreign?> { ["a"] = new(1, 2, "c"), ["n"] = null }, With);
        Wires.RoundTrip(new { F = new Foreign(1, 2, "c"), N = (Foreign?)null }, With);
        Assert.Equal("""{"I":[5],"S":["s"],"N":null}""",
            Wires.ToJson(new { I = new Box<int>(5, 1), S = new Box<string>("s", 2), N = (Box<string>?)null }, With));
        Assert.All(Wires.Copies(new Box<Box<int>>(new(5)), With), b => Assert.Equal((9, 9, 5), (b.Secret, b.Value.Secret, b.Value.Value)));
    }

    public sealed class Celsius(int degrees)
    {
        public int Degrees => degrees; public override bool Equals(object? o) =>
        o is Celsius c && c.Degrees == degrees; public override int GetHashCode() => degrees;
    }
    public sealed class CelsiusSurrogate : Surrogate<Celsius, int?>
    {
        public override int? ToCarrier(Celsius value) => value.Degrees;
        public override Celsius FromCarrier(int? carrier) =>
            new(carrier ?? throw new InvalidOperationException("Asked to make one of nothing."));
    }

    public readonly record struct Perhaps(int Value, bool IsThere);
    public sealed class PerhapsSurrogate : Surrogate<Perhaps, int?>
    {
        public override int? ToCarrier(Perhaps value) => value.IsThere ? value.Value : null;
        public override Perhaps FromCarrier(int? carrier) => new(carrier ?? 0, carrier is not null);
    }

    [Fact]
    public void A_null_stays_one_where_the_carrier_is_a_nullable()
    {
        PlainConvention With(PlainConvention c) => c.WithSurrogate(new CelsiusSurrogate()).WithSurrogate(new PerhapsSurrogate());
        Wires.RoundTrip(new Celsius(7), With);
        Wires.RoundTrip<Celsius?>(null, With);
        Wires.RoundTrip(new List<Celsius?> { new(1), null }, With);
        Wires.RoundTrip(new { C = (Celsius?)null, D = new Celsius(2) }, With);
        Wires.RoundTrip(new List<Perhaps> { new(0, true), new(0, false) }, With);
        Wires.RoundTrip(new List<Perhaps?> { new(3, true) }, With);
    }

    [Fact]
    public void A_surrogate_may_carry_a_type_as_itself()
    {
        Assert.All(Wires.Copies(new List<string?> { " a ", null }, c => c.WithSurrogate(new Trim())), l => Assert.Equal(["a!", null], l));
    }

    public sealed class There
        : Surrogate<Foreign, Money>
    {
        public override Money ToCarrier(Foreign value) =>
            default; public override Foreign FromCarrier(Money carrier) => new(1);
    }
    public sealed class Back
        : Surrogate<Money, Foreign>
    {
        public override Foreign ToCarrier(Money value) =>
            new(1); public override Money FromCarrier(Foreign carrier) => default;
    }
    public sealed class Unfit { public int A { get; set; } }
    public class UnfitMember { [Member(Surrogate = typeof(MoneySurrogate))] public int A { get; set; } }

    [Fact]
    public void Surrogates_that_cannot_work_are_refused()
    {
        Wires.RefusesToWrite(new Foreign(1), c => c.WithSurrogate(new There()).WithSurrogate(new Back()), "circle");
        Wires.RefusesToWrite(new UnfitMember(), null, nameof(MoneySurrogate), "Money");
        Assert.Throws<ArgumentException>(() => Convention.Plain.WithSurrogate(typeof(Unfit)));
    }

    public class Target
    {
        public int A { get; set; } = 1;
        public int B { get; set; } = 2;
        public Target? In { get; set; }
        public List<int> List { get; set; } = [];
        public IDictionary<string, int> Map { get; set; } = new SortedDictionary<string, int>();
        public IList<int> Fixed { get; set; } = new int[1];
    }

    static T Filled<T>(string json, T target, PlainConvention convention, bool merge = false)
    {
        var options = new JsonOptions { Convention = convention, MergeNested = merge };
        var source = new JsonSource(System.Text.Encoding.UTF8.GetBytes(json), options.Profile);
        Codecs<JsonSink, JsonSource>.Of<T>(convention).Fill(ref source, ref target);
        return target;
    }

    [Fact]
    public void Filling_an_existing_object()
    {
        foreach (var convention in Wires.Tiers(null))
        {
            var target = new Target { In = new() { A = 7 }, List = [1] };
            var (inner, list, map) = (target.In, target.List, target.Map);
            Filled("""{"B":5,"In":{"B":6},"List":[2],"Map":{"a":1},"Fixed":[4,5]}""", target, convention, merge: true);
            Assert.Equal((1, 5, 7, 6), (target.A, target.B, target.In.A, target.In.B));
            Assert.Same(inner, target.In);
            Assert.Same(list, target.List);
            Assert.Equal([1, 2], target.List);
            Assert.Equal([4, 5], target.Fixed);

            Filled("""{"In":{"B":8},"List":[3],"Map":null}""", target, convention);
            Assert.NotSame(inner, target.In);
            Assert.Equal((1, 8), (target.In.A, target.In.B));
            Assert.Equal([3], target.List);
            Assert.Null(target.Map);

            Assert.Equal([1, 2, 3], Filled("[2,3]", new List<int> { 1 }, convention));
            Assert.Equal(2, Filled("""{"b":1}""", new Dictionary<string, int> { ["a"] = 1 }, convention).Count);
            var s = Filled("""{"Y":"new"}""", new ObjectTests.Pair(1, "old"), convention);
            Assert.Equal(new ObjectTests.Pair(1, "new"), s);
        }
    }
}
