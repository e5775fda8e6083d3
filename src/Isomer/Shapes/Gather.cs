using System.Buffers;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Isomer.Shapes;

/// <summary>
/// Items of a list or array whose number is known only at its end: the first eight on the stack, more in lent memory, so
/// that nothing but the result, with exactly their number, is allocated.
/// </summary>
/// <remarks>
/// Against a list that grows by doubling: what it outgrows and the room that it keeps were 4 % of what reading the 830 orders
/// of Json allocated. For references and core scalars only: eight large structs would not be at home on the stack.
/// </remarks>
internal struct Gather<T>
{
    Few _few;
    T[]? _more;
    int _count;

    [InlineArray(Size)]
    struct Few
    {
        public const int Size = 8;
#pragma warning disable IDE0044, IDE0051 // the compiler makes eight of it
        T _first;
#pragma warning restore IDE0044, IDE0051
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T item)
    {
        if ((uint)_count < Few.Size)
            _few[_count++] = item;
        else
            AddMore(item);
    }

    /// <summary>All of them; this one must not be used after.</summary>
    public List<T> ToList()
    {
        var result = new List<T>(_count);
        CollectionsMarshal.SetCount(result, _count);
        MoveTo(CollectionsMarshal.AsSpan(result));
        return result;
    }

    /// <summary>Adds all items behind what a list has; this one must not be used after.</summary>
    public void AddTo(List<T> target)
    {
        int before = target.Count;
        // Exactly so long the first time; a list that is filled again and again grows by doubling, or many pieces would take time by their
        // square.
        if (before == 0)
            target.Capacity = Math.Max(target.Capacity, _count);
        CollectionsMarshal.SetCount(target, before + _count);
        MoveTo(CollectionsMarshal.AsSpan(target)[before..]);
    }

    /// <summary>All items as an array; this one must not be used after.</summary>
    public T[] ToArray()
    {
        // A new one also where it is empty: two arrays that were two do not become one.
        var result = new T[_count];
        MoveTo(result);
        return result;
    }

    void MoveTo(Span<T> result)
    {
        if (_more is { } more)
        {
            more.AsSpan(0, _count).CopyTo(result);
            ArrayPool<T>.Shared.Return(more, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
            _more = null;
        }
        else
        {
            ((Span<T>)_few)[.._count].CopyTo(result);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    void AddMore(T item)
    {
        if (_more is not { } more || _count == more.Length)
            more = Grow();
        // It is an array of T itself (Rent): the look at what the array may hold, which a store into one of a base class costs, finds
        // nothing here (10,000 objects of five classes: 5 % of the samples of reading them).
        Unsafe.Add(ref MemoryMarshal.GetArrayDataReference(more), (nint)(uint)_count++) = item;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    T[] Grow()
    {
        T[] more;
        if (_more is null)
        {
            more = Rent(4 * Few.Size);
            ((Span<T>)_few).CopyTo(more);
        }
        else
        {
            more = Rent(2 * _count);
            _more.CopyTo(more, 0);
            ArrayPool<T>.Shared.Return(_more, RuntimeHelpers.IsReferenceOrContainsReferences<T>());
        }
        return _more = more;
    }

    /// <summary>Of T itself: the pool takes back an array of a derived type, too, and would lend it to us.</summary>
    static T[] Rent(int length) => ArrayPool<T>.Shared.Rent(length) is var lent && lent.GetType() == typeof(T[]) ? lent : new T[length];
}
