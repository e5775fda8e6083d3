using System.Collections.Immutable;
using System.Data;
using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Safety;

/// <summary>
/// Input that nests deep, where MaxDepth was raised to a million: a value or an error, never the end of the process, on a stack of 256 KB
/// and of 1 MB. In a process of its own (<see cref="StackProcessTests"/>).
/// </summary>
public class StackTests
{
    const int Million = 1_000_000;
    static readonly Limits s_limits = new() { MaxDepth = Million };
    // What fits into such a stack only just, what does not, and what does not by far.
    static readonly int[] s_depths = [200, 1000, 3000, 10_000, 100_000];

    public class Chain
    {
        public Chain? Next { get; set; }

        public List<Chain>? Items { get; set; }

        [XmlIgnore]
        public Dictionary<string, Chain>? Map { get; set; }

        public object? Any { get; set; }
    }

    public struct Box
    {
        public Box[]? Inner { get; set; }
    }

    public sealed class Kept
    {
        [XmlAnyElement]
        public XmlElement[]? Rest { get; set; }
    }

    [DataContract]
    public sealed class KeptData : IExtensibleDataObject
    {
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    public sealed class Element
    {
        public XElement? E { get; set; }
    }

    public sealed class Nothing
    {
        public int Zero { get; set; }
    }

    static byte[] Nested(int depth, string open, string inner, string close, string before = "", string after = "") =>
        Encoding.UTF8.GetBytes(
            before + string.Concat(Enumerable.Repeat(open, depth)) + inner + string.Concat(Enumerable.Repeat(close, depth)) + after);

    /// <summary>
    /// An XElement looks, for each element that is added, at all that are around it: 100,000 levels take it minutes, and 10,000 a hundredth
    /// of that.
    /// </summary>
    const int MostElements = 10_000;

    static void Survives(string what, Func<int, byte[]> make, params Action<byte[]>[] reads)
    {
        byte[]? before = null;
        foreach (int depth in s_depths)
        {
            byte[] bytes = make(depth);
            // Some are made no deeper than they must be: these are asked once.
            if (before is not null && bytes.AsSpan().SequenceEqual(before))
                continue;
            before = bytes;
            foreach (int kilobytes in new[] { 256, 1024 })
                foreach (var read in reads)
                {
                    // Whoever dies has said what it was.
                    Console.Error.WriteLine($"{what}, {depth}, {kilobytes} KB, way {Array.IndexOf(reads, read)}");
                    ChildRun.OnStack(kilobytes, () =>
                    {
                        try
                        {
                            read(bytes);
                        }
                        catch (WireFormatException)
                        {
                        }
                        catch (NotSupportedException)
                        {
                            // Writing refuses what is too deep so.
                        }
                    });
                }
        }
    }

    [Fact(Explicit = true)]
    public void Json_survives()
    {
        JsonOptions[] options =
        [
            new() { Limits = s_limits },
            new() { Limits = s_limits, References = References.Preserve },
            new() { Limits = s_limits, Leniency = JsonLeniency.Json5, TypeAnywhere = true, MergeNested = true },
            new() { Limits = s_limits, Convention = Convention.Plain.WithTier(ShapeTier.Reflection) },
            new() { Limits = s_limits, Convention = Convention.Plain.WithTier(ShapeTier.Emitted) },
            JsonOptions.FastJson with { Limits = s_limits },
            JsonOptions.Graph with { Limits = s_limits },
        ];
        foreach (var option in options)
        {
            Action<byte[]>[] reads =
            [
                b => Json.Deserialize<Chain>(b, option), b => Json.Deserialize<Nothing>(b, option),
                b => Json.Deserialize<object>(b, option),
                b => Json.ParseNode(b, option), b => Json.Serialize(Json.ParseNode(b, option), new JsonOptions { Limits = s_limits }),
                b => Json.Deserialize<object[]>(b, option),
            ];
            Survives("objects", d => Nested(d, "{\"Next\":", "{}", "}"), reads);
            Survives("lists", d => Nested(d, "{\"Items\":[", "{}", "]}"), reads);
            Survives("maps", d => Nested(d, "{\"Map\":{\"a\":", "{}", "}}"), reads);
            Survives("untyped", d => Nested(d, "{\"Any\":", "{}", "}"), reads);
            Survives("arrays", d => Nested(d, "[", "", "]"), reads);
            Survives("unknown", d => Nested(d, "[{\"u\":", "1", "}]", "{\"x\":", "}"), reads);
            Survives("structs", d => Nested(d, "{\"Inner\":[", "", "]}"), b => Json.Deserialize<Box>(b, option));
        }
    }

