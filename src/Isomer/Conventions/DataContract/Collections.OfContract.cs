using System.Collections;
using System.Collections.Generic;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Collections as data contracts have them: the item type is the contract's, whatever else the class implements.</summary>
internal static partial class Collections
{
    /// <summary>The model of a collection of items, or of a map if there is a value type.</summary>
    public static TypeModel OfContract(Convention convention, Type type, Type item, Type? value, TypeModel? key = null)
    {
        if (type.IsArray)
            return new SequenceModel(convention, type, item, new Walk(WalkKind.Array), new Build(BuildKind.Array));
        // Any array may stand here; without a name it is one of objects.
        if (type == typeof(Array))
            return new SequenceModel(convention, type, item, new Walk(WalkKind.Snapshot),
                new Build(BuildKind.Convert,
                    Convert: typeof(Collections).GetMethod(nameof(AnyArray), BindingFlags.NonPublic | BindingFlags.Static)));
        if (value is not null)
        {
            return Closed(type, typeof(IDictionary<,>)) is not null && key is not null
                ? new MapModel(convention, type, item, value, new Walk(WalkKind.Snapshot),
                    Adding(MapBuild(type, item, value), type, item, value))
                { Key = key }
                : Closed(type, typeof(IDictionary<,>)) is not null
                ? new MapModel(convention, type, item, value,
                    WalkOf(type, typeof(KeyValuePair<,>).MakeGenericType(item, value), IsStringKeyed(item)),
                    Adding(MapBuild(type, item, value), type, item, value))
                : new MapModel(convention, type, item, value, new Walk(WalkKind.Snapshot),
                    UntypedMapBuild(
                        type == typeof(IDictionary) ? typeof(Dictionary<object, object>) : type) is { Kind: BuildKind.Add } build
                            ? build with { Add = typeof(IDictionary).GetMethod("Add") }
                            : UntypedMapBuild(type));
        }
        if (Closed(type, typeof(IEnumerable<>)) is not { } items || items.GetGenericArguments()[0] != item)
            return new SequenceModel(convention, type, item, new Walk(WalkKind.Snapshot), UntypedBuild(type));
        var made = SequenceBuild(type, item);
        if (made.Kind == BuildKind.None)
            made = AnyAdd(type, item) ?? made;
        if (type.IsInterface)
            return new SequenceModel(convention, type, item, new Walk(WalkKind.Snapshot), made);
        var walk = WalkOf(type, item, IsStringKeyed(item));
        // What is written as one thing and read as another comes back only from a text that says which it is.
        var shown = convention is DataContractConvention { IsOwn: true } ? item : ShownItem(type, item);
        return shown == item
            ? new SequenceModel(convention, type, item, walk, made)
            : new SequenceModel(convention, type, item, walk, made) { Shown = convention.ModelOf(shown) };
    }

    /// <summary>
    /// What the original's loop sees of an item: what the public GetEnumerator gives, else that of the interface, where ICollection of T
    /// leads to IEnumerable of T, and IEnumerable of T only to IEnumerable. Of an IList of T without a public Add it looks through the
    /// interfaces, and the last that it finds is IEnumerable.
    /// </summary>
    static Type ShownItem(Type type, Type item)
    {
        if (Has(typeof(IList<>)) && type.GetMethod("Add", Open, [item])?.GetParameters()[0].ParameterType != item)
            return typeof(object);
        if (type.GetMethod("GetEnumerator", Open, [])?.ReturnType is not { } enumerator
            || !typeof(IEnumerator).IsAssignableFrom(enumerator))
            return Has(typeof(ICollection<>)) ? item : typeof(object);
        return enumerator.GetProperty("Current", Open)?.PropertyType is { } shown && shown.IsAssignableFrom(item) ? shown : item;

        bool Has(Type open) => open.MakeGenericType(item).IsAssignableFrom(type);
    }

    /// <summary>The original finds an Add that is not public, and one that takes more than the item.</summary>
    static Build? AnyAdd(Type type, Type item) =>
        !type.IsAbstract && type.GetMethod("Add", Any, [item]) is { } add && type.GetConstructor(Any, []) is { } constructor
            ? new Build(BuildKind.Add, constructor, add)
            : null;

    static Array AnyArray(object[] items) => items;

    /// <summary>
    /// By Add, not the indexer: of a key that comes twice the framework refuses the second. An Add of the class's own that hides
    /// that of its base is the one that is called.
    /// </summary>
    static Build Adding(Build build, Type type, Type key, Type value)
    {
        if (build is not { Kind: BuildKind.Add, Add.Name: "set_Item", Add.DeclaringType: { } declaring })
            return build;
        var add = (type.IsInterface ? null : PublicOr(type, "Add", key, value))
            ?? declaring.GetMethod("Add", Open, [key, value]) ?? typeof(IDictionary<,>).MakeGenericType(key, value).GetMethod("Add");
        return build with { Add = add };
    }
}
