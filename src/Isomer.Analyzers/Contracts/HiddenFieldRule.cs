using System.Linq;
using Microsoft.CodeAnalysis;

namespace Isomer.Analyzers.Contracts;

/// <summary>
/// ISO0002 of structs: a hidden field that no format can carry. Compact carries a struct by all of its fields, and leaves out those
/// that say nothing of what is in them (a delegate, <see cref="object"/>, an abstract type without subtypes); of another format a
/// hidden field is no member. Of classes nothing is told here: caches and locks are fields too.
/// </summary>
static class HiddenFieldRule
{
    public static void Check(Walk walk, INamedTypeSymbol owner, Wire wire)
    {
        if (wire != Wire.Compact || owner.TypeKind != TypeKind.Struct)
            return;
        foreach (IFieldSymbol field in owner.GetMembers().OfType<IFieldSymbol>())
            if (field is { IsStatic: false, IsConst: false, IsImplicitlyDeclared: false, AssociatedSymbol: null } && !Members.IsShown(field)
                && field.GetAttributes().IsEmpty && IsNeverCarried(field.Type) && !HandedOut.IsSetElsewhere(owner, field.Name))
                walk.Tell(Rules.NotSetBack, field, "Compact", Members.Show(field),
                    "Declare it as a type that says what it holds, or show it by a member that a setter or a constructor takes");
    }

    /// <summary>What is known here to be so, whatever the options are: an abstract class of the framework may have a surrogate.</summary>
    static bool IsNeverCarried(ITypeSymbol type) => type.TypeKind == TypeKind.Delegate || type.SpecialType == SpecialType.System_Object
        || (type.IsAbstract && Members.ItemsOf(type) is null && !Walk.IsOfFramework(type) && type is INamedTypeSymbol named
            && !SubtypesRule.AreDeclaredOn(named));
}
