using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What the method that [XmlSchemaProvider] names says of an IXmlSerializable: the name of its type, and schemas that describe
/// it. It is called once for each type.
/// </summary>
/// <param name="Name">The type's name; empty where the method gives none.</param>
/// <param name="IsNamed">The method gave a name, not a type.</param>
/// <param name="Schemas">What the method added; empty if there is no method.</param>
/// <param name="IsAny">The type is an element of any name and has no name itself.</param>
internal sealed record ProvidedSchema(XmlQualifiedName Name, bool IsNamed, XmlSchemaSet Schemas, bool IsAny)
{
    static readonly ConditionalWeakTable<Type, ProvidedSchema> Known = [];

    /// <summary>Null for a type without the attribute.</summary>
    public static ProvidedSchema? Of(Type type)
    {
        if (Known.TryGetValue(type, out var known))
            return known;
        return type.GetCustomAttribute<XmlSchemaProviderAttribute>(false) is { } attribute
            ? Known.GetValue(type, t => Ask(t, attribute))
            : null;
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A method that is gone is refused by its name.")]
    static ProvidedSchema Ask(Type type, XmlSchemaProviderAttribute attribute)
    {
        var schemas = new XmlSchemaSet();
        if (string.IsNullOrEmpty(attribute.MethodName))
            return new ProvidedSchema(XmlQualifiedName.Empty, false, schemas, attribute.IsAny);
        var method =
            type.GetMethod(attribute.MethodName, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic, [typeof(XmlSchemaSet)])
            ?? throw new NotSupportedException(
                $"[XmlSchemaProvider] on '{type}' names '{attribute.MethodName}', which is no static method that takes an XmlSchemaSet. Add it.");
        object? result = method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [schemas], null);
        var name = result switch
        {
            XmlQualifiedName given => given,
            XmlSchemaType given => given.QualifiedName,
            _ => XmlQualifiedName.Empty,
        };
        return new ProvidedSchema(name, result is XmlQualifiedName, schemas, attribute.IsAny);
    }
}
