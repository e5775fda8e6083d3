using System.Collections;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Shapes;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Keys are added in order, as they are where it was written: adding them in any other would be quadratic.

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

    internal override bool WaitsForGraph => !Isomer.Conventions.Keys.AreWhole(typeof(TKey));

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

    internal override void Make(SortedList<TKey, TValue> target, SortedListFields<TKey, TValue> fields)
    {
        var (keys, values) = (Given(fields.keys, nameof(fields.keys)), Given(fields.values, nameof(fields.values)));
        int size = Count(fields._size, Math.Min(keys.Length, values.Length), nameof(fields._size));
        Construct(target, fields.comparer);
        for (int i = 0; i < size; i++)
            HashGuard.CheckEnds(keys[i], target.Comparer);
        if (!IsInOrder(keys, size, target.Comparer))
        {
            // Texts are ordered by the culture of who wrote them, by its version, or by none: here they are in the order of who reads.
            (keys, values) = (keys[..size], values[..size]);
            Array.Sort(keys, values, target.Comparer);
            if (!IsInOrder(keys, size, target.Comparer))
                throw Wrong(nameof(fields.keys), "has a key twice");
        }
        for (int i = 0; i < size; i++)
            target.Add(keys[i], values[i]);
    }

    static bool IsInOrder(TKey[] keys, int size, IComparer<TKey> comparer)
    {
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

    // What is made of it may be made before the graph is whole: the cookies of a container.
    internal override bool WaitsFor(object carrier) =>
        carrier is not UntypedSortedListFields { keys: { } keys, comparer: var comparer } fields || (uint)fields._size > (uint)keys.Length
        || comparer?.GetType().Assembly.GetName().Name?.StartsWith("System", StringComparison.Ordinal) == false
        || Array.Exists(keys, static k => k is not (null or string));

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

    internal override void Make(SortedList target, UntypedSortedListFields fields)
    {
        var (keys, values) = (Given(fields.keys, nameof(fields.keys)), Given(fields.values, nameof(fields.values)));
        int size = Count(fields._size, Math.Min(keys.Length, values.Length), nameof(fields._size));
        var comparer = fields.comparer ?? System.Collections.Comparer.Default;
        Construct(target, comparer);
        for (int i = 0; i < size; i++)
        {
            HashGuard.CheckEnds(keys[i], comparer);
            if (i > 0 && comparer.Compare(keys[i - 1], keys[i]) >= 0)
                throw Wrong(nameof(fields.keys), "is not in the order of its comparer");
            target.Add(Given(keys[i], nameof(fields.keys)), values[i]);
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
