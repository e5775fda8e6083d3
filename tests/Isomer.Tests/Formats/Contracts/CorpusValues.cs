using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Tests.Corpus;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>A value of the corpus and the type that it is declared as.</summary>
public sealed record CorpusValue(Type Type, object? Value, string Name, Type[] KnownTypes)
{
    public override string ToString() => Name;
}

/// <summary>
/// Values of the corpus: of each type one that is empty, random ones, and those written by hand. The same in each run.
/// </summary>
public static class CorpusValues
{
    const int PerType = 6;

    /// <summary>Every type of the corpus of which values can be made without help, and closed generic types over some.</summary>
    public static IEnumerable<Type> Types => typeof(Scalars).Assembly.GetTypes()
        .Where(t => t.Namespace?.StartsWith("Isomer.Tests.Corpus", StringComparison.Ordinal) == true || t == typeof(ContractOfNoNamespace))
        .Where(t => t is { IsVisible: true, ContainsGenericParameters: false } && !(t.IsAbstract && t.IsSealed) && !t.IsInterface)
        .Concat(Closed)
        .OrderBy(t => t.ToString(), StringComparer.Ordinal);

    static readonly Type[] Closed =
    [
        typeof(int), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte), typeof(short), typeof(ushort), typeof(uint),
        typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(DateTimeOffset), typeof(TimeSpan), typeof(Guid), typeof(DateOnly), typeof(TimeOnly), typeof(byte[]),
        typeof(Uri), typeof(XmlQualifiedName), typeof(object),
        typeof(int?), typeof(DateTime?), typeof(Color?), typeof(Pair?), typeof(Guid?), typeof(decimal?), typeof(DateTimeOffset?),
        typeof(int[]), typeof(string[]), typeof(List<int>), typeof(List<string>), typeof(List<int?>), typeof(List<Level0>),
        typeof(Level1[]), typeof(List<Level2>), typeof(List<List<int>>), typeof(int[][]), typeof(Dictionary<string, int>),
        typeof(Dictionary<string, string>),
        typeof(Dictionary<Color, Level0>), typeof(Dictionary<int, List<string>>), typeof(SortedDictionary<string, Guid>),
        typeof(SortedList<int, string>), typeof(HashSet<string>), typeof(LinkedList<int>), typeof(Queue<int>), typeof(Stack<string>),
        typeof(Tuple<int, string>), typeof(Tuple<Level0, Pair>), typeof((int, string)), typeof((Level0, int?)),
        typeof(KeyValuePair<string, int>), typeof(KeyValuePair<Level0, Color>), typeof(Gen<int>), typeof(Gen<string>), typeof(Gen<Level0>),
        typeof(Gen<List<int>>), typeof(Gen<int?>), typeof(Gen<object>), typeof(Gen<Gen<Pair>>), typeof(Gen2<int, Level0>),
        typeof(Gen2<string, Dictionary<string, int>>), typeof(Hashed<int>), typeof(Hashed<Level0>), typeof(Hashed<Color>),
        typeof(OuterOf<int>.In), typeof(OuterOf<Level0>.In), typeof(OuterOf<string>.In2<Level0>), typeof(Outer.Generic<Pair>),
        typeof(GenericList<int>), typeof(GenericList<Level0>), typeof(List<NamedList>), typeof(List<NamedMap>), typeof(List<Marked>),
        typeof(List<ContractOfNoNamespace>), typeof(List<Strange>), typeof(Dictionary<string, Strange>), typeof(List<object>),
        typeof(object[]), typeof(ArrayList), typeof(Hashtable),
        typeof(List<DateTime>), typeof(List<TimeSpan>), typeof(List<Guid>), typeof(List<byte[]>), typeof(List<Uri>),
        typeof(List<DateTimeOffset>), typeof(List<char>), typeof(List<bool>), typeof(List<double>), typeof(List<decimal>),
        typeof(List<Color>), typeof(List<Rights>), typeof(Level0[][]), typeof(Dictionary<string, Dictionary<string, Level0>>),
        typeof(IList<int>), typeof(IEnumerable<string>), typeof(ICollection<Level0>), typeof(IDictionary<string, int>),
    ];

    public static IEnumerable<CorpusValue> All()
    {
        foreach (var type in Types)
        {
            int i = 0;
            foreach (object? value in ValuesOf(type))
                yield return new CorpusValue(type, value, $"{type}#{i++}", []);
        }
        foreach (var value in CorpusByHand.Values())
            yield return value;
    }

    static IEnumerable<object?> ValuesOf(Type type)
    {
        if (!type.IsValueType || Nullable.GetUnderlyingType(type) is not null)
            yield return null;
        for (int i = 0; i < PerType; i++)
            if (Make(type, new Random((StableHash(type.ToString()) * 31) + i), 0, i == 0) is { } value)
                yield return value;
    }

    static int StableHash(string text)
    {
        int hash = 17;
        foreach (char c in text)
            hash = unchecked((hash * 31) + c);
        return hash;
    }

    /// <summary>A random value of a type; null where none can be made, or by chance.</summary>
    public static object? Make(Type type, Random random, int depth, bool plain = false)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
            return depth > 0 && random.Next(3) == 0 ? null : Make(inner, random, depth);
        if (CorpusScalars.Make(type, random, plain) is { } scalar)
            return scalar;
        if (depth > 3 || (depth > 0 && !type.IsValueType && random.Next(6) == 0))
            return type.IsValueType ? RuntimeHelpers.GetUninitializedObject(type) : null;
        if (type.Namespace?.StartsWith("System.Xml", StringComparison.Ordinal) == true || type == typeof(XmlNode[])
            || typeof(Exception).IsAssignableFrom(type) || type == typeof(ExtensionDataObject))
            return null;
        if (type == typeof(object))
            return random.Next(4) == 0
                ? new object()
                : Make(CorpusScalars.Boxed[random.Next(CorpusScalars.Boxed.Length)], random, depth + 1);
        if (type.IsArray)
            return MakeArray(type.GetElementType()!, random, depth);
        if (type.IsInterface)
            return MakeOfInterface(type, random, depth);
        if (type.IsAbstract)
            return null;
        if (type.IsGenericType && type.Namespace == "System.Collections.Generic"
            && (type.Name.StartsWith("Queue", StringComparison.Ordinal) || type.Name.StartsWith("Stack", StringComparison.Ordinal)))
            return Activator.CreateInstance(type, MakeArray(type.GetGenericArguments()[0], random, depth));
        object value = type.IsDefined(typeof(DataContractAttribute)) || type.IsValueType
            || type.GetConstructor(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic, []) is null
            ? RuntimeHelpers.GetUninitializedObject(type)
            : Activator.CreateInstance(type, nonPublic: true)!;
        if (type.IsDefined(typeof(DataContractAttribute)) && type.GetConstructor([]) is not null)
            value = Activator.CreateInstance(type)!;
        if (value is IDictionary map)
        {
            var arguments = ArgumentsOf(type, typeof(IDictionary<,>)) ?? [typeof(object), typeof(object)];
            for (int i = random.Next(4); i > 0; i--)
                if (Make(arguments[0], random, depth + 1) is { } key and not Array and not ICollection && key.GetType() != typeof(object))
                    map[key] = Make(arguments[1], random, depth + 1);
            return value;
        }
        if (value is IEnumerable and not string && AddOf(type) is { } add)
        {
            for (int i = random.Next(4); i > 0; i--)
            {
                object? item = Make(add.GetParameters()[0].ParameterType, random, depth + 1);
                if (item is not null || !add.GetParameters()[0].ParameterType.IsValueType)
                    add.Invoke(value, [item]);
            }
            return value;
        }
        Fill(value, type, random, depth);
        return value;
    }

    static MethodInfo? AddOf(Type type) => ArgumentsOf(type, typeof(ICollection<>)) is [var item]
        ? typeof(ICollection<>).MakeGenericType(item).GetMethod("Add")
        : type.GetMethods().FirstOrDefault(m => m.Name == "Add" && m.GetParameters().Length == 1);

    static void Fill(object value, Type type, Random random, int depth)
    {
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (var field in level.GetFields(
                BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                if (field.FieldType.IsPointer || random.Next(8) == 0)
                    continue;
                if (Make(field.FieldType, random, depth + 1) is { } content && field.FieldType.IsInstanceOfType(content))
                    field.SetValue(value, content);
            }
        }
    }

    static object? MakeOfInterface(Type type, Random random, int depth)
    {
        if (type == typeof(IComparable))
            return random.Next(100);
        var arguments = type.IsGenericType ? type.GetGenericArguments() : [typeof(object)];
        return arguments.Length == 2
            ? Make(typeof(Dictionary<,>).MakeGenericType(arguments), random, depth)
            : random.Next(2) == 0
                ? MakeArray(arguments[0], random, depth)
                : Make(typeof(List<>).MakeGenericType(arguments[0]), random, depth);
    }

    static Array MakeArray(Type element, Random random, int depth)
    {
        var array = Array.CreateInstance(element, random.Next(5));
        for (int i = 0; i < array.Length; i++)
            if (Make(element, random, depth + 1) is { } item)
                array.SetValue(item, i);
        return array;
    }

    static Type[]? ArgumentsOf(Type type, Type open) =>
        Array.Find(type.GetInterfaces(), i => i.IsGenericType && i.GetGenericTypeDefinition() == open)?.GetGenericArguments();
}

