using System.Collections;
using System.Collections.ObjectModel;
using System.Collections.Specialized;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using System.Text;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Collections around another one, and BitArray and StringBuilder, which are around words and characters.

[FieldsOf(typeof(Collection<>))]
struct CollectionFields<T>
{
    public IList<T>? items;
}

sealed class CollectionSurrogate<T> : InPlaceSurrogate<Collection<T>, CollectionFields<T>>
{
    public override CollectionFields<T> ToCarrier(Collection<T> value) => new() { items = Wrapped<T>.Items(value) };

    internal override void Start(object target) => Construct((Collection<T>)target, Array.Empty<T>());

    internal override void Make(Collection<T> target, CollectionFields<T> fields) =>
        Construct(target, Wrapped<T>.IsEndless(target, Given(fields.items, nameof(fields.items)))
            ? throw Wrong(nameof(fields.items), Wrappers.Endless) : fields.items!);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(Collection<T> target, IList<T> items);
}

/// <summary>Collections around others.</summary>
static class Wrappers
{
    // What asks the outermost for its count asks each, by recursion.
    const int MostAround = 1000;

    public const string Endless = "wraps itself, or too many collections around one another";

    /// <summary>
    /// Whether what a wrapper is around does not end: whoever asks it for its count ends the process. One that is not complete may be a
    /// collection that holds a view of itself; of those that are around one another, the last that is made finds the others complete.
    /// </summary>
    /// <param name="target">The wrapper.</param>
    /// <param name="around">What it is around.</param>
    /// <param name="inner">What another wrapper is around; null for what is none, or not complete.</param>
    public static bool IsEndless(object target, object? around, Func<object, object?> inner)
    {
        for (int count = 0; around is not null; count++)
        {
            if (count == MostAround || ReferenceEquals(around, target))
                return true;
            around = inner(around);
        }
        return false;
    }
}

/// <summary>What a derived class may see of a wrapper.</summary>
static class Wrapped<T>
{
    /// <inheritdoc cref="Wrappers.IsEndless"/>
    public static bool IsEndless(object target, IList<T> items) => Wrappers.IsEndless(target, items,
        static next => next is Collection<T> collection ? Items(collection) : next is ReadOnlyCollection<T> view ? Items(view) : null);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Items")]
    public static extern IList<T> Items(Collection<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Items")]
    public static extern IList<T> Items(ReadOnlyCollection<T> value);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "items")]
    public static extern ref IList<T> Held(Collection<T> value);
}

[FieldsOf(typeof(ObservableCollection<>))]
struct ObservableCollectionFields<T>
{
    [OptionalField, FieldCache("System.Collections.ObjectModel", "SimpleMonitor")] public MonitorFields? _monitor;
    [FieldBase("Collection`1")] public IList<T>? items;
}

/// <summary>Who is in an ObservableCollection while it tells of a change: nobody.</summary>
[FieldsOf("System.Collections.ObjectModel.ObservableCollection`1+SimpleMonitor")]
sealed class MonitorFields
{
    public int _busyCount;
}

[FieldsOf(typeof(ObservableCollection<>))]
struct MonitoredCollectionFields<T>
{
    [OptionalField, FieldCache("System.Collections.ObjectModel", "SimpleMonitor")] public object? _monitor;
    [FieldBase("Collection`1")] public IList<T>? items;
}

/// <summary>With the monitor that BinaryFormatter makes before it writes, which is passed over when it is read.</summary>
sealed class MonitoredCollectionSurrogate<T> : InPlaceSurrogate<ObservableCollection<T>, MonitoredCollectionFields<T>>
{
    static readonly MethodInfo? Monitor =
        typeof(ObservableCollection<T>).GetMethod("EnsureMonitorInitialized", BindingFlags.Instance | BindingFlags.NonPublic, []);

    public override MonitoredCollectionFields<T> ToCarrier(ObservableCollection<T> value) =>
        new() { items = Wrapped<T>.Items(value), _monitor = Monitor?.Invoke(value, null) };

    internal override void Make(ObservableCollection<T> target, MonitoredCollectionFields<T> fields) =>
        Observables<T>.Fill(target, Plain<List<T>>(fields.items, nameof(fields.items)));
}

