using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Dynamic;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>The text, byte for byte: what the original writes, as it was observed.</summary>
public class FastJsonWritingTests
{
    public class Animal { public string? Name { get; set; } }
    public class Cat : Animal { public int legs { get; set; } }
    public class Dog : Animal { public bool tail { get; set; } }
    public class Zoo { public List<Animal> animals = []; }
    public class Emp;
    public class Holder { public object? o; public string? s = "q"; }
    public class Outer { public class Inner { public int x; } }
    public class Holder2<T> { public T? v; }
    public enum Gender { Male, Female }
    [Flags] public enum Bits { A = 1, B = 2 }
    public enum Mood : byte { Bad = 1, Good = 7 }

    static Zoo TwoCats =>
        new() { animals = { new Cat { legs = 4, Name = "c" }, new Dog { tail = true, Name = "d" }, new Cat { Name = "c2" } } };

    [Fact]
    public void Objects_have_types_in_one_table()
    {
        Writes("""{"$types":{"«Zoo»":"1","«Cat»":"2","«Dog»":"3"},"$type":"1","animals":[{"$type":"2","legs":4,"Name":"c"},{"$type":"3","tail":true,"Name":"d"},{"$type":"2","legs":0,"Name":"c2"}]}""",
            TwoCats, null, typeof(Zoo), typeof(Cat), typeof(Dog));
        Writes("""{"$type":"«Zoo»","animals":[{"$type":"«Cat»","legs":4,"Name":"c"},{"$type":"«Dog»","tail":true,"Name":"d"},{"$type":"«Cat»","legs":0,"Name":"c2"}]}""",
            TwoCats, With(r => r with { Types = FastJsonTypes.EachObject }), typeof(Zoo), typeof(Cat), typeof(Dog));
        Writes("""{"animals":[{"legs":4,"Name":"c"},{"tail":true,"Name":"d"},{"legs":0,"Name":"c2"}]}""", TwoCats, Plain);
        Writes("""{"$types":{"«Emp»":"1"},"$type":"1"}""", new Emp(), null, typeof(Emp));
        Writes("{}", new Emp(), Plain);
        Writes("""{"$types":{"«Holder»":"1","«Object»":"2"},"$type":"1","o":{"$type":"2"},"s":"q","$map":{"o":"System.Object"}}""",
            new Holder { o = new object() }, null, typeof(Holder), typeof(object));
        Writes("""{"$types":{"«Inner»":"1"},"$type":"1","x":0}""", new Outer.Inner(), null, typeof(Outer.Inner));
        Writes("""{"$types":{"«Holder2`1»":"1"},"$type":"1","v":5}""", new Holder2<int> { v = 5 }, null, typeof(Holder2<int>));
    }

    [Fact]
    public void Short_type_names()
    {
        Assert.Equal("""{"$types":{"Isomer.Tests.Formats.FastJson.FastJsonWritingTests+Emp, Isomer.Tests":"1"},"$type":"1"}""",
            Text(new Emp(), With(r => r with { TypeNames = FastJsonTypeNames.Short })));
    }

    public class O1 { public int o1int = 1; public O2? o2obj; public O3? child; }
    public class O2 { public int o2int = 2; public O1? parent; }
    public class O3 { public int o3int = 3; public O2? child; }
    public class Rec2
    {
        public int A; public override bool Equals(object? obj) =>
        obj is Rec2 r && r.A == A; public override int GetHashCode() => A;
    }
    public class Two { public Rec2? a; public Rec2? b; }
    public struct Point { public int X { get; set; } public int Y { get; set; } }
    public class Points { public Point a; public Point b; public Point? c; }

