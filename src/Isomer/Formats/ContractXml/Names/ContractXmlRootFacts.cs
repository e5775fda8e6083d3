using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Wire.Xml;

namespace Isomer.Formats;

/// <summary>
/// What the root element of a contract is, looked up once: its name and namespace, the number of these, and the types that are known in it.
/// Looking these up for each value took half the time of the smallest (binary, 2026-11-27): 199 ns before, 97 since, with the codec in a
/// static field; DataContractSerializer takes 127.
/// </summary>
internal sealed class ContractXmlRootFacts
{
    static readonly int Slot = ModelSlot.Next();

    static readonly ConditionalWeakTable<ContractInfo, ContractXmlRootFacts> s_known = [];

    ContractXmlRootFacts(ContractInfo info)
    {
        Info = info;
        Name = new ContractXmlTable(info.RootName ?? info.Name);
        Namespace = info.RootNamespace;
        Number = XmlNamespaces.Number(Namespace);
        ContractNumber = info.Namespace == Namespace ? Number : XmlNamespaces.Number(info.Namespace);
        Scope = info.Kind is ContractKind.BuiltIn or ContractKind.Any ? null : ContractScope.OfRoot(info.Type);
    }

    public ContractInfo Info { get; }

    /// <summary>The element's name, its namespace, and the number of that.</summary>
    public ContractXmlTable Name { get; }
    public string Namespace { get; }
    public int Number { get; }

    /// <summary>The number of the contract's own namespace.</summary>
    public int ContractNumber { get; }

    (string Name, string Namespace)[]? _others;

    /// <summary>
    /// Whether an element of another name may be the root, too: that of a class above, or that of an object, as whoever wrote it as one of
    /// those has it. What it is its type says then.
    /// </summary>
    public bool MayBe(string name, string ns) => (_others ??= [.. OthersOf(Info)]).Contains((name, ns));

    static IEnumerable<(string Name, string Namespace)> OthersOf(ContractInfo info)
    {
        // Of a collection there is none above, whatever it derives from.
        for (var at = info; at is { Kind: ContractKind.Class or ContractKind.Entries, Above: { } above }; at = ContractInfo.Of(above))
            yield return NameOf(ContractInfo.Of(above));
        yield return NameOf(ContractInfo.Of(typeof(object)));

        static (string Name, string Namespace) NameOf(ContractInfo info) => (info.RootName ?? info.Name, info.RootNamespace);
    }

    /// <summary>The root's own type and the types of its items; null where nothing need be known.</summary>
    public ContractScope? Scope { get; }

    /// <summary>What stands as the root, at reading, where a type is declared: what a surrogate carries is its carrier there.</summary>
    public static TypeModel CarriedBy(TypeModel declared) =>
        declared.WithoutNullable is SurrogateModel { Surrogate: not (UriSurrogate or IFieldsSurrogate), Carrier: var carrier }
            ? carrier
            : declared;

    public static ContractXmlRootFacts Of(ContractInfo info) =>
        s_known.GetValue(info, static i => new ContractXmlRootFacts(i));

    /// <summary>Of the model that is written in place of a root; refused if no contract is.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ContractXmlRootFacts Of(TypeModel carried) => (ContractXmlRootFacts?)carried.GetSlot(Slot) ?? Find(carried);

    [MethodImpl(MethodImplOptions.NoInlining)]
    static ContractXmlRootFacts Find(TypeModel carried)
    {
        var info = ContractInfo.Of(carried.Type);
        ContractRefusedException.CheckRoot(carried);
        return carried.SetSlot(Slot, Of(info));
    }
}
