using System.Xml;
using System.Xml.Schema;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Describes a root and all that it reaches in XML Schema 1.0. Reading takes elements in any order, but what is written has
/// the order of the members, and that is what a sequence says.
/// </summary>
internal sealed partial class XmlSchemaWriter(XmlRootFacts root)
{
    readonly XmlSchemas _schemas = new();
    readonly Dictionary<(string, string), XmlSchemaType> _types = [];
    readonly HashSet<(string, string, bool)> _globals = [];
    // Those that types bring ([XmlSchemaProvider]).
    readonly List<XmlSchemaSet> _given = [];

    public XmlSchemaSet Write()
    {
        var element = root.Element;
        var schema = SchemaOf(element.Namespace);
        schema.Items.Add(Element(new XmlPlace(element, XmlPlaceKind.Element), schema, isGlobal: true));
        foreach (var type in root.Types)
            if (type.Details is XmlTypeFacts { Name: not null } or XmlArrayFacts)
                TypeOf(type, type.Details is XmlTypeFacts facts ? facts.Namespace : "");
        return _schemas.Compile(_given);
    }

    XmlSchema SchemaOf(string ns)
    {
        var schema = _schemas.Of(ns, out bool isNew);
        if (isNew && ns == XmlNames.MsTypes)
            AddMicrosoftTypes(schema);
        return schema;
    }

    XmlSchemaElement Element(XmlPlace place, XmlSchema schema, bool isGlobal = false)
    {
        string ns = schema.TargetNamespace ?? "";
        if (!isGlobal && place.Namespace != ns && place.Namespace.Length > 0)
        {
            // An element of another namespace can only be referred to.
            var other = SchemaOf(place.Namespace);
            if (_globals.Add((place.Namespace, place.Name, false)))
                other.Items.Add(Element(place, other, isGlobal: true));
            return new XmlSchemaElement { RefName = new XmlQualifiedName(place.Name, place.Namespace) };
        }
        var element = new XmlSchemaElement { Name = place.Name, IsNillable = place.IsNullable };
        if (isGlobal)
            _globals.Add((ns, place.Name, false));
        else if (place.Namespace != ns)
            element.Form = XmlSchemaForm.Unqualified;
        SetType(element, place, ns);
        return element;
    }

