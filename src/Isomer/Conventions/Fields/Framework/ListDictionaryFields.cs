using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

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
        if (target.Count == Longest)
            throw new WireFormatException($"A chain of more than {Longest} entries takes time in the square of their number.");
        HashGuard.CheckEnds(key, null);
        if (key is null || target.Contains(key))
            throw new WireFormatException($"The key '{PlainEntryConverter.Shown(key)}' of a '{target.GetType()}' comes twice, or is null.");
        target.Add(key, value);
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

    internal override void Make(ListDictionary target, ListDictionaryFields fields)
    {
        Construct(target, fields.comparer);
        for (var node = fields.head; node is not null; node = node.next)
            Chains.Add(target, node.key, node.value);
        if (target.Count != fields.count)
            throw Wrong(nameof(fields.count), $"is {fields.count}, where there are {target.Count} entries");
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ListDictionary target, IComparer? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    static extern ref int Version(ListDictionary value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "comparer")]
    internal static extern ref IComparer? Comparer(ListDictionary value);
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
    static readonly FieldInfo? Version = typeof(TMap).GetField("version", BindingFlags.Instance | BindingFlags.NonPublic);

    internal override bool WaitsForGraph => true;

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

    internal override void Make(TMap target, InternalListFields fields)
    {
        (Constructor ?? throw new NotSupportedException($"This runtime's '{typeof(TMap)}' has another constructor than .NET 10's.")).Invoke(
            target, null);
        for (var node = fields.head; node is not null; node = node.next)
            Chains.Add((IDictionary)target, node.key, node.value);
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
    internal override bool WaitsForGraph => true;

    internal override bool FillsItself(object carrier) => carrier is HybridDictionaryFields { hashtable: not null };

    public override HybridDictionaryFields ToCarrier(HybridDictionary value) =>
        new() { list = List(value), hashtable = Table(value), caseInsensitive = CaseInsensitive(value) };

    internal override void Make(HybridDictionary target, HybridDictionaryFields fields)
    {
        Construct(target, fields.caseInsensitive);
        IDictionary entries = fields.hashtable is not null ? Plain<Hashtable>(fields.hashtable, nameof(fields.hashtable))
            : fields.list is not null ? Plain<ListDictionary>(fields.list, nameof(fields.list)) : new ListDictionary();
        foreach (DictionaryEntry entry in entries)
        {
            if (target.Contains(entry.Key))
                throw Wrong(nameof(fields.list), $"has the key '{PlainEntryConverter.Shown(entry.Key)}' twice");
            target.Add(entry.Key, entry.Value);
        }
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
    internal override void Prepare(object target, object carrier) => Construct((StringDictionary)target);

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
