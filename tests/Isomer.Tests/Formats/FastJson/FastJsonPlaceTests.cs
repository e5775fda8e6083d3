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
}
