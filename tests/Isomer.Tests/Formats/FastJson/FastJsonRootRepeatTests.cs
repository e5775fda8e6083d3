using System.Collections;
using Isomer.Formats;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonWritingTests;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>A root list or dictionary that has an object twice: fastJSON writes it in full again and gives it no second number.</summary>
public class FastJsonRootRepeatTests
{
    public class Part { public int id; public Part? a; public Part? b; public List<Part>? more; }

    static readonly JsonOptions Known = Types(typeof(Cat), typeof(Dog), typeof(Zoo), typeof(Part));

    static JsonOptions Choose(FastJsonRootRepeats choice) => Known with { FastJsonRules = new() { RootRepeats = choice } };

    [Fact]
    public void The_numbers_behind_it_are_those_that_were_written()
    {
        var s = new Cat { Name = "s" };
        var x = new Cat { Name = "x" };
        object[] value = [s, s, new Zoo { animals = { x, s, x } }];
        // s is 1, the zoo 2, x 3.
        Writes("""[{"$types":{"«Cat»":"1","«Zoo»":"2"},"$type":"1","legs":0,"Name":"s"},{"$type":"1","legs":0,"Name":"s"},{"$type":"2","animals":[{"$type":"1","legs":0,"Name":"x"},{"$i":1},{"$i":3}]}]""",
            value, null, typeof(Cat), typeof(Zoo));
        Reads<object>(Text(value), read =>
        {
            var back = (List<object?>)read!;
            var zoo = (Zoo)back[2]!;
            Assert.Same(back[0], back[1]);
            Assert.Same(back[0], zoo.animals[1]);
            Assert.Same(zoo.animals[0], zoo.animals[2]);
            Assert.Equal("x", zoo.animals[0].Name);
        }, Known);
        // As fastJSON reads it, number 3 is the zoo, which is no animal.
        Refuses<object>(Text(value), Choose(FastJsonRootRepeats.Different));
        var error = Refuses<object>(Text(value), Choose(FastJsonRootRepeats.Refuse));
        Assert.Contains("RootRepeats", error.Message, StringComparison.Ordinal);
        Assert.StartsWith("{\"$type\":\"1\"", Text(value)[(int)error.Offset..], StringComparison.Ordinal);
    }

    [Fact]
    public void With_objects_in_it_it_is_written_with_their_numbers()
    {
        var child = new Part { id = 2 };
        var parent = new Part { id = 1, a = child, b = child, more = [new Part { id = 3 }, child] };
        var last = new Part { id = 4, a = new Part { id = 5 } };
        last.b = last.a;
        Writes("""[{"$type":"«Part»","id":1,"a":{"$type":"«Part»","id":2,"a":null,"b":null,"more":null},"b":{"$i":2},"more":[{"$type":"«Part»","id":3,"a":null,"b":null,"more":null},{"$i":2}]},{"$type":"«Part»","id":1,"a":{"$i":2},"b":{"$i":2},"more":[{"$i":3},{"$i":2}]},{"$type":"«Part»","id":4,"a":{"$type":"«Part»","id":5,"a":null,"b":null,"more":null},"b":{"$i":5}}]""".Replace("\"b\":{\"$i\":5}}]", "\"b\":{\"$i\":5},\"more\":null}]", StringComparison.Ordinal),
            new List<Part> { parent, parent, last }, null, typeof(Part));
        var back = RoundTrip(new List<Part> { parent, parent, last }, Known);
        Assert.Same(back[0], back[1]);
        Assert.Equal(5, back[2].b!.id);
        Assert.Same(back[2].a, back[2].b);
    }

    [Fact]
    public void Also_what_stood_inside_another_before()
    {
        var child = new Part { id = 2 };
        var last = new Part { id = 4, a = new Part { id = 5 } };
        last.b = last.a;
        var back = RoundTrip(new List<Part> { new() { id = 1, a = new() { id = 3, a = child } }, child, last }, Known);
        Assert.Same(back[0].a!.a, back[1]);
        Assert.Equal(5, back[2].b!.id);
    }

    [Fact]
    public void In_every_root_that_has_objects()
    {
        var s = new Part { id = 1 };
        var p = new Part { id = 2, a = new Part { id = 3 } };
        p.b = p.a;
        Assert.Equal(3, RoundTrip(new Dictionary<string, Part> { ["x"] = s, ["y"] = s, ["z"] = p }, Known)["z"].b!.id);
        Assert.Equal(3, RoundTrip(new Dictionary<int, Part> { [1] = s, [2] = s, [3] = p }, Known)[3].b!.id);
        Assert.Equal(3, RoundTrip(new Part[] { s, s, p }, Known)[2].b!.id);
        Assert.Equal(3, RoundTrip(new List<List<Part>> { new() { s }, new() { s, p } }, Known)[1][1].b!.id);
        Assert.Equal(3, ((Part)RoundTrip(new Hashtable { [3L] = p, [1L] = s, [2L] = s }, Known)[3L]!).b!.id);
        Assert.Equal(3, ((Part)RoundTrip(new ArrayList { s, s, s, p, p }, Known)[3]!).b!.id);
    }

