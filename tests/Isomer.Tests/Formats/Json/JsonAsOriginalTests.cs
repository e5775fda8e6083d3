using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What longer random runs against System.Text.Json found to differ once, each by itself.</summary>
public class JsonAsOriginalTests
{
    static readonly JsonSerializerOptions Preserve = new() { ReferenceHandler = ReferenceHandler.Preserve };

    static string Refused(Func<string?> work)
    {
        try
        {
            return work() ?? "null";
        }
        catch (Exception e) when (e is JsonException or WireFormatException or NotSupportedException or InvalidOperationException
            or ArgumentException)
        {
            return "refused";
        }
    }

    /// <summary>Neither is written as a key, so what stands there is an identity in the wrong place.</summary>
    [Theory]
    [InlineData("""{"$id":"1","a":"b","$id":null}""")]
    [InlineData("""{"$id":"1","a":"b","$id":"2"}""")]
    [InlineData("""{"$id":"1","a":"b","$ref":null}""")]
    [InlineData("""{"a":"b","$id":null}""")]
    [InlineData("""{"a":"b","\u0024id":null}""")]
    [InlineData("""{"a":"b","$\u0072ef":"1"}""")]
    [InlineData("""{"$id":"1","a":"b","id":null}""")]
    [InlineData("""{"$id":"1","a\u0024id":"b"}""")]
    public void An_identity_is_no_key_of_a_dictionary(string text)
    {
        foreach (bool anywhere in (bool[])[false, true])
        {
            var theirs = new JsonSerializerOptions(Preserve) { AllowOutOfOrderMetadataProperties = anywhere };
            var ours = new JsonOptions { References = References.Preserve, TypeAnywhere = anywhere };
            foreach (var options in JsonCheck.Tiers(ours))
            {
                Assert.Equal(Refused(() => JsonSerializer.Serialize(JsonSerializer.Deserialize<Dictionary<string, string?>>(text, theirs))),
                    Refused(() => JsonSerializer.Serialize(Json.FromText<Dictionary<string, string?>>(text, options))));
                Assert.Equal(
                    Refused(() => JsonSerializer.Serialize(JsonSerializer.Deserialize<Dictionary<string, object?>>(text, theirs)!.Count)),
                    Refused(() => JsonSerializer.Serialize(Json.FromText<Dictionary<string, object?>>(text, options)!.Count)));
            }
            // Without identities they are names like any other.
            Assert.Equal(JsonSerializer.Serialize(JsonSerializer.Deserialize<Dictionary<string, string?>>(text)),
                JsonSerializer.Serialize(Json.FromText<Dictionary<string, string?>>(text)));
        }
    }

    public class Objects
    {
        public object? A { get; set; }
        public object? B { get; set; }
        public List<object>? L { get; set; }
        [JsonExtensionData]
        public Dictionary<string, object>? Rest { get; set; }
    }

    [Fact]
    public void A_plain_object_has_no_identity()
    {
        object plain = new();
        foreach (var options in JsonCheck.Tiers(new JsonOptions { References = References.Preserve }))
            foreach (var value in (Objects[])[new() { A = plain, B = plain }, new() { L = [plain, new object(), plain] },
                new() { A = plain, Rest = new() { ["x"] = plain, ["y"] = new object() } }])
                Assert.Equal(JsonSerializer.Serialize(value, Preserve), Json.ToText(value, options));
        Assert.Equal(JsonSerializer.Serialize(new Objects { A = plain, B = plain }), Json.ToText(new Objects { A = plain, B = plain }));
    }

    [JsonNumberHandling(JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString)]
    public class Quoted { public int A { get; set; } [JsonExtensionData] public Dictionary<string, object>? Rest { get; set; } }

    [JsonNumberHandling(JsonNumberHandling.AllowNamedFloatingPointLiterals)]
    public class Named { public double A { get; set; } [JsonExtensionData] public Dictionary<string, object>? Rest { get; set; } }

