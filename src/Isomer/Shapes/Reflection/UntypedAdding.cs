using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Isomer.Shapes;

/// <summary>
/// Adding to a generic collection by IList or IDictionary, which take any object: of what is of the wrong type the framework tells the text
/// (<c>The value "(1, 2)" is not of type "System.Int32"</c>), and that may not end.
/// </summary>
[UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "The class of a collection that exists.")]
[UnconditionalSuppressMessage("Trimming", "IL2067", Justification = "Interfaces whose methods the emitted code calls.")]
internal static class UntypedAdding
{
    static readonly ConditionalWeakTable<Type, Type[]> s_items = [];
    static readonly ConditionalWeakTable<Type, Type[]> s_entries = [];

    /// <summary>Whether it is the method by which an IList or an IDictionary takes objects.</summary>
    public static bool IsUntyped(MethodInfo add) => add.DeclaringType == typeof(IList) || add.DeclaringType == typeof(IDictionary);

    /// <summary>
    /// Refuses what a generic collection does not take by the interface that has no types: the framework would tell it, and its text may
    /// not end.
    /// </summary>
    public static void CheckFits(object? item, IList list)
    {
        if (s_items.GetValue(list.GetType(), static type => TakenBy(type, typeof(IList), typeof(IList<>))) is [var taken])
            CheckIs(item, taken, list);
    }

    /// <inheritdoc cref="CheckFits(object?, IList)"/>
    public static void CheckFits(object? key, object? value, IDictionary map)
    {
        if (s_entries.GetValue(map.GetType(), static type => TakenBy(type, typeof(IDictionary), typeof(IDictionary<,>)))
            is not [var first, var second])
            return;
        CheckIs(key, first, map);
        CheckIs(value, second, map);
    }

    static void CheckIs(object? added, Type taken, object collection)
    {
        if (added is not null && !taken.IsInstanceOfType(added))
            throw new WireFormatException($"A '{added.GetType()}' stands where a '{taken}' is expected, in a '{collection.GetType()}'.");
    }

    /// <summary>What the framework's method takes; nothing where somebody's own is called, which says that itself.</summary>
    static Type[] TakenBy(Type type, Type untyped, Type open)
    {
        var taken = Array.FindAll(type.GetInterfaces(), i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == open);
        return taken is [var one] && IsOfFramework(type, untyped) ? one.GetGenericArguments() : [];
    }

    /// <summary>Whether the method that the interface calls is one of the framework's, and not of a class that derives from it.</summary>
    static bool IsOfFramework(Type type, Type untyped)
    {
        try
        {
            var map = type.GetInterfaceMap(untyped);
            return Array.TrueForAll(Enumerable.Range(0, map.InterfaceMethods.Length).ToArray(),
                i => map.InterfaceMethods[i].Name is not ("Add" or "set_Item")
                    || KeyComparer.IsOfFramework(map.TargetMethods[i].DeclaringType!.Assembly.GetName().Name!));
        }
        catch (NotSupportedException)
        {
            // Native AOT has no such maps.
            for (Type? level = type; level is not null && level != typeof(object); level = level.BaseType)
                if (KeyComparer.IsOfFramework(level.Assembly.GetName().Name!))
                    return true;
            return false;
        }
    }
}
