using System;
using System.Collections.Immutable;
using System.Linq;
using System.Reflection;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers;

/// <summary>What can be told. Each has a page, docs/analyzers/ID.md: what is lost, an example, the remedy.</summary>
public static class Rules
{
    // First: what follows is made in the order of the text, and asks for it.
    static readonly string? s_repository =
        typeof(Rules).Assembly.GetCustomAttributes<AssemblyMetadataAttribute>().FirstOrDefault(a => a.Key == "RepositoryUrl")?.Value;

    const string Contracts = "Isomer.Contracts", Originals = "Isomer.Originals", Ahead = "Isomer.Ahead";

    public static readonly DiagnosticDescriptor UnregisteredSubtypes =
        Contract("ISO0001", "What may stand for an abstract type is not declared",
        "{0} is {1}, and nothing says what may stand for it: {2} refuses it. {3}.");

    public static readonly DiagnosticDescriptor NotSetBack = Contract("ISO0002", "A member is not set when it is read",
        "{0} does not bring '{1}' back: it has no public setter, and no constructor takes it. {2}.");

    public static readonly DiagnosticDescriptor KindOfDate = Contract("ISO0003", "Protobuf does not carry the Kind of a DateTime",
        "'{0}' comes back from Protobuf with the Kind Unspecified. Declare a DateTimeOffset, say DataFormat = ProtobufFormat.WellKnown (UTC), or take Convention.Protobuf.WithDateTimeKind().");

    public static readonly DiagnosticDescriptor Numbers =
        Contract("ISO0004", "Field numbers of Protobuf collide", "In '{0}' {1}", isAlwaysWrong: true);

    public static readonly DiagnosticDescriptor Construction = Contract("ISO0005", "A type cannot be made when it is read",
        "{0} cannot make a '{1}' when it reads one: {2}");

    public static readonly DiagnosticDescriptor Initialiser = Contract("ISO0006", "A value that is left out comes back as another", "{0}");

    public static readonly DiagnosticDescriptor NotObeyed = Contract("ISO0007", "An attribute has no effect and is refused",
        "'{0}' bears [{1}], which {2} does not obey, and so refuses. {3}");

    public static readonly DiagnosticDescriptor BinaryFormatter =
        Original("ISO0101", "BinaryFormatter", "IsomerBinaryFormatter", "throws in .NET 9 and later, and loads types that its input names");
    public static readonly DiagnosticDescriptor XmlSerializer = Original("ISO0102", "XmlSerializer", "IsomerXmlSerializer",
        "made by this constructor makes an assembly for each call, which is never freed");
    public static readonly DiagnosticDescriptor DataContractSerializer = Original("ISO0103", "DataContractSerializer",
        "ContractXmlSerializer", "has a drop-in with the same bytes, which is faster and tells places in its errors",
        DiagnosticSeverity.Info);
    public static readonly DiagnosticDescriptor DataContractJsonSerializer = Original("ISO0104", "DataContractJsonSerializer",
        "ContractJsonSerializer", "has a drop-in with the same bytes, which is faster and tells places in its errors",
        DiagnosticSeverity.Info);
    public static readonly DiagnosticDescriptor NetDataContractSerializer = Original("ISO0105", "NetDataContractSerializer",
        "NetContractXmlSerializer", "is not in .NET, and loads types that its input names");
    public static readonly DiagnosticDescriptor SoapFormatter =
        Original("ISO0106", "SoapFormatter", "IsomerSoapFormatter", "is not in .NET, and loads types that its input names");

    public static readonly DiagnosticDescriptor BodyWithoutShape = new("ISO0201", "A body is read by what trimming may take away",
        "'{0}' is read by members that are looked for while the program runs, which trimming and Native AOT may take away. Say <IsomerShapes>true</IsomerShapes> in the project.",
        Ahead, DiagnosticSeverity.Warning, isEnabledByDefault: true, Page("ISO0201"), HelpOf("ISO0201"));

    /// <summary>
    /// Those of the contracts, which need the whole program: where a type is passed to a format is seldom where it is declared.
    /// </summary>
    internal static readonly ImmutableArray<DiagnosticDescriptor> OfContracts = [UnregisteredSubtypes, NotSetBack, KindOfDate, Numbers,
        Construction, Initialiser, NotObeyed];

    internal static readonly ImmutableArray<DiagnosticDescriptor> OfOriginals = [BinaryFormatter, XmlSerializer, DataContractSerializer,
        DataContractJsonSerializer, NetDataContractSerializer, SoapFormatter];

    /// <summary>All rules, of contracts, of originals and of what is published trimmed or ahead of time.</summary>
    public static ImmutableArray<DiagnosticDescriptor> All => OfContracts.AddRange(OfOriginals).Add(BodyWithoutShape);

    static DiagnosticDescriptor Contract(string id, string title, string message, bool isAlwaysWrong = false) =>
        new(id, title, message, Contracts, DiagnosticSeverity.Warning, isEnabledByDefault: true, Page(id), HelpOf(id),
            isAlwaysWrong ? [] : [WellKnownDiagnosticTags.CompilationEnd]);

    static DiagnosticDescriptor Original(string id, string name, string dropIn, string why,
        DiagnosticSeverity severity = DiagnosticSeverity.Warning) =>
        new(id, $"{name} has a drop-in", $"{name} {why}. Change to {dropIn}.", Originals, severity, isEnabledByDefault: true, Page(id),
            HelpOf(id));

    static string Page(string id) => $"See docs/analyzers/{id}.md.";

    static string? HelpOf(string id)
    {
        if (s_repository is not { Length: > 0 } repository)
            return null;
        string place = repository.TrimEnd('/');
        place = place.EndsWith(".git", StringComparison.Ordinal) ? place.Substring(0, place.Length - 4) : place;
        return $"{place}/blob/main/docs/analyzers/{id}.md";
    }
}
