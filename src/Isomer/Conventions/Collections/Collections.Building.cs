using System.Collections;
using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>How sequences and maps are made from items.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static partial class Collections
{
    static Build SequenceBuild(Type type, Type element)
    {
        if (type.IsInterface)
        {
            if (Is(type, typeof(ISet<>)) || Is(type, typeof(IReadOnlySet<>)))
                return SequenceBuild(typeof(HashSet<>).MakeGenericType(element), element);
            if (type.IsAssignableFrom(typeof(List<>).MakeGenericType(element)))
                return new Build(BuildKind.List);
        }
        if (Is(type, typeof(List<>)))
            return new Build(BuildKind.List);
        if (type.IsGenericType && Builders.ForSequence(type.GetGenericTypeDefinition()) is { } name)
            return Converted(name, element);
        if (!type.IsAbstract && IsStack(type) && type.GetConstructor(Any, []) is not null)
            return new Build(BuildKind.Convert,
                Convert: typeof(Builders).GetMethod(nameof(Builders.Pushed))!.MakeGenericMethod(type, element));
        if (FromBuilderAttribute(type, element) is { } attributed)
            return new Build(BuildKind.Convert, Convert: attributed);
        if (!type.IsAbstract && (type.IsValueType || type.GetConstructor(Any, []) is not null))
        {
            var add = Closed(type, typeof(ICollection<>)) is { } collection && !IsReadOnlyWrapper(type)
                ? PublicOr(type, "Add", element) ?? collection.GetMethod("Add")
                : PublicOr(type, "Add", element) ?? PublicOr(type, "Enqueue", element) ?? PublicOr(type, "AddLast", element)
                    ?? PublicOr(type, "Push", element);
            if (add is not null)
                return new Build(BuildKind.Add, type.GetConstructor(Any, []), add, ComparerConstructor: ComparerConstructor(type, element),
                    Capacity: CapacityOf(type, element));
        }
        foreach (var source in new[] { typeof(IEnumerable<>), typeof(IList<>), typeof(IReadOnlyList<>) })
            if (!type.IsAbstract && type.GetConstructor(Open, [source.MakeGenericType(element)]) is { } constructor)
                return new Build(BuildKind.Convert, Convert: constructor);
        return new Build(BuildKind.None, Refusal:
            $"'{type}' can be written but not read: give it a parameterless constructor and an Add({element.Name}) method, a constructor that takes IEnumerable<{element.Name}>, or [CollectionBuilder]");
    }

    internal static bool IsStack(Type type)
    {
        for (var t = type.BaseType; t is not null; t = t.BaseType)
            if (Is(t, typeof(Stack<>)) || Is(t, typeof(ConcurrentStack<>)))
                return true;
        return false;
    }

    internal static bool IsReadOnlyWrapper(Type type) =>
        Is(type, typeof(ReadOnlyCollection<>)) || Is(type, typeof(ReadOnlyObservableCollection<>));

    static Build Converted(string builder, params Type[] arguments) =>
        new(BuildKind.Convert, Convert: typeof(Builders).GetMethod(builder)!.MakeGenericMethod(arguments));

    static MethodInfo? PublicOr(Type type, string name, params Type[] parameters) =>
        type.GetMethod(name, Open, parameters) is { ContainsGenericParameters: false } method
            && method.GetParameters().Select(p => p.ParameterType).SequenceEqual(parameters) ? method : null;

    static MethodInfo? FromBuilderAttribute(Type type, Type element)
    {
        if (type.GetCustomAttribute<CollectionBuilderAttribute>() is not { } attribute)
            return null;
        var arguments = type.IsGenericType ? type.GetGenericArguments() : [];
        foreach (var method in attribute.BuilderType.GetMethods(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Static))
        {
            if (method.Name != attribute.MethodName || method.GetGenericArguments().Length != arguments.Length)
                continue;
            var closed = arguments.Length == 0 ? method : method.MakeGenericMethod(arguments);
            if (closed.GetParameters() is [{ ParameterType: var p }] && p == typeof(ReadOnlySpan<>).MakeGenericType(element)
                && type.IsAssignableFrom(closed.ReturnType))
                return closed;
        }
        return null;
    }

    static ConstructorInfo? ComparerConstructor(Type type, Type key) =>
        !IsStringKeyed(key) ? null
        : type.GetConstructor(Open, [typeof(IEqualityComparer<string>)]) ?? type.GetConstructor(Open, [typeof(IComparer<string>)]);

    /// <summary>
    /// Hash tables whose keys hash without a secret can be flooded; strings cannot, for the framework changes their hash
    /// when it meets collisions.
    /// </summary>
    internal static MethodInfo? CapacityOf(Type type, Type key)
    {
        for (var table = type; table is not null && key != typeof(string); table = table.BaseType)
            if (Is(table, typeof(Dictionary<,>)) || Is(table, typeof(HashSet<>)) || Is(table, typeof(OrderedDictionary<,>)))
                return table.GetProperty("Capacity")!.GetMethod;
        return null;
    }

    /// <summary>Hash tables whose buckets cannot be asked for; and the one that is none, and slow by nature.</summary>
    internal static bool HidesCapacity(Type type, Type key)
    {
        if (type == typeof(System.Dynamic.ExpandoObject))
            return true;
        for (var table = type; table is not null && key != typeof(string); table = table.BaseType)
            if (Is(table, typeof(ConcurrentDictionary<,>)) || table == typeof(Hashtable) || table == typeof(OrderedDictionary))
                return true;
        return false;
    }

    static Build UntypedBuild(Type type)
    {
        if (type.IsAssignableFrom(typeof(List<object>)))
            return new Build(BuildKind.List);
        if (type == typeof(Stack))
            return new Build(BuildKind.Convert, Convert: typeof(Builders).GetMethod(nameof(Builders.UntypedStack)));
        if (!type.IsAbstract && typeof(Stack).IsAssignableFrom(type) && type.GetConstructor(Any, []) is not null)
            return Converted(nameof(Builders.UntypedPushed), type);
        if (!type.IsAbstract && type.GetConstructor(Any, []) is { } constructor)
        {
            var add = PublicOr(type, "Add", typeof(object)) ?? PublicOr(type, "Enqueue", typeof(object))
                ?? (typeof(IList).IsAssignableFrom(type) ? typeof(IList).GetMethod("Add") : null);
            if (add is not null)
                return new Build(BuildKind.Add, constructor, add);
        }
        return new Build(BuildKind.None,
            Refusal: $"'{type}' can be written but not read: give it a parameterless constructor and an Add(object) method");
    }

    static Build MapBuild(Type type, Type key, Type value)
    {
        if (type.IsInterface && type.IsAssignableFrom(typeof(Dictionary<,>).MakeGenericType(key, value)))
            return MapBuild(typeof(Dictionary<,>).MakeGenericType(key, value), key, value);
        if (type.IsGenericType && Builders.ForMap(type.GetGenericTypeDefinition()) is { } name)
            return Converted(name, key, value);
        if (!type.IsAbstract && type.GetConstructor(Any, []) is { } constructor)
        {
            // The indexer, not Add: the last of two equal keys wins, as in System.Text.Json.
            var set = type.GetMethod("set_Item", Open, [key, value]) ?? Closed(type, typeof(IDictionary<,>))?.GetMethod("set_Item")
                ?? PublicOr(type, "Add", key, value);
            if (set is not null)
                return new Build(BuildKind.Add, constructor, set, ComparerConstructor: ComparerConstructor(type, key),
                    Capacity: CapacityOf(type, key), HidesCapacity: HidesCapacity(type, key));
        }
        foreach (var source in new[] { typeof(IDictionary<,>), typeof(IReadOnlyDictionary<,>) })
            if (!type.IsAbstract && type.GetConstructor(Open, [source.MakeGenericType(key, value)]) is { } wrapper)
                return new Build(BuildKind.Convert,
                    Convert: typeof(Builders).GetMethod(nameof(Builders.Wrapped))!.MakeGenericMethod(type, key, value));
        return new Build(BuildKind.None,
            Refusal: $"'{type}' can be written but not read: give it a parameterless constructor and an indexer that sets");
    }

    static Build UntypedMapBuild(Type type)
    {
        if (type.IsInterface)
            type = type.IsAssignableFrom(typeof(Hashtable)) ? typeof(Hashtable)
                : type.IsAssignableFrom(typeof(OrderedDictionary)) ? typeof(OrderedDictionary) : type;
        return !type.IsAbstract && type.GetConstructor(Any, []) is { } constructor
            ? new Build(BuildKind.Add, constructor, typeof(IDictionary).GetMethod("set_Item"),
                HidesCapacity: HidesCapacity(type, typeof(object)))
            : new Build(BuildKind.None, Refusal: $"'{type}' can be written but not read: give it a parameterless constructor");
    }
}
