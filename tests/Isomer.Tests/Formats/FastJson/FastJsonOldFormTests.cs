using System.Dynamic;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Texts of older versions, and texts that a database has sorted: as they were stored, they are read.</summary>
public class FastJsonOldFormTests
{
    public class Cat
    {
        public string? Name { get; set; }

        public int legs { get; set; }

        public Cat? Friend { get; set; }
    }

    public class House
    {
        public List<object>? Pets { get; set; }

        public object? Any { get; set; }
    }

    static readonly JsonOptions Zoo = Types(typeof(Cat), typeof(House));
    static readonly string CatName = typeof(Cat).AssemblyQualifiedName!;
    static readonly string HouseName = typeof(House).AssemblyQualifiedName!;

    [Fact]
    public void A_table_of_types_stands_anywhere()
    {
        // PostgreSQL's jsonb: names by length, then by their bytes.
        string sorted = $$"""{"Any": {"Name": "c", "legs": 1, "$type": "2"}, "Pets": [{"Name": "d", "legs": 2, "$type": "2"}], "$type": "1", "$types": {"{{HouseName}}": "1", "{{CatName}}": "2"} }""";
        var house = (House)Read<object>(sorted, Zoo)!;
        Assert.Equal(("c", 1), house.Any is Cat c ? (c.Name, c.legs) : default);
        Assert.Equal("d", Assert.IsType<Cat>(Assert.Single(house.Pets!)).Name);
        Assert.Equal("c", Assert.IsType<Cat>(Read<House>(sorted, Zoo).Any).Name);
        // 2.1.0 had $circular before it; another name with a dollar is passed over likewise, also where unknown members are refused.
        string circular = $$"""{"$circular":true,"$types":{"{{CatName}}":"1"},"$type":"1","$later":{"$type":"1"},"Name":"c","Friend":{"$type":"1","$circular":false,"Name":"f"},"legs":3}""";
        foreach (var options in new[] { Zoo, Zoo with { Unknown = JsonMembers.Refuse } })
        {
            Assert.Equal(("c", 3, "f"), Read<object>(circular, options) is Cat cat ? (cat.Name, cat.legs, cat.Friend!.Name) : default);
            Assert.Equal(("c", 3, "f"), Read<Cat>(circular, options) is { } typed ? (typed.Name, typed.legs, typed.Friend!.Name) : default);
        }
    }

    /// <summary>
    /// Wherever the table of types stands, it is found by each way of reading: in one piece, in pieces of one byte, from a stream that
    /// cannot go back.
    /// </summary>
    [Fact]
    public void A_table_of_types_stands_anywhere_by_every_way()
    {
        string table = $"\"$types\":{{\"{HouseName}\":\"1\",\"{CatName}\":\"2\"}}";
        string[] members = ["\"$type\":\"1\"", "\"Any\":{\"$type\":\"2\",\"Name\":\"c\",\"legs\":1}",
            "\"Pets\":[{\"Name\":\"d\",\"$type\":\"2\"},5]"];
        foreach (var options in Tiers(Zoo))
            for (int at = 0; at <= members.Length; at++)
            {
                // A type that is named after an object has begun to be read is of a text that was sorted: it stands in front, or the table
                // behind all.
                string text = "{" + string.Join(",", (string[])[.. members[..at], table, .. members[at..]]) + "}";
                foreach (var type in (Type[])[typeof(House), typeof(object)])
                    foreach (var (way, read) in WaysOf(options).Readers(type))
                    {
                        var house = Assert.IsType<House>(read(System.Text.Encoding.UTF8.GetBytes(text)));
                        Assert.True(house.Any is Cat { Name: "c", legs: 1 } && house.Pets is [Cat { Name: "d" }, ..], $"{way} {text}");
                    }
            }
    }

    [Fact]
    public void References_of_a_sorted_text_are_refused()
    {
        string sorted = $$"""{"Name":"c","$type":"1","$types":{"{{CatName}}":"1"},"Friend":{"$i":1} }""";
        Assert.Contains("sorted", Refuses<Cat>(sorted, Zoo).Message, StringComparison.Ordinal);
        string circular = $$"""{"$circular":true,"$types":{"{{CatName}}":"1"},"$type":"1","Friend":{"$i":1} }""";
        var cat = Read<Cat>(circular, Zoo);
        Assert.Same(cat, cat.Friend);
    }

