using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;

#pragma warning disable SYSLIB0050 // the marks of an older age are what is compared

namespace Isomer.Tests.Formats.OfNrbf;

/// <summary>
/// Whether two graphs are the same: types, fields, content of the framework's collections, and which references lead to one object.
/// </summary>
static class SameGraph
{
    /// <summary>Where they differ first; null if they are the same. Without recursion, for graphs may be deep.</summary>
    /// <param name="left">One of them.</param>
    /// <param name="right">The other.</param>
    /// <param name="replaces">Whether objects of the first that stand for others are those others.</param>
    public static string? Difference(object? left, object? right, bool replaces = false)
    {
        var pairs = new Dictionary<object, object>(ReferenceEqualityComparer.Instance);
        var rest = new Stack<(object?, object?, string)>([(left, right, "$")]);
        while (rest.TryPop(out var next))
        {
            var (a, b, path) = next;
            if (replaces && a is System.Runtime.Serialization.IObjectReference reference)
                a = reference.GetRealObject(default);
            if (a is null || b is null)
            {
                if (a is not null || b is not null)
                    return $"{path}: {a ?? "null"} is not {b ?? "null"}";
                continue;
            }
            if (a.GetType() != b.GetType())
                return $"{path}: {a.GetType()} is not {b.GetType()}";
            if (!a.GetType().IsValueType && a is not string)
            {
                if (pairs.TryGetValue(a, out object? known))
                {
                    if (!ReferenceEquals(known, b))
                        return $"{path}: an object that was met before, and another one";
                    continue;
                }
                pairs.Add(a, b);
            }
            if (Compare(a, b, path, rest, replaces) is { } difference)
                return difference;
        }
        return null;
    }

    static string? Compare(object a, object b, string path, Stack<(object?, object?, string)> rest, bool replaces)
    {
        var type = a.GetType();
        if (type.IsPrimitive || type.IsEnum
            || a is string or decimal or DateTime or TimeSpan or Guid or DateTimeOffset or System.Numerics.BigInteger or Version
                or IComparer or IEqualityComparer)
            return a.Equals(b) && (a is not DateTime time || time.Kind == ((DateTime)b).Kind) ? null : $"{path}: {a} is not {b}";
        // Its own entries escape what stands in a relative one.
        if (a is Uri left)
            return Escaped(left) == Escaped((Uri)b) ? null : $"{path}: {a} is not {b}";
        if (type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true)
            Fields(a, b, path, rest);
        if (a is IDictionary map && b is IDictionary other)
        {
            if (map.Count != other.Count)
                return $"{path}: {map.Count} entries, not {other.Count}";
            // Objects that are keys are found by their place: a graph has few.
            var (keys, others) = (map.Keys.Cast<object>().ToArray(), other.Keys.Cast<object>().ToArray());
            if (keys.All(static k => k is string || k.GetType().IsPrimitive))
                others = [.. others.OrderBy(o => Array.IndexOf(keys, o))];
            for (int i = 0; i < keys.Length; i++)
            {
                rest.Push((keys[i], others[i], path + ".key"));
                if (!other.Contains(others[i]))
                    return $"{path}: a key is not found";
                rest.Push((map[keys[i]], other[others[i]], $"{path}[{keys[i]}]"));
            }
            return null;
        }
        if (a is Array { Rank: > 1 } array
            && Enumerable.Range(0, array.Rank)
                .Any(d => array.GetLength(d) != ((Array)b).GetLength(d) || array.GetLowerBound(d) != ((Array)b).GetLowerBound(d)))
            return $"{path}: other dimensions";
        if (a is WeakReference weak)
        {
            rest.Push((weak.Target, ((WeakReference)b).Target, path + ".Target"));
            return weak.TrackResurrection == ((WeakReference)b).TrackResurrection ? null : $"{path}: tracks otherwise";
        }
        if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(WeakReference<>))
        {
            object?[] targets = [null], others = [null];
            type.GetMethod("TryGetTarget")!.Invoke(a, targets);
            type.GetMethod("TryGetTarget")!.Invoke(b, others);
            rest.Push((targets[0], others[0], path + ".Target"));
            return null;
        }
        if (!type.IsValueType && a is IEnumerable items && IsOfFramework(type))
        {
            var (x, y) = (items.Cast<object?>().ToArray(), ((IEnumerable)b).Cast<object?>().ToArray());
            // A set holds what has become one object once.
            if (replaces && type.IsGenericType && type.GetGenericTypeDefinition() == typeof(HashSet<>))
                x = [.. x.Select(static i => i is System.Runtime.Serialization.IObjectReference named ? named.GetRealObject(default) : i)
                    .Distinct()];
            if (x.Length != y.Length)
                return $"{path}: {x.Length} items, not {y.Length}";
            for (int i = 0; i < x.Length; i++)
                rest.Push((x[i], y[i], $"{path}[{i}]"));
            return null;
        }
        if (a is System.Text.StringBuilder)
            return a.ToString() == b.ToString() ? null : $"{path}: another text";
        if (type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true)
            Fields(a, b, path, rest);
        return null;
    }

    static string Escaped(Uri uri) => uri.GetComponents(UriComponents.SerializationInfoString, UriFormat.UriEscaped);

    static bool IsOfFramework(Type type)
    {
        for (Type? level = type; level is not null && level != typeof(object); level = level.BaseType)
            if (level.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) == true)
                return true;
        return type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true;
    }

    static void Fields(object a, object b, string path, Stack<(object?, object?, string)> rest)
    {
        for (var level = a.GetType(); level is not null && level != typeof(object)
            && level.Namespace?.StartsWith("System.Collections", StringComparison.Ordinal) != true; level = level.BaseType)
            foreach (var field in level.GetFields(
                BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
                if (!field.IsNotSerialized
                    && field.Name is not ("_xptrs" or "_dynamicMethods" or "_stackTrace" or "_ipForWatsonBuckets" or "_info"))
                    rest.Push((field.GetValue(a), field.GetValue(b), $"{path}.{field.Name}"));
    }
}
