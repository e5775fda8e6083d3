using System.Collections;
using System.Collections.Immutable;
using System.Collections.Specialized;
using System.Text.Json;
using Isomer.Tests.Core;
using Isomer.Tests.Formats.FastJson;
using Isomer.Tests.OfTables;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>JsonOptions.Graph: any object comes back as it was; what could not is an error at writing.</summary>
public class GraphModeTests
{
    static readonly Convention Reflected = Convention.Plain.WithTier(ShapeTier.Reflection)
        .WithUnknownSubtypes(UnknownSubtypes.WriteAsRuntimeType);

    internal static JsonOptions[] Tiers(JsonOptions options) =>
        [options, options with { Convention = Reflected }, options with { Indented = true, NewLine = "\n" }];

    internal static void Each<T>(T value, Action<T> check, JsonOptions? options = null)
    {
        string? text = null;
        foreach (var tier in Tiers(options ?? JsonOptions.Graph))
        {
            string next = Json.ToText(value, tier);
            JsonDocument.Parse(next).Dispose();
            if (!tier.Indented)
                Assert.Equal(text ?? next, next);
            text ??= next;
            check(Json.FromText<T>(next, tier));
        }
    }

    /// <summary>Whole texts, into which identities are put afterwards, and pieces: every output gets what an array gets.</summary>
    [Fact]
    public async Task Every_output_gets_all_of_it()
    {
        var token = TestContext.Current.CancellationToken;
        var friend = new Cat { Name = "friend", Legs = 4 };
        var circle = new Animal { Name = "circle" };
        circle.Friend = circle;
        var long1 = Enumerable.Range(0, 5000).Select(i => new Animal { Name = "n" + i, Friend = i == 0 ? null : friend }).ToList();
        object[] values = [friend, circle, new List<Animal> { friend, friend }, new Animal { Friend = friend }, long1, new List<int>(), "text"];
        var preserving = new JsonOptions
        { References = References.Preserve, Convention = Convention.Plain.WithUnknownSubtypes(UnknownSubtypes.WriteAsBase) };
        JsonOptions[] options =
        [
            .. Tiers(Known(typeof(Cat), typeof(Animal), typeof(List<Animal>), typeof(List<int>))),
            preserving, preserving with { Indented = true },
        ];
        foreach (var each in options)
            foreach (object value in values)
            {
                byte[] whole = Json.Serialize(value, value.GetType(), each);
                var writer = new System.Buffers.ArrayBufferWriter<byte>();
                Json.Serialize(writer, value, value.GetType(), each);
                Assert.Equal(whole, writer.WrittenSpan.ToArray());
                using var stream = new MemoryStream();
                Json.Serialize(stream, value, value.GetType(), each);
                Assert.Equal(whole, stream.ToArray());
                using var later = new MemoryStream();
                await Json.SerializeAsync(later, value, value.GetType(), each, token);
                Assert.Equal(whole, later.ToArray());
                using var piped = new MemoryStream();
                var pipe = System.IO.Pipelines.PipeWriter.Create(piped, new(leaveOpen: true));
                await Json.SerializeAsync(pipe, value, value.GetType(), each, token);
                await pipe.CompleteAsync();
                Assert.Equal(whole, piped.ToArray());
            }
    }

    static JsonOptions Known(params Type[] types) =>
        JsonOptions.Graph with { Types = types.Aggregate(JsonTypes.None, (all, t) => all.With(t)) };

    public class Animal { public string? Name { get; set; } public Animal? Friend { get; set; } }
    public class Cat : Animal { public int Legs; }
    public class Dog : Animal { public List<Animal>? Pack { get; set; } }
    public enum Mood { Bad, Good }
    public struct Point { public int X; public object? Tag; }
    public class Holder { public object? Any { get; set; } public Dog? Declares { get; set; } }