    [Fact]
    public void Nothing_is_taken_for_the_same_where_no_number_depends_on_it()
    {
        var s = new Part { id = 1 };
        foreach (var options in new[] { Known, Choose(FastJsonRootRepeats.Refuse) })
        {
            var back = RoundTrip(new List<Part> { s, s }, options);
            Assert.NotSame(back[0], back[1]);
            back = RoundTrip(new List<Part> { s, s, new() { id = 2, a = s } }, options);
            Assert.NotSame(back[0], back[1]);
            Assert.Same(back[0], back[2].a);
        }
    }

    [Fact]
    public void Objects_that_only_look_alike_are_two_if_the_numbers_say_so()
    {
        // Two objects of one content; the third refers to itself, as number 3: if the first two were one there would be only two.
        var self = new Part { id = 7 };
        self.a = self;
        var back = RoundTrip(new List<Part> { new() { id = 1 }, new() { id = 1 }, self }, Known);
        Assert.NotSame(back[0], back[1]);
        Assert.Same(back[2], back[2].a);
    }

    /// <summary>Why no reader can know: two graphs have one text.</summary>
    [Fact]
    public void The_text_does_not_say_which_it_was()
    {
        // The first is there twice: 1, the last 2, its part 3, to which b leads.
        var shared = new Part { id = 1 };
        var one = new Part { id = 2, a = new Part { id = 3 } };
        one.b = one.a;
        // The first two look alike: 1 and 2, the last 3, and b leads to itself.
        var two = new Part { id = 2, a = new Part { id = 3 } };
        two.b = two;
        string text = Text(new List<Part> { shared, shared, one }, Known);
        Assert.Equal(text, Text(new List<Part> { new() { id = 1 }, new() { id = 1 }, two }, Known));
        Assert.Same(Read<List<Part>>(text, Known) is var same ? same[2].a : null, same[2].b);
        Assert.Same(Read<List<Part>>(text, Choose(FastJsonRootRepeats.Different)) is var different ? different[2] : null, different[2].b);
        Assert.Contains("RootRepeats", Refuses<List<Part>>(text, Choose(FastJsonRootRepeats.Refuse)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Any_list_of_graphs_comes_back_with_every_identity()
    {
        var random = new Random(4);
        for (int round = 0; round < 400; round++)
        {
            var parts = Enumerable.Range(1, random.Next(1, 9)).Select(id => new Part { id = id }).ToArray();
            Part? Any() => random.Next(3) == 0 ? null : parts[random.Next(parts.Length)];
            foreach (var part in parts)
                (part.a, part.b, part.more) = (Any(), Any(),
                    random.Next(3) == 0 ? [parts[random.Next(parts.Length)], parts[random.Next(parts.Length)]] : null);
            var list = Enumerable.Range(0, random.Next(1, 7)).Select(_ => parts[random.Next(parts.Length)]).ToList();
            foreach (var options in new[] { Known,
                Known with { FastJsonRules = new() { Types = FastJsonTypes.EachObject, TypeNames = FastJsonTypeNames.Short } },
                Known with { Indented = true } })
            {
                string text = Json.ToText(list.ToArray(), options);
                Assert.Equal(Picture(list), Picture([.. Json.FromText<Part[]>(text, options)]));
            }
        }
    }

    /// <summary>
    /// The graph with each object by its id, which is its identity. What the root has in full again may be one object or two.
    /// </summary>
    static string Picture(List<Part> list)
    {
        var seen = new Dictionary<int, Part>();
        var lines = new List<string>();
        void Visit(Part? part)
        {
            if (part is null)
                return;
            if (seen.TryGetValue(part.id, out var known))
            {
                if (!ReferenceEquals(known, part))
                    lines.Add($"{part.id} is two");
                return;
            }
            seen.Add(part.id, part);
            lines.Add($"{part.id}: {part.a?.id} {part.b?.id} {string.Join(",", part.more?.Select(p => p.id) ?? [])}");
            Visit(part.a);
            Visit(part.b);
            part.more?.ForEach(Visit);
        }
        foreach (var part in list)
            if (!seen.ContainsKey(part.id))
                Visit(part);
        return string.Join("\n", lines) + "\n" + string.Join(",", list.Select(p => p.id));
    }
}
