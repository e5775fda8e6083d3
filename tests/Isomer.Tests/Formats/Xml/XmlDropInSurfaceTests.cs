using System.Reflection;
using System.Text;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051

/// <summary>All constructors and methods of the original's classes, what its mappings say, and its events with their places.</summary>
public class XmlDropInSurfaceTests
{
    public class Line
    {
        public decimal Price; [XmlAttribute] public int A; public Inner? I; public int[]? L; [XmlElement("f")]
        public int[]? F;
    }
    public class Inner { public int X; }
    [XmlRoot("o", Namespace = "urn:o")]
    public class Order { public int Id; [XmlAttribute(Namespace = "urn:at")] public string? Q; public object? O; public Order? In; }

    /// <summary>What is protected serves the serializers that sgen generates, which derive from XmlSerializer itself.</summary>
    [Theory]
    [InlineData(typeof(XmlSerializer), typeof(IsomerXmlSerializer))]
    [InlineData(typeof(XmlSerializerFactory), typeof(IsomerXmlSerializerFactory))]
    public void Every_public_member_of_the_original_is_there(Type original, Type ours)
    {
        const BindingFlags All = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
        foreach (var constructor in original.GetConstructors())
            Assert.True(ours.GetConstructor([.. constructor.GetParameters().Select(p => p.ParameterType)]) is not null, $"{constructor}");
        foreach (var method in original.GetMethods(All))
        {
            var found = ours.GetMethod(method.Name, All, [.. method.GetParameters().Select(p => p.ParameterType)]);
            Assert.True(found is not null, $"{method}");
            Assert.Equal(
                (method.IsStatic, method.IsVirtual,
                    method.ReturnType.ToString().Replace("System.Xml.Serialization.Xml", "", StringComparison.Ordinal)),
                (found.IsStatic, found.IsVirtual,
                    found.ReturnType.ToString().Replace("Isomer.IsomerXml", "", StringComparison.Ordinal)
                        .Replace("System.Xml.Serialization.Xml", "", StringComparison.Ordinal)));
            Assert.Equal(method.GetParameters().Select(p => p.Name), found.GetParameters().Select(p => p.Name));
        }
        foreach (var member in original.GetEvents(All))
            Assert.Equal(member.EventHandlerType, ours.GetEvent(member.Name)?.EventHandlerType);
    }

    static string Text(Action<TextWriter> write)
    {
        var writer = new StringWriter();
        write(writer);
        return writer.ToString();
    }

    [Fact]
    public void Mappings_give_type_and_root()
    {
        var importer = new XmlReflectionImporter("urn:d");
        foreach (var (mapping, value) in new (XmlTypeMapping, object?)[]
        {
            (importer.ImportTypeMapping(typeof(Line)), new Line { I = new(), L = [1] }),
            (importer.ImportTypeMapping(typeof(Line), new XmlRootAttribute("a b") { Namespace = "urn:q" }), new Line { I = new() }),
            (importer.ImportTypeMapping(typeof(Order)), new Order { O = 1 }),
            (importer.ImportTypeMapping(typeof(int[])), new[] { 1 }),
            (importer.ImportTypeMapping(typeof(List<Line>)), new List<Line> { new() }),
            (importer.ImportTypeMapping(typeof(DayOfWeek)), DayOfWeek.Friday),
            (importer.ImportTypeMapping(typeof(Line), new XmlRootAttribute("n") { IsNullable = false }), new Line()),
            (new XmlReflectionImporter().ImportTypeMapping(typeof(string)), "s"),
        })
        {
            var original = new XmlSerializer(mapping);
            string expected = Text(w => original.Serialize(w, value));
            Assert.Equal(expected, Text(w => new IsomerXmlSerializer(mapping).Serialize(w, value)));
            Assert.Equal(expected, Text(w => IsomerXmlSerializer.FromMappings([mapping])[0]!.Serialize(w, value)));
            Assert.Equal(expected, Text(w => new IsomerXmlSerializerFactory().CreateSerializer(mapping).Serialize(w, value)));
        }
        Assert.Empty(IsomerXmlSerializer.FromMappings(null));
    }

