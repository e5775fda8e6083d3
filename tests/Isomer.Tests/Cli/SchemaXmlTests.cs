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
        return files.Select(f => OfLint(f) ?? OfFramework(f)).FirstOrDefault(static p => p is not null);
    }

    string? OfLint(string file) => Formats.OfXml.XmlLint.IsInstalled
        && Formats.OfXml.XmlLint.Errors(Path.Combine(_folder["xsd"], "schema.xsd"), file) is { Length: > 0 } errors
        ? $"{Path.GetFileName(file)}: {errors}" : null;

    string? OfFramework(string file)
    {
        var settings = new XmlReaderSettings { ValidationType = ValidationType.Schema };
        settings.Schemas.XmlResolver = new XmlUrlResolver();
        settings.ValidationFlags |= XmlSchemaValidationFlags.ReportValidationWarnings;
        // Else it lets attributes of XML pass wherever they stand.
        settings.ValidationFlags &= ~XmlSchemaValidationFlags.AllowXmlAttributes;
        settings.Schemas.Add(null, Path.Combine(_folder["xsd"], "schema.xsd"));
        string? problem = null;
        // Of what stands in an element of any type it says that it finds nothing about it.
        bool isAnything = Directory.GetFiles(_folder["xsd"])
            .Any(static f => File.ReadAllText(f).Contains("\"xs:anyType\"", StringComparison.Ordinal));
        settings.ValidationEventHandler += (_, e) => problem ??= e.Severity == XmlSeverityType.Warning && isAnything ? null : e.Message;
        try
        {
            using var reader = XmlReader.Create(file, settings);
            while (reader.Read())
            {
            }
        }
        catch (XmlException e)
        {
            // Another value of xml:space is no XML at all to this reader.
            problem = e.Message;
        }
        return problem is null ? null : $"{Path.GetFileName(file)}: {problem}";
    }

    [Theory]
    [InlineData("<a xml:lang=\"en\">1</a>")]
    [InlineData("<a xml:lang=\"\" xml:space=\"preserve\"> <b/> </a>")]
    [InlineData("<a xml:lang=\"no language at all\"/>")]
    [InlineData("<a xmlns=\"urn:1\" xml:base=\"x y\"><b xml:id=\"i\" c=\"1\">t</b><b xml:id=\"i\"/></a>")]
    [InlineData("<a><b>1</b></a>", "<a xml:lang=\"en\"><b xml:lang=\"de\">2</b></a>")]
    [InlineData("<a xml:lang=\"en\"><b/></a>", "<a><b>2</b></a>", "<a/>")]
    public void Attributes_of_xml_are_declared(params string[] documents)
    {
        Assert.Null(Problem(documents));
        Assert.Equal(["schema.xsd", "xml.xsd"], Directory.GetFiles(_folder["xsd"]).Select(Path.GetFileName).Order(StringComparer.Ordinal));
        Assert.All(Directory.GetFiles(_folder["xsd"]),
            f => Assert.DoesNotContain("isomer-", File.ReadAllText(f), StringComparison.Ordinal));
        // Without a folder there is one document, which stands alone.
        ToolResult alone = Tool.Run(["schema", .. documents.Select((_, i) => _folder[$"{i}.xml"]), "--as", "xsd"]);
        Assert.Equal((0, ""), (alone.Code, alone.Error));
        Assert.Contains("<xs:anyAttribute namespace=\"http://www.w3.org/XML/1998/namespace\"", alone.Output, StringComparison.Ordinal);
        File.Delete(Path.Combine(_folder["xsd"], "xml.xsd"));
        _folder.Write("xsd/schema.xsd", alone.Output);
        Assert.All(documents.Select((_, i) => _folder[$"{i}.xml"]), f => Assert.Null(OfLint(f) ?? OfFramework(f)));
    }

    const string Instance = "xmlns:i='http://www.w3.org/2001/XMLSchema-instance' xmlns:x='http://www.w3.org/2001/XMLSchema'";

    /// <summary>What was found out of the samples refuses what none of them had.</summary>
    [Theory]
    [InlineData("<a xml:lang=\"en\">1</a>", "<a xml:lang=\"no language at all\">1</a>")]
    [InlineData("<a xml:lang=\"\">1</a>", "<a>1</a>")]
    [InlineData("<a xml:space=\"preserve\"> <b/></a>", "<a xml:space=\"keep\"> <b/></a>")]
    [InlineData("<a xml:space=\"preserve\"> <b>1</b></a>", "<a xml:space=\"preserve\"> <b xml:space=\"default\">1</b></a>")]
    [InlineData("<a xml:id=\"i\"/>", "<a xml:id=\"1 2\"/>")]
    [InlineData($"<r {Instance}><a i:type='Cat'><n>1</n></a></r>", $"<r {Instance}><a i:type='Cat'><n>x</n></a></r>")]
    [InlineData($"<r {Instance}><a i:type='Cat'><n>1</n></a></r>", $"<r {Instance}><a i:type='Dog'><n>1</n></a></r>")]
    [InlineData($"<r {Instance}><a i:type='x:int'>1</a></r>", $"<r {Instance}><a i:type='x:int'>y</a></r>")]
    public void What_no_sample_had_is_refused(string sample, string other)
    {
        Assert.Null(Problem(sample));
        string file = _folder.Write("other.xml", other);
        Assert.NotNull(OfFramework(file));
        Assert.Equal(Formats.OfXml.XmlLint.IsInstalled, OfLint(file) is not null);
    }

    /// <summary>As the framework's serializers write members that hold a subtype, or anything.</summary>
    [Fact]
    public void Documents_that_name_types_have_these_types()
    {
        object[] graph = [1, "text", (string[])["a"], Guid.Empty, new Dictionary<string, object> { ["k"] = 2.5m }, new Version(1, 2)];
        var contract = new MemoryStream();
        new System.Runtime.Serialization.DataContractSerializer(typeof(object[]),
            [typeof(string[]), typeof(Dictionary<string, object>), typeof(Version)]).WriteObject(contract, graph);
        Assert.Null(Problem(System.Text.Encoding.UTF8.GetString(contract.ToArray())));
        var text = new StringWriter();
        var shapes = new List<Shape> { new Square { Name = "a", Side = 2 }, new Shape { Name = "b" }, new Square { Name = "c" }, null! };
        new System.Xml.Serialization.XmlSerializer(typeof(List<Shape>)).Serialize(text, shapes);
        Assert.Null(Problem(text.ToString().Replace("utf-16", "utf-8", StringComparison.Ordinal)));
        Assert.Contains("<xs:complexType name=\"Square\">", File.ReadAllText(Path.Combine(_folder["xsd"], "schema.xsd")),
            StringComparison.Ordinal);
    }

    [System.Xml.Serialization.XmlInclude(typeof(Square))]
    public class Shape
    {
        public string Name { get; set; } = "";
    }

    public class Square : Shape
    {
        [System.Xml.Serialization.XmlAttribute]
        public double Side { get; set; }
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
            text.Append(spaces == 1 ? " xmlns=\"urn:1\" xmlns:y=\"urn:2\"" : " xmlns:y=\"urn:2\"")
                .Append(" xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\"");
        foreach (string attribute in s_names)
            if (random.Next(4) == 0)
                text.Append(" " + attribute + "=\"" + s_texts[random.Next(s_texts.Length)] + "\"");
        if (random.Next(6) == 0)
            text.Append(random.Next(2) == 0 ? " xml:lang=\"en\"" : " xml:space=\"preserve\"");
        if (random.Next(12) == 0)
            text.Append(" y:q=\"1\"");
        if (random.Next(12) == 0)
            text.Append(random.Next(2) == 0 ? " i:type=\"T\"" : " i:type=\"y:T\"");
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