    [Fact]
    public void Text()
    {
        var options = Known(typeof(Cat), typeof(Point));
        Assert.Equal("""{"Any":1,"Declares":null}""", Json.ToText(new Holder { Any = 1 }, options));
        Assert.Equal("""{"Any":{"$type":"long","$value":1},"Declares":null}""", Json.ToText(new Holder { Any = 1L }, options));
        Assert.Equal("""{"Any":{"$type":"double","$value":1},"Declares":null}""", Json.ToText(new Holder { Any = 1d }, options));
        Assert.Equal("""{"Any":1.5,"Declares":null}""", Json.ToText(new Holder { Any = 1.5 }, options));
        Assert.Equal("""{"Any":{"$type":"Cat","Legs":4,"Name":null,"Friend":null},"Declares":null}""",
            Json.ToText(new Holder { Any = new Cat { Legs = 4 } }, options));
        Assert.Equal("""{"Any":{"$type":"Dictionary<string,List<int>>","$value":{"a":[1],"$$type":[2]}},"Declares":null}""",
            Json.ToText(new Holder { Any = new Dictionary<string, List<int>> { ["a"] = [1], ["$type"] = [2] } }, options));
        // Only what is referred to has an identity.
        var dog = new Dog { Pack = [] };
        dog.Pack.AddRange([new Dog(), dog, new Cat()]);
        Assert.Equal(
            """{"$id":"1","Pack":[{"Pack":null,"Name":null,"Friend":null},{"$ref":"1"},{"$type":"Cat","Legs":0,"Name":null,"Friend":null}],"Name":null,"Friend":null}""",
            Json.ToText(dog, options).Replace("\"$type\":\"Dog\",", "", StringComparison.Ordinal));
        var list = new List<object?>();
        list.Add(list);
        Assert.Equal("""{"$id":"1","$values":[{"$type":"List<object>","$value":{"$ref":"1"}}]}""", Json.ToText(list, options));
    }

    [Fact]
    public void Everything_behind_object()
    {
        object?[] values =
        [
            null, true, 'c', (sbyte)-1, (byte)1, (short)2, (ushort)3, 4, 5u, 6L, 7UL, (Int128)8, (UInt128)9, (Half)1.5, 1.5f, 2d, 2.5,
            double.NaN, double.PositiveInfinity, -0d, 1e300, 3.10m, (nint)5,
            System.Numerics.BigInteger.Pow(7, 99), "s", "", Guid.NewGuid(), DateTime.UtcNow, DateTime.Now, new DateTime(5),
            DateTimeOffset.Now, TimeSpan.FromTicks(7), new DateOnly(2020, 1, 2), new TimeOnly(5),
            new byte[] { 1, 2 }, new[] { 1, 2 }, new int[][] { [1], [] }, new List<long> { 1 }, new HashSet<string> { "a" },
            new Dictionary<string, object?> { ["a"] = 1L, ["$id"] = null, ["$$"] = "x" },
            new Dictionary<int, DateTime> { [1] = DateTime.UnixEpoch }, new Dictionary<(int, string), int[]> { [(1, "a")] = [2] },
            new SortedDictionary<string, int> { ["z"] = 1 }, new Queue<int>([1, 2]), ImmutableArray.Create(1, 2),
            ImmutableDictionary<string, int>.Empty.Add("a", 1),
            (1, "b", 2L), Tuple.Create(1, 2.5), KeyValuePair.Create("k", 1), new Uri("http://x/"), new Version(1, 2),
            new ArrayList { 1, "a", 2L }, new Hashtable { ["a"] = 1L, [2L] = "b" },
            new NameValueCollection { { "a", "1" }, { "a", "2" } }, new BitArray(new[] { true, false }), new List<int?> { 1, null },
            Mood.Good, new List<Mood> { Mood.Bad },
            new Point { X = 1, Tag = 2L }, new List<object?> { 1, 2L, new Cat { Legs = 3 } }, new Cat { Legs = 4, Friend = new Cat() },
            new Cat[] { new() }, DBNull.Value,
        ];
        var options = Known(typeof(Mood), typeof(Point), typeof(Cat));
        foreach (object? value in values)
        {
            Each<object?>(value, back => Same(value, back), options);
            Each(new Holder { Any = value }, back => Same(value, back.Any), options);
            Each(new List<object?> { value, 1 }, back => Same(value, back[0]), options);
            Each(new Dictionary<string, object?> { ["$type"] = value }, back => Same(value, back["$type"]), options);
        }
        Each<object>(new object(), back => Assert.Equal(typeof(object), back.GetType()));
    }

    static void Same(object? expected, object? actual)
    {
        Assert.Equal(expected?.GetType(), actual?.GetType());
        if (expected is Cat or Cat[] or Point or List<object?> or BitArray or Hashtable or NameValueCollection)
            Assert.Equal(Json.ToText(expected, Known(typeof(Cat), typeof(Point))), Json.ToText(actual, Known(typeof(Cat), typeof(Point))));
        else
            Assert.Equal(expected, actual);
        if (expected is DateTime time)
            Assert.Equal((time.Ticks, time.Kind), (((DateTime)actual!).Ticks, ((DateTime)actual).Kind));
        if (expected is double number)
            Assert.Equal(BitConverter.DoubleToInt64Bits(number), BitConverter.DoubleToInt64Bits((double)actual!));
    }

