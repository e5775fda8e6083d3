using System.Collections.Immutable;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

/// <summary>
/// Which types are known at this point of a value: those of the convention, of the root, and those that the types of the
/// objects around name by [KnownType].
/// </summary>
internal struct ContractJsonScope
{
    ImmutableArray<Type> _known = [];
    Type? _root;
    (int Depth, ImmutableArray<Type> Types, int Id)[] _levels = [];
    int _count;
    ContractJsonAnswers? _answers;

    // Whether nothing that is known at the root belongs to a context that may be unloaded.
    bool _keeps;

    public ContractJsonScope()
    {
    }

    public void Begin(ImmutableArray<Type> known, Type root)
    {
        root = Nullable.GetUnderlyingType(root) ?? root;
        if (_known != known || _root != root)
        {
            _answers?.Clear();
            _keeps = !root.IsCollectible && !ContractJsonAnswers.AreCollectible(known);
        }
        (_known, _root, _count) = (known, root, 0);
        var own = ContractInfo.Of(root).KnownTypes;
        if (!own.IsEmpty)
            Push(own, 0);
    }

    /// <summary>
    /// Whoever has it is kept by a thread: what is left in it would keep the types' context. What was found out of other types stays for
    /// the next value of the root: ten animals of five types are read in 2.2 us, and in 3.0 where their names are looked for each time.
    /// </summary>
    public void Clear()
    {
        if (_keeps && _answers is not { HasCollectible: true } and not { IsFull: true })
            return;
        Array.Clear(_levels);
        (_known, _root, _count) = ([], null, 0);
        _answers?.Clear();
    }

    /// <summary>What was found before where the types that are known now were known.</summary>
    readonly int Id => _count == 0 ? 0 : _levels[_count - 1].Id;

    /// <summary>An object or collection of this contract is open at this depth.</summary>
    public void Open(ContractJsonContract contract, int depth)
    {
        if (!contract.KnownTypes.IsEmpty)
            Push(contract.KnownTypes, depth);
    }

    public void Open(TypeModel collection, int depth) => Open(ContractJsonContract.Of(collection), depth);

    public void Close(int depth)
    {
        if (_count > 0 && _levels[_count - 1].Depth == depth)
            _count--;
    }

    void Push(ImmutableArray<Type> types, int depth)
    {
        if (_count == _levels.Length)
            Array.Resize(ref _levels, Math.Max(_count * 2, 4));
        int id = (_answers ??= new()).IdOf(Id, types);
        _levels[_count++] = (depth, types, id);
    }

    /// <summary>
    /// The model that a name in the input meant the last time, at a place where the types that are known now were known; null if it was not
    /// asked.
    /// </summary>
    public readonly TypeModel? Answered(TypeModel declared, ReadOnlySpan<byte> name) => _answers?.Named(Id, declared, name);

    /// <summary>Keeps what a name in the input means here.</summary>
    public void Answer(TypeModel declared, ReadOnlySpan<byte> name, TypeModel model) =>
        (_answers ??= new()).Name(Id, declared, name, model);

    /// <summary>Whether this type may be written where another is declared. As the original, types that it names itself help.</summary>
    public bool Knows(Type type, Type declared)
    {
        if (_answers?.Knows(Id, type, declared) == true)
            return true;
        if (!Looks(type, declared))
            return false;
        (_answers ??= new()).Know(Id, type, declared);
        return true;
    }

    readonly bool Looks(Type type, Type declared)
    {
        // Another type of the same contract is known as little as any: its reader would make the known one of it. Where the declared type
        // has that contract, no type is told.
        var info = ContractInfo.Of(type);
        return Find(info.Name, info.Namespace, declared) is { } known
            && (known == type || (known == (Nullable.GetUnderlyingType(declared) ?? declared) && ContractInfo.Of(known).Kind == info.Kind))
                || NamesItself(type, info);
    }

    static bool NamesItself(Type type, ContractInfo info)
    {
        foreach (var known in info.KnownTypes)
            if (known == type)
                return true;
        return false;
    }

    /// <summary>The known type of a contract name, or null.</summary>
    public readonly Type? Find(string name, string ns, Type declared)
    {
        if (Is(declared, name, ns))
            return Nullable.GetUnderlyingType(declared) ?? declared;
        if (ContractJsonKnown.Find(ContractInfo.Of(declared).KnownTypes, name, ns) is { } near)
            return near;
        for (int i = _count - 1; i >= 0; i--)
            if (ContractJsonKnown.Find(_levels[i].Types, name, ns) is { } inner)
                return inner;
        return ContractJsonKnown.Find(_known, name, ns) ?? (_root is { } root ? ContractJsonKnown.Find(root, name, ns) : null);
    }

    static bool Is(Type type, string name, string ns)
    {
        var info = ContractInfo.Of(type);
        return info.Name == name && info.Namespace == ns;
    }
}
