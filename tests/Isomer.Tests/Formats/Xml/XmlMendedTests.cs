using System.ComponentModel;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CA1051, CA2227, CA1819

/// <summary>What random runs against XmlSerializer found to differ once, each by itself.</summary>
public class XmlMendedTests
{
    const string Spaces = "xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema'";

    public struct Point { public int X; }
    [XmlInclude(typeof(Far))] public class Near { public int A; }
    public class Far : Near { public int B; }
    public class HasPoint { public Point P; public Point? N; public Near? C; public Guid G; }

    [Theory]
    [InlineData("xsi:type='Point'")]
    [InlineData("xsi:type='Near'")]
    [InlineData("xsi:type='Far'")]
    [InlineData("xsi:type='nosuch'")]
    [InlineData("xsi:type='xsd:int'")]
    [InlineData("xsi:type='xsd:anyType'")]
    [InlineData("xsi:type=''")]
    public void A_struct_is_of_no_other_type(string mark)
    {
        foreach (string name in (string[])["P", "N", "C"])
            XmlOracle.SameReading<HasPoint>($"<HasPoint {Spaces}><{name} {mark}><X>1</X><A>2</A><B>3</B></{name}></HasPoint>");
        XmlOracle.SameReading<Point>($"<Point {Spaces} {mark}><X>1</X></Point>");
        XmlOracle.SameReading<List<Point>>($"<ArrayOfPoint {Spaces}><Point {mark}><X>1</X></Point></ArrayOfPoint>");
    }

    public class Lists
    {
        public List<int>? L;
        public int[]? A;
        [XmlArray(IsNullable = true)] public List<string>? N;
        public List<int[]>? Nested;
        public List<int> Filled = [7];
    }

    [Theory]
    [InlineData("L", "<int>1</int>")]
    [InlineData("A", "<int>1</int>")]
    [InlineData("N", "<string>a</string>")]
    [InlineData("Filled", "<int>1</int>")]
    [InlineData("L", "text<x><y/></x>")]
    public void A_list_that_is_nil_is_empty_whatever_is_in_it(string name, string content)
    {
        XmlOracle.SameReading<Lists>($"<Lists {Spaces}><{name} xsi:nil='true'>{content}</{name}></Lists>");
        XmlOracle.SameReading<Lists>($"<Lists {Spaces}><{name} xsi:nil='1'>{content}</{name}><A><int>5</int></A></Lists>");
        XmlOracle.SameReading<Lists>(
            $"<Lists {Spaces}><Nested><ArrayOfInt xsi:nil='true'>{content}</ArrayOfInt><ArrayOfInt><int>2</int></ArrayOfInt></Nested></Lists>");
        XmlOracle.SameReading<List<int>>($"<ArrayOfInt {Spaces} xsi:nil='true'>{content}</ArrayOfInt>");
    }

    public class Named { public XmlQualifiedName? Q; [XmlAttribute] public XmlQualifiedName? At; }

    [Fact]
    public void A_qualified_name_that_is_empty_is_in_the_default_namespace()
    {
        foreach (string text in (string[])["", " ", "a", ":a"])
        {
            foreach (string root in (string[])["<Named>", "<Named xmlns:p='urn:p'>", "<Named At=''>"])
                XmlOracle.SameReading<Named>($"{root}<Q>{text}</Q></Named>");
            var options = XmlOptions.LikeXmlSerializer with { Convention = Convention.XmlAttributes.WithNamespace("urn:d") };
            string? problem = XmlOracle.CompareReading($"<Named xmlns='urn:d'><Q>{text}</Q></Named>", typeof(Named), options,
                new XmlSerializer(typeof(Named), "urn:d"));
            Assert.True(problem is null, problem);
        }
    }

    public class AnyObject { [XmlAnyElement] public object? Any; }
    public class AnyObjects { [XmlAnyElement] public object[]? Any; }

