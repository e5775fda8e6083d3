#pragma warning disable SYSLIB0050 // what the marks say is what the contracts are made of
using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Xml;
using Isomer.Tests.Corpus;

namespace Isomer.Tests.Formats.Contracts;

/// <summary>Random values of any type of data contracts: as deep as asked, members set whether or not they can be seen.</summary>
sealed class ContractValues(int seed)
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    readonly Random _random = new(seed);

    public object? Make(Type type, int depth = 3)
    {
        // Structs that hold themselves, as IntPtr does.
        if (depth < -4)
            return null;
        if (Nullable.GetUnderlyingType(type) is { } value)
            return _random.Next(3) == 0 ? null : Make(value, depth);
        if (Scalar(type) is { } scalar)
            return scalar;
        if (!type.IsValueType && (depth < 0 || _random.Next(6) == 0))
            return null;
        if (type == typeof(object) || type == typeof(IComparable) || type == typeof(ValueType))
            return Any(type, depth);
        if (type.IsArray)
            return ArrayOf(type.GetElementType()!, depth);
        if (Concrete(type) is { } concrete && Collection(concrete, depth) is { } collection)
            return collection;
        if (type == typeof(Shape))
            return Make(_random.Next(2) == 0 ? typeof(Circle) : typeof(Square), depth);
        if (type == typeof(Level0) && _random.Next(2) == 0 && depth < 3 && seed % 5 == 0)
            return Make(typeof(Level1), depth);
        return type.IsAbstract ? null : Object(type, depth);
    }

    object? Scalar(Type type)
    {
        if (type.IsEnum)
            return _random.Next(8) == 0
                ? Enum.ToObject(type, _random.Next(200))
                : Enum.GetValues(type).GetValue(_random.Next(Enum.GetValues(type).Length));
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => _random.Next(2) == 0,
            TypeCode.Char => new[] { 'a', '\0', '"', '/', 'é', '\uFFFF', '\ud800', '0' }[_random.Next(8)],
            TypeCode.SByte => (sbyte)_random.Next(-128, 128),
            TypeCode.Byte => (byte)_random.Next(256),
            TypeCode.Int16 => (short)_random.Next(short.MinValue, short.MaxValue + 1),
            TypeCode.UInt16 => (ushort)_random.Next(ushort.MaxValue + 1),
            TypeCode.Int32 => new[] { 0, 1, -1, int.MaxValue, int.MinValue, _random.Next() }[_random.Next(6)],
            TypeCode.UInt32 => (uint)_random.NextInt64(uint.MaxValue + 1L),
            TypeCode.Int64 => new[] { 0, 1, -1, long.MaxValue, long.MinValue, _random.NextInt64() }[_random.Next(6)],
            TypeCode.UInt64 => (ulong)_random.NextInt64() * 2,
            TypeCode.Single =>
                new[] { 0f, -0f, 1.5f, 1e9f, 1e-30f, float.NaN, float.PositiveInfinity, float.MaxValue, float.Epsilon,
                    _random.NextSingle() }[_random.Next(10)],
            TypeCode.Double =>
                new[] { 0, -0.0, 1.5, 1e15, 1e16, 1e17, 1e-5, 1e300, double.NaN, double.NegativeInfinity, double.Epsilon,
                    _random.NextDouble() }[_random.Next(12)],
            TypeCode.Decimal =>
                new[] { 0m, 1.10m, -0.000m, decimal.MaxValue, decimal.MinValue, 79228162514264.337593543950335m,
                    (decimal)_random.NextDouble() }[_random.Next(7)],
            TypeCode.DateTime => Date(),
            TypeCode.String => Text(),
            _ => Other(type),
        };
    }

    DateTime Date() => _random.Next(5) switch
    {
        0 => new DateTime(1960, 1, 1, 0, 0, 0, DateTimeKind.Utc).AddTicks(-_random.Next(20000)),
        1 => new DateTime(_random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), DateTimeKind.Utc),
        2 => new DateTime(_random.NextInt64(TimeSpan.TicksPerDay, DateTime.MaxValue.Ticks - TimeSpan.TicksPerDay), DateTimeKind.Local),
        3 => new DateTime(2007, 12, 30).AddSeconds(_random.Next()),
        _ => DateTime.UnixEpoch,
    };

    string Text() => _random.Next(6) switch
    {
        0 => "",
        1 => "plain",
        2 => "with \"quotes\" \\ / \b\f\n\r\t \u0001\u001f\u007f",
        3 => "é€😀\ud800.\u2028\u2029\u0085\uFFFE\uFFFF日本語",
        4 => new string('x', _random.Next(200)),
        _ => string.Concat(Enumerable.Range(0, _random.Next(40)).Select(_ => (char)_random.Next(32, 127))),
    };

    object? Other(Type type)
    {
        if (type == typeof(Guid))
            return new Guid(_random.Next(), 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
        if (type == typeof(TimeSpan))
            return new[] { TimeSpan.Zero, TimeSpan.MaxValue, TimeSpan.MinValue, TimeSpan.FromTicks(_random.NextInt64()),
                TimeSpan.FromHours(-1.5) }[_random.Next(5)];
        if (type == typeof(DateTimeOffset))
            return new DateTimeOffset(DateTime.UnixEpoch.AddSeconds(_random.Next())).ToOffset(
                TimeSpan.FromMinutes(_random.Next(-800, 800)));
        if (type == typeof(DateOnly))
            return DateOnly.FromDayNumber(_random.Next(3_000_000));
        if (type == typeof(TimeOnly))
            return _random.Next(2) == 0 ? new TimeOnly(_random.Next(24), 5, 6) : new TimeOnly(_random.NextInt64(TimeSpan.TicksPerDay));
        if (type == typeof(byte[]))
            return _random.Next(3) == 0 ? [] : Guid.NewGuid().ToByteArray()[..5].Select(_ => (byte)_random.Next(256)).ToArray();
        if (type == typeof(Uri))
            return new[] { new Uri("http://x.y/a b?c=é#f"), new Uri("relative/é", UriKind.Relative), new Uri("urn:a:b") }[_random.Next(3)];
        if (type == typeof(XmlQualifiedName))
            return new[] { new XmlQualifiedName("n", "urn:q"), new XmlQualifiedName("n") }[_random.Next(2)];
        return null;
    }

    object? Any(Type type, int depth)
    {
        Type[] scalars = [typeof(int), typeof(string), typeof(bool), typeof(decimal), typeof(Guid), typeof(DateTime), typeof(char),
            typeof(double)];
        if (type == typeof(IComparable) || _random.Next(3) > 0)
            return Make(scalars[_random.Next(scalars.Length)], depth);
        Type[] known = [typeof(Level0), typeof(int[]), typeof(Color), typeof(List<string>), typeof(Dictionary<string, int>), typeof(Pair),
            typeof(DateTimeOffset), typeof(Strange), typeof(object[])];
        return Make(known[_random.Next(known.Length)], depth - 1);
    }

    Array ArrayOf(Type item, int depth)
    {
        var array = Array.CreateInstance(item, _random.Next(4));
        for (int i = 0; i < array.Length; i++)
            array.SetValue(Make(item, depth - 1), i);
        return array;
    }

    static Type? Concrete(Type type)
    {
        if (!typeof(IEnumerable).IsAssignableFrom(type))
            return null;
        if (!type.IsInterface)
            return type;
        var arguments = type.GetGenericArguments();
        return arguments.Length switch
        {
            1 => typeof(List<>).MakeGenericType(arguments),
            2 => typeof(Dictionary<,>).MakeGenericType(arguments),
            _ => type == typeof(IDictionary) ? typeof(Hashtable) : typeof(ArrayList),
        };
    }

    object? Collection(Type type, int depth)
    {
        if (type.GetConstructor(BindingFlags.Public | BindingFlags.Instance, []) is null
            || type.IsDefined(typeof(DataContractAttribute), false))
            return null;
        object target = Activator.CreateInstance(type)!;
        if (target is IDictionary map)
        {
            var arguments = type.GetInterfaces()
                .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IDictionary<,>))?.GetGenericArguments()
                    ?? [typeof(string), typeof(int)];
            for (int i = _random.Next(4); i > 0; i--)
                if (Make(arguments[0], depth - 1) is { } key)
                    map[key] = Make(arguments[1], depth - 1);
            return map;
        }
        var items = type.GetInterfaces()
            .FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IEnumerable<>))?.GetGenericArguments()[0]
                ?? typeof(object);
        var add = type.GetMethods()
            .FirstOrDefault(
                m => m.Name is "Add" or "AddLast" or "Enqueue" or "Push" && m.GetParameters() is [var p] && p.ParameterType == items);
        if (add is null)
            return null;
        for (int i = _random.Next(4); i > 0; i--)
            add.Invoke(target, [Make(items, depth - 1)]);
        return target;
    }

    object Object(Type type, int depth)
    {
        object value = type.IsValueType || type.IsDefined(typeof(DataContractAttribute), false)
            || type.GetConstructor(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, []) is null
            ? RuntimeHelpers.GetUninitializedObject(type) : Activator.CreateInstance(type, true)!;
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
        {
            foreach (var member in level.GetMembers(Own))
            {
                if (member is FieldInfo { IsInitOnly: false } or FieldInfo && (level.Attributes & TypeAttributes.Serializable) != 0
                    || member is FieldInfo f && !f.IsInitOnly)
                    if (Make(((FieldInfo)member).FieldType, depth - 1) is { } made)
                        ((FieldInfo)member).SetValue(value, made);
            }
        }
        return value;
    }
}

