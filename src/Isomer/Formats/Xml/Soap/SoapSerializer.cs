using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Mappings of SoapReflectionImporter, of a type or of members.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class SoapSerializer : IXmlMappingSerializer
{
    readonly SoapMapping _mapping;
    readonly Limits _limits;
    readonly bool _isReadable;
    readonly bool _isWriteable;

    public SoapSerializer(XmlMapping mapping, Limits limits)
    {
        _mapping = SoapMappings.Of(mapping);
        _limits = limits;
        _isReadable = MappingFace.Is(mapping, "IsReadable");
        _isWriteable = MappingFace.Is(mapping, "IsWriteable");
    }

    /// <summary>The original says yes to everything, for what is expected may come behind something else.</summary>
    public bool CanRead(XmlReader reader) => true;

    public void Write(XmlWriter writer, object? value, XmlSerializerNamespaces? namespaces, string? encodingStyle, string? id)
    {
        if (!_isWriteable)
            throw new NotSupportedException("The mapping was imported for reading only (XmlMappingAccess).");
        new SoapWriter(_mapping, writer, namespaces, encodingStyle, id, Math.Max(_limits.MaxDepth, 1)).Write(value);
    }

    public object? Read(XmlReader reader, string? encodingStyle, object sender, XmlDeserializationEvents events)
    {
        if (!_isReadable)
            return null;
        var limited = new LimitedXmlReader(reader, _limits);
        return limited.Read(() => new SoapReader(_mapping, limited, encodingStyle, sender, events, _limits).Read());
    }
}
