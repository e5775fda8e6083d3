using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The framework's part of an object that is filled by a payload of .NET's formatters. What is made in its place has its constructor run on
/// it once more, which takes for granted that fields are as they came into being: a list would keep its count. No method of the target is
/// called, for Clear is the user's where he overrides it, raises events, and empties the list that a collection only wraps. Events and the
/// designer's site, which no payload has, stay; caches (the Keys of a ReadOnlyDictionary) do not.
/// </summary>
internal static class FilledObjects
{
    /// <summary>Puts the framework's fields back to what an object came into being with.</summary>
    public static void Reset(object target)
    {
        foreach (var field in FieldsOf(target))
            field.SetValue(target, null);
    }

    /// <summary>What the framework's fields hold: a payload that is refused leaves the object as it was.</summary>
    public static (FieldInfo Field, object? Value)[] Held(object target) => [.. FieldsOf(target).Select(f => (f, f.GetValue(target)))];

    /// <summary>Puts back what an object held.</summary>
    public static void Restore(object target, (FieldInfo Field, object? Value)[] held)
    {
        // A collection that was handed its entries takes them when it is called back, and the framework keeps them until then: a later
        // payload would be added to them.
        if (target is IDeserializationCallback waiting and ISerializable && held.Length > 0)
            try
            {
                waiting.OnDeserialization(null);
            }
            catch (Exception e) when (e is not OutOfMemoryException)
            {
            }
        foreach (var (field, value) in held)
            field.SetValue(target, value);
    }

    // Looking for them took as long again as to fill a list.
    static readonly ConditionalWeakTable<Type, FieldInfo[]> s_fields = [];

    static FieldInfo[] FieldsOf(object target) => s_fields.GetValue(target.GetType(), Find);

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A field that the trimmer took away holds nothing.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "A field that the trimmer took away holds nothing.")]
    static FieldInfo[] Find(Type type)
    {
        const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var fields = new List<FieldInfo>();
        for (var level = type; level is not null && level != typeof(object); level = level.BaseType)
            if (Trimming.IsOfFramework(level))
                foreach (var field in level.GetFields(own))
                    if (!typeof(Delegate).IsAssignableFrom(field.FieldType) && field.FieldType.Name is not ("EventHandlerList" or "ISite"))
                        fields.Add(field);
        return [.. fields];
    }
}