/// <summary>Whether two graphs are the same: types, fields, items.</summary>
static class ContractGraphs
{
    static List<DictionaryEntry> Entries(IDictionary map)
    {
        var entries = new List<DictionaryEntry>();
        for (var e = map.GetEnumerator(); e.MoveNext();)
            entries.Add(e.Entry);
        return entries;
    }

    /// <summary>Where an interface is declared the original makes an array, of fixed size; ours a list.</summary>
    static bool IsListForArray(object a, object b) =>
        a is Array && b.GetType() is { IsGenericType: true } list && list.GetGenericTypeDefinition() == typeof(List<>)
            && list.GetGenericArguments()[0] == a.GetType().GetElementType();

    public static string? Difference(object? a, object? b, string path = "$")
    {
        // Some graphs of the corpus go in circles.
        if (path.Length > 1000)
            return null;
        if (a is null || b is null)
            return a is null && b is null ? null : $"{path}: {a ?? "null"} and {b ?? "null"}";
        if (a.GetType() != b.GetType() && !IsListForArray(a, b))
            return $"{path}: {a.GetType()} and {b.GetType()}";
        var type = a.GetType();
        if (a is DateTime x && b is DateTime y)
            return x == y && x.Kind == y.Kind ? null : $"{path}: {x:O} and {y:O}";
        if (a is DateTimeOffset o && b is DateTimeOffset p)
            return o.EqualsExact(p) ? null : $"{path}: {o:O} and {p:O}";
        if (a is decimal m && b is decimal n)
            return decimal.GetBits(m).SequenceEqual(decimal.GetBits(n)) ? null : $"{path}: {m} and {n}";
        if (type.IsPrimitive || type.IsEnum || a is string or Guid or TimeSpan or DateOnly or TimeOnly or Uri or XmlQualifiedName)
            return a.Equals(b) && (a is not double d || BitConverter.DoubleToInt64Bits(d) == BitConverter.DoubleToInt64Bits((double)b))
                ? null
                : $"{path}: {a} and {b}";
        // Nodes of XML know their neighbours and parents: their fields lead round and round.
        if (a is System.Xml.Linq.XNode node)
            return System.Xml.Linq.XNode.DeepEquals(node, (System.Xml.Linq.XNode)b) ? null : $"{path}: {a} and {b}";
        if (a is XmlNode xml)
            return xml.OuterXml == ((XmlNode)b).OuterXml ? null : $"{path}: {xml.OuterXml} and {((XmlNode)b).OuterXml}";
        if (a is IDictionary map)
        {
            var other = (IDictionary)b;
            if (map.Count != other.Count)
                return $"{path}: {map.Count} and {other.Count} entries";
            var mine = Entries(map);
            var theirs = Entries(other);
            for (int i = 0; i < mine.Count; i++)
            {
                if (a is Hashtable)
                    continue;
                if ((Difference(mine[i].Key, theirs[i].Key, $"{path}.key{i}")
                    ?? Difference(mine[i].Value, theirs[i].Value, $"{path}[{mine[i].Key}]")) is { } found)
                    return found;
            }
            return null;
        }
        if (a is IEnumerable items
            && (type.IsArray || type.Namespace!.StartsWith("System", StringComparison.Ordinal)
                || type.IsDefined(typeof(CollectionDataContractAttribute)) || type == typeof(Addable) || type == typeof(PlainList)))
        {
            var mine = items.Cast<object?>().ToArray();
            var theirs = ((IEnumerable)b).Cast<object?>().ToArray();
            if (mine.Length != theirs.Length)
                return $"{path}: {mine.Length} and {theirs.Length} items";
            for (int i = 0; i < mine.Length; i++)
                if (Difference(mine[i], theirs[i], $"{path}[{i}]") is { } found)
                    return found;
            return null;
        }
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (Difference(field.GetValue(a), field.GetValue(b), $"{path}.{field.Name}") is { } found)
                    return found;
        return null;
    }
}
