using System.Collections.Immutable;
using System.Numerics;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// What has been found out of known types, by what was known there, within one value and the next ones of its root. A few answers; more
/// types are looked for each time.
/// </summary>
/// <remarks>
/// 10,000 animals of five types, each of which names its type (2026-11-26, least of many, one process): the look through the known types
/// for that name was two thirds of reading them (5.5 ms before, 1.7 with this; 760 bytes of strings and enumerators an animal, none) and
/// half of writing (3.9 and 1.8 ms).
/// </remarks>
internal sealed class ContractJsonAnswers
{
    /// <summary>A bit for each in a number that says which are used.</summary>
    const int Size = 32;

    /// <summary>Longer names are looked for each time.</summary>
    const int LongestName = 128;

    /// <summary>More sets of known types one within the other have no answers.</summary>
    const int MaxIds = 32;

    readonly List<(int Parent, ImmutableArray<Type> Types)> _ids = [];
    readonly (int Id, TypeModel? Declared, byte[] Name, int Length,
        TypeModel? Model)[] _names = new (int, TypeModel?, byte[], int, TypeModel?)[Size];
    readonly (int Id, Type? Type, Type? Declared)[] _known = new (int, Type?, Type?)[Size];
    uint _namesUsed;
    uint _knownUsed;

    /// <summary>Whether types of a context that may be unloaded are among the answers.</summary>
    public bool HasCollectible { get; private set; }

    /// <summary>Whether further sets of known types have no answers.</summary>
    public bool IsFull => _ids.Count == MaxIds;

    public static bool AreCollectible(ImmutableArray<Type> types)
    {
        foreach (var type in types)
            if (type.IsCollectible)
                return true;
        return false;
    }

    /// <summary>
    /// A number for these types within what a number stands for; the number 0 is for what is known at the root. -1: too many.
    /// </summary>
    public int IdOf(int parent, ImmutableArray<Type> types)
    {
        if (parent < 0)
            return -1;
        for (int i = 0; i < _ids.Count; i++)
            if (_ids[i].Parent == parent && _ids[i].Types == types)
                return i + 1;
        if (_ids.Count == MaxIds)
            return -1;
        _ids.Add((parent, types));
        HasCollectible |= AreCollectible(types);
        return _ids.Count;
    }

    public TypeModel? Named(int id, TypeModel declared, ReadOnlySpan<byte> name)
    {
        ref var answer = ref _names[PlaceOf(name)];
        return id >= 0 && !name.IsEmpty && answer.Id == id && answer.Declared == declared
            && name.SequenceEqual(answer.Name.AsSpan(0, answer.Length)) ? answer.Model : null;
    }

    public void Name(int id, TypeModel declared, ReadOnlySpan<byte> name, TypeModel model)
    {
        if (id < 0 || name.IsEmpty || name.Length > LongestName)
            return;
        HasCollectible |= model.IsCollectible || declared.IsCollectible;
        int place = PlaceOf(name);
        _namesUsed |= 1u << place;
        ref var answer = ref _names[place];
        answer = (id, declared, answer.Name ?? new byte[LongestName], name.Length, model);
        name.CopyTo(answer.Name);
    }

    public bool Knows(int id, Type type, Type declared)
    {
        ref var answer = ref _known[PlaceOf(type)];
        return id >= 0 && answer.Id == id && answer.Type == type && answer.Declared == declared;
    }

    public void Know(int id, Type type, Type declared)
    {
        if (id < 0)
            return;
        HasCollectible |= type.IsCollectible || declared.IsCollectible;
        int place = PlaceOf(type);
        _knownUsed |= 1u << place;
        _known[place] = (id, type, declared);
    }

    /// <summary>The memory of names stays: it names no type.</summary>
    public void Clear()
    {
        _ids.Clear();
        HasCollectible = false;
        for (; _namesUsed != 0; _namesUsed &= _namesUsed - 1)
        {
            ref var answer = ref _names[BitOperations.TrailingZeroCount(_namesUsed)];
            answer = (0, null, answer.Name, 0, null);
        }
        for (; _knownUsed != 0; _knownUsed &= _knownUsed - 1)
            _known[BitOperations.TrailingZeroCount(_knownUsed)] = default;
    }

    static int PlaceOf(ReadOnlySpan<byte> name) => name.IsEmpty ? 0 : (name[0] * 7 + name[name.Length / 4] * 3 + name.Length) & (Size - 1);

    static int PlaceOf(Type type) => RuntimeHelpers.GetHashCode(type) & (Size - 1);
}
