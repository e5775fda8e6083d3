using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.ComponentModel;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Schema;
using System.Xml.Serialization;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

#pragma warning disable CS0649, CS0169, CA1051, CA2227, IDE0060, CA1708, CA1812

/// <summary>Types of all sorts, each with values: written, read and refused as by the original.</summary>
public partial class XmlTypeCorpus
{
    // Members and their order.
    public class Base { public int B2 { get; set; } public int B1; public virtual int V { get; set; } }
    public class Mid : Base { public int M; public override int V { get; set; } }
    public class Leaf : Mid { [XmlAttribute] public int Att; public int L1 { get; set; } public string? L2; public new int B1; }
    public class Statics
    {
        public static int S; public const int C = 1; public readonly int R = 3; public int Get =>
        4; public int A; public List<int> GetList { get; } = [1]; internal int I; private int P { get; set; }
        public int this[int i] => i;
    }
    public class Shouldy
    {
        public int A = 1; public bool ShouldSerializeA() => B; public bool B; public int C; [XmlIgnore]
        public bool CSpecified { get; set; }
        [XmlAttribute] public int D; [XmlIgnore]
        public bool DSpecified; public string? E; public bool ESpecified;
    }
    public class Defaults
    {
        [DefaultValue(5)] public int A = 5; [DefaultValue("x")] public string? B = "x"; [DefaultValue(DayOfWeek.Monday)]
        public DayOfWeek C = DayOfWeek.Monday; [XmlAttribute, DefaultValue(true)] public bool D = true; [DefaultValue(null)]
        public string? E; [DefaultValue(1.5)] public double F; [DefaultValue(typeof(decimal), "2.5")] public decimal G; [DefaultValue(7)]
        public int? H = 7; [DefaultValue(3)] public long I = 3;
    }
    public class Ordered
    {
        [XmlElement(Order = 3)] public int A; [XmlElement(Order = 1)] public string? B; [XmlArray(Order = 2)]
        public int[]? C; [XmlAttribute] public int D; [XmlElement("e", Order = 0)] public List<int>? E;
    }
    public class OrderedDerived : Ordered { [XmlElement(Order = 2)] public int X; [XmlElement(Order = 1)] public int Y; }
    public struct Struct { public int A; public string? B { get; set; } public int? C; }
    public class HoldsStructs { public Struct S; public Struct? N; public Struct?[]? Items; public ValueTuple<int, string> T; }
    public class Initial
    {
        public List<int> L = [1, 2]; public int[] A = [1,
        2]; public string S = "initial"; public int I = 7; public Struct St = new() { A = 9 };
    }

    // Names.
    [XmlRoot("root", Namespace = "urn:root")]
    public class Rooted
    {
        public int A; public Inner? I; [XmlElement(Namespace = "")] public int None; [XmlElement(Namespace = "urn:e")]
        public Inner? E; [XmlAttribute] public int At; [XmlAttribute(Namespace = "urn:root")]
        public int At2; [XmlAttribute(Namespace = "urn:at")] public int At3;
    }
    public class Inner { public int X; [XmlAttribute] public int Y; [XmlAttribute("q", Form = XmlSchemaForm.Qualified)] public int Z; }
    [XmlType("typed", Namespace = "urn:t")]
    public class Typed
    {
        public int A; [XmlElement("b", Form = XmlSchemaForm.Unqualified)]
        public int B; public Typed? Next; public List<Typed>? List;
    }
    [XmlType(AnonymousType = true)] public class Anonymous { public int A; public Anonymous? Next; }
    [XmlRoot(IsNullable = false)] public class NotNullRoot { public int A; }
    public class Ünïcode { public int Größe; [XmlElement("a b:c")] public int Encoded; [XmlAttribute("x-1.2")] public int D; }
    public class Generic<T1, T2> { public T1? A; public T2? B; public List<T1>? L; }
    [XmlType("Of{T}")] public class Braced<T> { public T? V; }
    public class Nested { public class Nest { public int A; } public Nest? N; }
    public class Nested2 { public class Nest { public int B; } public Nest? N; public Nested? O; }
    public class aB { public int a; }
    public class Names
    {
        public List<aB>? L; public aB[][]? J; public Generic<int,
        aB>[]? G; public List<Braced<int>>? B; public DayOfWeek[]? E; public List<List<List<int>>>? Deep;
    }

