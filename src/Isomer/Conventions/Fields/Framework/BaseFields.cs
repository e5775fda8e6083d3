using System.Collections;
using System.Collections.ObjectModel;
using System.ComponentModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// The framework's classes that exist to be derived from. As .NET Framework had them: this runtime marks those without type parameters
// [Serializable] no more. Each is around another collection, which is an object of the graph: it takes that very one, as it is there with
// BinaryFormatter, and calls no hook of the class's own. So whoever looks into it while the graph is read sees what has been read.

/// <summary>Which base of a class is one of the framework's, and what carries it.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
static class BaseFields
{
    /// <summary>The nearest base that is carried, and by what; nothing of a class that is its own fields.</summary>
    public static (Type? Level, Surrogate? Surrogate) Of(Type type)
    {
        for (var level = type.BaseType; level is not null && level != typeof(object); level = level.BaseType)
            if (Find(level) is { } surrogate)
                return (level, surrogate);
        return default;
    }

    /// <summary>What carries the framework's class where another derives from it; null for any other class.</summary>
    public static Surrogate? Find(Type level) => level.FullName switch
    {
        "System.Collections.CollectionBase" => new CollectionBaseSurrogate(),
        "System.Collections.DictionaryBase" => new DictionaryBaseSurrogate(),
        "System.Collections.ReadOnlyCollectionBase" => new ReadOnlyCollectionBaseSurrogate(),
        "System.Collections.Specialized.NameObjectCollectionBase" => new NameObjectSurrogate(),
        _ when level is
        {
            IsGenericType: true, IsGenericTypeDefinition: false, Namespace: "System.Collections.ObjectModel",
            Name: "KeyedCollection`2"
        } =>
            (Surrogate)Activator.CreateInstance(typeof(KeyedCollectionSurrogate<,>).MakeGenericType(level.GetGenericArguments()))!,
        _ => WellKnownFields.Find(level, exact: true) is { IsInPlace: true } surrogate ? surrogate : null,
    };
}

[FieldsOf(typeof(CollectionBase))]
struct CollectionBaseFields
{
    [FieldAlias("_list")] public ArrayList? list;
}

sealed class CollectionBaseSurrogate : InPlaceSurrogate<CollectionBase, CollectionBaseFields>
{
    static readonly ArrayList s_none = ArrayList.ReadOnly([]);

    public override CollectionBaseFields ToCarrier(CollectionBase value) => new() { list = List(value) };

    internal override void Start(object target) => List((CollectionBase)target) = s_none;

    internal override void Make(CollectionBase target, CollectionBaseFields fields) =>
        List(target) = Plain<ArrayList>(fields.list, nameof(fields.list));

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_list")]
    static extern ref ArrayList List(CollectionBase value);
}

[FieldsOf(typeof(ReadOnlyCollectionBase))]
struct ReadOnlyCollectionBaseFields
{
    [FieldAlias("<InnerList>k__BackingField", "_list")] public ArrayList? list;
}

sealed class ReadOnlyCollectionBaseSurrogate : InPlaceSurrogate<ReadOnlyCollectionBase, ReadOnlyCollectionBaseFields>
{
    // Called otherwise in .NET 9.
    static readonly FieldInfo s_list = typeof(ReadOnlyCollectionBase).GetFields(BindingFlags.Instance | BindingFlags.NonPublic)
        .First(static f => f.FieldType == typeof(ArrayList));

    public override ReadOnlyCollectionBaseFields ToCarrier(ReadOnlyCollectionBase value) => new() { list = List(value) };

    internal override void Make(ReadOnlyCollectionBase target, ReadOnlyCollectionBaseFields fields) =>
        s_list.SetValue(target, Plain<ArrayList>(fields.list, nameof(fields.list)));

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_InnerList")]
    static extern ArrayList List(ReadOnlyCollectionBase value);
}

[FieldsOf(typeof(DictionaryBase))]
struct DictionaryBaseFields
{
    [FieldAlias("_hashtable")] public Hashtable? hashtable;
}

sealed class DictionaryBaseSurrogate : InPlaceSurrogate<DictionaryBase, DictionaryBaseFields>
{
    public override DictionaryBaseFields ToCarrier(DictionaryBase value) => new() { hashtable = Made(value) };

    internal override void Make(DictionaryBase target, DictionaryBaseFields fields)
    {
        if (fields.hashtable is { } table)
            Table(target) = Plain<Hashtable>(table, nameof(fields.hashtable));
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_InnerHashtable")]
    static extern Hashtable Made(DictionaryBase value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_hashtable")]
    static extern ref Hashtable? Table(DictionaryBase value);
}

[FieldsOf(typeof(KeyedCollection<,>))]
struct KeyedCollectionFields<TKey, TItem> where TKey : notnull
{
    public IEqualityComparer<TKey>? comparer;
    [OptionalField] public Dictionary<TKey, TItem>? dict;
    [OptionalField] public int keyCount;
    public int threshold;
    [FieldBase("Collection`1")] public IList<TItem>? items;
}

/// <summary>
/// The table of keys is an object of the graph, too: a key that changed since it was added stands under the old one, and GetKeyForItem is
/// not asked.
/// </summary>
sealed class KeyedCollectionSurrogate<TKey, TItem> : InPlaceSurrogate<KeyedCollection<TKey, TItem>, KeyedCollectionFields<TKey, TItem>>
    where TKey : notnull
{
    // A threshold that says "never" in the constructor is the greatest number in the field.
    const int Never = int.MaxValue;

    public override KeyedCollectionFields<TKey, TItem> ToCarrier(KeyedCollection<TKey, TItem> value) =>
        new()
        {
            comparer = value.Comparer,
            dict = Table(value),
            keyCount = KeyCount(value),
            threshold = Threshold(value),
            items = Wrapped<TItem>.Items(value)
        };

    internal override void Start(object target) => Wrapped<TItem>.Held((KeyedCollection<TKey, TItem>)target) = Array.Empty<TItem>();

    internal override void Make(KeyedCollection<TKey, TItem> target, KeyedCollectionFields<TKey, TItem> fields)
    {
        if (fields.threshold < 0)
            throw Wrong(nameof(fields.threshold), $"is {fields.threshold}");
        Construct(target, fields.comparer, fields.threshold == Never ? -1 : fields.threshold);
        Wrapped<TItem>.Held(target) = Plain<List<TItem>>(fields.items, nameof(fields.items));
        if (fields.dict is { } table)
            Table(target) = Plain<Dictionary<TKey, TItem>>(table, nameof(fields.dict));
        KeyCount(target) = fields.keyCount;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(KeyedCollection<TKey, TItem> target, IEqualityComparer<TKey>? comparer, int threshold);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "dict")]
    static extern ref Dictionary<TKey, TItem>? Table(KeyedCollection<TKey, TItem> value);

    // A count of keys and nothing that anything else hangs on: an item whose key is null has none.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "keyCount")]
    static extern ref int KeyCount(KeyedCollection<TKey, TItem> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "threshold")]
    static extern ref int Threshold(KeyedCollection<TKey, TItem> value);
}
