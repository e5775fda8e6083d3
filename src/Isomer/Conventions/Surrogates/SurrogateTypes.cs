using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>Finds the surrogate of a type: registered, registered for its open generic type, or named by its attribute.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class SurrogateTypes
{
    public static Surrogate? Find(Type type, ImmutableDictionary<Type, Surrogate> closed, ImmutableDictionary<Type, Type> open)
    {
        if (closed.TryGetValue(type, out var surrogate))
            return surrogate;
        if (type.IsGenericType && !type.ContainsGenericParameters && open.TryGetValue(type.GetGenericTypeDefinition(), out var generic))
            return Create(generic.MakeGenericType(type.GetGenericArguments()), type);
        if (Marks.IsMarked(type) && type.GetCustomAttribute<CarriedByAttribute>(false) is { } attribute)
        {
            var chosen = attribute.Surrogate;
            return Create(chosen.IsGenericTypeDefinition ? chosen.MakeGenericType(type.GetGenericArguments()) : chosen, type);
        }
        return null;
    }

    /// <summary>Makes a surrogate and checks that it is one for the type.</summary>
    public static Surrogate Create(Type surrogateType, Type type)
    {
        if (surrogateType.GetConstructor(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance, []) is not { } constructor
            || !typeof(Surrogate).IsAssignableFrom(surrogateType))
            throw new NotSupportedException(
                $"'{surrogateType}' cannot carry '{type}': it must derive from Surrogate<T, TCarrier> and have a parameterless constructor.");
        return For(type, (Surrogate)constructor.Invoke(null));
    }

    /// <summary>The surrogate, if it is one for the type.</summary>
    public static Surrogate For(Type type, Surrogate surrogate) =>
        surrogate.Type == type
            ? surrogate
            : throw new NotSupportedException($"'{surrogate.GetType()}' cannot carry '{type}': it is a surrogate for '{surrogate.Type}'.");

    /// <summary>The open generic type that an open generic surrogate class is for.</summary>
    public static Type? OpenTarget(Type surrogateType)
    {
        if (!surrogateType.IsGenericTypeDefinition)
            return null;
        for (var t = surrogateType.BaseType; t is not null; t = t.BaseType)
            if (t.IsGenericType && t.GetGenericTypeDefinition() == typeof(Surrogate<,>)
                && t.GetGenericArguments()[0] is { IsGenericType: true } target)
                return target.GetGenericTypeDefinition();
        return null;
    }
}