    [Fact]
    public void Names_of_assemblies_are_the_original_s()
    {
        Assert.Equal(XmlSerializer.GetXmlSerializerAssemblyName(typeof(Line)),
            IsomerXmlSerializer.GetXmlSerializerAssemblyName(typeof(Line)));
        Assert.Equal(XmlSerializer.GetXmlSerializerAssemblyName(typeof(Line), "urn:d"),
            IsomerXmlSerializer.GetXmlSerializerAssemblyName(typeof(Line), "urn:d"));
    }

    [Theory]
    [InlineData("<Line zzz='1'><Price>1</Price>text<Q a='b'><R/></Q></Line>")]
    [InlineData("<Line xmlns:p='urn:p' p:z='1' xml:lang='de'>\n <p:Q>1</p:Q>\n <Price>1</Price>\n</Line>")]
    [InlineData("<Line>\n<Q/>\n<!-- c --><Q2/>text\n<I z='1'><Y/><X>1</X></I><L><x/><int>1</int>t</L></Line>")]
    [InlineData("<Line xmlns:i='http://www.w3.org/2001/XMLSchema-instance' i:type='Line' i:nil='false' i:schemaLocation='a'><I i:nil='false'/></Line>")]
    [InlineData("<Line><f>1</f><Q/><f>2</f><Price>1</Price><Price>2</Price></Line>")]
    [InlineData("<Line><![CDATA[x]]><Q xmlns='urn:q'><b/></Q>  tail  </Line>")]
    [InlineData("<Line b='1' A='2' c='3'\n d='4'/>")]
    [InlineData("<Line><I>text</I><L>text</L></Line>")]
    [InlineData("<Line é='ü' z='日本'><ä>😀</ä><Q/>日本<Price>1</Price>\n<ö/>é<Q/></Line>")]
    public void Events_have_nodes_names_and_places_of_the_original(string document)
    {
        Same(s => s.Deserialize(new StringReader(document)), s => s.Deserialize(new StringReader(document)));
        foreach (var encoding in (System.Text.Encoding[])[new System.Text.UTF8Encoding(false), System.Text.Encoding.UTF8])
        {
            byte[] bytes = [.. encoding.GetPreamble(), .. encoding.GetBytes(document)];
            Same(s => s.Deserialize(new MemoryStream(bytes)), s => s.Deserialize(new MemoryStream(bytes)));
        }
        foreach (var open in Readers(document))
            Same(s => s.Deserialize(open()), s => s.Deserialize(open()));

        static void Same(Action<XmlSerializer> theirs, Action<IsomerXmlSerializer> ours)
        {
            var (expected, actual) = (new List<string>(), new List<string>());
            var original = new XmlSerializer(typeof(Line));
            original.UnknownNode += (_, e) => expected.Add(Node(e));
            original.UnknownAttribute += (_, e) => expected.Add(Attribute(e));
            original.UnknownElement += (_, e) => expected.Add(Element(e));
            theirs(original);
            var own = new IsomerXmlSerializer(typeof(Line));
            own.UnknownNode += (_, e) => actual.Add(Node(e));
            own.UnknownAttribute += (_, e) => actual.Add(Attribute(e));
            own.UnknownElement += (_, e) => actual.Add(Element(e));
            ours(own);
            Assert.Equal(expected, actual);
        }

        static string Node(XmlNodeEventArgs e) =>
            $"node {e.NodeType} {e.Name} {e.LocalName} {e.NamespaceURI} {e.Text} {e.ObjectBeingDeserialized?.GetType().Name} {e.LineNumber},{e.LinePosition}";
        static string Attribute(XmlAttributeEventArgs e) =>
            $"attribute {e.Attr.OuterXml} {e.ExpectedAttributes} {e.ObjectBeingDeserialized?.GetType().Name} {e.LineNumber},{e.LinePosition}";
        static string Element(XmlElementEventArgs e) =>
            $"element {e.Element.OuterXml} {e.ExpectedElements} {e.ObjectBeingDeserialized?.GetType().Name} {e.LineNumber},{e.LinePosition}";
    }

