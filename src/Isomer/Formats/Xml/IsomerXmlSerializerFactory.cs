using System.Diagnostics.CodeAnalysis;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer;

/// <summary>
/// In place of <see cref="XmlSerializerFactory"/>, which keeps serializers; here every constructor is as cheap as a look-up.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
public class IsomerXmlSerializerFactory
{
    /// <summary>For the type, with all of it.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, XmlAttributeOverrides? overrides, Type[]? extraTypes, XmlRootAttribute? root,
        string? defaultNamespace) =>
        new(type, overrides, extraTypes, root, defaultNamespace);

    /// <summary>For the type, as this root element.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, XmlRootAttribute? root) => new(type, root);

    /// <summary>For the type, with further types that may stand where a base or object is declared.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, Type[]? extraTypes) => new(type, extraTypes);

    /// <summary>For the type, with attributes in place of its own.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, XmlAttributeOverrides? overrides) => new(type, overrides);

    /// <summary>For the type and root element of a mapping.</summary>
    public IsomerXmlSerializer CreateSerializer(XmlTypeMapping xmlTypeMapping) => new(xmlTypeMapping);

    /// <summary>A serializer for the type, whose own attributes say all.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type) => new(type);

    /// <summary>For the type, in this namespace where nothing else is said.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, string? defaultNamespace) => new(type, defaultNamespace);

    /// <summary>For the type, with all of it; the location of an assembly to load is of no use here.</summary>
    public IsomerXmlSerializer CreateSerializer(Type type, XmlAttributeOverrides? overrides, Type[]? extraTypes, XmlRootAttribute? root,
        string? defaultNamespace, string? location) =>
        new(type, overrides, extraTypes, root, defaultNamespace, location);
}
