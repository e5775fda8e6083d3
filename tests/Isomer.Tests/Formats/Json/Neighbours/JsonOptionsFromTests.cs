using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Options taken over from System.Text.Json: each of its properties set to something else, and equal text, or the error that names it.
/// </summary>
public class JsonOptionsFromTests
{
    public class Sample
    {
        public string? FirstName { get; set; } = "ä<";
        public int? Missing { get; set; }
        public int Zero { get; set; }
        public int Field = 5;
        public Dictionary<string, int> ByName { get; set; } = new() { ["SomeKey"] = 1 };
        public List<string> Filled { get; } = ["first"];
        public DateTime When { get; set; } = DateTime.UnixEpoch;
        public DayOfWeek Day { get; set; } = DayOfWeek.Friday;
        public Base? Held { get; set; } = new Derived { A = 1, B = 2 };
    }

    public class Base
    {
        public int A { get; set; }
    }

    public class Derived : Base
    {
        public int B { get; set; }
    }

    sealed class Shouting : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name.ToUpperInvariant() + "!";
    }

    sealed class OfMyOwn : ReferenceHandler
    {
        public override ReferenceResolver CreateResolver() => throw new NotSupportedException();
    }

    static readonly Dictionary<string, Action<JsonSerializerOptions>> Taken = new()
    {
        [nameof(JsonSerializerOptions.AllowTrailingCommas)] = o => o.AllowTrailingCommas = true,
        [nameof(JsonSerializerOptions.AllowDuplicateProperties)] = o => o.AllowDuplicateProperties = false,
        [nameof(JsonSerializerOptions.AllowOutOfOrderMetadataProperties)] = o => o.AllowOutOfOrderMetadataProperties = true,
        [nameof(JsonSerializerOptions.Converters)] = o => o.Converters.Add(new JsonStringEnumConverter(JsonNamingPolicy.KebabCaseUpper)),
        [nameof(JsonSerializerOptions.DefaultBufferSize)] = o => o.DefaultBufferSize = 100,
        [nameof(JsonSerializerOptions.DefaultIgnoreCondition)] = o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault,
        [nameof(JsonSerializerOptions.DictionaryKeyPolicy)] = o => o.DictionaryKeyPolicy = new Shouting(),
        [nameof(JsonSerializerOptions.Encoder)] = o => o.Encoder = JavaScriptEncoder.Create(System.Text.Unicode.UnicodeRanges.BasicLatin),
        [nameof(JsonSerializerOptions.IncludeFields)] = o => o.IncludeFields = true,
        [nameof(JsonSerializerOptions.IndentCharacter)] = o => (o.WriteIndented, o.IndentCharacter) = (true, '\t'),
        [nameof(JsonSerializerOptions.IndentSize)] = o => (o.WriteIndented, o.IndentSize) = (true, 3),
        [nameof(JsonSerializerOptions.NewLine)] = o => (o.WriteIndented, o.NewLine) = (true, "\r\n"),
        [nameof(JsonSerializerOptions.WriteIndented)] = o => o.WriteIndented = true,
        [nameof(JsonSerializerOptions.MaxDepth)] = o => o.MaxDepth = 5,
        [nameof(JsonSerializerOptions.NumberHandling)] =
            o => o.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString,
        [nameof(JsonSerializerOptions.PreferredObjectCreationHandling)] =
            o => o.PreferredObjectCreationHandling = JsonObjectCreationHandling.Populate,
        [nameof(JsonSerializerOptions.PropertyNameCaseInsensitive)] = o => o.PropertyNameCaseInsensitive = true,
        [nameof(JsonSerializerOptions.PropertyNamingPolicy)] = o => o.PropertyNamingPolicy = new Shouting(),
        [nameof(JsonSerializerOptions.ReadCommentHandling)] = o => o.ReadCommentHandling = JsonCommentHandling.Skip,
        [nameof(JsonSerializerOptions.ReferenceHandler)] = o => o.ReferenceHandler = ReferenceHandler.Preserve,
        [nameof(JsonSerializerOptions.UnmappedMemberHandling)] = o => o.UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
        [nameof(JsonSerializerOptions.IgnoreReadOnlyFields)] = o => (o.IncludeFields, o.IgnoreReadOnlyFields) = (true, true),
        [nameof(JsonSerializerOptions.IgnoreReadOnlyProperties)] = o => o.IgnoreReadOnlyProperties = true,
        [nameof(JsonSerializerOptions.RespectNullableAnnotations)] = o => o.RespectNullableAnnotations = true,
        [nameof(JsonSerializerOptions.RespectRequiredConstructorParameters)] = o => o.RespectRequiredConstructorParameters = true,
        [nameof(JsonSerializerOptions.TypeInfoResolver)] = o => o.TypeInfoResolver = new DefaultJsonTypeInfoResolver(),
    };

    static readonly Dictionary<string, Action<JsonSerializerOptions>> Refused = new()
    {
        [nameof(JsonSerializerOptions.ReferenceHandler)] = o => o.ReferenceHandler = new OfMyOwn(),
        [nameof(JsonSerializerOptions.UnknownTypeHandling)] = o => o.UnknownTypeHandling = JsonUnknownTypeHandling.JsonNode,
#pragma warning disable SYSLIB0020 // obsolete and heard there
        [nameof(JsonSerializerOptions.IgnoreNullValues)] = o => o.IgnoreNullValues = true,
#pragma warning restore SYSLIB0020
        [nameof(JsonSerializerOptions.DefaultIgnoreCondition)] = o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWriting,
        [nameof(JsonSerializerOptions.TypeInfoResolver)] =
            o => o.TypeInfoResolver = new DefaultJsonTypeInfoResolver { Modifiers = { static _ => { } } },
    };

    static readonly string[] Texts =
    [
        """{"FirstName":"b","Filled":["second"],"ByName":{"x":1}}""", """{"firstname":"b","FIRSTNAME!":"c"}""", """{"Zero":1,}""",
        """{"Zero":1,"Zero":2}""", """{/*a*/"Zero":1}""", """{"Other":1}""",
        """{"Zero":"7"}""", """{"Field":7}""", """{"Day":"FRIDAY","Held":{"B":1,"A":2}}""", """{"Day":5}""", """{"$id":"1","Zero":1}""",
        """{"Zero":1,"$id":"1"}""", """{"Held":{"A":[[[[[[1]]]]]]}}""",
    ];

    [Fact]
    public void Each_of_theirs_is_taken_or_named_in_the_error()
    {
        foreach (var property in typeof(JsonSerializerOptions).GetProperties().Where(static p => p.CanWrite || p.Name == "Converters"))
        {
            Assert.True(Taken.ContainsKey(property.Name) || Refused.ContainsKey(property.Name),
                $"{property.Name} is neither taken over nor refused by a test.");
        }
        foreach (var (name, change) in Refused)
        {
            var theirs = new JsonSerializerOptions();
            change(theirs);
            Assert.Contains(name, Assert.Throws<NotSupportedException>(() => JsonOptions.From(theirs)).Message, StringComparison.Ordinal);
        }
        // All that cannot be taken is named at once; of these two, theirs allow one.
        var together = Refused.Where(static r => r.Key != "IgnoreNullValues").ToList();
        var all = new JsonSerializerOptions();
        foreach (var (_, change) in together)
            change(all);
        string message = Assert.Throws<NotSupportedException>(() => JsonOptions.From(all)).Message;
        Assert.All(together, r => Assert.Contains(r.Key, message, StringComparison.Ordinal));
    }

    [Fact]
    public void Texts_are_equal_under_each()
    {
        foreach (var (name, change) in Taken.Append(new("none", static _ => { })).Append(new("web", null!)))
        {
            var theirs = new JsonSerializerOptions(change is null ? JsonSerializerDefaults.Web : JsonSerializerDefaults.General);
            change?.Invoke(theirs);
            foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
            {
                Assert.Equal((name, JsonSerializer.Serialize(new Sample(), theirs)), (name, Json.ToText(new Sample(), ours)));
                foreach (string text in Texts)
                {
                    string expected = Read(() => JsonSerializer.Deserialize<Sample>(text, theirs)),
                        read = Read(() => Json.FromText<Sample>(text, ours));
                    Assert.True(expected == read, $"{name}, {text}: {read} in place of {expected}");
                }
            }
        }
    }

    static string Read(Func<Sample?> read)
    {
        try
        {
            return JsonSerializer.Serialize(read(), JsonCheck.Stj);
        }
        catch (Exception e) when (e is JsonException or WireFormatException)
        {
            return "refused";
        }
    }

    /// <summary>As many policies as a program makes keep nothing of the models.</summary>
    [Fact]
    public void A_policy_of_ones_own_is_one_of_many()
    {
        for (int i = 0; i < 300; i++)
        {
            var policy = new Numbered(i);
            var options = new JsonOptions { NamingPolicy = policy };
            Assert.Equal($$"""{"A{{i}}":1}""", Json.ToText(new Base { A = 1 }, options));
            Assert.Equal(1, Json.FromText<Base>($$"""{"A{{i}}":1}""", options)!.A);
        }
        Assert.Equal("""{"A":1}""", Json.ToText(new Base { A = 1 }));
        Assert.Throws<ArgumentException>(() => Json.ToText(new Base(), JsonOptions.FastJson with { NamingPolicy = new Shouting() }));
    }

    sealed class Numbered(int number) : JsonNamingPolicy
    {
        public override string ConvertName(string name) => name + number.ToString(System.Globalization.CultureInfo.InvariantCulture);
    }
}
