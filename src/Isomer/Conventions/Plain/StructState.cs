using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;
using Isomer.Shapes;

namespace Isomer.Conventions;

/// <summary>
/// The fields of a struct that its members do not show: <c>readonly struct Money(decimal amount) { readonly long _cents; public decimal
/// Amount => _cents / 100m; }</c>. Formats that give back all that they took carry such a struct by its fields: what is a field by itself
/// (a public one, the one behind <c>{ get; }</c>, one that a property hands out as it is) as the member that it is, the others behind the
/// members. Members that nobody sets are computed of the fields then: they are not asked, and passed over at reading.
/// </summary>
/// <remarks>
/// Only fields that hold values, or objects that are the struct's own state (<see cref="FollowedObjects"/>): a struct may be a view of an
/// object, and to follow it would write the owner within itself. Another field is left out.
/// </remarks>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class StructState
{
    const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly;

    /// <summary>
    /// The fields that carry a type beside those that members show; none if the members carry it all. A field that cannot be carried is
    /// left where members or a constructor carry a part of the struct, and keeps the others from being carried where nothing else does:
    /// then the struct is refused (<see cref="WhyLost"/>), for what came back would not be worth more than nothing.
    /// </summary>
    public static ImmutableArray<FieldInfo> FieldsOf(PlainConvention convention, Type type, ImmutableArray<MemberModel> members,
        Construction construction)
    {
        if (!type.IsValueType || !BackingFields.IsOurs(type))
            return [];
        var all = type.GetFields(Own);
        // Fields in one place are seen through each other.
        if (type.IsExplicitLayout && members.Any(static m => m is { CanSet: true, IsSetHidden: false }))
            return [];
        var shown = ShownBy(members, construction, all);
        // What a constructor computed for tables: hashes of texts differ from process to process.
        if (construction.IsParameterised && type.GetMethod(nameof(GetHashCode), Own, Type.EmptyTypes) is { } hash
            && HandedOutFields.Of(hash, all, "HashCode", "Hash") is { } cached)
            shown.Add(cached.Name);
        var fields = Array.FindAll(all, f => !shown.Contains(f.Name));
        var carried = Array.FindAll(fields, f => !IsMarked(f) && IsValue(convention, f.FieldType, [type]));
        return carried.Length == fields.Length || construction.Method is not null || members.Any(static m => m.CanSet) ? [.. carried] : [];
    }

    /// <summary>The names of the fields that members carry which reading takes.</summary>
    static HashSet<string> ShownBy(ImmutableArray<MemberModel> members, Construction construction, FieldInfo[] all)
    {
        var shown = new HashSet<string>(StringComparer.Ordinal);
        for (int i = 0; i < members.Length; i++)
            if (members[i].CanGet && IsTaken(construction, members, i) && FieldOf(members[i], all) is { } own)
                shown.Add(own.Name);
        return shown;
    }

    /// <summary>
    /// Why no value of a struct is read, if nothing of it would come back: it has private fields that are not carried, and nothing else.
    /// </summary>
    /// <remarks>
    /// Where it is read, and not where it is written: what an object shows of itself (<c>Rows Rows => new(this)</c>) is written with it,
    /// and passed over at reading. What a constructor without parameters makes takes items, and who marked the fields knows why.
    /// </remarks>
    /// <param name="convention">The convention.</param>
    /// <param name="type">The struct.</param>
    /// <param name="members">The members that were found.</param>
    /// <param name="construction">What makes the struct.</param>
    /// <param name="ignored">The members that an attribute leaves out: their fields are not lost.</param>
    public static string? WhyLost(PlainConvention convention, Type type, ImmutableArray<MemberModel> members, Construction construction,
        List<MemberModel> ignored)
    {
        if (!type.IsValueType || !BackingFields.IsOurs(type) || construction is not { Method: null, Refusal: null })
            return null;
        foreach (var member in members)
            if (member.CanSet)
                return null;
        var all = type.GetFields(Own);
        var left = ignored.Select(m => FieldOf(m, all)?.Name).ToHashSet(StringComparer.Ordinal);
        var fields = Array.FindAll(all, f => !left.Contains(f.Name) && !IsLeftOut(f));
        if (fields.Length == 0)
            return null;
        string why = ignored.Count > 0 ? "for an attribute leaves out a member beside them"
            : Array.TrueForAll(fields, IsMarked) ? "for they bear attributes"
            : Array.Find(fields, f => !IsMarked(f) && !IsValue(convention, f.FieldType, [type])) is { } lost
            ? $"as '{NameOf(lost)}' of type '{lost.FieldType}'"
            : "for not all of them bear the attribute that one of them bears";
        return $"'{type}' holds its state in private fields that cannot be carried, {why}, so that it would come back empty: give it members with setters, a constructor whose parameters members match by name and type, or register a Surrogate for it; "
            + "of an interface, an abstract class or object declare the subtypes";
    }

    /// <summary>Whether who wrote the field says that it is no data.</summary>
    static bool IsLeftOut(FieldInfo field) => IsNoData(field) || (PropertyOf(field) is { } property && IsNoData(property));

    static bool IsNoData(MemberInfo member) => Marks.Bears(member, "System.NonSerializedAttribute")
        || Marks.Bears(member, typeof(SkipAttribute).FullName!)
        || Marks.Bears(member, "System.Text.Json.Serialization.JsonIgnoreAttribute")
        || Marks.Bears(member, "Newtonsoft.Json.JsonIgnoreAttribute")
        || Marks.Bears(member, "System.Runtime.Serialization.IgnoreDataMemberAttribute");

    static bool IsMarked(FieldInfo field) =>
        Marks.IsMarkedByHand(field) || (PropertyOf(field) is { } property && Marks.IsMarkedByHand(property));

    /// <summary>Whether reading takes the member: it can be set, or the constructor has a parameter for it.</summary>
    static bool IsTaken(Construction construction, ImmutableArray<MemberModel> members, int index)
    {
        if (members[index].CanSet)
            return true;
        foreach (var argument in construction.Arguments)
            if (argument.MemberIndex == index)
                return true;
        return false;
    }

    /// <summary>The field that a member is or hands out as it is; null if it is computed.</summary>
    static FieldInfo? FieldOf(MemberModel member, FieldInfo[] fields) => member.Member switch
    {
        FieldInfo field => field,
        PropertyInfo { GetMethod: { } getter } property => getter.IsDefined(typeof(CompilerGeneratedAttribute), false)
            ? ReflectionAccess.FieldBehind(property) : HandedOutFields.Of(getter, fields, property.Name),
        _ => null,
    };

    /// <summary>The property that nobody outside sees, whose field this is.</summary>
    static PropertyInfo? PropertyOf(FieldInfo field) =>
        field.Name.EndsWith(">k__BackingField", StringComparison.Ordinal) ? field.DeclaringType!.GetProperty(NameOf(field), Own) : null;

    /// <summary>What the code calls it: the compiler's own names are in brackets, as that of a parameter that members use.</summary>
    static string NameOf(FieldInfo field) =>
        field.Name.StartsWith('<') && field.Name.IndexOf('>', StringComparison.Ordinal) is > 1 and var end
            ? field.Name[1..end] : field.Name;

    /// <summary>
    /// The members that reading takes, and behind them the fields, under names that no member has in any case; with the constructor that
    /// takes the members from their new places.
    /// </summary>
    /// <param name="convention">The convention.</param>
    /// <param name="fields">The fields that no member shows.</param>
    /// <param name="members">The members that were found.</param>
    /// <param name="construction">What makes the struct.</param>
    /// <param name="computed">Gets the members that are computed of the fields, of which nothing is read but their names.</param>
    public static (ImmutableArray<MemberModel>, Construction) With(PlainConvention convention, ImmutableArray<FieldInfo> fields,
        ImmutableArray<MemberModel> members, Construction construction, List<MemberModel> computed)
    {
        var type = fields[0].DeclaringType!;
        var own = type.GetFields(Own);
        var left = own.Where(f => IsMarked(f) || !IsValue(convention, f.FieldType, [type])).Select(static f => f.Name)
            .Except(ShownBy(members, construction, own)).ToHashSet(StringComparer.Ordinal);
        var names = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        var all = ImmutableArray.CreateBuilder<MemberModel>();
        int[] places = new int[members.Length];
        for (int i = 0; i < members.Length; i++)
        {
            names.Add(members[i].Name);
            places[i] = all.Count;
            // What may show a field that is left is as it was: values that cannot be written are refused there.
            if (IsTaken(construction, members, i) || (left.Count > 0 && MayShow(left, FieldOf(members[i], own), members[i])))
                all.Add(members[i]);
            else if (MayHoldObject(members[i].Type, [members[i].Member.DeclaringType!]) && IsKnown(convention, members[i].Type))
                all.Add(PassedOver(convention, members[i]));
            else
                computed.Add(members[i]);
        }
        foreach (var field in fields)
        {
            string name = NameOf(field);
            while (!names.Add(name))
                name = "_" + name;
            all.Add(new MemberModel(convention, field, field.FieldType)
            { Name = name, IsNamed = true, CanGet = true, CanSet = true, HasLastWord = true });
        }
        var arguments = construction.Arguments;
        for (int i = 0; i < arguments.Length; i++)
            if (arguments[i].MemberIndex >= 0)
                arguments = arguments.SetItem(i, arguments[i] with { MemberIndex = places[arguments[i].MemberIndex] });
        return (all.ToImmutable(), construction with { Arguments = arguments });

        bool MayShow(HashSet<string> left, FieldInfo? handed, MemberModel member) =>
            handed is not null ? left.Contains(handed.Name) : !IsKnown(convention, member.Type);
    }

    /// <summary>A member that is not asked. What was written when it was may hold an object first that fields refer to.</summary>
    static MemberModel PassedOver(PlainConvention convention, MemberModel member) =>
        new(convention, member.Member, member.Type) { Name = member.Name, IsNamed = member.IsNamed, CanGet = false, IsNeverRead = true };

    static bool MayHoldObject(Type type, HashSet<Type> around) =>
        Scalars.Of(type) == Scalar.None && !type.IsEnum
            && (!type.IsValueType || (around.Add(type) && Array.Exists(type.GetFields(Own), f => MayHoldObject(f.FieldType, around))));

    /// <summary>Whether a value of this type can have been written; of others the name alone is known.</summary>
    static bool IsKnown(PlainConvention convention, Type type)
    {
        if (Refused.WhyNot(type) is not null)
            return false;
        try
        {
            _ = convention.ModelOf(type);
            return true;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>Whether what a field of this type holds is a value, an object of the struct's own, or a collection of such.</summary>
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
        if (!type.IsValueType && FollowedObjects.AreState(convention, type, around))
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
