using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// The arrays of a list that waits are objects of the graph, and the list takes them as they are, as it does with BinaryFormatter: so who
// looks into it while the graph is read sees what has been read. Whether its keys are in order is looked at when they can be asked. What
// is made at once is added key by key, in order: adding them in any other would be quadratic.

[FieldsOf(typeof(SortedList<,>))]
struct SortedListFields<TKey, TValue> where TKey : notnull
{
    public TKey[]? keys;
    public TValue[]? values;
    public int _size;
    [OptionalField] public int version;
    public IComparer<TKey>? comparer;
    [OptionalField, FieldCache("System.Collections.Generic", "KeyList")] public object? keyList;
    [OptionalField, FieldCache("System.Collections.Generic", "ValueList")] public object? valueList;
}

sealed class SortedListSurrogate<TKey, TValue>(bool exact) : InPlaceSurrogate<SortedList<TKey, TValue>, SortedListFields<TKey, TValue>>
    where TKey : notnull
{
    // What was given as the keys and values, once they were asked for; passed over where they are read, and made anew when asked for.
    static readonly FieldInfo?
        s_keyList = typeof(SortedList<TKey, TValue>).GetField("keyList", BindingFlags.Instance | BindingFlags.NonPublic),
        s_valueList = typeof(SortedList<TKey, TValue>).GetField("valueList", BindingFlags.Instance | BindingFlags.NonPublic);

    internal override bool WaitsForGraph => true;

    // Keys that cannot be asked yet are checked before a callback may ask them.
    internal override bool FillsItself(object carrier) => MayBeAsked((SortedListFields<TKey, TValue>)carrier);

    static bool MayBeAsked(in SortedListFields<TKey, TValue> fields)
    {
        var (keys, _, size) = Parts(fields);
        return Isomer.Conventions.Keys.MayBeAsked(keys.Take(size), fields.comparer);
    }

    internal override bool WaitsFor(object carrier) =>
        !Isomer.Conventions.Keys.AreWhole(typeof(TKey), ((SortedListFields<TKey, TValue>)carrier).comparer);

    public override SortedListFields<TKey, TValue> ToCarrier(SortedList<TKey, TValue> value) => exact
        ? new()
        {
            keys = Keys(value),
            values = Values(value),
            _size = value.Count,
            version = Version(value),
            comparer = value.Comparer,
            keyList = s_keyList?.GetValue(value),
            valueList = s_valueList?.GetValue(value),
        }
        : new()
        {
            keys = [.. value.Keys],
            values = [.. value.Values],
            _size = value.Count,
            version = value.Count,
            comparer = value.Comparer
        };

    internal override bool Prepare(object target, object carrier)
    {
        var (list, fields) = ((SortedList<TKey, TValue>)target, (SortedListFields<TKey, TValue>)carrier);
        var (keys, values, size) = Parts(fields);
        // Of other arrays it could make no longer ones.
        if (keys.Length != values.Length || keys.GetType() != typeof(TKey[]) || values.GetType() != typeof(TValue[])
            || !MayBeAsked(fields))
            return false;
        Construct(list, fields.comparer);
        (Keys(list), Values(list), Size(list), Version(list)) = (keys, values, size, fields.version);
        return true;
    }

    static (TKey[] Keys, TValue[] Values, int Size) Parts(SortedListFields<TKey, TValue> fields)
    {
        var (keys, values) = (Given(fields.keys, nameof(fields.keys)), Given(fields.values, nameof(fields.values)));
        return (keys, values, Count(fields._size, Math.Min(keys.Length, values.Length), nameof(fields._size)));
    }

    internal override void Complete(object target, object carrier)
    {
        var list = (SortedList<TKey, TValue>)target;
        if (!IsInOrder(Keys(list), list.Count, list.Comparer))
            Sort(Keys(list), Values(list), list.Count, list.Comparer);
    }

    internal override void Make(SortedList<TKey, TValue> target, SortedListFields<TKey, TValue> fields)
    {
        var (keys, values, size) = Parts(fields);
        Construct(target, fields.comparer);
        if (!IsInOrder(keys, size, target.Comparer))
            Sort(keys = keys[..size], values = values[..size], size, target.Comparer);
        // The room of the payload's arrays, if both have it; empty ones themselves, which may be those of several lists.
        if (fields.keys!.Length == fields.values!.Length)
            target.Capacity = fields.keys.Length;
        if (fields is { keys.Length: 0, values.Length: 0 })
            (Keys(target), Values(target)) = (fields.keys, fields.values);
        for (int i = 0; i < size; i++)
            target.Add(keys[i], values[i]);
        Version(target) = fields.version;
    }

    // Texts are ordered by the culture of who wrote them, by its version, or by none: here they are in the order of who reads.
    static void Sort(TKey[] keys, TValue[] values, int size, IComparer<TKey> comparer)
    {
        Array.Sort(keys, values, 0, size, comparer);
        if (!IsInOrder(keys, size, comparer))
            throw Wrong(nameof(SortedListFields<,>.keys), "has a key twice");
    }

    static bool IsInOrder(TKey[] keys, int size, IComparer<TKey> comparer)
    {
        for (int i = 0; i < size; i++)
            HashGuard.CheckEnds(keys[i] is { } key ? key : throw Wrong(nameof(SortedListFields<,>.keys), "holds null"), comparer);
        for (int i = 1; i < size; i++)
            if (comparer.Compare(keys[i - 1], keys[i]) >= 0)
                return false;
        return true;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(SortedList<TKey, TValue> target, IComparer<TKey>? comparer);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "keys")]
    static extern ref TKey[] Keys(SortedList<TKey, TValue> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "values")]
    static extern ref TValue[] Values(SortedList<TKey, TValue> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(SortedList<TKey, TValue> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    static extern ref int Version(SortedList<TKey, TValue> value);
}

[FieldsOf(typeof(SortedList))]
struct UntypedSortedListFields
{
    public object?[]? keys;
    public object?[]? values;
    public int _size;
    [OptionalField] public int version;
    public IComparer? comparer;
    [OptionalField, FieldCache("System.Collections", "KeyList")] public object? keyList;
    [OptionalField, FieldCache("System.Collections", "ValueList")] public object? valueList;
}

sealed class UntypedSortedListSurrogate(bool exact) : InPlaceSurrogate<SortedList, UntypedSortedListFields>
{
    static readonly FieldInfo? s_keyList = typeof(SortedList).GetField("keyList", BindingFlags.Instance | BindingFlags.NonPublic),
        s_valueList = typeof(SortedList).GetField("valueList", BindingFlags.Instance | BindingFlags.NonPublic);

    internal override bool WaitsForGraph => true;

    // Keys that cannot be asked yet are checked before a callback may ask them.
    internal override bool FillsItself(object carrier) => MayBeAsked((UntypedSortedListFields)carrier);

    static bool MayBeAsked(in UntypedSortedListFields fields)
    {
        var (keys, _, size) = Parts(fields);
        return Isomer.Conventions.Keys.MayBeAsked(keys.Take(size), fields.comparer);
    }

    // What is made of it may be made before the graph is whole: the cookies of a container.
    internal override bool WaitsFor(object carrier) =>
        carrier is not UntypedSortedListFields { keys: { } keys } fields || (uint)fields._size > (uint)keys.Length
        || !Isomer.Conventions.Keys.AreWhole(keys.Take(fields._size), fields.comparer);

    public override UntypedSortedListFields ToCarrier(SortedList value)
    {
        if (exact)
            return new()
            {
                keys = Keys(value),
                values = Values(value),
                _size = Size(value),
                version = Version(value),
                comparer = Comparer(value),
                keyList = s_keyList?.GetValue(value),
                valueList = s_valueList?.GetValue(value),
            };
        object?[] keys = new object?[value.Count];
        object?[] values = new object?[value.Count];
        value.Keys.CopyTo(keys, 0);
        value.Values.CopyTo(values, 0);
        return new() { keys = keys, values = values, _size = value.Count, version = value.Count, comparer = Comparer(value) };
    }

    internal override bool Prepare(object target, object carrier)
    {
        var (list, fields) = ((SortedList)target, (UntypedSortedListFields)carrier);
        var (keys, values, size) = Parts(fields);
        if (keys.Length != values.Length || keys.GetType() != typeof(object[]) || values.GetType() != typeof(object[])
            || !MayBeAsked(fields))
            return false;
        Construct(list, fields.comparer ?? System.Collections.Comparer.Default);
        (Keys(list), Values(list), Size(list), Version(list)) = (keys, values, size, fields.version);
        return true;
    }

    static (object?[] Keys, object?[] Values, int Size) Parts(UntypedSortedListFields fields)
    {
        var (keys, values) = (Given(fields.keys, nameof(fields.keys)), Given(fields.values, nameof(fields.values)));
        return (keys, values, Count(fields._size, Math.Min(keys.Length, values.Length), nameof(fields._size)));
    }

    internal override void Complete(object target, object carrier)
    {
        var list = (SortedList)target;
        CheckOrder(Keys(list), Size(list), Comparer(list));
    }

    internal override void Make(SortedList target, UntypedSortedListFields fields)
    {
        var (keys, values, size) = Parts(fields);
        var comparer = fields.comparer ?? System.Collections.Comparer.Default;
        Construct(target, comparer);
        CheckOrder(keys, size, comparer);
        if (keys.Length == values.Length)
            target.Capacity = keys.Length;
        if (keys.Length == 0 && values.Length == 0)
            (Keys(target), Values(target)) = (keys, values);
        for (int i = 0; i < size; i++)
            target.Add(keys[i]!, values[i]);
        Version(target) = fields.version;
    }

    static void CheckOrder(object?[] keys, int size, IComparer comparer)
    {
        for (int i = 0; i < size; i++)
        {
            HashGuard.CheckEnds(Given(keys[i], nameof(UntypedSortedListFields.keys)), comparer);
            if (i > 0 && comparer.Compare(keys[i - 1], keys[i]) >= 0)
                throw Wrong(nameof(UntypedSortedListFields.keys), "is not in the order of its comparer");
        }
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(SortedList target, IComparer comparer);

    // Not by Count, which a class that derives from it may override.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(SortedList value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "keys")]
    internal static extern ref object?[] Keys(SortedList value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "values")]
    internal static extern ref object?[] Values(SortedList value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "version")]
    internal static extern ref int Version(SortedList value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "comparer")]
    internal static extern ref IComparer Comparer(SortedList value);
}