    [Fact]
    public void What_comes_again_is_its_number()
    {
        var o1 = new O1 { o2obj = new O2(), child = new O3() };
        o1.o2obj.parent = o1;
        o1.child.child = o1.o2obj;
        Writes("""{"$types":{"«O1»":"1","«O2»":"2","«O3»":"3"},"$type":"1","o1int":1,"o2obj":{"$type":"2","o2int":2,"parent":{"$i":1}},"child":{"$type":"3","o3int":3,"child":{"$i":2}}}""",
            o1, null, typeof(O1), typeof(O2), typeof(O3));
        var s = new Cat { Name = "s" };
        Writes("""{"$types":{"«Zoo»":"1","«Cat»":"2"},"$type":"1","animals":[{"$type":"2","legs":0,"Name":"s"},{"$i":2}]}""",
            new Zoo { animals = { s, s } }, null, typeof(Zoo), typeof(Cat));
        Writes("""{"a":{"legs":0,"Name":"s"},"b":{"$i":2}}""", new { a = s, b = s }, With(r => r with { AnonymousTypes = true }));
        // Equal counts as the same, unless that is turned off.
        Writes("""{"$types":{"«Two»":"1","«Rec2»":"2"},"$type":"1","a":{"$type":"2","A":1},"b":{"$i":2}}""",
            new Two { a = new Rec2 { A = 1 }, b = new Rec2 { A = 1 } }, null, typeof(Two), typeof(Rec2));
        Writes("""{"$types":{"«Two»":"1","«Rec2»":"2"},"$type":"1","a":{"$type":"2","A":1},"b":{"$type":"2","A":1}}""",
            new Two { a = new Rec2 { A = 1 }, b = new Rec2 { A = 1 } }, With(r => r with { ReferencesByEquals = false }), typeof(Two),
            typeof(Rec2));
        Writes("""{"$types":{"«Points»":"1","«Point»":"2"},"$type":"1","a":{"$type":"2","X":1,"Y":0},"b":{"$i":2},"c":{"$type":"2","X":2,"Y":0}}""",
            new Points { a = new() { X = 1 }, b = new() { X = 1 }, c = new Point { X = 2 } }, null, typeof(Points), typeof(Point));
        // At the root of a list it is written again.
        Writes("""[{"$type":"«Cat»","legs":0,"Name":"s"},{"$type":"«Cat»","legs":0,"Name":"s"}]""", new List<Animal> { s, s }, null,
            typeof(Cat));
        // Inline: everywhere; a cycle ends at the depth.
        Writes("""{"$types":{"«Zoo»":"1","«Cat»":"2"},"$type":"1","animals":[{"$type":"2","legs":0,"Name":"s"},{"$type":"2","legs":0,"Name":"s"}]}""",
            new Zoo { animals = { s, s } }, With(r => r with { InlineReferences = true }), typeof(Zoo), typeof(Cat));
        foreach (var tier in Tiers(With(r => r with { InlineReferences = true })))
            Assert.Contains("20 levels", Assert.Throws<NotSupportedException>(() => Json.ToText(o1, tier)).Message,
                StringComparison.Ordinal);
    }

    [Fact]
    public void Roots()
    {
        var cat = new Cat { Name = "x" };
        Writes("1", 1);
        Writes("\"str\"", "str");
        Writes("null", (object?)null);
        Writes("""[{"$type":"«Cat»","legs":4,"Name":"c"},{"$type":"«Dog»","tail":false,"Name":null}]""",
            new List<Animal> { new Cat { legs = 4, Name = "c" }, new Dog() }, null, typeof(Cat), typeof(Dog));
        const string Table =
            """[{"$types":{"«Cat»":"1","«Dog»":"2"},"$type":"1","legs":4,"Name":"c"},{"$type":"2","tail":false,"Name":null}]""";
        Animal[] both = [new Cat { legs = 4, Name = "c" }, new Dog()];
        Writes(Table, both, null, typeof(Cat), typeof(Dog));
        Writes(Table, (IEnumerable<Animal>)both, null, typeof(Cat), typeof(Dog));
        Writes(Table, new HashSet<Animal>(both), null, typeof(Cat), typeof(Dog));
        Writes(Table, new ArrayList(both), null, typeof(Cat), typeof(Dog));
        Writes(Table, new ObservableCollection<Animal>(both), null, typeof(Cat), typeof(Dog));
        Writes(Table, both.Where(b => b is not null), null, typeof(Cat), typeof(Dog));
        Writes("""[1,"s",{"$types":{"«Cat»":"1"},"$type":"1","legs":0,"Name":"x"},null,true]""", new object?[] { 1, "s", cat, null, true },
            null, typeof(Cat));
        Writes("""{"a":{"$type":"«Cat»","legs":0,"Name":"x"},"b":{"$type":"«Dog»","tail":false,"Name":null}}""",
            new Dictionary<string, Animal> { ["a"] = cat, ["b"] = new Dog() }, null, typeof(Cat), typeof(Dog));
        Writes("""[{"k":1,"v":{"$type":"«Cat»","legs":0,"Name":"x"}}]""", new Dictionary<int, Animal> { [1] = cat }, null, typeof(Cat));
        Writes("""[{"k":"k","v":{"$types":{"«Cat»":"1"},"$type":"1","legs":0,"Name":"x"}}]""", new Hashtable { ["k"] = cat }, null,
            typeof(Cat));
        dynamic expando = new ExpandoObject();
        expando.a = 1;
        expando.b = "x";
        expando.c = cat;
        Writes("""{"a":1,"b":"x","c":{"$types":{"«Cat»":"1"},"$type":"1","legs":0,"Name":"x"}}""", (object)expando, null, typeof(Cat));
        var anonymous = new { Name = "a", Age = 1, inner = new { x = 1 } };
        Writes("""{"Name":"a","Age":1,"inner":{"x":1}}""", anonymous, With(r => r with { AnonymousTypes = true }));
        Writes($$"""{"$types":{"{{anonymous.GetType().AssemblyQualifiedName}}":"1"},"$type":"1"}""", anonymous);
        Writes("[]", new List<int>());
        Writes("{}", new Dictionary<string, int>());
        Writes("[]", new Dictionary<int, int>());
        Writes("[3,2,1]", new Stack<int>([1, 2, 3]));
        Writes("[1,2]", new Queue<int>([1, 2]));
        Writes("""{"a":1}""", new List<KeyValuePair<string, object>> { new("a", 1) });
    }

