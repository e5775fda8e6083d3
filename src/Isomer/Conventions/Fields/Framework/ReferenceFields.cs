using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// What is around an object or an array: weak references, segments, views.

/// <summary>
/// A weak reference whose constructor has not run ends the process when the collector finds it, on .NET 10. So those of the framework are
/// made when what they refer to is there, and not in their place; classes that derive from them are not finalized before their constructor
/// has run.
/// </summary>
static class WeakReferences
{
    [UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "A type that has a surrogate, whose constructor runs later.")]
    public static object Begin(Type type)
    {
        object target = RuntimeHelpers.GetUninitializedObject(type);
        GC.SuppressFinalize(target);
        return target;
    }

    public static void End(object target) => GC.ReRegisterForFinalize(target);
}

[Entries]
struct WeakReferenceFields
{
    public object? TrackedObject;
    public bool TrackResurrection;
}

sealed class WeakReferenceSurrogate : FieldsSurrogate<WeakReference, WeakReferenceFields>
{
    public override WeakReferenceFields ToCarrier(WeakReference value) =>
        new() { TrackedObject = value.Target, TrackResurrection = value.TrackResurrection };

    public override WeakReference FromCarrier(WeakReferenceFields carrier) => new(carrier.TrackedObject, carrier.TrackResurrection);
}

[Entries]
struct WeakReferenceFields<T> where T : class?
{
    public T TrackedObject;
    public bool TrackResurrection;
}

sealed class WeakReferenceSurrogate<T> : FieldsSurrogate<WeakReference<T>, WeakReferenceFields<T>> where T : class?
{
    public override WeakReferenceFields<T> ToCarrier(WeakReference<T> value)
    {
        var entries = EntriesOf(value);
        return new()
        {
            TrackedObject = value.TryGetTarget(out var target) ? target : null!,
            TrackResurrection = entries.GetBoolean(nameof(WeakReferenceFields<>.TrackResurrection))
        };
    }

    public override WeakReference<T> FromCarrier(WeakReferenceFields<T> carrier) => new(carrier.TrackedObject, carrier.TrackResurrection);
}

[FieldsOf(typeof(ArraySegment<>))]
struct SegmentFields<T>
{
    public T[]? _array;
    public int _offset;
    public int _count;
}

sealed class SegmentSurrogate<T> : FieldsSurrogate<ArraySegment<T>, SegmentFields<T>>
{
    public override SegmentFields<T> ToCarrier(ArraySegment<T> value) =>
        new() { _array = value.Array, _offset = value.Offset, _count = value.Count };

    public override ArraySegment<T> FromCarrier(SegmentFields<T> carrier)
    {
        if (carrier._array is not { } array)
            return default;
        int offset = Count(carrier._offset, array.Length, nameof(carrier._offset));
        return new ArraySegment<T>(array, offset, Count(carrier._count, array.Length - offset, nameof(carrier._count)));
    }
}

[FieldsOf(typeof(ReadOnlyDictionary<,>))]
struct ReadOnlyDictionaryFields<TKey, TValue> where TKey : notnull
{
    public IDictionary<TKey, TValue>? m_dictionary;
}

sealed class ReadOnlyDictionarySurrogate<TKey, TValue>
    : InPlaceSurrogate<ReadOnlyDictionary<TKey, TValue>, ReadOnlyDictionaryFields<TKey, TValue>> where TKey : notnull
{
    public override ReadOnlyDictionaryFields<TKey, TValue> ToCarrier(ReadOnlyDictionary<TKey, TValue> value) =>
        new() { m_dictionary = Inner(value) };

    internal override void Make(ReadOnlyDictionary<TKey, TValue> target, ReadOnlyDictionaryFields<TKey, TValue> fields)
    {
        var map = Given(fields.m_dictionary, nameof(fields.m_dictionary));
        if (Wrappers.IsEndless(target, map, static next => next is ReadOnlyDictionary<TKey, TValue> view ? Inner(view) : null))
            throw Wrong(nameof(fields.m_dictionary), Wrappers.Endless);
        Construct(target, map);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ReadOnlyDictionary<TKey, TValue> target, IDictionary<TKey, TValue> dictionary);

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "get_Dictionary")]
    static extern IDictionary<TKey, TValue> Inner(ReadOnlyDictionary<TKey, TValue> value);
}

[FieldsOf(typeof(System.Drawing.Color))]
struct ColorFields
{
    public string? name;
    public long value;
    public short knownColor;
    public short state;
}

/// <summary>A color by its number among the known ones, its name, or its parts.</summary>
sealed class ColorSurrogate : FieldsSurrogate<System.Drawing.Color, ColorFields>
{
    const short Known = 1, HasValue = 2, HasName = 8;

    public override ColorFields ToCarrier(System.Drawing.Color value) =>
        value.IsKnownColor ? new() { knownColor = (short)value.ToKnownColor(), state = Known }
        : value.IsNamedColor ? new() { name = value.Name, state = HasName }
        : value.IsEmpty ? default
        : new() { value = (uint)value.ToArgb(), state = HasValue };

    public override System.Drawing.Color FromCarrier(ColorFields carrier) => carrier.state switch
    {
        0 => default,
        _ when (carrier.state & Known) != 0 && Enum.IsDefined((System.Drawing.KnownColor)carrier.knownColor) =>
            System.Drawing.Color.FromKnownColor((System.Drawing.KnownColor)carrier.knownColor),
        HasName => System.Drawing.Color.FromName(Given(carrier.name, nameof(carrier.name))),
        HasValue when carrier.value is >= 0 and <= uint.MaxValue => System.Drawing.Color.FromArgb((int)carrier.value),
        _ => throw Wrong(nameof(carrier.state), $"is {carrier.state}, or names a color that is none"),
    };
}
