using System.Buffers;
using System.Runtime.Serialization;
using System.Text;
using Isomer.Tests.Core;
using Xunit;

namespace Isomer.Tests.Formats;

/// <summary>What any tool may rely on with any format that it gets from <see cref="Format.All"/>.</summary>
public class FormatHandleTests
{
    public sealed class Item
    {
        public int Id { get; set; }
        public string? Name { get; set; }
        public List<int> Numbers { get; set; } = [];
    }

    static Item Sample => new() { Id = 7, Name = "Köln", Numbers = [1, 2, 300] };

    public static TheoryData<string> Names => [.. Format.All.Select(f => f.Name)];

    static Format Of(string name) => Assert.IsType<Format>(Format.Find(name), exactMatch: false);

    [Theory, MemberData(nameof(Names))]
    public void All_ways_to_write_give_the_same_bytes(string name)
    {
        Format format = Of(name);
        byte[] expected = format.Serialize(Sample);
        var buffer = new ArrayBufferWriter<byte>();
        format.Serialize(buffer, Sample);
        var stream = new MemoryStream();
        format.Serialize(stream, Sample, typeof(Item));
        Assert.Equal(expected, buffer.WrittenSpan.ToArray());
        Assert.Equal(expected, stream.ToArray());
        Assert.Equal(expected, format.Serialize(Sample, typeof(Item)));
        Assert.Throws<ArgumentException>(() => format.Serialize("text", typeof(Item)));
    }

    [Theory, MemberData(nameof(Names))]
    public void All_ways_to_read_give_the_same_value(string name)
    {
        Format format = Of(name);
        byte[] bytes = format.Serialize(Sample);
        foreach (object? read in (object?[])[format.Deserialize<Item>(bytes), format.Deserialize(bytes, typeof(Item)),
            format.Deserialize(new MemoryStream(bytes), typeof(Item))])
        {
            Item item = Assert.IsType<Item>(read);
            Assert.Equal((7, "Köln"), (item.Id, item.Name));
            Assert.Equal([1, 2, 300], item.Numbers);
        }
    }

    [Theory, MemberData(nameof(Names))]
    public void Nodes_go_where_the_features_say(string name)
    {
        Format format = Of(name);
        var node = new NodeObject { ["id"] = 7, ["names"] = new NodeArray("a", null, true) };
        if (format.Features.HasFlag(FormatFeatures.WritesNodes) && format.Features.HasFlag(FormatFeatures.ReadsNodes))
            Assert.Equal(node, format.ParseNode(format.WriteNode(node)));
        if (!format.Features.HasFlag(FormatFeatures.WritesNodes))
            Assert.Throws<NotSupportedException>(() => format.WriteNode(node));
        if (!format.Features.HasFlag(FormatFeatures.ReadsNodes))
            Assert.Throws<NotSupportedException>(() => format.ParseNode(format.Serialize(Sample)));
    }

    [Theory, MemberData(nameof(Names))]
    public void A_payload_looks_like_its_format_and_noise_does_not(string name)
    {
        Format format = Of(name);
        if (format.Features.HasFlag(FormatFeatures.ReadsNodes))
            Assert.True(format.Match(format.Serialize(Sample)) >= FormatMatch.Possible);
        Assert.Equal(FormatMatch.No, format.Match([]));
        Assert.Equal(FormatMatch.No, format.Match([0xFF, 0xFE, 0xFD, 0xFC]));
        var random = new Random(7);
        byte[] noise = new byte[40];
        for (int i = 0; i < 2000; i++)
        {
            random.NextBytes(noise);
            Assert.NotEqual((FormatMatch)(-1), format.Match(noise.AsSpan(0, random.Next(noise.Length))));
        }
    }

    /// <summary>What a place says is what stands there: cut out, each scalar of a name of its own is found in the bytes.</summary>
    [Fact]
    public void Compact_tells_the_place_of_each_node()
    {
        byte[] bytes = Compact.Serialize(new List<Item> { Sample, new() { Id = 0x01020304, Name = "unique" } });
        var places = new Isomer.Nodes.NodePlaces();
        Node root = Compact.Format.ParseNode(bytes, places)!;
        Node text = ((NodeObject)root[1]!).Members.Single(m => m.Value!.Kind == NodeKind.String).Value!;
        Assert.True(places.TryGet(text, out int offset, out int length));
        Assert.Contains("unique", Encoding.UTF8.GetString(bytes, offset, length), StringComparison.Ordinal);
        Assert.True(places.TryGet(root, out int rootOffset, out int rootLength));
        Assert.Equal(bytes.Length, rootOffset + rootLength);
        Assert.True(places.TryGet(root[1], out int itemOffset, out int itemLength));
        Assert.InRange(offset, itemOffset, itemOffset + itemLength - length);
        Assert.False(places.TryGet(null, out _, out _));
    }

    [Fact]
    public void Found_by_name_media_type_and_extension()
    {
        Assert.Same(Json.Format, Format.Find("JSON"));
        Assert.Same(Json.Format, Format.Find("application/json"));
        Assert.Same(Compact.Format, Format.Find(".isomer"));
        Assert.Same(Compact.Format, Format.Find("compact"));
        Assert.Null(Format.Find("nothing"));
    }

