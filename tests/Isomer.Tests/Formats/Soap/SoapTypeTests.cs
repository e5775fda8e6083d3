using System.Collections;
using System.ComponentModel;
using System.Xml;
using System.Xml.Serialization;
using Isomer.Calls;
using Isomer.Formats;
using Xunit;

namespace Isomer.Tests.Formats.OfSoap;

#pragma warning disable CS0649, CA1051, CA1819, CA2227

/// <summary>Mappings of types in the encoding of SOAP's section 5: the framework's bytes, and its values back.</summary>
public class SoapTypeTests
{
    public class Plain { public int Id; public string? Name; public bool Yes; public Plain? Next; }
    public class Scalars
    {
        public byte B; public sbyte SB; public short S; public ushort US; public int I; public uint UI; public long L; public ulong UL;
        public float F; public double D; public decimal M;
        public char C; public bool Is; public string? Text; public DateTime Time; public TimeSpan Span; public Guid Id;
        public DateTimeOffset Offset; public byte[]? Bytes; public XmlQualifiedName? Q;
    }
    public class Dates { public DateOnly Day; public TimeOnly At; }
    public class DataTypes
    {
        [SoapElement(DataType = "date")] public DateTime Day; [SoapElement(DataType = "time")]
        public DateTime At; [SoapElement(DataType = "hexBinary")] public byte[]? Hex;
        [SoapElement(DataType = "Name")] public string? N; [SoapElement(DataType = "NCName")]
        public string? NC; [SoapElement(DataType = "NMTOKEN")] public string? T; [SoapElement(DataType = "NMTOKENS")] public string? Ts;
        [SoapElement(DataType = "anyURI")] public string? Uri; [SoapElement(DataType = "normalizedString")]
        public string? Norm; [SoapElement(DataType = "token")] public string? Token; [SoapElement(DataType = "integer")] public string? Big;
    }
    public class Nullables
    {
        public int? A; public DateTime? B; public Colour? C; [SoapElement(IsNullable = true)]
        public int? D; [SoapElement(IsNullable = true)] public string? S; [SoapElement(IsNullable = true)]
        public Plain? P; [SoapElement(IsNullable = true)] public int[]? L; public Guid? G; public Point? Pt;
    }
    public struct Point { public int X; public int Y; public string? Label; }
    public enum Colour { Red, [SoapEnum("grün")] Green, [SoapEnum("light blue")] Blue, [SoapIgnore] Hidden }
    [Flags] public enum Marks { None = 0, A = 1, [SoapEnum("bee")] B = 2, C = 4 }
    public class Enums
    {
        public Colour C; public Marks M; [DefaultValue(Marks.A | Marks.C)]
        public Marks D = Marks.A | Marks.C; public object? O; public Colour[]? All;
    }
    [SoapType("node", "urn:t")]
    public class Named
    {
        [SoapElement("the-id")] public int Id; [SoapAttribute("at")]
        public string? At; [SoapAttribute(Namespace = "urn:a")] public int Other; [SoapIgnore]
        public int No; public Named? Self; [SoapAttribute(DataType = "hexBinary")] public byte[]? Hex; [SoapAttribute] public byte[]? Base;
    }
    public class Lists
    {
        public int[]? Ints; public string?[]? Texts; public List<int>? List; public List<Plain?>? Plains;
        public ArrayList? Any; public object?[]? Objects; public int[][]? Jagged; public byte[][]? Chunks; public Plain?[]? Array;
    }
    public class ReadOnlyList { public List<string> Items { get; } = []; public MyList Mine { get; } = new(); }
    public class MyList : ICollection
    {
        readonly List<string> _items = [];
        public void Add(string item) => _items.Add(item);
        public string this[int index] => _items[index];
        public int Count => _items.Count;
        public bool IsSynchronized => false;
        public object SyncRoot => this;
        public void CopyTo(Array array, int index) => ((ICollection)_items).CopyTo(array, index);
        public IEnumerator GetEnumerator() => _items.GetEnumerator();
    }
    [SoapInclude(typeof(Dog)), SoapInclude(typeof(Cat))] public abstract class Animal { public string? Name; }
    public class Dog : Animal { public int Barks; }
    [SoapType("cat", "urn:cats")] public class Cat : Animal { public Animal? Prey; }
    public class Zoo { public Animal? First; public Animal? Second; public Animal?[]? All; public object? Any; }
    public class Holder { public object? O; public object? P; }
    public class Conditional
    {
        public int A; public bool ASpecified; public string? B; public bool ShouldSerializeB() =>
        B != "no"; [DefaultValue(5)] public int C = 5; [DefaultValue("")] public string? D = "";
    }
    public class Base { public int X; public virtual int V { get; set; } }
    public class Derived : Base { public int Y; public override int V { get; set; } }
    public class Hiding : Base { public new int X; }
    public record Equal(int A) { public Equal() : this(0) { } public int A { get; set; } = A; }
    public class Equals2 { public Equal? One; public Equal? Two; }
    [SoapType(IncludeInSchema = false)] public class Generic<T> { public T? Value; }
    public class WithNode { public XmlElement? E; }
    public class Strange { [SoapElement("a b")] public int A; [SoapElement("x:y")] public int B; }

