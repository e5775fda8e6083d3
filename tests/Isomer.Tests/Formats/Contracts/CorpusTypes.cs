// The corpus: types of every rule of the data contracts, shared by the tests of ContractXml, ContractJson and Xml.
using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using System.Xml;

#pragma warning disable CA1034, CA1051, CA2227, CS0649, CS0169, CS0414, IDE0044, IDE0051, SYSLIB0050, SYSLIB0051, CA1711, CA1720, CA1028
#pragma warning disable CA2217, CA1008

[DataContract]
public class ContractOfNoNamespace
{
    [DataMember]
    public int X { get; set; }
}

namespace Isomer.Tests.Corpus
{
    [DataContract]
    public class Scalars
    {
        [DataMember] public bool Bool;
        [DataMember] public char Char;
        [DataMember] public sbyte SByte;
        [DataMember] public byte Byte;
        [DataMember] public short Short;
        [DataMember] public ushort UShort;
        [DataMember] public int Int;
        [DataMember] public uint UInt;
        [DataMember] public long Long;
        [DataMember] public ulong ULong;
        [DataMember] public float Float;
        [DataMember] public double Double;
        [DataMember] public decimal Decimal;
        [DataMember] public DateTime DateTime;
        [DataMember] public DateTimeOffset DateTimeOffset;
        [DataMember] public TimeSpan TimeSpan;
        [DataMember] public Guid Guid;
        [DataMember] public DateOnly DateOnly;
        [DataMember] public TimeOnly TimeOnly;
        [DataMember] public string? String;
        [DataMember] public byte[]? Bytes;
        [DataMember] public Uri? Uri;
        [DataMember] public XmlQualifiedName? QName;
        [DataMember] public Color Color;
        [DataMember] public Rights Rights;
    }

    [DataContract]
    public class Nullables
    {
        [DataMember] public bool? Bool;
        [DataMember] public char? Char;
        [DataMember] public int? Int;
        [DataMember] public double? Double;
        [DataMember] public decimal? Decimal;
        [DataMember] public DateTime? DateTime;
        [DataMember] public DateTimeOffset? DateTimeOffset;
        [DataMember] public TimeSpan? TimeSpan;
        [DataMember] public Guid? Guid;
        [DataMember] public DateOnly? DateOnly;
        [DataMember] public TimeOnly? TimeOnly;
        [DataMember] public Color? Color;
        [DataMember] public Pair? Pair;
    }

    public enum Color { Red, Green, Blue = 7 }

    [Flags]
    public enum Rights { None = 0, Read = 1, Write = 2, Execute = 4, All = 7 }

    [Flags]
    public enum NoZero { A = 1, B = 2 }

    [DataContract(Name = "Renamed", Namespace = "urn:enums")]
    public enum Marked
    {
        [EnumMember(Value = "first value")] A,
        [EnumMember] B,
        C,
    }

    public enum Small : byte { Zero, Most = 255 }

    public enum Huge : ulong { Zero, Most = ulong.MaxValue }

    public enum Negative : long { Least = long.MinValue, MinusOne = -1, Zero }

    [DataContract]
    public struct Pair
    {
        [DataMember] public int A;
        [DataMember] public string? B;
    }

    public struct PlainStruct
    {
        public int A;

        public string? B { get; set; }
    }

    [DataContract]
    public class Ordered
    {
        [DataMember(Order = 1)] public int B = 1;
        [DataMember] public string? zero;
        [DataMember(Order = 0)] public int Zero0;
        [DataMember(Order = 1)] public int A;
        [DataMember] public string? Zero;
        [DataMember] public int _u;
        [DataMember(Name = "é")] public int Acute;
        [DataMember(Order = 5)] public int Last;
    }

    [DataContract(Namespace = "urn:base")]
    public class Level0
    {
        [DataMember] public int Z0 = 1;
        [DataMember(Order = 3)] public string? A0;
    }

    [DataContract(Namespace = "urn:mid")]
    public class Level1 : Level0
    {
        [DataMember] public int B1;
        [DataMember] public Level0? Inner;
    }

    [DataContract(Name = "L2", Namespace = "")]
    public class Level2 : Level1
    {
        [DataMember] public int C2;
    }

    [DataContract]
    public class Names
    {
        [DataMember(Name = "a b")] public int Space;
        [DataMember(Name = "1x")] public int Digit;
        [DataMember(Name = "a:b")] public int Colon;
        [DataMember(Name = "$x")] public int Dollar;
        [DataMember(Name = "x<y>")] public int Angles;
        [DataMember(Name = "_x0020_")] public int Encoded;
        [DataMember(Name = "日本")] public int Japanese;
        [DataMember(Name = "ThisIsAVeryLongMemberNameWhichIsLongerThanAnyVectorThatIsCopiedAtOnce")] public int Long;
    }

