using System.Collections.Generic;
using System.Collections.Immutable;
using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Originals;

/// <summary>A serializer of the framework's, and the class here that has its methods and its bytes.</summary>
public sealed class Original
{
    Original(string name, string space, string dropIn, DiagnosticDescriptor rule) =>
        (Name, Space, DropIn, Rule) = (name, space, dropIn, rule);

    /// <summary>The name of the class without its namespace.</summary>
    public string Name { get; }

    /// <summary>The namespace of the class.</summary>
    public string Space { get; }

    /// <summary>What to change it to; in the namespace Isomer.</summary>
    public string DropIn { get; }

    /// <summary>What is told of it.</summary>
    public DiagnosticDescriptor Rule { get; }

    /// <summary>All of them, by name.</summary>
    public static ImmutableDictionary<string, Original> All { get; } = new[]
    {
        new Original("BinaryFormatter", "System.Runtime.Serialization.Formatters.Binary", "IsomerBinaryFormatter", Rules.BinaryFormatter),
        new Original("XmlSerializer", "System.Xml.Serialization", "IsomerXmlSerializer", Rules.XmlSerializer),
        new Original("DataContractSerializer", "System.Runtime.Serialization", "ContractXmlSerializer", Rules.DataContractSerializer),
        new Original("DataContractJsonSerializer", "System.Runtime.Serialization.Json", "ContractJsonSerializer",
            Rules.DataContractJsonSerializer),
        new Original("NetDataContractSerializer", "System.Runtime.Serialization", "NetContractXmlSerializer",
            Rules.NetDataContractSerializer),
        new Original("SoapFormatter", "System.Runtime.Serialization.Formatters.Soap", "IsomerSoapFormatter", Rules.SoapFormatter),
    }.ToImmutableDictionary(o => o.Name);

    /// <summary>The one that a diagnostic is of.</summary>
    public static Original? Of(string id) => All.Values.FirstOrDefault(o => o.Rule.Id == id);
}