    public class Shared
    {
        public List<int>? A; public IList<int>? B; public Dictionary<string,
        Shared>? M; public IDictionary? U; public object? O; public IEnumerable<int>? E; public Animal? Cat; public Animal? Again;
        public Cat? Declares; public int[]? Array;
    }

    [Fact]
    public void Identity_of_objects_lists_and_dictionaries()
    {
        var value = new Shared { A = [1, 2], M = [], U = new Hashtable(), Cat = new Cat { Legs = 1 }, Array = [1] };
        value.B = value.A;
        value.E = value.A;
        value.M["me"] = value;
        value.O = value.M;
        value.U["a"] = value.A;
        value.Again = value.Cat;
        value.Cat.Friend = value.Cat;
        Each(value, back =>
        {
            Assert.Same(back.A, back.B);
            Assert.Same(back.A, back.E);
            Assert.Same(back, back.M!["me"]);
            Assert.Same(back.M, back.O);
            Assert.Same(back.A, back.U!["a"]);
            Assert.Equal(1, Assert.IsType<Cat>(back.Cat).Legs);
            Assert.Same(back.Cat, back.Again);
            Assert.Same(back.Cat, back.Cat.Friend);
            Assert.Equal([1, 2], back.A!);
        });
        Each(new Shared
        {
            B = new System.Collections.ObjectModel.Collection<int> { 1 },
            E = Enumerable.Range(1, 2).Where(i => i > 1),
            U = new ListDictionary { ["a"] = 1 }
        }, back =>
    {
        Assert.IsType<System.Collections.ObjectModel.Collection<int>>(back.B);
        Assert.Equal([2], back.E!);
        Assert.IsType<ListDictionary>(back.U);
    });
        var empty = new List<Animal>();
        Each(new List<List<Animal>> { empty, empty }, back => Assert.Same(back[0], back[1]));
        Each(new List<object> { new Hashtable(), new object() }, back => Assert.Equal(2, back.Count));
        var bare = new object();
        Each(new List<object> { bare, bare }, back => Assert.Same(back[0], back[1]));
    }

    [Fact]
    public void The_article_s_object_and_its_tables()
    {
        foreach (var value in new[] { AcceptanceShapes.Object(), AcceptanceShapes.Object(true), AcceptanceShapes.Object(true, true) })
        {
            var options = Known(typeof(AcceptanceShapes.Class1), typeof(AcceptanceShapes.Class2));
            Each(value, back =>
            {
                if (value.dataset is not null)
                    Assert.Null(TableDifference.Of(value.dataset, back.dataset!));
                (back.dataset, back.hash, back.nullableGuid) = (null, null, null);
                var (set, hash, guid) = (value.dataset, value.hash, value.nullableGuid);
                (value.dataset, value.hash, value.nullableGuid) = (null, null, null);
                Assert.Equal(Json.ToText(value, options), Json.ToText(back, options));
                (value.dataset, value.hash, value.nullableGuid) = (set, hash, guid);
            }, options);
        }
        var tables = AcceptanceShapes.Set();
        tables.Relations.Add("r", tables.Tables[0].Columns[0], tables.Tables[1].Columns[0], false);
        tables.Tables[0].Rows[5].RowError = "e";
        tables.Tables[0].Rows[6].Delete();
        tables.Tables[0].Rows[7][1] = "changed";
        Each<object>(tables, back => Assert.Null(TableDifference.Of(tables, (System.Data.DataSet)back)));
    }

