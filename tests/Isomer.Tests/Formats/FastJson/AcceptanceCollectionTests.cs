using System.Collections;
using System.Collections.ObjectModel;
using System.Data;
using System.Dynamic;
using Isomer.Tests.OfTables;
using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>fastJSON's own tests of arrays, lists, dictionaries and references, each under its name there.</summary>
public class AcceptanceCollectionTests
{
    static object? Untyped(object? value, JsonOptions? options = null) => AcceptanceGraphTests.Untyped(value, options);

    [Fact]
    public void embedded_list() =>
        Writes("""{"list":{"b":[1,2]}}""", new { list = new { b = new[] { 1, 2 } } }, With(r => r with { AnonymousTypes = true }));

    [Fact]
    public void EmptyArray()
    {
        Assert.Empty(Assert.IsType<List<Class1>>(Read<List<Class1>>("[]")));
        Assert.Empty(Assert.IsType<Class1[]>(Read<Class1[]>("[]")));
    }

    [Fact]
    public void DictionaryWithListValue()
    {
        var lists = new Dictionary<string, List<string>> { ["a"] = ["1"], ["b"] = ["2", "3"], ["c"] = [] };
        Assert.Equal(["2", "3"], RoundTrip(new Dicts { lists = lists }, KnownPlain).lists!["b"]);
        Assert.Equal(3, RoundTrip(lists, Plain).Count);
        Assert.Equal(["2", "3"], Read<Dictionary<string, string[]>>(Text(lists, Plain), Plain)["b"]);
    }

    [Fact]
    public void HashtableTest()
    {
        var back = RoundTrip(new Hashtable { [1] = "dsjfhksa", ["dsds"] = new Class1() }, Known);
        Assert.IsType<Class1>(back["dsds"]);
        Assert.Equal("dsjfhksa", back[1L]);
    }

    [Fact]
    public void AbstractTest() =>
        Assert.Collection(
            RoundTrip(new List<Abstract> { new ConcreteA { A = 1, Value = 2 }, new ConcreteB { B = "b", Value = "v" } }, Known),
        a => Assert.Equal((1, 2), (((ConcreteA)a).A, ((ConcreteA)a).Value)),
        b => Assert.Equal(("b", "v"), (((ConcreteB)b).B, ((ConcreteB)b).Value)));

    [Fact]
    public void NestedDictionary()
    {
        var back =
            (Dictionary<string, object?>)Untyped(new Dictionary<string, object> { ["a"] = new Dictionary<string, int> { ["x"] = 1 } })!;
        Assert.Equal(1L, ((Dictionary<string, object?>)back["a"]!)["x"]);
    }

    [Fact]
    public void SpecialCollections()
    {
        var back = RoundTrip(new Special { nv = { { "1", "a" }, { "2", "b" } }, sd = { ["1"] = "a" } });
        Assert.Equal(("a", "b", "a"), (back.nv["1"], back.nv["2"], back.sd["1"]));
    }

    [Fact]
    public void CircularReferences()
    {
        var o = new FastJsonWritingTests.O1 { o2obj = new(), child = new() };
        o.o2obj.parent = o;
        o.child.child = o.o2obj;
        var back = RoundTrip(o);
        Assert.Same(back.o2obj, back.child!.child);
        Assert.Same(back, back.child.child!.parent);
    }

    [Fact]
    public void ListOfList()
    {
        List<List<object>> lists = [[1, 2, "s"], ["a", null!, 3]];
        Assert.All(RoundTrip(lists), l => Assert.Equal(3, l.Count));
        Assert.All(RoundTrip(new Lol { r = lists }).r!, l => Assert.Equal(3, l.Count));
        List<object[]> arrays = [[1, 2, "s"], ["a", null!, 3]];
        Assert.All(RoundTrip(arrays), a => Assert.Equal(3, a.Length));
        Assert.All(RoundTrip(new Lol2 { r = arrays }).r!, a => Assert.Equal(3, a.Length));
    }