    /// <summary>
    /// Readers of a caller's over one document: with and without white space, entities left to whoever reads, over nodes.
    /// </summary>
    internal static Func<XmlReader>[] Readers(string document) =>
    [
        () => XmlReader.Create(new StringReader(document)),
        () => XmlReader.Create(new StringReader(document), new XmlReaderSettings { IgnoreWhitespace = true, IgnoreComments = true }),
        () => new XmlTextReader(new StringReader(document)),
        () => new XmlTextReader(new StringReader(document))
            { DtdProcessing = DtdProcessing.Parse, EntityHandling = EntityHandling.ExpandCharEntities },
        () => XDocument.Parse(document).CreateReader(),
        () => XDocument.Parse(document, LoadOptions.SetLineInfo).CreateReader(),
        () => XDocument.Parse(document, LoadOptions.PreserveWhitespace | LoadOptions.SetLineInfo).CreateReader(),
        () => new XmlNodeReader(Dom(document, preservesSpace: false)),
        () => new XmlNodeReader(Dom(document, preservesSpace: true)),
    ];

    static XmlDocument Dom(string document, bool preservesSpace)
    {
        var dom = new XmlDocument { PreserveWhitespace = preservesSpace, XmlResolver = null };
        dom.Load(
            new XmlTextReader(new StringReader(document))
            { DtdProcessing = DtdProcessing.Parse, EntityHandling = EntityHandling.ExpandCharEntities });
        return dom;
    }

    public class Texts
    {
        public string? T { get; set; }
        public int N { get; set; }
        public List<int>? L { get; set; }
    }

    [XmlRoot("Texts")]
    public class Mixed
    {
        public string? T { get; set; }
        [XmlText] public string[]? All { get; set; }
    }

    [XmlRoot("Texts")]
    public class Single
    {
        public string? T { get; set; }
        [XmlText] public string? All { get; set; }
    }

    [XmlRoot("Texts")]
    public class Nodes
    {
        public string? T { get; set; }
        [XmlText, XmlAnyElement] public XmlNode[]? All { get; set; }
    }

    /// <summary>
    /// Random content, text and white space and sections and comments in all orders, from a stream, from text, and through each reader of a
    /// caller's.
    /// </summary>
    [Theory]
    [InlineData("")]
    [InlineData(" xml:space='preserve'")]
    [InlineData(" xml:space='default'")]
    public void White_space_is_that_of_the_original_over_every_reader(string space)
    {
        var random = new Random(20);
        string[] parts = [" ", "\n", "a", " b ", "<![CDATA[x]]>", "<!-- c -->", "<?p i?>", "&#32;", "&#x20;", "&amp;", "<T>t</T>",
            "<T> <![CDATA[t]]> </T>", "<T> </T>", "<T xml:space='preserve'> </T>", "<Q> q </Q>"];
        for (int i = 0; i < 300; i++)
        {
            string content = string.Concat(Enumerable.Range(0, random.Next(1, 6)).Select(_ => parts[random.Next(parts.Length)]));
            string document = random.Next(2) == 0
                ? $"<Texts{space}>{content}</Texts>"
                : $"<Texts{space}>\n  <T>{content.Replace("<T", "<R", StringComparison.Ordinal).Replace("/T>", "/R>", StringComparison.Ordinal)}</T>\n</Texts>";
            foreach (var type in new[] { typeof(Texts), typeof(Mixed), typeof(Single), typeof(Nodes) })
            {
                var (original, own) = (new XmlSerializer(type), new IsomerXmlSerializer(type));
                foreach (var open in Readers(document))
                    Assert.Equal(Outcome(() => original.Deserialize(open())), Outcome(() => own.Deserialize(open())));
                Assert.Equal(Outcome(() => original.Deserialize(new StringReader(document))),
                    Outcome(() => own.Deserialize(new StringReader(document))));
                byte[] bytes = Encoding.UTF8.GetBytes(document);
                Assert.Equal(Outcome(() => original.Deserialize(new MemoryStream(bytes))),
                    Outcome(() => own.Deserialize(new MemoryStream(bytes))));
            }

            string Outcome(Func<object?> read)
            {
                try
                {
                    return document + "\n" + read() switch
                    {
                        Texts texts => $"[{texts.T}] {texts.N} {texts.L?.Count}",
                        Mixed mixed => $"[{mixed.T}] {string.Join('|', mixed.All ?? [])}",
                        Single single => $"[{single.T}] {single.All}",
                        Nodes nodes => $"[{nodes.T}] {string.Join('|', (nodes.All ?? []).Select(n => $"{n.NodeType} {n.OuterXml}"))}",
                        _ => "null",
                    };
                }
                catch (InvalidOperationException)
                {
                    return document + "\nrefused";
                }
            }
        }
    }

