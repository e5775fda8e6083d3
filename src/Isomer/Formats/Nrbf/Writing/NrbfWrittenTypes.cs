using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Formats;

/// <summary>
/// The types that a payload has met, each with what is then known of it, so that an object of a class that has been told costs no look-up
/// by name: it is the record of nine bytes and its values.
/// </summary>
internal sealed class NrbfWrittenTypes
{
    const int Bits = 6;

    readonly Dictionary<Type, NrbfWritten> _all = [];
    readonly NrbfWritten?[] _recent = new NrbfWritten?[1 << Bits];
    NrbfWritten[] _kept = [];
    int _used;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public NrbfWritten Of(Type type)
    {
        int place = (int)((uint)RuntimeHelpers.GetHashCode(type) * 0x9E3779B1u >> (32 - Bits));
        return _recent[place] is { } recent && ReferenceEquals(recent.Type, type) ? recent : Further(type, place);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    NrbfWritten Further(Type type, int place)
    {
        if (!_all.TryGetValue(type, out var known))
        {
            if (_used == _kept.Length)
            {
                Array.Resize(ref _kept, Math.Max(8, _used * 2));
                for (int i = _used; i < _kept.Length; i++)
                    _kept[i] = new NrbfWritten();
            }
            known = _kept[_used++];
            known.Type = type;
            known.Underlying = type.IsEnum ? NrbfPrimitives.Of(Enum.GetUnderlyingType(type)) : NrbfPrimitive.None;
            _all.Add(type, known);
        }
        return _recent[place] = known;
    }

    /// <summary>Forgets all types: the thread that keeps this must not keep them.</summary>
    public void Clear()
    {
        for (int i = 0; i < _used; i++)
            _kept[i].Clear();
        _used = 0;
        if (_kept.Length > 256)
            _kept = [];
        _all.Clear();
        Array.Clear(_recent);
    }
}

/// <summary>A type that a payload has met.</summary>
internal sealed class NrbfWritten
{
    /// <summary>The CLR type that was written.</summary>
    public Type Type = null!;

    /// <summary>Of an enum: the primitive that is its value.</summary>
    public NrbfPrimitive Underlying;

    /// <summary>How the convention sees it, once an object of it was written.</summary>
    public TypeModel? Model;

    /// <summary>What writes it, once its code is made for good.</summary>
    public Codec<NrbfSink, NrbfSource>? Codec;

    /// <summary>Of a class or enum: the number of the object that told it with all its members; 0 until one did.</summary>
    public int ToldAs;

    /// <summary>Of a class: for each member the type whose library was told last.</summary>
    public NrbfHeld[] Libraries = [];

    /// <summary>
    /// Of the items of arrays: what stands behind an array's length, once it has been looked up. By names it took longer than all items of
    /// a short list.
    /// </summary>
    public NrbfItemKind Item;

    /// <summary>What the program's own code has to do with an object of it that is begun, once that was asked.</summary>
    public NrbfOrder? Order;

    public void Clear()
    {
        (Type, Model, Codec, ToldAs, Item, Order) = (null!, null, null, 0, default, null);
        Array.Clear(Libraries);
    }
}

/// <summary>The type of what a member holds. In a structure, for an array of types asks at each store what kind of type comes.</summary>
internal struct NrbfHeld
{
    public Type? Type;
}

/// <summary>
/// What an array's record says of its items: the kind, and of a class its name and the number of its library, which has been told.
/// </summary>
/// <param name="IsKnown">Whether it has been looked up.</param>
/// <param name="Kind">The kind.</param>
/// <param name="Name">The name of a class; null for anything else.</param>
/// <param name="Library">The number of the class's library; 0 for none.</param>
internal readonly record struct NrbfItemKind(bool IsKnown, NrbfKind Kind, string? Name, int Library);
