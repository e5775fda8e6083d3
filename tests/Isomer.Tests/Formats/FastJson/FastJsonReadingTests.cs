using System.Collections;
using System.Collections.Specialized;
using System.Dynamic;
using Isomer.Formats;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonWritingTests;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Old texts come back as the graph that they were, also where fastJSON itself fails or loses something.</summary>
public class FastJsonReadingTests
{
    static readonly JsonOptions Zoology = Types(typeof(Cat), typeof(Dog));

    static string Named(Type type) => type.AssemblyQualifiedName!;

    [Fact]
    public void Types_come_back_from_each_form()
    {
        var zoo = new Zoo { animals = { new Cat { legs = 4, Name = "c" }, new Dog { tail = true }, new Animal { Name = "a" } } };
        foreach (var rules in new[] { FastJsonRules.Default, new() { Types = FastJsonTypes.EachObject },
            new() { TypeNames = FastJsonTypeNames.Short },
            new() { Types = FastJsonTypes.EachObject, TypeNames = FastJsonTypeNames.Short } })
        {
            var back = RoundTrip(zoo, Zoology with { FastJsonRules = rules });
            Assert.Collection(back.animals,
                a => Assert.Equal((4, "c"), (((Cat)a).legs, a.Name)),
                a => Assert.True(((Dog)a).tail),
                a => Assert.Equal(typeof(Animal), a.GetType()));
        }
        // No types: what is declared.
        Assert.All(RoundTrip(zoo, Plain).animals, a => Assert.Equal(typeof(Animal), a.GetType()));
    }

