using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Views of an ArrayList or of another list: of what they inherit nothing is in use. BinaryFormatter of this runtime refuses them; .NET
// Framework and mono wrote them. Each is made in its place by its own constructor, around what it is around.

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
sealed class LockedArrayListSurrogate<T> : MadeViewSurrogate<T, LockedArrayListFields, ArrayList> where T : ArrayList
{
    public override LockedArrayListFields ToCarrier(T value) => new()
    {
        _list = Of<ArrayList>(value, nameof(LockedArrayListFields._list)),
        _root = Of<object>(value, nameof(LockedArrayListFields._root)),
        _items = ArrayListSurrogate.Items(value)
    };

    protected override ArrayList? Inner(LockedArrayListFields fields) => fields._list;

    protected override (ArrayList, object?)? Locked(LockedArrayListFields fields) => ([], fields._root ?? fields._list);
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
sealed class ReadOnlyArrayListSurrogate<T> : MadeViewSurrogate<T, ReadOnlyArrayListFields, ArrayList> where T : ArrayList
{
    public override ReadOnlyArrayListFields ToCarrier(T value) => new()
    { _list = Of<ArrayList>(value, nameof(ReadOnlyArrayListFields._list)), _items = ArrayListSurrogate.Items(value) };

    protected override ArrayList? Inner(ReadOnlyArrayListFields fields) => fields._list;
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
sealed class FixedSizeArrayListSurrogate<T> : MadeViewSurrogate<T, FixedSizeArrayListFields, ArrayList> where T : ArrayList
{
    public override FixedSizeArrayListFields ToCarrier(T value) => new()
    {
        _list = Of<ArrayList>(value, nameof(FixedSizeArrayListFields._list)),
        _items = ArrayListSurrogate.Items(value),
        _version = ArrayListSurrogate.Version(value)
    };

    protected override ArrayList? Inner(FixedSizeArrayListFields fields) => fields._list;
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
sealed class AdaptedListSurrogate<T> : MadeViewSurrogate<T, AdaptedListFields, IList> where T : ArrayList
{
    public override AdaptedListFields ToCarrier(T value) => new()
    {
        _list = Of<IList>(value, nameof(AdaptedListFields._list)),
        _items = ArrayListSurrogate.Items(value),
        _version = ArrayListSurrogate.Version(value)
    };

    protected override IList? Inner(AdaptedListFields fields) => fields._list;
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
sealed class ArrayListRangeSurrogate<T>() : MadeViewSurrogate<T, ArrayListRangeFields, ArrayList>(nameof(ArrayListRangeFields._baseList))
    where T : ArrayList
{
    public override ArrayListRangeFields ToCarrier(T value) => new()
    {
        _baseList = Of<ArrayList>(value, nameof(ArrayListRangeFields._baseList)),
        _baseIndex = Of<int>(value, nameof(ArrayListRangeFields._baseIndex)),
        _baseSize = Of<int>(value, nameof(ArrayListRangeFields._baseSize)),
        _baseVersion = Of<int>(value, nameof(ArrayListRangeFields._baseVersion)),
        _version = ArrayListSurrogate.Version(value)
    };

    protected override ArrayList? Inner(ArrayListRangeFields fields) => fields._baseList;

    // It says how many items its list has, and which change of it was the last.
    protected override bool IsCounted => true;

    protected override object[] Arguments(ArrayList inner, ArrayListRangeFields fields)
    {
        int most = FrameworkViews.MostIn(inner), index = Count(fields._baseIndex, most, nameof(fields._baseIndex));
        return [inner, index, Count(fields._baseSize, most - index, nameof(fields._baseSize))];
    }
}

[FieldsOf("System.Collections.ArrayList+SyncIList")]
struct LockedListFields
{
    public IList? _list;
    public object? _root;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class LockedListSurrogate<T> : MadeViewSurrogate<T, LockedListFields, IList> where T : class, IList
{
    public override LockedListFields ToCarrier(T value) => new()
    { _list = Of<IList>(value, nameof(LockedListFields._list)), _root = Of<object>(value, nameof(LockedListFields._root)) };

    protected override IList? Inner(LockedListFields fields) => fields._list;

    protected override (IList, object?)? Locked(LockedListFields fields) => (Array.Empty<object>(), fields._root ?? fields._list);
}

[FieldsOf("System.Collections.ArrayList+ReadOnlyList")]
struct ReadOnlyListFields
{
    public IList? _list;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class ReadOnlyListSurrogate<T> : MadeViewSurrogate<T, ReadOnlyListFields, IList> where T : class, IList
{
    public override ReadOnlyListFields ToCarrier(T value) => new() { _list = Of<IList>(value, nameof(ReadOnlyListFields._list)) };

    protected override IList? Inner(ReadOnlyListFields fields) => fields._list;
}

[FieldsOf("System.Collections.ArrayList+FixedSizeList")]
struct FixedSizeListFields
{
    public IList? _list;
}

[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class FixedSizeListSurrogate<T> : MadeViewSurrogate<T, FixedSizeListFields, IList> where T : class, IList
{
    public override FixedSizeListFields ToCarrier(T value) => new() { _list = Of<IList>(value, nameof(FixedSizeListFields._list)) };

    protected override IList? Inner(FixedSizeListFields fields) => fields._list;
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
sealed class LockedQueueSurrogate<T>() : MadeViewSurrogate<T, LockedQueueFields, Queue>(nameof(LockedQueueFields._q))
    where T : Queue
{
    public override LockedQueueFields ToCarrier(T value) => new()
    {
        _q = Of<Queue>(value, nameof(LockedQueueFields._q)),
        _root = Of<object>(value, nameof(LockedQueueFields._root)),
        _array = UntypedQueueSurrogate.Items(value),
        _growFactor = UntypedQueueSurrogate.GrowFactor(value)
    };

    protected override Queue? Inner(LockedQueueFields fields) => fields._q;

    protected override (Queue, object?)? Locked(LockedQueueFields fields) => (new(), fields._root ?? fields._q);
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
sealed class LockedStackSurrogate<T>() : MadeViewSurrogate<T, LockedStackFields, Stack>(nameof(LockedStackFields._s))
    where T : Stack
{
    public override LockedStackFields ToCarrier(T value) => new()
    {
        _s = Of<Stack>(value, nameof(LockedStackFields._s)),
        _root = Of<object>(value, nameof(LockedStackFields._root)),
        _array = UntypedStackSurrogate.Items(value)
    };

    protected override Stack? Inner(LockedStackFields fields) => fields._s;

    protected override (Stack, object?)? Locked(LockedStackFields fields) => (new(), fields._root ?? fields._s);
}
