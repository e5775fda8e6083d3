using System.Data;
using System.Runtime.Serialization;
using System.Runtime.Serialization.Json;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Formats;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Types that write themselves and name themselves: by the method of [XmlSchemaProvider], by [XmlRoot], or by bringing their
/// own element. Written and read beside each of the three originals.
/// </summary>
public sealed class ProvidedSchemaTests
{
    public abstract class Itself : IXmlSerializable
    {
        public string Value { get; set; } = "x";

        public XmlSchema? GetSchema() => null;

        public void ReadXml(XmlReader reader)
        {
            reader.ReadStartElement();
            Value = reader.ReadElementContentAsString("in", "") + "!";
            reader.ReadEndElement();
        }

        public void WriteXml(XmlWriter writer)
        {
            writer.WriteAttributeString("q", "1");
            writer.WriteElementString("in", Value);
        }

        protected static void Add(XmlSchemaSet schemas, string ns, string name)
        {
            var schema = new XmlSchema { TargetNamespace = ns };
            var content = new XmlSchemaSequence
            {
                Items = { new XmlSchemaAny
                    { MinOccurs = 0, MaxOccursString = "unbounded", ProcessContents = XmlSchemaContentProcessing.Lax } }
            };
            schema.Items.Add(
                new XmlSchemaComplexType
                {
                    Name = name,
                    Particle = content,
                    AnyAttribute = new XmlSchemaAnyAttribute { ProcessContents = XmlSchemaContentProcessing.Lax }
                });
            schemas.Add(schema);
        }
    }

    [XmlSchemaProvider("Give")]
    public class Named : Itself
    {
        public static XmlQualifiedName Give(XmlSchemaSet schemas)
        {
            Add(schemas, "urn:named", "name");
            return new("name", "urn:named");
        }
    }

    [XmlSchemaProvider("Give")]
    public class Typed : Itself
    {
        public static XmlSchemaComplexType Give(XmlSchemaSet schemas)
        {
            Add(schemas, "urn:typed", "typed");
            schemas.Compile();
            return (XmlSchemaComplexType)schemas.GlobalTypes[new XmlQualifiedName("typed", "urn:typed")]!;
        }
    }

    [XmlSchemaProvider("Give"), XmlRoot("rooted", Namespace = "urn:root")]
    public class Both : Itself
    {
        public static XmlQualifiedName Give(XmlSchemaSet schemas)
        {
            Add(schemas, "urn:both", "name");
            return new("name", "urn:both");
        }
    }

    [XmlRoot("rooted", Namespace = "urn:root")]
    public class Rooted : Itself;

    [XmlRoot("r", IsNullable = false)]
    public class RootedInNone : Itself;

    [XmlRoot(Namespace = "urn:only")]
    public class RootedNamespace : Itself;

    public class Heir : Named;

    [XmlSchemaProvider(null!, IsAny = true)]
    public class Brings : IXmlSerializable
    {
        public string Value { get; set; } = "v";

        public XmlSchema? GetSchema() => null;

        public void ReadXml(XmlReader reader)
        {
            reader.MoveToContent();
            bool isWrapped = reader.LocalName != "mine";
            if (isWrapped)
                reader.ReadStartElement();
            Value = reader.ReadElementContentAsString("mine", "urn:mine") + "!";
            if (isWrapped)
                reader.ReadEndElement();
        }

        public void WriteXml(XmlWriter writer) => writer.WriteElementString("mine", "urn:mine", Value);
    }

    [XmlSchemaProvider("Give", IsAny = true)]
    public class BringsNothing : Itself
    {
        public static XmlQualifiedName? Give(XmlSchemaSet _) => null;
    }

    [XmlSchemaProvider("Missing")]
    public class WithoutMethod : Itself;

    public class Holder
    {
        public Named? A { get; set; } = new();
        public Typed? B { get; set; } = new();
        public Both? C { get; set; } = new();
        public Rooted? D { get; set; } = new();
        public Brings? E { get; set; } = new();
        public Heir? F { get; set; }
        public XElement? G { get; set; } = XElement.Parse("<g a='1'><b/>x</g>");
        public int Last { get; set; } = 5;
    }

    static DataSet Set()
    {
        var set = new DataSet("set");
        set.Tables.Add("t").Columns.Add("c");
        set.Tables[0].Rows.Add("v");
        return set;
    }

    static XmlDocument Document()
    {
        var document = new XmlDocument();
        document.LoadXml("<q a='1'><b/>x</q>");
        return document;
    }

    static object[] Values() =>
    [
        new Named(), new Typed(), new Both(), new Rooted(), new RootedInNone(), new RootedNamespace(), new Heir(), new Brings(),
        new BringsNothing(), new WithoutMethod(), new Holder(),
        new List<Named> { new() }, new List<Typed> { new() }, new List<Both> { new() }, new List<Rooted> { new() },
        new List<Heir> { new() }, new List<Brings> { new(), new() }, new[] { new RootedInNone() },
        XElement.Parse("<q a='1'><b/>x</q>"), new List<XElement> { XElement.Parse("<q a='1'><b/>x</q>") }, Document().DocumentElement!,
        Set(), new List<DataSet> { Set() },
    ];

    static string? Try(Func<byte[]> write)
    {
        try
        {
            return Encoding.UTF8.GetString(write()).ReplaceLineEndings("\n");
        }
        catch (Exception e) when (e is not NullReferenceException)
        {
            return null;
        }
    }

    static byte[] Written(Action<Stream> write)
    {
        var stream = new MemoryStream();
        write(stream);
        return stream.ToArray();
    }