    [Fact(Explicit = true)]
    public void Rows_survive()
    {
        foreach (var option in new[] { new JsonOptions { Tables = TableForm.Rows, Limits = s_limits },
            JsonOptions.FastJson with { Limits = s_limits } })
        {
            Action<byte[]>[] reads = [b => Json.Deserialize<DataTable>(b, option), b => Json.Deserialize<DataSet>(b, option),
                b => Json.Deserialize<IDataReader>(b, option)];
            Survives("tables in cells", d => Nested(d, "[{\"a\":", "1", "}]"), reads);
            Survives("arrays in cells", d => Nested(d, "[", "1", "]", "[{\"a\":", "}]"), reads);
            Survives("tables of sets", d => Nested(d, "[{\"a\":", "1", "}]", "{\"t\":", "}"), reads);
            Survives("objects in cells", d => Nested(d, "{\"a\":", "1", "}", "[{\"a\":", "}]"), reads);
        }
    }

    static byte[] Deep<T>(Func<int, T> make, Func<T, byte[]> write, int depth)
    {
        byte[] bytes = [];
        ChildRun.OnStack(512 * 1024, () => bytes = write(make(depth)));
        return bytes;
    }

    static Chain Long(int depth)
    {
        var chain = new Chain();
        for (int i = 0; i < depth; i++)
            chain = (i % 4) switch
            {
                0 => new Chain { Items = [chain] },
                1 => new Chain { Map = new() { ["a"] = chain } },
                _ => new Chain { Next = chain }
            };
        return chain;
    }

    [Fact(Explicit = true)]
    public void Compact_survives()
    {
        foreach (var option in new[] { new CompactOptions { Limits = s_limits },
            new CompactOptions { Limits = s_limits, Schema = CompactSchema.Embedded, References = References.Preserve } })
        {
            Action<byte[]>[] reads =
            [
                b => Compact.Deserialize<Chain>(b, option), b => Compact.Deserialize<Nothing>(b, option), b => Compact.ParseNode(b, option),
                b => Json.Serialize(Compact.ParseNode(b, option)),
                b => Compact.Deserialize<Other>(b, option), b => Compact.Deserialize<object>(b, option),
                b => Compact.Deserialize<Node>(b, option),
            ];
            Survives("chains", d => Deep(Long, v => Compact.Serialize(v, option), d), reads);
            Survives("chains in a holder", d => Deep(Long, v => Compact.Serialize(new Held { Value = v }, option), d),
                [.. reads, b => Compact.Deserialize<Held>(b, option)]);
            Survives("chains of objects", d => Deep(Objects, v => Compact.Serialize<object>(v, option), d), reads);
            Survives("structs", d => Deep(Boxes, v => Compact.Serialize(v, option), d), b => Compact.Deserialize<Box>(b, option),
                b => Compact.ParseNode(b, option));
        }
    }

    public sealed class Held
    {
        public Chain? Value { get; set; }
    }

    /// <summary>A chain with a member more: another layout.</summary>
    public sealed class Other
    {
        public int More { get; set; }

        public Other? Next { get; set; }

        public List<Other>? Items { get; set; }

        public Dictionary<string, Other>? Map { get; set; }
    }

    static object Objects(int depth)
    {
        object value = 1;
        for (int i = 0; i < depth; i++)
            value = new List<object?> { value };
        return value;
    }

