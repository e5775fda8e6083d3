using System.Text;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA2227, CA1819

/// <summary>What longer random runs against XmlSerializer found to differ once, each by itself.</summary>
public class XmlMendedMoreTests
{
    const string Spaces = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema' xmlns:q='http://microsoft.com/wsdl/types/'";

    public static class Including
    {
        [XmlInclude(typeof(Derived))] public class Base { public bool A; public object? O; }
        public class Derived : Base { public Base? B; public int? N; }
    }

    public static class Holding
    {
        [XmlInclude(typeof(Derived))] public class Base { public object? O; [XmlElement(Namespace = "")] public Base? B; }
        public class Derived : Base { public int? N; }
    }

    public static class Crossing
    {
        [XmlInclude(typeof(Derived))] public class Base { public object? O; public Derived? D; }
        public class Derived : Base { public Other? U; public int? N; }
        public class Other { public Base? M; public Derived? D; public int X; }
    }

    public static class Unrelated
    {
        [XmlInclude(typeof(Included))] public class Root { public object? O; [XmlElement(Namespace = "")] public Included? I; }
        public class Included { public int? N; public Further? F; }
        public class Further { public int X; }
    }

    public static class Named
    {
        [XmlType(Namespace = "urn:n"), XmlInclude(typeof(Derived))] public class Base { public object? O; }
        public class Derived : Base { public int N; }
    }

    public static class Twice
    {
        [XmlInclude(typeof(Derived)), XmlType(Namespace = "")] public class Base { public string[]? A; }
        public class Derived : Base { public Struct? S; public int N; }
        public struct Struct { public Holder? H; }
        [XmlRoot(Namespace = "urn:a")] public class Holder { public List<Derived>? L; }
    }

    public static TheoryData<object> Graphs() =>
    [
        new Including.Base { O = new Including.Derived { N = 5 } },
        new Including.Base { O = new Including.Base() },
        new Including.Derived { O = new Including.Derived { N = 5 }, B = new Including.Derived() },
        new Holding.Base { O = new Holding.Derived { N = 5 } },
        new Holding.Base { B = new Holding.Base { O = new Holding.Derived() } },
        new Crossing.Base { O = new Crossing.Derived { N = 5, U = new() { D = new() } } },
        new Crossing.Base { D = new Crossing.Derived { O = new Crossing.Base(), U = new() } },
        new Crossing.Other { M = new Crossing.Base { O = new Crossing.Derived() } },
        new Unrelated.Root { O = new Unrelated.Included { N = 5, F = new() } },
        new Unrelated.Root { I = new Unrelated.Included { N = 5, F = new() } },
        new Named.Base { O = new Named.Derived { N = 5 } },
        new Twice.Base[] { new Twice.Derived { N = 5, S = new() { H = new() { L = [new() { N = 6 }] } } } },
        new Twice.Holder { L = [new() { N = 6 }] },
    ];

    /// <summary>
    /// An included type stands in the default namespace and, where a member holds it, in that of its holder too: behind object it is
    /// written as XmlSerializer finds it.
    /// </summary>
    [Theory, MemberData(nameof(Graphs))]
    public void An_included_type_behind_object_is_in_the_namespace_of_the_original(object value)
    {
        var type = value.GetType();
        foreach (string? ns in (string?[])[null, "urn:d"])
            foreach (var root in (XmlRootAttribute?[])[null, new("given"), new("given") { Namespace = "urn:g" },
                new("given") { Namespace = "" }])
            {
                string theirs = Encoding.UTF8.GetString(XmlOracle.Write(new XmlSerializer(type, null, null, root, ns), value, null));
                foreach (var tier in (ShapeTier[])[ShapeTier.Reflection, ShapeTier.Emitted])
                {
                    var options = XmlOptions.LikeXmlSerializer with
                    {
                        Root = root,
                        Convention = Convention.XmlAttributes.WithTier(tier).WithNamespace(ns ?? "")
                    };
                    Assert.Equal(theirs, Encoding.UTF8.GetString(Xml.Serialize(value, type, options)));
                }
            }
    }

    /// <summary>One of two of a class is written; both are read.</summary>
    [Theory]
    [InlineData("T", "")]
    [InlineData("q1:Derived", "q1:N")]
    [InlineData("Derived", "N")]
    [InlineData("q1:Derived", "N")]
    [InlineData("Derived", "q1:N")]
    public void A_class_that_is_in_two_namespaces_is_read_from_both(string type, string member) =>
        XmlOracle.SameReading<Twice.Base[]>(
            $"<ArrayOfBase {Spaces} xmlns:q1='urn:a'><Base xsi:type='{type}'>{(member.Length == 0 ? "" : $"<{member}>5</{member}>")}</Base></ArrayOfBase>");

