using System.Xml;
using Isomer.Cli.Payloads;
using Isomer.Nodes;

namespace Isomer.Fuzz.Targets;

/// <summary>
/// A format without types: sniffing, reading as nodes with their places, writing again, converting to every other format and back.
/// </summary>
sealed class Nodes(Format format, Language language) : Target($"{format.Name}.Node", language)
{
    static readonly DiffRules s_rules = new();

    static readonly Format[] s_others = [.. Format.All];

    public override IEnumerable<byte[]> Seeds
    {
        get
        {
            foreach (string json in (string[])[
                """{"id":7,"names":["a",null,true,""],"deep":{"a":{"b":[1,2.5,-1e300]}},"@x":"y","#text":"t"}""",
                """[1,"ü😀",{"a":{}},[[]]]""", "5", "\"text\"", "null", "1.10"])
                yield return format.WriteNode(Json.ParseNode(json));
            if ((format.Features & FormatFeatures.KeepsScalarKinds) != 0)
                yield return format.WriteNode(
                    new NodeObject
                    {
                        ["d"] = DateTime.UnixEpoch,
                        ["g"] = Guid.Empty,
                        ["b"] = new byte[] { 1, 2 },
                        ["m"] = 1.50m,
                        ["o"] = DateTimeOffset.UnixEpoch
                    });
        }
    }

    public override int Ways => s_others.Length;

    /// <summary>
    /// A node is an object of 150 bytes; in text, where it takes more bytes than one or three, that is less than a hundred times as many.
    /// </summary>
    public override long MemoryBound(int length) => format.IsText ? base.MemoryBound(length) : (200L * length) + (1 << 20);

    public override int Try(Input input, int way)
    {
        foreach (Format other in s_others)
            _ = other.Match(input.Guarded);
        var places = new NodePlaces();
        Node? node = null;
        int length = input.Array.Length;
        // With places tools read whole files, and pass over a byte order mark; without, memory is read.
        if (input.Array is [0xEF, 0xBB, 0xBF, ..])
            return 0;
        if (Refusal("nodes", length, () => node = format.ParseNode(input.Guarded, places)) is { } refusal)
        {
            if (Refusal("nodes without places", length, () => format.ParseNode(input.Array)) is not { } same || same.Path != refusal.Path
                || same.Offset != refusal.Offset)
                throw new BrokenPromiseException("parity of nodes", $"With places {refusal.Message}; without another.", refusal);
            return 2;
        }
        if (places.TryGet(node, out int at, out int size) && (at < 0 || size < 0 || at + size > length))
            throw new BrokenPromiseException("place", $"The root is at {at}, {size} long, of {length}.");
        Convert(node, format, "itself");
        Format to = s_others[way % s_others.Length];
        if (to != format)
            Convert(node, to, to.Name);
        return 2;
    }

    static byte[] NeverTwice(byte[] xml)
    {
        var copy = new MemoryStream();
        using var reader = XmlDictionaryReader.CreateTextReader(xml, XmlDictionaryReaderQuotas.Max);
        using (var writer = XmlDictionaryWriter.CreateTextWriter(copy, new System.Text.UTF8Encoding(false), ownsStream: false))
        {
            reader.MoveToContent();
            writer.WriteNode(reader, defattr: false);
        }
        return copy.ToArray();
    }

    /// <summary>
    /// Half a surrogate pair, which Compact carries and &amp;#xD800; may be, is U+FFFD in all that is UTF-8, as the originals have it.
    /// </summary>
    static Node? Unicode(Node? node)
    {
        static string Whole(string text) => System.Text.Encoding.UTF8.GetString(System.Text.Encoding.UTF8.GetBytes(text));
        switch (node)
        {
            case NodeArray array:
                return new NodeArray(array.Select(Unicode));
            case NodeObject o:
                var whole = new NodeObject();
                foreach (var (name, value) in o)
                    whole[Whole(name)] = Unicode(value);
                return whole;
            case NodeValue { Value: string text }:
                return new NodeValue(Whole(text));
            case NodeValue { Value: char half } when char.IsSurrogate(half):
                return new NodeValue('\uFFFD');
            default:
                return node;
        }
    }

    static void Convert(Node? node, Format to, string name)
    {
        byte[] bytes;
        try
        {
            bytes = to.WriteNode(node);
        }
        catch (NotSupportedException)
        {
            return;
        }
        catch (Exception e)
        {
            throw new BrokenPromiseException("unwritable " + e.GetType().Name, $"to {name}: {e}", e);
        }
        Node? back;
        try
        {
            back = to.ParseNode(bytes);
        }
        catch (Exception e)
        {
            throw new BrokenPromiseException("unreadable", $"to {name}: {e}\n{Typed<int>.Show(bytes)}", e);
        }
        // Declarations that say again what they said around them are none in the framework's binary XML.
        if (to == ContractXml.BinaryFormat)
            node = ContractXml.Format.ParseNode(NeverTwice(ContractXml.Format.WriteNode(node)));
        // A number is the same however it is written, a date the same as its text; protobuf's numbers are doubles.
        if (to != Protobuf.Format && NodeDiff.Compare(Unicode(node), Unicode(back), s_rules) is [var first, ..])
            throw new BrokenPromiseException("changed by " + name,
                $"{first.Path}: {first.Left} became {first.Right}\n{Typed<int>.Show(bytes)}");
    }
}
