using System.Collections.Immutable;
using Isomer.Nodes;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// A default ImmutableArray is no array, and cannot be enumerated as an empty one can. Until 2026-11-29 it came back as an empty one from
/// everywhere.
/// </summary>
public class DefaultArrayTests
{
    static readonly PlainConvention[] s_tiers = [.. Wires.Tiers(static c => c.WithSubtype<object, ImmutableArray<int>>("numbers")
        .WithSurrogate(new CarriedAs()))];

    public class Carried(ImmutableArray<int> held)
    {
        public ImmutableArray<int> Held { get; } = held;
    }

    sealed class CarriedAs : Surrogate<Carried, ImmutableArray<int>>
    {
        public override ImmutableArray<int> ToCarrier(Carried value) => value.Held;

        public override Carried FromCarrier(ImmutableArray<int> carrier) => new(carrier);
    }

    public struct Part
    {
        public ImmutableArray<string?> Names { get; set; }
    }

    public class All
    {
        public ImmutableArray<int> Numbers { get; set; }
        public ImmutableArray<byte> Bytes { get; set; }
        public ImmutableArray<decimal> Sums { get; set; }
        public ImmutableArray<string?> Names { get; set; }
        public ImmutableArray<Part> Parts { get; set; }
        public ImmutableArray<ImmutableArray<int>> Rows { get; set; }
        public ImmutableArray<int>? Maybe { get; set; }
        public List<ImmutableArray<string?>>? Several { get; set; }
        public Dictionary<string, ImmutableArray<int>>? Map { get; set; }
        public (ImmutableArray<int> First, int Second) Pair { get; set; }
        public object? Behind { get; set; }
        public Carried? Carried { get; set; }
        public int Last { get; set; } = 7;
    }

    static string Told<T>(ImmutableArray<T> items) => items.IsDefault ? "none" : $"[{string.Join(",", items.Select(Item))}]";

    static string Item<T>(T item) => item switch
    {
        ImmutableArray<int> row => Told(row),
        Part part => Told(part.Names),
        _ => $"{item}",
    };

    static string Told(All all) => string.Join(" ", Told(all.Numbers), Told(all.Bytes), Told(all.Sums), Told(all.Names), Told(all.Parts),
        Told(all.Rows), all.Maybe is { } maybe ? "some " + Told(maybe) : "null",
        all.Several is { } several ? string.Join("|", several.Select(Told)) : "null",
        all.Map is { } map ? string.Join("|", map.Select(p => p.Key + Told(p.Value))) : "null", Told(all.Pair.First), all.Pair.Second,
        all.Behind is ImmutableArray<int> behind ? Told(behind) : "null", all.Carried is { } carried ? "carried " + Told(carried.Held) : "null",
        all.Last);

    static readonly All[] s_values =
    [
        new(),
        new()
        {
            Numbers = [], Bytes = [], Sums = [], Names = [], Parts = [], Rows = [], Maybe = ImmutableArray<int>.Empty, Several = [],
            Map = [], Pair = ([], 1), Behind = ImmutableArray<int>.Empty, Carried = new([]),
        },
        new()
        {
            Numbers = [1, 2], Bytes = [3], Sums = [4.5m], Names = ["a", null], Parts = [default, new() { Names = [] }],
            Rows = [default, [], [5]], Maybe = [6], Several = [default, [], ["b"], default], Map = new() { ["x"] = default, ["y"] = [] },
            Pair = (default, 2), Behind = default(ImmutableArray<int>),
        },
    ];

    /// <summary>In a nullable and where it is carried, which may be null by themselves, it is told apart where that is told.</summary>
    static readonly All s_within = new() { Maybe = default(ImmutableArray<int>), Carried = new(default) };

    [Fact]
    public void They_come_back_from_formats_of_our_own()
    {
        byte[]? bytes = null;
        foreach (var value in s_values.Append(s_within))
            foreach (var tier in s_tiers)
            {
                foreach (var references in (References[])[References.None, References.Preserve])
                {
                    var compact = new CompactOptions { Convention = tier, References = references };
                    byte[] written = Compact.Serialize(value, compact);
                    if (references == References.None && tier == s_tiers[0])
                        bytes = written;
                    Assert.Equal(references == References.None ? bytes : written, written);
                    Assert.Equal(Told(value), Told(Compact.Deserialize<All>(written, compact)!));
                    Assert.Equal(7, Compact.Deserialize<Nothing>(written, compact)!.Last);
                }
                Assert.Equal(Told(value), Told(DeepCopy.Of(value, tier)));
                if (value == s_within)
                    continue;
                var graph = JsonOptions.Graph with { Convention = tier };
                Assert.Equal(Told(value), Told(Json.FromText<All>(Json.ToText(value, graph), graph)!));
            }
    }