    public class MyMap : Dictionary<string, int>;

    public class Maps
    {
        public Dictionary<string, string> ss = new() { ["a"] = "b" };
        public Dictionary<int, string> iss = new() { [1] = "x" };
        public Dictionary<string, Animal> sa = new() { ["k"] = new Cat { Name = "n" } };
        public Dictionary<Animal, Animal> aa = new() { [new Dog { Name = "1" }] = new Cat { Name = "2" } };
        public Hashtable h = new() { ["hk"] = new Cat { Name = "3" } };
        public Dictionary<Gender, int> ge = new() { [Gender.Female] = 1 };
        public Dictionary<string, List<Cat>> slc = new() { ["q"] = [new Cat { Name = "4" }] };
        public Dictionary<Guid, int> gi = new() { [new Guid("00112233-4455-6677-8899-aabbccddeeff")] = 1 };
        public Dictionary<string, Dictionary<string, int>> nest = new() { ["x"] = new() { ["y"] = 1 } };
    }

    [Fact]
    public void Dictionaries()
    {
        Writes("""{"$types":{"«Maps»":"1","«Cat»":"2","«Dog»":"3"},"$type":"1","ss":{"a":"b"},"iss":[{"k":1,"v":"x"}],"sa":{"k":{"$type":"2","legs":0,"Name":"n"}},"aa":[{"k":{"$type":"3","tail":false,"Name":"1"},"v":{"$type":"2","legs":0,"Name":"2"}}],"h":[{"k":"hk","v":{"$type":"2","legs":0,"Name":"3"}}],"ge":[{"k":"Female","v":1}],"slc":{"q":[{"$type":"2","legs":0,"Name":"4"}]},"gi":[{"k":"MyIRAFVEd2aImaq7zN3u/w==","v":1}],"nest":{"x":{"y":1}}}""",
            new Maps(), null, typeof(Maps), typeof(Cat), typeof(Dog));
        Writes("""{"a\"\\\n/\u00E9":1}""", new Dictionary<string, int> { ["a\"\\\n/é"] = 1 });
        Writes("""{"K1":"v1,v2","K2":null}""", new NameValueCollection { { "K1", "v1" }, { "K1", "v2" }, { "K2", null } });
        Writes("""{"key":"v"}""", new StringDictionary { ["KEY"] = "v" });
        Writes("""[{"k":"a","v":1}]""", new MyMap { ["a"] = 1 });
        Writes("""[{"k":"a","v":1}]""", new Dictionary<string, int> { ["a"] = 1 }, With(r => r with { PairDictionaries = true }));
        Writes("""[{"k":"a","v":1}]""", new MyMap { ["a"] = 1 } as object);
        Writes("""[[{"k":"a","v":1}]]""", new List<Dictionary<string, int>> { new MyMap { ["a"] = 1 } });
    }

