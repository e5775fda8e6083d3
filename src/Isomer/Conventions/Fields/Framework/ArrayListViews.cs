using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Views of an ArrayList or of another list: of what they inherit nothing is in use. BinaryFormatter of this runtime refuses them; .NET
// Framework and mono wrote them. Each is made again by the method that makes such views, around what it is around.

[FieldsOf("System.Collections.ArrayList+SyncArrayList")]
struct LockedArrayListFields
{
    public ArrayList? _list;
    public object? _root;
    [OptionalField, FieldBase("ArrayList")] public object?[]? _items;
    [OptionalField, FieldBase("ArrayList")] public int _size;
    [OptionalField, FieldBase("ArrayList")] public int _version;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedArrayListSurrogate<T> : ViewSurrogate<T, LockedArrayListFields> where T : ArrayList
{
    public override LockedArrayListFields ToCarrier(T value) => new()
    {
        _list = Of<ArrayList>(value, nameof(LockedArrayListFields._list)),
        _root = Of<object>(value, nameof(LockedArrayListFields._root)),
        _items = ArrayListSurrogate.Items(value)
    };

    public override T FromCarrier(LockedArrayListFields carrier) =>
        (T)ArrayList.Synchronized(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+ReadOnlyArrayList")]
struct ReadOnlyArrayListFields
{
    public ArrayList? _list;
    [OptionalField, FieldBase("ArrayList")] public object?[]? _items;
    [OptionalField, FieldBase("ArrayList")] public int _size;
    [OptionalField, FieldBase("ArrayList")] public int _version;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ReadOnlyArrayListSurrogate<T> : ViewSurrogate<T, ReadOnlyArrayListFields> where T : ArrayList
{
    public override ReadOnlyArrayListFields ToCarrier(T value) => new()
    { _list = Of<ArrayList>(value, nameof(ReadOnlyArrayListFields._list)), _items = ArrayListSurrogate.Items(value) };

    public override T FromCarrier(ReadOnlyArrayListFields carrier) => (T)ArrayList.ReadOnly(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+FixedSizeArrayList")]
struct FixedSizeArrayListFields
{
    public ArrayList? _list;
    [OptionalField, FieldBase("ArrayList")] public object?[]? _items;
    [OptionalField, FieldBase("ArrayList")] public int _size;
    [OptionalField, FieldBase("ArrayList")] public int _version;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class FixedSizeArrayListSurrogate<T> : ViewSurrogate<T, FixedSizeArrayListFields> where T : ArrayList
{
    public override FixedSizeArrayListFields ToCarrier(T value) => new()
    {
        _list = Of<ArrayList>(value, nameof(FixedSizeArrayListFields._list)),
        _items = ArrayListSurrogate.Items(value),
        _version = ArrayListSurrogate.Version(value)
    };

    public override T FromCarrier(FixedSizeArrayListFields carrier) => (T)ArrayList.FixedSize(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+IListWrapper")]
struct AdaptedListFields
{
    public IList? _list;
    [OptionalField, FieldBase("ArrayList")] public object?[]? _items;
    [OptionalField, FieldBase("ArrayList")] public int _size;
    [OptionalField, FieldBase("ArrayList")] public int _version;
}

/// <summary>ArrayList.Adapter.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class AdaptedListSurrogate<T> : ViewSurrogate<T, AdaptedListFields> where T : ArrayList
{
    public override AdaptedListFields ToCarrier(T value) => new()
    {
        _list = Of<IList>(value, nameof(AdaptedListFields._list)),
        _items = ArrayListSurrogate.Items(value),
        _version = ArrayListSurrogate.Version(value)
    };

    public override T FromCarrier(AdaptedListFields carrier) => (T)ArrayList.Adapter(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+Range")]
struct ArrayListRangeFields
{
    public ArrayList? _baseList;
    public int _baseIndex;
    public int _baseSize;
    [OptionalField] public int _baseVersion;
    [OptionalField, FieldBase("ArrayList")] public object?[]? _items;
    [OptionalField, FieldBase("ArrayList")] public int _size;
    [OptionalField, FieldBase("ArrayList")] public int _version;
}

/// <summary>ArrayList.GetRange.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ArrayListRangeSurrogate<T> : ViewSurrogate<T, ArrayListRangeFields> where T : ArrayList
{
    public override ArrayListRangeFields ToCarrier(T value) => new()
    {
        _baseList = Of<ArrayList>(value, nameof(ArrayListRangeFields._baseList)),
        _baseIndex = Of<int>(value, nameof(ArrayListRangeFields._baseIndex)),
        _baseSize = Of<int>(value, nameof(ArrayListRangeFields._baseSize)),
        _baseVersion = Of<int>(value, nameof(ArrayListRangeFields._baseVersion)),
        _version = ArrayListSurrogate.Version(value)
    };

    public override T FromCarrier(ArrayListRangeFields carrier)
    {
        var list = Around(carrier._baseList, nameof(carrier._baseList));
        int index = Count(carrier._baseIndex, list.Count, nameof(carrier._baseIndex));
        return (T)list.GetRange(index, Count(carrier._baseSize, list.Count - index, nameof(carrier._baseSize)));
    }
}

[FieldsOf("System.Collections.ArrayList+SyncIList")]
struct LockedListFields
{
    public IList? _list;
    public object? _root;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedListSurrogate<T> : ViewSurrogate<T, LockedListFields> where T : IList
{
    public override LockedListFields ToCarrier(T value) => new()
    { _list = Of<IList>(value, nameof(LockedListFields._list)), _root = Of<object>(value, nameof(LockedListFields._root)) };

    public override T FromCarrier(LockedListFields carrier) => (T)ArrayList.Synchronized(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+ReadOnlyList")]
struct ReadOnlyListFields
{
    public IList? _list;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ReadOnlyListSurrogate<T> : ViewSurrogate<T, ReadOnlyListFields> where T : IList
{
    public override ReadOnlyListFields ToCarrier(T value) => new() { _list = Of<IList>(value, nameof(ReadOnlyListFields._list)) };

    public override T FromCarrier(ReadOnlyListFields carrier) => (T)ArrayList.ReadOnly(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.ArrayList+FixedSizeList")]
struct FixedSizeListFields
{
    public IList? _list;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class FixedSizeListSurrogate<T> : ViewSurrogate<T, FixedSizeListFields> where T : IList
{
    public override FixedSizeListFields ToCarrier(T value) => new() { _list = Of<IList>(value, nameof(FixedSizeListFields._list)) };

    public override T FromCarrier(FixedSizeListFields carrier) => (T)ArrayList.FixedSize(Around(carrier._list, nameof(carrier._list)));
}

[FieldsOf("System.Collections.Queue+SynchronizedQueue")]
struct LockedQueueFields
{
    public Queue? _q;
    [OptionalField, FieldAlias("root")] public object? _root;
    [OptionalField, FieldBase("Queue")] public object?[]? _array;
    [OptionalField, FieldBase("Queue")] public int _head;
    [OptionalField, FieldBase("Queue")] public int _tail;
    [OptionalField, FieldBase("Queue")] public int _size;
    [OptionalField, FieldBase("Queue")] public int _growFactor;
    [OptionalField, FieldBase("Queue")] public int _version;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedQueueSurrogate<T> : ViewSurrogate<T, LockedQueueFields> where T : Queue
{
    public override LockedQueueFields ToCarrier(T value) => new()
    {
        _q = Of<Queue>(value, nameof(LockedQueueFields._q)),
        _root = Of<object>(value, nameof(LockedQueueFields._root)),
        _array = UntypedQueueSurrogate.Items(value),
        _growFactor = UntypedQueueSurrogate.GrowFactor(value)
    };

    public override T FromCarrier(LockedQueueFields carrier) => (T)Queue.Synchronized(Around(carrier._q, nameof(carrier._q)));
}

[FieldsOf("System.Collections.Stack+SyncStack")]
struct LockedStackFields
{
    public Stack? _s;
    [OptionalField] public object? _root;
    [OptionalField, FieldBase("Stack")] public object?[]? _array;
    [OptionalField, FieldBase("Stack")] public int _size;
    [OptionalField, FieldBase("Stack")] public int _version;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedStackSurrogate<T> : ViewSurrogate<T, LockedStackFields> where T : Stack
{
    public override LockedStackFields ToCarrier(T value) => new()
    {
        _s = Of<Stack>(value, nameof(LockedStackFields._s)),
        _root = Of<object>(value, nameof(LockedStackFields._root)),
        _array = UntypedStackSurrogate.Items(value)
    };

    public override T FromCarrier(LockedStackFields carrier) => (T)Stack.Synchronized(Around(carrier._s, nameof(carrier._s)));
}
