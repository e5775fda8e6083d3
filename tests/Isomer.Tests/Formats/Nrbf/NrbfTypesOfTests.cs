using System.Collections.ObjectModel;
using System.Runtime.Serialization;

#pragma warning disable SYSLIB0050, SYSLIB0051, CS0414, IDE0051, IDE0044, CA1823 // the patterns of an older age are what is tested; fields are read by the formatters

namespace Isomer.Tests.Formats.Nrbf;

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
    void Read(StreamingContext context) => (Calls ??= []).Add("read"); // the original calls it before the constructor, if the object is the innermost

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

/// <summary>One object that stands for another.</summary>
[Serializable]
public sealed class Only : IObjectReference
{
    public static readonly Only Instance = new();

    public object GetRealObject(StreamingContext context) => Instance;
}
