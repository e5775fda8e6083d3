using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Tests.Differential;

/// <summary>Makes random values of any CLR type by reflection: what can hold a value gets one, public or not.</summary>
public class RandomValues(Choices choices, IReadOnlyList<Type> types)
{
    const int MostDepth = 6;
    const int MostObjects = 60;

    int _objects;

    protected Choices Choices => choices;

    /// <summary>The types of the case.</summary>
    protected IReadOnlyList<Type> Types => types;

    /// <summary>Texts of the kinds that formats treat differently.</summary>
    protected virtual IReadOnlyList<string> Texts { get; } =
    [
        "a", "", "text", " ", " a ", "é", "日本語", "Ж", "😀", "a\"b", "a\\b", "<a>&b;", "]]>", "a\nb", "a\r\nb", "a\tb", "\u0001", "\u007f",
        "\u0085", "\u2028", "\ufeff", "\ufffe", "null", "true", "1", "-1.50", "2020-01-02T03:04:05Z",
        "/Date(1)/", "$id", "__type", "{}", "[1]", "0123456789abcdef0123456789abcdef", "P1D", "a:b", "http://a/b", "\ud800",
    ];

    protected virtual IReadOnlyList<object> Others { get; } =
    [
        Guid.Empty, new Guid("00112233-4455-6677-8899-aabbccddeeff"), TimeSpan.Zero, new TimeSpan(1, 2, 3, 4, 5), TimeSpan.MinValue,
        TimeSpan.MaxValue, TimeSpan.FromTicks(-1),
        DateTime.MinValue, DateTime.MaxValue, new DateTime(2020, 1, 2, 3, 4, 5, DateTimeKind.Utc),
        new DateTime(2020, 7, 2, 3, 4, 5, 678, DateTimeKind.Local), new DateTime(1969, 12, 31, 23, 59, 59, 999).AddTicks(1),
        new DateTime(2020, 1, 2),
        new DateTimeOffset(2020, 1, 2, 3, 4, 5, TimeSpan.FromHours(5.5)), DateTimeOffset.MinValue, DateTimeOffset.MaxValue,
        new DateTimeOffset(2020, 1, 2, 3, 4, 5, 6, TimeSpan.Zero).AddTicks(7),
        new DateOnly(2020, 2, 29), DateOnly.MinValue, new TimeOnly(1, 2, 3, 4), TimeOnly.MaxValue, new Uri("http://a/b?c=d&e=é"),
        new Uri("rel/a b", UriKind.Relative), new Version(1, 2), new Version(1, 2, 3, 4),
        'a', '\0', '<', 'é', '\ud800', '\uffff', true, false, Half.One, Int128.MaxValue, UInt128.MaxValue,
        (System.Numerics.BigInteger)1 << 100,
    ];

    /// <summary>A value for what is declared so; a null or a derived type where that may stand there.</summary>
    public virtual object? Of(Type type, int depth = 0)
    {
        if (Nullable.GetUnderlyingType(type) is { } inner)
            return choices.Below(3) == 0 ? null : Of(inner, depth);
        // Null is the simplest value: a case shrinks towards it.
        if (!type.IsValueType && depth > 0 && (choices.Below(5) == 0 || depth > MostDepth || _objects > MostObjects))
            return null;
        return Scalar(type)
            ?? (type.IsEnum ? Enumeration(type) : type == typeof(object) ? Any(depth) : Many(type, depth) ?? Object(type, depth));
    }

    object? Scalar(Type type)
    {
        if (type == typeof(string))
            return choices.Once(4) ? new string(choices.Of('x', 'é', '"', '日', '\n'), choices.Few(400)) : choices.Of([.. Texts]);
        if (type == typeof(byte[]))
            return Enumerable.Range(0, choices.Few(20)).Select(_ => (byte)choices.Below(256)).ToArray();
        if (type == typeof(double))
            return choices.Of(0, 1, -1.5, 0.1, 1e300, 1e-300, double.Epsilon, double.MaxValue, -0.0, double.NaN, double.PositiveInfinity,
                double.NegativeInfinity, BitConverter.Int64BitsToDouble(choices.Int64()), choices.Int32() / 100.0);
        if (type == typeof(float))
            return choices.Of(0, 1, -1.5f, 0.1f, 1e30f, float.Epsilon, float.MaxValue, -0.0f, float.NaN, float.PositiveInfinity,
                BitConverter.Int32BitsToSingle(choices.Int32()));
        if (type == typeof(decimal))
            return choices.Of(0, 1, -1.50m, 0.0001m, decimal.MaxValue, decimal.MinValue, 79228162514264337593543950335m,
                new decimal(choices.Int32(), choices.Int32(), choices.Int32(), choices.Once(2), (byte)choices.Below(29)));
        if (type.IsPrimitive && type != typeof(bool) && type != typeof(char) && type != typeof(nint) && type != typeof(nuint))
        {
            var bits = (ulong)choices.Of(0, 1, -1, 10, long.MinValue, long.MaxValue, int.MinValue, int.MaxValue, choices.Below(1000),
                choices.Int64());
            return Type.GetTypeCode(type) switch
            {
                TypeCode.Byte => (byte)bits,
                TypeCode.SByte => (sbyte)bits,
                TypeCode.Int16 => (short)bits,
                TypeCode.UInt16 => (ushort)bits,
                TypeCode.Int32 => (int)bits,
                TypeCode.UInt32 => (uint)bits,
                TypeCode.Int64 => (long)bits,
                _ => (object)bits,
            };
        }
        var these = Others.Where(o => o.GetType() == type).ToList();
        return these.Count == 0 ? null : these[choices.Below(these.Count)];
    }

