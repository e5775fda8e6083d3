using System.Text;
using Isomer.Formats;
using ProtoBuf;
using Xunit;

namespace Isomer.Tests.Formats.OfProtobuf;

/// <summary>ProtoJSON of what .NET has beside .proto files: hierarchies, tuples, levels; options; hostile input; Any.</summary>
public class ProtoJsonMoreTests
{
    [Fact]
    public void All_contracts_come_back_from_their_json()
    {
        foreach (object value in ProtobufSchemaTests.Values.Append(
            new ProtobufSchemaTests.Grouped { One = new() { A = 1 }, Many = [new() { A = 2 }, new()] }))
        {
            var type = value.GetType();
            string json = Protobuf.ToJson(value, type);
            Assert.Equal(Convert.ToHexString(Protobuf.Serialize(value, type)),
                Convert.ToHexString(Protobuf.Serialize(Protobuf.FromJson(json, type), type)));
            // It is the JSON of the schema that is printed for it.
            string name = ProtobufSchemaTests.RootOf(type);
            Assert.Equal(json,
                ProtobufSchema.Parse(Protobuf.GetProto([type], ProtobufSyntax.Edition2023)).ToJson(name, Protobuf.Serialize(value, type)));
        }
    }

    [Fact]
    public void The_value_of_an_entry_may_come_in_pieces()
    {
        var schema = ProtobufSchema.Parse(
            "syntax = \"proto3\"; message M { map<string, M> map = 1; int32 a = 2; int32 b = 3; repeated int32 c = 4; }");
        Assert.Equal("""{"map":{"k":{"a":3,"b":2,"c":[7,8]}}}""",
            schema.ToJson("M",
                Convert.FromHexString("0A13" + "0A016B" + "1204" + "1001" + "2007" + "1204" + "1802" + "2008" + "1202" + "1003")));
    }

    [Fact]
    public void A_hierarchy_is_a_oneof()
    {
        Assert.Equal("""{"Sub1":{"Name":"n"},"Id":7}""", Protobuf.ToJson(new ProtobufVectorsOfTypes.Sub1 { Id = 7, Name = "n" }));
        var back = Protobuf.FromJson<ProtobufVectorsOfTypes.Base1>("""{"Id":7,"Sub1":{"Name":"n"}}""");
        Assert.Equal("n", Assert.IsType<ProtobufVectorsOfTypes.Sub1>(back).Name);
    }

    [ProtobufContract]
    public class Named
    {
        [ProtobufMember(1, Name = "order_id")] public int OrderId { get; set; }
        [ProtobufMember(2, Name = "total", JsonName = "sum")] public long Total { get; set; }
        [ProtobufMember(3)] public Kind Kind { get; set; }
        [ProtobufMember(4)] public Other Other { get; set; }
        [ProtobufMember(5), ProtobufCompatibilityLevel(ProtobufLevel.Level240)] public DateTime? At { get; set; }
        [ProtobufMember(6)] public bool Enabled { get; set; } = true;
    }

    [ProtobufContract(Name = "the_kind")]
    public enum Kind
    {
        [ProtobufEnum(Name = "KIND_NONE")] None,
        [ProtobufEnum(Name = "KIND_SOME")] Some,
    }

    public enum Other
    {
        None,
        Some,
        Named,
    }

