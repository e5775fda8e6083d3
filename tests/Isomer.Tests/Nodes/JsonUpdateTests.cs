using System.Text;
using Xunit;

namespace Isomer.Tests.Nodes;

/// <summary>A text that is changed to say another node: what it says then, and what of it stays.</summary>
public class JsonUpdateTests
{
    static readonly JsonOptions s_lenient = new() { Leniency = JsonLeniency.Comments | JsonLeniency.TrailingCommas };

    static readonly string[] s_names = ["a", "b", "a/b", "", "ä", "long name", "\"", "//"];

    const string Settings = """
        // Settings of the shop
        {
          /* how much is told */
          "Logging": {
            "Level": "Warning", // Debug while we look for it
            "Sinks": [ "console", "file" ]   // in this order
          },

          // Not in production:
          "Debug": true,
          "Rates": { "EUR": 1.10, "CHF": 0.96 }, // of today
          "Empty": {},
          "Urls": [
            // the first one answers
            "http://a",
            "http://b", // slow
          ]
        }
        """;

    static string Changed(Action<Node> change, string text = Settings)
    {
        var node = Json.ParseNode(text, s_lenient)!;
        change(node);
        string updated = Json.Update(text, node);
        Assert.Equal(node, Json.ParseNode(updated, s_lenient));
        return updated;
    }

    static string Replaced(params (string Old, string New)[] pairs) => pairs.Aggregate(Settings, static (text, pair) =>
    {
        Assert.Contains(pair.Old, text, StringComparison.Ordinal);
        return text.Replace(pair.Old, pair.New, StringComparison.Ordinal);
    });

    [Fact]
    public void Nothing_changes_where_nothing_changed() => Assert.Equal(Settings, Changed(static _ => { }));

    [Fact]
    public void A_value_changes_alone()
    {
        Assert.Equal(Replaced(("\"Warning\"", "\"Debug\"")), Changed(static n => n["Logging"]!["Level"] = "Debug"));
        Assert.Equal(Replaced(("0.96", "0.95")), Changed(static n => n["Rates"]!["CHF"] = 0.95m));
        // 1.1 is what is there: its digits stay.
        Assert.Equal(Settings, Changed(static n => n["Rates"]!["EUR"] = 1.1m));
        Assert.Equal(Replaced(("\"file\"", "null")), Changed(static n => n["Logging"]!["Sinks"]![1] = null));
    }

    [Fact]
    public void A_member_goes_with_its_comments()
    {
        Assert.Equal(Replaced(("\n\n  // Not in production:\n  \"Debug\": true,", "")),
            Changed(static n => ((NodeObject)n).Remove("Debug")));
        Assert.Equal(Replaced((" // of today", ""), ("\n  \"Rates\": { \"EUR\": 1.10, \"CHF\": 0.96 },", "")),
            Changed(static n => ((NodeObject)n).Remove("Rates")));
        Assert.Equal(Replaced(("\"Warning\", //", "\"Warning\" //"),
            ("\n    \"Sinks\": [ \"console\", \"file\" ]   // in this order", "")),
            Changed(static n => ((NodeObject)n["Logging"]!).Remove("Sinks")));
        Assert.Equal(Replaced(("\n    \"http://b\", // slow", "")), Changed(static n => n["Urls"]!.As<NodeArray>().Items.RemoveAt(1)));
    }

    [Fact]
    public void What_is_new_is_laid_out_as_its_neighbours()
    {
        Assert.Equal(Replaced(("    \"Sinks\": [ \"console\", \"file\" ]   // in this order",
            "    \"Sinks\": [ \"console\", \"file\" ],   // in this order\n    \"Colours\": false")),
            Changed(static n => n["Logging"]!["Colours"] = false));
        Assert.Equal(Replaced(("\"CHF\": 0.96 }", "\"CHF\": 0.96, \"GBP\": 0.8 }")), Changed(static n => n["Rates"]!["GBP"] = 0.8m));
        Assert.Equal(Replaced(("\"Empty\": {}", "\"Empty\": {\n    \"a\": [\n      1,\n      {}\n    ]\n  }")),
            Changed(static n => n["Empty"]!["a"] = new NodeArray(1, new NodeObject())));
        Assert.Equal(Replaced(("\"http://b\", // slow", "\"http://b\", // slow\n    \"http://c\",")),
            Changed(static n => n["Urls"]!.As<NodeArray>().Add("http://c")));
        Assert.Equal(Replaced(("    // the first one answers\n", "    \"http://0\",\n    // the first one answers\n")),
            Changed(static n => n["Urls"]!.As<NodeArray>().Items.Insert(0, "http://0")));
        Assert.Equal(Replaced(("  /* how much is told */\n", "  \"Name\": \"shop\",\n  /* how much is told */\n")),
            Changed(static n => ((NodeObject)n).Insert(0, "Name", "shop")));
        Assert.Equal("{\"a\":1,\"b\":[2]}", Changed(static n => n["b"] = new NodeArray(2), "{\"a\":1}"));
        Assert.Equal("\uFEFF[1,2]\r\n", Encoding.UTF8.GetString(Json.Update("\uFEFF[1]\r\n"u8, new NodeArray(1, 2))));
        Assert.Equal("{\r\n\t\"a\": {\r\n\t\t\"b\": 1\r\n\t}\r\n}",
            Changed(static n => n["a"] = new NodeObject { ["b"] = 1 }, "{\r\n\t\"a\": null\r\n}"));
    }

    [Fact]
    public void Of_a_name_that_stands_twice_the_last_counts()
    {
        const string text = "{\"a\":1,\"b\":2,\"a\":3}";
        Assert.Equal("{\"b\":2,\"a\":4}", Changed(static n => n["a"] = 4, text));
        var refusal = Assert.Throws<WireFormatException>(() => Json.Update(text, 1, new() { Duplicates = JsonMembers.Refuse }));
        Assert.Equal(13, refusal.Offset);
    }

