using System.Xml;
using System.Xml.Schema;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// Describes contracts in XML Schema 1.0: a class is a complex type that extends its base's, a collection one of a single
/// element, each with a global element of its name; what schemas have no word for (a value type, a dictionary, a default that is
/// left out) stands in annotations, from which the framework's tools make the same types again.
/// </summary>
/// <remarks>
/// Other than the original: an IXmlSerializable that gives no schema may have any content here; there, only that of a DataSet.
/// </remarks>
internal sealed partial class ContractXmlSchema(ContractXmlProfile profile)
{
    readonly XmlSchemas _schemas = new();
    readonly HashSet<Type> _described = [];
    readonly HashSet<(string, string)> _names = [];
    readonly List<XmlSchemaSet> _given = [];

    public XmlSchemaSet Write(Type type)
    {
        AddSerialization(_schemas.Of(ContractInfo.Serialization));
        Type[] roots = [type, .. profile.Options.KnownTypes, .. profile.Options.Convention.KnownTypes];
        foreach (var root in roots)
            Describe(root);
        if (profile.Options.RootName is not null)
        {
            var (name, ns, _) = profile.RootOf(ContractXmlRootFacts.Of(ContractInfo.Of(type)));
            string local = System.Text.Encoding.UTF8.GetString(name.NameOf(0));
            if (_names.Add((local, ns + "#element")))
                _schemas.Of(ns).Items.Add(Element(local, type));
        }
        return _schemas.Compile(_given);
    }

    /// <summary>An element of this type.</summary>
    XmlSchemaElement Element(string name, Type type)
    {
        var element = new XmlSchemaElement { Name = name, IsNillable = !type.IsValueType || Nullable.GetUnderlyingType(type) is not null };
        if (Describe(type) is { } typeName)
            element.SchemaTypeName = typeName;
        else
            element.SchemaType = type == typeof(XmlNode[]) ? XmlSchemas.AnyContent() : OneElement();
        return element;
    }

    /// <summary>What stands for an XElement, or another element that brings its name.</summary>
    static XmlSchemaComplexType OneElement()
    {
        var sequence = new XmlSchemaSequence();
        sequence.Items.Add(new XmlSchemaAny { MinOccurs = 0, ProcessContents = XmlSchemaContentProcessing.Lax });
        return new XmlSchemaComplexType { Particle = sequence };
    }

    /// <summary>The name of a contract's type, which is described when it is first met; null for one without a name.</summary>
    XmlQualifiedName? Describe(Type type)
    {
        var info = ContractInfo.Of(type);
        type = info.Type;
        if (profile.Convention.ModelOf(type) is SurrogateModel { Carrier: var carrier } && info.Kind != ContractKind.BuiltIn)
            return Describe(carrier.Type);
        if (info.Kind == ContractKind.Xml
            && (type == typeof(XmlElement) || type == typeof(XmlNode[]) || ProvidedSchema.Of(type) is { IsAny: true }))
            return null;
        if (info.Kind is ContractKind.BuiltIn or ContractKind.Any || !_described.Add(type))
            return info.QualifiedName;
        Members(info);
        foreach (var known in info.KnownTypes)
            Describe(known);
        return info.QualifiedName;
    }

    void Members(ContractInfo info)
    {
        // A collection and an array of the same items have one name.
        if (!_names.Add((info.Name, info.Namespace)))
            return;
        var schema = _schemas.Of(info.Namespace);
        schema.Items.Add(new XmlSchemaElement { Name = info.Name, SchemaTypeName = info.QualifiedName, IsNillable = true });
        if (info.Kind == ContractKind.Xml && ProvidedSchema.Of(info.Type) is { Schemas: var given })
        {
            _given.Add(given);
            return;
        }
        XmlSchemaType described = info.Kind switch
        {
            ContractKind.Enum => Enum(info.Type),
            ContractKind.Collection => Collection(info),
            ContractKind.Map => Map(info),
            ContractKind.Entries => Entries(info),
            ContractKind.Xml => XmlSchemas.AnyContent(),
            _ => Class(info),
        };
        described.Name = info.Name;
        schema.Items.Add(described);
    }

    XmlSchemaComplexType Class(ContractInfo info)
    {
        if (info.Type == typeof(DateTimeOffset))
            return Annotated(Sequence(Element("DateTime", typeof(DateTime)), Element("OffsetMinutes", typeof(short))),
                ("IsValueType", "true"));
        var model = profile.Convention.ModelOf(info.Type) as ObjectModel
            ?? throw new NotSupportedException($"'{info.Type}' has no type in XML Schema.");
        var parent = info.Above;
        var members = new List<XmlSchemaElement>();
        foreach (var member in model.Members)
        {
            if (parent is not null && member.Member.DeclaringType != info.Type)
                continue;
            var element = Element(ContractNames.Encode(member.Name), member.Type);
            if (!member.IsRequired)
                element.MinOccurs = 0;
            if (member.Omit == Omit.WhenDefault)
                element.Annotation = Annotation(("DefaultValue", null));
            members.Add(element);
        }
        var type = Sequence([.. members]);
        if (parent is not null)
            type = Extension(parent, type.Particle);
        else if (info.IsReference)
            AddReferences(type);
        return info.Type.IsValueType ? Annotated(type, ("IsValueType", "true")) : type;
    }

    XmlSchemaComplexType Extension(Type parent, XmlSchemaParticle? more) => new()
    {
        ContentModel = new XmlSchemaComplexContent
        { Content = new XmlSchemaComplexContentExtension { BaseTypeName = Describe(parent)!, Particle = more } },
    };

    XmlSchemaComplexType Collection(ContractInfo info)
    {
        var type = Sequence(XmlSchemas.Many(Element(info.ItemName, info.ItemType!)));
        if (info.IsReference)
            AddReferences(type);
        return type;
    }

    XmlSchemaComplexType Map(ContractInfo info)
    {
        var entry = Sequence(Element(info.KeyName, info.ItemType!), Element(info.ValueName, info.ValueType!));
        var type = Sequence(XmlSchemas.Many(new XmlSchemaElement { Name = info.ItemName, SchemaType = entry }));
        if (info.IsReference)
            AddReferences(type);
        return Annotated(type, ("IsDictionary", "true"));
    }

    /// <summary>What ISerializable types write: elements without a namespace, whose types they name.</summary>
    XmlSchemaComplexType Entries(ContractInfo info)
    {
        if (info.Above is { } parent)
            return Extension(parent, null);
        var sequence = new XmlSchemaSequence();
        sequence.Items.Add(XmlSchemas.Many(new XmlSchemaAny { Namespace = "##local", ProcessContents = XmlSchemaContentProcessing.Skip }));
        var type = new XmlSchemaComplexType { Particle = sequence };
        type.Attributes.Add(new XmlSchemaAttribute { RefName = new XmlQualifiedName("FactoryType", ContractInfo.Serialization) });
        return type;
    }

    static XmlSchemaComplexType Sequence(params ReadOnlySpan<XmlSchemaElement> elements)
    {
        var sequence = new XmlSchemaSequence();
        foreach (var element in elements)
            sequence.Items.Add(element);
        return new XmlSchemaComplexType { Particle = sequence };
    }

    static void AddReferences(XmlSchemaComplexType type)
    {
        type.Attributes.Add(new XmlSchemaAttribute { RefName = new XmlQualifiedName("Id", ContractInfo.Serialization) });
        type.Attributes.Add(new XmlSchemaAttribute { RefName = new XmlQualifiedName("Ref", ContractInfo.Serialization) });
    }
}
