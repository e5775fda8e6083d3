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

    /// <summary>What a view is around; null for what is none, and for a view that is not made yet.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static object? InnerOf(object view) => FieldOf(view.GetType())?.GetValue(view);

    /// <summary>Whether it is a view that exists and is not made: nobody may ask it anything.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static bool IsUnmade(object value) => FieldOf(value.GetType()) is { } inner && inner.GetValue(value) is null;

    /// <summary>
    /// Whether a view around this can be made now: its constructor asks the innermost for what locks it, and that of a range for its count.
    /// A list that others hold the items of (a Collection, a class of the program's own) answers when all of the graph has been read.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static bool IsWhole(object inner, bool isCounted) => Innermost(inner) is { } list && AnswersItself(list)
        && (!isCounted || list is Array || (list is ArrayList items && ArrayListSurrogate.Items(items) is not null));

    /// <summary>Whether what locks this is told by the framework's own code, which hands the question on to no other collection.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static bool IsLockedByItself(object inner) => Innermost(inner) is { } list && AnswersItself(list);

    /// <summary>
    /// The most items that a range of this can have: any number where only a class of the program's own knows how many there are, for it
    /// may hand the question on to one that leads back to it. Such a range is looked at when it is asked for an item.
    /// </summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static int MostIn(ArrayList inner) => Innermost(inner) is { } list && (AnswersItself(list)
        || list.GetType().GetMethod("get_Count", [])?.DeclaringType == typeof(ArrayList)) ? inner.Count : int.MaxValue;

    static bool AnswersItself(object list)
    {
        var type = list.GetType();
        return type.IsArray || type == typeof(ArrayList) || type == typeof(Queue) || type == typeof(Stack)
            || type == typeof(Hashtable) || type == typeof(SortedList)
            || (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(List<>));
    }

    // What the views are around; null if one is not made yet.
    [RequiresUnreferencedCode(Trimming.Members)]
    static object? Innermost(object inner)
    {
        for (int i = 0; i < MostViews && FieldOf(inner.GetType()) is { } field; i++)
        {
            if (field.GetValue(inner) is not { } next)
                return null;
            inner = next;
        }
        return inner;
    }

    // More are refused when they are made (Wrappers.IsEndless).
    const int MostViews = 1000;

    [RequiresUnreferencedCode(Trimming.Members)]
    static FieldInfo? FieldOf(Type type) => IsView(type) ? s_fields.GetValue(type, FindField) : null;

    [RequiresUnreferencedCode(Trimming.Members)]
    static FieldInfo? FindField(Type view)
    {
        foreach (string field in s_inner)
            if (view.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.DeclaredOnly) is { } inner)
                return inner;
        return null;
    }

    static readonly string[] s_inner = ["_list", "_baseList", "_table", "_q", "_s"];

    static readonly ConditionalWeakTable<Type, FieldInfo?> s_fields = [];

    // Not a field of the generic class: who reads a static field of a class that asks for code is warned of that by the compiler.
    static readonly ConditionalWeakTable<Type, ConstructorInfo> s_constructors = [];

    /// <summary>The constructor that takes what the view is around first.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static ConstructorInfo ConstructorOf(Type view, Type inner) => s_constructors.TryGetValue(view, out var known) ? known
        : s_constructors.GetValue(view, v => v.GetConstructors(BindingFlags.Instance | BindingFlags.NonPublic | BindingFlags.Public)
            .First(c => c.GetParameters() is [{ ParameterType: var first }, ..] && first == inner));

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

    /// <summary>What a view is called.</summary>
    public static ClrName NameOf(Type view) => new((view.IsGenericType ? view.GetGenericTypeDefinition() : view).FullName!,
        view.GetGenericArguments(), view.IsGenericType ? ClrName.System : null);

    /// <summary>What a class that no program can name has in a field of its own.</summary>
    // The constructors of views run by reflection, and must be there where all else of the collections was trimmed. With them stay members
    // that ask for code (ArrayList.ToArray(Type)), of which the compiler ahead of time warns unless this method says that it does, too.
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(ArrayList))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(Hashtable))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(Queue))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(Stack))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.NonPublicNestedTypes, typeof(SortedList))]
    public static TField Of<TField>(Type view, object value, string field) =>
        (TField)view.GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(value)!;

    /// <summary>Gives a view that exists what its constructor would.</summary>
    [RequiresUnreferencedCode(Trimming.Members)]
    public static void Set(object view, string field, object value) =>
        view.GetType().GetField(field, BindingFlags.Instance | BindingFlags.NonPublic)!.SetValue(view, value);

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

