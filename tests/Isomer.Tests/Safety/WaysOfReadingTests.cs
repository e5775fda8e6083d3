using System.Buffers;
using System.Text;
using Isomer.Fuzz.Targets;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>What the fuzzer found different between ways of reading the same input: each rule by itself.</summary>
public class WaysOfReadingTests
{
    [System.Runtime.Serialization.DataContract(Name = "Item", Namespace = "")]
    public sealed class Item
    {
        [System.Runtime.Serialization.DataMember]
        public string? Name { get; set; }

        [System.Runtime.Serialization.DataMember]
        public int Number { get; set; }
    }

    /// <summary>The letters before the error take two, three and four bytes in UTF-8; the caller has the text.</summary>
    [Theory]
    [InlineData("äöü")]
    [InlineData("日本語")]
    [InlineData("😀😀")]
    [InlineData("a\n b ä")]
    public void Errors_of_texts_tell_offsets_in_the_text(string letters)
    {
        string json = $"{{\"Name\":\"{letters.Replace("\n", "\\n", StringComparison.Ordinal)}\",\n \"ä\":1, \"Number\":x}}",
            xml = $"<?xml version=\"1.0\" encoding=\"utf-16\"?><Item><Name>{letters}</Name>\n <Number>1</Zahl></Item>";
        foreach (var (text, read) in (IEnumerable<(string, Action<string>)>)
        [
            (json, t => Json.FromText<Item>(t)),
            (json, t => Json.FromText(t, typeof(Item))),
            (json, t => Json.ParseNode(t)),
            (json, t => Json.FromText<Item>(t, JsonOptions.FastJson)),
            (json, t => Json.FromText<Item>(t, JsonOptions.Graph)),
            (json, t => Json.FromText<Item>(t, new JsonOptions { MaxErrors = 3 })),
            (json, t => ContractJson.FromText<Item>(t)),
            (json, t => ContractJson.FromText(t, typeof(Item))),
            (xml, t => Xml.FromText<Item>(t)),
            (xml, t => Xml.FromText(t, typeof(Item))),
            ("\uFEFF" + xml, t => Xml.FromText<Item>(t)),
            (xml.Replace(" encoding=\"utf-16\"", "", StringComparison.Ordinal), t => ContractXml.FromText<Item>(t)),
            (xml, t => ContractXml.FromText(t, typeof(Item))),
        ])
        {
            var e = Assert.Throws<WireFormatException>(() => read(text));
            int at = text == json ? text.IndexOf('x', StringComparison.Ordinal) : text.IndexOf("</Zahl", StringComparison.Ordinal);
            // The end tag is met behind its first two characters, or behind its name.
            Assert.InRange(e.Offset, at, text == json ? at : at + "</Zahl>".Length);
            Assert.Equal(text.AsSpan(0, (int)e.Offset).Count('\n') + 1, e.Line);
            Assert.Equal(e.Offset - text.LastIndexOf('\n', (int)e.Offset - 1), e.Column);
        }
    }

    [Fact]
    public void Halves_of_pairs_are_told_by_their_place_in_the_text()
    {
        foreach (Action<string> read in (Action<string>[])[t => Json.FromText<string>(t), t => ContractJson.FromText<string>(t),
            t => Xml.FromText<string>(t), t => ContractXml.FromText<string>(t)])
        {
            var e = Assert.Throws<WireFormatException>(() => read("\"ää\n\uD800\""));
            Assert.Equal((4, 2, 1), (e.Offset, e.Line, e.Column));
        }
    }

