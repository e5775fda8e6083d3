using System.Data;
using Isomer.Conventions;
using Isomer.Formats;

namespace Isomer.Fuzz.Targets;

/// <summary>Every reader of the library. A new format joins here.</summary>
static class Catalog
{
    static readonly PlainConvention s_reflected = Convention.Plain.WithTier(ShapeTier.Reflection);

    static JsonWire JsonOf(string name, JsonOptions options) =>
        new(name, options,
            options with
            {
                Convention = options.Convention is FastJsonConvention fast
                ? fast.WithTier(ShapeTier.Reflection)
                : s_reflected
            });

    static readonly Wire[] s_json =
    [
        JsonOf("Json", new() { Numbers = JsonNumbers.NamedFloats }),
        JsonOf("Json.Lenient",
            new() { Leniency = (JsonLeniency)~0 & AllLeniency,
                Numbers = JsonNumbers.NamedFloats | JsonNumbers.ReadFromString | JsonNumbers.WriteAsString, IgnoreCase = true,
                EnumsAsNames = true, Duplicates = JsonMembers.Refuse, Unknown = JsonMembers.Refuse, Indented = true, NewLine = "\n" }),
        JsonOf("Json.Preserve",
            new() { References = References.Preserve, TypeAnywhere = true, Numbers = JsonNumbers.NamedFloats, Omit = JsonOmit.WhenDefault,
                Naming = JsonNaming.Camel }),
        JsonOf("Json.Names",
            new() { TypeNames = JsonTypeNames.All, References = References.Preserve, Identities = JsonIdentities.All,
                Numbers = JsonNumbers.NamedFloats, DateFormat = "o", Types = JsonTypes.None.With<Leaf>() }),
        JsonOf("Json.Graph", JsonOptions.Graph with { Types = JsonTypes.None.With<Leaf>() }),
        JsonOf("Json.Fast", JsonOptions.FastJson with { Types = JsonTypes.None.With<Leaf>().With<Graph>() }),
    ];

    static JsonLeniency AllLeniency => Enum.GetValues<JsonLeniency>().Aggregate((a, b) => a | b);

    static readonly Wire[] s_compact =
    [
        new CompactWire("Compact", new()),
        new CompactWire("Compact.Full", new() { References = References.Preserve, Schema = CompactSchema.Embedded, Checksum = true }),
        new CompactWire("Compact.Fingerprint", new() { Schema = CompactSchema.Fingerprint }),
    ];

    static readonly Wire[] s_protobuf = [new ProtobufWire("Protobuf", new()),
        new ProtobufWire("Protobuf.Groups", new() { Groups = true, PackedRoots = true, StrictUtf8 = true })];

    static readonly Wire s_nrbf = new NrbfWire("Nrbf",
        new()
        {
            Convention = Convention.Fields.WithUnmarkedTypes(),
            KnownTypes = [typeof(Leaf), typeof(Graph), typeof(Point), .. Standing.Known, .. Hosted.Known]
        });

    static readonly Wire s_soap = new SoapWire("Soap",
        new()
        {
            Convention = Convention.Fields.WithUnmarkedTypes(),
            KnownTypes = [typeof(Leaf), typeof(Graph), typeof(Point), .. Standing.Known, .. Hosted.Known],
            WritesGenerics = true,
            DateStyle = SoapDateStyle.KeepsKind
        });

    static readonly Wire[] s_xml = [new XmlWire("Xml", new()), new XmlWire("Xml.Like", XmlOptions.LikeXmlSerializer)];

    static readonly Wire[] s_contract =
    [
        new ContractXmlWire("ContractXml", new()),
        new ContractXmlWire("ContractXml.Preserve", new() { PreserveObjectReferences = true }),
        new ContractXmlWire("ContractXml.Binary", ContractXmlOptions.Binary),
        new ContractXmlWire("NetDataContract",
            new() { NetDataContract = true, KnownTypes = [typeof(Leaf), typeof(int[]), typeof(Contract)] }),
        new ContractXmlWire("NetDataContract.Binary",
            ContractXmlOptions.Binary with { NetDataContract = true, KnownTypes = [typeof(Leaf), typeof(int[]), typeof(Contract)] }),
    ];

    static readonly Wire[] s_contractJson = [new ContractJsonWire("ContractJson", new()),
        new ContractJsonWire("ContractJson.Strict", new() { IsStrict = true, UseSimpleDictionaryFormat = true })];

