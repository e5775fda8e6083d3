using System.Globalization;
using System.Reflection;
using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;
using Isomer.Tests.Formats.OfSoap;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051, CA1819, CA2227

/// <summary>
/// Mappings of members by XmlReflectionImporter: object[] in and out, with and without an element around them, as XmlSerializer does it.
/// </summary>
public class XmlMembersMappingTests
{
    public class Body
    {
        public int Value; public string? Text; public Body? Next; public int[]? Ints; public List<string>? List; [XmlAttribute]
        public int At; public int? N; public object? O;
    }
    [XmlRoot("rooted", Namespace = "urn:rooted")] public class Rooted { public int A; }
    [XmlType(Namespace = "urn:typed")] public class Typed { public int A; public Body? B; }
    public class Derived : Body { public int More; }
    [XmlInclude(typeof(Second))] public class First { public int A; }
    public class Second : First { public int B; }
    public enum Kind { One, [XmlEnum("zwei")] Two }
    public enum Choice { Item, Amount, [XmlEnum("##any:")] Any }
    public struct Pair { public int A; public string? B; }
    public class Own : IXmlSerializable
    {
        public string? Held;
        public System.Xml.Schema.XmlSchema? GetSchema() => null;
        public void ReadXml(XmlReader reader) => Held = reader.ReadElementContentAsString();
        public void WriteXml(XmlWriter writer) => writer.WriteString(Held);
    }

    static XmlReflectionMember Member<T>(string name, Action<XmlAttributes>? marks = null, Action<XmlReflectionMember>? further = null)
    {
        var member = new XmlReflectionMember { MemberName = name, MemberType = typeof(T) };
        marks?.Invoke(member.XmlAttributes);
        further?.Invoke(member);
        return member;
    }

    sealed class Pairing(XmlMapping mapping)
    {
        readonly XmlSerializer _original = XmlSerializer.FromMappings([mapping])[0]!;
        readonly IsomerXmlSerializer _ours = IsomerXmlSerializer.FromMappings([mapping])[0]!;

