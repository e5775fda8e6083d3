using System.Collections.Specialized;
using System.Reflection;
using Isomer.Calls;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Which members are written and set, and what becomes of those that no format can carry.</summary>
public class FastJsonMemberTests
{
    static readonly JsonOptions ReadOnly = With(r => r with { ReadOnlyMembers = true });

    public class Parent
    {
        public string Inherited { get; private set; } = "";

        public static void SetInherited(Parent parent, string value) => parent.Inherited = value;
    }

    public class GetOnly : Parent
    {
        public GetOnly()
        {
        }

        public GetOnly(int number) => (Number, Items, Text) = (number, [number], $"n{number}");

        public int Number { get; }

        public List<int> Items { get; } = [7];

        public int[]? Missing { get; }

        public string? Text { get; private set; }

        public int Computed => Number * 2;

        public virtual int Overridden { get; } = 1;
    }

    public sealed class Overriding : GetOnly
    {
        public override int Overridden => 5;
    }

    public readonly struct Point(int x, int y)
    {
        public int X { get; } = x;

        public int Y { get; } = y;
    }

    public class Points
    {
        public Point At { get; set; }

        public Point? Maybe { get; set; }
    }

    public class Computing
    {
        public int Twice => After * 2;
        public Parent? Parent => null;
        public Parent? Kept { get; set; }
        public int After { get; set; }
    }

    /// <summary>
    /// Nothing takes what the text has for a member without a setter and a field, so it may be anything; an object in it keeps its number.
    /// </summary>
    [Theory]
    [InlineData("\"text\"")]
    [InlineData("[1,{\"a\":[]}]")]
    [InlineData("{\"Twice\":{}}")]
    [InlineData("null")]
    public void What_nothing_takes_may_be_anything(string value)
    {
        foreach (string name in new[] { "Twice", "Parent" })
            foreach (var options in new[] { ReadOnly, With(r => r) })
                Assert.Equal(4, Read<Computing>($$"""{"{{name}}":{{value}},"After":4}""", options).After);
        Assert.ThrowsAny<WireFormatException>(() => Read<Computing>("""{"Twice":[1,}""", ReadOnly));
    }

    [Fact]
    public void What_stands_behind_a_get_only_property_comes_back()
    {
        var value = new GetOnly(3);
        Parent.SetInherited(value, "i");
        var back = RoundTrip(value, ReadOnly);
        Assert.Equal((3, "n3", "i", 6), (back.Number, back.Text, back.Inherited, back.Computed));
        Assert.Equal([3], back.Items);
        Assert.Null(back.Missing);
        Assert.Equal([1, 2], Read<GetOnly>("""{"Missing":[1,2],"Computed":99,"Overridden":4}""", ReadOnly).Missing!);
        Assert.Equal(4, Read<GetOnly>("""{"Overridden":4}""", ReadOnly).Overridden);
        Assert.Equal(5, Read<Overriding>("""{"Overridden":4}""", ReadOnly).Overridden);
        // Without the option they are not written; where a text has them all the same, only a collection takes them.
        Assert.Equal((0, "x"), Read<GetOnly>("""{"Number":3,"Text":"x"}""") is { } plain ? (plain.Number, plain.Text) : default);
        var points = RoundTrip(new Points { At = new(1, 2), Maybe = new(3, 4) }, ReadOnly);
        Assert.Equal((1, 2, 3, 4), (points.At.X, points.At.Y, points.Maybe!.Value.X, points.Maybe.Value.Y));
    }

    public class Uncarried
    {
        public int Before { get; set; }

        public Type? Type { get; set; }

        public Action? Action { get; set; }

        public Exception? Exception { get; set; }

        public InvalidOperationException? Special { get; set; }

        public Stream? Stream { get; set; }

        public System.Text.Encoding? Encoding { get; set; }

        public Task? Task { get; set; }

        public MethodInfo? Method;

        public List<Type?>? Types;

        public int After;
    }