/// <summary>Scalars, the unusual ones as often as the usual.</summary>
public static class CorpusScalars
{
    public static readonly Type[] Boxed = [typeof(int), typeof(string), typeof(bool), typeof(char), typeof(sbyte), typeof(byte),
        typeof(short), typeof(ushort), typeof(uint), typeof(long), typeof(ulong), typeof(float), typeof(double), typeof(decimal),
        typeof(DateTime), typeof(TimeSpan), typeof(Guid), typeof(byte[]), typeof(Uri), typeof(DateOnly), typeof(TimeOnly)];

    static readonly string[] Strings = ["", "plain", "a<b>c&d\"e'f", " leading and trailing ", "line\nbreak\ttab", "carriage\r\nreturn",
        "\u0001\u001F", "é€日本\uD83D\uDE00", "]]>", "0123456789012345678901234567890123456789012345678901234567890123456789", "\uFFFE", "x"];

    static readonly double[] Doubles = [0, -0.0, 1.1, -1.5, 1e16, 1e17, 1.5e300, 5E-324, 0.0001, 1E-05, double.NaN, double.PositiveInfinity,
        double.NegativeInfinity, double.MaxValue, 3.25, 123456.789];

    static readonly float[] Floats = [0, 1.1f, 1e8f, 1e9f, 1.5e30f, float.Epsilon, float.NaN, float.NegativeInfinity, float.MaxValue,
        -0.25f];

