using System.Collections;
using System.Collections.Concurrent;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Formats of our own under the conventions of other families: what an original leaves out or has no form for is carried, or refused where
/// it is written. Until 2026-11-30 it was lost, or written and refused at reading.
/// </summary>
public class OwnConventionTests
{
    public class Order
    {
        public IReadOnlyList<int>? List { get; set; }
        public IReadOnlyCollection<byte>? Bytes { get; set; }
        public IReadOnlyDictionary<string, int>? Map { get; set; }
        public ISet<string>? Set { get; set; }
        public IReadOnlyDictionary<string, IReadOnlyList<int>>? Nested { get; set; }
        public int Last { get; set; }
    }

    /// <summary>What only a constructor takes, and what an object makes itself.</summary>
    public class Taker(int number, IReadOnlyList<string> texts)
    {
        public readonly int Field = number + 1;
        public int Number { get; } = number;
        public IReadOnlyList<string> Texts { get; } = texts;
        public List<int> Items { get; } = [];
        public IDictionary<string, int> Map { get; } = new Dictionary<string, int>();
        public int Twice => Number * 2;
        public string Told => $"{Number} {string.Join(",", Texts)} {string.Join(",", Items)} {string.Join(",", Map)} {Field}";
    }

    /// <summary>Its public enumerator says nothing of its items, so that data contracts write each with its type.</summary>
    public class Bag : IEnumerable<int>
    {
        readonly List<int> _items = [];
        public void Add(int item) => _items.Add(item);
        public IEnumerator GetEnumerator() => _items.GetEnumerator();
        IEnumerator<int> IEnumerable<int>.GetEnumerator() => _items.GetEnumerator();
    }

    public interface IAnimal
    {
        int Age { get; set; }
    }

    public class Dog : IAnimal
    {
        public int Age { get; set; }
    }

    public class Owner
    {
        public IAnimal? Animal { get; set; }
        public IComparable? Value { get; set; }
        public int Last { get; set; }
    }

    static IEnumerable<Convention> Contracts() =>
        [Convention.DataContract.WithTier(ShapeTier.Emitted), Convention.DataContract.WithTier(ShapeTier.Reflection)];

    static IEnumerable<Convention> FastJson() =>
        [Convention.FastJson.WithTier(ShapeTier.Emitted), Convention.FastJson.WithTier(ShapeTier.Reflection)];

    /// <summary>By each format of our own, and each kind of call.</summary>
    static async Task<List<T>> BackAsync<T>(T value, Convention convention, bool isPlainJson = true)
    {
        var all = new List<T>();
        var graph = JsonOptions.Graph with { Convention = convention, Types = JsonTypes.None.With<Dog>() };
        var json = new JsonOptions { Convention = convention };
        foreach (var options in isPlainJson ? [json, json with { References = References.Preserve }, graph] : (JsonOptions[])[graph])
        {
            all.Add(Json.Deserialize<T>(Json.Serialize(value, options), options)!);
            all.Add(Json.FromText<T>(Json.ToText(value, options), options)!);
            using var stream = new MemoryStream();
            await Json.SerializeAsync(stream, value, options, TestContext.Current.CancellationToken);
            stream.Position = 0;
            all.Add((await Json.DeserializeAsync<T>(stream, options, TestContext.Current.CancellationToken))!);
        }
        if (isPlainJson)
            foreach (var references in (References[])[References.None, References.Preserve])
            {
                var compact = new CompactOptions { Convention = convention, References = references };
                all.Add(Compact.Deserialize<T>(Compact.Serialize(value, compact), compact)!);
            }
        all.Add(DeepCopy.Of(value, convention));
        return all;
    }

    [Fact]
    public async Task Interfaces_that_data_contracts_have_no_form_for()
    {
        var order = new Order
        {
            List = [1, 2],
            Bytes = [3, 4],
            Map = new Dictionary<string, int> { ["a"] = 5 },
            Set = new HashSet<string> { "b" },
            Nested = new Dictionary<string, IReadOnlyList<int>> { ["c"] = [6] },
            Last = 7,
        };
        foreach (var convention in Contracts().Concat(FastJson()))
            foreach (var back in await BackAsync(order, convention))
            {
                Assert.Equal([1, 2], back.List!);
                Assert.Equal([3, 4], back.Bytes!);
                Assert.Equal(5, back.Map!["a"]);
                Assert.Equal(["b"], back.Set!);
                Assert.Equal([6], back.Nested!["c"]);
                Assert.Equal(7, back.Last);
            }
    }

