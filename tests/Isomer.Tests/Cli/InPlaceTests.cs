using Isomer.Cli.Converting;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// `convert --in-place`: a folder of BinaryFormatter's files becomes another format under the same names, whole or not at all.
/// </summary>
public sealed class InPlaceTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public InPlaceTests() => Directory.CreateDirectory(_folder["old/deep"]);

    public void Dispose() => _folder.Dispose();

    ToolResult Convert(params string[] more) => Tool.Run(["convert", _folder["old"], "--in-place", "--to", "json", .. more]);

    void Write(string name, object graph) => File.WriteAllBytes(_folder["old/" + name], NrbfTests.Original(graph));

    [Fact]
    public void Every_file_is_replaced_under_its_name()
    {
        Write("a.bin", new List<int> { 1, 2 });
        Write("deep/b", new Version(1, 2));
        // What a run that was killed left beside a file that it was about to replace.
        File.WriteAllText(_folder["old/a.bin.part"], "half");
        byte[] before = File.ReadAllBytes(_folder["old/a.bin"]);
        ToolResult dry = Convert("--dry-run");
        Assert.Equal(0, dry.Code);
        Assert.Equal(before, File.ReadAllBytes(_folder["old/a.bin"]));
        ToolResult result = Convert();
        Assert.Equal((0, "[1,2]"), (result.Code, File.ReadAllText(_folder["old/a.bin"])));
        Assert.Contains("\"_Major\":1", File.ReadAllText(_folder["old/deep/b"]), StringComparison.Ordinal);
        Assert.Equal(["a.bin", "b"],
            Directory.EnumerateFiles(_folder["old"], "*", SearchOption.AllDirectories).Select(Path.GetFileName)
                .Order(StringComparer.Ordinal));
        // Once more: nothing is left to do.
        ToolResult again = Convert();
        Assert.Equal(0, again.Code);
        Assert.Contains("2 there already", again.Error, StringComparison.Ordinal);
        Assert.Equal("[1,2]", File.ReadAllText(_folder["old/a.bin"]));
    }

    /// <summary>A file that cannot be read, or not be kept whole, stays as it is, and the others go on.</summary>
    [Fact]
    public void What_cannot_be_kept_stays()
    {
        Write("a.bin", new List<int> { 1 });
        byte[] broken = NrbfTests.Original(new List<int> { 2 })[..^5];
        File.WriteAllBytes(_folder["old/b.bin"], broken);
        ToolResult result = Convert();
        Assert.NotEqual(0, result.Code);
        Assert.Contains("FAIL  b.bin", result.Error, StringComparison.Ordinal);
        Assert.Equal("[1]", File.ReadAllText(_folder["old/a.bin"]));
        Assert.Equal(broken, File.ReadAllBytes(_folder["old/b.bin"]));
        Assert.Equal(2, Directory.GetFiles(_folder["old"]).Length);
    }

    [Fact]
    public void One_file()
    {
        Write("a.bin", new List<string> { "x" });
        Assert.Equal(0, Tool.Run("convert", _folder["old/a.bin"], "--in-place", "--to", "json").Code);
        Assert.Equal("[\"x\"]", File.ReadAllText(_folder["old/a.bin"]));
    }

    /// <summary>A name that ends in .gz stays, and so does what it says: the bare form stood there, which gunzip does not take.</summary>
    [Fact]
    public void A_compressed_file_stays_compressed()
    {
        File.WriteAllBytes(_folder["old/a.bin.gz"], Gzip(NrbfTests.Original(new List<int> { 1, 2 })));
        Write("b.bin", new List<int> { 3 });
        for (int run = 0; run < 2; run++)
        {
            Assert.Equal(0, Convert().Code);
            using var unpacked =
                new StreamReader(new System.IO.Compression.GZipStream(File.OpenRead(_folder["old/a.bin.gz"]),
                    System.IO.Compression.CompressionMode.Decompress));
            Assert.Equal(("[1,2]", "[3]"), (unpacked.ReadToEnd(), File.ReadAllText(_folder["old/b.bin"])));
        }

        static byte[] Gzip(byte[] bytes)
        {
            var packed = new MemoryStream();
            using (var zip = new System.IO.Compression.GZipStream(packed, System.IO.Compression.CompressionMode.Compress))
                zip.Write(bytes);
            return packed.ToArray();
        }
    }

    [Theory]
    [InlineData("--force")]
    [InlineData("--skip-existing")]
    [InlineData("--allow-lossy")]
    public void It_takes_no_option_that_could_lose_a_file(string option) => Assert.Equal(2, Convert(option).Code);

    /// <summary>
    /// Links beside the file to which they lead, and to one elsewhere: each file is replaced once, however many jobs there are, and links
    /// stay links.
    /// </summary>
    [Fact]
    public void A_file_that_links_lead_to_is_replaced_once()
    {
        if (OperatingSystem.IsWindows())
            Assert.Skip("links need rights there");
        Directory.CreateDirectory(_folder["elsewhere"]);
        File.WriteAllBytes(_folder["elsewhere/b.bin"], NrbfTests.Original(new List<int> { 7 }));
        Write("a.bin", Enumerable.Range(0, 20_000).ToList());
        for (int i = 0; i < 9; i++)
        {
            File.CreateSymbolicLink(_folder[$"old/{i}.bin"], i % 2 == 0 ? "a.bin" : _folder["old/a.bin"]);
            File.CreateSymbolicLink(_folder[$"old/deep/{i}.bin"], "../../elsewhere/b.bin");
        }
        ToolResult result = Convert("--jobs", "8");
        Assert.True(result.Code == 0, result.Error);
        Assert.Contains("2 of 2 files converted", result.Error, StringComparison.Ordinal);
        Assert.Equal(20_000, Json.Deserialize<List<int>>(File.ReadAllBytes(_folder["old/a.bin"])).Count);
        Assert.Equal("[7]", File.ReadAllText(_folder["elsewhere/b.bin"]));
        Assert.All(Directory.GetFiles(_folder["old"]).Where(f => !f.EndsWith("a.bin", StringComparison.Ordinal)),
            f => Assert.NotNull(new FileInfo(f).LinkTarget));
        Assert.Empty(Directory.GetFiles(_folder.Path, "*.part", SearchOption.AllDirectories));
    }

    /// <summary>Two runs that write one file at a time: each writes a part of its own, and one of the two is what is there.</summary>
    [Fact]
    public void Two_runs_of_one_file_do_not_meet()
    {
        string[] names = [.. Enumerable.Range(0, 200).Select(_ => PartFile.NameFor(_folder["x.json"]))];
        Assert.Equal(names.Length, names.Distinct().Count());
        Assert.All(names, n => Assert.EndsWith(".part", n, StringComparison.Ordinal));
        Assert.All(names, n => Assert.StartsWith("x.json.", Path.GetFileName(n), StringComparison.Ordinal));
        // As long as a name may be.
        string longest = new string('n', 250) + ".json";
        Write(longest, new List<int> { 1 });
        Assert.Equal(0, Convert().Code);
        Assert.Equal("[1]", File.ReadAllText(_folder["old/" + longest]));
    }

    /// <summary>
    /// The tool is killed while it works, again and again: under each name there is the old file or the new one, and the last run brings
    /// all of them over.
    /// </summary>
    [Fact]
    public void A_run_that_is_killed_loses_nothing()
    {
        var graphs = Enumerable.Range(0, 60).ToDictionary(i => $"{i}.bin", i => NrbfTests.Original(Enumerable.Range(i, 2000).ToList()));
        foreach (var (name, bytes) in graphs)
            File.WriteAllBytes(_folder["old/" + name], bytes);
        for (int run = 0; run < 4; run++)
        {
            using var process = Tool.Start("convert", _folder["old"], "--in-place", "--to", "json", "--jobs", "1");
            Thread.Sleep(150 + (run * 150));
            process.Kill();
            process.WaitForExit();
            foreach (var (name, bytes) in graphs)
            {
                byte[] there = File.ReadAllBytes(_folder["old/" + name]);
                Assert.True(there.AsSpan().SequenceEqual(bytes) || Json.Deserialize<List<int>>(there).Count == 2000, name);
            }
        }
        Assert.Equal(0, Convert().Code);
        foreach (var (name, bytes) in graphs)
            Assert.Equal(Nrbf.Deserialize<List<int>>(bytes),
                Json.Deserialize<List<int>>(File.ReadAllBytes(_folder["old/" + name])));
    }
}
