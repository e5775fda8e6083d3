using System.Collections.Immutable;
using System.Reflection;
using System.Runtime.Serialization;
using Isomer.Model;

#pragma warning disable SYSLIB0050 // the marks of an older age are what this is about

namespace Isomer.Conventions;

/// <summary>
/// The instance fields of a [Serializable] type as .NET's formatters name them: first those that the type has and inherits (all but the private ones of its bases), by their
/// own names; then those of each base, nearest first, as <c>Base+field</c>. So a protected field of a base is there twice, and both times it is the one field.
/// </summary>
internal static class FieldMembers
{
    const BindingFlags All = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic;

    public static ImmutableArray<MemberModel> Of(FieldsConvention convention, Type type)
    {
        var members = ImmutableArray.CreateBuilder<MemberModel>();
        bool isCarrier = IsCarrier(type);
        foreach (var field in type.GetFields(All))
            if (!field.IsNotSerialized)
                members.Add(Member(convention, type, field, isCarrier && Attribute<FieldBaseAttribute>(field) is { } part ? $"{part.Level}+{field.Name}" : field.Name, isCarrier));
        var bases = Bases(type);
        // The short name where no two bases have one name, else all by their full names.
        bool isShort = bases.Select(static b => b.Name).Distinct(StringComparer.Ordinal).Count() == bases.Count;
        foreach (var level in bases)
            foreach (var field in level.GetFields(BindingFlags.Instance | BindingFlags.NonPublic))
                if (!field.IsNotSerialized)
                    members.Add(Member(convention, type, field, $"{(isShort ? level.Name : level.FullName)}+{field.Name}", false));
        return members.ToImmutable();
    }

    /// <summary>The bases that have fields to write, nearest first; an error for one that is not [Serializable].</summary>
    static List<Type> Bases(Type type)
    {
        var bases = new List<Type>();
        for (var level = type.BaseType; level is not null && level != typeof(object) && level != typeof(ValueType); level = level.BaseType)
            bases.Add(level);
        return bases;
    }

    static MemberModel Member(FieldsConvention convention, Type type, FieldInfo field, string name, bool isCarrier) => new(convention, field, field.FieldType)
    {
        Name = name,
        IsNamed = true,
        Aliases = isCarrier && Attribute<FieldAliasAttribute>(field) is { } alias ? [alias.Name] : [],
        CanSet = true,
        Omit = Omit.Never,
        IsRequired = (isCarrier || convention.RequiresAll) && !field.IsDefined(typeof(OptionalFieldAttribute), false),
        ShouldWrite = isCarrier ? type.GetMethod("Has" + field.Name) : null,
        Details = isCarrier ? Attribute<FieldCacheAttribute>(field) : null,
    };

    /// <summary>Whether the type is one of ours that has the fields of a framework's class.</summary>
    public static bool IsCarrier(Type type) => type.Assembly == typeof(FieldMembers).Assembly && type.Namespace == typeof(FieldMembers).Namespace;

    static T? Attribute<T>(FieldInfo field) where T : Attribute => field.GetCustomAttribute<T>(false);
}
