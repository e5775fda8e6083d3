using System.Collections;
using Isomer.Model;

namespace Isomer.Shapes;

/// <summary>
/// Puts items that were read into a collection that is there already and could not be read into directly: a member without
/// a setter whose object needs its constructor first, or whose declared interface hides a class of its own.
/// </summary>
internal static class Gathering
{
    /// <summary>Adds the items of one to the other; nothing where that is missing, the same, or takes no items.</summary>
    public static void Pour(object? from, object? into, TypeModel model)
    {
        if (from is null || into is null || ReferenceEquals(from, into))
            return;
        if (model is MapModel map)
            PourMap((IEnumerable)from, into, map);
        else if (model is SequenceModel sequence)
            PourItems((IEnumerable)from, into, sequence);
    }

    static void PourItems(IEnumerable from, object into, SequenceModel model)
    {
        if (into is IList list)
        {
            if (list.IsReadOnly || list.IsFixedSize)
                return;
            foreach (object? item in from)
                list.Add(item);
            return;
        }
        var collection = typeof(ICollection<>).MakeGenericType(model.ElementType);
        var add = collection.IsInstanceOfType(into)
            ? (bool)collection.GetProperty("IsReadOnly")!.GetMethod!.Call(into)! ? null : collection.GetMethod("Add")
            : model.Build.Add;
        if (add?.DeclaringType!.IsInstanceOfType(into) != true)
            return;
        foreach (object? item in from)
            add.Call(into, item);
    }

    static void PourMap(IEnumerable from, object into, MapModel model)
    {
        var pair = model.ItemType;
        var collection = typeof(ICollection<>).MakeGenericType(pair);
        var set = into is IDictionary untyped
            ? untyped.IsReadOnly ? null : typeof(IDictionary).GetMethod("set_Item")
            : collection.IsInstanceOfType(into) && !(bool)collection.GetProperty("IsReadOnly")!.GetMethod!.Call(into)!
                ? typeof(IDictionary<,>).MakeGenericType(model.KeyType, model.ValueType).GetMethod("set_Item")
                : null;
        if (set?.DeclaringType!.IsInstanceOfType(into) != true)
            return;
        foreach (object entry in from)
        {
            if (entry is DictionaryEntry e)
                set.Call(into, e.Key, e.Value);
            else
                set.Call(into, pair.GetProperty("Key")!.GetMethod!.Call(entry), pair.GetProperty("Value")!.GetMethod!.Call(entry));
        }
    }
}
