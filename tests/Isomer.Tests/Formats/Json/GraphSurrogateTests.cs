using System.Collections.Specialized;
using System.Data;
using System.Net;
using System.Text;
using Xunit;
using static Isomer.Tests.Formats.GraphModeTests;

namespace Isomer.Tests.Formats;

/// <summary>What surrogates carry keeps its identity in JsonOptions.Graph and in copies, as any object does.</summary>
public class GraphSurrogateTests
{
    public class Pair<T> { public T? A { get; set; } public T? B { get; set; } public object? O { get; set; } }

    static JsonOptions[] Options(params Surrogate[] surrogates)
    {
        var emitted =
            surrogates.Aggregate(Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType), (c, s) => c.WithSurrogate(s));
        var options =
            JsonOptions.Graph with { Convention = emitted, Types = JsonTypes.None.With<Box>().With<Blob>().With<Cell>().With<Chain>() };
        return [options, options with { Convention = emitted.WithTier(ShapeTier.Reflection) },
            options with { Indented = true, NewLine = "\n" }];
    }

    /// <summary>Through text and through a copy, by both tiers.</summary>
    static void EachWay<T>(T value, JsonOptions[] tiers, Action<T> check)
    {
        foreach (var tier in tiers)
        {
            string text = Json.ToText(value, tier);
            check(Json.FromText<T>(text, tier)!);
            Assert.Equal(text, Json.ToText(Json.FromText<T>(text, tier), tier));
            check(DeepCopy.Of(value, tier.Convention));
        }
    }

    static void Shared<T>(T value, Func<T, string> content, params Surrogate[] surrogates) where T : class
    {
        var options = Options(surrogates);
        EachWay(new Pair<T> { A = value, B = value, O = value }, options, back =>
        {
            Assert.NotSame(value, back.A);
            Assert.Same(back.A, back.B);
            Assert.Same(back.A, back.O);
            Assert.Equal(content(value), content(back.A!));
        });
        EachWay(new Pair<T> { A = value }, options, back => Assert.Null(back.B));
        EachWay(new object?[] { value, new List<object> { value }, null, new Dictionary<string, T?> { ["a"] = value, ["b"] = null } },
            options, back =>
        {
            Assert.Same(back[0], ((List<object>)back[1]!)[0]);
            Assert.Same(back[0], ((Dictionary<string, T>)back[3]!)["a"]);
        });
        EachWay(new List<T> { value, value }, options, back => Assert.Same(back[0], back[1]));
        EachWay((value, value), options, back => Assert.Same(back.Item1, back.Item2));
    }

    [Fact]
    public void What_is_shared_is_one_after_reading()
    {
        Shared(new StringBuilder("text"), b => b.ToString());
        Shared(new IPEndPoint(IPAddress.Loopback, 80), e => e.ToString());
        Shared(new NameValueCollection { { "a", "1" }, { "a", "2" } }, c => c["a"]!);
        Shared(new StringDictionary { ["k"] = "v" }, d => d["k"]!);
        Shared(new System.Collections.BitArray([true, false]),
            b => b.Length.ToString(System.Globalization.CultureInfo.InvariantCulture) + b[0]);
        Shared(new int[,] { { 1, 2 }, { 3, 4 } }, a => string.Join(",", a.Cast<int>()));
        Shared(new Lazy<int>(5), l => l.Value.ToString(System.Globalization.CultureInfo.InvariantCulture));
        var queue = new PriorityQueue<string, int>();
        queue.Enqueue("a", 1);
        Shared(queue, q => q.Peek());
        var set = new DataSet("S");
        set.Tables.Add("T").Columns.Add("c", typeof(int));
        set.Tables[0].Rows.Add(5);
        Shared(set, s => s.Tables[0].Rows[0][0].ToString()!);
        Shared(set.Tables[0].Copy(), t => t.Rows[0][0].ToString()!);
    }

    public sealed class Box { public int Value; }

    sealed class BoxAsInt : Surrogate<Box, int>
    {
        public override int ToCarrier(Box value) => value.Value;

        public override Box FromCarrier(int carrier) => new() { Value = carrier };
    }

    sealed class BoxAsNumber : Surrogate<Box, int?>
    {
        public override int? ToCarrier(Box value) => value.Value == 0 ? null : value.Value;

        public override Box FromCarrier(int? carrier) => new() { Value = carrier ?? 0 };
    }

    sealed class BoxAsObject : Surrogate<Box, object>
    {
        public override object ToCarrier(Box value) => new List<int> { value.Value };

        public override Box FromCarrier(object carrier) => new() { Value = ((List<int>)carrier)[0] };
    }

    sealed class BoxAsStruct : Surrogate<Box, (int, int)>
    {
        public override (int, int) ToCarrier(Box value) => (value.Value, 1);

        public override Box FromCarrier((int, int) carrier) => new() { Value = carrier.Item1 };
    }

    sealed class BoxAsBuilder : Surrogate<Box, StringBuilder>
    {
        public override StringBuilder ToCarrier(Box value) => new(value.Value.ToString(System.Globalization.CultureInfo.InvariantCulture));

        public override Box FromCarrier(StringBuilder carrier) =>
            new() { Value = int.Parse(carrier.ToString(), System.Globalization.CultureInfo.InvariantCulture) };
    }

    sealed class BoxAsMap : Surrogate<Box, Dictionary<string, int>>
    {
        public override Dictionary<string, int> ToCarrier(Box value) => new() { ["$value"] = value.Value };

        public override Box FromCarrier(Dictionary<string, int> carrier) => new() { Value = carrier["$value"] };
    }

    [Fact]
    public void Whatever_the_carrier_is()
    {
        foreach (var surrogate in new Surrogate[] { new BoxAsInt(), new BoxAsNumber(), new BoxAsObject(), new BoxAsStruct(),
            new BoxAsBuilder(), new BoxAsMap() })
            Shared(new Box { Value = 7 }, b => b.Value.ToString(System.Globalization.CultureInfo.InvariantCulture), surrogate);
    }

    public sealed class Blob { public byte[] Data = []; }

    sealed class BlobAsBytes : Surrogate<Blob, byte[]>
    {
        public override byte[] ToCarrier(Blob value) => value.Data;

        public override Blob FromCarrier(byte[] carrier) => new() { Data = carrier };
    }

    public sealed class Cell { public Cell(Item item) => Item = item; public Item Item; }

    public sealed class Item { public int Id; public object? Up; }

    sealed class CellAsItem : Surrogate<Cell, Item>
    {
        public override Item ToCarrier(Cell value) => value.Item;

        public override Cell FromCarrier(Item carrier) => new(carrier);
    }

    public class Both
    {
        public byte[]? Data; public Blob? First; public Blob? Second; public Item? Item; public Cell? One;
        public Cell? Two; public Cell? Three;
    }

    /// <summary>The carrier may be an object that others hold too: both have an identity.</summary>
    [Fact]
    public void A_carrier_has_an_identity_of_its_own()
    {
        var options = Options(new BlobAsBytes(), new CellAsItem());
        var blob = new Blob { Data = [1, 2] };
        var item = new Item { Id = 5 };
        var cell = new Cell(item);
        foreach (bool before in new[] { true, false })
            foreach (bool twice in new[] { true, false })
                EachWay(new[] { new Both
                    { Data = before ? blob.Data : null, First = blob, Second = twice ? blob : null, Item = before ? item : null, One = cell,
                        Two = twice ? cell : null, Three = new Cell(item) }, new Both { Data = blob.Data, Item = item } }, options, back =>
                {
                    Assert.Equal(5, back[0].One!.Item.Id);
                    Assert.Same(back[0].One!.Item, back[1].Item);
                    Assert.Same(back[0].Three!.Item, back[1].Item);
                    Assert.NotSame(back[0].One, back[0].Three);
                    if (before)
                        Assert.Same(back[0].Item, back[1].Item);
                    if (twice)
                        Assert.Same(back[0].One, back[0].Two);
                    if (twice)
                        Assert.Same(back[0].First, back[0].Second);
                });
        Assert.Equal(
            """{"Data":null,"First":{"$id":"1","$value":"AQI="},"Second":{"$ref":"1"},"Item":null,"One":{"$id":"2","$value":{"Id":5,"Up":null}},"Two":{"$ref":"2"},"Three":null}""",
            Json.ToText(new Both { First = blob, Second = blob, One = cell, Two = cell }, options[0]));
    }

    public sealed class Chain { public object? Next; }

    sealed class ChainAsList : Surrogate<Chain, List<object?>>
    {
        public override List<object?> ToCarrier(Chain value) => [value.Next];

        public override Chain FromCarrier(List<object?> carrier) => new() { Next = carrier[0] };
    }

    [Fact]
    public void A_cycle_through_a_surrogate_is_an_error_at_writing()
    {
        var chain = new Chain();
        chain.Next = chain;
        var item = new Item { Id = 1 };
        item.Up = new Cell(item);
        foreach (var tier in Options(new ChainAsList()))
        {
            Assert.Contains("contains itself", Assert.Throws<NotSupportedException>(() => Json.ToText(chain, tier)).Message,
                StringComparison.Ordinal);
            Assert.Contains("cannot be copied", Assert.Throws<NotSupportedException>(() => DeepCopy.Of(chain, tier.Convention)).Message,
                StringComparison.Ordinal);
            Assert.Contains("contains itself",
                Assert.Throws<NotSupportedException>(() => Json.ToText(new Pair<Chain> { O = chain }, tier)).Message,
                StringComparison.Ordinal);
        }
        // Beside it is no cycle; and what the carrier refers to may be around it.
        var one = new Chain { Next = "x" };
        EachWay(new Pair<Chain> { A = one, B = new Chain { Next = one } }, Options(new ChainAsList()),
            back => Assert.Same(back.A, back.B!.Next));
        EachWay(item, Options(new CellAsItem()), back => Assert.Same(back, ((Cell)back.Up!).Item));
    }

    [Fact]
    public void Text()
    {
        var text = new StringBuilder("a");
        Assert.Equal("""{"A":"a","B":null,"O":null}""", Json.ToText(new Pair<StringBuilder> { A = text }, JsonOptions.Graph));
        Assert.Equal("""{"A":{"$id":"1","$value":"a"},"B":{"$ref":"1"},"O":{"$type":"StringBuilder","$value":{"$ref":"1"}}}""",
            Json.ToText(new Pair<StringBuilder> { A = text, B = text, O = text }, JsonOptions.Graph));
        // Values are not told apart, and names have no room for more.
        var uri = new Uri("http://a/");
        Assert.Equal("""{"A":"http://a/","B":"http://a/","O":null}""", Json.ToText(new Pair<Uri> { A = uri, B = uri }, JsonOptions.Graph));
        var end = new IPEndPoint(IPAddress.Loopback, 80);
        EachWay(new List<Dictionary<IPEndPoint, int>> { new() { [end] = 1 }, new() { [end] = 2 } }, Options(),
            back => Assert.Equal(2, back[1][end]));
        Assert.Equal("""{"A":{"127.0.0.1:80":1},"B":null,"O":{"$type":"IPEndPoint","$value":"127.0.0.1:80"}}""",
            Json.ToText(new Pair<Dictionary<IPEndPoint, int>> { A = new() { [end] = 1 }, O = end }, JsonOptions.Graph));
    }

    /// <summary>What is carried as null is null for everyone.</summary>
    [Fact]
    public void Carried_as_null()
    {
        var zero = new Box();
        EachWay(new Pair<Box> { A = zero, B = zero, O = new Box { Value = 1 } }, Options(new BoxAsText()), back =>
        {
            Assert.Null(back.A);
            Assert.Null(back.B);
            Assert.Equal(1, ((Box)back.O!).Value);
        });
    }

    sealed class BoxAsText : Surrogate<Box, string?>
    {
        public override string? ToCarrier(Box value) => value.Value == 0 ? null : "1";

        public override Box FromCarrier(string? carrier) => new() { Value = 1 };
    }

    [Theory]
    [InlineData("""{"A":{"$id":"1","$value":"a"},"B":{"$ref":"2"}}""")]
    [InlineData("""{"A":{"$id":"1","$value":"a","x":1},"B":null}""")]
    [InlineData("""{"A":{"$id":"1"},"B":null}""")]
    [InlineData("""{"A":{"$value":"a"},"B":null}""")]
    [InlineData("""{"A":{"$ref":"1"},"B":{"$id":"1","$value":"a"}}""")]
    [InlineData("""{"A":{"$id":"1","$value":"a"},"B":{"$id":"1","$value":"b"}}""")]
    [InlineData("""{"A":{"$id":"1","$value":"a"},"B":{"$ref":"1"}""")]
    [InlineData("""{"A":{"$id":1,"$value":"a"},"B":null}""")]
    public void What_is_none_is_refused(string text)
    {
        foreach (var tier in Tiers(JsonOptions.Graph))
            Assert.InRange(Assert.Throws<WireFormatException>(() => Json.FromText<Pair<StringBuilder>>(text, tier)).Offset, 1, text.Length);
    }

    /// <summary>A reference is checked against the type of the place that it stands in.</summary>
    [Fact]
    public void A_reference_to_something_else()
    {
        foreach (var tier in Tiers(JsonOptions.Graph))
            Assert.Throws<WireFormatException>(
                () => Json.FromText<(StringBuilder, NameValueCollection)>("""{"Item1":{"$id":"1","$value":"a"},"Item2":{"$ref":"1"}}""",
                    tier));
    }
}
