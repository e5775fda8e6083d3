using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;

namespace Isomer.Formats;

#pragma warning disable SYSLIB0050 // the types of an older age are what this is about

/// <summary>What readers of .NET's formatters do alike with objects that do not simply come into being where they stand.</summary>
internal static class FormatterReplacing
{
    const int MostReplacements = 100;

    /// <summary>Whether objects of the type stand for others: references lead to these, but for those from within.</summary>
    public static bool IsReplaced(Type type) => typeof(IObjectReference).IsAssignableFrom(type);

    /// <summary>What the object stands for; what is given may stand for another in turn.</summary>
    public static object Replaced(object value)
    {
        for (int i = 0; value is IObjectReference reference; i++)
        {
            object? real = i == MostReplacements ? null : reference.GetRealObject(new StreamingContext(StreamingContextStates.All));
            if (ReferenceEquals(real, value))
                return value;
            value = real ?? throw new WireFormatException($"A '{value.GetType()}' stands for nothing.");
        }
        return value;
    }

    /// <summary>
    /// An object that exists before it is read; null for one that cannot, and of arrays, whose length is the caller's to know. What makes a
    /// value of fields (a part) needs what they hold whole: objects may come later, collections may not.
    /// </summary>
    [UnconditionalSuppressMessage("Trimming", "IL2072", Justification = Trimming.OfModel)]
    public static object? Begin(TypeModel model, bool isPart) => model switch
    {
        ObjectModel when !model.Type.IsValueType => RuntimeHelpers.GetUninitializedObject(model.Type),
        SurrogateModel { Surrogate: { IsInPlace: true } surrogate } when !(isPart && surrogate is IFieldsSurrogate { IsWhole: true }) =>
            surrogate.Begin(),
        _ => null,
    };

    /// <summary>
    /// The object that is filled, without what a class of the framework in it held, for a payload is all of an object; null of a type whose
    /// values are made whole (arrays, strings, tables): such a value is read, and the target given up.
    /// </summary>
    public static object? Fill(TypeModel model, object? target)
    {
        if (target is null || model is ObjectModel)
            return target;
        // In Native AOT not all fields of the framework's can be reached.
        if (model is not SurrogateModel { Surrogate.IsInPlace: true }
            || (target is System.Collections.IEnumerable && !RuntimeFeature.IsDynamicCodeSupported))
            return null;
        Reset(target);
        return target;
    }

    /// <summary>
    /// What is made in its place has its constructor run on it once more, which takes for granted that fields are as they came into being:
    /// a list would keep its count. No method of the target is called, for Clear is the user's where he overrides it, raises events, and
    /// empties the list that a collection only wraps. Events, which no payload has, stay.
    /// </summary>
    static void Reset(object target)
    {
        foreach (var field in FrameworkFields(target))
            field.SetValue(target, null);
    }

    /// <summary>
    /// What the framework's fields hold of an object that is to be filled: a payload that is refused leaves it as it was.
    /// </summary>
    public static (FieldInfo Field, object? Value)[] Held(object target) =>
        [.. FrameworkFields(target).Select(f => (f, f.GetValue(target)))];

    /// <summary>Puts back what an object held.</summary>
    public static void Restore(object target, (FieldInfo Field, object? Value)[] held)
    {
        foreach (var (field, value) in held)
            field.SetValue(target, value);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2070", Justification = "A field that the trimmer took away holds nothing.")]
    [UnconditionalSuppressMessage("Trimming", "IL2075", Justification = "A field that the trimmer took away holds nothing.")]
    static List<FieldInfo> FrameworkFields(object target)
    {
        const BindingFlags own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        var fields = new List<FieldInfo>();
        for (var level = target.GetType(); level is not null && level != typeof(object); level = level.BaseType)
            if (Trimming.IsOfFramework(level))
                foreach (var field in level.GetFields(own))
                    if ((field.Attributes & FieldAttributes.NotSerialized) == 0)
                        fields.Add(field);
        return fields;
    }
}
