using System.Drawing;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Structs of which reading could set nothing, in the formats that give back what they took: a value that is not the default is refused when it is written, or copied as it
/// is; never read as default without a word.
/// </summary>
public class LostStructTests
{
    /// <summary>Its cents are nobody's business.</summary>
    public readonly struct Money : IEquatable<Money>
    {
        readonly long _cents;

        Money(long cents) => _cents = cents;

        public decimal Amount => _cents / 100m;

        public static Money Of(decimal amount) => new((long)(amount * 100));

        /// <summary>Says what it likes.</summary>
        public bool Equals(Money other) => true;

        public override bool Equals(object? obj) => obj is Money;

        public override int GetHashCode() => 0;

        public long Cents() => _cents;
    }

    public readonly struct Named
    {
        readonly string? _name;

        Named(string name) => _name = name;

        public int Length => _name?.Length ?? 0;

        public static Named Of(string name) => new(name);

        public string? Name() => _name;
    }

    [InlineArray(4)]
    public struct Four
    {
        int _first;

        public static Four Of(int last)
        {
            var four = default(Four);
            four[3] = last;
            return four;
        }
    }

    public struct Made(int amount)
    {
        public int Amount { get; } = amount;
    }

    public struct SetsItself
    {
        public int Amount { get; private set; }

        public static SetsItself Of(int amount) => new() { Amount = amount };
    }

    public struct Empty
    {
        public readonly int One => 1;
    }

    public struct CallsBack : System.Text.Json.Serialization.IJsonOnDeserialized
    {
        int _state;

        public readonly int State => _state;

        public void OnDeserialized() => _state = 7;

        public static CallsBack Of(int state) => new() { _state = state };
    }

    public class Holds<T>
    {
        public int Before { get; set; } = 1;
        public T? Value { get; set; }
        public int After { get; set; } = 2;
    }

    public class Owner
    {
        public int Cents { get; set; }
        public Money Total => Money.Of(Cents / 100m);
        public Holds<Money> Wrapped => new() { Value = Total };
        public Money[] Several => [Total];
        public object Anything => Total;
        public Money? Maybe => Total;
        public string? Last { get; set; }
    }

    static readonly ShapeTier[] Tiers = [ShapeTier.Emitted, ShapeTier.Reflection, ShapeTier.Auto];