    // Collections.
    public class Coll
    {
        public Collection<int>? C; public ObservableCollection<string>? O; public HashSet<int>? H; public ArrayList? A;
        public StringCollection? S; public BindingList<int>? B; public List<object>? Ob; public SortedSet<int>? NotThis;
    }
    public class Coll2
    {
        public Collection<int>? C; public ObservableCollection<string>? O; public HashSet<int>? H; public ArrayList? A;
        public StringCollection? S; public List<object>? Ob; public MyList? M; public MyEnumerable? E;
    }
    public class MyList : List<int>;
    [XmlType("mine", Namespace = "urn:mine")] public class NamedList : List<Inner>;
    [XmlRoot("rl", Namespace = "urn:rl")] public class RootedList : List<Inner>;
    public class MyEnumerable
        : IEnumerable<int>
    {
        readonly List<int> _items = []; public void Add(int i) =>
            _items.Add(i); public IEnumerator<int> GetEnumerator() => _items.GetEnumerator(); IEnumerator IEnumerable.GetEnumerator() =>
                GetEnumerator();
    }
    public class Arrays
    {
        [XmlArray("aa", Namespace = "urn:aa")] public int[]? A; [XmlArray(IsNullable = true)]
        public string[]? B; [XmlArrayItem("i", IsNullable = false)]
        public string?[]? C; [XmlArray("d"), XmlArrayItem("x", typeof(int)), XmlArrayItem("y", typeof(string))]
        public object[]? D; [XmlArrayItem(DataType = "hexBinary")] public byte[][]? E; [XmlArray]
        public byte[]? F; [XmlArrayItem("o", NestingLevel = 0), XmlArrayItem("p", NestingLevel = 1, Namespace = "urn:p")]
        public int[][]? G; [XmlArray(Form = XmlSchemaForm.Unqualified)] public int[]? H; [XmlArrayItem(Form = XmlSchemaForm.Unqualified)]
        public int[]? I;
    }
    [XmlType(Namespace = "urn:arrays")]
    public class ArraysNs
    {
        public int[]? A; [XmlArray(Form = XmlSchemaForm.Unqualified)]
        public int[]? H; [XmlArrayItem(Form = XmlSchemaForm.Unqualified)] public int[]? I; [XmlElement]
        public Inner[]? J; public List<Inner>? K; [XmlAttribute] public int[]? L;
    }
    public class Flat
    {
        [XmlElement("a")] public int[]? A; [XmlElement] public List<Inner>? B; [XmlElement("c", IsNullable = true)]
        public string?[]? C; public string? Z;
    }

