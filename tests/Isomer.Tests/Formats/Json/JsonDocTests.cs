using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Forms that docs/json.md lists and that no other test names.</summary>
public class JsonDocTests
{
    [Fact]
    public void OtherForms()
    {
        foreach (var options in JsonCheck.Tiers())
        {
            var queue = new PriorityQueue<string, int>([("a", 2), ("b", 1)]);
            Assert.Equal("""[{"Element":"b","Priority":1},{"Element":"a","Priority":2}]""", Json.ToText(queue, options));
            Assert.Equal("""{"n":["1","2"]}""",
                Json.ToText(new System.Collections.Specialized.NameValueCollection { { "n", "1" }, { "n", "2" } }, options));
            Assert.Equal("""{"Key":1,"Value":"v"}""", Json.ToText(new System.Collections.DictionaryEntry(1, "v"), options));
            Assert.Equal("null", Json.ToText<byte[]?>(null, options));
        }
    }
}
