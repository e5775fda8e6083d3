using System.Text;
using System.Text.Json;
using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Runs on both tiers of shapes; asks for the same text of both, and that it is JSON.</summary>
static class FastJsonCheck
{
    static readonly FastJsonConvention Reflected = Convention.FastJson.WithTier(ShapeTier.Reflection);

    public static readonly JsonOptions Default = JsonOptions.FastJson;

    public static readonly JsonOptions Plain = With(r => r with { Types = FastJsonTypes.None });

    public static JsonOptions With(Func<FastJsonRules, FastJsonRules> rules) => JsonOptions.FastJson with { FastJsonRules = rules(FastJsonRules.Default) };

    public static JsonOptions Types(params Type[] types) => Types(Default, types);

    public static JsonOptions Types(JsonOptions options, params Type[] types) =>
        options with { Types = types.Aggregate(options.Types, (all, type) => all.With(type, type.FullName)) };

    public static JsonOptions[] Tiers(JsonOptions? options)
    {
        options ??= Default;
        return ReferenceEquals(options.Convention, Convention.FastJson) ? [options, options with { Convention = Reflected }] : [options];
    }

    /// <summary>«X» in the expected text stands for the assembly-qualified name of the type X among those given.</summary>
    public static void Writes<T>(string expected, T value, JsonOptions? options = null, params Type[] types)
    {
        foreach (var type in types)
            expected = expected.Replace($"«{type.Name}»", type.AssemblyQualifiedName, StringComparison.Ordinal);
        Assert.DoesNotContain('«', expected);
        foreach (var tier in Tiers(options))
            Assert.Equal(expected, Json.ToText(value, tier));
    }

    public static string Text<T>(T value, JsonOptions? options = null)
    {
        string text = "";
        foreach (var tier in Tiers(options))
        {
            string next = Json.ToText(value, tier);
            if (text.Length > 0)
                Assert.Equal(text, next);
            text = next;
        }
        JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 500 }).Dispose();
        return text;
    }

    /// <summary>Reads on both tiers and gives the result of the first to a check.</summary>
    public static void Reads<T>(string text, Action<T> check, JsonOptions? options = null)
    {
        foreach (var tier in Tiers(options))
            check(Json.FromText<T>(text, tier));
    }

    public static T Read<T>(string text, JsonOptions? options = null)
    {
        T result = default!;
        foreach (var tier in Tiers(options))
            result = Json.FromText<T>(text, tier);
        return result;
    }

    public static T RoundTrip<T>(T value, JsonOptions? options = null) => Read<T>(Text(value, options), options);

    public static WireFormatException Refuses<T>(string text, JsonOptions? options = null)
    {
        WireFormatException? error = null;
        foreach (var tier in Tiers(options))
        {
            var next = Assert.Throws<WireFormatException>(() => Json.FromText<T>(text, tier));
            Assert.Equal("Json", next.Format);
            Assert.NotNull(next.Path);
            Assert.InRange(next.Offset, 0, Encoding.UTF8.GetByteCount(text));
            error = next;
        }
        return error!;
    }
}