    [Theory]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Cat, Isomer.Tests")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Cat")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Cat, Isomer.Tests, Version=9.9.9.9, Culture=neutral, PublicKeyToken=0123456789abcdef")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Cat,Isomer.Tests,Version=1.0.0.0")]
    [InlineData("Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Cat, Elsewhere")]
    public void Type_names_of_any_version(string name)
    {
        Assert.Equal(3, ((Cat)Read<Animal>($$"""{"$type":"{{name}}","legs":3}""", Zoology)).legs);
        Assert.Equal(3, ((Cat)Read<Animal>($$"""{"$types":{"{{name}}":"1"},"$type":"1","legs":3}""", Zoology)).legs);
        Assert.Equal(3, ((Cat)Read<Animal>($$"""{"legs":3,"Name":"{\"$type\":1}","$type":"{{name}}"}""", Zoology)).legs);
        Assert.Equal(3, ((Cat)Read<object>($$"""{"legs":3,"$type":"{{name}}"}""", Zoology)).legs);
    }

    [Fact]
    public void Generic_type_names_of_another_runtime()
    {
        const string Old = "Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Holder2`1[[System.Int32, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089]], Isomer.Tests, Version=0.0.0.0";
        Assert.Equal(5, ((Holder2<int>)Read<object>($$"""{"$type":"{{Old}}","v":5}""", Types(typeof(Holder2<int>)))).v);
        Assert.Contains("Int64",
            Refuses<object>($$"""{"$type":"{{Old.Replace("Int32", "Int64", StringComparison.Ordinal)}}","v":5}""",
                Types(typeof(Holder2<int>))).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Identity_comes_back()
    {
        var o1 = new O1 { o2obj = new O2(), child = new O3() };
        o1.o2obj.parent = o1;
        o1.child.child = o1.o2obj;
        var back = RoundTrip(o1);
        Assert.Same(back, back.o2obj!.parent);
        Assert.Same(back.o2obj, back.child!.child);
        var s = new Cat();
        var zoo = RoundTrip(new Zoo { animals = { s, new Dog(), s } }, Zoology);
        Assert.Same(zoo.animals[0], zoo.animals[2]);
        // A struct has no identity; its value comes back.
        var points = RoundTrip(new Points { a = new() { X = 1 }, b = new() { X = 1 }, c = new Point { X = 1 } });
        Assert.Equal((1, 1, 1), (points.a.X, points.b.X, points.c!.Value.X));
        // Anonymous types and no $type: the numbers are those of the objects all the same.
        var two = Read<Two>("""{"a":{"A":4},"b":{"$i":2}}""");
        Assert.Same(two.a, two.b);
    }

    public class Short { public Cat? last; }

    [Fact]
    public void Members_that_are_gone_keep_their_numbers()
    {
        string text = Text(
            new Longer
            { old = [new Cat { Name = "1" }, new Cat { Name = "2" }], held = new Dog(), first = new Cat { Name = "x" } }.WithLast(),
                    Zoology)
            .Replace(nameof(Longer), nameof(Short), StringComparison.Ordinal);
        Assert.Contains("\"$i\":5", text, StringComparison.Ordinal);
        var back = Read<Kept>(text.Replace(nameof(Short), nameof(Kept), StringComparison.Ordinal), Zoology);
        Assert.Equal("x", back.last!.Name);
        Assert.Same(back.first, back.last);
    }

    public class Longer
    {
        public List<Cat>? old;
        public object? held;
        public Cat? first;
        public Cat? last;

        public Longer WithLast()
        {
            last = first;
            return this;
        }
    }

    public class Kept { public Cat? first; public Cat? last; }

    [Fact]
    public void References_that_lead_nowhere()
    {
        Assert.Contains("number 7", Refuses<Two>("""{"a":{"$i":7}}""").Message, StringComparison.Ordinal);
        Refuses<Two>("""{"a":{"$i":0}}""");
        Refuses<Two>("""{"a":{"$i":-1}}""");
        Refuses<Two>("""{"a":{"$i":99999999999}}""");
        // A number of an object of another type.
        Assert.Contains(nameof(Two), Refuses<Two>("""{"a":{"$i":1}}""").Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Dictionaries_in_both_forms_and_all_that_fastJSON_fails_on()
    {
        var maps = RoundTrip(new Maps(), Zoology);
        Assert.Equal("n", maps.sa["k"].Name);
        Assert.Equal("3", ((Cat)maps.h["hk"]!).Name);
        Assert.IsType<Dog>(Assert.Single(maps.aa).Key);
        Assert.Equal(1, maps.nest["x"]["y"]);
        Assert.Equal(new Guid("00112233-4455-6677-8899-aabbccddeeff"), Assert.Single(maps.gi).Key);
        Assert.Equal(2, Read<Dictionary<string, int>>("""[{"k":"a","v":2}]""")["a"]);
        Assert.Equal(2, Read<Dictionary<int, int>>("""{"1":2}""")[1]);
        Assert.Equal(2, Read<SortedDictionary<string, int>>("""{"a":2}""")["a"]);
        Assert.Equal(2, Read<Dictionary<string, Dictionary<string, int>>>("""{"a":{"b":2}}""")["a"]["b"]);
        Assert.Equal(2, Read<List<Dictionary<string, int>>>("""[{"b":2}]""")[0]["b"]);
        Assert.Equal(2, Read<IDictionary<string, int>>("""{"$i":2}""")["$i"]);
        Assert.Equal(1L, Read<Hashtable>("""[{"k":"a","v":1},{"k":2,"v":"b"}]""")["a"]);
        Assert.Equal("b", Read<Hashtable>("""[{"k":"a","v":1},{"k":2,"v":"b"}]""")[2L]);
        Assert.Equal("v1,v2", RoundTrip(new NameValueCollection { { "K1", "v1" }, { "K1", "v2" }, { "K2", null } })["K1"]);
        Assert.Equal("v", RoundTrip(new StringDictionary { ["KEY"] = "v" })["Key"]);
        dynamic expando = Read<ExpandoObject>("""{"a":1,"b":["x"]}""");
        Assert.Equal(1L, expando.a);
        var two = Read<Hashtable>(Text(new Hashtable { ["1"] = new Cat { legs = 1 }, ["2"] = new Dog() }, Zoology), Zoology);
        Assert.Equal(1, ((Cat)two["1"]!).legs);
        var pairs = RoundTrip(new List<KeyValuePair<string, object?>> { new("a", 1L), new("a", null) });
        Assert.Equal([new("a", 1L), new("a", null)], pairs);
        Refuses<Dictionary<string, int>>("""[{"v":2,"k":"a"}]""");
        Refuses<Dictionary<string, int>>("""[{"k":"a"}]""");
        Refuses<Dictionary<string, int>>("[1]");
        Refuses<Dictionary<string, int>>("1");
    }

    [Fact]
    public void Collections_that_fastJSON_fails_on()
    {
        Assert.Equal([[1], [2, 3]], RoundTrip(new List<List<int>> { new() { 1 }, new() { 2, 3 } }));
        Assert.Equal([[1], [2, 3]], RoundTrip(new int[][] { [1], [2, 3] }));
        Assert.Equal([1, 2], RoundTrip(new HashSet<int> { 1, 2 }));
        Assert.Equal([1, 2], RoundTrip<IList<int>>([1, 2]));
        Assert.Equal([1, 2], RoundTrip<IEnumerable<int>>([1, 2]));
        Assert.Equal([1, 2], RoundTrip(new Queue<int>([1, 2])));
        Assert.Equal([2, 1], RoundTrip(new Stack<int>([1, 2])));
        Assert.Equal(new ArrayList { 1L, "a" }, Read<ArrayList>("""[1,"a"]"""));
        Assert.Equal([1, 2], Read<byte[]>("[1,2]"));
        Assert.Equal([Mood.Good, Mood.Bad], RoundTrip(new[] { Mood.Good, Mood.Bad }));
        Assert.Equal(new sbyte[] { -1, 5 }, RoundTrip(new sbyte[] { -1, 5 }));
        Assert.Throws<NotSupportedException>(() => Json.FromText<int[,]>("[1,2]", Default));
        var mixed = (List<object?>)Read<object>(Text(new object[] { new Cat(), 1, "s" }, Zoology), Zoology);
        Assert.IsType<Cat>(mixed[0]);
        Assert.Equal(1L, mixed[1]);
        Assert.Equal(new object[] { 1L, "s" }, Read<object>("""[1,"s"]"""));
    }

    public record Person(string Name, int Age, Person? Boss = null);

    [Fact]
    public void Records_and_constructors()
    {
        var boss = new Person("b", 2);
        Assert.Equal(new Person("a", 1, boss), RoundTrip(new Person("a", 1, boss)));
        Assert.Equal((1, "x"), Read<(int, string)>("""{"Item1":1,"Item2":"x"}"""));
    }

    [Fact]
    public void Untyped_values()
    {
        Assert.Equal(42L, Read<object>("42"));
        Assert.Equal(42.42m, Read<object>("42.42"));
        Assert.Equal(9223372036854775808m, Read<object>("9223372036854775808"));
        Assert.Equal(4.16366160299608e18, Read<object>("4.16366160299608e18"));
        Assert.Equal(1e41, (double)Read<object>("100000000000000000000000000000000000000000"), 1e26);
        Assert.Equal(255L, Read<object>("0xff"));
        Assert.Equal(double.NaN, Read<object>("nan"));
        Assert.Null(Read<object>("null"));
        var map = (Dictionary<string, object?>)Read<object>("""{"a":{"b":[true,{"c":null}]}}""");
        Assert.IsType<object[]>(((Dictionary<string, object?>)map["a"]!)["b"]);
        Assert.Equal(typeof(object), ((Holder)Read<object>(Text(new Holder { o = new object() }), Types(typeof(Holder)))).o!.GetType());
    }

    public class Numbers
    {
        public int i; public long l; public byte b; public bool t; public string? s; public double d; public char c;
        public Gender g; public decimal? m; public float f; public ulong u; public TimeSpan ts;
    }

    [Theory]
    [InlineData("""{"i":"42"}""", "42")]
    [InlineData("""{"i":5.0}""", "5")]
    [InlineData("""{"i":true}""", "1")]
    [InlineData("""{"i":+7}""", "7")]
    [InlineData("""{"i":0x1F}""", "31")]
    [InlineData("""{"I":3}""", "3")]
    public void An_int_from(string text, string expected) => Reads<Numbers>(text, n => Assert.Equal(expected, n.i.ToString()));

    [Fact]
    public void Scalars_from_other_forms()
    {
        Reads<Numbers>(
            """{"l":"-42","b":"7","t":1,"s":5,"d":"1.5","c":"x","g":"female","m":"1.50","f":3,"u":18446744073709551615,"ts":15}""", n =>
        {
            Assert.Equal((-42L, (byte)7, true, "5", 1.5, 'x', Gender.Female, 1.50m, 3f), (n.l, n.b, n.t, n.s, n.d, n.c, n.g, n.m, n.f));
            Assert.Equal((ulong.MaxValue, new TimeSpan(15)), (n.u, n.ts));
        });
        Reads<Numbers>("""{"t":"yes","s":1.50,"g":1,"d":NaN,"f":-Infinity,"ts":"00:00:01"}""",
            n => Assert.Equal((true, "1.50", Gender.Female, double.NaN, float.NegativeInfinity, TimeSpan.FromSeconds(1)),
                (n.t, n.s, n.g, n.d, n.f, n.ts)));
        Reads<Numbers>("""{"t":"OFF","s":true,"g":"1"}""", n => Assert.Equal((false, "true", Gender.Female), (n.t, n.s, n.g)));
    }

    [Theory]
    [InlineData("""{"i":1.5}""")]
    [InlineData("""{"i":5000000000}""")]
    [InlineData("""{"i":"4x2"}""")]
    [InlineData("""{"i":"abc"}""")]
    [InlineData("""{"i":null}""")]
    [InlineData("""{"b":300}""")]
    [InlineData("""{"l":9223372036854775808}""")]
    [InlineData("""{"t":"maybe"}""")]
    [InlineData("""{"s":{"a":1}}""")]
    [InlineData("""{"s":[1]}""")]
    [InlineData("""{"g":"Neither"}""")]
    [InlineData("""{"c":"xy"}""")]
    [InlineData("""{"i":1-2}""")]
    [InlineData("""{"i":--1}""")]
    [InlineData("""{"i":-}""")]
    [InlineData("""{"i":0x}""")]
    [InlineData("""{"d":.}""")]
    public void What_fastJSON_would_wrap_or_cut_is_refused(string text) => Refuses<Numbers>(text);

    [Fact]
    public void Doubles_come_back_exactly()
    {
        var random = new Random(5);
        for (int i = 0; i < 20_000; i++)
        {
            double value = BitConverter.Int64BitsToDouble(random.NextInt64());
            if (double.IsNaN(value))
                continue;
            Assert.Equal(value, Json.FromText<double>(Json.ToText(value, Default), Default));
        }
        Assert.Equal(BitConverter.DoubleToInt64Bits(-0d), BitConverter.DoubleToInt64Bits(Read<double>("-0")));
    }

    public class Dated { public DateTime d; public DateTimeOffset o; }

    [Fact]
    public void Dates()
    {
        var local = With(r => r with { UtcDates = false });
        Reads<DateTime>("\"2018-09-01T09:38:27\"", d => Assert.Equal((9, DateTimeKind.Unspecified), (d.Hour, d.Kind)), local);
        Reads<DateTime>("\"2018-09-01T12:38:27Z\"", d => Assert.Equal((12, DateTimeKind.Utc), (d.Hour, d.Kind)));
        Reads<DateTime>("\"2018-09-01T12:38:27Z\"",
            d => Assert.Equal((new DateTime(2018, 9, 1, 12, 38, 27, DateTimeKind.Utc).ToLocalTime(), DateTimeKind.Local), (d, d.Kind)),
            local);
        Reads<DateTime>("\"2018-09-01 12:38:27.125Z\"", d => Assert.Equal(125, d.Millisecond));
        Reads<DateTime>("\"2018-09-01 12:38:27.1Z\"", d => Assert.Equal(100, d.Millisecond));
        Reads<DateTime>("\"2018-09-01T12:38:27+03:30\"", d => Assert.Equal(new DateTime(2018, 9, 1, 9, 8, 27, DateTimeKind.Utc), d));
        Reads<DateTime>("\"2018-09-01\"", d => Assert.Equal(new DateTime(2018, 9, 1), d));
        Reads<DateTimeOffset>("\"2021-03-04T05:06:07.0000000--03:-30\"",
            d => Assert.Equal(new DateTimeOffset(2021, 3, 4, 5, 6, 7, new TimeSpan(-3, -30, 0)), d));
        Reads<DateTimeOffset>("\"2021-03-04T05:06:07.0000000-00:00\"", d => Assert.Equal(TimeSpan.Zero, d.Offset));
        Reads<DateTimeOffset>("\"2021-03-04 05:06:07.123 +11:30\"",
            d => Assert.Equal(new DateTimeOffset(2021, 3, 4, 5, 6, 7, 123, new TimeSpan(11, 30, 0)), d));
        Reads<DateTimeOffset>("\"2021-03-04T05:06:07Z\"", d => Assert.Equal(new DateTimeOffset(2021, 3, 4, 5, 6, 7, default), d));
        var exact = new DateTimeOffset(2021, 3, 4, 5, 6, 7, new TimeSpan(-8, 0, 0)).AddTicks(1234567);
        Assert.Equal(exact, RoundTrip(exact));
        Assert.Equal(exact.Offset, RoundTrip(exact, local).Offset);
        foreach (string bad in new[] { "\"\"", "\"2018\"", "\"2018-13-01T00:00:00\"", "\"2018-09-01T12:38:27X\"",
            "\"2018-09-01T12:38:27.Z\"", "\"2018-09-01T12:38:27+3\"", "\"9999-12-31T23:59:59-10:00\"", "\"0001-01-01T00:00:00+10:00\"",
            "5" })
            Refuses<DateTime>(bad);
    }

    [Fact]
    public void Old_notes_are_passed_over()
    {
        Assert.Equal(4, Read<Cat>("""{"$circular":true,"legs":4,"$map":{"x":"System.Guid"},"$schema":{"a":1}}""").legs);
    }

    [Fact]
    public void Values_that_fastJSON_dropped_are_empty()
    {
        string uri = typeof(Uri).AssemblyQualifiedName!, date = typeof(DateOnly).AssemblyQualifiedName!;
        var lost = Read<Lost>($$"""{"d":{"$type":"{{date}}"},"u":{"$type":"{{uri}}"},"after":{"$type":"System.Half"} }""");
        Assert.Equal((default, null, default), (lost.d, lost.u, lost.after));
    }

    [Fact]
    public void Fill_sets_what_is_there()
    {
        foreach (var tier in Tiers(Default))
        {
            var cat = new Cat { legs = 3, Name = "n" };
            Assert.Same(cat, Json.Fill(cat, """{"legs":4}"""u8, tier));
            Assert.Equal((4, "n"), (cat.legs, cat.Name));
            Assert.Same(cat, Json.Fill<Animal>(cat, """{"Name":"m"}"""u8, tier));
            Assert.Equal("m", cat.Name);
            Assert.Throws<WireFormatException>(() => Json.Fill(cat, "[]"u8, tier));
            Assert.Contains(nameof(Dog),
                Assert.Throws<WireFormatException>(
                    () => Json.Fill(cat, System.Text.Encoding.UTF8.GetBytes($$"""{"$type":"{{Named(typeof(Dog))}}","tail":true}"""),
                        tier)).Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public async Task All_the_doors_of_the_facade()
    {
        var zoo = new Zoo { animals = { new Cat { legs = 4 } } };
        byte[] bytes = Json.Serialize(zoo, Zoology);
        var stream = new MemoryStream();
        Json.Serialize(stream, zoo, Zoology);
        Assert.Equal(bytes, stream.ToArray());
        var writer = new System.Buffers.ArrayBufferWriter<byte>();
        Json.Serialize(writer, zoo, Zoology);
        Json.Serialize(writer, zoo, typeof(object), Zoology);
        Assert.Equal([.. bytes, .. bytes], writer.WrittenSpan.ToArray());
        stream.SetLength(0);
        await Json.SerializeAsync(stream, zoo, Zoology, TestContext.Current.CancellationToken);
        Assert.Equal(bytes, stream.ToArray());
        stream.Position = 0;
        Assert.Equal(4, ((Cat)(await Json.DeserializeAsync<Zoo>(stream, Zoology, TestContext.Current.CancellationToken)).animals[0]).legs);
        stream.Position = 0;
        Assert.Equal(4, ((Cat)((Zoo)Json.Deserialize(stream, typeof(Zoo), Zoology)!).animals[0]).legs);
        stream = new MemoryStream();
        await Json.WriteArrayAsync(stream, [zoo, zoo], Zoology, TestContext.Current.CancellationToken);
        Assert.Equal([.. "["u8, .. bytes, .. ","u8, .. bytes, .. "]"u8], stream.ToArray());
        stream.Position = 0;
        int count = 0;
        await foreach (var item in Json.ReadArrayAsync<Zoo>(stream, Zoology, TestContext.Current.CancellationToken))
            count += ((Cat)item.animals[0]).legs;
        Assert.Equal(8, count);
    }
}