    /// <summary>
    /// An entity that the caller's reader does not resolve is its text, also where XmlSerializer drops it; not without end.
    /// </summary>
    [Fact]
    public void Entities_left_to_the_reader_are_resolved()
    {
        const string Document = "<!DOCTYPE Texts [<!ENTITY e 'five'><!ENTITY t '<T>in</T>'>]><Texts><T>a&e;b</T></Texts>";
        foreach (var open in Readers(Document).Skip(3).Take(1).Concat(Readers(Document).Skip(7)))
        {
            Assert.Equal("afiveb", ((Texts)new XmlSerializer(typeof(Texts)).Deserialize(open())!).T);
            Assert.Equal("afiveb", ((Texts)new IsomerXmlSerializer(typeof(Texts)).Deserialize(open())!).T);
            Assert.Equal("afiveb", Xml.ReadFrom<Texts>(open())!.T);
        }
        foreach (var open in Readers("<!DOCTYPE Texts [<!ENTITY e 'five'><!ENTITY t '<T>in</T>'>]><Texts>&t;&e;</Texts>").Skip(7))
        {
            var mixed = (Mixed)new IsomerXmlSerializer(typeof(Mixed)).Deserialize(open())!;
            Assert.Equal(("in", "five"), (mixed.T, string.Concat(mixed.All!)));
        }
        string bomb = "<!DOCTYPE Texts [<!ENTITY a 'aaaaaaaaaa'>"
            + string.Concat(
                Enumerable.Range('b', 9).Select(c => $"<!ENTITY {(char)c} '{string.Concat(Enumerable.Repeat($"&{(char)(c - 1)};", 10))}'>"))
                    + "]><Texts><T>&j;</T></Texts>";
        var error = Assert.Throws<InvalidOperationException>(() => new IsomerXmlSerializer(typeof(Texts)).Deserialize(
            new XmlTextReader(new StringReader(bomb))
            { DtdProcessing = DtdProcessing.Parse, EntityHandling = EntityHandling.ExpandCharEntities }));
        Assert.Contains("Entities", error.InnerException!.Message, StringComparison.Ordinal);
    }

    static readonly Order Sample = new() { Id = 1, Q = "x", O = 1, In = new Order { O = "s", Q = "y" } };

