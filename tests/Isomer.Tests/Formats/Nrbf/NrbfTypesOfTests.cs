using System.Collections;
using System.Collections.ObjectModel;
using System.Runtime.Serialization;

// The patterns of an older age are what is tested; fields are read by the formatters.
#pragma warning disable SYSLIB0050, SYSLIB0051, CS0672, CS0414, IDE0051, IDE0044, CA1823

namespace Isomer.Tests.Formats.OfNrbf;

[Serializable]
public struct Place
{
    public int X;
    public int Y;
    public string? Name;
}

[Serializable]
public class Link
{
    public int Value;
    public Link? Next;
}

public enum Hue : short
{
    Red,
    Green,
}

[Serializable]
public class Level
{
    public int A;
    protected string? Guarded = "guarded";
    string? _hidden;
    internal int Inner = 4;

    public string? Hidden { get => _hidden; set => _hidden = value; }
}

[Serializable]
public class Upper : Level
{
    public decimal C;
    public DateTime When;
    public int? Perhaps;
    public object? Something;
    public object? Anything;
    public Hue Hue;
    public Place Place;
    [NonSerialized] public int Skipped = 7;
    string? _hidden = "of the upper level";

    public string? Auto { get; set; }

    public string? OfUpper => _hidden;
}

[Serializable]
public class Itself
{
    public ReadOnlyCollection<object>? All;
}

[Serializable]
public class Faces
{
    public IComparable? Comparable;
    public ValueType? Value;
    public Enum? Number;
    public Array? Array;
    public object?[]? Objects;
    public System.Collections.IList? Nothing;
}

/// <summary>Writes entries, and says in what order it was called.</summary>
[Serializable]
public class Entered : ISerializable, IDeserializationCallback
{
    [NonSerialized] public List<string> Calls = [];

    public string? Name;
    public int Count;
    public Link? Inner;
    public List<int>? List;

    public Entered()
    {
    }

    protected Entered(SerializationInfo info, StreamingContext context)
    {
        Calls = [.. Calls ?? [], "constructor"];
        Name = info.GetString("n");
        Count = info.GetInt32("c");
        Inner = (Link?)info.GetValue("i", typeof(Link));
        List = (List<int>?)info.GetValue("l", typeof(List<int>));
    }

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        info.AddValue("n", Name);
        info.AddValue("c", Count);
        info.AddValue("i", Inner);
        info.AddValue("l", List);
        info.AddValue("z", null);
        info.AddValue("e", DayOfWeek.Friday);
        info.AddValue("d", 1.5m);
        info.AddValue("p", new Place { X = 3 });
    }

    [OnDeserialized]
    // the original calls it before the constructor, if the object is the innermost
    void Read(StreamingContext context) => (Calls ??= []).Add("read");

    public void OnDeserialization(object? sender) => Calls.Add("graph");
}

[Serializable]
public class Framework
{
    public DateTimeOffset At;
    public DateTimeOffset? Perhaps;
    public DateTimeOffset? Never;
    public System.Numerics.BigInteger Number;
    public nint Pointer;
    public Guid Guid;
    public KeyValuePair<string, int> Pair;
    public (int, string) Tuple;
    public Version? Version;
    public TimeSpan? Span;
}

/// <summary>Has what is no data, and holds none of it.</summary>
[Serializable]
public class Heard
{
    public int Value;

    public event EventHandler? Changed;

    public void Tell() => Changed?.Invoke(this, EventArgs.Empty);
}

[Serializable]
public class Arrays
{
    public DateTime[]? Times;
    public TimeSpan[]? Spans;
    public decimal[]? Sums;
    public char[]? Chars;
    public bool[]? Bits;
    public nint[]? Pointers;
    public Guid[]? Guids;
    public DateTime[,]? Plane;
    public DateTime?[]? Perhaps;
}

[Serializable]
public class Single
{
    public DBNull? One;
}

/// <summary>One object that stands for another.</summary>
[Serializable]
public sealed class Only : IObjectReference
{
    public static readonly Only Instance = new();

    public object GetRealObject(StreamingContext context) => Instance;
}

/// <summary>Entries of one name each, declared as what is given.</summary>
[Serializable]
public class Declaring : ISerializable
{
    [NonSerialized] readonly Type[] _declared;
    readonly object?[] _values;

    public Declaring(params (Type Declared, object? Value)[] entries) =>
        (_declared, _values) = ([.. entries.Select(static e => e.Declared)], [.. entries.Select(static e => e.Value)]);

    protected Declaring(SerializationInfo info, StreamingContext context)
    {
        var (declared, values) = (new List<Type>(), new List<object?>());
        foreach (var entry in info)
        {
            declared.Add(entry.ObjectType);
            values.Add(entry.Value);
        }
        (_declared, _values) = ([.. declared], [.. values]);
    }

    public void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        for (int i = 0; i < _values.Length; i++)
            info.AddValue("e" + i, _values[i], _declared[i]);
    }
}

[Serializable]
public class Places : List<Place>
{
    int _size = 77;
    public string? Title;
    protected List<Link>? More;

    public int OwnSize => _size;

    public void Add(Link link) => (More ??= []).Add(link);
}

[Serializable]
public class PlacesOfATown : Places
{
    public decimal Area = 1.5m;
    public short Code;
    public object? Mayor;
}

[Serializable]
public class Drawer : Collection<Link>
{
    public int Width;

    protected override void InsertItem(int index, Link item) => throw new InvalidOperationException("No hook is called.");

    public void Put(Link item) => Items.Add(item);
}

[Serializable]
public class Watched : ObservableCollection<string>
{
    public Guid Id;
}

[Serializable]
public class Line : Queue<int>
{
    public Line? Next;
}

[Serializable]
public class Pile : ArrayList
{
    public Pile? Me;
}

[Serializable]
public class Ranks : SortedList<string, int>
{
    public bool Open = true;
}

[Serializable]
public class ByValue : KeyedCollection<int, Link>
{
    public string? Name;

    public ByValue()
    {
    }

    public ByValue(int threshold) : base(null, threshold)
    {
    }

    protected override int GetKeyForItem(Link item) => item.Value;
}

[Serializable]
public class Registry : Dictionary<string, Link>
{
    public int Edition;

    public Registry()
    {
    }

    protected Registry(SerializationInfo info, StreamingContext context) : base(info, context) => Edition = info.GetInt32("edition");

    public override void GetObjectData(SerializationInfo info, StreamingContext context)
    {
        base.GetObjectData(info, context);
        info.AddValue("edition", Edition);
    }
}

[Serializable]
public class Table : Hashtable
{
    public Table()
    {
    }

    protected Table(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }
}

[Serializable]
public class Names : HashSet<long>
{
    public Names()
    {
    }

    protected Names(SerializationInfo info, StreamingContext context) : base(info, context)
    {
    }
}

[Serializable]
public class PlainRegistry : Dictionary<int, string>
{
    public int Lost;
}

[Serializable]
public class PlainTable : Hashtable;

/// <summary>The bases of .NET 1.1, which this runtime does not mark any more.</summary>
[Serializable]
public class OldItems : CollectionBase
{
    public string? Name;

    protected override void OnInsert(int index, object? value) => throw new InvalidOperationException("No hook is called.");

    public ArrayList Inner => InnerList;
}

[Serializable]
public class OldMap : DictionaryBase
{
    public int Edition;

    public Hashtable Inner => InnerHashtable;
}
