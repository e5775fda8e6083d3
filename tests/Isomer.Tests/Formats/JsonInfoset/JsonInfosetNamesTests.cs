using System.Text;
using System.Xml;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Names are found by their bytes: whatever the names, each is itself, and one string with what the name table has.</summary>
public class JsonInfosetNamesTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Names_of_every_length_are_themselves_and_atomized(int seed)
    {
        var random = new Random(seed);
        var names = new List<string>();
        // Few letters and a common middle: heads, tails and lengths coincide, and there are more names than the table keeps.
        for (int i = 0; i < 6000; i++)
        {
            var name = new StringBuilder("n");
            int length = random.Next(28);
            for (int j = 0; j < length; j++)
                name.Append(j is > 6 and < 12 ? '_' : (char)('a' + random.Next(3)));
            names.Add(name.ToString());
        }
        names.AddRange(["item", "root", "type", "__type", "a", "xmlns"]);
        byte[] json = Encoding.UTF8.GetBytes(
            "[" + string.Join(",", Enumerable.Range(0, 2).Select(_ => "{" + string.Join(",", names.Select(n => $"\"{n}\":1")) + "}"))
                + "]");
        using var reader = JsonInfoset.CreateReader(json);
        string early = new(names[0].AsSpan());
        if (seed % 2 == 0)
            Assert.Same(early, reader.NameTable.Add(early));
        var seen = new List<string>();
        while (reader.Read())
        {
            if (reader.NodeType == XmlNodeType.Element && reader.Depth == 2)
                seen.Add(reader.Name);
        }
        Assert.Equal(names.Concat(names), seen);
        if (seed % 2 == 0)
            Assert.Same(early, seen[0]);
        Assert.All(seen, name => Assert.Same(reader.NameTable.Get(name), name));
    }

    [Fact]
    public void Names_that_share_head_tail_and_length_are_told_apart()
    {
        // The hash sees the first and the last eight bytes: these all fall on one place.
        string[] names = [.. Enumerable.Range(0, 300).Select(i => $"headhead{i:D8}tailtail")];
        byte[] json = Encoding.UTF8.GetBytes("{" + string.Join(",", names.Concat(names).Select(n => $"\"{n}\":\"{n}\"")) + "}");
        using var reader = JsonInfoset.CreateReader(json);
        var seen = new List<string>();
        while (reader.Read())
        {
            if (reader.NodeType == XmlNodeType.Element && reader.Depth == 1)
                seen.Add(reader.LocalName);
            else if (reader.NodeType == XmlNodeType.Text)
                Assert.Equal(seen[^1], reader.Value);
        }
        Assert.Equal(names.Concat(names), seen);
        Assert.All(seen, name => Assert.Same(reader.NameTable.Get(name), name));
    }

    [Fact]
    public void A_text_nobody_asks_for_is_no_string()
    {
        byte[] json =
            Encoding.UTF8.GetBytes("[" + string.Join(",", Enumerable.Repeat("\"a text that nobody asks for\",123.5", 1000)) + "]");
        Skim(json);
        long before = GC.GetAllocatedBytesForCurrentThread();
        int nodes = Skim(json);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 8000);
        Assert.Equal(2 + (2000 * 3), nodes);

        static int Skim(byte[] json)
        {
            using var reader = JsonInfoset.CreateReader(json);
            int nodes = 0;
            while (reader.Read())
                nodes++;
            return nodes;
        }
    }

    [Fact]
    public void A_text_nobody_asks_for_is_checked()
    {
        using var reader = JsonInfoset.CreateReader([.. "[\"a"u8, 0xC3, .. "\"]"u8]);
        Assert.True(reader.Read());
        Assert.True(reader.Read());
        Assert.Contains("UTF-8", Assert.Throws<XmlException>(() => reader.Read()).Message, StringComparison.Ordinal);
    }
}