    [Fact]
    public void Messages_say_what_is_missing()
    {
        Assert.Contains("the text has none", Refuses<Cat>("""{"$type":"1","Name":"c"}""").Message, StringComparison.Ordinal);
        Assert.Contains("the text has none", Refuses<object>("""{"$type":"1","Name":"c"}""").Message, StringComparison.Ordinal);
        Assert.Contains("it ends at 1", Refuses<Cat>($$"""{"$types":{"{{CatName}}":"1"},"$type":"2"}""").Message, StringComparison.Ordinal);
        Assert.Contains("only 1 have begun", Refuses<Cat>("""{"Name":"c","Friend":{"$i":5}}""").Message, StringComparison.Ordinal);
        Assert.Contains("does not exist yet", Refuses<Made>("""{"Inner":{"$i":1}}""").Message, StringComparison.Ordinal);
    }

    public record Made(Made? Inner, int N);

    public class Times
    {
        public TimeSpan T { get; set; }

        public TimeSpan? N { get; set; }

        public DateTimeOffset O { get; set; }

        public Cat? Cat { get; set; }

        public Cat? Again { get; set; }
    }

    [Fact]
    public void TimeSpan_and_DateTimeOffset_as_objects()
    {
        string span = typeof(TimeSpan).AssemblyQualifiedName!.Replace("System.Private.CoreLib", "mscorlib", StringComparison.Ordinal);
        string offset = typeof(DateTimeOffset).AssemblyQualifiedName!;
        string head = $$"""{"$types":{"{{typeof(Times).AssemblyQualifiedName}}":"1","{{span}}":"2","{{offset}}":"3","{{CatName}}":"4"},"$type":"1",""";
        // As read-only properties were written; equal values were one object to it; and all count.
        var back = Read<Times>(head + """
            "T":{"$type":"2","Ticks":15000000,"Days":0,"TotalSeconds":1.5},"N":{"$i":2},
            "O":{"$type":"3","DateTime":"2020-01-02T03:04:05Z","Day":2,"Offset":{"$type":"2","Ticks":126000000000,"Hours":3},"Ticks":637135310450000000,"TimeOfDay":{"$type":"2","Ticks":5}},
            "Cat":{"$type":"4","Name":"c"},"Again":{"$i":6}}
            """);
        Assert.Equal((TimeSpan.FromSeconds(1.5), TimeSpan.FromSeconds(1.5)), (back.T, back.N));
        Assert.Equal(new DateTimeOffset(2020, 1, 2, 3, 4, 5, new TimeSpan(3, 30, 0)), back.O);
        Assert.Same(back.Cat, back.Again);
        // As they mostly were: nothing but the type.
        var empty =
            Read<Times>(head + """ "T":{"$type":"2"},"N":{"$i":2},"O":{"$type":"3"},"Cat":{"$type":"4","Name":"c"},"Again":{"$i":4}}""");
        Assert.Equal((TimeSpan.Zero, TimeSpan.Zero, default(DateTimeOffset)), (empty.T, empty.N, empty.O));
        Assert.Same(empty.Cat, empty.Again);
        Assert.Equal((TimeSpan.Zero, default(DateTimeOffset)),
            Read<Times>("""{"T":{},"O":{}}""") is { } plain ? (plain.T, plain.O) : default);
        Refuses<Times>(head + """ "T":{"$type":"4"}}""");
        Refuses<Times>(head + """ "Cat":{"$type":"4"},"T":{"$i":2}}""");
    }

