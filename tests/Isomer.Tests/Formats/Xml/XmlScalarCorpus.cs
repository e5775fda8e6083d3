using System.Globalization;
using System.Xml.Serialization;
using Xunit;

namespace Isomer.Tests.Formats.OfXml;

/// <summary>Each scalar in each place: element, attribute, text, arrays, nullables, object.</summary>
public class XmlScalarCorpus
{
    public class El<T> { public T V = default!; public T? W; public T Property { get; set; } = default!; }
    public class At<T> { [XmlAttribute] public T V = default!; [XmlAttribute("w", Namespace = "urn:w")] public T W = default!; }
    public class Tx<T> { [XmlAttribute] public int A = 1; [XmlText] public T V = default!; }
    public class Ar<T> { public T[]? V; public T[]? Null; public T[] Empty = []; }
    public class Li<T> { public List<T>? V; public List<T>? Null; [XmlArrayItem("i", Namespace = "urn:i")] public List<T>? W; }
    public class FlatArray<T> { [XmlElement("v")] public T[]? V; [XmlElement("null")] public T[]? Null; public int After = 1; }
    public class FlatList<T> { [XmlElement("v", Namespace = "urn:v")] public List<T>? V; [XmlElement] public List<T>? Null; }
    public class AtArray<T> { [XmlAttribute] public T[]? V; [XmlAttribute] public T[]? Null; [XmlAttribute] public T[] Empty = []; }
    public class Nu<T> where T : struct { public T? V; public T? Null; public T?[]? Items; [XmlElement("f")] public List<T?>? Flat; }
    public class Ob { public object? V; public object?[]? Items; }
    public class Gen<T> { public Inner<T>? I; public List<Inner<T>>? L; }
    public class Inner<T> { public T V = default!; }

    public static TheoryData<string> Scalars => [.. Values.Keys];

    public static IEnumerable<(string Name, object? Value, Type Type)> All => Values.Values.SelectMany(values => values());

