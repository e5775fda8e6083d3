using System.CommandLine;
using System.CommandLine.Help;
using System.Text.RegularExpressions;
using Isomer.Cli;
using Isomer.Cli.Converting.Rows;
using Isomer.Cli.Payloads;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What the pages say of the command line is what it takes, and the reverse.</summary>
public sealed partial class OptionPageTests
{
    static readonly string[] s_pages = ["cli.md", "lab.md", "scale.md", "ahead-of-time.md"];

    /// <summary>Options of other programs, which stand in these pages: dotnet, sbatch, scontrol, amqp-consume, docker, protoc.</summary>
    static readonly string[] s_others = ["--add-source", "--array", "--block", "--decode_raw", "--global", "--pipe", "--prefetch-count",
        "--project", "--requeue", "--url", "--help"];

    static string Text => string.Join("\n", s_pages.Select(p => File.ReadAllText(Path.Combine(Tool.Root, "docs", p))));

    static IEnumerable<Command> Commands(Command command) => command.Subcommands.SelectMany(Commands).Prepend(command);

    static IEnumerable<(string Command, Option Option)> Options =>
        Commands(Root.Create()).SelectMany(c => c.Options.Where(o => !o.Hidden && o is not (HelpOption or VersionOption))
            .Select(o => (c.Name, o)));

    [Fact]
    public void Every_option_has_a_place_on_a_page()
    {
        var told = Word().Matches(Text).Select(m => m.Value).ToHashSet();
        Assert.True(Options.Count() > 60);
        Assert.Empty(Options.Where(o => !told.Contains(o.Option.Name)).Select(o => $"{o.Command} {o.Option.Name}"));
    }

    [Fact]
    public void Every_option_on_a_page_is_one()
    {
        var known = Options.Select(o => o.Option.Name).Concat(s_others).ToHashSet();
        Assert.Empty(Word().Matches(Text).Select(m => m.Value).Where(o => !known.Contains(o)).Distinct());
    }

    /// <summary>Behind a command's name in a line of code, or within a code word alone.</summary>
    [Fact]
    public void Every_option_in_a_help_text_is_one()
    {
        var known = Options.Select(o => o.Option.Name).Concat(s_others).Concat(["--version"]).ToHashSet();
        foreach (Command command in Commands(Root.Create()))
        {
            IEnumerable<string> texts = command.Options.Where(o => !o.Hidden).Select(o => o.Description ?? "")
                .Concat(Examples.Of(command)).Append(command.Description ?? "");
            Assert.All(texts.SelectMany(t => Word().Matches(t)), m => Assert.Contains(m.Value, known));
        }
    }

    /// <summary>What is listed is what the options take: no name of the list is refused as one, and none that is taken lacks.</summary>
    [Fact]
    public void Formats_are_what_the_options_take()
    {
        string[] listed = [.. Json.ParseNode(Tool.Run("formats").Output)!.Select("$[*].name").Select(n => (string)n!)];
        string table = Tool.Run("formats", "-o", "table").Output;
        foreach (string name in listed)
        {
            Assert.Contains("\n" + name.ToLowerInvariant() + " ", table, StringComparison.Ordinal);
            foreach (string option in (string[])["--from", "--to"])
                Assert.DoesNotContain("There is no format",
                    Tool.RunWith("{}", "convert", "-", "-", "--from", "json", option, name.ToLowerInvariant(), "--dry-run").Error,
                    StringComparison.Ordinal);
        }
        foreach (string taken in RowForms.All.Select(f => f.Name).Concat(ToolFormats.Named.Select(f => f.Name)))
            Assert.Contains(taken, listed, StringComparer.OrdinalIgnoreCase);
        foreach (string form in (string[])["csv", "tsv", "ndjson", "diffgram", "sqlite"])
            Assert.Contains(form, listed);
        foreach (string option in (string[])["--from", "--to"])
            foreach (string name in listed)
                Assert.Contains(name.ToLowerInvariant(),
                    Tool.Run($"[suggest:{$"isomer convert {option} ".Length}]", $"isomer convert {option} ").Output.Split('\n',
                        StringSplitOptions.TrimEntries));
    }

    [Fact]
    public void Lines_are_named_as_a_format()
    {
        Assert.Equal("[1,2]", Tool.RunWith("1\n2\n", "convert", "-", "-", "--from", "ndjson", "--to", "json").Output);
        Assert.Equal("1\n2\n", Tool.RunWith("[1,2]", "convert", "-", "-", "--to", "jsonlines").Output);
        Assert.Equal(0, Tool.RunWith("{\"a\":1}\n{\"a\":2}\n", "inspect", "-", "--from", "ndjson").Code);
    }

