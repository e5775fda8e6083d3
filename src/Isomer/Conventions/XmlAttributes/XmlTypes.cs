using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>What kind of thing a type is for XmlSerializer, and what it is called. Collections are in XmlCollections.</summary>
internal static class XmlTypes
{
    /// <summary>The namespace that a type is in wherever it stands; null where it takes over that of its context.</summary>
    public static string? NamespaceOf(XmlAttributesConvention convention, Type type)
    {
        // A collection's own namespace is that of its name only: its items stay in that of the context.
        if (Scalars.Of(type) != Scalar.None || IsArrayLike(type) || !(convention.Settings.Overrides is not null || Marks.IsMarked(type)))
            return null;
        var marks = convention.Settings.MarksOf(type);
        return marks?.XmlType?.Namespace ?? (type.IsEnum ? null : marks?.XmlRoot?.Namespace);
    }

    /// <summary>The model of a type that this family sees otherwise than others do; null for a plain one.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static TypeModel? Create(XmlAttributesConvention convention, Type type)
    {
        if (Scalars.Of(type) is var scalar and not Scalar.None)
            return IsUnknown(scalar) && !convention.Settings.Has(XmlExtensions.Scalars)
                ? throw Lost(type, "XmlSerializer writes it as an empty element", XmlExtensions.Scalars)
                : null;
        if (Nullable.GetUnderlyingType(type) is not null)
            return null;
        Refused.Check(type);
        if (type == typeof(object))
            return new DynamicModel(convention, type, [])
            { Details = new XmlSpecialFacts(XmlSpecial.Anything, "anyType", XmlTypeNames.Xsd, "anyType") };
        // Carriers of surrogates are ours, and need not be public.
        bool isCarried = BuiltInSurrogates.Find(type) is not null;
        if (isCarried && convention.Settings.Has(type.IsArray ? XmlExtensions.Interfaces : XmlExtensions.Scalars))
            return null;
        if (isCarried && !type.IsArray && !convention.Settings.Has(XmlExtensions.SilentLoss)
            && !typeof(System.Collections.IEnumerable).IsAssignableFrom(type) && type.IsValueType)
            throw Lost(type, "XmlSerializer writes it as an empty element", XmlExtensions.Scalars);
        if (!type.IsVisible && type.Assembly != typeof(XmlTypes).Assembly)
            throw new NotSupportedException(
                $"Type '{type}' is not public, and XmlSerializer's contract has public types only. Make it public, or use another format.");
        if (SpecialOf(type) is { } special)
            return new DynamicModel(convention, type, []) { Details = SpecialFacts(convention, type, special) };
        if (type.IsEnum)
            return CreateEnum(convention, type);
        if (Convention.IsNode(type))
            throw new NotSupportedException(
                $"'{type}' has no form in XmlSerializer's XML. Use XmlNode or XElement for XML whose type is not known.");
        return XmlCollections.Create(convention, type) ?? CreateObject(convention, type);
    }

    public static bool IsUnknown(Scalar scalar) =>
        scalar is Scalar.Half or Scalar.Int128 or Scalar.UInt128 or Scalar.BigInteger or Scalar.IntPtr or Scalar.UIntPtr;

    /// <summary>Whether a type stands for many items here.</summary>
    public static bool IsArrayLike(Type type) =>
        type != typeof(byte[]) && type != typeof(string) && (type.IsArray || typeof(IEnumerable).IsAssignableFrom(type))
            && SpecialOf(type) is null;

