using System.Collections;
using System.Data;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Isomer.Tests.OfTables;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonWritingTests;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>What fastJSON itself gets wrong, text by text: here it comes back, or is refused.</summary>
public class FastJsonKnownBugTests
{
    static readonly JsonOptions Zoology = Types(typeof(Cat), typeof(Dog));

    static DataSet Columns()
    {
        var set = new DataSet("S");
        var table = set.Tables.Add("T");
        foreach (var type in new[] { typeof(DateTimeOffset), typeof(TimeSpan), typeof(Guid), typeof(byte[]), typeof(decimal), typeof(char),
            typeof(object) })
            table.Columns.Add(type.Name, type);
        table.Columns.Add(new DataColumn("utc", typeof(DateTime)) { DateTimeMode = DataSetDateTime.Utc });
        table.Rows.Add(new DateTimeOffset(2021, 3, 4, 5, 6, 7, default), new TimeSpan(5), new Guid("00112233-4455-6677-8899-aabbccddeeff"),
            new byte[] { 1 }, 1.50m, 'x', "o", new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc));
        set.AcceptChanges();
        return set;
    }

    public class Tabled { public object? any; public DataTable? one; public List<DataTable>? many; public Cat? cat; public Cat? again; }

    /// <summary>Half a surrogate pair is written as its escape, in names as in values: it comes back from both.</summary>
    [Fact]
    public void Half_a_surrogate_pair_comes_back_as_name()
    {
        var map = new Dictionary<string, string> { ["\uD800"] = "a\uDC00", ["\uDC00\uD800é"] = "" };
        Assert.Equal(map, RoundTrip(map, Zoology));
        var set = new DataSet("S");
        set.Tables.Add("\uD800").Columns.Add("\uDC00", typeof(int));
        set.Tables[0].Rows.Add(7);
        var table = Assert.Single(RoundTrip(set, Zoology).Tables.Cast<DataTable>());
        Assert.Equal(("\uD800", "\uDC00", 7), (table.TableName, table.Columns[0].ColumnName, table.Rows[0][0]));
        Assert.Equal(3, Json.FromText<Cat>("{\"\\uD800\":[1,{\"\\uDC00\":2}],\"legs\":3}", Zoology).legs);
    }

    /// <summary>
    /// It reads no rows where the text has no table of types, throws at a DateTimeOffset, and loses a table in an object member.
    /// </summary>
    [Fact]
    public void Tables_keep_their_rows_in_every_form_and_place()
    {
        object[] expected = Columns().Tables[0].Rows[0].ItemArray!;
        foreach (var options in new[] { Zoology, Zoology with { FastJsonRules = new() { Types = FastJsonTypes.EachObject } },
            Zoology with { FastJsonRules = new() { CompactTableSchema = false } } })
        {
            Assert.Equal(expected, RoundTrip(Columns(), options).Tables["T"]!.Rows[0].ItemArray);
            Assert.Equal(expected, RoundTrip(Columns().Tables[0], options).Rows[0].ItemArray);
            Assert.Equal(expected, Assert.Single(RoundTrip(new List<DataTable> { Columns().Tables[0] }, options)).Rows[0].ItemArray);
            var cat = new Cat { legs = 7 };
            var back = RoundTrip(
                new Tabled { any = Columns().Tables[0], one = Columns().Tables[0], many = [Columns().Tables[0]], cat = cat, again = cat },
                options);
            // Where the schema is XSD the text does not say that it is of a table alone.
            var any = back.any as DataTable ?? ((DataSet)back.any!).Tables["T"]!;
            Assert.All([any, back.one!, Assert.Single(back.many!)], t => Assert.Equal(expected, t.Rows[0].ItemArray));
            Assert.Equal(7, back.cat!.legs);
            Assert.Same(back.cat, back.again);
        }
    }

    public class Shared { public object? table; public Cat? a; public Cat? b; }

    [Fact]
    public void A_table_in_an_object_member_moves_no_numbers()
    {
        var cat = new Cat { Name = "x" };
        var back = RoundTrip(new Shared { table = Columns().Tables[0], a = cat, b = cat }, Zoology);
        Assert.Same(back.a, back.b);
        Assert.Equal("x", back.b!.Name);
    }

    public class MyList : List<int> { public string Extra { get; set; } = "lost"; }
    public class CatDictionaryEntry { public int number = 5; public string? text { get; set; } = "t"; }
    public class HoldsNamed { public CatDictionaryEntry? entry = new(); }

    [Fact]
    public void Classes_whose_names_or_bases_mislead_it()
    {
        Writes("[1,2]", new MyList { 1, 2 });
        Assert.Equal([1, 2], RoundTrip(new MyList { 1, 2 }));
        // Any type with Dictionary in its name is one to it.
        Writes("""{"entry":{"text":"t","number":5}}""", new HoldsNamed(), Plain);
        Assert.Equal((6, "u"),
            RoundTrip(new HoldsNamed { entry = new() { number = 6, text = "u" } }).entry is { } e ? (e.number, e.text) : default);
    }

    [DataContract]
    public class Contract
    {
        [DataMember] public int a = 1; public int b = 2; [JsonIgnore] public int c = 3; [JsonPropertyName("x")]
        public int d = 4;
    }

    [Fact]
    public void Attributes_of_others_are_not_looked_at() => Writes("""{"a":1,"b":2,"c":3,"d":4}""", new Contract(), Plain);

    public class Cased { public int name = 1; public int Name = 2; }

    [Fact]
    public void Names_that_differ_only_in_case()
    {
        var back = RoundTrip(new Cased { name = 3, Name = 4 });
        Assert.Equal((3, 4), (back.name, back.Name));
    }

    [Fact]
    public void Keys_that_look_like_metadata()
    {
        foreach (string key in new[] { "$i", "$type", "$types", "$schema", "$map" })
        {
            Assert.Equal(5, RoundTrip(new Dictionary<string, int> { [key] = 5 })[key]);
            Assert.Equal("v", RoundTrip(new Dictionary<string, string> { [key] = "v" })[key]);
            Assert.Equal("v", RoundTrip(new Dictionary<string, object> { ["a"] = 1L, [key] = "v" })[key]);
            Assert.Equal("v", RoundTrip(new Maps { ss = new() { [key] = "v" } }, Zoology).ss[key]);
        }
    }

    public class Inside
    {
        public object? o; public int s; public Hashtable? h; public ArrayList? list; public byte[]? bytes; public SortedDictionary<string,
        int>? sorted; public IList<int>? ints; public List<Dictionary<string, int>>? maps; public List<List<int>>? lists;
    }

    [Fact]
    public void Members_that_come_back_empty_filtered_or_not_at_all()
    {
        var back = Read<Inside>(
            """{"o":{"a":1,"s":2,"deep":{"s":3,"q":[{"z":4}]}},"h":[{"k":"a","v":1},{"k":2,"v":"b"}],"list":[1,"a"],"bytes":[1,2],"sorted":{"a":1},"ints":[1,2],"maps":[{"a":1}],"lists":[[1],[2,3]]}""");
        var o = (Dictionary<string, object?>)back.o!;
        Assert.Equal((1L, 2L), (o["a"], o["s"]));
        Assert.Equal(4L, ((Dictionary<string, object?>)((object[])((Dictionary<string, object?>)o["deep"]!)["q"]!)[0])["z"]);
        Assert.Equal((1L, "b"), (back.h!["a"], back.h[2L]));
        Assert.Equal(new ArrayList { 1L, "a" }, back.list);
        Assert.Equal(new byte[] { 1, 2 }, back.bytes);
        Assert.Equal((1, 2, 1, 3), (back.sorted!["a"], back.ints![1], back.maps![0]["a"], back.lists![1][1]));
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("1")]
    [InlineData("\"a\"")]
    public void A_root_of_another_kind_is_no_empty_list(string text)
    {
        Refuses<List<int>>(text);
        Refuses<int[]>(text);
        Refuses<HashSet<string>>(text);
    }

    [Theory]
    [InlineData("")]
    [InlineData(" ")]
    [InlineData("\"abc")]
    [InlineData("1 2")]
    [InlineData("[1 2]")]
    [InlineData("[1,,2]")]
    [InlineData("[,1]")]
    [InlineData("{,\"a\":1}")]
    [InlineData("{\"a\":1 \"b\":2}")]
    [InlineData("{\"a\":1,,\"b\":2}")]
    [InlineData("[1,2,,]")]
    [InlineData("[1]]")]
    [InlineData("{\"a\" 1}")]
    public void Text_that_is_broken(string text)
    {
        Refuses<object>(text);
        Assert.Throws<WireFormatException>(() => Json.ParseNode(text, Default));
    }

    public enum Big : long { Most = long.MaxValue }
    public enum Unsigned : ulong { Most = ulong.MaxValue }

    /// <summary>It goes through Int32.</summary>
    [Fact]
    public void Numbers_of_enums_beyond_32_bits()
    {
        var numbers = Default with { EnumsAsNames = false };
        Writes("9223372036854775807", Big.Most, numbers);
        Writes("18446744073709551615", Unsigned.Most, numbers);
        Assert.Equal((Big.Most, Unsigned.Most), (RoundTrip(Big.Most, numbers), RoundTrip(Unsigned.Most, numbers)));
    }

    [Fact]
    public void Collections_that_contain_themselves()
    {
        var list = new List<object>();
        list.Add(list);
        var map = new Dictionary<string, object>();
        map["a"] = map;
        var table = new Hashtable();
        table["a"] = new object[] { table };
        foreach (var tier in Tiers(Default))
            foreach (object value in new object[] { list, map, table })
                Assert.Contains("deeper", Assert.Throws<NotSupportedException>(() => Json.ToText(value, tier)).Message,
                    StringComparison.Ordinal);
    }

    public class ByValue
    {
        public int A { get; set; }
        public ByValue? Next { get; set; }
        public override bool Equals(object? obj) =>
        obj is ByValue b && b.A == A; public override int GetHashCode() =>
            Next is null ? throw new InvalidOperationException("early") : A;
    }

    /// <summary>It hashes an object before its members are there.</summary>
    [Fact]
    public void No_hash_is_asked_of_what_is_being_read()
    {
        var back = Read<ByValue>("""{"A":1,"Next":{"A":2,"Next":{"$i":1}}}""");
        Assert.Same(back, back.Next!.Next);
    }

    public class Pointed { public nint a; public nuint b; public long c; }

    /// <summary>nint is one of those of which it keeps nothing but the type.</summary>
    [Fact]
    public void Pointers()
    {
        var lose = With(r => r with { UnknownTypes = FastJsonUnknownTypes.Lose });
        Writes("""{"$types":{"«IntPtr»":"1"},"$type":"1"}""", (nint)5, lose, typeof(nint));
        Writes("""{"a":{},"b":{},"c":1}""", new Pointed { a = 1, b = 2, c = 1 },
            With(r => r with { UnknownTypes = FastJsonUnknownTypes.Lose, Types = FastJsonTypes.None }));
        var old = Read<Pointed>(
            $$"""{"$types":{"{{typeof(Pointed).AssemblyQualifiedName}}":"1","System.IntPtr, mscorlib, Version=4.0.0.0, Culture=neutral, PublicKeyToken=b77a5c561934e089":"2","System.UIntPtr, mscorlib":"3"},"$type":"1","a":{"$type":"2"},"b":{"$type":"3"},"c":7}""");
        Assert.Equal((0, 0u, 7L), (old.a, old.b, old.c));
        Refuses<Pointed>("""{"c":{"$type":"System.Int64"}}""");
        Refuses<Pointed>("""{"c":{}}""");
        Writes("5", (nint)5);
        Assert.Equal((nint)5, RoundTrip((nint)5));
        Assert.Throws<NotSupportedException>(() => Json.ToText(typeof(int), Default));
        Assert.Throws<NotSupportedException>(() => Json.ToText((object)typeof(int), Default));
    }

    public class Mapped { public object? Id; public object? other; public Cat? cat; }

    /// <summary>
    /// Older builds note in $map which strings of object members are Guids; it looks the name up in lower case and throws.
    /// </summary>
    [Theory]
    [InlineData("""{"Id":"MyIRAFVEd2aImaq7zN3u/w==","other":"MyIRAFVEd2aImaq7zN3u/w==","$map":{"Id":"System.Guid"}}""")]
    [InlineData("""{"Id":"00112233-4455-6677-8899-aabbccddeeff","other":"MyIRAFVEd2aImaq7zN3u/w==","cat":null,"$map":{"Id":"System.Guid"}}""")]
    [InlineData("""{"Id":"00112233-4455-6677-8899-aabbccddeeff","cat":{"legs":3,"$map":{"x":"System.Guid"}},"other":"MyIRAFVEd2aImaq7zN3u/w==","$map":{"z":"System.Int32","id":"System.Guid"}}""")]
    [InlineData("""{"Id":"MyIRAFVEd2aImaq7zN3u/w==","list":["Id","a",[{"Id":"b"}],{"x":{}}],"other":"MyIRAFVEd2aImaq7zN3u/w==","$map":{"Id":"System.Guid"}}""")]
    [InlineData("""{"list":[],"other":"MyIRAFVEd2aImaq7zN3u/w==","Id":"MyIRAFVEd2aImaq7zN3u/w==","$map":{"id":"System.Guid, mscorlib"}}""")]
    [InlineData(
        "{'Id':'MyIRAFVEd2aImaq7zN3u/w==', /* ,\"other\" { [ */ 'other':'MyIRAFVEd2aImaq7zN3u/w==', // } ]\n'$map':{'Id':'System.Guid'}}")]
    public void Guids_of_a_map(string text)
    {
        var back = Read<Mapped>(text, Zoology);
        Assert.Equal(new Guid("00112233-4455-6677-8899-aabbccddeeff"), back.Id);
        Assert.Equal("MyIRAFVEd2aImaq7zN3u/w==", back.other);
    }

    /// <summary>A comma behind the whole value is no list of members: a map behind it is refused as any other name is.</summary>
    [Fact]
    public void Maps_outside_of_any_object_are_refused()
    {
        static string Refusal(string name) => Assert.Throws<WireFormatException>(() => Read<Mapped>(
            $$"""{"Id":"MyIRAFVEd2aImaq7zN3u/w=="},"{{name}}":{"Id":"System.Guid"}""", Zoology)).Message;
        Assert.Equal(Refusal("$mop"), Refusal("$map"));
    }
}
