using System.Data;
using Xunit;
using static Isomer.Tests.Formats.FastJson.FastJsonCheck;
using static Isomer.Tests.Formats.FastJson.FastJsonWritingTests;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Each of fastJSON's parameters by its name, and the bytes that our option for it changes.</summary>
public class FastJsonParameterTests
{
    /// <summary>
    /// The fields of JSONParameters. Three have no effect there or no counterpart here: what they would change is always so.
    /// </summary>
    const string Names = """
        UseOptimizedDatasetSchema UseFastGuid SerializeNullValues UseUTCDateTime ShowReadOnlyProperties UsingGlobalTypes IgnoreCaseOnDeserialize EnableAnonymousTypes
        UseExtensions UseEscapedUnicode KVStyleStringDictionary UseValuesOfEnums IgnoreAttributes ParametricConstructorOverride DateTimeMilliseconds SerializerMaxDepth
        InlineCircularReferences SerializeToLowerCaseNames FormatterIndentSpaces AllowNonQuotedKeys AutoConvertStringToNumbers OverrideObjectHashCodeChecking
        BlackListTypeChecking BadListTypeChecking FullyQualifiedDataSetSchema
        """;

    const string Always = "IgnoreCaseOnDeserialize BlackListTypeChecking BadListTypeChecking";

    [AttributeUsage(AttributeTargets.Field)]
    sealed class HiddenAttribute : Attribute;

    public class Marked { public int a = 1; [Hidden] public int b = 2; }

    public class ReadOnly { public int a { get; set; } = 1; public int b => 2; public readonly int c = 3; }

    public class Made(int a) { public int a = a; public int b = 5; }

    static DataSet Set()
    {
        var set = new DataSet("S");
        set.Tables.Add("T").Columns.Add("a", typeof(int));
        set.Tables[0].Rows.Add(1);
        return set;
    }

    static void Changes<T>(T value, string from, string to, JsonOptions options, JsonOptions? before = null, params Type[] types)
    {
        Writes(from, value, before ?? Default, types);
        Writes(to, value, options, types);
    }

    static void Refused(string text)
    {
        foreach (var options in new[] { Default, Plain })
            Assert.Contains("ObjectDataProvider", Refuses<object>(text, options).Message, StringComparison.Ordinal);
    }

    const string Gadget = """{"$type":"System.Windows.Data.ObjectDataProvider, PresentationFramework","MethodName":"Start"}""";