    /// <summary>Of Graph, null in their places says something else: an array there is empty, as it was.</summary>
    [Fact]
    public void In_Graph_they_are_null_but_where_null_is_another_value()
    {
        foreach (var tier in s_tiers)
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            string text = Json.ToText(s_within, graph);
            Assert.Contains("\"Numbers\":null", text, StringComparison.Ordinal);
            Assert.Contains("\"Maybe\":[]", text, StringComparison.Ordinal);
            Assert.Contains("\"Carried\":[]", text, StringComparison.Ordinal);
            var back = Json.FromText<All>(text, graph)!;
            Assert.Empty(back.Maybe!.Value);
            Assert.Empty(back.Carried!.Held);
            Assert.True(Json.FromText<ImmutableArray<int>>(Json.ToText(default(ImmutableArray<int>), graph), graph).IsDefault);
            Assert.Equal("""[null,[],[1]]""",
                Json.ToText(new ImmutableArray<int>[] { default, [], [1] }, graph with { References = References.None }));
            // A text is for others too, which System.Text.Json reads no null for.
            var plain = new JsonOptions { Convention = tier };
            Assert.Equal("[]", Json.ToText(default(ImmutableArray<int>), plain));
            Assert.Throws<WireFormatException>(() => Json.FromText<ImmutableArray<int>>("null", plain));
            Assert.Throws<WireFormatException>(() => Json.FromText<ImmutableArray<int>>("nul", graph));
        }
    }

    public class Segments
    {
        public ArraySegment<int> Numbers { get; set; }
        public ArraySegment<byte> Bytes { get; set; }
        public List<ArraySegment<string>>? Several { get; set; }
        public Dictionary<string, ArraySegment<int>>? Map { get; set; }
        public (ArraySegment<int>, int) Pair { get; set; }
        public ArraySegment<int>? Maybe { get; set; }
        public override string ToString() => string.Join(" ", Told(Numbers), Told(Bytes), string.Join("|", Several!.Select(Told)),
            string.Join("|", Map!.Select(p => p.Key + Told(p.Value))), Told(Pair.Item1), Maybe is { } some ? Told(some) : "null");

        static string Told<T>(ArraySegment<T> segment) => segment.Array is null ? "none" : $"[{string.Join(",", segment)}]";
    }

    /// <summary>A default ArraySegment is one of no array, as an ImmutableArray may be; until 2026-11-30 Compact alone told it.</summary>
    [Fact]
    public void Segments_of_no_array()
    {
        Segments[] values =
        [
            new() { Several = [default], Map = new() { ["a"] = default } },
            new() { Numbers = ArraySegment<int>.Empty, Bytes = ArraySegment<byte>.Empty, Several = [ArraySegment<string>.Empty, default],
                Map = new() { ["a"] = ArraySegment<int>.Empty, ["b"] = new([1]) }, Pair = (ArraySegment<int>.Empty, 1), Maybe = new([2, 3]) },
            new() { Numbers = new([1, 2, 3], 1, 1), Bytes = new([4]), Several = [], Map = [], Pair = (new([5]), 1),
                Maybe = ArraySegment<int>.Empty },
        ];
        foreach (var tier in Wires.Tiers(null))
        {
            var graph = JsonOptions.Graph with { Convention = tier };
            var compact = new CompactOptions { Convention = tier };
            foreach (var value in values)
            {
                Assert.Equal($"{value}", $"{Json.FromText<Segments>(Json.ToText(value, graph), graph)}");
                Assert.Equal($"{value}", $"{Compact.Deserialize<Segments>(Compact.Serialize(value, compact), compact)}");
                Assert.Equal($"{value}", $"{DeepCopy.Of(value, tier)}");
            }
            Assert.Null(Json.FromText<ArraySegment<int>>(Json.ToText(default(ArraySegment<int>), graph), graph).Array);
            // Null says something else there.
            Assert.Equal("""{"Item1":[],"Item2":null}""", Json.ToText(
                ((ArraySegment<int>?)default(ArraySegment<int>), (ArraySegment<int>?)null), graph));
            Assert.Equal("[]", Json.ToText(default(ArraySegment<int>), new JsonOptions { Convention = tier }));
        }
    }

    public class Nothing
    {
        public int Last { get; set; }
    }

    /// <summary>Other types of the same names: what is no array there is null here.</summary>
    public class Lists
    {
        public List<int>? Numbers { get; set; }
        public byte[]? Bytes { get; set; }
        public decimal[]? Sums { get; set; }
        public HashSet<string?>? Names { get; set; }
        public List<List<int>?>? Rows { get; set; }
        public List<string?[]?>? Several { get; set; }
        public int Last { get; set; }
    }

    public class Longs
    {
        public ImmutableArray<long> Numbers { get; set; }
        public ImmutableArray<byte>? Bytes { get; set; }
        public ImmutableArray<object?> Names { get; set; }
        public int Last { get; set; }
    }

    [Fact]
    public void Compact_reads_them_as_what_a_reader_has()
    {
        foreach (var tier in s_tiers)
        {
            var compact = new CompactOptions { Convention = tier };
            byte[] written = Compact.Serialize(new All { Rows = [default, [1]], Several = [default, ["a"]] }, compact);
            var lists = Compact.Deserialize<Lists>(written, compact)!;
            Assert.Null(lists.Numbers);
            Assert.Null(lists.Bytes);
            Assert.Null(lists.Sums);
            Assert.Null(lists.Names);
            Assert.Null(lists.Rows![0]);
            Assert.Equal([1], lists.Rows[1]!);
            Assert.Null(lists.Several![0]);
            Assert.Equal(7, lists.Last);
            var longs = Compact.Deserialize<Longs>(written, compact)!;
            Assert.True(longs.Numbers.IsDefault);
            Assert.True(longs.Bytes!.Value.IsDefault);
            Assert.True(longs.Names.IsDefault);
            Assert.Equal(7, longs.Last);
            var node = (NodeObject)Compact.ParseNode(Compact.Serialize(new Part(), compact))!;
            Assert.Null(node[node.Names.Single()]);
            // A text that is null where the reader has a list: it was read a second time.
            byte[] text = Compact.Serialize(new OfText { Last = 5 }, compact);
            Assert.Equal(5, Compact.Deserialize<OfList>(text, compact)!.Last);
            Assert.Throws<WireFormatException>(() => Compact.Deserialize<ImmutableArray<int>>(
                Compact.Serialize(default(ImmutableArray<int>), compact)[..^1], compact));
        }
    }

    public class OfText
    {
        public string? Text { get; set; }
        public int Last { get; set; }
        public string? More { get; set; } = "more";
    }

    public class OfList
    {
        public List<char>? Text { get; set; }
        public int Last { get; set; }
        public string? More { get; set; }
    }
}
