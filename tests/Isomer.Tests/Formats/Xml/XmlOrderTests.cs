using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Classes with explicit <c>Order</c>, read from every document of up to four elements as XmlSerializer reads them: a member has its turn,
/// a collection's goes on, one that takes nodes takes whatever comes in its turn, and what comes too late is nobody's. Until 2026-11-27 a
/// second element of an array ended the reading of its class.
/// </summary>
public class XmlOrderTests
{
    public class OfList
    {
        [XmlArray(Order = 1)] public List<int>? L;
        [XmlElement(Order = 2)] public string? G;
        [XmlElement(Order = 3)] public int C;
    }
    public class OfArray
    {
        [XmlArray(Order = 1)] public int[]? L;
        [XmlElement(Order = 2)] public string? G;
        [XmlElement(Order = 3)] public int C;
    }
    public class NodesBetween
    {
        [XmlArray(Order = 1)] public List<int>? L;
        [XmlAnyElement(Order = 2)] public XmlElement[]? R;
        [XmlElement(Order = 3)] public string? G;
        [XmlElement(Order = 4)] public int C;
    }
    public class NodesBehind
    {
        [XmlArray(Order = 1)] public int[]? L;
        [XmlElement(Order = 2)] public string? G;
        [XmlElement(Order = 3)] public int C;
        [XmlAnyElement(Order = 4)] public XmlElement[]? R;
    }
    public class FlatList
    {
        [XmlElement("F", Order = 1)] public List<int>? F;
        [XmlElement(Order = 2)] public string? G;
        [XmlElement(Order = 3)] public int C;
    }
    public class FlatArray
    {
        [XmlElement(Order = 1)] public string? G;
        [XmlElement("F", Order = 2)] public int[]? F;
        [XmlAnyElement(Order = 3)] public XmlElement? R;
        [XmlElement(Order = 4)] public int C;
    }
    public class NodesBefore
    {
        [XmlAnyElement(Order = 1)] public XmlElement[]? R;
        [XmlElement(Order = 2)] public string? G;
        [XmlElement("F", Order = 3)] public List<int>? F;
    }
    public class Choice
    {
        [XmlElement("G", typeof(string), Order = 1), XmlElement("C", typeof(int), Order = 1)] public object? O;
        [XmlElement("F", Order = 2)] public List<int>? F;
        [XmlArray(Order = 3)] public List<int>? L;
    }
    public class Choices
    {
        [XmlElement("G", typeof(string), Order = 1), XmlElement("C", typeof(int), Order = 1)] public object[]? O;
        [XmlArray(Order = 2)] public List<int>? L;
    }
    public class NamedNodes
    {
        [XmlElement(Order = 1)] public string? G;
        [XmlAnyElement("x", Order = 2)] public XmlElement[]? R;
        [XmlElement(Order = 3)] public int C;
        [XmlArray(Order = 4)] public int[]? L;
    }

    static readonly string[] s_parts =
    [
        "<L><int>1</int></L>", "<L><int>2</int><int>3</int></L>", "<G>5</G>", "<C>6</C>", "<x>7</x>", "<F>8</F>", "<F>9</F>",
    ];

    [Theory, InlineData(typeof(OfList)), InlineData(typeof(OfArray)), InlineData(typeof(NodesBetween)), InlineData(typeof(NodesBehind)),
        InlineData(typeof(FlatList)), InlineData(typeof(FlatArray)), InlineData(typeof(NodesBefore)), InlineData(typeof(Choice)),
        InlineData(typeof(Choices)), InlineData(typeof(NamedNodes))]
    public void Every_short_document_is_read_as_the_original_reads_it(Type type)
    {
        var (original, ours) = (new XmlSerializer(type), new IsomerXmlSerializer(type));
        for (int length = 1; length <= 4; length++)
            for (int number = 0; number < Math.Pow(s_parts.Length, length); number++)
            {
                var document = new StringBuilder($"<{type.Name}>");
                for (int i = 0, rest = number; i < length; i++, rest /= s_parts.Length)
                    document.Append(s_parts[rest % s_parts.Length]);
                string text = document.Append($"</{type.Name}>").ToString();
                Assert.Equal($"{text} {Seen(original.Deserialize(new StringReader(text)))}",
                    $"{text} {Seen(ours.Deserialize(new StringReader(text)))}");
            }
    }