    static readonly Dictionary<string, Action> s_checks = new()
    {
        ["UseOptimizedDatasetSchema"] = () =>
        {
            Assert.StartsWith("""{"$schema":{"$types":{"fastJSON.DatasetSchema, """, Text(Set()), StringComparison.Ordinal);
            string xsd = Text(Set(), With(r => r with { CompactTableSchema = false }));
            Assert.StartsWith("""{"$schema":"<?xml version=\"1.0\" encoding=\"utf-16\"?>""", xsd, StringComparison.Ordinal);
            Assert.EndsWith(""","T":[[1]]}""", xsd, StringComparison.Ordinal);
        },
        ["UseFastGuid"] = () =>
            Changes(new Guid("00112233-4455-6677-8899-aabbccddeeff"), "\"MyIRAFVEd2aImaq7zN3u/w==\"",
                "\"00112233-4455-6677-8899-aabbccddeeff\"", With(r => r with { Base64Guids = false })),
        ["SerializeNullValues"] =
            () => Changes(new Holder(), """{"o":null,"s":"q"}""", """{"s":"q"}""", Plain with { Omit = JsonOmit.WhenNull }, Plain),
        ["UseUTCDateTime"] = () =>
            Changes(new DateTimeOffset(2021, 3, 4, 5, 6, 7, new TimeSpan(3, 30, 0)).AddTicks(891234), "\"2021-03-04T01:36:07.0891234Z\"",
                "\"2021-03-04T05:06:07.0891234+03:30\"", With(r => r with { UtcDates = false })),
        ["ShowReadOnlyProperties"] = () =>
            Changes(new ReadOnly(), """{"a":1}""", """{"a":1,"b":2,"c":3}""",
                With(r => r with { Types = FastJsonTypes.None, ReadOnlyMembers = true }), Plain),
        ["UsingGlobalTypes"] = () =>
            Changes(new Emp(), """{"$types":{"«Emp»":"1"},"$type":"1"}""", """{"$type":"«Emp»"}""",
                With(r => r with { Types = FastJsonTypes.EachObject }), null, typeof(Emp)),
        ["IgnoreCaseOnDeserialize"] =
            () => Assert.Equal((4, "c"), Read<Cat>("""{"LEGS":4,"nAME":"c"}""") is var cat ? (cat.legs, cat.Name) : default),
        ["EnableAnonymousTypes"] = () =>
        {
            var value = new { a = 1 };
            Changes(value, $$"""{"$types":{"{{value.GetType().AssemblyQualifiedName}}":"1"},"$type":"1"}""", """{"a":1}""",
                With(r => r with { AnonymousTypes = true }));
        },
        ["UseExtensions"] = () =>
            Changes(new Emp(), """{"$types":{"«Emp»":"1"},"$type":"1"}""", "{}", With(r => r with { Types = FastJsonTypes.None }), null,
                typeof(Emp)),
        ["UseEscapedUnicode"] = () => Changes("é", "\"\\u00E9\"", "\"é\"", Default with { Escaping = JsonEscaping.Minimal }),
        ["KVStyleStringDictionary"] = () =>
            Changes(new Dictionary<string, int> { ["a"] = 1 }, """{"a":1}""", """[{"k":"a","v":1}]""",
                With(r => r with { PairDictionaries = true })),
        ["UseValuesOfEnums"] = () => Changes(Gender.Female, "\"Female\"", "1", Default with { EnumsAsNames = false }),
        ["IgnoreAttributes"] = () =>
            Changes(new Marked(), """{"a":1,"b":2}""", """{"a":1}""",
                With(r => r with { Types = FastJsonTypes.None, IgnoreAttributes = [typeof(HiddenAttribute)] }), Plain),
        ["ParametricConstructorOverride"] = () =>
        {
            Assert.Equal((1, 5), Read<Made>("""{"a":1}""") is var called ? (called.a, called.b) : default);
            Assert.Equal((1, 0),
                Read<Made>("""{"a":1}""", With(r => r with { SkipConstructors = true })) is var skipped ? (skipped.a, skipped.b) : default);
        },
        ["DateTimeMilliseconds"] = () =>
            Changes(new DateTime(2021, 3, 4, 5, 6, 7, 89, DateTimeKind.Utc), "\"2021-03-04T05:06:07Z\"", "\"2021-03-04T05:06:07.089Z\"",
                With(r => r with { Milliseconds = true })),
        ["SerializerMaxDepth"] = () =>
        {
            var value = new O1 { o2obj = new O2 { parent = new O1() } };
            Writes("""{"o1int":1,"o2obj":{"o2int":2,"parent":{"o1int":1,"o2obj":null,"child":null}},"child":null}""", value, Plain);
            foreach (var tier in Tiers(With(r => r with { Types = FastJsonTypes.None, MaxObjectDepth = 2 })))
                Assert.Contains("2 levels", Assert.Throws<NotSupportedException>(() => Json.ToText(value, tier)).Message,
                    StringComparison.Ordinal);
        },
        ["InlineCircularReferences"] = () =>
        {
            var cat = new Cat { Name = "s" };
            const string Begin = """{"$types":{"«Zoo»":"1","«Cat»":"2"},"$type":"1","animals":[{"$type":"2","legs":0,"Name":"s"},""";
            Changes(new Zoo { animals = { cat, cat } }, Begin + """{"$i":2}]}""", Begin + """{"$type":"2","legs":0,"Name":"s"}]}""",
                With(r => r with { InlineReferences = true }), null, typeof(Zoo), typeof(Cat));
        },
        ["SerializeToLowerCaseNames"] = () =>
            Changes(new Cat { legs = 4, Name = "c" }, """{"legs":4,"Name":"c"}""", """{"legs":4,"name":"c"}""",
                Plain with { Naming = JsonNaming.Lower }, Plain),
        ["FormatterIndentSpaces"] = () =>
            Changes(new Dictionary<string, int> { ["a"] = 1 }, "{\n   \"a\" : 1\n}", "{\n  \"a\" : 1\n}",
                Default with { Indented = true, NewLine = "\n", IndentSize = 2 }, Default with { Indented = true, NewLine = "\n" }),
        ["AllowNonQuotedKeys"] = () =>
        {
            Assert.Equal("n", Read<Animal>("{Name : \"n\"}").Name);
            Refuses<Animal>("{Name : \"n\"}", Default with { Leniency = JsonLeniency.Json5 & ~JsonLeniency.BareNames });
        },
        ["AutoConvertStringToNumbers"] = () =>
        {
            Assert.Equal(42, Read<int>("\"42\""));
            Refuses<int>("\"42\"", Default with { Numbers = JsonNumbers.NamedFloats });
        },
        ["OverrideObjectHashCodeChecking"] = () =>
        {
            const string Begin = """{"$types":{"«Two»":"1","«Rec2»":"2"},"$type":"1","a":{"$type":"2","A":1},"b":""";
            Changes(new Two { a = new Rec2 { A = 1 }, b = new Rec2 { A = 1 } }, Begin + """{"$i":2}}""", Begin + """{"$type":"2","A":1}}""",
                With(r => r with { ReferencesByEquals = false }), null, typeof(Two), typeof(Rec2));
        },
        ["BlackListTypeChecking"] = () => Refused(Gadget),
        ["BadListTypeChecking"] = () => Refused(Gadget),
        ["FullyQualifiedDataSetSchema"] = () =>
        {
            Assert.Contains("""["T","a","System.Int32"]""", Text(Set()), StringComparison.Ordinal);
            Assert.Contains($$"""["T","a","{{typeof(int).AssemblyQualifiedName}}"]""",
                Text(Set(), With(r => r with { FullColumnTypes = true })), StringComparison.Ordinal);
        },
    };

    static IEnumerable<string> Split(string names) => names.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries);

    public static TheoryData<string> All() => [.. Split(Names)];

    [Theory]
    [MemberData(nameof(All))]
    public void Has_its_option(string parameter) => s_checks[parameter]();

    [Fact]
    public void All_22_that_change_something_are_here()
    {
        Assert.Equal(Split(Names).Order(), s_checks.Keys.Order());
        Assert.Equal(22, Split(Names).Except(Split(Always)).Count());
        // And each is in the table of docs/from-fastjson.md.
        string page = File.ReadAllText(Docs.DocFiles.PathOf("from-fastjson.md"));
        Assert.All(Split(Names), name => Assert.Contains(name, page, StringComparison.Ordinal));
    }
}
