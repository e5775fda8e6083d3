using System.Runtime.CompilerServices;
using System.Text;
using System.Text.Json;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// Runs on both tiers of shapes; asks for the same text of both, and that it is JSON. What is written and read as text is so too by ways
/// that the text draws by lot: bytes, streams, pipes, pieces of one byte.
/// </summary>
static class FastJsonCheck
{
    static readonly FastJsonConvention Reflected = Convention.FastJson.WithTier(ShapeTier.Reflection);

    public static readonly JsonOptions Default = JsonOptions.FastJson;

    public static readonly JsonOptions Plain = With(r => r with { Types = FastJsonTypes.None });

    public static JsonOptions With(Func<FastJsonRules, FastJsonRules> rules) =>
        JsonOptions.FastJson with { FastJsonRules = rules(FastJsonRules.Default) };

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
        {
            Assert.Equal(expected, Json.ToText(value, tier));
            SameByOtherWays(expected, value, typeof(T), tier);
        }
    }

    static readonly ConditionalWeakTable<JsonOptions, Ways> s_ways = [];

    /// <summary>All ways of calling with these options.</summary>
    public static Ways WaysOf(JsonOptions options) => s_ways.GetValue(options, static o => new Ways("FastJson", true, typeof(Json), o));

    /// <summary>Three of them, drawn by the text: over all tests each way is met often.</summary>
    static IEnumerable<TWay> Drawn<TWay>(IEnumerable<TWay> ways, string text)
    {
        var all = ways.ToArray();
        uint lot = 2166136261;
        foreach (char c in text)
            lot = (lot ^ c) * 16777619;
        for (int i = 0; i < 3; i++)
            yield return all[(int)((lot >> (i * 7)) % (uint)all.Length)];
    }

    static bool IsWellFormed(string text) => Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(text)) == text;

    static void SameByOtherWays(string text, object? value, Type type, JsonOptions options)
    {
        if (IsWellFormed(text))
            foreach (var (way, write) in Drawn(WaysOf(options).Writers(type), text))
                Assert.True(text == Encoding.UTF8.GetString(write(value)), way);
    }

    /// <summary>Reads it by other ways too: the same value, by what is written of it.</summary>
    static void SameReading<T>(string text, T first, JsonOptions options)
    {
        if (!IsWellFormed(text))
            return;
        string expected = Shown(first, typeof(T), options);
        // Objects as keys of a table lie in it by where they are in memory.
        if (expected.Contains("[{\"k\":{", StringComparison.Ordinal))
            return;
        foreach (var (way, read) in Drawn(WaysOf(options).Readers(typeof(T)), text))
            Assert.Equal(way + expected, way + Shown(read(Encoding.UTF8.GetBytes(text)), typeof(T), options));
    }

    static string Shown(object? value, Type type, JsonOptions options)
    {
        try
        {
            return value?.GetType() + Json.ToText(value, type, options);
        }
        catch (Exception e) when (e is NotSupportedException or InvalidOperationException)
        {
            return value?.GetType() + e.Message;
        }
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
            SameByOtherWays(text, value, typeof(T), tier);
        }
        JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 500 }).Dispose();
        return text;
    }

    /// <summary>Reads on both tiers and gives the result of the first to a check.</summary>
    public static void Reads<T>(string text, Action<T> check, JsonOptions? options = null)
    {
        foreach (var tier in Tiers(options))
        {
            check(Json.FromText<T>(text, tier));
            if (IsWellFormed(text))
                foreach (var (_, read) in Drawn(WaysOf(tier).Readers(typeof(T)), text))
                    check((T)read(Encoding.UTF8.GetBytes(text))!);
        }
    }

    public static T Read<T>(string text, JsonOptions? options = null)
    {
        T result = default!;
        foreach (var tier in Tiers(options))
        {
            result = Json.FromText<T>(text, tier);
            SameReading(text, result, tier);
        }
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
            if (IsWellFormed(text))
                foreach (var (way, read) in Drawn(WaysOf(tier).Readers(typeof(T)), text))
                    Assert.True(next.Path == Assert.Throws<WireFormatException>(() => read(Encoding.UTF8.GetBytes(text))).Path, way);
        }
        return error!;
    }
}