    [Fact]
    public void Arrays()
    {
        Writes("[1,2]", new[] { 1, 2 });
        Writes("[[1],[],null]", new int[]?[] { [1], [], null });
        Writes("[1,2,3,4,5,6]", new[,] { { 1, 2, 3 }, { 4, 5, 6 } });
        Writes("""["a","b"]""", new[] { 'a', 'b' });
        Writes("\"AQID\"", new byte[] { 1, 2, 3 });
        Writes("\"\"", Array.Empty<byte>());
        Writes("""[[1,"a"]]""", new List<object[]> { new object[] { 1, "a" } });
        Writes("""[1,["a",null]]""", new object[] { 1, new object?[] { "a", null } });
        Writes("\"Bw==\"", new[] { Mood.Good });
        Writes("\"/w==\"", new sbyte[] { -1 });
    }

    [Fact]
    public void Scalars()
    {
        Writes("true", true);
        Writes("false", false);
        Writes("null", (object)DBNull.Value);
        Writes("\"a\"", 'a');
        Writes("\"\\n\"", '\n');
        Writes("255", byte.MaxValue);
        Writes("-128", sbyte.MinValue);
        Writes("18446744073709551615", ulong.MaxValue);
        Writes("1.50", 1.50m);
        foreach (var (value, text) in new[] { (1d, "1"), (1.5, "1.5"), (0.1, "0.1"), (1e21, "1E+21"), (1e-7, "1E-07"), (-0d, "-0"),
            (double.Epsilon, "5E-324") })
            Writes(text, value);
        Writes("3.4028235E+38", float.MaxValue);
        Writes("\"NaN\"", double.NaN);
        Writes("\"Infinity\"", float.PositiveInfinity);
        Writes("\"-Infinity\"", double.NegativeInfinity);
        var guid = new Guid("00112233-4455-6677-8899-aabbccddeeff");
        Writes("\"MyIRAFVEd2aImaq7zN3u/w==\"", guid);
        Writes("\"00112233-4455-6677-8899-aabbccddeeff\"", guid, With(r => r with { Base64Guids = false }));
        Writes("15000000", TimeSpan.FromSeconds(1.5));
        Writes("\"Female\"", Gender.Female);
        Writes("\"A, B\"", Bits.A | Bits.B);
        Writes("\"7\"", (Gender)7);
        Writes("1", Gender.Female, Default with { EnumsAsNames = false });
        Writes("3", Bits.A | Bits.B, Default with { EnumsAsNames = false });
        Writes("null", (int?)null);
        Writes("5", (int?)5);
    }

    public class All
    {
        public Guid g = new("00112233-4455-6677-8899-aabbccddeeff"); public DateTime d = new(2021, 3, 4, 5, 6, 7, 89,
        DateTimeKind.Utc); public TimeSpan t = new(7); public double x = double.NaN; public int? n; public Gender e =
            Gender.Female; public char c = 'z';
    }

    [Fact]
    public void Scalars_in_a_row_of_members()
    {
        Writes("""{"g":"MyIRAFVEd2aImaq7zN3u/w==","d":"2021-03-04T05:06:07Z","t":7,"x":"NaN","n":null,"e":"Female","c":"z"}""", new All(),
            Plain);
        Writes("""{"g":"MyIRAFVEd2aImaq7zN3u/w==","d":"2021-03-04T05:06:07Z","t":7,"x":"NaN","e":"Female","c":"z"}""", new All(),
            Plain with { Omit = JsonOmit.WhenNull });
    }

