using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Where a member stands in the XML of its owner, and under which names, as its attributes say.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal sealed class XmlPlaces(XmlAttributesConvention owner, Type type, string memberName, XmlAttributes? marks)
{
    /// <summary>The facts about the member, and its model where that is not simply the model of its type.</summary>
    public (XmlMemberFacts Facts, TypeModel Model) Find()
    {
        if (marks?.Xmlns == true && type == typeof(XmlSerializerNamespaces))
            return (new XmlMemberFacts { Role = XmlRole.Namespaces }, owner.ModelOf(type));
        // On a simple value or list the attribute says nothing, as for XmlSerializer.
        Check(marks?.Xmlns != true
            || owner.ModelOf(type) is ScalarModel or EnumModel or CollectionModel
                or DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } },
                    "[XmlNamespaceDeclarations] belongs on a member of type XmlSerializerNamespaces");
        CheckFamilies();
        bool asBytes = type == typeof(byte[]) && marks is not null && (marks.XmlArray is not null || marks.XmlArrayItems.Count > 0);
        if (asBytes || XmlTypes.IsArrayLike(type))
            return OfArray(asBytes);
        Check(marks?.XmlArray is null && (marks is null || marks.XmlArrayItems.Count == 0),
            "[XmlArray] and [XmlArrayItem] belong on collections");
        if (marks?.XmlAttribute is { } attribute)
            return OfAttribute(attribute, owner.ModelOf(type));
        if (marks?.XmlAnyAttribute is not null)
            throw Error("[XmlAnyAttribute] needs a member of type XmlAttribute[]");
        return OfContent(type, owner.ModelOf(type) as SequenceModel, isFlat: false);
    }

    /// <summary>
    /// A member is an attribute, an element (or text), or an array: what asks for two of them is refused, as by XmlSerializer.
    /// </summary>
    void CheckFamilies()
    {
        if (marks is null)
            return;
        bool isArray = XmlTypes.IsArrayLike(type);
        bool attribute = marks.XmlAttribute is not null || marks.XmlAnyAttribute is not null;
        bool element = marks.XmlElements.Count > 0 || marks.XmlAnyElements.Count > 0 || (isArray && marks.XmlText is not null);
        bool array = marks.XmlArray is not null || marks.XmlArrayItems.Count > 0;
        Check((attribute ? 1 : 0) + (element ? 1 : 0) + (array ? 1 : 0) <= 1,
            "[XmlAttribute] or [XmlAnyAttribute]; [XmlElement], [XmlText] or [XmlAnyElement]; [XmlArray] or [XmlArrayItem]: only one of these three kinds can stand on a member");
        Check(isArray || marks.XmlAttribute?.Type is null, "[XmlAttribute] cannot name a type here");
    }

    (XmlMemberFacts, TypeModel) OfArray(bool asBytes)
    {
        var template = asBytes ? XmlCollections.OfBytes(owner)
            : owner.ModelOf(type) is SequenceModel sequence ? sequence
            : null;
        if (template is null)
            return OfCarried();
        var item = template.ElementType;
        if (marks?.XmlAnyAttribute is not null)
        {
            Check(typeof(XmlAttribute).IsAssignableFrom(item), "[XmlAnyAttribute] needs a member of type XmlAttribute[]");
            return (new XmlMemberFacts { Role = XmlRole.AnyAttributes }, template);
        }
        if (marks?.XmlAttribute is { } attribute)
        {
            Check(attribute.Type is null || attribute.Type == item, $"[XmlAttribute] names another type than that of the items, {item}");
            var model = owner.ModelOf(item);
            Check(model is ScalarModel or EnumModel or DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } },
                "an attribute can hold a list of simple values only");
            var (facts, _) = OfAttribute(attribute, model);
            // A list of dates is one of dateTime, whatever DataType says, as for XmlSerializer.
            if (model is ScalarModel { Scalar: Scalar.DateTime })
                facts = facts with { Attribute = facts.Attribute! with { DataType = "" } };
            return (facts, XmlCollections.Make(owner, template, item, model, (XmlArrayFacts)template.Details!));
        }
        if (marks is not null && (marks.XmlElements.Count > 0 || marks.XmlText is not null || marks.XmlAnyElements.Count > 0))
        {
            Check(marks.XmlArray is null && marks.XmlArrayItems.Count == 0,
                "[XmlArray] and [XmlArrayItem] cannot stand beside [XmlElement], [XmlText] or [XmlAnyElement]");
            return OfContent(item, template, isFlat: true);
        }
        return OfWrapped(template);
    }

    /// <summary>What only an extension takes: dictionaries, and collections that stand behind a surrogate.</summary>
    (XmlMemberFacts, TypeModel) OfCarried()
    {
        var model = owner.ModelOf(type);
        var element = new XmlElementFacts(XmlTypeNames.Encode(memberName), owner.Namespace, model, false);
        return (new XmlMemberFacts { Role = XmlRole.Content, Elements = [element] }, model);
    }

    /// <summary>An element around the items.</summary>
    (XmlMemberFacts, TypeModel) OfWrapped(SequenceModel template)
    {
        var array = marks?.XmlArray;
        string ns = array?.Namespace ?? owner.Namespace;
        CheckForm(array?.Form ?? XmlSchemaForm.None, array?.Namespace);
        var items = marks?.XmlArrayItems.Cast<XmlArrayItemAttribute>().ToImmutableArray() ?? [];
        var model = items.IsEmpty && template.Type != typeof(byte[])
            ? (SequenceModel)owner.In(ns).ModelOf(type)
            : ArrayModel(owner.In(ns), template, items, 0);
        string name = XmlTypeNames.Encode(array is { ElementName.Length: > 0 } ? array.ElementName : memberName);
        var element = new XmlElementFacts(name, array?.Form == XmlSchemaForm.Unqualified ? "" : ns, model, array?.IsNullable ?? false);
        return (new XmlMemberFacts { Role = XmlRole.Content, Elements = [element], Order = array?.Order ?? -1 }, model);
    }

    /// <summary>An array whose items are described level by level.</summary>
    static SequenceModel ArrayModel(XmlAttributesConvention world, SequenceModel template, ImmutableArray<XmlArrayItemAttribute> items,
        int level)
    {
        var item = template.ElementType;
        var here = items.Where(i => i.NestingLevel == level).ToArray();
        if (here.Length == 0)
            here = [new XmlArrayItemAttribute { NestingLevel = level }];
        var elements = ImmutableArray.CreateBuilder<XmlElementFacts>();
        foreach (var mark in here)
        {
            var target = mark.Type ?? item;
            string ns = mark.Namespace ?? world.Namespace;
            var model = world.In(ns).ModelOf(target);
            // What is within an inner array is in the namespace of the outermost, whatever the elements of the items between say.
            if (model is SequenceModel nested && target != typeof(byte[]))
                model = items.Any(i => i.NestingLevel > level)
                    ? ArrayModel(world, nested, items, level + 1)
                    : world.ModelOf(target);
            string name = mark.ElementName.Length > 0
                ? XmlTypeNames.Encode(mark.ElementName)
                : mark.DataType.Length > 0 ? mark.DataType : XmlTypes.ElementNameOf(model);
            bool nullable = NullableOf(mark) ?? XmlCollections.MayBeNull(target);
            bool isUnqualified = mark.Form == XmlSchemaForm.Unqualified;
            elements.Add(new XmlElementFacts(name, isUnqualified ? "" : ns, model, nullable, mark.DataType)
            { IsUnqualified = isUnqualified });
        }
        var facts = elements.ToImmutable();
        // Of its items' type, also where they are in none.
        string own = here[0].Namespace ?? world.Namespace;
        return XmlCollections.Make(world, template, item, ItemModel(world, item, facts, null),
            new XmlArrayFacts(XmlCollections.NameOf(world, template.Type), own, world.Settings.World, () => facts));
    }

    /// <summary>One model where there is one element for exactly the type; else the value decides.</summary>
    static TypeModel ItemModel(XmlAttributesConvention world, Type item, ImmutableArray<XmlElementFacts> elements, XmlElementFacts? text)
    {
        if (elements.Length == 1 && text is null && elements[0].Model.Type == item)
            return elements[0].Model;
        if (elements.IsEmpty && text is not null && text.Model.Type == item)
            return text.Model;
        return new DynamicModel(world, item, []) { Details = new XmlSpecialFacts(XmlSpecial.Choice, null, world.Namespace, "") };
    }

    static bool? NullableOf(XmlArrayItemAttribute mark) => mark.IsNullable ? true
        // The attribute does not tell whether false was said: only then is the value in its private field other than what null means.
        : SaysNullable.Of(mark) ? false : null;

    (XmlMemberFacts, TypeModel) OfAttribute(XmlAttributeAttribute mark, TypeModel model)
    {
        var simple = model is OptionalModel o ? o.Value : model;
        Check(simple is ScalarModel or EnumModel or DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } }
            && model is not OptionalModel,
            "an attribute can hold a simple value only, and no Nullable");
        CheckForm(mark.Form, mark.Namespace);
        string name = mark.AttributeName.Length == 0 ? memberName : mark.AttributeName;
        string ns = mark.Namespace ?? owner.Namespace;
        if (name.StartsWith("xml:", StringComparison.Ordinal))
            (name, ns) = (name[4..], "http://www.w3.org/XML/1998/namespace");
        bool qualified = mark.Form == XmlSchemaForm.Qualified || (mark.Form == XmlSchemaForm.None && ns != owner.Namespace);
        CheckDataType(mark.DataType, simple);
        var place = new XmlElementFacts(XmlTypeNames.Encode(name), qualified ? ns : "", model, false, mark.DataType);
        return (new XmlMemberFacts { Role = XmlRole.Attribute, Attribute = place }, model);
    }

    /// <summary>Elements, text, or what is left over: of one value, or of each item.</summary>
    (XmlMemberFacts, TypeModel) OfContent(Type item, SequenceModel? template, bool isFlat)
    {
        var elements = ImmutableArray.CreateBuilder<XmlElementFacts>();
        int order = -1;
        XmlElementFacts? text = null;
        if (marks?.XmlText is { } xmlText)
        {
            var target = xmlText.Type ?? item;
            Check(isFlat || target == item, "the type that [XmlText] names is not that of the member");
            text = new XmlElementFacts("", "", owner.ModelOf(target), false, xmlText.DataType);
            Check(!isFlat
                || text.Model is ScalarModel { Scalar: Scalar.String }
                    or DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.Node } } || target == typeof(object),
                        "[XmlText] on a collection can hold strings and XML nodes only");
            Check(isFlat
                || text.Model is ScalarModel or EnumModel
                    or DynamicModel { Details: XmlSpecialFacts { Kind: not XmlSpecial.Serializable } },
                        "[XmlText] can hold a simple value only");
            CheckDataType(xmlText.DataType, text.Model);
        }
        var given = marks?.XmlElements.Cast<XmlElementAttribute>().ToArray() ?? [];
        var anys = marks?.XmlAnyElements.Cast<XmlAnyElementAttribute>().ToArray() ?? [];
        if (given.Length == 0 && anys.Length == 0 && text is null)
            given = [new XmlElementAttribute()];
        foreach (var mark in given)
        {
            if (mark.Order >= 0)
                order = mark.Order;
            elements.Add(Element(mark, item, given.Length == 1));
        }
        foreach (var any in anys)
        {
            if (any.Order >= 0)
                order = any.Order;
            var target = typeof(IXmlSerializable).IsAssignableFrom(item) || typeof(XmlNode).IsAssignableFrom(item)
                ? item
                : typeof(XmlElement);
            Check(item.IsAssignableFrom(target), "[XmlAnyElement] needs XmlElement, XmlNode or object");
            string anyName = XmlTypeNames.Encode(any.Name);
            bool isNamed = anyName.Length > 0;
            elements.Add(
                new XmlElementFacts(anyName, any.Namespace ?? (isNamed ? owner.Namespace : ""), owner.ModelOf(target), false, "", true)
                { IsAnyOfNamespace = any.Namespace is not null || isNamed });
        }
        var found = elements.ToImmutable();
        CheckDistinct(found);
        var facts = new XmlMemberFacts { Role = XmlRole.Content, Elements = found, Text = text, IsFlat = isFlat, Order = order };
        var model = ItemModel(owner, item, found, text);
        return (facts, isFlat ? XmlCollections.Make(owner, template!, item, model, (XmlArrayFacts)template!.Details!) : model);
    }

    XmlElementFacts Element(XmlElementAttribute mark, Type item, bool isOnly)
    {
        CheckForm(mark.Form, mark.Namespace);
        var target = mark.Type ?? item;
        string ns = mark.Namespace ?? owner.Namespace;
        var model = owner.In(ns).ModelOf(target);
        CheckDataType(mark.DataType, model is OptionalModel o ? o.Value : model);
        Check(item.IsAssignableFrom(target) || Nullable.GetUnderlyingType(item) == target,
            $"[XmlElement] names the type {target.Name}, which is no {item.Name}");
        string name = mark.ElementName.Length > 0 ? XmlTypeNames.Encode(mark.ElementName)
            : isOnly ? XmlTypeNames.Encode(memberName)
            : XmlTypes.ElementNameOf(model);
        bool isOptional = Nullable.GetUnderlyingType(target) is not null;
        Check(!mark.IsNullable || XmlCollections.MayBeNull(target), "IsNullable = true on a type that is never null");
        return new XmlElementFacts(name, mark.Form == XmlSchemaForm.Unqualified ? "" : ns, model, mark.IsNullable || isOptional,
            mark.DataType);
    }

    void CheckDistinct(ImmutableArray<XmlElementFacts> elements)
    {
        for (int i = 0; i < elements.Length; i++)
            for (int k = i + 1; k < elements.Length; k++)
                Check(elements[i].IsAny || elements[k].IsAny || elements[i].Name != elements[k].Name
                    || elements[i].Namespace != elements[k].Namespace, $"two of its elements are called '{elements[i].Name}'");
    }

    void CheckForm(XmlSchemaForm form, string? ns) =>
        Check(form != XmlSchemaForm.Unqualified || ns is null || ns == owner.Namespace,
            "a name of Form Unqualified cannot have a namespace of its own");

    void CheckDataType(string dataType, TypeModel model) =>
        Check(dataType.Length == 0 || XmlDataTypes.Fits(dataType, model), $"the DataType '{dataType}' is not one of a {model.Type.Name}");

    void Check(bool holds, string why)
    {
        if (!holds)
            throw Error(why);
    }

    NotSupportedException Error(string why) => new($"Member '{memberName}' of type '{type}': {why}.");
}
