using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// One table that is filled by an interface of the framework's, or by its class's own method, and not by a model's Build: what is to be
/// asked before each key (<see cref="KeyWalk"/>) and counted after it (<see cref="HashGuard"/>).
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The class of a table that exists.")]
internal sealed class GuardedAdding
{
    static readonly ConditionalWeakTable<Type, StrongBox<Rules?>> s_rules = [];

    readonly object _table;
    readonly Rules _rules;
    readonly Action<object?, object?, object>? _check;
    readonly KeyGuard? _guard;
    int _calls;

    GuardedAdding(object table, Rules rules, bool refuses)
    {
        (_table, _rules, _check) = (table, rules, refuses ? rules.IfRefused : rules.Check);
        _guard = rules.IsGuarded ? new KeyGuard(rules.Key, table) : null;
    }

    /// <summary>The guard of a table; null for a collection that is none.</summary>
    /// <param name="table">What is filled.</param>
    /// <param name="refuses">Whether a key that comes twice is refused by the method that adds it.</param>
    public static GuardedAdding? Of(object table, bool refuses) =>
        s_rules.GetValue(table.GetType(), static type => new(RulesOf(type))).Value is { } rules ? new(table, rules, refuses) : null;

    /// <summary>Before a key and a value, or an item and null, are added.</summary>
    public void Ask(object? key, object? value) => _check?.Invoke(key, value, _table);

    /// <summary>When it has been added. What was there already, or was not taken, leaves the table's own count as it was.</summary>
    public void Count(object? key)
    {
        if (_guard is null || ++_calls < HashGuard.Start)
            return;
        if (_rules.Keyed is not { } keyed)
            _guard.Check(key, (int?)_rules.Count?.Call(_table) ?? _calls, (int)(_rules.Capacity?.Call(_table) ?? 0));
        else if (key is not null)
            _guard.Check(keyed.KeyOf(_table, key), ((ICollection)_table).Count, keyed.CapacityOf(_table));
    }

    /// <summary>The key and the value of a map's pair; any other item and null.</summary>
    public (object? Key, object? Value) PartsOf(object? item) =>
        item is DictionaryEntry entry ? (entry.Key, entry.Value)
        : item is not null && _rules.Pair?.IsInstanceOfType(item) == true ? (PartOf(item, "Key"), PartOf(item, "Value"))
        : (item, null);

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The pair of a map that is filled by pairs.")]
    static object? PartOf(object pair, string name) => pair.GetType().GetProperty(name)!.GetMethod!.Call(pair);

    /// <param name="Key">The type of the keys, or of the items.</param>
    /// <param name="Pair">The type of a map's pairs.</param>
    /// <param name="Keyed">How a KeyedCollection is asked.</param>
    /// <param name="Capacity">How many buckets there are.</param>
    /// <param name="Count">How many keys there are, where that costs nothing.</param>
    /// <param name="IsGuarded">Whether keys are counted.</param>
    /// <param name="Check">What is asked before a key is added.</param>
    /// <param name="IfRefused">What is asked where a key that comes twice is refused.</param>
    sealed record Rules(Type Key, Type? Pair, KeyedItems? Keyed, MethodInfo? Capacity, MethodInfo? Count, bool IsGuarded,
        Action<object?, object?, object>? Check, Action<object?, object?, object>? IfRefused);

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = Trimming.OfModel)]
    static Rules? RulesOf(Type table)
    {
        var map = Of(table, typeof(IDictionary<,>));
        var (key, value) = KeyedItems.BaseOf(table) is { } keyed ? (keyed.GetGenericArguments()[0], null)
            : map is [var k, var v] ? (k, v)
            : typeof(IDictionary).IsAssignableFrom(table) ? (typeof(object), typeof(object))
            : Of(table, typeof(ISet<>)) is [var item] ? (item, null)
            : ((Type?)null, (Type?)null);
        if (key is null)
            return null;
        bool isTold = AskedFields.MayGoOn(key, Asked.Text)
            || (value is not null && KeyWalk.IsToldWithValue(table) && AskedFields.MayGoOn(value, Asked.Text));
        bool isAsked = AskedFields.MayGoOn(key);
        var capacity = Collections.CapacityOf(table, key);
        var keyedItems = KeyedItems.Of(table);
        bool isGuarded = capacity is not null || Collections.HidesCapacity(table, key) || (keyedItems is not null && key != typeof(string));
        var count = capacity is null ? null : table.GetProperty(nameof(ICollection.Count), typeof(int))?.GetMethod;
        return new(key, map is null ? null : typeof(KeyValuePair<,>).MakeGenericType(map), keyedItems, capacity, count, isGuarded,
            KeyWalk.CheckOf(table, isAsked, false), KeyWalk.CheckOf(table, isAsked, isTold && Of(table, typeof(ISet<>)) is null));
    }

    static Type[]? Of(Type table, Type open) =>
        Array.Find(table.GetInterfaces(), i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == open)?.GetGenericArguments();
}
