using System.Text;
using Isomer.Tests.Formats.OfNrbf;
using Xunit;

namespace Isomer.Tests.Formats.Containers;

/// <summary>View states of .NET 1.x, which are text: found and read as the later form is.</summary>
public class TextViewStateTests
{
    static string Text(Node? node) => Json.ToText(node);

    [Theory]
    [InlineData("t<-1279334384;;>", """{"$triplet":["-1279334384",null,null]}""")]
    [InlineData("t<2023298245;t<;l<i<1>;>;l<t<p<p<l<Text;>;l<Hello\\; you\\<\\\\;>>;>;;>;>>;>",
        """{"$triplet":["2023298245",{"$triplet":[null,[1],[{"$triplet":[{"$pair":[{"$pair":[["Text"],["Hello; you\u003C\\"]]},null]},null,null]}]]},null]}""")]
    [InlineData("p<l<Visible;Width;>;l<o<f>;n<12px>;>>", """{"$pair":[["Visible","Width"],[false,{"$type":"n","value":"12px"}]]}""")]
    [InlineData("t<i<3>;@<A;B;>;@0<x;>>", """{"$triplet":[3,["A","B"],{"$array":"0","items":["x"]}]}""")]
    [InlineData("h<a;i<1>;i<2>;o<t>;>", """{"$entries":[["a",1],[2,true]]}""")]
    [InlineData("l<System.DateTime, mscorlib<2003-01-02>;>", """[{"$type":"System.DateTime, mscorlib","value":"2003-01-02"}]""")]
    public void They_are_what_their_letters_say(string state, string expected)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(state);
        Assert.Equal(FormatMatch.Likely, Isomer.Containers.ViewState.Match(bytes));
        Assert.Equal(expected, Text(Isomer.Containers.ViewState.ParseNode(bytes)));
        // With the code of the server, by which a page knew its own.
        byte[] coded = [.. bytes, .. new byte[20]];
        Assert.Equal(FormatMatch.Likely, Isomer.Containers.ViewState.Match(coded));
        Assert.Equal($$"""{"$state":{{expected}},"$code":"AAAAAAAAAAAAAAAAAAAAAAAAAAA="}""",
            Text(Isomer.Containers.ViewState.ParseNode(coded)));
        for (int length = 0; length < bytes.Length; length++)
            Assert.True(
                Record.Exception(() => Isomer.Containers.ViewState.ParseNode(bytes[..length])) is WireFormatException
                {
                    Format: "ViewState",
                    Offset: >= 0
                }, $"{length}");
    }

    [Fact]
    public void Payloads_within_are_read()
    {
        string base64 = Convert.ToBase64String(NrbfTests.Original(new List<int> { 5 }));
        Assert.Equal("""{"$pair":[[5],null]}""", Text(Isomer.Containers.ViewState.ParseNode(Encoding.UTF8.GetBytes($"p<b<{base64}>;>"))));
        Assert.Throws<WireFormatException>(() => Isomer.Containers.ViewState.ParseNode("p<b<!>;>"u8));
    }

    [Theory]
    [InlineData("t<a;b;c")]
    [InlineData("t<a;b;c;d>")]
    [InlineData("i<x>")]
    [InlineData("p<i<99999999999>;>")]
    [InlineData("p<o<x>;>")]
    [InlineData("h<a;>")]
    [InlineData("t<;;>behind")]
    [InlineData("p<\\")]
    public void What_is_none_is_refused(string state)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(state);
        Assert.True(Record.Exception(() => Isomer.Containers.ViewState.ParseNode(bytes)) is WireFormatException { Offset: >= 0 });
        if (state is "i<x>" or "t<;;>behind" or "t<a;b;c")
            Assert.Equal(FormatMatch.No, Isomer.Containers.ViewState.Match(bytes));
    }

    /// <summary>Whatever the text: nodes or an error, no deeper than a stack takes.</summary>
    [Fact]
    public void What_is_damaged_is_read_or_refused()
    {
        Assert.Contains("deeper",
            Assert.Throws<WireFormatException>(
                () => Isomer.Containers.ViewState.ParseNode(
                    Encoding.UTF8.GetBytes(string.Concat(Enumerable.Repeat("p<", 100_000))))).Message, StringComparison.Ordinal);
        byte[] state = Encoding.UTF8.GetBytes("t<2023298245;t<;l<i<1>;>;l<t<p<p<l<Text;>;l<Hé\\;llo;>>;>;;>;>>;h<a;o<t>;>>");
        var random = new Random(5);
        int refused = 0;
        for (int i = 0; i < 5000; i++)
        {
            byte[] damaged = [.. state];
            for (int n = random.Next(1, 4); n > 0; n--)
                damaged[random.Next(2, damaged.Length)] = random.Next(2) == 0
                    ? (byte)"<>;\\tplhiob@"[random.Next(12)]
                    : (byte)random.Next(256);
            var error = Record.Exception(() => Isomer.Containers.ViewState.ParseNode(damaged));
            Assert.True(error is null or WireFormatException { Offset: >= 0, Path: not null }, $"{i}: {error}");
            refused += error is null ? 0 : 1;
        }
        Assert.InRange(refused, 500, 4999);
    }

    /// <summary>What takes most memory for its bytes: 100 KB of it. An object of two members for three bytes is the dearest.</summary>
    [Theory]
    [InlineData("h<>;")]
    [InlineData("<>;")]
    [InlineData("p<>;")]
    [InlineData("@<>;")]
    [InlineData("@x<>;")]
    [InlineData("l<>;")]
    [InlineData("h<;;>;")]
    [InlineData("i<1>;")]
    [InlineData("a;")]
    [InlineData(";")]
    public void The_densest_forms_cost_in_proportion(string item)
    {
        byte[] state = Encoding.UTF8.GetBytes($"l<{string.Concat(Enumerable.Repeat(item, 100_000 / item.Length))}>");
        long before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(100_000 / item.Length, Assert.IsType<NodeArray>(Isomer.Containers.ViewState.ParseNode(state)).Count);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, (state.Length * 150L) + 200_000);
    }
}
