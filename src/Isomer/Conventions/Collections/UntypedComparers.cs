using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

/// <summary>
/// The comparers of the framework's untyped tables, which have no property for them: what
/// <c>CollectionsUtil.CreateCaseInsensitiveHashtable</c> makes is another table than a <c>Hashtable</c> of these keys.
/// </summary>
internal static class UntypedComparers
{
    /// <summary>
    /// The method that takes a table of this type, or of one derived from it, and gives its comparer; null where there is none.
    /// </summary>
    public static MethodInfo? Of(Type type)
    {
        for (var level = type; level is not null; level = level.BaseType)
            if (NameOf(level) is { } name)
                return typeof(UntypedComparers).GetMethod(name);
        return null;
    }

    static string? NameOf(Type type) =>
        type == typeof(Hashtable) ? nameof(OfHashtable)
        : type == typeof(SortedList) ? nameof(OfSortedList)
        : type == typeof(OrderedDictionary) ? nameof(OfOrderedDictionary)
        : type == typeof(ListDictionary) ? nameof(OfListDictionary)
        : type == typeof(HybridDictionary) ? nameof(OfHybridDictionary)
        : null;

    public static object? OfHashtable(Hashtable table) => EqualityComparer(table);

    public static object? OfSortedList(SortedList table) => UntypedSortedListSurrogate.Comparer(table);

    public static object? OfOrderedDictionary(OrderedDictionary table) => Comparer(table);

    public static object? OfListDictionary(ListDictionary table) => ListDictionarySurrogate.Comparer(table);

    public static object? OfHybridDictionary(HybridDictionary table) =>
        HybridDictionarySurrogate.CaseInsensitive(table) ? StringComparer.OrdinalIgnoreCase : null;

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_EqualityComparer")]
    static extern IEqualityComparer? EqualityComparer(Hashtable table);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_comparer")]
    static extern ref IEqualityComparer? Comparer(OrderedDictionary table);
}
