using System.Numerics;
using Xunit;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// The type that is declared in a place may be named there without a registration, and what is written has the framework's names: texts
/// of Isomer's own were refused otherwise (found by random types on 2026-11-27).
/// </summary>
public class FastJsonPlaceTests
{
    public class Holder { public object? O { get; set; } }
    public class OfPair { public KeyValuePair<float, BigInteger> M { get; set; } }
    public class OfValueTuple { public (int, string) M { get; set; } }
    public class OfTuple { public Tuple<int, int>? M { get; set; } }
    public class OfObjects { public KeyValuePair<string, Inner> M { get; set; } }
    public class Inner { public int X { get; set; } }
    public class OfList { public List<KeyValuePair<float, BigInteger>>? M { get; set; } }
    public class Both
    {
        public (string, int) T { get; set; }
        public PriorityQueue<string, int>? Q { get; set; }
        public (string, int) U { get; set; }
    }
    public class OfComplex { public Complex M { get; set; } public PriorityQueue<string, int>? Q { get; set; } }

    static OfComplex Numbers()
    {
        var queue = new PriorityQueue<string, int>();
        queue.Enqueue("b", 2);
        queue.Enqueue("a", 1);
        return new() { M = new(1.5, -2), Q = queue };
    }

    static IEnumerable<JsonOptions> Options(Type type)
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            foreach (var names in Enum.GetValues<FastJsonTypeNames>())
                foreach (var types in new[] { JsonTypes.None.WithAssembly(typeof(Holder).Assembly), JsonTypes.None.With(type) })
                    foreach (var told in new[] { FastJsonTypes.Table, FastJsonTypes.EachObject })
                        yield return JsonOptions.FastJson with
                        {
                            Convention = Convention.FastJson.WithTier(tier),
                            Types = types,
                            FastJsonRules = new() { TypeNames = names, Types = told },
                        };
    }

    [Fact]
    public void What_is_declared_where_it_stands_needs_no_registration()
    {
        foreach (object value in new object[]
        {
            new OfPair { M = new(1.5f, 7) }, new OfValueTuple { M = (1, "a") }, new OfTuple { M = new(1, 2) },
            new OfObjects { M = new("k", new Inner { X = 4 }) }, new OfList { M = [new(1.5f, 7), new(2, 8)] }, Numbers(),
            new Both { T = ("t", 1), Q = Numbers().Q, U = ("u", 2) },
        })
            foreach (var options in Options(value.GetType()))
            {
                string behind = Json.ToText(new Holder { O = value }, options), root = Json.ToText(value, options);
                Assert.Equal(behind, Json.ToText(Json.FromText<Holder>(behind, options), options));
                Assert.Equal(root, Json.ToText(Json.FromText<object>(root, options), options));
                Assert.DoesNotContain("Isomer.Conventions", root, StringComparison.Ordinal);
            }
    }

    /// <summary>Only where it is declared: another place may name what is registered alone.</summary>
    [Fact]
    public void Another_place_may_not_name_it()
    {
        var options = JsonOptions.FastJson with { Types = JsonTypes.None.With(typeof(OfTuple)).With(typeof(Holder)) };
        string text = Json.ToText(new[] { new OfTuple { M = new(1, 2) } as object, new Holder { O = Tuple.Create(3, 4) } }, options);
        Assert.Contains("'System.Tuple`2", Assert.Throws<WireFormatException>(() => Json.FromText<object[]>(text, options)).Message,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_registered_number_stands_behind_object()
    {
        var options = JsonOptions.FastJson with { Types = JsonTypes.None.With(typeof(Complex)) };
        string text = Json.ToText(new Holder { O = new Complex(1.5, -2) }, options);
        Assert.Contains("\"System.Numerics.Complex, ", text, StringComparison.Ordinal);
        Assert.Equal(new Complex(1.5, -2), Json.FromText<Holder>(text, options)!.O);
    }

    [Fact]
    public void Without_constructors_what_only_these_take_is_kept()
    {
        foreach (var options in Options(typeof(OfTuple)))
        {
            var skipping = options with { FastJsonRules = options.FastJsonRules! with { SkipConstructors = true } };
            string text = Json.ToText(new OfTuple { M = new(1, 2) }, skipping);
            Assert.Equal(Tuple.Create(1, 2), Json.FromText<OfTuple>(text, skipping)!.M);
            text = Json.ToText(Numbers(), skipping);
            Assert.Equal(text, Json.ToText(Json.FromText<OfComplex>(text, skipping), skipping));
            Assert.Equal("a", Json.FromText<OfComplex>(text, skipping)!.Q!.Dequeue());
        }
    }

    public class Command { public int A { get; set; } public CancellationToken Stop { get; set; } }

    /// <summary>A struct that is no data may stand in an object that people have, and mostly holds nothing.</summary>
    [Fact]
    public void A_token_that_cancels_nothing_is_an_object_without_members()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = JsonOptions.FastJson with
            {
                Convention = Convention.FastJson.WithTier(tier),
                FastJsonRules = new() { Types = FastJsonTypes.None },
            };
            Assert.Equal("""{"A":3,"Stop":{}}""", Json.ToText(new Command { A = 3 }, options));
            foreach (string text in new[]
            {
                """{"A":3,"Stop":{}}""", """{"Stop":null,"A":3}""", """{"Stop":{"IsCancellationRequested":true},"A":3}""",
            })
            {
                var read = Json.FromText<Command>(text, options);
                Assert.Equal((3, CancellationToken.None), (read.A, read.Stop));
            }
            Assert.Contains("it belongs to the running program", Assert.Throws<NotSupportedException>(
                () => Json.ToText(new Command { Stop = new CancellationTokenSource().Token }, options)).Message, StringComparison.Ordinal);
            // Behind object nothing declares it, and it would not be read.
            Assert.Throws<NotSupportedException>(() => Json.ToText(new Holder { O = CancellationToken.None }, options));
            Assert.Contains("never made", Assert.Throws<WireFormatException>(
                () => Json.FromText<Command>("""{"Stop":5}""", options)).Message, StringComparison.Ordinal);
        }
    }

    /// <summary>
    /// A pair of a dictionary that is a list of pairs is a level of the text: what is written within a limit is read within it.
    /// </summary>
    [Fact]
    public void What_is_written_within_a_limit_is_read_within_it()
    {
        foreach (int depth in Enumerable.Range(1, 24))
            foreach (int kind in Enumerable.Range(0, 3))
            {
                object value = 1;
                for (int i = 0; i < depth; i++)
                    value = kind == 0 || (kind == 2 && i % 2 == 0)
                        ? new Dictionary<int, object> { [1] = value, [2] = 3 }
                        : new Dictionary<string, object> { ["a"] = new List<object> { value } };
                var options = JsonOptions.FastJson with { Limits = new Limits { MaxDepth = 20 } };
                int levels = depth * 2;
                if (levels > 20)
                    Assert.Throws<NotSupportedException>(() => Json.ToText(value, options));
                else
                    Assert.NotNull(Json.FromText<object>(Json.ToText(value, options), options));
            }
    }
}
