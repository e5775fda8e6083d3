using System.Globalization;
using System.Text;
using Isomer.Cli.Converting.Shards;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// convert --shard: every file and every line is of just one part, and is there once, however often a part is run, killed or run
/// twice at once.
/// </summary>
[JudgedAlone("processes that are killed while they work")]
public sealed class ShardTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public ShardTests() => Directory.CreateDirectory(_folder["in/deep"]);

    public void Dispose() => _folder.Dispose();

    /// <summary>Random lines, also empty ones, long ones that span parts, and a last one without an end.</summary>
    [Fact]
    public void Every_line_is_of_one_part()
    {
        for (int seed = 0; seed < 1000; seed++)
        {
            var random = new Random(seed);
            byte[] text = new byte[random.Next(400)];
            int every = 1 + random.Next(60);
            for (int i = 0; i < text.Length; i++)
                text[i] = random.Next(every) == 0 ? (byte)'\n' : (byte)'x';
            var shard = new Shard(0, 1 + random.Next(12));
            long next = 0;
            for (int number = 1; number <= shard.Count; number++)
            {
                var (start, end) = LineRange.Of(new MemoryStream(text), shard with { Number = number });
                bool isRight = start == next && end >= start && (start == 0 || start == text.Length || text[start - 1] == '\n');
                Assert.True(isRight, $"seed {seed}, part {number} of {shard.Count}: {start} to {end}");
                next = end;
            }
            Assert.Equal(text.Length, next);
        }
    }

    /// <summary>
    /// Every name is of one part, and parts are alike in size: of 20,000 files each of 16 has within a tenth of its share.
    /// </summary>
    [Theory]
    [InlineData("{0}.json")]
    [InlineData("orders/2026/{0:000000}.xml")]
    [InlineData("день/{0}")]
    public void Every_name_is_of_one_part_and_parts_are_alike(string pattern)
    {
        const int Count = 16, Files = 20_000;
        int[] sizes = new int[Count];
        for (int i = 0; i < Files; i++)
        {
            string name = string.Format(CultureInfo.InvariantCulture, pattern, i);
            sizes[Enumerable.Range(1, Count).Single(n => new Shard(n, Count).Has(name)) - 1]++;
        }
        Assert.All(sizes, s => Assert.InRange(s, Files / Count * 0.9, Files / Count * 1.1));
    }

    /// <summary>Whose a name is must be the same in every version: nodes may run different ones.</summary>
    [Fact]
    public void Whose_a_name_is_does_not_change()
    {
        int Of(string name) => Enumerable.Range(1, 8).Single(n => new Shard(n, 8).Has(name));
        Assert.Equal([2, 8, 7, 6], [Of("0.json"), Of("1.json"), Of("deep/2.json"), Of("é")]);
    }

    string[] Results() =>
    [
        .. Directory.EnumerateFiles(_folder["out"], "*", SearchOption.AllDirectories).Select(f => Path.GetRelativePath(_folder["out"], f))
            .Where(f => !f.StartsWith(ShardFolder.Name, StringComparison.Ordinal)).Order(StringComparer.Ordinal),
    ];

    /// <summary>Results of files called N.json hold N.</summary>
    void IsWhole(string file)
    {
        int id = (int)Compact.ParseNode(File.ReadAllBytes(_folder["out/" + file]))!["id"]!;
        Assert.Equal(Path.GetFileNameWithoutExtension(file), id.ToString(CultureInfo.InvariantCulture));
    }

    ToolResult Convert(string from, string shard, params string[] more) =>
        Tool.Run(["convert", _folder[from], _folder["out"], "--shard", shard, .. more]);

    [Fact]
    public void The_parts_of_a_folder_are_the_whole_and_one_that_is_done_is_not_done_again()
    {
        for (int i = 0; i < 30; i++)
            _folder.Write(i % 3 == 0 ? $"in/deep/{i}.json" : $"in/{i}.json", $"{{\"id\":{i}}}");
        ToolResult first = Convert("in", "2/3", "--to", "compact");
        Assert.True(first.Code == 0, first.Error);
        string[] one = Results();
        Assert.Contains($"{one.Length} of {one.Length} files converted", first.Error, StringComparison.Ordinal);
        Assert.Contains("1 shard of 3", first.Error, StringComparison.Ordinal);

        // A result that somebody takes away of a part that is done does not come again; one of a part that is not done does.
        File.Delete(_folder["out/" + one[0]]);
        ToolResult again = Convert("in", "2/3", "--to", "compact");
        Assert.Equal(0, again.Code);
        Assert.Contains("Shard 2/3 is done already", again.Error, StringComparison.Ordinal);
        Assert.Equal(one[1..], Results());

        Assert.Equal(0, Convert("in", "1/3", "--to", "compact").Code);
        ToolResult last = Convert("in", "3/3", "--to", "compact");
        Assert.Contains("3 shards of 3", last.Error, StringComparison.Ordinal);
        IEnumerable<string> all = Enumerable.Range(0, 30).Select(i => i % 3 == 0 ? $"deep/{i}.compact" : $"{i}.compact");
        string[] expected = [.. all.Except([one[0]]).Order(StringComparer.Ordinal)];
        Assert.Equal(expected, Results());
        Assert.All(expected, IsWhole);
    }

    /// <summary>As after a node that fell: results of a part are there, its mark is not, and something half written lies about.</summary>
    [Fact]
    public void A_part_that_was_killed_is_taken_up_again()
    {
        for (int i = 0; i < 20; i++)
            _folder.Write($"in/{i}.json", $"{{\"id\":{i}}}");
        Assert.Equal(0, Convert("in", "1/2", "--to", "compact").Code);
        string marks = _folder["out/" + ShardFolder.Name];
        File.Delete(Path.Combine(marks, "00001-of-00002.done"));
        string half = Path.Combine(marks, "00001-of-00002.dead-1.part"), others = Path.Combine(marks, "00002-of-00002.alive-1.part");
        File.WriteAllText(half, "half");
        File.WriteAllText(others, "half");
        string[] before = Results();
        File.Delete(_folder["out/" + before[0]]);
        ToolResult again = Convert("in", "1/2", "--to", "compact");
        Assert.Contains($"1 of {before.Length} files converted; {before.Length - 1} there already", again.Error, StringComparison.Ordinal);
        Assert.Equal(before, Results());
        Assert.False(File.Exists(half));
        Assert.True(File.Exists(others)); // that is another part's, which may be running
    }

    /// <summary>
    /// A damaged file fails its part, which is not marked: once it is mended, the part is run again and does just that file.
    /// </summary>
    [Fact]
    public void A_part_with_a_damaged_file_is_not_done()
    {
        for (int i = 0; i < 5; i++)
            _folder.Write($"in/{i}.json", $"{{\"id\":{i}}}");
        _folder.Write("in/bad.json", "{\"id\":");
        ToolResult failed = Convert("in", "1/1", "--to", "compact", "--from", "json");
        Assert.Equal(3, failed.Code);
        Assert.Contains("bad.json", failed.Error, StringComparison.Ordinal);
        _folder.Write("in/bad.json", "{\"id\":6}");
        ToolResult mended = Convert("in", "1/1", "--to", "compact", "--from", "json");
        Assert.Equal(0, mended.Code);
        Assert.Contains("1 of 6 files converted; 5 there already", mended.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ndjson")]
    [InlineData("json")]
    [InlineData("compact")]
    [InlineData("ndjson", "--compress", "gzip", "--verify")]
    public void The_parts_of_a_file_of_lines_are_the_whole(string to, params string[] more)
    {
        var random = new Random(7);
        string text = string.Concat(Enumerable.Range(0, 500)
            .Select(i => $"{{\"id\":{i},\"name\":\"{new string('ж', i == 250 ? 40_000 : random.Next(40))}\"}}\n"));
        _folder.Write("orders.ndjson", text);
        for (int number = 1; number <= 4; number++)
        {
            ToolResult result = Convert("orders.ndjson", $"{number}/4", ["--to", to, .. more]);
            Assert.True(result.Code == 0, result.Error);
        }
        Assert.Equal(4, Results().Length); // the third is empty: a line spans it
        File.WriteAllBytes(_folder["whole"], [.. Results().SelectMany(f => File.ReadAllBytes(_folder["out/" + f]))]);
        ToolResult back = Tool.Run("convert", _folder["whole"], "-", "--to", "ndjson", "--items");
        Assert.True(back.Code == 0, back.Error);
        Assert.Equal(text, System.Text.RegularExpressions.Regex.Unescape(back.Output));
    }

    /// <summary>What grows meanwhile, and parts of other numbers and formats, would lose or double something.</summary>
    [Fact]
    public void Parts_of_other_work_do_not_go_together()
    {
        _folder.Write("orders.ndjson", "{\"a\":1}\n{\"a\":2}\n");
        Assert.Equal(0, Convert("orders.ndjson", "1/2", "--to", "ndjson").Code);
        ToolResult number = Convert("orders.ndjson", "2/3", "--to", "ndjson"), format = Convert("orders.ndjson", "2/2", "--to", "compact");
        Assert.Equal((2, 2), (number.Code, format.Code));
        Assert.Contains("shards is 2 in its plan and 3 in 2/3", number.Error, StringComparison.Ordinal);
        Assert.Contains("to is \"ndjson\" in its plan and \"compact\"", format.Error, StringComparison.Ordinal);
        File.AppendAllText(_folder["orders.ndjson"], "{\"a\":3}\n");
        ToolResult grown = Convert("orders.ndjson", "2/2", "--to", "ndjson");
        Assert.Equal(2, grown.Code);
        Assert.Contains("bytes is 16 in its plan and 24", grown.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void What_cannot_be_parted_is_told()
    {
        _folder.Write("array.json", "[1,2]");
        using (var gzip =
            new System.IO.Compression.GZipStream(File.Create(_folder["big.ndjson"]), System.IO.Compression.CompressionLevel.Fastest))
            gzip.Write(Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("{\"a\":1}\n", 200_000))));
        _folder.Write("in/a.json", "{}");
        Directory.CreateDirectory(_folder["used"]);
        _folder.Write("used/mine.txt", "mine");
        Refused("is no lines of JSON", [_folder["array.json"], _folder["out"], "--to", "ndjson", "--shard", "1/2"]);
        _folder.Write("lines.ndjson", "{\"a\":1}\n{\"a\":2}\n");
        Refused("one behind another", [_folder["lines.ndjson"], _folder["out"], "--to", "xml", "--shard", "1/2"]);
        Refused("is gzip", [_folder["big.ndjson"], _folder["out"], "--to", "ndjson", "--shard", "1/2"]);
        Refused("files that are of no shard", [_folder["in"], _folder["used"], "--to", "compact", "--shard", "1/2"]);
        Refused("into another folder", [_folder["in"], _folder["in"], "--to", "compact", "--shard", "1/2"]);
        Refused("--force", [_folder["in"], _folder["out"], "--to", "compact", "--shard", "1/2", "--force"]);
        foreach (string wrong in (string[])["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", "1/9999999"])
            Assert.Equal(2, Assert.Throws<Isomer.Cli.CliException>(() => Shard.Parse(wrong)).Code);
        Assert.False(Directory.Exists(_folder["out"]));

        static void Refused(string words, string[] arguments)
        {
            ToolResult result = Tool.Run(["convert", .. arguments]);
            Assert.Equal(2, result.Code);
            Assert.Contains(words, result.Error, StringComparison.Ordinal);
        }
    }

    /// <summary>Only what lies in such a folder within the source is not of it.</summary>
    [Fact]
    public void A_folder_within_what_shards_kept_has_payloads()
    {
        Directory.CreateDirectory(_folder[".isomer-shards/in"]);
        _folder.Write(".isomer-shards/in/a.json", "{}");
        ToolResult result = Tool.Run(["convert", _folder[".isomer-shards/in"], _folder["out"], "--to", "compact"]);
        Assert.Equal(0, result.Code);
        Assert.True(File.Exists(Path.Combine(_folder["out"], "a.compact")));
    }

    /// <summary>What shards kept is no payload of whoever converts their results further.</summary>
    [Fact]
    public void Marks_are_not_converted_with_the_results()
    {
        _folder.Write("in/a.json", "{\"a\":1}");
        Assert.Equal(0, Convert("in", "1/1", "--to", "compact").Code);
        ToolResult next = Tool.Run("convert", _folder["out"], _folder["next"], "--to", "json");
        Assert.True(next.Code == 0, next.Error);
        Assert.Equal([_folder["next/a.json"]], Directory.GetFileSystemEntries(_folder["next"], "*", SearchOption.AllDirectories));
    }

    /// <summary>
    /// One process is killed; two do the same part at once, as where a node is thought dead and lives: each result is there once.
    /// </summary>
    [Fact]
    public async Task Two_at_the_same_part_and_one_that_is_killed_do_no_harm()
    {
        const int Files = 4000;
        for (int i = 0; i < Files; i++)
            _folder.Write($"in/{i}.json", $"{{\"id\":{i},\"text\":\"{new string('x', 200)}\"}}");
        string[] arguments = ["convert", _folder["in"], _folder["out"], "--to", "compact", "--shard", "1/1"];
        using (var killed = Tool.Start(arguments))
        {
            while (!Directory.Exists(_folder["out"]) || Results().Length < 50)
                Assert.False(killed.WaitForExit(5), "it ended too soon to be killed");
            killed.Kill();
            await killed.WaitForExitAsync();
        }
        Assert.InRange(Results().Length, 50, Files - 1);
        Assert.All(Results(), IsWhole);
        using var left = Tool.Start(arguments);
        using var right = Tool.Start(arguments);
        Task<string> leftSays = left.StandardError.ReadToEndAsync(), rightSays = right.StandardError.ReadToEndAsync();
        await Task.WhenAll(left.WaitForExitAsync(), right.WaitForExitAsync());
        // The one that began later may take away what the other was writing, which then fails; never both.
        Assert.True(left.ExitCode == 0 || right.ExitCode == 0, await leftSays + await rightSays);
        Assert.Equal(Files, Results().Length);
        Assert.All(Results(), IsWhole);
        Assert.True(File.Exists(_folder[$"out/{ShardFolder.Name}/00001-of-00001.done"]));
    }
}
