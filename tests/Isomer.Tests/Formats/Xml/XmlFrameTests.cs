using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>
/// Lists without an element of their own ask for the open element's namespace and prefixes: its own, not those of what stood at this depth
/// before.
/// </summary>
public class XmlFrameTests
{
    public class Sub { [XmlAttribute(Namespace = "urn:b")] public int B; public int C; }

    public class Item { [XmlAttribute(Namespace = "urn:a")] public int A; public Sub? One; [XmlElement] public List<Sub>? Many; }

    public class Items { public List<Item>? All; }

    [XmlRoot(Namespace = "urn:a")]
    public class Open
    {
        [XmlAnyAttribute] public XmlAttribute[]? Attributes; [XmlElement(Namespace = "urn:a")]
        public int A; [XmlElement(Namespace = "urn:a")] public List<Sub>? Many;
    }

    static XmlAttribute[] Attributes(string element)
    {
        var document = new XmlDocument();
        document.LoadXml(element);
        return [.. document.DocumentElement!.Attributes.Cast<XmlAttribute>()];
    }

    /// <summary>A thread that has written nothing has nothing left over.</summary>
    [Theory]
    [InlineData("any")]
    [InlineData("named")]
    [InlineData("items")]
    public void The_first_document_of_a_thread_is_the_originals(string which)
    {
        object value = which switch
        {
            "any" => new XmlTypeCorpus.Any { A = 1, Attributes = Attributes("<r xmlns:k='urn:k' k:at='1' bt='2'/>")[1..] },
            "named" => new Open { A = 1, Attributes = Attributes("<r xmlns:k='urn:a' k:at='1' bt='2'/>")[1..], Many = [new() { B = 1 }] },
            _ => new Items { All = [new() { A = 1, Many = [new() { B = 2 }] }] },
        };
        string? problem = "not run";
        var thread = new Thread(() => problem = Problem(value));
        thread.Start();
        thread.Join();
        Assert.Null(problem);
    }

    static string? Problem(object value)
    {
        try
        {
            // Ours first of all on this thread.
            byte[] written = Xml.Serialize(value, value.GetType(), XmlOptions.LikeXmlSerializer);
            return XmlOracle.Compare(value, value.GetType()) is { } difference ? Encoding.UTF8.GetString(written) + difference : null;
        }
        catch (Exception e)
        {
            return e.ToString();
        }
    }

    [Fact]
    public void What_stood_at_this_depth_before_hides_no_declaration() =>
        // The first item's One stands where the second item's list does, behind a prefix more.
        Assert.Null(
            XmlOracle.Compare(
                new Items
                { All = [new() { A = 1, One = new() { B = 2, C = 3 } }, new() { A = 4, Many = [new() { B = 5 }, new() { C = 6 }] }] },
                        typeof(Items)));

    [Fact]
    public void What_stood_at_this_depth_before_chooses_no_prefix()
    {
        Assert.Null(XmlOracle.Compare(new Items { All = [new() { A = 1, One = new() { B = 2 } }] }, typeof(Items)));
        Assert.Null(
            XmlOracle.Compare(
                new Open { A = 1, Attributes = Attributes("<r xmlns:k='urn:a' k:at='1' bt='2'/>")[1..], Many = [new() { B = 1 }] },
                typeof(Open)));
    }
}
