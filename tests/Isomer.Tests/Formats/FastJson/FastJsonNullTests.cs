using System.Text;
using System.Text.Json;
using Isomer.Battery;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Nulls that are left out, wherever they stand: the text is JSON, and what is in it comes back.</summary>
public class FastJsonNullTests
{
    public class Pair
    {
        public Dictionary<string, string?>? A { get; set; }

        public List<string?>? B { get; set; }
    }

    [Fact]
    public void A_null_item_behind_a_key_that_was_taken_back_is_written()
    {
        var options = Plain with { Omit = JsonOmit.WhenNull };
        Writes("""{"A":{},"B":[null]}""", new Pair { A = new() { ["abcd"] = null }, B = [null] }, options);
        Writes("""{"A":{"x":"y"},"B":[null,null]}""", new Pair { A = new() { ["x"] = "y", ["abcdefg"] = null }, B = [null, null] },
            options);
    }

    /// <summary>Behind no key at all (a mutant of where the first key would end lived).</summary>
    [Fact]
    public void A_null_that_is_all_is_written()
    {
        foreach (var omit in Enum.GetValues<JsonOmit>())
        {
            var options = Plain with { Omit = omit };
            Assert.Equal("null", Json.ToText<Pair?>(null, options));
            Assert.Equal("null", Json.ToText<string?>(null, options));
            Assert.Equal("null", Json.ToText<object?>(null, options));
            Assert.Equal("[null]", Json.ToText<List<Pair?>>([null], options));
        }
    }

    [Fact]
    public void A_key_that_was_taken_back_may_come_again_in_lower_case()
    {
        var options = Plain with { Omit = JsonOmit.WhenNull, Naming = JsonNaming.Lower };
        Writes("""{"a":{"k":"v"}}""", new Pair { A = new() { ["K"] = null, ["k"] = "v" } }, options);
        Assert.Throws<NotSupportedException>(() => Json.ToText(new Pair { A = new() { ["K"] = "w", ["k"] = "v" } }, options));
    }

    public class Node
    {
        public string? S { get; set; }

        public int? N { get; set; }

        public Dictionary<string, string?>? Map { get; set; }

        public Dictionary<string, List<string?>?>? Lists { get; set; }

        public List<Dictionary<string, int?>?>? Maps { get; set; }

        public List<Node?>? Children { get; set; }

        public Dictionary<string, Node?>? Named { get; set; }

        public object? Any;

        public object?[]? Anys;

        public Dictionary<string, object?>? Open;

        public Dictionary<int, string?>? Pairs;

        public System.Collections.Specialized.NameValueCollection? Names;
    }

    [Theory]
    [InlineData(JsonOmit.Never)]
    [InlineData(JsonOmit.WhenNull)]
    [InlineData(JsonOmit.WhenDefault)]
    public void Random_nulls_in_everything_that_nests(JsonOmit omit)
    {
        var options = new[] { FastJsonTypes.Table, FastJsonTypes.EachObject, FastJsonTypes.None }
            .SelectMany(
                types => new[] { false, true }.Select(
                    pairs => Default with { Omit = omit, FastJsonRules = new() { Types = types, PairDictionaries = pairs } })).ToArray();
        int seed = MutationSeed.Value;
        TestContext.Current.TestOutputHelper?.WriteLine($"ISOMER_FUZZ_SEED={seed}");
        for (int i = 0; i < 3000; i++)
        {
            var with = options[i % options.Length];
            var value = Make(new Random(seed + i), 3, with.FastJsonRules!);
            string text = Json.ToText(value, with);
            try
            {
                Assert.Equal(text, Json.ToText(value, Tiers(with)[1]));
                using var document = JsonDocument.Parse(text);
                foreach (var tier in Tiers(with))
                    Assert.Equal(Shown(value, omit, with.FastJsonRules!.PairDictionaries),
                        Shown(Json.FromText<Node>(text, tier), omit, with.FastJsonRules.PairDictionaries));
            }
            catch (Exception e) when (e is JsonException or WireFormatException)
            {
                Assert.Fail($"seed {seed + i}: {e.Message}\n{text}");
            }
        }
    }

