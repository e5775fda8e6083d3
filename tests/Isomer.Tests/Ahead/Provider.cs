using Isomer.Ahead;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Tests.Ahead;

/// <summary>
/// One family of conventions, three times: emitted, interpreted, and with shapes that were saved to an assembly and loaded from it.
/// Conventions of their own, for
/// models keep their shapes.
/// </summary>
sealed class Provider
{
    public required string Name { get; init; }

    /// <summary>
    /// A new convention of the family: not by WithTier, which gives the family's own again, whose name this would change.
    /// </summary>
    public required Func<ShapeTier, Convention> Make { get; init; }

    public required Func<Convention, object?, Type, byte[]> Write { get; init; }

    public required Func<Convention, byte[], Type, object?> Read { get; init; }

    /// <summary>What the format writes a root by.</summary>
    public Func<Convention, Type, TypeModel> Root { get; init; } = static (c, type) => c.ModelOf(type);

    public Convention Emitted { get; private set; } = null!;

    public Convention Interpreted { get; private set; } = null!;

    public Convention Ready { get; private set; } = null!;

    /// <summary>The types that have ready shapes.</summary>
    public HashSet<Type> Types { get; } = [];

    /// <summary>Makes the three, and the shapes of all these types that have any.</summary>
    /// <param name="types">The types.</param>
    /// <param name="among">Another name than that of the family, for shapes of a test of its own.</param>
    /// <param name="remade">What is made of the saved assembly before it is loaded.</param>
    public void Prepare(IEnumerable<Type> types, string among = "", Func<byte[], byte[]>? remade = null)
    {
        (Emitted, Interpreted, Ready) = (Make(ShapeTier.Emitted), Make(ShapeTier.Reflection), Make(ShapeTier.Auto));
        if (Ready is not XmlAttributesConvention)
            Ready.SavedName = "Providers." + among + Name;
        var roots = new List<TypeModel>();
        foreach (var type in types)
        {
            try
            {
                var root = Root(Ready, type);
                ModelGraph.Check(root);
                roots.Add(root);
                Types.Add(type);
            }
            catch (NotSupportedException)
            {
                // The three are asked all the same, and refuse it alike.
            }
        }
        ReadyUnderTest.Load(remade, [.. roots]);
    }

    static readonly CompactOptions s_compact = new();

    static Convention OfGraphs(ShapeTier tier) => new PlainConvention(
        PlainSettings.Default with { Tier = tier, UnknownSubtypes = UnknownSubtypes.WriteAsRuntimeType }).Lossless;

    static XmlAttributesConvention OfXml(ShapeTier tier, string name, XmlExtensions extensions) =>
        new XmlFamily(XmlSettings.Default with { Tier = tier, Extensions = extensions })
        {
            Name = tier == ShapeTier.Auto ? "Providers." + name : null
        }.In("");