    // Subtypes and choices.
    [XmlInclude(typeof(Dog)), XmlInclude(typeof(Cat))] public class Animal { public string? Name; }
    public class Dog : Animal { public int Bark; }
    [XmlType("katze")] public class Cat : Animal { [XmlAttribute] public int Lives; public Animal? Friend; }
    public class Puppy : Dog { public int Age; }
    public abstract class Shape { public int Id; }
    public class Circle : Shape { public double R; }
    public class Square : Shape { public double A; }
    public class Drawing
    {
        [XmlElement("circle", typeof(Circle)), XmlElement("square", typeof(Square))]
        public List<Shape>? Shapes; [XmlElement("one", typeof(Circle)), XmlElement("other", typeof(Square))]
        public Shape? Single; [XmlArrayItem(typeof(Circle)), XmlArrayItem(typeof(Square))] public Shape[]? Wrapped;
    }
    public class Zoo
    {
        public Animal? A; public List<Animal>? All; public object? O; public Animal[]? Array; [XmlElement("f")]
        public Animal[]? Flat;
    }
    public class Siblings { public Shape? S; public Circle? C; public List<Shape>? L; }
    public class Choices
    {
        [XmlElement("i", typeof(int)), XmlElement("s", typeof(string)), XmlElement(typeof(double)),
        XmlElement("in", typeof(Inner)), XmlElement("n", typeof(DateTime))]
        public object[]? Items; [XmlElement("p", typeof(int)), XmlElement("q", typeof(string))] public object? One;
    }
    public enum Names1 { a, b, [XmlEnum("c")] Third, [XmlEnum("urn:d:d")] d }
    public enum Names2 { x, y }
    public class Identified
    {
        [XmlChoiceIdentifier(nameof(Kinds)), XmlElement("a", typeof(int)), XmlElement("b", typeof(int)),
        XmlElement("c", typeof(string)), XmlElement("d", typeof(Inner), Namespace = "urn:d")]
        public object[]? Items; [XmlIgnore]
        public Names1[]? Kinds; public int Between; [XmlChoiceIdentifier("Kind"), XmlElement("x", typeof(int)),
            XmlElement("y", typeof(int))]
        public int One; [XmlIgnore] public Names2 Kind;
    }
    public class TypedElement { [XmlElement("d", typeof(Dog))] public Animal? A; [XmlArrayItem("it", typeof(Dog))] public List<Animal>? L; }

    // Text, any, namespaces.
    public class Mixed
    {
        [XmlText(typeof(string)), XmlElement("in", typeof(Inner)), XmlElement("n", typeof(int))]
        public object[]? Items; [XmlAttribute] public int A;
    }
    public class Texts { [XmlText] public string[]? T; public int A; }
    public class TextAndElement { public int A; [XmlText] public string? T; public int B; }
    public class AnyText { [XmlText, XmlAnyElement] public XmlNode[]? Nodes; }
    public class Any
    {
        public int A; [XmlAnyElement] public XmlElement[]? Rest; [XmlAnyAttribute]
        public XmlAttribute[]? Attributes; public int B;
    }
    public class AnyNamed
    {
        [XmlAnyElement("foo")] public XmlElement? Foo; [XmlAnyElement("bar", Namespace = "urn:bar")]
        public XmlElement[]? Bars; public XmlElement? Wrapped; public XmlNode? Node; public XmlDocument? Document;
    }
    public class Declared
    {
        [XmlNamespaceDeclarations] public XmlSerializerNamespaces? N; [XmlElement(Namespace = "urn:z")]
        public int A; [XmlAttribute(Namespace = "urn:z")] public int B; public XmlQualifiedName? Q; [XmlAttribute]
        public XmlQualifiedName? R; public XmlQualifiedName[]? S;
    }
    public class Serializable
        : IXmlSerializable
    {
        public string? V; XmlSchema? IXmlSerializable.GetSchema() =>
            null; public void ReadXml(XmlReader reader) { V = reader.GetAttribute("v"); reader.Skip(); }
        public void WriteXml(
                XmlWriter writer)
        {
            writer.WriteAttributeString("v", V); writer.WriteElementString("x", "urn:x",
                    "y"); writer.WriteAttributeString("late", "no");
        }
    }
    public class SelfMade
        : IXmlSerializable
    {
        public int A; XmlSchema? IXmlSerializable.GetSchema() =>
            null; public void ReadXml(
                XmlReader reader)
        {
            A = int.Parse(reader.GetAttribute("a")!, null); reader.ReadStartElement(); reader.ReadElementString("p",
                    "urn:p"); reader.ReadEndElement();
        }
        public void WriteXml(
                        XmlWriter writer)
        {
            writer.WriteAttributeString("a", XmlConvert.ToString(A)); writer.WriteElementString("p",
                            "urn:p", "text");
        }
    }
    public class HoldsSerializable
    {
        public SelfMade? S; public SelfMade? Null; public List<SelfMade>? L; [XmlElement("f")]
        public SelfMade[]? F; public XElement? X; [XmlElement(IsNullable = true)] public SelfMade? Nil;
    }

