using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>Subtypes whose form is no object of their own: collections, and what a surrogate carries.</summary>
public class CarriedSubtypeTests
{
    [Subtype(typeof(Money), "Money")]
    public class Asset
    {
        public int Id { get; set; }
    }

    public sealed class Money : Asset
    {
        public int Cents { get; set; }
    }

    public sealed class MoneyParts
    {
        public int C { get; set; }
    }

    public struct Point
    {
        public int X { get; set; }
    }

    sealed class AsText : Surrogate<Money, string>
    {
        public override string ToCarrier(Money value) => $"{value.Cents}";

        public override Money FromCarrier(string carrier) =>
            new() { Cents = int.Parse(carrier, System.Globalization.CultureInfo.InvariantCulture) };
    }

    sealed class AsParts : Surrogate<Money, MoneyParts>
    {
        public override MoneyParts ToCarrier(Money value) => new() { C = value.Cents };

        public override Money FromCarrier(MoneyParts carrier) => new() { Cents = carrier.C };
    }

    public static TheoryData<ShapeTier, References> Ways => new()
    {
        { ShapeTier.Auto, References.None }, { ShapeTier.Reflection, References.None },
        { ShapeTier.Auto, References.Preserve }, { ShapeTier.Reflection, References.Preserve },
    };

    /// <summary>The $type of what has no braces went to the next object, whatever that was.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void AScalarCannotSayItsType(ShapeTier tier, References references)
    {
        var options = new JsonOptions { Convention = Convention.Plain.WithSurrogate(new AsText()).WithTier(tier), References = references };
        Assert.Throws<NotSupportedException>(() => Json.ToText(new List<Asset> { new Money { Cents = 5 }, new Asset { Id = 2 } }, options));
        Assert.Equal("\"5\"", Json.ToText(new Money { Cents = 5 }, options));
        var compact = new CompactOptions { Convention = options.Convention, References = references };
        var back = Compact.Deserialize<List<Asset>>(
            Compact.Serialize(new List<Asset> { new Money { Cents = 5 }, new() { Id = 2 } }, compact), compact);
        Assert.Equal(5, Assert.IsType<Money>(back[0]).Cents);
        Assert.Equal(typeof(Asset), back[1].GetType());

        var guids = new JsonOptions
        { Convention = Convention.Plain.WithSubtype<object, Guid>("guid").WithTier(tier), References = references };
        Assert.Throws<NotSupportedException>(() => Json.ToText(new object[] { Guid.Empty, new Point() }, guids));
    }

    [Theory]
    [MemberData(nameof(Ways))]
    public void ACollectionSaysItsTypeOrIsRefused(ShapeTier tier, References references)
    {
        var options = new JsonOptions
        { Convention = Convention.Plain.WithSubtype<object, List<Asset>>("assets").WithTier(tier), References = references };
        object[] values = [new List<Asset> { new() { Id = 1 }, new Money { Id = 2 } }, new List<Asset>()];
        if (references == References.None)
        {
            Assert.Throws<NotSupportedException>(() => Json.ToText(values, options));
            return;
        }
        object[] back = Json.Deserialize<object[]>(Json.Serialize(values, options), options);
        var first = Assert.IsType<List<Asset>>(back[0]);
        Assert.Equal(typeof(Asset), first[0].GetType());
        Assert.IsType<Money>(first[1]);
        Assert.Empty(Assert.IsType<List<Asset>>(back[1]));
    }

    /// <summary>A value and its carrier are two objects: the reference to the one found no number, or the other.</summary>
    [Theory]
    [MemberData(nameof(Ways))]
    public void ACarriedSubtypeIsReferredTo(ShapeTier tier, References references)
    {
        var convention = Convention.Plain.WithSurrogate(new AsParts()).WithTier(tier);
        var money = new Money { Cents = 5 };
        Asset[] values = [money, money, new() { Id = 2 }];
        var json = new JsonOptions { Convention = convention, References = references };
        var compact = new CompactOptions { Convention = convention, References = references, Schema = CompactSchema.Embedded };
        var list = new List<Asset>(values);
        foreach (var back in new[] { Json.Deserialize<List<Asset>>(Json.Serialize(list, json), json),
            Compact.Deserialize<List<Asset>>(Compact.Serialize(list, compact), compact) })
        {
            Assert.Equal(5, Assert.IsType<Money>(back[1]).Cents);
            Assert.Equal(references == References.Preserve, ReferenceEquals(back[0], back[1]));
            Assert.Equal(2, back[2].Id);
        }
        var any = json with { Convention = convention.WithSubtype<object, Money>("money") };
        object[] objects = Json.Deserialize<object[]>(Json.Serialize(new object[] { money, money }, any), any);
        Assert.Equal(5, Assert.IsType<Money>(objects[0]).Cents);
        Assert.IsType<Money>(objects[1]);
    }
}
