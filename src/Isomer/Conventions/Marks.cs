using System.Reflection;

namespace Isomer.Conventions;

/// <summary>
/// Whether an attribute that a convention knows stands on something, told by its namespace. Most members bear none, and
/// then none is looked for: asking for each by type took a third of the first call, for it loads System.Text.Json,
/// System.Private.Xml and more only to name what is not there.
/// </summary>
internal static class Marks
{
    public static bool IsMarked(MemberInfo member) => IsMarked(member, byCompiler: true);

    /// <summary>Whether one stands there that who wrote it put there: the compiler marks what it makes itself.</summary>
    public static bool IsMarkedByHand(MemberInfo member) => IsMarked(member, byCompiler: false);

    static bool IsMarked(MemberInfo member, bool byCompiler)
    {
        foreach (var attribute in member.CustomAttributes)
            if (IsKnown(attribute.AttributeType)
                && (byCompiler || attribute.AttributeType != typeof(System.Runtime.CompilerServices.CompilerGeneratedAttribute)))
                return true;
        return false;
    }

    /// <summary>Whether the attribute named so stands on the member.</summary>
    public static bool Bears(MemberInfo member, string attributeName) => Find(member, attributeName) is not null;

    /// <summary>
    /// What an attribute of this name says on the member, without making one: to set its properties the framework emits code
    /// for each setter, which was a sixth of the first call of ContractXml.
    /// </summary>
    public static CustomAttributeData? Find(MemberInfo member, string attributeName)
    {
        foreach (var attribute in member.CustomAttributes)
            if (attribute.AttributeType.FullName == attributeName)
                return attribute;
        return null;
    }

    /// <summary>The value that the attribute sets a property to; null if it does not.</summary>
    public static object? Set(CustomAttributeData attribute, string property) =>
        Sets(attribute, property, out object? value) ? value : null;

    /// <summary>Whether the attribute sets a property, be it to null.</summary>
    public static bool Sets(CustomAttributeData attribute, string property, out object? value)
    {
        foreach (var argument in attribute.NamedArguments)
        {
            value = argument.TypedValue.Value;
            if (argument.MemberName == property)
                return true;
        }
        value = null;
        return false;
    }

    /// <summary>The name as it stands in code.</summary>
    public static string NameOf(Type attribute) =>
        attribute.Name.EndsWith("Attribute", StringComparison.Ordinal) ? attribute.Name[..^"Attribute".Length] : attribute.Name;

    static bool IsKnown(Type attribute) => attribute.Namespace switch
    {
        "Isomer" or "System.Text.Json.Serialization" or "System.ComponentModel" or "System.Xml.Serialization" or "Newtonsoft.Json"
            or "Newtonsoft.Json.Serialization" => true,
        "System.Runtime.Serialization" => attribute.Name is not ("DataMemberAttribute" or "DataContractAttribute"),
        "System.Runtime.CompilerServices" =>
            attribute.Name is "RequiredMemberAttribute" or "CompilerGeneratedAttribute" or "CollectionBuilderAttribute",
        "System" => attribute.Name == "NonSerializedAttribute",
        // One of the user's own may derive from a known one, as converters with arguments do.
        var other =>
            !(other?.StartsWith("System", StringComparison.Ordinal) ?? false) && attribute.BaseType is { } parent
                && parent != typeof(Attribute) && IsKnown(parent),
    };
}
