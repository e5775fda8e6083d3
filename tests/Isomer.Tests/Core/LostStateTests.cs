using System.Runtime.CompilerServices;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>What no member brings back is refused in formats that give back all that they took: before, it came back empty without a word.</summary>
public class LostStateTests
{
    public class Holder<T>
    {
        public T? Value { get; set; }
    }

    public readonly struct Money(long cents)
    {
        readonly long _cents = cents;
        public decimal Amount => _cents / 100m;
    }

    public class Account
    {
        readonly Dictionary<string, long> _entries = [];
        public long Balance => _entries.Values.Sum();
        public void Add(string what, long amount) => _entries[what] = amount;
    }

    [InlineArray(3)]
    public struct Buffer
    {
        int _first;
        public void Set(int value) => _first = value;
    }

    /// <summary>Nothing is lost of these: marks, computed members over no state, what keeps threads apart, what a constructor or a collection takes.</summary>
    public class Mark
    {
        readonly Lock _gate = new();
        readonly object _old = new();
        public event EventHandler? Changed;
        public string Kind => "mark";
        public void Change()
        {
            lock (_old)
                lock (_gate)
                    Changed?.Invoke(this, EventArgs.Empty);
        }
    }

    public readonly struct Price(long cents)
    {
        readonly long _cents = cents;
        public long Cents => _cents;
    }

    public class Included
    {
        long _cents;
        public decimal Amount => _cents / 100m;
        [JsonInclude]
        long Cents { get => _cents; set => _cents = value; }
        public static Included Of(long cents) => new() { Cents = cents };
    }

    public class Listed
    {
        readonly List<int> _items = [];
        public List<int> Items => _items;
    }

    public static TheoryData<ShapeTier> Tiers => [ShapeTier.Emitted, ShapeTier.Reflection];

    [Theory, MemberData(nameof(Tiers))]
    public void What_would_come_back_empty_is_refused(ShapeTier tier)
    {
        var account = new Account();
        account.Add("x", 5);
        Refused(new Holder<Money> { Value = new Money(5) }, "_cents", tier);
        Refused(new Holder<Account> { Value = account }, "_entries", tier);
        Refused(new Holder<Buffer>(), "_first", tier);
        Refused(new Holder<System.Collections.Specialized.BitVector32> { Value = new(5) }, "_data", tier);
        Refused(new Holder<System.Text.RegularExpressions.Regex> { Value = new("a+") }, "", tier);
        // In Json it is as in System.Text.Json.
        Assert.Equal("""{"Value":{"Amount":0.05}}""", Json.ToText(new Holder<Money> { Value = new Money(5) }, new JsonOptions { Convention = Convention.Plain.WithTier(tier) }));
        var lossy = new CompactOptions { Convention = Convention.Plain.WithTier(tier).WithHiddenSetters(false) };
        Assert.NotNull(Compact.Deserialize<Holder<Money>>(Compact.Serialize(new Holder<Money> { Value = new Money(5) }, lossy), lossy));
    }

    [Theory, MemberData(nameof(Tiers))]
    public void What_loses_nothing_is_not(ShapeTier tier)
    {
        var convention = Convention.Plain.WithTier(tier);
        var listed = new Listed();
        listed.Items.Add(5);
        Assert.Equal([5], DeepCopy.Of(listed, convention).Items);
        Assert.NotNull(DeepCopy.Of(new Holder<Mark> { Value = new Mark() }, convention).Value);
        Assert.Equal(0.05m, DeepCopy.Of(new Holder<Included> { Value = Included.Of(5) }, convention).Value!.Amount);
        Assert.Equal(5, DeepCopy.Of(new Holder<Price> { Value = new Price(5) }, convention).Value.Cents);
    }

    static void Refused<T>(T value, string field, ShapeTier tier)
    {
        var convention = Convention.Plain.WithTier(tier);
        foreach (Action way in (Action[])[
            () => DeepCopy.Of(value, convention),
            () => Compact.Serialize(value, new CompactOptions { Convention = convention }),
            () => Json.Serialize(value, JsonOptions.Graph with { Convention = convention })])
        {
            string message = Assert.Throws<NotSupportedException>(way).Message;
            Assert.Contains("Register a Surrogate", message, StringComparison.Ordinal);
            Assert.Contains($"'{field}", message, StringComparison.Ordinal);
        }
    }
}
