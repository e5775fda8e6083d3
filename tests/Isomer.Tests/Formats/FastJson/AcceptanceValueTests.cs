using System.Collections.Specialized;
using System.Globalization;
using System.Net;
using System.Runtime.Serialization;
using System.Xml.Serialization;
using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>fastJSON's own tests of scalars, names, options, dynamic access and layout, each under its name there.</summary>
public class AcceptanceValueTests
{
    static readonly JsonOptions Anonymous = With(r => r with { AnonymousTypes = true });
    static readonly JsonOptions ReadOnly = With(r => r with { ReadOnlyMembers = true });

    [Fact]
    public void BigNumber()
    {
        Assert.Equal(4.16366160299608e18, RoundTrip(4.16366160299608e18));
        Assert.Equal(1e41, (double)Read<object>("100000000000000000000000000000000000000000"));
    }

    [Fact]
    public void GermanNumbers()
    {
        var before = CultureInfo.CurrentCulture;
        try
        {
            CultureInfo.CurrentCulture = CultureInfo.GetCultureInfo("de");
            Assert.Equal(3.141592654m, RoundTrip(3.141592654m));
            Writes("1.5", 1.5);
        }
        finally
        {
            CultureInfo.CurrentCulture = before;
        }
    }

    [Fact]
    public void SingleCharNumber()
    {
        Writes("0", (sbyte)0);
        Assert.Equal(0, Read<sbyte>("0"));
    }

    [Fact]
    public void DynamicTest()
    {
        dynamic d = Json.ParseNode(
            """{"Name":"aaaaaa","Age":10,"dob":"2000-01-01 00:00:00Z","inner":{"prop":30},"arr":[1,{"a":2},3,4,5,6]}""",
            Default)!.AsDynamic();
        Assert.Equal("aaaaaa", d.Name);
        Assert.Equal(10, d.Age);
        Assert.Equal(30, d.inner.prop);
        Assert.Equal(2, d.arr[1].a);
        Assert.Equal("2000-01-01 00:00:00Z", d.dob);
        Assert.Equal(5, ((dynamic)Json.ParseNode("[1,2,3,4,5,6]")!.AsDynamic())[4]);
        Assert.Equal("aaaaaa", ((dynamic)Json.ParseNode("""{"Name":"aaaaaa"}""")!.AsDynamic(ignoreCase: true)).name);
    }

    [Fact]
    public void GetDynamicMemberNamesTests()
    {
        const string Text = """{"Name":"aaaaaa","Age":10,"dob":"2000-01-01 00:00:00Z","inner":{"prop":30},"arr":[1,{"a":2},3,4,5,6]}""";
        dynamic d = Json.ParseNode(Text)!.AsDynamic();
        Assert.Equal(["Name", "Age", "dob", "inner", "arr"], (IEnumerable<string>)d.GetDynamicMemberNames());
        Assert.Equal(6, d.arr.Count);
        Assert.Equal("aaaaaa", d["Name"]);
    }

    [Fact]
    public void DynamicEnumerate()
    {
        int age = 0;
        foreach (dynamic item in Json.ParseNode("""[{"Prop1":"Info 1","Age":3},{"Prop1":"Info 2","Age":4}]""")!.AsDynamic())
            age += (int)item.Age;
        Assert.Equal(7, age);
        var numbers = new List<object>();
        foreach (object item in Json.ParseNode("[1,2]")!.AsDynamic())
            numbers.Add(item);
        Assert.Equal([1L, 2L], numbers);
    }

    [Fact]
    public void CommaTests()
    {
        Assert.Contains("\"$type\":\"1\",", Text(new Class1()), StringComparison.Ordinal);
        var options = Anonymous with { Omit = JsonOmit.WhenNull };
        string? none = null;
        Writes("""{"A":"foo","D":"bar","E":12}""", new { A = "foo", B = none, C = none, D = "bar", E = 12, F = none }, options);
        Writes("""{"A":"foo","B":"bar"}""", new { A = "foo", B = "bar", C = none }, options);
        Writes("{}", new { A = none, B = none }, options);
        Writes("""{"B":"foo"}""", new { A = none, B = "foo", C = none }, options);
    }

    [Fact]
    public void Formatter()
    {
        const string Text = """[{"foo":"'[0]\"{}\u1234\r\n","bar":12222,"coo":"some' string","dir":"C:\\folder\\"},[{}]]""";
        Assert.Equal(
            "[\n   {\n      \"foo\" : \"'[0]\\\"{}\\u1234\\r\\n\",\n      \"bar\" : 12222,\n      \"coo\" : \"some' string\",\n      \"dir\" : \"C:\\\\folder\\\\\"\n   },\n   [\n      {\n         \n      }\n   ]\n]",
            Json.Beautify(Text, Default with { NewLine = "\n" }));
    }

    [Fact]
    public void IgnoreCase()
    {
        Assert.Equal("aa", Read<Base>("""{"name":"aa","CODE":"b"}""").Name);
        Assert.Equal(3, Read<FastJsonWritingTests.Cat>("""{"NAME":"x","LEGS":3}""").legs);
    }

    [Fact]
    public void consttest() => Writes("""{"f":"B","e":"C"}""", new WithConst { e = Letters.C, f = Letters.B }, Plain);

    [Fact]
    public void enumtest()
    {
        foreach (bool names in new[] { true, false })
            Assert.Equal((Letters.C, Letters.B),
                RoundTrip(new WithConst { e = Letters.C, f = Letters.B }, Known with { EnumsAsNames = names }) is var back
                    ? (back.e, back.f)
                    : default);
    }

