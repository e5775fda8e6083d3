using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>The types that [KnownType] names, on a type, its bases and the types so named; by a method where that is given.</summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class ContractKnownTypes
{
    public static ImmutableArray<Type> Of(Type type)
    {
        var found = new List<Type>();
        Add(found, [], type);
        return [.. found];
    }

    static void Add(List<Type> found, HashSet<Type> seen, Type? type)
    {
        for (; type is not null && type != typeof(object) && seen.Add(type); type = type.BaseType)
        {
            foreach (var attribute in type.GetCustomAttributes<KnownTypeAttribute>(false))
            {
                foreach (var known in attribute.Type is { } one ? [one] : FromMethod(type, attribute.MethodName))
                {
                    if (found.Contains(known))
                        continue;
                    found.Add(known);
                    Add(found, seen, known);
                }
            }
            var info = type.IsArray || type.IsGenericType ? ContractInfo.Of(type) : null;
            Add(found, seen, info?.ItemType);
            Add(found, seen, info?.ValueType);
        }
    }

    static IEnumerable<Type> FromMethod(Type type, string? name)
    {
        var method = string.IsNullOrEmpty(name)
            ? null
            : type.GetMethod(name, BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic, []);
        if (method is null || !typeof(IEnumerable<Type>).IsAssignableFrom(method.ReturnType))
            throw new NotSupportedException(
                $"[KnownType] on '{type}' names '{name}', which is no static method without parameters that returns IEnumerable<Type>.");
        return (IEnumerable<Type>?)method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [], null) ?? [];
    }
}