/// <summary>How both are made.</summary>
static class Observables<T>
{
    public static void Fill(ObservableCollection<T> target, List<T> items)
    {
        Construct(target);
        // Not by its own methods, which tell of each: nothing has changed.
        foreach (var item in items)
            Wrapped<T>.Items(target).Add(item);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ObservableCollection<T> target);
}

sealed class ObservableCollectionSurrogate<T> : InPlaceSurrogate<ObservableCollection<T>, ObservableCollectionFields<T>>
{
    static readonly MonitorFields Nobody = new();

    // .NET Framework makes the monitor with the collection.
    public override ObservableCollectionFields<T> ToCarrier(ObservableCollection<T> value) =>
        new() { items = Wrapped<T>.Items(value), _monitor = Nobody };

    internal override void Make(ObservableCollection<T> target, ObservableCollectionFields<T> fields) =>
        Observables<T>.Fill(target, Plain<List<T>>(fields.items, nameof(fields.items)));
}

[FieldsOf(typeof(ReadOnlyCollection<>))]
struct ReadOnlyCollectionFields<T>
{
    public IList<T>? list;
}

sealed class ReadOnlyCollectionSurrogate<T> : InPlaceSurrogate<ReadOnlyCollection<T>, ReadOnlyCollectionFields<T>>
{
    public override ReadOnlyCollectionFields<T> ToCarrier(ReadOnlyCollection<T> value) => new() { list = Wrapped<T>.Items(value) };

    internal override void Start(object target) => Construct((ReadOnlyCollection<T>)target, Array.Empty<T>());

    internal override void Make(ReadOnlyCollection<T> target, ReadOnlyCollectionFields<T> fields) =>
        Construct(target, Wrapped<T>.IsEndless(target, Given(fields.list, nameof(fields.list)))
            ? throw Wrong(nameof(fields.list), Wrappers.Endless) : fields.list!);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ReadOnlyCollection<T> target, IList<T> list);
}

[FieldsOf(typeof(StringCollection))]
struct StringCollectionFields
{
    public ArrayList? data;
}

sealed class StringCollectionSurrogate : InPlaceSurrogate<StringCollection, StringCollectionFields>
{
    public override StringCollectionFields ToCarrier(StringCollection value) => new() { data = Data(value) };

    internal override void Make(StringCollection target, StringCollectionFields fields)
    {
        Construct(target);
        foreach (object? item in Plain<ArrayList>(fields.data, nameof(fields.data)))
            target.Add(item is null or string ? (string?)item : throw Wrong(nameof(fields.data), $"holds a '{item.GetType()}'"));
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(StringCollection target);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "data")]
    static extern ref ArrayList Data(StringCollection value);
}

[FieldsOf(typeof(BitArray))]
struct BitArrayFields
{
    public int[]? m_array;
    public int m_length;
    [OptionalField] public int _version;
}

sealed class BitArraySurrogate(bool exact) : InPlaceSurrogate<BitArray, BitArrayFields>
{
    public override BitArrayFields ToCarrier(BitArray value)
    {
        int[] words = new int[(value.Length + 31) / 32];
        value.CopyTo(words, 0);
        return new() { m_array = words, m_length = value.Length, _version = exact ? Version(value) : 0 };
    }

    internal override void Make(BitArray target, BitArrayFields fields)
    {
        int[] words = Given(fields.m_array, nameof(fields.m_array));
        int length = Count(fields.m_length, (int)Math.Min(words.Length * 32L, int.MaxValue), nameof(fields.m_length));
        Construct(target, words[..(int)((length + 31L) / 32)]);
        target.Length = length;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(BitArray target, int[] words);

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_version")]
    static extern ref int Version(BitArray value);
}

[Entries]
struct StringBuilderFields
{
    [OptionalField] public int m_MaxCapacity;
    [OptionalField] public int Capacity;
    public string? m_StringValue;
    [OptionalField] public int m_currentThread;
}

/// <summary>Neither capacity is taken from the input: 134 bytes would make BinaryFormatter allocate 1.9 GB.</summary>
sealed class StringBuilderSurrogate : InPlaceSurrogate<StringBuilder, StringBuilderFields>
{
    public override StringBuilderFields ToCarrier(StringBuilder value) =>
        new() { m_MaxCapacity = value.MaxCapacity, Capacity = value.Capacity, m_StringValue = value.ToString() };

    internal override void Make(StringBuilder target, StringBuilderFields fields) => Construct(target, fields.m_StringValue);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(StringBuilder target, string? text);
}