    [DataContract(Name = "Strange Name", Namespace = "urn:strange?a=1&b=2")]
    public class Strange
    {
        [DataMember] public string? Text;
    }

    [Serializable]
    public class Fields
    {
        int _private = 1;
        protected string? Protected = "p";
        public readonly int ReadOnly = 2;
        [NonSerialized] public int Skipped = 3;
        [OptionalField] public int Optional = 4;

        public int Auto { get; set; } = 5;

        public int Sum() => _private + ReadOnly + Skipped + Optional + Auto;
    }

    [Serializable]
    public class MoreFields : Fields
    {
        int _private = 10;

        public int Own() => _private;
    }

    public class Plain
    {
        public int Field;
        public readonly int ReadOnlyField = 5;

        public int Property { get; set; } = 42;

        public int GetOnly => 1;

        public int PrivateSet { get; private set; }

        public int Init { get; init; }

        public string? Text { get; set; }

        [IgnoreDataMember]
        public int Ignored { get; set; }

        public List<int> Filled { get; } = [];

        internal int Internal { get; set; }
    }

    public class PlainChild : Plain
    {
        public int Alpha { get; set; }

        public Plain? Other { get; set; }
    }

    public class PrivateConstructor
    {
        PrivateConstructor() => A = 3;

        public int A { get; set; }

        public static PrivateConstructor Create() => new();
    }

    public record InitRecord
    {
        public int A { get; init; }

        public string? B { get; init; }
    }

    public record struct RecordStruct(int A, string? B);

    [DataContract]
    public record MarkedRecord([property: DataMember] int A, [property: DataMember] string? B);

    public class PlainOfContract : Level0
    {
        public int Own { get; set; }
    }

    [DataContract]
    public class Virtuals
    {
        [DataMember] public virtual int V { get; set; } = 1;
    }

    [DataContract]
    public class Overrides : Virtuals
    {
        int _v;

        [DataMember] public override int V { get => _v + 100; set => _v = value; }

        [DataMember] public int W { get; set; }
    }

    [DataContract]
    public class Shadows : Level0
    {
        [DataMember] public new int Z0 = 5;
    }

    [DataContract]
    public class Outer
    {
        [DataContract]
        public class Nested
        {
            [DataMember] public int A;

            [DataContract]
            public class Deeper
            {
                [DataMember] public int B;
            }
        }

        public class Generic<T>
        {
            public T? Value { get; set; }
        }

        [DataMember] public Nested? N;
        [DataMember] public Nested.Deeper? D;
        [DataMember] public Generic<int>? G;
    }

    [DataContract]
    public class Gen<T>
    {
        [DataMember] public T? Value;
    }

    [DataContract(Name = "My{0}And{1}")]
    public class Gen2<T, U>
    {
        [DataMember] public T? First;
        [DataMember] public U? Second;
    }

    [DataContract(Name = "Hashed{0}{#}", Namespace = "urn:g")]
    public class Hashed<T>
    {
        [DataMember] public T? Value;
    }

    public class OuterOf<T>
    {
        public class In
        {
            public T? A { get; set; }
        }

        public class In2<U>
        {
            public T? A { get; set; }

            public U? B { get; set; }
        }
    }

    [DataContract]
    public class Collections
    {
        [DataMember] public int[]? Array;
        [DataMember] public List<string?>? List;
        [DataMember] public Collection<int>? Collection;
        [DataMember] public HashSet<int>? Set;
        [DataMember] public LinkedList<string>? Chain;
        [DataMember] public IList<int>? IList;
        [DataMember] public ICollection<string>? ICollection;
        [DataMember] public IEnumerable<int>? IEnumerable;
        [DataMember] public int[][]? Jagged;
        [DataMember] public List<List<Level0>>? Lists;
        [DataMember] public List<int?>? Optional;
        [DataMember] public List<Level0?>? Objects;
        [DataMember] public Pair[]? Structs;
        [DataMember] public List<byte[]?>? Blobs;
        [DataMember] public char[]? Chars;
        [DataMember] public sbyte[]? SBytes;
        [DataMember] public Color[]? Enums;
        [DataMember] public List<Guid>? Guids;
        [DataMember] public ArrayList? Untyped;
        [DataMember] public object?[]? Things;
        [DataMember] public List<DateTime>? Dates;
        [DataMember] public List<Uri?>? Uris;
        [DataMember] public List<DateTimeOffset>? Offsets;
    }

