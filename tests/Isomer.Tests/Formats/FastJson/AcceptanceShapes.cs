using System.Collections;
using System.Collections.Specialized;
using System.Data;
using System.Xml.Serialization;

namespace Isomer.Tests.Formats.FastJson;

/// <summary>Classes of the shapes that fastJSON's own tests have.</summary>
public static class AcceptanceShapes
{
    public class Base { public string? Name { get; set; } public string? Code { get; set; } }
    public class Class1
        : Base
    {
        public Guid guid { get; set; }
        public static Class1 Of(string name, string code) =>
            new() { Name = name, Code = code, guid = Guid.NewGuid() };
    }
    public class Class2 : Base { public string? description { get; set; } }

    public class Retclass
    {
        public object? ReturnEntity { get; set; }
        public string? Name { get; set; }
        public string? Field1;
        public int Field2;
        public object? obj;
        public string ppp => "sdfas df ";
        public DateTime date { get; set; }
        public DataTable? ds { get; set; }
    }

    public struct Retstruct
    {
        public object? ReturnEntity { get; set; }
        public string? Name { get; set; }
        public string? Field1;
        public int Field2;
        public readonly string ppp => "sdfas df ";
        public DateTime date { get; set; }
        public DataTable? ds { get; set; }
    }

    public class Nested { public List<Retclass> List = []; public Dictionary<string, Retstruct> Map = []; }

    public class NoExt
    {
        [XmlIgnore] public string? Name { get; set; }
        public string? Address { get; set; }
        public int Age { get; set; }
        public Base[]? objs { get; set; }
        public Dictionary<string, Class1>? dic { get; set; }
        public NoExt? intern { get; set; }
    }

    public enum Gender { Male, Female }

    public class Colclass
    {
        public bool booleanValue { get; set; } = true;
        public DateTime date { get; set; } = DateTime.Now;
        public string multilineString { get; set; } = "abc\r\n{ some [ tricky ] \"text\" }\r\nسلام فارسی\t\\\r\n";
        public List<Base> items { get; set; } = [];
        public decimal ordinaryDecimal { get; set; } = 3;
        public double ordinaryDouble { get; set; } = 0.001;
        public bool isNew { get; set; } = true;
        public string laststring { get; set; } = "" + DateTime.Now;
        public Gender gender { get; set; } = Gender.Female;
        public DataSet? dataset { get; set; }
        public Dictionary<string, Base>? stringDictionary { get; set; }
        public Dictionary<Base, Base>? objectDictionary { get; set; }
        public Dictionary<int, Base>? intDictionary { get; set; }
        public Guid? nullableGuid { get; set; }
        public decimal? nullableDecimal { get; set; }
        public double? nullableDouble { get; set; }
        public Hashtable? hash { get; set; }
        public Base[]? arrayType { get; set; }
        public byte[]? bytes { get; set; }
        public int[] intarray { get; set; } = [1, 2, 3, 4, 5];
    }

    public class Point
    {
        public int X { get; set; }
        public int Y { get; set; }
        public override bool Equals(object? obj) =>
        obj is Point p && p.X == X && p.Y == Y; public override int GetHashCode() => X + Y;
    }
    public class Circle { public Point? Center { get; set; } public int Radius { get; set; } }
    public class Il { public IList? list; public string? name; }
    public interface IThing { string? name { get; set; } }
    public class Thing : IThing { public string? name { get; set; } public int extra { get; set; } }
    public class It { public IThing? i { get; set; } public string name = "bb"; }
    public class Arrays2
    {
        public int[]? ints { get; set; }
        public string[]? strs; public int[]?[]? int2d
        {
            get; set;
        }
        public int[]?[]?[]? int3d; public Base?[]?[]? class2d;
    }
    public enum Letters { A = 65, B = 90, C = 100 }
    public class WithConst { public const int Fixed = 3; public Letters e; public Letters f { get; set; } }
    public abstract class Abstract { public string? Text { get; set; } }
    public abstract class AbstractOf<T> : Abstract { public T? Value { get; set; } }
    public class ConcreteA : AbstractOf<int> { public int A { get; set; } }
    public class ConcreteB : AbstractOf<string> { public string? B { get; set; } }
    public class Special { public NameValueCollection nv = []; public StringDictionary sd = []; }
    public class Ctor(int age) { public int age = age; }
    public class Lol { public List<List<object>>? r; }
    public class Lol2 { public List<object[]>? r; }
    public class Statics { public static string Shared = "s"; public static int Prop { get; set; } = 5; public int own { get; set; } }
    public struct StaticStruct
    {
        public static string Shared = "s"; public static int Prop { get; set; } =
        5; public int own { get; set; }
        public StaticStruct() { }
    }
    public class Holder<T> { public T? value { get; set; } }
    public class Dicts
    {
        public Dictionary<string, List<string>>? lists; public Dictionary<string, byte[]>? bytes; public Dictionary<int,
        Dictionary<string, double>>? nested; public Dictionary<string, Dictionary<string, string>>? strings;
    }
    public class ReadOnlys
    {
        public int a =>
        1; public List<string> list { get; } =
            []; public readonly int r = 4; public static readonly string S = "constant"; public int b { get; set; }
    }
    class Hidden { public int a; public string? b { get; set; } }
    public static object HiddenOne(int a) => new Hidden { a = a, b = "b" };
    public static Type HiddenType => typeof(Hidden);
    public static int HiddenA(object? hidden) => ((Hidden)hidden!).a;
    public class Initialised { public Class1? one { get; set; } = new(); public string? s = "s"; }

