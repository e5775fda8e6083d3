using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Members that are written and never read ([JsonIgnore(Condition = WhenReading)]): copies leave them out, and what they hold may be
/// referred to again.
/// </summary>
public class PassedOverTests
{
    public class Item
    {
        public int A { get; set; }
    }

    public class Holder
    {
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public Item? First { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public string? Text { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public List<Item?>? Items { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public Uri? Address { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public object? Any { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int[]? Numbers { get; set; }
        public Item? Second { get; set; }
        public List<Item?>? Again { get; set; }
        public int Last { get; set; }
    }

    static Holder Value(bool filled)
    {
        var item = new Item { A = 3 };
        return filled
            ? new()
            {
                First = item,
                Text = "t",
                Items = [item, null, new() { A = 4 }],
                Address = new("http://a/b"),
                Any = item,
                Numbers = [1],
                Second = item,
                Again = [item],
                Last = 5
            }
            : new() { Second = item, Last = 6 };
    }

    [Theory]
    [InlineData(ShapeTier.Emitted)]
    [InlineData(ShapeTier.Reflection)]
    [InlineData(ShapeTier.Promoted)]
    public void What_they_hold_is_passed_over_and_may_be_referred_to(ShapeTier tier)
    {
        var convention = Convention.Plain.WithTier(tier).WithSubtype<object, Item>("item");
        foreach (bool filled in new[] { true, false })
        {
            Check(DeepCopy.Of(Value(filled), convention), filled);
            var graph = JsonOptions.Graph with { Convention = convention };
            Check(Json.FromText<Holder>(Json.ToText(Value(filled), graph), graph), filled);
            foreach (var references in new[] { References.None, References.Preserve })
            {
                var compact = CompactOptions.Default with { Convention = convention, References = references };
                Check(Compact.Deserialize<Holder>(Compact.Serialize(Value(filled), compact), compact), filled,
                    shares: references == References.Preserve);
            }
        }
    }

    static void Check(Holder read, bool filled, bool shares = true)
    {
        Assert.Equal((null, null, null, null, null, null), (read.First, read.Text, read.Items, read.Address, read.Any, read.Numbers));
        Assert.Equal((3, filled ? 5 : 6), (read.Second!.A, read.Last));
        if (filled && shares)
            Assert.Same(read.Second, Assert.Single(read.Again!));
    }
}