    [Fact]
    public void Only_nodes_stand_where_any_element_is_declared()
    {
        var element = new XmlDocument().CreateElement("e");
        XmlOracle.Same(new AnyObject { Any = element });
        XmlOracle.Same(new AnyObject { Any = 5 });
        XmlOracle.Same(new AnyObject { Any = "text" });
        XmlOracle.Same(new AnyObject());
        XmlOracle.Same(new AnyObjects { Any = [element] });
        XmlOracle.Same(new AnyObjects { Any = [element, 5] });
    }

    public class Text { [XmlText] public int V; [XmlAttribute] public int A; }
    public class TextAndElement { [XmlText] public int V; public int E; }
    public class StringAndElement { [XmlText] public string? V; public int E; }
    public class NameAndElement { [XmlText] public XmlQualifiedName? V; public int E; }
    public class ListAndElement { [XmlText] public string[]? V; public int E; }
    public class WithAttribute : Text { [XmlAttribute] public int B; }
    public class WithElement : Text { public int E; }
    public class WithText : Empty { [XmlText] public int V; }
    public class WithString : Empty { [XmlText] public string? V; }
    public class Empty;
    public struct TextStruct { [XmlText] public int V; public int E; }

    /// <summary>Both refuse these types, or neither.</summary>
    [Fact]
    public void What_is_a_simple_value_has_no_elements()
    {
        XmlOracle.Same(new Text { V = 1, A = 2 });
        XmlOracle.Same(new TextAndElement());
        XmlOracle.Same(new StringAndElement { V = "a" });
        XmlOracle.Same(new NameAndElement());
        XmlOracle.Same(new ListAndElement { V = ["a"] });
        XmlOracle.Same(new WithAttribute { V = 1, B = 3 });
        XmlOracle.Same(new WithElement());
        XmlOracle.Same(new WithText());
        XmlOracle.Same(new WithString { V = "a" });
        XmlOracle.Same(new TextStruct());
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(new WithElement()));
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(new TextAndElement()));
    }

    public class Defaults
    {
        [DefaultValue(5)] public int A = 5;
        [DefaultValue(true)] public bool B = true;
        [DefaultValue(1.5)] public double D = 1.5;
        [DefaultValue("s")] public string S = "s";
        [DefaultValue(typeof(decimal), "2.5")] public decimal M = 2.5m;
        public int N = 5;
        [DefaultValue(DayOfWeek.Friday)] public DayOfWeek E = DayOfWeek.Friday;
        [XmlAttribute, DefaultValue(5)] public int At = 5;
    }

    [Theory]
    [InlineData("A")]
    [InlineData("B")]
    [InlineData("D")]
    [InlineData("S")]
    [InlineData("M")]
    [InlineData("N")]
    [InlineData("E")]
    public void An_empty_element_of_what_has_a_default_leaves_it(string name)
    {
        XmlOracle.SameReading<Defaults>($"<Defaults><{name}/></Defaults>");
        XmlOracle.SameReading<Defaults>($"<Defaults><{name}></{name}></Defaults>");
        XmlOracle.SameReading<Defaults>($"<Defaults><{name}> </{name}></Defaults>");
        XmlOracle.SameReading<Defaults>($"<Defaults><{name}/><{name}>1</{name}></Defaults>");
    }

    public class SpacesOnClass { [XmlNamespaceDeclarations] public Near? V; }
    public class SpacesOnStruct { [XmlNamespaceDeclarations] public Point V; }
    public class SpacesOnObject { [XmlNamespaceDeclarations] public object? V; }
    public class SpacesOnString { [XmlNamespaceDeclarations] public string? V; }
    public class SpacesOnList { [XmlNamespaceDeclarations] public List<Near>? V; }
    public class SpacesOnNumber { [XmlNamespaceDeclarations] public int V; }

    public class SpacesOn<T> { [XmlNamespaceDeclarations] public T? V; }

    [Fact]
    public void Declarations_of_namespaces_stand_on_their_own_type()
    {
        XmlOracle.Same(new SpacesOn<int?>());
        XmlOracle.Same(new SpacesOn<DayOfWeek>());
        XmlOracle.Same(new SpacesOn<DayOfWeek?>());
        XmlOracle.Same(new SpacesOn<DateOnly?>());
        XmlOracle.Same(new SpacesOn<Point?>());
        XmlOracle.Same(new SpacesOn<XmlElement>());
        XmlOracle.Same(new SpacesOn<XmlNode[]>());
        XmlOracle.Same(new SpacesOn<XmlQualifiedName> { V = new("a", "urn:a") });
        XmlOracle.Same(new SpacesOn<byte[]> { V = [1] });
        XmlOracle.Same(new SpacesOn<Guid>());
        XmlOracle.Same(new SpacesOn<TimeSpan>());
        XmlOracle.Same(new SpacesOn<object[]> { V = [1] });
        XmlOracle.Same(new SpacesOn<XmlSerializerNamespaces> { V = new() });
        XmlOracle.Same(new SpacesOn<XmlSerializerNamespaces[]>());
        XmlOracle.Same(new SpacesOnClass());
        XmlOracle.Same(new SpacesOnStruct());
        XmlOracle.Same(new SpacesOnObject());
        XmlOracle.Same(new SpacesOnString { V = "a" });
        XmlOracle.Same(new SpacesOnList { V = [new() { A = 1 }] });
        XmlOracle.Same(new SpacesOnNumber { V = 1 });
    }

    [Theory]
    [InlineData("<? x?>")]
    [InlineData("<??>")]
    [InlineData("<?1x?>")]
    [InlineData("<?x<y z?>")]
    [InlineData("<?x y<z?>")]
    [InlineData("<?x\ty?>")]
    [InlineData("<?x!?>")]
    [InlineData("<?x?>")]
    [InlineData("<?é y?>")]
    [InlineData("<?xml?>")]
    [InlineData("<?x")]
    public void An_instruction_has_a_name(string instruction)
    {
        XmlOracle.SameReading<Near>($"<Near><A>1</A>{instruction}</Near>");
        XmlOracle.SameReading<Near>($"<Near>{instruction}<A>1</A></Near>");
    }

    public enum Kind { E0, [XmlEnum("b c")] E1 }
    [Flags] public enum Sides { None, Left = 1, Right = 2 }
    public class HasKind
    {
        public Kind K; [XmlAttribute] public Kind At; public Sides S; public Kind[]? L; [XmlAttribute]
        public Kind[]? Al; public object? O; public Kind? N;
    }

    [Theory]
    [InlineData("E0")]
    [InlineData(" E0")]
    [InlineData("E0\n")]
    [InlineData("b c")]
    [InlineData(" ")]
    [InlineData("")]
    [InlineData("<!-- c -->E0")]
    [InlineData("Left Right")]
    [InlineData(" Left\n Right ")]
    public void The_name_of_an_enum_is_a_text_to_the_letter(string text)
    {
        XmlOracle.SameReading<HasKind>($"<HasKind><K>{text}</K></HasKind>");
        XmlOracle.SameReading<HasKind>($"<HasKind><N>{text}</N></HasKind>");
        XmlOracle.SameReading<HasKind>($"<HasKind><S>{text}</S></HasKind>");
        XmlOracle.SameReading<HasKind>($"<HasKind><L><Kind>{text}</Kind></L></HasKind>");
        if (text.Contains('<', StringComparison.Ordinal))
            return;
        XmlOracle.SameReading<HasKind>($"<HasKind At='{text}'/>");
        // A list may have any white space around its items.
        if (text.Length > 0 && text.Trim() == text)
            XmlOracle.SameReading<HasKind>($"<HasKind Al='{text} E0'/>");
    }

    public class Any { public object? O; public object[]? L; }

    [Theory]
    [InlineData("xsi:type='nosuch'")]
    [InlineData("xsi:type='xsd:anyType'")]
    [InlineData("xsi:type='xsd:nosuch'")]
    [InlineData("id='1'")]
    [InlineData("x='1'")]
    [InlineData("xmlns:y='urn:y'")]
    [InlineData("")]
    public void An_element_of_an_unknown_type_is_its_nodes(string mark)
    {
        foreach (string content in (string[])["", "text", "<x/>"])
        {
            XmlOracle.SameReading<Any>($"<Any {Spaces}><O {mark}>{content}</O></Any>");
            XmlOracle.SameReading<Any>($"<Any {Spaces}><L><anyType {mark}>{content}</anyType></L></Any>");
            var read = (Any)new XmlSerializer(typeof(Any)).Deserialize(new StringReader($"<Any {Spaces}><O {mark}>{content}</O></Any>"))!;
            var ours = Xml.FromText<Any>($"<Any {Spaces}><O {mark}>{content}</O></Any>", XmlOptions.LikeXmlSerializer)!;
            Assert.Equal(read.O?.GetType(), ours.O?.GetType());
            if (read.O is XmlNode[] nodes)
                Assert.Equal(nodes.Select(n => n.OuterXml), ((XmlNode[])ours.O!).Select(n => n.OuterXml));
        }
    }

    public class HasDate
    {
        public DateOnly D; public DateOnly? N; public TimeOnly T; public DateTimeOffset O; public TimeSpan S;
        public Guid G; public int I;
    }

    [Theory]
    [InlineData("D", "2020-02-29")]
    [InlineData("N", "2020-02-29")]
    [InlineData("T", "01:02:03")]
    [InlineData("O", "2020-02-29T00:00:00Z")]
    [InlineData("S", "P1D")]
    [InlineData("G", "00112233-4455-6677-8899-aabbccddeeff")]
    [InlineData("I", "5")]
    public void White_space_of_any_kind_around_a_value(string name, string text)
    {
        foreach (string space in (string[])[" ", "\u00a0", "\u2003", "\n\t", "\u0085"])
            XmlOracle.SameReading<HasDate>($"<HasDate><{name}>{space}{text}{space}</{name}></HasDate>");
    }

    [XmlInclude(typeof(Inner)), XmlRoot("rOuter", Namespace = "urn:b")]
    public class Outer { public Outer? O; public Inner? I; }
    public class Inner : Outer { public int V; }

    /// <summary>
    /// What stands in the default namespace is named without a prefix, which means another namespace there: the original cannot read it.
    /// </summary>
    [Fact]
    public void A_type_without_a_namespace_is_found_beneath_one_with()
    {
        var value = new Outer { O = new Inner { V = 5 } };
        byte[] bytes = Xml.Serialize(value, XmlOptions.LikeXmlSerializer);
        var original = new XmlSerializer(typeof(Outer));
        Assert.Equal(System.Text.Encoding.UTF8.GetString(XmlOracle.Write(original, value, null)),
            System.Text.Encoding.UTF8.GetString(bytes));
        foreach (var tier in XmlOracle.Tiers)
            Assert.Equal(5,
                Assert.IsType<Inner>(Xml.Deserialize<Outer>(bytes, XmlOptions.LikeXmlSerializer with { Convention = tier })!.O).V);
        Assert.NotEqual(5, (((Outer)original.Deserialize(new MemoryStream(bytes))!).O as Inner)?.V);
    }

    public class Part { public int V; }
    public class Rows
    {
        public System.Collections.ObjectModel.Collection<Part[]> Rest { get; } =
        []; public List<Part[]>? Set { get; set; }
    }

    /// <summary>Arrays in a collection without a setter are written by both; XmlSerializer reads them as empty ones.</summary>
    [Fact]
    public void Arrays_in_a_collection_without_a_setter_come_back()
    {
        var value = new Rows { Rest = { new Part[] { new() { V = 1 }, new() { V = 2 } } }, Set = [[new() { V = 3 }]] };
        var original = new XmlSerializer(typeof(Rows));
        byte[] bytes = XmlOracle.Write(original, value, null);
        Assert.Empty(Assert.Single(((Rows)original.Deserialize(new MemoryStream(bytes))!).Rest));
        foreach (var tier in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = tier };
            Assert.Equal(bytes, Xml.Serialize(value, options));
            var back = Xml.Deserialize<Rows>(bytes, options)!;
            Assert.Equal([1, 2], Assert.Single(back.Rest).Select(p => p.V));
            Assert.Equal(3, Assert.Single(Assert.Single(back.Set!)).V);
        }
    }

    public class WrongItems { [XmlElement(Type = typeof(int))] public uint[]? A; }

    /// <summary>XmlSerializer takes the bits of each for the other type: 4294967295 is written as -1.</summary>
    [Fact]
    public void Items_of_another_type_than_declared_are_refused()
    {
        Assert.Contains("-1",
            System.Text.Encoding.UTF8.GetString(
                XmlOracle.Write(new XmlSerializer(typeof(WrongItems)), new WrongItems { A = [uint.MaxValue] }, null)),
                    StringComparison.Ordinal);
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(new WrongItems(), XmlOptions.LikeXmlSerializer));
    }

    public class D0 { public D5? N; public int V; }
    [XmlType("ND3", Namespace = "urn:b")] public class D3 : D0 { public int W; }
    public class D5 : D3 { public int X; }
    [XmlType(Namespace = "urn:c")] public class D6 : D5;
    public class D7 : D6;
    public class HasAll { public D0? A; public D3? B; public D5? C; public D6? D; public D7? E; }

    /// <summary>A base that says nothing of a namespace is in that of the class that derives from it, at each step.</summary>
    [Fact]
    public void Members_of_a_base_are_in_the_namespace_of_the_next_class()
    {
        XmlOracle.Same(new D0 { N = new() { V = 1, W = 2, X = 3, N = new() } });
        XmlOracle.Same(new D5 { V = 1, W = 2, X = 3 });
        XmlOracle.Same(new D6 { V = 1, W = 2, X = 3 });
        XmlOracle.Same(new D7 { V = 1, W = 2, X = 3 });
        XmlOracle.Same(
            new HasAll
            {
                A = new() { V = 1 },
                B = new() { V = 1, W = 2 },
                C = new() { V = 1, X = 3 },
                D = new() { V = 1, W = 2, X = 3 },
                E = new() { V = 1, X = 3 }
            });
    }

    [XmlRoot("r", Namespace = "urn:a")]
    public class Prefixed
    {
        public int A; [XmlElement(Namespace = "urn:b")] public Prefixed? B; [XmlAttribute(Namespace = "urn:b")]
        public int C;
    }

    [Theory]
    [InlineData("=urn:a a=urn:a")]
    [InlineData("a=urn:a =urn:a")]
    [InlineData("b=urn:a a=urn:a =urn:a")]
    [InlineData("=urn:b a=urn:a")]
    [InlineData("=urn:a")]
    [InlineData("=urn:b")]
    [InlineData("b=urn:b")]
    [InlineData("=urn:a b=urn:b c=urn:b")]
    public void A_prefix_goes_before_the_default_namespace(string prefixes)
    {
        var namespaces = new XmlSerializerNamespaces();
        foreach (string pair in prefixes.Split(' '))
            namespaces.Add(pair.Split('=')[0], pair.Split('=')[1]);
        XmlOracle.Same(new Prefixed { A = 1, B = new() { A = 2, C = 3 } }, XmlOptions.LikeXmlSerializer with { Namespaces = namespaces });
        XmlOracle.Same(new Near { A = 1 }, XmlOptions.LikeXmlSerializer with { Namespaces = namespaces });
    }

    public class ListsInArray { public int A; public List<int>[]? B; }
    [XmlInclude(typeof(Inc))] public class IncBase { public int A; }
    public class Inc : IncBase { public int B; }

    /// <summary>XmlSerializer cannot be made for one.</summary>
    [Fact]
    public void Arrays_of_lists_come_back()
    {
        Assert.Throws<NullReferenceException>(() => XmlOracle.Write(new XmlSerializer(typeof(ListsInArray)), new ListsInArray(), null));
        foreach (var tier in XmlOracle.Tiers)
        {
            var options = XmlOptions.LikeXmlSerializer with { Convention = tier };
            Assert.Equal([[1], []],
                Xml.Deserialize<ListsInArray>(Xml.Serialize(new ListsInArray { B = [[1], []] }, options), options)!.B!);
        }
    }

    /// <summary>What is included stands in the default namespace; the original does not find it where its base stands in another.</summary>
    [Fact]
    public void An_included_type_is_found_where_its_base_is_in_another_namespace()
    {
        var options = XmlOptions.LikeXmlSerializer with { Root = new XmlRootAttribute("given") { Namespace = "urn:g" } };
        Assert.Contains("was not expected", XmlOracle.Compare(new Inc { B = 1 }, typeof(IncBase), options), StringComparison.Ordinal);
        byte[] bytes = Xml.Serialize<IncBase>(new Inc { B = 1 }, options);
        Assert.Equal(1, Assert.IsType<Inc>(Xml.Deserialize<IncBase>(bytes, options)).B);
    }

    public class AnyAttributes { [XmlAnyAttribute] public List<char>? V; }
    public class OneType { [XmlElement(Type = typeof(int))] public object? V; public int A; }
    public class TextSpecified { [XmlText] public string? V; [XmlIgnore] public bool VSpecified; }

    /// <summary>Where XmlSerializer fails late, or not at all, and says nothing.</summary>
    [Fact]
    public void Differences_that_the_page_names()
    {
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(new AnyAttributes(), XmlOptions.LikeXmlSerializer));
        XmlOracle.Write(new XmlSerializer(typeof(AnyAttributes)), new AnyAttributes(), null);
        Assert.IsType<NullReferenceException>(
            Assert.Throws<InvalidOperationException>(
                () => XmlOracle.Write(new XmlSerializer(typeof(OneType)), new OneType(), null)).InnerException);
        Assert.Null(
            Xml.Deserialize<OneType>(Xml.Serialize(new OneType { A = 1 }, XmlOptions.LikeXmlSerializer),
                XmlOptions.LikeXmlSerializer)!.V);
        Assert.False(
            ((TextSpecified)new XmlSerializer(typeof(TextSpecified)).Deserialize(
                new StringReader("<TextSpecified>a</TextSpecified>"))!).VSpecified);
        Assert.True(Xml.FromText<TextSpecified>("<TextSpecified>a</TextSpecified>", XmlOptions.LikeXmlSerializer)!.VSpecified);
    }

    [XmlInclude(typeof(Elsewhere))]
    [XmlRoot("elsewhere", Namespace = "urn:a")]
    public class ElsewhereBase { public Elsewhere? E; }

    [XmlRoot("e2")]
    public class Elsewhere : ElsewhereBase { public int N; }

    /// <summary>Included it is in the default namespace, as the type of a member in that of the root: the original knows both.</summary>
    [Theory]
    [InlineData("<elsewhere xmlns='urn:a' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='Elsewhere'/>")]
    [InlineData("<elsewhere xmlns='urn:a' xmlns:d='urn:d' xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xsi:type='d:Elsewhere'/>")]
    public void A_type_that_stands_in_two_namespaces_is_found_in_both(string document)
    {
        foreach (var tier in XmlOracle.Tiers)
            Assert.IsType<Elsewhere>(
                Xml.FromText<ElsewhereBase>(document,
                    XmlOptions.LikeXmlSerializer with { Convention = tier.WithNamespace("urn:d") }));
        Assert.IsType<Elsewhere>(new XmlSerializer(typeof(ElsewhereBase), "urn:d").Deserialize(new StringReader(document)));
        Assert.Throws<WireFormatException>(
            () => Xml.FromText<ElsewhereBase>(document.Replace("Elsewhere'", "Nowhere'", StringComparison.Ordinal)));
    }

    public class Qualified
    {
        [XmlElement(DataType = "token")]
        public string? Token; public object? Any; public XmlQualifiedName? E; [XmlAttribute] public XmlQualifiedName? A;
    }

    [Theory]
    [InlineData("<Qualified xmlns:q='urn:x'><E>q:a\u00a0</E></Qualified>")]
    [InlineData("<Qualified xmlns:q='urn:x'><E> q:a \u3000 </E></Qualified>")]
    [InlineData("<Qualified xmlns:q='urn:x'><E>\u00a0</E></Qualified>")]
    [InlineData("<Qualified xmlns:q='urn:x' A='q:a '></Qualified>")]
    [InlineData("<Qualified xmlns:q='urn:x' A=' q:a'></Qualified>")]
    [InlineData("<Qualified xml:space=' preserve'><E/></Qualified>")]
    [InlineData("<Qualified xml:space='default\t'><E/></Qualified>")]
    [InlineData("<Qualified><Token>\u00a0a b\u3000</Token></Qualified>")]
    [InlineData("<Qualified xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance'><Any xsi:type=':Qualified'><E>a</E></Any></Qualified>")]
    [InlineData("<?xml version='1.0 '?><Qualified/>")]
    [InlineData("<?xml version='1.0\n'?><Qualified/>")]
    [InlineData("<?xml version=' 1.0'?><Qualified/>")]
    public void White_space_around_what_has_a_meaning(string document) => XmlOracle.SameReading<Qualified>(document);

    [Flags]
    public enum Spaced { [XmlEnum("a b")] AB = 1, C = 2 }
    public class ArraysOfObjects { [XmlElement("f")] public object[][]? V; }
    public class EmptyCompanion { [System.ComponentModel.DefaultValue((byte)10)] public byte V; [XmlIgnore] public bool VSpecified; }

    [Fact]
    public void More_differences_that_the_page_names()
    {
        string flags = Xml.ToText(Spaced.AB);
        Assert.Equal(Spaced.AB, Xml.FromText<Spaced>(flags));
        Assert.Throws<InvalidOperationException>(() => new XmlSerializer(typeof(Spaced)).Deserialize(new StringReader(flags)));
        byte[] arrays = Xml.Serialize(new ArraysOfObjects { V = [[1, "a"], []] });
        Assert.Equal(2, Xml.Deserialize<ArraysOfObjects>(arrays)!.V!.Length);
        Assert.Contains("<f><anyType",
            XmlOracle.Compare(new ArraysOfObjects { V = [[1]] }, typeof(ArraysOfObjects), XmlOptions.LikeXmlSerializer)!.Replace("\n", "",
                StringComparison.Ordinal).Replace(" ", "", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.True(
            ((EmptyCompanion)new XmlSerializer(typeof(EmptyCompanion)).Deserialize(
                new StringReader("<EmptyCompanion><V/></EmptyCompanion>"))!).VSpecified);
        Assert.Throws<WireFormatException>(() => Xml.FromText<EmptyCompanion>("<EmptyCompanion><V/></EmptyCompanion>"));
    }

    public class Speaks { public object? O { get; set; } public Spoken? B { get; set; } }

    [XmlInclude(typeof(SpokenMore))]
    public class Spoken { public int A { get; set; } }

    public class SpokenMore : Spoken { public int C { get; set; } }

    /// <summary>White space in xsi:type is part of the name: refused where a type is declared, nodes behind object.</summary>
    [Theory]
    [InlineData("<B xsi:type='SpokenMore'><C>5</C></B>")]
    [InlineData("<B xsi:type='SpokenMore '><C>5</C></B>")]
    [InlineData("<B xsi:type=' SpokenMore'><C>5</C></B>")]
    [InlineData("<O xsi:type='SpokenMore '><C>5</C></O>")]
    [InlineData("<O xsi:type='SpokenMore&#10;'><C>5</C></O>")]
    [InlineData("<O xsi:type='xsd:int '>5</O>")]
    [InlineData("<O xsi:type=' xsd:int'>5</O>")]
    [InlineData("<O xsi:type='xsd: int'>5</O>")]
    public void White_space_in_the_name_of_a_type(string content)
    {
        string document = $"<Speaks xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' xmlns:xsd='http://www.w3.org/2001/XMLSchema'>{content}</Speaks>";
        Speaks? theirs = null;
        if (Record.Exception(() => theirs = (Speaks)new XmlSerializer(typeof(Speaks)).Deserialize(new StringReader(document))!) is not null)
        {
            Assert.Throws<WireFormatException>(() => Xml.Deserialize<Speaks>(System.Text.Encoding.UTF8.GetBytes(document)));
            return;
        }
        object? ours = new IsomerXmlSerializer(typeof(Speaks)).Deserialize(new StringReader(document));
        Assert.Equal(theirs!.B?.GetType(), ((Speaks)ours!).B?.GetType());
        Assert.Equal(theirs.O?.GetType(), ((Speaks)ours).O?.GetType());
    }
}
