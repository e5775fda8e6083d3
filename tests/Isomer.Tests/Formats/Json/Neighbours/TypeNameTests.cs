using System.Text;
using Isomer.Formats;
using Newtonsoft.Json;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>
/// Json.NET's TypeNameHandling and PreserveReferencesHandling: random graphs against Json.NET itself, and names that a text may not have.
/// </summary>
public class TypeNameTests
{
    public class Base
    {
        public int Id { get; set; }
        public string? Name { get; set; }
    }

    public class Leaf : Base
    {
        public bool IsLeaf { get; set; }
    }

    public struct Point
    {
        public int X { get; set; }
        public int Y { get; set; }
    }

    public class Pair<T>
    {
        public T? A { get; set; }
    }

    public class Tree : Base
    {
        public List<Base?>? Items { get; set; }
        public IList<string>? Names { get; set; }
        public IEnumerable<int>? Numbers { get; set; }
        public int[]? Array { get; set; }
        public object? Any { get; set; }
        public Dictionary<string, Base?>? Map { get; set; }
        public IDictionary<string, int>? Face { get; set; }
        public Dictionary<int, string>? ByNumber { get; set; }
        public Point P { get; set; }
        public byte[]? Bytes { get; set; }
        public Base? One { get; set; }
        public HashSet<int>? Set { get; set; }
        public KeyValuePair<string, int> Entry { get; set; }
        public Pair<int>? Closed { get; set; }
        public Base[]? Bases { get; set; }
    }

    /// <param name="random">What is drawn from.</param>
    /// <param name="depth">How deep it nests.</param>
    /// <param name="before">What may come again.</param>
    /// <param name="exact">Whether each is of the declared type, for a text that tells no types.</param>
    static Base? Node(Random random, int depth, List<Base> before, bool exact) =>
        exact ? new Base { Id = random.Next() } : random.Next(depth > 0 ? 6 : 3) switch
        {
            0 => null,
            1 => new Leaf { Id = random.Next(), Name = "a\"ä", IsLeaf = true },
            2 => before.Count > 0 && random.Next(2) == 0 ? before[random.Next(before.Count)] : new Base { Id = random.Next(9) },
            _ => Make(random, depth - 1, before, exact),
        };

    static object? Any(Random random, int depth, List<Base> before, bool exact) => random.Next(9) switch
    {
        0 => null,
        1 => 5L,
        2 => "text",
        3 => true,
        4 => new List<object?> { 1L, "a", Node(random, depth - 1, before, exact) },
        5 => new[] { random.Next(), 2 },
        6 => new Dictionary<string, object?> { ["k"] = Node(random, depth - 1, before, exact), ["n"] = null },
        7 => new byte[] { 1, 2, 3 },
        _ => Node(random, depth - 1, before, exact),
    };

    static Tree Make(Random random, int depth, List<Base> before, bool exact)
    {
        var tree = new Tree { Id = random.Next(100), Name = random.Next(2) == 0 ? null : "n" };
        bool Has() => random.Next(3) > 0;
        tree.Items = Has() ? [Node(random, depth, before, exact), Node(random, depth, before, exact)] : null;
        tree.Names = Has() ? random.Next(2) == 0 ? ["x", "y"] : new[] { "z" } : null;
        tree.Numbers = Has() ? random.Next(2) == 0 ? [1, 2] : new[] { random.Next() } : null;
        tree.Array = Has() ? [random.Next()] : null;
        tree.Any = Any(random, depth, before, exact);
        tree.Map = Has() ? new() { ["m"] = Node(random, depth, before, exact) } : null;
        tree.Face = Has() ? new Dictionary<string, int> { ["f"] = 1 } : null;
        tree.ByNumber = Has() ? new() { [7] = "seven" } : null;
        tree.P = new Point { X = random.Next(9) };
        tree.Bytes = Has() ? [9, 8] : null;
        tree.One = Node(random, depth, before, exact);
        tree.Set = Has() ? [random.Next(5)] : null;
        tree.Entry = new("key", 4);
        tree.Closed = Has() ? new() { A = 5 } : null;
        tree.Bases = Has() ? [exact ? new Base() : new Leaf { Id = 1 }] : null;
        before.Add(tree);
        return tree;
    }

