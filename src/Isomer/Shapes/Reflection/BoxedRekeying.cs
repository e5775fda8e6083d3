using System.Diagnostics.CodeAnalysis;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary><see cref="Rekeyed"/> where items are boxed.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class BoxedRekeying
{
    /// <summary>Notes an item, or an entry of a map, that is about to be added. Whether it may be added now.</summary>
    public static bool Note(ref Rekeyed? noted, CollectionModel model, object target, object? key, object? value) =>
        key is null || (IsPlainTable(target.GetType()) && KeyIdentity.IsOf(key)) || (noted ??= Make(model, target)).MayAddBoxed(key, value);

    /// <summary>Notes what has been made of all its items.</summary>
    public static Rekeyed Of(CollectionModel model, object target, IEnumerable<(object? Key, object? Value)> items)
    {
        var result = Make(model, target).AsMade();
        foreach (var (key, value) in items)
            result.ExpectBoxed(key, value);
        return result;
    }

    static bool IsPlainTable(Type type) =>
        type.IsGenericType && type.GetGenericTypeDefinition() is var open && (open == typeof(HashSet<>) || open == typeof(Dictionary<,>));

    static Rekeyed Make(CollectionModel model, object target) => (Rekeyed)Activator.CreateInstance(
        model is MapModel map
            ? typeof(RekeyedEntries<,>).MakeGenericType(map.KeyType, map.ValueType)
            : typeof(RekeyedItems<>).MakeGenericType(model.ItemType), model, target)!;
}
