using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Isomer.Tests.Formats.OfSoap;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA1819, CA2227

/// <summary>
/// Mappings of an XmlReflectionImporter that was given overrides, or types to include: written and read as by XmlSerializer, which knows
/// what they were.
/// </summary>
public class XmlMappingOverrideTests
{
    public enum Kind { One, Two, Three }
    public class Line
    {
        public int A;
        public string? B { get; set; }
        public Inner? I;
        public List<Inner>? L;
        public int[]? N;
        public Kind K;
        public object? O;
        [XmlIgnore] public int Hidden = 9;
        public Line? Next;
        public DateTime D;
        public byte[]? Bytes;
        public string? Note;
        [XmlAttribute] public int At;
        [XmlArrayItem("i")] public List<List<int>>? Nested;
    }

    public class Inner { public int X; public string? Y; }
    public class Further : Inner { public int Z; }
    public class Impossible { public int A; public IDisposable? D; public Dictionary<string, int>? M; }
    [XmlType("named", Namespace = "urn:named")] public class Named { public int V; public Inner? I; }
    [XmlRoot("rooted", Namespace = "urn:rooted")] public class Rooted { public int A; public Named? N; public Inner? I; }

    static Line Full => new()
    {
        A = 1,
        B = "b",
        I = new() { X = 2, Y = "y" },
        L = [new() { X = 3 }, new Inner { Y = "z" }, null!],
        N = [4, 5],
        K = Kind.Two,
        O = 6,
        Hidden = 7,
        D = new(2020, 1, 2, 3, 4, 5),
        Bytes = [1, 2, 255],
        Note = "note",
        At = 8,
        Next = new() { A = 9, N = [7], K = Kind.Three },
        Nested = [[1, 2], [], [3]],
    };

    static XmlAttributes Element(string name, string? ns = null) =>
        new() { XmlElements = { new XmlElementAttribute(name) { Namespace = ns } } };

    public static TheoryData<string> Cases => [.. s_cases.Keys];

    static readonly Dictionary<string, Action<XmlAttributeOverrides>> s_cases = new()
    {
        ["nothing"] = _ => { },
        ["another name"] = o => o.Add(typeof(Inner), "X", Element("other")),
        ["another namespace"] = o => o.Add(typeof(Line), "I", Element("I", "urn:i")),
        ["left out"] = o => o.Add(typeof(Line), "A", new XmlAttributes { XmlIgnore = true }),
        ["no longer left out"] = o => o.Add(typeof(Line), "Hidden", new XmlAttributes()),
        ["an attribute"] = o => o.Add(typeof(Line), "A", new XmlAttributes { XmlAttribute = new("at") { Namespace = "urn:at" } }),
        ["no longer an attribute"] = o => o.Add(typeof(Line), "At", new XmlAttributes()),
        ["text"] = o =>
        {
            o.Add(typeof(Inner), "X", new XmlAttributes { XmlAttribute = new() });
            o.Add(typeof(Inner), "Y", new XmlAttributes { XmlText = new() });
        },
        ["items by themselves"] = o => o.Add(typeof(Line), "L", Element("l")),
        ["names of items"] = o =>
            o.Add(typeof(Line), "L",
                new XmlAttributes { XmlArray = new("list"), XmlArrayItems = { new XmlArrayItemAttribute("item") { IsNullable = false } } }),
        // The type of the list is called as before, and only its items are other ones.
        ["items that are left out where they are null"] = o =>
            o.Add(typeof(Line), "L", new XmlAttributes { XmlArrayItems = { new XmlArrayItemAttribute { IsNullable = false } } }),
        ["names of items within items"] = o =>
            o.Add(typeof(Line), "Nested",
                new XmlAttributes
                { XmlArrayItems = { new XmlArrayItemAttribute("row"), new XmlArrayItemAttribute("cell") { NestingLevel = 1 } } }),
        ["a list in an attribute"] = o => o.Add(typeof(Line), "N", new XmlAttributes { XmlAttribute = new("n") }),
        ["names of an enum"] = o => o.Add(typeof(Kind), "Two", new XmlAttributes { XmlEnum = new("zwei") }),
        ["an enum in an attribute"] = o =>
        {
            o.Add(typeof(Line), "K", new XmlAttributes { XmlAttribute = new() });
            o.Add(typeof(Kind), "Three", new XmlAttributes { XmlEnum = new("3") });
        },
        ["a default"] = o =>
        {
            o.Add(typeof(Line), "A", new XmlAttributes { XmlDefaultValue = 1 });
            o.Add(typeof(Line), "K", new XmlAttributes { XmlDefaultValue = Kind.Two });
            o.Add(typeof(Line), "B", new XmlAttributes { XmlDefaultValue = "b" });
        },
        ["an order"] = o =>
        {
            foreach (string name in (string[])["Note", "A", "B", "I", "L", "N", "K", "O", "Next", "D", "Bytes", "Nested"])
            {
                var marks = new XmlAttributes();
                int order = name == "Note"
                    ? 0
                    : 20 - "ABILNKO".IndexOf(name[0], StringComparison.Ordinal)
                        + (name == "Next" ? 10 : name == "Bytes" ? 20 : name == "Nested" ? 30 : 0);
                if (name is "L" or "N" or "Nested")
                    marks.XmlArray = new XmlArrayAttribute { Order = order };
                else
                    marks.XmlElements.Add(new XmlElementAttribute { Order = order });
                o.Add(typeof(Line), name, marks);
            }
        },
        ["a form"] = o => o.Add(typeof(Line), "D", new XmlAttributes { XmlElements = { new XmlElementAttribute { DataType = "date" } } }),
        ["hexadecimal"] =
            o => o.Add(typeof(Line), "Bytes", new XmlAttributes { XmlElements = { new XmlElementAttribute { DataType = "hexBinary" } } }),
        ["null that is told"] =
            o => o.Add(typeof(Line), "B", new XmlAttributes { XmlElements = { new XmlElementAttribute { IsNullable = true } } }),
        ["a choice"] = o =>
            o.Add(typeof(Line), "O",
                new XmlAttributes
                {
                    XmlElements = { new XmlElementAttribute("number", typeof(int)), new XmlElementAttribute("text", typeof(string)),
                        new XmlElementAttribute("inner", typeof(Inner)) }
                }),
        ["a name of the type"] = o => o.Add(typeof(Inner), new XmlAttributes { XmlType = new("inner") { Namespace = "urn:inner" } }),
        ["a root"] = o => o.Add(typeof(Line), new XmlAttributes { XmlRoot = new("line") { Namespace = "urn:line" } }),
        ["many"] = o =>
        {
            o.Add(typeof(Line), "A", new XmlAttributes { XmlIgnore = true });
            o.Add(typeof(Line), "L", Element("l", "urn:l"));
            o.Add(typeof(Inner), "X", new XmlAttributes { XmlAttribute = new("x") });
            o.Add(typeof(Kind), "One", new XmlAttributes { XmlEnum = new("eins") });
        },
    };