    /// <summary>fastJSON leaves out what has no setter; its own form does, and other formats under its convention do not.</summary>
    [Fact]
    public async Task What_has_no_setter_comes_back_under_FastJson()
    {
        var taker = new Taker(3, ["x", "y"]) { Items = { 1, 2 }, Map = { ["k"] = 9 } };
        foreach (var convention in FastJson())
        {
            foreach (var back in await BackAsync(taker, convention))
                Assert.Equal(taker.Told, back.Told);
            var json = new JsonOptions { Convention = convention };
            // What is computed is left out, as there.
            Assert.DoesNotContain("Twice", Json.ToText(taker, json), StringComparison.Ordinal);
            Assert.Equal("{}", Json.ToText(taker, JsonOptions.FastJson with
            {
                Convention = convention,
                FastJsonRules = new() { Types = FastJsonTypes.None },
            }));
        }
    }

    /// <summary>
    /// Items were written as objects and read as numbers: DeepCopy read past what it had written, and made items of whatever lay there.
    /// </summary>
    [Fact]
    public async Task Items_are_read_as_they_are_written()
    {
        foreach (var convention in Contracts())
        {
            foreach (var back in await BackAsync(new Bag { 1, 2, 3 }, convention))
                Assert.Equal([1, 2, 3], back.Cast<int>());
            foreach (var back in await BackAsync(new BlockingCollection<int>(new ConcurrentQueue<int>([4, 5])), convention))
                Assert.Equal([4, 5], back);
        }
    }

    /// <summary>Bases of which a convention knows no members come back where types are told, and are refused by plain JSON.</summary>
    [Fact]
    public async Task Bases_without_members_of_their_own()
    {
        var owner = new Owner { Animal = new Dog { Age = 4 }, Value = 5, Last = 6 };
        foreach (var convention in Contracts())
        {
            foreach (var back in await BackAsync(owner, convention, isPlainJson: false))
            {
                Assert.Equal(4, Assert.IsType<Dog>(back.Animal).Age);
                Assert.Equal(5, back.Value);
                Assert.Equal(6, back.Last);
            }
            var compact = new CompactOptions { Convention = convention };
            Assert.Equal("x", Compact.Deserialize<Owner>(Compact.Serialize(new Owner { Value = "x" }, compact), compact)!.Value);
            Assert.Throws<NotSupportedException>(() => Compact.Serialize(owner, compact));
            var json = new JsonOptions { Convention = convention };
            var error = Assert.Throws<NotSupportedException>(() => Json.Serialize(owner, json));
            Assert.Contains("JsonOptions.Graph", error.Message, StringComparison.Ordinal);
            Assert.Equal(6, Json.FromText<Owner>(Json.ToText(new Owner { Last = 6 }, json), json)!.Last);
            // What is no animal, whatever the text says.
            var graph = JsonOptions.Graph with { Convention = convention };
            foreach (string text in (string[])["5", "\"x\"", "[1]", "{\"$type\":\"int[]\",\"$value\":[1]}", "{\"Age\":4}"])
                Assert.Throws<WireFormatException>(() => Json.FromText<Owner>($$"""{"Animal":{{text}}}""", graph));
            byte[] other = Compact.Serialize(new AnyOwner { Animal = 5 }, compact);
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<Owner>(other, compact));
        }
    }

    public class AnyOwner
    {
        public object? Animal { get; set; }
        public object? Value { get; set; }
        public int Last { get; set; }
    }

    /// <summary>A query behind object has no class that a reader could name.</summary>
    [Fact]
    public void Queries_with_names_of_types()
    {
        var named = new JsonOptions { TypeNames = JsonTypeNames.Auto };
        Assert.Throws<NotSupportedException>(() => Json.ToText<object>(new[] { 1 }.Where(static _ => true), named));
        Assert.Equal([1], Json.FromText<IEnumerable<int>>(Json.ToText(new[] { 1 }.Where(static _ => true), named), named)!);
    }

    /// <summary>The entries of an untyped IDictionary are others than those of the dictionary that it is.</summary>
    [Fact]
    public void Typed_dictionaries_behind_the_untyped_interface()
    {
        foreach (var tier in Wires.Tiers(null))
        {
            var graph = JsonOptions.Graph with { Convention = tier.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType) };
            var map = new Dictionary<string, IDictionary>
            {
                ["a"] = new Dictionary<string, int> { ["x"] = 1 },
                ["b"] = new ConcurrentDictionary<int, string> { [2] = "y" },
                ["c"] = new Hashtable { [3] = "z" },
            };
            var back = Json.FromText<Dictionary<string, IDictionary>>(Json.ToText(map, graph), graph)!;
            Assert.Equal(1, Assert.IsType<Dictionary<string, int>>(back["a"])["x"]);
            Assert.Equal("y", Assert.IsType<ConcurrentDictionary<int, string>>(back["b"])[2]);
            Assert.Equal("z", Assert.IsType<Hashtable>(back["c"])[3]);
            // To the CLR a uint[] is an IList<int>, whose items are other numbers.
            Assert.Throws<WireFormatException>(() => Json.FromText<IList<int>>("""{"$type":"uint[]","$value":[1]}""", graph));
        }
    }
}
