using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// [JsonIgnore] of one direction in Compact: what it keeps from being written is read all the same, and the other way around.
/// </summary>
public class CompactIgnoreTests
{
    public class OneWay
    {
        public int Before { get; set; } = 1;
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] public string? Secret { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWriting)] public int Number { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public string? Shown { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenReading)] public int Count { get; set; }
        public int After { get; set; } = 2;
    }

    /// <summary>The same without the attributes: what there is to read, and what was written.</summary>
    public class BothWays
    {
        public int Before { get; set; }
        public string? Secret { get; set; }
        public int Number { get; set; }
        public string? Shown { get; set; }
        public int Count { get; set; }
        public int After { get; set; }
    }

    [Theory]
    [InlineData(ShapeTier.Emitted, References.None)]
    [InlineData(ShapeTier.Reflection, References.None)]
    [InlineData(ShapeTier.Emitted, References.Preserve)]
    [InlineData(ShapeTier.Reflection, References.Preserve)]
    public void Each_direction_alone(ShapeTier tier, References references)
    {
        var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier), References = references };
        var value = new OneWay { Before = 5, Secret = "s", Number = 6, Shown = "t", Count = 7, After = 8 };
        byte[] bytes = Compact.Serialize(value, options);
        // Neither comes back by itself: the one was not written, the other is not read.
        var back = Compact.Deserialize<OneWay>(bytes, options);
        Assert.Equal((5, null, 0, null, 0, 8), (back.Before, back.Secret, back.Number, back.Shown, back.Count, back.After));
        var written = Compact.Deserialize<BothWays>(bytes, options);
        Assert.Equal((5, null, 0, "t", 7, 8),
            (written.Before, written.Secret, written.Number, written.Shown, written.Count, written.After));
        var read = Compact.Deserialize<OneWay>(
            Compact.Serialize(new BothWays { Before = 5, Secret = "s", Number = 6, Shown = "t", Count = 7, After = 8 }, options), options);
        Assert.Equal((5, "s", 6, null, 0, 8), (read.Before, read.Secret, read.Number, read.Shown, read.Count, read.After));
    }
}
