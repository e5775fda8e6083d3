using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>
/// The names of a set of known types, found out once: what a list of KnownTypes or the [KnownType]s of a class make known. A collection
/// makes its items known, and a map its entries: they are what stands in an array that nothing declares.
/// </summary>
internal sealed class ContractJsonKnown
{
    static readonly ConditionalWeakTable<Type[], ContractJsonKnown> Sets = [];

    readonly Dictionary<(string Name, string Namespace), (Type First, Type? Other)> _names = new(ContractNameComparer.Instance);

    ContractJsonKnown(Type[] types)
    {
        foreach (var type in types)
        {
            var own = new HashSet<(string, string)>();
            foreach (var (name, ns, known) in NamesOf(type))
                if (own.Add((name, ns)))
                    Add((name, ns), known);
        }
    }

    /// <summary>
    /// The first that is called so. Where another is, too, an object of one would be read as the other, without its members: that is
    /// refused, as in XML, but only when the name is asked for.
    /// </summary>
    public static Type? Find(ImmutableArray<Type> types, string name, string ns)
    {
        if (types.IsEmpty)
            return null;
        var (first, other) = Sets.GetValue(ImmutableCollectionsMarshal.AsArray(types)!,
            static t => new ContractJsonKnown(t))._names.GetValueOrDefault((name, ns));
        if (other is not null)
            ContractInfo.CheckAlike(ContractInfo.Of(other), ContractInfo.Of(first));
        return first;
    }

    /// <summary>The type of this name among those that one type makes known.</summary>
    public static Type? Find(Type type, string name, string ns)
    {
        foreach (var (own, ownNamespace, known) in NamesOf(type))
            if (own == name && ownNamespace == ns)
                return known;
        return null;
    }

    void Add((string Name, string Namespace) name, Type known)
    {
        if (_names.TryAdd(name, (known, null)) || _names[name] is not (var first, null) || first == known)
            return;
        var info = ContractInfo.Of(known);
        // Collections of the same items are one contract.
        if (info.Kind is not (ContractKind.Any or ContractKind.BuiltIn) && !ContractInfo.AreAlike(info, ContractInfo.Of(first)))
            _names[name] = (first, known);
    }

    static IEnumerable<(string Name, string Namespace, Type Type)> NamesOf(Type type)
    {
        foreach (var known in ContractInfo.Of(type).WithItems())
        {
            var info = ContractInfo.Of(known);
            yield return (info.Name, info.Namespace, Nullable.GetUnderlyingType(known) ?? known);
            if (info.Kind == ContractKind.Map && PairOf(info) is var pair && ContractInfo.Of(pair) is var entry)
                yield return (entry.Name, entry.Namespace, pair);
        }
    }

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The map has this type of entries itself.")]
    static Type PairOf(ContractInfo map) => typeof(KeyValuePair<,>).MakeGenericType(map.ItemType!, map.ValueType!);
}
