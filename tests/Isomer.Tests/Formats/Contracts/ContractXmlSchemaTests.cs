using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using Isomer.Tests.Corpus;
using Isomer.Tests.Formats.OfXml;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>What is written is valid against the schemas that we give of it, and these are the original's.</summary>
public sealed class ContractXmlSchemaTests
{
    static readonly ContractXmlOptions s_options = new() { Convention = Convention.DataContract.WithLosses() };

    static ContractXmlOptions Options(CorpusValue value) =>
        value.KnownTypes.Length == 0 ? s_options : s_options with { KnownTypes = [.. value.KnownTypes] };

    /// <summary>Elements that have a name of their own as roots.</summary>
    static readonly Type[] s_nameless = [typeof(XElement), typeof(XmlElement), typeof(XmlNode[])];

    /// <summary>
    /// Objects that keep what they do not know: no schema knows it either. And a known type without a namespace among items that
    /// have one, whose element the original, and so we, write without.
    /// </summary>
    static bool IsBeyond(CorpusValue value) =>
        value.Value is IExtensibleDataObject { ExtensionData: not null }
            || (value.Value is List<Level0> items && items.OfType<Level2>().Any());

    /// <summary>The corpus as documents, but for what has no schema or is refused.</summary>
    static IEnumerable<(CorpusValue Value, byte[] Document)> Documents()
    {
        foreach (var value in CorpusValues.All().Where(v => !IsBeyond(v) && !s_nameless.Contains(v.Type)))
        {
            byte[] document;
            try
            {
                document = ContractXml.Serialize(value.Value, value.Type, Options(value));
            }
            catch (NotSupportedException)
            {
                continue;
            }
            yield return (value, document);
        }
    }