    [XmlInclude(typeof(Longer))] public class Short { public object? O; public readonly char C; }
    public class Longer : Short { [XmlElement("n")] public ushort? N { get; set; } }

    /// <summary>
    /// The root's namespace is not that of an included type behind object, whose name is written without a prefix: docs/xml.md. All of it
    /// is read.
    /// </summary>
    [Fact]
    public void An_included_type_under_a_root_in_a_namespace_comes_back_whole()
    {
        var root = new XmlRootAttribute("given") { Namespace = "urn:g" };
        var original = new XmlSerializer(typeof(Short), null, null, root, null);
        byte[] written = XmlOracle.Write(original, new Short { O = new Longer { N = 5, O = new Longer { N = 6 } } }, null);
        foreach (var tier in XmlOracle.Tiers)
        {
            var back = Assert.IsType<Longer>(
                Xml.Deserialize<Short>(written, XmlOptions.LikeXmlSerializer with { Root = root, Convention = tier })!.O);
            Assert.Equal((5, 6), ((int?)back.N, (int?)(back.O as Longer)?.N));
        }
    }

    public class HasBytes { public byte[]? B; [XmlAttribute] public byte[]? At; public int Z; }

    [Theory]
    [InlineData("hQ= =")]
    [InlineData("hQ==")]
    [InlineData(" h Q == ")]
    [InlineData("hQE =")]
    [InlineData("hQ== =")]
    [InlineData("hQ==hQ==")]
    [InlineData("4lQB8Aw==")]
    [InlineData("4lQB8A=")]
    [InlineData("4lQB8A===")]
    [InlineData("4lQB 8A w= ")]
    [InlineData("ABCD=")]
    [InlineData("ABCD== ")]
    [InlineData("====")]
    [InlineData("=")]
    [InlineData("A*CD=")]
    public void The_padding_of_base64_is_not_divided(string text)
    {
        XmlOracle.SameReading<HasBytes>($"<HasBytes {Spaces}><B>{text}</B><Z>1</Z></HasBytes>");
        XmlOracle.SameReading<byte[]>($"<base64Binary>{text}</base64Binary>");
        XmlOracle.SameReading<byte[][]>($"<ArrayOfBase64Binary {Spaces}><base64Binary>{text}</base64Binary></ArrayOfBase64Binary>");
        XmlOracle.SameReading<object>($"<anyType {Spaces} xsi:type='xsd:base64Binary'>{text}</anyType>");
        XmlOracle.SameReading<HasBytes>($"<HasBytes {Spaces} At='{text}'/>");
    }

    /// <summary>
    /// What may have been cut is refused, though XmlSerializer takes it: it would drop a letter, or cannot know that there was no more.
    /// </summary>
    [Theory]
    [InlineData("4lQB8A")]
    [InlineData("4lQB8")]
    [InlineData("4lQB8==")]
    public void Base64_that_may_have_been_cut_is_refused(string text)
    {
        foreach (var tier in XmlOracle.Tiers)
            Assert.Throws<WireFormatException>(
                () => Xml.FromText<HasBytes>($"<HasBytes><B>{text}</B></HasBytes>",
                    XmlOptions.LikeXmlSerializer with { Convention = tier }));
    }

    public class Marked
    {
        public int A; [XmlAttribute] public string? At; public int? N; public string? S; [XmlElement(IsNullable = true)]
        public string? Nullable; public List<int>? L; public Marked? M;
    }

    /// <summary>Also in an attribute or element that nobody reads.</summary>
    [Theory]
    [InlineData("&#x;")]
    [InlineData("&#;")]
    [InlineData("&#65abc;")]
    [InlineData("&;")]
    [InlineData("&nosuch;")]
    [InlineData("&#0;")]
    [InlineData("&#xD800;")]
    [InlineData("&#x110000;")]
    [InlineData("&")]
    [InlineData("&#x41")]
    [InlineData("&#x41;")]
    [InlineData("&#x00000000000000000041;")]
    [InlineData("&#000000000000000000065;")]
    [InlineData("&#x100000041;")]
    [InlineData("&#4294967361;")]
    [InlineData("&amp;")]
    public void A_reference_must_be_right_wherever_it_stands(string reference)
    {
        foreach (string attribute in (string[])["xsi:nil", "At", "other", "xsi:type", "xmlns:k", "xml:space", "xml:lang", "q:other",
            "xmlns"])
        {
            foreach (string name in (string[])["A", "S", "Nullable", "L", "M", "unknown"])
                XmlOracle.SameReading<Marked>($"<Marked {Spaces}><{name} {attribute}=\"{reference}true\">0</{name}></Marked>");
            XmlOracle.SameReading<Marked>($"<Marked {Spaces} {attribute}=\"true{reference}\"></Marked>");
        }
        foreach (string name in (string[])["A", "S", "Nullable", "L", "M", "unknown"])
            XmlOracle.SameReading<Marked>($"<Marked {Spaces}><{name}>{reference}</{name}></Marked>");
    }