    public static Provider[] All =>
    [
        new()
        {
            Name = "Json",
            Make = static tier => new PlainConvention(PlainSettings.Default with { Tier = tier }),
            Write = static (c, value, type) =>
                Json.Serialize(value, type, new JsonOptions { Convention = c, Numbers = JsonNumbers.NamedFloats }),
            Read = static (c, bytes, type) =>
                Json.Deserialize(bytes, type, new JsonOptions { Convention = c, Numbers = JsonNumbers.NamedFloats }),
        },
        new()
        {
            Name = "Compact",
            Make = static tier => new PlainConvention(PlainSettings.Default with { Tier = tier }).Lossless,
            Write = static (c, value, type) => Compact.Serialize(value, type, s_compact with { Convention = c }),
            Read = static (c, bytes, type) => Compact.Deserialize(bytes, type, s_compact with { Convention = c }),
        },
        new()
        {
            Name = "ContractXml",
            Make = static tier => new DataContractConvention(DataContractSettings.Default with { Losses = true, Tier = tier }),
            Write = static (c, value, type) =>
                ContractXml.Serialize(value, type, new ContractXmlOptions { Convention = (DataContractConvention)c }),
            Read = static (c, bytes, type) =>
                ContractXml.Deserialize(bytes, type, new ContractXmlOptions { Convention = (DataContractConvention)c }),
        },
        new()
        {
            Name = "ContractJson",
            Make = static tier => new DataContractConvention(DataContractSettings.Default with { Losses = true, Tier = tier }),
            Write = static (c, value, type) =>
                ContractJson.Serialize(value, type, new ContractJsonOptions { Convention = (DataContractConvention)c }),
            Read = static (c, bytes, type) =>
                ContractJson.Deserialize(bytes, type, new ContractJsonOptions { Convention = (DataContractConvention)c }),
        },
        new()
        {
            Name = "Xml",
            Make = static tier => OfXml(tier, "Xml", XmlExtensions.None),
            Root = static (c, type) => ((XmlAttributesConvention)c).RootOf(type, null).Model,
            Write = static (c, value, type) => Xml.Serialize(value, type, new XmlOptions { Convention = (XmlAttributesConvention)c }),
            Read = static (c, bytes, type) => Xml.Deserialize(bytes, type, new XmlOptions { Convention = (XmlAttributesConvention)c }),
        },
        new()
        {
            Name = "XmlHandle",
            Make = static tier => OfXml(tier, "XmlHandle", XmlExtensions.All),
            Root = static (c, type) => ((XmlAttributesConvention)c).RootOf(type, null).Model,
            Write = static (c, value, type) => Xml.Serialize(value, type, new XmlOptions { Convention = (XmlAttributesConvention)c }),
            Read = static (c, bytes, type) => Xml.Deserialize(bytes, type, new XmlOptions { Convention = (XmlAttributesConvention)c }),
        },
        new()
        {
            Name = "Protobuf",
            Make = static tier => new ProtobufConvention(ProtobufSettings.Default with { Tier = tier }),
            Write = static (c, value, type) => Protobuf.Serialize(value, type, new ProtobufOptions { Convention = c }),
            Read = static (c, bytes, type) => Protobuf.Deserialize(bytes, type, new ProtobufOptions { Convention = c }),
        },
        new()
        {
            Name = "ProtobufHandle",
            Make = static tier => new ProtobufConvention(ProtobufSettings.Default with { Tier = tier, NumbersMembers = true }),
            Write = static (c, value, type) => Protobuf.Serialize(value, type, new ProtobufOptions { Convention = c }),
            Read = static (c, bytes, type) => Protobuf.Deserialize(bytes, type, new ProtobufOptions { Convention = c }),
        },
        new()
        {
            Name = "FastJson",
            Make = static tier => new FastJsonConvention(FastJsonSettings.Default with { Tier = tier }),
            Write = static (c, value, type) => Json.Serialize(value, type, JsonOptions.FastJson with { Convention = c }),
            Read = static (c, bytes, type) => Json.Deserialize(bytes, type, JsonOptions.FastJson with { Convention = c }),
        },
        new()
        {
            Name = "Graph",
            Make = static tier => OfGraphs(tier),
            Write = static (c, value, type) => Json.Serialize(value, type, JsonOptions.Graph with { Convention = c }),
            Read = static (c, bytes, type) => Json.Deserialize(bytes, type, JsonOptions.Graph with { Convention = c }),
        },
        new()
        {
            Name = "Nrbf",
            Make = static tier => new FieldsConvention(FieldsSettings.Default with { Tier = tier, TakesUnmarked = true }),
            Write = static (c, value, type) => Nrbf.Serialize(value, type, new NrbfOptions { Convention = (FieldsConvention)c }),
            Read = static (c, bytes, type) => Nrbf.Deserialize(bytes, type, new NrbfOptions { Convention = (FieldsConvention)c }),
        },
    ];
}
