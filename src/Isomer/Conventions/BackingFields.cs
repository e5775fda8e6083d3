using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// What a property can be set through, for conventions that lose nothing: its setter of any visibility, which reflection hides where a
/// base class has it; or the field that the compiler made behind <c>int X { get; }</c>, of which a constructor says what it likes.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class BackingFields
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>The property with its setter, as the class that declares it has it; null if there is none.</summary>
    public static PropertyInfo? WithSetter(PropertyInfo property) => property.SetMethod is not null ? property
        : property.ReflectedType == property.DeclaringType || property.GetMethod is { IsStatic: true } ? null
        : property.DeclaringType!.GetProperty(property.Name, Own, null, property.PropertyType, Type.EmptyTypes,
            null) is { SetMethod: not null } own ? own : null;

    /// <summary>
    /// The field behind a property that has no setter; null if it is computed, or the framework's: what input says must not go into the
    /// insides of its types.
    /// </summary>
    public static FieldInfo? Of(PropertyInfo property) =>
        property.SetMethod is null && IsOurs(property.DeclaringType!) ? ReflectionAccess.BackingFieldOf(property) : null;

    /// <summary>Whether a type is not the framework's.</summary>
    public static bool IsOurs(Type type) => type.Namespace?.StartsWith("System", StringComparison.Ordinal) != true;
}
