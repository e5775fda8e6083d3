using System.Runtime.Serialization;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using Xunit;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>
/// Prefixes of unknown elements that an object keeps: whatever their names, types, attributes and texts mean where they are read, they mean
/// where they are written, by every way of writing. The original fails, or takes elements out of their namespaces, where a type is in none.
/// </summary>
public class KeptPrefixTests
{
    [DataContract(Name = "K", Namespace = "urn:k")]
    public class K : IExtensibleDataObject
    {
        [DataMember] public int A;
        public ExtensionDataObject? ExtensionData { get; set; }
    }

    const string Xsi = "http://www.w3.org/2001/XMLSchema-instance";

    static string Document(string content) =>
        $"<K xmlns='urn:k' xmlns:i='{Xsi}' xmlns:s='http://www.w3.org/2001/XMLSchema' xmlns:a='urn:r' xmlns:b='urn:s'><A>1</A>{content}</K>";

    /// <summary>What a document says, its prefixes aside.</summary>
    static string Meaning(string document)
    {
        var text = new StringBuilder();
        Add(XElement.Parse(document));
        return text.ToString();

        void Add(XElement element)
        {
            text.Append('<').Append(element.Name);
            foreach (var attribute in element.Attributes().Where(a => !a.IsNamespaceDeclaration)
                .OrderBy(a => a.Name.ToString(), StringComparer.Ordinal))
            {
                bool isType = attribute.Name == XName.Get("type", Xsi);
                string value = isType ? Type(element, attribute.Value) : attribute.Value;
                if (value.Length > 0 || !isType)
                    text.Append(' ').Append(attribute.Name).Append('=').Append(value);
            }
            text.Append('>');
            foreach (var child in element.Elements())
                Add(child);
            // With an end tag or without, what is empty is empty.
            if (!element.HasElements)
                text.Append(
                    element.Value.Split(':') is [var prefix, var name] && element.GetNamespaceOfPrefix(prefix) is { } ns
                        ? $"{{{ns}}}{name}"
                        : element.Value);
            text.Append("</>");
        }

        // A prefix that is not declared stands for no namespace, as in the original.
        static string Type(XElement element, string value) => value.Split(':') is [var prefix, var name]
            ? name.Length == 0
                ? ""
                : (prefix.Length == 0
                    ? element.GetDefaultNamespace()
                    : element.GetNamespaceOfPrefix(prefix) ?? XNamespace.None).NamespaceName + "|" + name
            : value.Length == 0 ? "" : element.GetDefaultNamespace().NamespaceName + "|" + value;
    }

    static readonly (string Name, Func<string, string> Again)[] s_ways =
    [
        ("text", d => ContractXml.ToText(ContractXml.FromText<K>(d))),
        ("binary",
            d => ContractXml.ToText(
                ContractXml.Deserialize<K>(ContractXml.Serialize(ContractXml.FromText<K>(d), ContractXmlOptions.Binary),
                    ContractXmlOptions.Binary))),
        ("text writer", d => Through(d, s => XmlDictionaryWriter.CreateTextWriter(s, new UTF8Encoding(false), ownsStream: false))),
        ("plain writer", d => Through(d, s => XmlWriter.Create(s, new XmlWriterSettings { Encoding = new UTF8Encoding(false) }))),
        ("references", d =>
        {
            var options = new ContractXmlOptions { PreserveObjectReferences = true };
            return ContractXml.ToText(ContractXml.FromText<K>(ContractXml.ToText(ContractXml.FromText<K>(d, options), options), options));
        }),
    ];