    [Fact]
    public void TheCorpusIsValidAgainstItsSchemas()
    {
        var failures = new List<string>();
        var schemas = new Dictionary<string, XmlSchemaSet>();
        int count = 0;
        foreach (var (value, document) in Documents())
        {
            string key = $"{value.Type}|{string.Join('|', value.KnownTypes.AsEnumerable())}";
            if (!schemas.TryGetValue(key, out var set))
                schemas.Add(key, set = ContractXml.SchemasOf(value.Type, Options(value)));
            count++;
            if (XmlSchemaTests.Validate(document, set) is [var problem, ..])
                failures.Add($"{value.Name}: {problem}\n  {Encoding.UTF8.GetString(document)}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count} of {count}:\n{string.Join("\n", failures.Take(20))}");
        Assert.True(count > 900, $"{count} documents only");
    }

    /// <summary>
    /// What libxml2 refuses, which no schema of ours can help: references to characters that XML 1.0 has not (the original writes them, and
    /// so do we), decimals of more than 24 digits, a namespace with an ampersand, which it compares in its escaped form, and an i:type of
    /// no namespace, which it does not find across imports. XmlSchemaSet takes all of these.
    /// </summary>
    static readonly string[] s_limitsOfLibxml = ["xmlParseCharRef: invalid xmlChar value",
        "is not a valid value of the atomic type 'xs:decimal'", "{urn:strange?a=1&#38;b=2}", "The QName value '{}L2'"];

    /// <summary>The second validator.</summary>
    [Fact]
    public void TheCorpusIsValidInLibxml()
    {
        Assert.SkipUnless(XmlLint.IsInstalled, "xmllint is not installed");
        var documents = new Dictionary<string, (CorpusValue First, List<(string Name, byte[] Document)> All)>();
        foreach (var (value, document) in Documents())
        {
            string key = $"{value.Type}|{string.Join('|', value.KnownTypes.AsEnumerable())}";
            if (!documents.TryGetValue(key, out var group))
                documents.Add(key, group = (value, []));
            group.All.Add((value.Name, document));
        }
        var failures = new System.Collections.Concurrent.ConcurrentBag<string>();
        int beyond = 0;
        int count = documents.Values.Sum(g => g.All.Count);
        Parallel.ForEach(documents.Values, new ParallelOptions { MaxDegreeOfParallelism = 2 }, group =>
        {
            foreach (var (number, problem) in XmlLint.Validate(ContractXml.SchemasOf(group.First.Type, Options(group.First)),
                [.. group.All.Select(d => d.Document)]))
            {
                bool isLimit = s_limitsOfLibxml.Any(l => problem.Contains(l, StringComparison.Ordinal));
                Interlocked.Add(ref beyond, isLimit ? 1 : 0);
                if (!isLimit)
                    failures.Add($"{group.All[number].Name}: {problem}");
            }
        });
        Assert.True(failures.IsEmpty, $"{failures.Count} of {count}:\n{string.Join("\n", failures)}");
        Assert.True(count - beyond > 1000, $"{beyond} of {count} documents are beyond libxml2");
    }

    [Fact]
    public void SchemasAreTheOriginals()
    {
        var failures = new List<string>();
        int count = 0;
        foreach (var type in CorpusValues.Types)
        {
            var exporter = new XsdDataContractExporter();
            try
            {
                exporter.Export(type);
            }
            catch (Exception e) when (e is InvalidDataContractException or NotSupportedException)
            {
                continue;
            }
            XmlSchemaSet ours;
            try
            {
                ours = ContractXml.SchemasOf(type, s_options);
            }
            catch (NotSupportedException e)
            {
                failures.Add($"{type}: {e.Message}");
                continue;
            }
            count++;
            var (expected, actual) = (Describe(exporter.Schemas), Describe(ours));
            // The original forgets that these two may be roots.
            foreach (string key in expected.Keys.Union(actual.Keys)
                .Where(k =>
                    k is not ("element http://schemas.microsoft.com/2003/10/Serialization/:dateOnly"
                        or "element http://schemas.microsoft.com/2003/10/Serialization/:timeOnly")))
                if (expected.GetValueOrDefault(key) is var e && actual.GetValueOrDefault(key) is var a && e != a)
                    failures.Add($"{type}: {key}\n  expected {e}\n  actual   {a}");
        }
        Assert.True(failures.Count == 0, $"{failures.Count} in {count} types:\n{string.Join("\n", failures.Take(20))}");
        Assert.True(count > 100, $"{count} types only");
    }

    [Fact]
    public void ARootOfAnotherNameAndReferencesAreDescribed()
    {
        var options = s_options with { RootName = "R", RootNamespace = "urn:root" };
        Assert.Empty(XmlSchemaTests.Validate(ContractXml.Serialize(new Pair(), options), ContractXml.SchemasOf<Pair>(options)));
        var node = new Knot { Name = "a" };
        node.Next = node;
        Assert.Empty(XmlSchemaTests.Validate(ContractXml.Serialize(node), ContractXml.SchemasOf<Knot>()));
        Assert.NotEmpty(
            XmlSchemaTests.Validate("<Pair xmlns='http://schemas.datacontract.org/2004/07/Isomer.Tests.Corpus'><A>x</A></Pair>"u8.ToArray(),
                ContractXml.SchemasOf<Pair>()));
    }

    [DataContract(IsReference = true)]
    public class Knot
    {
        [DataMember] public string? Name { get; set; }
        [DataMember] public Knot? Next { get; set; }
    }

    /// <summary>Each global thing of a set by its name, prefixes resolved.</summary>
    static Dictionary<string, string> Describe(XmlSchemaSet set)
    {
        var found = new Dictionary<string, string>();
        foreach (XmlSchema schema in set.Schemas())
        {
            // The original's stand-in for the schema of schemas, for DataSets.
            if (schema.TargetNamespace == XmlSchema.Namespace)
                continue;
            var text = new StringWriter();
            schema.Write(text);
            foreach (var item in XElement.Parse(text.ToString()).Elements().Where(e => e.Name.LocalName != "import"))
                found.Add($"{item.Name.LocalName} {schema.TargetNamespace}:{item.Attribute("name")?.Value}", Normal(item));
        }
        return found;
    }

    static string Normal(XElement given)
    {
        foreach (var attribute in given.DescendantsAndSelf().Attributes()
            .Where(a => a.Name.LocalName is "type" or "base" or "ref" or "itemType").ToArray())
        {
            string[] parts = attribute.Value.Split(':');
            var ns = parts.Length == 1 ? attribute.Parent!.GetDefaultNamespace() : attribute.Parent!.GetNamespaceOfPrefix(parts[0])!;
            attribute.Value = $"{{{ns.NamespaceName}}}{parts[^1]}";
        }
        // Under an element of its own, so that it may be replaced too.
        var element = new XElement("global", given);
        // What tools are told of generic arguments.
        foreach (var generic in element.DescendantsAndSelf().Where(e => e.Name.LocalName == "GenericType").ToArray())
            generic.Remove();
        foreach (var empty in element.DescendantsAndSelf()
            .Where(e => e.Name.LocalName is "annotation" && !e.Elements().Any(i => i.HasElements)).ToArray())
            empty.Remove();
        // What reads itself without a schema may be anything; the original says it is a DataSet.
        foreach (var any in element.DescendantsAndSelf()
            .Where(e =>
                e.Name.LocalName == "complexType"
                    && (e.Attribute("mixed") is not null || e.ToString().Contains("schema\" />", StringComparison.Ordinal))).ToArray())
            any.ReplaceWith(new XElement("any", any.Attribute("name")));
        foreach (var prefixed in element.DescendantsAndSelf().Where(e => e.GetPrefixOfNamespace(e.Name.Namespace) == "ser").ToArray())
            prefixed.ReplaceWith(
                new XElement(prefixed.Name, prefixed.Attributes().Where(a => !a.IsNamespaceDeclaration), prefixed.Nodes()));
        foreach (var declaration in element.DescendantsAndSelf().Attributes().Where(a => a.IsNamespaceDeclaration).ToArray())
            declaration.Remove();
        return element.ToString(SaveOptions.DisableFormatting);
    }
}
