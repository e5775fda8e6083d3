using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Drawing;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Text;
using Isomer.Calls;
using Isomer.Tests.Differential;

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Random graphs: objects that are referred to twice, cycles, anything behind object and interfaces, arrays of any rank and bounds, every
/// collection that .NET's formatters know.
/// </summary>
sealed class NrbfValues(Choices choices, IReadOnlyList<Type> types) : RandomValues(choices, types)
{
    const int Deep = 7;

    readonly IReadOnlyList<Type> _types = types;
    readonly List<object> _made = [];
    int _count;

    protected override IReadOnlyList<string> Texts { get; } = ["a", "", "text", "é", "日本語", "😀", "a\0b", "\ufeff", "\uffff",
        new string('x', 41), new string('ä', 42), new string('€', 43), new string('y', 127), new string('z', 128), new string('q', 20_000)];

    protected override IReadOnlyList<object> Others { get; } =
    [
        Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), TimeSpan.Zero, TimeSpan.MinValue, TimeSpan.MaxValue,
        new TimeSpan(1, 2, 3, 4, 5),
        DateTime.MinValue, DateTime.MaxValue, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        new DateTime(2020, 7, 2, 3, 4, 5, 678, DateTimeKind.Local), new DateTime(2020, 1, 2),
        new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(5.5)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue,
        new Uri("http://a/b?c=d&e=é"), new Uri("rel/a b", UriKind.Relative), new Version(1, 2), new Version(1, 2, 3, 4),
        'a', '\0', '<', 'é', '€', '\uffff', true, false, nint.MaxValue, (nint)(-1), nuint.MaxValue, (nuint)1, BigInteger.Zero,
        BigInteger.Pow(-7, 60), new BigInteger(int.MinValue), new BigInteger(uint.MaxValue),
        new Complex(1, -0.0), Complex.ImaginaryOne, DayOfWeek.Friday, DBNull.Value, new DictionaryEntry("a", 1), new Point(1, -2),
        new RectangleF(1, 2, 3, 4.5f), EventArgs.Empty,
        StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
        StringComparer.InvariantCultureIgnoreCase,
    ];

    static readonly Type[] Leaves =
    [
        typeof(int), typeof(string), typeof(bool), typeof(double), typeof(DateTime), typeof(Guid), typeof(decimal), typeof(long),
        typeof(byte), typeof(sbyte), typeof(short), typeof(ushort), typeof(uint), typeof(ulong), typeof(char), typeof(float),
        typeof(TimeSpan), typeof(DayOfWeek), typeof(Version), typeof(nint), typeof(BigInteger), typeof(DateTimeOffset), typeof(Point),
        typeof(DBNull),
    ];

    static readonly Type[] Arrays = [typeof(int[]), typeof(object[]), typeof(string[]), typeof(byte[]), typeof(int?[]), typeof(Guid[]),
        typeof(DayOfWeek[]), typeof(int[,]), typeof(object[,,]), typeof(int[][]), typeof(decimal[]), typeof(bool[]), typeof(char[]),
        typeof(DateTime[])];

    static readonly Type[] Lists = [typeof(ArrayList), typeof(List<object>), typeof(List<int>), typeof(Hashtable),
        typeof(Dictionary<string, object>), typeof(HashSet<string>), typeof(Queue), typeof(Stack), typeof(SortedList),
        typeof(LinkedList<object>), typeof(Collection<string>), typeof(Dictionary<Guid, DayOfWeek>), typeof(KeyValuePair<string, int>),
        typeof((int, string)), typeof(Tuple<object, int>), typeof(StringBuilder), typeof(BitArray), typeof(Exception)];

    /// <summary>
    /// A box can be referred to once it is whole: one that holds itself ends the original's process, and is refused here
    /// (NrbfTests.Boxes_within_boxes_end).
    /// </summary>
    protected override void Made(object value)
    {
        if (value is not ValueType)
            _made.Add(value);
    }

    public override object? Of(Type type, int depth = 0)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
            return Choices.Below(3) == 0 ? null : Of(inner, depth);
        if (depth > 0 && !type.IsValueType)
        {
            if (Choices.Below(5) == 0 || depth > Deep || ++_count > 150)
                return null;
            if (Choices.Once(6) && _made.Where(type.IsInstanceOfType).ToList() is { Count: > 0 } there)
                return there[Choices.Below(there.Count)];
        }
        object? value = New(type, depth);
        if (value is not null && (!value.GetType().IsValueType || value.GetType().Assembly == _types[0].Assembly)
            && !_made.Contains(value, ReferenceEqualityComparer.Instance))
            _made.Add(value);
        return value;
    }

    object? New(Type type, int depth)
    {
        if (type == typeof(object))
            return Of(
                Choices.Below(5) switch { 0 or 1 => Choices.Of(Leaves), 2 => Choices.Of(Arrays), 3 => Choices.Of(Lists), _ => Own(depth) },
                depth + 1);
        if (type == typeof(IComparable))
            return Of(
                Choices.Of(typeof(int), typeof(string), typeof(DayOfWeek), typeof(Guid), typeof(decimal), typeof(DateTime),
                    typeof(Version)), depth + 1);
        if (type == typeof(ValueType))
            return Of(
                Choices.Of(typeof(int), typeof(DayOfWeek), typeof(Guid), typeof(DateTime), typeof(Point), typeof(KeyValuePair<string, int>),
                    typeof(nint)), depth + 1);
        if (type == typeof(Enum))
            return Choices.Of<object>(DayOfWeek.Monday, DateTimeKind.Utc, MidpointRounding.ToZero, TypeCode.Int32);
        if (type == typeof(Array))
            return Choices.Once(3) ? Offset() : Of(Choices.Of(Arrays), depth + 1);
        if (type == typeof(IList) || type == typeof(IEnumerable))
            return Of(Choices.Of(typeof(ArrayList), typeof(List<int>), typeof(object[]), typeof(Collection<string>)), depth + 1);
        if (type == typeof(StringComparer))
            return Choices.Of<object>(StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture,
                StringComparer.InvariantCultureIgnoreCase);
        if (type == typeof(Exception))
            return Failure(depth);
        if (type.IsArray && !type.IsSZArray)
            return Rectangular(type, depth);
        return Framework(type, depth) ?? Derived(type, depth) ?? base.Of(type, depth);
    }

    /// <summary>A collection of the case's own: its fields and its items.</summary>
    object? Derived(Type type, int depth)
    {
        var level = type;
        while (level is not null && level.Namespace?.StartsWith("System", StringComparison.Ordinal) != true)
            level = level.BaseType;
        if (level is null || level == typeof(object) || level == typeof(ValueType) || level == typeof(Enum) || type == level
            || type.GetConstructor([]) is null)
            return null;
        object value = Activator.CreateInstance(type)!;
        _made.Add(value);
        for (Type? own = type; own != level; own = own!.BaseType)
            foreach (var field in own!.GetFields(
                System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.Public | System.Reflection.BindingFlags.NonPublic
                    | System.Reflection.BindingFlags.DeclaredOnly))
                if (Fills(field))
                    field.SetValue(value, Of(field.FieldType, depth + 1));
        var of = level.GetGenericArguments();
        for (int i = depth > Deep ? 0 : Choices.Few(4); i > 0; i--)
        {
            object? item = of.Length == 0
                ? Of(level == typeof(StringCollection) ? typeof(string) : typeof(object), depth + 1)
                : Of(of[^1], depth + 1);
            if (value is IDictionary map)
                map[of is [var key, _] && key == typeof(int) ? i : "k" + i] = item;
            else if (value is ISet<int> or ISet<string>)
                ((dynamic)value).Add((dynamic)(item ?? "x"));
            else if (value is IList list)
                list.Add(item);
            else
                (type.GetMethod("Enqueue") ?? type.GetMethod("Push") ?? type.GetMethod("AddLast", of)!).Invoke(value, [item]);
        }
        return value;
    }

    Type Own(int depth)
    {
        var own = _types.Where(static t => !t.IsGenericTypeDefinition).ToList();
        return depth > 4 || own.Count == 0 ? typeof(string) : own[Choices.Below(own.Count)];
    }

    Exception Failure(int depth)
    {
        var inner = Choices.Once(3) ? (Exception?)Of(typeof(Exception), depth + 1) : null;
        var failure = Choices.Below(4) switch
        {
            0 => new Exception("m", inner),
            1 => new ArgumentException("m", "p", inner),
            2 => new InvalidOperationException("x"),
            _ => new KeyNotFoundException()
        };
        if (Choices.Once(2))
            failure.Data["k"] = Choices.Of<object?>(1, "v", null, new[] { 1, 2 });
        failure.HelpLink = Choices.Of(null, "http://help/");
        return failure;
    }

    Array Offset()
    {
        int rank = 1 + Choices.Below(3);
        var (lengths, bounds) = (new int[rank], new int[rank]);
        for (int i = 0; i < rank; i++)
            (lengths[i], bounds[i]) = (Choices.Below(4), Choices.Of(0, 1, -1, 100));
        // BinaryFormatter cannot write an array of strings with one dimension that begins elsewhere.
        var array = Array.CreateInstance(
            rank == 1 ? Choices.Of(typeof(int), typeof(double), typeof(ulong)) : Choices.Of(typeof(int), typeof(string), typeof(object)),
            lengths, bounds);
        return Fill(array, Deep);
    }

    Array Rectangular(Type type, int depth)
    {
        int[] lengths = new int[type.GetArrayRank()];
        for (int i = 0; i < lengths.Length; i++)
            lengths[i] = Choices.Below(4);
        return Fill(Array.CreateInstance(type.GetElementType()!, lengths), depth);
    }

    Array Fill(Array array, int depth)
    {
        _made.Add(array);
        int[] at = [.. Enumerable.Range(0, array.Rank).Select(array.GetLowerBound)];
        for (int i = 0; i < array.Length; i++)
        {
            array.SetValue(Of(array.GetType().GetElementType()!, depth + 1), at);
            for (int d = at.Length - 1; d >= 0 && ++at[d] > array.GetUpperBound(d); d--)
                at[d] = array.GetLowerBound(d);
        }
        return array;
    }

    object? Framework(Type type, int depth)
    {
        int count = depth > Deep ? 0 : Choices.Few(4);
        object? Item() => Of(typeof(object), depth + 1);
        string Key() => "k" + Choices.Below(50);
        if (type.IsArray)
        {
            // Runs of nulls are records of their own.
            if (Choices.Once(12) && !type.GetElementType()!.IsValueType)
                return Array.CreateInstance(type.GetElementType()!, Choices.Of(1, 2, 3, 255, 256, 257, 300));
            return null;
        }
        if (type.IsGenericType && type.Namespace!.StartsWith("System", StringComparison.Ordinal))
        {
            var of = type.GetGenericArguments();
            switch (type.Name)
            {
                case "Tuple`1" or "Tuple`2" or "Tuple`3" or "KeyValuePair`2" or "ValueTuple`2":
                    return Activator.CreateInstance(type, [.. of.Select(t => Of(t, depth + 1))]);
                case "ArraySegment`1":
                    return Choices.Once(3) ? Activator.CreateInstance(type) : Activator.CreateInstance(type, Of(of[0].MakeArrayType()));
                case "ReadOnlyCollection`1":
                    return Activator.CreateInstance(type, Of(typeof(List<>).MakeGenericType(of)));
                case "ReadOnlyDictionary`2":
                    return Activator.CreateInstance(type, Of(typeof(Dictionary<,>).MakeGenericType(of)));
                case "Dictionary`2" when Choices.Once(3) && of[0] == typeof(string):
                    object map = Activator.CreateInstance(type, Of(typeof(StringComparer)))!;
                    for (int i = 0; i < count; i++)
                        ((IDictionary)map)[Key()] = Of(of[1], depth + 1);
                    return map;
                default:
                    return null;
            }
        }
        switch (type.FullName)
        {
            case "System.Collections.ArrayList":
                return new ArrayList(Enumerable.Range(0, count).Select(_ => Item()).ToArray());
            case "System.Collections.Queue":
                var queue = new Queue(Enumerable.Range(0, count).Select(_ => Item()).ToArray());
                if (count > 1 && Choices.Once(2))
                    queue.Enqueue(queue.Dequeue());
                return queue;
            case "System.Collections.Stack":
                return new Stack(Enumerable.Range(0, count).Select(_ => Item()).ToArray());
            case "System.Collections.Hashtable":
                var table = Choices.Once(4) ? new Hashtable(StringComparer.OrdinalIgnoreCase) : [];
                for (int i = 0; i < count; i++)
                    table[Key()] = Item();
                return table;
            case "System.Collections.SortedList" or "System.Collections.Specialized.ListDictionary"
                or "System.Collections.Specialized.HybridDictionary" or "System.Collections.Specialized.OrderedDictionary":
                var sorted = (IDictionary)Activator.CreateInstance(type)!;
                for (int i = Choices.Once(8) ? -12 : 0; i < count; i++)
                    sorted[Key()] = Item();
                return sorted;
            case "System.Collections.Specialized.StringDictionary":
                var texts = new StringDictionary();
                for (int i = 0; i < count; i++)
                    texts[Key()] = (string?)Of(typeof(string), depth + 1);
                return texts;
            case "System.Collections.Specialized.StringCollection":
                var strings = new StringCollection();
                for (int i = 0; i < count; i++)
                    strings.Add((string?)Of(typeof(string), depth + 1));
                return strings;
            case "System.Collections.BitArray":
                return new BitArray(Enumerable.Range(0, Choices.Few(70)).Select(i => i % 3 == 0).ToArray());
            case "System.Text.StringBuilder":
                return new StringBuilder((string?)Of(typeof(string), depth + 1), Choices.Of(16, 100));
            default:
                return null;
        }
    }

    protected override bool Fills(System.Reflection.FieldInfo field) => field.Name != "called" && field.Name != "graphs";
}