    static IEnumerable<(JsonOptions Ours, JsonSerializerSettings Theirs)> Pairs()
    {
        foreach (var names in new[] { JsonTypeNames.None, JsonTypeNames.Objects, JsonTypeNames.Arrays, JsonTypeNames.All,
            JsonTypeNames.Auto })
            foreach (var identities in Enum.GetValues<Isomer.JsonIdentities>())
                yield return (new()
                {
                    Escaping = JsonEscaping.Minimal,
                    TypeNames = names,
                    References = identities == Isomer.JsonIdentities.Usual ? References.None : References.Preserve,
                    Identities = identities,
                    Types = JsonTypes.None.With<Leaf>().With<Tree>(),
                }, new()
                {
                    TypeNameHandling = (TypeNameHandling)(int)names,
                    PreserveReferencesHandling = (PreserveReferencesHandling)(int)identities,
                });
    }

    [Fact]
    public void Random_graphs_are_written_as_by_Json_NET_and_read_again()
    {
        foreach (var (ours, theirs) in Pairs())
        {
            for (int seed = 0; seed < 25; seed++)
            {
                var tree = Make(new Random(seed), 2, [], exact: ours.TypeNames == JsonTypeNames.None);
                string expected = JsonConvert.SerializeObject(tree, theirs);
                foreach (var options in JsonCheck.Tiers(ours))
                {
                    Assert.Equal(expected, Json.ToText(tree, options));
                    using var stream = new MemoryStream();
                    Json.Serialize(stream, tree, options);
                    Assert.Equal(expected, Encoding.UTF8.GetString(stream.ToArray()));
                    Assert.Equal(JsonConvert.SerializeObject(new[] { tree }, theirs), Json.ToText(new[] { tree }, options));
                    // What a base class's or interface's value was is told by all but None and, of objects, Arrays.
                    // And an array behind object, which objects do not tell, is a Node.
                    if (ours.TypeNames is JsonTypeNames.None or JsonTypeNames.Arrays
                        || (ours.TypeNames == JsonTypeNames.Objects
                            && (expected.Contains("\"Any\":[", StringComparison.Ordinal)
                                || expected.Contains("\"Any\":{\"$id\":\"", StringComparison.Ordinal))))
                        continue;
                    var back = Json.FromText<Tree>(expected, options);
                    Assert.Equal(expected, JsonConvert.SerializeObject(back, theirs));
                    Assert.Equal(back.Any?.GetType(), tree.Any?.GetType());
                    Assert.Equal(back.One?.GetType(), tree.One?.GetType());
                    using var input = new MemoryStream(Encoding.UTF8.GetBytes(expected));
                    Assert.Equal(expected, JsonConvert.SerializeObject(Json.Deserialize<Tree>(input, options), theirs));
                }
            }
        }
    }

    [Fact]
    public void Shared_arrays_and_cycles_are_one_again()
    {
        foreach (var (ours, theirs) in Pairs()
            .Where(static p =>
                p.Ours.Identities == Isomer.JsonIdentities.All && (p.Ours.TypeNames & (JsonTypeNames.Arrays | JsonTypeNames.Auto)) != 0))
        {
            var tree = new Tree { Array = [1, 2] };
            (tree.Numbers, tree.Any, tree.Names) = (tree.Array, tree, new List<string> { "a" });
            tree.Items = [new Base()];
            string text = JsonConvert.SerializeObject(tree, theirs);
            foreach (var options in JsonCheck.Tiers(ours))
            {
                Assert.Equal(text, Json.ToText(tree, options));
                var back = Json.FromText<Tree>(text, options);
                Assert.Same(back.Array, back.Numbers);
                Assert.Same(back, back.Any);
            }
        }
    }

    public class Optional
    {
        public Point? P { get; set; }
    }

