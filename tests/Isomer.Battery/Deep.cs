using System.Collections;
using System.Collections.Specialized;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text;

namespace Isomer.Battery;

/// <summary>
/// Compares two graphs by structure: sequences in order, sets and maps by content, scalars exactly (kind of a DateTime,
/// scale of a decimal, sign of a zero), objects by all their fields, shared objects by how they are shared, nodes of XML by what they
/// hold (<see cref="Nodes"/>).
/// </summary>
public sealed class Deep(bool keepsNaNBits)
{
    readonly Dictionary<object, object> _met = new(ReferenceEqualityComparer.Instance);

    /// <summary>Where the two differ; null if they do not.</summary>
    public string? Difference(object? a, object? b) => Compare(a, b, "$");

    string? Compare(object? a, object? b, string path)
    {
        if (a is null || b is null)
            return a is null && b is null ? null : $"{path}: {a ?? "null"} became {b ?? "null"}";
        if (ReferenceEquals(a, b))
            return null;
        if (Scalar(a) is { } left)
            return a.GetType() != b.GetType() && !(a is Uri or IPAddress or CultureInfo) ? Types(a, b, path)
                : left.Equals(Scalar(b)) ? null : $"{path}: {left} became {Scalar(b)}";
        if (!a.GetType().IsValueType)
        {
            if (_met.TryGetValue(a, out object? met))
                return null;
            _met.Add(a, b);
        }
        if (Special(a) is { } special)
            return a.GetType() != b.GetType() ? Types(a, b, path) : Compare(special, Special(b), path + "~");
        return (a, b) switch
        {
            (IDictionary or StringDictionary, IEnumerable) or (IEnumerable, IDictionary) =>
                Entries(a) is { } x && Entries(b) is { } y ? Maps(x, y, path) : Types(a, b, path),
            (Array { Rank: > 1 } x, Array y)
                when x.Rank == y.Rank && Enumerable.Range(0, x.Rank).Any(d => x.GetLength(d) != y.GetLength(d)) =>
                $"{path}: lengths differ",
            (IEnumerable, IEnumerable) when IsMap(a) => Entries(a) is { } x && Entries(b) is { } y ? Maps(x, y, path) : Types(a, b, path),
            (IEnumerable x, IEnumerable y) when IsSet(a) => Sets([.. x.Cast<object?>()], [.. y.Cast<object?>()], path),
            (IEnumerable x, IEnumerable y) => Sequences([.. x.Cast<object?>()], [.. y.Cast<object?>()], path),
            _ => a.GetType() != b.GetType() ? Types(a, b, path) : Fields(a, b, path),
        };
    }

    static string Types(object a, object b, string path) => $"{path}: a {a.GetType()} became a {b.GetType()} ({a} {b})";

    string? Fields(object a, object b, string path)
    {
        for (var type = a.GetType(); type is not null && type != typeof(object); type = type.BaseType)
            foreach (var field in type.GetFields(
                BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly))
                if (Compare(field.GetValue(a), field.GetValue(b), $"{path}.{field.Name}") is { } difference)
                    return difference;
        return null;
    }

    string? Sequences(object?[] a, object?[] b, string path)
    {
        if (a.Length != b.Length)
            return $"{path}: {a.Length} items became {b.Length}";
        for (int i = 0; i < a.Length; i++)
            if (Compare(a[i], b[i], $"{path}[{i}]") is { } difference)
                return difference;
        return null;
    }

    string? Sets(object?[] a, object?[] b, string path)
    {
        if (a.Length != b.Length)
            return $"{path}: {a.Length} items became {b.Length}";
        return a.Where(x => !b.Any(y => new Deep(keepsNaNBits).Compare(x, y, path) is null)).Select(x => $"{path}: {x} is missing")
            .FirstOrDefault();
    }

    string? Maps(List<(object Key, object? Value)> a, List<(object Key, object? Value)> b, string path)
    {
        if (a.Count != b.Count)
            return $"{path}: {a.Count} entries became {b.Count}";
        foreach (var (key, value) in a)
        {
            int at = b.FindIndex(e => new Deep(keepsNaNBits).Compare(key, e.Key, path) is null);
            if (at < 0)
                return $"{path}: the key {key} is missing";
            if (Compare(value, b[at].Value, $"{path}[{key}]") is { } difference)
                return difference;
        }
        return null;
    }