    [Fact]
    public void Members_that_no_format_carries_are_written_as_long_as_they_are_null()
    {
        const string Text = """{"Before":1,"Type":null,"Action":null,"Exception":null,"Special":null,"Stream":null,"Encoding":null,"Task":null,"Method":null,"Types":[null],"After":2}""";
        var value = new Uncarried { Before = 1, Types = [null], After = 2 };
        Writes(Text, value, Plain);
        Assert.Equal((1, 2), RoundTrip(value) is { } back ? (back.Before, back.After) : default);
        Assert.Equal([null], RoundTrip(value).Types!);
        Writes("""{"Before":1,"Types":[null],"After":2}""", value, Plain with { Omit = JsonOmit.WhenNull });
    }

    public static TheoryData<string> Members() =>
        [.. typeof(Uncarried).GetMembers().Where(m => m is PropertyInfo or FieldInfo && m.Name is not ("Before" or "After"))
            .Select(m => m.Name)];

    [Theory]
    [MemberData(nameof(Members))]
    public void They_are_refused_where_they_hold_something(string member)
    {
        object held = member switch
        {
            "Type" => typeof(int),
            "Action" => () => { }
            ,
            "Exception" => new ArgumentException("x"),
            "Special" => new InvalidOperationException(),
            "Stream" => Stream.Null,
            "Encoding" => System.Text.Encoding.UTF8,
            "Task" => Task.CompletedTask,
            "Method" => MethodBase.GetCurrentMethod()!,
            _ => new List<Type?> { typeof(int) },
        };
        var value = new Uncarried();
        if (typeof(Uncarried).GetProperty(member) is { } property)
            property.SetValue(value, held);
        else
            typeof(Uncarried).GetField(member)!.SetValue(value, held);
        foreach (var options in Tiers(Plain).Concat(Tiers(Default)))
        {
            var error = Assert.Throws<NotSupportedException>(() => Json.ToText(value, options));
            Assert.Contains("Surrogate<", error.Message, StringComparison.Ordinal);
            Assert.Throws<NotSupportedException>(() => Json.ToText<object>(held, options));
        }
        Assert.Contains("never made", Refuses<Uncarried>($$"""{"{{member}}":{{(member == "Types" ? "[{}]" : "{}")}}}""").Message,
            StringComparison.Ordinal);
    }

    public class Specials
    {
        public StringDictionary? Strings;
        public NameValueCollection? Names;
        public Dictionary<string, string>? Map;
    }

    [Fact]
    public void PairDictionaries_leaves_the_special_collections_alone()
    {
        var options = With(r => r with { PairDictionaries = true, Types = FastJsonTypes.None });
        var value = new Specials
        { Strings = new() { ["k"] = "v" }, Names = new() { { "K", "v" }, { "K", "w" } }, Map = new() { ["a"] = "b" } };
        Writes("""{"Strings":{"k":"v"},"Names":{"K":"v,w"},"Map":[{"k":"a","v":"b"}]}""", value, options);
        var back = RoundTrip(value, options);
        Assert.Equal(("v", "v,w", "b"), (back.Strings!["k"], back.Names!["K"], back.Map!["a"]));
        Writes("""{"K":"v"}""", new NameValueCollection { { "K", "v" } }, options);
    }

    [Fact]
    public void Anonymous_types_have_references_unless_extensions_are_off()
    {
        var shared = new { N = 1 };
        Writes("""{"a":{"N":1},"b":{"$i":2}}""", new { a = shared, b = shared }, With(r => r with { AnonymousTypes = true }));
        Writes("""{"a":{"N":1},"b":{"N":1}}""", new { a = shared, b = shared },
            With(r => r with { AnonymousTypes = true, Types = FastJsonTypes.None }));
    }

    public class Bare
    {
        public object? Any { get; set; }
    }

    [Fact]
    public void Names_in_map_are_those_of_the_text()
    {
        Writes("""{"$types":{"«Bare»":"1","«Object»":"2"},"$type":"1","any":{"$type":"2"},"$map":{"any":"System.Object"}}""",
            new Bare { Any = new object() },
            Default with { Naming = JsonNaming.Lower }, typeof(Bare), typeof(object));
        Writes("""{"$types":{"«Bare»":"1","«Object»":"2"},"$type":"1","Any":{"$type":"2"},"$map":{"Any":"System.Object"}}""",
            new Bare { Any = new object() }, null, typeof(Bare), typeof(object));
    }

    public class Base
    {
        public int Value { get; set; }

        public string? field;
    }

    public class Derived : Base
    {
        public new string? Value { get; set; }

        public int Other { get; set; }