    [Fact]
    public void What_fastJSON_drops_is_kept_unless_asked_for()
    {
        var lose = With(r => r with { UnknownTypes = FastJsonUnknownTypes.Lose });
        Writes("""{"$types":{"«Uri»":"1"},"$type":"1"}""", new Uri("http://x/"), lose, typeof(Uri));
        Writes("""{"$types":{"«Version»":"1"},"$type":"1"}""", new Version(1, 2), lose, typeof(Version));
        Writes("""{"$types":{"«DateOnly»":"1"},"$type":"1"}""", new DateOnly(2020, 1, 2), lose, typeof(DateOnly));
        Writes("""{"$types":{"«TimeOnly»":"1"},"$type":"1"}""", new TimeOnly(1, 2), lose, typeof(TimeOnly));
        Writes("""{"$types":{"«Half»":"1"},"$type":"1"}""", (Half)1, lose, typeof(Half));
        Writes("""{"$types":{"«Int128»":"1"},"$type":"1"}""", (Int128)1, lose, typeof(Int128));
        Writes("""{"$types":{"«BigInteger»":"1"},"$type":"1"}""", System.Numerics.BigInteger.One, lose, typeof(System.Numerics.BigInteger));
        Writes("""{"$types":{"«Tuple`2»":"1"},"$type":"1"}""", Tuple.Create(1, "b"), lose, typeof(Tuple<int, string>));
        Writes("""{"$types":{"«KeyValuePair`2»":"1"},"$type":"1"}""", KeyValuePair.Create(1, "b"), lose, typeof(KeyValuePair<int, string>));
        Writes("""{"$types":{"«ValueTuple`2»":"1"},"$type":"1","Item1":1,"Item2":"b"}""", (1, "b"), lose, typeof((int, string)));
        Writes("""{"d":{},"u":{},"after":{}}""", new Lost(),
            With(r => r with { UnknownTypes = FastJsonUnknownTypes.Lose, Types = FastJsonTypes.None }));

        Writes("\"http://x/\"", new Uri("http://x/"));
        Writes("\"1.2\"", new Version(1, 2));
        Writes("\"2020-01-02\"", new DateOnly(2020, 1, 2));
        Writes("""{"Item1":1,"Item2":"b"}""", Tuple.Create(1, "b"), Plain);
        Assert.Equal(Tuple.Create(1, "b"), RoundTrip(Tuple.Create(1, "b")));
        Assert.Equal(KeyValuePair.Create(1, "b"), RoundTrip(KeyValuePair.Create(1, "b")));
        Assert.Equal((1, "b", 2.5m), RoundTrip((1, "b", 2.5m)));
        Assert.Equal((Int128.MaxValue, (Half)1.5f, new TimeOnly(1, 2)), RoundTrip((Int128.MaxValue, (Half)1.5f, new TimeOnly(1, 2))));
    }

    public class Lost { public DateOnly d; public Uri u = new("http://x/"); public Half after; }

    [Fact]
    public void Dates()
    {
        var utc = new DateTime(2021, 3, 4, 5, 6, 7, 89, DateTimeKind.Utc);
        var milliseconds = With(r => r with { Milliseconds = true });
        var local = With(r => r with { UtcDates = false });
        var both = With(r => r with { UtcDates = false, Milliseconds = true });
        Writes("\"2021-03-04T05:06:07Z\"", utc);
        Writes("\"2021-03-04T05:06:07.089Z\"", utc, milliseconds);
        Writes("\"2021-03-04T05:06:07\"", utc, local);
        Writes("\"2021-03-04T05:06:07.089\"", utc, both);
        // No Kind is local time.
        var here = DateTime.SpecifyKind(utc, DateTimeKind.Unspecified);
        Writes($"\"{here.ToUniversalTime():yyyy-MM-ddTHH:mm:ss}Z\"", here);
        Writes("\"0001-01-01T00:00:00\"", DateTime.MinValue, local);
        Writes("\"9999-12-31T23:59:59.999\"", DateTime.MaxValue, both);

        var offset = new DateTimeOffset(2021, 3, 4, 5, 6, 7, new TimeSpan(3, 30, 0)).AddTicks(891234);
        Writes("\"2021-03-04T01:36:07.0891234Z\"", offset);
        Writes("\"2021-03-04T05:06:07.0891234+03:30\"", offset, local);
        Writes("\"2021-03-04T05:06:07.0000000-00:00\"", new DateTimeOffset(2021, 3, 4, 5, 6, 7, default), local);
        // The original writes --03:-30 here, which nothing reads.
        Writes("\"2021-03-04T05:06:07.0000000-03:30\"", new DateTimeOffset(2021, 3, 4, 5, 6, 7, new TimeSpan(-3, -30, 0)), local);
    }

    [Fact]
    public void Escapes()
    {
        Writes(""" "\"\\\t\r\n/<>&'" """.Trim(), "\"\\\t\r\n/<>&'");
        Writes("\"\u007F\"", "\u007F");
        Writes("""
            "\u0000\u0008\u000C\u001F\u00E9\u2028\uD83D\uDE00"
            """, "\0\b\f\u001Fé\u2028😀");
        Writes("\"\\uD83D\"", "\uD83D");
        var raw = Default with { Escaping = JsonEscaping.Minimal };
        Writes("\"\\u0000é\u2028😀\u007F\"", "\0é\u2028😀\u007F", raw);
        // The original leaves these as they are, which is not JSON.
        Writes("\"\\u0001\\u0008\"", "\u0001\b", raw);
    }

