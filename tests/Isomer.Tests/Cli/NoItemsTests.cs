using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>What has no items, in every form in which the tool writes that: it is read as no items, and not as an empty file.</summary>
public sealed class NoItemsTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("ndjson")]
    [InlineData("compact", "--items")]
    [InlineData("pb", "--items", "--to", "protobuf")]
    public void No_items_are_read_as_no_items(string extension, params string[] more)
    {
        foreach (string packed in (string[])["", ".br", ".gz", ".zlib"])
        {
            string file = _folder[$"none.{extension}{packed}"];
            ToolResult written = Tool.RunWith("[]", ["convert", "-", file, .. more]);
            Assert.True(written.Code == 0, written.Error);
            string[] from = extension == "pb" ? ["--from", "protobuf", "--items"] : [];
            foreach (string[] asked in (string[][])[[], ["--items"]])
            {
                ToolResult read = Tool.Run(["convert", file, "-", "--to", "json", .. from.Concat(asked).Distinct()]);
                Assert.True((read.Code, read.Output) == (0, "[]"), $"{file}: {read.Code} {read.Output} {read.Error}");
            }
            if (extension == "pb")
                continue;
            Assert.Equal(0, Tool.Run("diff", file, _folder.Write("empty.json", "[]")).Code);
            ToolResult shown = Tool.Run("inspect", file, "-o", "json");
            Assert.True(shown.Code == 0 && shown.Output.Contains("\"count\": 0", StringComparison.Ordinal), $"{file}: {shown.Error}");
        }
    }

    /// <summary>A name without an extension, where the format is told; without either, and of other formats, nothing is nothing.</summary>
    [Fact]
    public void An_empty_file_is_items_only_where_something_says_so()
    {
        string file = _folder.Write("none", "");
        Assert.Equal("[]", Tool.Run("convert", file, "-", "--from", "compact", "--to", "json").Output);
        Assert.Equal(3, Tool.Run("convert", file, "-", "--to", "json").Code);
        Assert.Equal(3, Tool.Run("inspect", file).Code);
        Assert.Equal(3, Tool.Run("inspect", _folder.Write("none.json", "")).Code);
        Assert.Equal(3, Tool.Run("inspect", _folder.Write("none.xml.br", ";")).Code);
    }

    /// <summary>Parts of a file of fewer lines than parts: all of them are read again.</summary>
    [Theory]
    [InlineData("ndjson")]
    [InlineData("compact", "--items")]
    public void Parts_without_lines_are_read_again(string to, params string[] more)
    {
        string lines = _folder.Write("in.ndjson", "{\"a\":1}\n{\"a\":2}\n");
        foreach (string compression in (string[])["br", "zlib", "gzip"])
        {
            string into = _folder[to + compression];
            int items = 0;
            for (int part = 1; part <= 4; part++)
            {
                ToolResult written = Tool.Run(["convert", lines, into, "--to", to, "--shard", $"{part}/4", "--compress", compression, .. more]);
                Assert.True(written.Code == 0, written.Error);
            }
            foreach (string file in Directory.GetFiles(into))
            {
                ToolResult read = Tool.Run("convert", file, "-", "--to", "json", "--items");
                Assert.True(read.Code == 0, $"{file}: {read.Error}");
                items += Json.Deserialize<object[]>(read.Bytes).Length;
            }
            Assert.Equal(2, items);
        }
    }

    /// <summary>Nothing, as other programs compress it by zlib: stored, and at their best.</summary>
    [Theory]
    [InlineData(new byte[] { 0x78, 0x01, 1, 0, 0, 0xFF, 0xFF, 0, 0, 0, 1 })]
    [InlineData(new byte[] { 0x78, 0xDA, 3, 0, 0, 0, 0, 1 })]
    public void Nothing_by_zlib_of_others_is_nothing(byte[] bytes)
    {
        Assert.Equal("[]", Tool.Run("convert", _folder.Write("x.ndjson.zlib", bytes), "-", "--to", "json").Output);
    }
}