    [DataContract]
    public class Maps
    {
        [DataMember] public Dictionary<string, int>? Plain;
        [DataMember] public Dictionary<int, Level0?>? Objects;
        [DataMember] public SortedDictionary<string, string?>? Sorted;
        [DataMember] public IDictionary<string, int>? Interface;
        [DataMember] public Hashtable? Untyped;
        [DataMember] public Dictionary<Color, List<int>>? Lists;
        [DataMember] public Dictionary<string, Dictionary<string, int>>? Nested;
        [DataMember] public Dictionary<Pair, Guid>? StructKeys;
    }

    [CollectionDataContract(Name = "Cust", Namespace = "urn:c", ItemName = "It")]
    public class NamedList : List<string>;

    [CollectionDataContract]
    public class UnnamedList : List<Level0>;

    [CollectionDataContract(Name = "Map", Namespace = "urn:m", ItemName = "Entry", KeyName = "K", ValueName = "V")]
    public class NamedMap : Dictionary<string, int>;

    [CollectionDataContract]
    public class UnnamedMap : Dictionary<string, Level0>;

    [CollectionDataContract(Name = "Of{0}", ItemName = "one")]
    public class GenericList<T> : List<T>;

    public class PlainList : List<int>;

    public class Addable : IEnumerable<int>
    {
        readonly List<int> _items = [];

        public void Add(int item) => _items.Add(item);

        public IEnumerator<int> GetEnumerator() => _items.GetEnumerator();

        IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
    }

    [DataContract]
    public class NamedCollections
    {
        [DataMember] public NamedList? A;
        [DataMember] public UnnamedList? B;
        [DataMember] public NamedMap? C;
        [DataMember] public UnnamedMap? D;
        [DataMember] public GenericList<int>? E;
        [DataMember] public PlainList? F;
        [DataMember] public Addable? G;
        [DataMember] public List<NamedList>? H;
    }

    [DataContract]
    public class GetOnlyList
    {
        List<int>? _items;

        [DataMember] public List<int> Items => _items ??= [];
    }

    [DataContract]
    public class Defaults
    {
        [DataMember(EmitDefaultValue = false)] public int Int;
        [DataMember(EmitDefaultValue = false)] public string? Text;
        [DataMember(EmitDefaultValue = false)] public int? Optional;
        [DataMember(EmitDefaultValue = false)] public List<int>? List;
        [DataMember(EmitDefaultValue = false)] public Pair Struct;
        [DataMember(EmitDefaultValue = false)] public Color Color;
        [DataMember(EmitDefaultValue = false)] public DateTime Date;
        [DataMember(EmitDefaultValue = false)] public bool Bool;
        [DataMember] public int Always;
    }

    [DataContract]
    public class Required
    {
        [DataMember(IsRequired = true)] public int A;
        [DataMember] public int B;
        [DataMember(IsRequired = true)] public string? C;
    }

    [DataContract]
    public class RequiredAndOmitted
    {
        [DataMember(IsRequired = true, EmitDefaultValue = false)] public int A;
    }

    [DataContract]
    [KnownType(typeof(Circle)), KnownType(typeof(Square))]
    public abstract class Shape
    {
        [DataMember] public string? Name;
    }

    [DataContract]
    public class Circle : Shape
    {
        [DataMember] public double Radius;
    }

    [DataContract(Namespace = "urn:square")]
    public class Square : Shape
    {
        [DataMember] public int Side;
        [DataMember] public Shape? Inside;
    }

    [DataContract]
    [KnownType(nameof(Types))]
    public class Holder
    {
        [DataMember] public object? Any;
        [DataMember] public Shape? Shape;
        [DataMember] public List<Shape?>? Shapes;
        [DataMember] public List<object?>? Things;
        [DataMember] public IComparable? Interface;
        [DataMember] public Dictionary<string, object?>? Map;

        static IEnumerable<Type> Types() =>
            [typeof(Level0), typeof(int[]), typeof(Color), typeof(List<string>), typeof(Dictionary<string, int>), typeof(Pair),
                typeof(Marked), typeof(DateTimeOffset)];
    }

    [DataContract(IsReference = true)]
    public class Linked
    {
        [DataMember] public string? Name;
        [DataMember] public Linked? Next;
        [DataMember] public List<Linked?>? Others;
    }

    [DataContract]
    public class SharesNodes
    {
        [DataMember] public Linked? A;
        [DataMember] public Linked? B;
        [DataMember] public Level0? C;
        [DataMember] public Level0? D;
    }