    static Node Make(Random random, int depth, FastJsonRules rules)
    {
        return new Node
        {
            S = Text(),
            N = random.Next(3) == 0 ? random.Next(3) : null,
            Map = Maybe(() => Map(Text)),
            Lists = Maybe(() => Map(() => Maybe(() => List(Text)))),
            Maps = Maybe(() => List(() => Maybe(() => Map(() => random.Next(2) == 0 ? null : (int?)random.Next(5))))),
            Children = depth == 0 ? null : Maybe(() => List(() => Maybe(() => Make(random, depth - 1, rules)))),
            Named = depth == 0 ? null : Maybe(() => Map(() => Maybe(() => Make(random, depth - 1, rules)))),
            Any = Any(depth),
            Anys = Maybe(() => List(() => Any(depth)).ToArray()),
            Open = Maybe(() => Map(() => Any(depth))),
            Pairs = Maybe(() => List(Text).Select((t, i) => (t, i)).ToDictionary(p => p.i, p => p.t)),
            Names = Maybe(() =>
            {
                var names = new System.Collections.Specialized.NameValueCollection();
                foreach (var (key, value) in Map(Text))
                    names.Add(key, value);
                return names;
            }),
        };

        T? Maybe<T>(Func<T> make) where T : class => random.Next(3) == 0 ? null : make();

        string? Text() => random.Next(3) switch { 0 => null, 1 => new string('v', random.Next(6)), _ => "{[,:\"" };

        List<T> List<T>(Func<T> make) => [.. Enumerable.Range(0, random.Next(4)).Select(_ => make())];

        Dictionary<string, T> Map<T>(Func<T> make) =>
            Enumerable.Range(0, random.Next(4)).ToDictionary(i => new string((char)('a' + i), random.Next(1, 9)), _ => make());

        object? Any(int depth) => random.Next(depth > 0 ? 7 : 4) switch
        {
            0 => null,
            1 => DBNull.Value,
            2 => "t",
            3 => 5L,
            4 => List(() => Any(depth - 1)).ToArray(),
            // Untyped pairs are read as the list of what stands in them.
            5 => rules.PairDictionaries ? null : Map(() => Any(depth - 1)),
            _ => rules.Types == FastJsonTypes.None ? null : Make(random, depth - 1, rules),
        };
    }

    /// <summary>What is there, less what the options leave out: nulls of members and of keys.</summary>
    static string Shown(object? value, JsonOmit omit, bool pairs)
    {
        var text = new StringBuilder();
        Show(value);
        return text.ToString();

        void Show(object? value)
        {
            switch (value)
            {
                case null or DBNull:
                    text.Append("null");
                    break;
                case string s:
                    text.Append('\'').Append(s).Append('\'');
                    break;
                case Node node:
                    text.Append("N(");
                    foreach (object? part in new[] { node.S, node.N, node.Map, node.Lists, node.Maps, node.Children, node.Named, node.Any,
                        node.Anys, node.Open, node.Pairs })
                    {
                        Show(part);
                        text.Append('|');
                    }
                    // An object, whatever the rules say.
                    foreach (string? key in node.Names?.AllKeys ?? ["none"])
                        if (node.Names?[key] is { } _ || omit == JsonOmit.Never)
                            text.Append(key).Append(':').Append(node.Names?[key] ?? "null");
                    text.Append(')');
                    break;
                case System.Collections.IDictionary map:
                    text.Append('{');
                    foreach (System.Collections.DictionaryEntry entry in map)
                    {
                        if (entry.Value is null or DBNull && omit != JsonOmit.Never && !pairs && entry.Key is not int)
                            continue;
                        text.Append(entry.Key).Append(':');
                        Show(entry.Value);
                        text.Append(',');
                    }
                    text.Append('}');
                    break;
                case System.Collections.IEnumerable items:
                    text.Append('[');
                    foreach (object? item in items)
                    {
                        Show(item);
                        text.Append(',');
                    }
                    text.Append(']');
                    break;
                default:
                    text.Append(value);
                    break;
            }
        }
    }
}
