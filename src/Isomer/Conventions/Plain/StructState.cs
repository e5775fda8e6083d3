using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// The fields of a struct whose members nobody outside can set: <c>readonly struct Money(decimal amount) { readonly long _cents; public
/// decimal Amount => _cents / 100m; }</c>. Formats that give back all that they took carry such a struct by its fields. Its members stay
/// in what is written, and are passed over at reading, for they are computed of the fields. What is a field by itself (a readonly one, the
/// one behind <c>{ get; }</c>) is carried as the member that it is, and the others behind it.
/// </summary>
/// <remarks>
/// Only fields that hold values: a struct may be a view of an object (<c>readonly struct View(Owner owner)</c>), and to follow it
/// would write the owner within itself. A struct with a field that is no value is written as its members, as ever.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class StructState
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>
    /// The fields that carry a type beside those that members are; none if members that anyone can set or a constructor carry it, or if it
    /// cannot be carried so.
    /// </summary>
    public static ImmutableArray<FieldInfo> FieldsOf(PlainConvention convention, Type type, ImmutableArray<MemberModel> members,
        Construction construction)
    {
        if (!type.IsValueType || !BackingFields.IsOurs(type) || construction.IsParameterised)
            return [];
        var carried = new HashSet<string>(StringComparer.Ordinal);
        foreach (var member in members)
            if (member.CanSet && !(FieldOf(member) is { } own && carried.Add(own.Name)))
                return [];
        var fields = Array.FindAll(type.GetFields(Own), f => !carried.Contains(f.Name));
        foreach (var field in fields)
            if (Marks.IsMarkedByHand(field) || (PropertyOf(field) is { } property && Marks.IsMarkedByHand(property))
                || !IsValue(convention, field.FieldType, [type]))
                return [];
        return [.. fields];
    }

    /// <summary>
    /// The field that a member is or hands out, where nobody sets it in a struct that exists; null if its setter may do anything.
    /// </summary>
    static FieldInfo? FieldOf(MemberModel member) => member.Member switch
    {
        FieldInfo field when member.IsSetHidden => field,
        PropertyInfo { SetMethod: { } setter } property when setter.IsDefined(typeof(CompilerGeneratedAttribute), false)
            && (member.IsSetHidden || IsInit(setter)) => ReflectionAccess.FieldBehind(property),
        _ => null,
    };

    static bool IsInit(MethodInfo setter) =>
        Array.Exists(setter.ReturnParameter.GetRequiredCustomModifiers(), static t => t.Name == nameof(IsExternalInit));

    /// <summary>The property that nobody outside sees, whose field this is.</summary>
    static PropertyInfo? PropertyOf(FieldInfo field) =>
        field.Name.EndsWith(">k__BackingField", StringComparison.Ordinal) ? field.DeclaringType!.GetProperty(NameOf(field), Own) : null;

    /// <summary>What the code calls it: the compiler's own names are in brackets, as that of a parameter that members use.</summary>
    static string NameOf(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.IndexOf('>', StringComparison.Ordinal) is > 1 and var end
            ? field.Name[1..end] : field.Name;

    /// <summary>The computed members, and behind them the fields, under names that none of these has in any case.</summary>
    public static ImmutableArray<MemberModel> With(PlainConvention convention, ImmutableArray<FieldInfo> fields,
        ImmutableArray<MemberModel> computed)
    {
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var member in computed)
            names.Add(member.Name);
        var all = computed.ToBuilder();
        foreach (var field in fields)
        {
            string name = NameOf(field);
            while (!names.Add(name))
                name = "_" + name;
            all.Add(new MemberModel(convention, field, field.FieldType) { Name = name, IsNamed = true, CanGet = true, CanSet = true });
        }
        return all.ToImmutable();
    }

    /// <summary>Whether what a field of this type holds is a value, or a collection of values.</summary>
    static bool IsValue(PlainConvention convention, Type type, HashSet<Type> around)
    {
        if (Scalars.Of(type) != Scalar.None || type.IsEnum)
            return true;
        if (Refused.WhyNot(type) is not null)
            return false;
        if (type.IsArray)
            return IsValue(convention, type.GetElementType()!, around);
        if (convention.IsCarried(type))
            return true;
        if (!BackingFields.IsOurs(type))
            return IsWhole(convention, type) && Array.TrueForAll(type.GetGenericArguments(), a => IsValue(convention, a, around));
        // A struct that holds itself does so through an array or a list, whose items are looked at once.
        return type.IsValueType
            && (!around.Add(type) || Array.TrueForAll(type.GetFields(Own), f => IsValue(convention, f.FieldType, around)));
    }

    /// <summary>Whether a type of the framework comes back by itself.</summary>
    static bool IsWhole(PlainConvention convention, Type type)
    {
        // What is only enumerated may never end.
        if (!type.IsValueType)
            return type.IsGenericType && (typeof(IEnumerable).IsAssignableFrom(type) || typeof(ITuple).IsAssignableFrom(type))
                && !(type.IsInterface && type.Name.StartsWith("IEnumerable", StringComparison.Ordinal));
        try
        {
            return convention.ModelOf(type) is not ObjectModel model || model.Construction.IsParameterised
                || model.Members.Any(static m => m.CanSet);
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }
}
