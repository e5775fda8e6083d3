using System.Buffers;
using System.IO.Pipelines;
using System.Reflection;
using Isomer.Battery;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>Knowing one facade is knowing all: the same methods with the same parameters, and the same behaviour.</summary>
public class FacadeTests
{
    public class Item
    {
        public int Id { get; set; }
        public List<string> Tags { get; set; } = [];
    }

    static readonly Type[] Facades = [typeof(Json), typeof(Compact), typeof(ContractXml), typeof(ContractJson), typeof(Xml),
        typeof(Protobuf)];

    [Fact]
    public void Every_format_has_the_same_methods()
    {
        string[] shared = ["Serialize", "SerializeAsync", "Deserialize", "DeserializeAsync", "Fill"];
        string[] expected = Signatures(Facades[0], shared);
        Assert.Equal(21, expected.Length);
        foreach (var facade in Facades.Skip(1))
            Assert.Equal(expected, Signatures(facade, shared));
    }

    [Fact]
    public void Every_format_has_a_facade() =>
        // the binary form is an option of ContractXml's
        Assert.Equal(Format.All.Where(f => f != ContractXml.BinaryFormat).Select(f => f.Name), Facades.Select(f => f.Name));

    /// <summary>What options have computed of themselves is no part of what they are.</summary>
    [Fact]
    public void Options_that_were_used_equal_those_that_were_not()
    {
        var (json, xml, contract) = (new JsonOptions(), new XmlOptions(), new ContractXmlOptions());
        Json.Serialize(1, json);
        Xml.Serialize(1, xml);
        ContractXml.Serialize(1, contract);
        Assert.Equal((new JsonOptions(), new XmlOptions(), new ContractXmlOptions()), (json, xml, contract));
        Assert.Equal(xml.GetHashCode(), new XmlOptions().GetHashCode());
    }

