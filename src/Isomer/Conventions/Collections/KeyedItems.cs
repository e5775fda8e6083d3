using System.Collections.ObjectModel;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>How a KeyedCollection of some class is asked for an item: by the key that the item has now.</summary>
internal sealed class KeyedItems
{
    static readonly ConditionalWeakTable<Type, StrongBox<KeyedItems?>> s_known = [];

    readonly MethodInfo _keyOf;
    readonly MethodInfo _find;
    readonly MethodInfo _table;
    readonly MethodInfo? _capacity;

    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicMethods | DynamicallyAccessedMemberTypes.NonPublicMethods,
        typeof(KeyedCollection<,>))]
    [DynamicDependency(DynamicallyAccessedMemberTypes.PublicProperties, typeof(Dictionary<,>))]
    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = Trimming.OfModel)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "The table of a collection that exists.")]
    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A KeyedCollection, whose methods are named above.")]
    KeyedItems(Type keyed)
    {
        _keyOf = keyed.GetMethod("GetKeyForItem", BindingFlags.Instance | BindingFlags.NonPublic)
            ?? throw Trimming.Refusal(keyed);
        _find = keyed.GetMethod(nameof(KeyedCollection<,>.TryGetValue)) ?? throw Trimming.Refusal(keyed);
        _table = keyed.GetMethod("get_Dictionary", BindingFlags.Instance | BindingFlags.NonPublic) ?? throw Trimming.Refusal(keyed);
        var arguments = keyed.GetGenericArguments();
        _capacity = Collections.CapacityOf(typeof(Dictionary<,>).MakeGenericType(arguments), arguments[0]);
    }

    public static KeyedItems? Of(Type type) =>
        s_known.GetValue(type, static type => new(BaseOf(type) is { } keyed ? new(keyed) : null)).Value;

    /// <summary>The KeyedCollection that a class derives from; null if it does not.</summary>
    public static Type? BaseOf(Type? type)
    {
        for (; type is not null; type = type.BaseType)
            if (type.IsGenericType && type.GetGenericTypeDefinition() == typeof(KeyedCollection<,>))
                return type;
        return null;
    }

    /// <summary>How many buckets its table has; 0 where it has none yet, or one that is not asked.</summary>
    public int CapacityOf(object collection) =>
        _capacity is not null && _table.Call(collection) is { } table ? (int)_capacity.Call(table)! : 0;

    /// <summary>The key that the item has now.</summary>
    public object? KeyOf(object collection, object? item) => _keyOf.Call(collection, item);

    /// <summary>Whether the item is found by its key. One whose key is null is in no table.</summary>
    public bool Has(object collection, object? item)
    {
        object?[] arguments = [KeyOf(collection, item), null];
        return arguments[0] is null || (bool)_find.Invoke(collection, arguments)!;
    }
}
