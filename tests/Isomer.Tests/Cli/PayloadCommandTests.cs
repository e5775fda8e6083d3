using System.IO.Compression;
using System.Text;
using Isomer.Tests.Safety;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>inspect, convert, diff and schema, on files and through pipes.</summary>
public sealed class PayloadCommandTests : IDisposable
{
    const string Order = """{"id":1,"name":"K\u00f6ln","price":12.50,"lines":[{"a":1},{"a":2.5,"b":null}]}""";

    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static byte[] Gzip(byte[] bytes)
    {
        var stream = new MemoryStream();
        using (var gzip = new GZipStream(stream, CompressionLevel.Fastest))
            gzip.Write(bytes);
        return stream.ToArray();
    }

    [Fact]
    public void Inspect_tells_where_each_value_stands()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(Order);
        foreach (byte[] payload in (byte[][])[bytes, Compact.Serialize(Json.ParseNode(bytes))])
        {
            Node result = Json.ParseNode(Tool.RunWith(payload, "inspect", "--hex").Bytes)!;
            Node price = result.SelectFirst("$.rows[?@.path=='$.price']")!;
            Assert.Equal(12.50m, (decimal)price["value"]!);
            int offset = (int)price["offset"]!, length = (int)price["length"]!;
            string hex = string.Join(' ',
                payload.AsSpan(offset, length).ToArray().Select(b => b.ToString("x2", System.Globalization.CultureInfo.InvariantCulture)));
            Assert.Equal(hex, (string)price["hex"]!);
            if (payload == bytes)
                Assert.Equal("12.50", Encoding.UTF8.GetString(bytes, offset, length));
            Assert.Equal(10, result.Select("$.rows[*]").Count());
        }
    }

    /// <summary>A file in each format, told apart by its bytes; every value in it has its place.</summary>
    [Theory]
    [MemberData(nameof(FormatNames))]
    public void Inspect_tells_places_in_every_format(string name)
    {
        Format format = Format.Find(name)!;
        byte[] bytes = format.WriteNode(
            Json.ParseNode(
                name == "Protobuf" ? """{"1":7,"2":"text","3:double":0.5,"4":{"1":1}}""" : """{"a":7,"d":"text","c":0.5,"b":{"a":1}}"""));
        Node result = Json.ParseNode(Tool.RunWith(bytes, "inspect", "--hex").Bytes)!;
        Assert.Equal(name == "ContractJson" ? "Json" : name == "ContractXml" ? "Xml" : name, (string)result["format"]!);
        Assert.Equal(["text"], result.Select("$.rows[?@.kind=='String'].value").Select(n => (string)n!));
        Assert.Equal(6, result.Select("$.rows[*]").Count());
        if (format == ContractXml.BinaryFormat)
            return; // read as the text that it stands for: it tells no places
        foreach (Node? row in result.Select("$.rows[*]"))
            Assert.InRange((int)row!["offset"]! + (int)row["length"]!, 1, bytes.Length);
        Node text = result.SelectFirst("$.rows[?@.kind=='String']")!;
        Assert.Contains("text", Encoding.UTF8.GetString(bytes, (int)text["offset"]!, (int)text["length"]!), StringComparison.Ordinal);
    }

    /// <summary>
    /// What BinaryFormatter left behind, without the assembly that it was written with: looked at, converted, and as the classes that open
    /// it.
    /// </summary>
    [Fact]
    public void Files_of_BinaryFormatter_are_read_without_their_types()
    {
        byte[] bytes = Nrbf.Serialize(
            new Dictionary<string, object?>
            { ["version"] = new Version(1, 2), ["list"] = new List<int> { 1, 2 }, ["none"] = null, ["day"] = DayOfWeek.Friday });
        _folder.Write("old.bin", bytes);
        Node inspected = Json.ParseNode(Tool.Run("inspect", _folder["old.bin"], "--output", "json").Bytes)!;
        Assert.Equal("Nrbf", (string)inspected["format"]!);
        var converted = Tool.Run("convert", _folder["old.bin"], "--to", "json");
        Assert.True(converted.Code == 0, converted.Error);
        Assert.Equal(
            """{"version":{"$type":"System.Version","_Major":1,"_Minor":2,"_Build":-1,"_Revision":-1},"list":[1,2],"none":null,"day":5}""",
            converted.Output.ReplaceLineEndings("").Replace(" ", "", StringComparison.Ordinal));
        Assert.Equal(converted.Output,
            Tool.RunWith(Encoding.ASCII.GetBytes(Convert.ToBase64String(Gzip(bytes))), "convert", "-", "--to", "json").Output);
        byte[] own = Nrbf.Serialize(new[] { new Old { Id = 7 }, new Old() });
        _folder.Write("own.bin", own);
        string code = Tool.Run("schema", _folder["own.bin"], "--as", "csharp").Output;
        Assert.Contains("class Old", code, StringComparison.Ordinal);
        Assert.Contains("public int Id { get; set; }", code, StringComparison.Ordinal);
        string list = Tool.Run("schema", "--closed-set", _folder["own.bin"], _folder["old.bin"]).Output;
        Assert.Contains("        2       1  Isomer.Tests.Cli.PayloadCommandTests+Old, Isomer.Tests", list, StringComparison.Ordinal);
        Assert.Contains("        typeof(global::Isomer.Tests.Cli.PayloadCommandTests.Old),", list, StringComparison.Ordinal);
        Assert.Equal(2, Tool.Run("convert", _folder["own.bin"], "--to", "nrbf").Code);
        _folder.Write("other.bin", Nrbf.Serialize(new[] { new Old { Id = 8 }, new Old() }));
        Assert.Equal(0, Tool.Run("diff", _folder["own.bin"], _folder["own.bin"]).Code);
        var differs = Tool.Run("diff", _folder["own.bin"], _folder["other.bin"]);
        Assert.True(differs.Code == 1 && differs.Output.Contains("Id", StringComparison.Ordinal), differs.Output + differs.Error);
    }

    /// <summary>A file of BinaryFormatter is changed as JSON, and is the same file but for that.</summary>
    [Fact]
    public void Files_of_BinaryFormatter_are_changed_record_by_record()
    {
        byte[] bytes =
            Nrbf.Serialize(new Dictionary<string, object?> { ["host"] = "localhost", ["port"] = 5432, ["day"] = DayOfWeek.Friday });
        _folder.Write("old.bin", bytes);
        var there = Tool.Run("convert", _folder["old.bin"], _folder["old.json"], "--from", "nrbfrecords");
        Assert.True(there.Code == 0, there.Error);
        Assert.Equal(0, Tool.Run("convert", _folder["old.json"], _folder["same.bin"], "--to", "nrbfrecords").Code);
        Assert.Equal(bytes, File.ReadAllBytes(_folder["same.bin"]));
        File.WriteAllText(_folder["old.json"],
            File.ReadAllText(_folder["old.json"]).Replace("localhost", "db.example.com", StringComparison.Ordinal));
        Assert.Equal(0, Tool.Run("convert", _folder["old.json"], _folder["new.bin"], "--to", "nrbfrecords").Code);
        Assert.Equal("db.example.com", Nrbf.Deserialize<Dictionary<string, object?>>(File.ReadAllBytes(_folder["new.bin"]))["host"]);
        _folder.Write("other.json", "[1]"u8.ToArray());
        var other = Tool.Run("convert", _folder["other.json"], _folder["new.bin"], "--to", "nrbfrecords", "--force");
        Assert.NotEqual(0, other.Code);
        Assert.Contains("records", other.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Envelopes_of_SoapFormatter_are_read_without_their_types()
    {
        _folder.Write("old.xml",
            Soap.Serialize(
                new System.Collections.Hashtable
                { ["a"] = new Old { Id = 7 }, ["b"] = new System.Collections.ArrayList { 1, "x", null, new byte[] { 1 }, 2.5 } }));
        Node inspected = Json.ParseNode(Tool.Run("inspect", _folder["old.xml"], "--output", "json").Bytes)!;
        Assert.Equal("Soap", (string)inspected["format"]!);
        var converted = Json.ParseNode(Tool.Run("convert", _folder["old.xml"], "--to", "json").Bytes)!;
        Assert.Equal("7", (string)converted["a"]!["Id"]!);
        Assert.Equal("Isomer.Tests.Cli.PayloadCommandTests+Old, Isomer.Tests", (string)converted["a"]!["$type"]!);
        Assert.Equal("""[1,"x",null,"AQ==",2.5]""", Encoding.UTF8.GetString(Json.Serialize(converted["b"])));
        // And as an envelope again, from which the same nodes are made.
        Assert.Equal(0, Tool.Run("convert", _folder["old.xml"], _folder["again.xml"], "--to", "soap").Code);
        Assert.Equal(converted, Json.ParseNode(Tool.Run("convert", _folder["again.xml"], "--to", "json").Bytes)!);
    }

    [Serializable]
    class Old
    {
        public int Id { get; set; }
    }

    public static TheoryData<string> FormatNames => [.. Format.All.Select(f => f.Name)];

    /// <summary>One value, from a file in each format to each other: without a type and with nothing lost.</summary>
    [Theory]
    [MemberData(nameof(FormatNames))]
    public void Convert_goes_between_any_two_formats(string name)
    {
        Node? order = Json.ParseNode(Order);
        Directory.CreateDirectory(_folder["in"]);
        foreach (Format from in Format.All)
            _folder.Write("in/from-" + from.Name + from.FileExtensions[0], from.WriteNode(order));
        ToolResult result = Tool.Run("convert", _folder["in"], _folder["out"], "--to", name, "--verify", "--jobs", "2");
        Assert.True(result.Code == 0, result.Error);
        foreach (Format from in Format.All)
        {
            string path = _folder["out/from-" + from.Name + Format.Find(name)!.FileExtensions[0]];
            Assert.Equal(order, Format.Find(name)!.ParseNode(File.ReadAllBytes(path)));
        }
        Assert.Equal(0,
            Tool.Run("diff", _folder["in/from-Json.json"], _folder["out/from-Compact" + Format.Find(name)!.FileExtensions[0]]).Code);
    }

    /// <summary>XML of a serializer knows only text: through the type it is the same value as JSON's.</summary>
    [Fact]
    public void Diff_through_a_type_compares_any_formats()
    {
        string json = _folder.Write("s.json", """{"Id":7,"Name":"x"}""");
        string xml = _folder.Write("s.xml", Xml.Serialize(new Sample { Id = 7, Name = "x" }));
        string contract = _folder.Write("s.contractxml", ContractXml.Serialize(new Sample { Id = 8, Name = "x" }));
        string[] type = ["--type", typeof(Sample).FullName!, "--assembly", typeof(Sample).Assembly.Location];
        Assert.Equal(1, Tool.Run("diff", json, xml).Code);
        Assert.Equal(0, Tool.Run(["diff", json, xml, .. type]).Code);
        ToolResult other = Tool.Run(["diff", xml, contract, .. type, "-o", "table"]);
        Assert.Equal((1, "$.Id\n  - 7\n  + 8\n"), (other.Code, other.Output));
    }

    /// <summary>XML that no type of ours wrote is inspected, converted and comes back.</summary>
    [Fact]
    public void Any_xml_is_converted_and_comes_back()
    {
        const string Html = "<p class=\"x\">one <b>two</b>&amp;three</p>";
        string xml = _folder.Write("p.xml", Html);
        Assert.Equal(0, Tool.Run("convert", xml, _folder["p.json"], "--verify").Code);
        Assert.Equal("""{"p":{"@class":"x","#content":["one ",{"b":"two"},"&three"]}}""",
            Json.ToText(Json.ParseNode(File.ReadAllBytes(_folder["p.json"])), new JsonOptions { Escaping = JsonEscaping.Relaxed }));
        Assert.Equal(0, Tool.Run("convert", _folder["p.json"], _folder["back.xml"]).Code);
        Assert.Equal(Html, File.ReadAllText(_folder["back.xml"]));
        Assert.Equal(["two"],
            Json.ParseNode(Tool.Run("inspect", xml, "--path", "$..b").Output)!.Select("$.rows[*].value").Select(n => (string)n!));
    }

    [Fact]
    public void Inspect_looks_inside_gzip_zlib_and_base64()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(Order);
        string wrapped = Convert.ToBase64String(Gzip(bytes));
        Node result = Json.ParseNode(Tool.RunWith(wrapped, "inspect").Output)!;
        Assert.Equal(["base64", "gzip"], result.Select("$.wrappings[*]").Select(n => (string)n!));
        Assert.Equal("Json", (string)result["format"]!);
        Assert.Equal(3, Tool.RunWith(wrapped, "inspect", "--raw").Code);
        var zlib = new MemoryStream();
        using (var stream = new ZLibStream(zlib, CompressionLevel.Optimal, leaveOpen: true))
            stream.Write(bytes);
        Assert.Contains("in zlib", Tool.RunWith(zlib.ToArray(), "inspect", "-o", "table").Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Inspect_path_stats_and_unknown_bytes()
    {
        Assert.Equal([1m, 2.5m],
            Json.ParseNode(Tool.RunWith(Order, "inspect", "--path", "$.lines[*].a").Output)!.Select("$.rows[*].value")
                .Select(n => (decimal)n!));
        Assert.Equal(1, Tool.RunWith(Order, "inspect", "--path", "$.nothing").Code);
        Assert.Equal(2, Tool.RunWith(Order, "inspect", "--path", "$[").Code);
        Node stats = Json.ParseNode(Tool.RunWith(Order, "inspect", "--stats").Output)!;
        Assert.Equal(3, (int)stats.SelectFirst("$.kinds.Object.count")!);
        // Names that look like places, and none.
        string names = Tool.RunWith("""{"":1,"[0]":2,"[":3,"a":[4,5]}"""u8.ToArray(), "inspect", "--from", "json", "--stats").Output;
        Assert.Equal(["", "[", "[0]"], ((NodeObject)Json.ParseNode(names)!["members"]!).Members.Select(m => m.Key).Order(StringComparer.Ordinal));
        ToolResult noise = Tool.RunWith([0xFF, 0xFE, 0x00, 0x01], "inspect");
        Assert.Equal(3, noise.Code);
        Assert.Empty(noise.Bytes);
        ToolResult nrbf = Tool.RunWith([0, 1, 0, 0, 0, 255, 255, 255, 255, 1, 0, 0, 0, 0, 0, 0, 0, 11], "inspect");
        Assert.NotEqual(0, nrbf.Code);
    }

    /// <summary>What a payload holds must not steer a terminal.</summary>
    [Fact]
    public void Control_characters_are_shown_and_not_sent() =>
        Assert.DoesNotContain('\u001b', Tool.RunWith("""{"a":"\u001b[31m"}""", "inspect", "-o", "table").Output);

    [Fact]
    public void Convert_there_and_back_is_the_same_value()
    {
        string json = _folder.Write("o.json", Order);
        ToolResult there = Tool.Run("convert", json, _folder["o.compact"], "--verify");
        Assert.Equal(0, there.Code);
        Assert.Empty(there.Output);
        Assert.Equal(0, Tool.Run("convert", _folder["o.compact"], _folder["back.json"]).Code);
        Assert.Equal(Json.ParseNode(Order), Json.ParseNode(File.ReadAllBytes(_folder["back.json"])));
        Assert.Equal(0, Tool.Run("diff", json, _folder["o.compact"]).Code);
        Assert.Equal(2, Tool.Run("convert", json, _folder["o.compact"]).Code);
        Assert.Equal(0, Tool.Run("convert", json, _folder["o.compact"], "--force").Code);
    }

    [Fact]
    public void Convert_writes_nothing_else_to_standard_output()
    {
        ToolResult result = Tool.RunWith(Order, "convert", "-", "-", "--to", "compact");
        Assert.Equal(0, result.Code);
        Assert.Equal(Json.ParseNode(Order), Compact.ParseNode(result.Bytes));
        Assert.Contains("standard output (Compact", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_kind_that_json_has_not_is_told_and_a_loss_needs_leave()
    {
        string dated = _folder.Write("dated.compact",
            Compact.Serialize<Node>(new NodeObject { ["when"] = new DateTime(2024, 1, 2, 3, 4, 5, DateTimeKind.Utc) }));
        ToolResult told = Tool.Run("convert", dated, "-", "--to", "json");
        Assert.Equal(0, told.Code);
        Assert.Contains("1 scalar kept as text", told.Error, StringComparison.Ordinal);

        string infinite = _folder.Write("infinite.compact", Compact.Serialize<Node>(new NodeObject { ["x"] = double.PositiveInfinity }));
        ToolResult refused = Tool.Run("convert", infinite, _folder["out.json"]);
        Assert.NotEqual(0, refused.Code);
        Assert.False(File.Exists(_folder["out.json"]));
    }

    /// <summary>A google.protobuf.Value has doubles: what is beyond them is listed, and converted only by leave.</summary>
    [Fact]
    public void A_loss_is_listed_and_needs_leave()
    {
        string json = _folder.Write("big.json", """{"big":9007199254740993,"small":1}""");
        ToolResult refused = Tool.Run("convert", json, _folder["big.pb"]);
        Assert.Equal(4, refused.Code);
        Assert.Contains("$.big: 9007199254740993 would be 9007199254740992", refused.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("$.small", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["big.pb"]));
        ToolResult allowed = Tool.Run("convert", json, _folder["big.pb"], "--allow-lossy", "--verify");
        Assert.True(allowed.Code == 0, allowed.Error);
        Assert.Contains("lost: $.big", allowed.Error, StringComparison.Ordinal);
        Assert.Equal(1, Tool.Run("diff", json, _folder["big.pb"]).Code);
    }

    [Fact]
    public void Convert_through_a_type_says_what_the_type_has_no_member_for()
    {
        string json = _folder.Write("o.json", """{"Id":7,"Name":"x","Extra":1}""");
        string[] type = ["--type", typeof(Sample).FullName!, "--assembly", typeof(Sample).Assembly.Location];
        ToolResult refused = Tool.Run(["convert", json, _folder["o.compact"], .. type]);
        Assert.Equal(4, refused.Code);
        Assert.Contains("$.Extra", refused.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_folder["o.compact"]));
        Assert.Equal(0, Tool.Run(["convert", json, _folder["o.compact"], "--allow-lossy", .. type]).Code);
        Sample read = Compact.Deserialize<Sample>(File.ReadAllBytes(_folder["o.compact"]));
        Assert.Equal((7, "x"), (read.Id, read.Name));
    }

    /// <summary>A type for --type; found by its full name with the plus of nested types.</summary>
    public sealed class Sample
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public static Sample Create() => new() { Id = 5, Name = "made" };
    }

    [Fact]
    public void A_folder_is_converted_with_each_status_and_the_worst_code()
    {
        Directory.CreateDirectory(_folder["in/deep"]);
        for (int i = 0; i < 12; i++)
            _folder.Write($"in/deep/{i}.json", $$"""{"i":{{i}}}""");
        _folder.Write("in/bad.json", "{");
        Assert.Equal(3, Tool.Run("convert", _folder["in"], _folder["out"], "--to", "compact", "--dry-run").Code);
        Assert.False(Directory.Exists(_folder["out"]));
        ToolResult result = Tool.Run("convert", _folder["in"], _folder["out"], "--to", "compact", "--jobs", "3", "--verify");
        Assert.Equal(3, result.Code);
        Assert.Contains("FAIL  bad.json", result.Error, StringComparison.Ordinal);
        Assert.Contains("12 of 13 files", result.Error, StringComparison.Ordinal);
        for (int i = 0; i < 12; i++)
            Assert.Equal(i, (int)Compact.ParseNode(File.ReadAllBytes(_folder[$"out/deep/{i}.compact"]))!["i"]!);
    }

    [Fact]
    public void Json_lines_are_an_array_elsewhere()
    {
        string lines = _folder.Write("o.ndjson", "{\"a\":1}\n\n{\"a\":2}\n");
        Assert.Equal(0, Tool.Run("convert", lines, _folder["o.compact"], "--ndjson").Code);
        Assert.Equal(2, ((NodeArray)Compact.ParseNode(File.ReadAllBytes(_folder["o.compact"]))!).Count);
        Assert.Equal("{\"a\":1}\n{\"a\":2}\n", Tool.Run("convert", _folder["o.compact"], "-", "--to", "json", "--ndjson").Output);
    }

    [Fact]
    public void Diff_says_where_and_how()
    {
        string left = _folder.Write("l.json", """{"a":1,"b":[1,2,3],"c":"x"}""");
        string right = _folder.Write("r.compact", Compact.Serialize(Json.ParseNode("""{"c":"x","a":1.0000001,"b":[3,1,2],"d":null}""")));
        ToolResult plain = Tool.Run("diff", left, right, "-o", "json");
        Assert.Equal(1, plain.Code);
        Assert.Equal(["$.a", "$.b[0]", "$.b[1]", "$.b[2]", "$.d"],
            Json.ParseNode(plain.Output)!.Select("$.differences[*].path").Select(n => (string)n!).Order(StringComparer.Ordinal));
        ToolResult loose = Tool.Run("diff", left, right, "--ignore-order", "--tolerance", "1e-6", "-o", "table");
        Assert.Equal(1, loose.Code);
        Assert.Equal("$.d\n  - (absent)\n  + null\n", loose.Output);
        Assert.Equal(0, Tool.Run("diff", left, left).Code);
        Assert.Equal(3, Tool.RunWith("{", "diff", left, "-").Code);
    }

    /// <summary>
    /// Where order does not count, time grows with the items and not with their square: 40,000 in another order took minutes.
    /// </summary>
    [Fact]
    public void Items_in_any_order_are_paired_in_linear_time()
    {
        var random = new Random(1);
        Node?[] items = [
            .. Enumerable.Range(0, 40_000)
                .Select(i => (Node?)new NodeObject { ["id"] = i, ["name"] = "n" + (i % 100), ["tags"] = new NodeArray(i, "x", null) })];
        Node?[] shuffled = [.. items.Select(i => i!.Clone())];
        random.Shuffle(shuffled);
        var rules = new Isomer.Cli.Payloads.DiffRules(IgnoreOrder: true);
        var clock = ThreadTime.Start();
        Assert.Empty(Isomer.Cli.Payloads.NodeDiff.Compare(new NodeArray(items), new NodeArray(shuffled), rules));
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(30), $"{clock.Elapsed}");
        ((NodeObject)shuffled[7]!)["id"] = -1;
        Assert.Equal(2,
            Isomer.Cli.Payloads.NodeDiff.Compare(new NodeArray(items.Select(i => i!.Clone())),
                new NodeArray(shuffled.Select(i => i!.Clone())), rules).Count);
    }

    /// <summary>Pairs are found where comparing each with each finds them: by values, by near numbers, by dates and their texts.</summary>
    [Fact]
    public void Items_in_any_order_are_paired_as_by_comparing_all()
    {
        for (int seed = 0; seed < 500; seed++)
        {
            var random = new Random(seed);
            Node?[] left = [.. Enumerable.Range(0, random.Next(8)).Select(_ => Scalar(random))],
                right = [
                    .. left.Where(_ => random.Next(5) > 0).Select(n => n is NodeValue { Value: double d } ? d * (1 + 1e-12) : n?.Clone())];
            random.Shuffle(right);
            var rules = new Isomer.Cli.Payloads.DiffRules(Tolerance: 1e-9, IgnoreOrder: true);
            var found = Isomer.Cli.Payloads.NodeDiff.Compare(new NodeArray(left), new NodeArray(right), rules);
            Assert.True(found.Count == left.Length - right.Length, $"Seed {seed}: {found.Count} for {left.Length - right.Length}");
            Assert.All(found, d => Assert.Equal("(absent)", d.Right));
        }
        static Node? Scalar(Random random) =>
            random.Next(5) switch
            {
                0 => random.NextDouble(),
                1 => random.Next(3),
                2 => "text" + random.Next(3),
                3 => null,
                _ => new NodeArray(random.Next(2), "a")
            };
    }

    /// <summary>Containers of payloads, from the command line to a file and back as what they hold.</summary>
    [Fact]
    public void Containers_are_converted()
    {
        _folder.Write("a.resx",
            "<root><resheader name=\"resmimetype\"><value>text/microsoft-resx</value></resheader><resheader name=\"version\"><value>2.0</value></resheader><data name=\"Greeting\" xml:space=\"preserve\"><value>Guten Tag</value></data></root>");
        var resources = new MemoryStream();
        using (var writer = new System.Resources.ResourceWriter(resources))
        {
            writer.AddResource("Greeting", "Guten Tag");
            writer.Generate();
            _folder.Write("a.resources", resources.ToArray());
        }
        // A view state of one string, as ASP.NET sends it: in base64.
        _folder.Write("a.viewstate", Convert.ToBase64String([0xFF, 0x01, 0x05, 9, .. "Guten Tag"u8]));
        foreach (string name in (string[])["a.resx", "a.resources", "a.viewstate"])
        {
            ToolResult result = Tool.Run("convert", _folder[name], _folder[name + ".json"], "--verify");
            Assert.True(result.Code == 0, result.Error);
            Assert.Contains("Guten Tag", File.ReadAllText(_folder[name + ".json"]), StringComparison.Ordinal);
            Assert.Equal(0, Tool.Run("diff", _folder[name], _folder[name + ".json"]).Code);
            Assert.Equal(2, Tool.Run("convert", _folder[name + ".json"], _folder["back"], "--to", Path.GetExtension(name)[1..]).Code);
        }
    }

    /// <summary>Each language of each source, by the tools that read it.</summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Schemas_are_valid_in_every_language(bool ofType)
    {
        string[] source = ofType ? ["--type", typeof(Sample).FullName!, "--assembly", typeof(Sample).Assembly.Location]
            : [_folder.Write("1.json", """{"Id":1,"Name":"x"}"""),
                _folder.Write("2.xml", Xml.Format.WriteNode(Json.ParseNode("""{"Id":2,"Name":null}""")))];
        string Of(string language)
        {
            ToolResult result = Tool.Run(["schema", .. source, "--as", language, "--name", "Sample"]);
            Assert.True(result.Code == 0, result.Error);
            return result.Output;
        }
        Node schema = Json.ParseNode(Of("json-schema"))!;
        Assert.Equal("integer", (string)schema.SelectFirst("$..Id.type")!);
        var xsd = new System.Xml.Schema.XmlSchemaSet();
        xsd.Add(null, System.Xml.XmlReader.Create(new StringReader(Of("xsd"))));
        xsd.Compile();
        Assert.True(xsd.IsCompiled && xsd.Count == 1);
        Assert.Contains("class Sample", Of("csharp"), StringComparison.Ordinal);
        string tools = typeof(PayloadCommandTests).Assembly.GetCustomAttributes(typeof(System.Reflection.AssemblyMetadataAttribute), false)
            .Cast<System.Reflection.AssemblyMetadataAttribute>().First(a => a.Key == "GrpcTools").Value!;
        string protoc = Path.Combine(tools, "tools", OperatingSystem.IsLinux() ? "linux_x64/protoc" : "windows_x64/protoc.exe");
        _folder.Write("s.proto", Of("proto"));
        if (!File.Exists(protoc) || !OperatingSystem.IsLinux())
            return;
        ToolResult compiled =
            Tool.Execute(protoc, ["-I" + _folder.Path, "--descriptor_set_out=" + _folder["s.pb"], _folder["s.proto"]], []);
        Assert.True(compiled.Code == 0, compiled.Error);
    }

    [Fact]
    public void Classes_of_proto_files()
    {
        string common = _folder.Write("common.proto", "syntax = \"proto3\"; package shop; message Money { int64 cents = 1; }");
        string order = _folder.Write("order.proto",
            "edition = \"2023\"; package shop; import \"common.proto\"; message Order { int32 id = 1; Money total = 2; }");
        string code = Tool.Run("schema", "from-proto", order).Output;
        Assert.Contains("namespace Shop\n", code, StringComparison.Ordinal);
        Assert.Contains("[ProtobufMember(2, Name = \"total\")]\n        public global::Shop.Money? Total { get; set; }", code,
            StringComparison.Ordinal);
        Assert.Contains("public int? Id { get; set; }", code, StringComparison.Ordinal);
        string theirs = Tool.Run("schema", "from-proto", order, common, "--namespace", "My.Model", "--attributes", "protobuf-net").Output;
        Assert.Contains("namespace My.Model\n", theirs, StringComparison.Ordinal);
        Assert.Contains("[ProtoMember(2, Name = \"total\")]", theirs, StringComparison.Ordinal);
        Assert.Equal(2, Tool.Run("schema", "from-proto", "missing.proto").Code);
        Assert.Equal(3, Tool.Run("schema", "from-proto", _folder.Write("bad.proto", "message {")).Code);
    }

    public sealed class Signed { public long Small { get; set; } public uint Never { get; set; } public ulong Beyond { get; set; } }

    /// <summary>Samples that were written from types without signs do not take the sign from those that have one.</summary>
    [Fact]
    public void A_schema_of_samples_holds_all_of_them()
    {
        string[] files = [
            .. new[] { new Signed { Small = -1, Never = 5, Beyond = ulong.MaxValue },
                new Signed { Small = 5, Never = uint.MaxValue, Beyond = 1 } }
            .Select((v, i) =>
                _folder.Write($"signed{i}.compact", Compact.Serialize(v, new CompactOptions { Schema = CompactSchema.Embedded })))];
        foreach (string[] order in (string[][])[files, [.. files.Reverse()]])
        {
            string code = Tool.Run(["schema", .. order, "--as", "csharp"]).Output;
            Assert.Contains("int Small", code, StringComparison.Ordinal);
            Assert.Contains("long Never", code, StringComparison.Ordinal);
            Assert.Contains("BigInteger Beyond", code, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Schemas_of_payloads_and_of_types()
    {
        string one = _folder.Write("1.json", """{"id":1,"when":"2024-01-02T03:04:05","tags":["a"],"maybe":1}""");
        string two = _folder.Write("2.json", """{"id":5000000000,"when":"2024-01-02T03:04:05","tags":[],"note":null}""");
        Node schema = Json.ParseNode(Tool.Run("schema", one, two).Output)!;
        Assert.Equal("int64", (string)schema.SelectFirst("$['$defs'].Root.properties.id.format")!);
        Assert.Equal(["id", "when", "tags"], schema.Select("$['$defs'].Root.required[*]").Select(n => (string)n!));
        string code = Tool.Run("schema", one, two, "--as", "csharp", "--name", "event").Output;
        Assert.Contains("public sealed class Event", code, StringComparison.Ordinal);
        Assert.Contains("public int? Maybe { get; set; }", code, StringComparison.Ordinal);
        string inferred = Tool.Run("schema", one, two, "--as", "proto", "--name", "event").Output;
        Assert.Contains("package model;\n", inferred, StringComparison.Ordinal);
        Assert.Contains("message Event {\n  int64 id = 1;\n  string when = 2;\n  repeated string tags = 3;\n  optional int32 maybe = 4;\n",
            inferred, StringComparison.Ordinal);
        ProtobufSchema.Parse(inferred);
        string proto =
            Tool.Run("schema", "--type", typeof(Sample).FullName!, "--assembly", typeof(Sample).Assembly.Location, "--as", "proto").Output;
        string contract = Tool.Run("schema", "--type", typeof(Sample).FullName!, "--assembly", typeof(Sample).Assembly.Location, "--as",
            "contract-xsd").Output;
        Assert.Contains("nillable=\"true\" type=\"xs:string\"", contract, StringComparison.Ordinal);
        Assert.Contains("message Sample {\n  int32 Id = 1;\n  optional string Name = 2;\n}", proto, StringComparison.Ordinal);
        string xsd = Tool.Run("schema", one, "--as", "xsd").Output;
        var schemas = new System.Xml.Schema.XmlSchemaSet();
        schemas.Add(null, System.Xml.XmlReader.Create(new StringReader(xsd)));
        schemas.Compile();
        Assert.True(schemas.IsCompiled);
    }
}
