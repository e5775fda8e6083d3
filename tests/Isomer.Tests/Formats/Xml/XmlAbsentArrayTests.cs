using System.Text;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA1819, CA1822, CA2227

/// <summary>
/// An array without an element of its own ([XmlElement], [XmlAttribute], [XmlText], any elements and attributes, choices) is null where the
/// document has nothing of it, whatever a constructor put there, and its setter is told. Lists, arrays in an element of their own and what
/// cannot be set stay.
/// </summary>
public class XmlAbsentArrayTests
{
    const string Spaces = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'";

    public class Flat
    {
        [XmlElement] public int[]? Elements = [1];
        [XmlAttribute] public int[]? Attribute = [2];
        [XmlElement] public string[]? Strings = ["a"];
        [XmlElement] public byte[][]? Blobs = [[1]];
        [XmlElement] public Inner[]? Objects = [new()];
        [XmlElement] public List<int> List = [3];
        [XmlElement] public byte[]? Bytes = [4];
        public int[]? Wrapped = [5];
        public int Last;
    }

    public class Inner
    {
        [XmlElement] public int[]? N = [6];
    }

    public class Derived : Flat
    {
        [XmlElement] public long[]? Own = [7];
    }

    public class Mixed
    {
        [XmlText] public string[]? Text = ["q"];
        [XmlAnyAttribute] public XmlAttribute[]? Attributes = [];
    }

    public class Any
    {
        [XmlAnyElement] public XmlElement[]? Elements = [new XmlDocument().CreateElement("was")];
        public int N;
    }

    public enum Which { A, B }

    public class Choosing
    {
        [XmlElement("A", typeof(int)), XmlElement("B", typeof(string)), XmlChoiceIdentifier(nameof(Names))] public object[]? Items = [1];
        [XmlIgnore] public Which[]? Names = [Which.A];
    }

    public struct Value
    {
        [XmlElement] public int[]? N;

        public Value() => N = [8];
    }

    public class Holder
    {
        public Value V;
        public Inner? I;
        public Flat[]? Many;
    }

    public class GetOnly
    {
        [XmlElement] public int[] N { get; } = [9];
    }

    [Fact]
    public void It_is_null_as_in_the_original()
    {
        XmlOracle.SameReading<Flat>("<Flat/>");
        XmlOracle.SameReading<Flat>("<Flat> <Last>1</Last> </Flat>");
        XmlOracle.SameReading<Flat>("<Flat Attribute='5 6'><Elements>1</Elements><Last>2</Last><Elements>3</Elements></Flat>");
        XmlOracle.SameReading<Flat>("<Flat><Objects/><Objects><N>1</N></Objects></Flat>");
        XmlOracle.SameReading<Flat>($"<Flat {Spaces} xsi:nil='true'/>");
        XmlOracle.SameReading<Derived>("<Derived><Strings>b</Strings></Derived>");
        XmlOracle.SameReading<Mixed>("<Mixed/>");
        XmlOracle.SameReading<Mixed>("<Mixed a='1'>t</Mixed>");
        XmlOracle.SameReading<Any>("<Any><N>2</N></Any>");
        XmlOracle.SameReading<Any>("<Any><e/></Any>");
        XmlOracle.SameReading<Choosing>("<Choosing/>");
        XmlOracle.SameReading<Choosing>("<Choosing><B>b</B></Choosing>");
        XmlOracle.SameReading<Holder>("<Holder><V/><I/><Many><Flat/><Flat><Elements>1</Elements></Flat></Many></Holder>");
        XmlOracle.SameReading<GetOnly>("<GetOnly/>");
    }

    [Fact]
    public void The_names_of_a_choice_are_null_with_it()
    {
        foreach (var tier in XmlOracle.Tiers)
        {
            var back = Xml.FromText<Choosing>("<Choosing/>", XmlOptions.LikeXmlSerializer with { Convention = tier })!;
            Assert.Null(back.Items);
            Assert.Null(back.Names);
        }
    }

    public class Telling
    {
        [XmlIgnore] public StringBuilder Log = new();
        [XmlElement] public int[]? E { get => null; set => Log.Append(value is null ? "E-" : "E+"); }
        [XmlAttribute] public int[]? F { get => null; set => Log.Append(value is null ? "F-" : "F+"); }
        public int M { get; set; }
    }

    [Theory]
    [InlineData("<Telling><M>1</M></Telling>")]
    [InlineData("<Telling><E>1</E></Telling>")]
    [InlineData("<Telling F='1'/>")]
    public void The_setter_is_told(string document)
    {
        string theirs = ((Telling)new XmlSerializer(typeof(Telling)).Deserialize(new StringReader(document))!).Log.ToString();
        foreach (var tier in XmlOracle.Tiers)
        {
            string ours = Xml.FromText<Telling>(document, XmlOptions.LikeXmlSerializer with { Convention = tier })!.Log.ToString();
            Assert.Equal(Sorted(theirs), Sorted(ours));
        }

        // The original sets all arrays at the end, in the order of the members; here one that comes is set where it ends.
        static string Sorted(string log) => string.Join(' ', log.Chunk(2).Select(c => new string(c)).Order(StringComparer.Ordinal));
    }

    public class Refusing
    {
        [XmlElement] public int[] E { get; set => field = value ?? throw new ArgumentNullException(nameof(value)); } = [1];
    }

    [Fact]
    public void A_setter_that_refuses_null_refuses_the_document() => XmlOracle.SameReading<Refusing>("<Refusing/>");

    public class WithCompanion
    {
        [XmlElement] public int[]? E;
        [XmlIgnore] public bool ESpecified;
    }

    [Fact]
    public void A_companion_says_that_it_was_not_there()
    {
        XmlOracle.SameReading<WithCompanion>("<WithCompanion/>");
        foreach (var tier in XmlOracle.Tiers)
            Assert.False(
                Xml.FromText<WithCompanion>("<WithCompanion/>",
                    XmlOptions.LikeXmlSerializer with { Convention = tier })!.ESpecified);
    }

    /// <summary>What is filled keeps what the document does not have; objects within it are made anew.</summary>
    [Fact]
    public void What_is_filled_keeps_its_arrays()
    {
        foreach (var tier in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = tier };
            var target = new Flat();
            Xml.Fill(target, Encoding.UTF8.GetBytes("<Flat><Objects/><Last>2</Last></Flat>"), options);
            Assert.Equal([1], target.Elements!);
            Assert.Equal([2], target.Attribute!);
            Assert.Equal(2, target.Last);
            Assert.Null(Assert.Single(target.Objects!).N);
        }
    }
}
