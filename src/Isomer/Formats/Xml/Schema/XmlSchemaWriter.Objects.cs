using System.Xml;
using System.Xml.Schema;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>Classes as complex types, derived from that of their base, in whatever namespace that is; enums as simple types.</summary>
internal sealed partial class XmlSchemaWriter
{
    XmlSchemaComplexType ObjectType(ObjectModel model, string ns)
    {
        var schema = SchemaOf(ns);
        var table = XmlTable.Of(model);
        // What may be anything cannot stand beside named elements in XML Schema 1.0: then all of it may be anything.
        var parent = table.AnyElement >= 0 ? null : BaseOf(model);
        int inherited = parent is null ? 0 : -1;
        var own = table.Members.Where(m => parent is null || !IsInherited(m, parent)).ToArray();
        // Never abstract, even if the class is: nil may stand for it, which XML Schema would not allow.
        var type = new XmlSchemaComplexType { IsMixed = own.Any(IsMixed) || (inherited < 0 && XmlTable.Of(parent!).Members.Any(IsMixed)) };
        var attributes = own.Where(m => m.Role == XmlRole.Attribute).Select(m => Attribute(m, schema)).ToArray();
        var anyAttribute = own.Any(m => m.Role == XmlRole.AnyAttributes)
            ? new XmlSchemaAnyAttribute { ProcessContents = XmlSchemaContentProcessing.Lax }
            : null;
        if (own.FirstOrDefault(m => m.Role == XmlRole.Content && m.Text is not null && m.Elements.Length == 0 && !m.IsFlat) is { } text
            && !table.Members.Any(m => m.Role == XmlRole.Content && m != text) && parent is null
            && Simple(text.Text!.Model, text.Text.DataType, ns) is { } simple)
        {
            var extension = new XmlSchemaSimpleContentExtension { BaseTypeName = simple, AnyAttribute = anyAttribute };
            AddAll(extension.Attributes, attributes);
            type.ContentModel = new XmlSchemaSimpleContent { Content = extension };
            type.IsMixed = false;
            return type;
        }
        var particle = table.AnyElement >= 0 ? XmlSchemas.AnyElements() : Content(own, schema);
        if (parent is null)
        {
            type.Particle = particle;
            AddAll(type.Attributes, attributes);
            type.AnyAttribute = anyAttribute;
            return type;
        }
        var complex = new XmlSchemaComplexContentExtension
        { BaseTypeName = TypeOf(parent, ns)!, Particle = particle, AnyAttribute = anyAttribute };
        AddAll(complex.Attributes, attributes);
        type.ContentModel = new XmlSchemaComplexContent { IsMixed = type.IsMixed, Content = complex };
        return type;
    }

    static void AddAll(XmlSchemaObjectCollection target, XmlSchemaObject[] items)
    {
        foreach (var item in items)
            target.Add(item);
    }

    static bool IsMixed(XmlMember member) => member.Text is not null && member.Role == XmlRole.Content;

    /// <summary>The base class, if it is a named type, where the derived one sees it: in a namespace of its own, else beside it.</summary>
    ObjectModel? BaseOf(ObjectModel model)
    {
        if (model.Type.BaseType is not { } parent || parent == typeof(object) || parent == typeof(ValueType))
            return null;
        var here = (XmlAttributesConvention)model.Convention;
        var there = here.In(XmlTypes.NamespaceOf(here, parent) ?? here.Namespace);
        return there.ModelOf(parent) is ObjectModel { Details: XmlTypeFacts { Name: not null } } found ? found : null;
    }

    static bool IsInherited(XmlMember member, ObjectModel parent) =>
        parent.Members.Any(m => m.Member.Name == member.Member.Member.Name);

    XmlSchemaSequence? Content(XmlMember[] members, XmlSchema schema)
    {
        var sequence = new XmlSchemaSequence();
        foreach (var member in members)
        {
            if (member.Role != XmlRole.Content || member.Elements.Length == 0)
                continue;
            if (member.Elements.Length == 1 && !(member.IsFlat && member.Text is not null))
            {
                var only = ElementOrAny(member.Elements[0], schema);
                only.MinOccurs = 0;
                if (member.IsFlat)
                    only.MaxOccursString = "unbounded";
                sequence.Items.Add(only);
                continue;
            }
            var choice = new XmlSchemaChoice { MinOccurs = 0 };
            if (member.IsFlat)
                choice.MaxOccursString = "unbounded";
            foreach (var element in member.Elements)
                choice.Items.Add(ElementOrAny(element, schema));
            sequence.Items.Add(choice);
        }
        return sequence.Items.Count == 0 ? null : sequence;
    }

    XmlSchemaObject Attribute(XmlMember member, XmlSchema schema)
    {
        var place = member.Attribute!;
        string ns = schema.TargetNamespace ?? "";
        if (place.Namespace == XmlNames.Xml)
            return new XmlSchemaAttribute { RefName = new XmlQualifiedName(place.Name, XmlNames.Xml) };
        if (place.Namespace.Length > 0 && place.Namespace != ns)
        {
            var other = SchemaOf(place.Namespace);
            if (_globals.Add((place.Namespace, place.Name, true)))
                other.Items.Add(Typed(new XmlSchemaAttribute { Name = place.Name }, member, place, place.Namespace));
            return new XmlSchemaAttribute { RefName = new XmlQualifiedName(place.Name, place.Namespace) };
        }
        var attribute = Typed(new XmlSchemaAttribute { Name = place.Name }, member, place, ns);
        if (place.Namespace.Length > 0)
            attribute.Form = XmlSchemaForm.Qualified;
        return attribute;
    }

    XmlSchemaAttribute Typed(XmlSchemaAttribute attribute, XmlMember member, XmlPlace place, string ns)
    {
        var model = member.Member.Model;
        if (model is SequenceModel sequence)
            attribute.SchemaType = new XmlSchemaSimpleType
            { Content = new XmlSchemaSimpleTypeList { ItemTypeName = Simple(sequence.Element, place.DataType, ns)! } };
        else
            attribute.SchemaTypeName = Simple(model, place.DataType, ns)!;
        return attribute;
    }

    static XmlSchemaSimpleType EnumType(EnumModel model)
    {
        var values = new XmlSchemaSimpleTypeRestriction { BaseTypeName = new XmlQualifiedName("string", XmlNames.Xsd) };
        foreach (string name in model.Named.Select(v => v.Name).Distinct())
            values.Facets.Add(new XmlSchemaEnumerationFacet { Value = name });
        if (!model.IsFlags)
            return new XmlSchemaSimpleType { Content = values };
        return new XmlSchemaSimpleType
        { Content = new XmlSchemaSimpleTypeList { ItemType = new XmlSchemaSimpleType { Content = values } } };
    }
}