    /// <summary>What a declaration says beside the encoding, which a string does not have, is judged as in bytes.</summary>
    [Theory]
    [InlineData("<?xml version=\"1.0\" encoding=\"utf-16\"?>", true)]
    [InlineData("<?xml version=\"1.0\" encoding=\"us-ascii\" standalone=\"yes\"?>", true)]
    [InlineData("<?xml version=\"1.0\"\n encoding='ä'\n?>", true)]
    [InlineData("<?xml version=\"1.0\"?>", true)]
    [InlineData("<?xml ?>", false)]
    [InlineData("<?xml version=\"2.0\" encoding=\"utf-8\"?>", false)]
    public void Declarations_of_texts(string declaration, bool isGood)
    {
        foreach (Action read in (Action[])[() => Xml.FromText<Item>(declaration + "<Item/>"),
            () => Xml.FromText(declaration + "<Item/>", typeof(Item))])
        {
            if (isGood)
                read();
            else
                Assert.Throws<WireFormatException>(read);
        }
    }

    /// <summary>UTF-7 is an encoding that .NET knows and refuses.</summary>
    [Fact]
    public void Encodings_that_are_switched_off_are_refused_as_unknown_ones() =>
        Assert.Throws<WireFormatException>(
            () => Xml.Deserialize<Item>("<?xml version=\"1.0\" encoding=\"utf-7\"?><Item/>"u8, XmlOptions.LikeXmlSerializer));

    /// <summary>A list that is not null, marked as a subtype that nothing declares: once null in emitted code.</summary>
    [Fact]
    public void A_subtype_of_a_type_that_has_none_is_refused_by_both_tiers()
    {
        byte[] bytes = Compact.Serialize<int[]>([1]);
        int marker = bytes.Length - 6; // marker, count, one number
        Assert.Equal(1, bytes[marker]);
        bytes[marker] = 3;
        foreach (var convention in (PlainConvention[])[Convention.Plain, Convention.Plain.WithTier(ShapeTier.Reflection)])
        {
            var options = new CompactOptions { Convention = convention };
            Assert.Contains("subtype", Assert.Throws<WireFormatException>(() => Compact.Deserialize<int[]>(bytes, options)).Message,
                StringComparison.Ordinal);
        }
    }

    /// <summary>Two empty arrays were two; with references, an emitted reader made them one.</summary>
    [Fact]
    public void Empty_arrays_are_not_shared()
    {
        foreach (var convention in (PlainConvention[])[Convention.Plain, Convention.Plain.WithTier(ShapeTier.Reflection)])
        {
            string[][] read = Json.Deserialize<string[][]>("[[],[]]"u8, new JsonOptions { Convention = convention });
            Assert.NotSame(read[0], read[1]);
            read = Compact.Deserialize<string[][]>(Compact.Serialize<string[][]>([[], new string[0]]),
                new CompactOptions { Convention = convention });
            Assert.NotSame(read[0], read[1]);
        }
    }

    /// <summary>In one segment or in several, a sequence is read as the memory that it is.</summary>
    [Fact]
    public void A_byte_order_mark_in_a_sequence_does_not_depend_on_its_pieces()
    {
        static byte[] Marked(byte[] bytes) => [0xEF, 0xBB, 0xBF, .. bytes];
        byte[] json = Marked("[1]"u8.ToArray()), xml = Marked(Xml.Serialize<int[]>([1])),
            contract = Marked(ContractXml.Serialize<int[]>([1]));
        for (int cut = 0; cut <= json.Length; cut++)
        {
            foreach (ReadOnlySequence<byte> sequence in (ReadOnlySequence<byte>[])[Segment.Cut(json, cut, 100), new(json)])
            {
                Assert.Equal([1], Json.Deserialize<int[]>(sequence));
                Assert.Equal([1], ContractJson.Deserialize<int[]>(sequence));
            }
            Assert.Equal([1], Xml.Deserialize<int[]>(Segment.Cut(xml, cut, 7)));
            Assert.Equal([1], ContractXml.Deserialize<int[]>(Segment.Cut(contract, cut, 7)));
        }
        Assert.Equal([1], Json.Deserialize<int[]>(new MemoryStream(json)));
        Assert.Contains("byte order mark", Assert.Throws<WireFormatException>(() => Json.Deserialize<int[]>(json)).Message,
            StringComparison.Ordinal);
        Assert.Equal(Encoding.UTF8.GetPreamble(), json[..3]);
    }
}