    public static XmlSpecial? SpecialOf(Type type) =>
        type == typeof(XmlQualifiedName) ? XmlSpecial.QualifiedName
        : type == typeof(XmlAttribute) ? XmlSpecial.Attributes
        : typeof(XmlNode).IsAssignableFrom(type) ? XmlSpecial.Node
        : typeof(IXmlSerializable).IsAssignableFrom(type) ? XmlSpecial.Serializable
        : type == typeof(XmlSerializerNamespaces) ? XmlSpecial.Namespaces
        : null;

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static XmlSpecialFacts SpecialFacts(XmlAttributesConvention convention, Type type, XmlSpecial special)
    {
        if (special == XmlSpecial.QualifiedName)
            return new XmlSpecialFacts(special, "QName", XmlTypeNames.Xsd, "QName");
        if (special == XmlSpecial.Serializable && convention.Settings.MarksOf(type)?.XmlType is not null)
            throw new NotSupportedException(
                $"Type '{type}' writes its XML itself (IXmlSerializable), and XmlSerializer takes no [XmlType] there. Name its element by [XmlRoot], its schema type by [XmlSchemaProvider].");
        // The method of [XmlSchemaProvider] names the type only where it gives no more than a name, and of that the local part.
        string name =
            special == XmlSpecial.Serializable && ProvidedSchema.Of(type) is { IsAny: false, IsNamed: true, Name: { IsEmpty: false } given }
            ? XmlTypeNames.Encode(given.Name)
            : XmlTypeNames.Encode(XmlTypeNames.Of(convention.Settings, type, convention.Settings.MarksOf(type)));
        return new XmlSpecialFacts(special, name, convention.Namespace, name);
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static EnumModel CreateEnum(XmlAttributesConvention convention, Type type)
    {
        var named = ImmutableArray.CreateBuilder<EnumName>();
        foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.Static))
        {
            var marks = convention.Settings.MarksOf(field);
            if (marks?.XmlIgnore == true)
                continue;
            object raw = field.GetRawConstantValue()!;
            long value = raw is ulong big ? unchecked((long)big) : Convert.ToInt64(raw, null);
            named.Add(new EnumName(marks?.XmlEnum?.Name ?? field.Name, value));
        }
        var (name, element) = NamesOf(convention, type);
        return new EnumModel(convention, type, named.ToImmutable()) { Details = new XmlTypeFacts(name, convention.Namespace, element) };
    }

    static ObjectModel CreateObject(XmlAttributesConvention convention, Type type)
    {
        var settings = convention.Settings;
        if (type.IsInterface)
            throw new NotSupportedException($"'{type}' is an interface, which XmlSerializer does not take. Declare a class.");
        bool isKeyValue = type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyValuePair<,>);
        if (isKeyValue && !settings.Has(XmlExtensions.Constructors | XmlExtensions.SilentLoss))
            throw Lost(type, "XmlSerializer writes it as an empty element", XmlExtensions.Constructors);
        var (name, element) = NamesOf(convention, type);
        return convention.CreateObject(type, new XmlTypeFacts(name, convention.Namespace, element));
    }

    /// <summary>The name of the type (null for an anonymous one) and of an element that has none of its own.</summary>
    public static (string? Name, string ElementName) NamesOf(XmlAttributesConvention convention, Type type)
    {
        var marks = convention.Settings.MarksOf(type);
        string name = XmlTypeNames.Encode(XmlTypeNames.Of(convention.Settings, type, marks));
        return IsAnonymous(marks, convention.Namespace) ? (null, XmlTypeNames.Encode(XmlTypeNames.Plain(type))) : (name, name);
    }

    public static bool IsAnonymous(XmlAttributes? marks, string context) =>
        marks?.XmlType is { AnonymousType: true } type && (string.IsNullOrEmpty(type.Namespace) || type.Namespace == context);

    /// <summary>How an element is called that holds this and has no name of its own.</summary>
    public static string ElementNameOf(TypeModel model, int depth = 0) => model switch
    {
        ScalarModel s => XmlTypeNames.OfScalar(s.Scalar).Name,
        OptionalModel o => ElementNameOf(o.Value),
        { Details: XmlArrayFacts array } => array.NameOf(depth),
        { Details: XmlTypeFacts facts } => facts.ElementName,
        _ => XmlTypeNames.Encode(XmlTypeNames.Plain(model.Type)),
    };

    public static NotSupportedException Lost(Type type, string how, XmlExtensions remedy) => new(
        $"Type '{type}' would be lost in silence: {how}. Leave the member out ([XmlIgnore]), or carry it with Convention.XmlAttributes.With(XmlExtensions.{remedy}).");
}