    public static IReadOnlyList<Target> All { get; } = [.. Make()];

    static IEnumerable<Target> Make()
    {
        foreach (Wire wire in (Wire[])[.. s_json, .. s_compact, .. s_protobuf, .. s_xml, .. s_contract, .. s_contractJson])
            yield return new Typed<Common>(wire, "Common", Common.Sample(0), Common.Sample(2), new Common());
        foreach (Wire wire in (Wire[])[.. s_json, .. s_compact, .. s_protobuf])
            yield return new Typed<Rich>(wire, "Rich", Rich.Sample(0), Rich.Sample(2));
        foreach (Wire wire in (Wire[])[.. s_json, .. s_compact])
        {
            yield return new Typed<Open>(wire, "Open", Open.Sample());
            yield return new Typed<Dictionary<string, List<Record?>>>(wire, "Map",
                new Dictionary<string, List<Record?>> { ["a"] = [new(1, "x", null), null], [""] = [] });
        }
        foreach (Wire wire in (Wire[])[s_json[2], s_json[3], s_json[4], s_json[5], s_compact[1], s_contract[1], s_contract[3]])
            yield return new Typed<Graph>(wire, "Graph", Graph.Sample());
        yield return new Typed<Common>(s_nrbf, "Common", Common.Sample(0), Common.Sample(2), new Common());
        yield return new Typed<Graph>(s_nrbf, "Graph", Graph.Sample());
        yield return new Typed<Common>(s_soap, "Common", Common.Sample(0), Common.Sample(2), new Common());
        yield return new Typed<Graph>(s_soap, "Graph", Graph.Sample());
        yield return new Typed<object>(s_soap, "Objects", Old.Sample(), new List<Point> { new() { X = 1 } },
            new[,] { { "a", null }, { "b", "c" } });
        yield return new Typed<object>(s_nrbf, "Objects", Old.Sample(), new List<Point> { new() { X = 1 } },
            new[,] { { "a", null }, { "b", "c" } });
        foreach (Wire wire in (Wire[])[s_nrbf, s_soap])
        {
            yield return new Typed<Standing>(wire, "Standing", Standing.Sample());
            yield return new Typed<object>(wire, "Hosted", Hosted.Samples());
        }
        foreach (Wire wire in s_contract)
            yield return new Typed<Contract>(wire, "Contract", Contract.Sample());
        foreach (Wire wire in s_contractJson)
            yield return new Typed<Plain>(wire, "Plain", Plain.Sample());
        foreach (Wire wire in s_xml)
            yield return new Typed<Marked>(wire, "Marked", Marked.Sample());
        foreach (Wire wire in (Wire[])[s_json[0], s_compact[0], s_protobuf[0], s_xml[0], s_contract[0], s_contract[2], s_contractJson[0]])
        {
            yield return new Typed<int[]>(wire, "Ints", [1, -2, 300_000]);
            yield return new Typed<List<string>>(wire, "Texts", ["a", "", "ü\n"]);
        }
        foreach (Wire wire in (Wire[])[s_json[0], s_json[4], s_json[5], s_compact[0], s_xml[0], s_contract[0], s_contract[2], s_contract[3],
            s_contractJson[0]])
        {
            yield return new Typed<DataSet>(wire, "DataSet", wire == s_json[5] ? Tables.Accepted() : Tables.Sample());
            yield return new Typed<DataTable>(wire, "DataTable", Tables.Table());
        }
        yield return new Typed<DataTable>(s_compact[0], "Columns", Tables.Packed(3), Tables.Packed(60));
        yield return new Batches();
        foreach (Format format in Format.All)
            yield return new Nodes(format,
                format == ContractXml.BinaryFormat
                    ? Language.BinaryXml
                    : format == Protobuf.Format
                        ? Language.Protobuf
                        : format == Compact.Format
                            ? Language.Compact
                            : format.Name.Contains("Json", StringComparison.Ordinal) ? Language.Json : Language.Xml);
        foreach (Target contained in Contained.All())
            yield return contained;
        yield return new Documents();
        yield return new Tokens();
        yield return new Rows();
        yield return new ProtoText();
        yield return new ProtoJsonOfSchema();
        yield return new ProtoJsonOfBytes();
        yield return DropIn.ContractXml();
        yield return DropIn.ContractBinary();
        yield return DropIn.XmlSerializer();
        yield return DropIn.ContractJson();
        yield return DropIn.Infoset();
    }
}
