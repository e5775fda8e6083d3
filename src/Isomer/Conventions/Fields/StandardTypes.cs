using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What data may name without anyone making it known: types whose name says all that there is to know, and the framework's classes behind
/// what is declared.
/// </summary>
internal static class StandardTypes
{
    /// <summary>What data may name wherever an object is declared.</summary>
    public static Type[] Anywhere { get; } =
    [
        typeof(System.Collections.ArrayList), typeof(System.Collections.Hashtable), typeof(System.Collections.Queue),
        typeof(System.Collections.Stack), typeof(System.Collections.SortedList),
        typeof(System.Collections.BitArray), typeof(System.Text.StringBuilder), typeof(System.Collections.DictionaryEntry), typeof(Version),
        typeof(DateTimeOffset),
    ];

    /// <summary>
    /// Whether the type may stand here because of what is declared: a collection where an interface is, whose items are the interface's; a
    /// comparer of the framework's where one is; the parts of a SortedDictionary in it.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "Of what is declared, which exists; what was trimmed away is not found, and refused.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "Of what is declared, which exists; what was trimmed away is not found, and refused.")]
    public static bool IsImplied(Type type, Type declared) =>
        IsCollection(type, declared) || PairOrders.PartOf(declared) == type
        || (declared.IsInterface && declared.IsAssignableFrom(type) && WellKnownFields.FactsOf(type) is { } facts
            && WellKnownFields.ComparerOf(declared, facts.Name?.Name ?? type.FullName!) is not null);

    /// <summary>The type of this name that may stand here because of what is declared; null if none may.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2026",
        Justification = "Of what is declared, which exists; what was trimmed away is not found, and refused.")]
    [UnconditionalSuppressMessage("AOT", "IL3050",
        Justification = "Of what is declared, which exists; what was trimmed away is not found, and refused.")]
    public static Type? ImpliedBy(Type declared, string name, Predicate<Type> isCalled)
    {
        if (WellKnownFields.ComparerOf(declared, name) is { } comparer)
            return comparer;
        if (PairOrders.PartOf(declared) is { } part && isCalled(part))
            return part;
        return CollectionOf(declared, name) is { } collection && isCalled(collection) ? collection : null;
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static bool IsCollection(Type type, Type declared)
    {
        if (!declared.IsInterface || !declared.IsAssignableFrom(type)
            || ContractInfo.Of(declared).Kind is not (ContractKind.Collection or ContractKind.Map))
            return false;
        Type[] items = declared.GetGenericArguments();
        return items.Length > 0
            && (type.IsArray
                ? type.GetElementType() == items[0]
                : WellKnownFields.FactsOf(type) is not null && type.GetGenericArguments().AsSpan().SequenceEqual(items));
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static Type? CollectionOf(Type declared, string name)
    {
        if (!declared.IsInterface || !declared.IsGenericType)
            return null;
        Type[] items = declared.GetGenericArguments();
        var type = name.EndsWith("[]", StringComparison.Ordinal)
            ? items[0].MakeArrayType()
            : OpenOf(name, items.Length)?.MakeGenericType(items);
        return type is not null && IsCollection(type, declared) ? type : null;
    }

    /// <summary>The generic collection that a name begins with.</summary>
    static Type? OpenOf(string name, int arity)
    {
        int end = name.IndexOf('[', StringComparison.Ordinal);
        foreach (var type in arity == 1 ? Sequences : arity == 2 ? Maps : [])
            if (end > 0 && name.AsSpan(0, end).SequenceEqual(type.FullName))
                return type;
        return null;
    }

    /// <summary>The framework's generic collections that are written as fields.</summary>
    public static IEnumerable<Type> Collections => Sequences.Concat(Maps);

    static readonly Type[] Sequences =
    [
        typeof(List<>), typeof(Queue<>), typeof(Stack<>), typeof(LinkedList<>), typeof(HashSet<>), typeof(SortedSet<>),
        typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>),
    ];

    static readonly Type[] Maps = [typeof(Dictionary<,>), typeof(SortedDictionary<,>), typeof(SortedList<,>),
        typeof(ConcurrentDictionary<,>)];
}
