using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// The fields of List, ArrayList, Queue, Stack and their wrappers. Where `exact` is said, what this runtime holds is written as it lies,
// room behind the items and the count of changes included, as BinaryFormatter writes it; otherwise the items alone, which are all that a
// value has. What was read has the room of the payload's array, which had to be read anyway, and the payload's count of changes: so it is
// written again as BinaryFormatter would write it again. An empty array is kept itself, for it may be one of several collections.

[FieldsOf(typeof(List<>))]
struct ListFields<T>
{
    public T[]? _items;
    public int _size;
    [OptionalField] public int _version;
}

sealed class ListSurrogate<T>(bool exact) : InPlaceSurrogate<List<T>, ListFields<T>>
{
    public override ListFields<T> ToCarrier(List<T> value) => exact
        ? new() { _items = Items(value), _size = value.Count, _version = Version(value) }
        : new() { _items = value.ToArray(), _size = value.Count, _version = value.Count };

    internal override void Make(List<T> target, ListFields<T> fields)
    {
        var items = Given(fields._items, nameof(fields._items));
        int size = Count(fields._size, items.Length, nameof(fields._size));
        Construct(target, items.Length);
        if (items.Length == 0)
            Items(target) = items;
        // What was taken out of a list of numbers stands behind its items still. The payload's array may be one of a class that derives
        // from the item's.
        Array.Copy(items, Items(target), items.Length);
        (Size(target), Version(target)) = (size, fields._version);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(List<T> target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_items")]
    static extern ref T[] Items(List<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(List<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(List<T> value);
}

[FieldsOf(typeof(ArrayList))]
struct ArrayListFields
{
    public object?[]? _items;
    public int _size;
    [OptionalField] public int _version;
}

sealed class ArrayListSurrogate(bool exact) : InPlaceSurrogate<ArrayList, ArrayListFields>
{
    public override ArrayListFields ToCarrier(ArrayList value) => exact
        ? new() { _items = Items(value), _size = Size(value), _version = Version(value) }
        : new() { _items = value.ToArray(), _size = value.Count, _version = value.Count };

    internal override void Make(ArrayList target, ArrayListFields fields)
    {
        object?[] items = Given(fields._items, nameof(fields._items));
        int count = Count(fields._size, items.Length, nameof(fields._size));
        Construct(target, items.Length);
        if (items.Length == 0)
            Items(target) = items;
        target.AddRange(count == items.Length ? items : items[..count]);
        Version(target) = fields._version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ArrayList target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_items")]
    internal static extern ref object?[] Items(ArrayList value);

    // Not by Count, which a class that derives from it may override.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(ArrayList value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    internal static extern ref int Version(ArrayList value);
}

/// <summary>
/// The items of both queues, which lie where they lay in the payload. No method is called, which a class that derives may override.
/// </summary>
static class Ring
{
    public static void Place<T>(T[] items, int first, int count, ref T[] array, ref int head, ref int tail, ref int size)
    {
        size = count;
        if (items.Length == 0)
        {
            array = items;
            return;
        }
        Array.Copy(items, array, items.Length);
        (head, tail) = (first % items.Length, (int)(((uint)first + (uint)count) % (uint)items.Length));
    }
}

[FieldsOf(typeof(Queue<>))]
struct QueueFields<T>
{
    public T[]? _array;
    public int _head;
    [OptionalField] public int _tail;
    public int _size;
    [OptionalField] public int _version;
}

sealed class QueueSurrogate<T>(bool exact) : InPlaceSurrogate<Queue<T>, QueueFields<T>>
{
    public override QueueFields<T> ToCarrier(Queue<T> value) => exact
        ? new() { _array = Items(value), _head = Head(value), _tail = Tail(value), _size = value.Count, _version = Version(value) }
        : new() { _array = value.ToArray(), _size = value.Count, _version = value.Count };

    internal override void Make(Queue<T> target, QueueFields<T> fields)
    {
        var items = Given(fields._array, nameof(fields._array));
        int size = Count(fields._size, items.Length, nameof(fields._size)), head = Count(fields._head, items.Length, nameof(fields._head));
        Construct(target, items.Length);
        Ring.Place(items, head, size, ref Items(target), ref Head(target), ref Tail(target), ref Size(target));
        Version(target) = fields._version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Queue<T> target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_array")]
    static extern ref T[] Items(Queue<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_head")]
    static extern ref int Head(Queue<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_tail")]
    static extern ref int Tail(Queue<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(Queue<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Queue<T> value);
}

[FieldsOf(typeof(Queue))]
struct UntypedQueueFields
{
    public object?[]? _array;
    public int _head;
    [OptionalField] public int _tail;
    public int _size;
    [OptionalField] public int _growFactor;
    [OptionalField] public int _version;
}

sealed class UntypedQueueSurrogate(bool exact) : InPlaceSurrogate<Queue, UntypedQueueFields>
{
    public override UntypedQueueFields ToCarrier(Queue value) => exact
        ? new()
        {
            _array = Items(value),
            _head = Head(value),
            _tail = Tail(value),
            _size = Size(value),
            _growFactor = GrowFactor(value),
            _version = Version(value)
        }
        : new() { _array = value.ToArray(), _size = value.Count, _growFactor = 200, _version = value.Count };

    internal override void Make(Queue target, UntypedQueueFields fields)
    {
        object?[] items = Given(fields._array, nameof(fields._array));
        int size = Count(fields._size, items.Length, nameof(fields._size)), head = Count(fields._head, items.Length, nameof(fields._head));
        Construct(target, items.Length);
        Ring.Place(items, head, size, ref Items(target), ref Head(target), ref Tail(target), ref Size(target));
        // As much as its constructor takes.
        if (fields._growFactor is >= 100 and <= 1000)
            GrowFactor(target) = fields._growFactor;
        Version(target) = fields._version;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Queue target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_array")]
    internal static extern ref object?[] Items(Queue value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_head")]
    static extern ref int Head(Queue value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_tail")]
    static extern ref int Tail(Queue value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_growFactor")]
    internal static extern ref int GrowFactor(Queue value);

    // Not by Count, which a class that derives from it may override.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(Queue value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Queue value);
}

[FieldsOf(typeof(Stack<>))]
struct StackFields<T>
{
    public T[]? _array;
    public int _size;
    [OptionalField] public int _version;
}

/// <summary>Bottom first, other than a stack is enumerated.</summary>
sealed class StackSurrogate<T>(bool exact) : InPlaceSurrogate<Stack<T>, StackFields<T>>
{
    public override StackFields<T> ToCarrier(Stack<T> value)
    {
        if (exact)
            return new() { _array = Items(value), _size = value.Count, _version = Version(value) };
        var items = value.ToArray();
        Array.Reverse(items);
        return new() { _array = items, _size = items.Length, _version = items.Length };
    }

    internal override void Make(Stack<T> target, StackFields<T> fields)
    {
        var items = Given(fields._array, nameof(fields._array));
        int size = Count(fields._size, items.Length, nameof(fields._size));
        Construct(target, items.Length);
        if (items.Length == 0)
            Items(target) = items;
        Array.Copy(items, Items(target), items.Length);
        (Size(target), Version(target)) = (size, fields._version);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Stack<T> target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_array")]
    static extern ref T[] Items(Stack<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(Stack<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Stack<T> value);
}

[FieldsOf(typeof(Stack))]
struct UntypedStackFields
{
    public object?[]? _array;
    public int _size;
    [OptionalField] public int _version;
}

sealed class UntypedStackSurrogate(bool exact) : InPlaceSurrogate<Stack, UntypedStackFields>
{
    public override UntypedStackFields ToCarrier(Stack value)
    {
        if (exact)
            return new() { _array = Items(value), _size = Size(value), _version = Version(value) };
        object?[] items = value.ToArray();
        int count = items.Length;
        Array.Reverse(items);
        // .NET Framework's grows by doubling, which never gets it off nothing.
        Array.Resize(ref items, Math.Max(count, 10));
        return new() { _array = items, _size = count, _version = count };
    }

    internal override void Make(Stack target, UntypedStackFields fields)
    {
        object?[] items = Given(fields._array, nameof(fields._array));
        int size = Count(fields._size, items.Length, nameof(fields._size));
        Construct(target, items.Length);
        Array.Copy(items, Items(target), items.Length);
        (Size(target), Version(target)) = (size, fields._version);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Stack target, int capacity);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_array")]
    internal static extern ref object?[] Items(Stack value);

    // Not by Count, which a class that derives from it may override.
    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_size")]
    static extern ref int Size(Stack value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(Stack value);
}