    static string[] Signatures(Type facade, string[] names) => [.. facade.GetMethods(BindingFlags.Public | BindingFlags.Static)
        .Where(m => names.Contains(m.Name))
            .Select(m => m.ToString()! + " " + string.Join(", ", m.GetParameters().Select(p => $"{p.Name}{(p.IsOptional ? "?" : "")}")))
        .Select(s => s.Replace($"Isomer.{facade.Name}Options", "Options", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    [Fact]
    public async Task Compact_every_way_in_and_out()
    {
        var item = new Item { Id = 7, Tags = ["a", "b"] };
        var options = new CompactOptions { Checksum = true };
        byte[] bytes = Compact.Serialize(item, options);

        var buffer = new ArrayBufferWriter<byte>();
        Compact.Serialize(buffer, item, options);
        Compact.Serialize(buffer, item, typeof(Item), options);
        var stream = new MemoryStream();
        Compact.Serialize(stream, item, options);
        Compact.Serialize(stream, item, typeof(Item), options);
        await Compact.SerializeAsync(stream, item, options, TestContext.Current.CancellationToken);
        await Compact.SerializeAsync(stream, item, typeof(Item), options, TestContext.Current.CancellationToken);
        var written = new MemoryStream();
        var writer = PipeWriter.Create(written, new StreamPipeWriterOptions(leaveOpen: true));
        await Compact.SerializeAsync(writer, item, options);
        await Compact.SerializeAsync(writer, item, typeof(Item), options);
        Assert.Equal(bytes, Compact.Serialize(item, typeof(Item), options));
        Assert.Equal([.. bytes, .. bytes], buffer.WrittenSpan.ToArray());
        Assert.Equal([.. bytes, .. bytes, .. bytes, .. bytes], stream.ToArray());
        Assert.Equal([.. bytes, .. bytes], written.ToArray());

        ReadOnlySequence<byte> pieces = Pieces.CutAt(bytes, 5);
        object?[] back =
        [
            Compact.Deserialize<Item>(bytes), Compact.Deserialize(bytes, typeof(Item)),
            Compact.Deserialize<Item>(pieces), Compact.Deserialize(pieces, typeof(Item)),
            Compact.Deserialize<Item>(new MemoryStream(bytes)), Compact.Deserialize(new MemoryStream(bytes), typeof(Item)),
            await Compact.DeserializeAsync<Item>(new MemoryStream(bytes)),
            await Compact.DeserializeAsync(new MemoryStream(bytes), typeof(Item)),
            await Compact.DeserializeAsync<Item>(PipeReader.Create(pieces)),
            await Compact.DeserializeAsync(PipeReader.Create(pieces), typeof(Item)),
        ];
        Assert.All(back, b => Assert.Equal(Json.ToText(item), Json.ToText(b, typeof(Item))));
    }

    /// <summary>Cut before the first byte, or into pieces of nothing, what the tests read would never end.</summary>
    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void Pieces_of_nothing_are_refused(int size)
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => Pieces.CutAt([1, 2], size));
        Assert.Throws<ArgumentOutOfRangeException>(() => Pieces.Of([1, 2], size));
    }

    [Fact]
    public void Types_at_run_time_are_checked()
    {
        Assert.Throws<ArgumentException>(() => Json.Serialize("x", typeof(int)));
        Assert.Throws<ArgumentException>(() => Compact.Serialize("x", typeof(int)));
        Assert.Throws<ArgumentException>(() => Json.Serialize((object?)null, typeof(int)));
        Assert.Throws<ArgumentException>(() => Compact.Serialize((object?)null, typeof(int)));
        Assert.Null(Compact.Deserialize(Compact.Serialize((object?)null, typeof(int?)), typeof(int?)));
    }

    [Fact]
    public void Filling_is_the_same()
    {
        var values = new Item { Id = 5, Tags = ["new"] };
        foreach (byte[] payload in new[] { Json.Serialize(values), Compact.Serialize(values) })
        {
            T Fill<T>(T target) => payload[0] == '{' ? Json.Fill(target, payload) : Compact.Fill(target, payload);
            var item = new Item { Tags = ["old"] };
            Assert.Same(item, Fill(item));
            Assert.Equal((5, "new"), (item.Id, Assert.Single(item.Tags)));
            object boxed = new Item();
            Assert.Same(boxed, Fill(boxed));
            Assert.Equal(5, ((Item)boxed).Id);
        }
        Assert.Equal((7, 2), Json.Fill((1, 2), """{"Item1":7}"""u8));
        Assert.Equal((7, 2), Compact.Fill((1, 0), Compact.Serialize((7, 2))));
        Assert.Equal((7L, 2), Compact.Fill((1L, 0), Compact.Serialize((7, 2))));
        Assert.Equal("new", Json.Fill("old", "\"new\""u8));
        Assert.Equal("new", Compact.Fill("old", Compact.Serialize("new")));
        Assert.Equal([1, 2], Json.Fill(new List<int> { 1 }, "[2]"u8));
        Assert.Equal([1, 2], Compact.Fill(new List<int> { 1 }, Compact.Serialize<List<int>>([2])));
        Assert.Throws<WireFormatException>(() => Json.Fill(new Item(), "null"u8));
        Assert.Throws<WireFormatException>(() => Compact.Fill(new Item(), Compact.Serialize<Item?>(null)));
    }

    [Fact]
    public async Task Items_of_a_stream_are_limited()
    {
        var stream = new MemoryStream();
        await Compact.WriteStreamAsync(stream, ["short", new string('x', 1000)]);
        stream.Position = 0;
        var options = new CompactOptions { Limits = new Limits { MaxStreamItem = 100 } };
        var read = new List<string>();
        var error = await Assert.ThrowsAsync<WireFormatException>(async () =>
        {
            await foreach (string s in Compact.ReadStreamAsync<string>(stream, options))
                read.Add(s);
        });
        Assert.Equal(["short"], read);
        Assert.Equal(1, error.GoodItems);
        Assert.Contains("MaxStreamItem", error.Message);
    }

    [Theory]
    [InlineData("99999999999", "found '99999999999'.")]
    [InlineData("null", "found 'null'.")]
    [InlineData("-", "found '-'.")]
    [InlineData("\"x\"", "found '\"'.")]
    [InlineData("", "found the end of the text.")]
    public void Json_says_what_it_found(string text, string expected) =>
        Assert.Contains(expected, Assert.Throws<WireFormatException>(() => Json.FromText<int>(text)).Message);
}