    static Box Boxes(int depth)
    {
        var box = default(Box);
        for (int i = 0; i < depth; i++)
            box = new Box { Inner = [box] };
        return box;
    }

    [Fact(Explicit = true)]
    public void Protobuf_survives()
    {
        var option = new ProtobufOptions { Limits = s_limits };
        Action<byte[]>[] reads =
        [
            b => Protobuf.Deserialize<Messages>(b, option), b => Protobuf.Deserialize<NoMessages>(b, option),
            b => Protobuf.Format.ParseNode(b), b => Protobuf.Deserialize<Node>(b, option),
        ];
        Survives("messages", Messaged, reads);
        Survives("groups", d => [.. Enumerable.Repeat((byte)0x0B, d), .. Enumerable.Repeat((byte)0x0C, d)], reads);
        Survives("unknown groups", d => [.. Enumerable.Repeat((byte)0x7B, d), .. Enumerable.Repeat((byte)0x7C, d)], reads);
    }

    [Fact(Explicit = true)]
    public void Schemas_survive()
    {
        var schema = ProtobufSchema.Parse(
            "syntax = \"proto3\"; import \"google/protobuf/struct.proto\"; message M { M m = 1; google.protobuf.Value v = 2; repeated M l = 3; map<string, M> p = 4; }");
        var option = new ProtobufJsonOptions { Protobuf = new ProtobufOptions { Limits = s_limits } };
        Survives("messages to JSON", Messaged, b => schema.ToJson("M", b, option), b => schema.ToJson("google.protobuf.Value", b, option));
        Action<byte[]>[] reads = [b => schema.ToJson("M", schema.FromJson("M", Encoding.UTF8.GetString(b), option), option)];
        Survives("JSON of messages", d => Nested(d, "{\"m\":", "{}", "}"), reads);
        Survives("JSON of lists", d => Nested(d, "{\"l\":[", "{}", "]}"), reads);
        Survives("JSON of maps", d => Nested(d, "{\"p\":{\"a\":", "{}", "}}"), reads);
        Survives("JSON of anything", d => Nested(d, "{\"a\":", "[]", "}", "{\"v\":", "}"), reads);
        Survives("JSON of arrays", d => Nested(d, "[", "", "]", "{\"v\":", "}"), reads);
    }

    [ProtobufContract]
    public sealed class NoMessages
    {
        [ProtobufMember(9)]
        public int Zero { get; set; }
    }

    [ProtobufContract]
    public sealed class Messages
    {
        [ProtobufMember(1)]
        public Messages? Next { get; set; }
    }

    /// <summary>Each message in the next, from the inside out.</summary>
    static byte[] Messaged(int depth)
    {
        var reversed = new List<byte>();
        for (int i = 0; i < depth && reversed.Count < 1 << 20; i++)
        {
            var length = new List<byte>();
            for (uint left = (uint)reversed.Count; ; left >>= 7)
            {
                length.Add((byte)((left & 127) | (left > 127 ? 128u : 0)));
                if (left <= 127)
                    break;
            }
            length.Reverse();
            reversed.AddRange(length);
            reversed.Add(0x0A);
        }
        reversed.Reverse();
        return [.. reversed];
    }

