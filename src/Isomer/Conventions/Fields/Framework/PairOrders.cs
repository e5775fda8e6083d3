using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

#pragma warning disable IDE1006, CA1051 // fields bear the names that .NET Framework's have

[FieldsOf("System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer")]
struct PairOrderFields<TKey>
{
    public IComparer<TKey>? keyComparer;
}

/// <summary>
/// The comparer of a SortedDictionary's tree: a class that is public at run time and in no reference assembly, as is the tree's own.
/// </summary>
/// <typeparam name="TOrder"><c>SortedDictionary&lt;TKey, TValue&gt;.KeyValuePairComparer</c>.</typeparam>
/// <typeparam name="TKey">The type of the keys.</typeparam>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
sealed class PairOrderSurrogate<TOrder, TKey> : InPlaceSurrogate<TOrder, PairOrderFields<TKey>> where TOrder : class
{
    static readonly ConstructorInfo Constructor = typeof(TOrder).GetConstructor([typeof(IComparer<TKey>)])
        ?? throw new NotSupportedException(
            "This runtime's SortedDictionary has another comparer of entries than .NET 10's. Carry it by a surrogate.");

    public override ClrName Name =>
        new("System.Collections.Generic.SortedDictionary`2+KeyValuePairComparer", typeof(TOrder).GetGenericArguments(), ClrName.System);

    public override PairOrderFields<TKey> ToCarrier(TOrder value) => new() { keyComparer = PairOrders.KeyOrderOf<TKey>(value) };

    internal override void Make(TOrder target, PairOrderFields<TKey> fields) => Constructor.Invoke(target, [fields.keyComparer]);
}

/// <summary>What a SortedDictionary is made of.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
static class PairOrders
{
    const BindingFlags Any = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    /// <summary>
    /// The class of which a SortedDictionary's tree is, or the order of its entries, where a base of them is declared; null for anything
    /// else that is declared.
    /// </summary>
    public static Type? PartOf(Type declared)
    {
        var open = declared.IsGenericType ? declared.GetGenericTypeDefinition() : null;
        if (open != typeof(SortedSet<>) && open != typeof(IComparer<>))
            return null;
        var pair = declared.GetGenericArguments()[0];
        if (!pair.IsGenericType || pair.GetGenericTypeDefinition() != typeof(KeyValuePair<,>))
            return null;
        var map = typeof(SortedDictionary<,>).MakeGenericType(pair.GetGenericArguments());
        return open == typeof(SortedSet<>) ? map.GetField("_set", Any)?.FieldType
            : map.GetNestedType("KeyValuePairComparer", BindingFlags.Public | BindingFlags.NonPublic)
                ?.MakeGenericType(pair.GetGenericArguments());
    }

    /// <summary>The tree of a map.</summary>
    public static SortedSet<KeyValuePair<TKey, TValue>> TreeOf<TKey, TValue>(SortedDictionary<TKey, TValue> map) where TKey : notnull =>
        (SortedSet<KeyValuePair<TKey, TValue>>)(typeof(SortedDictionary<TKey, TValue>).GetField("_set", Any)?.GetValue(map)
            ?? throw new NotSupportedException(
                $"This runtime's '{map.GetType()}' has no tree that can be written. Use SortedList<TKey, TValue>."));

    /// <summary>The order of the keys, of the comparer of a tree's entries; null for the usual one.</summary>
    public static IComparer<TKey>? KeyOrderOf<TKey>(object comparer) =>
        comparer.GetType().GetField("keyComparer", Any)?.GetValue(comparer) as IComparer<TKey>;
}