        public new int field;
    }

    [Fact]
    public void A_new_member_stands_beside_the_one_that_it_hides()
    {
        var value = new Derived { Value = "d", Other = 3, field = 4 };
        ((Base)value).Value = 5;
        ((Base)value).field = "b";
        Writes("""{"Value":"d","Other":3,"Value":5,"field":4,"field":"b"}""", value, Plain);
        foreach (var options in new[] { Plain, Default, Default with { Indented = true } })
        {
            var back = RoundTrip(value, options);
            Assert.Equal(("d", 3, 4, 5, "b"), (back.Value, back.Other, back.field, ((Base)back).Value, ((Base)back).field));
        }
        // A text that has one only means the one that is seen.
        Assert.Equal(("x", 0), Read<Derived>("""{"Value":"x"}""") is { } one ? (one.Value, ((Base)one).Value) : default);
    }

    [Theory]
    [InlineData("$i")]
    [InlineData("$type")]
    [InlineData("$types")]
    public void Keys_that_an_untyped_place_would_take_for_metadata_are_refused(string key)
    {
        foreach (object any in new object[]
        {
            new Dictionary<string, object> { [key] = "v" }, new Dictionary<string, int> { [key] = 1 },
            new List<Dictionary<string, int>> { new() { [key] = 1 } },
            new Dictionary<string, object> { ["a"] = new Dictionary<string, string> { [key] = "v" } },
            Json.ParseNode($$"""{"a":[{"{{key}}":1}]}""")!,
        })
        {
            foreach (var options in Tiers(Default).Concat(Tiers(Plain)))
            {
                Assert.Contains($"'{key}'",
                    Assert.Throws<NotSupportedException>(() => Json.ToText(new Bare { Any = any }, options)).Message,
                    StringComparison.Ordinal);
                Assert.Throws<NotSupportedException>(() => Json.ToText<object>(any, options));
            }
        }
        // Where the type is declared they are keys like any other, also within an object of an object member.
        Assert.Equal("v", RoundTrip(new Specials { Map = new() { [key] = "v" } }).Map![key]);
        var inner = RoundTrip(new Bare { Any = new Specials { Map = new() { [key] = "v" } } }, Types(typeof(Specials))).Any;
        Assert.Equal("v", ((Specials)inner!).Map![key]);
        Assert.Equal("v", RoundTrip(new Dictionary<string, object> { [key] = "v" })[key]);
    }

    public class Halves
    {
        public string? S;
        public char C;
        public object? Any;
        public Dictionary<string, string>? Map;
    }

    [Fact]
    public void Half_a_surrogate_pair_comes_back_unless_strings_are_strict()
    {
        const string Half = "a\uD83Db\uDE00";
        foreach (var options in new[] { Default, Default with { Escaping = JsonEscaping.Minimal } })
        {
            var back = RoundTrip(
                new Halves
                { S = Half, C = '\uDE00', Any = new Dictionary<string, object> { [Half] = Half }, Map = new() { [Half] = "😀\uD83D" } },
                        options);
            Assert.Equal((Half, '\uDE00', "😀\uD83D"), (back.S, back.C, back.Map![Half]));
            Assert.Equal(Half, ((Dictionary<string, object?>)back.Any!)[Half]);
            Read<Halves>("""{"unknown":"\uD83D","S":"x"}""", options);
        }
        Refuses<Halves>("""{"S":"\uD83D"}""", Default with { Leniency = JsonLeniency.None });
    }

    public class HasNode
    {
        public Node? Node { get; set; }
    }

    [Theory]
    [InlineData("5")]
    [InlineData("\"x\"")]
    [InlineData("""{"a":[1,2.50,"s",null,true,{"b":1e400}]}""")]
    public void A_member_that_is_a_node(string text)
    {
        var node = Json.ParseNode(text);
        Writes("{\"Node\":" + text + "}", new HasNode { Node = node }, Plain);
        Assert.Equal(node, RoundTrip(new HasNode { Node = node }).Node);
    }

    [Fact]
    public void Names_of_dynamic_members_are_a_list()
    {
        var names = (List<string>)Json.ParseNode("""{"a":1,"b":2}""")!.AsDynamic().GetDynamicMemberNames();
        Assert.Equal(["a", "b"], names);
    }
}