    object Enumeration(Type type)
    {
        var names = Enum.GetValues(type);
        object value = names.GetValue(choices.Below(names.Length))!;
        if (choices.Once(6))
            value = Enum.ToObject(type,
                Convert.ToInt64(value, CultureInfo.InvariantCulture)
                    | Convert.ToInt64(names.GetValue(choices.Below(names.Length)), CultureInfo.InvariantCulture));
        return choices.Once(12) ? Enum.ToObject(type, (byte)choices.Below(100)) : value;
    }

    /// <summary>What an `object` holds: a scalar, one of the case's types, a list.</summary>
    protected virtual object? Any(int depth)
    {
        var type = choices.Of(typeof(int), typeof(string), typeof(bool), typeof(double), typeof(DateTime), typeof(Guid), typeof(decimal),
            typeof(long), typeof(int[]), typeof(List<object>), typeof(Dictionary<string, object>));
        return choices.Once(3) && types.Count > 0 ? Of(types[choices.Below(types.Count)], depth + 1) : Of(type, depth + 1);
    }

    protected virtual object? Many(Type type, int depth)
    {
        int count = depth > MostDepth || _objects > MostObjects ? 0 : choices.Few(4);
        if (type.IsArray)
        {
            var array = Array.CreateInstance(type.GetElementType()!, count);
            for (int i = 0; i < count; i++)
                array.SetValue(Of(type.GetElementType()!, depth + 1), i);
            return array;
        }
        var own = type.IsInterface && type.IsGenericType ? [type, .. type.GetInterfaces()] : type.GetInterfaces();
        if ((Argument(own, typeof(IDictionary<,>)) ?? Argument(own, typeof(IReadOnlyDictionary<,>))) is { } pair)
        {
            object map = Activator.CreateInstance(type.IsInterface ? typeof(Dictionary<,>).MakeGenericType(pair) : type)!;
            var add = typeof(IDictionary<,>).MakeGenericType(pair).GetMethod("set_Item")!;
            for (int i = 0; i < count; i++)
                if (Of(pair[0], depth + 1) is { } key)
                    add.Invoke(map, [key, Of(pair[1], depth + 1)]);
            return map;
        }
        if (type == typeof(string) || Argument(own, typeof(IEnumerable<>)) is not { } item)
            return null;
        if (type.IsInterface)
        {
            if (!type.IsAssignableFrom(typeof(List<>).MakeGenericType(item)))
                type = typeof(HashSet<>).MakeGenericType(item);
            else if (choices.Once(3) && type.IsAssignableFrom(item[0].MakeArrayType()))
                return Many(item[0].MakeArrayType(), depth);
            else
                type = typeof(List<>).MakeGenericType(item);
        }
        if (type.GetConstructor([]) is null)
            return null;
        object list = Activator.CreateInstance(type)!;
        var adding = typeof(ICollection<>).MakeGenericType(item).GetMethod("Add");
        if (!typeof(ICollection<>).MakeGenericType(item).IsInstanceOfType(list))
            adding = type.GetMethod("Enqueue", item) ?? type.GetMethod("Push", item) ?? type.GetMethod("Add", item);
        for (int i = 0; i < count; i++)
            adding?.Invoke(list, [Of(item[0], depth + 1)]);
        return list;
    }

    static Type[]? Argument(Type[] interfaces, Type open) =>
        interfaces.FirstOrDefault(i => i.IsGenericType && i.GetGenericTypeDefinition() == open)?.GetGenericArguments();

    object? Object(Type declared, int depth)
    {
        var fitting = types.Where(t => declared.IsAssignableFrom(t) && !t.IsAbstract && !t.IsEnum).ToList();
        var type = declared.IsAbstract || fitting.Count > 1 && choices.Once(3)
            ? fitting.Count == 0 ? null : fitting[choices.Below(fitting.Count)]
            : declared;
        if (type is null || !types.Contains(type) && !(type.IsGenericType && type.Namespace == types[0].Namespace))
            return null;
        _objects++;
        object value =
            type.IsValueType || type.GetConstructor(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, []) is not null
            ? Activator.CreateInstance(type, nonPublic: true)! : RuntimeHelpers.GetUninitializedObject(type);
        Made(value);
        for (var level = type; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (!(field.IsInitOnly && field.GetValue(value) is not null && choices.Once(2)) && field.Name != ByHand.Log && Fills(field))
                    field.SetValue(value, Of(field.FieldType, depth + 1));
        return value;
    }

    /// <summary>An object is there, and its fields are about to be set.</summary>
    protected virtual void Made(object value) { }

    /// <summary>A field that random values do not touch: of a framework's base, of a companion that must agree with another.</summary>
    protected virtual bool Fills(FieldInfo field) => true;
}
