using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>[JsonNumberHandling] on a collection class: of numbers that are its items, or behind object, and not of those in collections within it, as System.Text.Json has it.</summary>
public class JsonItemNumberTests
{
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Numbers : List<int>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Optional : Collection<decimal?>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Nested : List<IReadOnlyList<int?>>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Arrays : List<double[]>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Mapped : Dictionary<string, long>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Maps : List<Dictionary<string, int>>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Points : List<Point>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class OfNumbers : List<Numbers>;
    public record struct Point(int X);

    public static TheoryData<object> Values =>
    [
        new Numbers { 1, 2 }, new Optional { 1.5m, null }, new Nested { new int?[] { 1, null }, null! }, new Arrays { new[] { 1.5, 2 } }, new Mapped { ["a"] = 5 },
        new Maps { new Dictionary<string, int> { ["a"] = 1 } }, new Points { new Point(3) }, new OfNumbers { new Numbers { 4 } },
    ];

    [Theory]
    [MemberData(nameof(Values))]
    public void Says_what_it_says_there(object value)
    {
        var type = value.GetType();
        foreach (var handling in (JsonNumberHandling[])[JsonNumberHandling.Strict, JsonNumberHandling.WriteAsString])
        {
            var theirs = new JsonSerializerOptions { NumberHandling = handling };
            string expected = JsonSerializer.Serialize(value, type, theirs);
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
            {
                var options = new JsonOptions { Numbers = (JsonNumbers)handling, Convention = Convention.Plain.WithTier(tier) };
                Assert.Equal(expected, Json.ToText(value, type, options));
                foreach (string text in (string[])[expected, expected.Replace("\"1\"", "1", StringComparison.Ordinal), System.Text.RegularExpressions.Regex.Replace(expected, @"(?<=[:\[,])(\d+)", "\"$1\"")])
                    Assert.Equal(Read(() => JsonSerializer.Deserialize(text, type, theirs)), Read(() => Json.FromText(text, type, options)));
            }
        }

        string Read(Func<object?> read)
        {
            try
            {
                return JsonSerializer.Serialize(read(), type);
            }
            catch (Exception e) when (e is JsonException or WireFormatException)
            {
                return "refused";
            }
        }
    }
}
