using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// IgnoreReadOnlyProperties, IgnoreReadOnlyFields, RespectNullableAnnotations, RespectRequiredConstructorParameters and IgnoreCycles, each
/// alone and with what leaves nulls out, against System.Text.Json: texts, and what is refused. Random types under these options are in
/// <see cref="JsonDifferentialDialect"/>.
/// </summary>
public class JsonStrictnessTests
{
    public class ReadOnly
    {
        public int Set { get; set; } = 1;
        public int Got { get; } = 2;
        public string Computed => "c";
        public int Init { get; init; } = 3;
        public int Private { get; private set; } = 4;
        [JsonInclude] public int Included { get; private set; } = 5;
        [JsonIgnore(Condition = JsonIgnoreCondition.Never)] public int Never { get; } = 6;
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string? NotNull { get; } = "n";
        public List<int> Items { get; } = [1];
        public byte[] Bytes { get; } = [1];
        public IReadOnlyDictionary<string, int> Map => new Dictionary<string, int> { ["a"] = 1 };
        public ImmutableArray<int> Array => [1];
        public object Any => 1;
        public readonly int Field = 7;
        public readonly int[] FieldItems = [8];
        public int Written = 9;
    }

    public record Point(int X, string Name, int? Z, int Y = 3)
    {
        public string More { get; set; } = "m";
    }

    public struct Whole
    {
        [JsonConstructor]
        public Whole(int a, string? b) => (A, B) = (a, b);

        public int A { get; }
        public string? B { get; }
    }

    public class Annotated
    {
        public string Name { get; set; } = "n";
        public string? Maybe { get; set; }
        public List<string> Items { get; set; } = [];
        public Annotated? Inner { get; set; }
        [System.Diagnostics.CodeAnalysis.AllowNull] public string Taken { get => field ?? "t"; set; }
        [System.Diagnostics.CodeAnalysis.MaybeNull] public string Given { get; set; } = "g";
        public string Field = "f";
        public int? Number { get; set; }
        [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] public string Omitted { get; set; } = "o";
    }

    public record Given(string Name, string? Maybe, List<int> Items);

    public class Holder<T>
    {
        public T? Maybe { get; set; }
        public T Value { get; set; } = default!;
    }

    public class Node
    {
        public string? Name { get; set; }
        public Node? Next { get; set; }
        public List<Node?>? Items { get; set; }
        public Dictionary<string, Node?>? Map { get; set; }
        public object? Any { get; set; }
        public ImmutableArray<Node> Fixed { get; set; } = [];
        public Pair Both { get; set; }
    }

    public struct Pair
    {
        public Node? A { get; set; }
        public Node? B { get; set; }
    }

    static readonly (string Name, Action<JsonSerializerOptions> Set)[] s_settings =
    [
        ("properties", o => o.IgnoreReadOnlyProperties = true), ("fields", o => o.IgnoreReadOnlyFields = true),
        ("nulls", o => o.RespectNullableAnnotations = true), ("parameters", o => o.RespectRequiredConstructorParameters = true),
        ("cycles", o => o.ReferenceHandler = ReferenceHandler.IgnoreCycles),
    ];

    public static TheoryData<string, bool, JsonIgnoreCondition, bool> Settings =>
    [
        .. from setting in s_settings
           from fields in new[] { true, false }
           from omit in new[] { JsonIgnoreCondition.Never, JsonIgnoreCondition.WhenWritingNull, JsonIgnoreCondition.WhenWritingDefault }
           from indented in new[] { false, true }
           select (setting.Name, fields, omit, indented),
    ];

    static IEnumerable<object> Values()
    {
        yield return new ReadOnly();
        yield return new Point(1, "p", null);
        yield return new Whole(1, null);
        yield return new Annotated();
        yield return new Annotated { Name = null! };
        yield return new Annotated { Items = null! };
        yield return new Annotated { Field = null!, Omitted = null! };
        yield return new Annotated { Omitted = null!, Given = null!, Taken = null, Inner = new() { Items = [null!] } };
        yield return new Given(null!, null, []);
        yield return new Given("a", null, null!);
        yield return new Holder<string>();
        yield return new Holder<int?>();
        var node = new Node { Name = "a" };
        node.Next = new Node
        {
            Name = "b",
            Next = node,
            Items = [node, new Node { Next = node }],
            Map = new() { ["x"] = node, ["y"] = new Node() },
            Any = node
        };
        yield return node;
        var list = new List<object?> { 1 };
        list.Add(list);
        yield return list;
        var map = new Dictionary<string, object?> { ["a"] = 1 };
        map["self"] = map;
        yield return map;
        var shared = new Node { Name = "s" };
        yield return new Node
        { Next = shared, Items = [shared, shared, null], Any = new[] { shared, shared }, Both = new() { A = shared, B = shared } };
        var fixedNode = new Node { Name = "f" };
        (fixedNode.Fixed, fixedNode.Both) = ([fixedNode, new Node { Name = "g" }],
            new Pair { A = fixedNode, B = new Node { Next = fixedNode } });
        yield return fixedNode;
        object[] array = [1, null!, "a"];
        array[1] = array;
        yield return array;
    }

