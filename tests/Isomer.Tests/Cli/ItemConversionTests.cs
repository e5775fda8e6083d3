using System.Globalization;
using System.IO.Compression;
using System.Text;
using Isomer.Cli.Converting.Items;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>Arrays, lines and items of any length, from one form to another, one value in memory at a time.</summary>
public sealed class ItemConversionTests : IDisposable
{
    /// <summary>More than what is read as a whole.</summary>
    const int Long = PeekedInput.HeadSize + (1 << 17);

    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static string Line(int i) => string.Create(CultureInfo.InvariantCulture,
        $"{{\"id\":{i},\"customer\":\"Customer {i % 977}\",\"date\":\"2024-0{(i % 9) + 1}-01T10:00:00\",\"freight\":{i % 1000}.{i % 90 + 10},\"shipped\":{(i % 3 == 0 ? "true" : "false")},\"note\":{(i % 2 == 0 ? "null" : "\"Köln\"")},\"lines\":[{string.Join(',', Enumerable.Range(0, i % 4).Select(k => $"{{\"product\":{k + i},\"price\":{k}.5}}"))}]}}");

    string Lines(string name, long bytes)
    {
        using var writer = new StreamWriter(_folder[name]);
        long written = 0;
        for (int i = 0; written < bytes; i++)
        {
            string line = Line(i);
            writer.Write(line + "\n");
            written += line.Length + 1;
        }
        return _folder[name];
    }

    static ToolResult Done(ToolResult result)
    {
        Assert.True(result.Code == 0, result.Error);
        return result;
    }

    /// <summary>By every form that is read and written item by item, and back to the same lines.</summary>
    [Theory]
    [InlineData("json")]
    [InlineData("compact")]
    [InlineData("json.gz")]
    [InlineData("ndjson.br")]
    [InlineData("compact.gz")]
    public void Lines_go_by_another_form_and_come_back(string extension)
    {
        string lines = Lines("in.ndjson", 1 << 20), between = _folder["between." + extension];
        Done(Tool.Run("convert", lines, between, "--items", "--verify"));
        Done(Tool.Run("convert", between, _folder["back.ndjson"], "--items", "--verify"));
        Assert.Equal(File.ReadAllText(lines), NormalText(File.ReadAllText(_folder["back.ndjson"])));
        Assert.Equal(0, Tool.Run("diff", lines, between).Code);
    }

    // The tool escapes what is not ASCII, as System.Text.Json does.
    static string NormalText(string text) => text.Replace("\\u00F6", "ö", StringComparison.Ordinal);

    /// <summary>Large ones go item by item of themselves, and are the text that they would be as a whole.</summary>
    [Theory]
    [InlineData("json")]
    [InlineData("xml")]
    [InlineData("contractjson")]
    [InlineData("contractxml")]
    public void What_is_written_item_by_item_is_what_is_written_as_a_whole(string format)
    {
        string lines = Lines("in.ndjson", Long);
        ToolResult result = Done(Tool.Run("convert", lines, _folder["out"], "--to", format));
        Assert.Contains("items", result.Error, StringComparison.Ordinal);
        var all = new NodeArray(File.ReadLines(lines).Select(l => Json.ParseNode(l)));
        Assert.Equal(Format.Find(format)!.WriteNode(all), File.ReadAllBytes(_folder["out"]));
        Assert.Equal(all, Format.Find(format)!.ParseNode(File.ReadAllBytes(_folder["out"])));
    }

    [Theory]
    [InlineData("xml")]
    [InlineData("json")]
    [InlineData("contractjson")]
    public void No_items_and_one_item_are_arrays(string format)
    {
        foreach (string array in (string[])["[]", "[null]", "[{\"a\":1}]", "[[],[1]]", "[\"x\"]"])
        {
            ToolResult result = Done(Tool.RunWith(array, "convert", "-", "-", "--to", format, "--items"));
            Assert.Equal(Json.ParseNode(array), Format.Find(format)!.ParseNode(result.Bytes));
        }
    }

    /// <summary>
    /// The peak of the process is that of one item, whatever there are: 24 MB of lines in less than 15 MB more than 2 MB take, so that not
    /// even their bytes are kept (they take 3 to 9 MB more; as a whole 40 MB took 1.4 GB). Lines, arrays and items are read so; arrays,
    /// items, lines and XML are written.
    /// </summary>
    [Fact]
    public void Memory_does_not_grow_with_the_items()
    {
        if (!OperatingSystem.IsLinux())
            Assert.Skip("reads the peak by /usr/bin/time");
        if (!File.Exists("/usr/bin/time"))
            Assert.Skip("no /usr/bin/time here");
        long Peak(string from, string into)
        {
            ToolResult result = Done(
                Tool.Execute("/usr/bin/time", ["-f", "peak %M", "dotnet", Tool.Dll, "convert", _folder[from], _folder[into], "--items"],
                    []));
            return long.Parse(result.Error.AsSpan(result.Error.IndexOf("peak ", StringComparison.Ordinal) + 5).Trim(),
                CultureInfo.InvariantCulture);
        }
        Lines("few.ndjson", 2 << 20);
        Lines("many.ndjson", 24 << 20);
        foreach (var (from, into) in (ReadOnlySpan<(string, string)>)[("ndjson", "json"), ("json", "compact"), ("compact", "back.ndjson"),
            ("compact", "xml")])
        {
            long few = Peak("few." + from, "few." + into), many = Peak("many." + from, "many." + into);
            Assert.True(many < few + 15_000, $"{from} to {into}: {few} KiB for 2 MB, {many} KiB for 24 MB");
        }
    }

    /// <summary>
    /// A folder's files go as each would alone: lines have a type each, long ones go item by item, and what they become is the same.
    /// </summary>
    [Theory]
    [InlineData("ndjson")]
    [InlineData("json")]
    [InlineData("compact", "--items")]
    [InlineData("xml")]
    public void A_folder_s_files_go_as_each_alone(string format, params string[] more)
    {
        Directory.CreateDirectory(_folder["in"]);
        string[] files = [Lines("in/long.ndjson", Long), _folder.Write("in/short.ndjson", "{\"Id\":1}\n{\"Id\":2}\n")];
        ToolResult all = Done(Tool.Run(["convert", _folder["in"], _folder["out"], "--to", format, .. more]));
        Assert.Matches("ok +long.ndjson .*: [0-9]+ items", all.Error);
        foreach (string file in files)
        {
            Done(Tool.Run(["convert", file, _folder["alone"], "--to", format, "--force", .. more]));
            string into = Path.Combine(_folder["out"], Path.GetFileNameWithoutExtension(file) + "." + format);
            Assert.Equal(File.ReadAllBytes(_folder["alone"]), File.ReadAllBytes(into));
        }
    }

    /// <summary>
    /// What a type has no member for is not dropped in silence: not of one item among many, alone or in a folder, in place or not.
    /// </summary>
    [Theory]
    [InlineData("{\"Id\":1}\n{\"Id\":2,\"Extra\":3}\n", "$[1].Extra")]
    [InlineData("{\"id\":1}\n", "--web")]
    public void Items_do_not_lose_what_the_type_does_not_have(string text, string told)
    {
        string[] type = ["--type", typeof(PayloadCommandTests.Sample).FullName!, "--assembly",
            typeof(PayloadCommandTests.Sample).Assembly.Location];
        Directory.CreateDirectory(_folder["in"]);
        string file = _folder.Write("in/a.ndjson", text);
        string[][] ways =
        [
            ["convert", file, _folder["out.compact"], "--items", .. type], ["convert", file, _folder["out.json"], .. type],
            ["convert", _folder["in"], _folder["out"], "--to", "compact", "--items", .. type],
            ["convert", _folder["in"], "--in-place", "--to", "compact", "--items", .. type],
        ];
        foreach (string[] way in ways)
        {
            ToolResult result = Tool.Run(way);
            Assert.Equal((4, string.Join(' ', way)), (result.Code, string.Join(' ', way)));
            Assert.Contains(told, result.Error, StringComparison.Ordinal);
        }
        Assert.Equal(text, File.ReadAllText(file));
        Done(Tool.Run(["convert", file, _folder["lossy.compact"], "--items", "--allow-lossy", .. type]));
        // Items of Compact without the type have members that it does not know, too.
        Done(Tool.Run(["convert", file, _folder["nodes.compact"], "--items"]));
        Assert.Equal(4, Tool.Run(["convert", _folder["nodes.compact"], _folder["out.ndjson"], .. type]).Code);
        // So has a single one, whether its layout has names or their hashes.
        var sample = new PayloadCommandTests.Sample { Id = 1, Name = "a" };
        foreach (var schema in (CompactSchema[])[CompactSchema.Embedded, CompactSchema.Hashed])
        {
            File.WriteAllBytes(_folder["one.compact"], Compact.Serialize(sample, new CompactOptions { Schema = schema }));
            Done(Tool.Run(["convert", _folder["one.compact"], _folder["one.json"], "--force", .. type]));
            Assert.Equal("""{"Id":1,"Name":"a"}""", File.ReadAllText(_folder["one.json"]));
        }
    }

    /// <summary>
    /// What begins as an array, or has the name of lines, is no proof: what is damaged is told, and what is of another format is converted.
    /// </summary>
    [Fact]
    public void In_place_nothing_passes_for_what_it_only_begins_as()
    {
        Directory.CreateDirectory(_folder["in"]);
        string array = "[" + string.Join(",", Enumerable.Range(0, 100_000).Select(i => $"{{\"i\":{i}}}")) + "]";
        Assert.True(array.Length > PeekedInput.HeadSize);
        string cut = _folder.Write("in/cut.json", array[..^20]), whole = _folder.Write("in/whole.json", array),
            settings = _folder.Write("in/settings.ini", "[section]\n" + new string('x', Long));
        ToolResult result = Tool.Run("convert", _folder["in"], "--in-place", "--to", "json");
        Assert.NotEqual(0, result.Code);
        Assert.Contains("FAIL  cut.json", result.Error, StringComparison.Ordinal);
        Assert.Contains("FAIL  settings.ini", result.Error, StringComparison.Ordinal);
        Assert.Contains("skip  whole.json", result.Error, StringComparison.Ordinal);
        // What is to be compressed is not left for its form.
        File.Delete(cut);
        File.Delete(settings);
        Done(Tool.Run("convert", _folder["in"], "--in-place", "--to", "json", "--compress", "gzip"));
        Assert.Equal([0x1F, 0x8B], File.ReadAllBytes(whole)[..2]);
    }

    /// <summary>Long payloads of one value are unwrapped in a folder as they are alone.</summary>
    [Fact]
    public void Long_wrapped_files_of_a_folder_are_read_as_a_whole()
    {
        Directory.CreateDirectory(_folder["in"]);
        string text = new('x', Long);
        File.WriteAllText(_folder["in/a.xml"], $"<?xml version=\"1.0\" encoding=\"utf-16\"?><string>{text}</string>", Encoding.Unicode);
        var random = new Random(1);
        byte[] bytes = new byte[Long];
        random.NextBytes(bytes);
        using (var file = File.Create(_folder["in/b.compact.br"]))
        using (var packed = new BrotliStream(file, CompressionLevel.Fastest))
            packed.Write(Compact.Serialize(bytes));
        Done(Tool.Run("convert", _folder["in"], _folder["out"], "--to", "json"));
        Assert.Contains(text, File.ReadAllText(_folder["out/a.json"]), StringComparison.Ordinal);
        Assert.Equal(bytes, Json.Deserialize<byte[]>(File.ReadAllBytes(_folder["out/b.json"])));
    }

    [Fact]
    public void Lines_of_a_folder_have_a_type_each()
    {
        string[] type = ["--type", typeof(PayloadCommandTests.Sample).FullName!, "--assembly",
            typeof(PayloadCommandTests.Sample).Assembly.Location];
        const string Text = "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n";
        Directory.CreateDirectory(_folder["in"]);
        _folder.Write("in/a.ndjson", Text);
        _folder.Write("in/lines.txt", Text); // known by its content
        Done(Tool.Run(["convert", _folder["in"], _folder["out"], "--to", "compact", "--items", "--verify", "--web", .. type]));
        foreach (string name in (string[])["a", "lines"])
        {
            Done(Tool.Run(["convert", _folder[$"out/{name}.compact"], _folder["back.ndjson"], "--force", .. type]));
            Assert.Equal("{\"Id\":1,\"Name\":\"a\"}\n{\"Id\":2,\"Name\":\"b\"}\n", File.ReadAllText(_folder["back.ndjson"]));
        }
        // One value of Compact has no place for them, and says what has.
        ToolResult refused = Tool.Run(["convert", _folder["in"], _folder["out2"], "--to", "compact", "--web", .. type]);
        Assert.Equal(2, refused.Code);
        Assert.Contains("--items", refused.Error, StringComparison.Ordinal);
        // In place: what has the form is left.
        for (int run = 0; run < 2; run++)
        {
            ToolResult result = Done(Tool.Run(["convert", _folder["in"], "--in-place", "--to", "compact", "--items", "--web", .. type]));
            Assert.Contains(run == 0 ? "2 of 2 files converted" : "2 there already", result.Error, StringComparison.Ordinal);
        }
        Assert.Equal(File.ReadAllBytes(_folder["out/a.compact"]), File.ReadAllBytes(_folder["in/a.ndjson"]));
    }

    /// <summary>
    /// Records of one kind tell their layout once: without a type smaller than JSON, with one a good deal more so; and read back as they
    /// were.
    /// </summary>
    [Fact]
    public void Records_tell_their_layout_once()
    {
        string text = string.Concat(Enumerable.Range(0, 3000).Select(i => Line(i) + "\n"));
        byte[] Of(params string[] more) =>
            Done(Tool.RunWith(text, ["convert", "--records", "--from", "json", "--to", "compact", .. more])).Bytes;
        byte[] once = Of(), each = Of("--whole-records");
        Assert.True(once.Length < 0.6 * text.Length, $"{once.Length} of {text.Length}");
        Assert.True(each.Length > 0.9 * text.Length, $"{each.Length} of {text.Length}");
        foreach (byte[] records in (byte[][])[once, each])
            Assert.Equal(text, NormalText(Done(Tool.RunWith(records, "convert", "--records", "--from", "compact", "--to", "json")).Output));
        string[] type = ["--type", typeof(Plain).FullName!, "--assembly", typeof(Plain).Assembly.Location];
        string plain = string.Concat(
            Enumerable.Range(0, 3000)
                .Select(i => $"{{\"Identifier\":{i},\"Quantity\":{i % 7},\"UnitPrice\":{i % 100},\"IsShipped\":true}}\n"));
        byte[] typed = Done(Tool.RunWith(plain, ["convert", "--records", "--from", "json", "--to", "compact", .. type])).Bytes;
        Assert.True(typed.Length < plain.Length / 2, $"{typed.Length} of {plain.Length}");
        Assert.Equal(plain, Done(Tool.RunWith(typed, ["convert", "--records", "--from", "compact", "--to", "json", .. type])).Output);
    }

    public sealed class Plain
    {
        public int Identifier { get; set; }
        public short Quantity { get; set; }
        public int UnitPrice { get; set; }
        public bool IsShipped { get; set; }
    }

    /// <summary>Whatever the records: of changing kinds, names and depths, what is written is what is read.</summary>
    [Fact]
    public void Any_records_come_back()
    {
        for (int seed = 0; seed < 60; seed++)
        {
            var random = new Random(seed);
            var records = new CompactRecords(null);
            var layouts = new CompactStreamLayouts();
            for (int i = 0; i < 60; i++)
            {
                Node? node = Any(random, 0);
                byte[] bytes = records.Write(node);
                Node? back = Compact.ParseNode(layouts.Whole(bytes));
                Assert.True(Equals(node, back), $"Seed {seed}, record {i}: {node} became {back}");
                Assert.Equal(Json.Serialize(node), Json.Serialize(back));
            }
        }
    }

    static Node? Any(Random random, int depth) => random.Next(depth == 0 ? 12 : depth > 2 ? 7 : 11) switch
    {
        0 => null,
        1 => random.Next(100),
        2 => "text " + random.Next(10),
        3 => random.Next(2) == 0,
        4 => random.Next(100) / 4m,
        5 => (long)random.Next(),
        6 => "",
        7 or 8 =>
            new NodeArray(
                Enumerable.Range(0, random.Next(4)).Select(_ => random.Next(3) == 0 ? Any(random, depth + 1) : (Node?)random.Next(9))),
        _ => Record(random, depth),
    };

    static NodeObject Record(Random random, int depth)
    {
        var o = new NodeObject();
        string[] names = ((string[][])[["id", "name", "value"], ["a", "b"], ["id", "$type"], ["order id", "Köln", ""],
            ["Equals", "ToString", "a.b"]])[random.Next(5)];
        foreach (string name in names)
            o[name] = random.Next(3) == 0 ? Any(random, depth + 1) : random.Next(50);
        return o;
    }

    /// <summary>
    /// Items of Compact are what the library's streams are: who has the type reads them there too, also those whose layout is told by
    /// another.
    /// </summary>
    [Fact]
    public async Task Items_are_streams_of_the_library()
    {
        string lines = _folder.Write("in.ndjson", "{\"id\":1,\"note\":\"x\"}\n{\"id\":2,\"note\":null}\n{\"id\":3,\"note\":\"z\"}\n");
        Done(Tool.Run("convert", lines, _folder["items.compact"], "--items"));
        await using FileStream file = File.OpenRead(_folder["items.compact"]);
        var ids = new List<long>();
        await foreach (Noted noted in Compact.ReadStreamAsync<Noted>(file, cancellationToken: TestContext.Current.CancellationToken))
            ids.Add(noted.id);
        Assert.Equal([1, 2, 3], ids);
    }

    public sealed class Noted
    {
        public long? other;
        public long id;
        public string? note;
    }

    /// <summary>Lines with types: each is a value of the type.</summary>
    [Fact]
    public void Lines_have_a_type_each()
    {
        string[] type = ["--type", typeof(PayloadCommandTests.Sample).FullName!, "--assembly",
            typeof(PayloadCommandTests.Sample).Assembly.Location];
        string lines = _folder.Write("web.ndjson", "{\"id\":1,\"name\":\"a\"}\n{\"id\":2,\"name\":\"b\"}\n");
        Done(Tool.Run(["convert", lines, _folder["web.json"], "--web", .. type]));
        Assert.Equal("""[{"id":1,"name":"a"},{"id":2,"name":"b"}]""", File.ReadAllText(_folder["web.json"]));
        Done(Tool.Run(["convert", lines, _folder["web.compact"], "--items", "--web", .. type]));
        Done(Tool.Run(["convert", _folder["web.compact"], _folder["declared.ndjson"], .. type]));
        Assert.Equal("{\"Id\":1,\"Name\":\"a\"}\n{\"Id\":2,\"Name\":\"b\"}\n", File.ReadAllText(_folder["declared.ndjson"]));
        Assert.Equal(0, Tool.Run(["diff", lines, lines, "--web", .. type]).Code);
    }

    /// <summary>Of a damaged or lossy item nothing stays behind.</summary>
    [Fact]
    public void What_goes_wrong_leaves_no_file()
    {
        string broken = Lines("broken.ndjson", Long);
        File.AppendAllText(broken, "{\"id\":\n");
        ToolResult damaged = Tool.Run("convert", broken, _folder["out.json"]);
        Assert.Equal(3, damaged.Code);
        Assert.Contains("item ", damaged.Error, StringComparison.Ordinal);
        string big = _folder.Write("big.ndjson", "{\"1\":1}\n{\"1\":[1e400,9007199254740993]}\n");
        Assert.Equal(4, Tool.Run("convert", big, _folder["out.pb"], "--to", "protobuf", "--items").Code);
        File.WriteAllBytes(_folder["cut.ndjson.gz"], Gzip(File.ReadAllBytes(Lines("whole.ndjson", Long)))[..^200]);
        Assert.Equal(3, Tool.Run("convert", _folder["cut.ndjson.gz"], _folder["cut.json"]).Code);
        Assert.DoesNotContain(Directory.GetFiles(_folder.Path),
            f => f.Contains("out", StringComparison.Ordinal) || f.Contains("cut.json", StringComparison.Ordinal));
    }

    static byte[] Gzip(byte[] bytes)
    {
        var output = new MemoryStream();
        using (var stream = new GZipStream(output, CompressionLevel.Fastest))
            stream.Write(bytes);
        return output.ToArray();
    }

    /// <summary>--compress, and names that say it; zstd, which the framework has not, is refused by its name.</summary>
    [Fact]
    public void Results_are_compressed()
    {
        string json = _folder.Write("o.json", """{"a":[1,2,3],"b":"text"}""");
        Done(Tool.Run("convert", json, _folder["o.compact.gz"], "--verify"));
        Assert.Equal([0x1F, 0x8B], File.ReadAllBytes(_folder["o.compact.gz"])[..2]);
        Done(Tool.Run("convert", json, _folder["o.xml.br"]));
        Assert.Equal(0, Tool.Run("diff", json, _folder["o.compact.gz"]).Code);
        Assert.Equal(0, Tool.Run("diff", json, _folder["o.xml.br"]).Code);
        Assert.Equal([0x1F, 0x8B], Done(Tool.Run("convert", json, "-", "--to", "compact", "--compress", "gzip")).Bytes[..2]);
        ToolResult zstd = Tool.Run("convert", json, _folder["o.compact.zst"]);
        Assert.Equal(2, zstd.Code);
        Assert.Contains("zstd", zstd.Error, StringComparison.Ordinal);
        Assert.Equal(2, Tool.Run("convert", json, "-", "--to", "compact", "--compress", "rar").Code);
        Directory.CreateDirectory(_folder["in"]);
        _folder.Write("in/lines.ndjson", "{\"a\":1}\n{\"a\":2}\n");
        File.Copy(_folder["o.compact.gz"], _folder["in/o.compact.gz"]);
        Done(Tool.Run("convert", _folder["in"], _folder["out"], "--to", "json", "--compress", "gzip", "--verify"));
        Assert.Equal(["lines.json.gz", "o.json.gz"],
            Directory.GetFiles(_folder["out"]).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.Equal(0, Tool.Run("diff", _folder["out/lines.json.gz"], _folder["in/lines.ndjson"]).Code);
    }

    /// <summary>Rows too.</summary>
    [Fact]
    public void Rows_are_read_and_written_compressed()
    {
        File.WriteAllBytes(_folder["r.csv.gz"], Gzip("id,name\n1,x\n2,\"y, z\"\n"u8.ToArray()));
        Done(Tool.Run("convert", _folder["r.csv.gz"], _folder["r.ndjson.br"], "--rows", "--verify"));
        Done(Tool.Run("convert", _folder["r.ndjson.br"], _folder["back.csv"]));
        Assert.Equal("id,name\n1,x\n2,\"y, z\"\n", File.ReadAllText(_folder["back.csv"]).ReplaceLineEndings("\n"));
        File.WriteAllBytes(_folder["cut.csv.gz"], File.ReadAllBytes(_folder["r.csv.gz"])[..^6]);
        Assert.Equal(3, Tool.Run("convert", _folder["cut.csv.gz"], _folder["never.ndjson"]).Code);
        Assert.Equal(3, Tool.Run("convert", _folder.Write("z.csv", [0x28, 0xB5, 0x2F, 0xFD, 0, 0, 0, 0]), _folder["never.ndjson"]).Code);
    }
}
