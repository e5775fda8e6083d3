using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using System.Runtime.Serialization;
using Isomer.Conventions;
using Isomer.Model;
using Isomer.Shapes;

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
            object? real = null;
            if (i < MostReplacements)
                using (WrittenGraph.Leave(out var context))
                    real = reference.GetRealObject(context);
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
    /// values are made whole (arrays, strings, tables, Uri): such a value is read, and the target given up.
    /// </summary>
    public static object? Fill(TypeModel model, object? target)
    {
        if (target is null || model is ObjectModel)
            return target;
        // In Native AOT not all fields of the framework's can be reached.
        if (model is not SurrogateModel { Surrogate.IsInPlace: true } || target is Uri
            || (target is System.Collections.IEnumerable && !RuntimeFeature.IsDynamicCodeSupported))
            return null;
        FilledObjects.Reset(target);
        return target;
    }
}
