using System.Buffers;
using System.Text;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.OwnFormat;

/// <summary>What a text format of one's own is given beside what bytes are: lines and columns, whatever way the text comes.</summary>
public class LinesTests
{
    public sealed class Basket
    {
        public string? Owner { get; set; }
        public List<Fruit?> Fruits { get; set; } = [];
    }

    public sealed class Fruit
    {
        public string? Name { get; set; }
        public int Count { get; set; }
    }

    static readonly LinesFormat s_lines = new();

    static Basket Sample =>
        new() { Owner = "Käthe", Fruits = [new() { Name = "pear", Count = 2 }, null, new() { Name = null, Count = -7 }] };

    [Fact]
    public void It_writes_and_reads()
    {
        byte[] bytes = s_lines.Serialize(Sample);
        Assert.Equal("{\n.Owner\n=Käthe\n.Fruits\n[\n{\n.Name\n=pear\n.Count\n=2\n}\n~\n{\n.Name\n~\n.Count\n=-7\n}\n]\n}\n",
            Encoding.UTF8.GetString(bytes));
        Assert.Null(new Deep(true).Difference(Sample, s_lines.Deserialize<Basket>(bytes)));
    }

    public static TheoryData<string, long, int, int, string> Damaged => new()
    {
        { "{\n.Owner\n=Käthe\n.Fruits\n[\n{\n.Name\n=pear\n.Count\n=2x\n}\n]\n}\n", 49, 10, 2, "$.Fruits[0].Count" },
        { "{\n.Owner\n=Käthe\n.Colour\n=red\n}\n", 17, 4, 1, "$.Owner" },
        { "{\n.Fruits\n[\n~\n{\n.Name\n=pea", 22, 7, 1, "$.Fruits[1].Name" },
        { "{\n}\n}\n", 4, 3, 1, "$" },
        { "", 0, 1, 1, "$" },
    };

    /// <summary>In one piece, in bytes of their own, through streams and with a mark in front: one place, counted in characters.</summary>
    [Theory]
    [MemberData(nameof(Damaged))]
    public void Its_errors_have_lines_and_columns(string text, long offset, int line, int column, string path)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        Check(Assert.Throws<WireFormatException>(() => s_lines.Deserialize<Basket>(bytes)), offset);
        Check(Assert.Throws<WireFormatException>(() => s_lines.Deserialize(bytes, typeof(Basket))), offset);
        Check(Assert.Throws<WireFormatException>(() => s_lines.Deserialize<Basket>(new MemoryStream(bytes))), offset);
        Check(Assert.Throws<WireFormatException>(() => s_lines.Deserialize<Basket>(new ReadOnlySequence<byte>(bytes))), offset);

        void Check(WireFormatException e, long at) =>
            Assert.Equal(("Lines", at, line, column, path), (e.Format, e.Offset, e.Line, e.Column, e.Path));
    }

    [Fact]
    public void A_member_without_a_value_of_its_own_is_announced_only_if_it_is_there()
    {
        var writer = new Recorder();
        Assert.True(writer.OptionalMember(null!, 3, present: true));
        Assert.False(writer.OptionalMember(null!, 4, present: false));
        Assert.Equal([3], writer.Members);
    }

    /// <summary>It notes which members are announced, and has no OptionalMember of its own.</summary>
    sealed class Recorder() : LinesWriter(null!)
    {
        public List<int> Members { get; } = [];

        public override void Member(Isomer.Shapes.MemberTable table, int index) => Members.Add(index);
    }
}
