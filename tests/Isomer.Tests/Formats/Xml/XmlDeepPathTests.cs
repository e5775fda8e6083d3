using System.Text;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>The path of an error ends where it is as long as anyone reads: the rest of a deep document is not told.</summary>
public class XmlDeepPathTests
{
    public class Chain
    {
        public int Number { get; set; }
        public Chain? Next { get; set; }
    }

    static string PathIn(int depth)
    {
        var text = new StringBuilder("<Chain>");
        for (int i = 0; i < depth; i++)
            text.Append("<Next>");
        text.Append("<Number>x</Number>");
        for (int i = 0; i < depth; i++)
            text.Append("</Next>");
        byte[] bytes = Encoding.UTF8.GetBytes(text.Append("</Chain>").ToString());
        var options = new XmlOptions { Limits = new Limits { MaxDepth = 200 } };
        return Assert.Throws<WireFormatException>(() => Xml.Deserialize<Chain>(bytes, options)).Path!;
    }

    [Fact]
    public void A_path_has_64_steps_at_most()
    {
        string[] shallow = PathIn(3).Split('.');
        Assert.Equal(["$", "Chain", "Next", "Next", "Next", "Number"], shallow);
        // As many as there may be, with the sign of the root and the member; and then without the member.
        Assert.Equal("Number", PathIn(61).Split('.')[^1]);
        Assert.Equal(64, PathIn(61).Split('.').Length);
        Assert.Equal("Next", PathIn(62).Split('.')[^1]);
        foreach (int depth in (int[])[62, 63, 64])
            Assert.Equal(64, PathIn(depth).Split('.').Length);
    }
}
