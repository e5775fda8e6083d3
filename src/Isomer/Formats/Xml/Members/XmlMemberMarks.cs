using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// The attributes that a member's mapping stands for: it does not keep those it was made from, but says all that they said.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlMemberMarks(object member, Type memberType)
{
    /// <summary>Whether it is a member of a class, whose defaults are values and whose elements may have an order.</summary>
    public bool IsOfClass { get; init; }

    /// <summary>The namespace of its class, which may stand in others: what is in the same one does not say so.</summary>
    public string? Outer { get; init; }

    public XmlAttributes Find()
    {
        // The identifier of a choice can be given by an attribute only.
        var marks = MappingFace.Get(member, "ChoiceIdentifier") is { } choice
            ? new XmlAttributes(new Only(new XmlChoiceIdentifierAttribute(MappingFace.Get<string>(choice, "MemberName"))))
            : new XmlAttributes();
        if (MappingFace.Get(member, "Xmlns") is not null)
        {
            marks.Xmlns = true;
            return marks;
        }
        if (MappingFace.Is(member, "Ignore"))
        {
            marks.XmlIgnore = true;
            return marks;
        }
        if (MappingFace.Get(member, "Attribute") is { } attribute)
            AddAttribute(marks, attribute);
        if (MappingFace.Get(member, "Text") is { } text)
            marks.XmlText = new XmlTextAttribute
            { Type = TypeOf(text) is var type && type != Item ? type : null, DataType = DataTypeOf(text) };
        foreach (object element in MappingFace.List(member, "Elements"))
            AddElement(marks, element);
        if (IsOfClass && MappingFace.Get<int>(member, "SequenceId") is >= 0 and var order)
            SetOrder(marks, order);
        return marks;
    }

    static void SetOrder(XmlAttributes marks, int order)
    {
        marks.XmlArray?.Order = order;
        foreach (XmlElementAttribute element in marks.XmlElements)
            element.Order = order;
        foreach (XmlAnyElementAttribute any in marks.XmlAnyElements)
            any.Order = order;
    }

    /// <summary>Whether it is a collection with an element around its items.</summary>
    public static bool IsWrapped(object member) =>
        MappingFace.List(member, "Elements").ToArray() is [var only]
            && MappingFace.KindOf(MappingFace.Get<object>(only, "Mapping")) == "ArrayMapping"
        && TypeOf(only) == MappingFace.Get<Type>(MappingFace.Get<object>(member, "TypeDesc"), "Type");

    /// <summary>
    /// Whether it is an array whose items stand by themselves, or in an attribute: as a member it is empty, not null, where there are none.
    /// </summary>
    public static bool IsFlatArray(object member) =>
        MappingFace.Get<Type>(MappingFace.Get<object>(member, "TypeDesc"), "Type").IsArray
            && MappingFace.Is(MappingFace.Get<object>(member, "TypeDesc"), "IsArrayLike")
        && !MappingFace.Is(member, "Ignore") && !IsWrapped(member);

    /// <summary>The element that stands for it, where there is one; its namespace is empty where it is not qualified.</summary>
    public static IEnumerable<XmlQualifiedName> ElementsOf(object member, Func<object, bool> isWanted) =>
        MappingFace.List(member, "Elements").Where(isWanted)
        .Select(e =>
            new XmlQualifiedName(MappingFace.Get<string>(e, "Name"),
                MappingFace.Word(e, "Form") == "Unqualified" ? "" : (string?)MappingFace.Get(e, "Namespace")));

    /// <summary>
    /// Whether the original begins the declarations with such an element: not with simple values, nor with what writes itself.
    /// </summary>
    public static bool IsStructured(object element)
    {
        object mapping = MappingFace.Get<object>(element, "Mapping");
        if (MappingFace.KindOf(mapping) == "NullableMapping")
            mapping = MappingFace.Get<object>(mapping, "BaseMapping");
        return MappingFace.KindOf(mapping) is "StructMapping" or "ArrayMapping";
    }

    sealed class Only(Attribute attribute) : ICustomAttributeProvider
    {
        public object[] GetCustomAttributes(bool inherit) => [attribute];

        public object[] GetCustomAttributes(Type attributeType, bool inherit) => IsDefined(attributeType, inherit) ? [attribute] : [];

        public bool IsDefined(Type attributeType, bool inherit) => attributeType.IsInstanceOfType(attribute);
    }

    bool IsArrayLike => MappingFace.Is(MappingFace.Get<object>(member, "TypeDesc"), "IsArrayLike");

    /// <summary>What one element holds: an item of a collection, or the value.</summary>
    Type Item =>
        IsArrayLike
            ? TypeOf(MappingFace.Get<object>(MappingFace.Get<object>(member, "TypeDesc"), "ArrayElementTypeDesc"), isDescription: true)
            : memberType;

    void AddAttribute(XmlAttributes marks, object attribute)
    {
        if (MappingFace.Is(attribute, "Any"))
        {
            marks.XmlAnyAttribute = new XmlAnyAttributeAttribute();
            return;
        }
        string name = XmlConvert.DecodeName(MappingFace.Get<string>(attribute, "Name"));
        bool isQualified = MappingFace.Word(attribute, "Form") == "Qualified";
        bool isOfXml = MappingFace.Is(attribute, "IsSpecialXmlNamespace");
        marks.XmlAttribute = new XmlAttributeAttribute(isOfXml ? "xml:" + name : name) { DataType = DataTypeOf(attribute) };
        if (isQualified && !isOfXml)
        {
            marks.XmlAttribute.Namespace = (string?)MappingFace.Get(attribute, "Namespace");
            marks.XmlAttribute.Form = XmlSchemaForm.Qualified;
        }
        marks.XmlDefaultValue = DefaultOf(attribute);
    }

    void AddElement(XmlAttributes marks, object element)
    {
        string name = XmlConvert.DecodeName((string?)MappingFace.Get(element, "Name") ?? "");
        bool isQualified = MappingFace.Word(element, "Form") != "Unqualified";
        string? ns = isQualified ? Other((string?)MappingFace.Get(element, "Namespace"), Outer) : null;
        var form = isQualified ? XmlSchemaForm.None : XmlSchemaForm.Unqualified;
        bool isNullable = MappingFace.Is(element, "IsNullable");
        object mapping = MappingFace.Get<object>(element, "Mapping");
        if (MappingFace.Is(element, "Any"))
        {
            var any = new XmlAnyElementAttribute(name);
            if (MappingFace.Get(element, "AnyNamespaces") is string restricted)
                any.Namespace = restricted;
            marks.XmlAnyElements.Add(any);
        }
        else if (IsArrayLike && MappingFace.KindOf(mapping) == "ArrayMapping" && TypeOf(element) == memberType)
        {
            marks.XmlArray = new XmlArrayAttribute(name) { Namespace = ns, Form = form, IsNullable = isNullable };
            AddItems(marks, mapping, memberType, 0);
        }
        else
        {
            var type = TypeOf(element);
            var mark = new XmlElementAttribute(name)
            { Namespace = ns, Form = form, DataType = DataTypeOf(element), Type = type == Item ? null : type };
            // That of a Nullable goes without saying.
            if (isNullable && Nullable.GetUnderlyingType(type) is null)
                mark.IsNullable = true;
            marks.XmlElements.Add(mark);
            marks.XmlDefaultValue = DefaultOf(element);
        }
    }

    static string? Other(string? ns, string? outer) => outer is not null && (ns ?? "") == outer ? null : ns ?? "";

    /// <summary>The items of an array, level by level; nothing where they are what they would be without attributes.</summary>
    void AddItems(XmlAttributes marks, object array, Type arrayType, int level)
    {
        if (IsUsual(array, arrayType))
            return;
        var item = ItemOf(array);
        foreach (object element in MappingFace.List(array, "Elements"))
        {
            object mapping = MappingFace.Get<object>(element, "Mapping");
            bool isQualified = MappingFace.Word(element, "Form") != "Unqualified";
            var type = TypeOf(element);
            marks.XmlArrayItems.Add(new XmlArrayItemAttribute(XmlConvert.DecodeName(MappingFace.Get<string>(element, "Name")))
            {
                Namespace = isQualified
                    ? Other((string?)MappingFace.Get(element, "Namespace"),
                        Outer is null ? null : (string?)MappingFace.Get(array, "Namespace"))
                    : null,
                Form = isQualified ? XmlSchemaForm.None : XmlSchemaForm.Unqualified,
                Type = type == item ? null : type,
                DataType = DataTypeOf(element),
                IsNullable = MappingFace.Is(element, "IsNullable"),
                NestingLevel = level,
            });
            if (MappingFace.KindOf(mapping) == "ArrayMapping")
                AddItems(marks, mapping, type, level + 1);
        }
    }

    static bool IsUsual(object array, Type arrayType)
    {
        if (arrayType == typeof(byte[]) || MappingFace.List(array, "Elements").ToArray() is not [var element])
            return false;
        object mapping = MappingFace.Get<object>(element, "Mapping");
        var type = TypeOf(element);
        return type == ItemOf(array) && DataTypeOf(element).Length == 0 && MappingFace.Word(element, "Form") != "Unqualified"
            && (string?)MappingFace.Get(element, "Name") == MappingFace.Get(mapping, "DefaultElementName") as string
            && (string?)MappingFace.Get(element, "Namespace") == (string?)MappingFace.Get(array, "Namespace")
            && MappingFace.Is(element, "IsNullable") == (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null)
            && (MappingFace.KindOf(mapping) != "ArrayMapping" || IsUsual(mapping, type));
    }

    static Type ItemOf(object array) =>
        TypeOf(MappingFace.Get<object>(MappingFace.Get<object>(array, "TypeDesc"), "ArrayElementTypeDesc"), isDescription: true);

    static Type TypeOf(object accessor) =>
        TypeOf(MappingFace.Get<object>(MappingFace.Get<object>(accessor, "Mapping"), "TypeDesc"), isDescription: true);

    static Type TypeOf(object description, bool isDescription) =>
        isDescription ? MappingFace.Get<Type>(description, "Type") : TypeOf(description);

    /// <summary>The name of a simple type that is not the usual one of its class; else empty.</summary>
    static string DataTypeOf(object accessor)
    {
        object mapping = MappingFace.Get<object>(accessor, "Mapping");
        if (MappingFace.KindOf(mapping) == "NullableMapping")
            mapping = MappingFace.Get<object>(mapping, "BaseMapping");
        if (MappingFace.KindOf(mapping) != "PrimitiveMapping")
            return "";
        string name = MappingFace.Get<string>(mapping, "TypeName");
        string usual = MappingFace.Get<Type>(MappingFace.Get<object>(mapping, "TypeDesc"), "Type") switch
        {
            var t when t == typeof(DateOnly) => "dateOnly",
            var t when t == typeof(TimeOnly) => "timeOnly",
            var t => SoapSimple.NameOf(t)?.Name ?? name,
        };
        return name == usual ? "" : name;
    }

    /// <summary>That of anything but a string or an enum the original compares with the boxed parameter, which it never is.</summary>
    object? DefaultOf(object accessor) =>
        IsOfClass ? OwnDefaultOf(accessor) : MappingFace.Get(accessor, "Default") is not string value ? null
        // The names of flags stand apart by spaces.
        : MappingFace.KindOf(MappingFace.Get<object>(accessor, "Mapping")) == "EnumMapping"
            ? string.Join(", ", value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries))
            : value;

    /// <summary>The value that is not written; of an enum the mapping has the names.</summary>
    static object? OwnDefaultOf(object accessor)
    {
        object? value = MappingFace.Get(accessor, "Default");
        return value is string names && MappingFace.KindOf(MappingFace.Get<object>(accessor, "Mapping")) == "EnumMapping"
            ? Enum.Parse(TypeOf(accessor), string.Join(',', names.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)))
            : value;
    }
}
