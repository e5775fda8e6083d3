using System.Text.Json;
using System.Text.Json.Serialization;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>The deviations that docs/json.md lists and that no other test names.</summary>
public class JsonDeviationTests
{
    public class Holder
    {
        public int[]? Numbers { get; set; }
        public byte[]? Bytes { get; set; }
        [JsonNumberHandling(JsonNumberHandling.WriteAsString)] public int Quoted { get; set; }
    }

    static readonly JsonOptions Preserving = new() { References = References.Preserve };
    static readonly JsonSerializerOptions TheirPreserving = JsonCheck.StjWith(o => o.ReferenceHandler = ReferenceHandler.Preserve);

    [Fact]
    public void CommentsBetweenNameAndColon()
    {
        const string Text = "{\"Quoted\" /* here */ : 5}";
        Assert.ThrowsAny<JsonException>(
            () => JsonSerializer.Deserialize<Holder>(Text, JsonCheck.StjWith(o => o.ReadCommentHandling = JsonCommentHandling.Skip)));
        foreach (var options in JsonCheck.Tiers(new JsonOptions { Leniency = JsonLeniency.Comments }))
            Assert.Equal(5, Json.FromText<Holder>(Text, options).Quoted);
    }

    [Fact]
    public void NaNIsNotSupportedRatherThanAnArgument()
    {
        Assert.Throws<ArgumentException>(() => JsonSerializer.Serialize(double.NaN));
        Assert.Throws<NotSupportedException>(() => Json.Serialize(double.NaN));
        Assert.Throws<NotSupportedException>(() => Json.Serialize(float.NegativeInfinity));
    }

    [Fact]
    public void ArraysWithAnIdentityAreRead()
    {
        const string Text = """{"$id":"1","Numbers":{"$id":"2","$values":[1,2]}}""";
        Assert.ThrowsAny<JsonException>(() => JsonSerializer.Deserialize<Holder>(Text, TheirPreserving));
        foreach (var options in JsonCheck.Tiers(Preserving))
            Assert.Equal([1, 2], Json.FromText<Holder>(Text, options).Numbers!);
    }

    [Fact]
    public void NullBytesAreNull() => JsonCheck.Same(new { Bytes = (byte[]?)null }.Bytes);
}
