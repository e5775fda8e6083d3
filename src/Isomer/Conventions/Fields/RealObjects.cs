using System.Collections;
using System.Collections.Specialized;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// Puts the objects that others stand for (IObjectReference) where those others were given out: an object that is referred to from within
/// itself has to be given before it can say what it stands for. The formatters set fields by themselves, read-only ones too, so this does.
/// </summary>
internal static class RealObjects
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <param name="graph">All objects that were made.</param>
    /// <param name="real">What each of those that were given out stands for, by identity.</param>
    /// <param name="waiting">The tables that are still to be made, each with its parts.</param>
    /// <exception cref="WireFormatException">What one stands for cannot stand where it was given.</exception>
    public static void PutIn(IEnumerable<object> graph, Dictionary<object, object> waiting, Dictionary<object, object> real)
    {
        foreach (object value in graph)
        {
            try
            {
                if (waiting.TryGetValue(value, out object? parts))
                {
                    LookAtParts(parts, real);
                    // What a class that derives from the table has of its own is set already.
                    LookAtFields(value, real);
                }
                else
                    Look(value, real);
            }
            catch (Exception e) when (e is ArgumentException or InvalidCastException)
            {
                throw new WireFormatException(
                    $"What an object within a '{value.GetType()}' stands for is of another type than what is declared there.", e);
            }
        }
    }

    static void Look(object holder, Dictionary<object, object> real)
    {
        switch (holder)
        {
            // The two that a HybridDictionary is around are objects of the graph themselves, which may not be asked yet.
            case string or HybridDictionary:
                break;
            case Array array:
                if (IsLeaf(array.GetType().GetElementType()!))
                    break;
                int[] at = new int[array.Rank];
                for (int i = 0; i < array.Rank; i++)
                    at[i] = array.GetLowerBound(i);
                foreach (object? item in array)
                {
                    if (Changed(item, real, out object? other))
                        array.SetValue(other, at);
                    for (int i = array.Rank - 1; i >= 0 && ++at[i] > array.GetUpperBound(i) && i > 0; i--)
                        at[i] = array.GetLowerBound(i);
                }
                break;
            case IDictionary { IsReadOnly: false } map when IsOfFramework(holder):
                Keeping(holder, () =>
                {
                    foreach (object key in map.Keys.Cast<object>().ToArray())
                        if (Changed(map[key], real, out object? other))
                            map[key] = other;
                });
                break;
            case IList { IsReadOnly: false } list when IsOfFramework(holder):
                Keeping(holder, () =>
                {
                    for (int i = 0; i < list.Count; i++)
                        if (Changed(list[i], real, out object? other))
                            list[i] = other;
                });
                break;
            default:
                LookAtFields(holder, real);
                break;
        }
    }

    /// <summary>
    /// A collection counts its changes, and the formatters write that count: what is put in place of a stand-in is no change.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075",
        Justification = "A private field of the framework's: where it was trimmed away nothing is counted.")]
    static void Keeping(object holder, Action change)
    {
        FieldInfo? version = null;
        for (var level = holder.GetType(); level is not null && version is null; level = level.BaseType)
            version = level.GetField("_version", Own) ?? level.GetField("version", Own);
        object? before = version?.GetValue(holder);
        change();
        version?.SetValue(holder, before);
    }

    /// <summary>What a table is to be made of: its fields, and the arrays in them, which are no objects of the graph themselves.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = Trimming.OfModel)]
    static void LookAtParts(object parts, Dictionary<object, object> real)
    {
        LookAtFields(parts, real);
        foreach (var field in parts.GetType().GetFields(Own))
            if (field.FieldType.IsArray && field.GetValue(parts) is { } array)
                Look(array, real);
    }

    static bool IsOfFramework(object holder) => holder.GetType().Namespace?.StartsWith("System", StringComparison.Ordinal) == true;

    static bool IsLeaf(Type type) => type.IsPrimitive || type.IsEnum || type.IsPointer || type == typeof(string) || type == typeof(decimal);

    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The fields of a type whose fields were just read.")]
    static bool LookAtFields(object holder, Dictionary<object, object> real)
    {
        bool any = false;
        for (var level = holder.GetType(); level is not null && level != typeof(object)
            && level != typeof(ValueType); level = level.BaseType)
            foreach (var field in level.GetFields(Own))
                if (!IsLeaf(field.FieldType) && Changed(field.GetValue(holder), real, out object? other))
                {
                    field.SetValue(holder, other);
                    any = true;
                }
        return any;
    }

    /// <summary>Gives a struct in a box what another of its type has.</summary>
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "The fields of a type whose fields were just read.")]
    public static void CopyStruct(object from, object to)
    {
        foreach (var field in from.GetType().GetFields(Own))
            field.SetValue(to, field.GetValue(from));
    }

    /// <summary>Whether another object stands there in the end; of a struct, whether one does in it.</summary>
    static bool Changed(object? value, Dictionary<object, object> real, out object? other)
    {
        other = value;
        if (value is null)
            return false;
        if (value is ValueType)
            return !IsLeaf(value.GetType()) && LookAtFields(value, real);
        if (!real.TryGetValue(value, out object? found))
            return false;
        other = found;
        return true;
    }
}
