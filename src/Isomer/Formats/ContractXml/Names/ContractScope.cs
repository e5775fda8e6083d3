using System.Collections.Immutable;
using System.Runtime.CompilerServices;
using Isomer.Conventions;

namespace Isomer.Formats;

/// <summary>A set of types that may be named in data: found by type at writing and by name at reading.</summary>
internal sealed class ContractScope
{
    static readonly ConditionalWeakTable<Type, ContractScope> ByType = [];

    readonly Dictionary<Type, ContractInfo> _types = [];
    readonly Dictionary<(string Name, string Namespace), Type> _names = new(ContractNameComparer.Instance);

    static readonly ConditionalWeakTable<Type, ContractScope> ByRoot = [];

    public ContractScope(ImmutableArray<Type> types) : this(types, withTheirs: true)
    {
    }

    ContractScope(ImmutableArray<Type> types, bool withTheirs)
    {
        foreach (var type in types)
        {
            Add(type);
            foreach (var further in withTheirs ? ContractInfo.Of(type).KnownTypes : [])
                Add(further);
        }
    }

    /// <summary>
    /// The type of a root, the type of its items if it is a collection, of theirs, and so on: known in all that is in it.
    /// </summary>
    public static ContractScope OfRoot(Type type) =>
        ByRoot.TryGetValue(type, out var known)
            ? known
            : ByRoot.GetValue(type, static t => new ContractScope([.. ContractInfo.Of(t).WithItems()], withTheirs: false));

    /// <summary>What the attributes of a contract make known while an object of it is open; null for nothing.</summary>
    public static ContractScope? Of(ContractInfo info) =>
        info.KnownTypes.IsEmpty
            ? null
            : ByType.TryGetValue(info.Type, out var known)
                ? known
                : ByType.GetValue(info.Type, t => new ContractScope(ContractInfo.Of(t).KnownTypes));

    public IEnumerable<Type> Types => _types.Keys;

    public bool Has(Type type) => _types.ContainsKey(type);

    public Type? Find(string name, string ns) => _names.GetValueOrDefault((name, ns));

    void Add(Type type)
    {
        type = Nullable.GetUnderlyingType(type) ?? type;
        var info = ContractInfo.Of(type);
        if (info.Kind is ContractKind.Any or ContractKind.BuiltIn || !_types.TryAdd(type, info))
            return;
        if (!_names.TryAdd((info.Name, info.Namespace), type) && _names[(info.Name, info.Namespace)] is var other)
            ContractInfo.CheckAlike(info, ContractInfo.Of(other));
    }
}
