using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051

/// <summary>Line ends, white space, comments, sections and xml:space in text, everywhere where text may stand.</summary>
public class XmlWhiteSpaceTests
{
    public class Mixed { [XmlText] public string[]? T; public string? E; [XmlElement("f")] public int[]? F; }
    public class Texts { public string? E; public string[]? L; public object? O; [XmlAttribute] public string? A; }
    public class Simple { [XmlText] public string? T; [XmlAttribute] public int A; }
    public class Space
    {
        [XmlAttribute("xml:space")] public string? Sp; public string? E; public string? F; [XmlAnyElement]
        public XmlElement[]? Any;
    }

    public static TheoryData<string> Lines =>
        ["a\r\nb", "a\rb", "a\nb", "\r\n", "\r", "a\tb", " a ", "a\r", "\n\ra",
            new string('x', 2047) + "\r\n" + new string('y', 2047) + "\r", "long enough for vectors, with an end of line\r\n in it"];

    [Theory]
    [MemberData(nameof(Lines))]
    public void Ends_of_lines_are_those_of_the_writer(string text)
    {
        XmlOracle.Same(new Texts { E = text, L = [text, text], O = text, A = text });
        XmlOracle.Same(new Mixed { T = [text, text], E = text });
        XmlOracle.Same(new Simple { T = text });
        XmlOracle.Same(text);
        XmlOracle.Same<object>(text);
    }

    [Theory]
    [InlineData(NewLineHandling.Entitize)]
    [InlineData(NewLineHandling.None)]
    [InlineData(NewLineHandling.Replace)]
    public void A_caller_s_writer_ends_lines_as_it_is_set(NewLineHandling handling)
    {
        foreach (string text in new[] { "a\r\nb", "a\rb", "a\nb", "\r" })
        {
            var (expected, actual) = (new StringWriter(), new StringWriter());
            using (var writer = XmlWriter.Create(expected, new XmlWriterSettings { NewLineHandling = handling, NewLineChars = "|" }))
                new XmlSerializer(typeof(Texts)).Serialize(writer, new Texts { E = text, A = text });
            using (var writer = XmlWriter.Create(actual, new XmlWriterSettings { NewLineHandling = handling, NewLineChars = "|" }))
                new IsomerXmlSerializer(typeof(Texts)).Serialize(writer, new Texts { E = text, A = text });
            Assert.Equal(expected.ToString(), actual.ToString());
        }
    }

    public static TheoryData<string> Contents =>
    [
        "<![CDATA[ ]]>", " <![CDATA[x]]> ", "<!-- c -->", " <!-- c --> ", "a<!-- c -->b", " a<!-- c --> b ", "<![CDATA[]]>",
        "<![CDATA[ ]]> ", "<?pi x?>", "a<?pi x?>b", " <?pi?> ", "&#32;", " &#32; ",
        "<![CDATA[a]]><![CDATA[b]]>", "\t<!--c-->x", " <![CDATA[]]> ", " <![CDATA[]]>", "<!-- --><![CDATA[ ]]>", "&#32;<!-- -->",
        "a <!-- --> ", "<!-- --> a", "&#32;a", "a&#32;", "&#x20;&#9;", "a &amp; b",
        // Text that begins with a reference to what is no white space.
        "&amp;a", " &lt;", "&#32;&amp;", "&#x41;", "&#9; &#160;", "&#x1F600;", "&gt;<!-- c --> ",
    ];

    [Theory]
    [MemberData(nameof(Contents))]
    public void White_space_between_markup_is_no_text_unless_it_is_preserved(string content)
    {
        foreach (string space in new[] { "", " xml:space='preserve'", " xml:space='default'" })
        {
            XmlOracle.SameReading<Texts>($"<Texts{space}><E>{content}</E></Texts>");
            XmlOracle.SameReading<Texts>($"<Texts><E{space}>{content}</E></Texts>");
            XmlOracle.SameReading<Texts>(
                $"<Texts xml:space='preserve'><E{space}>{content}</E><L><string{space}>{content}</string></L></Texts>");
            XmlOracle.SameReading<Texts>($"<Texts{space}><L>{content}<string>x</string>{content}</L></Texts>");
            XmlOracle.SameReading<Texts>($"<Texts{space}><O>{content}</O></Texts>");
            XmlOracle.SameReading<Simple>($"<Simple{space}>{content}</Simple>");
            // What is behind a comment in preserved space is a text of its own for XmlSerializer.
            if (space.Length < 20 || !content.EndsWith("> ", StringComparison.Ordinal))
            {
                XmlOracle.SameReading<Mixed>($"<Mixed{space}>{content}</Mixed>");
                XmlOracle.SameReading<Mixed>($"<Mixed{space}>{content}<E>x</E>{content}<f>1</f>{content}</Mixed>");
            }
            XmlOracle.SameReading<Space>($"<Space{space}>{content}<E>{content}</E>{content}</Space>");
        }
    }