    [Fact]
    public void Tables_of_every_column_type_state_constraint_relation_and_error()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            var set = new RandomTables(seed).Set();
            Each(set, back => Assert.Equal((seed, null), (seed, TableDifference.Of(set, back))));
            Each(new Holder { Any = set },
                back => Assert.Equal((seed, null), (seed, TableDifference.Of(set, (System.Data.DataSet)back.Any!))));
            var table = new RandomTables(seed).Alone();
            Each(table, back => Assert.Equal((seed, null), (seed, TableDifference.Of(table, back, true))));
        }
    }

    [Fact]
    public void What_could_not_come_back_is_an_error_at_writing()
    {
        foreach (var tier in Tiers(JsonOptions.Graph))
        {
            Assert.Contains("JsonTypes.None.With<Cat>()",
                Assert.Throws<NotSupportedException>(() => Json.ToText<object>(new Cat(), tier)).Message, StringComparison.Ordinal);
            Assert.Contains("Cat", Assert.Throws<NotSupportedException>(() => Json.ToText<Animal>(new Cat(), tier)).Message,
                StringComparison.Ordinal);
            Assert.Throws<NotSupportedException>(() => Json.ToText<object>(new { a = 1 }, tier));
            Assert.Throws<NotSupportedException>(() => Json.ToText<object>(new Action(() => { }), tier));
        }
        // Without the mode a run-time type is refused as well.
        Assert.Throws<NotSupportedException>(
            () => Json.ToText<Animal>(new Cat(), JsonOptions.Default with { Convention = JsonOptions.Graph.Convention }));
    }

    public class Gadget
    {
        public static int Made;

        public Gadget() => Made++;
    }

    [Theory]
    [InlineData("Gadget")]
    [InlineData("System.Diagnostics.Process")]
    [InlineData("Process")]
    [InlineData("List<Gadget>")]
    [InlineData("List<int")]
    [InlineData("List<int>>")]
    [InlineData("List<>")]
    [InlineData("List<List<List<List<List<int>>>>>")]
    [InlineData("Dictionary<int>")]
    [InlineData("int[][][][][][]")]
    [InlineData("string?")]
    [InlineData("int??")]
    [InlineData("[]")]
    [InlineData("")]
    public void Types_outside_the_closed_set_are_refused_by_name(string name)
    {
        foreach (var tier in Tiers(Known(typeof(Cat))))
        {
            foreach (string text in new[] { $$"""{"$type":"{{name}}","$value":[]}""", $$"""{"$type":"{{name}}"}""" })
                Assert.Contains($"'{name}'", Assert.Throws<WireFormatException>(() => Json.FromText<object>(text, tier)).Message,
                    StringComparison.Ordinal);
            Assert.Throws<WireFormatException>(() => Json.FromText<Animal>("""{"$type":"int","$value":1}""", tier));
            Assert.Throws<WireFormatException>(() => Json.FromText<Animal>("""{"Name":"a","$type":"Cat"}""", tier));
            Assert.Throws<WireFormatException>(() => Json.FromText<object>("""{"$type":"Cat","$type":"Cat"}""", tier));
            Assert.Throws<WireFormatException>(() => Json.FromText<object>("""{"$type":"long"}""", tier));
        }
        Assert.Equal(0, Gadget.Made);
    }

    // What is counted is kept with the root.
    public class Alone { public object? Any { get; set; } }

    [Fact]
    public void Many_type_names_do_not_make_many_types()
    {
        string[] simple = ["int", "long", "string", "bool", "Guid", "byte", "char", "decimal", "double", "float", "short", "uint"];
        int refused = 0;
        foreach (string a in simple)
            foreach (string b in simple)
                foreach (string c in simple)
                    try
                    {
                        Json.FromText<Alone>($$"""{"Any":{"$type":"Dictionary<{{a}},Tuple<{{b}},{{c}}>>","$value":null} }""",
                            JsonOptions.Graph);
                    }
                    catch (WireFormatException e)
                    {
                        refused += e.Message.Contains("Dictionary<", StringComparison.Ordinal) ? 1 : 0;
                    }
        Assert.Equal((12 * 12 * 12) - 512, refused);
        Assert.Equal(new byte[] { 1 }, Json.FromText<Alone>("""{"Any":{"$type":"byte[]","$value":"AQ=="} }""", JsonOptions.Graph).Any);
    }

    [Fact]
    public void Mutations()
    {
        var options = Known(typeof(Cat), typeof(Point), typeof(Holder));
        var value = new Shared
        {
            A = [1, 2],
            M = [],
            U = new Hashtable { [1] = 2L },
            Cat = new Cat { Legs = 1 },
            O = new object[] { 1L, "$", new Dictionary<string, object> { ["$a"] = 1.5 } }
        };
        value.M["me"] = value;
        value.Again = value.Cat;
        byte[] bytes = Json.Serialize(value, options);
        var random = new Random(3);
        int iterations = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int n) ? n : 20_000;
        for (int i = 0; i < iterations; i++)
        {
            byte[] copy = (byte[])bytes.Clone();
            for (int k = random.Next(1, 4); k > 0; k--)
                copy[random.Next(copy.Length)] = random.Next(2) == 0 ? (byte)"{}[],:\"$0129etr"[random.Next(15)] : (byte)random.Next(256);
            byte[] input = random.Next(8) == 0 ? copy[..random.Next(copy.Length)] : copy;
            try
            {
                Json.Deserialize<Shared>(input, options);
                Json.Deserialize<object>(input, options);
            }
            catch (WireFormatException e)
            {
                Assert.InRange(e.Offset, 0, input.Length);
            }
        }
    }
}