    [Fact]
    public void Json_is_told_by_its_first_character()
    {
        FormatMatch Match(string text) => Json.Format.Match(Encoding.UTF8.GetBytes(text));
        Assert.Equal(FormatMatch.Likely, Match("\uFEFF \n {"));
        Assert.Equal(FormatMatch.Possible, Match("true"));
        Assert.Equal(FormatMatch.No, Match("trap"));
        Assert.Equal(FormatMatch.No, Match("<x/>"));
    }

    [Theory]
    [InlineData("089601", FormatMatch.Possible)]
    [InlineData("1A03089601", FormatMatch.Possible)]
    [InlineData("0A05616263", FormatMatch.Possible)] // what is shown may end within a field
    [InlineData("0B08010C", FormatMatch.Possible)]
    [InlineData("0B08011C", FormatMatch.No)] // another group ends than began
    [InlineData("0C", FormatMatch.No)] // a group ends that did not begin
    [InlineData("00", FormatMatch.No)]
    [InlineData("0E", FormatMatch.No)]
    public void Protobuf_is_at_most_a_possibility(string hex, FormatMatch expected) =>
        Assert.Equal(expected, Protobuf.Format.Match(Convert.FromHexString(hex)));

    [Theory]
    [InlineData("{\"a\":1}")]
    [InlineData(" [1,2]")]
    [InlineData("<a/>")]
    [InlineData("\uFEFF<a/>")]
    [InlineData("\"text\"")]
    public void Text_is_no_message(string text) => Assert.Equal(FormatMatch.No, Protobuf.Format.Match(Encoding.UTF8.GetBytes(text)));

    /// <summary>The forms of the base class, which a format has until it overrides them.</summary>
    [Theory, MemberData(nameof(Names))]
    public void All_generic_ways_are_those_of_the_facade(string name)
    {
        Format format = Of(name);
        byte[] expected = format.Serialize(Sample);
        var stream = new MemoryStream();
        format.Serialize(stream, Sample);
        Assert.Equal(expected, stream.ToArray());
        stream.Position = 0;
        Assert.Equal("Köln", format.Deserialize<Item>(stream).Name);
        Assert.Equal("Köln", format.Deserialize<Item>(new ReadOnlySequence<byte>(expected)).Name);
        Assert.Equal("Köln", format.Deserialize<Item>(Pieces.Single(expected)).Name);
    }

    /// <summary>Each option type, and that it reaches every method.</summary>
    public static TheoryData<string, object> Given => new()
    {
        { "Json", JsonOptions.Pretty }, { "Json", JsonOptions.FastJson }, { "Compact", new CompactOptions { Checksum = true } },
        { "ContractXml", ContractXmlOptions.Binary }, { "Xml", new XmlOptions { Declaration = false } },
        { "ContractJson", new ContractJsonOptions { EmitTypeInformation = EmitTypeInformation.Always } },
        { "Protobuf", new ProtobufOptions { Convention = Convention.Protobuf.WithNumberedMembers(), PackedRoots = true } },
    };

    [Theory, MemberData(nameof(Given))]
    public void A_handle_takes_options(string name, object options)
    {
        Format format = Of(name).With(options);
        object value = name == "Protobuf" ? new List<int> { 1, 2 } : Sample;
        byte[] bytes = format.Serialize(value, value.GetType());
        Assert.NotEqual(Of(name).Serialize(value, value.GetType()), bytes);
        byte[] ofFacade = (byte[])typeof(Format).Assembly.GetType("Isomer." + name)!.GetMethod("Serialize",
            [typeof(object), typeof(Type), options.GetType()])!.Invoke(null, [value, value.GetType(), options])!;
        Assert.Equal(ofFacade, bytes);
        var stream = new MemoryStream();
        format.Serialize(stream, value, value.GetType());
        Assert.Equal(bytes, stream.ToArray());
        Assert.Null(new Deep(false).Difference(value, format.Deserialize(bytes, value.GetType())));
        Assert.Throws<ArgumentException>(() => format.With(name == "Json" ? CompactOptions.Default : JsonOptions.Default));
        Assert.Equal(name == "Protobuf" ? "Protobuf" : Of(name).With(null).Name, Of(name).Name);
        Assert.Throws<NotSupportedException>(() => new Least().With(null));
    }

    [Fact]
    public void What_a_format_does_not_override_works_by_its_generic_methods()
    {
        Format plain = new Least();
        byte[] bytes = plain.Serialize(Sample, typeof(Item));
        Assert.Equal(Json.Serialize(Sample), bytes);
        Assert.Equal("Köln", Assert.IsType<Item>(plain.Deserialize(new MemoryStream(bytes), typeof(Item))).Name);
        Assert.Equal(7, plain.Deserialize("7"u8, typeof(int)));
        Assert.Throws<NotSupportedException>(() => plain.ParseNode(bytes));
        Assert.Equal([".least"], plain.FileExtensions);
    }

    sealed class Least : Format
    {
        public override string Name => "Least";
        public override string MediaType => "text/least";
        public override bool IsText => true;
        public override byte[] Serialize<T>(T value) => Json.Serialize(value);
        public override T Deserialize<T>(ReadOnlySpan<byte> payload) => Json.Deserialize<T>(payload);
    }
}
