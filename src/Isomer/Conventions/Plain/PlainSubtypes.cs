using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The closed set of types that may stand where a base is declared: [Subtype], [JsonDerivedType], [KnownType] on the base,
/// and what was registered. Nothing else is ever looked for.
/// </summary>
internal static class PlainSubtypes
{
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static ImmutableArray<Subtype> Of(Convention convention, Type type, ImmutableArray<SubtypeRule> registered, bool byDepth = false)
    {
        var found = new List<SubtypeRule>();
        if (Marks.IsMarked(type))
            AddMarked(found, type);
        foreach (var rule in registered)
            if (rule.Base == type)
                Add(found, type, rule.Derived, rule.Number, rule.Name ?? (rule.Number is null ? NameFor(rule.Derived) : null));
        if (found.Count == 0)
            return [];
        Check(type, found);
        // Where the nearest is looked for, from the last on, the most derived are the last.
        if (byDepth)
            found = [.. found.OrderBy(r => DepthOf(r.Derived))];
        return [.. found.Select(r => new Subtype(convention, r.Derived, r.Number, r.Name))];
    }

    /// <summary>The types that a type names as those of which objects may stand where it is declared.</summary>
    public static IEnumerable<Type> DeclaredBy(Type type) => !Marks.IsMarked(type) ? [] :
    [
        .. type.GetCustomAttributes<SubtypeAttribute>(false).Select(static a => a.Type),
        .. type.GetCustomAttributes<JsonDerivedTypeAttribute>(false).Select(static a => a.DerivedType),
        .. type.GetCustomAttributes<KnownTypeAttribute>(false).Select(static a => a.Type).OfType<Type>(),
    ];

    static void AddMarked(List<SubtypeRule> found, Type type)
    {
        foreach (var a in type.GetCustomAttributes<SubtypeAttribute>(false))
            Add(found, type, a.Type, a.Number, a.Name ?? (a.Number is null ? null : NameFor(a.Type)));
        foreach (var a in type.GetCustomAttributes<JsonDerivedTypeAttribute>(false))
            Add(found, type, a.DerivedType, a.TypeDiscriminator is int number ? number : null, a.TypeDiscriminator as string);
        foreach (var a in type.GetCustomAttributes<KnownTypeAttribute>(false))
            if (a.Type is { } known && known != type && type.IsAssignableFrom(known))
                Add(found, type, known, null, NameFor(known));
    }

    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    static int DepthOf(Type type)
    {
        // An interface lies above all that implement it.
        int depth = type.IsInterface ? type.GetInterfaces().Length - 1000 : 0;
        for (var t = type.BaseType; t is not null; t = t.BaseType)
            depth++;
        return depth;
    }

    /// <summary>A readable name of a type that was given none: its own, with its arguments', without namespace.</summary>
    public static string NameFor(Type type)
    {
        if (type.IsArray)
            return $"{NameFor(type.GetElementType()!)}[{new string(',', type.GetArrayRank() - 1)}]";
        string name = type.Name;
        if (!type.IsGenericType)
            return name;
        int tick = name.IndexOf('`', StringComparison.Ordinal);
        return (tick < 0 ? name : name[..tick]) + "<" + string.Join(",", type.GetGenericArguments().Select(NameFor)) + ">";
    }

    /// <summary>The types of an assembly of which objects can be.</summary>
    [RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
    public static IEnumerable<Type> TypesOf(Assembly assembly) =>
        assembly.GetTypes().Where(t => !t.IsAbstract && !t.ContainsGenericParameters && !t.IsEnum && !typeof(Delegate).IsAssignableFrom(t));

    static void Add(List<SubtypeRule> found, Type baseType, Type derived, int? number, string? name)
    {
        if (!baseType.IsAssignableFrom(derived))
            throw new NotSupportedException(
                $"Type '{baseType}' declares '{derived}' as a subtype, which does not derive from it. Remove the declaration.");
        if (derived.ContainsGenericParameters)
            throw new NotSupportedException($"Type '{baseType}' declares the open generic '{derived}' as a subtype. Declare closed ones.");
        // The first declaration wins: attributes of the base before registrations.
        if (!found.Exists(r => r.Derived == derived))
            found.Add(new SubtypeRule(baseType, derived, number, name));
    }

    static void Check(Type type, List<SubtypeRule> found)
    {
        var names = new Dictionary<string, Type>(StringComparer.Ordinal);
        var numbers = new Dictionary<int, Type>();
        foreach (var (_, derived, number, name) in found)
        {
            if (name is not null && !names.TryAdd(name, derived))
                throw new NotSupportedException(
                    $"Two subtypes of '{type}' have the name '{name}': '{names[name]}' and '{derived}'. Give one another name.");
            if (number is { } taken && !numbers.TryAdd(taken, derived))
                throw new NotSupportedException(
                    $"Two subtypes of '{type}' have the number {taken}: '{numbers[taken]}' and '{derived}'. Give one another number.");
        }
    }
}
