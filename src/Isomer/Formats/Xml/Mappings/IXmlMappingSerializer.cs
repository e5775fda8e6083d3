using System.Xml;
using System.Xml.Serialization;

namespace Isomer.Formats;

/// <summary>What writes and reads by a mapping that is not simply that of a type and its attributes.</summary>
internal interface IXmlMappingSerializer
{
    bool CanRead(XmlReader reader);

    void Write(XmlWriter writer, object? value, XmlSerializerNamespaces? namespaces, string? encodingStyle, string? id);

    object? Read(XmlReader reader, string? encodingStyle, object sender, XmlDeserializationEvents events);
}
