using System.Reflection;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>Schemas: names with underscores where nobody expects them, several files of one namespace, what is built in.</summary>
public class ProtoFileMore
{
    [ProtobufContract(Name = "_Odd__Name_")]
    public class Odd
    {
        [ProtobufMember(1, Name = "_first")]
        public int First { get; set; }

        [ProtobufMember(2, Name = "second__half_")]
        public int Second { get; set; }

        [ProtobufMember(3, Name = "third_3d", OneOf = "_pick")]
        public string? Third { get; set; }
    }

    [Fact]
    public void Explicit_names_stay_as_they_are()
    {
        string proto = Protobuf.GetProto<Odd>();
        Assert.Contains("message _Odd__Name_ {", proto, StringComparison.Ordinal);
        Assert.Contains(" _first = 1;", proto, StringComparison.Ordinal);
        Assert.Contains(" second__half_ = 2;", proto, StringComparison.Ordinal);
        Assert.Contains("oneof _pick {", proto, StringComparison.Ordinal);
        // protoc's rule: an underscore goes, and what follows it is a capital.
        Assert.Equal("""{"First":1,"secondHalf":2,"third3d":"x"}""", Protobuf.ToJson(new Odd { First = 1, Second = 2, Third = "x" }));
        Assert.Equal(2, Protobuf.FromJson<Odd>("""{"second__half_":2}""").Second);
        Assert.Equal("""{"_first":1}""", Protobuf.ToJson(new Odd { First = 1 }, new() { SchemaNames = true }));
    }

