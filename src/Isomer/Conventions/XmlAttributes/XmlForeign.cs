using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// The attributes of System.Xml.Serialization: those that are obeyed, those that say nothing of this form, and no others.
/// </summary>
internal static class XmlForeign
{
    const string Family = "System.Xml.Serialization";

    /// <summary>What to do instead of the attribute; null for one that is obeyed or harmless.</summary>
    public static string? RemedyOf(MemberInfo member, CustomAttributeData attribute)
    {
        _ = member;
        for (var type = attribute.AttributeType; type is not null && type != typeof(Attribute); type = type.BaseType)
            if (type.Namespace == Family)
                return RemedyOf(type.Name);
        return null;
    }

    internal static string? RemedyOf(string name) => name switch
    {
        // Obeyed.
        "XmlAnyAttributeAttribute" or "XmlAnyElementAttribute" or "XmlArrayAttribute" or "XmlArrayItemAttribute" or "XmlAttributeAttribute"
            or "XmlChoiceIdentifierAttribute" or "XmlElementAttribute" or "XmlEnumAttribute" or "XmlIgnoreAttribute"
            or "XmlIncludeAttribute"
            or "XmlNamespaceDeclarationsAttribute" or "XmlRootAttribute" or "XmlSchemaProviderAttribute" or "XmlTextAttribute"
            or "XmlTypeAttribute" => null,
        // They count for mappings of SoapReflectionImporter, which the drop-in takes; XmlSerializer passes over them otherwise.
        "SoapAttributeAttribute" or "SoapElementAttribute" or "SoapEnumAttribute" or "SoapIgnoreAttribute" or "SoapIncludeAttribute"
            or "SoapTypeAttribute" => null,
        // Where generated serializers are: there are none here.
        "XmlSerializerAssemblyAttribute" or "XmlSerializerVersionAttribute" => null,
        _ => "It is not known here.",
    };
}
