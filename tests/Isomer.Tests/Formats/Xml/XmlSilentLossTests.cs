using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CA1051

/// <summary>
/// Types whose namespace or name depends on where they are met: nothing of them may be lost, nothing become another type.
/// </summary>
public class XmlSilentLossTests
{
    [XmlType(Namespace = "urn:a")] public class Based { public int X; public string? S; }
    public class Derived : Based { public int Y; public Part? C; }
    public class Part { public int Z; }
    [XmlInclude(typeof(Derived))] public class Holder { public object? O; public Based? A; public object[]? Many; }

    [XmlRoot(Namespace = "urn:r"), XmlInclude(typeof(Local)), XmlInclude(typeof(Simple))]
    public class Spaced { public object? O; public Plain? B; public object[]? Many; }
    public class Plain { public int A; }
    [XmlType(Namespace = "")] public class Local : Plain { public int Bb; }
    public class Simple { public int C; public object? P; }

    [Fact]
    public void A_base_in_a_namespace_keeps_its_members_where_the_derived_class_is_in_another()
    {
        XmlOracle.Same(new Holder { O = new Derived { X = 1, Y = 2, S = "s", C = new() { Z = 3 } } });
        XmlOracle.Same(new Holder { A = new Derived { X = 1, Y = 2, C = new() } });
        XmlOracle.Same(new Holder { A = new Based { X = 1 }, O = new Based { X = 2 } });
        XmlOracle.Same(new Holder { Many = [new Derived { X = 1 }, new Part(), new Based(), 1] });
        Assert.Equal(1, ((Derived)Xml.FromText<Holder>(Xml.ToText(new Holder { O = new Derived { X = 1 } })).O!).X);
        Assert.Equal(2, ((Derived)Xml.FromText<Holder>(Xml.ToText(new Holder { A = new Derived { Y = 2 } })).A!).Y);
    }

    [Fact]
    public void Included_types_stand_in_the_default_namespace_and_not_in_that_of_the_root()
    {
        XmlOracle.Same(new Spaced { O = new Plain { A = 1 } });
        XmlOracle.Same(new Spaced { O = new Simple { C = 1, P = new Simple() }, Many = [new Simple(), 1, "a", new Local()] });
        XmlOracle.Same(new Spaced { B = new Plain { A = 1 } });
    }

    [Fact]
    public void A_type_without_a_namespace_is_found_again_within_one_that_has()
    {
        // XmlSerializer gives XML nodes here: its own xsi:type has no prefix, and means another type where it stands.
        string text = Xml.ToText(new Spaced { O = new Local { A = 1, Bb = 2 } });
        XmlOracle.Same(new Spaced { O = new Local { A = 1, Bb = 2 } });
        var back = Assert.IsType<Local>(Xml.FromText<Spaced>(text).O);
        Assert.Equal((1, 2), (back.A, back.Bb));
    }

    public class TwoGuids
    {
        [XmlArrayItem("a")] public Guid[]? A; [XmlArrayItem("b"), XmlArrayItem("c", NestingLevel = 1)]
        public Guid[][]? B;
    }
    public class Ints
    {
        [XmlArrayItem("a")] public int[]? A; [XmlArrayItem("b")]
        public int[]? B; public int[][]? C; [XmlArrayItem("q", NestingLevel = 1)] public int[][]? D; public int[][][]? E; [XmlArrayItem("a")]
        public List<int>? F; public object? O;
    }
    public class Choices
    {
        [XmlArrayItem("x", typeof(int)), XmlArrayItem("y", typeof(string))]
        public object[][]? None; [XmlArrayItem("x", typeof(int), NestingLevel = 1), XmlArrayItem("y", typeof(string), NestingLevel = 1)]
        public object[][]? A; [XmlArrayItem("v", typeof(int), NestingLevel = 1), XmlArrayItem("w", typeof(string), NestingLevel = 1)]
        public object[][]? B;
    }
    public class ArrayOfInt { public int Z; }
    public class Named { public ArrayOfInt? A; public int[][]? B; }

    [Fact]
    public void Arrays_of_one_name_with_other_items_are_numbered()
    {
        XmlOracle.Same(new TwoGuids { A = [Guid.Empty], B = [[Guid.Empty], []] });
        XmlOracle.Same(new Ints { A = [1], B = [2], C = [[1]], D = [[2]], E = [[[3]]], F = [4] });
        XmlOracle.Same(new Ints { O = new int[] { 1 } });
        XmlOracle.Same(new Named { A = new(), B = [[1]] });
    }

    [XmlInclude(typeof(Lists))] public class Arrays { public object[]? Many; public List<int>? Numbers; }
    public class Lists { public List<object>? Same; public int[]? Same2; public List<string>? Only; }

    [Fact]
    public void Of_two_collections_of_one_name_the_first_may_stand_behind_object()
    {
        XmlOracle.Same(new Arrays { Many = [new object[] { 1 }, new List<int> { 2 }, new List<string> { "a" }] });
        // Ours wrote these once by the name of the first, which is what came back: an array for a list.
        foreach (object second in new object[] { new List<object> { 1 }, new int[] { 2 } })
        {
            Assert.Throws<InvalidOperationException>(
                () => new XmlSerializer(typeof(Arrays)).Serialize(Stream.Null, new Arrays { Many = [second] }));
            foreach (var tier in XmlOracle.Tiers)
                Assert.Throws<NotSupportedException>(
                    () => Xml.Serialize(new Arrays { Many = [second] }, XmlOptions.Default with { Convention = tier }));
        }
    }

    [Fact]
    public void Choices_are_numbered_too()
    {
        // XmlSerializer's code generator fails here.
        string text = Xml.ToText(new Choices { A = [[1, "a"]], B = [[2]] });
        Assert.Contains("<ArrayOfChoice1>", text, StringComparison.Ordinal);
        Assert.Contains("<ArrayOfChoice2>", text, StringComparison.Ordinal);
        Assert.Equal(2, Xml.FromText<Choices>(text).B![0][0]);
    }

    public class Twice
    {
        public int A; public string? S; public Part? C; public List<int>? L; [XmlAnyElement]
        public System.Xml.XmlElement[]? Any;
    }

    [Theory]
    [InlineData("<Twice><A>1</A><A>2</A></Twice>")]
    [InlineData("<Twice><S>1</S><S>2</S><X/><S>3</S></Twice>")]
    [InlineData("<Twice><X/><S>1</S><Y/><S>2</S><A>1</A><Z/></Twice>")]
    [InlineData("<Twice><C><Z>1</Z></C><C><Z>2</Z></C><L><int>1</int></L><L><int>2</int></L></Twice>")]
    [InlineData("<Twice><A xmlns='urn:x'>1</A><q/><A>1</A><A>2</A></Twice>")]
    public void What_comes_twice_goes_to_the_member_that_takes_the_rest(string document)
    {
        XmlOracle.SameReading<Twice>(document);
        XmlOracle.SameReading<Twice>(document, XmlOptions.Default);
    }

    public class OnString { [XmlNamespaceDeclarations] public string? N; public int A; }

    [Fact]
    public void Declarations_of_namespaces_on_another_type_say_nothing() => XmlOracle.Same(new OnString { N = "a", A = 1 });
}
