using System.Reflection;
using System.Text;
using Isomer.Formats;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>.proto files read, and the C# that is printed of them: compiled, it has the bytes of what the file was printed of.</summary>
public class ProtoFileTests
{
    static string Includes =>
        Path.Combine(
            typeof(ProtoFileTests).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().First(a => a.Key == "GrpcTools").Value!,
            "build", "native", "include");

    /// <summary>A file that uses all that proto2 has.</summary>
    const string Old = """
        // A file of old.
        syntax = "proto2";
        package old.style;
        import public "google/protobuf/timestamp.proto";
        option (my.file_option).name = { a: 1 b { c: "}" } };
        option optimize_for = SPEED;

        enum Level { option allow_alias = true; LOW = 1; LOWEST = 1; HIGH = 0x10; reserved 5 to max; reserved "GONE"; }

        /** What is
         *  asked. */
        message Request {
          required string query = 1 [(my.opt) = "x", deprecated = true];
          optional int32 page = 2 [default = 010];
          optional Level level = 3 [default = HIGH];
          optional string text = 4 [default = "a\tb\"\x41\u00e4" 'c'];
          optional double inf = 5 [default = -inf];
          optional float near = 6 [default = 1.5];
          optional bool yes = 7 [default = true];
          optional bytes raw = 8 [default = "\001\xff"];
          repeated group Result = 10 { required string url = 1; optional group Deep = 2 { optional int32 x = 1; } }
          optional .old.style.Request.Sub sub = 11;
          optional Sub.Kind kind = 12;
          oneof pick { string a = 20; Sub b = 21; group Grouped = 22 { optional int32 y = 1; } }
          map<int32, Sub> subs = 23;
          repeated sint32 packed = 24 [packed = true];
          optional google.protobuf.Timestamp at = 25;
          optional fixed64 message = 26;
          optional sfixed32 enum = 27;
          optional int32 optional = 28;
          optional int32 Equals = 29;
          optional int32 request = 30;
          message Sub { enum Kind { KIND_NONE = 0; KIND_SOME = 1; } optional int32 v = 1; extend Request { optional Sub nested_extension = 150; } }
          extensions 100 to 199, 1000 to max;
          reserved 40, 42 to 44; reserved "old", 'older';
          extend Request { repeated int32 numbers = 151; }
        }
        extend Request { optional int32 outer = 152; };
        service S { rpc A (Request) returns (Request); }
        """;

