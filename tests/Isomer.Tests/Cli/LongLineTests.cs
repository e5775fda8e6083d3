using System.Globalization;
using Isomer.Cli.Converting.Items;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// Lines of JSON whose first is as long as what is looked at of a file, or longer: that they are lines shows behind it, and they are items
/// all the same.
/// </summary>
public sealed class LongLineTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    static string Line(int length) => "{\"a\":\"" + new string('x', length - 8) + "\"}";

    static ToolResult Done(ToolResult result)
    {
        Assert.True(result.Code == 0, result.Error);
        return result;
    }

    [Theory]
    [InlineData(PeekedInput.HeadSize - 1)]
    [InlineData(PeekedInput.HeadSize)]
    [InlineData(PeekedInput.HeadSize + 1)]
    [InlineData(3 * PeekedInput.HeadSize)]
    public void A_long_first_line_is_an_item(int length)
    {
        string text = Line(length) + "\n{\"a\":1}\n{\"a\":2}\n";
        foreach (string name in (string[])["in.ndjson", "in.txt", "in.ndjson.gz", "-"])
        {
            if (name.EndsWith(".gz", StringComparison.Ordinal))
                Done(Tool.Run("convert", _folder["in.ndjson"], _folder[name]));
            else if (name != "-")
                _folder.Write(name, text);
            foreach (string to in (string[])["protobuf", "compact"])
            {
                ToolResult written = Done(Tool.RunWith(text, "convert", name == "-" ? name : _folder[name], _folder["out"], "--to", to,
                    "--items", "--force", "--allow-lossy"));
                Assert.Contains(": 3 items", written.Error, StringComparison.Ordinal);
                ToolResult back = Done(Tool.Run("convert", _folder["out"], "-", "--from", to, "--items", "--to", "ndjson"));
                Assert.Equal(3, back.Output.Count(c => c == '\n'));
                if (to == "compact")
                    Assert.Equal(0, Tool.Run("diff", _folder["out"], _folder["in.ndjson"], "--left-format", "compact").Code);
            }
        }
        // The name of the file says so without being asked.
        Assert.Contains("Json lines", Done(Tool.Run("convert", _folder["in.ndjson"], _folder["all.json"])).Error, StringComparison.Ordinal);
        Assert.Equal(3, Json.Deserialize<object[]>(File.ReadAllBytes(_folder["all.json"])).Length);
        // What is not asked for as items, and called nothing, may be one long object.
        _folder.Write("one.json", Line(length));
        Assert.Equal(0, Tool.Run("diff", _folder["one.json"], _folder["one.json"]).Code);
        Assert.Equal(Line(length), Done(Tool.Run("convert", _folder["one.json"], "-", "--to", "json")).Output);
    }

    /// <summary>An array that has its items in one line is an array, however long, unless the name says that it is a line.</summary>
    [Fact]
    public void A_long_array_in_one_line_stays_an_array()
    {
        string array = "[" + string.Join(',', Enumerable.Range(0, 200_000).Select(i => i.ToString(CultureInfo.InvariantCulture))) + "]";
        _folder.Write("a.json", array);
        Assert.Contains(": 200000 items", Done(Tool.Run("convert", _folder["a.json"], _folder["a.compact"], "--items")).Error,
            StringComparison.Ordinal);
        _folder.Write("b.ndjson", array + "\n[1]\n");
        Assert.Contains(": 2 items", Done(Tool.Run("convert", _folder["b.ndjson"], _folder["b.compact"], "--items")).Error,
            StringComparison.Ordinal);
    }

    /// <summary>The window is as large as the longest line, and not as the file.</summary>
    [Fact]
    public void Memory_does_not_grow_with_the_lines()
    {
        if (!OperatingSystem.IsLinux() || !File.Exists("/usr/bin/time"))
            Assert.Skip("reads the peak by /usr/bin/time");
        long Peak(string name, int lines)
        {
            using (var writer = new StreamWriter(_folder[name]))
                for (int i = 0; i < lines; i++)
                    writer.Write(Line(PeekedInput.HeadSize + 1000) + "\n");
            ToolResult result = Done(Tool.Execute("/usr/bin/time",
                ["-f", "peak %M", "dotnet", Tool.Dll, "convert", _folder[name], _folder[name + ".compact"], "--items"], []));
            return long.Parse(result.Error.AsSpan(result.Error.IndexOf("peak ", StringComparison.Ordinal) + 5).Trim(),
                CultureInfo.InvariantCulture);
        }
        long few = Peak("few.ndjson", 6), many = Peak("many.ndjson", 60);
        // As a whole it would be half a gigabyte.
        Assert.True(many < few + 150_000, $"{few} KiB for 6 MB, {many} KiB for 60 MB");
    }
}
