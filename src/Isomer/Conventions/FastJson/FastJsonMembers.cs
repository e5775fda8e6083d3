using System.Collections;
using System.Collections.Immutable;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using Isomer.Model;

namespace Isomer.Conventions;

/// <summary>
/// The members that fastJSON sees, in its order, which is that of reflection: properties of all levels, most derived class
/// first, then fields likewise, instance before static.
/// </summary>
[RequiresUnreferencedCode(Trimming.Members), RequiresDynamicCode(Trimming.Code)]
internal static class FastJsonMembers
{
    const BindingFlags Any = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance;

    public static ImmutableArray<MemberModel> Of(Convention convention, Type type, FastJsonView view)
    {
        var flags = BindingFlags.Public | BindingFlags.Instance | (type.IsValueType ? 0 : BindingFlags.Static);
        // A tuple has no setters and fastJSON so writes it empty; unless that is asked for, we keep what is in it.
        bool showsReadOnly = view.ShowsReadOnly
            || (!view.LosesTypes && type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true);
        var parameters = ParametersOf(type);
        var found = ImmutableArray.CreateBuilder<MemberModel>();
        var seen = new HashSet<string>(StringComparer.Ordinal);
        // Not the framework's own: what fastJSON drops of them is kept, but only as far as their constructors take it.
        bool setsFields = view.ShowsReadOnly && BackingFields.IsOurs(type);
        foreach (var property in PropertiesOf(type, flags))
        {
            if (property.GetIndexParameters().Length > 0 || property.GetMethod is not { IsPublic: true } getter)
                continue;
            MemberInfo? setter = getter.IsStatic ? null : BackingFields.WithSetter(property);
            if (setter is null && setsFields)
                setter = BackingFields.Of(property);
            Add(property, setter, property.PropertyType, property.SetMethod is null);
        }
        foreach (var field in type.GetFields(flags))
            if (!field.IsLiteral)
                Add(field, field.IsStatic || (field.IsInitOnly && !(view.IsOwn && setsFields)) ? null : field, field.FieldType,
                    field.IsInitOnly);
        return Unambiguous(found);

        // What is computed alone is left out in formats of our own too.
        bool IsTaken(MemberInfo member, MemberInfo? setter, Type memberType) => setter is not null || TakesItems(memberType)
            || parameters.Contains((member.Name.ToUpperInvariant(), memberType))
            || (type.Namespace?.StartsWith("System", StringComparison.Ordinal) == true && !view.LosesTypes);

        void Add(MemberInfo member, MemberInfo? setter, Type memberType, bool isReadOnly)
        {
            bool ignored = view.Ignored.Any(attribute => member.IsDefined(attribute, false))
                || member.IsDefined(typeof(SkipAttribute), false);
            bool get = !ignored && (!isReadOnly || (view.IsOwn ? IsTaken(member, setter, memberType) : showsReadOnly));
            // What is ignored is read all the same; what is read-only may be what a constructor needs.
            if (!get && !(setter is not null && CanModel(convention, memberType))
                && !parameters.Contains((member.Name.ToUpperInvariant(), memberType)))
                return;
            string? name = NameOf(member);
            found.Add(new MemberModel(convention, setter ?? member, memberType)
            {
                Name = name ?? member.Name,
                IsNamed = name is not null,
                CanGet = get,
                CanSet = setter is not null,
                IsSetHidden = setter is FieldInfo && (member is PropertyInfo || isReadOnly),
                // The base's, beside a new one of another type: fastJSON writes both under one name.
                IsHidden = !seen.Add(name ?? member.Name),
            });
        }
    }

    /// <summary>Whether it is a class of items that reading adds to; an array takes none.</summary>
    static bool TakesItems(Type type) => !type.IsArray
        && (typeof(IList).IsAssignableFrom(type) || typeof(IDictionary).IsAssignableFrom(type)
            || Collections.Closed(type, typeof(ICollection<>)) is not null);

    /// <summary>An object without a call of any constructor: ParametricConstructorOverride.</summary>
    public static T Uninitialized<T>() => (T)RuntimeHelpers.GetUninitializedObject(typeof(T));

    static IEnumerable<PropertyInfo> PropertiesOf(Type type, BindingFlags flags) => type.IsInterface
        ? type.GetInterfaces().Prepend(type).SelectMany(t => t.GetProperties(flags))
        : type.GetProperties(flags);

    /// <summary>Names and types of what the constructors take, where none takes nothing.</summary>
    static HashSet<(string, Type)> ParametersOf(Type type)
    {
        var constructors = type.GetConstructors(Any);
        return constructors.Any(c => c.GetParameters().Length == 0)
            ? []
            : [.. constructors.SelectMany(c => c.GetParameters()).Select(p => (p.Name?.ToUpperInvariant() ?? "", p.ParameterType))];
    }

    static bool CanModel(Convention convention, Type type)
    {
        try
        {
            return convention.ModelOf(type) is not null;
        }
        catch (NotSupportedException)
        {
            return false;
        }
    }

    /// <summary>
    /// What DataMember, fastJSON's attribute of the same name (known by that: we have no reference to it) or [Member] says.
    /// </summary>
    static string? NameOf(MemberInfo member)
    {
        foreach (var attribute in member.CustomAttributes)
        {
            if (attribute.AttributeType == typeof(MemberAttribute) && member.GetCustomAttribute<MemberAttribute>()?.Name is { } own)
                return own;
            if (attribute.AttributeType.FullName is not ("System.Runtime.Serialization.DataMemberAttribute"
                or "fastJSON.DataMemberAttribute"))
                continue;
            if (Marks.Set(attribute, "Name") is string name)
                return name;
        }
        return null;
    }

    /// <summary>
    /// A name can be had twice only by a member and what it hides of a base class; else the first, as the most derived, keeps it.
    /// </summary>
    static ImmutableArray<MemberModel> Unambiguous(ImmutableArray<MemberModel>.Builder found) =>
        [.. found.Where(
            m => !m.IsHidden
                || found.First(other => other.Name == m.Name) is var first && first.ClrName == m.ClrName
                    && first.Member.DeclaringType != m.Member.DeclaringType)];
}