    /// <summary>Options say how what is new is written; identities and types of objects are none of a node's.</summary>
    [Fact]
    public void Options_say_how_what_is_new_is_written()
    {
        var node = new NodeObject { ["a"] = "é<", ["b"] = new NodeArray(1.5m), ["c"] = Node.From(new DateTime(2024, 5, 6)) };
        Assert.Equal("""{"a":"é<","b":[1.5],"c":"06.05.2024"}""",
            Json.Update("{}", node, new() { Escaping = JsonEscaping.Relaxed, DateFormat = "dd.MM.yyyy", References = References.Preserve }));
        Assert.Equal("""{"a":"\u00E9\u003C","b":[1.5],"c":"2024-05-06T00:00:00"}""", Json.Update("{}", node));
    }

    [Theory]
    [InlineData("{\"a\":1,}x")]
    [InlineData("{'a':1}")]
    [InlineData("[1 2]")]
    [InlineData("")]
    public void What_is_no_JSON_is_refused(string text) =>
        Assert.Throws<WireFormatException>(() => Json.Update(text, new NodeObject()));

    /// <summary>
    /// Random texts with comments everywhere, and random nodes: the text says the node then, keeps every comment that stands beside what
    /// stayed, and does not change when it is updated again.
    /// </summary>
    [Fact]
    public void Random_texts_say_random_nodes()
    {
        for (int seed = 0; seed < 3_000; seed++)
        {
            var random = new Random(seed);
            var before = Tree(random, 4);
            string text = Text(random, before, 0, random.Next(3));
            Says(before, text, $"seed {seed}");
            Assert.Equal(text, Json.Update(text, before));
            var after = random.Next(4) == 0 ? Tree(random, 4) : Edited(random, before);
            string updated = Json.Update(text, after);
            Says(after, updated, $"seed {seed}: {text}\nto {after}");
            Assert.Equal(updated, Json.Update(updated, after));
            // The way back, too, and from a text without comments.
            Says(before, Json.Update(updated, before), $"seed {seed}, back");
            string pretty = Json.ToText(before, JsonOptions.Pretty);
            Says(after, Json.Update(pretty, after), $"seed {seed}, without comments");
        }
    }

    static void Says(Node? expected, string text, string what)
    {
        Node? read = null;
        var refusal = Record.Exception(() => read = Json.ParseNode(text, s_lenient));
        Assert.True(refusal is null && Node.DeepEquals(expected, read), $"{what}\nis\n{text}\n{refusal?.Message}");
    }

    static Node? Tree(Random random, int depth) => random.Next(depth <= 0 ? 4 : 8) switch
    {
        0 => null,
        1 => random.Next(100),
        2 => random.Next(2) == 0,
        3 => "x/*y//" + random.Next(10),
        4 or 5 => new NodeArray(Enumerable.Range(0, random.Next(4)).Select(_ => Tree(random, depth - 1))),
        _ => Object(random, depth),
    };

    static NodeObject Object(Random random, int depth)
    {
        var made = new NodeObject();
        for (int i = random.Next(5); i > 0; i--)
            made[s_names[random.Next(s_names.Length)]] = Tree(random, depth - 1);
        return made;
    }

    static Node? Edited(Random random, Node? node)
    {
        switch (node)
        {
            case NodeObject members:
                var copy = new NodeObject();
                foreach (var (name, member) in members)
                    if (random.Next(6) > 0)
                        copy[name] = random.Next(2) == 0 ? member : Edited(random, member);
                if (random.Next(3) == 0)
                    copy[s_names[random.Next(s_names.Length)]] = Tree(random, 2);
                return copy;
            case NodeArray items:
                var list = items.Items.Where(_ => random.Next(6) > 0)
                    .Select(item => random.Next(2) == 0 ? item : Edited(random, item)).ToList();
                if (random.Next(3) == 0)
                    list.Insert(random.Next(list.Count + 1), Tree(random, 2));
                return new NodeArray(list);
            default:
                return random.Next(3) == 0 ? Tree(random, 2) : node;
        }
    }

    /// <summary>A text of the node, on one line, over lines, or as it comes.</summary>
    static string Text(Random random, Node? node, int depth, int style)
    {
        string Gap(bool breaks) => style == 0 ? ""
            : style == 1 && random.Next(3) > 0 ? (breaks ? "\n" + new string(' ', depth * 2 + 2) : "")
            : random.Next(6) switch
            {
                0 => " /* , \" } */",
                1 => breaks ? " // , } ]\n" : " ",
                2 => "\r\n\t",
                3 => "\n/* a\n b */\n",
                _ => " ",
            };
        IEnumerable<string> Parts() => node switch
        {
            NodeObject members => members.Select(m =>
                Json.ToText(m.Key) + (style == 2 && random.Next(2) == 0 ? " :" : ":") + Gap(false) + Text(random, m.Value, depth + 1, style)),
            NodeArray items => items.Select(item => Text(random, item, depth + 1, style)),
            _ => [],
        };
        if (node is not (NodeObject or NodeArray))
            return node is null ? "null" : node.ToString();
        var text = new StringBuilder(node is NodeObject ? "{" : "[");
        int left = node is NodeObject o ? o.Count : node.As<NodeArray>().Count;
        foreach (string part in Parts())
        {
            text.Append(Gap(true)).Append(part);
            if (--left > 0 || (style == 2 && random.Next(4) == 0))
                text.Append(Gap(true)).Append(',');
        }
        return text.Append(Gap(true)).Append(node is NodeObject ? '}' : ']').ToString();
    }
}