    static IEnumerable<(string Name, Func<T, T> Back)> Ways<T>()
    {
        foreach (var tier in Tiers)
        {
            var convention = Convention.Plain.WithTier(tier).WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType);
            var plain = Convention.Plain.WithTier(tier);
            yield return ($"Compact {tier}", v => Compact.Deserialize<T>(Compact.Serialize(v, new CompactOptions { Convention = plain }), new CompactOptions { Convention = plain }));
            yield return ($"Compact with references {tier}", v =>
            {
                var options = new CompactOptions { Convention = plain, References = References.Preserve };
                return Compact.Deserialize<T>(Compact.Serialize(v, options), options);
            });
            var graph = JsonOptions.Graph with { Convention = convention };
            yield return ($"Graph {tier}", v => Json.FromText<T>(Json.ToText(v, graph), graph));
        }
    }

    static IEnumerable<Func<T, T>> Copies<T>() => Tiers.Select(tier => (Func<T, T>)(v => DeepCopy.Of(v, Convention.Plain.WithTier(tier))));

    static void Refused<T>(T value)
    {
        foreach (var (name, back) in Ways<Holds<T>>())
        {
            var error = Record.Exception(() => back(new Holds<T> { Value = value }));
            Assert.True(error is NotSupportedException && error.Message.Contains(typeof(T).ToString(), StringComparison.Ordinal) && error.Message.Contains("Surrogate", StringComparison.Ordinal), $"{name}: {error}");
            back(new Holds<T>());
            back(new Holds<T> { Value = default });
        }
        foreach (var (name, back) in Ways<T[]>())
            Assert.True(Record.Exception(() => back([default!, value])) is NotSupportedException, name);
        foreach (var (name, back) in Ways<T>())
        {
            Assert.True(Record.Exception(() => back(value)) is NotSupportedException, name);
            Assert.Null(Record.Exception(() => back(default!)));
        }
    }

    static void Copied<T>(T value, Func<T, object?> seen)
    {
        foreach (var copy in Copies<Holds<T>>())
        {
            var back = copy(new Holds<T> { Value = value });
            Assert.Equal((seen(value), 1, 2), (seen(back.Value!), back.Before, back.After));
        }
        foreach (var copy in Copies<T[]>())
            Assert.Equal([seen(default!), seen(value), seen(value)], copy([default!, value, value]).Select(seen));
        foreach (var copy in Copies<Dictionary<string, object>>())
            Assert.Equal(seen(value), seen((T)copy(new() { ["a"] = value! })["a"]));
        foreach (var copy in Copies<T>())
            Assert.Equal(seen(value), seen(copy(value)));
    }

    [Fact]
    public void A_value_that_would_come_back_as_default_is_refused()
    {
        Refused(Money.Of(1.25m));
        Refused(Named.Of("a"));
        Refused(Four.Of(5));
        Refused(Color.FromArgb(1, 2, 3));
        Refused(new System.Collections.Specialized.BitVector32(5));
    }

    [Fact]
    public void A_copy_has_it_all_the_same()
    {
        Copied(Money.Of(1.25m), m => m.Cents());
        Copied(Four.Of(5), f => f[3]);
        Copied(new System.Collections.Specialized.BitVector32(5), v => v.Data);
        foreach (var copy in Copies<Holds<Money?>>())
        {
            Assert.Equal(125, copy(new() { Value = Money.Of(1.25m) }).Value!.Value.Cents());
            Assert.Null(copy(new()).Value);
        }
        foreach (var copy in Copies<Holds<Named>>())
        {
            Assert.Throws<NotSupportedException>(() => copy(new() { Value = Named.Of("a") }));
            Assert.Equal(2, copy(new()).After);
        }
    }

    [Fact]
    public void Owners_that_compute_it_are_not()
    {
        foreach (var (_, back) in Ways<Owner>())
            Assert.Equal((Money.Of(1.25m).Cents(), "z"), (back(new Owner { Cents = 125, Last = "z" }).Total.Cents(), back(new Owner { Cents = 125, Last = "z" }).Last));
        foreach (var copy in Copies<Owner>())
            Assert.Equal((125L, "z"), (copy(new Owner { Cents = 125, Last = "z" }).Total.Cents(), copy(new Owner { Cents = 125, Last = "z" }).Last));
        // After what was computed it is refused again.
        foreach (var (name, back) in Ways<object[]>())
            if (name.StartsWith("Graph", StringComparison.Ordinal))
                Assert.Throws<NotSupportedException>(() => back([new Owner { Cents = 1 }, Money.Of(1)]));
        foreach (var (_, back) in Ways<KeyValuePair<Owner, Money>>())
            Assert.Throws<NotSupportedException>(() => back(new(new Owner { Cents = 1 }, Money.Of(1))));
    }

    [Fact]
    public void What_can_be_set_comes_back()
    {
        foreach (var (_, back) in Ways<(Made, SetsItself, Vector2, Range, Index, DateTimeOffset, Complex)>())
        {
            var value = (new Made(3), SetsItself.Of(4), new Vector2(1, 2), 1..^2, ^3, DateTimeOffset.UnixEpoch, new Complex(1, 2));
            Assert.Equal(value, back(value));
        }
        foreach (var (_, back) in Ways<Holds<Empty>>())
            Assert.Equal(2, back(new()).After);
        foreach (var (_, back) in Ways<Holds<CallsBack>>())
            Assert.Equal(7, back(new() { Value = CallsBack.Of(3) }).Value.State);
        // Json's own rule gives back less, and says so by what it writes.
        Assert.Equal("""{"Before":1,"Value":{"Amount":1.25},"After":2}""", Json.ToText(new Holds<Money> { Value = Money.Of(1.25m) }));
        var hidden = new CompactOptions { Convention = Convention.Plain.WithHiddenSetters(false) };
        Assert.Equal(0, Compact.Deserialize<Holds<Money>>(Compact.Serialize(new Holds<Money> { Value = Money.Of(1) }, hidden), hidden).Value.Cents());
    }
}