    public class BesideQuoted
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public int A { get; set; }
        [JsonExtensionData]
        public Dictionary<string, object>? Rest { get; set; }
    }

    [Fact]
    public void Numbers_of_extension_data_are_written_as_their_type_says()
    {
        foreach (var options in JsonCheck.Tiers(JsonOptions.Default))
        {
            Check(new Quoted
            {
                A = 1,
                Rest = new()
                {
                    ["b"] = 2,
                    ["c"] = 1.5,
                    ["d"] = double.NegativeInfinity,
                    ["e"] = "f",
                    ["g"] = new List<int> { 1 },
                    ["h"] = true,
                    ["i"] = new Named { A = 5 },
                    ["j"] = 3m
                }
            });
            Check(new Named { A = double.NaN, Rest = new() { ["b"] = 2, ["d"] = double.PositiveInfinity } });
            Check(new BesideQuoted { A = 1, Rest = new() { ["b"] = 2, ["c"] = new List<int> { 3 } } });
            Assert.Equal(Refused(() => JsonSerializer.Serialize(new BesideQuoted { Rest = new() { ["b"] = double.NaN } })),
                Refused(() => Json.ToText(new BesideQuoted { Rest = new() { ["b"] = double.NaN } }, options)));
            Check(new List<Quoted> { new() { Rest = new() { ["b"] = 2 } }, new() { A = 1 } });

            void Check<T>(T value) => Assert.Equal(JsonSerializer.Serialize(value), Json.ToText(value, options));
        }
    }

#pragma warning disable IDE1006, SA1300 // names that differ by case only are the point
    public class ByCase { public int Name { get; set; } public int name { get; set; } }
    public class ByCaseInFields { public int Value; public int VALUE { get; set; } }
#pragma warning restore IDE1006, SA1300

    [Theory]
    [InlineData("""{"Name":1,"name":2,"NAME":3}""")]
    [InlineData("""{"name":2}""")]
    [InlineData("""{"Value":1,"VALUE":2,"value":3}""")]
    public void Names_that_differ_by_case_only(string text)
    {
        foreach (bool ignores in (bool[])[false, true])
            foreach (bool camel in (bool[])[false, true])
            {
                var theirs = new JsonSerializerOptions
                {
                    IncludeFields = true,
                    PropertyNameCaseInsensitive = ignores,
                    PropertyNamingPolicy = camel ? JsonNamingPolicy.CamelCase : null
                };
                foreach (var options in JsonCheck.Tiers(
                    new JsonOptions { IgnoreCase = ignores, Naming = camel ? JsonNaming.Camel : JsonNaming.AsDeclared }))
                {
                    CheckByCase<ByCase>(text, theirs, options);
                    CheckByCase<ByCaseInFields>(text, theirs, options);
                }
            }
    }

    static void CheckByCase<T>(string text, JsonSerializerOptions theirs, JsonOptions ours) where T : new()
    {
        Assert.Equal(Refused(() => JsonSerializer.Serialize(new T(), theirs)), Refused(() => Json.ToText(new T(), ours)));
        Assert.Equal(Refused(() => JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, theirs), theirs)),
            Refused(() => JsonSerializer.Serialize(Json.FromText<T>(text, ours), theirs)));
    }

    public class OnBytes { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public byte[]? B { get; set; } }
    public class OnText { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public string? B { get; set; } }
    public class OnTruth { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public bool B { get; set; } }
    public class OnObjects { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public List<Named>? B { get; set; } }
    public class OnAny { [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public object? B { get; set; } }
    public class OnNumbers
    {
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public List<int?>? B { get; set; }
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
        public Half H { get; set; }
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public Int128? I { get; set; }
    }

    [Fact]
    public void Number_handling_stands_on_numbers_only()
    {
        foreach (var options in JsonCheck.Tiers(JsonOptions.Default))
            foreach (object value in (object[])[new OnBytes(), new OnText(), new OnTruth(), new OnObjects(), new OnAny { B = 5 },
                new OnNumbers { B = [1, null], H = (Half)2, I = 3 }])
                Assert.Equal(Refused(() => JsonSerializer.Serialize(value)), Refused(() => Json.ToText(value, value.GetType(), options)));
        Assert.Contains("[JsonNumberHandling]", Assert.Throws<NotSupportedException>(() => Json.ToText(new OnBytes())).Message,
            StringComparison.Ordinal);
        // Of a type of which there is no object nothing is asked (docs/json.md).
        Assert.Equal("[]", Json.ToText(new List<OnBytes>()));
        Assert.Throws<InvalidOperationException>(() => JsonSerializer.Serialize(new List<OnBytes>()));
        Assert.Throws<NotSupportedException>(() => Json.ToText(new List<OnBytes> { new() }));
    }
}