    public class Complex
    {
        public byte[]? bytes; public List<Base>? items { get; set; }
        public Complex? self; public Complex? other { get; set; }
        public string text =
        "سلام\u0007";
    }

    [Fact]
    public void complexobject()
    {
        var shared = new Class2 { description = "é" };
        var value = new Complex { bytes = [1, 2], items = [shared, new Class1(), shared] };
        value.self = value;
        value.other = new Complex { other = value, items = [shared] };
        var back = RoundTrip(value, Known with { Escaping = JsonEscaping.Minimal, Indented = true });
        Assert.Same(back, back.self);
        Assert.Same(back, back.other!.other);
        Assert.Same(back.items![0], back.other.items![0]);
        Assert.Equal(value.text, back.text);
    }

    [Fact]
    public void StructProperty() => Assert.Equal(5, RoundTrip(new Holder<FastJsonWritingTests.Point> { value = new() { X = 5 } }).value.X);

    [Fact]
    public void InlineCircular()
    {
        var one = new Class1 { Name = "x" };
        foreach (bool inline in new[] { false, true })
            Assert.Equal(2,
                RoundTrip(new List<Class1> { one, one }, Known with { FastJsonRules = new() { InlineReferences = inline } }).Count);
    }

    [Fact]
    public void ArrayTest2()
    {
        var value = new Arrays2
        {
            ints = [1, 2],
            strs = ["a", null!],
            int2d = [[1], null, []],
            int3d = [[[1], null], null, [[2, 3]]],
            class2d = [[new Class1 { Name = "c" }, null], null]
        };
        var back = RoundTrip(value, Known);
        Assert.Equal(Text(value, Known), Text(back, Known));
        Assert.Equal("c", back.class2d![0]![0]!.Name);
    }

    [Fact]
    public void Dictionary_String_Object_WithList() =>
        Assert.Equal([1.5f, 2.5f],
            Read<Dictionary<string, List<float>>>(Text(new Dictionary<string, object> { ["C"] = new List<float> { 1.5f, 2.5f } }))["C"]);

    [Fact]
    public void Expando()
    {
        dynamic view = new ExpandoObject();
        view.UserView = "10080";
        view.UserCatalog = "test";
        Assert.Contains("UserView\":\"10080", Text((object)view), StringComparison.Ordinal);
    }

    [Fact]
    public void array()
    {
        const string Text = """[{"name":"a"},{"name":"b"},{"name":"c"}]""";
        Assert.Equal(3, Read<List<Thing>>(Text).Count);
        Assert.Equal(3, Read<Thing[]>(Text).Length);
    }

    [Fact]
    public void bytearrindic() => Assert.Equal([], RoundTrip(new Dictionary<string, byte[]> { ["a"] = [1, 2], ["b"] = [] })["b"]);

    public class Tweet { public Place? place { get; set; } }
    public class Place
    {
        public string? id { get; set; }
        public BoundingBox? bounding_box
        {
            get; set;
        }
        public Place[]? contained_within { get; set; }
    }
    public class BoundingBox { public double[][][]? coordinates { get; set; } public string? type { get; set; } }

    [Fact]
    public void twitter() =>
        Assert.Equal(-122.4,
            Read<Tweet>(
                """{"place":{"id":"x","bounding_box":{"type":"Polygon","coordinates":[[[-122.4,37.7],[1,2]]]},"contained_within":[{"id":"y","attributes":{},"contained_within":[]}],"unknown":{"a":[{}]}}}""").place!.bounding_box!.coordinates![0][0][0]);

    [Fact]
    public void ilist()
    {
        var back = RoundTrip(new Il { list = new List<Base> { new Class1 { Name = "1" }, new Class2 { description = "d" } } }, Known);
        Assert.Equal("d", ((Class2)back.list![1]!).description);
    }

    [Fact]
    public void interface_test() => Assert.Equal(7, ((Thing)RoundTrip(new It { i = new Thing { extra = 7 } }, Known).i!).extra);