        public string Same(object? value, XmlSerializerNamespaces? namespaces = null, bool isRead = true)
        {
            string expected = XmlOutcome.Within(w => _original.Serialize(w, value, namespaces));
            Assert.Equal(Plain(expected), Plain(XmlOutcome.Within(w => _ours.Serialize(w, value, namespaces))));
            string alone = XmlOutcome.Alone(s => _original.Serialize(s, value, namespaces));
            Assert.Equal(alone, XmlOutcome.Alone(s => _ours.Serialize(s, value, namespaces)));
            Assert.Equal(XmlOutcome.Text(w => _original.Serialize(w, value, namespaces)),
                XmlOutcome.Text(w => _ours.Serialize(w, value, namespaces)));
            if (isRead && expected[0] != '!')
                SameRead(expected);
            if (isRead && alone[0] != '!')
                Assert.Equal(Read(() => _original.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(alone)))),
                    Read(() => _ours.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(alone)))));
            return expected;
        }

        public void SameRead(string document)
        {
            using var first = XmlOutcome.Reader(document);
            using var second = XmlOutcome.Reader(document);
            string expected = Read(() => _original.Deserialize(first));
            Assert.Equal(expected, Read(() => _ours.Deserialize(second)));
            if (expected[0] != '!')
                Assert.Equal((first.NodeType, first.Name), (second.NodeType, second.Name));
            using var third = XmlOutcome.Reader(document);
            using var fourth = XmlOutcome.Reader(document);
            Assert.Equal(_original.CanDeserialize(third), _ours.CanDeserialize(fourth));
            Assert.Equal(Events(document, _original), Events(document, _ours));
        }

        // The number in a prefix that the writer makes counts what it has declared before.
        static string Plain(string text) => System.Text.RegularExpressions.Regex.Replace(text, @"\bd?[0-9]*p[0-9]+\b", "p");

        static List<string> Events(string document, dynamic serializer)
        {
            var found = new List<string>();
            serializer.UnknownElement += new XmlElementEventHandler((_, e) => found.Add($"element {e.Element.Name} {e.ExpectedElements}"));
            serializer.UnknownAttribute += new XmlAttributeEventHandler(
                (_, e) => found.Add($"attribute {e.Attr.Name} {e.ExpectedAttributes}"));
            serializer.UnknownNode += new XmlNodeEventHandler((_, e) => found.Add($"node {e.NodeType} {e.Name}"));
            using var reader = XmlOutcome.Reader(document);
            Read(() => (object?)serializer.Deserialize(reader));
            return found;
        }

        static string Read(Func<object?> read) => XmlOutcome.Read(() => Dump.Of(read()));
    }

    static Pairing Of(XmlReflectionMember[] members, bool wrapper = true, bool rpc = false, string? ns = "urn:call",
        string? defaultNamespace = null, string? name = "call", params Type[] included)
    {
        var importer = new XmlReflectionImporter(defaultNamespace);
        foreach (var type in included)
            importer.IncludeType(type);
        // What the importer refuses is no mapping: of rpc, what may be null.
        bool isNullable = members.Any(m => Nullable.GetUnderlyingType(m.MemberType!) is not null);
        return new Pairing(importer.ImportMembersMapping(name, ns, members, wrapper, rpc && !isNullable));
    }

    public static TheoryData<bool, bool, string?> Ways
    {
        get
        {
            var ways = new TheoryData<bool, bool, string?>();
            foreach (bool wrapper in new[] { true, false })
                foreach (bool rpc in new[] { true, false })
                    foreach (string? ns in new[] { "urn:call", "" })
                        ways.Add(wrapper, rpc, ns);
            return ways;
        }
    }

    static Body Full =>
        new()
        {
            Value = 3,
            Text = "t",
            At = 4,
            N = 5,
            O = 1.5,
            Ints = [1, 2],
            List = ["a", null!],
            Next = new Body { O = new[] { 1 } is null ? 1 : "s" }
        };

    [Theory]
    [MemberData(nameof(Ways))]
    public void Values_of_every_kind(bool wrapper, bool rpc, string? ns)
    {
        Of([Member<int>("value")], wrapper, rpc, ns).Same(new object[] { 3 });
        Of([Member<string>("value")], wrapper, rpc, ns).Same(new object[] { " a<b\r\n" });
        Of([Member<string>("value")], wrapper, rpc, ns).Same(new object?[] { null });
        Of([Member<Body>("body")], wrapper, rpc, ns).Same(new object[] { Full });
        Of([Member<Body>("body")], wrapper, rpc, ns).Same(new object?[] { null });
        Of([Member<Rooted>("r"), Member<Typed>("t")], wrapper, rpc, ns)
            .Same(new object[] { new Rooted { A = 1 }, new Typed { A = 2, B = Full } });
        Of([Member<Kind>("k"), Member<DateTime>("d"), Member<byte[]>("b"), Member<Guid>("g"), Member<Pair>("p")], wrapper, rpc, ns)
            .Same(new object[] { Kind.Two, new DateTime(2020, 1, 2), new byte[] { 1 }, Guid.Empty, new Pair { A = 1, B = "b" } });
        Of([Member<int?>("n"), Member<Pair?>("p")], wrapper, rpc, ns).Same(new object?[] { 5, new Pair { A = 1 } });
        Of([Member<int?>("n"), Member<Pair?>("p"), Member<int>("i")], wrapper, rpc, ns).Same(new object?[] { null, null, 1 });
        Of([Member<int[]>("ints"), Member<List<string>>("list"), Member<Body[]>("bodies"), Member<int[][]>("jagged")], wrapper, rpc, ns)
            .Same(new object[] { new[] { 1, 2 }, new List<string> { "a" }, new Body?[] { new(), null }, new[] { new[] { 1 }, [] } });
        Of([Member<int[]>("ints"), Member<List<string>>("list")], wrapper, rpc, ns).Same(new object?[] { null, null });
        Of([Member<object>("o"), Member<object>("p")], wrapper, rpc, ns).Same(new object?[] { 1, "s" });
        Of([Member<object>("o"), Member<Body>("b")], wrapper, rpc, ns).Same(new object?[] { Guid.Empty, new Body() });
        Of([Member<Body>("a"), Member<Body>("b")], wrapper, rpc, ns).Same(new object?[] { new Body { N = 1 }, new Body { O = 2 } });
        Of([Member<Own>("own")], wrapper, rpc, ns).Same(new object?[] { new Own { Held = "h" } });
        Of([Member<XmlElement>("e")], wrapper, rpc, ns).Same(new object?[] { Node("<x a='1'><y/></x>") });
        Of([Member<XmlQualifiedName>("q"), Member<int>("i")], wrapper, rpc, ns)
            .Same(new object?[] { wrapper ? new XmlQualifiedName("n", "urn:q") : null, 1 });
        Of([], wrapper, rpc, ns).Same(Array.Empty<object>());
        Of([Member<Body>("body")], wrapper, rpc, ns, "urn:default").Same(new object[] { Full });
        Of([Member<First>("f")], wrapper, rpc, ns, ns).Same(new object[] { new Second { A = 1, B = 2 } });
        Of([Member<Body>("b"), Member<object>("o")], wrapper, rpc, ns, ns, "call", typeof(Derived))
            .Same(new object[] { new Derived { More = 1 }, new Derived { More = 2 } });
        Of([Member<int>("r", null, m => m.IsReturnValue = true), Member<int>("value")], wrapper, rpc, ns).Same(new object[] { 1, 2 });
        Of([Member<Body>("r", null, m => m.IsReturnValue = true), Member<int>("value")], wrapper, rpc, ns).Same(new object?[] { Full, 2 });
    }

    static XmlElement Node(string xml)
    {
        var document = new XmlDocument();
        document.LoadXml(xml);
        return document.DocumentElement!;
    }

    [Fact]
    public void Numbers_of_values_need_not_be_those_of_members()
    {
        foreach (bool wrapper in new[] { true, false })
        {
            var pairing = Of([Member<int>("a"), Member<string>("b"), Member<bool>("aSpecified")], wrapper);
            pairing.Same(new object[] { 1 });
            pairing.Same(new object?[] { 1, "b", true, 2.5, new Body() });
            pairing.Same(new object?[] { 1, "b", false });
            pairing.Same(Array.Empty<object>());
            pairing.Same(null);
            pairing.Same(5);
            pairing.Same(new object[] { "no number", "b", true });
            pairing.Same(new object?[] { null, "b", true });
            pairing.Same(new object?[] { null, "b", false });
            pairing.Same(new object[] { 1L, "b", true });
        }
    }

    [Fact]
    public void Companions_say_what_is_written()
    {
        foreach (bool wrapper in new[] { true, false })
            foreach (bool ignored in new[] { true, false })
            {
                void Ignored(XmlAttributes marks) => marks.XmlIgnore = ignored;
                var pairing = Of(
                    [Member<string>("a"), Member<bool>("aSpecified", Ignored), Member<int[]>("l"), Member<bool>("lSpecified", Ignored)],
                    wrapper);
                pairing.Same(new object?[] { "x", true, new[] { 1 }, true });
                pairing.Same(new object?[] { "x", false, new[] { 1 }, false });
                pairing.Same(new object?[] { "x" });
            }
    }

    public class Marked
    {
        [XmlElement("renamed", Namespace = "urn:other", IsNullable = true)] public string? A;
        [XmlElement(DataType = "date")] public DateTime D;
        [XmlElement("i", typeof(int)), XmlElement("s", typeof(string)), XmlElement("b", typeof(Body))] public object? Either;
        [XmlElement("flat")] public int[]? Flat;
        [XmlElement("one", typeof(int)), XmlElement("two", typeof(string))] public object[]? FlatEither;
        [XmlArray("arr", Namespace = "urn:arr", IsNullable = true), XmlArrayItem("item", IsNullable = false)] public string?[]? Array;
        [XmlArray, XmlArrayItem("n", typeof(int)), XmlArrayItem("t", typeof(string), Namespace = "urn:t")] public object[]? Mixed;
        [XmlArrayItem("row"), XmlArrayItem("cell", NestingLevel = 1)] public int[][]? Rows;
        [XmlArray] public byte[]? Bytes;
        [XmlElement(DataType = "hexBinary")] public byte[]? Hex;
        [XmlElement(Form = System.Xml.Schema.XmlSchemaForm.Unqualified)] public Body? Local;
        [System.ComponentModel.DefaultValue(5)] public int Standard;
        [System.ComponentModel.DefaultValue("x")] public string? StandardText;
        [XmlAttribute, System.ComponentModel.DefaultValue(5)] public int StandardAt;
        [XmlAttribute, System.ComponentModel.DefaultValue("x")] public string? StandardTextAt;
        [System.ComponentModel.DefaultValue(Kind.Two)] public Kind StandardKind;
        [System.ComponentModel.DefaultValue(BindingFlags.Public | BindingFlags.Static)] public BindingFlags StandardFlags;
        [XmlElement("x y")] public int Odd;
        [XmlElement("jag")] public int[][]? Jag;
        [XmlAttribute("at")] public int At;
        [XmlAttribute(Namespace = "urn:a")] public string? Other;
        [XmlAttribute] public int[]? Numbers;
        [XmlAttribute("xml:lang")] public string? Language;
        [XmlAttribute(DataType = "date")] public DateTime Day;
        [XmlElement(IsNullable = true)] public Body? Nil;
        [XmlElement] public int? N;
        [XmlArrayItem(IsNullable = true)] public int?[]? Ns;
    }

    static XmlReflectionMember Marks<T>(string name, string? from = null) =>
        new() { MemberName = name, MemberType = typeof(T), XmlAttributes = new XmlAttributes(typeof(Marked).GetField(from ?? name)!) };

    [Theory]
    [InlineData("urn:call")]
    [InlineData("")]
    public void Attributes_of_members_count(string ns)
    {
        XmlReflectionMember[] members = [Marks<string>("A"), Marks<DateTime>("D"), Marks<object>("Either"), Marks<int[]>("Flat"),
            Marks<object[]>("FlatEither"), Marks<string[]>("Array"), Marks<object[]>("Mixed"), Marks<int[][]>("Rows"),
            Marks<byte[]>("Bytes"), Marks<byte[]>("Hex"),
            Marks<int>("Standard"), Marks<int>("Odd"), Marks<Body>("Nil"), Marks<int?>("N"), Marks<int?[]>("Ns")];
        object?[] values = ["a", new DateTime(2020, 1, 2), Full, new[] { 1, 2 }, new object[] { 1, "s", 2 }, new[] { "x", null, "y" },
            new object[] { 1, "t" }, new[] { new[] { 1, 2 }, [3] }, new byte[] { 1, 2 }, new byte[] { 255 }, 5, 6, Full, 7,
            new int?[] { 1, null }];
        Of(members, ns: ns).Same(values);
        Of(members, wrapper: false, ns: ns).Same(values);
        Of(members, ns: ns)
            .Same(new object?[] { null, new DateTime(2020, 1, 2), 5, null, null, null, null, null, null, null, 6, 6, null, null, null });
        Of([Marks<int>("At"), Marks<string>("Other"), Marks<int[]>("Numbers"), Marks<string>("Language"), Marks<DateTime>("Day"),
            Member<int>("i")], ns: ns).Same(new object?[] { 1, "o", new[] { 1, 2 }, "de", new DateTime(2020, 1, 2), 3 });
        XmlReflectionMember[] standards = [Marks<int>("Standard"), Marks<string>("StandardText"), Marks<int>("StandardAt"),
            Marks<string>("StandardTextAt"), Marks<Kind>("StandardKind"), Marks<BindingFlags>("StandardFlags")];
        Of(standards, ns: ns).Same(new object[] { 5, "x", 5, "x", Kind.Two, BindingFlags.Public | BindingFlags.Static });
        Of(standards, ns: ns).Same(new object?[] { 6, "y", 6, "y", Kind.One, BindingFlags.Public });
        if (ns.Length == 0)
            Of([Marks<Body>("Local")], ns: ns).Same(new object?[] { Full });
        Of([Member<string>("a"), Member<string>("t", m => m.XmlText = new XmlTextAttribute())], ns: ns)
            .Same(new object?[] { null, "text" });
        Of([Member<int>("t", m => m.XmlText = new XmlTextAttribute())], ns: ns).Same(new object?[] { 5 });
        Of([Member<string>("t", m => m.XmlText = new XmlTextAttribute())], wrapper: false, ns: ns).Same(new object?[] { "text" });
    }

    [Fact]
    public void Namespaces_any_elements_and_any_attributes()
    {
        var names = new XmlSerializerNamespaces();
        names.Add("my", "urn:my");
        names.Add("common", "urn:common");
        foreach (string document in new[] { "<c:call/>", "<c:call a='1'/>", "<c:call><a/></c:call>", "<c:call>text</c:call>", "" })
        {
            Of([Member<XmlAttribute[]>("any", m => m.XmlAnyAttribute = new XmlAnyAttributeAttribute())])
                .SameRead($"<root {Xsi}>{document}</root>");
            Of([Member<int[]>("a", m => m.XmlAttribute = new XmlAttributeAttribute("a"))]).SameRead($"<root {Xsi}>{document}</root>");
            Of([Member<XmlElement[]>("any", m => m.XmlAnyElements.Add(new XmlAnyElementAttribute()))])
                .SameRead($"<root {Xsi}>{document}</root>");
            Of([Member<string[]>("text", m => m.XmlText = new XmlTextAttribute())]).SameRead($"<root {Xsi}>{document}</root>");
            Of([Member<XmlSerializerNamespaces>("x", m => m.Xmlns = true)]).SameRead($"<root {Xsi}>{document}</root>");
        }
        Of([Member<XmlSerializerNamespaces>("x", m => m.Xmlns = true)]).Same(new object[] { names });
        Of([Member<XmlSerializerNamespaces>("x", m => m.Xmlns = true), Member<int>("i")]).Same(new object[] { names, 1 });
        Of([Member<XmlSerializerNamespaces>("x", m => m.Xmlns = true), Member<int>("i")]).Same(new object?[] { null, 1 });
        Of([Member<string>("s"), Member<XmlElement[]>("any", m => m.XmlAnyElements.Add(new XmlAnyElementAttribute()))])
            .Same(new object[] { "s", new[] { Node("<a xmlns='urn:a'>1</a>"), Node("<b/>") } });
        Of([Member<string>("s"),
            Member<XmlElement[]>("any",
                m => { m.XmlElements.Add(new XmlElementAttribute("e")); m.XmlAnyElements.Add(new XmlAnyElementAttribute()); })])
                    .Same(new object[] { "s", new[] { Node("<a xmlns='urn:a'>1</a>"), Node("<b/>") } });
        Of([Member<XmlElement>("any", m => m.XmlAnyElements.Add(new XmlAnyElementAttribute("a", "urn:a")))])
            .Same(new object[] { Node("<a xmlns='urn:a'>1</a>") });
        Of([Member<XmlElement[]>("any", m => m.XmlAnyElements.Add(new XmlAnyElementAttribute()))], wrapper: false)
            .Same(new object[] { new[] { Node("<a xmlns='urn:a'>1</a>"), Node("<b/>") } });
        var attribute = new XmlDocument().CreateAttribute("k", "urn:k");
        attribute.Value = "v";
        var pairing = Of(
            [Member<string>("s"), Member<XmlAttribute[]>("any", m => m.XmlAnyAttribute = new XmlAnyAttributeAttribute()),
                Member<bool>("anySpecified")]);
        pairing.Same(new object[] { "s", new[] { attribute }, true });
        pairing.Same(new object[] { "s", new[] { attribute }, false });
    }

    [Fact]
    public void Choices()
    {
        var choice = new XmlAttributes(typeof(Choices2).GetField(nameof(Choices2.Items))!);
        var pairing =
            Of([Member<object[]>("items", null, m => m.XmlAttributes = choice), Member<Choice[]>("Names", m => m.XmlIgnore = true)]);
        pairing.Same(new object?[] { new object?[] { "Food", 5 }, new[] { Choice.Item, Choice.Amount } });
        pairing.Same(new object?[] { new object?[] { "Food", 5, Node("<z/>") }, new[] { Choice.Item, Choice.Amount, Choice.Any } });
        pairing.Same(new object?[] { new object?[] { "Food" }, null });
        pairing.Same(new object?[] { new object?[] { 5, 6 }, new[] { Choice.Item, Choice.Amount } });
        pairing.Same(new object?[] { null, null });
        var single = new XmlAttributes(typeof(Choices2).GetField(nameof(Choices2.One))!);
        pairing = Of([Member<object>("one", null, m => m.XmlAttributes = single), Member<Choice>("Name", m => m.XmlIgnore = true)]);
        pairing.Same(new object?[] { 5, Choice.Amount });
        pairing.Same(new object?[] { "s", Choice.Item });
    }

    public class Choices2
    {
        [XmlElement("Item", typeof(string)), XmlElement("Amount", typeof(int)), XmlAnyElement, XmlChoiceIdentifier("Names")]
        public object[]? Items;
        [XmlIgnore] public Choice[]? Names;
        [XmlElement("Item", typeof(string)), XmlElement("Amount", typeof(int)), XmlAnyElement, XmlChoiceIdentifier("Name")]
        public object? One;
        [XmlIgnore] public Choice Name;
    }

    [Fact]
    public void Prefixes_of_the_caller()
    {
        foreach (var names in new XmlQualifiedName[][] { [new("p", "urn:call")], [new("", "urn:call")],
            [new("x", "urn:x"), new("q1", "urn:typed")] })
        {
            var namespaces = new XmlSerializerNamespaces(names);
            foreach (bool wrapper in new[] { true, false })
                Of([Member<int>("i"), Member<Body>("b"), Member<Typed>("t")], wrapper)
                    .Same(new object[] { 1, new Body { Value = 2 }, new Typed { A = 2, B = new() } }, namespaces);
        }
    }

    const string Xsi =
        "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:c='urn:call'";

    public static TheoryData<string> Documents => [
        "<c:call><c:value>1</c:value><c:body><c:Value>2</c:Value></c:body></c:call>", "<c:call/>", "<c:call></c:call>", "", "text",
        "<c:other/>", "<c:other/><c:call><c:value>1</c:value></c:call><c:more/>",
        "<call><value>1</value></call>", "<c:call><value>1</value></c:call>",
        "<c:call at='1'><c:value>1</c:value><c:value>2</c:value><c:unknown/>text</c:call>",
        "<c:call><c:value>1</c:value></c:call><c:call><c:body/></c:call>",
        "<c:value>1</c:value><c:body/>", "<c:body><c:At/></c:body><c:value>1</c:value>", "<c:value>x</c:value>",
        "<c:unknown/><c:value>1</c:value>", "<value>1</value>", "<c:call><c:value>x</c:value></c:call>", "<c:call><c:value/></c:call>",
        "<c:call xsi:nil='true'/>",
        "<c:call><c:list/></c:call>", "<c:call><c:list><c:string>a</c:string></c:list></c:call>", "<c:list/>",
        "<c:call><c:flat>1</c:flat><c:flat>2</c:flat></c:call>", "<c:flat>1</c:flat>", "<!-- c --><c:call><!-- d --></c:call><?p i?>",
        "<c:call><first>5</first><second>6</second></c:call>", "<c:call><c:anything>5</c:anything><c:value>6</c:value></c:call>",
        "<anything>5</anything>",
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Documents_are_read_as_there(string content)
    {
        string document = $"<root {Xsi}>{content}</root>";
        foreach (bool wrapper in new[] { true, false })
            foreach (bool rpc in new[] { true, false })
            {
                Of([Member<int>("value"), Member<Body>("body"), Member<List<string>>("list")], wrapper, rpc).SameRead(document);
                Of([Member<int>("result", null, m => m.IsReturnValue = true), Member<int>("value")], wrapper, rpc).SameRead(document);
                if (!rpc)
                    Of([Member<int[]>("flat", m => m.XmlElements.Add(new XmlElementAttribute("flat"))),
                        Member<List<int>>("more", m => m.XmlElements.Add(new XmlElementAttribute("more")))], wrapper).SameRead(document);
            }
    }

    [Fact]
    public void One_serializer_for_each_mapping_in_order()
    {
        var importer = new XmlReflectionImporter("urn:d");
        XmlMapping[] mappings = [importer.ImportMembersMapping("a", "urn:a", [Member<int>("x")], true),
            importer.ImportTypeMapping(typeof(Body)), importer.ImportMembersMapping("b", "urn:a", [Member<Body>("y")], true),
            new SoapReflectionImporter().ImportTypeMapping(typeof(Body))];
        object[] values = [new object[] { 1 }, new Body { Value = 1 }, new object[] { new Body { Value = 2 } }, new Body { Value = 3 }];
        var (original, ours) = (XmlSerializer.FromMappings(mappings), IsomerXmlSerializer.FromMappings(mappings));
        for (int i = 0; i < mappings.Length; i++)
        {
            var (expected, actual) = (new StringWriter(), new StringWriter());
            original[i]!.Serialize(expected, values[i]);
            ours[i]!.Serialize(actual, values[i]);
            Assert.Equal(expected.ToString(), actual.ToString());
        }
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static void Use(int number)
    {
        var serializer = IsomerXmlSerializer.FromMappings(
            [new XmlReflectionImporter().ImportMembersMapping("c" + number, "", [Member<int>("a" + number), Member<Body>("b")], true)])[0]!;
        var stream = new MemoryStream();
        serializer.Serialize(stream, new object[] { 1, new Body() });
        stream.Position = 0;
        Assert.Equal(1, ((object[])serializer.Deserialize(stream)!)[0]);
    }

    /// <summary>
    /// The class that stands for the members is freed with the serializer; XmlSerializer keeps an assembly for each call for ever.
    /// </summary>
    [Fact]
    public void No_assembly_stays()
    {
        for (int i = 0; i < 60; i++)
            Use(i);
        int Left() => AppDomain.CurrentDomain.GetAssemblies().Count(a => a.GetName().Name == "Isomer.Members");
        for (int i = 0; i < 20 && Left() > 30; i++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        Assert.InRange(Left(), 0, 59);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Hostile_documents_are_refused(bool wrapper)
    {
        var mapping = new XmlReflectionImporter().ImportMembersMapping("call", "", [Member<Body>("body")], wrapper);
        var serializer = IsomerXmlSerializer.FromMappings([mapping])[0]!;
        string Around(string content) => wrapper ? $"<call>{content}</call>" : content;
        string deep = Around(
            "<body>" + string.Concat(Enumerable.Repeat("<Next>", 100_000)) + string.Concat(Enumerable.Repeat("</Next>", 100_000))
                + "</body>");
        Assert.IsType<WireFormatException>(
            Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(new StringReader(deep))).InnerException);
        string unknown =
            Around("<u>" + string.Concat(Enumerable.Repeat("<a>", 100_000)) + string.Concat(Enumerable.Repeat("</a>", 100_000)) + "</u>");
        Assert.IsType<WireFormatException>(
            Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(new StringReader(unknown))).InnerException);
        Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(new StringReader("<!DOCTYPE call><call/>")));
        Assert.Throws<InvalidOperationException>(() => serializer.Deserialize(new StringReader(Around("<body>"))));
    }
}
