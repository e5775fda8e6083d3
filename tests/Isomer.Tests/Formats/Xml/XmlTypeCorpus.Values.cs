using System.Collections;
using System.Collections.ObjectModel;
using System.Xml;
using System.Xml.Linq;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

public partial class XmlTypeCorpus
{
    static XmlElement El(string xml)
    {
        var document = new XmlDocument { PreserveWhitespace = true };
        document.LoadXml(xml);
        return document.DocumentElement!;
    }

    static XmlAttribute[] Attributes(string xml) => [.. El(xml).Attributes.Cast<XmlAttribute>()];

    static XmlSerializerNamespaces Namespaces(params string[] pairs)
    {
        var result = new XmlSerializerNamespaces();
        for (int i = 0; i < pairs.Length; i += 2)
            result.Add(pairs[i], pairs[i + 1]);
        return result;
    }

    static readonly Inner I = new() { X = 1, Y = 2, Z = 3 };

    static readonly (Type Type, object?[] Values)[] Values =
    [
        (typeof(Base), [new Base { B1 = 1, B2 = 2, V = 3 }, null]),
        (typeof(Leaf), [new Leaf { Att = 1, L1 = 2, L2 = "<l>", M = 4, V = 5, B1 = 6, B2 = 7 }]),
        (typeof(Statics), [new Statics { A = 2 }]),
        (typeof(Shouldy),
            [new Shouldy { B = true, CSpecified = true, C = 3, DSpecified = true, D = 4, E = "e", ESpecified = true }, new Shouldy(),
                new Shouldy { ESpecified = true }]),
        (typeof(Defaults),
            [new Defaults(), new Defaults { A = 6, B = "y", C = DayOfWeek.Friday, D = false, E = "e", F = 1.5, G = 2.5m, H = null, I = 4 },
                new Defaults { B = null, F = 2, G = 1, H = 1 }]),
        (typeof(Ordered), [new Ordered { A = 1, B = "b", C = [1], D = 4, E = [1, 2] }]),
        (typeof(OrderedDerived), [new OrderedDerived { A = 1, X = 2, Y = 3 }]),
        (typeof(Struct), [new Struct { A = 1, B = "b", C = 3 }, default(Struct)]),
        (typeof(Struct?), [new Struct { A = 1 }, null]),
        (typeof(HoldsStructs),
            [new HoldsStructs { S = new() { A = 1 }, N = new Struct { C = 2 }, Items = [null, new Struct()], T = (1, "t") },
                new HoldsStructs()]),
        (typeof(Initial), [new Initial(), new Initial { L = [], A = [], S = "", I = 0 }]),
        (typeof(Rooted), [new Rooted { A = 1, I = I, None = 2, E = I, At = 3, At2 = 4, At3 = 5 }, null]),
        (typeof(Typed), [new Typed { A = 1, B = 2, Next = new Typed { A = 3 }, List = [new Typed(), new Typed { B = 9 }] }]),
        (typeof(Anonymous), [new Anonymous { A = 1, Next = new Anonymous() }]),
        (typeof(NotNullRoot), [new NotNullRoot { A = 1 }, null]),
        (typeof(Ünïcode), [new Ünïcode { Größe = 1, Encoded = 2, D = 3 }]),
        (typeof(Generic<int, Inner>), [new Generic<int, Inner> { A = 1, B = I, L = [1, 2] }]),
        (typeof(Generic<List<string>, Generic<aB, DateTime?>>),
            [new Generic<List<string>, Generic<aB, DateTime?>> { A = ["x"], B = new() { A = new aB() }, L = [["y"], []] }]),
        (typeof(Braced<int>), [new Braced<int> { V = 1 }]),
        (typeof(Braced<Inner>), [new Braced<Inner> { V = I }]),
        (typeof(List<Braced<Braced<string>>>), [new List<Braced<Braced<string>>> { new() { V = new() { V = "x" } } }]),
        (typeof(Nested), [new Nested { N = new() { A = 1 } }]),
        (typeof(Nested2), [new Nested2()]),
        (typeof(Names),
            [new Names
                { L = [new aB()], J = [[new aB()], []], G = [new() { B = new aB() }], B = [new()], E = [DayOfWeek.Friday],
                    Deep = [[[1], []], []] }, new Names()]),
        (typeof(Coll), [new Coll()]),
        (typeof(Coll2),
            [new Coll2
                { C = [1], O = ["x", null!], H = [3], A = new ArrayList { 1, "s", null }, S = new() { "a", "b" },
                    Ob = [1, "x", null!, new object()], M = [1, 2], E = new MyEnumerable { 1, 2 } }, new Coll2()]),
        (typeof(MyList), [new MyList { 1 }]),
        (typeof(NamedList), [new NamedList { I, null! }]),
        (typeof(RootedList), [new RootedList { I }, null]),
        (typeof(Arrays),
            [new Arrays
                { A = [1], B = ["x", null!], C = ["y", null], D = [1, "z", null!], E = [[1, 2], null!, []], F = [1, 2],
                    G = [[1], [], null!], H = [1], I = [2] }, new Arrays()]),
        (typeof(ArraysNs), [new ArraysNs { A = [1], H = [2], I = [3], J = [I], K = [I, null!], L = [1, 2] }]),
        (typeof(Flat), [new Flat { A = [1, 2], B = [I, I], C = ["a", null], Z = "z" }, new Flat()]),
        (typeof(Animal),
            [new Animal { Name = "a" }, new Dog { Name = "d", Bark = 1 }, new Cat { Lives = 9, Friend = new Dog() }, new Puppy()]),
        (typeof(Zoo),
            [new Zoo { A = new Dog { Bark = 2 }, All = [new Cat(), null!, new Animal()], O = new Cat(), Array = [new Dog()],
                Flat = [new Cat(), new Animal()] }, new Zoo { O = new Puppy() }]),
        (typeof(Shape), [new Circle { R = 1 }, null]),
        (typeof(Drawing),
            [new Drawing
                { Shapes = [new Circle { R = 1 }, new Square { A = 2, Id = 3 }], Single = new Square(),
                    Wrapped = [new Square(), new Circle(), null!] }, new Drawing()]),
        (typeof(Siblings),
            [new Siblings { S = new Circle { R = 1 }, C = new Circle(), L = [new Circle()] }, new Siblings { S = new Square() }]),
        (typeof(Choices),
            [new Choices { Items = [1, "s", 2.5, I, new DateTime(2020, 1, 2)], One = "one" }, new Choices { Items = [], One = 1 },
                new Choices { Items = [1m] }, new Choices { Items = [null!, 1] }]),
        (typeof(Identified),
            [new Identified { Items = [1, 2, "c", I], Kinds = [Names1.b, Names1.a, Names1.Third, Names1.d], One = 5, Kind = Names2.y },
                new Identified { Items = [1], Kinds = [] }, new Identified()]),
        (typeof(TypedElement), [new TypedElement { A = new Dog { Bark = 1 }, L = [new Dog(), null!] }, new TypedElement { A = new Cat() }]),
        (typeof(Mixed), [new Mixed { Items = ["text ", I, " more", 5, "end"], A = 1 }, new Mixed { Items = [I, I] }, new Mixed()]),
        (typeof(Texts), [new Texts { T = ["a", "b"], A = 1 }]),
        (typeof(TextAndElement), [new TextAndElement { T = "text", A = 1, B = 2 }, new TextAndElement { T = "" }, new TextAndElement()]),
        (typeof(AnyText), [new AnyText { Nodes = [El("<e>t<!--c--><f/></e>"), new XmlDocument().CreateTextNode("text")] }]),
        (typeof(Any),
            [new Any { A = 1, Rest = [El("<e1 a='1'>t<n xmlns='urn:n'/></e1>"), El("<p:x xmlns:p='urn:p'><y></y></p:x>")],
                Attributes = Attributes("<r xmlns:k='urn:k' k:at='1' bt='2'/>")[1..], B = 2 }, new Any()]),
        (typeof(AnyNamed),
            [new AnyNamed
                { Foo = El("<foo/>"), Bars = [El("<bar xmlns='urn:bar'>x</bar>"), El("<b:bar xmlns:b='urn:bar'/>")],
                    Wrapped = El("<in><s/></in>"), Node = El("<node/>"), Document = El("<doc/>").OwnerDocument }, new AnyNamed()]),
        (typeof(Declared),
            [new Declared
                { N = Namespaces("z", "urn:z", "y", "urn:y"), A = 1, B = 2, Q = new("n", "urn:y"), R = new("m", "urn:new"),
                    S = [new("o"), new("p", "urn:p")] }, new Declared(), new Declared { N = Namespaces("", "urn:z") }]),
        (typeof(Serializable), [new Serializable { V = "v" }]),
        (typeof(SelfMade), [new SelfMade { A = 1 }, null]),
        (typeof(HoldsSerializable),
            [new HoldsSerializable
                { S = new() { A = 1 }, L = [new(), null!], F = [new(), new() { A = 2 }],
                    X = new XElement("x", new XAttribute("a", 1), "t", new XElement(XName.Get("y", "urn:y"))) }]),
        (typeof(Enums),
            [new Enums
                { F = Flags.A | Flags.C, G = Flags.AB, P = Plain.One, Q = Plain.Zero, H = [Flags.None, Flags.A],
                    I = [Plain.One, Plain.Zero], O = Plain.One, Z = FlagsNoZero.A },
                        new Enums { Z = FlagsNoZero.A | FlagsNoZero.B, F = (Flags)7 }, new Enums(),
                        new Enums { Z = FlagsNoZero.A, F = (Flags)64 }, new Enums { Z = FlagsNoZero.A, P = (Plain)77 },
                        new Enums { Z = FlagsNoZero.A, P = Plain.Hidden }, new Enums { Z = FlagsNoZero.A, P = Plain.Empty }]),
        (typeof(Plain), [Plain.One, Plain.Hidden]),
        (typeof(Plain?), [Plain.One, null]),
        (typeof(List<Flags>), [new List<Flags> { Flags.A, Flags.AB | Flags.C }]),
        (typeof(DataTypes),
            [new DataTypes
                { D = new(2020, 1, 2, 3, 4, 5), T = new(2020, 1, 2, 3, 4, 5, 6), H = [1, 255], H2 = [16], Tk = " a  b ", Ns = "a b",
                    Nm = "a b", Na = "a b", Nc = "a:b", In = "12", U = "http://x/ y", Id = "i", Ts = "a b", Df = [new(2020, 1, 1)],
                    Dt = [default] }, new DataTypes()]),
        (typeof(Nillable),
            [new Nillable(), new Nillable { S = "s", I = 1, A = [1], T = I, B = [1], O = 1, L = [1, null] },
                new Nillable { S = "", A = [], B = [], L = [] }]),
        (typeof(List<object[]>),
            [new List<object[]>
                { new object[] { 1, "a", null!, 1.5, 2m, true, new DateTime(2020, 1, 2), Guid.Empty, (byte)1, 'c', (short)2, 3L, 4f,
                    new byte[] { 1 } }, Array.Empty<object>(), null! }]),
        (typeof(object[]), [new object[] { 1, null!, "x" }]),
        (typeof(object), [new object(), null]),
        (typeof(ArrayList), [new ArrayList { 1, "a", null }]),
        (typeof(Inner[]), [new[] { I, null! }, Array.Empty<Inner>(), null]),
        (typeof(List<int[]>), [new List<int[]> { new[] { 1 }, null! }]),
        (typeof(Dictionary<int, int>), [new Dictionary<int, int>()]),
        (typeof(IList<int>), [new List<int>()]),
        (typeof(BadDup), [new BadDup()]),
        (typeof(BadInterface), [new BadInterface()]),
        (typeof(BadDictionary), [new BadDictionary()]),
        (typeof(BadSetter), [new BadSetter()]),
        (typeof(BadOrder), [new BadOrder()]),
        (typeof(BadAttribute), [new BadAttribute()]),
        (typeof(BadNullableAttribute), [new BadNullableAttribute()]),
        (typeof(BadCtor), [new BadCtor(1)]),
        (typeof(BadRecord), [new BadRecord(1, "b")]),
        (typeof(BadQueue), [new BadQueue()]),
        (typeof(BadStack), [new BadStack()]),
        (typeof(BadMulti), [new BadMulti()]),
        (typeof(BadDelegate), [new BadDelegate()]),
        (typeof(BadUri), [new BadUri()]),
        (typeof(BadReadOnly), [new BadReadOnly()]),
        (typeof(BadTuple), [new BadTuple()]),
        (typeof(BadTwoTexts), [new BadTwoTexts()]),
        (typeof(BadHide), [new BadHide()]),
        (typeof(BadDate), [new BadDate()]),
        (typeof(BadDataType), [new BadDataType()]),
        (typeof(BadException), [new BadException()]),
        (typeof(BadInternal), [new BadInternal()]),
    ];

    public static (Type Type, object?[] Values) ValuesOf(int number) => Values[number];

    public static IEnumerable<(Type Type, object?[] Values)> All => Values;

    public static TheoryData<int, string> Cases
    {
        get
        {
            var cases = new TheoryData<int, string>();
            for (int i = 0; i < Values.Length; i++)
                cases.Add(i, Values[i].Type.Name);
            return cases;
        }
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void Bytes_values_and_refusals_are_XmlSerializers(int number, string name)
    {
        Assert.NotNull(name);
        var (type, values) = Values[number];
        var problems = values.Select(v => XmlOracle.Compare(v, type)).OfType<string>().ToArray();
        Assert.True(problems.Length == 0, string.Join("\n", problems));
    }

    [Fact]
    public void A_cycle_is_refused()
    {
        var circular = new Circular();
        circular.Me = circular;
        Assert.NotNull(Record.Exception(() => new XmlSerializer(typeof(Circular)).Serialize(new StringWriter(), circular)));
        Assert.Throws<NotSupportedException>(() => Xml.Serialize(circular));
    }
}