    static string Through(string document, Func<Stream, XmlWriter> open)
    {
        var stream = new MemoryStream();
        using (var writer = open(stream))
            new ContractXmlSerializer(typeof(K)).WriteObject(writer, ContractXml.FromText<K>(document));
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    static string? Differs(string document)
    {
        string meaning = Meaning(document);
        foreach (var (name, again) in s_ways)
        {
            try
            {
                string written = again(document);
                if (Meaning(written) != meaning)
                    return $"{name}: {document}\n  written  {written}\n  meant    {meaning}\n  means    {Meaning(written)}";
            }
            catch (Exception e)
            {
                return $"{name}: {document}\n  {e.GetType().Name}: {e.Message}";
            }
        }
        return null;
    }

    [Theory]
    [InlineData("<u i:type='q:T'>x</u>")]
    [InlineData("<u i:type='q:T'><v>1</v></u>")]
    [InlineData("<u xmlns='urn:d' i:type='q:T'><v>1</v></u>")]
    [InlineData("<p:u xmlns:p='urn:p' i:type='q:T'><p:v>1</p:v></p:u>")]
    [InlineData("<p:u xmlns:p='urn:p' i:type='T'><p:v i:type='q:T'>1</p:v></p:u>")]
    [InlineData("<u xmlns='' i:type='q:T'>x</u>")]
    [InlineData("<u xmlns='urn:d' i:type='q:T' i:nil='true'/>")]
    [InlineData("<u i:type=''>x</u>")]
    [InlineData("<u i:type='q:'>x</u>")]
    // A prefix that is chosen is none that comes: the element had declared it twice.
    [InlineData("<u xmlns='urn:d' i:type='T' a:x='1' xmlns:a='urn:a'>5</u>")]
    [InlineData("<u xmlns='urn:d' i:type='q:T' a:x='1' b:y='2' xmlns:a='urn:a' xmlns:b='urn:b'>a:n</u>")]
    // Two default namespaces on one element.
    [InlineData("<p:u xmlns:p='urn:x' xmlns='urn:y' i:type='s:QName'>n</p:u>")]
    [InlineData("<p:u xmlns:p='urn:x' xmlns='urn:y' i:type='s:QName'>p:n</p:u>")]
    // A prefix that means something else further in.
    [InlineData("<u a:x='1' xmlns:a='urn:a'><p:v xmlns:p='urn:a' xmlns:a='urn:other' a:y='2'>a:t</p:v></u>")]
    [InlineData("<u a:x='1' xmlns:a='urn:a'><v xmlns:a='urn:other' a:y='2' xmlns:b='urn:a' b:z='1' i:type='b:T'><b:w i:type='a:T'/></v></u>")]
    [InlineData("<u i:x='1' xmlns:i='urn:i' j:type='T' xmlns:j='http://www.w3.org/2001/XMLSchema-instance'/>")]
    [InlineData("<u xml:lang='de' xml:space='preserve'> x </u>")]
    public void Names_mean_what_they_meant(string content) => Assert.True(Differs(Document(content)) is null, Differs(Document(content)));

    /// <summary>What the original writes so that it can be read is written in the same bytes.</summary>
    [Theory]
    [InlineData("<u xmlns='urn:d' i:type='T' a:x='1' xmlns:a='urn:a'>5</u>")]
    [InlineData("<u xmlns='urn:d' a:x='1' xmlns:a='urn:a' i:type='T'>5</u>")]
    [InlineData("<u xmlns='urn:d' i:type='b:T' a:x='1' xmlns:a='urn:a'>5</u>")]
    [InlineData("<u xmlns='urn:d' i:type='T'>x</u>")]
    [InlineData("<u xmlns='urn:d'><v xmlns='' i:type='T'>x</v></u>")]
    [InlineData("<u xml:lang='de'/>")]
    [InlineData("<u i:type=''>x</u>")]
    [InlineData("<u i:x='1' xmlns:i='urn:i'/>")]
    public void What_can_be_read_is_written_as_there(string content)
    {
        var original = new DataContractSerializer(typeof(K));
        using var stream = new MemoryStream();
        original.WriteObject(stream, original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document(content)))));
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), s_ways[0].Again(Document(content)));
    }

    [Fact]
    public void The_original_fails_over_a_type_without_a_namespace()
    {
        var original = new DataContractSerializer(typeof(K));
        object? read = original.ReadObject(new MemoryStream(Encoding.UTF8.GetBytes(Document("<u xmlns='urn:d' i:type='q:T'>x</u>"))));
        Assert.Throws<ArgumentException>(() => original.WriteObject(new MemoryStream(), read));
    }

    [Fact]
    public void Random_declarations_mean_what_they_meant() => RandomCases.Run(1500, seed =>
    {
        var random = new Random(seed);
        var text = new StringBuilder();
        for (int i = random.Next(1, 4); i > 0; i--)
            Element(0);
        string document = Document(text.ToString());
        try
        {
            XElement.Parse(document);
        }
        catch (XmlException)
        {
            // A prefix that is not declared, or two attributes of one name.
            return null;
        }
        return Differs(document) is { } problem ? new(problem[..problem.IndexOf(':', StringComparison.Ordinal)], problem) : null;

        void Element(int depth)
        {
            string prefix = Pick("", "", "", "a:", "b:");
            string name = prefix + Pick("u", "v", "w");
            text.Append('<').Append(name);
            var declared = new HashSet<string>();
            foreach (string prefixed in new[] { "", ":a", ":b", ":e" })
                if (random.Next(depth == 0 && prefixed.Length > 0 ? 2 : 3) == 0)
                    text.Append(
                        $" xmlns{prefixed}='{(prefixed.Length == 0 ? Pick("urn:d", "", "urn:k", "urn:a") : Pick("urn:a", "urn:b", "urn:k", "urn:c"))}'");
            foreach (string attribute in new[] { "a:x", "b:x", "e:y", "z" })
                if (random.Next(5) == 0)
                    text.Append($" {attribute}='1'");
            bool isName = false;
            if (random.Next(2) == 0)
                text.Append(
                    $" i:type='{Pick("nosuch:T", "T", "a:T", "b:T", "s:QName", "s:int", "e:T") switch { var t => (isName = t == "s:QName", t).t }}'");
            text.Append('>');
            if (depth < 3 && !isName && random.Next(3) > 0)
                for (int i = random.Next(1, 3); i > 0; i--)
                    Element(depth + 1);
            else
                text.Append(isName ? "a:n" : Pick("5", "", "a:n", "b:n"));
            text.Append("</").Append(name).Append('>');
        }

        string Pick(params string[] choices) => choices[random.Next(choices.Length)];
    });
}