    /// <summary>Null where an item is no entry: a list beside a map, as two values behind object are.</summary>
    static List<(object Key, object? Value)>? Entries(object map)
    {
        var entries = new List<(object, object?)>();
        if (map is IDictionary untyped)
        {
            foreach (DictionaryEntry entry in untyped)
                entries.Add((entry.Key, entry.Value));
            return entries;
        }
        foreach (object? entry in (IEnumerable)map)
        {
            if (entry?.GetType().GetProperty("Key") is not { } key || entry.GetType().GetProperty("Value") is not { } value)
                return null;
            entries.Add((key.GetValue(entry)!, value.GetValue(entry)));
        }
        return entries;
    }

    static bool IsMap(object value) => Has(value, typeof(IReadOnlyDictionary<,>)) || Has(value, typeof(IDictionary<,>));

    static bool IsSet(object value) =>
        (Has(value, typeof(ISet<>)) || Has(value, typeof(IReadOnlySet<>))
            || Has(value, typeof(System.Collections.Immutable.IImmutableSet<>)))
        && !value.GetType().Name.Contains("Sorted", StringComparison.Ordinal);

    static bool Has(object value, Type open) =>
        value.GetType().GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == open);

    /// <summary>Types whose fields say more than their value: as something simpler.</summary>
    static object? Special(object value) => value switch
    {
        NameValueCollection names => names.AllKeys.Select(k => (k, names.GetValues(k))).ToArray(),
        StringBuilder text => text.ToString(),
        _ when value.GetType() is { IsGenericType: true } type => type.GetGenericTypeDefinition() switch
        {
            var t when t == typeof(Lazy<>) => new[] { type.GetProperty("Value")!.GetValue(value) },
            var t when t == typeof(Memory<>) || t == typeof(ReadOnlyMemory<>) => type.GetMethod("ToArray")!.Invoke(value, null),
            var t when t == typeof(ArraySegment<>) =>
                ((IEnumerable)type.GetMethod("get_Array")!.Invoke(value, null)! ?? Array.Empty<int>()).Cast<object?>()
                .Skip((int)type.GetProperty("Offset")!.GetValue(value)!).Take((int)type.GetProperty("Count")!.GetValue(value)!).ToArray(),
            var t when t == typeof(PriorityQueue<,>) => type.GetProperty("UnorderedItems")!.GetValue(value),
            var t when t == typeof(System.Collections.Immutable.ImmutableArray<>)
                && (bool)type.GetProperty("IsDefault")!.GetValue(value)! => Array.Empty<object>(),
            var t when t == typeof(System.Collections.Immutable.ImmutableArray<>) => ((IEnumerable)value).Cast<object?>().ToArray(),
            _ => null,
        },
        _ => null,
    };

    /// <summary>What makes two scalars the same; null for what is none.</summary>
    object? Scalar(object value) => value switch
    {
        double d => double.IsNaN(d) && !keepsNaNBits ? "NaN" : BitConverter.DoubleToInt64Bits(d),
        float f => float.IsNaN(f) && !keepsNaNBits ? "NaN" : BitConverter.SingleToInt32Bits(f),
        Half h => Half.IsNaN(h) && !keepsNaNBits ? "NaN" : BitConverter.HalfToInt16Bits(h),
        Complex c => (Scalar(c.Real), Scalar(c.Imaginary)),
        decimal m => string.Join(',', decimal.GetBits(m)),
        DateTime t => (t.Ticks, t.Kind),
        DateTimeOffset t => (t.Ticks, t.Offset),
        string or bool or char or TimeSpan or DateOnly or TimeOnly or Guid or BigInteger or Int128 or UInt128 or Rune or Version or Index
            or Range or DBNull => value,
        Uri u => u.OriginalString,
        CultureInfo c => c.Name,
        IPAddress or IPEndPoint or Enum => value,
        // Before sequences: a node is one of the nodes in it, and a text has none.
        System.Xml.XmlNode node => Nodes.Held(node),
        System.Xml.Linq.XObject node => Nodes.Held(node),
        _ => value.GetType().IsPrimitive ? value : null,
    };
}
