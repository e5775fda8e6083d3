using System.Text.Json.Serialization;
using Isomer.Conventions;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>One object never has two members of one name: the first would be lost at reading.</summary>
public class NameClashTests
{
    public sealed class Open
    {
        public int Id { get; set; }

        [JsonExtensionData]
        public Dictionary<string, object?> More { get; set; } = [];
    }

    static JsonOptions[] Tiers(JsonOptions options) =>
        [options, options with { Convention = Convention.Plain.WithTier(ShapeTier.Reflection) }];

    [Fact]
    public void AnExtensionIsNoMember()
    {
        foreach (var tier in Tiers(new()))
        {
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Open { Id = 1, More = { ["Id"] = 2 } }, tier));
            Assert.Equal("""{"Id":1,"id":2,"More":3}""", Json.ToText(new Open { Id = 1, More = { ["id"] = 2, ["More"] = 3 } }, tier));
        }
        foreach (var tier in Tiers(new() { Naming = JsonNaming.Camel }))
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Open { More = { ["id"] = 2 } }, tier));
    }

    [Fact]
    public void RenamedKeysStayApart()
    {
        foreach (var tier in Tiers(new() { KeyNaming = JsonNaming.Camel }))
        {
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Dictionary<string, int> { ["Ab"] = 1, ["ab"] = 2 }, tier));
            var nested = new Dictionary<string, Dictionary<string, int>>
            { ["A"] = new() { ["A"] = 1, ["B"] = 2 }, ["B"] = new() { ["A"] = 3 }, ["C"] = [] };
            Assert.Equal("""{"a":{"a":1,"b":2},"b":{"a":3},"c":{}}""", Json.ToText(nested, tier));
        }
    }
}