    [Fact]
    public void Prefixes_of_the_caller_s_writer_are_used()
    {
        Same("plain", w => w.WriteStartElement("a"));
        Same("prefix", w => { w.WriteStartElement("a"); w.WriteAttributeString("xmlns", "k", null, "urn:o"); });
        Same("default", w => w.WriteStartElement("a", "urn:o"));
        Same("another default", w => w.WriteStartElement("a", "urn:z"));
        Same("xsi",
            w =>
            {
                w.WriteStartElement("a"); w.WriteAttributeString("xmlns", "i", null,
                "http://www.w3.org/2001/XMLSchema-instance"); w.WriteAttributeString("xmlns", "d", null,
                    "http://www.w3.org/2001/XMLSchema");
            });
        Same("xsi means another", w => { w.WriteStartElement("a"); w.WriteAttributeString("xmlns", "xsi", null, "urn:foo"); });
        Same("attributes",
            w => { w.WriteStartElement("a"); w.WriteAttributeString("xmlns", "at", null, "urn:at"); w.WriteStartElement("b"); });

        static void Same(string what, Action<XmlWriter> before)
        {
            var (expected, actual) = (new StringBuilder(), new StringBuilder());
            Write(expected, before, w => new XmlSerializer(typeof(Order)).Serialize(w, Sample));
            Write(actual, before, w => new IsomerXmlSerializer(typeof(Order)).Serialize(w, Sample));
            // The number in a generated prefix counts what the writer has declared, which it does not tell.
            string Plain(StringBuilder text) => System.Text.RegularExpressions.Regex.Replace(text.ToString(), @"\bp[0-9]+\b", "p");
            Assert.True(Plain(expected) == Plain(actual), $"{what}\n{expected}\n{actual}");
            var back = Read(actual.ToString(), what);
            Assert.Equal((1, "x", 1, "y", "s"), (back.Id, back.Q, back.O, back.In!.Q, back.In.O));
        }

        static void Write(StringBuilder text, Action<XmlWriter> before, Action<XmlWriter> write)
        {
            using var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true });
            before(writer);
            write(writer);
            writer.WriteEndDocument();
        }

        static Order Read(string text, string what)
        {
            using var reader = XmlReader.Create(new StringReader(text));
            Assert.True(reader.ReadToFollowing("o", "urn:o"), what);
            return (Order)new IsomerXmlSerializer(typeof(Order)).Deserialize(reader)!;
        }
    }

    [Fact]
    public void Unknown_encodings_are_the_one_exception()
    {
        foreach (string name in new[] { "utf-7", "UTF-7", "nosuch", "" })
            Assert.Throws<WireFormatException>(
                () => Xml.Deserialize<Line>(Encoding.ASCII.GetBytes($"<?xml version='1.0' encoding='{name}'?><Line/>")));
    }
}

/// <summary>What options name is not bounded by the types of a program, so what is kept of it is.</summary>
public class XmlRootBoundTests
{
    public class Small { public int A; public List<int>? L; }

    // Counted and not weighed: other tests run beside, and their memory is of all sizes.
    [Fact]
    public void Names_of_roots_are_not_kept_for_ever()
    {
        Xml.Serialize(new Small());
        for (int i = 0; i < 25_000; i++)
            Assert.Contains($"<n{i} ", Xml.ToText(new Small(), new XmlOptions { Root = new XmlRootAttribute("n" + i) }),
                StringComparison.Ordinal);
        Assert.InRange(Convention.XmlAttributes.Family.NamedRoots, 1, 250);
    }

    [Fact]
    public void Namespaces_of_roots_are_not_kept_for_ever()
    {
        for (int i = 0; i < 1_000; i++)
        {
            Assert.Contains($"urn:root:{i}",
                Xml.ToText(new Small { L = [1] },
                    new XmlOptions { Root = new XmlRootAttribute("n") { Namespace = "urn:root:" + i } }), StringComparison.Ordinal);
            new IsomerXmlSerializer(typeof(Small), "urn:default:" + i).Serialize(new MemoryStream(), new Small { L = [1] });
            new IsomerXmlSerializer(typeof(Small), null, [typeof(Small)], null, "urn:types:" + i).Serialize(new MemoryStream(),
                new Small { L = [1] });
        }
        var (own, defaults) = Convention.XmlAttributes.Family.Namespaces;
        // The other tests' types name some, too.
        Assert.InRange(own, 1, 500);
        Assert.InRange(defaults, 1, 70);
        Assert.InRange(XmlConventions.Kept, 1, 260);
    }
}