    static Plain Chain(int count) => count == 0 ? null! : new Plain { Id = count, Name = "n" + count, Next = Chain(count - 1) };

    static Scalars Full => new()
    {
        B = 255,
        SB = -128,
        S = -1,
        US = 65535,
        I = -5,
        UI = 7,
        L = long.MinValue,
        UL = ulong.MaxValue,
        F = 1.5f,
        D = double.NaN,
        M = 1.10m,
        C = 'x',
        Is = true,
        Text = " a<&\r\nb\t ",
        Time = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        Span = TimeSpan.FromSeconds(90),
        Id = new Guid("11112222-3333-4444-5555-666677778888"),
        Offset = new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(2)),
        Bytes = [1, 2, 255],
        Q = new XmlQualifiedName("n", "urn:q"),
    };

    [Fact]
    public void Objects_stand_behind_the_root()
    {
        var oracle = SoapOracle.Of<Plain>();
        oracle.Same(new Plain { Id = 1, Name = "a" });
        oracle.Same(Chain(5));
        oracle.Same(null);
        var ring = new Plain { Id = 1 };
        ring.Next = new Plain { Id = 2, Next = ring };
        oracle.Same(ring);
        oracle.Same(ring, SoapOracle.Soap12);
        oracle.Same(Chain(5), SoapOracle.Soap12);
        oracle.Same(Chain(2), id: "pre-");
        oracle.Same(Chain(2), "http://schemas.xmlsoap.org/soap/encoding/");
        SoapOracle.Of<Plain>("urn:d").Same(Chain(3));
        SoapOracle.Of<Plain>("urn:d").Same(Chain(3), SoapOracle.Soap12);
    }

    [Fact]
    public void Scalars_have_their_types()
    {
        SoapOracle.Of<Scalars>().Same(Full);
        SoapOracle.Of<Scalars>("urn:s").Same(Full, SoapOracle.Soap12);
        SoapOracle.Of<Scalars>().Same(new Scalars { Bytes = [], Q = new XmlQualifiedName("local") });
        SoapOracle.Of<Scalars>().Same(new Scalars { Bytes = [1], Q = null, Text = "" });
        SoapOracle.Of<Dates>().Same(new Dates { Day = new DateOnly(2020, 1, 2), At = new TimeOnly(3, 4, 5, 6) });
    }

    [Fact]
    public void What_is_null_and_not_nullable()
    {
        SoapOracle.Of<Scalars>().Same(new Scalars());
        SoapOracle.Of<DataTypes>().Same(new DataTypes());
        SoapOracle.Of<Lists>().Same(new Lists());
        SoapOracle.Of<Named>().Same(new Named());
        SoapOracle.Of<Holder>().Same(new Holder());
    }

    [Fact]
    public void Data_types_are_said() => SoapOracle.Of<DataTypes>().Same(new DataTypes
    {
        Day = new DateTime(2020, 1, 2),
        At = new DateTime(2020, 1, 2, 3, 4, 5),
        Hex = [1, 255],
        N = "a:b",
        NC = "a b",
        T = "x y",
        Ts = "a b",
        Uri = "http://x",
        Norm = "a b",
        Token = " a ",
        Big = "123",
    });

    [Fact]
    public void Nullables_are_nil_or_left_out()
    {
        var oracle = SoapOracle.Of<Nullables>();
        oracle.Same(new Nullables());
        oracle.Same(
            new Nullables
            { A = 1, B = new DateTime(2020, 1, 2), C = Colour.Green, D = 2, S = "s", P = new Plain(), L = [1], G = Guid.Empty });
        oracle.Same(new Nullables(), SoapOracle.Soap12);
        oracle.Same(new Nullables { Pt = new Point { X = 1, Label = "l" } }, isRead: false);
    }

    [Fact]
    public void Enums_have_names_and_types()
    {
        var oracle = SoapOracle.Of<Enums>();
        oracle.Same(new Enums { C = Colour.Blue, M = Marks.A | Marks.B, O = Colour.Green, All = [Colour.Red, Colour.Blue] });
        oracle.Same(new Enums { C = Colour.Green, M = Marks.None, D = Marks.C, O = Marks.B | Marks.C });
        oracle.Same(new Enums { C = (Colour)17 });
        oracle.Same(new Enums { M = (Marks)9 });
        oracle.Same(new Enums { C = Colour.Hidden });
        SoapOracle.Of<Enums>("urn:e").Same(new Enums { C = Colour.Blue, O = Colour.Green, All = [Colour.Red] });
        SoapOracle.Of<Colour>().Same(Colour.Green);
        SoapOracle.Of<Marks>("urn:m").Same(Marks.A | Marks.B);
    }

    [Fact]
    public void Names_namespaces_and_attributes()
    {
        var named = new Named { Id = 1, At = "a\"<", Other = 3, Hex = [1, 254], Base = [1, 254], Self = new Named { Id = 2 } };
        SoapOracle.Of<Named>().Same(named);
        SoapOracle.Of<Named>("urn:d").Same(named);
        SoapOracle.Of<Named>("urn:d").Same(named, SoapOracle.Soap12);
        SoapOracle.Of<Strange>().Same(new Strange { A = 1, B = 2 });
        SoapOracle.Of<Generic<int>>().Same(new Generic<int> { Value = 1 });
        SoapOracle.Of<Generic<Plain>>("urn:g").Same(new Generic<Plain> { Value = new Plain() });
    }

    [Fact]
    public void Arrays_and_collections()
    {
        var shared = new Plain { Id = 9 };
        var lists = new Lists
        {
            Ints = [1, 2],
            Texts = ["a", null, ""],
            Any = [1, "x", null, shared, 2.5],
            Objects = [1, "x", null, shared, new[] { 1, 2 }],
            Chunks = [[1], [2, 3]],
            Array = [shared, null, shared]
        };
        SoapOracle.Of<Lists>().Same(lists);
        SoapOracle.Of<Lists>("urn:l").Same(lists);
        SoapOracle.Of<Lists>().Same(new Lists { Ints = [], Texts = [], Any = [], Objects = [], Array = [] });
        SoapOracle.Of<Lists>().Same(new Lists { Jagged = [[1], [], [2, 3]] });
        SoapOracle.Of<Lists>().Same(new Lists { List = [1, 2], Plains = [shared, null, new Plain()] });
        SoapOracle.Of<ReadOnlyList>().Same(new ReadOnlyList { Items = { "a", "b" }, Mine = { "c" } });
        SoapOracle.Of<ReadOnlyList>().Same(new ReadOnlyList());
    }

    /// <summary>The original writes arrays where they stand in SOAP 1.2, and fails at reading those that go into a collection.</summary>
    [Fact]
    public void Arrays_of_soap_1_2()
    {
        var shared = new Plain { Id = 9 };
        var oracle = SoapOracle.Of<Lists>("urn:l");
        string document = oracle.Same(
            new Lists
            {
                Ints = [1, 2],
                Texts = ["a", null, ""],
                Objects = [1, "x", null, shared],
                Chunks = [[1], [2, 3]],
                Array = [shared, null, shared]
            }, SoapOracle.Soap12);
        Assert.DoesNotContain("refused", oracle.ReadByOriginal(document, SoapOracle.Soap12), StringComparison.Ordinal);
        oracle.Same(new Lists { Ints = [], Texts = [], Objects = [], Array = [], Jagged = [[1], [], [2, 3]] }, SoapOracle.Soap12);
        var lists = new Lists { List = [1, 2], Any = [1, "x", shared], Plains = [shared, null], Array = [shared] };
        document = oracle.Same(lists, SoapOracle.Soap12, isRead: false);
        Assert.Equal("!refused", oracle.ReadByOriginal(document, SoapOracle.Soap12));
        Assert.StartsWith(Dump.Of(lists), oracle.ReadByOurs(document, SoapOracle.Soap12), StringComparison.Ordinal);
    }

    /// <summary>The original writes a root that is an array under another name than it reads, and gives null.</summary>
    [Fact]
    public void Roots_that_are_arrays_come_back()
    {
        Back(SoapOracle.Of<int[]>(), new[] { 1, 2 });
        Back(SoapOracle.Of<Plain[]>("urn:p"), new[] { new Plain(), null });
        Back(SoapOracle.Of<string[]>(), new[] { "a" });
        Back(SoapOracle.Of<List<Plain>>(), new List<Plain> { new() });
        Back(SoapOracle.Of<List<int>>(), new List<int> { 1, 2 });

        static void Back(SoapOracle oracle, object value)
        {
            string document = oracle.Same(value, isRead: false);
            Assert.StartsWith("null", oracle.ReadByOriginal(document), StringComparison.Ordinal);
            Assert.StartsWith(Dump.Of(value) + " then", oracle.ReadByOurs(document), StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Roots_of_every_kind()
    {
        SoapOracle.Of<int>().Same(5);
        SoapOracle.Of<string>().Same("s");
        SoapOracle.Of<string>("urn:s").Same("s");
        SoapOracle.Of<DateTime>().Same(new DateTime(2020, 1, 2));
        SoapOracle.Of<byte[]>().Same(new byte[] { 1, 2 });
        SoapOracle.Of<Guid>().Same(Guid.Empty);
        SoapOracle.Of<int?>().Same(5);
        SoapOracle.Of<int?>().Same(null);
        SoapOracle.Of<string[]>().Same(null);
        SoapOracle.Of<object>().Same(1);
        SoapOracle.Of<object>().Same(true);
        SoapOracle.Of<object>().Same("abc");
        SoapOracle.Of<object>().Same(null);
        SoapOracle.Of<object>().Same(new XmlQualifiedName("a", "urn:x"));
        SoapOracle.Of<object>().Same(new[] { 1, 2 });
        SoapOracle.Of<object>().Same(new Plain());
        SoapOracle.Of<Point>().Same(new Point { X = 1, Y = 2, Label = "l" });
        SoapOracle.Of<Point>("urn:p").Same(new Point { X = 1 });
    }

    [Fact]
    public void Derived_types_are_named()
    {
        var cat = new Cat { Name = "c", Prey = new Dog { Name = "d", Barks = 3 } };
        var zoo = new Zoo { First = cat, Second = cat.Prey, All = [cat, null, new Dog()], Any = cat };
        SoapOracle.Of<Zoo>().Same(zoo);
        SoapOracle.Of<Zoo>("urn:z").Same(zoo);
        SoapOracle.Of<Zoo>().Same(zoo, SoapOracle.Soap12);
        SoapOracle.Of<Animal>().Same(cat);
        SoapOracle.Of<Holder>(null, null, typeof(Plain)).Same(new Holder { O = new Plain(), P = new[] { new Plain() } });
        SoapOracle.Of<Holder>().Same(new Holder { O = new Plain() });
        SoapOracle.Of<Holder>().Same(new Holder { O = new Uri("http://x") });
        SoapOracle.Of<Derived>().Same(new Derived { X = 1, Y = 2, V = 3 });
        SoapOracle.Of<Base>().Same(new Derived { X = 1, Y = 2, V = 3 });
        SoapOracle.Of<Base>(null, null, typeof(Derived)).Same(new Derived { X = 1, Y = 2, V = 3 });
        SoapOracle.Of<Hiding>().Same(new Hiding { X = 1 });
    }

    [Fact]
    public void Any_value_where_object_is_declared()
    {
        foreach (object? value in new object?[] { 1, "s", 2.5, true, 'c', 1m, new DateTime(2020, 1, 2), TimeSpan.FromSeconds(1), Guid.Empty,
            new byte[] { 1 }, new XmlQualifiedName("n", "urn:q"), new XmlQualifiedName("n"), DateTimeOffset.UnixEpoch, new[] { 1 },
            new object[] { 1, "x" }, new List<string> { "a" }, (byte)1, (sbyte)1, 1u, 1ul, 1f, (short)1, (ushort)1, 1L, new object(),
            DBNull.Value, new DateOnly(2020, 1, 2), new Point() })
        {
            SoapOracle.Of<Holder>().Same(new Holder { O = value });
            SoapOracle.Of<Holder>("urn:h").Same(new Holder { O = value, P = value }, SoapOracle.Soap12);
        }
        SoapOracle.Of<Holder>(null, null, typeof(Point), typeof(Colour))
            .Same(new Holder { O = new Point { X = 1, Label = "l" }, P = Colour.Green });
    }

    [Fact]
    public void Members_that_are_not_always_written()
    {
        SoapOracle.Of<Conditional>().Same(new Conditional());
        SoapOracle.Of<Conditional>().Same(new Conditional { A = 1, ASpecified = true, B = "no", C = 6, D = "d" });
        SoapOracle.Of<Conditional>().Same(new Conditional { A = 1, B = "yes" });
    }

    [Fact]
    public void Equal_objects_are_one_as_there() => SoapOracle.Of<Equals2>().Same(new Equals2 { One = new Equal(1), Two = new Equal(1) });

    [Fact]
    public void Overrides_stand_in_place_of_attributes()
    {
        var overrides = new SoapAttributeOverrides();
        overrides.Add(typeof(Plain), nameof(Plain.Id), new SoapAttributes { SoapElement = new SoapElementAttribute("number") });
        overrides.Add(typeof(Plain), nameof(Plain.Yes), new SoapAttributes { SoapIgnore = true });
        overrides.Add(typeof(Plain), nameof(Plain.Name), new SoapAttributes { SoapAttribute = new SoapAttributeAttribute("n") });
        overrides.Add(typeof(Plain), new SoapAttributes { SoapType = new SoapTypeAttribute("Other", "urn:o") });
        SoapOracle.Of<Plain>(null, overrides).Same(Chain(3));
        SoapOracle.Of<Plain>("urn:d", overrides).Same(Chain(3), SoapOracle.Soap12);
    }

    [Fact]
    public void Prefixes_of_the_caller()
    {
        foreach (var names in new XmlQualifiedName[][] { [new("p", "urn:d")], [new("", "urn:d")], [new("", "")],
            [new("q1", "urn:x"), new("q3", "urn:d")], [new("", "urn:other"), new("x", "urn:t")],
            [new("xsi", "http://www.w3.org/2001/XMLSchema-instance")], [new("e", "http://schemas.xmlsoap.org/soap/encoding/")] })
        {
            var namespaces = new XmlSerializerNamespaces(names);
            SoapOracle.Of<Plain>("urn:d").Same(Chain(3), namespaces: namespaces);
            SoapOracle.Of<Named>("urn:d").Same(new Named { Id = 1, Self = new Named() }, namespaces: namespaces);
            SoapOracle.Of<Lists>("urn:d").Same(new Lists { Ints = [1], Array = [new Plain()] }, namespaces: namespaces);
            SoapOracle.Of<int>().Same(3, namespaces: namespaces);
            SoapOracle.Of<XmlQualifiedName>().Same(new XmlQualifiedName("n", "urn:n"), namespaces: namespaces);
        }
    }

    [Fact]
    public void Enums_as_attributes_are_what_they_are_there()
    {
        var oracle = SoapOracle.Of<EnumAttribute>();
        oracle.Same(new EnumAttribute { A = 1 });
        oracle.Same(new EnumAttribute { C = Colour.Green }, isRead: false);
    }

    public class EnumAttribute { [SoapAttribute] public int A; [SoapAttribute] public Colour C; }
}
