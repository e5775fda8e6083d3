using System.Globalization;
using System.Runtime.Serialization.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Isomer.Measuring;
using Isomer.Tests.Corpus;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>What is written is valid under the schema of its type; what is not of the type is not.</summary>
public sealed class JsonSchemaTests
{
    /// <summary>The part of JSON Schema 2020-12 that our schemas use. Null if the value is valid, else where it is not.</summary>
    static string? Validate(JsonNode root, JsonNode schema, JsonNode? value, string at = "$")
    {
        var known = new HashSet<string>
            { "$schema", "$defs", "$ref", "title", "type", "properties", "required", "items", "additionalProperties", "anyOf", "minimum",
                "maximum", "maxLength", "pattern", "format", "contentEncoding" };
        foreach (var (word, rule) in schema.AsObject())
        {
            Assert.Contains(word, known);
            string? wrong = word switch
            {
                "$ref" => Validate(root, root["$defs"]![rule!.GetValue<string>()["#/$defs/".Length..]]!, value, at),
                "type" =>
                    (rule is JsonArray several ? several.Any(t => Is(t!.GetValue<string>(), value)) : Is(rule!.GetValue<string>(), value))
                        ? null
                        : $"{at} is not {rule.ToJsonString()}: {value?.ToJsonString() ?? "null"}",
                "properties" when value is JsonObject o =>
                    rule!.AsObject()
                        .Select(p => o.TryGetPropertyValue(p.Key, out var v) ? Validate(root, p.Value!, v, $"{at}.{p.Key}") : null)
                            .FirstOrDefault(e => e is not null),
                "required" when value is JsonObject o =>
                    rule!.AsArray().Select(n => n!.GetValue<string>()).FirstOrDefault(n => !o.ContainsKey(n)) is { } missing
                        ? $"{at} has no {missing}"
                        : null,
                "items" when value is JsonArray a =>
                    a.Select((v, i) => Validate(root, rule!, v, $"{at}[{i}]")).FirstOrDefault(e => e is not null),
                "additionalProperties" when value is JsonObject o =>
                    o.Select(p => Validate(root, rule!, p.Value, $"{at}.{p.Key}")).FirstOrDefault(e => e is not null),
                "anyOf" =>
                    rule!.AsArray().Select(s => Validate(root, s!, value, at)).ToArray() is var wrongs && wrongs.Contains(null)
                        ? null
                        : string.Join(" and ", wrongs),
                "minimum" when Number(value) is { } n => n >= Number(rule) ? null : $"{at} is too small",
                "maximum" when Number(value) is { } n => n <= Number(rule) ? null : $"{at} is too large",
                "maxLength" when value?.GetValueKind() == System.Text.Json.JsonValueKind.String =>
                    value.GetValue<string>().Length <= rule!.GetValue<int>() ? null : $"{at} is too long",
                "pattern" when value?.GetValueKind() == System.Text.Json.JsonValueKind.String =>
                    Regex.IsMatch(value.GetValue<string>(), rule!.GetValue<string>()) ? null : $"{at} does not match",
                _ => null,
            };
            if (wrong is not null)
                return wrong;
        }
        return null;
    }

    static decimal? Number(JsonNode? value) =>
        value?.GetValueKind() == System.Text.Json.JsonValueKind.Number
            && decimal.TryParse(value.ToJsonString(), NumberStyles.Float, CultureInfo.InvariantCulture, out decimal n) ? n : null;

    static bool Is(string type, JsonNode? value) => type switch
    {
        "null" => value is null,
        "object" => value is JsonObject,
        "array" => value is JsonArray,
        "string" => value?.GetValueKind() == System.Text.Json.JsonValueKind.String,
        "boolean" => value?.GetValueKind() is System.Text.Json.JsonValueKind.True or System.Text.Json.JsonValueKind.False,
        "integer" => value?.GetValueKind() == System.Text.Json.JsonValueKind.Number && !value.ToJsonString().AsSpan().ContainsAny(".eE"),
        "number" => value?.GetValueKind() == System.Text.Json.JsonValueKind.Number,
        _ => throw new ArgumentException(type),
    };

    public static TheoryData<Type> Types =>
    [
        typeof(Scalars), typeof(Nullables), typeof(Ordered), typeof(Level2), typeof(Names), typeof(Fields), typeof(Plain),
        typeof(PlainChild), typeof(InitRecord), typeof(RecordStruct), typeof(Outer), typeof(Gen<Level0>), typeof(Collections), typeof(Maps),
        typeof(NamedCollections), typeof(Defaults), typeof(Required), typeof(Holder), typeof(Other), typeof(Recursive),
        typeof(int), typeof(List<int?>), typeof(Dictionary<string, Pair>), typeof(DateTimeOffset), typeof(byte[]), typeof(object),
        typeof(Color), typeof(Pair?), typeof(Dictionary<int, DateTime>),
    ];

    [Theory]
    [MemberData(nameof(Types))]
    public void ContractJsonIsValid(Type type)
    {
        int written = 0;
        foreach (bool simple in new[] { false, true })
        {
            var options = new ContractJsonOptions
            {
                UseSimpleDictionaryFormat = simple,
                KnownTypes = [typeof(Level1), typeof(Level0), typeof(int[]), typeof(Color), typeof(List<string>),
                        typeof(Dictionary<string, int>), typeof(Pair), typeof(DateTimeOffset), typeof(Strange)]
            };
            var schema = JsonNode.Parse(ContractJson.GetSchema(type, options))!;
            for (int seed = 0; seed < 30; seed++)
            {
                try
                {
                    string text = ContractJson.ToText(new ContractValues(seed).Make(type), type, options).Replace("\\ud800", "x");
                    if (Regex.IsMatch(text, @"[:\[,]-?(NaN|INF)"))
                        continue;
                    Assert.Null(Validate(schema, schema, JsonNode.Parse(text)));
                    written++;
                }
                catch (NotSupportedException)
                {
                }
            }
        }
        Assert.InRange(written, 10, 60);
    }

