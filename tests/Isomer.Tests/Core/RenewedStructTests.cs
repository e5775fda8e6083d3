using System.Text.Json.Serialization;
using Isomer.Tests.Formats;
using Isomer.Tests.Formats.OfProtobuf;
using Xunit;

namespace Isomer.Tests.Core;

/// <summary>
/// Fill of a struct in which a constructor alone sets members: it is made anew, of what the payload has and, where that has nothing, of
/// what the struct held. Such a member was passed over in silence before.
/// </summary>
public class RenewedStructTests
{
    public readonly struct Point(int x, int y)
    {
        public int X { get; } = x;
        public int Y { get; } = y;
    }

    public struct Mixed
    {
        int _unseen;

        [JsonConstructor, Creator]
        public Mixed(string? name) => Name = name;
        public string? Name { get; }
        public List<int> Items { get; set; } = [];
        public readonly int Length => Name!.Length;
        public readonly int Unseen() => _unseen;
        public void See(int value) => _unseen = value;
    }

    public record struct Settable(int A, int B)
    {
        int _unseen;

        public readonly int Unseen() => _unseen;
        public void See(int value) => _unseen = value;
    }

    public readonly struct WithNulls
    {
        public WithNulls(decimal amount) : this() => Amount = amount;
        public decimal Amount { get; }
        public int? Number { get; init; }
        public DateTime? Day { get; init; }
        public DayOfWeek? Weekday { get; init; }
        public string? Name { get; init; }
    }

    /// <summary>A null of Compact's packed block is a bit, beside which nothing stands.</summary>
    [Fact]
    public void What_is_null_in_the_payload_is_null_then()
    {
        var full = new WithNulls(1m) { Number = 2, Day = new DateTime(2026, 11, 28), Weekday = DayOfWeek.Friday, Name = "x" };
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var convention = Convention.Plain.WithTier(tier);
            var plain = new CompactOptions { Convention = convention };
            foreach (var options in new[] { plain, plain with { References = References.Preserve } })
                foreach (var other in new[] { new WithNulls(3m), new(3m) { Day = full.Day }, full })
                    Assert.Equal(other, Compact.Fill(full, Compact.Serialize(other, options), options));
            var graph = JsonOptions.Graph with { Convention = convention };
            Assert.Equal(new WithNulls(3m), Json.Fill(full, Json.Serialize(new WithNulls(3m), graph), graph));
        }
    }

    [Fact]
    public void Json_sets_what_the_text_names()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            Assert.Equal(new Point(5, 2), Json.Fill(new Point(1, 2), """{"X":5}"""u8, options));
            Assert.Equal(new Point(5, 6), Json.Fill(new Point(1, 2), """{"Y":6,"X":5}"""u8, options));
            Assert.Equal(new Point(1, 2), Json.Fill(new Point(1, 2), "{}"u8, options));
            Assert.Equal(new Point(5, 2), (Point)Json.Fill<object>(new Point(1, 2), """{"X":5}"""u8, options));
            Assert.Throws<WireFormatException>(() => Json.Fill(new Point(1, 2), """{"X":"""u8, options));
        }
    }

    [Fact]
    public void What_has_a_setter_beside_it_stays_too()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            var target = new Mixed("a") { Items = [7] };
            var named = Json.Fill(target, """{"Name":"b"}"""u8, options);
            Assert.Equal("b", named.Name);
            Assert.Same(target.Items, named.Items);
            var filled = Json.Fill(target, """{"Items":[8]}"""u8, options);
            Assert.Equal("a", filled.Name);
            Assert.Equal([8], filled.Items);
            // Computed members are asked for nothing.
            Assert.Null(Json.Fill(target, """{"Name":null}"""u8, options).Name);
            Assert.Equal("c", Json.Fill(new Mixed(null), """{"Name":"c"}"""u8, options).Name);
        }
    }

    [Fact]
    public void What_setters_can_set_is_filled_where_it_is()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            var target = new Settable(1, 2);
            target.See(3);
            var filled = Json.Fill(target, """{"A":5}"""u8, options);
            Assert.Equal((5, 2, 3), (filled.A, filled.B, filled.Unseen()));
        }
    }

    [Fact]
    public void Protobuf_and_Compact_alike()
    {
        foreach (var options in ProtobufCheck.Tiers())
        {
            var filled = Protobuf.Fill(new Point(1, 2), [0x08, 5], options);
            Assert.Equal((5, 2), (filled.X, filled.Y));
        }
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            Assert.Equal(new Point(5, 6), Compact.Fill(new Point(1, 2), Compact.Serialize(new Point(5, 6), options), options));
        }
    }

    /// <summary>What a constructor computes of its parameters is left out of what is written.</summary>
    public readonly struct Key(string name)
    {
        readonly int _hash = name.Length;
        public string Name { get; } = name;
        public override int GetHashCode() => _hash;
        public override bool Equals(object? obj) => obj is Key other && Name == other.Name;
    }

    [Fact]
    public void What_a_constructor_computes_is_computed()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var compact = new CompactOptions { Convention = Convention.Plain.WithTier(tier) };
            var graph = JsonOptions.Graph with { Convention = Convention.Plain.WithTier(tier) };
            foreach (var filled in new[]
            {
                Compact.Fill(new Key("a"), Compact.Serialize(new Key("bbb"), compact), compact),
                Json.Fill(new Key("a"), Json.Serialize(new Key("bbb"), graph), graph),
            })
                Assert.Equal(("bbb", 3), (filled.Name, filled.GetHashCode()));
            var same = Json.Fill(new Key("a"), "{}"u8, graph);
            Assert.Equal(("a", 1), (same.Name, same.GetHashCode()));
        }
    }
}
