using System.Collections.Specialized;
using System.Data.SqlTypes;
using System.Net;
using System.Runtime.Serialization;

#pragma warning disable SYSLIB0050 // the patterns of an older age are what is read

namespace Isomer.Fuzz.Targets;

/// <summary>An object that stands for another, and refers to what refers to it.</summary>
[Serializable]
public sealed class StandIn : IObjectReference
{
    public static readonly StandIn Real = new();

    public object? Held;
    public int Number;

    public object GetRealObject(StreamingContext context) => Real;
}

/// <summary>Where stand-ins are: each place that is mended when the graph has been read.</summary>
[Serializable]
public sealed class Standing
{
    public StandIn? Field;
    public object? Any;
    public StandIn?[]? Array;
    public object?[,]? Grid;
    public KeyValuePair<int, StandIn?>[]? Structs;
    public List<StandIn?>? List;
    public Dictionary<string, StandIn?>? Map;
    public HashSet<object>? Set;
    public Standing? Next;

    public static Type[] Known => [typeof(Standing), typeof(StandIn)];

    public static Standing Sample()
    {
        var (first, second) = (new StandIn { Number = 1 }, new StandIn { Number = 2 });
        var inner = new Standing
        {
            Field = first,
            Any = second,
            Array = [first, null, second],
            Grid = new object?[,] { { 1, first }, { second, "a" } },
            Structs = [new(1, first)],
            List = [second, first],
            Map = new() { ["a"] = first, ["b"] = null },
            Set = [second]
        };
        (first.Held, second.Held) = (new object[] { inner, second }, first);
        inner.Next = new Standing { Field = second, Next = inner };
        return new Standing { Field = first, Next = inner };
    }
}

/// <summary>A table of the framework's whose own methods for entries throw.</summary>
[Serializable]
public sealed class NamedObjects : NameObjectCollectionBase
{
    public object? this[string? name] { get => BaseGet(name); set => BaseAdd(name, value); }
}

/// <summary>What .NET Framework's programs kept of the machine, of servers and of what went wrong.</summary>
public static class Hosted
{
    public static Type[] Known => [typeof(NamedObjects), typeof(SqlBytes), typeof(SqlChars), typeof(SqlXml)];

    public static object[] Samples()
    {
        var change = TimeZoneInfo.TransitionTime.CreateFloatingDateRule(new DateTime(1, 1, 1, 2, 0, 0), 3, 5, DayOfWeek.Sunday);
        var back = TimeZoneInfo.TransitionTime.CreateFixedDateRule(new DateTime(1, 1, 1, 3, 0, 0), 10, 26);
        var rule = TimeZoneInfo.AdjustmentRule.CreateAdjustmentRule(new DateTime(2000, 1, 1), new DateTime(2009, 12, 31),
            TimeSpan.FromHours(1), change, back);
        var container = new CookieContainer();
        container.Add(new Cookie("a", "b", "/p", "x.org") { HttpOnly = true, Port = "\"80,81\"" });
        container.Add(new Cookie("c", "d", "/", "y.org"));
        var error =
            new AggregateException("all", new TimeoutException("a", new IOException("b")), new ArgumentOutOfRangeException("n", 5, "c"));
        error.Data["key"] = 1;
        return
        [
            TimeZoneInfo.CreateCustomTimeZone("Own", TimeSpan.FromMinutes(90), "Own", "Own", "Summer", [rule]), TimeZoneInfo.Utc,
            new CookieCollection { new Cookie("e", "f", "/", ".z.org") { Comment = "c", Secure = true } }, container, error,
            new object[] { new NamedObjects { ["a"] = 1, [null] = "n" }, new NameValueCollection { ["x"] = "y" }, new SqlBytes([1, 2]),
                new SqlChars("ab".ToCharArray()), SqlXml.Null },
        ];
    }
}