    static readonly Dictionary<string, Func<(string, object?, Type)[]>> Values = new()
    {
        ["bool"] = () => Of(true, false),
        ["byte"] = () => Of<byte>(0, 255),
        ["sbyte"] = () => Of<sbyte>(-128, 127),
        ["short"] = () => Of<short>(short.MinValue, short.MaxValue),
        ["ushort"] = () => Of<ushort>(0, ushort.MaxValue),
        ["int"] = () => Of(0, int.MinValue, int.MaxValue),
        ["uint"] = () => Of(0u, uint.MaxValue),
        ["long"] = () => Of(long.MinValue, long.MaxValue),
        ["ulong"] = () => Of(0ul, ulong.MaxValue),
        ["float"] =
            () => Of(0f, -0f, 1.5f, float.MaxValue, float.Epsilon, float.NaN, float.PositiveInfinity, float.NegativeInfinity, 1e10f),
        ["double"] =
            () => Of(0d, -0d, 0.1, 1e300, 1e15, 1e16, double.Epsilon, double.NaN, double.PositiveInfinity, double.NegativeInfinity),
        ["decimal"] = () => Of(0m, 1.50m, decimal.MinValue, 0.0000000000000000000000000001m, -0.0m),
        ["char"] = () => Of('a', '\0', '\uFFFF', ' '),
        ["Guid"] = () => Of(Guid.Empty, Guid.Parse("01234567-89ab-cdef-0123-456789abcdef")),
        ["DateTime"] = () =>
            Of(default, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new DateTime(2020, 1, 2, 3, 4, 5, 123, DateTimeKind.Local),
                new DateTime(2020, 12, 31).AddTicks(1234560), DateTime.MaxValue),
        ["DateTimeOffset"] = () =>
            Of(default, new DateTimeOffset(2020, 1, 2, 3, 4, 5, new TimeSpan(-5, -30, 0)),
                new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.Zero).AddTicks(7)),
        ["TimeSpan"] = () => Of(TimeSpan.Zero, TimeSpan.FromSeconds(90.5), TimeSpan.MinValue, TimeSpan.MaxValue, TimeSpan.FromDays(-400)),
        ["DateOnly"] = () => Of(default, new DateOnly(2020, 2, 29), DateOnly.MaxValue),
        ["TimeOnly"] = () => Of(default, new TimeOnly(3, 4, 5), new TimeOnly(3, 4, 5, 120), TimeOnly.MaxValue),
        ["DayOfWeek"] = () => Of(DayOfWeek.Sunday, DayOfWeek.Saturday),
        ["string"] = () => OfClass("", "a", " a ", "<&>\"'", "a\tb\nc", "é\u20ac\U0001F600", new string('x', 3000), "]]>"),
        ["bytes"] = () => OfClass<byte[]>([], [1], [1, 2, 3, 255], new byte[1000]),
    };

    static (string, object?, Type)[] Of<T>(params T[] values) where T : struct
    {
        var all = Common(values);
        all.Add(("Nu", new Nu<T> { V = values[0], Items = [values[^1], null], Flat = [null, values[0]] }, typeof(Nu<T>)));
        all.Add(("root T?", values[0], typeof(T?)));
        all.Add(("root T? null", null, typeof(T?)));
        return [.. all];
    }

    static (string, object?, Type)[] OfClass<T>(params T[] values) where T : class
    {
        var all = Common(values);
        all.Add(("El null", new El<T>(), typeof(El<T>)));
        all.Add(("At null", new At<T>(), typeof(At<T>)));
        all.Add(("Ar null", new Ar<T> { V = [null!, values[^1]] }, typeof(Ar<T>)));
        all.Add(("FlatList null", new FlatList<T> { V = [null!, values[^1]] }, typeof(FlatList<T>)));
        all.Add(("root null", null, typeof(T)));
        return [.. all];
    }

    static List<(string, object?, Type)> Common<T>(T[] values)
    {
        var all = new List<(string, object?, Type)>();
        foreach (var v in values)
        {
            all.Add(("El", new El<T> { V = v, W = v, Property = v }, typeof(El<T>)));
            all.Add(("At", new At<T> { V = v, W = v }, typeof(At<T>)));
            all.Add(("Tx", new Tx<T> { V = v }, typeof(Tx<T>)));
            all.Add(("Ob", new Ob { V = v, Items = [v, null, v] }, typeof(Ob)));
            all.Add(("root", v, typeof(T)));
            all.Add(("root object", v, typeof(object)));
        }
        all.Add(("Ar", new Ar<T> { V = values }, typeof(Ar<T>)));
        all.Add(("Li", new Li<T> { V = [.. values], W = [.. values] }, typeof(Li<T>)));
        all.Add(("FlatArray", new FlatArray<T> { V = values }, typeof(FlatArray<T>)));
        all.Add(("FlatList", new FlatList<T> { V = [.. values] }, typeof(FlatList<T>)));
        all.Add(("AtArray", new AtArray<T> { V = values }, typeof(AtArray<T>)));
        all.Add(("Gen", new Gen<T> { I = new Inner<T> { V = values[0] }, L = [new Inner<T> { V = values[^1] }, null!] }, typeof(Gen<T>)));
        all.Add(("root T[]", values, typeof(T[])));
        all.Add(("root List", values.ToList(), typeof(List<T>)));
        all.Add(("root T[][]", new[] { values, [], null }, typeof(T[][])));
        return all;
    }

    [Theory]
    [MemberData(nameof(Scalars))]
    public void Bytes_values_and_refusals_are_XmlSerializers(string scalar)
    {
        var problems = new List<string>();
        foreach (var (name, value, type) in Values[scalar]())
            if (XmlOracle.Compare(value, type) is { } problem)
                problems.Add($"{scalar} in {name}: {problem}");
        Assert.True(problems.Count == 0,
            string.Create(CultureInfo.InvariantCulture, $"{problems.Count} differ:\n{string.Join("\n", problems.Take(12))}"));
    }
}