    static void Same(XmlTypeMapping mapping, object? value)
    {
        var original = new XmlSerializer(mapping);
        var ours = new IsomerXmlSerializer(mapping);
        string expected = XmlOutcome.Alone(s => original.Serialize(s, value));
        Assert.Equal(expected, XmlOutcome.Alone(s => ours.Serialize(s, value)));
        if (expected != XmlOutcome.Refused)
            Assert.Equal(XmlOutcome.Read(() => Dump.Of(original.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(expected))))),
                XmlOutcome.Read(() => Dump.Of(ours.Deserialize(new MemoryStream(Encoding.UTF8.GetBytes(expected))))));
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Overrides_are_found_in_the_mapping(string name)
    {
        foreach (string? ns in (string?[])[null, "urn:d"])
        {
            var overrides = new XmlAttributeOverrides();
            s_cases[name](overrides);
            var importer = new XmlReflectionImporter(overrides, ns);
            Same(importer.ImportTypeMapping(typeof(Line)), Full);
            Same(importer.ImportTypeMapping(typeof(Line), new XmlRootAttribute("given") { Namespace = "urn:given" }), Full);
            Same(importer.ImportTypeMapping(typeof(List<Line>)), new List<Line> { Full });
            Same(importer.ImportTypeMapping(typeof(Rooted)),
                new Rooted { A = 1, N = new() { V = 2, I = new() { X = 3 } }, I = new() { X = 4, Y = "y" } });
        }
    }

    /// <summary>Without the overrides it could not be written at all.</summary>
    [Fact]
    public void Overrides_make_a_type_possible()
    {
        var overrides = new XmlAttributeOverrides();
        overrides.Add(typeof(Impossible), "D", new XmlAttributes { XmlIgnore = true });
        overrides.Add(typeof(Impossible), "M", new XmlAttributes { XmlIgnore = true });
        Same(new XmlReflectionImporter(overrides).ImportTypeMapping(typeof(Impossible)), new Impossible { A = 5 });
    }

    [Fact]
    public void Types_that_the_importer_includes_are_known()
    {
        foreach (string? ns in (string?[])[null, "urn:d"])
        {
            var importer = new XmlReflectionImporter(ns);
            importer.IncludeType(typeof(Further));
            importer.IncludeType(typeof(Named));
            Same(importer.ImportTypeMapping(typeof(Line)),
                new Line { I = new Further { X = 1, Z = 2 }, O = new Named { V = 3 }, L = [new Further { Z = 4 }] });
            Same(new XmlReflectionImporter(ns).ImportTypeMapping(typeof(Line)), new Line { I = new Further() });
        }
        var overrides = new XmlAttributeOverrides();
        overrides.Add(typeof(Further), "Z", new XmlAttributes { XmlAttribute = new("z") });
        overrides.Add(typeof(Further), new XmlAttributes { XmlType = new("further") });
        var both = new XmlReflectionImporter(overrides);
        both.IncludeType(typeof(Further));
        Same(both.ImportTypeMapping(typeof(Line)), new Line { I = new Further { X = 1, Z = 2 }, O = new Further { Z = 3 } });
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Overrides_count_in_mappings_of_members(string name)
    {
        var overrides = new XmlAttributeOverrides();
        s_cases[name](overrides);
        var mapping = new XmlReflectionImporter(overrides).ImportMembersMapping("call", "urn:call",
            [new XmlReflectionMember { MemberName = "m", MemberType = typeof(Line) },
                new XmlReflectionMember { MemberName = "n", MemberType = typeof(Inner[]) }], true);
        var original = XmlSerializer.FromMappings([mapping])[0]!;
        var ours = IsomerXmlSerializer.FromMappings([mapping])[0]!;
        object[] values = [Full, new Inner[] { new() { X = 1, Y = "y" } }];
        string expected = XmlOutcome.Alone(s => original.Serialize(s, values));
        Assert.NotEqual(XmlOutcome.Refused, expected);
        Assert.Equal(expected, XmlOutcome.Alone(s => ours.Serialize(s, values)));
        Assert.Equal(XmlOutcome.Read(() => Dump.Of(original.Deserialize(new StringReader(expected)))),
            XmlOutcome.Read(() => Dump.Of(ours.Deserialize(new StringReader(expected)))));
    }
}
