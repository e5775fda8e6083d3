using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// The attributes of System.Runtime.Serialization: those that are obeyed, those that say nothing of the form, and no others.
/// </summary>
internal static class ContractForeign
{
    const string Family = "System.Runtime.Serialization";

    /// <summary>What to do instead of the attribute; null for one that is obeyed, harmless or of another family.</summary>
    public static string? RemedyOf(CustomAttributeData attribute)
    {
        for (var type = attribute.AttributeType; type is not null && type != typeof(Attribute); type = type.BaseType)
            if (type.Namespace == Family)
                return RemedyOf(type.Name);
        return null;
    }

    internal static string? RemedyOf(string name) => name switch
    {
        // Obeyed; where they stand in a place in which they have no effect, ContractChecks says so.
        "CollectionDataContractAttribute" or "DataContractAttribute" or "DataMemberAttribute" or "EnumMemberAttribute"
            or "IgnoreDataMemberAttribute" or "KnownTypeAttribute"
            or "OnDeserializedAttribute" or "OnDeserializingAttribute" or "OnSerializedAttribute" or "OnSerializingAttribute"
            or "OptionalFieldAttribute" => null,
        // Of assemblies and modules: it names the namespaces of their contracts, and is obeyed.
        "ContractNamespaceAttribute" => null,
        _ => "It is not known here.",
    };
}
