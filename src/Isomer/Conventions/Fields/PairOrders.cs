using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

struct PairOrderFields<TKey>
{
    public IComparer<TKey>? keyComparer;
}

/// <summary>The comparer of a SortedDictionary's tree: a class that is public at run time and in no reference assembly, as is the tree's own.</summary>
/// <typeparam name="TOrder"><c>SortedDictionary&lt;TKey, TValue&gt;.KeyValuePairComparer</c>.</typeparam>
/// <typeparam name="TKey">The type of the keys.</typeparam>
sealed class PairOrderSurrogate<TOrder, TKey> : InPlaceSurrogate<TOrder, PairOrderFields<TKey>> where TOrder : class
{
    static readonly ConstructorInfo Constructor = typeof(TOrder).GetConstructor([typeof(IComparer<TKey>)])
        ?? throw new NotSupportedException("This runtime's SortedDictionary has another comparer of entries than .NET 10's. Carry it by a surrogate.");

    public override ClrName Name => new("System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer", typeof(TOrder).GetGenericArguments(), ClrName.System);

    public override PairOrderFields<TKey> ToCarrier(TOrder value) => new() { keyComparer = PairOrders.KeyOrderOf<TKey>(value) };

    internal override void Make(TOrder target, PairOrderFields<TKey> fields) => Constructor.Invoke(target, [fields.keyComparer]);
}

/// <summary>What a SortedDictionary is made of.</summary>
static class PairOrders
{
    const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>The tree of a map.</summary>
    public static SortedSet<KeyValuePair<TKey, TValue>> TreeOf<TKey, TValue>(SortedDictionary<TKey, TValue> map) where TKey : notnull =>
        (SortedSet<KeyValuePair<TKey, TValue>>)(typeof(SortedDictionary<TKey, TValue>).GetField("_set", Any)?.GetValue(map)
            ?? throw new NotSupportedException($"This runtime's '{map.GetType()}' has no tree that can be written. Use SortedList<TKey, TValue>."));

    /// <summary>The order of the keys, of the comparer of a tree's entries; null for the usual one.</summary>
    public static IComparer<TKey>? KeyOrderOf<TKey>(object comparer) =>
        comparer.GetType().GetField("keyComparer", Any)?.GetValue(comparer) as IComparer<TKey>;
}