    static string InFolder(Func<string, string> work, params (string Name, string Text)[] files)
    {
        string folder = Directory.CreateTempSubdirectory("isomer-proto").FullName;
        try
        {
            foreach (var (name, text) in files)
                File.WriteAllText(Path.Combine(folder, name), text);
            return work(folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    [Fact]
    public void Files_of_one_namespace_with_extensions()
    {
        const string Head = "syntax = \"proto2\"; package shop.orders; ";
        string code = InFolder(folder => ProtobufSchema.Load([Path.Combine(folder, "a.proto"), Path.Combine(folder, "b.proto")]).ToCSharp(),
            ("a.proto", Head + "message A { extensions 100 to max; } extend A { optional int32 more = 100; optional int32 Most = 102; }"),
            ("b.proto",
                Head + "import \"a.proto\"; message B { optional A a = 1; } extend A { optional int32 further = 101; optional int32 most = 103; }"));
        var assembly = CompiledProto.Compile(code);
        var numbers = assembly.GetType("Shop.Orders.Extensions", throwOnError: true)!.GetFields(BindingFlags.Public | BindingFlags.Static)
            .Select(f => (int)f.GetRawConstantValue()!);
        Assert.Equal([100, 101, 102, 103], numbers.Order());
        // The namespace of a file that says nothing else is that of its package.
        Assert.NotNull(assembly.GetType("Shop.Orders.B"));
    }

    [Theory]
    [InlineData("message Extensions { optional int32 a = 1; } ")]
    [InlineData("enum extensions { NONE = 0; } message ExtensionsNumbers { optional int32 a = 1; } ")]
    public void A_message_that_is_called_as_the_class_of_extensions(string other)
    {
        const string Head = "syntax = \"proto2\"; package shop; ";
        string code = InFolder(folder => ProtobufSchema.Load([Path.Combine(folder, "a.proto"), Path.Combine(folder, "b.proto")]).ToCSharp(),
            ("a.proto", Head + "message A { extensions 100 to max; } extend A { optional int32 more = 100; }"),
            ("b.proto", Head + other + "import \"a.proto\"; extend A { optional int32 further = 101; }"));
        var assembly = CompiledProto.Compile(code);
        Assert.Equal(2, assembly.GetTypes().Where(t => t.IsAbstract && t.IsSealed).SelectMany(t => t.GetFields()).Count(f => f.IsLiteral));
    }

    [ProtobufContract]
    public class Meeting
    {
        [ProtobufMember(1, Name = "a_b")] public int A { get; set; }
        [ProtobufMember(2, Name = "a__b")] public int B { get; set; }
        [ProtobufMember(3, Name = "x_y")] public int C { get; set; }
        [ProtobufMember(4, Name = "xY")] public int D { get; set; }
        [ProtobufMember(5, Name = "__")] public int E { get; set; }
    }

    /// <summary>Names that are one in JSON: the second has its own there, in the schema too.</summary>
    [Fact]
    public void Names_that_meet_in_JSON()
    {
        var value = new Meeting { A = 1, B = 2, C = 3, D = 4, E = 5 };
        string json = Protobuf.ToJson(value);
        Assert.Equal(5, System.Text.Json.JsonDocument.Parse(json).RootElement.EnumerateObject().Select(p => p.Name).Distinct().Count());
        Assert.Equal(Protobuf.Serialize(value), Protobuf.Serialize(Protobuf.FromJson<Meeting>(json)));
        string proto = Protobuf.GetProto<Meeting>();
        Assert.Contains("json_name = \"a__b\"", proto, StringComparison.Ordinal);
        var schema = ProtobufSchema.Parse(proto);
        Assert.Equal(json, schema.ToJson("Meeting", Protobuf.Serialize(value)));
        // A schema of others that has such names and says nothing of JSON.
        var old = ProtobufSchema.Parse("syntax = \"proto2\"; message Meeting { optional int32 a_b = 1; optional int32 a__b = 2; optional int32 aB = 3; }");
        string text = old.ToJson("Meeting", (byte[])[8, 1, 16, 2, 24, 3]);
        Assert.Equal([8, 1, 16, 2, 24, 3], old.FromJson("Meeting", text));
    }

    [ProtobufContract]
    public class Computed
    {
        string _s = "a";
        [ProtobufMember(3)] public string S => _s;
        public string SetS(string value) => _s = value;
    }

    [ProtobufContract]
    public class Filled
    {
        [ProtobufMember(1)] public List<int> Items => field ??= [];
        [ProtobufMember(2)] public string Auto { get; } = "x";
        [ProtobufMember(3)] public Meeting Part => field ??= new();
    }

    /// <summary>
    /// What nothing takes at reading is told, for it may be a view of other members; what is filled, or has a field, is not.
    /// </summary>
    [Fact]
    public void A_property_that_nobody_sets()
    {
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
        {
            var options = new ProtobufOptions { Convention = Convention.Protobuf.WithTier(tier) };
            Assert.Equal([0x1A, 1, 0x61], Protobuf.Serialize(new Computed(), options));
            Assert.Equal("a", Protobuf.Deserialize<Computed>([0x1A, 1, 0x71], options).S);
            Assert.Contains("Computed.S' has no setter", Assert.Single(Protobuf.GetWarnings<Computed>(options)), StringComparison.Ordinal);
            Assert.Empty(Protobuf.GetWarnings<Filled>(options));
            var back = Protobuf.Deserialize<Filled>([8, 5, 18, 1, 0x71, 26, 2, 8, 7], options);
            Assert.Equal((5, "q", 7), (back.Items[0], back.Auto, back.Part.A));
        }
    }

    [ProtobufContract]
    public class Behind
    {
        readonly int[] _numbers = new int[3];
        readonly List<int> _own = [];

        [ProtobufMember(1)] public IReadOnlyList<int> Array => _numbers;
        [ProtobufMember(2)] public List<int> Fresh => [4, 5];
        [ProtobufMember(3)] public Meeting? Unmade => _unmade;
        readonly Meeting? _unmade = null;
        [ProtobufMember(4)] public IEnumerable<int> Own => _own;
        [ProtobufMember(5)] public Uri? Auto { get; }
    }

    /// <summary>What the getter gives may take nothing: an array, an object made anew, null. It was lost and nobody told.</summary>
    [Fact]
    public void What_no_getter_takes_is_told()
    {
        var warnings = Protobuf.GetWarnings<Behind>();
        Assert.Equal(3, warnings.Count);
        foreach (var (member, why) in new[]
        {
            ("Array", "nothing can be read into a 'System.Int32[]'"), ("Fresh", "another object each time"), ("Unmade", "leaves it null"),
        })
            Assert.Contains(warnings, w => w.Contains($"Behind.{member}'", StringComparison.Ordinal) && w.Contains(why, StringComparison.Ordinal));
        var back = Protobuf.Deserialize<Behind>([10, 3, 1, 2, 3, 18, 1, 9, 26, 2, 8, 7, 34, 2, 5, 6, 42, 9, .. "urn:a:bcd"u8]);
        Assert.Equal([0, 0, 0], back.Array);
        Assert.Equal([4, 5], back.Fresh);
        Assert.Null(back.Unmade);
        Assert.Equal([5, 6], back.Own);
        Assert.Equal("urn:a:bcd", back.Auto!.OriginalString);
    }

    [Fact]
    public void Api_and_type_are_built_in()
    {
        var schema = ProtobufSchema.Parse(
            "syntax = \"proto3\"; import \"google/protobuf/api.proto\"; import \"google/protobuf/type.proto\"; message M { google.protobuf.Api api = 1; google.protobuf.Type type = 2; google.protobuf.EnumValue value = 3; }");
        const string Text = """{"api":{"name":"a","methods":[{"name":"m","responseStreaming":true}],"syntax":"SYNTAX_PROTO3"},"type":{"fields":[{"kind":"TYPE_INT32","cardinality":"CARDINALITY_REPEATED","number":1}]},"value":{"number":5}}""";
        Assert.Equal(Text, schema.ToJson("M", schema.FromJson("M", Text)));
        Assert.NotNull(CompiledProto.Compile(schema.ToCSharp()).GetType("WellKnown.Api"));
    }
}
