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
internal static class UntypedAdding
{
    static readonly ConditionalWeakTable<Type, Type[]> s_takes = [];

    /// <summary>Whether it is the method by which an IList or an IDictionary takes objects.</summary>
    public static bool IsUntyped(MethodInfo add) => add.DeclaringType == typeof(IList) || add.DeclaringType == typeof(IDictionary);

    /// <summary>
    /// Refuses what a generic collection does not take by the interface that has no types: the framework would tell it, and its text may
    /// not end.
    /// </summary>
    /// <param name="key">An item, or a key.</param>
    /// <param name="value">The value of the key.</param>
    /// <param name="collection">An IList or an IDictionary.</param>
    public static void CheckFits(object? key, object? value, object collection)
    {
        if (s_takes.GetValue(collection.GetType(), static type => TakenBy(type)) is not [var first, .. var further])
            return;
        Fits(key, first);
        if (further is [var second])
            Fits(value, second);

        void Fits(object? added, Type taken)
        {
            if (added is not null && !taken.IsInstanceOfType(added))
                throw new WireFormatException(
                    $"A '{added.GetType()}' stands where a '{taken}' is expected, in a '{collection.GetType()}'.");
        }
    }

    static Type[] TakenBy(Type type)
    {
        Type open = typeof(IDictionary).IsAssignableFrom(type) ? typeof(IDictionary<,>) : typeof(IList<>);
        var taken = Array.FindAll(type.GetInterfaces(), i => i.IsConstructedGenericType && i.GetGenericTypeDefinition() == open);
        return taken is [var one] && IsOfFramework(type) ? one.GetGenericArguments() : [];
    }

    /// <summary>
    /// What somebody's own class takes by that interface is the class's to say, but for what derives from one of the framework's.
    /// </summary>
    static bool IsOfFramework(Type? type)
    {
        for (; type is not null && type != typeof(object); type = type.BaseType)
            if (KeyWalk.IsOfFramework(type.Assembly.GetName().Name!))
                return true;
        return false;
    }
}