    [Fact(Explicit = true)]
    public void Xml_survives()
    {
        var option = new XmlOptions { Limits = s_limits };
        Action<byte[]>[] reads = [b => Xml.Deserialize<Chain>(b, option), b => Xml.Deserialize<Node>(b, option),
            b => Xml.Format.ParseNode(b)];
        Survives("elements", d => Nested(d, "<Next>", "", "</Next>", "<Chain>", "</Chain>"), reads);
        Survives("lists", d => Nested(d, "<Items><Chain>", "", "</Chain></Items>", "<Chain>", "</Chain>"), reads);
        Survives("untyped", d => Nested(d, "<Any>", "", "</Any>", "<Chain>", "</Chain>"), reads);
        Survives("unknown", d => Nested(d, "<u>", "", "</u>", "<Chain>", "</Chain>"), reads);
        Survives("structs", d => Nested(d, "<Inner><Box>", "", "</Box></Inner>", "<Box>", "</Box>"),
            b => Xml.Deserialize<Box>(b, option));
        Survives("kept", d => Nested(d, "<u>", "", "</u>", "<Kept>", "</Kept>"), b => Xml.Deserialize<Kept>(b, option));
        Survives("elements of the framework", d => Nested(Math.Min(d, MostElements), "<u>", "", "</u>", "<Element><E>", "</E></Element>"),
            b => Xml.Deserialize<Element>(b, option));
        Survives("tables", d => Nested(d, "<u>", "", "</u>", "<DataSet>", "</DataSet>"), b => Xml.Deserialize<DataSet>(b, option));
        Survives("by XmlReader", d => Nested(d, "<Next>", "", "</Next>", "<Chain>", "</Chain>"),
            b => ByReader(() => new IsomerXmlSerializer(typeof(Chain), option).Deserialize(XmlReader.Create(new MemoryStream(b)))));
    }

    static void ByReader(Action read)
    {
        try
        {
            read();
        }
        catch (Exception e) when (e is InvalidOperationException or XmlException or System.Runtime.Serialization.SerializationException)
        {
            // The exceptions of the serializers whose place they take.
        }
    }

    [Fact(Explicit = true)]
    public void ContractXml_survives()
    {
        const string ns = "http://schemas.datacontract.org/2004/07/Isomer.Tests.Safety";
        string open = $"<StackTests.Chain xmlns='{ns}'>";
        foreach (bool isNet in new[] { false, true })
        {
            var option = new ContractXmlOptions { Limits = s_limits, NetDataContract = isNet };
            var binary = option with { Form = ContractXmlForm.Binary };
            (string Name, Func<int, byte[]> Make)[] inputs =
            [
                ("members", d => Nested(d, "<Next>", "", "</Next>", open, "</StackTests.Chain>")),
                ("lists", d => Nested(d, "<Items><StackTests.Chain>", "", "</StackTests.Chain></Items>", open, "</StackTests.Chain>")),
                ("untyped", d => Nested(d, "<Any>", "", "</Any>", open, "</StackTests.Chain>")),
                ("unknown", d => Nested(d, "<u>", "", "</u>", open, "</StackTests.Chain>")),
                ("wrong", d => Nested(d, "<Map>", "", "</Map>", open, "</StackTests.Chain>")),
            ];
            foreach (var (name, make) in inputs)
            {
                Survives(name, make, b => ContractXml.Deserialize<Chain>(b, option), b => ContractXml.Format.ParseNode(b));
                Survives(name + ", binary", d => Binary(make(d)), b => ContractXml.Deserialize<Chain>(b, binary),
                    b => ContractXml.BinaryFormat.ParseNode(b));
                Survives(name + ", by XmlReader", make,
                    b => ByReader(
                        () => new ContractXmlSerializer(typeof(Chain)).ReadObject(
                            XmlDictionaryReader.CreateTextReader(b, XmlDictionaryReaderQuotas.Max))));
            }
            byte[] element(int d) =>
                Nested(Math.Min(d, MostElements), "<u>", "", "</u>", $"<StackTests.Element xmlns='{ns}'><E>", "</E></StackTests.Element>");
            Survives("elements", element, b => ContractXml.Deserialize<Element>(b, option));
            Survives("elements, binary", d => Binary(element(d)), b => ContractXml.Deserialize<Element>(b, binary));
            byte[] kept(int d) => Nested(d, "<u>", "", "</u>", $"<StackTests.KeptData xmlns='{ns}'>", "</StackTests.KeptData>");
            Survives("kept", kept, b => ContractXml.Serialize(ContractXml.Deserialize<KeptData>(b, option), option),
                b => ContractXml.Serialize(ContractXml.Deserialize<KeptData>(b, option), binary));
            Survives("kept, binary", d => Binary(kept(d)),
                b => ContractXml.Serialize(ContractXml.Deserialize<KeptData>(b, binary), binary));
            Survives("tables",
                d => Nested(d, "<u>", "", "</u>", "<DataSet xmlns='http://schemas.datacontract.org/2004/07/System.Data'>", "</DataSet>"),
                b => ContractXml.Deserialize<DataSet>(b, option));
        }
    }