    /// <summary>Both write the same or refuse; then both read it, and write what they read: the original, that is.</summary>
    static void Compare(List<string> failures, string format, Type type, object value, Func<object, byte[]> original,
        Func<byte[], object?> originalReads, Func<object, byte[]> ours, Func<byte[], object?> oursReads)
    {
        string? expected = Try(() => original(value));
        string? actual = Try(() => ours(value));
        if (expected != actual)
            failures.Add($"{format} {type}\n  expected {expected ?? "refused"}\n  actual   {actual ?? "refused"}");
        if (expected is null)
            return;
        byte[] bytes = Encoding.UTF8.GetBytes(expected);
        string? read = Try(() => original(originalReads(bytes)!));
        string? again = Try(() => original(oursReads(bytes)!));
        if (read != again)
            failures.Add($"{format} {type}, read\n  expected {read ?? "refused"}\n  actual   {again ?? "refused"}");
    }

    [Theory]
    [InlineData(ShapeTier.Auto)]
    [InlineData(ShapeTier.Reflection)]
    public void NamesAndContentAreTheOriginals(ShapeTier tier)
    {
        var failures = new List<string>();
        var contracts = Convention.DataContract.WithTier(tier);
        var xml = new ContractXmlOptions { Convention = contracts };
        var json = new ContractJsonOptions { Convention = contracts };
        var attributes = new XmlOptions { Convention = Convention.XmlAttributes.WithTier(tier) };
        foreach (object value in Values())
        {
            var type = value.GetType();
            Compare(failures, "ContractXml", type, value,
                v => Written(s => new DataContractSerializer(type).WriteObject(s, v)),
                b => new DataContractSerializer(type).ReadObject(new MemoryStream(b)),
                v => ContractXml.Serialize(v, type, xml), b => ContractXml.Deserialize(b, type, xml));
            Compare(failures, "ContractJson", type, value,
                v => Written(s => new DataContractJsonSerializer(type).WriteObject(s, v)),
                b => new DataContractJsonSerializer(type).ReadObject(new MemoryStream(b)),
                v => ContractJson.Serialize(v, type, json), b => ContractJson.Deserialize(b, type, json));
            Compare(failures, "Xml", type, value,
                v => Written(s => new XmlSerializer(type).Serialize(s, v)), b => new XmlSerializer(type).Deserialize(new MemoryStream(b)),
                v => Xml.Serialize(v, type, attributes), b => Xml.Deserialize(b, type, attributes));
        }
        Assert.True(failures.Count == 0, string.Join("\n", failures));
    }

    [Fact]
    public void SchemasThatTypesGiveAreTakenOver()
    {
        foreach (object value in new object[] { new Named(), new List<Named> { new() } })
            Assert.Empty(XmlSchemaTests.Validate(ContractXml.Serialize(value, value.GetType()), ContractXml.SchemasOf(value.GetType())));
        Assert.True(ContractXml.SchemasOf<Holder>().GlobalTypes.Contains(new XmlQualifiedName("name", "urn:named")));
        Assert.True(ContractXml.SchemasOf<Holder>().GlobalTypes.Contains(new XmlQualifiedName("typed", "urn:typed")));
    }

    [Fact]
    public void XmlTakesThemOverAsTheOriginal()
    {
        foreach (object value in new object[] { new Named(), new Typed(), new Both(), new List<Named> { new() }, new Holder() })
        {
            var type = value.GetType();
            var schemas = Xml.SchemasOf(type);
            Assert.Empty(XmlSchemaTests.Validate(Xml.Serialize(value, type), schemas));
            // The original's exporter, from the same attributes.
            var original = new XmlSchemas();
            new XmlSchemaExporter(original).ExportTypeMapping(new XmlReflectionImporter().ImportTypeMapping(type));
            var actual = TypesOfElements(schemas.Schemas().Cast<XmlSchema>());
            var expected = TypesOfElements(original.Cast<XmlSchema>())
                .Where(e =>
                    e.Type.Contains("{urn:named}", StringComparison.Ordinal) || e.Type.Contains("{urn:typed}", StringComparison.Ordinal)
                        || e.Type.Contains("{urn:both}", StringComparison.Ordinal)).ToArray();
            Assert.NotEmpty(expected);
            foreach (var element in expected)
            {
                Assert.Contains(element, actual);
                var name = XName.Get(element.Type);
                Assert.True(schemas.GlobalTypes.Contains(new XmlQualifiedName(name.LocalName, name.NamespaceName)));
            }
        }
    }

    /// <summary>Each element's name, and its type with the namespace that the prefix stands for.</summary>
    static HashSet<(string Name, string Type)> TypesOfElements(IEnumerable<XmlSchema> schemas)
    {
        var found = new HashSet<(string, string)>();
        foreach (var schema in schemas)
        {
            var text = new StringWriter();
            schema.Write(text);
            foreach (var element in XElement.Parse(text.ToString()).Descendants()
                .Where(e => e.Name.LocalName == "element" && e.Attribute("type") is not null))
            {
                string[] parts = element.Attribute("type")!.Value.Split(':');
                var ns = parts.Length == 1 ? element.GetDefaultNamespace() : element.GetNamespaceOfPrefix(parts[0])!;
                found.Add((element.Attribute("name")!.Value, $"{{{ns.NamespaceName}}}{parts[^1]}"));
            }
        }
        return found;
    }

    [Fact]
    public void RootsOfTheirOwnCannotBeNamed()
    {
        var error = Assert.Throws<NotSupportedException>(() => ContractXml.Serialize(new Contradicting()));
        Assert.Contains("[XmlRoot]", error.Message, StringComparison.Ordinal);
        Assert.Throws<InvalidDataContractException>(
            () => new DataContractSerializer(typeof(Contradicting)).WriteObject(Stream.Null, new Contradicting()));
    }

    [XmlSchemaProvider(null!, IsAny = true), XmlRoot("named")]
    public class Contradicting : Itself;
}