    public class Base { [XmlElement(Order = 1)] public string? A; [XmlElement(Order = 2)] public string[]? B; }
    public class OfBase : Base { [XmlElement(Order = 1)] public string? C; [XmlElement(Order = 2)] public List<string>? D; }
    public class WithText
    {
        [XmlAttribute] public int Z;
        [XmlElement(Order = 1)] public string? A;
        [XmlIgnore] public bool ASpecified;
        [XmlElement(Order = 2, IsNullable = true)] public int? B;
        [XmlElement(Order = 3)] public string? C;
        [XmlText] public string? T;
    }
    public class Inner
    {
        [XmlElement(Order = 1)] public string? A;
        [XmlElement(Order = 2)] public string? C;
        [XmlAttribute] public string? a;
    }
    public class Outer
    {
        [XmlElement(Order = 1)] public string? A;
        [XmlElement(Order = 2)] public Inner? D;
        [XmlElement(Order = 3)] public Inner? E;
        [XmlElement(Order = 4)] public string? C;
    }
    public class Lists
    {
        [XmlElement(Order = 1)] public List<Inner>? D;
        [XmlArray(Order = 2), XmlArrayItem("A")] public string[]? E;
        [XmlAnyElement(Order = 3)] public List<XmlElement>? R;
    }
    public class Mixed
    {
        [XmlElement(Order = 1)] public XmlElement? x;
        [XmlElement(Order = 2)] public string? A;
        [XmlText, XmlAnyElement(Order = 3)] public XmlNode[]? R;
    }
    public class Turned
    {
        [XmlElement(Order = 3)] public string? A;
        [XmlElement(Order = 1)] public string? C;
        [XmlElement(Order = 2)] public string[]? B;
        [XmlAttribute] public int Z;
    }

    static readonly string[] s_mixed =
    [
        "<A>1</A>", "<A/>", "<B>2</B>", "<B xsi:nil='true'/>", "<B/>", "<C>3</C>", "<D>4</D>", "<D><A>5</A><C>6</C></D>",
        "<E a='1'><A>1</A></E>", "<E/>", "<E xsi:nil='true'/>", "t", " ", "<x><A>1</A></x>", "<!-- c -->",
    ];

    /// <summary>Text takes no element's turn, and what is gathered is gathered of its own turn alone.</summary>
    [Theory, InlineData(typeof(OfBase)), InlineData(typeof(WithText)), InlineData(typeof(Outer)), InlineData(typeof(Lists)),
        InlineData(typeof(Mixed)), InlineData(typeof(Turned))]
    public void Documents_with_text_between_are_read_as_the_original_reads_them(Type type)
    {
        var (original, ours, random) = (new XmlSerializer(type), new IsomerXmlSerializer(type), new Random(7));
        for (int number = 0; number < 4000; number++)
        {
            string content = string.Concat(Enumerable.Range(0, random.Next(7)).Select(_ => s_mixed[random.Next(s_mixed.Length)]));
            string text = $"<{type.Name} xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' Z='9'>{content}</{type.Name}>";
            Assert.Equal($"{text} {SeenOf(() => original.Deserialize(new StringReader(text)))}",
                $"{text} {SeenOf(() => ours.Deserialize(new StringReader(text)))}");
        }
    }

    static string SeenOf(Func<object?> read)
    {
        try
        {
            return Seen(read());
        }
        catch (InvalidOperationException)
        {
            return "refused";
        }
    }

    static string Seen(object? value) => value switch
    {
        null => "null",
        string text => $"'{text}'",
        XmlNode node => node.OuterXml,
        System.Collections.IEnumerable items => $"[{string.Join(',', items.Cast<object?>().Select(Seen))}]",
        int number => number.ToString(),
        bool yes => yes.ToString(),
        _ => string.Join(' ', value.GetType().GetFields().Select(f => $"{f.Name}={Seen(f.GetValue(value))}")),
    };
}
