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
        .. DataSetPeer.All.Select(p => (p.Name, (Func<LabPeer>)(() => p))),
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
            yield return format == Soap.Format
                ? new IsomerPeer(format, null, new SoapOptions { WritesGenerics = true }, "SoapOptions.WritesGenerics")
                : new IsomerPeer(format);
            if (format == ContractJson.Format)
                yield return new InfosetPeer();
            if (format == Json.Format)
            {
                yield return new IsomerPeer(format, "references", new JsonOptions { References = References.Preserve },
                    "References.Preserve");
                yield return new IsomerPeer(format, "FastJson", JsonOptions.FastJson, "JsonOptions.FastJson");
                yield return new IsomerPeer(format, "Graph", JsonOptions.Graph, "JsonOptions.Graph");
            }
            if (format == Nrbf.Format)
            {
                yield return new NrbfSetPeer();
                yield return new DataXmlPeer();
            }
            if (format == Protobuf.Format)
                yield return new IsomerPeer(format, "grouped", ProtobufOptions.Grouped, "ProtobufOptions.Grouped");
        }
    }

    /// <summary>Those that people choose from, in every scenario but that of DataSets, which has forms of its own.</summary>
    static readonly string[] s_usual =
    [
        "Isomer Json", "Isomer Compact", "Isomer Protobuf", "Isomer Xml", "Isomer ContractXml", "Isomer Nrbf", "Isomer Soap",
        "System.Text.Json generated", "Json.NET",
        "DataContractSerializer", "XmlSerializer", "BinaryFormatter", "Google.Protobuf",
    ];

    /// <summary>Those that an article measured in its scenario, and our answers to them.</summary>
    static readonly (string Scenario, string[] Names)[] s_ofArticles =
    [
        ("datacontract", ["Isomer ContractJson", "DataContractJsonSerializer", "JSON as XML infoset", "Isomer JsonInfoset"]),
        ("messages",
            ["Isomer ContractJson", "DataContractJsonSerializer", "BinaryFormatter around protobuf", "Isomer Nrbf around protobuf"]),
        ("northwind",
            ["DataContractJsonSerializer", "BinaryFormatter around protobuf", "XmlSerializer around protobuf",
                "Isomer Nrbf around protobuf"]),
        ("polymorphic", ["Isomer Json FastJson", "ServiceStack.Text"]),
        ("own", ["System.Text.Json reflection", "ServiceStack.Text"]),
        ("records", ["System.Text.Json reflection", "ServiceStack.Text"]),
    ];

    static readonly string[] s_ofDataSets =
    [
        "Isomer Compact", "Isomer Json", "Isomer Nrbf", "Isomer Nrbf binary", "Isomer Soap", "Isomer DataXml", "BinaryFormatter surrogate",
        "BinaryFormatter binary", "BinaryFormatter XML", "DataSet.WriteXml",
        "BinaryFormatter binary, dates unspecified", "BinaryFormatter XML, typed", "BinaryFormatter XML, typed, without schema",
        "BinaryFormatter binary, typed, without schema",
    ];

    /// <summary>Whether a run that was not asked for all of them has it: fewer contestants rather than less certainty.</summary>
    public static bool IsUsual(LabPeer peer, string caseId)
    {
        string scenario = caseId.Split('/')[0];
        return scenario == "dataset" ? s_ofDataSets.Contains(peer.Name)
            : s_usual.Contains(peer.Name) || s_ofArticles.Any(a => a.Scenario == scenario && a.Names.Contains(peer.Name));
    }

    /// <summary>
    /// Of these a usual run asks the size alone, in scenarios that are about others: each contestant more takes the rounds of all (with
    /// all of them a run on a quiet machine had five rounds a race, and 0 to 2 of 11 races whose figures were sure).
    /// </summary>
    static readonly (string Scenario, string[] Names)[] s_untimed =
    [
        ("datacontract",
            ["Isomer Xml", "XmlSerializer", "Isomer Nrbf", "BinaryFormatter", "Isomer Soap", "Isomer Protobuf"]),
        ("rows", ["Isomer Soap"]),
        ("northwind", ["Isomer Soap", "DataContractJsonSerializer", "XmlSerializer around protobuf"]),
        ("polymorphic", ["Isomer Soap"]),
    ];

    /// <summary>Whether a run that was not asked for all of them, or for this one, times it.</summary>
    public static bool IsTimed(LabPeer peer, string caseId) =>
        !s_untimed.Any(u => u.Scenario == caseId.Split('/')[0] && u.Names.Contains(peer.Name));

    public static LabPeer Named(string name) => s_others.FirstOrDefault(o => o.Name == name).Make?.Invoke()
        ?? Ours().FirstOrDefault(p => p.Name == name)
        ?? throw new CliException(ExitCode.Usage, $"There is no contestant '{name}'.");
}