    [Fact]
    public void Proto2_in_full()
    {
        var schema = ProtobufSchema.Parse(Old);
        Assert.Equal(["old.style.Request"], schema.Messages);
        var file = ProtoParser.Parse(Old, "old.proto");
        Assert.Equal(16, file.Enums[0].Values[2].Number);
        var request = file.Messages[0];
        Assert.Equal("What is\nasked.", request.Comment!.Trim());
        Assert.Equal("a\tb\"Aäc", request.Fields[3].Option("default"));
        Assert.Equal(["100 to 199, 1000 to max"], request.ExtensionRanges);
        Assert.Equal(4, request.Reserved.Count);
        Assert.Equal("S", file.Services.Single());
        // A group, an extension and a closed default by the schema.
        byte[] bytes = schema.FromJson("old.style.Request",
            """{"query":"q","result":[{"url":"u","deep":{"x":1}}],"[old.style.outer]":5,"[old.style.Request.numbers]":[1,2],"packed":[-1]}""");
        Assert.Equal("0A0171" + "530A01751308011454" + "C201" + "0101" + "B80901B80902" + "C00905",
            Convert.ToHexString(bytes).Replace("C00905B80901B80902C2010101", "C2010101B80901B80902C00905", StringComparison.Ordinal));
        Assert.Contains("\"[old.style.Request.numbers]\":[1,2],\"[old.style.outer]\":5", schema.ToJson("old.style.Request", bytes),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Classes_of_proto2_have_its_defaults_and_bytes()
    {
        var assembly = CompiledProto.Compile(ProtobufSchema.Parse(Old).ToCSharp());
        var type = assembly.GetType("Old.Style.Request", throwOnError: true)!;
        object value = Protobuf.Deserialize([], type)!;
        Assert.Equal(8, type.GetProperty("Page")!.GetValue(value));
        Assert.Equal("a\tb\"Aäc", type.GetProperty("Text")!.GetValue(value));
        Assert.Equal(double.NegativeInfinity, type.GetProperty("Inf")!.GetValue(value));
        Assert.Equal("High", type.GetProperty("Level")!.GetValue(value)!.ToString());
        type.GetProperty("Query")!.SetValue(value, "q");
        Assert.Equal("0A0171", Convert.ToHexString(Protobuf.Serialize(value, type)));
        type.GetProperty("Page")!.SetValue(value, 8);
        Assert.Equal("0A01711008", Convert.ToHexString(Protobuf.Serialize(value, type)));
        byte[] all = ProtobufSchema.Parse(Old).FromJson("old.style.Request",
            """{"query":"q","level":"LOW","raw":"AQI=","result":[{"url":"u","deep":{"x":1}}],"sub":{"v":3},"kind":"KIND_SOME","grouped":{"y":2},"subs":{"1":{"v":1}},"packed":[-1,2],"at":"2020-01-01T00:00:00Z","message":"5","enum":6,"optional":7,"Equals":8,"request":9}""");
        Assert.Equal(Convert.ToHexString(all), Convert.ToHexString(Protobuf.Serialize(Protobuf.Deserialize(all, type), type)));
        // Extensions are kept, and got by their numbers.
        var kept = Protobuf.Deserialize([10, 0, .. (byte[])[0xC0, 9, 5]], type)!;
        Assert.Equal(5,
            ((UnknownFields)type.GetProperty("Rest")!.GetValue(kept)!).Get<int>(
                (int)assembly.GetType("Old.Style.Extensions")!.GetField("Outer")!.GetRawConstantValue()!));
    }

    [Fact]
    public void The_files_of_protoc_are_read_and_compile()
    {
        string[] files = Directory.GetFiles(Path.Combine(Includes, "google", "protobuf"), "*.proto");
        Assert.True(files.Length >= 11);
        var schema = ProtobufSchema.Load(files, [Includes]);
        Assert.Contains("google.protobuf.FileDescriptorProto", schema.Messages);
        var assembly = CompiledProto.Compile(schema.ToCSharp("All"));
        CompiledProto.Compile(schema.ToCSharp("All", protobufNet: true));
        // What protoc writes about a file is read by our class of it, and written the same.
        byte[] descriptor = Google.Protobuf.Reflection.FileDescriptor.DescriptorProtoFileDescriptor.SerializedData.ToByteArray();
        var type = assembly.GetType("All.WellKnown.FileDescriptorProto", throwOnError: true)!;
        byte[] ours = Protobuf.Serialize(Protobuf.Deserialize(descriptor, type), type);
        Assert.Equal(Google.Protobuf.Reflection.FileDescriptorProto.Parser.ParseFrom(descriptor),
            Google.Protobuf.Reflection.FileDescriptorProto.Parser.ParseFrom(ours));
    }

    [Fact]
    public void What_is_built_in_is_what_protoc_has()
    {
        foreach (string name in new[] { "any", "api", "duration", "empty", "field_mask", "source_context", "struct", "timestamp", "type",
            "wrappers" })
        {
            string path = $"google/protobuf/{name}.proto";
            var theirs = ProtoParser.Parse(File.ReadAllText(Path.Combine(Includes, path)), path);
            var ours = ProtoParser.Parse(ProtoBuiltIns.Find(path)!, path);
            Assert.Equal(Fields(theirs), Fields(ours));
        }

        static IEnumerable<string> Fields(ProtoFile file) =>
            file.Messages.SelectMany(
                m => m.Fields.Select(f => $"{file.Package}.{m.Name}.{f.Name} {f.Label} {f.Type} {f.TypeName} {f.Number} {f.OneOf} {f.Key}"))
                    .Order();
    }

    /// <summary>GetProto, then C# of it, compiled: both classes have the same bytes.</summary>
    [Fact]
    public void From_types_to_proto_to_types()
    {
        var code = new StringBuilder();
        var cases = new List<(object Value, string Type)>();
        foreach (object value in ProtobufSchemaTests.Values)
            foreach (var syntax in Enum.GetValues<ProtobufSyntax>())
            {
                string space = "Case" + cases.Count;
                string printed = ProtobufSchema.Parse(Protobuf.GetProto([value.GetType()], syntax)).ToCSharp(space);
                code.Append(cases.Count == 0 ? printed : printed[printed.IndexOf("\n// ", StringComparison.Ordinal)..]);
                cases.Add((value, space + "." + ProtoCSharpNames.Pascal(ProtobufSchemaTests.RootOf(value.GetType()))));
            }
        var assembly = CompiledProto.Compile(code.ToString());
        foreach (var (value, name) in cases)
        {
            byte[] bytes = Protobuf.Serialize(value, value.GetType());
            var type = assembly.GetType(name, throwOnError: true)!;
            byte[] theirs = Protobuf.Serialize(Protobuf.Deserialize(bytes, type), type);
            // A derived type's field, first with us, stands in its place there.
            if (!bytes.AsSpan().SequenceEqual(theirs))
                Assert.Equal(Convert.ToHexString(bytes),
                    Convert.ToHexString(Protobuf.Serialize(Protobuf.Deserialize(theirs, value.GetType()), value.GetType())));
        }
        Assert.True(cases.Count >= 90);
    }

    [Theory]
    [InlineData("message A { int32 a = 1; int32 b = 1; }", "same number 1")]
    [InlineData("message A { Missing a = 1; }", "'Missing'")]
    [InlineData("message A { int32 a = 0; }", "number 0")]
    [InlineData("message A { int32 a = 536870912; }", "536870912")]
    [InlineData("message A { int32 a = 1 }", "';' is expected")]
    [InlineData("message A { reserved 1; int32 a = 1; }", "reserved")]
    [InlineData("message A { reserved \"a\"; int32 a = 1; }", "reserved")]
    [InlineData("message A {} message A {}", "more than once")]
    [InlineData("enum E {}", "no values")]
    [InlineData("message A { map<float, int32> m = 1; }", "key")]
    [InlineData("import \"other.proto\";", "other.proto")]
    [InlineData("/* ", "does not end")]
    [InlineData("message A { string s = 1 [default = \"", "does not end")]
    [InlineData("syntax = \"proto4\";", "proto4")]
    [InlineData("what = 1;", "'what'")]
    [InlineData("message A {", "ends too early")]
    [InlineData("extend B { int32 a = 1; }", "'B'")]
    public void What_is_wrong_is_told(string text, string expected)
    {
        var error = Assert.Throws<WireFormatException>(() => ProtobufSchema.Parse(text));
        Assert.Contains(expected, error.Message, StringComparison.Ordinal);
        Assert.Equal(".proto", error.Format);
    }

    [Fact]
    public void An_error_has_its_line()
    {
        var error = Assert.Throws<WireFormatException>(() => ProtobufSchema.Parse("syntax = \"proto3\";\nmessage A {\n  int32 a 1;\n}\n"));
        Assert.Equal((3, 11), (error.Line, error.Column));
    }

    [Fact]
    public void Whatever_the_text_it_is_read_or_refused()
    {
        var random = new Random(7);
        string[] sources = [Old, CompiledProto.Text("everything.proto")];
        int read = 0;
        int runs = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int given) ? given : 400;
        for (int run = 0; run < runs; run++)
        {
            var text = new StringBuilder(sources[run % 2]);
            for (int i = random.Next(1, 4); i > 0; i--)
            {
                int at = random.Next(Math.Max(1, text.Length - 20));
                switch (random.Next(4))
                {
                    case 0:
                        text.Remove(at, Math.Min(random.Next(1, 20), text.Length - at));
                        break;
                    case 1:
                        int from = random.Next(text.Length);
                        text.Insert(at, text.ToString(from, random.Next(Math.Min(40, text.Length - from))));
                        break;
                    case 2:
                        text[at] = "{}[]()<>;=\"'/*.-09aZ_ \n"[random.Next(23)];
                        break;
                    default:
                        text.Length = at + 1;
                        text.Append(' ', 20);
                        break;
                }
            }
            try
            {
                ProtobufSchema.Parse(text.ToString()).ToCSharp();
                read++;
            }
            catch (WireFormatException)
            {
            }
        }
        Assert.InRange(read, 1, runs - 1);
        Assert.Throws<WireFormatException>(() => ProtobufSchema.Parse(string.Concat(Enumerable.Repeat("message A {", 100_000))));
        Assert.Throws<WireFormatException>(() => ProtobufSchema.Parse("message A { option a = " + new string('{', 1_000_000)));
    }

    public static TheoryData<string, string, bool> Hostile => new()
    {
        { "signs of exponents", "option a = 1" + Many("e+", 500_000) + ";", true },
        { "pieces of a text", "option a = " + Many("\"a\"", 300_000) + ";", true },
        { "parts of a package", "package a" + Many(".a", 500_000) + ";", false },
        { "parts of a type", "message A { a" + Many(".a", 500_000) + " b = 1; }", false },
        { "parts of an option", "option a" + Many(".a", 500_000) + " = 1;", false },
        { "parts of a value", "option a = a" + Many(".a", 500_000) + ";", false },
        { "a long name", "message " + Many("a", 1_000_000) + " {}", false },
        { "long names within one another",
            string.Concat(Enumerable.Range(0, 60).Select(i => "message " + Many("a", 900) + i + " {")) + Many("}", 60), false },
        { "reservations",
            "message A { reserved " + string.Join(',', Enumerable.Range(100_000, 80_000)) + ";"
                + string.Concat(Enumerable.Range(1, 30_000).Select(i => $"int32 f{i}={i};")) + "}", true },
        { "reserved names",
            "message A { reserved " + string.Join(',', Enumerable.Range(0, 80_000).Select(i => $"\"n{i}\"")) + ";"
                + string.Concat(Enumerable.Range(1, 30_000).Select(i => $"int32 f{i}={i};")) + "}", true },
        { "one name in many ways", "message A {" + string.Concat(Enumerable.Range(1, 30_000).Select(i => $"int32 {Ways(i)}={i};")) + "}",
            true },
        { "options", "message A { int32 a = 1 [" + string.Join(',', Enumerable.Repeat("b.c = 1", 100_000)) + "]; }", true },
        { "aggregates", "option a = " + Many("{b:", 300_000) + "1" + Many("}", 300_000) + ";", true },
        { "features", "edition = \"2023\"; option features = {" + Many("a:b ", 200_000) + "};", true },
        { "comments", Many("/* a */ ", 200_000) + "message A {}", true },
        { "comments after one another", Many("// a\n", 300_000) + "message A {}", true },
        { "numbers", "message A { int32 a = " + Many("9", 1_000_000) + "; }", false },
        { "a number of 64 bits", "message A { int32 a = 18446744073709551617; }", false },
        { "a hexadecimal one", "message A { int32 a = 0x" + Many("F", 1_000_000) + "; }", false },
        { "an octal one", "message A { int32 a = 0" + Many("7", 1_000_000) + "; }", false },
        { "a negative one", "message A { int32 a = -1; }", false },
        { "messages in messages", Many("message A {", 100_000), false },
        { "groups in groups", "syntax = \"proto2\"; message A {" + Many("optional group A = 1 {", 100_000), false },
        { "maps of maps", "message A { map<string, " + Many("map<string, ", 100_000) + "A> a = 1; }", false },
        { "a text without end", "option a = \"" + Many("x", 1_000_000), false },
        { "a text over lines", "option a = \"x\n\";", false },
        { "escapes without digits", "option a = \"\\x\\u\\U\\8\\\";", false },
        { "escapes out of range", "option a = \"\\UFFFFFFFF\\ud800\\777\";", true },
        { "half a character", "option a = \"\ud800\";", true },
        { "an import of itself", "import \"schema.proto\"; message A { A a = 1; }", true },
        { "an option of an option",
            "import \"google/protobuf/descriptor.proto\"; extend google.protobuf.FieldOptions { optional int32 a = 50000 [(a) = 1]; } message A { int32 b = 1 [(a) = 2]; }",
            true },
        { "an import out of the folder", "import \"../../etc/passwd\";", false },
        { "nothing but braces", Many("{", 1_000_000), false },
        { "nothing but semicolons", Many(";", 1_000_000), true },
        { "zeros", Many("\0", 1000), false },
    };

    /// <summary>Options of one's own are declared by extending descriptor.proto, which no folder has to have for that.</summary>
    [Fact]
    public void Options_of_ones_own_need_no_folder()
    {
        var schema = ProtobufSchema.Parse(
            "syntax = \"proto3\"; package shop; import \"google/protobuf/descriptor.proto\"; extend google.protobuf.MessageOptions { string table = 50001; } message Order { option (shop.table) = \"orders\"; int32 id = 1; }");
        Assert.Equal("""{"id":7}""", schema.ToJson("shop.Order", Convert.FromHexString("0807")));
        var assembly = CompiledProto.Compile(schema.ToCSharp());
        Assert.Equal(50001, assembly.GetType("Shop.Extensions", throwOnError: true)!.GetField("Table")!.GetRawConstantValue());
    }

    static string Many(string text, int count) => new StringBuilder().Insert(0, text, count).ToString();

    /// <summary>Names that are one in C#: each word begins by an underscore or by a capital.</summary>
    static string Ways(int number) => "a" + string.Concat(Enumerable.Range(0, 15).Select(bit => (number >> bit & 1) == 0 ? "_b" : "B"));

    /// <summary>Texts made to take time or the stack: read or refused, each in a moment.</summary>
    [Theory, MemberData(nameof(Hostile))]
    public void Hostile_texts_take_a_moment(string what, string text, bool isRead)
    {
        var time = ThreadTime.Start();
        var error = Record.Exception(() => ProtobufSchema.Parse(text).ToCSharp());
        Assert.True(isRead ? error is null : error is WireFormatException { Format: ".proto" }, $"{what}: {error}");
        Assert.True(time.Elapsed < TimeSpan.FromSeconds(5), $"{what}: {time.Elapsed}");
    }

    [Fact]
    public void Imports_in_a_circle_are_read_once()
    {
        var folder = Directory.CreateTempSubdirectory("isomer-circle");
        try
        {
            for (int i = 0; i < 3; i++)
                File.WriteAllText(Path.Combine(folder.FullName, $"f{i}.proto"),
                    $"syntax = \"proto3\"; import public \"f{(i + 1) % 3}.proto\"; message M{i} {{ M{(i + 1) % 3} next = 1; }}");
            var schema = ProtobufSchema.Load([Path.Combine(folder.FullName, "f0.proto")]);
            Assert.Equal("""{"next":{"next":{"next":{}}}}""", schema.ToJson("M0", Convert.FromHexString("0A040A020A00")));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
