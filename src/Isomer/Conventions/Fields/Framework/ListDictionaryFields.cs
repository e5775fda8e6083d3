using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051, SYSLIB0050 // fields bear the names that .NET Framework's have

// Maps that are chains of nodes: ListDictionary, the one that an exception's Data is, and what is made of it.

/// <summary>
/// An entry of a chain. A class that stands for one of the framework's, which is not public: formats write it under that name and take it
/// nowhere else.
/// </summary>
[FieldsOf("System.Collections.Specialized.ListDictionary+DictionaryNode", ClrName.System)]
sealed class NodeFields
{
    public object? key;
    public object? value;
    public NodeFields? next;
}

/// <summary>A node of the map that an exception's Data is.</summary>
[FieldsOf("System.Collections.ListDictionaryInternal+DictionaryNode")]
sealed class InternalNodeFields
{
    public object? key;
    public object? value;
    public InternalNodeFields? next;
}

static class Chains
{
    /// <summary>Each new key is compared with all that are there: a map for ten entries, which 4,096 of a payload may be.</summary>
    public const int Longest = 4096;

    /// <summary>Adds one entry, in its order.</summary>
    public static void Add(IDictionary target, object? key, object? value)
    {
        int count = target.Count;
        if (count == Longest)
            throw new WireFormatException($"A chain of more than {Longest} entries takes time in the square of their number.");
        HashGuard.CheckEnds(key, null);
        // Not asked for beforehand, which would go through the chain twice.
        if (key is not null)
            target[key] = value;
        if (target.Count == count)
            throw new WireFormatException($"The key '{PlainEntryConverter.Shown(key)}' of a '{target.GetType()}' comes twice, or is null.");
    }
}

[FieldsOf(typeof(ListDictionary))]
struct ListDictionaryFields
{
    public NodeFields? head;
    [OptionalField] public int version;
    public int count;
    public IComparer? comparer;
}

sealed class ListDictionarySurrogate : InPlaceSurrogate<ListDictionary, ListDictionaryFields>
{
    internal override bool WaitsForGraph => true;

    // Keys that cannot be asked yet are checked before a callback may ask them.
    internal override bool FillsItself(object carrier) =>
        Keys.MayBeAsked(KeysOf(((ListDictionaryFields)carrier).head), ((ListDictionaryFields)carrier).comparer);

    internal override bool WaitsFor(object carrier)
    {
        var fields = (ListDictionaryFields)carrier;
        return !Keys.AreWhole(KeysOf(fields.head), fields.comparer);
    }

    static IEnumerable<object?> KeysOf(NodeFields? head)
    {
        for (int count = 0; head is not null && count <= Chains.Longest; head = head.next, count++)
            yield return head.key;
    }

    public override ListDictionaryFields ToCarrier(ListDictionary value)
    {
        var fields = new ListDictionaryFields { version = Version(value), count = value.Count, comparer = Comparer(value) };
        NodeFields? last = null;
        foreach (DictionaryEntry entry in value)
        {
            var node = new NodeFields { key = entry.Key, value = entry.Value };
            if (last is null)
                fields.head = node;
            else
                last.next = node;
            last = node;
        }
        return fields;
    }

    // Each entry is there, and no key has been asked whether it is another's equal.
    internal override bool Prepare(object target, object carrier)
    {
        var (list, fields) = ((ListDictionary)target, (ListDictionaryFields)carrier);
        var keys = KeysOf(fields.head);
        if (keys.Count() > Chains.Longest || !Keys.MayBeAsked(keys, fields.comparer))
            return false;
        // What stands for another value is none yet.
        for (var node = fields.head; node is not null; node = node.next)
            if (node.value is IObjectReference)
                return false;
        Construct(list, AllDiffer.Instance);
        for (var node = fields.head; node is not null; node = node.next)
            list.Add(node.key!, node.value);
        (Comparer(list), Version(list)) = (fields.comparer, fields.version);
        return true;
    }

    // Somebody may have changed it since: whether it could have been made so is all that is asked.
    internal override void Complete(object target, object carrier) => Make(new(), (ListDictionaryFields)carrier);

