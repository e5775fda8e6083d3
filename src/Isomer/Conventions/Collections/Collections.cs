using System.Collections;
using System.Collections.Immutable;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Recognises collections and says how each is visited and rebuilt. A table for the framework's own, rules for everyone
/// else's: [CollectionBuilder]; ICollection of T or an Add method with a parameterless constructor; a constructor that
/// takes the items.
/// </summary>
internal static partial class Collections
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;
    const BindingFlags Open = BindingFlags.Public | BindingFlags.Instance;

    public static TypeModel? Create(Convention convention, Type type)
    {
        if (type.IsArray)
            return type.IsSZArray
                ? new SequenceModel(convention, type, type.GetElementType()!, new Walk(WalkKind.Array), new Build(BuildKind.Array))
                : null;
        if (!typeof(IEnumerable).IsAssignableFrom(type))
            return AsyncItems.InterfaceOf(type) is { } streamed
                ? throw new NotSupportedException(AsyncItems.Refusal(type, streamed))
                : null;
        if (MapArguments(type) is { } pair)
            return new MapModel(convention, type, pair.Key, pair.Value,
                WalkOf(type, typeof(KeyValuePair<,>).MakeGenericType(pair.Key, pair.Value), IsStringKeyed(pair.Key)),
                MapBuild(type, pair.Key, pair.Value));
        if (typeof(IDictionary).IsAssignableFrom(type))
            return new MapModel(convention, type, typeof(object), typeof(object),
                new Walk(WalkKind.Snapshot, KeyComparer: UntypedComparers.Of(type)), UntypedMapBuild(type));
        if (ElementOf(type) is { } element)
            return new SequenceModel(convention, type, element,
                type.IsInterface ? new Walk(WalkKind.Snapshot) : WalkOf(type, element, IsStringKeyed(element)),
                SequenceBuild(type, element));
        return new SequenceModel(convention, type, typeof(object), new Walk(WalkKind.Snapshot), UntypedBuild(type));
    }

    static bool IsStringKeyed(Type key) => key == typeof(string);

    static (Type Key, Type Value)? MapArguments(Type type)
    {
        var map = Closed(type, typeof(IDictionary<,>)) ?? Closed(type, typeof(IReadOnlyDictionary<,>));
        return map?.GetGenericArguments() is [var key, var value] ? (key, value) : null;
    }

    static Type? ElementOf(Type type) => Closed(type, typeof(IEnumerable<>))?.GetGenericArguments()[0];

    /// <summary>The closed form of a generic interface (or class) that the type is or has.</summary>
    public static Type? Closed(Type type, Type open)
    {
        if (type.IsGenericType && type.GetGenericTypeDefinition() == open)
            return type;
        foreach (var i in type.GetInterfaces())
            if (i.IsGenericType && i.GetGenericTypeDefinition() == open)
                return i;
        return null;
    }

    static Walk WalkOf(Type type, Type item, bool keyedByString)
    {
        if (Is(type, typeof(List<>)))
            return new Walk(WalkKind.List);
        if (Is(type, typeof(ImmutableArray<>)))
            return new Walk(WalkKind.ImmutableArray);
        var count = CountOf(type);
        var comparer = keyedByString
            ? (type.GetProperty("Comparer", Open) ?? type.GetProperty("KeyComparer", Open))?.GetMethod
            : null;
        // What is several enumerables has one count, which may be that of another of them.
        if (count is null || type.Namespace == "System.Collections.Concurrent" || IsSeveral(type))
            return new Walk(WalkKind.Snapshot, Comparer: comparer, KeyComparer: KeyComparerOf(type));
        return new Walk(WalkKind.Enumerator, EnumeratorOf(type, item), count, comparer, KeyComparerOf(type));
    }

    /// <summary>
    /// The getter of a property Comparer or KeyComparer, by which a collection tells its keys apart or orders them. A bare interface has
    /// none: what is there goes by its own type.
    /// </summary>
    internal static MethodInfo? KeyComparerOf(Type type)
    {
        if (!type.IsInterface)
            foreach (string name in (ReadOnlySpan<string>)["Comparer", "KeyComparer"])
                for (var level = type; level is not null; level = level.BaseType)
                    if (level.GetProperty(name, Open | BindingFlags.DeclaredOnly) is { GetMethod: { ReturnType: var kind } getter }
                        && (Is(kind, typeof(IComparer<>)) || Is(kind, typeof(IEqualityComparer<>)) || kind == typeof(IComparer)
                            || kind == typeof(IEqualityComparer)))
                        return getter;
        return null;
    }

    static bool IsSeveral(Type type)
    {
        int faces = 0;
        foreach (var face in type.GetInterfaces())
            faces += Is(face, typeof(IEnumerable<>)) ? 1 : 0;
        return faces > 1;
    }

    /// <summary>The pattern's enumerator, usually a struct, if it yields the right items; else the interface's.</summary>
    static MethodInfo EnumeratorOf(Type type, Type item)
    {
        if (!type.IsInterface && type.GetMethod("GetEnumerator", Open, []) is { } own
            && own.ReturnType.GetMethod("MoveNext", Open, []) is { } move && move.ReturnType == typeof(bool)
            && own.ReturnType.GetProperty("Current", Open) is { } current && current.PropertyType == item)
            return own;
        return typeof(IEnumerable<>).MakeGenericType(item).GetMethod("GetEnumerator")!;
    }

    static MethodInfo? CountOf(Type type)
    {
        if (!type.IsInterface && (type.GetProperty("Count", Open) ?? type.GetProperty("Length", Open)) is { GetMethod: { } own } p
            && p.PropertyType == typeof(int))
            return own;
        var counted = Closed(type, typeof(ICollection<>)) ?? Closed(type, typeof(IReadOnlyCollection<>))
            ?? (typeof(ICollection).IsAssignableFrom(type) ? typeof(ICollection) : null);
        return counted?.GetProperty("Count")!.GetMethod;
    }

    static bool Is(Type type, Type open) => type.IsGenericType && type.GetGenericTypeDefinition() == open;
}