    /// <summary>
    /// Behind a declared object they need no registration, for they are values: they were refused, and a reference led to nothing.
    /// </summary>
    [Fact]
    public void TimeSpan_and_DateTimeOffset_as_objects_behind_object()
    {
        string span = typeof(TimeSpan).AssemblyQualifiedName!.Replace("System.Private.CoreLib", "mscorlib", StringComparison.Ordinal);
        string offset = typeof(DateTimeOffset).AssemblyQualifiedName!;
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = JsonOptions.FastJson with { Convention = Convention.FastJson.WithTier(tier) };
            var named = Json.FromText<object[]>($$"""[{"a":{"$type":"{{span}}","Ticks":50,"Days":0} },{"$type":"{{offset}}","Ticks":126000000000,"Offset":{"Ticks":126000000000} }]""", options)!;
            Assert.Equal(new TimeSpan(50), Assert.IsType<Dictionary<string, object?>>(named[0])["a"]);
            Assert.Equal(new DateTimeOffset(126000000000, new TimeSpan(3, 30, 0)), named[1]);
            Assert.Throws<WireFormatException>(() => Json.FromText<Times>(
                $$"""{"O":{"$type":"{{offset}}","Ticks":5},"T":{"$i":2} }""", options));
            // Numbered, and with the type behind what it is of.
            var table = Json.FromText<Dictionary<string, object>>(
                $$"""{"a":{"$types":{"{{span}}":"1"},"$type":"1","Ticks":7},"b":{"Ticks":8,"$type":"1"},"c":{"$i":2},"d":{"$i":1} }""", options)!;
            Assert.Equal([new TimeSpan(7), new TimeSpan(8), new TimeSpan(8), new TimeSpan(7)], table.Values);
        }
    }

    [Theory]
    [InlineData("+04:0", 240)]
    [InlineData("-04:0", -240)]
    [InlineData("+05:30", 330)]
    [InlineData("--03:-30", -210)]
    [InlineData("--03:0", -180)]
    [InlineData("+4:5", 245)]
    [InlineData("-0330", -210)]
    [InlineData("+03", 180)]
    [InlineData(" +11:30", 690)]
    public void Offsets_that_were_not_padded(string offset, int minutes) =>
        Assert.Equal(new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromMinutes(minutes)),
            Read<DateTimeOffset>($"\"2020-01-02T03:04:05{offset}\""));

    [Theory]
    [InlineData("+")]
    [InlineData("+4")]
    [InlineData("+04:")]
    [InlineData("+04:60")]
    [InlineData("+15:00")]
    [InlineData("+04:000")]
    [InlineData("+0400:0")]
    [InlineData("+04:0x")]
    [InlineData("---04:00")]
    public void Offsets_that_are_none(string offset) => Refuses<DateTimeOffset>($"\"2020-01-02T03:04:05{offset}\"");

    [Fact]
    public void Keys_in_which_nothing_was_escaped()
    {
        var back = Read<Dictionary<string, string>>("""{"a"b":"1","say "hi", ok":"2","":"3"}""");
        Assert.Equal([("a\"b", "1"), ("say \"hi\", ok", "2"), ("", "3")], back.Select(p => (p.Key, p.Value)));
        var any = (Dictionary<string, object?>)Read<object>("""{"a"b" : {"c"d":[1]}}""")!;
        Assert.Equal(new object[] { 1L }, ((Dictionary<string, object?>)any["a\"b"]!)["c\"d"]);
        Refuses<Dictionary<string, string>>("""{"a"b":"1"}""", Default with { Leniency = JsonLeniency.None });
        Refuses<Dictionary<string, string>>("""{"a"b}""");
    }

    public class Sets
    {
        public HashSet<int>? Set { get; set; }

        public Queue<string>? Queue { get; set; }

        public Cat? Cat { get; set; }

        public Cat? Again { get; set; }
    }

    [Fact]
    public void Collections_that_were_written_as_objects_are_null()
    {
        string set = typeof(HashSet<int>).AssemblyQualifiedName!;
        var back = Read<Sets>(
            $$"""{"$types":{"{{typeof(Sets).AssemblyQualifiedName}}":"1","{{set}}":"2","{{CatName}}":"3"},"$type":"1","Set":{"$type":"2","Count":3},"Queue":["a"],"Cat":{"$type":"3"},"Again":{"$i":3} }""");
        Assert.Null(back.Set);
        Assert.Equal(["a"], back.Queue!);
        Assert.Same(back.Cat, back.Again);
        Refuses<Sets>("""{"Set":{}}""");
        Refuses<Sets>("""{"Set":{"$type":"System.Int32"}}""");
    }

    public class Expandos
    {
        public ExpandoObject? E { get; set; }

        public Cat? Cat { get; set; }

        public Cat? Again { get; set; }
    }

    [Fact]
    public void Forms_of_an_ExpandoObject()
    {
        string pair = typeof(KeyValuePair<string, object>).AssemblyQualifiedName!;
        string head = $$"""{"$types":{"{{typeof(Expandos).AssemblyQualifiedName}}":"1","{{pair}}":"2","{{CatName}}":"3"},"$type":"1",""";
        foreach (string form in new[]
        {
            """{"a":1,"b":"x"}""", """[{"k":"a","v":1},{"k":"b","v":"x"}]""", """[{"Key":"a","Value":1},{"Key":"b","Value":"x"}]""",
            """[{"$type":"2","Key":"a","Value":1},{"$type":"2","Key":"b","Value":"x"}]""",
            """[{"$type":"2"},{"$type":"2","Key":"a","Value":1},{"$type":"2"},{"$type":"2","Key":"b","Value":"x"}]""",
        })
        {
            var map = (IDictionary<string, object?>)Read<Expandos>(head + $$""" "E":{{form}}}""").E!;
            Assert.Equal([("a", (object?)1L), ("b", "x")], map.Select(p => (p.Key, p.Value)));
        }
        var lost = Read<Expandos>(head + """ "E":[{"$type":"2"},{"$type":"2"}],"Cat":{"$type":"3"},"Again":{"$i":4}}""");
        Assert.Empty(lost.E!);
        Assert.Same(lost.Cat, lost.Again);
        Assert.Null(Read<Expandos>($$"""{"E":{"$type":"{{typeof(ExpandoObject).AssemblyQualifiedName}}"} }""").E);
    }
}