    // Enums and data types.
    [Flags] public enum Flags { None = 0, [XmlEnum("one")] A = 1, B = 2, AB = 3, C = 4 }
    [Flags] public enum FlagsNoZero { A = 1, B = 2 }
    public enum Plain { Zero, [XmlEnum("eins")] One, [XmlIgnore] Hidden, [XmlEnum("")] Empty }
    public enum Big : ulong { Max = ulong.MaxValue, Half = 1ul << 63 }
    public class Enums
    {
        public Flags F; [XmlAttribute] public Flags G; public Plain P; public Plain? Q; public Flags[]? H; [XmlAttribute]
        public Plain[]? I; public object? O; public FlagsNoZero Z;
    }
    public class DataTypes
    {
        [XmlElement(DataType = "date")] public DateTime D; [XmlElement(DataType = "time")]
        public DateTime T; [XmlElement(DataType = "hexBinary")] public byte[]? H; [XmlAttribute(DataType = "hexBinary")]
        public byte[]? H2; [XmlElement(DataType = "token")] public string? Tk; [XmlElement(DataType = "normalizedString")]
        public string? Ns; [XmlElement(DataType = "NMTOKEN")] public string? Nm; [XmlElement(DataType = "Name")]
        public string? Na; [XmlElement(DataType = "NCName")] public string? Nc; [XmlElement(DataType = "integer")]
        public string? In; [XmlElement(DataType = "anyURI")] public string? U; [XmlAttribute(DataType = "ID")]
        public string? Id; [XmlAttribute(DataType = "NMTOKENS")] public string? Ts; [XmlElement("df", DataType = "date")]
        public DateTime[]? Df; [XmlArrayItem(DataType = "time")] public DateTime[]? Dt;
    }
    public class Nillable
    {
        [XmlElement(IsNullable = true)] public string? S; public int? I; [XmlArray(IsNullable = true)]
        public int[]? A; [XmlElement(IsNullable = true)] public Inner? T; [XmlElement(IsNullable = true)]
        public byte[]? B; [XmlElement(IsNullable = true)] public object? O; [XmlElement(IsNullable = true)] public List<int?>? L;
    }

    // Refused.
    public class BadDup { public int A; [XmlElement("A")] public int B; }
    public class BadInterface { public IList<int>? L; }
    public class BadDictionary { public Dictionary<int, int>? D; }
    public class BadSetter { public int A { get; private set; } }
    public class BadOrder { [XmlElement(Order = 2)] public int A; public int B; }
    public class BadAttribute { [XmlAttribute] public Inner? A; }
    public class BadNullableAttribute { [XmlAttribute] public int? A; }
    public class BadCtor(int a) { public int A = a; }
    public record BadRecord(int A, string B);
    public class BadQueue { public Queue<int>? Q; }
    public class BadStack { public Stack<int>? Q; }
    public class BadMulti { public int[,]? A; }
    public class BadDelegate { public Action? A; }
    public class BadUri { public Uri? A; }
    public class BadReadOnly { public ReadOnlyCollection<int>? A; }
    public class BadTuple { public Tuple<int>? A; }
    public class BadTwoTexts { [XmlText] public string? A; [XmlText] public string? B; }
    public class BadHide : Base { public new string? B1; }
    public class BadDate { [XmlElement(DataType = "date")] public DateOnly D; }
    public class BadDataType { [XmlElement(DataType = "int")] public string? D; }
    public class BadException { public Exception? E; }
    internal class BadInternal { public int A; }
    public class Circular { public Circular? Me; }
}
