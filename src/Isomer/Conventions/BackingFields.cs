using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// What a property can be set through, for conventions that lose nothing: its setter of any visibility, which reflection hides where a
/// base class has it; or the field that the compiler made behind <c>int X { get; }</c>, of which a constructor says what it likes.
/// </summary>
internal static class BackingFields
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>The property with its setter, as the class that declares it has it; null if there is none.</summary>
    public static PropertyInfo? WithSetter(PropertyInfo property) => property.SetMethod is not null ? property
        : property.ReflectedType == property.DeclaringType || property.GetMethod is { IsStatic: true } ? null
        : property.DeclaringType!.GetProperty(property.Name, Own, null, property.PropertyType, Type.EmptyTypes, null) is { SetMethod: not null } own ? own : null;

    /// <summary>The field behind a property that has no setter; null if it is computed, or the framework's.</summary>
    public static FieldInfo? Of(Convention convention, PropertyInfo property)
    {
        if (property.SetMethod is not null || property.GetMethod is not { IsStatic: false } getter || !getter.IsDefined(typeof(CompilerGeneratedAttribute), false))
            return null;
        var field = property.DeclaringType!.GetField($"<{property.Name}>k__BackingField", Own);
        return field is not null && field.FieldType == property.PropertyType && IsOurs(property.DeclaringType) && CanBeMade(convention, property.PropertyType) ? field : null;
    }

    /// <summary>Whether the field behind a property may be set: what input says must not go into the insides of the framework's types.</summary>
    public static bool IsOurs(Type declaring) => declaring.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;

    /// <summary>A collection that only its owner can make is filled, as it is where there is no field.</summary>
    static bool CanBeMade(Convention convention, Type type)
    {
        try
        {
            return convention.ModelOf(type) is not CollectionModel { Build.Kind: BuildKind.None };
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }
}
