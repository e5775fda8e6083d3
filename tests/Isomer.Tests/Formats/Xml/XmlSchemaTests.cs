using System.Text;
using System.Xml;
using System.Xml.Schema;
using Xunit;

namespace Isomer.Tests.Formats.Xml;

/// <summary>What is written is valid against the schema that we give of it.</summary>
public class XmlSchemaTests
{
    public static TheoryData<int, string> Cases => XmlTypeCorpus.Cases;

    [Theory]
    [MemberData(nameof(Cases))]
    public void The_corpus_is_valid_against_its_schemas(int number, string name)
    {
        Assert.NotNull(name);
        var (type, values) = XmlTypeCorpus.ValuesOf(number);
        var problems = new List<string>();
        foreach (object? value in values)
        {
            byte[] document;
            try
            {
                document = Isomer.Xml.Serialize(value, type);
            }
            catch (Exception e) when (e is NotSupportedException or OverflowException or InvalidOperationException)
            {
                continue;
            }
            problems.AddRange(Validate(document, type));
        }
        Assert.True(problems.Count == 0, string.Join("\n", problems));
    }

    static List<string> Validate(byte[] document, Type type) => Validate(document, Isomer.Xml.SchemasOf(type));

    public static List<string> Validate(byte[] document, XmlSchemaSet schemas)
    {
        var problems = new List<string>();
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema, Schemas = schemas, CheckCharacters = false };
        settings.ValidationEventHandler += (_, e) => problems.Add($"{e.Severity}: {e.Message}");
        using (var reader = XmlReader.Create(new MemoryStream(document), settings))
        {
            // Else nothing at all would be validated.
            reader.MoveToContent();
            Assert.True(schemas.GlobalElements.Contains(new XmlQualifiedName(reader.LocalName, reader.NamespaceURI)), $"{reader.Name} has no schema");
            while (reader.Read())
            {
            }
        }
        if (problems.Count > 0)
        {
            problems.Add(Encoding.UTF8.GetString(document));
            foreach (XmlSchema schema in schemas.Schemas())
            {
                var text = new StringWriter();
                schema.Write(text);
                problems.Add(text.ToString());
            }
        }
        return problems;
    }

    [Fact]
    public void A_wrong_document_is_not_valid() =>
        Assert.NotEmpty(Validate("<Inner Y='x'><X>1</X></Inner>"u8.ToArray(), typeof(XmlTypeCorpus.Inner)));
}