    public static JsonOptions Known { get; } = FastJsonCheck.Types(typeof(Retclass), typeof(Retstruct), typeof(Nested), typeof(NoExt),
        typeof(Colclass), typeof(Class1), typeof(Class2), typeof(Base), typeof(Circle), typeof(Point),
        typeof(Il), typeof(Thing), typeof(It), typeof(Arrays2), typeof(WithConst), typeof(ConcreteA), typeof(ConcreteB), typeof(Special),
        typeof(Ctor), typeof(Lol), typeof(Lol2), typeof(Statics), typeof(Dicts), typeof(ReadOnlys), HiddenType, typeof(Initialised));

    public static JsonOptions KnownPlain { get; } = Known with { FastJsonRules = new() { Types = FastJsonTypes.None } };

    public static DataTable Table(string name = "Table1", int rows = 100)
    {
        var table = new DataTable(name);
        foreach (var (column, type) in new[] { ("col1", typeof(int)), ("col2", typeof(string)), ("col3", typeof(Guid)),
            ("col4", typeof(string)), ("col5", typeof(bool)), ("col6", typeof(string)), ("col7", typeof(string)) })
            table.Columns.Add(column, type);
        var random = new Random(3);
        for (int i = 0; i < rows; i++)
            table.Rows.Add(random.Next(), "" + random.Next(), Guid.NewGuid(), "" + random.Next(), true, "" + random.Next(),
                i == 3 ? null : "" + random.Next());
        table.AcceptChanges();
        return table;
    }

    public static DataSet Set()
    {
        var set = new DataSet("DS");
        set.Tables.Add(Table());
        set.Tables.Add(Table("Table2"));
        return set;
    }

    public static Retclass Return(object? entity = null) => new()
    {
        Name = "hello",
        Field1 = "dsasdF",
        Field2 = 2312,
        date = new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        ds = Table(),
        ReturnEntity = entity ?? Guid.NewGuid(),
    };

    public static Retstruct ReturnStruct() =>
        new() { Name = "hello", Field1 = "dsasdF", Field2 = 2312, date = DateTime.UtcNow, ds = Table(), ReturnEntity = 5 };

    public static Colclass Object(bool exotic = false, bool dataset = false)
    {
        var c = new Colclass
        {
            items = [Class1.Of("1", "1"), new Class2 { Name = "2", Code = "2", description = "desc1" }, Class1.Of("3", "3"),
                new Class2 { Name = "4", Code = "4", description = "desc2" }]
        };
        if (!exotic)
            return c;
        Class1 one() => Class1.Of("0", "hello");
        Class2 two() => new() { Name = "1", Code = "code", description = "desc" };
        c.nullableGuid = Guid.NewGuid();
        c.nullableDouble = 100.003;
        c.nullableDecimal = 3.14m;
        c.bytes = new byte[1024];
        c.hash = new Hashtable { [one()] = two(), [two()] = one() };
        c.stringDictionary = new() { ["name1"] = two(), ["name2"] = one() };
        c.intDictionary = new() { [1] = two(), [2] = one() };
        c.objectDictionary = new() { [one()] = two(), [two()] = one() };
        c.arrayType = [new Class1(), new Class2()];
        c.dataset = dataset ? Set() : null;
        return c;
    }
}