    [Fact]
    public void nested_dictionary() =>
        Assert.Equal(1.5, RoundTrip(new Dictionary<int, Dictionary<string, double>> { [0] = new() { ["PX_LAST"] = 1.5 } })[0]["PX_LAST"]);

    [Fact]
    public void dicofdic()
    {
        const string Text = """{"Section1":{"Key1":"Value1","Key2":"Value2","Key3":"Value3","Key4":"Value4","Key5":"Value5"}}""";
        var dictionary = Read<Dictionary<string, Dictionary<string, string>>>(Text);
        Assert.Equal((5, "Value2"), (dictionary["Section1"].Count, dictionary["Section1"]["Key2"]));
    }

    [Fact]
    public void DictListTest() =>
        Assert.Equal(2,
            RoundTrip(new Dictionary<string, List<Thing>> { ["P"] = [new Thing { name = "a" }, new Thing()] }, Plain)["P"].Count);

    [Fact]
    public void ArrayOfObjectExtOff() =>
        Assert.IsType<Thing[]>(Read<Thing[]>(Text(new[] { new Thing(), new Thing() }, KnownPlain), KnownPlain));

    [Fact]
    public void ArrayOfObjectsWithoutTypeInfoToObjectTyped() =>
        Assert.Equal(2, ((Thing[])Json.FromText(Text(new List<Thing> { new(), new() }, Known), typeof(Thing[]), Known)!).Length);

    [Fact]
    public void ArrayOfObjectsWithTypeInfoToObject() =>
        Assert.All(Assert.IsType<List<object?>>(Untyped(new List<Thing> { new(), new() })), item => Assert.IsType<Thing>(item));

    [Fact]
    public void NonPublicClass() => Assert.Equal(4, HiddenA(Untyped(HiddenOne(4))));

    public class Observed { public ObservableCollection<string> list { get; set; } = []; }

    [Fact]
    public void noncapacitylist()
    {
        var target = new Observed();
        foreach (var tier in Tiers(Default))
            Json.Fill(target, """{"list":["a","b"]}"""u8, tier);
        Assert.Equal(["a", "b"], target.list);
    }

    [Fact]
    public void diclistdouble() => Assert.Equal([1.5, 2], RoundTrip(new Dictionary<int, List<double>> { [1] = [1.5, 2] }, Plain)[1]);

    [Fact]
    public void dicarraydouble() => Assert.Equal([1.5, 2], RoundTrip(new Dictionary<int, double[]> { [1] = [1.5, 2] }, Plain)[1]);

    static readonly JsonOptions ByReference = Known with { FastJsonRules = new() { ReferencesByEquals = false } };

    static Circle Round(int y) => new() { Center = new Point { X = 0, Y = y }, Radius = y };

    [Fact]
    public void refchecking1()
    {
        var back = RoundTrip(new List<Circle> { Round(1), Round(1), Round(2) }, ByReference);
        Assert.Equal((3, 1), (back.Count, back[0].Center!.Y));
    }

    [Fact]
    public void refchecking2()
    {
        var back = RoundTrip(new Holder<List<Circle>> { value = [Round(1), Round(1), Round(2)] },
            ByReference with { FastJsonRules = ByReference.FastJsonRules! with { InlineReferences = true } }).value!;
        Assert.Equal((3, 1), (back.Count, back[1].Center!.Y));
    }

    [Fact]
    public void HackTest() =>
        Assert.Contains("System.Windows.Data.ObjectDataProvider",
            Refuses<object>(
                """{"$types":{"System.Windows.Data.ObjectDataProvider, PresentationFramework, Version = 3.0.0.0, Culture = neutral, PublicKeyToken = 31bf3856ad364e35":"1"},"$type":"1","ObjectInstance":{"$type":"System.Diagnostics.Process"},"MethodName":"Start"}""",
                Known).Message, StringComparison.Ordinal);

    [Fact]
    public void TestNull() => Assert.Null(RoundTrip(new Initialised { one = null, s = null }).one);
}
