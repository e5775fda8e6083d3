using System.Dynamic;
using System.Numerics;
using System.Text;
using System.Xml;
using Isomer.Calls;
using Xunit;
using static Isomer.Tests.Safety.CostTypes;

namespace Isomer.Tests.Safety;

/// <summary>Attacks that no writer writes: texts and bytes by hand.</summary>
public static class CostTexts
{
    static byte[] Utf8(string text) => Encoding.UTF8.GetBytes(text);

    /// <summary>So many of these that they have the size.</summary>
    static string Many(int size, Func<int, string> part, string between = ",")
    {
        var text = new StringBuilder(size + 64);
        for (int i = 0; text.Length < size; i++)
            text.Append(i == 0 ? "" : between).Append(part(i));
        return text.ToString();
    }

    public static IEnumerable<Attack> OfJson()
    {
        (string Name, Func<int, string> Make)[] texts =
        [
            ("opening brackets", n => new string('[', n)),
            ("opening braces", n => Many(n, _ => "{\"Items\":[", "")),
            ("white space", n => new string(' ', n) + "{}"),
            ("unknown members", n => "{" + Many(n, i => $"\"u{i}\":1") + "}"),
            ("duplicates", n => "{" + Many(n, _ => "\"A\":1") + "}"),
            ("duplicate lists", n => "{" + Many(n, _ => "\"L\":[1,2,3]") + "}"),
            ("duplicate objects", n => "{" + Many(n, _ => "\"Items\":[{}]") + "}"),
            ("an unknown member that nests",
                n => "{\"u\":" + Many(n, _ => new string('[', 30) + new string(']', 30)).Insert(0, "[") + "]}"),
            ("a long name", n => "{\"" + new string('x', n) + "\":1}"),
            ("names in escapes", n => "{" + Many(n, i => $"\"\\u0041{i}\":1") + "}"),
            ("surrogates in escapes", n => "{\"S\":\"" + Many(n, _ => "\\ud83d\\ude00", "") + "\"}"),
            ("a long integer", n => "{\"A\":" + new string('1', n) + "}"),
            ("a long big integer", n => "{\"B\":" + new string('1', n) + "}"),
            ("a long decimal", n => "{\"M\":0." + new string('1', n) + "}"),
            ("a long double", n => "{\"D\":" + new string('1', n) + "." + new string('1', 5) + "}"),
            ("a large exponent", n => "{\"B\":1e" + n + ",\"u\":" + new string('1', n) + "}"),
            ("a long untyped number", n => "{\"O\":" + new string('1', n) + "}"),
            ("untyped numbers", n => "{\"O\":[" + Many(n, i => i + "e30") + "]}"),
            ("untyped objects", n => "{\"O\":[" + Many(n, _ => "{}") + "]}"),
            ("untyped names", n => "{\"O\":{" + Many(n, i => $"\"a{i}\":1") + "}}"),
            ("a long date", n => "{\"T\":\"" + new string('1', n) + "\"}"),
            ("identities", n => "{\"Items\":[" + Many(n, i => $"{{\"$id\":\"{i}\"}}") + "]}"),
            ("references", n => "{\"Items\":[{\"$id\":\"1\"}," + Many(n, _ => "{\"$ref\":\"1\"}") + "]}"),
            ("types", n => "{\"Items\":[" + Many(n, i => $"{{\"$type\":\"t{i}\"}}") + "]}"),
            ("a map", n => "{\"Map\":{" + Many(n, i => $"\"{i}\":1") + "}}"),
            ("comments", n => Many(n, _ => "/**/", " ") + "{}"),
        ];
        (string Name, JsonOptions Options)[] options =
        [
            ("plain", JsonOptions.Default),
            ("web", JsonOptions.Web),
            ("lenient", new JsonOptions { Leniency = JsonLeniency.Json5, IgnoreCase = true, TypeAnywhere = true, MergeNested = true }),
            ("references", new JsonOptions { References = References.Preserve }),
            ("FastJson", JsonOptions.FastJson),
            ("Graph", JsonOptions.Graph),
        ];
        foreach (var (name, make) in texts)
        {
            foreach (var (kind, option) in options)
                yield return new Attack($"Json {kind}: {name}", n => Utf8(make(n)), b => Json.Deserialize<Any>(b, option));
            yield return new Attack($"Json: {name}, as nodes", n => Utf8(make(n)), b => Json.ParseNode(b));
            yield return new Attack($"Json: {name}, as nothing", n => Utf8(make(n)), b => Json.Deserialize<Nothing>(b));
            yield return new Attack($"ContractJson: {name}", n => Utf8(make(n)), b => ContractJson.Deserialize<Any>(b));
            yield return new Attack($"JsonInfoset: {name}", n => Utf8(make(n)), Walk);
        }
        yield return new Attack("Json: expandos", n => Utf8("[" + Many(n, i => "{\"a\":1}") + "]"),
            b => Json.Deserialize<ExpandoObject[]>(b), IsKeptWeakly: true);
        yield return new Attack("Json: an expando of many members", n => Utf8("{" + Many(n, i => $"\"a{i}\":1") + "}"),
            b => Json.Deserialize<ExpandoObject>(b), IsKeptWeakly: true);
        yield return new Attack("Json: expandos of other members each", n => Utf8("[" + Many(n, i => $"{{\"a{i}\":1,\"b{i}\":1}}") + "]"),
            b => Json.Deserialize<ExpandoObject[]>(b), IsKeptWeakly: true);
        yield return new Attack("Json: long numbers to another width", n => Utf8("[" + Many(n, _ => new string('9', 300)) + "]"),
            b => Json.Deserialize<BigInteger[]>(b));
    }