    /// <summary>Records by hand, for the framework's own writer is the slower the deeper: ShortElement, name, and their ends.</summary>
    static byte[] Binary(byte[] text)
    {
        var stream = new MemoryStream();
        using (var writer = XmlDictionaryWriter.CreateBinaryWriter(stream, null, null, ownsStream: false))
        using (var reader = XmlReader.Create(new MemoryStream(text)))
            while (reader.Read())
            {
                if (reader.NodeType == XmlNodeType.Element)
                {
                    bool isEmpty = reader.IsEmptyElement;
                    writer.WriteStartElement(reader.Prefix, reader.LocalName, reader.NamespaceURI);
                    if (isEmpty)
                        writer.WriteEndElement();
                }
                else if (reader.NodeType == XmlNodeType.EndElement)
                {
                    writer.WriteEndElement();
                }
            }
        return stream.ToArray();
    }

    [Fact(Explicit = true)]
    public void ContractJson_and_the_infoset_survive()
    {
        var option = new ContractJsonOptions { Limits = s_limits };
        Action<byte[]>[] reads = [b => ContractJson.Deserialize<Chain>(b, option), b => ContractJson.Deserialize<Nothing>(b, option),
            b => ContractJson.Deserialize<object>(b, option), b => ContractJson.Format.ParseNode(b), Walk];
        Survives("objects", d => Nested(d, "{\"Next\":", "{}", "}"), reads);
        Survives("lists", d => Nested(d, "{\"Items\":[", "{}", "]}"), reads);
        Survives("maps", d => Nested(d, "{\"Map\":[{\"Key\":\"a\",\"Value\":", "{}", "}]}"), reads);
        Survives("untyped", d => Nested(d, "{\"Any\":", "{}", "}"), reads);
        Survives("arrays", d => Nested(d, "[", "", "]"), reads);
        Survives("unknown", d => Nested(d, "[{\"u\":", "1", "}]", "{\"x\":", "}"), reads);
        Survives("structs", d => Nested(d, "{\"Inner\":[", "", "]}"), b => ContractJson.Deserialize<Box>(b, option));
        Survives("tables",
            d => Encoding.UTF8.GetBytes(
                System.Text.Json.JsonSerializer.Serialize(
                    Encoding.UTF8.GetString(Nested(d, "<u>", "", "</u>", "<DataSet>", "</DataSet>")))),
                        b => ContractJson.Deserialize<DataSet>(b, option));
    }

    static void Walk(byte[] json)
    {
        try
        {
            var quotas = new XmlDictionaryReaderQuotas();
            XmlDictionaryReaderQuotas.Max.CopyTo(quotas);
            using var reader = JsonInfoset.CreateReader(json, quotas);
            while (reader.Read())
                _ = reader.Value;
        }
        catch (XmlException)
        {
        }
    }

    [Fact(Explicit = true)]
    public void Nodes_survive()
    {
        Survives("paths", d => Nested(d, "[?(", "1==1", ")]", "$"),
            b => Text(() => NodePath.Parse(Encoding.UTF8.GetString(b)).Select(new NodeArray()).Count()));
        Survives("negations", d => Nested(d, "!(", "@.a", ")", "$[?", "]"),
            b => Text(() => NodePath.Parse(Encoding.UTF8.GetString(b)).Select(new NodeArray()).Count()));
        Survives("descents", d => Nested(d, "..a", "", "", "$"),
            b => Text(() => NodePath.Parse(Encoding.UTF8.GetString(b)).Select(new NodeArray()).Count()));
        Survives("trees", d => BitConverter.GetBytes(d), b =>
        {
            Node tree = new NodeArray();
            for (int i = 0; i < BitConverter.ToInt32(b); i++)
                tree = i % 2 == 0 ? new NodeArray { tree } : new NodeObject { ["a"] = tree };
            foreach (var format in Format.All.Where(f => (f.Features & FormatFeatures.WritesNodes) != 0))
                Refused(() => format.WriteNode(tree));
            Refused(() => tree.Equals(tree));
            Refused(() => tree.GetHashCode());
            Refused(() => tree.ToString()!.Length.ToString(System.Globalization.CultureInfo.InvariantCulture));
        });
    }