    [DataContract]
    public class Callbacks
    {
        public List<string> Calls { get; private set; } = [];

        [DataMember] public int A;

        [OnSerializing] void Writing(StreamingContext context) => A++;

        [OnSerialized] void Written(StreamingContext context) => A--;

        [OnDeserializing] void Reading(StreamingContext context) => Calls = ["reading"];

        [OnDeserialized] void Read(StreamingContext context) => Calls.Add($"read {A}");
    }

    [DataContract]
    public class Other
    {
        [DataMember] public Elsewhere.Far? Far;
        [DataMember] public Elsewhere.Far[]? Array;
        [DataMember] public Dictionary<string, Elsewhere.Far>? Map;
        [DataMember] public Elsewhere.FarStruct Struct;
        [DataMember] public Elsewhere.FarStruct? Optional;
        [DataMember] public KeyValuePair<string, int> Entry;
        [DataMember] public Tuple<int, string>? Tuple;
        [DataMember] public (int A, string? B) ValueTuple;
        [DataMember] public Version? Version;
        [DataMember] public Queue<int>? Queue;
        [DataMember] public Elsewhere.FarEnum FarEnum;
        [DataMember] public List<Elsewhere.FarEnum>? FarEnums;
    }

    [DataContract]
    public class Empty;

    [Serializable]
    public class Entries : ISerializable
    {
        public int A;
        public string? B;
        public object? C;

        public Entries()
        {
        }

        protected Entries(SerializationInfo info, StreamingContext context)
        {
            A = info.GetInt32("a");
            B = info.GetString("b b");
            C = info.GetValue("c", typeof(object));
        }

        public void GetObjectData(SerializationInfo info, StreamingContext context)
        {
            info.AddValue("a", A);
            info.AddValue("b b", B);
            info.AddValue("c", C);
        }
    }

    public class WritesItself : System.Xml.Serialization.IXmlSerializable
    {
        public int Attribute;
        public string? Child;

        public System.Xml.Schema.XmlSchema? GetSchema() => null;

        public void ReadXml(XmlReader reader)
        {
            Attribute = int.Parse(reader.GetAttribute("att")!, System.Globalization.CultureInfo.InvariantCulture);
            bool empty = reader.IsEmptyElement;
            reader.Read();
            if (empty)
                return;
            Child = Uri.UnescapeDataString(reader.ReadElementContentAsString("child", "urn:child"));
            reader.ReadEndElement();
        }

        public void WriteXml(XmlWriter writer)
        {
            writer.WriteAttributeString("att", Attribute.ToString(System.Globalization.CultureInfo.InvariantCulture));
            if (Child is not null)
                writer.WriteElementString("child", "urn:child", Uri.EscapeDataString(Child)); // XmlWriter refuses half a surrogate pair
        }
    }

    [DataContract]
    public class HoldsXml
    {
        [DataMember] public System.Xml.Linq.XElement? Linq;
        [DataMember] public XmlElement? Element;
        [DataMember] public XmlNode[]? Nodes;
        [DataMember] public WritesItself? Own;
        [DataMember] public List<WritesItself>? Owns;
        [DataMember] public Entries? Entries;
        [DataMember] public object? Any;
        [DataMember] public Exception? Error;
        [DataMember] public int Last;
    }

    [DataContract]
    public class Extensible : IExtensibleDataObject
    {
        [DataMember] public int B;
        [DataMember] public string? M;

        public ExtensionDataObject? ExtensionData { get; set; }
    }

    [DataContract(Name = "Extensible")]
    public class Extended
    {
        [DataMember] public string? A;
        [DataMember] public int B;
        [DataMember] public Level0? C;
        [DataMember] public string? M;
        [DataMember] public List<int>? Z;
        [DataMember] public object? ZZ;
    }

    [DataContract]
    public class Recursive
    {
        [DataMember] public Recursive? Child;
        [DataMember] public List<Recursive>? Children;
        [DataMember] public int Value;
    }
}

namespace Isomer.Tests.Corpus.Elsewhere
{
    [DataContract]
    public class Far
    {
        [DataMember] public Level0? Back;
        [DataMember] public Nearby? Nearby;
        [DataMember] public int[]? Numbers;
    }

    [DataContract(Namespace = "urn:nearby")]
    public class Nearby
    {
        [DataMember] public Far? Far;
        [DataMember] public Level1? Deep;
    }

    [DataContract]
    public struct FarStruct
    {
        [DataMember] public int A;
        [DataMember] public Pair Pair;
    }

    public enum FarEnum { One, Two }
}