    static void Walk(byte[] json)
    {
        try
        {
            using var reader = JsonInfoset.CreateReader(json);
            while (reader.Read())
                _ = reader.Value;
        }
        catch (XmlException)
        {
        }
    }

    public static IEnumerable<Attack> OfRows()
    {
        var rows = new JsonOptions { Tables = TableForm.Rows };
        (string Name, Func<int, string> Make)[] texts =
        [
            ("a new column in each row", n => "[" + Many(n, i => $"{{\"c{i}\":1}}") + "]"),
            ("rows", n => "[" + Many(n, i => $"{{\"a\":{i}}}") + "]"),
            ("empty rows", n => "[" + Many(n, _ => "{}") + "]"),
            ("a long row among short ones", n => "[" + Many(n / 2, _ => "{}") + ",{" + Many(n / 2, i => $"\"c{i}\":1") + "}]"),
            ("numbers of every kind", n => "[" + Many(n, i => $"{{\"a\":{(i % 3 == 0 ? "1.5" : i % 3 == 1 ? "\"x\"" : "1e30")}}}") + "]"),
            ("arrays", n => "[" + Many(n, i => "{\"a\":[[]]}") + "]"),
            ("duplicates", n => "[{" + Many(n, _ => "\"a\":1") + "}]"),
            ("columns of the last row", n => "[" + Many(n / 2, _ => "{\"a\":1}") + "," + Many(n / 2, i => $"{{\"b{i % 50}\":1}}") + "]"),
        ];
        foreach (var (name, make) in texts)
            yield return new Attack($"Rows: {name}", n => Utf8(make(n)), b => Json.Deserialize<System.Data.DataTable>(b, rows));
    }

    public static IEnumerable<Attack> OfXml()
    {
        (string Name, Func<int, string> Make)[] texts =
        [
            ("opening tags", n => Many(n, _ => "<Items><Doc>", "")),
            ("unknown elements", n => Many(n, i => $"<u{i}/>", "")),
            ("unknown attributes", n => Many(n, i => "<u a='1' b='2' c='3'/>", "")),
            ("unknown elements that nest",
                n => Many(n, _ => string.Concat(Enumerable.Repeat("<u>", 20)) + string.Concat(Enumerable.Repeat("</u>", 20)), "")),
            ("namespaces", n => Many(n, i => $"<u xmlns='n{i}'/>", "")),
            ("prefixes", n => Many(n, i => $"<p:u xmlns:p='n{i}' p:a='1'/>", "")),
            ("comments", n => Many(n, _ => "<!---->", "")),
            ("instructions", n => Many(n, _ => "<?a?>", "")),
            ("entities", n => "<S>" + Many(n, _ => "&lt;", "") + "</S>"),
            ("characters", n => "<S>" + Many(n, _ => "&#65;", "") + "</S>"),
            ("sections", n => "<S>" + Many(n, _ => "<![CDATA[]]>", "") + "</S>"),
            ("text and comments", n => "<S>" + Many(n, _ => "a<!---->", "") + "</S>"),
            ("a long name", n => "<" + new string('x', n) + "/>"),
            ("a long integer", n => "<A>" + new string('1', n) + "</A>"),
            ("a long decimal", n => "<M>0." + new string('1', n) + "</M>"),
            ("a long double", n => "<D>" + new string('1', n) + "</D>"),
            ("a long date", n => "<T>" + new string('1', n) + "</T>"),
            ("a long text", n => "<S>" + new string('a', n) + "</S>"),
            ("white space", n => new string(' ', n)),
            ("duplicates", n => Many(n, _ => "<A>1</A>", "")),
            ("duplicate lists", n => Many(n, _ => "<L><int>1</int></L>", "")),
            ("items", n => "<Items>" + Many(n, _ => "<Doc/>", "") + "</Items>"),
            ("untyped nodes", n => "<O>" + Many(n, _ => "<a/>", "") + "</O>"),
            ("untyped types",
                n => "<O xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='x'>" + Many(n, _ => "<a/>", "") + "</O>"),
            ("identities",
                n => "<Items xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'>" + Many(n, i => $"<Doc z:Id='i{i}'/>", "")
                    + "</Items>"),
            ("references",
                n => "<Items xmlns:z='http://schemas.microsoft.com/2003/10/Serialization/'><Doc z:Id='i1'/>"
                    + Many(n, i => "<Doc z:Ref='i1'/>", "") + "</Items>"),
        ];
        const string contracts = "http://schemas.datacontract.org/2004/07/Isomer.Tests.Safety";
        foreach (var (name, make) in texts)
        {
            yield return new Attack($"Xml: {name}", n => Utf8("<Doc>" + make(n) + "</Doc>"), b => Xml.Deserialize<Doc>(b));
            yield return new Attack($"Xml: {name}, as nodes", n => Utf8("<Doc>" + make(n) + "</Doc>"), b => Xml.Format.ParseNode(b));
            string open = $"<CostTypes.Doc xmlns='{contracts}'>";
            yield return new Attack($"ContractXml: {name}", n => Utf8(open + make(n) + "</CostTypes.Doc>"),
                b => ContractXml.Deserialize<Doc>(b));
            yield return new Attack($"ContractXml: {name}, as nodes", n => Utf8(open + make(n) + "</CostTypes.Doc>"),
                b => ContractXml.Format.ParseNode(b));
            yield return new Attack($"NetDataContract: {name}", n => Utf8(open + make(n) + "</CostTypes.Doc>"),
                b => ContractXml.Deserialize<Doc>(b, new ContractXmlOptions { NetDataContract = true }));
            yield return new Attack($"ContractXml binary: {name}", n => Binary(open + make(n) + "</CostTypes.Doc>"),
                b => ContractXml.Deserialize<Doc>(b, ContractXmlOptions.Binary));
        }
    }

    /// <summary>Members of the framework's own types of elements.</summary>
    public static IEnumerable<Attack> OfElements()
    {
        (string Name, Func<int, string> Make)[] elements =
        [
            ("many", n => Many(n, _ => "<a>5</a>", "")),
            ("one that is wide", n => "<b>" + Many(n, _ => "<a/>", "") + "</b>"),
            ("attributes", n => Many(n, _ => "<a b='1' c='2' d='3'/>", "")),
            ("namespaces", n => Many(n, i => $"<a xmlns='n{i}'/>", "")),
        ];
        const string ns = "http://schemas.datacontract.org/2004/07/Isomer.Tests.Safety";
        foreach (var (name, make) in elements)
        {
            yield return new Attack($"Xml: elements that are kept, {name}", n => Utf8("<Kept>" + make(n) + "</Kept>"),
                b => Xml.Deserialize<Kept>(b));
            // The framework keeps each XNamespace until the next collection: what of them is still there costs nothing.
            bool isWeak = name == "namespaces";
            yield return new Attack($"Xml: an XElement, {name}", n => Utf8("<Linked><E><r>" + make(n) + "</r></E></Linked>"),
                b => Xml.Deserialize<Linked>(b), isWeak);
            yield return new Attack($"ContractXml: an XElement, {name}",
                n => Utf8($"<CostTexts.Linked xmlns='{ns}'><E><r>" + make(n) + "</r></E></CostTexts.Linked>"),
                b => ContractXml.Deserialize<Linked>(b), isWeak);
            yield return new Attack($"ContractXml binary: an XElement, {name}",
                n => Binary($"<CostTexts.Linked xmlns='{ns}'><E><r>" + make(n) + "</r></E></CostTexts.Linked>"),
                b => ContractXml.Deserialize<Linked>(b, ContractXmlOptions.Binary), isWeak);
        }
        yield return new Attack("Xml: elements that are kept, XElements of a list",
            n => Utf8("<Linked><L>" + Many(n, _ => "<XElement><a/></XElement>", "") + "</L></Linked>"),
            b => Xml.Deserialize<Linked>(b));
        yield return new Attack("ContractXml: elements that are kept, XElements of a list",
            n => Utf8(
                $"<CostTexts.Linked xmlns='{ns}'><L xmlns:x='http://schemas.datacontract.org/2004/07/System.Xml.Linq'>" + Many(n,
                    _ => "<x:XElement><a/></x:XElement>", "") + "</L></CostTexts.Linked>"), b => ContractXml.Deserialize<Linked>(b));
    }

    public sealed class Kept
    {
        [System.Xml.Serialization.XmlAnyElement]
        public XmlElement[]? Rest { get; set; }
    }

    public sealed class Linked
    {
        public System.Xml.Linq.XElement? E { get; set; }

        public List<System.Xml.Linq.XElement>? L { get; set; }
    }

    static byte[] Binary(string text)
    {
        var stream = new MemoryStream();
        try
        {
            using var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false);
            using var reader = XmlReader.Create(new StringReader(text));
            reader.MoveToContent();
            writer.WriteNode(reader, false);
        }
        catch (Exception e) when (e is XmlException or InvalidOperationException or ArgumentException)
        {
            throw new NotSupportedException("The text is no XML.");
        }
        return stream.ToArray();
    }

    public static IEnumerable<Attack> OfCompact()
    {
        var preserve = new CompactOptions { References = References.Preserve };
        yield return new Attack("Compact: one object often", n => Compact.Serialize(Enumerable.Repeat(new Any(), n / 2).ToList(), preserve),
            b => Compact.Deserialize<List<Any>>(b, preserve));
        var named = new CompactOptions { Schema = CompactSchema.Embedded, References = References.Preserve };
        yield return new Attack("Compact: one object often, as text",
            n => Compact.Serialize(Enumerable.Repeat(new Any { S = new string('a', n / 2) }, n / 4).ToList(), named), AsText);
        yield return new Attack("Compact: a long name often, as text", n => LongName(n), AsText);
        yield return new Attack("Compact: objects of another layout",
            n => Compact.Serialize(Enumerable.Range(0, n).Select(_ => new Empty()).ToList()), b => Compact.Deserialize<List<Wide>>(b));
        yield return new Attack("Compact: a long number as a short one",
            n => Compact.Serialize(new Holder<BigInteger> { Value = BigInteger.One << (8 * n) }), b => Compact.Deserialize<Holder<int>>(b));
        yield return new Attack("Compact: a long number as a wide one",
            n => Compact.Serialize(new Holder<BigInteger> { Value = BigInteger.One << (8 * n) }),
            b => Compact.Deserialize<Holder<UInt128>>(b));
        yield return new Attack("Compact: a long number as a fraction",
            n => Compact.Serialize(new Holder<BigInteger> { Value = BigInteger.One << (8 * n) }),
            b => Compact.Deserialize<Holder<double>>(b));
    }

    static void AsText(byte[] payload) => Json.Serialize(Compact.ParseNode(payload));

    /// <summary>A payload whose layout names its only member at length, and whose objects are a byte each.</summary>
    static byte[] LongName(int size)
    {
        byte[] bytes =
            Compact.Serialize(Enumerable.Repeat(new OneTruth(), size / 2).ToList(), new CompactOptions { Schema = CompactSchema.Embedded });
        int at = bytes.AsSpan().IndexOf("Xyzzy"u8);
        // The name's length stands before it, and that of the layout at the beginning.
        byte[] name = new byte[Math.Min(size / 2, 8000)];
        name.AsSpan().Fill((byte)'n');
        int start = 1;
        int layout = Length(bytes, ref start);
        byte[] head = Number(layout + name.Length - 5 + Number(name.Length).Length - 1);
        return [bytes[0], .. head, .. bytes[start..(at - 1)], .. Number(name.Length), .. name, .. bytes[(at + 5)..]];
    }

    public sealed class OneTruth
    {
        public bool Xyzzy { get; set; }
    }

    static int Length(byte[] bytes, ref int at)
    {
        if ((bytes[at] & 1) != 0)
            return bytes[at++] >> 1;
        at += 2;
        return (bytes[at - 2] | (bytes[at - 1] << 8)) >> 2;
    }

    static byte[] Number(int value) =>
        value < 1 << 7
            ? [(byte)((value << 1) | 1)]
            : value < 1 << 14 ? [(byte)((value << 2) | 2), (byte)(value >> 6)] : throw new NotSupportedException();

    static readonly ProtobufSchema s_any = ProtobufSchema.Parse(
        "syntax = \"proto3\"; import \"google/protobuf/any.proto\"; message A { repeated google.protobuf.Any any = 1; string s = 2; }");

    /// <summary>As deep as is read, around one long text.</summary>
    static byte[] AnyInAny(int size)
    {
        const int Depth = 200;
        var url = "t/google.protobuf.Any"u8;
        byte[] inner = [0x12, .. Varint(size), .. Enumerable.Repeat((byte)'a', size)];
        for (int i = 0; i < Depth; i++)
        {
            var type = i == 0 ? "t/A"u8 : url;
            inner = [0x0A, (byte)type.Length, .. type, 0x12, .. Varint(inner.Length), .. inner];
        }
        return inner;
    }

    static byte[] Varint(int value) => value < 128 ? [(byte)value] : [(byte)(value | 128), .. Varint(value >> 7)];

    public static IEnumerable<Attack> OfProtobuf()
    {
        yield return new Attack("Protobuf: unknown numbers",
            n => [.. Enumerable.Range(0, n / 4).SelectMany(i => (byte[])[0xF8, 0x7F, 1, 0xF8, 0x7F, 1])],
            b => Protobuf.Deserialize<Message>(b));
        yield return new Attack("Protobuf: empty messages", n => [.. Enumerable.Range(0, n / 2).SelectMany(_ => (byte[])[0x22, 0])],
            b => Protobuf.Deserialize<Message>(b));
        yield return new Attack("Protobuf: empty messages, as nodes",
            n => [.. Enumerable.Range(0, n / 2).SelectMany(_ => (byte[])[0x22, 0])], b => Protobuf.Format.ParseNode(b));
        yield return new Attack("Protobuf: groups", n => [.. Enumerable.Repeat((byte)0x0B, n / 2), .. Enumerable.Repeat((byte)0x0C, n / 2)],
            b => Protobuf.Deserialize<Message>(b));
        yield return new Attack("Protobuf: unknown texts",
            n => [.. Enumerable.Range(0, n / 4).SelectMany(_ => (byte[])[0xFA, 0x7F, 1, 0x41])], b => Protobuf.Deserialize<Message>(b));
        yield return new Attack("Protobuf: repeated members", n => [.. Enumerable.Range(0, n / 2).SelectMany(_ => (byte[])[0x08, 1])],
            b => Protobuf.Deserialize<Message>(b));
        yield return new Attack("Protobuf: lists in lists", Branches, b => Protobuf.Deserialize<Branch>(b));
        yield return new Attack("Protobuf: lists in lists, interpreted", Branches, b => Protobuf.Deserialize<Branch>(b, s_interpreted));
        yield return new Attack("Protobuf: an Any in an Any, as JSON", AnyInAny, b => s_any.ToJson("google.protobuf.Any", b));
        yield return new Attack("Protobuf: many Anys, as JSON",
            n => [.. Enumerable.Range(0, n / 4).SelectMany(_ => (byte[])[0x0A, 2, 0x0A, 0])], b => s_any.ToJson("A", b));
        foreach (var (name, options) in ((string, ProtobufOptions)[])[("", s_deep),
            (", interpreted", s_deep with { Convention = s_interpreted.Convention })])
            yield return new Attack("Protobuf: a hierarchy in nested groups" + name, NestedGroups,
                b => Assert.NotNull(Protobuf.Deserialize<Layer>(b, options).Inner));
        yield return new Attack("Protobuf: varints of ten bytes",
            n => [.. Enumerable.Range(0, n / 11).SelectMany(_ => (byte[])[0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1])],
            b => Protobuf.Deserialize<Message>(b));
    }

    static readonly ProtobufOptions s_interpreted = new() { Convention = Convention.Protobuf.WithTier(ShapeTier.Reflection) };

    static readonly ProtobufOptions s_deep = new()
    { Convention = Convention.Protobuf.WithTier(ShapeTier.Emitted), Limits = new Limits { MaxDepth = 100_000 } };

    [ProtobufContract, ProtobufInclude(10, typeof(Derived), DataFormat = ProtobufFormat.Group)]
    public class Layer
    {
        [ProtobufMember(1, DataFormat = ProtobufFormat.Group)] public Layer? Inner { get; set; }
    }

    public class Derived : Layer;

    /// <summary>
    /// What a layer is stands behind the layer in it, so that each is looked through before it is read; most of the bytes are in the
    /// innermost.
    /// </summary>
    static byte[] NestedGroups(int n)
    {
        int depth = n / 256;
        return [.. Enumerable.Repeat((byte)0x0B, depth),
            .. Enumerable.Repeat((byte[])[0x10, 1], (n - (4 * depth)) / 2).SelectMany(static b => b),
            .. Enumerable.Repeat((byte[])[0x53, 0x54, 0x0C], depth).SelectMany(static b => b)];
    }

    [ProtobufContract]
    public class Branch
    {
        [ProtobufMember(1)] public List<Branch>? Branches { get; set; }
    }

    /// <summary>Chains of sixty, each message of which is two bytes, an object and a list.</summary>
    static byte[] Branches(int n)
    {
        byte[] chain = [];
        for (int i = 0; i < 60; i++)
            chain = [0x0A, (byte)chain.Length, .. chain];
        return [.. Enumerable.Repeat(chain, n / chain.Length).SelectMany(static c => c)];
    }
}