    [Theory]
    [MemberData(nameof(Types))]
    public void JsonIsValid(Type type)
    {
        int written = 0;
        foreach (var options in new[] { JsonOptions.Default with { Numbers = JsonNumbers.NamedFloats },
            JsonOptions.Web with { EnumsAsNames = true, Numbers = JsonNumbers.NamedFloats | JsonNumbers.WriteAsString } })
        {
            JsonNode schema;
            try
            {
                schema = JsonNode.Parse(Json.GetSchema(type, options))!;
            }
            catch (NotSupportedException)
            {
                return;
            }
            for (int seed = 0; seed < 30; seed++)
            {
                try
                {
                    string text = Json.ToText(new ContractValues(seed).Make(type), type, options);
                    string? wrong = Validate(schema, schema, JsonNode.Parse(text));
                    Assert.True(wrong is null, wrong);
                    written++;
                }
                catch (NotSupportedException)
                {
                }
            }
        }
        Assert.InRange(written, 1, 60);
    }

    public record NamedDays(
        [property: System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter))]
        DayOfWeek Day,
        DayOfWeek Number, ByNameItself Always);

    [System.Text.Json.Serialization.JsonConverter(typeof(System.Text.Json.Serialization.JsonStringEnumConverter))]
    public enum ByNameItself { One }

    [Fact]
    public void EnumsThatAskForNamesAreStrings()
    {
        var schema = JsonNode.Parse(Json.GetSchema<NamedDays>())!;
        var value = JsonNode.Parse(Json.ToText(new NamedDays(DayOfWeek.Friday, DayOfWeek.Friday, ByNameItself.One)))!;
        Assert.Null(Validate(schema, schema, value));
        value["Number"] = "Friday";
        Assert.StartsWith("$.Number is not", Validate(schema, schema, value));
    }

    public sealed class Demanding
    {
        [JsonRequired]
        public string? Text { get; set; }
        [JsonRequired]
        public int Number { get; set; }
        [JsonRequired, JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        public int Left { get; set; }
        public required int? Word { get; set; }
    }

    /// <summary>
    /// A member that must be there at reading, and that the options leave out where it is null or at its default, is not always written.
    /// </summary>
    [Theory]
    [InlineData(JsonOmit.Never, "Text,Number,Word")]
    [InlineData(JsonOmit.WhenNull, "Number")]
    [InlineData(JsonOmit.WhenDefault, "")]
    public void RequiredIsWhatIsAlwaysWritten(JsonOmit omit, string required)
    {
        var options = JsonOptions.Default with { Omit = omit };
        var schema = JsonNode.Parse(Json.GetSchema<Demanding>(options))!;
        foreach (var value in new[] { new Demanding { Word = null }, new Demanding { Text = "a", Number = 1, Left = 2, Word = 3 } })
            Assert.Null(Validate(schema, schema, JsonNode.Parse(Json.ToText(value, options))));
        var definition = schema["$defs"]!["Demanding"]!;
        Assert.Equal(required, string.Join(",", definition["required"]?.AsArray().Select(n => n!.GetValue<string>()) ?? []));
    }

    [Fact]
    public void OrdersAreValidAndOthersAreNot()
    {
        var contract = JsonNode.Parse(ContractJson.GetSchema<Database>())!;
        var orders = JsonNode.Parse(ContractJson.Serialize(Northwind.Create(20)))!;
        Assert.Null(Validate(contract, contract, orders));
        orders["Orders"]![3]!["OrderID"] = "x";
        Assert.StartsWith("$.Orders[3].OrderID is not \"integer\": \"x\"", Validate(contract, contract, orders));
        orders["Orders"]![3]!["OrderID"] = 3_000_000_000;
        Assert.StartsWith("$.Orders[3].OrderID is too large", Validate(contract, contract, orders));
        orders["Orders"]![3]!["OrderID"] = 3;
        orders["Orders"]![4]!["OrderDate"] = "2020-01-02";
        Assert.StartsWith("$.Orders[4].OrderDate does not match", Validate(contract, contract, orders));

        var plain = JsonNode.Parse(Json.GetSchema<Database>())!;
        Assert.Null(Validate(plain, plain, JsonNode.Parse(Json.Serialize(Northwind.Create(20)))));
        Assert.NotNull(Validate(plain, plain, JsonNode.Parse("{\"Orders\":[{\"OrderID\":null}]}")));
    }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    public enum ByName { First, Second }

    /// <summary>Where the enum itself asks for names, whatever the options say.</summary>
    [Fact]
    public void AnEnumThatAsksForNamesIsValid()
    {
        var schema = JsonNode.Parse(Json.GetSchema<List<ByName>>())!;
        Assert.Null(Validate(schema, schema, JsonNode.Parse(Json.Serialize(new List<ByName> { ByName.Second, (ByName)7 }))));
    }

    /// <summary>A schema that says an array where an object with $values is written would be a false one.</summary>
    [Fact]
    public void WhatReferencesMakeOfTheFormIsNotClaimed()
    {
        foreach (var options in (JsonOptions[])[JsonOptions.Graph, JsonOptions.FastJson,
            new JsonOptions { References = References.Preserve }])
            Assert.Contains("References.Preserve", Assert.Throws<NotSupportedException>(() => Json.GetSchema<List<int>>(options)).Message,
                StringComparison.Ordinal);
    }
}