    const string DiffGram = """
        <diffgr:diffgram xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><Shop>
        <Orders diffgr:id="Orders1"><Id>1</Id></Orders><Orders diffgr:id="Orders2"><Id>2</Id></Orders></Shop></diffgr:diffgram>
        """;

    /// <summary>It is known by its root, so the remedy is told; in no file's name does its form stand.</summary>
    [Theory]
    [InlineData("d.xml")]
    [InlineData("d.dat")]
    [InlineData("d.xml.gz")]
    [InlineData("-")]
    public void A_DiffGram_alone_is_told_as_one(string name)
    {
        using var folder = new TemporaryFolder();
        byte[] bytes = System.Text.Encoding.Unicode.GetPreamble().Concat(System.Text.Encoding.Unicode.GetBytes(DiffGram)).ToArray();
        if (name.EndsWith(".gz", StringComparison.Ordinal))
        {
            var packed = new MemoryStream();
            using (var gzip = new System.IO.Compression.GZipStream(packed, System.IO.Compression.CompressionLevel.Fastest))
                gzip.Write(bytes);
            bytes = packed.ToArray();
        }
        string from = name == "-" ? name : folder.Write(name, bytes);
        byte[] input = name == "-" ? bytes : [];
        foreach (string[] to in (string[][])[[folder["a.csv"]], [folder["a.nrbf"], "--to", "nrbf", "--rows"], [folder["a.x"], "--to", "diffgram"]])
        {
            ToolResult alone = Tool.RunWith(input, ["convert", from, .. to]);
            Assert.Equal(2, alone.Code);
            Assert.Contains("is a DiffGram without a schema", alone.Error, StringComparison.Ordinal);
            Assert.Contains("--schema infer", alone.Error, StringComparison.Ordinal);
        }
        ToolResult inferred = Tool.RunWith(input, "convert", from, folder["a.csv"], "--schema", "infer", "--verify");
        Assert.True(inferred.Code == 0, inferred.Error);
        Assert.Equal("Id\r\n1\r\n2\r\n", File.ReadAllText(folder["a.csv"]));
    }

    /// <summary>A form of rows where values are meant is told as that, and not as no format at all.</summary>
    [Theory]
    [InlineData("inspect")]
    [InlineData("schema")]
    public void A_form_of_rows_is_told_where_values_are_meant(string command)
    {
        ToolResult result = Tool.RunWith(DiffGram, command, "-", "--from", "diffgram");
        Assert.Equal(2, result.Code);
        Assert.Contains("is a form of rows", result.Error, StringComparison.Ordinal);
        Assert.Contains("isomer convert", result.Error, StringComparison.Ordinal);
        Assert.Contains("xml", result.Error, StringComparison.Ordinal);
        Assert.Equal(0, Tool.RunWith(DiffGram, command, "-", "--from", "xml").Code);
    }

    [Fact]
    public void Help_tells_what_is_so()
    {
        Assert.Contains("a path that selects nothing", Tool.Run("inspect", "--help").Output, StringComparison.Ordinal);
        Assert.Contains("--all", Tool.Run("--help").Output, StringComparison.Ordinal);
        Assert.DoesNotContain("very format", Tool.Run("--help").Output, StringComparison.Ordinal);
    }

    /// <summary>A folder is the files in it, and no pipe that nobody writes to.</summary>
    [Fact]
    public void A_schema_takes_folders()
    {
        using var folder = new TemporaryFolder();
        Directory.CreateDirectory(folder["in/more"]);
        folder.Write("in/a.json", """{"a":1}""");
        folder.Write("in/more/b.json", """{"a":1,"b":"x"}""");
        if (!OperatingSystem.IsWindows())
            Assert.Equal(0, Tool.Shell($"mkfifo '{folder["in/pipe"]}'").Code);
        ToolResult all = Tool.Run("schema", folder["in"], "--as", "csharp");
        Assert.True(all.Code == 0, all.Error);
        Assert.Equal(Tool.Run("schema", folder["in/a.json"], folder["in/more/b.json"], "--as", "csharp").Output, all.Output);
        Directory.CreateDirectory(folder["none"]);
        Assert.Equal(2, Tool.Run("schema", folder["none"]).Code);
    }

    /// <summary>There was no .proto file.</summary>
    [Fact]
    public void Classes_of_payloads_name_the_command_that_made_them()
    {
        using var folder = new TemporaryFolder();
        folder.Write("a.pb", [8, 1, 18, 1, (byte)'x']);
        ToolResult classes = Tool.Run("schema", folder["a.pb"], "--from", "protobuf", "--as", "csharp");
        Assert.StartsWith("// <auto-generated/> by `isomer schema --as csharp`\n", classes.Output, StringComparison.Ordinal);
    }

    [GeneratedRegex("(?<![\\w-])--[a-z][a-z_-]*[a-z]")]
    private static partial Regex Word();
}
