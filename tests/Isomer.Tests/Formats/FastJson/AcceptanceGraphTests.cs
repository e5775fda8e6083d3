using System.Collections;
using System.Collections.ObjectModel;
using System.Data;
using System.Dynamic;
using Isomer.Tests.OfTables;
using Xunit;
using static Isomer.Tests.Formats.FastJson.AcceptanceShapes;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>
/// fastJSON's own tests of objects, collections and tables, each under its name there; stricter where those only ask that nothing throws.
/// </summary>
public class AcceptanceGraphTests
{
    /// <summary>Written and read back without a declared type.</summary>
    internal static object? Untyped(object? value, JsonOptions? options = null) =>
        Read<object>(Text(value, options ?? Known), options ?? Known);

    [Fact]
    public void objectarray() =>
        Assert.Equal(new object[] { 1L, "s", "2020-01-02T03:04:05Z" },
            Untyped(new object[] { 1, "s", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc) }));

    [Fact]
    public void ClassTest()
    {
        var value = Return();
        var back = (Retclass)Untyped(value)!;
        Assert.Equal((2312, "hello", value.date), (back.Field2, back.Name, back.date));
        Assert.Null(TableDifference.Of(value.ds!, back.ds!));
    }

    [Fact]
    public void StructTest()
    {
        var nice = Known with { Indented = true };
        var back = (Retstruct)Untyped(ReturnStruct(), nice)!;
        Assert.Equal((2312, 100), (back.Field2, back.ds!.Rows.Count));
    }

    [Fact]
    public void ParseTest()
    {
        var node = Json.ParseNode(Text(Return(), Known), Known)!;
        Assert.Equal(2312, node["Field2"]!.As<int>());
    }

    [Fact]
    public void StringListTest()
    {
        Assert.Equal(["a", "b"], RoundTrip(new List<string> { "a", "b" }));
        Assert.Equal(new object[] { "a", "b" }, Untyped(new List<string> { "a", "b" }));
    }

    [Fact]
    public void IntListTest() => Assert.Equal(new object[] { 1L, 2L }, Untyped(new List<int> { 1, 2 }));

    [Fact]
    public void List_int() => Assert.Equal([1, 2], RoundTrip(new List<int> { 1, 2 }));

    [Fact]
    public void Variables()
    {
        Assert.Equal(42L, Untyped(42));
        Assert.Equal("hello", Untyped("hello"));
        Assert.Equal(42.42m, Untyped(42.42m));
    }

    static Retclass Other => Return(new Class1 { Name = "e" });

    [Fact]
    public void Dictionary_String_RetClass() => OfStrings(extensions: true);

    [Fact]
    public void Dictionary_String_RetClass_noextensions() => OfStrings(extensions: false);

    static void OfStrings(bool extensions)
    {
        var options = extensions ? Known : KnownPlain;
        var source = new Dictionary<string, Retclass> { ["11"] = Return(), ["12"] = Return() };
        string text = Text(source, options);
        if (extensions)
            Assert.Equal(100, Read<Dictionary<string, Retclass>>(text, options)["12"].ds!.Rows.Count);
        else
            // Without a schema there are no columns to put the rows into: fastJSON throws too.
            Assert.Contains("$schema", Refuses<Dictionary<string, Retclass>>(text, options).Message, StringComparison.Ordinal);
        foreach (var value in source.Values)
            value.ds = null;
        Assert.Equal(2, RoundTrip(source, options).Count);
    }

    [Fact]
    public void Dictionary_int_RetClass() => OfNumbers(extensions: true);

    [Fact]
    public void Dictionary_int_RetClass_noextensions() => OfNumbers(extensions: false);

    static void OfNumbers(bool extensions)
    {
        var one = Return();
        one.ds = null;
        Assert.Equal(2, RoundTrip(new Dictionary<int, Retclass> { [11] = one, [12] = one }, extensions ? Known : KnownPlain).Count);
    }

    [Fact]
    public void Dictionary_Retstruct_RetClass() => OfStructs(extensions: true);

    [Fact]
    public void Dictionary_Retstruct_RetClass_noextentions() => OfStructs(extensions: false);

    static void OfStructs(bool extensions)
    {
        var one = Return();
        one.ds = null;
        Retstruct a = ReturnStruct(), b = ReturnStruct();
        (a.ds, b.ds, b.Name) = (null, null, "other");
        Assert.Equal(2, RoundTrip(new Dictionary<Retstruct, Retclass> { [a] = one, [b] = one }, extensions ? Known : KnownPlain).Count);
    }

    [Fact]
    public void List_RetClass() => AsList(extensions: true);

    [Fact]
    public void List_RetClass_noextensions() => AsList(extensions: false);

    static void AsList(bool extensions)
    {
        Retclass a = Return(), b = Return();
        (a.ds, b.ds) = (null, null);
        Assert.Equal(2, RoundTrip(new List<Retclass> { a, b }, extensions ? Known : KnownPlain).Count);
    }

    [Fact]
    public void List_NestedRetClass()
    {
        var back = RoundTrip(new List<Nested> { new() { List = { Return() } }, new() { Map = { ["a"] = ReturnStruct() } } }, Known);
        Assert.Equal((2, 2312, 100), (back.Count, back[0].List[0].Field2, back[1].Map["a"].ds!.Rows.Count));
    }

    // Those are benchmarks (bench/Isomer.Bench, group fastjson); what they must not throw at is checked here.
    [Fact]
    public void Perftest() => Assert.Equal(1000, ((object[])Untyped(Enumerable.Range(0, 1000).Select(i => (object)i).ToArray())!).Length);

    [Fact]
    public void CreateObjPerfTest()
    {
        for (int i = 0; i < 1000; i++)
            Assert.IsType<Colclass>(Json.FromText<object>($$"""{"$type":"{{typeof(Colclass).FullName}}"}""", Known));
    }

    [Fact]
    public void Speed_Test_Serialize() => ComesBack(Object());

    [Fact]
    public void Speed_Test_Deserialize()
    {
        string text = Text(Object(), Known);
        for (int i = 0; i < 100; i++)
            Assert.Equal("desc1", ((Class2)((Colclass)Json.FromText<object>(text, Known)!).items[1]).description);
    }

    [Fact]
    public void exotic_serialize() => ComesBack(Object(exotic: true));

    [Fact]
    public void exotic_deserialize() => ComesBack(Object(exotic: true, dataset: true));

    static void ComesBack(Colclass value)
    {
        var back = (Colclass)Untyped(value)!;
        var (hash, again) = (value.hash, back.hash);
        (value.hash, back.hash) = (null, null);
        Assert.Equal(Text(value, Known), Text(back, Known));
        (value.hash, back.hash) = (hash, again);
        Assert.Equal("desc1", ((Class2)back.items[1]).description);
        Assert.Equal(value.bytes, back.bytes);
        if (value.hash is not null)
            Assert.All(back.hash!.Keys.Cast<object>(), key => Assert.True(key is Class1 or Class2));
        if (value.dataset is not null)
            Assert.Null(TableDifference.Of(value.dataset, back.dataset!));
    }

    [Fact]
    public void BigData()
    {
        var value = new Colclass { items = [.. Enumerable.Range(0, 20_000).Select(i => (Base)Class1.Of("" + i, "" + (i * 7)))] };
        Assert.Equal("140", ((Colclass)Json.FromText<object>(Json.ToText(value, Known), Known)!).items[20].Code);
    }

    [Fact]
    public void FillObject()
    {
        var value = new NoExt
        {
            Name = "n",
            Address = "here",
            Age = 10,
            dic = new() { ["hello"] = Class1.Of("asda", "asdas") },
            objs = [new Class1 { Name = "a" }, new Base()]
        };
        string text = Json.ToText(value, KnownPlain with { Indented = true });
        Assert.Equal(10, Json.ParseNode(text)!["Age"]!.As<int>());
        Assert.Equal("asda", Read<NoExt>(text, KnownPlain).dic!["hello"].Name);
        var target = new NoExt { Name = "kept" };
        Assert.Same(target, Json.Fill(target, System.Text.Encoding.UTF8.GetBytes(text), KnownPlain));
        Assert.Equal(("kept", "here", 2), (target.Name, target.Address, target.objs!.Length));
    }

    [Fact]
    public void AnonymousTypes() =>
        Writes("""{"Name":"asassa","Address":"asadasd","Age":12}""", new { Name = "asassa", Address = "asadasd", Age = 12 },
            With(r => r with { AnonymousTypes = true }));

    [Fact]
    public void NullTest()
    {
        Assert.Equal("null", Text((object?)null));
        Assert.Null(Read<object>("null"));
        Assert.Null(Read<Class1>("null"));
    }

    [Fact]
    public void DisableExtensions()
    {
        string text = Text(new Retclass { Name = "asdasd" }, KnownPlain with { Omit = JsonOmit.WhenNull });
        Assert.DoesNotContain("null", text, StringComparison.Ordinal);
        Assert.Equal("asdasd", Read<Retclass>(text, KnownPlain).Name);
    }

    [Fact]
    public void ZeroArray() => Assert.Empty((object[])Untyped(Array.Empty<object>())!);

    [Fact]
    public void UsingGlobalsBug_singlethread()
    {
        string table = Text(Object(), Known),
            each = Text(Object(), Known with { FastJsonRules = new() { Types = FastJsonTypes.EachObject } });
        for (int i = 0; i < 3; i++)
        {
            Assert.IsType<Class2>(((Colclass)Read<object>(table, Known)).items[1]);
            Assert.IsType<Class2>(((Colclass)Read<object>(each, Known)).items[1]);
        }
    }

    [Fact]
    public void UsingGlobalsBug_multithread()
    {
        string table = Text(Object(), Known),
            each = Text(Object(), Known with { FastJsonRules = new() { Types = FastJsonTypes.EachObject } });
        Parallel.For(0, 400, i => Assert.IsType<Class2>(((Colclass)Json.FromText<object>(i % 2 == 0 ? table : each, Known)!).items[1]));
    }

    [Fact]
    public void NullOutput() => Writes("{}", new Holder<object>(), Plain with { Omit = JsonOmit.WhenNull });

    [Fact]
    public void ArrayTest()
    {
        var back = (Arrays2)Untyped(new Arrays2 { ints = [3, 1, 4], strs = ["a", "b", "c"] })!;
        Assert.Equal([3, 1, 4], back.ints!);
        Assert.Equal(["a", "b", "c"], back.strs!);
    }

    [Fact]
    public void Datasets()
    {
        var set = Set();
        string text = Json.ToText(set, Known with { Indented = true });
        Assert.Null(TableDifference.Of(set, Read<DataSet>(text)));
        Assert.Null(TableDifference.Of(set, (DataSet)Json.FromText(text, typeof(DataSet), Default)!));
        Assert.Equal(100, RoundTrip(Table()).Rows.Count);
    }
}