    static readonly DateTime[] Dates =
    [
        new(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc), new(2020, 1, 2, 3, 4, 5, DateTimeKind.Unspecified),
        new(2020, 7, 2, 3, 4, 5, DateTimeKind.Local), DateTime.MinValue, DateTime.MaxValue,
        new(637134336000000001, DateTimeKind.Utc), new(637134336001234500, DateTimeKind.Unspecified),
        new(1, 1, 1, 0, 0, 0, DateTimeKind.Utc), new(1969, 12, 31, 23, 59, 59, 999, DateTimeKind.Utc),
    ];

    static readonly TimeSpan[] Spans = [TimeSpan.Zero, TimeSpan.MaxValue, TimeSpan.MinValue, new(1, 2, 3, 4, 5), -new TimeSpan(1, 30, 0),
        TimeSpan.FromDays(3), TimeSpan.FromTicks(1), TimeSpan.FromSeconds(90)];

    static readonly string[] Uris = ["http://x/", "http://host/a b?q=1&r=<2>", "relative/path", "http://host/%20x#f", "urn:a:b",
        "http://host/é"];

    /// <summary>Null for what is no scalar.</summary>
    public static object? Make(Type type, Random random, bool plain)
    {
        if (type.IsEnum)
        {
            var values = Enum.GetValues(type);
            var named = type.GetFields(BindingFlags.Static | BindingFlags.Public)
                .Where(f => !type.IsDefined(typeof(DataContractAttribute)) || f.IsDefined(typeof(EnumMemberAttribute))).ToArray();
            if (type.IsDefined(typeof(FlagsAttribute)) && random.Next(2) == 0)
                return Enum.ToObject(type,
                    values.Cast<object>().Where(_ => random.Next(2) == 0)
                        .Aggregate(0L, (a, b) => a | Convert.ToInt64(b, CultureInfo.InvariantCulture)));
            return type.IsDefined(typeof(FlagsAttribute)) && type == typeof(NoZero)
                ? NoZero.A
                : named[random.Next(named.Length)].GetValue(null);
        }
        if (plain && type.IsPrimitive)
            return Activator.CreateInstance(type);
        if (type == typeof(byte[]))
            return RandomBytes(random);
        if (type == typeof(string))
            return plain ? "plain" : Strings[random.Next(Strings.Length)];
        if (type == typeof(Guid))
            return new Guid(RandomBytes(random, 16));
        if (type == typeof(Uri))
            return new Uri(Uris[random.Next(Uris.Length)], UriKind.RelativeOrAbsolute);
        if (type == typeof(XmlQualifiedName))
            return random.Next(3) switch
            {
                0 => new XmlQualifiedName("n", "urn:q"),
                1 => new XmlQualifiedName("n"),
                _ => new XmlQualifiedName("m", "http://www.w3.org/2001/XMLSchema")
            };
        if (type == typeof(TimeSpan))
            return random.Next(4) == 0
                ? TimeSpan.FromTicks(random.NextInt64(-10_000_000_000_000, 10_000_000_000_000))
                : Spans[random.Next(Spans.Length)];
        if (type == typeof(DateTimeOffset))
            return random.Next(4) == 0
                ? DateTimeOffset.MinValue
                : new DateTimeOffset(2020, 1, 2, 3, 4, 5, 6, TimeSpan.FromMinutes(random.Next(-800, 800)));
        if (type == typeof(DateOnly))
            return DateOnly.FromDayNumber(random.Next(3_652_059));
        if (type == typeof(TimeOnly))
            return random.Next(3) == 0
                ? new TimeOnly(random.Next(24), random.Next(60))
                : new TimeOnly(random.NextInt64(TimeSpan.TicksPerDay));
        if (type == typeof(Version))
            return new Version(random.Next(9), random.Next(9));
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => random.Next(2) == 0,
            TypeCode.Char => (char)(random.Next(3) == 0 ? random.Next(65536) : random.Next(32, 127)),
            TypeCode.SByte => (sbyte)random.Next(-128, 128),
            TypeCode.Byte => (byte)random.Next(256),
            TypeCode.Int16 => (short)random.Next(-32768, 32768),
            TypeCode.UInt16 => (ushort)random.Next(65536),
            TypeCode.Int32 => random.Next(3) == 0 ? random.Next(10) : random.Next(int.MinValue, int.MaxValue),
            TypeCode.UInt32 => (uint)random.NextInt64(uint.MaxValue),
            TypeCode.Int64 => random.Next(4) == 0 ? long.MinValue : random.NextInt64(),
            TypeCode.UInt64 => random.Next(4) == 0 ? ulong.MaxValue : (ulong)random.NextInt64(),
            TypeCode.Single => Floats[random.Next(Floats.Length)],
            TypeCode.Double => Doubles[random.Next(Doubles.Length)],
            TypeCode.Decimal =>
                random.Next(3) == 0
                    ? new decimal(random.Next(), random.Next(), random.Next(), random.Next(2) == 0, (byte)random.Next(29))
                    : random.Next(2) == 0 ? 1.10m : 0.000m,
            TypeCode.DateTime => Dates[random.Next(Dates.Length)],
            _ => null,
        };
    }

    static byte[] RandomBytes(Random random, int? length = null)
    {
        byte[] bytes = new byte[length ?? random.Next(12)];
        random.NextBytes(bytes);
        return bytes;
    }
}

