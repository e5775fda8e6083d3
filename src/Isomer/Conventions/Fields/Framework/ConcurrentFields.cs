using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

// Collections that threads share, as .NET Framework wrote them: their items in an array, in the order in which they are enumerated.

[FieldsOf(typeof(ConcurrentQueue<>))]
struct ConcurrentQueueFields<T>
{
    public T[]? m_serializationArray;
}

sealed class ConcurrentQueueSurrogate<T> : InPlaceSurrogate<ConcurrentQueue<T>, ConcurrentQueueFields<T>>
{
    public override ClrName Name => new("System.Collections.Concurrent.ConcurrentQueue`1", [typeof(T)]);

    public override ConcurrentQueueFields<T> ToCarrier(ConcurrentQueue<T> value) => new() { m_serializationArray = value.ToArray() };

    internal override void Make(ConcurrentQueue<T> target, ConcurrentQueueFields<T> fields)
    {
        var items = Given(fields.m_serializationArray, nameof(fields.m_serializationArray));
        Construct(target);
        foreach (var item in items)
            target.Enqueue(item);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ConcurrentQueue<T> target);
}

[FieldsOf(typeof(ConcurrentStack<>))]
struct ConcurrentStackFields<T>
{
    public T[]? m_serializationArray;
}

/// <summary>The topmost first.</summary>
sealed class ConcurrentStackSurrogate<T> : InPlaceSurrogate<ConcurrentStack<T>, ConcurrentStackFields<T>>
{
    public override ClrName Name => new("System.Collections.Concurrent.ConcurrentStack`1", [typeof(T)]);

    public override ConcurrentStackFields<T> ToCarrier(ConcurrentStack<T> value) => new() { m_serializationArray = value.ToArray() };

    internal override void Make(ConcurrentStack<T> target, ConcurrentStackFields<T> fields)
    {
        var items = Given(fields.m_serializationArray, nameof(fields.m_serializationArray));
        Construct(target);
        for (int i = items.Length - 1; i >= 0; i--)
            target.Push(items[i]);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ConcurrentStack<T> target);
}

[FieldsOf(typeof(ConcurrentBag<>), ClrName.System)]
struct ConcurrentBagFields<T>
{
    [OptionalField] public bool m_needSync;
    public T[]? m_serializationArray;
}

/// <summary>In no order: one thread takes them last first, as there.</summary>
sealed class ConcurrentBagSurrogate<T> : InPlaceSurrogate<ConcurrentBag<T>, ConcurrentBagFields<T>>
{
    public override ClrName Name => new("System.Collections.Concurrent.ConcurrentBag`1", [typeof(T)], ClrName.System);

    public override ConcurrentBagFields<T> ToCarrier(ConcurrentBag<T> value) => new() { m_serializationArray = value.ToArray() };

    internal override void Make(ConcurrentBag<T> target, ConcurrentBagFields<T> fields)
    {
        var items = Given(fields.m_serializationArray, nameof(fields.m_serializationArray));
        Construct(target);
        // What was added last is enumerated first.
        for (int i = items.Length - 1; i >= 0; i--)
            target.Add(items[i]);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = ".ctor")]
    static extern void Construct(ConcurrentBag<T> target);
}