    /// <summary>Json.NET tells the Nullable, we what is in it: both are read.</summary>
    [Fact]
    public void A_struct_that_may_be_null_is_told_as_what_it_is()
    {
        var value = new Optional { P = new Point { X = 4 } };
        string theirs = JsonConvert.SerializeObject(value, new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All });
        foreach (var options in JsonCheck.Tiers(All))
        {
            Assert.Equal(4, Json.FromText<Optional>(theirs, options).P!.Value.X);
            string ours = Json.ToText(value, options);
            Assert.Contains("\"P\":{\"$type\":\"Isomer.Tests.Formats.TypeNameTests+Point, Isomer.Tests\",\"X\":4", ours,
                StringComparison.Ordinal);
            Assert.Equal(4, Json.FromText<Optional>(ours, options).P!.Value.X);
        }
    }

    static readonly JsonOptions All = new()
    { Escaping = JsonEscaping.Minimal, TypeNames = JsonTypeNames.All, Types = JsonTypes.None.With<Leaf>("Old.Leaf, Old") };

    [Fact]
    public void A_name_of_ones_own_stands_for_a_type_that_moved()
    {
        foreach (var options in JsonCheck.Tiers(All))
        {
            string text = Json.ToText<object>(new Leaf { Id = 3 }, options);
            Assert.Equal("""{"$type":"Old.Leaf, Old","IsLeaf":false,"Id":3,"Name":null}""", text);
            Assert.Equal(3, Assert.IsType<Leaf>(Json.FromText<Base>(text, options)).Id);
            Assert.Equal(3,
                Assert.IsType<Leaf>(
                    Json.FromText<object>(
                        text.Replace("Old.Leaf, Old",
                            "Isomer.Tests.Formats.TypeNameTests+Leaf, Isomer.Tests, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null"),
                                options)).Id);
        }
    }

    [Theory]
    [InlineData("System.IO.FileInfo, System.Private.CoreLib")]
    [InlineData("System.Diagnostics.Process, System.Diagnostics.Process")]
    [InlineData("Isomer.Tests.Formats.TypeNameTests+Unregistered, Isomer.Tests")]
    [InlineData("System.Collections.Generic.List`1[[System.IO.FileInfo, System.Private.CoreLib]], System.Private.CoreLib")]
    [InlineData("System.Lazy`1[[System.Int32]]")]
    [InlineData("System.Func`1[[System.Int32]]")]
    [InlineData("System.Int32[][][][][][][][]")]
    [InlineData("System.Collections.Generic.Dictionary`2[[System.Int32]]")]
    [InlineData("System.Collections.Generic.List`1[[")]
    [InlineData("System.Collections.Generic.List`1")]
    [InlineData("[]")]
    [InlineData("")]
    public void Other_names_make_nothing(string name)
    {
        string text = $$$"""{"Any":{"$type":"{{{name}}}","$values":[]}}""";
        if (name.StartsWith("System.Lazy", StringComparison.Ordinal))
            Assert.Throws<WireFormatException>(() => Json.FromText<Tree>(text, All));
        else
            Assert.Equal("$.Any.$type", JsonCheck.Refused<Tree>(text, All).Path);
        Assert.Equal("$.One.$type", JsonCheck.Refused<Tree>($$$"""{"One":{"$type":"{{{name}}}"}}""", All).Path);
    }

    public class Unregistered;

    [Fact]
    public void A_type_stands_only_where_it_may_and_first()
    {
        Assert.Equal("$.One.$type",
            JsonCheck.Refused<Tree>("""{"One":{"$type":"System.Int32[], System.Private.CoreLib","$values":[1]}}""", All).Path);
        Assert.Equal("$.Array.$type",
            JsonCheck.Refused<Tree>("""{"Array":{"$type":"System.String[], System.Private.CoreLib","$values":["a"]}}""", All).Path);
        JsonCheck.Refused<Tree>("""{"One":{"Id":1,"$type":"Old.Leaf, Old"}}""", All);
        JsonCheck.Refused<Tree>("""{"One":{"$type":"Old.Leaf, Old","$type":"Old.Leaf, Old"}}""", All);
        JsonCheck.Refused<Tree>("""{"Array":{"$type":"System.Int32[], System.Private.CoreLib","$values":[1],"x":1}}""", All);
        JsonCheck.Refused<Tree>("""{"Array":{"$type":"System.Int32[], System.Private.CoreLib"}}""", All);
        JsonCheck.Refused<Tree>("""{"Bytes":{"$type":"System.Int32[], System.Private.CoreLib","$value":"AQ=="}}""", All);
        JsonCheck.Refused<Tree>("""{"P":{"X":1,"$type":5}}""", All);
        JsonCheck.Refused<Tree>("""{"P":{"X":1,"$type":"System.IO.FileInfo, System.Private.CoreLib"}}""", All);
    }

    /// <summary>
    /// To the CLR a uint[] is an int[]: the items would be other numbers, and the shape of int[] has no place for another type.
    /// </summary>
    [Fact]
    public void Arrays_of_other_numbers_are_other_types()
    {
        foreach (string name in (string[])["System.UInt32[]", "System.SByte[]", "System.DayOfWeek[]"])
        {
            JsonCheck.Refused<List<Tree>>($$"""[{"Array":{"$type":"{{name}}, System.Private.CoreLib"}]""", All);
            JsonCheck.Refused<List<Tree>>(
                """[{"Array":{"$type":"NAME, System.Private.CoreLib","$values":[4294967295]}}]""".Replace("NAME", name,
                    StringComparison.Ordinal), All);
            JsonCheck.Refused<List<Tree>>(
                """[{"Numbers":{"$type":"NAME, System.Private.CoreLib","$values":[4294967295]}}]""".Replace("NAME", name,
                    StringComparison.Ordinal), All);
        }
    }

    [System.Text.Json.Serialization.JsonPolymorphic(TypeDiscriminatorPropertyName = "kind")]
    [System.Text.Json.Serialization.JsonDerivedType(typeof(Known), "known")]
    public class Kinds
    {
        public int Id { get; set; }
    }

    public class Known : Kinds;

    [Fact]
    public void A_class_with_a_discriminator_of_its_own_reads_what_it_wrote()
    {
        foreach (var names in (JsonTypeNames[])[JsonTypeNames.Objects, JsonTypeNames.All, JsonTypeNames.Auto])
            foreach (var options in JsonCheck.Tiers(new JsonOptions { TypeNames = names }))
                foreach (Kinds value in (Kinds[])[new() { Id = 1 }, new Known { Id = 2 }])
                {
                    string text = Json.ToText(new List<Kinds> { value }, options);
                    var back = Json.FromText<List<Kinds>>(text, options)![0];
                    Assert.Equal((value.GetType(), value.Id), (back.GetType(), back.Id));
                }
    }

    public class Looped
    {
        public object? Self { get; set; }
        public Base? Other { get; set; }
    }

    [Fact]
    public void What_is_null_for_a_cycle_leaves_no_type_to_the_next()
    {
        foreach (var options in JsonCheck.Tiers(new JsonOptions { TypeNames = JsonTypeNames.Auto, CyclesAsNull = true }))
        {
            var value = new Looped { Other = new Base { Id = 3 } };
            value.Self = value;
            Assert.Equal("""{"Self":null,"Other":{"Id":3,"Name":null}}""", Json.ToText(value, options));
        }
    }

    [Fact]
    public void A_late_type_is_of_nothing_else()
    {
        var options = All with { TypeAnywhere = true };
        var found = Json.FromText<List<object>>("[{\"a\":1,\"$type\":\"" + typeof(Leaf).FullName + ", Isomer.Tests\"},{\"Id\":5}]",
            options with { Types = options.Types.With<Leaf>(typeof(Leaf).FullName + ", Isomer.Tests") })!;
        Assert.IsNotType<Leaf>(found[1]);
    }

    [Fact]
    public void Nullable_items_behind_object_come_back()
    {
        foreach (object any in (object[])[new List<int?> { 1, null }, new Dictionary<string, DateTime?> { ["a"] = null },
            new int?[] { 2, null }])
        {
            string text = Json.ToText(new Pair<object> { A = any }, All);
            Assert.Equal(any.GetType(), Json.FromText<Pair<object>>(text, All)!.A!.GetType());
        }
        JsonCheck.Refused<Pair<object>>(
            """{"A":{"$type":"System.Collections.Generic.List`1[[System.Nullable`1[[System.String, System.Private.CoreLib]], System.Private.CoreLib]], System.Private.CoreLib","$values":[]}}""",
            All);
    }

    public class Registering
    {
        public object? A { get; set; }
    }

    [Fact]
    public void What_one_set_of_options_registers_no_other_may_name()
    {
        const string Text = """{"A":{"$type":"System.Collections.Generic.Dictionary`2[[System.String],[Guest]]","a":{"Id":5}}}""";
        var first = All with { Types = JsonTypes.None.With<Leaf>("Guest") };
        var second = All with { Types = JsonTypes.None.With<Base>("Guest") };
        for (int i = 0; i < 2; i++)
        {
            Assert.IsType<Dictionary<string, Leaf>>(Json.FromText<Registering>(Text, first)!.A);
            Assert.IsType<Dictionary<string, Base>>(Json.FromText<Registering>(Text, second)!.A);
            JsonCheck.Refused<Registering>(Text, All);
        }
        const string Short = """{"A":{"$type":"Dictionary<string,Guest>","$value":{"a":{"Id":5}}}}""";
        for (int i = 0; i < 2; i++)
        {
            Assert.IsType<Dictionary<string, Leaf>>(Json.FromText<Registering>(Short, JsonOptions.Graph with { Types = first.Types })!.A);
            Assert.IsType<Dictionary<string, Base>>(Json.FromText<Registering>(Short, JsonOptions.Graph with { Types = second.Types })!.A);
            JsonCheck.Refused<Registering>(Short, JsonOptions.Graph);
        }
    }

    public class UsedUp
    {
        public object? A { get; set; }
    }

    [Fact]
    public void No_more_types_are_made_than_a_root_may_ask_for()
    {
        string[] leaves = ["System.Int32", "System.Int64", "System.String", "System.Guid", "System.Decimal", "System.Double", "System.Byte",
            "System.DateTime", "System.Char", "System.Boolean"];
        int refused = 0;
        foreach (string a in leaves)
            foreach (string b in leaves)
                foreach (string c in leaves)
                {
                    try
                    {
                        // A root of its own: what it may ask for is used up behind this test.
                        Json.FromText<UsedUp>(
                            $$$"""{"A":{"$type":"System.Collections.Generic.Dictionary`2[[{{{a}}}],[System.ValueTuple`2[[{{{b}}}],[{{{c}}}]]]]"}}""",
                            All);
                    }
                    catch (WireFormatException)
                    {
                        refused++;
                    }
                }
        Assert.InRange(refused, 480, 600);
    }

    public class Anything
    {
        public object? Any { get; set; }
        public List<Base?>? Many { get; set; }
        public Dictionary<string, object?>? Map { get; set; }
    }

    static object? Value(Random random, int depth) => random.Next(depth <= 0 ? 5 : 10) switch
    {
        0 => null,
        1 => random.Next(),
        2 => new string('x', random.Next(60)) + "\u00e4\"",
        3 => 1.5m,
        4 => new byte[] { 1, 2, 3 },
        5 => new Leaf { Id = random.Next(), IsLeaf = true },
        6 => new List<object?> { Value(random, depth - 1), Value(random, depth - 1) },
        7 => new Dictionary<string, object?> { ["a"] = Value(random, depth - 1), ["b"] = 1 },
        8 => new Anything { Any = Value(random, depth - 1), Many = [new Base(), null, new Leaf()] },
        _ => new[] { 1, 2 },
    };

    /// <summary>Streams, pieces and items say and take names as a span does, in both tiers.</summary>
    [Fact]
    public async Task Every_way_of_calling_names_the_same()
    {
        var random = new Random(2111);
        for (int i = 0; i < 200; i++)
        {
            var types = JsonTypes.None.With<Leaf>().With<Base>().With<Anything>();
            var options = new JsonOptions { TypeNames = (JsonTypeNames)random.Next(1, 5), Types = types, Indented = random.Next(3) == 0 };
            if (random.Next(3) == 0)
                options = options with { References = References.Preserve, Identities = (Isomer.JsonIdentities)random.Next(4) };
            var value = new Anything
            {
                Any = Value(random, 4),
                Many = [new Leaf(), null],
                Map = random.Next(2) == 0 ? null : new() { ["k"] = Value(random, 2) }
            };
            byte[] text = Json.Serialize(value, options);
            foreach (var tier in JsonCheck.Tiers(options))
            {
                using var stream = new MemoryStream();
                Json.Serialize(stream, value, tier);
                Assert.Equal(text, stream.ToArray());
                stream.SetLength(0);
                await Json.SerializeAsync(stream, value, tier, TestContext.Current.CancellationToken);
                Assert.Equal(text, stream.ToArray());
                string whole = Again(Json.Deserialize<Anything>(text, tier));
                Assert.Equal(whole, Again(Json.Deserialize<Anything>(Isomer.Fuzz.Targets.Segment.Cut(text, 7, random.Next(1, 30)), tier)));
                Assert.Equal(whole, Again(Json.Deserialize<Anything>(new Isomer.Fuzz.Targets.Drip(text, 11), tier)));
                Assert.Equal(whole,
                    Again(await Json.DeserializeAsync<Anything>(new Isomer.Fuzz.Targets.Drip(text, 5), tier,
                        TestContext.Current.CancellationToken)));
                using var items = new MemoryStream();
                await Json.WriteArrayAsync(items, new[] { value, value }, tier, TestContext.Current.CancellationToken);
                int read = 0;
                await foreach (var item in Json.ReadArrayAsync<Anything>(new Isomer.Fuzz.Targets.Drip(items.ToArray(), 13), tier,
                    TestContext.Current.CancellationToken))
                {
                    read++;
                    Assert.Equal(whole, Again(item));
                }
                Assert.Equal(2, read);

                // A map that was read as a node may have names that identities have.
                string Again(Anything? read)
                {
                    try
                    {
                        return Json.ToText(read, tier);
                    }
                    catch (NotSupportedException e)
                    {
                        return e.Message;
                    }
                }
            }
        }
    }

    [Fact]
    public void Options_that_contradict_one_another_are_refused()
    {
        Assert.Throws<ArgumentException>(() => Json.ToText(1, JsonOptions.Graph with { TypeNames = JsonTypeNames.All }));
        Assert.Throws<ArgumentException>(() => Json.ToText(1, new JsonOptions { Identities = Isomer.JsonIdentities.All }));
    }

    public enum Hue
    {
        Red,
        Blue,
    }

    public class Coloured : Base
    {
        public Dictionary<string, Hue?>? A { get; set; }
        public List<Hue?>? C { get; set; }
        public Dictionary<Hue, int>? D { get; set; }
        public Hue?[]? G { get; set; }
        public Dictionary<string, List<Hue?>>? H { get; set; }
        public object? Any { get; set; }
    }

    /// <summary>Collections over an enum that a registered type declares, and what is exactly what is declared.</summary>
    [Fact]
    public void Own_names_of_collections_of_enums_are_read()
    {
        var settings = new JsonSerializerSettings { TypeNameHandling = TypeNameHandling.All };
        foreach (var types in new[] { JsonTypes.None.With<Coloured>(), JsonTypes.None.WithAssembly(typeof(Coloured).Assembly) })
        {
            var options = new JsonOptions { TypeNames = JsonTypeNames.All, Types = types, Escaping = JsonEscaping.Minimal };
            foreach (Base value in new[]
            {
                new Coloured { A = new() { ["a"] = null, ["b"] = Hue.Blue } }, new Coloured { C = [null, Hue.Blue] },
                new Coloured { D = new() { [Hue.Blue] = 1 } }, new Coloured { G = [null, Hue.Blue] },
                new Coloured { H = new() { ["x"] = [null] } }, new Coloured { Any = new List<Hue> { Hue.Blue } },
                new Coloured { Any = new Dictionary<Hue, Hue?> { [Hue.Red] = null } },
            })
            {
                string text = Json.ToText<Base>(value, options);
                var theirs = JsonConvert.DeserializeObject<Base>(text, settings);
                var ours = Json.FromText<Base>(text, options);
                Assert.Equal(text, Json.ToText<Base>(ours, options));
                Assert.Equal(JsonConvert.SerializeObject(theirs, settings), JsonConvert.SerializeObject(ours, settings));
            }
        }
    }
}
