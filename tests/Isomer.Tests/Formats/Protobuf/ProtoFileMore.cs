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