    [AttributeUsage(AttributeTargets.Property)]
    public sealed class HiddenAttribute : Attribute;

    public class Ignoring
    {
        [XmlIgnore] public string Name { get; set; } = "n"; [Hidden]
        public int Age { get; set; } = 10; public int Kept { get; set; } = 1;
    }
    public class IgnoringMore : Ignoring { [Hidden] public int More { get; set; } = 2; }

    [Fact]
    public void IgnoreAttributes()
    {
        Writes("""{"Age":10,"Kept":1}""", new Ignoring(), Plain);
        var options = With(r => r with { Types = FastJsonTypes.None, IgnoreAttributes = [.. r.IgnoreAttributes, typeof(HiddenAttribute)] });
        Writes("""{"Kept":1}""", new Ignoring(), options);
        Writes("""{"Kept":1}""", new IgnoringMore(), options);
        Assert.Equal(("read", 1), Read<Ignoring>("""{"Name":"read","Kept":1}""") is var back ? (back.Name, back.Kept) : default);
    }

    [Fact]
    public void NonDefaultConstructor()
    {
        var options = Known with { FastJsonRules = new() { SkipConstructors = true } };
        Assert.Equal(10, RoundTrip(new Ctor(10), options).age);
        var one = new Ctor(10);
        Assert.All(RoundTrip(new List<Ctor> { one, one, one }, options), c => Assert.Equal(10, c.age));
        // No initialiser runs either; and without the option the constructor gets its arguments.
        Assert.Null(Read<Initialised>("{}", options).one);
        Assert.Equal(10, RoundTrip(new Ctor(10)).age);
    }

    [Fact]
    public void TestMilliseconds()
    {
        var value = new DateTime(2020, 1, 2, 3, 4, 5, 678, DateTimeKind.Utc);
        Assert.Equal(0, RoundTrip(value).Millisecond);
        Assert.Equal(value, RoundTrip(value, With(r => r with { Milliseconds = true })));
    }

    [Fact]
    public void NullVariable()
    {
        Assert.Equal(10, Read<int?>("10"));
        Assert.Equal(100L, Read<long?>("100"));
        Assert.Equal(new DateTime(2000, 1, 1, 10, 10, 10), Read<DateTime?>("\"2000-01-01 10:10:10\""));
        Assert.Null(Read<DateTime?>("null"));
    }

    [Fact]
    public void ReadonlyTest()
    {
        string text = Text(new ReadOnlys(), ReadOnly);
        Assert.Contains("\"a\":1", text, StringComparison.Ordinal);
        Assert.Contains("\"r\":4", text, StringComparison.Ordinal);
        var back = Read<ReadOnlys>(
            text.Replace("\"a\":1", "\"a\":99", StringComparison.Ordinal).Replace("\"r\":4", "\"r\":99", StringComparison.Ordinal),
            ReadOnly);
        Assert.Equal((1, 4), (back.a, back.r));
    }

    [Fact]
    public void ReadOnlyProperty()
    {
        var value = new ReadOnlys { list = { "a", "b" } };
        Assert.Equal(["a", "b"], RoundTrip(value, ReadOnly).list);
    }

    public class Computed { public int b { get; set; } public int Half => b / 2; }

    [Fact]
    public void ReadonlyProperty()
    {
        string text = Text(new Computed { b = 8 }, ReadOnly);
        Assert.Contains("\"Half\":4", text, StringComparison.Ordinal);
        Assert.Equal(0, Read<Computed>(text.Replace("\"b\":8", "\"b\":0", StringComparison.Ordinal), ReadOnly).Half);
    }

    [Fact]
    public void readonlyfield()
    {
        Assert.DoesNotContain("constant", Text(new ReadOnlys()), StringComparison.Ordinal);
        Assert.Contains("\"S\":\"constant\"", Text(new ReadOnlys(), ReadOnly), StringComparison.Ordinal);
        Read<ReadOnlys>("""{"S":"changed"}""", ReadOnly);
        Assert.Equal("constant", ReadOnlys.S);
    }

    [Fact]
    public void lowercaseSerilaize()
    {
        var options = Known with { Naming = JsonNaming.Lower };
        var back = RoundTrip(new Retclass { Name = "Hello", Field2 = 232 }, options);
        Assert.Equal(("Hello", 232), (back.Name, back.Field2));
        Assert.Contains("\"field2\":232", Text(new Retclass { Field2 = 232 }, options), StringComparison.Ordinal);
    }

    [Fact]
    public void null_in_dictionary()
    {
        var options = KnownPlain with { Omit = JsonOmit.WhenNull };
        Writes("""{"b":12}""", new Dictionary<string, object?> { ["a"] = null, ["b"] = 12 }, options);
        Writes("""{"b":0}""", new { a = (string?)null, b = 0 }, Anonymous with { Omit = JsonOmit.WhenNull });
    }

    [Fact]
    public void statictest()
    {
        Writes("""{"Prop":5,"own":1,"Shared":"s"}""", new Statics { own = 1 }, Plain);
        // What a text says of static members is not believed: they belong to the program.
        Assert.Equal(1, Read<Statics>("""{"Prop":77,"own":1,"Shared":"hacked"}""").own);
        Assert.Equal((5, "s"), (Statics.Prop, Statics.Shared));
    }

    [Fact]
    public void structstaticproperty()
    {
        Writes("""{"own":1}""", new StaticStruct { own = 1 }, Plain);
        Assert.Equal(1, RoundTrip(new StaticStruct { own = 1 }, Known).own);
    }
}
