using System.Text;
using System.Xml;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

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
                document = Xml.Serialize(value, type);
            }
            catch (Exception e) when (e is NotSupportedException or OverflowException or InvalidOperationException)
            {
                continue;
            }
            problems.AddRange(Validate(document, type));
        }
        Assert.True(problems.Count == 0, string.Join("\n", problems));
    }

    /// <summary>The same by another validator; references to characters that XML 1.0 has not are beyond it.</summary>
    [Fact]
    public void The_corpus_is_valid_in_libxml()
    {
        Assert.SkipUnless(XmlLint.IsInstalled, "xmllint is not installed");
        var documents = new List<(Type Type, List<byte[]> All)>();
        foreach (var (type, values) in XmlTypeCorpus.All.Select(t => (t.Type, t.Values)))
        {
            var all = new List<byte[]>();
            foreach (object? value in values)
            {
                try
                {
                    all.Add(Xml.Serialize(value, type));
                }
                catch (Exception e) when (e is NotSupportedException or OverflowException or InvalidOperationException)
                {
                }
            }
            if (all.Count > 0)
                documents.Add((type, all));
        }
        var failures = new System.Collections.Concurrent.ConcurrentBag<string>();
        int count = documents.Sum(d => d.All.Count);
        Parallel.ForEach(documents, new ParallelOptions { MaxDegreeOfParallelism = 2 }, group =>
        {
            foreach (var (number, problem) in XmlLint.Validate(Xml.SchemasOf(group.Type), group.All))
                if (!problem.Contains("xmlParseCharRef: invalid xmlChar value", StringComparison.Ordinal))
                    failures.Add($"{group.Type}: {problem}\n  {Encoding.UTF8.GetString(group.All[number])}");
        });
        Assert.True(failures.IsEmpty, $"{failures.Count} of {count}:\n{string.Join("\n", failures.Take(20))}");
        Assert.True(count > 90, $"{count} documents only");
    }

    static List<string> Validate(byte[] document, Type type) => Validate(document, Xml.SchemasOf(type));

    public static List<string> Validate(byte[] document, XmlSchemaSet schemas)
    {
        var problems = new List<string>();
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema, Schemas = schemas, CheckCharacters = false };
        settings.ValidationEventHandler += (_, e) => problems.Add($"{e.Severity}: {e.Message}");
        using (var reader = XmlReader.Create(new MemoryStream(document), settings))
        {
            // Else nothing at all would be validated.
            reader.MoveToContent();
            Assert.True(schemas.GlobalElements.Contains(new XmlQualifiedName(reader.LocalName, reader.NamespaceURI)),
                $"{reader.Name} has no schema");
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

    [XmlInclude(typeof(Farther))]
    [XmlRoot("far", Namespace = "urn:a", IsNullable = true)]
    public class Far { public Farther? E { get; set; } }

    [XmlRoot("farther", IsNullable = true)]
    public class Farther : Far { public int N; [XmlElement(Namespace = "urn:m", IsNullable = true)] public Far? M { get; set; } }

    [XmlType(Namespace = "urn:x")]
    [XmlInclude(typeof(Below))]
    public class Above { public int X; }
    public class Below : Above { public int Y; }

    [XmlRoot(Namespace = "urn:root")]
    public class Holding { public List<Above> L = []; }

    /// <summary>
    /// An included type is in the default namespace, its base where it says: what is written of them is as valid as by the framework's own
    /// schemas.
    /// </summary>
    [Theory]
    [InlineData(null)]
    [InlineData("urn:d")]
    public void A_base_in_another_namespace(string? ns)
    {
        Judge<Far>(new Far { E = new Farther { N = 1, M = new Far() } }, ns);
        Judge<Far>(new Farther { N = 1, E = new Farther() }, ns);
        Judge<Farther>(new Farther { N = 1, E = new Farther() }, ns);
        Judge<Above>(new Below { X = 1, Y = 2 }, ns);
        Judge<Below>(new Below { X = 1, Y = 2 }, ns);
        Judge<Holding>(new Holding { L = { new Below { X = 1 }, new Above() } }, ns);
    }

    static void Judge<T>(T value, string? ns)
    {
        var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithNamespace(ns ?? "") };
        byte[] document = Xml.Serialize(value, options);
        var exported = new XmlSchemas();
        new XmlSchemaExporter(exported).ExportTypeMapping(new XmlReflectionImporter(ns).ImportTypeMapping(typeof(T), ns));
        var theirs = new XmlSchemaSet();
        foreach (XmlSchema schema in exported)
            theirs.Add(schema);
        var problems = Validate(document, Xml.SchemasOf<T>(options));
        Assert.True(Validate(document, theirs).Count == 0 == (problems.Count == 0),
            $"{string.Join('\n', problems)}\n{Encoding.UTF8.GetString(document)}");
    }
}