    public class HasObject
    {
        public object? O; public TimeSpan T; public DateTimeOffset D; [XmlElement("t", typeof(TimeSpan)),
        XmlElement("d", typeof(DateTimeOffset))]
        public object? C; public List<TimeSpan>? L; public int Z;
    }

    /// <summary>As a member it is the default; where the document names the type it is refused.</summary>
    [Theory]
    [InlineData("/>")]
    [InlineData("></{0}>")]
    [InlineData("> </{0}>")]
    [InlineData(" xsi:nil='true'/>")]
    public void An_empty_time_is_one_where_it_is_declared(string rest)
    {
        foreach (string type in (string[])["q:TimeSpan", "q:dateTimeOffset", "xsd:duration", "xsd:dateTime", "xsd:decimal", "xsd:string"])
            XmlOracle.SameReading<HasObject>(
                $"<HasObject {Spaces}><O xsi:type='{type}'{rest.Replace("{0}", "O", StringComparison.Ordinal)}<Z>1</Z></HasObject>");
        foreach (string name in (string[])["T", "D", "t", "d"])
            XmlOracle.SameReading<HasObject>(
                $"<HasObject {Spaces}><{name}{rest.Replace("{0}", name, StringComparison.Ordinal)}<Z>1</Z></HasObject>");
        XmlOracle.SameReading<HasObject>(
            $"<HasObject {Spaces}><L><TimeSpan{rest.Replace("{0}", "TimeSpan", StringComparison.Ordinal)}</L><Z>1</Z></HasObject>");
    }

    /// <summary>
    /// docs/xml.md: XmlSerializer takes the text of the first of them, and reads what follows as if it stood one level further out.
    /// </summary>
    [Fact]
    public void Elements_in_a_simple_value_are_refused()
    {
        string document = $"<HasObject {Spaces}><O xsi:type='xsd:decimal'><x>5</x></O><Z>1</Z></HasObject>";
        var theirs = (HasObject)new XmlSerializer(typeof(HasObject)).Deserialize(new StringReader(document))!;
        Assert.Equal((5m, 0), (theirs.O, theirs.Z));
        Assert.Throws<WireFormatException>(() => Xml.FromText<HasObject>(document, XmlOptions.LikeXmlSerializer));
    }

    public enum Number { None, One }
    public class HoldsNumber { [XmlElement(Type = typeof(int))] public object? O; }

    /// <summary>docs/xml.md: there it is written as its number, and comes back as that.</summary>
    [Fact]
    public void An_enum_is_no_number()
    {
        var value = new HoldsNumber { O = Number.One };
        Assert.Contains("<O>1</O>", Encoding.UTF8.GetString(XmlOracle.Write(new XmlSerializer(typeof(HoldsNumber)), value, null)),
            StringComparison.Ordinal);
        Assert.Contains("stands where the element 'O'", Assert.Throws<NotSupportedException>(() => Xml.Serialize(value)).Message,
            StringComparison.Ordinal);
    }

    [XmlRoot(ElementName = "r", Namespace = "urn:a")]
    public class InNamespace
    {
        [XmlArrayItem(ElementName = "i", Form = System.Xml.Schema.XmlSchemaForm.Unqualified)] public List<InNamespace>? A;
    }

    public class Unqualified
    {
        [XmlArrayItem(Form = System.Xml.Schema.XmlSchemaForm.Unqualified)] public List<Unqualified>? A;
    }

    public class OfOther
    {
        [XmlArrayItem(ElementName = "i", Namespace = "urn:m")] public List<OfOther>? A;
    }

    /// <summary>
    /// Arrays whose items are called otherwise are numbered: not those of another namespace, also where the items are in none, and those
    /// whose items say that they are in none.
    /// </summary>
    [Theory]
    [InlineData(typeof(InNamespace[]))]
    [InlineData(typeof(List<InNamespace>))]
    [InlineData(typeof(Unqualified[]))]
    [InlineData(typeof(Unqualified[][]))]
    [InlineData(typeof(OfOther[]))]
    public void Arrays_whose_items_are_in_no_namespace(Type type)
    {
        object value = type.IsArray ? Array.CreateInstance(type.GetElementType()!, 0) : Activator.CreateInstance(type)!;
        foreach (var tier in new[] { ShapeTier.Emitted, ShapeTier.Reflection })
            Assert.Equal(System.Text.Encoding.UTF8.GetString(XmlOracle.Write(new XmlSerializer(type), value, null)),
                System.Text.Encoding.UTF8.GetString(Xml.Serialize(value, type,
                    XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithTier(tier) })));
    }
}
