using System.Globalization;
using System.Xml;
using System.Xml.Schema;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>Enums, the schema of the serializer's own types, annotations.</summary>
internal sealed partial class ContractXmlSchema
{
    XmlSchemaSimpleType Enum(Type type)
    {
        var model = (EnumModel)profile.Convention.ModelOf(type);
        var names = new XmlSchemaSimpleTypeRestriction { BaseTypeName = Schema("string") };
        long expected = model.IsFlags ? 1 : 0;
        foreach (var (name, value) in model.Named)
        {
            var facet = new XmlSchemaEnumerationFacet { Value = name };
            if (value != expected)
                facet.Annotation = Annotation(
                    ("EnumerationValue",
                        model.Underlying == Scalar.UInt64
                            ? ((ulong)value).ToString(CultureInfo.InvariantCulture)
                            : value.ToString(CultureInfo.InvariantCulture)));
            names.Facets.Add(facet);
            expected = model.IsFlags ? expected << 1 : expected + 1;
        }
        var result = new XmlSchemaSimpleType { Content = names };
        if (model.IsFlags)
            result = new XmlSchemaSimpleType { Content = new XmlSchemaSimpleTypeList { ItemType = result } };
        if (model.Underlying != Scalar.Int32)
            result.Annotation = Annotation(("ActualType", ContractNames.BuiltIn(System.Enum.GetUnderlyingType(type))!.Value.Name));
        return result;
    }

    static XmlQualifiedName Schema(string name) => new(name, ContractInfo.Schema);

    static XmlQualifiedName Own(string name) => new(name, ContractInfo.Serialization);

    /// <summary>The types that XML Schema does not have, the elements of scalars as roots, and what references are made of.</summary>
    static void AddSerialization(XmlSchema schema)
    {
        schema.AttributeFormDefault = XmlSchemaForm.Qualified;
        string[] plain =
        [
            "anyType", "anyURI", "base64Binary", "boolean", "byte", "dateTime", "decimal", "double", "float", "int", "long", "QName",
            "short", "string", "unsignedByte", "unsignedInt", "unsignedLong", "unsignedShort",
        ];
        foreach (string name in plain)
            schema.Items.Add(new XmlSchemaElement { Name = name, IsNillable = true, SchemaTypeName = Schema(name) });
        Add("char", "int");
        Add("duration", "duration", new XmlSchemaPatternFacet { Value = @"\-?P(\d*D)?(T(\d*H)?(\d*M)?(\d*(\.\d*)?S)?)?" },
            new XmlSchemaMinInclusiveFacet { Value = XmlConvert.ToString(TimeSpan.MinValue) },
            new XmlSchemaMaxInclusiveFacet { Value = XmlConvert.ToString(TimeSpan.MaxValue) });
        Add("guid", "string",
            new XmlSchemaPatternFacet { Value = @"[\da-fA-F]{8}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{4}-[\da-fA-F]{12}" });
        Add("dateOnly", "date", new XmlSchemaPatternFacet { Value = "([0-9]{4})-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])" });
        Add("timeOnly", "time", new XmlSchemaPatternFacet { Value = @"([01][0-9]|2[0-3]):([0-5][0-9])(:([0-5][0-9])(\.[0-9]{1,7})?)?" });
        foreach (var (name, type) in new[] { ("FactoryType", "QName"), ("Id", "ID"), ("Ref", "IDREF") })
            schema.Items.Add(new XmlSchemaAttribute { Name = name, SchemaTypeName = Schema(type) });

        void Add(string name, string parent, params ReadOnlySpan<XmlSchemaFacet> facets)
        {
            var restriction = new XmlSchemaSimpleTypeRestriction { BaseTypeName = Schema(parent) };
            foreach (var facet in facets)
                restriction.Facets.Add(facet);
            schema.Items.Add(new XmlSchemaElement { Name = name, IsNillable = true, SchemaTypeName = Own(name) });
            schema.Items.Add(new XmlSchemaSimpleType { Name = name, Content = restriction });
        }
    }

    static T Annotated<T>(T type, (string Name, string? Value) note) where T : XmlSchemaType
    {
        type.Annotation = Annotation(note);
        return type;
    }

    /// <summary>A note for the framework's tools: an element with a text, or with the attributes that these two have.</summary>
    static XmlSchemaAnnotation Annotation((string Name, string? Value) note)
    {
        var element = new XmlDocument().CreateElement(note.Name, ContractInfo.Serialization);
        switch (note.Name)
        {
            case "DefaultValue":
                element.SetAttribute("EmitDefaultValue", "false");
                break;
            case "ActualType":
                element.SetAttribute("Name", note.Value);
                element.SetAttribute("Namespace", ContractInfo.Schema);
                break;
            default:
                element.InnerText = note.Value!;
                break;
        }
        var annotation = new XmlSchemaAnnotation();
        annotation.Items.Add(new XmlSchemaAppInfo { Markup = [element] });
        return annotation;
    }
}
