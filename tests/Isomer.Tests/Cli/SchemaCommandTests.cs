using System.Text;
using System.Xml;
using System.Xml.Schema;
using Isomer.Nodes;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// `isomer schema` of payloads that say more of themselves than names, and of types that say less: nothing of it is lost without a word.
/// </summary>
public sealed class SchemaCommandTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>
    /// A validator takes what is printed: one document says that it is UTF-8, and several are files of a folder, which name each other.
    /// </summary>
    [Theory]
    [InlineData("<a>1</a>", 1)]
    [InlineData("<a \u00E9=\"\u00FC\"><b>x</b><b>y</b></a>", 1)]
    [InlineData("<a xmlns=\"urn:1\"><b xmlns=\"urn:2\">1</b></a>", 2)]
    [InlineData("<x:a xmlns:x=\"urn:1\" xmlns:y=\"urn:2\" y:z=\"5\"><y:b><x:c/></y:b></x:a>", 2)]
    public void A_validator_takes_the_schema_of_a_document(string document, int documents)
    {
        string file = _folder.Write("a.xml", document);
        ToolResult printed = Tool.Run("schema", file, "--as", "xsd");
        Assert.Equal((0, documents > 1),
            (printed.Code, printed.Error.Contains("--out FOLDER makes a file of each", StringComparison.Ordinal)));
        Assert.StartsWith("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n", printed.Output, StringComparison.Ordinal);
        Assert.EndsWith(">\n", printed.Output, StringComparison.Ordinal);
        ToolResult saved = Tool.Run("schema", file, "--as", "xsd", "--out", _folder["xsd"]);
        Assert.True(saved.Code == 0, saved.Error);
        Assert.Equal(documents, Directory.GetFiles(_folder["xsd"]).Length);
        if (documents == 1)
            Assert.Equal(printed.Output, File.ReadAllText(Path.Combine(_folder["xsd"], "schema.xsd")));
        Assert.Equal(2, Tool.Run("schema", file, "--as", "xsd", "--out", _folder["xsd"]).Code);
        Assert.Equal(2, Tool.Run("schema", file, "--as", "proto", "--out", _folder["proto"]).Code);
        // The framework's own, which follows the locations.
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.XmlResolver = new XmlUrlResolver();
        settings.Schemas.Add(null, Path.Combine(_folder["xsd"], "schema.xsd"));
        settings.ValidationFlags |= XmlSchemaValidationFlags.ReportValidationWarnings;
        using (var reader = XmlReader.Create(file, settings))
            while (reader.Read())
            {
            }
        if (XmlLint.IsInstalled)
            Assert.Equal("", XmlLint.Errors(Path.Combine(_folder["xsd"], "schema.xsd"), file));
    }

    /// <summary>A contract's namespaces go into files that name each other.</summary>
    [Fact]
    public void A_validator_takes_the_schemas_of_a_contract()
    {
        Assert.Equal(0,
            Tool.Run("schema", "--type", typeof(Described).FullName!, "--assembly", typeof(Described).Assembly.Location, "--as",
                "contract-xsd", "--out", _folder["xsd"]).Code);
        string file = _folder.Write("d.xml", ContractXml.Serialize(new Described { Name = "x", Other = new OtherDescribed { N = 5 } }));
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.XmlResolver = new XmlUrlResolver();
        settings.Schemas.Add(null, Path.Combine(_folder["xsd"], "schema.xsd"));
        settings.ValidationFlags |= XmlSchemaValidationFlags.ReportValidationWarnings;
        using var reader = XmlReader.Create(file, settings);
        while (reader.Read())
        {
        }
    }

    [System.Runtime.Serialization.DataContract(Namespace = "urn:1")]
    public sealed class Described
    {
        [System.Runtime.Serialization.DataMember]
        public string? Name { get; set; }

        [System.Runtime.Serialization.DataMember]
        public OtherDescribed? Other { get; set; }
    }

    [System.Runtime.Serialization.DataContract(Namespace = "urn:2")]
    public sealed class OtherDescribed
    {
        [System.Runtime.Serialization.DataMember]
        public int N { get; set; }
    }

    /// <summary>
    /// Numbers and wire types of what was written, in a schema that protoc reads; the payload goes through its classes and comes back byte
    /// for byte.
    /// </summary>
    [Fact]
    public void A_schema_of_protobuf_keeps_numbers_and_wire_types()
    {
        // 1: varint; 2: text; 3: messages, twice; 5: double; 7: fixed32; 900: bytes that are no text.
        byte[] payload = [0x08, 0x96, 0x01, 0x12, 7, .. "testing"u8, 0x1A, 2, 0x08, 1, 0x1A, 4, 0x08, 2, 0x10, 0, 0x29, 0, 0, 0, 0, 0, 0,
            0xF8, 0x3F, 0x3D, 1, 0, 0, 0x80, 0xA2, 0x38, 3, 0xFF, 0xFE, 0xFD];
        string file = _folder.Write("a.pb", payload);
        ToolResult run = Tool.Run("schema", file, "--from", "protobuf", "--as", "proto", "--name", "order");
        Assert.True(run.Code == 0, run.Error);
        foreach (string line in (string[])["syntax = \"proto3\";", "optional int64 field_1 = 1;", "optional string field_2 = 2;",
            "repeated OrderField3 field_3 = 3;", "optional double field_5 = 5;", "optional fixed32 field_7 = 7;",
            "optional bytes field_900 = 900;"])
            Assert.Contains(line, run.Output, StringComparison.Ordinal);
        ProtobufSchema schema = ProtobufSchema.Parse(run.Output);
        string json = schema.ToJson("model.Order", payload);
        Assert.Contains("\"field1\":\"150\"", json.Replace(" ", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.Equal(payload, schema.FromJson("model.Order", json));
        string code = Tool.Run("schema", file, "--from", "protobuf", "--as", "csharp", "--name", "order", "--namespace", "My.Api").Output;
        Assert.Contains("namespace My.Api", code, StringComparison.Ordinal);
        Assert.Contains("[ProtobufMember(900", code, StringComparison.Ordinal);
        Assert.Contains("class OrderField3", code, StringComparison.Ordinal);
    }

    /// <summary>What two samples show differently is what both can be; wire types that contradict each other are told.</summary>
    [Fact]
    public void Samples_of_protobuf_are_put_together()
    {
        string Of(params byte[][] samples)
        {
            string[] files = [.. samples.Select((s, i) => _folder.Write($"{i}.pb", s))];
            ToolResult run = Tool.Run(["schema", .. files, "--from", "protobuf", "--as", "proto"]);
            Assert.True(run.Code == 0, run.Error);
            Assert.NotNull(ProtobufSchema.Parse(run.Output));
            return run.Output + run.Error;
        }
        Assert.Contains("optional bytes field_1 = 1;", Of([0x0A, 2, (byte)'a', (byte)'b'], [0x0A, 2, 0xFF, 0xFE]),
            StringComparison.Ordinal);
        Assert.Contains("repeated int64 field_1 = 1 [packed = false];", Of([0x08, 1, 0x08, 2]), StringComparison.Ordinal);
        Assert.Contains("RootField1 field_1 = 1 [features.message_encoding = DELIMITED];", Of([0x0B, 0x10, 7, 0x0C]),
            StringComparison.Ordinal);
        Assert.Contains("edition = \"2023\"", Of([0x0B, 0x10, 7, 0x0C]), StringComparison.Ordinal);
        Assert.Contains("field_1 has values of several wire types", Of([0x08, 1], [0x0D, 1, 0, 0, 0x80]), StringComparison.Ordinal);
    }

    const string Order = """
        <?xml version="1.0"?><o:Order xmlns:o="urn:shop" xmlns="urn:lines" id="7"><Line no="1">a</Line><Line no="2">b</Line><o:Total currency="EUR">1.50</o:Total></o:Order>
        """;

    static string Problem(string xml, params string[] schemas)
    {
        var set = new XmlSchemaSet();
        foreach (string schema in schemas)
            set.Add(null, XmlReader.Create(new StringReader(schema)));
        string problem = "";
        var settings = new XmlReaderSettings
        { ValidationType = ValidationType.Schema, Schemas = set, ValidationFlags = XmlSchemaValidationFlags.ReportValidationWarnings };
        settings.ValidationEventHandler += (_, e) => problem += e.Message;
        using var reader = XmlReader.Create(new StringReader(xml), settings);
        while (reader.Read())
        {
        }
        return problem;
    }

    [Fact]
    public void A_schema_of_XML_has_its_root_and_validates_it()
    {
        const string Plain = """<Order id="7"><Line>a</Line><Line>b</Line></Order>""";
        string one = _folder.Write("one.xml", Plain), two = _folder.Write("two.xml", """<Order id="8" rush="true"><Note/></Order>""");
        string xsd = Tool.Run("schema", one, "--as", "xsd", "--name", "ignored").Output;
        Assert.Contains("<xs:element name=\"Order\">", xsd, StringComparison.Ordinal);
        Assert.Equal("", Problem(Plain, xsd));
        Assert.NotEqual("", Problem(Plain.Replace("Line", "Other", StringComparison.Ordinal), xsd));
        string both = Tool.Run("schema", one, two, "--as", "xsd").Output;
        Assert.Equal("", Problem(Plain, both) + Problem(File.ReadAllText(two), both));

        ToolResult named = Tool.Run("schema", _folder.Write("ns.xml", Order), "--as", "xsd");
        Assert.True(named.Code == 0, named.Error);
        string[] schemas = [.. named.Output.Split("<?xml", StringSplitOptions.RemoveEmptyEntries).Select(s => "<?xml" + s)];
        Assert.Equal(2, schemas.Length);
        Assert.Contains(schemas, s => s.Contains("targetNamespace=\"urn:shop\"", StringComparison.Ordinal));
        Assert.Equal("", Problem(Order, schemas));
    }

    /// <summary>What our formats write, in text and binary, has a schema that holds for it.</summary>
    [Fact]
    public void What_our_XML_formats_write_is_validated()
    {
        var sample = new PayloadCommandTests.Sample { Id = 7, Name = "x" };
        string text = Encoding.UTF8.GetString(ContractXml.Serialize(sample));
        string fromText = Tool.Run("schema", _folder.Write("c.xml", text), "--as", "xsd").Output;
        string fromBinary = Tool.Run("schema", _folder.Write("c.bin", ContractXml.BinaryFormat.Serialize(sample)), "--as", "xsd", "--from",
            "ContractXmlBinary").Output;
        Assert.Contains("http://schemas.datacontract.org/2004/07/", fromText, StringComparison.Ordinal);
        Assert.Equal(fromText, fromBinary);
        Assert.Equal("", Problem(text, fromText));
    }

    /// <summary>Once samples contradict each other no later one makes the place plain again, in whatever order they come.</summary>
    [Theory]
    [InlineData("""{"a":1}""", """{"a":"x"}""", """{"a":2}""")]
    [InlineData("""{"a":[1]}""", """{"a":{"b":1}}""", """{"a":[2]}""")]
    [InlineData("""{"a":true}""", """{"a":1}""", """{"a":null}""")]
    [InlineData("""{"a":[1,"x",2]}""", """{"a":[3]}""", """{"a":[4]}""")]
    public void A_conflict_of_kinds_is_not_forgotten(params string[] samples)
    {
        for (int turn = 0; turn < samples.Length; turn++)
        {
            Schemas.Member member = Schemas.Of([.. samples[turn..].Concat(samples[..turn]).Select(s => Json.ParseNode(s))]);
            Assert.True(member.IsMixed, $"{turn}: {member}");
        }
        Assert.False(Schemas.Of([Json.ParseNode("""{"a":null}"""), Json.ParseNode("""{"a":1}""")]).IsMixed);
    }

    static class Schemas
    {
        public sealed record Member(Isomer.Cli.Schemas.Schema Schema)
        {
            public bool IsMixed =>
                (Schema is Isomer.Cli.Schemas.Schema.List list ? list.Item : Schema) is Isomer.Cli.Schemas.Schema.Any { IsMixed: true };
        }

        public static Member Of(Node?[] samples) =>
            new(((Isomer.Cli.Schemas.Schema.Struct)Isomer.Cli.Schemas.Inference.Of(samples, "Root")).Members.Single().Schema);
    }

    [ProtobufContract]
    public sealed class Numbered
    {
        [ProtobufMember(4)]
        public int Id { get; set; }
    }

    [Fact]
    public void A_contract_without_numbers_is_told()
    {
        ToolResult Of(Type type) => Tool.Run("schema", "--type", type.FullName!, "--assembly", type.Assembly.Location, "--as", "proto");
        ToolResult plain = Of(typeof(PayloadCommandTests.Sample)), numbered = Of(typeof(Numbered));
        Assert.Equal((0, 0), (plain.Code, numbered.Code));
        Assert.Contains("int32 Id = 1", plain.Output, StringComparison.Ordinal);
        Assert.Contains("Sample has no contract that numbers all of its members", plain.Error, StringComparison.Ordinal);
        Assert.Contains("Id = 4", numbered.Output, StringComparison.Ordinal);
        Assert.Empty(numbered.Error);
    }

    /// <summary>Cut off behind any byte, brotli is told as that and nothing of it is taken for whole; in rows and items too.</summary>
    [Fact]
    public void Brotli_that_is_cut_off_is_told()
    {
        byte[] text = Encoding.UTF8.GetBytes(
            "[" + string.Join(",", Enumerable.Range(0, 3000).Select(i => $$"""{"id":{{i * 7919 % 10007}}}""")) + "]");
        byte[] whole = Isomer.Cli.Payloads.Compression.Compress("br", text);
        Assert.Equal(text, Isomer.Cli.Payloads.Compression.TryOpen("br", whole));
        foreach (int cut in (int[])[1, 2, whole.Length / 2])
        {
            foreach (string name in (string[])["a.json.br", "a.data"])
            {
                ToolResult run = Tool.Run("inspect", _folder.Write(name, whole[..^cut]));
                Assert.Equal(3, run.Code);
                Assert.Contains("The brotli is cut off, behind ", run.Error, StringComparison.Ordinal);
            }
        }
        Assert.Equal(0, Tool.Run("inspect", _folder.Write("a.json.br", whole)).Code);
        ToolResult damaged = Tool.Run("inspect", _folder.Write("b.json.br", [0x13, 0xD7, 0x9A, 0xC4, 0xEE, 0x8F, 0xB2, 0xDD]));
        Assert.Equal(3, damaged.Code);
        Assert.Contains("its name says brotli", damaged.Error, StringComparison.Ordinal);
        foreach (string[] arguments in (string[][])[["--items"], ["--rows"]])
        {
            ToolResult streamed = Tool.Run(["convert", _folder.Write("c.json.br", whole[..^2]), _folder["c.ndjson"], .. arguments]);
            Assert.True(streamed.Code == 3, streamed.Error);
            Assert.False(File.Exists(_folder["c.ndjson"]));
        }
    }
}