    internal override void Make(ListDictionary target, ListDictionaryFields fields)
    {
        Construct(target, fields.comparer);
        for (var node = fields.head; node is not null; node = node.next)
            Chains.Add(target, node.key, node.value);
        if (target.Count != fields.count)
            throw Wrong(nameof(fields.count), $"is {fields.count}, where there are {target.Count} entries");
        Version(target) = fields.version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ListDictionary target, IComparer? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    static extern ref int Version(ListDictionary value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "comparer")]
    internal static extern ref IComparer? Comparer(ListDictionary value);
}

/// <summary>For what is added before its keys can be asked.</summary>
sealed class AllDiffer : IComparer
{
    public static readonly AllDiffer Instance = new();

    int IComparer.Compare(object? x, object? y) => -1;
}

[FieldsOf("System.Collections.ListDictionaryInternal")]
struct InternalListFields
{
    public InternalNodeFields? head;
    [OptionalField] public int version;
    public int count;
}

/// <summary>A class that is not public, of which an exception's Data is.</summary>
[UnconditionalSuppressMessage("Trimming", "IL2090",
    Justification = "The class is in the runtime's own library, which has it for every exception.")]
sealed class InternalListSurrogate<TMap> : InPlaceSurrogate<TMap, InternalListFields> where TMap : class
{
    static readonly ConstructorInfo? Constructor = typeof(TMap).GetConstructor([]);
    static readonly InternalChain? Chain = InternalChain.Of(typeof(TMap));
    static readonly FieldInfo? Version = typeof(TMap).GetField("version", BindingFlags.Instance | BindingFlags.NonPublic);

    internal override bool WaitsForGraph => true;

    // Keys that cannot be asked yet are checked before a callback may ask them.
    internal override bool FillsItself(object carrier) => Keys.MayBeAsked(KeysOf(((InternalListFields)carrier).head), null);

    static IEnumerable<object?> KeysOf(InternalNodeFields? head)
    {
        for (int count = 0; head is not null && count <= Chains.Longest; head = head.next, count++)
            yield return head.key;
    }

    internal override bool WaitsFor(object carrier)
    {
        int count = 0;
        for (var node = ((InternalListFields)carrier).head; node is not null; node = node.next)
            if (node.key is not { } key || !Keys.AreWhole(key.GetType()) || ++count > Chains.Longest)
                return true;
        return false;
    }

    public override InternalListFields ToCarrier(TMap value)
    {
        var fields = new InternalListFields
        { version = Version?.GetValue(value) is int version ? version : 0, count = ((IDictionary)value).Count };
        InternalNodeFields? last = null;
        foreach (DictionaryEntry entry in (IDictionary)value)
        {
            var node = new InternalNodeFields { key = entry.Key, value = entry.Value };
            if (last is null)
                fields.head = node;
            else
                last.next = node;
            last = node;
        }
        return fields;
    }

    // Each entry is there, and no key has been asked whether it is another's equal: the class has no comparer that could be held back, so
    // that its chain is made as it is.
    internal override bool Prepare(object target, object carrier)
    {
        var fields = (InternalListFields)carrier;
        var keys = KeysOf(fields.head);
        int count = keys.Count();
        if (Chain is null || count > Chains.Longest || !Keys.MayBeAsked(keys, null))
            return false;
        // What stands for another value is none yet.
        for (var node = fields.head; node is not null; node = node.next)
            if (node.value is IObjectReference)
                return false;
        Chain.Set(target, fields.head, count, fields.version);
        return true;
    }

    // Somebody may have changed it since: whether it could have been made so is all that is asked.
    internal override void Complete(object target, object carrier) => Make((TMap)Begin(), (InternalListFields)carrier);

    internal override void Make(TMap target, InternalListFields fields)
    {
        (Constructor ?? throw new NotSupportedException($"This runtime's '{typeof(TMap)}' has another constructor than .NET 10's.")).Invoke(
            target, null);
        for (var node = fields.head; node is not null; node = node.next)
            Chains.Add((IDictionary)target, node.key, node.value);
        Version?.SetValue(target, fields.version);
    }
}