    [Fact]
    public void Names_and_enums_as_they_were_given()
    {
        var value = new Named { OrderId = 1, Total = 2, Kind = Kind.Some, Other = Other.Named, At = DateTime.UnixEpoch, Enabled = false };
        string json = """{"orderId":1,"sum":"2","Kind":"KIND_SOME","Other":"Named","At":"1970-01-01T00:00:00Z"}""";
        Assert.Equal(json, Protobuf.ToJson(value));
        Assert.Equal(json, Encoding.UTF8.GetString(Protobuf.ToJsonBytes(value)));
        Assert.Equal(Kind.Some, Protobuf.FromJson<Named>(Encoding.UTF8.GetBytes(json)).Kind);
        Assert.Equal(2, Protobuf.FromJson<Named>("""{"total":"2","Kind":1}""").Total);
        // What was said is set, also where a constructor says otherwise.
        Assert.False(Protobuf.FromJson<Named>("""{"Enabled":false}""").Enabled);
        Assert.Equal("""{"order_id":0,"total":"0","Kind":0,"Other":0,"Enabled":false}""",
            Protobuf.ToJson(new Named { Enabled = false },
                new ProtobufJsonOptions { EmitDefaults = true, SchemaNames = true, EnumNumbers = true }));
        Assert.Equal("{\n  \"orderId\": 1\n}",
            Protobuf.ToJson(new Named { OrderId = 1, Enabled = false }, new ProtobufJsonOptions { Indented = true }).ReplaceLineEndings("\n"));
        string proto = Protobuf.GetProto<Named>();
        Assert.Contains("int64 total = 2 [json_name = \"sum\"];", proto, StringComparison.Ordinal);
        Assert.Contains("enum the_kind {", proto, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_unknown_is_refused_or_passed_over()
    {
        var error = Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Named>("""{"orderId":1,"x":[1]}"""));
        Assert.Equal(("ProtoJSON", "$.x"), (error.Format, error.Path));
        var options = new ProtobufJsonOptions { IgnoreUnknown = true };
        Assert.Equal(1, Protobuf.FromJson<Named>("""{"orderId":1,"x":[1],"Kind":"KIND_LATER"}""", options).OrderId);
        Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Named>("""{"orderId":1,"order_id":1}"""));
        Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Named>("""{"orderId":1,"orderId":1}"""));
        Assert.Equal("Json", Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Named>("{")).Format);
    }

    /// <summary>
    /// The rule of canonical JSON: what no member has is not in it, whether the object kept it or not; nor is it written again.
    /// </summary>
    [Fact]
    public void Unknown_fields_are_not_in_json_as_with_Google()
    {
        var kept = Protobuf.Deserialize<ProtobufStreams.Narrow>(Convert.FromHexString("080598F60401"));
        Assert.False(kept.Rest!.Bytes.IsEmpty);
        Assert.Equal("""{"A":"5"}""", Protobuf.ToJson(kept));
        Assert.Equal("0805", Convert.ToHexString(Protobuf.Serialize(Protobuf.FromJson<ProtobufStreams.Narrow>(Protobuf.ToJson(kept)))));
        // By a schema, and Google's formatter of the same bytes.
        byte[] bytes = [.. Convert.FromHexString("0805" + "98F60401" + "A2F6040161" + "9BF604089F019CF604"),
            .. Google.Protobuf.MessageExtensions.ToByteArray(new Everything.Scalars { AString = "x" })];
        var theirs = Everything.Scalars.Parser.ParseFrom(bytes);
        Assert.Equal(bytes.Length, theirs.CalculateSize());
        string json = ProtobufSchema.Parse(CompiledProto.Text("everything.proto")).ToJson("isomer.everything.Scalars", bytes);
        Assert.True(Node.DeepEquals(Json.ParseNode(Google.Protobuf.JsonFormatter.Default.Format(theirs)), Json.ParseNode(json)), json);
    }

    /// <summary>Names of enums that are unknown are passed over too, as the specification has it; Google's C# refuses these.</summary>
    [Theory]
    [InlineData("""{"anInt32":1,"later":{"a":[1,{"b":null}]},"more":"x"}""")]
    [InlineData("""{"later":1,"anInt32":"2"}""")]
    [InlineData("""{"anInt32":"x"}""")]
    [InlineData("""{"later":}""")]
    [InlineData("""{"later":[1,}""")]
    public void Unknown_members_are_passed_over_by_option_as_with_Google(string json)
    {
        var schema = ProtobufSchema.Parse(CompiledProto.Text("everything.proto"));
        var options = new ProtobufJsonOptions { IgnoreUnknown = true };
        var parser = new Google.Protobuf.JsonParser(Google.Protobuf.JsonParser.Settings.Default.WithIgnoreUnknownFields(true));
        Everything.Scalars? theirs = null;
        try
        {
            theirs = parser.Parse<Everything.Scalars>(json);
        }
        catch (Exception e) when (e is Google.Protobuf.InvalidJsonException or Google.Protobuf.InvalidProtocolBufferException)
        {
        }
        if (theirs is null)
            Assert.Throws<WireFormatException>(() => schema.FromJson("isomer.everything.Scalars", json, options));
        else
            Assert.Equal(theirs, Everything.Scalars.Parser.ParseFrom(schema.FromJson("isomer.everything.Scalars", json, options)));
        Assert.Throws<WireFormatException>(() => schema.FromJson("isomer.everything.Scalars", json));
    }

    [ProtobufContract]
    public class Envelope
    {
        [ProtobufMember(1)] public string? Name { get; set; }
        [ProtobufMember(2)] public ProtobufAny? Content { get; set; }
        [ProtobufMember(3)] public List<ProtobufAny>? More { get; set; }
    }

    static readonly ProtobufTypes s_types = new ProtobufTypes().With<Named>("shop.Named").With<ProtobufVectors.Test1>();

    [Fact]
    public void Any_is_a_message_of_the_types_that_were_given()
    {
        var any = ProtobufAny.Pack(new ProtobufVectors.Test1 { A = 150 }, s_types);
        Assert.Equal("type.googleapis.com/Test1", any.TypeUrl);
        var theirs = Google.Protobuf.WellKnownTypes.Any.Parser.ParseFrom(Protobuf.Serialize(any));
        Assert.Equal(any.TypeUrl, theirs.TypeUrl);
        Assert.Equal(any.Value, theirs.Value.ToByteArray());
        Assert.Equal(Protobuf.Serialize(any), RandomMessages.BytesOf(theirs));
        Assert.Empty(Protobuf.Serialize(new ProtobufAny()));
        Assert.True(any.Is<ProtobufVectors.Test1>(s_types));
        Assert.False(any.Is<Named>(s_types));
        Assert.Equal(150, Assert.IsType<ProtobufVectors.Test1>(any.Unpack(s_types)).A);
        Assert.Throws<WireFormatException>(() => any.Unpack<Named>(s_types));
        Assert.Throws<WireFormatException>(() => new ProtobufAny { TypeUrl = "x/System.Diagnostics.Process" }.Unpack(s_types));
        Assert.Throws<NotSupportedException>(() => ProtobufAny.Pack(new ProtobufVectors.Test2(), s_types));
        Assert.Contains("google.protobuf.Any Content = 2;", Protobuf.GetProto<Envelope>(), StringComparison.Ordinal);
    }

    [Fact]
    public void Any_in_json()
    {
        var options = new ProtobufJsonOptions { Types = s_types };
        var value = new Envelope
        {
            Name = "e",
            Content = ProtobufAny.Pack(new Named { OrderId = 1, Enabled = false }, s_types),
            More = [ProtobufAny.Pack(new ProtobufVectors.Test1 { A = 5 }, s_types), new()]
        };
        string json = Protobuf.ToJson(value, options);
        Assert.Equal(
            """{"Name":"e","Content":{"@type":"type.googleapis.com/shop.Named","orderId":1},"More":[{"@type":"type.googleapis.com/Test1","A":5},{}]}""",
            json);
        var back = Protobuf.FromJson<Envelope>(json, options);
        Assert.Equal(Protobuf.Serialize(value), Protobuf.Serialize(back));
        Assert.Throws<WireFormatException>(() => Protobuf.ToJson(value));
        Assert.Throws<WireFormatException>(() => Protobuf.FromJson<Envelope>(json));
    }

    [Fact]
    public void Whatever_the_input_a_value_or_the_one_exception()
    {
        var random = new Random(11);
        var schema = ProtobufSchema.Parse(CompiledProto.Text("everything.proto"));
        int runs = int.TryParse(Environment.GetEnvironmentVariable("ISOMER_FUZZ_ITERATIONS"), out int given) ? given : 1500;
        int read = 0;
        for (int run = 0; run < runs; run++)
        {
            byte[] bytes = RandomMessages.BytesOf(new RandomMessages(run % 50, wholeTicks: false).Next());
            byte[] json = Encoding.UTF8.GetBytes(Try(() => schema.ToJson("isomer.everything.Everything", bytes)) ?? "{}");
            for (int i = random.Next(1, 4); i > 0 && bytes.Length > 0; i--)
            {
                bytes[random.Next(bytes.Length)] = (byte)random.Next(256);
                json[random.Next(json.Length)] = (byte)"{}[]\":,0129-e.tfnSN\\"[random.Next(20)];
            }
            read += Try(() => schema.ToJson("isomer.everything.Everything", bytes)) is null ? 0 : 1;
            Try(() => Convert.ToHexString(schema.FromJson("isomer.everything.Everything", Encoding.Latin1.GetString(json))));
        }
        Assert.InRange(read, 1, runs - 1);
        // Depth, both ways.
        byte[] deep = [];
        for (int i = 0; i < 3000; i++)
        {
            var writer = new ProtoWireWriter();
            writer.Tag(i == 2999 ? 3 : 2, 2);
            writer.Bytes(deep);
            deep = writer.Written.ToArray();
        }
        Assert.Throws<WireFormatException>(() => schema.ToJson("isomer.everything.Everything", deep));
        Assert.Throws<WireFormatException>(
            () => schema.FromJson("isomer.everything.Everything", string.Concat(Enumerable.Repeat("""{"inner":""", 3000))));
        Assert.Throws<WireFormatException>(() => schema.FromJson("isomer.everything.Everything", """{"value":""" + new string('[', 3000)));
        Assert.Throws<WireFormatException>(
            () => schema.ToJson("isomer.everything.Everything", Enumerable.Repeat((byte)0x0B, 3000).ToArray()));

        static string? Try(Func<string> act)
        {
            try
            {
                return act();
            }
            catch (WireFormatException)
            {
                return null;
            }
        }
    }

    [Fact]
    public void Many_pieces_of_one_message_take_linear_time()
    {
        var schema = ProtobufSchema.Parse("message A { A a = 1; int32 b = 2; }");
        byte[] piece = [0x0A, 0x02, 0x10, 0x01];
        byte[] bytes = new byte[piece.Length * 200_000];
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = piece[i % 4];
        Assert.Equal("""{"a":{"b":1}}""", schema.ToJson("A", bytes));
    }

    [Theory]
    [InlineData("""{"title":"a","Shape":1}""", "$.Shape", "1}")]
    [InlineData("""{"title":7}""", "$.title", "7}")]
    [InlineData("{\n \"z\": \"x\"}", "$.z", "\"x\"}")]
    [InlineData("""{"Square":{"side":1,"marks":[1,2,"c"]}}""", "$.Square.marks[2]", "\"c\"]")]
    [InlineData("""{"Square":{"side":1,"marks":[1,null]}}""", "$.Square.marks[1]", "[1,null]")]
    [InlineData("""{"Square":{},"Circle":{"radius":1}}""", "$.Circle", "{\"radius\"")]
    [InlineData("""{"title":"ä","Square":[]}""", "$.Square", "[]}")]
    public void Errors_have_path_and_offset(string json, string path, string at)
    {
        byte[] utf8 = System.Text.Encoding.UTF8.GetBytes(json);
        foreach (var (read, offset) in new (Action, int)[]
        {
            (() => Protobuf.FromJson<ProtobufCasesTests.Drawing>(json), json.IndexOf(at, StringComparison.Ordinal)),
            (() => Protobuf.FromJson<ProtobufCasesTests.Drawing>(utf8), utf8.AsSpan().IndexOf(System.Text.Encoding.UTF8.GetBytes(at))),
        })
        {
            var e = Assert.Throws<WireFormatException>(read);
            Assert.Equal(("ProtoJSON", path, offset), (e.Format, e.Path, e.Offset));
            Assert.Equal(json.Contains('\n', StringComparison.Ordinal) ? 2 : 1, e.Line);
        }
    }

    public enum Wide : long
    {
        Zero,
        Three = 3,
        Least = long.MinValue,
        Beyond = 0x1_0000_0001,
        Most32 = uint.MaxValue
    }

    [ProtobufContract]
    public class WideHolder
    {
        [ProtobufMember(1)]
        public Wide One { get; set; }
        [ProtobufMember(2)]
        public List<Wide> All { get; set; } = [];
        [ProtobufMember(3)]
        public Dictionary<int, Wide> Map { get; set; } = [];
    }

    /// <summary>Its lower half was written, which another name may have, or none where that is 0.</summary>
    [Fact]
    public void An_enum_of_more_than_32_bits_is_refused()
    {
        foreach (var wide in new[] { Wide.Least, Wide.Beyond })
        {
            foreach (var holder in new WideHolder[]
                { new() { One = wide }, new() { All = [Wide.Three, wide] }, new() { Map = { [1] = wide } } })
            {
                var error = Assert.Throws<NotSupportedException>(() => Protobuf.ToJson(holder));
                Assert.Contains("32 bits", error.Message, StringComparison.Ordinal);
                Assert.Equivalent(holder, Protobuf.Deserialize<WideHolder>(Protobuf.Serialize(holder)));
            }
        }
        Assert.Equal("{\"One\":\"Three\",\"All\":[\"Zero\"]}", Protobuf.ToJson(new WideHolder { One = Wide.Three, All = [Wide.Zero] }));
    }
}
