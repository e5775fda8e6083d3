using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What every command has in common: help, codes, and what goes to which stream.</summary>
public class CommandLineTests
{
    [Theory]
    [InlineData("--help")]
    [InlineData("lab", "--help")]
    [InlineData("lab", "compare", "--help")]
    [InlineData("lab", "report", "--help")]
    [InlineData("inspect", "--help")]
    [InlineData("convert", "--help")]
    [InlineData("diff", "--help")]
    [InlineData("schema", "--help")]
    [InlineData("shapes", "--help")]
    [InlineData("formats", "--help")]
    [InlineData("completion", "--help")]
    public void Help_has_examples_and_exit_codes(params string[] arguments)
    {
        ToolResult result = Tool.Run(arguments);
        Assert.Equal(0, result.Code);
        Assert.Contains("Usage:\n  isomer", result.Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
        Assert.Contains("Examples:", result.Output, StringComparison.Ordinal);
        Assert.Contains("130  Ctrl-C", result.Output, StringComparison.Ordinal);
        Assert.DoesNotContain("isomer-cli", result.Output, StringComparison.Ordinal);
        Assert.Empty(result.Error);
    }

    [Theory]
    [InlineData("bogus")]
    [InlineData("inspect", "--bogus")]
    [InlineData("diff", "one")]
    [InlineData("schema")]
    [InlineData("shapes")]
    [InlineData("shapes", "/no/such/file")]
    [InlineData("lab", "--scenario", "bogus")]
    [InlineData("lab", "--link", "fast")]
    [InlineData("lab", "--slow-start", "10")]
    [InlineData("inspect", "/no/such/file")]
    [InlineData("inspect", "/tmp")]
    [InlineData("inspect", "--pth", "$", "x.json")]
    [InlineData("convert", "-x", "--to", "json")]
    [InlineData("diff", "/no/such/file", "/tmp")]
    [InlineData("schema", "--type", "No.Such.Type")]
    [InlineData("schema", "--type", "List<No.Such.Type>")]
    [InlineData("schema", "--type", "Nullable<string>")]
    [InlineData("convert", "/no/such/file", "out.json")]
    [InlineData("convert", "--from", "csv", "/no/such/file", "out.ndjson")]
    [InlineData("convert", "--records", "--from", "json", "--to", "compact", "--compress", "gzip")]
    public void Wrong_usage_is_2_and_a_message_on_standard_error(params string[] arguments)
    {
        ToolResult result = Tool.Run(arguments);
        Assert.Equal(2, result.Code);
        Assert.Empty(result.Output);
        Assert.StartsWith("isomer: ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Alone_it_is_help()
    {
        ToolResult result = Tool.Run();
        Assert.Equal((0, ""), (result.Code, result.Error));
        Assert.Equal(Tool.Run("--help").Output, result.Output);
        foreach (string command in (string[])["lab", "inspect", "convert", "diff", "schema", "shapes", "formats", "completion"])
            Assert.Contains("\n  " + command, result.Output.ReplaceLineEndings("\n"), StringComparison.Ordinal);
    }

    /// <summary>Characters at which a line may end are those of a value: what is printed as JSON is read back as JSON.</summary>
    [Fact]
    public void Values_keep_their_line_separators()
    {
        const string text = "a\u2028b\u2029c\u0085d";
        string shown = Tool.RunWith($"\"{text}\"", "inspect", "-", "-o", "json").Output;
        Assert.Contains(text, System.Text.Json.JsonDocument.Parse(shown).RootElement.GetRawText(), StringComparison.Ordinal);
        Assert.DoesNotContain("a\nb", shown, StringComparison.Ordinal);
    }

    /// <summary>Names of members stand in what is told of an error, and steer no terminal.</summary>
    [Fact]
    public void What_is_told_steers_no_terminal()
    {
        ToolResult wrong = Tool.RunWith("{\"a\\u001b[31m\":x}", "inspect", "-", "--from", "json");
        Assert.Equal(3, wrong.Code);
        Assert.DoesNotContain('\u001b', wrong.Error);
        Assert.Contains("\\u001b[31m", wrong.Error, StringComparison.Ordinal);
    }

    /// <summary>What was meant is named, and a file of that name is one behind --.</summary>
    [Fact]
    public void An_option_that_is_none_is_told()
    {
        ToolResult wrong = Tool.Run("inspect", "--form", "json");
        Assert.Equal(2, wrong.Code);
        Assert.Contains("'--form' is no option of this command; --from is.", wrong.Error, StringComparison.Ordinal);
        Assert.Contains("There is no file '--form'", Tool.Run("inspect", "--", "--form").Error, StringComparison.Ordinal);
    }

    /// <summary>A fault of a user's type is a message and a code, and no trace.</summary>
    [Fact]
    public void A_fault_is_a_message_and_a_code()
    {
        string[] type = ["--type", typeof(Faulty).FullName!, "--assembly", typeof(Faulty).Assembly.Location];
        ToolResult result = Tool.RunWith("{}", ["convert", "-", "-", "--to", "compact", .. type]);
        Assert.Equal(2, result.Code);
        Assert.StartsWith("isomer: ", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("   at ", result.Error, StringComparison.Ordinal);
    }

    /// <summary>A getter of the framework's is the fault of what was put into the object, whoever calls it.</summary>
    [Theory]
    [InlineData("System.UriBuilder", """{"Host":"a b c"}""", "System.UriBuilder.get_Uri threw UriFormatException")]
    [InlineData("List<System.UriBuilder>", """[{"Host":"a b c"}]""", "System.UriBuilder.get_Uri threw UriFormatException")]
    public void A_getter_of_the_framework_is_no_fault_of_the_tool(string type, string value, string said)
    {
        ToolResult result = Tool.RunWith(value, "convert", "-", "-", "--to", "compact", "--type", type);
        Assert.True(result.Code == 2, result.Error);
        Assert.Contains(said, result.Error, StringComparison.Ordinal);
    }

    /// <summary>A setter that ends the process has not converted anything.</summary>
    [Fact]
    public void Code_that_ends_the_process_is_told()
    {
        string[] type = ["--type", typeof(Ending).FullName!, "--assembly", typeof(Ending).Assembly.Location];
        ToolResult result = Tool.RunWith("""{"Value":1}""", ["convert", "-", "-", "--to", "compact", .. type]);
        Assert.Equal((2, 0), (result.Code, result.Bytes.Length));
        Assert.Contains("ended the process", result.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("ended the process", Tool.RunWith("""{"Value":0}""", ["convert", "-", "-", "--to", "compact", .. type]).Error,
            StringComparison.Ordinal);
    }

    public sealed class Ending
    {
        public int Value { get; set { field = value; if (value == 1) Environment.Exit(0); } }
    }

    /// <summary>What stands on a line of status is of one file, whatever that is called.</summary>
    [Fact]
    public void Names_with_ends_of_lines_stay_on_their_line()
    {
        if (OperatingSystem.IsWindows())
            return;
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["in"]);
        folder.Write("in/a\nb.json", "{}");
        folder.Write("in/c\rd.json", "{");
        string error = Tool.Run("convert", folder["in"], folder["out"], "--to", "compact").Error;
        Assert.Equal(3, error.TrimEnd().Split('\n', '\r').Length);
        Assert.Contains("a\\u000ab.json", error, StringComparison.Ordinal);
        foreach (string[] more in (string[][])[[], ["--items"], ["--rows"]])
            Assert.Single(Tool.Run(["convert", folder["in/a\nb.json"], folder["x\ny.ndjson"], "--force", .. more]).Error.TrimEnd().Split('\n'));
    }

    public sealed class Faulty
    {
        public int Value { get => throw new InvalidOperationException("by itself"); set { } }
    }

    /// <summary>Types of the framework by their names, wherever they lie, and generic ones as they are written in C#.</summary>
    [Theory]
    [InlineData("System.Data.DataSet", typeof(System.Data.DataSet))]
    [InlineData("System.Collections.Generic.SortedList<string, System.Guid[]>", typeof(SortedList<string, Guid[]>))]
    [InlineData("Dictionary<string,List<int?>>", typeof(Dictionary<string, List<int?>>))]
    [InlineData("System.Collections.Immutable.ImmutableArray<int>", typeof(System.Collections.Immutable.ImmutableArray<int>))]
    [InlineData("System.Numerics.BigInteger?", typeof(System.Numerics.BigInteger?))]
    [InlineData("System.Drawing.Point[]", typeof(System.Drawing.Point[]))]
    [InlineData("System.Xml.Linq.XElement", typeof(System.Xml.Linq.XElement))]
    [InlineData("System.Collections.Generic.List`1[System.Int32]", typeof(List<int>))]
    public void Types_of_the_framework_are_found(string name, Type type) =>
        Assert.Equal(type, Isomer.Cli.Payloads.UserTypes.Find(null, name));

    [Fact]
    public void Sets_go_by_their_type()
    {
        var set = new System.Data.DataSet("shop");
        set.Tables.Add("orders").Columns.Add("id", typeof(int));
        set.Tables[0].Rows.Add(7);
        ToolResult compact =
            Tool.RunWith(Json.Serialize(set), "convert", "-", "-", "--from", "json", "--to", "compact", "--type", "System.Data.DataSet");
        Assert.True(compact.Code == 0, compact.Error);
        Assert.Equal(7, Compact.Deserialize<System.Data.DataSet>(compact.Bytes).Tables["orders"]!.Rows[0]["id"]);
    }

    /// <summary>JSON as ASP.NET has it, and as people write it.</summary>
    [Fact]
    public void Json_of_others_is_read()
    {
        string[] type = ["--type", typeof(PayloadCommandTests.Sample).FullName!, "--assembly",
            typeof(PayloadCommandTests.Sample).Assembly.Location];
        ToolResult plain = Tool.RunWith("""{"id":7,"name":"x"}""", ["convert", "-", "-", "--to", "compact", .. type]);
        Assert.Equal(4, plain.Code);
        Assert.Contains("--web", plain.Error, StringComparison.Ordinal);
        foreach (string option in (string[])["--web", "--ignore-case", "--naming=camel"])
        {
            ToolResult read = Tool.RunWith("""{"id":7,"name":"x"}""", ["convert", "-", "-", "--to", "compact", option, .. type]);
            Assert.True(read.Code == 0, read.Error);
            Assert.Equal((7, "x"), Compact.Deserialize<PayloadCommandTests.Sample>(read.Bytes) is var s ? (s.Id, s.Name) : default);
        }
        ToolResult back = Tool.RunWith(Compact.Serialize(new PayloadCommandTests.Sample { Id = 7, Name = "x" }),
            ["convert", "-", "-", "--to", "json", "--naming", "camel", .. type]);
        Assert.Equal("""{"id":7,"name":"x"}""", back.Output);
        ToolResult lenient = Tool.RunWith("{a: +1, 'b': \"x\", /* c */}", "convert", "-", "-", "--to", "json", "--lenient");
        Assert.Equal("""{"a":1,"b":"x"}""", lenient.Output);
        Assert.Equal("{\n  \"a\": \"Köln <😀> + 'x'\"\n}",
            Tool.RunWith("{\"a\":\"Köln <😀> + 'x'\"}", "convert", "-", "-", "--to", "json", "--pretty").Output);
    }

    [Fact]
    public void The_version_is_that_of_the_package() => Assert.StartsWith("0.", Tool.Run("--version").Output, StringComparison.Ordinal);

    /// <summary>
    /// Help makes no format: all of them come with their conventions and with half of the framework's serializers, a sixth of its time.
    /// Asked of what the runtime compiles.
    /// </summary>
    [Fact]
    public void Help_makes_no_format()
    {
        using var folder = new TemporaryFolder();
        Assert.Equal(0, Tool.RunAlone([], s_helpOfCommands).Code);
        // Not asked for its code: a runtime that writes down what it compiles aborts at its end now and then.
        Tool.Execute("env",
            [$"DOTNET_JitStdOutFile={folder["compiled"]}", "DOTNET_JitDisasmSummary=1", "dotnet", Tool.Dll, .. s_helpOfCommands], []);
        string compiled = File.ReadAllText(folder["compiled"]);
        Assert.Contains("Isomer.Cli.Root:Create", compiled, StringComparison.Ordinal);
        Assert.DoesNotContain("Isomer.Format:", compiled, StringComparison.Ordinal);
        Assert.DoesNotContain("ToolFormats:", compiled, StringComparison.Ordinal);
    }

    /// <summary>Asked for twice it is made of the commands; once, it is a text that was made before.</summary>
    static readonly string[] s_helpOfCommands = ["--help", "--help"];

    /// <summary>With ISOMER_UPDATE_HELP=1 the text becomes what the commands say.</summary>
    [Fact]
    public void The_help_that_is_ready_is_that_of_the_commands()
    {
        string made = Tool.Run(s_helpOfCommands).Output;
        if (Environment.GetEnvironmentVariable("ISOMER_UPDATE_HELP") == "1")
            File.WriteAllText(Path.Combine(Tool.Root, "src", "Isomer.Cli", "Console", "help.txt"), made);
        Assert.True(System.Text.Ascii.IsValid(made));
        foreach (string[] call in (string[][])[[], ["--help"], ["-h"], ["-?"]])
        {
            ToolResult ready = Tool.Run(call);
            Assert.Equal((0, made, ""), (ready.Code, ready.Output, ready.Error));
        }
        Assert.Equal(System.Diagnostics.FileVersionInfo.GetVersionInfo(Tool.Dll).ProductVersion + Environment.NewLine,
            Tool.Run("--version").Output);
    }

    /// <summary>
    /// Neither the help nor a file that is looked at needs the library that reads command lines; and what is answered without it is
    /// answered alike.
    /// </summary>
    [Fact]
    public void Plain_calls_load_no_command_line_and_answer_as_it_does()
    {
        using var folder = new TemporaryFolder();
        byte[] compact = Tool.RunWith("{\"a\":[1,2,{\"b\":\"Köln\"}]}", "convert", "-", "-", "--to", "compact").Bytes;
        (string Name, byte[] Bytes)[] files =
        [
            ("a.json", "{\"a\":1,\"b\":\"Köln\\u0007\"}"u8.ToArray()), ("b.ndjson", "{\"a\":1}\n{\"a\":2}\n"u8.ToArray()),
            ("c.bin", compact), ("cut.bin", compact[..^3]), ("d.csv", "a;b\n1;2\n"u8.ToArray()), ("e.xml", "<a><b>1</b></a>"u8.ToArray()),
            ("f.json", "{\"a\":"u8.ToArray()),
            ("many.json", System.Text.Encoding.UTF8.GetBytes($"[{string.Join(',', Enumerable.Range(0, 2000))}]")), ("empty", []),
        ];
        foreach (var (name, bytes) in files)
        {
            File.WriteAllBytes(folder[name], bytes);
            ToolResult plain = Tool.RunAlone([], "inspect", folder[name]), made = Tool.RunAlone([], "inspect", "--", folder[name]);
            Assert.Equal((made.Code, made.Output, made.Error), (plain.Code, plain.Output, plain.Error));
        }
        // The tool beside a library that cannot be loaded: what needs it fails, and these calls do not.
        string tool = folder["tool"];
        Directory.CreateDirectory(tool);
        foreach (string file in Directory.GetFiles(Path.GetDirectoryName(Tool.Dll)!))
            File.Copy(file, Path.Combine(tool, Path.GetFileName(file)));
        File.WriteAllBytes(Path.Combine(tool, "System.CommandLine.dll"), []);
        ToolResult Run(params string[] call) => Tool.Execute("dotnet", [Path.Combine(tool, Path.GetFileName(Tool.Dll)), .. call], []);
        foreach (string[] call in (string[][])[["--help"], ["--version"], ["inspect", folder["a.json"]]])
            Assert.Equal(0, Run(call).Code);
        Assert.NotEqual(0, Run("inspect", "--", folder["a.json"]).Code);
        Assert.NotEqual(0, Tool.Run("inspect", folder["missing"]).Code);
        Assert.NotEqual(0, Tool.Run("inspect", "--helo").Code);
    }

    /// <summary>The text of a help was written past all that puts what goes wrong into words.</summary>
    [Theory]
    [InlineData("--help")]
    [InlineData("--help --help")]
    [InlineData("lab --help")]
    [InlineData("--version")]
    [InlineData("formats")]
    public void A_full_disk_is_told_by_help_too(string arguments)
    {
        Assert.SkipUnless(File.Exists("/dev/full"), "there is no /dev/full");
        ToolResult run = Tool.Shell($"dotnet '{Tool.Dll}' {arguments} > /dev/full");
        Assert.Equal(2, run.Code);
        Assert.StartsWith("isomer: ", run.Error, StringComparison.Ordinal);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public void It_completes_itself()
    {
        Assert.Contains("inspect", Tool.Run("[suggest:10]", "isomer ins").Output.Split('\n', StringSplitOptions.TrimEntries));
        Assert.Contains("compact", Tool.Run("[suggest:25]", "isomer convert --to compa").Output, StringComparison.Ordinal);
        Assert.Contains("massi-2006-fit", Tool.Run("[suggest:20]", "isomer lab --link ma").Output, StringComparison.Ordinal);
        foreach (string shell in (string[])["bash", "zsh", "fish", "pwsh"])
            Assert.Contains("[suggest:", Tool.Run("completion", shell).Output, StringComparison.Ordinal);
    }

    [Fact]
    public void Formats_are_those_of_the_library()
    {
        Node list = Json.ParseNode(Tool.Run("formats").Output)!;
        Assert.Equal(
            ((Format[])[.. Format.All, Nrbf.Format, Soap.Format, Isomer.Containers.Resources, Isomer.Containers.Resx,
                Isomer.Containers.ViewState, Isomer.Containers.Session, Nrbf.RecordsFormat]).Select(f => f.Name)
                .Concat(["csv", "tsv", "ndjson", "diffgram", "sqlite"]),
                    list.Select("$[*].name").Select(n => (string)n!));
    }
}