/// <summary>Values that chance would not make.</summary>
public static class CorpusByHand
{
    public static IEnumerable<CorpusValue> Values()
    {
        yield return Of<Shape>(new Circle { Name = "c", Radius = 2.5 });
        yield return Of<Shape>(new Square { Name = "s", Side = 3, Inside = new Circle { Radius = 1 } });
        yield return Of<object>(new Level0(), typeof(Level0));
        yield return Of<object>(new Level2 { Inner = new Level1() }, typeof(Level2), typeof(Level1));
        yield return Of<object>(Color.Green, typeof(Color));
        yield return Of<object>(Marked.A, typeof(Marked));
        yield return Of<object>(new List<int> { 1 }, typeof(List<int>));
        yield return Of<object>(new Dictionary<string, int> { ["a"] = 1 }, typeof(Dictionary<string, int>));
        yield return Of<object>(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.FromHours(2)), typeof(DateTimeOffset));
        yield return Of<object>(new XmlQualifiedName("n", "urn:q"));
        yield return Of<Level0>(new Level1 { B1 = 4, Inner = new Level2 { C2 = 5 } }, typeof(Level1), typeof(Level2));
        yield return Of<List<Level0>>([new Level0(), new Level1(), null!, new Level2()], typeof(Level1), typeof(Level2));
        yield return Of<Holder>(new Holder
        {
            Any = new Level0(),
            Shape = new Square { Inside = new Square() },
            Shapes = [new Circle(), null, new Square()],
            Things = [1, "a", null, new int[] { 1, 2 }, Color.Blue, new List<string> { "q" }, new Pair { A = 1 }, Marked.B,
                new DateTimeOffset(2000, 1, 1, 0, 0, 0, default), new object(), new Dictionary<string, int> { ["k"] = 2 }],
            Interface = "comparable",
            Map = new Dictionary<string, object?> { ["a"] = 1, ["b"] = null, ["c"] = new Level0() },
        });
        var shared = new Linked { Name = "shared" };
        var ring = new Linked { Name = "ring", Others = [shared, null, shared] };
        ring.Next = ring;
        yield return Of<Linked>(ring);
        yield return Of<SharesNodes>(new SharesNodes { A = shared, B = shared, C = new Level0() });
        yield return Of<List<Linked>>([shared, ring, shared]);
        yield return Of<Defaults>(new Defaults { Int = 1, Text = "", Optional = 0, List = [], Color = Color.Green, Bool = true });
        yield return Of<RequiredAndOmitted>(new RequiredAndOmitted { A = 1 });
        yield return Of<Callbacks>(new Callbacks { A = 5 });
        yield return Of<IList<int>>(new List<int> { 1, 2 });
        yield return Of<IEnumerable<int>>(new Queue<int>([1, 2]));
        yield return Of<IEnumerable<int>>(Enumerable.Range(1, 3).Where(i => i != 2));
        yield return Of<Recursive>(
            new Recursive { Child = new Recursive { Child = new Recursive() }, Children = [new Recursive(), new Recursive { Value = 3 }] });
        var document = new XmlDocument();
        document.LoadXml("<q:x xmlns:q='urn:z' a='1' q:b='2'><y xmlns='urn:y'>t<z/></y><!-- c --></q:x>");
        yield return Of<HoldsXml>(new HoldsXml
        {
            Linq = System.Xml.Linq.XElement.Parse("<a xmlns='urn:l' b='1'><c xmlns=''>x</c></a>"),
            Element = document.DocumentElement,
            Nodes = [document.DocumentElement!.Attributes["a"]!, document.DocumentElement.FirstChild!],
            Own = new WritesItself { Attribute = 3, Child = "<" },
            Owns = [new WritesItself { Attribute = 4 }, new WritesItself { Child = "x" }],
            Entries = new Entries { A = 1, B = "b", C = 2.5 },
            Any = new Entries(),
            Error = new InvalidOperationException("outer"),
            Last = 5,
        }, typeof(Entries), typeof(InvalidOperationException));
        yield return Of<System.Xml.Linq.XElement>(System.Xml.Linq.XElement.Parse("<a b='1'><c/>t</a>"));
        yield return Of<XmlElement>(document.DocumentElement);
        yield return Of<Entries>(new Entries { A = 1, B = "b", C = new Entries() }, typeof(Entries));
        yield return Of<List<Entries>>([new Entries(), new Entries { B = "x" }]);
        yield return Of<WritesItself>(new WritesItself { Attribute = 1, Child = "c" });
        yield return Of<Exception>(new ArgumentException("m", "p", new InvalidOperationException("inner")), typeof(ArgumentException),
            typeof(InvalidOperationException));
        yield return Of<TimeZoneInfo>(TimeZoneInfo.Utc);
        yield return Of<Extended>(new Extended { A = "a", B = 1, C = new Level0(), M = "m", Z = [1, 2], ZZ = 5 });
        yield return Of<InitRecord>(new InitRecord { A = 1, B = "b" });
    }

    static CorpusValue Of<T>(T value, params Type[] known) => new(typeof(T), value, $"{typeof(T)} by hand {value}", known);
}
