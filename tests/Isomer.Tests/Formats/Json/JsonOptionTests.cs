using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Every option against its equivalent in System.Text.Json.</summary>
public class JsonOptionTests
{
    [Flags]
    public enum Access { None, Read = 1, Write = 2, Both = 3, Execute = 8 }

    public enum Named { [JsonStringEnumMemberName("first one")] First, Second }

    [JsonConverter(typeof(JsonStringEnumConverter))]
    public enum ByName { Alpha, Beta }

    public record MembersByName(
        [property: JsonConverter(typeof(JsonStringEnumConverter))] Access Access,
        [property: JsonConverter(typeof(JsonStringEnumConverter<Named>))] Named? Named,
        Access Number)
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public Access? Field;

        [JsonPropertyName("other"), JsonConverter(typeof(JsonStringEnumConverter<Access>))]
        public Access Other { get; init; }
    }

    public class Sample
    {
        public int FirstName { get; set; } = 1;
        public string? URLValue { get; set; }
        public string HTTPServer2Go = "s";
        public int? Nothing { get; set; }
        public double Zero { get; set; }
        public Guid EmptyId { get; set; }
        public Access Access { get; set; } = Access.Read | Access.Execute;
        public Named Named { get; set; }
        public ByName ByName { get; set; } = ByName.Beta;
        public List<int> EmptyList { get; set; } = [];
        public List<Sample>? Children { get; set; }
        public Dictionary<string, int> MapKeys { get; set; } = new() { ["SomeKey"] = 1, ["other_key"] = 2 };
        [JsonPropertyName("AsGiven")] public int Given { get; set; }
        public DateTime? When { get; set; } = new DateTime(2020, 1, 2);
    }

    static Sample Tree() =>
        new() { Children = [new Sample { URLValue = "u", Zero = 1 }, null!, new Sample { EmptyList = [1, 2], MapKeys = [] }] };

    [Theory]
    [InlineData(JsonNaming.Camel)]
    [InlineData(JsonNaming.SnakeLower)]
    [InlineData(JsonNaming.SnakeUpper)]
    [InlineData(JsonNaming.KebabLower)]
    [InlineData(JsonNaming.KebabUpper)]
    public void Naming(JsonNaming naming)
    {
        var policy = naming switch
        {
            JsonNaming.Camel => JsonNamingPolicy.CamelCase,
            JsonNaming.SnakeLower => JsonNamingPolicy.SnakeCaseLower,
            JsonNaming.SnakeUpper => JsonNamingPolicy.SnakeCaseUpper,
            JsonNaming.KebabLower => JsonNamingPolicy.KebabCaseLower,
            _ => JsonNamingPolicy.KebabCaseUpper
        };
        JsonCheck.Same(Tree(), new JsonOptions { Naming = naming }, JsonCheck.StjWith(o => o.PropertyNamingPolicy = policy));
        JsonCheck.SameText(Tree(), new JsonOptions { Naming = naming, KeyNaming = naming },
            JsonCheck.StjWith(o => (o.PropertyNamingPolicy, o.DictionaryKeyPolicy) = (policy, policy)));
    }

    [Fact]
    public void Omission()
    {
        JsonCheck.Same(Tree(), new JsonOptions { Omit = JsonOmit.WhenNull },
            JsonCheck.StjWith(o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull));
        JsonCheck.SameText(Tree(), new JsonOptions { Omit = JsonOmit.WhenDefault },
            JsonCheck.StjWith(o => o.DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingDefault));
        JsonCheck.SameText(new Sample { FirstName = 0, HTTPServer2Go = null! },
            new JsonOptions { Omit = JsonOmit.WhenDefault, Indented = true },
            JsonCheck.StjWith(o => (o.DefaultIgnoreCondition, o.WriteIndented) = (JsonIgnoreCondition.WhenWritingDefault, true)));
    }

    [Fact]
    public void EnumsByName()
    {
        var theirs = JsonCheck.StjWith(o => o.Converters.Add(new JsonStringEnumConverter()));
        var ours = new JsonOptions { EnumsAsNames = true };
        JsonCheck.Same(Tree(), ours, theirs);
        foreach (int value in Enumerable.Range(-2, 20))
            JsonCheck.Same((Access)value, ours, theirs);
        foreach (string text in new[] { "\"Read, Write\"", "\"read\"", "\"3\"", "3", "\"Execute,Read\"", "\"-1\"" })
            JsonCheck.SameReading<Access>(text, ours, theirs);
        JsonCheck.SameReading<Named>("\"first one\"", ours, theirs);
        JsonCheck.SameRefusal<Access>("\"nope\"", ours, theirs);
        JsonCheck.SameRefusal<Access>("\"Read\"");
    }

    /// <summary>The converter of names on a member, the most usual place for it, counts there alone.</summary>
    [Fact]
    public void EnumsByNameOfAMember()
    {
        JsonCheck.Same(
            new MembersByName(Access.Both, Named.First, Access.Both) { Field = Access.Read | Access.Execute, Other = (Access)99 });
        JsonCheck.Same(new MembersByName(Access.None, null, Access.Write));
        JsonCheck.SameReading<MembersByName>("""{"Access":"read, execute","Named":"first one","Number":2,"Field":3,"other":"Write"}""");
        JsonCheck.SameRefusal<MembersByName>("""{"Number":"Read"}""");
        JsonCheck.SameRefusal<MembersByName>("""{"Access":"nope"}""");

        var value = new MembersByName(Access.Both, Named.Second, Access.Read) { Field = Access.Write };
        Assert.Equal(value, Compact.Deserialize<MembersByName>(Compact.Serialize(value)));
        Assert.Equal(Access.Both, Compact.Deserialize<AccessNumber>(Compact.Serialize(value)).Access);
    }

    record AccessNumber(Access Access);

    [Theory]
    [InlineData(2, ' ', "\n")]
    [InlineData(4, ' ', "\r\n")]
    [InlineData(1, '\t', "\n")]
    [InlineData(0, ' ', "\n")]
    public void Indentation(int size, char character, string newLine)
    {
        var ours = new JsonOptions { Indented = true, IndentSize = size, IndentCharacter = character, NewLine = newLine };
        var theirs =
            JsonCheck.StjWith(o => (o.WriteIndented, o.IndentSize, o.IndentCharacter, o.NewLine) = (true, size, character, newLine));
        JsonCheck.Same(Tree(), ours, theirs);
        JsonCheck.Same(new List<int[]> { new int[0], new[] { 1 } }, ours, theirs);
        JsonCheck.Same(new Dictionary<int, Dictionary<string, int>> { [1] = [], [2] = new() { ["a"] = 1 } }, ours, theirs);
        JsonCheck.Same(5, ours, theirs);
        JsonCheck.SameText(new Dictionary<string, object?> { ["a"] = new object[] { 1, new { B = 2 } }, ["e"] = new object() }, ours,
            theirs);
    }

    [Fact]
    public void NumbersInStrings()
    {
        var value = new { I = 1, L = -2L, D = 1.5, M = 2.50m, N = (int?)3, A = new[] { 1, 2 }, F = 0.1f, E = Access.Read, U = 5UL };
        JsonCheck.SameText(value, new JsonOptions { Numbers = JsonNumbers.WriteAsString },
            JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.WriteAsString));
        var reads = JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.AllowReadingFromString);
        var ours = new JsonOptions { Numbers = JsonNumbers.ReadFromString };
        JsonCheck.SameReading<int[]>("""["1",2,"-3"]""", ours, reads);
        JsonCheck.SameReading<double[]>("""["1.5",2,"-3e5"]""", ours, reads);
        JsonCheck.SameReading<decimal?[]>("""["1.50",2,null]""", ours, reads);
        JsonCheck.SameReading<Sample>("""{"FirstName":"12","Zero":"0.5"}""", ours, reads);
        foreach (string bad in new[] { "\"\"", "\" 1\"", "\"1 \"", "\"x\"", "\"1.5\"", "\"+-1\"", "\"+\"" })
            JsonCheck.SameRefusal<int>(bad, ours, reads);
        JsonCheck.SameReading<int>("\"+1\"", ours, reads);
        JsonCheck.SameRefusal<int>("\"1\"");
    }

    [Fact]
    public void NamedFloats()
    {
        var theirs = JsonCheck.StjWith(o => o.NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals);
        var ours = new JsonOptions { Numbers = JsonNumbers.NamedFloats };
        JsonCheck.Same(new[] { double.NaN, double.PositiveInfinity, double.NegativeInfinity, 1.5 }, ours, theirs);
        JsonCheck.Same(new[] { float.NaN, float.PositiveInfinity, float.NegativeInfinity, 1.5f }, ours, theirs);
        JsonCheck.Same(new Half?[] { Half.NaN, Half.PositiveInfinity, null }, ours, theirs);
        Assert.Throws<NotSupportedException>(() => Json.Serialize(double.NaN));
        JsonCheck.SameRefusal<double>("\"NaN\"");
        JsonCheck.SameRefusal<double>("NaN", ours, theirs);
    }

    [Fact]
    public void Case()
    {
        var ours = new JsonOptions { IgnoreCase = true };
        var theirs = JsonCheck.StjWith(o => o.PropertyNameCaseInsensitive = true);
        JsonCheck.SameReading<Sample>("""{"firstname":5,"FIRSTNAME":6,"uRLvALUE":"x","asgiven":3}""", ours, theirs);
        JsonCheck.SameReading<Sample>("""{"firstname":5}""");
        JsonCheck.Same(Tree(), JsonOptions.Web, JsonCheck.StjWith(o =>
        {
            o.PropertyNamingPolicy = JsonNamingPolicy.CamelCase;
            o.PropertyNameCaseInsensitive = true;
            o.NumberHandling = JsonNumberHandling.AllowReadingFromString;
        }));
    }

    [Fact]
    public void CommentsCommasAndQuotes()
    {
        string text = "/* a */ { // b\n \"FirstName\": /* c */ 5, \"EmptyList\":[1,/*d*/2,], \"MapKeys\":{\"a\":1,}, \"x\":[{},{\"q\":1,},], } // end";
        var ours = new JsonOptions { Leniency = JsonLeniency.Comments | JsonLeniency.TrailingCommas };
        var theirs = JsonCheck.StjWith(o => (o.ReadCommentHandling, o.AllowTrailingCommas) = (JsonCommentHandling.Skip, true));
        JsonCheck.SameReading<Sample>(text, ours, theirs);
        JsonCheck.SameRefusal<Sample>(text);
        JsonCheck.SameRefusal<int[]>("[1,,2]", ours, theirs);
        JsonCheck.SameRefusal<int[]>("[,]", ours, theirs);
        JsonCheck.SameRefusal<int[]>("[1 /* open", ours, theirs);
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Leniency = JsonLeniency.SingleQuotes }))
        {
            var back = Json.FromText<Sample>(
                """{'URLValue':'it\'s "x" \u0041',"HTTPServer2Go":"it's",'MapKeys':{'a b':5}, 'zz':'skipped\''}""", options);
            Assert.Equal("it's \"x\" A", back.URLValue);
            Assert.Equal("it's", back.HTTPServer2Go);
            Assert.Equal(5, back.MapKeys["a b"]);
        }
    }

    [Fact]
    public void UnixDates()
    {
        var when = new DateTime(2024, 5, 6, 7, 8, 9, DateTimeKind.Utc);
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Dates = JsonDates.UnixSeconds }))
        {
            Assert.Equal("1714979289", Json.ToText(when, options));
            Assert.Equal(when, Json.FromText<DateTime>("1714979289", options));
            Assert.Equal("{\"1714979289\":1}", Json.ToText(new Dictionary<DateTime, int> { [when] = 1 }, options));
            Assert.Equal(when, Json.FromText<Dictionary<DateTime, int>>("{\"1714979289\":1}", options).Keys.Single());
            Assert.Throws<NotSupportedException>(() => Json.Serialize(when.AddTicks(1), options));
        }
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Dates = JsonDates.UnixMilliseconds }))
        {
            Assert.Equal("1714979289005", Json.ToText(new DateTimeOffset(when.AddMilliseconds(5)), options));
            Assert.Equal(when.AddMilliseconds(5), Json.FromText<DateTime>("1714979289005", options));
        }
        JsonCheck.Refused<DateTime>("99999999999999999", new JsonOptions { Dates = JsonDates.UnixSeconds });
    }

    [Fact]
    public void Depth()
    {
        foreach (int depth in new[] { 64, 65, 3000 })
        {
            string text = new string('[', depth) + new string(']', depth);
            if (depth <= 64)
                Assert.Equal(text, Json.ToText(Json.FromText<object>(text)));
            else
                JsonCheck.SameRefusal<object>(text);
        }
    }
}
