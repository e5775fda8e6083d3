using System.Collections.Generic;
using System.Linq;
using Isomer.Analyzers.Contracts;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers;

/// <summary>The facades of the library, and what of each is asked here. A test holds the list against the library and the tool's.</summary>
static class Facades
{
    /// <summary>
    /// What each writes by, where that has rules of its own here; and under which of <c>Isomer.ShapeFamilies</c> types have shapes for it.
    /// </summary>
    internal static readonly (string Name, Wire? Wire, Families Families)[] All =
    [
        ("Json", Wire.Json, Families.Plain),
        ("Compact", Wire.Compact, Families.Lossless),
        ("Xml", Wire.Xml, Families.XmlAttributes),
        ("ContractXml", Wire.Contract, Families.DataContract),
        ("ContractJson", Wire.Contract, Families.DataContract),
        ("Protobuf", Wire.Protobuf, Families.Protobuf),
        ("Nrbf", null, Families.Fields),
        ("Soap", null, Families.Fields),
    ];

    /// <summary>Those with rules, as this program refers to them; none where it does not refer to Isomer.</summary>
    public static Dictionary<ISymbol, Wire> In(Compilation compilation)
    {
        var found = new Dictionary<ISymbol, Wire>(SymbolEqualityComparer.Default);
        foreach (var (name, wire, _) in All)
            if (wire is { } ruled && compilation.GetTypeByMetadataName("Isomer." + name) is { } facade)
                found[facade] = ruled;
        return found;
    }

    /// <summary>The families of a facade; none of any other class.</summary>
    public static Families Of(INamedTypeSymbol type) =>
        IsOfIsomer(type) ? All.FirstOrDefault(f => f.Name == type.Name).Families : 0;

    /// <summary>Whether a class stands in the library's namespace that users import.</summary>
    public static bool IsOfIsomer(INamedTypeSymbol type) => type is
    {
        ContainingType: null,
        ContainingNamespace: { Name: "Isomer", ContainingNamespace.IsGlobalNamespace: true },
        ContainingAssembly.Name: "Isomer"
    };

    /// <summary>What only asks about a type (a schema, warnings) hands nothing over, and JSON of Protobuf has other rules.</summary>
    public static bool CarriesValues(string name) =>
        !name.StartsWith("Get", System.StringComparison.Ordinal) && !name.EndsWith("Json", System.StringComparison.Ordinal)
            && !name.EndsWith("JsonBytes", System.StringComparison.Ordinal) && name is not "SchemasOf";
}

/// <summary>As <c>Isomer.ShapeFamilies</c>, which analyzers cannot refer to; a test compares them.</summary>
[System.Flags]
enum Families
{
    Plain = 1,
    Lossless = 2,
    DataContract = 4,
    XmlAttributes = 8,
    Protobuf = 16,
    FastJson = 32,
    Fields = 64,
    All = 127,
    Graph = 128,
    DeepCopy = 256,
    XmlHandle = 512,
    ProtobufHandle = 1024,
}
