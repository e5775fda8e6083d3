using System.Collections;
using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Which views of collections, and which collections beside those that data contracts know, are carried as fields: ArrayList.Synchronized
/// and its like, Dictionary.Keys, ConcurrentQueue. Most are classes that no program can name, so that nobody could make them known.
/// </summary>
static class FrameworkViews
{
    /// <summary>What else helps where a class of the framework's is not known: many have no name that a program could name.</summary>
    public static string Remedy(string name) => !name.StartsWith("System.", StringComparison.Ordinal) ? ""
        : " (A class of the framework that is not public, or not marked [Serializable], cannot be made known: without types, as nodes, the "
            + "payload is read all the same.)";

    /// <summary>Whether the class is a view of a collection: what it is around is kept, and not copied.</summary>
    public static bool IsView(Type type) => type is { IsNested: true, DeclaringType: { } outer }
        && (outer == typeof(ArrayList) || outer == typeof(Hashtable) || outer == typeof(Queue) || outer == typeof(Stack)
            || outer == typeof(SortedList) || outer == typeof(Dictionary<,>) || outer == typeof(SortedDictionary<,>)
            || outer == typeof(SortedList<,>));

    /// <summary>What a view is around; null for what is none.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static object? InnerOf(object view)
    {
        if (!IsView(view.GetType()))
            return null;
        foreach (string field in s_inner)
            if (view.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is { } inner)
                return inner.GetValue(view);
        return null;
    }

    static readonly string[] s_inner = ["_list", "_baseList", "_table", "_q", "_s"];

    /// <summary>The class of this name, a generic one open; null if it is none of these.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static Type? Find(string name) => name switch
    {
        "System.Collections.ArrayList+SyncArrayList" or "System.Collections.ArrayList+ReadOnlyArrayList"
            or "System.Collections.ArrayList+FixedSizeArrayList" or "System.Collections.ArrayList+IListWrapper"
            or "System.Collections.ArrayList+Range" or "System.Collections.ArrayList+SyncIList"
            or "System.Collections.ArrayList+ReadOnlyList" or "System.Collections.ArrayList+FixedSizeList" =>
            Nested(typeof(ArrayList), name),
        "System.Collections.Hashtable+SyncHashtable" or "System.Collections.Hashtable+KeyCollection"
            or "System.Collections.Hashtable+ValueCollection" => Nested(typeof(Hashtable), name),
        "System.Collections.Queue+SynchronizedQueue" => Nested(typeof(Queue), name),
        "System.Collections.Stack+SyncStack" => Nested(typeof(Stack), name),
        "System.Collections.SortedList+SyncSortedList" or "System.Collections.SortedList+KeyList"
            or "System.Collections.SortedList+ValueList" => Nested(typeof(SortedList), name),
        "System.Collections.Generic.Dictionary`2+KeyCollection" => typeof(Dictionary<,>.KeyCollection),
        "System.Collections.Generic.Dictionary`2+ValueCollection" => typeof(Dictionary<,>.ValueCollection),
        "System.Collections.Generic.SortedDictionary`2+KeyCollection" => typeof(SortedDictionary<,>.KeyCollection),
        "System.Collections.Generic.SortedDictionary`2+ValueCollection" => typeof(SortedDictionary<,>.ValueCollection),
        "System.Collections.Generic.SortedList`2+KeyList" or "System.Collections.Generic.SortedList`2+ValueList" =>
            Nested(typeof(SortedList<,>), name),
        "System.Collections.Concurrent.ConcurrentQueue`1" => typeof(ConcurrentQueue<>),
        "System.Collections.Concurrent.ConcurrentStack`1" => typeof(ConcurrentStack<>),
        "System.Collections.Concurrent.ConcurrentBag`1" => typeof(ConcurrentBag<>),
        "System.Globalization.NumberFormatInfo" => typeof(System.Globalization.NumberFormatInfo),
        "System.Globalization.RegionInfo" => typeof(System.Globalization.RegionInfo),
        "System.Globalization.SortVersion" => typeof(System.Globalization.SortVersion),
        _ => name.StartsWith("System.Data.", StringComparison.Ordinal) ? OfData(name) : null,
    };

    // Apart, so that System.Data is loaded for those only who use it.
    [MethodImpl(MethodImplOptions.NoInlining), RequiresUnreferencedCode(Trimming.Members)]
    static Type? OfData(string name) => name switch
    {
        "System.Data.PropertyCollection" => typeof(System.Data.PropertyCollection),
        "System.Data.SqlTypes.SqlBinary" or "System.Data.SqlTypes.SqlBoolean" or "System.Data.SqlTypes.SqlByte"
            or "System.Data.SqlTypes.SqlBytes" or "System.Data.SqlTypes.SqlChars" or "System.Data.SqlTypes.SqlDateTime"
            or "System.Data.SqlTypes.SqlDecimal" or "System.Data.SqlTypes.SqlDouble" or "System.Data.SqlTypes.SqlGuid"
            or "System.Data.SqlTypes.SqlInt16" or "System.Data.SqlTypes.SqlInt32" or "System.Data.SqlTypes.SqlInt64"
            or "System.Data.SqlTypes.SqlMoney" or "System.Data.SqlTypes.SqlSingle" or "System.Data.SqlTypes.SqlString" =>
            typeof(System.Data.SqlTypes.SqlInt32).Assembly.GetType(name),
        _ => null,
    };

