using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

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
            if (member.CanSet && !(member.IsSetHidden && FieldOf(member.Member) is { } own && carried.Add(own.Name)))
                return [];
        var fields = Array.FindAll(type.GetFields(Own), f => !carried.Contains(f.Name));
        foreach (var field in fields)
            if (field.IsDefined(typeof(NonSerializedAttribute), false) || Marks.IsMarked(field)
                || !IsValue(convention, field.FieldType, [type]))
                return [];
        return [.. fields];
    }

    /// <summary>The field that a member is or hands out; null if its setter may do anything.</summary>
    static FieldInfo? FieldOf(MemberInfo member) => member as FieldInfo
        ?? (member is PropertyInfo { SetMethod: { } setter } property
            && setter.IsDefined(typeof(CompilerGeneratedAttribute), false)
            ? property.DeclaringType!.GetField($"<{property.Name}>k__BackingField", Own) : null);

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
            string name = field.Name;
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
        // What is only enumerated may never end.
        if (!BackingFields.IsOurs(type))
            return type.IsGenericType
                && (type.IsValueType || typeof(IEnumerable).IsAssignableFrom(type) || typeof(ITuple).IsAssignableFrom(type))
                && !(type.IsInterface && type.Name.StartsWith("IEnumerable", StringComparison.Ordinal))
                && Array.TrueForAll(type.GetGenericArguments(), a => IsValue(convention, a, around));
        // A struct that holds itself does so through an array or a list, whose items are looked at once.
        return type.IsValueType
            && (!around.Add(type) || Array.TrueForAll(type.GetFields(Own), f => IsValue(convention, f.FieldType, around)));
    }
}
