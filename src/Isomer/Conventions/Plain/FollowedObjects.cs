using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// Whether a field of a struct that refers to an object is state of the struct (<c>readonly struct Weight { readonly Unit _unit; }</c>) or
/// makes it a view of an owner (<c>readonly struct Rows(Table owner)</c>, where Table has a member of type Rows): a view that was written
/// by its fields would have its owner within itself, and so on.
/// </summary>
/// <remarks>
/// Told by types alone: nothing that the field's type leads to may lead back to the struct. Of what is behind an interface, an abstract
/// class or <c>object</c> the types are known where the convention knows its subtypes. Models of the objects are asked for only where they
/// do not lead back, for the struct's own is being made.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class FollowedObjects
{
    const int MostTypes = 1000;

    const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    /// <param name="convention">The convention.</param>
    /// <param name="type">What the field is declared as.</param>
    /// <param name="around">The struct, and those between it and the field.</param>
    public static bool AreState(PlainConvention convention, Type type, HashSet<Type> around)
    {
        if (type != typeof(object) && !BackingFields.IsOurs(type))
            return false;
        try
        {
            List<Type> all = [.. convention.DerivedOf(type)];
            if (!type.IsAbstract && type != typeof(object))
                all.Add(type);
            return all.Count > 0 && IsApart(convention, type, around) && all.TrueForAll(t => CanBeRead(convention, t))
                && UndeclaredOf(type, all, around).All(t => IsApart(convention, t, around));
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>
    /// A view may know its owner by a class that the owner derives from: the classes beside the struct that nobody declared as subtypes are
    /// looked at too.
    /// </summary>
    static IEnumerable<Type> UndeclaredOf(Type type, List<Type> declared, HashSet<Type> around) =>
        type.IsSealed || type == typeof(object)
            ? []
            : around.Select(static t => t.Assembly).Distinct().SelectMany(TypesIn)
                .Where(t => t.IsClass && t.IsAssignableTo(type) && !t.ContainsGenericParameters && !declared.Contains(t));

    static Type[] TypesIn(Assembly assembly)
    {
        try
        {
            return assembly.GetTypes();
        }
        catch (ReflectionTypeLoadException e)
        {
            return [.. e.Types.OfType<Type>()];
        }
    }

    static bool CanBeRead(PlainConvention convention, Type type) => convention.ModelOf(type) switch
    {
        ObjectModel model => model.Construction.Refusal is null,
        CollectionModel model => model.Build.Refusal is null,
        _ => true,
    };

    /// <summary>Whether the type leads to data alone, and not to what is around.</summary>
    static bool IsApart(PlainConvention convention, Type from, HashSet<Type> around)
    {
        var seen = new HashSet<Type>();
        var waiting = new Stack<Type>([from]);
        while (waiting.TryPop(out var type))
        {
            if (around.Contains(type))
                return false;
            if (!seen.Add(type) || Scalars.Of(type) != Scalar.None || type.IsEnum)
                continue;
            if (seen.Count > MostTypes || Refused.WhyNot(type) is not null)
                return false;
            if (type.HasElementType)
                waiting.Push(type.GetElementType()!);
            Push(type.GetGenericArguments());
            Push(convention.DerivedOf(type));
            if (convention.IsCarried(type))
                continue;
            if (BackingFields.IsOurs(type))
                Push(TypesOf(type));
            else if (!type.IsValueType && type != typeof(object) && !typeof(IEnumerable).IsAssignableFrom(type)
                && !typeof(ITuple).IsAssignableFrom(type))
                return false;
        }
        return true;

        void Push(IEnumerable<Type> types)
        {
            foreach (var type in types)
                waiting.Push(type);
        }
    }

    /// <summary>What members of the type may hold: all fields of a struct, of a class what is public or bears an attribute.</summary>
    static IEnumerable<Type> TypesOf(Type type)
    {
        for (var level = type; level is not null && BackingFields.IsOurs(level); level = level.BaseType)
        {
            foreach (var field in level.GetFields(All | BindingFlags.DeclaredOnly))
                if ((field.IsPublic || type.IsValueType || Marks.IsMarkedByHand(field)) && !IsLeftOut(field))
                    yield return field.FieldType;
            foreach (var property in level.GetProperties(All | BindingFlags.DeclaredOnly))
                if ((property.GetMethod is { IsPublic: true } || Marks.IsMarkedByHand(property)) && !IsLeftOut(property)
                    && property.GetIndexParameters().Length == 0)
                    yield return property.PropertyType;
        }
        foreach (var face in type.GetInterfaces())
            if (face.IsGenericType && typeof(IEnumerable).IsAssignableFrom(face))
                foreach (var argument in face.GetGenericArguments())
                    yield return argument;
    }

    /// <summary>Without conditions.</summary>
    static bool IsLeftOut(MemberInfo member) => Marks.IsMarked(member)
        && (Marks.Bears(member, "Isomer.SkipAttribute")
            || (Marks.Find(member, "System.Text.Json.Serialization.JsonIgnoreAttribute") is { } ignored
                && !Marks.Sets(ignored, "Condition", out _)));
}
