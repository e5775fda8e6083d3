using System.Runtime.Serialization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats;

#pragma warning disable CS0169, CA1051, CA1822, CA2227

/// <summary>
/// What other libraries' rules say of members, and System.Text.Json does not know: under JsonOptions.From nothing, else as before.
/// </summary>
public class ForeignRuleTests
{
    public class Conditional
    {
        public string? Name { get; set; } = "n";
        [JsonIgnore] public bool NameSpecified { get; set; }
        public int Count { get; set; } = 3;
        public bool CountSpecified { get; set; }
        public int Kept { get; set; } = 4;
        [XmlIgnore] public bool KeptSpecified { get; set; }
        public int A { get; set; } = 5;
        public bool ShouldSerializeA() => false;
        public int B { get; set; } = 6;
        bool ShouldSerializeB() => false;
    }

    public class Derived : Conditional
    {
        public int C { get; set; } = 7;
        public bool ShouldSerializeC() => false;
    }

    public class Marked
    {
        public int A { get; set; } = 1;
        [NonSerialized] public int E = 5;
        [OnSerializing] void Writing(StreamingContext context) => A = 77;
        [OnDeserialized] void Read(StreamingContext context) => A = 99;
    }

    public class Both : Marked, IJsonOnDeserialized, IJsonOnSerializing
    {
        public int Calls { get; set; }
        void IJsonOnDeserialized.OnDeserialized() => Calls += 10;
        void IJsonOnSerializing.OnSerializing() => Calls++;
    }

    public class Memories
    {
        public ReadOnlyMemory<int> M { get; } = new[] { 1, 2 };
        public Memory<string> S { get; } = new[] { "a" };
        public ReadOnlyMemory<byte> B { get; } = new byte[] { 1 };
        public int I { get; } = 3;
        public int J { get; set; } = 4;
    }

    static void Same<T>(Func<T> make, string text, Action<JsonSerializerOptions>? change = null)
    {
        var theirs = new JsonSerializerOptions { IncludeFields = true };
        change?.Invoke(theirs);
        foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
        {
            Assert.Equal(JsonSerializer.Serialize(make(), theirs), Json.ToText(make(), ours));
            Assert.Equal(JsonSerializer.Serialize(JsonSerializer.Deserialize<T>(text, theirs)),
                JsonSerializer.Serialize(Json.FromText<T>(text, ours)));
        }
    }

    [Fact]
    public void Under_their_options_only_their_rules_count()
    {
        const string Text =
            """{"Name":"x","NameSpecified":false,"Count":1,"CountSpecified":true,"Kept":9,"KeptSpecified":true,"A":8,"B":7,"C":6}""";
        Same(static () => new Conditional(), Text);
        Same(static () => new Conditional { NameSpecified = true }, Text);
        Same(static () => new Derived(), Text);
        Same(static () => new Marked(), """{"A":3,"E":4}""");
        Same(static () => new Both(), """{"A":3,"E":4,"Calls":1}""");
        Same(static () => new Memories(), """{"M":[5],"I":1,"J":2}""", o => o.IgnoreReadOnlyProperties = true);
    }

    [Fact]
    public void Else_the_others_count_too()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal("""{"Count":3,"CountSpecified":false}""",
                Json.ToText(new Conditional(), options).Replace("\"Kept\":4,", "", StringComparison.Ordinal)
                    .Replace(",\"Kept\":4", "", StringComparison.Ordinal));
            Assert.Equal("""{"A":77}""", Json.ToText(new Marked(), options));
            Assert.Equal(99, Json.FromText<Marked>("""{"A":3}""", options)!.A);
        }
    }

    public class Kept
    {
        public int N { get; set; }
        public object? Any { get; set; }
        [JsonExtensionData] public Dictionary<string, object>? Rest { get; set; }
    }

    /// <summary>
    /// What a text had behind object, or beside the members, is written as it was: its names and numbers are no members of a type.
    /// </summary>
    [Theory]
    [InlineData("""{"N":1,"Any":{"Zz":{"Q":1.50}},"u":{"Zz":{"Q":1.10}},"Wx":[{"Ab":1}]}""")]
    [InlineData("""{"N":1,"Any":[1.0,{"A B":2e3}],"$id":"7","x":{"$id":"5","A":1}}""")]
    public void What_is_kept_of_a_text_is_written_as_it_was(string text)
    {
        foreach (var change in new Action<JsonSerializerOptions>[]
        {
            static o => o.DictionaryKeyPolicy = JsonNamingPolicy.CamelCase,
            static o => o.DictionaryKeyPolicy = JsonNamingPolicy.SnakeCaseUpper,
            static o => o.NumberHandling = JsonNumberHandling.WriteAsString | JsonNumberHandling.AllowReadingFromString,
            static o => (o.DictionaryKeyPolicy, o.NumberHandling) = (JsonNamingPolicy.KebabCaseLower, JsonNumberHandling.WriteAsString),
        })
        {
            var theirs = new JsonSerializerOptions();
            change(theirs);
            string expected = JsonSerializer.Serialize(JsonSerializer.Deserialize<Kept>(text, theirs), theirs);
            foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
                Assert.Equal(expected, Json.ToText(Json.FromText<Kept>(text, ours), ours));
        }
    }
}
