using System.Xml;
using System.Xml.Schema;
using Xunit;

namespace Isomer.Tests.Cli;

/// <summary>
/// `isomer schema --as xsd` of documents: attributes of XML itself, samples that differ, and random ones. What is printed is given to the
/// framework's validator, with the samples.
/// </summary>
public sealed class SchemaXmlTests : IDisposable
{
    readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    /// <summary>What a validator has against the samples; null for nothing.</summary>
    string? Problem(params string[] documents)
    {
        string[] files = [.. documents.Select((d, i) => _folder.Write($"{i}.xml", d))];
        string into = _folder["xsd"];
        if (Directory.Exists(into))
            Directory.Delete(into, recursive: true);
        ToolResult run = Tool.Run(["schema", .. files, "--as", "xsd", "--out", into]);
        if (run.Code != 0)
            return $"{run.Code} {run.Error}";
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.XmlResolver = new XmlUrlResolver();
        settings.ValidationFlags |= XmlSchemaValidationFlags.ReportValidationWarnings;
        settings.Schemas.Add(null, Path.Combine(into, "schema.xsd"));
        foreach (string file in files)
        {
            if (Formats.OfXml.XmlLint.IsInstalled && Formats.OfXml.XmlLint.Errors(Path.Combine(into, "schema.xsd"), file) is { Length: > 0 } errors)
                return $"{Path.GetFileName(file)}: {errors}";
            string? problem = null;
            settings.ValidationEventHandler += (_, e) => problem ??= e.Message;
            using var reader = XmlReader.Create(file, settings);
            while (reader.Read())
            {
            }
            if (problem is not null)
                return $"{Path.GetFileName(file)}: {problem}";
        }
        return null;
    }

    [Theory]
    [InlineData("<a xml:lang=\"en\">1</a>")]
    [InlineData("<a xml:lang=\"\" xml:space=\"preserve\"> <b/> </a>")]
    [InlineData("<a xml:lang=\"no language at all\"/>")]
    [InlineData("<a xmlns=\"urn:1\" xml:base=\"x y\"><b xml:id=\"i\" c=\"1\">t</b><b xml:id=\"i\"/></a>")]
    [InlineData("<a><b>1</b></a>", "<a xml:lang=\"en\"><b xml:lang=\"de\">2</b></a>")]
    [InlineData("<a xml:lang=\"en\"><b/></a>", "<a><b>2</b></a>", "<a/>")]
    public void Attributes_of_xml_are_let_be(params string[] documents)
    {
        Assert.Null(Problem(documents));
        Assert.Contains(Directory.GetFiles(_folder["xsd"]),
            f => File.ReadAllText(f).Contains("<xs:anyAttribute namespace=\"http://www.w3.org/XML/1998/namespace\"", StringComparison.Ordinal));
        // One namespace is one document, which stands alone.
        Assert.Single(Directory.GetFiles(_folder["xsd"]));
        Assert.DoesNotContain("isomer-attributes", File.ReadAllText(Path.Combine(_folder["xsd"], "schema.xsd")), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("<a id=\"1\"/>", "<a id=\"2\" x=\"y\">z</a>")]
    [InlineData("<a id=\"2\" x=\"y\">z</a>", "<a id=\"1\"/>")]
    [InlineData("<r><a id=\"1\"/><a id=\"2\" x=\"y\">z</a></r>")]
    [InlineData("<a/>", "<a>1</a>", "<a x=\"1\" y=\"2\">z</a>", "<a w=\"1\"/>")]
    public void Samples_may_differ_in_attributes_and_text(params string[] documents) => Assert.Null(Problem(documents));

    /// <summary>Whatever documents of one root: the schema of them all holds for each.</summary>
    [Fact]
    public void Random_documents_hold_by_their_schema() => RandomCases.Run(100, seed =>
    {
        var random = new Random(seed);
        int spaces = random.Next(3);
        List<string> documents = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => Element(random, "r", 0, spaces))];
        return Problem([.. documents]) is not { } problem ? null
            : RandomCases.Shrink(documents, some => some.Count > 0 && Problem([.. some]) is not null) is var few
                ? new RandomCases.Difference(System.Text.RegularExpressions.Regex.Replace(problem, "'[^']*'|[0-9]+", "?"),
                    $"{string.Join("  ", few)}\n   {problem}")
                : null;
    });

    static readonly string[] s_names = ["a", "b", "c", "d"];
    static readonly string[] s_texts =
        ["1", "300", "-5", "1.5", "true", "x", "a b", "2024-01-02", "2024-01-02T03:04:05Z", "P1D", "", "1e5", "&lt;é", "12345678901234567890"];

    /// <summary>Elements whose kind (text, children) may differ from one to the next, in one namespace or none.</summary>
    static string Element(Random random, string name, int depth, int spaces)
    {
        var text = new System.Text.StringBuilder("<" + name);
        if (depth == 0)
            text.Append(spaces == 1 ? " xmlns=\"urn:1\" xmlns:y=\"urn:2\"" : " xmlns:y=\"urn:2\"");
        foreach (string attribute in s_names)
            if (random.Next(4) == 0)
                text.Append(" " + attribute + "=\"" + s_texts[random.Next(s_texts.Length)] + "\"");
        if (random.Next(6) == 0)
            text.Append(random.Next(2) == 0 ? " xml:lang=\"en\"" : " xml:space=\"preserve\"");
        if (random.Next(12) == 0)
            text.Append(" y:q=\"1\"");
        int children = depth > 3 ? 0 : random.Next(4);
        if (children == 0 && random.Next(3) == 0)
            return text.Append("/>").ToString();
        text.Append('>');
        if (children == 0)
            text.Append(s_texts[random.Next(s_texts.Length)]);
        for (int i = 0; i < children; i++)
            text.Append(random.Next(3) == 0 ? "\n  " : "").Append(Element(random, s_names[random.Next(s_names.Length)], depth + 1, spaces));
        return text.Append("</" + name + ">").ToString();
    }
}