/// <summary>The fields of the map that an exception's Data is, and of its nodes: neither class is public.</summary>
sealed class InternalChain(FieldInfo head, FieldInfo count, FieldInfo version, FieldInfo key, FieldInfo value, FieldInfo next)
{
    const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>Null where this runtime's class is another than .NET 10's.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The runtime's own library uses each of them for every exception.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The runtime's own library uses each of them for every exception.")]
    public static InternalChain? Of(Type map) =>
        map.GetField("head", Any) is { FieldType: var node } head && map.GetField("count", Any) is { } count
            && map.GetField("version", Any) is { } version && node.GetField("key", Any) is { } key
            && node.GetField("value", Any) is { } value && node.GetField("next", Any) is { } next
            ? new(head, count, version, key, value, next) : null;

    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = "The runtime's own library makes nodes for every exception.")]
    public void Set(object map, InternalNodeFields? first, int entries, int changes)
    {
        object? chain = null;
        var nodes = new Stack<InternalNodeFields>();
        for (var node = first; node is not null; node = node.next)
            nodes.Push(node);
        foreach (var node in nodes)
        {
            object made = RuntimeHelpers.GetUninitializedObject(head.FieldType);
            key.SetValue(made, node.key);
            value.SetValue(made, node.value);
            next.SetValue(made, chain);
            chain = made;
        }
        head.SetValue(map, chain);
        count.SetValue(map, entries);
        version.SetValue(map, changes);
    }
}

[FieldsOf(typeof(HybridDictionary))]
struct HybridDictionaryFields
{
    public ListDictionary? list;
    public Hashtable? hashtable;
    public bool caseInsensitive;
}

sealed class HybridDictionarySurrogate : InPlaceSurrogate<HybridDictionary, HybridDictionaryFields>
{
    public override HybridDictionaryFields ToCarrier(HybridDictionary value) =>
        new() { list = List(value), hashtable = Table(value), caseInsensitive = CaseInsensitive(value) };

    // The two are objects of the graph, and taken as such.
    internal override void Make(HybridDictionary target, HybridDictionaryFields fields)
    {
        Construct(target, fields.caseInsensitive);
        if (fields.list is { } list)
            List(target) = Plain<ListDictionary>(list, nameof(fields.list));
        if (fields.hashtable is { } table)
            HashtableSurrogate.MakeAskable(Table(target) = Plain<Hashtable>(table, nameof(fields.hashtable)));
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(HybridDictionary target, bool caseInsensitive);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "list")]
    static extern ref ListDictionary? List(HybridDictionary value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "hashtable")]
    static extern ref Hashtable? Table(HybridDictionary value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "caseInsensitive")]
    internal static extern ref bool CaseInsensitive(HybridDictionary value);
}

[FieldsOf(typeof(StringDictionary))]
struct StringDictionaryFields
{
    public Hashtable? contents;
}

sealed class StringDictionarySurrogate : InPlaceSurrogate<StringDictionary, StringDictionaryFields>
{
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => true;

    // Empty, and no table without entries: a callback may ask it.
    internal override bool Prepare(object target, object carrier)
    {
        Construct((StringDictionary)target);
        return true;
    }

    internal override void Complete(object target, object carrier)
    {
        CheckUnchanged(((StringDictionary)target).Count);
        base.Complete(target, carrier);
    }

    public override StringDictionaryFields ToCarrier(StringDictionary value) => new() { contents = Contents(value) };

    internal override void Make(StringDictionary target, StringDictionaryFields fields)
    {
        Construct(target);
        foreach (DictionaryEntry entry in Plain<Hashtable>(fields.contents, nameof(fields.contents)))
        {
            if (entry.Key is not string key || entry.Value is not (null or string) || target.ContainsKey(key))
                throw Wrong(nameof(fields.contents), "holds something else than strings, or a key twice");
            target.Add(key, (string?)entry.Value);
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(StringDictionary target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "contents")]
    static extern ref Hashtable Contents(StringDictionary value);
}
