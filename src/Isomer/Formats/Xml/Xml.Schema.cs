using System.Xml.Schema;
using Isomer.Formats;

namespace Isomer;

public static partial class Xml
{
    /// <summary>
    /// The XML Schemas of a type: one for each namespace, compiled. What <see cref="Serialize{T}(T, XmlOptions?)"/> writes is valid against
    /// them.
    /// </summary>
    public static XmlSchemaSet SchemasOf<T>(XmlOptions? options = null) => SchemasOf(typeof(T), options);

    /// <summary>The XML Schemas of a type: one for each namespace, compiled.</summary>
    public static XmlSchemaSet SchemasOf(Type type, XmlOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(type);
        return new XmlSchemaWriter(XmlRoot.Of(type, options ?? XmlOptions.Default).Facts).Write();
    }
}
