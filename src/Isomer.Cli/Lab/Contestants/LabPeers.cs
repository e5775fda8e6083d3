namespace Isomer.Cli.Lab.Contestants;

/// <summary>All contestants, each made only when asked for: a fresh process that measures one must not load the others.</summary>
static class LabPeers
{
    static readonly (string Name, Func<LabPeer> Make)[] s_others =
    [
        ("System.Text.Json generated", () => new StjGeneratedPeer()),
        ("System.Text.Json reflection", () => new StjReflectionPeer()),
        ("Json.NET", () => new JsonNetPeer()),
        ("ServiceStack.Text", () => new ServiceStackPeer()),
        ("DataContractSerializer", () => new DataContractPeer(ContractForm.Xml)),
        ("DataContractSerializer binary", () => new DataContractPeer(ContractForm.BinaryXml)),
        ("DataContractJsonSerializer", () => new DataContractPeer(ContractForm.Json)),
        ("JSON as XML infoset", () => new DataContractPeer(ContractForm.Infoset)),
        ("XmlSerializer", () => new XmlSerializerPeer()),
        ("BinaryFormatter", () => new BinaryFormatterPeer()),
        ("BinaryFormatter surrogate", () => new DataSetPeer(DataSetForm.Surrogate)),
        ("BinaryFormatter binary", () => new DataSetPeer(DataSetForm.Binary)),
        ("BinaryFormatter XML", () => new DataSetPeer(DataSetForm.Xml)),
        ("DataSet.WriteXml", () => new DataSetXmlPeer()),
        ("Google.Protobuf", () => new GoogleProtobufPeer()),
        ("BinaryFormatter around protobuf", () => new BridgePeer(BridgeForm.BinaryFormatter)),
        ("XmlSerializer around protobuf", () => new BridgePeer(BridgeForm.XmlSerializer)),
        ("Isomer Nrbf around protobuf", () => new BridgePeer(BridgeForm.Nrbf)),
    ];

    public static IReadOnlyList<LabPeer> All => [.. Ours(), .. s_others.Select(o => o.Make())];

    /// <summary>Isomer's formats as they come, and the presets of them that are contestants of their own.</summary>
    static IEnumerable<LabPeer> Ours()
    {
        foreach (Format format in Payloads.ToolFormats.Values)
        {
            // SoapFormatter refuses generic types, which nearly all data has: ours is asked to take them.
            yield return format == Soap.Format ? new IsomerPeer(format, null, new SoapOptions { WritesGenerics = true }, "SoapOptions.WritesGenerics") : new IsomerPeer(format);
            if (format == ContractJson.Format)
                yield return new InfosetPeer();
            if (format == Json.Format)
            {
                yield return new IsomerPeer(format, "references", new JsonOptions { References = References.Preserve }, "References.Preserve");
                yield return new IsomerPeer(format, "FastJson", JsonOptions.FastJson, "JsonOptions.FastJson");
                yield return new IsomerPeer(format, "Graph", JsonOptions.Graph, "JsonOptions.Graph");
            }
            if (format == Protobuf.Format)
                yield return new IsomerPeer(format, "grouped", ProtobufOptions.Grouped, "ProtobufOptions.Grouped");
        }
    }

    public static LabPeer Named(string name) => s_others.FirstOrDefault(o => o.Name == name).Make?.Invoke()
        ?? Ours().FirstOrDefault(p => p.Name == name)
        ?? throw new CliException(ExitCode.Usage, $"There is no contestant '{name}'.");
}
