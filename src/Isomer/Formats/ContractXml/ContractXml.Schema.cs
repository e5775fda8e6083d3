using System.Xml.Schema;
using Isomer.Formats;

namespace Isomer;

public static partial class ContractXml
{
    /// <summary>
    /// The XML Schemas of a type and of those that it makes known: one for each namespace, compiled, as XsdDataContractExporter
    /// makes them. What <see cref="Serialize{T}(T, ContractXmlOptions?)"/> writes is valid against them, unless objects keep unknown
    /// elements or all references are preserved, of which a schema cannot know.
    /// </summary>
    public static XmlSchemaSet SchemasOf<T>(ContractXmlOptions? options = null) => SchemasOf(typeof(T), options);

    /// <summary>The XML Schemas of a type and of those that it makes known: one for each namespace, compiled.</summary>
    public static XmlSchemaSet SchemasOf(Type type, ContractXmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new ContractXmlSchema((options ?? ContractXmlOptions.Default).Profile).Write(type);
    }
}