/// <summary>A view that its table makes.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
abstract class ViewSurrogate<T, [DynamicallyAccessedMembers(Trimming.CarriedFields)] TFields> : FieldsSurrogate<T, TFields>
    where TFields : struct
{
    public override ClrName Name => FrameworkViews.NameOf(typeof(T));

    /// <summary>
    /// The view around this, which is a table or list and no view of one: views give what that gives. By the view's own constructor, and
    /// not by asking for it: a table of a class of the program's own may hand that on to one that leads back to it.
    /// </summary>
    protected static T Around<TInner>(TInner? inner, string field) where TInner : class =>
        FrameworkViews.IsView(Given(inner, field).GetType()) ? throw Wrong(field, "is a view")
            : (T)FrameworkViews.ConstructorOf(typeof(T), typeof(TInner)).Invoke(BindingFlags.DoNotWrapExceptions, null, [inner], null);

    protected static TField Of<TField>(T value, string field) => FrameworkViews.Of<TField>(typeof(T), value!, field);
}

/// <summary>
/// A view that exists before what it is around has been read, which may hold it. Its constructor, which no program can call, runs on it
/// when what it is around can be asked: that asks on to the innermost, so of views around one another the inner is made first.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
abstract class MadeViewSurrogate<T, [DynamicallyAccessedMembers(Trimming.CarriedFields)] TFields, TInner>(string field = "_list")
    : InPlaceSurrogate<T, TFields>
    where T : class where TFields : struct where TInner : class
{
    public override ClrName Name => FrameworkViews.NameOf(typeof(T));

    internal sealed override bool WaitsForGraph => true;

    internal sealed override bool WaitsFor(object carrier) =>
        Inner((TFields)carrier) is { } inner && !FrameworkViews.IsWhole(inner, IsCounted);

    /// <summary>Whether its constructor asks how many items there are.</summary>
    protected virtual bool IsCounted => false;

    internal sealed override object? MadeBefore(object carrier) => Inner((TFields)carrier);

    /// <summary>What the view is around.</summary>
    protected abstract TInner? Inner(TFields fields);

    /// <summary>Something empty that it could be around, and what locks it as its payload says; null of one that does not lock.</summary>
    protected virtual (TInner Empty, object? Root)? Locked(TFields fields) => null;

    /// <summary>What its constructor takes.</summary>
    protected virtual object[] Arguments(TInner inner, TFields fields) => [inner];

    internal sealed override void Make(T target, TFields fields)
    {
        var inner = Given(Inner(fields), field);
        // A chain of views is asked by recursion, whoever asks the outermost.
        if (Wrappers.IsEndless(target, inner, FrameworkViews.InnerOf))
            throw Wrong(field, Wrappers.Endless);
        if (FrameworkViews.IsUnmade(inner))
            throw Wrong(field, "is not complete where it is needed");
        // The constructor of a view that locks asks what it is around for what locks that. A class of the program's own may hand the
        // question on (SyncRoot => Inner.SyncRoot) to one that a payload leads back to it, and the process would end: nobody asks it here,
        // as BinaryFormatter does not.
        var locked = FrameworkViews.IsLockedByItself(inner) ? null : Locked(fields);
        FrameworkViews.ConstructorOf(typeof(T), typeof(TInner)).Invoke(target, BindingFlags.DoNotWrapExceptions, null,
            locked is { Empty: { } empty } ? [empty] : Arguments(inner, fields), null);
        if (locked is { Root: var root })
        {
            FrameworkViews.Set(target, field, inner);
            FrameworkViews.Set(target, "_root", root!);
        }
    }

    protected static TField Of<TField>(T value, string name) => FrameworkViews.Of<TField>(typeof(T), value, name);
}