    [Theory]
    [InlineData("<Texts><E> </E><L> <string> </string> </L></Texts>")]
    [InlineData("<Texts>\n  <E> <![CDATA[x]]> </E>\n</Texts>")]
    [InlineData("<Texts><E> a </E><O> </O></Texts>")]
    public void A_caller_s_reader_says_what_white_space_is(string document)
    {
        foreach (bool ignores in new[] { false, true })
        {
            using var first = XmlReader.Create(new StringReader(document), new XmlReaderSettings { IgnoreWhitespace = ignores });
            using var second = XmlReader.Create(new StringReader(document), new XmlReaderSettings { IgnoreWhitespace = ignores });
            var expected = (Texts)new XmlSerializer(typeof(Texts)).Deserialize(first)!;
            var actual = (Texts)new IsomerXmlSerializer(typeof(Texts)).Deserialize(second)!;
            Assert.Equal(expected.E, actual.E);
            Assert.Equal(expected.L, actual.L);
        }
    }

    [Fact]
    public void Texts_are_divided_by_elements_and_not_by_comments()
    {
        Assert.Equal(["ab"], Xml.FromText<Mixed>("<Mixed>a<!-- c -->b</Mixed>").T!);
        Assert.Equal(["a", "b"], Xml.FromText<Mixed>("<Mixed>a<E/>b</Mixed>").T!);
        // XmlSerializer takes what stands behind the last comment; by default nothing is lost.
        Assert.Equal("ab", Xml.FromText<Simple>("<Simple>a<!-- c -->b</Simple>").T);
        Assert.Equal("b", Xml.FromText<Simple>("<Simple>a<!-- c -->b</Simple>", XmlOptions.LikeXmlSerializer).T);
    }

    [Fact]
    public void Comments_in_a_simple_value_are_passed_over_where_the_original_refuses_them()
    {
        Assert.Equal("ab", Xml.FromText<string>("<string>a<!-- c -->b</string>"));
        Assert.Throws<InvalidOperationException>(
            () => new XmlSerializer(typeof(string)).Deserialize(new StringReader("<string>a<!-- c -->b</string>")));
    }

    [Fact]
    public void Xml_space_has_two_values()
    {
        XmlOracle.Same(new Space { Sp = "preserve", E = " ", F = "a" });
        XmlOracle.Same(new Space { Sp = "default", E = " " });
        XmlOracle.Same(new Space { Sp = "other" });
        XmlOracle.Same(new Space { Sp = "" });
        XmlOracle.SameReading<Space>("<Space xml:space='other'/>");
        XmlOracle.SameReading<Space>("<Space><E xml:space='preserve'> </E><F> </F></Space>");
        XmlOracle.SameReading<Space>("<Space xml:space='preserve'><E xml:space='default'> </E><F> </F></Space>");
    }

    public enum Word { [XmlEnum("a b")] Two, One }
    [Flags] public enum Words { A = 1, B = 2 }
    public class Named { public object? Any; public List<object>? Items; public Word Word; public Words Words; }

    /// <summary>
    /// The name of an enum is to the letter in a member, and trimmed where object is declared and xsi:type names the enum.
    /// </summary>
    [Theory]
    [InlineData("a b")]
    [InlineData(" \n a b\t")]
    [InlineData("\u00a0One\u2003")]
    [InlineData("a  b")]
    [InlineData(" ")]
    [InlineData(" A B ")]
    public void Around_names_of_enums(string text)
    {
        foreach (string content in (string[])[$"<Any xsi:type='Word'>{text}</Any><Word>One</Word>",
            $"<Items><anyType xsi:type='Word'>{text}</anyType></Items>", $"<Word>{text}</Word>", $"<Any xsi:type='Words'>{text}</Any>",
            $"<Words>{text}</Words>", $"<Any xsi:type='Word'>One</Any><Word>{text}</Word>"])
            Assert.Null(
                XmlOracle.CompareReading($"<Named xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'>{content}</Named>", typeof(Named)));
    }
}