    static readonly (Type Type, string Text)[] s_texts =
    [
        .. from text in new[] { "{}", """{"X":1}""", """{"X":1,"Name":"a","Z":null}""", """{"X":1,"Name":null,"Z":1,"Y":4}""",
            """{"Name":"a","More":null}""", """{"X":1,"Z":2}""" } select (typeof(Point), text),
        .. from text in new[] { "{}", """{"A":1}""", """{"B":null,"A":2}""" } select (typeof(Whole), text),
        .. from text in new[] { "{}", """{"Name":null}""", """{"Maybe":null}""", """{"Items":null}""", """{"Items":[null]}""",
            """{"Taken":null}""", """{"Given":null}""", """{"Field":null}""", """{"Inner":{"Inner":{"Name" : null}}}""",
            """{"Number":null}""", """{"Omitted":null}""" } select (typeof(Annotated), text),
        .. from text in new[] { "{}", """{"Name":null,"Maybe":null,"Items":[]}""", """{"Name":"a","Items":null}""",
            """{"Name":"a","Maybe":null,"Items":[1]}""" } select (typeof(Given), text),
        .. from text in new[] { "{}", """{"Maybe":null}""", """{"Value":null}""" } select (typeof(Holder<string>), text),
        (typeof(ReadOnly), """{"Got":1,"Private":2,"Included":3,"Field":4,"Items":[5],"Never":6}"""),
    ];

    [Theory, MemberData(nameof(Settings))]
    public void As_System_Text_Json_has_it(string setting, bool fields, JsonIgnoreCondition omit, bool indented)
    {
        var theirs = new JsonSerializerOptions { IncludeFields = fields, DefaultIgnoreCondition = omit, WriteIndented = indented };
        s_settings.Single(s => s.Name == setting).Set(theirs);
        foreach (var ours in JsonCheck.Tiers(JsonOptions.From(theirs)))
        {
            foreach (object value in Values())
            {
                string expected = Result(() => JsonSerializer.Serialize(value, value.GetType(), theirs));
                Assert.Equal((value, expected), (value, Result(() => Json.ToText(value, value.GetType(), ours))));
                var stream = new MemoryStream();
                Assert.Equal((value, expected), (value, Result(() =>
                {
                    Json.Serialize(stream, value, value.GetType(), ours);
                    return System.Text.Encoding.UTF8.GetString(stream.ToArray());
                })));
            }
            foreach (var (type, text) in s_texts)
            {
                object? expected = null, read = null;
                string refused = Result(() => $"{expected = JsonSerializer.Deserialize(text, type, theirs)}"[..0]),
                    ours2 = Result(() => $"{read = Json.FromText(text, type, ours)}"[..0]);
                Assert.True(refused == ours2, $"{type}, {text}: {ours2} in place of {refused}");
                Assert.True(new Deep(false).Difference(expected, read) is null,
                    $"{type}, {text}: {new Deep(false).Difference(expected, read)}");
            }
        }
    }

    /// <summary>What came of it; refusals are one, whatever their words.</summary>
    static string Result(Func<string> call)
    {
        try
        {
            return call();
        }
        catch (Exception e) when (e is JsonException or NotSupportedException or WireFormatException or InvalidOperationException)
        {
            return "refused";
        }
    }

    [Fact]
    public void Refusals_name_the_member_and_the_remedy()
    {
        var options = new JsonOptions { NullableAnnotations = true };
        foreach (var tier in JsonCheck.Tiers(options))
        {
            string written = Assert.Throws<NotSupportedException>(() => Json.Serialize(new Annotated { Name = null! }, tier)).Message;
            Assert.Contains("'Name' of 'Isomer.Tests.Formats.JsonStrictnessTests+Annotated'", written, StringComparison.Ordinal);
            Assert.Contains("declare it nullable", written, StringComparison.Ordinal);
            var read = Assert.Throws<WireFormatException>(() => Json.FromText<Annotated>("""{"Inner":{"Name": null}}""", tier));
            Assert.Equal(("$.Inner.Name", 18L), (read.Path, read.Offset));
        }
    }

    [Fact]
    public void What_cannot_be_meant_together_is_told()
    {
        foreach (var options in new[] { new JsonOptions { References = References.Preserve }, JsonOptions.Graph, JsonOptions.FastJson })
            Assert.Contains("CyclesAsNull",
                Assert.Throws<ArgumentException>(() => Json.Serialize(1, options with { CyclesAsNull = true })).Message,
                StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => Json.Serialize(1, JsonOptions.FastJson with { NullableAnnotations = true }));
    }
}