    [RequiresUnreferencedCode(Trimming.Members)]
    static Type? Nested(Type outer, string name) =>
        outer.GetNestedType(name[(name.IndexOf('+', StringComparison.Ordinal) + 1)..], BindingFlags.NonPublic | BindingFlags.Public);

    /// <summary>The surrogate's class, and what it is over; null if the type is none of these.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [return: DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicConstructors)]
    public static Type? SurrogateOf(Type type, out Type[] over)
    {
        Type[] arguments = type.GetGenericArguments();
        over = [type, .. arguments];
        string name = (type.IsGenericType ? type.GetGenericTypeDefinition() : type).FullName!;
        switch (name)
        {
            case "System.Collections.ArrayList+SyncArrayList": return typeof(LockedArrayListSurrogate<>);
            case "System.Collections.ArrayList+ReadOnlyArrayList": return typeof(ReadOnlyArrayListSurrogate<>);
            case "System.Collections.ArrayList+FixedSizeArrayList": return typeof(FixedSizeArrayListSurrogate<>);
            case "System.Collections.ArrayList+IListWrapper": return typeof(AdaptedListSurrogate<>);
            case "System.Collections.ArrayList+Range": return typeof(ArrayListRangeSurrogate<>);
            case "System.Collections.ArrayList+SyncIList": return typeof(LockedListSurrogate<>);
            case "System.Collections.ArrayList+ReadOnlyList": return typeof(ReadOnlyListSurrogate<>);
            case "System.Collections.ArrayList+FixedSizeList": return typeof(FixedSizeListSurrogate<>);
            case "System.Collections.Queue+SynchronizedQueue": return typeof(LockedQueueSurrogate<>);
            case "System.Collections.Stack+SyncStack": return typeof(LockedStackSurrogate<>);
            case "System.Collections.Hashtable+SyncHashtable": return typeof(LockedHashtableSurrogate<>);
            case "System.Collections.Hashtable+KeyCollection": return typeof(HashtableKeysSurrogate<>);
            case "System.Collections.Hashtable+ValueCollection": return typeof(HashtableValuesSurrogate<>);
            case "System.Collections.SortedList+KeyList": return typeof(UntypedKeyListSurrogate<>);
            case "System.Collections.SortedList+ValueList": return typeof(UntypedValueListSurrogate<>);
            case "System.Collections.Generic.SortedList`2+KeyList": return typeof(KeyListSurrogate<,,>);
            case "System.Collections.Generic.SortedList`2+ValueList": return typeof(ValueListSurrogate<,,>);
        }
        over = arguments;
        return name switch
        {
            "System.Collections.Generic.Dictionary`2+KeyCollection" => typeof(DictionaryKeysSurrogate<,>),
            "System.Collections.Generic.Dictionary`2+ValueCollection" => typeof(DictionaryValuesSurrogate<,>),
            "System.Collections.Generic.SortedDictionary`2+KeyCollection" => typeof(SortedKeysSurrogate<,>),
            "System.Collections.Generic.SortedDictionary`2+ValueCollection" => typeof(SortedValuesSurrogate<,>),
            "System.Collections.Concurrent.ConcurrentQueue`1" => typeof(ConcurrentQueueSurrogate<>),
            "System.Collections.Concurrent.ConcurrentStack`1" => typeof(ConcurrentStackSurrogate<>),
            "System.Collections.Concurrent.ConcurrentBag`1" => typeof(ConcurrentBagSurrogate<>),
            _ => null,
        };
    }
}

/// <summary>What a class that no program can name has in a field of its own.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
abstract class ViewSurrogate<T, [DynamicallyAccessedMembers(Trimming.CarriedFields)] TFields> : FieldsSurrogate<T, TFields>
    where TFields : struct
{
    public override ClrName Name => new(
        (typeof(T).IsGenericType ? typeof(T).GetGenericTypeDefinition() : typeof(T)).FullName!, typeof(T).GetGenericArguments(),
        typeof(T).IsGenericType ? ClrName.System : null);

    /// <summary>What the view is around: a chain of views is asked by recursion, whoever asks the outermost.</summary>
    protected static TInner Around<TInner>(TInner? inner, string field) where TInner : class =>
        Wrappers.IsEndless(new object(), Given(inner, field), FrameworkViews.InnerOf) ? throw Wrong(field, Wrappers.Endless) : inner!;

    /// <summary>What the view is around, which is a table or list and no view of one: views give what that gives.</summary>
    protected static TInner AroundPlain<TInner>(TInner? inner, string field) where TInner : class =>
        FrameworkViews.IsView(Given(inner, field).GetType()) ? throw Wrong(field, "is a view") : inner!;

    protected static TField Of<TField>(T value, string field) =>
        (TField)typeof(T).GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(value)!;
}
