using Isomer.Model;

namespace Isomer.Shapes;

/// <summary><see cref="Rekeyed"/> where items are boxed.</summary>
internal static class BoxedRekeying
{
    /// <summary>Notes an item, or an entry of a map, that is about to be added. Whether it may be added now too.</summary>
    public static bool Note(ref Rekeyed? noted, CollectionModel model, object target, object? key, object? value)
    {
        noted ??= Make(model, target, isMade: false).WithWhatIsThere();
        return noted.AddBoxed(key, value);
    }

    /// <summary>Notes what has been made of all its items, to be checked.</summary>
    public static Rekeyed Of(CollectionModel model, object target, IEnumerable<(object? Key, object? Value)> items)
    {
        var result = Make(model, target, isMade: true);
        foreach (var (key, value) in items)
            result.AddBoxed(key, value);
        return result;
    }

    static Rekeyed Make(CollectionModel model, object target, bool isMade) => (Rekeyed)Activator.CreateInstance(
        model is MapModel map ? typeof(Rekeyed.Entries<,>).MakeGenericType(map.KeyType, map.ValueType) : typeof(Rekeyed.Items<>).MakeGenericType(model.ItemType), model, target, isMade)!;
}