    static void Refused(Func<object> action)
    {
        try
        {
            action();
        }
        catch (Exception e) when (e is NotSupportedException or WireFormatException or InsufficientExecutionStackException)
        {
            // A tree that a program has made is no input: an exception is enough.
        }
    }

    static void Text(Func<int> select)
    {
        try
        {
            select();
        }
        catch (FormatException)
        {
        }
    }

    [Fact(Explicit = true)]
    public void Expressions_and_schemas_of_tables_survive()
    {
        foreach (var form in OfTables.TableXmlForm.All)
        {
            Action<byte[]> read = b => form.Read(b, typeof(DataSet));
            byte[] wrap(string columns, string rows) => form.Wrap(OfTables.TableXmlParts.Content(columns, rows), typeof(DataSet));
            Survives($"{form}: sums",
                d => wrap(
                    OfTables.TableXmlParts.Column("a") + OfTables.TableXmlParts.Computed("b", string.Concat(Enumerable.Repeat("1+", d)) + "1"),
                    OfTables.TableXmlParts.Row(0, "<a>1</a>")), read);
            Survives($"{form}: parentheses",
                d => wrap(OfTables.TableXmlParts.Computed("b", new string('(', d) + "1" + new string(')', d)),
                    OfTables.TableXmlParts.Row(0, "")), read);
            Survives($"{form}: calls",
                d => wrap(OfTables.TableXmlParts.Computed("b", string.Concat(Enumerable.Repeat("Len(", d)) + "'a'" + new string(')', d)),
                    OfTables.TableXmlParts.Row(0, "")), read);
            Survives($"{form}: chains",
                d => wrap(
                    OfTables.TableXmlParts.Column("c0")
                        + string.Concat(
                            Enumerable.Range(1, Math.Min(d, 3000)).Select(i => OfTables.TableXmlParts.Computed("c" + i, $"c{i - 1} + 1"))),
                                OfTables.TableXmlParts.Row(0, "<c0>1</c0>")), read);
            Survives($"{form}: chains of negations",
                d => wrap(
                    OfTables.TableXmlParts.Column("c0")
                        + string.Concat(
                            Enumerable.Range(1, 100)
                                .Select(i => OfTables.TableXmlParts.Computed("c" + i, new string('-', Math.Min(d, 1900)) + "c" + (i - 1)))),
                                    OfTables.TableXmlParts.Row(0, "<c0>1</c0>")), read);
            Survives($"{form}: rows in rows",
                d => wrap(OfTables.TableXmlParts.Column("a"),
                    string.Concat(Enumerable.Repeat("<T diffgr:id=\"T1\">", Math.Min(d, 10_000)))
                        + string.Concat(Enumerable.Repeat("</T>", Math.Min(d, 10_000)))), read);
            Survives($"{form}: types in types",
                d => wrap(
                    string.Concat(Enumerable.Repeat("<xs:element name=\"a\"><xs:complexType><xs:sequence>", Math.Min(d, 10_000)))
                        + string.Concat(Enumerable.Repeat("</xs:sequence></xs:complexType></xs:element>", Math.Min(d, 10_000))), ""), read);
        }
    }
}

/// <summary>Runs the tests of stacks where they can kill nothing else.</summary>
[BeginsEarly]
public class StackProcessTests
{
    [Fact]
    public void Deep_input_ends_no_process() => ChildRun.Of(typeof(StackTests), megabytes: 3000, minutes: 25);
}