    public class Probe
    {
        public int pub { get; set; }
        public int init { get; init; } = 2;
        public int privset { get; private set; } = 3;
        public static int statprop { get; set; } = 10;
        [DataMember(Name = "Renamed")] public int dm { get; set; } = 13;
        [DataMember] public int dm2 { get; set; } = 14;
        [IgnoreDataMember] public int idm { get; set; } = 16;
        public int ro => 1;
        public int wo { set { } }
        [XmlIgnore] public int xi { get; set; }
        internal int hidden { get; set; }
        public int this[int i] { get => i; set { } }
        public int field = 5;
        [fastJSON.DataMember(Name = "fj")] public int own = 15;
        public readonly int rofield = 4;
        public const int C = 1;
        [NonSerialized] public int ns;
        public static int stat = 9;
    }

    public struct StaticStruct { public int a; public static int s; }

    [Fact]
    public void Members()
    {
        Writes("""{"pub":0,"init":2,"privset":3,"statprop":10,"Renamed":13,"dm2":14,"idm":16,"field":5,"fj":15,"stat":9}""", new Probe(),
            Plain);
        Writes("""{"pub":0,"init":2,"privset":3,"statprop":10,"Renamed":13,"dm2":14,"idm":16,"ro":1,"field":5,"fj":15,"rofield":4,"stat":9}""",
            new Probe(), With(r => r with { Types = FastJsonTypes.None, ReadOnlyMembers = true }));
        Writes("""{"pub":0,"init":2,"privset":3,"statprop":10,"Renamed":13,"dm2":14,"idm":16,"field":5,"fj":15,"stat":9}""",
            new Probe(), Plain with { Naming = JsonNaming.Lower });
        Writes("""{"a":0}""", new StaticStruct(), Plain);
    }

    public class Ignored
    {
        [Obsolete("x")]
        public int a { get; set; }
        public int B { get; set; }
        public Dictionary<string, int> M { get; set; } = new()
        { ["Key"] = 1 }; public object? N { get; set; }
    }

    [Fact]
    public void Options_that_are_plain_Json_s_too()
    {
        Writes("""{"B":0,"M":{"Key":1},"N":null}""", new Ignored(),
            With(r => r with { Types = FastJsonTypes.None, IgnoreAttributes = [typeof(ObsoleteAttribute)] }));
        Writes("""{"a":0,"b":0,"m":{"key":1},"n":null}""", new Ignored(), Plain with { Naming = JsonNaming.Lower });
        Writes("""{"a":0,"B":0,"M":{"Key":1}}""", new Ignored(), Plain with { Omit = JsonOmit.WhenNull });
        Writes("""{"a":0,"B":0,"M":{"Key":1}}""", new Ignored { N = DBNull.Value }, Plain with { Omit = JsonOmit.WhenNull });
        Writes("""{"b":12}""", new Dictionary<string, object?> { ["a"] = null, ["b"] = 12, ["c"] = DBNull.Value },
            Default with { Omit = JsonOmit.WhenNull });
        Writes("""{"K1":"v"}""", new NameValueCollection { { "K1", "v" }, { "K2", null } }, Default with { Omit = JsonOmit.WhenNull });
        Writes("""[null,{"a":[null]}]""",
            new object?[] { null, new Dictionary<string, object?> { ["a"] = new object?[] { null }, ["b"] = null } },
            Default with { Omit = JsonOmit.WhenNull });
        Writes("""[{"k":1,"v":null}]""", new Dictionary<int, object?> { [1] = null }, Default with { Omit = JsonOmit.WhenNull });
    }

    [Fact]
    public void Laid_out_as_fastJSON_does()
    {
        var options = Plain with { Indented = true, NewLine = "\n" };
        Assert.Equal("{\n   \"a\" : [\n      \n   ],\n   \"c\" : [\n      1,\n      2\n   ]\n}",
            Json.ToText(new Dictionary<string, int[]> { ["a"] = [], ["c"] = [1, 2] }, options));
    }
}