    void SetType(XmlSchemaElement element, XmlPlace place, string ns)
    {
        if (Simple(place.Model, place.DataType, ns) is { } simple)
        {
            element.SchemaTypeName = simple;
            return;
        }
        switch (place.Model)
        {
            case OptionalModel optional:
                SetType(element, place.With(optional.Value), ns);
                break;
            case DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.Serializable } }
                when ProvidedSchema.Of(place.Model.Type) is { IsAny: false, Name.IsEmpty: false } given:
                if (!_given.Contains(given.Schemas))
                    _given.Add(given.Schemas);
                element.SchemaTypeName = given.Name;
                break;
            case DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.Serializable or XmlSpecial.Node } }:
                element.SchemaType = XmlSchemas.AnyContent();
                break;
            case DynamicModel:
                SchemaOf(XmlNames.MsTypes);
                element.SchemaTypeName = new XmlQualifiedName("anyType", XmlNames.Xsd);
                break;
            case MapModel map:
                element.SchemaType = MapType(map, place.Namespace);
                break;
            case SequenceModel:
                element.SchemaType = ArrayType(place.Items, ns);
                break;
            default:
                element.SchemaTypeName = TypeOf(place.Model, ns) ?? new XmlQualifiedName("anyType", XmlNames.Xsd);
                break;
        }
    }

    /// <summary>The name of a simple type; null for what has structure.</summary>
    XmlQualifiedName? Simple(TypeModel model, string dataType, string ns)
    {
        switch (model)
        {
            case ScalarModel when dataType.Length > 0:
                return new XmlQualifiedName(dataType, XmlNames.Xsd);
            case ScalarModel scalar:
                var name = XmlTypeName.OfScalar(scalar.Scalar);
                if (name.Namespace == XmlNames.MsTypes)
                    SchemaOf(XmlNames.MsTypes);
                return new XmlQualifiedName(name.Name, name.Namespace);
            case EnumModel:
                return TypeOf(model, ns);
            case OptionalModel optional:
                return Simple(optional.Value, dataType, ns);
            case DynamicModel { Details: XmlSpecialFacts { Kind: XmlSpecial.QualifiedName } }:
                return new XmlQualifiedName("QName", XmlNames.Xsd);
            default:
                return null;
        }
    }

    /// <summary>The name of a global type, which is described when it is first met.</summary>
    XmlQualifiedName? TypeOf(TypeModel model, string ns)
    {
        // An anonymous type gets a name here, for it may contain itself.
        var name = XmlTypeName.Of(model)
            ?? (model.Details is XmlTypeFacts anonymous ? new XmlTypeName(anonymous.ElementName, anonymous.Namespace) : null);
        if (name is null || model.Details is XmlSpecialFacts)
            return null;
        if (_types.ContainsKey((name.Namespace, name.Name)))
            return new XmlQualifiedName(name.Name, name.Namespace);
        var schema = SchemaOf(name.Namespace);
        // Kept before it is described: a type may contain itself.
        _types.Add((name.Namespace, name.Name), null!);
        XmlSchemaType type = model switch
        {
            EnumModel e => EnumType(e),
            SequenceModel s =>
                ArrayType([.. ((XmlArrayFacts)s.Details!).Items.Select(i => new XmlPlace(i, XmlPlaceKind.Element))], name.Namespace),
            ObjectModel o => ObjectType(o, name.Namespace),
            _ => throw new NotSupportedException($"'{model.Type}' has no type in XML Schema (in '{ns}')."),
        };
        type.Name = name.Name;
        _types[(name.Namespace, name.Name)] = type;
        schema.Items.Add(type);
        return new XmlQualifiedName(name.Name, name.Namespace);
    }

    XmlSchemaComplexType ArrayType(XmlPlace[] items, string ns)
    {
        var schema = SchemaOf(ns);
        var type = new XmlSchemaComplexType();
        if (items.Length == 1)
        {
            var sequence = new XmlSchemaSequence();
            sequence.Items.Add(XmlSchemas.Many(ElementOrAny(items[0], schema)));
            type.Particle = sequence;
        }
        else
        {
            var choice = new XmlSchemaChoice { MinOccurs = 0, MaxOccursString = "unbounded" };
            foreach (var item in items)
                choice.Items.Add(ElementOrAny(item, schema));
            type.Particle = choice;
        }
        return type;
    }

    XmlSchemaComplexType MapType(MapModel map, string ns)
    {
        var schema = SchemaOf(ns);
        var places = XmlMaps.PlacesOf(map, ns);
        var pair = new XmlSchemaSequence();
        pair.Items.Add(Element(places[1], schema));
        pair.Items.Add(Element(places[2], schema));
        var entry = new XmlSchemaElement
        { Name = "Entry", SchemaType = new XmlSchemaComplexType { Particle = pair }, MinOccurs = 0, MaxOccursString = "unbounded" };
        var sequence = new XmlSchemaSequence();
        sequence.Items.Add(entry);
        return new XmlSchemaComplexType { Particle = sequence };
    }

    XmlSchemaParticle ElementOrAny(XmlPlace place, XmlSchema schema) => place is { Kind: XmlPlaceKind.Any, Local.Length: 0 }
        ? new XmlSchemaAny
        {
            ProcessContents = XmlSchemaContentProcessing.Lax,
            Namespace = place.IsOfNamespace ? place.Namespace.Length == 0 ? "##local" : place.Namespace : null
        }
        : place.Kind == XmlPlaceKind.Any && place.Namespace != (schema.TargetNamespace ?? "")
            ? new XmlSchemaAny
            { ProcessContents = XmlSchemaContentProcessing.Lax, Namespace = place.Namespace.Length == 0 ? "##local" : place.Namespace }
        : place.Kind == XmlPlaceKind.Any ? new XmlSchemaElement { Name = place.Name, SchemaType = XmlSchemas.AnyContent() }
        : Element(place, schema);

    static void AddMicrosoftTypes(XmlSchema schema)
    {
        Add("char", "unsignedShort", null);
        Add("guid", "string", "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}");
        Add("TimeSpan", "duration", null);
        Add("dateTimeOffset", "dateTime", null);
        Add("dateOnly", "date", null);
        Add("timeOnly", "time", null);

        void Add(string name, string parent, string? pattern)
        {
            var restriction = new XmlSchemaSimpleTypeRestriction { BaseTypeName = new XmlQualifiedName(parent, XmlNames.Xsd) };
            if (pattern is not null)
                restriction.Facets.Add(new XmlSchemaPatternFacet { Value = pattern });
            schema.Items.Add(new XmlSchemaSimpleType { Name = name, Content = restriction });
        }
    }
}
