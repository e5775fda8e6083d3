using System.Collections.ObjectModel;
using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// [JsonNumberHandling] on a collection class: of numbers that are its items, or behind object, and not of those in collections within it,
/// as System.Text.Json has it.
/// </summary>
public class JsonItemNumberTests
{
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Numbers : List<int>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Optional : Collection<decimal?>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Nested : List<IReadOnlyList<int?>>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Arrays : List<double[]>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Mapped : Dictionary<string, long>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Maps : List<Dictionary<string, int>>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Points : List<Point>;
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class OfNumbers : List<Numbers>;
    public record struct Point(int X);
    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)] public class Mixed : List<object>;
    [JsonNumberHandling(JsonNumberHandling.Strict)] public class StrictNumbers : List<int>;
    [JsonNumberHandling(JsonNumberHandling.Strict)] public class StrictMixed : Dictionary<string, object>;
    public class Behind
    {
        public Numbers? N { get; set; }
        public int I { get; set; }
        public Mapped? M { get; set; }
        public int J
        {
            get;
            set;
        }
    }
    public class Marked
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<object> X { get; set; } = [new Mapped { ["a"] = 1 }, 5, new Numbers { 6 }, 7, new Point(8),
        9]; public int Y { get; set; } = 3;
    }
    public class Within : List<object>;
    public class StrictBesides
    {
        [JsonNumberHandling(JsonNumberHandling.Strict)] public byte[]? Bytes { get; set; } = [1, 2];
        [JsonNumberHandling(JsonNumberHandling.Strict)] public string? Text { get; set; } = "x";
        [JsonNumberHandling(JsonNumberHandling.Strict)] public Behind? Class { get; set; } = new() { I = 3 };
    }
    public class QuotedBesides
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public byte[]? Bytes { get; set; }
    }

    /// <summary>On what holds no numbers, "strict" says what holds anyway, and all else is refused, as there.</summary>
    [Fact]
    public void Strict_may_stand_on_what_holds_no_numbers()
    {
        foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
        {
            var options = new JsonOptions { Convention = Convention.Plain.WithTier(tier) };
            string expected = JsonSerializer.Serialize(new StrictBesides());
            Assert.Equal(expected, Json.ToText(new StrictBesides(), options));
            Assert.Equal(expected, Json.ToText(Json.FromText<StrictBesides>(expected, options), options));
            Assert.Contains("[JsonNumberHandling]", Assert.Throws<NotSupportedException>(() => Json.ToText(new QuotedBesides(), options)).Message,
                StringComparison.Ordinal);
        }
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(new QuotedBesides()));
    }

    public static TheoryData<object> Values =>
    [
        new Numbers { 1, 2 }, new Optional { 1.5m, null }, new Nested { new int?[] { 1, null }, null! }, new Arrays { new[] { 1.5, 2 } },
        new Mapped { ["a"] = 5 },
        new Maps { new Dictionary<string, int> { ["a"] = 1 } }, new Points { new Point(3) },
        new OfNumbers { new Numbers { 4 }, new Numbers { 5 } },
        new Behind { N = [1, 2], I = 3, M = new Mapped { ["a"] = 4 }, J = 5 },
        new List<Behind> { new() { N = [1], I = 2 }, new() { N = [1], I = 2 } },
        new Dictionary<string, Mapped> { ["k"] = new() { ["a"] = 1 }, ["l"] = new() { ["b"] = 2 } },
    ];

    /// <summary>
    /// What stands behind a collection whose class says it, and one within another, which says it for both. What the original reads of such
    /// is its nodes, so that they are written alone.
    /// </summary>
    public static TheoryData<object> Around =>
    [
        new Marked(), new Mixed { new Mapped { ["a"] = 1 }, 5, new Numbers { 6 }, 7 },
        new Mixed { new StrictNumbers { 1 }, 2, new StrictMixed { ["a"] = 3, ["b"] = new Numbers { 4 }, ["c"] = 5 }, 6 },
        new StrictMixed { ["a"] = new Numbers { 1 }, ["b"] = 2, ["c"] = new Marked(), ["d"] = 3 },
        new Within { new Numbers { 1 }, 2, new Mixed { new Behind { N = [3], I = 4 }, 5 }, 6 },
        new Mixed { new object[] { 1, new Numbers { 2 }, 3 }, 4 },
    ];

    [Theory]
    [MemberData(nameof(Around))]
    public void Is_said_until_its_own_end(object value)
    {
        foreach (var handling in (JsonNumberHandling[])[JsonNumberHandling.Strict, JsonNumberHandling.WriteAsString])
        {
            string expected = JsonSerializer.Serialize(value, value.GetType(), new JsonSerializerOptions { NumberHandling = handling });
            foreach (var tier in (ShapeTier[])[ShapeTier.Emitted, ShapeTier.Reflection])
                Assert.Equal(expected,
                    Json.ToText(value, value.GetType(),
                        new JsonOptions
                        {
                            Numbers = (JsonNumbers)handling,
                            Convention = Convention.Plain.WithTier(tier).WithUnknownSubtypes(UnknownSubtypes.WriteAsBase)
                        }));
        }
    }

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
                foreach (string text in (string[])[expected, expected.Replace("\"1\"", "1", StringComparison.Ordinal),
                    System.Text.RegularExpressions.Regex.Replace(expected, @"(?<=[:\[,])(\d+)", "\"$1\"")])
                    Assert.Equal(Read(() => JsonSerializer.Deserialize(text, type, theirs)),
                        Read(() => Json.FromText(text, type, options)));
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
